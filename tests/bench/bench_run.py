"""bench_run.py: runs a program for bench.py, and says how long it took and what memory it needed.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import hashlib
import json
import os
import signal
import subprocess
import tempfile
import time


class Run:
    """A program that was run to its end: seconds, peak memory in bytes, what it printed.

    Linux counts what this program takes itself as the child's, up to its exec: large output is kept as its digest.
    """

    def __init__(self, *command, keep=True):
        with tempfile.TemporaryFile() as out:
            start = time.monotonic()
            with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out if keep else subprocess.DEVNULL) as child:
                _, status, usage = os.wait4(child.pid, 0)
                child.returncode = os.waitstatus_to_exitcode(status)
            self.seconds = time.monotonic() - start
            self.memory = usage.ru_maxrss * 1024
            self.status = child.returncode
            out.seek(0)
            if keep == 'digest':
                self.digest = hashlib.file_digest(out, 'sha256').hexdigest()
            else:
                self.text = out.read().decode('utf-8', 'replace')
        if self.status != 0:
            raise RuntimeError(f'{" ".join(command)}: exit status {self.status}')

    def json(self):
        return json.loads(self.text)


def least(times, run):
    """The quickest of several runs."""
    return min((run() for _ in range(times)), key=lambda r: r.seconds)


def until_quiet(command, name):
    """For a window that does not say when it is ready: (seconds until the process of that name stopped computing, its
    peak memory in bytes). Ready is when it used less than a tenth of a processor for three seconds on end."""
    ticks = os.sysconf('SC_CLK_TCK')
    start = last_busy = time.monotonic()
    used = peak = 0
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True) as wrapper:
        try:
            while time.monotonic() - last_busy < 3 or used == 0:
                time.sleep(0.25)
                now = 0
                for pid in filter(str.isdigit, os.listdir('/proc')):
                    try:
                        with open(f'/proc/{pid}/stat', encoding='ascii') as file:
                            head, tail = file.read().rsplit(')', 1)
                        if head.split('(', 1)[1] != name or int(tail.split()[3]) != wrapper.pid:
                            continue
                        now += sum(map(int, tail.split()[11:13]))
                        with open(f'/proc/{pid}/status', encoding='ascii') as file:
                            peak = max(peak, *(int(line.split()[1]) * 1024 for line in file
                                               if line.startswith('VmHWM')))
                    except (FileNotFoundError, ProcessLookupError, TypeError):
                        continue
                if now - used > ticks * 0.25 * 0.1:
                    last_busy = time.monotonic()
                used = max(used, now)
                if wrapper.poll() is not None or time.monotonic() - start > 1800:
                    raise RuntimeError(f'{name} ended or never got ready')
        finally:
            os.killpg(wrapper.pid, signal.SIGTERM)
    return last_busy - start, peak
