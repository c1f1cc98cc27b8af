#!/usr/bin/env python3
"""layers.py: who may include whom.

The rooms and their corners are told in HACKING.md: each leans only on those to its left. This reads every include of
every source file (and the classes in .ui files) and says which one breaks that. It also looks for circles, for calls
by which `model` would touch files, and for the licence line. With --self-test it is shown wrong trees, and must see
what is wrong with each.

Prints TAP. Files of more than 700 lines are named, as a hint.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import re
import sys
import tempfile

LONG = 700

# Corner: the corners it may lean on besides itself.
MODEL = ['model/base', 'model/replay', 'model/zoom', 'model/trace', 'model/scene']
SOURCES = ['io/source', 'io/format', 'io/index', 'io/files', 'io/events', 'io/import']
MAY = {corner: MODEL[:i] for i, corner in enumerate(MODEL)}
MAY.update({corner: MODEL[:4] + SOURCES[:i] for i, corner in enumerate(SOURCES)})
MAY['io/export'] = list(MODEL)
MAY['widgets'] = list(MODEL)
MAY['app/settings'] = []
MAY['app/cli'] = MODEL + SOURCES + ['io/export', 'app/settings']
MAY['app'] = MAY['app/cli'] + ['app/cli', 'widgets']

# Headers of libraries: a pattern, and the corners that may include it.
LIBRARIES = [
    (r'hdf5(_hl)?\.h|H5\w*\.h', ['io/index']),
    (r'zip\.h', ['io/source']),
    (r'isa-l/.*', ['io/source']),
    (r'zlib\.h', ['io/source']),
    (r'cairo(-\w+)?\.h|cairo/.*|pango/.*|png\.h', ['io/export']),
    (r'graphviz/.*|gvc\.h|cgraph\.h', ['io/export']),
    (r'gtk/.*|gdk/.*|gsk/.*|adwaita\.h|libadwaita.*|graphene.*|gdk-pixbuf/.*', ['widgets', 'app']),
    (r'libpanel\.h|panel-.*', ['app']),
    (r'glib\.h|glib/(?!gstdio).*|glib-object\.h|glib-unix\.h|gobject/.*|gio/gio\.h|glib/gi18n(-lib)?\.h', None),
    (r'glib/gstdio\.h|gio/(?!gio\.h).*', SOURCES + ['io/export', 'app/cli', 'app']),
]
# C's own that mean files, processes or threads of the system's: not for those who only think or draw.
SYSTEM = r'fcntl\.h|unistd\.h|sys/.*|dirent\.h|spawn\.h|poll\.h|signal\.h|pthread\.h|linux/.*'
NO_SYSTEM = ['model/', 'widgets']
NO_FILES = re.compile(r'\b(f?open|freopen|fdopen|mkstemp|tmpfile|g_file_\w+|g_fopen|g_open|g_mkstemp\w*|g_mkdtemp\w*'
                      r'|g_dir_open|g_spawn_\w+|g_subprocess_\w+|g_mapped_file_\w+)\s*\(')

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*', re.DOTALL)
STRING = re.compile(r'"(\\.|[^"\\\n])*"')


def corner_of(path):
    """The corner that a file lies in, or None if it is in none (tests, generated files)."""
    return next((corner for corner in sorted(MAY, key=len, reverse=True) if path.startswith(corner + '/')), None)


def source_files(top):
    for room in ('model', 'io', 'widgets', 'app'):
        for folder, _, names in os.walk(os.path.join(top, room)):
            for name in sorted(names):
                if name.endswith(('.c', '.h', '.ui')):
                    path = os.path.join(folder, name)
                    yield os.path.relpath(path, top)


def resolve(top, path, include):
    """The file of the project that an include means, or None if it is a library's."""
    for base in (os.path.dirname(path), ''):
        candidate = os.path.normpath(os.path.join(base, include))
        if os.path.isfile(os.path.join(top, candidate)):
            return candidate
    return None


