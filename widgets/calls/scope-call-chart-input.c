/* scope-call-chart-input.c: what is under the pointer in a chart of a call stack, and what input does to it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/calls/scope-call-chart-private.h"

#include "model/scene/calls/scope-call-marks.h"
#include "widgets/draw/scope-time-input.h"

/* --- choosing --- */

static const ScopeActivation *
hit_at (ScopeCallChartView *self, double x, double y, guint *ret_depth, gint64 *ret_time)
{
  ScopeCallChartOptions options;
  ScopeCallChartPlace place;
  ScopeViewport viewport;

  if (self->view == NULL)
    return NULL;
  scope_call_chart_view_init_options (self, &options, &viewport);
  scope_call_chart_place (&options, &place);
  return scope_call_chart_hit (self->activations, &place, x, y - options.scroll_y, ret_depth, ret_time);
}

char *
scope_call_chart_view_describe (ScopeCallChartView *self, double x, double y)
{
  gint64 time;
  guint depth;
  const ScopeActivation *item = hit_at (self, x, y, &depth, &time);
  const ScopeCallMarks *marks = self->marks != NULL ? g_ptr_array_index (self->marks, 0) : NULL;
  ScopeCallChartOptions options;
  ScopeCallChartPlace place;
  ScopeViewport viewport;
  ScopeClock clock;
  const ScopeCallMark *mark = NULL;

  if (marks != NULL && self->view != NULL)
    {
      scope_call_chart_view_init_options (self, &options, &viewport);
      scope_call_chart_place (&options, &place);
      mark = scope_call_marks_hit (marks, &place, x, y - options.scroll_y);
    }
  if (mark == NULL && item == NULL)
    return NULL;
  clock = scope_view_get_clock (self->view);
  return mark != NULL ? scope_call_mark_describe (scope_view_get_trace (self->view), marks, mark, &clock)
                      : scope_call_chart_describe (scope_view_get_trace (self->view), self->activations, item, &clock);
}

/* Brings the level into sight. */
static void
reveal (ScopeCallChartView *self, guint depth)
{
  double y = SCOPE_CALL_CHART_RULER + 2 + depth * SCOPE_CALL_CHART_ROW;

  if (self->scroll != NULL)
    gtk_adjustment_clamp_page (self->scroll, MAX (y - SCOPE_CALL_CHART_RULER - 2, 0), y + SCOPE_CALL_CHART_ROW);
}

static void
choose (ScopeCallChartView *self, const ScopeActivation *item, gboolean zoom)
{
  /* Borrowed: what follows may read anew. */
  const ScopeActivation chosen = *item;
  const char *name = self->activations->functions[item->function].name;
  ScopeClock clock = scope_view_get_clock (self->view);
  g_autofree char *words = scope_call_chart_describe (scope_view_get_trace (self->view), self->activations, item, &clock);

  self->has_chosen = TRUE;
  self->chosen_depth = chosen.depth;
  self->chosen_time = chosen.n > 1 ? chosen.from : chosen.from + (chosen.to - chosen.from) / 2;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words, -1);
  reveal (self, chosen.depth);
  scope_call_chart_view_notify_chosen (self, name);
  scope_view_select_range (self->view, chosen.from, chosen.to);
  if (zoom)
    {
      gint64 margin = MAX ((chosen.to - chosen.from) / 20, 1);

      scope_view_remember (self->view);
      scope_view_set_range (self->view, chosen.from - margin, chosen.to + margin);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
scope_call_chart_view_choose (ScopeCallChartView *self, double x, double y, gboolean zoom)
{
  gint64 time;
  guint depth;
  const ScopeActivation *item = hit_at (self, x, y, &depth, &time);

  if (item == NULL)
    return FALSE;
  choose (self, item, zoom);
  return TRUE;
}

/* The one that is chosen, as far as it was read; NULL. */
static const ScopeActivation *
find_chosen (ScopeCallChartView *self)
{
  return self->has_chosen && self->activations != NULL
             ? scope_activations_find (self->activations, self->chosen_depth, self->chosen_time)
             : NULL;
}

/* The first at a depth that touches a range of time. */
static const ScopeActivation *
first_at (const ScopeActivations *a, guint depth, gint64 from, gint64 to)
{
  for (guint32 i = depth < a->n_depths ? a->depths[depth] : 0; depth < a->n_depths && i < a->depths[depth + 1]; i++)
    if (a->items[i].to > from && a->items[i].from < to)
      return &a->items[i];
  return NULL;
}

/* To the caller (-1) or callee (1), or along the level. */
static void
step (ScopeCallChartView *self, int levels, int along)
{
  const ScopeActivations *a = self->activations;
  const ScopeActivation *at = find_chosen (self), *next = NULL;

  if (a == NULL)
    return;
  if (at == NULL)
    next = first_at (a, 0, a->from, a->to);
  else if (levels < 0 && at->depth > 0)
    next = scope_activations_find (a, at->depth - 1, at->from);
  else if (levels > 0)
    next = first_at (a, at->depth + 1, at->from, MAX (at->to, at->from + 1));
  else if (along != 0)
    {
      const ScopeActivation *beside = at + along;

      if (beside >= a->items + a->depths[at->depth] && beside < a->items + a->depths[at->depth + 1])
        next = beside;
    }
  if (next != NULL)
    choose (self, next, FALSE);
}

/* --- input --- */

static ScopeView *
place (gpointer owner, ScopeViewport *ret, double *ret_left)
{
  ScopeCallChartView *self = owner;

  if (self->view == NULL)
    return NULL;
  scope_call_chart_view_init_viewport (self, ret);
  *ret_left = 0;
  return self->view;
}

static void
choose_there (gpointer owner, double x, double y, gboolean zoom)
{
  scope_call_chart_view_choose (owner, x, y, zoom);
}

static char *
describe (gpointer owner, double x, double y)
{
  return scope_call_chart_view_describe (owner, x, y);
}

static gboolean
press (gpointer owner, guint keyval)
{
  ScopeCallChartView *self = owner;
  const ScopeActivation *chosen;

  switch (keyval)
    {
    case GDK_KEY_Up: case GDK_KEY_KP_Up:
      step (self, -1, 0);
      return TRUE;
    case GDK_KEY_Down: case GDK_KEY_KP_Down:
      step (self, 1, 0);
      return TRUE;
    case GDK_KEY_bracketleft:
      step (self, 0, -1);
      return TRUE;
    case GDK_KEY_bracketright:
      step (self, 0, 1);
      return TRUE;
    case GDK_KEY_Return: case GDK_KEY_KP_Enter:
      chosen = find_chosen (self);
      if (chosen != NULL)
        choose (self, chosen, TRUE);
      return TRUE;
    default:
      return FALSE;
    }
}

static const ScopeTimeInputClass hands_class = { place, choose_there, describe, press, NULL };

void
scope_call_chart_view_add_input (ScopeCallChartView *self)
{
  scope_time_input_add (GTK_WIDGET (self), &hands_class);
}
