#!/usr/bin/env python3
"""test-desktop.py: the program as a citizen of a desktop: installed into a folder of its own, its kinds of file are known by
content and by name, a double click (gio open) starts it through D-Bus and shows the trace, a second one opens a second
window of the same process.

Usage: test-desktop.py MESON BUILD_FOLDER EXAMPLES

Needs a display (xvfb-run) and dbus-run-session; without them it says so and is skipped.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

MESON, BUILD, EXAMPLES = sys.argv[1:4]
APP_ID = 'org.lanescope.Lanescope'
PATH = '/org/lanescope/Lanescope'
PATIENCE = 40  # seconds


def wait(what, done):
    """Waits until done() is true, and returns what it said."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = done()
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError(f'{what} did not happen within {PATIENCE} s')


def installed():
    """An installation in a folder of its own, with everything that a package's triggers would do."""
    top = tempfile.mkdtemp()
    subprocess.run([MESON, 'install', '-C', BUILD, '--no-rebuild', '--quiet', '--destdir', top], check=True,
                   stdout=subprocess.DEVNULL)
    share = next(folder for folder, names, _ in os.walk(top) if 'applications' in names)
    prefix = os.path.dirname(share)
    subprocess.run(['update-mime-database', os.path.join(share, 'mime')], check=True)
    subprocess.run(['update-desktop-database', os.path.join(share, 'applications')], check=True)
    subprocess.run(['glib-compile-schemas', os.path.join(share, 'glib-2.0', 'schemas')], check=True)
    # The paths in the files are those of the system, not of this folder.
    service = os.path.join(share, 'dbus-1', 'services', APP_ID + '.service')
    with open(service, encoding='utf-8') as file:
        text = file.read()
    with open(service, 'w', encoding='utf-8') as file:
        file.write(re.sub(r'^Exec=\S*/bin/', f'Exec={prefix}/bin/', text, flags=re.M))
    return top, prefix


