#!/usr/bin/env python3
"""bench.py: measures the program against fixed points and prints the ratios. Run by `./dev bench`.

Every figure is a ratio, or a limit, on the same file in the same run, so that it means something on another machine.
Times are the least of several runs, from a warm file. Large files are made once and kept in $LANESCOPE_BENCH_DIR
(default: lanescope-bench in the user's cache folder); those that need tools which are not beside the project
(../shared/tools) or a Haskell compiler are left out, and it says so.

    bench.py --build FOLDER [--only WORD,…]

WORDs: walk, ghc-events, unzip, memory, open, columns, statistics, analysis, messages, search, graph, start, frames, following, lines,
tree, many, live, erlang, recorder, simulation; and threadscope, only when asked for. Exit status 1 if a limit does not hold.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import argparse
import json
import os
import platform
import shutil
import sys
import tempfile

import bench_analysis
import bench_erlang
import bench_live
import bench_sim
from bench_files import Files, MB, Missing, unpacked, warm
from bench_run import Run, least, until_quiet


# --- what is measured ---

class Bench(bench_live.Live):
    def __init__(self, build, files):
        self.build = build
        self.files = files
        self.cli = os.path.join(build, 'app', 'lanescope-cli')
        self.cache = tempfile.mkdtemp(prefix='lanescope-bench-')
        self.rows = []
        self.indexed = {}

    def program(self, name):
        return os.path.join(self.build, 'tests', 'bench', name)

    def row(self, what, value, unit, limit, aim=None):
        """limit: (sign, number) or None for information only."""
        good = limit is None or (value <= limit[1] if limit[0] == '<=' else value >= limit[1])
        self.rows.append((what, value, unit, limit, aim, good))
        self.print_row(self.rows[-1])

    @staticmethod
    def print_row(row):
        what, value, unit, limit, aim, good = row
        bound = '' if limit is None else f'{"at most" if limit[0] == "<=" else "at least"} {limit[1]:g}'
        if aim is not None:
            bound += f', aim {aim:g}'
        print(f'{"   " if limit is None else "ok " if good else "NO "} {what:<58} {value:10.3g} {unit:<6} {bound}',
              flush=True)

    def index(self, path, times=3):
        """Import with a fresh cache each time: (run, its JSON). The last index stays for others to use."""
        if path not in self.indexed:
            def run():
                shutil.rmtree(self.cache)
                os.mkdir(self.cache)
                return Run(self.cli, 'index', '--json', '--cache-dir', self.cache, path)
            warm(path)
            best = least(times, run)
            facts = best.json()
            self.indexed[path] = best, facts[0] if isinstance(facts, list) else facts
        return self.indexed[path]

    def walk(self):
        for name, limit in (('log', 8), ('dense', 8)):
            path = getattr(self.files, name)()
            best, facts = self.index(path)
            loop = least(5, lambda p=path: Run(self.program('bench-walk'), p))
            events, seconds = loop.json()['events'], loop.json()['seconds']
            what = os.path.basename(path)
            print(f'    {what}: {os.path.getsize(path) / MB:.0f} MB, {events} events; '
                  f'bare loop {seconds:.3f} s, import {best.seconds:.3f} s ({events / best.seconds / 1e6:.1f} M events/s)')
            if facts['events'] != events:
                raise RuntimeError(f'{path}: the program saw {facts["events"]} events, the bare loop {events}')
            self.row(f'import / bare loop, {what}', best.seconds / seconds, 'times', ('<=', limit), 4)
            self.row(f'index / trace, {what}', facts['index_bytes'] / unpacked(path), 'times', ('<=', 1.5), 1.1)

    def ghc_events(self):
        path = self.files.log()
        if shutil.which('ghc-events') is None:
            raise Missing('ghc-events is not installed (libghc-ghc-events-dev)')
        best, _ = self.index(path)
        other = Run('ghc-events', 'inc', path, keep=False)
        print(f'    ghc-events inc {other.seconds:.1f} s, {other.memory / MB:.0f} MB')
        self.row('ghc-events inc / import', other.seconds / best.seconds, 'times', ('>=', 25))

    def unzip(self):
        path = self.files.g1()
        if shutil.which('unzip') is None:
            raise Missing('unzip is not installed')
        best, facts = self.index(path)
        other = least(3, lambda: Run('unzip', '-p', path, keep=False))
        print(f'    {os.path.basename(path)}: {unpacked(path) / MB:.0f} MB unpacked; unzip -p {other.seconds:.2f} s, '
              f'import {best.seconds:.2f} s')
        self.row('import of 1 GB of Eden / unzip -p', best.seconds / other.seconds, 'times', ('<=', 0.8), 0.6)
        self.row('index / trace, Eden', facts['index_bytes'] / unpacked(path), 'times', ('<=', 1.5), 1.1)

    def memory(self):
        peaks = {}
        for name, what in [('g100m', '100 MB'), ('g1', '1 GB'), ('m128', '128 machines'),
                           ('parfib', '190,000 threads'), ('ring', 'GHC, 400 MB')]:
            try:
                path = getattr(self.files, name)()
            except Missing as missing:
                print(f'    left out: {missing}')
                continue
            best, facts = self.index(path, times=1)
            peaks[what] = best.memory
            self.row(f'peak memory, {what}', best.memory / MB, 'MB', ('<=', 200))
            if name in ('m128', 'parfib'):
                self.row(f'index / trace, {what}', facts['index_bytes'] / unpacked(path), 'times', ('<=', 1.5), 1.1)
        if len(peaks) > 1:
            self.row('peak memory, most / least', max(peaks.values()) / min(peaks.values()), 'times', None)
        if '1 GB' in peaks and '100 MB' in peaks:
            self.row('peak memory, 1 GB / 100 MB', peaks['1 GB'] / peaks['100 MB'], 'times', ('<=', 1.2))

    def open(self):
        for name in ('ring', 'g1', 'm128', 'parfib'):
            try:
                path = getattr(self.files, name)()
            except Missing as missing:
                print(f'    left out: {missing}')
                continue
            warm(path)
            first = Run(self.program('bench-open'), '--no-cache', path).json()
            self.row(f'first picture while reading, {name}', first['first_ms'] / 1e3, 's', ('<=', 1))
            self.row(f'columns in it that were not true, {name}', first['false_columns'], '', ('<=', 0))
            self.keep_index(path)
            again = [Run(self.program('bench-open'), '--cache-dir', self.cache, path) for _ in range(3)]
            if not all(run.json()['cached'] for run in again):
                raise RuntimeError(f'{path}: the index was not used again')
            self.row(f'first picture of an indexed trace, {name}',
                     min(run.json()['first_ms'] for run in again) / 1e3, 's', ('<=', 0.3))
            picture = os.path.join(self.cache, 'picture.png')
            export = least(3, lambda: Run(self.cli, 'export', '--cache-dir', self.cache, '-o', picture, path))
            self.row(f'the same as a PNG, whole process, {name}', export.seconds, 's', None)

    def keep_index(self, path):
        """Sees to it that the cache folder has the path's index."""
        Run(self.cli, 'index', '--json', '--cache-dir', self.cache, path)

    def columns(self):
        p99 = {}
        for name in ('ring', 'g10m', 'g1'):
            try:
                path = getattr(self.files, name)()
            except Missing as missing:
                print(f'    left out: {missing}')
                continue
            self.keep_index(path)
            for how in ('columns', 'strips'):
                figures = Run(self.program('bench-columns'), '--cache-dir', self.cache, '--how', how, path).json()
                p99[name, how] = figures['p99_ms']
                print(f'    {name}, {how}: {figures["windows"]} windows at {figures["levels"]} levels, '
                      f'p50 {figures["p50_ms"]} ms, p99 {figures["p99_ms"]} ms, max {figures["max_ms"]} ms; '
                      f'worst at 2^{figures["worst_level"]} ticks a pixel')
                self.row(f'{how} of 64 lanes × 1600 px, p99 of the worst level, {name}',
                         figures['worst_level_p99_ms'], 'ms', ('<=', 16))
            figures = Run(self.program('bench-difference'), '--cache-dir', self.cache, path).json()
            print(f'    {name} and itself, shifted: p50 {figures["p50_ms"]} ms, p99 {figures["p99_ms"]} ms, '
                  f'max {figures["max_ms"]} ms; worst at 2^{figures["worst_level"]} ticks a pixel')
            self.row(f'differences of 64 lanes × 1600 px, p99 of all windows, {name}',
                     figures['p99_ms'], 'ms', ('<=', 32))
            self.row(f'columns in which it differs from itself, {name}', figures['differing'], '', ('<=', 0))
        for how in ('columns', 'strips'):
            if ('g1', how) in p99 and ('g10m', how) in p99:
                self.row(f'{how}, p99 on 1 GB (10 MB: {p99["g10m", how]:.2f} ms)', p99['g1', how], 'ms',
                         ('<=', max(1.5 * p99['g10m', how], 10)))

    def threadscope(self):
        """Only when asked for: it takes long, and thirty times the log's size in memory."""
        path = self.files.log()
        if shutil.which('threadscope') is None:
            raise Missing('threadscope is not installed')
        best, _ = self.index(path)
        warm(path)
        seconds, memory = until_quiet(['xvfb-run', '-a', 'threadscope', path], 'threadscope')
        print(f'    threadscope: {seconds:.1f} s, {memory / MB:.0f} MB; '
              f'import {best.seconds:.2f} s, {best.memory / MB:.0f} MB')
        self.row('threadscope opens it / import', seconds / best.seconds, 'times', None)
        self.row('threadscope, memory / import', memory / best.memory, 'times', None)

    def statistics(self):
        for name, limit in (('ring', 100), ('g1', 100), ('parfib', None)):
            try:
                path = getattr(self.files, name)()
            except Missing as missing:
                print(f'    left out: {missing}')
                continue
            self.keep_index(path)
            figures = Run(self.program('bench-statistics'), '--cache-dir', self.cache, path).json()
            print('    ' + json.dumps(figures))
            self.row(f'statistics of any range, worst, {name}', figures['max'], 'ms', limit and ('<=', limit))
            for what in ('machine', 'processor', 'process', 'thread', 'reason') if name == 'g1' else ():
                told = least(3, lambda p=path, w=what: Run(self.cli, 'stats', '--by', w, '--cache-dir', self.cache, p))
                self.row(f'stats --by {what} of an indexed 1 GB, whole process', told.seconds, 's', ('<=', 0.3))

    def analysis(self):
        for name, limit in (('ring', (8, 0.5)), ('g100m', (4, 1))):
            try:
                path = getattr(self.files, name)()
            except Missing as missing:
                print(f'    left out: {missing}')
                continue
            bench_analysis.read(self, name, path, least, limit)

    def messages(self):
        """Who wrote to whom: 1 GB, 128 machines, some million messages."""
        try:
            path = self.files.farm1g()
        except Missing as missing:
            print(f'    left out: {missing}')
            return
        self.keep_index(path)
        figures = Run(self.program('bench-pairs'), '--cache-dir', self.cache, path).json()
        print('    ' + json.dumps(figures))
        self.row(f'matrix of {figures["messages"] / 1e6:.1f} M messages, any range, p99', figures['p99'], 'ms', ('<=', 50))

    def search(self):
        for name in ('ring', 'g1'):
            try:
                path = getattr(self.files, name)()
            except Missing as missing:
                print(f'    left out: {missing}')
                continue
            self.keep_index(path)
            warm(path)
            # what names tell, what numbers tell, and what only the whole text of each event tells
            for text, how in (('create thread', []), ('12', []), ('status=7 info=[0-9]', ['--regex'])):
                run = least(3, lambda t=text, h=tuple(how): Run(self.program('bench-search'), '--cache-dir', self.cache,
                                                                 *h, path, t))
                figures = run.json()
                print(f'    {name}, “{text}”: ' + json.dumps(figures))
                limit = ('<=', 3) if name == 'ring' else None
                self.row(f'all hits of “{text}” in {figures["events"] / 1e6:.0f} M events, {name}',
                         figures['last_ms'] / 1e3, 's', limit)
                if figures['hits'] > 0:
                    self.row(f'the first of them, {name}', figures['first_ms'] / 1e3, 's', limit and ('<=', 0.2))
            self.row(f'making ready for it, once, {name}', figures['prepare_ms'] / 1e3, 's', None)
            self.row(f'a page of events from anywhere, worst of 50, {name}', figures['jump_max_ms'], 'ms', None)

    def graph(self):
        figures = Run(self.program('bench-graph'), '300', '5000').json()
        self.row('graph of 300 nodes and 5,000 edges laid out', figures['layout_s'], 's', ('<=', 2))
        self.row('drawing thread: its edges as a scene', figures['edges_ms'], 'ms', ('<=', 50))
        self.row('drawing thread: its nodes and labels as a scene', figures['nodes_ms'], 'ms', ('<=', 50))
        self.row('drawing thread: what is under the pointer', figures['hit_ms'], 'ms', ('<=', 16))

    def on_display(self, program, *arguments):
        """The command that runs a program with a window: on a display of its own if there is none."""
        command = ['env', 'GSK_RENDERER=cairo', 'GTK_A11Y=none', 'GSETTINGS_BACKEND=memory',
                   'XDG_CACHE_HOME=' + os.path.join(self.cache, 'window'), program, *arguments]
        if 'DISPLAY' not in os.environ and 'WAYLAND_DISPLAY' not in os.environ:
            command = ['xvfb-run', '-a', '-s', '-screen 0 1680x1050x24', 'dbus-run-session', '--', *command]
        return command

    # Each run writes a picture of the window as soon as it is shown, and ends: a little more than the start itself.
    START = '''
import subprocess, sys, time
def run():
    start = time.monotonic()
    subprocess.run(sys.argv[1:], check=True, stderr=subprocess.DEVNULL)
    return time.monotonic() - start
print(min(run() for _ in range(9)))
'''

    def start(self):
        program = os.path.join(self.build, 'app', 'lanescope')
        picture = os.path.join(self.cache, 'start.png')
        seconds = float(Run(*self.on_display(sys.executable, '-c', self.START, program, '--screenshot', picture)).text.split()[-1])
        self.row('start of the program to a shown empty window, and its picture', seconds, 's', ('<=', 0.7))

    def frames(self):
        program = os.path.join(self.build, 'tests', 'gui', 'bench-frames')
        if not os.path.exists(program):
            raise Missing('bench-frames is not built')
        command = self.on_display(program)
        figures = Run(*command).json()
        print('    ' + json.dumps(figures))
        self.row('a frame of 64 lanes while panning / memcpy of its pixels', figures['ratio'], 'times', ('<=', 20))
        program = os.path.join(self.build, 'tests', 'gui', 'bench-pan')
        for name in ('ring', 'g1', 'm128', 'parfib'):
            try:
                path = getattr(self.files, name)()
            except Missing as missing:
                print(f'    left out: {missing}')
                continue
            shutil.rmtree(os.path.join(self.cache, 'window'), ignore_errors=True)
            figures = Run(*self.on_display(program, '--first', path)).json()
            self.row(f'first picture in the window, {figures["read"]:.0%} read, {name}', figures['first_ms'] / 1e3, 's',
                     ('<=', 1))
            if name == 'g1': # its index is there by now
                figures = Run(*self.on_display(program, path)).json()
                print('    ' + json.dumps(figures))
                self.row('panning and zooming 1 GB for 10 s, gaps between frames, p95', figures['gap_p95_ms'], 'ms', ('<=', 25))
                self.row('panning and zooming 1 GB for 10 s, worst gap', figures['gap_worst_ms'], 'ms', ('<=', 50))

    def following(self):
        """A timeline that goes with a program: 1.28 million transitions a second, told ten times a second."""
        program = os.path.join(self.build, 'tests', 'gui', 'bench-follow')
        if not os.path.exists(program):
            raise Missing('bench-follow is not built')
        figures = Run(*self.on_display(program)).json()
        print('    ' + json.dumps(figures))
        self.row('a frame while following, p95', figures['frame_p95_ms'], 'ms', ('<=', 25))
        self.row('a frame while following, the worst', figures['frame_worst_ms'], 'ms', ('<=', 50))
        self.row('gaps between frames while following, p95', figures['gap_p95_ms'], 'ms', ('<=', 25))
        self.row('gaps between frames while following, the worst', figures['gap_worst_ms'], 'ms', ('<=', 50))
        self.row('how late the edge is, the worst', figures['late_worst_ms'], 'ms', ('<=', 200))

    def tree(self):
        program = os.path.join(self.build, 'tests', 'gui', 'bench-tree')
        for name in ('parfib', 'm128', 'farm1g'):
            try:
                path = getattr(self.files, name)()
            except Missing as missing:
                print(f'    left out: {missing}')
                continue
            figures = Run(*self.on_display(program, path)).json()
            print('    ' + json.dumps(figures))
            self.row(f'process tree there, with sizes of messages, {name}', figures['open_ms'] / 1e3, 's', ('<=', 1))
            self.row(f'the longest turn of the window meanwhile, {name}', figures['open_turn_ms'], 'ms', ('<=', 50))
            self.row(f'the longest turn of sorting, unfolding, filtering, {name}', figures['turn_busy_ms'], 'ms', ('<=', 50))
            if name == 'parfib':
                figures = Run(*self.on_display(os.path.join(self.build, 'tests', 'gui', 'bench-tables'), path)).json()
                print('    ' + json.dumps(figures))
                self.row(f'the longest turn of statistics of threads, sorted, of a range, {name}', figures['turn_busy_ms'], 'ms',
                         ('<=', 50))
        try:
            path = self.files.g1()
        except Missing as missing:
            print(f'    left out: {missing}')
            return
        figures = Run(*self.on_display(os.path.join(self.build, 'tests', 'gui', 'bench-messages'), path)).json()
        print('    ' + json.dumps(figures))
        self.row('the longest turn of sorting and filtering messages, g1', figures['turn_busy_ms'], 'ms', ('<=', 50))
        self.message_modes()
        for name in ('m128', 'ring'):
            try:
                path = getattr(self.files, name)()
            except Missing as missing:
                print(f'    left out: {missing}')
                continue
            what, program = ('messages', 'bench-messages') if name == 'm128' else ('events and hits', 'bench-events')
            figures = Run(*self.on_display(os.path.join(self.build, 'tests', 'gui', program), path)).json()
            print('    ' + json.dumps(figures))
            self.row(f'the longest turn of lists of {what}, {name}', figures['turn_busy_ms'], 'ms', ('<=', 50))

    def many(self):
        """10 million threads in the window, indexed."""
        program = os.path.join(self.build, 'tests', 'gui', 'bench-many')
        if not os.path.exists(program):
            raise Missing('bench-many is not built')
        path = self.files.threads()
        Run(self.cli, 'index', '--cache-dir', os.path.join(self.cache, 'window', 'lanescope'), path)
        figures = Run(*self.on_display(program, path)).json()
        print('    ' + json.dumps(figures))
        self.row('first picture of 10 million threads in the window', figures['first_ms'] / 1e3, 's', ('<=', 1))
        turns = [figures[step + '_turn_ms'] for step in ('settled', 'pan', 'show', 'scroll', 'pan_threads')]
        self.row('the longest turn of panning, Show Threads, scrolling them', max(turns), 'ms', ('<=', 50))
        self.row('memory after panning', figures['pan_mb'], 'MB', ('<=', 320), 300)

    def message_modes(self):
        """List, matrix and graph of some million messages between 128 machines in the window."""
        try:
            path = self.files.farm1g()
        except Missing as missing:
            print(f'    left out: {missing}')
            return
        figures = Run(*self.on_display(os.path.join(self.build, 'tests', 'gui', 'bench-messages'), path)).json()
        print('    ' + json.dumps(figures))
        self.row('graph of the whole of farm1g in the window', figures['graph_ms'] / 1e3, 's', ('<=', 2))
        self.row('the longest turn of messages as list, matrix, graph, over time, farm1g', figures['turn_busy_ms'], 'ms', ('<=', 50))

    def lines(self):
        """Frames with marks or messages against frames without, of the same trace in the same run."""
        program = os.path.join(self.build, 'tests', 'gui', 'bench-lines')
        for what, make, least in (('marks', self.files.marks, 30000), ('messages', self.files.messages, 1000000)):
            try:
                path = make()
            except Missing as missing:
                print(f'    left out: {missing}')
                continue
            figures = Run(*self.on_display(program, what, path)).json()
            print('    ' + json.dumps(figures))
            self.row(f'{what} of the trace that is moved', figures['n'], '', ('>=', least))
            # Not slower; a tenth is what two runs without any differ by.
            self.row(f'a frame (main thread) with {what} shown / hidden', figures['ratio'], 'times', ('<=', 1.1), 1)
            self.row(f'its 95th percentile, {what} shown / hidden', figures['ratio_p95'], 'times', ('<=', 1.1), 1)
            self.row(f'95th percentile with {what} shown', figures['with_p95_ms'], 'ms', ('<=', 25))

    # --- Erlang ---

    def figures(self, program, *arguments):
        """What one of the programs here measures."""
        return Run(self.program(program), *arguments).json()

    def erlang(self):
        path = self.files.erlang()
        warm(path)
        bench_erlang.read(self, path)
        program = os.path.join(self.build, 'tests', 'gui', 'bench-pan')
        if not os.path.exists(program):
            raise Missing('bench-pan is not built')
        shutil.rmtree(os.path.join(self.cache, 'window'), ignore_errors=True)
        figures = Run(*self.on_display(program, '--first', path)).json()
        self.row(f'first picture in the window, {figures["read"]:.0%} read, Erlang', figures['first_ms'] / 1e3, 's', ('<=', 1))
        figures = Run(*self.on_display(program, path)).json()
        print('    ' + json.dumps(figures))
        self.row('panning and zooming it for 10 s, gaps between frames, p95', figures['gap_p95_ms'], 'ms', ('<=', 25))
        self.row('panning and zooming it for 10 s, worst gap', figures['gap_worst_ms'], 'ms', ('<=', 50))

    def command(self, *arguments):
        """A run of the command line."""
        return Run(self.cli, *arguments)

    def simulation(self):
        path = self.files.simulation()
        bench_sim.read(self, path, least)
        program = os.path.join(self.build, 'tests', 'gui', 'bench-pan')
        if not os.path.exists(program):
            raise Missing('bench-pan is not built')
        shutil.rmtree(os.path.join(self.cache, 'window'), ignore_errors=True)
        bench_sim.window(self, path, lambda *arguments: Run(*self.on_display(program, *arguments)).json())

    def recorder(self):
        try:
            bench_erlang.recording(self)
        except bench_erlang.NoErlang as missing:
            raise Missing(str(missing)) from missing


