#!/usr/bin/env python3
"""test-profiles.py: GHC's profiles against what its runtime wrote of the same runs beside the log (`*.hp`, `time.prof`), against the raw
events, and of logs that are made here.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import csv
import html
import io
import os
import re
import struct
import unittest

import eventlog
import harness
from harness import dump, rows, run

DATA = os.path.join(harness.TOP, 'tests', 'data', 'profile')
PROFILES = {'hc': 'cost_centre', 'hb': 'biography', 'hr': 'retainer', 'hT': 'closure_type', 'only': 'closure_type'}


def log(name):
    return os.path.join(DATA, name + '.eventlog')


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def read_hp(path):
    """[{band: bytes}], without samples that have none: the runtime writes one at both ends that are not in the log."""
    samples = []
    for line in read(path).splitlines():
        if line.startswith('BEGIN_SAMPLE'):
            samples.append({})
        elif '\t' in line:
            name, value = line.split('\t')
            samples[-1][name] = int(value)
    return [sample for sample in samples if sample]


def read_samples(trace, *args):
    """[{band: bytes}], and the sums, by time."""
    samples, sums = collections.defaultdict(dict), {}
    for row in dump(trace, 'heap-samples', *args):
        if row['band'] == '':
            sums[int(row['time_ns'])] = int(row['bytes'])
        else:
            samples[int(row['time_ns'])][row['band']] = int(row['bytes'])
    return samples, sums


class Heap(unittest.TestCase):
    def test_as_the_runtime_has_it(self):
        for name, profile in PROFILES.items():
            with self.subTest(name):
                samples, sums = read_samples(log(name))
                want = read_hp(os.path.join(DATA, name + '.hp'))
                if name == 'hc':  # the file has the stack's number, too
                    want = [{re.sub(r'^\(\d+\)', '', band): value for band, value in sample.items()} for sample in want]
                self.assertGreater(len(want), 2)
                self.assertEqual([samples[time] for time in sorted(samples)], want)
                self.assertEqual(sums, {time: sum(sample.values()) for time, sample in samples.items()})
                self.assertEqual({row['profile'] for row in dump(log(name), 'heap-samples')}, {profile})

    def test_bands(self):
        """The sums of any range, by brute force."""
        for name in PROFILES:
            samples, _ = read_samples(log(name))
            times = sorted(samples)
            for first, last in ((0, len(times) - 1), (1, len(times) - 2), (2, 2)):
                ends = (times[first], times[last] + 1)
                taken = [samples[time] for time in times[first:last + 1]]
                want = {}
                for band in set().union(*taken):
                    values = [(sample[band], -time) for time, sample in zip(times[first:last + 1], taken) if band in sample]
                    most, at = max(values)
                    want[band] = (len(values), sum(v for v, _ in values) / len(taken), most, -at, taken[-1].get(band, 0))
                rows = dump(log(name), 'heap-bands', '--from', str(ends[0]), '--to', str(ends[1]))
                mine = {row['band']: (int(row['samples']), float(row['mean_bytes']), int(row['max_bytes']), int(row['max_ns']), int(row['last_bytes']))
                        for row in rows if int(row['samples']) > 0 and row['band']}
                self.assertEqual(set(mine), set(want))
                for band, figures in want.items():
                    self.assertEqual(mine[band][:1] + mine[band][2:], figures[:1] + figures[2:], (name, band))
                    self.assertAlmostEqual(mine[band][1], figures[1], delta=0.051)
                means = [float(row['mean_bytes']) for row in rows if row['band']]
                self.assertEqual(means, sorted(means, reverse=True))
                self.assertEqual(int(rows[0]['samples']), len(taken))

    def test_where(self):
        rows = {row['band']: (row['module'], row['location']) for row in dump(log('hc'), 'heap-bands')}
        self.assertEqual(rows['numbers/turn.m/turn/main.\\/main'], ('Main', 'Waste.hs:11:1-51'))


class Time(unittest.TestCase):
    def test_as_the_runtime_has_it(self):
        """The flat part of the report; what runs no code of the program is not in it."""
        report = read(os.path.join(DATA, 'time.prof')).split('individual')[0]
        want = {m[0]: int(m[1]) for m in re.findall(r'^(\S+) +\S+ +\S+ +[\d.]+ +[\d.]+ +(\d+) +\d+$', report, re.M)}
        rows = dump(log('time'), 'cost-centres')
        mine = collections.Counter()
        for row in rows:
            if row['cost_centre'] not in ('GC', 'IDLE', 'SYSTEM') and int(row['ticks']):
                mine[row['cost_centre']] += int(row['ticks'])
        self.assertGreater(len(want), 4)
        self.assertEqual(mine, want)
        self.assertEqual(sum(want.values()), int(re.search(r'\((\d+) ticks', report)[1]))

    def test_inherited(self):
        rows = {row['stack']: row for row in dump(log('time'), 'cost-centres')}
        for stack, row in rows.items():
            below = [int(r['ticks']) for s, r in rows.items() if s == stack or s.endswith('/' + stack)]
            self.assertEqual(int(row['inherited_ticks']), sum(below), stack)

    def test_against_the_events(self):
        events = [row['detail'] for row in dump(log('time'), 'events') if row['name'] == 'prof_sample_cost_centre']
        rows = dump(log('time'), 'profile-samples')
        self.assertEqual(len(rows), len(events))
        self.assertEqual([row['processor'] for row in rows], [re.search(r'processor=(\d+)', text)[1] for text in events])
        self.assertEqual([0 if row['stack'] == 'MAIN' else row['stack'].count('/') + 1 for row in rows],
                         [int(re.search(r'depth=(\d+)', text)[1]) for text in events])
        self.assertEqual(sum(int(row['ticks']) for row in dump(log('time'), 'cost-centres')), len(events))
        self.assertTrue(any(row['thread'] for row in rows))


def draw(trace, *args, **more):
    """The picture's words, and what is said of it."""
    path = os.path.join(harness.WORK.name, 'heap.svg')
    done = run('export', '--view', 'heap', '-o', path, *args, trace, **more)
    return html.unescape(read(path)) if done.returncode == 0 else '', done.err


