/* scope-cli-dump-profiles.c: `dump heap-samples`, `heap-bands`, `profile-samples` and `cost-centres`: what GHC's profilers recorded.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"
#include "app/cli/common/scope-cli-rows.h"

#include "model/base/scope-fail.h"
#include "model/trace/profile/scope-profile.h"
#include "model/trace/profile/scope-ticks.h"

/* --- what there is --- */

/* A profile has bands from its first sample on; those of the heap and of time may both be there. */
static gboolean
has_profile (ScopeTrace *trace, gboolean time)
{
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    SCOPE_EACH_ROW (row, scope_trace_machine (trace, m)->tables[SCOPE_TABLE_BANDS], SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, NULL)
      if (scope_profile_is_of_code ((guint) row[SCOPE_BAND_PROFILE]) == time)
        return TRUE;
  return FALSE;
}

const char *
scope_cli_why_no_heap_profile (ScopeTrace *trace)
{
  return has_profile (trace, FALSE) ? NULL
                                    : "no profile of the heap was recorded: +RTS -l -hT does, and of a program built with -prof -hc, -hm, -hy, -hr, …";
}

const char *
scope_cli_why_no_time_profile (ScopeTrace *trace)
{
  return has_profile (trace, TRUE) ? NULL : "no profile of time was recorded: build the program with -prof, and run it with +RTS -l -p; or link it with "
                                     "ghc-stack-profiler";
}

/* --- rows --- */

/* Names of the bands of the machines that rows come from. */
typedef struct
{
  GArray **bands; /* by machine; NULL: not read yet */
  guint n;
} Names;

static void
names_init (Names *names, ScopeCli *cli)
{
  names->n = scope_trace_n_machines (cli->trace);
  names->bands = g_new0 (GArray *, names->n);
}

static void
names_clear (Names *names)
{
  for (guint m = 0; m < names->n; m++)
    g_clear_pointer (&names->bands[m], g_array_unref);
  g_free (names->bands);
}

static GArray *
names_of (Names *names, ScopeMachine *machine, GError **error)
{
  if (names->bands[machine->index] == NULL)
    names->bands[machine->index] = scope_bands_read (machine, error);
  return names->bands[machine->index];
}

/* Empty for the whole. */
static void
write_name (ScopeCsv *csv, GArray *bands, gint64 place)
{
  g_autofree char *name = scope_band_name (bands, (guint32) place);

  scope_csv_text (csv, place > 0 ? name : NULL);
}

static void
write_heap_sample (ScopeCli *cli, ScopeMachine *machine, const gint64 *row, GArray *bands, ScopeCsv *csv)
{
  scope_cli_own_time (cli, csv, machine, row[SCOPE_BAND_SAMPLE_TIME]);
  scope_csv_unsigned (csv, machine->number);
  scope_csv_text (csv, scope_profile_name ((guint) row[SCOPE_BAND_SAMPLE_PROFILE]));
  write_name (csv, bands, row[SCOPE_BAND_SAMPLE_BAND]);
  scope_csv_integer (csv, row[SCOPE_BAND_SAMPLE_VALUE]);
  scope_csv_end_row (csv);
}

/* What the processor does then, or the thread whose stack it is; FALSE if that is not known. */
static gboolean
interval_at (ScopeMachine *machine, const gint64 *row, ScopeInterval *ret_interval)
{
  gint64 processor = row[SCOPE_BAND_SAMPLE_PROCESSOR], thread = row[SCOPE_BAND_SAMPLE_VALUE];
  ScopeKind kind = row[SCOPE_BAND_SAMPLE_PROFILE] == SCOPE_PROFILE_STACK ? SCOPE_KIND_THREAD : SCOPE_KIND_PROCESSOR;
  guint32 index = SCOPE_NONE;

  if (kind == SCOPE_KIND_THREAD && thread >= 0 && thread < scope_machine_n_entities (machine, kind))
    index = (guint32) thread;
  else if (kind == SCOPE_KIND_PROCESSOR && processor != SCOPE_TABLE_NULL)
    index = scope_machine_find_number (machine, kind, (guint64) processor);
  return index != SCOPE_NONE
         && scope_lane_store_interval_at (machine->lanes, scope_machine_entity (machine, kind, index)->lane, row[SCOPE_BAND_SAMPLE_TIME],
                                          ret_interval, NULL);
}

