#!/usr/bin/env python3
"""test-watch.py: `lanescope-cli watch` follows programs while they write, in every way in which a log grows and ends.

The programs are live-writer, which says what it wrote, so that whatever was lost shows; and real ones of GHC's, where there are a
compiler and the sources. With LANESCOPE_TEST_BRIEF less is written.

Usage: test-watch.py LANESCOPE_CLI SOURCE_ROOT LIVE_WRITER [unittest options]

SPDX-License-Identifier: GPL-3.0-or-later
"""
import csv
import gzip
import io
import json
import os
import pty
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, TOP, WRITER = (os.path.abspath(sys.argv.pop(1)) for _ in range(3))
HASKELL = os.path.join(os.path.dirname(TOP), 'shared', 'tools', 'haskell')
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
        return self.end(self.start(*args), status)

    def wait_until_read(self, started):
        """All that the writer wrote was read: whoever reads has nothing to do any more, however busy the computer is."""
        wait_for(lambda: os.path.exists(self.path('truth.json')), 'the writer')
        self.wait_until_asleep(started)

    def wait_until_asleep(self, started):
        asleep = 0
        while asleep < 30:
            states = []
            for task in os.listdir(f'/proc/{started.pid}/task'):
                try:
                    with open(f'/proc/{started.pid}/task/{task}/stat', encoding='utf-8', errors='replace') as file:
                        states.append(file.read().rpartition(') ')[2][0])
                except OSError:
                    pass # a thread that has ended
            asleep = asleep + 1 if set(states) == {'S'} else 0
            time.sleep(0.01)

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
        for command in asked:
            live = self.run_cli(*command, trace)[0]
            anew = self.run_cli(*command, '--no-cache', trace)[0]
            self.assertEqual(live, anew, command)


