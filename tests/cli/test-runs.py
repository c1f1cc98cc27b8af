#!/usr/bin/env python3
"""test-runs.py: `lanescope-cli runs`, and runs whose trace files are gone or were written over.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import os
import shutil
import time
import unittest

from harness import CACHE, TOP, WORK, dump, info, rows, run

LOG = os.path.join(TOP, 'data', 'examples', 'nbody.eventlog')
TREE = os.path.join(TOP, 'data', 'examples', 'mergesort8.parevents')
FOLDER = os.path.join(CACHE, 'lanescope')
MANY = 3000


class Runs(unittest.TestCase):
    def setUp(self):
        shutil.rmtree(CACHE, ignore_errors=True)
        self.trace = os.path.join(WORK.name, 'a run.eventlog')
        shutil.copy(LOG, self.trace)

    def only(self, *args):
        found = rows('runs', '--csv', *args)
        self.assertEqual(len(found), 1)
        return found[0]

    def test_none(self):
        self.assertEqual(rows('runs', '--csv'), [])
        self.assertEqual(json.loads(run('runs', '--json').out), [])
        self.assertEqual(len(run('runs').out.splitlines()), 1)

    def test_columns(self):
        run('index', self.trace)
        row, facts = self.only(), info(self.trace)
        self.assertEqual(row['program'], facts['program'])
        self.assertEqual(row['arguments'], facts['arguments'])
        self.assertEqual(int(row['duration_ns']), int(facts['end_ns']) - int(facts['start_ns']))
        for name in ('machines', 'processors', 'events'):
            self.assertEqual(int(row[name]), facts[name], name)
        self.assertEqual(row['path'], self.trace)
        self.assertEqual(int(row['source_bytes']), os.path.getsize(self.trace))
        self.assertEqual((row['source'], row['pinned'], row['runtime']), ('there', '0', 'GHC'))
        self.assertEqual(row['index_path'], facts['index']['path'])
        self.assertEqual(int(row['index_bytes']), os.path.getsize(row['index_path']))
        seconds = int(float(facts['wall_clock']))
        self.assertEqual(row['date'], time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(seconds)))

    def test_newest_first(self):
        run('index', TREE)
        run('index', self.trace)
        self.assertEqual([row['runtime'] for row in rows('runs', '--csv')], ['GHC', 'Eden'])
        self.assertEqual(self.only('--search', 'MERGE sort')['runtime'], 'Eden')
        self.assertEqual(rows('runs', '--csv', '--search', 'merge nothing'), [])

    def test_text(self):
        """Two runs of one program are told apart by their files; a run in which nothing happened has no duration."""
        other, empty = self.trace.replace('a run', 'another'), os.path.join(WORK.name, 'empty.eventlog')
        with open(LOG, 'rb') as file:
            log = file.read()
        with open(other, 'wb') as file:
            file.write(log[:-2])
        with open(empty, 'wb') as file:
            file.write(log[:log.index(b'datb') + 4] + b'\xff\xff')
        for trace in (self.trace, other, empty):
            run('index', trace)
        lines = {line[60:80].strip(): line for line in run('runs').out.splitlines()}
        self.assertEqual(set(lines), {'file', 'a run.eventlog', 'another.eventlog', 'empty.eventlog'})
        self.assertEqual(lines['a run.eventlog'][42:58], lines['another.eventlog'][42:58])
        self.assertTrue(lines['a run.eventlog'][31:40].strip())
        self.assertEqual(lines['empty.eventlog'][31:40].strip(), '')

    def test_gone(self):
        """All but the raw events is as it was; the error says what is missing, and the exit status that it is."""
        expected = {table: dump(self.trace, table) for table in ('threads', 'collections', 'marks', 'wakeups')}
        statistics = run('stats', self.trace).out
        os.unlink(self.trace)
        row = self.only()
        self.assertEqual(row['source'], 'gone')
        for name in ('run:' + row['run'][:6], 'run:' + row['run'].upper(), row['index_path']):
            for table, found in expected.items():
                self.assertEqual(dump(name, table), found)
            self.assertEqual(run('stats', name).out, statistics)
            failed = run('dump', 'events', name, status=1)
            self.assertIn('gone: raw events are not available', failed.err)

    def test_written_over(self):
        expected = dump(self.trace, 'threads')
        shutil.copy(os.path.join(TOP, 'tests', 'data', 'ghc', 'parfib-n4-la.eventlog'), self.trace)
        self.assertNotEqual(dump(self.trace, 'threads'), expected)
        before = [row for row in rows('runs', '--csv') if row['source'] == 'changed']
        self.assertEqual(len(before), 1)
        self.assertEqual(dump('run:' + before[0]['run'], 'threads'), expected)
        self.assertIn('has changed', run('dump', 'events', 'run:' + before[0]['run'], status=1).err)

    def test_events_of_a_run(self):
        """A run whose file is as it was has its raw events, too."""
        expected = dump(self.trace, 'events', '--to', '5000000')
        self.assertGreater(len(expected), 100)
        self.assertEqual(dump('run:' + self.only()['run'], 'events', '--to', '5000000'), expected)

    def test_wrong_numbers(self):
        run('index', self.trace)
        self.assertIn('at least 4', run('info', 'run:12', status=1).err)
        self.assertIn('no such run', run('info', 'run:0123456789', status=1).err)
        self.assertIn('no such run', run('info', 'run:../../etc', status=1).err)
        digest = self.only()['run']
        self.assertIn('other files', run('info', 'run:' + digest, self.trace, status=1).err)

    def test_two_alike(self):
        run('index', self.trace)
        path = self.only()['index_path']
        shutil.copy(path, os.path.join(FOLDER, 'copy.h5'))
        self.assertIn('several', run('info', 'run:' + self.only_digest(), status=1).err)

    def only_digest(self):
        (digest,) = {row['run'] for row in rows('runs', '--csv')}
        return digest

    def test_damaged(self):
        """What is no index, half of one or a changed one is passed over, and does not hide the others."""
        run('index', self.trace)
        with open(self.only()['index_path'], 'rb') as file:
            whole = file.read()
        for name, data in (('empty.h5', b''), ('half.h5', whole[:len(whole) // 2]), ('text.h5', b'nothing' * 100),
                           ('flipped.h5', whole[:-90] + bytes([whole[-90] ^ 1]) + whole[-89:]),
                           ('seal.h5', whole[:-3] + b'xyz')):
            with open(os.path.join(FOLDER, name), 'wb') as file:
                file.write(data)
        os.mkdir(os.path.join(FOLDER, 'folder.h5'))
        os.mkfifo(os.path.join(FOLDER, 'fifo.h5'))
        self.only()

    def test_pin_and_remove(self):
        run('index', self.trace)
        run('index', TREE)
        digest = self.only('--search', 'nbody')['run']
        run('runs', '--pin', digest[:8])
        self.assertEqual(self.only('--search', 'nbody')['pinned'], '1')
        self.assertEqual(self.only('--search', 'mergesort')['pinned'], '0')
        run('runs', '--unpin', 'run:' + digest)
        self.assertEqual(self.only('--search', 'nbody')['pinned'], '0')
        run('runs', '--remove', digest)
        self.assertEqual(self.only()['runtime'], 'Eden')
        self.assertTrue(os.path.exists(self.trace))
        run('runs', '--remove', digest, status=1)

    def test_usage(self):
        run('runs', 'abcd', status=2)
        run('runs', '--pin', status=2)
        run('runs', '--pin', '--remove', 'abcd', status=2)

    @unittest.skipIf(os.environ.get('LANESCOPE_TEST_BRIEF'), 'not under sanitizers')
    def test_many(self):
        """Thousands of them in less than a second."""
        run('index', self.trace)
        path = self.only()['index_path']
        for i in range(MANY):
            os.link(path, os.path.join(FOLDER, '%d.h5' % i))
        seconds = []
        for _ in range(3):
            start = time.monotonic()
            self.assertEqual(len(rows('runs', '--csv')), MANY + 1)
            seconds.append(time.monotonic() - start)
        self.assertLess(min(seconds), 1)


if __name__ == '__main__':
    unittest.main()
