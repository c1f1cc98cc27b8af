/* scope-cli-stats-text.c: `stats` for people, who read it over ssh: columns that line up, units always
 * printed, at most 100 characters wide, the runtime's own words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/summary/scope-cli-stats.h"

#include "model/scene/statistics/scope-statistics-sparks.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-format.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/statistics/scope-utilisations.h"

#include <string.h>

#define NAME_WIDTH 26
#define FLUSH_AT 65536

/* --- words and numbers --- */

/* 1.352 s, 57.8 ms, 107 µs, 850 ns; with finer ticks 1.333 ns, 333 ps */
static char *
duration (ScopeCli *cli, double ticks)
{
  double ns = ticks * (double)cli->tick_ps / 1000;
  static const struct
  {
    double ns;
    const char *unit;
  } units[] = { { 1e9, "s" }, { 1e6, "ms" }, { 1e3, "µs" }, { 1, "ns" } };

  guint n = cli->tick_ps < 1000 ? G_N_ELEMENTS (units) : G_N_ELEMENTS (units) - 1;

  for (guint i = 0; i < n; i++)
    if (ns >= units[i].ns * 0.9995)
      {
        double v = ns / units[i].ns;
        return g_strdup_printf ("%.*f %s", v < 10 ? 3 : v < 100 ? 2 : v < 1000 ? 1 : 0, v, units[i].unit);
      }
  return ns > 0 && cli->tick_ps < 1000 ? g_strdup_printf ("%.0f ps", ns * 1000) : g_strdup_printf ("%.0f ns", ns);
}

static char *
size (double bytes)
{
  static const char *const units[] = { "B", "kB", "MB", "GB", "TB" };
  guint u = 0;

  while (bytes >= 999.5 && u + 1 < G_N_ELEMENTS (units))
    {
      bytes /= 1000;
      u++;
    }
  return g_strdup_printf ("%.*f %s", u == 0 || bytes >= 100 ? 0 : 1, bytes, units[u]);
}

static void
append_duration (ScopeCli *cli, GString *out, double ticks, guint width)
{
  g_autofree char *text = duration (cli, ticks);

  scope_cli_append_right (out, text, width);
}

static void
append_number (GString *out, guint64 value, guint width)
{
  g_autofree char *text = scope_format_count (value);

  scope_cli_append_right (out, text, width);
}

static void
append_share (GString *out, double share, guint width)
{
  g_autofree char *text
      = share > 0 && share < 0.0005 ? g_strdup ("<0.1 %") : g_strdup_printf ("%.1f %%", share * 100);

  scope_cli_append_right (out, text, width);
}

/* --- the table of states --- */

typedef struct
{
  ScopeCli *cli;
  GString *out;
  GError *error;
} Text;

static const char *
heading_of (ScopeCli *cli, const char *group)
{
  static const char *const kinds[] = { "machines", "processors", "processes", "threads" };

  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    if (strcmp (group, kinds[kind]) == 0)
      {
        const char *label = scope_trace_kind_label (cli->trace, (ScopeKind)kind, TRUE);
        return label != NULL ? label : group;
      }
  return group;
}

static void
append_heading (GString *out, const char *title)
{
  scope_cli_append_left (out, title, NAME_WIDTH);
  g_string_append (out, "   share      total      count       mean     median        99%    longest\n");
}

static void
append_percentile (ScopeCli *cli, GString *out, const ScopeSpread *spread, guint i, guint width)
{
  g_autofree char *text = duration (cli, (double)spread->percentiles[i]);
  g_autofree char *marked = spread->estimated[i] ? g_strconcat ("≈ ", text, NULL) : g_steal_pointer (&text);

  scope_cli_append_right (out, marked, width);
}

static void
append_row (ScopeCli *cli, GString *out, const char *name, const ScopeSpread *spread, double share)
{
  g_string_append (out, "  ");
  scope_cli_append_left (out, name, NAME_WIDTH - 2);
  append_share (out, share, 8);
  append_duration (cli, out, (double)spread->total, 11);
  append_number (out, spread->count, 11);
  append_duration (cli, out, spread->count > 0 ? (double)spread->total / (double)spread->count : 0, 11);
  append_percentile (cli, out, spread, 0, 11);
  append_percentile (cli, out, spread, 2, 11);
  append_duration (cli, out, (double)spread->longest, 11);
  g_string_append_c (out, '\n');
}

