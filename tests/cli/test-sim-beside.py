#!/usr/bin/env python3
"""test-sim-beside.py: what lies beside a simulation's trace: variables of nm's list, and gem5's own statistics, against their files.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import gzip
import os
import re
import shutil
import subprocess
import unittest
from decimal import Decimal

import harness
from harness import dump, find_traces, rows, run


def ps(text):
    return None if text == '' else int(Decimal(text) * 1000)


def address(text):
    return None if text == '' else int(text, 16)


class Variables(unittest.TestCase):
    """Accesses by the addresses and names that the program has for them."""

    def setUp(self):
        self.trace = next(path for path in find_traces('sim', '*.out.gz') if 'g20' in path)

    def test_addresses(self):
        """The address of a miss is that of the instruction that is charged with it, A= in its line."""
        told = collections.defaultdict(set)
        with gzip.open(self.trace, 'rt') as file:
            for match in re.finditer(r'^ *(\d+): system\.cpu(\d+): A0 T0 : .* A=0x(\w+)', file.read(), re.M):
                told[int(match[2]), int(match[1])].add(int(match[3], 16))
        n = 0
        for row in dump(self.trace, 'hits'):
            if row['kind'] in ('l1d', 'l2', 'upg'):
                self.assertIn(address(row['virtual']), told[int(row['processor']), ps(row['pc_ns'])], row)
                n += 1
        self.assertGreater(n, 50)

    def test_xml(self):
        trace = find_traces('sim', '*.xml')[0]
        with open(trace, encoding='utf-8') as file:
            events = re.findall(r'<(l1dmiss|l2miss) t="(\d+)" va="(\w+)"', file.read())
        true = sorted((int(t), kind[:-4], int(va, 16)) for kind, t, va in events)
        found = sorted((ps(row['time_ns']), row['kind'], address(row['virtual'])) for row in dump(trace, 'hits') if row['kind'] in ('l1d', 'l2'))
        self.assertEqual(found, true)

    def test_names(self):
        hits = [row for row in dump(self.trace, 'hits') if row['virtual']]
        where = collections.Counter(address(row['virtual']) for row in hits)
        first = where.most_common(1)[0][0] & ~63
        in_range = lambda low, high: sorted((row['time_ns'], row['kind']) for row in hits if low <= address(row['virtual']) <= high)
        for sizes in (True, False):
            path = os.path.join(harness.WORK.name, 'variables-%d' % sizes, 'run.out')
            os.makedirs(os.path.dirname(path))
            with gzip.open(self.trace, 'rt') as file, open(path, 'w') as out:
                out.write(file.read())
            with open(path[:-4] + '.nm', 'w') as out:
                for at, size, kind, name in ((first, 64, 'B', '__bss_start'), (first, 64, 'B', 'shared'), (first + 64, 8, 'T', 'code')):
                    out.write('%016x %s%s %s\n' % (at, '%016x ' % size if sizes else '', kind, name))
            find = lambda *args: rows('find', *args, path)
            short = lambda found: sorted((row['time_ns'], row['kind']) for row in found if row['kind'] not in ('lock-wait', 'activation'))
            found = find('--address', 'shared')
            self.assertEqual(short(found), in_range(first, first + 63))
            self.assertEqual(rows('find', '--address', '__bss_start', path), found) # another name of the same place
            self.assertTrue(all(re.fullmatch(r'shared(\+\d+)?', row['variable']) for row in found))
            at = address(found[0]['virtual']) - first
            self.assertEqual(found[0]['variable'], 'shared+%d' % at if at else 'shared')
            self.assertEqual(short(find('--address', 'shared+%d' % at)), in_range(first + at, first + at))
            self.assertEqual(short(find('--address', 'shared..shared+7')), in_range(first, first + 7))
            self.assertEqual(short(find('--query', 'address:shared+8..0x%x and event:l1d' % (first + 63))),
                             [item for item in in_range(first + 8, first + 63) if item[1] == 'l1d'])
            self.assertIn('“absent”', run('find', '--address', 'absent', path, status=2).err)
            self.assertEqual(dict((row['key'], row['value']) for row in dump(path, 'process-info'))['variable shared'], '0x%x 64' % first)

    def test_names_of_two(self):
        """A variable lies where its own program has it; what another program has at that address is none of its."""
        where = collections.Counter(address(row['virtual']) for row in dump(self.trace, 'hits') if row['virtual'])
        first = where.most_common(1)[0][0] & ~63
        paths = []
        for name in ('mine', 'theirs'):
            path = os.path.join(harness.WORK.name, 'two-' + name, 'run.out')
            os.makedirs(os.path.dirname(path))
            with gzip.open(self.trace, 'rt') as file, open(path, 'w') as out:
                out.write(file.read() + '\n' * len(paths))
            with open(path[:-4] + '.nm', 'w') as out:
                out.write('%016x %016x B %s\n' % (first, 64, name))
            paths.append(path)
        for name in ('mine', 'theirs'):
            found = rows('find', '--address', name, *paths)
            self.assertGreater(len(found), 0)
            self.assertEqual({(row['machine'], re.sub(r'\+.*', '', row['variable'])) for row in found}, {(found[0]['machine'], name)})


class Fields(unittest.TestCase):
    """Fields of variables, by the debugging information of a program beside the trace: here one that a compiler makes at the addresses that
    the trace's program uses most."""

    SOURCE = """
        struct node { struct node *next; int value[3]; };
        struct queue { long head; struct { int ticket, owner; } lock; struct node pool[1]; union { int a; char b; }; };
        struct queue queue __attribute__((section(".shared")));
        struct node pool[100] __attribute__((section(".shared")));
        extern struct queue elsewhere;
        int main (void) { static int calls; return (int) (queue.head + pool[calls].value[1]); }
        """

    def setUp(self):
        self.trace = next(path for path in find_traces('sim', '*.out.gz') if 'g20' in path)
        self.hits = [row for row in dump(self.trace, 'hits') if row['virtual']]
        self.first = collections.Counter(address(row['virtual']) for row in self.hits).most_common(1)[0][0] & ~63
        self.folder = os.path.join(harness.WORK.name, self.id().rsplit('.', 1)[1])
        self.path = os.path.join(self.folder, 'run.out')
        os.makedirs(self.folder)
        with gzip.open(self.trace, 'rt') as file, open(self.path, 'w') as out:
            out.write(file.read())

    def test_fields(self):
        compiler = shutil.which('cc')
        if compiler is None:
            self.skipTest('no compiler')
        source = os.path.join(self.folder, 'run.c')
        with open(source, 'w') as out:
            out.write(self.SOURCE)
        made = subprocess.run([compiler, '-g', '-O0', '-no-pie', '-Wl,--section-start=.shared=%#x' % self.first, '-o',
                               os.path.join(self.folder, 'run.elf'), source], capture_output=True, check=False)
        if made.returncode != 0:
            self.skipTest('no programs at fixed addresses are made here')
        known = {row['key'][9:]: row['value'] for row in dump(self.path, 'process-info') if row['key'].startswith('variable ')}
        if not known:
            self.skipTest('built without libdw')
        at = lambda offset: '0x%x' % (self.first + offset)
        self.assertEqual(known['queue'], at(0) + ' 48')
        self.assertEqual(known['queue.lock.owner'], at(12) + ' 4 0 1')
        self.assertEqual(known['queue.pool'], at(16) + ' 24 0 1')
        self.assertEqual((known['queue.a'], known['queue.b']), (at(40) + ' 4 0 1', at(40) + ' 1 0 1'))
        self.assertNotIn('elsewhere', known)
        self.assertIn('calls', known)
        pool = address(known['pool'].split()[0])
        self.assertEqual(known['pool[].value'], '0x%x 12 24 100' % (pool + 8))
        # Found by the field, by its place, and told by it.
        for name, low, high in (('queue.head', 0, 7), ('queue+8', 8, 8), ('queue.lock', 8, 15), ('queue', 0, 47),
                                ('pool[0]', pool - self.first, pool - self.first + 23), ('pool[1].value', pool - self.first + 32, pool - self.first + 43)):
            found = [row for row in rows('find', '--address', name, self.path) if row['kind'] not in ('lock-wait', 'activation')]
            want = [row for row in self.hits if self.first + low <= address(row['virtual']) <= self.first + high]
            self.assertEqual(sorted((row['time_ns'], row['kind']) for row in found), sorted((row['time_ns'], row['kind']) for row in want), name)
        told = {row['variable'] for row in rows('find', '--address', at(0) + '..' + at(63), self.path)}
        self.assertIn('queue.head', told)
        self.assertNotIn('queue', told)
        run('find', '--address', 'pool[100].next', self.path, status=2)

    def test_damaged(self):
        """Whatever the file is: the trace is read as without it."""
        without = run('dump', 'hits', self.path).out
        for bytes_ in (b'', b'\x7fELF', b'\x7fELF' + bytes(60), b'\x7fELF\2\1\1' + b'\xff' * 500, b'not a program'):
            with open(os.path.join(self.folder, 'run'), 'wb') as out:
                out.write(bytes_)
            self.assertEqual(run('dump', 'hits', self.path).out, without)

    def test_many(self):
        """More than are kept is said; and so is a file of statistics that cannot be opened."""
        with open(os.path.join(self.folder, 'run.nm'), 'w') as out:
            out.writelines('%016x %016x B v%d\n' % (0x1000000 + 8 * i, 8, i) for i in range(10001))
        os.mkdir(os.path.join(self.folder, 'stats.txt'))
        reasons = {row['reason'] for row in dump(self.path, 'losses')}
        self.assertIn('run.nm: of 10001 variables only the first 10000 are known by their names', reasons)
        self.assertIn('stats.txt: cannot be opened: it is no file', reasons)

    def test_many_programs(self):
        """Of 65 programs with symbols 64 have names."""
        with open(os.path.join(self.folder, 'config.ini'), 'w') as out:
            for i in range(65):
                out.write('[system.cpu%d]\nworkload=system.cpu%d.workload\n[system.cpu%d.workload]\nexecutable=/home/me/p%d\n' % (i, i, i, i))
                with open(os.path.join(self.folder, 'p%d.nm' % i), 'w') as symbols:
                    symbols.write('0000000000400000 T main\n')
        self.assertIn('config.ini: of 65 programs with symbols the functions of 64 are known', {row['reason'] for row in dump(self.path, 'losses')})


