/* scope-cli-watch-json.c: the summary that `watch --json` leaves: what the trace is, where its time went, how
 * following went and ended, what became of the program.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/summary/scope-cli-stats.h"
#include "app/cli/watch/scope-cli-watch.h"
#include "model/base/scope-each.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* Wall time at trace time 0 in ns since 1970. */
static gboolean
find_epoch (ScopeTrace *trace, gint64 *ret_epoch)
{
  ScopeMachine *machine = scope_trace_n_machines (trace) > 0 ? scope_trace_machine (trace, 0) : NULL;
  const char *text = machine != NULL ? scope_machine_find_info (machine, "wall_clock") : NULL;
  char *end;
  gint64 seconds, ns = 0;

  if (text == NULL)
    return FALSE;
  seconds = g_ascii_strtoll (text, &end, 10);
  if (end == text || seconds < 0 || seconds > G_MAXINT64 / 1000000000 - 1)
    return FALSE;
  if (*end == '.' && strlen (end) == 10)
    ns = g_ascii_strtoll (end + 1, NULL, 10);
  *ret_epoch = seconds * 1000000000 + ns
               - (gint64)((double)scope_trace_offset (trace, machine) * (double)scope_trace_tick_ps (trace) / 1000);
  return TRUE;
}

gint64
scope_watch_note_time (ScopeTrace *trace, const ScopeWatchNote *note)
{
  gint64 first, last, epoch, time = note->known;

  scope_trace_range (trace, &first, &last);
  if (find_epoch (trace, &epoch))
    time = (gint64)((double)(note->real * 1000 - epoch) * 1000 / (double)MAX (scope_trace_tick_ps (trace), 1));
  return CLAMP (time, first, MAX (last, first));
}

/* --- where the time went --- */

typedef struct
{
  ScopeJson *json;
  gint64 tick_ps;
} Totals;

static void
add_total (const ScopeStat *stat, gboolean first_of_group, gpointer data)
{
  const Totals *totals = data;
  ScopeJson *json = totals->json;

  scope_json_begin (json, NULL, '{');
  scope_json_text (json, "section", stat->section);
  scope_json_text (json, "group", stat->group);
  scope_json_text (json, "name", stat->name);
  scope_json_time (json, "total_ns", stat->spread.total, totals->tick_ps);
  scope_json_decimal (json, "share", stat->share, 6);
  scope_json_unsigned (json, "count", stat->spread.count);
  scope_json_time (json, "longest_ns", stat->spread.longest, totals->tick_ps);
  scope_json_end (json);
}

static gboolean
append_collections (ScopeJson *json, const ScopeQueryRange *within, gint64 tick_ps, GError **error)
{
  g_auto (ScopeCollections) collections = { 0 };

  if (!scope_statistics_collections (within, &collections, error))
    return FALSE;
  scope_json_begin (json, "collections", '{');
  scope_json_unsigned (json, "count", collections.all.spread.count);
  scope_json_time (json, "total_ns", collections.all.spread.total, tick_ps);
  scope_json_time (json, "longest_ns", collections.all.spread.longest, tick_ps);
  scope_json_integer (json, "copied_bytes", collections.all.copied);
  scope_json_decimal (json, "productivity", scope_statistics_productivity (&collections), 6);
  scope_json_end (json);
  return TRUE;
}

/* --- how it was followed --- */

static const char *
end_name (ScopeLiveEnd end)
{
  static const char *const names[] = { NULL,        "end mark", "closed", "stopped", "closed without an end mark",
                                       "writer gone", "truncated", "replaced", "deleted", "failed" };

  return (guint)end < G_N_ELEMENTS (names) ? names[end] : NULL;
}

/* The least number of ms that `permille` of the samples do not exceed. */
static guint
latency (const ScopeWatch *watch, guint64 all, guint permille)
{
  guint64 sum = 0;

  for (guint ms = 0; ms <= SCOPE_WATCH_LATENCIES; ms++)
    {
      sum += watch->latencies[ms];
      if (sum * 1000 >= all * permille)
        return ms;
    }
  return SCOPE_WATCH_LATENCIES;
}

