/* scope-locks-panel.c: see scope-locks-panel.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/locks/scope-locks-panel.h"

#include "model/trace/locks/scope-coherence.h"
#include "widgets/kit/scope-modes.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

struct _ScopeLocksPanel
{
  ScopePanel panel;

  ScopeContentionTopic topic;
  GtkWidget *modes, *pages[SCOPE_LOCKS_N_MODES];
  GtkWidget *order, *words; /* of locks alone */
  ScopeLockCanvas *canvas;  /* likewise */
};

G_DEFINE_FINAL_TYPE (ScopeLocksPanel, scope_locks_panel, SCOPE_TYPE_PANEL)

static const char *const names[SCOPE_LOCKS_N_MODES] = { "time", "tables", "matrix", "graph" };

/* --- matrix and graph --- */

static char *
describe (ScopeMatrix *matrix, int row, int column, gpointer topic)
{
  return scope_contention_matrix_describe (matrix, (ScopeContentionTopic) GPOINTER_TO_UINT (topic), row, column);
}

static const ScopeMatrixTopic matrices[] = {
  { N_("Who waits for whom"), N_("Nobody waited for another one in this range"), scope_contention_matrix_read, describe,
    scope_contention_measures[SCOPE_CONTENTION_LOCKS], SCOPE_CONTENTION_MEASURES, SCOPE_CONTENTION_LOCKS },
  { N_("Who takes lines from whom"), N_("Nobody took a line from another one in this range"), scope_contention_matrix_read, describe,
    scope_contention_measures[SCOPE_CONTENTION_LINES], SCOPE_CONTENTION_MEASURES, SCOPE_CONTENTION_LINES },
};
static const ScopeGraphTopic graphs[] = {
  { N_("Who waits for whom"), N_("Nobody waited for another one in this range"), scope_contention_graph_read,
    SCOPE_CONTENTION_LOCKS },
  { N_("Who takes lines from whom"), N_("Nobody took a line from another one in this range"), scope_contention_graph_read,
    SCOPE_CONTENTION_LINES },
};

static void
spot_activated (ScopeLocksPanel *self, const ScopeContentionSpot *spot)
{
  if (self->canvas != NULL)
    scope_lock_canvas_choose_lock (self->canvas, spot->lane.machine, spot->address);
  scope_view_go_to (self->panel.view, spot->has_lane ? &spot->lane : NULL, spot->from, spot->to);
}

/* --- tables --- */

static const ScopeLockUse *
use_of_row (ScopeReportTablePanel *tables, guint row)
{
  ScopeReportTable *table = scope_report_table_panel_get_table (tables);
  GArray *extra = table != NULL ? scope_report_table_get_extra (table) : NULL;

  return extra != NULL && row < extra->len ? &g_array_index (extra, ScopeLockUse, row) : NULL;
}

static void
row_selected (ScopeReportTablePanel *tables, guint row, ScopeLocksPanel *self)
{
  const ScopeLockUse *use = use_of_row (tables, row);

  if (use != NULL)
    scope_lock_canvas_choose_lock (self->canvas, use->machine, use->lock);
}

/* To the longest wait of a lock, to a miss. */
static void
row_activated (ScopeReportTablePanel *tables, guint row, ScopeLocksPanel *self)
{
  const ScopeLockUse *use = use_of_row (tables, row);

  if (use != NULL && self->panel.view != NULL)
    {
      const ScopeLockUse copy = *use;

      /* What is listed stays what it is: it is the panel's own jump. */
      scope_panel_hold (SCOPE_PANEL (tables), TRUE);
      scope_lock_canvas_go_to (self->canvas, &copy, TRUE);
      scope_panel_hold (SCOPE_PANEL (tables), FALSE);
    }
  else if (use == NULL)
    scope_report_table_panel_jump (tables, row, FALSE);
}

