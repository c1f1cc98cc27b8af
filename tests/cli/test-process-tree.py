#!/usr/bin/env python3
"""test-process-tree.py: `dump process-tree` against the truths, the tables of entities, and brute force over intervals, messages
and raw events.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import random
import re
import tempfile
import unittest

from harness import STATES, add_cases, ask_ahead, dump, find_traces, load_truth, main, run

SUMS = ['runnable', 'running', 'blocked']
GHC = ['parfib-n4-la.eventlog', 'ffi-n4-la.eventlog', 'setcaps-la.eventlog', 'sumeuler-n4-ls.eventlog',
       'sumeuler-n2-la-sf.eventlog', 'trunc-midblock.eventlog']


def key(row):
    return row['machine'], row['process'], row['thread']


def times(row, states=STATES):
    return {s: int(row[s + '_ns']) for s in states}


def tree_of(trace, *args):
    return dump(trace, 'process-tree', *args)


def clip(rows, offset_from, offset_to):
    total = dict.fromkeys(STATES, 0)
    for row in rows:
        start, end = int(row['start_ns']), int(row['start_ns']) + int(row['duration_ns'])
        total[row['state']] += max(min(end, offset_to) - max(start, offset_from), 0)
    return total


def random_ranges(trace, n):
    machines = dump(trace, 'machines')
    first = min(int(m['start_ns']) for m in machines)
    last = max(int(m['end_ns']) for m in machines)
    for i in range(n):
        rng = random.Random(f'{os.path.basename(trace)} {i}')
        yield tuple(sorted(rng.sample(range(first, last + 1), 2)))


class Tree(unittest.TestCase):
    def check_shape(self, rows):
        """Depths make a tree, and its figures are what its rows say."""
        path, below = [], [0] * len(rows)
        sums = [dict.fromkeys([*SUMS, 'sent', 'received'], 0) for _ in rows]
        for i, row in enumerate(rows):
            depth = int(row['depth'])
            self.assertLessEqual(depth, len(path))
            del path[depth:]
            if path:
                above = rows[path[-1]]
                self.assertEqual((row['parent_machine'], row['parent_process'], row['parent_thread']), key(above))
            else:
                self.assertEqual((row['parent_machine'], row['parent_process'], row['parent_thread']), ('', '', ''))
            for up in path:
                below[up] += 1
            path.append(i)
            for up in path:
                for state in SUMS:
                    sums[up][state] += int(row[state + '_ns'])
                sums[up]['sent'] += int(row['messages_sent'])
                sums[up]['received'] += int(row['messages_received'])
        for row, n, total in zip(rows, below, sums):
            self.assertEqual(int(row['below']), n)
            self.assertEqual({s: int(row[f'tree_{s}_ns']) for s in SUMS}, {s: total[s] for s in SUMS})
            self.assertEqual(int(row['tree_messages_sent']), total['sent'])
            self.assertEqual(int(row['tree_messages_received']), total['received'])
            self.assertEqual(sum(times(row).values()), int(row['life_ns']))

    def check_totals(self, trace, rows, *args):
        """The same figures as in the tables of entities."""
        kind = 'process' if rows[0]['process'] else 'thread'
        table = {(r['machine'], r[kind]): r for r in dump(trace, 'processes' if kind == 'process' else 'threads', *args)}
        self.assertEqual(len(rows), len(table))
        for row in rows:
            other = table[row['machine'], row[kind]]
            states = [s for s in STATES if s + '_ns' in other]
            self.assertEqual(times(row, states), times(other, states))
            if kind == 'process':
                self.assertEqual(row['messages_sent'], other['messages_sent'])
                self.assertEqual(row['messages_received'], other['messages_received'])
            else:
                self.assertEqual(row['migrations'], other['migrations'])
            self.assertEqual((row['start_ns'], row['name'], row['entry']),
                             (other['start_ns'], other['name'], other['entry']))

    def check_brute(self, trace, rows, lo, hi):
        """Every row alone, by its intervals; every message."""
        kind = 'process' if rows[0]['process'] else 'thread'
        some = {f'{kind}:{row["machine"]}/{row[kind]}': row for row in random.Random(lo).sample(rows, min(len(rows), 12))}
        ask_ahead([['dump', 'intervals', '--lane', lane, trace] for lane in some])
        for lane, row in some.items():
            self.assertEqual(times(row), clip(dump(trace, 'intervals', '--lane', lane), lo, hi))
        if kind != 'process':
            return
        ends = {}
        for message in dump(trace, 'messages'):
            for end, column in (('from', 'send_ns'), ('to', 'receive_ns')):
                if message[column] and lo <= int(message[column]) < hi:
                    ends.setdefault((end, message[end + '_machine'], message[end + '_process']), []).append(
                        message['size'])
        for row in rows:
            for end, name in (('from', 'sent'), ('to', 'received')):
                sizes = ends.get((end, row['machine'], row['process']), [])
                self.assertEqual(int(row['messages_' + name]), len(sizes))
                known = [int(s) for s in sizes if s]
                mean = row[name + '_size_mean']
                self.assertEqual(mean != '', bool(known))
                if known:
                    self.assertAlmostEqual(float(mean), sum(known) / len(known), places=2)

    def check_ranges(self, trace, *args):
        for lo, hi in random_ranges(trace, 3):
            rows = tree_of(trace, '--from', lo, '--to', hi, *args)
            self.check_shape(rows)
            self.check_totals(trace, rows, '--from', lo, '--to', hi)
            self.check_brute(trace, rows, lo, hi)

    def check_place(self, trace, *args):
        """Every machine, process and thread once; branches add up what is lowest."""
        rows = tree_of(trace, '--by', 'place', *args)
        self.assertEqual(sum(1 for r in rows if not r['process'] and not r['thread']), len(dump(trace, 'machines')))
        self.assertEqual(sum(1 for r in rows if r['process']), len(dump(trace, 'processes')))
        self.assertEqual(sum(1 for r in rows if r['thread']), len(dump(trace, 'threads')))
        threads = {(r['machine'], r['thread']): r['process'] for r in dump(trace, 'threads')}
        path = []
        for i, row in enumerate(rows):
            del path[int(row['depth']):]
            path.append(row)
            if row['thread']:
                self.assertEqual(path[-2]['process'], threads[row['machine'], row['thread']])
            end = next((j for j in range(i + 1, len(rows)) if int(rows[j]['depth']) <= int(row['depth'])), len(rows))
            leaves = [rows[j] for j in range(i, end) if rows[j]['children'] == '0']
            if len(leaves) < 5000:
                for state in SUMS:
                    self.assertEqual(int(row[f'tree_{state}_ns']), sum(int(r[state + '_ns']) for r in leaves))

    def check_folds(self, trace):
        """Similar siblings as one row: as many, and the same sums."""
        for by in ('parent', 'place'):
            plain, folded = tree_of(trace, '--by', by), tree_of(trace, '--by', by, '--fold')
            alike = {}
            for row in plain:
                named = row['name'] or row['entry']
                if (row['process'] or row['thread']) and (named or row['children'] == '0'):
                    mark = (row['parent_machine'], row['parent_process'], row['parent_thread'], bool(row['process']),
                            row['name'] or row['entry'])
                    alike.setdefault(mark, []).append(row)
            plain = {key(row): row for row in plain}
            for row in folded:
                if row['similar'] == '1':
                    self.assertEqual(row, plain[key(row)])
                    continue
                mark = (row['parent_machine'], row['parent_process'], row['parent_thread'], bool(row['process']),
                        row['name'] or row['entry'])
                members = alike.pop(mark)
                self.assertGreaterEqual(len(members), 3)
                self.assertEqual(int(row['similar']), len(members))
                self.assertEqual(times(row), {s: sum(int(m[s + '_ns']) for m in members) for s in STATES})
                self.assertEqual(int(row['tree_running_ns']), sum(int(m['tree_running_ns']) for m in members))
                self.assertEqual(int(row['below']), sum(int(m['below']) for m in members))
                self.assertEqual(int(plain[key(row)]['running_ns']), max(int(m['running_ns']) for m in members))
            self.assertLessEqual(len(folded), len(plain))

    def compare_eden(self, path):
        trace = path.replace('.truth.json.gz', '')
        rows = tree_of(trace)
        expected = sorted((str(p[0]), str(p[1])) + tuple(str(x) for x in parent or ('', ''))
                          for parent, p in load_truth(path)['process_tree'])
        self.assertEqual(sorted((r['machine'], r['process'], r['parent_machine'], r['parent_process']) for r in rows),
                         expected)
        self.check_shape(rows)
        self.check_totals(trace, rows)
        self.check_brute(trace, rows, -1 << 62, 1 << 62)
        self.check_ranges(trace)
        self.check_place(trace)
        self.check_folds(trace)

    def compare_ghc(self, trace):
        """Threads stand below the one that ran where they were made, by the raw events."""
        rows = tree_of(trace, '--by', 'parent')
        running, ids, made = {}, {}, {}
        for event in dump(trace, 'events'):
            detail = dict(word.partition('=')[::2] for word in event['detail'].split() if '=' in word)
            if event['name'] == 'create_thread':
                number = detail['thread']
                ids[number] = number if number not in ids else f'{number}#{int((ids[number] + "#1").split("#")[1]) + 1}'
                made[ids[number]] = running.get(event['processor'], '')
            elif event['name'] == 'run_thread':
                running[event['processor']] = ids.setdefault(detail['thread'], detail['thread'])
            elif event['name'] == 'stop_thread':
                running.pop(event['processor'], None)
        self.assertTrue(any(made.values()))
        self.assertEqual({r['thread']: r['parent_thread'] for r in rows}, {r['thread']: made.get(r['thread'], '')
                                                                           for r in rows})
        self.check_shape(rows)
        self.check_totals(trace, rows)
        self.check_ranges(trace, '--by', 'parent')
        self.check_place(trace)
        self.check_folds(trace)

    def test_pictures(self):
        """All rows by name and figure; as a graph, who is below whom."""
        trace = find_traces('eden', 'small3.parevents')[0]
        with tempfile.TemporaryDirectory() as folder:
            def export(name, *args, **more):
                run('export', '--view', 'process-tree', '-o', os.path.join(folder, name), *args, trace, **more)
                with open(os.path.join(folder, name), 'rb') as file:
                    return file.read()

            svg = export('tree.svg', '--unfold', '--size', '1400x100').decode()
            for row in tree_of(trace):
                self.assertIn(f'>{row["machine"]}:{row["process"]}<', svg)
            self.assertIn('>3.15 ms<', svg)  # running, of 1:1
            self.assertIn('width="1400"', svg)
            self.assertIn('6 processes', export('folded.svg').decode())
            self.assertNotIn('>2:1<', export('shallow.svg', '--unfold', '--depth', '1').decode())
            self.assertEqual(export('tree.png', '--palette', 'dark')[:4], b'\x89PNG')
            self.assertEqual(export('tree.pdf')[:4], b'%PDF')
            dot = export('tree.dot', '--unfold').decode()
            self.assertEqual(dot.count('"process:1/1" -> '), 6)
            self.assertIn('"process:1/1" -> "process:3/2"', dot)
            self.assertEqual(re.findall(r'=[^",\]]*e[-+]', dot), [])  # numbers that Graphviz would not read
            for wrong in (['--by', 'colour'], ['--sort', 'colour'], ['--depth', '-1'], ['--size', '3']):
                run('export', '--view', 'process-tree', '-o', os.path.join(folder, 'x.svg'), *wrong, trace, status=2)

    def test_usage(self):
        trace = find_traces('eden', 'small3.parevents')[0]
        run('dump', 'process-tree', '--by', 'colour', trace, status=2)
        run('dump', 'threads', '--fold', trace, status=2)
        run('dump', 'threads', '--by', 'parent', trace, status=2)


add_cases(Tree, find_traces('eden', '*.truth.json.gz'), Tree.compare_eden)
add_cases(Tree, [p for p in find_traces('ghc', '*.eventlog') if os.path.basename(p) in GHC], Tree.compare_ghc)

if __name__ == '__main__':
    main()
