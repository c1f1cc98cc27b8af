/* scope-cli-util.c: small things that several commands need: times, ids, ranges, totals.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli.h"

#include "io/remote/scope-far-link.h"
#include "model/base/scope-align-text.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-parse-time.h"
#include "model/base/scope-plain-text.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

gboolean
scope_cli_wants_json (ScopeCli *cli)
{
  return g_strcmp0 (cli->format, "json") == 0;
}

gboolean
scope_cli_wants_text (ScopeCli *cli)
{
  return g_strcmp0 (cli->format, "text") == 0;
}

static gboolean
write_stdout (const char *bytes, gsize n, gpointer data, GError **error)
{
  while (n > 0)
    {
      gssize done = write (STDOUT_FILENO, bytes, n);

      if (done < 0 && errno != EINTR)
        return scope_fail (error, g_io_error_from_errno (errno), _("Could not write the table: %s"), g_strerror (errno));
      bytes += MAX (done, 0);
      n -= (gsize) MAX (done, 0);
    }
  return TRUE;
}

static ScopeCsvFormat
format_of (ScopeCli *cli)
{
  return scope_cli_wants_json (cli) ? SCOPE_CSV_JSON : scope_cli_wants_text (cli) ? SCOPE_CSV_ALIGNED : SCOPE_CSV_COMMAS;
}

GArray *
scope_cli_parse_lanes (ScopeCli *cli, const char *text, guint kinds, GError **error)
{
  g_auto (GStrv) names = g_strsplit (text, ",", -1);
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (ScopeLaneId));

  for (char **name = names; *name != NULL; name++)
    {
      ScopeLaneId lane;

      if (!scope_trace_parse_lane (cli->trace, g_strstrip (*name), &lane, error))
        return NULL;
      if ((kinds & (1u << lane.kind)) == 0)
        return scope_fail_null (error, G_IO_ERROR_INVALID_ARGUMENT, "%s is a lane of a kind that cannot be chosen here", *name);
      g_array_append_val (lanes, lane);
    }
  return g_steal_pointer (&lanes);
}

ScopeCsv *
scope_cli_table (ScopeCli *cli, const char *header)
{
  g_auto (GStrv) columns = g_strsplit (header, ",", -1);

  return scope_csv_new (format_of (cli), (const char *const *) columns, g_strv_length (columns), write_stdout, NULL);
}

gboolean
scope_cli_report_table (ScopeCli *cli, ScopeReportTable *table, GError **error)
{
  guint n = scope_report_table_n_rows (table);

  return scope_csv_close (scope_report_table_write (table, NULL, n, TRUE, format_of (cli), write_stdout, NULL), error);
}

void
scope_cli_append_rows (ScopeReportTable *table, const guint *rows, guint n, GString *out)
{
  g_autofree char *text = scope_report_table_to_text (table, rows, n);
  guint columns = 0;
  ScopeAlignText *align;

  for (guint c = 0; c < scope_report_table_n_columns (table); c++)
    columns += !scope_report_table_column (table, c)->hidden;
  align = scope_align_text_new (columns);
  scope_align_text_add (align, text, strlen (text), out);
  scope_align_text_end (align, out);
  scope_align_text_free (align);
}

gboolean
scope_cli_close_table (ScopeCsv *csv, gboolean ok, GError **error)
{
  return scope_csv_close (csv, ok ? error : NULL) && ok;
}

void
scope_cli_time (ScopeCli *cli, ScopeCsv *csv, gint64 ticks)
{
  if (ticks == SCOPE_TABLE_NULL)
    scope_csv_empty (csv);
  else
    scope_csv_time (csv, ticks, cli->tick_ps);
}

void
scope_cli_mean (ScopeCli *cli, ScopeCsv *csv, gint64 ticks, guint64 n)
{
  if (n == 0)
    scope_csv_empty (csv);
  else
    scope_csv_decimal (csv, (double) ticks / (double) n * (double) cli->tick_ps / 1000, 3);
}

void
scope_cli_own_time (ScopeCli *cli, ScopeCsv *csv, ScopeMachine *machine, gint64 ticks)
{
  if (machine == NULL || ticks == SCOPE_TIME_MIN || ticks == SCOPE_TIME_MAX)
    scope_csv_empty (csv);
  else
    scope_csv_time (csv, scope_time_add (ticks, scope_trace_offset (cli->trace, machine)), cli->tick_ps);
}

void
scope_cli_empty (ScopeCsv *csv, guint n)
{
  for (guint i = 0; i < n; i++)
    scope_csv_empty (csv);
}

void
scope_cli_integer (ScopeCsv *csv, gint64 value)
{
  if (value == SCOPE_TABLE_NULL)
    scope_csv_empty (csv);
  else
    scope_csv_integer (csv, value);
}

void
scope_cli_entity (ScopeCsv *csv, ScopeMachine *machine, ScopeKind kind, gint64 index)
{
  if (index < 0 || index >= scope_machine_n_entities (machine, kind))
    {
      scope_csv_empty (csv);
      return;
    }
  g_autofree char *id = scope_machine_entity_id (machine, kind, (guint32)index);
  scope_csv_text (csv, id);
}

void
scope_cli_processor (ScopeCsv *csv, ScopeMachine *machine, guint32 index)
{
  gboolean known = index < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR);

  scope_cli_integer (csv, known ? (gint64) scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, index)->number : SCOPE_TABLE_NULL);
}

guint
scope_cli_count_processors (ScopeTrace *trace)
{
  guint n = 0;

  SCOPE_EACH_MACHINE (machine, trace)
    {
      for (guint32 p = 0; p < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR); p++)
        n += !scope_machine_is_gc_track (machine, p);
      if (scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG && scope_machine_find_processor (machine, 0) != SCOPE_NONE)
        n--;
    }

  return n;
}

void
scope_cli_append_count (GString *string, guint64 n, const char *one, const char *many)
{
  g_string_append_printf (string, "%" G_GUINT64_FORMAT " %s", n, n == 1 ? one : many);
}

void
scope_cli_append_left (GString *out, const char *text, guint width)
{
  g_string_append (out, text);
  for (glong n = g_utf8_strlen (text, -1); n < (glong)width; n++)
    g_string_append_c (out, ' ');
}

void
scope_cli_append_right (GString *out, const char *text, guint width)
{
  for (glong n = g_utf8_strlen (text, -1); n < (glong)width; n++)
    g_string_append_c (out, ' ');
  g_string_append (out, text);
}

SCOPE_COMPARE_POINTERS_BY (compare_texts, char, SCOPE_COMPARE (strcmp (x, y), 0);)

char **
scope_cli_sorted (GHashTable *set)
{
  guint n;
  g_autofree char **keys = (char **) g_hash_table_get_keys_as_array (set, &n);

  qsort (keys, n, sizeof *keys, compare_texts);
  return g_strdupv (keys);
}

gboolean
scope_cli_print (const char *text, GError **error)
{
  g_autofree char *plain = scope_plain_text (text, "\n\t");

  if (fputs (plain, stdout) >= 0 && fflush (stdout) == 0)
    return TRUE;
  return scope_fail (error, g_io_error_from_errno (errno), "the output could not be written: %s", g_strerror (errno));
}

/* --- ranges and totals --- */

