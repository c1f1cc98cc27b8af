#!/usr/bin/env python3
"""test-far.py: traces on another computer, ssh://HOST/PATH: all is as if they lay here, also over a line that is cut; nobody at either end
can do harm by what he says. No ssh is needed: far_line.py stands in its place.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import os
import random
import select
import shlex
import shutil
import struct
import subprocess
import sys
import unittest
import zipfile

import harness
from far_place import counted, far, file, through
from harness import WORK, PROGRAM, run

DATA = os.path.join(harness.TOP, 'tests', 'data')
EDEN = os.path.join(DATA, 'eden', 'generic4.parevents')
MASK = (1 << 64) - 1
# Lines that are cut, and conversations that are spoiled: by hand more.
MANY = int(os.environ.get('SCOPE_FAR_MANY', '8'))


class Looking(unittest.TestCase):
    def test_same_as_here(self):
        through()
        here, there = (json.loads(run('info', '--json', trace).out) for trace in (EDEN, far(EDEN)))
        for facts in here, there:
            facts = facts.pop('index'), facts.pop('files', None)
        self.assertEqual(there, here)
        self.assertIn('raw events are not available', run('info', far(EDEN)).err)

    def test_run_there(self):
        """What a command prints is made where the trace lies: the same to the last byte, in few trips, whatever it reads; also raw events."""
        through('--trip', 10, '--count', file('count-there'))
        run('explain', EDEN)
        for command in (['stats', '--csv'], ['stats', '--by', 'thread', '--json'], ['report'], ['explain'], ['critical-path', '--json'],
                        ['phases'], ['what-if', 'gc*0'], ['dump', 'messages'], ['dump', 'counters'], ['dump', 'collections', '--json'], ['dump', 'events'],
                        ['find', '--event', 'no-such'], ['measure', '--from', '0', '--to', '5ms'], ['columns', '--lane', 'machine:1', '--width', '7'],
                        ['dump', 'messages', '--from', '9s', '--to', '10s'], ['stats', '--alone', '--strict']):
            with self.subTest(command=command):
                if os.path.exists(file('count-there')):
                    os.remove(file('count-there'))
                there = run(*command, '--no-cache', far(EDEN), status=None)
                here = run(*command, EDEN, status=None)
                self.assertEqual((there.returncode, there.out, there.err.replace(far(EDEN), EDEN)), (here.returncode, here.out, here.err))
                if here.out:
                    count = counted(file('count-there'))
                    self.assertLessEqual(count['trips'], 6)
                    self.assertLess(count['from'], 60000)
        # What names files of this computer is done here, out of what is read there.
        run('report', '--html', file('there.html'), far(EDEN))
        run('report', '--html', file('here.html'), EDEN)
        with open(file('here.html'), 'rb') as a, open(file('there.html'), 'rb') as b:
            self.assertEqual(len(a.read()) > 1000, len(b.read()) > 1000)

    def test_cut_there(self):
        """What had come before the line was cut is not printed twice."""
        here = run('dump', 'events', EDEN).out
        chance = random.Random(9)
        for _ in range(max(MANY // 2, 1)):
            with open(file('cuts-there'), 'w', encoding='utf-8') as cuts:
                cuts.write('\n'.join(str(chance.randrange(700, 50000)) for _ in range(2)))
            through('--cut', file('cuts-there'))
            done = run('dump', 'events', '--no-cache', far(EDEN))
            self.assertEqual(done.out, here)
            self.assertIn('the connection is there again', done.err)

    def test_same_picture(self):
        through()
        for trace in (EDEN, os.path.join(harness.TOP, 'data', 'examples', 'nbody.eventlog')):
            run('export', '-o', file('here.svg'), trace)
            run('export', '-o', file('there.svg'), far(trace))
            with open(file('here.svg'), encoding='utf-8') as a, open(file('there.svg'), encoding='utf-8') as b:
                self.assertEqual(a.read(), b.read())

    def test_what_ssh_is_told(self):
        """Words, none of which a shell reads but three that are always the same; whatever the path is called."""
        name = file('a b$(touch harm);\'"é%.parevents')
        shutil.copy(EDEN, name)
        through('--argv', file('argv'))
        run('info', far(name, 'me@node1:2222'))
        with open(file('argv'), encoding='utf-8') as told:
            self.assertEqual(json.load(told), ['-T', '-o', 'ServerAliveInterval=15', '-p', '2222', '--', 'me@node1', 'lanescope-cli',
                                               'serve', '--stdio'])
        self.assertFalse(os.path.exists('harm'))

    def test_flood(self):
        """A host that prints without end does not fill the disk."""
        ssh, told, before = file('flood/ssh'), file('flood/told'), dict(os.environ)
        os.mkdir(file('flood'))
        with open(ssh, 'w', encoding='utf-8') as script:
            script.write(f'#!{sys.executable}\nimport os\nn = 0\ntry:\n    while n < 64 << 20:\n        n += os.write(2, bytes(65536))\n'
                         f'except OSError:\n    pass\nwith open({told!r}, "w") as file:\n    file.write(str(n))\n')
        os.chmod(ssh, 0o700)
        os.environ.pop('LANESCOPE_SSH', None)
        os.environ['PATH'] = os.path.dirname(ssh) + ':' + os.environ['PATH']
        try:
            run('info', far(EDEN), status=1)
        finally:
            os.environ.clear()
            os.environ.update(before)
        with open(told, encoding='utf-8') as file_told:
            self.assertLessEqual(int(file_told.read()), 16 << 20)

    def test_no_places(self):
        through('--argv', file('never'))
        for uri in ('ssh://-oProxyCommand=x/a', 'ssh://a;b/c', 'ssh://h', 'ssh://h/', 'ssh:///a', 'ssh://me@-h/a', 'ssh://h:99999999/a',
                    'ssh://a%20b/c', 'ssh://h%0a/c'):
            with self.subTest(uri=uri):
                self.assertIn('is not of the form ssh://HOST/PATH', run('info', uri, status=1).err)
        self.assertFalse(os.path.exists(file('never')))

    def test_what_is_told(self):
        through()
        self.assertIn('host: /no/where: No such file', run('info', far('/no/where'), status=1).err)
        self.assertIn('neither a file nor a folder', run('info', far('/dev/null'), status=1).err)
        self.assertIn('together with other files', run('info', far(EDEN), EDEN, status=1).err)
        through('--version', 7)
        self.assertRegex(run('info', far(EDEN), status=1).err, r'host has Lanescope .*, whose indexes are of version 7; this is .*same on both')
        through('--say', 'Welcome to node1!')
        self.assertIn('“Welcome to node1!” came where Lanescope should answer', run('info', far(EDEN), status=1).err)
        os.environ['LANESCOPE_SSH'] = 'false'
        self.assertIn('host: the connection has ended', run('info', far(EDEN), status=1).err)
        os.environ['LANESCOPE_SSH'] = "sh -c 'echo of no use; echo nobody answers >&2' --"
        self.assertIn('of no use', run('info', far(EDEN), status=1).err)
        os.environ['LANESCOPE_SSH'] = "sh -c 'echo nobody answers >&2' --"
        self.assertIn('the connection has ended: nobody answers', run('info', far(EDEN), status=1).err)

    def test_only_there(self):
        """Commands that need the logs name what was asked for, and say why not, at once."""
        through('--argv', file('never'))
        for command, why in ((['redact', '-o', file('redacted')], 'only its index comes over the line'),
                             (['index', '--out', file('far.lanescope')], 'parts are made where the logs are')):
            said = run(*command, far(EDEN), status=2, timeout=20).err
            self.assertIn(f'{far(EDEN)}: that lies on another computer, and {why}: run this there, by ssh', said)
        self.assertFalse(os.path.exists(file('never')))
        through()
        self.assertIn(far(EDEN), run('index', far(EDEN)).out)

    def test_parts(self):
        """An index in parts is as one that was made at once; one of whose parts is missing, or another, is told."""
        through()
        parts = file('parts.lanescope')
        run('index', '--out', parts, '--part-size', '20kB', EDEN)
        self.assertTrue(os.path.exists(os.path.join(parts, 'part-0002.h5')))
        for command in (['dump', 'messages'], ['stats', '--csv']):
            with self.subTest(command=command):
                self.assertEqual(run(*command, far(parts)).out, run(*command, EDEN).out)
        for number in range(2):
            run('export', '-o', file(f'parts{number}.svg'), (far(parts), EDEN)[number])
        with open(file('parts0.svg'), 'rb') as a, open(file('parts1.svg'), 'rb') as b:
            self.assertEqual(a.read(), b.read())
        shutil.copy(os.path.join(parts, 'part-0001.h5'), os.path.join(parts, 'part-0002.h5'))
        self.assertIn('part-0002.h5 is missing, or another one', run('stats', '--no-cache', far(parts), status=None).err)

    def test_terminals(self):
        """What another computer says does not command the terminal."""
        name, words = b'org.gtk.GDBus.UnmappedGError', b'no \x1b[31mred\nline\x1b]0;title\x07'
        fields = b'\5\1u\0\1\0\0\0\4\1s\0' + struct.pack('<I', len(name)) + name + b'\0'
        fields = padded(fields, 8) + b'\x08\1g\0\1s\0'
        body = struct.pack('<I', len(words)) + words + b'\0'
        with open(file('refusal'), 'wb') as refusal:
            refusal.write(padded(b'l\3\0\1' + struct.pack('<III', len(body), 1, len(fields)) + fields, 8) + body)
        os.environ['LANESCOPE_SSH'] = shlex.join(['sh', '-c', 'head -c 16 >/dev/null; cat "$0"; cat >/dev/null', file('refusal')])
        self.assertIn('host: no  [31mred line ]0;title', run('info', far(EDEN), status=1, timeout=20).err)

    def test_few_trips(self):
        run('index', EDEN)
        through('--trip', 40, '--rate', 10, '--count', file('count'))
        run('export', '--no-cache', '-o', file('slow.svg'), far(EDEN))
        count = counted(file('count'))
        # Greeting and opening, the end, the directories; then what is drawn over lanes, and all lanes.
        self.assertLessEqual(count['trips'], 7)
        self.assertLess(count['from'], 80000)

    def test_many_lanes(self):
        """A picture of more strips than are kept, also of rows that the legend alone looks at: they are asked for by the hundred."""
        many = file('many.parevents')
        with zipfile.ZipFile(EDEN) as few, zipfile.ZipFile(many, 'w') as archive:
            for number in range(48):
                archive.writestr(f'generic#{number + 1}.eventlog', few.read(f'generic#{number % 4 + 1}.eventlog'))
        for look in ['--size', '16000x1000'], ['--size', '16000x200']:
            with self.subTest(look=look):
                if os.path.exists(file('count-many')):
                    os.remove(file('count-many'))
                through('--count', file('count-many'))
                run('export', *look, '-o', file('here.svg'), many)
                run('export', *look, '--no-cache', '-o', file('there.svg'), far(many))
                with open(file('here.svg'), 'rb') as here, open(file('there.svg'), 'rb') as there:
                    self.assertEqual(here.read(), there.read())
                # A thousand before.
                self.assertLessEqual(counted(file('count-many'))['trips'], 20)

    def test_kept(self):
        """Who has looked at it asks no more than whether it is as it was; what is damaged of that is asked for anew."""
        folder = os.path.join(WORK.name, 'kept-cache')
        run('index', '--cache-dir', folder, EDEN)
        run('export', '-o', file('here.svg'), EDEN)
        with open(file('here.svg'), 'rb') as here:
            here = here.read()

        def look(most):
            through('--count', file('count-kept'))
            if os.path.exists(file('count-kept')):
                os.remove(file('count-kept'))
            run('export', '--cache-dir', folder, '-o', file('kept.svg'), far(EDEN))
            with open(file('kept.svg'), 'rb') as there:
                self.assertEqual(there.read(), here)
            self.assertLessEqual(counted(file('count-kept'))['from'], most)

        look(80000)
        kept, = [os.path.join(folder, name) for name in os.listdir(folder) if name.endswith('.far')]
        self.assertEqual(os.stat(kept).st_mode & 0o777, 0o600)
        look(400)
        with open(kept, 'rb') as whole:
            whole = whole.read()
        chance = random.Random(5)
        for damage in range(3):
            data = bytearray(whole)
            if damage < 2:
                data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            else:
                del data[chance.randrange(len(data)):]
            with open(kept, 'wb') as damaged:
                damaged.write(data)
            look(80000)
        look(400)
        with open(kept, 'rb') as healed:
            self.assertEqual(len(healed.read()), len(whole))
        # As if it had been damaged on the other computer then, and is whole there now.
        with open(kept, 'wb') as damaged:
            damaged.write(spoiled_inside(whole))
        self.assertIn('damaged', run('report', '--html', file('kept.html'), '--cache-dir', folder, far(EDEN), status=1).err)
        run('report', '--html', file('kept.html'), '--cache-dir', folder, far(EDEN))
        look(80000)
        look(400)

    def test_cuts(self):
        """The line is cut, again and again, wherever it is: the picture is the same."""
        run('export', '-o', file('here.svg'), EDEN)
        with open(file('here.svg'), encoding='utf-8') as here:
            here = here.read()
        chance = random.Random(7)
        left = MANY
        while left > 0:
            some = min(left, chance.randrange(1, 5))
            with open(file('cuts'), 'w', encoding='utf-8') as cuts:
                # Not before it is opened, which is not tried again.
                cuts.write('\n'.join(str(chance.randrange(2000, 60000)) for _ in range(some)))
            through('--cut', file('cuts'))
            run('export', '--no-cache', '-o', file('cut.svg'), far(EDEN))
            with open(file('cut.svg'), encoding='utf-8') as cut:
                self.assertEqual(cut.read(), here)
            with open(file('cuts'), encoding='utf-8') as cuts:
                left -= max(some - len(cuts.read().split()), 1)

    def test_spoiled(self):
        """A far side that says anything: no crash, and no hang."""
        for seed in range(MANY // 2):
            with open(file('seeds'), 'w', encoding='utf-8') as seeds:
                seeds.write(str(seed))
            through('--spoil', file('seeds'))
            what = (('export', '-o', file('spoiled.svg')), ('dump', 'messages'), ('report', '--html', file('spoiled.html')))[seed % 3]
            done = run(*what, '--no-cache', far(EDEN), status=None, timeout=60)
            self.assertIn(done.returncode, (0, 1), (seed, done.err[-500:]))


def checksum(data):
    """As scope_segment_checksum() has it."""
    def rotate(x):
        return (x << 29 | x >> 35) & MASK
    h, whole = [0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9, 0x94d049bb133111eb, len(data)], len(data) // 32 * 32
    for i, v in enumerate(struct.unpack(f'<{whole // 8}Q', data[:whole])):
        h[i & 3] = rotate(h[i & 3] ^ v) * 0x9fb21c651e98df25 & MASK
    for i, v in enumerate(data[whole:]):
        h[i & 3] = rotate(h[i & 3] ^ v) * 0x9fb21c651e98df25 & MASK
    return ((rotate(h[0]) ^ h[1]) * 0x9fb21c651e98df25 + (rotate(h[2]) ^ h[3])) & MASK


def spoiled_inside(kept):
    """What was kept, with a flipped bit in the longest record, whose checksum is right."""
    records, at = [], 40
    while at < len(kept):
        records.append((struct.unpack_from('<I', kept, at + 12)[0], at))
        at += 24 + records[-1][0]
    n, at = max(records)
    record = bytearray(kept[at + 8:at + 24 + n])
    record[16 + n // 2] ^= 1
    return kept[:at] + struct.pack('<Q', checksum(record)) + record + kept[at + 24 + n:]


def text(value):
    value = value.encode()
    return struct.pack('<I', len(value)) + value + b'\0'


def padded(data, to):
    return data + b'\0' * (-len(data) % to)


def message(serial, member, signature='', body=b'', path='/org/lanescope/Far', interface='org.lanescope.Far1'):
    fields = b''
    for code, kind, value in ((1, 'o', path), (2, 's', interface), (3, 's', member), (8, 'g', signature)):
        if value:
            fields = padded(fields, 8) + bytes([code, 1]) + kind.encode() + b'\0'
            fields += bytes([len(value)]) + value.encode() + b'\0' if kind == 'g' else text(value)
    return padded(b'l\1\0\1' + struct.pack('<III', len(body), serial, len(fields)) + fields, 8) + body


def greeting(serial=1):
    return message(serial, 'Hello', 'su', padded(text('test'), 4) + struct.pack('<I', 1))


def opening(serial, path):
    path = path.encode() + b'\0'
    return message(serial, 'Open', 'ay', struct.pack('<I', len(path)) + path)


def reading(serial, trace, *stretches):
    body = padded(struct.pack('<II', trace, 16 * len(stretches)), 8) + b''.join(struct.pack('<QQ', *s) for s in stretches)
    return message(serial, 'Read', 'ua(tt)', body)


def running(serial, trace, *words):
    body = struct.pack('<II', trace, 1)
    array = b''
    for word in words:
        word = word.encode() + b'\0'
        array = padded(array, 4) + struct.pack('<I', len(word)) + word
    return message(serial, 'Run', 'uuaay', body + struct.pack('<I', len(array)) + array)


def following(serial, path):
    path = path.encode() + b'\0'
    return message(serial, 'Follow', 'ayub', padded(struct.pack('<I', len(path)) + path, 4) + struct.pack('<II', 0, 0))


def grown(serial, log, at=0, known=''):
    return message(serial, 'Grown', 'uts', struct.pack('<IIQ', log, 0, at) + text(known))


def asking(serial, trace, *numbers):
    """What takes long: figures of panels, or whatever the numbers say."""
    question = bytes(numbers)
    return message(serial, 'Ask', 'u((bay)u)', struct.pack('<IIII', trace, 0, 0, len(question)) + padded(question, 4) + struct.pack('<I', len(question)))


def stopping(serial, which):
    return message(serial, 'Stop', 'u', struct.pack('<I', which))


class Serving(unittest.TestCase):
    """`serve`, and whoever talks to it."""

    def serve(self, data, patience=5.0, until=None, then=()):
        """What it answers to these bytes, until it ends because they do: when the answer has come, or nothing comes any more. `then`: what is
        said when that has come, and until what comes, and so on."""
        env = dict(os.environ, XDG_CACHE_HOME=harness.CACHE, GSETTINGS_BACKEND='memory', LC_ALL='C.UTF-8')
        child = subprocess.Popen([PROGRAM, 'serve', '--stdio'], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out = b''
        try:
            for step, end in ((data, until), *then):
                child.stdin.write(step)
                child.stdin.flush()
                out = b''
                while select.select([child.stdout], [], [], patience)[0]:
                    more = os.read(child.stdout.fileno(), 65536)
                    out += more
                    if not more or (end and end in out):
                        break
        except BrokenPipeError:
            pass
        rest, err = child.communicate(timeout=60)
        self.assertIn(child.returncode, (0, 1), err[-500:])
        return out + rest

    def test_usage(self):
        run('serve', status=2)
        run('serve', '--stdio', 'x', status=2)

    def test_ends_with_the_pipe(self):
        self.assertEqual(self.serve(b'', patience=0), b'')
        self.assertIn(b'su\0', self.serve(greeting(), until=b'su\0'))

    def test_limits(self):
        """Answers to what is too much are errors; what is no message ends it."""
        for data, answer in ((reading(1, 1, (0, 1)), b'no such trace'), (opening(1, ''), b'no path'), (opening(1, 'x' * 5000), b'no path'),
                             (opening(1, '/dev/zero'), b'neither a file'), (message(1, 'Close', 'u', struct.pack('<I', 9)), b'no such trace'),
                             (message(1, 'Hello'), b'InvalidArgs'), (message(1, 'Harm'), b'UnknownMethod'), (following(1, ''), b'no path'),
                             (following(1, '/dev/zero'), b'neither a file'), (following(1, '/dev'), b'is a folder'), (grown(1, 1), b'no such log'),
                             (b''.join(following(n, file('no')) for n in range(1, 6)) + grown(6, 5), b'no such log'),
                             (following(1, file('no')) + grown(2, 1, known='x') + grown(3, 1) + grown(4, 1), b'so much at a time'),
                             (following(1, EDEN) + grown(2, 1, 1 << 63), b'so much at a time')):
            self.assertIn(answer, self.serve(data, until=answer))
        huge = b'l\1\0\1' + struct.pack('<III', 1 << 26, 1, 16)
        for data in (huge, b'GET / HTTP/1.1\r\n\r\n', b'\0' * 64, b'\xff' * 64):
            self.assertEqual(self.serve(data), b'')

    def test_what_may_run(self):
        """Commands that print of the trace that is open: nothing that writes files, reads others, or is none."""
        run('index', EDEN)
        hello = message(1, 'Hello', 'su', padded(text('test'), 4) + struct.pack('<I', 7))
        self.assertIn(b'another version', self.serve(hello + opening(2, EDEN), until=b'another version'))
        wrong = file('never-written')
        self.assertIn(b'no such trace', self.serve(running(1, 9, 'stats'), until=b'no such trace'))
        then = []
        for words in ([], ['export', '-o', wrong], ['report', '--html', wrong], ['index'], ['stats', '--cache-dir', wrong],
                      ['stats', '--rebuild'], ['stats', EDEN], ['dump'], ['dump', 'sources', '--source-path', wrong], ['stats', '--help'], ['serve', '--stdio'],
                      ['stats', '--', EDEN], ['stats'] * 300, ['stats', '--by', 'x' * 70000]):
            then.append((running(len(then) + 2, 1, *words), b'that is no command'))
        self.assertIn(b'that is no command', self.serve(opening(1, EDEN), until=b'ust', then=then))
        self.assertFalse(os.path.exists(wrong))
        more = b''.join(message(n, 'More', 'u', struct.pack('<I', 1)) for n in range(3, 40))
        self.assertIn(b'so much at a time', self.serve(opening(1, EDEN), until=b'ust', then=[(running(2, 1, 'dump', 'events') + more, b'so much at a time')]))

    def test_questions_that_take_long(self):
        """They are answered beside all else, unless they are given up."""
        run('index', EDEN)
        opened = opening(1, EDEN)
        self.assertIn(b'(bay)u', self.serve(opened, until=b'ust', then=[(asking(2, 1, 4, 0, 0, 0, 90), b'(bay)u')]))
        self.assertIn(b'that is no question', self.serve(opened, until=b'ust', then=[(asking(2, 1, 4, 7), b'that is no question')]))
        self.assertIn(b'no such trace', self.serve(asking(1, 1, 4, 0), until=b'no such trace'))
        many = b''.join(asking(n, 1, 4, 3, 255, 1, 0, 200, 1) for n in range(2, 100)) + b''.join(stopping(n + 200, n) for n in range(2, 100))
        self.serve(opened, until=b'ust', then=[(many, None)], patience=0.3)

    def test_too_many_calls(self):
        self.serve(b''.join(message(n, 'Nothing', path='/', interface='a.b') for n in range(1, 2000)))

    def test_mutations(self):
        """A conversation as it was, with bytes changed, left out or said twice."""
        run('index', EDEN)
        talks = []
        for what in ('info', 'stats'):
            through('--keep', file('kept-' + what))
            run(what, far(EDEN))
            with open(file('kept-' + what), 'rb') as kept:
                talks.append(kept.read())
        talks.append(opening(1, EDEN) + b''.join(asking(2 + n, 1, 4, *what) + stopping(40 + n, 2 + n)
                                                  for n, what in enumerate(((0, 0, 0, 90), (1, 1, 3, 90), (2, 0, 0, 0), (3, 9, 1, 90), (4, 0, 0, 8)))))
        talks.append(greeting() + following(2, EDEN) + grown(3, 1) + grown(4, 1, 40000, 'x') + grown(5, 1, 1 << 20))
        chance = random.Random(3)
        for n in range(MANY):
            data = bytearray(talks[n % 4])
            for _ in range(chance.choice([1, 1, 2, 5])):
                at = chance.randrange(len(data))
                what = chance.randrange(4)
                if what == 0:
                    data[at] = chance.choice([0, 1, 127, 128, 255])
                elif what == 1:
                    data[at] ^= 1 << chance.randrange(8)
                elif what == 2:
                    del data[at:at + chance.randrange(1, 9)]
                else:
                    data[at:at] = data[at:at + chance.randrange(1, 40)]
            self.serve(bytes(data), patience=0.05)


if __name__ == '__main__':
    harness.main()
