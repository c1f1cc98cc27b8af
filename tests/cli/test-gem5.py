#!/usr/bin/env python3
"""test-gem5.py: text of gem5 and M5 as it is found: damaged in every way the generator knows, with other output between the lines,
several runs, packed, with configuration and symbols beside it.

The generator (../shared/tools/simgen.py) says what it damaged; without it those tests are skipped.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import functools
import gzip
import json
import os
import shutil
import subprocess
import sys
import unittest
import zipfile

import harness
from harness import dump, info, run

GENERATOR = os.path.join(harness.SHARED, 'tools', 'simgen.py')
HAS_GENERATOR = os.path.exists(GENERATOR)


def folder(name):
    path = os.path.join(harness.WORK.name, name)
    os.makedirs(path, exist_ok=True)
    return path


def generate(name, *options):
    """A trace of its own folder, and its truth."""
    path = os.path.join(folder(name), 'trace.out')
    packed = '--packed' in options
    options = [option for option in options if option != '--packed']
    if packed:
        path += '.gz'
    truth = os.path.join(harness.WORK.name, name + '.json')
    if not os.path.exists(truth):
        subprocess.run([sys.executable, GENERATOR, '--iters', '12', *options, '-o', path, '--truth', truth], check=True,
                       stderr=subprocess.DEVNULL, timeout=300)
    with open(truth, encoding='utf-8') as file:
        return path, json.load(file)


def activations(trace, *options):
    return collections.Counter((row['processor'], row['enter_ns'], row['exit_ns'], row['depth'], row['function'])
                               for row in dump(trace, 'activations', '--no-cache', *options))


def wanted(truth):
    def ns(ps):
        text = '%d.%03d' % (ps // 1000, ps % 1000)
        return text.rstrip('0').rstrip('.')
    return collections.Counter((str(core['core']), ns(call[0]), ns(call[1]), str(call[2]), call[3])
                               for core in truth['cores'] for call in core['calls'])


def facts(trace, *options):
    """What the trace tells of itself."""
    return {row['key']: row['value'] for row in dump(trace, 'process-info', '--no-cache', *options)}


def losses(trace, *options):
    return [row['reason'] for row in dump(trace, 'losses', '--no-cache', *options)]


def line(time, at=0, name='f', cpu='cpu0', pc=None):
    return '%7d: system.%s: T0 : %s    :   add   x1, x1, #1         : IntAlu :  D=0x%016x\n' % (
        time, cpu, '0x%x @%s+%d' % (0x1000 + at if pc is None else pc, name, at) if name else '0x%x' % pc, at)


@functools.lru_cache
def dump_once(path):
    return dump(path, 'activations')


def write(name, text, where='own'):
    path = os.path.join(folder(where), name)
    with open(path, 'wb') as file:
        file.write(text if isinstance(text, bytes) else text.encode())
    return path


@unittest.skipUnless(HAS_GENERATOR, 'no generator')
class Damaged(unittest.TestCase):
    def check(self, name, *options, style='g21'):
        return generate(name + style, '--prog', 'sched', '--style', style, *options)

    def test_sound(self):
        for style in ('m5', 'g14', 'g20', 'g21'):
            with self.subTest(style):
                path, truth = self.check('sound', '--header', '--packed', style=style)
                self.assertEqual(activations(path), wanted(truth))
                self.assertEqual(losses(path), [])
                self.assertEqual(facts(path)['lines.simulator'], '4')
        self.assertEqual(losses(self.check('sound_numbers', '--execall')[0]), [])

    def test_carriage_returns(self):
        path, truth = self.check('crlf', '--broken', 'crlf')
        self.assertEqual(activations(path), wanted(truth))
        self.assertEqual(losses(path), [])

    def test_garbage(self):
        path, truth = self.check('garbage', '--broken', 'garbage')
        kinds = collections.Counter(entry[1] for entry in truth['damage'])
        found = facts(path)
        self.assertEqual(activations(path), wanted(truth))
        self.assertEqual(int(found['lines.blank']), kinds['garbage1'] + kinds['garbage8'])
        self.assertEqual(int(found['lines.simulator']), kinds['garbage0'] + kinds['garbage5'])
        self.assertEqual(int(found['lines.other_flags']), kinds['garbage4'] + kinds['garbage8'])
        self.assertEqual(int(found['lines.binary']), kinds['garbage3'])
        self.assertEqual(int(found['lines.too_long']), kinds['garbage7'])
        # Text in front of a line that is no event's is all output.
        self.assertEqual(int(found['lines.output']) + int(found['lines.glued']),
                         kinds['garbage2'] + kinds['garbage6'] + kinds['garbage8'] + kinds['glued'])
        reasons = losses(path)
        self.assertEqual(len(reasons), 2)
        self.assertIn('%d lines have bytes that are not text' % kinds['garbage3'], reasons[0])
        self.assertIn('%d lines are too long' % kinds['garbage7'], reasons[1])

    def test_cut_lines(self):
        path, truth = self.check('cut', '--broken', 'cut')
        found = facts(path)
        cut = len(truth['damage'])
        counted = sum(int(found.get('lines.' + kind, 0)) for kind in ('cut', 'output', 'other_flags', 'blank'))
        self.assertGreater(int(found['lines.cut']), 0)
        self.assertLessEqual(counted, cut)
        # What is not counted was read, though something was missing behind it, or would have been no event.
        self.assertGreater(counted, cut // 2)
        self.assertEqual(int(found['lines']), truth['lines'])

    def test_lost_lines(self):
        """What a line that is not there leaves: micro-ops that do not follow each other; numbers that are missing, where there are any."""
        path, truth = self.check('lost', '--broken', 'lost')
        found = facts(path)
        self.assertEqual(int(found['lines']), truth['lines'] - len(truth['damage']))
        gaps = sum(int(found['gaps %d' % core['core']]) for core in truth['cores'])
        self.assertGreater(gaps, 10)
        self.assertLess(gaps, len(truth['damage']))
        self.assertEqual(losses(path), ['%d instructions lack micro-ops, or have them elsewhere; the first is here' % gaps])
        path, truth = self.check('numbers', '--broken', 'lost', '--execall')
        found = facts(path)
        missing = sum(core['insts'] - int(found['instructions %d' % core['core']]) for core in truth['cores'])
        self.assertGreater(missing, 100)
        self.assertEqual(int(found['lines.missing']), missing)
        self.assertEqual(losses(path)[0], '%d instructions are missing, as the numbers of the others (CPSeq) show; '
                                          'the first belongs here' % missing)

    def test_time_goes_back(self):
        path, truth = self.check('negjump', '--broken', 'negjump')
        lines = sum(entry[3] for entry in truth['damage'])
        reasons = losses(path)
        self.assertEqual(len(reasons), 1)
        number = int(reasons[0].split()[0])
        self.assertIn('lines are out of order', reasons[0])
        # of these lines, those that are events
        self.assertGreater(number, 0)
        self.assertLessEqual(number, lines)
        # Times that are wrong in the file cannot all be put right; what was called from where is as if they were.
        found, expected = activations(path), wanted(truth)
        self.assertGreater(sum((found & expected).values()), 0.95 * sum(expected.values()))
        self.assertEqual(sorted((row[0], row[3], row[4]) for row in found.elements()),
                         sorted((row[0], row[3], row[4]) for row in expected.elements()))

    def test_two_runs(self):
        path, truth = self.check('rerun', '--broken', 'rerun')
        first, second = activations(path), activations(path, '--nth-run', '2')
        self.assertEqual(first, wanted(truth))
        self.assertEqual(second, first) # the generator does the same twice
        reasons = losses(path)
        self.assertEqual(len(reasons), 1)
        self.assertIn('another run begins here: time goes back to 5000 ps', reasons[0])
        self.assertIn('--nth-run 2', reasons[0])
        self.assertEqual(losses(path, '--nth-run', '2'), [])
        self.assertEqual(losses(path, '--nth-run', '3'), ['there is no run 3: the log has 2'])
        events = [row['detail'] for row in dump(path, 'events', '--no-cache')]
        self.assertEqual([row['detail'] for row in dump(path, 'events', '--no-cache', '--nth-run', '2')], events)

    def test_cut_files(self):
        path, truth = self.check('truncated', '--broken', 'truncated')
        self.assertEqual(losses(path), ['a line breaks off'])
        path, truth = self.check('gztrunc', '--broken', 'gztrunc', '--packed')
        reasons = losses(path)
        self.assertIn('the packed data are cut off', reasons[0])
        found, all_of_it = activations(path), wanted(truth)
        self.assertGreater(sum((found & all_of_it).values()), 0)

    def test_symbols_beside(self):
        path, truth = self.check('nosym', '--broken', 'nosym')
        self.assertNotEqual(activations(path), wanted(truth))
        self.assertNotIn('symbols', facts(path))
        nm = ''.join('%016x T %s\n' % (place[0], name) for name, place in truth['symbols'].items())
        write('any.nm', nm, 'nosymg21')
        self.assertEqual(activations(path), wanted(truth))
        self.assertEqual(facts(path)['symbols'], 'any.nm')
        # the index that was kept before is not believed
        run('info', path)
        # of several, that which is called as the trace
        write('other.nm', '0000000000000000 T wrong\n', 'nosymg21')
        self.assertNotIn('symbols', facts(path))
        write('trace.sym', nm, 'nosymg21')
        self.assertEqual(facts(path)['symbols'], 'trace.sym')
        # in an archive
        packed = os.path.join(harness.WORK.name, 'nosym.zip')
        with zipfile.ZipFile(packed, 'w', zipfile.ZIP_DEFLATED) as archive:
            archive.write(path, 'run/trace.out')
            archive.writestr('run/trace.nm', nm)
            archive.writestr('other/trace.nm', '0000000000000000 T wrong\n')
            archive.writestr('run/config.ini', '[system.cpu_clk_domain]\nclock=250\n')
        self.assertEqual(activations(packed), wanted(truth))
        self.assertIn('250 ps, config', facts(packed).values())


class Programs(unittest.TestCase):
    """Several programs at once, each on its cores and with its symbols: an address means what it means there."""

    TEXT = ''.join(line(1000 + 500 * i, name='', cpu='cpu%d' % core, pc=0x1000 + 4 * i) for i in range(20) for core in (0, 1, 2, 3))
    CONFIG = ''.join('[system.cpu%d]\ntype=TimingSimpleCPU\nworkload=%s\n[system.cpu%d.workload]\n%s\n' % item for item in (
        (0, 'system.cpu0.workload', 0, 'cmd=other 1\nexecutable=/home/me/alpha.out'), (1, 'system.cpu1.workload', 1, 'cmd=bin/beta -n 5'),
        (2, 'system.cpu0.workload', 2, 'cmd=nobody'), (3, 'system.cpu0.workload system.cpu1.workload', 3, '')))

    def functions(self, path):
        return {(row['processor'], row['function']) for row in dump(path, 'activations')}

    def test_each_has_its_own(self):
        path = write('t.out', self.TEXT, 'programs')
        self.assertEqual({name for _core, name in self.functions(path)}, {'0x1000'})
        write('alpha.nm', '0000000000001000 T main_a\n0000000000001020 T helper_a\n', 'programs')
        write('beta.sym', '0000000000001000 T main_b\n', 'programs')
        self.assertEqual({name for _core, name in self.functions(path)}, {'0x1000'}) # nobody says which program is meant
        write('config.ini', self.CONFIG, 'programs')
        alpha = {'main_a', 'helper_a'}
        self.assertEqual(self.functions(path), {('0', name) for name in alpha} | {('1', 'main_b')} | {('2', name) for name in alpha} | {('3', '0x1000')})
        self.assertEqual({key: value for key, value in facts(path).items() if key.startswith('symbols')},
                         {'symbols system.cpu0': 'alpha.nm', 'symbols system.cpu1': 'beta.sym', 'symbols system.cpu2': 'alpha.nm'})
        # the index that was kept before is not believed
        write('beta.sym', '0000000000001000 T another\n', 'programs')
        self.assertIn(('1', 'another'), self.functions(path))
        # that which is called as the trace is of all others
        write('t.nm', '0000000000001000 T common\n', 'programs')
        self.assertEqual({name for core, name in self.functions(path) if core == '3'}, {'common'})
        self.assertIn(('1', 'another'), self.functions(path))
        for how in (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED): # the text that is stored is not taken for the log
            packed = os.path.join(harness.WORK.name, 'programs-%d.zip' % how)
            with zipfile.ZipFile(packed, 'w', how) as archive:
                for name in ('t.out', 'alpha.nm', 'beta.sym', 'config.ini'):
                    archive.write(os.path.join(folder('programs'), name), 'm5out/' + name)
            self.assertIn(('2', 'main_a'), self.functions(packed))
            self.assertEqual(losses(packed), [])

    def test_odd_configurations(self):
        path = write('t.out', self.TEXT, 'odd-programs')
        write('alpha.nm', 'no symbols\n', 'odd-programs')
        for text in (self.CONFIG, '', '[', '[]\nworkload=\n', 'workload=x\nexecutable=y\n', '[x]\nworkload=x\nexecutable=\ncmd=\n', '\0\xff[\n' * 100,
                     '[system.cpu0]\nworkload=system.cpu0\nexecutable=../../../etc/alpha\n'):
            write('config.ini', text, 'odd-programs')
            self.assertEqual({name for _core, name in self.functions(path)}, {'0x1000'})


class Own(unittest.TestCase):
    TEXT = ''.join(line(1000 + 500 * i, 4 * i) for i in range(300))

    def clock(self, trace, *options):
        return next(value for key, value in facts(trace, *options).items() if key.startswith('clock'))

    def test_clock(self):
        path = write('t.out', self.TEXT, 'clock')
        self.assertEqual(self.clock(path), '500 ps, inferred')
        self.assertEqual(self.clock(path, '--clock', '125'), '125 ps, given')
        write('stats.txt', 'x 1\nsystem.cpu_clk_domain.clock   200  # ticks\n', 'clock')
        self.assertEqual(self.clock(path), '200 ps, config')
        write('config.ini', '[root]\n[system.cpu_clk_domain]\nclock=100\n', 'clock')
        self.assertEqual(self.clock(path), '100 ps, config')
        self.assertEqual(self.clock(path, '--clock', '125'), '125 ps, given')
        said = write('t.out', '      0: system.cpu_clk_domain: Setting clock period to 250 ticks for source clock x\n' + self.TEXT, 'said')
        self.assertEqual(self.clock(said), '250 ps, trace')

    def test_counts_of_one(self):
        path = write('t.out', self.TEXT, 'ones')
        self.assertIn(' 1 machine, 1 processor, 0 threads, 300 events\n', run('info', path).out)

    def test_numbers(self):
        """Of instructions: some fall back or are wrong, each core has its own, and what is no instruction has its successor's."""
        def missing(name, *numbers):
            text = ''.join(line(500 * i, 4 * i, cpu='cpu%d' % core).rstrip() + '  FetchSeq=9  CPSeq=%s\n' % number
                           for i, (core, number) in enumerate(numbers))
            return facts(write('t.out', text, 'numbers_' + name)).get('lines.missing')
        cpu0 = lambda *numbers: [(0, number) for number in numbers]
        self.assertIsNone(missing('none', *cpu0(1, 2, 2, 3, 4)))
        self.assertEqual(missing('some', *cpu0(7, 8, 11, 12, 15)), '4')
        self.assertEqual(missing('cores', (0, 1), (1, 100), (0, 2), (1, 102), (0, 4)), '2')
        self.assertEqual(missing('wrong', *cpu0(100, 101, 3, 103, 99999999, 105)), '2')
        self.assertEqual(missing('anew', *cpu0(100, 101, 1, 2, 3, 5)), '1')
        self.assertEqual(losses(os.path.join(folder('numbers_anew'), 't.out')),
                         ['an instruction is missing, as the numbers of the others (CPSeq) show'])
        self.assertIsNone(missing('nonsense', *cpu0('', 'x', '18446744073709551617', '-3')))

    def test_deep_tasks(self):
        """Two tasks with 700 frames each take turns: a call counts once, however often its stack is put away and taken back."""
        text, sp, now = [], [0x10000000, 0x90000000], [1000]

        def tell(at, pc, what, kind, access=''):
            text.append('%7d: system.cpu0: T0 : 0x%x @%s    : %-26s : %s : %s\n' % (now[0], pc, at, what, kind, access))
            now[0] += 500
        def store(at, pc, where):
            tell(at, pc, '  str   x1, [sp]', 'MemWrite', ' D=0x%016x A=0x%x' % (0, where))
        def call(at, pc, what):
            tell(at, pc, '  bl   <%s>' % what, 'IntAlu', ' D=0x%016x' % (pc + 4))
        for task in (0, 1):
            if task:
                tell('change+4', 0x9004, '  ret', 'IntAlu')
            store('start', 0x8000, sp[task])
            call('start+4', 0x8004, 'f')
            for i in range(700):
                sp[task] -= 64
                store('f', 0x2000, sp[task])
                call('f+4', 0x2004, 'f' if i < 699 else 'change')
            store('change', 0x9000, sp[task] - 64)
        for i in range(20):
            tell('change+4', 0x9004, '  ret', 'IntAlu')
            store('f+8', 0x2008, sp[i % 2])
            call('f+4', 0x2004, 'change')
            store('change', 0x9000, sp[i % 2] - 64)
        path = write('t.out', ''.join(text), 'deep')
        self.assertEqual({row['function']: int(row['calls']) for row in dump(path, 'functions')}, {'start': 1, 'f': 1400, 'change': 22})
        self.assertEqual([row['runs'] for row in dump(path, 'threads')], ['11', '11'])
        self.assertEqual(max(int(row['depth']) for row in dump(path, 'activations')), 511)

    def test_kept_index_knows_what_lies_beside(self):
        path = write('t.out', self.TEXT, 'kept')
        def of_trace():
            return next(row['value'] for row in dump(path, 'process-info') if row['key'].startswith('clock'))
        self.assertEqual(of_trace(), '500 ps, inferred')
        write('config.ini', '[system.cpu_clk_domain]\nclock=100\n', 'kept')
        self.assertEqual(of_trace(), '100 ps, config')
        os.remove(os.path.join(folder('kept'), 'config.ini'))
        self.assertEqual(of_trace(), '500 ps, inferred')

    def test_folder_of_a_run(self):
        path = write('trace.out', self.TEXT, 'm5out')
        write('config.ini', '[system.cpu_clk_domain]\nclock=100\n', 'm5out')
        write('stats.txt', '\n---------- Begin Simulation Statistics ----------\nsim_freq 1000000000000\n', 'm5out')
        write('simout', 'gem5 Simulator System.  https://www.gem5.org\n\nExiting @ tick 1000\n', 'm5out')
        write('program.nm', '0000000000001000 T f\n', 'm5out')
        found = info(os.path.dirname(path), '--no-cache')
        self.assertEqual(found['machines'], 1)
        self.assertEqual(self.clock(os.path.dirname(path)), '100 ps, config')
        self.assertEqual(facts(os.path.dirname(path))['symbols'], 'program.nm')

    def test_output_before_the_trace(self):
        path = write('t.out', 'some program said this\n' * 2500 + self.TEXT, 'before')
        self.assertEqual(facts(path)['lines.output'], '2500')
        with gzip.open(path + '.gz', 'wb') as file, open(path, 'rb') as plain:
            shutil.copyfileobj(plain, file)
        self.assertEqual(facts(path + '.gz')['lines.output'], '2500')

    def test_no_trace(self):
        path = write('t.out', 'some program said this\n' * 2500, 'none')
        self.assertIn('not a trace', run('info', '--no-cache', path, status=None).err)

    def test_odd_bytes(self):
        odd = [b'', b'\0' * 5000 + b'\n', b'y' * 3000000 + b'\n', b'\r\n', b'\xff\xfe\n', b'-5: system.cpu0: T0 : @f : x\n',
               b'99999999999999999999999: system.cpu0: T0 : @f\n']
        text = line(500).encode() + b''.join(odd) + line(1000, 4).encode()
        path = write('t.out', text, 'odd')
        found = facts(path)
        self.assertEqual(found['lines.too_long'], '1')
        self.assertEqual(found['lines.binary'], '1')
        self.assertEqual(len(dump(path, 'events', '--no-cache')), 2)

    def test_events_name_lines(self):
        path = write('t.out', self.TEXT + '%7d: system.cpu0.dcache: access for ReadReq [100:107] miss\n' % 160000, 'events')
        found = dump(path, 'events', '--no-cache', '--from', '150')
        self.assertEqual([row['name'] for row in found], ['exec', 'exec', 'cache'])
        self.assertEqual(found[-1]['detail'], 'system.cpu0.dcache: access for ReadReq [100:107] miss')
        self.assertEqual(found[0]['detail'], line(150000, 4 * 298).split(': ', 1)[1].strip())
        self.assertEqual(info(path)['format'], 'simulation')


