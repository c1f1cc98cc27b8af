#!/usr/bin/env python3
"""test-phases.py: phases that nobody marked, against the marks that say where they begin; and noise, in which there are none.

Borders are compared as they stand in the log: found is one within a hundredth of the period. LANESCOPE_TEST_SEEDS=50 measures as many
programs of the simulator beside the project (../shared/tools/parsim.py), and twice as many logs of noise, and prints what came of it.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import csv
import io
import json
import os
import random
import struct
import sys
import unittest

import eventlog
import harness
from harness import dump, run

TOOLS = os.path.join(harness.SHARED, 'tools')
SEEDS = int(os.environ.get('LANESCOPE_TEST_SEEDS', '2'))
PHASES = os.path.join(harness.TOP, 'tests', 'data', 'phases', 'phases.eventlog')
CAUSES = ['running', 'gc_work', 'gc_wait', 'foreign', 'idle_own_queue', 'idle_other_queue', 'idle_other_machine', 'unused', 'start_ramp',
          'end_ramp', 'serial', 'late_producer', 'in_flight', 'delivered_not_woken', 'timer', 'foreign_wait', 'never', 'untold_wait', 'no_task', 'unknown']


def told(path, *options):
    return json.loads(run('phases', '--json', *options, path).out)


def compare(found, truth, tolerance):
    """F1 of the borders found, each of which is taken for one true border at most; and the names beside each other."""
    left, hits = list(truth), 0
    for border in found:
        near = [other for other in left if abs(other - border) <= tolerance]
        if near:
            left.remove(min(near, key=lambda other: abs(other - border)))
            hits += 1
    return 2 * hits / max(len(found) + len(truth), 1)


def marked(path):
    """(name, time) of each phase by the program's own marks, the last one "end"."""
    return [(row['text'].replace('phase ', ''), int(row['time_ns'])) for row in dump(path, 'marks') if row['kind'] == 'marker']


def judge(phases, marks):
    period = (marks[-1][1] - marks[0][1]) / ((len(marks) - 1) / 3)
    return compare([phase['start_ns'] for phase in phases], [time for _, time in marks[:-1]], period / 100)


class Log:
    """A log of so many capabilities with a thread each, which run and stop."""

    def __init__(self, capabilities):
        self.events = [[(100, eventlog.event(45, 100, struct.pack('>H', c))), (500, eventlog.event(0, 500, struct.pack('>I', c + 1)))]
                       for c in range(capabilities)]
        self.labels = [None] * capabilities

    def run(self, c, start, end, label=None, why=2):  # why it stops: 2, and is ready; 5: it has finished
        thread = struct.pack('>I', c + 1)
        self.events[c].append((start, eventlog.event(1, start, thread)))
        if label != self.labels[c]:
            self.events[c].append((start, eventlog.event(19, start, b'START ' + label.encode())))
            self.labels[c] = label
        self.events[c].append((end, eventlog.event(2, end, thread + struct.pack('>HI', why, 0))))

    def write(self, name):
        path = os.path.join(harness.WORK.name, name + '.eventlog')
        with open(path, 'wb') as file:
            file.write(eventlog.header())
            for c, events in enumerate(self.events):
                file.write(eventlog.block(c, [event for _, event in events], 100, events[-1][0]))
            file.write(b'\xff\xff')
        return path


def noise(seed, capabilities=4, labels=4, length=50000000, mean=400000, pause=100000):
    """Each capability runs anything at any time."""
    rand, log = random.Random(seed), Log(capabilities)
    for c in range(capabilities):
        now = 1000
        while now < length:
            end = now + 1000 + int(rand.expovariate(1 / mean))
            log.run(c, now, end, 'f%d' % rand.randrange(labels) if labels else None)
            now = end + 100 + int(rand.expovariate(1 / pause))
    return log.write('noise-%d-%d-%d' % (seed, capabilities, labels))


def by_states(seed):
    """No labels: all capabilities are busy, then one and the others now and then, and so forth; and where each of these begins."""
    rand, log, borders, now = random.Random(seed), Log(4), [], 1000
    for i in range(9):
        until = now + rand.randint(4000000, 6000000)
        borders.append(now)
        for c in range(4):
            at = now if i % 2 == 0 or c == 0 else now + rand.randint(500000, 900000)
            while at < until:
                end = min(at + rand.randint(50000, 150000), until)
                log.run(c, at, end)
                at = end + (2000 if i % 2 == 0 or c == 0 else rand.randint(500000, 900000))
        now = until + 2000
    return log.write('states-%d' % seed), borders[1:]


