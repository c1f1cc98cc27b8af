"""far_place.py: what tests of ssh://HOST/PATH share: places, and lines to them (far_line.py). SPDX-License-Identifier: GPL-3.0-or-later"""
import json
import os
import shlex
import sys
import time
import urllib.parse

import harness
from harness import WORK, PROGRAM

LINE = os.path.join(harness.TOP, 'tests', 'cli', 'far_line.py')


def far(path, host='host'):
    return f'ssh://{host}' + urllib.parse.quote(path)


def through(*options):
    """All runs from now on go through such a line."""
    os.environ['LANESCOPE_SSH'] = shlex.join([sys.executable, LINE, '--program', PROGRAM, *map(str, options)])


def file(name):
    return os.path.join(WORK.name, name)


def counted(path):
    """What the line counted, which it tells after the program has ended."""
    end = time.monotonic() + 20
    while time.monotonic() < end and not (os.path.exists(path) and os.path.getsize(path) > 0):
        time.sleep(0.02)
    with open(path, encoding='utf-8') as count:
        return json.loads(count.read().splitlines()[-1])
