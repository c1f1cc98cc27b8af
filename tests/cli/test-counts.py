#!/usr/bin/env python3
"""test-counts.py: what lcnt and msacc counted beside a trace of Erlang, against what lcnt itself prints of its file, and the numbers in msacc's.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import os
import re
import shutil
import struct
import unittest

import harness
from harness import dump, info

DATA = os.path.join(harness.TOP, 'tests', 'data', 'erlang-counts')
TRACE = os.path.join(DATA, 'run.trace')


def read(name):
    with open(os.path.join(DATA, name), 'rb') as file:
        return file.read()


class Real(unittest.TestCase):
    def test_locks(self):
        """tests/data/erlang-counts/run.lcnt-conflicts.txt: lcnt:conflicts/1 of the same file; locks of one name and id together."""
        wanted, found = collections.Counter(), collections.Counter()
        for line in read('run.lcnt-conflicts.txt').decode().splitlines()[2:]:
            match = re.fullmatch(r' *(\S+) +(.*?) +(\S+) +(\d+) +(\d+) +(\d+)', line)
            key = (match[1], match[2].replace('nonode@nohost', '0'), match[3])
            for i, name in enumerate(('tries', 'collisions', 'wait')):
                wanted[key + (name,)] += int(match[4 + i])
        rows = dump(TRACE, 'lock-counts')
        for row in rows:
            key = (row['lock'], row['id'], row['type'])
            for name, value in (('tries', row['tries']), ('collisions', row['collisions']), ('wait', int(row['wait_ns']) // 1000)):
                found[key + (name,)] += int(value)
        self.assertEqual(found, wanted)
        self.assertGreater(sum(count for key, count in found.items() if key[3] == 'collisions'), 5)
        self.assertEqual({row['file'] == '' for row in rows}, {row['line'] == '' for row in rows})
        self.assertTrue(all(re.fullmatch(r'beam/\w+\.[ch]|sys/\S+|', row['file']) for row in rows), {row['file'] for row in rows})

    def test_microstates(self):
        text = read('run.msacc').decode()
        wanted = []
        for match in re.finditer(r'counters =>\s*#\{(.*?)\},\s*id => (\d+),type => (\w+)', text, re.S):
            wanted += [(match[3], match[2], state, str(int(us) * 1000)) for state, us in re.findall(r'(\w+) => (\d+)', match[1])]
        self.assertEqual([(row['type'], row['id'], row['state'], row['duration_ns']) for row in dump(TRACE, 'microstates')], wanted)
        self.assertGreater(len(wanted), 70)

    def test_from_the_index(self):
        first = dump(TRACE, 'lock-counts'), dump(TRACE, 'microstates')
        self.assertEqual((dump(TRACE, 'lock-counts'), dump(TRACE, 'microstates')), first)
        self.assertEqual(dump(TRACE, 'losses'), [])


def atom(text):
    return b'w' + bytes([len(text)]) + text.encode()


def pair(key, value):
    return b'h\2' + atom(key) + value


def listed(*terms):
    return b'l' + struct.pack('>I', len(terms)) + b''.join(terms) + b'j' if terms else b'j'


def number(n):
    return b'a' + bytes([n]) if n < 256 else b'n\x08\0' + struct.pack('<Q', n)


def lock_file(stats, version=b'k\0\x031.0', name=atom('a_lock')):
    lock = listed(pair('name', name), pair('id', number(3)), pair('type', atom('spinlock')), pair('stats', listed(*stats)))
    return b'\x83h\2' + version + listed(pair('duration', number(100000)), pair('locks', listed(lock)))


def stats(*values, head=atom('stats'), extra=()):
    parts = [head, b'k\0\3x.c'] + [number(value) for value in values] + list(extra)
    return b'h' + bytes([len(parts)]) + b''.join(parts)


class Made(unittest.TestCase):
    """Files made for this, beside a trace."""

    def beside(self, name='run.lcnt', data=b'', trace='run.trace'):
        folder = os.path.join(harness.WORK.name, 'counts')
        shutil.rmtree(folder, ignore_errors=True)
        os.mkdir(folder)
        shutil.copyfile(TRACE, os.path.join(folder, trace))
        with open(os.path.join(folder, name), 'wb') as file:
            file.write(data)
        return os.path.join(folder, trace)

    def test_forms(self):
        for extra in ((), (listed(),)):  # with a histogram, and without: OTP 17
            rows = dump(self.beside(data=lock_file([stats(7, 5, 1, 9, 2, extra=extra), stats(8, 1 << 40, 0, 0, 0, extra=extra)])), 'lock-counts')
            self.assertEqual([tuple(row.values())[1:] for row in rows],
                             [('a_lock', '3', 'spinlock', 'x.c', '7', '5', '1', '9000', '2'), ('a_lock', '3', 'spinlock', 'x.c', '8', str(1 << 40), '0', '0', '0')])
        path = self.beside('run.msacc', b"[#{'$type' => msacc_data,counters => #{gc => {7,2},sleep => 5},type => scheduler}].\n")
        self.assertEqual([tuple(row.values())[1:] for row in dump(path, 'microstates')], [('scheduler', '', 'gc', '7000', '2'), ('scheduler', '', 'sleep', '5000', '')])

    def test_names(self):
        good = lock_file([stats(7, 5, 1, 9, 2)])
        for trace, name, n in (('run.trace', 'run.lcnt', 1), ('run.trace', 'run.trace.lcnt', 1), ('run', 'run.lcnt', 1), ('run.trace', 'other.lcnt', 0),
                               ('run.trace', 'lcnt', 0), ('a.run.trace', 'a.lcnt', 1), ('run.trace', '.lcnt', 0)):
            with self.subTest(trace=trace, name=name):
                self.assertEqual(len(dump(self.beside(name, good, trace), 'lock-counts')), n)

    def test_they_identify_the_trace(self):
        path = self.beside(data=lock_file([stats(7, 5, 1, 9, 2)]))
        self.assertEqual(len(dump(path, 'lock-counts')), 1)
        with open(path.replace('.trace', '.lcnt'), 'wb') as file:
            file.write(lock_file([stats(7, 5, 1, 9, 2)] * 3))
        self.assertEqual(len(dump(path, 'lock-counts')), 3)

    def test_damage(self):
        """A message, and the trace is read all the same."""
        good = lock_file([stats(7, 5, 1, 9, 2)])
        deep = b'\x83' + b'h\1' * 5000 + b'j'
        for name, data, word in (('run.lcnt', b'', 'not what lcnt:save/1 writes'), ('run.lcnt', b'hello', 'not what lcnt'), ('run.lcnt', good[:-3], 'damaged'),
                                 ('run.lcnt', good + b'j', 'damaged'), ('run.lcnt', deep, 'damaged'), ('run.lcnt', lock_file([], version=b'k\0\x032.0'), 'another version'),
                                 ('run.lcnt', lock_file([stats(7, 5, 1, 9)]), 'of a lock'), ('run.lcnt', lock_file([stats(7, 5, 1, 9, 2, head=atom('x'))]), 'of a lock'),
                                 ('run.lcnt', lock_file([], name=listed()), 'of a lock'), ('run.lcnt', b'\x83h\2k\0\x031.0l\xff\xff\xff\xffj', 'damaged'),
                                 ('run.msacc', b'[].\n', 'not what msacc'), ('run.msacc', b'{a}', 'full stop'), ('run.msacc', b'[#{}].', 'not what msacc'),
                                 ('run.msacc', b"[#{'$type' => msacc_stats,counters => #{gc => #{}},type => aux}].", 'shares'),
                                 ('run.msacc', b'[#{counters => #{gc => -5},type => aux}].', 'not what msacc')):
            with self.subTest(data=data[:40]):
                path = self.beside(name, data)
                losses = dump(path, 'losses')
                self.assertEqual([loss['reason'].split(':')[0] for loss in losses], [name])
                self.assertIn(word, losses[0]['reason'])
                self.assertEqual(info(path)['events'], info(TRACE)['events'])


if __name__ == '__main__':
    harness.main()
