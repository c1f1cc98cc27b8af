"""bench_sim.py: the rows of bench.py about a simulator's trace: 870 MB of gem5's text, made by ../shared/tools/simgen.py.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import os
import subprocess
import sys

MB = 1e6
BYTES = 870_000_000

# What is asked for: a kind of event inside functions (the stack is walked), long activations, waits for locks, and what is found
# by the top of the stack alone.
QUERIES = (('l2 inside walk_*', ['--event', 'l2-miss', '--in', 'walk_*']),
           ('l1d in do_work itself', ['--event', 'l1d', '--self', 'do_work']),
           ('activations over 1,000 cycles', ['--activation', '*', '--longer', '1000cy']),
           ('waits for locks over 1,000 cycles', ['--lock-wait', '>1000cy']))


def generate(generator, path):
    """870 MB: 6.3 million lines, of 4 cores that switch tasks."""
    subprocess.run([sys.executable, generator, '--prog', 'sched', '--style', 'g21', '--cores', '4', '--iters', '0', '--size', str(BYTES),
                    '--ctxsw', '--truth-mode', 'summary', '-o', path], check=True, stderr=subprocess.DEVNULL)


def read(bench, path, least):
    """The rows of `simulation`; `least` runs something so many times and gives the quickest."""
    best, facts = bench.index(path)
    size = os.path.getsize(path)
    print(f'    {os.path.basename(path)}: {size / MB:.0f} MB, {facts["events"]} events; import {best.seconds:.2f} s')
    bench.row('text of gem5 read and indexed', size / MB / best.seconds, 'MB/s', ('>=', 150))
    bench.row('peak memory, the same', best.memory / MB, 'MB', ('<=', 200))
    bench.row('index / trace, simulation', facts['index_bytes'] / size, 'times', ('<=', 1.5), 1.1)
    first = bench.figures('bench-open', '--no-cache', path)
    bench.row('first picture while reading, simulation', first['first_ms'] / 1e3, 's', ('<=', 1))
    bench.row('columns in it that were not true, simulation', first['false_columns'], '', ('<=', 0))
    bench.keep_index(path)
    again = [bench.figures('bench-open', '--cache-dir', bench.cache, path) for _ in range(3)]
    bench.row('first picture of an indexed trace, simulation', min(one['first_ms'] for one in again) / 1e3, 's', ('<=', 0.3))
    for what, arguments in QUERIES:
        run = least(3, lambda a=tuple(arguments): bench.command('find', '--cache-dir', bench.cache, *a, path))
        bench.row(f'all answers: {what}, whole process', run.seconds, 's', ('<=', 2))


def window(bench, path, run):
    """Its first picture in the window, and panning; `run` runs a program on a display."""
    figures = run('--first', path)
    bench.row(f'first picture in the window, {figures["read"]:.0%} read, simulation', figures['first_ms'] / 1e3, 's', ('<=', 1))
    figures = run(path)
    print('    ' + json.dumps(figures))
    bench.row('panning and zooming it for 10 s, gaps between frames, p95', figures['gap_p95_ms'], 'ms', ('<=', 25))
    bench.row('panning and zooming it for 10 s, worst gap', figures['gap_worst_ms'], 'ms', ('<=', 50))
