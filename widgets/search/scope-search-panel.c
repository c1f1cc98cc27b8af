/* scope-search-panel.c: the search panel's life: an entry, what is looked at, and the way from hit to hit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/search/scope-search-panel-private.h"

#include "widgets/kit/scope-parts.h"
#include "widgets/kit/scope-tab-order.h"

#include "model/scene/draw/scope-ruler.h"
#include "model/scene/view/scope-view-call.h"

#include <glib/gi18n.h>

G_DEFINE_FINAL_TYPE (ScopeSearchPanel, scope_search_panel, SCOPE_TYPE_PANEL)

GListModel *
scope_search_panel_get_hits (ScopeSearchPanel *self)
{
  return G_LIST_MODEL (self->hits);
}

/* --- going there --- */

static void
go_to_event (ScopeSearchPanel *self, ScopeEventItem *item)
{
  const ScopeEventRow *row = scope_event_item_get_row (item);
  ScopeLaneId lane = scope_search_event_lane (scope_view_get_trace (self->panel.view), row);

  scope_view_go_to (self->panel.view, row->processor >= 0 ? &lane : NULL, row->time, row->time);
}

/* What was found in a call stack: to the activation in which it is. */
static void
go_to_hit (ScopeSearchPanel *self, const ScopeSearchHit *hit)
{
  const ScopeFound *found = &hit->found;
  gint64 first, last;

  if (hit->kind != SCOPE_SEARCH_CALLS || found->depth < 0 || found->enter == SCOPE_TABLE_NULL)
    {
      scope_view_go_to (self->panel.view, &hit->lane, hit->from, hit->to);
      return;
    }
  scope_trace_range (scope_view_get_trace (self->panel.view), &first, &last);
  scope_view_go_to_call (self->panel.view,
                         &(ScopeActivationId) { hit->lane, (guint32) found->depth, found->enter,
                                                found->exit != SCOPE_TABLE_NULL ? found->exit : last },
                         hit->from, hit->to);
}

static void
forget_awaited (ScopeSearchPanel *self)
{
  if (self->awaited == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->awaited, self);
  scope_event_item_hide (self->awaited);
  g_clear_object (&self->awaited);
}

static void
awaited_filled (ScopeSearchPanel *self)
{
  g_autoptr (ScopeEventItem) item = g_object_ref (self->awaited);

  forget_awaited (self);
  if (self->panel.view != NULL)
    go_to_event (self, item);
}

static void
go_to (ScopeSearchPanel *self, gpointer item)
{
  forget_awaited (self);
  if (self->panel.view == NULL || item == NULL)
    return;
  if (SCOPE_IS_SEARCH_HIT (item))
    {
      go_to_hit (self, item);
    }
  else if (scope_event_item_get_row (item) != NULL)
    go_to_event (self, item);
  else
    {
      self->awaited = g_object_ref (item);
      g_signal_connect_swapped (item, "filled", G_CALLBACK (awaited_filled), self);
      scope_event_item_show (item);
    }
}

static void
selection_changed (ScopeSearchPanel *self)
{
  if (!self->moving)
    go_to (self, gtk_single_selection_get_selected_item (self->selection));
}

void
scope_search_panel_activated (gpointer panel, guint position)
{
  ScopeSearchPanel *self = panel;
  g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (self->hits), position);

  go_to (self, item);
}

void
scope_search_panel_step (ScopeSearchPanel *self, gboolean forward)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->hits));
  guint at = gtk_single_selection_get_selected (self->selection);

  if (n == 0)
    return;
  if (at == GTK_INVALID_LIST_POSITION)
    at = forward ? 0 : n - 1;
  else
    at = (guint) (((guint64) at + (forward ? 1 : n - 1)) % n);
  gtk_single_selection_set_selected (self->selection, at);
  scope_table_view_scroll_to (self->table, at);
}

static void
step_forward (ScopeSearchPanel *self)
{
  scope_search_panel_step (self, TRUE);
}