class Grows(Case):
    def watch(self, where, *args, whole=True, saved=None, options=()):
        """Runs the writer, which writes to `where`; all of it must be there."""
        out, _ = self.run_cli('watch', '--summary', 'summary.json', *options, '--', *self.writer(*args))
        summary = self.load('summary.json')
        self.assertEqual(summary['ended'], 'end mark')
        self.assertEqual(summary['losses'], [])
        self.assertIn('HECs', out)
        self.check_truth(summary, saved or where, whole)
        return summary

    def test_file(self):
        self.watch('live.eventlog', 'live.eventlog', options=['--eventlog', 'live.eventlog'])
        self.check_same('live.eventlog', True)

    def test_file_flushed(self):
        self.watch('live.eventlog', 'live.eventlog', '--manner', '9.2', '--flush', 50, options=['--eventlog', 'live.eventlog'])
        self.check_same('live.eventlog')

    def test_small_blocks(self):
        self.watch('live.eventlog', 'live.eventlog', '--buffer', 8192, '--capabilities', 7,
                   options=['--eventlog', 'live.eventlog'])
        self.check_same('live.eventlog')

    def test_bursts(self):
        self.watch('live.eventlog', 'live.eventlog', '--on', 20, '--off', 60, options=['--eventlog', 'live.eventlog'])

    def test_of_its_own_name(self):
        """As GHC names it: PROGRAM.eventlog in the current folder, and what an earlier run left there is not it."""
        shutil.copy(os.path.join(TOP, 'tests', 'data', 'ghc', 'parfib-n4-la.eventlog'), self.path('live-writer.eventlog'))
        self.watch('live-writer.eventlog', 'live-writer.eventlog', '--wait', 300)

    def test_named_to_the_runtime(self):
        self.watch('named.log', 'named.log', '+RTS', '-N4', '-l', '-olnamed.log', '-RTS')

    def test_fifo(self):
        os.mkfifo(self.path('fifo'))
        self.watch('fifo', 'fifo', options=['--save', 'kept.eventlog', 'fifo'], saved='kept.eventlog')
        self.assertFalse(os.path.exists(self.path('kept.eventlog.part')))
        self.check_same('kept.eventlog')

    def test_unix(self):
        self.watch(None, 'unix:sock', options=['--save', 'kept.eventlog', 'unix-listen:sock'], saved='kept.eventlog')

    def test_unix_that_listens(self):
        self.watch(None, 'unix-listen:sock', '--wait', 200, options=['--save', 'kept.eventlog', 'unix:sock'],
                   saved='kept.eventlog')

    def test_standard_input(self):
        writer = subprocess.Popen(self.writer('-'), cwd=self.folder, stdout=subprocess.PIPE)
        done = subprocess.run([PROGRAM, 'watch', '--summary', 'summary.json', '--save', 'kept', '-'], stdin=writer.stdout,
                              cwd=self.folder, env=self.env, capture_output=True, check=True, timeout=LONG)
        writer.stdout.close()
        self.assertEqual(writer.wait(), 0)
        self.assertIn('HECs', done.stdout.decode())
        self.check_truth(self.load('summary.json'), 'kept', True)

    def test_a_stream_is_a_run(self):
        """What came over a pipe stays as long as its index; with --no-cache nothing does."""
        os.mkfifo(self.path('fifo'))
        streams = self.path('cache/lanescope/streams')
        self.run_cli('watch', '--no-cache', '-q', 'fifo', '--', *self.writer('fifo'))
        self.assertFalse(os.path.exists(streams))
        _, err = self.run_cli('watch', '--summary', 'summary.json', 'fifo', '--', *self.writer('fifo'))
        self.assertEqual(self.load('summary.json')['events'], self.load('truth.json')['events'])
        run = next(word for word in err.replace(',', ' ').split() if word.startswith('run:'))
        kept = [os.path.join(streams, name) for name in os.listdir(streams) if name.endswith('.run')]
        self.assertEqual(len(kept), 1, os.listdir(streams))
        self.check_truth(self.load('summary.json'), run, True)
        self.check_same(kept[0][:-len('.run')])
        self.assertIn(run[len('run:'):], self.run_cli('runs')[0])
        self.assertIn('(followed, kept in the cache)', self.run_cli('runs')[0])
        self.assertEqual([row['streamed'] for row in json.loads(self.run_cli('runs', '--json')[0])], [1])
        self.assertEqual(os.path.basename(self.load('summary.json')['index']['path']), os.readlink(kept[0]))

    def test_several_streams_are_a_run(self):
        """Of one run, each over a socket of its own; the names of their copies stand in another order than their addresses."""
        files = [os.path.join(TOP, *name.split('/')) for name in ('data/examples/nbody.eventlog', 'tests/data/ghc/parfib-n4-la.eventlog')]
        started = self.start('watch', '--summary', 'summary.json', 'unix-listen:sock-1', 'unix-listen:sock-10')
        for file, name in zip(files, ('sock-1', 'sock-10')):
            wait_for(lambda name=name: os.path.exists(self.path(name)), 'the socket')
            with socket.socket(socket.AF_UNIX) as connected, open(file, 'rb') as log:
                connected.connect(self.path(name))
                connected.sendall(log.read())
        _, err = self.end(started)
        run = next(word for word in err.replace(',', ' ').split() if word.startswith('run:'))
        streams = self.path('cache/lanescope/streams')
        kept = sorted(os.path.join(streams, name[:-len('.run')]) for name in os.listdir(streams) if name.endswith('.run'))
        self.assertEqual(len(kept), 2)
        self.assertEqual(sorted(map(os.path.getsize, kept)), sorted(map(os.path.getsize, files)))
        self.assertIn(run[len('run:'):], self.run_cli('runs')[0])
        for table in ('processors', 'events'):
            self.assertEqual(self.run_cli('dump', table, run)[0], self.run_cli('dump', table, '--no-cache', *kept)[0])
        self.assertEqual(self.load('summary.json')['machines'], 2)

    def test_a_stream_and_a_full_disk(self):
        """What there is no room for is not kept; the program goes on, and what was read stays."""
        os.mkfifo(self.path('fifo'))
        started = subprocess.run(['sh', '-c', 'ulimit -f 600; exec "$@"', 'sh', PROGRAM, 'watch', '-q', '--summary', 'summary.json', 'fifo', '--',
                                  *self.writer('fifo', rate=500000)], cwd=self.folder, env=self.env, capture_output=True, text=True, timeout=LONG)
        self.assertIn('there is no room for more than the first', started.stderr)
        self.assertEqual(self.load('summary.json')['ended'], 'failed')

    def test_finished_before(self):
        subprocess.run(self.writer('live.eventlog'), cwd=self.folder, check=True)
        self.run_cli('watch', '--summary', 'summary.json', 'live.eventlog')
        self.check_truth(self.load('summary.json'), 'live.eventlog', True)

    def test_several(self):
        """The logs of one run, followed as one trace."""
        events = 0
        for log in ('prog#1.eventlog', 'prog#2.eventlog'):
            subprocess.run(self.writer(log), cwd=self.folder, check=True)
            events += self.load('truth.json')['events']
        self.run_cli('watch', '--summary', 'summary.json', 'prog#1.eventlog', 'prog#2.eventlog')
        summary = self.load('summary.json')
        self.assertEqual((summary['machines'], summary['events'], summary['ended']), (2, events, 'end mark'))


