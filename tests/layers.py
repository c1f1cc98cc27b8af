#!/usr/bin/env python3
"""layers.py: who may know whom.

ORDER below is the house: rooms, and in each room folders from the ground up. A folder leans only on those to its left; folders
between the same bars do not know each other. This reads every include of every source file (and the classes in .ui files), and
every mention of a function that another file defines, so that a declaration in a lower folder hides no call that runs up. It also
looks for circles of includes and of folders, for folders, files and functions that have grown too large, for calls by which
`model` would touch files, and for the licence line. With --self-test it is shown wrong trees, and must see what is wrong with each.

Prints TAP.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import re
import sys
import tempfile

MOST_SOURCES = 30  # .c files in a folder
MOST_LINES = 600  # in a file
MOST_FUNCTION = 80  # lines of a function, from its name to its brace

ORDER = {
    'model': 'base | replay | replay/erlang replay/eventlog replay/sim | zoom'
             ' | trace/events | trace/document | trace/profile'
             ' | trace/calls trace/messages trace/migrations trace/processes trace/servers trace/statistics trace/waits'
             ' | trace/analysis trace/calipers | trace/candidates trace/phases trace/spans | trace/compare trace/locks trace/search'
             ' | trace/call-diff trace/findings trace/runs'
             ' | scene/draw | scene/findings scene/graph scene/lanes scene/matrix scene/runs scene/statistics'
             ' | scene/messages scene/phases scene/processes scene/servers scene/spans scene/view'
             ' | scene/calipers scene/calls scene/locks scene/migrations scene/profile scene/vm | scene/call-diff scene/timeline | scene/compare',
    'widgets': 'kit | draw | canvas graph matrix table'
               ' | calipers call-diff calls events findings locks messages migrations notes phases processes profile runs search servers spans statistics vm'
               ' | inspector timeline | compare | .',
    'io': 'source export | format/common index | remote | format/eventlog format/erlang format/gem5 format/sim'
          ' | files format/schedplot | format | events | import | cluster serve',
    'app': 'dock document kit node settings | cli/common dialogs | window cli/analysis cli/compare cli/export cli/summary'
           ' | cli/dump cli/watch | cli mpi .',
}


def levels(room):
    """The folders of a room by level, from the ground up: [['model/base'], …]. The room itself is '.'."""
    return [[room if name == '.' else f'{room}/{name}' for name in level.split()] for level in ORDER[room].split('|')]


def below(room):
    """Folder: the folders of its room that it may lean on besides itself."""
    may, seen = {}, []
    for level in levels(room):
        may.update({folder: list(seen) for folder in level})
        seen += level
    return may


def beginning(folders, *prefixes):
    return [folder for folder in folders if folder.startswith(prefixes)]


# Folder: the folders that it may lean on besides itself.
MAY = {folder: known for room in ORDER for folder, known in below(room).items()}
MODEL = list(below('model'))
TRACE = [folder for folder in MODEL if not folder.startswith('model/scene')]
IO = list(below('io'))
SOURCES = [folder for folder in IO if folder != 'io/export']  # who reads traces
CLI = beginning(MAY, 'app/cli')
for folder in MAY:
    if folder == 'io/export':
        MAY[folder] = MODEL
    elif folder in SOURCES:
        MAY[folder] = TRACE + [other for other in MAY[folder] if other in SOURCES]
    elif folder.startswith('widgets'):
        MAY[folder] = MODEL + MAY[folder]
    elif folder in CLI:
        MAY[folder] = MODEL + IO + ['app/node', 'app/settings'] + [other for other in MAY[folder] if other in CLI]
    elif folder == 'app/settings':
        MAY[folder] = []
    elif folder == 'app/node':
        MAY[folder] = MODEL
    elif folder.startswith('app'):
        MAY[folder] = MODEL + IO + list(below('widgets')) + MAY[folder]

# Headers of libraries: a pattern, and the folders (by how they begin) that may include it; None: all.
LIBRARIES = [
    (r'hdf5(_hl)?\.h|H5\w*\.h', ('io/index',)),
    (r'zip\.h|isa-l/.*|zlib\.h', ('io/source',)),
    (r'dwarf\.h|elfutils/.*', ('io/format/gem5',)),
    (r'cairo(-\w+)?\.h|cairo/.*|pango/.*|png\.h', ('io/export',)),
    (r'graphviz/.*|gvc\.h|cgraph\.h', ('io/export',)),
    (r'gtk/.*|gdk/.*|gsk/.*|adwaita\.h|libadwaita.*|graphene.*|gdk-pixbuf/.*', ('widgets', 'app')),
    (r'libpanel\.h|panel-.*', ('app',)),
    (r'glib\.h|glib/(?!gstdio).*|glib-object\.h|glib-unix\.h|gobject/.*|gio/gio\.h|glib/gi18n(-lib)?\.h', None),
    (r'glib/gstdio\.h|gio/(?!gio\.h).*', ('io', 'app')),
]
NO_GTK = CLI + ['app/node', 'app/settings']
# C's own that mean files, processes or threads of the system's: not for those who only think or draw.
SYSTEM = r'fcntl\.h|unistd\.h|sys/.*|dirent\.h|spawn\.h|poll\.h|signal\.h|pthread\.h|linux/.*'
NO_SYSTEM = ('model/', 'widgets')
NO_FILES = re.compile(r'\b(f?open|freopen|fdopen|mkstemp|tmpfile|g_file_\w+|g_fopen|g_open|g_mkstemp\w*|g_mkdtemp\w*'
                      r'|g_dir_open|g_spawn_\w+|g_subprocess_\w+|g_mapped_file_\w+)\s*\(')
# Functions that one file alone may call: what stands there says why.
ONLY = {
    'g_task_run_in_thread': ('model/base/scope-task.c', 'tasks are run by scope_task_run (), which says why'),
    'adw_toast_overlay_add_toast': ('app/kit/scope-toast.c', 'toasts are added by scope_toast_add (), which says why'),
}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^">]+)[">]', re.MULTILINE)
NOT_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.DOTALL)
WORD = re.compile(r'[A-Za-z_]\w*')
# What a macro defines: the macro, its argument that names, and how the names end.
MADE = [(re.compile(r'^SCOPE_DEFINE_REF \(\w+, (scope_\w+)', re.MULTILINE), ('_ref', '_unref')),
        (re.compile(r'^SCOPE_DEFINE_KEY \((scope_\w+)', re.MULTILINE), ('_hash', '_equal'))]
NAME = re.compile(r'^([a-z_]\w*) \(', re.MULTILINE)  # a function's name begins the line behind its type


def code_of(text):
    """The text without comments and what is quoted, line by line as it was."""
    return NOT_CODE.sub(lambda found: '""' + '\n' * found[0].count('\n'), text)


def functions_of(code):
    """(name, is static, first line, number of lines) of each function that is defined in the code."""
    lines = code.split('\n')
    for number, line in enumerate(lines):
        found = NAME.match(line)
        if not found or number == 0 or not re.match(r'[A-Za-z_]', lines[number - 1]) or lines[number - 1].endswith((';', ',')):
            continue
        end = next((i for i in range(number, len(lines)) if lines[i].startswith('}') or lines[i].rstrip().endswith(';')), None)
        if end is not None and any(lines[i].startswith('{') for i in range(number, end)):
            end = next((i for i in range(number, len(lines)) if lines[i].startswith('}')), end)
            yield found[1], lines[number - 1].startswith('static'), number + 1, end - number + 1


class Tree:
    """The sources below `top`: {path: text}, and what is wrong with them."""

    def __init__(self, top):
        self.top = top
        self.texts = {}
        self.wrong = []
        for room in ORDER:
            for folder, _, names in os.walk(os.path.join(top, room)):
                for name in sorted(names):
                    if name.endswith(('.c', '.h', '.ui')):
                        path = os.path.join(folder, name)
                        with open(path, encoding='utf-8') as file:
                            self.texts[os.path.relpath(path, top)] = file.read()
        self.codes = {path: code_of(text) for path, text in self.texts.items() if not path.endswith('.ui')}

    def say(self, path, what):
        self.wrong.append(f'{path}: {what}')

    def check(self):
        for path, text in self.texts.items():
            folder = os.path.dirname(path)
            if folder not in MAY:
                self.say(path, 'lies in no folder of ORDER')
            elif path.endswith('.ui'):
                for name in re.findall(r'\b(?:class|parent)="(Panel\w+)"', text) if folder.startswith('widgets') else []:
                    self.say(path, f'widgets may not know {name}')
            else:
                self.check_source(path, folder, text)
        self.check_calls()
        self.check_sizes()
        self.check_circles()
        return self.wrong

    def check_source(self, path, folder, text):
        if 'SPDX-License-Identifier: GPL-3.0-or-later' not in text[:4000]:
            self.say(path, 'says nothing of its licence')
        for _, include in INCLUDE.findall(text):
            problem = self.check_include(folder, include)
            if problem:
                self.say(path, problem)
        code = self.codes[path]
        for name, (home, instead) in ONLY.items():
            if path != home and f'{name} (' in code:
                self.say(path, f'{instead}, not by {name} ()')
        if folder.startswith('model'):
            for call in NO_FILES.findall(code):
                self.say(path, f'{folder} may not touch files, but calls {call} ()')

    def check_include(self, folder, include):
        if os.path.isfile(os.path.join(self.top, include)):
            other = os.path.dirname(include)
            return None if other == folder or other in MAY[folder] else f'{folder} may not include "{include}"'
        if os.path.isfile(os.path.join(self.top, folder, include)):
            return f'"{include}" is not told from the root'
        for pattern, allowed in LIBRARIES:
            if re.fullmatch(pattern, include):
                known = allowed is None or folder.startswith(allowed)
                if known and folder in NO_GTK and re.fullmatch(r'gtk.*|gdk.*|adw.*|libadw.*|libpanel.*|panel-.*', include):
                    known = False
                return None if known else f'{folder} may not include <{include}>'
        if re.fullmatch(SYSTEM, include) and folder.startswith(NO_SYSTEM):
            return f'{folder} may not include <{include}>'
        return None

    def check_calls(self):
        """Mentions of functions that are defined where the folder may not lean; the folders' arrows, for circles."""
        homes = {}
        for path, code in self.codes.items():
            if path.endswith('.c'):
                homes.update({name: path for name, is_static, _, _ in functions_of(code) if not is_static and name.startswith('scope_')})
                homes.update({name + end: path for pattern, ends in MADE for name in pattern.findall(code) for end in ends})
        self.arrows = {}
        for path, code in self.codes.items():
            folder = os.path.dirname(path)
            if folder not in MAY or not path.endswith('.c'):
                continue
            for name in sorted(set(WORD.findall(code)) & homes.keys()):
                other = os.path.dirname(homes[name])
                if other != folder and other in MAY:
                    self.arrows.setdefault(folder, set()).add(other)
                    if other not in MAY[folder]:
                        self.say(path, f'{folder} may not call {name} () of {homes[name]}')

    def check_sizes(self):
        counts = {}
        for path, text in self.texts.items():
            counts[os.path.dirname(path)] = counts.get(os.path.dirname(path), 0) + path.endswith('.c')
            if text.count('\n') > MOST_LINES and not path.endswith('.ui'):
                self.say(path, f'has {text.count(chr(10))} lines, at most {MOST_LINES} are read with ease')
        for folder, n in counts.items():
            if n > MOST_SOURCES:
                self.say(folder, f'has {n} sources, at most {MOST_SOURCES} are found with ease')
        for path, code in self.codes.items():
            for name, _, line, n in functions_of(code):
                if n > MOST_FUNCTION:
                    self.say(f'{path}:{line}', f'{name} () has {n} lines, at most {MOST_FUNCTION} are seen at once')

    def check_circles(self):
        files = {path: [include for _, include in INCLUDE.findall(text) if include in self.texts]
                 for path, text in self.texts.items()}
        for what, graph in ('includes', files), ('folders', self.arrows):
            circle = find_circle(graph)
            if circle:
                self.wrong.append(f'{what} in a circle: ' + ' → '.join(circle))


