#!/usr/bin/env python3
"""test-ghc-memory.py: GHC's nonmoving collector, its storage manager, ticky-ticky counters, and perf: against what the runtime says of
the same run (`nonmoving.s`, +RTS -s), and of logs that are made here.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import os
import re
import struct
import unittest

import eventlog
import harness
from harness import dump, run

DATA = os.path.join(harness.TOP, 'tests', 'data', 'profile')
NONMOVING = os.path.join(DATA, 'nonmoving.eventlog')
SIZES = {55: 18, 56: 12, 140: eventlog.VARIABLE, 141: 20, 142: 12, 90: 16, 91: 12, 200: 0, 201: 4, 202: 0, 203: 0, 204: 0, 205: 0, 206: 2, 207: 13, 208: 8, 210: eventlog.VARIABLE, 211: 32, 212: 0}


def made(name, *events, sizes=None):
    """A log with these events, (number, payload), 10 µs apart, from 1 µs on."""
    eventlog.MORE.update({**SIZES, **(sizes or {})})
    path = os.path.join(harness.WORK.name, name + '.eventlog')
    body = [eventlog.event(45, 100, struct.pack('>H', 0)), eventlog.event(0, 500, struct.pack('>I', 1))]
    body += [eventlog.event(number, 1000 + 10000 * i, payload) for i, (number, payload) in enumerate(events)]
    with open(path, 'wb') as file:
        file.write(eventlog.header(True) + eventlog.block(0, body, 100, 1000 + 10000 * len(events)) + b'\xff\xff')
    return path


class Nonmoving(unittest.TestCase):
    def test_as_the_runtime_has_it(self):
        """Stops: how long in all, and the longest. The one at the program's end is in no log."""
        with open(os.path.join(DATA, 'nonmoving.s'), encoding='utf-8') as file:
            said = re.search(r'(\d+) syncs, +([0-9.]+)s +[0-9.]+s +([0-9.]+)s', file.read())
        rows = [int(row['duration_ns']) for row in dump(NONMOVING, 'concurrent') if row['phase'] == 'sync']
        self.assertEqual(len(rows), int(said[1]) - 1)
        self.assertAlmostEqual(sum(rows) / 1e9, float(said[2]), delta=0.002)
        self.assertAlmostEqual(max(rows) / 1e9, float(said[3]), delta=0.0002)
        by_phase = {row['name']: row for row in harness.rows('stats', '--format', 'csv', NONMOVING) if row['section'] == 'concurrent'}
        self.assertEqual(int(by_phase['sync']['count']), len(rows))
        self.assertEqual(int(by_phase['sync']['total_ns']), sum(rows))
        self.assertIn('Concurrent GC', run('stats', NONMOVING).out)

    def test_phases(self):
        """Said twice that it begins is once; marks are within a stop; what has no end lasts until the log's, what has no beginning is none."""
        trace = made('phases', (205, b''), (200, b''), (201, struct.pack('>I', 7)), (202, b''), (202, b''), (200, b''), (201, b'\0\0\0\1'),
                     (203, b''), (203, b''), (204, b''), (19, b'end'))
        self.assertEqual([tuple(row.values())[1:] for row in dump(trace, 'concurrent')],
                         [('mark', '11000', '10000', '7'), ('sync', '31000', '40000', ''), ('mark', '51000', '10000', '1'),
                          ('sweep', '91000', '10000', '')])
        self.assertEqual([row['phase'] for row in dump(trace, 'concurrent', '--from', '30us', '--to', '40us')], ['sync'])

    def test_census(self):
        """The size of blocks: its logarithm in one byte up to GHC 9.8, itself in two from 9.10 on."""
        for size, block, want in ((13, struct.pack('>B', 5), '32'), (14, struct.pack('>H', 24), '24'), (14, struct.pack('>H', 4096), '4096')):
            trace = made('census-%s' % want, (207, block + struct.pack('>III', 1, 2, 3)), (208, struct.pack('>II', 4, 5)), sizes={207: size})
            self.assertEqual([tuple(row.values()) for row in dump(trace, 'census')], [('1000', '1', want, '1', '2', '3')])
            self.assertEqual([(row['name'], row['value']) for row in dump(trace, 'counters')], [('segments_pruned', '4'), ('segments_free', '5')])


