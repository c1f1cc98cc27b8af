#!/usr/bin/env python3
"""test-far-follow.py: a log that is still being written on another computer is followed over the line, as if it grew here: also one that
is cut, and nothing is left there when whoever looks has gone.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import os
import random
import shutil
import signal
import subprocess
import threading
import time
import unittest

import harness
from far_place import counted, far, file, through
from harness import PROGRAM, run

LOG = os.path.join(harness.TOP, 'data', 'examples', 'nbody.eventlog')
MANY = int(os.environ.get('SCOPE_FAR_MANY', '8'))
# What is not of how it was followed.
FACTS = 'program', 'events', 'end_ns', 'losses', 'totals', 'collections', 'bytes', 'ended', 'end_mark'


def wait_for(condition):
    end = time.monotonic() + 60
    while not condition():
        if time.monotonic() > end:
            raise AssertionError('waited in vain')
        time.sleep(0.01)


def lines(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding='utf-8') as read:
        return read.read().split()


def facts(out):
    summary = json.loads(out)
    return {name: summary[name] for name in FACTS}


class Writer(threading.Thread):
    """Writes a log, piece by piece, until it is all there or told to stop; it stays open."""

    def __init__(self, path, pieces=8, pause=0.03, until=1.0):
        super().__init__(daemon=True)
        with open(LOG, 'rb') as log:
            self.log = log.read()
        self.path, self.pieces, self.pause, self.end = path, pieces, pause, int(len(self.log) * until)
        self.left = threading.Event()

    def run(self):
        with open(self.path, 'wb', buffering=0) as log:
            step = self.end // self.pieces + 1
            for at in range(0, self.end, step):
                log.write(self.log[at:min(at + step, self.end)])
                time.sleep(self.pause)
            self.left.wait()

    def leave(self):
        self.left.set()
        self.join()


class Following(unittest.TestCase):
    here = None

    @classmethod
    def setUpClass(cls):
        cls.here = facts(run('watch', '--json', LOG).out)

    def start(self, *args):
        started = subprocess.Popen([PROGRAM, 'watch', *map(str, args)], env=harness.environment(), stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(started.stdout.close)
        self.addCleanup(started.stderr.close)
        self.addCleanup(started.wait)
        self.addCleanup(started.kill)
        return started

    def end(self, started, status=0):
        out, err = started.communicate(timeout=120)
        self.assertEqual(started.returncode, status, err)
        return out, err

    def write(self, name, **how):
        if os.path.exists(file(name)):
            os.remove(file(name))
        writer = Writer(file(name), **how)
        writer.start()
        self.addCleanup(writer.leave)
        return writer

    def test_same_as_here(self):
        """A file that is not there yet, and grows; over a line that is far. What came is kept here."""
        through('--trip', 10, '--rate', 50, '--count', file('count'))
        started = self.start('--json', '--save', file('saved.eventlog'), far(file('later.eventlog')))
        while f'host: {file("later.eventlog")} is not there yet' not in started.stderr.readline():
            self.assertIsNone(started.poll())
        self.write('later.eventlog')
        out, _ = self.end(started)
        self.assertEqual(facts(out), self.here)
        with open(file('saved.eventlog'), 'rb') as saved, open(LOG, 'rb') as log:
            self.assertEqual(saved.read(), log.read())
        # Packed, and no more than once.
        self.assertLess(counted(file('count'))['from'], os.path.getsize(LOG) * 0.6)

    def test_several(self):
        """Logs of one run, of which one lies here."""
        through()
        shutil.copy(LOG, file('one.eventlog'))
        out, _ = self.end(self.start('--json', far(LOG), file('one.eventlog')))
        self.assertEqual(json.loads(out)['events'], 2 * self.here['events'])

    def test_cut(self):
        """The line is cut, wherever it is: it is taken up again where it was."""
        chance = random.Random(11)
        for turn in range(max(MANY // 4, 1)):
            with open(file('cuts'), 'w', encoding='utf-8') as cuts:
                cuts.write('\n'.join(str(chance.randrange(300, 30000)) for _ in range(3)))
            through('--cut', file('cuts'), '--pid', file('cut-pids'))
            self.write(f'cut{turn}.eventlog')
            out, _ = self.end(self.start('--json', far(file(f'cut{turn}.eventlog'))))
            self.assertEqual(facts(out), self.here)
            self.assertGreater(len(lines(file('cut-pids'))), 1)

    def test_another_log(self):
        """The program ran again while the line was cut: that is told, and nothing of the other log is taken for this one's."""
        started, pid = self.half('other')
        with open(LOG, 'rb') as log, open(file('new.eventlog'), 'wb') as new:
            new.write(bytes(byte ^ 1 for byte in log.read()))
        os.rename(file('new.eventlog'), file('other.eventlog'))
        os.kill(pid, signal.SIGKILL)
        out, err = self.end(started, 5)
        self.assertRegex(err, r'host(: )?/.*: another log is there now')
        self.assertGreater(json.loads(out)['events'], 0)
        self.assertLess(json.loads(out)['events'], self.here['events'])

    def test_ends(self):
        """Ctrl+C, or being killed: nobody is left there. A line that cannot be taken up again is told, and what had come is a trace."""
        gone, pid = self.half('gone', '--once', file('once'))
        os.kill(pid, signal.SIGKILL)
        for name, number in ('asked', signal.SIGINT), ('killed', signal.SIGKILL):
            started, pid = self.half(name)
            self.assertTrue(os.path.exists(f'/proc/{pid}'))
            started.send_signal(number)
            out, _ = self.end(started, 0 if number == signal.SIGINT else -number)
            if number == signal.SIGINT:
                self.assertEqual(json.loads(out)['ended'], 'stopped')
                self.assertGreater(json.loads(out)['events'], 0)
            wait_for(lambda: not os.path.exists(f'/proc/{pid}'))
        out, err = self.end(gone, 5)
        self.assertIn('host: the connection has ended: no route to host', err)
        self.assertGreater(json.loads(out)['events'], 0)

    def half(self, name, *options):
        """Half a log is written, and was read: who follows it, and the number of the process there."""
        writer = self.write(name + '.eventlog', pieces=1, until=0.5)
        through('--pid', file(name + '-pids'), *options)
        saved = file(name + '-saved.part')
        started = self.start('--json', '--save', file(name + '-saved'), far(writer.path))
        wait_for(lambda: os.path.exists(saved) and os.path.getsize(saved) == writer.end)
        pid, = lines(file(name + '-pids'))
        return started, int(pid)

    def numbers(self, name, *all_):
        with open(file(name), 'w', encoding='utf-8') as numbers:
            numbers.write('\n'.join(map(str, all_)))
        return file(name)

    def test_what_is_told(self):
        through()
        self.assertIn('has not appeared in 1 s', run('watch', '--wait', '1s', far(file('never.eventlog')), status=1).err)
        self.assertIn('is a folder', run('watch', far(harness.TOP), status=1).err)
        self.assertIn('neither a file nor a folder', run('watch', far('/dev/null'), status=1).err)
        self.assertIn('is not of the form ssh://HOST/PATH', run('watch', 'ssh://h', status=1).err)
        # Of another version, as long as it knows how.
        through('--version', 7)
        self.assertEqual(facts(run('watch', '--json', far(LOG)).out), self.here)
        through('--forget', 'Follow')
        self.assertRegex(run('watch', far(LOG), status=1).err, 'host has Lanescope .*, which cannot follow a log for another computer')
        os.environ['LANESCOPE_SSH'] = "sh -c 'echo nobody answers >&2' --"
        self.assertIn('host: the connection has ended: nobody answers', run('watch', far(LOG), status=1).err)

    def test_spoiled(self):
        """A far side that says anything: no crash, and no hang."""
        for seed in range(MANY // 2):
            through('--spoil', self.numbers('seeds', *range(seed * 16, seed * 16 + 16)))
            started = self.start('--json', '--for', '1s', far(LOG))
            started.communicate(timeout=60)
            self.assertIn(started.returncode, (0, 1, 5), seed)


if __name__ == '__main__':
    harness.main()