def find_circle(graph):
    """One circle, as a list of nodes, or None."""
    done, trail = set(), []

    def visit(node):
        if node in trail:
            return trail[trail.index(node):] + [node]
        if node in done:
            return None
        trail.append(node)
        for other in sorted(graph.get(node, ())):
            found = visit(other)
            if found:
                return found
        trail.pop()
        done.add(node)
        return None

    return next(filter(None, map(visit, sorted(graph))), None)


LICENCE = '/* SPDX-License-Identifier: GPL-3.0-or-later */\n'
CALLS = 'void\nscope_f (void)\n{\n  scope_g ();\n}\n'
DEFINES = 'void\nscope_g (void)\n{\n}\n'


def function_of(n):
    """A function of n lines."""
    return 'static void\nf (void)\n{\n' + '  g ();\n' * (n - 3) + '}\n'


# Trees of files, and a word of what must be found in each (None: nothing).
SELF_TESTS = [
    ('a right tree', None, {
        'model/base/a.h': '#include <glib.h>', 'model/zoom/b.c': '#include "model/base/a.h"\n#include <math.h>',
        'io/index/c.c': '#include <hdf5.h>\n#include "model/trace/document/t.h"', 'model/trace/document/t.h': '#include <gio/gio.h>',
        'widgets/draw/w.c': '#include <gtk/gtk.h>\n#include "model/scene/draw/s.h"', 'model/scene/draw/s.h': '',
        'app/dock/p.c': '#include <libpanel.h>\n#include "widgets/draw/w.h"\n#include "io/index/i.h"', 'widgets/draw/w.h': '',
        'io/index/i.h': '', 'app/cli/m.c': '#include "io/index/i.h"\n#include <unistd.h>'}),
    ('model knows GTK', 'gtk/gtk.h', {'model/scene/draw/a.c': '#include <gtk/gtk.h>'}),
    ('model knows HDF5', 'hdf5.h', {'model/zoom/a.c': '#include <hdf5.h>'}),
    ('model knows cairo', 'cairo.h', {'model/scene/draw/a.c': '#include <cairo.h>'}),
    ('model knows io', 'io/source', {'model/trace/runs/a.c': '#include "io/source/b.h"', 'io/source/b.h': ''}),
    ('model opens a file', 'g_file_get_contents',
     {'model/base/a.c': 'void f (void) { g_file_get_contents ("x", 0, 0, 0); }'}),
    ('model includes unistd', 'unistd.h', {'model/base/a.c': '#include <unistd.h>'}),
    ('a corner leans to its right', 'model/zoom', {'model/base/a.h': '#include "model/zoom/b.h"',
                                                   'model/zoom/b.h': ''}),
    ('a folder leans to its right', 'scene/compare', {'model/scene/view/a.c': '#include "model/scene/compare/b.h"',
                                                      'model/scene/compare/b.h': ''}),
    ('a view knows its neighbour', 'widgets/locks', {'widgets/calls/a.c': '#include "widgets/locks/b.h"',
                                                     'widgets/locks/b.h': ''}),
    ('a call runs up behind a declaration below', 'may not call scope_g ()',
     {'app/cli/common/a.h': 'void scope_g (void);', 'app/cli/dump/b.c': DEFINES,
      'app/cli/common/c.c': '#include "app/cli/common/a.h"\n' + CALLS}),
    ('a call in a comment runs nowhere', None,
     {'app/cli/dump/b.c': DEFINES, 'app/cli/common/c.c': '/* scope_g () */'}),
    ('an include that is not rooted', 'root', {'model/zoom/a.c': '#include "b.h"', 'model/zoom/b.h': ''}),
    ('a source knows the index', 'io/index', {'io/source/a.c': '#include "io/index/b.h"', 'io/index/b.h': ''}),
    ('export knows sources', 'io/source', {'io/export/a.c': '#include "io/source/b.h"', 'io/source/b.h': ''}),
    ('who reads traces knows scenes', 'model/scene', {'io/import/a.c': '#include "model/scene/draw/b.h"', 'model/scene/draw/b.h': ''}),
    ('a format knows libzip', 'zip.h', {'io/format/erlang/a.c': '#include <zip.h>'}),
    ('io knows GTK', 'gtk/gtk.h', {'io/export/a.c': '#include <gtk/gtk.h>'}),
    ('widgets know io', 'io/index', {'widgets/kit/a.c': '#include "io/index/b.h"', 'io/index/b.h': ''}),
    ('widgets know libpanel', 'libpanel.h', {'widgets/kit/a.c': '#include <libpanel.h>'}),
    ('widgets know libpanel by a .ui', 'PanelWidget', {'widgets/kit/a.ui': '<object class="PanelWidget"/>'}),
    ('the command line knows GTK', 'gtk/gtk.h', {'app/cli/a.c': '#include <gtk/gtk.h>'}),
    ('the command line knows the window', 'app/window', {'app/cli/a.c': '#include "app/window/w.h"', 'app/window/w.h': ''}),
    ('a circle', 'circle', {'model/base/a.h': '#include "model/base/b.h"', 'model/base/b.h': '#include "model/base/a.h"'}),
    ('a file outside of all folders', 'no folder', {'model/a.c': ''}),
    ('a task that ends anywhere', 'scope_task_run', {'app/dock/a.c': 'void f (void) { g_task_run_in_thread (0, 0); }'}),
    ('a toast that may go before it has come', 'scope_toast_add',
     {'app/dock/a.c': 'void f (void) { adw_toast_overlay_add_toast (0, 0); }'}),
    ('no licence', 'licence', {'model/base/a.c': None}),
    ('a long file', 'lines', {'model/base/a.c': '\n' * (MOST_LINES - 1)}),
    ('a file that is just long', None, {'model/base/a.c': '\n' * (MOST_LINES - 2)}),
    ('a long function', f'f () has {MOST_FUNCTION + 1} lines', {'model/base/a.c': function_of(MOST_FUNCTION + 1)}),
    ('a function that is just long', None, {'model/base/a.c': function_of(MOST_FUNCTION)}),
    ('a full folder', 'sources', {f'model/base/{n}.c': '' for n in range(MOST_SOURCES + 1)}),
    ('a folder that is just full', None, {f'model/base/{n}.c': '' for n in range(MOST_SOURCES)}),
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
            wrong = Tree(top).check()
        good = not wrong if word is None else len(wrong) == 1 and word in wrong[0]
        failures += not good
        print(f'{"ok" if good else "not ok"} {number} - {what}')
        for line in [] if good else wrong or ['nothing was found']:
            print('#', line)
    circle = find_circle({'a': {'b'}, 'b': {'c'}, 'c': {'a'}})
    failures += circle != ['a', 'b', 'c', 'a']
    print(f'{"ok" if circle == ["a", "b", "c", "a"] else "not ok"} {len(SELF_TESTS) + 1} - a circle of folders')
    return 1 if failures else 0


def main(args):
    if args == ['--self-test']:
        return self_test()
    tree = Tree(args[0])
    wrong, seen = tree.check(), len(tree.texts)
    print('1..2')
    print('ok 1 - there are sources' if seen > 20 else f'not ok 1 - only {seen} sources were found')
    print(f'{"not ok" if wrong else "ok"} 2 - everyone keeps to their folder')
    for line in wrong:
        print(line, file=sys.stderr)  # where meson shows it
    return 1 if wrong or seen <= 20 else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
