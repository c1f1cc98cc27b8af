/* scope-cli-util.c: small things that several commands need: times, ids, ranges, totals.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli.h"

#include "model/trace/document/scope-query-range.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

gboolean
scope_cli_wants_json (ScopeCli *cli)
{
  return cli->json_flag || (cli->format != NULL && strcmp (cli->format, "json") == 0);
}

ScopeCsv *
scope_cli_table (ScopeCli *cli, const char *header)
{
  g_auto (GStrv) columns = g_strsplit (header, ",", -1);

  return scope_csv_new (STDOUT_FILENO, scope_cli_wants_json (cli), (const char *const *)columns,
                        g_strv_length (columns));
}

void
scope_cli_time (ScopeCli *cli, ScopeCsv *csv, gint64 ticks)
{
  scope_csv_time (csv, ticks, cli->tick_ps);
}

void
scope_cli_own_time (ScopeCli *cli, ScopeCsv *csv, ScopeMachine *machine, gint64 ticks)
{
  if (ticks == SCOPE_TIME_MIN || ticks == SCOPE_TIME_MAX)
    scope_csv_empty (csv);
  else
    scope_csv_time (csv, scope_cli_add (ticks, scope_trace_offset (cli->trace, machine)), cli->tick_ps);
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

guint
scope_cli_count_processors (ScopeTrace *trace)
{
  guint n = 0;

  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (trace, m);

      n += scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR);
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
scope_cli_append_ns (ScopeCli *cli, GString *string, gint64 ticks)
{
  __int128 ps = (__int128)ticks * cli->tick_ps;
  gboolean negative = ps < 0;
  guint64 whole, rest;

  if (negative)
    ps = -ps;
  whole = (guint64)(ps / 1000);
  rest = (guint64)(ps % 1000);
  g_string_append_printf (string, "%s%" G_GUINT64_FORMAT, negative ? "-" : "", whole);
  if (rest != 0)
    {
      g_string_append_printf (string, ".%03" G_GUINT64_FORMAT, rest);
      while (string->str[string->len - 1] == '0')
        g_string_truncate (string, string->len - 1);
    }
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

gboolean
scope_cli_print (const char *text, GError **error)
{
  if (fputs (text, stdout) >= 0 && fflush (stdout) == 0)
    return TRUE;
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "the output could not be written: %s",
               g_strerror (errno));
  return FALSE;
}

gint64
scope_cli_add (gint64 a, gint64 b)
{
  return scope_time_add (a, b);
}

void
scope_cli_own_range (ScopeCli *cli, ScopeMachine *machine, gint64 *ret_from, gint64 *ret_to)
{
  gint64 offset = scope_trace_offset (cli->trace, machine);

  *ret_from = scope_cli_add (cli->from, -offset);
  *ret_to = scope_cli_add (cli->to, -offset);
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

ScopeQueryRange
scope_cli_query_range (ScopeCli *cli)
{
  return (ScopeQueryRange){ cli->trace, cli->from, cli->to, cli->cancellable, NULL };
}
