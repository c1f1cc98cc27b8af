#!/usr/bin/env python3
"""test-locks.py: sums of locks and of coherence misses against the truth of simulations, added up by hand, in any range; their pictures.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import os
import random
import re
import shutil
import tempfile
import unittest
import xml.etree.ElementTree as ET

import harness
from harness import dump, run

GHC = harness.find_traces('ghc', '*.eventlog')[0]


def ps(text):
    """'1.5' ns, exact."""
    if text == '':
        return None
    whole, _, rest = text.partition('.')
    return int(whole) * 1000 + int((rest + '000')[:3])


def ns(ticks):
    return ('%d.%03d' % divmod(ticks, 1000)).rstrip('0').rstrip('.')


def read_truth(path):
    """The acquisitions as (lock, core, caller, from, acquired, released, attempts, blocked by), and when the first begins that the truth leaves out,
    since it is not released."""
    truth = harness.load_truth(path)
    uses = []
    for u in truth['locks']:
        held = [(o['wait'][1], o['core']) for o in truth['locks'] if o['lock'] == u['lock'] and o['core'] != u['core']
                and o['wait'][1] < u['wait'][1] and o['release'] > u['wait'][0]]
        uses.append((u['lock'], u['core'], u['caller'], *u['wait'], u['release'], u['attempts'], max(held)[1] if held else None))
    return truth, uses


def part(a, b, start, end):
    return max(0, min(b, end) - max(a, start))


def add_up(uses, key, start, end):
    """Count, contended, attempts, waited, longest, held, longest by key, of what touches the range."""
    found = {}
    for use in uses:
        lock, core, caller, begin, acquired, released, attempts, blocker = use
        if begin >= end or released <= start or key(use) is None:
            continue
        wait, hold = part(begin, acquired, start, end), part(acquired, released, start, end)
        s = found.setdefault(key(use), [0] * 7)
        s[0] += 1
        s[1] += blocker is not None or attempts > 1
        s[2] += attempts
        s[3] += wait
        s[4] = max(s[4], wait)
        s[5] += hold
        s[6] = max(s[6], hold)
    return {k: tuple(v) for k, v in found.items()}


def figures(row):
    return (int(row['acquisitions']), int(row['contended']), int(row['attempts']), ps(row['wait_ns']), ps(row['wait_max_ns']),
            ps(row['hold_ns']), ps(row['hold_max_ns']))


def traces():
    found = {}
    for path in harness.find_traces('sim', '*.json.gz') + harness.find_traces('simulation', '*.json.gz'):
        trace = path[:-len('.json.gz')] + '.out.gz'
        if os.path.exists(trace):
            found[os.path.basename(path)[:-len('.json.gz')]] = (trace, path)
    return found


@unittest.skipUnless(traces(), 'the traces beside the project are not there')
class Sums(unittest.TestCase):
    """Of parts of the traces that end before the last acquisitions, which are not released: the truth does not have those."""

    def ranges(self, name, truth, uses):
        """Some ranges, and where the part ends that the truth knows all of."""
        last = max(core['last'] for core in truth['cores'])
        end = min(last * 4 // 5, max((u[5] for u in uses), default=last))
        rng = random.Random(name)
        pairs = [(0, end)] + [sorted(rng.randrange(0, end) for _ in range(2)) for _ in range(6)]
        return [(a, b) for a, b in pairs if a < b]

    def check(self, name, table, key, of_row):
        trace, path = traces()[name]
        truth, uses = read_truth(path)
        for start, end in self.ranges(name, truth, uses):
            with self.subTest(trace=name, range=(start, end)):
                found = dump(trace, table, '--from', ns(start), '--to', ns(end))
                self.assertEqual({of_row(row): figures(row) for row in found}, add_up(uses, key, start, end))
                self.assertEqual([ps(row['wait_ns']) for row in found], sorted((ps(row['wait_ns']) for row in found), reverse=True))
                for row in found:
                    self.assertAlmostEqual(float(row['wait_mean_ns']), ps(row['wait_ns']) / 1000 / int(row['acquisitions']), 2)

    def test_by_lock(self):
        for name in traces():
            self.check(name, 'lock-totals', lambda u: u[0], lambda row: int(row['lock'], 16))

    def test_by_function(self):
        for name in traces():
            self.check(name, 'lock-functions', lambda u: u[2], lambda row: row['caller'])

    def test_by_pair(self):
        for name in traces():
            self.check(name, 'lock-pairs', lambda u: None if u[7] is None else (u[1], u[7]),
                       lambda row: (int(row['processor']), int(row['blocked_by'])))

    def test_foremost(self):
        for name, (trace, path) in traces().items():
            truth, uses = read_truth(path)
            end = self.ranges(name, truth, uses)[0][1]
            callers, blockers = collections.defaultdict(collections.Counter), collections.defaultdict(collections.Counter)
            for lock, _, caller, begin, acquired, _, _, blocker in uses:
                if begin < end:
                    callers[lock][caller] += 1
                    if blocker is not None:
                        blockers[lock][blocker] += part(begin, acquired, 0, end)
            for row in dump(trace, 'lock-totals', '--to', ns(end)):
                lock = int(row['lock'], 16)
                self.assertEqual(callers[lock][row['caller']], max(callers[lock].values()))
                if row['blocked_by'] == '':
                    self.assertFalse(blockers[lock])
                else:
                    self.assertEqual(blockers[lock][int(row['blocked_by'])], max(blockers[lock].values()))

    def test_against_the_rows(self):
        """The same of `dump locks`, all of it: what was never released, too."""
        for name, (trace, _) in traces().items():
            rows = dump(trace, 'locks')
            self.assertTrue(rows or name.startswith('pingpong'), name)
            count = collections.Counter(row['lock'] for row in rows)
            totals = {row['lock']: row for row in dump(trace, 'lock-totals')}
            self.assertEqual({lock: int(row['acquisitions']) for lock, row in totals.items()}, dict(count))
            for lock, row in totals.items():
                of = [r for r in rows if r['lock'] == lock]
                self.assertEqual(int(row['attempts']), sum(int(r['attempts']) for r in of))
                if all(r['acquired_ns'] for r in of):
                    self.assertEqual(ps(row['wait_ns']), sum(ps(r['acquired_ns']) - ps(r['wait_from_ns']) for r in of))

    def test_lines(self):
        for name, (trace, path) in traces().items():
            misses = harness.load_truth(path)['coherence']
            for start, end in ((0, 1 << 62), (1500000, 6000000)):
                options = ('--from', ns(start), '--to', ns(end)) if end < 1 << 62 else ()
                seen = [m for m in misses if start <= m['miss_t'] < end]
                lines = dump(trace, 'coherence-lines', *options)
                pairs = dump(trace, 'coherence-pairs', *options)
                with self.subTest(trace=name, range=(start, end)):
                    self.assertEqual({int(r['line'], 16): int(r['misses']) for r in lines},
                                     dict(collections.Counter(m['line'] for m in seen)))
                    self.assertEqual({(int(r['by_processor']), r['by_function'], int(r['processor']), r['function']): int(r['misses'])
                                      for r in pairs},
                                     dict(collections.Counter((m['inv_core'], m['inv_fn'], m['miss_core'], m['miss_fn']) for m in seen)))
                    for table in (lines, pairs):
                        for r in table:
                            self.assertLessEqual(int(r['false_sharing'] or 0) + int(r['same_bytes'] or 0), int(r['misses']))
                            if r['latency_ns']:
                                self.assertLessEqual(ps(r['latency_max_ns']), ps(r['latency_ns']))


@unittest.skipUnless('spin.g21' in traces(), 'the traces beside the project are not there')
class Names(unittest.TestCase):
    """What `nm` says of the variables that are locks."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(dir=harness.WORK.name)
        self.trace = os.path.join(self.folder.name, 'run.out.gz')
        shutil.copy(traces()['spin.g21'][0], self.trace)
        with open(os.path.join(self.folder.name, 'run.nm'), 'w', encoding='ascii') as file:
            file.write('0000000000400800 T main\n000000000004b000 B first_lock\n000000000004b0c0 d table\n'
                       '000000000004b180 t code\n                 U printf\n')

    def tearDown(self):
        self.folder.cleanup()

    def test_names(self):
        found = {row['key']: row['value'] for row in dump(self.trace, 'process-info') if row['key'].startswith('lock ')}
        self.assertEqual(found, {'lock 0x4b000': 'first_lock', 'lock 0x4b100': 'table+64'}) # behind `code` lies no variable
        self.assertEqual({row['lock'] for row in dump(self.trace, 'lock-totals')}, {'0x4b000', '0x4b100', '0x4b200'})
        path = os.path.join(self.folder.name, 'locks.svg')
        for _ in range(2): # from the index, too
            run('export', '--view', 'locks', '-o', path, self.trace)
            with open(path, encoding='utf-8') as file:
                svg = file.read()
            self.assertIn('first_lock (0x4b000)', svg)
            self.assertIn('table+64 (0x4b100)', svg)
            self.assertIn('>0x4b200<', svg)


