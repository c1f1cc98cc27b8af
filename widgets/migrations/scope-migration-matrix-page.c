/* scope-migration-matrix-page.c: see scope-migration-matrix-page.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/migrations/scope-migration-matrix-page.h"

#include "widgets/kit/scope-range-selector.h"
#include "widgets/matrix/scope-matrix-view.h"
#include "widgets/kit/scope-async-query.h"
#include "widgets/kit/scope-wrap-bar.h"

#include <glib/gi18n.h>

struct _ScopeMigrationMatrixPage
{
  GtkWidget parent_instance;

  ScopeView *view;
  GtkWidget *box, *bar, *measure, *chip, *words, *stack, *matrix, *empty;
  GArray *pairs; /* ScopeMigrationPair */
  ScopeAsyncQuery *question;
  gboolean held;
};

G_DEFINE_FINAL_TYPE (ScopeMigrationMatrixPage, scope_migration_matrix_page, GTK_TYPE_WIDGET)

/* --- a question --- */

typedef struct
{
  ScopeMatrix *matrix;
  GArray *pairs;
} Answer;

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_clear_pointer (&answer->matrix, scope_matrix_unref);
  g_clear_pointer (&answer->pairs, g_array_unref);
  g_free (answer);
}

static gboolean
fill (gpointer owner, ScopeQueryRange *within, gpointer what)
{
  ScopeMigrationMatrixPage *self = owner;

  if (self->view == NULL || !scope_range_selector_get_range (SCOPE_RANGE_SELECTOR (self->chip), &within->from, &within->to))
    return FALSE;
  within->trace = scope_view_get_trace (self->view);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, TRUE, -1);
  return TRUE;
}

static gpointer
find (const ScopeQueryRange *within, gconstpointer what, GError **error)
{
  Answer answer = { 0 };

  answer.matrix = scope_migration_matrix_read (within, SCOPE_MATRIX_ORDER_ID, &answer.pairs, error);
  return answer.matrix != NULL ? g_memdup2 (&answer, sizeof answer) : NULL;
}

static const ScopeMigrationPair *
pair_at (ScopeMigrationMatrixPage *self, int row, int column)
{
  ScopeMatrix *matrix = scope_matrix_view_get_matrix (SCOPE_MATRIX_VIEW (self->matrix));
  const ScopeMatrixCell *cell = matrix != NULL && row >= 0 && column >= 0
                                    ? scope_matrix_cell (matrix, (guint) row, (guint) column)
                                    : NULL;

  return cell != NULL && self->pairs != NULL && cell->source < self->pairs->len
             ? &g_array_index (self->pairs, ScopeMigrationPair, cell->source)
             : NULL;
}

static char *
describe (ScopeMatrix *matrix, int row, int column, gpointer data)
{
  return scope_migration_matrix_describe (matrix, pair_at (data, row, column), row, column);
}

static void
show_words (ScopeMigrationMatrixPage *self, int row, int column)
{
  ScopeMatrix *matrix = scope_matrix_view_get_matrix (SCOPE_MATRIX_VIEW (self->matrix));
  g_autofree char *text = matrix != NULL ? describe (matrix, row, column, self) : g_strdup ("");

  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autofree char *joined = g_strjoinv ("; ", lines);

  gtk_label_set_label (GTK_LABEL (self->words), joined);
}

static void
show (gpointer owner, gpointer data, const GError *error)
{
  ScopeMigrationMatrixPage *self = owner;
  Answer *answer = data;
  int row = -1, column = -1;

  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, FALSE, -1);
  g_clear_pointer (&self->pairs, g_array_unref);
  if (answer != NULL)
    self->pairs = g_steal_pointer (&answer->pairs);
  scope_matrix_view_set_matrix (SCOPE_MATRIX_VIEW (self->matrix), answer != NULL ? answer->matrix : NULL);
  scope_matrix_view_get_selected (SCOPE_MATRIX_VIEW (self->matrix), &row, &column);
  show_words (self, row, column);
  gtk_label_set_label (GTK_LABEL (self->empty), error != NULL ? error->message : _("No task moves in this range"));
  gtk_stack_set_visible_child (GTK_STACK (self->stack),
                               answer != NULL && scope_matrix_n_cells (answer->matrix) > 0 ? self->matrix
                                                                                           : self->empty);
  g_clear_pointer (&answer, answer_free);
}

