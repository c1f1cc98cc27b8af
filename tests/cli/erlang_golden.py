"""erlang_golden.py: golden files of Erlang traces, and the terms of such traces as text.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import struct

FIELDS = ['process', 'entry', 'name', 'parent', 'start', 'stop', 'reason', 'children', 'sent', 'received', 'ins', 'run',
          'active', 'gc', 'changes', 'history']


class Golden:
    """A golden file: records by tag, processes."""

    def __init__(self, path):
        self.tags, self.processes, self.ports, self.one, self.schedulers = {}, {}, [], {}, []
        section = rest = ''
        with open(path, encoding='latin-1') as file:
            for line in file:
                line = line.rstrip('\n')
                if line.startswith('== '):
                    section = line[3:]
                elif not line.startswith(' '):
                    key, _, value = line.partition(': ')
                    self.one[key] = value
                elif section.startswith('records by tag'):
                    tag, _, count = line.strip().rpartition(': ')
                    self.tags[tag.strip("'")] = int(count)
                elif section.startswith('processes'):
                    # A long reason goes on in the next line.
                    rest = rest + ' ' + line.strip() if line.startswith('     ') else line
                    fields = [field.strip() for field in rest.split(' | ')]
                    if len(fields) == len(FIELDS) and fields[0] != 'pid':
                        self.processes[fields[0]] = dict(zip(FIELDS, fields))
                elif section.startswith('scheduler events'):
                    self.schedulers.append(tuple(line.strip(' {}').split(',')))
                elif section.startswith('ports'):
                    self.ports.append(line.strip())


# --- terms ---

def records(path):
    """The external terms of a trace file, without the byte 131."""
    with open(path, 'rb') as file:
        data = file.read()
    at = 0
    while at < len(data):
        size = int.from_bytes(data[at + 1:at + 5], 'big')
        yield data[at + 6:at + 5 + size]
        at += 5 + size


def _atom(text):
    plain = text[:1].islower() and text.isascii() and all(c.isalnum() or c in '_@' for c in text)
    return text if plain else "'" + text.replace('\\', '\\\\').replace("'", "\\'") + "'"


class Printer:
    """One external term as io:format("~w") has it."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, n):
        self.at += n
        return self.data[self.at - n:self.at]

    def number(self, n):
        return int.from_bytes(self.take(n), 'big')

    def terms(self, n, separator=','):
        return separator.join(self.term() for _ in range(n))

    def node(self):
        tag, size = self.number(1), 0
        assert tag in (100, 118, 119, 115), tag
        size = self.number(2 if tag in (100, 118) else 1)
        return self.take(size).decode('latin-1' if tag in (100, 115) else 'utf-8')

    def term(self):
        tag = self.number(1)
        if tag == 97:
            return str(self.number(1))
        if tag == 98:
            return str(struct.unpack('>i', self.take(4))[0])
        if tag == 70:
            return repr(struct.unpack('>d', self.take(8))[0])
        if tag == 110:
            size, sign = self.number(1), self.number(1)
            return ('-' if sign else '') + str(int.from_bytes(self.take(size), 'little'))
        if tag in (100, 118, 119, 115):
            self.at -= 1
            return _atom(self.node())
        if tag == 104:
            return '{' + self.terms(self.number(1)) + '}'
        if tag == 106:
            return '[]'
        if tag == 107:
            return '[' + ','.join(str(byte) for byte in self.take(self.number(2))) + ']'
        if tag == 108:
            text, tail = self.terms(self.number(4)), self.term()
            return '[' + text + (']' if tail == '[]' else '|' + tail + ']')
        if tag == 109:
            return '<<' + ','.join(str(byte) for byte in self.take(self.number(4))) + '>>'
        if tag == 77:
            size, bits = self.number(4), self.number(1)
            return '<<' + ''.join('%d,' % byte for byte in self.take(size - 1)) + '%d:%d>>' % (self.number(1) >> 8 - bits, bits)
        if tag == 116:
            return '#{' + ','.join(self.terms(2, '=>') for _ in range(self.number(4))) + '}'
        if tag == 88:
            self.node()
            return '<0.%d.%d>' % (self.number(4), self.number(4)) + self.take(4)[:0].decode()
        if tag in (89, 120):
            self.node()
            return '#Port<0.%d>' % self.number(4 if tag == 89 else 8) + self.take(4)[:0].decode()
        if tag == 90:
            words = self.number(2)
            self.node()
            self.take(4)
            return '#Ref<0.%s>' % '.'.join(str(self.number(4)) for _ in range(words))
        if tag == 112:
            end = self.at + self.number(4)
            self.take(17)
            index = self.number(4)
            self.take(4)
            module = _atom(self.node())
            self.at = end
            return '#Fun<%s.%d.123>' % (module, index)
        if tag == 113:
            return 'fun %s:%s/%s' % (self.term(), self.term(), self.term())
        raise ValueError(tag)


def as_terms(path):
    """A trace file as text: one term a line."""
    return ''.join(Printer(record).term() + '.\n' for record in records(path))


def as_binaries(path):
    """The same, each term as the bytes of its external form."""
    return ''.join('<<131,' + ','.join(str(byte) for byte in record) + '>>.\n' for record in records(path))