class Slack(unittest.TestCase):
    """Each stretch of a core, longer by its slack and by a tick more, and the run replayed from the table of locks."""

    def read(self, trace):
        self.uses = sorted((ps(row['acquired_ns']), ps(row['wait_from_ns']), ps(row['released_ns']), row['lock'], row['processor'])
                           for row in dump(trace, 'locks') if row['acquired_ns'])
        self.rows = dump(trace, 'slack')
        self.ends = {}
        for row in self.rows:
            self.ends[row['processor']] = ps(row['start_ns']) + ps(row['duration_ns'])
        self.before, self.events = {}, []
        for u, (acquired, wanted, released, lock, core) in enumerate(self.uses):
            had = [(r, b) for b, (_, _, r, l, _) in enumerate(self.uses) if l == lock and r is not None and r <= acquired and b != u]
            if had and self.uses[max(had)[1]][4] != core:
                self.before[u] = max(had)[1]
            self.events += [(wanted, 0, u), (acquired, 1, u)] + ([(released, 2, u)] if released is not None else [])
        self.events.sort()

    def replay(self, core, until, more):
        late, wanted, released, done = collections.Counter(), {}, {}, False
        for time, kind, u in self.events:
            _, asked, end, _, whose = self.uses[u]
            if kind == 1:
                b = self.before.get(u)
                late[whose] = max(wanted[u], released[b]) - max(asked, self.uses[b][2]) if b is not None else wanted[u] - asked
            if not done and whose == core and time >= until:
                late[core] += more
                done = True
            if kind == 0:
                wanted[u] = asked + late[whose]
            elif kind == 2:
                released[u] = end + late[whose]
        late[core] += 0 if done else more
        return max(end + late[core] for core, end in self.ends.items())

    def test_slack(self):
        for name in ('spin.g21', 'spin-three.g20', 'sched.m5', 'sched-tasks.m5'):
            if name not in traces():
                continue
            self.read(traces()[name][0])
            end = max(self.ends.values())
            self.assertEqual({row['lock'] for row in self.rows} - {''}, {use[3] for use in self.uses}, name)
            for row in self.rows[::9]:
                until, slack = ps(row['start_ns']) + ps(row['duration_ns']), ps(row['slack_ns'])
                self.assertEqual(self.replay(row['processor'], until, slack), end, row)
                self.assertEqual(self.replay(row['processor'], until, slack + 1), end + 1, row)

    def test_none(self):
        if 'pingpong.m5' in traces():
            done = run('dump', 'slack', traces()['pingpong.m5'][0])
            self.assertEqual(done.out.count('\n'), 1)
            self.assertIn('No lock functions', done.err)


