#!/usr/bin/env python3
"""test-utilisations.py: how much of their time schedulers were at work, by processes, by the profile and by the VM's own clock.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import unittest

import harness
from erlang_log import Form, MFA, Pid, T0

LENGTH = 100000  # µs


def line(*args):
    return next((text for text in harness.run('stats', *args).out.splitlines() if text.startswith('Schedulers, of')), None)


class Utilisations(unittest.TestCase):
    def make(self, name, profile=True, samples=True):
        """Two schedulers. On 1 a process runs for 30 of 100 ms; 1 is active for 40 and 2 for 20; busy are 0.9 and 0.3, then 0.5 and 0.1."""
        folder = os.path.join(harness.WORK.name, name)
        os.makedirs(folder)
        form, pid, where = Form(), Pid(60), MFA('m', 'f', 0)
        records = [(0, form.trace(0, pid, 'out', where, on=1)), (0, form.trace(0, Pid(61), 'out', where, on=2)),
                   (10000, form.trace(10000, pid, 'in', where, on=1)), (40000, form.trace(40000, pid, 'out', where, on=1))]
        if profile:
            records += [(0, form.scheduler_activity(0, 1, False, 0)), (5000, form.scheduler_activity(5000, 1, True, 1)),
                        (20000, form.scheduler_activity(20000, 2, True, 2)), (40000, form.scheduler_activity(40000, 2, False, 1)),
                        (45000, form.scheduler_activity(45000, 1, False, 0))]
        with open(os.path.join(folder, 'x.trace'), 'wb') as file:
            file.write(form.head(['running']) + b''.join(record for _, record in sorted(records)) + form.stop(LENGTH))
        if samples:
            with open(os.path.join(folder, 'sample_scheduler_utilisation.dat'), 'w', encoding='ascii') as file:
                file.write('#scheduler_utilisation\n#start_us %d\n0.0 0 0\n0.05 1.2 0.9\n0.1 0.6 0.5\n' % T0)
        return os.path.join(folder, 'x.trace')

    def test_three(self):
        path = self.make('three')
        self.assertRegex(line(path), r'running 15\.0 %.*active 30\.0 %.*busy 45\.0 %')
        self.assertRegex(line('--from', '50ms', path), r'running 0 %.*active 0 %.*busy 30\.0 %')
        self.assertRegex(line('--to', '50ms', path), r'running 30\.0 %.*active 60\.0 %.*busy 60\.0 %')

    def test_what_is_known(self):
        self.assertRegex(line(self.make('no samples', samples=False)), r'running 15\.0 %[^,]*, active 30\.0 %[^,]*\. Waiting')
        self.assertIsNone(line(self.make('one', samples=False, profile=False)))


if __name__ == '__main__':
    unittest.main()