class Stops(unittest.TestCase):
    """The nonmoving collector stops all to end its mark: lanes have the HECs idle meanwhile, their threads ready; the cause is the collection."""

    @staticmethod
    def log(name, stop_ms):
        """Two HECs for 100 ms: each runs a thread; from 40 ms on the collector asks all to stop, one does so at once, the other 1 ms later."""
        eventlog.MORE.update(SIZES)
        blocks, ms = [], 1000000
        for c in range(2):
            thread = struct.pack('>I', c + 1)
            events = [(45, 100, struct.pack('>H', c)), (0, 200, thread), (1, 300, thread),
                      (2, (40 + c) * ms, thread + struct.pack('>HI', 3, 0)), (1, (40 + stop_ms) * ms + 1000, thread),
                      (2, 100 * ms, thread + struct.pack('>HI', 5, 0))]
            blocks.append(eventlog.block(c, [eventlog.event(*e) for e in events], 100, 100 * ms))
        stops = [eventlog.event(202, 40 * ms), eventlog.event(202, 40 * ms + 1), eventlog.event(203, (40 + stop_ms) * ms)]
        path = os.path.join(harness.WORK.name, name + '.eventlog')
        with open(path, 'wb') as file:
            file.write(eventlog.header(True) + b''.join(blocks) + eventlog.block(0xffff, stops, 40 * ms, 60 * ms) + b'\xff\xff')
        return path

    def test_cause(self):
        trace = self.log('stopped', 20)
        self.assertEqual([(row['processor'], row['start_ns'], row['duration_ns']) for row in dump(trace, 'causes') if row['cause'] == 'gc_wait'],
                         [('0', '40000000', '20000000'), ('1', '41000000', '19000000')])
        told = json.loads(run('explain', '--json', trace).out)
        self.assertEqual((told['parts']['gc_wait'], told['parts']['idle_own_queue']), (39000000, 2200))
        finding, = told['findings']
        self.assertEqual((finding['rule'], finding['cost_ns']), ('gc_stops', 39000000))
        self.assertIn('stopped all HECs 1 time to end its mark, for 20', finding['sentence'])
        # What is lost is a path of collections, too.
        self.assertEqual([int(row['end_ns']) - int(row['start_ns']) for row in dump(trace, 'critical-path') if row['kind'] == 'gc'], [20000000])
        half = json.loads(run('explain', '--json', '--from', '50ms', '--to', '100ms', trace).out)
        self.assertEqual(half['findings'][0]['cost_ns'], 20000000)

    def test_short(self):
        """A short one is a collection, and no finding; nobody is advised to take the collector that he has."""
        told = json.loads(run('explain', '--json', self.log('short', 2)).out)
        self.assertEqual((told['parts']['gc_wait'], told['findings']), (3000000, []))
        self.assertNotIn('--nonmoving-gc', run('explain', NONMOVING).out)


