#!/usr/bin/env python3
"""test-redact.py: what `redact` writes has the times and numbers of before, the same names wherever names were the same, and no name.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import gzip
import os
import re
import struct
import tempfile
import unittest
import zipfile

import eventlog
import harness
from harness import dump, find_traces, info, run

TABLES = ['processors', 'threads', 'marks', 'counters', 'collections', 'messages', 'waits', 'events']
NOT_TIMES = {'from_byte', 'offset', 'bytes', 'fields', 'detail'}  # where an event lies in the file, and its texts


def texts_of(path):
    """Entries of the environment and arguments with slashes, from the bytes of a log or of an archive's."""
    found = set()
    for data in logs_of(path):
        found.update(re.findall(rb'(?<=\0)[A-Z_]{3,}=[^\0]{4,}(?=\0)', data))
    return found


def logs_of(path):
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            return [archive.read(name) for name in archive.namelist()]
    with open(path, 'rb') as file:
        return [file.read()]


def redact(trace, folder, *args):
    path = os.path.join(folder, 'shared')
    run('redact', '-o', path, *args, trace)
    return path


class Redact(unittest.TestCase):
    """One case per trace."""

    def same(self, name, before, after):
        self.assertEqual(len(before), len(after), name)
        to, back = {}, {}
        for one, other in zip(before, after):
            self.assertEqual(list(one), list(other))
            for column in one:
                if column in NOT_TIMES:
                    continue
                a, b = one[column], other[column]
                if column.endswith('_ns') or re.fullmatch(r'-?[0-9.]*', a):
                    self.assertEqual(a, b, (name, column))
                else:
                    self.assertEqual(to.setdefault((column, a), b), b, (name, column))
                    self.assertEqual(back.setdefault((column, b), a), a, (name, column))

    def check(self, trace):
        with tempfile.TemporaryDirectory() as folder:
            path = redact(trace, folder)
            for table in TABLES:
                self.same(table, dump(trace, table), dump(path, table))
            shared = b''.join(logs_of(path))
            for secret in texts_of(trace):
                self.assertNotIn(secret, shared)
            one, other = info(trace), info(path)
            for key in ('machines', 'processors', 'processes', 'threads', 'events', 'messages', 'start_ns', 'end_ns', 'rts', 'wall_clock', 'clock'):
                self.assertEqual(one.get(key), other.get(key), key)
            self.assertEqual(os.listdir(folder), ['shared'])


class Erlang(unittest.TestCase):
    """One case per trace file: the same times, no atom but those that every trace has, no contents."""

    same = Redact.same
    TABLES = ['processes', 'threads', 'messages', 'waits', 'marks', 'ports', 'calls', 'servers']

    def check(self, trace):
        with open(os.path.join(harness.TOP, 'io', 'format', 'erlang', 'scope-erlang-redact.c'), encoding='utf-8') as file:
            kept = set(re.search(r'kept_atoms\[\]\s*= ((?:\s*".*")+);', file.read())[1].replace('"', ' ').split())
        with tempfile.TemporaryDirectory() as folder:
            path = redact(trace, folder)
            for table in self.TABLES:
                self.same(table, dump(trace, table, '--alone'), dump(path, table, '--alone'))
            with open(trace, 'rb') as file, open(path, 'rb') as other:
                before, after = file.read(), other.read()
            self.assertEqual(len(before), len(after))
            self.assertGreater(len(self.names(before)), 5)
            self.assertEqual(self.names(before) & self.names(after) - {word.encode() for word in kept}, set())

    def names(self, data):
        """Atoms of five letters or more."""
        found = re.finditer(rb'(?:d\0|[sw])(.)([a-z][a-z0-9_]{4,})', data, re.S)
        return {match[2][:match[1][0]] for match in found if 5 <= match[1][0] <= len(match[2])}

    def test_contents(self):
        """Strings, binaries, lists of characters beyond Latin-1, nodes; of these a mark's START stays."""
        atom = lambda text: b'd' + struct.pack('>H', len(text)) + text.encode()
        pid = lambda number: b'X' + atom('alice@wonderland') + struct.pack('>III', number, 0, 1)
        stamp = b'h\x03' + b''.join(b'b' + struct.pack('>I', n) for n in (1795, 247303, 148965))
        message = b'h\x04' + atom('secret_atom') + b'k\0\x0dsecret-string' + b'm\0\0\0\x0dsecret-binary' + b'l\0\0\0\2b\0\0\x26\x3aa\x53j'
        label = b'm\0\0\0\x0cSTART secret'
        terms = [b'h\x05' + atom('trace_ts') + pid(7) + atom('receive') + message + stamp,
                 b'h\x06' + atom('trace_ts') + pid(7) + atom('call') + b'h\x03' + atom('lanescope') + atom('label') + b'a\2'
                 + b'h\x03' + atom('label') + b'a\1' + label + stamp]
        data = b''.join(b'\0' + struct.pack('>I', len(term) + 1) + b'\x83' + term for term in terms)
        with tempfile.TemporaryDirectory() as folder:
            path, out = os.path.join(folder, 'log'), os.path.join(folder, 'out')
            for args, stays in (((), ()), (('--keep', 'names'), (b'secret_atom', b'alice@wonderland')),
                                (('--keep', 'messages'), (b'secret-string', b'secret-binary', b'START secret'))):
                with open(path, 'wb') as file:
                    file.write(data)
                run('redact', '-o', out, *args, path)
                with open(out, 'rb') as file:
                    shared = file.read()
                for secret in (b'secret_atom', b'alice@wonderland', b'secret-string', b'secret-binary', b'START secret'):
                    self.assertEqual(secret in shared, secret in stays, (args, secret))
                self.assertEqual(b'\x26\x3aa\x53' in shared, 'messages' in args)
                self.assertTrue(b'START ' in shared and len(shared) == len(data))
                for cut in range(3, len(data), 29) if not args else []:
                    with open(path, 'wb') as file:
                        file.write(data[:cut])
                    if run('redact', '-o', out, path, status=None).returncode == 0:
                        with open(out, 'rb') as file:
                            self.assertNotIn(b'ecret', file.read())


