#!/usr/bin/env python3
"""test-sim-made.py: simulations that the generator makes here, whole and damaged, against their truths.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import gzip
import json
import os
import re
import subprocess
import sys
import unittest

import harness
from harness import dump, load_truth
from sim_truth import Checks, Program, event_key, ps, true_activations

SIMGEN = os.path.join(harness.SHARED, 'tools', 'simgen.py')


def memory_accesses(path):
    """(time, place, core, function, address, writes) of all instructions, in order."""
    found = []
    with gzip.open(path, 'rt') as file:
        for place, line in enumerate(file):
            match = re.match(r' *(\d+): system\.cpu(\d+): T0 : 0x\w+ @([^+ .]+)\S* *(?:\. ?\d+)? *: .* : (Mem\w+) : .*A=0x(\w+)', line)
            if match:
                time, core, function, kind, where = match.groups()
                found.append((int(time), place, int(core), function, int(where, 16), kind == 'MemWrite'))
    return sorted(found)


@unittest.skipUnless(os.path.exists(SIMGEN), 'the generator is not there')
class Generated(unittest.TestCase, Checks):
    """Runs that the generator makes here."""

    def make(self, name, *args):
        trace, truth = (os.path.join(harness.WORK.name, name + end) for end in ('.out.gz', '.json.gz'))
        subprocess.run([sys.executable, SIMGEN, '-o', trace, '--truth', truth, *map(str, args)], check=True,
                       stderr=subprocess.DEVNULL)
        return trace, load_truth(truth)

    def damaged(self, kind, *args):
        return self.make('_'.join((kind, *args)).replace('-', ''), '--prog', 'sched', '--ctxsw', '--iters', '8', '--broken', kind, *args)

    def test_what_is_no_line_of_the_trace(self):
        for kind in ('crlf', 'garbage'):
            for style in ('m5', 'g21'):
                with self.subTest(kind=kind, style=style):
                    trace, truth = self.damaged(kind, '--style', style)
                    self.check_all(trace, truth)
                    kinds, info = collections.Counter(item[1] for item in truth['damage']), Program(trace).info()
                    for key, count in (('simulator', kinds['garbage0'] + kinds['garbage5']), ('binary', kinds['garbage3']),
                                       ('blank', kinds['garbage1'] + kinds['garbage8']), ('glued', kinds['glued']),
                                       ('other_flags', kinds['garbage4'] + kinds['garbage8']), ('too_long', kinds['garbage7']),
                                       ('output', kinds['garbage2'] + kinds['garbage6'] + kinds['garbage8'])):
                        self.assertEqual(int(info.get('lines.' + key, 0)), count, key)

    def test_wrong_times(self):
        """Lines whose times are some cycles, half a µs or a ms too early stay where they stand: every call is there."""
        for style, seed, *more in (('m5', 1204, '--cores', 4, '--clock', 250), ('g21', 1013, '--cores', 6, '--ctxsw')):
            trace, truth = self.make('wrong_times_%s' % style, '--prog', 'sched', '--style', style, '--iters', 7, '--seed', seed,
                                     '--broken', 'negjump', *more)
            found = Program(trace).activations()
            for fields, least in ((slice(0, 4), 0.9), (slice(2, 4), 0.98)):
                right = all_of = 0
                for core in truth['cores']:
                    true = collections.Counter(item[fields] for item in true_activations(core))
                    right += sum((collections.Counter(item[fields] for item in found[core['core']]) & true).values())
                    all_of += sum(true.values())
                self.assertGreaterEqual(right, all_of * least, (style, fields))
            self.assertTrue(any('out of order' in row['reason'] for row in dump(trace, 'losses')))

    def test_without_symbols(self):
        """Half of the functions have none: they are named by where they were entered, and locks are known by their addresses."""
        for style in ('m5', 'g21'):
            with self.subTest(style=style):
                self.check_without_symbols(*self.damaged('nosym', '--style', style))
        # A tail call's target has a name or not, and nothing else calls it; upgrades that show only as what is asked for.
        for seed, *more in ((1071, '--style', 'm5', '--cores', 5, '--iters', 3, '--ctxsw'), (1095, '--style', 'm5', '--cores', 3, '--iters', 4),
                            (1093, '--style', 'g14', '--cores', 5, '--iters', 4, '--ctxsw', '--hits', 'none')):
            with self.subTest(seed=seed):
                self.lines = 'none' in more
                self.check_without_symbols(*self.make('nosym_%d' % seed, '--prog', 'sched', '--execall', '--seed', seed, '--broken', 'nosym',
                                                      *more))
        self.lines = False

    def test_at_one_time(self):
        """Two cores that ask for a line before the next level hears of it; two that lose it by one write."""
        self.check_all(*self.make('askers', '--prog', 'sched', '--style', 'g20', '--cores', 5, '--seed', 1002, '--iters', 10, '--ctxsw'))
        self.check_all(*self.make('losers', '--prog', 'sched', '--style', 'm5', '--cores', 4, '--seed', 1020, '--iters', 9, '--clock', 1000,
                                  '--ctxsw', '--execall'))

    def check_without_symbols(self, trace, truth):
        text = json.dumps(truth)
        for name in truth['nosym']:
            text = text.replace(json.dumps(name), json.dumps(hex(truth['symbols'][name][0])))
        truth, program = json.loads(text), Program(trace)
        self.assertTrue(truth['locks'])
        self.check_activations(program, truth)
        self.check_events(program, truth)
        self.check_locks(program, truth)
        self.check_coherence(program, truth)

    def test_without_caches(self):
        """Who stored to a line and who then loaded from it: a miss is possible."""
        trace, truth = self.make('nocaches', '--prog', 'spin', '--style', 'g21', '--cache', 0, '--cores', 3, '--iters', 30)
        stored, pairs = {}, []
        for time, _place, core, function, where, writes in memory_accesses(trace):
            line = where // 64
            if writes:
                stored[line] = (core, function, time, set())
            elif line in stored and stored[line][0] != core and core not in stored[line][3]:
                by, by_function, taken, loaded = stored[line]
                loaded.add(core)
                pairs.append((line * 64, core, function, time, by, by_function, taken))
        program = Program(trace)
        found = program.coherence()
        # It waits a thousand instructions for a line of a cache.
        start = min(item[6] for item in found)
        self.assertLess(start, truth['cores'][0]['last'] / 4)
        self.same([item for item in found if item[6] > start + 10 ** 6],
                  sorted(item for item in pairs if item[6] > start + 10 ** 6), 'possible misses')
        self.assertEqual({row['possible'] for row in program.table('coherence')}, {'1'})
        self.check_activations(program, truth)
        self.check_locks(program, truth)

    def test_out_of_order(self):
        """Instructions stamped ten cycles before they access memory, as such cores are: misses are charged by their addresses."""
        trace, truth = self.make('fetched', '--prog', 'spin', '--style', 'g21', '--cores', 2, '--iters', 60)
        early = trace.replace('fetched', 'early')
        with gzip.open(trace, 'rt') as file, gzip.open(early, 'wt') as out:
            for line in file:
                match = re.match(r' *(\d+)(: system\.cpu\d+: T0.*)', line)
                out.write('%7d%s\n' % (int(match[1]) - 10 * truth['clock_ticks'], match[2]) if match else line)
        kinds = ('l1d', 'l2', 'upg')
        for options, least in ((('--out-of-order',), 1), ((), 0.9)):
            hits = Program(early, *options).hits()
            for core in truth['cores']:
                key = lambda event: (event['k'], event['t'], event['fn'], event['d'])
                true = collections.Counter(key(event) for event in core['events'] if event['k'] in kinds)
                found = collections.Counter(key(hit) for hit in hits[core['core']] if hit['k'] in kinds)
                self.assertEqual(sum(found.values()), sum(true.values()))
                self.assertGreaterEqual(sum((found & true).values()), least * sum(true.values()), options)

    def test_events_of_a_range(self):
        """They are read from a place that the index knows, not from the beginning."""
        trace, truth = self.make('places', '--prog', 'sched', '--style', 'g21', '--iters', 24)
        whole = dump(trace, 'events')
        self.assertGreater(len(whole), 40000)
        end = truth['cores'][0]['last'] // 1000
        for start, stop in ((end * 9 // 10, end * 9 // 10 + 50), (end - 20, end + 20), (end // 3, end // 3 + 10)):
            self.assertEqual(dump(trace, 'events', '--from', start, '--to', stop),
                             [row for row in whole if start * 1000 <= ps(row['time_ns']) < stop * 1000])

    def test_cut_off(self):
        """All is there, and right, that ended well before the end of what could be read."""
        for kind in ('truncated', 'gztrunc'):
            trace, truth = self.damaged(kind)
            program = Program(trace)
            found, hits = program.activations(), program.hits()
            self.assertTrue(dump(trace, 'losses'))
            for core in truth['cores']:
                end = max(item[1] for item in found[core['core']]) - 2000 * truth['clock_ticks']
                self.assertGreater(end, core['last'] / 2)
                self.same([item for item in found[core['core']] if item[1] < end],
                          [item for item in true_activations(core) if item[1] < end], kind)
                self.same(sorted((event_key(hit) for hit in hits[core['core']] if hit['t'] < end), key=repr),
                          sorted((event_key(event) for event in core['events'] if event['t'] < end), key=repr), kind)

    def test_lost_lines(self):
        """One line of a hundred is not there, or cut: what is wrong stays near that place."""
        for kind in ('lost', 'cut'):
            trace, truth = self.damaged(kind)
            found = Program(trace).activations()
            right = all_of = 0
            for core in truth['cores']:
                true = collections.Counter(item[:4] for item in true_activations(core))
                right += sum((collections.Counter(item[:4] for item in found[core['core']]) & true).values())
                all_of += sum(true.values())
            self.assertGreater(right, all_of * 0.9, kind)
            if kind == 'cut':
                # What breaks off within an address, or behind all that is needed, cannot be told from a whole line.
                told = int(Program(trace).info()['lines.cut'])
                self.assertGreater(told, len(truth['damage']) * 0.7)
                self.assertLessEqual(told, len(truth['damage']))

    def check(self, name, *args):
        trace, truth = self.make(name, *args)
        self.lines = 'none' in args
        self.check_all(trace, truth)


def add_generated():
    number = 0
    for style in ('m5', 'g14', 'g20', 'g21'):
        for prog, cores, more in (('pingpong', 2, ()), ('pingpong', 4, ('--order', 'sort')), ('spin', 3, ()), ('spin', 1, ('--execall',)),
                                  ('spin', 4, ('--clock', 333, '--order', 'sort')), ('sched', 2, ('--ctxsw',)), ('sched', 1, ('--ctxsw',)),
                                  ('sched', 4, ('--execall', '--ctxsw')), ('sched', 3, ('--header', '--lli', 100)),
                                  ('sched', 2, ('--hits', 'none'))):
            number += 1
            if more == ('--hits', 'none') and style == 'm5':
                continue # there upgrades show as hits only
            name = '_'.join(map(str, (style, prog, cores, *more))).replace('-', '')
            args = ('--style', style, '--prog', prog, '--cores', cores, '--iters', 4 if prog == 'sched' else 20, '--seed', number, *more)
            setattr(Generated, 'test_' + name, lambda self, name=name, args=args: self.check(name, *args))


add_generated()


if __name__ == '__main__':
    unittest.main()
