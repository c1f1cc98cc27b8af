#!/usr/bin/env python3
"""test-rest.py: the program at rest is asleep, all of its threads: nothing wakes them.

Usage: test-rest.py LANESCOPE SOURCE_ROOT

Needs a display and a bus of its own (xvfb-run, dbus-run-session); without them it says so and is skipped.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import glob
import os
import subprocess
import sys
import tempfile
import time
import unittest

from bus import PATH, call, environment, needs_session, wait

LANESCOPE, TOP = map(os.path.abspath, sys.argv[1:3])
del sys.argv[1:]

REST = 3  # seconds
PATIENCE = 60  # until it rests: a worker that finds nothing to do stays for half a minute


def switches(pid):
    """How often its threads have gone to sleep, which they do as often as they wake up; by thread."""
    found = {}
    for path in glob.glob(f'/proc/{pid}/task/*/status'):
        try:
            with open(path, encoding='ascii', errors='replace') as file:
                found[path] = next(int(line.split()[1]) for line in file if line.startswith('voluntary'))
        except (FileNotFoundError, ProcessLookupError):
            pass  # it has just ended
    return found


@needs_session
@unittest.skipUnless(os.path.exists('/proc/self/status'), 'there is no /proc')
class Rest(unittest.TestCase):
    def rests(self, *args, ready):
        with tempfile.TemporaryDirectory() as folder:
            env = environment(XDG_DATA_HOME=folder, XDG_CACHE_HOME=folder)
            with subprocess.Popen([LANESCOPE, *args], env=env) as window:
                try:
                    self.assertTrue(wait(lambda: '(true,' in call(PATH + '/window/1', 'org.gtk.Actions.Describe', ready).stdout))
                    end = time.monotonic() + PATIENCE
                    while True:
                        before = switches(window.pid)
                        time.sleep(REST)
                        after = switches(window.pid)
                        if after == before or time.monotonic() > end:
                            break
                    self.assertGreater(sum(after.values()), 0)
                    self.assertEqual(after, before)
                finally:
                    window.kill()

    def test_empty(self):
        self.rests(ready='open')

    def test_trace(self):
        self.rests(os.path.join(TOP, 'data', 'examples', 'nbody.eventlog'), ready='mark')


if __name__ == '__main__':
    unittest.main(verbosity=2)
