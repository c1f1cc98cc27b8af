#!/usr/bin/env python3
"""test-erlang-forms.py: one story in all the forms in which Erlang's releases, clocks and tracers write it; and what stands in
files besides: match messages, unknown records, records far from their place in time.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import gzip
import heapq
import itertools
import json
import os
import struct
import unittest

import harness
from erlang_files import CHILD, HELLO, PORT, ROOT, WHY, simple, write
from erlang_log import MFA, Atom, Form, Fun, Pid, Port
from harness import dump, rows, run

CASES = {
    'OTP 25': Form(),
    'OTP 25, no scheduler': Form(scheduler=False),
    'OTP 25, by hand': Form(heads=None),
    'OTP 27': Form(atoms=119, ports=120, release=27),
    'OTP 24': Form(atoms=119, ports=120, release=24, clock='strict', heads=None),
    'OTP 22': Form(atoms=100, pids=103, ports=102, refs=114, release=22),
    'OTP 18': Form(atoms=100, pids=103, ports=102, refs=114, release=18),
    'OTP 18, monotonic': Form(atoms=118, pids=103, ports=102, refs=114, release=18, clock='monotonic', heads=None),
    'R16': Form(atoms=100, pids=103, ports=102, refs=114, release=16, heads='percept'),
    'R12': Form(atoms=100, pids=103, ports=102, refs=101, release=12, scheduler=False, heads='percept'),
    'R13, short atoms': Form(atoms=115, pids=103, ports=102, refs=101, release=13),
    'monotonic': Form(clock='monotonic', heads=None),
    'strict': Form(clock='strict', heads=None, atoms=118),
    'CPU': Form(clock='cpu', heads=None),
    'no time': Form(clock='none', heads=None),
    'no time, no scheduler': Form(clock='none', heads=None, scheduler=False),
}


def story(form):
    """The root spawns a child, they talk, it moves to another scheduler and dies; a port lives. Times in µs."""
    old = form.release <= 18
    work = MFA('m', 'work', (Atom('a'), Fun('m'), [300, 400]))
    # In the old order, what a process without a function does is only told by other records.
    out = [(10, ROOT, 'in', MFA('m', 'start', 0), 1), (20, ROOT, 'spawn', CHILD, work, 1)]
    if form.release >= 19:
        out.append((22, CHILD, 'spawned', ROOT, work, 1))
    out += [(24, ROOT, 'link', CHILD, 1), (25, CHILD, 'getting_linked', ROOT, 1), (26, CHILD, 'register', Atom('wörker'), 1),
            (30, CHILD, 'in', MFA('m', 'work', 3), 2), (40, ROOT, 'send', HELLO, CHILD, 1), (41, CHILD, 'receive', HELLO, 2),
            (50, ROOT, 'gc_start' if old else 'gc_minor_start', [(Atom('heap_size'), 233)], 1),
            (55, ROOT, 'gc_end' if old else 'gc_minor_end', [(Atom('heap_size'), 99)], 1),
            (60, PORT, 'open', ROOT, Atom('tcp_inet'), 1), (90, CHILD, 'out', MFA('m', 'wait', 1), 2),
            (100, ROOT, 'out', 0, 1), (110, CHILD, 'in', MFA('m', 'wait', 1), 1), (130, PORT, 'closed', Atom('normal'), 1),
            (140, CHILD, 'exit', WHY, 1), (150, CHILD, 'out_exited', 0, 1)]
    return out


def write_story(name, form):
    options = ['running'] + ['scheduler_id'] * form.scheduler
    return write(name, form.head(options),
                 *(form.trace(at, subject, tag, *rest[:-1], on=rest[-1]) for at, subject, tag, *rest in story(form)),
                 form.stop(160))


class Forms(unittest.TestCase):
    """One test for each form."""

    def check(self, name, form):
        trace = write_story(name, form)
        processes = {row['process']: row for row in dump(trace, 'processes')}
        threads = {row['thread']: row for row in dump(trace, 'threads')}
        child = processes['<0.60.0>']

        self.assertEqual(dump(trace, 'losses'), [])
        self.assertEqual(set(processes), {'<0.50.0>', '<0.60.0>'})
        self.assertEqual((child['name'], child['entry'], child['parent_process'], child['end']),
                         ('wörker', 'm:work/3', '<0.50.0>', 'killed'))
        self.assertEqual((processes['<0.50.0>']['messages_sent'], child['messages_received']), ('1', '1'))
        self.assertEqual((threads['<0.50.0>']['runs'], threads['<0.60.0>']['runs']), ('1', '2'))
        self.assertEqual(threads['<0.60.0>']['migrations'], '1' if form.scheduler else '')
        self.assertEqual([row['processor'] for row in dump(trace, 'processors')], ['1', '2'] if form.scheduler else [])
        message, = dump(trace, 'messages')
        self.assertEqual((message['from_process'], message['to_process'], int(message['size'])),
                         ('<0.50.0>', '<0.60.0>', form.size(HELLO)))
        port, = dump(trace, 'ports')
        self.assertEqual((port['port'], port['driver'], port['owner']), ('#Port<0.6>', 'tcp_inet', '<0.50.0>'))
        self.assertEqual([row['kind'] for row in dump(trace, 'links')], ['link', 'getting_linked'])
        self.assertEqual(len(dump(trace, 'collections')), 1)
        copied = [row['value'] for row in rows('stats', '--format', 'csv', trace) if row['name'] == 'copied_bytes']
        self.assertEqual(copied, [''], 'Erlang does not say how much a collection copies')
        self.times(trace, form, message, port)
        self.waits(trace)

    def times(self, trace, form, message, port):
        clock = {row['key']: row['value'] for row in dump(trace, 'process-info')}['clock']
        if form.clock == 'none':
            self.assertIn('no time', clock)
            # The order is all that is known: each record comes 1 µs after the one before.
            at = {(tag, subject): i * 1000 for i, (_, subject, tag, *_) in enumerate(story(form))}
            self.assertEqual((int(message['send_ns']), int(message['receive_ns'])),
                             (at['send', ROOT], at['receive', CHILD]))
            return
        start = 0 if form.heads else 10  # the first stamp is time 0
        self.assertEqual((int(message['send_ns']), int(message['receive_ns'])), ((40 - start) * 1000, (41 - start) * 1000))
        self.assertEqual((int(port['start_ns']), int(port['end_ns'])), ((60 - start) * 1000, (130 - start) * 1000))
        threads = {row['thread']: row for row in dump(trace, 'threads')}
        self.assertEqual(int(threads['<0.60.0>']['running_ns']), 100000)
        self.assertEqual(int(threads['<0.50.0>']['running_ns']), 85000)

    def waits(self, trace):
        """Where it went out is the function of its last record. Whether it waits there was not recorded."""
        self.assertIn('runnable', harness.info(trace)['not_recorded'])
        out = [row for row in dump(trace, 'intervals', '--lane', 'thread:1/<0.60.0>') if row['reason']][-1]
        self.assertEqual((out['state'], out['reason']), ('unknown', 'out in m:wait/1'))
        self.assertEqual(dump(trace, 'waits'), [])


def lost_inside(trace):
    """But for what every recording lacks that does not end."""
    return [loss for loss in dump(trace, 'losses') if not loss['reason'].startswith('the log has no end')]


class Dirty(unittest.TestCase):
    """Dirty schedulers all bear the number 0: their lane counts what runs there at once."""

    def setUp(self):
        form, where = Form(schedulers=1), MFA('file', 'read', 2)
        self.trace = write('dirty', form.head(['running', 'exiting', 'garbage_collection', 'scheduler_id']),
                           form.trace(0, ROOT, 'in', where, on=1), form.trace(100, ROOT, 'out', where, on=1),
                           form.trace(110, ROOT, 'in', where, on=0), form.trace(150, CHILD, 'in', where, on=0),
                           form.trace(200, CHILD, 'gc_major_start', [], on=0), form.trace(240, CHILD, 'gc_major_end', [], on=0),
                           form.trace(310, CHILD, 'out', where, on=0), form.trace(320, ROOT, 'out', where, on=0),
                           form.trace(400, Pid(70), 'in', where, on=0), form.trace(450, Pid(70), 'exit', Atom('normal'), on=0),
                           form.trace(500, ROOT, 'in', where, on=1), form.trace(1000, CHILD, 'link', ROOT), form.stop(1500))

    def sums(self, start, end):
        row = [row for row in dump(self.trace, 'processors', '--from', start, '--to', end) if row['processor'] == '0'][0]
        return {name[:-3]: int(value) for name, value in row.items()
                if name.endswith('ing_ns') or name in ('idle_ns', 'unknown_ns') if value != '0'}

    def test_counts(self):
        rows = {row['processor']: row for row in dump(self.trace, 'processors')}
        self.assertEqual({key: rows['0'][key] for key in ('running_ns', 'collecting_ns', 'idle_ns', 'unknown_ns', 'runs')},
                         {'running_ns': '380000', 'collecting_ns': '40000', 'idle_ns': '0', 'unknown_ns': '0', 'runs': '3'})
        self.assertEqual(self.sums(160000, 200000), {'running': 80000})
        self.assertEqual(self.sums(200000, 240000), {'running': 40000, 'collecting': 40000})
        self.assertEqual(self.sums(330000, 400000), {})
        self.assertIn('counts', run('dump', 'intervals', '--lane', 'processor:1/0', self.trace, status=1).err)

    def test_no_sum_has_them(self):
        machine, one = dump(self.trace, 'machines')[0], [row for row in dump(self.trace, 'processors') if row['processor'] == '1'][0]
        for state in ('running', 'idle', 'collecting', 'unknown'):
            self.assertEqual(machine[state + '_ns'], one[state + '_ns'])
        self.assertIn(' 1 Scheduler ', run('stats', self.trace).out)
        self.assertEqual(harness.info(self.trace)['processors'], 1)

    def test_ends_of_runs(self):
        """Who runs when the trace ends does so on both lanes; who exits there, without a record that it goes out, ends then."""
        def last(lane):
            return dump(self.trace, 'intervals', '--lane', lane)[-1]
        for lane in ('processor:1/1', 'thread:1/<0.50.0>'):
            row = last(lane)
            self.assertEqual((row['state'], row['start_ns'], row['duration_ns']), ('running', '500000', '1000000'), lane)
        row = last('thread:1/<0.70.0>')
        self.assertEqual((row['state'], row['start_ns'], row['duration_ns']), ('running', '400000', '50000'))

    def test_cut(self):
        """What is lost at the end may say that it went out."""
        with open(self.trace, 'rb') as file:
            data = file.read()
        cut = write('dirty cut', data[:-30])
        last = [{key: dump(cut, 'intervals', '--lane', lane)[-1][key] for key in ('state', 'start_ns', 'duration_ns')}
                for lane in ('processor:1/1', 'thread:1/<0.50.0>')]
        self.assertEqual(last[0], last[1])
        self.assertEqual(last[0]['duration_ns'], '500000')


class Gone(unittest.TestCase):
    """Traces of dbg: processes end where they run, and no record says that they go out."""

    def states(self, trace, lane):
        """Runs of a lane, in µs, as text."""
        return ' '.join('%s:%d' % (row['state'], int(row['duration_ns']) // 1000)
                        for row in dump(trace, 'intervals', '--lane', lane, '--states-only'))

    def running(self, trace):
        """Of all processes' sum, in µs."""
        rows = harness.rows('columns', '--lane', 'threads:1', '--width', 64, trace)
        return sum(float(row['running_ns']) for row in rows) / 1000

    def trace(self, name, *records):
        form = Form(heads=None, schedulers=0)
        return write(name, *(form.trace(at, subject, tag, *rest, on=1) for at, subject, tag, *rest in records))

    def test_exits(self):
        """The sum of all processes has who exited no longer, either."""
        f = MFA('m', 'f', 0)
        records = [(0, ROOT, 'in', f), (10, ROOT, 'out', f), (20, CHILD, 'spawned', ROOT, MFA('m', 'g', ())), (30, CHILD, 'in', f),
                   (100, CHILD, 'exit', Atom('normal')), (9000, ROOT, 'in', f), (9100, ROOT, 'out', f), (10000, ROOT, 'link', PORT)]
        trace = self.trace('gone', *records)
        self.assertEqual(self.running(trace), 10 + 70 + 100)
        self.assertEqual(self.states(trace, 'processor:1/1'), 'running:10 idle:20 running:70 idle:8900 running:100 idle:900')
        self.assertEqual({row['process']: row['end_ns'] for row in dump(trace, 'processes')}['<0.60.0>'], '100000')
        # It runs until it goes out, where that is recorded: late, too, once it is known that it is.
        early = [(11, Pid(70), 'in', f), (12, Pid(70), 'exit', Atom('normal')), (13, Pid(70), 'out_exited', 0)]
        for later in (150, 2500):
            trace = self.trace('gone out ' + 'early late'.split()[later > 1000], *records[:2], *early, *records[2:5], (later, CHILD, 'out_exited', 0), *records[5:])
            self.assertEqual(self.states(trace, 'thread:1/<0.60.0>'), 'unknown:10 running:%u' % (later - 30))
            self.assertEqual(self.states(trace, 'processor:1/1'), 'running:10 idle:1 running:2 idle:17 running:%u idle:%u running:100 '
                             'idle:900' % (later - 30, 9000 - later))
            self.assertEqual(self.running(trace), 10 + 2 + later - 30 + 100)

    def test_runs_alone(self):
        """Who is in when another goes in is there no longer: since when is not known."""
        f = MFA('m', 'f', 0)
        trace = self.trace('gone without a word', (0, ROOT, 'in', f), (100, ROOT, 'out', f), (200, CHILD, 'in', f), (300, ROOT, 'in', f),
                           (400, ROOT, 'out', f), (500, Pid(70), 'in', f), (550, Pid(70), 'send', Atom('x'), ROOT), (600, ROOT, 'in', f),
                           (700, ROOT, 'out', f), (800, ROOT, 'in', f), (900, ROOT, 'out', f), (1000, ROOT, 'link', PORT))
        self.assertEqual(self.states(trace, 'processor:1/1'), 'running:100 idle:100 unknown:100 running:100 idle:100 running:50 '
                         'unknown:50 running:100 idle:100 running:100 idle:100')
        self.assertEqual(self.states(trace, 'thread:1/<0.70.0>'), 'unknown:500 running:50 unknown:450')
        self.assertEqual(self.running(trace), 100 + 100 + 50 + 100 + 100)


