#!/usr/bin/env python3
"""test-sim.py: simulations against their truths: every activation, event, acquisition of a lock and coherence miss, and the sums of functions.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import gzip
import json
import os
import re
import unittest

import harness
from harness import dump, find_traces, load_truth, rows, run
from sim_truth import Checks, KINDS, Program, address, ps, true_activations


class Truth(unittest.TestCase, Checks):
    """Samples."""

    def check(self, path):
        self.check_all(path, load_truth(path[:-len('.out.gz')] + '.json.gz'))


harness.add_cases(Truth, [path for path in find_traces('sim', '*.out.gz') + find_traces('simulation', '*.out.gz')
                          if os.path.exists(path[:-len('.out.gz')] + '.json.gz')], Truth.check)


class Xml(unittest.TestCase, Checks):
    """The same runs as XML, which tells of stretches of instructions: activations and events."""

    def check(self, path):
        truth = load_truth(path.replace('.flat.xml', '.xml').replace('.xml', '.json.gz'))
        program = Program(path)
        found, hits = program.activations(), program.hits()
        for core in truth['cores']:
            number, true = core['core'], true_activations(core)
            # Its last stretch ends with the last instruction that it has; one of them lacks the very last.
            last = max(item[1] for item in found[number])
            true = sorted((enter, min(leave, last), *rest) for enter, leave, *rest in true)
            self.same([item[:4] for item in found[number]], [item[:4] for item in true], 'activations of core %d' % number)
            key = lambda event: (event['t'], event['k'], event['fn'], event['d'])
            missing = collections.Counter(map(key, core['events'])) - collections.Counter(map(key, hits[number]))
            self.assertEqual(collections.Counter(map(key, hits[number])) - collections.Counter(map(key, core['events'])), {})
            self.assertLessEqual(sum(missing.values()), 4, missing)


XML = [path for path in find_traces('sim', '*.xml') + find_traces('simulation', '*.xml')
       if os.path.exists(path.replace('.flat.xml', '.xml').replace('.xml', '.json.gz'))]
harness.add_cases(Xml, XML, Xml.check)


class Ranges(unittest.TestCase):
    """--from and --to, with an index made and with the same one opened again."""

    def setUp(self):
        paths = find_traces('sim', '*.out.gz')
        self.assertTrue(paths)
        self.trace = paths[-1]

    def test_reopened(self):
        names = ('activations', 'hits', 'locks', 'coherence', 'functions', 'process-info', 'processors', 'threads')
        first = [run('dump', name, '--no-cache', self.trace).out for name in names]
        run('index', self.trace)
        self.assertEqual([run('dump', name, self.trace).out for name in names], first)
        for name in names:
            table = json.loads(run('dump', name, '--format', 'json', self.trace).out)
            self.assertEqual(len(table), len(rows('dump', name, self.trace)), name)

    def test_ranges(self):
        program = Program(self.trace)
        whole, hits, locks = program.activations(), program.hits(), program.table('locks')
        end = max(item[1] for items in whole.values() for item in items)
        # What ends where a range begins is not in it.
        exits = [item[1] for items in whole.values() for item in items if item[1] % 1000 == 0 and item[1] < end - 2000]
        for begin, stop in ((0, end // 3), (end // 3, end // 2), (end // 2, end // 2 + 5000), (end - 1000, end + 1),
                            (exits[0], exits[0] + 2000), (exits[len(exits) // 2], end)):
            begin, stop = begin // 1000 * 1000, stop // 1000 * 1000
            part = ('--from', begin // 1000, '--to', stop // 1000)
            found = program.activations(*part)
            for core, items in whole.items():
                true = sorted((max(item[0], begin), min(item[1], stop), *item[2:4]) for item in items
                              if item[0] < stop and item[1] > begin)
                self.assertEqual([item[:4] for item in found.get(core, [])], true)
            found = program.hits(*part)
            for core, items in hits.items():
                self.assertEqual(found[core], [hit for hit in items if begin <= hit['t'] < stop])
            self.assertEqual(program.table('locks', *part),
                             [lock for lock in locks if begin <= ps(lock['wait_from_ns']) < stop])
            sums = collections.Counter()
            for core, items in whole.items():
                for enter, leave, depth, function, _flag in items:
                    if depth == 0:
                        sums[core] += max(0, min(leave, stop) - max(enter, begin))
            functions = program.table('functions', *part)
            self.assertEqual(sum(ps(row['self_ns']) for row in functions), sum(sums.values()))
            for kind in KINDS:
                self.assertEqual(sum(int(row[kind]) for row in functions),
                                 sum(hit['k'] == kind for items in hits.values() for hit in items if begin <= hit['t'] < stop))


class Tasks(unittest.TestCase):
    """Stacks that take each other's place are threads."""

    def test_tasks(self):
        trace = next(path for path in find_traces('sim', '*.out.gz') if 'tasks' in path)
        truth = load_truth(trace[:-len('.out.gz')] + '.json.gz')
        threads = {row['thread']: row for row in dump(trace, 'threads')}
        self.assertEqual(sorted(threads), ['1', '2', '3', '4'])
        self.assertEqual(threads['1']['name'], 'Task 1')
        for core in truth['cores']:
            number = core['core']
            found = [row for row in dump(trace, 'activations') if int(row['processor']) == number]
            # The lowest function of a stack says whose it is.
            owners = collections.defaultdict(set)
            for row in found:
                if row['depth'] == '0':
                    owners[row['function']].add(row['thread'])
            self.assertEqual(sorted(map(len, owners.values())), [1, 1], owners)
            self.assertEqual(len(set.union(*owners.values())), 2)
            switches = [row for row in found if row['depth'] == '0' and row['flag'] == 'switched']
            self.assertEqual(len(switches), sum(call[2:3] == [0] and call[4:] == ['switched'] for call in core['calls']))
            # A task runs from switch to switch, and nobody knows whether it waits meanwhile.
            for thread in set.union(*owners.values()):
                runs = [(ps(row['start_ns']), ps(row['start_ns']) + ps(row['duration_ns']))
                        for row in dump(trace, 'intervals', '--lane', 'thread:1/' + thread) if row['state'] == 'running']
                self.assertEqual(runs, sorted((ps(row['enter_ns']), ps(row['exit_ns'])) for row in found
                                              if row['depth'] == '0' and row['thread'] == thread))
                self.assertEqual(int(threads[thread]['runs']), len(runs))
        self.assertEqual({row['thread'] for row in dump(trace, 'hits')} - {''}, set(threads))
        for trace in find_traces('sim', 'spin*.out.gz'):
            self.assertEqual(dump(trace, 'threads'), [])


