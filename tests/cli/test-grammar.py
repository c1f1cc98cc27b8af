#!/usr/bin/env python3
"""test-grammar.py: one grammar for all commands: formats, times with units, options by topic, and what is said to who writes something wrong.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import os
import pty
import re
import subprocess
import unittest

import harness
from harness import dump, info, rows, run

GHC = os.path.join(harness.TOP, 'data', 'examples', 'nbody.eventlog')
ERLANG = os.path.join(harness.TOP, 'tests', 'data', 'erlang', 'every_all.dat')


def on_a_terminal(*args):
    """What is written to a terminal, as lines."""
    ours, theirs = pty.openpty()
    env = dict(os.environ, LC_ALL='C.UTF-8', XDG_CACHE_HOME=harness.CACHE, GSETTINGS_BACKEND='memory')
    process = subprocess.Popen([harness.PROGRAM, *map(str, args)], stdout=theirs, stderr=subprocess.PIPE, env=env)
    os.close(theirs)
    text = b''
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break
        if not part:
            break
        text += part
    os.close(ours)
    process.stderr.close()
    assert process.wait() == 0, args
    return text.decode().replace('\r\n', '\n').splitlines()


class Formats(unittest.TestCase):
    def assert_aligned(self, lines, columns):
        """Each heading begins or ends where the cells below it do: there are columns of blanks between them."""
        self.assertGreater(len(lines), 1)
        width = max(map(len, lines))
        blank = ''.join(' ' if all(line.ljust(width)[i] == ' ' for line in lines) else '#' for i in range(width))
        self.assertEqual(len(re.split('  +', blank.strip())), columns, '\n'.join(lines[:5]))

    def test_tables_are_aligned_on_a_terminal(self):
        for args in (['dump', 'machines', GHC], ['dump', 'collections', '--format', 'text', GHC],
                     ['columns', '--lane', 'processor:1/0', '--width', 5, GHC]):
            lines = on_a_terminal(*args)
            table = list(rows(*args[:-1], '--csv', GHC) if '--format' not in args else dump(GHC, 'collections'))
            self.assertEqual(len(lines), len(table) + 1)
            self.assertNotIn(',', lines[0])
            self.assertEqual(lines[0].split(), list(table[0]))
        self.assert_aligned(on_a_terminal('dump', 'processors', GHC), len(on_a_terminal('dump', 'processors', GHC)[0].split()))

    def test_pipes_get_csv(self):
        for args in (['dump', 'threads', GHC], ['columns', '--lane', 'processor:1/0', '--width', 5, GHC]):
            self.assertEqual(run(*args).out, run(*args[:-1], '--csv', GHC).out)
            self.assertIn(',', run(*args).out.splitlines()[0])

    def test_a_long_table_is_whole(self):
        text = run('dump', 'events', '--format', 'text', GHC).out.splitlines()
        self.assertEqual(len(text), len(dump(GHC, 'events')) + 1)

    def test_report_is_aligned(self):
        lines = run('report', '--what', 'activity', ERLANG).out.splitlines()
        self.assertNotIn('\t', '\n'.join(lines))
        self.assertGreater(len(lines), 20)
        self.assertEqual(on_a_terminal('report', '--what', 'activity', ERLANG), lines)

    def test_summary_of_watch(self):
        """--json takes no file, as everywhere; what earlier versions took still does what it did."""
        log, left = os.path.join(harness.TOP, 'data', 'examples', 'nbody.eventlog'), os.path.join(harness.WORK.name, 'left.json')
        told = json.loads(run('watch', '-q', '--json', log).out)
        self.assertEqual(told['events'], harness.info(log)['events'])
        for option in ('--summary=' + left, '--json=' + left):
            self.assertEqual(run('watch', '-q', option, log).out, '')
            with open(left, encoding='utf-8') as file:
                self.assertEqual(json.load(file)['events'], told['events'])
            os.remove(left)
        self.assertEqual(json.loads(run('watch', '-q', '--json=-', log).out)['events'], told['events'])
        self.assertIn('--summary=FILE', run('watch', '--json', 'out.json', log, status=2).err)

    def test_json_everywhere(self):
        for args in (['dump', 'threads'], ['stats'], ['report'], ['info'], ['index'], ['columns', '--lane', 'machine:1', '--width', 3],
                     ['measure'], ['explain'], ['critical-path'], ['phases'], ['find', '--longer', '1ms']):
            self.assertEqual(type(json.loads(run(*args, '--json', GHC).out)), type(json.loads(run(*args, '--format', 'json', GHC).out)), args)
        self.assertEqual(run('dump', 'threads', '--json', GHC).out, run('dump', 'threads', '--format=json', GHC).out)
        for args in (['info', '--csv'], ['info', '--format', 'csv'], ['index', '--format=csv']):
            self.assertIn('csv', run(*args, GHC, status=2).err)  # they took it, and printed text
        self.assertIn('one of them', run('dump', 'threads', '--json', '--csv', GHC, status=2).err)


class Times(unittest.TestCase):
    def test_units(self):
        table = dump(GHC, 'events', '--from', 1500000, '--to', 2000000)
        self.assertGreater(len(table), 3)
        for first, last in (('1.5ms', '2ms'), ('1500us', '0.002s'), ('1500µs', '2000000ns'), ('0.0015s', '2000000000ps')):
            self.assertEqual(dump(GHC, 'events', '--from', first, '--to', last), table)
        self.assertIn('--from 3ms is later than --to 2ms', run('dump', 'events', '--from', '3ms', '--to', '2ms', GHC, status=2).err)
        for command in (['stats'], ['explain'], ['dump', 'counters'], ['report'], ['columns', '--lane', 'processor:1/0']):
            told = run(*command, '--from', '300s', GHC, status=1 if command == ['explain'] else 0)
            self.assertIn('Nothing was recorded in that range: the trace lasts from', told.err)
        self.assertEqual(dump(GHC, 'counters', '--from', '300s'), [])
        for bad in ('5 parsecs', '5fs', 'ms', '', '1.2.3ms'):
            self.assertIn('5ms', run('info', '--from', bad, GHC, status=2).err)

    def test_align_and_calipers(self):
        one = run('compare', '--align', 'at:1000000,2000000', GHC, GHC).out
        self.assertEqual(run('compare', '--align', 'at:1ms,0.002s', GHC, GHC).out, one)
        self.assertEqual(run('compare', '--align', 'interval:1ms-2ms,1000us-2000000', GHC, GHC).out,
                         run('compare', '--align', 'interval:1000000-2000000,1000000-2000000', GHC, GHC).out)

    def test_waiting(self):
        absent = os.path.join(harness.WORK.name, 'never')
        self.assertIn('takes a time', run('watch', '--wait', 'long', absent, status=2).err)
        self.assertIn('takes a time', run('watch', '--for', '0', absent, status=2).err)
        run('watch', '--for', '200ms', '--wait', '30s', absent, status=None)


class Help(unittest.TestCase):
    COMMANDS = ('info', 'explain', 'critical-path', 'phases', 'what-if', 'stats', 'dump', 'columns', 'compare', 'convert', 'export', 'find', 'index', 'measure', 'redact', 'report', 'scale', 'watch')

    def test_topics(self):
        for command in self.COMMANDS:
            text = run(command, '--help').out
            self.assertNotIn('--lock-names', text, command)
            self.assertIn('--help-simulations', text, command)
            self.assertIn('\nReading traces:\n', text, command)
            more = run(command, '--help-simulations').out
            self.assertEqual(len(re.findall(r'(?m)^  --', more)), 7, command)
            self.assertIn('--lock-names', run(command, '--help-all').out)
        self.assertNotIn('simulations', run('runs', '--help-all').out.lower())
        self.assertIn('\nTimes:\n', run('dump', '--help').out)


class Meant(unittest.TestCase):
    def assert_meant(self, name, *args):
        self.assertIn('Did you mean “%s”?' % name, run(*args, status=2).err)

    def test_names(self):
        self.assert_meant('stats', 'stat', GHC)
        self.assert_meant('compare', 'comapre', GHC, GHC)
        self.assert_meant('collections', 'dump', 'colections', GHC)
        self.assert_meant('--format', 'dump', 'threads', '--fromat', 'csv', GHC)
        self.assert_meant('--longest', 'dump', 'threads', '--longst=waits', GHC)
        self.assert_meant('message-graph', 'export', '--view', 'message-grpah', '-o', 'x.svg', GHC)
        self.assert_meant('thread', 'stats', '--by', 'threads', GHC)
        for args in (['frobnicate', GHC], ['dump', 'xyzzy', GHC], ['info', '--frobnicate', GHC]):
            self.assertNotIn('Did you mean', run(*args, status=2).err)

    def test_tables_are_listed(self):
        err = run('dump', 'xyzzy', GHC, status=2).err
        for table in ('machines', 'threads', 'process-tree', 'coherence-pairs'):
            self.assertIn(table, err)

    def test_formats_are_listed(self):
        path = os.path.join(harness.WORK.name, 'junk')
        with open(path, 'wb') as file:
            file.write(b'nothing of interest\n' * 9)
        err = run('info', path, status=1).err
        self.assertIn('lanescope-cli: nowhere: cannot be opened', run('info', 'nowhere', GHC).err)
        for name in ('GHC', 'Eden', 'Erlang', 'gem5', 'M5', 'O3PipeView', 'Kanata', 'Intel PT'):
            self.assertIn(name, err)

    def test_erlang(self):
        shell = os.path.join(harness.WORK.name, 'erl')
        with open(shell, 'w', encoding='utf-8') as file:
            file.write('#!/bin/sh\nexit 0\n')
        os.chmod(shell, 0o755)
        err = run('watch', '--', shell, status=None, cwd=harness.WORK.name).err
        self.assertIn('lanescope:start', err)
        self.assertIn('watch tcp://localhost:4711', err)
        self.assertNotIn('+RTS', err)
        self.assertEqual(err.count('lanescope:start'), 1)


class Views(unittest.TestCase):
    def test_compare_takes_two_runs(self):
        other = os.path.join(harness.TOP, 'tests', 'data', 'erlang', 'every_all.dat')
        drawn = []
        for name, args in (('a.svg', [ERLANG, other]), ('b.svg', ['--baseline', ERLANG, other])):
            path = os.path.join(harness.WORK.name, name)
            run('export', '--view', 'compare', '-o', path, *args)
            with open(path, 'rb') as file:
                drawn.append(file.read())
        self.assertEqual(*drawn)
        self.assertIn('two runs', run('export', '--view', 'compare', '-o', 'x.svg', GHC, status=2).err)
        self.assertIn('two runs', run('export', '--view', 'compare', '-o', 'x.svg', GHC, GHC, GHC, status=2).err)

    def test_clock_has_a_unit(self):
        self.assertIn('takes a time', run('info', '--clock', 'quick', GHC, status=2).err)
        self.assertEqual(info(GHC, '--clock', '0.5ns')['events'], info(GHC, '--clock', 500)['events'])


if __name__ == '__main__':
    harness.main()
