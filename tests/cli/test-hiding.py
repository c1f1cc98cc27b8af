#!/usr/bin/env python3
"""test-hiding.py: functions that bore, left out of trees of calls: against the same done to the paths of the whole tree.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import os
import re
import unittest

import harness
from harness import dump, run

TRACES = [os.path.join(harness.TOP, 'tests', 'data', *name) for name in (('erlang', 'callgraph.dat'), ('profile', 'time.eventlog'), ('sim', 'page-fault.perf.txt'), ('sim', 'sched-tasks.m5.out.gz'))]
PSEUDO = ('suspend', 'garbage_collect', 'unknown')


def matches(name, patterns):
    return name not in PSEUDO and any(re.fullmatch(re.escape(p).replace(r'\*', '.*').replace(r'\?', '.'), name) for p in patterns)


def figures(trace, *options):
    """(process, path): [calls, own time or samples] of each node, and what is told to be its total."""
    rows = [(row['process'], tuple(row['path'].split(';')), int(row['calls'] or 0), round(1000 * float(row['time_ns'] or row['samples'])))
            for row in dump(trace, 'call-tree', *options)]
    own, totals = collections.defaultdict(lambda: [0, 0]), collections.Counter()
    for process, path, calls, total in rows:  # what belongs to no process may be of several lanes
        own[process, path][0] += calls
        own[process, path][1] += total
        totals[process, path] += total
        if len(path) > 1:
            own[process, path[:-1]][1] -= total
    return dict(own), totals


def expected(own, hide=(), fold=(), merge=()):
    """The same of every path by itself: where it goes, and what goes with it."""
    result = collections.defaultdict(lambda: [0, 0])
    for (process, path), (calls, time) in own.items():
        kept, folded, counts = [], False, True
        for name in path:
            counts = False
            if name not in PSEUDO and kept and (folded or matches(name, hide)):
                continue
            pattern = next((p for p in merge if matches(name, [p])), None) if not matches(name, hide) and not matches(name, fold) else None
            if pattern in kept and pattern is not None:
                del kept[kept.index(pattern) + 1:]
            else:
                counts = True
                kept.append(pattern or name)
            folded = folded or (matches(name, fold) and not matches(name, hide))
        result[process, tuple(kept)][0] += calls if counts else 0
        result[process, tuple(kept)][1] += time
    return dict(result)


class Hiding(unittest.TestCase):
    def check(self, trace, **lists):
        words = {'hide': '--hide-function', 'fold': '--fold-function', 'merge': '--merge-functions'}
        options = [word for key, patterns in lists.items() for pattern in patterns for word in (words[key], pattern)]
        whole, _ = figures(trace)
        found, totals = figures(trace, *options)
        self.assertEqual(found, expected(whole, **lists), options)
        # Nothing is lost: what is not below another adds up to what it was.
        for process in {process for process, _ in whole}:
            self.assertEqual(sum(total for (p, path), total in totals.items() if p == process and len(path) == 1),
                             sum(time for (p, _), (_, time) in whole.items() if p == process))
        return found

    def test_traces(self):
        for trace in TRACES:
            names = sorted({name for _, path in figures(trace)[0] for name in path if name not in PSEUDO})
            for lists in ({'hide': names[::3]}, {'fold': names[1::4]}, {'merge': [names[0][:3] + '*']}, {'hide': ['*']},
                          {'hide': names[::5], 'fold': names[1::5], 'merge': [names[-1][:2] + '*', '*']}):
                self.check(trace, **lists)

    def test_functions_and_edges(self):
        """What calls and call-edges say is what the tree says."""
        trace = TRACES[0]
        for options in (['--hide-function', 'lists:*'], ['--fold-function', 'wl:*'], ['--merge-functions', 'lists:*']):
            own, totals = figures(trace, *options)
            edges = collections.Counter()
            for (process, path), total in totals.items():
                if path[-1] not in PSEUDO:
                    edges[process, path[-2] if len(path) > 1 else '', path[-1]] += total if own[process, path][0] else 0
            for row in dump(trace, 'call-edges', *options):
                self.assertGreaterEqual(1000 * float(row['time_ns']), edges[row['process'], row['caller'], row['callee']])
            names = {name for _, path in own for name in path}
            self.assertLessEqual({row['function'] for row in dump(trace, 'calls', *options)}, names)
            self.assertEqual(any(name.startswith('lists:') for name in names), options[1] != 'lists:*' or options[0] == '--merge-functions')

    def test_flame(self):
        """A flame graph has no frames of what is left out."""
        def frames(*options):
            path = os.path.join(harness.WORK.name, 'flame.svg')
            run('export', '--view', 'flame', '-o', path, *options, TRACES[0])
            with open(path, encoding='utf-8') as file:
                return file.read()
        self.assertIn('wl:cg_worker', frames())
        self.assertNotIn('wl:cg_top', frames('--hide-function', 'wl:cg_top*'))

    def test_over_time(self):
        """Neither have call stacks over time: the timeline's, and the chart."""
        def texts(trace, *options):
            path = os.path.join(harness.WORK.name, 'stacks.svg')
            run('export', '-o', path, *options, trace)
            with open(path, encoding='utf-8') as file:
                return file.read()
        for options in (['--view', 'flame', '--over-time'], []):
            trace = TRACES[3]
            self.assertIn('>load_balance<', texts(trace, *options))
            self.assertNotIn('>load_balance<', texts(trace, '--hide-function', 'load_b*', *options))
            self.assertIn('>walk_domains<', texts(trace, '--hide-function', 'load_b*', *options))
            self.assertNotIn('>walk_domains<', texts(trace, '--fold-function', 'load_b*', *options))
            self.assertIn('>*a*<', texts(trace, '--merge-functions', '*a*', *options))

    def test_nothing_bores(self):
        self.assertEqual(figures(TRACES[0], '--hide-function', 'no such'), figures(TRACES[0]))
        self.assertIn('--hide-function', run('dump', 'threads', '--hide-function', 'x', TRACES[0], status=2).err)


if __name__ == '__main__':
    harness.main()
