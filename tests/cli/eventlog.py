"""eventlog.py: writes small GHC eventlogs, for what no sample has.

Layout as in GHC's EventLogFormat.h: a header that declares the events, blocks of one capability each, big-endian.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import random
import struct

VARIABLE = 0xffff
TYPES = {0: 4, 1: 4, 2: 10, 8: 6, 18: 14, 19: VARIABLE, 29: VARIABLE, 44: VARIABLE, 45: 2, 58: VARIABLE, 59: 0}


# Declared only where they are asked for: migrations, what the heap is like, collections, sparks, capability sets, program arguments, the end of a capability.
MORE = {4: 6, 52: 38, 9: 0, 10: 0, 25: 6, 30: VARIABLE, 31: VARIABLE, 34: 56, 35: 0, 38: 0, 40: 0, 46: 2, 53: 58}


def header(more=False):
    out = [b'hdrbhetb']
    for number, size in {**TYPES, **(MORE if more else {})}.items():
        out.append(b'etb\0' + struct.pack('>HHI', number, size, 1) + b'x' + struct.pack('>I', 0) + b'ete\0')
    return b''.join(out) + b'hetehdredatb'


def event(number, time, payload=b''):
    head = struct.pack('>HQ', number, time)
    return head + (struct.pack('>H', len(payload)) if {**TYPES, **MORE}[number] == VARIABLE else b'') + payload


def block(capability, events, start, end):
    body = b''.join(events)
    return struct.pack('>HQIQH', 18, start, 24 + len(body), end, capability) + body


def labelled(label, message):
    """A log of one capability and one thread of that label, which runs 1,000 to 5,000 ns and says `message`."""
    thread = struct.pack('>I', 1)
    events = [event(45, 100, struct.pack('>H', 0)), event(0, 500, thread),
              event(44, 600, thread + label), event(1, 1000, thread), event(19, 2000, message),
              event(2, 5000, thread + struct.pack('>HI', 5, 0))]
    return header() + block(0, events, 100, 5000) + b'\xff\xff'


def marked(n_marks, capabilities=4, slices=25000):
    """A log of a second: on each capability a thread that runs and stops, and that many marks in all, evenly spread."""
    second = 1000000000
    out = [header()]
    for c in range(capabilities):
        thread = struct.pack('>I', c + 1)
        events = [(100, event(45, 100, struct.pack('>H', c))), (500, event(0, 500, thread))]
        for i in range(slices):
            start = 1000 + i * (second - 2000) // slices
            end = start + (second // slices) * (3 + (i * 7 + c) % 5) // 10
            events.append((start, event(1, start, thread)))
            events.append((end, event(2, end, thread + struct.pack('>HI', 1 + i % 4, 0))))
        for i in range(c, n_marks, capabilities):
            time = 1000 + i * (second - 2000) // n_marks
            events.append((time, event(58, time, b'mark %d' % i)))
        events.sort(key=lambda pair: pair[0])
        for i in range(0, len(events), 10000):
            part = events[i:i + 10000]
            out.append(block(c, [e for _, e in part], part[0][0], part[-1][0]))
    return b''.join(out) + b'\xff\xff'


def dense(path, capabilities, pairs):
    """Writes a log in which every capability runs one of four threads at a time, for microseconds: so many pairs of run and stop each,
    in blocks as the runtime flushes them."""
    rand = random.Random(5)
    both = struct.Struct('>HQIHQIHI')
    now = [1000] * capabilities
    with open(path, 'wb') as file:
        file.write(header())
        for c in range(capabilities):
            file.write(block(c, [event(45, 100, struct.pack('>H', c))]
                             + [event(0, 500, struct.pack('>I', 4 * c + t + 1)) for t in range(4)], 100, 500))
        for first in range(0, pairs, 2000):
            for c in range(capabilities):
                start, out = now[c], []
                for _ in range(first, min(first + 2000, pairs)):
                    ran = now[c] + 100 + int(rand.random() * 1400)
                    now[c] = ran + 500 + int(rand.random() * 3500)
                    thread = 4 * c + 1 + int(rand.random() * 4)
                    out.append(both.pack(1, ran, thread, 2, now[c], thread, 3, 0))
                file.write(block(c, out, start, now[c]))
        file.write(b'\xff\xff')


def lively(path, capabilities, rounds, seed=5):
    """Writes a log of threads that wait for each other: in each round of five events one runs, wakes another and goes on, and one
    blocks on an MVar; now and then all stop for a collection. About five events a round."""
    rand = random.Random(seed).random
    go = struct.Struct('>HQIHQIHHQIHI')  # runs, wakes, stops
    rest = struct.Struct('>HQIHQIHI')    # runs, blocks
    now = [1000.0] * capabilities
    ready = [[] for _ in now]    # per capability
    asleep = []                  # (thread, capability, since)
    out = [[] for _ in now]
    began = list(now)
    with open(path, 'wb') as file:
        file.write(header(True))
        for c in range(capabilities):
            file.write(block(c, [event(45, 100, struct.pack('>H', c))]
                             + [event(0, 500, struct.pack('>I', 8 * c + t + 1)) for t in range(8)], 100, 500))
            ready[c] = [8 * c + t + 1 for t in range(8)]

        def flush():
            for c in range(capabilities):
                if out[c]:
                    file.write(block(c, out[c], int(began[c]), int(now[c])))
                out[c], began[c] = [], now[c]

        for i in range(rounds):
            c = min(range(capabilities), key=now.__getitem__)
            time = now[c] + 20 + 80 * rand()
            if ready[c]:
                thread = ready[c].pop(0)
                woken = 0
                while woken < len(asleep) and asleep[woken][2] >= time:
                    woken += 1
                if woken < len(asleep) and rand() < 0.8:
                    other, home, _ = asleep.pop(woken)
                    then = time + 100 + 900 * rand()
                    end = then + 50 + 200 * rand()
                    out[c].append(go.pack(1, int(time), thread, 8, int(then), other, home, 2, int(end), thread, 3, 0))
                    ready[home].append(other)
                    ready[c].append(thread)
                    now[home] = max(now[home], then)
                else:
                    end = time + 100 + 1500 * rand()
                    out[c].append(rest.pack(1, int(time), thread, 2, int(end), thread, 7, 0))
                    asleep.append((thread, c, end))
                now[c] = end
            else:
                now[c] = time + 2000
                if all(not queue for queue in ready):  # whoever slept longest is woken by nobody
                    other, home, since = asleep.pop(0)
                    ready[home].append(other)
                    now = [max(n, since) for n in now]
            if i % 20000 == 19999:
                stop = max(now) + 10
                for k in range(capabilities):
                    out[k] += [struct.pack('>HQ', 9, int(stop)), struct.pack('>HQ', 10, int(stop) + 50000)]
                    now[k] = stop + 50010
            if i % 8000 == 7999:
                flush()
        flush()
        file.write(b'\xff\xff')
