#!/usr/bin/env python3
"""test-lttng.py: a trace that LTTng made of an Erlang VM, as babeltrace2 prints it, against what is counted in the same text otherwise.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import gzip
import os
import re
import unittest

import harness
from harness import dump, info, run

TRACE = os.path.join(harness.TOP, 'tests', 'data', 'probes', 'lttng.txt.gz')
LINE = re.compile(r'\[(\d+)\.(\d{9})\] \(\S+\) host (\w+):(\w+): \{ cpu_id = \d+ \}, \{ vtid = (\d+), vpid = \d+ \}, (\{.*)')


def text_of():
    with gzip.open(TRACE, 'rt', encoding='utf-8') as file:
        return file.read()


def write(text):
    path = os.path.join(harness.WORK.name, 'lttng.txt')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path


def events_of(text):
    """(ns since the first, thread, event, fields) of each line."""
    found = [LINE.fullmatch(line).groups() for line in text.splitlines()]
    first = int(found[0][0]) * 10**9 + int(found[0][1])
    return [(int(s) * 10**9 + int(ns) - first, thread, name, dict(re.findall(r'(\w+) = "?((?:\\.|[^"\\])*?)"?(?=, \w+ = | \})', rest)))
            for s, ns, _, name, thread, rest in found]


class Real(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.events = events_of(text_of())

    def of(self, *names):
        return [event for event in self.events if event[2] in names]

    def test_what_it_is(self):
        found = info(TRACE)
        self.assertEqual((found['format'], found['events'], found['wall_clock']), ('erlang-probes.gz', len(self.events), '1795885865.025346000'))
        self.assertEqual(dump(TRACE, 'losses'), [])

    def test_processes(self):
        rows = {row['process']: row for row in dump(TRACE, 'processes')}
        for time, _, _, fields in self.of('process_spawn'):
            row = rows[fields['pid']]
            self.assertEqual((row['start_ns'], row['parent_process'], row['entry']), (str(time), fields['parent'], fields['entry']))
        self.assertEqual(len(rows), len(self.of('process_spawn')) + 1)
        for time, _, _, fields in self.of('process_exit'):
            self.assertEqual((rows[fields['pid']]['end_ns'], rows[fields['pid']]['end']), (str(time), 'finished' if fields['reason'] == 'normal' else 'killed'))
        self.assertEqual([row['name'] for row in rows.values() if row['name']], ['a_server'])
        counts = collections.Counter()
        for _, _, name, fields in self.of('message_send', 'message_receive'):
            counts[fields['from' if name == 'message_send' else 'to'], name] += 1
        for pid, row in rows.items():
            self.assertEqual((int(row['messages_sent'] or 0), int(row['messages_received'] or 0)), (counts[pid, 'message_send'], counts[pid, 'message_receive']))

    def test_runs(self):
        """Who was in from when to when; and collected, which some do behind the record that they went out. Who ends is in until the next comes in."""
        run, since, runs, collects, on = collections.Counter(), {}, collections.Counter(), {}, {}
        ends = {fields['pid']: time for time, _, _, fields in self.of('process_exit')}
        for time, thread, name, fields in self.of('process_scheduled', 'gc_minor_start', 'gc_major_start', 'gc_minor_end', 'gc_major_end'):
            if name.endswith('_start'):
                collects[fields['pid']] = time if fields['pid'] not in since else None
            elif name.endswith('_end'):
                begun = collects.pop(fields['pid'])
                run[fields['pid']] += time - begun if begun else 0
            elif fields['type'] == 'in':
                if on.get(thread) in since:
                    run[on[thread]] += time - since.pop(on[thread])
                on[thread] = fields['pid']
                since[fields['pid']] = time
                runs[fields['pid']] += 1
            elif fields['pid'] in since:
                run[fields['pid']] += time - since.pop(fields['pid'])
        for pid, time in since.items():
            run[pid] += ends.get(pid, self.events[-1][0]) - time
        rows = {row['thread']: row for row in dump(TRACE, 'threads')}
        for pid in runs:
            row = rows[pid]
            self.assertEqual(int(row['runs']), runs[pid])
            if pid in ends:
                self.assertEqual(int(row['running_ns']) + int(row['collecting_ns']), run[pid], pid)
        self.assertEqual({row['name'] for row in dump(TRACE, 'processors')}, {'thread ' + event[1] for event in self.of('process_scheduled')})

    def test_collections(self):
        wanted = [str(time) for time, _, _, _ in self.of('gc_minor_start', 'gc_major_start')]
        self.assertEqual(sorted(row['start_ns'] for row in dump(TRACE, 'collections')), sorted(wanted))

    def test_messages(self):
        """Each that was sent inside arrived: contents tell them apart."""
        sent = [(str(time), fields['from']) for time, _, _, fields in self.of('message_send')]
        rows = [row for row in dump(TRACE, 'messages') if row['send_ns']]
        self.assertEqual(sorted((row['send_ns'], row['from_process']) for row in rows), sorted(sent))
        self.assertEqual([row['receive_ns'] for row in rows if not row['receive_ns']], [])
        texts = {str(time): fields['message'] for time, _, name, fields in self.of('message_send', 'message_receive')}
        for row in rows:
            self.assertEqual(texts[row['send_ns']], texts[row['receive_ns']])
            self.assertEqual(row['size'], '')

    def test_all_events_are_told(self):
        rows = dump(TRACE, 'events')
        self.assertEqual([row['detail'].split(' ')[0] for row in rows], [event[2] for event in self.events])
        self.assertIn('entry=prog:server/1', next(row['detail'] for row in rows if row['name'] == 'spawn'))
        text = next(row['detail'] for row in rows if 'quote' in row['detail'])
        self.assertIn('message={"quote\\"s and\\back, {braces}",\'an atom = {x}\',', text)


class Forms(unittest.TestCase):
    """As babeltrace2's options and older VMs have it."""

    def line(self, stamp, name, fields, context='{ vtid = 7, vpid = 5 }, ', provider='org_erlang_dyntrace', delta=' (+0.000000001)'):
        return '[%s]%s host %s:%s: { cpu_id = 0 }, %s{ %s }\n' % (stamp, delta, provider, name, context, fields)

    def runs(self, *stamps, **options):
        return ''.join(self.line(stamp, 'process_scheduled', 'pid = "<0.5.0>", entry = "m:f/0", type = "%s"' % ('out' if i % 2 else 'in'), **options)
                       for i, stamp in enumerate(stamps))

    def running(self, text):
        path = write(text)
        self.assertEqual(dump(path, 'losses'), [])
        return [row['running_ns'] for row in dump(path, 'processes')]

    def test_stamps(self):
        for first, second in (('1795885865.000000100', '1795885866.000000000'), ('10:59:59.000000100', '11:00:00.000000000'),
                              ('2026-12-31 23:59:59.000000100', '2027-01-01 00:00:00.000000000'), ('23:59:59.000000100', '00:00:00.000000000'),
                              ('00000000000000000100', '00000000001000000000')):
            for delta in (' (+?.?????????)', ''):
                self.assertEqual(self.running(self.runs(first, second, delta=delta)), ['999999900'], first)

    def test_providers(self):
        stamps = ('10.000000000', '10.000000005')
        self.assertEqual(self.running(self.runs(*stamps, provider='com_ericsson_dyntrace')), ['5'])
        kernel = self.line('9.000000000', 'sched_switch', 'prev_comm = "x", next = [1, 2], e = ( "A" : container = 3 )', provider='lttng_ust_statedump')
        path = write(kernel + self.runs(*stamps))
        self.assertEqual([row['name'] for row in dump(path, 'events')], ['other', 'in', 'out'])
        self.assertEqual(dump(path, 'losses'), [])
        run('info', write(kernel), status=1)

    def test_without_threads(self):
        """Who runs is known; where is not."""
        path = write(self.runs('10.000000000', '10.000000005', context=''))
        self.assertEqual([row['running_ns'] for row in dump(path, 'processes')], ['5'])
        self.assertEqual(dump(path, 'processors'), [])

    def test_losses(self):
        """They are where they were, wherever that is said."""
        text = self.runs('10.000000000', '10.000000010', '10.000000020', '10.000000090')
        path = write(text + 'WARNING: Tracer discarded 51 events between [10.000000005] and [10.000000015] in trace "t".\n')
        self.assertIn('51 events', dump(path, 'losses')[0]['reason'])
        self.assertEqual([(row['time_ns'], row['name']) for row in dump(path, 'events')], [('0', 'in'), ('5', 'drop'), ('10', 'out'), ('20', 'in'), ('90', 'out')])
        row = dump(path, 'processes')[0]
        self.assertEqual((row['running_ns'], row['unknown_ns']), ('75', '15'))

    def test_lines_that_are_none(self):
        good = self.runs('10.000000000', '10.000000010')
        for bad in ('[10.000000011] (+1) host\n', '[10.0] host org_erlang_otp:x: { a = 1 }\n', '[1:2] x: {\n', '[10.000000012] h org_erlang_dyntrace:process_exit: { pid = "<0\n',
                    '[10.000000012] h org_erlang_dyntrace:process_exit: { pid = "<0.5.0>" }\n', '[99:00:00.000000000] h org_erlang_dyntrace:x: { a = 1 }\n',
                    '[2026-13-41 00:00:00.000000000] h a:b: { a = 1 }\n', '[10.000000013] h org_erlang_dyntrace:process_link: { from = "a", to = "b", type = "x" }\n'):
            path = write(good + bad)
            with self.subTest(bad=bad):
                self.assertEqual((len(dump(path, 'losses')), info(path)['events']), (1, 2))

    def test_another_vm(self):
        path = write(self.runs('10.000000000', '10.000000010') + self.runs('10.000000020', '10.000000030', context='{ vtid = 8, vpid = 6 }, '))
        self.assertEqual([row['running_ns'] for row in dump(path, 'processes')], ['10'])
        self.assertIn('another VM', dump(path, 'losses')[0]['reason'])


if __name__ == '__main__':
    harness.main()
