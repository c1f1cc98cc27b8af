#!/usr/bin/env python3
"""test-many.py: what a log has by the hundred thousand costs little memory for each: threads, processes, repeated facts.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import subprocess
import sys
import unittest

import harness
import many

BRIEF = bool(os.environ.get('LANESCOPE_TEST_BRIEF'))  # the sanitizers keep what was freed
# The peak of one child: that of all children of a process only grows, so each run has a process between.
PEAK = ('import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL); '
        'print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)')


def peak(*arguments):
    """Peak memory in bytes."""
    env = dict(os.environ, LC_ALL='C.UTF-8', XDG_CACHE_HOME=harness.CACHE, GSETTINGS_BACKEND='memory')
    return int(subprocess.run([sys.executable, '-c', PEAK, harness.PROGRAM, *map(str, arguments)], env=env, check=True,
                              stdout=subprocess.PIPE).stdout)


class Many(unittest.TestCase):
    def path(self, kind, *arguments):
        path = os.path.join(harness.WORK.name, '-'.join([kind, *map(str, arguments)]))
        getattr(many, kind)(path, *arguments)
        return path

    def test_threads_that_ended(self):
        most = self.path('threads', 450000, 1000)
        if not BRIEF:
            few = self.path('threads', 150000, 1000)
            imported = peak('info', most) - peak('info', few)
            opened = peak('info', most) - peak('info', few)
            # 540 bytes each, once; what is let go of page by page goes up to 64 MB.
            self.assertLess(imported / 300000, 300)
            # Their directory is read when somebody asks for it: 170 bytes each were read and kept.
            self.assertLess(opened / 300000, 60)
        self.assertEqual(harness.info(most)['threads'], 450000)
        # In order, and of one whose place among the others is not known.
        for args in (['threads', '--from', '44999900'], ['intervals', '--lane', 'thread:1/420000']):
            self.assertEqual(harness.run('dump', *args, most).out, harness.run('dump', *args, '--no-cache', most).out)

    def test_figures_of_all_threads(self):
        """Tallied as they end, they are the same as told from each interval."""
        for kind, arguments in (('threads', (120000, 3000)), ('busy', (90000,))):
            with self.subTest(kind):
                path = self.path(kind, *arguments)
                texts = [harness.run('stats', '--csv', *how, path).out.splitlines() for how in ([], ['--exact'], ['--no-cache'], ['--from', '0'])]
                self.assertTrue(any(line.startswith('states,threads,runnable') for line in texts[0]))
                self.assertEqual(texts[0], texts[2])
                self.assertEqual(texts[0], texts[3])
                exact = [[line.split(',')[:7] + line.split(',')[10:] for line in text] for text in texts[:2]] # but for percentiles
                self.assertEqual(*exact)

    def test_facts_said_again(self):
        """An environment that is said 2,000 times (10 MB) is kept once."""
        often = self.path('environment', 2000)
        if not BRIEF:
            self.assertLess(peak('info', often) - peak('info', self.path('environment', 1)), 5e6)
        said = [row for row in harness.dump(often, 'process-info') if row['key'] == 'environment']
        self.assertEqual(len(said), len({row['value'] for row in said}))
        self.assertEqual(len(said), 80)

    def test_number_given_twice(self):
        path = self.path('twice', 200000)
        rows = harness.dump(path, 'threads')
        self.assertEqual(len(rows), 200000)
        self.assertEqual(sum('#2' in row['thread'] for row in rows), 100000)

    def test_numbers_at_random(self):
        path = self.path('strewn', 100000)
        self.assertEqual(len(harness.dump(path, 'threads')), 100000)


if __name__ == '__main__':
    unittest.main()
