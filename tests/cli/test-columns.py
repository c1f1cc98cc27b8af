#!/usr/bin/env python3
"""test-columns.py: columns of random windows against a brute-force sum over `dump intervals`.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import bisect
import collections
import itertools
import os
import random
import unittest

import harness
from harness import STATES, dump, find_traces, info, number, rows, run

WINDOWS = 3  # per lane


def asked_intervals(trace, lane):
    return ['dump', 'intervals', '--lane', lane, '--states-only', trace]


def asked_columns(trace, lane, start, end, width):
    return ['columns', '--lane', lane, '--from', start, '--to', end, '--width', width, trace]


class Lane:
    """All intervals of a lane. The time of a state before t is the sum of t − start over all that start before it, less
    the same of those that end before it; this holds for lanes that are sums of several, too."""

    def __init__(self, trace, lane):
        edges = {state: ([], []) for state in STATES}
        for row in rows(*asked_intervals(trace, lane)):
            start, length = number(row['start_ns']), number(row['duration_ns'])
            edges[row['state']][0].append(start)
            edges[row['state']][1].append(start + length)
        self.edges = {state: [(sorted(times), [0, *itertools.accumulate(sorted(times))]) for times in both]
                      for state, both in edges.items() if both[0]}

    def before(self, time):
        """By state, of those that it has."""
        return {state: self.state_before(state, time) for state in self.edges}

    def state_before(self, state, time):
        total = 0
        for sign, (times, sums) in zip((1, -1), self.edges[state]):
            n = bisect.bisect_left(times, time)
            total += sign * (n * time - sums[n])
        return total


def is_sum(trace, lane):
    """A machine of several processors has no state of its own: its intervals are theirs."""
    first = run('dump', 'intervals', '--lane', lane, trace).out.splitlines()[1:2]
    return bool(first) and not first[0].endswith(',')


def lanes_of(trace):
    """Some of each kind; TRUE for lanes that are sums of several."""
    found = ['machine:' + machine['machine'] for machine in dump(trace, 'machines')]
    random.shuffle(found)
    found = [(lane, is_sum(trace, lane)) for lane in found[:2]]
    for kind, table in (('processor', 'processors'), ('process', 'processes'), ('thread', 'threads')):
        some = [r for r in dump(trace, table) if r['start_ns'] != '']
        for r in random.sample(some, min(2, len(some))):
            found.append(('%s:%s/%s' % (kind, r['machine'], r[kind]), False))
    return found


class Columns(unittest.TestCase):
    def check(self, trace):
        random.seed(os.path.basename(trace))
        facts = info(trace)
        if facts['events'] == 0:
            self.skipTest('there is nothing in it')
        first, last = (number(str(facts[k])) for k in ('start_ns', 'end_ns'))
        for name, summed in lanes_of(trace):
            windows = [(first, last, random.randint(1, 2000))]
            for _ in range(WINDOWS - 1):
                length = max(1, int((last - first) * 10 ** random.uniform(-6, 0)))
                start = random.randint(first - length // 3, max(first, last - length))
                windows.append((start, start + length, random.choice((1, 7, 100, 1600))))
            windows = [window for window in windows if window[1] > window[0]]
            harness.ask_ahead([asked_intervals(trace, name)] + [asked_columns(trace, name, *window) for window in windows])
            lane = Lane(trace, name)
            for window in windows:
                self.window(trace, name, lane, summed, *window)

    def window(self, trace, name, lane, summed, start, end, width):
        found = rows(*asked_columns(trace, name, start, end, width))
        where = '%s %s [%d, %d) in %d' % (os.path.basename(trace), name, start, end, width)
        self.assertEqual(len(found), min(width, end - start), where)
        pixel = (end - start) / len(found)
        before = None
        until = lane.before(number(found[0]['from_ns']))
        for i, row in enumerate(found):
            self.assertEqual(int(row['column']), i, where)
            a, b = number(row['from_ns']), number(row['to_ns'])
            self.assertTrue(before is None or before == a, where)
            before = b
            for edge, true in ((a, start + pixel * i), (b, start + pixel * (i + 1))):
                # Below eight ticks a pixel an eighth of it is less than a tick.
                self.assertLessEqual(abs(edge - true), max(pixel / 8, 0.5) + 1e-6 * abs(pixel) + 1e-3, where)
            figures = {state: number(row[state + '_ns']) for state in STATES}
            if not summed:
                self.assertEqual(sum(figures.values()), b - a, where)
            since, until = until, lane.before(b)
            totals = {state: until[state] - since[state] for state in until}
            for state in STATES:
                brute = totals.get(state, 0)
                if state == 'unknown' and not summed:
                    # Not alive counts as unknown: a row always adds up.
                    brute = b - a - sum(total for s, total in totals.items() if s != 'unknown')
                if figures[state] != brute:
                    self.fail('%s, %s of column %d [%s, %s): %s, not %s' % (where, state, i, a, b, figures[state], brute))

    def test_clipping(self):
        """--from and --to cut intervals, and totals of entities are those inside."""
        for trace in find_traces('eden', 'small3.parevents') + find_traces('ghc', 'parfib-n4-la.eventlog'):
            random.seed(7)
            first, last = (number(str(info(trace)[k])) for k in ('start_ns', 'end_ns'))
            threads = [r for r in dump(trace, 'threads') if r['start_ns'] != '']
            for row in random.sample(threads, min(6, len(threads))):
                lane = 'thread:%s/%s' % (row['machine'], row['thread'])
                whole = dump(trace, 'intervals', '--lane', lane)
                start = random.randint(first, last)
                end = random.randint(start, last)
                cut = []
                for r in whole:
                    a, b = number(r['start_ns']), number(r['start_ns']) + number(r['duration_ns'])
                    a, b = max(a, start), min(b, end)
                    if b > a:
                        cut.append(dict(r, start_ns=str(a), duration_ns=str(b - a)))
                found = dump(trace, 'intervals', '--lane', lane, '--from', start, '--to', end)
                self.assertEqual(found, cut, lane)
                inside = [r for r in dump(trace, 'threads', '--from', start, '--to', end)
                          if (r['machine'], r['thread']) == (row['machine'], row['thread'])][0]
                for state in ('runnable', 'running', 'blocked', 'outside'):
                    self.assertEqual(number(inside[state + '_ns']),
                                     sum(number(r['duration_ns']) for r in cut if r['state'] == state), lane)

    def test_runs_in_a_range(self):
        """How often processors and threads ran, and collected, between any two events: as many as there are such events; also
        where a thread stops and runs on within a tick (queens, killed), which lanes cannot show."""
        names = ('queens-ghc-7.0.2', 'parfib-n4-la', 'gcheavy-n4-s-check', 'killed-n2-la', 'setcaps-la')
        traces = find_traces('eden', 'small3.parevents')
        for name in names:
            traces += find_traces('ghc', name + '.eventlog')
        self.assertNotEqual(traces, [])
        for trace in traces:
            random.seed(11)
            events = [(int(r['time_ns']), r) for r in dump(trace, 'events') if r['name'] in ('run_thread', 'gc_start')]
            for _ in range(3):
                start, end = sorted(random.choice(events)[0] + random.choice((0, 0, 1)) for _ in '12')
                inside = [r for time, r in events if start <= time < end]
                window = ('--from', start, '--to', end)
                for row in dump(trace, 'processors', *window):
                    for column, name in (('runs', 'run_thread'), ('collections', 'gc_start')):
                        n = sum(r['name'] == name and (r['machine'], r['processor']) == (row['machine'], row['processor'])
                                for r in inside)
                        self.assertEqual(row[column], str(n), (trace, start, end, row, column))
                want, found = collections.Counter(), collections.Counter()
                for r in inside:
                    if r['name'] == 'run_thread':
                        want[r['machine'], r['detail'].split('=')[1]] += 1
                for row in dump(trace, 'threads', *window):
                    found[row['machine'], row['thread'].split('#')[0]] += int(row['runs'])
                self.assertEqual(+found, want, (trace, start, end))

    def test_stats_are_sums_of_intervals(self):
        for trace in find_traces('eden', 'small3.parevents') + find_traces('ghc', 'parfib-n4-la.eventlog'):
            by = {(r['group'], r['name']): r for r in rows('stats', '--by', 'thread', '--format', 'csv', trace)}
            for row in dump(trace, 'threads')[:12]:
                lane = 'thread:%s/%s' % (row['machine'], row['thread'])
                lengths = {}
                for r in dump(trace, 'intervals', '--lane', lane):
                    lengths.setdefault(r['state'], []).append(number(r['duration_ns']))
                self.assertEqual({name for group, name in by if group == lane}, set(lengths))
                whole = sum(map(sum, lengths.values()))
                for state, values in lengths.items():
                    r = by[lane, state]
                    values.sort()
                    self.assertEqual((number(r['total_ns']), int(r['count']), number(r['longest_ns'])),
                                     (sum(values), len(values), values[-1]))
                    self.assertAlmostEqual(float(r['share']), sum(values) / whole, places=5)
                    self.assertAlmostEqual(float(r['mean_ns']), sum(values) / len(values), places=2)
                    for percent in (50, 90, 99):
                        self.assertEqual(number(r['p%d_ns' % percent]),
                                         values[max(-(-len(values) * percent // 100), 1) - 1])


TRACES = (find_traces('eden', '*.parevents') + find_traces('eden', '*.eventlog') + find_traces('ghc', '*.eventlog')
          + find_traces('ghc/peer', '*.eventlog'))
harness.add_cases(Columns, [t for t in TRACES if 'trunc-header' not in t], Columns.check)

if __name__ == '__main__':
    harness.main()
