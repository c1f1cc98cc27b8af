"""erlang_files.py: who speaks in the tests of Erlang's forms, and files of what they say.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os

import harness
from erlang_log import Atom, Pid, Port, Ref

ROOT, CHILD, PORT = Pid(50), Pid(60), Port(6)
HELLO = (Atom('hello'), ROOT, Ref(), b'abc', {Atom('k'): 1.5}, "a string", 2**40)
WHY = (Atom('crash'), "reason")


def write(name, *parts):
    path = os.path.join(harness.WORK.name, name.replace(' ', '_') + '.dat')
    with open(path, 'wb') as file:
        file.write(b''.join(parts))
    return path


def simple(form, *records):
    return write('simple', form.head(['running']), *records)