static void
set_choices (ScopeLocksPanel *self)
{
  const char *locks[] = { _("Locks"), _("Functions"), _("Who Waited for Whom"), _("Longest Waits"), NULL };
  const char *lines[] = { _("Lines"), _("Functions"), _("Misses"), NULL };
  const guint lock_whats[] = { SCOPE_LOCK_TABLE_LOCKS, SCOPE_LOCK_TABLE_FUNCTIONS, SCOPE_LOCK_TABLE_PAIRS,
                               SCOPE_LOCK_TABLE_LONGEST };
  const guint line_whats[] = { SCOPE_COHERENCE_TABLE_LINES, SCOPE_COHERENCE_TABLE_FUNCTIONS, SCOPE_COHERENCE_TABLE_MISSES };
  gboolean is_locks = self->topic == SCOPE_CONTENTION_LOCKS;

  scope_report_table_panel_set_choices (SCOPE_REPORT_TABLE_PANEL (self->pages[SCOPE_LOCKS_TABLES]), is_locks ? locks : lines,
                                        is_locks ? lock_whats : line_whats);
}

/* --- what is shown --- */

/* What is marked: for whom it waits. */
static void
chosen (ScopeLockCanvas *canvas, ScopeLocksPanel *self)
{
  const char *words = scope_chart_get_words (SCOPE_CHART (canvas));
  g_auto (GStrv) lines = g_strsplit (words, "\n", 2), rest = g_strsplit (lines[0] != NULL && lines[1] != NULL ? lines[1] : "", "\n", -1);
  g_autofree char *second = g_strjoinv (" · ", rest), *both = g_strdup_printf ("%s\n%s", lines[0] != NULL ? lines[0] : "", second);

  gtk_label_set_label (GTK_LABEL (self->words), both);
  gtk_widget_set_tooltip_text (self->words, words);
}

ScopeLocksMode
scope_locks_panel_get_mode (ScopeLocksPanel *self)
{
  return (ScopeLocksMode) scope_modes_get (self->modes, names, SCOPE_LOCKS_N_MODES);
}

void
scope_locks_panel_set_mode (ScopeLocksPanel *self, ScopeLocksMode mode)
{
  g_return_if_fail (mode < SCOPE_LOCKS_N_MODES && self->pages[mode] != NULL);

  gtk_stack_set_visible_child_name (GTK_STACK (self->modes), names[mode]);
}

static const char *
why_not (ScopePanel *panel)
{
  ScopeTrace *trace = scope_view_get_trace (panel->view);

  return SCOPE_LOCKS_PANEL (panel)->topic == SCOPE_CONTENTION_LOCKS ? scope_locks_why_not (trace) : scope_coherence_why_not (trace);
}

static gboolean
is_settled (ScopePanel *panel)
{
  ScopeLocksPanel *self = SCOPE_LOCKS_PANEL (panel);
  ScopeLocksMode mode = scope_locks_panel_get_mode (self);

  return mode == SCOPE_LOCKS_TIME ? scope_chart_is_settled (SCOPE_CHART (self->canvas))
                                  : scope_panel_is_settled (SCOPE_PANEL (self->pages[mode]));
}

static void
set_view (ScopePanel *panel)
{
  ScopeLocksPanel *self = SCOPE_LOCKS_PANEL (panel);

  if (panel->view != NULL)
    set_choices (self);
  if (self->canvas != NULL)
    {
      scope_chart_set_view (SCOPE_CHART (self->canvas), panel->view);
      gtk_label_set_label (GTK_LABEL (self->words), "\n");
    }
  for (guint i = SCOPE_LOCKS_TABLES; i < SCOPE_LOCKS_N_MODES; i++)
    scope_panel_set_view (SCOPE_PANEL (self->pages[i]), panel->view);
}

static void
set_layout (ScopePanel *panel, ScopeGraphLayout *layout)
{
  scope_panel_set_layout (SCOPE_PANEL (SCOPE_LOCKS_PANEL (panel)->pages[SCOPE_LOCKS_GRAPH]), layout);
}

/* --- life --- */

static void
scope_locks_panel_class_init (ScopeLocksPanelClass *klass)
{
  ScopePanelClass *panel_class = SCOPE_PANEL_CLASS (klass);

  panel_class->set_view = set_view;
  panel_class->why_not = why_not;
  panel_class->is_settled = is_settled;
  panel_class->set_layout = set_layout;
}

/* Two lines, however long what they say is: what stands below does not move between the clicks of a double click. */
static GtkWidget *
make_words (ScopeLocksPanel *self)
{
  self->words = scope_label_new ("\n", SCOPE_LABEL_START | SCOPE_LABEL_ELLIPSIZE, "table-summary numeric");
  gtk_widget_set_hexpand (self->words, TRUE);
  return self->words;
}

