/* scope-cli-runs.c: see scope-cli-runs.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/common/scope-cli-runs.h"

typedef struct
{
  ScopeCli *cli;
  char **paths;
} Runs;

static ScopeTrace *
open_run (gpointer data, guint run, GCancellable *cancellable, GError **error)
{
  Runs *runs = data;

  return scope_cli_open_run (runs->cli, runs->paths[run], error);
}

static ScopeRunSet *
read_runs (ScopeCli *cli, char **paths, gboolean parts, const char *mark, GError **error)
{
  Runs *runs = g_new0 (Runs, 1);
  g_autoptr (ScopeRunSet) set = scope_run_set_new (open_run, runs, g_free);
  g_auto (GStrv) warnings = NULL;

  scope_cli_begin (cli);
  runs->cli = cli;
  runs->paths = paths;
  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autofree char *name = g_filename_display_name (paths[i]);

      scope_run_set_add (set, name);
    }
  if (parts)
    scope_run_set_ask_parts (set, mark);
  if (!scope_run_set_read (set, cli->cancellable, &cli->permille, error))
    return NULL;
  for (guint i = 0; i < scope_run_set_n_runs (set); i++)
    cli->losses += scope_run_set_summary (set, i) != NULL ? scope_run_set_summary (set, i)->losses : 0;
  warnings = scope_run_set_dup_warnings (set, !parts);
  for (guint i = 0; warnings[i] != NULL; i++)
    fprintf (stderr, "lanescope-cli: %s\n", warnings[i]);
  return g_steal_pointer (&set);
}

ScopeRunSet *
scope_cli_read_runs (ScopeCli *cli, char **paths, GError **error)
{
  return read_runs (cli, paths, FALSE, NULL, error);
}

ScopeRunSet *
scope_cli_read_run_parts (ScopeCli *cli, char **paths, const char *mark, GError **error)
{
  return read_runs (cli, paths, TRUE, mark, error);
}
