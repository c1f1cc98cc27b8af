/* scope-cli-critical-path.c: `lanescope-cli critical-path`, and the same as a table of `dump`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-command.h"

#include "app/cli/analysis/scope-cli-critical-path.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-format.h"
#include "model/base/scope-json.h"
#include "model/trace/analysis/scope-critical-path.h"

#include <string.h>

typedef struct
{
  char *to;
} Options;

/* --- where it ends --- */

/* The first mark of that text: its thread, and when. FALSE: there is none, or with error. */
static gboolean
find_mark (ScopeTrace *trace, const char *text, ScopeTaskId *ret_task, gint64 *ret_time, GError **error)
{
  *ret_time = SCOPE_TIME_MAX;
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (trace, m);
      GError *local = NULL;

      SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_MARKS], SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, &local)
        {
          g_autofree char *said = row[SCOPE_MARK_THREAD] != SCOPE_TABLE_NULL && row[SCOPE_MARK_TIME] + machine->offset < *ret_time
                                      ? scope_machine_text (machine, (guint64) row[SCOPE_MARK_TEXT], &local)
                                      : NULL;

          if (local != NULL)
            break;
          if (g_strcmp0 (said, text) != 0)
            continue;
          *ret_task = (ScopeTaskId) { m, (guint32) row[SCOPE_MARK_THREAD] };
          *ret_time = row[SCOPE_MARK_TIME] + machine->offset;
        }
      if (!scope_passed (local, error))
        return FALSE;
    }
  return *ret_time < SCOPE_TIME_MAX;
}

/* "thread:1/3@5ms", or a mark. */
static gboolean
parse_to (ScopeCli *cli, const char *to, ScopeTaskId *ret_task, gint64 *ret_time, GError **error)
{
  const char *at = strrchr (to, '@');
  g_autofree char *name = at != NULL ? g_strndup (to, (gsize) (at - to)) : NULL;
  ScopeLaneId lane;
  GError *local = NULL;

  if (at != NULL && scope_cli_parse_ns (cli, at + 1, ret_time) && scope_trace_parse_lane (cli->trace, name, &lane, NULL))
    {
      ScopeMachine *machine = scope_trace_machine (cli->trace, lane.machine);

      *ret_task = (ScopeTaskId) { lane.machine, lane.index };
      if (lane.kind == SCOPE_KIND_PROCESS) /* one of Erlang's is a thread of the same id */
        {
          g_autofree char *id = scope_machine_entity_id (machine, SCOPE_KIND_PROCESS, lane.index);

          ret_task->thread = scope_machine_find_entity (machine, SCOPE_KIND_THREAD, id);
        }
      if ((lane.kind == SCOPE_KIND_THREAD || lane.kind == SCOPE_KIND_PROCESS) && ret_task->thread != SCOPE_NONE)
        return TRUE;
    }
  if (find_mark (cli->trace, to, ret_task, ret_time, &local))
    return TRUE;
  if (local != NULL)
    g_propagate_error (error, local);
  else
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 "--to %s: there is no such mark; it takes the text of a mark, or LANE@TIME, for instance thread:1/3@5ms", to);
  return FALSE;
}

static ScopeCriticalPath *
read_path (ScopeCli *cli, const char *to, GError **error)
{
  const ScopeQueryRange within = { .trace = cli->trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .cancellable = cli->cancellable };
  g_autoptr (ScopeDerived) derived = to == NULL ? scope_cli_derive (cli, error) : NULL;
  ScopeTaskId task;
  gint64 time;

  if (to == NULL)
    return derived != NULL ? scope_derived_read_path (derived, &within, error) : NULL;
  if (!parse_to (cli, to, &task, &time, error))
    return NULL;
  return scope_critical_path_read (cli->trace, task, time, cli->cancellable, error);
}

/* --- segments --- */

