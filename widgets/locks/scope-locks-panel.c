/* scope-locks-panel.c: see scope-locks-panel.h.
 *
 * Each mode is a page with a tool bar of its own, which begins with the switch of the modes: so that all of it takes one line.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/locks/scope-locks-panel.h"

#include "model/trace/locks/scope-coherence.h"

#include <glib/gi18n.h>

struct _ScopeLocksPanel
{
  GtkWidget parent_instance;

  ScopeContentionTopic topic;
  ScopeView *view;
  GtkWidget *outer, *empty, *modes; /* outer: either why there is nothing, or the modes */
  GtkWidget *switchers[SCOPE_LOCKS_N_MODES];
  GtkWidget *canvas, *order, *words, *tables, *matrix, *graph; /* canvas, order, words: of locks alone */
  GtkWidget *shown; /* the switch of the page that is shown */
};

G_DEFINE_FINAL_TYPE (ScopeLocksPanel, scope_locks_panel, GTK_TYPE_WIDGET)

static const char *const names[SCOPE_LOCKS_N_MODES] = { "time", "tables", "matrix", "graph" };

/* --- input --- */

static const ScopeLockUse *
use_of_row (ScopeLocksPanel *self, guint row)
{
  ScopeReportTable *table = scope_report_table_view_get_table (scope_report_table_panel_get_table_view (SCOPE_REPORT_TABLE_PANEL (self->tables)));
  GArray *extra = table != NULL ? scope_report_table_get_extra (table) : NULL;

  return extra != NULL && row < extra->len ? &g_array_index (extra, ScopeLockUse, row) : NULL;
}

static void
row_selected (ScopeReportTablePanel *tables, guint row, ScopeLocksPanel *self)
{
  const ScopeLockUse *use = use_of_row (self, row);

  if (use != NULL)
    scope_lock_canvas_choose_lock (SCOPE_LOCK_CANVAS (self->canvas), use->machine, use->lock);
}

/* To the longest wait of a lock, to a miss. */
static void
row_activated (ScopeReportTablePanel *tables, guint row, ScopeLocksPanel *self)
{
  ScopeReportTable *table = scope_report_table_view_get_table (scope_report_table_panel_get_table_view (tables));
  const ScopeReportTableRow *line = table != NULL ? scope_report_table_row (table, row) : NULL;
  const ScopeLockUse *use = use_of_row (self, row);

  if (self->view == NULL || line == NULL)
    return;
  /* What is listed stays what it is: it is the panel's own jump. */
  scope_report_table_panel_hold (tables, TRUE);
  if (use != NULL)
    {
      const ScopeLockUse copy = *use;

      scope_lock_canvas_go_to (SCOPE_LOCK_CANVAS (self->canvas), &copy, TRUE);
    }
  else
    scope_view_go_to (self->view, line->has_lane ? &line->lane : NULL, line->from, line->to);
  scope_report_table_panel_hold (tables, FALSE);
}

static void
spot_activated (ScopeContentionPage *page, const ScopeContentionSpot *spot, ScopeLocksPanel *self)
{
  const ScopeLaneId lane = spot->lane;

  if (self->view == NULL)
    return;
  scope_contention_page_hold (page, TRUE);
  if (self->canvas != NULL)
    scope_lock_canvas_choose_lock (SCOPE_LOCK_CANVAS (self->canvas), lane.machine, spot->address);
  scope_view_go_to (self->view, spot->has_lane ? &lane : NULL, spot->from, spot->to);
  scope_contention_page_hold (page, FALSE);
}

/* What is marked: for whom it waits. */
static void
chosen (ScopeLockCanvas *canvas, ScopeLocksPanel *self)
{
  const char *words = scope_lock_canvas_get_words (canvas);
  g_auto (GStrv) lines = g_strsplit (words, "\n", 2), rest = g_strsplit (lines[0] != NULL && lines[1] != NULL ? lines[1] : "", "\n", -1);
  g_autofree char *second = g_strjoinv (" · ", rest), *both = g_strdup_printf ("%s\n%s", lines[0] != NULL ? lines[0] : "", second);

  gtk_label_set_label (GTK_LABEL (self->words), both);
  gtk_widget_set_tooltip_text (self->words, words);
}

