#!/usr/bin/env python3
"""test-analysis.py: lost time, pieces of waits, blame and the critical path, against the truth of simulated programs; and the laws that hold
of every trace: sums are exact, a path covers the run, what two ranges tell is what the whole tells.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import glob
import hashlib
import json
import os
import random
import re
import struct
import tempfile
import unittest

import eventlog
import harness
from analysis_truth import Truth, time, truth_of
from harness import dump, info, number, rows, run


class Laws(unittest.TestCase):
    """One case per trace, real ones among them."""

    def parts(self, trace, *args):
        told = json.loads(run('explain', '--json', *args, trace).out)
        self.assertEqual(sum(told['parts'].values()), told['PT'])
        self.assertEqual(told['PT'], told['P'] * told['T'])
        lanes = collections.Counter()
        for row in dump(trace, 'causes', *args):
            lanes[int(row['machine']), row['processor'], row['cause']] += float(row['duration_ns'])
        for processor in told['processors']:
            self.assertEqual(sum(processor['parts'].values()), told['T'])
            # Its lane of causes is the same in the same range; it has gaps where it runs.
            self.assertEqual({cause: lanes.pop((processor['machine'], str(processor['processor']), cause), 0) for cause in processor['parts']},
                             {cause: 0 if cause == 'running' else part for cause, part in processor['parts'].items()})
        self.assertEqual(lanes, {})
        return collections.Counter(told['parts'])

    def blame(self, trace, *args):
        return collections.Counter({(row['machine'], row['thread'], row['label']): time(row['direct_ns']) + time(row['cascaded_ns'])
                                    for row in dump(trace, 'blame', *args)})

    def waited(self, trace, *args):
        return sum(time(row['duration_ns']) for row in dump(trace, 'wait-pieces', *args)
                   if row['piece'] in ('late_producer', 'in_flight', 'delivered_not_woken'))

    def check(self, trace):
        facts = info(trace)
        start, end = time(facts['start_ns']), time(facts['end_ns'])
        middle = random.Random(5).randint(start, end)
        before, after = ('--to', str(middle)), ('--from', str(middle))
        self.assertEqual(self.parts(trace), self.parts(trace, *before) + self.parts(trace, *after))
        whole = self.blame(trace)
        self.assertEqual(whole, self.blame(trace, *before) + self.blame(trace, *after))
        self.assertEqual(sum(whole.values()), self.waited(trace))
        path = [(time(row['start_ns']), time(row['end_ns'])) for row in dump(trace, 'critical-path')]
        self.assertEqual([first for first, _ in path[1:]], [last for _, last in path[:-1]])
        self.assertEqual((path[0][0], path[-1][1]) if path else (start, start), (start, end))


SIMULATED = [path for path in harness.find_traces('analysis', '*') if '.truth.' not in path]
harness.add_cases(Truth, SIMULATED, Truth.check)
REAL = [path for path in harness.find_traces('ghc', '*.eventlog') + harness.find_traces('eden', '*.parevents') if os.path.getsize(path) < 2000000]
ERLANG = [path for path in harness.find_traces('erlang', '*/*.dat') if not os.path.basename(path).startswith(('sample_', 'wrap'))
          and os.path.getsize(path) < 500000]
SIMULATORS = [os.path.join(harness.TOP, 'tests', 'data', 'sim', name)
              for name in ('spin-three.g20.out.gz', 'sched-tasks.m5.out.gz', 'loop.o3pipeview.txt')]
harness.add_cases(Laws, SIMULATED[:4] + REAL + ERLANG + SIMULATORS, Laws.check)


class WhatIf(unittest.TestCase):
    """The same programs simulated again under another machinery. What no recording tells is left out: who steals what under another
    number of processors, and when processors stop for a collection that one thread delays."""
    UNKNOWABLE = {('ready_but_idle', 'processors x2'), ('ready_but_idle', 'label:work x0.5'), ('ready_but_idle', 'processors inf'),
                  ('ready_but_idle-healthy', 'processors inf'), ('slow_server-healthy', 'processors x2'),
                  ('slow_server-healthy', 'processors inf'), ('slow_server-healthy', 'label:handle x0.5'),
                  ('slow_server-healthy', 'label:think x0.5'),
                  ('gc_barrier', 'label:work x0.5'), ('gc_barrier', 'label:inner loop x0.5'),
                  ('growing_mailbox-healthy', 'label:make x0.5'), ('farm_too_fine', 'latency x0')}

    def check(self, trace):
        truth = truth_of(trace)
        for wish, end in truth['what_if']:
            told = json.loads(run('what-if', '--json', wish, trace).out)
            self.assertAlmostEqual(told['replayed_ns'], truth['T'], delta=0.001 * truth['T'])
            if (os.path.basename(trace).rsplit('.', 1)[0], wish) not in self.UNKNOWABLE:
                self.assertAlmostEqual(told['end_ns'], end, delta=0.02 * end, msg=wish)

    def test_wishes(self):
        trace = os.path.join(harness.TOP, 'tests', 'data', 'analysis', 'lock_convoy.eventlog')
        self.assertIn('label:NAME', run('what-if', 'label:critical', trace, status=2).err)
        self.assertIn('what should be otherwise', run('what-if', trace, status=2).err)
        told = json.loads(run('what-if', '--json', 'label:nowhere x0', trace).out)
        self.assertEqual(told['end_ns'], told['replayed_ns'])
        self.assertIn('Nothing ran that was to be scaled.', told['doubts'])
        both = json.loads(run('what-if', '--json', 'label:critical x0.5', 'label:work x0.5', trace).out)
        self.assertLess(both['end_ns'], json.loads(run('what-if', '--json', 'label:critical x0.5', trace).out)['end_ns'])
        # What is in doubt is said, and nothing of what does not matter.
        self.assertEqual(both['doubts'], [])
        turned = json.loads(run('what-if', '--json', 'label:critical x0.2', trace).out)
        self.assertEqual(turned['doubts'], ['The order of the record was kept; with other times others might have come first.'])
        polls = os.path.join(os.path.dirname(trace), 'timer_polling.eventlog')
        self.assertIn('Who sleeps for a time sleeps as often and as long as it did.',
                      json.loads(run('what-if', '--json', 'label:produce x0.5', polls).out)['doubts'])
        collects = os.path.join(os.path.dirname(trace), 'gc_barrier.eventlog')
        for wish, doubted in (('processors 2', True), ('gc off', False)):
            self.assertEqual(any('Collections depend' in doubt for doubt in json.loads(run('what-if', '--json', wish, collects).out)['doubts']),
                             doubted, wish)
        one = json.loads(run('what-if', '--json', 'processors 1', trace).out)
        self.assertGreaterEqual(one['end_ns'], one['parts']['running'])


class Findings(unittest.TestCase):
    """The fault is the first finding; of healthy twins nothing is said."""
    # No trace tells a server from another stage that all wait for; phases are serial parts, again and again.
    AS = {'phases': 'serial_part'}

    def check(self, trace):
        truth = truth_of(trace)
        told = json.loads(run('explain', '--json', trace).out)
        text = run('explain', trace).out
        if truth['fault'] is None:
            self.assertEqual(told['findings'], [])
            self.assertIn('Nothing stands out', text)
            return
        kind = truth['fault']['kind']
        first = told['findings'][0]
        self.assertEqual(first['rule'], self.AS.get(kind, kind))
        self.assertIn(first['sentence'], text)
        self.assertIn(first['advice'], text)
        self.assertLessEqual(first['cost_ns'], told['PT'])
        labels = truth['fault'].get('labels')
        if first['what_if'] and first['what_if'].startswith('label:') and labels:
            self.assertTrue(any(label in first['what_if'] for label in labels), first['what_if'])

    def trace(self, name):
        return os.path.join(harness.TOP, 'tests', 'data', 'analysis', name)

    def test_range(self):
        """A range has findings of its own; what would be gained is known of the whole run alone."""
        told = json.loads(run('explain', '--json', '--to', '5ms', self.trace('lock_convoy.eventlog')).out)
        first = told['findings'][0]
        self.assertEqual((first['rule'], first['gain_ns']), ('lock_convoy', None))
        self.assertTrue(0 <= first['from_ns'] < first['to_ns'] <= 5000000, first)
        self.assertIn('6', first['evidence'].values())

    def test_alone(self):
        """What runs while nothing else does is named: not what runs most of the path."""
        for trace in harness.find_traces('analysis', 'phases.eventlog'):
            told = json.loads(run('explain', '--json', trace).out)
            first, alone = told['findings'][0], collections.Counter(told['pop']['serial_labels'])
            self.assertEqual([label for label, _ in alone.most_common(2)], ['C', 'B'])
            self.assertIn('it runs “C” for %.1f %% and “B” for %.1f %%.' % tuple(100 * alone[label] / alone.total() for label in 'CB'), first['sentence'])
            self.assertEqual(first['what_if'], 'label:C x0.5')
            # Several run it, and one has more of it than the others: there is no serial part to be split.
            self.assertTrue(first['title'].startswith('Uneven parts: ') and first['advice'].startswith('Several run “C” at once'), first)
            # What it costs is what C runs alone: B is a finding of its own.
            self.assertAlmostEqual(first['cost_ns'] / told['parts']['serial'], alone['C'] / alone.total(), places=3)
            # Where it is B, that is said.
            row = next(row for row in json.loads(run('critical-path', '--json', trace).out)['segments'] if row.get('label') == 'B')
            told = json.loads(run('explain', '--json', '--to', str(row['end_ns']), trace).out)
            self.assertIn('it runs “B” for', told['findings'][0]['sentence'])

    def test_alone_only(self):
        """What one alone runs, whenever it runs, is a serial part."""
        found = json.loads(run('explain', '--json', self.trace('black_hole_convoy.eventlog')).out)['findings']
        second = next(row for row in found if row['rule'] == 'serial_part')
        self.assertTrue(second['title'].startswith('Serial part: ') and second['advice'].startswith('Split'), second)

    def test_who(self):
        """Who sleeps is named, and who has most of the critical path where nothing stands out."""
        first = json.loads(run('explain', '--json', self.trace('timer_polling.eventlog')).out)['findings'][0]
        self.assertEqual(first['title'], 'Polling by timer: thread 1 “main”')
        self.assertIn(': thread 1 “main” sleeps', first['sentence'])
        self.assertEqual(first['lanes'], ['thread:1/1'])
        # In a convoy all of them do the same: no one of them stands for most of it.
        first = json.loads(run('explain', '--json', self.trace('lock_convoy.eventlog')).out)['findings'][0]
        self.assertNotIn('Most of this on', first['evidence'])
        for trace in harness.find_traces('analysis', 'chatty_pair-healthy.parevents'):
            self.assertRegex(run('explain', trace).out, r'most of the critical path: “work” \([0-9.]+ %, most of it on thread 1 “other” · Machine 4\)\.')
        for trace in harness.find_traces('analysis', 'ramp.parevents'):
            first = json.loads(run('explain', '--json', trace).out)['findings'][0]
            self.assertTrue({'Not started yet', 'Nothing left to do'} <= set(first['evidence']), 'what it costs is both of them')

    def test_timers_off(self):
        """Who polls is woken by what happens: as long as the same program takes that does not poll. Who sleeps in vain is woken at once."""
        first = json.loads(run('explain', '--json', self.trace('timer_polling.eventlog')).out)['findings'][0]
        self.assertEqual((first['rule'], first['what_if']), ('timer_polling', 'timers off'))
        self.assertIn('At most, if who sleeps were woken by what happens meanwhile, the run would be', run('explain', self.trace('timer_polling.eventlog')).out)
        told = json.loads(run('what-if', '--json', 'timers off', self.trace('timer_polling.eventlog')).out)
        self.assertEqual(first['gain_ns'], told['replayed_ns'] - told['end_ns'])
        self.assertIn('What sleepers look for was not recorded', told['doubts'][0])
        for faulty, healthy in zip(harness.find_traces('analysis', 'timer_polling.eventlog'), harness.find_traces('analysis', 'timer_polling-healthy.eventlog')):
            told = json.loads(run('what-if', '--json', 'timers off', faulty).out)
            self.assertAlmostEqual(told['end_ns'] / truth_of(healthy)['T'], 1, delta=0.001)

    def test_queue(self):
        """In what they queue, and who: those who wait for what is late, by the truth, longest first. It is one queue only where that is known:
        each of Eden's channels has one reader."""
        ONE, MANY = ('The queue', 'Who waits in it'), ('Most is waited in', 'Who waits')
        for name, titles, queue in (
                ('lock_convoy.eventlog', MANY, 'blocked on MVar'), ('black_hole_convoy.eventlog', MANY, 'blocked on black hole'),
                ('chatty_pair.parevents', ONE, 'channel to port 1 of process 1, read by thread 1 “right” · Machine 3')):
            first = json.loads(run('explain', '--json', self.trace(name)).out)['findings'][0]
            self.assertTrue(first['evidence'][titles[0]].startswith(queue), first['evidence'])
            truth = truth_of(self.trace(name))
            names = re.findall('“([^”]*)”', first['evidence'][titles[1]])
            self.assertTrue(names and set(names) <= set(truth['fault']['tasks']), (names, truth['fault']['tasks']))
            self.assertGreaterEqual(len(first['lanes']), 2)
        for trace in harness.find_traces('analysis', 'farm_too_fine.parevents'):
            first = json.loads(run('explain', '--json', trace).out)['findings'][0]
            self.assertTrue(first['evidence'][MANY[0]].startswith('channel to port '), first['evidence'])
            self.assertGreater(first['evidence'][MANY[1]].count('worker'), 1)

    def test_late_to_stop(self):
        """Who does not stop for collections is named."""
        told = json.loads(run('explain', '--json', self.trace('gc_barrier.eventlog')).out)
        first, late = told['findings'][0], truth_of(self.trace('gc_barrier.eventlog'))['fault']['tasks'][0]
        self.assertEqual(first['rule'], 'gc_barrier')
        self.assertIn('mostly for', first['sentence'])
        self.assertIn('“%s”' % late, first['sentence'])
        self.assertEqual(first['lanes'], ['thread:1/%s' % next(row['thread'] for row in dump(self.trace('gc_barrier.eventlog'), 'threads')
                                                               if row['name'] == late)])

    def test_stop_alone(self):
        """Late to stop is advised and costed as such: what fewer collections would give is another finding, of collecting alone."""
        told = json.loads(run('explain', '--json', self.trace('gc_barrier.eventlog')).out)
        first, second = told['findings'][:2]
        self.assertNotIn('-qn', first['advice'])
        self.assertEqual((first['what_if'], first['cost_ns']), ('gc wait off', told['parts']['gc_wait']))
        self.assertEqual((second['rule'], second['cost_ns']), ('gc_too_often', told['parts']['gc_work']))
        self.assertIn('collecting itself takes', second['sentence'])
        # Without the wait, all the work that there is stays, and nothing else.
        end = json.loads(run('what-if', '--json', 'gc off', self.trace('gc_barrier.eventlog')).out)['end_ns'] + told['parts']['gc_work'] / told['P']
        self.assertAlmostEqual(told['T'] - first['gain_ns'], end, delta=0.04 * end)
        alone = json.loads(run('what-if', '--json', 'gc wait off', self.trace('slow_machine.parevents')).out)
        self.assertEqual(alone['end_ns'], alone['replayed_ns'])

    def test_other_view(self):
        """What says the same of the same time and culprit is told as such; what is about something else is not."""
        for name, first, second in (('growing_mailbox.trace', 'growing_mailbox', 'load_imbalance'),
                                    ('black_hole_convoy.eventlog', 'black_hole_convoy', 'serial_part'),
                                    ('slow_machine.parevents', 'slow_machine', 'load_imbalance')):
            with self.subTest(name):
                found = json.loads(run('explain', '--json', self.trace(name)).out)['findings']
                self.assertEqual([(row['rule'], row['same_as']) for row in found[:2]], [(first, None), (second, first)])
                self.assertIn('\n2. %s' % second, run('explain', self.trace(name)).out)
                self.assertEqual(run('explain', self.trace(name)).out.count('The same time as 1, seen another way.'), len(found) - 1)
        found = json.loads(run('explain', '--json', self.trace('gc_barrier.eventlog')).out)['findings']
        self.assertEqual({row['same_as'] for row in found}, {None})

    def test_share(self):
        """The share of a sentence is the one by which findings are ranked."""
        for name in ('growing_mailbox.trace', 'slow_machine.parevents', 'gc_barrier.eventlog', 'lock_convoy.eventlog', 'ready_but_idle.eventlog'):
            told = json.loads(run('explain', '--json', self.trace(name)).out)
            for row in told['findings']:
                if row['rule'] in ('load_imbalance', 'gc_barrier', 'gc_too_often', 'lock_convoy', 'ready_but_idle'):
                    self.assertIn(' %.1f %% of ' % (100 * row['cost_ns'] / told['PT']), row['sentence'])

    def test_names_first(self):
        """A sentence that begins with a name has a capital letter all the same."""
        first = json.loads(run('explain', '--json', self.trace('deadlock_tail.eventlog')).out)['findings'][0]
        self.assertTrue(first['sentence'].startswith('Thread '), first['sentence'])

    def test_documented(self):
        """docs/findings.md names what can be said, all of it, and nothing else."""
        with open(os.path.join(harness.TOP, 'docs', 'findings.md'), encoding='utf-8') as file:
            table = file.read().split('| what | findings |')[1].split('\n\n')[0]
        with open(os.path.join(harness.TOP, 'model', 'trace', 'findings', 'scope-findings.c'), encoding='utf-8') as file:
            source = file.read()
        rules = re.findall(r'{ "(\w+)", scope_rule_', source) + re.findall(r'"(\w+)"', re.search(r'kinds\[\] = {(.*?)}', source, re.S).group(1))
        self.assertEqual(sorted(re.findall(r'`(\w+)`', table)), sorted(set(rules) - {'messages'}))  # that one says it by another name
        trace = self.trace('ready_but_idle.eventlog')
        for rule in rules:
            run('explain', '--fail-if', 'finding:' + rule, trace, status=4 if rule == 'ready_but_idle' else 0)

    def test_place(self):
        """Where it is to be seen: the wait to the end of who is never woken, not all of the run."""
        told = json.loads(run('explain', '--json', self.trace('deadlock_tail.eventlog')).out)
        first = told['findings'][0]
        self.assertGreater(first['from_ns'], 0)
        self.assertEqual(first['to_ns'], told['T'])
        self.assertEqual(first['evidence']['Why'], 'blocked on MVar')

    def test_fail_if(self):
        trace = self.trace('lock_convoy.eventlog')
        done = run('explain', '--fail-if', 'finding:convoy', '--fail-if', 'late_producer>5%', '--fail-if', 'finding:ramp', trace, status=4)
        self.assertEqual(done.err.count('holds'), 2)
        self.assertIn('HECs wait 60.5 % of their time', done.err)
        run('explain', '--fail-if', 'finding', trace, status=4)
        run('explain', '--fail-if', 'running<=34.9 %', trace, status=4)
        run('explain', '--fail-if', 'running<34%', '--fail-if', 'serial > 3%', '--fail-if', 'finding:gc', trace)

    def test_bad_conditions(self):
        trace = self.trace('lock_convoy.eventlog')
        for condition, why in (('finding:', 'no such finding'), ('finding:con', 'no such finding'), ('sleeping>5%', 'no cause'), ('serial', 'neither'),
                               ('serial>5', 'a share'), ('serial>x%', 'a share'), ('serial>101%', 'a share'), ('serial>=', 'a share')):
            self.assertIn(why, run('explain', '--fail-if', condition, trace, status=2).err, condition)

    def test_real(self):
        """What real programs, recorded on two cores, are told; None: nothing."""
        for name, rule in (('ghc/pipeline-n4-la.eventlog', 'timer_polling'), ('ghc/nbody-n4-la.eventlog', 'no_core'), ('ghc/sumeuler-n4-ls.eventlog', None),
                           ('ghc/parfib-n4-la.eventlog', None), ('eden/farm128.parevents', None), ('ghc/peer/783stop.eventlog', None)):
            for trace in harness.find_traces(*os.path.split(name)):
                told = json.loads(run('explain', '--json', trace).out)['findings']
                self.assertEqual(told[0]['rule'] if told else None, rule, name)
        # A server of Erlang waits for requests to the end.
        for trace in harness.find_traces('erlang', '*/every_*.dat'):
            self.assertNotIn('deadlock', [finding['rule'] for finding in json.loads(run('explain', '--json', trace).out)['findings']])

    def two(self, name, slices, between=4, until=0):
        """A log of two capabilities, each with a thread that runs in the slices given, (start, end) in ms, and is blocked in between; 3: it is
        ready. The log goes on until then (ms)."""
        blocks = []
        for c, mine in enumerate(slices):
            thread = struct.pack('>I', c + 1)
            events = [eventlog.event(45, 100, struct.pack('>H', c)), eventlog.event(0, 500, thread)]
            for start, end in mine:
                events += [eventlog.event(8, start * 1000000 - 1, thread + struct.pack('>H', c)), eventlog.event(1, start * 1000000, thread),
                           eventlog.event(2, end * 1000000, thread + struct.pack('>HI', 5 if end == mine[-1][1] else between, 0))]
            if until > mine[-1][1]:
                events.append(eventlog.event(19, until * 1000000, b'the end'))
            blocks.append(eventlog.block(c, events, 100, max(mine[-1][1], until) * 1000000))
        path = os.path.join(harness.WORK.name, name)
        with open(path, 'wb') as file:
            file.write(eventlog.header() + b''.join(blocks) + b'\xff\xff')
        return path

    def test_sequential(self):
        """Of two HECs one does all the work; a program that is parallel at times has a serial part; one that always is, nothing."""
        told = json.loads(run('explain', '--json', self.two('alone.eventlog', [[(1, 1000)], [(2, 3)]])).out)
        self.assertEqual(told['findings'][0]['rule'], 'sequential')
        self.assertIn('One of 2 HECs does all the work', told['findings'][0]['sentence'])
        self.assertEqual(told['findings'][0]['cost_ns'], told['parts']['start_ramp'] + told['parts']['end_ramp'])
        told = json.loads(run('explain', '--json', self.two('half.eventlog', [[(1, 1000)], [(1, 300), (990, 995)]])).out)
        self.assertEqual([finding['rule'] for finding in told['findings']], ['serial_part'])
        told = json.loads(run('explain', '--json', self.two('both.eventlog', [[(1, 1000)], [(1, 999)]])).out)
        self.assertEqual(told['findings'], [])

    def test_after_the_last(self):
        """What comes after the last thread is no load out of balance: it is told apart."""
        slices = [[(1, 1000)], [(1, 1050)]]
        for until, goes_on in ((0, False), (1800, True)):
            told = json.loads(run('explain', '--json', self.two('goes-on.eventlog', slices, until=until)).out)
            self.assertEqual((told['findings'], [doubt.split(' (')[0] for doubt in told['doubts'] if 'goes on' in doubt]),
                             ([], ['The trace goes on for 750 ms'] if goes_on else []))
        # Where one still works meanwhile, it is.
        told = json.loads(run('explain', '--json', self.two('imbalance.eventlog', [[(1, 200)], [(1, 1000)]])).out)
        self.assertEqual(told['findings'][0]['rule'], 'load_imbalance')

    def test_after_the_last_process(self):
        """Of Erlang it is a process; and what was not recorded is not told as time that was lost."""
        runs = ''.join('%d\t1\tprocess-scheduled\t<0.5.0>\tm:f/0\n%d\t1\tprocess-unscheduled\t<0.5.0>\n' % (at, at + 800) for at in range(0, 50000, 1000))
        path = os.path.join(harness.WORK.name, 'goes-on.log')
        for lost, goes_on in (('', ['The trace goes on for 40.2 µs (44.7 % of it) after the last process ran; that time counts as lost.']),
                              ('WARNING: Number of errors: 0, skipped probes: 12\n', [])):
            with open(path, 'w') as file:
                file.write('# erlang-probes 1\n# source systemtap\n' + runs + lost + '90000\t1\tport-busy\t#Port<0.4>\n# end 90000\n')
            self.assertEqual([doubt for doubt in json.loads(run('explain', '--json', path).out)['doubts'] if 'goes on' in doubt], goes_on)

    def test_no_core(self):
        """Ready, and nothing runs it; of one HEC it is not said that they are too many."""
        slices = [(1, 100), (200, 300), (400, 500)]
        for name, found in (('one', 'The HEC gets no core'), ('more', 'More HECs than cores')):
            first = json.loads(run('explain', '--json', self.two(name + '.eventlog', [slices] * (1 + (name == 'more')), 3)).out)['findings'][0]
            self.assertEqual((first['rule'], first['title']), ('no_core', found))
            self.assertIn('record it again', first['advice'])

    def test_collects_only(self):
        """A program that hardly does anything but collect is told so; without collections it is as short as what runs, though a thread of the
        runtime sleeps as long as it did."""
        helper, main = struct.pack('>I', 1), struct.pack('>I', 2)
        events = [(45, 100, struct.pack('>H', 0)), (0, 200, helper), (44, 210, helper + b'TimerManager'), (1, 220, helper),
                  (2, 230, helper + struct.pack('>HI', 6, 0)), (0, 240, main)]
        for i in range(10):
            at = 1000 + 100000 * i
            events += [(1, at, main), (2, at + 1000, main + struct.pack('>HI', 1, 0)), (9, at + 1000, b''), (10, at + 99000, b''),
                       (53, at + 99000, struct.pack('>IHQQQIQQQ', 0, 0, 0, 0, 0, 1, 0, 0, 0))]
        events += [(1, 1000500, helper), (2, 1000510, helper + struct.pack('>HI', 6, 0)), (1, 1001000, main),
                   (2, 1002000, main + struct.pack('>HI', 5, 0))]
        trace = os.path.join(harness.WORK.name, 'collects.eventlog')
        with open(trace, 'wb') as file:
            file.write(eventlog.header(True) + eventlog.block(0, [eventlog.event(*e) for e in events], 100, 1002000) + b'\xff\xff')
        told = json.loads(run('explain', '--json', trace).out)
        self.assertEqual([finding['rule'] for finding in told['findings']], ['gc_too_often'])
        self.assertLess(json.loads(run('what-if', '--json', 'gc off', trace).out)['end_ns'], 30000)

    def test_collects_alone(self):
        """Of two HECs one collects while the other waits: the gain is that of the advice, to share that, not of no collections at all."""
        def log(capability):
            thread = struct.pack('>I', capability + 1)
            events = [(45, 100, struct.pack('>H', capability)), (0, 200, thread)]
            for i in range(10):
                at = 1000 + 100000 * i
                events += [(1, at, thread), (2, at + 50000, thread + struct.pack('>HI', 1, 0)), (9, at + 50000, b'')]
                events += [(53, at + 90000, struct.pack('>IHQQQIQQQ', 0, 0, 0, 0, 0, 1, 0, 0, 0))] * (capability == 0)
                events += [(10, at + 90000, b'')]
            events += [(1, 1001000, thread), (2, 1002000, thread + struct.pack('>HI', 5, 0))]
            return eventlog.block(capability, [eventlog.event(*e) for e in events], 100, 1002000)

        trace = os.path.join(harness.WORK.name, 'collects-alone.eventlog')
        with open(trace, 'wb') as file:
            file.write(eventlog.header(True) + log(0) + log(1) + b'\xff\xff')
        often, alone = json.loads(run('explain', '--json', trace).out)['findings']
        self.assertEqual([(row['rule'], row['what_if']) for row in (often, alone)], [('gc_too_often', 'gc off'), ('gc_sequential', 'gc x0.500')])
        self.assertAlmostEqual(alone['gain_ns'], 10 * 20000, delta=2000)
        self.assertIn('At most, if all HECs shared in collecting, the run would be 20', run('explain', trace).out)

    def test_simulations(self):
        """Cores that spin for a lock, and take its line from each other, run; it is told all the same, and of one core nothing."""
        def told(name):
            trace = os.path.join(harness.TOP, 'tests', 'data', 'sim', name)
            return json.loads(run('explain', '--json', trace).out)['findings'], trace
        found, trace = told('spin-three.g20.out.gz')
        self.assertEqual([finding['rule'] for finding in found], ['contended_lines', 'lock_contention'])
        waited = sum(number(row['acquired_ns']) - number(row['wait_from_ns']) for row in dump(trace, 'locks')
                     if row['blocked_by'] or int(row['attempts']) > 1)
        self.assertAlmostEqual(found[1]['cost_ns'], waited, delta=1)
        latency = sum(number(row['latency_ns']) or 0 for row in dump(trace, 'coherence-lines'))
        self.assertAlmostEqual(found[0]['cost_ns'], latency, delta=1)
        self.assertTrue(found[0]['lanes'][0].startswith('processor:'))
        self.assertEqual([finding['rule'] for finding in told('sched-tasks.m5.out.gz')[0]], ['lock_contention'])
        self.assertEqual(told('loop.o3pipeview.txt')[0], [])

    def test_untold(self):
        """That both idle is recorded; what they wait for is not."""
        trace = self.two('untold.eventlog', [[(1, 10), (50, 60)], [(1, 10), (50, 60)]])
        parts = json.loads(run('explain', '--json', trace).out)['parts']
        self.assertEqual((parts['untold_wait'], parts['unknown']), (80000000 - 2, 0))  # ready for 1 ns each
        text = run('explain', trace).out
        self.assertRegex(text, r'untold_wait +\d')
        self.assertIn('what was waited for was not recorded', text)
        self.assertNotIn('it is not recorded what they did', text)

    def test_not_recorded(self):
        for trace in harness.find_traces('ghc', 'pipeline-n2-user-only.eventlog'):
            self.assertIn('when threads ran (+RTS -ls, or -l alone)', run('explain', trace).out)
            self.assertIn('nothing is known to have run', run('explain', trace).out)
            self.assertIn('it was not recorded', run('phases', trace).out)
            self.assertIn('HECs at work: not recorded', run('report', '--what', 'load', trace).err)
        bare = os.path.join(harness.TOP, 'tests', 'data', 'profile', 'hb.eventlog')
        self.assertIn('No processors were recorded', run('explain', bare).out)
        self.assertIn('nothing to replay', run('what-if', 'gc off', bare, status=1).err)