class Counters(unittest.TestCase):
    """What cores executed and missed over time, against the lines of the text and the truth's events."""

    def counters(self, trace, *options):
        found = collections.defaultdict(list)
        for row in dump(trace, 'counters', *options):
            found[int(row['processor']), row['name']].append((ps(row['time_ns']), int(row['value'])))
        return found

    def check(self, trace):
        truth = load_truth(trace[:-len('.out.gz')] + '.json.gz')
        executed = collections.defaultdict(list) # when an instruction began: a line with a class that is no later micro-op
        with gzip.open(trace, 'rt') as file:
            for line in file:
                match = re.match(r' *(\d+): system\.cpu(\d+):?(?: A0)? T0 : (?:0x\w+ )?@[\w]+(?:\+\d+)?(\. ?\d+)? *:(.*)', line)
                if match and ' : ' in match[4].rstrip('\n') and (match[3] or '.0').replace(' ', '') == '.0':
                    executed[int(match[2])].append(int(match[1]))
        found = self.counters(trace)
        for core in truth['cores']:
            number, first, last, period = core['core'], core['first'], core['last'], truth['clock_ticks']
            samples = found[number, 'instructions']
            self.assertEqual([time for time, _value in samples], sorted(time for time, _value in samples))
            self.assertEqual((samples[0], samples[-1]), ((first, 0), (last, len(executed[number]))))
            self.assertEqual([value for _time, value in samples[:-1]], [sum(t < time for t in executed[number]) for time, _ in samples[:-1]])
            # One for every thousand cycles, and where less happens no more than that.
            self.assertGreater(len(samples), (last - first) // period // 4096)
            self.assertLess(len(samples), (last - first) // period // 512 + 3)
            self.assertEqual(found[number, 'cycles'], [(time, (time - first) // period) for time, _value in samples])
            for kind in ('l1d', 'l2'):
                events = [event['t'] for event in core['events'] if event['k'] == kind]
                self.assertEqual(found[number, kind + '_misses'][-1], (last, len(events)))
                for time, value in found[number, kind + '_misses'][:-1]:
                    self.assertEqual(value, sum(t <= time for t in events), (kind, time))

    def test_what_is_not_told(self):
        """Without lines of caches nothing is known of misses: they are not 0."""
        trace = find_traces('sim', 'spin*.out.gz')[0]
        path = os.path.join(harness.WORK.name, 'no-caches.out')
        with gzip.open(trace, 'rt') as file, open(path, 'w') as out:
            out.writelines(line for line in file if not re.search(r'cache: |l2: ', line))
        self.assertEqual({name for _core, name in self.counters(path)}, {'instructions', 'cycles'})

    def test_pause(self):
        """What a core waits for an interrupt is no cycle of its, and what it did before is not spread over the pause."""
        path = os.path.join(harness.WORK.name, 'pause.out')
        with open(path, 'w') as out:
            for i in range(2000):
                time = 1000 + 500 * i + (10_000_000 if i > 1000 else 0)
                out.write('%d: system.cpu: T0 : 0x%x @f+%d    : %s : IntAlu :  D=0x0000000000000000\n'
                          % (time, 0x1000 + 4 * i, 4 * i, 'wfi' if i == 1000 else 'add x1, x1, #1'))
        found = self.counters(path, '--clock=500')
        samples, cycles = found[0, 'instructions'], found[0, 'cycles']
        before = 1000 + 500 * 1000
        self.assertIn((before, 1000), samples)
        self.assertIn((before + 500 + 10_000_000, 1001), samples)
        self.assertEqual(dict(cycles)[before], 1000)
        self.assertEqual(dict(cycles)[before + 500 + 10_000_000], 1000)
        self.assertEqual((samples[-1][1], cycles[-1][1]), (2000, 1998))


COUNTED = find_traces('sim', 'spin*.out.gz') + find_traces('simulation', '[ps]*.g21*.out.gz') + find_traces('simulation', 'pingpong.m5.out.gz')
harness.add_cases(Counters, COUNTED, Counters.check)


class Sharing(unittest.TestCase):
    """Which bytes of a line two cores touched, by the lines of the caches themselves."""

    def test_same_or_other_bytes(self):
        trace = next(path for path in find_traces('sim', '*.out.gz') if 'g20' in path)
        with gzip.open(trace, 'rt') as file:
            lines = [match.groups() for match in re.finditer(
                r'^ *(\d+): system\.cpu(\d+)\.dcache: access for \w+ \[(\w+):(\w+)\] (hit|miss)', file.read(), re.M)]
        accesses = [(int(t), int(core), int(a, 16), int(b, 16) + 1) for t, core, a, b, _how in lines]
        found = dump(trace, 'coherence')
        words = collections.Counter()
        for row in found:
            number, by, miss, taken = int(row['processor']), int(row['by_processor']), ps(row['time_ns']), ps(row['taken_ns'])
            line = address(row['line'])
            mine = next(item for item in accesses if item[:2] == (miss, number) and item[2] & ~63 == line)
            other = next(item for item in accesses if item[:2] == (taken, by) and item[2] & ~63 == line)
            overlap = mine[2] < other[3] and other[2] < mine[3]
            self.assertEqual((row['sharing'], row['possible']), ('true' if overlap else 'false', '0'), row)
            words[row['sharing']] += 1
        self.assertGreater(words['true'], 0)


SCHED = os.path.join(harness.SHARED, 'traces', 'simulation', 'sched.m5.out.gz')


class Options(unittest.TestCase):
    """How it is to be read."""

    def setUp(self):
        self.trace = next(path for path in find_traces('sim', '*.out.gz') if 'spin' in path)
        self.truth = load_truth(self.trace[:-len('.out.gz')] + '.json.gz')

    def test_long_latency(self):
        durations = [(row['time_ns'], ps(row['latency_ns'])) for row in dump(self.trace, 'hits', '--lli=1') if row['kind'] == 'lli']
        for cycles in (1, 50, 100, 235, 1000):
            found = [(row['time_ns'], ps(row['latency_ns'])) for row in dump(self.trace, 'hits', '--lli=%d' % cycles)
                     if row['kind'] == 'lli']
            self.assertEqual(found, [item for item in durations if item[1] > cycles * self.truth['clock_ticks']])
        # More than so many: one that takes exactly as many is none.
        longest = max(item[1] for item in durations) // self.truth['clock_ticks']
        self.assertTrue(any(row['kind'] == 'lli' for row in dump(self.trace, 'hits', '--lli=%d' % (longest - 1))))
        self.assertFalse(any(row['kind'] == 'lli' for row in dump(self.trace, 'hits', '--lli=%d' % longest)))

    def test_clock(self):
        program = Program(self.trace, '--clock=250')
        self.assertEqual(program.info()['clock 0'], '250 ps, given')
        found = [hit for hits in program.hits().values() for hit in hits if hit['k'] == 'lli']
        true = [hit for hits in Program(self.trace, '--lli=50').hits().values() for hit in hits if hit['k'] == 'lli']
        self.assertEqual(found, true)

    def test_names_of_locks(self):
        self.assertEqual(dump(self.trace, 'locks', '--lock-names=nothing,compute'), [])
        self.assertEqual(dump(self.trace, 'locks', '--lock-names=nothing,?thread[Ss]pinLock'), dump(self.trace, 'locks'))
        found = dump(self.trace, 'locks', '--unlock-names=nothing')
        self.assertTrue(found)
        self.assertEqual({row['released_ns'] for row in found}, {''})

    def test_name_stack(self):
        """What the paper's rule makes of programs that recurse was counted by another program (formats/simulation.md, 3.2a)."""
        def right(trace, truth, *options):
            """Those that ended; what is open at the end was not counted."""
            found = Program(trace, *options).activations()
            return [sum((collections.Counter(item[:4] for item in found[core['core']] if item[4] != 'open')
                         & collections.Counter(item[:4] for item in true_activations(core))).values()) for core in truth['cores']]
        all_of = [sum(call[4:] != ['open'] for call in core['calls']) for core in self.truth['cores']]
        self.assertEqual(right(self.trace, self.truth, '--name-stack'), all_of)
        if os.path.exists(SCHED):
            self.assertEqual(right(SCHED, load_truth(SCHED[:-len('.out.gz')] + '.json.gz'), '--name-stack'), [54, 63])


if __name__ == '__main__':
    unittest.main()
