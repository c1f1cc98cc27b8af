#!/usr/bin/env python3
"""test-graph.py: `export --view message-graph`: its edges against brute force over `dump messages`, what it refuses, what its
files are.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import os
import re
import unittest
import xml.etree.ElementTree

import erlang
from harness import TOP, WORK, dump, run

EDEN = os.path.join(TOP, 'tests', 'data', 'eden', 'generic4.parevents')
GHC = os.path.join(TOP, 'data', 'examples', 'nbody.eventlog')


def export(trace, name, *args, **more):
    path = os.path.join(WORK.name, name)
    done = run('export', '--view', 'message-graph', '-o', path, *args, trace, **more)
    done.path = path
    return done


def edges(path):
    """{(from, to): label} of a DOT file; names as they are drawn."""
    with open(path, encoding='utf-8') as file:
        text = file.read()
    labels = dict(re.findall(r'^  "([^"]+)" \[label="([^"]*)"', text, re.M))
    return {(labels[a], labels[b]): label
            for a, b, label in re.findall(r'^  "([^"]+)" -> "([^"]+)" .*?label="([^"]*)"', text, re.M)}


def title(machine, process):
    return f'{machine}:{"Sys" if process == "0" else process}'


class Graph(unittest.TestCase):
    def brute(self, *args):
        counts = collections.Counter()
        for row in dump(EDEN, 'messages', *args):
            counts[title(row['from_machine'], row['from_process']), title(row['to_machine'], row['to_process'])] += 1
        return counts

    def check(self, expected, *args):
        found = edges(export(EDEN, 'x.dot', *args).path)
        self.assertEqual({pair: int(label.replace(',', '')) for pair, label in found.items()}, dict(expected))

    def test_nodes(self):
        """A process's label goes without its node, which all of a box would begin with; the tip has it."""
        trace = os.path.join(TOP, 'tests', 'data', 'nodes', 'node_a.dat')
        with open(export(trace, 'nodes.dot').path, encoding='utf-8') as file:
            text = file.read()
        self.assertIn('label="<0.70.0>", tooltip="b@host <0.70.0>', text)
        with open(export(trace, 'hosts.dot', '--by', 'machine').path, encoding='utf-8') as file:
            self.assertIn('label="b@host"', file.read())

    def test_counts(self):
        """As many messages on each edge as the table has, in the whole and in ranges."""
        self.check(self.brute())
        ends = sorted(int(float(row['send_ns'])) for row in dump(EDEN, 'messages') if row['send_ns'])
        for a, b in ((1, 4), (1, 2), (0, 3)):
            limits = ['--from', ends[len(ends) * a // 5], '--to', ends[len(ends) * b // 5]]
            expected = self.brute(*limits)
            self.assertTrue(expected)
            self.check(expected, *limits)

    def test_thresholds(self):
        expected = {pair: n for pair, n in self.brute().items() if n >= 3}
        self.assertTrue(0 < len(expected) < len(self.brute()))
        self.check(expected, '--least-count', 3)

    def test_tags(self):
        counts = collections.Counter()
        for row in dump(EDEN, 'messages'):
            if row['tag'] in ('Head', 'DataMes'):
                counts[title(row['from_machine'], row['from_process']), title(row['to_machine'], row['to_process'])] += 1
        self.check(counts, '--tags', 'head,DataMes')

    def test_around(self):
        lane = next(row for row in dump(EDEN, 'processes') if int(row['messages_sent'] or 0) > 0)
        centre = title(lane['machine'], lane['process'])
        self.check({pair: n for pair, n in self.brute().items() if centre in pair},
                   '--around', f'process:{lane["machine"]}/{lane["process"]}')

    def test_machines(self):
        found = edges(export(EDEN, 'm.dot', '--by', 'machine').path)
        self.assertEqual(sum(int(label.replace(',', '')) for label in found.values()), sum(self.brute().values()))

    def test_files(self):
        svg = xml.etree.ElementTree.parse(export(EDEN, 'x.svg').path)
        titles = [node.text for node in svg.iter('{http://www.w3.org/2000/svg}title')]
        self.assertEqual(len({text for text in titles if text and '→' in text}), len(self.brute()))
        for name, head in (('x.png', b'\x89PNG'), ('x.pdf', b'%PDF'), ('X.GV', b'digraph')):
            with open(export(EDEN, name, '--palette', 'dark', '--by', 'machine').path, 'rb') as file:
                self.assertEqual(file.read(len(head)), head)

    def test_sizes(self):
        with open(export(EDEN, 'y.png', '--size', '640x360').path, 'rb') as file:
            head = file.read(24)
        self.assertEqual((int.from_bytes(head[16:20], 'big'), int.from_bytes(head[20:24], 'big')), (640, 360))

    def test_same(self):
        """The same picture every time."""
        first, second = export(EDEN, 'a.svg').path, export(EDEN, 'b.svg').path
        with open(first, 'rb') as a, open(second, 'rb') as b:
            self.assertEqual(a.read(), b.read())

    def test_refused(self):
        for args in (['--by', 'thread'], ['--thickness', 'colour'], ['--label', 'x'], ['--tags', 'Letter'],
                     ['--least-count', '-1'], ['--palette', 'pink'], ['--size', '1x1'], ['--font-size', '-3']):
            with self.subTest(args):
                self.assertTrue(export(EDEN, 'x.svg', *args, status=2).err)
        self.assertIn('.dot', run('export', '--view', 'message-graph', EDEN, status=2).err)
        self.assertIn('x.txt', export(EDEN, 'x.txt', status=2).err)
        self.assertIn('message-graph', run('export', '--view', 'graph', '-o', 'x.svg', EDEN, status=2).err)

    def test_nothing(self):
        """Why there is nothing to draw."""
        self.assertIn('GHC programs', export(GHC, 'x.svg', status=None).err)
        self.assertIn('below the thresholds', export(EDEN, 'x.svg', '--least-count', 10 ** 9, status=None).err)
        self.assertIn('in this range', export(EDEN, 'x.svg', '--from', 10 ** 15, status=None).err)
        self.assertFalse(os.path.exists(os.path.join(WORK.name, 'nothing.svg')))


class Told(unittest.TestCase):
    def test_a_signal_of_who_ended_is_from_him(self):
        """The log says who sent a DOWN, though nobody saw it sent: he is no stranger."""
        parent, child, records = erlang.Pid((9, 0)), erlang.Pid((50, 0)), []

        def add(us, *record):
            records.append(erlang.record(('trace_ts',) + record + (erlang.stamp(us),)))
        add(0, parent, 'in', ('m', 'main', 0))
        add(1, parent, 'spawn', child, ('shop', 'serve', []))
        add(2, child, 'spawned', parent, ('shop', 'serve', []))
        add(10, child, 'exit', 'normal')
        add(13, parent, 'receive', ('DOWN', 9, 'process', child, 'normal'), ('from', child))
        add(20, parent, 'out', ('m', 'main', 0))
        path = os.path.join(WORK.name, 'down.dat')
        with open(path, 'wb') as file:
            file.write(b''.join(records))
        self.assertEqual(list(edges(export(path, 'down.dot').path)), [('<0.50.0>', '<0.9.0>')])
        with open(os.path.join(WORK.name, 'down.dot'), encoding='utf-8') as file:
            self.assertEqual(file.read().count('label="<0.50.0>"'), 1)
        self.assertEqual([(m['from_machine'], m['from_process']) for m in dump(path, 'messages')], [('1', '<0.50.0>')])


if __name__ == '__main__':
    from harness import main
    main()
