"""bench_files.py: the large traces that bench.py measures with: made when first asked for, and kept.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile

import bench_erlang
import bench_farm
import bench_sim

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(TOP, 'tests', 'cli'))
import eventlog  # pylint: disable=wrong-import-position,import-error
import many  # pylint: disable=wrong-import-position,import-error
TOOLS = os.path.join(os.path.dirname(TOP), 'shared', 'tools')
TRACES = os.path.join(os.path.dirname(TOP), 'shared', 'traces')
MB = 1e6


class Missing(Exception):
    """A file cannot be made here; says why."""


class Files:
    """The large traces: made when first asked for, and kept."""

    EDEN = ['--processes', '2', '--threads', '2', '--bursts', '6', '--seed', '11', '--wakeups', 'receive']

    def __init__(self, folder):
        self.folder = folder
        os.makedirs(folder, exist_ok=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def make(self, name, how):
        """The file of that name; `how` (a function of a path) makes it under another name first."""
        path = self.path(name)
        if not os.path.exists(path):
            print(f'making {path} …', flush=True)
            part = self.path('part-' + name)
            how(part)
            os.rename(part, path)
        return path

    def haskell(self, name, program, *arguments):
        def how(path):
            source = os.path.join(TOOLS, 'haskell', program + '.hs')
            if not os.path.exists(source):
                raise Missing(f'{name} needs ../shared/tools/haskell/{program}.hs')
            if shutil.which('ghc') is None:
                raise Missing(f'{name} needs ghc')
            with tempfile.TemporaryDirectory() as work:
                shutil.copy(source, work)
                subprocess.run(['ghc', '-O', '-threaded', '-eventlog', '-rtsopts', program + '.hs', '-o', 'program'],
                               cwd=work, check=True, stdout=subprocess.DEVNULL)
                subprocess.run([os.path.join(work, 'program'), *arguments, '+RTS', '-N4', '-la', '-ol' + path, '-RTS'],
                               check=True, stdout=subprocess.DEVNULL)
        return self.make(name, how)

    def eden(self, name, target, machines, options=None):
        def how(path):
            tool = os.path.join(TOOLS, 'edengen.py')
            if not os.path.exists(tool):
                raise Missing(f'{name} needs ../shared/tools/edengen.py')
            subprocess.run([sys.executable, tool, 'gen', path + '.parevents', '--target', target,
                            '--machines', str(machines), *(options or self.EDEN)], check=True, stdout=subprocess.DEVNULL)
            for extra in ('.truth.json', '.parevents.truth.json', '.truth.json.gz', '.parevents.truth.json.gz'):
                if os.path.exists(path + extra):
                    os.remove(path + extra)
            os.rename(path + '.parevents', path)
        return self.make(name, how)

    def ring(self):
        return self.haskell('ring.eventlog', 'Ring', '64', '6000000')

    def parfib(self):
        return self.haskell('parfib190k.eventlog', 'ParFib', '20', '26')

    def log(self):
        """The largest real GHC log that can be had."""
        try:
            return self.ring()
        except Missing as missing:
            path = os.path.join(TRACES, 'ghc', 'med-gcheavy-n4-la.eventlog')
            if not os.path.exists(path):
                raise
            print(f'{missing}: {path} in its place')
            return path

    def g1(self):
        return self.eden('g1.parevents', '1G', 16)

    def g100m(self):
        return self.eden('g100m.parevents', '100M', 16)

    def g10m(self):
        return self.eden('g10m.parevents', '10M', 16)

    def m128(self):
        return self.eden('m128.parevents', '100M', 128)

    def farm(self, name, machines, size):
        def how(path):
            if not os.path.exists(os.path.join(TOOLS, 'edengen.py')):
                raise Missing(f'{name} needs ../shared/tools/edengen.py')
            sys.path.insert(0, TOOLS)
            import edengen  # pylint: disable=import-error,import-outside-toplevel
            bench_farm.write(edengen, path, machines, size)
        return self.make(name, how)

    def farm1g(self):
        return self.farm('farm1g.parevents', 128, 1 << 30)

    def messages(self):
        """A million of them."""
        return self.farm('messages.parevents', 16, 200 << 20)

    def erlang(self):
        """Two million records."""
        try:
            return self.make('recorded300m.trace', bench_erlang.load)
        except bench_erlang.NoErlang as missing:
            raise Missing(str(missing)) from missing

    def simulation(self):
        """6.3 million lines of gem5's."""
        def how(path):
            tool = os.path.join(TOOLS, 'simgen.py')
            if not os.path.exists(tool):
                raise Missing('sim870.out needs ../shared/tools/simgen.py')
            bench_sim.generate(tool, path)
        return self.make('sim870.out', how)

    def marks(self):
        """A second of four HECs and 30,000 marks."""
        def how(path):
            with open(path, 'wb') as file:
                file.write(eventlog.marked(30000))
        return self.make('marks30k.eventlog', how)

    def threads(self):
        """10 million threads, 50,000 alive at once."""
        return self.make('threads10m.eventlog', lambda path: many.threads(path, 10000000))

    def dense(self):
        """20 million events: 32 HECs that do nothing but run threads for microseconds."""
        return self.make('dense32.eventlog', lambda path: eventlog.dense(path, 32, 312500))


def unpacked(path):
    """Bytes of the trace's logs."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            return sum(member.file_size for member in archive.infolist())
    return os.path.getsize(path)


def warm(path):
    with open(path, 'rb') as file:
        while file.read(1 << 22):
            pass
