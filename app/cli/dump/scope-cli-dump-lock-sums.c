/* scope-cli-dump-lock-sums.c: `dump lock-totals`, `lock-functions`, `lock-pairs`, `coherence-lines`, `coherence-pairs`: acquisitions of
 * locks and coherence misses of a range, summed up.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"

#include "model/trace/locks/scope-coherence.h"
#include "model/trace/locks/scope-locks.h"

static void
write_machine (ScopeCli *cli, ScopeCsv *csv, guint32 machine)
{
  scope_csv_unsigned (csv, scope_trace_machine (cli->trace, machine)->number);
}

static void
write_address (ScopeCsv *csv, guint64 address)
{
  g_autofree char *name = scope_lock_name (address);

  scope_csv_text (csv, name);
}

static void
write_function (ScopeCli *cli, ScopeCsv *csv, guint32 machine, guint32 function)
{
  scope_csv_text (csv, function != 0 ? scope_lock_function_name (cli->trace, machine, function) : NULL);
}

gboolean
scope_cli_dump_lock_sums (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  ScopeLocksBy by = (ScopeLocksBy) options->what;
  ScopeQueryRange within = scope_cli_query_range (cli);
  g_autoptr (GArray) sums = scope_locks_sum (&within, by, error);

  for (guint i = 0; sums != NULL && i < sums->len; i++)
    {
      const ScopeLockSum *sum = &g_array_index (sums, ScopeLockSum, i);

      write_machine (cli, csv, sum->machine);
      if (by == SCOPE_LOCKS_BY_LOCK)
        write_address (csv, sum->lock);
      else if (by == SCOPE_LOCKS_BY_FUNCTION)
        {
          write_function (cli, csv, sum->machine, sum->caller);
          write_function (cli, csv, sum->machine, sum->function);
        }
      else
        {
          scope_cli_integer (csv, sum->processor);
          scope_cli_integer (csv, sum->blocked_by);
        }
      scope_csv_unsigned (csv, sum->count);
      scope_csv_unsigned (csv, sum->contended);
      scope_csv_unsigned (csv, sum->attempts);
      scope_cli_time (cli, csv, sum->wait);
      scope_cli_mean (cli, csv, sum->wait, sum->count);
      scope_cli_time (cli, csv, sum->wait_max);
      scope_cli_time (cli, csv, sum->held > 0 ? sum->hold : SCOPE_TABLE_NULL);
      scope_cli_mean (cli, csv, sum->hold, sum->held);
      scope_cli_time (cli, csv, sum->held > 0 ? sum->hold_max : SCOPE_TABLE_NULL);
      if (by != SCOPE_LOCKS_BY_FUNCTION)
        write_function (cli, csv, sum->machine, sum->top_caller);
      if (by != SCOPE_LOCKS_BY_PAIR)
        scope_cli_integer (csv, sum->top_blocker);
      scope_csv_end_row (csv);
    }
  return sums != NULL;
}

gboolean
scope_cli_dump_coherence_sums (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  ScopeCoherencePer per = (ScopeCoherencePer) options->what;
  ScopeQueryRange within = scope_cli_query_range (cli);
  g_autoptr (GArray) sums = scope_coherence_sum (&within, per, error);

  for (guint i = 0; sums != NULL && i < sums->len; i++)
    {
      const ScopeCoherenceSum *sum = &g_array_index (sums, ScopeCoherenceSum, i);
      guint64 known = sum->known_false + sum->known_true;

      write_machine (cli, csv, sum->machine);
      if (per == SCOPE_COHERENCE_PER_LINE)
        write_address (csv, sum->line);
      else
        {
          scope_cli_integer (csv, sum->by_processor);
          write_function (cli, csv, sum->machine, sum->by_function);
          scope_cli_integer (csv, sum->processor);
          write_function (cli, csv, sum->machine, sum->function);
        }
      scope_csv_unsigned (csv, sum->count);
      scope_cli_time (cli, csv, sum->timed > 0 ? sum->latency : SCOPE_TABLE_NULL);
      scope_cli_mean (cli, csv, sum->latency, sum->timed);
      scope_cli_time (cli, csv, sum->timed > 0 ? sum->latency_max : SCOPE_TABLE_NULL);
      scope_cli_integer (csv, known > 0 ? (gint64) sum->known_false : SCOPE_TABLE_NULL);
      scope_cli_integer (csv, known > 0 ? (gint64) sum->known_true : SCOPE_TABLE_NULL);
      scope_csv_end_row (csv);
    }
  return sums != NULL;
}
