/* scope-inspector.c: see scope-inspector.h, and scope-inspector-private.h for who fills what.
 *
 * Sections stand one below the other, the chosen before what it is part of: message, note, activation, interval, collection, why it waits,
 * lane, figures, trace. A section without rows is not seen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/inspector/scope-inspector-private.h"

#include "model/base/scope-task.h"
#include "model/scene/view/scope-view-call.h"
#include "model/trace/document/scope-query-range.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

#define REFILL_MS 300

#define LEAST_WIDTH 180 /* a comparison and it fit into 900 */

G_DEFINE_FINAL_TYPE (ScopeInspector, scope_inspector, SCOPE_TYPE_PANEL)

#define SECTION(name) G_STRUCT_OFFSET (ScopeInspector, name)

/* From the top down. */
static const gsize sections[] = {
  SECTION (message), SECTION (note), SECTION (call), SECTION (locks), SECTION (calls_out), SECTION (stack), SECTION (interval), SECTION (samples),
  SECTION (marks), SECTION (collection), SECTION (stretch), SECTION (why), SECTION (entity), SECTION (figures), SECTION (trace), SECTION (losses),
  SECTION (environment),
};

/* --- sections --- */

void
scope_inspector_clear (ScopeInspectorSection *section)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (section->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (section->list), row);
  gtk_widget_set_visible (section->box, FALSE);
}

void
scope_inspector_set_title (ScopeInspectorSection *section, const char *title)
{
  gtk_label_set_label (GTK_LABEL (section->title), title);
}

ScopeInspectorRow *
scope_inspector_append (ScopeInspectorSection *section, GtkWidget *row)
{
  gtk_list_box_append (GTK_LIST_BOX (section->list), row);
  gtk_widget_set_visible (section->box, TRUE);
  return SCOPE_INSPECTOR_ROW (row);
}

void
scope_inspector_add (ScopeInspectorSection *section, const char *key, const char *value)
{
  if (value != NULL && value[0] != '\0')
    scope_inspector_append (section, scope_inspector_row_new (key, value));
}

void
scope_inspector_take (ScopeInspectorSection *section, const char *key, char *value)
{
  scope_inspector_add (section, key, value);
  g_free (value);
}

void
scope_inspector_add_lane (ScopeInspector *self, ScopeInspectorSection *section, const char *key, ScopeLaneId lane,
                          gint64 from, gint64 to)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  g_autofree char *title = scope_trace_lane_title (trace, lane);
  g_autofree char *where = g_strdup_printf (_("Go to %s"), title);
  ScopeInspectorRow *row = scope_inspector_append (section, scope_inspector_row_new (key, title));
  ScopeMachine *machine = scope_trace_machine (trace, lane.machine);
  guint32 store_lane = scope_trace_lane (trace, lane);

  if (from == 0 && to == 0)
    {
      gint64 offset = scope_trace_offset (trace, machine);

      if (store_lane != SCOPE_NONE && scope_lane_store_life (machine->lanes, store_lane, &from, &to))
        {
          from += offset;
          to = scope_time_add (to, offset);
        }
      else
        scope_trace_range (trace, &from, &to);
    }
  scope_inspector_row_lead_to (row, &lane, from, to, where);
}

/* --- words --- */

char *
scope_inspector_point (ScopeInspector *self, gint64 time, double resolution)
{
  ScopeClock clock = scope_view_get_clock (self->panel.view);

  return scope_clock_text (&clock, (double) time, MAX (1, resolution));
}

char *
scope_inspector_span (ScopeInspector *self, double ticks)
{
  return scope_format_duration (ticks, scope_trace_tick_ps (scope_view_get_trace (self->panel.view)));
}

void
scope_inspector_add_since_start (ScopeInspector *self, ScopeInspectorSection *section, gint64 time, double resolution)
{
  ScopeClock clock = scope_view_get_clock (self->panel.view);

  if (scope_clock_tells_start (&clock))
    return;
  clock = scope_clock_from_start (&clock);
  scope_inspector_take (section, _("Since Start"), scope_clock_text (&clock, (double) time, MAX (1, resolution)));
}

