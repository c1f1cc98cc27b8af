#!/usr/bin/env python3
"""test-ghc-unknown.py: what a GHC log does not say, or lost: logs made here, of a few events each.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import os
import struct
import unittest

import eventlog
import harness
from harness import dump, info, number


class NotRecorded(unittest.TestCase):
    """What was not recorded is unknown, never idle; what was, is counted."""

    def test_scheduler(self):
        """+RTS -l-ag: collections, but nothing that says when a HEC ran."""
        event, block = eventlog.event, eventlog.block
        events = [event(45, 100, struct.pack('>H', 0)), event(9, 1000), event(10, 1400), event(58, 2000, b'mark')]
        path = os.path.join(harness.WORK.name, 'unscheduled.eventlog')
        with open(path, 'wb') as file:
            file.write(eventlog.header(more=True) + block(0, events, 100, 2000) + b'\xff\xff')
        row, = dump(path, 'processors')
        self.assertEqual([row[name + '_ns'] for name in ('running', 'collecting', 'idle', 'unknown')], ['', '400', '', '1500'])
        self.assertEqual((row['runs'], row['collections'], info(path)['threads']), ('', '1', None))
        self.assertEqual(info(path)['not_recorded'], ['scheduler'])
        self.assertIn('+RTS -ls', harness.run('info', path).out)
        self.assertEqual(dump(path, 'machines')[0]['idle_ns'], '')
        picture = os.path.join(harness.WORK.name, 'unscheduled.svg')
        harness.run('export', '--lanes', 'processors', '-o', picture, path)
        with open(picture, encoding='utf-8') as file:
            text = file.read()
        self.assertIn('GC 21 %', text)
        self.assertIn('unknown 79 %', text)
        self.assertEqual([row['kind'] for row in dump(path, 'critical-path')], ['unknown'])
        self.assertEqual({row['cause'] for row in dump(path, 'causes')} - {'gc_work', 'gc_wait'}, {'unknown'})

    def test_no_change(self):
        """What one of two runs did not record did not change."""
        path = os.path.join(harness.WORK.name, 'users.eventlog')
        with open(path, 'wb') as file:
            file.write(eventlog.header(more=True) + eventlog.block(0, [eventlog.event(45, 100, struct.pack('>H', 0)), eventlog.event(58, 2000, b'mark')], 100, 2000)
                       + b'\xff\xff')
        found = {(row['lane'], row['quantity']): row for row in harness.rows('compare', '--csv', path, self.log('both.eventlog', []))}
        self.assertEqual({row['change'] for (_, what), row in found.items() if what in ('running', 'idle')}, {''})
        self.assertEqual([found['threads', what]['change'] for what in ('running', 'alive')], ['', ''])
        self.assertNotEqual(found['processors', 'alive']['change'], '')

    def log(self, name, more):
        """Two HECs and a thread on either; HEC 0 runs from 2,000 to 4,000, HEC 1 from 3,000 to 6,000. The runtime tells who it is."""
        event, block = eventlog.event, eventlog.block
        one, two = struct.pack('>I', 1), struct.pack('>I', 2)
        head = [event(45, 100, struct.pack('>H', 0)), event(45, 100, struct.pack('>H', 1)), event(29, 200, struct.pack('>I', 0) + b'GHC')]
        first = [event(0, 1000, one), event(1, 2000, one), event(2, 4000, one + struct.pack('>HI', 5, 0))]
        second = [event(0, 1000, two), event(1, 3000, two), event(2, 6000, two + struct.pack('>HI', 5, 0)), event(58, 9000, b'end')]
        path = os.path.join(harness.WORK.name, name)
        with open(path, 'wb') as file:
            file.write(eventlog.header(more=True) + block(0xffff, head + more, 100, 300) + block(0, first, 1000, 4000)
                       + block(1, second, 1000, 9000) + b'\xff\xff')
        return path

    def test_collections(self):
        """+RTS -l-as: who does not run is idle or collects. But nobody collects while another one runs."""
        path = self.log('uncollected.eventlog', [])
        self.assertEqual(info(path)['not_recorded'], ['gc', 'sparks'])
        self.assertIn('+RTS -lg', harness.run('info', path).out)
        for row, want in zip(dump(path, 'processors'), ((900, 2000, 2000), (900, 3000, 1000))):
            idle, run, other = want  # at first; then it runs, then it is idle as long as the other one runs
            self.assertEqual((row['running_ns'], row['collecting_ns'], row['collections']), (str(run), '', ''))
            self.assertEqual((number(row['idle_ns']), number(row['unknown_ns'])), (idle + other, 8900 - run - idle - other))
        lane = [(row['state'], row['start_ns']) for row in dump(path, 'intervals', '--lane', 'processor:1/0')]
        self.assertEqual(lane, [('idle', '100'), ('unknown', '1000'), ('running', '2000'), ('idle', '4000'), ('unknown', '6000')])

    def test_heap_is_told(self):
        """It would have recorded collections: there was none."""
        path = self.log('collected.eventlog', [eventlog.event(52, 250, bytes(38)), eventlog.event(34, 260, bytes(56))])
        self.assertEqual(info(path)['not_recorded'], [])
        row = dump(path, 'processors')[0]
        self.assertEqual((row['idle_ns'], row['collections'], row['unknown_ns']), ('6900', '0', '0'))

    def test_mark_first(self):
        """A log may begin with a mark: the scheduler's events come later."""
        event, thread = eventlog.event, struct.pack('>I', 1)
        events = [event(45, 100, struct.pack('>H', 0)), event(58, 500, b'first'), event(0, 1000, thread), event(1, 2000, thread),
                  event(2, 4000, thread + struct.pack('>HI', 5, 0)), event(58, 5000, b'last')]
        path = os.path.join(harness.WORK.name, 'mark-first.eventlog')
        with open(path, 'wb') as file:
            file.write(eventlog.header(more=True) + eventlog.block(0, events, 100, 5000) + b'\xff\xff')
        self.assertEqual(info(path)['not_recorded'], [])
        row, = dump(path, 'processors')
        self.assertEqual((row['unknown_ns'], row['running_ns'], row['idle_ns']), ('900', '2000', '2000'))

    def test_recorded(self):
        self.assertEqual(info(os.path.join(harness.TOP, 'data', 'examples', 'nbody.eventlog'))['not_recorded'], [])


