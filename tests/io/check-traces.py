#!/usr/bin/env python3
"""Holds what the decoder makes of real logs against what other readers made of them.

    check-traces.py EVENTLOG-DUMP FOLDER-OF-TRACES

Per log: number of events of each kind, first and last time, order of time (*.golden.txt); for each event line of a
*.reference an event of that time, capability and kind; Eden's archives: number of events of each kind per machine
(*.truth.json.gz). Prints TAP.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import gzip
import json
import os
import re
import subprocess
import sys

DUMP, TRACES = sys.argv[1], sys.argv[2]

# What ghc-events prints of an event, and our name of it. The first that matches counts.
KINDS = [(re.compile(pattern), name) for pattern, name in [
    (r'creating thread \d+', 'create_thread'), (r'running thread \d+', 'run_thread'),
    (r'stopping thread \d+', 'stop_thread'), (r'thread \d+ is runnable', 'thread_runnable'),
    (r'migrating thread \d+', 'migrate_thread'), (r'running a local spark', 'run_spark|spark_run'),
    (r'stealing a spark from cap', 'steal_spark|spark_steal'), (r'shutting down', 'shutdown'),
    (r'waking up thread', 'thread_wakeup'), (r'starting GC', 'gc_start'), (r'finished GC', 'gc_end'),
    (r'requesting sequential GC', 'request_seq_gc'), (r'requesting parallel GC', 'request_par_gc'),
    (r'creating spark thread', 'create_spark_thread'), (r'startup: \d+ cap', 'startup'),
    (r'GC idle', 'gc_idle'), (r'GC working', 'gc_work'), (r'GC done', 'gc_done'),
    (r'compiler version is', 'version'), (r'program invocation:', 'program_invocation'),
    (r'created capset', 'capset_create'), (r'deleted capset', 'capset_delete'),
    (r'assigned cap \d+ to', 'capset_assign_cap'), (r'removed cap \d+ from', 'capset_remove_cap'),
    (r'capset \d+: RTS version', 'rts_identifier'), (r'capset \d+: args', 'program_args'),
    (r'capset \d+: env', 'program_env'), (r'capset \d+: pid', 'osprocess_pid'),
    (r'capset \d+: parent pid', 'osprocess_ppid'), (r'capset \d+: wall clock', 'wall_clock_time'),
    (r'spark stats:', 'spark_counters'), (r'thread \d+ has label', 'thread_label'),
    (r'created cap \d+', 'cap_create'), (r'deleted cap \d+', 'cap_delete'),
    (r'allocated on heap', 'heap_allocated'), (r'size of heap capset', 'heap_size'),
    (r'live data in heap', 'heap_live'), (r'heap stats for', 'heap_info_ghc'), (r'GC stats for', 'gc_stats_ghc'),
    (r'all caps stopped', 'gc_global_sync'), (r'task \w+ created', 'task_create'),
    (r'task \w+ deleted', 'task_delete'), (r'task \w+ migrated', 'task_migrate'),
    (r'starting to receive', 'start_receive'), (r'stop receiving', 'end_receive'),
    (r'creating process', 'create_process'), (r'killing process', 'kill_process'),
    (r'assigning thread', 'assign_thread_to_process'), (r'creating machine', 'create_machine'),
    (r'killing machine', 'kill_machine'), (r'sending message', 'send_message'),
    (r'receiving message', 'receive_message'), (r'memory returned', 'mem_return'),
    (r'blocks size of', 'blocks_size'), (r'heap prof sample', 'heap_prof_sample_cost_centre|heap_prof_sample_string'),
    (r'start heap profiling', 'heap_prof_begin'), (r'start heap prof sample', 'heap_prof_sample_begin'),
    (r'start time profiling', 'prof_begin'), (r'cap no \d+, prof sample', 'prof_sample_cost_centre'),
    (r'cost centre \d+', 'heap_prof_cost_centre'), (r'Info Table:', 'ipe'), (r'binary message', 'user_binary_msg'),
    (r'concurrent mark began', 'conc_mark_begin'), (r'concurrent mark ended', 'conc_mark_end'),
    (r'concurrent sweep began', 'conc_sweep_begin'), (r'concurrent sweep ended', 'conc_sweep_end'),
    (r'nonmoving heap census', 'nonmoving_heap_census'), (r'nonmoving segments pruned', 'nonmoving_pruned_segments'),
    (r'ticky counter definition', 'ticky_counter_def'), (r'ticky counter sample', 'ticky_counter_sample'),
    (r'ticky begin', 'ticky_counter_begin_sample'),
    (r'.*\(blocked|newInport|connectTSO|reading|filling|emptying|forking|child', 'log_msg|user_msg|user_marker'),
]]
TEXT = 'log_msg|user_msg|user_marker'


def dump(path, *options):
    result = subprocess.run([DUMP, *options, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600)
    return result.stdout.decode('utf-8', 'replace'), result.stderr.decode('utf-8', 'replace')


def counted(path, *options):
    """name of the log → (facts, counts by number)"""
    logs = {}
    for line in dump(path, '--count', *options)[0].splitlines():
        words = line.split(' ')
        if words[0] == 'log':
            name, rest = line[4:].split(' events ')
            rest = ('events ' + rest).split()
            logs[name] = (dict(zip(rest[::2], rest[1::2])), {})
        else:
            logs[name][1][int(words[0])] = int(words[-1])
    return logs


def check_golden(path, golden):
    text = open(golden, encoding='utf-8', errors='replace').read()
    (facts, counts), = counted(path, '--sorted').values()
    want = {int(m[1]): int(m[2]) for m in re.finditer(r"^count (\d+) .* (\d+)$", text, re.M)}
    want.pop(18, None)
    field = lambda name: re.search(rf'^{name} (\S+)', text, re.M)[1]
    problems = []
    if counts != want:
        problems.append(f'counts differ: {sorted(set(counts.items()) ^ set(want.items()))}')
    if facts['events'] != field('events'):
        problems.append(f"{facts['events']} events, not {field('events')}")
    if facts['events'] != '0' and (facts['first'], facts['last']) != (field('first_event_ns'), field('last_event_ns')):
        problems.append(f"times {facts['first']} to {facts['last']}")
    if facts['backwards'] != '0':
        problems.append('not in order of time')
    if (facts['complete'] == '1') != (field('data_end_marker') == 'yes'):
        problems.append(f"complete: {facts['complete']}")
    return problems


def reference_events(path):
    """(time, capability or None, kind or None) of each event line"""
    for line in open(path, encoding='utf-8', errors='replace'):
        m = re.match(r'^ *(\d+): (?:cap (\d+): )?(.*)', line)
        if not m or re.search(r' \(size (\d+|variable)\)$', line) or m[3].startswith('event block:'):
            continue
        kind = next((name for pattern, name in KINDS if pattern.match(m[3])), TEXT)
        yield int(m[1]), None if m[2] is None else int(m[2]), kind


def check_reference(path, reference):
    events = collections.Counter()
    anywhere = collections.Counter()
    total = 0
    for line in dump(path, '--sorted')[0].splitlines():
        time, processor, name = line.split(' ')[:3]
        events[int(time), int(processor), name] += 1
        anywhere[int(time), name] += 1
        total += 1
    problems, n = [], 0
    for time, processor, kinds in reference_events(reference):
        n += 1
        for name in kinds.split('|'):
            if processor is None and anywhere[time, name] > 0:
                anywhere[time, name] -= 1
                break
            if processor is not None and events[time, processor, name] > 0:
                events[time, processor, name] -= 1
                anywhere[time, name] -= 1
                break
        else:
            problems.append(f'no event {time} {processor} {kinds}')
    if n != total:
        problems.append(f'{total} events, {n} in the reference')
    return problems


def check_truth(path, truth):
    machines = json.load(gzip.open(truth))['machines']
    problems = []
    for options in (), ('--sorted',):
        logs = counted(path, *options)
        for machine in machines:
            name = machine['member']
            want = {int(k): v for k, v in machine['event_counts'].items()}
            if name not in logs:
                name = os.path.basename(path) if len(machines) == 1 else name
            facts, counts = logs.get(name, ({}, {}))
            if counts != want:
                problems.append(f'{name}: counts differ: {sorted(set(counts.items()) ^ set(want.items()))}')
            elif int(facts['last']) != machine['last_ts']:
                problems.append(f"{name}: last time {facts['last']}, not {machine['last_ts']}")
            if options and facts.get('backwards') != '0':
                problems.append(f'{name}: not in order of time')
        if len(logs) != len(machines):
            problems.append(f'{len(logs)} logs, not {len(machines)}')
    return problems


def cases():
    for folder in 'ghc', 'ghc/peer':
        folder = os.path.join(TRACES, folder)
        for name in sorted(os.listdir(folder)):
            path, stem = os.path.join(folder, name), os.path.join(folder, name.removesuffix('.eventlog'))
            if name.endswith('.eventlog') and os.path.exists(stem + '.golden.txt'):
                yield name + ' golden', check_golden, path, stem + '.golden.txt'
            if os.path.exists(path + '.reference'):
                yield name + ' reference', check_reference, path, path + '.reference'
    folder = os.path.join(TRACES, 'eden')
    for name in sorted(os.listdir(folder)):
        truth = os.path.join(folder, name + '.truth.json.gz')
        if os.path.exists(truth):
            yield name + ' truth', check_truth, os.path.join(folder, name), truth


if not os.path.isdir(TRACES):
    print('1..0 # SKIP no traces at', TRACES)
    sys.exit(0)
number, failed = 0, 0
for title, check, path, against in cases():
    number += 1
    try:
        problems = check(path, against)
    except Exception as error:  # a case that cannot be run is a failed one
        problems = [f'{type(error).__name__}: {error}']
    print('not ok' if problems else 'ok', number, '-', title)
    for problem in problems[:10]:
        print('#', problem)
    failed += bool(problems)
print(f'1..{number}')
sys.exit(failed > 0)
