%% recorder_cases.erl: programs whose truth is known, recorded with lanescope.erl for test-recorder.py. Run in one virtual
%% machine:
%%
%%     erl -noshell -pa FOLDER -run recorder_cases main FOLDER PORT CASE…
%%
%% Each case writes its traces into the folder, and prints what is true as lines `CASE KEY VALUE`.
%%
%% SPDX-License-Identifier: GPL-3.0-or-later
-module(recorder_cases).
-export([main/1, work/0, shapes/0, fib/1, talker/1, quiet/0, crash/1, marker/2, ring/1]).

-define(SECRET, <<"a secret that nobody shall read in a file">>).

main([Folder, Port | Cases]) ->
    put(folder, Folder),
    {module, _} = code:ensure_loaded(lanescope),
    Before = tracing(),
    [begin
         put('case', Case),
         run(list_to_atom(Case), list_to_integer(Port)),
         timer:sleep(5), % its process ends
         say(untouched, tracing() =:= Before andalso whereis(lanescope) =:= undefined)
     end || Case <- Cases],
    halt(0).

say(Key, Value) -> io:format("~s ~s ~tw~n", [get('case'), Key, Value]).

file(Name) -> filename:join(get(folder), Name ++ ".trace").

%% What erlang:trace/3 and its like are set to now.
tracing() ->
    {erlang:trace_info(new_processes, flags), erlang:trace_info(self(), flags), erlang:trace_info(new_ports, flags),
     erlang:trace_info('receive', match_spec), erlang:trace_info(send, match_spec), erlang:system_profile(),
     erlang:trace_info({?MODULE, fib, 1}, traced), erlang:trace_info({lanescope, label, 2}, traced),
     [P || P <- processes(), erlang:trace_info(P, flags) =/= {flags, []}]}.

%% --- what is recorded ---

%% Three children that answer, one of which collects five times; six messages of known sizes; a port; two labels.
work() ->
    Me = self(),
    Children = [spawn_opt(?MODULE, talker, [Me], [{min_heap_size, 20000}]) || _ <- [1, 2, 3]],
    register(recorder_first, hd(Children)),
    lanescope:print("before"),
    [C ! {work, Me, binary:copy(<<"x">>, N * 10), ?SECRET} || {N, C} <- lists:zip([1, 2, 3], Children)],
    [receive {done, C, _} -> ok end || C <- Children],
    Port = open_port({spawn, "cat"}, [binary]),
    port_command(Port, <<"through a port">>),
    receive {Port, {data, _}} -> ok end,
    port_close(Port),
    lanescope:print(["after ", <<"all, schön">>]),
    timer:sleep(20),
    fib(10).

talker(Parent) ->
    receive
        {work, Parent, Bytes, _} ->
            [erlang:garbage_collect() || byte_size(Bytes) =:= 10, _ <- lists:seq(1, 5)],
            Parent ! {done, self(), Bytes}
    end.

fib(N) when N < 2 -> 1;
fib(N) -> fib(N - 1) + fib(N - 2).

%% Messages of all kinds of terms, to itself.
shapes() ->
    Me = self(),
    {Echo, Monitor} = spawn_monitor(fun Loop() -> receive stop -> ok; {message, _} -> Loop() end end),
    [Echo ! {message, Term} || Term <- shapes(Me)],
    Echo ! stop,
    receive {'DOWN', Monitor, _, _, _} -> ok end.

shapes(Pid) ->
    Deep = lists:foldl(fun(_, Term) -> {Term} end, deep, lists:seq(1, 200)),
    [0, 255, 256, -1, 1 bsl 31, -(1 bsl 31) - 1, 1 bsl 63, -(1 bsl 63), 1 bsl 64, 1.5, [], "text", [256], [1 | 2], lists:seq(1, 70000), {}, atom, 'schön',
     'naïve 日本', Pid, make_ref(), fun erlang:abs/1, <<>>, <<1:3>>, ?SECRET, binary:copy(?SECRET, 100), #{a => #{b => "c"}}, Deep,
     maps:from_list([{N, [N]} || N <- lists:seq(1, 50)]), list_to_tuple(lists:seq(1, 300)), [Pid, {Pid, [alias | make_ref()]}, large | binary:copy(<<0>>, 2000)]].