/* All of `text`, in ns if it does not say a unit: to the picosecond then, since nothing finer is told. */
static gboolean
parse_ns (const char *text, __int128 *ret_ps)
{
  const char *end, *point = strchr (text, '.');

  return scope_parse_time (text, "ns", &end, ret_ps) && *end == '\0'
         && (point == NULL || strlen (point) <= strlen (".123") || !g_ascii_isdigit (end[-1]));
}

char *
scope_cli_check_range (ScopeCli *cli)
{
  __int128 from = 0, to = 0;

  if ((cli->from_text != NULL && !parse_ns (cli->from_text, &from)) || (cli->to_text != NULL && !parse_ns (cli->to_text, &to)))
    return g_strdup ("--from and --to take a time: 5ms, 1.25s, 730us; without a unit it is in ns");
  if (cli->from_text != NULL && cli->to_text != NULL && from > to)
    return g_strdup_printf ("--from %s is later than --to %s", cli->from_text, cli->to_text);
  return NULL;
}

/* A time that falls between two ticks means the later one: the range is half-open. */
static gint64
ns_to_ticks (const char *text, gint64 tick_ps)
{
  __int128 ps = 0, ticks;

  parse_ns (text, &ps);
  ticks = ps / tick_ps;
  if (ticks * tick_ps < ps)
    ticks++;
  if (ticks > SCOPE_TIME_MAX - 1)
    return SCOPE_TIME_MAX - 1;
  if (ticks < SCOPE_TIME_MIN + 1)
    return SCOPE_TIME_MIN + 1;
  return (gint64)ticks;
}

