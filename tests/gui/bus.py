"""bus.py: a window as a script sees it, over the session's bus, for the tests beside it.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import shutil
import subprocess
import time
import unittest

NAME, PATH = 'org.lanescope.Lanescope', '/org/lanescope/Lanescope'

needs_session = unittest.skipIf(
    shutil.which('gdbus') is None or 'DBUS_SESSION_BUS_ADDRESS' not in os.environ or 'DISPLAY' not in os.environ,
    'there is no display, no session bus or no gdbus')


def environment(**more):
    """Of a window of its own process. Under the sanitizers the stacks of what it allocates are walked the slow way, through
    GLib too: only so does tests/lsan.supp know what GLib gives up on purpose (its table of quarks, for a larger one)."""
    asan = ':'.join(filter(None, (os.environ.get('ASAN_OPTIONS'), 'fast_unwind_on_malloc=0')))
    return dict(os.environ, ASAN_OPTIONS=asan, **more)


def call(path, method, *args):
    return subprocess.run(['gdbus', 'call', '--session', '--dest', NAME, '--object-path', path, '--method', method, *args],
                          capture_output=True, text=True, timeout=60, check=False)


def wait(done, seconds=60):
    """TRUE as soon as done() is; FALSE if it never was."""
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
