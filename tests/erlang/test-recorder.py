#!/usr/bin/env python3
"""test-recorder.py: what lanescope.erl records with a real Erlang, read by the program, against what is true.

Usage: test-recorder.py LANESCOPE_CLI SOURCE_ROOT [unittest options]

recorder_cases.erl makes the traces and says what is true of them. Under sanitizers (LANESCOPE_TEST_BRIEF) only one of
them is read. Without erl, erlc and OTP's runtime_tools all is skipped.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import glob
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'cli'))

import harness  # pylint: disable=wrong-import-position
from harness import dump, info, run  # pylint: disable=wrong-import-position

HERE = os.path.join(harness.TOP, 'tests', 'erlang')
RECORDER = os.path.join(harness.TOP, 'data', 'erlang', 'lanescope.erl')
BRIEF = bool(os.environ.get('LANESCOPE_TEST_BRIEF'))
SECRET = b'a secret that nobody shall read'


def free_port():
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        return probe.getsockname()[1]


def erlang(*args, **more):
    return subprocess.run(args, cwd=harness.WORK.name, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          encoding='utf-8', timeout=120, check=False, **more)


class Truth:
    """Runs cases in one virtual machine: what they said, by case and key, in order."""

    def __init__(self, *cases, port=0, native=False, status=0):
        done = erlang('erl', '+S', '2:2', '-noshell', '-pa', harness.WORK.name, *(['-pa', native_folder()] if native else []),
                      '-run', 'recorder_cases', 'main', harness.WORK.name, str(port), *cases)
        if done.returncode != status:
            raise AssertionError(done.stdout)
        self.said, self.logged = collections.defaultdict(list), ''
        for line in done.stdout.splitlines():
            case, key, value = (line.split(' ', 2) + ['', ''])[:3]
            if case in cases:
                self.said[case, key].append(value)
            else:
                self.logged += line + '\n'

    def __getitem__(self, key):
        return self.said[key][0]


def native_folder():
    return os.path.join(harness.WORK.name, 'native')


def trace(name):
    return os.path.join(harness.WORK.name, name + '.trace')


def content(name):
    with open(trace(name), 'rb') as file:
        return file.read()


def records(path):
    """The records of a trace file, as bytes."""
    with open(path, 'rb') as file:
        data = file.read()
    found, at = [], 0
    while at < len(data):
        size = int.from_bytes(data[at + 1:at + 5], 'big')
        found.append(data[at + 5:at + 5 + size])
        at += 5 + size
    return found


def tags(name):
    return collections.Counter(row['name'] for row in dump(trace(name), 'events'))


def setUpModule():
    for program in ('erl', 'erlc'):
        if shutil.which(program) is None:
            raise unittest.SkipTest(program + ' is not installed')
    if 'false' in erlang('erl', '-noshell', '-eval',
                         'io:format("~p", [code:which(dbg) =/= non_existing]), halt().').stdout:
        raise unittest.SkipTest("OTP's runtime_tools is not installed")
    done = erlang('erlc', '-Werror', '+debug_info', RECORDER, os.path.join(HERE, 'recorder_cases.erl'))
    if done.returncode != 0:
        raise AssertionError(done.stdout)


NATIVE = os.environ.get('LANESCOPE_ERLANG_TRACER', '')


@unittest.skipIf(BRIEF, 'one short trace is enough under sanitizers')
@unittest.skipUnless(NATIVE, 'the native tracer was not built: erl_nif.h (Debian: erlang-dev) was not found')
class Native(unittest.TestCase):
    """The tracer in native code, for sizes without contents."""
    @classmethod
    def setUpClass(cls):
        os.mkdir(native_folder())
        shutil.copy(NATIVE, native_folder())
        done = erlang('erlc', '-Werror', '+debug_info', '-o', native_folder(), RECORDER.replace('lanescope.erl', 'lanescope_tracer.erl'))
        if done.returncode != 0:
            raise AssertionError(done.stdout)
        cls.native, cls.port = Truth('both', native=True), Truth('both')

    def table(self, name, kind, *columns):
        return collections.Counter(tuple(row[column] for column in columns) for row in dump(trace(name), kind))

    def messages(self, name):
        """Between processes of the program: the code server's are others each time."""
        processes = {row['process']: row['entry'] for row in dump(trace(name), 'processes')}
        return collections.Counter((re.sub(r'\d+', 'N', processes[row['from_process']]), re.sub(r'\d+', 'N', processes[row['to_process']]),
                                    row['size'], row['size_unit'], row['receive_ns'] != '')
                                   for row in dump(trace(name), 'messages')
                                   if row['from_process'] in processes and row['to_process'] in processes
                                   and row['from_process'] != row['to_process'])

    def test_both_ways(self):
        self.assertEqual((self.native['both', 'native'], self.port['both', 'native']), ('true', 'false'))
        self.assertIn('replaced by their sizes only when the recording ends: there is no module', self.port.logged)
        self.assertEqual(self.native.logged, '')
        for name in ('work', 'ring', 'shapes', 'now'):
            with self.subTest(name):
                native, port = 'native' + name, 'port' + name
                self.assertEqual(self.native['both', name], self.port['both', name])
                for path in (native, port):
                    run('info', '--strict', trace(path))
                    self.assertNotIn(SECRET, content(path))
                self.assertGreater(sum(self.messages(native).values()), 5)
                self.assertEqual(self.messages(native), self.messages(port))
                self.assertEqual(self.table(native, 'marks', 'kind', 'text'), self.table(port, 'marks', 'kind', 'text'))
                self.assertEqual(*(collections.Counter((re.sub(r'\d+', 'N', row['entry']), row['name'], row['end'])
                                                       for row in dump(trace(path), 'processes')) for path in (native, port)))
                self.assertEqual(*({tag for tag in tags(path) if not tag.startswith(('scheduler_', 'gc_'))} for path in (native, port)))
        self.assertEqual(tags('nativework')['call'], tags('portwork')['call'])
        self.assertGreater(tags('nativering')['inactive'], 20 * 40 // 2)

    def test_sizes(self):
        """As the VM itself writes terms, of any kind."""
        wanted = list(map(int, re.findall(r'\d+', self.native['both', 'sizes'])))
        sizes = sorted(int(row['size']) for row in dump(trace('nativeshapes'), 'messages') if row['receive_ns'])
        for size in wanted:
            self.assertIn(size, sizes)
            sizes.remove(size)

    def test_order(self):
        """Each receipt finds who sent it, also where the profile comes later."""
        rows = [row for row in dump(trace('nativering'), 'waits') if row['end_by'] != 'end']
        self.assertGreater(len(rows), 100)
        self.assertGreaterEqual(sum(row['root'] != 'none' for row in rows) / len(rows), 0.99)

    def test_purged(self):
        """The module is not taken away softly while it is used; where it is by force, that is told. In a virtual machine of its own: one of
        before OTP 25.3 may crash some time after (erlang/otp 6448)."""
        truth = Truth('purged', native=True)
        self.assertEqual((truth['purged', 'untouched'], truth['purged', 'soft'], truth['purged', 'stop'], truth['purged', 'again']),
                         ('true', 'false', '{stopped,tracer_unloaded}', 'ok'))
        run('info', '--strict', trace('purged_again'))
        for name in ('purged', 'purged_again'):
            self.assertGreaterEqual(self.large(name), 20 * 21, name)

    def test_safe(self):
        """The module is not replaced while it is used, and is when it is not; errors of files are told."""
        truth = Truth('safe', native=True)
        self.assertEqual(truth['safe', 'untouched'], 'true')
        self.assertEqual((truth['safe', 'reload'], truth['safe', 'reloaded'], truth['safe', 'idle']), ('{error,on_load_failure}', 'ok', 'module'))
        self.assertRegex(truth['safe', 'folder'], r'^\{error,\{cannot_write,.*,enoent\}\}$')
        self.assertEqual((truth['safe', 'full'], truth['safe', 'full_stop']), ('ok', '{stopped,{write_error,enospc}}'))
        run('info', '--strict', trace('safe_reload'))
        self.assertGreaterEqual(self.large('safe_reload'), 20 * 21)

    @staticmethod
    def large(name):
        return sum(int(row['size']) > 200 for row in dump(trace(name), 'messages'))

    def test_ends(self):
        """What was recorded is in the file, however the virtual machine ends."""
        for how, status in (('halt', 0), ('stop', 0), ('kill', -9)):
            with self.subTest(how):
                Truth(how, native=True, status=status)
                self.assertIn('the log has no end', str(info(trace(how))['losses']))
                self.assertGreaterEqual(self.large(how), 50 * 21)


class Recorded(unittest.TestCase):
    def sizes(self, name, truth, case):
        """The six messages of work/0; others are those of OTP's code server."""
        processes = {row['process']: row for row in dump(trace(name), 'processes')}
        root = next(p for p, row in processes.items() if row['entry'] == 'recorder_cases:work/0')
        children = {p for p, row in processes.items() if row['entry'] == 'recorder_cases:talker/1'}
        self.assertEqual(len(children), 3)
        self.assertEqual({processes[p]['parent_process'] for p in children}, {root})
        sent = [row for row in dump(trace(name), 'messages') if row['from_process'] in children | {root}
                and row['to_process'] in children | {root} and row['from_process'] != row['to_process']]
        wanted = list(map(int, re.findall(r'\d+', truth[case, 'sizes'])))
        self.assertEqual(sorted(int(row['size']) for row in sent), wanted)
        for row in sent:
            self.assertEqual(row['size_unit'], 'bytes')
            self.assertLessEqual(int(row['send_ns']), int(row['receive_ns']), 'each was received')
        return processes[root]

    def test_short(self):
        truth = Truth('short')
        self.assertEqual(truth['short', 'all'], '89')
        self.assertEqual(truth['short', 'untouched'], 'true')
        self.sizes('all', truth, 'short')
        self.assertNotIn(SECRET, content('all'))
        self.assertEqual([row['text'] for row in dump(trace('all'), 'marks')], ['before', 'after all, schön'])


@unittest.skipIf(BRIEF, 'one short trace is enough under sanitizers')
class Options(Recorded):
    @classmethod
    def setUpClass(cls):
        cls.truth = Truth('options')

    def test_short(self):
        self.assertEqual(self.truth['options', 'untouched'], 'true')

    def processes(self, name, births=True):
        rows = dump(trace(name), 'processes')
        entries = collections.Counter(row['entry'] for row in rows)
        if births:
            self.assertEqual(entries['recorder_cases:talker/1'], 3)
            self.assertEqual(entries['recorder_cases:work/0'], 1)
            self.assertIn('recorder_first', {row['name'] for row in rows})
            self.assertEqual({row['end'] for row in rows}, {'finished'})
        self.assertEqual(len(rows), 4 if births else len(rows), rows)
        self.assertEqual(self.truth['options', name], '89', 'the result of the function')
        return rows

    def test_procs_basic(self):
        self.processes('procs_basic')
        seen = tags('procs_basic')
        self.assertEqual((seen['spawn'], seen['spawned'], seen['exit']), (3, 4, 4))
        for tag in ('in', 'send', 'receive', 'active', 'gc_minor_start', 'open'):
            self.assertEqual(seen[tag], 0, tag)

    def test_procs(self):
        self.processes('procs')
        self.assertGreater(tags('procs')['active'], 3)
        self.assertEqual(tags('procs')['in'], 0)

    def test_ports(self):
        for name in ('ports_basic', 'ports'):
            rows = dump(trace(name), 'ports')
            self.assertEqual([row['driver'] for row in rows], ['cat'])
            self.assertEqual(tags(name)['closed'], 1)
            self.assertEqual(tags(name)['spawn'], 0)

    def test_running(self):
        self.processes('running')
        for row in dump(trace('running'), 'threads'):
            self.assertGreater(int(row['runs']), 0)
            self.assertGreater(int(row['running_ns']), 0)
        self.assertEqual(len(dump(trace('running'), 'processors')), 0)

    def test_migration(self):
        self.processes('migration')
        numbers = {row['processor'] for row in dump(trace('migration'), 'processors')}
        self.assertTrue(numbers and numbers <= {'0', '1', '2'}, numbers)

    def test_schedulers(self):
        # On a busy computer a scheduler may not find the time to become inactive.
        rows = sum((dump(trace(name), 'schedulers') for name in ('schedulers', 'all', 'monotonic', 'strict')), [])
        self.assertGreater(len(rows), 0)
        self.assertEqual(len(dump(trace('migration'), 'schedulers')), 0)
        self.assertTrue({row['processor'] for row in rows} <= {'1', '2'})
        self.assertTrue({row['active_schedulers'] for row in rows} <= {'0', '1', '2'})

    def test_message(self):
        root = self.sizes('message', self.truth, 'options')
        self.assertIn(SECRET, content('message'))
        self.assertEqual(tags('message')['in'], 0)
        # 3 to its children, one to the port; the code server's are more.
        self.assertGreaterEqual(int(root['messages_sent']), 3)

    def test_message_sizes(self):
        self.sizes('message_sizes', self.truth, 'options')
        self.assertNotIn(SECRET, content('message_sizes'))
        self.assertLess(len(content('message_sizes')), len(content('message')))

    def test_garbage_collection(self):
        rows = self.processes('garbage_collection')
        first = next(row['process'] for row in rows if row['name'] == 'recorder_first')
        majors = [row for row in dump(trace('garbage_collection'), 'events')
                  if row['name'] == 'gc_major_start' and row['detail'].startswith(first + ' ')]
        self.assertEqual(len(majors), 5)

    def test_callgraph(self):
        calls = collections.Counter()
        for row in dump(trace('callgraph'), 'events'):
            if row['name'] == 'call':
                calls[re.search(r'\{recorder_cases,(\w+),(\d+)\}', row['detail']).groups()] += 1
        self.assertEqual(calls, {('work', '0'): 1, ('fib', '1'): 177, ('talker', '1'): 3})
        self.assertEqual(tags('callgraph')['label'], 2)

    def test_all(self):
        for name in ('all', 'all_callgraph', 'monotonic', 'strict'):
            with self.subTest(name):
                self.processes(name)
                seen = tags(name)
                for tag in ('in', 'out', 'send', 'receive', 'active', 'gc_major_start', 'open', 'label'):
                    self.assertGreater(seen[tag], 0, tag)
                self.assertEqual(seen['call'] > 180, name == 'all_callgraph')
                self.sizes(name, self.truth, 'options')
                self.assertEqual(info(trace(name))['losses'], [])

    def test_time(self):
        """Each lasted 20 ms and some more, whatever its clock."""
        for name in ('all', 'monotonic', 'strict'):
            facts = info(trace(name))
            self.assertGreater(facts['end_ns'] - facts['start_ns'], 20e6)
            self.assertLess(facts['end_ns'] - facts['start_ns'], 5e9)


@unittest.skipIf(BRIEF, 'one short trace is enough under sanitizers')
class Others(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cases = ('labels', 'waits', 'result', 'errors', 'full', 'limits', 'who', 'chosen', 'wrap', 'samples')
        cls.truth = Truth(*cls.cases)

    def test_untouched(self):
        """Nothing is traced any more, and nobody is left."""
        for case in self.cases:
            self.assertEqual(self.truth[case, 'untouched'], 'true', case)

    def test_waits(self):
        """Who waited has a cause: no record of the profile is lost at the end, and stamps are in the order of what happened."""
        blocked = rooted = 0
        for name in ('waits1', 'waits2', 'waits3'):
            seen = tags(name)
            self.assertGreater(seen['inactive'], 20 * 40 // 2, name)
            for row in dump(trace(name), 'waits'):
                if row['end_by'] == 'end':
                    continue  # the recording ended first
                blocked += int(row['duration_ns'].partition('.')[0])
                rooted += 0 if row['root'] == 'none' else int(row['duration_ns'].partition('.')[0])
        self.assertGreaterEqual(rooted / blocked, 0.99)

    def test_clock(self):
        """The VM's own clock, and what time of day that was: the end is said by the wall clock."""
        facts = info(trace('waits3'))
        self.assertLess(abs(float(facts['wall_clock']) - int(self.truth['waits', 'wall']) / 1e6), 60)
        rows = dump(trace('waits3'), 'events')
        names = [row['name'] for row in rows]
        self.assertEqual(names.count('profile_stop'), 1)
        stop = rows[names.index('profile_stop')]
        # All work was done before its stamp. Until profile and trace are off, who did it may still say that it rests.
        self.assertLessEqual(set(names[names.index('profile_stop') + 1:]),
                             {'out', 'inactive', 'active', 'scheduler_active', 'scheduler_inactive'})
        work = [row for row in rows if row['name'] in ('in', 'out_exited', 'send', 'receive')]
        self.assertGreater(int(stop['time_ns']), int(work[-1]['time_ns'].partition('.')[0]))
        self.assertTrue(any(int(row['time_ns'].partition('.')[0]) % 1000 for row in rows), 'finer than µs')

    def test_labels(self):
        for name in ('labels_alone', 'labels_calls'):
            wanted = [re.match(r'\{%s,\{(<.*>),(\d+),(\d+)\}\}$' % name, value).groups()
                      for value in self.truth.said['labels', 'label'] if value.startswith('{%s,' % name)]
            self.assertEqual(len(wanted), 2)
            marks = dump(trace(name), 'marks')
            self.assertEqual([(row['thread'], row['processor'], row['kind'], row['text']) for row in marks],
                             [(pid, scheduler, 'label', '{on,%s}' % n) for pid, n, scheduler in wanted])

    def test_result(self):
        self.assertEqual(self.truth['result', 'value'], '{a,value}')
        ends = {'error': '{error,{bad,thing},[crash]}', 'throw': '{throw,ball,[crash]}', 'exit': '{exit,over,[crash]}',
                'kill': '{exit,killed,[]}'}
        for kind, wanted in ends.items():
            self.assertEqual(self.truth['result', kind], wanted)
            rows = dump(trace(kind), 'processes')
            self.assertEqual([(row['entry'], row['end']) for row in rows], [('recorder_cases:crash/1', 'killed')])
        reasons = {row['detail'] for row in dump(trace('error'), 'events') if row['name'] == 'exit'}
        self.assertIn('{bad,thing}', reasons.pop())

    def test_errors(self):
        said = {key[1]: value[0] for key, value in self.truth.said.items() if key[0] == 'errors'}
        self.assertRegex(said['folder'], r'^\{error,\{cannot_write,.*,enoent\}\}$')
        self.assertRegex(said['profile'], r'^\{lanescope,\{cannot_write,.*,enoent\}\}$')
        self.assertRegex(said['option'], r'^\{error,\{bad_option,no_such_option,')
        self.assertEqual(said['module'], '{error,{no_module,no_such_module}}')
        self.assertEqual(said['name'], '{error,{no_process,nobody_of_this_name}}')
        self.assertRegex(said['target'], r'^\{error,\{bad_target,')
        self.assertEqual(said['stop'], '{error,not_recording}')
        self.assertRegex(said['again'], r'^\{error,\{already_recording,')
        self.assertRegex(said['again_profile'], r'^\{lanescope,\{already_recording,')
        self.assertEqual((said['first'], said['second']), ('ok', 'false'))

    def test_full(self):
        """A disk that is full."""
        self.assertEqual(self.truth['full', 'stop'], '{stopped,{write_error,enospc}}')

    def test_limits(self):
        self.assertEqual(self.truth['limits', 'stop'], '{stopped,max_size}')
        self.assertGreater(len(content('max_size')), 200000)
        self.assertEqual(info(trace('max_size'))['losses'], [])
        self.assertEqual(tags('max_size')['profile_stop'], 1)
        self.assertEqual(self.truth['limits', 'time'], 'went_on')
        self.assertEqual([row['end'] for row in dump(trace('max_time'), 'processes')], ['open'])

    def test_who(self):
        quiet = self.truth['who', 'quiet']
        every = {row['process']: row for row in dump(trace('trace_all'), 'processes')}
        self.assertEqual((every[quiet]['name'], every[quiet]['entry']), ('recorder_quiet', 'recorder_cases:quiet/0'))
        self.assertEqual(len([row for row in every.values() if row['entry'].startswith('lanescope')]), 0)
        own = dump(trace('own'), 'processes')
        self.assertEqual([(re.sub(r'\d+', 'N', row['entry']), row['messages_sent']) for row in own],
                         [('#Fun<recorder_cases.N>', '1')])
        chosen = dump(trace('chosen'), 'processes')
        self.assertEqual([(row['process'], row['name'], row['entry'], row['messages_received'], row['end'])
                          for row in chosen], [(quiet, 'recorder_quiet', 'recorder_cases:quiet/0', '1', 'finished')])
        self.assertEqual([row['text'] for row in dump(trace('no_auto_stop'), 'marks')], ['in', 'later'])

    def test_chosen(self):
        """Calls of one process alone; messages that match alone, at both of their ends."""
        first = self.truth['chosen', 'first']
        self.assertEqual((self.truth['chosen', 'calls'], self.truth['chosen', 'messages']), ('ok', 'ok'))
        called = collections.Counter((row['name'], row['detail'].startswith(first + ' ')) for row in dump(trace('chosen_calls'), 'events')
                                     if row['name'] in ('call', 'return_to') and 'fib' in row['detail'])
        self.assertEqual(called['call', True], 15 * 10) # fib(5)
        self.assertEqual({own for _name, own in called}, {True})
        seen = collections.Counter((row['name'], re.sub(r'<[^>]*>', 'P', re.search(r'\{fib,\d\}|pong|ping|timeout|$', row['detail']).group()))
                                   for row in dump(trace('chosen_messages'), 'events') if row['name'] in ('send', 'receive', 'receive_timeout'))
        self.assertEqual({what for _name, what in seen if what}, {'{fib,5}', 'pong', 'timeout'})
        self.assertEqual((seen['send', '{fib,5}'], seen['receive', '{fib,5}'], seen['receive', 'pong'], seen['receive_timeout', 'timeout']), (20, 20, 20, 1), seen)
        self.assertEqual(self.truth['chosen', 'nobody'], '{error,{no_process,nobody_of_this_name}}')
        self.assertEqual(self.truth['chosen', 'pattern'], 'error')

    def test_names_known_before(self):
        """A message to a name that was registered before goes to its process."""
        quiet = self.truth['who', 'quiet']
        sent = [row for row in dump(trace('trace_all'), 'messages') if row['to_process'] == quiet]
        self.assertEqual(len(sent), 1)
        self.assertNotEqual(sent[0]['receive_ns'], '')

    def test_wrap(self):
        sizes = list(map(int, re.findall(r'\d+', self.truth['wrap', 'files'])))
        self.assertIn(len(sizes), (3, 4))
        self.assertTrue(all(size < 21000 for size in sizes), sizes)
        files = glob.glob(os.path.join(harness.WORK.name, 'wrap?.trace'))
        facts = info(files[0]) # the others lie beside it
        self.assertEqual(facts['events'], sum(len(records(path)) for path in files))
        self.assertTrue(all('written over' in loss['reason'] for loss in facts['losses']), facts['losses'])

    def test_samples(self):
        self.assertEqual(self.truth['samples', 'files'], '15')
        stem = os.path.join(harness.WORK.name, 'sampled.sample_%s.dat')
        columns = {'mem_info': 6, 'msacc': 7, 'ets_tables': 1, 'process_count': 1, 'run_queue': 1, 'schedulers_online': 1, 'message_queue_len': 2}
        for kind, wanted in columns.items():
            with open(stem % kind, encoding='utf-8') as file:
                lines = file.read().splitlines()
            self.assertEqual(lines[0], '#' + kind)
            self.assertRegex(lines[1], r'^#start_us \d{16}$')
            values = [list(map(float, line.split())) for line in lines if not line.startswith('#')]
            self.assertGreater(len(values), 5)
            self.assertEqual({len(row) - 1 for row in values}, {wanted})
            self.assertEqual(values, sorted(values, key=lambda row: row[0]))
            if kind == 'message_queue_len':
                self.assertEqual(lines[2], '#columns code_server init')
            if kind == 'msacc':
                self.assertEqual({round(sum(row[1:]), 4) for row in values}, {1})
            if kind == 'schedulers_online':
                self.assertEqual({row[1] for row in values}, {2})

    def test_longest_mailboxes(self):
        """Whose they are is said where that changes; who had none is not told of."""
        full = self.truth['samples', 'full']
        with open(os.path.join(harness.WORK.name, 'sampled.sample_message_queue_len_top.dat'), encoding='utf-8') as file:
            lines = file.read().splitlines()
        self.assertEqual(lines[0], '#message_queue_len')
        columns, found = [], []
        for line in lines[2:]:
            word, *values = line.split()
            if word == '#columns':
                self.assertNotEqual(columns, values)
                columns = values
                continue
            self.assertEqual(len(values), len(columns))
            found += [int(value) for pid, value in zip(columns, values) if pid == full]
        self.assertEqual((found, found[-1]), (sorted(found), 12)) # it is filled, and stays full
        rows = [row for row in dump(trace('sampled'), 'counters') if row['name'] == 'message_queue_len' and row['thread'] == full]
        values = [int(row['value']) for row in rows]
        self.assertIn(12, values)
        self.assertLessEqual(set(values), set(found))


    def test_who_has_most(self):
        """Binaries and tables, of whoever has most of them, to the byte; memory and reductions of somebody."""
        hoard, rows = self.truth['samples', 'hoard'], dump(trace('sampled'), 'counters')
        for name in ('binary', 'ets'):
            values = [int(row['value']) for row in rows
                      if row['name'] == 'process_' + {'binary': 'binaries'}.get(name, name) and row['thread'] == hoard]
            self.assertEqual(max(values), int(self.truth['samples', name]))
        tables = [row for row in dump(trace('sampled'), 'ets-tables') if row['owner'] == hoard]
        self.assertEqual({re.sub('/.*', '', row['table']) for row in tables}, {'hoard'})
        self.assertEqual(max((int(row['bytes']), row['objects']) for row in tables), (int(self.truth['samples', 'ets']), '100000'))
        memory = [int(row['value']) for row in rows if row['name'] == 'process_memory' and row['thread'] == hoard]
        self.assertGreater(max(memory, default=0), 2000)
        self.assertGreater(max(int(row['value']) for row in rows if row['name'] == 'reductions'), 1000)
        shares = [sum(int(row['value']) for row in rows if row['name'].startswith('msacc_') and row['time_ns'] == time)
                  for time in {row['time_ns'] for row in rows if row['name'].startswith('msacc_')}]
        self.assertTrue(shares and all(abs(share - 1000000) <= 7 for share in shares), shares)


@unittest.skipIf(BRIEF, 'one short trace is enough under sanitizers')
class Network(unittest.TestCase):
    def test_tcp(self):
        port, received = free_port(), []

        def listen():
            end = time.monotonic() + 20
            while time.monotonic() < end:
                try:
                    with socket.create_connection(('127.0.0.1', port), timeout=20) as client:
                        while data := client.recv(65536):
                            received.append(data)
                    return
                except ConnectionRefusedError:
                    time.sleep(0.01)
        thread = threading.Thread(target=listen)
        thread.start()
        truth = Truth('tcp', port=port)
        thread.join()
        self.assertEqual((truth['tcp', 'result'], truth['tcp', 'untouched']), ('89', 'true'))
        with open(trace('tcp'), 'wb') as file:
            file.write(b''.join(received))
        entries = collections.Counter(row['entry'] for row in dump(trace('tcp'), 'processes'))
        self.assertEqual(entries['recorder_cases:talker/1'], 3)
        self.assertEqual(tags('tcp')['profile_stop'], 1)
        run('info', '--strict', trace('tcp'))


if __name__ == '__main__':
    harness.main()
