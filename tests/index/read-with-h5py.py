"""read-with-h5py.py: reads indexes from docs/index-format.md alone, and compares what it finds with lanescope-cli.

Usage: read-with-h5py.py LANESCOPE_CLI SOURCE_ROOT [unittest options]

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import glob
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile

try:
    import h5py
    import numpy
except ImportError as missing:
    print('1..0 # SKIP %s' % missing)
    sys.exit(77)

from index_reader import COLUMNS, Machine, NONE, PER_MACHINE, PROGRAM, TOP, ask

STATES = ['idle', 'runnable', 'running', 'blocked', 'outside', 'collecting', 'active', 'unknown']
COUNTERS = ['heap_allocated', 'heap_size', 'heap_live', 'sparks_created', 'sparks_dud', 'sparks_overflowed',
            'sparks_converted', 'sparks_gcd', 'sparks_fizzled', 'sparks_remaining', 'run_queue', 'blocks_size',
            'mem_current', 'mem_needed', 'mem_returned', 'process_count', 'schedulers_online', 'scheduler_utilisation_ppm',
            'mem_total', 'mem_processes', 'mem_ets', 'mem_atom', 'mem_code', 'mem_binary', 'message_queue_len',
            'instructions', 'cycles', 'l1d_misses', 'l1i_misses', 'l2_misses', 'reductions', 'process_memory',
            'process_binaries', 'process_ets', 'ets_tables', 'msacc_emulator_ppm', 'msacc_gc_ppm', 'msacc_port_ppm',
            'msacc_check_io_ppm', 'msacc_aux_ppm', 'msacc_other_ppm', 'msacc_sleep_ppm', 'segments_pruned', 'segments_free',
            'process_heap_words', 'process_copied_words', 'copied_words', 'port_output_bytes', 'dist_output_bytes']


def processor_pieces(machine):
    """Of each processor the pieces of its lane: from, to, state, how often."""
    return [([(a, b, STATES.index(state), 1) for a, b, state, _, _ in machine.intervals(int(entity['lane']))],)
            for entity in machine.group['processors']]


def thread_pieces(machine):
    """The same of the lane that counts threads, of a machine that has some."""
    lane, pieces = machine.attributes['threads_lane'], []
    if lane == NONE or len(machine.group['threads']) == 0:
        return []
    known = int(machine.lanes[lane]['known_until'])
    for before, rows in machine.rows(lane):
        counts = list(before)
        for time, code, _, end in rows:
            if code >> 4 < 8 and counts[code >> 4] > 0:
                counts[code >> 4] -= 1
            if code & 15 < 8:
                counts[code & 15] += 1
            pieces += [(time, min(end, known), s, n) for s, n in enumerate(counts) if n > 0 and time < min(end, known)]
    return [(pieces,)]


class Sums:
    """Time by state in bins of trace time: of a lane's own bins each is the nearest one's."""
    def __init__(self, level, base, n):
        self.level, self.base, self.n = level, base, n
        self.times = numpy.zeros((8, n), dtype=numpy.int64)

    def add(self, offset, start, end, state, weight):
        first = ((self.base << self.level) - offset + (1 << self.level >> 1)) >> self.level
        a, b, times = (start >> self.level) - first, (end - 1 >> self.level) - first, self.times[state]
        if a == b:
            times[a] += (end - start) * weight
            return
        times[a] += ((first + a + 1 << self.level) - start) * weight
        times[a + 1:b] += weight << self.level
        times[b] += (end - (first + b << self.level)) * weight


class Reader(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cache = tempfile.TemporaryDirectory(prefix='lanescope-h5py-')
        cls.traces = [os.path.join(TOP, 'data', 'examples', name) for name in ('mergesort8.parevents', 'nbody.eventlog')]
        cls.traces += sorted(glob.glob(os.path.join(TOP, 'tests', 'data', '*', 'killed*.eventlog')))
        cls.traces += sorted(glob.glob(os.path.join(TOP, 'tests', 'data', '*', 'p*.eventlog')))
        cls.files = {}
        cls.parts = os.path.join(TOP, 'tests', 'data', 'eden', 'generic4.parevents')
        for trace in cls.traces:
            before = set(glob.glob(cls.cache.name + '/*.h5'))
            subprocess.run([PROGRAM, 'index', '--cache-dir', cls.cache.name, trace], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            (path,) = set(glob.glob(cls.cache.name + '/*.h5')) - before
            cls.read(trace, path)
        folder = os.path.join(cls.cache.name, 'parts.lanescope')
        subprocess.run([PROGRAM, 'index', '--out', folder, '--part-size', '38kB', cls.parts], check=True, stdout=subprocess.DEVNULL)
        cls.read(cls.parts, os.path.join(folder, 'root.h5'))

    @classmethod
    def read(cls, trace, path):
        file = h5py.File(path, 'r')
        codes = [code.decode() for code in file['codes'][()]]
        cls.files[trace] = (file, [Machine(file, i, codes) for i in range(file.attrs['machines'])])

    @classmethod
    def tearDownClass(cls):
        for file, _ in cls.files.values():
            file.close()
        cls.cache.cleanup()

    def each(self):
        for trace, (file, machines) in self.files.items():
            with self.subTest(os.path.basename(trace)):
                yield trace, file, machines

    def test_root(self):
        with open(os.path.join(TOP, 'docs', 'index-format.md'), encoding='utf-8') as page:
            version = int(re.search(r'the version of this page: (\d+)', page.read()).group(1))
        for trace, file, machines in self.each():
            self.assertEqual(file.attrs['format'], b'lanescope-index')
            self.assertEqual(file.attrs['version'], version)
            self.assertEqual(file.attrs['complete'], 1)
            self.assertEqual(file.attrs['source_bytes'], os.path.getsize(trace))
            self.assertEqual(len(ask('dump', 'machines', '--no-cache', trace)), len(machines))

    def test_sums(self):
        """What all machines do together, bin by bin, against all their intervals and counts."""
        with zipfile.ZipFile(self.parts) as four:
            logs = [four.read(name) for name in four.namelist() if name.endswith('.eventlog')]
        path, cache = os.path.join(self.cache.name, 'seventy.parevents'), os.path.join(self.cache.name, 'seventy')
        with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as archive:
            for number in range(1, 71):
                archive.writestr('p#%d.eventlog' % number, logs[number * 7 % len(logs)])
        subprocess.run([PROGRAM, 'index', '--cache-dir', cache, path], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with h5py.File(glob.glob(cache + '/*.h5')[0], 'r') as file:
            codes = [code.decode() for code in file['codes'][()]]
            machines = [Machine(file, i, codes) for i in range(file.attrs['machines'])]
            self.assertGreater(len({m.attributes['offset'] for m in machines}), 1)
            at = 0
            for record, sources in zip(file['sums'], (processor_pieces, thread_pieces)):
                lanes = [(machine.attributes['offset'], *lane) for machine in machines for lane in sources(machine)]
                self.assertEqual(int(record['lanes']), len(lanes))
                bins = Sums(int(record['level']), int(record['base']), int(record['bins']))
                for offset, pieces in lanes:
                    for piece in pieces:
                        bins.add(offset, *piece)
                for s in range(8):
                    if int(record['states']) >> s & 1:
                        self.assertEqual(list(file['sum_times'][at:at + bins.n]['time']), list(bins.times[s]), s)
                        at += bins.n
                    else:
                        self.assertEqual(bins.times[s].sum(), 0)
            self.assertEqual(at, len(file['sum_times']))
            # The same, when each part's were added up by itself.
            out = os.path.join(self.cache.name, 'seventy.lanescope')
            subprocess.run([PROGRAM, 'index', '--no-cache', '--out', out, '--part-size', '300kB', path], check=True, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
            with h5py.File(os.path.join(out, 'root.h5'), 'r') as root:
                self.assertGreater(len(root['parts']), 3)
                for name in ('sums', 'sum_times'):
                    self.assertEqual(root[name][()].tobytes(), file[name][()].tobytes())

    def test_segments(self):
        """Segments lie where the directory says."""
        for _, file, machines in self.each():
            for machine in machines:
                found = b''
                for path, segment in zip(machine.files, machine.group['segments']):
                    with open(path, 'rb') as raw:
                        raw.seek(int(segment['address']))
                        found += raw.read(int(segment['size']))
                self.assertEqual(found, machine.bulk)
                pages = sum((int(s['size']) + 8191) // 8192 for s in machine.group['segments'])
                self.assertEqual(len(machine.group['checksums']), pages)

    def test_parts(self):
        """An index in parts: what the table says of them, and their seals."""
        file, machines = self.files[self.parts]
        self.assertEqual([(int(p['first']), int(p['machines'])) for p in file['parts']], [(0, 1), (1, 3)])
        for k, part in enumerate(file['parts']):
            path = os.path.join(os.path.dirname(file.filename), 'part-%04d.h5' % k)
            with open(path, 'rb') as raw:
                data = raw.read()
            self.assertEqual((len(data), struct.unpack('<Q', data[-8:])[0]), (int(part['bytes']), int(part['seal'])))
            self.assertEqual({m.files[0] for m in machines[part['first']:part['first'] + part['machines']]}, {path})
            path = path.replace('part-', 'join-')
            with open(path, 'rb') as raw:
                data = raw.read()
            self.assertEqual((len(data), struct.unpack('<Q', data[-8:])[0]), tuple(int(x) for x in file['joins'][k]))
            self.assertIn(path, {name for m in machines[part['first']:part['first'] + part['machines']] for name in m.files})

    def test_entities(self):
        for trace, _, machines in self.each():
            for kind, column in (('threads', 'thread'), ('processes', 'process')):
                asked = ask('dump', kind, '--no-cache', trace)
                asked = {(r['machine'], r[column]): r for r in asked}
                for machine in machines:
                    number = str(machine.attributes['number'])
                    for entity, ident in zip(machine.group[kind], machine.ids(kind)):
                        row = asked.pop((number, ident), None)
                        if row is None:
                            continue # only its name is known
                        self.assertEqual(row['start_ns'], str(entity['first'] + machine.attributes['offset']))
                        self.assertEqual(row['end_ns'], str(entity['last'] + machine.attributes['offset']))
                        self.assertEqual(row['end'], ['open', 'finished', 'killed'][entity['end']])
                        self.assertEqual(row['entry'], machine.text(entity['entry']) or '')
                        totals = machine.lanes[entity['lane']]['totals']
                        for state in ('runnable', 'running', 'blocked', 'outside'):
                            self.assertEqual(row[state + '_ns'], str(totals[STATES.index(state)]))
                        if kind == 'threads' and entity['process'] != NONE:
                            self.assertEqual(row['process'], machine.ids('processes')[entity['process']])
                self.assertEqual(asked, {})

    def test_helpers(self):
        """Which threads are the runtime's own stands beside them."""
        found = 0
        for _, _, machines in self.each():
            for machine in machines:
                named = [i for i, entity in enumerate(machine.group['threads'])
                         if (machine.text(entity['name']) or '').startswith(('IOManager', 'TimerManager'))]
                kept = [int(row['thread']) for row in machine.group['helpers']]
                self.assertEqual(kept, named)
                found += len(kept)
        self.assertGreater(found, 0)

    def test_intervals(self):
        compared = 0
        for trace, _, machines in self.each():
            for machine in machines:
                number, offset = machine.attributes['number'], machine.attributes['offset']
                for kind, word in (('processors', 'processor'), ('processes', 'process'), ('threads', 'thread')):
                    entities = list(zip(machine.group[kind], machine.ids(kind)))
                    entities.sort(key=lambda pair: -int(machine.lanes[pair[0]['lane']]['n_rows']))
                    for entity, ident in entities[:PER_MACHINE]:
                        lane = '%s:%d/%s' % (word, number, ident)
                        asked = ask('dump', 'intervals', '--lane', lane, '--no-cache', trace)
                        found = machine.intervals(entity['lane'])
                        self.assertEqual([(r['start_ns'], r['duration_ns'], r['state'], r['reason']) for r in asked],
                                         [(str(a + offset), str(b - a), s, reason) for a, b, s, reason, _ in found],
                                         lane)
                        compared += len(found)
                        for row, (_, _, state, _, ref) in zip(asked, found):
                            if state == 'running' and word == 'processor' and ref:
                                self.assertEqual(row['task'], machine.ids('threads')[ref - 1])
                            if state == 'running' and word == 'thread' and ref:
                                self.assertEqual(row['processor'], machine.ids('processors')[ref - 1])
        self.assertGreater(compared, 10000)

    def test_bins(self):
        """Sums at every height equal sums over the rows."""
        compared, levels = 0, set()
        for _, _, machines in self.each():
            for machine in machines:
                for lane, record in enumerate(machine.lanes):
                    if record['kind'] == 4 or not any(b['height'] > 0 for b in machine.blocks[lane]):
                        continue
                    rows = [row for _, block in machine.rows(lane) for row in block]
                    for block in machine.blocks[lane]:
                        if block['height'] == 0:
                            continue
                        found, edges = machine.bins(block)
                        compared += self.compare_bins(machine, rows, found, edges)
                        levels.add(int(block['level']))
        self.assertGreater(compared, 1000)
        self.assertGreater(len(levels), 3)

    def test_tallies(self):
        """Number and time of the intervals in every node equal those of its rows."""
        compared = 0
        for _, _, machines in self.each():
            for machine in machines:
                for lane, record in enumerate(machine.lanes):
                    nodes = [b for b in machine.blocks[lane] if b['height'] > 0]
                    if record['kind'] == 4 or not nodes:
                        continue
                    rows = [row for _, block in machine.rows(lane) for row in block]
                    for node in nodes:
                        data = machine.bytes_of(node)
                        width, mask = int(node['width']), int(node['mask'])
                        stored = bin(mask).count('1') - (1 if width & 128 and mask else 0)
                        ends, figures, limits = machine.tally(node, data[int(node['count']) * (width & 15) * stored:])
                        self.assertEqual((ends, figures, limits), machine.slow_tally(node, rows))
                        compared += 1
        self.assertGreater(compared, 100)

    def test_pairs(self):
        """Sums of who wrote to whom equal sums over the rows, and their keys are in order."""
        compared = 0
        for _, _, machines in self.each():
            offsets = {i: int(machine.attributes['offset']) for i, machine in enumerate(machines)}
            for machine in machines:
                rows = machine.table('messages')
                starts = [0]
                for block in machine.group['messages']:
                    starts.append(starts[-1] + int(block['rows']))
                for first, n, found in machine.pair_nodes():
                    if found is None:
                        continue
                    self.assertEqual(list(found), sorted(found))
                    self.assertEqual(found, self.slow_pairs(rows[starts[first]:starts[first + n]], offsets))
                    compared += len(found)
        self.assertGreater(compared, 100)

    def slow_pairs(self, rows, offsets):
        found = {}
        for r in rows:
            process = {end: r[end + '_process'] if r[end + '_process'] is not None or r[end + '_port'] is None
                       else 2**32 + r[end + '_port'] for end in ('from', 'to')}
            key = (r['from_machine'], process['from'], r['to_machine'], process['to'], r['tag'])
            f = found.setdefault(key, [0] * 5 + [[]])
            f[0] += 1
            f[1] += r['send'] is not None
            f[2] += r['receive'] is not None
            f[3] += r['size'] is not None
            f[4] += r['size'] or 0
            if r['send'] is not None and r['receive'] is not None:
                f[5].append((r['receive'] - r['send'], offsets[key[2]] - offsets[key[0]]))
        return {key: tuple(f[:5]) + (() if not f[5] else (
            sum(a + b < 0 for a, b in f[5]), sum(a < 0 for a, _ in f[5]), sum(a for a, _ in f[5]),
            min(a for a, _ in f[5]), max(a for a, _ in f[5]))) for key, f in found.items()}

    def compare_bins(self, machine, rows, found, edges):
        edges = numpy.array(edges, dtype=numpy.int64)
        for state, name in enumerate(STATES):
            mine = [(a, b) for a, code, _, b in rows if machine.codes[code].split(' ')[0] == name]
            # Ticks of the state before each edge, exactly.
            before = numpy.zeros(len(edges), dtype=numpy.int64)
            if mine:
                starts, ends = (numpy.array(x, dtype=numpy.int64) for x in zip(*mine))
                done = numpy.concatenate([[0], numpy.cumsum(ends - starts)])
                at = numpy.searchsorted(starts, edges, 'right')
                before = done[at] - numpy.maximum(0, numpy.where(at > 0, ends[at - 1], 0) - edges) * (at > 0)
            truth = numpy.diff(before).tolist()
            self.assertEqual(found.get(state, [0] * len(truth)), truth, name)
        return len(edges) - 1

    def test_counts(self):
        """Rows of the counts lane lead from the counts of one block to those of the next, and add up to its totals."""
        compared = 0
        for _, _, machines in self.each():
            for machine in machines:
                lane = int(machine.attributes['threads_lane'])
                if lane == NONE:
                    continue
                self.assertEqual(machine.lanes[lane]['kind'], 4)
                counts, totals = None, [0] * 8
                record = machine.lanes[lane]
                last = min(int(record['last']), int(record['known_until']))
                for before, rows in machine.rows(lane):
                    if counts is not None:
                        self.assertEqual(before, counts)
                    counts = before
                    for time, code, _, end in rows:
                        if code >> 4 < 8:
                            counts[code >> 4] -= 1
                        if code & 15 < 8:
                            counts[code & 15] += 1
                        self.assertGreaterEqual(min(counts), 0)
                        for s in range(8):
                            totals[s] += counts[s] * max(0, min(end, last) - time)
                        compared += 1
                self.assertEqual(totals[:7], record['totals'].tolist()[:7])
        self.assertGreater(compared, 1000)

    def test_tables(self):
        compared = dict.fromkeys(COLUMNS, 0)
        for trace, _, machines in self.each():
            for name in ('migrations', 'wakeups', 'counters', 'collections', 'marks', 'messages'):
                found = []
                for machine in machines:
                    rows = machine.table(name)
                    self.assertEqual(len(rows), sum(int(b['rows']) for b in machine.group[name]))
                    found += [getattr(self, 'row_of_' + name)(machines, machine, row) for row in rows]
                asked = [tuple(row.values()) for row in ask('dump', name, '--no-cache', trace)]
                if name == 'messages':  # tags are numbers here, names there: what is called alike is alike
                    self.assertEqual(sorted(collections.Counter(row[0] for row in found).values()),
                                     sorted(collections.Counter(row[0] for row in asked).values()))
                    self.assertEqual({row[-2:] for row in asked} | {('', '')}, {('', '')})  # nobody is a stranger here
                    found, asked = [row[1:] for row in found], [row[1:-3] for row in asked]
                self.assertEqual([pair for pair in zip(sorted(found), sorted(asked)) if pair[0] != pair[1]][:3], [], name)
                self.assertEqual(len(found), len(asked), name)
                compared[name] += len(found)
        for name in ('migrations', 'counters', 'collections', 'messages'):
            self.assertGreater(compared[name], 20, name)

    def test_card(self):
        """What lists of runs show is in `run`, and the same behind the end of the HDF5 file."""
        for trace, file, _ in self.each():
            card = bytes(file['run'][()])
            with open(file.filename, 'rb') as raw:
                whole = raw.read()
            seal = struct.unpack('<8s7Q', whole[-64:])
            self.assertEqual((seal[0], seal[1]), (b'LScopeIx', int(file.attrs['version'])))
            self.assertEqual(whole[-64 - seal[5]:-64], card)
            lines = card.decode().splitlines()
            self.assertEqual(lines[0], 'lanescope run 1')
            pairs = [line.split('\t', 1) for line in lines[1:]]
            values = dict(pairs)
            info = json.loads(subprocess.run([PROGRAM, 'info', '--json', '--no-cache', trace], check=True,
                                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode())
            self.assertEqual(values['digest'].encode(), file.attrs['digest'])
            self.assertEqual(values.get('program'), info['program'])
            for name in ('machines', 'processors', 'events'):
                self.assertEqual(int(values[name]), info[name], name)
            self.assertAlmostEqual(int(values['duration-ns']), float(info['end_ns']) - float(info['start_ns']), delta=1)
            self.assertEqual(values['path'], os.path.abspath(trace))
            self.assertEqual([value.split('\t') for key, value in pairs if key == 'file'],
                             [['%d' % os.stat(trace).st_size, '%d' % os.stat(trace).st_mtime_ns, os.path.abspath(trace)]])

    @staticmethod
    def texts(*values):
        return tuple('' if v is None else str(v) for v in values)

    def thread(self, machine, index):
        return None if index is None else machine.ids('threads')[index]

    def row_of_migrations(self, _, machine, row):
        a = machine.attributes
        return self.texts(row['time'] + a['offset'], a['number'], self.thread(machine, row['thread']),
                          row['from_processor'], row['to_processor'])

    def row_of_wakeups(self, _, machine, row):
        a = machine.attributes
        return self.texts(row['time'] + a['offset'], a['number'], self.thread(machine, row['thread']),
                          self.thread(machine, row['by_thread']), row['by_processor'], row['processor'],
                          ('', 'timer', 'port', 'exit', 'unrecorded')[row['cause']])

    def row_of_counters(self, _, machine, row):
        a = machine.attributes
        return self.texts(row['time'] + a['offset'], a['number'], row['processor'], COUNTERS[row['name']], row['value'],
                          self.thread(machine, row['thread']))

    def row_of_collections(self, _, machine, row):
        a = machine.attributes
        return self.texts(a['number'], row['processor'], row['generation'], row['start'] + a['offset'], row['duration'],
                          row['sync'], row['copied'], row['slop'], row['fragmentation'], row['threads'],
                          row['max_copied'], row['balanced_copied'])

    def row_of_marks(self, _, machine, row):
        a, at = machine.attributes, row['text']
        length = struct.unpack_from('<I', machine.bulk, at)[0]
        return self.texts(row['time'] + a['offset'], a['number'], row['processor'], self.thread(machine, row['thread']),
                          ['message', 'marker', 'label', 'tlb', 'interrupt', 'power'][row['kind']],
                          machine.bulk[at + 4:at + 4 + length].decode('utf-8', 'replace'))

    def row_of_messages(self, machines, _, row):
        def number(index):
            if index == 2 ** 32 - 1:
                return None
            return machines[index].attributes['number'] if index < 2 ** 31 else index - 2 ** 31

        def time(index, own):
            return None if own is None else own + machines[index].attributes['offset']

        return self.texts(row['tag'], number(row['from_machine']), row['from_process'], row['from_port'],
                          number(row['to_machine']), row['to_process'], row['to_port'],
                          time(row['from_machine'], row['send']), time(row['to_machine'], row['receive']),
                          row['size'])


if __name__ == '__main__':
    unittest.main()
