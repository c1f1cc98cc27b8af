/* scope-runs-view.c: see scope-runs-view.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/runs/scope-runs-view-private.h"

#include "widgets/kit/scope-parts.h"
#include "widgets/kit/scope-responsive-panes.h"

#include <glib/gi18n.h>

G_DEFINE_FINAL_TYPE (ScopeRunsView, scope_runs_view, GTK_TYPE_WIDGET)

#define WORDS_WIDTH 300
#define WORDS_HEIGHT 76 /* below the table */
#define BESIDE_WIDTH 1100 /* of the whole: what is less is the table's */
#define LOWER_HEIGHT 170
#define TABLE_HEIGHT 116

gboolean
scope_runs_view_is_settled (ScopeRunsView *self)
{
  return self->reading == NULL;
}

/* --- the table --- */

static void
add_run (ScopeReportTable *table, ScopeRunSet *set, guint run)
{
  const ScopeRunSummary *summary = scope_run_set_summary (set, run);
  guint row = scope_report_table_add_row (table, NULL);
  double share;

  scope_report_table_set_word (table, row, 0, scope_run_set_name (set, run));
  if (summary == NULL)
    {
      scope_report_table_set_word (table, row, 6, scope_run_set_why_not (set, run) != NULL ? scope_run_set_why_not (set, run) : "");
      return;
    }
  scope_report_table_set_word (table, row, 1, summary->program != NULL ? summary->program : "");
  scope_report_table_set_word (table, row, 2, summary->arguments != NULL ? summary->arguments : "");
  scope_report_table_set (table, row, 3, summary->processors);
  scope_report_table_set (table, row, 4, summary->values[SCOPE_RUN_DURATION]);
  share = scope_run_summary_share (summary, SCOPE_RUN_RUNNING);
  scope_report_table_set (table, row, 5, share);
}

/* Which runs these are: a row each, in their order. */
static ScopeReportTable *
make_list (ScopeRunSet *set)
{
  ScopeReportTable *table = scope_report_table_new (NULL);

  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Run"), "run");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Program"), "program");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Arguments"), "arguments");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Processors"), "processors");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Time"), "time_ns");
  scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("Running"), "running_share");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Left Out Because"), "error");
  for (guint i = 0; i < scope_run_set_n_runs (set); i++)
    add_run (table, set, i);
  return table;
}

static ScopeReportTable *
make_sheet (ScopeRunsView *self)
{
  if (!self->read)
    return NULL;
  if (self->page == SCOPE_RUNS_SCALING)
    return self->scaling != NULL ? scope_scaling_table_new (self->scaling) : NULL;
  if (self->page == SCOPE_RUNS_GROWTH)
    return self->growth != NULL ? scope_growth_table_new (self->growth, SCOPE_GROWTH_LAWS) : NULL;
  if (self->page == SCOPE_RUNS_PROCESSORS)
    return scope_processor_averages_table_new (self->set);
  return self->page == SCOPE_RUNS_BAND ? scope_run_totals_table_new (self->set, self->run) : make_list (self->set);
}

char *
scope_runs_view_dup_csv (ScopeRunsView *self)
{
  g_autoptr (ScopeReportTable) table = NULL;
  g_autofree guint *order = NULL;

  g_return_val_if_fail (SCOPE_IS_RUNS_VIEW (self), NULL);
  if (self->page != SCOPE_RUNS_BAND)
    return scope_report_table_view_get_table (SCOPE_REPORT_TABLE_VIEW (self->table)) != NULL
               ? scope_table_view_dup_csv (SCOPE_TABLE_VIEW (self->table))
               : NULL;
  if (self->band == NULL)
    return NULL;
  table = scope_band_table_new (self->band, self->set, self->quantity);
  order = scope_report_table_sort (table, -1, FALSE);
  return scope_report_table_to_csv (table, order, scope_report_table_n_rows (table));
}

char *
scope_runs_view_dup_name (ScopeRunsView *self)
{
  const char *program = NULL;

  for (guint i = 0; self->set != NULL && i < scope_run_set_n_runs (self->set) && program == NULL; i++)
    if (scope_run_set_summary (self->set, i) != NULL)
      program = scope_run_set_summary (self->set, i)->program;
  return g_strdup_printf ("%s-%s", program != NULL ? program : "runs", scope_runs_view_get_page (self));
}

/* --- words --- */

