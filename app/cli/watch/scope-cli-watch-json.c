/* scope-cli-watch-json.c: the summary that `watch --json` leaves: what the trace is, where its time went, how
 * following went and ended, what became of the program.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/summary/scope-cli-stats.h"
#include "app/cli/watch/scope-cli-watch.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

typedef struct
{
  ScopeCli *cli;
  GString *out;
  gboolean first;
} Json;

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

static void
append_name (GString *out, const char *indent, const char *name)
{
  g_string_append (out, indent);
  scope_json_append_string (out, name);
  g_string_append (out, ": ");
}

static void
append_text (GString *out, const char *name, const char *text)
{
  append_name (out, "  ", name);
  if (text != NULL)
    scope_json_append_string (out, text);
  else
    g_string_append (out, "null");
  g_string_append (out, ",\n");
}

/* --- where the time went --- */

static void
add_total (const ScopeStat *stat, gboolean first_of_group, gpointer data)
{
  Json *json = data;

  g_string_append (json->out, json->first ? "\n    {\"section\": " : ",\n    {\"section\": ");
  json->first = FALSE;
  scope_json_append_string (json->out, stat->section);
  g_string_append (json->out, ", \"group\": ");
  scope_json_append_string (json->out, stat->group);
  g_string_append (json->out, ", \"name\": ");
  scope_json_append_string (json->out, stat->name);
  g_string_append (json->out, ", \"total_ns\": ");
  scope_cli_append_ns (json->cli, json->out, stat->spread.total);
  g_string_append_printf (json->out, ", \"share\": %.6f, \"count\": %" G_GUINT64_FORMAT ", \"longest_ns\": ",
                          stat->share, stat->spread.count);
  scope_cli_append_ns (json->cli, json->out, stat->spread.longest);
  g_string_append_c (json->out, '}');
}

static gboolean
append_collections (Json *json, const ScopeQueryRange *within, GError **error)
{
  ScopeCollections collections;
  gboolean ok = scope_statistics_collections (within, &collections, error);

  if (ok)
    {
      g_string_append_printf (json->out, "  \"collections\": {\"count\": %" G_GUINT64_FORMAT ", \"total_ns\": ",
                              collections.all.spread.count);
      scope_cli_append_ns (json->cli, json->out, collections.all.spread.total);
      g_string_append (json->out, ", \"longest_ns\": ");
      scope_cli_append_ns (json->cli, json->out, collections.all.spread.longest);
      g_string_append_printf (json->out, ", \"copied_bytes\": %" G_GINT64_FORMAT ", \"productivity\": %.6f},\n",
                              collections.all.copied, scope_statistics_productivity (&collections));
    }
  scope_statistics_collections_clear (&collections);
  return ok;
}

/* --- how it was followed --- */

static const char *
end_name (ScopeLiveEnd end)
{
  static const char *const names[] = { NULL,        "end mark", "stopped", "writer gone",
                                       "truncated", "replaced", "deleted", "failed" };

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
append_following (GString *out, ScopeWatch *watch)
{
  ScopeLiveFacts facts;
  g_autofree char *message = scope_live_dup_message (watch->live);
  double seconds;
  guint64 samples = 0;
  struct rusage usage;

  scope_live_get_facts (watch->live, &facts);
  seconds = (double)(facts.ended > 0 ? facts.ended - facts.started : 0) / 1e6;
  for (guint ms = 0; ms <= SCOPE_WATCH_LATENCIES; ms++)
    samples += watch->latencies[ms];
  /* What the program put its logs into when it ended is whole. */
  append_text (out, "source", watch->archive != NULL ? watch->archive : facts.source);
  append_text (out, "ended", end_name (watch->archive != NULL ? SCOPE_LIVE_END_MARK : facts.end));
  append_text (out, "message", watch->archive != NULL ? NULL : message);
  g_string_append_printf (out, "  \"seconds\": %.6f,\n  \"bytes\": %" G_GUINT64_FORMAT ",\n", seconds, facts.bytes);
  g_string_append_printf (out, "  \"events_per_second\": %.1f,\n  \"bytes_per_second\": %.1f,\n",
                          seconds > 0 ? (double)facts.events / seconds : 0,
                          seconds > 0 ? (double)facts.bytes / seconds : 0);
  g_string_append_printf (out, "  \"late_blocks\": %u,\n  \"read_again\": %s,\n", facts.n_late,
                          facts.remade ? "true" : "false");
  if (samples > 0)
    g_string_append_printf (out, "  \"latency_ms\": {\"p50\": %u, \"p99\": %u, \"longest\": %u},\n",
                            latency (watch, samples, 500), latency (watch, samples, 990),
                            latency (watch, samples, 1000));
  else
    g_string_append (out, "  \"latency_ms\": null,\n");
  getrusage (RUSAGE_SELF, &usage);
  g_string_append_printf (out, "  \"peak_memory_bytes\": %" G_GUINT64_FORMAT ",\n", (guint64)usage.ru_maxrss * 1024);
  g_string_append_printf (out, "  \"processor_seconds\": %.3f,\n",
                          (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
                              + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6);
}

static void
append_program (GString *out, const ScopeCliProgram *program)
{
  if (program->argv == NULL)
    {
      g_string_append (out, "  \"child\": null,\n");
      return;
    }
  g_string_append (out, "  \"child\": {\"arguments\": [");
  for (guint i = 0; program->argv[i] != NULL; i++)
    {
      g_autofree char *text = g_utf8_make_valid (program->argv[i], -1);

      g_string_append (out, i > 0 ? ", " : "");
      scope_json_append_string (out, text);
    }
  g_string_append (out, "], \"status\": ");
  if (program->ended && WIFEXITED (program->status))
    g_string_append_printf (out, "%d", WEXITSTATUS (program->status));
  else
    g_string_append (out, "null");
  g_string_append (out, ", \"signal\": ");
  if (program->ended && WIFSIGNALED (program->status))
    g_string_append_printf (out, "%d", WTERMSIG (program->status));
  else
    g_string_append (out, "null");
  g_string_append_printf (out, ", \"asked_to_end\": %s},\n", program->asked ? "true" : "false");
}

static void
append_notes (Json *json, ScopeWatch *watch)
{
  g_string_append (json->out, "  \"notes\": [");
  for (guint i = 0; i < watch->notes->len; i++)
    {
      const ScopeWatchNote *note = &g_array_index (watch->notes, ScopeWatchNote, i);

      g_string_append (json->out, i > 0 ? ",\n    {\"time_ns\": " : "\n    {\"time_ns\": ");
      scope_cli_append_ns (json->cli, json->out, scope_watch_note_time (json->cli->trace, note));
      g_string_append (json->out, ", \"text\": ");
      scope_json_append_string (json->out, note->text);
      g_string_append_c (json->out, '}');
    }
  g_string_append (json->out, watch->notes->len > 0 ? "\n  ],\n" : "],\n");
}

char *
scope_watch_dup_json (ScopeCli *cli, ScopeWatch *watch, GError **error)
{
  g_autoptr (GString) more = g_string_new (NULL);
  Json json = { cli, more, TRUE };
  ScopeQueryRange within = scope_cli_query_range (cli);

  append_following (more, watch);
  append_program (more, &watch->program);
  append_notes (&json, watch);
  g_string_append (more, "  \"totals\": [");
  if (!scope_statistics_states (&within, SCOPE_STAT_BY_NOTHING, add_total, &json, error))
    return NULL;
  g_string_append (more, json.first ? "],\n" : "\n  ],\n");
  if (!append_collections (&json, &within, error))
    return NULL;
  return scope_cli_info_json (cli, more->str);
}
