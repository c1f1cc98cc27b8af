#!/usr/bin/env python3
"""test-servers.py: Erlang's processes as servers: mailboxes, calls and their parts, in any range, against the trace's own making.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import csv
import json
import os
import random
import unittest

import harness
from erlang_log import Alias, Atom, Form, Pid, Ref
from harness import dump, number, run

LOOSE = harness.find_traces('analysis', 'slow_server*.trace')
REAL = os.path.join(harness.TOP, 'tests', 'data', 'erlang')
US = 1000
INF = 10**15

Message = collections.namedtuple('Message', 'sender receiver sent received')  # received: None, if never; µs


class Story:
    """Processes that ask, answer, tell, and forget; no two records at one time."""

    def __init__(self, seed, steps=1500, processes=7):
        self.random = random.Random(seed)
        self.form, self.us, self.records, self.messages = Form(), 10, [], []
        self.pids = [Pid(60 + i) for i in range(processes)]
        self.under_way = []   # places of messages
        self.asked = {}       # process: whom it waits for
        self.to_answer = []   # (server, caller)
        for _ in range(steps):
            self.step()
        self.end = self.us + 5
        self.calls = [call for call in find_calls(self.messages) if call[5] is not None]

    def send(self, sender, receiver):
        self.us += self.random.choice((1, 2, 3, 30))
        self.records.append((self.us, sender, 'send', (Atom('message'), len(self.messages), b'0123456789'), receiver))
        self.under_way.append(len(self.messages))
        self.messages.append(Message(sender, receiver, self.us, None))

    def receive(self, place):
        message = self.messages[place]
        self.us += self.random.choice((1, 2, 5, 60))
        self.records.append((self.us, message.receiver, 'receive', (Atom('message'), place, b'0123456789')))
        self.messages[place] = message._replace(received=self.us)
        if self.asked.get(message.receiver) == message.sender:
            del self.asked[message.receiver]
        elif self.asked.get(message.sender) == message.receiver:
            self.to_answer.append((message.receiver, message.sender))

    def step(self):
        chance = self.random.random()
        free = [pid for pid in self.pids if pid not in self.asked]
        if chance < 0.4 and self.under_way:
            self.receive(self.under_way.pop(0 if chance < 0.3 else self.random.randrange(len(self.under_way))))
        elif chance < 0.7 and self.to_answer:
            self.send(*self.to_answer.pop(self.random.randrange(len(self.to_answer))))
        elif chance < 0.72 and self.under_way:
            self.under_way.pop()  # nobody sees it arrive
        elif chance < 0.9 and len(free) > 1:
            caller, server = self.random.sample(free, 2)
            self.asked[caller] = server
            self.send(caller, server)
        else:
            self.send(self.random.choice(self.pids), self.random.choice(self.pids))  # and maybe no longer waits

    def write(self, name):
        path = os.path.join(harness.WORK.name, name)
        with open(path, 'wb') as file:
            file.write(self.form.head(['send', 'receive']))
            for at, subject, tag, *rest in self.records:
                file.write(self.form.trace(at, subject, tag, *rest, on=1))
            file.write(self.form.stop(self.end))
        return path


def find_calls(messages):
    """(caller, server, sent, begun, answered, back), by the definition; back is None if the answer was not seen to arrive in time."""
    answers, last_answer, calls, open_questions = set(), {}, [], []
    following, later = {}, {}
    for message in reversed(messages):
        following[message] = later.get(message.sender, INF)
        later[message.sender] = message.sent
    for message in messages:  # in order of sending
        open_questions = [question for question in open_questions if following[question] > message.sent]
        for question in open_questions:
            begin = following[question]
            if (question.sender == message.receiver and question.receiver == message.sender != message.receiver
                    and (question.received or INF) < message.sent < begin):
                server = message.sender
                begun = max(question.received, last_answer.get(server, -INF))
                last_answer[server] = message.sent
                answers.add(message)
                open_questions.remove(question)
                back = message.received if (message.received or INF) < begin else None
                calls.append((question.sender, server, question.sent, begun, message.sent, back))
                break
        if message not in answers:
            open_questions.append(message)
    return calls


def part(a, b, start, end):
    return max(0, min(b, end) - max(a, start))


def steps(spans):
    return sorted([(a, 1) for a, _ in spans] + [(b, -1) for _, b in spans])


def longest(spans, start, end):
    """The most at once of what lasts, and the first time of that; and how many there are just before a time."""
    best, at, length, last = 0, None, 0, -INF
    for time, by in steps(spans) + [(INF, 0)]:
        if part(last, time, start, end) > 0 and length > best:
            best, at = length, max(last, start)
        length, last = length + by, time
    return best, at


def before(spans, time):
    return sum(a < time for a, _ in spans) - sum(b < time for _, b in spans)


class Servers(unittest.TestCase):
    def check_calls(self, row, calls, start, end):
        """Of one server, or one of its callers; µs."""
        done = [call for call in calls if start <= call[5] < end]
        parts = [sum(b - a for a, b in ((call[2 + i], call[3 + i]) for call in done)) * US for i in range(3)]
        self.assertEqual([int(row[name]) for name in ('calls', 'queue_ns', 'service_ns', 'back_ns')], [len(done), *parts])
        self.assertEqual(row['inferred'], row['calls'])
        self.assertEqual(int(row['waited_ns']), sum(part(call[2], call[5], start, end) for call in calls) * US)
        self.assertEqual(number(row['latency_max_ns']), max((call[5] - call[2] for call in done), default=None) and
                         max(call[5] - call[2] for call in done) * US)

    def check(self, story, path, start, end):
        limits = [] if start is None else ['--from', '%dus' % start, '--to', '%dus' % end]
        start, end = (0, story.end) if start is None else (start, end)
        found = {row['process']: row for row in dump(path, 'servers', *limits)}
        pairs = {(row['process'], row['caller']): row for row in dump(path, 'server-calls', *limits)}
        for pid in story.pids:
            mine = [message for message in story.messages if message.receiver == pid]
            spans = [(message.sent, message.received) for message in mine if message.received is not None]
            arrived = [span for span in spans if start <= span[1] < end]
            untaken = sum(message.received is None and start <= message.sent < end for message in mine)
            queued = sum(part(*span, start, end) for span in spans)
            row = found.pop('<0.%d.0>' % pid.id, None)
            if row is None:
                self.assertEqual((arrived, untaken, queued), ([], 0, 0))
                continue
            self.assertEqual((int(row['arrivals']), int(row['timed']), int(row['untaken'])), (len(arrived), len(arrived), untaken))
            # Little's law, to the tick: the times of all messages are the length over time.
            self.assertEqual(int(row['queued_ns']), queued * US)
            self.assertAlmostEqual(float(row['length_mean']) * (end - start), queued, delta=(end - start) * 1e-6)
            most, at = longest(spans, start, end)
            self.assertEqual((int(row['length_max']), number(row['length_max_at_ns'])), (most, at if at is None else at * US))
            self.assertEqual(int(row['growth']), before(spans, end) - before(spans, start))
            self.assertEqual(number(row['queue_max_ns']), max((b - a for a, b in arrived), default=None) and
                             max(b - a for a, b in arrived) * US)
            asked = [call for call in story.calls if call[1] == pid]
            self.check_calls(row, asked, start, end)
            self.assertEqual(int(row['own_waits_ns']), sum(part(call[2], call[5], start, end) for call in story.calls if call[0] == pid) * US)
            self.assertEqual(int(row['callers']), len({call[0] for call in asked if start <= call[5] < end}))
            for caller in {call[0] for call in asked if part(call[2], call[5], start, end) > 0}:
                self.check_calls(pairs.pop((row['process'], '<0.%d.0>' % caller.id)), [call for call in asked if call[0] == caller], start, end)
        self.assertEqual((found, pairs), ({}, {}))

    def test_generated(self):
        for seed in range(3):
            story = Story(seed)
            path = story.write('servers-%d.trace' % seed)
            self.assertGreater(len(story.calls), 30)
            self.check(story, path, None, None)
            for _ in range(4):
                start, end = sorted(story.random.sample(range(story.end), 2))
                self.check(story, path, start, end)

    def test_mailbox_over_time(self):
        story = Story(5)
        path, out = story.write('mailbox.trace'), os.path.join(harness.WORK.name, 'mailbox.csv')
        pid = story.pids[2]
        spans = [(message.sent, message.received) for message in story.messages if message.receiver == pid and message.received is not None]
        begin, end = story.end // 5, story.end // 2
        harness.run('export', '--view', 'mailbox', '--process', 'process:1/<0.%d.0>' % pid.id, '--from', '%dus' % begin, '--to', '%dus' % end,
                    '-o', out, path)
        with open(out, encoding='utf-8', newline='') as file:
            rows = list(csv.DictReader(file))
        self.assertEqual((int(rows[0]['from_ns']), int(rows[-1]['to_ns'])), (begin * US, end * US))
        spans = [(a * US, b * US) for a, b in spans]
        for row, following in zip(rows, rows[1:] + [None]):
            start, stop = int(row['from_ns']), int(row['to_ns'])
            self.assertTrue(following is None or int(following['from_ns']) == stop)
            self.assertAlmostEqual(float(row['length_mean']), sum(part(*span, start, stop) for span in spans) / (stop - start), delta=0.006)
            self.assertEqual(int(row['length_max']), longest(spans, start, stop)[0])
        harness.run('export', '--view', 'mailbox', '-o', out.replace('.csv', '.svg'), path)
        with open(out.replace('.csv', '.svg'), encoding='utf-8') as file:
            self.assertIn('Mailbox of', file.read())

    def test_ranges_add_up(self):
        story = Story(9)
        path = story.write('servers-add.trace')
        cuts = [0, story.end // 3, story.end // 2, story.end]
        names = ('arrivals', 'untaken', 'queued_ns', 'growth', 'calls', 'queue_ns', 'waited_ns', 'own_waits_ns')
        sums = collections.Counter()
        for start, end in zip(cuts, cuts[1:]):
            for row in dump(path, 'servers', '--from', '%dus' % start, '--to', '%dus' % end):
                sums.update({(row['process'], name): int(row[name]) for name in names})
        whole = {(row['process'], name): int(row[name]) for row in dump(path, 'servers') for name in names}
        self.assertEqual({key: sums[key] for key in whole}, whole)

    def test_all_answered(self):
        """The most is known where whatever came was answered: then it is the time until the answers."""
        form, out, us = Form(), [], 10
        server, callers = Pid(60), [Pid(61), Pid(62)]
        spans = []
        for n in range(20):
            for i, caller in enumerate(callers):
                out.append((us + i, caller, 'send', (Atom('ask'), n, i, b'0123456789'), server))
            for i, caller in enumerate(callers):  # both at once, then one after the other
                out.append((us + 10 + i, server, 'receive', (Atom('ask'), n, i, b'0123456789')))
            for i, caller in enumerate(callers):
                out += [(us + 30 + 40 * i, server, 'send', (Atom('told'), n, i, b'0123456789'), caller),
                        (us + 35 + 40 * i, caller, 'receive', (Atom('told'), n, i, b'0123456789'))]
                spans.append((us + i, us + 30 + 40 * i))
            us += 100
        path = os.path.join(harness.WORK.name, 'answered.trace')
        with open(path, 'wb') as file:
            file.write(form.head(['send', 'receive']) + b''.join(form.trace(*record, on=1) for record in out) + form.stop(us))
        first, *rest = dump(path, 'servers')
        self.assertEqual((first['process'], first['most_max'], first['length_max']), ('<0.60.0>', '2', '2'))
        self.assertAlmostEqual(float(first['most_mean']), sum(b - a for a, b in spans) / us, delta=2e-6)
        # The second is begun when the first is answered.
        self.assertEqual([int(first[name]) for name in ('queue_ns', 'service_ns', 'back_ns')],
                         [20 * (10 + 29) * US, 20 * (20 + 40) * US, 20 * (5 + 5) * US])
        self.assertEqual([(row['most_max'], row['utilisation']) for row in rest], [('', ''), ('', '')])

    def write(self, name, form, records, end):
        path = os.path.join(harness.WORK.name, name)
        with open(path, 'wb') as file:
            file.write(form.head(['send', 'receive']) + b''.join(form.trace(*record, on=1) for record in sorted(records, key=lambda r: r[0]))
                       + form.stop(end))
        return path

    def figures(self, path):
        return {(row['process'], row['caller']): [int(row[name]) for name in ('calls', 'inferred', 'queue_ns', 'service_ns', 'back_ns')]
                for row in dump(path, 'server-calls')}

    def test_references(self):
        """Who asks and who answers is told by the reference, in all forms of it, whatever comes between and whoever answers."""
        call, io = Atom('$gen_call'), Atom('io_request')
        a, b, c = Pid(60), Pid(61), Pid(62)
        forms = [(lambda pid, ref: (call, (pid, ref), b'work'), lambda ref: (ref, Atom('ok'))),
                 (lambda pid, ref: (call, (pid, Alias(ref)), b'work'), lambda ref: (Alias(ref), Atom('ok'))),
                 (lambda pid, ref: (io, pid, ref, b'put'), lambda ref: (Atom('io_reply'), ref, Atom('ok'))),
                 (lambda pid, ref: (pid, ref, b'work'), lambda ref: (b, ref, b'done'))]
        for i, (ask, answer) in enumerate(forms):
            one, two = Ref((1, 2, 3)), Ref((4, 5, 6))
            records = [(10, a, 'send', ask(a, one), b), (11, a, 'send', ask(a, two), b),  # two at once
                       (20, b, 'receive', ask(a, one)), (21, b, 'receive', ask(a, two)),
                       (25, b, 'send', (Atom('log'), b'what it does'), c), (26, c, 'receive', (Atom('log'), b'what it does')),
                       (27, a, 'send', (Atom('$gen_cast'), b'something else'), c), (28, c, 'receive', (Atom('$gen_cast'), b'something else')),
                       (40, b, 'send', answer(two), a), (50, a, 'receive', answer(two)),
                       (60, c, 'send', answer(one), a), (65, a, 'receive', answer(one))]
            path = self.write('references-%d.trace' % i, Form(), records, 70)
            # The first is answered by another: it was under way all the time. No order of messages tells that.
            first, second = (10, 20, 40, 40, 60, 65), (11, 21, 21, 40, 40, 50)
            self.assertEqual(self.figures(path), {('<0.61.0>', '<0.60.0>'): [
                2, 0, (40 - 10 + 21 - 11) * US, (60 - 40 + 40 - 21) * US, (65 - 60 + 50 - 40) * US]}, (first, second))

    def test_what_is_no_call(self):
        """An acknowledgement of start_link and a cast look as question and answer do, in order; contents tell that they are none."""
        parent, child = Pid(60), Pid(61)
        told, cast = (Atom('ack'), child, (Atom('ok'), child)), (Atom('$gen_cast'), b'begin to work')
        size = [(Atom('lanescope_size'), 40 + i, 1000 + i) for i in range(2)]
        for name, (ack, then), calls in (('told', (told, cast), {}), ('free', ((Atom('ready'), child, 12345), cast), {}),
                                         ('sizes', size, {('<0.60.0>', '<0.61.0>'): [1, 1, 10 * US, 10 * US, 10 * US]})):
            records = [(10, child, 'send', ack, parent), (20, parent, 'receive', ack), (30, parent, 'send', then, child),
                       (40, child, 'receive', then)]
            path = self.write('no-call-%s.trace' % name, Form(), records, 50)
            self.assertEqual(self.figures(path), calls, name)
            self.assertEqual(sum(int(row['inferred']) for row in dump(path, 'servers')), len(calls))

    @unittest.skipUnless(LOOSE, 'the traces beside the project are not there')
    def test_slow_server(self):
        for path in LOOSE:
            truth = harness.load_truth(path.replace('.trace', '.truth.json.gz'))
            server = next(task for task in truth['tasks'] if task['name'] == 'server')
            asked = [message for message in truth['messages'] if message[1] == server['i']]
            first = dump(path, 'servers')[0]
            self.assertEqual(first['process'], server['thread'])
            self.assertEqual((int(first['arrivals']), int(first['calls'])), (len(asked), len(asked)))
            self.assertEqual(int(first['queued_ns']), sum(message[4] - message[2] for message in asked))
            self.assertEqual(int(first['busy_ns']), server['running'] + server['ready'])
            callers = dump(path, 'server-calls')
            self.assertEqual({row['caller'] for row in callers if row['process'] == server['thread']},
                             {truth['tasks'][message[0]]['thread'] for message in asked})

    def test_others(self):
        for path in harness.find_traces('ghc', '*.eventlog')[:1]:
            self.assertEqual(harness.run('dump', 'servers', path).out.count('\n'), 1)


class Real(unittest.TestCase):
    """Of a real Erlang: who called and how long the servers were at it, against what the program wrote itself."""

    def test_truth(self):
        path = os.path.join(REAL, 'servers.trace.gz')
        truth = collections.defaultdict(list)
        for caller, server, *times in harness.load_truth(os.path.join(REAL, 'servers.truth.json.gz')):
            truth[server, caller].append(times)
        found = {(row['process'], row['caller']): row for row in dump(path, 'server-calls')}
        names = {row['process']: row['name'] for row in dump(path, 'servers')}
        # Who tells asks once himself, of one server, what it asked.
        teller, = set(found) - set(truth)
        self.assertEqual((names[teller[0]], found.pop(teller)['calls']), ('slow', '1'))
        self.assertEqual(set(found), set(truth))
        for pair, calls in truth.items():
            row = found[pair]
            parts = [int(row[name]) for name in ('queue_ns', 'service_ns', 'back_ns')]
            inside = sum(last - first for _, _, first, last in calls)
            self.assertEqual((int(row['calls']), int(row['inferred'])), (len(calls), 0))
            # The program asks after it has looked at its clock, and has the answer before it looks again.
            self.assertGreaterEqual(parts[1], inside)
            self.assertLessEqual(sum(parts), sum(behind - before for before, behind, _, _ in calls))
            # What the server does before it looks, and behind: little.
            self.assertLess(parts[1] - inside, 100 * US * len(calls))

    def test_finding(self):
        """Half of the time one server works and most of the rest waits for it: that is a finding, though others were on the path, too."""
        found = json.loads(run('explain', '--json', os.path.join(REAL, 'servers.trace.gz')).out)['findings'][0]
        self.assertEqual(found['rule'], 'slow_server')
        self.assertIn('“slow”', found['sentence'])
        self.assertGreater(found['cost_ns'], 1e8)

    def test_sizes(self):
        """The same without contents: what can be told, and that it is inferred."""
        rows = dump(os.path.join(REAL, 'servers-sizes.trace.gz'), 'server-calls')
        self.assertTrue(rows)
        self.assertEqual([row['inferred'] for row in rows], [row['calls'] for row in rows])


if __name__ == '__main__':
    unittest.main()
