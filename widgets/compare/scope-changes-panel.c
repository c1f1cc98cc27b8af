/* scope-changes-panel.c: see scope-changes-panel.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/compare/scope-changes-panel.h"

#include "model/base/scope-task.h"
#include "model/scene/compare/scope-blame-changes.h"
#include "model/scene/compare/scope-changes-table.h"
#include "model/scene/compare/scope-heap-changes.h"
#include "model/scene/compare/scope-phase-changes.h"
#include "model/scene/compare/scope-span-changes.h"
#include "widgets/kit/scope-parts.h"
#include "widgets/kit/scope-range-selector.h"

#include <glib/gi18n.h>

#define WAIT_MS 120
/* Instead of ScopeKinds. */
#define WAITS G_MAXUINT       /* lost time and who was waited for */
#define HEAP (G_MAXUINT - 1u) /* what filled the heap */
#define SPANS (G_MAXUINT - 2u) /* what marks make */
#define PHASES (G_MAXUINT - 3u) /* what nobody marked */

struct _ScopeChangesPanel
{
  GtkWidget parent_instance;

  ScopeComparison *comparison;
  ScopeView *view;
  GArray *differences;   /* those shown; NULL: none yet */
  GCancellable *asking;  /* NULL: nothing is being read */
  gboolean stale;
  guint wait;
  GArray *kinds;         /* ScopeKinds of each choice */

  GtkWidget *bar, *chip, *choice, *all, *spinner, *table, *summary;
};

G_DEFINE_FINAL_TYPE (ScopeChangesPanel, scope_changes_panel, GTK_TYPE_WIDGET)

static void ask_soon (ScopeChangesPanel *self);

static void
show_table (ScopeChangesPanel *self, ScopeReportTable *table)
{
  const char *summary = table != NULL ? scope_report_table_summary (table) : NULL;

  gtk_label_set_label (GTK_LABEL (self->summary), summary != NULL ? summary : "");
  gtk_widget_set_visible (self->summary, summary != NULL);
  scope_report_table_view_set_table (SCOPE_REPORT_TABLE_VIEW (self->table), table);
  if (self->stale)
    ask_soon (self);
}

/* --- tables of their own: lost time and who was waited for, what filled the heap, spans --- */

typedef struct
{
  ScopeReportTable *(*read) (ScopeComparison *comparison, gint64 from, gint64 to, gboolean changed_only, GCancellable *cancellable, GError **error);
  gint64 from, to;
  gboolean changed_only;
} TableQuestion;

static gpointer
read_table (gpointer comparison, gconstpointer data, GCancellable *cancellable, GError **error)
{
  const TableQuestion *question = data;

  return question->read (comparison, question->from, question->to, question->changed_only, cancellable, error);
}

static void
table_answered (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ScopeChangesPanel) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeReportTable) table = scope_task_answer (result, &error);

  if (self->asking == NULL || (error != NULL && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
      || SCOPE_COMPARISON (source) != self->comparison || g_task_get_cancellable (G_TASK (result)) != self->asking)
    return;
  g_clear_object (&self->asking);
  gtk_spinner_stop (GTK_SPINNER (self->spinner));
  g_clear_pointer (&self->differences, g_array_unref);
  scope_report_table_view_set_placeholder (SCOPE_REPORT_TABLE_VIEW (self->table),
                                           error != NULL                                                      ? error->message
                                           : gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->all)) ? _("Nothing in this range")
                                                                                                              : _("Nothing differs in this range"));
  show_table (self, table);
}

/* --- differences --- */

static void
answered (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ScopeChangesPanel) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) differences = scope_comparison_read_finish (SCOPE_COMPARISON (source), result, &error);
  g_autoptr (ScopeReportTable) table = NULL;

  if (self->asking == NULL || (error != NULL && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
      || SCOPE_COMPARISON (source) != self->comparison)
    return;
  g_clear_object (&self->asking);
  gtk_spinner_stop (GTK_SPINNER (self->spinner));
  scope_report_table_view_set_placeholder (SCOPE_REPORT_TABLE_VIEW (self->table),
                                           error != NULL ? error->message : _("Nothing differs in this range"));
  g_clear_pointer (&self->differences, g_array_unref);
  if (differences != NULL)
    {
      self->differences = g_array_ref (differences);
      table = scope_changes_table_new (self->comparison, differences);
    }
  show_table (self, table);
}

static void
cancel (ScopeChangesPanel *self)
{
  g_clear_handle_id (&self->wait, g_source_remove);
  scope_task_stop (&self->asking);
  gtk_spinner_stop (GTK_SPINNER (self->spinner));
}