class Notices(unittest.TestCase):
    """Lines of the flags TLB, Interrupt and PowerDomain are marks of their own kinds, of the core that their names tell."""

    def marks(self, *lines, cores=(0, 1)):
        trace = os.path.join(folder('notices'), 'trace-%d.out' % len(os.listdir(folder('notices'))))
        with open(trace, 'w') as out:
            out.write(''.join(line(1000, cpu='cpu%d' % core) for core in cores))
            out.writelines('%7d: %s\n' % item for item in lines)
            out.write(''.join(line(9000, 4, cpu='cpu%d' % core) for core in cores))
        self.assertEqual(losses(trace), [])
        return [(row['time_ns'], row['processor'], row['kind'], row['text']) for row in dump(trace, 'marks')], trace

    def test_kinds(self):
        found, trace = self.marks(
            (1500, 'system.cpu0.mmu.dtb: Handling a TLB miss for address 0x7fff1230 at pc 0x401000.'),
            (1600, 'system.cpu1.itb: TLB Miss: Starting hardware table walker for 0x8010(3:0)'),
            (1700, 'system.cpu1.dtb: lookup 0x40, asn 0x1 -> miss ppn 0'),
            (1800, 'system.cpu0.mmu.itb: lookup(vpn=0x40000, asid=0x1): miss ppn 0'),
            (1900, 'system.cpu1.interrupts: Interrupt 5:0 posted'),
            (2000, 'system.cpu_domain: PwrState update to 2 by system.cpu0.power_state'),
            (2100, 'system.cpu_domain: Updated power domain state to 4'))
        self.assertEqual(found, [
            ('1.5', '0', 'tlb', 'TLB miss 0x7fff1230'), ('1.6', '1', 'tlb', 'TLB miss 0x8010'), ('1.7', '1', 'tlb', 'TLB miss page 0x40'),
            ('1.8', '0', 'tlb', 'TLB miss page 0x40000'), ('1.9', '1', 'interrupt', 'interrupt 5:0'), ('2', '0', 'power', 'power CLK_GATED'),
            ('2.1', '', 'power', 'power domain OFF')])
        self.assertEqual([row['time_ns'] for row in dump(trace, 'events') if row['name'] == 'notice'], [item[0] for item in found])

    def test_none(self):
        """Hits, what a walker asks for itself, interrupts that are taken back, and lines that break off or say nonsense."""
        found, _trace = self.marks(
            (1500, 'system.cpu0.dtb: lookup 0x41, asn 0x1 -> hit ppn 0x80'),
            (1600, 'system.cpu0.mmu.dtb: lookup(vpn=0x40000, asid=0x1, key=0x40): hit ppn=0x1 (0x1000) '),
            (1700, 'system.cpu0.mmu.dtb: lookup(vpn=0x40000, asid=0, key=0x40): miss ppn=0 (0) hidden'),
            (1800, 'system.cpu0.interrupts: Interrupt 5:0 cleared'),
            (1900, 'system.cpu0.interrupts: Interrupt posted'),
            (2000, 'system.cpu0.dtb: TLB Miss: Starting hardware table walker for nothing'),
            (2100, 'system.cpu_domain: PwrState update to 2 by'))
        self.assertEqual(found, [])

    def test_tlb_by_function(self):
        """As misses of caches are: of who was on top of the core's stack then, and of all who were on it, each once."""
        whole = os.path.join(harness.TOP, 'tests', 'data', 'sim', 'sched-tasks.m5.out.gz')
        self.assertEqual({(row['tlb'], row['inclusive_tlb']) for row in dump(whole, 'functions')}, {('', '')})
        found = [row for row in dump(whole, 'activations') if row['processor'] == '0' and row['exit_ns']]
        times = sorted({round((float(row['enter_ns']) + float(row['exit_ns'])) * 500) for row in found})
        with gzip.open(whole, 'rt', encoding='utf-8') as log:
            lines = log.readlines()
        path = os.path.join(folder('notices'), 'tlb.out')
        at = 0
        with open(path, 'w', encoding='utf-8') as out:
            for text in lines:
                tick = text.split(':', 1)[0].strip()
                while tick.isdigit() and at < len(times) and times[at] < int(tick):
                    out.write('%7d: system.cpu0.dtb: lookup 0x40, asn 0x1 -> miss ppn 0\n' % times[at])
                    at += 1
                out.write(text)
        marks = [row for row in dump(path, 'marks') if row['kind'] == 'tlb']
        self.assertGreater(len(marks), 50)
        own, inclusive = collections.Counter(), collections.Counter()
        for mark in marks:
            time = float(mark['time_ns'])
            stack = [row for row in dump_once(path) if row['processor'] == mark['processor'] and float(row['enter_ns']) <= time
                     and (not row['exit_ns'] or time < float(row['exit_ns']))]
            stack.sort(key=lambda row: int(row['depth']))
            own[stack[-1]['function'] if stack else 'unknown'] += 1
            inclusive.update({row['function'] for row in stack})
        told = {row['function']: row for row in dump(path, 'functions')}
        self.assertEqual({name: int(row['tlb']) for name, row in told.items() if int(row['tlb'])}, dict(own))
        for name, count in inclusive.items():
            self.assertEqual(int(told[name]['inclusive_tlb']), count, name)

    def test_on_bars(self):
        """On the calls of their core, each kind if it is asked for; that of no core is on none."""
        _found, trace = self.marks((1500, 'system.cpu0.dtb: lookup 0x40, asn 0x1 -> miss ppn 0'), (1900, 'system.cpu0.interrupts: Interrupt 5:0 posted'),
                                   (2000, 'system.cpu_domain: PwrState update to 2 by system.cpu0.power_state'),
                                   (2100, 'system.cpu_domain: Updated power domain state to 4'))
        picture = os.path.join(folder('notices'), 'bars.svg')
        chart = ('export', '--view', 'flame', '--over-time', '--lane', 'processor:1/0', '-o', picture)
        for hits, words in ((), ('TLB miss 1<', 'Interrupt 1<', 'Power state 1<')), (('--hits', 'tlb,power'), ('TLB miss 1<', 'Power state 1<')), (('--hits', 'none'), ()):
            run(*chart, *hits, trace)
            with open(picture, encoding='utf-8') as file:
                text = file.read()
            self.assertEqual([word for word in ('TLB miss 1<', 'Interrupt 1<', 'Power state 1<') if word in text], list(words), hits)

    def test_in_order(self):
        """They are sorted as all is: a line of a later instruction may stand before it."""
        found, _trace = self.marks((5000, 'system.cpu0.dtb: lookup 0x1, asn 0x1 -> miss ppn 0'), (4000, 'system.cpu0.dtb: lookup 0x2, asn 0x1 -> miss ppn 0'),
                                   cores=(0,))
        self.assertEqual(sorted(item[3] for item in found), ['TLB miss page 0x1', 'TLB miss page 0x2'])
        self.assertEqual([item[0] for item in found], sorted(item[0] for item in found))


class NotRecorded(unittest.TestCase):
    def test_caches(self):
        """--debug-flags=Exec alone: of misses nothing is known, which is not none."""
        whole = os.path.join(harness.TOP, 'tests', 'data', 'sim', 'sched-tasks.m5.out.gz')
        path = os.path.join(harness.WORK.name, 'exec-alone.out')
        with gzip.open(whole, 'rt', encoding='utf-8') as log, open(path, 'w', encoding='utf-8') as out:
            out.writelines(line for line in log if ' T0 : ' in line)
        self.assertEqual(harness.info(whole)['not_recorded'], [])
        self.assertEqual(harness.info(path)['not_recorded'], ['caches'])
        self.assertIn('--debug-flags=Exec,Cache', harness.run('info', path).out)
        figures = {row['name']: row['value'] for row in harness.rows('stats', '--format', 'csv', path) if row['section'] == 'cores'}
        self.assertEqual([figures[name] for name in ('l1d', 'l1i', 'l2', 'upg')], [''] * 4)
        self.assertNotEqual(figures['instructions'], '')
        self.assertEqual({(row['runs'], row['collections']) for row in harness.dump(path, 'processors')}, {('', '')})


if __name__ == '__main__':
    unittest.main(verbosity=2)
