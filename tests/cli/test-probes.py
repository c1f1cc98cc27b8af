#!/usr/bin/env python3
"""test-probes.py: logs of the Erlang VM's probes, and terms as text, against golden files of the traces that they were made of.

A log tells what its probes tell: nothing of messages to nobody, and times count from its first line.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import functools
import glob
import gzip
import os
import random
import re
import shutil
import subprocess
import unittest

import erlang_golden
import harness
from harness import dump, info, run

DATA = os.path.join(harness.TOP, 'tests', 'data')
TABLES = ['processes', 'processors', 'threads', 'process-tree', 'messages', 'links', 'ports', 'schedulers', 'collections', 'migrations']


def log_of(name):
    with open(os.path.join(DATA, 'probes', name + '.log'), encoding='latin-1') as file:
        return file.read()


def write(name, text):
    path = os.path.join(harness.WORK.name, name)
    with open(path, 'wb') as file:
        file.write(text if isinstance(text, bytes) else text.encode('latin-1'))
    return path


def lines_of(name):
    """(head, lines) of a log."""
    lines = log_of(name).splitlines(keepends=True)
    n = sum(line.startswith('#') for line in lines)
    return ''.join(lines[:n]), lines[n:]


def pid_number(pid):
    return int(pid[1:-1].split('.')[1])


@functools.lru_cache(None)
def dump_of(name, table):
    """A table of one of the logs as they are."""
    return dump(os.path.join(DATA, 'probes', name + '.log'), table)


class Golden(unittest.TestCase):
    """The facts of the traces."""

    def compare(self, log, golden_path, all_sends):
        golden = erlang_golden.Golden(golden_path)
        trace = os.path.join(DATA, 'probes', log)
        processes = {row['process']: row for row in dump(trace, 'processes')}
        threads = {row['thread']: row for row in dump(trace, 'threads')}
        tree = {row['process']: row for row in dump(trace, 'process-tree')}
        first = min(int(wanted['start']) for wanted in golden.processes.values() if wanted['start'] != 'undefined')
        offset = first - min(int(processes[pid]['start_ns']) for pid, wanted in golden.processes.items()
                             if wanted['start'] == str(first)) // 1000

        self.assertEqual(set(processes), set(golden.processes))
        self.assertEqual(set(threads), set(processes))
        for pid, wanted in golden.processes.items():
            with self.subTest(process=pid):
                self.process(wanted, processes[pid], threads[pid], tree[pid], offset)
                if all_sends:
                    self.assertEqual(processes[pid]['messages_sent'], wanted['sent'].split('/')[0])
        sent = sum(int(row['messages_sent']) for row in processes.values())
        self.assertEqual(sent, sum(int(wanted['sent'].split('/')[0]) for wanted in golden.processes.values())
                         - golden.tags.get('send_to_non_existing_process', 0))
        self.assertEqual(info(trace)['messages']['sent'], sent)
        self.tables(trace, golden)

    def process(self, wanted, process, thread, row, offset):
        self.assertEqual(process['parent_process'], '' if wanted['parent'] == 'undefined' else wanted['parent'])
        self.assertEqual(process['name'], '' if wanted['name'] == '[]' else process['name'])
        self.assertEqual(process['messages_received'], wanted['received'].split('/')[0])
        self.assertEqual(row['children'], wanted['children'])
        self.assertEqual(thread['runs'], wanted['ins'].split('/')[0])
        self.assertEqual(thread['migrations'], wanted['changes'])
        entry = re.match(r"\{(\w+),(\w+),(\d+)\}$", wanted['entry'])
        if entry:
            self.assertEqual(process['entry'], '%s:%s/%s' % entry.groups())
        if wanted['start'] != 'undefined':
            self.assertEqual(int(process['start_ns']), (int(wanted['start']) - offset) * 1000)
        if wanted['stop'] != 'undefined':
            self.assertEqual(int(process['end_ns']), (int(wanted['stop']) - offset) * 1000)
            self.assertEqual(process['end'], 'finished' if wanted['reason'] in ('normal', 'shutdown') else 'killed')
            self.assertEqual((int(row['running_ns']) + int(row['collecting_ns'])) // 1000, int(wanted['run']))

    def tables(self, trace, golden):
        collections = dump(trace, 'collections')
        for generation, tag in ((0, 'gc_minor_end'), (1, 'gc_major_end')):
            self.assertEqual(sum(row['generation'] == str(generation) for row in collections), golden.tags[tag])
        schedulers = dump(trace, 'schedulers')
        for state in ('active', 'inactive'):
            self.assertEqual(sum(row['state'] == state for row in schedulers),
                             golden.tags['{profile,scheduler,%s}' % state])
        opened = [re.match(r'(\S+) opened by (\S+) driver (\S+) at', port).groups() for port in golden.ports]
        self.assertEqual([(row['port'], row['owner'], row['driver']) for row in dump(trace, 'ports') if row['driver']],
                         opened)
        self.assertEqual(dump(trace, 'losses'), [])

    def test_every(self):
        self.compare('every.log', os.path.join(DATA, 'erlang', 'every_all.golden.txt'), False)

    def test_par8(self):
        self.compare('par8_small.log', os.path.join(DATA, 'probes', 'par8_small.golden.txt'), True)

    def test_sizes_are_words(self):
        rows = dump(os.path.join(DATA, 'probes', 'every.log'), 'messages')
        self.assertEqual({row['size_unit'] for row in rows}, {'words'})
        self.assertIn(('<0.9.0>', '<0.80.0>', '99000', '126000', '204'),
                      [(row['from_process'], row['to_process'], row['send_ns'], row['receive_ns'], row['size'])
                       for row in rows])
        self.assertTrue(run('report', '--csv', os.path.join(DATA, 'probes', 'every.log')).out.split('\n')[0].endswith(',words'))


class Forms(unittest.TestCase):
    """The same log in other words."""

    def same(self, path, name='every', tables=None):
        for table in tables or ['processes', 'process-tree', 'messages', 'schedulers']:
            self.assertEqual(dump(path, table), dump_of(name, table), table)

    def test_times_of_the_vm_behind(self):
        """Those of RELEASE's D2.2: one more argument in each line."""
        head, lines = lines_of('every')
        text = head + ''.join('%s\t%d\n' % (line[:-1], 5000 + int(line.split('\t')[0]) // 1000) for line in lines)
        self.same(write('d22.log', text))

    def test_parents_told(self):
        """D2.2 names the parent, and the function at the end of a run."""
        head, lines = lines_of('par8_small')
        text = head
        for line in lines:
            fields = line[:-1].split('\t')
            if fields[2] == 'process-spawn':
                fields.insert(4, '<0.9.0>')
            elif fields[2] == 'process-unscheduled':
                fields.append('wl:worker/4')
            text += '\t'.join(fields) + '\t77\n'
        self.same(write('parents.log', text), 'par8_small', ['processes', 'messages', 'migrations'])

    def test_any_order(self):
        head, lines = lines_of('par8_small')
        random.Random(3).shuffle(lines)
        # Time 0 is that of the first line.
        lines.sort(key=lambda line: not line.startswith('0\t'))
        path = write('shuffled.log', head + ''.join(lines))
        for table in ('messages', 'collections', 'migrations', 'schedulers'):
            self.assertEqual(dump(path, table), dump_of('par8_small', table), table)
        self.assertEqual({tuple(row.values()) for row in dump(path, 'processes')},
                         {tuple(row.values()) for row in dump_of('par8_small', 'processes')})

    def test_gzip(self):
        path = write('every.log.gz', gzip.compress(log_of('every').encode('latin-1')))
        self.same(path)
        self.assertEqual(info(path)['format'], 'erlang-probes.gz')

    def test_standard_input(self):
        text = log_of('every').encode('latin-1')
        done = run('info', '--json', '-', data=text)
        self.assertIn('"processes": 10', done.out)

    def test_blank_lines_and_remarks_first(self):
        self.same(write('blank.log', '\n\n  \n# made by hand\n% and this\n\n' + log_of('every')))

    def test_without_a_head(self):
        self.same(write('bare.log', '\n'.join(line for line in log_of('every').split('\n') if line[:1] != '#')))

    def test_line_ends_of_windows(self):
        self.same(write('crlf.log', log_of('every').replace('\n', '\r\n')))

    def test_unknown_probes_and_more_fields(self):
        head, lines = lines_of('every')
        text = head + '5\t1\tnobody-knows_it\tabc\t7\n' + ''.join(
            line[:-1] + '\tsomething\telse\n' if '\tmessage-' in line else line for line in lines)
        path = write('more.log', text)
        self.assertEqual(info(path)['events'], info(os.path.join(DATA, 'probes', 'every.log'))['events'] + 1)
        self.assertEqual(dump(path, 'losses'), [])
        other = [row for row in dump(path, 'events') if row['name'] == 'other']
        self.assertEqual([(row['time_ns'], row['detail']) for row in other], [('0', 'nobody-knows_it abc 7')])

    def test_threads_of_the_operating_system(self):
        head, lines = lines_of('par8_small')
        text = head
        for line in lines:
            fields = line.split('\t')
            fields[1] = str(23450 + int(fields[1]))
            text += '\t'.join(fields)
        path = write('threads.log', text.replace('# source todtrace', '# source dtrace') + '# end 1\n')
        self.assertIn({'machine': '1', 'key': 'probes', 'value': 'dtrace (derived from par8_small.dat)'},
                      dump(path, 'process-info'))
        # A script of ours records who comes in, so nothing is only known to be active.
        self.assertEqual({row['active_ns'] for row in dump(path, 'processes')}, {'0'})
        rows = {row['processor']: row for row in dump(path, 'processors')}
        wanted = {row['processor']: row for row in dump_of('par8_small', 'processors')}
        # Number 8 says its own number; the thread of number 1 never does.
        self.assertEqual(rows['8']['name'], 'thread 23458')
        self.assertEqual(rows['1']['name'], 'thread 23451')
        for number in ('1', '8'):
            for column in ('running_ns', 'collecting_ns', 'runs'):
                self.assertEqual(rows[number][column], wanted[number][column])

    def test_units_and_time_of_day(self):
        head, lines = lines_of('every')
        text = head.replace('monotonic ns', 'monotonic us') + '# wall_ns 1700000000123456000 mono_ns 0\n'
        for line in lines:
            time, rest = line.split('\t', 1)
            text += '%d\t%s' % (int(time) // 1000 + 700, rest)
        path = write('us.log', text + '# end 99999\n')
        self.same(path)
        self.assertEqual(info(path)['wall_clock'], '1700000000.124156000')

    def test_names_with_escapes(self):
        text = ('# erlang-probes 1\n10\t1\tprocess-scheduled\t<0.5.0>\tm:f/0\n'
                '11\t1\tprocess-registered\t<0.5.0>\ta\\tb\\\\c\\nd\n20\t1\tprocess-unscheduled\t<0.5.0>\n')
        self.assertEqual([row['name'] for row in dump(write('escape.log', text), 'processes')], ['a\tb\\c\nd'])

    def test_lost_end_of_a_run(self):
        """A thread runs one process: who comes in shows that the last one is out."""
        text = ('# erlang-probes 1\n0\t1\tprocess-scheduled\t<0.5.0>\tm:f/0\n100\t1\tprocess-scheduled\t<0.6.0>\tm:g/0\n'
                '150\t1\tprocess-unscheduled\t<0.6.0>\n200\t1\tprocess-unscheduled\t<0.6.0>\n')
        rows = {row['process']: row for row in dump(write('lost.log', text), 'processes')}
        self.assertEqual((rows['<0.5.0>']['running_ns'], rows['<0.6.0>']['running_ns']), ('100', '50'))

    def test_messages_to_other_nodes(self):
        text = ('# erlang-probes 1\n0\t1\tprocess-scheduled\t<0.5.0>\tm:f/0\n'
                '10\t1\tmessage-send-remote\t<0.5.0>\tb@host\tserver\t12\t0\t0\t0\n'
                '20\t1\tmessage-send\t<0.5.0>\t<0.6.0>\t4294967295\t0\t0\t0\n'
                '30\t1\tmessage-queued\t<0.6.0>\t4294967295\t1\t0\t0\t0\n')
        path = write('remote.log', text)
        self.assertEqual([(row['send_ns'], row['receive_ns'], row['size']) for row in dump(path, 'messages')],
                         [('10', '', '12'), ('20', '30', '')])

    def test_function_probes(self):
        text = '# erlang-probes 1\n'
        for i, probe in enumerate(('global-function-entry', 'local-function-entry', 'bif-entry', 'bif-return',
                                   'function-return')):
            text += '%d\t1\t%s\t<0.5.0>\tm:f/%d%s\n' % (i, probe, i, '' if 'bif' in probe else '\t3')
        names = [row['name'] for row in dump(write('calls.log', text), 'events')]
        self.assertEqual(names, ['call'] * 3 + ['return_from'] * 2)


class Facts(unittest.TestCase):
    """What probes alone tell."""

    def test_one_end_of_messages(self):
        """How many were received is not known where that is not recorded: it is not 0."""
        for command in ('stats', 'info'):
            told = run(command, os.path.join(DATA, 'probes', 'sends.log')).out
            self.assertIn('3 sent, those received were not recorded\n', told)

    def log(self, *lines):
        text = '# erlang-probes 1\n# source systemtap\n0\t1\tprocess-scheduled\t<0.5.0>\tm:f/0\n'
        return write('facts.log', text + ''.join(line.replace(' ', '\t').replace('_', ' ').replace('~', '_') + '\n' for line in lines)
                     + '1000\t1\tprocess-unscheduled\t<0.5.0>\n# end 1000\n')

    def texts(self, *probes):
        """The texts of marks that these probes make; all arguments but the first are the tag and the four texts."""
        lines = ['%d 1 user~trace-%s <0.5.0> %s 1 -2 0 9223372036854775807 %s' % (10 + i, probe[0], probe[1], ' '.join((list(probe[2:]) + [''] * 4)[:4]))
                 for i, probe in enumerate(probes)]
        return [row['text'] for row in dump(self.log(*lines), 'marks')]

    def test_user_probes(self):
        self.assertEqual(self.texts(('i4s4', 'tag', 'a', 'b', '', 'd'), ('n0', '', 'only_text'), ('n950', 'a_tag'), ('n7', '')),
                         ['tag a b d', 'only text', 'a tag', 'user_trace-n7'])
        rows = dump(self.log('5 1 user~trace-s1 hello_world', '6 77 user~trace-s1 of_nobody', '7 1 user~trace-n1000 x'), 'marks')
        self.assertEqual([(row['text'], row['thread']) for row in rows], [('hello world', '<0.5.0>'), ('of nobody', '')])

    def test_spans_by_tag(self):
        self.assertEqual(self.texts(('n1', 'db', 'start'), ('n1', 'db', 'return', 'x'), ('n2', '', 'begin', 'a', 'b'), ('n2', '', 'END', 'a', 'b'),
                                    ('n3', '', 'entry'), ('n4', 'tag', 'START_job'), ('n5', 'STOP_it', 'x')),
                         ['START db', 'STOP db', 'START a b', 'STOP a b', 'START user_trace-n3', 'START job', 'STOP it'])
        spans = dump(self.log('10 1 user~trace-n1 <0.5.0> outer 0 0 0 0 start   ', '20 1 user~trace-n2 <0.5.0> inner 0 0 0 0 start   ',
                              '50 1 user~trace-n2 <0.5.0> inner 0 0 0 0 stop   ', '90 1 user~trace-n1 <0.5.0> outer 7 0 0 0 stop   '), 'spans')
        self.assertEqual([(row['name'], row['start_ns'], row['duration_ns'], row['depth'], row['running_ns']) for row in spans],
                         [('inner', '20', '30', '1', '30'), ('outer', '10', '80', '0', '80')])

    def test_files(self):
        """What is done with a file is a span of whoever asked for it, even if two do the same at a time."""
        path = self.log('0 2 process-scheduled <0.6.0> m:g/0', '10 1 efile~drv-entry 1 4  2   0 0 0 0', '20 2 efile~drv-entry 2 4  2   0 0 0 0 #Port<0.3>',
                        '30 2 efile~drv-return 2 4  2 1 0', '40 1 efile~drv-entry 1 5 tag 999   0 0 0 0', '45 3 efile~drv-return 1 5 tag 999 0 2',
                        '50 2 efile~drv-return 1 4  2 1 0', '60 2 efile~drv-return 9 9  2 1 0')
        spans = dump(path, 'spans')
        self.assertEqual([(row['name'], row['thread'], row['start_ns'], row['duration_ns']) for row in spans],
                         [('file:read', '<0.6.0>', '20', '10'), ('file:999', '<0.5.0>', '40', '5'), ('file:read', '<0.5.0>', '10', '40')])
        # With the time behind the arguments, as D2.2 has it.
        stamped = dump(self.log('10 1 efile~drv-entry 1 4  2   0 0 0 0 1234', '20 1 efile~drv-return 1 4  2 1 0 1235'), 'spans')
        self.assertEqual([(row['name'], row['duration_ns']) for row in stamped], [('file:read', '10')])

    def test_counters(self):
        path = self.log('10 1 process-heap~grow <0.5.0> 233 610', '20 1 process-heap~shrink <0.5.0> 610 233', '30 1 copy-object <0.5.0> 8',
                        '30 1 copy-struct 8', '31 1 copy-struct 4', '40 1 driver-outputv <0.5.0> #Port<0.3> tcp 100', '41 1 driver-output <0.5.0> #Port<0.3> tcp 1',
                        '50 1 dist-output a@h #Port<0.4> b@h 20', '60 1 dist-outputv a@h #Port<0.4> b@h 30')
        self.assertEqual([(row['name'], row['value'], row['thread']) for row in dump(path, 'counters')],
                         [('process_heap_words', '610', '<0.5.0>'), ('process_heap_words', '233', '<0.5.0>'), ('process_copied_words', '8', '<0.5.0>'),
                          ('copied_words', '8', ''), ('copied_words', '12', ''), ('port_output_bytes', '100', ''), ('port_output_bytes', '101', ''),
                          ('dist_output_bytes', '20', ''), ('dist_output_bytes', '50', '')])

    def waits(self, *lines):
        path = self.log(*lines)
        rows = dump(path, 'intervals', '--lane', 'thread:1/<0.5.0>')
        return ([(row['state'], row['reason'], row['start_ns']) for row in rows],
                [(row['time_ns'], row['thread'], row['cause']) for row in dump(path, 'wakeups')])

    def test_busy_port_of_another_node(self):
        states, wakeups = self.waits('10 1 dist-port~busy a@h #Port<0.4> b@h <0.5.0>', '20 1 process-unscheduled <0.5.0>',
                                     '50 2 dist-port~not~busy a@h #Port<0.4> b@h', '51 2 dist-port~not~busy a@h #Port<0.4> b@h',
                                     '60 1 process-scheduled <0.5.0> m:f/0')
        self.assertEqual(states[:4], [('running', '', '0'), ('blocked', 'busy_port', '20'), ('runnable', '', '50'), ('running', '', '60')])
        self.assertEqual(wakeups, [('50', '<0.5.0>', 'port')])

    def test_busy_port(self):
        """No probe says since when a process waits for a port of its own node; that it does no longer is known."""
        states, wakeups = self.waits('10 1 port-busy #Port<0.4>', '20 1 process-unscheduled <0.5.0>', '50 2 port-not~busy #Port<0.4>',
                                     '50 2 process-port~unblocked <0.5.0> #Port<0.4>', '60 1 process-scheduled <0.5.0> m:f/0')
        self.assertEqual(states[:4], [('running', '', '0'), ('unknown', 'out in m:f/0', '20'), ('runnable', '', '50'), ('running', '', '60')])
        self.assertEqual(wakeups, [('50', '<0.5.0>', 'port')])
        rows = dump(os.path.join(harness.WORK.name, 'facts.log'), 'intervals', '--lane', 'port:1/#Port<0.4>')
        self.assertEqual([(row['state'], row['reason'], row['start_ns']) for row in rows],
                         [('unknown', '', '0'), ('blocked', 'busy_port', '10'), ('idle', '', '50')])

    def test_many_wait(self):
        """For one port, while others are busy and free again and again."""
        lines = ['%d 1 dist-port~busy a@h #Port<0.4> b@h <0.%d.0>' % (10, 5 + i) for i in range(30000)] + ['20 1 port-not~busy #Port<0.9>'] * 300000
        log = self.log(*lines, '50 2 dist-port~not~busy a@h #Port<0.4> b@h')
        waits = dump(log, 'wakeups', timeout=30)
        self.assertEqual((len(waits), {row['time_ns'] for row in waits}), (29999, {'50'}))

    def test_one_that_runs_on_did_not_wait(self):
        states, wakeups = self.waits('10 1 dist-port~busy a@h #Port<0.4> b@h <0.5.0>', '20 2 dist-port~not~busy a@h #Port<0.4> b@h')
        self.assertEqual((states[:1], wakeups), ([('running', '', '0')], []))

    def test_other_nodes(self):
        rows = dump(self.log('10 1 dist-monitor a@h nodeup b@h visible undefined', '20 1 dist-monitor a@h nodedown b@h visible connection~closed'), 'marks')
        self.assertEqual([row['text'] for row in rows], ['nodeup b@h (visible)', 'nodedown b@h (visible): connection_closed'])

    def test_tokens_tell_messages_apart(self):
        """Two messages of one size: the first that is sent need not be the first that arrives."""
        lines = ['%d 1 message-send <0.%d.0> <0.5.0> 4 7 %d %d' % (10 + i, 6 + i % 2, i, i + 1) for i in range(4)]
        lines += ['%d 1 message-queued <0.5.0> 4 1 7 %d %d' % (30 + i, n, n + 1) for i, n in enumerate((3, 1, 0, 2))]
        found = {row['receive_ns']: (row['send_ns'], row['from_process']) for row in dump(self.log(*lines), 'messages')}
        self.assertEqual(found, {'30': ('13', '<0.7.0>'), '31': ('11', '<0.7.0>'), '32': ('10', '<0.6.0>'), '33': ('12', '<0.6.0>')})
        # Without tokens it is the order that must do.
        plain = [' '.join(line.split(' ')[:-3]) + ' 0 0 0' for line in lines]
        found = {row['receive_ns']: row['send_ns'] for row in dump(self.log(*plain), 'messages')}
        self.assertEqual(found, {'30': '10', '31': '11', '32': '12', '33': '13'})

    def test_sizes_that_are_not_known(self):
        path = self.log('10 1 message-send <0.6.0> <0.5.0> -1 0 0 0', '20 1 message-queued <0.5.0> 4294967295 1 0 0 0')
        self.assertEqual([(row['receive_ns'], row['size']) for row in dump(path, 'messages')], [('20', '')])
        self.assertEqual(dump(path, 'losses'), [])


class Terms(unittest.TestCase):
    """Trace files as text."""

    def same(self, name, text, tables):
        path = write(name + '.txt', text)
        trace = os.path.join(DATA, 'erlang', name + '.dat')
        for table in tables:
            self.assertEqual(dump(path, table), dump(trace, table), table)
        self.assertEqual(info(path)['format'], 'erlang-probes')

    def test_terms(self):
        text = erlang_golden.as_terms(os.path.join(DATA, 'erlang', 'callgraph.dat'))
        self.same('callgraph', text, TABLES + ['events'])

    def test_funs(self):
        """Processes that were made of funs are known by them, as text as in a file."""
        trace = os.path.join(DATA, 'erlang', 'every_all.dat')
        path = write('funs.txt', ''.join(line + '\n' for line in erlang_golden.as_terms(trace).split('\n') if ',spawn' in line))
        self.assertEqual(dump(path, 'losses'), [])
        found = {row['process']: row['entry'] for row in dump(path, 'processes') if row['entry']}
        self.assertEqual(found, {row['process']: row['entry'] for row in dump(trace, 'processes') if row['entry']})
        self.assertEqual(len([entry for entry in found.values() if entry.startswith('#Fun<wl.')]), 4)
        for text, entry in (("#Fun<'a.b'.7.99>", "#Fun<'a.b'.7>"), ('#Fun<a.7>', '#Fun<a.7>'), ('#Fun<>', 'erlang:apply/2'),
                            ('#Fun<a.99999999999.1>', 'erlang:apply/2'), ('fun m:f/0', 'erlang:apply/2')):
            path = write('fun.txt', '{profile_start,{1,2,3}}.\n{trace_ts,<0.5.0>,spawn,<0.6.0>,{erlang,apply,[%s,[]]},{1,2,4}}.\n' % text)
            self.assertEqual([row['entry'] for row in dump(path, 'processes') if row['process'] == '<0.6.0>'], [entry])

    def test_with_blanks_and_over_several_lines(self):
        text = erlang_golden.as_terms(os.path.join(DATA, 'erlang', 'callgraph.dat'))
        self.same('callgraph', '% a remark\n' + text.replace(',', ',\n  '), ['processes', 'messages'])

    def test_binaries(self):
        text = erlang_golden.as_binaries(os.path.join(DATA, 'erlang', 'every_all.dat'))
        self.same('every_all', '{profile_start, {1795,247302,788715}}.\n' + text.split('\n', 1)[1],
                  ['process-tree', 'messages', 'events'])

    def test_all_kinds_of_terms(self):
        term = ("{trace_ts,<0.5.0>,send,{a,'b c',\"d\\x{20ac}e\",[1,2|3],#{k=>v,1 => []},<<1,2,\"x\",5:3>>,-5,16#ff,$a,1.5e3,"
                "123456789012345678901234567890,#Ref<0.1.2>,#Fun<a.1.2>,fun m:f/1,#Port<0.7>,{},<7123.4.5>},<0.6.0>,{1,2,3}}.\n")
        path = write('kinds.txt', '{profile_start,{1,2,3}}.\n' + term + '{profile_stop,{1,2,4}}.\n')
        self.assertEqual(dump(path, 'losses'), [])
        self.assertEqual([row['name'] for row in dump(path, 'events')][-2], 'send')
        self.assertIn("{a,'b c',[100,8364,101],[1,2|3],#{k => v,1 => []}", dump(path, 'events')[-2]['detail'])

    def test_terms_that_are_none(self):
        good = '{trace_ts,<0.5.0>,in,{m,f,0},1,{1,2,%d}}.\n'
        for bad in ("{trace_ts,<0.5.0>,in,{m,f,0},1,{1,2,3}}\n", '{trace_ts,}.\n', '{trace_ts,"a\n', "{a,'b\n", '{a]}.\n', '[a.\n',
                    '{<0.1>}.\n', '{#x}.\n', '<<1,256>>.\n', '{a}. b\n', '{a|b}.\n', '[|b].\n', '{#{a}}.\n', '<<131,104>>.\n',
                    '{' + '9' * 700 + '}.\n', '{1.5e}.\n', '{$', 'hello.\n'):
            path = write('bad.txt', good % 1 + bad + good % 5)
            with self.subTest(bad=bad):
                self.assertEqual(len(dump(path, 'losses')), 1)
                self.assertEqual(info(path)['events'], 1 if bad == '{$' else 2)


class Scripts(unittest.TestCase):
    """What data/probes/ writes is what is read. The scripts themselves cannot be run here."""

    SIZES = re.compile(r'printf \("([^"]*)\\n"')

    def clauses(self, name):
        """(probe, format) of every probe that a script prints."""
        with open(os.path.join(harness.TOP, 'data', 'probes', name), encoding='utf-8') as file:
            text = file.read()
        found = []
        for clause in re.split(r'\n}\n', text):
            # DTrace names the probe in the line by a word of its own.
            probes = re.findall(r'^erlang\*:::(\S+?),?$|\.mark \("([^"]+)"\)', clause, re.M)
            form = self.SIZES.search(clause)
            for one, other in probes:
                found.append(((one or other).replace('*', '950'), form.group(1).replace('\\t', '\t')))
        return found

    def check(self, name, least, stamped):
        clauses = self.clauses(name)
        self.assertGreaterEqual(len(clauses), least)
        self.assertEqual(len({probe for probe, _ in clauses}), len(clauses))
        text = '# erlang-probes 1\n'
        for i, (probe, form) in enumerate(clauses):
            fields = form.split('\t')
            self.assertEqual(fields[:2], ['%d', '%d'])
            self.assertIn(fields[2], ('%s', probe))
            values = ['<0.%d.0>' % n if field == '%s' else str(n) for n, field in enumerate(fields[3:], 1)]
            text += '\t'.join([str(i), '1', probe] + values) + '\n'
        path = write(name + '.log', text)
        self.assertEqual(dump(path, 'losses'), [])
        rows = dump(path, 'events')
        self.assertEqual(len(rows), len(clauses))
        for (probe, form), row in zip(clauses, rows):
            with self.subTest(script=name, probe=probe):
                # All arguments are known by name, and none is missing.
                self.assertEqual(row['detail'].count('='), form.count('\t') - 2 - stamped)
                self.assertEqual(row['name'] in ('other', 'label', 'output'), row['detail'].startswith(probe + ' '))

    def test_dtrace(self):
        self.check('erlang-probes.d', 64, 0)

    def test_systemtap(self):
        self.check('erlang-probes.stp', 64, 0)

    def test_d22(self):
        self.check('erlang-probes-d22.stp', 75, 1)

    def translate(self, name, *args):
        """SystemTap finds no fault, in a program with probes of these names that have as many arguments."""
        script = os.path.join(harness.TOP, 'data', 'probes', name)
        kernels = sorted(os.path.basename(path) for path in glob.glob('/lib/modules/*') if os.path.exists(os.path.join(path, 'build', '.config')))
        if not shutil.which('stap') or not shutil.which('cc') or not kernels:
            self.skipTest('SystemTap or headers of a kernel are not installed')
        with open(script, encoding='utf-8') as file:
            found = re.findall(r'mark \("([^"]+)"\)[^{]*\{(.*?)\n\}', file.read(), re.S)
        most = {}
        for mark, body in found:
            most[mark] = max([most.get(mark, 0)] + [int(n) for n in re.findall(r'\$arg(\d+)', body)])
        lines = ['STAP_PROBE%s(erlang, %s%s);' % (n or '', mark.replace('-', '__'), ', a' * n) for mark, n in most.items()]
        source, program = write(name + '.c', '#include <sys/sdt.h>\nint main (int n, char **v) { long a = (long) v; %s }\n' % '\n'.join(lines)), \
            os.path.join(harness.WORK.name, name + '-vm')
        if subprocess.run(['cc', '-o', program, source], stderr=subprocess.DEVNULL, check=False).returncode != 0:
            self.skipTest('SystemTap’s sys/sdt.h is not installed')
        done = subprocess.run(['stap', '-r', kernels[-1], '-p2', script, program, *args], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater(len(done.stdout.splitlines()), len(most) // 2)

    def test_systemtap_translates_them(self):
        for name in ('erlang-probes.stp', 'erlang-probes-d22.stp'):
            self.translate(name, 'all that they have')

    def test_they_say_that_they_were_not_tried(self):
        for name in ('erlang-probes.d', 'erlang-probes.stp', 'erlang-probes-d22.stp'):
            with open(os.path.join(harness.TOP, 'data', 'probes', name), encoding='utf-8') as file:
                self.assertIn('NOT TRIED', file.read())


class Damage(unittest.TestCase):
    """Bad lines give a message and a loss, and nothing else is lost."""

    def lost(self, name, text, events, *words):
        path = write(name, text)
        losses = dump(path, 'losses')
        self.assertEqual(len(losses), len(words))
        for loss, word in zip(losses, words):
            self.assertIn(word, loss['reason'])
        self.assertEqual(info(path)['events'], events)
        run('info', '--strict', path, status=3)
        return losses

    def test_no_line_end(self):
        self.lost('cut.log', log_of('every')[:-20], 565, 'ends inside a line')

    def test_no_end(self):
        """What the scripts write ends with a line that says so."""
        text = log_of('every').replace('# source todtrace', '# source dtrace')
        self.lost('killed.log', text, 566, 'has no end')
        self.assertEqual(dump(write('whole.log', text + '# end 7\n'), 'losses'), [])

    def test_binary_between(self):
        head, lines = lines_of('every')
        garbage = bytes(range(255, 0, -1)) * 40
        losses = self.lost('garbage.log', (head + ''.join(lines[:100])).encode('latin-1') + garbage + b'\n'
                           + ''.join(lines[100:]).encode('latin-1'), 566, 'cannot be read')
        self.assertEqual(int(losses[0]['from_byte']), len((head + ''.join(lines[:100])).encode('latin-1')))
        self.assertEqual(int(losses[0]['bytes']), len(garbage) + 1)

    def test_line_of_megabytes(self):
        head, lines = lines_of('every')
        self.lost('long.log', head + ''.join(lines[:50]) + '7\t1\t' + 'x' * 3000000 + '\n' + ''.join(lines[50:]), 566, 'too long')

    def test_term_nested_a_million_deep(self):
        head, lines = lines_of('every')
        self.lost('deep.log', head + '{trace_ts,' + '[' * 1000000 + ']' * 1000000 + '}.\n' + ''.join(lines), 566, 'too long')
        self.lost('open.log', head + '{' * 400000 + '.\n' + ''.join(lines), 566, 'a line that cannot be read')

    def test_terms_without_end(self):
        """Megabytes of lines that begin a term, or of blank ones behind it, take no more time than others."""
        for text in ('{a\n' * 100000, ('{a' + '\n' * 250000) * 4):
            path = write('endless.log', '# erlang-probes 1\n# source systemtap\n0\t1\tprocess-scheduled\t<0.5.0>\tm:f/0\n' + text)
            self.assertEqual(len(dump(path, 'events', timeout=30)), 1)
            run('redact', '-o', path + '.redacted', path, timeout=30)

    def test_what_the_tracer_says(self):
        self.lost('drops.log', log_of('every') + 'dtrace: 14 drops on CPU 1\n# error\n'
                  'WARNING: Number of errors: 0, skipped probes: 1297\nWARNING: Number of errors: 0, skipped probes: 0\n', 568,
                  '14 drops', 'arguments', '1297')
        drops = [row for row in dump(os.path.join(harness.WORK.name, 'drops.log'), 'events') if row['name'] == 'drop']
        self.assertEqual(len(drops), 2)

    def test_few_arguments(self):
        self.lost('few.log', log_of('every') + '27000000\t1\tmessage-send\t<0.5.0>\n', 566, 'too few arguments')

    def test_time_far_away(self):
        self.lost('far.log', log_of('every') + '9000000000000000000\t1\tprocess-active\t<0.5.0>\tm:f/1\n', 566, 'too far')


if __name__ == '__main__':
    harness.main()
