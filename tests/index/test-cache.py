"""test-cache.py: whatever happens to the cache, the same figures are shown, and nothing half-written is ever used.

Usage: test-cache.py LANESCOPE_CLI SOURCE_ROOT [unittest options]

SPDX-License-Identifier: GPL-3.0-or-later
"""
import glob
import json
import os
import random
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zipfile

PROGRAM = os.path.abspath(sys.argv.pop(1))
TOP = os.path.abspath(sys.argv.pop(1))
EXAMPLES = os.path.join(TOP, 'data', 'examples')
sys.path.insert(1, os.path.join(TOP, 'tests'))

import program  # noqa: E402: beside the folders of tests

BRIEF = bool(os.environ.get('LANESCOPE_TEST_BRIEF'))
ANEW = 'What was kept of this trace earlier cannot be used'
NOT_KEPT = 'Nothing could be kept of this trace'
QUESTIONS = [['dump', 'machines'], ['dump', 'processors'], ['dump', 'threads'], ['dump', 'collections'],
             ['dump', 'messages']]


def large_log(n):
    """A log of one capability and n events: a thread that runs and stops."""
    types = {0: 4, 1: 4, 2: 10, 18: 14, 45: 2}
    head = [b'hdrbhetb']
    for number, size in types.items():
        head.append(b'etb\0' + struct.pack('>HHI', number, size, 1) + b'x' + struct.pack('>I', 0) + b'ete\0')
    run, stop = struct.Struct('>HQI'), struct.Struct('>HQIHI')
    choice = random.Random(1)
    time_, body = 1000, [struct.pack('>HQH', 45, 1, 0), struct.pack('>HQI', 0, 2, 1)]
    for _ in range(n // 2):
        time_ += choice.randrange(1, 4000)
        body.append(run.pack(1, time_, 1))
        time_ += choice.randrange(1, 4000)
        body.append(stop.pack(2, time_, 1, 3, 0))
    events = b''.join(body)
    return b''.join(head) + b'hetehdredatb' + struct.pack('>HQIQH', 18, 1, 24 + len(events), time_, 0) + events \
        + b'\xff\xff'


class Cache(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = tempfile.TemporaryDirectory(prefix='lanescope-cache-')
        cls.large = os.path.join(cls.work.name, 'large.eventlog')
        with open(cls.large, 'wb') as file:
            file.write(large_log(100000 if BRIEF else 1000000))

    @classmethod
    def tearDownClass(cls):
        cls.work.cleanup()

    def setUp(self):
        self.cache = tempfile.mkdtemp(dir=self.work.name)
        self.trace = os.path.join(EXAMPLES, 'nbody.eventlog')

    def run_cli(self, *args, cache=None, status=0, **more):
        command = [PROGRAM, *args]
        command[2 if args[0] == 'dump' else 1:1] = []
        command += ['--cache-dir', cache or self.cache]
        env = dict(os.environ, LC_ALL='C.UTF-8', GSETTINGS_BACKEND='memory')
        env.update(more.pop('env', {}))
        done = program.run(PROGRAM, command[1:], env=env, **more)
        err = done.stderr.decode()
        self.assertEqual(done.returncode, status, err)
        return done.stdout.decode(), err

    def test_many_small_machines(self):
        """The index of hundreds of tiny logs is at most one and a half times as large as they are, unpacked."""
        with zipfile.ZipFile(os.path.join(TOP, 'tests', 'data', 'eden', 'single1.parevents')) as one:
            log = one.read(one.namelist()[0])
        path, n = os.path.join(self.work.name, 'many.parevents'), 60 if BRIEF else 300
        with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as archive:
            for number in range(1, n + 1):
                archive.writestr('p#%d.eventlog' % number, log)
        size = json.loads(self.run_cli('index', '--json', path)[0])['index_bytes']
        self.assertLessEqual(size, 1.5 * n * len(log))
        self.assertEqual(len(self.run_cli('dump', 'machines', path)[0].splitlines()), n + 1)

    def test_machine_by_machine(self):
        """Of an archive with many machines each is read when somebody asks for it: all is there, and damage is noticed then."""
        with zipfile.ZipFile(os.path.join(TOP, 'tests', 'data', 'eden', 'generic4.parevents')) as four:
            logs = [four.read(name) for name in four.namelist() if name.endswith('.eventlog')]
        path = os.path.join(self.work.name, 'forty.parevents')
        with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as archive:
            for number in range(1, 41):
                archive.writestr('p#%d.eventlog' % number, logs[(number - 1) % len(logs)])
        tables = ('machines', 'processes', 'threads', 'messages', 'waits', 'counters', 'collections', 'process-info')
        questions = [['dump', table] for table in tables[:3 if BRIEF else None]]
        questions += [['stats'], ['report', '--what', 'top'], ['report', '--what', 'activity']]
        truth = self.truth(path, questions)
        for _ in range(2):
            self.assertEqual(self.figures(path, questions), (truth, ''))
        with open(self.kept(), 'rb') as file:
            good = file.read()
        choice, waits = random.Random(11), self.truth(path, [['dump', 'waits']])
        for place in [choice.randrange(len(good)) for _ in range(4 if BRIEF else 8)]:
            with self.subTest(place=place):
                bad = bytearray(good)
                bad[place] ^= 1 << choice.randrange(8)
                with open(self.kept(), 'wb') as file:
                    file.write(bad)
                done = program.run(PROGRAM, ['dump', 'waits', '--cache-dir', self.cache, path], env=dict(os.environ, LC_ALL='C.UTF-8'))
                if done.returncode != 0: # noticed while it was read
                    self.assertIn('damaged', done.stderr.decode())
                    self.assertEqual(glob.glob(self.cache + '/*.h5'), [])
                else:
                    self.assertEqual(done.stdout.decode(), waits[0])
                self.assertEqual(self.figures(path, [['dump', 'waits']])[0], waits)

    def figures(self, trace=None, questions=None, **more):
        """All figures of the trace, and everything that was said about them."""
        if more:
            answers = [self.run_cli(*question, trace or self.trace, **more) for question in questions or QUESTIONS]
            return [out for out, _ in answers], ''.join(err for _, err in answers)
        done = program.run_all(PROGRAM, [[*question, trace or self.trace, '--cache-dir', self.cache] for question in questions or QUESTIONS],
                               env=dict(os.environ, LC_ALL='C.UTF-8', GSETTINGS_BACKEND='memory'))
        self.assertEqual([one.returncode for one in done], [0] * len(done), done)
        return [one.stdout.decode() for one in done], b''.join(one.stderr for one in done).decode()

    def truth(self, trace=None, questions=None):
        done = program.run_all(PROGRAM, [[*question, '--no-cache', trace or self.trace] for question in questions or QUESTIONS])
        self.assertEqual([one.returncode for one in done], [0] * len(done), done)
        return [one.stdout.decode() for one in done]

    def kept(self):
        """The one index in the cache."""
        found = glob.glob(self.cache + '/*.h5')
        self.assertEqual(len(found), 1, os.listdir(self.cache))
        return found[0]

    def check_clean(self):
        """One index, nothing else."""
        self.assertEqual(os.listdir(self.cache), [os.path.basename(self.kept())])

    def check_good(self, truth=None):
        """The cache holds a good index, and it is used."""
        before = os.stat(self.kept()).st_ino
        texts, notes = self.figures()
        self.assertEqual(texts, truth or self.truth())
        self.assertNotIn(ANEW, notes)
        self.assertEqual(os.stat(self.kept()).st_ino, before)
        self.check_clean()

    def test_reused(self):
        for name in ('nbody.eventlog', 'mergesort8.parevents'):
            with self.subTest(name):
                shutil.rmtree(self.cache)
                self.trace = os.path.join(EXAMPLES, name)
                truth = self.truth()
                texts, notes = self.figures()
                self.assertEqual(texts, truth)
                self.assertNotIn('kept', notes)
                self.check_good(truth)

    def test_read_otherwise(self):
        """A simulation that is read otherwise is kept beside the usual index, found again, and in no list of runs."""
        trace = os.path.join(TOP, 'tests', 'data', 'sim', 'spin-three.g20.out.gz')
        ways = ([], ['--lli=3'], ['--lli=500'], ['--name-stack'], ['--clock=250'], ['--lock-names=nothing'], ['--unlock-names=nothing'])

        def dump(table, *options):
            done = program.run(PROGRAM, ['dump', table, *options, trace], env=dict(os.environ, LC_ALL='C.UTF-8'))
            self.assertEqual(done.returncode, 0, done.stderr)
            return done.stdout

        tables = ('hits', 'activations', 'locks')
        truth = [[dump(table, '--no-cache', *way) for table in tables] for way in ways]
        self.assertEqual(len({tuple(way) for way in truth}), len(ways) - 1) # names alone lose nothing here
        for again in range(2):
            for i, way in enumerate(ways):
                with self.subTest(way, again=again):
                    self.assertEqual([dump(table, '--cache-dir', self.cache, *way) for table in tables], truth[i])
                    self.assertEqual(len(glob.glob(self.cache + '/*.h5')), i + 1 if again == 0 else len(ways))
                    self.assertEqual(glob.glob(self.cache + '/*.part'), [])
        self.assertEqual(dump('hits', '--cache-dir', self.cache, '--lli=100'), truth[0][0])
        self.assertEqual(len(glob.glob(self.cache + '/*.h5')), len(ways))
        runs = subprocess.run([PROGRAM, 'runs', '--cache-dir', self.cache], env=dict(os.environ, LC_ALL='C.UTF-8'), check=True,
                              stdout=subprocess.PIPE).stdout.decode()
        self.assertEqual(sum('spin-three' in line for line in runs.splitlines()), 1, runs)

    def test_as_preferences_say(self):
        """Without --cache-dir: the folder and the limit that were chosen in the window."""
        chosen, config = os.path.join(self.cache, 'chosen'), os.path.join(self.cache, 'config')
        keyfile = os.path.join(config, 'glib-2.0', 'settings', 'keyfile')
        os.makedirs(os.path.dirname(keyfile))
        env = dict(os.environ, LC_ALL='C.UTF-8', GSETTINGS_BACKEND='keyfile', XDG_CONFIG_HOME=config,
                   XDG_CACHE_HOME=os.path.join(self.cache, 'usual'))

        def read(name, limit, *options):
            with open(keyfile, 'w') as file:
                file.write("[org/lanescope/Lanescope]\ncache-folder='%s'\ncache-limit=uint64 %d\n" % (chosen, limit))
            subprocess.run([PROGRAM, 'index', '--rebuild', *options, os.path.join(EXAMPLES, name)], env=env, check=True,
                           stdout=subprocess.DEVNULL)

        read('nbody.eventlog', 10 ** 10)
        first = glob.glob(chosen + '/*.h5')
        self.assertEqual(len(first), 1)
        self.assertFalse(os.path.exists(env['XDG_CACHE_HOME']))
        # Larger than the least limit that can be chosen; on disk it takes nothing.
        os.truncate(first[0], 2 * 10 ** 8)
        read('mergesort8.parevents', 10 ** 10)
        self.assertEqual(len(glob.glob(chosen + '/*.h5')), 2)
        os.utime(first[0], (1, 1))
        read('mergesort8.parevents', 105 * 10 ** 6)
        self.assertEqual(len(glob.glob(chosen + '/*.h5')), 1)
        self.assertFalse(os.path.exists(first[0]))
        other = os.path.join(self.cache, 'other')
        read('nbody.eventlog', 10 ** 10, '--cache-dir', other)
        self.assertEqual(len(glob.glob(other + '/*.h5')), 1)
        self.assertEqual(len(glob.glob(chosen + '/*.h5')), 1)

    def test_changed_trace(self):
        """Another trace under the same name: its own figures."""
        trace = os.path.join(self.cache, '..', 'changing.eventlog')
        shutil.copy(self.trace, trace)
        first, _ = self.figures(trace)
        with open(trace, 'wb') as file:
            file.write(large_log(1000))
        second, _ = self.figures(trace)
        self.assertNotEqual(first, second)
        self.assertEqual(second, self.truth(trace))
        # A change of a byte in the middle that leaves size and both ends alone.
        data = bytearray(large_log(60000))
        with open(trace, 'wb') as file:
            file.write(data)
        self.figures(trace)
        data[len(data) // 2:len(data) // 2 + 200] = bytes(200)
        time.sleep(0.02)
        with open(trace, 'wb') as file:
            file.write(data)
        self.assertEqual(self.figures(trace)[0], self.truth(trace))

    def test_flipped_bytes(self):
        """Wherever a byte is wrong, it is noticed, and what is shown is right."""
        truth = self.truth(questions=QUESTIONS[:2])
        self.figures()
        with open(self.kept(), 'rb') as file:
            good = file.read()
        choice = random.Random(7)
        places = [choice.randrange(len(good)) for _ in range(10 if BRIEF else 80)]
        places += [0, 8, 60, 100, len(good) - 1, len(good) - 60, len(good) - 64, len(good) - 66, len(good) - 30]
        for place in places:
            with self.subTest(place=place):
                bad = bytearray(good)
                bad[place] ^= 1 << choice.randrange(8)
                with open(self.kept(), 'wb') as file:
                    file.write(bad)
                out, err = self.run_cli(*QUESTIONS[0], self.trace)
                self.assertIn(ANEW, err)
                self.assertEqual(out, truth[0])
                out, err = self.run_cli(*QUESTIONS[1], self.trace)
                self.assertEqual(err, '')
                self.assertEqual(out, truth[1])
                self.check_clean()

    def test_truncated(self):
        truth = self.truth(questions=QUESTIONS[:1])
        self.figures()
        size = os.path.getsize(self.kept())
        for length in [0, 1, 7, 63, 64, 100, 511, 512, 2048, size // 2, size - 65, size - 64, size - 63, size - 1]:
            with self.subTest(length=length):
                os.truncate(self.kept(), length)
                out, err = self.run_cli(*QUESTIONS[0], self.trace)
                self.assertIn(ANEW, err)
                self.assertEqual(out, truth[0])
                self.check_clean()
        with open(self.kept(), 'ab') as file:
            file.write(b'more')
        self.assertIn(ANEW, self.figures()[1])
        self.check_good()

    def test_foreign(self):
        """The index of another trace under its name, another kind of file, a folder."""
        truth = self.truth()
        self.figures()
        path = self.kept()
        other = tempfile.mkdtemp(dir=self.work.name)
        self.run_cli('index', self.large, cache=other)
        shutil.copy(glob.glob(other + '/*.h5')[0], path)
        texts, notes = self.figures()
        self.assertIn('it belongs to another trace', notes)
        self.assertEqual(texts, truth)
        self.check_good(truth)
        shutil.copy(self.trace, path)
        texts, notes = self.figures()
        self.assertIn(ANEW, notes)
        self.assertEqual(texts, truth)
        self.check_good(truth)
        os.unlink(path)
        os.mkdir(path)
        texts, notes = self.figures()
        self.assertIn(ANEW, notes)
        self.assertEqual(texts, truth)

    def stop_at_writing(self, *options, most=None):
        """A process that was stopped while it writes an index, and the part that it has written, of `most` bytes. One that was through
        before it stopped is tried again: what is waited for is seen, however the machine is loaded."""
        for _ in range(100):
            process = subprocess.Popen([PROGRAM, 'index', *options, '--cache-dir', self.cache, self.large],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            ended = None
            while ended is None and not glob.glob(self.cache + '/*.part'):
                time.sleep(0.001)
                ended = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
            os.kill(process.pid, signal.SIGSTOP)
            os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
            parts = glob.glob(self.cache + '/*.part')
            self.assertLessEqual(len(parts), 1)
            if parts and (most is None or os.path.getsize(parts[0]) <= most):
                return process, parts[0]
            os.kill(process.pid, signal.SIGCONT)
            self.assertEqual(process.wait(120), 0)
            if '--rebuild' not in options:
                os.unlink(self.kept())
        self.fail('it always writes an index faster than it can be stopped')

    def test_killed(self):
        """Killed while it writes: the part is not used, and goes the next time."""
        truth = self.truth(self.large, QUESTIONS[:1])
        for turn in range(3 if BRIEF else 12):
            with self.subTest(turn=turn):
                process, part = self.stop_at_writing()
                if turn > 0:
                    process.send_signal(signal.SIGCONT)
                    time.sleep(0.01 * turn)
                process.send_signal(signal.SIGKILL)
                process.wait()
                if turn == 0:
                    self.assertEqual(glob.glob(self.cache + '/*.part'), [part])
                    self.assertEqual(glob.glob(self.cache + '/*.h5'), [])
                out, err = self.run_cli(*QUESTIONS[0], self.large)
                self.assertEqual([out], truth)
                self.assertEqual(err, '')
                out, err = self.run_cli('index', '--rebuild', self.large)
                self.assertEqual(glob.glob(self.cache + '/*.part'), [])
                self.check_clean()
                os.unlink(self.kept())

    def test_unfinished_under_its_name(self):
        """Not even a part that got the name of a whole one is used."""
        truth = self.truth(self.large, QUESTIONS[:1])
        self.run_cli('index', self.large)
        path = self.kept()
        process, part = self.stop_at_writing('--rebuild', most=os.path.getsize(path) // 2)
        process.kill()
        process.wait()
        os.replace(part, path)
        out, err = self.run_cli(*QUESTIONS[0], self.large)
        self.assertIn('was never finished', err)
        self.assertEqual([out], truth)
        self.check_clean()

    def test_interrupted(self):
        """Control-C leaves nothing behind, nor does timeout(1), which asks a process and then its group."""
        for _ in range(100):  # it may be through before it hears
            process, _ = self.stop_at_writing()
            process.send_signal(signal.SIGTERM)
            process.send_signal(signal.SIGCONT)
            time.sleep(0.01)
            process.send_signal(signal.SIGTERM)
            process.wait(20)
            if process.returncode != 0:
                break
            os.unlink(self.kept())
        self.assertNotEqual(process.returncode, 0)
        self.assertEqual(glob.glob(self.cache + '/*'), [])

    def test_several_at_once(self):
        truth = self.truth(self.large, QUESTIONS[:1])[0]
        for _ in range(3):
            processes = [subprocess.Popen([PROGRAM, *QUESTIONS[0], '--cache-dir', self.cache, self.large],
                                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
            for process in processes:
                out, err = process.communicate(timeout=120)
                self.assertEqual(process.returncode, 0)
                self.assertEqual(err, b'')
                self.assertEqual(out.decode(), truth)
            self.check_clean()
            os.unlink(self.kept())

    def test_folder_is_a_file(self):
        path = os.path.join(self.cache, 'file')
        with open(path, 'w', encoding='ascii') as file:
            file.write('mine')
        texts, notes = self.figures(cache=path)
        self.assertEqual(texts, self.truth())
        self.assertIn('cannot be', notes)
        self.assertIn('Nothing is kept of this trace', notes)
        with open(path, encoding='ascii') as file:
            self.assertEqual(file.read(), 'mine')

    def test_read_only_folder(self):
        """As a user who may not write there: what is there is used, and if nothing is, the trace is shown all the same."""
        more = {}
        if os.geteuid() == 0:
            more = {'user': 65534, 'group': 65534, 'extra_groups': []}
            try:
                subprocess.run([PROGRAM, 'info', '--no-cache', self.trace], check=True, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, **more)
            except (OSError, subprocess.CalledProcessError):
                self.skipTest('no other user can run the program where it lies')
            os.chmod(self.work.name, 0o755)
        truth = self.truth()
        os.chmod(self.cache, 0o555)
        texts, notes = self.figures(**more)
        self.assertEqual(texts, truth)
        self.assertIn('cannot be written', notes)
        self.assertEqual(os.listdir(self.cache), [])
        os.chmod(self.cache, 0o755)
        self.figures()
        os.chmod(self.kept(), 0o444)
        os.chmod(self.cache, 0o555)
        texts, notes = self.figures(**more)
        self.assertEqual(texts, truth)
        self.assertEqual(notes, '')
        with open(self.kept(), 'r+b') as file:
            file.write(b'bad')
        texts, notes = self.figures(**more)
        self.assertEqual(texts, truth)
        self.assertIn(ANEW, notes)
        self.assertIn('cannot be written', notes)
        os.chmod(self.cache, 0o755)

    def test_file_size_limit(self):
        """No file may grow beyond some size, wherever that strikes."""
        truth = self.truth(questions=QUESTIONS[:3])
        self.figures()
        size = os.path.getsize(self.kept())
        os.unlink(self.kept())
        step = max(1, (size + 8192) // (6 if BRIEF else 24))
        for limit in range(1, size + 8192, step):
            with self.subTest(limit=limit):
                texts, notes = self.figures(
                    questions=QUESTIONS[:3],
                    preexec_fn=lambda limit=limit: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
                self.assertEqual(texts, truth)
                if limit < size:
                    self.assertIn('be kept of this trace', notes)
                    self.assertEqual(os.listdir(self.cache), [])

    def test_full_disk(self):
        """On a disk of its own, of every size up to what would be enough."""
        place = os.path.join(self.work.name, 'disk')
        os.makedirs(place, exist_ok=True)
        trace = os.path.join(EXAMPLES, 'mergesort8.parevents')
        truth = self.truth(trace)
        full = kept = 0
        for kilobytes in (16, 100, 300, 600, 900, 1100, 4000):
            mount = subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=%dk' % kilobytes, 'lanescope-test', place],
                                   stderr=subprocess.DEVNULL, check=False)
            if mount.returncode != 0:
                self.skipTest('no file system can be mounted here')
            try:
                with self.subTest(kilobytes=kilobytes):
                    texts, notes = self.figures(trace, cache=place)
                    self.assertEqual(texts, truth)
                    self.assertEqual(glob.glob(place + '/*.part'), [])
                    if glob.glob(place + '/*.h5'):
                        self.assertEqual(notes, '')
                        kept += 1
                    else:
                        self.assertIn(NOT_KEPT, notes)
                        full += 1
            finally:
                subprocess.run(['umount', place], check=True)
        self.assertGreater(full, 3)
        self.assertGreater(kept, 0)

    def test_words(self):
        """What a person is told speaks of the trace, not of how it is kept."""
        self.figures()
        os.truncate(self.kept(), 100)
        for word in self.run_cli(*QUESTIONS[0], self.trace)[1].replace('lanescope-cli', '').split():
            self.assertNotEqual(word.strip('.,:;').lower(), 'index')


if __name__ == '__main__':
    unittest.main()
