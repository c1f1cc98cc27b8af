#!/usr/bin/env python3
"""test-erlang.py: every figure of real Erlang traces against golden files.

The golden files were counted by an Erlang program of its own from the same traces; what they call run is the sum of what lies
between `in` and the `out` that follows, with the collections in it. Times there are whole microseconds.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import glob
import os
import re
import unittest

import harness
from erlang_golden import Golden
from harness import dump, info, run

def find_samples():
    """(name, trace, golden) of the traces of one file each."""
    found = {}
    for path in glob.glob(os.path.join(harness.TOP, 'tests', 'data', 'erlang', '*.golden.txt')):
        found[os.path.basename(path)[:-11]] = (path[:-11] + '.dat', path)
    if not os.environ.get('LANESCOPE_TEST_BRIEF'):
        for path in glob.glob(os.path.join(harness.SHARED, 'traces', 'erlang', '*', 'golden.txt')):
            traces = glob.glob(os.path.join(os.path.dirname(path), '*.dat'))
            if len(traces) == 1:
                found.setdefault(os.path.basename(os.path.dirname(path)), (traces[0], path))
    return [(name, *found[name]) for name in sorted(found)]


def whole(ns):
    """Whole microseconds of a time in ns."""
    return int(float(ns)) // 1000


class Samples(unittest.TestCase):
    """One test for each trace."""

    def compare(self, trace, path):
        golden = Golden(path)
        processes = {row['process']: row for row in dump(trace, 'processes')}
        threads = {row['thread']: row for row in dump(trace, 'threads')}
        tree = {row['process']: row for row in dump(trace, 'process-tree')}

        self.assertEqual(set(processes), set(golden.processes))
        self.assertEqual(set(threads), set(processes), 'every process is a thread of the same id')
        facts = info(trace)
        self.assertEqual(facts['events'], int(golden.one['records']))
        for pid, wanted in golden.processes.items():
            with self.subTest(process=pid):
                self.process(wanted, processes[pid], threads[pid], tree[pid], not golden.one['profile_opts'] == '[]', facts['not_recorded'])

        self.schedulers(trace, golden)
        self.history(trace, golden)

    def schedulers(self, trace, golden):
        """How many were active over time."""
        found = [(str(whole(row['time_ns'])), row['processor'], row['state'], row['active_schedulers'])
                 for row in dump(trace, 'schedulers')]
        if golden.one['profile_opts'] == '[]':  # other clocks: numbers alone
            self.assertEqual([row[1:] for row in found[:len(golden.schedulers)]], [row[1:] for row in golden.schedulers])
        else:
            self.assertEqual(found[:len(golden.schedulers)], golden.schedulers)

    def history(self, trace, golden):
        """The run queues that each process was in, one after the other."""
        found = collections.defaultdict(list)
        for row in dump(trace, 'migrations'):
            found[row['thread']] += [row['to_processor']] if found[row['thread']] else [row['from_processor'],
                                                                                        row['to_processor']]
        for pid, wanted in golden.processes.items():
            history = re.findall(r'\d+', wanted['history'])
            if len(history) > 1:
                self.assertEqual(found[pid][:len(history)], history, pid)
            else:
                self.assertEqual(found.get(pid, []), [], pid)

    def process(self, wanted, process, thread, row, exact, lacks):
        self.assertEqual(process['parent_process'], '' if wanted['parent'] == 'undefined' else wanted['parent'])
        self.assertEqual(row['children'], wanted['children'])
        # What was not recorded is not known: the golden files count none of it.
        for lack, found, count in (('messages_sent', process['messages_sent'], wanted['sent'].split('/')[0]),
                                   ('messages_received', process['messages_received'], wanted['received'].split('/')[0]),
                                   ('processors', thread['migrations'], wanted['changes'])):
            self.assertEqual((found, count), ('', '0') if lack in lacks else (count, count))
        for key, column in (('sent', 'sent_size_mean'), ('received', 'received_size_mean')):
            if not wanted[key].startswith('0/'):
                self.assertEqual(int(float(row[column])), int(wanted[key].split('/')[1]))
        self.assertEqual(thread['runs'], wanted['ins'].split('/')[0])
        entry = re.match(r"\{(\w+),(\w+),(\d+)\}$", wanted['entry'])
        if entry:
            self.assertEqual(process['entry'], '%s:%s/%s' % entry.groups())
        fun = re.match(r"\{(\w+),\[\],\d+\}$", wanted['entry'])
        if fun:
            self.assertRegex(process['entry'], r'^#Fun<%s\.\d+>$' % fun.group(1))
        if not exact:
            return  # records without a time, or with finer ones
        if wanted['start'] != 'undefined':
            self.assertEqual(whole(process['start_ns']), int(wanted['start']))
        if wanted['stop'] != 'undefined':
            self.assertEqual(whole(process['end_ns']), int(wanted['stop']))
            self.assertEqual(process['end'], 'finished' if wanted['reason'] in ('normal', 'shutdown') else 'killed')
            # Others may collect before their first `in`.
            self.assertEqual(whole(int(row['running_ns']) + int(row['collecting_ns'] or 0)), int(wanted['run']))

    def test_events(self):
        trace = os.path.join(harness.TOP, 'tests', 'data', 'erlang', 'every_all.dat')
        golden = Golden(trace[:-4] + '.golden.txt')
        counted = collections.Counter(row['name'] for row in dump(trace, 'events'))
        for tag, count in golden.tags.items():
            if tag.startswith('{profile,scheduler'):
                self.assertEqual(counted['scheduler_' + tag[:-1].split(',')[-1]], count)
            elif not tag.startswith('{'):
                self.assertEqual(counted[tag], count, tag)

    def test_remote_parent(self):
        folder = os.path.join(harness.SHARED, 'traces', 'erlang', 'dist')
        if os.environ.get('LANESCOPE_TEST_BRIEF') or not os.path.isdir(folder):
            self.skipTest('../shared/traces/erlang/dist is not there')
        found = {(row['machine'], row['process']): (row['parent_machine'], row['parent_process'])
                 for row in dump(os.path.join(folder, 'dist_b.dat'), 'processes', os.path.join(folder, 'dist_a.dat'))}
        nodes = {row['value'].split('@')[0]: row['machine']
                 for row in dump(os.path.join(folder, 'dist_b.dat'), 'process-info', os.path.join(folder, 'dist_a.dat'))
                 if row['key'] == 'node'}
        self.assertEqual(found[nodes['b'], '<0.88.0>'], (nodes['a'], '<0.9.0>'))
        self.assertEqual(found[nodes['b'], '<0.86.0>'], (nodes['b'], '<0.85.0>'))

    def test_cut(self):
        with open(os.path.join(harness.TOP, 'tests', 'data', 'erlang', 'every_all.dat'), 'rb') as file:
            data = file.read()
        path = os.path.join(harness.WORK.name, 'cut.dat')
        with open(path, 'wb') as file:
            file.write(data[:60000])
        losses = dump(path, 'losses')
        self.assertEqual(len(losses), 1)
        self.assertIn('ends inside a record', losses[0]['reason'])
        self.assertGreater(info(path)['events'], 200)
        run('info', '--strict', path, status=3)

    def test_garbage_between_records(self):
        with open(os.path.join(harness.TOP, 'tests', 'data', 'erlang', 'callgraph.dat'), 'rb') as file:
            data = file.read()
        at = 0
        for _ in range(100):
            at += 5 + int.from_bytes(data[at + 1:at + 5], 'big')
        path = os.path.join(harness.WORK.name, 'garbage.dat')
        with open(path, 'wb') as file:
            file.write(data[:at] + b'\x07garbage, not a record' * 20 + data[at:])
        self.assertEqual(info(path)['events'], 1121)
        self.assertIn('not a record', dump(path, 'losses')[0]['reason'])


for _name, _trace, _golden in find_samples():
    setattr(Samples, 'test_' + _name, lambda self, t=_trace, g=_golden: self.compare(t, g))

class Longest(unittest.TestCase):
    def test_waits(self):
        """The longest waits say in which function, as the intervals of their lanes do."""
        trace = os.path.join(harness.TOP, 'tests', 'data', 'erlang', 'every_all.dat')
        rows = dump(trace, 'intervals', '--longest', 'waits')
        self.assertEqual((rows[0]['lane'], rows[0]['reason']), ('thread:1/<0.10.0>', 'waiting in erl_prim_loader:loop/3'))
        harness.ask_ahead([['dump', 'intervals', '--lane', lane, trace] for lane in {row['lane'] for row in rows}])
        for row in rows:
            own = {(one['start_ns'], one['duration_ns']): one['reason'] for one in dump(trace, 'intervals', '--lane', row['lane'])}
            self.assertEqual(own[row['start_ns'], row['duration_ns']], row['reason'])


if __name__ == '__main__':
    harness.main()
