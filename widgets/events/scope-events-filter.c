/* scope-events-filter.c: which events are in the panel's list: by text, kind, lane, and stretch of time.
 *
 * A filter is worked out off the main thread, over the whole trace, and its events come into the list as they are found.
 * A stretch of time costs nothing: it is from one row to another.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/events/scope-events-panel-private.h"

#include "model/base/scope-entity.h"
#include "model/base/scope-task.h"
#include "model/scene/draw/scope-ruler.h"
#include "widgets/kit/scope-overflow-box.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

#define REFRESH_MS 150

/* --- the stretch --- */

typedef struct
{
  ScopeEventSet *set;
  gint64 from, to;
  guint64 first, end;
  gboolean whole;
} Range;

static void
range_free (gpointer data)
{
  Range *range = data;

  g_clear_pointer (&range->set, scope_event_set_unref);
  g_free (range);
}

static gpointer
find_range_in_thread (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  Range *range = (gpointer) data;

  if (range->whole)
    range->end = range->set != NULL ? scope_event_set_count (range->set) : scope_event_source_n_events (source);
  else if (!scope_event_source_rank (source, range->set, range->from, &range->first, cancellable, error)
           || !scope_event_source_rank (source, range->set, range->to, &range->end, cancellable, error))
    return NULL;
  return GINT_TO_POINTER (TRUE);
}

static void
show_status (ScopeEventsPanel *self)
{
  g_autofree char *n = scope_format_count (scope_event_list_get_length (self->rows));
  g_autofree char *all = self->source != NULL ? scope_format_count (scope_event_source_n_events (self->source)) : NULL;
  g_autofree char *text = NULL;

  if (self->set != NULL)
    /* TRANSLATORS: “12 of 26,032,938 events” */
    text = g_strdup_printf (_("%s of %s events"), n, all);
  else
    text = g_strdup_printf (_("%s events"), n);
  gtk_label_set_label (self->status, text);
}

static void
show_list (ScopeEventsPanel *self)
{
  guint64 n = scope_event_list_get_length (self->rows);

  show_status (self);
  if (n > 0)
    gtk_stack_set_visible_child_name (self->stack, "list");
  else
    gtk_stack_set_visible_child_name (self->stack, self->selecting != NULL ? "searching" : "empty");
}

static void
range_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ScopeEventsPanel) self = data;
  Range *range = scope_task_question (result);
  g_autoptr (GError) error = NULL;
  gboolean good = scope_task_answer (result, &error) != NULL;

  if (g_task_get_cancellable (G_TASK (result)) != self->ranking)
    return;
  g_clear_object (&self->ranking);
  if (!good)
    {
      scope_events_panel_show_message (self, error->message);
      return;
    }
  scope_events_table_set_rows (self, range->set, range->first,
                               range->end > range->first ? range->end - range->first : 0);
  show_list (self);
  scope_events_panel_follow (self);
}

static void
find_range (ScopeEventsPanel *self)
{
  Range *range = g_new0 (Range, 1);

  scope_task_renew (&self->ranking);
  range->set = self->set != NULL ? scope_event_set_ref (self->set) : NULL;
  range->whole = scope_range_selector_get_kind (scope_panel_get_range_selector (&self->panel)) == SCOPE_RANGE_WHOLE
                 || !scope_range_selector_get_range (scope_panel_get_range_selector (&self->panel), &range->from, &range->to);
  scope_task_give (self->source, find_range_in_thread, range, range_free, NULL, self->ranking, range_found, g_object_ref (self));
}

/* --- the filter --- */

typedef struct
{
  ScopeEventFilter *filter;
  ScopeEventSet *set;
  gint *progress; /* the panel's, which is held */
} Selecting;

static void
selecting_free (gpointer data)
{
  Selecting *selecting = data;

  scope_event_filter_free (selecting->filter);
  scope_event_set_unref (selecting->set);
  g_free (selecting);
}

static gpointer
select_in_thread (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  Selecting *selecting = (gpointer) data;

  return GINT_TO_POINTER (scope_event_source_select (source, selecting->filter, selecting->set, selecting->progress, cancellable, error));
}

