"""bench_live.py: the rows of bench.py about programs that write while they are followed.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import os
import shutil
import subprocess
import tempfile
import time

from bench_files import MB, Missing
from bench_run import Run


class Live:
    """What bench.py measures of these; the programs and rows are those of its Bench."""

    def watch(self, *writer):
        """Follows live-writer: (summary, what it wrote, the log's path, what watch was as a process)."""
        folder = tempfile.mkdtemp(dir=self.files.folder, prefix='live-')
        self.live_folders.append(folder)
        log, summary, truth = (os.path.join(folder, name) for name in ('live.eventlog', 'summary.json', 'truth.json'))
        done = Run(self.cli, 'watch', '-q', '--cache-dir', self.cache, '--summary', summary, '--eventlog', log, '--',
                   os.path.join(self.build, 'tests', 'live', 'live-writer'), '--truth', truth, *writer, log)
        with open(summary, encoding='utf-8') as one, open(truth, encoding='utf-8') as other:
            return json.load(one), json.load(other), log, done

    def check_live(self, name, summary, truth, log):
        lost = abs(truth['events'] - summary['events']) + len(summary['losses'])
        found = Run(self.cli, 'dump', 'processors', '--cache-dir', self.cache, log).text
        for row, line in zip(truth['processors'], found.split('\n')[1:]):
            lost += line.split(',')[5] != str(row['running_ns'])
        self.row(f'events lost, {name}', lost, '', ('<=', 0))
        different = sum(Run(self.cli, 'dump', *table, '--cache-dir', self.cache, log, keep='digest').digest
                        != Run(self.cli, 'dump', *table, '--no-cache', log, keep='digest').digest
                        for table in (['threads'], ['processors'], ['intervals', '--lane', 'processor:1/0'], ['losses']))
        self.row(f'tables that differ from the file opened afterwards, {name}', different, '', ('<=', 0))

    def live_idle(self):
        """A quiet program: what following it costs."""
        folder = tempfile.mkdtemp(dir=self.files.folder, prefix='live-')
        self.live_folders.append(folder)
        log = os.path.join(folder, 'live.eventlog')
        writer = subprocess.Popen([os.path.join(self.build, 'tests', 'live', 'live-writer'), '--seconds', '1', '--end', 'stay', log])
        watch = subprocess.Popen([self.cli, 'watch', '-q', '--no-cache', log], stderr=subprocess.DEVNULL)

        def used():
            with open(f'/proc/{watch.pid}/stat', encoding='ascii') as file:
                return sum(map(int, file.read().rsplit(')', 1)[1].split()[11:13])) / os.sysconf('SC_CLK_TCK')
        try:
            time.sleep(3)
            before = used()
            time.sleep(10)
            self.row('processor time while nothing comes', (used() - before) * 10, '%', ('<=', 1))
        finally:
            writer.kill()
            writer.wait()
            watch.wait()

    def live_screen(self):
        """From the disk to the screen: the first frame that shows what was written."""
        program = os.path.join(self.build, 'tests', 'gui', 'bench-screen')
        if not os.path.exists(program):
            raise Missing('bench-screen is not built')
        folder = tempfile.mkdtemp(dir=self.files.folder, prefix='live-')
        self.live_folders.append(folder)
        figures = Run(*self.on_display(program, os.path.join(self.build, 'tests', 'live', 'live-writer'), folder)).json()
        print('    ' + json.dumps(figures))
        self.row('from the disk to the screen at 1 M/s, half', figures['late_ms'], 'ms', ('<=', 200))
        self.row('from the disk to the screen at 1 M/s, 99 %', figures['late_p99_ms'], 'ms', ('<=', 200))

    def live(self):
        self.live_folders = []
        try:
            summary, truth, log, short = self.watch('--seconds', '2', '--rate', '8000000', '--on', '500', '--off', '500')
            summary, truth, log, done = self.watch('--seconds', '10', '--rate', '8000000', '--on', '500', '--off', '500')
            print(f'    {truth["events"]} events in bursts of 8 M/s, {truth["bytes"] / MB:.0f} MB; all there after '
                  f'{done.seconds:.1f} s')
            self.check_live('bursts of 8 M/s', summary, truth, log)
            self.row('peak memory, bursts of 8 M/s for 10 s', done.memory / MB, 'MB', ('<=', 150))
            self.row('the same / for 2 s', done.memory / short.memory, 'times', ('<=', 1.3))
            summary, truth, log, done = self.watch('--seconds', '10', '--rate', '8000000', '--manner', '9.2')
            self.check_live('8 M/s for 10 s, flushed', summary, truth, log)
            self.row('peak memory, 8 M/s for 10 s, flushed', done.memory / MB, 'MB', ('<=', 150))
            summary, truth, log, done = self.watch('--seconds', '10', '--rate', '1000000', '--manner', '9.2', '--flush', '50')
            self.check_live('1 M/s', summary, truth, log)
            print('    ' + json.dumps(summary['latency_ms']))
            self.row('from the disk into the trace at 1 M/s, 99 %', summary['latency_ms']['p99'], 'ms', ('<=', 200))
            self.live_screen()
            self.live_idle()
        finally:
            for folder in self.live_folders:
                shutil.rmtree(folder, ignore_errors=True)
