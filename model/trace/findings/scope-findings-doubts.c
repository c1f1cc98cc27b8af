/* scope-findings-doubts.c: what was not recorded, with what would record it, and what makes the figures doubtful.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/findings/scope-findings-private.h"

#include "model/base/scope-each.h"
#include "model/base/scope-format.h"
#include "model/trace/document/scope-query-range-rows.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/statistics/scope-state-hint.h"

#include <glib/gi18n.h>

/* What it takes to write one event at least, in ns: GHC copies some bytes into a buffer; Erlang sends a term to a port (README.md has
 * what was measured). */
#define GHC_EVENT_NS 60.0
#define ERLANG_EVENT_NS 1400.0
/* From here on it is said. */
#define MUCH_RECORDING 0.05
#define MUCH_WRITING 0.01
#define MUCH_UNKNOWN 0.02
#define MUCH_AFTER 0.1 /* of the run, after its last thread */

static void
add_recorder (GPtrArray *doubts, ScopeTrace *trace, const ScopeAnalysis *analysis)
{
  double running = (double) analysis->parts[SCOPE_CAUSE_RUNNING] * (double) scope_trace_tick_ps (trace) / 1000, share;
  guint64 events = scope_trace_n_events (trace);
  gboolean erlang = scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG;
  g_autofree char *n = NULL, *part = NULL;

  if (scope_trace_runtime (trace) == SCOPE_RUNTIME_SIMULATION || running <= 0 || analysis->from > analysis->first
      || analysis->to < analysis->last)
    return;
  share = (double) events * (erlang ? ERLANG_EVENT_NS : GHC_EVENT_NS) / running;
  if (share < MUCH_RECORDING)
    return;
  n = scope_format_count (events);
  part = scope_format_share (MIN (share, 1));
  if (erlang && scope_trace_unrecorded (trace) & SCOPE_LACKS_GC)
    {
      g_ptr_array_add (doubts, g_strdup_printf (_("%s events were recorded; to write them may have taken %s of the running time. Trace fewer "
                                                  "processes."),
                                                n, part));
      return;
    }
  g_ptr_array_add (doubts, g_strdup_printf (erlang ? _("%s events were recorded; to write them may have taken %s of the running time. Trace fewer "
                                                       "processes, or leave out flags that are not needed (call, garbage_collection).")
                                                   : _("%s events were recorded; to write them may have taken %s of the running time. Leave out what is "
                                                       "not needed (+RTS -l-au-p…)."),
                                            n, part));
}

typedef struct
{
  gint64 time, longest, from, to; /* trace time */
} Flushes;

static void
add_flush (ScopeMachine *machine, const gint64 *row, gint64 offset, gpointer user_data)
{
  Flushes *flushes = user_data;
  gint64 from = scope_time_add (row[SCOPE_FLUSH_START], offset), to = scope_time_add (from, row[SCOPE_FLUSH_DURATION]),
         within = MIN (to, flushes->to) - MAX (from, flushes->from);

  if (within <= 0)
    return;
  flushes->time = scope_time_add (flushes->time, within);
  flushes->longest = MAX (flushes->longest, row[SCOPE_FLUSH_DURATION]);
}

/* What a HEC did last goes on in its lane while the runtime writes the log. */
static void
add_writing (GPtrArray *doubts, const ScopeQueryRange *within, const ScopeAnalysis *analysis)
{
  ScopeQueryRange silent = *within;
  Flushes flushes = { 0, 0, analysis->from, analysis->to };
  double all = (double) (analysis->to - analysis->from) * analysis->n_processors;
  g_autoptr (GError) error = NULL;
  g_autofree char *share = NULL, *longest = NULL;

  silent.permille = NULL;
  if (!scope_query_range_each_row (&silent, SCOPE_TABLE_FLUSHES, add_flush, &flushes, &error) || all <= 0
      || (double) flushes.time < MUCH_WRITING * all)
    return;
  share = scope_format_share (MIN ((double) flushes.time / all, 1));
  longest = scope_format_duration ((double) flushes.longest, scope_trace_tick_ps (within->trace));
  g_ptr_array_add (doubts, g_strdup_printf (_("For %s of their time HECs stood still to write the event log, for up to %s at a time; what they did "
                                              "before seems to go on. Leave out what is not needed (+RTS -l-au-p…)."),
                                            share, longest));
}