/* The keyboard stays on the switch, though it is another one that shows. */
static void
mode_changed (GtkStack *modes, GParamSpec *pspec, ScopeLocksPanel *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL, *before = self->shown;
  ScopeLocksMode mode = scope_locks_panel_get_mode (self);

  self->shown = self->switchers[mode];
  if (focus != NULL && before != NULL && before != self->shown && gtk_widget_is_ancestor (focus, before))
    {
      GtkWidget *button = gtk_widget_get_first_child (self->shown);

      for (guint i = self->canvas != NULL ? 0 : 1; i < (guint) mode && button != NULL; i++)
        button = gtk_widget_get_next_sibling (button);
      if (button != NULL)
        gtk_widget_grab_focus (button);
    }
}

/* --- what is shown --- */

ScopeLocksMode
scope_locks_panel_get_mode (ScopeLocksPanel *self)
{
  const char *name = gtk_stack_get_visible_child_name (GTK_STACK (self->modes));

  for (guint i = 0; i < SCOPE_LOCKS_N_MODES; i++)
    if (g_strcmp0 (name, names[i]) == 0)
      return (ScopeLocksMode) i;
  return SCOPE_LOCKS_TABLES;
}

void
scope_locks_panel_set_mode (ScopeLocksPanel *self, ScopeLocksMode mode)
{
  g_return_if_fail (mode < SCOPE_LOCKS_N_MODES && (mode != SCOPE_LOCKS_TIME || self->canvas != NULL));

  gtk_stack_set_visible_child_name (GTK_STACK (self->modes), names[mode]);
}

ScopeLockCanvas *
scope_locks_panel_get_canvas (ScopeLocksPanel *self)
{
  return self->canvas != NULL ? SCOPE_LOCK_CANVAS (self->canvas) : NULL;
}

ScopeReportTablePanel *
scope_locks_panel_get_tables (ScopeLocksPanel *self)
{
  return SCOPE_REPORT_TABLE_PANEL (self->tables);
}

ScopeContentionPage *
scope_locks_panel_get_contention (ScopeLocksPanel *self, ScopeLocksMode mode)
{
  return mode == SCOPE_LOCKS_MATRIX  ? SCOPE_CONTENTION_PAGE (self->matrix)
         : mode == SCOPE_LOCKS_GRAPH ? SCOPE_CONTENTION_PAGE (self->graph)
                                     : NULL;
}

const char *
scope_locks_panel_get_why_not (ScopeLocksPanel *self)
{
  if (self->view == NULL)
    return NULL;
  return self->topic == SCOPE_CONTENTION_LOCKS ? scope_locks_why_not (scope_view_get_trace (self->view))
                                            : scope_coherence_why_not (scope_view_get_trace (self->view));
}

gboolean
scope_locks_panel_is_settled (ScopeLocksPanel *self)
{
  ScopeLocksMode mode = scope_locks_panel_get_mode (self);

  if (self->view == NULL || scope_locks_panel_get_why_not (self) != NULL)
    return TRUE;
  if (mode == SCOPE_LOCKS_TIME)
    return scope_lock_canvas_is_settled (SCOPE_LOCK_CANVAS (self->canvas));
  if (mode == SCOPE_LOCKS_TABLES)
    return scope_report_table_panel_is_settled (SCOPE_REPORT_TABLE_PANEL (self->tables));
  return scope_contention_page_is_settled (scope_locks_panel_get_contention (self, mode));
}

static void
update_empty (ScopeLocksPanel *self)
{
  const char *why_not = scope_locks_panel_get_why_not (self);

  gtk_label_set_label (GTK_LABEL (self->empty), why_not != NULL ? why_not : "");
  gtk_stack_set_visible_child (GTK_STACK (self->outer), why_not != NULL ? self->empty : self->modes);
}

static void
view_changed (ScopeView *view, guint what, ScopeLocksPanel *self)
{
  if (what & SCOPE_VIEW_DATA)
    update_empty (self);
}

static void
set_choices (ScopeLocksPanel *self)
{
  const char *locks[] = { _("Locks"), _("Functions"), _("Who Waited for Whom"), _("Longest Waits"), NULL };
  const char *lines[] = { _("Lines"), _("Functions"), _("Misses"), NULL };
  const guint lock_whats[] = { SCOPE_LOCK_TABLE_LOCKS, SCOPE_LOCK_TABLE_FUNCTIONS, SCOPE_LOCK_TABLE_PAIRS,
                               SCOPE_LOCK_TABLE_LONGEST };
  const guint line_whats[] = { SCOPE_COHERENCE_TABLE_LINES, SCOPE_COHERENCE_TABLE_FUNCTIONS, SCOPE_COHERENCE_TABLE_MISSES };

  if (self->topic == SCOPE_CONTENTION_LOCKS)
    scope_report_table_panel_set_choices (SCOPE_REPORT_TABLE_PANEL (self->tables), locks, lock_whats);
  else
    scope_report_table_panel_set_choices (SCOPE_REPORT_TABLE_PANEL (self->tables), lines, line_whats);
}

