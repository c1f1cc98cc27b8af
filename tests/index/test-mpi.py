"""test-mpi.py: several processes of MPI make the index that one makes alone; and one that is killed costs what it was at.

Usage: test-mpi.py LANESCOPE_CLI SOURCE_ROOT LANESCOPE_MPI MPIRUN [unittest options]

SPDX-License-Identifier: GPL-3.0-or-later
"""
import fcntl
import json
import os
import signal
import struct
import subprocess
import sys
import time
import unittest
import zipfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))

from harness import TOP, WORK, run  # noqa: E402

MPI, MPIRUN = sys.argv.pop(1), sys.argv.pop(1)
TRACE = os.path.join(TOP, 'data/examples/mergesort8.parevents')
# A test may run as root, on fewer processors than processes, and without a network.
ENV = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT='1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM='1', OMPI_MCA_rmaps_base_oversubscribe='1',
           OMPI_MCA_btl='self,vader', OMPI_MCA_plm='isolated', OMPI_MCA_hwloc_base_binding_policy='none', TMPDIR='/tmp', GSETTINGS_BACKEND='memory')


def children(pid):
    """Those of mpirun that are ours."""
    found = []
    for name in os.listdir('/proc'):
        try:
            with open(f'/proc/{name}/stat', encoding='utf-8') as file:
                program, _, rest = file.read().partition(') ')
            if name.isdigit() and int(rest.split()[1]) == pid and 'lanescope-mpi' in program:
                found.append(int(name))
        except OSError:
            continue
    return found


def command(n, out, *args):
    return [MPIRUN, '-n', str(n), MPI, 'index', '--json', '--out', out, '--part-size', '1', *args]


@unittest.skipIf(os.environ.get('LANESCOPE_TEST_BRIEF'), 'MPI itself is not clean under sanitizers')
class Mpi(unittest.TestCase):
    def index(self, n, out, trace=TRACE):
        done = subprocess.run(command(n, out, trace), env=ENV, capture_output=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual({line['process'] for line in lines if 'phase' in line}, set(range(n)))
        return next(line for line in lines if 'phase' not in line)

    def compare(self, out, trace=TRACE):
        for args in (['dump', 'messages', '--csv'], ['dump', 'process-tree', '--csv'], ['dump', 'waits', '--csv'], ['stats', '--json']):
            one, other = run(*args, trace, '--no-cache', status=None), run(*args, out, status=None)
            self.assertEqual((one.returncode, one.out), (other.returncode, other.out), args)

    def test_equal(self):
        for n in (1, 3, 5):
            out = os.path.join(WORK.name, f'{n}.lanescope')
            found = self.index(n, out)
            self.assertEqual((found['processes'], found['parts'], found['parts_read']), (n, 8, 8))
            self.compare(out)
        # What some have made all others find, however many they are, and so does one without MPI.
        self.assertEqual(self.index(2, out)['parts_read'], 0)
        self.assertEqual(json.loads(run('index', '--json', '--out', out, '--part-size', '1', TRACE).out.splitlines()[-1])['parts_read'], 0)

    def test_hostile(self):
        """What cannot be read is lost of its machine, whoever has it."""
        trace = os.path.join(WORK.name, 'hostile.parevents')
        with zipfile.ZipFile(os.path.join(TOP, 'tests/data/eden/generic4.parevents')) as archive:
            logs = [archive.read(name) for name in archive.namelist()]
        with zipfile.ZipFile(trace, 'w', zipfile.ZIP_DEFLATED) as archive:
            for name, data in (('a#1.eventlog', logs[0]), ('a#2.eventlog', logs[1][:9000]), ('../../a#3.eventlog', logs[2][:700]),
                               ('a#4.eventlog', b'no log'), ('a#5.eventlog', logs[3][:4000] + bytes(3000) + logs[3][4000:])):
                archive.writestr(name, data)
        out = os.path.join(WORK.name, 'hostile.lanescope')
        self.index(2, out, trace)
        self.compare(out, trace)

    def test_killed(self):
        """One process that is killed ends all, whatever they were at: reading, joining, writing the root; then the others' work is there."""
        out = os.path.join(WORK.name, 'killed.lanescope')
        for seen in ('part-', 'part-0005.h5', 'join-0000.h5', 'join-0006.h5', 'root.h5.'):
            process = subprocess.Popen(command(3, out, TRACE), env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            until = time.monotonic() + 30
            while process.poll() is None and time.monotonic() < until and not (os.path.isdir(out) and any(seen in name for name in os.listdir(out))):
                time.sleep(0.001)
            ranks = children(process.pid)
            if ranks:
                os.kill(ranks[len(seen) % len(ranks)], signal.SIGKILL)
                self.assertNotEqual(process.wait(), 0)
            process.wait()
            for name in os.listdir(out):  # what comes after it is to be made again
                if name.startswith('join-') or (name.startswith('root') and seen.startswith('root')):
                    os.remove(os.path.join(out, name))
        self.index(2, out)
        self.compare(out)
        self.assertEqual(len(os.listdir(out)), 25)

    def test_two_at_once(self):
        """All processes of the second leave, with the status that says so."""
        out = os.path.join(WORK.name, 'twice.lanescope')
        os.makedirs(out)
        with open(os.path.join(out, 'lock'), 'w+b') as file:
            fcntl.fcntl(file, 37, struct.pack('hhqqi4x', fcntl.F_WRLCK, os.SEEK_SET, 128 << 30, 1, 0))  # F_OFD_SETLK
            done = subprocess.run(command(3, out, TRACE), env=ENV, capture_output=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 6, done.stderr)
        self.assertEqual(done.stderr.count(b'others are at this index'), 1)

    def test_cannot(self):
        """Where one cannot go on, all end, and say why."""
        done = subprocess.run(command(2, os.path.join(WORK.name, 'x.lanescope'), '/nonexistent'), env=ENV, capture_output=True, timeout=120, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(b'/nonexistent', done.stderr)


if __name__ == '__main__':
    unittest.main()
