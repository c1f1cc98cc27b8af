#!/usr/bin/env python3
"""unused.py: no function that nobody calls.

A function that a header declares is there for other files. This reads all sources of the program and names every such
function that no other file of the program uses: it is to be static, or to go. A test may call one that its own file uses:
it looks at a step of what the file does. Those that tests alone call stand in FOR_TESTS, each group with its reason; a
row there that has become wrong is named, too. With --self-test it is shown wrong trees, and must see what is wrong with
each.

Prints TAP.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import re
import sys
import tempfile

ROOMS = ['app', 'io', 'model', 'widgets']

# What tests ask for that the program itself never does: (reason, names).
FOR_TESTS = [
    ('until nothing is under way, tests wait',
     'scope_code_pane_is_settled scope_far_strips_pending scope_picture_dialog_is_settled scope_preferences_is_settled'
     ' scope_run_list_window_is_settled scope_runs_view_is_settled scope_window_notes_is_settled'),
    ('parts of a widget, at which tests look',
     'scope_application_get_settings scope_call_diff_flame_page_get_words scope_call_functions_page_get_edges'
     ' scope_calls_view_get_lane scope_calls_view_get_summary scope_calls_view_get_tree scope_code_pane_get_line'
     ' scope_code_pane_get_text scope_difference_view_get_rows scope_dock_get_window scope_events_panel_get_page'
     ' scope_events_panel_get_rows scope_heap_canvas_get_alone scope_heap_canvas_get_chosen scope_heap_canvas_get_course'
     ' scope_lock_canvas_get_axis scope_lock_canvas_get_chosen scope_lock_canvas_get_lanes'
     ' scope_lock_canvas_get_list scope_matrix_get_sources scope_matrix_view_get_zoom scope_message_table_get_rows'
     ' scope_message_times_page_get_times scope_messages_panel_get_page scope_migration_canvas_get_paths'
     ' scope_migration_panel_get_history scope_picture_dialog_get_error scope_process_tree_panel_get_tree'
     ' scope_profile_panel_get_canvas scope_profile_panel_get_tables'
     ' scope_row_menu_get_popover scope_search_panel_get_hits scope_text_cell_get_text scope_window_get_page'),
    ('what a test chooses as a person does with the pointer',
     'scope_call_changes_panel_set_more_than scope_call_diff_flame_page_choose scope_call_rows_view_set_which'
     ' scope_calls_view_set_mode scope_calls_view_set_show_source scope_locks_panel_set_mode'
     ' scope_message_matrix_page_choose scope_messages_panel_set_around scope_migration_panel_set_mode'
     ' scope_process_tree_panel_set_filter'),
    ('what is drawn or kept, as text or in numbers',
     'scope_canvas_n_nodes scope_live_strip_dup_text scope_matrix_view_n_nodes scope_overflow_box_n_hidden scope_shelf_bytes'
     ' scope_shelf_set_most'
     ' scope_responsive_panes_is_below scope_settings_are_kept scope_table_view_dup_text scope_tile_cache_memory'
     ' scope_tile_cache_peek'),
    ('tables, bytes and rulers are made by hand',
     'scope_ruler_init scope_settings_new_from scope_table_add scope_tile_cache_clear'),
    ('all at once, what the index writes and reads piece by piece',
     'scope_lane_store_load scope_lane_store_save'),
    ('small limits, so that small traces reach them', 'scope_gem5_order_set_sizes'),
    ('a step of what the file gives in one go',
     'scope_alignment_n_fate scope_loss_sentences scope_pairing_how_baseline'
     ' scope_process_tree_knows_parents'),
]

COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*', re.DOTALL)
WORD = re.compile(r'\b_?scope_\w+')
DEFINITION = re.compile(r'^(scope_\w+) \(', re.MULTILINE)
# What a macro defines: the macro, its argument that names, and how the names end.
MADE = [(re.compile(r'^SCOPE_DEFINE_REF \(\w+, (scope_\w+)', re.MULTILINE), ('_ref', '_unref')),
        (re.compile(r'^SCOPE_DEFINE_KEY \((scope_\w+)', re.MULTILINE), ('_hash', '_equal'))]
DIRECTIVE = re.compile(r'^[ \t]*#.*(?:\\\n.*)*', re.MULTILINE)
# A declaration is not indented; what an inline function does is.
DECLARATION = re.compile(r'^(?:[A-Za-z_][^\n;{}()]*[ *])?(scope_\w+) \((?=[^;{]*\)[^;{(]*;)', re.MULTILINE)


def read_tree(top, rooms):
    """Path: text without comments, of all C and .ui files."""
    texts = {}
    for room in rooms:
        for folder, _, names in sorted(os.walk(os.path.join(top, room))):
            for name in sorted(names):
                if name.endswith(('.c', '.h', '.ui')):
                    full = os.path.join(folder, name)
                    with open(full, encoding='utf-8') as file:
                        texts[os.path.relpath(full, top)] = COMMENT.sub(' ', file.read())
    return texts


def uses_of(texts):
    """Name: the files that use it. A declaration is no use; a macro or an inline function in a header is one."""
    uses = {}
    for path, text in texts.items():
        if path.endswith('.h'):
            directives = ' '.join(DIRECTIVE.findall(text))
            text = directives + DECLARATION.sub(' (', DIRECTIVE.sub('', text))
        for word in set(WORD.findall(text)):
            uses.setdefault(word, set()).add(path)
    return uses


def made_in(text):
    """The functions that macros define in the text."""
    return [name + end for pattern, ends in MADE for name in pattern.findall(text) for end in ends]


def public_functions(texts):
    """(name, file): what headers declare and sources define."""
    declared = set()
    for path, text in texts.items():
        if path.endswith('.h'):
            declared.update(DECLARATION.findall(DIRECTIVE.sub('', text)))
    return [(name, path) for path, text in sorted(texts.items()) if path.endswith('.c')
            for name in DEFINITION.findall(text) + made_in(text) if name in declared]


def check(top, for_tests):
    """What is wrong with the tree, a sentence each."""
    texts, tests = read_tree(top, ROOMS), uses_of(read_tree(top, ['tests']))
    uses, wrong = uses_of(texts), []
    rows = {name: 0 for _, names in for_tests for name in names.split()}
    for name, path in public_functions(texts):
        if uses.get(name, set()) - {path}:
            continue
        again = len(re.findall(rf'\b{name}\b', texts[path])) + (name in made_in(texts[path])) > 1
        if name in tests and again:
            continue
        if name in tests and name not in rows:
            wrong.append(f'{path}: {name} is called by tests alone')
        elif name in tests:
            rows[name] += 1
        else:
            wrong.append(f'{path}: {name} ' + ('is for this file alone: make it static' if again else 'is called by nobody'))
    return wrong + [f'{row}: no function that tests alone call' for row, n in rows.items() if n == 0]


def self_test():
    """Trees with one fault each, and what must be said of them."""
    header, caller = 'void scope_a_go (int n);\n', '#include "model/a.h"\nvoid f (void) { scope_a_go (1); }\n'
    body = 'void\nscope_a_go (int n)\n{\n}\n'
    trees = [
        ('all is used', {'model/a.h': header, 'model/a.c': body, 'app/b.c': caller}, '', None),
        ('by a macro of a header', {'model/a.h': header + '#define GO \\\n  scope_a_go (2)\n', 'model/a.c': body}, '', None),
        ('by an inline function of a header',
         {'model/a.h': header + 'static inline void\ng (void)\n{\n  scope_a_go (2);\n}\n', 'model/a.c': body}, '', None),
        ('nobody', {'model/a.h': header, 'model/a.c': body}, '', 'called by nobody'),
        ('its own file', {'model/a.h': header, 'model/a.c': body + 'int g = scope_a_go (3);\n'}, '', 'make it static'),
        ('a comment is no use', {'model/a.h': header, 'model/a.c': body, 'app/b.c': '/* scope_a_go (1) */\n'}, '', 'nobody'),
        ('tests alone', {'model/a.h': header, 'model/a.c': body, 'tests/t.c': caller}, '', 'tests alone'),
        ('tests may', {'model/a.h': header, 'model/a.c': body, 'tests/t.c': caller}, 'scope_a_go', None),
        ('a row names one function', {'model/a.h': header.replace('go', 'come') + header, 'model/a.c': body + body.replace('go', 'come'),
                                      'tests/t.c': caller + caller.replace('go', 'come')}, 'scope_a_go', 'scope_a_come is called by tests'),
        ('a step of the file', {'model/a.h': header, 'model/a.c': body + 'int g = scope_a_go (3);\n', 'tests/t.c': caller}, '', None),
        ('nobody, of what a macro makes', {'model/a.h': 'A *scope_a_ref (A *a);\n', 'model/a.c': 'SCOPE_DEFINE_REF (A, scope_a, n, f)\n'},
         '', 'called by nobody'),
        ('a row too many', {'model/a.h': header, 'model/a.c': body, 'app/b.c': caller}, 'scope_a_go', 'no function'),
        ('a row of nothing', {'model/a.h': header, 'model/a.c': body, 'app/b.c': caller}, 'scope_b', 'no function'),
    ]
    print(f'1..{len(trees)}')
    failed = False
    for i, (title, files, allowed, expected) in enumerate(trees, 1):
        with tempfile.TemporaryDirectory() as top:
            for path, text in files.items():
                os.makedirs(os.path.dirname(os.path.join(top, path)), exist_ok=True)
                with open(os.path.join(top, path), 'w', encoding='utf-8') as file:
                    file.write(text)
            wrong = check(top, [('', allowed)])
        good = not wrong if expected is None else len(wrong) == 1 and expected in wrong[0]
        failed |= not good
        print(('ok' if good else 'not ok') + f' {i} - {title}' + ('' if good else f': {wrong}'))
    return 1 if failed else 0


def main():
    if '--self-test' in sys.argv:
        return self_test()
    wrong = check(sys.argv[1], FOR_TESTS)
    print('1..1')
    print(('not ok' if wrong else 'ok') + ' 1 - every public function is called by another file')
    for line in wrong:
        print(line, file=sys.stderr)  # where meson shows it
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
