#!/usr/bin/env python3
"""test-count.py: the sum of `./dev test` must lose nothing that went wrong.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import contextlib
import importlib.util
import io
import os
import tempfile
import unittest

spec = importlib.util.spec_from_file_location(
    'count', os.path.join(os.path.dirname(os.path.abspath(__file__)), 'count.py'))
count = importlib.util.module_from_spec(spec)
spec.loader.exec_module(count)

TAP = 'TAP version 13\nok 1 /a\nok 2 /b # SKIP no such file\n'
CASES = [
    ('TAP', dict(result='OK', stdout=TAP + 'ok 3 /c\n1..3\n'), (2, 0, 1)),
    ('TAP that fails', dict(result='FAIL', stdout=TAP + 'not ok 3 /c\n1..3\n'), (1, 1, 1)),
    ('TAP that crashes in its third case', dict(result='ERROR', stdout='1..3\n' + TAP), (1, 1, 1)),
    ('TAP with nothing to do', dict(result='SKIP', stdout='1..0 # SKIP no display\n'), (0, 0, 1)),
    ('unittest', dict(result='OK', stderr='..\nRan 5 tests in 0.1s\n\nOK (skipped=2)\n'), (3, 0, 2)),
    ('unittest that fails',
     dict(result='FAIL', stderr='Ran 5 tests in 0.1s\n\nFAILED (failures=1, errors=1)\n'), (3, 2, 0)),
    ('a plain program', dict(result='OK', stdout='all well\n'), (1, 0, 0)),
    ('a plain program that fails', dict(result='FAIL', stdout=''), (0, 1, 0)),
    ('one that never ends', dict(result='TIMEOUT', stdout='ok 1 /a\n1..1\n'), (1, 1, 0)),
    ('one that is skipped', dict(result='SKIP', stdout=''), (0, 0, 1)),
]


class Count(unittest.TestCase):
    def test_entries(self):
        for what, entry, numbers in CASES:
            with self.subTest(what):
                self.assertEqual(count.count(entry), numbers)

    def test_a_torn_log(self):
        """A record that was cut is a failure, and the others count."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'testlog.json')
            with open(path, 'w', encoding='utf-8') as log:
                log.write('{"name": "a", "result": "OK"}\n{"name": "b", "res')
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                self.assertEqual(count.main([path]), 1)
        self.assertIn('1 passed, 1 failed', out.getvalue())


if __name__ == '__main__':
    unittest.main()
