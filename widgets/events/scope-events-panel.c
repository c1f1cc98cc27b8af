/* scope-events-panel.c: the events panel's life: what it shows, and how it and the timeline lead each other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/events/scope-events-panel-private.h"

#include "model/base/scope-task.h"
#include "model/trace/search/scope-search.h"
#include "model/scene/draw/scope-ruler.h"
#include "widgets/kit/scope-overflow-box.h"
#include "widgets/kit/scope-parts.h"
#include "widgets/kit/scope-tab-order.h"

#include <glib/gi18n.h>

#define TICK_MS 100
#define MAX_COPIED 100000u

G_DEFINE_FINAL_TYPE (ScopeEventsPanel, scope_events_panel, SCOPE_TYPE_PANEL)

GListModel *
scope_events_panel_get_rows (ScopeEventsPanel *self)
{
  return G_LIST_MODEL (self->rows);
}

const char *
scope_events_panel_get_page (ScopeEventsPanel *self)
{
  return gtk_stack_get_visible_child_name (self->stack);
}

void
scope_events_panel_show_message (ScopeEventsPanel *self, const char *text)
{
  gtk_widget_set_sensitive (self->bar, FALSE);
  gtk_label_set_label (self->message, text);
  gtk_label_set_label (self->status, "");
  gtk_stack_set_visible_child_name (self->stack, "message");
}

/* --- progress --- */

static gboolean
tick (gpointer data)
{
  ScopeEventsPanel *self = data;
  double part = g_atomic_int_get (&self->progress) / 1000.0;

  if (!self->ready)
    gtk_progress_bar_set_fraction (self->wait_bar, part);
  else if (self->set != NULL)
    {
      gtk_progress_bar_set_fraction (self->filter_bar, part);
      /* what is found already may be looked at */
      if (scope_range_selector_get_kind (scope_panel_get_range_selector (&self->panel)) == SCOPE_RANGE_WHOLE
          && self->ranking == NULL)
        {
          g_autofree char *n = NULL, *text = NULL;

          scope_event_list_grow (self->rows, scope_event_set_count (self->set));
          if (scope_event_list_get_length (self->rows) > 0)
            gtk_stack_set_visible_child_name (self->stack, "list");
          n = scope_format_count (scope_event_set_count (self->set));
          text = g_strdup_printf (_("%s so far"), n);
          gtk_label_set_label (self->status, text);
        }
    }
  return G_SOURCE_CONTINUE;
}

void
scope_events_panel_watch (ScopeEventsPanel *self, gboolean watch)
{
  if (watch && self->ticker == 0)
    self->ticker = g_timeout_add (TICK_MS, tick, self);
  else if (!watch)
    g_clear_handle_id (&self->ticker, g_source_remove);
  gtk_widget_set_visible (GTK_WIDGET (self->filter_bar), watch && self->ready);
  gtk_widget_set_visible (self->stop, watch && self->ready);
}

static void
stop_clicked (ScopeEventsPanel *self)
{
  if (self->selecting != NULL)
    g_cancellable_cancel (self->selecting);
}

/* --- preparing --- */

static gpointer
prepare_in_thread (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  return GINT_TO_POINTER (scope_event_source_prepare (source, (gpointer) data, cancellable, error));
}

static void
prepared (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ScopeEventsPanel) self = data;
  g_autoptr (GError) error = NULL;
  gboolean good = scope_task_answer (result, &error) != NULL;

  if (g_task_get_cancellable (G_TASK (result)) != self->preparing)
    return;
  g_clear_object (&self->preparing);
  scope_events_panel_watch (self, FALSE);
  if (good)
    {
      self->ready = TRUE;
      gtk_widget_set_sensitive (self->bar, TRUE);
      scope_events_filter_show_kinds (self);
      scope_events_filter_update (self);
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    scope_events_panel_show_message (self, error->message);
}

