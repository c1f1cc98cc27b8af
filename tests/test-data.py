#!/usr/bin/env python3
"""test-data.py: what lies beside the program: MIME types, icons, manifest, translations, pages.

Usage: test-data.py SOURCE_ROOT

SPDX-License-Identifier: GPL-3.0-or-later
"""
import ast
import glob
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

TOP = os.path.abspath(sys.argv.pop(1))
APP_ID = 'org.lanescope.Lanescope'


def path(*parts):
    return os.path.join(TOP, *parts)


def read(*parts):
    with open(path(*parts), encoding='utf-8') as file:
        return file.read()


def sources():
    """All C and .ui files of the program, relative to the root."""
    return sorted(os.path.relpath(name, TOP) for room in ('model', 'io', 'widgets', 'app')
                  for kind in ('c', 'ui') for name in glob.glob(path(room, '**', '*.' + kind), recursive=True))


class Mime(unittest.TestCase):
    """A file manager knows a trace by its content, else by its name."""

    @classmethod
    def setUpClass(cls):
        if shutil.which('update-mime-database') is None:
            raise unittest.SkipTest('update-mime-database is missing')
        cls.work = tempfile.TemporaryDirectory()
        packages = os.path.join(cls.work.name, 'share', 'mime', 'packages')
        os.makedirs(packages)
        system = '/usr/share/mime/packages/freedesktop.org.xml'
        if not os.path.exists(system):
            raise unittest.SkipTest('shared-mime-info is missing')
        shutil.copy(system, packages)
        shutil.copy(path('data', APP_ID + '.mime.xml'), packages)
        subprocess.run(['update-mime-database', os.path.dirname(packages)], check=True, capture_output=True)

    @classmethod
    def tearDownClass(cls):
        cls.work.cleanup()

    def guess(self, name, data):
        file = os.path.join(self.work.name, name)
        with open(file, 'wb') as out:
            out.write(data)
        share = os.path.join(self.work.name, 'share')
        info = subprocess.run(
            ['gio', 'info', '-a', 'standard::content-type', file], check=True, capture_output=True, text=True,
            env={**os.environ, 'XDG_DATA_DIRS': share, 'XDG_DATA_HOME': share}).stdout
        return re.search(r'standard::content-type: (\S+)', info).group(1)

    def test_types(self):
        with open(path('data', 'examples', 'nbody.eventlog'), 'rb') as file:
            log = file.read()
        with open(path('data', 'examples', 'mergesort8.parevents'), 'rb') as file:
            archive = file.read()
        with open(path('tests', 'data', 'erlang', 'every_all.dat'), 'rb') as file:
            erlang = file.read()
        with open(path('tests', 'data', 'probes', 'every.log'), 'rb') as file:
            probes = file.read()
        for name, data, kind in [
                ('a.eventlog', log, 'application/x-ghc-eventlog'),
                ('no-name', log, 'application/x-ghc-eventlog'),
                ('a.eventlog.gz', gzip.compress(log), 'application/x-ghc-eventlog+gzip'),
                ('a.parevents', archive, 'application/x-eden-parevents'),
                ('no-name-either', archive, 'application/x-eden-parevents'),
                ('a.dat', erlang, 'application/x-erlang-trace'),
                ('no-name-of-erlang', b'\0\0\0\0\x12\x83h\2w\x0aschedulersa\2', 'application/x-erlang-trace'),
                ('zeros', bytes(200), 'application/octet-stream'),
                ('every.erlang-probes', probes, 'text/x-erlang-probes'),
                ('no-name-of-probes', probes, 'text/x-erlang-probes'),
                ('terms', b'{profile_start, {1795,247302,788715}}.\n', 'text/x-erlang-probes'),
                ('trace.out', b' 253500: system.cpu T0 : @stb_mask+128    : bic        r20,7,r20       : IntAlu :  D=0x0\n', 'text/x-gem5-trace'),
                ('run.out', b'gem5 Simulator System.  https://www.gem5.org\n', 'text/x-gem5-trace'),
                ('new.out', b'   5000: system.cpu0: T0 : 0x4008c0 @senderThread    : stp                       \n', 'text/x-gem5-trace'),
                ('words.out', b'no trace, but words: T0 and so on\n', 'text/plain'),
                ('trace_gabi_header', b'4.\nfalse.\nfalse.', 'application/x-schedplot'),
                ('a.zip', b'PK\x03\x04' + bytes(100), 'application/zip')]:
            with self.subTest(name):
                self.assertEqual(self.guess(name, data), kind)

    def test_desktop_file_agrees(self):
        types = set(re.search(r'^MimeType=(.*)$', read('data', APP_ID + '.desktop.in'), re.M).group(1)
                    .strip(';').split(';'))
        tree = ElementTree.parse(path('data', APP_ID + '.mime.xml'))
        declared = {node.get('type') for node in tree.iter() if node.tag.endswith('}mime-type')}
        self.assertEqual(types, declared)
        # A session says what was open: there is nothing in it to be drawn.
        drawn = types - {'application/x-lanescope-session'}
        self.assertEqual(drawn, set(re.search(r'^MimeType=(.*)$', read('data', APP_ID + '.thumbnailer'), re.M)
                                    .group(1).strip(';').split(';')))
        meta = ElementTree.parse(path('data', APP_ID + '.metainfo.xml.in'))
        self.assertEqual(types, {node.text for node in meta.iter('mediatype')})


