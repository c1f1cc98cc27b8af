#!/usr/bin/env python3
"""test-erlang-live.py: `lanescope-cli watch` follows Erlang programs: a trace file that grows, a trace port over TCP, records that
were dropped, a VM that is killed. Followed is what the same file says afterwards, dump by dump.

With a real `erl`, if there is one; what a socket may send else is sent by the test.

Usage: test-erlang-live.py LANESCOPE_CLI SOURCE_ROOT [unittest options]

SPDX-License-Identifier: GPL-3.0-or-later
"""
import csv
import io
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

PROGRAM, TOP = (os.path.abspath(sys.argv.pop(1)) for _ in range(2))
ERL = shutil.which('erl')
LONG = 60
TABLES = ('processors', 'processes', 'threads', 'messages', 'migrations', 'wakeups', 'losses', 'ports', 'links', 'schedulers',
          'process-info', 'events')
WORK = '''
Me = self(),
Loop = fun(F, 0, _) -> Me ! {done, self()}, F;
          (F, N, To) -> To ! {work, N, lists:seq(1, N rem 50)}, receive after 1 -> ok end, F(F, N - 1, To) end,
Run = fun(N) -> Sink = spawn(fun() -> (fun S() -> receive stop -> ok; _ -> S() end end)() end),
                Ps = [spawn(fun() -> Loop(Loop, N, Sink) end) || _ <- lists:seq(1, 8)],
                [receive {done, P} -> ok end || P <- Ps], Sink ! stop end,
Trace = fun(Port) -> erlang:trace(new, true, [{tracer, Port}, timestamp, set_on_spawn, procs, running, scheduler_id, send, 'receive']),
                     erlang:system_profile(Port, [runnable_procs, exclusive, scheduler]) end,
Stop = fun(Port) -> erlang:trace(all, false, [all]), erlang:system_profile(undefined, []), erlang:port_close(Port) end,
'''


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='lanescope-erlang-')
        self.addCleanup(shutil.rmtree, self.folder)
        self.env = dict(os.environ, LC_ALL='C.UTF-8', XDG_CACHE_HOME=self.path('cache'), XDG_DATA_HOME=self.path('data'),
                        HOME=self.folder, GSETTINGS_BACKEND='memory')

    def path(self, name):
        return os.path.join(self.folder, name)

    def start(self, *command, **more):
        started = subprocess.Popen(command, cwd=self.folder, env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, **more)
        self.addCleanup(started.stdout.close)
        self.addCleanup(started.stderr.close)
        self.addCleanup(started.wait)
        self.addCleanup(started.kill)
        return started

    def end(self, started, status=0):
        out, err = started.communicate(timeout=LONG)
        self.assertEqual(started.returncode, status, err)
        return out, err

    def erl(self, code):
        if ERL is None:
            self.skipTest('there is no erl')
        return self.start(ERL, '-noshell', '-noinput', '+S', '2:2', '-eval', WORK + code + ' halt().', start_new_session=True)

    def watch(self, *args):
        return self.start(PROGRAM, 'watch', '--summary', 'summary.json', *args)

    def summary(self, watching, status=0):
        out, err = self.end(watching, status)
        with open(self.path('summary.json'), encoding='utf-8') as file:
            return json.load(file), out, err

    def rows(self, table, trace, *args):
        out, _ = self.end(self.start(PROGRAM, 'dump', table, *args, trace))
        return list(csv.DictReader(io.StringIO(out, newline='')))

    def check_same(self, trace):
        self.assertIn('was there', self.end(self.start(PROGRAM, 'index', trace))[0])
        for table in TABLES:
            self.assertEqual(self.rows(table, trace), self.rows(table, trace, '--no-cache'), table)


