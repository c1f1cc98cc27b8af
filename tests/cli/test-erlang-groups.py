#!/usr/bin/env python3
"""test-erlang-groups.py: groups of nodes of SD Erlang: traces in which random calls change them, in all forms of records, against what the calls
make of them; and a trace of a real VM, whose module s_group only answers as that of SD Erlang does.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import random
import unittest

import harness
from erlang_log import MFA, Atom, Form, Pid
from harness import WORK, dump, run

HEADER = ['time_ns', 'end_ns', 'machine', 'thread', 'what', 'group', 'nodes', 'result', 'reason', 'members', 'members_whole']
NODES = ['node%d@host.dom' % i for i in range(1, 6)]


class Node:
    """One node's trace file: the calls that were made there."""

    def __init__(self, name, form, arity=False, caller=False, returns=True):
        self.name, self.form, self.arity, self.caller, self.returns = name, form, arity, caller, returns
        self.parts = [form.head([])]

    def call(self, at, pid, function, arguments, result):
        """Both records; `result` None: it never comes back."""
        pid, match = Pid(pid, 0, self.name), ()
        if self.caller:
            match = ((Atom('cp'), MFA('main', 'start', 0)),)
        if self.caller == 'plain':
            match = (Atom('anything'),)
        given = len(arguments) if self.arity else arguments
        self.parts.append(self.form.trace(at, pid, 'call', MFA('s_group', function, given), on=1, match=match))
        if self.returns and result is not None:
            self.parts.append(self.form.trace(at + 3, pid, 'return_from', MFA('s_group', function, len(arguments)), result, on=1))

    def write(self):
        path = os.path.join(WORK.name, '%s-%d.dat' % (self.name.split('@')[0], random.randrange(1 << 60)))
        with open(path, 'wb') as file:
            file.write(b''.join(self.parts) + self.form.stop(10**6))
        return path


def atoms(names):
    return [Atom(name) for name in names]


def play(rng, nodes, n):
    """Random calls; gives the rows that should come of them."""
    groups, rows = {}, []
    for i in range(n):
        node, pid, at = rng.choice(nodes), rng.randint(40, 42), 100 + 10 * i
        what = rng.choice(['new_s_group', 'add_nodes', 'add_nodes', 'remove_nodes', 'delete_s_group'])
        group = rng.choice(['master', 'group1', 'it’s one' if node.form.atoms in (118, 119) else 'odd é'])
        asked = rng.sample(NODES, rng.randint(0, 4))
        fails, told = rng.random() < 0.2, node.returns
        arguments = [Atom(group)] if what == 'delete_s_group' else [Atom(group), atoms(asked)]
        done = sorted(asked) if what == 'new_s_group' else sorted(set(asked) - {node.name}) if what == 'add_nodes' else asked
        answer = Atom('ok') if what in ('remove_nodes', 'delete_s_group') else (Atom('ok'), Atom(group), atoms(done))
        node.call(at, pid, what, arguments, (Atom('error'), Atom('why')) if fails else answer)
        members, whole = groups.get(group, (set(), False))
        if not (fails and told):
            given = set(done if told else asked)
            if what in ('new_s_group', 'delete_s_group'):
                members, whole = given if what == 'new_s_group' else set(), True
            else:
                members = members | given if what == 'add_nodes' else members - given
        groups[group] = (members, whole)
        if node.arity:
            raise AssertionError
        shown = [] if what == 'delete_s_group' else asked if fails or what == 'remove_nodes' or not told else done
        rows.append({'time_ns': at * 1000, 'end_ns': (at + 3) * 1000 if told else '', 'machine': node.name, 'thread': '<0.%d.0>' % pid, 'what': what,
                     'group': group, 'nodes': ' '.join(shown), 'result': ('error' if fails else 'ok') if told else '',
                     'reason': '{error,why}' if fails and told else '', 'members': ' '.join(sorted(members)), 'members_whole': str(int(whole))})
    return rows


