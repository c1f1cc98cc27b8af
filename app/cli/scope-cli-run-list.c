/* scope-cli-run-list.c: `lanescope-cli runs`: the runs that were looked at before, newest first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-command.h"

#include "io/index/scope-run-list.h"

#include <string.h>
#include <unistd.h>

#define SHOWN_DIGITS 8 /* of the digest, in text */

static const char *
state_word (const ScopeRunFacts *facts)
{
  switch (facts->source)
    {
    case SCOPE_RUN_SOURCE_THERE:
      return "there";
    case SCOPE_RUN_SOURCE_CHANGED:
      return "changed";
    case SCOPE_RUN_SOURCE_GONE:
      return "gone";
    case SCOPE_RUN_SOURCE_UNKNOWN:
    default:
      return NULL;
    }
}

/* --- as a table for programs --- */

static char *
iso_date (gint64 date)
{
  g_autoptr (GDateTime) time = date > 0 ? g_date_time_new_from_unix_utc (date / G_USEC_PER_SEC) : NULL;

  return time != NULL ? g_date_time_format (time, "%Y-%m-%dT%H:%M:%SZ") : NULL;
}

static void
put_row (ScopeCsv *csv, ScopeRun *run)
{
  const ScopeRunFacts *facts = scope_run_facts (run);
  static const char *const runtimes[] = { "GHC", "Eden", "Erlang", "simulation" };
  g_autofree char *date = iso_date (facts->date), *path = NULL;

  scope_csv_text (csv, facts->digest);
  scope_csv_text (csv, facts->program != NULL ? facts->program : facts->title);
  scope_csv_text (csv, facts->arguments);
  scope_csv_text (csv, date);
  scope_csv_integer (csv, facts->duration_ns);
  scope_csv_text (csv, runtimes[facts->runtime]);
  scope_csv_unsigned (csv, facts->machines);
  scope_csv_unsigned (csv, facts->processors);
  scope_csv_unsigned (csv, facts->events);
  if (facts->paths[0] != NULL)
    path = g_filename_display_name (facts->paths[0]);
  scope_csv_text (csv, path);
  scope_csv_unsigned (csv, facts->source_bytes);
  scope_csv_text (csv, state_word (facts));
  scope_csv_text (csv, facts->index_path);
  scope_csv_unsigned (csv, facts->index_bytes);
  scope_csv_unsigned (csv, facts->pinned);
  scope_csv_unsigned (csv, facts->streamed);
  scope_csv_end_row (csv);
}

/* --- as text for people --- */

static void
append_cell (GString *out, const char *text, guint width)
{
  glong n = g_utf8_strlen (text, -1);

  if (n > (glong) width)
    {
      g_autofree char *cut = g_utf8_substring (text, 0, width - 1);

      g_string_append_printf (out, "%s…", cut);
      n = width;
    }
  else
    g_string_append (out, text);
  g_string_append_printf (out, "%*s", (int) (width - n) + 2, "");
}

static gboolean
print_text (GPtrArray *runs, GError **error)
{
  g_autoptr (GString) out = g_string_new ("run       date                 duration   program           file                  arguments\n");

  for (guint i = 0; i < runs->len; i++)
    {
      const ScopeRunFacts *facts = scope_run_facts (runs->pdata[i]);
      g_autofree char *digits = g_strndup (facts->digest, SHOWN_DIGITS), *date = scope_run_dup_date (runs->pdata[i]);
      g_autofree char *duration = scope_run_dup_duration (runs->pdata[i]);
      g_autofree char *file = facts->paths[0] != NULL ? g_filename_display_basename (facts->paths[0]) : NULL;

      append_cell (out, digits, SHOWN_DIGITS);
      append_cell (out, date, 19);
      append_cell (out, facts->events > 0 ? duration : "", 9);
      append_cell (out, g_strcmp0 (facts->title, file) != 0 ? facts->title : "", 16);
      append_cell (out, file != NULL ? file : "", 20);
      append_cell (out, facts->arguments != NULL ? facts->arguments : "", 40);
      if (facts->source == SCOPE_RUN_SOURCE_GONE || facts->source == SCOPE_RUN_SOURCE_CHANGED)
        g_string_append_printf (out, "(trace file %s)", state_word (facts));
      if (facts->streamed)
        g_string_append (out, "(followed, kept in the cache)");
      while (out->len > 0 && out->str[out->len - 1] == ' ')
        g_string_truncate (out, out->len - 1);
      g_string_append_c (out, '\n');
    }
  return scope_cli_print (out->str, error);
}

