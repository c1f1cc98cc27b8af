#!/usr/bin/env python3
"""test-watch.py: `lanescope-cli watch` follows programs while they write, in every way in which a log grows; and real programs.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import gzip
import json
import os
import shutil
import socket
import subprocess
import tempfile
import unittest

from watching import Case, LONG, PROGRAM, RATE, TOP, WRITER, wait_for

HASKELL = os.path.join(os.path.dirname(TOP), 'shared', 'tools', 'haskell')


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
            with socket.socket(socket.AF_UNIX) as connected, open(file, 'rb') as log:
                # Its file is there a little before anybody listens.
                wait_for(lambda: connected.connect_ex(self.path(name)) == 0, 'the socket')
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
