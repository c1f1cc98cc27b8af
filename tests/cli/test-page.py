#!/usr/bin/env python3
"""test-page.py: the timeline as a page that pans and zooms: its tiles are the pictures that `export` draws of their ranges, and a browser
shows them (where there is one).

SPDX-License-Identifier: GPL-3.0-or-later
"""
import base64
import html.parser
import json
import os
import re
import shutil
import struct
import subprocess
import unittest

import eventlog
import harness
from harness import WORK, run

TRACE = os.path.join(harness.TOP, 'data', 'examples', 'nbody.eventlog')
BROWSER = shutil.which('chromium') or shutil.which('chromium-browser') or shutil.which('google-chrome')


def page(trace, *args):
    path = os.path.join(WORK.name, 'page.html')
    run('export', '-o', path, *args, trace)
    with open(path, encoding='utf-8') as file:
        return file.read()


def facts(text):
    """What the script is told, and its tiles."""
    told = re.search(r'const page=\{tile:(\d+),zooms:(\d+),height:(\d+),names:(\d+),from:([^,]+),span:([^,]+),rows:\[', text)
    tile, zooms, height, names = map(int, told.groups()[:4])
    tiles = re.search(r'const tiles=\[\n(.*?)\];', text, re.S).group(1)
    return {'tile': tile, 'zooms': zooms, 'height': height, 'names': names, 'from': float(told.group(5)), 'span': float(told.group(6)),
            'tiles': [base64.b64decode(t) for t in re.findall(r"'([^']*)',\n", tiles)]}


class Strict(html.parser.HTMLParser):
    """What is open, and which addresses are loaded."""

    def __init__(self):
        super().__init__()
        self.open, self.sources, self.text = [], [], ''

    def handle_starttag(self, tag, attrs):
        self.sources += [value for name, value in attrs if name in ('src', 'href')]
        if tag not in ('meta', 'img'):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.text += data


class Page(unittest.TestCase):

    def test_tiles_are_pictures_of_their_ranges(self):
        got = facts(page(TRACE, '--zooms', '3'))
        self.assertEqual((got['tile'], got['zooms'], len(got['tiles'])), (1024, 3, 15))
        for tile in got['tiles']:
            self.assertEqual(struct.unpack('>II', tile[16:24]), (1024, got['height']))
        # Some of a zoom are not alike: they show other stretches; all of them begin as PNG does.
        self.assertGreater(len(set(got['tiles'][7:])), 4)
        self.assertEqual({tile[:8] for tile in got['tiles']}, {b'\x89PNG\r\n\x1a\n'})
        # The whole of half the range is the first half's tile.
        half = facts(page(TRACE, '--zooms', '0', '--from', '%dns' % got['from'], '--to', '%dns' % (got['from'] + int(got['span'] / 2))))
        self.assertEqual(len(half['tiles']), 1)
        self.assertEqual(half['tiles'][0], got['tiles'][1])

    def test_zooms_of_themselves(self):
        self.assertEqual(facts(page(TRACE, '--lanes', 'machines'))['zooms'], 5)

    def test_it_loads_nothing(self):
        parser = Strict()
        parser.feed(page(TRACE, '--zooms', '1'))
        parser.close()
        self.assertEqual(parser.open, [])
        self.assertTrue(all(source.startswith('data:image/png;base64,') for source in parser.sources), parser.sources)

    def test_hostile_names(self):
        """A thread's label cannot end the script, nor be markup."""
        path = os.path.join(WORK.name, 'hostile.eventlog')
        with open(path, 'wb') as file:
            file.write(eventlog.labelled(b'</script><script>alert(1)</script>"\\', b'x'))
        text = page(path, '--zooms', '0', '--lanes', 'threads')
        self.assertEqual(text.count('<script>'), 1)
        self.assertEqual(text.count('</script>'), 1)
        self.assertIn('\\u003c/script>', text)

    def test_options(self):
        self.assertIn('--zooms takes', run('export', '-o', os.path.join(WORK.name, 'x.html'), '--zooms', '10', TRACE, status=2).err)
        self.assertIn('must end in', run('export', '--view', 'overview', '-o', os.path.join(WORK.name, 'x.html'), TRACE, status=2).err)
        got = facts(page(TRACE, '--zooms', '0', '--no-names', '--no-legend', '--palette', 'dark'))
        self.assertEqual(got['names'], 0)

    @unittest.skipUnless(BROWSER, 'no browser is there')
    def test_in_a_browser(self):
        """It shows the whole at first; keys lead to tiles of the last zoom, and no further."""
        text = page(TRACE, '--zooms', '2')
        drive = '''<script>addEventListener('load',()=>setTimeout(()=>{
          const first=[...document.querySelectorAll('#plot img')].map(e=>tiles.indexOf(e.src.split(',')[1]));
          for(let i=0;i<12;i++)document.dispatchEvent(new KeyboardEvent('keydown',{key:'+'}));
          const zoomed=[...document.querySelectorAll('#plot img')].map(e=>tiles.indexOf(e.src.split(',')[1]));
          document.dispatchEvent(new KeyboardEvent('keydown',{key:'End'}));
          const end=[...document.querySelectorAll('#plot img')].map(e=>tiles.indexOf(e.src.split(',')[1]));
          document.body.textContent='said '+JSON.stringify({first,zoomed,end,most:$('most')?$('most').hidden:null})+' end';},50))</script></body>'''
        drive = drive.replace("document.body.textContent='said", "const hidden=$('most').hidden;document.body.textContent='said")
        drive = drive.replace("most:$('most')?$('most').hidden:null", 'hidden')
        path = os.path.join(WORK.name, 'driven.html')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text.replace('</body>', drive))
        done = subprocess.run([BROWSER, '--headless', '--no-sandbox', '--disable-gpu', '--window-size=1000,700', '--virtual-time-budget=4000',
                               '--user-data-dir=' + os.path.join(WORK.name, 'browser'), '--dump-dom', 'file://' + path],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=110)
        if done.returncode != 0 or b'<body' not in done.stdout:
            self.skipTest('the browser does not start here')
        said = re.search(r'said (\{.*?\}) end', done.stdout.decode('utf-8', 'replace'))
        self.assertIsNotNone(said)
        got = json.loads(said.group(1))
        self.assertEqual(got['first'], [0])
        self.assertTrue(got['zoomed'] and all(3 <= i <= 6 for i in got['zoomed']), got)
        self.assertEqual(got['end'], [6])
        self.assertFalse(got['hidden'])


if __name__ == '__main__':
    harness.main()
