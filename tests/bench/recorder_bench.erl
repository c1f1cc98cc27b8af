%% recorder_bench.erl: what recording with lanescope.erl costs, and a large trace to read. For bench.py.
%%
%%     erl +S 2:2 -noshell -pa FOLDER -run recorder_bench main overhead FOLDER     prints `WAY SECONDS` for each way of tracing
%%     erl +S 2:2 -noshell -pa FOLDER -run recorder_bench main messages FOLDER     prints `MESSAGE WAY MICROSECONDS BYTES`: processor time
%%                                                                                 and bytes of a record of a message
%%     erl +S 8:8 -noshell -pa FOLDER -run recorder_bench main load FILE BYTES     records until the file is so large
%%
%% SPDX-License-Identifier: GPL-3.0-or-later
-module(recorder_bench).
-export([main/1, answer/2, ask/2, count_down/2, talk/3, keep_busy/2, down/2, node_of_ring/1, worker/4]).

main(["overhead", Folder | Names]) ->
    {module, _} = code:ensure_loaded(lanescope),
    File = filename:join(Folder, "overhead.trace"),
    [begin
         Seconds = [seconds(fun() -> way(Way, File, program(Name)) end) || _ <- lists:seq(1, 3)],
         io:format("~s ~s ~.6f ~b~n", [Name, Way, lists:min(Seconds), records(File)])
     end || Name <- Names, Way <- [none, procs, running, most, all, dbg_port, dbg_process]],
    halt(0);
main(["messages", Folder]) ->
    {module, _} = code:ensure_loaded(lanescope),
    File = filename:join(Folder, "messages.trace"),
    [begin
         Ways = [none, message, message_sizes],
         Times = [[processor_seconds(fun() -> asked(Way, File, Message, N) end) || Way <- Ways] || _ <- lists:seq(1, 5)],
         [Bare | _] = Least = [lists:min([lists:nth(I, Row) || Row <- Times]) || I <- [1, 2, 3]],
         [begin
              asked(Way, File, Message, N),
              io:format("~s ~s ~.2f ~b~n", [Name, Way, (Seconds - Bare) / N / 4 * 1.0e6, filelib:file_size(File) div N div 4]),
              file:delete(File)
          end || {Way, Seconds} <- lists:zip(tl(Ways), tl(Least))]
     end || {Name, N, Message} <- messages()],
    halt(0);
main(["load", File, Bytes]) ->
    ok = lanescope:profile(File, {?MODULE, keep_busy, [File, list_to_integer(Bytes)]}, [all]),
    halt(0).

%% --- programs ---

%% That of Schedplot's thesis: so many processes, each counts down.
count_down(Processes, From) ->
    Me = self(),
    [spawn(?MODULE, down, [Me, From]) || _ <- lists:seq(1, Processes)],
    [receive done -> ok end || _ <- lists:seq(1, Processes)],
    ok.

down(Parent, 0) -> Parent ! done;
down(Parent, N) -> down(Parent, N - 1).

%% Workers that write to each other, and think in between.
talk(Workers, Messages, Think) ->
    Me = self(),
    Pids = [spawn_link(?MODULE, worker, [Me, I, Messages, Think]) || I <- lists:seq(1, Workers)],
    [Pid ! {others, list_to_tuple(Pids)} || Pid <- Pids],
    [receive {done, Pid} -> ok end || Pid <- Pids],
    [Pid ! stop || Pid <- Pids],
    ok.

worker(Parent, I, Messages, Think) ->
    rand:seed(exsss, {I, I * 7, 42}),
    receive {others, Others} -> ok end,
    work(Others, Messages, Think),
    Parent ! {done, self()},
    wait_for_end().

work(_, 0, _) -> ok;
work(Others, N, Think) ->
    think(Think),
    element(rand:uniform(tuple_size(Others)), Others) ! {work, self(), lists:duplicate(rand:uniform(30), N)},
    forget(),
    work(Others, N - 1, Think).

think(0) -> ok;
think(N) -> think(N - 1).

forget() -> receive {work, _, _} -> forget() after 0 -> ok end.

wait_for_end() -> receive stop -> ok; {work, _, _} -> wait_for_end() end.

ring(Nodes, Rounds) ->
    Last = lists:foldl(fun(_, Next) -> spawn_link(?MODULE, node_of_ring, [Next]) end, self(), lists:seq(1, Nodes)),
    go_round(Last, Rounds),
    Last ! stop,
    receive stop -> ok end.

go_round(_, 0) -> ok;
go_round(Last, N) ->
    Last ! {token, N, self()},
    receive {token, _, _} -> go_round(Last, N - 1) end.

node_of_ring(Next) ->
    receive
        stop -> Next ! stop;
        Token -> Next ! Token, node_of_ring(Next)
    end.

sort([], _) -> [];
sort(List, 0) -> lists:sort(List);
sort([First | List], Depth) ->
    Me = self(),
    {Small, Large} = lists:partition(fun(X) -> X < First end, List),
    Pid = spawn_link(fun() -> Me ! {self(), sort(Small, Depth - 1)} end),
    Sorted = sort(Large, Depth - 1),
    receive {Pid, Others} -> Others ++ [First | Sorted] end.