static void
add_words (GString *text, char **words, const char *before)
{
  for (guint i = 0; words[i] != NULL; i++)
    g_string_append_printf (text, "%s%s%s", text->len > 0 ? "\n\n" : "", before, words[i]);
  g_strfreev (words);
}

static void
add_alignments (ScopeRunsView *self, GString *text)
{
  for (guint i = 0; i < self->band->n_runs; i++)
    if (self->band->alignments[i][0] != '\0')
      g_string_append_printf (text, "%s%s: %s", text->len > 0 ? "\n\n" : "", scope_run_set_name (self->set, i),
                              self->band->alignments[i]);
}

static void
update_words (ScopeRunsView *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  ScopeReportTable *table = scope_report_table_view_get_table (SCOPE_REPORT_TABLE_VIEW (self->table));

  if (self->read)
    add_words (text, scope_run_set_dup_warnings (self->set, self->page != SCOPE_RUNS_GROWTH), "⚠ ");
  if (self->page == SCOPE_RUNS_SCALING && self->scaling != NULL)
    add_words (text, scope_scaling_dup_words (self->scaling), "");
  if (self->page == SCOPE_RUNS_GROWTH && self->growth != NULL)
    add_words (text, scope_growth_dup_words (self->growth), "");
  if (self->page == SCOPE_RUNS_BAND && self->band != NULL)
    {
      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n\n" : "",
                              _("A run differs from the others only where it lies outside their spread: below the least of them, or "
                                "above the greatest."));
      add_alignments (self, text);
    }
  if (self->page == SCOPE_RUNS_PROCESSORS && table != NULL && scope_report_table_summary (table) != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n\n" : "", scope_report_table_summary (table));
  gtk_label_set_text (GTK_LABEL (self->words), text->str);
  gtk_widget_set_visible (self->beside, text->len > 0);
}

/* --- as it is now --- */

static void
update_plot (ScopeRunsView *self)
{
  const char *why = self->page == SCOPE_RUNS_SCALING && self->scaling == NULL ? self->no_scaling
                    : self->page == SCOPE_RUNS_GROWTH && self->growth == NULL ? self->no_growth
                    : self->page == SCOPE_RUNS_BAND && self->band == NULL     ? self->no_band
                                                                               : NULL;

  gtk_widget_set_visible (self->upper, self->page < SCOPE_RUNS_PROCESSORS);
  if (why != NULL)
    adw_status_page_set_description (ADW_STATUS_PAGE (self->plot_failed), why);
  adw_status_page_set_title (ADW_STATUS_PAGE (self->plot_failed),
                             self->page == SCOPE_RUNS_SCALING  ? _("No Scaling")
                             : self->page == SCOPE_RUNS_GROWTH ? _("No Growth")
                                                               : _("No Overlay"));
  if (self->page == SCOPE_RUNS_GROWTH)
    scope_runs_view_read_growth (self);
  gtk_stack_set_visible_child_name (GTK_STACK (self->plot_stack), why != NULL ? "failed" : "plot");
  gtk_widget_queue_draw (self->plot);
}

void
scope_runs_view_update (ScopeRunsView *self)
{
  g_autoptr (ScopeReportTable) table = make_sheet (self);

  scope_runs_view_update_bar (self);
  update_plot (self);
  scope_report_table_view_set_table (SCOPE_REPORT_TABLE_VIEW (self->table), table);
  update_words (self);
  scope_runs_view_notify (self);
}

void
scope_runs_view_set_runs (ScopeRunsView *self, ScopeRunSet *set)
{
  g_return_if_fail (SCOPE_IS_RUNS_VIEW (self));

  scope_runs_view_forget (self);
  self->set = set != NULL && scope_run_set_n_runs (set) > 0 ? scope_run_set_ref (set) : NULL;
  self->read = FALSE;
  self->run = self->pointed = SCOPE_NONE;
  if (self->set != NULL)
    scope_runs_view_read (self);
  else
    gtk_stack_set_visible_child (GTK_STACK (self->stack), self->empty);
  scope_runs_view_update (self);
}

/* --- making --- */

static void
add_clicked (GtkButton *button, ScopeRunsView *self)
{
  g_signal_emit_by_name (self, "add");
}