shape_sizes() -> lists:sort([byte_size(term_to_binary({message, Term})) || Term <- shapes(self())]).

get_way() -> case code:which(lanescope_tracer) of non_existing -> port; _ -> native end.

sizes() ->
    lists:sort([byte_size(term_to_binary({work, self(), binary:copy(<<"x">>, N * 10), ?SECRET})) || N <- [1, 2, 3]]
               ++ [byte_size(term_to_binary({done, self(), binary:copy(<<"x">>, N * 10)})) || N <- [1, 2, 3]]).

quiet() -> receive stop -> ok end.

crash(error) -> error({bad, thing});
crash(throw) -> throw(ball);
crash(exit) -> exit(over);
crash(kill) -> exit(self(), kill), receive never -> ok end.

marker(Parent, Label) ->
    lanescope:print(Label),
    Parent ! {self(), erlang:system_info(scheduler_id)}.

ring(N) ->
    Me = self(),
    First = lists:foldl(fun(_, Next) -> spawn(fun() -> forward(Next) end) end, Me, lists:seq(1, 20)),
    [begin First ! {token, I, binary:copy(<<"y">>, 200)}, receive {token, I, _} -> ok end end || I <- lists:seq(1, N)],
    ok.

forward(Next) -> receive Any -> Next ! Any, forward(Next) end.

%% --- cases ---

run(options, _) ->
    [say(Name, lanescope:profile(file(atom_to_list(Name)), {?MODULE, work, []}, Options))
     || {Name, Options} <- [{procs_basic, [procs_basic]}, {procs, []}, {ports_basic, [ports_basic]}, {ports, [ports]},
                            {running, [running]}, {migration, migration}, {schedulers, [schedulers]},
                            {message, [message]}, {message_sizes, [message_sizes]}, {garbage_collection, [garbage_collection]},
                            {callgraph, [{callgraph, [?MODULE]}]}, {all, [all]},
                            {all_callgraph, [all, {callgraph, [?MODULE]}, message_sizes]},
                            {monotonic, [all, monotonic_timestamp]}, {strict, [all, strict_monotonic_timestamp]}]],
    say(sizes, {sizes()});
run(short, _) ->
    say(all, lanescope:profile(file("all"), {?MODULE, work, []}, [all, message_sizes])),
    say(sizes, {sizes()});
run(both, _) ->
    %% Once each by the native tracer, if it is there, and by a port.
    say(native, code:ensure_loaded(lanescope_tracer) =:= {module, lanescope_tracer}),
    [say(Name, lanescope:profile(file(atom_to_list(get_way()) ++ atom_to_list(Name)), {?MODULE, Function, Arguments}, [message_sizes | Options]))
     || {Name, Function, Arguments, Options} <- [{work, work, [], [all, {callgraph, [?MODULE]}]}, {ring, ring, [40], [all]},
                                                 {shapes, shapes, [], [monotonic_timestamp]}, {now, work, [], [timestamp]}]],
    say(sizes, {shape_sizes()});
run(purged, _) ->
    ok = lanescope:start(file("purged"), [message_sizes]),
    ring(20),
    say(soft, code:soft_purge(lanescope_tracer) andalso code:delete(lanescope_tracer) andalso code:soft_purge(lanescope_tracer)),
    ring(20),
    code:purge(lanescope_tracer),
    timer:sleep(20),
    say(stop, lanescope:stop()),
    say(again, lanescope:profile(file("purged_again"), {?MODULE, ring, [20]}, [message_sizes]));
run(safe, _) ->
    ok = lanescope:start(file("safe_reload"), [message_sizes]),
    say(reload, code:load_file(lanescope_tracer)),
    ring(20),
    say(reloaded, lanescope:stop()),
    say(idle, element(1, code:load_file(lanescope_tracer))),
    say(folder, lanescope:start(filename:join([get(folder), "none", "x.trace"]), [message_sizes])),
    say(full, lanescope:start("/dev/full", [all, message_sizes])),
    ring(200),
    timer:sleep(50),
    say(full_stop, lanescope:stop());