class Compare(unittest.TestCase):
    def test_waits(self):
        """Two runs: what each of them says by itself, side by side; what changed most comes first."""
        paths = [os.path.join(harness.TOP, 'tests', 'data', 'analysis', name) for name in ('timer_polling.eventlog', 'lock_convoy.eventlog')]
        found = rows('compare', '--waits', '--csv', *paths)
        self.assertEqual((found[0]['of'], found[0]['what']), ('waited_for', 'critical'))
        changes = [abs(float(row['change_ns'])) for row in found]
        self.assertEqual(changes, sorted(changes, reverse=True))
        for column, path in zip(('baseline_ns', 'run_ns'), paths):
            parts = json.loads(run('explain', '--json', path).out)['parts']
            self.assertEqual({row['what']: float(row[column]) for row in found if row['of'] == 'part' and float(row[column])},
                             {cause: part for cause, part in parts.items() if part})
            blame = collections.Counter()
            for row in dump(path, 'blame'):
                blame[row['label']] += time(row['direct_ns']) + time(row['cascaded_ns'])
            self.assertEqual({row['what']: float(row[column]) for row in found if row['of'] == 'waited_for' and float(row[column])},
                             {label: waited for label, waited in blame.items() if waited})
        self.assertIn('--waits', run('compare', '--waits', '--by', 'thread', *paths, status=2).err)