class Erl(Case):
    def test_port(self):
        """dbg:trace_port(ip, …): Erlang listens; all that it traced is there."""
        with socket.socket() as free:
            free.bind(('127.0.0.1', 0))
            port = free.getsockname()[1]
        watching = self.watch('--save', 'kept.dat', '--wait', '30', f'tcp://127.0.0.1:{port}')
        erl = self.erl(f'Port = (dbg:trace_port(ip, {{{port}, 5000}}))(), timer:sleep(700), Trace(Port), Run(60), timer:sleep(400),'
                       'Run(20), Stop(Port),')
        summary, out, err = self.summary(watching, 5)
        self.assertEqual(erl.wait(LONG), 0)
        self.assertEqual((summary['format'], summary['ended'], summary['losses']), ('erlang', 'closed without an end mark', []))
        self.assertIn('was killed, or ended without one', err)
        self.assertIn('Schedulers', out)
        self.assertFalse(summary['read_again'])
        spawned = [row for row in self.rows('processes', 'kept.dat') if row['end'] == 'finished' and row['start_ns']]
        self.assertGreaterEqual(len(spawned), 16)
        self.assertGreaterEqual(summary['messages']['sent'], 8 * 60 + 8 * 20)
        # Without the flag `exiting` nothing says that a process that exited is out: its scheduler is idle all the same.
        on, of = (sum(int(row['running_ns']) for row in self.rows(table, 'kept.dat') if row['start_ns'])
                  for table in ('processors', 'threads'))
        self.assertLess(on, 1.5 * of + 1e6)
        self.check_same('kept.dat')

    def test_file(self):
        watching = self.watch('live.dat')
        erl = self.erl('Port = (dbg:trace_port(file, "live.dat"))(), Trace(Port), Run(120), timer:sleep(300), Stop(Port),')
        summary, _, _ = self.summary(watching)
        self.assertEqual(erl.wait(LONG), 0)
        self.assertEqual((summary['format'], summary['ended'], summary['losses']), ('erlang', 'closed', []))
        self.assertGreaterEqual(summary['messages']['sent'], 8 * 120)
        self.check_same('live.dat')

    def test_wrap_set(self):
        """A set is followed from file to file, and is in the end what its files are when they are opened together."""
        watching = self.watch('w0.dat')
        erl = self.erl('Port = (dbg:trace_port(file, {"w", wrap, ".dat", 100000, 20}))(), Trace(Port), Run(100), Stop(Port),')
        summary, _, err = self.summary(watching)
        self.assertEqual(erl.wait(LONG), 0)
        self.assertEqual((summary['ended'], summary['losses']), ('closed', []))
        self.assertGreaterEqual(summary['messages']['sent'], 8 * 100)
        self.assertNotIn('followed alone', err)
        self.assertTrue(os.path.exists(self.path('w1.dat')))
        self.check_same('w0.dat')

    def test_wrap_set_goes_round(self):
        """What was overwritten is in the trace, or is said to be missing."""
        watching = self.watch('w0.dat', '--save', 'kept.dat')
        erl = self.erl('Port = (dbg:trace_port(file, {"w", wrap, ".dat", 40000, 3}))(), Trace(Port), '
                       '[begin Run(4), timer:sleep(60) end || _ <- lists:seq(1, 20)], Stop(Port),')
        summary, _, err = self.summary(watching)
        self.assertEqual(erl.wait(LONG), 0)
        self.assertRegex(err, r'\d+ files of a set were followed, and [1-9]\d* of them (is|are) not there any more')
        if 'faster than they could be read' not in err:
            self.assertGreaterEqual(summary['messages']['sent'], 8 * 4 * 20)
        self.assertGreater(os.path.getsize(self.path('kept.dat')), 4 * 40000)

    def test_killed(self):
        """What was in its buffer is lost, and the file ends inside a record."""
        watching = self.watch('live.dat')
        erl = self.erl('Port = (dbg:trace_port(file, "live.dat"))(), Trace(Port), Run(100000), ')
        end = time.monotonic() + LONG
        while not os.path.exists(self.path('live.dat')) or os.path.getsize(self.path('live.dat')) < 200000:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)
        os.killpg(erl.pid, signal.SIGKILL)
        summary, _, err = self.summary(watching, 5)
        self.assertEqual(summary['ended'], 'writer gone')
        self.assertIn('without finishing its log', err)
        self.assertIn('the file ends inside a record', summary['losses'][0]['reason'])
        self.check_same('live.dat')


