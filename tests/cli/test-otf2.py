#!/usr/bin/env python3
"""test-otf2.py: archives that `convert --as otf2` writes, read again by OTF2's own reader (python3-otf2), against the tables of `dump`.

Skipped where the reader is missing, or lanescope-cli was built without the library.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import ctypes
import ctypes.util
import os
import resource
import signal
import stat
import subprocess
import tempfile
import unittest

import harness
from harness import dump, run

try:
    import otf2
    from otf2 import events as happened
except ImportError:
    otf2 = None

EDEN = os.path.join(harness.TOP, 'tests', 'data', 'analysis', 'chatty_pair.parevents')
GHC = os.path.join(harness.TOP, 'tests', 'data', 'ghc', 'ffi-n4-la.eventlog')
NO_LIBRARY = 'built without OTF2'


def setUpModule():
    with tempfile.TemporaryDirectory() as folder:
        done = run('convert', '--as', 'otf2', '-o', os.path.join(folder, 'x'), EDEN, status=None)
        if NO_LIBRARY in done.err:
            assert done.returncode == 1 and 'libopen-trace-format2-dev' in done.err and not os.listdir(folder)
            raise unittest.SkipTest('lanescope-cli was built without OTF2 (libopen-trace-format2-dev)')
        assert done.returncode == 0, done.err


class Archive:
    """All of it, by the location's lane: regions [(from, to, name, {attribute: lane})], messages, values [(time, counter, value)]."""

    def __init__(self, path):
        self.calls = collections.defaultdict(list)
        self.regions, self.messages = collections.defaultdict(list), collections.Counter()
        self.marks = read_marks(path)
        self.one_ended, self.values, self.parts = [], [], {'sent': collections.defaultdict(list), 'received': collections.defaultdict(list)}
        self.sizes, self.empty = [], []
        with otf2.reader.open(os.path.join(path, 'traces.otf2')) as trace:
            self.clock = trace.definitions.clock_properties
            self.per_ns = trace.timer_resolution / 1e9
            self.lanes = {entry.location: entry.value for entry in trace.definitions.location_properties if entry.name == 'lane'}
            self.locations = list(trace.definitions.locations)
            self.groups = [group.name for group in trace.definitions.location_groups]
            last, is_open = {}, {}
            for location, event in trace.events:
                assert last.get(location, 0) <= event.time
                last[location] = event.time
                (self.add_call if self.lanes.get(location, '').startswith('calls:') else self.add)(location, event, is_open)
        assert not any(is_open.values()), 'a region is still open'
        assert not any(self.regions.get(lane) for lane in self.empty)
        for key, sent in self.parts['sent'].items():
            assert len(sent) == len(self.parts['received'][key])
            self.messages.update(zip(sent, self.parts['received'][key]))

    def lane(self, location):
        return self.lanes.get(location, location.name)

    def add(self, location, event, is_open):
        lane, when = self.lane(location), event.time / self.per_ns
        attributes = {key.name: value for key, value in (event.attributes or {}).items()}
        if isinstance(event, happened.Enter):
            assert location not in is_open
            is_open[location] = (when, event.region.name, {key: self.lane(value) for key, value in attributes.items()})
        elif isinstance(event, happened.Leave):
            start, name, partners = is_open.pop(location)
            assert event.region.name == name
            self.regions[lane].append((start, when, name, partners))
        elif isinstance(event, happened.Metric):
            of_machine = isinstance(event.metric, otf2.definitions.MetricInstance)
            counter = event.metric.metric_class.members[0].name if of_machine else event.metric.members[0].name
            where = event.metric.scope.name if of_machine else lane
            assert not of_machine or event.metric.recorder == location
            self.values += [(when, counter, value, where) for value in event.values]
        elif isinstance(event, happened.MeasurementOnOff):
            self.empty.append(lane)
        else:
            sends = isinstance(event, happened.MpiSend)
            assert sends or isinstance(event, happened.MpiRecv), event
            self.add_end(location, event, sends, when, attributes)

    def add_call(self, location, event, is_open):
        """Calls by lane: [(function, depth, from, to, role)], in the order in which they end."""
        when, stack = event.time / self.per_ns, is_open.setdefault(location, [])
        if isinstance(event, happened.Enter):
            stack.append((event.region, when))
        elif isinstance(event, happened.Leave):
            region, start = stack.pop()
            assert event.region == region
            self.calls[self.lanes[location][6:]].append((region.name, len(stack), start, when, region.region_role))
        else:
            assert isinstance(event, happened.MeasurementOnOff), event

    def add_end(self, location, event, sends, when, attributes):
        ranks = event.communicator.group.members
        peer = ranks[event.receiver if sends else event.sender]
        if not isinstance(peer, otf2.definitions.Location):
            peer = [each for each in self.locations if each._ref == peer][0]
        if sends:
            self.sizes.append(event.msg_length if event.msg_length < 1 << 63 else attributes.get('words'))
        if event.communicator.name != 'messages':
            self.one_ended.append((when, sends))
            return
        key = (location, peer, event.msg_tag, attributes['message type']) if sends else (peer, location, event.msg_tag, attributes['message type'])
        self.parts['sent' if sends else 'received'][key].append(when)