class Desktop(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = os.environ['LANESCOPE_TEST_WORK']
        cls.tree = os.path.join(EXAMPLES, 'mergesort8.parevents')
        cls.log = os.path.join(EXAMPLES, 'nbody.eventlog')

    def copy(self, source, name):
        path = os.path.join(self.work, name)
        shutil.copy(source, path)
        return path

    def kind(self, path):
        out = subprocess.run(['gio', 'info', '-a', 'standard::content-type', path], check=True, capture_output=True,
                             text=True).stdout
        return re.search(r'standard::content-type: (\S+)', out).group(1)

    def session(self, name):
        path = os.path.join(self.work, name)
        with open(path, 'w', encoding='utf-8') as file:
            file.write('[Lanescope Session]\nVersion=1\n\n[Window 1]\nTitle=NBody\nPaths=%s;\n' % self.log)
        return path

    def erlang(self, *parts):
        return os.path.join(os.path.dirname(__file__), 'data', *parts)

    def test_kinds(self):
        packed = os.path.join(self.work, 'packed.eventlog.gz')
        with open(self.log, 'rb') as source, gzip.open(packed, 'wb') as target:
            target.write(source.read(10000))
        for path, kind in ((self.log, 'application/x-ghc-eventlog'), (self.tree, 'application/x-eden-parevents'),
                           (self.copy(self.log, 'no-ending'), 'application/x-ghc-eventlog'),
                           (self.copy(self.tree, 'nor-here'), 'application/x-eden-parevents'),
                           (packed, 'application/x-ghc-eventlog+gzip'),
                           (self.copy(self.erlang('erlang', 'every_all.dat'), 'erlang'), 'application/x-erlang-trace'),
                           (self.copy(self.erlang('probes', 'every.log'), 'probes'), 'text/x-erlang-probes'),
                           (self.copy(self.erlang('sim', 'spin.g21.xml'), 'spin'), 'application/x-simtrace+xml'),
                           (self.copy(self.erlang('sim', 'loop.kanata.txt'), 'kanata'), 'text/x-simulation-trace'),
                           (self.copy(self.erlang('sim', 'loop.o3pipeview.txt'), 'pipes'), 'text/x-simulation-trace'),
                           (self.session('work.lanescope'), 'application/x-lanescope-session'),
                           (self.session('session'), 'application/x-lanescope-session')):
            with self.subTest(os.path.basename(path)):
                self.assertEqual(self.kind(path), kind)

    def test_handler(self):
        for kind in ('application/x-ghc-eventlog', 'application/x-eden-parevents', 'application/x-ghc-eventlog+gzip',
                     'application/x-erlang-trace', 'text/x-erlang-probes', 'application/x-schedplot', 'text/x-gem5-trace',
                     'text/x-simulation-trace', 'application/x-simtrace+xml', 'application/x-lanescope-session'):
            with self.subTest(kind):
                out = subprocess.run(['gio', 'mime', kind], capture_output=True, text=True, check=True).stdout
                self.assertIn(APP_ID + '.desktop', out)

    def call(self, path, method, *arguments):
        done = subprocess.run(['gdbus', 'call', '--session', '--dest', APP_ID, '--object-path', path, '--method', method,
                               *arguments], capture_output=True, text=True)
        return done.stdout if done.returncode == 0 else ''

    def owner(self):
        out = subprocess.run(['gdbus', 'call', '--session', '--dest', 'org.freedesktop.DBus', '--object-path', '/',
                              '--method', 'org.freedesktop.DBus.GetConnectionUnixProcessID', APP_ID],
                             capture_output=True, text=True)
        found = re.search(r'uint32 (\d+)', out.stdout)
        return found and int(found.group(1))

    def shows_trace(self, window):
        """A picture can be taken of what is shown: so it is a trace."""
        return self.call(f'{PATH}/window/{window}', 'org.gtk.Actions.Describe', 'export-picture').startswith('((true,')

    def test_open(self):
        subprocess.run(['gio', 'open', self.tree], check=True, timeout=PATIENCE)
        wait('the first trace', lambda: self.shows_trace(1))
        process = self.owner()
        self.assertTrue(process)
        with open(f'/proc/{process}/cmdline', encoding='utf-8') as file:
            self.assertIn('--gapplication-service', file.read())  # D-Bus started it
        subprocess.run(['gio', 'open', self.log], check=True, timeout=PATIENCE)
        wait('the second trace', lambda: self.shows_trace(2))
        self.assertEqual(self.owner(), process)
        # From a shell: the same process takes it, and this one ends.
        subprocess.run(['lanescope', self.log], check=True, timeout=PATIENCE)
        wait('the third trace', lambda: self.shows_trace(3))
        for number, trace in enumerate((self.erlang('erlang', 'every_all.dat'),
                                        self.copy(self.erlang('probes', 'every.log'), 'every.erlang-probes')), 4):
            subprocess.run(['gio', 'open', trace], check=True, timeout=PATIENCE)
            wait(trace, lambda: self.shows_trace(number))
        self.assertEqual(self.owner(), process)
        self.call(PATH, 'org.gtk.Actions.Activate', 'quit', '[]', '{}')
        wait('the end', lambda: not self.owner())


def start_session():
    """Again, in a session of its own that knows the installation and nothing of the user."""
    top, prefix = installed()
    home = os.path.join(top, 'home')
    environment = {**os.environ, 'LANESCOPE_TEST_WORK': tempfile.mkdtemp(dir=top), 'HOME': home,
                   'XDG_DATA_DIRS': f'{prefix}/share:/usr/local/share:/usr/share', 'PATH': f'{prefix}/bin:' + os.environ['PATH'],
                   'GSETTINGS_BACKEND': 'memory', 'GSK_RENDERER': 'cairo', 'ADW_DISABLE_PORTAL': '1', 'GTK_USE_PORTAL': '0',
                   'G_DEBUG': 'fatal-criticals', 'LC_ALL': 'C.UTF-8', 'NO_AT_BRIDGE': '1'}
    for name in ('DATA', 'CONFIG', 'CACHE', 'RUNTIME'):
        folder = os.path.join(home, name.lower())
        os.makedirs(folder, mode=0o700)
        environment[f'XDG_{name}_' + ('DIR' if name == 'RUNTIME' else 'HOME')] = folder
    try:
        return subprocess.run(['dbus-run-session', '--', sys.executable, *sys.argv], env=environment).returncode
    finally:
        shutil.rmtree(top, ignore_errors=True)


if __name__ == '__main__':
    if 'LANESCOPE_TEST_WORK' in os.environ:
        del sys.argv[1:]
        unittest.main(verbosity=2)
    elif not os.environ.get('DISPLAY') or any(shutil.which(tool) is None for tool in (
            'dbus-run-session', 'gio', 'gdbus', 'update-mime-database', 'update-desktop-database', 'glib-compile-schemas')):
        print('SKIP: there is no display, or no session bus')
        sys.exit(77)
    else:
        sys.exit(start_session())