static void
put_segment (ScopeCli *cli, ScopeCsv *csv, const ScopeCriticalPath *path, const ScopePathSegment *segment)
{
  ScopeMachine *machine
      = scope_task_is_nobody (segment->task) ? NULL : scope_trace_machine (cli->trace, segment->task.machine);

  scope_csv_text (csv, scope_path_kind_name (segment->kind));
  scope_cli_integer (csv, machine != NULL ? (gint64) machine->number : SCOPE_TABLE_NULL);
  if (machine != NULL)
    {
      scope_cli_entity (csv, machine, SCOPE_KIND_PROCESS,
                        scope_machine_entity (machine, SCOPE_KIND_THREAD, segment->task.thread)->process);
      scope_cli_entity (csv, machine, SCOPE_KIND_THREAD, segment->task.thread);
    }
  else
    scope_cli_empty (csv, 2);
  scope_csv_text (csv, segment->kind == SCOPE_PATH_RUNNING ? g_ptr_array_index (path->labels, segment->label) : NULL);
  scope_cli_time (cli, csv, segment->from);
  scope_cli_time (cli, csv, segment->to);
  scope_csv_end_row (csv);
}

static gboolean
put_segments (ScopeCli *cli, ScopeCsv *csv, const ScopeCriticalPath *path, GError **error)
{
  gint64 from, to;

  scope_cli_trace_range (cli, &from, &to);
  for (guint i = 0; i < path->segments->len; i++)
    {
      ScopePathSegment segment = g_array_index (path->segments, ScopePathSegment, i);

      if (i % 4096 == 0 && scope_cli_interrupted (cli, error))
        return FALSE;
      segment.from = MAX (segment.from, from);
      segment.to = MIN (segment.to, to);
      if (segment.to > segment.from)
        put_segment (cli, csv, path, &segment);
    }
  return TRUE;
}

gboolean
scope_cli_put_critical_path (ScopeCli *cli, const char *to, ScopeCsv *csv, GError **error)
{
  g_autoptr (ScopeCriticalPath) path = read_path (cli, to, error);

  return path != NULL && put_segments (cli, csv, path, error);
}

static void
put_entity (ScopeJson *json, const char *key, ScopeMachine *machine, ScopeKind kind, guint32 index)
{
  g_autofree char *id
      = machine != NULL && index != SCOPE_NONE && index < scope_machine_n_entities (machine, kind) ? scope_machine_entity_id (machine, kind, index) : NULL;

  scope_json_text (json, key, id);
}

static gboolean
print_json (ScopeCli *cli, const ScopeCriticalPath *path, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  ScopeJson json = { .out = out, .form = SCOPE_JSON_LINES };

  scope_json_begin (&json, NULL, '{');
  scope_json_begin (&json, "shares", '{');
  for (guint k = 0; k < SCOPE_N_PATH_KINDS; k++)
    scope_json_time (&json, scope_path_kind_name ((ScopePathKind) k), path->shares[k], cli->tick_ps);
  scope_json_end (&json);
  scope_json_begin (&json, "segments", '[');
  SCOPE_EACH (const ScopePathSegment, segment, path->segments)
    {
      ScopeMachine *machine
          = scope_task_is_nobody (segment->task) ? NULL : scope_trace_machine (cli->trace, segment->task.machine);
      guint32 thread = segment->task.thread;

      scope_json_begin (&json, NULL, '{');
      scope_json_text (&json, "kind", scope_path_kind_name (segment->kind));
      if (machine != NULL)
        scope_json_unsigned (&json, "machine", machine->number);
      else
        scope_json_text (&json, "machine", NULL);
      put_entity (&json, "process", machine, SCOPE_KIND_PROCESS,
                  machine != NULL ? scope_machine_entity (machine, SCOPE_KIND_THREAD, thread)->process : SCOPE_NONE);
      put_entity (&json, "thread", machine, SCOPE_KIND_THREAD, thread);
      scope_json_text (&json, "label",
                       segment->kind == SCOPE_PATH_RUNNING ? g_ptr_array_index (path->labels, segment->label) : NULL);
      scope_json_time (&json, "start_ns", segment->from, cli->tick_ps);
      scope_json_time (&json, "end_ns", segment->to, cli->tick_ps);
      scope_json_end (&json);
    }
  scope_json_end (&json);
  scope_json_end (&json);
  return scope_cli_print (out->str, error);
}

/* --- in words: what the path is made of --- */

typedef struct
{
  ScopeTaskId task;
  guint32 label;
  ScopePathKind kind;
  gint64 time;
} Share;

