#!/usr/bin/env python3
"""test-core-calls.py: calls of a simulation's cores as they are exported: flames by events, charts with marks, against `dump hits` and
`dump functions`.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import os
import tempfile
import unittest

import harness
from harness import dump, run

TRACE = os.path.join(harness.TOP, 'tests', 'data', 'sim', 'sched-tasks.m5.out.gz')
PLAIN = os.path.join(harness.TOP, 'tests', 'data', 'sim', 'spin-three.g20.out.gz')


def export(name, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name)
        done = run('export', *arguments, '-o', path, TRACE, status=None)
        text = ''
        if os.path.exists(path):
            with open(path, encoding='utf-8') as file:
                text = file.read()
        return done, text


class CoreCalls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.hits = dump(TRACE, 'hits')
        cls.functions = dump(TRACE, 'functions')

    def test_folded_by_events(self):
        for kind, n in collections.Counter(row['kind'] for row in self.hits).items():
            own = collections.Counter()
            for line in export('x.folded', '--view', 'flame', '--weight', kind)[1].splitlines():
                path, count = line.rsplit(' ', 1)
                own[path.split(';')[-1]] += int(count)
            self.assertEqual(sum(own.values()), n, kind)
            for row in self.functions:
                self.assertEqual(own[row['function']], int(row[kind]), (kind, row['function']))

    def test_calipers(self):
        """In cycles of whose they are; the tick is a picosecond, the clock 500 ps."""
        text = export('x.svg', '--calipers', '1000,2000.5')[1]
        self.assertIn('>1.00 µs · 2,001 cycles<', text)
        self.assertIn('>1<', text)
        self.assertNotIn('cycles<', export('x.svg')[1])
        done, text = export('x.svg', '--calipers', '1000,2000,processor:1/1')
        self.assertIn('· 2,000 cycles<', text)
        for wrong in '1000', 'a,b', '1000,2000000000', '1000,2000,processor:1/9':
            done, text = export('x.svg', '--calipers', wrong)
            self.assertEqual((done.returncode != 0, text), (True, ''), wrong)
            self.assertNotEqual(done.err, '', wrong)

    def test_cores_at_work(self):
        """A trace that tells of no threads: they are not said to be none; cores are at work all the time."""
        table = harness.rows('report', '--what', 'load', '--format', 'csv', PLAIN)
        self.assertEqual({(row['running'], row['ready'], row['ports']) for row in table}, {('', '', '')})
        self.assertLess(1.5, sum(float(row['processors']) for row in table) / len(table))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'x.svg')
            run('export', '--view', 'overview', '-o', path, PLAIN)
            with open(path, encoding='utf-8') as file:
                text = file.read()
        self.assertIn('>Cores at work: mean ', text)
        self.assertNotIn('threads', text)

    def test_folded_by_instructions(self):
        lines = export('x.folded', '--view', 'flame', '--weight', 'instructions')[1].splitlines()
        self.assertEqual(sum(int(line.rsplit(' ', 1)[1]) for line in lines), sum(int(row['insts']) for row in self.functions))

    def test_marks_in_chart(self):
        n = collections.Counter(row['kind'] for row in self.hits if row['processor'] == '0')
        text = export('x.svg', '--view', 'flame', '--over-time', '--lane', 'processor:1/0')[1]
        self.assertIn('L1 data miss %d<' % n['l1d'], text)
        self.assertIn('L2 miss %d<' % n['l2'], text)
        text = export('x.svg', '--view', 'flame', '--over-time', '--lane', 'processor:1/0', '--hits', 'l2')[1]
        self.assertNotIn('L1 data miss', text)
        self.assertIn('L2 miss %d<' % n['l2'], text)
        text = export('x.svg', '--view', 'flame', '--over-time', '--lane', 'processor:1/0', '--hits', 'none', '--by-kind')[1]
        self.assertNotIn('miss', text)
        self.assertIn('kernel<', text)

    def test_what_there_is_not(self):
        done = export('x.svg', '--view', 'flame', '--over-time', '--hits', 'l9')[0]
        self.assertEqual(done.returncode, 2)
        self.assertIn('l1d, l1i', done.err)
        done = export('x.svg', '--view', 'flame', '--weight', 'misses')[0]
        self.assertEqual(done.returncode, 2)
        if not any(row['kind'] == 'l1i' for row in self.hits):
            done, text = export('x.svg', '--view', 'flame', '--weight', 'l1i')
            self.assertNotEqual(done.returncode, 0)
            self.assertIn('none in this trace', done.err)
            self.assertEqual(text, '')

    def test_calls_of_all_cores(self):
        calls = {row['function']: int(row['calls']) for row in dump(TRACE, 'calls')}
        for row in self.functions:
            if int(row['calls']) > 0:
                self.assertEqual(calls[row['function']], int(row['calls']))
        one = dump(TRACE, 'calls', '--lane', 'processor:1/0')
        self.assertLess(sum(int(row['calls']) for row in one), sum(calls.values()))


if __name__ == '__main__':
    harness.main()
