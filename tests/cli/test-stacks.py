#!/usr/bin/env python3
"""test-stacks.py: the call stacks that ghc-stack-profiler samples, of logs that are made here after its grammar: what is written is the truth.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import os
import resource
import struct
import unittest

import eventlog
import harness
from harness import dump, run

NEWEST, MIDDLE, OLDEST = '0.5', '0.3', '0.1'  # what writes: threads of 8 bytes; of 4; of 4, with the innermost frame first
TABLES = {0x4000 + i: name for i, name in enumerate(('main', 'serve', 'parse', 'read', 'write', 'sleep'))}


def ipe(address, name, module='Main', line=1):
    return 169, struct.pack('>Q', address) + b'%s_info\0' % name.encode() + struct.pack('>I', 8) + b'Type\0' + f'{name}\0{module}\0src/{module}.hs:{line}:1\0'.encode()


def info(address):
    return struct.pack('>BQ', 1, address)


def said(string, place=None):
    return struct.pack('>BQ', 2, string) if place is None else struct.pack('>BQQ', 3, string, place)


def old_place(place):
    return struct.pack('>BQ', 3, place)


def chunk(tag, thread, frames, processor=0, writer=NEWEST):
    """Frames from the outermost to the innermost."""
    frames = list(reversed(frames)) if writer == OLDEST else frames
    return 181, b'\xff' + tag + struct.pack('>IQH' if writer == NEWEST else '>IIH', processor, thread, len(frames)) + b''.join(frames)


def last(thread, frames, processor=0, writer=NEWEST):
    return chunk(b'\xca', thread, frames, processor, writer)


def part(thread, frames, processor=0, writer=NEWEST):
    return chunk(b'\xcb', thread, frames, processor, writer)


def string(number, text):
    return 181, b'\xff\xcc' + struct.pack('>QH', number, len(text)) + text


def place(number, line, column, file, function=None):
    between = b'' if function is None else struct.pack('>Q', function)
    return 181, b'\xff\xcd' + struct.pack('>QII', number, line, column) + between + struct.pack('>Q', file)


VERSION = 181, b'\xff\xc0\0'
TELL = [ipe(address, name, line=i + 1) for i, (address, name) in enumerate(TABLES.items())]
MAIN, SERVE, PARSE, READ, WRITE, SLEEP = (info(address) for address in TABLES)


def made(name, *events, capabilities=1):
    """A log whose events, (number, payload) or (number, payload, capability), are 10 µs apart; thread c + 1 runs on each capability
    from the first to the last of them."""
    eventlog.MORE.update({169: eventlog.VARIABLE, 168: 8, 161: eventlog.VARIABLE, 167: eventlog.VARIABLE, 181: eventlog.VARIABLE})
    end = 1000 + 10000 * len(events)
    blocks = []
    for c in range(capabilities):
        thread = struct.pack('>I', c + 1)
        body = [eventlog.event(45, 100, struct.pack('>H', c)), eventlog.event(0, 500, thread), eventlog.event(1, 600, thread)]
        body += [eventlog.event(event[0], 1000 + 10000 * i, event[1]) for i, event in enumerate(events) if (event[2] if len(event) > 2 else 0) == c]
        body += [eventlog.event(2, end, thread + struct.pack('>HI', 5, 0))]
        blocks.append(eventlog.block(c, body, 100, end))
    path = os.path.join(harness.WORK.name, name + '.eventlog')
    with open(path, 'wb') as file:
        file.write(eventlog.header(True) + b''.join(blocks) + b'\xff\xff')
    return path


def stacks(trace):
    return [(row['thread'], row['processor'], row['stack']) for row in dump(trace, 'profile-samples')]


def losses(trace):
    return [(row['reason'], row['from_ns'], row['from_byte']) for row in dump(trace, 'losses')]


class Stacks(unittest.TestCase):
    def test_order(self):
        """The outermost frame is the tree's root, whoever wrote it; times are those of events, and nothing else is said of them."""
        for writer, proof in ((NEWEST, VERSION), (MIDDLE, place(9, 1, 1, 9)), (OLDEST, place(9, 1, 1, 9, 9))):
            with self.subTest(writer):
                trace = made('order', *TELL, proof, last(1, [MAIN, SERVE, READ], writer=writer), last(1, [MAIN, SLEEP], writer=writer))
                self.assertEqual([(row['time_ns'], row['stack']) for row in dump(trace, 'profile-samples')],
                                 [('71000', 'read/serve/main'), ('81000', 'sleep/main')])
                self.assertEqual({row['path']: (row['samples'], row['self_samples'], row['time_ns']) for row in dump(trace, 'call-tree')},
                                 {'Main.main': ('2', '0', ''), 'Main.main;Main.serve': ('1', '0', ''),
                                  'Main.main;Main.serve;Main.read': ('1', '1', ''), 'Main.main;Main.sleep': ('1', '1', '')})
                self.assertEqual(losses(trace), [])

    def test_figures(self):
        """Trees, edges and tables count the same samples."""
        written = [[MAIN, SERVE, READ]] * 3 + [[MAIN, SERVE, PARSE]] * 2 + [[MAIN]]
        trace = made('figures', *TELL, *[last(1, frames) for frames in written])
        self.assertEqual({row['function']: (row['samples'], row['self_samples']) for row in dump(trace, 'calls')},
                         {'Main.main': ('6', '1'), 'Main.serve': ('5', '0'), 'Main.read': ('3', '3'), 'Main.parse': ('2', '2')})
        self.assertEqual({(row['caller'], row['callee']): row['samples'] for row in dump(trace, 'call-edges')},
                         {('', 'Main.main'): '6', ('Main.main', 'Main.serve'): '5', ('Main.serve', 'Main.read'): '3', ('Main.serve', 'Main.parse'): '2'})
        self.assertEqual({row['stack']: (row['ticks'], row['inherited_ticks'], row['module'], row['location']) for row in dump(trace, 'cost-centres')},
                         {'main': ('1', '6', 'Main', 'src/Main.hs:1:1'), 'serve/main': ('0', '5', 'Main', 'src/Main.hs:2:1'),
                          'read/serve/main': ('3', '3', 'Main', 'src/Main.hs:4:1'), 'parse/serve/main': ('2', '2', 'Main', 'src/Main.hs:3:1')})
        self.assertIn('no profile of the heap', run('dump', 'heap-bands', trace).err)

    def test_strings(self):
        """Annotations are texts that were told before, with a place or without."""
        tell = [string(0, 'größte'.encode()), string(1, b'app/Main.hs'), place(0, 12, 3, 1)]
        trace = made('strings', *TELL, *tell, last(1, [MAIN, said(0, 0), said(0), READ]), *tell, last(1, [MAIN, said(0, 0)]))
        self.assertEqual([row[2] for row in stacks(trace)], ['read/größte/größte/main', 'größte/main'])
        rows = {row['stack']: (row['module'], row['location']) for row in dump(trace, 'cost-centres')}
        self.assertEqual(rows['größte/main'], ('', 'app/Main.hs:12:3'))
        self.assertEqual(rows['größte/größte/main'], ('', ''))
        self.assertEqual(len(rows), 4)

    def test_old_places(self):
        """Before 0.3 a place was a frame of its own, with its function."""
        tell = [string(0, b'Main.hs'), string(1, b'handler'), place(7, 5, 9, 0, 1)]
        trace = made('old-places', *TELL, *tell, last(1, [MAIN, old_place(7), said(1)], writer=OLDEST))
        self.assertEqual([row[2] for row in stacks(trace)], ['handler/handler/main'])
        self.assertIn(('handler/main', 'Main.hs:5:9'), [(row['stack'], row['location']) for row in dump(trace, 'cost-centres')])

    def test_parts(self):
        """However a stack is cut, it is the same, and one sample, of the time of its last part."""
        frames = [MAIN, SERVE, PARSE, READ, WRITE]
        for cuts in ((1,), (2, 4), (1, 2, 3, 4)):
            for writer, proof in ((NEWEST, VERSION), (OLDEST, place(9, 1, 1, 9, 9))):
                ends = list(zip((0,) + cuts, cuts + (5,)))
                parts = [frames[a:b] for a, b in (ends if writer == NEWEST else reversed(ends))]
                events = [part(1, some, writer=writer) for some in parts[:-1]] + [last(1, parts[-1], writer=writer)]
                trace = made('parts', *TELL, proof, *events)
                self.assertEqual([(row['time_ns'], row['stack']) for row in dump(trace, 'profile-samples')],
                                 [(str(1000 + 10000 * (7 + len(cuts))), 'write/read/parse/serve/main')], (cuts, writer))

    def test_parts_that_are_missing(self):
        """A stack whose last part never came is none; where, is told."""
        trace = made('missing', *TELL, part(1, [MAIN]), last(2, [MAIN, READ]), last(1, [MAIN, SLEEP]), part(1, [MAIN]))
        self.assertEqual([row[2] for row in stacks(trace)], ['read/main', 'sleep/main'])
        self.assertEqual(losses(trace), [('stacks of ghc-stack-profiler whose last part is missing are left out', '61000', '0')])

    def test_threads(self):
        """Each sample is its thread's, whoever writes it and whether or not that thread runs."""
        events = [ipe + (0,) for ipe in TELL]
        want = []
        for i in range(30):
            thread, frames, writer = 1 + i % 3, [MAIN] + [(SERVE, READ, SLEEP)[i % 3]] * (1 + i % 2), i % 2
            events.append(last(thread, frames, (thread - 1) % 2) + (writer,))
            want.append((str(thread), str((thread - 1) % 2), '/'.join([('serve', 'read', 'sleep')[i % 3]] * (1 + i % 2) + ['main'])))
        trace = made('threads', *events, capabilities=2)
        self.assertEqual(stacks(trace), want)
        for lane, n in (('thread:1/1', 10), ('thread:1/2', 10), ('thread:1/3', 10), ('processor:1/0', 20), ('processor:1/1', 10)):
            rows = dump(trace, 'call-tree', '--lane', lane)
            self.assertEqual(sum(int(row['self_samples']) for row in rows), n, lane)
        states = {row['thread']: row['state'] for row in dump(trace, 'profile-samples')}
        self.assertEqual((states['1'], states['2']), ('running', 'running'))
        self.assertNotEqual(states['3'], 'running')

    def test_without_definitions(self):
        """A log that begins in the middle: what was told before is not known. Addresses are, and threads by their numbers."""
        trace = made('middle', last(40, [info(0x4abc), said(3), said(4, 5), SLEEP]), TELL[0], last(40, [MAIN]), last(40, []))
        self.assertEqual(stacks(trace), [('40', '0', '0x4005/?/?/0x4abc'), ('40', '0', 'main'), ('40', '0', '?')])
        self.assertEqual([row['function'] for row in dump(trace, 'calls') if row['self_samples'] != '0'].count('unknown'), 1)
        self.assertEqual(losses(trace), [])

    def test_cost_centres_first(self):
        """Ticks of cost centres and stacks are not added up; what both found can be had."""
        main = 161, struct.pack('>I', 7) + b'main\0Main\0Main.hs:1:1\0' + b'\0'
        tick = 167, struct.pack('>IQB', 0, 0, 1) + struct.pack('>I', 7)
        trace = made('both', *TELL, main, tick, tick, last(1, [MAIN, READ]))
        self.assertEqual({row['function']: row['samples'] for row in dump(trace, 'calls')}, {'Main.main': '2'})
        self.assertEqual([row[2] for row in stacks(trace)], ['main', 'main', 'read/main'])


