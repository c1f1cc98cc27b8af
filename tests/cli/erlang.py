"""erlang.py: writes trace files of Erlang's tracing, as trace_file_drv does, and a program whose calls are known.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import random
import struct


class Pid(tuple):
    """(id, serial)"""


def atom(name):
    data = name.encode('latin-1')
    return b'd' + struct.pack('>H', len(data)) + data


def term(value):
    """Atoms are str, tuples, lists, integers, pids."""
    if isinstance(value, Pid):
        return b'X' + atom('nonode@nohost') + struct.pack('>III', value[0], value[1], 0)
    if isinstance(value, str):
        return atom(value)
    if isinstance(value, int):
        if 0 <= value < 256:
            return b'a' + bytes([value])
        if -2**31 <= value < 2**31:
            return b'b' + struct.pack('>i', value)
        size = (abs(value).bit_length() + 7) // 8
        return b'n' + bytes([size, value < 0]) + abs(value).to_bytes(size, 'little')
    if isinstance(value, list):
        return b'l' + struct.pack('>I', len(value)) + b''.join(map(term, value)) + b'j' if value else b'j'
    return b'h' + bytes([len(value)]) + b''.join(map(term, value))


def record(value):
    data = b'\x83' + term(value)
    return struct.pack('>BI', 0, len(data)) + data


def stamp(us):
    return (1700, us // 1000000, us % 1000000)


def function(name):
    """'m:f/1' as {m,f,1}; None as undefined."""
    if name is None:
        return 'undefined'
    module, rest = name.split(':')
    word, arity = rest.split('/')
    return (module, word, int(arity))


class Program:
    """Processes that call, return, call as their last act, throw, are scheduled and collect: the trace of it, and the truth.

    Times of the truth are µs since the trace's begin; an activation is (function, depth, enter, exit, flag)."""

    def __init__(self, seed, processes=4, steps=4000, functions=12, deepest=40, runs=True, way='caller', unseen=()):
        self.random = random.Random(seed)
        self.functions = ['m:f%d/%d' % (i, i % 3) for i in range(functions)]
        self.unseen = {self.functions[i] for i in unseen}
        self.deepest, self.runs, self.way = deepest, runs, way
        self.us, self.start = 1000, 1000
        self.records = []
        self.stacks = {Pid((80 + i, 0)): [] for i in range(processes)}
        self.pseudo = dict.fromkeys(self.stacks)  # (name, since), or None
        self.truth = {self.name(pid): [] for pid in self.stacks}
        self.calls = {}    # (pid, function) → n
        self.edges = {}    # (pid, caller, callee) → n
        self.records.append(('profile_start', stamp(self.us)))
        self.records.append(('schedulers', 4))
        options = ['call', 'return_to', 'procs', 'arity'] + (['running', 'exiting', 'garbage_collection'] if runs else [])
        self.records.append(('profile_opts', sorted(options)))
        root = Pid((9, 0))
        for pid in self.stacks:
            self.put(root, 'spawn', pid, ('m', 'start', []))
            self.out = False
            if runs:
                self.put(pid, 'in', ('m', 'start', 0))
        for _ in range(steps):
            self.step(self.random.choice(list(self.stacks)))
        pids = list(self.stacks)
        for pid in pids[2:]:
            self.wake(pid)
            self.unwind(pid, 0)
            self.put(pid, 'exit', 'normal')
            self.close(pid, 0, self.us)
            if runs:
                self.put(pid, 'out_exited', 0)
            del self.stacks[pid]
        if runs and pids[1] in self.stacks and self.pseudo[pids[1]] is None and self.stacks[pids[1]]:
            self.suspend(pids[1])
        self.us += 1
        self.records.append(('profile_stop', stamp(self.us)))
        self.end = self.us
        for pid in list(self.stacks):
            self.finish(pid)

    @staticmethod
    def name(pid):
        return '<0.%d.%d>' % pid

    def put(self, pid, tag, *rest):
        self.us += self.random.choice((1, 1, 1, 2, 7, 40, 900))
        self.records.append(('trace_ts', pid, tag, *rest, stamp(self.us)))

    # --- the stack: [function, enter, called, traced]

    def close(self, pid, depth, time, flag=''):
        """Leaves all above `depth` frames; the lowest of them in that way."""
        stack = self.stacks[pid]
        while len(stack) > depth:
            name, enter, _ = stack.pop()
            self.truth[self.name(pid)].append((name, len(stack), enter, time, flag if len(stack) == depth else ''))

    def finish(self, pid):
        """What is open at the end lasts until then."""
        stack, pseudo = self.stacks[pid], self.pseudo[pid]
        if pseudo is not None:
            self.truth[self.name(pid)].append((pseudo[0], len(stack), pseudo[1], self.end, 'open'))
        while stack:
            name, enter, _ = stack.pop()
            self.truth[self.name(pid)].append((name, len(stack), enter, self.end, 'open'))

    def suspend(self, pid):
        kind = self.random.choice(('suspend', 'garbage_collect')) if self.stacks[pid] else 'suspend'
        if kind == 'suspend':
            self.put(pid, 'out', ('m', 'x', 0))
        else:
            self.put(pid, 'gc_minor_start', [])
        self.pseudo[pid] = (kind, self.us)

    def wake(self, pid):
        if self.pseudo[pid] is None:
            return
        kind, since = self.pseudo[pid]
        if kind == 'suspend':
            self.put(pid, 'in', ('m', 'x', 0))
        else:
            self.put(pid, 'gc_minor_end', [])
        if self.stacks[pid]:
            self.truth[self.name(pid)].append((kind, len(self.stacks[pid]), since, self.us, ''))
        self.pseudo[pid] = None

    def call(self, pid, name, caller):
        """The record, and the count."""
        if name in self.unseen:
            self.us += 1
            return
        if self.way == 'caller':
            self.put(pid, 'call', function(name), ('cp', function(caller)))
        else:
            self.put(pid, 'call', function(name))
        ident = self.name(pid)
        self.calls[ident, name] = self.calls.get((ident, name), 0) + 1
        self.edges[ident, caller, name] = self.edges.get((ident, caller, name), 0) + 1

    def unwind(self, pid, depth):
        """Returns, one by one."""
        stack = self.stacks[pid]
        while len(stack) > depth:
            self.leave(pid)

    def leave(self, pid):
        stack = self.stacks[pid]
        name = stack[-1][0]
        under = stack[-2][0] if len(stack) > 1 else None
        if name not in self.unseen:
            if self.way == 'caller':
                self.put(pid, 'return_to', function(under))
            else:
                self.put(pid, 'return_from', function(name), 'ok')
        self.close(pid, len(stack) - 1, self.us)

    def throw(self, pid):
        """To somebody further down: no function between has the same name."""
        stack = self.stacks[pid]
        depth = self.random.randrange(len(stack) - 1)
        target = stack[depth][0]
        depth = max(i for i in range(len(stack) - 1) if stack[i][0] == target)
        self.put(pid, 'return_to', function(target))
        self.close(pid, depth + 1, self.us)

    def step(self, pid):
        stack, chance = self.stacks[pid], self.random.random()
        if self.pseudo[pid] is not None:
            self.wake(pid)
            return
        top = stack[-1][0] if stack else None
        under = stack[-2][0] if len(stack) > 1 else None
        if self.runs and chance < 0.06 and stack:
            self.suspend(pid)
        elif not stack or (chance < 0.5 and len(stack) < self.deepest):
            name = self.random.choice(self.functions)
            self.call(pid, name, top)
            stack.append([name, self.us, True])
        elif chance < 0.62 and self.way == 'caller' and top != under and top not in self.unseen:
            name = self.random.choice(self.functions)
            if name in self.unseen:
                return
            self.call(pid, name, under)
            self.close(pid, len(stack) - 1, self.us, 'tail')
            stack.append([name, self.us, True])
        elif chance < 0.64 and self.way == 'caller' and len(stack) > 2 and not self.unseen:
            self.throw(pid)
        else:
            self.leave(pid)

    def write(self, path):
        with open(path, 'wb') as file:
            for value in self.records:
                file.write(record(value))