class Flushes(unittest.TestCase):
    """The runtime writes a processor's buffer while that stands still: what lies between two of its blocks."""

    @staticmethod
    def log(name, first_after=40, between=b''):
        """Two HECs that run from 1 µs to 1 ms and write twice each: for 20 and 30 µs the first, for 5 and 7 the second. Their first event
        comes so many ns after a block's begin; between the second blocks lies something else."""
        body, now = [[], []], [100, 100]
        for c in range(2):
            thread = struct.pack('>I', c + 1)
            events = [[(45, 100 + first_after, struct.pack('>H', c)), (0, 500, thread), (1, 1000, thread)],
                      [(19, 0, b'half')], [(2, 1000000, thread + struct.pack('>HI', 5, 0))]]
            for i, wrote in enumerate(((20000, 5000)[c], (30000, 7000)[c], 0)):
                begin, end = now[c], (200000, 600000, 1000000)[i]
                if i == 1:
                    events[1] = [(19, begin + first_after, b'half')]
                elif i == 2:
                    events[2].insert(0, (19, begin + first_after, b'last'))
                body[c].append(eventlog.block(c, [eventlog.event(*e) for e in events[i]], begin, end))
                now[c] = end + wrote
        path = os.path.join(harness.WORK.name, name + '.eventlog')
        with open(path, 'wb') as file:
            file.write(eventlog.header(True) + body[0][0] + body[1][0] + body[0][1] + between + body[1][1] + body[0][2] + body[1][2] + b'\xff\xff')
        return path

    def rows(self, trace):
        return [(row['processor'], int(row['start_ns']), int(row['duration_ns'])) for row in dump(trace, 'flushes')]

    def test_as_blocks_have_it(self):
        trace = self.log('flushes')
        self.assertEqual(self.rows(trace), [('1', 200000, 5000), ('0', 200000, 20000), ('1', 600000, 7000), ('0', 600000, 30000)])
        self.assertEqual({row['bytes'] for row in dump(trace, 'flushes', '--from', '500us')}, {'40'})
        doubt, = (d for d in json.loads(run('explain', '--json', trace).out)['doubts'] if 'event log' in d)
        self.assertIn('3.1 %', doubt)  # 62 µs of twice 1 ms
        self.assertIn('30.0 µs', doubt)

    def test_made_by_others(self):
        """Who imitates a log begins a block with its first event: what lies before that was no writing."""
        trace = self.log('imitated', first_after=0)
        self.assertEqual(self.rows(trace), [])
        self.assertNotIn('event log', run('explain', trace).out)

    def test_lost(self):
        """Bytes that make no sense may have been a block."""
        self.assertEqual(self.rows(self.log('flushes-lost', between=b'\x77' * 50)), [('0', 200000, 20000), ('1', 600000, 7000)])

    def test_damaged(self):
        """A block that begins after its end says nothing of what was written before it."""
        odd = eventlog.block(1, [], (1 << 50) + 300000, 300000)
        self.assertEqual(self.rows(self.log('flushes-odd', between=odd)), [('0', 200000, 20000), ('1', 600000, 7000), ('0', 600000, 30000)])