%% All of these until there are so many bytes.
keep_busy(File, Bytes) ->
    talk(40, 30, 500),
    ring(50, 20),
    sort([rand:uniform(1000000) || _ <- lists:seq(1, 4000)], 6),
    case filelib:file_size(File) >= Bytes of
        true -> ok;
        false -> keep_busy(File, Bytes)
    end.

%% One asks, the other one answers with the same: four records each time.
messages() ->
    [{"small", 60000, {add, 17}}, {"call", 60000, {'$gen_call', {self(), [alias | make_ref()]}, {get, key}}},
     {"map", 60000, #{a => 1, b => <<"xyz">>, c => [1, 2]}}, {"integers", 20000, lists:seq(1001, 1100)},
     {"binary", 20000, binary:copy(<<7>>, 10000)}, {"list", 1000, lists:seq(1001, 6000)}].

asked(none, _, Message, N) -> ask(N, Message);
asked(Way, File, Message, N) -> ok = lanescope:profile(File, {?MODULE, ask, [N, Message]}, [Way]).

ask(N, Message) ->
    {Other, Monitor} = spawn_monitor(?MODULE, answer, [self(), Message]),
    ask(Other, N, Message),
    Other ! stop,
    receive {'DOWN', Monitor, _, _, _} -> ok end.

ask(_, 0, _) -> ok;
ask(Other, N, Message) ->
    Other ! Message,
    receive Message -> ask(Other, N - 1, Message) end.

answer(Who, Message) ->
    receive stop -> ok; Message -> Who ! Message, answer(Who, Message) end.

%% Of this virtual machine.
processor_seconds(Run) ->
    Before = processor_ticks(),
    Run(),
    (processor_ticks() - Before) / 100.

processor_ticks() ->
    {ok, Stat} = file:read_file("/proc/self/stat"),
    [_, Rest] = string:split(Stat, ") ", trailing),
    lists:sum([binary_to_integer(Word) || Word <- lists:sublist(string:lexemes(Rest, " "), 12, 2)]).

%% --- ways of tracing ---

%% The thesis's; the same with processes that end at once; and messages.
program("count") -> {count_down, [1000, 300000]};
program("short") -> {count_down, [20000, 300]};
program("talk") -> {talk, [40, 1000, 1000]}.

seconds(Run) ->
    Start = erlang:monotonic_time(),
    Run(),
    erlang:convert_time_unit(erlang:monotonic_time() - Start, native, nanosecond) / 1.0e9.

records(File) ->
    case file:read_file(File) of
        {ok, <<0, _/binary>> = Bytes} -> file:delete(File), count(Bytes, 0);
        _ -> file:delete(File), 0
    end.

count(<<0, N:32, _:N/binary, Rest/binary>>, Sum) -> count(Rest, Sum + 1);
count(_, Sum) -> Sum.

%% Until all that was recorded is written.
way(none, _, Program) -> alone(fun() -> ok end, Program);
way(most, File, Program) ->
    %% All but when ports could run: that alone costs as much as half of the rest.
    recorded(File, Program, [migration, message, garbage_collection, schedulers, ports_basic]);
way(dbg_port, File, Program) ->
    {ok, _} = dbg:tracer(port, dbg:trace_port(file, File)),
    with_dbg(Program),
    ok = dbg:flush_trace_port(),
    dbg:stop();
way(dbg_process, File, Program) ->
    %% As dbg does when nothing else is said: a process gets all records, and prints them.
    Print = fun(Record, none) -> {ok, Out} = file:open(File, [write, raw, delayed_write]), print(Out, Record);
               (Record, Out) -> print(Out, Record)
            end,
    {ok, _} = dbg:tracer(process, {Print, none}),
    with_dbg(Program),
    {ok, Tracer} = dbg:get_tracer(),
    until_idle(Tracer),
    dbg:stop();
way(Option, File, Program) -> recorded(File, Program, [Option]).

recorded(File, {Function, Arguments}, Options) -> ok = lanescope:profile(File, {?MODULE, Function, Arguments}, Options).

print(Out, Record) -> ok = file:write(Out, io_lib:format("~p~n", [Record])), Out.

until_idle(Pid) ->
    case process_info(Pid, [message_queue_len, status]) of
        [{message_queue_len, 0}, {status, waiting}] -> ok;
        _ -> receive after 1 -> until_idle(Pid) end
    end.

%% What lanescope's `all' records of processes, but for the schedulers, which dbg does not let one ask for.
with_dbg(Program) ->
    alone(fun() ->
                  {ok, _} = dbg:p(self(), [timestamp, set_on_spawn, procs, running, exiting, garbage_collection, send,
                                           'receive'])
          end, Program),
    Mark = erlang:trace_delivered(all),
    receive {trace_delivered, all, Mark} -> ok end.

alone(First, {Function, Arguments}) ->
    {_, Monitor} = spawn_monitor(fun() -> First(), ok = apply(?MODULE, Function, Arguments) end),
    receive {'DOWN', Monitor, _, _, normal} -> ok end.
