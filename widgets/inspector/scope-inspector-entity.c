/* scope-inspector-entity.c: the selected lane: whose it is, its life, what came of it, and where its time went.
 *
 * What its record says is there at once; how often it was in which state, and why, is counted off the main thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/inspector/scope-inspector-private.h"

#include "model/base/scope-format.h"
#include "model/base/scope-task.h"
#include "model/trace/calls/scope-activations.h"
#include "model/trace/document/scope-cycles.h"
#include "model/trace/statistics/scope-lane-figures.h"

#include <glib/gi18n.h>
#include <string.h>

static void
add_count (ScopeInspectorSection *section, const char *key, guint64 n)
{
  if (n > 0)
    scope_inspector_take (section, key, scope_format_count (n));
}

/* --- what is known at once --- */

static void
add_life (ScopeInspector *self, gint64 first, gint64 last, const char *end)
{
  double length = (double) last - (double) first;

  if (first == SCOPE_TIME_MIN || last == SCOPE_TIME_MAX || last < first)
    return;
  scope_inspector_take (&self->entity, _("Created"), scope_inspector_point (self, first, length / 1000));
  scope_inspector_take (&self->entity, end, scope_inspector_point (self, last, length / 1000));
  scope_inspector_take (&self->entity, _("Lifetime"), scope_inspector_span (self, length));
}

static const char *
end_label (const ScopeEntity *entity)
{
  switch (entity->end)
    {
    case SCOPE_END_FINISHED:
      return _("Finished");
    case SCOPE_END_KILLED:
      return _("Killed");
    case SCOPE_END_OPEN:
    default:
      return _("Last Seen");
    }
}

/* A word of the runtime's, at the beginning of a line. */
static char *
kind_title (ScopeTrace *trace, ScopeKind kind, gboolean plural)
{
  const char *label = scope_trace_kind_label (trace, kind, plural);
  g_autofree char *first = NULL;

  if (label == NULL)
    return NULL;
  first = g_utf8_strup (label, (gssize) (g_utf8_next_char (label) - label));
  return g_strconcat (first, g_utf8_next_char (label), NULL);
}

/* On a node that was not recorded. */
static void
add_remote_parent (ScopeInspector *self, ScopeMachine *machine, const ScopeEntity *entity)
{
  g_autofree char *node = NULL, *text = NULL;
  const char *parent = scope_machine_remote_parent (machine, entity, &node);

  if (parent == NULL)
    return;
  text = g_strdup_printf ("%s %s", node, parent);
  scope_inspector_add (&self->entity, _("Started by"), text);
}

static void
add_parents (ScopeInspector *self, ScopeLaneId lane, const ScopeEntity *entity)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  g_autofree char *machine = kind_title (trace, SCOPE_KIND_MACHINE, FALSE);
  g_autofree char *process = kind_title (trace, SCOPE_KIND_PROCESS, FALSE);

  /* Erlang's processes are their own threads. */
  if (scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG && lane.kind == SCOPE_KIND_THREAD && entity->process != SCOPE_NONE)
    {
      lane = (ScopeLaneId) { lane.machine, SCOPE_KIND_PROCESS, entity->process };
      entity = scope_machine_entity (scope_trace_machine (trace, lane.machine), SCOPE_KIND_PROCESS, lane.index);
    }
  if (lane.kind == SCOPE_KIND_THREAD && entity->process != SCOPE_NONE)
    scope_inspector_add_lane (self, &self->entity, process,
                              (ScopeLaneId) { lane.machine, SCOPE_KIND_PROCESS, entity->process }, 0, 0);
  if (scope_trace_n_machines (trace) > 1)
    scope_inspector_add_lane (self, &self->entity, machine, (ScopeLaneId) { lane.machine, SCOPE_KIND_MACHINE, 0 }, 0,
                              0);
  if (lane.kind == SCOPE_KIND_PROCESS && entity->parent_machine < scope_trace_n_machines (trace)
      && entity->parent < scope_machine_n_entities (scope_trace_machine (trace, entity->parent_machine),
                                                    SCOPE_KIND_PROCESS))
    scope_inspector_add_lane (self, &self->entity, _("Started by"),
                              (ScopeLaneId) { entity->parent_machine, SCOPE_KIND_PROCESS, entity->parent }, 0, 0);
  else if (lane.kind == SCOPE_KIND_PROCESS)
    add_remote_parent (self, scope_trace_machine (trace, lane.machine), entity);
}

static char *
clock_text (gint64 period, ScopeSimClockSource source)
{
  g_autofree char *ghz = scope_format_number (1000.0 / (double) period);
  g_autofree char *ps = g_strdup_printf ("%" G_GINT64_FORMAT, period);

  if (source == SCOPE_SIM_CLOCK_ASSUMED)
    return g_strdup_printf (_("not known: a cycle is shown as %s ps"), ps);
  /* TRANSLATORS: “500 ps (2.00 GHz), inferred” */
  if (source == SCOPE_SIM_CLOCK_INFERRED)
    return g_strdup_printf (_("%s ps (%s GHz), inferred"), ps, ghz);

  return g_strdup_printf (_("%s ps (%s GHz)"), ps, ghz);
}

