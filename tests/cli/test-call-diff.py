#!/usr/bin/env python3
"""test-call-diff.py: two runs compared call by call, against brute force on the truths of simulated programs: a table of the lengths
of all common subsequences, on trees of all activations; a trace against itself, and a shifted copy, changes nothing.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import functools
import gzip
import json
import os
import re
import tempfile
import unittest

import harness
from harness import rows, run

FOLDER = os.path.join(harness.TOP, '..', 'shared', 'traces', 'simulation')
KINDS = ('l1d', 'l1i', 'l2', 'upg', 'mb', 'lli')
KEPT = (('spin-three.g20', 'sched-tasks.m5'),)  # in tests/data
PAIRS = KEPT + ((('spin.g21', 'spin.g21.seed2'), ('pingpong.g21', 'pingpong.m5'), ('pingpong.g21', 'spin.g21'),
                 ('sched.m5', 'sched-tasks.m5')) if os.path.isdir(FOLDER) else ())


def path_of(name, ending='.out.gz'):
    kept = os.path.join(harness.TOP, 'tests', 'data', 'sim', name + ending)
    return kept if os.path.exists(kept) else os.path.join(FOLDER, name + ending)


def truth_of(name):
    with gzip.open(path_of(name, '.json.gz')) as file:
        return json.load(file)


def compare(what, *args):
    return rows('compare', '--calls', '--what', what, *args)


def in_order(found):
    """Cores as they are numbered; what is of one stays as it is."""
    return sorted(found, key=lambda r: r['lane'] or r['baseline_lane'])


class Node:
    """An activation: what it called, and what is charged to it."""

    def __init__(self, function, depth, enter, leave):
        self.function, self.depth, self.enter, self.leave = function, depth, enter, leave
        self.children = []
        self.outermost = True  # none of its function is below it
        self.hits = collections.Counter()

    @property
    def total(self):
        return self.leave - self.enter

    @property
    def own(self):
        return self.total - sum(c.total for c in self.children)

    def all(self):
        yield self
        for child in self.children:
            yield from child.all()


def tree_of(core):
    """The roots of a core's activations, with events charged to whom the truth says."""
    roots, stack = [], []
    for enter, leave, depth, function, *_ in sorted(core['calls'], key=lambda c: (c[0], c[2])):
        node = Node(function, depth, enter, leave)
        del stack[depth:]
        node.outermost = all(n.function != function for n in stack)
        (stack[-1].children if stack else roots).append(node)
        stack.append(node)
    every = [n for r in roots for n in r.all()]
    for event in core['events']:
        at = event.get('it', event['t'])
        found = [n for n in every if n.depth == event['d'] and n.function == event['fn'] and n.enter <= at
                 and (at < n.leave or n.leave == core['last'])]
        assert len(found) == 1, event
        found[0].hits[event['k']] += 1
    return roots


def align(a, b):
    """Pairs from the front where equal; else the baseline's is passed over if that loses nothing."""
    length = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in reversed(range(len(a))):
        for j in reversed(range(len(b))):
            length[i][j] = length[i + 1][j + 1] + 1 if a[i].function == b[j].function else max(length[i + 1][j], length[i][j + 1])
    i = j = 0
    while i < len(a) or j < len(b):
        if i < len(a) and j < len(b) and a[i].function == b[j].function:
            yield a[i], b[j]
            i, j = i + 1, j + 1
        elif i < len(a) and (j == len(b) or length[i + 1][j] >= length[i][j + 1]):
            yield a[i], None
            i += 1
        else:
            yield None, b[j]
            j += 1


def walk(a, b, path=()):
    """(baseline, run, path) of all activations, in order."""
    for left, right in align(a, b):
        here = path + ((left or right).function,)
        yield left, right, here
        if left and right:
            yield from walk(left.children, right.children, here)
        else:
            yield from walk(left.children if left else [], right.children if right else [], here)


@functools.lru_cache(maxsize=None)
def brute(baseline, run_):
    """Of each core: all activations as walk() gives them."""
    a, b = truth_of(baseline), truth_of(run_)
    more = max(len(a['cores']), len(b['cores']))
    trees = [[tree_of(c) for c in t['cores']] + [[]] * (more - len(t['cores'])) for t in (a, b)]
    return [list(walk(x, y)) for x, y in zip(*trees)]


def clocks(*names):
    return [truth_of(n)['clock_ticks'] for n in names]


def ps(text):
    return round(float(text) * 1000)


def per(n, clock):
    return round(n * 1000 / clock)


