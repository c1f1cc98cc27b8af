/* scope-cli-there.c: see the header.
 *
 * Nothing of what is said is run by a shell. The far side parses it as it parses its own words, and runs a command of the list below, of one
 * trace, that writes nothing but its output.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-there.h"

#include "io/remote/scope-far.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-plain-text.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* What all print of one trace, and no picture. */
static const ScopeCliCommand *const there[] = {
  &scope_cli_explain, &scope_cli_critical_path, &scope_cli_phases, &scope_cli_what_if, &scope_cli_stats,
  &scope_cli_report, &scope_cli_dump, &scope_cli_find, &scope_cli_measure, &scope_cli_columns,
};

static gboolean
names_file (const ScopeCliCommand *command, gconstpointer options)
{
  for (const ScopeCliOption *option = command->options; option != NULL && option->name != NULL; option++)
    if ((option->kind == G_OPTION_ARG_FILENAME || option->kind == G_OPTION_ARG_FILENAME_ARRAY)
        && G_STRUCT_MEMBER (gpointer, options, option->offset) != NULL)
      return TRUE;
  return FALSE;
}

/* Its arguments are one trace, and what stands before it; borrowed. NULL: they are others. */
static const char *
only_trace (ScopeCli *cli, const ScopeCliCommand *command)
{
  guint n = cli->arguments != NULL ? g_strv_length (cli->arguments) : 0;

  return n > 0 && n == scope_cli_n_before (cli, command) + 1 ? cli->arguments[n - 1] : NULL;
}

gboolean
scope_cli_is_there (ScopeCli *cli, const ScopeCliCommand *command, gconstpointer options)
{
  const char *trace = only_trace (cli, command);
  gboolean runs = FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (there); i++)
    runs = runs || there[i] == command;
  return runs && trace != NULL && scope_far_is_uri (trace) && !names_file (command, options)
         && !(command->takes & SCOPE_CLI_OPENS_ITSELF);
}

/* --- here --- */

/* What was said without the trace, and without what is said of this computer's cache. */
static GStrv
words_for_there (ScopeCli *cli, const ScopeCliCommand *command, const char *const *argv)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  const char *trace = only_trace (cli, command);
  gboolean options = TRUE;

  g_strv_builder_add (words, command->name);
  if ((command->takes & (SCOPE_CLI_TAKES_FORMAT | SCOPE_CLI_TAKES_TEXT)) != 0 && !cli->format_said)
    g_strv_builder_add_many (words, "--format", cli->format, NULL); /* there it has no terminal */
  for (argv++; *argv != NULL; argv++)
    {
      options = options && strcmp (*argv, "--") != 0;
      if (options && strcmp (*argv, "--cache-dir") == 0 && argv[1] != NULL)
        argv++;
      else if (strcmp (*argv, trace) != 0
               && !(options && (scope_cli_find_word ("--no-cache, --rebuild", *argv) >= 0 || g_str_has_prefix (*argv, "--cache-dir="))))
        g_strv_builder_add (words, *argv);
    }

  return g_strv_builder_end (words);
}

/* A terminal is not commanded by another computer. */
static void
make_plain (char *bytes, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (g_ascii_iscntrl (bytes[i]) && bytes[i] != '\n' && bytes[i] != '\t')
      bytes[i] = ' ';
    else if ((guchar) bytes[i] == 0xc2 && i + 1 < n && (guchar) bytes[i + 1] >= 0x80 && (guchar) bytes[i + 1] < 0xa0)
      bytes[i] = bytes[i + 1] = ' ';
}

static gboolean
print (const char *bytes, gsize n, gpointer data, GError **error)
{
  g_autofree char *plain = isatty (STDOUT_FILENO) == 1 ? g_memdup2 (bytes, n) : NULL;

  if (plain != NULL)
    make_plain (plain, n);
  for (const char *at = plain != NULL ? plain : bytes; n > 0;)
    {
      gssize done = write (STDOUT_FILENO, at, n);

      if (done < 0 && errno != EINTR)
        return scope_fail (error, g_io_error_from_errno (errno), "the output could not be written: %s", g_strerror (errno));
      at += MAX (done, 0);
      n -= (gsize) MAX (done, 0);
    }
  return TRUE;
}

