/* scope-cli-dump-notes.c: `dump notes`: what people wrote beside the trace, in the window, or by `watch`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"

#include "io/files/scope-notes-file.h"
#include "model/trace/document/scope-notes.h"

gboolean
scope_cli_dump_notes (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  const char *digest = scope_import_digest (cli->import);
  g_autofree char *path = digest != NULL ? scope_notes_file_path (digest) : NULL;
  g_autoptr (ScopeNotes) notes = scope_notes_new ();
  g_autoptr (GError) local = NULL;
  g_autofree char *text = NULL;
  gsize n = 0;

  text = path != NULL ? scope_notes_file_read (path, &n, &local) : NULL;
  if (local != NULL || (text != NULL && !scope_notes_add_text (notes, text, (gssize) n, cli->tick_ps, NULL, &local)))
    {
      g_propagate_prefixed_error (error, g_steal_pointer (&local), "%s: ", path);
      return FALSE;
    }
  for (guint i = 0; i < scope_notes_get_n (notes); i++)
    {
      ScopeNote *note = scope_notes_get (notes, i);
      gint64 from = scope_note_get_from (note), to = scope_note_get_to (note);

      /* One at a time is in the range that begins with it, and not in the one that ends there. */
      if (from >= cli->to || to < cli->from || (to == cli->from && from < to))
        continue;
      scope_cli_time (cli, csv, from);
      scope_cli_time (cli, csv, to);
      scope_csv_text (csv, scope_note_colour_name (scope_note_get_colour (note)));
      scope_csv_text (csv, scope_note_get_text (note));
      scope_csv_end_row (csv);
    }
  return TRUE;
}