void
scope_inspector_add_when (ScopeInspector *self, ScopeInspectorSection *section, gint64 from, gint64 to, double resolution)
{
  g_autofree char *since = scope_inspector_point (self, from, resolution), *until = scope_inspector_point (self, to, resolution);
  const char *unit = strrchr (since, ' '), *same = strrchr (until, ' ');

  /* "675.550 – 680.204 ms" */
  if (unit != NULL && same != NULL && strcmp (unit, same) == 0)
    since[unit - since] = '\0';
  scope_inspector_take (section, _("When"), g_strdup_printf ("%s – %s", since, until));
}

void
scope_inspector_add_span (ScopeInspector *self, ScopeInspectorSection *section, gint64 from, gint64 to)
{
  double length = (double) to - (double) from;

  scope_inspector_take (section, _("Duration"), scope_inspector_span (self, length));
  scope_inspector_add_when (self, section, from, to, length / 1000);
  scope_inspector_add_since_start (self, section, from, length / 1000);
}

void
scope_inspector_add_totals (ScopeInspector *self, ScopeInspectorSection *section,
                            const gint64 totals[SCOPE_N_STATES])
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  double sum = 0;

  for (guint i = 0; i < SCOPE_N_STATES; i++)
    sum += (double) totals[i];
  for (guint i = 0; i < SCOPE_N_STATES && sum > 0; i++)
    if (totals[i] > 0)
      {
        g_autofree char *time = scope_inspector_span (self, (double) totals[i]);
        g_autofree char *share = scope_format_share ((double) totals[i] / sum), *value = g_strdup_printf ("%s (%s)", time, share);

        scope_inspector_append (section, scope_inspector_row_new_state ((ScopeState) i,
                                                                        scope_view_get_palette (self->panel.view),
                                                                        scope_trace_state_label (trace, (ScopeState) i),
                                                                        value));
      }
}

/* --- changes --- */

static gboolean
same_lane (ScopeInspector *self)
{
  ScopeLaneId lane;
  gboolean has = scope_view_get_selected_lane (self->panel.view, &lane);

  if (has == self->has_lane
      && (!has || scope_lane_id_equal (lane, self->lane)))
    return TRUE;
  self->has_lane = has;
  if (has)
    self->lane = lane;
  return FALSE;
}

/* Only with nothing chosen, or but a point in time; to know it, one clears the selection. */
static void
fill_trace (ScopeInspector *self)
{
  ScopeLaneId lane;
  gint64 from, to;
  gboolean chosen = scope_view_get_selected_lane (self->panel.view, &lane)
                    || (scope_view_get_selected_range (self->panel.view, &from, &to) && to > from)
                    || scope_view_get_selected_message (self->panel.view) != NULL;

  if (chosen)
    {
      scope_inspector_clear (&self->trace);
      scope_inspector_clear (&self->environment);
    }
  else
    scope_inspector_fill_trace (self);
}

/* The uppermost row that is shown; NULL. */
static GtkWidget *
first_row (ScopeInspector *self)
{
  GtkWidget *section = gtk_widget_get_first_child (gtk_widget_get_parent (self->message.box));

  for (; section != NULL; section = gtk_widget_get_next_sibling (section))
    if (gtk_widget_get_visible (section))
      return gtk_widget_get_first_child (gtk_widget_get_last_child (section));
  return NULL;
}

/* What is new stands at the top, with its heading. */
static void
scroll_to_top (ScopeInspector *self)
{
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller)), 0);
}

void
scope_inspector_filled (ScopeInspector *self)
{
  GtkWidget *row = self->refocus ? first_row (self) : NULL;

  self->refocus = FALSE;
  if (row == NULL)
    return;
  /* Not the first that leads on: that may be out of sight, and the viewport would go there. */
  gtk_widget_set_focusable (row, TRUE);
  gtk_widget_grab_focus (row);
  scroll_to_top (self);
}

static void
fill_selection (ScopeInspector *self)
{
  scroll_to_top (self);
  scope_inspector_fill_message (self);
  scope_inspector_fill_note (self);
  scope_inspector_ask_call (self);
  scope_inspector_ask_interval (self);
  if (!same_lane (self))
    scope_inspector_fill_entity (self);
  fill_trace (self);
}

static gboolean
refill (gpointer data)
{
  ScopeInspector *self = data;

  self->refill = 0;
  if (self->panel.view != NULL)
    {
      fill_trace (self);
      scope_inspector_fill_losses (self);
      if (scope_trace_get_finished (scope_view_get_trace (self->panel.view))) /* now they are all there */
        scope_inspector_fill_entity (self);
    }
  return G_SOURCE_REMOVE;
}

