"""test-parts.py: an index that is made in parts is, in all that is shown, the one that is made at once; whatever happened on the way.

Usage: test-parts.py LANESCOPE_CLI SOURCE_ROOT [unittest options]

SPDX-License-Identifier: GPL-3.0-or-later
"""
import fcntl
import functools
import glob
import os
import re
import resource
import shutil
import struct
import subprocess
import sys
import time
import unittest
import zipfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))

import json  # noqa: E402

from harness import CACHE, PROGRAM, TOP, WORK, run  # noqa: E402

BRIEF = bool(os.environ.get('LANESCOPE_TEST_BRIEF'))
EDEN = os.path.join(TOP, 'tests/data/eden')
GENERIC = os.path.join(EDEN, 'generic4.parevents')
EIGHT = os.path.join(TOP, 'data/examples/mergesort8.parevents')
FEW = ['machines', 'processes', 'process-tree', 'messages', 'message-matrix', 'threads', 'losses', 'marks']


def tables():
    """All that `dump` knows."""
    text = run('dump', '--help').out + run('dump', 'nothing', GENERIC, status=None).err
    return sorted(set(re.findall(r'\b[a-z][a-z-]+\b', text)) & set(known()))


def known():
    with open(os.path.join(TOP, 'tests/cli/test-form.py'), encoding='utf-8') as file:
        return re.findall(r"^    '([a-z-]+)':", file.read(), re.MULTILINE)


def folder(name):
    path = os.path.join(WORK.name, name + '.lanescope')
    shutil.rmtree(path, ignore_errors=True)
    return path


def answer(*args):
    done = run(*args, status=None)
    return done.returncode, done.out


@functools.cache
def serial(*args):
    """Without the cache, which knows where the index was made in parts."""
    return answer(*args, '--no-cache')


def facts(trace, *args):
    found = json.loads(run('info', '--json', trace, *args, status=0).out)
    del found['index']
    return found


def sizes(trace):
    with zipfile.ZipFile(trace) as archive:
        return [entry.file_size for entry in archive.infolist()]


def cut(weights, size):
    """In how many parts: as scope-part-plan.c does it."""
    n, bytes_ = 0, 0
    for weight in weights:
        bytes_ += weight
        if bytes_ >= size:
            n, bytes_ = n + 1, 0
    return max(n, 1)


def size_for(weights, n):
    """The part size that cuts in n parts, or as nearly."""
    candidates = {sum(weights[i:j]) for i in range(len(weights)) for j in range(i + 1, len(weights) + 1)}
    return min(sorted(candidates), key=lambda size: abs(cut(weights, size) - n))


def told(done):
    """Lines of JSON: how far it is, and at last what was done."""
    return [json.loads(line) for line in done.out.splitlines()]