class Cores(unittest.TestCase):
    """A HEC that is to collect, or to stop, and gets no core: all stand still meanwhile. What one of them runs or collects is no standstill."""

    @staticmethod
    def log(name, works=(60, 79), late=40, works_recorded=True, short=0, idle=0):
        """Two HECs for 100 ms, with a collection from 40 to 80 ms: each collects for 1 ms, when it says; the second stops when that says.
        Before it there are as many short ones, of the first alone, as `short` says; and so many HECs more have nothing to do."""
        eventlog.MORE.update({12: 0, 20: 0, 21: 0, 22: 0})
        blocks, ms = [], 1000000
        for c in range(2):
            thread = struct.pack('>I', c + 1)
            begin = 300 if short == 0 else 30 * ms
            events = [(45, 100, struct.pack('>H', c)), (0, 200, thread)]
            if c == 0:
                for i in range(short):
                    at = 1000 + i * 8000
                    events += [(12, at), (9, at + 1), (10, at + 1000), (53, at + 1000, struct.pack('>IHQQQIQQQ', 0, 0, 0, 0, 0, 1, 0, 0, 0))]
            events.append((1, begin, thread))
            if c == 0:
                events.append((12, 40 * ms - 1))
            events += [(2, (late if c else 40) * ms, thread + struct.pack('>HI', 1, 0)), (9, (late if c else 40) * ms)]
            if works_recorded:
                events += [(21, works[c] * ms), (20, (works[c] + 1) * ms), (22, (works[c] + 1) * ms)]
            events.append((10, 80 * ms))
            if c == 0:
                events.append((53, 80 * ms, struct.pack('>IHQQQIQQQ', 0, 0, 2000, 0, 0, 2, 1000, 2000, 1000)))
            events += [(1, 80 * ms + 1, thread), (2, 100 * ms, thread + struct.pack('>HI', 5, 0))]
            blocks.append(eventlog.block(c, [eventlog.event(*e) for e in events], 100, 100 * ms))
        blocks += [eventlog.block(2 + c, [eventlog.event(45, 100, struct.pack('>H', 2 + c))], 100, 100) for c in range(idle)]
        path = os.path.join(harness.WORK.name, name + '.eventlog')
        with open(path, 'wb') as file:
            file.write(eventlog.header(True) + b''.join(blocks) + b'\xff\xff')
        return path

    def found(self, *args, **options):
        told = json.loads(run('explain', '--json', self.log(*args, **options)).out)
        return {row['rule']: row for row in told['findings']}

    def test_still(self):
        """From 40 to 60 and from 61 to 79 ms nobody does anything: 38 ms, of both."""
        found = self.found('still')
        finding = found['no_core']
        self.assertAlmostEqual(finding['cost_ns'] / 1e6, 76, delta=0.01)
        self.assertIn('For 38.0 % of their time all HECs stand still in collections', finding['sentence'])
        self.assertNotIn('gc_barrier', found)

    def test_among_many(self):
        """Of too many collections some stand for all, but not for those in which nobody can stand still for long."""
        for short in (3600, 3601):
            with self.subTest(short):
                finding = self.found('among-%d' % short, short=short, idle=64)['no_core']
                self.assertIn('they all stand still in collections', finding['sentence'])

    def test_late(self):
        """One that runs on until 78 ms is late, and has its core."""
        found = self.found('late', works=(78, 78), late=78)
        self.assertNotIn('no_core', found)
        self.assertIn('gc_barrier', found)

    def test_untold(self):
        """Who collects was not recorded: nothing is claimed."""
        self.assertNotIn('no_core', self.found('untold', works_recorded=False))

    def test_real(self):
        """A program of GHC that shared its two cores with a dozen others: each of its HECs ran for 6 ms of 836."""
        path = os.path.join(DATA, 'no-core.eventlog')
        first = json.loads(run('explain', '--json', path).out)['findings'][0]
        self.assertEqual(first['rule'], 'no_core')
        self.assertIn('-qg', first['advice'])


class Years(unittest.TestCase):
    def test_of_many(self):
        """Two logs of 300 HECs each, three years apart: what a HEC of the first lost after its end is more than fits, of all together, and
        not less than none."""
        eventlog.MORE.update({43: 16})
        folder = os.path.join(harness.WORK.name, 'years')
        os.mkdir(folder)
        for year in (0, 3):
            blocks = [[(45, 100, struct.pack('>H', c)), (0, 200 + c, struct.pack('>I', c + 1)), (1, 1000, struct.pack('>I', c + 1)),
                       (2, 5000, struct.pack('>IHI', c + 1, 5, 0))] for c in range(300)]
            blocks[0].insert(1, (43, 110, struct.pack('>IQI', 0, 1700000000 + year * 31536000, 0)))
            with open(os.path.join(folder, '%d.eventlog' % year), 'wb') as file:
                file.write(eventlog.header(True)
                           + b''.join(eventlog.block(c, [eventlog.event(*e) for e in events], 100, 5000) for c, events in enumerate(blocks))
                           + b'\xff\xff')
        told = json.loads(run('explain', '--json', folder).out)
        self.assertGreater(told['parts']['end_ramp'], 2 ** 62)
        self.assertEqual([cause for cause, time in told['parts'].items() if time < 0], [])