class Pictures(unittest.TestCase):
    def draw(self, trace, name, *options):
        path = os.path.join(harness.WORK.name, name)
        run('export', '-o', path, *options, trace)
        with open(path, 'rb') as file:
            return file.read()

    def test_nothing_to_draw(self):
        for view in ('locks', 'coherence'):
            for mode in ((), ('--mode', 'matrix'), ('--mode', 'graph')):
                done = run('export', '--view', view, *mode, '-o', os.path.join(harness.WORK.name, 'no.svg'), GHC, status=1)
                self.assertIn('There is nothing to draw', done.err)
        self.assertEqual(dump(GHC, 'lock-totals'), [])

    def test_what_is_wrong_is_said(self):
        self.assertIn('matrix', run('export', '--view', 'locks', '--mode', 'lanes', '-o', 'x.svg', GHC, status=2).err)
        self.assertIn('matrix', run('export', '--view', 'coherence', '--mode', 'time', '-o', 'x.svg', GHC, status=2).err)
        self.assertIn('--figure', run('export', '--view', 'locks', '--figure', 'wait', '-o', 'x.svg', GHC, status=2).err)
        self.assertIn('wait-max', run('export', '--view', 'locks', '--mode', 'matrix', '--figure', 'lost', '-o', 'x.svg', GHC,
                                      status=2).err)
        run('export', '--view', 'locks', '-o', 'x.dot', GHC, status=2)

    @unittest.skipUnless('sched.m5' in traces(), 'the traces beside the project are not there')
    def test_pictures(self):
        trace = traces()['sched.m5'][0]
        svg = self.draw(trace, 'locks.svg', '--view', 'locks').decode()
        ET.fromstring(svg)
        for row in dump(trace, 'lock-totals'):
            self.assertIn(row['lock'], svg)
        self.assertIn('schedule', svg) # in a bar
        self.assertNotEqual(svg, self.draw(trace, 'part.svg', '--view', 'locks', '--from', '2000', '--to', '4000').decode())
        self.assertTrue(self.draw(trace, 'locks.png', '--view', 'locks', '--palette', 'dark', '--size', '900x200').startswith(b'\x89PNG'))
        self.assertTrue(self.draw(trace, 'locks.pdf', '--view', 'locks', '--mode', 'matrix', '--figure', 'wait-max').startswith(b'%PDF'))

    @unittest.skipUnless('spin.g21' in traces(), 'the traces beside the project are not there')
    def test_graphs(self):
        trace = traces()['spin.g21'][0]
        dot = self.draw(trace, 'lines.dot', '--view', 'coherence').decode()
        self.assertEqual(dot.count(' -> '), len(dump(trace, 'coherence-pairs')))
        self.assertIn('pthreadSpinUnlock', dot)
        waits = self.draw(trace, 'waits.dot', '--view', 'locks', '--mode', 'graph').decode()
        self.assertEqual(waits.count(' -> '), len(dump(trace, 'lock-pairs')))
        matrix = self.draw(trace, 'lines.svg', '--view', 'coherence', '--mode', 'matrix').decode()
        for row in dump(trace, 'coherence-pairs'):
            self.assertTrue(re.search(r'>\d+<', matrix), row)


if __name__ == '__main__':
    unittest.main()
