#!/usr/bin/env python3
"""test-watch-asked.py: what one asks of `lanescope-cli watch` beside following: pictures, notes, messages to it, its exit status.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import os
import pty
import signal
import socket
import struct
import subprocess
import sys
import time
import unittest

from watching import Case, LONG, PROGRAM, TOP, wait_for


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


if __name__ == '__main__':
    unittest.main(verbosity=1)
