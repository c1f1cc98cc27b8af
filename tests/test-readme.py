#!/usr/bin/env python3
"""test-readme.py: what the README quotes of the program's output is what the program prints.

Usage: test-readme.py LANESCOPE_CLI SOURCE_ROOT

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import re
import subprocess
import sys
import unittest

PROGRAM, TOP = map(os.path.abspath, sys.argv[1:3])
del sys.argv[1:]


class Readme(unittest.TestCase):
    def test_quoted_output(self):
        with open(os.path.join(TOP, 'README.md'), encoding='utf-8') as file:
            text = file.read()
        found = re.findall(r'`lanescope-cli ([^`]* data/examples/[^`]*)`:\n\n((?:    .*\n)+)', text)
        self.assertTrue(found)
        for arguments, quoted in found:
            printed = subprocess.run([PROGRAM, *arguments.split(), '--no-cache'], cwd=TOP, check=True, text=True,
                                     capture_output=True).stdout.split('\n')
            lines = [line[4:] for line in quoted.rstrip('\n').split('\n')]
            self.assertGreater(len(lines), 3)
            self.assertEqual(lines, printed[:len(lines)])

    def test_commands(self):
        """All commands that it names are there."""
        with open(os.path.join(TOP, 'README.md'), encoding='utf-8') as file:
            line = re.search(r'all commands: (.*?)\.\n', file.read(), re.DOTALL).group(1)
        for command in re.findall(r'`(\w+)`', line):
            with self.subTest(command):
                subprocess.run([PROGRAM, command, '--help'], check=True, stdout=subprocess.DEVNULL)


if __name__ == '__main__':
    unittest.main()
