#!/usr/bin/env python3
"""test-live-bus.py: a program that runs is followed, marked and let go by a script, over the session's bus.

Usage: test-live-bus.py LANESCOPE LIVE_WRITER

Needs a display and a bus of its own (xvfb-run, dbus-run-session); without them it says so and is skipped.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import glob
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from bus import PATH, call, environment, needs_session, wait

LANESCOPE, WRITER = map(os.path.abspath, sys.argv[1:3])
del sys.argv[1:]


@needs_session
class Bus(unittest.TestCase):
    def test_marks(self):
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, 'prog.eventlog')
            data = os.path.join(folder, 'data')
            env = environment(XDG_DATA_HOME=data, XDG_CACHE_HOME=os.path.join(folder, 'cache'))
            writer = subprocess.Popen([WRITER, '--manner', '9.2', '--flush', '50', '--rate', '20000', '--seconds', '60',
                                       '--end', 'stay', log], stdout=subprocess.DEVNULL)
            window = subprocess.Popen([LANESCOPE, '--follow', log], env=env)
            try:
                self.follow(data)
                call(PATH, 'org.gtk.Actions.Activate', 'quit', '[]', '{}')
                self.assertEqual(window.wait(60), 0)
            finally:
                for process in window, writer:
                    process.kill()
                    process.wait()

    def follow(self, data):
        def activate(action, *value):
            got = call(PATH, 'org.gtk.Actions.Activate', action, '[%s]' % ', '.join('<%s>' % v for v in value), '{}')
            self.assertEqual(got.returncode, 0, got.stderr)

        def notes():
            return ''.join(pathlib.Path(path).read_text(encoding='utf-8') for path in
                           glob.glob(os.path.join(data, 'lanescope', 'notes', '*.notes')))

        self.assertTrue(wait(lambda: call(PATH, 'org.gtk.Actions.List').returncode == 0), 'it never came to the bus')
        # A note is taken only when there is a trace: as soon as the window shows it.
        window = PATH + '/window/1'
        self.assertTrue(wait(lambda: '(true,' in call(window, 'org.gtk.Actions.Describe', 'mark').stdout),
                        'nothing was shown')
        activate('mark', "'phase 1'")
        activate('mark', "'phase 2'")
        activate('stop-following')
        self.assertTrue(wait(lambda: 'phase 2' in notes()), 'the notes were not kept')
        lines = [line.split('\t') for line in notes().splitlines() if not line.startswith('#')]
        self.assertEqual([line[3] for line in lines], ['phase 1', 'phase 2'])
        times = [int(line[0]) for line in lines]
        self.assertTrue(0 < times[0] <= times[1], times)


if __name__ == '__main__':
    unittest.main(verbosity=2)
