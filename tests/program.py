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

    def run(self, args, data, timeout, env, cwd):
        """As subprocess.run(), with pipes for all three."""
        words = [f'{name}={value}' for name, value in env.items()] + [cwd or os.getcwd()] + args
        message = struct.pack('II', len(env), len(args)) + b''.join(os.fsencode(word) + b'\0' for word in words)
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            given.write(data or b'')
            given.seek(0)
            socket.send_fds(self.socket, [message], [file.fileno() for file in (given, out, err)])
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
            out.seek(0)
            err.seek(0)
            return subprocess.CompletedProcess(args, os.waitstatus_to_exitcode(status), out.read(), err.read())


def run(program, args, data=None, timeout=120, env=None, cwd=None, **more):
    """As subprocess.run(), with pipes for all three and bytes in them; `env` None: this process's,
    without the settings of the desktop. What `more` asks for (another user), the server cannot do."""
    path = os.environ.get('LANESCOPE_CLI_SERVER')
    env = dict(os.environ, GSETTINGS_BACKEND='memory') if env is None else env
    if path is None or more:
        return subprocess.run([program, *args], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=timeout, env=env, cwd=cwd, check=False, **more)
    if not hasattr(PER_THREAD, 'server'):
        PER_THREAD.server = Server(path)
    return PER_THREAD.server.run([program, *args], data, timeout, env, cwd)