def check_include(corner, path, include, target):
    if target is not None:
        other = corner_of(target)
        if other != corner and other not in MAY[corner]:
            return f'{path}: {corner} may not include "{target}"' + (f' of {other}' if other else '')
        return None
    for pattern, allowed in LIBRARIES:
        if re.fullmatch(pattern, include):
            if allowed is not None and corner not in allowed:
                return f'{path}: {corner} may not include <{include}>'
            return None
    if re.fullmatch(SYSTEM, include) and any(corner.startswith(c) for c in NO_SYSTEM):
        return f'{path}: {corner} may not include <{include}>'
    return None


def find_circle(graph):
    """One circle of includes, as a list of files, or None."""
    done, trail = set(), []

    def visit(node):
        if node in trail:
            return trail[trail.index(node):] + [node]
        if node in done:
            return None
        trail.append(node)
        for other in graph.get(node, ()):
            found = visit(other)
            if found:
                return found
        trail.pop()
        done.add(node)
        return None

    for node in sorted(graph):
        found = visit(node)
        if found:
            return found
    return None


def check(top):
    """(what is wrong, what is long, number of files seen)."""
    wrong, long, graph, seen = [], [], {}, 0
    for path in source_files(top):
        corner = corner_of(path)
        with open(os.path.join(top, path), encoding='utf-8') as file:
            text = file.read()
        seen += 1
        if text.count('\n') > LONG:
            long.append(f'{path} has {text.count(chr(10))} lines')
        if corner is None:
            wrong.append(f'{path}: lies in no corner')
            continue
        if path.endswith('.ui'):
            for name in re.findall(r'\b(?:class|parent)="(Panel\w+)"', text) if corner == 'widgets' else []:
                wrong.append(f'{path}: widgets may not know {name}')
            continue
        if 'SPDX-License-Identifier: GPL-3.0-or-later' not in text[:4000]:
            wrong.append(f'{path}: says nothing of its licence')
        for _, include in INCLUDE.findall(text):
            target = resolve(top, path, include)
            problem = check_include(corner, path, include, target)
            if problem:
                wrong.append(problem)
            if target is not None:
                graph.setdefault(path, []).append(target)
        if path != 'model/base/scope-task.c' and 'g_task_run_in_thread (' in COMMENT.sub('', text):
            wrong.append(f'{path}: tasks are run by scope_task_run (), which says why, not by g_task_run_in_thread ()')
        if path != 'app/kit/scope-toast.c' and 'adw_toast_overlay_add_toast (' in COMMENT.sub('', text) and not path.startswith('tests/'):
            wrong.append(f'{path}: toasts are added by scope_toast_add (), which says why, not by adw_toast_overlay_add_toast ()')
        if corner in MODEL:
            for call in NO_FILES.findall(STRING.sub('""', COMMENT.sub('', text))):
                wrong.append(f'{path}: {corner} may not touch files, but calls {call} ()')
    circle = find_circle(graph)
    if circle:
        wrong.append('includes in a circle: ' + ' → '.join(circle))
    return wrong, long, seen


