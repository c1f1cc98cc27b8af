#!/usr/bin/env python3
"""test-growth.py: laws of a program's parts, from logs whose times were made by laws that are known.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import csv
import io
import json
import math
import os
import struct
import subprocess
import sys
import unittest

import eventlog
import harness
from harness import WORK, run

US = 1000


def made(name, processors, sort, merge, arguments=b'', mark=b''):
    """A log in which each processor's thread runs `sort` ns under that label, then the first `merge` ns under that one, alone."""
    out = [eventlog.header(more=True)]
    out.append(eventlog.block(0xffff, [eventlog.event(25, 1, struct.pack('>IH', 0, 2)),
                                       eventlog.event(30, 2, struct.pack('>I', 0) + b'\0'.join([b'made'] + arguments.split()) + b'\0')], 1, 2))
    for c in range(processors):
        thread, stop = struct.pack('>I', c + 1), 1000 + sort + (merge if c == 0 else 0)
        events = [eventlog.event(45, 10, struct.pack('>H', c)), eventlog.event(0, 10, thread), eventlog.event(1, 1000, thread)]
        if c == 0 and mark:
            events.append(eventlog.event(19, 1000, mark))
        events.append(eventlog.event(19, 1000, b'START sort'))
        if c == 0:
            events += [eventlog.event(19, 1000 + sort, b'START merge'), eventlog.event(19, stop, b'STOP merge')]
        else:
            events.append(eventlog.event(19, stop, b'STOP sort'))
        events.append(eventlog.event(2, stop, thread + struct.pack('>HI', 5, 0)))
        events.append(eventlog.event(46, 1000 + sort + merge, struct.pack('>H', c)))
        out.append(eventlog.block(c, events, 10, 1000 + sort + merge))
    path = os.path.join(WORK.name, name + '.eventlog')
    with open(path, 'wb') as file:
        file.write(b''.join(out) + b'\xff\xff')
    return path


def in_phases(name, n, missing=False):
    """Four times: four processors run under A for 4 µs × n, then under B for 20 ns × n²; or all under A (`missing`)."""
    threads, now = [[(10, eventlog.event(45, 10, struct.pack('>H', c))), (10, eventlog.event(0, 10, struct.pack('>I', c + 1)))] for c in range(4)], 1000
    for label, length in (('A', 4000 * n), ('B', 20 * n * n)) * 4:
        for c, events in enumerate(threads):
            for i in range(20):
                start, end = now + length * i // 20 + 20 * c, now + length * (i + 1) // 20 - 200 + 40 * c
                events += [(start, eventlog.event(1, start, struct.pack('>I', c + 1))),
                           (start, eventlog.event(19, start, b'START ' + (b'A' if missing else label.encode()))),
                           (end, eventlog.event(2, end, struct.pack('>IHI', c + 1, 2, 0)))]
        now += length
    path = os.path.join(WORK.name, name + '.eventlog')
    with open(path, 'wb') as file:
        file.write(eventlog.header(more=True) + b''.join(eventlog.block(c, [event for _, event in events], 10, events[-1][0])
                                                         for c, events in enumerate(threads)) + b'\xff\xff')
    return path


def table(*args, **more):
    return list(csv.DictReader(io.StringIO(run('growth', '--csv', *args, **more).out, newline='')))


def part(rows, kind, name):
    return next(r for r in rows if (r['kind'], r['part']) == (kind, name))