/* --- the command --- */

typedef struct
{
  gboolean pin, unpin, remove;
  char *search;
} Options;

static char *
check (ScopeCli *cli, gpointer data)
{
  const Options *options = data;
  gboolean change = options->pin || options->unpin || options->remove;

  if (options->pin + options->unpin + options->remove > 1)
    return g_strdup ("--pin, --unpin and --remove: one of them");
  if (change && cli->arguments == NULL)
    return g_strdup ("which runs?");
  if (!change && cli->arguments != NULL)
    return g_strdup_printf ("what is to be done with %s? --pin, --unpin or --remove", cli->arguments[0]);
  return NULL;
}

static gboolean
change_runs (ScopeCli *cli, GPtrArray *runs, const Options *options, GError **error)
{
  for (char **name = cli->arguments; name != NULL && *name != NULL; name++)
    {
      const char *digits = g_str_has_prefix (*name, "run:") ? *name + strlen ("run:") : *name;
      ScopeRun *run = scope_run_list_find (runs, digits, error);

      if (run == NULL || ((options->pin || options->unpin) && !scope_run_pin (run, options->pin, error))
          || (options->remove && !scope_run_remove (run, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
print_runs (ScopeCli *cli, GPtrArray *runs, const char *search, GError **error)
{
  g_autoptr (GPtrArray) shown = g_ptr_array_new ();
  ScopeCsv *csv;

  for (guint i = 0; i < runs->len; i++)
    if (scope_run_matches (runs->pdata[i], search))
      g_ptr_array_add (shown, runs->pdata[i]);
  if (scope_cli_wants_text (cli))
    return print_text (shown, error);
  csv = scope_cli_table (cli, "run,program,arguments,date,duration_ns,runtime,machines,processors,events,path,source_bytes,"
                              "source,index_path,index_bytes,pinned,streamed");
  for (guint i = 0; i < shown->len; i++)
    put_row (csv, shown->pdata[i]);
  return scope_csv_close (csv, error);
}

static gboolean
run (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  g_autofree char *folder = scope_cli_cache_folder (cli);
  g_autoptr (GPtrArray) runs = scope_run_list_read (folder, NULL, error);

  if (runs == NULL)
    return FALSE;
  return cli->arguments != NULL ? change_runs (cli, runs, options, error) : print_runs (cli, runs, options->search, error);
}

const ScopeCliCommand scope_cli_runs = {
  .name = "runs",
  .about = "the runs that were looked at before, whatever became of their files",
  .takes = SCOPE_CLI_TAKES_TEXT | SCOPE_CLI_TAKES_NOTHING | SCOPE_CLI_READS_NONE | SCOPE_CLI_OPENS_ITSELF,
  .usage = "[RUN…]",
  .summary = "Lists the runs that were looked at before, newest first.",
  .description = "A RUN is the first digits of a run's number. Wherever a command takes a TRACE it takes “run:DIGITS”, too:\n"
                 "what was kept of that run, whatever became of its trace file.",
  .options = (const ScopeCliOption[]) {
    { "search", G_OPTION_ARG_STRING, offsetof (Options, search),
      "Only runs with these words in program, arguments, path or date", "WORDS" },
    { "pin", G_OPTION_ARG_NONE, offsetof (Options, pin), "What is kept of the RUNs stays when the cache is full" },
    { "unpin", G_OPTION_ARG_NONE, offsetof (Options, unpin), "It need not stay any longer" },
    { "remove", G_OPTION_ARG_NONE, offsetof (Options, remove), "Removes what is kept of the RUNs (never a trace's own files, but what came over a pipe)" },
    { NULL } },
  .size = sizeof (Options),
  .check = check,
  .run = run,
};