def read_marks(path):
    """[(time in ticks, text)]: python3-otf2 knows no markers, the library does."""
    if not os.path.exists(os.path.join(path, 'traces.marker')):
        return []
    found, lib, many = [], ctypes.CDLL(ctypes.util.find_library('open-trace-format2')), ctypes.c_uint64()
    for name in ('OTF2_Reader_Open', 'OTF2_Reader_GetMarkerReader', 'OTF2_MarkerReaderCallbacks_New'):
        getattr(lib, name).restype = ctypes.c_void_p
    reader = ctypes.c_void_p(lib.OTF2_Reader_Open(os.path.join(path, 'traces.otf2').encode()))
    lib.OTF2_Reader_SetSerialCollectiveCallbacks(reader)
    marks, calls = ctypes.c_void_p(lib.OTF2_Reader_GetMarkerReader(reader)), ctypes.c_void_p(lib.OTF2_MarkerReaderCallbacks_New())
    type_of = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint32, ctypes.c_uint8, ctypes.c_uint64, ctypes.c_char_p)
    take = type_of(lambda data, when, duration, marker, scope, where, text: found.append((when, text.decode())) or 0)
    lib.OTF2_MarkerReaderCallbacks_SetMarkerCallback(calls, take)
    lib.OTF2_Reader_RegisterMarkerCallbacks(reader, marks, calls, None)
    lib.OTF2_Reader_ReadAllMarkers(reader, marks, ctypes.byref(many))
    lib.OTF2_Reader_Close(reader)
    return found


def ns(text):
    return float(text)


