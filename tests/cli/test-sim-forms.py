#!/usr/bin/env python3
"""test-sim-forms.py: simulation traces in other forms than gem5's text: the same run written otherwise is the same run; branches of real
machines; pipelines against what their own lines say.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import gzip
import os
import random
import re
import unittest
from decimal import Decimal

import harness
from harness import dump, info, run

DATA = os.path.join(harness.TOP, 'tests', 'data', 'sim')
XML = os.path.join(DATA, 'spin.g21.xml')
PERF = os.path.join(DATA, 'page-fault.perf.txt')
KANATA = os.path.join(DATA, 'loop.kanata.txt')
O3 = os.path.join(DATA, 'loop.o3pipeview.txt')
REAL = os.path.join(harness.SHARED, 'traces', 'simulation', 'real')
TABLES = ('activations', 'hits', 'functions', 'intervals')


def ps(text):
    return int(Decimal(text) * 1000)


def write(name, data):
    path = os.path.join(harness.WORK.name, name)
    with open(path, 'wb') as file:
        file.write(data if isinstance(data, bytes) else data.encode())
    return path


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def tables(path):
    lane = {'intervals': ('--lane', 'processor:1/0')}
    return {name: dump(path, name, *lane.get(name, ())) for name in TABLES}


class Xml(unittest.TestCase):
    """The truth of the samples is looked at by test-sim.py."""

    @classmethod
    def setUpClass(cls):
        cls.text, cls.whole = read(XML), tables(XML)

    def same(self, path):
        found = tables(path)
        for name in TABLES:
            self.assertEqual(sorted(map(str, found[name])), sorted(map(str, self.whole[name])), name)
        self.assertEqual(info(path)['losses'], [])

    def test_slots(self):
        """At first sight there is the diagram of the pipeline: all of its slots, in their order, each called once what it is."""
        drawn = write('slots.svg', '')
        for trace in (KANATA, O3):
            run('export', '-o', drawn, trace)
            found = re.findall(r'<text [^>]*y="([0-9.]+)"[^>]*>slot ([0-9]+)<', read(drawn))
            self.assertGreater(len(found), 20)
            self.assertEqual([int(number) for _, number in sorted(found, key=lambda f: float(f[0]))], list(range(len(found))))

    def test_packed(self):
        path = write('spin.xml.gz', gzip.compress(self.text.encode()))
        self.assertEqual(info(path)['format'], 'simulation-xml.gz')
        self.same(path)

    def test_attributes_in_any_order(self):
        chance = random.Random(1)

        def turn(found):
            pairs = re.findall(r'[\w-]+="[^"]*"', found[2])
            chance.shuffle(pairs)
            pairs = [pair.replace('"', "'") if chance.random() < 0.5 else pair for pair in pairs]
            return '<%s\n %s%s>' % (found[1], ' \t'.join(pairs), found[3])

        self.same(write('order.xml', re.sub(r'<(\w+) ([^>]*?)(/?)>', turn, self.text)))

    def test_core_after_core(self):
        head, _, rest = self.text.partition('  <seq')
        seqs = re.findall(r'  <seq [^>]*/>\n|  <seq [^>]*[^/]>.*?</seq>\n', '  <seq' + rest, re.S)
        self.assertEqual(len(''.join(seqs)), len(rest) + len('  <seq') - len('</simtrace>\n'))
        seqs.sort(key=lambda seq: int(re.search(r'core="(\d+)"', seq)[1]))
        self.same(write('cores.xml', head + ''.join(seqs) + '</simtrace>\n'))

    def test_unknown_elements(self):
        text = self.text.replace('  <seq', '  <about><x y="1">text</x></about>\n  <!-- <seq t="1"/> -->\n  <seq', 1)
        self.same(write('unknown.xml', text))
        path = write('irq.xml', self.text.replace('</seq>', '  <irq t="124000"/>\n</seq>', 1))
        self.assertEqual([(row['time_ns'], row['text']) for row in dump(path, 'marks')], [('124', 'irq')])

    def test_cut(self):
        """What stands before the cut is there, and no more; the trace is not whole."""
        every = collections.Counter(str((row['time_ns'], row['processor'], row['kind'], row['function'])) for row in self.whole['hits'])
        for place in (100, 5000, 40001, len(self.text) - 3):
            path = write('cut.xml', self.text[:place])
            done = run('dump', 'hits', path, status=None)
            self.assertTrue(info(path, status=None)['losses'])
            if done.returncode == 0:
                found = collections.Counter(str((row['time_ns'], row['processor'], row['kind'], row['function'])) for row in dump(path, 'hits'))
                self.assertEqual(found - every, {})
                self.assertEqual(sum(found.values()), len(re.findall(r'<(?:l\w+miss|lli|mb|upgrade) [^>]*>', self.text[:place])))

    def test_damaged(self):
        text = self.text.replace('dur="', 'dur="x', 3).replace(' t="', ' t="-', 1)
        losses = info(write('bad.xml', text))['losses']
        self.assertTrue(any('not a number' in loss['reason'] for loss in losses), losses)

    def test_garbage_inside(self):
        noise = bytes(random.Random(2).randrange(256) for _ in range(3000)).replace(b'<', b'.')
        half = self.text.index('</seq>', len(self.text) // 2) + 6
        path = write('noise.xml', self.text[:half].encode() + noise + self.text[half:].encode())
        found = tables(path)
        for name in TABLES:
            self.assertEqual(found[name], self.whole[name])
        self.assertEqual([loss['reason'] for loss in info(path)['losses']], ['text that is no element'])


class Perf(unittest.TestCase):
    """By hand, from the lines."""

    STACKS = {
        1439745: [(0, 587, 0, 'call_destructors'), (92, 517, 1, '_fini'), (224, 404, 3, 'error_entry'), (224, 487, 2, 'asm_exc_page_fault'),
                  (311, 404, 4, 'sync_regs'), (637, 1277, 0, 'call_destructors')],
        1439750: [(497, 532, 0, 'a::B<a::C, a::D<a::E> >::run(int, char const*)'), (527, 531, 1, 'write@plt'), (531, 532, 1, '__write'),
                  (1261, 1269, 1, '__write'), (1261, 1287, 0, 'a::B<a::C, a::D<a::E> >::run(int, char const*)')]}

    def check(self, path):
        found = collections.defaultdict(list)
        for row in dump(path, 'activations'):
            found[int(row['thread'])].append((int(row['enter_ns']), int(row['exit_ns']), int(row['depth']), row['function']))
        self.assertEqual({thread: sorted(items) for thread, items in found.items()}, self.STACKS)

    def test_stacks(self):
        self.check(PERF)
        self.assertEqual([(row['name'].strip(), row['thread']) for row in dump(PERF, 'threads')],
                         [('demo', '1439745'), ('my worker 2', '1439750')])
        self.assertEqual([loss['reason'] for loss in info(PERF)['losses']],
                         ['perf could not decode the trace of thread 1439745: code 7: Overflow packet'])

    def test_without_processors(self):
        """Neither [cpu] nor comm; times to the microsecond would be another trace."""
        text = re.sub(r'^ *(?:demo|my worker 2) ', '', read(PERF), flags=re.M)
        path = write('no-cpu.txt', re.sub(r' \[\d+\]', '', text))
        self.check(path)

    def test_other_events_between(self):
        text = re.sub(r'^( *\S.*?\d+\.\d{9}:).*branches.*$', r'\g<0>\n\1 1 cbr: 42 freq: 4205 MHz (150%)', read(PERF), flags=re.M)
        self.assertIn('cbr', text)
        self.check(write('cbr.txt', text))

    def test_backwards(self):
        lines = read(PERF).splitlines(keepends=True)
        path = write('back.txt', ''.join(lines[:8] + [lines[3]] + lines[8:]))
        self.check(path)
        self.assertIn('a branch before the one before it of its thread', [loss['reason'] for loss in info(path)['losses']])


class Pipelines(unittest.TestCase):
    """Against a reader of its own."""

    def read_kanata(self, text):
        """(begin, end, name, [(stage, from, to)], flushed) of those that end"""
        cycle, inside, done = 0, {}, []
        for fields in (line.split('\t') for line in text.splitlines()):
            if fields[0] == 'C=':
                cycle = int(fields[1])
            elif fields[0] == 'C':
                cycle += int(fields[1])
            elif fields[0] == 'I':
                inside[fields[1]] = [cycle, None, '', [], None]
            elif fields[0] == 'L' and fields[2] == '0':
                inside[fields[1]][2] += fields[3].rstrip()
            elif fields[0] in 'SE' and fields[2] == '0':
                stages = inside[fields[1]][3]
                if stages and stages[-1][2] is None:
                    stages[-1][2] = cycle
                if fields[0] == 'S':
                    stages.append([fields[3].strip(), cycle, None])
            elif fields[0] == 'R':
                item = inside[fields[1]]
                item[1], item[4] = cycle, fields[3].strip() == '1'
                if item[3] and item[3][-1][2] is None:
                    item[3][-1][2] = cycle
                done.append(item)
        return [(b * 1000, e * 1000, name, [(s, f * 1000, t * 1000) for s, f, t in stages], flushed)
                for b, e, name, stages, flushed in done]

    def read_o3(self, text):
        done, item = [], None
        for fields in (line.split(':', 6) for line in text.splitlines() if line.startswith('O3PipeView:')):
            if fields[1] == 'fetch':
                item = [('fetch', int(fields[2]))]
                name = '0x%x%s %s' % (int(fields[3], 16), '.' + fields[4] if fields[4] != '0' else '', fields[6])
            elif fields[1] != 'retire':
                item.append((fields[1], int(fields[2])))
            else:
                retire, store = int(fields[2]), int(fields[4])
                stages = [stage for stage in item if stage[1] > 0]
                if store > max(retire, stages[-1][1]):
                    stages.append(('store', retire))
                end = max(retire, store, stages[-1][1]) if retire else stages[-1][1] + 500
                edges = [at for _, at in stages] + [end]
                done.append((stages[0][1], end, name, [(s, edges[i], edges[i + 1]) for i, (s, _) in enumerate(stages)], retire == 0))
        return done

    def check(self, path, true):
        expected, found = collections.Counter(), collections.Counter()
        for begin, end, name, stages, flushed in true:
            if flushed:
                expected[(begin, end, 0, '(flushed)')] += 1
            expected[(begin, end, int(flushed), name)] += 1
            for stage, since, to in stages:
                expected[(since, to, 1 + flushed, stage)] += 1
        slots = collections.defaultdict(list)
        for row in dump(path, 'activations'):
            item = (ps(row['enter_ns']), ps(row['exit_ns']), int(row['depth']), row['function'])
            found[item] += row['flag'] == ''
            if item[2] == 0:
                slots[row['thread']].append(item[:2])
        self.assertEqual(+found - expected, {})
        self.assertEqual(expected - found, {})
        for items in slots.values(): # one at a time in each
            items.sort()
            self.assertTrue(all(a[1] <= b[0] for a, b in zip(items, items[1:])))
        most = max(sum(b <= at < e for b, e, *_ in true) for at in {item[0] for item in true})
        self.assertLessEqual(most, len(slots))
        self.assertLessEqual(len(slots), most + sum(b == e for b, e, *_ in true) + 8)
        says = {row['key']: row['value'] for row in dump(path, 'process-info')}
        self.assertEqual(says['flushed 0'], str(sum(item[4] for item in true)))
        # slots that have an instruction, added up, are their lives
        busy = sum(ps(row[state]) for row in dump(path, 'threads') for state in ('runnable_ns', 'running_ns', 'blocked_ns', 'active_ns'))
        self.assertEqual(busy, sum(e - b for items in slots.values() for b, e in items))

    def test_kanata(self):
        self.check(KANATA, self.read_kanata(read(KANATA)))
        self.assertIn('a cycle is shown as 1 ns', str(dump(KANATA, 'process-info')))
        self.assertIn({'machine': '1', 'key': 'clock 0', 'value': '1000 ps, assumed'}, dump(KANATA, 'process-info'))

    def test_o3(self):
        self.check(O3, self.read_o3(read(O3)))

    def test_same_run(self):
        """The two samples are one run; a cycle is 1 ns in one, 500 ps in the other."""
        one, other = self.read_kanata(read(KANATA)), self.read_o3(read(O3))
        retired = [[(b * scale, e * scale) for b, e, _, _, flushed in run if not flushed] for run, scale in ((one, 1), (other, 2))]
        stores = {i for i, item in enumerate(other) if any(stage[0] == 'store' for stage in item[3])}
        self.assertEqual(len(retired[0]), len(retired[1]))
        self.assertTrue(stores)
        self.assertEqual(sorted(b for b, _ in retired[0]), sorted(b for b, _ in retired[1]))

    @unittest.skipUnless(os.path.isdir(REAL), 'no shared traces')
    def test_real(self):
        name = next(name for name in os.listdir(REAL) if name.endswith('o3pipeview.out'))
        self.check(os.path.join(REAL, name), self.read_o3(read(os.path.join(REAL, name))))

    def test_packed(self):
        """It is a pipeline's log, packed or not: what stands in its slots are no threads."""
        path = write('packed.kanata.gz', gzip.compress(read(KANATA).encode()))
        for trace in (KANATA, path):
            said = run('export', '--view', 'migration', '-o', path + '.png', trace, status=None).err
            self.assertIn('the log of a pipeline', said)

    def test_other_lanes(self):
        """What lies over stages is called by them: a stall over two of them, a replay over none."""
        lines = ('Kanata 0004', 'C= 10', 'I 0 0 0', 'L 0 0 1000:lw', 'S 0 0 F', 'C 2', 'S 0 1 stl', 'C 3', 'E 0 0 F', 'S 0 0 Dc', 'C 1', 'E 0 2 stl',
                 'E 0 1 stl', 'C 2', 'E 0 0 Dc', 'C 1', 'S 0 2 rep', 'S 0 3 x', 'E 0 2 rep', 'C 1', 'R 0 0 0', 'I 1 1 0', 'S 1 0 F', 'C 1', 'R 1 1 0')
        path = write('lanes.kanata', ''.join(line.replace(' ', '\t') + '\n' for line in lines))
        found = sorted((ps(row['enter_ns']) // 1000, ps(row['exit_ns']) // 1000, int(row['depth']), row['function'])
                       for row in dump(path, 'activations') if row['function'] != '' and ps(row['enter_ns']) < 20000)
        self.assertEqual(found, [(10, 15, 1, 'F'), (10, 20, 0, '1000:lw'), (12, 15, 2, 'stl'), (15, 16, 2, 'stl'), (15, 18, 1, 'Dc'), (19, 20, 1, 'x')])
        says = {row['key']: row['value'] for row in dump(path, 'process-info')}
        self.assertIn('below those of lane 0', says['lanes'])
        self.assertIn('one is shown at a time', says['crowded'])

    @unittest.skipUnless(os.path.isdir(REAL), 'no shared traces')
    def test_real_kanata(self):
        path = os.path.join(REAL, 'konata-kanata-sample-2.log.gz')
        with gzip.open(path, 'rt') as file:
            true = self.read_kanata(file.read())
        found = {(ps(row['enter_ns']), ps(row['exit_ns'])) for row in dump(path, 'activations') if row['flag'] == ''}
        self.assertEqual({item[:2] for item in true} - found, set())
        says = {row['key']: row['value'] for row in dump(path, 'process-info')}
        self.assertEqual((says['instructions 0'], says['flushed 0'], says['unfinished 0']), ('4041', '374', '41'))

    def test_cut(self):
        """Those that have not left are told as such."""
        text = read(KANATA)
        path = write('cut.kanata', text[:text.index('\nC\t', 2000)])
        flags = collections.Counter(row['flag'] for row in dump(path, 'activations') if row['depth'] == '0')
        says = {row['key']: row['value'] for row in dump(path, 'process-info')}
        self.assertGreater(int(says['unfinished 0']), 3)
        self.assertGreaterEqual(flags['irregular'] + flags['open'], int(says['unfinished 0']) - 1)
        loss, = dump(path, 'losses')
        self.assertEqual(loss['reason'], 'the log ends inside a line')


class Cannot(unittest.TestCase):
    def test_words(self):
        """An empty table of locks, or of lines that were taken, is no answer where the form cannot tell: it says so."""
        for name, word in (('spin.g21.xml', 'The XML form'), ('page-fault.perf.txt', 'branches only'), ('loop.kanata.txt', "pipeline's log"),
                           ('loop.o3pipeview.txt', "pipeline's log")):
            path = os.path.join(harness.TOP, 'tests', 'data', 'sim', name)
            for table in ('locks', 'coherence'):
                said = run('dump', table, path)
                self.assertEqual(len(said.out.splitlines()), 1)
                self.assertIn(word, said.err)
                self.assertIn(word, run('export', '--view', table, '-o', write('x.svg', ''), path, status=None).err)
        text = os.path.join(harness.TOP, 'tests', 'data', 'sim', 'sched-tasks.m5.out.gz')
        for table in ('locks', 'coherence'):
            self.assertEqual(run('dump', table, text).err, '')

    def test_perf_at_first_sight(self):
        """Call stacks stand open, of threads, as those of a simulation's cores do."""
        drawn = write('x.svg', '')
        run('export', '-o', drawn, os.path.join(harness.TOP, 'tests', 'data', 'sim', 'page-fault.perf.txt'))
        self.assertIn('>call_destructors<', read(drawn))

    def test_perf_of_something_else(self):
        """Calls without returns, samples: no call stacks can be known of them, and it is said what to print instead."""
        head = '            perf   900 [000] 194167.20565%04d:'
        for name, lines in (('calls', [head % i + ' ([kernel.kallsyms])\t%sf%d   ' % (' ' * 4 * i, i) for i in range(9)]),
                            ('returns', [head % i + '   call                 ([kernel.kallsyms])\t    f   ' for i in range(9)]),
                            ('samples', ['# captured on a day', '', 'my prog 12/34 97.123456:  250000 cycles:u: ', '\t    7f59488f90f7 f+0x67 (/x)', ''])):
            path = write(name + '.perf.txt', '\n'.join(lines) + '\n')
            self.assertIn('without branches: perf script --itrace=be', run('info', path, status=1).err)
        for text in ('a 1 2.5: b\n', '1.123456: no task before it\n'):
            self.assertIn('not a trace', run('info', write('other.txt', text), status=1).err)


if __name__ == '__main__':
    unittest.main()
