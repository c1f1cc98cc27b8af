"""many.py: writes logs with very many of something, for what must not cost memory or time for each of them.

many.py KIND PATH N [MORE]: for a look by hand and for the benchmarks. Kinds are the functions below.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import random
import struct
import sys

import eventlog
from erlang_log import MFA, Atom, Form, Pid

PER_BLOCK = 4096
STEP = 100  # ns between two threads

# One thread is made, runs and stops; another one, made long ago, runs and ends.
TURN = struct.Struct('>HQI HQI HQIHI HQI HQIHI')
YIELDS, ENDS = 3, 5


def _blocks(path, turns):
    """`turns` yields (time of the first event, time of the last one, bytes)."""
    with open(path, 'wb') as file:
        file.write(eventlog.header() + eventlog.block(0, [eventlog.event(45, 1, struct.pack('>H', 0))], 1, 1))
        held, start, end = [], 0, 0
        for first, last, data in turns:
            if not held:
                start = first
            held.append(data)
            end = last
            if len(held) == PER_BLOCK:
                file.write(eventlog.block(0, held, start, end))
                held = []
        if held:
            file.write(eventlog.block(0, held, start, end))
        file.write(b'\xff\xff')


def threads(path, n, alive=50000, numbers=None):
    """A GHC log of one capability and n threads, `alive` of them at once; those that are left at the end never finish. `numbers`:
    what the i-th is called (from 1 on, if it is not given)."""
    number = numbers or (lambda i: i + 1)

    def turns():
        for i in range(n):
            t = 1000 + i * STEP
            new = number(i)
            if i < alive:
                yield t, t + 20, TURN.pack(0, t, new, 1, t + 5, new, 2, t + 20, new, YIELDS, 0,
                                           1, t + 30, new, 2, t + 40, new, YIELDS, 0)
            else:
                old = number(i - alive)
                yield t, t + 40, TURN.pack(0, t, new, 1, t + 5, new, 2, t + 20, new, YIELDS, 0,
                                           1, t + 30, old, 2, t + 40, old, ENDS, 0)
    _blocks(path, turns())


def busy(path, n):
    """The same, and two more threads that take turns 12,000 times."""
    pair = struct.Struct('>HQI HQIHI')

    def turns():
        for i in range(n):
            t = 1000 + i * STEP
            yield t, t + 20, TURN.pack(0, t, i + 1, 1, t + 5, i + 1, 2, t + 20, i + 1, YIELDS, 0,
                                       1, t + 30, i + 1, 2, t + 40 + i % 7, i + 1, ENDS, 0)
        start = 1000 + n * STEP
        yield start, start, b''.join(eventlog.event(0, start, struct.pack('>I', n + k)) for k in (1, 2))
        for i in range(24000):
            t, thread = start + 10 + i * 40, n + 1 + i % 2
            yield t, t + 20, pair.pack(1, t, thread, 2, t + 20 + i % 11, thread, YIELDS, 0)
    _blocks(path, turns())


def strewn(path, n, alive=None):
    """The same with numbers at random, and nobody finishes."""
    order = random.Random(1)
    numbers = [order.getrandbits(32) for _ in range(n)]
    threads(path, n, n if alive is None else alive, numbers.__getitem__)


def twice(path, n, alive=1000):
    """The same, but every number is given to two threads."""
    threads(path, n, alive, lambda i: i % max(n // 2, 1) + 1)


def environment(path, n):
    """A log that says n times what environment its program had: five kilobytes."""
    text = b'\0'.join(b'VARIABLE_%d=%s' % (i, b'value ' * 8) for i in range(80)) + b'\0'
    with open(path, 'wb') as file:
        file.write(eventlog.header(more=True) + eventlog.block(0, [eventlog.event(45, 1, struct.pack('>H', 0))], 1, 1))
        for i in range(0, n, 64):
            events = [eventlog.event(31, 10 + j, struct.pack('>I', 0) + text) for j in range(i, min(i + 64, n))]
            file.write(eventlog.block(0, events, 10 + i, 74 + i))
        file.write(b'\xff\xff')


def _erlang(path, records, end):
    form = Form(scheduler=True)
    with open(path, 'wb') as file:
        file.write(form.head(['all']))
        for micros, subject, tag, *rest in records(form):
            file.write(form.trace(micros, subject, tag, *rest, on=1))
        file.write(form.stop(end))


def parties(path, n, like='p_%d'):
    """An Erlang trace of one process that sends to n registered names that nobody is known to bear."""
    def records(form):
        yield 1, Pid(50), 'in', MFA('m', 'f', 0)
        for i in range(n):
            yield 2 + i, Pid(50), 'send', Atom('hello'), Atom(like % i)
    _erlang(path, records, n + 10)


def foreigners(path, n):
    """The same to n processes of nodes that were not recorded."""
    def records(form):
        yield 1, Pid(50), 'in', MFA('m', 'f', 0)
        for i in range(n):
            yield 2 + i, Pid(50), 'send', Atom('hello'), Pid(i % 30000, i // 30000, 'n%d@far' % (i % 7))
    _erlang(path, records, n + 10)


def ghosts(path, n):
    """The same, from n processes to n names, and n processes are the others' parents that nobody saw."""
    def records(form):
        for i in range(n):
            yield 4 * i, Pid(100 + i), 'in', MFA('m', 'f', 0)
            yield 4 * i + 1, Pid(100 + i), 'send', Atom('hello'), Atom('p_%d' % i)
            yield 4 * i + 2, Pid(100 + i), 'link', Pid(i, 8000)
            yield 4 * i + 3, Pid(100 + i), 'out', MFA('m', 'f', 0)
    _erlang(path, records, 4 * n + 10)


def processes(path, n):
    """An Erlang trace of n processes that are made and never end."""
    def records(form):
        work = MFA('m', 'work', [])
        for i in range(n):
            pid = Pid(100 + i)
            yield 3 * i, Pid(50), 'spawn', pid, work
            yield 3 * i + 1, pid, 'in', MFA('m', 'work', 0)
            yield 3 * i + 2, pid, 'out', MFA('m', 'wait', 1)
    _erlang(path, records, 3 * n + 10)


if __name__ == '__main__':
    globals()[sys.argv[1]](sys.argv[2], *map(int, sys.argv[3:]))
