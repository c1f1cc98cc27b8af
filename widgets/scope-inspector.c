/* scope-inspector.c: see scope-inspector.h.
 *
 * Lists are filled anew when the selection changes; what needs reading is asked for off the main thread and added
 * when it comes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/scope-inspector.h"

#include "model/scene/scope-ruler.h"
#include "widgets/scope-probe.h"
#include "widgets/scope-words.h"

#include <glib/gi18n.h>

#define MAX_LOSSES 20
#define REFILL_MS 300

typedef struct
{
  GtkWidget *box, *title, *list;
} Section;

struct _ScopeInspector
{
  GtkWidget parent_instance;

  ScopeView *view;
  GtkWidget *scroller;
  Section selection, lane, trace, losses;
  GCancellable *probing;
  guint refill;
};

G_DEFINE_FINAL_TYPE (ScopeInspector, scope_inspector, GTK_TYPE_WIDGET)

/* --- lists --- */

static void
clear (Section *section)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (section->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (section->list), row);
  gtk_widget_set_visible (section->box, FALSE);
}

static void
add_row (Section *section, const char *key, const char *value)
{
  GtkWidget *box, *name, *text, *row;

  if (value == NULL || value[0] == '\0')
    return;
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  row = gtk_list_box_row_new ();
  gtk_widget_set_margin_top (box, 8);
  gtk_widget_set_margin_bottom (box, 8);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  if (key != NULL)
    {
      name = gtk_label_new (key);
      gtk_label_set_xalign (GTK_LABEL (name), 0);
      gtk_widget_add_css_class (name, "caption");
      gtk_widget_add_css_class (name, "dim-label");
      gtk_box_append (GTK_BOX (box), name);
    }
  text = gtk_label_new (value);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (text), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (GTK_LABEL (text), 12);
  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_END);
  gtk_label_set_selectable (GTK_LABEL (text), TRUE);
  gtk_widget_add_css_class (text, "numeric");
  gtk_box_append (GTK_BOX (box), text);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_append (GTK_LIST_BOX (section->list), row);
  gtk_widget_set_visible (section->box, TRUE);
}

static void
take_row (Section *section, const char *key, char *value)
{
  add_row (section, key, value);
  g_free (value);
}

static void
set_title (Section *section, const char *title)
{
  gtk_label_set_label (GTK_LABEL (section->title), title);
}

/* --- times --- */

static char *
format_point (ScopeInspector *self, gint64 time, double resolution)
{
  const ScopeViewport *viewport = scope_view_get_viewport (self->view);

  return scope_format_time ((double) (time - viewport->first), scope_trace_tick_ps (scope_view_get_trace (self->view)),
                            MAX (1, resolution));
}

static char *
format_span (ScopeInspector *self, double ticks)
{
  return scope_format_duration (ticks, scope_trace_tick_ps (scope_view_get_trace (self->view)));
}

static void
add_span (ScopeInspector *self, Section *section, gint64 from, gint64 to)
{
  double length = (double) to - (double) from;
  g_autofree char *since = format_point (self, from, length / 1000);
  g_autofree char *until = format_point (self, to, length / 1000);

  take_row (section, _("Duration"), format_span (self, length));
  add_row (section, _("Since"), since);
  add_row (section, _("Until"), until);
}

/* "running 62 %, 1.2 s" for every state that occurs. */
static void
add_totals (ScopeInspector *self, Section *section, const gint64 totals[SCOPE_N_STATES])
{
  ScopeTrace *trace = scope_view_get_trace (self->view);
  double sum = 0;

  for (guint i = 0; i < SCOPE_N_STATES; i++)
    sum += (double) totals[i];
  for (guint i = 0; i < SCOPE_N_STATES && sum > 0; i++)
    if (totals[i] > 0)
      {
        g_autofree char *time = format_span (self, (double) totals[i]);

        take_row (section, scope_trace_state_label (trace, (ScopeState) i),
                  g_strdup_printf (_("%s (%.1f %%)"), time, (double) totals[i] / sum * 100));
      }
}

/* --- the selection --- */

static void
add_range_totals (ScopeInspector *self, const ScopeProbe *probe)
{
  g_autofree char *title = scope_trace_lane_title (scope_view_get_trace (self->view), probe->lane);
  g_autofree char *heading = g_strdup_printf (_("%s in the Selection"), title);

  set_title (&self->selection, heading);
  add_totals (self, &self->selection, probe->totals);
}

static void
probed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeInspector) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree ScopeProbe *probe = scope_probe_finish (result, &error);
  ScopeTrace *trace;
  const char *role = NULL;
  g_autofree char *party = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->view == NULL)
    return;
  if (probe == NULL)
    {
      add_row (&self->selection, _("Cannot Be Read"), error->message);
      return;
    }
  trace = scope_view_get_trace (self->view);
  if (!probe->is_interval)
    {
      if (probe->has_totals)
        add_range_totals (self, probe);
      return;
    }
  set_title (&self->selection, _("Interval"));
  take_row (&self->selection, _("State"), scope_probe_describe (trace, probe));
  party = scope_probe_party (trace, probe, &role);
  if (party != NULL)
    add_row (&self->selection, role, party);
}

