#!/usr/bin/env python3
"""test-no-core.py: a program's own fault where its HECs get no core: told below that from counts and order, since times are unsure; and quiet
where the same program is sound.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import gzip
import json
import os
import struct
import unittest

import eventlog
import harness
from harness import dump, run

DATA = os.path.join(harness.TOP, 'tests', 'data', 'profile')
MS = 1000000
N = 12


def log(name, progress, shares=(1, 0)):
    """Two HECs, each with a thread, and twelve times: a thread runs for a ms, then all stand still for 7 ms before they collect. Before the
    first, and of each collection, `progress` has the counters of sparks (created, overflowed, run, fizzled); of those times, the first
    thread runs in the first of `shares`, the other one in the rest."""
    eventlog.MORE.update({12: 0, 20: 0, 21: 0, 22: 0})
    events = [[], []]
    for c in range(2):
        events[c] += [(45, 100, struct.pack('>H', c)), (0, 200, struct.pack('>I', c + 1)), (8, 250, struct.pack('>IH', c + 1, c))]

    def counters(at, created, overflowed, ran, fizzled):
        events[0].append((34, at, struct.pack('>7Q', created, 0, overflowed, ran, 0, fizzled, created - ran - fizzled)))

    if progress:
        counters(300, 0, 0, 0, 0)
    for i in range(N):
        at = (1 + 10 * i) * MS
        who = 0 if i * sum(shares) < N * shares[0] else 1
        thread = struct.pack('>I', who + 1)
        events[who] += [(1, at, thread), (2, at + MS, thread + struct.pack('>HI', 5 if i == N - 1 else 1, 0))]
        events[0].append((12, at + MS))
        for c in range(2):
            events[c] += [(9, at + MS + 1), (21, at + 8 * MS), (20, at + 8 * MS + 1000), (22, at + 8 * MS + 1000), (10, at + 9 * MS)]
        events[0].append((53, at + 9 * MS, struct.pack('>IHQQQIQQQ', 0, 0, 2000, 0, 0, 2, 1000, 2000, 1000)))
        if progress:
            counters(at + 9 * MS, *progress[i])
    blocks = [eventlog.block(c, [eventlog.event(*e) for e in sorted(events[c], key=lambda e: e[1])], 100, 10 * N * MS) for c in range(2)]
    path = os.path.join(harness.WORK.name, name + '.eventlog')
    with open(path, 'wb') as file:
        file.write(eventlog.header(True) + b''.join(blocks) + b'\xff\xff')
    return path


def found(*args, **options):
    return [finding for finding in json.loads(run('explain', '--json', log(*args, **options)).out)['findings'] if finding['rule'] != 'gc_barrier']


class Below(unittest.TestCase):
    def only(self, rule, *args, **options):
        """It stands below the missing core, with that caution, and nothing else does."""
        above, *below = found(*args, **options)
        self.assertEqual(above['rule'], 'no_core')
        self.assertEqual([finding['rule'] for finding in below], [rule] if rule else [])
        for finding in below:
            self.assertIn('told from counts and order', finding['sentence'])
            self.assertLess(finding['cost_ns'], above['cost_ns'])
        return below[0]['sentence'] if below else ''

    def test_small(self):
        """12 ms of work in 30,000 sparks; not in 600, nor in 1,000."""
        said = self.only('sparks_too_small', 'small', [(20000 + 500 * i, 4000, 100 * i, 0) for i in range(N)], (1, 1))
        self.assertIn('There are 29,500 sparks. Spread over them, all that ran is 406 ns for each', said)
        self.only(None, 'few', [(600, 0, 50 * i, 0) for i in range(N)], (1, 1))
        self.only(None, 'larger', [(1000, 0, 80 * i, 0) for i in range(N)], (1, 1))

    def test_large(self):
        """Nothing happens to any spark during nine collections, and one thread runs."""
        said = self.only('sparks_too_large', 'large', [(8, 0, min(i, 2), 0) for i in range(N)], (11, 1))
        self.assertIn('For 9 of 12 collections nothing happens to any spark, and thread 1 does 91.7 % of all that runs', said)
        # Of two alike, each is half of the work; and two threads may run two sparks beside each other.
        self.only(None, 'two', [(2, 0, 0, i // 6) for i in range(N)], (11, 1))
        self.only(None, 'beside', [(8, 0, min(i, 2), 0) for i in range(N)], (1, 1))

    def test_fizzled(self):
        """Who needs its values evaluates all sparks himself, as nobody else gets a core: that is no fault of the sparks."""
        self.only(None, 'fizzled', [(200, 0, 0, 16 * i) for i in range(N)], (1, 0))

    def test_sequential(self):
        """Without any spark: one thread does all, or two share it."""
        self.assertIn('Thread 1 did 100 % of all that ran', self.only('sequential', 'one', None, (1, 0)))
        self.only(None, 'shared', None, (1, 1))

    def test_real(self):
        """A program whose eighth spark has nearly all the work, on a machine with a dozen others."""
        told = json.loads(run('explain', '--json', os.path.join(DATA, 'no-core.eventlog')).out)['findings']
        self.assertEqual([finding['rule'] for finding in told[:2]], ['no_core', 'sparks_too_large'])
        self.assertIn('For 11 of 12 collections', told[1]['sentence'])


class Still(unittest.TestCase):
    """Where nothing runs it is said why, and who waits for whom."""

    def test_timer(self):
        """A poll: main sleeps, and who waits for main waits for a time, too, in the end."""
        trace = os.path.join(harness.TOP, 'tests', 'data', 'analysis', 'timer_polling.eventlog')
        with gzip.open(trace.replace('.eventlog', '.truth.json.gz'), 'rt') as file:
            tasks = {task['name']: task['intervals'] for task in json.load(file)['tasks']}
        row = dump(trace, 'intervals', '--longest=nobody-running', '--limit=1')[0]
        first, last = int(row['start_ns']) + 1000, int(row['start_ns']) + int(row['duration_ns']) - 5000
        finding, = json.loads(run('explain', '--json', '--from', '%dns' % first, '--to', '%dns' % last, trace).out)['findings']
        self.assertEqual((finding['rule'], finding['lanes'][0]), ('nothing_runs', 'thread:1/1'))
        self.assertTrue(any(kind == 'timer' and begin <= first and end >= last for kind, begin, end, *_ in tasks['main']))
        self.assertEqual(finding['evidence'].pop('thread 1 “main”'), 'waits for a time')
        self.assertTrue(finding['sentence'].endswith('thread 1 “main” waits for a time.'))
        for who, what in finding['evidence'].items():
            self.assertTrue(any(kind == 'blocked' and begin <= first and end >= last for kind, begin, end, *_ in tasks[who.split('“')[1][:-1]]), who)
            self.assertEqual(what, 'waits for thread 1 “main”, and in the end for a time')

    def test_collection(self):
        finding, = json.loads(run('explain', '--json', '--from', '3ms', '--to', '8ms', log('still', None)).out)['findings']
        self.assertEqual(finding['rule'], 'nothing_runs')
        self.assertIn('waiting for GC', finding['sentence'])

    def test_something_runs(self):
        found = json.loads(run('explain', '--json', '--from', '1500us', '--to', '8ms', log('some', None)).out)['findings']
        self.assertNotIn('nothing_runs', [finding['rule'] for finding in found])


if __name__ == '__main__':
    harness.main()
