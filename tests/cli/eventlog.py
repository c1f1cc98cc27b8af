"""eventlog.py: writes small GHC eventlogs, for what no sample has.

Layout as in GHC's EventLogFormat.h: a header that declares the events, blocks of one capability each, big-endian.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import struct

VARIABLE = 0xffff
TYPES = {0: 4, 1: 4, 2: 10, 8: 6, 18: 14, 19: VARIABLE, 29: VARIABLE, 44: VARIABLE, 45: 2, 58: VARIABLE, 59: 0}


def header():
    out = [b'hdrbhetb']
    for number, size in TYPES.items():
        out.append(b'etb\0' + struct.pack('>HHI', number, size, 1) + b'x' + struct.pack('>I', 0) + b'ete\0')
    return b''.join(out) + b'hetehdredatb'


def event(number, time, payload=b''):
    head = struct.pack('>HQ', number, time)
    return head + (struct.pack('>H', len(payload)) if TYPES[number] == VARIABLE else b'') + payload


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