/* Only when somebody looks. */
static void
start (ScopeEventsPanel *self)
{
  if (self->panel.view == NULL || self->ready || self->preparing != NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->source = scope_trace_get_event_source (scope_view_get_trace (self->panel.view));
  if (!scope_trace_get_finished (scope_view_get_trace (self->panel.view)))
    {
      scope_events_panel_show_message (self, _("The trace is still being read. Its events appear when reading is "
                                               "finished."));
      return;
    }
  if (self->source == NULL)
    {
      scope_events_panel_show_message (self, _("This trace has no raw events."));
      return;
    }
  gtk_stack_set_visible_child_name (self->stack, "wait");
  self->preparing = g_cancellable_new ();
  g_atomic_int_set (&self->progress, 0);
  scope_events_panel_watch (self, TRUE);
  /* The panel holds itself, and so the progress, until the thread has ended. */
  scope_task_give (self->source, prepare_in_thread, &self->progress, NULL, NULL, self->preparing, prepared, g_object_ref (self));
}

/* --- following the timeline --- */

typedef struct
{
  ScopeEventSet *set;
  gint64 time;
  guint64 number;
} Following;

static void
following_free (gpointer data)
{
  g_clear_pointer (&((Following *) data)->set, scope_event_set_unref);
  g_free (data);
}

static gpointer
find_in_thread (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  Following *following = (gpointer) data;

  return GINT_TO_POINTER (scope_event_source_rank (source, following->set, following->time, &following->number, cancellable, error));
}

static void
found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ScopeEventsPanel) self = data;
  Following *following = scope_task_question (result);
  gboolean good = scope_task_answer (result, NULL) != NULL;

  if (g_task_get_cancellable (G_TASK (result)) != self->following)
    return;
  g_clear_object (&self->following);
  if (good && following->set == self->set && scope_event_list_get_length (self->rows) > 0)
    {
      guint position;

      self->moving = TRUE;
      position = scope_event_list_find (self->rows, following->number);
      gtk_selection_model_select_item (scope_table_view_get_selection (self->table), position, TRUE);
      self->moving = FALSE;
      scope_table_view_scroll_to (self->table, position);
    }
  if (self->follow_again)
    scope_events_panel_follow (self);
}

void
scope_events_panel_follow (ScopeEventsPanel *self)
{
  Following *following;
  gint64 time, to;

  self->follow_again = FALSE;
  if (!self->ready || self->panel.view == NULL || self->leading || self->selecting != NULL
      || !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->follow)))
    return;
  if (!scope_view_get_selected_range (self->panel.view, &time, &to) && !scope_view_get_cursor (self->panel.view, &time))
    return;
  if (self->following != NULL)
    {
      self->follow_again = TRUE;
      return;
    }
  self->following = g_cancellable_new ();
  following = g_new0 (Following, 1);
  following->set = self->set != NULL ? scope_event_set_ref (self->set) : NULL;
  following->time = time;
  scope_task_give (self->source, find_in_thread, following, following_free, NULL, self->following, found, g_object_ref (self));
}

static void
view_changed (ScopePanel *panel, guint what)
{
  ScopeEventsPanel *self = SCOPE_EVENTS_PANEL (panel);

  if ((what & SCOPE_VIEW_DATA) != 0)
    start (self);
  if ((what & SCOPE_VIEW_CLOCK) != 0)
    {
      scope_events_table_fit_times (self);
      scope_table_view_renew (self->table);
    }
  if (self->leading)
    return;
  if ((what & SCOPE_VIEW_SELECTION) != 0 && self->ready
      && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->lane_only)))
    scope_events_filter_update (self);
  if ((what & (SCOPE_VIEW_SELECTION | SCOPE_VIEW_CURSOR)) != 0 && gtk_widget_get_mapped (GTK_WIDGET (self)))
    scope_events_panel_follow (self);
}

/* --- leading it --- */

static void
lead (ScopeEventsPanel *self, const ScopeEventRow *row)
{
  ScopeLaneId lane = scope_search_event_lane (scope_view_get_trace (self->panel.view), row);

  self->leading = TRUE;
  scope_view_go_to (self->panel.view, row->processor >= 0 ? &lane : NULL, row->time, row->time);
  self->leading = FALSE;
}

static void
selection_changed (ScopeEventsPanel *self)
{
  g_autoptr (GtkBitset) chosen = NULL;
  g_autoptr (ScopeEventItem) item = NULL;
  const ScopeEventRow *row;

  if (self->moving || self->panel.view == NULL)
    return;
  chosen = gtk_selection_model_get_selection (scope_table_view_get_selection (self->table));
  if (gtk_bitset_get_size (chosen) != 1)
    return;
  item = g_list_model_get_item (G_LIST_MODEL (self->rows), gtk_bitset_get_minimum (chosen));
  row = item != NULL ? scope_event_item_get_row (item) : NULL;
  if (row != NULL)
    lead (self, row);
}