SCOPE_COMPARE_BY (compare_who, Share, SCOPE_UP (kind) SCOPE_UP (task.machine) SCOPE_UP (task.thread) SCOPE_UP (label))

static gint
compare_time (gconstpointer a, gconstpointer b)
{
  const Share *x = a, *y = b;

  return x->time != y->time ? (x->time > y->time ? -1 : 1) : compare_who (a, b);
}

/* Of each task, label and kind, the most first. */
static GArray *
sum_shares (const ScopeCriticalPath *path)
{
  GArray *shares = g_array_new (FALSE, FALSE, sizeof (Share));
  guint n = 0;

  SCOPE_EACH (const ScopePathSegment, segment, path->segments)
    {
      const Share share = { segment->task, segment->label, segment->kind, segment->to - segment->from };

      g_array_append_val (shares, share);
    }
  g_array_sort (shares, compare_who);
  for (guint i = 0; i < shares->len; i++)
    if (n > 0 && compare_who (&g_array_index (shares, Share, n - 1), &g_array_index (shares, Share, i)) == 0)
      g_array_index (shares, Share, n - 1).time += g_array_index (shares, Share, i).time;
    else
      g_array_index (shares, Share, n++) = g_array_index (shares, Share, i);
  g_array_set_size (shares, n);
  g_array_sort (shares, compare_time);
  return shares;
}

#define MOST_SHARES 20u

static gboolean
print_text (ScopeCli *cli, const ScopeCriticalPath *path, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GArray) shares = sum_shares (path);
  gint64 whole = 0;
  g_autofree char *length = NULL;

  for (guint k = 0; k < SCOPE_N_PATH_KINDS; k++)
    whole += path->shares[k];
  length = scope_format_duration ((double) whole, cli->tick_ps);
  g_string_append_printf (out, "%u segment%s, %s\n\n", path->segments->len, path->segments->len == 1 ? "" : "s", length);
  for (guint i = 0; i < MIN (shares->len, MOST_SHARES); i++)
    {
      const Share *share = &g_array_index (shares, Share, i);
      g_autofree char *part = scope_format_share ((double) share->time / (double) whole),
                      *time = scope_format_duration ((double) share->time, cli->tick_ps), *title = NULL;
      const char *label = g_ptr_array_index (path->labels, share->label);

      if (!scope_task_is_nobody (share->task))
        title = scope_trace_lane_title (cli->trace, (ScopeLaneId) { share->task.machine, SCOPE_KIND_THREAD, share->task.thread });
      scope_cli_append_right (out, part, 8);
      scope_cli_append_right (out, time, 12);
      g_string_append (out, "  ");
      scope_cli_append_left (out, scope_path_kind_name (share->kind), title != NULL ? 22 : 0);
      g_string_append_printf (out, "%s%s%s\n", title != NULL ? title : "", *label != '\0' ? ": " : "", label);
    }
  if (shares->len > MOST_SHARES)
    g_string_append_printf (out, "          and %u more\n", shares->len - MOST_SHARES);
  return scope_cli_print (out->str, error);
}

static gboolean
run (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  g_autoptr (ScopeCriticalPath) path = read_path (cli, options->to, error);
  ScopeCsv *csv;

  if (path == NULL)
    return FALSE;
  if (scope_cli_wants_json (cli))
    return print_json (cli, path, error);
  if (scope_cli_wants_text (cli))
    return print_text (cli, path, error);
  csv = scope_cli_table (cli, SCOPE_CLI_CRITICAL_PATH_HEADER);
  return scope_cli_close_table (csv, put_segments (cli, csv, path, error), error);
}

const ScopeCliCommand scope_cli_critical_path = {
  .name = "critical-path",
  .about = "the chain of events that set how long the run took",
  .takes = SCOPE_CLI_TAKES_TEXT,
  .usage = "TRACE…",
  .summary = "Goes back from the end of the run along who made whom ready, and tells what the way is made of.",
  .options = (const ScopeCliOption[]) {
    { "to", G_OPTION_ARG_STRING, offsetof (Options, to),
      "Back from the first mark of this text, or from a thread at a time: thread:1/3@5ms", "MARK|LANE@TIME" },
    { NULL } },
  .size = sizeof (Options),
  .run = run,
};