LICENCE = '/* SPDX-License-Identifier: GPL-3.0-or-later */\n'
# Trees of files, and a word of what must be found in each (None: nothing).
SELF_TESTS = [
    ('a right tree', None, {
        'model/base/a.h': '#include <glib.h>', 'model/zoom/b.c': '#include "model/base/a.h"\n#include <math.h>',
        'io/index/c.c': '#include <hdf5.h>\n#include "model/trace/t.h"', 'model/trace/t.h': '#include <gio/gio.h>',
        'widgets/w.c': '#include <gtk/gtk.h>\n#include "model/scene/s.h"', 'model/scene/s.h': '',
        'app/p.c': '#include <libpanel.h>\n#include "widgets/w.h"\n#include "io/index/i.h"', 'widgets/w.h': '',
        'io/index/i.h': '', 'app/cli/m.c': '#include "io/index/i.h"\n#include <unistd.h>'}),
    ('model knows GTK', 'gtk/gtk.h', {'model/scene/a.c': '#include <gtk/gtk.h>'}),
    ('model knows HDF5', 'hdf5.h', {'model/zoom/a.c': '#include <hdf5.h>'}),
    ('model knows cairo', 'cairo.h', {'model/scene/a.c': '#include <cairo.h>'}),
    ('model knows io', 'io/source', {'model/trace/a.c': '#include "io/source/b.h"', 'io/source/b.h': ''}),
    ('model opens a file', 'g_file_get_contents',
     {'model/base/a.c': 'void f (void) { g_file_get_contents ("x", 0, 0, 0); }'}),
    ('model includes unistd', 'unistd.h', {'model/base/a.c': '#include <unistd.h>'}),
    ('a corner leans to its right', 'model/zoom', {'model/base/a.h': '#include "model/zoom/b.h"',
                                                   'model/zoom/b.h': ''}),
    ('a relative include leans to its right', 'model/trace', {'model/zoom/a.c': '#include "../trace/b.h"',
                                                              'model/trace/b.h': ''}),
    ('a format knows the index', 'io/index', {'io/format/a.c': '#include "io/index/b.h"', 'io/index/b.h': ''}),
    ('export knows sources', 'io/source', {'io/export/a.c': '#include "io/source/b.h"', 'io/source/b.h': ''}),
    ('a format knows libzip', 'zip.h', {'io/format/a.c': '#include <zip.h>'}),
    ('io knows GTK', 'gtk/gtk.h', {'io/export/a.c': '#include <gtk/gtk.h>'}),
    ('widgets know io', 'io/index', {'widgets/a.c': '#include "io/index/b.h"', 'io/index/b.h': ''}),
    ('widgets know libpanel', 'libpanel.h', {'widgets/a.c': '#include <libpanel.h>'}),
    ('widgets know libpanel by a .ui', 'PanelWidget', {'widgets/a.ui': '<object class="PanelWidget"/>'}),
    ('the command line knows GTK', 'gtk/gtk.h', {'app/cli/a.c': '#include <gtk/gtk.h>'}),
    ('the command line knows the window', 'app/w.h', {'app/cli/a.c': '#include "app/w.h"', 'app/w.h': ''}),
    ('a circle', 'circle', {'model/base/a.h': '#include "b.h"', 'model/base/b.h': '#include "a.h"'}),
    ('a file outside of all corners', 'no corner', {'model/a.c': ''}),
    ('a task that ends anywhere', 'scope_task_run', {'app/a.c': 'void f (void) { g_task_run_in_thread (0, 0); }'}),
    ('a toast that may go before it has come', 'scope_toast_add', {'app/a.c': 'void f (void) { adw_toast_overlay_add_toast (0, 0); }'}),
    ('no licence', 'licence', {'model/base/a.c': None}),
]


def self_test():
    print(f'1..{len(SELF_TESTS) + 1}')
    failures = 0
    for number, (what, word, files) in enumerate(SELF_TESTS, 1):
        with tempfile.TemporaryDirectory() as top:
            for path, text in files.items():
                os.makedirs(os.path.join(top, os.path.dirname(path)), exist_ok=True)
                with open(os.path.join(top, path), 'w', encoding='utf-8') as file:
                    file.write('' if text is None else LICENCE + text + '\n')
            wrong, _, _ = check(top)
        good = not wrong if word is None else len(wrong) == 1 and word in wrong[0]
        failures += not good
        print(f'{"ok" if good else "not ok"} {number} - {what}')
        for line in [] if good else wrong or ['nothing was found']:
            print('#', line)
    with tempfile.TemporaryDirectory() as top:
        os.makedirs(os.path.join(top, 'model/base'))
        with open(os.path.join(top, 'model/base/a.c'), 'w', encoding='utf-8') as file:
            file.write(LICENCE + '\n' * LONG)
        good = check(top)[1] == [f'model/base/a.c has {LONG + 1} lines']
    failures += not good
    print(f'{"ok" if good else "not ok"} {len(SELF_TESTS) + 1} - a long file is named')
    return 1 if failures else 0


def main(args):
    if args == ['--self-test']:
        return self_test()
    wrong, long, seen = check(args[0])
    print('1..2')
    print('ok 1 - there are sources' if seen > 20 else f'not ok 1 - only {seen} sources were found')
    print(f'{"not ok" if wrong else "ok"} 2 - everyone keeps to their room')
    for line in wrong:
        print(line, file=sys.stderr)  # where meson shows it
    for line in long:
        print('#', line)
    return 1 if wrong or seen <= 20 else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
