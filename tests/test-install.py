#!/usr/bin/env python3
"""test-install.py: an installation is whole: every file that another one names is there, and the programs start.

Usage: test-install.py MESON BUILD_FOLDER

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

MESON, BUILD = sys.argv[1:3]
del sys.argv[1:]
APP_ID = 'org.lanescope.Lanescope'


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.top = tempfile.mkdtemp()
        subprocess.run([MESON, 'install', '-C', BUILD, '--no-rebuild', '--quiet', '--destdir', cls.top], check=True,
                       stdout=subprocess.DEVNULL)
        cls.files = sorted(os.path.relpath(os.path.join(folder, name), cls.top)
                           for folder, _, names in os.walk(cls.top) for name in names)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.top)

    def installed(self, end):
        """The one installed file whose path ends so."""
        found = [name for name in self.files if ('/' + name).endswith('/' + end)]
        self.assertEqual(len(found), 1, f'{end}: {found}')
        return os.path.join(self.top, found[0])

    def read(self, end):
        with open(self.installed(end), encoding='utf-8') as file:
            return file.read()

    def test_desktop_file(self):
        text = self.read(f'share/applications/{APP_ID}.desktop')
        self.installed('bin/' + re.search(r'^Exec=(\S+)', text, re.M).group(1))
        icon = re.search(r'^Icon=(\S+)', text, re.M).group(1)
        self.installed(f'share/icons/hicolor/scalable/apps/{icon}.svg')
        self.installed(f'share/icons/hicolor/symbolic/apps/{icon}-symbolic.svg')

    def test_service_file(self):
        text = self.read(f'share/dbus-1/services/{APP_ID}.service')
        program = re.search(r'^Exec=(\S+)', text, re.M).group(1)
        self.assertTrue(os.path.exists(self.top + program), program)

    def test_thumbnailer(self):
        text = self.read(f'share/thumbnailers/{APP_ID}.thumbnailer')
        program = self.installed('bin/' + re.search(r'^TryExec=(\S+)', text, re.M).group(1))
        command = re.search(r'^Exec=\S+ (.*)$', text, re.M).group(1)
        picture = os.path.join(self.top, 'thumbnail.png')
        trace = self.installed('share/lanescope/examples/nbody.eventlog')
        arguments = [word.replace('%s', '128').replace('%o', picture).replace('%i', trace)
                     for word in command.split()]
        subprocess.run([program, *arguments], check=True, env={**os.environ, 'XDG_CACHE_HOME': self.top + '/cache'})
        with open(picture, 'rb') as file:
            head = file.read(24)
        self.assertEqual(head[:8], b'\x89PNG\r\n\x1a\n')
        self.assertEqual((int.from_bytes(head[16:20], 'big'), int.from_bytes(head[20:24], 'big')), (128, 128))

    def test_kinds_of_file(self):
        """Every kind that the desktop file opens is described, and has an icon or another kind's."""
        kinds = re.search(r'^MimeType=(.*)', self.read(f'share/applications/{APP_ID}.desktop'), re.M).group(1)
        described = self.read(f'share/mime/packages/{APP_ID}.xml')
        for kind in filter(None, kinds.split(';')):
            with self.subTest(kind):
                part = re.search(f'<mime-type type="{re.escape(kind)}">.*?</mime-type>', described, re.S).group(0)
                icon = re.search(r'<icon name="([^"]+)"', part)
                self.installed(f"share/icons/hicolor/scalable/mimetypes/{icon.group(1) if icon else kind.replace('/', '-')}.svg")

    def test_the_rest(self):
        for end in (f'share/glib-2.0/schemas/{APP_ID}.gschema.xml',
                    f'share/metainfo/{APP_ID}.metainfo.xml', f'share/mime/packages/{APP_ID}.xml',
                    'share/lanescope/examples/mergesort8.parevents', 'share/lanescope/erlang/lanescope.erl',
                    'share/lanescope/erlang/lanescope_tracer.erl', 'share/lanescope/erlang/lanescope_attach.escript',
                    'bin/lanescope', 'bin/lanescope-cli', 'man1/lanescope-cli.1', 'bash-completion/completions/lanescope-cli'):
            with self.subTest(end):
                self.installed(end)

    def test_graphs(self):
        """The installed command line finds the installed program that lays graphs out, wherever that was moved."""
        trace = self.installed('share/lanescope/examples/mergesort8.parevents')
        self.installed('libexec/lanescope/lanescope-layout')
        run = subprocess.run([self.installed('bin/lanescope-cli'), 'export', '--view', 'message-graph', '-o',
                              self.top + '/graph.svg', trace], env={**os.environ, 'XDG_CACHE_HOME': self.top + '/cache'},
                             capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (0, ''))

    def test_nothing_of_the_source_tree(self):
        """No installed text names the folder that it was made in."""
        for name in self.files:
            if name.endswith(('.desktop', '.service', '.xml', '.thumbnailer', '.1', 'completions/lanescope-cli')):
                with self.subTest(name):
                    self.assertNotIn(os.path.dirname(os.path.abspath(BUILD)), self.read(name))


if __name__ == '__main__':
    unittest.main()
