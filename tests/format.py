#!/usr/bin/env python3
"""format.py: shows where changed lines of C are laid out otherwise than .clang-format says. `./dev format` runs it.

Usage: format.py SOURCE_ROOT [BASE]

Lines are changed if they differ from where the branch left BASE (main, else the commit before). The exit status is 1 if any is
laid out otherwise, 0 if none is, or if git or clang-format is missing.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import difflib
import os
import re
import shutil
import subprocess
import sys



def git(*arguments):
    done = subprocess.run(['git', *arguments], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else ''


def changed_lines(base):
    """{path: [(first, last), …]} of the lines that are in the folder and not in `base`."""
    found, path = {}, None
    for line in git('diff', '-U0', '--no-color', '--diff-filter=d', base, '--', '*.c', '*.h').split('\n'):
        if line.startswith('+++ b/'):
            path = line[6:]
        hunk = re.match(r'@@ \S+ \+(\d+)(?:,(\d+))? @@', line)
        if hunk and hunk.group(2) != '0':
            first = int(hunk.group(1))
            found.setdefault(path, []).append((first, first + int(hunk.group(2) or 1) - 1))
    return found


def tidied(path, ranges):
    """The file's lines as clang-format has them. It cannot be told that _("…") has no blank, as calls of functions have."""
    text = subprocess.run(['clang-format', '--style=file', *(f'--lines={first}:{last}' for first, last in ranges), path], check=True,
                          capture_output=True, text=True).stdout
    return re.sub(r'\b(N?_) \(', r'\1(', text).split('\n')


def alike(one, other):
    """Whether lines differ in nothing but what follows from a blank that _("…") has not, one line above."""
    return one.lstrip() == other.lstrip() and len(other) - len(one) in (0, 1, 2)


def differences(path, ranges):
    """Where lines break is up to their author: only places with as many lines as before count."""
    with open(path, encoding='utf-8') as file:
        old = re.sub(r'\b(N?_) \(', r'\1(', file.read()).split('\n')
    new = tidied(path, ranges)
    for what, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what != 'equal' and b - a == d - c and not all(map(alike, old[a:b], new[c:d])):
            yield [f'{path}:{a + 1}'] + ['-' + line for line in old[a:b]] + ['+' + line for line in new[c:d]]


def main():
    os.chdir(sys.argv[1])
    if shutil.which('git') is None or shutil.which('clang-format') is None:
        print('format: git or clang-format is missing: nothing was compared')
        return 0
    base = git('merge-base', 'HEAD', sys.argv[2] if len(sys.argv) > 2 else 'main').strip()
    if base in ('', git('rev-parse', 'HEAD').strip()) and len(sys.argv) <= 2:
        base = 'HEAD' if git('status', '--porcelain', '--', '*.c', '*.h') else 'HEAD~1'
    wrong = [place for path, ranges in changed_lines(base).items() for place in differences(path, ranges)]
    for place in wrong:
        print('\n'.join(place))
    print(f'{len(wrong)} places are laid out otherwise than .clang-format says')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
