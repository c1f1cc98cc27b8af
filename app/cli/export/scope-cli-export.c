/* scope-cli-export.c: `lanescope-cli export --view VIEW`: which view is to be drawn into a file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-views.h"

#include <string.h>

static const ScopeCliCommand *const views[] = {
  &scope_cli_export_timeline, /* the default */
  &scope_cli_export_message_graph,
  &scope_cli_export_process_tree,
  &scope_cli_export_message_matrix,
  &scope_cli_export_migration,
  &scope_cli_export_band,
  &scope_cli_export_overview,
  &scope_cli_export_mailbox,
  &scope_cli_export_iterations,
  &scope_cli_export_compare,
  &scope_cli_export_compare_calls,
  &scope_cli_export_call_graph,
  &scope_cli_export_flame,
  &scope_cli_export_heap,
  &scope_cli_export_locks,
  &scope_cli_export_coherence,
};

/* What --view says, the last time it is said; NULL if it is not. */
static const char *
find_view (int argc, char **argv)
{
  const char *view = NULL;

  for (int i = 1; i < argc && strcmp (argv[i], "--") != 0; i++)
    if (strcmp (argv[i], "--view") == 0 && i + 1 < argc)
      view = argv[++i];
    else if (g_str_has_prefix (argv[i], "--view="))
      view = argv[i] + strlen ("--view=");
  return view;
}

static int
export (ScopeCli *cli, int argc, char **argv)
{
  const char *view = find_view (argc, argv);
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *meant = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      if (view == NULL || strcmp (view, views[i]->name) == 0)
        return scope_cli_run (cli, views[i], argc, argv);
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", views[i]->name);
    }
  meant = scope_cli_guess_word (names->str, view);
  return scope_cli_usage ("export", "--view %s: there is %s.%s", view, names->str, meant);
}

const ScopeCliCommand scope_cli_export = { "export", "a picture of the timeline or another view: PNG, SVG, PDF; or a page that a browser pans", export };
