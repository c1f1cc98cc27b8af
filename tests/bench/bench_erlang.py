"""bench_erlang.py: the rows of bench.py that need an Erlang: a large trace read, and what recording one costs.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import shutil
import subprocess
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BYTES = 300_000_000
MB = 1e6


class NoErlang(Exception):
    """Says what is missing."""


def compiled():
    """A folder with the recorder and the programs, compiled."""
    for program in ('erl', 'erlc'):
        if shutil.which(program) is None:
            raise NoErlang(f'{program} is not installed (erlang-base, erlang-runtime-tools)')
    folder = tempfile.TemporaryDirectory(prefix='lanescope-bench-')
    subprocess.run(['erlc', '-o', folder.name, os.path.join(TOP, 'data', 'erlang', 'lanescope.erl'),
                    os.path.join(TOP, 'tests', 'bench', 'recorder_bench.erl')], check=True)
    return folder


def load(path):
    """Records programs that are busy in many processes until there are 300 MB of it: two million records."""
    with compiled() as name:
        subprocess.run(['erl', '+S', '8:8', '-noshell', '-pa', name, '-run', 'recorder_bench', 'main', 'load', path,
                        str(BYTES)], check=True)


def read(bench, path):
    """The rows of `erlang`."""
    best, facts = bench.index(path)
    print(f'    {os.path.basename(path)}: {os.path.getsize(path) / MB:.0f} MB, {facts["events"]} records; import '
          f'{best.seconds:.2f} s ({facts["events"] / best.seconds / 1e6:.2f} M records/s)')
    bench.row('import of 300 MB of Erlang', best.seconds, 's', ('<=', 6))
    bench.row('peak memory, the same', best.memory / MB, 'MB', ('<=', 200))
    bench.row('index / trace, Erlang', facts['index_bytes'] / os.path.getsize(path), 'times', ('<=', 1.5), 1.1)
    first = bench.figures('bench-open', '--no-cache', path)
    bench.row('first picture while reading, Erlang', first['first_ms'] / 1e3, 's', ('<=', 1))
    bench.row('columns in it that were not true, Erlang', first['false_columns'], '', ('<=', 0))
    bench.keep_index(path)
    again = [bench.figures('bench-open', '--cache-dir', bench.cache, path) for _ in range(3)]
    bench.row('first picture of an indexed trace, Erlang', min(one['first_ms'] for one in again) / 1e3, 's', ('<=', 0.3))
    for how in ('columns', 'strips'):
        figures = bench.figures('bench-columns', '--cache-dir', bench.cache, '--how', how, path)
        print(f'    {how}: p50 {figures["p50_ms"]} ms, p99 {figures["p99_ms"]} ms, max {figures["max_ms"]} ms')
        bench.row(f'{how} of 64 lanes × 1600 px, p99 of the worst level, Erlang', figures['worst_level_p99_ms'], 'ms',
                  ('<=', 16))


def recording(bench):
    """The rows of `recorder`: programs that are recorded, against the same without and against dbg."""
    with tempfile.TemporaryDirectory() as work, compiled() as name:
        done = subprocess.run(['erl', '+S', '2:2', '-noshell', '-pa', name, '-run', 'recorder_bench', 'main', 'overhead',
                               work, 'count', 'short', 'talk'], check=True, stdout=subprocess.PIPE, text=True)
    taken, records = {}, {}
    for line in done.stdout.splitlines():
        program, way, seconds, number = line.split()
        taken[program, way], records[program, way] = float(seconds), int(number)
    names = {'count': '1,000 processes that count down from 300,000', 'short': '20,000 from 300',
             'talk': '40 that write to each other 40,000 times'}
    for program, what in names.items():
        print(f'    {what}: {taken[program, "none"]:.3f} s; with `all` {records[program, "all"]} records, '
              f'{(taken[program, "all"] - taken[program, "none"]) / records[program, "all"] * 1e6:.2f} µs each')
        for way in ('procs', 'running', 'most', 'all', 'dbg_port', 'dbg_process'):
            bench.row(f'{way} / not traced, {program}', taken[program, way] / taken[program, 'none'], 'times', None)
        # It records more than dbg does: active and inactive, schedulers, senders.
        bench.row(f'most / dbg to a file, {program}', taken[program, 'most'] / taken[program, 'dbg_port'], 'times',
                  ('<=', 2))
    messages(bench)


def messages(bench):
    """What a record of a message costs: whole ones, and sizes by the tracer in native code."""
    with tempfile.TemporaryDirectory() as work, compiled() as name:
        native = os.path.join(bench.build, 'data', 'erlang', 'lanescope_tracer.so')
        if not os.path.exists(native):
            print('    no native tracer was built: erl_nif.h (erlang-dev) was not found')
            return
        shutil.copy(native, name)
        subprocess.run(['erlc', '-o', name, os.path.join(TOP, 'data', 'erlang', 'lanescope_tracer.erl')], check=True)
        done = subprocess.run(['erl', '+S', '2:2', '-noshell', '-pa', name, '-run', 'recorder_bench', 'main', 'messages', work],
                              check=True, stdout=subprocess.PIPE, text=True)
    taken = {}
    for line in done.stdout.splitlines():
        message, way, microseconds, size = line.split()
        taken[message, way] = float(microseconds)
        print(f'    a record of a message ({message}), {way}: {microseconds} µs, {size} bytes')
    for message in dict.fromkeys(message for message, _ in taken):
        bench.row(f'sizes by the native tracer / contents by a port, {message}', taken[message, 'message_sizes'] / taken[message, 'message'],
                  'times', ('<=', 0.5) if message == 'small' else None)