class Probes(unittest.TestCase):
    """Logs of probes, in all of their forms: the figures of before, and no secret."""

    TABLES = ['processors', 'processes', 'threads', 'messages', 'waits', 'wakeups', 'marks', 'spans', 'counters', 'collections', 'links', 'ports', 'events']
    FOLDER = os.path.join(harness.TOP, 'tests', 'data', 'probes')

    def same(self, name, before, after):
        self.assertEqual(len(before), len(after), name)
        to, back = {}, {}
        for one, other in zip(before, after):
            for column in set(one) - NOT_TIMES:
                a, b = one[column], other[column]
                if column.endswith('_ns') or (column != 'text' and re.fullmatch(r'-?[0-9.]*', a)):
                    self.assertEqual(a, b, (name, column))
                else:
                    self.assertEqual(to.setdefault(a, b), b, (name, column))
                    self.assertEqual(back.setdefault(b, a), a, (name, column))

    def check(self, trace, secrets, tables=TABLES):
        with tempfile.TemporaryDirectory() as folder:
            path = redact(trace, folder)
            with open(path, 'rb') as file:
                shared = file.read()
            for secret in secrets:
                self.assertNotIn(secret, shared)
            for table in tables:
                self.same(table, dump(trace, table), dump(path, table))
            self.assertEqual(dump(path, 'losses'), dump(trace, 'losses'))
            return shared

    def test_probes(self):
        self.check(os.path.join(self.FOLDER, 'every.log'), [b'a_server', b'wl:', b'every', b'/home'])
        self.check(os.path.join(self.FOLDER, 'par8_small.log'), [b'wl:', b'worker', b'par8'])

    def test_lttng(self):
        self.check(os.path.join(self.FOLDER, 'lttng.txt.gz'), [b'a_server', b'prog', b'worker', b'quote', b'braces', b'hello', b'inet_gethost', b'usr'])

    def test_lttng_without_quotes(self):
        """Values that are written without quotes are texts, too; numbers, addresses and names of fields stay."""
        lines = [('process_spawn', 'pid = "<0.5.0>", parent = "<0.4.0>", entry = SECRET:run/1'),
                 ('process_scheduled', 'pid = "<0.5.0>", entry = "a:b/1", where = /home/SECRET'),
                 ('process_exit', 'pid = "<0.5.0>", reason = SECRET reason of SECRET')]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'log')
            with open(path, 'w', encoding='utf-8') as file:
                for i, (name, fields) in enumerate(lines):
                    file.write('[1795885865.%09d] (+0.000000001) host org_erlang_otp:%s: { cpu_id = 0 }, { vtid = 7, vpid = 7, procname = SECRET.smp, '
                               'ip = 0x7F1c }, { %s }\n' % (100 + i, name, fields))
            with open(redact(path, folder), encoding='utf-8') as file:
                shared = file.read()
            self.assertNotIn('SECRET', shared)
            self.assertNotIn('home', shared)
            for kept in ('procname = ', 'ip = 0x7F1c', 'vtid = 7, vpid = 7', 'pid = "<0.5.0>"', 'reason = '):
                self.assertIn(kept, shared)
            self.assertEqual(len(shared.splitlines()), len(lines))

    def test_user_probes_and_files(self):
        text = '# erlang-probes 1\n# source systemtap on SECRET-host\n# clock monotonic ns\n# wall_ns 1700000000123456000 mono_ns 5\n# SECRET\n'
        for i, (probe, *args) in enumerate([
                ('process-scheduled', '<0.5.0>', 'SECRET:SECRET_f/0'), ('process-registered', '<0.5.0>', 'SECRET_name'), ('user_trace-n7', '<0.5.0>', 'SECRET', 1, 2, 3, 4, 'start', '', '', ''),
                ('message-send', '<0.5.0>', 'SECRET_name', 4, 0, 0, 0), ('message-send-remote', '<0.5.0>', 'SECRET@SECRET.org', 'SECRET_there', 4, 0, 0, 0),
                ('user_trace-n7', '<0.5.0>', 'SECRET', 1, 2, 3, 4, 'stop', '', '', ''), ('user_trace-i4s4', '<0.5.0>', '', 1, 2, 3, 4, 'START SECRET-span', '', '', '4711004711'),
                ('user_trace-s1', 'STOP SECRET-span'), ('efile_drv-entry', 1, 5, 'SECRET', 2, '/home/SECRET', '4711004711', 0, 0, 0, 0), ('efile_drv-return', 1, 5, 'SECRET', 2, 1, 0),
                ('port-open', '<0.5.0>', "SECRET -x 'y'", '#Port<0.3>'), ('dist-monitor', 'a@SECRET', 'nodeup', 'b@SECRET', 'visible', '{SECRET,"SECRET"}'),
                ('nobody-knows', 'SECRET', 7), ('process-exit', '<0.5.0>', '{badmatch,{SECRET,[1,2]}}')]):
            text += '\t'.join(map(str, (10 + i, 901, probe) + tuple(args))) + '\n'
        text += 'WARNING: SECRET in /home/SECRET\nWARNING: Number of errors: 0, skipped probes: 12\nhello SECRET\n# end 100\n12\t1\tuser_trace-s1\tSECRET'
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'log')
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
            out = redact(path, folder)
            with open(out, encoding='utf-8') as file:
                shared = file.read()
            for secret in ('SECRET', '4711004711', 'home'):
                self.assertNotIn(secret, shared)
            for table in self.TABLES[:-1]:
                self.same(table, dump(path, table), dump(out, table))
            self.assertEqual(len(dump(path, 'spans')), 3)
            self.assertEqual(info(path)['wall_clock'], info(out)['wall_clock'])
            self.assertIn('12\n', shared)
            with open(redact(path, folder, '--keep', 'messages,names'), encoding='utf-8') as file:
                self.assertIn('SECRET', file.read())

    def test_terms(self):
        """As text they become bytes, with the sizes of before."""
        stamp = '{1795,247303,%d}'
        lines = ["{trace_ts,<0.5.0>,spawn,<0.6.0>,{secret_m,'secret f',[secret_a,\"secret\"]},%s}." % stamp % 1,
                 '{trace_ts,<0.5.0>,send,{secret_atom,\n  \"secret-string\",<<\"secret\">>,[8250,83]},<0.6.0>,%s}.' % stamp % 2,
                 "{trace_ts,<0.6.0>,'receive',{secret_atom,\"secret-string\",<<\"secret\">>,[8250,83]},%s}." % stamp % 3,
                 '{trace_ts,<0.6.0>,exit,normal,%s}.' % stamp % 4, '{secret,', 'secret}']
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'log')
            with open(path, 'w', encoding='utf-8') as file:
                file.write('\n'.join(lines[:4]) + '\n')
            out = redact(path, folder)
            with open(out, 'rb') as file:
                shared = file.read()
            numbers = bytes(int(n) for line in shared.split() for n in re.findall(rb'\d+', line))
            for text in (shared, numbers):
                self.assertNotIn(b'secret', text)
            for table in ('processes', 'messages', 'threads'):
                self.same(table, dump(path, table), dump(out, table))
            self.assertEqual([row['size'] for row in dump(out, 'messages')], [row['size'] for row in dump(path, 'messages')])
            self.assertNotEqual(dump(out, 'messages')[0]['size'], '')
            with open(path, 'a', encoding='utf-8') as file:
                file.write('\n'.join(lines[4:]) + '\n')
            self.assertIn('make no sense', run('redact', '-o', out, path).err)
            with open(out, 'rb') as file:
                self.assertEqual(len(file.read().splitlines()), 4)


