#!/usr/bin/env python3
"""test-erlang-waits.py: what ended the waits of Erlang's processes, who kept all others waiting, and what was not recorded.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import os
import unittest

import harness
from erlang_files import CHILD, HELLO, PORT, ROOT, simple, write
from erlang_log import MFA, Atom, Form, Pid, Ref
from harness import dump, run


class Server(unittest.TestCase):
    """Three clients call one gen_server over and over. Its scheduler is busy, and so is the other one for half of the time: hardly anything
    idles, and yet there is one thing to mend."""

    def records(self, delay=0):
        """Every 100 µs the server answers one, who thinks for 50 µs and calls again. `delay`: for so long before that it is taken off its
        scheduler, though it could run."""
        server, clients = Pid(70), [Pid(71), Pid(72), Pid(73)]
        yield (0, server, 'in', MFA('gen_server', 'loop', 7), 1)
        for i, client in enumerate(clients):
            yield (1 + i, client, 'in', MFA('m', 'client', 0), 2)
            yield (1 + i, client, 'send', (Atom('$gen_call'), client, i), server, 2)
            yield (1 + i, client, 'out', MFA('gen', 'do_call', 4), 2)
        for turn in range(60):
            at, client, reference = (100 + delay) * (turn + 1), clients[turn % 3], Ref((turn, 2, 3))
            yield (at - 90, server, 'receive', (Atom('$gen_call'), client, turn), 1)
            if delay > 0:
                yield (at - delay - 95, server, 'out', MFA('gen_server', 'loop', 7), 1)
                yield (at - 92, server, 'in', MFA('gen_server', 'loop', 7), 1)
            yield (at, server, 'send', ([Atom('alias'), reference], turn), reference, 1)
            yield (at + 2, client, 'in', MFA('gen', 'do_call', 4), 2)
            yield (at + 3, client, 'receive', ([Atom('alias'), reference], turn), 2)
            yield (at + 52, client, 'send', (Atom('$gen_call'), client, turn + 3), server, 2)
            yield (at + 53, client, 'out', MFA('gen', 'do_call', 4), 2)

    def trace(self, name, delay=0):
        form = Form(heads='percept2')
        records = sorted(self.records(delay), key=lambda record: record[0])
        activity = [(at, subject, tag == 'in', rest[0]) for at, subject, tag, *rest in records
                    if tag in ('in', 'out') and subject.id != 70]
        lines = [(at, 1, form.trace(at, *rest)) for at, *rest in records]
        lines += [(at - 1 if active else at, 0 if active else 2, form.profile(at - 1 if active else at, subject, active, where))
                  for at, subject, active, where in activity if at > 0]
        if delay > 0:
            lines.append((0, 0, form.profile(0, Pid(70), True, MFA('gen_server', 'loop', 7))))
        options = ['running', 'scheduler_id', 'send', 'receive', 'runnable_procs']
        return write(name, form.head(options), *[line for _, _, line in sorted(lines, key=lambda line: line[:2])], form.stop(61 * (100 + delay)))

    def test_finding(self):
        trace = self.trace('server')
        first = json.loads(run('explain', '--json', trace).out)['findings'][0]
        self.assertEqual((first['rule'], first['what_if']), ('slow_server', 'thread:1/<0.70.0> x0.5'))
        self.assertIn('processes wait for <0.70.0>', first['sentence'])
        told = run('explain', trace).out
        self.assertIn('How much hangs on it: if <0.70.0> took half the time', told)
        # What was not recorded is not to be left out.
        self.assertIn('Trace fewer processes.', told)
        self.assertNotIn('flags that are not needed', told)

    def test_no_core(self):
        """It runs for two fifths of the path at most, since it gets no scheduler for the rest: both is said."""
        told = json.loads(run('explain', '--json', self.trace('server-no-core', 170)).out)
        self.assertEqual({row['rule'] for row in told['findings'][:2]}, {'no_core', 'slow_server'})


class Waits(unittest.TestCase):
    """A process goes in before it receives what woke it, as plain time stamps have it. Who sent that is the cause all the same."""

    def wait(self, *records):
        form = Form(heads=None)
        out = [(0, ROOT, 'in', MFA('m', 'start', 0), 1), (10, CHILD, 'in', MFA('m', 'work', 0), 2), (20, CHILD, 'out', MFA('m', 'wait', 0), 2)]
        trace = write('waits', *[form.trace(*record) for record in out], form.profile(20, CHILD, False, MFA('m', 'wait', 0)),
                      *[form.trace(*record) for record in records], form.stop(200))
        row, = [row for row in dump(trace, 'waits') if row['thread'] == '<0.60.0>' and row['start_ns'] == '20000']
        return row['duration_ns'], row['end_by'], row['waker'], row['root'], row['root_thread']

    def test_sent_before(self):
        self.assertEqual(self.wait((50, ROOT, 'send', HELLO, CHILD, 1), (54, CHILD, 'in', MFA('m', 'wait', 0), 2),
                                   (56, CHILD, 'receive', HELLO, 2), (60, CHILD, 'out', MFA('m', 'wait', 0), 2)),
                         ('34000', 'wakeup', '<0.50.0>', 'local', '<0.50.0>'))

    def test_sent_to_a_name(self):
        """Whose name it is shows only when it is received."""
        self.assertEqual(self.wait((50, ROOT, 'send', HELLO, Atom('child'), 1), (54, CHILD, 'in', MFA('m', 'wait', 0), 2),
                                   (56, CHILD, 'receive', HELLO, 2), (60, CHILD, 'out', MFA('m', 'wait', 0), 2)),
                         ('34000', 'wakeup', '<0.50.0>', 'local', '<0.50.0>'))

    def test_sent_to_a_reference(self):
        """As gen_server answers; whose it is shows only when it is received."""
        answer = ([Atom('alias'), Ref((7, 8, 9))], 42)
        records = [(50, ROOT, 'send', answer, Ref((7, 8, 9)), 1), (54, CHILD, 'in', MFA('m', 'wait', 0), 2), (56, CHILD, 'receive', answer, 2)]
        self.assertEqual(self.wait(*records, (60, CHILD, 'out', MFA('m', 'wait', 0), 2)), ('34000', 'wakeup', '<0.50.0>', 'local', '<0.50.0>'))
        message, = dump(os.path.join(harness.WORK.name, 'waits.dat'), 'messages')
        self.assertEqual((message['from_process'], message['to_process'], message['receive_ns']), ('<0.50.0>', '<0.60.0>', '56000'))
        self.assertEqual(dump(os.path.join(harness.WORK.name, 'waits.dat'), 'processes')[-1]['name'], '')

    def test_after(self):
        """The time is over: `timeout` is received, which nobody has sent; if somebody did, it is a message."""
        there = [(54, CHILD, 'in', MFA('m', 'wait', 0), 2), (56, CHILD, 'receive', Atom('timeout'), 2), (60, CHILD, 'out', MFA('m', 'wait', 0), 2)]
        self.assertEqual(self.wait(*there), ('34000', 'wakeup', '', 'timer', ''))
        self.assertEqual(self.wait((50, ROOT, 'send', Atom('timeout'), CHILD, 1), *there), ('34000', 'wakeup', '<0.50.0>', 'local', '<0.50.0>'))

    def test_sent_from_another_node(self):
        """Somebody of the other one, not who has the same number here."""
        form, here, there, answer = Form(), Pid(60, 0, 'a@host'), Pid(70, 0, 'b@host'), (Atom('an answer that is long enough'), 7)
        first = write('node_a', form.head(['running', 'scheduler_id', 'receive']), *[form.trace(*record[:-1], on=record[-1]) for record in (
            (0, Pid(70, 0, 'a@host'), 'in', MFA('m', 'other', 0), 2), (10, here, 'in', MFA('m', 'work', 0), 1), (20, here, 'out', MFA('m', 'wait', 0), 1))],
            form.profile(20, here, False, MFA('m', 'wait', 0)), *[form.trace(*record[:-1], on=record[-1]) for record in (
                (54, here, 'in', MFA('m', 'wait', 0), 1), (56, here, 'receive', answer, 1), (90, here, 'out', MFA('m', 'wait', 0), 1))], form.stop(200))
        second = write('node_b', form.head(['running', 'scheduler_id', 'send']), *[form.trace(*record[:-1], on=record[-1]) for record in (
            (5, there, 'in', MFA('m', 'serve', 0), 1), (40, there, 'send', answer, here, 1), (45, there, 'out', MFA('m', 'serve', 0), 1))], form.stop(200))
        found = [(row['piece'], row['start_ns'], row['duration_ns'], row['by_thread']) for row in dump(first, 'wait-pieces', second)
                 if row['thread'] == '<0.60.0>' and row['piece'] in ('late_producer', 'in_flight')]
        self.assertEqual(found, [('late_producer', '20000', '20000', '<0.70.0>'), ('in_flight', '40000', '14000', '<0.70.0>')])
        by, = {(row['by_machine'], row['machine']) for row in dump(first, 'wait-pieces', second) if row['piece'] == 'in_flight'}
        self.assertNotEqual(*by)

    def test_sent_later(self):
        """It ran by itself, and was sent to only then: a timer."""
        self.assertEqual(self.wait((54, CHILD, 'in', MFA('m', 'wait', 0), 2), (55, ROOT, 'send', HELLO, CHILD, 1),
                                   (56, CHILD, 'receive', HELLO, 2), (60, CHILD, 'out', MFA('m', 'wait', 0), 2)),
                         ('34000', 'run', '', 'none', ''))


class Causes(unittest.TestCase):
    """What wakes a process is not always a process. Our own recorder says whom a message is from."""

    def cause(self, *records, name='causes'):
        form = Form(heads='percept2')
        before = [(0, ROOT, 'in', MFA('m', 'start', 0), 1), (10, CHILD, 'in', MFA('m', 'work', 0), 2), (20, CHILD, 'out', MFA('m', 'wait', 0), 2)]
        options = ['running', 'scheduler_id', 'send', 'receive', 'runnable_procs', '{recorder,lanescope}']
        trace = write(name, form.head(options), *[form.trace(*record) for record in before], form.profile(20, CHILD, False, MFA('m', 'wait', 0)),
                      form.profile(50, CHILD, True, MFA('m', 'wait', 0)), form.trace(54, CHILD, 'in', MFA('m', 'wait', 0), on=2),
                      *[form.trace(at, *rest, on=2) for at, *rest in records], form.stop(200))
        row, = [row for row in dump(trace, 'waits') if row['thread'] == '<0.60.0>' and row['start_ns'] == '20000']
        woken = [(wakeup['by_thread'], wakeup['cause']) for wakeup in dump(trace, 'wakeups') if wakeup['thread'] == '<0.60.0>']
        return row['end_by'], row['waker'], row['root'], row['root_thread'], woken

    def received(self, message, sender):
        return self.cause((56, CHILD, 'receive', message, (Atom('from'), sender)))

    def test_after(self):
        self.assertEqual(self.received(Atom('timeout'), Atom('undefined')), ('wakeup', '', 'timer', '', [('', 'timer')]))

    def test_send_after(self):
        self.assertEqual(self.received(Atom('tick'), Atom('undefined')), ('wakeup', '', 'timer', '', [('', 'timer')]))

    def test_port(self):
        self.assertEqual(self.received((PORT, (Atom('data'), 'x')), Atom('undefined')), ('wakeup', '', 'port', '', [('', 'port')]))

    def test_pieces(self):
        """What it was in a wait; a message of who was not recorded is no time that is over."""
        for message, sender, piece in ((Atom('timeout'), Atom('undefined'), 'timer'), ((PORT, (Atom('data'), 'x')), Atom('undefined'), 'foreign'),
                                       (Atom('ok'), Pid(99), 'unknown')):
            self.received(message, sender)
            found = [row['piece'] for row in dump(os.path.join(harness.WORK.name, 'causes.dat'), 'wait-pieces')
                     if row['thread'] == '<0.60.0>' and row['start_ns'] == '20000']
            self.assertEqual(found, [piece])

    def test_end_of_another(self):
        self.assertEqual(self.cause((40, ROOT, 'exit', Atom('normal')), (56, CHILD, 'receive', (Atom('EXIT'), ROOT, Atom('normal')), (Atom('from'), ROOT))),
                         ('wakeup', '<0.50.0>', 'exit', '<0.50.0>', [('<0.50.0>', 'exit')]))

    def test_told_to_end(self):
        self.assertEqual(self.cause((56, CHILD, 'exit', Atom('killed'))), ('wakeup', '', 'exit', '', [('', 'exit')]))

    def test_who_was_not_recorded(self):
        self.assertEqual(self.received(Atom('ok'), Pid(99)), ('wakeup', '', 'unrecorded', '', [('', 'unrecorded')]))

    def test_nobody_knows(self):
        """It ran on, and received nothing."""
        self.assertEqual(self.cause((60, CHILD, 'out', MFA('m', 'wait', 0))), ('wakeup', '', 'none', '', []))


class Load(unittest.TestCase):
    """What the tracer was not asked for is not known, and not 0."""

    def test_schedulers(self):
        for scheduler in (False, True):
            form = Form(scheduler=scheduler)
            trace = simple(form, *(form.trace(at, ROOT, tag, MFA('m', 'f', 1), on=1)
                                   for at, tag in ((0, 'in'), (40, 'out'), (60, 'in'), (100, 'out'))), form.stop(100))
            rows = harness.rows('report', '--what', 'load', '--format', 'csv', trace)
            self.assertEqual({row['processors'] != '' for row in rows}, {scheduler})
            self.assertAlmostEqual(sum(float(row['running']) for row in rows) / len(rows), 0.8, 2)
            done = run('report', '--what', 'load', trace)
            self.assertEqual('Schedulers at work: not recorded' in done.out + done.err, not scheduler)


class NotRecorded(unittest.TestCase):
    """What a trace was not asked for is said, and none of it is counted as 0."""

    KINDS = {'scheduler': 'running', 'processors': 'scheduler_id', 'runnable': 'runnable_procs', 'gc': 'garbage_collection',
             'messages_sent': 'send', 'messages_received': 'receive', 'processes': 'procs'}

    def test_options(self):
        form = Form()
        for kind, option in self.KINDS.items():
            options = [other for other in self.KINDS.values() if other != option]
            trace = write('lacks ' + kind, form.head(options), form.trace(10, ROOT, 'in', MFA('m', 'f', 0), on=1), form.stop(20))
            if kind == 'scheduler':
                trace = write('lacks ' + kind, form.head(options), form.trace(10, ROOT, 'register', Atom('root'), on=1), form.stop(20))
                options.remove('scheduler_id')  # who is not seen to run is not seen to run there
            if kind == 'processors':
                trace = write('lacks ' + kind, form.head(options), form.trace(10, ROOT, 'in', MFA('m', 'f', 0)), form.stop(20))
            found = harness.info(trace)
            self.assertEqual(found['not_recorded'], [kind])
            self.assertIn(option, run('info', trace).out)
            self.assertEqual(found['messages']['sent'], None if kind == 'messages_sent' else 0)
            process, thread = dump(trace, 'processes')[0], dump(trace, 'threads')[0]
            self.assertEqual((process['messages_sent'] == '', process['messages_received'] == '', thread['collecting_ns'] == '', thread['runs'] == ''),
                             tuple(kind == lack for lack in ('messages_sent', 'messages_received', 'gc', 'scheduler')))
            self.assertEqual(thread['migrations'] == '', kind in ('scheduler', 'processors'))
            tree = [row for row in dump(trace, 'process-tree') if row['process']][0]
            self.assertEqual((tree['messages_sent'] == '', tree['messages_received'] == '', tree['collecting_ns'] == ''),
                             tuple(kind == lack for lack in ('messages_sent', 'messages_received', 'gc')))

    def test_nothing_told(self):
        """Who only calls erlang:trace/3 says nothing of it: what never comes was not recorded."""
        form = Form(heads=None)
        trace = write('untold', form.trace(10, ROOT, 'in', MFA('m', 'f', 0), on=1), form.trace(30, ROOT, 'out', MFA('m', 'f', 0), on=1),
                      form.trace(50, ROOT, 'in', MFA('m', 'f', 0), on=1))
        self.assertEqual(harness.info(trace)['not_recorded'], ['gc', 'messages_sent', 'messages_received', 'runnable', 'processes'])
        row, = dump(trace, 'threads')
        self.assertEqual((row['running_ns'], row['blocked_ns'], row['unknown_ns']), ('20000', '0', '20000'))


if __name__ == '__main__':
    harness.main()
