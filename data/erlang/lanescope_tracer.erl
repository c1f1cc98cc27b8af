%% lanescope_tracer.erl: the tracer in native code that lanescope.erl takes for `message_sizes', where it is there. Its library,
%% lanescope_tracer.so, lies beside the compiled module. Lanescope's build makes both; elsewhere, in the folder with tracer/:
%%
%%     cc -O2 -shared -fPIC -I $(erl -noshell -eval 'io:put_chars(code:root_dir()), halt().')/usr/include -o lanescope_tracer.so tracer/*.c
%%     erlc lanescope_tracer.erl
%%
%% SPDX-License-Identifier: GPL-3.0-or-later
-module(lanescope_tracer).

-export([hold/0, library/0]).
-export([open/2, write/2, flush/1, close/1]).
-export([enabled/3, trace/5]). % for the VM: see erl_tracer(3)

-on_load(load/0).
-nifs([open/2, write/2, flush/1, close/1, enabled/3, trace/5]).

load() -> erlang:load_nif(library(), self()).

%% @private Without its suffix. It is told where it is if this module came from elsewhere.
library() ->
    case application:get_env(lanescope, tracer_library) of
        {ok, Library} -> Library;
        undefined ->
            case code:which(?MODULE) of
                Beam when is_list(Beam) -> filename:rootname(Beam);
                _ -> atom_to_list(?MODULE)
            end
    end.

%% @private As long as a process is in here, the module is not purged softly; where it is purged, that process ends first, and whoever
%% records is told. Do not purge it by force while it records: a virtual machine of before OTP 25.3 may crash when tracers are taken
%% away from processes that run (erlang/otp 6448).
hold() -> receive stop -> ok end.

%% @private Writes a file for a tracer `{lanescope_tracer, Tracer}', until it is closed, or its owner ends. The name ends in 0.
-spec open(binary(), pid()) -> {ok, reference()} | {error, atom()}.
open(_Name, _Owner) -> erlang:nif_error(not_loaded).

%% @private Whole records are written; how many bytes they were.
-spec write(reference(), binary()) -> non_neg_integer().
write(_Tracer, _Bytes) -> erlang:nif_error(not_loaded).

%% @private What was traced until now is in the file.
-spec flush(reference()) -> ok | {error, atom()}.
flush(_Tracer) -> erlang:nif_error(not_loaded).

%% @private
-spec close(reference()) -> ok | {error, atom()}.
close(_Tracer) -> erlang:nif_error(not_loaded).

enabled(_Tag, _Tracer, _Who) -> erlang:nif_error(not_loaded).

trace(_Tag, _Tracer, _Who, _What, _Options) -> erlang:nif_error(not_loaded).
