#!/usr/bin/env python3
"""test-walk.py BENCH-WALK FOLDER: the loop that all is measured against does its work: it sees every event.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import glob
import json
import os
import re
import subprocess
import sys

program, folder = sys.argv[1:]
logs = [log for log in sorted(glob.glob(os.path.join(folder, '*.eventlog')))
        if os.path.exists(log[:-9] + '.golden.txt')]
print(f'1..{len(logs) + 1}')
print('ok 1 - there are logs' if len(logs) > 10 else 'not ok 1 - there are logs')
bad = len(logs) <= 10
for number, log in enumerate(logs, 2):
    with open(log[:-9] + '.golden.txt', encoding='utf-8') as file:
        wanted = int(re.search(r'^events (\d+)', file.read(), re.M).group(1))
    run = subprocess.run([program, log], capture_output=True, text=True, check=False)
    seen = json.loads(run.stdout)['events'] if run.returncode == 0 else run.stderr.strip()
    good = seen == wanted
    bad |= not good
    print(f'{"ok" if good else "not ok"} {number} - {os.path.basename(log)}: {seen} of {wanted} events')
sys.exit(bad)
