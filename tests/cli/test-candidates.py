#!/usr/bin/env python3
"""test-candidates.py: calls that might as well have run beside each other: random programs by brute force, made ones by hand, and a real VM's.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import random
import unittest

import erlang
import harness
from erlang_log import MFA, Atom, Form, Pid
from harness import WORK, dump, run

MS = 1000


class Program(erlang.Program):
    """The same, which sends, gets, spawns and links meanwhile, and calls ets."""

    def step(self, pid):
        if not hasattr(self, 'effects'):
            self.effects = {self.name(p): [] for p in self.stacks}
            self.functions[3] = 'ets:insert/2'
        kind, other = self.random.random(), self.random.choice(list(self.stacks))
        if kind < 0.02:
            self.put(pid, 'receive', 'hello')
        elif kind < 0.08 and self.pseudo[pid] is None and kind > 0.04 and self.stacks[pid]:
            word = self.random.choice(('send', 'link', 'spawn'))
            if word == 'send':
                self.put(pid, 'send', 'hello', other)
            elif word == 'link':
                self.put(pid, 'link', erlang.Pid((9, 0)))
            else:
                self.put(pid, 'spawn', erlang.Pid((1000 + len(self.records), 0)), ('m', 'start', []))
        else:
            super().step(pid)
            return
        self.effects[self.name(pid)].append(self.us)


class Node:
    """An activation as it is meant: a function that goes on by tail calls is one, who is called by a tail call is below who did."""

    def __init__(self, name, start):
        self.name, self.start, self.end, self.children, self.tied, self.borders = name, start, None, [], name.startswith('ets:'), []
        self.went_on = self.by_tail = self.resumed = False

    def in_order(self, child):
        return child.tied or child.went_on or (child.by_tail and self.resumed)

    def within(self):
        yield self
        for child in self.children:
            yield from child.within()

    def groups(self):
        group = []
        for child in self.children:
            if group and any(group[-1].end <= t <= child.start for t in self.borders):
                yield group
                group = []
            group.append(child)
        if group:
            yield group


def trees(activations):
    """Of (function, depth, enter, exit, flag), those of the same parent in order: the roots."""
    def below(depth, start, end, inside):
        """Gives nodes out of activations of that depth that lie in [start, end]."""
        made, chain, went_on = [], [], False
        for name, d, enter, leave, flag in inside:
            if d != depth or not (start <= enter and leave <= end):
                continue
            if went_on and any(node.name == name for node in chain):
                while chain[-1].name != name:
                    chain[-1].went_on = True
                    chain.pop().end = enter
                chain[-1].resumed = True
            else:
                node = Node(name, enter)
                node.by_tail = went_on
                (chain[-1].children if went_on else made).append(node)
                chain = chain + [node] if went_on else [node]
            chain[-1].children += below(depth + 1, enter, leave, [a for a in inside if a[1] > d and enter <= a[2] and a[3] <= leave])
            for node in chain:
                node.end = leave
            went_on = flag == 'tail'
        return made
    real = sorted((a for a in activations if a[0] not in ('suspend', 'garbage_collect')), key=lambda a: (a[2], a[1], a[3]))
    return below(0, -1, 1 << 60, real)


def saved_of(node, function, work):
    """What the groups of that function (None: of all) within it save, each within others."""
    if function is not None and node.name != function:
        return sum(saved_of(child, function, work) for child in node.children)
    return sum(of_group(node, group, function, work)[1] for group in node.groups())


def of_group(node, group, function, work):
    """(sum, what it saves)"""
    took = [work(child) for child in group]
    spans = [time - saved_of(child, function, work) for time, child in zip(took, group)]
    chain = sum(span for span, child in zip(spans, group) if node.in_order(child))
    return sum(took), sum(took) - max([chain] + [span for span, child in zip(spans, group) if not node.in_order(child)])


def outermost(node, function):
    if node.name == function:
        return [node]
    return [found for child in node.children for found in outermost(child, function)]


def expected(program, extra):
    """caller → [groups, calls, time, span], times in µs."""
    rows = {}
    for pid, activations in program.truth.items():
        out = [(a[2], a[3]) for a in activations if a[0] in ('suspend', 'garbage_collect')]

        def work(node):
            return node.end - node.start - sum(max(0, min(node.end, b) - max(node.start, a)) for a, b in out)
        roots = trees(activations)
        for time in program.effects.get(pid, []) + extra.get(pid, []):
            path, nodes = [], roots
            while nodes:
                inside = [node for node in nodes if node.start <= time < node.end or (node.start <= time and node.end == program.end)]
                path, nodes = path + inside[-1:], inside[-1].children if inside else []
            if path:
                path[-1].borders.append(time)
                path[-1].tied = True
        every = [node for root in roots for node in root.within()]
        for node in reversed(every):
            node.tied = node.tied or any(child.tied for child in node.children)
        for node in every:
            for group in node.groups():
                in_order = [node.in_order(child) for child in group]
                units = in_order.count(False) + any(in_order)
                if units > 1:
                    for name in (node.name, None):
                        row = rows.setdefault(name, [0, 0, 0, 0])
                        row[0] += 1
                        row[1] += len(group)
        for name in list(rows):
            tops = roots if name is None else [found for root in roots for found in outermost(root, name)]
            for node in tops:
                for group in node.groups():
                    time, saved = of_group(node, group, name, work)
                    if saved > 0:
                        rows[name][2] += time
                        rows[name][3] += time - saved
    return rows


def candidates(path, *more):
    return {row['caller'] or None: row for row in dump(path, 'parallel-candidates', *more)}


class Made:
    """A trace of processes of which one calls; ms to µs."""

    def __init__(self):
        self.form = Form()
        self.parts = [(0, self.form.head(['procs', 'running', 'call', 'return_to', 'send', 'receive']))]

    def put(self, at, pid, tag, *rest, on=1, match=()):
        self.parts.append((at, self.form.trace(at, Pid(pid), tag, *rest, on=on, match=match)))

    def run_in(self, pid, start, end, on):
        self.put(start, pid, 'in', MFA('m', 'main', 0), on=on)
        self.put(end, pid, 'out', MFA('m', 'main', 0), on=on)

    def call(self, pid, name, caller, start, end):
        self.put(start, pid, 'call', MFA('m', name, 0), match=((Atom('cp'), MFA('m', caller, 0)) if caller else (Atom('cp'), Atom('undefined')),))
        self.put(end, pid, 'return_to', MFA('m', caller, 0) if caller else Atom('undefined'))

    def write(self, name, end):
        path = os.path.join(WORK.name, name + '.dat')
        with open(path, 'wb') as file:
            file.write(b''.join(data for _, data in sorted(self.parts, key=lambda part: part[0])) + self.form.stop(end))
        return path


def main_calls(name, other=(), more=lambda made: None, first=1):
    """main calls a, b and c for 10, 6 and 4 ms, on scheduler 1; `other`: when somebody else runs on the other one."""
    made = Made()
    made.put(0, 10, 'spawn', Pid(40), MFA('m', 'main', 0))
    made.put(0, 10, 'spawn', Pid(41), MFA('m', 'other', 0))
    made.run_in(40, first * MS, (first + 22) * MS, 1)
    made.call(40, 'main', None, first * MS + 1, (first + 22) * MS - 2)
    for what, start, end in (('a', 0, 10), ('b', 10, 16), ('c', 16, 20)):
        made.call(40, what, 'main', (first + start) * MS + 10, (first + end) * MS + 5)
    for start, end in other:
        made.run_in(41, start, end, 2)
    more(made)
    return made.write(name, max([(first + 22) * MS + 1] + [end + 1 for _, end in other]))


class Candidates(unittest.TestCase):
    maxDiff = 4000

    def test_random_programs(self):
        for seed, more in ((1, {}), (2, {'functions': 5}), (3, {'runs': False}), (4, {'deepest': 8, 'functions': 6}), (5, {'processes': 2})):
            program = Program(seed, steps=700, **more)
            path = os.path.join(WORK.name, 'random-%d.dat' % seed)
            program.write(path)
            start, extra = program.start, {}
            for row in dump(path, 'wakeups'):
                for who in (row['thread'], row['by_thread']):
                    extra.setdefault(who, []).append(int(row['time_ns']) // 1000 + start)
            want, got = expected(program, extra), candidates(path)
            self.assertGreater(len(want), 4)
            self.assertGreater(want[None][0], 20)
            self.assertEqual(set(got), set(want), seed)
            for name, row in want.items():
                self.assertEqual([int(got[name][c]) for c in ('groups', 'calls')] + [int(got[name][c]) // 1000 for c in ('time_ns', 'span_ns')], row,
                                 (seed, name))
                self.assertEqual((got[name]['saved_ns'], got[name]['gain_ns']), ('', ''), 'no scheduler is told')

    def near(self, text, ms):
        self.assertAlmostEqual(int(text) / 1e6, ms, delta=0.15)

    def test_room_on_another_scheduler(self):
        """20 ms of calls, 10 ms the longest: the other scheduler is free, is not, or is for half of the time; or all wait for somebody else."""
        row = candidates(main_calls('free', [(100, 500)]))['m:main/0']
        self.assertEqual((row['callees'], row['groups'], row['calls']), ('m:a/0 m:b/0 m:c/0', '1', '3'))
        for column, ms in (('time_ns', 20), ('span_ns', 10), ('saved_ns', 10), ('gain_ns', 10)):
            self.near(row[column], ms)
        row = candidates(main_calls('busy', [(100, 25 * MS)]))['m:main/0']
        for column, ms in (('time_ns', 20), ('span_ns', 10), ('saved_ns', 0)):
            self.near(row[column], ms)
        row = candidates(main_calls('half', [(100, 11 * MS)]))['m:main/0']
        self.near(row['saved_ns'], 20 - 20 / 1.5)
        self.near(row['gain_ns'], 6)  # the processors idle 12 ms all together
        row = candidates(main_calls('long', [(100, 500), (24 * MS, 60 * MS)]))['m:main/0']
        self.near(row['saved_ns'], 10)
        self.near(row['gain_ns'], 0)

    def test_what_ties(self):
        """A message in a and one in c: these follow each other. One of main's own between a and b: what came of a may be in it."""
        def talk(*times):
            def more(made):
                for at in times:
                    made.put(at, 40, 'send', Atom('hello'), Pid(41))
            return more
        row = candidates(main_calls('tied', more=talk(3 * MS, 19 * MS)))['m:main/0']
        self.near(row['span_ns'], 14)
        row = candidates(main_calls('all', more=talk(3 * MS, 12 * MS, 19 * MS)))
        self.assertEqual(row, {})
        row = candidates(main_calls('between', more=talk(11 * MS + 7)))['m:main/0']
        self.assertEqual((row['groups'], row['calls']), ('1', '2'))
        self.near(row['time_ns'], 10)
        self.near(row['span_ns'], 6)

    def test_range(self):
        path = main_calls('ranged')
        row = candidates(path, '--from', '5ms', '--to', '15ms')['m:main/0']
        self.near(row['time_ns'], 10)
        self.near(row['span_ns'], 6)

    def test_what_was_not_recorded(self):
        program = erlang.Program(9, steps=300)
        path = os.path.join(WORK.name, 'without.dat')
        program.write(path)
        self.assertIn('calls may depend on each other in ways that were not recorded', run('dump', 'parallel-candidates', '--csv', path).err)

    def test_beside_a_simulator(self):
        """A trace of that open together with one of Erlang's: its cores call, too, but are no processes."""
        path, core = main_calls('with', [(100, 500)]), os.path.join(WORK.name, 'cores.out')
        with open(core, 'w', encoding='utf-8') as file:
            for i in range(6):
                for c in range(200):
                    file.write('%7d: system.cpu%d: T0 : 0x%x @%s+%d    :   add   x1, x1, #1         : IntAlu :  D=0x%016x\n'
                               % (1000 + c + 1000000 * i, c, 0x1000 if i < 3 else 0x2000, 'main' if i < 3 else 'walk', 4 * (i % 3), 0))
        both = [row for row in dump(core, 'parallel-candidates', path) if row['caller'] != '']
        self.assertEqual([row['callees'] for row in both], ['m:a/0 m:b/0 m:c/0'])

    def test_loops_by_tail_calls(self):
        """even and odd hand on to each other: no call, but the list's, might be elsewhere."""
        rows = candidates(harness.find_traces('erlang', 'callgraph.dat')[0])
        self.assertEqual(rows["wl:'-cg_top/1-lc$^0/1-0-'/1"]['calls'], '18')
        self.assertNotIn('wl:cg_even/1', rows)
        self.assertNotIn('wl:cg_odd/1', rows)

    def test_of_a_real_vm(self):
        """fib, a map and a loop on two schedulers, one of them idle; a server that is asked twice, and two that work by themselves."""
        rows = candidates(harness.find_traces('erlang', 'candidates.trace*')[0])
        calls = {name: (sorted(row['callees'].split()), row['groups'], row['calls']) for name, row in rows.items()}
        self.assertEqual(calls['candidates:fib/1'], (['candidates:fib/1'], '33', '66'))
        self.assertEqual(calls['candidates:map/1'], (['candidates:map/1', 'candidates:work/1'], '3', '6'))
        self.assertEqual(calls['candidates:each/1'], (['candidates:work/1'], '1', '3'))
        self.assertEqual(calls['candidates:two/0'], (['candidates:served/1', 'candidates:work/1'], '1', '4'))
        for row in rows.values():
            time, span, saved, gain = (int(row[c]) for c in ('time_ns', 'span_ns', 'saved_ns', 'gain_ns'))
            self.assertTrue(0 <= gain <= saved <= time - span, row)
        each = rows['candidates:each/1']
        self.assertGreater(int(each['saved_ns']) / int(each['time_ns']), 0.3)


if __name__ == '__main__':
    harness.main()