static void
selected (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ScopeEventsPanel) self = data;
  g_autoptr (GError) error = NULL;
  gboolean good = scope_task_answer (result, &error) != NULL;

  if (g_task_get_cancellable (G_TASK (result)) != self->selecting)
    return;
  g_clear_object (&self->selecting);
  scope_events_panel_watch (self, FALSE);
  if (good)
    find_range (self);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    scope_events_panel_show_message (self, error->message);
  else
    show_list (self);
}

void
scope_events_filter_cancel (ScopeEventsPanel *self)
{
  scope_task_stop (&self->selecting);
  scope_task_stop (&self->ranking);
  g_clear_handle_id (&self->refresh, g_source_remove);
}

static void
set_lane (ScopeEventsPanel *self, ScopeEventFilter *filter)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  ScopeLaneId lane;
  ScopeEntity *entity;

  if (!gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->lane_only))
      || !scope_view_get_selected_lane (self->panel.view, &lane) || scope_trace_machine (trace, lane.machine) == NULL)
    return;
  filter->machine = lane.machine;
  if (lane.kind != SCOPE_KIND_PROCESSOR && lane.kind != SCOPE_KIND_THREAD)
    return;
  entity = scope_machine_entity (scope_trace_machine (trace, lane.machine), lane.kind, lane.index);
  if (lane.kind == SCOPE_KIND_PROCESSOR)
    filter->processor = (gint) entity->number;
  else
    filter->thread = (gint64) entity->number;
}

/* NULL: everything; with error: the text is no expression. */
static ScopeEventFilter *
make_filter (ScopeEventsPanel *self, GError **error)
{
  const char *text = scope_search_entry_get_text (self->entry);
  g_autoptr (ScopeEventFilter) filter = NULL;
  guint n;
  const ScopeEventKind *kinds = scope_event_source_kinds (self->source, &n);

  filter = text[0] != '\0'
               ? scope_search_event_filter (text, scope_search_entry_get_flags (self->entry), error)
               : scope_event_filter_new ();
  if (filter == NULL)
    return NULL;
  set_lane (self, filter);
  if (g_hash_table_size (self->hidden) > 0)
    {
      filter->kinds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      for (guint i = 0; i < n; i++)
        if (!g_hash_table_contains (self->hidden, kinds[i].name))
          g_hash_table_add (filter->kinds, g_strdup (kinds[i].name));
    }
  return scope_event_filter_lets_all (filter) ? NULL : g_steal_pointer (&filter);
}

void
scope_events_filter_update (ScopeEventsPanel *self)
{
  g_autoptr (GError) error = NULL;
  ScopeEventFilter *filter;
  Selecting *selecting;

  scope_events_filter_cancel (self);
  scope_events_panel_watch (self, FALSE);
  if (!self->ready || self->panel.view == NULL)
    return;
  filter = make_filter (self, &error);
  scope_search_entry_set_error (self->entry, error != NULL ? error->message : NULL);
  if (error != NULL)
    return;
  g_clear_pointer (&self->set, scope_event_set_unref);
  if (filter == NULL)
    {
      find_range (self);
      return;
    }
  self->set = scope_event_set_new ();
  scope_events_table_set_rows (self, self->set, 0, 0);
  self->selecting = g_cancellable_new ();
  selecting = g_new (Selecting, 1);
  *selecting = (Selecting) { filter, scope_event_set_ref (self->set), &self->progress };
  g_atomic_int_set (&self->progress, 0);
  scope_events_panel_watch (self, TRUE);
  show_list (self);
  scope_task_give (self->source, select_in_thread, selecting, selecting_free, NULL, self->selecting, selected, g_object_ref (self));
}

/* --- the bar --- */

static gboolean
refresh_now (gpointer data)
{
  ScopeEventsPanel *self = data;

  self->refresh = 0;
  if (!self->ready)
    return G_SOURCE_REMOVE;
  if (self->selecting == NULL)
    find_range (self);
  return G_SOURCE_REMOVE;
}

static void
range_changed (ScopeEventsPanel *self)
{
  /* The whole stays the whole. */
  if (self->refresh != 0 || !self->ready
      || (scope_range_selector_get_kind (scope_panel_get_range_selector (&self->panel)) == SCOPE_RANGE_WHOLE
          && self->ranking == NULL && self->ready
          && scope_event_list_get_length (self->rows)
                 == (self->set != NULL ? scope_event_set_count (self->set)
                                       : scope_event_source_n_events (self->source))))
    return;
  self->refresh = g_timeout_add (REFRESH_MS, refresh_now, self);
}

