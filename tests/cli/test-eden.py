#!/usr/bin/env python3
"""test-eden.py: every figure of Eden's traces against the truth that was written down beside them.

The truths come from the steps of a simulated Eden program (see tests/data/README.md), so nothing here is computed
the way the program computes it. Further variants are generated where the generator is at hand.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import hashlib
import json
import os
import random
import struct
import subprocess
import sys
import unittest
import zipfile

import eventlog
import harness
from harness import dump, find_traces, info, load_truth, number

# The truth's numbers of states, and how our states map to Eden's table.
IDLE, RUNNING, BLOCKED, RUNNABLE = 0, 1, 2, 3
TABLE = {'idle': IDLE, 'running': RUNNING, 'blocked': BLOCKED, 'runnable': RUNNABLE, 'outside': RUNNABLE}
TAGS = {0x55: 'RFork', 0x56: 'Connect', 0x57: 'DataMes', 0x58: 'Head', 0x5b: 'Terminate'}
MOST_LANES = 24  # of each kind, per trace: each is one run of the program
EVENTS = {'0': 'create_thread', '1': 'run_thread', '2': 'stop_thread', '8': 'thread_wakeup', '9': 'gc_start',
          '10': 'gc_end', '60': 'start_receive', '61': 'end_receive', '62': 'create_process', '63': 'kill_process',
          '64': 'assign_thread_to_process', '65': 'create_machine', '66': 'kill_machine', '67': 'send_message',
          '68': 'receive_message', '69': 'send_receive_local_message'}


def asked_intervals(trace, lane):
    return ['dump', 'intervals', '--lane', lane, '--states-only', '--local-time', trace]


def intervals(trace, lane):
    """[state, start, duration] on the machine's own clock, as the truth has them."""
    found = []
    for row in harness.rows(*asked_intervals(trace, lane)):
        state, start, length = TABLE[row['state']], number(row['start_ns']), number(row['duration_ns'])
        if found and found[-1][0] == state and found[-1][1] + found[-1][2] == start:
            found[-1][2] += length
        else:
            found.append([state, start, length])
    return found


def digest(found):
    return hashlib.sha256(b''.join(struct.pack('>BQQ', *one) for one in found)).hexdigest()


def totals(row):
    def get(name):
        return number(row.get(name + '_ns') or '0')
    return {'idle': get('idle'), 'running': get('running'), 'blocked': get('blocked'),
            'runnable': get('runnable') + get('outside')}


def offsets_of(truth):
    """What must be added to each machine's clock, from the simulation's own steps (the logs round to 1 µs)."""
    epoch = truth['args']['epoch'] * 10**9
    start = {m['id']: (epoch + m['true_start_ns'] + m['create_ts'] + m['true_skew_ns']) // 1000 * 1000
             for m in truth['machines']}
    base = min(start.values())
    made = {m['id']: start[m['id']] - m['create_ts'] - base for m in truth['machines']}
    for m in truth['machines']:
        if m['align_by_create_machine_ns'] is not None:
            assert made[m['id']] == m['align_by_create_machine_ns'], 'the test misreads the truth'
    return made