@unittest.skipIf(otf2 is None, 'python3-otf2 is not installed')
class Otf2(unittest.TestCase):
    def convert(self, trace, *args):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'run.otf2')
            self.assertEqual(run('convert', '--as', 'otf2', '-o', path, *args, trace).err, '')
            self.assertEqual(os.listdir(folder), ['run.otf2'])
            return Archive(path)

    def near(self, found, want, what):
        """Equal but for what a time in ns loses where ticks are finer."""
        self.assertEqual(len(found), len(want), what)
        for one, other in zip(found, want):
            self.assertEqual(one[1:], other[1:], what)
            self.assertLess(abs(one[0] - other[0]), 1, what)

    def check(self, trace, most=5):
        archive = self.convert(trace)
        first = min([ns(row['start_ns']) for row in dump(trace, 'machines') if row['start_ns']] + [0])
        self.assertEqual(len(archive.groups), len(dump(trace, 'machines')))
        lanes = ['processor:%s/%s' % (row['machine'], row['processor']) for row in dump(trace, 'processors')]
        threads = ['thread:%s/%s' % (row['machine'], row['thread']) for row in dump(trace, 'threads')]
        self.assertTrue(set(lanes + threads) <= set(archive.lanes.values()))
        self.intervals(trace, archive, lanes[:most] + threads[:most], first)
        self.messages(trace, archive, first)
        self.counters(trace, archive, first)
        marks = [row for row in dump(trace, 'marks') if row['kind'] != 'label' or trace.endswith('.trace')]
        self.near(sorted((when / archive.per_ns, text) for when, text in archive.marks),
                  sorted((ns(row['time_ns']) - first, row['text']) for row in marks), 'marks')
        return archive

    def intervals(self, trace, archive, lanes, first):
        for lane in lanes:
            done = run('dump', 'intervals', '--lane', lane, trace, status=None)
            if done.returncode != 0:
                self.assertIn('counts several at once', done.err)
                self.assertEqual(archive.regions[lane], [])
                continue
            rows = [row for row in harness.csv.DictReader(harness.io.StringIO(done.out)) if row['state'] != 'unknown']
            machine = lane.split(':')[1].split('/')[0]
            want = [(ns(row['start_ns']) - first, ': '.join(dict.fromkeys(filter(None, (row['state'], row['reason'])))),
                     'thread:%s/%s' % (machine, row['task']) if lane[0] == 'p' and row['task'] else
                     'processor:%s/%s' % (machine, row['processor']) if lane[0] == 't' and row['processor'] else None) for row in rows]
            found = [(start, name, next(iter(partners.values()), None)) for start, _, name, partners in archive.regions[lane]]
            self.near(found, want, lane)
            self.near([(end, ) for _, end, _, _ in archive.regions[lane]],
                      [(ns(row['start_ns']) - first + ns(row['duration_ns']), ) for row in rows], lane)

    def messages(self, trace, archive, first):
        rows = [row for row in dump(trace, 'messages') if row['from_machine'] and row['to_machine']]
        whole = [row for row in rows if row['send_ns'] and row['receive_ns']]
        self.assertEqual(archive.messages, collections.Counter((ns(row['send_ns']) - first, ns(row['receive_ns']) - first) for row in whole))
        self.assertEqual(len(archive.one_ended), len([row for row in rows if bool(row['send_ns']) != bool(row['receive_ns'])]))
        sizes = [int(row['size']) if row['size'] else None for row in rows if row['send_ns']]
        self.assertEqual(collections.Counter(archive.sizes), collections.Counter(sizes))

    def counters(self, trace, archive, first):
        want = [(ns(row['time_ns']) - first, row['name'], int(row['value'])) for row in dump(trace, 'counters')]
        found = [value[:3] for value in archive.values]
        self.near(sorted(found, key=lambda v: (v[1], v[0], v[2])), sorted(want, key=lambda v: (v[1], v[0], v[2])), 'counters')

    def test_ghc(self):
        archive = self.check(GHC)
        self.assertTrue(archive.values and archive.marks and archive.regions['processor:1/0'])
        self.assertEqual(archive.clock.timer_resolution, 10**9)

    def test_eden(self):
        self.assertTrue(self.check(EDEN).messages)
        archive = self.check(os.path.join(harness.TOP, 'tests', 'data', 'eden', 'skewed.parevents'), 1)
        self.assertTrue(archive.messages and archive.one_ended and None in archive.sizes)

    def test_erlang(self):
        self.assertTrue(self.check(os.path.join(harness.TOP, 'tests', 'data', 'analysis', 'growing_mailbox.trace')).messages)

    def test_simulation(self):
        archive = self.check(os.path.join(harness.TOP, 'tests', 'data', 'sim', 'spin.g21.xml'))
        self.assertEqual(archive.clock.timer_resolution, 10**12)
        self.assertTrue(archive.values and archive.regions['processor:1/0'])

    def calls(self, trace, *args):
        """Each activation, as it is in the table of them."""
        archive = self.convert(trace, *args)
        first = min([ns(row['start_ns']) for row in dump(trace, 'machines') if row['start_ns']] + [0])
        n = 0
        for lane, found in archive.calls.items():
            rows = dump(trace, 'activations', '--lane', lane, *args)
            want = sorted((ns(row['enter_ns']) - first, ns(row['exit_ns']) - first, int(row['depth']), row['function']) for row in rows)
            self.near(sorted((start, end, depth, name) for name, depth, start, end, _ in found), want, lane)
            self.assertTrue(all((role == otf2.RegionRole.ARTIFICIAL) == (name in ('suspend', 'garbage_collect', 'unknown'))
                                for name, _, _, _, role in found))
            n += len(want)
        self.assertEqual(n, len(dump(trace, 'activations', *args)))
        return n

    def test_calls(self):
        data = os.path.join(harness.TOP, 'tests', 'data')
        self.assertGreater(self.calls(os.path.join(data, 'erlang', 'callgraph.dat')), 300)
        self.assertGreater(self.calls(os.path.join(data, 'sim', 'sched-tasks.m5.out.gz')), 50)
        self.assertGreater(self.calls(os.path.join(data, 'sim', 'sched-tasks.m5.out.gz'), '--from', '2us', '--to', '6us'), 20)

    def test_less(self):
        archive = self.convert(EDEN, '--no-threads', '--no-messages')
        self.assertFalse([lane for lane in archive.lanes.values() if lane.startswith('thread')])
        self.assertFalse(archive.messages or archive.one_ended)
        archive = self.convert(GHC, '--from', '10ms', '--to', '20ms')
        self.assertTrue(archive.empty)
        times = [when for regions in archive.regions.values() for region in regions for when in region[:2]]
        self.assertEqual((min(times), max(times)), (10000000, 20000000))
        self.assertEqual((archive.clock.global_offset, archive.clock.trace_length), (10000000, 10000000))