static const ScopeAsyncQueryClass question_class = { .fill = fill, .find = find, .show = show, .free_answer = answer_free };

static void
ask_soon (ScopeMigrationMatrixPage *self)
{
  if (self->view != NULL)
    scope_async_query_ask (self->question, !scope_trace_get_finished (scope_view_get_trace (self->view)));
}

gboolean
scope_migration_matrix_page_is_settled (ScopeMigrationMatrixPage *self)
{
  return self->view == NULL || !scope_async_query_is_open (self->question);
}

ScopeMatrix *
scope_migration_matrix_page_get_matrix (ScopeMigrationMatrixPage *self)
{
  return scope_matrix_view_get_matrix (SCOPE_MATRIX_VIEW (self->matrix));
}

/* --- input --- */

static void
range_changed (ScopeRangeSelector *chip, ScopeMigrationMatrixPage *self)
{
  if (!self->held)
    ask_soon (self);
}

static void
measure_changed (GtkDropDown *measure, GParamSpec *pspec, ScopeMigrationMatrixPage *self)
{
  scope_matrix_view_set_measure (SCOPE_MATRIX_VIEW (self->matrix), gtk_drop_down_get_selected (measure));
}

static void
cell_selected (ScopeMatrixView *matrix, int row, int column, ScopeMigrationMatrixPage *self)
{
  show_words (self, row, column);
}

gboolean
scope_migration_matrix_page_go_to (ScopeMigrationMatrixPage *self, int row, int column)
{
  const ScopeMigrationPair *pair = self->view != NULL ? pair_at (self, row, column) : NULL;
  ScopeLaneId lane;

  if (pair == NULL || (pair->waits == 0 && pair->first.thread == SCOPE_NONE))
    return FALSE;
  lane = (ScopeLaneId){ pair->machine, SCOPE_KIND_THREAD,
                        pair->waits > 0 ? pair->longest_wait.thread : pair->first.thread };
  /* It is the page's own jump: the matrix stays what it is. */
  self->held = TRUE;
  if (pair->waits > 0)
    scope_view_go_to (self->view, &lane, pair->longest_wait.ready, pair->longest_wait.ran);
  else
    scope_view_go_to (self->view, &lane, pair->first.time, pair->first.time);
  self->held = FALSE;
  return TRUE;
}

static void
cell_activated (ScopeMatrixView *matrix, int row, int column, ScopeMigrationMatrixPage *self)
{
  scope_migration_matrix_page_go_to (self, row, column);
}

static void
view_changed (ScopeView *view, guint what, ScopeMigrationMatrixPage *self)
{
  if (what & SCOPE_VIEW_LOOK)
    scope_matrix_view_set_palette (SCOPE_MATRIX_VIEW (self->matrix), scope_view_get_palette (view));
}

/* --- life --- */

void
scope_migration_matrix_page_set_view (ScopeMigrationMatrixPage *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_MIGRATION_MATRIX_PAGE (self));

  if (self->view == view)
    return;
  scope_async_query_cancel (self->question);
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_set_object (&self->view, view);
  scope_matrix_view_set_matrix (SCOPE_MATRIX_VIEW (self->matrix), NULL);
  g_clear_pointer (&self->pairs, g_array_unref);
  scope_range_selector_set_view (SCOPE_RANGE_SELECTOR (self->chip), view);
  if (view != NULL)
    {
      g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
      scope_matrix_view_set_palette (SCOPE_MATRIX_VIEW (self->matrix), scope_view_get_palette (view));
      ask_soon (self);
    }
}

