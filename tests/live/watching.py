"""watching.py: programs that write and who follows them, for the tests of `lanescope-cli watch` beside it.

The programs are live-writer, which says what it wrote, so that whatever was lost shows; and real ones of GHC's, where there are a
compiler and the sources. With LANESCOPE_TEST_BRIEF less is written.

Usage of every test here: test-X.py LANESCOPE_CLI SOURCE_ROOT LIVE_WRITER [unittest options]

SPDX-License-Identifier: GPL-3.0-or-later
"""
import csv
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, TOP, WRITER = (os.path.abspath(sys.argv.pop(1)) for _ in range(3))
sys.path.insert(1, os.path.join(TOP, 'tests'))

import program  # noqa: E402: beside the folders of tests

BRIEF = bool(os.environ.get('LANESCOPE_TEST_BRIEF'))
SECONDS = 0.3
RATE = 50000 if BRIEF else 500000
BUFFER = 32768 if BRIEF else 262144 # so that blocks come while it runs
LONG = 120
TABLES = ('machines', 'processors', 'threads', 'marks', 'wakeups', 'migrations', 'collections', 'counters', 'losses',
          'process-info', 'waits')


def wait_for(condition, what):
    end = time.monotonic() + LONG
    while not condition():
        if time.monotonic() > end:
            raise AssertionError('waited in vain for ' + what)
        time.sleep(0.01)


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='lanescope-watch-')
        self.addCleanup(shutil.rmtree, self.folder)
        self.env = dict(os.environ, LC_ALL='C.UTF-8', XDG_CACHE_HOME=self.path('cache'), XDG_DATA_HOME=self.path('data'),
                        GSETTINGS_BACKEND='memory')
        self.env.pop('GHCRTS', None)

    def path(self, name):
        return os.path.join(self.folder, name)

    def start(self, *args):
        started = subprocess.Popen([PROGRAM, *map(str, args)], cwd=self.folder, env=self.env, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(started.stdout.close)
        self.addCleanup(started.stderr.close)
        self.addCleanup(started.wait)
        self.addCleanup(started.kill)
        return started

    def end(self, started, status=0):
        out, err = started.communicate(timeout=LONG)
        self.assertEqual(started.returncode, status, err)
        return out, err

    def run_cli(self, *args, status=0):
        """What is asked of a log that is there, the fork server does."""
        if args[0] == 'watch':
            return self.end(self.start(*args), status)
        done = program.run(PROGRAM, list(map(str, args)), timeout=LONG, env=self.env, cwd=self.folder)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout.decode(), done.stderr.decode()

    def wait_until_read(self, started):
        """All that the writer wrote was read: whoever reads has nothing to do any more, however busy the computer is."""
        wait_for(lambda: os.path.exists(self.path('truth.json')), 'the writer')
        self.wait_until_asleep(started)

    def wait_until_asleep(self, started):
        asleep = 0

        def rests():
            nonlocal asleep
            self.assertIsNone(started.poll(), 'it has ended')
            states = set()
            for task in os.listdir(f'/proc/{started.pid}/task'):
                try:
                    with open(f'/proc/{started.pid}/task/{task}/stat', encoding='utf-8', errors='replace') as file:
                        states.add(file.read().rpartition(') ')[2][0])
                except OSError:
                    pass # a thread that has ended
            asleep = asleep + 1 if states == {'S'} else 0
            return asleep == 30
        wait_for(rests, 'it to rest')

    def writer(self, where, *args, seconds=SECONDS, rate=RATE):
        at = args.index('+RTS') if '+RTS' in args else len(args)
        return [WRITER, '--seconds', str(seconds), '--rate', str(rate), '--buffer', str(BUFFER), '--truth', 'truth.json',
                *map(str, args[:at]), where, *args[at:]]

    def load(self, name):
        with open(self.path(name), encoding='utf-8') as file:
            return json.load(file)

    def rows(self, table, trace, *args):
        out, _ = self.run_cli('dump', table, *args, trace)
        return list(csv.DictReader(io.StringIO(out, newline='')))

    def check_truth(self, summary, trace, whole):
        """All that the writer says it wrote is in the trace; nothing else."""
        truth = self.load('truth.json')
        self.assertEqual(summary['events'], truth['events'])
        self.assertGreater(truth['events'], RATE * SECONDS / 5)
        found = {int(row['processor']): row for row in self.rows('processors', trace)}
        for row in truth['processors']:
            self.assertEqual(int(found[row['processor']]['runs']), row['runs'])
            if whole:
                self.assertEqual(int(found[row['processor']]['running_ns']), row['running_ns'])
        found = {int(row['thread']): row for row in self.rows('threads', trace)}
        for row in truth['threads']:
            self.assertEqual(int(found[row['thread']]['runs']), row['runs'])
            for key in ('running_ns', 'runnable_ns', 'blocked_ns'):
                if whole:
                    self.assertEqual(int(found[row['thread']][key]), row[key], key)

    def check_same(self, trace, whole=False):
        """The index that following left equals that of the same file opened afterwards, dump by dump."""
        self.assertIn('was there', self.run_cli('index', trace)[0])
        lanes = ['processor:1/1', 'thread:1/5', 'machine:1'] if whole else ['thread:1/1']
        asked = [('dump', table) for table in (TABLES if whole else ('threads', 'losses'))]
        asked += [('dump', 'intervals', '--lane', lane) for lane in lanes]
        asked += [('columns', '--lane', lane, '--width', 700) for lane in lanes if whole]
        live, anew = ([(done.returncode, done.stdout.decode()) for done in program.run_all(
            PROGRAM, [[*map(str, command), *cache, trace] for command in asked], LONG, self.env, self.folder)]
                      for cache in ([], ['--cache-dir', 'anew']))
        for command, *answers in zip(asked, live, anew):
            self.assertEqual(*answers, command)
            self.assertEqual(answers[0][0], 0, command)