/* A simulator's core: its clock, and what was made of its instructions. */
static void
add_core (ScopeInspector *self, ScopeMachine *machine, ScopeLaneId lane)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  guint number = (guint) scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, lane.index)->number;
  ScopeSimClockSource source = SCOPE_SIM_CLOCK_GIVEN;
  gint64 period = scope_cycles_of_lane (trace, lane, &source);
  guint64 n;

  if (period > 0)
    scope_inspector_take (&self->entity, _("Clock"), clock_text (period, source));
  if (scope_cycles_count (machine, "instructions", number, &n))
    add_count (&self->entity, _("Instructions"), n);
  if (scope_cycles_count (machine, "irregularities", number, &n))
    add_count (&self->entity, _("Irregularities"), n);
  if (scope_cycles_count (machine, "jumps", number, &n) && n > 0)
    add_count (&self->entity, _("Jumps without a Branch"), n);
  if (scope_cycles_count (machine, "gaps", number, &n) && n > 0)
    add_count (&self->entity, _("Instructions with Gaps"), n);
}

static void
fill_of_entity (ScopeInspector *self, ScopeLaneId lane)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  ScopeMachine *machine = scope_trace_machine (trace, lane.machine);
  const ScopeEntity *entity = scope_machine_entity (machine, lane.kind, lane.index);
  gint64 offset = scope_trace_offset (trace, machine);
  g_autofree char *threads = kind_title (trace, SCOPE_KIND_THREAD, TRUE);

  scope_inspector_add (&self->entity, _("Name"), entity->name);
  scope_inspector_add (&self->entity, _("Entry"), entity->entry);
  add_parents (self, lane, entity);
  if (lane.kind == SCOPE_KIND_PROCESSOR && scope_trace_runtime (trace) == SCOPE_RUNTIME_SIMULATION)
    add_core (self, machine, lane);
  if (entity->first != SCOPE_TIME_MIN && entity->last != SCOPE_TIME_MAX)
    add_life (self, entity->first + offset, entity->last + offset, end_label (entity));
  scope_inspector_add (&self->entity, _("Exit Reason"), entity->reason);
  if (scope_activations_depth (trace, lane) >= SCOPE_CALL_MAX_DEPTH)
    scope_inspector_take (&self->entity, _("Call Stack"),
                          g_strdup_printf (_("Deeper than %u: calls above are counted only"), SCOPE_CALL_MAX_DEPTH));
  add_count (&self->entity, threads, entity->threads);
  add_count (&self->entity, _("Runs"), entity->runs);
  add_count (&self->entity, _("Migrations"), entity->migrations);
  add_count (&self->entity, _("Messages Sent"), entity->sent);
  add_count (&self->entity, _("Messages Received"), entity->received);
}

static void
fill_of_machine (ScopeInspector *self, ScopeMachine *machine)
{
  static const ScopeKind kinds[] = { SCOPE_KIND_PROCESSOR, SCOPE_KIND_PROCESS, SCOPE_KIND_THREAD };
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  gint64 offset = scope_trace_offset (trace, machine);
  guint64 sent = 0, received = 0;

  scope_inspector_add (&self->entity, _("Name"), machine->name);
  if (machine->last != SCOPE_TIME_MAX)
    add_life (self, machine->first + offset, machine->last + offset,
              machine->complete ? _("Ends") : _("Last Seen"));
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *title = kind_title (trace, kinds[i], TRUE);

      if (title != NULL && !(kinds[i] == SCOPE_KIND_PROCESSOR && scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN))
        add_count (&self->entity, title, scope_machine_n_entities (machine, kinds[i]));
    }
  for (guint32 i = 0; i < scope_machine_n_entities (machine, SCOPE_KIND_PROCESS); i++)
    {
      const ScopeEntity *process = scope_machine_entity (machine, SCOPE_KIND_PROCESS, i);

      sent += process->sent;
      received += process->received;
    }
  add_count (&self->entity, _("Messages Sent"), sent);
  add_count (&self->entity, _("Messages Received"), received);
  if (machine->receiving > 0)
    scope_inspector_take (&self->entity, _("Time Spent Receiving"),
                          scope_inspector_span (self, (double) machine->receiving));
  if (scope_trace_n_machines (trace) > 1)
    scope_inspector_take (&self->entity, _("Clock Moved By"), scope_inspector_span (self, (double) machine->offset));
  scope_inspector_add (&self->entity, _("Process ID"), scope_machine_find_info (machine, "pid"));
}

/* --- what is counted --- */