def again(odd):
    """All capabilities under A, then under B, over and over, in a period of about 6 ms; one of the periods has D for most of both. And when
    it begins and ends."""
    rand, log, now, when = random.Random(5), Log(4), 1000, None
    for i in range(9):
        begin = now
        for label, length in (('A', 4000000), ('B', 2000000)):
            until = now + int(length * rand.uniform(0.97, 1.03))
            for c in range(4):
                at = now + 1000 * c
                while at < until:
                    end = min(at + rand.randint(100000, 300000), until)
                    log.run(c, at, end, 'D' if i == odd else label)
                    at = end + 2000
            now = until + 5000
        when = (begin, now) if i == odd else when
    return log.write('again-%s' % odd), when


def at_the_end(label):
    """All capabilities under A for 12 ms, and then one alone for 6 ms, under what is given."""
    rand, log = random.Random(3), Log(4)
    for c in range(4):
        at, last = 1000 + 500 * c, 18000000 if c == 0 else 12000000
        while at < last:
            until = at + rand.randint(100000, 300000)
            log.run(c, at, until, label if at > 12000000 else 'A', 2 if until < last else 5)
            at = until + 2000
    return log.write('end-' + label)


def mixed(label, of_b):
    """Six times: all capabilities under `label`, with so much of B among it, and then under C."""
    rand, log, now = random.Random(11), Log(4), 1000
    for i in range(12):
        until = now + 4000000
        for c in range(4):
            at = now + 500 * c
            while at < until:
                end = min(at + rand.randint(60000, 90000), until)
                log.run(c, at, end, 'C' if i % 2 else 'B' if rand.random() < of_b else label)
                at = end + 2000
        now = until + 4000
    return log.write('mixed-%s-%g' % (label, of_b))


class Findings(unittest.TestCase):
    def rules(self, path):
        return {row['rule']: row for row in json.loads(run('explain', '--json', path).out)['findings']}

    def test_serial_phase(self):
        """A phase in which one alone runs is told, with what it rests on; again and again, or after all others have finished."""
        rules, phases = self.rules(PHASES), told(PHASES)
        found, kind = rules['serial_phase'], next(kind for kind in phases['kinds'] if kind['name'] == 'B')
        self.assertEqual((found['title'], found['what_if']), ('Serial phase: “B”', 'label:B x0.5'))
        self.assertEqual(found['cost_ns'], kind['parts']['serial'] + kind['parts']['end_ramp'])
        self.assertEqual(found['evidence']['So many times'], '5')
        self.assertIn((found['from_ns'], found['to_ns']), [(phase['start_ns'], phase['end_ns']) for phase in phases['phases'] if phase['name'] == 'B'])
        found = self.rules(at_the_end('merge'))['serial_phase']
        self.assertIn('“merge” (33', found['sentence'])
        self.assertAlmostEqual(found['from_ns'] / 12000000, 1, delta=0.02)

    def test_no_serial_phase(self):
        """What one has more of than the others is no phase of its own, and of noise nothing is said."""
        self.assertNotIn('serial_phase', self.rules(at_the_end('A')))
        self.assertNotIn('serial_phase', self.rules(noise(1, mean=100000, pause=400000)))


class Compare(unittest.TestCase):
    """The same phases of two runs are told beside each other, as `phases` tells each."""

    def rows(self, *pair):
        return {row['name'] or row['baseline_name']: row
                for row in csv.DictReader(io.StringIO(run('compare', '--phases', '--csv', *pair).out))}

    def test_matched(self):
        other, _ = again(None)  # A and B over and over, nine times, all of both in parallel
        rows, sides = self.rows(other, PHASES), (told(other), told(PHASES))
        self.assertEqual(set(rows), {'A', 'B', 'C'})
        for name, row in rows.items():
            kinds = [next((kind for kind in side['kinds'] if kind['name'] == name), None) for side in sides]
            for kind, side in zip(kinds, ('baseline', 'run')):
                figures = [row[side + column] for column in ('_count', '_ns', '_efficiency', '_lost_ns')]
                if kind is None:
                    self.assertEqual(figures, [''] * 4)
                    continue
                self.assertEqual(int(figures[0]), kind['count'])
                self.assertAlmostEqual(float(figures[1]), kind['time_ns'], delta=1)
                self.assertAlmostEqual(float(figures[2]), kind['efficiency'], places=5)
                self.assertAlmostEqual(float(figures[3]), sum(kind['parts'].values()) - kind['parts']['running'], delta=1)
            if None in kinds:
                self.assertEqual((name, row['change_ns'], row['lost_change_ns']), ('C', '', ''))
                continue
            self.assertAlmostEqual(float(row['change_ns']), kinds[1]['time_ns'] - kinds[0]['time_ns'], delta=1)
            changes = {cause: kinds[1]['parts'][cause] - kinds[0]['parts'][cause] for cause in CAUSES[1:]}
            self.assertEqual(abs(changes[row['most_changed']]), max(map(abs, changes.values())))
            self.assertAlmostEqual(float(row['most_changed_ns']), changes[row['most_changed']], delta=1)
        self.assertEqual(rows['B']['most_changed'], 'serial')

    def test_by_mix(self):
        """What has another name, but is mostly the same, is the same; what has nothing in common is not."""
        renamed, other = mixed('A', 0.5), mixed('Z', 0)
        rows = list(csv.DictReader(io.StringIO(run('compare', '--phases', '--csv', mixed('A', 0.35), renamed).out)))
        self.assertIn(('B, A', 'A'), {(row['name'], row['baseline_name']) for row in rows})
        rows = list(csv.DictReader(io.StringIO(run('compare', '--phases', '--csv', mixed('A', 0), other).out)))
        self.assertEqual({(row['name'], row['baseline_name']) for row in rows}, {('Z', ''), ('', 'A'), ('C', 'C')})

    def test_none(self):
        self.assertIn('No phases in either run', run('compare', '--phases', noise(1), noise(2)).out)
        self.assertIn('--phases compares phases alone', run('compare', '--phases', '--by', 'thread', PHASES, PHASES, status=2).err)


