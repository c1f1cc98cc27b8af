#!/usr/bin/env python3
"""test-farm.py LANESCOPE-CLI: the farm that is measured with is a whole trace: each message that is sent is received, later, by whom
it is for; every machine ends; nothing is lost. Needs ../shared/tools/edengen.py.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import csv
import json
import os
import subprocess
import sys
import tempfile
import zipfile

import bench_files
import bench_farm

MACHINES, BYTES = 9, 300000

sys.path.insert(0, bench_files.TOOLS)
try:
    import edengen
except ImportError:
    print('1..0 # SKIP there is no ../shared/tools/edengen.py')
    sys.exit(0)


def told(*arguments):
    return subprocess.run([sys.argv[1], *arguments], capture_output=True, text=True, check=True).stdout


with tempfile.TemporaryDirectory() as work:
    path = os.path.join(work, 'farm.parevents')
    bench_farm.write(edengen, path, MACHINES, BYTES)
    with zipfile.ZipFile(path) as archive:
        size = sum(member.file_size for member in archive.infolist())
        logs = [archive.extract(name, work) for name in archive.namelist()]
    counts = [edengen.check(log)['counts'] for log in logs]
    info = json.loads(told('info', '--json', '--no-cache', path))
    rows = list(csv.DictReader(told('dump', 'messages', '--no-cache', path).splitlines()))

sent = sum(count['67'] for count in counts)
heads = [row for row in rows if row['tag'] == 'Head']
cases = [
    ('as large as it is asked for', abs(size - BYTES) < BYTES / 8),
    ('all runs are stopped', all(count['1'] == count['2'] for count in counts)),
    ('all messages are received', info['messages'] == {'sent': sent, 'received': sent, 'unmatched': 0, 'received_before_sent': 0,
                                                       'unrecorded_receipts': 0}),
    ('nothing is lost', info['losses'] == [] and info['machines'] == MACHINES and info['processes'] == MACHINES + 1),
    ('most are to others, of many sizes', len(heads) > sent * 0.9 and len({row['size'] for row in heads}) > 50),
]
print(f'1..{len(cases)}')
for number, (what, good) in enumerate(cases, 1):
    print(f'{"ok" if good else "not ok"} {number} - {what}')
sys.exit(not all(good for _, good in cases))