static void
step_back (ScopeSearchPanel *self)
{
  scope_search_panel_step (self, FALSE);
}

/* --- the search --- */

/* Where the hits are is seen in the overview. */
static void
show_spread (ScopeSearchPanel *self)
{
  guint32 spread[SCOPE_SEARCH_SPREAD];

  if (self->panel.view == NULL || self->search == NULL)
    return;
  scope_search_get_spread (self->search, spread);
  scope_view_set_hits (self->panel.view, spread, SCOPE_SEARCH_SPREAD);
  scope_view_set_hit_marks (self->panel.view, scope_search_get_marks (self->search));
}

static const char *
what_to_ask (ScopeSearchPanel *self)
{
  if (self->panel.view != NULL && scope_trace_runtime (scope_view_get_trace (self->panel.view)) == SCOPE_RUNTIME_SIMULATION)
    return _("The search covers names, marks, and events inside functions. Examples:");
  return _("The search covers names, reasons of waiting, marks and events. Examples:");
}

/* What stands where hits would: how to ask, that there are none, or not all was looked at. Free with g_free(). */
static char *
dup_message (ScopeSearchPanel *self, gboolean asked, gboolean running, const char *notice)
{
  double at;

  if (!asked)
    return g_strdup (what_to_ask (self));
  if (running)
    return g_strdup (_("Searching…"));
  if (self->search != NULL && scope_search_was_stopped (self->search, &at))
    return g_strdup_printf (_("The search was stopped at %d %%. It had found nothing by then."), (int) (at * 100));
  return g_strdup (notice != NULL ? notice : _("Nothing found."));
}

/* How many there are, and which part of them. Free with g_free(). */
static char *
dup_count (ScopeSearchPanel *self, guint64 n, guint listed, gboolean running)
{
  g_autofree char *count = scope_format_count (n), *shown = scope_format_count (listed);
  double at;

  if (self->search != NULL && scope_search_was_stopped (self->search, &at))
    /* TRANSLATORS: a search that did not come to its end */
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s hit, stopped at %d %%", "%s hits, stopped at %d %%",
                                         (gulong) MIN (n, 1000000)),
                            count, (int) (at * 100));
  if (n > listed && !running)
    /* TRANSLATORS: “1,200,000 hits, 200,000 listed” */
    return g_strdup_printf (_("%s hits, %s listed"), count, shown);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s hit", "%s hits", (gulong) MIN (n, 1000000)), count);
}

static void
show_status (ScopeSearchPanel *self)
{
  guint64 n = self->search != NULL ? scope_search_n_hits (self->search) : 0;
  gboolean running = self->search != NULL && scope_search_is_running (self->search);
  gboolean asked = scope_search_entry_get_text (self->entry)[0] != '\0';
  guint listed = g_list_model_get_n_items (G_LIST_MODEL (self->hits));
  const char *notice = self->search != NULL ? scope_search_get_notice (self->search) : NULL;
  gboolean stopped = self->search != NULL && scope_search_was_stopped (self->search, NULL);
  g_autofree char *text = asked ? dup_count (self, n, listed, running) : NULL;
  g_autofree char *message = dup_message (self, asked, running, notice);

  show_spread (self);
  gtk_label_set_label (self->status, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->status), text != NULL);
  gtk_widget_set_visible (self->stop, running);
  gtk_widget_set_visible (self->bar, running);
  if (running)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->bar), scope_search_get_progress (self->search));
  gtk_widget_set_sensitive (self->next, listed > 0);
  gtk_widget_set_sensitive (self->previous, listed > 0);
  if (listed > 0)
    gtk_stack_set_visible_child_name (self->stack, "list");
  else
    {
      gtk_label_set_label (self->message, message);
      gtk_stack_set_visible_child_name (self->stack, "message");
    }
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->status), notice);
  if (notice != NULL || stopped)
    gtk_widget_add_css_class (GTK_WIDGET (self->status), "warning");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->status), "warning");
}