static void
view_changed (ScopePanel *panel, guint what)
{
  ScopeInspector *self = SCOPE_INSPECTOR (panel);

  if (what & (SCOPE_VIEW_SELECTION | SCOPE_VIEW_CLOCK))
    fill_selection (self);
  else if (what & SCOPE_VIEW_NOTES)
    scope_inspector_fill_note (self);
  if (what & SCOPE_VIEW_LOOK) /* swatches */
    {
      scope_inspector_ask_interval (self);
      scope_inspector_fill_entity (self);
    }
  if ((what & SCOPE_VIEW_DATA) && self->refill == 0)
    self->refill = g_timeout_add (REFILL_MS, refill, self);
}

static void
stop (ScopeInspector *self)
{
  g_clear_handle_id (&self->refill, g_source_remove);
  g_clear_handle_id (&self->waiting, g_source_remove);
  scope_task_stop (&self->asking);
  scope_task_stop (&self->counting);
  scope_task_stop (&self->asking_call);
  scope_task_stop (&self->asking_locks);
  self->has_call = FALSE;
}

static void
set_view (ScopePanel *panel)
{
  ScopeInspector *self = SCOPE_INSPECTOR (panel);

  stop (self);
  self->has_lane = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    scope_inspector_clear (G_STRUCT_MEMBER_P (self, sections[i]));
  if (panel->view == NULL)
    return;
  fill_selection (self);
  scope_inspector_fill_losses (self);
}

void
scope_inspector_show_losses (ScopeInspector *self)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  graphene_rect_t bounds;
  GtkWidget *content = gtk_widget_get_parent (self->losses.box);

  if (gtk_widget_get_visible (self->losses.box) && gtk_widget_compute_bounds (self->losses.box, content, &bounds))
    gtk_adjustment_set_value (adjustment, bounds.origin.y);
}

/* --- life --- */

static void
row_activated (GtkListBox *list, GtkListBoxRow *row, ScopeInspector *self)
{
  gboolean has_lane;
  ScopeLaneId lane;
  ScopeActivationId call;
  gint64 from, to;

  if (self->panel.view == NULL || !SCOPE_IS_INSPECTOR_ROW (row)
      || !scope_inspector_row_get_goal (SCOPE_INSPECTOR_ROW (row), &has_lane, &lane, &from, &to))
    return;
  self->refocus = gtk_widget_is_focus (GTK_WIDGET (row));
  if (scope_inspector_row_get_call (SCOPE_INSPECTOR_ROW (row), &call))
    scope_view_go_to_call (self->panel.view, &call, call.from, call.to);
  else
    scope_view_go_to (self->panel.view, has_lane ? &lane : NULL, from, to);
}

static void
add_section (ScopeInspector *self, GtkWidget *content, ScopeInspectorSection *section)
{
  section->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  section->title = scope_label_new (NULL, SCOPE_LABEL_START | SCOPE_LABEL_WRAP_ANYWHERE, "heading");
  section->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (section->list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (section->list, "boxed-list");
  gtk_accessible_update_relation (GTK_ACCESSIBLE (section->list), GTK_ACCESSIBLE_RELATION_LABELLED_BY, section->title,
                                  NULL, -1);
  g_signal_connect (section->list, "row-activated", G_CALLBACK (row_activated), self);
  scope_add_children (section->box, section->title, section->list, NULL);
  gtk_box_append (GTK_BOX (content), section->box);
  gtk_widget_set_visible (section->box, FALSE);
}

static void
scope_inspector_class_init (ScopeInspectorClass *klass)
{
  SCOPE_PANEL_CLASS (klass)->set_view = set_view;
  SCOPE_PANEL_CLASS (klass)->view_changed = view_changed;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "inspector");
}

static void
scope_inspector_init (ScopeInspector *self)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);

  scope_set_margins (content, 12, 12);
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    add_section (self, content, G_STRUCT_MEMBER_P (self, sections[i]));
  scope_inspector_set_title (&self->collection, _("Garbage Collection"));
  self->scroller = scope_scroller_new (content);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  /* Its rows could be narrower, one letter a line; a wide panel below it would make them so. */
  gtk_widget_set_size_request (GTK_WIDGET (self), LEAST_WIDTH, -1);
  scope_label_widget (GTK_WIDGET (self), _("Inspector"));
}