class Found(Case):
    """Nobody says where the program writes: what it and its children have open is found."""

    # What a shell waits for while it holds a log open: that the watching program, its parent, has found and opened it.
    FOLLOWED = 'until ls -l /proc/$PPID/fd | grep -q "%s$"; do sleep 0.1; done; sleep 0.3; '

    def watch(self, script, *args):
        _, err = self.run_cli('watch', '-q', '--summary', 'summary.json', '--', 'sh', '-c', script, 'sh', *args)
        return self.load('summary.json'), err

    def test_elsewhere(self):
        summary, err = self.watch('exec "$@"', *self.writer('else.where', seconds=1.5))
        self.assertEqual(summary['ended'], 'end mark')
        self.assertNotIn('too:', err)
        self.check_truth(summary, 'else.where', True)

    def test_several(self):
        """Two processes, a log each: one trace."""
        summary, err = self.watch('"$@" one.eventlog & "$@" two.eventlog; wait', WRITER, '--seconds', '1.5', '--rate', str(RATE))
        self.assertEqual((summary['machines'], summary['ended']), (2, 'end mark'))
        self.assertNotIn('too:', err)

    def test_of_a_simulator(self):
        with gzip.open(os.path.join(TOP, 'tests/data/sim/sched-tasks.m5.out.gz')) as packed, open(self.path('text'), 'wb') as plain:
            shutil.copyfileobj(packed, plain)
        summary, _ = self.watch('exec > sim.out; head -c 300000 text; ' + self.FOLLOWED % 'sim.out' + 'tail -c +300001 text')
        self.assertEqual((summary['format'], summary['ended'], summary['losses']), ('simulation', 'closed', []))
        with subprocess.Popen(['cat', 'text'], cwd=self.folder, stdout=subprocess.PIPE) as cat:
            subprocess.run([PROGRAM, 'watch', '-q', '--summary', 'piped.json', '-'], cwd=self.folder, env=self.env, stdin=cat.stdout,
                           stderr=subprocess.PIPE, check=True, timeout=LONG)
        self.assertEqual(self.load('piped.json')['events'], summary['events'])

    def test_of_a_simulator_that_is_killed(self):
        """What was whole stays, and it is no orderly end."""
        with gzip.open(os.path.join(TOP, 'tests/data/sim/sched-tasks.m5.out.gz')) as packed, open(self.path('text'), 'wb') as plain:
            data = packed.read()
            plain.write(data[:data.index(b' T0 : ', 300000) + 9])
        _, err = self.run_cli('watch', '-q', '--summary', 'summary.json', '--', 'sh', '-c',
                              'exec > sim.out; cat text; ' + self.FOLLOWED % 'sim.out' + 'kill -9 $$', status=1)
        summary = self.load('summary.json')
        self.assertEqual((summary['format'], summary['ended'], summary['child']['signal']), ('simulation', 'writer gone', 9))
        self.assertEqual([loss['reason'] for loss in summary['losses']], ['a line breaks off'])
        self.assertIn('without finishing its log', err)

    def test_too_short(self):
        """It has ended before anybody could look: what it left is named."""
        shutil.copy(os.path.join(TOP, 'tests', 'data', 'ghc', 'parfib-n4-la.eventlog'), self.path('old'))
        _, err = self.run_cli('watch', '-q', '--', 'sh', '-c', 'cat old > new.eventlog', status=1)
        self.assertIn('The program wrote logs, too: new.eventlog', err)

    def test_read_whole(self):
        """A form that cannot be followed is said to be one at once, and is there in the end."""
        shutil.copy(os.path.join(TOP, 'tests', 'data', 'sim', 'loop.kanata.txt'), self.path('whole'))
        summary, err = self.watch('exec > k.log; head -c 2000 whole; ' + self.FOLLOWED % 'k.log' + 'tail -c +2001 whole')
        self.assertEqual((summary['format'], summary['ended']), ('kanata', 'closed'))