class Picture(unittest.TestCase):
    def test_names_and_figures(self):
        for name, word in (('hc', 'Cost Centre'), ('hb', 'Biography'), ('hr', 'Retainer'), ('hT', 'Closure Type')):
            with self.subTest(name):
                rows = dump(log(name), 'heap-bands')
                text, _ = draw(log(name), '--size', '1200x900')
                self.assertIn(f'{word}: {rows[0]["samples"]} samples, ', text)
                for row in rows[1:6]:
                    self.assertIn(row['band'][:10], text)

    def test_others(self):
        """What has no room in the key is one."""
        rows = dump(log('hT'), 'heap-bands')[1:]
        text, _ = draw(log('hT'), '--size', '1200x250')
        self.assertIn(f'{len(rows) - 9} others', text)
        self.assertIn(rows[8]['band'], text)
        self.assertNotIn(rows[9]['band'], text)

    def test_none(self):
        for args, why in (((log('time'),), '-hT'), ((log('hc'), '--profile', '2'), 'no such profile')):
            self.assertIn(why, draw(*args, status=1)[1])


def bounds(k, n):
    """Wilson's interval, at 95 %, by the root of its own equation: (p - k / n)² = z² p (1 - p) / n."""
    z2 = 1.959963984540054 ** 2
    a, b, c = 1 + z2 / n, 2 * k / n + z2 / n, (k / n) ** 2
    root = max(b * b - 4 * a * c, 0) ** 0.5
    return (b - root) / (2 * a), (b + root) / (2 * a)