class To(unittest.TestCase):
    def test_mark_and_lane(self):
        trace = os.path.join(harness.TOP, 'tests', 'data', 'analysis', 'lock_convoy.eventlog')
        rows = json.loads(run('critical-path', '--json', trace).out)['segments']
        last = [row for row in rows if row['kind'] == 'running'][-1]
        middle = (last['start_ns'] + last['end_ns']) // 2
        told = json.loads(run('critical-path', '--json', '--to', 'thread:%s/%s@%d' % (last['machine'], last['thread'], middle), trace).out)['segments']
        self.assertEqual(told[-1]['end_ns'], middle)
        self.assertEqual(told[:-1], [row for row in rows if row['end_ns'] <= last['start_ns']])
        self.assertIn('no such mark', run('critical-path', '--to', 'nowhere', trace, status=2).err)


class Gains(unittest.TestCase):
    """What the advised changes would gain is kept; what is damaged, or of another version, is found out again."""

    def told(self):
        told = json.loads(run('explain', '--json', '--cache-dir', self.cache, self.trace).out)
        return [(row['what_if'], row['gain_ns']) for row in told['findings']]

    def kept(self):
        return glob.glob(os.path.join(self.cache, '*.gains'))

    def test_kept(self):
        self.trace = os.path.join(harness.TOP, 'tests', 'data', 'analysis', 'gc_barrier.eventlog')
        with tempfile.TemporaryDirectory() as self.cache:
            first = self.told()
            path, = self.kept()
            with open(path) as file:
                head, text = file.read().split('\n', 1)
            self.assertEqual({tuple(reversed(line.split('\t'))) for line in text.splitlines()},
                             {(wish, str(gain)) for wish, gain in first if gain is not None and gain >= 0})
            other = re.sub(r'^\d+', '7', text)
            for line, body, now in ((head.rsplit(' ', 1)[0] + ' ' + hashlib.sha256(other.encode()).hexdigest(), other, 7), (head, other, None),
                                    (head.replace(' 1 ', ' 0 '), text, None), ('', '', None), ('\0' * 70, text, None)):
                with open(path, 'w') as file:
                    file.write(line + '\n' + body)
                if now is not None:
                    self.assertIn((text.splitlines()[0].split('\t')[1], now), self.told())
                else:
                    self.assertEqual(self.told(), first)


harness.add_cases(WhatIf, SIMULATED, WhatIf.check)
harness.add_cases(Findings, SIMULATED, Findings.check)

if __name__ == '__main__':
    harness.main()
