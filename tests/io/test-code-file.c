/* test-code-file.c: functions found by name and arity in sources that try to hide them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-code-file.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char source[] =
    "%% fib(N) -> a comment; fib(0) -> 1.\n"
    "-module(m).\n"
    "-define(TWICE(X), fib(X) + fib(X)).\n"
    "-spec fib(integer()) -> integer().\n"
    "fib(0) -> 1; fib(1) -> 1;\n"
    "fib(N) when N > 1.5 ->\n"
    "    \"fib(x). \\\" \", $., $\", $\\\", 'fib(',\n"
    "    fib(N-1) + fib(N-2).\n"
    "\n"
    "fib(A, #{k := [B|_]}, {c, <<D:8, E/binary>>}) -> case A of\n"
    "    1 -> B;\n"
    "fob(x) -> D end. % fub()\n"
    "\n"
    "'odd name'() ->\n"
    "    ok.\n"
    "text() -> \"\"\"\n"
    "  hidden() -> no.\n"
    "  \"\"\".\n"
    "last(\n"
    "  X, % one, two\n"
    "  Y) -> X#r.f + Y";

static void
check (const char *function, int arity, const char *first, guint line, guint n_lines, guint n_clauses)
{
  ScopeCodePlace place;

  g_assert_true (scope_code_find (source, strlen (source), function, arity, &place));
  g_assert_true (g_str_has_prefix (source + place.from, first));
  g_assert_cmpuint (place.line, ==, line);
  g_assert_cmpuint (place.n_lines, ==, n_lines);
  g_assert_cmpuint (place.n_clauses, ==, n_clauses);
  g_assert_true (place.to <= strlen (source));
}

static void
test_find (void)
{
  ScopeCodePlace place;

  /* A second clause in the line of the first is none that one sees begin. */
  check ("fib", 1, "fib(0) -> 1;", 5, 4, 2);
  check ("fib", 3, "fib(A, #{", 10, 3, 1);
  check ("fib", -1, "fib(0) -> 1;", 5, 4, 2);
  check ("odd name", 0, "'odd name'", 14, 2, 1);
  check ("text", 0, "text()", 16, 3, 1);
  check ("last", 2, "last(", 19, 3, 1);
  g_assert_false (scope_code_find (source, strlen (source), "hidden", 0, &place));
  g_assert_false (scope_code_find (source, strlen (source), "fib", 2, &place));
  g_assert_false (scope_code_find (source, strlen (source), "fub", 0, &place));
  g_assert_false (scope_code_find (source, strlen (source), "TWICE", 1, &place));
}

/* Whatever the text: it ends, and says nothing that is outside of it. */
static void
test_anything (void)
{
  static const char bytes[] = "fib(),;.%\"'$\\[]{} \n->x1";
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint round = 0; round < 20000; round++)
    {
      guint n = (guint) g_rand_int_range (rand, 0, 64);
      g_autofree char *text = g_malloc (MAX (n, 1)); /* no byte after it may be read */
      ScopeCodePlace place;

      for (guint i = 0; i < n; i++)
        text[i] = bytes[g_rand_int_range (rand, 0, sizeof bytes - 1)];
      if (scope_code_find (text, n, "fib", -1, &place))
        {
          g_assert_cmpuint (place.from, <, place.to);
          g_assert_cmpuint (place.to, <=, n);
          g_assert_cmpuint (place.n_lines, >=, 1);
        }
    }
}

static void
check_name (const char *name, const char *module, const char *function, int arity)
{
  g_autofree char *m = NULL, *f = NULL;
  int a;

  g_assert_true (scope_code_name_parse (name, &m, &f, &a));
  g_assert_cmpstr (m, ==, module);
  g_assert_cmpstr (f, ==, function);
  g_assert_cmpint (a, ==, arity);
}

static void
test_names (void)
{
  char *m = NULL, *f = NULL;
  int a;

  check_name ("lists:map/2", "lists", "map", 2);
  check_name ("'a:b':'c/d e'/3", "a:b", "c/d e", 3);
  check_name ("m:-fib/1-fun-0-/2", "m", "fib", 1);
  check_name ("m:'-go/2-lc$^1/1-0-'/1", "m", "go", 2);
  check_name ("m:f", "m", "f", -1);
  g_assert_false (scope_code_name_parse ("suspend", &m, &f, &a));
  g_assert_false (scope_code_name_parse (":f/1", &m, &f, &a));
  g_assert_false (scope_code_name_parse ("m:/1", &m, &f, &a));
  g_assert_false (scope_code_name_parse ("", &m, &f, &a));
}

/* --- places in Haskell's sources --- */

static void
assert_span (const char *text, const char *file, guint first, guint last)
{
  g_autofree char *found = NULL;
  guint from = 0, to = 0;

  g_assert_true (scope_code_span_parse (text, &found, &from, &to));
  g_assert_cmpstr (found, ==, file);
  g_assert_cmpuint (from, ==, first);
  g_assert_cmpuint (to, ==, last);
}

static void
test_spans (void)
{
  static const char *const none[] = { "", "lists:map/2", "<built-in>", "<entire-module>", "Main.hs", "Main.hs:", "Main.hs:x", "Main.hs:0:1",
                                      "hs:1:2", "Main.hs:(20,1", "Main.hs:(20,1)", "Main.hs:(20,1)-(19,2)", "Main.hs:99999999999999999999:1",
                                      "Main.hs:(1,0)-(2,1)" };
  char *file = NULL;
  guint first, last;

  assert_span ("Main.hs:3:1-24", "Main.hs", 3, 3);
  assert_span ("src/A B.lhs:3:1", "src/A B.lhs", 3, 3);
  assert_span ("a.hs:b/Main.hs:(20,1)-(26,24)", "a.hs:b/Main.hs", 20, 26);
  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    g_assert_false (scope_code_span_parse (none[i], &file, &first, &last));
  g_assert_null (file);
}