void
scope_events_panel_activated (gpointer panel, guint position)
{
  ScopeEventsPanel *self = panel;
  g_autoptr (ScopeEventItem) item = g_list_model_get_item (G_LIST_MODEL (self->rows), position);
  const ScopeEventRow *row = item != NULL ? scope_event_item_get_row (item) : NULL;

  if (row != NULL && self->panel.view != NULL)
    lead (self, row);
}

/* --- copying --- */

typedef struct
{
  ScopeEventSet *set;
  guint64 first;
  guint n;
  ScopeEventRow *rows;
} Copying;

static void
copying_free (gpointer data)
{
  Copying *copying = data;

  for (guint i = 0; i < copying->n; i++)
    scope_event_row_clear (&copying->rows[i]);
  g_clear_pointer (&copying->set, scope_event_set_unref);
  g_free (copying->rows);
  g_free (copying);
}

static gpointer
copy_in_thread (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  Copying *copying = (gpointer) data;
  guint n = copying->n;

  copying->n = 0;
  copying->rows = g_new0 (ScopeEventRow, n);
  return GINT_TO_POINTER (scope_event_source_read (source, copying->set, copying->first, n, copying->rows, &copying->n, cancellable, error));
}

static void
copied (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ScopeEventsPanel) self = data;
  Copying *copying = scope_task_question (result);
  g_autoptr (GString) text = g_string_new (NULL);

  if (scope_task_answer (result, NULL) == NULL || self->panel.view == NULL)
    return;
  for (guint i = 0; i < copying->n; i++)
    {
      g_autofree char *line = scope_events_table_line (self, &copying->rows[i]);

      g_string_append (text, line);
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text->str);
}

static void
copy_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ScopeEventsPanel *self = SCOPE_EVENTS_PANEL (widget);
  g_autoptr (GtkBitset) chosen = gtk_selection_model_get_selection (scope_table_view_get_selection (self->table));
  Copying *copying;

  if (!self->ready || gtk_bitset_is_empty (chosen))
    return;
  copying = g_new0 (Copying, 1);
  copying->set = self->set != NULL ? scope_event_set_ref (self->set) : NULL;
  copying->first = scope_event_list_number (self->rows, gtk_bitset_get_minimum (chosen));
  copying->n = MIN (gtk_bitset_get_maximum (chosen) - gtk_bitset_get_minimum (chosen) + 1, MAX_COPIED);
  scope_task_give (self->source, copy_in_thread, copying, copying_free, NULL, NULL, copied, g_object_ref (self));
}

/* --- life --- */

static void
close_view (ScopeEventsPanel *self)
{
  scope_events_filter_cancel (self);
  scope_events_panel_watch (self, FALSE);
  if (self->preparing != NULL)
    g_cancellable_cancel (self->preparing);
  if (self->following != NULL)
    g_cancellable_cancel (self->following);
  g_clear_object (&self->preparing);
  g_clear_object (&self->following);
  g_clear_pointer (&self->set, scope_event_set_unref);
  scope_events_table_set_rows (self, NULL, 0, 0);
  self->ready = FALSE;
  self->source = NULL;
}

static void
set_view (ScopePanel *panel)
{
  ScopeEventsPanel *self = SCOPE_EVENTS_PANEL (panel);

  close_view (self);
  scope_events_filter_show_kinds (self);
  gtk_stack_set_visible_child_name (self->stack, "message");
  gtk_label_set_label (self->message, "");
  gtk_label_set_label (self->status, "");
  if (panel->view != NULL)
    {
      scope_events_table_name_columns (self);
      start (self);
    }
}

static void
scope_events_panel_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (scope_events_panel_parent_class)->map (widget);
  start (SCOPE_EVENTS_PANEL (widget));
}

static gboolean
scope_events_panel_grab_focus (GtkWidget *widget)
{
  ScopeEventsPanel *self = SCOPE_EVENTS_PANEL (widget);

  return gtk_widget_grab_focus (gtk_widget_get_sensitive (self->bar) ? GTK_WIDGET (self->entry)
                                                                     : GTK_WIDGET (self->stack));
}

static void
scope_events_panel_dispose (GObject *object)
{
  ScopeEventsPanel *self = SCOPE_EVENTS_PANEL (object);

  if (self->stack != NULL)
    {
      scope_panel_set_view (&self->panel, NULL);
      self->stack = NULL;
    }
  G_OBJECT_CLASS (scope_events_panel_parent_class)->dispose (object);
  g_clear_object (&self->rows);
}

