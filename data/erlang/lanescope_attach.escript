#!/usr/bin/env escript
%%! +Bi
%% lanescope_attach.escript: records a node that is running, for `lanescope-cli watch --node`, which starts it.
%%
%% It connects as a hidden node without a name that listens nowhere, brings the recorder (lanescope.erl, which lies beside it) into the node
%% if that has none, and hands what is recorded to a Unix socket. What is in the node then watches this process: when it ends, however it
%% does, the recording ends and nothing is left there.
%%
%% Environment: LANESCOPE_NODE name@host; LANESCOPE_SOCKET where to; LANESCOPE_RECORD options of the recorder, with commas;
%% LANESCOPE_COOKIE_FILE, if the cookie is not the user's own (~/.erlang.cookie): nothing secret is on a command line.
%% SIGTERM ends it in order.
%%
%% SPDX-License-Identifier: GPL-3.0-or-later
-mode(compile).
-export([init/1, handle_event/2, handle_call/2, handle_info/2, terminate/2]).

-define(POLL_MS, 200).
-define(MUCH, 100000). % bytes

main(_) ->
    Path = filename:join(filename:dirname(escript:script_name()), "lanescope.erl"),
    os:set_signal(sigterm, handle),
    ok = gen_event:swap_handler(erl_signal_server, {erl_signal_handler, []}, {?MODULE, self()}),
    {ok, Socket} = check("the socket", gen_tcp:connect({local, os:getenv("LANESCOPE_SOCKET")}, 0, [local, binary, {active, false}])),
    Node = connect(os:getenv("LANESCOPE_NODE")),
    Options = [option(Word) || Word <- string:lexemes(os:getenv("LANESCOPE_RECORD", "procs,migration,message,garbage_collection"), ",")],
    case attach(Node, Path, Options) of
        {ok, Guard, File} -> monitor(process, Guard), put(file, File), hand_over(Guard, Socket);
        {badrpc, {'EXIT', {undef, _}}} -> fail(4, "~ts has another module of the name lanescope", [Node]);
        {_, Reason} -> fail("~ts cannot be recorded: ~ts", [Node, why(Reason)])
    end,
    halt(0).

fail(Format, Arguments) ->
    fail(1, Format, Arguments).

%% What the numbers mean is told by ScopeNodeExit of app/node/scope-node.h.
fail(Status, Format, Arguments) ->
    io:format(standard_error, "lanescope-cli: " ++ Format ++ "~n", Arguments),
    halt(Status).

why({no_runtime_tools, Text}) -> Text;
why({bad_option, Option, Text}) -> io_lib:format("~0tp: ~ts", [Option, Text]);
why(already_attached) -> "somebody else is attached to it";
why({already_recording, _}) -> "it is being recorded already";
why(Reason) -> io_lib:format("~0tp", [Reason]).

check(_, {ok, _} = Good) -> Good;
check(What, {error, Reason}) -> fail("~ts: ~0tp", [What, Reason]).

option(Word) -> list_to_atom(Word).

%% Names with a dot in the host are long ones.
connect(Name) ->
    [_, Host] = string:split(Name, "@"),
    Domain = case lists:member($., Host) of true -> longnames; false -> shortnames end,
    Node = list_to_atom(Name),
    case net_kernel:start(undefined, #{name_domain => Domain}) of
        {ok, _} -> ok;
        {error, Reason} -> fail("no node can be started here: ~0tp", [Reason])
    end,
    case os:getenv("LANESCOPE_COOKIE_FILE") of
        false -> ok;
        File ->
            case file:read_file(File) of
                {ok, Cookie} -> erlang:set_cookie(Node, binary_to_atom(string:trim(Cookie), latin1));
                {error, Posix} -> fail("~ts: ~ts", [File, file:format_error(Posix)])
            end
    end,
    net_kernel:connect_node(Node) =:= true
        orelse fail(2, "~ts cannot be reached: it does not run, its host is not known, or the cookie is another one", [Node]),
    Node.

%% Nobody's own recorder is replaced. One that is brought there is started by the same call: if we end meanwhile, it sees that, and goes.
attach(Node, Path, Options) ->
    case rpc:call(Node, code, which, [lanescope]) of
        non_existing ->
            {ok, Module, Code} = case compile:file(Path, [binary, return_errors]) of
                                     {ok, _, _} = Good -> Good;
                                     _ -> fail("~ts cannot be compiled", [Path])
                                 end,
            {ok, Words, _} = erl_scan:string("{module, M} = code:load_binary(M, \"lanescope.erl\", Code), M:attach(Owner, Options, true)."),
            {ok, Both} = erl_parse:parse_exprs(Words),
            case rpc:call(Node, erl_eval, exprs, [Both, [{'M', Module}, {'Code', Code}, {'Owner', self()}, {'Options', Options}]]) of
                {value, Answer, _} -> Answer;
                Other -> Other
            end;
        {badrpc, _} = Bad -> Bad;
        _ -> rpc:call(Node, lanescope, attach, [self(), Options, false])
    end.

%% Until we are told to stop, nobody reads any more, or the node is gone.
hand_over(Guard, Socket) ->
    receive stop -> finish(Guard, Socket)
    after 0 ->
        case copy(Guard, Socket) of
            closed -> finish(Guard, Socket);
            gone -> node_gone();
            Much when is_integer(Much), Much >= ?MUCH -> hand_over(Guard, Socket);
            _ -> % asking itself leaves traces: not at once
                receive stop -> finish(Guard, Socket)
                after ?POLL_MS ->
                    case gen_tcp:recv(Socket, 0, 0) of
                        {error, Reason} when Reason =/= timeout -> finish(Guard, Socket);
                        _ -> hand_over(Guard, Socket)
                    end
                end
        end
    end.

copy(Guard, Socket) ->
    Guard ! {read, self()},
    receive
        {Guard, {ok, <<>>}} -> none;
        {Guard, {ok, Bytes}} -> case gen_tcp:send(Socket, Bytes) of ok -> byte_size(Bytes); {error, _} -> closed end;
        {Guard, {error, _}} -> gone;
        {'DOWN', _, process, Guard, _} -> gone
    end.

finish(Guard, Socket) ->
    Guard ! {finish, self()},
    receive
        {Guard, {finished, _}} -> copy_rest(Guard, Socket);
        {'DOWN', _, process, Guard, _} -> node_gone()
    end,
    gen_tcp:close(Socket),
    Guard ! {done, self()},
    receive {'DOWN', _, process, Guard, _} -> ok after 10000 -> ok end. % what it brought is away

%% If that was on this computer, what it recorded into is left here; elsewhere that name is nobody's.
node_gone() ->
    File = get(file),
    Folder = filename:dirname(File),
    case {filename:basename(File), filename:basename(Folder)} of
        {"node.trace", "lanescope-node-" ++ _} -> file:delete(File), file:del_dir(Folder);
        _ -> ok
    end,
    fail(3, "the node has ended, or cannot be reached any more", []).

copy_rest(Guard, Socket) ->
    case copy(Guard, Socket) of
        Bytes when is_integer(Bytes) -> copy_rest(Guard, Socket);
        _ -> ok
    end.

%% --- SIGTERM ---

init({Who, _}) -> {ok, Who}.
handle_event(sigterm, Who) -> Who ! stop, {ok, Who};
handle_event(_, Who) -> {ok, Who}.
handle_call(_, Who) -> {ok, ok, Who}.
handle_info(_, Who) -> {ok, Who}.
terminate(_, _) -> ok.