static void
assert_lines (const char *text, guint first, guint last, const char *expected)
{
  ScopeCodePlace place = { 0 };
  g_autofree char *found = NULL;

  g_assert_true (scope_code_find_lines (text, strlen (text), first, last, &place));
  found = g_strndup (text + place.from, place.to - place.from);
  g_assert_cmpstr (found, ==, expected);
  g_assert_cmpuint (place.line, ==, first);
}

/* Of a single line all that follows up to an empty one. */
static void
test_lines (void)
{
  const char *text = "a\nb\n c\n\nd\n e";
  ScopeCodePlace place;

  assert_lines (text, 2, 2, "b\n c\n");
  assert_lines (text, 1, 2, "a\nb\n");
  assert_lines (text, 3, 5, " c\n\nd\n");
  assert_lines (text, 5, 9, "d\n e");
  assert_lines (text, 6, 6, " e");
  g_assert_false (scope_code_find_lines (text, strlen (text), 7, 7, &place));
  g_assert_false (scope_code_find_lines ("", 0, 1, 1, &place));
  g_assert_false (scope_code_find_lines ("a\n", 2, 2, 2, &place));
}

static void
write_file (const char *folder, const char *name, const char *text, gssize length)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, length, NULL));
}

static void
test_files (void)
{
  g_autofree char *top = g_dir_make_tmp ("code-XXXXXX", NULL), *below = g_build_filename (top, "lib", "src", NULL);
  g_autofree char *hidden = g_build_filename (top, ".git", NULL), *loop = g_build_filename (below, "up", NULL);
  const char *folders[] = { "/nonexistent/folder", top, NULL };
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeCodeText) code = NULL, old = NULL, none = NULL, place = NULL, outer = NULL;
  g_autofree char *command = g_strdup_printf ("rm -rf %s", top);

  g_assert_cmpint (g_mkdir_with_parents (below, 0700), ==, 0);
  g_assert_cmpint (g_mkdir_with_parents (hidden, 0700), ==, 0);
  g_assert_cmpint (symlink (top, loop), ==, 0);
  write_file (below, "m.erl", source, -1);
  write_file (hidden, "h.erl", "f() -> ok.\n", -1);
  write_file (top, "old.erl", "f() -> \"caf\xe9\".\n", -1);
  write_file (top, "bin.erl", "f() -> \0.\n", 10);

  code = scope_code_file_find (folders, "m:fib/1", NULL, &error);
  g_assert_no_error (error);
  g_assert_true (code->found && !code->cut);
  g_assert_true (g_str_has_suffix (code->path, "lib/src/m.erl"));
  g_assert_cmpuint (code->line, ==, 5);
  g_assert_true (g_str_has_suffix (code->text, "fib(N-1) + fib(N-2)."));
  /* Where the trace says that it stands: with its folders, then without; and never above. */
  write_file (below, "Main.hs", "main = go\n\ngo = 1\n", -1);
  write_file (top, "Main.hs", "wrong\n", -1);
  place = scope_code_file_find (folders, "lib/src/Main.hs:3:1-6", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (place->text, ==, "go = 1");
  g_assert_cmpuint (place->line, ==, 3);
  outer = scope_code_file_find (folders, "/build/x/Main.hs:1:1-5", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (outer->text, ==, "wrong");
  g_assert_null (scope_code_file_find (folders, "../Main.hs:1:1", NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  none = scope_code_file_find (folders, "m:nothing/7", NULL, &error);
  g_assert_no_error (error);
  g_assert_false (none->found);
  old = scope_code_file_find (folders, "old:f/0", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (old->text, ==, "f() -> \"café\".");

  g_assert_null (scope_code_file_find (folders, "bin:f/0", NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  g_clear_error (&error);
  g_assert_null (scope_code_file_find (folders, "h:f/0", NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, top));
  g_assert_nonnull (strstr (error->message, "/nonexistent/folder"));
  g_clear_error (&error);
  g_cancellable_cancel (cancelled);
  g_assert_null (scope_code_file_find (folders, "h:f/0", cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (system (command), ==, 0);
}

/* A function of megabytes is cut at a line's end. */
static void
test_long (void)
{
  g_autofree char *top = g_dir_make_tmp ("code-XXXXXX", NULL), *path = g_build_filename (top, "l.erl", NULL);
  g_autoptr (GString) text = g_string_new ("f() ->\n");
  const char *folders[] = { top, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeCodeText) code = NULL;

  for (guint i = 0; i < 100000; i++)
    g_string_append (text, "  this_is_called(),\n");
  g_string_append (text, "  ok.\n");
  write_file (top, "l.erl", text->str, (gssize) text->len);
  code = scope_code_file_find (folders, "l:f/0", NULL, &error);
  g_assert_no_error (error);
  g_assert_true (code->found && code->cut);
  g_assert_cmpuint (strlen (code->text), <=, SCOPE_CODE_FILE_TEXT);
  g_assert_true (g_str_has_suffix (code->text, "this_is_called(),"));
  g_unlink (path);
  g_rmdir (top);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/code-file/spans", test_spans);
  g_test_add_func ("/code-file/lines", test_lines);
  g_test_add_func ("/code/find", test_find);
  g_test_add_func ("/code/anything", test_anything);
  g_test_add_func ("/code/names", test_names);
  g_test_add_func ("/code/files", test_files);
  g_test_add_func ("/code/long", test_long);
  return g_test_run ();
}
