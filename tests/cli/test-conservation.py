#!/usr/bin/env python3
"""test-conservation.py: no time is lost, and none is there twice. In every table of lanes the times of all states of a row add up to its
life, over the whole trace and over any range; and `stats` adds up what those tables say.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import random
import unittest

import harness
from harness import dump, find_traces, info, number

STATES = [state + '_ns' for state in harness.STATES]
TABLES = ['machines', 'processors', 'processes', 'threads', 'process-tree']


def spent(row):
    return sum(number(row[state] or '0') for state in STATES if state in row)


class Conservation(unittest.TestCase):
    """One case per trace."""

    def exits(self, trace):
        """Erlang: a process ends with its `exit`, but runs on until it goes out, which its time has, too."""
        exited, after = set(), {}
        for row in dump(trace, 'events'):
            who = (row['machine'], row['detail'].split(' ')[0].removeprefix('process='))
            if row['name'] == 'exit':
                exited.add(who)
            elif row['name'].startswith('out') and who in exited:
                after[who] = number(row['time_ns'])
        return after

    def counting(self, trace):
        """Machines of several processors, and processors that nobody tells apart: they count, so they have no life."""
        lanes = {}
        for row in dump(trace, 'processors'):
            lanes.setdefault(row['machine'], []).append(row)
        several = {(machine, None) for machine, rows in lanes.items() if len(rows) > 1}
        for machine, rows in lanes.items():
            for row in rows:
                if row['processor'] == '0':
                    done = harness.run('dump', 'intervals', '--lane', 'processor:%s/0' % machine, trace, status=None)
                    if 'counts several at once' in done.err:
                        several |= {(machine, None), (machine, '0')}
        return lanes, several

    def stats(self, stats, several, tables):
        """Of each kind of lanes its states have the time that its table gives them, and their shares make one."""
        found = {}
        for row in stats:
            if row['section'] == 'states' and row['group'] in TABLES:
                found.setdefault(row['group'], []).append(row)
        for group, rows in found.items():
            lanes = [row for row in tables[group] if group != 'processors' or (row['name'] != 'GC' and (row['machine'], row['processor']) not in several)]
            self.assertAlmostEqual(sum(float(row['share']) for row in rows), 1, delta=0.00001, msg=group)
            for row in rows:
                column = row['name'] + '_ns'
                if column in lanes[0] and any(lane[column] for lane in lanes):
                    self.assertAlmostEqual(number(row['total_ns']), sum(number(lane[column] or '0') for lane in lanes), delta=0.002 * len(lanes),
                                           msg=(group, column))

    def check(self, trace):
        facts = info(trace)
        start, end = number(str(facts['start_ns'])), number(str(facts['end_ns']))
        chance = random.Random(7)
        ranges = [(start, end)] + [sorted(chance.randint(int(start), int(end)) for _ in 'ab') for _ in range(2)]
        lanes, several = self.counting(trace)
        after, seen = self.exits(trace) if trace in ERLANG else {}, 0
        asked = [['dump', table] for table in TABLES] + [['stats', '--format', 'csv']]
        answers = iter(harness.run_all([[*command, '--from', first, '--to', last, trace] for first, last in ranges for command in asked]))
        for first, last in ranges:
            tables = {table: harness.rows_of(next(answers)) for table in TABLES}
            self.stats(harness.rows_of(next(answers)), several, tables)
            for table in TABLES:
                for row in tables[table]:
                    machine = row['machine']
                    is_machine = table == 'machines' or (table == 'process-tree' and row['process'] == '' and row['thread'] == '')
                    if not row['start_ns'] or not row['end_ns'] or (is_machine and machine not in lanes):
                        continue
                    if (machine, None if is_machine else row.get('processor', '')) in several:
                        continue
                    death = after.get((machine, row.get('process') or row.get('thread')), number(row['end_ns']))
                    life = max(min(death, last) - max(number(row['start_ns']), first), 0)
                    self.assertAlmostEqual(spent(row), life, delta=0.002, msg=f'{table} [{first}, {last}): {row}')
                    seen += 1
        self.assertEqual(seen > 0, any(lanes.values()) or (facts['processes'] or 0) > 0 or (facts['threads'] or 0) > 0)


ERLANG = harness.find_erlang()
TRACES = (find_traces('ghc', '*.eventlog') + find_traces('ghc/peer', '*.eventlog') + find_traces('eden', '*.parevents')
          + find_traces('eden', '*.eventlog') + find_traces('analysis', '*') + find_traces('sim', '*') + find_traces('schedplot', '*') + ERLANG)
harness.add_cases(Conservation, [path for path in TRACES if not any(word in path for word in ('.truth', '.golden', '.json', '.reference'))], Conservation.check)

if __name__ == '__main__':
    harness.main()