class Whole(Case):
    """What is packed cannot be followed: so it is said, and it is there when its program has ended."""
    SENTENCE = 'can be read only as a whole'

    def watch(self, where, at, packed, rest, status=0):
        """`packed` is there, and somebody still writes the file `at`: then `rest` comes."""
        with open(self.path(at), 'wb', 0) as file:
            file.write(packed)
            started = self.start('watch', '--summary', 'summary.json', where)
            line = started.stderr.readline()
            while self.SENTENCE not in line:
                self.assertNotEqual(line, '')
                line = started.stderr.readline()
            self.assertIsNone(started.poll())
            file.write(rest)
        out, err = self.end(started, status)
        return out, err, self.load('summary.json')

    def test_packed(self):
        path = os.path.join(TOP, 'tests', 'data', 'ghc', 'parfib-n4-la.eventlog')
        with open(path, 'rb') as file:
            packed = gzip.compress(file.read())
        out, err, summary = self.watch('log', 'log', packed[:5000], packed[5000:])
        self.assertEqual((summary['ended'], summary['losses'], summary['bytes']), ('end mark', [], len(packed)))
        self.assertNotIn('missing', err)
        self.assertEqual(out.replace('ParFib', ''), self.run_cli('stats', path)[0].replace('ParFib', ''))

    def test_packed_and_cut(self):
        with open(os.path.join(TOP, 'tests', 'data', 'ghc', 'parfib-n4-la.eventlog'), 'rb') as file:
            packed = gzip.compress(file.read())
        _, err, summary = self.watch('log', 'log', packed[:5000], packed[5000:6000], status=5)
        self.assertEqual(summary['ended'], 'writer gone')
        self.assertGreater(len(summary['losses']), 0)
        self.assertIn('without finishing its log', err)
        with open(self.path('tiny'), 'wb') as file:
            file.write(packed[:10])
        self.run_cli('watch', '--summary', 'summary.json', 'tiny', status=1)
        self.assertEqual(self.load('summary.json')['ended'], 'writer gone')

    def schedplot(self, name):
        whole = os.path.join(TOP, 'tests', 'data', 'schedplot', 'gc')
        shutil.copytree(whole, self.path('folder'))
        with open(os.path.join(whole, 'trace_gabi1'), 'rb') as file:
            packed = file.read()
        out, err, summary = self.watch(name, 'folder/trace_gabi1', packed[:100], packed[100:])
        self.assertEqual((summary['format'], summary['ended'], summary['losses']), ('schedplot', 'closed', []))
        self.assertNotIn('missing', err)
        self.assertEqual(out.partition(' ')[2], self.run_cli('stats', whole)[0].partition(' ')[2])

    def test_track_of_schedplot(self):
        self.schedplot('folder/trace_gabi1')

    def test_folder_of_schedplot(self):
        self.schedplot('folder')

    def test_folder_of_something_else(self):
        os.mkdir(self.path('empty'))
        _, err = self.run_cli('watch', 'empty', status=1)
        self.assertIn('not followed', err)
        self.assertNotIn('stays', err)


