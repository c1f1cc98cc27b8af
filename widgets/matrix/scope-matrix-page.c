/* scope-matrix-page.c: see scope-matrix-page.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/matrix/scope-matrix-page.h"

#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

G_DEFINE_TYPE (ScopeMatrixPage, scope_matrix_page, SCOPE_TYPE_PANEL)

/* --- a question --- */

static gboolean
fill (ScopePanel *panel, ScopeQueryRange *within, gpointer what)
{
  *(const ScopeMatrixTopic **) what = SCOPE_MATRIX_PAGE (panel)->topic;
  return TRUE;
}

static gpointer
find (const ScopeQueryRange *within, gconstpointer what, GError **error)
{
  const ScopeMatrixTopic *topic = *(const ScopeMatrixTopic *const *) what;

  return topic->read (within, topic->what, error);
}

/* --- what is shown --- */

ScopeMatrix *
scope_matrix_page_get_matrix (ScopeMatrixPage *self)
{
  return scope_matrix_view_get_matrix (self->matrix);
}

static char *
dup_words (ScopeMatrixPage *self, ScopeMatrix *matrix, int row, int column)
{
  g_autofree char *text = self->topic->describe (matrix, row, column, GUINT_TO_POINTER (self->topic->what));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  return g_strjoinv ("; ", lines);
}

static void
show_words (ScopeMatrixPage *self)
{
  ScopeMatrix *matrix = scope_matrix_page_get_matrix (self);
  g_autofree char *words = NULL;
  int row = -1, column = -1;

  scope_matrix_view_get_selected (self->matrix, &row, &column);
  if (matrix != NULL)
    words = SCOPE_MATRIX_PAGE_GET_CLASS (self)->dup_words (self, matrix, row, column);
  gtk_label_set_label (GTK_LABEL (self->words), words != NULL ? words : "");
}

static const char *
why_empty (ScopeMatrixPage *self)
{
  return _(self->topic->empty);
}

void
scope_matrix_page_show (ScopeMatrixPage *self, ScopeMatrix *matrix, const char *trouble)
{
  gboolean any = matrix != NULL && scope_matrix_n_cells (matrix) > 0;

  scope_matrix_view_set_matrix (self->matrix, matrix);
  show_words (self);
  if (!any)
    gtk_label_set_label (GTK_LABEL (self->empty), trouble != NULL ? trouble : SCOPE_MATRIX_PAGE_GET_CLASS (self)->why_empty (self));
  gtk_stack_set_visible_child (GTK_STACK (self->stack), any ? GTK_WIDGET (self->matrix) : self->empty);
}

static void
show (ScopePanel *panel, gpointer answer, const GError *error)
{
  g_autoptr (ScopeMatrix) matrix = answer;

  scope_matrix_page_show (SCOPE_MATRIX_PAGE (panel), matrix, error != NULL ? error->message : NULL);
}

/* --- input --- */

void
scope_matrix_page_measure_changed (ScopeMatrixPage *self)
{
  scope_matrix_view_set_measure (self->matrix, gtk_drop_down_get_selected (GTK_DROP_DOWN (self->measure)));
}

void
scope_matrix_page_set_measure (ScopeMatrixPage *self, guint measure)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->measure), measure);
}

gboolean
scope_matrix_page_activate (ScopeMatrixPage *self, int row, int column)
{
  ScopeMatrix *matrix = scope_matrix_page_get_matrix (self);
  g_autoptr (ScopeMatrix) held = matrix != NULL ? scope_matrix_ref (matrix) : NULL;
  gconstpointer source = matrix != NULL ? scope_matrix_source (matrix, row, column) : NULL;

  if (source == NULL)
    return FALSE;
  scope_panel_hold (&self->panel, TRUE);
  g_signal_emit_by_name (self, "activated", source);
  scope_panel_hold (&self->panel, FALSE);
  return TRUE;
}

static void
cell_activated (ScopeMatrixView *matrix, int row, int column, ScopeMatrixPage *self)
{
  scope_matrix_page_activate (self, row, column);
}

/* --- life --- */

static void
set_palette (ScopeMatrixPage *self)
{
  scope_matrix_view_set_palette (self->matrix, scope_view_get_palette (self->panel.view));
}

static void
view_changed (ScopePanel *panel, guint what)
{
  if (what & SCOPE_VIEW_LOOK)
    set_palette (SCOPE_MATRIX_PAGE (panel));
  if (what & SCOPE_VIEW_DATA)
    scope_panel_ask (panel);
}

static void
set_view (ScopePanel *panel)
{
  ScopeMatrixPage *self = SCOPE_MATRIX_PAGE (panel);

  scope_matrix_view_set_matrix (self->matrix, NULL);
  show_words (self);
  if (panel->view != NULL)
    set_palette (self);
}

static void
scope_matrix_page_class_init (ScopeMatrixPageClass *klass)
{
  ScopePanelClass *panel_class = SCOPE_PANEL_CLASS (klass);

  klass->dup_words = dup_words;
  klass->why_empty = why_empty;
  panel_class->set_view = set_view;
  panel_class->view_changed = view_changed;
  panel_class->fill = fill;
  panel_class->show = show;
  panel_class->query.find = find;
  panel_class->query.free_answer = (GDestroyNotify) scope_matrix_unref;
  panel_class->query.what_size = sizeof (const ScopeMatrixTopic *);
  g_signal_new ("activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, G_STRUCT_OFFSET (ScopeMatrixPageClass, activated), NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
scope_matrix_page_init (ScopeMatrixPage *self)
{
}

void
scope_matrix_page_build (ScopeMatrixPage *self, const ScopeMatrixTopic *topic, GtkWidget *bar)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->topic = topic;
  self->bar = bar;
  self->matrix = SCOPE_MATRIX_VIEW (scope_matrix_view_new (_(topic->name)));
  scope_matrix_view_set_describe (self->matrix, topic->describe, GUINT_TO_POINTER (topic->what));
  g_signal_connect_swapped (self->matrix, "cell-selected", G_CALLBACK (show_words), self);
  g_signal_connect (self->matrix, "cell-activated", G_CALLBACK (cell_activated), self);
  self->empty = scope_message_label_new (0);
  self->stack = gtk_stack_new ();
  gtk_stack_add_child (GTK_STACK (self->stack), GTK_WIDGET (self->matrix));
  gtk_stack_add_child (GTK_STACK (self->stack), self->empty);
  gtk_widget_set_vexpand (self->stack, TRUE);
  scope_add_children (box, bar, self->stack, NULL);
  gtk_widget_set_parent (box, GTK_WIDGET (self));
}

GtkWidget *
scope_matrix_page_new (const ScopeMatrixTopic *topic, GtkWidget *leading)
{
  ScopeMatrixPage *self = g_object_new (SCOPE_TYPE_MATRIX_PAGE, NULL);
  const char *titles[SCOPE_MATRIX_MOST_MEASURES + 1] = { NULL };
  GtkWidget *bar = scope_bar_new (6);

  for (guint i = 0; i < topic->n_measures; i++)
    titles[i] = _(topic->measures[i].label);
  self->measure = scope_choice_new (titles, "table-choice", _("What the cells say"),
                                    G_CALLBACK (scope_matrix_page_measure_changed), self);
  self->words = scope_summary_label_new ();
  scope_add_children (bar, leading, self->measure, scope_panel_make_chip (&self->panel), self->words, NULL);
  scope_matrix_page_build (self, topic, bar);
  gtk_box_insert_child_after (GTK_BOX (gtk_widget_get_parent (bar)), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), bar);
  return GTK_WIDGET (self);
}