static void
notify_progress (double fraction, gpointer data)
{
  g_atomic_int_set (&((ScopeCli *) data)->permille, (gint) (fraction * 1000));
}

static void
notify_line (const char *lost, gpointer data)
{
  fprintf (stderr, "lanescope-cli: %s\n", lost != NULL ? lost : "the connection is there again");
}

/* What was said there, as it would have been here. */
static void
tell (const char *said)
{
  g_autofree char *valid = g_utf8_make_valid (said, -1), *plain = scope_plain_text (valid, "\n\t");

  fputs (plain, stderr);
}

gboolean
scope_cli_run_there (ScopeCli *cli, const ScopeCliCommand *command, const char *const *argv, int *ret_status)
{
  g_auto (GStrv) words = words_for_there (cli, command, argv);
  g_autofree char *said = NULL;
  GError *error = NULL;
  ScopeFar *far;
  gboolean ok = FALSE;

  scope_cli_begin (cli);
  far = scope_far_open (only_trace (cli, command), notify_progress, cli, cli->cancellable, &error);
  scope_cli_end_progress (cli);
  if (far != NULL)
    {
      scope_far_set_told (far, notify_line, NULL, NULL);
      ok = scope_far_run (far, (const char *const *) words, print, NULL, cli->cancellable, ret_status, &said, &error);
      scope_far_free (far);
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED) && far != NULL)
    {
      g_error_free (error);
      scope_cli_end (cli);
      return FALSE;
    }
  if (!ok)
    {
      *ret_status = scope_cli_close (cli, error);
      return TRUE;
    }
  tell (said);
  if (*ret_status > SCOPE_CLI_NOT_YET)
    {
      fprintf (stderr, "lanescope-cli: the command has ended there before it was done\n");
      *ret_status = SCOPE_CLI_UNREADABLE;
    }
  scope_cli_close (cli, NULL);
  return TRUE;
}

/* --- there --- */

/* Whether it is what may run; its words are parsed as this program's own. */
static gboolean
may_run (const ScopeCliCommand *command, const char *const *words, const char *path)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  ScopeCli cli = { 0 };
  const char *trace;
  gpointer options;
  int status;
  gboolean ok;

  for (; *words != NULL; words++)
    g_ptr_array_add (argv, (gpointer) *words);
  g_ptr_array_add (argv, (gpointer) path);
  g_ptr_array_add (argv, NULL);
  options = scope_cli_parse (&cli, command, (int) argv->len - 1, (char **) argv->pdata, &status);
  if (options == NULL)
    {
      scope_cli_close (&cli, NULL);
      return FALSE;
    }
  trace = only_trace (&cli, command);
  ok = trace != NULL && strcmp (trace, path) == 0 && !names_file (command, options) && !cli.no_cache && !cli.rebuild && cli.cache_dir == NULL;
  scope_cli_free_options (command, options);
  scope_cli_close (&cli, NULL);

  return ok;
}

GStrv
scope_cli_words_there (const char *const *words, const char *path, gpointer data, GError **error)
{
  const ScopeCli *serve = data;
  const ScopeCliCommand *command = NULL;
  g_autoptr (GStrvBuilder) all = g_strv_builder_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (there); i++)
    if (strcmp (there[i]->name, words[0]) == 0)
      command = there[i];
  if (command == NULL || !may_run (command, words, path))
    return scope_fail_null (error, G_IO_ERROR_INVALID_ARGUMENT, "that is no command that runs here for others");
  g_strv_builder_add (all, words[0]);
  if (serve->no_cache)
    g_strv_builder_add (all, "--no-cache");
  else if (serve->cache_dir != NULL && *serve->cache_dir != '\0')
    g_strv_builder_add_many (all, "--cache-dir", serve->cache_dir, NULL);
  g_strv_builder_addv (all, (const char **) words + 1);
  g_strv_builder_add (all, path);

  return g_strv_builder_end (all);
}
