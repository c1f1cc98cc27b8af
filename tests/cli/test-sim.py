#!/usr/bin/env python3
"""test-sim.py: simulations against their truths: every activation, event, acquisition of a lock and coherence miss, and the sums of functions.

The truths are the generator's (tools/simgen.py in the collection beside the project): it knows what it does while it writes the
text, and derives nothing. What it does not say is worked out here from what it says: who held a lock while another core waited for it.

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
from decimal import Decimal

import harness
from harness import dump, find_traces, load_truth, rows, run

KINDS = ('l1d', 'l1i', 'l2', 'upg', 'mb', 'lli')
SIMGEN = os.path.join(harness.SHARED, 'tools', 'simgen.py')


def ps(text):
    return None if text == '' else int(Decimal(text) * 1000)


def address(text):
    return None if text == '' else int(text, 16)


def integer(text):
    return None if text == '' else int(text)


class Program:
    """What the program says of a trace, as the truth says it."""

    def __init__(self, trace, *options):
        self.trace, self.options = trace, options

    def table(self, name, *more):
        return dump(self.trace, name, *self.options, *more)

    def activations(self, *more):
        found = collections.defaultdict(list)
        for row in self.table('activations', *more):
            found[int(row['processor'])].append((ps(row['enter_ns']), ps(row['exit_ns']), int(row['depth']), row['function'],
                                                 row['flag']))
        return {core: sorted(items) for core, items in found.items()}

    def hits(self, *more):
        found = collections.defaultdict(list)
        for row in self.table('hits', *more):
            found[int(row['processor'])].append({
                't': ps(row['time_ns']), 'k': row['kind'], 'fn': row['function'], 'd': int(row['depth']),
                'pa': address(row['address']), 'it': ps(row['pc_ns']), 'latency': ps(row['latency_ns']), 'w': int(row['write'])})
        return found

    def locks(self):
        return [{'lock': address(row['lock']), 'core': int(row['processor']), 'function': row['function'], 'caller': row['caller'],
                 'wait': [ps(row['wait_from_ns']), ps(row['acquired_ns'])], 'release': ps(row['released_ns']),
                 'attempts': int(row['attempts']), 'blocked_by': integer(row['blocked_by'])} for row in self.table('locks')]

    def coherence(self):
        return sorted((address(row['line']), int(row['processor']), row['function'], ps(row['time_ns']), integer(row['by_processor']),
                       row['by_function'], ps(row['taken_ns'])) for row in self.table('coherence'))

    def info(self):
        return {row['key']: row['value'] for row in self.table('process-info')}


def truth_of(core, truth):
    return next(item for item in truth['cores'] if item['core'] == core)


def true_activations(core):
    return sorted((enter, leave, depth, function, rest[0] if rest else '') for enter, leave, depth, function, *rest in core['calls'])


def event_key(event, line=False):
    """What is the same in both; the address of events that caches tell. `line`: of upgrades the trace tells only their line."""
    cached = event['k'] in ('l1d', 'l1i', 'l2', 'upg')
    place = event.get('pa') if cached else None
    return (event['t'], event['k'], event['fn'], event['d'], place & ~63 if line and event['k'] == 'upg' else place,
            event['it'] if cached else event['t'])


def blocked_by(lock, holds):
    """Who held it last, of other cores, while this one waited. `holds`: lock, core, from, to."""
    begin, end = lock['wait']
    found = [hold for hold in holds if hold[0] == lock['lock'] and hold[1] != lock['core'] and hold[2] < end and hold[3] > begin]
    return max(found, key=lambda hold: hold[2])[1] if found else None


class Checks:
    """What is asked of every trace with a truth."""
    lines = False # of upgrades only the line is told

    def check_all(self, trace, truth, options=()):
        program = Program(trace, *options)
        self.check_activations(program, truth)
        self.check_events(program, truth)
        self.check_locks(program, truth)
        self.check_coherence(program, truth)
        self.check_sums(program, truth)

    def check_activations(self, program, truth):
        found = program.activations()
        self.assertEqual(sorted(found), [core['core'] for core in truth['cores']])
        for core in truth['cores']:
            self.same(found[core['core']], true_activations(core), 'activations of core %d' % core['core'])

    def same(self, found, true, what):
        """Lists of thousands: only where they differ is shown."""
        if found == true:
            return
        odd = sorted(set(map(repr, found)) - set(map(repr, true)))[:5]
        missing = sorted(set(map(repr, true)) - set(map(repr, found)))[:5]
        self.fail('%s: %d, not %d; too much: %s; missing: %s' % (what, len(found), len(true), odd, missing))

    def check_events(self, program, truth):
        found = program.hits()
        for core in truth['cores']:
            hits = found[core['core']]
            self.same(sorted((event_key(hit, self.lines) for hit in hits), key=repr),
                      sorted((event_key(event, self.lines) for event in core['events']), key=repr),
                      'events of core %d' % core['core'])
            self.assertEqual([hit['t'] for hit in hits], sorted(hit['t'] for hit in hits))
            cycles = sorted((event['t'], event['cyc']) for event in core['events'] if event['k'] == 'lli')
            self.assertEqual(sorted((hit['t'], hit['latency'] // truth['clock_ticks']) for hit in hits if hit['k'] == 'lli'), cycles)
            writes = sorted((event['t'], event['w']) for event in core['events'] if event['k'] in ('l1d', 'l2'))
            self.assertEqual(sorted((hit['t'], hit['w']) for hit in hits if hit['k'] in ('l1d', 'l2')), writes)
            # All but what was under way at the end was answered, and later than it was asked for.
            for hit in hits:
                if hit['latency'] is None:
                    self.assertGreater(hit['t'], core['last'] - 1000 * truth['clock_ticks'])
                else:
                    self.assertGreaterEqual(hit['latency'], 0)

    def check_locks(self, program, truth):
        found = program.locks()
        released = [lock for lock in found if lock['release'] is not None]
        key = lambda lock: (lock['lock'], lock['core'], lock['caller'], *lock['wait'], lock['release'], lock['attempts'])
        self.same(sorted(map(key, released)), sorted(map(key, truth['locks'])), 'locks')
        holds = [(lock['lock'], lock['core'], lock['wait'][1], lock['release'] or 1 << 62) for lock in found
                 if lock['wait'][1] is not None]
        for lock in found:
            if lock['wait'][1] is not None:
                self.assertEqual(lock['blocked_by'], blocked_by(lock, holds), lock)

    def check_coherence(self, program, truth):
        self.same(program.coherence(), sorted((miss['line'], miss['miss_core'], miss['miss_fn'], miss['miss_t'], miss['inv_core'],
                                               miss['inv_fn'], miss['inv_t']) for miss in truth['coherence']), 'coherence')

    def check_sums(self, program, truth):
        info = program.info()
        self.assertNotIn('lines.missing', info)
        for core in truth['cores']:
            number = core['core']
            self.assertEqual(info['instructions %d' % number], str(core['insts']))
            self.assertEqual(info['irregularities %d' % number], '0')
            self.assertEqual(info['gaps %d' % number], '0')
            self.assertEqual(info['clock %d' % number].split()[:2], [str(truth['clock_ticks']), 'ps,'])
            found = {row['function']: row for row in program.table('functions', '--lane', 'processor:1/%d' % number)}
            self.assertEqual(sorted(found), sorted(core['functions']))
            self.assertEqual(sum(int(row['insts']) for row in found.values()), core['insts'])
            for name, true in core['functions'].items():
                row = found[name]
                says = {kind: int(row[kind]) for kind in KINDS}
                self.assertEqual(says, {kind: true.get(kind, 0) for kind in KINDS}, name)
                self.assertEqual((int(row['calls']), ps(row['inclusive_ns']), ps(row['self_ns'])),
                                 (true.get('calls', 0), true.get('incl', 0), true.get('excl', 0)), name)
                self.assertEqual(Decimal(row['self_cycles']), Decimal(true.get('excl', 0)) / truth['clock_ticks'], name)
                self.assertLessEqual(int(row['insts']), int(row['inclusive_insts']))


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


@unittest.skipUnless(os.path.exists(SIMGEN) and not os.environ.get('LANESCOPE_TEST_BRIEF'), 'the generator is not there')
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
            args = ('--style', style, '--prog', prog, '--cores', cores, '--iters', 8 if prog == 'sched' else 20, '--seed', number, *more)
            setattr(Generated, 'test_' + name, lambda self, name=name, args=args: self.check(name, *args))


add_generated()

if __name__ == '__main__':
    unittest.main()