def main():
    parser = argparse.ArgumentParser(description='Measures speed and memory.')
    parser.add_argument('--build', required=True)
    parser.add_argument('--only', default='walk,ghc-events,unzip,memory,open,columns,statistics,analysis,messages,search,graph,start,frames,following,lines,tree,many,live,'
                                         'erlang,recorder,simulation')
    options = parser.parse_args()
    cache = os.environ.get('XDG_CACHE_HOME') or os.path.expanduser('~/.cache')
    files = Files(os.environ.get('LANESCOPE_BENCH_DIR') or os.path.join(cache, 'lanescope-bench'))
    bench = Bench(os.path.abspath(options.build), files)
    print(f'{platform.platform()}, {os.cpu_count()} cores; files in {files.folder}')
    trouble = 0
    try:
        for word in options.only.split(','):
            print(f'-- {word}')
            try:
                getattr(bench, word.replace('-', '_'))()
            except Missing as missing:
                print(f'    left out: {missing}')
            except RuntimeError as error:
                trouble += 1
                print(f'NO  {error}')
    finally:
        shutil.rmtree(bench.cache, ignore_errors=True)
    bad = sum(not row[-1] for row in bench.rows) + trouble
    held = sum(row[3] is not None and row[-1] for row in bench.rows)
    print(f'\n{held} limits held, {bad} did not')
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