static void
add_entity (ScopeInspector *self, ScopeLaneId lane)
{
  ScopeTrace *trace = scope_view_get_trace (self->view);
  ScopeMachine *machine = scope_trace_machine (trace, lane.machine);
  ScopeEntity *entity;
  guint32 store_lane = scope_trace_lane (trace, lane);

  if (lane.kind != SCOPE_KIND_MACHINE && lane.kind != SCOPE_KIND_THREADS)
    {
      gint64 offset = scope_trace_offset (trace, machine);

      entity = scope_machine_entity (machine, lane.kind, lane.index);
      add_row (&self->lane, _("Name"), entity->name);
      add_row (&self->lane, _("Entry"), entity->entry);
      if (lane.kind == SCOPE_KIND_THREAD && entity->process != SCOPE_NONE)
        {
          ScopeLaneId process = { lane.machine, SCOPE_KIND_PROCESS, entity->process };

          take_row (&self->lane, scope_trace_kind_label (trace, SCOPE_KIND_PROCESS, FALSE),
                    scope_trace_lane_title (trace, process));
        }
      if (lane.kind == SCOPE_KIND_PROCESS && entity->parent_machine != SCOPE_NONE && entity->parent != SCOPE_NONE)
        {
          ScopeLaneId parent = { entity->parent_machine, SCOPE_KIND_PROCESS, entity->parent };

          take_row (&self->lane, _("Parent"), scope_trace_lane_title (trace, parent));
        }
      if (entity->last != SCOPE_TIME_MAX && entity->last > entity->first)
        {
          g_autofree char *born = format_point (self, entity->first + offset, 1000);
          g_autofree char *died = format_point (self, entity->last + offset, 1000);

          take_row (&self->lane, _("Life"), g_strdup_printf (_("%s to %s"), born, died));
        }
      if (entity->runs > 0)
        take_row (&self->lane, _("Runs"), scope_format_count (entity->runs));
      if (entity->migrations > 0)
        take_row (&self->lane, _("Migrations"), scope_format_count (entity->migrations));
      if (entity->collections > 0)
        take_row (&self->lane, _("Collections Led"), scope_format_count (entity->collections));
      if (entity->threads > 0)
        take_row (&self->lane, scope_trace_kind_label (trace, SCOPE_KIND_THREAD, TRUE),
                  scope_format_count (entity->threads));
      if (entity->sent + entity->received > 0)
        take_row (&self->lane, _("Messages"),
                  g_strdup_printf (_("%u sent, %u received"), entity->sent, entity->received));
    }
  if (store_lane != SCOPE_NONE && lane.kind != SCOPE_KIND_THREADS)
    {
      gint64 totals[SCOPE_N_STATES] = { 0 };

      scope_lane_store_totals (machine->lanes, store_lane, totals);
      add_totals (self, &self->lane, totals);
    }
}

static void
fill_selection (ScopeInspector *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->view);
  ScopeLaneId lane;
  gint64 from, to;
  gboolean has_lane = scope_view_get_selected_lane (self->view, &lane);
  gboolean has_range = scope_view_get_selected_range (self->view, &from, &to);

  g_cancellable_cancel (self->probing);
  g_clear_object (&self->probing);
  clear (&self->selection);
  clear (&self->lane);
  if (has_range && to > from)
    {
      set_title (&self->selection, _("Selection"));
      add_span (self, &self->selection, from, to);
    }
  if (!has_lane)
    return;
  if (has_range && to > from)
    {
      self->probing = g_cancellable_new ();
      scope_probe_async (trace, lane, from, to, self->probing, probed, g_object_ref (self));
    }
  {
    g_autofree char *title = scope_trace_lane_title (trace, lane);

    set_title (&self->lane, title);
    add_entity (self, lane);
  }
}

/* --- the trace --- */

/* The wall clock of the start as a date; the trace has seconds since 1970. */
static char *
format_wall_clock (const char *text)
{
  g_autoptr (GDateTime) date = NULL;
  gint64 seconds = text != NULL ? g_ascii_strtoll (text, NULL, 10) : 0;

  if (seconds <= 0)
    return NULL;
  date = g_date_time_new_from_unix_local (seconds);
  return date != NULL ? g_date_time_format (date, "%x %X") : NULL;
}

static void
add_infos (ScopeInspector *self)
{
  /* Keys of process-info in the order of their interest; a key that is absent is passed over. */
  static const struct
  {
    const char *key, *title;
  } rows[] = {
    { "program", N_("Program") },
    { "arguments", N_("Arguments") },
    { "rts", N_("Runtime") },
    { "pid", N_("Process ID") },
  };
  ScopeTrace *trace = scope_view_get_trace (self->view);

  if (scope_trace_n_machines (trace) == 0)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    add_row (&self->trace, _(rows[i].title), scope_machine_find_info (scope_trace_machine (trace, 0), rows[i].key));
  take_row (&self->trace, _("Started"),
            format_wall_clock (scope_machine_find_info (scope_trace_machine (trace, 0), "wall_clock")));
}

