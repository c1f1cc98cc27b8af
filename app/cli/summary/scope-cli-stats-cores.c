/* scope-cli-stats-cores.c: `stats` of a simulation: what its cores executed, and what they waited for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/summary/scope-cli-stats.h"

#include "model/base/scope-format.h"
#include "model/trace/calipers/scope-calipers.h"
#include "model/trace/document/scope-recorded.h"

static gint64
cycles_of (ScopeCli *cli, const ScopeCalipersCore *core, gint64 ticks)
{
  return core->period > 0 ? (gint64)((__int128)ticks * cli->tick_ps / core->period) : 0;
}

static void
write_value (ScopeCsv *csv, const char *group, const char *name, gint64 value)
{
  scope_csv_text (csv, "cores");
  scope_csv_text (csv, group);
  scope_csv_text (csv, name);
  scope_cli_empty (csv, 9);
  scope_cli_integer (csv, value);
  scope_csv_end_row (csv);
}

static void
write_core (ScopeCli *cli, ScopeCsv *csv, const ScopeCalipers *calipers, const ScopeCalipersCore *core, gboolean sum)
{
  g_autofree char *group = sum ? g_strdup ("") : scope_trace_format_lane (cli->trace, core->lane);

  if (calipers->has_insts)
    write_value (csv, group, "instructions", (gint64)core->insts_most);
  if (core->period > 0)
    write_value (csv, group, "cycles", cycles_of (cli, core, core->alive));
  for (guint k = 0; calipers->has_hits && k < SCOPE_N_HITS; k++)
    write_value (csv, group, scope_hit_name (k), scope_trace_has_hits (cli->trace, k) ? (gint64)core->hits[k] : SCOPE_TABLE_NULL);
}

static void
append_number (GString *out, const char *before, guint64 n, const char *what)
{
  g_autofree char *text = scope_format_count (n);

  g_string_append_printf (out, "%s%s %s", before, text, what);
}

static void
print_core (ScopeCli *cli, GString *out, const ScopeCalipers *calipers, const ScopeCalipersCore *core, const char *title)
{
  static const char *const words[SCOPE_N_HITS]
      = { "L1D misses", "L1I misses", "L2 misses", "upgrades", "barriers", "long instructions" };
  gint64 cycles = cycles_of (cli, core, core->alive);
  guint n = 0;

  g_string_append_printf (out, "%-28s", title);
  if (calipers->has_insts)
    append_number (out, "", core->insts_most, "instructions");
  if (cycles > 0)
    append_number (out, calipers->has_insts ? ", " : "", (guint64)cycles, "cycles");
  if (cycles > 0 && core->insts_most > 0)
    g_string_append_printf (out, " (%.2f each)", (double)cycles / (double)core->insts_most);
  for (guint k = 0; k < SCOPE_N_HITS; k++)
    if (core->hits[k] > 0)
      {
        g_autofree char *before = n++ > 0 ? g_strdup (", ") : g_strdup_printf ("\n%-28s", "");

        append_number (out, before, core->hits[k], words[k]);
      }
  g_string_append_c (out, '\n');
}

gboolean
scope_cli_stats_cores (ScopeCli *cli, ScopeStatBy by, ScopeCsv *csv, GString *out, GError **error)
{
  ScopeQueryRange within = scope_cli_query_range (cli);
  g_autoptr (ScopeCalipers) calipers = NULL;

  if (scope_trace_runtime (cli->trace) != SCOPE_RUNTIME_SIMULATION || (by != SCOPE_STAT_BY_NOTHING && by != SCOPE_STAT_BY_PROCESSOR))
    return TRUE;
  calipers = scope_calipers_read (&within, SCOPE_CALIPERS_EXACT, error);
  if (calipers == NULL)
    return FALSE;
  if (!calipers->has_insts && !calipers->has_hits)
    return TRUE;
  for (guint i = 0; i < (by == SCOPE_STAT_BY_PROCESSOR ? calipers->n_cores : 1); i++)
    {
      gboolean sum = by != SCOPE_STAT_BY_PROCESSOR;
      const ScopeCalipersCore *core = sum ? &calipers->sum : &calipers->cores[i];
      g_autofree char *title = sum ? g_strdup ("Executed") : scope_trace_lane_title (cli->trace, core->lane);

      if (csv != NULL)
        write_core (cli, csv, calipers, core, sum);
      else
        print_core (cli, out, calipers, core, title);
    }
  return TRUE;
}
