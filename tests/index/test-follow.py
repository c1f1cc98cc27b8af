"""test-follow.py: a log that grows piece by piece is shown truly all the while, and in the end as if it had been opened
finished: every table of the index that following it left equals that of the same file read anew.

Usage: test-follow.py FOLLOW_PIECES LANESCOPE_CLI SOURCE_ROOT SHARED_TRACES [unittest options]

SPDX-License-Identifier: GPL-3.0-or-later
"""
import concurrent.futures
import glob
import gzip
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile

FOLLOW, PROGRAM, TOP, SHARED = (os.path.abspath(sys.argv.pop(1)) for _ in range(4))
sys.path.insert(1, os.path.join(TOP, 'tests'))

import program  # noqa: E402: beside the folders of tests

BRIEF = bool(os.environ.get('LANESCOPE_TEST_BRIEF'))
TABLES = ['machines', 'processors', 'processes', 'process-tree', 'threads', 'messages', 'streams', 'migrations', 'wakeups',
          'waits', 'marks', 'counters', 'collections', 'losses', 'process-info', 'events']
SIM_TABLES = ['processors', 'threads', 'marks', 'losses', 'process-info', 'events', 'calls', 'call-tree', 'seqs', 'hits', 'coherence', 'locks']
ERLANG_TABLES = ['ports', 'links', 'schedulers', 'calls', 'call-tree', 'call-edges', 'activations']


def ask(cache, questions, paths):
    """What the program says to each, and its status."""
    return [(re.sub(r'"index": \{[^}]*\}', '', done.stdout.decode()), done.returncode)
            for done in program.run_all(PROGRAM, [[*question, '--cache-dir', cache, *paths] for question in questions])]