class Eden(unittest.TestCase):
    maxDiff = 2000

    def check(self, path):
        truth = load_truth(path)
        trace = path.split('.truth')[0]
        self.check_trace(trace, truth)

    def check_trace(self, trace, truth):
        random.seed(trace)
        self.trace, self.truth = trace, truth
        self.offsets = offsets_of(truth)
        self.machines()
        self.processes()
        self.threads()
        self.lanes()
        self.messages()
        self.streams()
        self.facts()

    # --- entities ---

    def machines(self):
        found = {int(r['machine']): r for r in dump(self.trace, 'machines', '--local-time')}
        self.assertEqual(sorted(found), sorted(m['id'] for m in self.truth['machines']))
        for m in self.truth['machines']:
            row, want = found[m['id']], m['semantics']['table']['machine']
            self.assertEqual(totals(row), want['totals'], 'machine %d' % m['id'])
            self.assertEqual((number(row['start_ns']), number(row['end_ns'])), (want['start'], want['end']))
            self.assertEqual(number(row['receiving_ns']), m['receive_ns'])
            self.assertEqual(number(row['offset_ns']), self.offsets[m['id']], 'offset of machine %d' % m['id'])
            self.assertEqual(number(row['tick_ps']), 1000)

    def processes(self):
        found = {(int(r['machine']), r['process']): r for r in dump(self.trace, 'processes', '--local-time')}
        parents = {tuple(child): parent for parent, child in self.truth['process_tree']}
        count = 0
        for m in self.truth['machines']:
            facts = {p['id']: p for p in m['processes']}
            for want in m['semantics']['table']['processes']:
                count += 1
                row = found[m['id'], str(want['id'])]
                where = 'process %d:%d' % (m['id'], want['id'])
                fact = facts[want['id']]
                self.assertEqual(totals(row), want['totals'], where)
                self.assertEqual((number(row['start_ns']), number(row['end_ns'])), (want['start'], want['end']), where)
                self.assertEqual((int(row['messages_sent']), int(row['messages_received']), int(row['threads'])),
                                 (fact['sent'], fact['received'], fact['threads']), where)
                self.assertEqual(row['end'], {'KillProcess': 'finished', 'KillMachine': 'killed'}
                                 .get(want['end_reason'], 'open'), where)
                parent = parents[m['id'], want['id']]
                self.assertEqual([row['parent_machine'], row['parent_process']],
                                 [str(x) for x in parent] if parent else ['', ''], where)
        self.assertEqual(len(found), count)

    def threads(self):
        found = {(int(r['machine']), r['thread']): r for r in dump(self.trace, 'threads', '--local-time')}
        count = 0
        for m in self.truth['machines']:
            facts = {t['id']: t for t in m['threads']}
            for want in m['semantics']['table']['threads']:
                count += 1
                row = found[m['id'], str(want['id'])]
                where = 'thread %d/%d' % (m['id'], want['id'])
                self.assertEqual(totals(row), want['totals'], where)
                self.assertEqual((number(row['start_ns']), number(row['end_ns'])), (want['start'], want['end']), where)
                self.assertEqual(row['process'], str(want['process']), where)
                self.assertEqual(row['name'], facts[want['id']]['label'] or '', where)
                self.assertEqual(row['end'], {'finished': 'finished', 'KillProcess': 'killed', 'KillMachine': 'killed'}
                                 .get(want['end_reason'], 'open'), where)
        self.assertEqual(len(found), count)

    def lanes(self):
        kinds = {'machine': [], 'process': [], 'thread': []}
        for m in self.truth['machines']:
            table = m['semantics']['table']
            kinds['machine'].append(('machine:%d' % m['id'], table['machine']))
            kinds['process'] += [('process:%d/%d' % (m['id'], p['id']), p) for p in table['processes']]
            kinds['thread'] += [('thread:%d/%d' % (m['id'], t['id']), t) for t in table['threads']]
        for lanes in kinds.values():
            sample = random.sample(lanes, min(MOST_LANES, len(lanes)))
            harness.ask_ahead([asked_intervals(self.trace, lane) for lane, _ in sample])
            for lane, want in sample:
                found = intervals(self.trace, lane)
                if 'intervals' in want:
                    self.assertEqual(found, want['intervals'], lane)
                self.assertEqual((len(found), digest(found)), (want['n_intervals'], want['sha256']), lane)

    # --- messages ---

    def messages(self):
        made = self.truth['messages']
        local = dump(self.trace, 'messages', '--local-time')
        by_tag, matrix = collections.Counter(), collections.Counter()
        for r in local:
            tag = r['tag'] + ('Local' if r['size'] == '' and r['send_ns'] == r['receive_ns'] != ''
                              and r['from_machine'] == r['to_machine'] else '')
            for what, key in (('send_ns', 'sent'), ('receive_ns', 'received')):
                if r[what] != '':
                    by_tag[tag, key] += 1
                    matrix[int(r['from_machine']), int(r['to_machine']), key] += 1
            by_tag[tag, 'size_words'] += int(r['size'] or 0)
            self.assertEqual(r['size_unit'], 'words')
        for tag, want in made['by_tag'].items():
            self.assertEqual({k: by_tag[tag, k] for k in ('sent', 'received', 'size_words')},
                             {k: want[k] for k in ('sent', 'received', 'size_words')}, tag)
        for sender, receiver, sent, received in made['matrix']:
            self.assertEqual((matrix[sender, receiver, 'sent'], matrix[sender, receiver, 'received']),
                             (sent, received), '%d to %d' % (sender, receiver))
        if 'list' in made:
            self.message_list(local)
        counts = info(self.trace)['messages']
        tags = made['by_tag'].items()
        self.assertEqual(counts['sent'], sum(t['sent'] for _, t in tags))
        self.assertEqual(counts['received'], sum(t['received'] for _, t in tags))
        self.assertEqual(counts['unmatched'], sum(t['unmatched'] for name, t in tags if name != 'Connect'))
        self.assertEqual(counts['unrecorded_receipts'], sum(t['unmatched'] for name, t in tags if name == 'Connect'))

    def message_list(self, local):
        want = collections.Counter()
        for r in self.truth['messages']['list']:
            size = '' if len(r) > 10 or r[8] is None else str(r[9])
            want[(TAGS[r[0]], *map(str, r[1:8]), '' if r[8] is None else str(r[8]), size)] += 1
        keys = ('tag', 'from_machine', 'from_process', 'from_port', 'to_machine', 'to_process', 'to_port', 'send_ns',
                'receive_ns', 'size')
        found = collections.Counter(tuple(r[k] for k in keys) for r in local)
        self.assertEqual(list((found - want).items())[:3], [], 'messages too many')
        self.assertEqual(list((want - found).items())[:3], [], 'messages missing')

        aligned = dump(self.trace, 'messages')
        shifted = collections.Counter()
        before = 0
        last = None
        for r in aligned:
            send = number(r['send_ns']) - self.offsets[int(r['from_machine'])]
            receive = number(r['receive_ns'])
            key = (number(r['send_ns']), receive if receive is not None else float('inf'))
            self.assertTrue(last is None or last <= key, 'messages are not in order')
            last = key
            if receive is not None:
                before += receive < number(r['send_ns'])
                receive -= self.offsets[int(r['to_machine'])]
            shifted[tuple(r[k] for k in keys[:7]) + (str(send), '' if receive is None else str(receive),
                                                     r['size'])] += 1
        self.assertEqual(shifted, want, 'clocks are not applied to messages')
        known = self.truth['messages'].get('received_before_sent_align_by_create_machine_ns')
        if known is not None:
            self.assertEqual(before, known)
        self.assertEqual(info(self.trace)['messages']['received_before_sent'], before)

    def streams(self):
        found = {tuple(int(r[k]) for k in ('from_machine', 'from_process', 'from_port', 'to_machine', 'to_process',
                                           'to_port')): r for r in dump(self.trace, 'streams', '--local-time')}
        self.assertEqual(len(found), len(self.truth['streams']))
        for s in self.truth['streams']:
            row = found[tuple(s[:6])]
            self.assertEqual((int(row['messages']), number(row['first_send_ns']), number(row['last_receive_ns'])),
                             (s[6], s[8], s[11]), s[:6])
            if row['size_mean'] != '':
                self.assertAlmostEqual(float(row['size_mean']), s[7] / s[6], places=2)
            else:
                self.assertEqual(s[7], 0)

    # --- the rest ---

    def facts(self):
        found = info(self.trace)
        self.assertEqual(found['machines'], len(self.truth['machines']))
        self.assertEqual(found['events'], sum(sum(m['event_counts'].values()) for m in self.truth['machines']))
        self.assertEqual(found['losses'], [])
        counts = collections.Counter()
        last = {}
        for r in dump(self.trace, 'events', '--local-time') if found['events'] < 200000 else []:
            counts[int(r['machine']), r['name']] += 1
        for m in self.truth['machines'] if counts else []:
            for kind, name in EVENTS.items():
                self.assertEqual(counts[m['id'], name], m['event_counts'].get(kind, 0), name)
        if 'waits' in self.truth:
            self.wakeups()
            self.waits()

    def wakeups(self):
        """All that ended a wait that lasted are there, with the thread that did it."""
        found = {(int(r['machine']), r['thread'], number(r['time_ns'])): r['by_thread']
                 for r in dump(self.trace, 'wakeups', '--local-time')}
        fields = self.truth['waits_fields']
        n = 0
        for row in self.truth['waits']:
            wait = dict(zip(fields, row))
            if wait['end_by'] == 'wakeup':
                key = (wait['machine'], str(wait['thread']), wait['start'] + wait['dur'])
                self.assertIn(key, found)
                self.assertEqual(found[key], '' if wait['waker'] is None else str(wait['waker']), key)
                n += 1
        self.assertGreater(n, 0)

    def waits(self):
        table = dump(self.trace, 'waits', '--local-time')
        found = {(int(r['machine']), r['thread'], number(r['start_ns'])): r for r in table}
        self.assertEqual(len(found), len(self.truth['waits']))
        for row in self.truth['waits']:
            wait = dict(zip(self.truth['waits_fields'], row))
            r = found[wait['machine'], str(wait['thread']), wait['start']]
            root = wait['root']
            want = (str(wait['process']), wait['dur'], wait['reason'], wait['owner'], wait['end_by'], wait['waker'],
                    root['kind'], wait['depth'])
            self.assertEqual((r['process'], number(r['duration_ns']), r['reason'], number(r['owner']), r['end_by'],
                              number(r['waker']), r['root'], number(r['depth'])), want, wait)
            if root['kind'] == 'message':
                m = self.truth['messages']['list'][root['index']]
                self.assertEqual([r['root_machine'], r['root_process'], r['root_port'], r['root_send_ns'],
                                  r['root_receive_ns']], [str(x) for x in (m[1], m[2], m[3], m[7], m[8])], wait)
            elif root['kind'] == 'local':
                self.assertEqual(r['root_thread'], str(root['thread']), wait)
        self.part_of_waits(table)

    def part_of_waits(self, table):
        """A part of the trace has the waits that touch it, clipped, and all else as in the whole."""
        starts = sorted(number(r['start_ns']) for r in table)
        first, last = starts[len(starts) // 3], starts[len(starts) // 2]
        want = []
        for r in table:
            start, end = number(r['start_ns']), number(r['start_ns']) + number(r['duration_ns'])
            if start < last and end > first:
                start, end = max(start, first), min(end, last)
                want.append(dict(r, start_ns=str(start), duration_ns=str(end - start)))
        self.assertEqual(dump(self.trace, 'waits', '--local-time', '--from', str(first), '--to', str(last)), want)


harness.add_cases(Eden, find_traces('eden', '*.truth.json*'), Eden.check)

# Made anew for each run, where the generator is there: what the samples do not have.
GENERATOR = os.path.join(harness.SHARED, 'tools', 'edengen.py')
VARIANTS = {
    'old': ['--ghc', '7.5', '--machines', '3'],
    'shifted_stops': ['--ghc', '7.8.2', '--machines', '2', '--messages', '120'],
    'ties': ['--ties', '--machines', '3', '--seed', '5'],
    'coarse_clock': ['--ghc', '7.5', '--resolution', '1000', '--ties', '--seed', '9'],
    'no_kill': ['--no-kill', '2', '3', '--machines', '4', '--seed', '3'],
    'overflow': ['--overflow32', '--machines', '4', '--seed', '4'],
    'skew': ['--skew-us', '5000', '--machines', '4', '--seed', '6', '--messages', '100'],
    'terminate': ['--terminate', '--machines', '4', '--messages', '150', '--seed', '7'],
    'stored': ['--store', '--style', 'rts', '--machines', '3', '--seed', '8'],
    'zip64': ['--zip64', '--machines', '2', '--seed', '10'],
    'nested': ['--folder', 'home/some one/', '--machines', '3', '--seed', '11'],
    'small_blocks': ['--block-kib', '4', '--machines', '3', '--seed', '12', '--messages', '200'],
    'receive': ['--wakeups', 'receive', '--machines', '3', '--seed', '13'],
    'placeholder': ['--placeholder-owner', '2', '--machines', '3', '--threads', '4', '--processes', '1', '--seed', '15'],
    'mergesort': ['--profile', 'mergesort', '--machines', '4', '--seed', '14', '--messages', '40'],
}


def make(name):
    path = os.path.join(harness.WORK.name, name + '.parevents')
    subprocess.run([sys.executable, GENERATOR, 'gen', path, *VARIANTS[name]], check=True, stdout=subprocess.DEVNULL)
    return path


def check_variant(self, name):
    path = make(name)
    self.check_trace(path, load_truth(path + '.truth.json'))


class Variants(Eden):
    """The same checks on generated traces."""


for test in [t for t in dir(Variants) if t.startswith('test_')]:
    setattr(Variants, test, None)
BRIEF = ('shifted_stops', 'overflow', 'stored', 'small_blocks')  # under sanitizers
for variant in BRIEF if os.environ.get('LANESCOPE_TEST_BRIEF') else VARIANTS:
    setattr(Variants, 'test_' + variant,
            unittest.skipUnless(os.path.exists(GENERATOR), 'the generator of traces is not there')
            (lambda self, name=variant: check_variant(self, name)))


class RealLog(unittest.TestCase):
    """One machine's log of a real program, Eden 7.5 with a 32-bit start-up time: what is known of it."""

    def test_overflowed_start(self):
        for trace in find_traces('eden', 'mdlLogMPI1.eventlog'):
            counts = collections.Counter(r['name'] for r in dump(trace, 'events'))
            self.assertEqual(sum(counts.values()), info(trace)['events'])
            messages = dump(trace, 'messages', '--local-time')
            self.assertEqual(sum(r['send_ns'] != '' for r in messages),
                             counts['send_message'] + counts['send_receive_local_message'])
            self.assertEqual(sum(r['receive_ns'] != '' for r in messages),
                             counts['receive_message'] + counts['send_receive_local_message'])
            connects = [r for r in messages if r['tag'] == 'Connect']
            self.assertEqual((len(connects), {r['receive_ns'] for r in connects}), (3, {''}))
            first = [r for r in dump(trace, 'machines')][0]
            self.assertEqual(number(first['start_ns']), 0)  # its CreateMachine


class ManyMembers(unittest.TestCase):
    """Archives with more machines than anybody has: each costs a little."""

    def test_memory(self):
        log = eventlog.labelled(b'alone', b'hello')
        path = os.path.join(harness.WORK.name, 'many.parevents')
        with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as archive:
            for i in range(1000):
                archive.writestr('many#%d.eventlog' % (i + 1), log)
        found = json.loads(harness.run('index', '--json', path).out)
        self.assertEqual(found['events'], 6000)
        if not os.environ.get('LANESCOPE_TEST_BRIEF'):  # sanitizers keep what was freed
            self.assertLess(found['peak_memory_bytes'], 130e6)

    def test_name_once(self):
        path = os.path.join(harness.WORK.name, 'cut.parevents')
        with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as archive:
            for i in range(2):
                archive.writestr('cut#%d.eventlog' % (i + 1), eventlog.labelled(b'alone', bytes(range(256)) * 4))
        with open(path, 'rb') as file:
            data = file.read()
        with open(path, 'wb') as file:  # within the second member's header
            file.write(data[:data.rindex(b'PK\3\4') + 60])
        reasons = [loss['reason'] for loss in info(path)['losses']]
        self.assertEqual([reason.count('cut#2.eventlog') for reason in reasons if 'cut#' in reason], [1], reasons)

    def test_cut_archive(self):
        """Wherever an archive breaks off, also between members and in its directory, something is said to be lost."""
        log, path = eventlog.labelled(b'alone', bytes(range(256)) * 4), os.path.join(harness.WORK.name, 'end.parevents')
        with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as archive:
            for i in range(2):
                archive.writestr('end#%d.eventlog' % (i + 1), log)
        with open(path, 'rb') as file:
            data = file.read()
        self.assertEqual(info(path)['losses'], [])
        second, directory = data.rindex(b'PK\3\4'), data.index(b'PK\1\2')
        for end in (second, second + 20, second + 60, directory, directory + 30, len(data) - 22, len(data) - 1):
            with open(path, 'wb') as file:
                file.write(data[:end])
            reasons = [loss['reason'] for loss in info(path)['losses']]
            self.assertTrue(any("the archive's end is missing" in reason for reason in reasons), (end, reasons))
            self.assertEqual(harness.run('info', '--strict', path, status=3).err.count("the archive's end"), 1)


if __name__ == '__main__':
    harness.main()
