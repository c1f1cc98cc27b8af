%% server_truth.erl: a program of servers that are asked, which says itself who asked whom and how long a server was at it; it made
%% tests/data/erlang/servers.trace and servers.truth.json.gz (tests/erlang/make-servers).
%%
%% Three clients ask `slow`, which asks `store` for every second of them; one client asks two things at once. Casts, and a worker that is
%% started by one of them and told to begin, look as questions and answers do in the order of messages, and are none. Times are erlang:monotonic_time(), which
%% are the trace's, too: taken just before and behind a call, and first and last in handle_call.
%%
%% SPDX-License-Identifier: GPL-3.0-or-later
-module(server_truth).

-behaviour(gen_server).

-export([main/1, init/1, handle_call/3, handle_cast/2, worker/1]).

-define(ROUNDS, 6).

main([Folder]) ->
    Trace = filename:join(Folder, "servers.trace"),
    Said = lanescope:profile(Trace, fun program/0, [procs, running, migration, message, garbage_collection]),
    ok = file:write_file(filename:join(Folder, "servers.truth.json"), [$[, lists:join(",\n", lists:map(fun json/1, Said)), "]\n"]),
    {ok, _} = file:copy(Trace, filename:join(Folder, "servers-sizes.trace")),
    ok = lanescope:contents_to_sizes(filename:join(Folder, "servers-sizes.trace")),
    halt(0).

%% {Caller, Server, Before, Behind, First, Last}
json({Caller, Server, Before, Behind, First, Last}) ->
    io_lib:format("[\"~p\", \"~p\", ~b, ~b, ~b, ~b]", [Caller, Server, Before, Behind, First, Last]).

program() ->
    {ok, Store} = gen_server:start_link({local, store}, ?MODULE, {store, []}, []),
    {ok, Slow} = gen_server:start_link({local, slow}, ?MODULE, {slow, Store}, []),
    Me = self(),
    Clients = [spawn_link(fun() -> Me ! {self(), client(N, Slow, Store)} end) || N <- [1, 2, 3]],
    Worker = proc_lib:start_link(?MODULE, worker, [Me]),
    gen_server:cast(Worker, begin_to_work),
    Asked = lists:append([receive {Client, Calls} -> Calls end || Client <- Clients]),
    Own = gen_server:call(Slow, what_you_asked),
    Asked ++ Own.

worker(Parent) ->
    proc_lib:init_ack(Parent, self()),
    receive {'$gen_cast', begin_to_work} -> spin(300) end.

client(3, Slow, Store) ->
    lists:append([begin
                      Before = erlang:monotonic_time(),
                      Requests = [{Server, gen_server:send_request(Server, {work, 200})} || Server <- [Slow, Store]],
                      [begin
                           {reply, {First, Last}} = gen_server:receive_response(Request, infinity),
                           {self(), Server, Before, erlang:monotonic_time(), First, Last}
                       end || {Server, Request} <- lists:reverse(Requests)]
                  end || _ <- lists:seq(1, ?ROUNDS)]);
client(N, Slow, _) ->
    [begin
         gen_server:cast(Slow, {note, Round}),
         Asked = ask(Slow, {work, 400 * N}),
         spin(100),
         Asked
     end || Round <- lists:seq(1, ?ROUNDS)].

ask(Server, What) ->
    Before = erlang:monotonic_time(),
    {First, Last} = gen_server:call(Server, What),
    {self(), Server, Before, erlang:monotonic_time(), First, Last}.

init({Name, Store}) -> {ok, {Name, Store, 0, []}}.

handle_call(What, _, {Name, Store, N, Asked}) ->
    First = erlang:monotonic_time(),
    case What of
        {work, Micro} ->
            spin(Micro),
            Also = [ask(Store, {work, 150}) || Name =:= slow, N rem 2 =:= 1],
            {reply, {First, erlang:monotonic_time()}, {Name, Store, N + 1, Also ++ Asked}};
        what_you_asked -> {reply, Asked, {Name, Store, N, Asked}}
    end.

handle_cast({note, _}, State) -> {noreply, State}.

spin(Micro) -> spin_until(erlang:monotonic_time() + erlang:convert_time_unit(Micro, microsecond, native)).

spin_until(End) -> erlang:monotonic_time() >= End orelse spin_until(End).
