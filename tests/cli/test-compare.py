#!/usr/bin/env python3
"""test-compare.py: comparing runs: a trace with itself and with a shifted copy changes nothing; generated runs differ by exactly
what their truths differ by; alignment, pairing, spread, conditions, and the form of it all.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import gzip
import json
import os
import re
import struct
import subprocess
import sys
import unittest

import eventlog
import harness
from harness import find_traces, info, number, rows, run

EDEN = os.path.join(harness.TOP, 'tests', 'data', 'eden', 'small3.parevents')
GHC = os.path.join(harness.TOP, 'tests', 'data', 'ghc', 'parfib-n4-la.eventlog')
OTHER = os.path.join(harness.TOP, 'tests', 'data', 'ghc', 'sumeuler-n4-ls.eventlog')
GENERATOR = os.path.join(harness.SHARED, 'tools', 'edengen.py')
HEADER = 'scope,lane,quantity,baseline,run,change,change_percent,significant'
KINDS = 'machine,processor,process,thread'


def compare(*args, **more):
    return rows('compare', '--csv', *args, **more)


def compare_json(*args, **more):
    return json.loads(run('compare', '--json', *args, **more).out)


def changed(found):
    return [r for r in found if r['change'] not in ('', '0', '0.000000')]


def written(name, data):
    path = os.path.join(harness.WORK.name, name)
    with open(path, 'wb') as file:
        file.write(data)
    return path


# --- the same run, later ---

def event_sizes(data):
    """Of each type in the header its size (None: variable), and where the events begin."""
    at, sizes = 8, {}
    while data[at:at + 4] == b'etb\0':
        number_, size, length = struct.unpack('>HHI', data[at + 4:at + 12])
        at += 12 + length
        at += 4 + struct.unpack('>I', data[at:at + 4])[0] + 4
        sizes[number_] = None if size == 0xffff else size
    assert data[at:at + 12] == b'hetehdredatb'
    return sizes, at + 12


def shifted(data, by):
    """The same log, all of whose clocks show `by` ns more."""
    out = bytearray(data)
    sizes, at = event_sizes(data)
    while at + 10 <= len(data):
        kind, time = struct.unpack_from('>HQ', data, at)
        if kind == 0xffff:
            break
        struct.pack_into('>Q', out, at + 2, time + by)
        if kind == 18:
            struct.pack_into('>Q', out, at + 14, struct.unpack_from('>Q', data, at + 14)[0] + by)
        size = sizes[kind]
        at += 10 + (2 + struct.unpack_from('>H', data, at + 10)[0] if size is None else size)
    return bytes(out)


class Same(unittest.TestCase):
    """Nothing changed, whatever is asked."""

    def nothing(self, *args):
        found = compare('--by', KINDS, *args)
        self.assertEqual(changed(found), [], args)
        self.assertGreater(len(found), 3, args)
        self.assertEqual({r['significant'] for r in found} - {''}, {'0'}, args)
        return found

    def itself(self, path):
        if run('info', path, status=None).returncode != 0:
            return
        if info(path)['events'] == 0:
            run('compare', path, path, status=None)
            return
        found = compare('--by', KINDS, path, path)
        self.assertEqual(changed(found), [])
        self.assertTrue(all(r['change'] != '' for r in found), 'of itself all is known')
        facts = info(path)
        first, length = facts['start_ns'], facts['end_ns'] - facts['start_ns']
        if length > 100:
            cut = ('--from', int(first + length / 3), '--to', int(first + 2 * length / 3))
            self.assertEqual(changed(compare('--by', KINDS, *cut, path, path)), [])
            self.assertEqual(changed(compare('--align', 'length', '--by', KINDS, *cut, path, path)), [])
        self.assertIn('Nothing changed.', run('compare', path, path).out)

    def test_a_shifted_copy(self):
        for path in (GHC, OTHER, os.path.join(harness.TOP, 'tests', 'data', 'ghc', 'ffi-n4-la.eventlog')):
            with open(path, 'rb') as file:
                later = written('later.eventlog', shifted(file.read(), 7654321))
            first = info(path)['start_ns']
            self.assertEqual(info(later)['start_ns'], first + 7654321)
            length = info(path)['end_ns'] - first
            cut = ('--from', first + 7654321 + length // 4, '--to', first + 7654321 + length // 2)
            for align in ('auto', 'start', 'length', 'at:%d,%d' % (first + 5, first + 7654321 + 5)):
                self.nothing('--align', align, path, later)
                self.nothing('--align', align, *cut, path, later)
            back = ('--from', first + length // 4, '--to', first + length // 2)
            self.nothing('--align', 'start', *back, later, path)
            # The check can fail: laid on each other as they are, a stretch of one is another of the other.
            wrong = compare('--align', 'at:0,0', *cut, path, later)
            self.assertNotEqual(changed(wrong), [])
            wrong = compare('--align', 'at:%d,%d' % (first, first + 7654321 + 300000), *cut, path, later)
            self.assertNotEqual(changed(wrong), [])

    def test_a_shifted_copy_of_text(self):
        """A simulation and a log of Erlang's probes, whose lines begin with their times."""
        data = os.path.join(harness.TOP, 'tests', 'data')
        with gzip.open(os.path.join(data, 'sim', 'spin-three.g20.out.gz')) as packed:
            simulation = packed.read()
        with open(os.path.join(data, 'probes', 'par8_small.log'), 'rb') as file:
            probes = file.read()
        for name, text, stamp in (('out', simulation, rb'(?m)^( *)([0-9]+)(?=: )'), ('log', probes, rb'(?m)^()([0-9]+)(?=\t)')):
            path = written('early.' + name, text)
            later = written('later.' + name, re.sub(stamp, lambda m: m[1] + b'%d' % (int(m[2]) + 7000000), text))
            for align in ('auto', 'start', 'length'):
                self.nothing('--align', align, path, later)
            length = info(path)['end_ns'] - info(path)['start_ns']
            self.assertNotEqual(changed(compare('--align', 'at:0,0', '--to', int(length * 0.6), path, written('half.' + name, text[:len(text) // 2]))),
                                [])

    def test_a_run_whose_trace_is_gone(self):
        with open(GHC, 'rb') as file:
            path = written('gone.eventlog', file.read())
        index = json.loads(run('index', '--json', path).out)
        kept = info(path)['index']['path']
        os.remove(path)
        self.assertGreater(index['events'], 0)
        self.nothing(kept, GHC)
        self.assertEqual(compare(OTHER, kept), compare(OTHER, GHC))

    def test_another_run_is_not_the_same(self):
        self.assertGreater(len(changed(compare('--by', KINDS, GHC, OTHER))), 20)


# --- generated runs ---

def generated(name, *args):
    path = os.path.join(harness.WORK.name, name + '.parevents')
    if not os.path.exists(path):
        subprocess.run([sys.executable, GENERATOR, 'gen', path, *map(str, args)], check=True, stdout=subprocess.DEVNULL)
    with open(path + '.truth.json', encoding='utf-8') as file:
        return path, json.load(file)


class Truth:
    """What the simulation says of a run, by the names of the table."""

    def __init__(self, truth):
        self.values = {}
        self.lanes = {'machine': 0, 'process': 0, 'thread': 0}
        for m in truth['machines']:
            table = m['semantics']['table']
            self.lane('machine:%d' % m['id'], 'machines', table['machine']['totals'])
            for p in table['processes']:
                self.lane('process:%d/%d' % (m['id'], p['id']), 'processes', p['totals'])
            for t in table['threads']:
                self.lane('thread:%d/%d' % (m['id'], t['id']), 'threads', t['totals'])
            for p in m['processes']:
                self.add('process:%d/%d' % (m['id'], p['id']), 'messages', p['sent'])
                self.add('machine:%d' % m['id'], 'messages', p['sent'])
            self.add('', 'gc_count', m['gcs'])
            self.add('machine:%d' % m['id'], 'gc_count', m['gcs'])
            self.add('', 'receiving', m['receive_ns'])
            self.add('machine:%d' % m['id'], 'receiving', m['receive_ns'])
        for tag in truth['messages']['by_tag'].values():
            self.add('', 'messages', tag['sent'])
            self.add('', 'messages_received', tag['received'])
            self.add('', 'message_size', tag['size_words'])

    def add(self, lane, quantity, value):
        self.values[lane, quantity] = self.values.get((lane, quantity), 0) + value

    def lane(self, lane, kind, totals):
        self.lanes[lane.split(':')[0]] += 1
        for state in ('idle', 'running', 'blocked', 'runnable'):
            self.add(lane, state, totals[state])
            self.add(kind, state, totals[state])

    def get(self, lane, quantity):
        return self.values.get((lane, quantity), 0)


STATES = ('idle', 'running', 'blocked', 'runnable')
BASE = ('--machines', 3, '--processes', 2, '--threads', 2, '--seed', 5)
CHANGES = {
    'messages': ('--messages', 90), 'work': ('--work-us', 2100),
    'slice': ('--slice-us', 350), 'latency': ('--latency-us', 400), 'seed': ('--seed', 6), 'threads': ('--threads', 4),
    'processes': ('--processes', 3), 'machines': ('--machines', 4),
}
if os.environ.get('LANESCOPE_TEST_BRIEF'):
    CHANGES = {name: CHANGES[name] for name in ('work', 'seed', 'machines')}


@unittest.skipUnless(os.path.exists(GENERATOR), 'the generator is not here')
class Generated(unittest.TestCase):
    maxDiff = 2000

    def check_against(self, found, base, this):
        """Every figure that the truths know of; how many there were."""
        checked, sums = 0, {}
        for r in found:
            q, lane = r['quantity'], r['lane']
            theirs = r.get('baseline_lane') or lane
            if lane in ('processors', '') and q in STATES or r['scope'] == 'processor':
                continue
            if q in ('runnable', 'outside'):  # Eden's table has foreign calls among what is runnable
                both = sums.setdefault((lane, theirs, r['baseline'] is None, r['run'] is None), [0, 0, r])
                both[0] += r['baseline'] or 0
                both[1] += r['run'] or 0
                continue
            if q not in STATES + ('messages', 'messages_received', 'message_size', 'gc_count', 'receiving'):
                continue
            if q in ('messages_received', 'message_size') and lane != '':
                continue
            there = r['run'] is not None
            was = r['baseline'] is not None
            want = (base.get(theirs, q) if was else None, this.get(lane, q) if there else None)
            self.assertEqual((r['baseline'], r['run']), want, (lane, theirs, q))
            self.assertEqual(r['change'], (want[1] or 0) - (want[0] or 0), (lane, q))
            checked += 1
        for (lane, theirs, _, _), (was, there, r) in sums.items():
            self.assertEqual(was, base.get(theirs, 'runnable') if r['baseline'] is not None else 0, lane)
            self.assertEqual(there, this.get(lane, 'runnable') if r['run'] is not None else 0, lane)
            checked += 1
        return checked

    def one(self, name):
        path, truth = generated('base', *BASE)
        other, other_truth = generated(name, *(BASE + CHANGES[name]))
        found = compare_json('--by', KINDS, path, other)
        base, this = Truth(truth), Truth(other_truth)
        checked = self.check_against(found['differences'], base, this)
        self.assertGreater(checked, 60)
        self.assertGreater(len([d for d in found['differences'] if d['change']]), 10)
        with self.assertRaises(AssertionError, msg='the check would find a wrong figure'):
            self.check_against(found['differences'], base, base)
        for kind, plural in (('machine', 'machines'), ('process', 'processes'), ('thread', 'threads')):
            counts = found['pairing'][plural]
            self.assertEqual(counts['pairs'] + counts['only_baseline'], base.lanes[kind])
            self.assertEqual(counts['pairs'] + counts['only_run'], this.lanes[kind])
        self.parents_are_pairs(found['differences'], truth, other_truth)

    def parents_are_pairs(self, found, truth, other_truth):
        """Who is paired by its place in the tree has a parent that is paired with the parent of the other."""
        def lane(pair):
            return 'process:%d/%d' % tuple(pair) if pair else None
        ours = {lane(child): lane(parent) for parent, child in other_truth['process_tree']}
        theirs = {lane(child): lane(parent) for parent, child in truth['process_tree']}
        pairs = {d['lane']: d['baseline_lane'] for d in found
                 if d['scope'] == 'process' and d['run'] is not None and d['baseline'] is not None}
        self.assertGreater(len(pairs), 3)
        for mine, other in pairs.items():
            if ours[mine] is not None:
                self.assertEqual(pairs[ours[mine]], theirs[other], mine)

    def test_a_range_that_holds_all(self):
        path, truth = generated('base', *BASE)
        other, other_truth = generated('seed', *(BASE + CHANGES['seed']))
        found = compare_json('--by', KINDS, '--from', -10**12, '--to', 10**12, path, other)
        self.assertGreater(self.check_against(found['differences'], Truth(truth), Truth(other_truth)), 60)

    def test_ranges_add_up(self):
        """Two halves of this run, and what belongs to them of the baseline, are the whole."""
        path, _ = generated('base', *BASE)
        other, _ = generated('work', *(BASE + CHANGES['work']))
        def sums(*cut):
            return {(r['lane'], r['quantity']): (number(r['baseline']), number(r['run']))
                    for r in compare('--by', 'machine', *cut, path, other)
                    if r['quantity'].split(':')[0] in harness.STATES or r['quantity'] in ('messages', 'gc_count', 'wakeups',
                                                                                        'duration')}
        whole, left, right = sums(), sums('--to', 40000000), sums('--from', 40000000)
        self.assertGreater(len(whole), 20)
        for key, values in whole.items():
            parts = [left.get(key, (0, 0)), right.get(key, (0, 0))]
            for side in (0, 1):
                self.assertEqual(values[side], sum(p[side] or 0 for p in parts), key)

    def test_spread(self):
        path, _ = generated('base', *BASE)
        runs = [generated('spread%d' % s, *BASE, '--seed', s)[0] for s in (11, 12)]
        other, _ = generated('work', *(BASE + CHANGES['work']))
        spread = [a for r in runs for a in ('--spread', r)]
        found = compare_json('--by', 'machine', *spread, path, other)
        alone = {p: {(d['lane'], d['quantity']): d['baseline'] for d in compare_json('--by', 'machine', p, other)['differences']}
                 for p in [path] + runs}
        known = [d for d in found['differences'] if d['scope'] == 'whole' and d.get('spread')]
        self.assertGreater(len(known), 15)
        for d in known:
            values = [alone[p].get((d['lane'], d['quantity'])) or 0 for p in [path] + runs]
            self.assertEqual((d['spread']['min'], d['spread']['max']), (min(values), max(values)), d['quantity'])
            self.assertEqual(d['spread']['runs'], 3)
            self.assertAlmostEqual(d['spread']['mean'], sum(values) / 3, delta=0.001)
            outside = d['run'] < min(values) or d['run'] > max(values)
            self.assertEqual(d['significant'], outside and d['change'] != 0, d['quantity'])
        self.assertEqual({d['significant'] for d in known}, {True, False}, 'some lie within, some outside')
        # What lies within the spread comes last, and fails no condition.
        order = [d['significant'] for d in found['differences']]
        self.assertEqual(order, sorted(order, reverse=True))
        within = next(d for d in known if not d['significant'] and d['change'] > 0 and d['unit'] == 'count')
        self.assertEqual(run('compare', '--fail-if', '%s>0' % within['quantity'], path, other, status=None).returncode, 4)
        run('compare', *spread, '--fail-if', '%s>0' % within['quantity'], path, other)
        outside = next(d for d in known if d['significant'] and d['unit'] == 'ns' and d['change'] > 0 and d['lane'] == '')
        run('compare', *spread, '--fail-if', '%s>0' % outside['quantity'], path, other, status=4)


for name_ in CHANGES:
    setattr(Generated, 'test_' + name_, lambda self, name=name_: self.one(name))


# --- alignment ---

def log(marks, end=100000, label=b'main'):
    """One capability, one thread that runs from 1,000 to the end; marks as (time, text)."""
    thread = struct.pack('>I', 1)
    events = [(100, eventlog.event(45, 100, struct.pack('>H', 0))), (500, eventlog.event(0, 500, thread)),
              (600, eventlog.event(44, 600, thread + label)), (1000, eventlog.event(1, 1000, thread))]
    events += [(t, eventlog.event(19, t, text.encode())) for t, text in marks]
    events.append((end, eventlog.event(2, end, thread + struct.pack('>HI', 5, 0))))
    events.sort(key=lambda pair: pair[0])
    return eventlog.header() + eventlog.block(0, [e for _, e in events], 100, end) + b'\xff\xff'


class Alignment(unittest.TestCase):
    def knots(self, baseline, this, *args, **more):
        found = compare_json(*args, written('a.eventlog', baseline), written('b.eventlog', this), **more)['alignment']
        return found, [(k['baseline_ns'], k['run_ns']) for k in found['knots']]

    def test_piecewise_at_marks(self):
        a = log([(10000, 'load'), (30000, 'sort'), (60000, 'step'), (70000, 'step'), (90000, 'done')])
        b = log([(12000, 'load'), (52000, 'sort'), (80000, 'step'), (85000, 'extra'), (99000, 'done')])
        found, knots = self.knots(a, b)
        self.assertEqual(found['by'], 'marks')
        self.assertEqual(knots, [(10000, 12000), (30000, 52000), (60000, 80000), (90000, 99000)])
        self.assertIn('4 marks in common', found['words'])
        fates = {(m['text'], m['occurrence']): m['fate'] for m in found['marks']}
        self.assertEqual(fates['step', 2], 'only baseline')
        self.assertEqual(fates['extra', 1], 'only run')
        # The stretch between two marks is compared with the stretch between the same ones.
        cut = compare('--from', 12000, '--to', 52000, os.path.join(harness.WORK.name, 'a.eventlog'),
                      os.path.join(harness.WORK.name, 'b.eventlog'))
        running = [r for r in cut if r['lane'] == 'processors' and r['quantity'] == 'running'][0]
        self.assertEqual((running['baseline'], running['run'], running['change']), ('20000', '40000', '20000'))
        # Half of it lies in the middle of the other, and before the first mark nothing is stretched.
        for cut, want in (((12000, 32000), ('10000', '20000')), ((2000, 12000), ('9000', '10000'))):
            rows_ = compare('--from', cut[0], '--to', cut[1], os.path.join(harness.WORK.name, 'a.eventlog'),
                            os.path.join(harness.WORK.name, 'b.eventlog'))
            running = [r for r in rows_ if r['lane'] == 'processors' and r['quantity'] == 'running'][0]
            self.assertEqual((running['baseline'], running['run']), want)

    def test_marks_that_cross_are_dropped(self):
        a = log([(10000, 'a'), (20000, 'b'), (30000, 'c'), (40000, 'd'), (50000, 'e')])
        b = log([(10000, 'a'), (20000, 'd'), (30000, 'b'), (40000, 'c'), (50000, 'e')])
        found, knots = self.knots(a, b)
        self.assertEqual(knots, [(10000, 10000), (20000, 30000), (30000, 40000), (50000, 50000)])
        self.assertEqual([m['text'] for m in found['marks'] if m['fate'] == 'crosses'], ['d'])
        self.assertIn('dropped', found['words'])

    def test_no_marks_in_common(self):
        found, knots = self.knots(log([(5000, 'x')]), log([(7000, 'y')]))
        self.assertEqual(found['by'], 'start')
        self.assertEqual(len(knots), 1)
        self.assertIn('no marks in common', found['words'])
        args = ['compare', '--align', 'marks', os.path.join(harness.WORK.name, 'a.eventlog'),
                os.path.join(harness.WORK.name, 'b.eventlog')]
        self.assertIn('no marks in common', run(*args, status=1).err)

    def test_labels_are_no_marks(self):
        found, _ = self.knots(log([], label=b'same'), log([], label=b'same'))
        self.assertEqual((found['by'], found['marks']), ('start', []))

    def test_as_wished(self):
        a = log([(10000, 'go'), (20000, 'go')])
        b = log([(15000, 'go'), (26000, 'go')], end=200000)
        self.assertEqual(self.knots(a, b, '--align', 'mark:go')[1], [(10000, 15000)])
        self.assertEqual(self.knots(a, b, '--align', 'mark:go#2')[1], [(20000, 26000)])
        self.assertEqual(self.knots(a, b, '--align', 'at:500,700')[1], [(500, 700)])
        self.assertEqual(self.knots(a, b, '--align', 'interval:500-900,700-2000')[1], [(500, 700), (900, 2000)])
        first = [f['start_ns'] for f in (info(os.path.join(harness.WORK.name, n + '.eventlog')) for n in 'ab')]
        self.assertEqual(self.knots(a, b, '--align', 'start')[1], [tuple(first)])
        last = [f['end_ns'] for f in (info(os.path.join(harness.WORK.name, n + '.eventlog')) for n in 'ab')]
        self.assertEqual(self.knots(a, b, '--align', 'length')[1], [tuple(first), tuple(last)])
        paths = [os.path.join(harness.WORK.name, n + '.eventlog') for n in 'ab']
        self.assertIn('mark “gone”', run('compare', '--align', 'mark:gone', *paths, status=1).err)
        self.assertIn('number 3', run('compare', '--align', 'mark:go#3', *paths, status=1).err)
        for bad in ('', 'middle', 'at:', 'at:5', 'at:5,', 'at:5,6,7', 'at:x,5', 'interval:1-2', 'mark:', 'interval:5-6,7'):
            self.assertIn('--align', run('compare', '--align', bad, *paths, status=2).err, bad)
        self.assertIn('character 6', run('compare', '--align', 'at:5,x', *paths, status=2).err)
        self.assertIn('end after', run('compare', '--align', 'interval:9-5,1-2', *paths, status=1).err)


# --- conditions ---

class Conditions(unittest.TestCase):
    def setUp(self):
        self.a = written('fast.eventlog', log([], end=101000))
        self.b = written('slow.eventlog', log([], end=151000))

    def judge(self, condition, status, *args):
        done = run('compare', '--csv', '--fail-if', condition, *args, self.a, self.b, status=status)
        return done.err

    def test_they_hold(self):
        for condition in ('running>5%', 'running > +49.9 %', 'running>=50%', 'running>49us', 'running>=50us',
                          'running>0.049ms', 'processors running>5%', 'machines running>5%', 'threads running>5%',
                          'processor:1/0 running>5%', 'thread:1/1 running>5%', 'machine:1 running>5%', 'duration>10%',
                          'duration>49000ns', 'gc_count>=0', 'running>-5%', 'blocked<=0%'):
            err = self.judge(condition, 4)
            self.assertIn('condition %s holds' % condition, err)

    def test_they_do_not(self):
        for condition in ('running<-5%', 'running>50%', 'running>51us', 'running<50us', 'gc_time>+10ms', 'gc_count>0',
                          'blocked:mvar>5%', 'blocked>5%', 'duration>51%', 'migrations>0', 'productivity<0pp'):
            self.assertEqual(self.judge(condition, 0), '', condition)

    def test_the_sentence(self):
        err = self.judge('running>5%', 4)
        self.assertIn('running rose by 50.0 % (100 µs → 150 µs): condition running>5% holds', err)
        err = run('compare', '--fail-if', 'running<-5%', self.b, self.a, status=4).err
        self.assertIn('running fell by 33.3 % (150 µs → 100 µs): condition running<-5% holds', err)
        found = compare_json('--fail-if', 'running<-5%', '--fail-if', 'idle>5%', self.b, self.a, status=4)
        self.assertEqual([c['verdict'] for c in found['conditions']], ['holds', 'does not hold'])

    def test_several(self):
        self.assertEqual(run('compare', '--fail-if', 'running<-5%', '--fail-if', 'duration<0', self.a, self.b).returncode, 0)
        err = run('compare', '--fail-if', 'running<-5%', '--fail-if', 'duration>0', self.a, self.b, status=4).err
        self.assertIn('duration', err)
        self.assertNotIn('running<', err)

    def test_usage(self):
        for bad, place in (('', 1), ('running', 8), ('runing<5%', 1), ('running<', 9), ('running<x', 9), ('running<5', 10),
                           ('running<5MB', 10), ('gc_count>5ms', 11), ('heap_size>5ms', 12), ('running<5% or so', 12),
                           ('procesors running<5%', 1), ('processor:1/0', 14), ('processor:1/0 gone<5%', 15),
                           ('running=5%', 1), ('running<1.2.3%', 9), ('running<1e3%', 10), ('running<0x10%', 10),
                           ('machine: running<5%', 1)):
            done = run('compare', '--fail-if', bad, self.a, self.b, status=2)
            self.assertEqual(done.out, '')
            self.assertIn('character %d:' % place, done.err, bad)
        # Lanes have to be there in one of the runs, and what neither records cannot be judged.
        self.assertIn('neither run has a lane', run('compare', '--fail-if', 'processor:1/9 running<5%', self.a, self.b,
                                                    status=2).err)
        self.assertIn('cannot be judged', self.judge('heap_size>5%', 0))

    def test_lanes_of_conditions_are_not_printed(self):
        done = run('compare', '--csv', '--fail-if', 'thread:1/1 running<5%', self.a, self.b)
        self.assertNotIn('thread:', done.out)


# --- form ---

class Form(unittest.TestCase):
    def test_csv(self):
        for args in ((GHC, OTHER), ('--by', KINDS, GHC, OTHER), (EDEN, EDEN)):
            out = run('compare', '--csv', *args).out
            self.assertEqual(out.partition('\n')[0], HEADER)
            self.assertEqual(out, run('compare', '--format', 'csv', *args).out)
        found = compare('--by', KINDS, GHC, OTHER)
        self.assertEqual({r['scope'] for r in found}, {'whole', 'machine', 'processor', 'thread'})
        self.assertEqual({r['lane'] for r in found if r['scope'] == 'whole'}, {'', 'processors', 'threads'})
        for r in found:
            if r['change'] == '':
                self.assertTrue(r['baseline'] == '' or r['run'] == '')
                continue
            change = number(r['run'] or '0') - number(r['baseline'] or '0')
            self.assertAlmostEqual(number(r['change']), change, places=5)
            self.assertEqual(r['significant'], '' if change != 0 else '0', 'one run cannot tell')
            if number(r['baseline'] or '0') != 0:
                self.assertAlmostEqual(float(r['change_percent']), 100 * change / number(r['baseline']), places=2)
            else:
                self.assertEqual(r['change_percent'], '0.000' if change == 0 else '')

    def test_json(self):
        plain = compare('--by', 'processor', GHC, OTHER)
        cells = json.loads(run('compare', '--format', 'json', '--by', 'processor', GHC, OTHER).out)
        self.assertEqual([list(c) for c in cells], [list(r) for r in plain])
        found = compare_json('--by', 'processor', GHC, OTHER)
        self.assertEqual([(d['lane'], d['quantity'], d['change']) for d in found['differences']],
                         [(c['lane'], c['quantity'], c['change']) for c in cells])
        self.assertEqual(list(found), ['warnings', 'significance', 'baseline', 'run', 'alignment', 'pairing', 'conditions', 'differences'])
        weights = [d['weight'] for d in found['differences']]
        self.assertEqual(weights, sorted(weights, reverse=True))
        self.assertTrue(all(0 <= w <= 1 for w in weights))
        big = compare_json('--by', 'thread', GHC, GHC)
        self.assertGreater(len(big['differences']), 1000)

    def test_totals_are_those_of_stats(self):
        for trace, groups in ((GHC, ('processors', 'threads')), (EDEN, ('machines', 'processes', 'threads'))):
            stats = {(r['group'], r['name']): number(r['total_ns']) for r in rows('stats', '--format', 'csv', trace)
                     if r['section'] == 'states'}
            found = {(r['lane'], r['quantity']): number(r['run']) for r in compare(trace, trace)}
            known = 0
            for (group, name), total in stats.items():
                if group in groups and name in harness.STATES:
                    self.assertEqual(found[group, name], total, (group, name))
                    known += 1
            self.assertGreater(known, 5)

    def test_text(self):
        out = run('compare', GHC, OTHER).out
        for word in ('Baseline', 'This run', 'Aligned from the start', 'What changed most', 'HECs', 'running'):
            self.assertIn(word, out)
        self.assertLessEqual(max(map(len, out.splitlines())), 120)
        short = run('compare', '--limit', 3, GHC, OTHER).out
        self.assertIn('more; --limit 0', short)
        self.assertEqual(len([line for line in short.splitlines() if line.startswith('  ')]), 4, 'three rows, and how many more')
        self.assertIn('Paired: 1 of the machines', run('compare', '--by', 'machine', GHC, OTHER).out)

    def test_export(self):
        for ending, magic in (('png', b'\x89PNG'), ('svg', b'<?xml'), ('pdf', b'%PDF')):
            path = os.path.join(harness.WORK.name, 'compared.' + ending)
            done = run('compare', '--export', path, '--fail-if', 'duration>0', GHC, OTHER, status=None)
            self.assertIn(done.returncode, (0, 4))
            self.assertIn('Baseline', done.out)
            with open(path, 'rb') as file:
                self.assertTrue(file.read().startswith(magic), ending)
        self.assertEqual(run('compare', '--export', '/nonexistent/x.png', GHC, OTHER, status=1).out, '')

    def test_usage(self):
        for args in ((GHC,), (GHC, GHC, GHC), ('--by', 'core', GHC, GHC), ('--limit', 'x', GHC, GHC),
                     ('--from', 'x', GHC, GHC), ('--format', 'xml', GHC, GHC), ('--nothing', GHC, GHC)):
            self.assertEqual(run('compare', *args, status=2).out, '')
        missing = os.path.join(harness.WORK.name, 'gone.eventlog')
        for args in ((missing, GHC), (GHC, missing), ('--spread', missing, GHC, GHC)):
            self.assertIn('gone.eventlog', run('compare', *args, status=1).err)
        self.assertEqual(run('compare', '--strict', GHC.replace('parfib-n4-la', 'trunc-midblock'), GHC, status=None).returncode, 3)


PATHS = [p for folder, pattern in (('eden', '*.parevents'), ('eden', '*.eventlog'), ('ghc', '*.eventlog'))
         for p in find_traces(folder, pattern)]
# One of each other form.
PATHS += [os.path.join(harness.TOP, 'tests', 'data', *names) for names in (
    ('erlang', 'every_all.dat'), ('probes', 'par8_small.log'), ('schedplot', 'gc'), ('sim', 'spin-three.g20.out.gz'),
    ('sim', 'sched-tasks.m5.out.gz'), ('sim', 'spin.g21.xml'), ('sim', 'page-fault.perf.txt'), ('sim', 'loop.kanata.txt'),
    ('sim', 'loop.o3pipeview.txt'))]
harness.add_cases(Same, PATHS, Same.itself)

if __name__ == '__main__':
    harness.main()