class Schedplot(unittest.TestCase):
    """Folders become archives of the same files."""

    same = Probes.same
    TABLES = ['processors', 'processes', 'threads', 'marks', 'losses', 'collections', 'intervals']
    FOLDER = os.path.join(harness.TOP, 'tests', 'data', 'schedplot')

    def check(self, path):
        lanes = ['thread:1/%s' % row['thread'] for row in dump(path, 'threads')[:4]] + ['processor:1/1']
        with tempfile.TemporaryDirectory() as folder:
            out = redact(path, folder)
            for table in self.TABLES[:-1]:
                self.same(table, dump(path, table), dump(out, table))
            for lane in lanes:
                self.same(lane, dump(path, 'intervals', '--lane', lane), dump(out, 'intervals', '--lane', lane))
            self.assertEqual(info(path)['events'], info(out)['events'])
            with zipfile.ZipFile(out) as archive:
                self.assertEqual({os.path.basename(name) for name in archive.namelist()}, {name for name in os.listdir(path) if name.startswith(('trace_', 'scarlet'))})
                return b''.join(archive.read(name) for name in archive.namelist())

    def test_all(self):
        kept = {b'dict', b'erlang', b'lists', b'timer', b'process', b'apply', b'send', b'call', b'spawn', b'exit'}
        for name in sorted(os.listdir(self.FOLDER)):
            with self.subTest(folder=name):
                shared = self.check(os.path.join(self.FOLDER, name))
                before = b''
                for file_name in os.listdir(os.path.join(self.FOLDER, name)):
                    if 'famdict' in file_name:
                        with open(os.path.join(self.FOLDER, name, file_name), 'rb') as file:
                            before += file.read()
                names = lambda data: {match[2][:match[1][0]] for match in re.finditer(rb'd\0([\4-\x20])([a-z][a-z_]{3,})', data)} - kept
                if name == 'full_packet':
                    self.assertGreater(len(names(before)), 5)
                self.assertEqual(names(before) & names(shared), set())

    def test_secrets(self):
        """Labels, the names within packed files, what the viewer made; two folders keep what is each one's."""
        with tempfile.TemporaryDirectory() as folder:
            for run_name in ('a', 'b'):
                path = os.path.join(folder, run_name)
                os.mkdir(path)
                for name in os.listdir(os.path.join(self.FOLDER, 'labels')):
                    with open(os.path.join(self.FOLDER, 'labels', name), 'rb') as file, open(os.path.join(path, name), 'wb') as other:
                        other.write(file.read())
                with open(os.path.join(self.FOLDER, 'labels', 'trace_gabi2'), 'rb') as file, open(os.path.join(path, 'trace_gabi2'), 'wb') as other:
                    with gzip.GzipFile('SECRET-name', 'wb', fileobj=other) as packed:
                        packed.write(gzip.decompress(file.read()))
                with open(os.path.join(path, 'scarlet'), 'w', encoding='latin-1') as file:
                    file.write('[{30,{1,"SECRET-%s"}},{20,{1,[%s]}}].\n' % (run_name, ','.join(map(str, b'START SECRET'))))
                with open(os.path.join(path, 'trace_gabi_header'), 'a', encoding='latin-1') as file:
                    file.write('\n% SECRET')
            out = os.path.join(folder, 'out')
            for given in ((os.path.join(folder, 'a'),), (os.path.join(folder, 'a'), os.path.join(folder, 'b'))):
                run('redact', '-o', out, *given)
                with zipfile.ZipFile(out) as archive:
                    files = {name: archive.read(name) for name in archive.namelist()}
                numbers = bytes(int(n) & 255 for name, data in files.items() if name.endswith('scarlet') for n in re.findall(rb'\d+', data))
                self.assertNotIn(b'SECRET', b''.join(files.values()) + numbers + ' '.join(files).encode())
                self.assertIn(b'START span-', numbers)
                self.assertEqual(len(files), 6 * len(given))
                self.assertEqual(sorted(row['text'][:8] for row in dump(out, 'marks')), ['START sp'] * len(given) + ['message-'] * len(given))
                self.assertEqual(dump(out, 'losses'), [])
            self.assertEqual(len({row['text'] for row in dump(out, 'marks')}), 3)


