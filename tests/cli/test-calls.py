#!/usr/bin/env python3
"""test-calls.py: call stacks of Erlang traces: the golden files' calls and edges, and programs whose every activation is known.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import glob
import os
import re
import unittest

import erlang
import harness
from harness import dump, run

PSEUDO = ('suspend', 'garbage_collect')


def find_golden():
    found = {}
    for path in glob.glob(os.path.join(harness.TOP, 'tests', 'data', 'erlang', '*.golden.txt')):
        found[os.path.basename(path)[:-11]] = (path[:-11] + '.dat', path)
    return found


def read_golden(path):
    """Calls by (pid, function) and edges by (caller, function)."""
    calls, edges, section = {}, {}, ''
    with open(path, encoding='latin-1') as file:
        for line in file:
            line = line.rstrip('\n')
            if line.startswith('== '):
                section = line[3:]
            elif section.startswith('calls by'):
                pid, module, name, arity, n = re.match(r"  \{(<.*>),\{(.*),(.*),(\d+)\}\}: (\d+)$", line).groups()
                calls[pid, '%s:%s/%s' % (module, name, arity)] = int(n)
            elif section.startswith('call edges'):
                caller, module, name, arity, n = re.match(r"  \{(.*),\{(.*),(.*),(\d+)\}\}: (\d+)$", line).groups()
                made = re.match(r"\{(.*),(.*),(\d+)\}$", caller)
                edges['%s:%s/%s' % made.groups() if made else '', '%s:%s/%s' % (module, name, arity)] = int(n)
    return calls, edges


def ns(row, column):
    return int(float(row[column]))


def merge(activations):
    """Calling contexts by brute force: (calls, own time) by path, of activations (function, depth, enter, exit, counted)."""
    found = collections.defaultdict(lambda: [0, 0])
    stack = []  # (path, exit)
    order = sorted(range(len(activations)), key=lambda i: (activations[i][2], activations[i][1], i))
    now = 0

    def pass_to(time, depth):
        nonlocal now
        while len(stack) > depth:
            found[stack[-1][0]][1] += max(0, stack[-1][1] - now)
            now = max(now, stack[-1][1])
            stack.pop()
        if stack and time > now:
            found[stack[-1][0]][1] += time - now
        now = max(now, time)

    for i in order:
        function, depth, enter, leave, counted = activations[i]
        pass_to(enter, depth)
        path = stack[-1][0] if stack else ()
        path = path[:path.index(function) + 1] if function in path else path + (function,)
        stack.append((path, leave))
        found[path][0] += counted
    pass_to(now, 0)
    return found


class Golden(unittest.TestCase):
    def test_calls_and_edges(self):
        compared = 0
        for name, (trace, path) in find_golden().items():
            with self.subTest(name):
                calls, edges = read_golden(path)
                found = {(r['process'], r['function']): int(r['calls']) for r in dump(trace, 'calls')}
                self.assertEqual(found, calls)
                summed = collections.Counter()
                for row in dump(trace, 'call-edges'):
                    summed[row['caller'], row['callee']] += int(row['calls'])
                self.assertEqual(dict(summed), edges)
                compared += len(calls)
        self.assertGreater(compared, 50)

    def test_within_life(self):
        """No process is in functions longer than it lives, and none collects longer than in all."""
        trace = find_golden()['callgraph'][0]
        lives = {r['process']: r for r in dump(trace, 'processes')}
        totals, collecting = collections.Counter(), collections.Counter()
        for row in dump(trace, 'call-tree'):
            path = row['path'].split(';')
            totals[row['process']] += ns(row, 'time_ns') if len(path) == 1 else 0
            collecting[row['process']] += ns(row, 'time_ns') if path[-1] == 'garbage_collect' else 0
        self.assertEqual(len(totals), 7)
        for process, total in totals.items():
            life = lives[process]
            self.assertLessEqual(total, ns(life, 'end_ns') - ns(life, 'start_ns'))
        # All but one of the golden file's 49 µs lie in traced functions.
        self.assertGreater(sum(collecting.values()), 40000)
        self.assertLessEqual(sum(collecting.values()), 49000)


class Programs(unittest.TestCase):
    def write(self, name, program):
        path = os.path.join(harness.WORK.name, name + '.dat')
        program.write(path)
        return path

    def activations(self, trace, *args):
        found = collections.defaultdict(list)
        for row in dump(trace, 'activations', *args):
            found[row['thread']].append((row['function'], int(row['depth']), ns(row, 'enter_ns') // 1000,
                                         ns(row, 'exit_ns') // 1000, row['flag']))
        return found

    def check_trees(self, trace, found, from_us=None, to_us=None):
        """call-tree, calls and call-edges against the activations."""
        args = [] if from_us is None else ['--from', str(from_us * 1000), '--to', str(to_us * 1000)]
        tree, functions = collections.defaultdict(dict), collections.defaultdict(dict)
        for row in dump(trace, 'call-tree', *args):
            tree[row['process']][tuple(row['path'].split(';'))] = row
        for row in dump(trace, 'calls', *args):
            functions[row['process']][row['function']] = row
        for process, activations in found.items():
            clipped = []
            for function, depth, enter, leave, flag in activations:
                low, high = (enter, leave) if from_us is None else (max(enter, from_us), min(leave, to_us))
                if low > high or (from_us is not None and (enter >= to_us or (leave <= from_us and enter < from_us))):
                    continue
                counted = flag != 'irregular' and (from_us is None or enter >= from_us)
                clipped.append((function, depth, low, high, counted))
            wanted = merge(clipped)
            below = collections.Counter()
            for path, row in tree[process].items():
                below[path[:-1]] += ns(row, 'time_ns')
            have = {path: (int(r['calls']), (ns(r, 'time_ns') - below[path]) // 1000) for path, r in tree[process].items()}
            for path in set(have) | set(wanted):
                self.assertEqual(have.get(path), tuple(wanted.get(path, ())), (process, path))
            for function, row in functions[process].items():
                self.assertEqual(int(row['calls']), sum(1 for a in clipped if a[0] == function and a[4]))
                times, until = 0, 0
                for _, _, low, high, _ in sorted((a for a in clipped if a[0] == function), key=lambda a: a[2]):
                    times += max(0, high - max(low, until))
                    until = max(until, high)
                self.assertEqual(ns(row, 'time_ns') // 1000, times)

    def check(self, program, name):
        trace = self.write(name, program)
        found = self.activations(trace)
        offset = program.start
        wanted = {}
        for process, activations in program.truth.items():
            if activations:
                wanted[process] = sorted((f, d, a - offset, b - offset, flag) for f, d, a, b, flag in activations)
        self.assertEqual(set(found), set(wanted))
        for process in wanted:
            self.assertEqual(sorted(found[process]), wanted[process], process)
        self.check_trees(trace, found)
        middle = (program.end - offset) // 2
        self.check_trees(trace, found, middle // 2, middle)
        self.check_trees(trace, found, middle, middle + 77)
        return trace

    def test_callers(self):
        self.check(erlang.Program(1), 'callers')

    def test_few_functions(self):
        """Recursion, mutual and not."""
        self.check(erlang.Program(2, functions=3, deepest=60), 'few')

    def test_without_running(self):
        self.check(erlang.Program(3, runs=False), 'calls-only')

    def test_return_from(self):
        """As dbg's traces with return_trace, which tell no callers."""
        self.check(erlang.Program(4, way='return_from'), 'return-from')

    def test_one_lane(self):
        program = erlang.Program(5, processes=3, steps=500)
        trace = self.write('lane', program)
        found = self.activations(trace, '--lane', 'process:1/<0.81.0>')
        self.assertEqual(list(found), ['<0.81.0>'])
        self.assertEqual(len(found['<0.81.0>']), len(program.truth['<0.81.0>']))
        run('dump', 'calls', '--lane', 'process:1/<0.99.0>', trace, status=2)

    def test_unseen(self):
        """Functions that are not traced: what is traced keeps its number of calls and its callers; sums hold."""
        program = erlang.Program(6, unseen=(0, 3, 7))
        trace = self.write('unseen', program)
        found = {(r['process'], r['function']): int(r['calls']) for r in dump(trace, 'calls')}
        self.assertEqual(found, program.calls)
        edges = {(r['process'], r['caller'] or None, r['callee']): int(r['calls']) for r in dump(trace, 'call-edges')}
        self.assertEqual(edges, program.edges)
        self.check_trees(trace, self.activations(trace))

    def test_cut(self):
        """Of a file cut anywhere, what there is of it is right."""
        program = erlang.Program(7, processes=3, steps=800)
        trace = self.write('whole', program)
        with open(trace, 'rb') as file:
            data = file.read()
        whole = self.activations(trace)
        for size in (len(data) * 2 // 3, len(data) // 2 + 3, 400):
            cut = os.path.join(harness.WORK.name, 'cut-%d.dat' % size)
            with open(cut, 'wb') as file:
                file.write(data[:size])
            found = self.activations(cut)
            for process, activations in found.items():
                known = collections.Counter(whole[process])
                for activation in activations:
                    if activation[4] != 'open':
                        self.assertGreater(known[activation], 0, activation)
            self.check_trees(cut, found)

    def test_deep(self):
        """A recursion of 20,000 frames: those that are kept are bounded, calls are all counted."""
        n, us = 20000, 1000
        records = [('profile_start', erlang.stamp(us)), ('profile_opts', ['call', 'return_to'])]
        pid, f, g = erlang.Pid((80, 0)), erlang.function('m:f/1'), erlang.function('m:g/1')
        for i in range(n):
            us += 1
            records.append(('trace_ts', pid, 'call', (f, g)[i % 2], ('cp', (f, g)[(i + 1) % 2] if i else 'undefined'),
                            erlang.stamp(us)))
        for i in reversed(range(n)):
            us += 1
            records.append(('trace_ts', pid, 'return_to', (f, g)[(i + 1) % 2] if i else 'undefined', erlang.stamp(us)))
        trace = os.path.join(harness.WORK.name, 'deep.dat')
        with open(trace, 'wb') as file:
            file.writelines(map(erlang.record, records))
        tree = {r['path']: r for r in dump(trace, 'call-tree')}
        self.assertEqual({path: int(r['calls']) for path, r in tree.items()}, {'m:f/1': n // 2, 'm:f/1;m:g/1': n // 2})
        self.assertEqual(ns(tree['m:f/1'], 'time_ns'), (2 * n - 1) * 1000)
        activations = self.activations(trace)['<0.80.0>']
        self.assertEqual(max(a[1] for a in activations), 511)
        self.assertEqual(len(activations), 512)


if __name__ == '__main__':
    harness.main()
