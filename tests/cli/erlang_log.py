"""erlang_log.py: writes trace files of Erlang in all forms that its releases gave them, for tests.

Terms: atoms are Atom, pids Pid, ports Port, references Ref; tuples, lists, dicts, bytes, integers and floats are themselves, str
is a list of characters. A Form says how they are encoded and how records look (formats/erlang.md §1, §2).

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import struct

Atom = collections.namedtuple('Atom', 'text')
Pid = collections.namedtuple('Pid', 'id serial node', defaults=(0, 'nonode@nohost'))
Port = collections.namedtuple('Port', 'id node', defaults=('nonode@nohost',))
Ref = collections.namedtuple('Ref', 'words node', defaults=((1, 2, 3), 'nonode@nohost'))
Fun = collections.namedtuple('Fun', 'module')
Alias = collections.namedtuple('Alias', 'ref')  # [alias|Ref]
MFA = collections.namedtuple('MFA', 'module function arity')

T0 = 1700000000 * 1000000  # µs since 1970
MONOTONIC0 = -576460751519562080  # ns


class Form:
    """How a release writes: OTP 25's by default, clock `timestamp`, schedulers told."""

    def __init__(self, atoms=100, pids=88, ports=89, refs=90, release=25, clock='timestamp', scheduler=True,
                 heads='percept2', schedulers=2):
        self.atoms, self.pids, self.ports, self.refs = atoms, pids, ports, refs
        self.release, self.clock, self.scheduler, self.heads = release, clock, scheduler, heads
        self.schedulers = schedulers  # as its head says; 0: it does not
        self.unique = 0

    # --- terms ---

    def atom(self, text):
        if self.atoms in (100, 115):
            data = text.encode('latin-1')
        else:
            data = text.encode('utf-8')
        if self.atoms in (115, 119) and len(data) < 256:
            return struct.pack('>BB', self.atoms, len(data)) + data
        return struct.pack('>BH', {115: 100, 119: 118}.get(self.atoms, self.atoms), len(data)) + data

    @staticmethod
    def integer(value):
        if 0 <= value < 256:
            return struct.pack('>BB', 97, value)
        if -2**31 <= value < 2**31:
            return struct.pack('>Bi', 98, value)
        data = abs(value).to_bytes((abs(value).bit_length() + 7) // 8, 'little')
        return struct.pack('>BBB', 110, len(data), value < 0) + data

    def pid(self, pid):
        head = struct.pack('>B', self.pids) + self.atom(pid.node)
        if self.pids == 103:
            return head + struct.pack('>IIB', pid.id, pid.serial, 0)
        return head + struct.pack('>III', pid.id, pid.serial, 0)

    def port(self, port):
        head = struct.pack('>B', self.ports) + self.atom(port.node)
        return head + {102: lambda: struct.pack('>IB', port.id, 0),
                       89: lambda: struct.pack('>II', port.id, 0),
                       120: lambda: struct.pack('>QI', port.id, 0)}[self.ports]()

    def ref(self, ref):
        words = ref.words[:1] if self.refs == 101 else ref.words
        if self.refs == 101:
            return b'\x65' + self.atom(ref.node) + struct.pack('>IB', words[0], 0)
        creation = b'\0' if self.refs == 114 else bytes(4)
        return (struct.pack('>BH', self.refs, len(words)) + self.atom(ref.node) + creation
                + b''.join(struct.pack('>I', word) for word in words))

    def list(self, value):
        if not value:
            return b'\x6a'
        if len(value) < 65536 and all(isinstance(item, int) and 0 <= item < 256 for item in value):
            return struct.pack('>BH', 107, len(value)) + bytes(value)
        return struct.pack('>BI', 108, len(value)) + b''.join(map(self.term, value)) + b'\x6a'

    def tuple(self, value):
        head = struct.pack('>BB', 104, len(value)) if len(value) < 256 else struct.pack('>BI', 105, len(value))
        return head + b''.join(map(self.term, value))

    def term(self, value):
        """External format, without the byte 131."""
        if isinstance(value, MFA):
            arity = value.arity
            return self.tuple((Atom(value.module), Atom(value.function), arity if isinstance(arity, int) else list(arity)))
        for kind, how in ((Atom, lambda: self.atom(value.text)), (Pid, lambda: self.pid(value)),
                          (Port, lambda: self.port(value)), (Ref, lambda: self.ref(value)),
                          (Alias, lambda: b'\x6c\0\0\0\1' + self.atom('alias') + self.ref(value.ref)),
                          (Fun, lambda: b'\x71' + self.atom(value.module) + self.atom('f') + b'\x61\x01'),
                          (int, lambda: self.integer(value)), (float, lambda: struct.pack('>Bd', 70, value)),
                          (str, lambda: self.list([ord(c) for c in value])), (list, lambda: self.list(value)),
                          (bytes, lambda: struct.pack('>BI', 109, len(value)) + value),
                          (dict, lambda: struct.pack('>BI', 116, len(value))
                           + b''.join(self.term(k) + self.term(v) for k, v in value.items())),
                          (tuple, lambda: self.tuple(value))):
            if isinstance(value, kind):
                return how()
        raise TypeError(value)

    def size(self, value):
        """byte_size(term_to_binary(Value)), as Percept2 counts messages."""
        return len(self.term(value)) + 1

    # --- records ---

    def record(self, value):
        data = b'\x83' + self.term(value)
        return struct.pack('>BI', 0, len(data)) + data

    @staticmethod
    def drop(count):
        return struct.pack('>BI', 1, count)

    @staticmethod
    def wall(micros):
        micros += T0
        return (micros // 10**12, micros // 10**6 % 10**6, micros % 10**6)

    def stamp(self, micros):
        """The stamp of that many µs since the start."""
        self.unique += 1
        return {'timestamp': lambda: self.wall(micros),
                'cpu': lambda: (0, (30000 + micros) // 10**6, (30000 + micros) % 10**6),
                'monotonic': lambda: MONOTONIC0 + micros * 1000,
                'strict': lambda: (MONOTONIC0 + micros * 1000, self.unique)}[self.clock]()

    def head(self, options):
        """What Percept2, Percept, or nobody writes first."""
        if self.heads is None:
            return b''
        start = self.record((Atom('profile_start'), self.wall(0)))
        if self.heads == 'percept':
            return start
        return (start + (self.record((Atom('schedulers'), self.schedulers)) if self.schedulers else b'')
                + self.record((Atom('profile_opts'), [Atom(option) for option in options])))

    def stop(self, micros):
        return self.record((Atom('profile_stop'), self.wall(micros))) if self.heads else b''

    def trace(self, micros, subject, tag, *rest, on=None, match=()):
        """A record of erlang:trace/3; `on`: the scheduler; `match`: messages of match specifications."""
        values = [subject, Atom(tag), *rest, *match]
        if self.scheduler and on is not None:
            if tag in ('in', 'out', 'out_exited', 'in_exiting', 'out_exiting') and self.release <= 18:
                values.insert(2, on)
            else:
                values.append(on)
        if self.clock == 'none':
            return self.record((Atom('trace'), *values))
        return self.record((Atom('trace_ts'), *values, self.stamp(micros)))

    def profile(self, micros, subject, active, where=0):
        clock, self.clock = self.clock, 'timestamp' if self.clock == 'none' else self.clock
        data = self.record((Atom('profile'), subject, Atom('active' if active else 'inactive'), where,
                            self.stamp(micros)))
        self.clock = clock
        return data

    def scheduler_activity(self, micros, number, active, count):
        return self.record((Atom('profile'), Atom('scheduler'), number, Atom('active' if active else 'inactive'), count,
                            self.stamp(micros)))
