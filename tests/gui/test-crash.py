#!/usr/bin/env python3
"""test-crash.py: notes outlive a program that is killed; two of them with one trace keep each other's notes.

Usage: test-crash.py LANESCOPE SOURCE_ROOT

Needs a display and a bus of its own (xvfb-run, dbus-run-session); without them it says so and is skipped.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import glob
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from bus import PATH, call, needs_session, wait

LANESCOPE, TOP = map(os.path.abspath, sys.argv[1:3])
del sys.argv[1:]


@needs_session
class Crash(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix='lanescope-crash-')
        self.addCleanup(self.folder.cleanup)
        self.trace = os.path.join(self.folder.name, 'prog.eventlog')
        self.data = os.path.join(self.folder.name, 'data')
        shutil.copy(os.path.join(TOP, 'data', 'examples', 'nbody.eventlog'), self.trace)

    def start(self, *args, ready=('mark', 'reload')):
        env = dict(os.environ, XDG_DATA_HOME=self.data, XDG_CACHE_HOME=os.path.join(self.folder.name, 'cache'))
        process = subprocess.Popen([LANESCOPE, *(args or [self.trace])], env=env)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        # A session can be saved as soon as the trace is shown to its end.
        self.assertTrue(wait(lambda: all(self.enabled(1, action) for action in ready)), 'the trace was never shown')
        return process

    def enabled(self, window, action):
        return '(true,' in call(f'{PATH}/window/{window}', 'org.gtk.Actions.Describe', action).stdout

    def mark(self, window, text):
        got = call(f'{PATH}/window/{window}', 'org.gtk.Actions.Activate', 'mark', f"[<'{text}'>]", '{}')
        self.assertEqual(got.returncode, 0, got.stderr)

    def kept(self):
        while True:
            texts = []
            try:
                for path in glob.glob(os.path.join(self.data, 'lanescope', 'notes', '*.notes')):
                    with open(path, encoding='utf-8') as file:
                        texts += [line.rstrip('\n').split('\t')[3] for line in file if not line.startswith('#')]
                return sorted(texts)
            except FileNotFoundError:  # it has got another name meanwhile, as a log does that has grown
                pass

    def kill(self, process):
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        self.assertTrue(wait(lambda: call(PATH, 'org.gtk.Actions.List').returncode != 0))

    def test_killed(self):
        process = self.start()
        began = time.monotonic()
        expected = []
        # Without a pause, for longer than the window waits before it writes: what is older than that must be there.
        while time.monotonic() - began < 1.5:
            expected.append('note %d' % len(expected))
            self.mark(1, expected[-1])
        self.assertTrue(wait(lambda: expected[0] in self.kept(), 5), 'nothing was kept while notes were added')
        self.assertTrue(wait(lambda: self.kept() == sorted(expected), 10), self.kept())
        self.kill(process)
        self.assertEqual(self.kept(), sorted(expected))
        process = self.start()
        self.mark(1, 'after')
        self.assertTrue(wait(lambda: 'after' in self.kept(), 10))
        self.kill(process)
        self.assertEqual(self.kept(), sorted(expected + ['after']))

    def test_killed_while_following(self):
        # One of Eden's: what stands in it is shown at once.
        with open(os.path.join(TOP, 'tests', 'data', 'eden', 'mdlLogMPI1.eventlog'), 'rb') as file:
            data = file.read()
        with open(self.trace, 'wb') as file:
            file.write(data[:len(data) // 2])
        with open(self.trace, 'ab') as writer:  # somebody has it open: it may grow
            process = self.start('--follow', self.trace, ready=('mark', 'stop-following'))
            self.mark(1, 'while it ran')
            self.assertTrue(wait(lambda: self.kept() == ['while it ran'], 10), self.kept())
            self.kill(process)
            writer.write(data[len(data) // 2:])
        self.assertEqual(self.kept(), ['while it ran'])
        process = self.start()
        self.mark(1, 'after')
        self.assertTrue(wait(lambda: self.kept() == ['after', 'while it ran'], 10), self.kept())
        self.kill(process)

    def test_two_windows(self):
        process = self.start()
        again = subprocess.run([LANESCOPE, self.trace], timeout=60, check=False)
        self.assertEqual(again.returncode, 0)
        self.assertTrue(wait(lambda: self.enabled(2, 'mark') and self.enabled(2, 'reload')), 'there was no second window')
        for i in range(3):
            self.mark(1, 'first %d' % i)
            self.mark(2, 'second %d' % i)
        expected = ['first 0', 'first 1', 'first 2', 'second 0', 'second 1', 'second 2']
        self.assertTrue(wait(lambda: self.kept() == expected, 10), self.kept())
        self.kill(process)
        self.assertEqual(self.kept(), expected)


if __name__ == '__main__':
    unittest.main(verbosity=2)