static void
write_tick (ScopeCli *cli, ScopeMachine *machine, const gint64 *row, GArray *bands, ScopeCsv *csv)
{
  gint64 processor = row[SCOPE_BAND_SAMPLE_PROCESSOR];
  ScopeInterval interval = { .code = SCOPE_CODE_UNKNOWN };
  gboolean known = interval_at (machine, row, &interval);
  gboolean runs = known && scope_code_state (interval.code) == SCOPE_STATE_RUNNING && interval.ref > 0;
  gint64 thread = row[SCOPE_BAND_SAMPLE_PROFILE] == SCOPE_PROFILE_STACK ? row[SCOPE_BAND_SAMPLE_VALUE]
                  : runs                                                ? (gint64) interval.ref - 1
                                                                        : SCOPE_TABLE_NULL;

  scope_cli_own_time (cli, csv, machine, row[SCOPE_BAND_SAMPLE_TIME]);
  scope_csv_unsigned (csv, machine->number);
  scope_cli_integer (csv, processor);
  scope_cli_entity (csv, machine, SCOPE_KIND_THREAD, thread);
  write_name (csv, bands, row[SCOPE_BAND_SAMPLE_BAND]);
  scope_csv_text (csv, known ? scope_state_name (scope_code_state (interval.code)) : NULL);
  scope_csv_text (csv, known ? scope_code_info (interval.code)->reason : NULL);
  scope_csv_end_row (csv);
}

/* `options->what`: TRUE for ticks. */
gboolean
scope_cli_dump_profile_samples (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  g_autoptr (ScopeCliRows) rows = scope_cli_rows_new (cli, SCOPE_TABLE_BAND_SAMPLES);
  GError *local = NULL;
  ScopeMachine *machine;
  const gint64 *row;
  Names names;

  names_init (&names, cli);
  while (local == NULL && (row = scope_cli_rows_next (rows, &machine, &local)) != NULL)
    {
      gboolean tick = scope_profile_is_of_code ((guint) row[SCOPE_BAND_SAMPLE_PROFILE]);
      GArray *bands = tick == (options->what != 0) ? names_of (&names, machine, &local) : NULL;

      if (bands != NULL)
        (tick ? write_tick : write_heap_sample) (cli, machine, row, bands, csv);
    }
  names_clear (&names);
  return scope_passed (local, error);
}

static void
write_source (ScopeCsv *csv, const ScopeBand *band)
{
  scope_csv_text (csv, band != NULL ? band->module : NULL);
  scope_csv_text (csv, band != NULL ? band->location : NULL);
}

static void
write_heap_band (ScopeCli *cli, ScopeMachine *machine, const ScopeBandSum *sum, guint64 n_samples, GArray *bands, ScopeCsv *csv)
{
  const ScopeBand *band = sum->band > 0 ? &g_array_index (bands, ScopeBand, sum->band - 1) : NULL;

  scope_csv_unsigned (csv, machine->number);
  scope_csv_text (csv, scope_profile_name (sum->profile));
  write_name (csv, bands, sum->band);
  write_source (csv, band);
  scope_csv_unsigned (csv, sum->n);
  if (n_samples > 0)
    scope_csv_decimal (csv, (double) sum->sum / (double) n_samples, 1);
  else
    scope_csv_empty (csv);
  scope_csv_integer (csv, sum->most);
  scope_cli_own_time (cli, csv, machine, sum->n > 0 ? sum->most_time : SCOPE_TABLE_NULL);
  scope_csv_integer (csv, sum->last);
  scope_csv_end_row (csv);
}

static void
write_cost_centre (ScopeMachine *machine, const ScopeBandSum *sum, GArray *bands, ScopeCsv *csv)
{
  const ScopeBand *band = &g_array_index (bands, ScopeBand, sum->band - 1);

  scope_csv_unsigned (csv, machine->number);
  write_name (csv, bands, sum->band);
  scope_csv_text (csv, band->text);
  write_source (csv, band);
  scope_csv_integer (csv, sum->sum);
  scope_csv_integer (csv, sum->with_above);
  scope_csv_end_row (csv);
}

gboolean
scope_cli_dump_profile_bands (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  const ScopeQueryRange within = { cli->trace, cli->from, cli->to, cli->cancellable };
  g_autoptr (GArray) sums = scope_profile_sum (&within, error);
  guint64 n_samples = 0;
  GError *local = NULL;
  Names names;

  if (sums == NULL)
    return FALSE;
  names_init (&names, cli);
  for (guint i = 0; i < sums->len && local == NULL; i++)
    {
      const ScopeBandSum *sum = &g_array_index (sums, ScopeBandSum, i);
      ScopeMachine *machine = scope_trace_machine (cli->trace, sum->machine);
      gboolean ticks = scope_profile_is_of_code (sum->profile);
      GArray *bands = names_of (&names, machine, &local);

      if (sum->band == 0)
        n_samples = sum->n;
      if (bands == NULL || ticks != (options->what != 0))
        continue;
      if (!ticks)
        write_heap_band (cli, machine, sum, n_samples, bands, csv);
      else if (sum->band > 0 && sum->profile == scope_ticks_profile (machine))
        write_cost_centre (machine, sum, bands, csv);
    }
  names_clear (&names);
  return scope_passed (local, error);
}