static void
search_again (ScopeSearchPanel *self)
{
  g_autoptr (GError) error = NULL;
  ScopeSearchKinds kinds = 0;

  if (self->search == NULL)
    return;
  for (guint k = 0; k < G_N_ELEMENTS (self->kinds); k++)
    if (gtk_check_button_get_active (GTK_CHECK_BUTTON (self->kinds[k])))
      kinds |= (ScopeSearchKinds) (1 << k);
  forget_awaited (self);
  self->moving = TRUE;
  scope_table_view_rewind (self->table);
  scope_search_start (self->search, scope_search_entry_get_text (self->entry),
                      scope_search_entry_get_flags (self->entry), kinds, &error);
  self->moving = FALSE;
  scope_search_entry_set_error (self->entry, error != NULL ? error->message : NULL);
  if (error != NULL)
    {
      gtk_label_set_label (self->message, error->message);
      gtk_label_set_label (self->status, "");
    }
}

static void
stop_clicked (ScopeSearchPanel *self)
{
  if (self->search != NULL)
    scope_search_stop (self->search);
  show_status (self);
}

static void
drop_search (ScopeSearchPanel *self)
{
  if (self->search == NULL)
    return;
  forget_awaited (self);
  scope_search_stop (self->search);
  g_signal_handlers_disconnect_by_data (self->search, self);
  self->moving = TRUE;
  scope_table_view_rewind (self->table);
  g_list_store_remove_all (self->parts);
  self->moving = FALSE;
  g_clear_object (&self->search);
}

static void
view_changed (ScopePanel *panel, guint what)
{
  ScopeSearchPanel *self = SCOPE_SEARCH_PANEL (panel);

  if (what & SCOPE_VIEW_CLOCK)
    {
      scope_search_table_fit_times (self);
      scope_table_view_renew (self->table);
    }
}

static void
leave_view (ScopePanel *panel)
{
  drop_search (SCOPE_SEARCH_PANEL (panel));
  scope_view_set_hits (panel->view, NULL, 0);
  scope_view_set_hit_marks (panel->view, NULL);
}

static void
set_view (ScopePanel *panel)
{
  ScopeSearchPanel *self = SCOPE_SEARCH_PANEL (panel);
  ScopeTrace *trace = panel->view != NULL ? scope_view_get_trace (panel->view) : NULL;

  scope_search_help_set_trace (self->help, trace);
  scope_search_help_set_trace (self->examples, trace);
  g_clear_pointer (&self->variables, scope_variable_lists_free);
  if (trace != NULL)
    {
      self->search = scope_search_new (trace);
      self->variables = scope_variable_lists_new ();
      scope_search_table_fit_times (self);
      g_signal_connect_swapped (self->search, "changed", G_CALLBACK (show_status), self);
      g_list_store_append (self->parts, scope_search_get_hits (self->search));
      g_list_store_append (self->parts, scope_search_get_events (self->search));
      search_again (self);
    }
  show_status (self);
}

/* --- life --- */

static gboolean
scope_search_panel_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (SCOPE_SEARCH_PANEL (widget)->entry));
}

static void
scope_search_panel_dispose (GObject *object)
{
  ScopeSearchPanel *self = SCOPE_SEARCH_PANEL (object);

  scope_panel_set_view (&self->panel, NULL);
  G_OBJECT_CLASS (scope_search_panel_parent_class)->dispose (object);
  g_clear_object (&self->selection);
  g_clear_object (&self->hits);
  g_clear_object (&self->parts);
  g_clear_pointer (&self->variables, scope_variable_lists_free);
}

static gboolean
step_shortcut (GtkWidget *widget, GVariant *args, gpointer data)
{
  scope_search_panel_step (SCOPE_SEARCH_PANEL (widget), g_variant_get_boolean (args));
  return TRUE;
}