class Ends(Case):
    def watch(self, how, ended, trace='live.eventlog', status=0, exact=True, losses=1):
        started = self.start('watch', '-q', '--summary', 'summary.json', '--eventlog', 'live.eventlog', '--',
                             *self.writer('live.eventlog', '--end', how))
        if how in ('truncate', 'anew'):
            self.wait_until_read(started)
            with open(self.path('live.eventlog.go'), 'wb'):
                pass
        _, err = self.end(started, status)
        summary = self.load('summary.json')
        self.assertEqual(summary['ended'], ended)
        self.assertEqual(len(summary['losses']), losses)
        self.assertIn('live.eventlog: ', err)
        self.assertEqual(summary['events'], self.load('truth.json')['events'])
        if exact:
            self.check_truth(summary, trace, False)
            self.check_same(trace)
        return summary

    def test_no_end(self):
        self.watch('none', 'writer gone', status=5)

    def test_killed(self):
        summary = self.watch('kill', 'writer gone', status=1)
        self.assertEqual(summary['child']['signal'], signal.SIGKILL)

    def test_truncated(self):
        self.watch('truncate', 'truncated', status=5, exact=False)

    def test_written_anew(self):
        self.watch('anew', 'truncated', status=5, exact=False)

    def test_rotated(self):
        """Nothing of the file that has taken its name."""
        self.watch('rotate', 'replaced', status=5, exact=False)

    def test_deleted(self):
        self.watch('delete', 'deleted', status=5, exact=False)

    def test_deleted_and_saved(self):
        self.run_cli('watch', '-q', '--save', 'kept', '--summary', 'summary.json', '--eventlog', 'live.eventlog', '--',
                     *self.writer('live.eventlog', '--end', 'delete'), status=5)
        self.check_truth(self.load('summary.json'), 'kept', False)

    def test_not_our_child(self):
        """A program that somebody else runs is killed: nobody has the file open any more."""
        writer = subprocess.Popen(self.writer('live.eventlog', '--end', 'stay'), cwd=self.folder)
        started = self.start('watch', '-q', '--summary', 'summary.json', 'live.eventlog')
        wait_for(lambda: os.path.exists(self.path('truth.json')), 'the writer')
        writer.kill()
        writer.wait()
        _, err = self.end(started, 5)
        self.assertIn('live.eventlog', err)
        self.assertEqual(self.load('summary.json')['ended'], 'writer gone')
        self.check_truth(self.load('summary.json'), 'live.eventlog', False)

    def test_interrupted(self):
        """Ends following, in order."""
        writer = subprocess.Popen(self.writer('live.eventlog', '--end', 'stay'), cwd=self.folder)
        started = self.start('watch', '--summary', 'summary.json', 'live.eventlog')
        self.wait_until_read(started)
        started.send_signal(signal.SIGINT)
        out, _ = self.end(started)
        writer.kill()
        writer.wait()
        self.assertIn('HECs', out)
        self.assertEqual(self.load('summary.json')['ended'], 'stopped')

    def test_for(self):
        """The program is asked to end, and what it does then is no failure."""
        started = time.monotonic()
        self.run_cli('watch', '-q', '--summary', 'summary.json', '--for', '2s', '--eventlog', 'live.eventlog', '--',
                     *self.writer('live.eventlog', seconds=60))
        self.assertLess(time.monotonic() - started, 30)
        child = self.load('summary.json')['child']
        self.assertEqual((child['signal'], child['asked_to_end']), (signal.SIGINT, True))

    def test_leave_running(self):
        """However slow the computer is: it is told to end when something was read."""
        started = self.start('watch', '-q', '--summary', 'summary.json', '--control', 'control', '--leave-running', '--eventlog',
                             'live.eventlog', '--', 'sh', '-c', '"$@"; : > over', 'sh', *self.writer('live.eventlog', '--end', 'truncate'))
        self.wait_until_read(started)
        with open(self.path('control'), 'w', encoding='utf-8') as control:
            control.write('stop\n')
        self.assertEqual(started.wait(LONG), 0)
        summary = self.load('summary.json')
        self.assertEqual(summary['ended'], 'stopped')
        self.assertIsNone(summary['child']['status'])
        self.check_truth(summary, 'live.eventlog', False)
        size = os.path.getsize(self.path('live.eventlog'))
        with open(self.path('live.eventlog.go'), 'wb'):
            pass
        wait_for(lambda: os.path.getsize(self.path('live.eventlog')) < size, 'the program, which goes on')
        wait_for(lambda: os.path.exists(self.path('over')), 'its end: it writes into the folder until then')


class Archive(Case):
    """A program that puts its logs into one archive when it ends, as Eden's do: what is left is of that."""
    def test_archive(self):
        shutil.copy(os.path.join(TOP, 'data', 'examples', 'mergesort8.parevents'), self.path('whole'))
        for logs in ('', 'cp old eden.eventlog; '): # one that was followed meanwhile is a part of it
            shutil.copy(os.path.join(TOP, 'tests', 'data', 'ghc', 'parfib-n4-la.eventlog'), self.path('old'))
            out, err = self.run_cli('watch', '--summary', 'summary.json', '--export', 'final.svg', '--', 'sh', '-c',
                                    logs + 'sleep 0.5; cp whole eden.parevents')
            summary = self.load('summary.json')
            self.assertEqual((summary['format'], summary['machines'], summary['ended'], summary['source']),
                             ('parevents', 8, 'end mark', 'eden.parevents'))
            self.assertIn('eden.parevents', err)
            self.assertNotIn('wrote logs, too', err)
            self.assertIn('6,239 sent', out)
            self.assertTrue(os.path.getsize(self.path('final.svg')) > 10000)
            os.unlink(self.path('eden.parevents'))