static void
print_stat (const ScopeStat *stat, gboolean first_of_group, gpointer data)
{
  Text *text = data;
  ScopeCli *cli = text->cli;
  const char *name = stat->name;

  if (first_of_group)
    append_heading (text->out, heading_of (cli, stat->group));
  if (strcmp (stat->section, "states") == 0)
    name = scope_trace_state_label (cli->trace, stat->state);
  append_row (cli, text->out, name, &stat->spread, stat->share);
  if (text->out->len >= FLUSH_AT && text->error == NULL)
    {
      scope_cli_print (text->out->str, &text->error);
      g_string_truncate (text->out, 0);
    }
}

/* --- the lines around it --- */

static guint64
count_entities (ScopeTrace *trace, ScopeKind kind)
{
  guint64 n = 0;

  if (kind == SCOPE_KIND_MACHINE)
    return scope_trace_n_machines (trace);
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    n += kind == SCOPE_KIND_PROCESSOR ? scope_machine_n_processors (scope_trace_machine (trace, m))
                                      : scope_machine_n_entities (scope_trace_machine (trace, m), kind);
  return n;
}

static void
append_count (ScopeCli *cli, GString *out, guint64 n, ScopeKind kind)
{
  g_autofree char *count = scope_format_count (n);
  const char *label = scope_trace_kind_label (cli->trace, kind, n != 1);
  g_autofree char *word
      = label == NULL || kind == SCOPE_KIND_PROCESSOR ? g_strdup (label) : g_utf8_strdown (label, -1);

  if (n > 0 && word != NULL)
    g_string_append_printf (out, " · %s %s", count, word);
}

static void
append_title (ScopeCli *cli, GString *out)
{
  ScopeTrace *trace = cli->trace;
  gboolean eden = scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN;
  g_autofree char *events = scope_format_count (scope_trace_n_events (trace));
  const char *title = scope_trace_title (trace);
  gint64 from, to;

  scope_cli_trace_range (cli, &from, &to);
  g_string_append (out, *title != '\0' ? title : "(no name)");
  append_count (cli, out, count_entities (trace, eden ? SCOPE_KIND_MACHINE : SCOPE_KIND_PROCESSOR),
                eden ? SCOPE_KIND_MACHINE : SCOPE_KIND_PROCESSOR);
  append_count (cli, out, count_entities (trace, SCOPE_KIND_PROCESS), SCOPE_KIND_PROCESS);
  if (scope_trace_runtime (trace) != SCOPE_RUNTIME_ERLANG) /* there they are the processes */
    append_count (cli, out, count_entities (trace, SCOPE_KIND_THREAD), SCOPE_KIND_THREAD);
  g_string_append_printf (out, " · %s event%s · ", events, scope_trace_n_events (trace) == 1 ? "" : "s");
  append_duration (cli, out, to > from ? (double)to - (double)from : 0, 0);
  g_string_append_c (out, '\n');
}

/* The nonmoving collector's: what it did beside the program, and for what it stopped it. */
static void
append_concurrent (ScopeCli *cli, GString *out, const ScopeCollections *collections)
{
  gboolean first = TRUE;

  for (guint p = 0; p < SCOPE_N_CONCURRENT_PHASES; p++)
    {
      const ScopeSpread *spread = &collections->concurrent[p];

      if (spread->count == 0)
        continue;
      if (first)
        append_heading (out, "Concurrent GC");
      first = FALSE;
      append_row (cli, out, scope_concurrent_name (p), spread,
                  collections->elapsed > 0 ? (double)spread->total / (double)collections->elapsed : 0);
    }
}

