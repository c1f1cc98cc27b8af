#!/usr/bin/env python3
"""test-schedplot.py: Schedplot folders against golden files, and against what Schedplot's own viewer shows of them.

The golden files were made by an Erlang program of its own: packets as they are, and the values that Schedplot's analyser kept for
its viewer, zoom by zoom. One value stands for 8 µs: 127 if the scheduler was busy all the time, 0 if never, 1 at least if
at all. The analyser loses the value behind every 4,097th, so that its picture is late by 8 µs from there on, and 8 µs more
behind the next 4,097; Lanescope's is not. To compare them the loss is made here, on values that come from Lanescope's
exact intervals.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import glob
import gzip
import os
import re
import shutil
import unittest
import zipfile
import zlib

import harness
from harness import dump, info, rows, run

BLOCK = 4097  # values that the analyser keeps, before it loses one
GROUP = 8000  # ns of a value


class Golden:
    """A golden file, by tracks."""

    def __init__(self, path):
        self.tracks, self.labels = {}, []
        with open(path, encoding='utf-8') as file:
            text = file.read()
        head, *cores = re.split(r'^core ', text, flags=re.M)
        self.gc = 'gc=true' in head
        self.labels = [(int(us), int(track), label)
                       for us, track, label in re.findall(r'\{(\d+),\{(\d+),"((?:[^"])*)"\}\}', head)]
        for core in cores:
            found = re.search(r'^  packets(?:\(correct decode\))? (\d+) idle_us (\d+) busy_us (\d+)', core, re.M)
            times = re.search(r'^  first packets \{idle_us,busy_us\} \[(.*)\]$', core, re.M)
            self.tracks[int(core.split()[0])] = {
                'shipped': 'EMPTY famdict' in core,
                'zero': re.search(r'zero_duration [1-9]', core) is not None,
                'packets': int(found[1]), 'idle': int(found[2]), 'busy': int(found[3]),
                'first': [(int(i), int(b)) for i, b in re.findall(r'\{(\d+),(\d+)\}', times[1])] if times else [],
                'full': [(int(i), int(b), pid, went_in, went_out) for i, b, pid, went_in, went_out in
                         re.findall(r'^    (\d+) (\d+) (\d+) (\S+) (\S+)$', core, re.M)],
                'levels': {(int(z), int(k)): (int(n), int(total), int(crc), [int(v) for v in values.split(',')])
                           for z, k, n, total, crc, values in re.findall(
                               r'^  level (\d+) block (\d+) n=(\d+) sum=(\d+) crc=(\d+) values \[([\d,]+)\]$', core, re.M)}}


def find_folders():
    """(name, folder)"""
    tops = [os.path.join(harness.TOP, 'tests', 'data')]
    if not os.environ.get('LANESCOPE_TEST_BRIEF'):
        tops.append(os.path.join(harness.SHARED, 'traces'))
    found = {}
    for top in tops:
        for path in glob.glob(os.path.join(top, 'schedplot', '*', 'golden.txt')):
            found.setdefault(os.path.basename(os.path.dirname(path)), os.path.dirname(path))
    return sorted(found.items())


def copy_of(name, into):
    folder = os.path.join(harness.WORK.name, into)
    shutil.copytree(os.path.join(harness.TOP, 'tests', 'data', 'schedplot', name), folder)
    for file in os.listdir(folder):
        os.chmod(os.path.join(folder, file), 0o644)
    return folder


def busy_times(trace, track):
    return [(int(row['start_ns']), int(row['start_ns']) + int(row['duration_ns']))
            for row in dump(trace, 'intervals', '--lane', 'processor:1/%d' % track)
            if row['state'] in ('running', 'collecting')]


def values(busy, end):
    """The viewer's values of a track that is known until `end` ns, none of them lost."""
    times = [0] * (end // GROUP + 1)
    for start, stop in busy:
        for group in range(start // GROUP, -(-stop // GROUP)):
            times[group] += min(stop, (group + 1) * GROUP) - max(start, group * GROUP)
    return [1 if 0 < 127 * time < GROUP else 127 * time // GROUP for time in times]


def out_of_step(folder, track):
    """Busy times as the analyser reads them: it takes a duration of 0 for nothing, and the next byte for a duration."""
    with gzip.open(os.path.join(folder, 'trace_gabi%d' % track)) as file:
        data = iter(file.read())
    busy, out = [], 0
    for length in data:
        if length > 0:
            times = [63, 0] if length == 63 else [length, 0]
            for part in range(length < 63, 2):
                for byte in data:
                    times[part] += byte
                    if byte < 255:
                        break
            busy.append((1000 * (out + times[1]), 1000 * (out + times[1] + times[0])))
            out += sum(times)
    return busy


def lose(kept):
    """Blocks as the analyser makes them."""
    return [kept[at:at + BLOCK] for at in range(0, len(kept), BLOCK + 1)]


def zoom_out(blocks):
    """Pairs of blocks become one, pairs of values their mean."""
    longer = []
    for k in range(0, len(blocks), 2):
        both = blocks[k] + (blocks[k + 1] if k + 1 < len(blocks) else [])
        both += [0] * (len(both) % 2)
        longer.append([(a + b) // 2 for a, b in zip(both[::2], both[1::2])])
    return longer


class Folders(unittest.TestCase):
    """One test for each folder."""

    def compare(self, trace):
        golden = Golden(os.path.join(trace, 'golden.txt'))
        processors = {int(row['processor']): row for row in dump(trace, 'processors')}
        events = {}
        for row in dump(trace, 'events'):
            if row['name'] != 'label':
                events.setdefault(int(row['processor']), []).append(row)

        self.assertEqual(run('info', '--strict', trace).err, '')
        self.assertEqual(info(trace)['format'], 'schedplot')
        self.assertEqual(dump(trace, 'losses'), [])
        self.assertEqual(set(processors), set(golden.tracks))
        self.assertEqual([(int(row['time_ns']) // 1000, int(row['processor']), row['text'])
                          for row in dump(trace, 'marks')], golden.labels)
        end = max(1000 * (track['idle'] + track['busy']) for track in golden.tracks.values())
        self.assertEqual(info(trace)['end_ns'], max([end] + [1000 * label[0] for label in golden.labels]))
        for number, wanted in golden.tracks.items():
            with self.subTest(track=number):
                last = number == max(golden.tracks)
                self.track(processors[number], wanted, golden.gc, golden.gc and last, info(trace)['end_ns'])
                self.packets(events.get(number, []), wanted)
                if wanted['shipped']:  # the analyser takes packets of times for full ones, and gets them all wrong
                    self.assertLess(wanted['levels'][0, 1][0], (wanted['idle'] + wanted['busy']) // 8)
                    continue
                if wanted['zero']:
                    self.levels(out_of_step(trace, number), wanted)
                    continue
                self.levels(busy_times(trace, number), wanted)
                self.columns(trace, number, wanted)

    def track(self, row, wanted, has_gc, collects, end):
        busy, other = ('collecting_ns', 'running_ns') if collects else ('running_ns', 'collecting_ns')
        self.assertEqual(row['name'], 'GC' if collects else 'S' + row['processor'])
        self.assertEqual(int(row[busy]), 1000 * wanted['busy'])
        self.assertEqual(row[other], '0' if has_gc else '')
        self.assertEqual(row['collections'], '' if not has_gc else str(wanted['packets']) if collects else '0')
        self.assertEqual(row['runs'], '0' if collects else str(wanted['packets']))
        if wanted['packets'] == 0:
            self.assertEqual((int(row['idle_ns']), row['unknown_ns']), (end, '0'), 'a track without packets is idle')
        else:  # what did not end before the profiling did was not written
            self.assertEqual(int(row['idle_ns']), 1000 * wanted['idle'])
            self.assertEqual(int(row['unknown_ns']), end - 1000 * (wanted['idle'] + wanted['busy']))

    def packets(self, events, wanted):
        self.assertEqual(len(events), 2 * wanted['packets'])
        times = [int(row['time_ns']) // 1000 for row in events]
        found = [(went_in - before, went_out - went_in)
                 for before, went_in, went_out in zip([0] + times[1::2], times[::2], times[1::2])]
        self.assertEqual(found[:len(wanted['first'])], wanted['first'])
        for at, (idle, busy, pid, went_in, went_out) in enumerate(wanted['full']):
            self.assertEqual(found[at], (idle, busy))
            self.assertEqual(events[2 * at]['detail'], 'idle=%d µs pid~%s function=%s' % (idle, pid, went_in))
            self.assertEqual(events[2 * at + 1]['detail'], 'ran=%d µs pid~%s function=%s' % (busy, pid, went_out))

    def levels(self, busy, wanted):
        """What the viewer shows at every zoom."""
        blocks = lose(values(busy, busy[-1][1] if busy else 0))
        zoom = 0
        for (level, number), (n, total, crc, first) in sorted(wanted['levels'].items()):
            while zoom < level:
                blocks, zoom = zoom_out(blocks), zoom + 1
            found = blocks[number - 1] if blocks else [0]
            with self.subTest(level=level, block=number):
                self.assertEqual(found[:len(first)], first)
                self.assertEqual((len(found), sum(found)), (n, total))
                self.assertEqual(zlib.crc32(bytes(found)), crc)

    def columns(self, trace, number, wanted):
        """What Lanescope draws, a pixel for each value, where the analyser lost none before."""
        for level in (3, 7):
            n, _total, _crc, first = wanted['levels'].get((level, 1), (0, 0, 0, []))
            n = min(n, len(first), BLOCK >> level)
            if n == 0 or wanted['packets'] == 0:
                continue
            width = GROUP << level
            for row, value in zip(rows('columns', '--lane', 'processor:1/%d' % number, '--from', 0, '--to', n * width,
                                       '--width', n, trace), first):
                start, stop = int(row['from_ns']), int(row['to_ns'])
                self.assertLessEqual(abs(start - int(row['column']) * width), width / 8)
                # The edges lie within an eighth of a pixel; the viewer rounds down at every zoom.
                share = 127 * (int(row['running_ns']) + int(row['collecting_ns'])) / width
                self.assertGreaterEqual(share + 127 / 4 + 1, value, row)
                self.assertLessEqual(share - 127 / 4 - 1 - level, value, row)
                self.assertEqual(sum(int(row[state + '_ns']) for state in harness.STATES), stop - start)


class Collections(unittest.TestCase):
    """The row of the collections is no scheduler."""

    def test_counts_and_shares(self):
        trace = os.path.join(harness.TOP, 'tests', 'data', 'schedplot', 'gc')
        self.assertEqual(dump(trace, 'processors')[-1]['name'], 'GC')
        self.assertIn('1 machine, 4 processors', run('info', trace).out)
        self.assertEqual(info(trace)['processors'], 4)
        run_ns = info(trace)['end_ns']
        for options in ([], ['--exact']):
            states = [r for r in rows('stats', *options, '--format', 'csv', trace) if r['group'] == 'processors']
            self.assertEqual(sum(int(r['total_ns']) for r in states), 4 * run_ns)
            self.assertNotIn('collecting', [r['name'] for r in states])
        groups = {r['group'] for r in rows('stats', '--by', 'processor', '--format', 'csv', trace)}
        self.assertEqual(groups, {'processor:1/%d' % n for n in range(1, 5)})


class Given(unittest.TestCase):
    """A folder in other shapes."""

    def same(self, folder, given):
        for table in ('processors', 'marks'):
            self.assertEqual(dump(given, table), dump(folder, table))

    def test_one_of_its_files(self):
        folder = copy_of('labels', 'one')
        for name in ('trace_gabi_header', 'trace_gabi1', 'trace_gabi4', 'scarlet', 'analyzed_trace4'):
            self.same(folder, os.path.join(folder, name))
        done = run('info', 'trace_gabi2', cwd=folder)
        self.assertIn('4 processors', done.out)
        run('info', os.path.join(folder, 'trace_gabi1'), os.path.join(folder, 'trace_gabi4'))
        self.assertEqual(len(rows('dump', 'processors', os.path.join(folder, 'trace_gabi1'),
                                  os.path.join(folder, 'trace_gabi4'))), 4)

    def test_zipped(self):
        for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            for inside in ('', 'run/', 'a/deep/folder/'):
                path = os.path.join(harness.WORK.name, 'folder-%d-%d.zip' % (method, len(inside)))
                folder = os.path.join(harness.TOP, 'tests', 'data', 'schedplot', 'full_packet')
                with zipfile.ZipFile(path, 'w', method) as archive:
                    for name in sorted(os.listdir(folder)):
                        archive.write(os.path.join(folder, name), inside + name)
                self.same(folder, path)
                self.assertEqual(dump(path, 'threads'), dump(folder, 'threads'))
                self.assertEqual(dump(path, 'events')[500:510], dump(folder, 'events')[500:510])

    def test_two_in_a_zip(self):
        path = os.path.join(harness.WORK.name, 'two.zip')
        with zipfile.ZipFile(path, 'w') as archive:
            for folder in ('gc', 'labels'):
                for name in glob.glob(os.path.join(harness.TOP, 'tests', 'data', 'schedplot', folder, '*')):
                    archive.write(name, folder + '/' + os.path.basename(name))
        self.assertEqual([row['name'] for row in dump(path, 'machines')], ['gc', 'labels'])
        self.assertEqual(len(dump(path, 'processors')), 5 + 4)

    def test_no_folder(self):
        """Files that only have such names are not read as one."""
        folder = os.path.join(harness.WORK.name, 'none')
        os.mkdir(folder)
        for name in ('scarlet', 'trace_gabi1', 'trace_gabi_header'):
            with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
                file.write('once upon a time')
        run('info', folder, status=1)
        run('info', os.path.join(folder, 'scarlet'), status=1)


class Damaged(unittest.TestCase):
    """Copies that lack something."""

    def losses(self, folder, *wanted):
        found = dump(folder, 'losses')
        self.assertEqual(len(found), len(wanted), found)
        for text in wanted:
            self.assertTrue(any(text in row['reason'] for row in found), (text, found))
        self.assertEqual(run('info', '--strict', folder, status=None).returncode, 3 if wanted else 0)

    def test_cut(self):
        folder = copy_of('gc', 'cut')
        whole = busy_times(folder, 3)
        path = os.path.join(folder, 'trace_gabi3')
        with open(path, 'rb') as file:
            packed = file.read()
        for size in (len(packed) - 1, len(packed) // 2, 30, 19, 4):
            with open(path, 'wb') as file:
                file.write(packed[:size])
            self.losses(folder, 'trace_gabi3: the packed data are cut off')
            found = busy_times(folder, 3)
            self.assertEqual(found, whole[:len(found)])
            if size == len(packed) // 2:
                self.assertGreater(len(found), 100)
            row = dump(folder, 'processors')[2]
            known = found[-1][1] if found else 0
            self.assertEqual(int(row['unknown_ns']), int(row['end_ns']) - known, 'what follows is not known')
        for wrong in (b'', packed[:3], b'no track at all'):
            with open(path, 'wb') as file:
                file.write(wrong)
            self.losses(folder, {0: 'is empty: its tracer died', 3: 'cut off'}.get(len(wrong), 'is not a track'))
            row = dump(folder, 'processors')[2]
            self.assertEqual((row['idle_ns'], row['unknown_ns']), ('0', row['end_ns']), 'never idle')

    def test_missing(self):
        folder = copy_of('gc', 'missing')
        os.unlink(os.path.join(folder, 'trace_gabi2'))
        self.losses(folder, 'trace_gabi2 is missing: what scheduler 2 did is not known')
        os.unlink(os.path.join(folder, 'scarlet'))
        os.unlink(os.path.join(folder, 'trace_gabi5'))
        self.losses(folder, 'trace_gabi2 is missing', 'trace_gabi5 is missing: what track 5 did is not known')
        self.assertEqual([row['name'] for row in dump(folder, 'processors')], ['S1', 'S2', 'S3', 'S4', 'GC'])

    def test_header(self):
        folder = copy_of('gc', 'header')
        path = os.path.join(folder, 'trace_gabi_header')
        for wrong in (b'5.\ntrue.\nmaybe.', b'99999.\ntrue.\nfalse.', b'-1.\ntrue.\nfalse.', b'', b'\0' * 4096):
            with open(path, 'wb') as file:
                file.write(wrong)
            self.losses(folder, 'trace_gabi_header: is damaged')
        os.unlink(path)
        self.losses(folder, 'trace_gabi_header is missing')
        self.assertEqual([row['name'] for row in dump(folder, 'processors')], ['S1', 'S2', 'S3', 'S4', 'S5'])
        with open(path, 'wb') as file:
            file.write(b'3. false.\r\n  true .')  # other space, fewer tracks
        self.losses(folder, '2 tracks are more than the header tells of',
                    *['trace_gabi%d: cannot be read without its dictionary' % track for track in (1, 2, 3)])

    def test_header_without_names(self):
        folder = copy_of('full_packet', 'headless')
        os.unlink(os.path.join(folder, 'trace_gabi_header'))
        self.losses(folder, 'trace_gabi_header is missing')
        self.assertEqual(len(dump(folder, 'threads')), 41)

    def test_swapped(self):
        folder = copy_of('labels', 'swapped')
        for a, b in (('trace_gabi_header', 'scarlet'), ('trace_gabi3', 'trace_gabi4')):
            a, b = os.path.join(folder, a), os.path.join(folder, b)
            os.rename(a, a + '.x')
            os.rename(b, a)
            os.rename(a + '.x', b)
        self.losses(folder, 'trace_gabi_header: is damaged', 'scarlet: labels are damaged from byte 0')
        self.assertEqual([row['runs'] for row in dump(folder, 'processors')], ['0', '0', '27', '164'])

    def test_labels(self):
        folder = copy_of('labels', 'labelled')
        path = os.path.join(folder, 'scarlet')
        with open(path, 'w', encoding='utf-8') as file:
            file.write('[{700,{9,[55]}},{600,{4,"b \\"quoted\\""}},{600,{4,[97,8364,1114112]}}\n,{5,{0,[]}}] .\n')
        self.losses(folder)
        self.assertEqual([(row['time_ns'], row['processor'], row['text']) for row in dump(folder, 'marks')],
                         [('5000', '', ''), ('600000', '4', 'a€\ufffd'), ('600000', '4', 'b "quoted"'), ('700000', '', '7')])
        with open(path, 'w', encoding='utf-8') as file:
            file.write('[{700,{2,[55]}},{600,{4,[')
        self.losses(folder, 'scarlet: labels are damaged from byte 25 on; 1 of them were read')

    def test_dictionaries(self):
        folder = copy_of('full_packet', 'nameless')
        busy = busy_times(folder, 1)
        with open(os.path.join(folder, 'trace_famdict1'), 'r+b') as file:
            file.truncate(100)
        self.losses(folder, 'trace_famdict1: the dictionary of functions is damaged', 'trace_famdict1 is missing or damaged')
        self.assertEqual(busy_times(folder, 1), busy)
        for track in range(1, 5):
            os.unlink(os.path.join(folder, 'trace_famdict%d' % track))
        self.losses(folder, *['trace_gabi%d: cannot be read without' % track for track in range(1, 5)])

    def test_packets(self):
        """Chains, no time at all, and what full packets leave out."""
        folder = copy_of('labels', 'packets')
        with gzip.open(os.path.join(folder, 'trace_gabi1'), 'wb') as file:
            file.write(bytes([63, 0, 0] + [63, 255, 255, 7, 255, 0] + [0, 5] + [0, 0] + [2, 1]))
        self.losses(folder)
        self.assertEqual(busy_times(folder, 1), [(0, 63000), (318000, (318 + 63 + 517) * 1000),
                                                 ((318 + 63 + 517 + 6) * 1000, (318 + 63 + 517 + 8) * 1000)])
        self.assertEqual(dump(folder, 'processors')[0]['runs'], '5')
        with gzip.open(os.path.join(folder, 'trace_gabi1'), 'wb') as file:
            file.write(bytes([1, 1, 63, 255, 255]))
        self.losses(folder, 'trace_gabi1: ends inside a packet, after 5 unpacked bytes')
        folder = copy_of('full_packet', 'gaps')
        with gzip.open(os.path.join(folder, 'trace_gabi4'), 'wb') as file:
            file.write(bytes([3, 10, 0, 80, 1, 0, 0, 4, 6, 0, 81, 1, 0]))
        self.losses(folder, 'trace_gabi4: 3 packets were not written')
        self.assertEqual([(row['start_ns'], row['duration_ns'], row['state']) for row in
                          dump(folder, 'intervals', '--lane', 'processor:1/4')][:4],
                         [('0', '10000', 'idle'), ('10000', '3000', 'running'), ('13000', '6000', 'unknown'),
                          ('19000', '4000', 'running')])

    def test_share_of_collecting(self):
        """The row of collections shows how much of the time somebody collected: nobody ever runs there."""
        path = os.path.join(harness.WORK.name, 'gc.svg')
        run('export', '--lanes', 'processors', '-o', path, os.path.join(harness.TOP, 'tests', 'data', 'schedplot', 'gc'))
        with open(path, encoding='utf-8') as file:
            texts = re.findall(r'<text[^>]*>([^<]*)</text>', file.read())
        track = dump(os.path.join(harness.TOP, 'tests', 'data', 'schedplot', 'gc'), 'processors')[-1]
        share = float(track['collecting_ns']) / (float(track['collecting_ns']) + float(track['idle_ns']))
        self.assertEqual(track['running_ns'], '0')
        self.assertGreater(share, 0.1)
        self.assertIn('%.0f %%' % (100 * share), texts)

    def test_second_dictionary(self):
        """When a dictionary is full the numbers begin again, and only they say so."""
        folder = copy_of('full_packet', 'second')

        def entry(name, number):  # [{name, 0} | {number, [m]}]
            name = name.encode()
            return (b'l\0\0\0\1h\2d\0' + bytes([len(name)]) + name + b'a\0h\2a' + bytes([number])
                    + b'l\0\0\0\1d\0\1mj')

        def dictionary(names):
            bucket = b'l' + len(names).to_bytes(4, 'big') + b''.join(entry(n, i + 1) for i, n in enumerate(names)) + b'j'
            return b'h\x09d\0\4dict' + b'a\0' * 6 + b'h\0' + b'h\1h\1' + bucket
        with open(os.path.join(folder, 'trace_famdict1'), 'wb') as file:
            file.write(b'\x83l\0\0\0\2' + dictionary(['one', 'two', 'three']) + dictionary(['un', 'deux', 'trois']) + b'j')
        numbers = [1, 2, 1, 3, 1, 3, 1, 2, 2, 1, 3, 2]  # the new one begins at the seventh
        with gzip.open(os.path.join(folder, 'trace_gabi1'), 'wb') as file:
            file.write(b''.join(bytes([1, 1, 0, 80, number]) for number in numbers))
        found = [row['detail'].split('=')[-1] for row in dump(folder, 'events') if row['processor'] == '1'][::2]
        self.assertEqual(found, ['m:%s/0' % name for name in
                                 'un deux un trois un trois one two two one three two'.split()])

    def test_bomb(self):
        """100 MB of no time at all in 100 kB: all tracks together have a limit, so each of a thousand has a small one."""
        folder = copy_of('labels', 'bomb')
        with open(os.path.join(folder, 'trace_gabi_header'), 'w', encoding='utf-8') as file:
            file.write('1000.\nfalse.\nfalse.')
        with open(os.path.join(folder, 'trace_gabi1'), 'wb') as file:
            file.write(gzip.compress(bytes(1 << 20)) * 100)
        reasons = [row['reason'] for row in dump(folder, 'losses')]
        self.assertEqual(len(reasons), 1 + 996)
        self.assertIn('trace_gabi1: unpacks to more than 4294967 bytes; what stands before is kept', reasons)


for _name, _folder in find_folders():
    setattr(Folders, 'test_' + _name, lambda self, f=_folder: self.compare(f))

if __name__ == '__main__':
    harness.main()
