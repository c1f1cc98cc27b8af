"""bench_analysis.py: how long it takes to find out why a program is slow, once it is read; for bench.py.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import glob
import json
import os
import random

MB = 1e6


def forget(cache):
    """What was found out, but not the index."""
    for path in glob.glob(os.path.join(cache, '**', '*.derived'), recursive=True):
        os.remove(path)


def read(bench, name, path, least, limit):
    """`limit`: times the import, with what is aimed at."""
    imported, _ = bench.index(path)
    bench.keep_index(path)

    def explain(*more):
        return bench.command('explain', '--json', '--cache-dir', bench.cache, *more, path)

    def derive():
        forget(bench.cache)
        return bench.command('dump', 'blame', '--cache-dir', bench.cache, path)
    found = least(3, derive)
    print(f'    {name}: found out in {found.seconds:.1f} s, {found.memory / MB:.0f} MB; read in {imported.seconds:.1f} s')
    bench.row(f'what is found out / import, {name}', found.seconds / imported.seconds, 'times', ('<=', limit[0]), limit[1])
    bench.row(f'peak memory of it, {name}', found.memory / MB, 'MB', ('<=', 200))
    whole = least(1, explain)
    bench.row(f'findings / import, {name}', whole.seconds / imported.seconds, 'times', ('<=', 5), 1)
    bench.row(f'peak memory of findings, {name}', whole.memory / MB, 'MB', ('<=', 200))
    bench.row(f'opened again, {name}', least(3, lambda: bench.command('dump', 'blame', '--cache-dir', bench.cache, path)).seconds, 's', ('<=', 0.3))
    length, chance, worst = json.loads(whole.text)['T'], random.Random(3), 0
    for _ in range(5):
        first, last = sorted(chance.randrange(int(length)) for _ in range(2))
        worst = max(worst, least(3, lambda a=first, b=last: bench.command('dump', 'blame', '--cache-dir', bench.cache, '--from', str(a), '--to', str(b),
                                                                          path)).seconds)
    bench.row(f'any range of it, worst of 5, whole process, {name}', worst, 's', ('<=', 0.3), 0.1)
