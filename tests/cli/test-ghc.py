#!/usr/bin/env python3
"""test-ghc.py: every figure of real GHC logs against golden files, `+RTS -s`, and the reference library's print-out.

The golden files were counted by a reader of its own from the same logs; their *blocked* is our blocked + outside
(a foreign call is outside), and they say "cut" where a list is longer than 400 rows.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import ast
import collections
import json
import os
import re
import struct
import unittest

import eventlog
import harness
from harness import dump, find_traces, info, number, rows


# Events of a thread that is created, runs, stops, is ready, migrates, is woken up.
SCHEDULER = (0, 1, 2, 3, 4, 8)


class Golden:
    """A golden file, read into dicts of numbers."""

    def __init__(self, path):
        self.caps, self.clipped, self.threads, self.sparks, self.counts = {}, {}, {}, {}, {}
        self.migrations, self.markers, self.user = [], [], []
        self.one, self.meta = {}, {}
        with open(path, encoding='utf-8') as file:
            for line in file:
                self.line(line.rstrip('\n'))

    def line(self, line):
        def numbers(text):
            return [None if x == 'None' else int(x) for x in text.split()]
        words = line.split()
        if re.match(r'cap \d+ gc_clipped_ns', line):
            self.clipped[int(words[1])] = int(words[3])
        elif re.match(r'cap \d', line):
            values = numbers(line[4:])
            self.caps[values[0]] = dict(zip(('created', 'deleted', 'first', 'last', 'life', 'run', 'runs', 'gc', 'gcs',
                                             'work', 'gc_idle', 'done', 'other', 'idle', 'events'), values[1:]))
        elif re.match(r'thread \d+ ', line):
            found = re.match(r'thread (\d+) (\S+) (\S+) (\S+) (\d+) (\d+) (\d+) (\d+) (\d+) (\d+) (\S*) (.*)$', line)
            self.threads[found[1]] = {'created': None if found[2] == 'None' else int(found[2]),
                                      'finished': None if found[3] == 'None' else int(found[3]), 'end': found[4],
                                      'runs': int(found[5]), 'run': int(found[6]), 'runnable': int(found[7]),
                                      'blocked': int(found[8]), 'migrations': int(found[9]),
                                      'label': ast.literal_eval(found[12])}
        elif re.match(r'sparks \d', line):
            values = numbers(line[7:])
            self.sparks[values[0]] = dict(zip(('created', 'dud', 'overflowed', 'converted', 'gcd', 'fizzled',
                                               'remaining'), values[1:]))
        elif re.match(r'migrate \d', line):
            self.migrations.append((int(words[1]), words[3], words[5], words[7]))
        elif re.match(r'marker \d', line):
            self.markers.append((int(words[1]), words[2], ast.literal_eval(line.split(' ', 3)[3])))
        elif re.match(r'user \d', line):
            self.user.append((int(words[1]), words[2], ast.literal_eval(line.split(' ', 3)[3])))
        elif re.match(r'count \d', line):
            found = re.match(r'count (\d+) (?:\'.*\'|".*") size \S+ (\d+)$', line)
            self.counts[int(found[1])] = int(found[2])
        elif words and words[0] == 'meta':
            self.meta[words[1]] = line.split(' ', 2)[2]
        elif re.match(r'\[migrations\]', line):
            self.one['migrations'] = int(words[2])
        elif re.match(r'\[markers\]', line):
            self.one['markers'] = int(words[1])
        elif re.match(r'\[user messages\]', line):
            self.one['user'] = int(words[2])
        elif re.match(r'\[threads\]', line):
            self.one['threads'] = int(words[2])
        elif words and words[0] in ('events', 'first_event_ns', 'last_event_ns', 'data_end_marker'):
            self.one[words[0]] = int(words[1]) if words[1].isdigit() else words[1]
        elif line.startswith('[heap]'):
            self.one.update({k: int(v) for k, v in re.findall(r'(\w+) (\d+)', line)})
        elif line.startswith('gcs_by_generation'):
            self.one['generations'] = ast.literal_eval(re.search(r'{.*?}', line)[0])
            self.one.update({k: int(v) for k, v in re.findall(r'(copied_bytes|max_par_threads) (\d+)', line)})
            self.one['parallel'] = int(re.search(r'par_gcs\(n>1\) (\d+)', line)[1])
        elif line.startswith('gc_pauses'):
            self.one['pauses'] = [int(x) for x in re.findall(r' (?:n|total_ns|max_ns) (\d+)', line)]
            balance = re.search(r'par_balance_percent (\S+)', line)
            self.one['balance'] = float(balance[1]) if balance and balance[1] != 'None' else None


def base(identity):
    return identity.split('#')[0]


class GoldenFiles(unittest.TestCase):
    maxDiff = 2000

    def check(self, path):
        self.trace = path.replace('.golden.txt', '.eventlog')
        self.golden = Golden(path)
        self.mercury = 'mmc' in self.golden.meta.get('rts', '')
        self.lacks = info(self.trace)['not_recorded']
        self.facts()
        self.processors()
        self.threads()
        self.migrations()
        self.counters()
        self.collections()
        self.marks()

    def facts(self):
        found, one = info(self.trace), self.golden.one
        self.assertEqual(found['events'], one['events'])
        self.assertEqual((found['machines'], found['processes']), (1, 0) if not self.eden() else (1, found['processes']))
        if one['events'] and not self.eden():
            self.assertEqual(number(str(found['end_ns'])), one['last_event_ns'])
        if one['data_end_marker'] == 'no':
            self.assertNotEqual(found['losses'], [], 'the log is cut, and nobody says so')
        told = {r['key']: r['value'] for r in dump(self.trace, 'process-info')}
        if 'pid' in self.golden.meta:
            self.assertEqual(told['pid'], self.golden.meta['pid'])
        if 'rts' in self.golden.meta:
            self.assertEqual(found['rts'], self.golden.meta['rts'])
        if 'args' in self.golden.meta:
            for word in ast.literal_eval(self.golden.meta['args'])[1:]:
                self.assertIn(word, found['arguments'])

    def eden(self):
        return 62 in self.golden.counts or 65 in self.golden.counts

    def processors(self):
        found = {int(r['processor']): r for r in dump(self.trace, 'processors')}
        if self.eden():
            return  # the golden files know GHC's rules alone
        self.assertEqual(sorted(found), sorted(self.golden.caps))
        for cap, want in self.golden.caps.items():
            row, where = found[cap], 'capability %d' % cap
            collecting = self.golden.clipped.get(cap, want['gc'])
            # What was not recorded is not known: the golden files count none of it.
            for lacks, column, wanted in (('scheduler', 'runs', want['runs']), ('scheduler', 'running_ns', want['run']),
                                          ('gc', 'collections', want['gcs']), ('gc', 'collecting_ns', collecting)):
                self.assertEqual((number(row[column]), wanted), (None, 0) if lacks in self.lacks else (wanted, wanted), where)
            start = want['created'] if want['created'] is not None else want['first']
            self.assertEqual(number(row['start_ns']), start, where)
            self.assertEqual(number(row['end_ns']) - start, want['life'], where)
            if self.golden.one['data_end_marker'] == 'yes':
                # Who did not record the scheduler's events does not know when a processor was idle.
                scheduled = any(event in self.golden.counts for event in SCHEDULER)
                rest = want['life'] - want['run'] - collecting
                idle, unknown = number(row['idle_ns']), number(row['unknown_ns'])
                if scheduled and 'gc' in self.lacks:  # it may have collected
                    self.assertEqual(idle + unknown, rest, where)
                    self.assertEqual(unknown > 0, rest > 0, where)
                    continue
                self.assertEqual((idle, unknown), (rest, 0) if scheduled else (None, rest), where)

    def threads(self):
        found = collections.defaultdict(list)
        for row in dump(self.trace, 'threads'):
            found[base(row['thread'])].append(row)
        if self.eden():
            return
        self.assertEqual(len(found), self.golden.one['threads'])
        for thread, want in self.golden.threads.items():
            lives, where = found[thread], 'thread ' + thread

            def total(*names):
                return sum(number(r[n] or '0') for r in lives for n in names)
            self.assertEqual(total('running_ns'), want['run'], where)
            self.assertEqual(total('runnable_ns'), want['runnable'], where)
            self.assertEqual(total('blocked_ns', 'outside_ns'), want['blocked'], where)
            self.assertEqual(total('runs'), want['runs'], where)
            self.assertEqual(total('migrations'), want['migrations'], where)
            self.assertEqual(lives[-1]['name'], want['label'] or '', where)
            self.assertEqual(lives[-1]['end'], 'finished' if want['end'] == 'finished' else 'open', where)
            if want['created'] is not None:
                self.assertEqual(number(lives[0]['start_ns']), want['created'], where)
            if want['finished'] is not None:
                self.assertEqual(number(lives[-1]['end_ns']), want['finished'], where)

    def migrations(self):
        found = [(number(r['time_ns']), base(r['thread']), r['from_processor'], r['to_processor'])
                 for r in dump(self.trace, 'migrations')]
        self.assertEqual(len(found), self.golden.one['migrations'])
        want = self.golden.migrations
        self.assertEqual(found[:len(want)], want)

    def counters(self):
        last, greatest = {}, collections.Counter()
        for r in dump(self.trace, 'counters'):
            last[r['processor'], r['name']] = int(r['value'])
            greatest[r['name']] = max(greatest[r['name']], int(r['value']))
        for cap, want in self.golden.sparks.items():
            for name, value in want.items():
                self.assertEqual(last.get((str(cap), 'sparks_' + name)), value, 'sparks %s of %d' % (name, cap))
        one = self.golden.one
        if 'total_alloc_bytes' in one:
            self.assertEqual(sum(v for (_, name), v in last.items() if name == 'heap_allocated'),
                             one['total_alloc_bytes'])
            self.assertEqual((greatest['heap_size'], greatest['heap_live']),
                             (one['max_heap_size'], one['max_heap_live']))

    def collections(self):
        one = self.golden.one
        found = dump(self.trace, 'collections')
        if 'pauses' in one:
            lengths = [number(r['duration_ns']) for r in found]
            self.assertEqual([len(lengths), sum(lengths), max(lengths, default=0)], one['pauses'])
            if 'generations' in one:
                self.assertEqual(collections.Counter(int(r['generation']) for r in found),
                                 collections.Counter(one['generations']))
            self.assertEqual(sum(number(r['copied'] or '0') for r in found), one['copied_bytes'])
            self.assertEqual(max((number(r['threads'] or '0') for r in found), default=0), one['max_par_threads'])
        stats = {(r['section'], r['name']): r for r in rows('stats', '--format', 'csv', self.trace)}
        if one.get('balance') and found:
            self.assertAlmostEqual(float(stats['collections', 'balance']['share']) * 100, one['balance'], places=1)
        if one.get('pauses') and one['pauses'][0]:
            row = stats['collections', 'all']
            self.assertEqual([int(row['count']), number(row['total_ns']), number(row['longest_ns'])], one['pauses'])
            self.assertEqual(int(row['value']), one['parallel'])
            ordered = sorted(number(r['duration_ns']) for r in found)
            for percent in (50, 90, 99):
                rank = max(-(-len(ordered) * percent // 100), 1)
                self.assertEqual(number(row['p%d_ns' % percent]), ordered[rank - 1])

    def marks(self):
        found = collections.defaultdict(list)
        for r in dump(self.trace, 'marks'):
            found[r['kind']].append((number(r['time_ns']), r['processor'] or 'None', r['text']))
        one = self.golden.one
        if 'markers' in one:
            self.assertEqual(len(found['marker']), one['markers'])
            self.assertEqual(found['marker'][:len(self.golden.markers)], self.golden.markers)
        if 'user' in one and not self.mercury:
            self.assertEqual(len(found['message']), one['user'])
            self.assertEqual(found['message'][:len(self.golden.user)], self.golden.user)


harness.add_cases(GoldenFiles, find_traces('ghc', '*.golden.txt') + find_traces('ghc/peer', '*.golden.txt'),
                  GoldenFiles.check)


class Waits(unittest.TestCase):
    """What threads waited for: GHC has no messages, so for a thread or for nothing one can see."""

    def check(self, path):
        self.trace = path
        table = dump(path, 'waits')
        self.assertGreater(len(table), 20)
        blocked = collections.Counter()
        self.ended = collections.defaultdict(list)  # thread: its waits as (end, waker), in order of time
        for r in table:
            blocked[r['thread']] += number(r['duration_ns'])
            self.ended[r['thread']].append((number(r['start_ns']) + number(r['duration_ns']), r['waker']))
        self.assertEqual(blocked, {r['thread']: number(r['blocked_ns']) for r in dump(path, 'threads')
                                   if number(r['blocked_ns'])})
        wakeups = {(number(r['time_ns']), r['thread']): r['by_thread'] for r in dump(path, 'wakeups')}
        for r in table:
            end = number(r['start_ns']) + number(r['duration_ns'])
            if r['end_by'] == 'wakeup':
                self.assertEqual(wakeups[end, r['thread']], r['waker'], r)
            self.assertEqual((r['root'], r['root_thread'], number(r['depth'])), self.root(r, end), r)
            self.assertEqual([r[k] for k in r if k.startswith('root_') and k != 'root_thread'], [''] * 5)
            self.assertEqual(r['owner'] != '' and r['reason'] != 'blackhole', False, r)

    def root(self, row, end):
        if row['waker'] == '':
            return 'none', '', 0
        at, time, depth = row['waker'], end, 1
        while True:
            before = [w for w in self.ended[at] if number(row['start_ns']) < w[0] <= time]
            if not before or before[-1][1] == '':
                return 'local', at, depth
            (time, at), depth = before[-1], depth + 1


harness.add_cases(Waits, [p for name in ('pipeline-n4-la', 'ffi-n4-la', 'parfib-n4-la')
                          for p in find_traces('ghc', name + '.eventlog')], Waits.check)


class RtsReport(unittest.TestCase):
    """What `+RTS -s` printed at the end of the very run that wrote the log."""

    def check(self, path):
        with open(path, encoding='utf-8') as file:
            report = file.read()
        trace = path.replace('.rts-s.txt', '.eventlog')
        stats = {(r['section'], r['name']): r for r in rows('stats', '--format', 'csv', trace)}
        pattern = r'Gen +(\d+) +(\d+) colls, +(\d+) par +[\d.]+s +([\d.]+)s +([\d.]+)s +([\d.]+)s'
        total = 0
        for generation, n, parallel, elapsed, mean, longest in re.findall(pattern, report):
            row = stats['collections', 'generation ' + generation]
            total += int(n)
            self.assertEqual((int(row['count']), int(row['value'])), (int(n), int(parallel)))
            self.assertAlmostEqual(number(row['total_ns']) / 1e9, float(elapsed), delta=0.00051)
            self.assertAlmostEqual(number(row['mean_ns']) / 1e9, float(mean), delta=0.000051)
            self.assertAlmostEqual(number(row['longest_ns']) / 1e9, float(longest), delta=0.000051)
        self.assertEqual(int(stats['collections', 'all']['count']), total)
        balance = float(re.search(r'balance: ([\d.]+)%', report)[1])
        self.assertAlmostEqual(float(stats['collections', 'balance']['share']) * 100, balance, delta=0.006)
        elapsed = float(re.search(r'GC +time .*\( *([\d.]+)s elapsed', report)[1])
        self.assertAlmostEqual(number(stats['collections', 'all']['total_ns']) / 1e9, elapsed, delta=0.00051)
        # The RTS leaves its own start and end out of it.
        productive = float(re.search(r'([\d.]+)% of total elapsed', report)[1])
        self.assertAlmostEqual(float(stats['collections', 'productivity']['share']) * 100, productive, delta=1)
        text = harness.run('stats', trace).out
        self.assertIn('%.2f %%' % balance, text)


harness.add_cases(RtsReport, find_traces('ghc', '*.rts-s.txt'), RtsReport.check)

# What the library prints, and what the event is called. First match; a text that is here in no way must still have an
# event of its time and capability.
KINDS = [(re.compile(pattern), name) for pattern, name in (
    (r'startup: ', 'startup'), (r'creating thread ', 'create_thread'), (r'running thread ', 'run_thread'),
    (r'stopping thread ', 'stop_thread'), (r'migrating thread ', 'migrate_thread'),
    (r'waking up thread ', 'thread_wakeup'), (r'thread \d+ is runnable', 'thread_runnable'),
    (r'thread \d+ has label ', 'thread_label'), (r'starting GC$', 'gc_start'), (r'finished GC$', 'gc_end'),
    (r'GC working', 'gc_work'), (r'GC idle', 'gc_idle'), (r'GC done', 'gc_done'),
    (r'requesting sequential GC', 'request_seq_gc'), (r'requesting parallel GC', 'request_par_gc'),
    (r'all caps stopped for GC', 'gc_global_sync'), (r'GC stats for heap', 'gc_stats_ghc'),
    (r'created capset ', 'capset_create'), (r'deleted capset ', 'capset_delete'),
    (r'assigned cap \d+ to capset', 'capset_assign_cap'), (r'removed cap \d+ from capset', 'capset_remove_cap'),
    (r'created cap ', 'cap_create'), (r'deleted cap ', 'cap_delete'),
    (r'capset \d+: wall clock time', 'wall_clock_time'), (r'capset \d+: pid', 'osprocess_pid'),
    (r'capset \d+: parent pid', 'osprocess_ppid'), (r'capset \d+: RTS version', 'rts_identifier'),
    (r'capset \d+: args', 'program_args'), (r'capset \d+: env', 'program_env'),
    (r'heap stats for heap capset', 'heap_info_ghc'), (r'allocated on heap capset', 'heap_allocated'),
    (r'size of heap capset', 'heap_size'), (r'live data in heap capset', 'heap_live'),
    (r'spark stats', 'spark_counters'), (r'task \S+ created', 'task_create'), (r'task \S+ deleted', 'task_delete'),
    (r'task \S+ migrated', 'task_migrate'), (r'starting to receive', 'start_receive'),
    (r'stop receiving', 'end_receive'), (r'receiving message', 'receive_message'), (r'creating process', 'create_process'),
    (r'killing process', 'kill_process'), (r'assigning thread', 'assign_thread_to_process'),
    (r'creating machine', 'create_machine'), (r'killing machine', 'kill_machine'),
)]


class Reference(unittest.TestCase):
    """`ghc-events show` of the same log: one event a line."""

    def check(self, path):
        trace = path[:-len('.reference')]
        table = collections.Counter((r['time_ns'], r['processor'], r['name']) for r in dump(trace, 'events', '--local-time'))
        at = collections.defaultdict(set)
        for time, processor, name in table:
            at[time].add((processor, name))
        lines = 0
        with open(path, encoding='utf-8', errors='replace') as file:
            text = file.read()
        for time, cap, what in re.findall(r'^ *(\d+): (?:cap (\d+): )?(.*)$', text.partition('\nEvents:\n')[2], re.M):
            if what.startswith('event block: '):
                continue
            lines += 1
            here = at[time]
            if cap:
                here = {(processor, name) for processor, name in here if processor == cap}
            self.assertTrue(here, '%s: cap %s: %s' % (time, cap, what))
            for pattern, name in KINDS:
                if pattern.match(what):
                    self.assertIn(name, {name for _, name in here}, '%s: %s' % (time, what))
                    break
        self.assertGreater(lines, 10)
        self.assertEqual(lines, sum(table.values()))


harness.add_cases(Reference, find_traces('ghc', '*.reference') + find_traces('ghc/peer', '*.reference'), Reference.check)

class NotRecorded(unittest.TestCase):
    """What was not recorded is unknown, never idle; what was, is counted."""

    def test_scheduler(self):
        """+RTS -l-ag: collections, but nothing that says when a HEC ran."""
        event, block = eventlog.event, eventlog.block
        events = [event(45, 100, struct.pack('>H', 0)), event(9, 1000), event(10, 1400), event(58, 2000, b'mark')]
        path = os.path.join(harness.WORK.name, 'unscheduled.eventlog')
        with open(path, 'wb') as file:
            file.write(eventlog.header(more=True) + block(0, events, 100, 2000) + b'\xff\xff')
        row, = dump(path, 'processors')
        self.assertEqual([row[name + '_ns'] for name in ('running', 'collecting', 'idle', 'unknown')], ['', '400', '', '1500'])
        self.assertEqual((row['runs'], row['collections'], info(path)['threads']), ('', '1', None))
        self.assertEqual(info(path)['not_recorded'], ['scheduler'])
        self.assertIn('+RTS -ls', harness.run('info', path).out)
        self.assertEqual(dump(path, 'machines')[0]['idle_ns'], '')
        picture = os.path.join(harness.WORK.name, 'unscheduled.svg')
        harness.run('export', '--lanes', 'processors', '-o', picture, path)
        with open(picture, encoding='utf-8') as file:
            text = file.read()
        self.assertIn('GC 21 %', text)
        self.assertIn('unknown 79 %', text)
        self.assertEqual([row['kind'] for row in dump(path, 'critical-path')], ['unknown'])
        self.assertEqual({row['cause'] for row in dump(path, 'causes')} - {'gc_work', 'gc_wait'}, {'unknown'})

    def test_no_change(self):
        """What one of two runs did not record did not change."""
        path = os.path.join(harness.WORK.name, 'users.eventlog')
        with open(path, 'wb') as file:
            file.write(eventlog.header(more=True) + eventlog.block(0, [eventlog.event(45, 100, struct.pack('>H', 0)), eventlog.event(58, 2000, b'mark')], 100, 2000)
                       + b'\xff\xff')
        found = {(row['lane'], row['quantity']): row for row in harness.rows('compare', '--csv', path, self.log('both.eventlog', []))}
        self.assertEqual({row['change'] for (_, what), row in found.items() if what in ('running', 'idle')}, {''})
        self.assertEqual([found['threads', what]['change'] for what in ('running', 'alive')], ['', ''])
        self.assertNotEqual(found['processors', 'alive']['change'], '')

    def log(self, name, more):
        """Two HECs and a thread on either; HEC 0 runs from 2,000 to 4,000, HEC 1 from 3,000 to 6,000. The runtime tells who it is."""
        event, block = eventlog.event, eventlog.block
        one, two = struct.pack('>I', 1), struct.pack('>I', 2)
        head = [event(45, 100, struct.pack('>H', 0)), event(45, 100, struct.pack('>H', 1)), event(29, 200, struct.pack('>I', 0) + b'GHC')]
        first = [event(0, 1000, one), event(1, 2000, one), event(2, 4000, one + struct.pack('>HI', 5, 0))]
        second = [event(0, 1000, two), event(1, 3000, two), event(2, 6000, two + struct.pack('>HI', 5, 0)), event(58, 9000, b'end')]
        path = os.path.join(harness.WORK.name, name)
        with open(path, 'wb') as file:
            file.write(eventlog.header(more=True) + block(0xffff, head + more, 100, 300) + block(0, first, 1000, 4000)
                       + block(1, second, 1000, 9000) + b'\xff\xff')
        return path

    def test_collections(self):
        """+RTS -l-as: who does not run is idle or collects. But nobody collects while another one runs."""
        path = self.log('uncollected.eventlog', [])
        self.assertEqual(info(path)['not_recorded'], ['gc', 'sparks'])
        self.assertIn('+RTS -lg', harness.run('info', path).out)
        for row, want in zip(dump(path, 'processors'), ((900, 2000, 2000), (900, 3000, 1000))):
            idle, run, other = want  # at first; then it runs, then it is idle as long as the other one runs
            self.assertEqual((row['running_ns'], row['collecting_ns'], row['collections']), (str(run), '', ''))
            self.assertEqual((number(row['idle_ns']), number(row['unknown_ns'])), (idle + other, 8900 - run - idle - other))
        lane = [(row['state'], row['start_ns']) for row in dump(path, 'intervals', '--lane', 'processor:1/0')]
        self.assertEqual(lane, [('idle', '100'), ('unknown', '1000'), ('running', '2000'), ('idle', '4000'), ('unknown', '6000')])

    def test_heap_is_told(self):
        """It would have recorded collections: there was none."""
        path = self.log('collected.eventlog', [eventlog.event(52, 250, bytes(38)), eventlog.event(34, 260, bytes(56))])
        self.assertEqual(info(path)['not_recorded'], [])
        row = dump(path, 'processors')[0]
        self.assertEqual((row['idle_ns'], row['collections'], row['unknown_ns']), ('6900', '0', '0'))

    def test_mark_first(self):
        """A log may begin with a mark: the scheduler's events come later."""
        event, thread = eventlog.event, struct.pack('>I', 1)
        events = [event(45, 100, struct.pack('>H', 0)), event(58, 500, b'first'), event(0, 1000, thread), event(1, 2000, thread),
                  event(2, 4000, thread + struct.pack('>HI', 5, 0)), event(58, 5000, b'last')]
        path = os.path.join(harness.WORK.name, 'mark-first.eventlog')
        with open(path, 'wb') as file:
            file.write(eventlog.header(more=True) + eventlog.block(0, events, 100, 5000) + b'\xff\xff')
        self.assertEqual(info(path)['not_recorded'], [])
        row, = dump(path, 'processors')
        self.assertEqual((row['unknown_ns'], row['running_ns'], row['idle_ns']), ('900', '2000', '2000'))

    def test_recorded(self):
        self.assertEqual(info(os.path.join(harness.TOP, 'data', 'examples', 'nbody.eventlog'))['not_recorded'], [])