static void
append_collections (ScopeCli *cli, GString *out, const ScopeCollections *collections)
{
  guint64 parallel = 0;

  if (collections->all.spread.count == 0)
    return;
  append_heading (out, "Collections");
  for (guint g = 0; g < collections->n_generations; g++)
    {
      const ScopeSpread *spread = &collections->generation[g].spread;
      g_autofree char *name = g_strdup_printf ("generation %u", g);
      parallel += collections->generation[g].parallel;
      if (spread->count > 0)
        append_row (cli, out, name, spread,
                    collections->elapsed > 0 ? (double)spread->total / (double)collections->elapsed : 0);
    }
  if (scope_trace_runtime (cli->trace) == SCOPE_RUNTIME_ERLANG)
    return; /* processes collect each for itself: nobody else stops */
  scope_cli_append_left (out, "Productivity", NAME_WIDTH);
  append_share (out, scope_statistics_productivity (collections), 8);
  g_string_append (out, "  of the time not stopped for GC");
  if (parallel > 0)
    {
      g_string_append (out, "; ");
      append_number (out, parallel, 0);
      g_string_append (out, " parallel");
      if (collections->has_balance && collections->all.total_copied > 0)
        g_string_append_printf (out, ", balance %.2f %%", scope_statistics_balance (&collections->all) * 100);
    }
  if (collections->all.sync > 0)
    {
      g_string_append (out, "; waiting to stop ");
      append_duration (cli, out, (double)collections->all.sync, 0);
    }
  g_string_append_c (out, '\n');
}

/* What was sampled: levels, of which the greatest is told; of several schedulers, of one of them. */
static void
append_samples (GString *out, const ScopeCounters *counters)
{
  guint n = 0;

  for (guint c = SCOPE_COUNTER_RUN_QUEUE; c < SCOPE_N_COUNTERS; c++)
    if (counters->present[c])
      {
        const char *name = scope_counter_name (c);
        g_autofree char *value = (c >= SCOPE_COUNTER_MEM_TOTAL && c <= SCOPE_COUNTER_MEM_BINARY) || c == SCOPE_COUNTER_BLOCKS_SIZE
                                         || (c >= SCOPE_COUNTER_PROCESS_MEMORY && c <= SCOPE_COUNTER_PROCESS_ETS)
                                     ? size ((double)counters->value[c])
                                 : c == SCOPE_COUNTER_SCHEDULER_UTILISATION || c >= SCOPE_COUNTER_MSACC_EMULATOR
                                     ? g_strdup_printf ("%.1f %%", (double)counters->value[c] / 1e4)
                                     : scope_format_count ((guint64)counters->value[c]);

        if (n++ == 0)
          scope_cli_append_left (out, "Samples, the most", NAME_WIDTH + 2);
        g_string_append_printf (out, "%s%.*s %s", n > 1 ? ", " : "",
                                (int) (strlen (name) - (g_str_has_suffix (name, "_ppm") ? strlen ("_ppm") : 0)), name, value);
      }
  if (n > 0)
    g_string_append_c (out, '\n');
}

static void
append_counters (GString *out, const ScopeCounters *counters)
{
  g_autoptr (GString) sparks = g_string_new (NULL);
  guint64 heaps = 0;

  for (guint c = SCOPE_COUNTER_SPARKS_CREATED; c <= SCOPE_COUNTER_SPARKS_REMAINING; c++)
    if (counters->present[c] && counters->value[c] != 0)
      {
        g_autofree char *value = scope_format_count ((guint64)counters->value[c]);
        g_string_append_printf (sparks, "%s%s %s", sparks->len > 0 ? ", " : "", value,
                                scope_counter_name (c) + strlen ("sparks_"));
      }
  if (sparks->len > 0)
    {
      scope_cli_append_left (out, "Sparks", NAME_WIDTH + 2);
      g_string_append_printf (out, "%s%s\n", sparks->str, counters->sparks_sampled ? "; counted from collection to collection" : "");
    }
  for (guint c = SCOPE_COUNTER_HEAP_ALLOCATED; c <= SCOPE_COUNTER_HEAP_LIVE; c++)
    if (counters->present[c])
      {
        static const char *const words[] = { "allocated", "largest size", "most live" };
        g_autofree char *value = size ((double)counters->value[c]);
        if (heaps++ == 0)
          scope_cli_append_left (out, "Heap", NAME_WIDTH + 2);
        g_string_append_printf (out, "%s%s %s", heaps > 1 ? ", " : "", value, words[c]);
      }
  if (heaps > 0)
    g_string_append_c (out, '\n');
  append_samples (out, counters);
}

