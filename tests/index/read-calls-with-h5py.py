"""read-calls-with-h5py.py: reads call stacks from docs/index-format.md alone, and compares them with lanescope-cli.

Usage: read-calls-with-h5py.py LANESCOPE_CLI SOURCE_ROOT [unittest options]

SPDX-License-Identifier: GPL-3.0-or-later
"""
import glob
import os
import subprocess
import sys
import tempfile
import unittest

try:
    import h5py
except ImportError as missing:
    print('1..0 # SKIP %s' % missing)
    sys.exit(77)

from index_reader import Machine, PROGRAM, ask, unpack
import erlang  # beside the tests of the command line


class Stack:
    """The call stack of one lane: frames and rows of its blocks, and its nodes."""

    def __init__(self, machine, lane, blocks):
        self.machine, self.lane, self.blocks = machine, lane, blocks

    @staticmethod
    def number(data, at):
        """A LEB128 number at that place, and what is behind it."""
        value = shift = 0
        while True:
            byte = data[at]
            value |= (byte & 127) << shift
            at, shift = at + 1, shift + 7
            if byte < 128:
                return value, at

    def numbers(self, data, at, n):
        found = []
        for _ in range(n):
            value, at = self.number(data, at)
            found.append(value)
        return found, at

    def rows(self, block):
        """The frames before it (function, when entered), lowest first, and its rows."""
        data, time, frames = self.machine.bytes_of(block), int(block['t0']), []
        n, at = self.number(data, 0)
        for _ in range(n):
            (gap, function, _), at = self.numbers(data, at, 3)
            time -= gap
            frames.insert(0, (function - 2, time))
        return frames, unpack(data[at:], int(block['count']), int(block['t0']))

    def activations(self):
        """(function, depth, enter, exit, whether it is a call) of all, and rows per block."""
        found, stack, per_block = [], [], []
        for block in self.blocks:
            if block['height'] > 0:
                continue
            frames, rows = self.rows(block)
            assert frames == [frame[:2] for frame in stack], 'the frames are those that stood'
            least = 1 << 20
            for time, code, ref in rows:
                if code & 3 == 0:
                    stack.append(((ref + 2) % 2**32 - 2, time, code & 32 == 0))
                elif code & 3 == 1:
                    function, enter, call = stack.pop()
                    found.append((function, len(stack), enter, time, call))
                least = min(least, len(stack))
            assert least == int(block['least'])
            per_block.append(rows)
        return found, stack, per_block

    def node(self, block):
        """Sums and pieces of a node, as they are written."""
        data, at = self.machine.bytes_of(block), 0
        functions = contexts = edges = None
        if block['sums']:
            n, at = self.number(data, at)
            functions = []
            for _ in range(n):
                (function, total), at = self.numbers(data, at, 2)
                functions.append((function - 2, total))
            n, at = self.number(data, at)
            contexts = []
            for _ in range(n):
                (back, place, calls, own), at = self.numbers(data, at, 4)
                parent = contexts[len(contexts) - back][0] if back else ()
                contexts.append((parent + (functions[place][0],), calls, own))
            n, at = self.number(data, at)
            edges = []
            for _ in range(n):
                (caller, callee, calls, total), at = self.numbers(data, at, 4)
                edges.append((functions[caller - 1][0] if caller else None, functions[callee][0], calls, total))
            assert at == int(block['sums']), 'bytes are left over'
        lines = []
        n_lines, at = self.number(data, at)
        for _ in range(n_lines):
            n, at = self.number(data, at)
            time, pieces = int(block['t0']), []
            for _ in range(n):
                (gap, length, function), at = self.numbers(data, at, 3)
                marks, at = data[at], at + 1
                n_activations, covered = 1, length
                if marks & 1:
                    (n_activations, covered, _, _), at = self.numbers(data, at, 4)
                pieces.append((time + gap, time + gap + length, function - 2, marks, n_activations, covered))
                time += gap + length
            lines.append(pieces)
        assert at == len(data), 'bytes are left over'
        return functions, contexts, edges, lines


class Calls(unittest.TestCase):
    """Call stacks of a program that enters and leaves tens of thousands of times."""

    def test_calls(self):
        trace = os.path.join(tempfile.gettempdir(), 'lanescope-h5py-calls-%d.dat' % os.getpid())
        self.addCleanup(os.unlink, trace)
        erlang.Program(3, processes=2, steps=40000, functions=6, deepest=12).write(trace)
        with tempfile.TemporaryDirectory(prefix='lanescope-h5py-') as cache:
            subprocess.run([PROGRAM, 'index', '--cache-dir', cache, trace], check=True, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
            (path,) = glob.glob(cache + '/*.h5')
            with h5py.File(path, 'r') as file:
                machine = Machine(file, 0, [code.decode() for code in file['codes'][()]])
                at, names = 0, {int(e['lane']): machine.text(e['id']) for e in machine.group['processes']}
                for lane in machine.group['call_lanes']:
                    n = int(lane['n_blocks'])
                    self.compare(trace, 'process:1/' + names[int(lane['lane'])],
                                 Stack(machine, lane, machine.group['call_blocks'][at:at + n]))
                    at += n
                self.assertEqual(at, len(machine.group['call_blocks']))

    def compare(self, trace, name, stack):
        found, left, per_block = stack.activations()
        self.assertEqual(sum(map(len, per_block)), int(stack.lane['n_rows']))
        self.assertEqual(max(a[1] for a in found) + 1, int(stack.lane['depth']))
        asked = [r for r in ask('dump', 'activations', '--lane', name, '--no-cache', trace) if r['flag'] != 'open']
        # Times of the table are ns since the trace's begin: so are those of this clock.
        self.assertEqual(len(asked), len(found))
        for row, (_, depth, enter, leave, _) in zip(asked, found):
            self.assertEqual((row['depth'], row['enter_ns'], row['exit_ns']), (str(depth), str(enter), str(leave)))
        nodes = [block for block in stack.blocks if block['height'] > 0]
        self.assertGreater(len(nodes), 0)
        compared = 0
        for block in nodes:
            functions, contexts, _, lines = stack.node(block)
            t0, t1 = int(block['t0']), int(block['t1'])
            whole = found + [(f, d, enter, t1, call) for d, (f, enter, call) in enumerate(left)]
            for depth, pieces in enumerate(lines):
                covered = sum(max(0, min(leave, t1) - max(enter, t0)) for _, d, enter, leave, _ in whole if d == depth)
                self.assertEqual(sum(piece[5] for piece in pieces), covered)
            if functions is None:
                continue
            compared += 1
            self.assertEqual(sum(own for _, _, own in contexts),
                             sum(max(0, min(leave, t1) - max(enter, t0)) for _, d, enter, leave, _ in whole if d == 0))
            first = [i for i, b in enumerate(b for b in stack.blocks if b['height'] == 0) if b['t0'] == t0][0]
            rows = [row for rows in per_block[first:first + 8 ** int(block['height'])] for row in rows]
            self.assertEqual(sum(calls for _, calls, _ in contexts),
                             sum(1 for _, code, _ in rows if code & 3 == 2 or code & 35 == 0))
        self.assertGreater(compared, 0)


if __name__ == '__main__':
    unittest.main()