class Silent(unittest.TestCase):
    """Schedulers that are in no record but that which says how many there are."""

    def states(self, trace, number):
        return [(row['state'], int(row['start_ns']) // 1000)
                for row in dump(trace, 'intervals', '--states-only', '--lane', 'processor:1/%d' % number)]

    def test_idle_once_that_is_known(self):
        form = Form(schedulers=4)
        trace = write('silent', form.head(['running', 'scheduler', 'scheduler_id']),
                      form.scheduler_activity(100, 3, False, 2), form.trace(200, ROOT, 'in', MFA('m', 'f', 1), on=2),
                      form.scheduler_activity(300, 1, True, 2), form.scheduler_activity(400, 1, False, 1), form.stop(500))
        self.assertEqual([row['processor'] for row in dump(trace, 'processors')], ['1', '2', '3', '4'])
        # Two are active behind 100 µs, who is not told; behind 300 µs they are 2, which runs, and 1.
        self.assertEqual(self.states(trace, 4), [('unknown', 0), ('idle', 300)])
        self.assertEqual(self.states(trace, 3), [('unknown', 0), ('idle', 100)])
        self.assertEqual(self.states(trace, 2), [('unknown', 0), ('running', 200)])

    def test_by_who_runs(self):
        form = Form(schedulers=3)
        trace = write('silent by runs', form.head(['running', 'scheduler', 'scheduler_id']),
                      form.scheduler_activity(100, 3, False, 1), form.trace(200, ROOT, 'out', MFA('m', 'f', 1), on=2),
                      form.stop(500))
        self.assertEqual(self.states(trace, 1), [('unknown', 0), ('idle', 200)])

    def test_nothing_said(self):
        form = Form(schedulers=3)
        trace = simple(form, form.trace(10, ROOT, 'in', MFA('m', 'f', 1), on=2), form.stop(500))
        self.assertEqual(self.states(trace, 1), [('unknown', 0)])
        trace = simple(form, form.trace(10, ROOT, 'exit', Atom('normal')), form.stop(500))
        self.assertEqual(dump(trace, 'processors'), [])

    def test_lost(self):
        """Where records are lost, nothing is concluded from what was said before."""
        form = Form(schedulers=3)
        trace = write('silent lost', form.head(['running', 'scheduler', 'scheduler_id']),
                      form.scheduler_activity(100, 3, False, 1), form.drop(5), form.trace(200, ROOT, 'in', MFA('m', 'f', 1), on=2),
                      form.stop(500))
        self.assertEqual(self.states(trace, 1), [('unknown', 0)])


class Records(unittest.TestCase):
    """What may stand in a record."""

    def test_exit_reason(self):
        form = Form()
        trace = simple(form, form.trace(10, ROOT, 'exit', (Atom('badmatch'), 7), on=1), form.trace(20, CHILD, 'in', 0, on=1))
        self.assertEqual({row['process']: row['exit_reason'] for row in dump(trace, 'process-tree') if row['process']},
                         {'<0.50.0>': '{badmatch,7}', '<0.60.0>': ''})
        again = {row['process']: row['exit_reason'] for row in dump(trace, 'process-tree')}  # from the kept index
        self.assertEqual(again['<0.50.0>'], '{badmatch,7}')
        self.assertIn('{badmatch,7}', dump(trace, 'events')[-2]['detail'])

    def test_scheduler_of_unknown_function(self):
        # {in, 0, 3} alone does not tell which of the two is the scheduler: other records of the file do, even later ones.
        for release in (16, 25):
            form = Form(release=release, schedulers=0)
            trace = simple(form, form.trace(10, ROOT, 'in', 0, on=3), form.trace(20, ROOT, 'out', MFA('m', 'f', 1), on=3))
            self.assertEqual([row['processor'] for row in dump(trace, 'processors')], ['3'], release)

    def test_match_messages(self):
        # A match message of whatever kind stands before the scheduler, or where it would be.
        for scheduler in (True, False):
            form = Form(scheduler=scheduler)
            trace = simple(form, form.trace(10, ROOT, 'in', MFA('m', 'f', 0), on=1),
                           form.trace(20, ROOT, 'send', Atom('x'), CHILD, on=1, match=(ROOT,)),
                           form.trace(21, ROOT, 'send', Atom('x'), CHILD, on=1, match=(7,)),
                           form.trace(22, CHILD, 'receive', Atom('x'), on=1, match=((Atom('any'), 5),)),
                           form.trace(23, CHILD, 'receive', Atom('x'), on=1, match=(9,)),
                           form.trace(24, CHILD, 'call', MFA('m', 'g', 2), on=1, match=(3,)),
                           form.trace(25, CHILD, 'call', MFA('m', 'g', (1, 2)), on=1,
                                      match=((Atom('cp'), MFA('m', 'h', 0)),)))
            self.assertEqual([(row['from_process'], row['to_process'], row['size']) for row in dump(trace, 'messages')],
                             [('<0.50.0>', '<0.60.0>', str(form.size(Atom('x'))))] * 2)
            self.assertEqual({row['processor'] for row in dump(trace, 'events')} - {''}, {'1'} if scheduler else set())

    def test_names_from_before(self):
        # Nobody said who bears the name: who receives what was sent to it does, from then on.
        form = Form()
        first, second = (Atom('ping'), ROOT, "some text"), (Atom('pong'), ROOT, "some text")
        trace = simple(form, form.trace(10, ROOT, 'in', MFA('m', 'f', 0), on=1),
                       form.trace(20, ROOT, 'send', first, Atom('a_server'), on=1), form.trace(21, CHILD, 'receive', first, on=1),
                       form.trace(30, ROOT, 'send', second, (Atom('a_server'), Atom('nonode@nohost')), on=1),
                       form.trace(31, CHILD, 'receive', second, on=1),
                       form.trace(40, ROOT, 'send', first, Atom('nobody_known'), on=1))
        self.assertEqual([(row['from_process'], row['to_process'], row['send_ns'], row['receive_ns'])
                          for row in dump(trace, 'messages')],
                         [('<0.50.0>', '<0.60.0>', '20000', '21000'), ('<0.50.0>', '<0.60.0>', '30000', '31000'),
                          ('<0.50.0>', '', '40000', '')])
        self.assertEqual({row['process']: row['name'] for row in dump(trace, 'processes')}['<0.60.0>'], 'a_server')

    def test_unknown_records_are_events(self):
        form = Form()
        trace = simple(form, form.trace(10, ROOT, 'in', MFA('m', 'f', 0), on=1),
                       form.trace(20, ROOT, 'frobnicated', Atom('x'), on=1),
                       form.record((Atom('seq_trace'), 0, (Atom('send'), (1, 2), ROOT, CHILD, "hi"))),
                       form.record((Atom('future'), 1, 2, 3)), form.record([1, 2]),
                       form.trace(30, ROOT, 'out', MFA('m', 'f', 0), on=1))
        events = [(row['time_ns'], row['name'], row['detail']) for row in dump(trace, 'events')][-5:]
        self.assertEqual([(name, detail.split()[:2]) for _, name, detail in events if name == 'other'][:2],
                         [('other', ['<0.50.0>', 'frobnicated']), ('other', ['seq_trace', '0'])])
        self.assertEqual(events[-1][:2], ('30000', 'out'))
        self.assertEqual(lost_inside(trace), [])
        self.assertEqual({row['process'] for row in dump(trace, 'processes')}, {'<0.50.0>'})

    def test_nested_a_million_deep(self):
        """No record is so: a loss, whatever it is nested in; but a body of a message is passed over as any other."""
        form, n = Form(), 1000000
        near = form.trace(10, ROOT, 'in', MFA('m', 'f', 0), on=1), form.trace(90, ROOT, 'out', MFA('m', 'f', 0), on=1)
        tuples, lists = b'h\x01' * n + b'j', b'l\0\0\0\1' * n + b'j' * (n + 1)
        maps = b't\0\0\0\1a\1' * n + b'j'

        def raw(data):
            return struct.pack('>BI', 0, len(data) + 1) + b'\x83' + data

        for inside in (tuples, lists, maps):
            for data in (inside, b'h\2' + inside + b'a\1', b'h\2d\0\6future' + inside, b'h\4d\0\6futurea\1a\2' + inside,
                         b'h\5d\0\x08trace_ts' + inside + b'd\0\2inja\0'):
                trace = simple(form, near[0], raw(data), near[1])
                loss, = dump(trace, 'losses')
                self.assertEqual((loss['reason'], int(loss['bytes'])), ('a record whose term is nested too deeply to be read', len(data) + 6))
                self.assertEqual([row['name'] for row in dump(trace, 'events')][-2:], ['in', 'out'])
        mark = b'the body comes here'
        sent = form.trace(20, ROOT, 'send', mark, CHILD, on=1)
        whole = form.term(mark)
        sent = raw(sent[6:].replace(whole, tuples))
        trace = simple(form, near[0], sent, near[1])
        self.assertEqual(lost_inside(trace), [])
        self.assertEqual([row['to_process'] for row in dump(trace, 'messages')], ['<0.60.0>'])

    def test_only_active(self):
        form = Form(scheduler=False, heads='percept')
        trace = simple(form, form.profile(10, ROOT, True, MFA('m', 'f', 1)), form.profile(30, ROOT, False, MFA('m', 'g', 1)),
                       form.profile(70, ROOT, True, MFA('m', 'g', 1)), form.profile(80, ROOT, False))
        self.assertEqual([(row['duration_ns'], row['state'], row['reason'])
                          for row in dump(trace, 'intervals', '--lane', 'thread:1/<0.50.0>')],
                         [('10000', 'unknown', ''), ('20000', 'active', ''), ('40000', 'blocked', 'waiting in m:g/1'),
                          ('10000', 'active', '')])

    def test_clocks_go_on_from_records_without_time(self):
        none, form = Form(clock='none', heads=None), Form(heads=None)
        trace = write('mixed', none.trace(0, ROOT, 'in', MFA('m', 'f', 0), on=1), none.trace(0, ROOT, 'out', 0, on=1),
                      form.profile(0, ROOT, False, MFA('m', 'f', 0)), none.trace(0, ROOT, 'in', MFA('m', 'f', 0), on=1),
                      form.profile(50, ROOT, True, MFA('m', 'f', 0)))
        self.assertEqual([row['time_ns'] for row in dump(trace, 'events')], ['0', '1000', '1000', '1001', '51000'])


class Mixed(unittest.TestCase):
    def test_two_recordings(self):
        form = Form()
        one = [form.trace(10, ROOT, 'in', MFA('m', 'f', 0), on=1), form.trace(30, ROOT, 'out', MFA('m', 'f', 0), on=1)]
        trace = simple(form, *one, form.stop(40), form.head(['running']), *one, form.stop(40))
        loss, = dump(trace, 'losses')
        self.assertIn('another recording begins here', loss['reason'])
        self.assertGreater(int(loss['from_byte']), 0)
        self.assertEqual(len([row for row in dump(trace, 'events') if row['name'] == 'in']), 2)


class Sources(unittest.TestCase):
    """Functions that the trace names, where they stand."""
    TEXT = '-module(m).\n%% f(0) -> no.\n\nf(0) -> 1;\nf(N) ->\n    N * f(N - 1).\n\ng() -> ok.\n'

    @classmethod
    def setUpClass(cls):
        form = Form(heads=None)
        cls.trace = write('sources', form.trace(1, ROOT, 'spawn', CHILD, MFA('m', 'f', (7,)), on=1),
                          form.trace(2, CHILD, 'in', MFA('m', 'f', 1), on=1), form.trace(3, CHILD, 'out', MFA('m', 'h', 2), on=1),
                          form.trace(4, CHILD, 'in', MFA('other', 'x', 0), on=1), form.trace(5, CHILD, 'out', MFA('other', 'x', 0), on=1))
        cls.folder = os.path.join(harness.WORK.name, 'src')
        os.makedirs(os.path.join(cls.folder, 'deep'))
        cls.file = os.path.join(cls.folder, 'deep', 'm.erl')
        with open(cls.file, 'w', encoding='utf-8') as file:
            file.write(cls.TEXT)

    def rows(self, *args):
        return [tuple(row.values()) for row in dump(self.trace, 'sources', *args)]

    def test_found(self):
        self.assertEqual(self.rows('--source-path', self.folder),
                         [('m:f/1', self.file, '4', 'f(0) -> 1;\nf(N) ->\n    N * f(N - 1).'),
                          ('m:h/2', self.file, '', ''), ('other:x/0', '', '', '')])

    def test_pattern(self):
        self.assertEqual([row[0] for row in self.rows('--function', 'm:*')], ['m:f/1', 'm:h/2'])

    def test_folders(self):
        done = run('dump', 'sources', '--source-path', '/nowhere', '--source-path', self.folder, self.trace)
        self.assertIn('/nowhere: there is no such folder', done.err)
        self.assertIn(self.file, done.out)
        self.assertIn('no folder of sources was given', run('dump', 'sources', self.trace).err)
        run('dump', 'processes', '--source-path', self.folder, self.trace, status=2)


class Disorder(unittest.TestCase):
    """Records that stand further from their place in time than what is held back."""

    FAR = 530000  # more than the window

    def test_far(self):
        form = Form(scheduler=False, heads=None)
        begin = 300 * 10**6  # all its numbers take four bytes, so that records can be put together
        starts = {(pid, tag): form.trace(begin + 70000, pid, tag, MFA('m', tag, 0))[:-15]
                  for pid in (ROOT, CHILD) for tag in ('in', 'out')}
        self.assertEqual(starts[ROOT, 'in'][-2:], b'\x68\x03')

        def records(pid, first, step, count):
            for i in range(count):
                at = begin + first + i * step
                mega, sec, micro = form.wall(at)
                yield at, starts[pid, 'out' if i % 2 else 'in'] + struct.pack('>BiBiBi', 98, mega, 98, sec, 98, micro | 256)

        def write_records(name, pairs):
            path = os.path.join(harness.WORK.name, name)
            # Written as they are made: what this process once had counts as its children's, too.
            with gzip.open(path, 'wb', 1) if name.endswith('.gz') else open(path, 'wb') as file:
                file.writelines(data for _, data in pairs)
            return path

        one, other = (ROOT, 0, 512, self.FAR), (CHILD, 2048, 4096, 4000)
        far = write_records('far.dat', itertools.chain(records(*one), records(*other)))
        near = write_records('near.dat', heapq.merge(records(*one), records(*other), key=lambda pair: pair[0]))
        made = json.loads(run('index', '--json', far).out)
        self.assertEqual(made['events'], self.FAR + 4000)
        self.assertLess(made['peak_memory_bytes'], 150e6)
        self.assertEqual(dump(far, 'losses'), [])
        for table in ('threads', 'processes'):
            self.assertEqual(dump(far, table), dump(near, table))
        lane = ['--lane', 'thread:1/<0.60.0>']
        self.assertEqual(run('dump', 'intervals', *lane, far).out, run('dump', 'intervals', *lane, near).out)
        packed = write_records('packed.dat.gz', itertools.chain(records(*one), records(*other)))
        self.assertEqual(dump(packed, 'threads'), dump(near, 'threads'))
        part = ['--from', '100000000', '--to', '101000000']
        self.assertEqual(run('dump', 'events', *part, far).out, run('dump', 'events', *part, near).out)


for _name, _form in CASES.items():
    setattr(Forms, 'test_' + ''.join(c if c.isalnum() else '_' for c in _name),
            lambda self, n=_name, f=_form: self.check(n, f))

class Numbers(unittest.TestCase):
    """Whom a table tells by a number is told from all others."""

    def test_names(self):
        form = Form(scheduler=False)
        names = ['server_aB', 'server_b!', 'server_aB_', 'server_b!_'] # alike by GLib's hash, each two
        trace = simple(form, *(form.trace(10 + i, ROOT, 'send', (Atom('hello'), i), Atom(name)) for i, name in enumerate(names)))
        self.assertEqual([row['to_name'] for row in dump(trace, 'messages')], names)

    def test_old_pids(self):
        """Pids with a serial number, as OTP up to 23 gives them when 32,768 were made."""
        form = Form(scheduler=False, pids=103, atoms=100, ports=102, refs=114)
        pids = [Pid(7), Pid(7, 1), Pid(7, 2), Pid(8, 1), Pid(32767, 8191), Pid(0, 1)]
        trace = simple(form, *(form.trace(10 + i, ROOT, 'spawn', pid, MFA('m', 'f', 0)) for i, pid in enumerate(pids)),
                       *(form.trace(20 + i, ROOT, 'send', (Atom('hello'), i), pid) for i, pid in enumerate(pids)))
        names = ['<0.%d.%d>' % pid[:2] for pid in pids]
        self.assertEqual({row['process'] for row in dump(trace, 'processes')}, {'<0.50.0>', *names})
        self.assertEqual([row['to_process'] for row in dump(trace, 'messages')], names)


class Strangers(unittest.TestCase):
    """Whom messages and links name, and who is no process of the trace."""
    A = Pid(50, 0, 'a@host')
    SERVER = Pid(70, 0, 'b@host')
    FAR = Pid(80, 3, 'b@host')
    PORT = Port(6, 'a@host')

    @classmethod
    def setUpClass(cls):
        form, a = Form(scheduler=False), cls.A
        long = (Atom('a message that is long enough'), a, 12345)
        inside = (Atom('another one that is long enough'), 17)
        cls.sizes = form.size(long), form.size(inside)
        cls.records = form.head(['send']) + b''.join(form.trace(*record) for record in (
            (10, a, 'in', MFA('m', 'f', 0)),
            (20, a, 'send', long, (Atom('server'), Atom('b@host'))),
            (30, a, 'send', inside, Atom('nobody')),
            (40, a, 'send', inside, cls.FAR),
            (50, cls.PORT, 'open', a, Atom('cat')),
            (51, a, 'link', cls.PORT),
            (52, cls.PORT, 'getting_linked', a),
            (53, a, 'link', cls.FAR),
            (54, a, 'link', Port(9, 'a@host')),
            (60, a, 'send', inside, cls.PORT),
            (70, cls.PORT, 'receive', inside),
            (80, cls.PORT, 'send', inside, Pid(32767, 8191, 'a@host'))))
        cls.here = write('strangers_a', cls.records, form.stop(200))
        other = b''.join(form.trace(*record) for record in (
            (15, cls.SERVER, 'in', MFA('m', 'g', 0)),
            (25, cls.SERVER, 'receive', inside),
            (90, cls.SERVER, 'receive', long)))
        cls.there = write('strangers_b', form.head(['receive']), other, form.stop(200))

    def ends(self, *traces):
        return [(row['send_ns'], row['to_machine'], row['to_process'], row['to_port'], row['receive_ns'], row['to_name'],
                 row['to_node']) for row in dump(traces[0], 'messages', *traces[1:]) if row['from_machine']]

    def test_alone(self):
        self.assertEqual(self.ends(self.here, '--alone'),
                         [('20000', '', '', '', '', 'server', 'b@host'), ('30000', '1', '', '', '', 'nobody', ''),
                          ('40000', '', '<0.80.3>', '', '', '', 'b@host'), ('60000', '1', '', '#Port<0.6>', '70000', '', ''),
                          ('80000', '1', '<0.32767.8191>', '', '', '', '')])

    def test_links(self):
        self.assertEqual([(row['from'], row['to'], row['kind']) for row in dump(self.here, 'links', '--alone')],
                         [('<0.50.0>', '#Port<0.6>', 'link'), ('#Port<0.6>', '<0.50.0>', 'getting_linked'),
                          ('<0.50.0>', 'b@host <0.80.3>', 'link'), ('<0.50.0>', '#Port<0.9>', 'link')])

    def test_parents(self):
        """Who was made from another node: by whom, whether that node was recorded or not."""
        form, child = Form(scheduler=False), Pid(51, 0, 'a@host')
        here = write('strangers_c', self.records, form.trace(90, child, 'spawned', self.SERVER, MFA('m', 'h', ())), form.stop(200))
        for _ in range(2):  # from the kept index, too
            for table in ('processes', 'process-tree'):
                rows = {row['process']: (row['parent_machine'], row['parent_process'], row['parent_node'])
                        for row in dump(here, table, '--alone')}
                self.assertEqual((rows['<0.51.0>'], rows['<0.50.0>']), (('', '<0.70.0>', 'b@host'), ('', '', '')))
        rows = {row['process']: row for row in dump(here, 'processes', self.there)}
        self.assertEqual((rows['<0.51.0>']['parent_machine'], rows['<0.51.0>']['parent_process'], rows['<0.51.0>']['parent_node']),
                         (rows['<0.70.0>']['machine'], '<0.70.0>', ''))
        place = {row['process']: row['parent_process'] for row in dump(here, 'process-tree', '--alone', '--by', 'place')}
        self.assertEqual(place['<0.51.0>'], '')

    def test_both_nodes(self):
        """The name is borne by who receives what was sent to it."""
        first = self.ends(self.here, self.there)[0]
        self.assertEqual((first[0], first[2], first[4], first[5]), ('20000', '<0.70.0>', '90000', ''))
        machines = {row['machine'] for row in dump(self.here, 'machines', self.there)}
        self.assertIn(first[1], machines)

    def test_matrix(self):
        """Ports are told, as processes are."""
        for _ in range(2):  # from the kept index, too
            self.assertEqual([(row['from_process'], row['from_port'], row['to_process'], row['to_port'], row['to_name'], row['to_node'],
                               row['count']) for row in dump(self.here, 'message-matrix', '--alone')],
                             [('<0.50.0>', '', '', '', 'nobody', '', '1'), ('<0.50.0>', '', '', '#Port<0.6>', '', '', '1'),
                              ('<0.50.0>', '', '<0.80.3>', '', '', 'b@host', '1'), ('<0.50.0>', '', '', '', 'server', 'b@host', '1'),
                              ('', '#Port<0.6>', '<0.32767.8191>', '', '', '', '1')])
        for by in ('machine', 'processor'):
            self.assertEqual({row['from_port'] + row['to_port'] for row in dump(self.here, 'message-matrix', '--alone', '--by', by)}, {''})

    def test_graph(self):
        """Each has a node of its own in the message graph, by its name."""
        path = os.path.join(harness.WORK.name, 'strangers.svg')
        run('export', '--view', 'message-graph', '--by', 'process', '--alone', '-o', path, self.here)
        with open(path, encoding='utf-8') as file:
            text = file.read()
        for name in ('nobody', 'server', 'b@host'):
            self.assertIn(name, text)


class Mailbox(unittest.TestCase):
    def test_of_another_node(self):
        """It grows by what another node sends: on the sender's clock, and a row of its table."""
        form, maker, server = Form(), Pid(50, 0, 'a@host'), Pid(70, 0, 'b@host')
        jobs = [(Atom('a job that is long enough'), maker, i) for i in range(60)]
        sent = [form.trace(10, maker, 'in', MFA('m', 'f', 0), on=1)]
        sent += [form.trace(20 + 300 * i, maker, 'send', job, server, on=1) for i, job in enumerate(jobs)]
        sent += [form.trace(18000, maker, 'out', 0, on=1), form.trace(18001, maker, 'exit', Atom('normal'), on=1)]
        taken = [form.trace(10, server, 'in', MFA('m', 'g', 0), on=1)]
        taken += [form.trace(1000 + 1000 * i, server, 'receive', job, on=1) for i, job in enumerate(jobs)]
        here = write('mailbox_a', form.head(['send', 'running', 'procs', 'scheduler_id']), *sent, form.stop(61000))
        there = write('mailbox_b', form.head(['receive', 'running', 'procs', 'scheduler_id']), *taken, form.stop(61000))
        found = {row['rule']: row for row in json.loads(run('explain', '--json', here, there).out)['findings']}
        # 60 were sent when the last one was, and 17 taken.
        self.assertIn('grows to 43 messages', found['growing_mailbox']['sentence'])
        self.assertIn('<0.70.0>', found['growing_mailbox']['title'])


if __name__ == '__main__':
    harness.main()