static void
append_messages (ScopeCli *cli, GString *out)
{
  ScopeMessageCounts messages = scope_trace_message_counts (cli->trace);
  g_autofree char *sent = scope_format_count (messages.sent), *received = scope_format_count (messages.received);
  guint lacks = scope_trace_unrecorded (cli->trace);

  if (cli->ranged || (messages.sent == 0 && messages.received == 0))
    return;
  scope_cli_append_left (out, "Messages", NAME_WIDTH + 2);
  g_string_append_printf (out, messages.sent == 0 && (lacks & SCOPE_LACKS_SENT) ? "those sent were not recorded" : "%s sent", sent);
  g_string_append_printf (out, messages.received == 0 && (lacks & SCOPE_LACKS_RECEIVED) ? ", those received were not recorded" : ", %s received",
                          received);
  if (messages.unmatched > 0 && (lacks & (SCOPE_LACKS_SENT | SCOPE_LACKS_RECEIVED)) == 0)
    g_string_append_printf (out, ", %" G_GUINT64_FORMAT " unmatched", messages.unmatched);
  if (messages.received_before_sent > 0)
    g_string_append_printf (out, ", %" G_GUINT64_FORMAT " received before sent (clocks differ)",
                            messages.received_before_sent);
  g_string_append_c (out, '\n');
}

/* How full their pools were, and how large they were. */
static gboolean
append_sparks (const ScopeQueryRange *within, GString *out, GError **error)
{
  g_autofree char *pool = scope_statistics_sparks_dup_pool (within, error),
                  *sizes = pool != NULL ? scope_statistics_sparks_dup_sizes (within, error) : NULL;

  if (sizes == NULL)
    return FALSE;
  if (*pool != '\0')
    {
      scope_cli_append_left (out, "Spark pools", NAME_WIDTH + 2);
      g_string_append_printf (out, "%s\n", pool);
    }
  if (*sizes != '\0')
    {
      scope_cli_append_left (out, "Spark sizes", NAME_WIDTH + 2);
      g_string_append_printf (out, "%s\n", sizes);
    }
  return TRUE;
}

static gboolean
append_utilisations (const ScopeQueryRange *within, GString *out, GError **error)
{
  ScopeUtilisations utilisations;
  g_autofree char *sentence = NULL;

  if (!scope_utilisations_read (within, &utilisations, error))
    return FALSE;
  sentence = scope_utilisations_dup_sentence (&utilisations);
  if (sentence != NULL)
    g_string_append_printf (out, "%s\n", sentence);
  return TRUE;
}

gboolean
scope_cli_stats_print (ScopeCli *cli, const ScopeCliStats *stats, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  Text text = { .cli = cli, .out = out };
  ScopeQueryRange within = scope_cli_query_range (cli);
  g_auto (ScopeCollections) collections = { 0 };
  g_auto (ScopeCounters) counters = { 0 };

  append_title (cli, out);
  if (!scope_statistics_states (&within, stats->by, stats->exact, print_stat, &text, error))
    return FALSE;
  if (!scope_passed (text.error, error))
    return FALSE;
  if (!scope_cli_stats_cores (cli, stats->by, NULL, out, error))
    return FALSE;
  if (stats->by == SCOPE_STAT_BY_NOTHING)
    {
      if (!scope_statistics_collections (&within, &collections, error)
          || !scope_statistics_counters (&within, &counters, error))
        return FALSE;
      append_collections (cli, out, &collections);
      append_concurrent (cli, out, &collections);
      append_counters (out, &counters);
      if (!append_sparks (&within, out, error))
        return FALSE;
      if (!append_utilisations (&within, out, error))
        return FALSE;
      append_messages (cli, out);
    }
  return scope_cli_print (out->str, error);
}