static void
scope_events_panel_finalize (GObject *object)
{
  g_hash_table_unref (SCOPE_EVENTS_PANEL (object)->hidden);
  G_OBJECT_CLASS (scope_events_panel_parent_class)->finalize (object);
}

static void
scope_events_panel_class_init (ScopeEventsPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_events_panel_dispose;
  G_OBJECT_CLASS (klass)->finalize = scope_events_panel_finalize;
  SCOPE_PANEL_CLASS (klass)->set_view = set_view;
  SCOPE_PANEL_CLASS (klass)->view_changed = view_changed;
  widget_class->map = scope_events_panel_map;
  widget_class->grab_focus = scope_events_panel_grab_focus;
  widget_class->focus = scope_tab_order_focus;
  gtk_widget_class_install_action (widget_class, "events.copy", NULL, copy_activated);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "events.copy", NULL);
}

static GtkWidget *
make_label_page (const char *text)
{
  GtkWidget *label = scope_message_label_new (18);

  gtk_label_set_label (GTK_LABEL (label), text);
  return label;
}

static GtkWidget *
make_wait_page (ScopeEventsPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *bar = gtk_progress_bar_new ();

  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_halign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_size_request (bar, 200, -1);
  scope_add_children (box, make_label_page (_("Reading the events…")), bar, NULL);
  scope_label_widget (bar, _("Reading the events…"));
  self->wait_bar = GTK_PROGRESS_BAR (bar);
  return box;
}

static GtkWidget *
make_bar (ScopeEventsPanel *self)
{
  GtkWidget *bar = scope_overflow_box_new (6);

  self->bar = bar;
  gtk_widget_add_css_class (bar, "panel-bar");
  gtk_widget_set_sensitive (bar, FALSE);
  scope_events_filter_build (self, bar);
  self->follow = gtk_toggle_button_new ();
  gtk_button_set_label (GTK_BUTTON (self->follow), _("Follow"));
  gtk_widget_set_valign (self->follow, GTK_ALIGN_CENTER);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->follow), TRUE);
  gtk_widget_set_tooltip_text (self->follow, _("Scroll to what is selected in the timeline, or to the pointer"));
  g_signal_connect_object (self->follow, "toggled", G_CALLBACK (scope_events_panel_follow), self, G_CONNECT_SWAPPED);
  scope_overflow_box_append (SCOPE_OVERFLOW_BOX (bar), self->follow);
  self->stop = scope_icon_button_new ("process-stop-symbolic", _("Stop filtering"), G_CALLBACK (stop_clicked), self);
  gtk_widget_set_visible (self->stop, FALSE);
  scope_overflow_box_append (SCOPE_OVERFLOW_BOX (bar), self->stop);
  self->status = GTK_LABEL (gtk_label_new (""));
  gtk_widget_add_css_class (GTK_WIDGET (self->status), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->status), "numeric");
  scope_overflow_box_append (SCOPE_OVERFLOW_BOX (bar), GTK_WIDGET (self->status));
  scope_set_margins (bar, 4, 6);
  return bar;
}

static void
scope_events_panel_init (ScopeEventsPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *table;

  self->hidden = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->rows = scope_event_list_new ();
  g_signal_connect_object (self->rows, "failed", G_CALLBACK (scope_events_panel_show_message), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_parent (box, GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (box), make_bar (self));
  self->filter_bar = GTK_PROGRESS_BAR (gtk_progress_bar_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->filter_bar), "osd");
  gtk_widget_set_visible (GTK_WIDGET (self->filter_bar), FALSE);
  scope_label_widget (GTK_WIDGET (self->filter_bar), _("Filtering"));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->filter_bar));

  table = scope_events_table_new (self);
  self->table = SCOPE_TABLE_VIEW (table);
  g_signal_connect_object (scope_table_view_get_selection (self->table), "selection-changed", G_CALLBACK (selection_changed), self,
                           G_CONNECT_SWAPPED);
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  self->message = GTK_LABEL (scope_message_label_new (18));
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->message), "message");
  gtk_stack_add_named (self->stack, make_wait_page (self), "wait");
  gtk_stack_add_named (self->stack, table, "list");
  gtk_stack_add_named (self->stack, make_label_page (_("No events here.")), "empty");
  gtk_stack_add_named (self->stack, make_label_page (_("Filtering…")), "searching");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->stack));
}