static void
add_messages (ScopeInspector *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->view);
  ScopeMessageCounts counts = scope_trace_message_counts (trace);
  g_autofree char *sent = scope_format_count (counts.sent), *received = scope_format_count (counts.received);

  if (counts.sent + counts.received == 0)
    return;
  take_row (&self->trace, _("Messages"), g_strdup_printf (_("%s sent, %s received"), sent, received));
  if (counts.unmatched > 0)
    take_row (&self->trace, _("Messages With One End Only"), scope_format_count (counts.unmatched));
  if (counts.unrecorded_receipts > 0)
    take_row (&self->trace, _("Receipt Not Recorded by Eden"), scope_format_count (counts.unrecorded_receipts));
  if (counts.received_before_sent > 0)
    take_row (&self->trace, _("Received Before They Were Sent"), scope_format_count (counts.received_before_sent));
}

static void
fill_trace (ScopeInspector *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->view);
  gint64 first, last;

  clear (&self->trace);
  set_title (&self->trace, _("Trace"));
  add_infos (self);
  scope_trace_range (trace, &first, &last);
  if (last > first)
    take_row (&self->trace, _("Duration"), format_span (self, (double) last - (double) first));
  take_row (&self->trace, _("Events"), scope_format_count (scope_trace_n_events (trace)));
  if (scope_trace_n_machines (trace) > 1)
    add_row (&self->trace, _("Clocks Aligned By"), scope_trace_clock_source (trace));
  add_messages (self);
}

static guint
add_losses (ScopeInspector *self, ScopeMachine *machine, guint n_before)
{
  ScopeTrace *trace = scope_view_get_trace (self->view);
  guint n = machine != NULL ? scope_machine_n_losses (machine) : scope_trace_n_losses (trace);

  for (guint i = 0; i < n && n_before + i < MAX_LOSSES; i++)
    {
      ScopeLoss loss = machine != NULL ? scope_machine_loss (machine, i) : scope_trace_loss (trace, i);

      take_row (&self->losses, NULL, scope_words_loss (trace, &loss));
    }
  return n_before + n;
}

static void
fill_losses (ScopeInspector *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->view);
  guint n;

  clear (&self->losses);
  set_title (&self->losses, _("What Could Not Be Read"));
  n = add_losses (self, NULL, 0);
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    n = add_losses (self, scope_trace_machine (trace, m), n);
  if (n > MAX_LOSSES)
    take_row (&self->losses, NULL, g_strdup_printf (_("… and %u more"), n - MAX_LOSSES));
}

static gboolean
refill (gpointer data)
{
  ScopeInspector *self = data;

  self->refill = 0;
  if (self->view != NULL)
    {
      fill_trace (self);
      fill_losses (self);
    }
  return G_SOURCE_REMOVE;
}

static void
view_changed (ScopeView *view, guint what, ScopeInspector *self)
{
  if (what & SCOPE_VIEW_SELECTION)
    fill_selection (self);
  if ((what & SCOPE_VIEW_DATA) && self->refill == 0)
    self->refill = g_timeout_add (REFILL_MS, refill, self);
}

void
scope_inspector_set_view (ScopeInspector *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_INSPECTOR (self));

  g_clear_handle_id (&self->refill, g_source_remove);
  g_cancellable_cancel (self->probing);
  g_clear_object (&self->probing);
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_set_object (&self->view, view);
  if (view == NULL)
    return;
  g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
  fill_selection (self);
  fill_trace (self);
  fill_losses (self);
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
add_section (GtkWidget *content, Section *section)
{
  section->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  section->title = gtk_label_new (NULL);
  section->list = gtk_list_box_new ();
  gtk_label_set_xalign (GTK_LABEL (section->title), 0);
  gtk_label_set_wrap (GTK_LABEL (section->title), TRUE);
  gtk_widget_add_css_class (section->title, "heading");
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (section->list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (section->list, "boxed-list");
  gtk_accessible_update_relation (GTK_ACCESSIBLE (section->list), GTK_ACCESSIBLE_RELATION_LABELLED_BY, section->title,
                                  NULL, -1);
  gtk_box_append (GTK_BOX (section->box), section->title);
  gtk_box_append (GTK_BOX (section->box), section->list);
  gtk_box_append (GTK_BOX (content), section->box);
  gtk_widget_set_visible (section->box, FALSE);
}

static void
scope_inspector_dispose (GObject *object)
{
  ScopeInspector *self = SCOPE_INSPECTOR (object);

  scope_inspector_set_view (self, NULL);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_inspector_parent_class)->dispose (object);
}

static void
scope_inspector_class_init (ScopeInspectorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_inspector_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "inspector");
}

static void
scope_inspector_init (ScopeInspector *self)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);

  gtk_widget_set_margin_top (content, 12);
  gtk_widget_set_margin_bottom (content, 12);
  gtk_widget_set_margin_start (content, 12);
  gtk_widget_set_margin_end (content, 12);
  add_section (content, &self->selection);
  add_section (content, &self->lane);
  add_section (content, &self->trace);
  add_section (content, &self->losses);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), content);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Inspector"), -1);
}
