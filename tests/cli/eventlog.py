"""eventlog.py: writes small GHC eventlogs, for what no sample has.

Layout as in GHC's EventLogFormat.h: a header that declares the events, blocks of one capability each, big-endian.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import struct

VARIABLE = 0xffff
TYPES = {0: 4, 1: 4, 2: 10, 8: 6, 18: 14, 19: VARIABLE, 29: VARIABLE, 44: VARIABLE, 45: 2, 58: VARIABLE, 59: 0}


# Declared only where they are asked for: migrations, capability sets, program arguments, the end of a capability.
MORE = {4: 6, 25: 6, 30: VARIABLE, 46: 2}


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