class Follow(unittest.TestCase):
    def follow(self, logs, seed=1, pieces=10, order='turns', remade=None, kept=True, tables=(), only=None,
               lanes=('machine:1', 'processor:1/0', 'thread:1/1', 'process:1/1')):
        with tempfile.TemporaryDirectory(prefix='lanescope-follow-') as work:
            live, anew = os.path.join(work, 'live'), os.path.join(work, 'anew')
            copies = [os.path.join(work, os.path.basename(log)) for log in logs]
            done = subprocess.run([FOLLOW, live, str(seed), str(pieces), order, *logs, '--', *copies],
                                  capture_output=True, text=True, timeout=120)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            if remade is not None:
                self.assertIn(f'remade {remade} ', done.stdout)
            kept_before = glob.glob(live + '/*.h5')
            self.assertEqual(len(kept_before), int(kept), done.stdout)
            times = [os.stat(path).st_ino for path in kept_before]
            questions = [['info', '--json'], ['stats']] + [['dump', table] for table in only or [*TABLES, *tables]]
            questions += [['columns', '--lane', lane, '--width', '333'] for lane in lanes]
            for question, *answers in zip(questions, ask(live, questions, copies), ask(anew, questions, copies)):
                self.assertEqual(*answers, question)
            self.assertEqual([os.stat(path).st_ino for path in kept_before], times, 'the index was not used, but made anew')
            return done.stdout

    def test_ghc(self):
        for log in sorted(glob.glob(os.path.join(TOP, 'tests/data/ghc/*.eventlog'))):
            name = os.path.basename(log)
            if BRIEF and not name.startswith(('nonmoving', 'trunc-mid')):
                continue
            with self.subTest(name):
                said = self.follow([log], kept='header-1500' not in name)
                # Written in order, read once: the logs of GHC 9.2 and later.
                if name.startswith(('nonmoving', 'ticky', 'time-prof', 'trace-binary')):
                    self.assertIn('remade 0 ', said)

    def test_ghc_odd_places(self):
        for seed in range(2, 3 if BRIEF else 4):
            for name in ['parfib-n4-la', 'nonmoving-gc-pruned-segments']:
                with self.subTest(name, seed=seed):
                    self.follow([os.path.join(TOP, f'tests/data/ghc/{name}.eventlog')], seed, 25)

    def test_damaged(self):
        """What a damaged block leaves unknown is so, too, when the log was followed."""
        for name in ('data/examples/nbody', 'tests/data/ghc/parfib-n4-la'):
            with open(os.path.join(TOP, name + '.eventlog'), 'rb') as file:
                data = bytearray(file.read())
            at = data.index(b'datb', data.index(b'hetehdre')) + 4
            while struct.unpack('>H', data[at + 22:at + 24])[0] != 0: # the first one of processor 0
                at += struct.unpack('>I', data[at + 10:at + 14])[0]
            start, end = at + 24 + struct.unpack('>I', data[at + 10:at + 14])[0] // 3, at + struct.unpack('>I', data[at + 10:at + 14])[0]
            data[start:end] = (b'\x7e\xff\xff' * (end - start))[:end - start]
            with self.subTest(name), tempfile.TemporaryDirectory(prefix='lanescope-damaged-') as work:
                log = os.path.join(work, 'damaged.eventlog')
                with open(log, 'wb') as file:
                    file.write(data)
                for seed in range(1, 2 if BRIEF else 4):
                    self.follow([log], seed, tables=['intervals'], lanes=('processor:1/0', 'machine:1'))
                self.assertIn('unknown', ask(work, [['dump', 'intervals', '--lane', 'processor:1/0']], [log])[0][0])

    def test_eden(self):
        for name in ['small3', 'generic4']:
            with tempfile.TemporaryDirectory(prefix='lanescope-eden-') as work:
                zipfile.ZipFile(os.path.join(TOP, f'tests/data/eden/{name}.parevents')).extractall(work)
                logs = sorted(glob.glob(work + '/*.eventlog'))
                for order in ['turns', 'after']:
                    with self.subTest(name, order=order):
                        self.follow(logs, 1, 6, order)

    def test_eden_real(self):
        for seed in range(1, 2 if BRIEF else 3):
            self.follow([os.path.join(TOP, 'tests/data/eden/mdlLogMPI1.eventlog')], seed)

    def follow_erlang(self, log, seed=1, order='turns'):
        said = self.follow([log], seed, 12, order, remade=0, tables=ERLANG_TABLES,
                           lanes=('processor:1/1', 'thread:1/<0.79.0>', 'process:1/<0.9.0>'))
        self.assertIn('wrong 0 ', said)
        return said

    def test_erlang(self):
        logs = sorted(glob.glob(os.path.join(TOP, 'tests/data/erlang/*.dat')))
        if not BRIEF:
            logs += [log for name in ['par8_small/par8_small', 'm_none/m_none', 'm_strict_sched/m_strict_sched', 'dist/dist_b']
                     if os.path.exists(log := os.path.join(SHARED, 'erlang', name + '.dat'))]
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for _ in pool.map(self.follow_erlang, logs, range(len(logs))):
                pass

    def test_erlang_rests(self):
        """When nothing comes for a second, what is sure is shown: of 300 ms of disorder at most, twice what there was stays away."""
        log = os.path.join(SHARED, 'erlang/mid_sched/mid_sched.dat')
        if not os.path.exists(log):
            self.skipTest(f'{log} is not there')
        said = self.follow_erlang(log, order='rests')
        self.assertGreater(float(re.search(r'rest ([0-9.]+)', said)[1]), 0.5, said)

    def follow_text(self, lines, stamp, seed, tables, lanes):
        """Lines again and again, each time later, so that there are some that are sure while it rests."""
        times = [int(found[1]) for line in lines if (found := re.match(stamp, line))]
        length = max(times) + 1000000

        def later(line, times):
            found = re.match(stamp, line)
            return line if not found else line[:found.start(1)] + str(int(found[1]) + times * length) + line[found.end(1):]
        with tempfile.TemporaryDirectory(prefix='lanescope-text-') as work:
            log = os.path.join(work, 'text.log')
            with open(log, 'w', encoding='utf-8') as text:
                for again in range(24):
                    text.writelines(later(line, again) for line in lines if re.match(stamp, line) or again == 0)
            said = self.follow([log], seed, 12, 'rests', remade=1, only=tables, lanes=lanes)
        self.assertIn('wrong 0 ', said)
        self.assertGreater(float(re.search(r'rest ([0-9.]+)', said)[1]), 0.3, said)

    def test_simulation(self):
        """gem5's and M5's text: what is sure is shown, and in the end it is read once more, with what lies beside it."""
        for name in ('spin-three.g20',) if BRIEF else ('spin-three.g20', 'sched-tasks.m5'):
            with self.subTest(name), gzip.open(os.path.join(TOP, f'tests/data/sim/{name}.out.gz'), 'rt', encoding='utf-8') as packed:
                self.follow_text(packed.readlines()[:800], r' *([0-9]+): ', 3, SIM_TABLES, ('processor:1/0', 'processor:1/1'))

    def test_probes(self):
        with open(os.path.join(TOP, 'tests/data/probes/par8_small.log'), encoding='utf-8') as log:
            self.follow_text(log.readlines(), r'([0-9]+)\t', 2, TABLES if not BRIEF else ['processors', 'threads', 'losses'],
                             ('processor:1/1',))

    def test_read_whole(self):
        """What cannot be followed is there when its program has ended."""
        for name in ('loop.kanata.txt',) if BRIEF else ('loop.kanata.txt', 'loop.o3pipeview.txt', 'page-fault.perf.txt', 'spin.g21.xml'):
            with self.subTest(name):
                self.follow([os.path.join(TOP, 'tests/data/sim', name)], 1, 4, remade=1, only=SIM_TABLES, lanes=('processor:1/0',))

    def test_several_blocks(self):
        """HECs whose blocks of 2 MiB come one after the other, out of order in time."""
        log = os.path.join(SHARED, 'ghc', 'med-pipeline-n4-la.eventlog')
        if not os.path.exists(log):
            self.skipTest(f'{log} is not there')
        self.follow([log], 1, 8, remade=1)


if __name__ == '__main__':
    unittest.main(verbosity=2)