class OthersEnd(Case):
    """What happens to other logs than GHC's: each ends with a whole record, so that nothing but the file tells."""
    def setUp(self):
        super().setUp()
        data = os.path.join(TOP, 'tests', 'data')
        with open(os.path.join(data, 'probes', 'par8_small.log'), 'rb') as file:
            self.logs = {'probes.log': file.read()}
        with open(os.path.join(data, 'erlang', 'callgraph.dat'), 'rb') as file:
            self.logs['erlang.trace'] = file.read()
        with gzip.open(os.path.join(data, 'sim', 'sched-tasks.m5.out.gz')) as file:
            text = file.read()
        self.logs['m5.out'] = text[:text.index(b'\n', len(text) // 2) + 1]

    def end_with(self, do, ended):
        for name, data in self.logs.items():
            with open(self.path(name), 'wb', 0) as file:
                file.write(data)
                started = self.start('watch', '-q', '--summary', 'summary.json', name)
                self.wait_until_asleep(started)
                do(file, self.path(name))
            _, err = self.end(started, 5)
            summary = self.load('summary.json')
            self.assertEqual(summary['ended'], ended, name)
            self.assertGreater(summary['events'], 500, name)
            self.assertIn(name + ': ', err)

    def test_truncated(self):
        self.end_with(lambda file, path: file.truncate(os.path.getsize(path) // 2), 'truncated')

    def test_written_anew(self):
        self.end_with(lambda file, path: (file.seek(0), file.write(bytes(os.path.getsize(path) + 1000))), 'truncated')

    def test_rotated(self):
        self.end_with(lambda file, path: (os.rename(path, path + '.1'), shutil.copy(path + '.1', path)), 'replaced')

    def test_deleted(self):
        self.end_with(lambda file, path: os.unlink(path), 'deleted')


class Asked(Case):
    def test_picture_and_statistics(self):
        for name, begin in (('final.svg', b'<?xml'), ('final.png', b'\x89PNG'), ('final.pdf', b'%PDF')):
            out, _ = self.run_cli('watch', '--export', name, '--size', '900x300', '--by', 'processor', '--eventlog', 'live.eventlog',
                                  '--', *self.writer('live.eventlog'))
            with open(self.path(name), 'rb') as file:
                self.assertTrue(file.read().startswith(begin), name)
            self.assertIn('processor:1/0', out)

    def test_held_back(self):
        """One HEC has written, and names another one that has not: how much came, and why nothing of it is shown yet."""
        sys.path.insert(0, os.path.join(TOP, 'tests', 'cli'))
        import eventlog  # pylint: disable=import-outside-toplevel
        thread = struct.pack('>I', 1)
        events = [eventlog.event(0, 500, thread), eventlog.event(1, 1000, thread), eventlog.event(4, 2000, thread + struct.pack('>H', 1))]
        ours, theirs = pty.openpty()
        with open(self.path('held.eventlog'), 'wb') as log:
            log.write(eventlog.header(more=True) + eventlog.block(0, events, 500, 2000))
            log.flush()
            started = subprocess.Popen([PROGRAM, 'watch', '--for', '5s', 'held.eventlog'], cwd=self.folder, env=self.env, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=theirs)
            self.addCleanup(started.wait)
            self.addCleanup(started.kill)
            os.close(theirs)
            text = b''
            while b'wait for it' not in text or b'still to write' not in text:
                text += os.read(ours, 65536)
        os.close(ours)
        self.assertRegex(text.decode(), r'waiting · \d+ B came, of 1 processor; 1 still to write')
        self.assertRegex(text.decode().replace('\r\n', ' '), r'came so far, all of one HEC\. Another one has not written yet\.')

    def test_control_and_notes(self):
        started = self.start('watch', '--json', '--mark', 'at the start', '--control', 'control', '--eventlog', 'live.eventlog',
                             '--save', 'saved.eventlog', '--', *self.writer('live.eventlog', '--manner', '9.2', '--flush', 50, seconds=60))
        wait_for(lambda: os.path.exists(self.path('live.eventlog')) and os.path.getsize(self.path('live.eventlog')) > 9999,
                 'the log')
        with open(self.path('control'), 'w', encoding='utf-8') as control:
            control.write('mark half way\nnonsense\n')
        err = ''
        while 'nonsense' not in err: # it has obeyed, however late
            err = started.stderr.readline()
            self.assertNotEqual(err, '')
        time.sleep(0.3)
        started.send_signal(signal.SIGUSR1)
        time.sleep(0.3)
        with open(self.path('control'), 'w', encoding='utf-8') as control:
            control.write('stop\n')
        out, _ = self.end(started)
        self.assertFalse(os.path.exists(self.path('control')))
        summary = json.loads(out)
        notes = summary['notes']
        self.assertEqual([note['text'] for note in notes], ['at the start', 'half way', 'mark 1'])
        self.assertEqual(notes[0]['time_ns'], summary['start_ns'])
        self.assertGreater(notes[2]['time_ns'] - notes[1]['time_ns'], 250e6)
        self.assertLess(notes[2]['time_ns'], summary['end_ns'])
        kept = [os.path.join(top, name) for top, _, names in os.walk(self.path('data')) for name in names]
        self.assertEqual(len(kept), 2)  # of the log, and of what it was saved as
        with open(kept[0], encoding='utf-8') as file:
            self.assertIn('half way', file.read())
        for name in ('live.eventlog', 'saved.eventlog'):
            table, _ = self.run_cli('dump', 'notes', '--format', 'json', name)
            self.assertEqual([(note['text'], note['from_ns'], note['to_ns']) for note in json.loads(table)],
                             [(note['text'], note['time_ns'], note['time_ns']) for note in notes])
        table, _ = self.run_cli('dump', 'notes', '--from', str(notes[1]['time_ns']), '--to', str(notes[2]['time_ns']), 'live.eventlog')
        self.assertEqual([line.split(',')[-1] for line in table.splitlines()], ['text', 'half way'])

    def test_asks_over_a_socket(self):
        """What GHC's eventlog-socket and ghc-stack-profiler take; of a file nobody can be asked."""
        listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(listener.close)
        listener.bind(self.path('sock'))
        listener.listen(1)
        started = self.start('watch', '--json', '--control', 'control', '--save', 'saved.eventlog', 'unix:sock')
        program, _ = listener.accept()
        self.addCleanup(program.close)
        program.settimeout(LONG)
        with open(os.path.join(TOP, 'tests/data/profile/only.eventlog'), 'rb') as file:
            log = file.read()
        program.sendall(log[:5000])
        wait_for(lambda: os.path.exists(self.path('saved.eventlog.part')) and os.path.getsize(self.path('saved.eventlog.part')) >= 5000,
                 'the copy')
        with open(self.path('control'), 'w', encoding='utf-8') as control:
            control.write('heap start\nheap stop\nheap census\nstack start\nstack stop\nheap\n')
        magic = b'\xf0\x9e\x97\x8c\0'
        want = b''.join(magic + bytes([len(name)]) + name + bytes([number])
                        for name, number in ((b'eventlog-socket', 3), (b'eventlog-socket', 4), (b'eventlog-socket', 5),
                                             (b'ghc-stack-profiler', 1), (b'ghc-stack-profiler', 2)))
        got = b''
        while len(got) < len(want):
            got += program.recv(len(want) - len(got))
        self.assertEqual(got, want)
        self.assertIn('“heap”', started.stderr.readline())
        program.sendall(log[5000:])
        program.close()
        out, _ = self.end(started)
        self.assertGreater(json.loads(out)['events'], 0)

    def test_exit_status(self):
        fails = ['sh', '-c', '"$@"; exit 7', 'sh', *self.writer('live.eventlog')]
        _, err = self.run_cli('watch', '-q', '--eventlog', 'live.eventlog', '--', *fails, status=1)
        self.assertIn('exited with status 7', err)
        self.run_cli('watch', '-q', '--eventlog', 'live.eventlog', '--exit-with-program', '--', *fails, status=7)
        self.run_cli('watch', '-q', '--eventlog', 'live.eventlog', '--exit-with-program', '--', *self.writer('live.eventlog'))
        self.run_cli('watch', '-q', '--strict', '--eventlog', 'live.eventlog', '--',
                     *self.writer('live.eventlog', '--end', 'none'), status=3)
        self.run_cli('watch', '-q', '--exit-with-program', '--eventlog', 'live.eventlog', '--',
                     *self.writer('live.eventlog', '--end', 'none'))

    def test_nothing_to_read(self):
        _, err = self.run_cli('watch', '--summary', 'summary.json', '--', 'true', status=1)
        self.assertIn('true.eventlog', err)
        self.assertEqual(self.load('summary.json')['ended'], 'failed')
        _, err = self.run_cli('watch', '--', './no-such-program', status=1)
        self.assertIn('no-such-program', err)
        _, err = self.run_cli('watch', '--wait', 1, 'never.eventlog', status=1)
        self.assertIn('has not appeared', err)
        with open(self.path('text'), 'w', encoding='utf-8') as file:
            file.write('no log at all, but as long as a log\'s header is, and longer still')
        _, err = self.run_cli('watch', 'text', status=1)
        self.assertIn('text', err)
        _, err = self.run_cli('watch', self.folder, status=1)
        self.assertIn('folder', err)

    def test_misused(self):
        for args in ((), ('--',), ('--save', 'c', 'a', 'b'), ('--for', 'soon', 'a'), ('--export', 'a.txt', 'a'), ('--eventlog', 'a', 'b'),
                     ('--by', 'x', 'a'), ('--leave-running', 'a'), ('--control', TOP, 'a'), ('--size', '0x', '--export', 'a.svg', 'a')):
            _, err = self.run_cli('watch', *args, status=2)
            self.assertIn('lanescope-cli watch', err, args)


@unittest.skipUnless(shutil.which('ghc') and os.path.isdir(HASKELL), 'no Haskell compiler, or no programs to compile')
class Haskell(Case):
    """Real programs, as they are written and run."""

    @classmethod
    def setUpClass(cls):
        cls.programs = tempfile.mkdtemp(prefix='lanescope-watch-')
        cls.addClassCleanup(shutil.rmtree, cls.programs)
        for name in ('Tail', 'Ring'):
            shutil.copy(os.path.join(HASKELL, name + '.hs'), cls.programs)
            done = subprocess.run(['ghc', '-threaded', '-eventlog', '-rtsopts', name + '.hs', '-o', name.lower()],
                                  cwd=cls.programs, capture_output=True, check=False)
            if done.returncode != 0:
                raise unittest.SkipTest('cannot be compiled here: ' + done.stderr.decode()[-200:])

    def program(self, name):
        return os.path.join(self.programs, name)

    def test_tail(self):
        out, _ = self.run_cli('watch', '--summary', 'summary.json', '--', self.program('tail'), 1, 2, 200, '+RTS', '-N2', '-l')
        summary = self.load('summary.json')
        self.assertEqual(summary['ended'], 'end mark')
        self.assertEqual(summary['child']['status'], 0)
        self.assertIn('tail', out)
        self.check_same('tail.eventlog', True)

    def test_ring_for_a_time(self):
        self.run_cli('watch', '--summary', 'summary.json', '--export', 'final.svg', '--for', '1s', '--', self.program('ring'), 200,
                     200000000, '+RTS', '-N2', '-l', '-olring.log', '-RTS')
        summary = self.load('summary.json')
        self.assertEqual(summary['ended'], 'end mark')
        self.assertTrue(summary['child']['asked_to_end'])
        self.assertGreater(summary['events'], 1000)
        self.assertTrue(os.path.getsize(self.path('final.svg')) > 1000)
        self.check_same('ring.log')

    def test_killed(self):
        """What was in the program's memory is lost, and said to be; what is on disk is there."""
        self.run_cli('watch', '-q', '--summary', 'summary.json', '--eventlog', 'ring.eventlog', '--', 'sh', '-c',
                     '%s 200 200000000 +RTS -N2 -l -olring.eventlog & until [ -s ring.eventlog ]; do sleep 0.1; done; sleep 1; kill -9 $!; true' % self.program('ring'), status=5)
        self.assertEqual(self.load('summary.json')['ended'], 'writer gone')


if __name__ == '__main__':
    unittest.main(verbosity=1)
