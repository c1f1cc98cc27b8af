#!/usr/bin/env python3
"""test-convert.py: what `convert` writes, read again by a reader of protocol buffers of its own, against the tables of `dump`.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import json
import os
import struct
import tempfile
import unittest

import harness
from harness import dump, find_traces, run

SAID_NOTHING = {'idle', 'outside'}


def varint(data, at):
    value, shift = 0, 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7f) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def fields(data):
    """[(field, value)] of a message: numbers, bytes, or the eight bytes of a fixed one as a number."""
    at, found = 0, []
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 1:
            value, at = struct.unpack_from('<Q', data, at)[0], at + 8
        else:
            assert key & 7 == 2, key
            n, at = varint(data, at)
            value, at = data[at:at + n], at + n
        found.append((key >> 3, value))
    assert at == len(data)
    return found


class Perfetto:
    """Tracks by number: {'name', 'parent', 'process', 'slices', 'instants', 'values'}."""

    def __init__(self, path):
        self.tracks, self.names, self.categories, open_slices = {}, {}, {}, {}
        with open(path, 'rb') as file:
            packets = fields(file.read())
        assert packets and dict(fields(packets[0][1]))[13] == 3, 'the first packet clears all names'
        for field, packet in packets:
            assert field == 1
            packet = dict(fields(packet))
            assert packet[10] == 1
            if packet[13] & 1:
                self.names, self.categories = {}, {}
            for kind, entry in fields(packet.get(12, b'')):
                entry = dict(fields(entry))
                {1: self.categories, 2: self.names}[kind][entry[1]] = entry[2].decode()
            if 60 in packet:
                self.add_track(dict(fields(packet[60])))
            if 11 in packet:
                self.add_event(packet[8], dict(fields(packet[11])), open_slices)
        assert not any(open_slices.values()), 'a slice is still open'

    def add_track(self, track):
        process = dict(fields(track[3])) if 3 in track else None
        assert track[1] not in self.tracks and (process or track[5] in self.tracks)
        self.tracks[track[1]] = {'name': (track[2] if 2 in track else process[6]).decode(), 'parent': track.get(5), 'process': process,
                                 'rank': track.get(12), 'counter': 8 in track, 'slices': [], 'instants': [], 'values': []}

    def add_event(self, time, event, open_slices):
        track = self.tracks[event[11]]
        if event[9] == 1:
            assert not open_slices.get(event[11])
            open_slices[event[11]] = (time, self.names[event[10]], self.categories[event[3]])
        elif event[9] == 2:
            start, name, category = open_slices.pop(event[11])
            track['slices'].append((start, time, name, category))
        elif event[9] == 3:
            track['instants'].append((time, self.names[event[10]], self.categories[event[3]], event.get(47), event.get(48)))
        else:
            assert event[9] == 4 and track['counter']
            value = event[30]
            track['values'].append((time, value - (1 << 64) if value >> 63 else value))

    def instants(self, category):
        return [instant for track in self.tracks.values() for instant in track['instants'] if instant[2] == category]


def whole(text):
    return int(float(text)) if '.' in text else int(text)


def convert(trace, *args):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'run.pftrace')
        run('convert', '-o', path, *args, trace)
        return Perfetto(path)


class Convert(unittest.TestCase):
    """One case per trace: every slice is an interval of `dump`, every interval a slice, and so the rest."""

    def lanes(self, trace):
        """Of every processor and thread its lane and how many there are of the kind."""
        lanes = ['processor:%s/%s' % (row['machine'], row['processor']) for row in dump(trace, 'processors')]
        return lanes + ['thread:%s/%s' % (row['machine'], row['thread']) for row in dump(trace, 'threads')]

    def check(self, trace):
        file = convert(trace)
        first = min([whole(row['start_ns']) for row in dump(trace, 'machines') if row['start_ns']] + [0])
        self.assertEqual(sum(1 for track in file.tracks.values() if track['process']), len(dump(trace, 'machines')))
        found = collections.Counter(tuple((start, category) for start, _, _, category in track['slices'])
                                    for track in file.tracks.values() if track['slices'])
        for lane in self.lanes(trace)[:12]:
            done = run('dump', 'intervals', '--lane', lane, trace, status=None)
            if done.returncode != 0:
                self.assertIn('counts several at once', done.err)
                continue
            rows = harness.csv.DictReader(harness.io.StringIO(done.out))
            want = tuple((whole(row['start_ns']) - first, row['state']) for row in rows if row['state'] not in SAID_NOTHING)
            if want:
                self.assertGreater(found[want], 0, lane)
        self.messages(trace, file, first)
        marks = [row for row in dump(trace, 'marks') if row['kind'] != 'label' or trace.endswith(('.trace', '.dat'))]
        self.assertEqual(sorted((time, name) for time, name, *_ in file.instants('mark')),
                         sorted((whole(row['time_ns']) - first, row['text']) for row in marks))
        values = [value for track in file.tracks.values() for value in track['values']]
        self.assertEqual(sorted(values), sorted((whole(row['time_ns']) - first, int(row['value'])) for row in dump(trace, 'counters')))

    def messages(self, trace, file, first):
        """Each arrow has at most one begin and one end, and those that have both are the messages that have both."""
        begins, ends = {}, {}
        for time, _, _, begin, end in file.instants('message'):
            where = begins if begin is not None else ends
            flow = begin if begin is not None else end
            self.assertNotIn(flow, where)
            where[flow] = time
        pairs = sorted((begins[flow], ends[flow]) for flow in begins if flow in ends)
        self.assertEqual(pairs, sorted((whole(row['send_ns']) - first, whole(row['receive_ns']) - first) for row in dump(trace, 'messages')
                                       if row['send_ns'] and row['receive_ns'] and row['from_machine'] and row['to_machine']))


class Speedscope(unittest.TestCase):
    """The other format, read again, against `dump`."""

    def convert(self, trace, *args):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'run.speedscope.json')
            run('convert', '--as', 'speedscope', '-o', path, *args, trace)
            with open(path, encoding='utf-8') as file:
                data = json.load(file)
        self.assertEqual(data['$schema'], 'https://www.speedscope.app/file-format-schema.json')
        return [frame['name'] for frame in data['shared']['frames']], data['profiles']

    def slices(self, names, profile):
        """[(start, end, name)]; opened and closed one after the other, within the profile."""
        events, found = profile['events'], []
        for begin, end in zip(events[::2], events[1::2]):
            self.assertEqual((begin['type'], end['type'], begin['frame']), ('O', 'C', end['frame']))
            self.assertTrue(profile['startValue'] <= begin['at'] <= end['at'] <= profile['endValue'])
            found.append((begin['at'], end['at'], names[begin['frame']]))
        self.assertEqual(found, sorted(found, key=lambda slice: slice[0]))
        return found

    def test_slices(self):
        for trace in (Options.TRACE, os.path.join(harness.TOP, 'tests', 'data', 'analysis', 'chatty_pair.parevents')):
            names, profiles = self.convert(trace)
            found = collections.Counter(tuple(slice[:2] for slice in self.slices(names, profile)) for profile in profiles if profile['type'] == 'evented')
            first = min([whole(row['start_ns']) for row in dump(trace, 'machines')] + [0])
            for lane in Convert.lanes(self, trace)[:10]:
                want = tuple((whole(row['start_ns']) - first, whole(row['start_ns']) + whole(row['duration_ns']) - first)
                             for row in dump(trace, 'intervals', '--lane', lane) if row['state'] not in SAID_NOTHING)
                self.assertGreater(found[want], 0, lane)

    def test_stacks(self):
        """Weights of a stack and of what it called are those of `dump call-tree`; of samples, numbers."""
        for folder, name, figure in (('erlang', 'callgraph.dat', 'time_ns'), ('profile', '*.eventlog', 'samples')):
            traces = [trace for trace in find_traces(folder, name) if dump(trace, 'call-tree')]
            self.assertTrue(traces, folder)
            names, profiles = self.convert(traces[0])
            totals = collections.Counter()
            for profile in profiles:
                if profile['type'] != 'sampled':
                    continue
                self.assertEqual(len(profile['samples']), len(profile['weights']))
                self.assertEqual(profile['endValue'], sum(profile['weights']))
                self.assertEqual(profile['unit'], 'nanoseconds' if figure == 'time_ns' else 'none')
                for stack, weight in zip(profile['samples'], profile['weights']):
                    for depth in range(len(stack)):
                        totals[';'.join(names[frame] for frame in stack[:depth + 1])] += weight
            want = collections.Counter()
            for row in dump(traces[0], 'call-tree'):
                want[row['path']] += whole(row[figure])
            self.assertEqual({path: n for path, n in totals.items() if n}, {path: n for path, n in want.items() if n})

    def test_options(self):
        with_threads, without = self.convert(Options.TRACE)[1], self.convert(Options.TRACE, '--no-threads')[1]
        self.assertTrue(0 < len(without) < len(with_threads))
        names, profiles = self.convert(Options.TRACE, '--from', '10ms', '--to', '12ms', '--no-threads')
        self.assertEqual({(profile['startValue'], profile['endValue']) for profile in profiles}, {(10000000, 12000000)})
        self.assertIn('speedscope', run('convert', '--as', 'spedscope', '-o', 'x', Options.TRACE, status=2).err)
        self.assertIn('No space left', run('convert', '--as', 'speedscope', '-o', '/dev/full', Options.TRACE, status=1).err)


class Options(unittest.TestCase):
    TRACE = os.path.join(harness.TOP, 'tests', 'data', 'analysis', 'lock_convoy.eventlog')

    def test_range(self):
        whole_file, part = convert(self.TRACE), convert(self.TRACE, '--from', '10ms', '--to', '12ms')
        times = [time for track in part.tracks.values() for slice in track['slices'] for time in slice[:2]]
        self.assertEqual((min(times), max(times)), (10000000, 12000000))
        count = [sum(len(track['slices']) for track in file.tracks.values()) for file in (whole_file, part)]
        self.assertTrue(0 < count[1] < count[0])

    def test_less(self):
        file = convert(self.TRACE, '--no-threads')
        self.assertFalse([track for track in file.tracks.values() if track['name'].startswith(('thread ', 'Threads'))])
        self.assertTrue([track for track in file.tracks.values() if track['name'].startswith('HEC ')])
        eden = os.path.join(harness.TOP, 'tests', 'data', 'analysis', 'chatty_pair.parevents')
        self.assertEqual(convert(eden, '--no-messages').instants('message'), [])

    def test_what_cannot_be_written(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'run.pftrace')
            self.assertIn('-o FILE', run('convert', self.TRACE, status=2).err)
            self.assertIn('Is a directory', run('convert', '-o', folder, self.TRACE, status=1).err)
            self.assertIn('No space left', run('convert', '-o', '/dev/full', self.TRACE, status=1).err)
            self.assertIn('No such file', run('convert', '-o', os.path.join(folder, 'none', 'x'), self.TRACE, status=1).err)
            with open(path, 'w', encoding='utf-8') as file:
                file.write('what was there before')
            self.assertIn('cannot be opened', run('convert', '-o', path, os.path.join(folder, 'no-trace'), status=1).err)
            self.assertEqual(os.listdir(folder), ['run.pftrace'])
            self.assertEqual(os.path.getsize(path), 21)
            run('convert', '-o', path, self.TRACE)
            self.assertEqual(os.listdir(folder), ['run.pftrace'])


TRACES = [path for folder in ('analysis', 'ghc', 'erlang') for path in find_traces(folder, '*')
          if path.endswith(('.eventlog', '.parevents', '.trace', '.dat')) and os.path.getsize(path) < 150000]
harness.add_cases(Convert, TRACES[::3], Convert.check)

if __name__ == '__main__':
    harness.main()
