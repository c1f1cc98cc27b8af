#!/usr/bin/env python3
"""test-ghc.py: every figure of real GHC logs against golden files, `+RTS -s`, and the reference library's print-out.

The golden files were counted by a reader of its own from the same logs; their *blocked* is our blocked + outside
(a foreign call is outside), and they say "cut" where a list is longer than 400 rows.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import ast
import collections
import re
import unittest

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


if __name__ == '__main__':
    harness.main()