static gboolean
ask (gpointer data)
{
  ScopeChangesPanel *self = data;
  ScopeCompareQuestion question = { 0 };
  guint choice = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->choice));

  self->wait = 0;
  if (self->comparison == NULL || !scope_comparison_is_prepared (self->comparison)
      || !scope_range_selector_get_range (SCOPE_RANGE_SELECTOR (self->chip), &question.from, &question.to))
    return G_SOURCE_REMOVE;
  self->stale = FALSE;
  self->asking = g_cancellable_new ();
  question.kinds = choice < self->kinds->len ? g_array_index (self->kinds, ScopeKinds, choice) : 0;
  question.changed_only = !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->all));
  question.cancellable = self->asking;
  /* The whole is the whole of both, however long they are. */
  if (scope_range_selector_get_kind (SCOPE_RANGE_SELECTOR (self->chip)) == SCOPE_RANGE_WHOLE)
    {
      question.from = SCOPE_TIME_MIN;
      question.to = SCOPE_TIME_MAX;
    }
  gtk_spinner_start (GTK_SPINNER (self->spinner));
  if (question.kinds == WAITS || question.kinds == HEAP || question.kinds == SPANS || question.kinds == PHASES)
    {
      const TableQuestion table = { question.kinds == WAITS  ? scope_blame_changes_read
                                    : question.kinds == HEAP ? scope_heap_changes_read
                                    : question.kinds == SPANS ? scope_span_changes_read
                                                              : scope_phase_changes_read,
                                    question.from, question.to, question.changed_only };

      scope_task_ask (self->comparison, read_table, &table, sizeof table, (GDestroyNotify) scope_report_table_unref, self->asking, table_answered,
                      g_object_ref (self));
      return G_SOURCE_REMOVE;
    }
  scope_comparison_read_async (self->comparison, &question, answered, g_object_ref (self));
  return G_SOURCE_REMOVE;
}

static void
ask_soon (ScopeChangesPanel *self)
{
  self->stale = TRUE;
  if (self->comparison == NULL || self->asking != NULL || self->wait != 0 || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->wait = g_timeout_add (WAIT_MS, ask, self);
}

static void
ask_anew (ScopeChangesPanel *self)
{
  cancel (self);
  ask_soon (self);
}

gboolean
scope_changes_panel_is_settled (ScopeChangesPanel *self)
{
  return self->comparison == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)) || (self->asking == NULL && !self->stale);
}

/* --- choices --- */

static void
add_choice (ScopeChangesPanel *self, GtkStringList *titles, const char *title, ScopeKinds kinds)
{
  gtk_string_list_append (titles, title);
  g_array_append_val (self->kinds, kinds);
}

/* Only kinds that the runs have, in their own words. */
static void
fill_choices (ScopeChangesPanel *self)
{
  static const ScopeKind kinds[] = { SCOPE_KIND_MACHINE, SCOPE_KIND_PROCESSOR, SCOPE_KIND_PROCESS, SCOPE_KIND_THREAD };
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  ScopeTrace *trace = scope_comparison_get_run (self->comparison);

  g_array_set_size (self->kinds, 0);
  add_choice (self, titles, _("Totals"), 0);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const char *label = scope_trace_kind_label (trace, kinds[i], TRUE);
      guint64 n = kinds[i] == SCOPE_KIND_MACHINE ? scope_trace_n_machines (trace) : 0;

      for (guint m = 0; m < scope_trace_n_machines (trace) && kinds[i] != SCOPE_KIND_MACHINE; m++)
        n += scope_machine_n_entities (scope_trace_machine (trace, m), kinds[i]);
      if (label != NULL && !scope_trace_kind_repeats (trace, kinds[i]) && n > (kinds[i] == SCOPE_KIND_MACHINE ? 1u : 0u))
        add_choice (self, titles, label, 1u << kinds[i]);
    }
  add_choice (self, titles, _("Lost Time and Waits"), WAITS);
  add_choice (self, titles, _("Phases"), PHASES);
  if (scope_heap_changes_can (self->comparison))
    add_choice (self, titles, _("Heap Profile"), HEAP);
  if (scope_span_changes_can (self->comparison))
    add_choice (self, titles, _("Spans"), SPANS);
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->choice), G_LIST_MODEL (titles));
}

/* --- rows --- */

static void
go_to (ScopeChangesPanel *self, guint row, gboolean zoom)
{
  ScopeReportTable *table = scope_report_table_view_get_table (SCOPE_REPORT_TABLE_VIEW (self->table));
  guint number;

  if (table == NULL || row >= scope_report_table_n_rows (table) || self->differences == NULL || scope_report_table_get_extra (table) == NULL)
    return;
  number = g_array_index (scope_report_table_get_extra (table), guint, row);
  if (number < self->differences->len)
    g_signal_emit_by_name (self, "go-to", &g_array_index (self->differences, ScopeDifference, number), zoom);
}