class Sparks(unittest.TestCase):
    """Where each spark has its events, they count; the counters come at collections only, and are late."""

    def test_single_events(self):
        event, block = eventlog.event, eventlog.block
        thread = struct.pack('>I', 1)
        events = [event(45, 100, struct.pack('>H', 0)), event(0, 200, thread), event(1, 300, thread)]
        events += [event(35, 1000 + i) for i in range(600)]  # created
        events += [event(38 if i % 3 else 40, 2000 + 2 * i) for i in range(500)]  # run, or fizzled
        events += [event(34, 4000, struct.pack('>7Q', 600, 0, 0, 333, 0, 167, 100)), event(2, 5000, thread + struct.pack('>HI', 5, 0))]
        path = os.path.join(harness.WORK.name, 'sparks.eventlog')
        with open(path, 'wb') as file:
            file.write(eventlog.header(more=True) + block(0, events, 100, 5000) + b'\xff\xff')

        def sparks(first, last):
            text = harness.run('stats', '--format', 'csv', '--from', str(first), '--to', str(last), path).out
            figures = [line.split(',') for line in text.splitlines() if line.startswith('sparks,')]
            return {row[2][len('sparks_'):]: int(row[-1]) for row in figures if row[-1] != '0'}
        self.assertEqual(sparks(0, 1500), {'created': 500, 'remaining': 500})
        self.assertEqual(sparks(1500, 2500), {'created': 100, 'converted': 166, 'fizzled': 84, 'remaining': 350})
        self.assertEqual(sparks(2500, 5000), {'converted': 167, 'fizzled': 83, 'remaining': 100})
        self.assertEqual(sparks(4500, 5000), {'remaining': 100})
        self.assertNotIn('from collection to collection', harness.run('stats', path).out)

    def figures(self, section, *args):
        text = harness.run('stats', '--format', 'csv', *args).out
        return {row[2]: int(row[-1]) for row in (line.split(',') for line in text.splitlines()) if row[0] == section}

    def made_and_run(self, name, every, sizes):
        """A log of four capabilities: the first one makes sparks, one after another, then ends; the others run them, in a thread for as long as there are
        any."""
        event, block = eventlog.event, eventlog.block
        thread, now, last = [struct.pack('>I', c + 1) for c in range(4)], [10000] * 4, 10000 + every * len(sizes)
        events = [[event(45, 100, struct.pack('>H', c)), event(0, 200, thread[c]), event(1, 10000, thread[c])] for c in range(4)]
        events[0] += [event(35, 10000 + every * (i + 1)) for i in range(len(sizes))]
        events[0].append(event(2, last, thread[0] + struct.pack('>HI', 5, 0)))
        for i, size in enumerate(sizes):
            c = min(range(1, 4), key=lambda c: now[c])
            start = max(now[c], 10000 + every * (i + 1))
            if start > now[c]:
                events[c].append(event(2, now[c], thread[c] + struct.pack('>HI', 5, 0)))
                thread[c] = struct.pack('>I', 10 + i)
                events[c] += [event(0, start, thread[c]), event(1, start, thread[c])]
            events[c].append(event(38, start))
            now[c] = start + size
        for c in range(1, 4):
            events[c].append(event(2, now[c], thread[c] + struct.pack('>HI', 5, 0)))
        path = os.path.join(harness.WORK.name, name + '.eventlog')
        with open(path, 'wb') as file:
            file.write(eventlog.header(more=True) + b''.join(block(c, events[c], 100, max(now[c], last)) for c in range(4)) + b'\xff\xff')
        return path

    def rules(self, path):
        return {row['rule']: row for row in json.loads(harness.run('explain', '--json', path).out)['findings']}

    def test_sizes(self):
        """Sparks are too small if who makes them keeps fewer busy than there are, too large if one alone takes longer than its share."""
        small = self.made_and_run('small', 3000, [4000] * 400)
        figures = self.figures('spark_sizes', small)
        self.assertEqual((figures['run'], figures['longest_ns']), (400, 4000))
        self.assertTrue(2048 <= figures['made_every_ns'] < 4096 and 2048 <= figures['median_ns'] < 8192, figures)
        found = self.rules(small)['sparks_too_small']
        self.assertEqual((found['evidence']['Sparks run'], found['evidence']['HECs that make them']), ('400', '1'))
        self.assertIn('keep no more than', found['sentence'])
        self.assertNotIn('sparks_too_large', self.rules(small))
        large = self.rules(self.made_and_run('large', 3000, [40000] * 100 + [3000000]))
        self.assertIn('runs for 3.00 ms', large['sparks_too_large']['sentence'])
        self.assertNotIn('sparks_too_small', large)
        good = self.rules(self.made_and_run('good', 3000, [40000] * 400))
        self.assertFalse({'sparks_too_small', 'sparks_too_large'} & set(good))

    def test_pool(self):
        """How many sparks waited, weighed by how long: one after another is made, then they are taken, and none is for as long again."""
        event, thread = eventlog.event, struct.pack('>I', 1)
        events = [event(45, 100, struct.pack('>H', 0)), event(0, 200, thread), event(1, 1000, thread)]
        events += [event(35, 1000 + 100 * i) for i in range(10)]
        events += [event(38, 2000 + 100 * i) for i in range(10)] + [event(2, 5000, thread + struct.pack('>HI', 5, 0))]
        path = os.path.join(harness.WORK.name, 'pool.eventlog')
        with open(path, 'wb') as file:
            file.write(eventlog.header(more=True) + eventlog.block(0, events, 100, 5000) + b'\xff\xff')
        lengths = sorted([i + 1 for i in range(10) for _ in range(100)] + [9 - i for i in range(10) for _ in range(100)] + [0] * 2000)
        pool = self.figures('spark_pool', '--from', 1000, '--to', 5000, path)
        self.assertEqual((pool['least'], pool['most']), (0, 10))
        for percent in (5, 25, 50, 75, 95):
            self.assertEqual(pool['p%d' % percent], lengths[-(-len(lengths) * percent // 100) - 1], percent)

    def test_counters(self):
        """Without single events the counters count, which come at collections: it is said so."""
        events = [eventlog.event(45, 100, struct.pack('>H', 0))] + [eventlog.event(34, time, struct.pack('>7Q', n, 0, 0, n, 0, 0, 0))
                                                                   for time, n in ((200, 0), (3000, 40), (6000, 90))]
        path = os.path.join(harness.WORK.name, 'sampled.eventlog')
        with open(path, 'wb') as file:
            file.write(eventlog.header(more=True) + eventlog.block(0, events, 100, 6000) + b'\xff\xff')
        self.assertIn('90 created, 90 converted; counted from collection to collection', harness.run('stats', path).out)


class Lost(unittest.TestCase):
    """What cannot be read at the end of a processor's stream is unknown from there on, and never idle."""

    def test_last_block(self):
        with open(os.path.join(harness.TOP, 'data', 'examples', 'nbody.eventlog'), 'rb') as file:
            data = bytearray(file.read())
        at, blocks = data.index(b'datb', data.index(b'hetehdre')) + 4, []
        while at + 24 <= len(data):
            kind, _, size, end, processor = struct.unpack('>HQIQH', data[at:at + 24])
            if kind != 18:
                break
            blocks.append((at, size, end, processor))
            at += size
        at, size, end, processor = [block for block in blocks if block[3] == 2][-1]
        start = at + 24 + (size - 24) // 3
        data[start:at + size] = (b'\x7e\xff\xff' * size)[:at + size - start]
        path = os.path.join(harness.WORK.name, 'lost.eventlog')
        with open(path, 'wb') as file:
            file.write(data)
        loss = [r for r in dump(path, 'losses') if r['processor'] == '2'][0]
        last = dump(path, 'intervals', '--lane', 'processor:1/2')[-1]
        self.assertEqual(last['state'], 'unknown')
        self.assertEqual(last['start_ns'], loss['from_ns'])
        self.assertGreater(int(loss['to_ns']), int(loss['from_ns']))
        row = [r for r in dump(path, 'processors') if r['processor'] == '2'][0]
        self.assertEqual(int(row['unknown_ns']), int(last['duration_ns']))

    def test_middle_block(self):
        """Between what was lost and the next event that tells, the processor is unknown, and so are the threads that were its,
        also those that waited there or moved there: that they ran would stand in what is missing."""
        def life(thread, start, end):
            number = struct.pack('>I', thread)
            return [event(0, start - 100, number), event(1, start, number), event(2, end, number + struct.pack('>HI', 5, 0))]
        event, block = eventlog.event, eventlog.block
        caps = [event(45, 100, struct.pack('>H', c)) for c in range(2)]

        def waits(thread, start):
            return [*life(thread, start, 0)[:2], event(2, start + 50, struct.pack('>IHI', thread, 7, 0))]
        moved = [event(4, 480, struct.pack('>IH', 7, 0))]
        one, two = life(1, 1000, 2000), life(2, 1500, 2500)
        caps[0] += b''.join(waits(5, 300))
        caps[1] += b''.join(waits(6, 250) + waits(7, 400) + moved)
        log = eventlog.header(more=True) + block(0, [caps[0]] + one[:2] + [b'\x7e\xff' * 20], 100, 2000)
        log += block(1, [caps[1]] + two, 100, 2500) + block(0, life(3, 3500, 4000), 3000, 4000) + b'\xff\xff'
        path = os.path.join(harness.WORK.name, 'middle.eventlog')
        with open(path, 'wb') as file:
            file.write(log)
        loss = dump(path, 'losses')[0]
        self.assertEqual((loss['processor'], loss['from_ns'], loss['to_ns']), ('0', '1000', '3400'))

        def states(lane):
            return [(r['state'], int(r['start_ns']), int(r['duration_ns'])) for r in dump(path, 'intervals', '--lane', lane)]
        self.assertEqual(states('processor:1/0')[-2:], [('unknown', 1000, 2500), ('running', 3500, 500)])
        self.assertEqual(states('processor:1/1')[-2:], [('running', 1500, 1000), ('idle', 2500, 1500)])
        self.assertEqual([states('thread:1/%d' % i)[-1] for i in (5, 6, 7)],
                         [('unknown', 1000, 3000), ('blocked', 300, 3700), ('unknown', 1000, 3000)])
        self.assertEqual(states('thread:1/1'), [('runnable', 900, 100), ('unknown', 1000, 3000)])
        self.assertEqual(states('thread:1/3'), [('runnable', 3400, 100), ('running', 3500, 500)])

    def test_first_block(self):
        """What a processor did before its first event that is there, or at all, stands in what is lost: unknown, not idle."""
        def run(thread, start, end):
            number = struct.pack('>I', thread)
            return [eventlog.event(0, start - 100, number), eventlog.event(1, start, number),
                    eventlog.event(2, end, number + struct.pack('>HI', 5, 0))]
        caps = [eventlog.event(45, 100, struct.pack('>H', c)) for c in range(3)]
        log = eventlog.header(more=True) + eventlog.block(0xffff, caps, 100, 100)
        log += eventlog.block(0, run(1, 1000, 4000), 900, 4000) + eventlog.block(1, [b'\x7e\xff' * 20], 200, 1900)
        log += eventlog.block(1, run(2, 2000, 3000), 1900, 3000) + eventlog.block(2, [b'\x7e\xff' * 20], 200, 1900) + b'\xff\xff'
        path = os.path.join(harness.WORK.name, 'first.eventlog')
        with open(path, 'wb') as file:
            file.write(log)

        def states(cap):
            return [(r['state'], int(r['start_ns']), int(r['duration_ns'])) for r in dump(path, 'intervals', '--lane', 'processor:1/%d' % cap)]
        self.assertEqual(states(0), [('idle', 100, 900), ('running', 1000, 3000)])
        self.assertEqual(states(1), [('unknown', 100, 1900), ('running', 2000, 1000), ('idle', 3000, 1000)])
        self.assertEqual(states(2), [('unknown', 100, 3900)])

    def test_lost_marker(self):
        """Whole blocks are lost with their markers: nobody knows whose they were, so each processor is unknown from its last event
        before to its next one behind, or to the end; not what it was before."""
        def run(thread, start, end):
            number = struct.pack('>I', thread)
            return [eventlog.event(0, start - 100, number), eventlog.event(1, start, number),
                    eventlog.event(2, end, number + struct.pack('>HI', 5, 0))]
        caps = [eventlog.event(45, 100, struct.pack('>H', c)) for c in range(3)]
        log = eventlog.header(more=True)
        for cap in range(3):
            log += eventlog.block(cap, [caps[cap]] + run(cap + 1, 1000, 2000 + cap), 100, 2000 + cap)
        log += b'\x7e\xff' * 40 + eventlog.block(0, run(4, 9000, 9900), 8900, 9900) + b'\xff\xff'
        path = os.path.join(harness.WORK.name, 'markers.eventlog')
        with open(path, 'wb') as file:
            file.write(log)
        unknown = [[(int(r['start_ns']), int(r['duration_ns'])) for r in dump(path, 'intervals', '--lane', 'processor:1/%d' % cap)
                    if r['state'] == 'unknown'] for cap in range(3)]
        self.assertEqual(unknown, [[(2000, 7000)], [(2001, 7899)], [(2002, 7898)]])
        self.assertEqual(sorted((r['processor'], r['from_ns'], r['to_ns']) for r in dump(path, 'losses') if r['bytes'] == '0'),
                         [('0', '2000', '8900'), ('1', '2001', '9900'), ('2', '2002', '9900')])


if __name__ == '__main__':
    harness.main()
