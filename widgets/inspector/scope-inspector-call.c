/* scope-inspector-call.c: the chosen activation of a function: what, how long, who called it, what it called, what it cost; the stack below it.
 *
 * Read off the main thread. What was there before stays until the answer comes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/inspector/scope-inspector-private.h"

#include "model/base/scope-function-kind.h"
#include "model/base/scope-task.h"
#include "model/scene/calls/scope-call-bar.h"
#include "model/scene/calls/scope-call-marks.h"
#include "model/scene/view/scope-view-call.h"
#include "model/trace/document/scope-cycles.h"

#include <glib/gi18n.h>

#define MOST_CALLEES 8u
#define MOST_FRAMES 12u /* of the stack, from its top; and the lowest */

static const char *
title_of (const char *name, guint32 number)
{
  return number == SCOPE_FUNCTION_SUSPEND   ? _("suspended")
         : number == SCOPE_FUNCTION_COLLECT ? _("collecting garbage")
         : number == SCOPE_FUNCTION_UNKNOWN ? _("unknown")
                                            : name;
}

/* "1.23 µs"; of a core with a clock "1.23 µs, 1,230,000 ps, 2,460 cycles". */
static char *
exact (ScopeInspector *self, const ScopeActivationFacts *facts, gint64 ticks)
{
  gint64 tick_ps = scope_trace_tick_ps (scope_view_get_trace (self->panel.view));
  g_autofree char *span = scope_inspector_span (self, (double) ticks);
  g_autofree char *cycles = scope_cycles_text ((double) ticks, tick_ps, facts->period);
  g_autofree char *ps = NULL;

  if (cycles == NULL || ticks < 0)
    return g_steal_pointer (&span);
  ps = scope_format_count ((guint64) ticks * (guint64) tick_ps);
  return g_strdup_printf (_("%s, %s ps, %s"), span, ps, cycles);
}

static void
add_flags (ScopeInspector *self, guint flags)
{
  if (flags & SCOPE_CALL_EARLY)
    scope_inspector_add (&self->call, NULL, _("It began earlier: the trace, or its thread’s turn on this core, "
                                              "starts in the middle of it"));
  if (flags & SCOPE_CALL_SWITCHED)
    scope_inspector_add (&self->call, NULL, _("Switched out: it goes on when its thread runs again"));
  if (flags & SCOPE_CALL_TAIL)
    scope_inspector_add (&self->call, NULL, _("It ended with a tail call"));
  if (flags & SCOPE_CALL_IRREGULAR)
    scope_inspector_add (&self->call, NULL, _("The trace does not show how it began or ended: that is inferred"));
  if (flags & SCOPE_CALL_OPEN)
    scope_inspector_add (&self->call, NULL, _("It lasts until the end of the trace"));
}

static void
lead_to (ScopeInspectorRow *row, const ScopeActivationFacts *facts, const char *name, guint32 depth, gint64 from, gint64 to)
{
  const ScopeActivationId call = { facts->id.lane, depth, from, to };
  g_autofree char *where = g_strdup_printf (_("Go to %s"), name);

  scope_inspector_row_lead_to_call (row, &call, where);
}

static const char *
frame_name (const ScopeActivationFacts *facts, const ScopeActivation *frame)
{
  const ScopeActivationFunction *function = &facts->stack->functions[frame->function];

  return title_of (function->name, function->number);
}

/* --- sections --- */

static void
add_caller (ScopeInspector *self, const ScopeActivationFacts *facts)
{
  const ScopeActivation *caller = facts->id.depth > 0 ? scope_activations_find (facts->stack, facts->id.depth - 1, facts->id.from) : NULL;
  const char *name = caller != NULL ? frame_name (facts, caller) : NULL;

  if (name != NULL)
    lead_to (scope_inspector_append (&self->call, scope_inspector_row_new (_("Called by"), name)), facts, name, caller->depth, caller->from,
             caller->to);
}

static void
add_counted (ScopeInspector *self, const char *title, guint64 own, guint64 below)
{
  g_autofree char *itself = scope_format_count (own), *all = scope_format_count (below);

  if (below == 0)
    return;
  if (own == below)
    scope_inspector_add (&self->call, title, itself);
  else
    scope_inspector_take (&self->call, title, g_strdup_printf (_("%s, with its calls %s"), itself, all));
}

static void
add_comparison (ScopeInspector *self, const ScopeActivationFacts *facts)
{
  const ScopeActivationId *id = &facts->id;
  ScopeCallSide side;
  const ScopeCallUnmatched *unmatched = scope_view_get_unmatched (self->panel.view, &side);

  if (unmatched != NULL && scope_call_unmatched_has (unmatched, side, id->lane, id->depth, id->from, id->to))
    scope_inspector_add (&self->call, NULL, side == SCOPE_CALL_RUN ? _("Only in this run: the baseline has no such call here")
                                                                   : _("Only in the baseline: this run has no such call here"));
}