class Sent(Case):
    def serve(self, pieces):
        """Sends the pieces to who connects; its address."""
        listening = socket.create_server(('127.0.0.1', 0))

        def run():
            with listening, listening.accept()[0] as connected:
                for piece, pause in pieces:
                    connected.sendall(piece)
                    time.sleep(pause)
        thread = threading.Thread(target=run)
        thread.start()
        self.addCleanup(thread.join)
        return 'tcp://127.0.0.1:%d' % listening.getsockname()[1]

    def records(self):
        with open(os.path.join(TOP, 'tests/data/erlang/every_all.dat'), 'rb') as file:
            data = file.read()
        at, found = 0, []
        while at < len(data):
            size = 5 + int.from_bytes(data[at + 1:at + 5], 'big')
            found.append(data[at:at + size])
            at += size
        return found

    def test_dropped(self):
        """Losses with their numbers; nobody is known from there until something is said of them again."""
        records = self.records()
        middle = len(records) // 2
        drops = [b'\1' + n.to_bytes(4, 'big') for n in (77, 5)]
        address = self.serve([(b''.join(records[:middle]) + drops[0], 0.1), (b''.join(records[middle:]) + drops[1], 0.1)])
        summary, _, _ = self.summary(self.watch('--save', 'kept.dat', address))
        self.assertEqual([loss['reason'].split(':')[0] for loss in summary['losses']],
                         ['77 records were dropped', '5 records were dropped'])
        self.assertEqual(summary['events'], len(records) + 2)
        self.assertFalse(summary['read_again'])
        self.check_same('kept.dat')
        loss = int(self.rows('losses', 'kept.dat')[0]['from_ns'])
        for row in self.rows('processors', 'kept.dat'):
            lane = f'processor:1/{row["processor"]}'
            if row['processor'] == '0':  # it counts: one job that nothing is known of
                row = self.rows('processors', 'kept.dat', '--from', str(loss), '--to', str(loss + 1000))[-1]
                self.assertEqual((row['processor'], row['unknown_ns'], row['running_ns']), ('0', '1000', '0'))
                continue
            at = [i for i in self.rows('intervals', 'kept.dat', '--lane', lane)
                  if int(i['start_ns']) <= loss < int(i['start_ns']) + int(i['duration_ns'])]
            self.assertTrue(all(i['state'] == 'unknown' for i in at), (lane, at))

    def test_begins_with_a_drop(self):
        records = self.records()
        address = self.serve([(b'\1\0\0\0\3' + b''.join(records), 0)])
        summary, _, _ = self.summary(self.watch('--save', 'kept.dat', address))
        self.assertEqual((summary['format'], summary['losses'][0]['reason'].split(':')[0]), ('erlang', '3 records were dropped'))
        self.check_same('kept.dat')

    def test_cut(self):
        """The connection breaks inside a record: what was whole stays."""
        records = self.records()
        address = self.serve([(b''.join(records)[:-20], 0)])
        summary, _, _ = self.summary(self.watch('--save', 'kept.dat', address), 5)
        self.assertEqual((summary['ended'], summary['events']), ('writer gone', len(records) - 1))
        self.check_same('kept.dat')

    def test_recording_without_its_end(self):
        """A node that is killed closes its socket as one that has ended: only that its recording did not end tells it."""
        records = [record for record in self.records() if b'profile_stop' not in record]
        whole, _, _ = self.summary(self.watch(self.serve([(b''.join(self.records()), 0)])))
        self.assertEqual((whole['ended'], whole['end_mark'], whole['losses']), ('end mark', True, []))
        killed, _, err = self.summary(self.watch('--save', 'kept.dat', self.serve([(b''.join(records), 0)])), 5)
        self.assertEqual((killed['ended'], killed['end_mark']), ('writer gone', False))
        self.assertEqual(killed['machines_without_end_mark'], 1)
        self.assertIn('breaks off', err)
        self.summary(self.watch('--strict', self.serve([(b''.join(records), 0)])), 3)
        out, err = self.end(self.start(PROGRAM, 'info', '--strict', 'kept.dat'), 3)
        self.assertRegex(out, r'(?m)^end +no end mark')
        self.assertIn('the log has no end', err)
        out, _ = self.end(self.start(PROGRAM, 'info', '--strict', os.path.join(TOP, 'tests/data/erlang/every_all.dat')))
        self.assertRegex(out, r'(?m)^end +end mark$')

    def test_closed_without_a_mark(self):
        """Of Erlang's own tracer whole records come, and then nothing: nobody knows whether its node ended or was killed."""
        records = b''.join(record for record in self.records() if b'profile_st' not in record)
        summary, _, err = self.summary(self.watch('--save', 'kept.dat', self.serve([(records, 0)])), 5)
        self.assertEqual((summary['ended'], summary['end_mark'], summary['losses']), ('closed without an end mark', None, []))
        self.assertIn('closed without an end mark: the program was killed, or ended without one', err)
        # The program's own exit status tells.
        with open(self.path('records'), 'wb') as file:
            file.write(records)
        for status, of_watch in (0, 0), (3, 1):
            program = ('import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect("sock"); '
                       f's.sendall(open("records", "rb").read()); s.close(); sys.exit({status})')
            summary, _, _ = self.summary(self.watch('unix-listen:sock', '--', sys.executable, '-c', program), of_watch)
            self.assertEqual((summary['ended'], summary['child']['status']), ('closed without an end mark', status))

    def test_late(self):
        """A record a second older than those before: what it touches is unknown meanwhile, and all is read once more."""
        records = self.records()
        moved = next(i for i, record in enumerate(records) if i > 60 and b'gc_m' in record)
        order = records[:moved] + records[moved + 1:] + [records[moved]]
        address = self.serve([(b''.join(order[:-1]), 1.2), (order[-1], 0)])
        summary, _, _ = self.summary(self.watch('--save', 'kept.dat', address))
        self.assertTrue(summary['read_again'])
        self.assertEqual((summary['late_blocks'], summary['events']), (1, len(records)))
        self.check_same('kept.dat')


if __name__ == '__main__':
    unittest.main(verbosity=2)
