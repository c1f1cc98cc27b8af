#!/usr/bin/env python3
"""far_line.py: what stands in ssh's place in tests of `lanescope ssh://HOST/PATH`: a line that is slow, or is cut.

    LANESCOPE_SSH="python3 far_line.py [OPTION…]" lanescope-cli info ssh://host/path

It is called as ssh is (… -- HOST lanescope-cli serve --stdio), starts `--program` with the words after HOST's in the computer's own
home, and passes on what both say. SPDX-License-Identifier: GPL-3.0-or-later
"""
import argparse
import json
import os
import random
import selectors
import signal
import struct
import subprocess
import sys
import time

PIECE = 16384


class Way:
    """One direction: from a descriptor to another, each byte `delay` s later, and not more than `rate` bytes a second."""

    def __init__(self, source, sink, delay, rate):
        self.source, self.sink, self.delay, self.rate = source, sink, delay, rate
        self.waiting = []  # (due, bytes)
        self.free_at = 0.0
        self.bytes = 0
        self.ended = False
        self.held = 0
        self.change = lambda data: data

    def take(self, now):
        data = os.read(self.source, PIECE)
        if not data:
            self.ended = True
            return
        data = self.change(data)
        self.bytes += len(data)
        start = max(now, self.free_at)
        self.free_at = start + (len(data) / self.rate if self.rate else 0)
        self.waiting.append((self.free_at + self.delay, data))
        self.held += len(data)

    def wants(self):
        """A line holds only so much."""
        return not self.ended and self.held < 4 * 1024 * 1024

    def give(self, now):
        while self.waiting and self.waiting[0][0] <= now:
            data = self.waiting.pop(0)[1]
            self.held -= len(data)
            while data:
                data = data[os.write(self.sink, data):]
        if self.ended and not self.waiting and self.sink is not None:
            os.close(self.sink)
            self.sink = None


class Steps:
    """What goes over the line between two silences, as lines of JSON in a file: of a window, what each movement costs."""
    SILENCE = 0.3

    def __init__(self, path, ways, trips):
        self.path, self.ways, self.trips = path, ways, trips
        self.before = (0, 0, 0)

    def end(self):
        now = (len(self.trips), self.ways[1].bytes, self.ways[0].bytes)
        if self.path and now != self.before:
            with open(self.path, 'a', encoding='utf-8') as file:
                file.write(json.dumps(dict(zip(('trips', 'from', 'to'), (a - b for a, b in zip(now, self.before))))) + '\n')
        self.before = now


def carry(ways, cut_after, patience, trips, steps):
    """Until both have ended; or until so many bytes came back, or nothing moves for `patience` s. `trips`: times at which something was asked while nothing was
    under way: neither had anything been asked nor come back for as long as one way takes."""
    moved = 0.0
    selector = selectors.DefaultSelector()
    watched = set()
    while any(way.sink is not None for way in ways):
        now = time.monotonic()
        for way in ways:
            if way.sink is not None:
                way.give(now)
            wanted = way.wants()
            if wanted and way.source not in watched:
                selector.register(way.source, selectors.EVENT_READ, way)
                watched.add(way.source)
            elif not wanted and way.source in watched:
                selector.unregister(way.source)
                watched.discard(way.source)
        due = [way.waiting[0][0] for way in ways if way.waiting]
        if ways[1].ended and ways[1].sink is None:
            return
        ready = selector.select(max(min(due) - time.monotonic(), 0) if due else patience)
        if not ready and not due and patience:
            return
        for key, _ in ready:
            now = time.monotonic()
            if now - moved > steps.SILENCE:
                steps.end()
            asked = key.data is ways[0] and now - moved > ways[0].delay and not ways[1].waiting
            moved = now
            key.data.take(now)
            if asked and not key.data.ended:
                trips.append(now)
        if cut_after is not None and ways[1].bytes >= cut_after:
            return


def last_of_first(value):
    """What puts a number in place of the last of the first message."""
    begin = bytearray()

    def change(data):
        begin.extend(data)
        if len(begin) < 16 or len(begin) > len(data):
            return data
        body, fields = struct.unpack_from('<I', begin, 4)[0], struct.unpack_from('<I', begin, 12)[0]
        end = 16 + (fields + 7) // 8 * 8 + body
        return data[:end - 4] + struct.pack('<I', value) + data[end:]
    return change


