"""harness.py: runs lanescope-cli for the tests beside it, and finds traces with their truths.

Usage of every test here: test-X.py LANESCOPE_CLI SOURCE_ROOT [unittest options]

SPDX-License-Identifier: GPL-3.0-or-later
"""
import csv
import glob
import gzip
import io
import json
import os
import re
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
TOP = os.path.abspath(sys.argv.pop(1))
SHARED = os.path.join(os.path.dirname(TOP), 'shared')
sys.path.insert(1, os.path.join(TOP, 'tests'))

import program  # noqa: E402: beside the folders of tests

WORK = tempfile.TemporaryDirectory(prefix='lanescope-test-')
CACHE = os.path.join(WORK.name, 'cache')
AHEAD = {}  # what was asked ahead, by its words
STATES = ['idle', 'runnable', 'running', 'blocked', 'outside', 'collecting', 'active', 'unknown']


def run(*args, status=0, data=None, timeout=120, cwd=None):
    """Output of the program; its exit status must be `status` (None: any). Bytes in `data` go to its input."""
    args = list(map(str, args))
    done = AHEAD.pop(tuple(args), None) if data is None and cwd is None else None
    return checked(done or program.run(PROGRAM, args, data, timeout, environment(), cwd), status)


def ask_ahead(commands, timeout=120):
    """What will be asked of one trace, by run() or what calls it, once each: together that is cheaper."""
    commands = [list(map(str, args)) for args in commands]
    AHEAD.clear()
    AHEAD.update(zip(map(tuple, commands), program.run_all(PROGRAM, commands, timeout, environment())))


def run_all(commands, timeout=120):
    """The same of each; they are cheaper together."""
    return [checked(done) for done in program.run_all(PROGRAM, [list(map(str, args)) for args in commands], timeout, environment())]


def environment():
    return dict(os.environ, LC_ALL='C.UTF-8', XDG_CACHE_HOME=CACHE, GSETTINGS_BACKEND='memory')


def checked(done, status=0):
    done.out = done.stdout.decode('utf-8', 'replace')
    done.err = done.stderr.decode('utf-8', 'replace')
    if status is not None and done.returncode != status:
        raise AssertionError('%s: exit status %d, not %d\n%s' % (' '.join(done.args[1:]), done.returncode, status, done.err))
    return done


def rows_of(done):
    """A table as a list of dicts of text."""
    return list(csv.DictReader(io.StringIO(done.out, newline='')))


def rows(*args, **more):
    return rows_of(run(*args, **more))


def dump(trace, table, *args, **more):
    return rows('dump', table, *args, trace, **more)


def info(trace, *args, **more):
    return json.loads(run('info', '--json', *args, trace, **more).out)


def number(text):
    """'' is None; integers stay integers."""
    if text == '':
        return None
    return float(text) if '.' in text else int(text)


def find_traces(folder, pattern):
    """Traces of the project's own tests and, if it is there, of the larger collection beside it.

    With LANESCOPE_TEST_BRIEF (a run under sanitizers) only the small ones of the project's own."""
    found = {}
    tops = [os.path.join(TOP, 'tests', 'data')]
    if not os.environ.get('LANESCOPE_TEST_BRIEF'):
        tops.append(os.path.join(SHARED, 'traces'))
    for top in tops:
        for path in glob.glob(os.path.join(top, folder, pattern)):
            found.setdefault(os.path.basename(path), path)
    return [found[name] for name in sorted(found)]


def find_erlang():
    """Erlang's: trace files, sets by their first file, probe logs."""
    return [path for path in find_traces('erlang', '*.dat') + find_traces('erlang/*', '*.dat') + find_traces('probes', '*.log')
            if not re.search(r'/(sample_.*|wrap[1-9])\.dat$', path)]


def load_truth(path):
    opened = gzip.open(path) if path.endswith('.gz') else open(path, 'rb')
    with opened as file:
        return json.load(file)


def add_cases(case, paths, method):
    """One test method per file, so that each is counted and named."""
    for path in paths:
        name = ''.join(c if c.isalnum() else '_' for c in os.path.basename(path).split('.truth')[0])
        setattr(case, 'test_' + name, lambda self, path=path: method(self, path))


def main():
    unittest.main(verbosity=1)
