"""analysis_truth.py: compares what is found out of a trace with the truth of the simulated program that wrote it: lost time, pieces of waits,
blame, critical path.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import gzip
import itertools
import json
import unittest

from harness import dump, run

# A trace does not tell a lock from another MVar.
SAME = {'lock': 'late_producer'}
# No Erlang trace tells in which queue a process is, and its clock has microseconds.
ERLANG_SAME = {**SAME, 'idle_other_queue': 'idle_own_queue'}


def truth_of(trace):
    with gzip.open(trace.rsplit('.', 1)[0] + '.truth.json.gz') as file:
        return json.load(file)


def time(cell):
    return int(float(cell))


class Truth(unittest.TestCase):
    """One case per trace."""

    def tasks(self):
        return {(task['machine'], task['thread']): task['i'] for task in self.truth['tasks']}

    def loss(self, trace):
        same, found = (ERLANG_SAME if self.erlang else SAME), collections.defaultdict(collections.Counter)
        for row in dump(trace, 'causes'):
            found[row['machine'], row['processor']][same.get(row['cause'], row['cause'])] += time(row['duration_ns'])
        for processor in self.truth['loss']['processors']:
            want = collections.Counter()
            for cause in self.truth['loss']['total']:
                if cause != 'running':
                    want[same.get(cause, cause)] += processor[cause]
            # Erlang's schedulers count from 1.
            mine = found[str(processor['machine']), str(processor['processor'] + self.erlang)]
            for cause in set(want) | set(mine):
                self.assertAlmostEqual(mine[cause], want[cause], delta=50000 if self.erlang else 0, msg=(processor['processor'], cause))
        told = json.loads(run('explain', '--json', trace).out)
        self.assertEqual((told['P'], told['PT']), (self.truth['P'], told['T'] * self.truth['P']))
        self.assertEqual(sum(told['parts'].values()), told['PT'])
        self.alone(told, 0, self.truth['T'])
        self.assertAlmostEqual(told['pop']['parallel_efficiency'], self.truth['pop']['parallel_efficiency'], places=3 if self.erlang else 8)

    def alone(self, told, first, last):
        """What runs while nothing else does, by label: the simulator tells the label of what lies on the path."""
        steps, spans, n, since = collections.Counter(), [], 0, first
        for task in self.truth['tasks']:
            for kind, start, end, *_ in task['intervals']:
                if kind == 'run' and min(end, last) > max(start, first):
                    steps[max(start, first)] += 1
                    steps[min(end, last)] -= 1
        for when in sorted(steps):
            if n == 1:
                spans.append((since, when))
            n, since = n + steps[when], when
        want, at = collections.Counter(), 0
        for start, end, label in [(row[2], row[3], row[4]) for row in self.truth['path'] if row[0] == 'running']:
            while at < len(spans) and spans[at][1] <= start:
                at += 1
            for a, b in itertools.takewhile(lambda span, end=end: span[0] < end, spans[at:]):
                want[label] += min(b, end) - max(a, start)
        found = collections.Counter(told['pop']['serial_labels'])
        self.assertEqual(sum(found.values()), told['pop']['serial_ns'])
        if self.erlang:  # its clock has microseconds, and what it runs is a function
            return
        self.assertEqual(sum(found.values()), sum(b - a for a, b in spans))
        rest = sum(found.values()) - sum(want.values())
        for label in set(found) | set(want):
            self.assertLessEqual(abs(found[label] - want[label]), rest, (label, first, last))

    def intervals(self, trace):
        """To the nanosecond, not only in sum."""
        found = collections.defaultdict(list)
        for row in dump(trace, 'causes'):
            found[row['machine'], row['processor']].append((time(row['start_ns']), time(row['start_ns']) + time(row['duration_ns']), row['cause']))
        for processor, lane in zip(self.truth['loss']['processors'], self.truth['loss']['not_running']):
            want = []
            for first, last, cause in lane:
                cause = SAME.get(cause, cause)
                if want and want[-1][1:] == (first, cause):
                    first = want.pop()[0]
                want.append((first, last, cause))
            self.assertEqual(found[str(processor['machine']), str(processor['processor'])], want)

    def pieces(self, trace):
        ids, found, want = self.tasks(), collections.defaultdict(list), collections.defaultdict(list)
        for row in dump(trace, 'wait-pieces'):
            by = ids[int(row['by_machine']), row['by_thread']] if row['by_thread'] else None
            first = time(row['start_ns'])
            found[ids[int(row['machine']), row['thread']]].append((row['piece'], first, first + time(row['duration_ns']), by))
        for wait in self.truth['waits']:
            for piece, first, last, by in wait['pieces']:
                want[wait['task']].append((SAME.get(piece, piece), first, last, by))
        if not self.erlang:
            self.assertEqual(found, want)
            return
        for task in set(found) | set(want):
            sums = [collections.Counter(), collections.Counter()]
            for total, pieces in zip(sums, (found[task], want[task])):
                for piece, first, last, _ in pieces:
                    total[piece] += last - first
            for piece in sums[1]:
                self.assertAlmostEqual(sums[0][piece], sums[1][piece], delta=1000 * (len(want[task]) + 2), msg=(task, piece))

    def blame(self, trace):
        ids, found, want = self.tasks(), {}, {}
        for row in dump(trace, 'blame'):
            found[ids[int(row['machine']), row['thread']], row['label']] = (time(row['direct_ns']), time(row['cascaded_ns']))
        for task, label, direct, cascaded in self.truth['blame']['rows']:
            want[task, label] = (direct, cascaded)
        total = self.truth['blame']['total']
        if not self.erlang:
            self.assertEqual(found, want)
            self.assertEqual(sum(map(sum, found.values())), total)
            return
        sums = [collections.Counter(), collections.Counter()]
        for counter, rows in zip(sums, (found, want)):
            for (task, label), row in rows.items():
                counter[task, label if label.startswith('(') else ''] += sum(row)
        for key in set(sums[0]) | set(sums[1]):
            self.assertAlmostEqual(sums[0][key], sums[1][key], delta=0.002 * total + 2000, msg=key)

    def path(self, trace):
        ids, found = self.tasks(), []
        for row in json.loads(run('critical-path', '--json', trace).out)['segments']:
            found.append([row['kind'], ids[row['machine'], row['thread']], time(row['start_ns']), time(row['end_ns'])]
                         + ([row['label']] if row['kind'] == 'running' else []))
        if not self.erlang:
            self.assertEqual(found, self.truth['path'])
            return
        sums = [collections.Counter(), collections.Counter()]
        if found[0][0] == 'unknown':  # of a process that was there before its first event it is not known who made it
            found[0][0] = 'start'
        for counter, segments in zip(sums, (found, self.truth['path'])):
            for segment in segments:
                counter[segment[0], segment[1]] += segment[3] - segment[2]
        for key in set(sums[0]) | set(sums[1]):
            self.assertAlmostEqual(sums[0][key], sums[1][key], delta=0.01 * self.truth['T'], msg=key)

    def wakes(self):
        """Of each task: [(when it acted, whom, number of the interval that this made begin)]."""
        found = collections.defaultdict(list)
        for task in self.truth['tasks']:
            if task['parent'] is not None:
                found[task['parent']].append((task['created'], task['i'], 0))
        for source, child, sent, _, _, kind in self.truth['messages']:
            if kind == 'rfork':
                found[source] = [wake for wake in found[source] if wake[1:] != (child, 0)] + [(sent, child, 0)]
        for wait in self.truth['waits']:
            intervals = self.truth['tasks'][wait['task']]['intervals']
            after = next((i for i, interval in enumerate(intervals) if interval[1] == wait['end']), None)
            late = [end for piece, _, end, _ in wait['pieces'] if piece in ('late_producer', 'lock')]
            when = self.truth['messages'][wait['message']][2] if wait['message'] is not None else late[0] if late else wait['end']
            if wait['by'] is not None and after is not None:
                by = next(row[3] for row in wait['pieces'] if row[3] is not None)
                found[by].append((when, wait['task'], after))
        return found

    def slack(self, trace):
        """From the simulator's records alone, interval by interval from the last one to the first."""
        ids, wakes, want, at = self.tasks(), self.wakes(), {}, {}
        order = sorted(((interval[1], interval[2], task['i'], n) for task in self.truth['tasks'] for n, interval in enumerate(task['intervals'])),
                       reverse=True)
        never = {(wait['task'], wait['start']) for wait in self.truth['waits'] if wait['pieces'][0][0] == 'never'}
        for first, last, task, n in order:
            kind = self.truth['tasks'][task]['intervals'][n][0]
            left = at.get((task, n + 1), self.truth['T'] - last)
            if kind == 'blocked' or (task, first) in never:
                left += last - first
            for when, whom, after in sorted(wakes[task], reverse=True) if kind == 'run' else ():
                if first < when <= last and at[whom, after] < left:
                    if when < last:
                        want[task, when] = (last - when, left)
                    last, left = when, at[whom, after]
            if kind == 'run':
                want[task, first] = (last - first, left)
            at[task, n] = left
        found = {(ids[int(row['machine']), row['thread']], time(row['start_ns'])): (time(row['duration_ns']), time(row['slack_ns']))
                 for row in dump(trace, 'slack')}
        self.assertEqual(found, want)

    def check(self, trace):
        self.truth = truth_of(trace)
        self.erlang = self.truth['format'] == 'erlang'
        self.check_all(trace)

    def check_all(self, trace):
        self.loss(trace)
        if not self.erlang:
            self.intervals(trace)
            self.slack(trace)
        self.pieces(trace)
        self.blame(trace)
        self.path(trace)
