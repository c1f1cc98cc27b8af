#!/usr/bin/env python3
"""test-sim-beside.py: what lies beside a simulation's trace: variables of nm's list, against the trace's lines.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import gzip
import os
import re
import unittest
from decimal import Decimal

import harness
from harness import dump, find_traces, rows, run


def ps(text):
    return None if text == '' else int(Decimal(text) * 1000)


def address(text):
    return None if text == '' else int(text, 16)


class Variables(unittest.TestCase):
    """Accesses by the addresses and names that the program has for them."""

    def setUp(self):
        self.trace = next(path for path in find_traces('sim', '*.out.gz') if 'g20' in path)

    def test_addresses(self):
        """The address of a miss is that of the instruction that is charged with it, A= in its line."""
        told = collections.defaultdict(set)
        with gzip.open(self.trace, 'rt') as file:
            for match in re.finditer(r'^ *(\d+): system\.cpu(\d+): A0 T0 : .* A=0x(\w+)', file.read(), re.M):
                told[int(match[2]), int(match[1])].add(int(match[3], 16))
        n = 0
        for row in dump(self.trace, 'hits'):
            if row['kind'] in ('l1d', 'l2', 'upg'):
                self.assertIn(address(row['virtual']), told[int(row['processor']), ps(row['pc_ns'])], row)
                n += 1
        self.assertGreater(n, 50)

    def test_xml(self):
        trace = find_traces('sim', '*.xml')[0]
        with open(trace, encoding='utf-8') as file:
            events = re.findall(r'<(l1dmiss|l2miss) t="(\d+)" va="(\w+)"', file.read())
        true = sorted((int(t), kind[:-4], int(va, 16)) for kind, t, va in events)
        found = sorted((ps(row['time_ns']), row['kind'], address(row['virtual'])) for row in dump(trace, 'hits') if row['kind'] in ('l1d', 'l2'))
        self.assertEqual(found, true)

    def test_names(self):
        hits = [row for row in dump(self.trace, 'hits') if row['virtual']]
        where = collections.Counter(address(row['virtual']) for row in hits)
        first = where.most_common(1)[0][0] & ~63
        in_range = lambda low, high: sorted((row['time_ns'], row['kind']) for row in hits if low <= address(row['virtual']) <= high)
        for sizes in (True, False):
            path = os.path.join(harness.WORK.name, 'variables-%d' % sizes, 'run.out')
            os.makedirs(os.path.dirname(path))
            with gzip.open(self.trace, 'rt') as file, open(path, 'w') as out:
                out.write(file.read())
            with open(path[:-4] + '.nm', 'w') as out:
                for at, size, kind, name in ((first, 64, 'B', 'shared'), (first + 64, 8, 'T', 'code')):
                    out.write('%016x %s%s %s\n' % (at, '%016x ' % size if sizes else '', kind, name))
            find = lambda *args: rows('find', *args, path)
            short = lambda found: sorted((row['time_ns'], row['kind']) for row in found if row['kind'] not in ('lock-wait', 'activation'))
            found = find('--address', 'shared')
            self.assertEqual(short(found), in_range(first, first + 63))
            self.assertTrue(all(re.fullmatch(r'shared(\+\d+)?', row['variable']) for row in found))
            at = address(found[0]['virtual']) - first
            self.assertEqual(found[0]['variable'], 'shared+%d' % at if at else 'shared')
            self.assertEqual(short(find('--address', 'shared+%d' % at)), in_range(first + at, first + at))
            self.assertEqual(short(find('--address', 'shared..shared+7')), in_range(first, first + 7))
            self.assertEqual(short(find('--query', 'address:shared+8..0x%x and event:l1d' % (first + 63))),
                             [item for item in in_range(first + 8, first + 63) if item[1] == 'l1d'])
            self.assertIn('“absent”', run('find', '--address', 'absent', path, status=2).err)
            self.assertEqual(dict((row['key'], row['value']) for row in dump(path, 'process-info'))['variable shared'], '0x%x 64' % first)


if __name__ == '__main__':
    unittest.main()