static void
append_latency (ScopeJson *json, const ScopeWatch *watch)
{
  guint64 samples = 0;

  for (guint ms = 0; ms <= SCOPE_WATCH_LATENCIES; ms++)
    samples += watch->latencies[ms];
  if (samples == 0)
    {
      scope_json_text (json, "latency_ms", NULL);
      return;
    }
  scope_json_begin (json, "latency_ms", '{');
  scope_json_unsigned (json, "p50", latency (watch, samples, 500));
  scope_json_unsigned (json, "p99", latency (watch, samples, 990));
  scope_json_unsigned (json, "longest", latency (watch, samples, 1000));
  scope_json_end (json);
}

static void
append_following (ScopeJson *json, ScopeWatch *watch)
{
  ScopeLiveFacts facts;
  g_autofree char *message = scope_live_dup_message (watch->live);
  double seconds;
  struct rusage usage;

  scope_live_get_facts (watch->live, &facts);
  seconds = (double)(facts.ended > 0 ? facts.ended - facts.started : 0) / 1e6;
  /* What the program put its logs into when it ended is whole. */
  scope_json_text (json, "source", watch->archive != NULL ? watch->archive : facts.source);
  scope_json_text (json, "ended", end_name (watch->archive != NULL ? SCOPE_LIVE_END_MARK : facts.end));
  scope_json_text (json, "message", watch->archive != NULL ? NULL : message);
  scope_json_decimal (json, "seconds", seconds, 6);
  scope_json_unsigned (json, "bytes", facts.bytes);
  scope_json_decimal (json, "events_per_second", seconds > 0 ? (double)facts.events / seconds : 0, 1);
  scope_json_decimal (json, "bytes_per_second", seconds > 0 ? (double)facts.bytes / seconds : 0, 1);
  scope_json_unsigned (json, "late_blocks", facts.n_late);
  scope_json_boolean (json, "read_again", facts.remade);
  append_latency (json, watch);
  getrusage (RUSAGE_SELF, &usage);
  scope_json_unsigned (json, "peak_memory_bytes", (guint64)usage.ru_maxrss * 1024);
  scope_json_decimal (json, "processor_seconds",
                      (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
                          + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6,
                      3);
}

/* -1: it is not known, or was not so. */
static void
append_number (ScopeJson *json, const char *name, int value)
{
  if (value < 0)
    scope_json_text (json, name, NULL);
  else
    scope_json_integer (json, name, value);
}

static void
append_program (ScopeJson *json, const ScopeCliProgram *program)
{
  if (program->argv == NULL)
    {
      scope_json_text (json, "child", NULL);
      return;
    }
  scope_json_begin (json, "child", '{');
  scope_json_begin (json, "arguments", '[');
  for (guint i = 0; program->argv[i] != NULL; i++)
    scope_json_text (json, NULL, program->argv[i]);
  scope_json_end (json);
  append_number (json, "status", program->ended && WIFEXITED (program->status) ? WEXITSTATUS (program->status) : -1);
  append_number (json, "signal", program->ended && WIFSIGNALED (program->status) ? WTERMSIG (program->status) : -1);
  scope_json_boolean (json, "asked_to_end", program->asked);
  scope_json_end (json);
}

static void
append_notes (ScopeJson *json, ScopeCli *cli, ScopeWatch *watch)
{
  scope_json_begin (json, "notes", '[');
  SCOPE_EACH (const ScopeWatchNote, note, watch->notes)
    {
      scope_json_begin (json, NULL, '{');
      scope_json_time (json, "time_ns", scope_watch_note_time (cli->trace, note), cli->tick_ps);
      scope_json_text (json, "text", note->text);
      scope_json_end (json);
    }
  scope_json_end (json);
}

char *
scope_watch_dup_json (ScopeCli *cli, ScopeWatch *watch, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  ScopeJson json = { out, SCOPE_JSON_LINES };
  ScopeQueryRange within = scope_cli_query_range (cli);

  scope_cli_info_begin (cli, &json);
  append_following (&json, watch);
  append_program (&json, &watch->program);
  append_notes (&json, cli, watch);
  scope_json_begin (&json, "totals", '[');
  if (!scope_statistics_states (&within, SCOPE_STAT_BY_NOTHING, FALSE, add_total, &(Totals) { &json, cli->tick_ps }, error))
    return NULL;
  scope_json_end (&json);
  if (!append_collections (&json, &within, cli->tick_ps, error))
    return NULL;
  scope_cli_info_end (cli, &json);
  return g_string_free (g_steal_pointer (&out), FALSE);
}
