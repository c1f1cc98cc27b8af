"""test-mpi.py: several processes of MPI make the index that one makes alone; and one that is killed costs what it was at.

Usage: test-mpi.py LANESCOPE_CLI SOURCE_ROOT LANESCOPE_MPI MPIRUN [unittest options]

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import os
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))

from harness import TOP, WORK, run  # noqa: E402

MPI, MPIRUN = sys.argv.pop(1), sys.argv.pop(1)
TRACE = os.path.join(TOP, 'data/examples/mergesort8.parevents')
# A test may run as root, on fewer processors than processes, and without a network.
ENV = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT='1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM='1', OMPI_MCA_rmaps_base_oversubscribe='1',
           OMPI_MCA_btl='self,vader', OMPI_MCA_plm='isolated', OMPI_MCA_hwloc_base_binding_policy='none', TMPDIR='/tmp', GSETTINGS_BACKEND='memory')


def command(n, out, *args):
    return [MPIRUN, '-n', str(n), MPI, 'index', '--json', '--out', out, '--part-size', '1', *args]


@unittest.skipIf(os.environ.get('LANESCOPE_TEST_BRIEF'), 'MPI itself is not clean under sanitizers')
class Mpi(unittest.TestCase):
    def index(self, n, out):
        done = subprocess.run(command(n, out, TRACE), env=ENV, capture_output=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual({line['process'] for line in lines if 'phase' in line}, set(range(n)))
        return next(line for line in lines if 'phase' not in line)

    def compare(self, out):
        for args in (['dump', 'messages', '--csv'], ['dump', 'process-tree', '--csv'], ['dump', 'waits', '--csv'], ['stats', '--json']):
            one, other = run(*args, TRACE, '--no-cache', status=None), run(*args, out, status=None)
            self.assertEqual((one.returncode, one.out), (other.returncode, other.out), args)

    def test_equal(self):
        for n in (1, 3):
            out = os.path.join(WORK.name, f'{n}.lanescope')
            found = self.index(n, out)
            self.assertEqual((found['processes'], found['parts'], found['parts_read']), (n, 8, 8))
            self.compare(out)
        # What some have made all others find, however many they are, and so does one without MPI.
        self.assertEqual(self.index(2, out)['parts_read'], 0)
        self.assertEqual(json.loads(run('index', '--json', '--out', out, '--part-size', '1', TRACE).out.splitlines()[-1])['parts_read'], 0)

    def test_killed(self):
        out = os.path.join(WORK.name, 'killed.lanescope')
        process = subprocess.Popen(command(3, out, TRACE), env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        until = time.monotonic() + 30
        while process.poll() is None and time.monotonic() < until and not (os.path.isdir(out) and len(os.listdir(out)) > 2):
            time.sleep(0.001)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self.index(2, out)
        self.compare(out)
        self.assertEqual(len(os.listdir(out)), 25)

    def test_cannot(self):
        """Where one cannot go on, all end, and say why."""
        done = subprocess.run(command(2, os.path.join(WORK.name, 'x.lanescope'), '/nonexistent'), env=ENV, capture_output=True, timeout=120, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(b'/nonexistent', done.stderr)


if __name__ == '__main__':
    unittest.main()
