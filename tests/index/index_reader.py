"""index_reader.py: reads an index as docs/index-format.md describes it, for the tests beside it, and nothing else of the program.

Usage of every test here that needs it: NAME.py LANESCOPE_CLI SOURCE_ROOT [unittest options]

SPDX-License-Identifier: GPL-3.0-or-later
"""
import csv
import functools
import io
import os
import struct
import sys

try:
    import numpy
except ImportError as missing:
    print('1..0 # SKIP %s' % missing)
    sys.exit(77)

PROGRAM = os.path.abspath(sys.argv.pop(1))
TOP = os.path.abspath(sys.argv.pop(1))
sys.path.insert(1, os.path.join(TOP, 'tests'))
sys.path.insert(2, os.path.join(TOP, 'tests', 'cli'))

import program  # noqa: E402: beside the folders of tests

COLUMNS = {
    'messages': 'send receive tag from_machine from_process from_port to_machine to_process to_port size call',
    'migrations': 'time thread from_processor to_processor',
    'wakeups': 'time thread by_thread by_processor processor cause',
    'marks': 'time processor thread kind text',
    'counters': 'time processor name value thread',
    'collections': 'start processor duration generation sync copied slop fragmentation threads max_copied total_copied '
                   'balanced_copied',
    'receiving': 'time duration messages',
    'instants': 'time processor kind',
    'sparks': 'time processor created dud overflowed converted gcd fizzled',
    'gc_work': 'start duration processor',
    'runs_in': 'time thread function',
    'bands': 'time profile text under module location',
    'band_samples': 'time profile band value processor',
    'concurrent': 'start duration phase marked',
    'flushes': 'start duration processor bytes',
    'census': 'time block_size active filled live',
    'ticky': 'time counter arity arguments name info',
    'ets': 'time name owner objects bytes', 'statistics': 'time from name value', 'core_statistics': 'time processor name value thread',
    'lock_counts': 'time name id type file line tries collisions wait waits', 'microstates': 'time type id state duration count',
    'ticky_samples': 'time counter entries allocations allocated',
    'arrivals': 'time thread send tag from_machine from_process from_port to_process to_port element',
}
NONE = 0xffffffff
NEVER = 2 ** 63 - 1
PER_MACHINE = 12
LEFT_OUT = numpy.zeros(0, 'u1')


def ask(*args):
    """A table of the program, as dicts of text."""
    done = program.run(PROGRAM, list(args), env=dict(os.environ, LC_ALL='C.UTF-8'))
    assert done.returncode == 0, done.stderr.decode()
    return list(csv.DictReader(io.StringIO(done.stdout.decode(), newline='')))


def numbers(data, count, width):
    """`count` little-endian numbers of `width` bytes."""
    return [int.from_bytes(data[i * width:(i + 1) * width], 'little') for i in range(count)]