class Sparks(unittest.TestCase):
    """Where each spark has its events, they count; the counters come at collections only, and are late."""

    def test_single_events(self):
        event, block = eventlog.event, eventlog.block
        thread = struct.pack('>I', 1)
        events = [event(45, 100, struct.pack('>H', 0)), event(0, 200, thread), event(1, 300, thread)]
        events += [event(35, 1000 + i) for i in range(600)]  # created
        events += [event(38 if i % 3 else 40, 2000 + 2 * i) for i in range(500)]  # run, or fizzled
        events += [event(34, 4000, struct.pack('>7Q', 600, 0, 0, 333, 0, 167, 100)), event(2, 5000, thread + struct.pack('>HI', 5, 0))]
        path = os.path.join(harness.WORK.name, 'sparks.eventlog')
        with open(path, 'wb') as file:
            file.write(eventlog.header(more=True) + block(0, events, 100, 5000) + b'\xff\xff')

        def sparks(first, last):
            text = harness.run('stats', '--format', 'csv', '--from', str(first), '--to', str(last), path).out
            figures = [line.split(',') for line in text.splitlines() if line.startswith('sparks,')]
            return {row[2][len('sparks_'):]: int(row[-1]) for row in figures if row[-1] != '0'}
        self.assertEqual(sparks(0, 1500), {'created': 500, 'remaining': 500})
        self.assertEqual(sparks(1500, 2500), {'created': 100, 'converted': 166, 'fizzled': 84, 'remaining': 350})
        self.assertEqual(sparks(2500, 5000), {'converted': 167, 'fizzled': 83, 'remaining': 100})
        self.assertEqual(sparks(4500, 5000), {'remaining': 100})
        self.assertNotIn('from collection to collection', harness.run('stats', path).out)

    def figures(self, section, *args):
        text = harness.run('stats', '--format', 'csv', *args).out
        return {row[2]: int(row[-1]) for row in (line.split(',') for line in text.splitlines()) if row[0] == section}

    def made_and_run(self, name, every, sizes):
        """A log of four capabilities: the first one makes sparks, one after another, then ends; the others run them, in a thread for as long as there are
        any."""
        event, block = eventlog.event, eventlog.block
        thread, now, last = [struct.pack('>I', c + 1) for c in range(4)], [10000] * 4, 10000 + every * len(sizes)
        events = [[event(45, 100, struct.pack('>H', c)), event(0, 200, thread[c]), event(1, 10000, thread[c])] for c in range(4)]
        events[0] += [event(35, 10000 + every * (i + 1)) for i in range(len(sizes))]
        events[0].append(event(2, last, thread[0] + struct.pack('>HI', 5, 0)))
        for i, size in enumerate(sizes):
            c = min(range(1, 4), key=lambda c: now[c])
            start = max(now[c], 10000 + every * (i + 1))
            if start > now[c]:
                events[c].append(event(2, now[c], thread[c] + struct.pack('>HI', 5, 0)))
                thread[c] = struct.pack('>I', 10 + i)
                events[c] += [event(0, start, thread[c]), event(1, start, thread[c])]
            events[c].append(event(38, start))
            now[c] = start + size
        for c in range(1, 4):
            events[c].append(event(2, now[c], thread[c] + struct.pack('>HI', 5, 0)))
        path = os.path.join(harness.WORK.name, name + '.eventlog')
        with open(path, 'wb') as file:
            file.write(eventlog.header(more=True) + b''.join(block(c, events[c], 100, max(now[c], last)) for c in range(4)) + b'\xff\xff')
        return path

    def rules(self, path):
        return {row['rule']: row for row in json.loads(harness.run('explain', '--json', path).out)['findings']}

    def test_sizes(self):
        """Sparks are too small if who makes them keeps fewer busy than there are, too large if one alone takes longer than its share."""
        small = self.made_and_run('small', 3000, [4000] * 400)
        figures = self.figures('spark_sizes', small)
        self.assertEqual((figures['run'], figures['longest_ns']), (400, 4000))
        self.assertTrue(2048 <= figures['made_every_ns'] < 4096 and 2048 <= figures['median_ns'] < 8192, figures)
        found = self.rules(small)['sparks_too_small']
        self.assertEqual((found['evidence']['Sparks run'], found['evidence']['HECs that make them']), ('400', '1'))
        self.assertIn('keep no more than', found['sentence'])
        self.assertNotIn('sparks_too_large', self.rules(small))
        large = self.rules(self.made_and_run('large', 3000, [40000] * 100 + [3000000]))
        self.assertIn('runs for 3.00 ms', large['sparks_too_large']['sentence'])
        self.assertNotIn('sparks_too_small', large)
        good = self.rules(self.made_and_run('good', 3000, [40000] * 400))
        self.assertFalse({'sparks_too_small', 'sparks_too_large'} & set(good))

    def test_pool(self):
        """How many sparks waited, weighed by how long: one after another is made, then they are taken, and none is for as long again."""
        event, thread = eventlog.event, struct.pack('>I', 1)
        events = [event(45, 100, struct.pack('>H', 0)), event(0, 200, thread), event(1, 1000, thread)]
        events += [event(35, 1000 + 100 * i) for i in range(10)]
        events += [event(38, 2000 + 100 * i) for i in range(10)] + [event(2, 5000, thread + struct.pack('>HI', 5, 0))]
        path = os.path.join(harness.WORK.name, 'pool.eventlog')
        with open(path, 'wb') as file:
            file.write(eventlog.header(more=True) + eventlog.block(0, events, 100, 5000) + b'\xff\xff')
        lengths = sorted([i + 1 for i in range(10) for _ in range(100)] + [9 - i for i in range(10) for _ in range(100)] + [0] * 2000)
        pool = self.figures('spark_pool', '--from', 1000, '--to', 5000, path)
        self.assertEqual((pool['least'], pool['most']), (0, 10))
        for percent in (5, 25, 50, 75, 95):
            self.assertEqual(pool['p%d' % percent], lengths[-(-len(lengths) * percent // 100) - 1], percent)

    def test_counters(self):
        """Without single events the counters count, which come at collections: it is said so."""
        events = [eventlog.event(45, 100, struct.pack('>H', 0))] + [eventlog.event(34, time, struct.pack('>7Q', n, 0, 0, n, 0, 0, 0))
                                                                   for time, n in ((200, 0), (3000, 40), (6000, 90))]
        path = os.path.join(harness.WORK.name, 'sampled.eventlog')
        with open(path, 'wb') as file:
            file.write(eventlog.header(more=True) + eventlog.block(0, events, 100, 6000) + b'\xff\xff')
        self.assertIn('90 created, 90 converted; counted from collection to collection', harness.run('stats', path).out)


class Lost(unittest.TestCase):
    """What cannot be read at the end of a processor's stream is unknown from there on, and never idle."""

    def test_last_block(self):
        with open(os.path.join(harness.TOP, 'data', 'examples', 'nbody.eventlog'), 'rb') as file:
            data = bytearray(file.read())
        at, blocks = data.index(b'datb', data.index(b'hetehdre')) + 4, []
        while at + 24 <= len(data):
            kind, _, size, end, processor = struct.unpack('>HQIQH', data[at:at + 24])
            if kind != 18:
                break
            blocks.append((at, size, end, processor))
            at += size
        at, size, end, processor = [block for block in blocks if block[3] == 2][-1]
        start = at + 24 + (size - 24) // 3
        data[start:at + size] = (b'\x7e\xff\xff' * size)[:at + size - start]
        path = os.path.join(harness.WORK.name, 'lost.eventlog')
        with open(path, 'wb') as file:
            file.write(data)
        loss = [r for r in dump(path, 'losses') if r['processor'] == '2'][0]
        last = dump(path, 'intervals', '--lane', 'processor:1/2')[-1]
        self.assertEqual(last['state'], 'unknown')
        self.assertEqual(last['start_ns'], loss['from_ns'])
        self.assertGreater(int(loss['to_ns']), int(loss['from_ns']))
        row = [r for r in dump(path, 'processors') if r['processor'] == '2'][0]
        self.assertEqual(int(row['unknown_ns']), int(last['duration_ns']))

    def test_middle_block(self):
        """Between what was lost and the next event that tells, the processor is unknown, and so are the threads that were its,
        also those that waited there or moved there: that they ran would stand in what is missing."""
        def life(thread, start, end):
            number = struct.pack('>I', thread)
            return [event(0, start - 100, number), event(1, start, number), event(2, end, number + struct.pack('>HI', 5, 0))]
        event, block = eventlog.event, eventlog.block
        caps = [event(45, 100, struct.pack('>H', c)) for c in range(2)]

        def waits(thread, start):
            return [*life(thread, start, 0)[:2], event(2, start + 50, struct.pack('>IHI', thread, 7, 0))]
        moved = [event(4, 480, struct.pack('>IH', 7, 0))]
        one, two = life(1, 1000, 2000), life(2, 1500, 2500)
        caps[0] += b''.join(waits(5, 300))
        caps[1] += b''.join(waits(6, 250) + waits(7, 400) + moved)
        log = eventlog.header(more=True) + block(0, [caps[0]] + one[:2] + [b'\x7e\xff' * 20], 100, 2000)
        log += block(1, [caps[1]] + two, 100, 2500) + block(0, life(3, 3500, 4000), 3000, 4000) + b'\xff\xff'
        path = os.path.join(harness.WORK.name, 'middle.eventlog')
        with open(path, 'wb') as file:
            file.write(log)
        loss = dump(path, 'losses')[0]
        self.assertEqual((loss['processor'], loss['from_ns'], loss['to_ns']), ('0', '1000', '3400'))

        def states(lane):
            return [(r['state'], int(r['start_ns']), int(r['duration_ns'])) for r in dump(path, 'intervals', '--lane', lane)]
        self.assertEqual(states('processor:1/0')[-2:], [('unknown', 1000, 2500), ('running', 3500, 500)])
        self.assertEqual(states('processor:1/1')[-2:], [('running', 1500, 1000), ('idle', 2500, 1500)])
        self.assertEqual([states('thread:1/%d' % i)[-1] for i in (5, 6, 7)],
                         [('unknown', 1000, 3000), ('blocked', 300, 3700), ('unknown', 1000, 3000)])
        self.assertEqual(states('thread:1/1'), [('runnable', 900, 100), ('unknown', 1000, 3000)])
        self.assertEqual(states('thread:1/3'), [('runnable', 3400, 100), ('running', 3500, 500)])

    def test_first_block(self):
        """What a processor did before its first event that is there, or at all, stands in what is lost: unknown, not idle."""
        def run(thread, start, end):
            number = struct.pack('>I', thread)
            return [eventlog.event(0, start - 100, number), eventlog.event(1, start, number),
                    eventlog.event(2, end, number + struct.pack('>HI', 5, 0))]
        caps = [eventlog.event(45, 100, struct.pack('>H', c)) for c in range(3)]
        log = eventlog.header(more=True) + eventlog.block(0xffff, caps, 100, 100)
        log += eventlog.block(0, run(1, 1000, 4000), 900, 4000) + eventlog.block(1, [b'\x7e\xff' * 20], 200, 1900)
        log += eventlog.block(1, run(2, 2000, 3000), 1900, 3000) + eventlog.block(2, [b'\x7e\xff' * 20], 200, 1900) + b'\xff\xff'
        path = os.path.join(harness.WORK.name, 'first.eventlog')
        with open(path, 'wb') as file:
            file.write(log)

        def states(cap):
            return [(r['state'], int(r['start_ns']), int(r['duration_ns'])) for r in dump(path, 'intervals', '--lane', 'processor:1/%d' % cap)]
        self.assertEqual(states(0), [('idle', 100, 900), ('running', 1000, 3000)])
        self.assertEqual(states(1), [('unknown', 100, 1900), ('running', 2000, 1000), ('idle', 3000, 1000)])
        self.assertEqual(states(2), [('unknown', 100, 3900)])

    def test_lost_marker(self):
        """Whole blocks are lost with their markers: nobody knows whose they were, so each processor is unknown from its last event
        before to its next one behind, or to the end; not what it was before."""
        def run(thread, start, end):
            number = struct.pack('>I', thread)
            return [eventlog.event(0, start - 100, number), eventlog.event(1, start, number),
                    eventlog.event(2, end, number + struct.pack('>HI', 5, 0))]
        caps = [eventlog.event(45, 100, struct.pack('>H', c)) for c in range(3)]
        log = eventlog.header(more=True)
        for cap in range(3):
            log += eventlog.block(cap, [caps[cap]] + run(cap + 1, 1000, 2000 + cap), 100, 2000 + cap)
        log += b'\x7e\xff' * 40 + eventlog.block(0, run(4, 9000, 9900), 8900, 9900) + b'\xff\xff'
        path = os.path.join(harness.WORK.name, 'markers.eventlog')
        with open(path, 'wb') as file:
            file.write(log)
        unknown = [[(int(r['start_ns']), int(r['duration_ns'])) for r in dump(path, 'intervals', '--lane', 'processor:1/%d' % cap)
                    if r['state'] == 'unknown'] for cap in range(3)]
        self.assertEqual(unknown, [[(2000, 7000)], [(2001, 7899)], [(2002, 7898)]])
        self.assertEqual(sorted((r['processor'], r['from_ns'], r['to_ns']) for r in dump(path, 'losses') if r['bytes'] == '0'),
                         [('0', '2000', '8900'), ('1', '2001', '9900'), ('2', '2002', '9900')])


if __name__ == '__main__':
    harness.main()