run(End, _) when End =:= halt; End =:= stop; End =:= kill ->
    ok = lanescope:start(file(atom_to_list(End)), [message_sizes]),
    ring(50),
    case End of
        halt -> halt(0);
        stop -> init:stop(), receive never -> ok end;
        kill -> timer:sleep(200), os:cmd("kill -9 " ++ os:getpid())
    end;
run(waits, _) ->
    %% Some ms each: what the VM holds back of its profile is most of it.
    [ok = lanescope:profile(file("waits" ++ integer_to_list(I)), {?MODULE, ring, [40]}, [all]) || I <- [1, 2, 3]],
    say(wall, os:system_time(microsecond));
run(labels, _) ->
    Go = fun() ->
                 Me = self(),
                 %% Nobody moves a process that is bound to a scheduler.
                 [begin
                      P = spawn_opt(?MODULE, marker, [Me, {on, N}], [{scheduler, N}]),
                      receive {P, Scheduler} -> {P, N, Scheduler} end
                  end || N <- lists:seq(1, erlang:system_info(schedulers_online))]
         end,
    [say(label, {Name, Label}) || {Name, Options} <- [{labels_alone, [procs_basic]},
                                                      {labels_calls, [all, {callgraph, [?MODULE]}]}],
                                  Label <- lanescope:profile(file(atom_to_list(Name)), Go, Options)];
run(result, _) ->
    say(value, lanescope:profile(file("value"), fun() -> {a, value} end)),
    [say(Kind, try lanescope:profile(file(atom_to_list(Kind)), {?MODULE, crash, [Kind]}, [all])
               catch Class:Reason:Stack -> {Class, Reason, [F || {?MODULE, F, _, _} <- Stack, F =:= crash]} end)
     || Kind <- [error, throw, exit, kill]];
run(errors, _) ->
    say(folder, lanescope:start(filename:join([get(folder), "none", "x.trace"]))),
    say(profile, try lanescope:profile("/nowhere/x.trace", fun() -> ok end) catch error:Reason -> Reason end),
    say(option, lanescope:start(file("bad"), [all, no_such_option])),
    say(module, lanescope:start(file("bad"), [{callgraph, [no_such_module]}])),
    say(name, lanescope:start(file("bad"), [{processes, [nobody_of_this_name]}])),
    say(target, lanescope:start({tcp, -1})),
    say(stop, lanescope:stop()),
    ok = lanescope:start(file("first")),
    say(again, lanescope:start(file("second"))),
    say(again_profile, try lanescope:profile(file("second"), fun() -> ok end) catch error:Other -> Other end),
    say(first, lanescope:stop()),
    say(second, filelib:is_file(file("second")));
run(full, _) ->
    say(start, lanescope:start("/dev/full", [message])),
    [self() ! binary:copy(<<"z">>, 1000) || _ <- lists:seq(1, 200)],
    timer:sleep(20),
    say(stop, lanescope:stop()),
    flush();
run(limits, _) ->
    say(start, lanescope:start(file("max_size"), [all, {max_size, 200000}])),
    ring(1000),
    timer:sleep(60),
    say(stop, lanescope:stop()),
    say(time, lanescope:profile(file("max_time"), fun() -> timer:sleep(400), went_on end, [all, {max_time, 50}]));
run(who, _) ->
    Quiet = spawn(?MODULE, quiet, []),
    register(recorder_quiet, Quiet),
    say(quiet, Quiet),
    Hello = fun() -> recorder_quiet ! hello, timer:sleep(10) end,
    say(all, lanescope:profile(file("trace_all"), Hello, [all, trace_all])),
    say(own, lanescope:profile(file("own"), fun() -> recorder_quiet ! hello, ok end, [all])),
    ok = lanescope:start(file("chosen"), [all, {processes, [recorder_quiet]}]),
    Quiet ! stop,
    timer:sleep(10),
    say(chosen, lanescope:stop()),
    In = fun() -> lanescope:print(in), ok end,
    say(on, lanescope:profile(file("no_auto_stop"), In, [all, trace_all, no_auto_stop])),
    {_, Monitor} = spawn_monitor(fun() -> lanescope:print(later) end),
    receive {'DOWN', Monitor, _, _, _} -> ok end,
    say(off, lanescope:stop());
