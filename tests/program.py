"""program.py: starts lanescope-cli, by itself or by its fork server (tests/cli/fork-server.c), which loads it once for all
commands of a thread. The tests that start it hundreds of times find the server in LANESCOPE_CLI_SERVER; without that each
command is a program of its own.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import atexit
import os
import signal
import socket
import struct
import subprocess
import tempfile
import threading

PER_THREAD = threading.local()
NEXT = '\036'  # between commands of one process
AT_ONCE = 100  # of them: a datagram has an end


class Server:
    """fork-server.c: the program, loaded once for all commands of a thread."""

    def __init__(self, path):
        self.socket, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        # All symbols are bound before the first fork, not by each child anew.
        self.process = subprocess.Popen([path, str(other.fileno())], pass_fds=[other.fileno()], env=dict(os.environ, LD_BIND_NOW='1'))
        other.close()
        atexit.register(self.close)

    def close(self):
        self.socket.close()
        self.process.wait()

    def run_all(self, commands, data, timeout, env, cwd):
        """As subprocess.run() of each, with pipes for all three, one after the other in one process."""
        args = [word for command in commands for word in [NEXT, *command]][1:]
        words = [f'{name}={value}' for name, value in env.items()] + [cwd or os.getcwd()] + args
        message = struct.pack('II', len(env), len(args)) + b''.join(os.fsencode(word) + b'\0' for word in words)
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, \
                tempfile.TemporaryFile() as report:
            given.write(data or b'')
            given.seek(0)
            socket.send_fds(self.socket, [message], [file.fileno() for file in (given, out, err, report)])
            self.socket.settimeout(None)
            pid, = struct.unpack('i', self.socket.recv(4))
            self.socket.settimeout(timeout)
            try:
                status, = struct.unpack('i', self.socket.recv(4))
            except TimeoutError:
                os.kill(pid, signal.SIGKILL)
                self.socket.settimeout(None)
                self.socket.recv(4)
                raise subprocess.TimeoutExpired(args, timeout) from None
            for file in (out, err, report):
                file.seek(0)
            texts, told = [out.read(), err.read()], list(struct.iter_unpack('qqq', report.read()))
        done, starts = [], (0, 0)
        # Of the last one, or of the one that the process ended in, the status is the process's.
        for command, (code, *ends) in zip(commands, [*told, (os.waitstatus_to_exitcode(status), *map(len, texts))]):
            done.append(subprocess.CompletedProcess(command, code, *(text[a:b] for text, a, b in zip(texts, starts, ends))))
            starts = ends
        if len(done) < len(commands):
            raise subprocess.CalledProcessError(done[-1].returncode, done[-1].args, *texts)
        return done


def run(program, args, data=None, timeout=120, env=None, cwd=None, **more):
    """As subprocess.run(), with pipes for all three and bytes in them; `env` None: this process's,
    without the settings of the desktop. What `more` asks for (another user), the server cannot do."""
    path = os.environ.get('LANESCOPE_CLI_SERVER')
    env = dict(os.environ, GSETTINGS_BACKEND='memory') if env is None else env
    if path is None or more:
        return subprocess.run([program, *args], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=timeout, env=env, cwd=cwd, check=False, **more)
    return server_of_thread(path).run_all([[program, *args]], data, timeout, env, cwd)[0]


def server_of_thread(path):
    if not hasattr(PER_THREAD, 'server'):
        PER_THREAD.server = Server(path)
    return PER_THREAD.server


def run_all(program, commands, timeout=120, env=None, cwd=None):
    """As run() of each: the server does them one after the other in one process, which costs half as much."""
    path = os.environ.get('LANESCOPE_CLI_SERVER')
    if path is None:
        return [run(program, args, None, timeout, env, cwd) for args in commands]
    env = dict(os.environ, GSETTINGS_BACKEND='memory') if env is None else env
    commands, done = [[program, *args] for args in commands], []
    for i in range(0, len(commands), AT_ONCE):
        done += server_of_thread(path).run_all(commands[i:i + AT_ONCE], None, timeout, env, cwd)
    return done
