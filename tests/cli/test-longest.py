#!/usr/bin/env python3
"""test-longest.py: `dump intervals --longest` against brute force over `dump intervals --lane` and the other tables.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import glob
import os
import unittest

from harness import TOP, dump, run

STATES = {'waits': 'blocked', 'ready': 'runnable', 'running': 'running', 'outside': 'outside'}
TRACES = [os.path.join(TOP, 'data', 'examples', name) for name in ('mergesort8.parevents', 'nbody.eventlog')]
TRACES += sorted(glob.glob(os.path.join(TOP, 'tests', 'data', '*', '*.eventlog')), key=os.path.getsize)[-2:]


def longest(trace, kind, limit, *args):
    return dump(trace, 'intervals', '--longest', kind, '--limit', limit, *args)


class Longest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """All intervals of all threads and processors, once."""
        cls.threads, cls.processors, cls.span = {}, {}, {}
        for trace in TRACES:
            info = dump(trace, 'threads')
            cls.threads[trace] = {}
            for row in info:
                lane = f'thread:{row["machine"]}/{row["thread"]}'
                cls.threads[trace][lane] = dump(trace, 'intervals', '--lane', lane)
            cls.processors[trace] = {}
            for row in dump(trace, 'processors'):
                lane = f'processor:{row["machine"]}/{row["processor"]}'
                cls.processors[trace][lane] = dump(trace, 'intervals', '--lane', lane)

    def each(self):
        for trace in TRACES:
            with self.subTest(os.path.basename(trace)):
                yield trace

    def expected(self, trace, state, reason=None):
        rows = [(-int(r['duration_ns']), int(r['start_ns']), lane, r)
                for lane, rows in self.threads[trace].items() for r in rows
                if r['state'] == state and (reason is None or r['reason'] == reason)]
        return sorted(rows, key=lambda row: row[:3])

    def compare(self, found, expected, limit):
        self.assertEqual(len(found), min(limit, len(expected)))
        self.assertEqual([int(r['duration_ns']) for r in found], [-e[0] for e in expected[:limit]])
        mine = {(e[2], e[1]): e[3] for e in expected}
        for row in found:
            other = mine.pop((row['lane'], int(row['start_ns'])))
            for name in ('duration_ns', 'state', 'reason', 'task', 'processor'):
                self.assertEqual(row[name], other[name])

    def test_states(self):
        compared = 0
        for trace in self.each():
            for kind, state in STATES.items():
                expected = self.expected(trace, state)
                for limit in (1, 7, 1000000):
                    self.compare(longest(trace, kind, str(limit)), expected, limit)
                compared += len(expected)
        self.assertGreater(compared, 5000)

    def test_reasons(self):
        compared = 0
        for trace in self.each():
            reasons = {r['reason'] for rows in self.threads[trace].values() for r in rows if r['state'] == 'blocked'}
            for reason in reasons - {''}:
                expected = self.expected(trace, 'blocked', reason)
                self.compare(longest(trace, 'waits:' + reason, '50'), expected, 50)
                compared += len(expected)
        self.assertGreater(compared, 500)

    def test_lane(self):
        for trace in self.each():
            lane, rows = max(self.threads[trace].items(), key=lambda item: len(item[1]))
            expected = sorted((-int(r['duration_ns']), int(r['start_ns']), lane, r) for r in rows if r['state'] == 'running')
            self.compare(longest(trace, 'running', '20', '--lane', lane),
                         expected, 20)
            machine = lane.split('/')[0].replace('thread', 'machine')
            for row in longest(trace, 'waits', 100, '--lane', machine):
                self.assertTrue(row['lane'].startswith(machine.replace('machine', 'thread') + '/'), row)

    def test_range(self):
        """Clipped, as `dump intervals` is."""
        for trace in self.each():
            times = [int(r['start_ns']) for rows in self.threads[trace].values() for r in rows]
            a, b = min(times), max(times)
            window = ('--from', str(a + (b - a) // 4), '--to', str(a + (b - a) // 2))
            lanes = list(self.threads[trace])[:12]
            expected = sorted(-int(r['duration_ns']) for lane in lanes
                              for r in dump(trace, 'intervals', '--lane', lane, *window) if r['state'] == 'blocked')
            found = [r for r in longest(trace, 'waits', '1000000', *window)
                     if r['lane'] in lanes]
            self.assertEqual([-int(r['duration_ns']) for r in found], expected)

    def test_nobody(self):
        compared = 0
        for trace in self.each():
            machines = {lane.split(':')[1].split('/')[0] for lane in self.processors[trace]}
            for machine in [None, *sorted(machines)[:2]]:
                mine = [rows for lane, rows in self.processors[trace].items()
                        if machine is None or lane.startswith(f'processor:{machine}/')]
                busy = sorted((int(r['start_ns']), int(r['start_ns']) + int(r['duration_ns'])) for rows in mine for r in rows
                              if r['state'] in ('running', 'active', 'unknown'))
                everything = [(int(r['start_ns']), int(r['start_ns']) + int(r['duration_ns'])) for rows in mine for r in rows]
                at, gaps = min(a for a, _ in everything), []
                for start, end in busy + [(max(b for _, b in everything),) * 2]:
                    if start > at:
                        gaps.append((at - start, at))
                    at = max(at, end)
                lane = ['--lane', 'machine:' + machine] if machine else []
                found = longest(trace, 'nobody-running', '200', *lane)
                self.assertEqual([(-int(r['duration_ns']), int(r['start_ns'])) for r in found], sorted(gaps)[:200])
                compared += len(found)
        self.assertGreater(compared, 100)

    def test_tables(self):
        """Collections and messages against their tables."""
        compared = 0
        for trace in self.each():
            rows = dump(trace, 'collections')
            expected = sorted((-int(r['duration_ns']), int(r['start_ns']), f'machine:{r["machine"]}', r['generation'],
                               r['sync_ns'], r['processor']) for r in rows if r['duration_ns'])
            found = longest(trace, 'gc', '100000')
            self.assertEqual([(-int(r['duration_ns']), int(r['start_ns']), r['lane'], r['generation'], r['sync_ns'],
                               r['processor']) for r in found], expected)
            compared += len(found)
            rows = [r for r in dump(trace, 'messages') if r['send_ns'] and r['receive_ns']]
            expected = sorted((int(r['send_ns']) - int(r['receive_ns']), int(r['send_ns'])) for r in rows
                              if int(r['receive_ns']) >= int(r['send_ns']))
            found = longest(trace, 'latency', '100000')
            self.assertEqual([(-int(r['duration_ns']), int(r['start_ns'])) for r in found], expected)
            compared += len(found)
        self.assertGreater(compared, 500)

    def test_usage(self):
        trace = TRACES[1]
        for args in (['--longest', 'everything'], ['--longest', 'waits:love'], ['--longest', 'gc:mvar'],
                     ['--longest', 'waits', '--limit', '0'], ['--longest', 'waits', '--states-only']):
            done = run('dump', 'intervals', *args, trace, status=2)
            self.assertEqual(done.out, '', args)
            self.assertIn('lanescope-cli', done.err)
        run('dump', 'marks', '--longest', 'waits', trace, status=2)


if __name__ == '__main__':
    unittest.main()
