/* scope-matrix-page.h: a page with the matrix of a range: what the cells say can be chosen, what is chosen of them stands in
 * words beside it, and the range selector says over which range it is. What it is a matrix of is a topic.
 *
 * Signal "activated" (page, gconstpointer source): a cell was chosen by Enter or a double click; what it was made of
 * (scope_matrix_source()). What is shown stays what it is meanwhile: it is the page's own jump.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/kit/scope-panel.h"
#include "widgets/matrix/scope-matrix-view.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_MATRIX_PAGE (scope_matrix_page_get_type ())
#define SCOPE_MATRIX_PAGE(o) (G_TYPE_CHECK_INSTANCE_CAST ((o), SCOPE_TYPE_MATRIX_PAGE, ScopeMatrixPage))
#define SCOPE_MATRIX_PAGE_CLASS(k) (G_TYPE_CHECK_CLASS_CAST ((k), SCOPE_TYPE_MATRIX_PAGE, ScopeMatrixPageClass))
#define SCOPE_MATRIX_PAGE_GET_CLASS(o) (G_TYPE_INSTANCE_GET_CLASS ((o), SCOPE_TYPE_MATRIX_PAGE, ScopeMatrixPageClass))

typedef struct
{
  const char *name;  /* for assistive technology; to be translated with _(), as the next */
  const char *empty; /* what is said where there is no cell */
  ScopeMatrix *(*read) (const ScopeQueryRange *within, guint what, GError **error); /* on any thread */
  ScopeMatrixDescribe describe; /* with `what` as pointer */
  const ScopeMatrixMeasure *measures; /* labels to be translated */
  guint n_measures;
  guint what;
} ScopeMatrixTopic;

/* For the types that derive from it. */
typedef struct
{
  ScopePanel panel;

  const ScopeMatrixTopic *topic;
  ScopeMatrixView *matrix;
  GtkWidget *bar, *measure, *words, *stack, *empty;
} ScopeMatrixPage;

typedef struct
{
  ScopePanelClass parent_class;

  /* What stands in the bar while that cell, row or column is selected. Free with g_free(). */
  char *(*dup_words) (ScopeMatrixPage *self, ScopeMatrix *matrix, int row, int column);
  /* Why there is no cell. */
  const char *(*why_empty) (ScopeMatrixPage *self);
  /* A cell was activated. */
  void (*activated) (ScopeMatrixPage *self, gconstpointer source);
} ScopeMatrixPageClass;

GType scope_matrix_page_get_type (void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeMatrixPage, g_object_unref)

/* `topic` is static; `leading`: at the beginning of its tool bar. */
GtkWidget *scope_matrix_page_new (const ScopeMatrixTopic *topic, GtkWidget *leading);
/* What is shown, or NULL. */
ScopeMatrix *scope_matrix_page_get_matrix (ScopeMatrixPage *self);
/* As by hand. */
void scope_matrix_page_set_measure (ScopeMatrixPage *self, guint measure);
/* As Enter on a cell, by places. FALSE if there is nothing. */
gboolean scope_matrix_page_activate (ScopeMatrixPage *self, int row, int column);

/* --- for derived types --- */

/* Makes the matrix below a bar of theirs; they make `words`. */
void scope_matrix_page_build (ScopeMatrixPage *self, const ScopeMatrixTopic *topic, GtkWidget *bar);
/* Another one was chosen in `measure`. */
void scope_matrix_page_measure_changed (ScopeMatrixPage *self);
/* Shows the matrix, or nothing, with `trouble` or why it is empty. */
void scope_matrix_page_show (ScopeMatrixPage *self, ScopeMatrix *matrix, const char *trouble);

G_END_DECLS