run(chosen, _) ->
    %% Two that call the same function, and are written to in two ways.
    Me = self(),
    Loop = fun Loop() -> receive {fib, N} -> fib(N), Loop(); {Who, ping} -> Who ! pong, Loop() after 60000 -> late end end,
    [A, B] = [spawn(Loop) || _ <- [1, 2]],
    register(recorder_first, A),
    Go = fun() ->
                 [begin P ! {fib, 5}, P ! {Me, ping}, receive pong -> ok end end || P <- [A, B], _ <- lists:seq(1, 10)],
                 receive never -> ok after 5 -> ok end
         end,
    ok = lanescope:start(file("chosen_calls"), [message, {callgraph, [?MODULE], {only, [recorder_first]}}]),
    Go(),
    say(calls, lanescope:stop()),
    ok = lanescope:start(file("chosen_messages"), [running, {messages, [pong, {{fib, '$1'}, [{'>', '$1', 4}]}]}]),
    A ! {fib, 3},
    Go(),
    say(messages, lanescope:stop()),
    say(first, A),
    say(nobody, lanescope:start(file("bad"), [{callgraph, [?MODULE], {only, [nobody_of_this_name]}}])),
    say(pattern, element(1, lanescope:start(file("bad"), [{messages, [{'$1', [{no_guard, '$1'}]}]}]))),
    unregister(recorder_first),
    [exit(P, kill) || P <- [A, B]],
    timer:sleep(10);
run(wrap, _) ->
    Stem = filename:join(get(folder), "wrap"),
    ok = lanescope:profile({Stem, wrap, ".trace", 20000, 4}, {?MODULE, ring, [60]}, [all]),
    say(files, [filelib:file_size(F) || F <- filelib:wildcard(Stem ++ "*.trace")]);
run(tcp, Port) ->
    say(result, lanescope:profile({tcp, Port}, {?MODULE, work, []}, [all, {delay, 400}]));
run(samples, _) ->
    Run = fun() ->
                  Full = spawn(fun() -> receive stop -> ok end end),
                  [Full ! N || N <- lists:seq(1, 12)],
                  Me = self(),
                  Hoard = spawn(fun() -> hoard(Me) end),
                  Has = receive {Hoard, What} -> What end,
                  ring(50),
                  [timer:sleep(20) || _ <- lists:seq(1, 10)],
                  {Full, Hoard, Has}
          end,
    {Full, Hoard, {Binary, Ets}} = lanescope:profile(file("sampled"), Run, [all, {sample, [all, {message_queue_len, [code_server, init]},
                                                                   {message_queue_len, {top, 2}}
                                                                   | [{What, {top, 3}} || What <- [binary, ets, ets_tables, memory, reductions]]]},
                                                         {sample_interval, 10}]),
    say(full, Full),
    say(hoard, Hoard),
    say(binary, Binary),
    say(ets, Ets),
    say(files, length(filelib:wildcard(filename:join(get(folder), "sampled.sample_*.dat")))).

%% Has more binaries and tables than anybody else, and says how much.
hoard(Who) ->
    Table = ets:new(hoard, []),
    ets:insert(Table, [{N, N} || N <- lists:seq(1, 100000)]),
    Binaries = [binary:copy(<<N>>, 3000000) || N <- lists:seq(1, 4)],
    Who ! {self(), {lists:sum(lists:map(fun byte_size/1, Binaries)), ets:info(Table, memory) * erlang:system_info(wordsize)}},
    receive {stop, How} -> How(Binaries) end.

flush() -> receive _ -> flush() after 0 -> ok end.
