#!/usr/bin/env python3
"""test-watch-ends.py: how a log that is watched ends: in order, packed, cut, killed, rotated, deleted, or put into an archive.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import gzip
import os
import shutil
import signal
import subprocess
import time
import unittest

from watching import Case, LONG, TOP, wait_for


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


if __name__ == '__main__':
    unittest.main(verbosity=1)
