"""bench_farm.py: writes a farm of Eden machines that exchange millions of messages, quickly.

The generator beside the project (edengen.py) simulates each thread and knows the truth of each bar: ten minutes for a gigabyte. Here
all machines keep one time-table, round by round, so that who receives what from whom when is known beforehand, and a round is packed at
once. Heads, blocks and the archive are edengen's.

    python3 bench_farm.py PATH MACHINES BYTES

SPDX-License-Identifier: GPL-3.0-or-later
"""
import argparse
import random
import struct
import sys

WORKERS = 4        # threads of a machine's process
SLICES = 12        # of a round, on one processor, in turns
MESSAGES = 4       # that a machine sends in a round
ROUND = 1_000_000  # ns
STEPS = (1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 127)  # to the machine so many further on
BLACKHOLE, YIELDS = 8, 3
RECEIVED = struct.Struct('>HQ' + 'HQBIIHIII' * MESSAGES + 'HQIH' * WORKERS + 'HQ')
RAN = struct.Struct('>' + 'HQIHQIHI' * SLICES)
SENT = struct.Struct('>' + 'HQBIIHII' * MESSAGES)


def _time_table(rng):
    """Within a round: when slices begin and end, and messages go. A receiver has them at the begin of the next round."""
    cuts = sorted(rng.sample(range(120_000, ROUND - 200_000, 50), 2 * SLICES))
    return cuts[0::2], cuts[1::2], [cuts[2 * k] + 30 for k in sorted(rng.sample(range(SLICES), MESSAGES))]


def _step(turn, k):
    return STEPS[(turn * MESSAGES + k) % len(STEPS)]


class Machine:
    """One machine's log. Local time is `m.lt (true time)`."""
    def __init__(self, gen, sim, number, machines):
        self.gen, self.sim, self.machines, self.number = gen, sim, machines, number
        self.m = sim.ms[number]
        self.pid = self.first = 0

    def begin(self, t, asked):
        """The process that the root asked for, its threads."""
        def nothing(*_):
            return iter(())
        if asked is not None:
            self.sim.received(self.m, t, asked, 60)
        t, self.pid = self.sim.new_process(self.m, t + 3000, nothing, (1, 1))
        self.first = self.m.ntid
        for _ in range(WORKERS - 1):
            t, _ = self.sim.fork(self.m, t, self.pid, nothing)

    def receive(self, turn, t):
        """What was sent in the round before; it wakes all."""
        values = [60, t]
        for k in range(MESSAGES):
            t += 900
            sender = (self.number - 1 - _step(turn - 1, k)) % self.machines + 1
            values += [68, t, self.gen.HEAD, self.pid, k + 1, sender, 2 if sender == 1 else 1, k + 1, 10 + (turn * 37 + k) % 5000]
        for k in range(WORKERS):
            t += 700
            values += [8, t, self.first + k, 0]
        self.m.log.put(0, 68, t, RECEIVED.pack(*values, 61, t + 900))

    def work(self, turn, t, table):
        begins, ends, sends = table
        values = []
        for i in range(SLICES):
            thread, last = self.first + i % WORKERS, i >= SLICES - WORKERS
            values += [1, t + begins[i], thread, 2, t + ends[i], thread, BLACKHOLE if last else YIELDS, 0]
        self.m.log.put(0, 2, t + ends[-1], RAN.pack(*values))
        values = []
        for k in range(MESSAGES):
            to = (self.number - 1 + _step(turn, k)) % self.machines + 1
            values += [67, t + sends[k], self.gen.HEAD, self.pid, k + 1, to, 2 if to == 1 else 1, k + 1]
        self.m.log.put(1, 67, t + sends[-1], SENT.pack(*values))

    def end(self, t):
        log = self.m.log
        log.glob(63, t, 'i', self.pid)
        if self.number == 1:
            log.glob(63, t + 500, 'i', 1)
        log.glob(66, t + 1000, 'hh', self.number)
        log.finish(t + 2000)


def write(gen, path, machines, size):
    """`gen`: the module edengen."""
    parser = argparse.ArgumentParser()
    gen.gen_args(parser)
    a = parser.parse_args([path, '--machines', str(machines), '--no-exact', '--wakeups', 'receive', '--semantics'])
    rng = random.Random(5)
    sinks = {i: gen.Sink(None, 8, 1) for i in range(1, machines + 1)}
    sim = gen.Sim(a)
    sim.fifo, sim.children, sim.sync_true = {}, {}, a.sync_ms * 1_000_000 + a.stagger_us * 1000
    farm = []
    for i in sinks:
        sim.boot(i, sinks[i])
        farm.append(Machine(gen, sim, i, machines))
    root = sim.ms[1]
    t, _ = sim.new_process(root, max(m.free for m in sim.ms.values()), lambda *_: iter(()), None)
    asked = {}
    sim.push = lambda at, what, to, message, *_: asked.update({to: message})
    for i in range(2, machines + 1):
        t += 2000
        sim.send(root, t, gen.RFORK, 1, 0, (i, 0, 0), 60, None)
    for machine in farm:
        machine.begin(t + 200_000, asked.get(machine.number))
    start, rounds = t + 2_000_000, size // (machines * (RECEIVED.size + RAN.size + SENT.size))
    for machine in farm:
        tables = [_time_table(rng) for _ in range(64)]
        base = machine.m.lt(start)
        for turn in range(rounds):
            if turn > 0:
                machine.receive(turn, base + turn * ROUND + 20_000)
            machine.work(turn, base + turn * ROUND, tables[rng.randrange(64)])
        machine.receive(rounds, base + rounds * ROUND + 20_000)
        machine.end(base + rounds * ROUND + 100_000)
    with open(path, 'wb') as file:
        archive = gen.ZipOut(file, False, 'infozip')
        for i, sink in sinks.items():
            archive.add(b'farm#%d.eventlog' % i, 8, sink.crc, sink.comp, sink.raw, gen.chunks_of(sink.f))
        archive.close()


if __name__ == '__main__':
    import bench_files
    sys.path.insert(0, bench_files.TOOLS)
    import edengen  # pylint: disable=import-error
    write(edengen, sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