static void
scope_migration_matrix_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (scope_migration_matrix_page_parent_class)->map (widget);
  if (scope_async_query_is_open (SCOPE_MIGRATION_MATRIX_PAGE (widget)->question))
    ask_soon (SCOPE_MIGRATION_MATRIX_PAGE (widget));
}

static void
scope_migration_matrix_page_dispose (GObject *object)
{
  ScopeMigrationMatrixPage *self = SCOPE_MIGRATION_MATRIX_PAGE (object);

  if (self->box != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->chip, self);
      g_signal_handlers_disconnect_by_data (self->matrix, self);
      scope_migration_matrix_page_set_view (self, NULL);
    }
  g_clear_pointer (&self->question, scope_async_query_free);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_migration_matrix_page_parent_class)->dispose (object);
}

static void
scope_migration_matrix_page_class_init (ScopeMigrationMatrixPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_migration_matrix_page_dispose;
  GTK_WIDGET_CLASS (klass)->map = scope_migration_matrix_page_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
make_bar (ScopeMigrationMatrixPage *self)
{
  const char *titles[SCOPE_MIGRATION_N_MEASURES + 1] = { NULL };

  self->bar = scope_wrap_bar_new ();
  gtk_widget_set_margin_top (self->bar, 6);
  gtk_widget_set_margin_bottom (self->bar, 6);
  gtk_widget_set_margin_start (self->bar, 6);
  gtk_widget_set_margin_end (self->bar, 6);
  for (guint i = 0; i < SCOPE_MIGRATION_N_MEASURES; i++)
    titles[i] = scope_migration_measure_label ((ScopeMigrationMeasure) i);
  self->measure = gtk_drop_down_new_from_strings (titles);
  gtk_widget_set_valign (self->measure, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->measure, "table-choice");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->measure), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("What the cells say"), -1);
  g_signal_connect (self->measure, "notify::selected", G_CALLBACK (measure_changed), self);
  self->chip = scope_range_selector_new ();
  g_signal_connect (self->chip, "changed", G_CALLBACK (range_changed), self);
  self->words = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->words), 0);
  gtk_label_set_wrap (GTK_LABEL (self->words), TRUE);
  gtk_widget_add_css_class (self->words, "table-summary");
  gtk_widget_add_css_class (self->words, "numeric");
}

static void
scope_migration_matrix_page_init (ScopeMigrationMatrixPage *self)
{
  self->question = scope_async_query_new (GTK_WIDGET (self), &question_class);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  make_bar (self);
  self->stack = gtk_stack_new ();
  self->matrix = scope_matrix_view_new (_("Migrations from processor to processor"));
  scope_matrix_view_set_describe (SCOPE_MATRIX_VIEW (self->matrix), describe, self);
  g_signal_connect (self->matrix, "cell-selected", G_CALLBACK (cell_selected), self);
  g_signal_connect (self->matrix, "cell-activated", G_CALLBACK (cell_activated), self);
  self->empty = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->empty), TRUE);
  gtk_widget_add_css_class (self->empty, "dim-label");
  gtk_stack_add_child (GTK_STACK (self->stack), self->matrix);
  gtk_stack_add_child (GTK_STACK (self->stack), self->empty);
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->bar);
  gtk_box_append (GTK_BOX (self->box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (self->box), self->stack);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
scope_migration_matrix_page_new (GtkWidget *leading)
{
  ScopeMigrationMatrixPage *self = g_object_new (SCOPE_TYPE_MIGRATION_MATRIX_PAGE, NULL);

  gtk_widget_set_parent (leading, self->bar);
  gtk_widget_set_parent (self->measure, self->bar);
  gtk_widget_set_parent (self->chip, self->bar);
  gtk_widget_set_parent (self->words, self->bar);
  return GTK_WIDGET (self);
}
