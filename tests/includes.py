#!/usr/bin/env python3
"""includes.py: every source includes, itself or by what it includes, the library whose names it uses.

./dev test parses GLib and GTK once a library (pch/), so no compiler there notices a source that forgot to. This looks for
names of GLib, GObject, GIO, GTK and libadwaita in the code of every file that such a header is given to, and for a header that
has them. With --self-test it is shown wrong files, and must see what is wrong with each.

Usage: includes.py SOURCE_ROOT GLIB_HEADERS

Prints TAP.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import glob
import os
import re
import sys

from layers import code_of

ROOMS = ('model', 'io', 'widgets', 'app')
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^">]+)[">]', re.MULTILINE)
WORD = re.compile(r'\b[A-Za-z_]\w+')
OF_GLIB = re.compile(r'g_|G_|G[A-Z][a-z]|g(boolean|u?int|u?char|u?long|pointer|s?size|double)')
# Libraries from the ground up, each with all before it: the headers that have them, and their names; those of None are told by the
# headers themselves.
LIBRARIES = [
    ('GLib', r'glib.*', None),
    ('GObject', r'glib-object\.h|gobject/.*', None),
    ('GIO', r'gio/.*', None),
    ('GTK', r'(gtk|gdk|gsk)/.*', re.compile(r'(gtk|gdk|gsk)_|(GTK|GDK|GSK)_|(Gtk|Gdk|Gsk)[A-Z]')),
    ('libadwaita', r'adwaita\.h|libpanel\.h', re.compile(r'adw_|ADW_|Adw[A-Z]')),
]


def names_of(top):
    """Name: the number of the library among the first three, as their headers say."""
    names = {}
    for number, patterns in enumerate((('glib.h', 'glib/*.h', 'glib/deprecated/*.h'), ('glib-object.h', 'gobject/*.h'), ('gio/*.h',))):
        for pattern in patterns:
            for path in glob.glob(os.path.join(top, pattern)):
                with open(path, encoding='utf-8', errors='replace') as file:
                    for name in WORD.findall(file.read()):
                        if OF_GLIB.match(name):
                            names.setdefault(name, number)
    return names


def needed(code, names):
    """(number of the highest library that the code uses, by which name); (-1, None): it uses none."""
    most = (-1, None)
    for word in set(WORD.findall(INCLUDE.sub('', code))):
        number = next((n for n, (_, _, own) in enumerate(LIBRARIES) if own and own.match(word)), names.get(word, -1))
        most = max(most, (number, word), key=lambda pair: pair[0])
    return most


def given(path, includes):
    """The number of the highest library that a file includes, itself or by others."""
    most, seen, todo = -1, set(), [path]
    while todo:
        path = todo.pop()
        if path in includes:
            todo += [other for other in includes[path] if other not in seen]
            seen.update(includes[path])
        else:
            most = max([most] + [n for n, (_, headers, _) in enumerate(LIBRARIES) if re.fullmatch(headers, path)])
    return most


def check(texts, names):
    """What is wrong with the files {path: text}."""
    includes = {path: INCLUDE.findall(text) for path, text in texts.items()}
    for path, text in sorted(texts.items()):
        number, name = needed(code_of(text), names)
        if number > given(path, includes):
            yield f'{path}: uses {name}, but includes nothing of {LIBRARIES[number][0]}'


SELF_TESTS = [
    ('all is there', None, {'a.c': '#include <glib.h>\n#include "b.h"\ng_free GFile', 'b.h': '#include "c.h"', 'c.h': '#include <gio/gio.h>'}),
    ('a comment and a text use nothing', None, {'a.c': '/* g_free */ "GFile"'}),
    ('GTK has GIO', None, {'a.c': '#include <gtk/gtk.h>\nGFile *f; gtk_init ();'}),
    ('GLib is forgotten', 'g_free', {'a.c': '#include <string.h>\ng_free'}),
    ('a type of GLib', 'guint32', {'a.h': 'guint32 a;'}),
    ('GObject is more than GLib', 'g_object_ref', {'a.c': '#include <glib.h>\ng_object_ref'}),
    ('GIO is more than GObject', 'GFile', {'a.c': '#include <glib-object.h>\nGFile'}),
    ('GTK is more than GIO', 'GtkWidget', {'a.c': '#include <gio/gio.h>\nGtkWidget'}),
    ('libadwaita is more than GTK', 'ADW_TYPE_BIN', {'a.c': '#include "b.h"\nADW_TYPE_BIN', 'b.h': '#include <gtk/gtk.h>'}),
    ('who includes it has it, not who is included', 'b.h', {'a.c': '#include <gtk/gtk.h>\n#include "b.h"', 'b.h': 'GdkRGBA x;'}),
]


def self_test(names):
    print(f'1..{len(SELF_TESTS)}')
    failures = 0
    for number, (what, word, files) in enumerate(SELF_TESTS, 1):
        wrong = list(check(files, names))
        good = not wrong if word is None else len(wrong) == 1 and word in wrong[0]
        failures += not good
        print(f'{"ok" if good else "not ok"} {number} - {what}')
        for line in [] if good else wrong or ['nothing was found']:
            print('#', line)
    return 1 if failures else 0


def main(args):
    names = names_of(args[1])
    if args[0] == '--self-test':
        return self_test(names)
    texts = {}
    for room in ROOMS:
        for path in glob.glob(os.path.join(args[0], room, '**', '*.[ch]'), recursive=True):
            with open(path, encoding='utf-8') as file:
                texts[os.path.relpath(path, args[0])] = file.read()
    wrong = list(check(texts, names))
    enough = len(texts) > 20 and len(set(names.values())) == 3
    print('1..2')
    print('ok 1 - there are sources, and headers of GLib' if enough else f'not ok 1 - {len(texts)} sources, {len(names)} names')
    print(f'{"not ok" if wrong else "ok"} 2 - everyone includes what they use')
    for line in wrong:
        print(line, file=sys.stderr)  # where meson shows it
    return 1 if wrong or not enough else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
