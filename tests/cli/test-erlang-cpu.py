#!/usr/bin/env python3
"""test-erlang-cpu.py: traces whose records bear processor time of the thread that wrote them (`cpu_timestamp`).

What happened is made up with a clock that all share; written are the stamps of each scheduler's own, which stands while no process runs
there. What can be known must be as it was: how long each run lasted, in which order each process did what, which message was which; and
no time is later than it really was.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import gzip
import itertools
import os
import random
import re
import unittest

import harness
from erlang_log import MFA, Atom, Form, Pid
from harness import dump, info, run

WHERE = MFA('m', 'f', 0)
LOSS = 'times are the processor time of each scheduler'


def happen(seed, n_processes=6, n_schedulers=3, n_runs=300):
    """Records as (true time in µs, scheduler, process, tag, rest); runs as (process, scheduler, from, to)."""
    chance = random.Random(seed)
    free, ready = [0] * n_schedulers, [0] * n_processes
    boxes = [[] for _ in range(n_processes)]
    records, runs, serial = [], [], 0
    for _ in range(n_runs):
        scheduler = min(range(n_schedulers), key=lambda s: (free[s], s))
        process = chance.choice([p for p in range(n_processes) if ready[p] <= free[scheduler] + 400])
        start = max(free[scheduler], ready[process]) + chance.choice([0, 3, 700])
        length = chance.randrange(10, 200)
        records.append((start, scheduler, process, 'in', (WHERE,)))
        at = start
        while at + 4 < start + length and chance.random() < 0.7:
            at += chance.randrange(1, 4)
            if boxes[process] and boxes[process][0][0] < at:
                records.append((at, scheduler, process, 'receive', (boxes[process].pop(0)[1],)))
            else:
                serial += 1
                to, what = chance.randrange(n_processes), (Atom('message'), serial * 70000)
                boxes[to].append((at, what))
                boxes[to].sort(key=lambda pair: pair[0])
                records.append((at, scheduler, process, 'send', (what, Pid(100 + to))))
        records.append((start + length, scheduler, process, 'out', (WHERE,)))
        runs.append((process, scheduler, start, start + length))
        free[scheduler] = ready[process] = start + length
        free[scheduler] += chance.choice([0, 1, 50])
    return sorted(records, key=lambda record: record[0]), runs


def stamps(records, runs, origins):
    """Each record's stamp: what the scheduler's thread has run until then."""
    by_scheduler = [[run for run in runs if run[1] == s] for s in range(len(origins))]
    for time, scheduler, *_ in records:
        yield origins[scheduler] + sum(min(end, time) - start for _, _, start, end in by_scheduler[scheduler] if start < time)


class Write:
    def __init__(self, name, seed, origins, scheduler=True, activity=False):
        form = Form(clock='cpu', heads=None, scheduler=scheduler)
        self.records, self.runs = happen(seed, n_schedulers=len(origins))
        self.path = os.path.join(harness.WORK.name, name)
        data = b''
        for record, stamp in zip(self.records, stamps(self.records, self.runs, origins)):
            _, on, process, tag, rest = record
            data += form.trace(stamp, Pid(100 + process), tag, *rest, on=on + 1)
            if activity and tag == 'out':
                data += form.profile(stamp, Pid(100 + process), False, WHERE)
        with gzip.open(self.path, 'wb') if name.endswith('.gz') else open(self.path, 'wb') as file:
            file.write(data)


def together(runs):
    return [(scheduler, sum(length for _, length, _ in group))
            for scheduler, group in itertools.groupby(runs, key=lambda run: run[0])]


class ManyClocks(unittest.TestCase):
    ORIGINS = (5000000, 20, 900000)

    def check_runs(self, case):
        """Between two runs of a process on one scheduler there may be no processor time at all: these are taken together."""
        for process in range(6):
            lane = 'thread:1/<0.%d.0>' % (100 + process)
            rows = [row for row in dump(case.path, 'intervals', '--lane', lane) if row['state'] == 'running']
            here = [(int(row['processor']), int(row['duration_ns']), int(row['start_ns'])) for row in rows]
            true = [(scheduler + 1, (end - start) * 1000, (start - case.records[0][0]) * 1000)
                    for p, scheduler, start, end in case.runs if p == process]
            self.assertEqual(together(here), together(true))
            self.assertLessEqual(max(start for *_, start in here), max(start for *_, start in true))

    def check_messages(self, case):
        sent = {rest[0][1]: process for _, _, process, tag, rest in case.records if tag == 'send'}
        pairs = sorted((sent[rest[0][1]], process) for _, _, process, tag, rest in case.records if tag == 'receive')
        matched = [row for row in dump(case.path, 'messages') if row['send_ns'] and row['receive_ns']]
        ends = sorted((int(row['from_process'][3:6]) - 100, int(row['to_process'][3:6]) - 100) for row in matched)
        self.assertEqual(ends, pairs)

    def check_order(self, case):
        """Of each process, as in the file."""
        tags = {}
        for row in dump(case.path, 'events'):
            if row['name'] in ('in', 'out', 'send', 'receive'):
                tags.setdefault(re.match(r'<0\.(\d+)\.0>', row['detail']).group(1), []).append(row['name'])
        for process in range(6):
            self.assertEqual(tags[str(100 + process)], [tag for _, _, p, tag, _ in case.records if p == process])

    def test_known(self):
        for seed in range(6):
            case = Write('known_%s.dat' % 'abcdef'[seed], seed, self.ORIGINS)
            self.check_runs(case)
            self.check_messages(case)
            self.check_order(case)
            loss, = dump(case.path, 'losses')
            self.assertIn(LOSS, loss['reason'])

    def test_packed(self):
        plain, packed = Write('plain.dat', 7, self.ORIGINS), Write('packed.dat.gz', 7, self.ORIGINS)
        self.assertEqual(dump(plain.path, 'threads'), dump(packed.path, 'threads'))
        self.assertEqual(run('dump', 'events', plain.path).out, run('dump', 'events', packed.path).out)
        self.assertEqual(len(info(packed.path)['losses']), 1)

    def test_part_of_events(self):
        case = Write('part.dat', 8, self.ORIGINS)
        events = dump(case.path, 'events')
        start, end = (int(events[i]['time_ns']) for i in (len(events) // 3, len(events) // 2))
        part = [row for row in events if start <= int(row['time_ns']) < end]
        self.assertGreater(len(part), 50)
        self.assertEqual(dump(case.path, 'events', '--from', start, '--to', end), part)

    def test_activity_is_an_event_only(self):
        case = Write('activity.dat', 9, self.ORIGINS, activity=True)
        self.check_runs(case)
        names = [row['name'] for row in dump(case.path, 'events')]
        self.assertEqual((names.count('other'), names.count('inactive')), (300, 0))

    def test_schedulers_not_told(self):
        """Nothing says whose clock it was: no process goes back, and it is said."""
        case = Write('untold.dat', 10, self.ORIGINS, scheduler=False)
        self.check_order(case)
        self.check_messages(case)
        self.assertIn(LOSS, dump(case.path, 'losses')[0]['reason'])


class OneClock(unittest.TestCase):
    """Where stamps contradict nothing they are believed."""

    def test_one_scheduler(self):
        case = Write('one.dat', 1, (30,), activity=True)
        self.assertEqual(dump(case.path, 'losses'), [])
        first = sum(1 for row in dump(case.path, 'events') if row['name'] == 'inactive')
        self.assertEqual(first, 300)
        lengths = [row['duration_ns'] for row in dump(case.path, 'intervals', '--lane', 'processor:1/1') if row['state'] == 'running']
        self.assertEqual(sum(map(int, lengths)), sum(end - start for _, _, start, end in case.runs) * 1000)

    def test_said(self):
        case = Write('said.dat', 1, (30,))
        clock = {row['key']: row['value'] for row in dump(case.path, 'process-info')}['clock']
        self.assertIn('cpu_timestamp', clock)


if __name__ == '__main__':
    unittest.main(verbosity=2)