class Version(unittest.TestCase):
    """The version is the same wherever it is told."""

    def test_everywhere(self):
        told = {place: re.search(pattern, read(*place.split('/')), re.MULTILINE)[1] for place, pattern in (
            ('meson.build', r"^  version: '([^']+)'"),
            ('NEWS', r'^(\d+\.\d+\.\d+), '),
            ('data/' + APP_ID + '.metainfo.xml.in', r'<release version="([^"]+)"'),
            ('debian/changelog', r'^lanescope \(([^)]+)\)'))}
        self.assertEqual(set(told.values()), {told['NEWS']}, told)


class Icons(unittest.TestCase):
    def test_kinds_of_file(self):
        """Traces of another kind of program do not look like GHC's."""
        tree = ElementTree.parse(path('data', APP_ID + '.mime.xml'))
        icons = {}
        for node in tree.iter():
            if node.tag.endswith('}mime-type'):
                icon = [child.get('name') for child in node if child.tag.endswith('}icon')]
                icons[node.get('type')] = icon[0] if icon else node.get('type').replace('/', '-')
        for name in icons.values():
            with self.subTest(name):
                root = ElementTree.parse(path('data', 'icons', name + '.svg')).getroot()
                self.assertEqual(root.get('width'), '128')
                self.assertIn(f"'icons/{name}.svg'", read('data', 'meson.build'))
        self.assertEqual({kind for kind, icon in icons.items() if icon == 'application-x-ghc-eventlog'},
                         {'application/x-ghc-eventlog', 'application/x-ghc-eventlog+gzip'})

    def test_svg(self):
        for name, size in ((APP_ID, '128'), (APP_ID + '-symbolic', '16')):
            with self.subTest(name):
                root = ElementTree.parse(path('data', 'icons', name + '.svg')).getroot()
                self.assertEqual(root.tag, '{http://www.w3.org/2000/svg}svg')
                self.assertEqual((root.get('width'), root.get('height')), (size, size))


class Flatpak(unittest.TestCase):
    def test_manifest(self):
        try:
            import yaml
        except ImportError:
            self.skipTest('python3-yaml is missing')
        manifest = yaml.safe_load(read('flatpak', APP_ID + '.yml'))
        self.assertEqual(manifest['app-id'], APP_ID)
        self.assertEqual(manifest['command'], 'lanescope')
        modules = [module['name'] for module in manifest['modules']]
        self.assertEqual(modules[-1], 'lanescope')
        for needed in ('libpanel', 'libzip', 'hdf5'):
            self.assertIn(needed, modules)
        for module in manifest['modules']:
            for source in module['sources']:
                with self.subTest(module['name']):
                    self.assertIn(source['type'], ('archive', 'dir'))
                    self.assertTrue(source.get('url', '').startswith('https://') or source.get('path') == '..')


class Translations(unittest.TestCase):
    def listed(self):
        return [line for line in read('po', 'POTFILES').split('\n') if line and not line.startswith('#')]

    def test_listed_files_exist(self):
        for name in self.listed():
            with self.subTest(name):
                self.assertTrue(os.path.exists(path(name)))

    def test_all_are_listed(self):
        listed = set(self.listed())
        for name in sources():
            text = read(name)
            if re.search(r'\b(_|N_|C_|ngettext|g_dngettext) ?\("', text) or 'translatable="' in text:
                with self.subTest(name):
                    self.assertIn(name, listed)


class Commands(unittest.TestCase):
    """./dev and .ci/run."""

    def dev(self, *arguments):
        return subprocess.run(['bash', path('dev'), *arguments], capture_output=True, text=True, cwd='/', check=False)

    def test_syntax(self):
        for name in ('dev', '.ci/run', 'po/update-potfiles', 'data/pictures/make'):
            with self.subTest(name):
                subprocess.run(['bash', '-n', path(name)], check=True)
                self.assertTrue(os.access(path(name), os.X_OK))

    def test_help(self):
        done = self.dev('help')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        for word in ('run', 'check', 'test', 'bench', 'build', 'format'):
            self.assertIn('./dev ' + word, done.stdout)

    def test_mistakes(self):
        for arguments in (['frobnicate'], ['run', '/nonexistent.eventlog'], ['run', 'two', 'traces']):
            with self.subTest(arguments):
                done = self.dev(*arguments)
                self.assertEqual((done.returncode, done.stdout), (2, ''))
                self.assertTrue(done.stderr.startswith('dev: '), done.stderr)


