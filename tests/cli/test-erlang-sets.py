#!/usr/bin/env python3
"""test-erlang-sets.py: Erlang traces of several files: wrap sets, nodes, what lies beside a trace.

Wrap sets are made of a trace of one file, cut between records, so that the whole is known.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import gzip
import importlib.util
import os
import random
import struct
import unittest
import zipfile

import harness
from harness import dump, info, run

WHOLE = os.path.join(harness.TOP, 'tests', 'data', 'erlang', 'every_all.dat')
SHARED = os.path.join(harness.SHARED, 'traces', 'erlang')
NODES = os.path.join(harness.TOP, 'tests', 'data', 'nodes')
TABLES = ['processes', 'messages', 'events']


def records(data):
    """The records of a trace file."""
    found, at = [], 0
    while at < len(data):
        size = 5 + (struct.unpack('>I', data[at + 1:at + 5])[0] if data[at] == 0 else 0)
        found.append(data[at:at + size])
        at += size
    return found


def read(path):
    with open(path, 'rb') as file:
        return file.read()


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as file:
        file.write(data)
    return path


def folder(name):
    path = os.path.join(harness.WORK.name, name)
    os.makedirs(path, exist_ok=True)
    return path


def tables(*paths):
    return {table: run('dump', table, *paths).out for table in TABLES}


class Set(unittest.TestCase):
    """A set of seven files, N = 0 ... 6."""
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        all_records = records(read(WHOLE))
        cls.n = len(all_records)
        step = cls.n // 7 + 1
        cls.parts = [all_records[i:i + step] for i in range(0, cls.n, step)]
        cls.whole = tables('--alone', WHOLE)
        cls.events = info(WHOLE, '--alone')['events']

    def make(self, name, numbers=None, ending='', pack=lambda data: data, change=None):
        """The parts as files; numbers[i] is the number of part i, None leaves it out."""
        top = folder(name)
        numbers = range(len(self.parts)) if numbers is None else numbers
        paths = []
        for number, part in zip(numbers, self.parts):
            if number is not None:
                data = b''.join(part)
                if change and number in change:
                    data = change[number](data)
                paths.append(write(os.path.join(top, 'trace_a%d.dat%s' % (number, ending)), pack(data)))
        return top, paths

    def test_any_way_given(self):
        top, paths = self.make('ways')
        packed = os.path.join(harness.WORK.name, 'ways.zip')
        for how in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            with zipfile.ZipFile(packed, 'w', how) as file:
                for path in paths:
                    file.write(path, 'folder/' + os.path.basename(path))
                file.writestr('README', 'what it is')
            self.assertEqual(tables(packed), self.whole)
        self.assertEqual(tables(top), self.whole)
        for path in (paths[0], paths[3], paths[6]):
            self.assertEqual(tables(path), self.whole)
        random.Random(1).shuffle(paths)
        self.assertEqual(tables(*paths), self.whole)
        found = info(top)
        self.assertEqual((found['machines'], found['losses'], found['events']), (1, [], self.events))

    def test_relative_path(self):
        top, _ = self.make('relative')
        done = run('info', 'trace_a3.dat', cwd=top)
        self.assertIn('%d events' % self.events, done.out)
        self.assertIn('trace_a0.dat … trace_a6.dat', done.err)
        self.assertIn('--alone', done.err)

    def test_packed_one_by_one(self):
        top, paths = self.make('gzips', ending='.gz', pack=gzip.compress)
        self.assertEqual(tables(top), self.whole)
        self.assertEqual(tables(paths[2]), self.whole)

    def test_from_a_pipe(self):
        _, paths = self.make('pipe')
        packed = os.path.join(harness.WORK.name, 'pipe.zip')
        with zipfile.ZipFile(packed, 'w', zipfile.ZIP_DEFLATED) as file:
            for path in paths:
                file.write(path, os.path.basename(path))
        data = read(packed)
        for junk in (data, b'#!/bin/sh\nexit 1\n' + data, data + b'\n' * 7):
            self.assertEqual(run('dump', 'processes', '-', data=junk).out, self.whole['processes'])
        self.assertEqual(run('dump', 'processes', '-', data=read(WHOLE)).out, self.whole['processes'])
        self.assertEqual(run('dump', 'processes', '-', data=gzip.compress(read(WHOLE))).out, self.whole['processes'])

    def test_alone(self):
        _, paths = self.make('alone')
        self.assertEqual(len(dump(paths[3], 'events', '--alone')), len(self.parts[3]))
        self.assertEqual(len(dump(paths[3], 'events')), len(self.whole['events'].splitlines()) - 1)

    def test_kept_index(self):
        """What was opened from one file is found again, with its raw events."""
        _, paths = self.make('kept')
        first = info(paths[1])
        again = info(paths[1])
        self.assertEqual(first, again)
        number = os.path.basename(first['index']['path'])[:12]
        self.assertEqual(run('dump', 'events', 'run:' + number).out, self.whole['events'])
        self.assertNotEqual(info(paths[1], '--alone')['index']['path'], first['index']['path'])
        self.assertEqual(info(paths[4])['index']['path'], first['index']['path'])

    def test_wrapped(self):
        """The set went round: its head is gone, and one number is free."""
        for numbers in ([None, 4, 5, 6, 0, 1, 2], [None, 1, 2, 3, 4, 5, 6], [None, 7, 0, 1, 2, 3, 4]):
            with self.subTest(numbers=numbers):
                top, paths = self.make('wrapped%s' % numbers[1], numbers)
                for given in (top, paths[2]):
                    self.assertEqual(info(given)['machines'], 1)
                    names = [row['name'] for row in dump(given, 'events')]
                    wanted = [row.split(',')[3] for row in self.whole['events'].splitlines()[1:]]
                    self.assertEqual(len(names), len(wanted) - len(self.parts[0]))
                    self.assertEqual(names[-1], 'profile_stop')
                    losses = dump(given, 'losses')
                    self.assertEqual(len(losses), 1, losses)
                    self.assertIn('the beginning of the trace is not there', losses[0]['reason'])
                run('info', '--strict', top, status=3)

    def test_same_as_in_order(self):
        """A wrapped set says the same as its files put one behind the other."""
        top, _ = self.make('order', [None, 4, 5, 6, 0, 1, 2])
        path = write(os.path.join(harness.WORK.name, 'order.dat'), b''.join(b''.join(part) for part in self.parts[1:]))
        self.assertEqual(tables(top), tables('--alone', path))

    def test_missing_file(self):
        top, _ = self.make('missing', [0, 1, None, 3, None, None, 6])
        losses = [loss['reason'] for loss in dump(top, 'losses')]
        self.assertEqual(losses, ['trace_a2.dat is missing', 'trace_a4.dat to trace_a5.dat are missing'])
        self.assertEqual(info(top)['machines'], 1)
        self.assertEqual(len(dump(top, 'events')), sum(len(self.parts[i]) for i in (0, 1, 3, 6)))

    def test_damaged_file(self):
        """What lies before the damage stays, and so do all other files; the loss names file and byte."""
        n = len(self.parts[3])
        at = len(b''.join(self.parts[3][:n // 2]))
        changes = {
            'cut': (lambda data: data[:at + 20], at, n // 2),
            'overwritten': (lambda data: data[:at] + b'\xff' * (len(data) - at), at, n // 2),
            'zeros': (lambda data: bytes(len(data)), 0, 0),
            'no beginning': (lambda data: b'\xff' * 40 + data[len(self.parts[3][0]) + len(self.parts[3][1]):], 0, n - 2),
        }
        for name, (change, place, kept) in changes.items():
            with self.subTest(name):
                top, paths = self.make('damaged ' + name, change={3: change})
                for given in ([top], [paths[0]], paths):
                    self.assertEqual(info(given[0], *given[1:])['machines'], 1)
                    losses = harness.rows('dump', 'losses', *given)
                    self.assertTrue(losses[0]['reason'].startswith('trace_a3.dat: '), losses)
                    self.assertEqual(int(losses[0]['from_byte']), place)
                    self.assertEqual(len(harness.rows('dump', 'events', *given)), self.n - n + kept)

    def test_empty_last_file(self):
        """The writer had opened it when it was killed."""
        top, paths = self.make('empty')
        write(os.path.join(top, 'trace_a7.dat'), b'')
        self.assertEqual(tables(paths[0]), self.whole)
        self.assertEqual(tables(top), self.whole)

    def test_no_set(self):
        """Traces that were made one after the other, by similar names, stay what they are."""
        top = folder('no set')
        data = read(WHOLE)
        for number in range(4):
            write(os.path.join(top, 'run%d.dat' % number), data)
        self.assertEqual(info(os.path.join(top, 'run1.dat'))['events'], self.events)
        self.assertEqual(info(top)['machines'], 4)

    def test_padded_numbers(self):
        """No wrap set writes 01."""
        top = folder('padded')
        for i, part in enumerate(self.parts):
            write(os.path.join(top, 'run0%d.dat' % i), b''.join(part))
        self.assertEqual(info(top)['machines'], len(self.parts))

    def test_two_sets(self):
        top, _ = self.make('two')
        for i, part in enumerate(self.parts):
            write(os.path.join(top, 'b%d.dat' % i), b''.join(part))
        self.assertEqual(info(top)['machines'], 2)
        self.assertEqual(info(os.path.join(top, 'b2.dat'))['machines'], 1)

    def test_old_files_of_another_run(self):
        """The files behind the newest are of an earlier run: no number is free between them."""
        top, _ = self.make('old', [0, 1, 2, None, None, None, None])
        for i, part in enumerate(self.parts):
            later = [record for record in part if b'profile_start' not in record]
            write(os.path.join(top, 'trace_a%d.dat' % (3 + i)), shift(b''.join(later), -50))
        rows = dump(top, 'machines')
        self.assertEqual(len(rows), 2)
        self.assertEqual(info(os.path.join(top, 'trace_a1.dat'))['events'] < self.events, True)

    @unittest.skipUnless(os.path.isdir(os.path.join(SHARED, 'wrap')) and not os.environ.get('LANESCOPE_TEST_BRIEF'),
                         'the larger traces are not here')
    def test_real_set(self):
        spec = importlib.util.spec_from_file_location('test_erlang', os.path.join(os.path.dirname(__file__), 'test-erlang.py'))
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        golden = os.path.join(SHARED, 'wrap', 'golden.txt')
        paths = [os.path.join(SHARED, 'wrap', 'wrap%d.dat' % i) for i in range(8)]
        packed = os.path.join(harness.WORK.name, 'wrap.zip')
        with zipfile.ZipFile(packed, 'w', zipfile.ZIP_DEFLATED) as file:
            for path in paths:
                file.write(path, os.path.basename(path))
        samples = module.Samples()
        for given in (os.path.join(SHARED, 'wrap'), paths[3], packed):
            samples.compare(given, golden)
        wanted = tables(packed)
        random.Random(2).shuffle(paths)
        self.assertEqual(tables(*paths), wanted)


class Nodes(unittest.TestCase):
    """Traces of two nodes that talk to each other."""

    def make(self, name, *more):
        top = folder(name)
        paths = [write(os.path.join(top, 'node_%s.dat' % node), read(os.path.join(NODES, 'node_%s.dat' % node)))
                 for node in 'ab']
        return top, paths + [write(os.path.join(top, other), data) for other, data in more]

    def check_joined(self, *given):
        """Both are machines, and each message has two ends."""
        found = info(*given)
        self.assertEqual((found['machines'], found['losses']), (2, []))
        self.assertEqual(found['messages']['unmatched'], 0)
        rows = harness.rows('dump', 'messages', *given)
        self.assertEqual({(row['from_process'], row['to_process']) for row in rows},
                         {('<0.90.0>', '<0.70.0>'), ('<0.91.0>', '<0.70.0>'), ('<0.70.0>', '<0.90.0>'), ('<0.70.0>', '<0.91.0>')})
        self.assertEqual(len(rows), 12)
        self.assertTrue(all(row['from_machine'] != row['to_machine'] for row in rows))

    def test_beside_each_other(self):
        top, paths = self.make('nodes')
        for given in ([paths[0]], [paths[1]], [top], paths, paths[::-1]):
            with self.subTest(given=given):
                self.check_joined(*given)
        for path in paths:
            done = run('info', path)
            self.assertIn('node_a.dat', done.err)
            self.assertIn('node_b.dat', done.err)
            self.assertIn('--alone', done.err)
            self.assertEqual(info(path, '--alone')['machines'], 1)
            self.assertEqual(info(path, '--alone')['messages']['unmatched'], 12)

    def test_who_does_not_belong(self):
        """A third trace there, of no node; and one of a node that nobody names."""
        other = read(os.path.join(NODES, 'node_b.dat')).replace(b'b@host', b'c@host')
        _, paths = self.make('nodes and others', ('single.dat', read(WHOLE)), ('unnamed.dat', other))
        self.check_joined(paths[0])
        self.assertEqual(info(paths[2])['machines'], 1)

    def test_a_copy(self):
        """Two files of the same node: neither is taken."""
        _, paths = self.make('nodes twice', ('copy.dat', read(os.path.join(NODES, 'node_b.dat'))))
        self.assertEqual(info(paths[0])['machines'], 1)
        self.assertEqual(info(paths[2])['machines'], 1)


class Samples(unittest.TestCase):
    """Files of Percept2's sampling; figures counted by hand from their lines."""

    def setUp(self):
        self.top = os.path.join(harness.TOP, 'tests', 'data', 'sampling')

    def counters(self, *given):
        return [(int(row['time_ns']), row['processor'], row['name'], int(row['value']))
                for row in harness.rows('dump', 'counters', *given)]

    def test_alone(self):
        rows = self.counters(os.path.join(self.top, 'sample_run_queues.dat'))
        # 0.02986   15  15  15  15  15  14: scheduler 1 has 14, scheduler 2 one
        self.assertEqual(rows[:6], [(29860000, str(k + 1), 'run_queue', n) for k, n in enumerate([14, 1, 0, 0, 0, 0])])
        self.assertEqual(len(rows), 6 * 11)
        found = info(os.path.join(self.top, 'sample_mem_info.dat'))
        self.assertEqual((found['machines'], found['losses']), (1, []))
        self.assertEqual(found['format'], 'erlang-samples')
        rows = self.counters(os.path.join(self.top, 'sample_mem_info.dat'))
        self.assertEqual(rows[0], (23962000, '', 'mem_total', 18111808))
        self.assertEqual(rows[2], (23962000, '', 'mem_ets', 344560))

    def test_statistics(self):
        """A sample holds until the next one, at 50.582 ms."""
        path = os.path.join(self.top, 'sample_mem_info.dat')
        for first, last, most in (('30ms', '40ms', '18.1 MB'), ('50ms', '51ms', '18.1 MB'), ('50582us', '51ms', '17.8 MB')):
            self.assertRegex(run('stats', '--from', first, '--to', last, path).out, 'Samples, the most +mem_total ' + most)
        self.assertNotIn('Samples', run('stats', '--to', '20ms', path).out)

    def test_utilisation(self):
        rows = self.counters(os.path.join(self.top, 'sample_scheduler_utilisation.dat'))
        self.assertEqual(rows[0], (30228000, '1', 'scheduler_utilisation_ppm', 486653))
        self.assertEqual(rows[1], (30228000, '2', 'scheduler_utilisation_ppm', 608414))
        self.assertEqual(rows[5], (30228000, '6', 'scheduler_utilisation_ppm', 10376))

    def test_all_together(self):
        self.assertEqual(info(self.top)['machines'], 1)
        rows = self.counters(self.top)
        self.assertEqual({row[2] for row in rows}, {'run_queue', 'scheduler_utilisation_ppm', 'mem_total', 'mem_processes',
                                                    'mem_ets', 'mem_atom', 'mem_code', 'mem_binary'})
        self.assertEqual([row[0] for row in rows], sorted(row[0] for row in rows))

    def test_tables(self):
        """Two figures of each table; what is behind the last “@” owns it. Lines with one too few, or without names, are told of nobody."""
        path = write(os.path.join(folder('tables'), 'sample_ets_tables_top.dat'),
                     b'#ets_table\n#start_us 1795247000000000\n0.1 7 80\n#columns a@b@<0.45.0> c\n0.2 1 2 3 4\n0.3 1 2 3\n0.4 0 0 5 6 7 8\n')
        self.assertEqual([tuple(row.values()) for row in dump(path, 'ets-tables')],
                         [('200000000', '1', 'a@b', '', '1', '2'), ('200000000', '1', 'c', '', '3', '4'),
                          ('400000000', '1', 'a@b', '', '0', '0'), ('400000000', '1', 'c', '', '5', '6')])
        self.assertEqual([loss['reason'].rsplit(': ', 1)[-1] for loss in info(path)['losses']], ['lines that are not samples'])
        self.assertEqual(self.counters(path), [])

    def test_no_sample(self):
        """Nothing in it can be read: it has one loss, and its machine nothing else."""
        path = write(os.path.join(folder('none'), 'sample_mem_info.dat'), b'#mem_info\nx 2\n#run_queues\n')
        self.assertEqual((len(info(path)['losses']), self.counters(path)), (1, []))

    def make(self, name, samples=True, age=0):
        top = folder(name)
        trace = write(os.path.join(top, 'trace.dat'), read(WHOLE))
        for name in os.listdir(self.top) if samples else []:
            path = write(os.path.join(top, name), read(os.path.join(self.top, name)))
            os.utime(path, (os.stat(trace).st_mtime - age,) * 2)
        return top, trace

    def test_beside_a_trace(self):
        top, trace = self.make('beside')
        for given in (top, trace):
            self.assertEqual(info(given)['machines'], 1)
            self.assertEqual(run('dump', 'processes', given).out, run('dump', 'processes', '--alone', WHOLE).out)
            rows = self.counters(given)
            self.assertIn((23962000, '', 'mem_total', 18111808), rows)
            self.assertIn((29860000, '1', 'run_queue', 14), rows)
        schedulers = int(next(row['value'] for row in dump(trace, 'process-info') if row['key'] == 'schedulers'))
        dirty = [row for row in self.counters(trace) if row[1] == '0' and row[2].startswith('sched')]
        self.assertEqual(len(dirty), 11 if schedulers < 6 else 0)
        self.assertEqual(self.counters(trace, '--alone'), [])
        self.assertIn('sample_mem_info.dat', run('info', trace).err)

    def test_of_another_day(self):
        _, trace = self.make('another day', age=100000)
        self.assertEqual(self.counters(trace), [])

    def test_of_either_trace(self):
        top, trace = self.make('either')
        write(os.path.join(top, 'other.dat'), read(WHOLE))
        self.assertEqual(self.counters(trace), [])

    def test_recorder(self):
        """Our own recorder says whose samples they are, of whom, and when they began."""
        top, trace = self.make('recorder', samples=False)
        write(os.path.join(top, 'other.dat'), read(WHOLE))
        thread = dump(trace, 'threads')[3]['thread']
        start = next(int(row['value']) for row in dump(trace, 'process-info') if row['key'] == 'start_us') \
            if any(row['key'] == 'start_us' for row in dump(trace, 'process-info')) else 0
        head = b'#message_queue_len\n#start_us %d\n#columns %s nobody\n' % (max(start, 1), thread.encode())
        write(os.path.join(top, 'trace.sample_message_queue_len.dat'), head + b'0.001000 7 9\n0.002000 8 10\n')
        rows = dump(trace, 'counters')
        self.assertEqual([(row['thread'], row['value']) for row in rows], [(thread, '7'), ('', '9'), (thread, '8'), ('', '10')])
        self.assertEqual(int(rows[2]['time_ns']) - int(rows[0]['time_ns']), 1000000)
        # The longest mailboxes are now these, now those.
        more = b'#columns nobody %s\n0.003000 11 12\n#columns %s\n0.004000 13\n' % (thread.encode(), thread.encode())
        write(os.path.join(top, 'trace.sample_message_queue_len.dat'), head + b'0.001000 7 9\n' + more)
        self.assertEqual([(row['thread'], row['value']) for row in dump(trace, 'counters')],
                         [(thread, '7'), ('', '9'), ('', '11'), (thread, '12'), (thread, '13')])

    def test_cut(self):
        """Wherever a file ends inside a line: the last digits may be missing, so the line is none."""
        top = folder('cut samples')
        good = read(os.path.join(self.top, 'sample_mem_info.dat')).rstrip(b'\n')
        lines = good.splitlines(True)
        for cut in (1, 2, len(lines[-1]) // 2, len(lines[-1]) - 1):
            path = write(os.path.join(top, 'cut.dat'), good[:-cut])
            self.assertEqual(len(self.counters(path)), 6 * (len(lines) - 2), cut)
            loss, = dump(path, 'losses')
            self.assertEqual(int(loss['from_byte']), len(b''.join(lines[:-1])))
            self.assertIn('ends inside a line', loss['reason'])

    def test_damaged(self):
        top = folder('damaged samples')
        good = read(os.path.join(self.top, 'sample_mem_info.dat'))
        lines = good.splitlines(True)
        cases = {'text': (b''.join(lines[:5]) + b'what is this\n' + b''.join(lines[5:]), 11),
                 'short': (b''.join(lines[:5]) + b'0.5 1 2\n' + b''.join(lines[5:]), 11),
                 'zeros': (b''.join(lines[:5]) + bytes(300) + b'\n' + b''.join(lines[5:]), 11),
                 'long': (b''.join(lines[:5]) + b'7' * 200000 + b'\n' + b''.join(lines[5:]), 11),
                 'wild': (b''.join(lines[:5]) + b'1e300 1 1 1 1 1 1\n-1 1 1 1 1 1 1\nnan 1 1 1 1 1 1\n', 4)}
        for name, (data, kept) in cases.items():
            with self.subTest(name):
                path = write(os.path.join(top, name + '.dat'), data)
                self.assertEqual(len(self.counters(path)), 6 * kept)
                losses = dump(path, 'losses')
                self.assertEqual(len(losses), 1)
                self.assertEqual(int(losses[0]['from_byte']), len(b''.join(lines[:5])))
                self.assertIn('not samples', losses[0]['reason'])


# --- terms, for traces of our own ---

def shift(data, seconds):
    """The same trace, so much later by the wall clock: its stamps are {1795, Sec, Micro}."""
    out, at = bytearray(data), 0
    stamp = b'h\x03b\x00\x00\x07\x03b'
    while (at := out.find(stamp, at)) >= 0:
        at += len(stamp)
        out[at:at + 4] = struct.pack('>I', struct.unpack('>I', bytes(out[at:at + 4]))[0] + seconds)
    return bytes(out)


if __name__ == '__main__':
    harness.main()
