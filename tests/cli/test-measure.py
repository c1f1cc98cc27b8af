#!/usr/bin/env python3
"""test-measure.py: calipers against the text and the truth of simulations: instructions counted line by line, events and the time of functions
from what the generator knows, between any two ticks; and picoseconds in every table.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import gzip
import json
import os
import random
import re
import unittest

import harness
from harness import dump, info, rows, run

KINDS = ['l1d', 'l1i', 'l2', 'upg', 'mb', 'lli']
LINE = re.compile(r'\s*(\d+): system\.cpu(\d*):? (?:A\d+ )?T\d+ : (.*)')


def ps(text):
    """'1.5' ns, exact."""
    if text == '':
        return None
    whole, _, rest = text.partition('.')
    sign = -1 if whole.startswith('-') else 1
    return int(whole) * 1000 + sign * int((rest + '000')[:3] or 0)


def ns(ticks):
    return ('%d.%03d' % divmod(ticks, 1000)).rstrip('0').rstrip('.')


def read_instructions(path):
    """Ticks of the executed lines of each core, sorted: those of a macro-op alone have no class of operations."""
    found = collections.defaultdict(list)
    with gzip.open(path, 'rt', errors='replace') as file:
        for line in file:
            match = LINE.match(line)
            if match and re.search(r' : \w+ :', match[3]):
                found[int(match[2] or 0)].append(int(match[1]))
    return {core: sorted(times) for core, times in found.items()}


def own_time(calls, start, end):
    """Time by function in which it was the uppermost: of the calls, each over what is deeper."""
    spent = collections.Counter()
    edges = sorted({start, end} | {t for c in calls for t in c[:2] if start < t < end})
    calls = sorted(calls)
    at, open_calls = 0, []
    for a, b in zip(edges, edges[1:]):
        while at < len(calls) and calls[at][0] <= a:
            open_calls.append(calls[at])
            at += 1
        open_calls = [c for c in open_calls if c[1] > a]
        if open_calls:
            spent[max(open_calls, key=lambda c: c[2])[3]] += b - a
    return +spent


class Measure(unittest.TestCase):
    def check_range(self, path, truth, lines, number, start, end):
        core = truth['cores'][number]
        table = rows('measure', '--from', ns(start), '--to', ns(end), '--lane', 'processor:1/%d' % number, path)
        whole, functions = table[0], {row['function']: row for row in table[1:]}
        self.assertEqual((whole['function'], whole['processor']), ('', str(number)))
        self.assertEqual(ps(whole['duration_ns']), end - start)
        n = sum(start <= t < end for t in lines[number])
        self.assertEqual((int(whole['instructions']), int(whole['instructions_most'])), (n, n), (start, end))
        self.assertEqual(sum(int(row['instructions']) for row in functions.values()), n)
        if whole['cycles']:
            self.assertAlmostEqual(float(whole['cycles']), (end - start) / int(whole['period_ps']), delta=0.00051)
        events = collections.Counter()
        by_function = collections.Counter()
        for event in core['events']:
            if start <= event['t'] < end:
                events[event['k']] += 1
                by_function[event['fn'], event['k']] += 1
        for kind in KINDS:
            self.assertEqual(int(whole[kind]), events[kind], (kind, start, end))
            for name, row in functions.items():
                self.assertEqual(int(row[kind]), by_function[name, kind], (name, kind, start, end))
        spent = own_time(core['calls'], start, end)
        self.assertEqual({name: ps(row['self_ns']) for name, row in functions.items() if ps(row['self_ns']) > 0}, dict(spent))

    def check_trace(self, path):
        truth = harness.load_truth(path[:-len('.out.gz')] + '.json.gz')
        lines = read_instructions(path)
        rand = random.Random(path[-20:])
        for core in truth['cores']:
            number, first, last = core['core'], core['first'], core['last']
            self.check_range(path, truth, lines, number, first, last + 1)
            edges = [t for c in core['calls'] for t in c[:2]] + [e['t'] for e in core['events']]
            for i in range(8):
                a, b = rand.randrange(first, last), rand.randrange(first, last)
                if i % 2:
                    a = rand.choice(edges)
                if i % 4 > 1:
                    b = a + rand.randrange(1, 40000)
                self.check_range(path, truth, lines, number, min(a, b), max(a, b) + 1)

    def test_quick(self):
        """Without the file: between bounds, and it says so."""
        for path in SAMPLES[:1]:
            lines = read_instructions(path)
            middle = lines[0][len(lines[0]) // 2] + 1
            done = run('measure', '--quick', '--from', ns(middle - 100001), '--to', ns(middle), '--lane', 'processor:1/0', path)
            row = dict(zip(*(line.split(',') for line in done.out.splitlines()[:2])))
            n = sum(middle - 100001 <= t < middle for t in lines[0])
            self.assertLess(int(row['instructions']), int(row['instructions_most']))
            self.assertLessEqual(int(row['instructions']), n)
            self.assertGreaterEqual(int(row['instructions_most']), n)
            self.assertIn('two bounds', done.err)

    def test_xml(self):
        """A form without single instructions: whole stretches are exact, cut ones are between bounds."""
        for path in XML[:2]:
            whole = [row for row in rows('measure', path) if row['function'] == '']
            self.assertTrue(all(row['instructions'] == row['instructions_most'] for row in whole))
            seqs = collections.defaultdict(list)
            with open(path, encoding='utf-8') as file:
                for core, t, n in re.findall(r'<seq core="(\d+)" [^>]*\bt="(\d+)"[^>]*\binsts="(\d+)"', file.read()):
                    seqs[int(core)].append((int(t), int(n)))
            self.assertEqual([int(row['instructions']) for row in whole[:len(seqs)]], [sum(n for _, n in seqs[core]) for core in sorted(seqs)])
            times = sorted(seqs[0])
            cut = next(i for i in range(20, len(times)) if times[i][1] > 4)
            done = run('measure', '--from', ns(times[5][0]), '--to', ns(times[cut][0] + 1), '--lane', 'processor:1/0', path)
            row = dict(zip(*(line.split(',') for line in done.out.splitlines()[:2])))
            before = sum(n for _, n in times[5:cut])
            self.assertEqual(int(row['instructions']), before + 1)
            self.assertGreater(int(row['instructions_most']), before + 1)
            self.assertLessEqual(int(row['instructions_most']), before + times[cut][1])
            self.assertIn('no single instructions', done.err)

    def test_sum(self):
        for path in SAMPLES[:1]:
            table = [row for row in rows('measure', path) if row['function'] == '']
            self.assertEqual([row['processor'] for row in table], ['0', '1', ''])
            for name in ['instructions', 'calls', *KINDS]:
                self.assertEqual(int(table[2][name]), int(table[0][name]) + int(table[1][name]), name)
            again = json.loads(run('measure', '--format', 'json', path).out)
            self.assertEqual(len(again), len(rows('measure', path)))
            self.assertEqual(again[0]['instructions'], int(table[0]['instructions']))

    def test_stats(self):
        """Instructions and events of each core, as the generator counted them; `info` adds the instructions up and tells the clock."""
        for path in SAMPLES:
            cores = harness.load_truth(path[:-len('.out.gz')] + '.json.gz')['cores']
            found = {(row['group'], row['name']): int(row['value']) for row in rows('stats', '--by', 'processor', '--format', 'csv', path)
                     if row['section'] == 'cores'}
            for core in cores:
                group = 'processor:1/%d' % core['core']
                self.assertEqual(found[group, 'instructions'], core['insts'])
                for kind in KINDS:
                    self.assertEqual(found[group, kind], core['n_events'].get(kind, 0), (group, kind))
                self.assertEqual(found[group, 'cycles'], (core['last'] - core['first']) // info(path)['clock']['period_ps'][group])
            self.assertEqual(info(path)['instructions'], sum(core['insts'] for core in cores))
            self.assertIn('%s instructions' % format(sum(core['insts'] for core in cores), ','), run('stats', path).out)
            self.assertIn(info(path)['clock']['source'], ('inferred', 'trace', 'config'))

    def test_usage(self):
        for path in SAMPLES[:1]:
            run('measure', '--lane', 'processor:1/77', path, status=2)
            run('measure', '--from', '1.2345', path, status=2)


class Picoseconds(unittest.TestCase):
    """Of a clock whose cycle is no whole number of ns, half of all times have decimals."""

    def check_times(self, table, what):
        decimals = 0
        for row in table:
            for name, value in row.items():
                if name.endswith('_ns') and value:
                    self.assertRegex(value, r'^-?\d+(\.\d{0,2}[1-9])?$', (what, name))
                    decimals += '.' in value
        return decimals

    def test_tables(self):
        for path in SAMPLES:
            times = {t for core in harness.load_truth(path[:-len('.out.gz')] + '.json.gz')['cores'] for c in core['calls'] for t in c[:2]}
            self.assertGreater(self.check_times(dump(path, 'activations'), 'activations'), 0)
            self.assertTrue({ps(row['enter_ns']) for row in dump(path, 'activations')} <= times)
            self.check_times(dump(path, 'processors'), 'processors')
            self.assertGreater(self.check_times(dump(path, 'events'), 'events'), 0)
            self.assertEqual([row['tick_ps'] for row in dump(path, 'machines')], ['1'])

    def test_columns(self):
        for path in SAMPLES[:1]:
            core = harness.load_truth(path[:-len('.out.gz')] + '.json.gz')['cores'][0]
            start = core['calls'][1][0]
            table = rows('columns', '--lane', 'processor:1/0', '--from', ns(start), '--to', ns(start + 7), '--width', '7', path)
            self.assertEqual([(ps(row['from_ns']), ps(row['to_ns'])) for row in table], [(start + i, start + i + 1) for i in range(7)])
            for row in table:
                self.assertEqual(sum(ps(row[state + '_ns']) for state in harness.STATES), 1)

    def test_clip(self):
        for path in SAMPLES[:1]:
            core = harness.load_truth(path[:-len('.out.gz')] + '.json.gz')['cores'][0]
            start, end = core['calls'][1][0] + 1, core['calls'][1][1] - 1
            inside = dump(path, 'intervals', '--lane', 'processor:1/0', '--from', ns(start), '--to', ns(end))
            self.assertEqual(ps(inside[0]['start_ns']), start)
            self.assertEqual(sum(ps(row['duration_ns']) for row in inside), end - start)

    def test_info(self):
        for path in SAMPLES:
            truth = harness.load_truth(path[:-len('.out.gz')] + '.json.gz')
            told = info(path)
            self.assertEqual(round(told['start_ns'] * 1000), min(core['first'] for core in truth['cores']))
            self.assertEqual(told['processors'], len(truth['cores']))


SAMPLES = [path for path in harness.find_traces('sim', '*.out.gz') + harness.find_traces('simulation', '*.out.gz')
           if os.path.exists(path[:-len('.out.gz')] + '.json.gz')]
XML = harness.find_traces('sim', '*.xml') + harness.find_traces('simulation', '*.m5.xml')
harness.add_cases(Measure, SAMPLES, Measure.check_trace)

if __name__ == '__main__':
    unittest.main()
