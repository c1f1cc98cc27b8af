/* scope-cli-dump-ticky.c: `dump ticky`: how often the code of each closure was entered in a range, and what was allocated.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"

#include "app/cli/common/scope-cli-rows.h"
#include "model/trace/document/scope-recorded.h"

#include "model/trace/document/scope-query-range.h"
#include "model/trace/profile/scope-ticky.h"

const char *
scope_cli_why_no_ticky (ScopeTrace *trace)
{
  return scope_trace_has_rows (trace, SCOPE_TABLE_TICKY_SAMPLES)
             ? NULL
             : "no ticky-ticky counters were recorded: build the program with -ticky -eventlog, and run it with +RTS -lT";
}

static void
write_address (ScopeCsv *csv, guint64 address)
{
  char text[24];

  g_snprintf (text, sizeof text, "0x%" G_GINT64_MODIFIER "x", address);
  scope_csv_text (csv, text);
}

gboolean
scope_cli_dump_ticky (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  const ScopeQueryRange within = { cli->trace, cli->from, cli->to, cli->cancellable };
  g_autoptr (GArray) sums = scope_ticky_sum (&within, error);

  if (sums == NULL)
    return FALSE;
  for (guint i = 0; i < sums->len; i++)
    {
      const ScopeTickySum *sum = &g_array_index (sums, ScopeTickySum, i);

      scope_csv_unsigned (csv, scope_trace_machine (cli->trace, sum->machine)->number);
      write_address (csv, sum->counter);
      scope_csv_text (csv, sum->name);
      scope_cli_integer (csv, sum->arity);
      scope_csv_text (csv, sum->arguments);
      if (sum->info != SCOPE_TABLE_NULL)
        write_address (csv, (guint64) sum->info);
      else
        scope_csv_empty (csv);
      scope_csv_unsigned (csv, sum->n);
      scope_csv_integer (csv, sum->entries);
      scope_csv_integer (csv, sum->allocations);
      scope_csv_integer (csv, sum->allocated);
      scope_csv_end_row (csv);
    }
  return TRUE;
}