static void
row_selected (ScopeReportTableView *table, guint row, ScopeChangesPanel *self)
{
  go_to (self, row, FALSE);
}

static void
row_activated (ScopeReportTableView *table, guint row, ScopeChangesPanel *self)
{
  go_to (self, row, TRUE);
}

/* --- life --- */

void
scope_changes_panel_set (ScopeChangesPanel *self, ScopeComparison *comparison, ScopeView *run)
{
  g_return_if_fail (SCOPE_IS_CHANGES_PANEL (self));

  cancel (self);
  if (self->comparison != NULL)
    g_signal_handlers_disconnect_by_data (self->comparison, self);
  g_set_object (&self->comparison, comparison);
  g_set_object (&self->view, run);
  g_clear_pointer (&self->differences, g_array_unref);
  scope_range_selector_set_view (SCOPE_RANGE_SELECTOR (self->chip), run);
  scope_report_table_view_set_table (SCOPE_REPORT_TABLE_VIEW (self->table), NULL);
  if (comparison == NULL)
    return;
  fill_choices (self);
  g_signal_connect_swapped (comparison, "changed", G_CALLBACK (ask_anew), self);
  ask_soon (self);
}

static void
mapped (GtkWidget *widget, ScopeChangesPanel *self)
{
  if (self->stale)
    ask_soon (self);
}

static void
scope_changes_panel_dispose (GObject *object)
{
  ScopeChangesPanel *self = SCOPE_CHANGES_PANEL (object);

  if (self->table != NULL)
    scope_changes_panel_set (self, NULL, NULL);
  self->table = NULL;
  g_clear_pointer (&self->kinds, g_array_unref);
  scope_drop_children (GTK_WIDGET (self));
  G_OBJECT_CLASS (scope_changes_panel_parent_class)->dispose (object);
}

static void
scope_changes_panel_class_init (ScopeChangesPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_changes_panel_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  scope_add_signal (klass, "go-to", 2, G_TYPE_POINTER, G_TYPE_BOOLEAN);
}

static void
copy_table (ScopeChangesPanel *self)
{
  gtk_widget_activate_action (self->table, "table.copy", NULL);
}

static void
save_table (ScopeChangesPanel *self)
{
  gtk_widget_activate_action (self->table, "table.save", NULL);
}

static void
build_bar (ScopeChangesPanel *self)
{
  GtkWidget *title = scope_label_new (_("What Changed Most"), SCOPE_LABEL_ELLIPSIZE, "heading"), *space = gtk_label_new (NULL);

  self->bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_add_css_class (self->bar, "timeline-bar");
  self->choice = scope_choice_new (NULL, "extent-chip", _("Which lanes"), G_CALLBACK (ask_anew), self);
  self->chip = g_object_new (SCOPE_TYPE_RANGE_SELECTOR, NULL);
  self->all = scope_toggle_new (_("Show Unchanged"), _("Also List What Did Not Change"), G_CALLBACK (ask_anew), self);
  self->spinner = gtk_spinner_new ();
  gtk_widget_set_hexpand (space, TRUE);
  scope_add_children (self->bar, title, self->choice, self->chip, self->all, self->spinner, space,
                      scope_icon_button_new ("edit-copy-symbolic", _("Copy"), G_CALLBACK (copy_table), self),
                      scope_icon_button_new ("document-save-symbolic", _("Save as CSV…"), G_CALLBACK (save_table), self), NULL);
}

static void
scope_changes_panel_init (ScopeChangesPanel *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))),
                                  GTK_ORIENTATION_VERTICAL);
  self->kinds = g_array_new (FALSE, FALSE, sizeof (ScopeKinds));
  build_bar (self);
  self->summary = scope_label_new (NULL, SCOPE_LABEL_START | SCOPE_LABEL_WRAP, "table-summary");
  gtk_widget_set_margin_start (self->summary, 9);
  gtk_widget_set_visible (self->summary, FALSE);
  self->table = scope_report_table_view_new (_("What Changed Most"));
  gtk_widget_set_vexpand (self->table, TRUE);
  scope_add_children (GTK_WIDGET (self), self->bar, self->summary, self->table, NULL);
  g_signal_connect_swapped (self->chip, "changed", G_CALLBACK (ask_soon), self);
  g_signal_connect (self->table, "row-selected", G_CALLBACK (row_selected), self);
  g_signal_connect (self->table, "row-activated", G_CALLBACK (row_activated), self);
  g_signal_connect (self, "map", G_CALLBACK (mapped), self);
}