class Parts(unittest.TestCase):
    def compare(self, trace, index, names=FEW):
        for name in names:
            with self.subTest(trace=trace, table=name):
                self.assertEqual(serial('dump', name, '--csv', trace), answer('dump', name, '--csv', index))
                self.assertNotEqual(serial('dump', name, '--csv', trace)[0], 2)
        self.assertEqual(facts(trace, '--no-cache'), facts(index))
        self.assertEqual(serial('stats', '--json', trace), answer('stats', '--json', index))

    def index(self, trace, out, *args):
        return told(run('index', '--json', '--out', out, *args, trace))[-1]

    def test_all_tables(self):
        """Each table, and a picture, of Eden's machines one by one."""
        out = folder('tables')
        found = self.index(GENERIC, out, '--part-size', '1')
        self.assertEqual((found['parts'], found['parts_read'], found['cached']), (4, 4, False))
        names = tables()
        self.assertGreater(len(names), 40)
        self.compare(GENERIC, out, FEW if BRIEF else names)
        pictures = [os.path.join(WORK.name, name) for name in ('serial.svg', 'parts.svg')]
        for path, of in zip(pictures, (GENERIC, os.path.join(out, 'root.h5'))):
            run('export', '--view', 'timeline', '-o', path, of)
        with open(pictures[0], 'rb') as serial, open(pictures[1], 'rb') as parts:
            self.assertEqual(serial.read(), parts.read())

    def test_numbers_of_parts(self):
        """However many there are, and by however many tasks they are read, in whatever order."""
        weights = sizes(EIGHT)
        found = set()
        for n in (3,) if BRIEF else (1, 2, 3, 5, 7):
            out, size = folder(f'n{n}'), size_for(weights, n)
            for task in range(n, 0, -1):
                part = told(run('index', '--json', '--out', out, '--part-size', size, '--part', f'{task}/{n}', EIGHT))[-1]
                self.assertFalse(os.path.exists(os.path.join(out, 'root.h5')))
                self.assertEqual(part['parts'], cut(weights, size))
            joined = self.index(EIGHT, out, '--part-size', size)
            self.assertEqual((joined['parts'], joined['parts_read']), (part['parts'], 0))
            self.compare(EIGHT, out, ['messages', 'process-tree'])
            found.add(part['parts'])
        self.assertTrue(BRIEF or {1, 2, 3} <= found, found)

    def test_other_traces(self):
        """Erlang's nodes, logs of GHC that have nothing to do with each other, and one log alone."""
        for name in ('nodes', 'ghc', 'eden/mdlLogMPI1.eventlog', 'erlang/callgraph.dat'):
            trace, out = os.path.join(TOP, 'tests/data', name), folder('other')
            self.index(trace, out, '--part-size', '1')
            self.compare(trace, out, FEW[2:5] if BRIEF else FEW)

    def test_hostile_archive(self):
        """What cannot be read is lost of its machine, and nothing else."""
        trace, out = os.path.join(WORK.name, 'hostile.parevents'), folder('hostile')
        with zipfile.ZipFile(GENERIC) as archive:
            logs = [archive.read(name) for name in archive.namelist()]
        with zipfile.ZipFile(trace, 'w', zipfile.ZIP_DEFLATED) as archive:
            for name, data in (('a#1.eventlog', logs[0]), ('a#2.eventlog', logs[1][:9000]), ('../../a#3.eventlog', logs[2][:700]),
                               ('a#4.eventlog', b'no log'), ('a#5.eventlog', logs[3][:4000] + bytes(3000) + logs[3][4000:]),
                               ('a#1.eventlog ', logs[3])):
                archive.writestr(name, data)
        self.index(trace, out, '--part-size', '1')
        self.compare(trace, out)
        self.assertIn('no log', zipfile.ZipFile(trace).read('a#4.eventlog').decode())

    def test_damaged_part(self):
        """A part that was cut, or has a flipped byte anywhere, is read anew; what is there of it is not believed."""
        out = folder('damaged')
        self.index(GENERIC, out, '--part-size', '1')
        for name in ('part-0001.h5', 'part-0002.ends'):
            path = os.path.join(out, name)
            with open(path, 'rb') as file:
                good = file.read()
            places = [9, 40, len(good) // 2, len(good) - 70, len(good) - 3]
            for place in places[2:3] if BRIEF else places:
                with open(path, 'wb') as file:
                    file.write(good[:place] + bytes([good[place] ^ 4]) + good[place + 1:])
                self.assertEqual(self.index(GENERIC, out, '--part-size', '1')['parts_read'], 1, (name, place))
            with open(path, 'wb') as file:
                file.write(good[:len(good) // 2])
            self.assertEqual(self.index(GENERIC, out, '--part-size', '1')['parts_read'], 1)
        self.compare(GENERIC, out, ['messages', 'threads'])
        found = self.index(GENERIC, out, '--part-size', '1')
        self.assertEqual((found['parts_read'], found['cached']), (0, True))

    def test_what_heals(self):
        """Opened again, a damaged part is as damaged: what is said names what heals it, and that does. Until then the trace is read without it."""
        out = folder('heals')
        self.index(GENERIC, out, '--part-size', '1')
        whole, said = run('dump', 'messages', out).out, []
        path = os.path.join(out, 'part-0001.h5')
        with open(path, 'rb') as file:
            good = file.read()
        for place in range(2048, len(good), max(len(good) // (4 if BRIEF else 16), 1)):
            with open(path, 'wb') as file:
                file.write(good[:place] + bytes([good[place] ^ 4]) + good[place + 1:])
            done = run('dump', 'messages', out, status=None)
            if done.out != whole:
                self.assertIn('lanescope-cli index --out reads', done.err, place)
                said.append(done.err)
            self.assertEqual(run('dump', 'messages', GENERIC, '--no-cache').out, whole)
        self.assertTrue(said)
        self.assertEqual(self.index(GENERIC, out, '--part-size', '1')['parts_read'], 1)
        self.assertEqual(run('dump', 'messages', out).out, whole)

    def test_notes(self):
        """Where an index was made in parts is forgotten once it is gone, and nobody asked for it for a month."""
        cache, out = os.path.join(WORK.name, 'notes-cache'), folder('noted')
        run('index', '--out', out, '--part-size', '1', '--cache-dir', cache, GENERIC)
        note, = glob.glob(os.path.join(cache, '*.parts'))
        gone, away, month = os.path.join(cache, 'a' * 64 + '.parts'), os.path.join(cache, 'b' * 64 + '.parts'), 31 * 24 * 3600
        for path in (gone, away):
            with open(path, 'w', encoding='utf-8') as file:
                file.write(out + '.nowhere')
        for path in (note, gone):
            os.utime(path, (time.time() - month, time.time() - month))
        run('info', '--cache-dir', cache, EIGHT)
        self.assertEqual([os.path.exists(path) for path in (note, gone, away)], [True, False, True])
        # Who uses it keeps it.
        run('info', '--cache-dir', cache, GENERIC)
        self.assertLess(time.time() - os.stat(note).st_mtime, month / 2)

    def test_part_of_another(self):
        """A root never reads a part that is not the one it was made with; and a part stands for the whole."""
        out = folder('swapped')
        self.index(GENERIC, out, '--part-size', '1')
        part = os.path.join(out, 'part-0001.h5')
        shutil.copy(part, part + '.away')
        shutil.copy(os.path.join(out, 'part-0002.h5'), part)
        self.assertIn('part-0001.h5 is missing, or another one', run('dump', 'machines', out, status=1).err)
        os.remove(part)
        self.assertIn('part-0001.h5 is missing, or another one', run('dump', 'machines', out, status=1).err)
        join = os.path.join(out, 'join-0002.h5')
        os.rename(join, join + '.away')
        shutil.copy(os.path.join(out, 'part-0001.h5.away'), part)
        self.assertIn('join-0002.h5 is missing, or another one', run('dump', 'machines', out, status=1).err)
        os.remove(part)
        self.assertEqual(self.index(GENERIC, out, '--part-size', '1')['parts_read'], 1)
        self.compare(GENERIC, out, ['messages'])
        self.assertEqual(answer('dump', 'machines', part), answer('dump', 'machines', out))
        os.remove(os.path.join(out, 'root.h5'))
        self.assertIn('not finished', run('dump', 'machines', out, status=1).err)

    def test_no_files(self):
        """What has the name of a part, or of what lies beside it, and is a FIFO, is no part, and is not waited for."""
        out = folder('nofiles')
        self.index(GENERIC, out, '--part-size', '1')
        for name in ('part-0001.h5', 'part-0002.ends'):
            path = os.path.join(out, name)
            os.remove(path)
            os.mkfifo(path)
            if name.endswith('.h5'):
                run('dump', 'machines', out, status=1, timeout=20)
            self.assertEqual(told(run('index', '--json', '--out', out, '--part-size', '1', GENERIC, timeout=20))[-1]['parts_read'], 1, name)

    def test_changed_log(self):
        """A log that changed is read again, and no other; other parts than before are all read, and what is left over goes."""
        logs, out = os.path.join(WORK.name, 'logs'), folder('changed')
        os.makedirs(logs)
        with zipfile.ZipFile(GENERIC) as archive:
            archive.extractall(logs)
        paths = sorted(glob.glob(os.path.join(logs, '*')))
        self.index(logs, out, '--part-size', '1')
        os.utime(paths[2], (1, 1))
        self.assertEqual(self.index(logs, out, '--part-size', '1')['parts_read'], 1)
        self.assertEqual(self.index(logs, out)['parts'], 1)
        self.assertEqual(sorted(os.listdir(out)), ['join-0000.h5', 'part-0000.ends', 'part-0000.h5', 'root.h5'])
        self.compare(logs, out, ['messages'])

    def test_killed(self):
        """A process that is killed at any time, and one that goes on."""
        out = folder('killed')
        command = [PROGRAM, 'index', '--out', out, '--part-size', '1', EIGHT]
        for n in (1, 2, 7, 14, 18, 22, 25):
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ, XDG_CACHE_HOME=CACHE))
            until = time.monotonic() + 20
            while process.poll() is None and time.monotonic() < until and not (os.path.isdir(out) and len(os.listdir(out)) >= n):
                time.sleep(0.001)
            process.kill()
            process.wait()
        found = self.index(EIGHT, out, '--part-size', '1')
        self.assertLess(found['parts_read'], 8)
        self.assertEqual(len(os.listdir(out)), 25, os.listdir(out))
        self.compare(EIGHT, out, ['messages', 'machines'])

    def test_full_disk(self):
        """A part is whole or not there; what is wrong is said with its name."""
        out = folder('full')
        done = subprocess.run([PROGRAM, 'index', '--out', out, '--part-size', '30kB', GENERIC], capture_output=True, check=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000)))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(b'part-0000.h5: ', done.stderr)
        self.assertEqual(os.listdir(out), [])
        self.index(GENERIC, out, '--part-size', '30kB')
        self.compare(GENERIC, out, ['messages'])
        # The parts are there; what joins them is not kept.
        root, limit = os.path.join(out, 'root.h5'), 20000
        self.assertGreater(os.path.getsize(root), limit)
        os.remove(root)
        done = subprocess.run([PROGRAM, 'index', '--out', out, '--part-size', '30kB', GENERIC], capture_output=True, check=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(b'join-0000.h5: ', done.stderr)
        self.assertNotRegex(' '.join(os.listdir(out)), r'root\.h5|\.part\b')

    def test_steps(self):
        """How far it is, as lines; each part once."""
        out = folder('steps')
        *steps, last = told(run('index', '--json', '--out', out, '--part-size', '1', GENERIC))
        self.assertNotIn('phase', last)
        read = [step for step in steps if step['phase'] == 'read']
        self.assertEqual([step['part'] for step in read], [None, 0, 1, 2, 3])
        self.assertEqual((read[0]['done'], read[-1]['done']), (0, read[-1]['total']))
        self.assertEqual(read[-1]['total'], sum(sizes(GENERIC)))
        self.assertEqual([step['done'] for step in read], sorted(step['done'] for step in read))
        self.assertEqual([(step['done'], step['total']) for step in steps if step['phase'] == 'join'], [(i, 4) for i in range(5)])

    def test_found(self):
        """Who opens the trace gets the index that was made of it in parts: beside it, or where it was made; and of no other trace."""
        trace = os.path.join(WORK.name, 'found.parevents')
        for place, args in (('found.lanescope', []), ('found.parevents.lanescope', []), ('elsewhere.lanescope', []), ('found.lanescope', ['--cache-dir', os.path.join(WORK.name, 'c')])):
            shutil.copy(GENERIC, trace)
            out = os.path.join(WORK.name, place)
            self.index(trace, out, '--part-size', '1')
            if place != 'elsewhere.lanescope':
                shutil.rmtree(os.path.join(CACHE, 'lanescope'))
            index = json.loads(run('info', '--json', trace, *args).out)['index']
            self.assertEqual((index['path'], index['in_parts'], index['complete']), (os.path.join(out, 'root.h5'), True, True), place)
            self.assertIn('root.h5 (', run('info', trace, *args).out)
            self.assertIn(' bytes, in parts)', run('info', trace, *args).out)
            self.assertIn('The index was there', run('index', trace, *args).out)
            self.assertIsNone(json.loads(run('info', '--json', '--no-cache', trace).out)['index']['path'])
            if place != 'elsewhere.lanescope':  # that is known to the cache alone
                join, away = (os.path.join(out, name) for name in ('join-0001.h5', 'away'))
                os.rename(join, away)
                done = run('dump', 'machines', '--cache-dir', os.path.join(WORK.name, 'empty ' + place), trace)
                self.assertIn('made in parts cannot be used: its part join-0001.h5 is missing', done.err)
                os.rename(away, join)
            os.utime(trace, (1, 1))
            self.assertFalse(json.loads(run('info', '--json', trace, *args).out)['index']['in_parts'], place)
            shutil.rmtree(out)
            shutil.copy(GENERIC, trace)
            self.assertEqual(json.loads(run('info', '--json', trace, *args).out)['machines'], 4)

    def hold(self, out, task):
        """Has the folder, as another process would: as a task, or (0) as who joins."""
        os.makedirs(out, exist_ok=True)
        file = open(os.path.join(out, 'lock'), 'w+b')
        for kind, place, n in ((fcntl.F_WRLCK if task == 0 else fcntl.F_RDLCK, 128 << 30, 1), (fcntl.F_WRLCK, task * 128, 128)):
            fcntl.fcntl(file, 37, struct.pack('hhqqi4x', kind, os.SEEK_SET, place, n, 0))  # F_OFD_SETLK
        file.seek(task * 128)
        file.write(b'elsewhere (process 4711)\n')
        file.flush()
        return file

    def test_two_at_once(self):
        """Who comes second is told who is at it, and leaves; tasks do not mind each other."""
        out, args = folder('twice'), ('--part-size', '1', GENERIC)
        with self.hold(out, 0):
            for more in ([], ['--part', '1/2']):
                self.assertIn('elsewhere (process 4711)', run('index', '--out', out, *more, *args, status=6).err)
            self.assertEqual(os.listdir(out), ['lock'])
        self.assertEqual(self.index(GENERIC, out, '--part-size', '1')['parts_read'], 4)
        self.assertNotIn('lock', os.listdir(out))
        out = folder('tasks')
        with self.hold(out, 2):
            run('index', '--out', out, '--part', '1/2', *args)
            done = run('index', '--out', out, *args, status=6)
            self.assertIn('task 2 on elsewhere (process 4711)', done.err)
            self.assertIn('Not there yet: part-000', done.err)
            run('index', '--out', out, '--part', '2/2', *args)
        self.assertEqual(self.index(GENERIC, out, '--part-size', '1')['parts_read'], 0)

    def test_join_alone(self):
        """--join reads nothing: it says what is not there."""
        out, args = folder('join'), ('--part-size', '1', GENERIC)
        self.assertIn('part-0000.h5, part-0001.h5, part-0002.h5, part-0003.h5', run('index', '--out', out, '--join', *args, status=6).err)
        run('index', '--out', out, '--part', '1/3', *args)
        run('index', '--out', out, '--part', '3/3', *args)
        missing = sorted(set(f'part-000{i}.h5' for i in range(4)) - set(os.listdir(out)))
        self.assertIn('yet: ' + ', '.join(missing) + '\n', run('index', '--out', out, '--join', *args, status=6).err)
        run('index', '--out', out, '--part', '2/3', *args)
        run('index', '--out', out, '--join', *args)
        self.compare(GENERIC, out, ['messages'])

    def test_usage(self):
        for args in (['--part', '1/2'], ['--join'], ['--out', 'x.lanescope', '--join', '--part', '1/2'], ['--out', 'x.h5'], ['--out', 'x.lanescope', '--part', '3/2'], ['--out', 'x.lanescope', '--part', '0/2'],
                     ['--out', 'x.lanescope', '--part-size', '0'], ['--out', 'x.lanescope', '--part-size', '1furlong']):
            run('index', *args, GENERIC, status=2)
        with open(GENERIC, 'rb') as file:
            done = subprocess.run([PROGRAM, 'index', '--out', folder('pipe'), '-'], input=file.read(), capture_output=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b'only once', done.stderr)


if __name__ == '__main__':
    unittest.main()