def unpack(data, n, t0):
    """(time, code, ref) of n packed rows."""
    pairs, data = data[0], data[1:]
    if pairs == 0:
        found = list(zip(data[:n], numbers(data[n:], n, 4)))
        data = data[5 * n:]
    else:
        entries = [struct.unpack_from('<BI', data, 5 * i) for i in range(pairs)]
        data = data[5 * pairs:]
        bits = 0 if pairs == 1 else 1 if pairs == 2 else 2 if pairs <= 4 else 4 if pairs <= 16 else 8
        index = [data[i * bits // 8] >> i * bits % 8 & (1 << bits) - 1 if bits else 0 for i in range(n)]
        data = data[(n * bits + 7) // 8:]
        found = [entries[i] for i in index]
    bits, late = data[0:2], struct.unpack_from('<H', data, 2)[0]
    lates = [struct.unpack_from('<HQ', data, 4 + 10 * i) for i in range(late)]
    data, deltas, at = data[4 + 10 * late:], [], 0
    for i in range(n):
        word = struct.unpack_from('<Q', data, at // 8)[0]
        deltas.append(word >> at % 8 & (1 << bits[i % 2]) - 1)
        at += bits[i % 2]
    assert len(data) == (at + 7) // 8 + 8, 'bytes are left over'
    for row, delta in lates:
        deltas[row] = delta
    time, rows = t0, []
    for delta, (code, ref) in zip(deltas, found):
        time += delta
        rows.append((time, code, ref))
    return rows


# Codes whose other party tells intervals apart.
PARTIES = ('running', 'runnable created', 'runnable woken', 'blocked blackhole')


class Group:
    """A machine's records of each dataset. One that would have none of any machine is not there."""
    def __init__(self, file, index):
        ends = file['machines/ends']
        self.sets = {name: file['machines'][name][int(ends[index - 1][name]) if index else 0:int(ends[index][name])]
                     if name in file['machines'] else LEFT_OUT for name in ends.dtype.names}

    def __getitem__(self, name):
        return self.sets[name]


class Machine:
    def __init__(self, file, index, codes):
        self.codes = codes
        group = self.group = Group(file, index)
        facts, = group['facts']
        self.attributes = {name: facts[name].item() for name in facts.dtype.names}
        self.strings = bytes(group['strings'])
        inside = int(file['part_segments'][index]['segments']) if 'parts' in file else 0
        sets = [file['machine/%d/%s/%d' % (index, 'part/data' if k < inside else 'join/data' if 'parts' in file else 'data', k)] for k in range(len(group['segments']))]
        self.bulk = b''.join(bytes(data[()]) for data in sets)
        self.files = [data.file.filename for data in sets]
        self.blocks = []
        at = 0
        for lane in group['lanes']:
            self.blocks.append(group['blocks'][at:at + int(lane['n_blocks'])])
            at += int(lane['n_blocks'])
        self.lanes = group['lanes']

    def bytes_of(self, block):
        return self.bulk[int(block['offset']):int(block['offset']) + int(block['bytes'])]

    def text(self, at):
        return None if at == NONE else self.strings[at:self.strings.index(b'\0', at)].decode()

    @functools.lru_cache(maxsize=None)
    def ids(self, kind):
        return ['%d' % e['number'] + ('#%d' % e['generation'] if e['generation'] > 1 else '')
                for e in self.group[kind]]

    def rows(self, lane):
        """(time, code, ref, end) of all rows of a lane; for counts lanes with the counts before each block."""
        counts = int(self.lanes[lane]['kind']) == 4
        for block in self.blocks[lane]:
            if block['height'] != 0:
                continue
            data, n = self.bytes_of(block), int(block['count'])
            before = None
            if counts:
                before, data = numbers(data, 8, 4), data[32:]
            rows = unpack(data, n, int(block['t0']))
            ends = [row[0] for row in rows[1:]] + [int(block['t1'])]
            yield before, [row + (end,) for row, end in zip(rows, ends)]

    def intervals(self, lane):
        """(from, to, state, reason, ref), maximal, of a states lane."""
        record = self.lanes[lane]
        first, last, known = int(record['first']), int(record['last']), int(record['known_until'])
        if first == NEVER:
            return []
        rows = [row for _, block in self.rows(lane) for row in block]
        start = rows[0][0] if rows else last
        pieces = [(first, start, int(record['initial']), 0)]
        pieces += [(time, end, code, ref) for time, code, ref, end in rows]
        pieces.append((pieces[-1][1], last, pieces[-1][2], pieces[-1][3]))
        pieces = [(max(a, first), min(b, last, known), code, ref) for a, b, code, ref in pieces]
        pieces.append((max(known, first), last, self.codes.index('unknown'), 0))
        result = []
        for a, b, code, ref in pieces:
            state, _, reason = self.codes[code].partition(' ')
            if a >= b or state == 'absent':
                continue
            if result and result[-1][1:] == [a, state, reason, ref]:
                result[-1][1] = b
            elif result and result[-1][1] == a and result[-1][2:] == [state, reason, ref]:
                result[-1][1] = b
            else:
                result.append([a, b, state, reason, ref])
        return result

    def bins(self, block):
        """{state: ticks per bin} and the edges of the bins."""
        data, n, level, width = self.bytes_of(block), int(block['count']), int(block['level']), int(block['width'])
        t0, t1 = int(block['t0']), int(block['t1'])
        base = t0 >> level
        edges = [max(t0, base << level)] + [(base + j) << level for j in range(1, n)] + [t1]
        states = [s for s in range(8) if int(block['mask']) >> s & 1]
        implied = states.pop() if width & 128 and states else None
        found = {}
        for state in states:
            found[state] = numbers(data, n, width & 15)
            data = data[n * (width & 15):]
        self.tally(block, data)
        if implied is not None:
            found[implied] = [edges[j + 1] - edges[j] - sum(found[s][j] for s in states) for j in range(n)]
        return found, edges

    def slow_tally(self, block, rows):
        """What tally() should give."""
        t0, t1, joined = int(block['t0']), int(block['t1']), []
        for time, code, ref, end in rows:
            if time < t0 or end > t1 or time == end:
                continue
            name = self.codes[code]
            if joined and joined[-1][1] == time and joined[-1][2] == code \
                    and (joined[-1][3] == ref or name not in PARTIES):
                joined[-1][1] = end
            else:
                joined.append([time, end, code, ref])
        joined = [tuple(row) for row in joined]
        ends = joined[:1] + joined[1:][-1:]
        figures, limits = {}, {}
        for code in {row[2] for row in joined[1:-1]}:
            lengths = [b - a for a, b, c, _ in joined[1:-1] if c == code]
            limits[code] = (min(lengths), max(lengths))
            for c in range(min(lengths).bit_length() - 1, max(lengths).bit_length()):
                mine = [length for length in lengths if length.bit_length() - 1 == c]
                figures[code, c] = (len(mine), sum(mine))
        return ends, figures, limits

    def tally(self, block, data):
        """The intervals at the ends of a node: (from, to, code, ref); and its figures: {(code, class): (number, time)}."""
        data, at = bytes(data), 0

        def number():
            nonlocal at
            value, shift = 0, 0
            while True:
                byte = data[at]
                at += 1
                value |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    return value
        ends, figures, limits, time = [], {}, {}, int(block['t0'])
        for _ in range(number()):
            code, ref, gap, length = number(), number(), number(), number()
            ends.append((time + gap, time + gap + length, code, ref))
            time += gap + length
        for _ in range(number()):
            code, least, more, first, classes = (number() for _ in range(5))
            limits[code] = (least, least + more)
            for c in range(first, first + classes):
                figures[code, c] = (number(), number())
        assert at == len(data), 'bytes are left over'
        return ends, figures, limits

    def pair_nodes(self):
        """[(first block, blocks, {key: figures} or None)] of all nodes of `pairs`."""
        records, result, at = self.group['pairs'], [], 0
        n, run = len(self.group['messages']), 1
        while len(records) and n:
            for i in range(n):
                record = records[at]
                at += 1
                blocks = min(run, len(self.group['messages']) - i * run)
                result.append((i * run, blocks, self.pair_sums(record) if record['bytes'] else None))
            n, run = (n + 7) // 8 if n > 1 else 0, run * 8
        assert at == len(records), 'more nodes than blocks ask for'
        return result

    def pair_sums(self, record):
        data, at = self.bytes_of(record), 0

        def number():
            nonlocal at
            value, shift = 0, 0
            while True:
                byte = data[at]
                at += 1
                value |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    return value

        def signed():
            value = number()
            return (value >> 1) ^ -(value & 1)

        def wrapped(value):
            return (value + 2 ** 63) % 2 ** 64 - 2 ** 63
        key, found = [0] * 5, {}
        for _ in range(int(record['sums'])):
            key = [wrapped(a + signed()) for a in key]
            count, unsent, unreceived, unsized, size = (number() for _ in range(5))
            timed = count - unsent - unreceived
            latency = ()
            if timed > 0:
                reversed_, local, total, least, more = number(), number(), signed(), signed(), number()
                latency = (reversed_, local, total, least, least + more)
            assert tuple(key) not in found
            found[tuple(key)] = (count, count - unsent, count - unreceived, count - unsized, size) + latency
        assert at == len(data), 'bytes are left over'
        return found

    def table(self, name):
        """Rows as dicts."""
        columns, result = COLUMNS[name].split(), []
        for block in self.group[name]:
            data, n, values = self.bytes_of(block), int(block['rows']), []
            for _ in columns:
                minimum, width = struct.unpack_from('<qB', data)
                stored, data = numbers(data[9:], n, width & 127), data[9 + n * (width & 127):]
                if width & 128:
                    values.append([None if v == 0 else minimum + v - 1 for v in stored])
                else:
                    values.append([minimum + v for v in stored])
            assert not data, 'bytes are left over'
            result += [dict(zip(columns, row)) for row in zip(*values)]
        return result