/* The reason without the state, which stands above: "woken", not "ready: woken". NULL if it says no more than that. */
static const char *
reason_label (ScopeTrace *trace, guint code)
{
  const char *label = scope_trace_code_label (trace, code);
  const char *state = scope_trace_state_label (trace, scope_code_state (code));

  if (g_str_equal (label, state))
    return NULL;
  if (g_str_has_prefix (label, state) && g_str_has_prefix (label + strlen (state), ": "))
    return label + strlen (state) + 2;
  return label;
}

static char *
format_times (ScopeInspector *self, const ScopeLaneFigures *figures, guint code)
{
  g_autofree char *times = scope_format_count (figures->n[code]);
  g_autofree char *longest = scope_inspector_span (self, (double) figures->longest[code]);

  return figures->n[code] > 1 ? g_strdup_printf (_("×%s, longest %s"), times, longest) : g_strdup (_("once"));
}

static void
add_reasons (ScopeInspector *self, const ScopeLaneFigures *figures, ScopeState state)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);

  for (guint c = 0; c < SCOPE_N_CODES; c++)
    if (figures->n[c] > 0 && scope_code_state (c) == state)
      {
        const char *label = reason_label (trace, c);
        g_autofree char *time = scope_inspector_span (self, (double) figures->time[c]);
        g_autofree char *times = format_times (self, figures, c);
        g_autofree char *value = g_strdup_printf ("%s, %s", time, times);
        /* The time of the only reason is that of the state. */
        gboolean alone = label == NULL && figures->time[c] == figures->totals[state];

        scope_inspector_append (&self->figures,
                                scope_inspector_row_new_part (alone           ? _("How Often")
                                                              : label != NULL ? label
                                                                              : _("No other reason"),
                                                              alone ? times : value));
      }
}

static void
add_states (ScopeInspector *self, const ScopeLaneFigures *figures)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  double sum = 0;

  for (guint s = 0; s < SCOPE_N_STATES; s++)
    sum += (double) figures->totals[s];
  for (guint s = 0; s < SCOPE_N_STATES && sum > 0; s++)
    if (figures->totals[s] > 0)
      {
        g_autofree char *time = scope_inspector_span (self, (double) figures->totals[s]);
        g_autofree char *share = scope_format_share ((double) figures->totals[s] / sum), *value = g_strdup_printf ("%s (%s)", time, share);

        scope_inspector_append (&self->figures,
                                scope_inspector_row_new_state ((ScopeState) s, scope_view_get_palette (self->panel.view),
                                                               scope_trace_state_label (trace, (ScopeState) s), value));
        add_reasons (self, figures, (ScopeState) s);
      }
}

static void
counted (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeInspector) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree ScopeLaneFigures *figures = scope_task_answer (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->panel.view == NULL)
    return;
  scope_inspector_clear (&self->figures);
  scope_inspector_set_title (&self->figures, _("Where Its Time Went"));
  if (figures == NULL)
    {
      scope_inspector_add (&self->figures, _("Cannot Be Read"), error->message);
      return;
    }
  add_states (self, figures);
  if (figures->collections > 0)
    {
      g_autofree char *n = scope_format_count (figures->collections);
      g_autofree char *time = scope_inspector_span (self, (double) figures->collecting);
      g_autofree char *longest = scope_inspector_span (self, (double) figures->longest_collection);

      scope_inspector_take (&self->figures,
                            figures->lane.kind == SCOPE_KIND_PROCESSOR ? _("Collections Led") : _("Collections"),
                            g_strdup_printf (_("%s in %s, longest %s"), n, time, longest));
    }
}

void
scope_inspector_fill_entity (ScopeInspector *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  ScopeLaneId lane;
  g_autofree char *title = NULL;

  scope_task_stop (&self->counting);
  scope_inspector_clear (&self->entity);
  if (!scope_view_get_selected_lane (self->panel.view, &lane))
    {
      scope_inspector_clear (&self->figures);
      return;
    }
  title = scope_trace_lane_title (trace, lane);
  scope_inspector_set_title (&self->entity, title);
  if (lane.kind == SCOPE_KIND_MACHINE)
    fill_of_machine (self, scope_trace_machine (trace, lane.machine));
  else if (lane.kind != SCOPE_KIND_THREADS)
    fill_of_entity (self, lane);
  else
    add_count (&self->entity, title, scope_machine_n_entities (scope_trace_machine (trace, lane.machine),
                                                               SCOPE_KIND_THREAD));
  self->counting = g_cancellable_new ();
  scope_inspector_clear (&self->figures);
  scope_inspector_set_title (&self->figures, _("Where Its Time Went"));
  scope_inspector_append (&self->figures, scope_inspector_row_new_waiting (_("Counting…")));
  scope_lane_figures_read_async (trace, lane, self->counting, counted, g_object_ref (self));
}
