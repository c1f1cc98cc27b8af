#!/usr/bin/env python3
"""test-po.py: the translations are complete, and say with the same placeholders and mnemonics what the program says.

Usage: test-po.py SOURCE_FOLDER

The strings are taken from the sources as they are now, so that a new one that nobody translated is found.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

TOP = os.path.abspath(sys.argv[1])
PO = os.path.join(TOP, 'po')
del sys.argv[1:]


def languages():
    with open(os.path.join(PO, 'LINGUAS'), encoding='utf-8') as file:
        return [word for line in file for word in line.split('#')[0].split()]


def unquote(block):
    return ''.join(re.findall(r'"((?:[^"\\]|\\.)*)"', block))


def messages(path):
    """(msgid, [msgstr…], flags) of each entry."""
    with open(path, encoding='utf-8') as file:
        entries = file.read().split('\n\n')
    for entry in entries:
        found = re.search(r'^msgid ((?:".*"\n?)+)', entry, re.M)
        if found and not entry.startswith('#~') and unquote(found.group(1)):
            plural = re.search(r'^msgid_plural ((?:".*"\n?)+)', entry, re.M)
            texts = [unquote(block) for block in re.findall(r'^msgstr(?:\[\d\])? ((?:".*"\n?)+)', entry, re.M)]
            yield unquote(found.group(1)), plural and unquote(plural.group(1)), texts, re.findall(r'^#, .*', entry, re.M)


def placeholders(text):
    return sorted(re.findall(r'%[-+ 0#]*[0-9]*(?:\.[0-9]+)?[a-zA-Z]', text.replace('%%', '')))


@unittest.skipIf(shutil.which('xgettext') is None, 'gettext is not there')
class Po(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = tempfile.TemporaryDirectory()
        cls.pot = os.path.join(cls.work.name, 'lanescope.pot')
        subprocess.run(['xgettext', '--from-code=UTF-8', '--keyword=_', '--keyword=N_', '--keyword=C_:1c,2',
                        '--keyword=ngettext:1,2', '--keyword=g_dngettext:2,3', '--add-comments', '--flag=_:1:pass-c-format',
                        '--flag=N_:1:pass-c-format', '--flag=g_dngettext:2:pass-c-format', '--directory=' + TOP,
                        '--files-from=' + os.path.join(PO, 'POTFILES'), '-o', cls.pot],
                       check=True, stderr=subprocess.DEVNULL)

    @classmethod
    def tearDownClass(cls):
        cls.work.cleanup()

    def merged(self, language):
        path = os.path.join(self.work.name, language + '.po')
        subprocess.run(['msgmerge', '--quiet', '--no-fuzzy-matching', '-o', path, os.path.join(PO, language + '.po'), self.pot],
                       check=True)
        return path

    def test_two_languages(self):
        self.assertLessEqual({'de', 'el'}, set(languages()))

    def test_complete(self):
        for language in languages():
            missing = [message for message, _, texts, flags in messages(self.merged(language))
                       if not all(texts) or any('fuzzy' in flag for flag in flags)]
            with self.subTest(language):
                self.assertEqual(missing, [])

    def test_checked(self):
        """What msgfmt finds wrong: formats, plurals, the header."""
        for language in languages():
            with self.subTest(language):
                done = subprocess.run(['msgfmt', '--check', '-o', os.devnull, self.merged(language)], capture_output=True,
                                      text=True)
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_placeholders(self):
        for language in languages():
            for message, plural, texts, _ in messages(self.merged(language)):
                for text in filter(None, texts):
                    with self.subTest(f'{language}: {message}'):
                        self.assertIn(placeholders(text), (placeholders(message), placeholders(plural or message)))

    def test_shape(self):
        """Mnemonics stay, and so do spaces and ends of lines around a text that is put together with others."""
        for language in languages():
            for message, plural, texts, _ in messages(self.merged(language)):
                mnemonic = bool(re.search(r'_\w', message)) and not plural
                for text in filter(None, texts):
                    with self.subTest(f'{language}: {message}'):
                        self.assertEqual(message.endswith('\\n'), text.endswith('\\n'))
                        self.assertEqual(message.startswith(' '), text.startswith(' '))
                        self.assertEqual(message.endswith(' '), text.endswith(' '))
                        if mnemonic:
                            self.assertEqual(text.count('_'), message.count('_'))


if __name__ == '__main__':
    unittest.main()