BEGIN, END = '---------- Begin Simulation Statistics ----------', '---------- End Simulation Statistics   ----------'


class Statistics(unittest.TestCase):
    """gem5's stats.txt: every figure of the file, and what the cores did by it."""

    TRACE = next(path for path in find_traces('sim', '*.out.gz') if 'g20' in path)

    def beside(self, *dumps, name='stats.txt', text=None):
        """The trace in a folder with a stats.txt of dumps: (final, ticks, {name: value text})."""
        folder = os.path.join(harness.WORK.name, self.id().rsplit('.', 1)[1] + '-%d' % len(os.listdir(harness.WORK.name)))
        os.makedirs(folder)
        path = os.path.join(folder, 'run.out.gz')
        os.symlink(os.path.abspath(self.TRACE), path)
        if text is None:
            text = ''
            for final, ticks, figures in dumps:
                lines = ['%-40s %20s    # about it (Unspecified)' % item for item in [('finalTick', final), ('simTicks', ticks), *figures.items()]]
                text += '\n'.join(['', BEGIN, *lines, '', END, '']) + '\n'
        with open(os.path.join(folder, name), 'wb') as out:
            out.write(text if isinstance(text, bytes) else text.encode())
        return path

    def cores(self, trace):
        found = collections.defaultdict(list)
        for row in dump(trace, 'core-statistics'):
            found[int(row['processor']), row['name']].append((ps(row['time_ns']), int(row['value'])))
        return found

    def losses(self, trace):
        return [row['reason'] for row in dump(trace, 'losses') if 'stats.txt' in row['reason']]

    def test_all_figures(self):
        figures = {'system.cpu0.numCycles': '1234', 'system.cpu0.ipc': '0.523117', 'system.cpu0.op_class::IntAlu': '5412     61.30%     61.30%',
                   'system.l2.overall_miss_rate::total': 'nan', 'hostSeconds': '0.07', 'system.mem_ctrl.bytesRead::.cpu0.data': '12345678901',
                   'system.small': '1e-07', 'system.long': 'inf'}
        later = {'system.cpu0.numCycles': '5', 'system.ruby.Load': '|         380     70.11%     70.11% |         162     29.89%    100.00%'}
        trace = self.beside((500000, 400000, figures), (900000, 400000, later))
        found = [(ps(row['time_ns']), ps(row['from_ns']), row['name'], row['value']) for row in dump(trace, 'statistics')]
        first = [(500000, 100000, name, value.split()[0] if value not in ('nan', 'inf') else '') for name, value in figures.items()]
        second = [(900000, 500000, 'system.cpu0.numCycles', '5'), (900000, 500000, 'system.ruby.Load::0', '380'),
                  (900000, 500000, 'system.ruby.Load::1', '162')]
        told = [(500000, 100000, 'finalTick', '500000'), (500000, 100000, 'simTicks', '400000')]
        told2 = [(900000, 500000, 'finalTick', '900000'), (900000, 500000, 'simTicks', '400000')]
        self.assertEqual(found, told + first + told2 + second)
        self.assertEqual(self.losses(trace), [])
        self.assertEqual(dump(self.TRACE, 'statistics'), [])
        again = rows('dump', 'statistics', trace) # out of the index
        self.assertEqual([row['name'] for row in again], [item[2] for item in found])

    def test_cores(self):
        """Names of all ages; dumps that begin anew, and one that goes on."""
        new = {'system.cpu0.commitStats0.numInsts': '100', 'system.cpu0.numCycles': '400', 'system.cpu0.dcache.overallMisses::total': '7',
               'system.cpu0.icache.overallMisses::total': '3', 'system.cpu1.commitStats0.numInsts': '50', 'system.cpu1.commitStats1.numInsts': '5',
               'system.l2.overallMisses::cpu0.data': '2', 'system.l2.overallMisses::cpu0.inst': '1', 'system.l2.overallMisses::cpu1.data': '4',
               'system.l2.overallMisses::total': '7', 'system.cpu0.itb_walker_cache.overallMisses::total': '99'}
        old = {'system.cpu0.committedInsts': '30', 'system.cpu0.commitStats0.numInsts': '31', 'system.cpu0.numCycles': '90',
               'system.cpu0.dcache.overall_misses::total': '1', 'system.l2.overall_misses::.cpu0.data': '2'}
        on = {'system.cpu0.committedInsts': '70', 'system.cpu0.numCycles': '190', 'system.cpu0.dcache.overall_misses::total': '4'}
        found = self.cores(self.beside((1000000, 900000, new), (1400000, 400000, old), (1500000, 500000, on)))
        times = (100000, 1000000)
        self.assertEqual(found[0, 'instructions'], [*zip(times, (0, 100)), (1000000, 100), (1400000, 130), (1500000, 170)])
        self.assertEqual(found[0, 'cycles'], [*zip(times, (0, 400)), (1000000, 400), (1400000, 490), (1500000, 590)])
        self.assertEqual(found[0, 'l1d_misses'], [*zip(times, (0, 7)), (1000000, 7), (1400000, 8), (1500000, 11)])
        self.assertEqual(found[0, 'l1i_misses'], [*zip(times, (0, 3))])
        self.assertEqual(found[0, 'l2_misses'], [*zip(times, (0, 3)), (1000000, 3), (1400000, 5)])
        self.assertEqual(found[1, 'instructions'], [*zip(times, (0, 55))])
        self.assertEqual(found[1, 'l2_misses'], [*zip(times, (0, 4))])
        self.assertEqual({key for key in found if key[0] == 1}, {(1, 'instructions'), (1, 'l2_misses')})

    def test_zeros_left_out(self):
        """gem5 writes no misses where there are none: the dump after a reset is silent, and the next one counts from 0 all the same."""
        misses = lambda n: {'system.cpu0.dcache.overallMisses::total': str(n)}
        found = self.cores(self.beside((200000, 200000, misses(100)), (300000, 100000, {}), (500000, 300000, misses(150))))
        self.assertEqual(found[0, 'l1d_misses'], [(0, 0), (200000, 100), (200000, 100), (500000, 250)])

    def test_whose(self):
        """That of the trace's own name comes before the folder's; another trace's is none of its."""
        mine = self.beside((100, 100, {'mine': '1'}), name='run.stats.txt')
        with open(os.path.join(os.path.dirname(mine), 'stats.txt'), 'w') as out:
            out.write('%s\nfinalTick 100\nfolder 1\n%s\n' % (BEGIN, END))
        self.assertIn('mine', {row['name'] for row in dump(mine, 'statistics')})
        other = self.beside((100, 100, {'mine': '1'}), name='other.stats.txt')
        self.assertEqual(dump(other, 'statistics'), [])

    def test_damaged(self):
        """What cannot be read is told, and nothing else is lost."""
        good = '%s\nfinalTick 1000\nsimTicks 1000\na 1\n%s\n' % (BEGIN, END)
        names = lambda trace: [row['name'] for row in dump(trace, 'statistics')]
        for text, kept, sentence in (
                ('nothing of it\n', [], 'this is no file of gem5’s statistics: it has no dump'),
                (good + BEGIN + '\nfinalTick 2000\nb 2\nc 12', ['finalTick', 'simTicks', 'a', 'finalTick', 'b'], 'has no end; what it lacks is missing'),
                (good + BEGIN + '\nb 2\n' + END + '\n', ['finalTick', 'simTicks', 'a'], 'does not say when it was made'),
                (good + BEGIN + '\nfinalTick 1e300\n' + END + '\n', ['finalTick', 'simTicks', 'a'], 'at an impossible time'),
                (good + BEGIN + '\nfinalTick -5\n' + END + '\n', ['finalTick', 'simTicks', 'a'], 'at an impossible time'),
                (good + BEGIN + '\nfinalTick 10\n' + END + '\n', ['finalTick', 'simTicks', 'a'], 'earlier than the one before it'),
                (good.replace('a 1', 'a 1\nb one\nc\n' + 'x' * 600 + ' 5'), ['finalTick', 'simTicks', 'a'], 'cannot be read: 3'),
                (good.encode().replace(b'a 1', b'a 1\n\xff\xfe 7'), ['finalTick', 'simTicks', 'a'], 'cannot be read: 1'),
                (b'\0' * 5000, [], 'has no dump')):
            trace = self.beside(text=text)
            self.assertEqual(names(trace), kept)
            self.assertEqual([bool(re.search(sentence.replace('’', '.'), reason)) for reason in self.losses(trace)], [True], self.losses(trace))
            self.assertGreater(len(dump(trace, 'hits')), 50)
        row = 'n' * 480 + ' | ' + '1 | ' * 60000 + '\n' # each of its figures has a name
        self.assertIn('more statistics than are read', self.losses(self.beside(text=good.replace('a 1\n', row + row.replace('n', 'm') + row.replace('n', 'o'))))[0])
        self.assertEqual(self.losses(self.beside(text='')), []) # gem5 makes it empty, and fills it in the end
        old = self.beside(text='%s\nsim_ticks 700000\nsystem.cpu0.num_insts 9\n%s\n' % (BEGIN, END)) # M5 has no other time
        self.assertEqual(self.cores(old)[0, 'instructions'], [(0, 0), (700000, 9)])


if __name__ == '__main__':
    unittest.main()