class Tests(unittest.TestCase):
    def test_no_name_twice(self):
        """Of two classes of one name, or two methods of a class, Python keeps the last: the tests of the first would never run."""
        files = glob.glob(path('tests', '**', '*.py'), recursive=True)
        self.assertGreater(len(files), 50)
        for file in files:
            with open(file, encoding='utf-8') as source:
                tree = ast.parse(source.read())
            for body in [tree.body] + [node.body for node in tree.body if isinstance(node, ast.ClassDef)]:
                names = [node.name for node in body if isinstance(node, (ast.ClassDef, ast.FunctionDef))]
                self.assertEqual(len(names), len(set(names)), (file, names))


    def test_length(self):
        """As the program's own files, of which tests/layers.py reads all."""
        for kind in ('py', 'c', 'h', 'erl'):
            for file in glob.glob(path('tests', '**', '*.' + kind), recursive=True):
                with open(file, encoding='utf-8') as source:
                    self.assertLessEqual(sum(1 for _ in source), 600, file)


class Pages(unittest.TestCase):
    def test_links(self):
        for page in ['README.md', 'HACKING.md', 'CONTRIBUTING.md'] + [
                os.path.relpath(name, TOP) for room in ('data', 'docs') for name in glob.glob(path(room, '**', '*.md'), recursive=True)]:
            if not os.path.exists(path(page)):
                continue
            text = read(page)
            links = re.findall(r'\]\(([^)#\s]+)', text) + re.findall(r'(?:src|srcset)="([^"\s]+)', text)
            for link in links:
                if '://' not in link:
                    with self.subTest(page=page, link=link):
                        self.assertTrue(os.path.exists(path(os.path.dirname(page), link)))

    def test_rooms_that_are_told_of_exist(self):
        told = ''.join(map(read, ('HACKING.md', 'docs/design.md', 'docs/formats.md')))
        for folder in re.findall(r'`((?:model|io|widgets|app|data|po|tests|flatpak)/[\w/.-]*)`', told):
            with self.subTest(folder):
                self.assertTrue(os.path.exists(path(folder)))

    def test_what_hacking_names_exists(self):
        """Files (by the end of their path), folders, functions, types, constants, tables, and words to be searched for."""
        files = [os.path.relpath(name, TOP) for room in ('model', 'io', 'widgets', 'app', 'data', 'po', 'docs', 'tests')
                 for name in glob.glob(path(room, '**', '*'), recursive=True)]
        code = {word for name in files if name.endswith(('.c', '.h', '.py')) for word in re.findall(r'\w+', read(name))}
        named = 0

        def spelled(words):
            braces = re.match(r'(.*)\{([^{}]*)\}(.*)', words)
            return [words] if not braces else [name for part in braces[2].split(',') for name in spelled(braces[1] + part + braces[3])]
        for words in (name for quoted in re.findall(r'`([^`]+)`', read('HACKING.md')) for name in spelled(quoted)):
            if words in ('scope-foo.c', 'scope-foo.h', 'git grep SCOPE_TABLE_X', 'build-fuzz/findings/'): # stand for others, or come later
                continue
            with self.subTest(words):
                if re.fullmatch(r'[\w./-]+\.\w+', words):
                    self.assertTrue(any(('/' + name).endswith('/' + words) for name in files), words)
                elif re.fullmatch(r'[\w./-]+/', words):
                    self.assertTrue(os.path.isdir(path(words)), words)
                elif re.fullmatch(r'\w+ \(…?\)|Scope\w+|[A-Z_]{4,}|\w+\[\]|git grep (-\w+ )?\w+', words):
                    self.assertTrue(re.findall(r'\w+', words)[-1] in code, words)
                else:
                    continue
                named += 1
        self.assertGreater(named, 120)

    def test_nothing_of_this_machine(self):
        needle = ('/wo' + 'rk/').encode()
        for folder, folders, names in os.walk(TOP):
            folders[:] = [name for name in folders if name not in ('.git', '.cache', '__pycache__')
                          and not (folder == TOP and name.startswith('build'))]
            for name in names:
                file = os.path.join(folder, name)
                path = os.path.relpath(file, TOP)
                # In a worktree .git is a file.
                if path == '.git' or path.startswith(('tests/data/', 'data/examples/')) or os.path.islink(file):
                    continue
                with open(file, 'rb') as opened:
                    self.assertNotIn(needle, opened.read(), file)


if __name__ == '__main__':
    unittest.main(verbosity=1)