class Groups(unittest.TestCase):
    maxDiff = 4000

    def check(self, seed, forms, **more):
        rng = random.Random(seed)
        nodes = [Node(NODES[i], form, **more) for i, form in enumerate(forms)]
        want = play(rng, nodes, 60)
        used = [node for node in nodes if any(row['machine'] == node.name for row in want)]
        paths = [node.write() for node in used]
        names = {row['machine']: row['name'] for row in dump(paths[0], 'machines', *paths[1:])} if len(paths) > 1 else {'1': used[0].name}
        got = dump(paths[0], 'node-groups', *paths[1:])
        self.assertEqual(len(got), len(want))
        first = min(row['time_ns'] for row in want)
        for g, w in zip(got, want):
            self.assertEqual(list(g), HEADER)
            self.assertEqual(names[g['machine']], w['machine'])
            self.assertEqual(int(g['time_ns']) - int(got[0]['time_ns']), w['time_ns'] - first)
            for column in ('thread', 'what', 'group', 'nodes', 'result', 'reason', 'members', 'members_whole'):
                self.assertEqual(g[column], w[column], (column, w))
            self.assertEqual(g['end_ns'] == '', w['end_ns'] == '')

    def test_random_calls(self):
        self.check(1, [Form()])
        self.check(2, [Form(atoms=119, scheduler=False)], caller=True)
        self.check(3, [Form(clock='monotonic')], caller='plain')
        self.check(4, [Form(release=18, scheduler=False)], returns=False)

    def test_several_nodes(self):
        self.check(5, [Form(), Form(), Form()])
        self.check(6, [Form(scheduler=False), Form(atoms=119), Form()], caller=True)

    def test_a_made_up_name_is_told_by_the_result(self):
        node = Node(NODES[0], Form())
        node.call(10, 40, 'new_s_group', [atoms(NODES[:2])], (Atom('ok'), Atom('\x07\x1fa'), atoms(NODES[:2])))
        node.call(20, 40, 'new_s_group', [atoms(NODES[:1])], None)
        rows = dump(node.write(), 'node-groups')
        self.assertEqual([(r['group'], r['result'], r['members']) for r in rows],
                         [('\\x07\\x1fa', 'ok', ' '.join(NODES[:2])), ('', '', '')])

    def test_calls_without_arguments_tell_nothing(self):
        node = Node(NODES[0], Form(), arity=True, returns=False)
        node.call(10, 40, 'add_nodes', [Atom('g'), atoms(NODES)], None)
        done = run('dump', 'node-groups', '--csv', node.write())
        self.assertEqual(done.out.splitlines(), [','.join(HEADER)])
        self.assertIn('no calls that change groups', done.err)

    def test_other_terms_are_no_groups(self):
        """Whatever the arguments are: the call stays one, and says nothing of groups."""
        for arguments in ([], [Atom('g'), Atom('n')], [1, atoms(NODES)], [Atom('g'), [1, 2]], [Atom('g'), [Atom('a'), 7]], [Atom('g'), [], []],
                          [(Atom('g'),)]):
            node = Node(NODES[0], Form(), returns=False)
            node.call(10, 40, 'add_nodes', arguments, None)
            path = node.write()
            self.assertEqual(dump(path, 'node-groups'), [], arguments)
            self.assertEqual([r['name'] for r in dump(path, 'events') if r['name'] == 'call'], ['call'])

    def test_range(self):
        node = Node(NODES[0], Form())
        for i, name in enumerate(NODES):
            node.call(100 * (i + 1), 40, 'add_nodes', [Atom('g'), atoms([name])], (Atom('ok'), Atom('g'), atoms([name])))
        path = node.write()
        rows = dump(path, 'node-groups', '--from', '250us', '--to', '450us')
        self.assertEqual([r['members'] for r in rows], [' '.join(NODES[:3]), ' '.join(NODES[:4])])

    def test_thousands_of_nodes(self):
        many = ['n%d@h' % i for i in range(5000)]
        node = Node(NODES[0], Form())
        node.call(10, 40, 'new_s_group', [Atom('g'), atoms(many)], (Atom('ok'), Atom('g'), atoms(many)))
        row, = dump(node.write(), 'node-groups')
        self.assertEqual(row['members'].split(), sorted(many[:4096]))
        self.assertEqual(row['members_whole'], '0')

    def test_a_real_trace(self):
        path, = harness.find_traces('erlang', 's_groups.dat')
        self.assertEqual([(r['what'], r['group'], r['result'], r['members'], r['members_whole']) for r in dump(path, 'node-groups')],
                         [('new_s_group', 'master', 'ok', 'a@h.dom b@h.dom', '1'),
                          ('new_s_group', 'undefined', 'error', '', '0'),
                          ('add_nodes', 'master', 'ok', 'a@h.dom b@h.dom c@h.dom', '1'),
                          ('remove_nodes', 'master', 'ok', 'a@h.dom c@h.dom', '1'),
                          ('remove_nodes', 'master', 'error', 'a@h.dom c@h.dom', '1'),
                          ('new_s_group', '\\x07\\x27é ', 'ok', 'a@h.dom', '1'),
                          ('add_nodes', 'other', 'ok', '', '0'),
                          ('delete_s_group', 'master', 'ok', '', '1'),
                          ('add_nodes', 'here', 'ok', 'nonode@nohost', '0')])
        self.assertIn('s_group:add_nodes master [c@h.dom, b@h.dom]', [r['text'] for r in dump(path, 'marks')])


if __name__ == '__main__':
    harness.main()
