#!/usr/bin/env python3
"""test-attach.py: `watch --node` records a real node that is running, and leaves nothing in it, however it ends.

Usage: test-attach.py LANESCOPE_CLI SOURCE_ROOT [unittest options]

The node writes down again and again what there is in it, so nothing here depends on time. It has an epmd of its own. Without erl,
escript, epmd and OTP's runtime_tools all is skipped.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import glob
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'cli'))

import harness  # pylint: disable=wrong-import-position
from harness import dump, info  # pylint: disable=wrong-import-position

BRIEF = bool(os.environ.get('LANESCOPE_TEST_BRIEF'))
NATIVE = os.environ.get('LANESCOPE_ERLANG_TRACER', '')
NODE, COOKIE = 'target@localhost', 'the_cookie_of_the_node'
PATIENCE = 120
# What runs in the node: somebody who is busy, and somebody who says what there is.
TARGET = r"""
    register(ticker, spawn(fun Tick() -> receive after 5 -> self() ! {tick, <<"a secret of the node">>}, receive {tick, _} -> Tick() end end end)),
    spawn(fun Say() ->
        State = [whereis(lanescope), whereis(lanescope_guard), code:is_loaded(lanescope), erlang:trace_info(whereis(ticker), flags),
                 erlang:system_profile()],
        ok = file:write_file("state.part", io_lib:format("~0p", [State])),
        ok = file:rename("state.part", "state"),
        receive after 50 -> Say() end end)."""
CLEAN = '[undefined,undefined,false,{flags,[]},undefined]'


def why_not():
    for tool in ('erl', 'escript', 'epmd'):
        if shutil.which(tool) is None:
            return tool + ' is missing'
    done = subprocess.run(['erl', '-noshell', '-eval', 'halt(case code:which(dbg) of non_existing -> 1; _ -> 0 end).'], check=False)
    return None if done.returncode == 0 else 'runtime_tools is missing'


def free_port():
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        return probe.getsockname()[1]


@unittest.skipIf(why_not(), why_not())
class Attached(unittest.TestCase):
    def setUp(self):
        self.top = os.path.join(harness.WORK.name, self.id().rsplit('.', 1)[-1])
        self.tmp = os.path.join(self.top, 'tmp')
        for folder in ('tmp', 'home', 'home/user'):
            os.makedirs(os.path.join(self.top, folder))
        # The user's own cookie is another one.
        for name, text in (('home/.erlang.cookie', COOKIE), ('home/user/.erlang.cookie', 'another'), ('cookie', COOKIE + '\n')):
            with open(os.path.join(self.top, name), 'w', encoding='ascii') as file:
                file.write(text)
            os.chmod(file.name, 0o400)
        self.env = dict(os.environ, ERL_EPMD_PORT=str(free_port()), ERL_EPMD_ADDRESS='127.0.0.1',
                        ERL_EPMD_RELAXED_COMMAND_CHECK='1', TMPDIR=self.tmp, HOME=os.path.join(self.top, 'home'),
                        LANESCOPE_ERLANG_DIR=os.path.join(harness.TOP, 'data', 'erlang'))
        paths = ['-pa', self.native()] if 'native' in self.id() else []
        self.target = subprocess.Popen(['erl', '-noinput', *paths, '-sname', NODE, '-kernel', 'inet_dist_use_interface', '{127,0,0,1}',
                                        '-eval', TARGET], cwd=self.top, env=self.env,
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(self.end)
        self.watcher = None
        self.wait(lambda: self.state() == CLEAN)

    def native(self):
        """A folder of the node's with the tracer in native code."""
        folder = os.path.join(self.top, 'native')
        os.mkdir(folder)
        shutil.copy(NATIVE, folder)
        subprocess.run(['erlc', '-o', folder, os.path.join(harness.TOP, 'data', 'erlang', 'lanescope_tracer.erl')], check=True)
        return folder

    def end(self):
        for one in (self.watcher, self.target):
            if one is not None and one.poll() is None:
                one.kill()
                one.communicate()
        subprocess.run(['epmd', '-kill'], env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)

    def wait(self, until):
        end = time.monotonic() + PATIENCE
        while not until():
            self.assertLess(time.monotonic(), end, self.state())
            time.sleep(0.05)

    def state(self):
        try:
            with open(os.path.join(self.top, 'state'), encoding='ascii') as file:
                return file.read()
        except FileNotFoundError:
            return None

    def clean(self):
        return self.state() == CLEAN and os.listdir(self.tmp) == []

    def watch(self, *args, cookie='cookie'):
        self.watcher = subprocess.Popen([harness.PROGRAM, 'watch', '--node', NODE, '--quiet',
                                         '--cookie', os.path.join(self.top, cookie), *args],
                                        env=dict(self.env, HOME=self.env['HOME'] + '/user'), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        return self.watcher

    def watch_until_recorded(self, *args):
        saved = os.path.join(self.top, 'saved.trace')
        self.watch('--save', saved, *args)
        self.wait(lambda: self.watcher.poll() is not None or (os.path.exists(saved + '.part') and os.path.getsize(saved + '.part') > 20000))
        if self.watcher.poll() is not None:
            self.fail(self.watcher.communicate()[1])
        self.wait(lambda: self.state() not in (CLEAN, None))
        return saved

    def test_in_order(self):
        saved = self.watch_until_recorded()
        for name in glob.glob('/proc/[0-9]*/cmdline'):
            try:
                with open(name, 'rb') as file:
                    self.assertNotIn(COOKIE.encode(), file.read())
            except OSError:
                pass
        self.watcher.send_signal(signal.SIGINT)
        said = self.watcher.communicate(timeout=PATIENCE)[1]
        self.assertEqual(self.watcher.returncode, 0, said)
        self.wait(self.clean)
        self.assertTrue(info(saved)['end_mark'])
        self.assertIn('ticker', {row['name'] for row in dump(saved, 'threads')})

    @unittest.skipIf(BRIEF, 'one is enough under sanitizers')
    def test_killed(self):
        self.watch_until_recorded()
        self.watcher.kill()
        self.watcher.communicate()
        # What the killed one had is its own.
        self.wait(lambda: self.state() == CLEAN and not glob.glob(os.path.join(self.tmp, '*', 'node.trace')))

    @unittest.skipIf(BRIEF, 'one is enough under sanitizers')
    def test_node_ends(self):
        saved = self.watch_until_recorded()
        self.target.terminate()
        self.target.communicate(timeout=PATIENCE)
        said = self.watcher.communicate(timeout=PATIENCE)[1]
        self.assertNotEqual(self.watcher.returncode, 0)
        self.assertIn('the node has ended', said)
        self.assertIn('ticker', {row['name'] for row in dump(saved, 'threads')})
        self.assertEqual(os.listdir(self.tmp), [])

    @unittest.skipIf(BRIEF, 'one is enough under sanitizers')
    @unittest.skipUnless(NATIVE, 'the native tracer was not built: erl_nif.h (Debian: erlang-dev) was not found')
    def test_sizes_native(self):
        """What a message contains is never handed over."""
        saved = self.watch_until_recorded('--record', 'message_sizes')
        self.watcher.send_signal(signal.SIGINT)
        self.assertEqual((self.watcher.communicate(timeout=PATIENCE)[1], self.watcher.returncode), ('', 0))
        self.wait(self.clean)
        with open(saved, 'rb') as file:
            content = file.read()
        self.assertNotIn(b'a secret of the node', content)
        self.assertIn(b'lanescope_size', content)
        self.assertTrue(info(saved)['end_mark'])

    @unittest.skipIf(BRIEF, 'one is enough under sanitizers')
    def test_sizes_alone(self):
        """A trace port would record contents, which cannot be taken back."""
        said = self.watch('--record', 'message_sizes').communicate(timeout=PATIENCE)[1]
        self.assertNotEqual(self.watcher.returncode, 0)
        self.assertIn('contents are left out by the native tracer alone, and there is no module lanescope_tracer', said)
        self.wait(self.clean)

    @unittest.skipIf(BRIEF, 'one is enough under sanitizers')
    def test_wrong_cookie(self):
        said = self.watch(cookie='home/user/.erlang.cookie').communicate(timeout=PATIENCE)[1]
        self.assertNotEqual(self.watcher.returncode, 0)
        self.assertIn('cannot be reached', said)
        self.wait(lambda: self.state() == CLEAN)


class Usage(unittest.TestCase):
    def test_names(self):
        for args, words in ((['--node', 'no host'], 'name of a node'), (['--node', "a@b';touch x'"], 'name of a node'),
                            (['--node', 'a@b', '--record', 'procs;halt()'], 'options of lanescope.erl'), (['--cookie', 'x', 'y'], '--node'),
                            (['--node', 'a@b', '--cookie', '/nowhere/x'], 'cannot be read'), (['--node', 'a@b', 'my.trace'], 'not both')):
            done = subprocess.run([harness.PROGRAM, 'watch', *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual((done.returncode, words in done.stderr), (2, True), done.stderr)


if __name__ == '__main__':
    unittest.main()
