"""sim_truth.py: what is asked of every simulation with a truth, for the tests beside it.

The truths are the generator's (tools/simgen.py in the collection beside the project): it knows what it does while it writes the
text, and derives nothing. What it does not say is worked out here from what it says: who held a lock while another core waited for it.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
from decimal import Decimal

from harness import ask_ahead, dump

KINDS = ('l1d', 'l1i', 'l2', 'upg', 'mb', 'lli')


def ps(text):
    return None if text == '' else int(Decimal(text) * 1000)


def address(text):
    return None if text == '' else int(text, 16)


def integer(text):
    return None if text == '' else int(text)


class Program:
    """What the program says of a trace, as the truth says it."""

    def __init__(self, trace, *options):
        self.trace, self.options = trace, options

    def table(self, name, *more):
        return dump(self.trace, name, *self.options, *more)

    def activations(self, *more):
        found = collections.defaultdict(list)
        for row in self.table('activations', *more):
            found[int(row['processor'])].append((ps(row['enter_ns']), ps(row['exit_ns']), int(row['depth']), row['function'],
                                                 row['flag']))
        return {core: sorted(items) for core, items in found.items()}

    def hits(self, *more):
        found = collections.defaultdict(list)
        for row in self.table('hits', *more):
            found[int(row['processor'])].append({
                't': ps(row['time_ns']), 'k': row['kind'], 'fn': row['function'], 'd': int(row['depth']),
                'pa': address(row['address']), 'it': ps(row['pc_ns']), 'latency': ps(row['latency_ns']), 'w': int(row['write'])})
        return found

    def locks(self):
        return [{'lock': address(row['lock']), 'core': int(row['processor']), 'function': row['function'], 'caller': row['caller'],
                 'wait': [ps(row['wait_from_ns']), ps(row['acquired_ns'])], 'release': ps(row['released_ns']),
                 'attempts': int(row['attempts']), 'blocked_by': integer(row['blocked_by'])} for row in self.table('locks')]

    def coherence(self):
        return sorted((address(row['line']), int(row['processor']), row['function'], ps(row['time_ns']), integer(row['by_processor']),
                       row['by_function'], ps(row['taken_ns'])) for row in self.table('coherence'))

    def info(self):
        return {row['key']: row['value'] for row in self.table('process-info')}


def truth_of(core, truth):
    return next(item for item in truth['cores'] if item['core'] == core)


def true_activations(core):
    return sorted((enter, leave, depth, function, rest[0] if rest else '') for enter, leave, depth, function, *rest in core['calls'])


def event_key(event, line=False):
    """What is the same in both; the address of events that caches tell. `line`: of upgrades the trace tells only their line."""
    cached = event['k'] in ('l1d', 'l1i', 'l2', 'upg')
    place = event.get('pa') if cached else None
    return (event['t'], event['k'], event['fn'], event['d'], place & ~63 if line and event['k'] == 'upg' else place,
            event['it'] if cached else event['t'])


def blocked_by(lock, holds):
    """Who held it last, of other cores, while this one waited. `holds`: lock, core, from, to."""
    begin, end = lock['wait']
    found = [hold for hold in holds if hold[0] == lock['lock'] and hold[1] != lock['core'] and hold[2] < end and hold[3] > begin]
    return max(found, key=lambda hold: hold[2])[1] if found else None


class Checks:
    """What is asked of every trace with a truth."""
    lines = False # of upgrades only the line is told

    def check_all(self, trace, truth, options=()):
        program = Program(trace, *options)
        ask_ahead([['dump', table, *options, trace] for table in ('activations', 'hits', 'locks', 'coherence', 'process-info')]
                  + [['dump', 'functions', *options, '--lane', 'processor:1/%d' % core['core'], trace] for core in truth['cores']])
        self.check_activations(program, truth)
        self.check_events(program, truth)
        self.check_locks(program, truth)
        self.check_coherence(program, truth)
        self.check_sums(program, truth)

    def check_activations(self, program, truth):
        found = program.activations()
        self.assertEqual(sorted(found), [core['core'] for core in truth['cores']])
        for core in truth['cores']:
            self.same(found[core['core']], true_activations(core), 'activations of core %d' % core['core'])

    def same(self, found, true, what):
        """Lists of thousands: only where they differ is shown."""
        if found == true:
            return
        odd = sorted(set(map(repr, found)) - set(map(repr, true)))[:5]
        missing = sorted(set(map(repr, true)) - set(map(repr, found)))[:5]
        self.fail('%s: %d, not %d; too much: %s; missing: %s' % (what, len(found), len(true), odd, missing))

    def check_events(self, program, truth):
        found = program.hits()
        for core in truth['cores']:
            hits = found[core['core']]
            self.same(sorted((event_key(hit, self.lines) for hit in hits), key=repr),
                      sorted((event_key(event, self.lines) for event in core['events']), key=repr),
                      'events of core %d' % core['core'])
            self.assertEqual([hit['t'] for hit in hits], sorted(hit['t'] for hit in hits))
            cycles = sorted((event['t'], event['cyc']) for event in core['events'] if event['k'] == 'lli')
            self.assertEqual(sorted((hit['t'], hit['latency'] // truth['clock_ticks']) for hit in hits if hit['k'] == 'lli'), cycles)
            writes = sorted((event['t'], event['w']) for event in core['events'] if event['k'] in ('l1d', 'l2'))
            self.assertEqual(sorted((hit['t'], hit['w']) for hit in hits if hit['k'] in ('l1d', 'l2')), writes)
            # All but what was under way at the end was answered, and later than it was asked for.
            for hit in hits:
                if hit['latency'] is None:
                    self.assertGreater(hit['t'], core['last'] - 1000 * truth['clock_ticks'])
                else:
                    self.assertGreaterEqual(hit['latency'], 0)

    def check_locks(self, program, truth):
        found = program.locks()
        released = [lock for lock in found if lock['release'] is not None]
        key = lambda lock: (lock['lock'], lock['core'], lock['caller'], *lock['wait'], lock['release'], lock['attempts'])
        self.same(sorted(map(key, released)), sorted(map(key, truth['locks'])), 'locks')
        holds = [(lock['lock'], lock['core'], lock['wait'][1], lock['release'] or 1 << 62) for lock in found
                 if lock['wait'][1] is not None]
        for lock in found:
            if lock['wait'][1] is not None:
                self.assertEqual(lock['blocked_by'], blocked_by(lock, holds), lock)

    def check_coherence(self, program, truth):
        self.same(program.coherence(), sorted((miss['line'], miss['miss_core'], miss['miss_fn'], miss['miss_t'], miss['inv_core'],
                                               miss['inv_fn'], miss['inv_t']) for miss in truth['coherence']), 'coherence')

    def check_sums(self, program, truth):
        info = program.info()
        self.assertNotIn('lines.missing', info)
        for core in truth['cores']:
            number = core['core']
            self.assertEqual(info['instructions %d' % number], str(core['insts']))
            self.assertEqual(info['irregularities %d' % number], '0')
            self.assertEqual(info['gaps %d' % number], '0')
            self.assertEqual(info['clock %d' % number].split()[:2], [str(truth['clock_ticks']), 'ps,'])
            found = {row['function']: row for row in program.table('functions', '--lane', 'processor:1/%d' % number)}
            self.assertEqual(sorted(found), sorted(core['functions']))
            self.assertEqual(sum(int(row['insts']) for row in found.values()), core['insts'])
            for name, true in core['functions'].items():
                row = found[name]
                says = {kind: int(row[kind]) for kind in KINDS}
                self.assertEqual(says, {kind: true.get(kind, 0) for kind in KINDS}, name)
                self.assertEqual((int(row['calls']), ps(row['inclusive_ns']), ps(row['self_ns'])),
                                 (true.get('calls', 0), true.get('incl', 0), true.get('excl', 0)), name)
                self.assertEqual(Decimal(row['self_cycles']), Decimal(true.get('excl', 0)) / truth['clock_ticks'], name)
                self.assertLessEqual(int(row['insts']), int(row['inclusive_insts']))
