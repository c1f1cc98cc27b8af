#!/usr/bin/env python3
"""test-report.py: the tables of `report` against brute force over `dump`, whole and in ranges; its picture, and its page.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import base64
import collections
import html.parser
import json
import os
import random
import statistics
import tempfile
import unittest
import xml.etree.ElementTree

import harness
from harness import dump, info, number, rows, run

TRACE = os.path.join(harness.TOP, 'tests', 'data', 'erlang', 'every_all.dat')
GHC = os.path.join(harness.TOP, 'data', 'examples', 'nbody.eventlog')


def report(what, *args, trace=TRACE):
    return rows('report', '--what', what, '--format', 'csv', *args, trace)


def ranges():
    """The whole, and two ranges of it, as options."""
    facts, chance, made = info(TRACE), random.Random(5), [()]
    for _ in range(2):
        edges = sorted(chance.randrange(facts['start_ns'], facts['end_ns']) // 1000 * 1000 for _ in range(2))
        made.append(('--from', edges[0], '--to', max(edges[1], edges[0] + 1000)))
    return made


class Load(unittest.TestCase):
    def test_time(self):
        """But for what is not known at the end: a run that the trace does not see end is counted, and is no time of its thread."""
        for args in [('--to', 26411000), ('--from', 1000000, '--to', 20000000), ('--from', 26000000, '--to', 26411000)]:
            table = report('load', *args)
            threads = dump(TRACE, 'threads', *args)
            for column, states in (('running', ['running_ns', 'active_ns']), ('ready', ['runnable_ns'])):
                drawn = sum(float(row[column]) * (number(row['to_ns']) - number(row['from_ns'])) for row in table)
                known = sum(number(row[state]) or 0 for row in threads for state in states)
                self.assertAlmostEqual(drawn, known, delta=1 + known * 1e-4, msg=(args, column))

    def test_chosen(self):
        """The load of some threads alone is theirs; of all of them it is the whole's."""
        threads = [row for row in dump(TRACE, 'threads', '--to', 26411000) if number(row['running_ns'])]
        name = lambda row: 'thread:%s/%s' % (row['machine'], row['thread'])
        for some in (threads[:1], threads[1:4], threads):
            table = report('load', '--lanes', ','.join(map(name, some)), '--to', 26411000)
            drawn = sum(float(row['running']) * (number(row['to_ns']) - number(row['from_ns'])) for row in table)
            known = sum((number(row['running_ns']) or 0) + (number(row['active_ns']) or 0) for row in some)
            self.assertAlmostEqual(drawn, known, delta=1 + known * 1e-4)
        self.assertEqual([row['processors'] for row in table], [row['processors'] for row in report('load', '--to', 26411000)])
        self.assertIn('no', run('report', '--what', 'load', '--lanes', 'thread:1/999999999', TRACE, status=1).err)
        self.assertIn('cannot be chosen', run('report', '--what', 'load', '--lanes', 'machine:1', TRACE, status=1).err)
        self.assertIn('--lanes is of', run('report', '--lanes', 'thread:1/1', TRACE, status=2).err)

    def test_before_the_first_word_of_a_scheduler(self):
        first = dump(TRACE, 'schedulers')[0]
        active = int(first['active_schedulers']) + (-1 if first['state'] == 'active' else 1)
        end = int(first['time_ns'])
        for args in ([], ['--from', end // 2, '--to', end]):
            row = report('load', *args)[0]
            self.assertEqual(float(row['processors']), active, args)

    def test_edges(self):
        table = report('load')
        for row, after in zip(table, table[1:]):
            self.assertEqual(row['to_ns'], after['from_ns'])
        self.assertLessEqual(max(float(row['processors']) for row in table), int(info(TRACE)['processors']))

    def test_schedulers(self):
        """What schedulers say of themselves, added up."""
        changes = dump(TRACE, 'schedulers')
        facts, whole, active, since = info(TRACE), 0, None, None
        for row in changes:
            if active is None:
                active, since = int(row['active_schedulers']) + (1 if row['state'] == 'inactive' else -1), facts['start_ns']
            whole += active * (number(row['time_ns']) - since)
            active, since = int(row['active_schedulers']), number(row['time_ns'])
        whole += active * (facts['end_ns'] - since)
        drawn = sum(float(row['processors']) * (number(row['to_ns']) - number(row['from_ns'])) for row in report('load'))
        self.assertAlmostEqual(drawn, whole, delta=1 + whole * 1e-3)

    def test_haskell(self):
        table = report('load', trace=GHC)
        drawn = sum(float(row['running']) * (number(row['to_ns']) - number(row['from_ns'])) for row in table)
        known = sum(number(row['running_ns']) for row in dump(GHC, 'threads'))
        self.assertAlmostEqual(drawn, known, delta=1 + known * 1e-4)


class Top(unittest.TestCase):
    def test_times(self):
        for args in ranges():
            threads = {'process:%s/%s' % (row['machine'], row['thread']): row for row in dump(TRACE, 'threads', *args)}
            table = report('top', '--places', 5, *args)
            for ranking in ('running', 'blocked', 'runnable'):
                mine = [row for row in table if row['ranking'] == ranking]
                best = sorted((number(row[ranking + '_ns']) or 0 for row in threads.values()), reverse=True)
                self.assertEqual([number(row['time_ns']) for row in mine], [time for time in best[:5] if time > 0], (args, ranking))
                for row in mine:
                    self.assertEqual(row['time_ns'], threads[row['lane']][ranking + '_ns'])

    def test_messages(self):
        processes = dump(TRACE, 'processes')
        table = report('top')
        for ranking, column in (('sent', 'messages_sent'), ('received', 'messages_received')):
            best = sorted((int(row[column]) for row in processes), reverse=True)
            self.assertEqual([int(row['messages']) for row in table if row['ranking'] == ranking],
                             [n for n in best[:10] if n > 0])
        for ranking, end in (('largest_sent', 'send_ns'), ('largest_received', 'receive_ns')):
            sizes = sorted((int(row['size']) for row in dump(TRACE, 'messages') if row['size'] != '' and row[end] != ''), reverse=True)
            self.assertEqual([int(row['bytes']) for row in table if row['ranking'] == ranking], sizes[:10])


class Waiting(unittest.TestCase):
    def test_functions(self):
        for args in ranges():
            waits = collections.defaultdict(list)
            for thread in dump(TRACE, 'threads', *args):
                lane = 'thread:%s/%s' % (thread['machine'], thread['thread'])
                for row in dump(TRACE, 'intervals', '--lane', lane, *args):
                    if row['state'] == 'blocked' and row['reason'].startswith('waiting in '):
                        waits[row['reason'][len('waiting in '):]].append(number(row['duration_ns']))
            table = report('waiting', *args)
            self.assertEqual({row['function']: (number(row['total_ns']), int(row['count']), number(row['longest_ns'])) for row in table},
                             {name: (sum(times), len(times), max(times)) for name, times in waits.items()}, args)
            for row in table:
                self.assertAlmostEqual(number(row['deviation_ns']), statistics.pstdev(waits[row['function']]), delta=2)
            self.assertEqual([number(row['total_ns']) for row in table],
                             sorted((number(row['total_ns']) for row in table), reverse=True))


class Activity(unittest.TestCase):
    def test_changes(self):
        table = report('activity')
        times = [number(row['time_ns']) for row in table]
        self.assertEqual(times, sorted(times))
        count = 0
        alive = {}
        for row in table:
            active = row['activity'] == 'active'
            self.assertNotEqual(alive.get(row['lane'], False), active, row)
            alive[row['lane']] = active
            count += 1 if active else -1
            self.assertEqual(int(row['runnable']), count, row)
        self.assertGreater(len(table), 20)

    def test_range(self):
        """In a range the same rows, with the same numbers."""
        whole = report('activity')
        middle = number(whole[len(whole) // 2]['time_ns'])
        part = report('activity', '--from', middle)
        self.assertEqual([(row['time_ns'], row['lane'], row['runnable']) for row in part],
                         [(row['time_ns'], row['lane'], row['runnable']) for row in whole if number(row['time_ns']) >= middle])


class Form(unittest.TestCase):
    def test_json(self):
        table = json.loads(run('report', '--format', 'json', TRACE).out)
        self.assertEqual(len(table), len(report('top')))
        self.assertIsInstance(table[0]['time_ns'], int)

    def test_text(self):
        self.assertIn('Run time', run('report', TRACE).out)

    def test_usage(self):
        run('report', '--what', 'nothing', TRACE, status=2)
        run('report', '--places', 0, TRACE, status=2)

    def test_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ('a.svg', 'a.png', 'a.pdf', 'a.csv'):
                path = os.path.join(folder, name)
                run('export', '--view', 'overview', '-o', path, TRACE)
                self.assertGreater(os.path.getsize(path), 1000)
            with open(os.path.join(folder, 'a.svg'), encoding='utf-8') as file:
                picture = file.read()
                for words in ('Schedulers at work', '>running<', '>runnable<', ' Schedulers<'): # the key of its colours, and of the line
                    self.assertIn(words, picture)


class Page(html.parser.HTMLParser):
    """What a page says, in order, and its pictures; everything that is opened is closed, and nothing is from elsewhere."""
    ALONE = ('meta', 'img')

    def __init__(self, text):
        super().__init__()
        self.open, self.texts, self.pictures, self.links = [], [], [], []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.links += [value for name, value in attrs.items() if name in ('src', 'href')]
        if tag == 'img':
            self.pictures.append((attrs['alt'], xml.etree.ElementTree.fromstring(base64.b64decode(attrs['src'].split(',', 1)[1]))))
        if tag not in self.ALONE:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if data.strip():
            self.texts.append(data.strip())


class Html(unittest.TestCase):
    def page(self, trace, *args):
        with tempfile.TemporaryDirectory() as work:
            path = os.path.join(work, 'report.html')
            self.assertEqual(run('report', '--html', path, *args, trace).out, '')
            with open(path, encoding='utf-8') as file:
                return Page(file.read())

    def test_fault(self):
        """The same as `explain` says, with pictures that are in the page."""
        trace = os.path.join(harness.TOP, 'tests', 'data', 'analysis', 'lock_convoy.eventlog')
        page, told = self.page(trace), json.loads(run('explain', '--json', trace).out)
        for text in (told['findings'][0]['sentence'], told['findings'][0]['advice'], '1. Lock convoy: “critical”', '60.5 %', 'waiting for others',
                     'On other numbers of processors', 'Total time waiting for others: 60.4 ms'):
            self.assertIn(text, page.texts)
        self.assertEqual([about for about, _ in page.pictures], ["Where the processors' time went", 'Lock convoy: “critical”', 'Over time',
                                                                 'On other numbers of processors'])
        self.assertTrue(all(link.startswith('data:') for link in page.links), page.links)

    def test_range(self):
        """Of a range it is not predicted what would be."""
        page = self.page(os.path.join(harness.TOP, 'tests', 'data', 'analysis', 'slow_machine.parevents'), '--to', '5ms')
        self.assertIn('5.00 ms', page.texts)
        self.assertNotIn('On other numbers of processors', page.texts)

    def test_nothing(self):
        page = self.page(os.path.join(harness.TOP, 'tests', 'data', 'ghc', 'sumeuler-n4-ls.eventlog'))
        self.assertIn("Nothing stands out: 84.8 % of the processors' time was work.", page.texts)

    def test_cannot_be_written(self):
        self.assertIn('nowhere', run('report', '--html', '/nowhere/report.html', GHC, status=1).err)


if __name__ == '__main__':
    harness.main()
