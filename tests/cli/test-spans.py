#!/usr/bin/env python3
"""test-spans.py: spans of marks, against a pairing of their own out of `dump marks`, and what threads did in them against `dump intervals`.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import csv
import io
import math
import os
import random
import struct
import tempfile
import unittest

import eventlog
import harness
from harness import dump, find_traces, number, run

STATES = ['idle', 'runnable', 'running', 'blocked', 'outside', 'collecting', 'active', 'unknown']
NEVER = None


def words(text):
    """(key, ends, name) of a mark, or None."""
    parts = text.split(' ')
    if parts[0] in ('START', 'STOP') and len(parts) > 1:
        name = text.split(' ', 1)[1]
        return ('name', name), parts[0] == 'STOP', name
    if parts[:3] == ['ot2', 'begin', 'span'] and len(parts) > 3 and parts[3].isdigit():
        return ('number', parts[3]), False, ' '.join(parts[4:])
    if parts[:3] == ['ot2', 'end', 'span'] and len(parts) > 3 and parts[3].isdigit():
        return ('number', parts[3]), True, ''
    return None


def pair(marks, read=words):
    """Rows (machine, thread, name, start, duration, depth, end thread), machine by machine: as they end, then those that do not."""
    return [row for machine in sorted({int(mark['machine']) for mark in marks})
            for row in pair_machine([mark for mark in marks if int(mark['machine']) == machine], read)]


def pair_machine(marks, read):
    found, still = [], []
    for mark in marks:
        said = read(mark['text'])
        machine, thread, time = mark['machine'], mark['thread'], int(mark['time_ns'])
        if said is None:
            continue
        key, ends, name = said
        if not ends:
            depth = sum(1 for other in still if other['thread'] == thread) if thread else 0
            still.append({'thread': thread, 'key': key, 'name': name, 'start': time, 'depth': depth})
            continue
        same = [span for span in still if span['key'] == key]
        own = [span for span in same if span['thread'] == thread]
        if same:
            span = own[-1] if own else same[0]
            still.remove(span)
            found.append((machine, span['thread'], span['name'], span['start'], time - span['start'], span['depth'], thread))
    found += [(machine, span['thread'], span['name'], span['start'], NEVER, span['depth'], '') for span in still]
    return found


def log_of(threads, said, wakes=()):
    """A log of one capability on which these threads say something: (time, thread, text); it runs whoever says something."""
    events = [eventlog.event(45, 100, struct.pack('>H', 0))] + [eventlog.event(0, 500, struct.pack('>I', thread)) for thread in threads]
    now = None
    for time, thread, text in said:
        if thread != now:
            if now is not None:
                events.append(eventlog.event(2, time - 3, struct.pack('>IHI', now, 3, 0)))
            events.append(eventlog.event(1, time - 1, struct.pack('>I', thread)))
            now = thread
        events.append(eventlog.event(19, time, text.encode()))
    events.append(eventlog.event(2, said[-1][0] + 7, struct.pack('>IHI', now, 5, 0)))
    return eventlog.header() + eventlog.block(0, events, 100, said[-1][0] + 7) + b'\xff\xff'


def spans_of(data, *args):
    rows = harness.rows('dump', 'spans', *args, '-', data=data)
    return [(row['thread'], row['name'], number(row['start_ns']), number(row['duration_ns']), int(row['depth']), row['end_thread'])
            for row in rows]


class Made(unittest.TestCase):
    """Logs made for this."""

    def test_nested_and_crossed(self):
        self.assertEqual(spans_of(log_of([1, 2], [
            (1000, 1, 'START a'), (1100, 1, 'START b'), (1200, 1, 'STOP b'), (1300, 2, 'START a'), (1400, 1, 'START a'), (1500, 2, 'STOP a'),
            (1600, 2, 'STOP a'), (1700, 1, 'STOP a'), (1800, 1, 'STOP a'), (1900, 1, 'START c'), (2000, 1, 'START d'), (2100, 1, 'STOP c')])), [
                ('1', 'b', 1100, 100, 1, '1'), ('2', 'a', 1300, 200, 0, '2'), ('1', 'a', 1000, 600, 0, '2'), ('1', 'a', 1400, 300, 1, '1'),
                ('1', 'c', 1900, 200, 0, '1'), ('1', 'd', 2000, None, 1, '')])

    def test_numbered(self):
        self.assertEqual(spans_of(log_of([1, 2], [
            (1000, 1, 'ot2 begin span 7 get /'), (1100, 1, 'ot2 begin span 8 read'), (1200, 2, 'ot2 end span 7'), (1300, 1, 'ot2 set tag 8 a b'),
            (1400, 1, 'ot2 end span 8'), (1500, 1, 'ot2 end span 9'), (1600, 1, 'ot2 begin span 7 other'), (1700, 1, 'ot2 end span 7')])), [
                ('1', 'get /', 1000, 200, 0, '2'), ('1', 'read', 1100, 300, 1, '1'), ('1', 'other', 1600, 100, 0, '1')])

    def test_expressions(self):
        log = log_of([1], [(1000, 1, 'enter parse (3)'), (1100, 1, 'START x'), (1200, 1, 'leave parse'), (1300, 1, '<<'), (1400, 1, '>>')])
        self.assertEqual(spans_of(log, '--span-begin', r'^enter (\w+)', '--span-end', r'^leave (\w+)'), [('1', 'parse', 1000, 200, 0, '1')])
        self.assertEqual([row[1:4] for row in spans_of(log, '--span-begin', '<<|x', '--span-end', '>>')], [('x', 1100, None), ('<<', 1300, None)])
        self.assertEqual([row[1:4] for row in spans_of(log, '--span-begin', '<()<', '--span-end', '>()>')], [('', 1300, 100)])
        # One that would try for ever gives up.
        long = log_of([1], [(1000, 1, 'a' * 40 + 'b')])
        self.assertEqual(spans_of(long, '--span-begin', '^(a|aa)+$', '--span-end', '^(a+)+c'), [])
        self.assertIn('--span-begin', run('dump', 'spans', '--span-begin', '(', '--span-end', 'x', '-', data=long, status=2).err)
        self.assertIn('belong together', run('dump', 'spans', '--span-begin', 'x', '-', data=long, status=2).err)
        self.assertIn('for spans', run('dump', 'marks', '--span-begin', 'x', '-', data=long, status=2).err)

    def test_at_random(self):
        rand = random.Random(4)
        for _ in range(6):
            said, time = [], 1000
            for _ in range(400):
                time += rand.randrange(5, 40)
                what = rand.choice(['START %s', 'START %s', 'STOP %s', 'STOP %s', 'ot2 begin span %d n', 'ot2 end span %d', 'nothing'])
                what = what % (rand.randrange(9) if '%d' in what else rand.choice('abcde')) if '%' in what else what
                said.append((time, rand.choice([1, 1, 2, 3]), what))
            log = log_of([1, 2, 3], said)
            marks = harness.rows('dump', 'marks', '-', data=log)
            self.assertEqual(spans_of(log), [row[1:] for row in pair(marks)])

    def test_starts_without_end(self):
        """A hundred thousand that never end are told, and those that were begun first with them."""
        said = [(1000 + i, 1, 'START x') for i in range(100000)]
        rows = harness.rows('dump', 'span-stats', '-', data=log_of([1], said))
        self.assertEqual([(row['name'], row['count'], row['open'], row['max_ns']) for row in rows], [('x', '0', '100000', '')])

    def test_range(self):
        log = log_of([1], [(1000, 1, 'START a'), (2000, 1, 'STOP a'), (3000, 1, 'START a'), (4000, 1, 'STOP a'), (5000, 1, 'START a'), (6000, 1, 'STOP a')])
        self.assertEqual(spans_of(log, '--from', '2000', '--to', '3500'), [('1', 'a', 3000, 1000, 0, '1')])


class Iterations(unittest.TestCase):
    """Spans of one name over each other, against a computation of their own."""

    def log(self, n, odd):
        """n steps of a thread that runs, waits and runs again; the odd ones wait ten times as long. Between them it does something else."""
        events = [eventlog.event(45, 100, struct.pack('>H', 0)), eventlog.event(0, 500, struct.pack('>I', 1)), eventlog.event(1, 900, struct.pack('>I', 1))]
        rand, time = random.Random(7), 1000
        for i in range(n):
            a, b, c = rand.randrange(300, 340), rand.randrange(200, 260) * (10 if i in odd else 1), rand.randrange(100, 120)
            events += [eventlog.event(19, time, b'START step'), eventlog.event(2, time + a, struct.pack('>IHI', 1, 7, 0)),
                       eventlog.event(1, time + a + b, struct.pack('>I', 1)), eventlog.event(19, time + a + b + c, b'STOP step')]
            time += a + b + c + 50
        events.append(eventlog.event(2, time, struct.pack('>IHI', 1, 5, 0)))
        return eventlog.header() + eventlog.block(0, events, 100, time) + b'\xff\xff'

    def check(self, data, odd):
        rows = harness.rows('dump', 'iterations', '-', data=data)
        times = sorted(int(row['duration_ns']) for row in rows)
        quartiles = [times[max(math.ceil(len(times) * p / 100), 1) - 1] for p in (25, 50, 75)]
        far = max(3 * (quartiles[2] - quartiles[0]), quartiles[1] // 10)
        self.assertEqual([i for i, row in enumerate(rows) if row['odd']], sorted(odd))
        for row in rows:
            duration = int(row['duration_ns'])
            self.assertEqual(row['odd'] == 'odd', duration > quartiles[2] + far or duration < quartiles[0] - far)
            self.assertAlmostEqual(float(row['of_median']), duration / quartiles[1], 5)
            self.assertEqual(sum(int(row[state + '_ns']) for state in STATES), duration)
        return rows, max(int(row['duration_ns']) for row in rows if not row['odd'])

    def test_course(self):
        data = self.log(40, {11, 30})
        rows, length = self.check(data, {11, 30})
        intervals = harness.rows('dump', 'intervals', '--lane', 'thread:1/1', '-', data=data)
        with tempfile.TemporaryDirectory() as folder:
            log, path = os.path.join(folder, 'log'), os.path.join(folder, 'course.csv')
            with open(log, 'wb') as file:
                file.write(data)
            run('export', '--view', 'iterations', '-o', path, log)
            with open(path, encoding='utf-8', newline='') as file:
                course = list(harness.csv.DictReader(file))
            for name in ('course.svg', 'course.png'):
                run('export', '--view', 'iterations', '--span', 'step', '-o', os.path.join(folder, name), log)
                self.assertGreater(os.path.getsize(os.path.join(folder, name)), 1000)
            self.assertIn('no span of that name', run('export', '--view', 'iterations', '--span', 'other', '-o', path, log, status=1).err)
        self.assertEqual({row['state'] for row in course}, {'running', 'blocked'})
        self.assertEqual(len(course), 2 * 60)
        for at in range(0, 60, 7):
            start, end = length * at // 60, length * (at + 1) // 60
            lasting = [row for row in rows if int(row['duration_ns']) >= end]
            for row in [row for row in course if int(row['offset_ns']) == start]:
                shares = sorted(self.time(intervals, row['state'], int(one['start_ns']) + start, int(one['start_ns']) + end) / (end - start)
                                for one in lasting)
                self.assertEqual(int(row['spans']), len(lasting))
                for percent in (25, 50, 75):
                    want = shares[max(math.ceil(len(shares) * percent / 100), 1) - 1]
                    self.assertAlmostEqual(float(row['p%d' % percent]), want, 5, (at, row))

    def time(self, intervals, state, start, end):
        return sum(max(0, min(int(row['start_ns']) + int(row['duration_ns']), end) - max(int(row['start_ns']), start))
                   for row in intervals if row['state'] == state)

    def test_many(self):
        """Of more than a thousand every so manieth is taken, and the odd ones besides."""
        rows = harness.rows('dump', 'iterations', '-', data=self.log(2500, {1, 2, 2000}))
        self.assertEqual(len([row for row in rows if row['odd']]), 3)
        self.assertTrue(834 <= len(rows) <= 837)

    def test_few(self):
        self.check(self.log(3, set()), set())
        self.assertEqual(harness.rows('dump', 'iterations', '--span', 'none', '-', data=self.log(3, set())), [])


class Compare(unittest.TestCase):
    """Two runs beside each other are what `span-stats` says of each."""

    def stats(self, trace, *args):
        return {row['name']: row for row in dump(trace, 'span-stats', *args)}

    def test_two_runs(self):
        baseline, mine = (os.path.join(harness.TOP, 'tests', 'data', 'analysis', name + '.eventlog') for name in ('lock_convoy', 'gc_barrier'))
        sides = self.stats(baseline), self.stats(mine)
        rows = list(csv.DictReader(io.StringIO(run('compare', '--spans', '--csv', baseline, mine).out)))
        self.assertEqual({row['name'] for row in rows}, set(sides[0]) | set(sides[1]))
        self.assertTrue(set(sides[0]) & set(sides[1]) and set(sides[0]) ^ set(sides[1]))
        for row in rows:
            totals = []
            for stats, side in zip(sides, ('baseline', 'run')):
                one = stats.get(row['name'], {'count': '0', 'total_ns': '0', 'max_ns': ''})
                totals.append(float(one['total_ns']))
                self.assertEqual(row[side + '_count'], one['count'])
                self.assertAlmostEqual(float(row[side + '_ns']), totals[-1], delta=1)
                self.assertEqual(row[side + '_max_ns'] == '', one['count'] == '0')
            self.assertAlmostEqual(float(row['change_ns']), totals[1] - totals[0], delta=1)
        order = [abs(float(row['change_ns'])) for row in rows]
        self.assertEqual(order, sorted(order, reverse=True))

    def test_not_recorded(self):
        """What a run without marks did is not known: it is no decrease."""
        has = os.path.join(harness.TOP, 'tests', 'data', 'analysis', 'lock_convoy.eventlog')
        none = os.path.join(harness.TOP, 'tests', 'data', 'ghc', 'parfib-n4-la.eventlog')
        stats = self.stats(has)
        for pair, side, other in (((has, none), 'baseline', 'run'), ((none, has), 'run', 'baseline')):
            rows = list(csv.DictReader(io.StringIO(run('compare', '--spans', '--csv', *pair).out)))
            self.assertEqual({row['name'] for row in rows}, set(stats))
            for row in rows:
                self.assertEqual(row[side + '_count'], stats[row['name']]['count'])
                self.assertEqual([row[other + column] for column in ('_count', '_ns', '_mean_ns', '_max_ns')], [''] * 4)
                self.assertEqual((row['change_ns'], row['change_percent'], row['mean_change_percent']), ('', '', ''))

        self.assertIn('This run recorded no marks', run('compare', '--spans', has, none).out)

    def test_no_marks(self):
        trace = os.path.join(harness.TOP, 'tests', 'data', 'ghc', 'parfib-n4-la.eventlog')
        self.assertIn('pairs of marks', run('compare', '--spans', trace, trace, status=1).err)
        self.assertIn('--spans', run('compare', '--spans', '--by', 'thread', trace, trace, status=2).err)


class Spans(unittest.TestCase):
    """One case per trace."""

    def check(self, trace):
        rows = dump(trace, 'spans')
        marks = [row for row in dump(trace, 'marks') if row['kind'] != 'label']
        self.assertEqual([(row['machine'], row['thread'], row['name'], int(row['start_ns']), number(row['duration_ns']), int(row['depth']),
                           row['end_thread']) for row in rows], pair(marks))
        for row in rows:
            if row['duration_ns'] and row['thread'] == row['end_thread']:
                self.assertEqual(sum(int(row[state + '_ns']) for state in STATES), int(row['duration_ns']))
            else:
                self.assertEqual({row[state + '_ns'] for state in STATES}, {''})
        self.states(trace, rows)
        self.sums(trace, rows)

    def states(self, trace, rows):
        """Of the first few threads: what they did, out of their intervals."""
        for thread in sorted({(row['machine'], row['thread']) for row in rows if row['running_ns']})[:3]:
            intervals = dump(trace, 'intervals', '--lane', 'thread:%s/%s' % thread)
            for row in [row for row in rows if (row['machine'], row['thread']) == thread and row['running_ns']][:40]:
                start, end = int(row['start_ns']), int(row['start_ns']) + int(row['duration_ns'])
                sums = collections.Counter()
                for interval in intervals:
                    a, b = int(interval['start_ns']), int(interval['start_ns']) + int(interval['duration_ns'])
                    sums[interval['state']] += max(0, min(b, end) - max(a, start))
                for state in STATES[:6]:
                    self.assertEqual(sums[state], int(row[state + '_ns']), (row, state))

    def sums(self, trace, rows):
        by_name = collections.defaultdict(list)
        for row in rows:
            by_name[row['name']].append(row)
        stats = dump(trace, 'span-stats')
        self.assertEqual({row['name'] for row in stats}, set(by_name))
        totals = [int(row['total_ns']) for row in stats]
        self.assertEqual(totals, sorted(totals, reverse=True))
        for row in stats:
            mine = by_name[row['name']]
            times = sorted(int(span['duration_ns']) for span in mine if span['duration_ns'])
            self.assertEqual((int(row['count']), int(row['open']), int(row['total_ns'])), (len(times), len(mine) - len(times), sum(times)))
            if times:
                rank = lambda percent: times[max(math.ceil(len(times) * percent / 100), 1) - 1]
                self.assertEqual([int(row[name]) for name in ('min_ns', 'p50_ns', 'p95_ns', 'max_ns')], [times[0], rank(50), rank(95), times[-1]])
                self.assertIn((row['max_start_ns'], row['max_ns'], row['thread']),
                              [(span['start_ns'], span['duration_ns'], span['thread']) for span in mine])
            for state in STATES:
                known = [int(span[state + '_ns']) for span in mine if span[state + '_ns']]
                self.assertEqual(number(row[state + '_ns']), sum(known) if known else None)


TRACES = [path for folder, names in (('analysis', ('lock_convoy*', 'timer_polling*', 'gc_barrier*', 'chatty_pair*', 'phases*')), ('ghc', ('pipeline*',)))
          for name in names for path in find_traces(folder, name) if path.endswith(('.eventlog', '.parevents')) and os.path.getsize(path) < 150000]
harness.add_cases(Spans, TRACES, Spans.check)

if __name__ == '__main__':
    harness.main()
