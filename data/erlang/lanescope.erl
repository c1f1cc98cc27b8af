%% lanescope.erl: records what an Erlang program does, for Lanescope to show.
%%
%% One module without dependencies, for OTP 25 and later. In the shell:
%%
%%     c(lanescope).
%%     lanescope:profile("sort.trace", fun() -> lists:sort(lists:seq(1, 100)) end, [all]).
%%
%% and then, outside of it, `lanescope sort.trace`.
%%
%% How it works: a *trace port* of the virtual machine writes records straight to a file or a socket, without a process in
%% between. The drivers of these ports are in OTP's runtime_tools (Debian: erlang-runtime-tools), which need not be
%% started. A small process, `lanescope`, starts and ends the recording; it is not in it.
%%
%% TARGET, where the records go:
%%
%%     "NAME"                             a file; what was there is written over
%%     {"NAME", wrap, ".trace", Size, N}  N files NAME0.trace, NAME1.trace, … of Size bytes each, over and over; one of them
%%                                        is being written, and the one after it is removed
%%     {tcp, Port}                        a TCP port of this computer, for `lanescope --follow tcp://localhost:Port`. To be
%%                                        connected to while this waits ({delay, Ms}): only 200 records are kept for it
%%
%% OPTIONS, by Percept2's names. The union of a list is recorded; [] is [procs]:
%%
%%     procs_basic          processes: spawn, exit, links, names
%%     procs                and when they could run
%%     ports_basic, ports   the same of ports: those that are opened meanwhile, whoever does it
%%     running              when processes run; exiting
%%     schedulers           when schedulers are active
%%     migration            running, and on which scheduler
%%     message              messages sent and received, and who sent what is received
%%     garbage_collection   collections
%%     {callgraph, [Mod]}   calls and returns of all functions of these modules
%%     {callgraph, [Mod], {only, [P]}}  the same when these processes (pids or registered names) call: no others, nor what they spawn
%%     s_group              calls of s_group's functions, where that module is there
%%     all                  everything but calls. When ports could run costs the most of it; without that, it is
%%                          [migration, message, garbage_collection, schedulers, ports_basic]
%%
%% by Schedplot's:
%%
%%     no_auto_stop         profile/3 goes on recording when the function has ended, until stop/0
%%     trace_all            profile/3 records all processes, not only those that the function starts
%%
%% and its own:
%%
%%     message_sizes        messages, but with their sizes in the place of their contents, which keeps these private and files
%%                          smaller. Into one file a tracer in native code writes them, lanescope_tracer.erl, if that is there:
%%                          contents are never on disk, and a record costs less. OTP's own tracer can neither leave contents
%%                          out nor say how long they are: without the other one it records them, which is said by a notice in
%%                          the log, and when the recording ends, sizes take their place in the file, for no less. `watch --node`
%%                          records none without it
%%     {messages, [Spec]}   messages, but those alone that match: a Spec is {Pattern, Guards}, or a pattern alone, as in match
%%                          specifications, with '$0' to '$998'. Of others nobody knows then: mailboxes are of these
%%     {processes, [P]}     start/2 records these (pids or registered names) and what they spawn, not all processes
%%     {max_size, Bytes}    recording ends soon after the file is as large (it is looked at fifty times a second)
%%     {max_time, Ms}       recording ends after so long. In both cases the function goes on
%%     {delay, Ms}          profile/3 waits so long before it calls the function
%%     strict_monotonic_timestamp, monotonic_timestamp, timestamp
%%                          the clock of the records. Without one of these it is the first: ns, no two alike, in the order in
%%                          which things happened. So it is known which message ended a wait: of `timestamp` (µs since 1970)
%%                          some four of a hundred waits lose that. It costs no more. The trace says what time of day it was
%%                          then, so several nodes' times can be compared
%%     {sample, [What]}     besides, samples every {sample_interval, Ms} (20), into files beside the trace: run_queue,
%%                          run_queues, process_count, schedulers_online, scheduler_utilisation, mem_info, ets_tables (how
%%                          many), msacc (microstate accounting: what the VM's threads did, as shares of their time together;
%%                          what only a VM built with more states tells apart is `other`), {message_queue_len, [P]}, and
%%                          {What, {top, N}}; `all` is all but the last two.
%%                          {What, {top, N}} are the N processes that have most of it each time: message_queue_len (the longest
%%                          mailboxes), reductions (since the sample before), memory, binary (bytes of the binaries outside of
%%                          the heap that it refers to; others may refer to the same), ets (bytes of the tables that it owns).
%%                          ets_tables is of tables, not of their owners: the N largest, each with its objects and bytes.
%%                          All processes, or tables, are asked for it: with very many take a longer interval. Its file is
%%                          NAME.sample_WHAT_top.dat
%%
%% print/1 puts a label into the trace, with the process and the scheduler that it was called on.
%%
%% On OTP 27 and later a trace session of its own is used, so that other tracers are left alone. Before, a process can have
%% one tracer only: those that somebody else traces are left out. Run with OTP 25, 27 and 29.
%%
%% SPDX-License-Identifier: GPL-3.0-or-later
-module(lanescope).

-export([profile/2, profile/3, start/1, start/2, stop/0, print/1]).
-export([label/2]).            % traced: see print/1
-export([contents_to_sizes/1]).
-export([attach/3]).           % for `lanescope-cli watch --node'

-compile({nowarn_deprecated_function, [{erlang, now, 0}]}). % `timestamp` of erlang:trace/3 is its clock
-compile(nowarn_removed).

-define(SERVER, ?MODULE).
-define(GUARD, lanescope_guard).
-define(LOOK_MS, 20).
-define(DRIVER_QUEUE, 200).
-define(CHUNK, 1048576).
-define(MOST_TOP, 1000).
-define(DIGEST_MASK, ((1 bsl 27) - 1)).

-type target() :: file:filename() | {file:filename(), wrap, string(), pos_integer(), pos_integer()}
                | {tcp, inet:port_number()}.
-type entry() :: {module(), atom(), [term()]} | fun(() -> term()).
-type option() :: procs_basic | procs | ports_basic | ports | running | schedulers | migration | message
                | garbage_collection | {callgraph, [module()]} | {callgraph, [module()], {only, [pid() | atom()]}}
                | {messages, [term()]} | s_group | all | no_auto_stop | trace_all | message_sizes
                | {processes, [pid() | atom()]} | {max_size, pos_integer()} | {max_time, pos_integer()}
                | {delay, non_neg_integer()} | timestamp | monotonic_timestamp | strict_monotonic_timestamp
                | {sample, all | [sample()]} | {sample_interval, pos_integer()}.
-type sample() :: run_queue | run_queues | process_count | schedulers_online | scheduler_utilisation | mem_info
                | ets_tables | msacc | {binary | ets | ets_tables | memory | reductions, {top, pos_integer()}}
                | {message_queue_len, pid() | atom() | [pid() | atom()] | {top, pos_integer()}}.
-export_type([target/0, entry/0, option/0, sample/0]).

%% What is to be recorded.
-record(plan, {target, file, flags = [], profile = [], modules = [], s_group = false, clock = strict_monotonic_timestamp,
               auto_stop = true, trace_all = false, sizes = false, only, messages, processes, max_size, max_time, delay = 0, samples = [], interval = 20,
               options = []}).
%% What is being recorded. `session': of trace:session_create/3, or none.
%% `result' is for who called profile/3, and asks for it as `asker'; `ended': false, or why recording ended; `closed':
%% nobody will ask for that any more.
%% `port' is where records go, a port or a tracer of lanescope_tracer: then `holder' is a process that keeps that module, and `profiler'
%% {Port, File, Bytes}, the port of the profile, for which there are only ports, and what of its file is not yet where all records go.
-record(state, {plan, port, session = none, runner, monitor, result, asker, owner, sampler, ended = false,
                closed = false, holder, profiler}).

%% --- for users ---

%% @doc As profile/3 with the option `all'.
-spec profile(target(), entry()) -> term().
profile(Target, Entry) -> profile(Target, Entry, [all]).