def own_counts(found):
    return [sum(1 for l, r, _ in found if l and r), sum(1 for l, r, _ in found if not r), sum(1 for l, r, _ in found if not l)]


def thousandths(text):
    return round(float(text) * 1000)


class Simulation(unittest.TestCase):
    def check_figures(self, row, left, right, names, total=True):
        """Lists of activations of the baseline and of the run."""
        both = clocks(*names)
        for kind in KINDS:
            a, b = sum(n.hits[kind] for n in left), sum(n.hits[kind] for n in right)
            self.assertEqual([int(row[w + kind]) for w in ('baseline_', 'run_', 'change_')], [a, b, b - a], (kind, row))
        a, b = sum(n.own for n in left), sum(n.own for n in right)
        self.assertEqual([ps(row['baseline_self_ns']), ps(row['run_self_ns']), ps(row['change_self_ns'])], [a, b, b - a], row)
        cycles = [thousandths(row[w + '_self_cycles']) for w in ('baseline', 'run', 'change')]
        a, b = per(a, both[0]), per(b, both[1])
        self.assertEqual(cycles, [a, b, b - a], row)
        if total:
            a, b = (sum(n.total for n in ns if total != 'outermost' or n.outermost) for ns in (left, right))
            self.assertEqual([ps(row['baseline_ns']), ps(row['run_ns']), ps(row['change_ns'])], [a, b, b - a], row)
            a, b = per(a, both[0]), per(b, both[1])
            self.assertEqual([thousandths(row[w + '_cycles']) for w in ('baseline', 'run', 'change')], [a, b, b - a], row)

    def test_calls(self):
        for names in PAIRS:
            with self.subTest(names):
                wanted = brute(*names)
                found = in_order(compare('calls', *map(path_of, names)))
                self.assertEqual(len(found), sum(map(len, wanted)))
                for row, (core, left, right, path) in zip(found, ((c, *w) for c, ws in enumerate(wanted) for w in ws)):
                    self.assertEqual(row['lane'] or row['baseline_lane'], 'processor:1/%d' % core)
                    self.assertEqual((row['function'], int(row['depth'])), (path[-1], len(path) - 1))
                    self.assertEqual(row['match'], 'matched' if left and right else 'only baseline' if left else 'only run')
                    for node, side in ((left, 'baseline'), (right, 'run')):
                        if node:
                            self.assertEqual((ps(row[side + '_from_ns']), ps(row[side + '_to_ns'])), (node.enter, node.leave))
                        else:
                            self.assertEqual((row[side + '_from_ns'], row[side + '_to_ns']), ('', ''))
                    self.check_figures(row, [left] if left else [], [right] if right else [], names)

    def test_sums(self):
        for names in PAIRS:
            with self.subTest(names):
                wanted = [w for core in brute(*names) for w in core]
                for what, key, of in (('call-paths', 'path', lambda p: ';'.join(p)), ('call-functions', 'function', lambda p: p[-1])):
                    groups = collections.defaultdict(list)
                    for w in wanted:
                        groups[of(w[2])].append(w)
                    found = {r[key]: r for r in compare(what, *map(path_of, names))}
                    self.assertEqual(set(found), set(groups))
                    for name, row in found.items():
                        group = groups[name]
                        self.assertEqual([int(row[c]) for c in ('matched', 'only_baseline', 'only_run')], own_counts(group))
                        self.check_figures(row, [l for l, _, _ in group if l], [r for _, r, _ in group if r], names,
                                           what == 'call-paths' or 'outermost')
                lanes = in_order(compare('call-lanes', *map(path_of, names)))
                for row, core in zip(lanes, brute(*names)):
                    self.assertEqual([int(row[c]) for c in ('matched', 'only_baseline', 'only_run')], own_counts(core))
                    self.check_figures(row, [l for l, _, _ in core if l], [r for _, r, _ in core if r], names, total=False)

    def test_instructions(self):
        for name in ('spin-three.g20', 'sched-tasks.m5'):
            found = in_order(compare('call-lanes', path_of(name), path_of('spin-three.g20')))
            for row, core in zip(found, truth_of(name)['cores']):
                if row['baseline_lane']:
                    self.assertEqual(int(row['baseline_insts']), core['insts'])

    def test_first_difference(self):
        """The first instant that both have at which they have drifted apart further than that, in cycles."""
        for names in PAIRS:
            both = clocks(*names)
            for limit in (0, 50, 500, 3000, 10**9):
                wanted = {}
                for core, found in enumerate(brute(*names)):
                    parting = self.part(found, both, limit if both[0] != both[1] else limit * both[0] // 1000, both[0] != both[1])
                    if parting:
                        wanted['processor:1/%d' % core] = parting
                more = '%dcy' % limit if both[0] != both[1] else '%dps' % (limit * both[0])
                got = {r['lane']: r for r in compare('first-difference', '--more-than', more, *map(path_of, names)) if r['drift']}
                self.assertEqual(set(got), set(wanted), (names, limit))
                for lane, (path, drift, baseline, run_) in wanted.items():
                    row = got[lane]
                    self.assertEqual(row['unit'], 'cycles' if both[0] != both[1] else 'ns')
                    self.assertEqual(row['path'], ';'.join(path))
                    self.assertEqual((ps(row['baseline_to_ns']), ps(row['run_to_ns'])), (baseline, run_))
                    self.assertAlmostEqual(float(row['drift']), drift, places=2)

    def test_nothing_in_common(self):
        names = ('spin-three.g20', 'sched-tasks.m5')
        truths = [truth_of(n) for n in names]
        found = [r for r in compare('first-difference', *map(path_of, names)) if not r['drift']]
        self.assertTrue(found)
        for row in found:
            core = int(row['lane'].rpartition('/')[2])
            self.assertEqual(row['call_match'], 'only baseline')
            self.assertEqual([ps(row['call_baseline_ns']), ps(row['call_run_ns'])], [t['cores'][core]['first'] for t in truths])

    @staticmethod
    def part(found, both, limit, cycles):
        points = []  # (baseline, run, path of the stretch before)
        stack = []
        for left, right, path in found:
            while stack and len(stack[-1][2]) >= len(path):
                points.append(stack.pop())
            if left and right:
                points.append((left.enter, right.enter, path[:-1]))
                stack.append((left.leave, right.leave, path))
        points += reversed(stack)
        for b, r, path in points:
            drift = (r - points[0][1]) / (both[1] if cycles else 1000) - (b - points[0][0]) / (both[0] if cycles else 1000)
            if abs(drift) > limit:
                return path, drift, b, r
        return None

    def test_itself(self):
        for name in ('spin-three.g20', 'sched-tasks.m5') + (('sched.m5', 'pingpong.m5') if os.path.isdir(FOLDER) else ()):
            with self.subTest(name):
                shifted = os.path.join(harness.WORK.name, name + '.shifted.out')
                with gzip.open(path_of(name), 'rt') as source, open(shifted, 'w') as copy:
                    for line in source:
                        copy.write(re.sub(r'^ *(\d+):', lambda m: '%7d:' % (int(m.group(1)) + 123456789), line))
                for other in (path_of(name), shifted):
                    self.assertEqual(compare('first-difference', path_of(name), other), [])
                    for what in ('calls', 'call-paths', 'call-functions', 'call-lanes'):
                        found = compare(what, path_of(name), other)
                        self.assertTrue(found)
                        for row in found:
                            changes = [v for c, v in row.items() if c.startswith('change_') or c.startswith('only_')]
                            self.assertTrue(all(float(v or 0) == 0 for v in changes), row)
                            self.assertIn(row.get('match', 'matched'), ('matched',))
                text = run('compare', '--calls', path_of(name), shifted).out
                self.assertIn(' 0 only in the baseline, 0 only in this run', text)
                self.assertTrue(text.endswith('\n\nNo difference.\n'), text)
                self.assertIn('--calls', run('compare', path_of(name), shifted).out)

    def test_range(self):
        """A part of the run: activations are cut at its edges, and their times add up to the whole."""
        names = ('sched-tasks.m5', 'sched-tasks.m5')
        whole = compare('call-functions', *map(path_of, names))
        sums = collections.Counter()
        end = max(c['last'] for c in truth_of(names[0])['cores']) // 1000 + 1
        for at in range(0, end, end // 7):
            for row in compare('call-functions', '--from', at, '--to', at + end // 7, *map(path_of, names)):
                self.assertEqual(float(row['change_self_ns']), 0)
                sums[row['function']] += ps(row['run_self_ns'])
        self.assertEqual(sums, {r['function']: ps(r['run_self_ns']) for r in whole})

    def test_picture(self):
        """Frames are as wide as both together, what changed most stands leftmost, with its change."""
        paths = {row['path']: row for row in compare('call-paths', '--unit', 'time', *map(path_of, PAIRS[0]))}
        both = {path: float(row['baseline_ns']) + float(row['run_ns']) for path, row in paths.items()}
        total = sum(both[path] for path in paths if ';' not in path)
        with tempfile.TemporaryDirectory() as folder:
            drawn = os.path.join(folder, 'a.svg')
            run('compare', '--calls', '--unit', 'time', '--export', drawn, *map(path_of, PAIRS[0]))
            with open(drawn, encoding='utf-8') as file:
                text = file.read()
        places = {}
        for x, y, name in re.findall(r'<text x="([0-9.]+)" y="([0-9.]+)"[^>]*>([^<]*)<', text):
            places.setdefault(name.split(' ')[0], []).append((float(y), float(x)))
        for path, row in paths.items():
            name, width = path.split(';')[-1], both[path] / total * 1600
            if width > 200:
                self.assertIn(name, places, path)
                change = float(row['change_ns'])
                self.assertRegex(text, r'>%s (%s[0-9]|0)' % (re.escape(name), r'\+' if change > 0 else '−'), path)
        roots = sorted((path for path in paths if ';' not in path), key=lambda path: -abs(float(paths[path]['change_ns'])))
        at = 4
        for path in roots:
            if both[path] / total * 1600 < 100:
                break
            self.assertLess(min(abs(x - at) for _, x in places[path]), 1.5, path)
            at += both[path] / total * 1600

    def test_timelines(self):
        """Both runs below each other: what only one of them has is marked and counted; against itself there is nothing."""
        alone = {match: sum(row['match'] == match for row in compare('calls', *map(path_of, PAIRS[0]))) for match in ('only baseline', 'only run')}
        self.assertGreater(min(alone.values()), 0)
        with tempfile.TemporaryDirectory() as folder:
            drawn = os.path.join(folder, 'a.svg')
            for pair, n in ((PAIRS[0], alone), ((PAIRS[0][0],) * 2, {})):
                run('export', '--view', 'compare', '--baseline', path_of(pair[0]), '-o', drawn, path_of(pair[1]))
                with open(drawn, encoding='utf-8') as file:
                    text = file.read()
                words = re.findall(r'>(only in (?:the baseline|this run)) ([0-9,]+)<', text)
                self.assertEqual({w: int(c.replace(',', '')) for w, c in words},
                                 {w: n[m] for w, m in (('only in the baseline', 'only baseline'), ('only in this run', 'only run')) if n})
                # In the legend, and before the names of bars that have room for it.
                self.assertEqual(len(re.findall(r'>[+−]<', text)) > 2, bool(n))

    def test_json(self):
        found = json.loads(run('compare', '--calls', '--what', 'call-functions', '--json', *map(path_of, PAIRS[0])).out)
        plain = compare('call-functions', *map(path_of, PAIRS[0]))
        self.assertEqual([r['function'] for r in found], [r['function'] for r in plain])
        self.assertEqual([str(r['matched']) for r in found], [r['matched'] for r in plain])


class Words(unittest.TestCase):
    def test_usage(self):
        for args in (('--calls', '--by', 'thread'), ('--calls', '--fail-if', 'running>1%'), ('--more-than', '5cy'),
                     ('--calls', '--more-than', '5'), ('--calls', '--more-than', '5 apples'), ('--calls', '--what', 'top'),
                     ('--calls', '--unit', 'm'), ('--calls', '--export', 'x.txt')):
            run('compare', *args, 'a', 'b', status=2)

    def test_no_calls(self):
        path = os.path.join(harness.TOP, 'tests', 'data', 'ghc')
        logs = sorted(os.path.join(path, f) for f in os.listdir(path) if f.endswith('.eventlog')) if os.path.isdir(path) else []
        if not logs:
            self.skipTest('no log without calls')
        self.assertIn('no calls', run('compare', '--calls', logs[0], logs[0], status=1).err)

    def test_erlang(self):
        """Processes are paired as by `compare`; against itself nothing changes."""
        path = os.path.join(harness.TOP, 'tests', 'data', 'erlang', 'callgraph.dat')
        found = compare('calls', path, path)
        self.assertGreater(len(found), 100)
        self.assertEqual({r['match'] for r in found}, {'matched'})
        self.assertTrue(all(float(r['change_ns']) == 0 and r['baseline_lane'] == r['lane'] for r in found))
        self.assertEqual({r['baseline_cycles'] for r in found}, {''})
        lanes = compare('call-lanes', path, path)
        self.assertEqual(sum(int(r['matched']) for r in lanes), len(found))
        # Calls are those that `dump activations` has.
        self.assertEqual(collections.Counter(r['function'] for r in found),
                         collections.Counter(r['function'] for r in harness.dump(path, 'activations')))


if __name__ == '__main__':
    harness.main()