void
scope_locks_panel_set_view (ScopeLocksPanel *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_LOCKS_PANEL (self));

  if (self->view == view)
    return;
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_set_object (&self->view, view);
  if (view != NULL)
    {
      g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
      set_choices (self);
    }
  if (self->canvas != NULL)
    {
      scope_lock_canvas_set_view (SCOPE_LOCK_CANVAS (self->canvas), view);
      gtk_label_set_label (GTK_LABEL (self->words), "\n");
    }
  scope_report_table_panel_set_view (SCOPE_REPORT_TABLE_PANEL (self->tables), view);
  scope_contention_page_set_view (SCOPE_CONTENTION_PAGE (self->matrix), view);
  scope_contention_page_set_view (SCOPE_CONTENTION_PAGE (self->graph), view);
  update_empty (self);
}

void
scope_locks_panel_set_graph_layout (ScopeLocksPanel *self, ScopeGraphLayout *layout)
{
  g_return_if_fail (SCOPE_IS_LOCKS_PANEL (self));

  scope_contention_page_set_layout (SCOPE_CONTENTION_PAGE (self->graph), layout);
}

/* --- life --- */

static void
scope_locks_panel_dispose (GObject *object)
{
  ScopeLocksPanel *self = SCOPE_LOCKS_PANEL (object);

  if (self->outer != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->modes, self);
      if (self->canvas != NULL)
        g_signal_handlers_disconnect_by_data (self->canvas, self);
      g_signal_handlers_disconnect_by_data (self->tables, self);
      g_signal_handlers_disconnect_by_data (self->matrix, self);
      g_signal_handlers_disconnect_by_data (self->graph, self);
      scope_locks_panel_set_view (self, NULL);
    }
  g_clear_pointer (&self->outer, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_locks_panel_parent_class)->dispose (object);
}

static void
scope_locks_panel_class_init (ScopeLocksPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_locks_panel_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
add_switcher (ScopeLocksPanel *self, ScopeLocksMode mode)
{
  GtkWidget *switcher = gtk_stack_switcher_new ();

  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), GTK_STACK (self->modes));
  gtk_widget_add_css_class (switcher, "table-choice");
  gtk_widget_set_valign (switcher, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (switcher), GTK_ACCESSIBLE_PROPERTY_LABEL, _("What is shown"), -1);
  self->switchers[mode] = switcher;
  return switcher;
}

/* Two lines, however long what they say is: what stands below does not move between the clicks of a double click. */
static GtkWidget *
make_words (ScopeLocksPanel *self)
{
  self->words = gtk_label_new ("\n");
  gtk_label_set_xalign (GTK_LABEL (self->words), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->words), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->words, TRUE);
  gtk_widget_add_css_class (self->words, "table-summary");
  gtk_widget_add_css_class (self->words, "numeric");
  return self->words;
}

static void
order_changed (GtkDropDown *order, GParamSpec *pspec, ScopeLocksPanel *self)
{
  scope_lock_canvas_set_order (SCOPE_LOCK_CANVAS (self->canvas), (ScopeLockOrder) gtk_drop_down_get_selected (order));
}

static GtkWidget *
make_order (ScopeLocksPanel *self)
{
  const char *titles[] = { _("Time Waited"), _("Held"), _("Acquisitions"), _("Address"), NULL };

  G_STATIC_ASSERT (G_N_ELEMENTS (titles) == SCOPE_LOCK_N_ORDERS + 1);
  self->order = gtk_drop_down_new_from_strings (titles);
  gtk_widget_set_valign (self->order, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (self->order, _("Order of the locks"));
  gtk_widget_add_css_class (self->order, "table-choice");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->order), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Order of the locks"), -1);
  g_signal_connect (self->order, "notify::selected", G_CALLBACK (order_changed), self);
  return self->order;
}

