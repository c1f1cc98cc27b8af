#!/usr/bin/env python3
"""test-migrations.py: `dump migration-matrix` against golden files, and by brute force over the migrations and the threads' lanes.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import bisect
import collections
import os
import random
import re
import unittest

import harness
from harness import dump, find_traces, number, run


def matrix(trace, *args):
    return {(r['machine'], r['from_processor'], r['to_processor']): r for r in dump(trace, 'migration-matrix', *args)}


def is_waiting(row):
    return row['state'] == 'runnable' or (row['state'], row['reason']) == ('blocked', 'migrating')


class Brute:
    """What the matrix should be, from other tables."""

    def __init__(self, trace):
        self.moves = [(number(r['time_ns']), r['machine'], r['thread'], r['from_processor'], r['to_processor'])
                      for r in dump(trace, 'migrations')]
        self.waits = []  # (time of the migration that began it, machine, from, to, duration)
        by_thread = collections.defaultdict(list)
        for move in self.moves:
            by_thread[move[1:3]].append((move[0], move[3]))
        lanes = ['thread:%s/%s' % who for who in by_thread]
        harness.ask_ahead([['dump', 'intervals', '--lane', lane, trace] for lane in lanes])
        for lane, ((machine, _), moves) in zip(lanes, by_thread.items()):
            self.walk(machine, sorted(moves), dump(trace, 'intervals', '--lane', lane))

    def walk(self, machine, moves, intervals):
        """A maximal stretch of waiting that a run follows, and the first migration in it."""
        start = end = None
        for row in intervals:
            at = number(row['start_ns'])
            if is_waiting(row):
                start = at if start is None or end != at else start
                end = at + number(row['duration_ns'])
                continue
            if row['state'] == 'running' and start is not None and end == at:
                # A migration at the very time of the run belongs to the wait before it.
                first = bisect.bisect_left(moves, (start, ''))
                if first < len(moves) and moves[first][0] <= at and moves[first][1] != row['processor']:
                    self.waits.append((moves[first][0], machine, moves[first][1], row['processor'], at - start))
            start = None

    def matrix(self, low=None, high=None):
        def inside(time):
            return (low is None or time >= low) and (high is None or time < high)
        counts = collections.Counter(move[1:2] + move[3:] for move in self.moves if inside(move[0]))
        waits = collections.defaultdict(list)
        for time, machine, come, go, duration in self.waits:
            if inside(time):
                waits[machine, come, go].append(duration)
        return counts, waits


class Matrix(unittest.TestCase):
    maxDiff = 2000

    def compare(self, found, brute, *window):
        counts, waits = brute.matrix(*window)
        self.assertEqual({key: int(r['count']) for key, r in found.items() if int(r['count'])}, dict(counts))
        self.assertEqual({key: int(r['waits']) for key, r in found.items() if int(r['waits'])},
                         {key: len(all) for key, all in waits.items()})
        for key, durations in waits.items():
            durations.sort()
            row = found[key]
            self.assertEqual(int(row['wait_max_ns']), durations[-1], key)
            self.assertEqual(int(row['wait_mean_ns']), sum(durations) // len(durations), key)
            self.assertEqual(int(row['wait_p50_ns']), durations[(len(durations) + 1) // 2 - 1], key)
            self.assertEqual(int(row['wait_p90_ns']), durations[(len(durations) * 9 + 9) // 10 - 1], key)
        for key, row in found.items():
            if key not in waits:
                self.assertEqual([row[name] for name in row if name.startswith('wait_')], [''] * 4, key)

    def check(self, trace):
        brute = Brute(trace)
        self.compare(matrix(trace), brute)
        times = sorted(move[0] for move in brute.moves) or [0]
        chance = random.Random(len(times))
        windows = [sorted(chance.choices(times, k=2)) if chance.random() < .5 else
                   sorted(chance.randint(times[0] - 9, times[-1] + 9) for _ in range(2)) for _ in range(6)]
        harness.ask_ahead([['dump', 'migration-matrix', '--from', low, '--to', high + 1, trace] for low, high in windows])
        for low, high in windows:
            self.compare(matrix(trace, '--from', low, '--to', high + 1), brute, low, high + 1)


class Golden(unittest.TestCase):
    def check(self, path):
        """The sum of the matrix and, where the list is whole, each of its cells."""
        want, listed, cut = 0, collections.Counter(), False
        with open(path, encoding='utf-8') as file:
            for line in file:
                found = re.match(r'\[migrations\] events (\d+)', line)
                want = int(found[1]) if found else want
                found = re.match(r'migrate \d+ thread \d+ cap (\d+) -> (\d+)', line)
                if found:
                    listed[found[1], found[2]] += 1
        cut = sum(listed.values()) < want
        found = matrix(path.replace('.golden.txt', '.eventlog'))
        self.assertEqual(sum(int(r['count']) for r in found.values()), want)
        if not cut:
            self.assertEqual({key[1:]: int(r['count']) for key, r in found.items() if int(r['count'])}, dict(listed))


class Form(unittest.TestCase):
    def test_eden(self):
        for trace in find_traces('eden', 'small3.parevents'):
            self.assertEqual(matrix(trace), {})

    def test_json(self):
        for trace in find_traces('ghc', 'parfib-n4-la.eventlog'):
            rows = harness.json.loads(run('dump', 'migration-matrix', '--format', 'json', trace).out)
            self.assertGreater(sum(row['count'] for row in rows), 50)
            self.assertEqual(list(rows[0])[:4], ['machine', 'from_processor', 'to_processor', 'count'])


# The lane of every thread that moves is read by a run of the program.
harness.add_cases(Matrix, [t for t in find_traces('ghc', '*.eventlog') if not os.path.basename(t).startswith('trunc-header')],
                  Matrix.check)
# Erlang's move and run in one microsecond, without waiting for it. One has a thousand processes.
harness.add_cases(Matrix, [t for t in harness.find_erlang() if os.path.basename(t) not in ('mid_sched.dat', 'wrap0.dat')],
                  Matrix.check)
harness.add_cases(Golden, find_traces('ghc', '*.golden.txt') + find_traces('ghc/peer', '*.golden.txt'), Golden.check)

if __name__ == '__main__':
    harness.main()