/* Wherever the focus is in the window. */
static void
add_shortcuts (ScopeSearchPanel *self)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    gboolean forward;
  } keys[] = { { GDK_KEY_F3, 0, TRUE }, { GDK_KEY_F3, GDK_SHIFT_MASK, FALSE }, { GDK_KEY_g, GDK_CONTROL_MASK, TRUE },
               { GDK_KEY_g, GDK_CONTROL_MASK | GDK_SHIFT_MASK, FALSE } };
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (controller), GTK_SHORTCUT_SCOPE_GLOBAL);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_shortcut_controller_add_shortcut (
        GTK_SHORTCUT_CONTROLLER (controller),
        gtk_shortcut_new_with_arguments (gtk_keyval_trigger_new (keys[i].key, keys[i].modifiers),
                                         gtk_callback_action_new (step_shortcut, NULL, NULL), "b", keys[i].forward));
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

/* --- copying --- */

/* Of more, the first ones: a clipboard is no file. */
#define MAX_COPIED 10000u

static void
copy (ScopeSearchPanel *self, guint first, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = first; i < first + n; i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (self->hits), i);
      g_autofree char *line = item != NULL ? scope_search_table_line (self, item) : NULL;

      if (line != NULL)
        g_string_append (text, line);
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text->str);
}

static void
copy_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  guint selected = gtk_single_selection_get_selected (SCOPE_SEARCH_PANEL (widget)->selection);

  if (selected != GTK_INVALID_LIST_POSITION)
    copy (SCOPE_SEARCH_PANEL (widget), selected, 1);
}

static void
copy_all_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  copy (SCOPE_SEARCH_PANEL (widget), 0, MIN (g_list_model_get_n_items (G_LIST_MODEL (SCOPE_SEARCH_PANEL (widget)->hits)), MAX_COPIED));
}

static void
scope_search_panel_class_init (ScopeSearchPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_search_panel_dispose;
  SCOPE_PANEL_CLASS (klass)->leave_view = leave_view;
  SCOPE_PANEL_CLASS (klass)->set_view = set_view;
  SCOPE_PANEL_CLASS (klass)->view_changed = view_changed;
  widget_class->grab_focus = scope_search_panel_grab_focus;
  widget_class->focus = scope_tab_order_focus;
  gtk_widget_class_install_action (widget_class, "search.copy", NULL, copy_activated);
  gtk_widget_class_install_action (widget_class, "search.copy-all", NULL, copy_all_activated);
}

static GtkWidget *
add_icon_button (GtkWidget *bar, const char *icon, const char *name, GCallback clicked, ScopeSearchPanel *self)
{
  GtkWidget *button = scope_icon_button_new (icon, name, clicked, self);

  gtk_box_append (GTK_BOX (bar), button);
  return button;
}

static void
help_chosen (ScopeSearchPanel *self, const char *text)
{
  scope_search_entry_set_text (self->entry, text);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

/* A trace that is still read may have call stacks only by now. */
static void
menu_opened (ScopeSearchPanel *self)
{
  scope_search_help_set_trace (self->help, self->panel.view != NULL ? scope_view_get_trace (self->panel.view) : NULL);
}

static GtkWidget *
make_kinds (ScopeSearchPanel *self)
{
  static const char *const titles[] = { N_("Names and Labels"), N_("Reasons of Waiting"), N_("Marks and Messages"),
                                        N_("Events") };
  GtkWidget *menu = gtk_menu_button_new (), *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3), *scroller;

  for (guint k = 0; k < G_N_ELEMENTS (titles); k++)
    {
      self->kinds[k] = gtk_check_button_new_with_label (_(titles[k]));
      gtk_check_button_set_active (GTK_CHECK_BUTTON (self->kinds[k]), TRUE);
      g_signal_connect_object (self->kinds[k], "toggled", G_CALLBACK (search_again), self, G_CONNECT_SWAPPED);
      gtk_box_append (GTK_BOX (box), self->kinds[k]);
    }
  self->help = SCOPE_SEARCH_HELP (scope_search_help_new ());
  gtk_widget_set_margin_top (GTK_WIDGET (self->help), 9);
  gtk_widget_set_margin_start (GTK_WIDGET (self->help), 6);
  gtk_widget_set_margin_end (GTK_WIDGET (self->help), 6);
  gtk_widget_set_margin_bottom (GTK_WIDGET (self->help), 6);
  g_signal_connect_object (self->help, "chosen", G_CALLBACK (help_chosen), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->help));
  g_signal_connect_object (popover, "show", G_CALLBACK (menu_opened), self, G_CONNECT_SWAPPED);
  /* A small window has little room above and below. */
  scroller = scope_scroller_new (box);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 370);
  gtk_popover_set_child (GTK_POPOVER (popover), scroller);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (menu), _("Search In"));
  gtk_widget_set_valign (menu, GTK_ALIGN_CENTER);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (menu), popover);
  return menu;
}