gboolean
scope_cli_parse_ns (ScopeCli *cli, const char *text, gint64 *ret_ticks)
{
  __int128 ps;

  if (!parse_ns (text, &ps))
    return FALSE;
  *ret_ticks = ns_to_ticks (text, MAX (cli->tick_ps, 1));
  return TRUE;
}

void
scope_cli_set_range (ScopeCli *cli)
{
  cli->tick_ps = MAX (scope_trace_tick_ps (cli->trace), 1);
  scope_trace_set_local_time (cli->trace, cli->local_time);
  cli->from = cli->from_text != NULL ? ns_to_ticks (cli->from_text, cli->tick_ps) : SCOPE_TIME_MIN;
  cli->to = cli->to_text != NULL ? ns_to_ticks (cli->to_text, cli->tick_ps) : SCOPE_TIME_MAX;
  cli->ranged = cli->from_text != NULL || cli->to_text != NULL;
}

gboolean
scope_cli_parse_lane (ScopeCli *cli, const char *text, ScopeLaneId *ret_lane, GError **error)
{
  g_autoptr (GError) local = NULL;

  if (scope_trace_parse_lane (cli->trace, text, ret_lane, &local))
    return TRUE;
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, local->message);
  return FALSE;
}

ScopeQueryRange
scope_cli_query_range (ScopeCli *cli)
{
  return (ScopeQueryRange) { .trace = cli->trace, .from = cli->from, .to = cli->to, .cancellable = cli->cancellable };
}

void
scope_cli_own_range (ScopeCli *cli, ScopeMachine *machine, gint64 *ret_from, gint64 *ret_to)
{
  gint64 offset = scope_trace_offset (cli->trace, machine);

  *ret_from = scope_time_add (cli->from, -offset);
  *ret_to = scope_time_add (cli->to, -offset);
}

void
scope_cli_trace_range (ScopeCli *cli, gint64 *ret_from, gint64 *ret_to)
{
  scope_trace_range (cli->trace, ret_from, ret_to);
  if (cli->from != SCOPE_TIME_MIN)
    *ret_from = cli->from;
  if (cli->to != SCOPE_TIME_MAX)
    *ret_to = cli->to;
}

gboolean
scope_cli_lane_totals (
    ScopeCli *cli, ScopeMachine *machine, guint32 lane, gint64 totals[SCOPE_N_STATES], GError **error)
{
  gint64 from, to;

  memset (totals, 0, SCOPE_N_STATES * sizeof *totals);
  if (!cli->ranged)
    {
      scope_lane_store_totals (machine->lanes, lane, totals);
      return TRUE;
    }
  scope_cli_own_range (cli, machine, &from, &to);
  if (from >= to)
    return TRUE;
  return scope_lane_store_range_totals (machine->lanes, lane, from, to, totals, error);
}

gboolean
scope_cli_totals (ScopeCli *cli, ScopeLaneId id, gint64 totals[SCOPE_N_STATES], GError **error)
{
  ScopeMachine *machine = scope_trace_machine (cli->trace, id.machine);
  guint32 lane = scope_trace_lane (cli->trace, id);
  g_autofree guint32 *lanes = NULL;
  guint n = 0;

  if (lane != SCOPE_NONE)
    return scope_cli_lane_totals (cli, machine, lane, totals, error);

  memset (totals, 0, SCOPE_N_STATES * sizeof *totals);
  lanes = scope_trace_summed_lanes (cli->trace, id, &n);
  for (guint i = 0; i < n; i++)
    {
      gint64 one[SCOPE_N_STATES];
      if (!scope_cli_lane_totals (cli, machine, lanes[i], one, error))
        return FALSE;
      for (guint s = 0; s < SCOPE_N_STATES; s++)
        totals[s] += one[s];
    }
  return TRUE;
}

const char *
scope_cli_end_name (guint end)
{
  return end == SCOPE_END_FINISHED ? "finished" : end == SCOPE_END_KILLED ? "killed" : "open";
}

char *
scope_cli_only_here (ScopeCli *cli, const char *why)
{
  for (char **path = cli->arguments; path != NULL && *path != NULL; path++)
    if (scope_far_is_uri (*path))
      return g_strdup_printf ("%s: that lies on another computer, and %s: run this there, by ssh", *path, why);

  return NULL;
}
