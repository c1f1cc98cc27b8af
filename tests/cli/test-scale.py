#!/usr/bin/env python3
"""test-scale.py: scaling and bands of several runs, against logs whose truth is known and against brute force over the program's
own tables.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import csv
import io
import json
import math
import os
import random
import struct
import unittest
import xml.dom.minidom

import eventlog
import harness
from harness import WORK, dump, find_traces, run

BUSY = ('running', 'active')


def made(name, lanes, end, program=b'made', arguments=b'', shift=0):
    """A log in which capability c runs its thread in the given stretches (ns), all `shift` later; returns its path."""
    out = [eventlog.header(more=True)]
    first = [eventlog.event(25, 1 + shift, struct.pack('>IH', 0, 2)),
             eventlog.event(30, 2 + shift, struct.pack('>I', 0) + b'\0'.join([program] + arguments.split()) + b'\0')]
    out.append(eventlog.block(0xffff, first, 1 + shift, 2 + shift))
    for c, stretches in enumerate(lanes):
        thread = struct.pack('>I', c + 1)
        events = [eventlog.event(45, 10 + shift, struct.pack('>H', c)), eventlog.event(0, 10 + shift, thread)]
        for start, stop in stretches:
            events.append(eventlog.event(1, start + shift, thread))
            events.append(eventlog.event(2, stop + shift, thread + struct.pack('>HI', 2, 0)))
        events.append(eventlog.event(46, end + shift, struct.pack('>H', c)))
        out.append(eventlog.block(c, events, 10 + shift, end + shift))
    path = os.path.join(WORK.name, name + '.eventlog')
    with open(path, 'wb') as file:
        file.write(b''.join(out) + b'\xff\xff')
    return path


def table(*args, **more):
    return list(csv.DictReader(io.StringIO(run('scale', '--csv', *args, **more).out, newline='')))


def brute_serial(trace):
    """Ticks with at most one running, the span, and the work, out of all intervals of all processors."""
    changes, low, high = [], math.inf, -math.inf
    for p in dump(trace, 'processors'):
        lane = 'processor:%s/%s' % (p['machine'], p['processor'])
        for r in dump(trace, 'intervals', '--lane', lane):
            start = float(r['start_ns'])
            end = start + float(r['duration_ns'])
            low, high = min(low, start), max(high, end)
            if r['state'] in BUSY + ('unknown',):
                changes += [(start, 1, r['state'] in BUSY), (end, -1, r['state'] in BUSY)]
    changes.sort(key=lambda c: (c[0], c[1]))
    serial, parallel, k, sure, at = 0, 0, 0, 0, low
    for time, step, known in changes + [(high, 0, False)]:
        if k <= 1:
            serial += time - at
        else:
            parallel += sure * (time - at)
        at = time
        k += step
        sure += step * known
    return serial, high - low, serial + parallel


class Scale(unittest.TestCase):
    maxDiff = 4000

    @classmethod
    def setUpClass(cls):
        # T1 = 1,000 µs; half of it serial: on two 750 µs, on four 625 µs, with all the rest at full speed.
        us = 1000
        cls.one = made('one', [[(us, 1001 * us)]], 1001 * us)
        cls.two = made('two', [[(us, 751 * us)], [(501 * us, 751 * us)]], 751 * us)
        cls.four = made('four', [[(us, 626 * us)]] + [[(501 * us, 626 * us)]] * 3, 626 * us)
        cls.slow = made('slow', [[(us, 751 * us)], [(501 * us, 951 * us)]], 951 * us)

    def test_amdahl(self):
        rows = table(self.one, self.two, self.four)
        self.assertEqual([r['processors'] for r in rows], ['1', '2', '4'])
        for r, p in zip(rows, (1, 2, 4)):
            t = {1: 1001000, 2: 751000, 4: 626000}[p] - 1
            s = 1000999 / t
            self.assertEqual(r['time_ns'], str(t))
            self.assertAlmostEqual(float(r['speedup']), s, places=5)
            self.assertAlmostEqual(float(r['efficiency']), s / p, places=5)
            if p > 1:
                self.assertAlmostEqual(float(r['karp_flatt']), (1 / s - 1 / p) / (1 - 1 / p), places=5)
            else:
                self.assertEqual(r['karp_flatt'], '')
            self.assertEqual(r['program'], 'made')
            self.assertEqual(r['base'], '1')
        # Serial: everything up to 501 µs, from 10 ns on.
        serial, work = 501000 - 10, 501000 - 10 + 2 * 250000
        f = serial / work
        self.assertAlmostEqual(float(rows[1]['serial_share']), serial / (751000 - 10), places=6)
        self.assertAlmostEqual(float(rows[1]['serial_fraction']), f, places=6)
        for r, p in zip(rows, (1, 2, 4)):
            self.assertAlmostEqual(float(r['amdahl_bound']), 1 / (f + (1 - f) / p), places=5)
        self.assertEqual(float(rows[0]['serial_share']), 1)
        self.assertEqual(rows[2]['running_ns'], str(625000 + 3 * 125000))

    def test_a_bound_is_not_below_what_was_measured(self):
        """On two the second waits for most of the time; on four nobody does: that was no serial work."""
        us = 1000
        waiting = made('waiting', [[(us, 801 * us)], [(601 * us, 801 * us)]], 801 * us)
        quick = made('quick', [[(us, 401 * us)]] * 4, 401 * us)
        rows = table(self.one, waiting, quick)
        self.assertGreater(1 / (float(rows[1]['serial_fraction']) + (1 - float(rows[1]['serial_fraction'])) / 4), 1)
        self.assertLess(1 / (float(rows[1]['serial_fraction']) + (1 - float(rows[1]['serial_fraction'])) / 4), float(rows[2]['speedup']))
        for r in rows:
            self.assertGreaterEqual(float(r['amdahl_bound']) + 1e-6, float(r['speedup']), r['processors'])
        s = float(rows[2]['speedup'])
        self.assertAlmostEqual(float(rows[2]['amdahl_bound']), s, places=5)
        f = (1 / s - 1 / 4) / (1 - 1 / 4)
        self.assertAlmostEqual(float(rows[1]['amdahl_bound']), 1 / (f + (1 - f) / 2), places=5)
        text = run('scale', self.one, waiting, quick).out
        self.assertIn('shows that at most', text)
        self.assertRegex(text, r'at most 2\.50 on 4, and 4\.98 on any number')
        for args in (['--assume-linear'], []):
            for r in table(waiting, quick, *args):
                if r['amdahl_bound']:
                    self.assertGreaterEqual(float(r['amdahl_bound']) + 1e-6, float(r['speedup']))

    def test_more_than_ideal_has_no_bound(self):
        us = 1000
        rows = table(self.one, self.two, made('super', [[(us, 201 * us)]] * 4, 201 * us))
        self.assertGreater(float(rows[2]['speedup']), 4)
        self.assertEqual(rows[2]['amdahl_bound'], '')
        self.assertIn('more than ideal', run('scale', self.one, self.two, os.path.join(WORK.name, 'super.eventlog')).out)

    def test_bounds_have_names(self):
        text = run('scale', self.one, self.two, self.four).out
        self.assertRegex(text, r'By Amdahl the speed-up is at most 1\.60 on 4, and 2\.00 on any number\.')

    def test_several_runs_are_one_row(self):
        rows = table(self.two, self.one, self.slow)
        self.assertEqual([(r['processors'], r['runs']) for r in rows], [('1', '1'), ('2', '2')])
        r = rows[1]
        self.assertEqual((r['time_min_ns'], r['time_max_ns'], r['time_ns']), ('750999', '950999', '850999'))
        self.assertAlmostEqual(float(r['time_deviation_ns']), 200000 / math.sqrt(2), delta=1)
        self.assertAlmostEqual(float(r['speedup_min']), 1000999 / 950999, places=5)
        self.assertAlmostEqual(float(r['speedup_max']), 1000999 / 750999, places=5)

    def test_relative(self):
        rows = table(self.two, self.four)
        self.assertEqual([r['base'] for r in rows], ['2', '2'])
        s = 750999 / 625999
        self.assertAlmostEqual(float(rows[1]['speedup']), s, places=5)
        self.assertAlmostEqual(float(rows[1]['efficiency']), s / 2, places=5)
        self.assertAlmostEqual(float(rows[1]['karp_flatt']), (1 / s - 1 / 2) / (1 - 1 / 2), places=5)
        self.assertIn('relative to 2', run('scale', self.two, self.four).out)
        rows = table(self.two, self.four, '--assume-linear')
        self.assertAlmostEqual(float(rows[1]['speedup']), 2 * s, places=5)
        self.assertAlmostEqual(float(rows[1]['efficiency']), s / 2, places=5)
        self.assertAlmostEqual(float(rows[1]['karp_flatt']), (1 / (2 * s) - 1 / 4) / (1 - 1 / 4), places=5)

    def test_json_and_text(self):
        rows = json.loads(run('scale', '--json', self.one, self.two).out)
        self.assertEqual([r['processors'] for r in rows], [1, 2])
        self.assertIsNone(rows[0]['karp_flatt'])
        self.assertEqual(list(rows[0]), list(table(self.one, self.two)[0]))
        text = run('scale', self.one, self.two, self.four).out
        self.assertIn('made: 3 runs on 1 to 4 HECs', text)
        self.assertIn('Amdahl', text)

    def test_what_is_wrong(self):
        self.assertIn('All runs have 1 processor', run('scale', self.one, self.one, status=1).err)
        missing = os.path.join(WORK.name, 'nothing.eventlog')
        done = run('scale', '--csv', self.one, missing, self.two)
        self.assertIn('Left out', done.err)
        self.assertEqual(done.err.count(missing), 1)
        run('scale', missing, status=1)
        run('scale', status=2)
        run('scale', self.one, self.two, '--export', 'x.jpg', status=2)
        other = made('other', [[(1000, 5000)]] * 2, 6000, program=b'/usr/bin/other')
        done = run('scale', '--csv', self.one, other)
        self.assertIn('another program: other, not made', done.err)
        args = made('args', [[(1000, 5000)]] * 2, 6000, arguments=b'12 +RTS -N2 -l -RTS 7')
        self.assertIn('“12 7”', run('scale', '--csv', self.one, args).err)
        rts = made('rts', [[(1000, 5000)]] * 2, 6000, arguments=b'+RTS -N2')
        self.assertEqual(run('scale', '--csv', self.one, rts).err, '')

    def test_each_processor_over_runs(self):
        """Mean and deviation against the totals that `dump processors` has of each run, by number."""
        random.seed(24)
        paths = []
        for i in range(5):
            lanes, end = [], 0
            for _ in range(2 + (i == 4)):
                at, stretches = 1000, []
                for _ in range(random.randint(3, 9)):
                    start = at + random.randint(0, 4000)
                    at = start + random.randint(1, 9000)
                    stretches.append((start, at))
                lanes.append(stretches)
                end = max(end, at)
            paths.append(made('each-%d' % i, lanes, end + 500, arguments=b'7' if i == 3 else b''))
        truth = {}
        for path in paths:
            rows = dump(path, 'processors')
            for r in rows:
                key = (str(len(rows)), '7' if 'each-3' in path else '', r['machine'], r['processor'])
                truth.setdefault(key, []).append({'running': int(r['running_ns']), 'idle': int(r['idle_ns'])})
        got = table('--table', 'processors', *paths)
        self.assertEqual([(r['processors'], r['arguments'], r['machine'], r['processor']) for r in got], sorted(truth))
        self.assertEqual([r['runs'] for r in got], ['3', '3', '1', '1', '1', '1', '1'])
        for r in got:
            runs = truth[r['processors'], r['arguments'], r['machine'], r['processor']]
            self.assertEqual(r['title'], 'HEC ' + r['processor'])
            for state in ('running', 'idle'):
                ns = [run[state] for run in runs]
                shares = [run[state] / (run['running'] + run['idle']) for run in runs]
                mean, share = sum(ns) / len(ns), sum(shares) / len(shares)
                self.assertAlmostEqual(float(r[state + '_ns']), mean, delta=1)
                self.assertEqual((int(r[state + '_min_ns']), int(r[state + '_max_ns'])), (min(ns), max(ns)))
                self.assertAlmostEqual(float(r[state + '_share']), share, places=5)
                if len(runs) == 1:
                    self.assertEqual((r[state + '_deviation_ns'], r[state + '_share_deviation']), ('', ''))
                    continue
                self.assertAlmostEqual(float(r[state + '_deviation_ns']), math.sqrt(sum((n - mean) ** 2 for n in ns) / (len(ns) - 1)), delta=1)
                self.assertAlmostEqual(float(r[state + '_share_deviation']),
                                       math.sqrt(sum((s - share) ** 2 for s in shares) / (len(shares) - 1)), places=5)
        self.assertEqual([r['processor'] for r in json.loads(run('scale', '--json', '--table', 'processors', *paths).out)],
                         [0, 1, 0, 1, 0, 1, 2])
        self.assertRegex(run('scale', '--table', 'processors', *paths).out, r'Arguments  HECs  Processor  Runs +Running +±')
        run('scale', *paths, '--table', 'processors', '--export', 'x.png', status=2)

    def test_what_was_not_recorded_is_empty(self):
        for path in find_traces('erlang', '*.dat')[:4]:
            for r, p in zip(table('--table', 'processors', path), dump(path, 'processors')):
                self.assertEqual((r['gc_ns'] == '', r['runs']), (p['collecting_ns'] == '', '1'), path)

    def test_losses_and_empty_logs(self):
        with open(self.two, 'rb') as file:
            data = file.read()
        cut = os.path.join(WORK.name, 'cut.eventlog')
        with open(cut, 'wb') as file:
            file.write(data[:-20])
        done = run('scale', '--csv', self.one, self.four, cut)
        self.assertIn('cut.eventlog: ', done.err)
        run('scale', '--csv', '--strict', self.one, self.four, cut, status=3)
        run('scale', '--csv', '--strict', self.one, self.four)
        empty = os.path.join(WORK.name, 'empty.eventlog')
        with open(empty, 'wb') as file:
            file.write(eventlog.header() + b'\xff\xff')
        done = run('scale', '--csv', self.one, empty, self.four)
        self.assertEqual(len(done.out.splitlines()), 3)
        self.assertIn('empty.eventlog', done.err)

    def test_pictures(self):
        for view, args in (('scale', [self.one, self.two, self.slow, self.four]), ('band', [self.two, self.slow])):
            for ending, magic in (('png', b'\x89PNG'), ('pdf', b'%PDF'), ('svg', b'<')):
                path = os.path.join(WORK.name, '%s.%s' % (view, ending))
                if view == 'scale':
                    self.assertEqual(run('scale', *args, '--export', path, '--log').out, '')
                else:
                    run('export', '--view', 'band', '-o', path, *args, '--run', self.one)
                with open(path, 'rb') as file:
                    data = file.read()
                self.assertTrue(data.startswith(magic))
                if ending == 'svg':
                    text = xml.dom.minidom.parseString(data).documentElement.toxml()
                    for word in ('Ideal', 'Amdahl', 'Karp–Flatt') if view == 'scale' else ('Least to greatest', 'Mean', 'one.eventlog'):
                        self.assertIn(word, text)


class Serial(unittest.TestCase):
    """The time in which at most one processor runs, against brute force."""

    def check(self, trace, other):
        serial, span, work = brute_serial(trace)
        rows = [r for r in table(trace, other) if r['processors'] != '1']
        self.assertEqual(len(rows), 1)
        if float(rows[0]['running_ns'] or 0) == 0:
            self.assertEqual(rows[0]['serial_share'], '')
            return
        self.assertAlmostEqual(float(rows[0]['serial_share']), serial / span, delta=2e-6, msg=trace)
        self.assertAlmostEqual(float(rows[0]['serial_fraction']), serial / work, delta=2e-6, msg=trace)


def add_serial_cases():
    wanted = ('parfib-n4-la', 'ffi-n4-la', 'sumeuler-n4-ls', 'pipeline-n2-user-only', 'setcaps-la', 'gcheavy-n4-s-check',
              'small3', 'generic4', 'mergesort8')
    for path in find_traces('ghc', '*.eventlog') + find_traces('eden', '*.parevents'):
        name = os.path.basename(path).split('.')[0]
        if name in wanted:
            setattr(Serial, 'test_' + name.replace('-', '_'),
                    lambda self, p=path: self.check(p, made('single', [[(1000, 2000)]], 3000)))


add_serial_cases()


class Band(unittest.TestCase):
    """Columns of a band against brute force over the made logs' own stretches."""
    STRETCHES = 37

    @classmethod
    def setUpClass(cls):
        rand = random.Random(7)
        cls.runs = []
        for i in range(4):
            lanes = []
            for _ in range(3):
                at, lane = 100, []
                while True:
                    start = at + rand.randint(1, 3000)
                    at = start + rand.randint(1, 9000)
                    if at > 100000 + i * 20000:
                        break
                    lane.append((start, at))
                lanes.append(lane)
            cls.runs.append((lanes, 101000 + i * 20000))
        cls.paths = [made('band%d' % i, lanes, end) for i, (lanes, end) in enumerate(cls.runs)]

    def read(self, *args):
        path = os.path.join(WORK.name, 'band.csv')
        run('export', '--view', 'band', '-o', path, '--stretches', self.STRETCHES, *args)
        with open(path, newline='') as file:
            return list(csv.DictReader(file))

    def test_start(self):
        rows = self.read('--align', 'start', *self.paths)
        self.assertEqual(len(rows), self.STRETCHES)
        self.assertEqual((rows[0]['from_ns'], rows[-1]['to_ns']), ('1', '161000'))
        for row in rows:
            low, high, values = int(row['from_ns']), int(row['to_ns']), []
            for i, (lanes, end) in enumerate(self.runs):
                inside = sum(max(0, min(high, b) - max(low, a)) for lane in lanes for a, b in lane)
                if row['run_%d' % (i + 1)] == '':
                    self.assertGreater(high, end)
                    continue
                value = inside / (high - low)
                self.assertAlmostEqual(float(row['run_%d' % (i + 1)]), value, places=5)
                values.append(value)
            self.assertEqual(row['runs'], str(len(values)))
            mean = sum(values) / len(values)
            self.assertAlmostEqual(float(row['mean']), mean, places=5)
            self.assertAlmostEqual(float(row['min']), min(values), places=5)
            self.assertAlmostEqual(float(row['max']), max(values), places=5)
            if len(values) > 1:
                deviation = math.sqrt(sum((v - mean) ** 2 for v in values) / (len(values) - 1))
                self.assertAlmostEqual(float(row['deviation']), deviation, places=5)
            half = sorted(values)
            median = (half[(len(half) - 1) // 2] + half[len(half) // 2]) / 2
            self.assertAlmostEqual(float(row['median']), median, places=5)

    def test_itself_has_no_spread(self):
        copy = os.path.join(WORK.name, 'copy.eventlog')
        with open(self.paths[0], 'rb') as source, open(copy, 'wb') as file:
            file.write(source.read())
        for row in self.read(self.paths[0], copy):
            self.assertEqual((row['min'], row['deviation']), (row['max'], '0.000000'))

    def test_shifted_has_no_spread(self):
        lanes, end = self.runs[0]
        moved = made('moved', lanes, end, shift=12345)
        for align in ('start', 'length'):
            rows = self.read('--align', align, self.paths[0], moved)
            self.assertEqual(len(rows), self.STRETCHES)
            for row in rows:
                self.assertEqual((row['runs'], row['run_1']), ('2', row['run_2']))
                self.assertEqual(row['deviation'], '0.000000')

    def test_share(self):
        for plain, share in zip(self.read('--align', 'start', *self.paths), self.read('--align', 'start', '--share', *self.paths)):
            self.assertAlmostEqual(float(plain['mean']), 3 * float(share['mean']), places=4)

    def test_usage(self):
        out = os.path.join(WORK.name, 'x.csv')
        for bad in (['--of', 'x'], ['--align', 'x'], ['--stretches', '0'], ['--stretches', '5000']):
            run('export', '--view', 'band', '-o', out, *bad, self.paths[0], status=2)
        run('export', '--view', 'band', self.paths[0], status=2)
        self.assertIn('cannot be opened', run('export', '--view', 'band', '-o', out, self.paths[0], '--run', 'nowhere', status=1).err)


if __name__ == '__main__':
    harness.main()