class Memory(unittest.TestCase):
    def test_fragmentation(self):
        """Blocks beyond what lives, and megablocks beyond what is needed, at the same sample."""
        heap = {51: 12}
        trace = made('fragmentation', (91, struct.pack('>IQ', 0, 9 << 20)), (51, struct.pack('>IQ', 0, 3 << 20)),
                     (90, struct.pack('>IIII', 0, 12, 10, 2)), (91, struct.pack('>IQ', 0, 5 << 20)), (51, struct.pack('>IQ', 0, 4 << 20)),
                     (90, struct.pack('>IIII', 0, 6, 6, 4)), sizes=heap)
        values = {(row['name'], row['value']) for row in dump(trace, 'counters')}
        self.assertIn(('blocks_size', str(9 << 20)), values)
        self.assertIn(('mem_returned', '4'), values)
        figures = {row['name']: row['value'] for row in harness.rows('stats', '--format', 'csv', trace) if row['section'] == 'heap'}
        self.assertEqual((figures['mem_current'], figures['mem_needed'], figures['mem_returned']), ('12', '10', '4'))
        self.assertEqual(figures['blocks_size'], str(9 << 20))
        svg = os.path.join(harness.WORK.name, 'fragmentation.svg')
        run('export', '--view', 'timeline', '-o', svg, '--size', '1000x600', trace)
        with open(svg, encoding='utf-8') as file:
            picture = file.read()
        for title in ('Blocks', 'Megablocks'):
            self.assertIn(title, picture)


class Ticky(unittest.TestCase):
    DEF = struct.pack('>QH', 0x40, 2) + b'MI\0' + b'go{v s1} (Main) (fun)\0' + struct.pack('>Q', 0x4000) + b'{}\0'

    @staticmethod
    def sample(counter, *counts):
        return 211, struct.pack('>QQQQ', counter, *counts)

    def test_sums(self):
        """Counters begin anew with each sample, so that those of a range are added up; a name may come behind; other rows have none."""
        trace = made('ticky', (212, b''), self.sample(0x40, 5, 100, 8), self.sample(0x50, 9, 0, 0), (210, self.DEF), (212, b''),
                     self.sample(0x40, 6, 20, 0), self.sample(0x50, 2 ** 63, 1, 1), (211, b'\0' * 32))
        rows = [tuple(row.values()) for row in dump(trace, 'ticky')]
        self.assertEqual(rows, [('1', '0x50', '', '', '', '', '2', str(2 ** 63 - 1), '1', '1'),
                                ('1', '0x40', 'go{v s1} (Main) (fun)', '2', 'MI', '0x4000', '2', '11', '120', '8'),
                                ('1', '0x0', '', '', '', '', '1', '0', '0', '0')])
        # All of a sample are of the time at which it began.
        first = [(row['counter'], row['entries']) for row in dump(trace, 'ticky', '--from', '0', '--to', '2us')]
        self.assertEqual(first, [('0x50', '9'), ('0x40', '5')])

    def test_cut(self):
        """Payloads that are shorter than they should be."""
        trace = made('ticky-cut', (210, self.DEF[:9]), (210, self.DEF[:14]), (212, b''), self.sample(0x40, 1, 2, 3))
        self.assertEqual([(row['name'], row['arguments'], row['entries']) for row in dump(trace, 'ticky')], [('g', 'MI', '1')])

    def test_none(self):
        self.assertIn('-ticky', run('dump', 'ticky', NONMOVING).err)


class Perf(unittest.TestCase):
    def test_marks(self):
        """What ghc-events merged into a log: on the processor that the kernel's thread was on then; what has no name has its number."""
        trace = made('perf', (1, struct.pack('>I', 1)), (55, struct.pack('>QHQ', 5, 0, 812)), (140, struct.pack('>I', 3) + b'cache-misses'),
                     (141, struct.pack('>IQQ', 3, 812, 20)), (142, struct.pack('>IQ', 4, 812)), (56, struct.pack('>QHH', 5, 0, 7)),
                     (142, struct.pack('>IQ', 3, 812)), (142, struct.pack('>IQ', 3, 813)), (19, b'end'))
        rows = [(row['time_ns'], row['processor'], row['thread'], row['kind'], row['text']) for row in dump(trace, 'marks')]
        self.assertEqual(rows, [('31000', '0', '1', 'marker', 'cache-misses: 20'), ('41000', '0', '1', 'marker', 'perf 4'),
                                ('61000', '7', '', 'marker', 'cache-misses'), ('71000', '', '', 'marker', 'cache-misses'),
                                ('81000', '0', '1', 'message', 'end')])


if __name__ == '__main__':
    harness.main()