def texts(*parts):
    return b''.join(part if isinstance(part, bytes) else struct.pack('>' + part[0], part[1]) for part in parts)


# Of each kind of event with a text: number, payload, and which word of --keep leaves it.
SECRETS = [
    (16, b'SECRET-log', 'messages'), (19, b'SECRET-message', 'messages'), (58, b'START SECRET-span', 'messages'),
    (181, b'\1SECRET-bytes', 'messages'), (24, b'./SECRET-invocation -x', 'arguments'),
    (30, texts(('I', 0), b'SECRET-program\0--SECRET-argument\0+RTS\0-N2\0-olSECRET\0-la\0'), 'arguments'), (31, texts(('I', 0), b'SECRET=environment\0PATH=/SECRET\0'), 'environment'),
    (42, b'SECRET-interned', 'names'), (44, texts(('I', 1), b'SECRET-label'), 'labels'), (140, texts(('I', 1), b'SECRET-perf'), 'names'),
    (160, texts(b'\0', ('Q', 5), ('I', 1), b'SECRET-module\0\0\0\0\0\0\0'), 'names'),
    (161, texts(('I', 3), b'SECRET-centre\0SECRET-module\0', b'src/file.hs:3\0', b'\0'), 'names'),
    (161, texts(('I', 4), b'MAIN\0MAIN\0', b'/home/SECRET/path.hs\0', b'\0'), 'paths'),
    (164, texts(b'\0', ('Q', 5), b'SECRET-type\0'), 'names'),
    (169, texts(('Q', 7), b'SECRET-table\0', ('I', 1), b'SECRET\0SECRET\0SECRET\0', b'x.hs\0'), 'names'),
    (210, texts(('Q', 7), ('H', 1), b'SECRET\0SECRET\0', ('Q', 1), b'{"SECRET": 1}\0'), 'names'),
]
UNKNOWN = [(250, b'SECRET-of-a-later-runtime', None), (251, b'SECRET07', 8), (4, struct.pack('>IH', 1, 0) + b'SECRET', 12)]