class Small(unittest.TestCase):
    def test_borders_and_names(self):
        phases, marks = told(PHASES)['phases'], marked(PHASES)
        self.assertEqual(judge(phases, marks), 1)
        self.assertEqual([phase['name'] for phase in phases], [name for name, _ in marks[:-1]])
        self.assertEqual(''.join(phase['name'] for phase in phases), 'ABC' * 5)

    def test_each_has_its_split(self):
        table, all_of = dump(PHASES, 'phases'), told(PHASES)
        self.assertEqual(len(table), 15)
        for i, row in enumerate(table):
            start, duration = int(row['start_ns']), int(row['duration_ns'])
            self.assertEqual((row['name'], row['by'], row['processors']), ('ABC'[i % 3], 'labels', '4'))
            self.assertEqual(sum(int(row[cause + '_ns']) for cause in CAUSES), 4 * duration)
            self.assertLessEqual(float(row['chance']), 0.005)
            if i in (3, 8, 13):  # what explain says of the same range
                parts = json.loads(run('explain', '--json', '--from', start, '--to', start + duration, PHASES).out)['parts']
                self.assertEqual({cause: int(row[cause + '_ns']) for cause in CAUSES}, parts)
            if i > 0:
                self.assertEqual(start, int(table[i - 1]['start_ns']) + int(table[i - 1]['duration_ns']))
        for kind in all_of['kinds']:
            self.assertEqual(kind['count'], 5)
            self.assertEqual(kind['time_ns'], sum(int(row['duration_ns']) for row in table if row['name'] == kind['name']))
        self.assertGreater(all_of['kinds'][0]['efficiency'], 0.9)
        self.assertEqual([kind['stands_out'] for kind in all_of['kinds']], [False, True, False])
        self.assertAlmostEqual(all_of['kinds'][1]['efficiency'], 0.25, places=2)  # one of four

    def test_of_a_range(self):
        marks = marked(PHASES)
        begin, end = marks[4][1] + 1000000, marks[9][1] + 1000000  # from within the 5th to within the 10th
        phases = told(PHASES, '--from', begin, '--to', end)['phases']
        self.assertEqual(''.join(phase['name'] for phase in phases), 'BCABCA')
        self.assertGreaterEqual(phases[0]['start_ns'], begin)
        self.assertLessEqual(phases[-1]['end_ns'], end)
        self.assertEqual(told(PHASES, '--from', marks[6][1] + 500000, '--to', marks[6][1] + 1500000)['phases'], [])  # within one

    def test_without_labels(self):
        path, borders = by_states(1)
        phases = told(path)
        self.assertEqual(phases['by'], 'states')
        self.assertEqual(compare([phase['start_ns'] for phase in phases['phases'][1:]], borders, 100000), 1)
        names = [phase['name'] for phase in phases['phases']]
        self.assertEqual(len(phases['kinds']), 2)
        self.assertEqual(names, (names[:2] * 5)[:9])

    def test_comes_again(self):
        marks, pattern = marked(PHASES), told(PHASES)['pattern']
        period = (marks[-1][1] - marks[0][1]) / 5
        self.assertAlmostEqual(pattern['period_ns'] / period, 1, delta=0.02)
        self.assertGreater(pattern['likeness'], 0.8)
        self.assertLessEqual(pattern['chance'], 0.05)
        self.assertNotIn('odd_start_ns', pattern)

    def test_like_no_other(self):
        path, _ = again(None)
        self.assertNotIn('odd_start_ns', told(path)['pattern'])
        path, (begin, end) = again(5)
        pattern = told(path)['pattern']
        self.assertAlmostEqual(pattern['period_ns'] / 6000000, 1, delta=0.03)
        self.assertAlmostEqual(pattern['odd_start_ns'], begin, delta=600000)
        self.assertAlmostEqual(pattern['odd_end_ns'], end, delta=600000)
        self.assertIn('is like nothing else', run('phases', path).out)

    def test_none(self):
        for path in (noise(1), noise(2, labels=0), noise(3, capabilities=1)):
            self.assertEqual((told(path)['phases'], told(path)['pattern']), ([], {}))
            self.assertEqual(dump(path, 'phases'), [])
            self.assertIn('no phases', run('phases', path).out)