%% @doc Calls the function in a process of its own, records what that and the processes which it spawns do, and returns
%% what the function returns. If the function fails, so does this, in the same way, and the trace is there all the same.
%% Fails with `{lanescope, Reason}' if it cannot record; start/2 lists the reasons.
-spec profile(target(), entry(), [option()] | option()) -> term().
profile(Target, Entry, Options) ->
    Entry1 = entry(Entry),
    case begin_recording(Target, Options, Entry1) of
        {ok, Pid} -> await(Pid);
        {error, Reason} -> erlang:error({lanescope, Reason})
    end.

%% @doc As start/2 with the option `all'.
-spec start(target()) -> ok | {error, term()}.
start(Target) -> start(Target, [all]).

%% @doc Records all processes (or {processes, …}) from now until stop/0. Errors: `{already_recording, Target}',
%% `{cannot_write, File, Posix}', `{cannot_listen, Port, Posix}', `{no_runtime_tools, Text}',
%% `{bad_option, Option, Text}', `{no_module, Module}', `{no_process, Name}'.
-spec start(target(), [option()] | option()) -> ok | {error, term()}.
start(Target, Options) ->
    case begin_recording(Target, Options, none) of
        {ok, _} -> ok;
        Error -> Error
    end.

%% @doc Ends the recording; the file is whole when it returns. `{stopped, Why}': it had ended before, because of
%% `max_size', `max_time', `{write_error, Posix}', or because the native tracer was unloaded (`tracer_unloaded').
-spec stop() -> ok | {stopped, term()} | {error, not_recording}.
stop() ->
    case whereis(?SERVER) of
        undefined -> {error, not_recording};
        Pid -> call(Pid, stop)
    end.

%% @doc Puts a label into the trace: text, or any term. Does nothing for a process that is not recorded.
-spec print(term()) -> ok.
print(Label) -> ?MODULE:label(erlang:system_info(scheduler_id), text(Label)).

%% @private The tracer sees this call.
label(_Scheduler, _Text) -> ok.

%% Bytes that are no UTF-8 are Latin-1: as in <<"schön">>.
text(Label) when is_binary(Label); is_list(Label) ->
    try unicode:characters_to_binary(Label) of
        Text when is_binary(Text) -> Text;
        _ -> unicode:characters_to_binary(iolist_to_binary(Label), latin1)
    catch
        error:_ -> printed(Label)
    end;
text(Label) when is_atom(Label) -> atom_to_binary(Label, utf8);
text(Label) -> printed(Label).

printed(Term) -> unicode:characters_to_binary(io_lib:format("~0tp", [Term])).

%% --- options ---

entry({M, F, A} = Entry) when is_atom(M), is_atom(F), is_list(A) -> Entry;
entry(Fun) when is_function(Fun, 0) -> {erlang, apply, [Fun, []]};
entry(Other) -> erlang:error({lanescope, {bad_entry, Other, "a {Module, Function, Arguments} or a fun() is needed"}}).

plan(Target, Options, Entry) ->
    Listed = if is_list(Options) -> Options; true -> [Options] end,
    case target(Target, #plan{target = Target}) of
        {error, _} = Error -> Error;
        Plan ->
            case options(Listed, Plan#plan{trace_all = Entry =:= none}) of
                {error, _} = Error -> Error;
                Read -> check(finish_options(Read), Entry)
            end
    end.

target({tcp, Port}, Plan) when is_integer(Port), Port >= 0, Port < 65536 -> Plan;
target({Name, wrap, Tail, Size, N}, Plan) when is_integer(Size), Size > 0, is_integer(N), N > 0, is_list(Tail) ->
    case is_name(Name) of
        true -> Plan#plan{target = {unicode:characters_to_list(Name), wrap, Tail, Size, N}};
        false -> bad_target(Name)
    end;
target(Name, Plan) ->
    case is_name(Name) of
        true -> File = unicode:characters_to_list(Name), Plan#plan{target = File, file = File};
        false -> bad_target(Name)
    end.

is_name(Name) ->
    (is_list(Name) orelse is_binary(Name)) andalso Name =/= "" andalso Name =/= <<>>
        andalso is_list(try unicode:characters_to_list(Name) catch error:_ -> no end).

bad_target(Target) -> {error, {bad_target, Target, "a file name, {Name, wrap, Suffix, Size, Count} or {tcp, Port}"}}.

%% What an option stands for: flags of erlang:trace/3, flags of erlang:system_profile/2.
flags(procs_basic) -> {[procs], []};
flags(procs) -> {[procs], [runnable_procs, exclusive]};
flags(ports_basic) -> {[ports], []};
flags(ports) -> {[ports], [runnable_ports]};
flags(schedulers) -> {[procs], [scheduler]};
flags(running) -> {[procs, running, exiting], [runnable_procs, exclusive]};
flags(migration) -> {[procs, running, exiting, scheduler_id], [runnable_procs, exclusive]};
flags(message) -> {[procs, send, 'receive'], []};
flags(message_sizes) -> flags(message);
flags(garbage_collection) -> {[procs, garbage_collection], []};
flags(s_group) -> {[call, return_to], []};
flags({callgraph, _}) -> {[procs, call, return_to, arity], []};
flags({callgraph, Modules, _}) -> flags({callgraph, Modules});
flags({messages, _}) -> flags(message);
flags(all) -> {[procs, ports, running, exiting, garbage_collection, send, 'receive', scheduler_id],
               [runnable_procs, runnable_ports, exclusive, scheduler]};
flags(_) -> none.

options([], Plan) -> Plan;
options([Option | Rest], Plan) ->
    case option(Option, Plan) of
        {error, _} = Error -> Error;
        Next ->
            case flags(Option) of
                none -> options(Rest, Next);
                {Flags, Profile} ->
                    options(Rest, Next#plan{flags = Flags ++ Next#plan.flags, profile = Profile ++ Next#plan.profile})
            end
    end;
options(Tail, _) -> bad_option(Tail, "options are a list").

option({callgraph, Modules}, Plan) when is_list(Modules) ->
    case [M || M <- Modules, not is_atom(M)] of
        [] -> Plan#plan{modules = Modules ++ Plan#plan.modules};
        [Bad | _] -> bad_option({callgraph, Bad}, "{callgraph, [Module]} names modules")
    end;
option({callgraph, Modules, {only, List}}, Plan) when is_list(Modules), is_list(List) -> option({callgraph, Modules}, Plan#plan{only = List});
option({messages, [_ | _] = List}, Plan) ->
    Specs = [case Spec of {_, Guards} when is_list(Guards) -> Spec; Pattern -> {Pattern, []} end || Spec <- List],
    case erlang:match_spec_test([x, x], sending(Specs), trace) of
        {ok, _, _, _} -> Plan#plan{messages = Specs};
        {error, [{error, Text} | _]} -> bad_option({messages, List}, Text)
    end;
option(s_group, Plan) -> Plan#plan{s_group = true};
option(no_auto_stop, Plan) -> Plan#plan{auto_stop = false};
option(trace_all, Plan) -> Plan#plan{trace_all = true};
option(message_sizes, Plan) -> Plan#plan{sizes = true};
option({processes, List}, Plan) when is_list(List) -> Plan#plan{processes = List, trace_all = false};
option({max_size, N}, Plan) when is_integer(N), N > 0 -> Plan#plan{max_size = N};
option({max_time, N}, Plan) when is_integer(N), N > 0 -> Plan#plan{max_time = N};
option({delay, N}, Plan) when is_integer(N), N >= 0 -> Plan#plan{delay = N};
option({sample_interval, N}, Plan) when is_integer(N), N > 0 -> Plan#plan{interval = N};
option({sample, all}, Plan) -> Plan#plan{samples = samples()};
option({sample, List}, Plan) when is_list(List) ->
    case [Item || Item <- List, Item =/= all, not is_sample(Item)] of
        [] -> Plan#plan{samples = lists:usort(lists:flatmap(fun sample_items/1, List))};
        [Bad | _] -> bad_option({sample, Bad}, "nothing of that name can be sampled")
    end;
option(Clock, Plan) when Clock =:= timestamp; Clock =:= monotonic_timestamp; Clock =:= strict_monotonic_timestamp ->
    Plan#plan{clock = Clock};
option(Option, Plan) ->
    case flags(Option) of
        none -> bad_option(Option, "no such option, or a value that is none; lanescope.erl lists them");
        _ -> Plan
    end.

bad_option(Option, Text) -> {error, {bad_option, Option, Text}}.

finish_options(Plan) ->
    Flags = case Plan#plan.flags of [] -> [procs]; Some -> Some end,
    Profile = case Plan#plan.flags of [] -> [runnable_procs, exclusive]; _ -> Plan#plan.profile end,
    Sorted = lists:usort(Flags),
    Plan#plan{flags = Sorted, profile = lists:usort(Profile), modules = lists:usort(Plan#plan.modules),
              %% As Percept2 writes them, and whose recording it is: see known/3.
              options = [{recorder, ?MODULE} | Sorted] ++ lists:usort(Profile)
                        ++ [{callgraph, lists:usort(Plan#plan.modules)} || Plan#plan.modules =/= []]
                        ++ [{calls_of, length(Only)} || Only <- [Plan#plan.only], Only =/= undefined]
                        ++ [{messages_like, length(Specs)} || Specs <- [Plan#plan.messages], Specs =/= undefined]}.

check(#plan{max_size = Size, file = undefined}, _) when Size =/= undefined ->
    bad_option({max_size, Size}, "only one file has a size: wrapped files say theirs in the target");
check(#plan{sizes = true, target = {tcp, _}}, _) ->
    bad_option(message_sizes, "what was sent over TCP cannot be changed afterwards");
check(#plan{samples = [_ | _], target = {tcp, _}}, _) ->
    bad_option(sample, "samples are files beside the trace's");
check(#plan{processes = [_ | _]}, Entry) when Entry =/= none ->
    bad_option(processes, "that is for start/2: profile/3 records what its function starts, or with trace_all all");
check(Plan, _) ->
    Names = [Name || Name <- listed(Plan#plan.processes) ++ listed(Plan#plan.only), pid(Name) =:= undefined],
    Modules = [M || M <- Plan#plan.modules, element(1, code:ensure_loaded(M)) =/= module],
    case {Names, Modules} of
        {[Name | _], _} -> {error, {no_process, Name}};
        {_, [Module | _]} -> {error, {no_module, Module}};
        _ when Plan#plan.s_group ->
            case code:ensure_loaded(s_group) of
                {module, _} -> Plan;
                _ -> {error, {no_module, s_group}}
            end;
        _ -> Plan
    end.

listed(undefined) -> [];
listed(List) -> List.

pid(Pid) when is_pid(Pid) -> case is_process_alive(Pid) of true -> Pid; false -> undefined end;
pid(Name) when is_atom(Name) -> case whereis(Name) of Pid when is_pid(Pid) -> Pid; _ -> undefined end;
pid(_) -> undefined.

%% --- the process that starts and ends it ---

begin_recording(Target, Options, Entry) ->
    case plan(Target, Options, Entry) of
        {error, _} = Error -> Error;
        Plan ->
            Caller = self(),
            {Pid, Monitor} = spawn_monitor(fun() -> serve(Caller, Plan, Entry) end),
            receive
                {Pid, started} -> demonitor(Monitor, [flush]), {ok, Pid};
                {'DOWN', Monitor, process, Pid, {lanescope, Reason}} -> {error, Reason};
                {'DOWN', Monitor, process, Pid, Reason} -> {error, Reason}
            end
    end.

call(Pid, Request) ->
    Monitor = monitor(process, Pid),
    Pid ! {Request, self(), Monitor},
    receive
        {Monitor, Answer} -> demonitor(Monitor, [flush]), Answer;
        {'DOWN', Monitor, process, Pid, _} -> {error, not_recording}
    end.

%% The end of profile/3: as the function ended.
await(Pid) ->
    case call(Pid, result) of
        {returned, Value} -> Value;
        {raised, Class, Reason, Stack} -> erlang:raise(Class, Reason, Stack);
        {died, Reason} -> exit(Reason);
        {error, not_recording} -> erlang:error({lanescope, recording_was_killed})
    end.

serve(Caller, Plan, Entry) ->
    process_flag(trap_exit, true),
    process_flag(priority, high),
    enter(Plan#plan.target),
    State0 = opened(Plan),
    Port = State0#state.port,
    patterns(State0, true), % takes a while if there are many functions
    receive after Plan#plan.delay -> ok end,
    State1 = State0#state{sampler = start_sampler(Plan)},
    write(Port, {profile_start, wall(Plan#plan.clock)}),
    [write(Port, {lanescope_clock, Now, Now + erlang:time_offset()})
     || Plan#plan.clock =/= timestamp, Now <- [erlang:monotonic_time()]],
    write(Port, {schedulers, erlang:system_info(schedulers)}),
    write(Port, {profile_opts, Plan#plan.options}),
    [write(Port, {lanescope_process, Pid, undefined, undefined, Name})
     || Name <- registered(), Pid <- [whereis(Name)], is_pid(Pid), Pid =/= self()],
    %% A port is not traced because the process is that opens it: all new ones are.
    [trace_ports(State1, new_ports) || lists:member(ports, Plan#plan.flags)],
    %% When who called profile/3 is gone, nobody will end the recording; who called start/2 may well be.
    State2 = launch(if Entry =:= none -> State1; true -> State1#state{owner = monitor(process, Caller)} end, Entry),
    [erlang:send_after(?LOOK_MS, self(), look) || Plan#plan.max_size =/= undefined orelse is_reference(Port)],
    [erlang:send_after(Plan#plan.max_time, self(), {limit, max_time}) || Plan#plan.max_time =/= undefined],
    Caller ! {self(), started},
    loop(State2).

%% One recording at a time. One that ended by itself makes room.
enter(Target) ->
    try register(?SERVER, self()) of
        true -> put(target, Target)
    catch
        error:badarg ->
            case whereis(?SERVER) of
                undefined -> enter(Target);
                Pid ->
                    case call(Pid, make_room) of
                        {already_recording, _} = Reason -> exit({lanescope, Reason});
                        _ -> enter(Target)
                    end
            end
    end.

%% It is needed while it records, while the function runs or its result was not fetched, and until somebody was told why
%% recording ended.
loop(#state{ended = Ended, runner = undefined, result = undefined, closed = true}) when Ended =/= false -> ok;
loop(#state{result = Result, asker = {From, Tag}} = State) when Result =/= undefined ->
    From ! {Tag, Result},
    loop(State#state{result = undefined, asker = undefined});
loop(#state{runner = Runner, monitor = Monitor, owner = Owner, port = Port} = State) ->
    receive
        {result, From, Tag} -> loop(State#state{asker = {From, Tag}});
        {stop, From, Tag} ->
            Next = finish(State, stopped),
            From ! {Tag, case State#state.ended of false when Next#state.ended =:= stopped -> ok;
                             _ -> {stopped, Next#state.ended} end},
            loop(Next#state{closed = true});
        {flush, From, Tag} ->
            Next = flushed(State),
            From ! {Tag, ok},
            loop(Next);
        {make_room, From, Tag} when State#state.ended =:= false ->
            From ! {Tag, {already_recording, get(target)}},
            loop(State);
        {make_room, From, Tag} ->
            unregister(?SERVER),
            From ! {Tag, ok},
            loop(State#state{closed = true});
        {Runner, ended, How, Result} -> loop(ended(State, How, Result));
        {'DOWN', Monitor, process, _, Reason} -> loop(result(State, {died, Reason}));
        {'DOWN', Owner, process, _, _} ->
            Next = finish(State, stopped),
            loop(Next#state{closed = true, result = undefined, asker = undefined, owner = gone});
        {'EXIT', Port, Reason} -> loop(finish(State, {write_error, Reason}));
        {'EXIT', Holder, _} when Holder =:= State#state.holder -> loop(finish(State, tracer_unloaded));
        {limit, Why} -> loop(finish(State, Why));
        look -> loop(look(State));
        _ -> loop(State)
    end.

%% A number is less than an atom: no size is too large where none is said.
look(#state{ended = false, plan = #plan{file = File, max_size = Size}} = State) ->
    Next = flushed(State),
    case filelib:file_size(File) >= Size of
        true -> finish(Next, max_size);
        false -> erlang:send_after(?LOOK_MS, self(), look), Next
    end;
look(State) -> State.

%% --- the function ---

%% The process is there before tracing begins, and begins it itself, so that nothing of this module is in the trace. Its
%% birth and its end are written by hand: they say what it was there for, and how that ended.
launch(#state{plan = #plan{processes = undefined}} = State, none) ->
    [known(State, Pid) || Pid <- processes(), Pid =/= self()],
    profile(State),
    trace_all(State, self()),
    State;
launch(#state{plan = Plan} = State, none) ->
    Pids = [Pid || Name <- Plan#plan.processes, Pid <- [pid(Name)], Pid =/= undefined],
    [known(State, Pid) || Pid <- Pids],
    profile(State),
    [trace(State, Pid) || Pid <- Pids],
    State;
launch(#state{plan = Plan, port = Port} = State, {M, F, A}) ->
    Server = self(),
    {Runner, Monitor} = spawn_monitor(fun() -> receive {Server, go} -> run(Server, State, {M, F, A}) end end),
    [known(State, Pid) || Plan#plan.trace_all, Pid <- processes(), Pid =/= Server, Pid =/= Runner],
    write(Port, record(State, Runner, spawned, [undefined, {M, F, A}], stamp(Plan), erlang:system_info(scheduler_id))),
    profile(State),
    %% It may not have waited yet; then the profile does not say that it wakes.
    [write(Port, {profile, Runner, active, {M, F, length(A)}, stamp(Plan)})
     || lists:member(runnable_procs, Plan#plan.profile)],
    Runner ! {Server, go},
    State#state{runner = Runner, monitor = Monitor}.

run(Server, #state{plan = Plan} = State, {M, F, A}) ->
    case Plan#plan.trace_all of
        true -> trace_all(State, Server);
        false -> trace(State, self())
    end,
    erlang:yield(), % the trace says `in' from here on
    Result = try apply(M, F, A) of
                 Value -> {returned, Value}
             catch
                 Class:Reason:Stack -> {raised, Class, Reason, Stack}
             end,
    trace_off(State, self()),
    Server ! {self(), ended, {erlang:system_info(scheduler_id), stamp(Plan), stamp(Plan)}, Result},
    case Result of
        {returned, _} -> ok;
        {raised, error, Why, Where} -> exit({Why, Where});
        {raised, throw, Why, Where} -> exit({{nocatch, Why}, Where});
        {raised, exit, Why, _} -> exit(Why)
    end.

ended(#state{plan = Plan, runner = Runner, ended = false} = State, {Scheduler, At, Then}, Result) ->
    Reason = case Result of
                 {returned, _} -> normal;
                 {raised, exit, Why, _} -> Why;
                 {raised, throw, Why, _} -> {nocatch, Why};
                 {raised, error, Why, Where} -> {Why, [{M, F, arity(A)} || {M, F, A, _} <- lists:sublist(Where, 4)]}
             end,
    write(State#state.port, record(State, Runner, exit, [Reason], At, Scheduler)),
    [write(State#state.port, record(State, Runner, out_exited, [0], Then, Scheduler))
     || lists:member(running, Plan#plan.flags)],
    result(State, Result);
ended(State, _, Result) -> result(State, Result).

arity(A) when is_list(A) -> length(A);
arity(A) -> A.

%% The function has ended: so does the recording, if it is to.
result(#state{plan = Plan, monitor = Monitor} = State, Result) ->
    demonitor(Monitor, [flush]),
    Next = case Plan#plan.auto_stop of
               true -> (finish(State, stopped))#state{closed = true};
               false -> State
           end,
    Wanted = case State#state.owner of gone -> undefined; _ -> Result end,
    Next#state{runner = undefined, monitor = undefined, result = Wanted}.

%% --- the port ---

opened(#plan{sizes = true, file = File} = Plan) when File =/= undefined ->
    case native_tracer() of
        ok -> opened_native(Plan);
        {error, Why} ->
            logger:notice("lanescope: message contents are recorded, and replaced by their sizes only when the recording ends: ~ts", [Why]),
            opened_port(Plan)
    end;
opened(Plan) -> opened_port(Plan).

opened_port(#plan{target = Target} = Plan) ->
    Port = open(Target),
    #state{plan = Plan, port = Port, session = session(Port)}.

native_tracer() ->
    case {erlang:module_loaded(lanescope_tracer), code:which(lanescope_tracer)} of
        {true, _} -> ok;
        {false, Beam} when is_list(Beam) ->
            Library = filename:rootname(Beam) ++ ".so",
            case filelib:is_regular(Library) andalso code:ensure_loaded(lanescope_tracer) of
                {module, _} -> ok;
                false -> {error, ["the native tracer is not built: there is no ", Library]};
                {error, Reason} -> {error, io_lib:format("the native tracer cannot be loaded: ~0tp", [Reason])}
            end;
        _ -> {error, "there is no module lanescope_tracer, the native tracer"}
    end.

%% The file of the profile's port is read while it is written, and has no name any more: nothing is left of it, whatever happens.
opened_native(#plan{file = Name, profile = Profile} = Plan) ->
    case lanescope_tracer:open(native_name(Name), self()) of
        {ok, Tracer} ->
            Holder = spawn_link(lanescope_tracer, hold, []),
            #state{plan = Plan, port = Tracer, session = session({lanescope_tracer, Tracer}), holder = Holder,
                   profiler = if Profile =:= [] -> undefined; true -> opened_profiler(Name ++ ".profile") end};
        {error, Posix} -> exit({lanescope, {cannot_write, Name, Posix}})
    end.

opened_profiler(Name) ->
    Port = open(Name),
    {ok, File} = file:open(Name, [read, raw, binary]),
    ok = file:delete(Name),
    {Port, File, <<>>}.

native_name(Name) -> <<(unicode:characters_to_binary(Name, unicode, file:native_name_encoding()))/binary, 0>>.

open(Target) ->
    case code:ensure_loaded(dbg) of
        {module, dbg} -> ok;
        _ ->
            exit({lanescope, {no_runtime_tools, "OTP's runtime_tools has the drivers of trace ports "
                                                "(Debian: apt install erlang-runtime-tools)"}})
    end,
    {Kind, Parameter, Wrong} = where(Target),
    try (dbg:trace_port(Kind, Parameter))() of
        Port when is_port(Port) -> Port
    catch
        _:Reason -> exit({lanescope, Wrong(Reason)})
    end.

where({tcp, Number}) -> {ip, {Number, ?DRIVER_QUEUE}, fun(Reason) -> {cannot_listen, Number, Reason} end};
where({Name, wrap, Tail, _, _} = Target) ->
    {file, Target, fun(Reason) -> {cannot_write, Name ++ "0" ++ Tail, Reason} end};
where(Name) -> {file, Name, fun(Reason) -> {cannot_write, Name, Reason} end}.

%% A port that failed says so by itself.
write(Tracer, Term) when is_reference(Tracer) ->
    Record = term_to_binary(Term),
    lanescope_tracer:write(Tracer, <<0, (byte_size(Record)):32, Record/binary>>);
write(Port, Term) -> try port_command(Port, term_to_binary(Term)) catch error:badarg -> false end.

%% What was recorded until now is in the file, or it has ended. The profile comes a little later than what is traced: readers sort.
flushed(#state{port = Tracer, profiler = Profiler} = State) when is_reference(Tracer) ->
    try {profile_taken(Tracer, Profiler), lanescope_tracer:flush(Tracer)} of
        {Taken, ok} -> State#state{profiler = Taken};
        {_, {error, Posix}} -> finish(State, {write_error, Posix})
    catch
        error:_ -> finish(State, tracer_unloaded) % or it is another one: the VM loads what is called
    end;
flushed(#state{port = Port} = State) ->
    try port_control(Port, $f, <<>>) catch error:badarg -> closed end,
    State.

profile_taken(_, undefined) -> undefined;
profile_taken(Tracer, {Port, File, Kept}) ->
    try port_control(Port, $f, <<>>) catch error:badarg -> closed end,
    {Port, File, profile_read(Tracer, File, Kept)}.

profile_read(Tracer, File, Kept) ->
    case file:read(File, ?CHUNK) of
        {ok, Bytes} ->
            All = <<Kept/binary, Bytes/binary>>,
            Taken = lanescope_tracer:write(Tracer, All),
            profile_read(Tracer, File, binary:part(All, Taken, byte_size(All) - Taken));
        _ -> Kept
    end.

record(#state{plan = Plan}, Pid, Tag, Elements, Stamp, Scheduler) ->
    Where = [Scheduler || lists:member(scheduler_id, Plan#plan.flags)],
    list_to_tuple([trace_ts, Pid, Tag | Elements] ++ Where ++ [Stamp]).

%% The time of a record, as the tracer has it.
stamp(#plan{clock = timestamp}) -> erlang:now();
stamp(#plan{clock = monotonic_timestamp}) -> erlang:monotonic_time();
stamp(#plan{clock = strict_monotonic_timestamp}) -> {erlang:monotonic_time(), erlang:unique_integer([monotonic])}.

wall(timestamp) -> erlang:now();
wall(_) -> erlang:timestamp().

%% --- tracing: through a session where there are some ---

session(Port) ->
    _ = code:ensure_loaded(trace),
    case erlang:function_exported(trace, session_create, 3) of
        true -> trace:session_create(?MODULE, Port, []);
        false -> none
    end.

trace_flags(#plan{flags = Flags, clock = Clock}) -> lists:usort([Clock, call | Flags]).

tracer(Tracer) when is_reference(Tracer) -> {tracer, lanescope_tracer, Tracer};
tracer(Port) -> {tracer, Port}.

%% With all that it will spawn. One that is gone, or that somebody else traces, is left alone.
trace(#state{plan = Plan, session = none, port = Port}, Whom) ->
    try erlang:trace(Whom, true, [tracer(Port), set_on_spawn | trace_flags(Plan)]) catch error:badarg -> 0 end;
trace(#state{plan = Plan, session = Session}, Whom) ->
    try trace:process(Session, Whom, true, [set_on_spawn | trace_flags(Plan)]) catch error:badarg -> 0 end.

trace_ports(#state{plan = Plan, session = none, port = Port}, Whose) ->
    try erlang:trace(Whose, true, [tracer(Port) | port_flags(Plan)]) catch error:badarg -> 0 end;
trace_ports(#state{plan = Plan, session = Session}, Whose) ->
    Which = case Whose of existing_ports -> existing; new_ports -> new end,
    trace:port(Session, Which, true, port_flags(Plan)).

port_flags(#plan{flags = Flags, clock = Clock}) ->
    [Clock | [Flag || Flag <- Flags, lists:member(Flag, [ports, running, send, 'receive', scheduler_id])]].

%% All but who records: one by one, so that there is no moment in which those are traced.
trace_all(#state{plan = Plan, session = Session, sampler = Sampler, holder = Holder} = State, Server) ->
    trace(State, case Session of none -> new_processes; _ -> new end),
    [trace(State, Pid) || Pid <- processes(), Pid =/= Server, Pid =/= Sampler, Pid =/= Holder, Pid =/= whereis(?GUARD)],
    [trace_ports(State, existing_ports) || lists:member(ports, Plan#plan.flags)],
    ok.

%% The profile's records tell of all processes, also of this one: who was there before and is recorded is said here, by entry
%% functions (names alone are those of all). Asking wakes a process, so it is done before anything is recorded.
known(#state{sampler = Pid}, Pid) -> own;
known(#state{holder = Pid}, Pid) -> own;
known(#state{port = Port}, Pid) ->
    case process_info(Pid, [registered_name, initial_call, dictionary, parent]) of
        [{registered_name, Names}, {initial_call, Call}, {dictionary, Dictionary}, {parent, Parent}] ->
            Entry = case lists:keyfind('$initial_call', 1, Dictionary) of
                        {_, {_, _, _} = Real} -> Real; % of proc_lib
                        _ -> Call
                    end,
            write(Port, {lanescope_process, Pid, Parent, Entry, case Names of [] -> undefined; Name -> Name end});
        undefined -> gone
    end.

trace_off(#state{session = none}, Whom) -> try erlang:trace(Whom, false, [all]) catch error:badarg -> 0 end;
trace_off(#state{session = Session}, all) ->
    trace:process(Session, all, false, [all]),
    trace:port(Session, all, false, [all]);
trace_off(#state{session = Session}, Whom) ->
    try trace:process(Session, Whom, false, [all]) catch error:badarg -> 0 end.

profile(#state{plan = #plan{profile = []}}) -> ok;
profile(#state{plan = Plan} = State) -> erlang:system_profile(profiler(State), [Plan#plan.clock | Plan#plan.profile]).

profiler(#state{profiler = {Port, _, _}}) -> Port;
profiler(#state{port = Port}) -> Port.

%% Records of the profile go through a thread of the VM, which drops them if there is no profiler any more when their turn comes: so none
%% are made any more first (a profile of nothing at all is none), and the profiler stays until the thread has handed on all of them. What
%% is traced ends at once, not only then.
all_off(#state{plan = #plan{profile = []}} = State) -> trace_off(State, all);
all_off(State) ->
    Quiet = try erlang:system_profile(profiler(State), [exclusive]) of _ -> true catch error:badarg -> false end,
    trace_off(State, all),
    Quiet andalso await_dispatcher(),
    erlang:system_profile(undefined, []).

%% Messages of erlang:system_monitor/2 go through the same thread. Where somebody else uses that, there is nothing but to wait.
await_dispatcher() ->
    case erlang:system_monitor() of
        undefined ->
            erlang:system_monitor(self(), [{large_heap, 100000}]),
            {Pid, Monitor} = spawn_monitor(fun() -> L = lists:seq(1, 200000), erlang:garbage_collect(), exit({done, length(L)}) end),
            receive {'DOWN', Monitor, process, Pid, _} -> ok end,
            receive {monitor, Pid, large_heap, _} -> ok after 1000 -> ok end,
            erlang:system_monitor(undefined);
        _ -> timer:sleep(100)
    end.

%% What calls and messages say besides: of a label its scheduler and text (with the flag `arity' a call has no arguments),
%% of a call its caller, of what is received the sender.
patterns(#state{plan = Plan} = State, On) ->
    pattern(State, {?MODULE, label, 2}, On andalso [{['$1', '$2'], [], [{message, {{label, '$1', '$2'}}}]}], []),
    Caller = On andalso [{'_', [], [{message, {{cp, {caller}}}}]}],
    [pattern(State, {M, F, A}, On andalso [{'_', whose(Plan#plan.only), [{message, {{cp, {caller}}}}]}], [local])
     || M <- Plan#plan.modules, {F, A} <- M:module_info(functions), is_worth_it(F, atom_to_list(F))],
    [pattern(State, {s_group, F, A}, Caller, [local])
     || Plan#plan.s_group, {F, A} <- [{new_s_group, 2}, {delete_s_group, 1}, {add_nodes, 2}, {remove_nodes, 2}]],
    {Sent, Received} = case On of
                           true -> {sending(Plan#plan.messages), receiving(Plan#plan.messages)};
                           false -> {true, true} % as it is without us
                       end,
    [pattern(State, send, Sent, []) || Plan#plan.messages =/= undefined],
    [pattern(State, 'receive', Received, []) || lists:member('receive', Plan#plan.flags)],
    ok.

%% A guard: nobody else's calls.
whose(undefined) -> [];
whose([]) -> [false];
whose(Only) -> [list_to_tuple(['orelse', false | [{'=:=', {self}, {const, Pid}} || Name <- Only, Pid <- [pid(Name)], Pid =/= undefined]])].

sending(undefined) -> true;
sending(Specs) -> [{['_', Pattern], Guards, []} || {Pattern, Guards} <- Specs].

%% That a time is over is no message.
receiving(undefined) -> [{['_', '$999', '_'], [], [{message, {{from, '$999'}}}]}];
receiving(Specs) ->
    [{[clock_service, '$999', timeout], [], [{message, {{from, '$999'}}}]}
     | [{['_', '$999', Pattern], Guards, [{message, {{from, '$999'}}}]} || {Pattern, Guards} <- Specs]].

%% As Percept2: not the functions that a list comprehension becomes.
is_worth_it(module_info, _) -> false;
is_worth_it(_, Name) -> not (lists:prefix("-", Name) andalso string:find(Name, "-lc$") =/= nomatch).

pattern(#state{session = none}, What, Match, Options) -> erlang:trace_pattern(What, Match, Options);
pattern(#state{session = Session}, 'receive', Match, Options) -> trace:recv(Session, Match, Options);
pattern(#state{session = Session}, send, Match, Options) -> trace:send(Session, Match, Options);
pattern(#state{session = Session}, What, Match, Options) -> trace:function(Session, What, Match, Options).

delivered(#state{session = none}) -> erlang:trace_delivered(all);
delivered(#state{session = Session}) -> trace:delivered(Session, all).

%% Recording ends: all that it switched on is off again, and the file is whole.
finish(#state{ended = false, plan = Plan, port = Port} = State, Why) ->
    Stop = {profile_stop, wall(Plan#plan.clock)}, % from here on nothing is known
    all_off(State),
    patterns(State, false),
    Mark = delivered(State),
    receive {trace_delivered, all, Mark} -> ok after 10000 -> ok end,
    Flushed = close(State, Stop, Why),
    State#state.session =:= none orelse trace:session_destroy(State#state.session),
    stop_sampler(State#state.sampler),
    [contents_to_sizes(File) || Plan#plan.sizes, not is_reference(Port), File <- files(Plan)],
    State#state{ended = Flushed};
finish(State, _) -> State.

close(#state{port = Tracer, profiler = Profiler, holder = Holder}, Stop, Why) when is_reference(Tracer) ->
    Closed = try
                 profile_taken(Tracer, Profiler),
                 write(Tracer, Stop),
                 lanescope_tracer:close(Tracer)
             catch
                 error:_ -> {error, tracer_unloaded} % then the file ends with this process
             end,
    [begin file:close(File), try port_close(Port) catch error:badarg -> true end end || {Port, File, _} <- [Profiler]],
    unlink(Holder),
    Holder ! stop,
    case Closed of
        {error, Posix} when Why =/= tracer_unloaded -> {write_error, Posix};
        _ -> Why
    end;
close(#state{port = Port}, Stop, Why) ->
    write(Port, Stop),
    Flushed = try port_control(Port, $f, <<>>) of _ -> Why catch error:badarg -> lost(Port, Why) end,
    try port_close(Port) catch error:badarg -> true end,
    Flushed.

%% Why the port closed by itself.
lost(Port, Why) -> receive {'EXIT', Port, Reason} -> {write_error, Reason} after 0 -> Why end.

files(#plan{file = undefined, target = {Name, wrap, Tail, _, N}}) ->
    [File || I <- lists:seq(0, N), File <- [Name ++ integer_to_list(I) ++ Tail], filelib:is_regular(File)];
files(#plan{file = File}) -> [File].

%% --- from another node ---

%% @private Starts a process of this node that records into a file, hands `Owner' what it asks for by {read, Owner}, ends the recording by
%% {finish, Owner}, and leaves nothing behind when that is over, or the owner or the way to it is gone: no tracing, no file and, if the
%% module was `Brought' here for it, no code. Only if this node ends the file stays: it is told whose that was. It is not recorded itself, or what it hands over would be.
-spec attach(pid(), [option()], boolean()) -> {ok, pid(), file:filename()} | {error, term()}.
attach(Owner, Options, Brought) ->
    Caller = self(),
    {Guard, Monitor} = spawn_monitor(fun() -> guard(Caller, Owner, Options, Brought) end),
    receive
        {Guard, Answer} -> demonitor(Monitor, [flush]), Answer;
        {'DOWN', Monitor, process, Guard, Reason} -> {error, Reason}
    end.

guard(Caller, Owner, Options, Brought) ->
    process_flag(priority, high),
    Gone = monitor(process, Owner),
    Answer = try register(?GUARD, self()) of true -> guarded(Caller, Owner, Gone, Options) catch error:badarg -> {error, already_attached} end,
    Answer =:= ended orelse (Caller ! {self(), Answer}),
    Brought andalso Answer =/= {error, already_attached} andalso begin code:delete(?MODULE), spawn(code, purge, [?MODULE]) end.

%% The folder is nobody else's before there is anything in it.
guarded(Caller, Owner, Gone, Options) ->
    Folder = filename:join(case os:getenv("TMPDIR") of false -> "/tmp"; Set -> Set end,
                           "lanescope-node-" ++ os:getpid() ++ "-" ++ integer_to_list(erlang:unique_integer([positive]))),
    File = filename:join(Folder, "node.trace"),
    case file:make_dir(Folder) of
        ok ->
            ok = file:change_mode(Folder, 8#700),
            try guarded_start(File, Options) of
                ok ->
                    {ok, In} = file:open(File, [read, raw, binary]),
                    Caller ! {self(), {ok, self(), File}},
                    guard_loop(Owner, Gone, In),
                    stop(),
                    file:close(In),
                    ended;
                Error -> Error
            after
                file:delete(File),
                file:del_dir(Folder)
            end;
        {error, Posix} -> {error, {cannot_write, Folder, Posix}}
    end.

%% What is recorded is handed over at once: sizes cannot take the place of contents afterwards.
guarded_start(File, Options) ->
    case lists:member(message_sizes, Options) andalso native_tracer() of
        {error, Why} -> {error, {bad_option, message_sizes, ["from outside, contents are left out by the native tracer alone, and ", Why]}};
        _ -> start(File, Options)
    end.

guard_loop(Owner, Gone, In) ->
    receive
        {read, Owner} ->
            case whereis(?SERVER) of undefined -> gone; Server -> call(Server, flush) end,
            Owner ! {self(), case file:read(In, ?CHUNK) of eof -> {ok, <<>>}; Read -> Read end},
            guard_loop(Owner, Gone, In);
        {finish, Owner} ->
            Owner ! {self(), {finished, stop()}},
            guard_loop(Owner, Gone, In);
        {'DOWN', Gone, process, _, _} -> ok;
        {done, Owner} -> ok
    end.

%% --- sizes in the place of messages ---

%% @doc Replaces the contents of all messages of a trace file by `{lanescope_size, Bytes, Digest}': bytes as
%% term_to_binary/1 makes of them, and a number that is alike for messages that are.
-spec contents_to_sizes(file:filename()) -> ok | {error, term()}.
contents_to_sizes(Name) ->
    Part = Name ++ ".part",
    {ok, In} = file:open(Name, [read, raw, binary]),
    try file:open(Part, [write, raw, binary, delayed_write]) of
        {ok, Out} ->
            ok = shrink(In, Out, <<>>),
            ok = file:close(Out),
            file:rename(Part, Name);
        Error -> Error
    after
        file:close(In)
    end.

shrink(In, Out, Kept) ->
    case file:read(In, ?CHUNK) of
        {ok, Bytes} ->
            {Records, Rest} = shrunk(<<Kept/binary, Bytes/binary>>, []),
            ok = file:write(Out, Records),
            shrink(In, Out, Rest);
        eof -> file:write(Out, Kept)
    end.

shrunk(<<0, Size:32, Term:Size/binary, Rest/binary>>, Done) ->
    Short = try binary_to_term(Term) of
                Record -> case without_contents(Record) of Record -> Term; Other -> term_to_binary(Other) end
            catch
                error:badarg -> Term
            end,
    shrunk(Rest, [Done, <<0, (byte_size(Short)):32>>, Short]);
shrunk(Rest, Done) -> {Done, Rest}.

without_contents(Record) when element(1, Record) =:= trace_ts, tuple_size(Record) >= 5 ->
    Tag = element(3, Record),
    case Tag =:= send orelse Tag =:= 'receive' orelse Tag =:= send_to_non_existing_process of
        true when element(4, Record) =:= timeout -> Record; % of `receive … after'
        true ->
            Message = element(4, Record),
            Size = byte_size(term_to_binary(Message)),
            setelement(4, Record, {lanescope_size, Size, digest(Message, Size)});
        false -> Record
    end;
without_contents(Record) -> Record.

%% As the native tracer (digest () of its terms.c): of large messages only some elements are looked at.
digest(Message, Size) when Size =< 1024 -> erlang:phash2(Message);
digest(Message, Size) ->
    Parts = if is_tuple(Message) -> tuple_to_list(Message); true -> Message end,
    sketch(if is_list(Parts) -> Parts; true -> [Message] end, 8, Size band ?DIGEST_MASK).

sketch([Part | Rest], N, Sum) when N > 0 -> sketch(Rest, N - 1, (Sum * 31 + part(Part)) band ?DIGEST_MASK);
sketch(_, _, Sum) -> Sum.

part(<<Begin:64/binary, _, _/binary>>) -> erlang:phash2(Begin);
part(Part) when is_binary(Part); is_atom(Part); is_pid(Part); is_port(Part); is_reference(Part) -> erlang:phash2(Part);
part(Part) when is_integer(Part), Part >= -16#8000000000000000, Part =< 16#7fffffffffffffff -> erlang:phash2(Part);
part(_) -> 0.

%% --- samples, beside the trace ---

samples() -> [ets_tables, mem_info, msacc, process_count, run_queue, run_queues, scheduler_utilisation, schedulers_online].

is_sample({What, {top, N}}) ->
    lists:member(What, [binary, ets, ets_tables, memory, message_queue_len, reductions]) andalso is_integer(N) andalso N > 0 andalso N =< ?MOST_TOP;
is_sample({message_queue_len, Which}) ->
    lists:all(fun(P) -> is_pid(P) orelse is_atom(P) end, if is_list(Which) -> Which; true -> [Which] end);
is_sample(Item) -> lists:member(Item, samples()).

sample_items(all) -> samples();
sample_items({_, {top, _}} = Item) -> [Item];
sample_items({message_queue_len, Which}) when not is_list(Which) -> [{message_queue_len, [Which]}];
sample_items(Item) -> [Item].

%% Text files as Percept2 has them, "#TYPE" and then "SECONDS VALUE …", with one or two more lines that begin with #:
%% of when second 0 is (the trace's beginning), and what the columns are where that is not clear from the type.
start_sampler(#plan{samples = []}) -> undefined;
start_sampler(#plan{samples = Items} = Plan) ->
    Stem = case Plan#plan.target of
               {Name, wrap, _, _, _} -> Name;
               Name -> filename:rootname(Name)
           end,
    Server = self(),
    Start = erlang:timestamp(),
    Pid = spawn_link(fun() -> sampler(Server, Stem, Items, Plan#plan.interval, Start) end),
    receive
        {Pid, ready} -> Pid;
        {'EXIT', Pid, {lanescope, _} = Reason} -> exit(Reason)
    end.

sampler(Server, Stem, Items, Interval, Start) ->
    process_flag(priority, high),
    put(server, Server),
    lists:member(scheduler_utilisation, Items) andalso erlang:system_flag(scheduler_wall_time, true),
    put(msacc, lists:member(msacc, Items) andalso {erlang:system_flag(microstate_accounting, true), microstates()}),
    lists:keymember(reductions, 1, Items) andalso measured(reductions), % what was done before is nobody's
    Files = [{Item, sample_file(Stem, Item, Start)} || Item <- Items],
    Server ! {self(), ready},
    sample_loop(Files, Interval, Start, wall_times()).

sample_file(Stem, Item, Start) ->
    Key = case Item of {K, _} -> K; K -> K end,
    Top = case Item of {_, {top, _}} -> "_top"; _ -> "" end,
    Name = Stem ++ ".sample_" ++ atom_to_list(Key) ++ Top ++ ".dat",
    Type = case Item of {ets_tables, {top, _}} -> ets_table; _ -> Key end,
    case file:open(Name, [write, raw, {delayed_write, 65536, 1000}]) of
        {ok, File} ->
            ok = file:write(File, io_lib:format("#~s~n#start_us ~b~n", [Type, microseconds(Start)])),
            ok = file:write(File, case Item of
                                      {_, {top, _}} -> []; % as they change
                                      {_, Which} -> ["#columns", [[" ", column(P)] || P <- Which], "\n"];
                                      _ -> []
                                  end),
            File;
        {error, Posix} -> exit({lanescope, {cannot_write, Name, Posix}})
    end.

column(P) when is_pid(P) -> pid_to_list(P);
column(Name) -> [case C of $\s -> $_; _ -> C end || C <- binary_to_list(atom_to_binary(Name, utf8))].

microseconds({Mega, Second, Micro}) -> (Mega * 1000000 + Second) * 1000000 + Micro.

sample_loop(Files, Interval, Start, Before) ->
    receive
        {stop, From} ->
            case get(msacc) of {false, _} -> erlang:system_flag(microstate_accounting, false); _ -> was_on end,
            [file:close(File) || {_, File} <- Files],
            From ! {self(), stopped}
    after Interval ->
            Seconds = timer:now_diff(erlang:timestamp(), Start) / 1.0e6,
            Now = wall_times(),
            Time = io_lib:format("~.6f", [Seconds]),
            [file:write(File, line(Item, Time, Before, Now)) || {Item, File} <- Files],
            sample_loop(Files, Interval, Start, Now)
    end.

line({ets_tables, {top, N}}, Time, _, _) -> tables_line(Time, N);
line({What, {top, N}}, Time, _, _) -> top_line(What, Time, N);
line(Item, Time, Before, Now) -> [Time, [[" ", value(V)] || V <- sample(Item, Before, Now)], "\n"].

%% Who was one of those with most the last time is told of once more: it may have none now. Who they are is said again when they are
%% others. None is none: nothing is written.
top_line(What, Time, N) ->
    All = [{Value, P} || {P, Value} <- measured(What), Value > 0, P =/= get(server), P =/= self()],
    Top = lists:sublist(lists:reverse(lists:sort(All)), N),
    Most = [P || {_, P} <- Top],
    Gone = [case lists:keyfind(P, 2, All) of false -> {0, P}; Now -> Now end || P <- last({most, What}) -- Most],
    put({most, What}, Most),
    Sorted = lists:keysort(2, Gone ++ Top),
    Columns = [P || {_, P} <- Sorted],
    Changed = Columns =/= last({columns, What}),
    put({columns, What}, Columns),
    [[["#columns", [[" ", column(P)] || P <- Columns], "\n"] || Changed, Columns =/= []],
     [[Time, [[" ", value(Value)] || {Value, _} <- Sorted], "\n"] || Columns =/= []]].

%% The same of tables: of each how many objects it has, and its bytes; none of one that is gone.
tables_line(Time, N) ->
    Word = erlang:system_info(wordsize),
    Largest = lists:sublist(lists:reverse(lists:sort([{Words, Table} || Table <- ets:all(), Words <- [ets:info(Table, memory)], is_integer(Words)])), N),
    Told = [{Table, Label, Objects, Words * Word}
            || {Words, Table} <- Largest, Objects <- [ets:info(Table, size)], is_integer(Objects), Label <- [table_label(Table)], Label =/= gone],
    Gone = [{Table, Label, 0, 0} || {Table, Label} <- last({most, ets_tables}), not lists:keymember(Table, 1, Told)],
    put({most, ets_tables}, [{Table, Label} || {Table, Label, _, _} <- Told]),
    All = lists:keysort(1, Told ++ Gone),
    Columns = [Label || {_, Label, _, _} <- All],
    Changed = Columns =/= last({columns, ets_tables}),
    put({columns, ets_tables}, Columns),
    [[["#columns", [[" ", Label] || Label <- Columns], "\n"] || Changed, Columns =/= []],
     [[Time, [[" ", value(Objects), " ", value(Bytes)] || {_, _, Objects, Bytes} <- All], "\n"] || Columns =/= []]].

%% Its name is its own if it is a named one; of others several may have the same. Behind "@" is who owns it.
table_label(Table) ->
    case {ets:info(Table, name), ets:info(Table, owner)} of
        {Name, Owner} when is_pid(Owner) ->
            Own = if is_atom(Table) -> ""; true -> "/" ++ ref_to_list(Table) end,
            unicode:characters_to_binary([[if C =< $\s -> $_; true -> C end || C <- atom_to_list(Name)], Own, "@", pid_to_list(Owner)]);
        _ -> gone
    end.

last(Key) -> case get(Key) of undefined -> []; Pids -> Pids end.

%% [{Pid, Value}]
measured(ets) ->
    Word = erlang:system_info(wordsize),
    Tables = [{ets:info(Table, owner), ets:info(Table, memory)} || Table <- ets:all()],
    maps:to_list(lists:foldl(fun({Owner, Words}, Sums) when is_pid(Owner), is_integer(Words) ->
                                     maps:update_with(Owner, fun(Sum) -> Sum + Words * Word end, Words * Word, Sums);
                                (_, Sums) -> Sums % it is gone
                             end, #{}, Tables));
measured(reductions) ->
    Now = maps:from_list([{P, Value} || P <- processes(), {_, Value} <- [process_info(P, reductions)]]),
    Before = case get(reductions) of undefined -> #{}; Map -> Map end,
    put(reductions, Now),
    [{P, Value - maps:get(P, Before, 0)} || {P, Value} <- maps:to_list(Now)];
measured(What) ->
    [{P, case What of binary -> lists:sum([Size || {_, Size, _} <- lists:ukeysort(1, Value)]); _ -> Value end}
     || P <- processes(), {_, Value} <- [process_info(P, What)]].

%% Of all threads together.
microstates() ->
    lists:foldl(fun(#{counters := Counters}, Sums) ->
                        maps:fold(fun(State, Ticks, All) -> maps:update_with(State, fun(Sum) -> Sum + Ticks end, Ticks, All) end, Sums, Counters)
                end, #{}, erlang:statistics(microstate_accounting)).

value(V) when is_integer(V) -> integer_to_list(V);
value(V) -> io_lib:format("~.6f", [V]).

wall_times() ->
    case erlang:statistics(scheduler_wall_time_all) of
        undefined -> [];
        Times -> lists:sort(Times)
    end.

sample(run_queue, _, _) -> [erlang:statistics(run_queue)];
sample(run_queues, _, _) -> stacked(erlang:statistics(run_queue_lengths_all));
sample(ets_tables, _, _) -> [length(ets:all())];
sample(msacc, _, _) ->
    {Was, Before} = get(msacc),
    Now = microstates(),
    put(msacc, {Was, Now}),
    Spent = maps:map(fun(State, Ticks) -> Ticks - maps:get(State, Before, 0) end, Now),
    All = max(lists:sum(maps:values(Spent)), 1),
    Known = [maps:get(State, Spent, 0) || State <- [emulator, gc, port, check_io, aux, sleep]],
    {First, [Sleep]} = lists:split(5, Known),
    [Ticks / All || Ticks <- First ++ [All - lists:sum(Known), Sleep]];
sample(process_count, _, _) -> [erlang:system_info(process_count)];
sample(schedulers_online, _, _) -> [erlang:system_info(schedulers_online)];
sample(mem_info, _, _) ->
    [Bytes / 1.0e6 || {_, Bytes} <- erlang:memory([total, processes, ets, atom, code, binary])];
sample(scheduler_utilisation, Before, Now) ->
    stacked([case All1 - All0 of 0 -> 0.0; All -> (Active1 - Active0) / All end
             || {{N, Active0, All0}, {N, Active1, All1}} <- lists:zip(Before, Now)]);
sample({message_queue_len, Which}, _, _) ->
    [case pid(P) of undefined -> 0; Pid -> queue_len(Pid) end || P <- Which].

queue_len(Pid) -> case process_info(Pid, message_queue_len) of {_, N} -> N; undefined -> 0 end.

%% As Percept2: the last is that of scheduler 1, the one before of 1 and 2 together, the first is the sum.
stacked(Values) ->
    {_, Sums} = lists:foldl(fun(Value, {Sum, Done}) -> {Sum + Value, [Sum + Value | Done]} end, {0, []}, Values),
    Sums.

stop_sampler(undefined) -> ok;
stop_sampler(Pid) ->
    Pid ! {stop, self()},
    receive {Pid, stopped} -> ok; {'EXIT', Pid, _} -> ok after 5000 -> ok end,
    erlang:system_flag(scheduler_wall_time, false),
    ok.
