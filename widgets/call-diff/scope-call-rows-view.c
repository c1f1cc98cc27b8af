/* scope-call-rows-view.c: see scope-call-rows-view.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/call-diff/scope-call-rows-view.h"

#include "model/base/scope-task.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

#define MOST_ROWS 20000u /* that are listed */

struct _ScopeCallRowsView
{
  GtkWidget parent_instance;

  ScopeComparison *comparison;
  ScopeCallDiff *diff;            /* NULL: none yet */
  ScopeCallDiffQuestion question; /* what it answers: without what belongs to others */
  ScopeTimeMap *map;              /* of the question, held; or NULL */
  gboolean all, stale;
  guint32 context;                /* of one path: which, or SCOPE_NONE */
  GCancellable *listing;          /* rows are being read */
  GtkWidget *choice, *words, *table; /* choice, words: NULL, if of one path */
};

G_DEFINE_FINAL_TYPE (ScopeCallRowsView, scope_call_rows_view, GTK_TYPE_WIDGET)

/* On a thread, then the main one's. */
typedef struct
{
  guint32 context; /* SCOPE_NONE: all */
  ScopeCallRows *rows;
  ScopeCallRowsView *view;
} Listing;

static void
listing_free (Listing *listing)
{
  scope_call_rows_free (listing->rows);
  g_object_unref (listing->view);
  g_free (listing);
}

static gboolean
list_row (const ScopeCallDiffRow *row, const ScopeCallDiff *diff, gpointer data)
{
  Listing *listing = data;

  if (listing->context != SCOPE_NONE && row->context != listing->context)
    return TRUE;
  scope_call_rows_add (listing->rows, row, diff);
  return TRUE;
}

static void
show (ScopeCallRowsView *self, ScopeReportTable *table, const char *instead)
{
  scope_report_table_view_set_placeholder (SCOPE_REPORT_TABLE_VIEW (self->table), instead);
  scope_report_table_view_set_table (SCOPE_REPORT_TABLE_VIEW (self->table), table);
  if (self->words != NULL)
    gtk_label_set_label (GTK_LABEL (self->words), table != NULL ? scope_report_table_summary (table) : "");
}

static void
listed (GObject *source, GAsyncResult *result, gpointer data)
{
  Listing *listing = data;
  ScopeCallRowsView *self = listing->view;
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeCallDiff) diff = scope_call_diff_read_finish (result, &error);
  g_autoptr (ScopeReportTable) table = NULL;

  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) && self->listing != NULL && self->diff != NULL
      && self->comparison != NULL)
    {
      g_clear_object (&self->listing);
      table = scope_call_rows_table (self->comparison, self->diff, listing->rows, self->all);
      show (self, table, error != NULL ? error->message : _("No activation"));
    }
  listing_free (listing);
}

static void
stop (ScopeCallRowsView *self)
{
  scope_task_stop (&self->listing);
}

static ScopeCallWhich
get_which (ScopeCallRowsView *self)
{
  return self->choice != NULL ? (ScopeCallWhich) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->choice)) : SCOPE_CALL_WHICH_CHANGED;
}

static void
list (ScopeCallRowsView *self)
{
  ScopeCallDiffQuestion question = self->question;
  Listing *listing;

  stop (self);
  self->stale = FALSE;
  show (self, NULL, !self->all && self->context == SCOPE_NONE ? _("Choose a call path") : self->diff != NULL ? _("Reading…") : "");
  if (self->diff == NULL || (!self->all && self->context == SCOPE_NONE))
    return;
  listing = g_new0 (Listing, 1);
  listing->context = self->all ? SCOPE_NONE : self->context;
  listing->rows = scope_call_rows_new (get_which (self), MOST_ROWS);
  listing->view = g_object_ref (self);
  self->listing = g_cancellable_new ();
  question.map = self->map;
  question.func = list_row;
  question.user_data = listing;
  question.cancellable = self->listing;
  scope_call_diff_read_async (scope_comparison_get_pairing (self->comparison), &question, listed, listing);
}

static void
list_if_seen (ScopeCallRowsView *self)
{
  self->stale = TRUE;
  if (self->table != NULL && (!self->all || gtk_widget_get_mapped (GTK_WIDGET (self))))
    list (self);
}