/* The lanes, with a scroll bar beside them: only those that are seen are read. */
static GtkWidget *
make_time_page (ScopeLocksPanel *self)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *scrollbar;

  gtk_widget_set_margin_top (bar, 3);
  gtk_widget_set_margin_bottom (bar, 3);
  gtk_widget_set_margin_start (bar, 6);
  gtk_widget_set_margin_end (bar, 6);
  gtk_box_append (GTK_BOX (bar), add_switcher (self, SCOPE_LOCKS_TIME));
  gtk_box_append (GTK_BOX (bar), make_order (self));
  gtk_box_append (GTK_BOX (bar), make_words (self));
  self->canvas = scope_lock_canvas_new ();
  g_signal_connect (self->canvas, "chosen", G_CALLBACK (chosen), self);
  scrollbar = gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, scope_lock_canvas_get_adjustment (SCOPE_LOCK_CANVAS (self->canvas)));
  gtk_accessible_update_property (GTK_ACCESSIBLE (scrollbar), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Locks"), -1);
  gtk_widget_set_hexpand (self->canvas, TRUE);
  gtk_widget_set_vexpand (row, TRUE);
  gtk_box_append (GTK_BOX (row), self->canvas);
  gtk_box_append (GTK_BOX (row), scrollbar);
  gtk_box_append (GTK_BOX (page), bar);
  gtk_box_append (GTK_BOX (page), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (page), row);
  return page;
}

static void
scope_locks_panel_init (ScopeLocksPanel *self)
{
  self->outer = gtk_stack_new ();
  self->modes = gtk_stack_new ();
  self->empty = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->empty), TRUE);
  gtk_label_set_justify (GTK_LABEL (self->empty), GTK_JUSTIFY_CENTER);
  gtk_label_set_max_width_chars (GTK_LABEL (self->empty), 60);
  gtk_widget_add_css_class (self->empty, "dim-label");
  gtk_widget_set_margin_start (self->empty, 12);
  gtk_widget_set_margin_end (self->empty, 12);
  gtk_widget_set_halign (self->empty, GTK_ALIGN_CENTER);
  gtk_stack_add_child (GTK_STACK (self->outer), self->modes);
  gtk_stack_add_child (GTK_STACK (self->outer), self->empty);
  gtk_widget_set_parent (self->outer, GTK_WIDGET (self));
}

static void
make_pages (ScopeLocksPanel *self)
{
  gboolean locks = self->topic == SCOPE_CONTENTION_LOCKS;
  GtkStack *modes = GTK_STACK (self->modes);

  if (locks)
    gtk_stack_add_titled (modes, make_time_page (self), names[SCOPE_LOCKS_TIME], _("Over Time"));
  self->tables = scope_report_table_panel_new (locks ? _("Locks") : _("Coherence"),
                                               locks ? scope_lock_table_read : scope_coherence_table_read);
  scope_report_table_panel_set_leading (SCOPE_REPORT_TABLE_PANEL (self->tables), add_switcher (self, SCOPE_LOCKS_TABLES));
  self->matrix = scope_contention_page_new (self->topic, FALSE, add_switcher (self, SCOPE_LOCKS_MATRIX));
  self->graph = scope_contention_page_new (self->topic, TRUE, add_switcher (self, SCOPE_LOCKS_GRAPH));
  gtk_stack_add_titled (modes, self->tables, names[SCOPE_LOCKS_TABLES], _("Tables"));
  gtk_stack_add_titled (modes, self->matrix, names[SCOPE_LOCKS_MATRIX], _("Matrix"));
  gtk_stack_add_titled (modes, self->graph, names[SCOPE_LOCKS_GRAPH], _("Graph"));
  g_signal_connect (self->tables, "row-selected", G_CALLBACK (row_selected), self);
  g_signal_connect (self->tables, "row-activated", G_CALLBACK (row_activated), self);
  g_signal_connect (self->matrix, "spot-activated", G_CALLBACK (spot_activated), self);
  g_signal_connect (self->graph, "spot-activated", G_CALLBACK (spot_activated), self);
  self->shown = self->switchers[scope_locks_panel_get_mode (self)];
  g_signal_connect (modes, "notify::visible-child", G_CALLBACK (mode_changed), self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, locks ? _("Locks") : _("Coherence"), -1);
}

GtkWidget *
scope_locks_panel_new (ScopeContentionTopic topic)
{
  ScopeLocksPanel *self = g_object_new (SCOPE_TYPE_LOCKS_PANEL, NULL);

  self->topic = topic;
  make_pages (self);
  return GTK_WIDGET (self);
}
