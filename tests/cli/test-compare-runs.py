#!/usr/bin/env python3
"""test-compare-runs.py: what comparing runs says of simulations with other clocks, of Erlang's processes by name, of runs that were not
set up alike, and of what a significant change takes.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import gzip
import json
import os
import re
import unittest

import erlang
import harness
from harness import dump, info, number, rows, run

DATA = os.path.join(harness.TOP, 'tests', 'data')
FAST = os.path.join(DATA, 'sim', 'spin-three.g20.out.gz')
GHC = os.path.join(DATA, 'ghc', 'parfib-n4-la.eventlog')
OTHER = os.path.join(DATA, 'ghc', 'sumeuler-n4-ls.eventlog')
ERLANG = os.path.join(DATA, 'erlang', 'every_all.dat')


def written(name, data):
    path = os.path.join(harness.WORK.name, name)
    with open(path, 'wb') as file:
        file.write(data)
    return path


def compare(*args, **more):
    return {(r['lane'], r['quantity']): r for r in rows('compare', '--csv', *args, **more)}


def differences(*args):
    return json.loads(run('compare', '--json', *args).out)


def slower():
    """The same simulation with a clock of half the speed: all times are twice what they were."""
    with gzip.open(FAST) as packed:
        text = packed.read()
    return written('slower.out', re.sub(rb'(?m)^( *)([0-9]+)(?=: )', lambda m: m[1] + b'%d' % (2 * int(m[2])), text))


class Simulations(unittest.TestCase):
    def test_the_clock_alone(self):
        found = compare('--by', 'processor', FAST, slower())
        self.assertEqual(found['', 'duration']['change_percent'], '100.000')
        for quantity in ('cycles', 'instructions', 'ipc'):
            self.assertEqual(float(found['', quantity]['change']), 0, quantity)
            self.assertGreater(float(found['', quantity]['run']), 0, quantity)
        self.assertEqual(found['', 'clock']['change_percent'], '100.000')
        self.assertTrue(any(lane.startswith('processor:') and quantity == 'cycles' for lane, quantity in found))

    def test_figures_are_those_of_stats(self):
        stats = {r['name']: number(r['count'] or r['total_ns'] or next(v for v in reversed(list(r.values())) if v))
                 for r in rows('stats', '--format', 'csv', FAST) if r['section'] == 'cores' and r['group'] == ''}
        found = compare(FAST, FAST)
        self.assertGreater(len(stats), 3)
        for name, value in stats.items():
            self.assertEqual(number(found['', name]['run']), value, name)
        self.assertAlmostEqual(float(found['', 'ipc']['run']), stats['instructions'] / stats['cycles'], places=5)

    def test_of_a_range(self):
        facts = info(FAST)
        first, length = facts['start_ns'], facts['end_ns'] - facts['start_ns']
        cut = [first, first + length / 3, first + 2 * length / 3, first + 2 * length]
        whole = compare(FAST, FAST)
        for quantity in ('instructions', 'l1d', 'upg'):
            parts = [compare('--align', 'start', '--from', '%.3f' % a, '--to', '%.3f' % b, FAST, FAST)['', quantity]['run']
                     for a, b in zip(cut, cut[1:])]
            self.assertEqual(sum(map(int, parts)), int(whole['', quantity]['run']), quantity)

    def test_cycles_come_before_times(self):
        """What the clock did is said before what only follows from it."""
        with gzip.open(FAST) as packed:
            lines = packed.read().splitlines(keepends=True)
        short = written('short.out', b''.join(lines[:len(lines) * 9 // 10]))
        with open(short, 'rb') as file:
            text = file.read()
        path = written('short-slower.out', re.sub(rb'(?m)^( *)([0-9]+)(?=: )', lambda m: m[1] + b'%d' % (2 * int(m[2])), text))
        order = [(d['lane'], d['quantity']) for d in differences(FAST, path)['differences']]
        self.assertLess(order.index(('', 'cycles')), order.index(('', 'duration')))
        out = run('compare', FAST, path).out
        self.assertTrue(out.startswith('! Different clocks'), out)

    def test_conditions(self):
        for condition, status in (('cycles>0', 0), ('cycles>=0', 4), ('ipc<-0.001', 0), ('duration>99%', 4), ('l1d>0', 0), ('clock>0ps', 4)):
            run('compare', '--fail-if', condition, FAST, slower(), status=status)


def program(path, pid, times):
    """A server that is called `stock`, under the id `pid`, and runs for so many µs each time; beside it two workers of one function."""
    events, at = [], 0
    server, parent, workers = erlang.Pid((pid, 0)), erlang.Pid((9, 0)), [erlang.Pid((pid + i, 0)) for i in (1, 2)]

    def add(us, *record):
        events.append(erlang.record(('trace_ts',) + record + (erlang.stamp(us),)))

    add(0, parent, 'in', ('m', 'main', 0))
    add(1, parent, 'spawn', server, ('shop', 'serve', []))
    add(2, server, 'spawned', parent, ('shop', 'serve', []))
    add(3, server, 'register', 'stock')
    for i, worker in enumerate(workers):
        add(4 + 2 * i, parent, 'spawn', worker, ('shop', 'work', [1]))
        add(5 + 2 * i, worker, 'spawned', parent, ('shop', 'work', [1]))
    add(9, parent, 'out', ('m', 'main', 0))
    at = 10
    for us in times:
        for who, length in ((server, us), (workers[0], 3 * us), (workers[1], 2 * us)):
            add(at, who, 'in', ('shop', 'f', 0))
            add(at + length, who, 'out', ('shop', 'f', 0))
            at += length + 5
    add(at, parent, 'in', ('m', 'main', 0))
    add(at + 5, parent, 'out', ('m', 'main', 0))
    return written(path, b''.join(events))


class Erlang(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.was, cls.now = program('was.dat', 50, [100, 100]), program('now.dat', 70, [100, 140])

    def test_processes_have_times(self):
        found = rows('compare', '--csv', '--by', 'process', self.was, self.now)
        self.assertEqual({r['scope'] for r in found}, {'whole', 'process'})
        lanes = {r['lane'] for r in found if r['scope'] == 'process'}
        self.assertTrue(all(lane.startswith('process:1/') for lane in lanes), lanes)
        self.assertIn(('process:1/<0.70.0>', 'running', '200000', '240000'), {(r['lane'], r['quantity'], r['baseline'], r['run']) for r in found})
        self.assertEqual({r['lane'] for r in found if r['scope'] == 'whole'}, {'', 'processes'})
        self.assertEqual(found, rows('compare', '--csv', '--by', 'thread', self.was, self.now))

    def test_messages_are_of_processes_too(self):
        found = compare('--by', 'process', ERLANG, ERLANG)
        sent = {'process:1/' + r['process']: r['messages_sent'] for r in dump(ERLANG, 'processes')}
        self.assertGreater(sum(map(int, sent.values())), 5)
        for lane, n in sent.items():
            self.assertEqual(found[lane, 'messages']['run'] if (lane, 'messages') in found else '0', n, lane)
            self.assertIn((lane, 'alive'), found)

    def test_processes_stand_there_once(self):
        out = run('compare', '--by', 'process,thread', self.was, self.now).out
        self.assertEqual(out.count('of the processes'), 1)
        self.assertNotIn('threads', out)

    def test_bytes_are_no_words(self):
        found = differences(ERLANG, ERLANG)['differences']
        units = {d['quantity']: d['unit'] for d in found}
        self.assertEqual(units['message_bytes'], 'bytes')
        self.assertNotIn('message_size', units)
        total = sum(int(r['size'] or 0) for r in dump(ERLANG, 'messages'))
        self.assertEqual([d['run'] for d in found if d['quantity'] == 'message_bytes'], [total])
        probes = os.path.join(DATA, 'probes', 'par8_small.log')
        both = {d['quantity']: d for d in differences(probes, ERLANG)['differences']}
        self.assertIsNone(both['message_bytes']['change'], 'bytes are not compared with words')
        self.assertEqual(both['message_size']['unit'], 'words')

    def test_conditions_by_name(self):
        for condition, words in (('process:stock running>5%', 'running of process:stock rose by 20.0 %'),
                                 ("process:'stock' running>5%", 'running of process:stock rose by 20.0 %'),
                                 ('process:shop:serve/0 running>30us', 'rose by 40.0 µs'),
                                 ('process:shop:work/1 running>5%', 'rose by 20.0 % (1.00 ms → 1.20 ms)'),
                                 ('process:1/<0.70.0> running>5%', 'rose by 20.0 %'),
                                 ('process:1/<0.50.0> running>5%', 'rose by 20.0 %')):
            err = run('compare', '--fail-if', condition, self.was, self.now, status=4).err
            self.assertIn(words, err)
        run('compare', '--fail-if', 'process:stock running>25%', self.was, self.now)
        self.assertIn('of that name', run('compare', '--fail-if', 'process:sock running>5%', self.was, self.now, status=2).err)

    def test_conditions_by_name_with_spread(self):
        spread = program('spread.dat', 90, [100, 150])
        run('compare', '--fail-if', 'process:stock running>5%', '--spread', spread, self.was, self.now)
        run('compare', '--fail-if', 'process:stock running>5%', '--spread', self.was, self.was, self.now, status=4)

    def test_threads_by_label(self):
        label = next(r['name'] for r in dump(GHC, 'threads') if r['name'] and ' ' in r['name'])
        run('compare', '--fail-if', "thread:'%s' running>=0" % label, GHC, GHC, status=4)
        run('compare', '--fail-if', "thread:'no such label' running>=0", GHC, GHC, status=2)


class Settings(unittest.TestCase):
    def test_arguments_options_processors(self):
        found = differences(GHC, OTHER)['warnings']
        for words in ('programs: ', 'arguments: ', 'options of the run-time system'):
            self.assertTrue(any(words in warning for warning in found), (words, found))
        out = run('compare', GHC, OTHER).out
        self.assertTrue(out.startswith('! Different programs'), out)
        self.assertLess(out.rindex('! '), out.index('Baseline '), 'before any figure')

    def test_version_and_host(self):
        with open(GHC, 'rb') as file:
            data = file.read()
        version = re.search(rb'GHC-[0-9.]+', data)[0]
        other = written('version.eventlog', data.replace(version, re.sub(rb'[0-9]', b'7', version)))
        found = differences(GHC, other)['warnings']
        self.assertEqual(len(found), 1, found)
        self.assertIn('run-time systems', found[0])
        self.assertIn('-7.7.7', found[0])

    def test_alike(self):
        with open(GHC, 'rb') as file:
            data = file.read()
        place = re.search(rb'-ol[^\0]+', data)
        same = written('place.eventlog', data.replace(place[0], b'-ol' + b'x' * (len(place[0]) - 3)) if place else data)
        for args in ((GHC, GHC), (GHC, same), (ERLANG, ERLANG), (FAST, FAST)):
            self.assertEqual(differences(*args)['warnings'], [], 'where the log lies is nothing that a run is about')
            self.assertNotIn('!', run('compare', *args).out)

    def test_calls(self):
        out = run('compare', '--calls', FAST, slower()).out
        self.assertTrue(out.startswith('! Different clocks'), out)


class Significance(unittest.TestCase):
    def test_words(self):
        out = run('compare', GHC, OTHER).out
        self.assertIn('takes further runs of the baseline', out)
        self.assertNotIn('significant', run('compare', GHC, GHC).out)
        self.assertNotIn('takes further runs', run('compare', '--spread', GHC, GHC, OTHER).out)

    def test_tables(self):
        found = differences(GHC, OTHER)
        self.assertIn('further runs', found['significance'])
        changed = [d for d in found['differences'] if d['change']]
        self.assertEqual({d['significant'] for d in changed}, {None})
        self.assertEqual({d['significant'] for d in found['differences'] if d['change'] == 0}, {False})
        spread = differences('--spread', GHC, GHC, OTHER)
        self.assertIsNone(spread['significance'])
        self.assertLessEqual({d['significant'] for d in spread['differences'] if d['change']}, {True, False})


if __name__ == '__main__':
    harness.main()
