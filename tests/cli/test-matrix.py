#!/usr/bin/env python3
"""test-matrix.py: who wrote to whom, against the truths beside the traces and, for any range, against all messages.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import json
import os
import random
import unittest
import xml.dom.minidom

import harness
from harness import dump, find_traces, load_truth, number, run

HEADER = ['from_machine', 'from_process', 'to_machine', 'to_process', 'count', 'size', 'latency_mean_ns',
          'latency_max_ns']
STRANGER = ['to_name', 'to_node', 'from_port', 'to_port']
RANGES = 12


def brute(messages, by, low=None, high=None):
    """The matrix as it must be, from rows of `dump messages`."""
    cells = collections.defaultdict(lambda: [0, None, []])
    for r in messages:
        send, receive = number(r['send_ns']), number(r['receive_ns'])
        time = send if send is not None else receive
        if low is not None and not low <= time < high:
            continue
        process = by == 'process'
        cell = cells[r['from_machine'], r['from_process'] if process else '', r['to_machine'],
                     r['to_process'] if process else '', r['to_name'] if process else '', r['to_node'],
                     *(r[end + '_port'] if process and not r[end + '_process'] else '' for end in ('from', 'to'))]
        cell[0] += 1
        if r['size']:
            cell[1] = (cell[1] or 0) + int(r['size'])
        if send is not None and receive is not None:
            cell[2].append(receive - send)
    return {key: (str(count), '' if size is None else str(size), sum(times) / len(times) if times else None,
                  max(times) if times else None) for key, (count, size, times) in cells.items()}


class Matrix(unittest.TestCase):
    maxDiff = 2000

    def compare(self, rows, want, what):
        found = {}
        for r in rows:
            self.assertEqual(list(r)[:8], HEADER)
            key = tuple(r[k] for k in HEADER[:4] + STRANGER)
            self.assertNotIn(key, found)
            found[key] = r
        self.assertEqual(sorted(found), sorted(want), what)
        for key, (count, size, mean, most) in want.items():
            r = found[key]
            self.assertEqual((r['count'], r['size'], number(r['latency_max_ns'])), (count, size, most), (what, key))
            if mean is None:
                self.assertEqual(r['latency_mean_ns'], '', (what, key))
            else:
                self.assertAlmostEqual(float(r['latency_mean_ns']), mean, delta=0.001 + abs(mean) * 1e-12,
                                       msg='%s %s' % (what, key))

    def ranges(self, times, n):
        """Ends anywhere, and just at messages."""
        first, last = times[0], times[-1] + 1
        for _ in range(n):
            ends = [random.choice(times) + random.choice((0, 0, 1)) if random.random() < 0.5
                    else random.randint(first, last) for _ in range(2)]
            yield min(ends), max(ends) + 1
        yield first, last

    def check(self, path):
        trace = path.split('.truth')[0]
        random.seed(os.path.basename(trace))
        self.truth(trace, load_truth(path))
        for local in ([], ['--local-time']):
            messages = dump(trace, 'messages', *local)
            times = sorted(number(r['send_ns'] or r['receive_ns']) for r in messages)
            for by in ('process', 'machine'):
                self.compare(dump(trace, 'message-matrix', '--by', by, *local), brute(messages, by), by)
            if local:
                continue # a range by every machine's own clock: the whole is enough
            for low, high in self.ranges(times, RANGES):
                by = random.choice(('process', 'machine'))
                found = dump(trace, 'message-matrix', '--by', by, '--from', str(low), '--to', str(high), *local)
                self.compare(found, brute(messages, by, low, high), '%s %d to %d' % (by, low, high))

    def check_alone(self, trace):
        """One machine's log, without the others': they have numbers, in the messages as in the matrix."""
        random.seed(os.path.basename(trace))
        messages = dump(trace, 'messages')
        self.assertGreater(len({r['to_machine'] for r in messages}), 1)
        self.assertNotIn('', {r[k] for r in messages for k in ('from_machine', 'to_machine')})
        self.assertLessEqual({r[k] for r in dump(trace, 'streams') for k in ('from_machine', 'to_machine')},
                             {r[k] for r in messages for k in ('from_machine', 'to_machine')})
        times = sorted(number(r['send_ns'] or r['receive_ns']) for r in messages)
        for low, high in self.ranges(times, 4):
            for by in ('process', 'machine'):
                found = dump(trace, 'message-matrix', '--by', by, '--from', str(low), '--to', str(high))
                self.compare(found, brute(messages, by, low, high), '%s %d to %d' % (by, low, high))

    def check_erlang(self, trace):
        """Ids as in all tables; whom nobody knows is nobody, and not on the first node."""
        random.seed(os.path.basename(trace))
        messages = dump(trace, 'messages')
        times = sorted(number(r['send_ns'] or r['receive_ns']) for r in messages)
        for by in ('process', 'machine'):
            self.compare(dump(trace, 'message-matrix', '--by', by), brute(messages, by), by)
        for low, high in self.ranges(times, 4) if times else ():
            by = random.choice(('process', 'machine'))
            found = dump(trace, 'message-matrix', '--by', by, '--from', str(low), '--to', str(high))
            self.compare(found, brute(messages, by, low, high), '%s %d to %d' % (by, low, high))

    def truth(self, trace, truth):
        made = truth['messages']
        cells = {(int(r['from_machine']), int(r['to_machine'])): r for r in dump(trace, 'message-matrix', '--by', 'machine')}
        for sender, receiver, sent, _ in made['matrix']:
            self.assertEqual(int(cells.pop((sender, receiver))['count']), sent, '%d to %d' % (sender, receiver))
        self.assertEqual(cells, {})
        rows = dump(trace, 'message-matrix')
        tags = made['by_tag'].values()
        self.assertEqual(sum(int(r['count']) for r in rows), sum(t['sent'] for t in tags))
        self.assertEqual(sum(int(r['size'] or 0) for r in rows), sum(t['size_words'] for t in tags))
        streams = collections.Counter()
        for s in truth['streams']:
            streams[str(s[0]), str(s[1]), str(s[3]), str(s[4])] += s[6]
        counts = {tuple(r[k] for k in HEADER[:4]): int(r['count']) for r in rows}
        for key, count in streams.items():
            self.assertGreaterEqual(counts[key], count, key)


harness.add_cases(Matrix, find_traces('eden', '*.truth.json*'), Matrix.check)
harness.add_cases(Matrix, find_traces('eden', '*.eventlog'), Matrix.check_alone)
harness.add_cases(Matrix, harness.find_erlang(), Matrix.check_erlang)


class Form(unittest.TestCase):
    def setUp(self):
        self.trace = min(find_traces('eden', '*.parevents'), key=os.path.getsize)

    def test_by_processor(self):
        rows = dump(self.trace, 'message-matrix', '--by', 'processor')
        self.assertEqual(list(rows[0]), HEADER + ['from_processor', 'to_processor'] + STRANGER)
        machines = dump(self.trace, 'message-matrix', '--by', 'machine')
        self.assertEqual([[r[k] for k in HEADER] for r in rows], [[r[k] for k in HEADER] for r in machines])
        self.assertEqual({(r['from_processor'], r['to_processor']) for r in rows}, {('0', '0')})

    def test_json(self):
        rows = json.loads(run('dump', 'message-matrix', '--format', 'json', self.trace).out)
        self.assertEqual(list(rows[0]), HEADER + STRANGER)
        self.assertEqual(len(rows), len(dump(self.trace, 'message-matrix')))
        self.assertIsInstance(rows[0]['count'], int)

    def test_usage(self):
        self.assertIn('processor', run('dump', 'message-matrix', '--by', 'thread', self.trace, status=2).err)
        run('dump', 'machines', '--by', 'machine', self.trace, status=2)
        run('export', '--view', 'message-matrix', self.trace, status=2)
        for option in ('--by', '--order', '--figure', '--palette'):
            run('export', '--view', 'message-matrix', '-o', 'x.svg', option, 'nothing', self.trace, status=2)

    def test_pictures(self):
        svg, png, pdf = (os.path.join(harness.WORK.name, 'm.' + ending) for ending in ('svg', 'png', 'pdf'))
        run('export', '--view', 'message-matrix', '--by', 'machine', '-o', svg, self.trace)
        words = [t.firstChild.data for t in xml.dom.minidom.parse(svg).getElementsByTagName('text') if t.firstChild]
        cells = dump(self.trace, 'message-matrix', '--by', 'machine')
        for r in cells:
            self.assertIn('Machine %s' % r['from_machine'], words)
            if int(r['count']) < 10000:
                self.assertIn('{:,}'.format(int(r['count'])), words)
        for path, begin in ((png, b'\x89PNG'), (pdf, b'%PDF')):
            for order in ('id', 'machine', 'cluster'):
                run('export', '--view', 'message-matrix', '--figure', 'latency', '--order', order, '--palette', 'dark', '--size',
                    '900x600', '-o', path, self.trace)
                with open(path, 'rb') as file:
                    self.assertEqual(file.read(4), begin)

    def test_orders_keep_all(self):
        """However rows are ordered, they are the same ones."""
        found = []
        for order in ('id', 'machine', 'cluster'):
            svg = os.path.join(harness.WORK.name, order + '.svg')
            run('export', '--view', 'message-matrix', '--by', 'process', '--order', order, '--size', '2000x2000', '-o', svg,
                self.trace)
            words = [t.firstChild.data for t in xml.dom.minidom.parse(svg).getElementsByTagName('text') if t.firstChild]
            found.append(sorted(w for w in words if ':' in w and w[0].isdigit()))
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[0], found[2])
        self.assertGreater(len(found[0]), 4)

    def test_nothing(self):
        ghc = find_traces('ghc', '*.eventlog')
        if not ghc:
            self.skipTest('no GHC trace')
        self.assertEqual(dump(ghc[0], 'message-matrix'), [])
        done = run('export', '--view', 'message-matrix', '-o', os.path.join(harness.WORK.name, 'no.svg'), ghc[0], status=1)
        self.assertIn('without Eden send no messages', done.err)
        done = run('export', '--view', 'message-matrix', '--from', '-20', '--to', '-10', '-o',
                   os.path.join(harness.WORK.name, 'no.svg'), self.trace, status=1)
        self.assertIn('range', done.err)


if __name__ == '__main__':
    harness.main()