static void
fill_call (ScopeInspector *self, const ScopeActivationFacts *facts)
{
  const ScopeActivationId *id = &facts->id;
  double resolution = facts->period > 0 ? 1 : (double) (id->to - id->from) / 1000;

  scope_inspector_set_title (&self->call, title_of (facts->name, facts->stack->functions[facts->item->function].number));
  scope_inspector_take (&self->call, _("Time With Its Calls"), exact (self, facts, id->to - id->from));
  scope_inspector_take (&self->call, _("Time of Its Own"), exact (self, facts, facts->self));
  if (facts->suspended > 0)
    scope_inspector_take (&self->call, _("Suspended"), scope_inspector_span (self, (double) facts->suspended));
  if (facts->collecting > 0)
    scope_inspector_take (&self->call, _("Collecting Garbage"), scope_inspector_span (self, (double) facts->collecting));
  scope_inspector_add_when (self, &self->call, id->from, id->to, resolution);
  add_caller (self, facts);
  scope_inspector_take (&self->call, _("Depth"), g_strdup_printf ("%u", id->depth));
  if (facts->kind != SCOPE_FUNCTION_KIND_UNKNOWN)
    scope_inspector_add (&self->call, _("Code of"), scope_call_kind_title (facts->kind));
  add_counted (self, _("Instructions"), facts->insts, facts->insts_below);
  for (guint k = 0; k < SCOPE_N_HITS; k++)
    add_counted (self, scope_hit_title (k), facts->hits[k], facts->hits_below[k]);
  add_flags (self, facts->item->flags);
  add_comparison (self, facts);
}

static void
fill_calls_out (ScopeInspector *self, const ScopeActivationFacts *facts)
{
  g_autofree char *n = scope_format_count (facts->calls);
  g_autofree char *title = g_strdup_printf (_("Calls Out: %s"), n);

  if (facts->calls == 0 && facts->n_callees == 0)
    return;
  scope_inspector_set_title (&self->calls_out, title);
  if (!facts->all_callees)
    scope_inspector_add (&self->calls_out, NULL, _("Too many to list: the panel of calls shows their sums"));
  for (guint i = 0; i < MIN (facts->n_callees, MOST_CALLEES); i++)
    {
      const ScopeActivationCallee *callee = &facts->callees[i];
      const char *name = title_of (callee->name, callee->number);
      g_autofree char *times = scope_format_count (callee->n), *time = scope_inspector_span (self, (double) callee->time);
      g_autofree char *longest = scope_inspector_span (self, (double) callee->longest);
      g_autofree char *value = callee->n > 1 ? g_strdup_printf (_("×%s, %s, longest %s"), times, time, longest) : g_strdup (time);

      lead_to (scope_inspector_append (&self->calls_out, scope_inspector_row_new_sentence (name, value)), facts, name, facts->id.depth + 1,
               callee->from, callee->to);
    }
  if (facts->n_callees > MOST_CALLEES)
    scope_inspector_take (&self->calls_out, NULL, g_strdup_printf (_("… and %u more functions"), facts->n_callees - MOST_CALLEES));
}

/* Callers, the nearest first. */
static void
fill_stack (ScopeInspector *self, const ScopeActivationFacts *facts)
{
  guint left_out = 0;

  if (facts->id.depth < 2) /* no more than the caller, who is told above */
    return;
  scope_inspector_set_title (&self->stack, _("Call Stack Below"));
  for (guint d = facts->id.depth; d-- > 0;)
    {
      const ScopeActivation *frame = scope_activations_find (facts->stack, d, facts->id.from);
      g_autofree char *span = NULL;

      if (d > 0 && facts->id.depth - d > MOST_FRAMES)
        {
          left_out++;
          continue;
        }
      if (left_out > 0 && d == 0)
        scope_inspector_take (&self->stack, NULL, g_strdup_printf (_("… %u more …"), left_out));
      if (frame == NULL)
        continue;
      span = scope_inspector_span (self, (double) (frame->to - frame->from));
      lead_to (scope_inspector_append (&self->stack, scope_inspector_row_new (frame_name (facts, frame), span)), facts,
               frame_name (facts, frame), d, frame->from, frame->to);
    }
}

static void
clear_sections (ScopeInspector *self)
{
  scope_inspector_clear (&self->call);
  scope_inspector_clear (&self->calls_out);
  scope_inspector_clear (&self->stack);
}

static void
answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeInspector) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeActivationFacts) facts = scope_task_answer (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->panel.view == NULL)
    return;
  g_clear_object (&self->asking_call);
  clear_sections (self);
  if (facts == NULL)
    {
      scope_inspector_add (&self->call, _("Cannot Be Read"), error->message);
      return;
    }
  fill_call (self, facts);
  fill_calls_out (self, facts);
  fill_stack (self, facts);
  scope_inspector_filled (self);
}

void
scope_inspector_ask_call (ScopeInspector *self)
{
  ScopeActivationId call;
  gboolean has = scope_view_get_selected_call (self->panel.view, &call);

  if (has && self->has_call && scope_activation_id_equal (&call, &self->shown_call))
    return;
  scope_task_stop (&self->asking_call);
  self->has_call = has;
  if (!has)
    {
      clear_sections (self);
      return;
    }
  self->shown_call = call;
  self->asking_call = g_cancellable_new ();
  scope_activation_facts_read_async (scope_view_get_trace (self->panel.view), &call, self->asking_call, answered, g_object_ref (self));
}