class Calls(unittest.TestCase):
    """Samples as call trees."""

    def test_tree_as_the_runtime_has_it(self):
        lines = read(os.path.join(DATA, 'time.prof')).split('individual')[1].splitlines()[2:]
        want, stack = {}, []
        for line in lines:
            found = re.match(r'^( *)(\S+) +(\S+) +\S+ +\d+ +\d+ +[\d.]+ +[\d.]+ +[\d.]+ +[\d.]+ +(\d+) +\d+$', line)
            if not found:
                continue
            name = found[2] if found[2] == 'MAIN' else f'{found[3]}.{found[2]}'
            stack = stack[:len(found[1])] + [name]
            if int(found[4]):
                want[';'.join(stack[1:] or stack)] = int(found[4])
        rows = dump(log('time'), 'call-tree')
        mine = {row['path']: int(row['self_samples']) for row in rows if int(row['self_samples'])}
        self.assertGreater(len(want), 4)
        self.assertEqual(mine, want)
        for row in rows:
            below = [n for path, n in mine.items() if path == row['path'] or path.startswith(row['path'] + ';')]
            self.assertEqual(int(row['samples']), sum(below), row['path'])
            self.assertEqual((row['calls'], row['time_ns']), ('', ''))

    def test_functions_and_edges(self):
        """By brute force, from the samples one by one; in a range, too."""
        samples = [(int(row['time_ns']), row['stack'].split('/')[::-1]) for row in dump(log('time'), 'profile-samples')]
        samples = [sample for sample in samples if sample[1][0] not in ('GC', 'IDLE', 'SYSTEM')]
        middle = samples[len(samples) // 2][0]
        for args, taken in (((), samples), (('--from', str(middle)), [sample for sample in samples if sample[0] >= middle])):
            total, own, pairs = collections.Counter(), collections.Counter(), collections.Counter()
            for _, stack in taken:
                total.update(set(stack))
                own[stack[-1]] += 1
                pairs.update(set(zip([''] + stack, stack)))
            short = lambda name: re.sub(r'^[A-Z]\w*\.', '', name)
            rows = dump(log('time'), 'calls', *args)
            self.assertEqual({short(row['function']): int(row['samples']) for row in rows}, dict(total))
            self.assertEqual({short(row['function']): int(row['self_samples']) for row in rows if row['self_samples'] != '0'}, dict(own))
            for row in rows:
                low, high = bounds(int(row['samples']), len(taken))
                self.assertAlmostEqual(float(row['share']), int(row['samples']) / len(taken), delta=1e-6)
                self.assertAlmostEqual(float(row['share_low']), low, delta=1e-6)
                self.assertAlmostEqual(float(row['share_high']), high, delta=1e-6)
            edges = {(short(row['caller']), short(row['callee'])): int(row['samples']) for row in dump(log('time'), 'call-edges', *args)}
            self.assertEqual(edges, dict(pairs))

    def test_lanes(self):
        """Each sample is its processor's, and the thread's that this ran."""
        by = collections.Counter()
        for row in dump(log('time'), 'profile-samples'):
            if row['stack'] not in ('GC', 'IDLE', 'SYSTEM'):
                by['processor:1/' + row['processor']] += 1
                by['thread:1/' + row['thread']] += 1
        by.pop('thread:1/', None)
        self.assertGreater(len(by), 3)
        for lane, n in by.items():
            rows = dump(log('time'), 'call-tree', '--lane', lane)
            self.assertEqual(sum(int(row['self_samples']) for row in rows), n, lane)

    def test_states(self):
        """What its processor did then, by the intervals."""
        lanes = {n: [(int(row['start_ns']), int(row['start_ns']) + int(row['duration_ns']), row['state'], row['task'])
                     for row in dump(log('time'), 'intervals', '--lane', 'processor:1/' + n)] for n in '01'}
        rows = dump(log('time'), 'profile-samples')
        self.assertGreater(len({row['state'] for row in rows}), 2)
        for row in rows:
            here = [i for i in lanes[row['processor']] if i[0] <= int(row['time_ns']) < i[1]]
            self.assertEqual([(row['state'], row['thread'] if row['state'] == 'running' else '')],
                             [(state, task if state == 'running' else '') for _, _, state, task in here] or [('', '')])

    def test_bars(self):
        """A bar that is wide enough says in which function most of its samples were."""
        path = os.path.join(harness.WORK.name, 'bars.svg')
        for time, name, thread in (('2868000,2872000', 'Main.numbers', '7'), ('105850000,106860000', 'Main.strings', '7')):
            first, last = time.split(',')
            run('export', '--from', first, '--to', last, '-o', path, log('time'))
            self.assertIn(f'>{thread} · {name}<', read(path))
        run('export', '--from', '2600000', '--to', '2610000', '-o', path, log('time'))
        self.assertNotIn('Main.', read(path))

    def test_pictures(self):
        """As numbers, wherever calls are drawn."""
        folded = os.path.join(harness.WORK.name, 'time.folded')
        run('export', '--view', 'flame', '-o', folded, log('time'))
        rows = {row['path']: row['self_samples'] for row in dump(log('time'), 'call-tree')}
        lines = dict(line.rsplit(' ', 1) for line in read(folded).splitlines())
        self.assertEqual(lines, {path: n for path, n in rows.items() if n != '0'})
        dot = os.path.join(harness.WORK.name, 'time.dot')
        run('export', '--view', 'call-graph', '-o', dot, log('time'))
        self.assertIn('Main.strings', read(dot))
        done = run('export', '--view', 'flame', '--weight', 'calls', '-o', folded, log('time'), status=1)
        self.assertIn('--weight calls', done.err)

    def test_compare(self):
        """Shares of two runs, with Newcombe's interval; a run has not changed from itself."""
        centres = [(161, struct.pack('>I', i) + name + b'\0Main\0Main.hs:1:1\0' + b'\0') for i, name in ((7, b'main'), (8, b'work'))]
        tick = {n: (167, struct.pack('>IQB', 0, 0, n) + struct.pack('>II', 8, 7)[8 - 4 * n:]) for n in (1, 2)}
        before = made('before', *centres, *[tick[2]] * 6, *[tick[1]] * 4)
        after = made('after', *centres, *[tick[2]] * 2, *[tick[1]] * 18)
        rows = {row['function']: row for row in harness.rows('compare', '--calls', '--what', 'call-functions', before, after)}
        self.assertEqual({name: (row['baseline_self_samples'], row['run_self_samples'], row['baseline_samples'], row['run_samples'])
                          for name, row in rows.items()}, {'Main.main': ('4', '18', '10', '20'), 'Main.work': ('6', '2', '6', '2')})
        (low0, high0), (low1, high1) = bounds(6, 10), bounds(2, 20)
        change = 2 / 20 - 6 / 10
        for column, want in (('change_self_share', change), ('change_self_low', change - ((2 / 20 - low1) ** 2 + (high0 - 6 / 10) ** 2) ** 0.5),
                             ('change_self_high', change + ((high1 - 2 / 20) ** 2 + (6 / 10 - low0) ** 2) ** 0.5)):
            self.assertAlmostEqual(float(rows['Main.work'][column]), want, delta=1e-6)
        self.assertEqual([row['path'] for row in harness.rows('compare', '--calls', '--what', 'call-paths', before, after)],
                         ['Main.main;Main.work', 'Main.main'])
        for row in harness.rows('compare', '--calls', '--what', 'call-functions', log('time'), log('time')):
            self.assertEqual((float(row['change_self_share']), row['baseline_samples']), (0, row['run_samples']))
            self.assertTrue(float(row['change_low']) <= 0 <= float(row['change_high']))
        self.assertIn('call-paths', run('compare', '--calls', '--what', 'call-lanes', before, after, status=1).err)
        self.assertIn('Main.work', run('compare', '--calls', '--format', 'text', before, after).out)

    def test_calipers_have_no_samples(self):
        """They measure time; samples have none."""
        self.assertEqual([row['function'] for row in rows('measure', log('time'))], [''] * 3)

    def test_without_its_beginning(self):
        """Without the event that tells the period, samples are counted all the same; and no activations are made up."""
        main = struct.pack('>I', 7) + b'main\0Main\0Main.hs:1:1\0' + b'\0'
        tick = struct.pack('>IQB', 0, 0, 1) + struct.pack('>I', 7)
        trace = made('no-begin', (161, main), (167, tick), (167, tick))
        self.assertEqual([(row['function'], row['samples']) for row in dump(trace, 'calls')], [('Main.main', '2')])
        self.assertIn('no calls were traced', run('dump', 'activations', trace).err)


def changes(*args, **more):
    """{band: (baseline, run, change)} of bytes on average, in order."""
    return {(row['profile'], row['band']): [float(row[name]) if row[name] else None for name in ('baseline_bytes', 'run_bytes', 'change_bytes')]
            for row in csv.DictReader(io.StringIO(run('compare', '--heap', '--csv', *args, **more).out))}


def means(trace, *args):
    return {(row['profile'], row['band']): float(row['mean_bytes']) for row in dump(trace, 'heap-bands', *args)}


class Compare(unittest.TestCase):
    def check(self, found, baseline, mine):
        self.assertEqual(found.keys(), baseline.keys() | mine.keys())
        for band, (before, after, change) in found.items():
            self.assertAlmostEqual(before, baseline.get(band, 0), delta=1)
            self.assertAlmostEqual(after, mine.get(band, 0), delta=1)
            self.assertAlmostEqual(change, after - before, delta=2)
        order = [abs(change) for (_, band), (_, _, change) in found.items() if band]
        self.assertEqual(order, sorted(order, reverse=True))

    def test_two_runs(self):
        self.check(changes(log('hT'), log('only')), means(log('hT')), means(log('only')))

    def test_two_ranges(self):
        times = sorted({int(row['time_ns']) for row in dump(log('hT'), 'heap-samples')})
        ends = [f'{ns}ns' for ns in (times[0], times[2], times[3], times[3] + times[2] - times[0])]
        found = changes('--align', 'interval:%s-%s,%s-%s' % tuple(ends), '--from', ends[2], '--to', ends[3], log('hT'), log('hT'))
        self.check(found, means(log('hT'), '--from', ends[0], '--to', ends[1]), means(log('hT'), '--from', ends[2], '--to', ends[3]))

    def test_processors_that_are_not_told(self):
        """A log of nothing but a profile tells of no HEC: that is no change from two to none."""
        rows = harness.rows('compare', '--csv', log('hc'), log('only'))
        self.assertIn('duration', [row['quantity'] for row in rows])
        self.assertEqual([row for row in rows if row['lane'] == 'processors' and row['change']], [])

    def test_another_profile(self):
        """What a run has no profile of is not known: neither nothing, nor a change."""
        found = changes(log('hc'), log('hb'))
        self.assertEqual({(profile, before is None, after is None, change) for (profile, _), (before, after, change) in found.items()},
                         {('cost_centre', False, True, None), ('biography', True, False, None)})

    def test_none(self):
        trace = os.path.join(harness.TOP, 'tests', 'data', 'ghc', 'parfib-n4-la.eventlog')
        self.assertIn('+RTS -l', run('compare', '--heap', trace, trace, status=1).err)
        self.assertIn('--heap', run('compare', '--heap', '--by', 'thread', log('hc'), log('hc'), status=2).err)


# --- made here ---

VARIABLE = {number: eventlog.VARIABLE for number in (160, 161, 162, 163, 164, 165, 166, 167, 168, 169)}


def made(name, *events):
    """A log with these events, (number, payload), 10 µs apart."""
    eventlog.MORE.update(VARIABLE)
    path = os.path.join(harness.WORK.name, name + '.eventlog')
    body = [eventlog.event(45, 100, struct.pack('>H', 0)), eventlog.event(0, 500, struct.pack('>I', 1))]
    body += [eventlog.event(number, 1000 + 10000 * i, payload) for i, (number, payload) in enumerate(events)]
    with open(path, 'wb') as file:
        file.write(eventlog.header(True) + eventlog.block(0, body, 100, 1000 + 10000 * len(events)) + b'\xff\xff')
    return path


def begin(profile, breakdown):
    return 160, struct.pack('>BQI', profile, 1000000, breakdown) + b'\0' * 7


def text(profile, value, label):
    return 164, struct.pack('>BQ', profile, value) + label + b'\0'


START, END = (162, struct.pack('>Q', 0)), (165, struct.pack('>Q', 0))


class Made(unittest.TestCase):
    def test_info_tables(self):
        """-hi: a label is an address, whose name, module and place another event tells; what nobody tells keeps its address."""
        ipe = struct.pack('>Q', 0x4070b0) + b'Main_sat_info\0' + struct.pack('>I', 8) + b'[Int]\0' + b'numbers\0Main\0Main.hs:3:1\0'
        bare = struct.pack('>Q', 0x4080c0) + b'stg_ap_info\0' + struct.pack('>I', 8) + b'\0\0\0\0'
        trace = made('info-tables', begin(0, 8), (169, ipe), (169, bare), START, text(0, 100, b'0x4070b0'), text(0, 40, b'0x4080c0'),
                     text(0, 2, b'0x99'), END)
        rows = dump(trace, 'heap-bands')
        self.assertEqual([(r['profile'], r['band'], r['module'], r['location'], r['max_bytes']) for r in rows],
                         [('info_table', '', '', '', '142'), ('info_table', 'numbers', 'Main', 'Main.hs:3:1', '100'),
                          ('info_table', 'stg_ap_info', '', '', '40'), ('info_table', '0x99', '', '', '2')])

    def test_two_at_once(self):
        """Profiles have numbers; the same label in two of them is two bands."""
        trace = made('two', begin(0, 7), begin(1, 2), START, text(0, 10, b'x'), text(1, 30, b'x'), END, START, text(1, 5, b'y'), END)
        rows = [(r['profile'], r['band'], r['samples'], r['mean_bytes']) for r in dump(trace, 'heap-bands')]
        self.assertEqual(rows, [('module', '', '2', '17.5'), ('module', 'x', '1', '15.0'), ('module', 'y', '1', '2.5'),
                                ('closure_type', '', '1', '10.0'), ('closure_type', 'x', '1', '10.0')])

    def test_without_ends(self):
        """A sample whose end, or whose beginning, is lost counts all the same."""
        trace = made('ends', begin(0, 7), text(0, 1, b'a'), text(0, 2, b'b'), START, text(0, 4, b'a'))
        rows = [(r['time_ns'], r['band'], r['bytes']) for r in dump(trace, 'heap-samples')]
        self.assertEqual(rows, [('11000', 'a', '1'), ('11000', 'b', '2'), ('11000', '', '3'), ('31000', 'a', '4'), ('31000', '', '4')])

    def test_stacks(self):
        """Numbers that nobody explained, stacks that are longer on paper than in the log, and payloads that are cut."""
        main = struct.pack('>I', 7) + b'main\0Main\0Main.hs:1:1\0' + b'\0'
        trace = made('stacks', (161, main), START, (163, struct.pack('>BQB', 0, 50, 2) + struct.pack('>II', 9, 7)),
                     (163, struct.pack('>BQB', 0, 60, 200) + struct.pack('>I', 7)), (163, b'\0'), (164, b'\0'), (167, b'\0'), END)
        rows = [(r['band'], r['bytes']) for r in dump(trace, 'heap-samples')]
        self.assertEqual(rows, [('?/main', '50'), ('main', '60'), ('', '110')])

    def test_none(self):
        for table in ('heap-samples', 'heap-bands', 'profile-samples', 'cost-centres'):
            done = run('dump', table, os.path.join(harness.TOP, 'tests', 'data', 'ghc', 'parfib-n4-la.eventlog'))
            self.assertEqual(len(done.out.splitlines()), 1)
            self.assertIn('+RTS -l', done.err)


if __name__ == '__main__':
    harness.main()
