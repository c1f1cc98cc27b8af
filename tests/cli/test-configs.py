#!/usr/bin/env python3
"""test-configs.py: runs of a simulator on machines of other configurations, as a series: times were made by laws that are known.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import csv
import io
import os
import random
import shutil
import unittest

import harness
from harness import WORK, dump, info, run

SIZES = [16384, 32768, 65536, 131072, 262144]


def config(size, clock=500, more=''):
    return ('[root]\ntype=Root\neventq_index=0\nfull_system=false\n\n[system]\nnum=x1\ncache_line_size=64\n[system.cpu_clk_domain]\nclock=%d\n'
            '[system.cpu0.dcache]\nsize=4096\nassoc=2\n[system.cpu1.dcache]\nsize=4096\nassoc=4\n'
            '[system.l2]\nsize=%d\neventq_index=0\np_state_clk_gate_bins=20\nranges=0:18446744073709551615\n[system.l2.tags]\nsize=%d\nentry=%d\n%s'
            % (clock, size, size, size // 64, more))


def made(name, size, clock=500, more='', cores=1, scale=1):
    """main runs for 40 µs × `scale`, and calls walk, whose 60 instructions wait for a memory whose misses go as 1 / size: 2^32 ps / size each."""
    text = []
    for core in range(cores):
        time = 1000 + core

        def step(symbol, at, wait):
            nonlocal time
            text.append((time, '%7d: system.cpu%d: T0 : 0x%x @%s+%d    :   add   x1, x1, #1         : IntAlu :  D=0x%016x\n'
                         % (time, core, (0x1000 if symbol == 'main' else 0x2000) + at, symbol, at, 0)))
            time += wait
        for i in range(20):
            step('main', 4 * i, 1000000 * scale)
        for i in range(60):
            step('walk', 4 * i, 2**32 * 10 // size)
        for i in range(20, 41):
            step('main', 4 * i, 1000000 * scale if i < 40 else 0)
    folder = os.path.join(WORK.name, name)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, 'trace.out'), 'w', encoding='utf-8') as file:
        file.write(''.join(line for _, line in sorted(text)))
    with open(os.path.join(folder, 'config.ini'), 'w', encoding='utf-8') as file:
        file.write(config(size, clock, more))
    return os.path.join(folder, 'trace.out')


def table(*args):
    return list(csv.DictReader(io.StringIO(run('growth', '--csv', *args).out, newline='')))


def part(rows, kind, name):
    return next(r for r in rows if (r['kind'], r['part']) == (kind, name))


class Configs(unittest.TestCase):
    maxDiff = 4000

    @classmethod
    def setUpClass(cls):
        cls.runs = [made('l2-%d' % size, size) for size in SIZES]

    def test_settings_are_facts(self):
        facts = [row['value'] for row in dump(self.runs[0], 'process-info') if row['key'] == 'config']
        self.assertEqual(facts, ['system.cache_line_size=64', 'system.cpu_clk_domain.clock=500', 'system.cpu0.dcache.size=4096',
                                 'system.cpu0.dcache.assoc=2', 'system.cpu1.dcache.size=4096', 'system.cpu1.dcache.assoc=4', 'system.l2.size=16384',
                                 'system.l2.tags.size=16384', 'system.l2.tags.entry=256'])

    def test_law(self):
        rows = table('--size', 'config:system.l2.size', *self.runs)
        walk, main = part(rows, 'function', 'walk'), part(rows, 'function', 'main')
        self.assertEqual((walk['law'], main['law']), ('1 / n', 'constant'))
        self.assertEqual((walk['ahead'], walk['points']), ('1048576.000000', '5'))
        self.assertAlmostEqual(float(walk['ahead_ns']) / (60 * 2**32 * 10 / 1048576 / 1000), 1, places=2)
        self.assertAlmostEqual(float(main['ahead_ns']) / 40000, 1, places=2)
        points = table('--size', 'config:system.l2.size', '--table', 'points', *self.runs)
        self.assertEqual([float(row['size']) for row in points], SIZES)

    def test_small_factor(self):
        """Of sizes as large as these a law's factor is small, and tells the time all the same."""
        sizes = [2**60 // size for size in SIZES]
        row = part(table('--size', ','.join(map(str, sizes)), *self.runs), 'function', 'walk')
        self.assertEqual(row['law'], 'n')
        self.assertAlmostEqual(float(row['factor_ns']) * 2**60 / (60 * 2**32 * 10 / 1000), 1, places=2)

    def test_what_was_not_run(self):
        """Four times the largest cache, as it then is."""
        rows = table('--size', 'config:system.l2.size', *self.runs)
        there = info(made('l2-there', 4 * SIZES[-1]))
        took = there['end_ns'] - there['start_ns']
        self.assertAlmostEqual(float(part(rows, 'all', 'duration')['ahead_ns']) / took, 1, delta=0.05)

    def test_the_setting_that_differs_is_found(self):
        self.assertEqual(table(*self.runs), table('--size', 'config:system.l2.size', *self.runs))
        text = run('growth', *self.runs).out
        self.assertIn('5 runs with system.l2.size from 16,384 to 262,144 on 1 core', text)
        self.assertIn('With system.l2.size = 1,048,576 ', text)

    def test_two_differ(self):
        runs = [made('two-%d' % size, size, 500 + i * i, 'latency=%d\n' % (4 * (500 + i * i))) for i, size in enumerate(SIZES)]
        self.assertIn('name the one that the runs grow with: system.l2.size, system.l2.tags.latency\n', run('growth', *runs, status=1).err)
        self.assertIn('No run’s config.ini sets “system.l3.size” to a number above 0; these settings differ: system.l2.size, system.l2.tags.latency',
                      run('growth', '--size', 'config:system.l3.size', *runs, status=1).err)
        points = table('--size', 'config:system.cpu_clk_domain.clock', '--table', 'points', *runs)
        self.assertEqual([float(row['size']) for row in points], [500, 501, 504, 509, 516])

    def test_very_many_differ(self):
        """Each of 20,000 in its own way."""
        runs = []
        for i in range(3):
            draw = random.Random(i)
            runs.append(made('many-%d' % i, SIZES[0], more=''.join('[system.x%d]\na=%d\n' % (k, draw.randrange(1, 10**9)) for k in range(20000)), scale=1 + i))
        self.assertRegex(run('growth', *runs, status=1).err, r': (system\.x\d+\.a, ){8}…\n$')

    def test_pattern(self):
        runs = [made('pattern-%d' % i, SIZES[0], more='[system.cpu0.icache]\nsize=%d\n[system.cpu1.icache]\nsize=%d\n' % (1024 << i, 1024 << i))
                for i in range(4)]
        points = table('--size', 'config:system.cpu*.icache.size', '--table', 'points', *runs)
        self.assertEqual([float(row['size']) for row in points], [1024, 2048, 4096, 8192])
        self.assertIn('sets “system.cpu*.dcache.assoc”', run('growth', '--size', 'config:system.cpu*.dcache.assoc', *runs, status=1).err)

    def test_more_cores(self):
        """What differs is their number then, not what comes with it."""
        runs = [made('cores-%d' % n, SIZES[0], cores=n, more='[system.bus]\nports=%d\n' % (3 * n + 1)) for n in (1, 2, 4, 8)]
        rows = table('--table', 'points', *runs)
        self.assertEqual([row['processors'] for row in rows], ['1', '2', '4', '8'])

    def test_a_run_that_was_overwritten(self):
        """What its index knows is the machine that it ran on."""
        path = made('kept', SIZES[0])
        index = os.path.join(WORK.name, 'kept.lanescope')
        shutil.copyfile(info(path)['index']['path'], index)
        made('kept', SIZES[3])
        self.assertIn('system.l2.size=16384', [row['value'] for row in dump(index, 'process-info')])
        self.assertIn('system.l2.size=131072', [row['value'] for row in dump(path, 'process-info')])

    def test_odd_configurations(self):
        path = made('odd', SIZES[0])
        for text in (b'', b'[', b'[]\n=1\n', b'x=1\n[a]\nb=1e999\nc=nan\nd=\n=2\ne=5 6\n', b'[a]\n\xff=1\nf=0x10\n' + b'g' * 300 + b'=1\n', b'[x]\na=1\n' * 3,
                     b'[a]\nf=0x10\n[' + b'g' * 300 + b']\nf=2\n', b'[a]\nf=0x10\n[\x1b[31mg]\nf=2\n', b'[a]\nf=0x10\n\x07g=2\n'):
            with open(os.path.join(os.path.dirname(path), 'config.ini'), 'wb') as file:
                file.write(text)
            got = [row['value'] for row in dump(path, 'process-info') if row['key'] == 'config']
            self.assertEqual(got, ['x.a=1'] if text.startswith(b'[x]') else ['a.f=0x10'] if b'0x10' in text else [], text)


if __name__ == '__main__':
    harness.main()