static void
kind_toggled (GtkCheckButton *button, ScopeEventsPanel *self)
{
  const char *name = gtk_widget_get_name (GTK_WIDGET (button));

  if (gtk_check_button_get_active (button))
    g_hash_table_remove (self->hidden, name);
  else
    g_hash_table_add (self->hidden, g_strdup (name));
  if (!self->moving)
    scope_events_filter_update (self);
}

static void
set_all_kinds (ScopeEventsPanel *self, gboolean active)
{
  self->moving = TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (self->kinds_list); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    gtk_check_button_set_active (GTK_CHECK_BUTTON (child), active);
  self->moving = FALSE;
  scope_events_filter_update (self);
}

static void
show_all_kinds (ScopeEventsPanel *self)
{
  set_all_kinds (self, TRUE);
}

static void
show_no_kinds (ScopeEventsPanel *self)
{
  set_all_kinds (self, FALSE);
}

void
scope_events_filter_show_kinds (ScopeEventsPanel *self)
{
  guint n = 0;
  const ScopeEventKind *kinds = self->ready ? scope_event_source_kinds (self->source, &n) : NULL;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->kinds_list)) != NULL)
    gtk_box_remove (GTK_BOX (self->kinds_list), child);
  g_hash_table_remove_all (self->hidden);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *count = scope_format_count (kinds[i].n);
      g_autofree char *text = g_strdup_printf ("%s (%s)", kinds[i].name, count);

      child = gtk_check_button_new_with_label (text);
      gtk_widget_set_name (child, kinds[i].name);
      gtk_check_button_set_active (GTK_CHECK_BUTTON (child), TRUE);
      g_signal_connect_object (child, "toggled", G_CALLBACK (kind_toggled), self, 0);
      gtk_box_append (GTK_BOX (self->kinds_list), child);
    }
  gtk_widget_set_sensitive (self->kinds, n > 0);
}

static GtkWidget *
add_button (GtkWidget *box, const char *label, GCallback callback, ScopeEventsPanel *self)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_set_hexpand (button, TRUE);
  g_signal_connect_object (button, "clicked", callback, self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

static GtkWidget *
make_kinds (ScopeEventsPanel *self)
{
  GtkWidget *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *scroller = scope_scroller_new (NULL);
  GtkWidget *menu = gtk_menu_button_new ();

  self->kinds_list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->kinds_list);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 360);
  add_button (buttons, _("All"), G_CALLBACK (show_all_kinds), self);
  add_button (buttons, _("None"), G_CALLBACK (show_no_kinds), self);
  scope_add_children (box, buttons, scroller, NULL);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (menu), _("Kinds"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (menu), popover);
  gtk_widget_set_tooltip_text (menu, _("Which kinds of events are listed"));
  return menu;
}

void
scope_events_filter_build (ScopeEventsPanel *self, GtkWidget *bar)
{
  self->entry = SCOPE_SEARCH_ENTRY (scope_search_entry_new (_("Filter by name or detail")));
  gtk_widget_set_hexpand (GTK_WIDGET (self->entry), TRUE);
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (scope_events_filter_update), self, G_CONNECT_SWAPPED);
  scope_overflow_box_append (SCOPE_OVERFLOW_BOX (bar), GTK_WIDGET (self->entry));

  self->kinds = make_kinds (self);
  gtk_widget_set_valign (self->kinds, GTK_ALIGN_CENTER);
  scope_overflow_box_append (SCOPE_OVERFLOW_BOX (bar), self->kinds);

  self->lane_only = gtk_toggle_button_new_with_label (_("Selected Lane"));
  gtk_widget_set_valign (self->lane_only, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (self->lane_only, _("Only events of the lane that is selected in the timeline"));
  g_signal_connect_object (self->lane_only, "toggled", G_CALLBACK (scope_events_filter_update), self,
                           G_CONNECT_SWAPPED);
  scope_overflow_box_append (SCOPE_OVERFLOW_BOX (bar), self->lane_only);

  scope_overflow_box_append (SCOPE_OVERFLOW_BOX (bar), scope_panel_make_chip (&self->panel));
  g_signal_connect_swapped (self->panel.chip, "changed", G_CALLBACK (range_changed), self);
}