static GtkWidget *
make_empty (ScopeRunsView *self)
{
  GtkWidget *page = adw_status_page_new (), *button = gtk_button_new_with_mnemonic (_("_Add Files…"));

  adw_status_page_set_title (ADW_STATUS_PAGE (page), _("Several Runs of One Program"));
  adw_status_page_set_description (ADW_STATUS_PAGE (page),
                                   _("With different numbers of processors they tell how it scales; with the same, how much runs "
                                     "that should be alike differ."));
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  scope_add_classes (button, "pill", "suggested-action", NULL);
  g_signal_connect (button, "clicked", G_CALLBACK (add_clicked), self);
  adw_status_page_set_child (ADW_STATUS_PAGE (page), button);
  return page;
}

static GtkWidget *
make_reading (ScopeRunsView *self)
{
  GtkWidget *page = adw_status_page_new ();

  self->progress = gtk_progress_bar_new ();
  gtk_widget_set_halign (self->progress, GTK_ALIGN_CENTER);
  gtk_widget_set_size_request (self->progress, 240, -1);
  scope_label_widget (self->progress, _("Reading the runs"));
  adw_status_page_set_title (ADW_STATUS_PAGE (page), _("Reading the Runs"));
  adw_status_page_set_child (ADW_STATUS_PAGE (page), self->progress);
  return page;
}

static GtkWidget *
make_lower (ScopeRunsView *self)
{
  GtkWidget *scroller = scope_scroller_new (NULL), *panes = scope_responsive_panes_new (BESIDE_WIDTH);

  self->table = scope_report_table_view_new (_("Figures of the runs"));
  gtk_widget_set_hexpand (self->table, TRUE);
  gtk_widget_set_vexpand (self->table, TRUE);
  gtk_widget_set_size_request (self->table, -1, TABLE_HEIGHT);
  self->words = scope_label_new ("", SCOPE_LABEL_START | SCOPE_LABEL_WRAP_ANYWHERE | SCOPE_LABEL_SELECTABLE, NULL);
  gtk_label_set_yalign (GTK_LABEL (self->words), 0);
  scope_set_margins (self->words, 9, 12);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->words);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  self->beside = scroller;
  scope_responsive_panes_add (SCOPE_RESPONSIVE_PANES (panes), self->table, 1);
  scope_responsive_panes_add_note (SCOPE_RESPONSIVE_PANES (panes), scroller, WORDS_WIDTH, WORDS_HEIGHT);
  return panes;
}

static GtkWidget *
make_result (ScopeRunsView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *bar = scope_runs_view_make_bar (self), *lower;

  gtk_widget_add_css_class (bar, "toolbar");
  self->upper = scope_runs_view_make_plot (self);
  lower = make_lower (self);
  gtk_widget_set_size_request (lower, -1, LOWER_HEIGHT);
  self->paned = scope_paned_new (GTK_ORIENTATION_VERTICAL, self->upper, lower);
  gtk_paned_set_resize_end_child (GTK_PANED (self->paned), FALSE);
  gtk_widget_set_vexpand (self->paned, TRUE);
  scope_add_children (box, bar, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), self->paned, NULL);
  return box;
}

static void
scope_runs_view_dispose (GObject *object)
{
  ScopeRunsView *self = SCOPE_RUNS_VIEW (object);

  scope_runs_view_forget (self);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_runs_view_parent_class)->dispose (object);
}

static void
scope_runs_view_class_init (ScopeRunsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_runs_view_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  scope_add_signal (klass, "remove", 1, G_TYPE_ARRAY);
  scope_add_signal (klass, "add", 0);
  scope_runs_view_add_actions (klass);
}

static void
scope_runs_view_init (ScopeRunsView *self)
{
  self->align = SCOPE_ALIGN_AUTO;
  self->run = self->pointed = SCOPE_NONE;
  self->stack = gtk_stack_new ();
  self->empty = make_empty (self);
  self->failed = adw_status_page_new ();
  adw_status_page_set_icon_name (ADW_STATUS_PAGE (self->failed), "dialog-error-symbolic");
  adw_status_page_set_title (ADW_STATUS_PAGE (self->failed), _("None of the Runs Could Be Read"));
  self->result = make_result (self);
  gtk_stack_add_child (GTK_STACK (self->stack), self->empty);
  gtk_stack_add_named (GTK_STACK (self->stack), make_reading (self), "reading");
  gtk_stack_add_child (GTK_STACK (self->stack), self->failed);
  gtk_stack_add_child (GTK_STACK (self->stack), self->result);
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
  scope_runs_view_update (self);
}