class Folder(unittest.TestCase):
    """The archive is there whole or not at all."""

    def test_what_is_there_stays(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'run')
            convert = ('convert', '--as', 'otf2', '-o')
            run(*convert, path + '/', EDEN)
            self.assertEqual(sorted(os.listdir(path)), ['traces', 'traces.def', 'traces.marker', 'traces.otf2'])
            mask = os.umask(0)
            os.umask(mask)
            self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o777 & ~mask)
            self.assertIn('File exists', run(*convert, path, EDEN, status=1).err)
            self.assertIn('File exists', run(*convert, folder, EDEN, status=1).err)
            self.assertIn('No such file', run(*convert, os.path.join(folder, 'none', 'x'), EDEN, status=1).err)
            self.assertEqual(os.listdir(folder), ['run'])

    def test_no_room(self):
        """However early or late it is full, it is said, and nothing is left."""
        command = [harness.PROGRAM, 'convert', '--as', 'otf2', '--no-cache']
        leaky = os.environ.get('ASAN_OPTIONS', '') + ':detect_leaks=0'  # where it cannot write, OTF2's own library leaves 16 bytes behind
        with tempfile.TemporaryDirectory() as folder:
            for size in (0, 100, 700, 3000):
                done = subprocess.run(command + ['-o', os.path.join(folder, 'run'), EDEN], check=False, capture_output=True, text=True,
                                      env=dict(os.environ, LC_ALL='C.UTF-8', XDG_CACHE_HOME=harness.CACHE, ASAN_OPTIONS=leaky.lstrip(':')),
                                      preexec_fn=lambda size=size: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
                                                                    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))))
                self.assertEqual(done.returncode, 1, size)
                self.assertIn('File too large', done.stderr)
                self.assertEqual(done.stderr.count('\n'), 1, done.stderr)
                self.assertEqual(os.listdir(folder), [], size)


if __name__ == '__main__':
    harness.main()