static void
add_clocks (GPtrArray *doubts, ScopeTrace *trace)
{
  const ScopeMessageCounts counts = scope_trace_message_counts (trace);
  g_autofree char *n = NULL;

  if (counts.received_before_sent == 0 || scope_trace_get_clocks (trace) == SCOPE_CLOCKS_MESSAGES) /* moved until there are none */
    return;
  n = scope_format_count (counts.received_before_sent);
  g_ptr_array_add (doubts, g_strdup_printf (ngettext ("%s message was received before it was sent: the machines' clocks do not agree, and waits "
                                                     "for messages are not exact.",
                                                     "%s messages were received before they were sent: the machines' clocks do not agree, and "
                                                     "waits for messages are not exact.",
                                                     (gulong) counts.received_before_sent),
                                            n));
}

static void
add_unknown (GPtrArray *doubts, ScopeTrace *trace, const ScopeAnalysis *analysis)
{
  double all = (double) (analysis->to - analysis->from) * analysis->n_processors,
         share = all > 0 ? (double) analysis->parts[SCOPE_CAUSE_UNKNOWN] / all : 0,
         untold = all > 0 ? (double) analysis->parts[SCOPE_CAUSE_UNTOLD_WAIT] / all : 0;
  g_autofree char *unrecorded = scope_trace_dup_unrecorded (trace), *part = scope_format_share (share), *idle = scope_format_share (untold);
  const char *option = scope_trace_missing_option (trace, SCOPE_STATE_ACTIVE);
  guint losses = scope_trace_foreach_loss (trace, NULL, NULL);
  g_autofree char *n = scope_format_count (losses);

  if (unrecorded != NULL)
    g_ptr_array_add (doubts, g_steal_pointer (&unrecorded));
  else if (option != NULL)
    g_ptr_array_add (doubts, g_strdup_printf (_("It was not recorded when processes ran. The trace flag “%s” records it."), option));
  else if (share >= MUCH_UNKNOWN)
    g_ptr_array_add (doubts, g_strdup_printf (_("Of %s of the processors' time it is not recorded what they did."), part));
  if (untold >= MUCH_UNKNOWN)
    g_ptr_array_add (doubts, g_strdup_printf (_("For %s of the processors' time nothing was ready, and what was waited for was not recorded."), idle));
  if (losses > 0)
    g_ptr_array_add (doubts, g_strdup_printf (ngettext ("The trace is incomplete in %s place: what is missing there is in no figure.",
                                                        "The trace is incomplete in %s places: what is missing there is in no figure.", losses),
                                              n));
}

/* A runtime that takes its time to stop makes the run look idle: that is no fault of the program's. What was not recorded may lie there. */
static void
add_end (GPtrArray *doubts, ScopeTrace *trace, const ScopeAnalysis *analysis)
{
  gint64 after = scope_facts_after_last (analysis), all = analysis->to - analysis->from;
  double known = (double) after * analysis->n_processors - (double) analysis->parts[SCOPE_CAUSE_UNKNOWN];
  g_autofree char *time = scope_format_duration ((double) after, scope_trace_tick_ps (trace)), *share = NULL;

  if (analysis->parts[SCOPE_CAUSE_RUNNING] == 0 || known < MUCH_AFTER * (double) all * analysis->n_processors)
    return;
  share = scope_format_share ((double) after / (double) all);
  g_ptr_array_add (doubts, g_strdup_printf (scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG
                                                ? _("The trace goes on for %s (%s of it) after the last process ran; that time counts as lost.")
                                                : _("The trace goes on for %s (%s of it) after the last thread ran; that time counts as lost."),
                                            time, share));
}

/* Names that people give to their code say more than the number of a thread. */
static void
add_labels (GPtrArray *doubts, ScopeTrace *trace, const ScopeAnalysis *analysis)
{
  guint n = 0;

  if (scope_trace_runtime (trace) != SCOPE_RUNTIME_GHC && scope_trace_runtime (trace) != SCOPE_RUNTIME_EDEN)
    return;
  SCOPE_EACH_POINTER (const char, label, analysis->labels)
    n += *label != '\0' && *label != '(';
  if (n == 0 && analysis->blame->len > 0)
    g_ptr_array_add (doubts, g_strdup (_("The program did not say what it does: traceMarkerIO \"label:parse\" names what a thread runs from there "
                                         "on.")));
}

GPtrArray *
scope_doubts_read (const ScopeQueryRange *within, const ScopeAnalysis *analysis)
{
  GPtrArray *doubts = g_ptr_array_new_with_free_func (g_free);

  add_unknown (doubts, within->trace, analysis);
  add_end (doubts, within->trace, analysis);
  add_clocks (doubts, within->trace);
  add_recorder (doubts, within->trace, analysis);
  add_writing (doubts, within, analysis);
  add_labels (doubts, within->trace, analysis);
  return doubts;
}