static void
order_changed (ScopeLocksPanel *self)
{
  scope_lock_canvas_set_order (self->canvas, (ScopeLockOrder) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->order)));
}

static GtkWidget *
make_order (ScopeLocksPanel *self)
{
  const char *titles[] = { _("Time Waited"), _("Held"), _("Acquisitions"), _("Address"), NULL };

  G_STATIC_ASSERT (G_N_ELEMENTS (titles) == SCOPE_LOCK_N_ORDERS + 1);
  self->order = scope_choice_new (titles, "table-choice", _("Order of the locks"), G_CALLBACK (order_changed), self);
  gtk_widget_set_tooltip_text (self->order, _("Order of the locks"));
  return self->order;
}

/* The lanes, with a scroll bar beside them: only those that are seen are read. */
static GtkWidget *
make_time_page (ScopeLocksPanel *self)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *scrollbar;

  scope_set_margins (bar, 3, 6);
  gtk_box_append (GTK_BOX (bar), scope_modes_switcher_new (self->modes));
  gtk_box_append (GTK_BOX (bar), make_order (self));
  gtk_box_append (GTK_BOX (bar), make_words (self));
  self->canvas = SCOPE_LOCK_CANVAS (scope_lock_canvas_new ());
  g_signal_connect (self->canvas, "chosen", G_CALLBACK (chosen), self);
  scrollbar = gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, scope_lock_canvas_get_adjustment (self->canvas));
  scope_label_widget (scrollbar, _("Locks"));
  gtk_widget_set_hexpand (GTK_WIDGET (self->canvas), TRUE);
  gtk_widget_set_vexpand (row, TRUE);
  scope_add_children (row, GTK_WIDGET (self->canvas), scrollbar, NULL);
  scope_add_children (page, bar, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), row, NULL);
  return page;
}

static void
scope_locks_panel_init (ScopeLocksPanel *self)
{
  self->modes = scope_modes_new ();
  scope_panel_set_content (&self->panel, self->modes);
}

GtkWidget *
scope_locks_panel_new (ScopeContentionTopic topic)
{
  ScopeLocksPanel *self = g_object_new (SCOPE_TYPE_LOCKS_PANEL, NULL);
  const char *titles[SCOPE_LOCKS_N_MODES] = { _("Over Time"), _("Tables"), _("Matrix"), _("Graph") };
  gboolean locks = topic == SCOPE_CONTENTION_LOCKS;
  GtkWidget **pages = self->pages;

  self->topic = topic;
  if (locks)
    pages[SCOPE_LOCKS_TIME] = make_time_page (self);
  pages[SCOPE_LOCKS_TABLES] = scope_report_table_panel_new (locks ? _("Locks") : _("Coherence"),
                                                            locks ? scope_lock_table_read : scope_coherence_table_read);
  scope_report_table_panel_set_leading (SCOPE_REPORT_TABLE_PANEL (self->pages[SCOPE_LOCKS_TABLES]), scope_modes_switcher_new (self->modes));
  pages[SCOPE_LOCKS_MATRIX] = scope_matrix_page_new (&matrices[topic], scope_modes_switcher_new (self->modes));
  pages[SCOPE_LOCKS_GRAPH] = scope_graph_page_new (&graphs[topic], scope_modes_switcher_new (self->modes));
  for (guint i = locks ? SCOPE_LOCKS_TIME : SCOPE_LOCKS_TABLES; i < SCOPE_LOCKS_N_MODES; i++)
    gtk_stack_add_titled (GTK_STACK (self->modes), pages[i], names[i], titles[i]);
  g_signal_connect (pages[SCOPE_LOCKS_TABLES], "row-selected", G_CALLBACK (row_selected), self);
  g_signal_connect (pages[SCOPE_LOCKS_TABLES], "row-activated", G_CALLBACK (row_activated), self);
  g_signal_connect_swapped (pages[SCOPE_LOCKS_MATRIX], "activated", G_CALLBACK (spot_activated), self);
  g_signal_connect_swapped (pages[SCOPE_LOCKS_GRAPH], "activated", G_CALLBACK (spot_activated), self);
  scope_label_widget (GTK_WIDGET (self), locks ? _("Locks") : _("Coherence"));
  return GTK_WIDGET (self);
}