class Growth(unittest.TestCase):
    maxDiff = 4000

    @classmethod
    def setUpClass(cls):
        # Sorting is shared and n log n, merging is not, and n².
        cls.sizes = [100, 200, 400, 800, 1600]
        cls.growing = [made('n%d' % n, 4, round(n * math.log2(n) * 10), n * n, b'-n%d run 7' % n, b'size = %d' % n) for n in cls.sizes] * 2
        cls.strong = [made('p%d' % p, p, 16000 * US // p, 1000 * US) for p in (1, 2, 4, 8, 16)]
        cls.weak = [made('w%d' % p, p, 500 * US, 20 * US * p, b'%d' % (1000 * p)) for p in (1, 2, 4, 8)]

    def test_input(self):
        rows = table(*self.growing)
        sort, merge = part(rows, 'label', 'sort'), part(rows, 'label', 'merge')
        self.assertEqual((sort['law'], sort['power'], sort['logs']), ('n · log n', '1.000000', '1.000000'))
        self.assertEqual((merge['law'], merge['power'], merge['logs']), ('n²', '2.000000', '0.000000'))
        self.assertEqual(merge['last_ns'], str(1600 * 1600))
        self.assertEqual((merge['ahead'], merge['points'], merge['runs']), ('6400.000000', '5', '10'))
        self.assertAlmostEqual(float(merge['ahead_ns']) / 6400 ** 2, 1, places=2)
        self.assertAlmostEqual(float(sort['ahead_ns']) / (4 * 10 * 6400 * math.log2(6400)), 1, places=2)
        self.assertLessEqual(float(merge['ahead_ns_least']), 6400 ** 2)
        self.assertGreaterEqual(float(merge['ahead_ns_most']), 6400 ** 2)
        self.assertGreater(float(part(rows, 'alone', 'merge')['ahead_share']), float(part(rows, 'alone', 'merge')['last_share']))
        text = run('growth', *self.growing).out
        self.assertIn('made: 10 runs of n = 100 to n = 1,600 on 4 HECs, growing input', text)
        self.assertRegex(text, 'With n = 6,400 “merge” takes most of what runs: .* it grows as n²\\.')
        one = [made('one%d' % n, 1, n * 1000, n * 500, b'-n%d' % n) for n in (100, 200)]
        self.assertIn('made: 2 runs of n = 100 to n = 200 on 1 HEC, growing input', run('growth', *one).out)

    def test_phases(self):
        """Without any mark of them: the time of each phase, of all processors, by its law; not if a run has no phases."""
        sizes = (100, 200, 400, 800)
        sized = ('--size', ','.join(map(str, sizes)))
        runs = [in_phases('phases%d' % n, n) for n in sizes]
        rows = table(*sized, *runs)
        a, b = part(rows, 'phase', 'A'), part(rows, 'phase', 'B')
        self.assertEqual((a['law'], b['law']), ('n', 'n²'))
        self.assertAlmostEqual(float(a['last_ns']) / (4 * 4 * 4000 * 800), 1, places=1)
        self.assertAlmostEqual(float(b['last_ns']) / (4 * 4 * 20 * 800 ** 2), 1, places=1)
        self.assertRegex(run('growth', *sized, *runs).out, 'the phase “B” takes most of the time: .* it grows as n²\\.')
        self.assertFalse([r for r in table(*sized, *runs[:3], in_phases('none', 800, True)) if r['kind'] == 'phase'])

    def test_where_the_size_is_told(self):
        """By an argument, a mark, or numbers: the same table."""
        by_itself = table(*self.growing)
        for spec in ('arguments:1', 'mark:size', ','.join(map(str, self.sizes * 2))):
            self.assertEqual(table('--size', spec, *self.growing), by_itself, spec)

    def test_strong(self):
        rows = table('--at', '64', *self.strong)
        self.assertEqual(part(rows, 'label', 'sort')['law'], 'constant')
        self.assertEqual(part(rows, 'alone', 'merge')['law'], 'constant')
        last = part(rows, 'cause', 'end_ramp') # the others have run their last
        self.assertEqual((last['law'], last['ahead']), ('p', '64.000000'))
        self.assertAlmostEqual(float(last['ahead_ns']) / (63 * 1000 * US), 1, places=2)
        duration = part(rows, 'all', 'duration')
        self.assertEqual(duration['law'], '1 / p')
        self.assertAlmostEqual(float(duration['ahead_ns']) / (16000 * US / 64 + 1000 * US), 1, places=2)
        self.assertRegex(run('growth', '--at', '64', *self.strong).out, 'With 64 HECs “merge” runs alone for 79\\.9')

    def test_points(self):
        rows = table('--table', 'points', *self.strong)
        self.assertEqual([r['processors'] for r in rows], ['1', '2', '4', '8', '16'])
        self.assertEqual({r['scaling'] for r in rows}, {'strong'})
        for r, p in zip(rows, (1, 2, 4, 8, 16)):
            s = float(rows[0]['time_ns']) / float(r['time_ns'])
            self.assertAlmostEqual(float(r['speedup']), s, places=5)
            self.assertAlmostEqual(float(r['efficiency']), s / p, places=5)
            self.assertEqual(r['serial_fraction'], '' if p == 1 else r['serial_fraction'])
            if p > 1:
                self.assertAlmostEqual(float(r['serial_fraction']), (1 / s - 1 / p) / (1 - 1 / p), places=5)

    def test_weak(self):
        """The size of the input goes with the processors, which the arguments tell."""
        rows = table('--table', 'points', *self.weak)
        self.assertEqual({r['scaling'] for r in rows}, {'weak'})
        self.assertEqual([r['size'] for r in rows], ['1000.000000', '2000.000000', '4000.000000', '8000.000000'])
        for r, p in zip(rows[1:], (2, 4, 8)):
            s = p * float(rows[0]['time_ns']) / float(r['time_ns'])
            self.assertAlmostEqual(float(r['speedup']), s, places=5)
            self.assertAlmostEqual(float(r['serial_fraction']), (p - s) / (p - 1), places=5)

    def test_split_adds_up(self):
        """All causes of a point are its processors × time; labels are what ran."""
        points = {r['processors']: r for r in table('--table', 'points', *self.strong)}
        rows = table('--table', 'split', *self.strong)
        for p, point in points.items():
            causes = [r for r in rows if r['processors'] == p and r['kind'] == 'cause']
            self.assertAlmostEqual(sum(float(r['time_ns']) for r in causes) / (int(p) * float(point['time_ns'])), 1, places=5)
            self.assertAlmostEqual(sum(float(r['share']) for r in causes), 1, places=4)
            for r in causes:
                self.assertAlmostEqual(float(r['time_per_processor_ns']) * int(p), float(r['time_ns']), delta=int(p))
            labels = {r['part']: float(r['time_ns']) for r in rows if r['processors'] == p and r['kind'] == 'label'}
            self.assertEqual((labels['sort'], labels['merge']), (16000 * US, 1000 * US))

    def test_very_many_labels_add_up(self):
        """All that is not among the longest is told together."""
        def many(processors):
            out = [eventlog.header(more=True)]
            for c in range(processors):
                thread, n = struct.pack('>I', c + 1), 1200 // processors
                events = [eventlog.event(45, 10, struct.pack('>H', c)), eventlog.event(0, 10, thread), eventlog.event(1, 1000, thread)]
                events += [eventlog.event(19, 1000 + i * 100, b'START l\tm\nn%d' % (c * n + i)) for i in range(n)]
                events += [eventlog.event(2, 1000 + n * 100, thread + struct.pack('>HI', 5, 0)),
                           eventlog.event(46, 1000 + n * 100, struct.pack('>H', c))]
                out.append(eventlog.block(c, events, 10, 1000 + n * 100))
            path = os.path.join(WORK.name, 'many%d.eventlog' % processors)
            with open(path, 'wb') as file:
                file.write(b''.join(out) + b'\xff\xff')
            return path
        rows = [r for r in table('--table', 'split', many(1), many(2)) if (r['processors'], r['kind']) == ('1', 'label')]
        self.assertEqual(sum(int(r['time_ns']) for r in rows), 1200 * 100)
        self.assertEqual(next(r['time_ns'] for r in rows if r['part'] == '…'), '20000')
        self.assertNotRegex(run('growth', '--table', 'split', many(1), many(2)).out, r'(?m)^n\d') # a row is a line, whatever a label has

    def test_too_few_points_make_no_law(self):
        rows = table(*self.strong[:3])
        self.assertEqual({r['law'] for r in rows}, {''})
        self.assertEqual({r['ahead_ns'] for r in rows}, {''})
        self.assertIn('at least 4 different numbers of processors', run('growth', *self.strong[:3]).out)

    def test_no_law(self):
        """Of five sizes, too small to have a law, nobody is told that they are too few."""
        out = run('growth', '--size', '.1,.2,.4,.8,.9', *self.growing[:5]).out
        self.assertIn('No law explains how long these runs took', out)
        self.assertNotIn('at least 4', out)

    def test_json_is_the_same(self):
        rows = json.loads(run('growth', '--json', *self.strong).out)
        for a, b in zip(rows, table(*self.strong)):
            self.assertEqual(list(a), list(b))
            self.assertEqual(a['last_ns'], int(b['last_ns']))
        self.assertEqual(len(rows), len(table(*self.strong)))

    def test_both_differ(self):
        runs = self.strong + [made('other', 4, 9000 * US, 100 * US, b'5')]
        sizes = '1,1,1,1,1,5'
        r = run('growth', '--size', sizes, *runs, status=1)
        self.assertIn('say over which of them', r.err)
        r = run('growth', '--size', sizes, '--over', 'processors', *runs)
        self.assertIn('1 run with another input or number of processors is left out', r.out)
        self.assertEqual(part(table('--size', sizes, '--over', 'processors', *runs), 'all', 'duration')['runs'], '5')

    def test_what_is_wrong_is_said(self):
        for args, words in ((['--size', '1,2'], 'has 2 sizes, but there are 5 runs'), (['--size', '1,2,3,4,x'], '“x” is no size'),
                            (['--size', 'arguments:0'], 'from 1'), (['--size', '1,1,1,1,-1'], 'is no size')):
            self.assertIn(words, run('growth', *args, *self.strong, status=1).err, args)
        self.assertIn('nothing to grow with', run('growth', self.strong[0], self.strong[0], status=1).err)
        self.assertIn('have inputs of different sizes', run('growth', '--over', 'size', *self.strong, status=1).err)
        self.assertIn('--at takes', run('growth', '--at', '0', *self.strong, status=2).err)

    def test_of_a_simulated_program(self):
        """What is expected of 32 processors, and what then happens."""
        parsim = os.path.join(harness.SHARED, 'tools', 'parsim.py')
        if not os.path.exists(parsim) or os.environ.get('LANESCOPE_TEST_BRIEF'):
            self.skipTest('parsim.py is not there, or there is no time')

        def simulate(processors, seed):
            path = os.path.join(WORK.name, 'serial-%d-%d' % (processors, seed))
            subprocess.run([sys.executable, parsim, '--scenario', 'serial_part', '--seed', str(seed), '--set', 'P=%d' % processors, '--set',
                            'n=96', '--no-what-if', '-o', path], check=True, stdout=subprocess.DEVNULL)
            return path + '.eventlog'
        rows = table('--at', '32', *[simulate(p, seed) for p in (1, 2, 4, 8) for seed in (1, 2)])
        duration, merge = part(rows, 'all', 'duration'), part(rows, 'alone', 'merge')
        truth = json.loads(run('info', '--json', simulate(32, 3)).out)
        took = truth['end_ns'] - truth['start_ns']
        self.assertLess(abs(float(duration['ahead_ns']) / took - 1), 0.05)
        self.assertGreater(float(merge['ahead_share']), 1.5 * float(merge['last_share']))


if __name__ == '__main__':
    harness.main()