static GtkWidget *
make_bar (ScopeSearchPanel *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *scroller = gtk_scrolled_window_new ();

  gtk_widget_add_css_class (bar, "panel-bar");
  self->entry = SCOPE_SEARCH_ENTRY (scope_search_entry_new (_("Search the trace")));
  scope_search_entry_keep_text (self->entry); /* the hits stay in the timeline, to which it leads */
  gtk_widget_set_hexpand (GTK_WIDGET (self->entry), TRUE);
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (search_again), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "next", G_CALLBACK (step_forward), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "previous", G_CALLBACK (step_back), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->entry));
  self->previous = add_icon_button (bar, "go-up-symbolic", _("Previous hit (Shift+F3)"), G_CALLBACK (step_back), self);
  self->next = add_icon_button (bar, "go-down-symbolic", _("Next hit (F3)"), G_CALLBACK (step_forward), self);
  gtk_box_append (GTK_BOX (bar), make_kinds (self));
  self->stop = add_icon_button (bar, "process-stop-symbolic", _("Stop searching"), G_CALLBACK (stop_clicked), self);
  gtk_widget_set_visible (self->stop, FALSE);
  self->status = GTK_LABEL (gtk_label_new (""));
  gtk_label_set_width_chars (self->status, 12);
  gtk_label_set_xalign (self->status, 1);
  gtk_widget_add_css_class (GTK_WIDGET (self->status), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->status), "numeric");
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->status));
  scope_set_margins (bar, 4, 6);
  /* A narrow place shows a part of it. */
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), bar);
  return scroller;
}

static GtkWidget *
make_message (ScopeSearchPanel *self)
{
  GtkWidget *label = scope_message_label_new (18), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);

  self->message = GTK_LABEL (label);
  self->examples = SCOPE_SEARCH_HELP (scope_search_help_new_brief ());
  g_signal_connect_object (self->examples, "chosen", G_CALLBACK (help_chosen), self, G_CONNECT_SWAPPED);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  scope_add_children (box, label, GTK_WIDGET (self->examples), NULL);
  return box;
}

static void
make_models (ScopeSearchPanel *self)
{
  self->parts = g_list_store_new (G_TYPE_LIST_MODEL);
  self->hits = gtk_flatten_list_model_new (G_LIST_MODEL (g_object_ref (self->parts)));
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->hits)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (selection_changed), self,
                           G_CONNECT_SWAPPED);
}

static void
scope_search_panel_init (ScopeSearchPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *table;

  make_models (self);
  gtk_widget_set_parent (box, GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (box), make_bar (self));
  self->bar = scope_progress_new (_("Searching…"));
  gtk_box_append (GTK_BOX (box), self->bar);
  table = scope_search_table_new (self);
  self->table = SCOPE_TABLE_VIEW (table);
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  gtk_stack_add_named (self->stack, make_message (self), "message");
  gtk_stack_add_named (self->stack, table, "list");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->stack));
  add_shortcuts (self);
  show_status (self);
}
