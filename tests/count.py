#!/usr/bin/env python3
"""count.py: adds up what meson's testlog.json files say, and prints it as one line.

Counted is the smallest thing that a test names: a TAP line, a unittest case; a test that names none counts as one.
A test that ends early or badly, without having said which of its cases failed, is one more failure: nothing that
went wrong may be lost in a sum.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import re
import sys

TAP_LINE = re.compile(r'^(not )?ok\b[^#\n]*(#\s*(skip|todo))?', re.IGNORECASE | re.MULTILINE)
TAP_PLAN = re.compile(r'^1\.\.(\d+)', re.MULTILINE)
UNITTEST = re.compile(r'^Ran (\d+) tests? in ', re.MULTILINE)
UNITTEST_END = re.compile(r'^(OK|FAILED)(?: \(([^)]*)\))?\s*$', re.MULTILINE)


def count(entry):
    """(passed, failed, skipped) of one entry of testlog.json."""
    result = entry['result']
    out = entry.get('stdout') or ''
    err = entry.get('stderr') or ''
    good = result in ('OK', 'EXPECTEDFAIL', 'SKIP')
    passed = failed = skipped = 0
    plan = TAP_PLAN.search(out)
    ran = UNITTEST.search(err) or UNITTEST.search(out)
    if plan or (TAP_LINE.search(out) and not ran):
        for line in TAP_LINE.finditer(out):
            what = (line.group(3) or '').lower()
            if what == 'skip':
                skipped += 1
            elif line.group(1) and what != 'todo':
                failed += 1
            else:
                passed += 1
        if plan and int(plan.group(1)) == 0 and not failed:
            skipped += 1
    elif ran:
        end = UNITTEST_END.search(err) or UNITTEST_END.search(out)
        marks = dict(re.findall(r'(\w+)=(\d+)', (end.group(2) or '') if end else ''))
        failed = sum(int(marks.get(k, 0)) for k in ('failures', 'errors'))
        skipped = int(marks.get('skipped', 0))
        passed = max(0, int(ran.group(1)) - failed - skipped)
    elif result == 'SKIP':
        skipped = 1
    elif good:
        passed = 1
    if not good and failed == 0:
        failed = 1
    return passed, failed, skipped


def main(paths):
    trouble = '--trouble' in paths  # a runner said that something failed
    paths = [path for path in paths if path != '--trouble']
    total = [0, 0, 0]
    bad = []
    for path in paths:
        try:
            with open(path, encoding='utf-8') as log:
                lines = [line for line in log if line.strip()]
        except FileNotFoundError:
            bad.append(f'{path} is missing: its tests did not run')
            total[1] += 1
            continue
        for line in lines:
            try:
                entry = json.loads(line)
            except ValueError:  # a runner that was killed while it wrote
                bad.append(f'{path}: a test whose record cannot be read')
                total[1] += 1
                continue
            numbers = count(entry)
            total = [a + b for a, b in zip(total, numbers)]
            if numbers[1]:
                bad.append(f'{entry["name"]}: {numbers[1]} failed ({entry["result"]})')
    if bad:
        print('failed:\n  ' + '\n  '.join(bad))
    if trouble and not total[1]:
        print('a test runner failed, though none of its tests did')
        total[1] = 1
    if sum(total) == 0:
        print('no test ran')
        total[1] = 1
    print(f'{total[0]} passed, {total[1]} failed' + (f', {total[2]} skipped' if total[2] else ''))
    return 1 if total[1] else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