def log_of(events):
    """A log of these events: (number, payload, fixed size or None)."""
    sizes = {**eventlog.TYPES, **{number: (fixed if fixed else eventlog.VARIABLE) for number, _, fixed in events}}
    head = b'hdrbhetb' + b''.join(b'etb\0' + struct.pack('>HHI', number, size, 1) + b'x' + struct.pack('>I', 0) + b'ete\0'
                                  for number, size in sizes.items()) + b'hetehdredatb'
    out = [eventlog.event(45, 100, struct.pack('>H', 0)), eventlog.event(0, 500, struct.pack('>I', 1)), eventlog.event(1, 1000, struct.pack('>I', 1))]
    for i, (number, payload, fixed) in enumerate(events):
        out.append(struct.pack('>HQ', number, 2000 + i) + (b'' if fixed else struct.pack('>H', len(payload))) + payload)
    out.append(eventlog.event(2, 9000, struct.pack('>IHI', 1, 5, 0)))
    return head + eventlog.block(0, out, 100, 9000) + b'\xff\xff'


class Secrets(unittest.TestCase):
    """Logs made for this: no secret stands in what is written, but for those that --keep names."""

    def written(self, data, *args):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'log')
            with open(path, 'wb') as file:
                file.write(data)
            out = os.path.join(folder, 'out')
            said = run('redact', '-o', out, *args, path).err
            with open(out, 'rb') as file:
                return file.read(), said

    def events(self, data):
        return [(row['time_ns'], row['name']) for row in harness.rows('dump', 'events', '-', data=data)]

    def test_all(self):
        log = log_of([(number, payload, None) for number, payload, _ in SECRETS] + UNKNOWN)
        data, said = self.written(log)
        self.assertNotIn(b'SECRET', data)
        self.assertIn('2 events of unknown kinds were emptied', said)
        self.assertEqual(self.events(data), self.events(log))
        self.assertEqual(len(self.events(data)), len(SECRETS) + len(UNKNOWN) + 4)
        self.assertRegex(data, rb'START span-[0-9a-f]{12}')
        self.assertIn(b'MAIN\0MAIN\0', data)
        self.assertIn(b'program\0+RTS\0-N2\0-la\0', data)

    def test_keep(self):
        for word in ('environment', 'arguments', 'labels', 'messages', 'names', 'paths'):
            data, _ = self.written(log_of([(number, payload, None) for number, payload, _ in SECRETS]), '--keep', word)
            for number, payload, kept in SECRETS:
                secret = re.search(rb'[^\0]*SECRET[^\0]*', payload)[0].lstrip(b'\1')
                if number == 161 and kept == 'paths':
                    self.assertEqual(secret in data, word == 'paths')
                elif b'SECRET' != secret:
                    self.assertEqual(secret[-10:] in data, word == kept, (word, secret))

    def test_same_name(self):
        """The same name is the same in all logs of one run, and another one in the next run."""
        event = [(44, struct.pack('>I', 1) + b'SECRET-label', None), (19, b'SECRET-label', None)]
        first, second = (set(re.findall(rb'(?:thread|message)-([0-9a-f]{12})', self.written(log_of(event))[0])) for _ in range(2))
        self.assertEqual((len(first), len(second)), (1, 1))
        self.assertNotEqual(first, second)

    def test_cut_and_damaged(self):
        """Wherever a log ends, and whatever byte of it is another: no secret, and no failure."""
        whole = log_of([(number, payload, None) for number, payload, _ in SECRETS] + UNKNOWN)
        begin = whole.index(b'datb') + 4
        for end in range(begin + 30, len(whole), 97):
            self.assertNotIn(b'SECRET', self.written(whole[:end])[0], end)
        for at in range(begin, len(whole), 61):
            data, _ = self.written(whole[:at] + bytes([whole[at] ^ 0x15]) + whole[at + 1:])
            self.assertNotIn(b'SECRET-', data, at)

    def test_packed_and_piped(self):
        data = log_of([(19, b'SECRET', None)])
        with tempfile.TemporaryDirectory() as folder:
            path, out = os.path.join(folder, 'log.gz'), os.path.join(folder, 'out')
            with gzip.open(path, 'wb') as file:
                file.write(data)
            run('redact', '-o', out, path)
            self.assertEqual(len(dump(out, 'events')), 5)
            run('redact', '-o', out, '-', data=data)
            self.assertEqual(len(dump(out, 'events')), 5)

    def test_whole_or_not_at_all(self):
        with tempfile.TemporaryDirectory() as folder:
            path, log = os.path.join(folder, 'out'), os.path.join(folder, 'log')
            with open(path, 'w', encoding='utf-8') as file:
                file.write('what was there before')
            self.assertIn('-o FILE', run('redact', log, status=2).err)
            self.assertIn('paths', run('redact', '-o', path, '--keep', 'path', log, status=2).err)
            run('redact', '-o', path, os.path.join(folder, 'no-trace'), status=1)
            gem5 = find_traces('sim', '*.g20.out.gz')[0]
            self.assertIn('only eventlogs', run('redact', '-o', path, gem5, status=1).err)
            self.assertEqual((os.listdir(folder), os.path.getsize(path)), (['out'], 21))
            eden = find_traces('eden', 'generic4.parevents')[0]
            self.assertIn('cannot be written', run('redact', '-o', os.path.join(folder, 'none', 'x'), eden, status=1).err)
            run('redact', '-o', path, eden)
            self.assertEqual(os.listdir(folder), ['out'])


TRACES = [path for folder in ('analysis', 'ghc', 'eden', 'ghc/peer') for path in find_traces(folder, '*')
          if path.endswith(('.eventlog', '.parevents')) and os.path.getsize(path) < 100000]
harness.add_cases(Redact, TRACES[::4], Redact.check)

harness.add_cases(Erlang, find_traces('erlang', '*.dat') + find_traces('erlang/*', 'ring.dat') + find_traces('erlang/*', 'm_strict_sched.dat'), Erlang.check)

if __name__ == '__main__':
    harness.main()