void
scope_call_rows_view_set (ScopeCallRowsView *self, ScopeComparison *comparison, ScopeCallDiff *diff, const ScopeCallDiffQuestion *question)
{
  g_return_if_fail (SCOPE_IS_CALL_ROWS_VIEW (self));

  stop (self);
  g_set_object (&self->comparison, comparison);
  g_clear_pointer (&self->diff, scope_call_diff_unref);
  g_clear_pointer (&self->map, scope_time_map_unref);
  self->context = SCOPE_NONE;
  if (diff != NULL)
    {
      self->diff = scope_call_diff_ref (diff);
      self->question = *question;
      self->question.cancellable = NULL;
      self->map = question->map != NULL ? scope_time_map_ref ((ScopeTimeMap *) question->map) : NULL;
    }
  show (self, NULL, "");
  list_if_seen (self);
}

void
scope_call_rows_view_set_context (ScopeCallRowsView *self, guint32 context)
{
  self->context = context;
  list_if_seen (self);
}

void
scope_call_rows_view_set_which (ScopeCallRowsView *self, ScopeCallWhich which)
{
  g_return_if_fail (self->choice != NULL && which < SCOPE_CALL_N_WHICH);

  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->choice), which);
}

gboolean
scope_call_rows_view_is_settled (ScopeCallRowsView *self)
{
  return self->listing == NULL && (!self->stale || !gtk_widget_get_mapped (GTK_WIDGET (self)));
}

ScopeReportTableView *
scope_call_rows_view_get_table (ScopeCallRowsView *self)
{
  return SCOPE_REPORT_TABLE_VIEW (self->table);
}

/* --- life --- */

static void
row_selected (ScopeReportTableView *view, guint n, ScopeCallRowsView *self)
{
  ScopeReportTable *table = scope_report_table_view_get_table (view);
  GArray *extra = table != NULL ? scope_report_table_get_extra (table) : NULL;

  if (extra != NULL && n < extra->len)
    g_signal_emit_by_name (self, "row-chosen", &g_array_index (extra, ScopeCallDiffRow, n));
}

static void
mapped (GtkWidget *widget, ScopeCallRowsView *self)
{
  if (self->stale)
    list (self);
}

static void
scope_call_rows_view_dispose (GObject *object)
{
  ScopeCallRowsView *self = SCOPE_CALL_ROWS_VIEW (object);

  stop (self);
  self->table = self->choice = self->words = NULL;
  scope_drop_children (GTK_WIDGET (self));
  g_clear_object (&self->comparison);
  g_clear_pointer (&self->diff, scope_call_diff_unref);
  g_clear_pointer (&self->map, scope_time_map_unref);
  G_OBJECT_CLASS (scope_call_rows_view_parent_class)->dispose (object);
}

static void
scope_call_rows_view_class_init (ScopeCallRowsViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_call_rows_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  scope_add_signal (klass, "row-chosen", 1, G_TYPE_POINTER);
}

static void
scope_call_rows_view_init (ScopeCallRowsView *self)
{
  self->context = SCOPE_NONE;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  g_signal_connect (self, "map", G_CALLBACK (mapped), self);
}

static void
add_choice (ScopeCallRowsView *self)
{
  const char *titles[SCOPE_CALL_N_WHICH + 1] = { NULL };
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  for (guint i = 0; i < SCOPE_CALL_N_WHICH; i++)
    titles[i] = scope_call_which_title ((ScopeCallWhich) i);
  self->choice = gtk_drop_down_new_from_strings (titles);
  gtk_widget_add_css_class (self->choice, "table-choice");
  scope_name_widget (self->choice, _("Which Activations"));
  self->words = scope_label_new (NULL, SCOPE_LABEL_ELLIPSIZE, "table-summary dim-label");
  gtk_widget_set_margin_start (line, 6);
  gtk_widget_set_margin_bottom (line, 3);
  scope_add_children (line, self->choice, self->words, NULL);
  gtk_widget_set_parent (line, GTK_WIDGET (self));
  g_signal_connect_swapped (self->choice, "notify::selected", G_CALLBACK (list_if_seen), self);
}

GtkWidget *
scope_call_rows_view_new (const char *name, gboolean all)
{
  ScopeCallRowsView *self = g_object_new (SCOPE_TYPE_CALL_ROWS_VIEW, NULL);

  self->all = all;
  if (all)
    add_choice (self);
  self->table = scope_report_table_view_new (name);
  gtk_widget_set_vexpand (self->table, TRUE);
  gtk_widget_set_parent (self->table, GTK_WIDGET (self));
  g_signal_connect (self->table, "row-selected", G_CALLBACK (row_selected), self);
  return GTK_WIDGET (self);
}