@unittest.skipUnless(os.path.isdir(TOOLS), 'no simulator beside the project')
def in_company(seed):
    """Four capabilities: now and then two of them do lex and parse at once, whatever the others do then: A, B and C, at any time."""
    rand, log, busy = random.Random(seed), Log(4), [1000] * 4
    while min(busy) < 60000000:
        c = busy.index(min(busy))
        if rand.random() < 0.12 and c < 2:
            start = max(busy[0], busy[1]) + 1000
            for both, label in ((0, 'lex'), (1, 'parse')):
                busy[both] = start + rand.randint(250000, 350000)
                log.run(both, start, busy[both], label)
                busy[both] += 20000
            continue
        end = busy[c] + rand.randint(100000, 400000)
        log.run(c, busy[c], end, rand.choice('ABC'))
        busy[c] = end + 20000 + int(rand.expovariate(1 / 500000))
    return log.write('company-%d' % seed)


class Together(unittest.TestCase):
    """Labels that nearly always come together."""

    def test_set(self):
        path = in_company(1)
        sets = list(csv.DictReader(io.StringIO(run('phases', '--together', '--csv', path).out)))
        self.assertEqual([sorted(row['labels'].split(', ')) for row in sets], [['lex', 'parse']])
        self.assertLessEqual(float(sets[0]['chance']), 0.01)
        self.assertGreater(float(sets[0]['share']), 0.8)
        self.assertGreater(int(sets[0]['windows']), 2 * float(sets[0]['expected_windows']))
        # The first window has both.
        begin, window = int(float(sets[0]['first_ns'])), float(sets[0]['window_ns'])
        marks = [row for row in dump(path, 'marks') if row['text'] in ('START lex', 'START parse')]
        self.assertLess(min(int(row['time_ns']) for row in marks), begin + window)
        text = run('phases', '--together', path).out
        self.assertIn('1 set of labels that nearly always come together', text)
        self.assertIn('lex', text)

    def test_noise(self):
        claims = sum('No labels' not in run('phases', '--together', noise(seed)).out for seed in range(2 * SEEDS))
        self.assertLessEqual(claims, max(2 * SEEDS // 20, 0))
        self.assertIn('fewer than two labels', run('phases', '--together', noise(1, labels=0)).out)


class Generated(unittest.TestCase):
    def test_borders(self):
        sys.path.insert(1, TOOLS)
        import parsim
        figures = []
        for seed in range(1, SEEDS + 1):
            sim, truth = parsim.simulate('phases', seed=seed, what_if=False)
            path = parsim.write(sim, truth, os.path.join(harness.WORK.name, 'phases-%d' % seed))
            phases = told(path, '--no-cache')['phases']
            figures.append(judge(phases, truth['phases'] and [(name, time) for name, time in truth['phases']]))
            os.remove(path)
        if SEEDS > 2:
            print('F1 of %d: mean %.3f, least %.3f' % (SEEDS, sum(figures) / len(figures), min(figures)), file=sys.stderr)
        self.assertGreaterEqual(sum(figures) / len(figures), 0.9)

    @unittest.skipUnless(SEEDS > 2, 'measured on demand')
    def test_noise(self):
        for options in ({}, {'labels': 0}, {'mean': 3000000}, {'capabilities': 1}):
            n, said = 2 * SEEDS, 0
            for seed in range(n):
                path = noise(seed, **options)
                said += told(path, '--no-cache')['phases'] != []
                os.remove(path)
            print('noise %s: something was said in %d of %d' % (options, said, n), file=sys.stderr)
            self.assertLessEqual(said, n / 20)


if __name__ == '__main__':
    harness.main()