def spoil(seed):
    """What changes a few bytes here and there."""
    chance = random.Random(seed)

    def change(data):
        data = bytearray(data)
        for _ in range(chance.choice([0, 0, 1, 3])):
            data[chance.randrange(len(data))] = chance.choice([0, 255, 1, 128, chance.randrange(256)])
        return bytes(data)
    return change


def keep(path):
    def change(data):
        with open(path, 'ab') as file:
            file.write(data)
        return data
    return change


def forget(word):
    """A far side of another version, which does not know that word."""
    def change(data):
        return data.replace(word.encode(), b'X' * len(word))
    return change


def take_line(path):
    """The number in a file's first line, which is taken away; None: there is none."""
    with open(path, encoding='utf-8') as file:
        lines = file.read().split()
    with open(path, 'w', encoding='utf-8') as file:
        file.write('\n'.join(lines[1:]))
    return int(lines[0]) if lines else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--program', default='lanescope-cli')
    parser.add_argument('--trip', type=float, default=0, help='ms of a round trip')
    parser.add_argument('--rate', type=float, default=0, help='Mbit/s of each direction')
    parser.add_argument('--cut', default='', help='FILE: cut after as many bytes as its first line says, which is taken away')
    parser.add_argument('--count', default='', help='FILE: what went over, as a line of JSON')
    parser.add_argument('--steps', default='', help='FILE: the same, a line for each time that the line was not silent')
    parser.add_argument('--argv', default='', help='FILE: what ssh was told, as JSON')
    parser.add_argument('--say', default='', help='what the far shell prints first')
    parser.add_argument('--version', type=int, help='what indexes are said to be of')
    parser.add_argument('--spoil', default='', help='FILE: change some of what comes back, as its first line tells, which is taken away')
    parser.add_argument('--forget', default='', help='WORD: what is said there is said with another')
    parser.add_argument('--once', default='', help='FILE: if it is there nobody answers; it is made')
    parser.add_argument('--pid', default='', help='FILE: the number of the process there, a line for each')
    parser.add_argument('--keep', default='', help='FILE: what goes there')
    begin = sys.argv.index('-T')  # what ssh is told begins so
    options, ssh = parser.parse_args(sys.argv[1:begin]), sys.argv[begin:]
    if options.argv:
        with open(options.argv, 'w', encoding='utf-8') as file:
            json.dump(ssh, file)
    words = ssh[ssh.index('--') + 2:]
    if options.once:
        if os.path.exists(options.once):
            sys.exit('no route to host')
        with open(options.once, 'w', encoding='utf-8'):
            pass
    cut_after = None
    if options.cut:
        cut_after = take_line(options.cut)
    child = subprocess.Popen([options.program] + words[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    if options.pid:
        with open(options.pid, 'a', encoding='utf-8') as file:
            file.write(f'{child.pid}\n')
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it ends with the pipe, and counts before that
    rate = options.rate * 1e6 / 8
    ways = [Way(0, os.dup(child.stdin.fileno()), options.trip / 2000, rate),
            Way(child.stdout.fileno(), os.dup(1), options.trip / 2000, rate)]
    if options.version is not None:
        ways[1].change = last_of_first(options.version)
    seed = take_line(options.spoil) if options.spoil else None
    if seed is not None:
        ways[1].change = spoil(seed)
    if options.forget:
        ways[0].change = forget(options.forget)
    if options.keep:
        ways[0].change = keep(options.keep)
    if options.say:
        os.write(1, options.say.encode() + b'\n')
    child.stdin.close()
    os.close(1)
    trips = []
    steps = Steps(options.steps, ways, trips)
    try:
        carry(ways, cut_after, 0.3 if seed is not None else None, trips, steps)
    except (BrokenPipeError, ConnectionResetError):
        pass
    if cut_after is not None or seed is not None:
        child.send_signal(signal.SIGKILL)
    steps.end()
    if options.count:
        with open(options.count, 'a', encoding='utf-8') as file:
            file.write(json.dumps({'to': ways[0].bytes, 'from': ways[1].bytes, 'trips': len(trips)}) + '\n')


if __name__ == '__main__':
    main()