class Hostile(unittest.TestCase):
    def test_messages(self):
        """Wrong in every way that there is: each is told with its place, and what is right counts."""
        good = last(1, [MAIN, READ])[1]
        wrong = [good[:n] for n in range(2, len(good))] + [good + b'\0', good[:15] + b'\xff' + good[16:], good[:14] + b'\xff' + good[15:],
                                                          good[:16] + b'\4' + good[17:], b'\xff\xcc', b'\xff\xcc' + b'\0' * 9,
                                                          string(1, b'abc')[1] + b'd', string(1, b'abc')[1][:-1],
                                                          place(1, 1, 1, 1)[1][:-1], place(1, 1, 1, 1)[1] + b'\0', b'\xff\xc0', b'\xff\xc0\0\0']
        trace = made('wrong', *TELL, *[(181, message) for message in wrong], last(1, [MAIN, SLEEP]))
        self.assertEqual([row[2] for row in stacks(trace)], ['sleep/main'])
        told = losses(trace)
        self.assertEqual({reason for reason, _, _ in told}, {'a message of ghc-stack-profiler cannot be read'})
        self.assertEqual([int(time) for _, time, _ in told], [1000 + 10000 * (6 + i) for i in range(len(wrong))])
        with open(trace, 'rb') as file:
            data = file.read()
        for message, (_, _, at) in zip(wrong, told):
            self.assertEqual(data[int(at) + 12:int(at) + 12 + len(message)], message)

    def test_others(self):
        """Binary messages of the program's own are no damage."""
        trace = made('others', *TELL, (181, b''), (181, b'\xff'), (181, b'\xff\xce\0'), (181, b'hello'), last(1, [MAIN]))
        self.assertEqual((stacks(trace), losses(trace)), ([('1', '0', 'main')], []))

    def test_versions(self):
        trace = made('version', *TELL, last(1, [MAIN]), (181, b'\xff\xc0\1'), last(1, [MAIN, READ]), VERSION, last(1, [SLEEP]))
        self.assertEqual([row[2] for row in stacks(trace)], ['main', 'sleep'])
        self.assertEqual([row[:2] for row in losses(trace)], [('the messages of ghc-stack-profiler are of version 1, which is not known here', '71000')])

    def test_thread_numbers(self):
        """No thread has them."""
        huge = 181, b'\xff\xca' + struct.pack('>IQH', 0xffffffff, 0, 1) + MAIN
        self.assertEqual(stacks(made('huge', *TELL, huge)), [('', '4294967295', 'main')])

    def test_deep(self):
        """Of recursion without end both ends are kept."""
        frames = [MAIN] + [SERVE] * 3000 + [PARSE] * 3000 + [READ]
        for writer, proof in ((NEWEST, VERSION), (OLDEST, place(9, 1, 1, 9, 9))):
            halves = [frames[:3500], frames[3500:]] if writer == NEWEST else [frames[3500:], frames[:3500]]
            trace = made('deep', *TELL, proof, part(1, halves[0], writer=writer), last(1, halves[1], writer=writer), last(1, [MAIN]))
            (_, _, stack), (_, _, short) = stacks(trace)
            names = stack.split('/')[::-1]
            self.assertEqual((len(names), names[0], names[-1], names.count('…'), short), (512, 'main', 'read', 1, 'main'))
            self.assertEqual((set(names[1:names.index('…')]), set(names[names.index('…') + 1:-1])), ({'serve'}, {'parse'}))
            self.assertEqual([row[0] for row in losses(trace)], ['stacks of more than 511 frames are shown without their middle'])

    def test_many_definitions(self):
        """More than are kept: memory is bounded, the first that is left out is told, and what came before has its name."""
        eventlog.MORE[181] = eventlog.VARIABLE
        path = os.path.join(harness.WORK.name, 'many.eventlog')
        n = 1100000
        head = [eventlog.event(45, 100, struct.pack('>H', 0)), eventlog.event(0, 500, struct.pack('>I', 1))]
        tail = [eventlog.event(181, 2000 + n, last(1, [said(5), said(n - 1)])[1])]
        one = struct.Struct('>HQHBBQHI')
        with open(path, 'wb') as file:
            file.write(eventlog.header(True) + eventlog.block(0, head, 100, 500))
            for first in range(0, n, 100000):
                file.write(eventlog.block(0, [one.pack(181, 1000 + i, 16, 0xff, 0xcc, i, 4, 0x61616161 + i % 26) for i in range(first, first + 100000)],
                                          1000 + first, 1000 + first + 99999))
            file.write(eventlog.block(0, tail, 2000 + n, 2000 + n) + b'\xff\xff')
        self.assertEqual([row[2] for row in stacks(path)], ['?/aaaf'])
        self.assertEqual(losses(path), [('ghc-stack-profiler defines more texts and places than are kept; those beyond have no name', '1001000', '0')])


if __name__ == '__main__':
    harness.main()
