/* scope-call-functions-page.c: see scope-call-functions-page.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/calls/scope-call-functions-page.h"

#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

#define FUNCTIONS_WIDTH 560 /* at first; the others have the rest */
#define EVENTS_WIDTH 1080   /* with columns of events */
#define SAMPLES_WIDTH 660   /* with bounds */

struct _ScopeCallFunctionsPage
{
  GtkWidget parent_instance;

  ScopeTrace *trace;
  ScopeCallTree *tree;
  ScopeCallEventsPer per;
  gboolean widened;
  char *search, *chosen; /* name of the function whose callers are shown */
  GtkWidget *paned, *functions, *edges[2]; /* edges[TRUE]: callers */
};

G_DEFINE_FINAL_TYPE (ScopeCallFunctionsPage, scope_call_functions_page, GTK_TYPE_WIDGET)

static void
show_edges (ScopeCallFunctionsPage *self)
{
  guint32 function = self->tree != NULL && self->chosen != NULL ? scope_call_tree_find_function (self->tree, self->chosen)
                                                               : SCOPE_NONE;

  for (guint callers = 0; callers < 2; callers++)
    {
      g_autoptr (ScopeReportTable) table
          = function != SCOPE_NONE ? scope_call_edges_table (self->trace, self->tree, function, callers == 1) : NULL;

      scope_report_table_view_set_placeholder (SCOPE_REPORT_TABLE_VIEW (self->edges[callers]),
                                               function == SCOPE_NONE ? _("Choose a function")
                                               : callers == 1         ? _("Nothing that was traced called it")
                                                                      : _("It called nothing that was traced"));
      scope_report_table_view_set_table (SCOPE_REPORT_TABLE_VIEW (self->edges[callers]), table);
    }
}

static void
show_functions (ScopeCallFunctionsPage *self)
{
  g_autoptr (ScopeReportTable) table
      = self->tree != NULL ? scope_call_functions_table (self->trace, self->tree, self->search, self->per) : NULL;

  scope_report_table_view_set_placeholder (SCOPE_REPORT_TABLE_VIEW (self->functions),
                                           self->search != NULL && self->search[0] != '\0' ? _("No function has this in its name")
                                                                                           : _("No calls in this range"));
  scope_report_table_view_set_table (SCOPE_REPORT_TABLE_VIEW (self->functions), table);
  if (self->tree != NULL && (self->tree->events != NULL || self->tree->sampled) && !self->widened)
    {
      gtk_paned_set_position (GTK_PANED (self->paned), self->tree->sampled ? SAMPLES_WIDTH : EVENTS_WIDTH);
      self->widened = TRUE;
    }
}

void
scope_call_functions_page_set_tree (ScopeCallFunctionsPage *self, ScopeTrace *trace, ScopeCallTree *tree)
{
  g_return_if_fail (SCOPE_IS_CALL_FUNCTIONS_PAGE (self));

  g_set_object (&self->trace, trace);
  g_clear_pointer (&self->tree, scope_call_tree_unref);
  self->tree = tree != NULL ? scope_call_tree_ref (tree) : NULL;
  show_functions (self);
  show_edges (self);
}

void
scope_call_functions_page_set_per (ScopeCallFunctionsPage *self, ScopeCallEventsPer per)
{
  if (self->per == per)
    return;
  self->per = per;
  show_functions (self);
}

void
scope_call_functions_page_set_search (ScopeCallFunctionsPage *self, const char *search)
{
  if (g_strcmp0 (self->search, search) == 0)
    return;
  g_free (self->search);
  self->search = g_strdup (search);
  show_functions (self);
}

void
scope_call_functions_page_choose (ScopeCallFunctionsPage *self, const char *name)
{
  if (g_strcmp0 (self->chosen, name) == 0)
    return;
  g_free (self->chosen);
  self->chosen = g_strdup (name);
  show_edges (self);
}

ScopeReportTableView *
scope_call_functions_page_get_functions (ScopeCallFunctionsPage *self)
{
  return SCOPE_REPORT_TABLE_VIEW (self->functions);
}

ScopeReportTableView *
scope_call_functions_page_get_edges (ScopeCallFunctionsPage *self, gboolean callers)
{
  return SCOPE_REPORT_TABLE_VIEW (self->edges[callers ? 1 : 0]);
}

/* --- input --- */

static void
choose_row (ScopeCallFunctionsPage *self, ScopeReportTableView *view, guint row)
{
  ScopeReportTable *table = scope_report_table_view_get_table (view);
  GArray *extra = table != NULL ? scope_report_table_get_extra (table) : NULL;
  g_autofree char *name = NULL;
  guint32 function;

  if (self->tree == NULL || extra == NULL || row >= extra->len)
    return;
  function = g_array_index (extra, guint32, row);
  if (function >= self->tree->n_functions)
    return;
  name = g_strdup (self->tree->functions[function].name);
  scope_call_functions_page_choose (self, name);
  g_signal_emit_by_name (self, "function-chosen", name);
}

static void
function_selected (ScopeReportTableView *view, guint row, ScopeCallFunctionsPage *self)
{
  choose_row (self, view, row);
}

static GtkWidget *
make_sheet (ScopeCallFunctionsPage *self, const char *name, const char *signal)
{
  GtkWidget *view = scope_report_table_view_new (name);

  g_signal_connect (view, signal, G_CALLBACK (function_selected), self);
  gtk_widget_set_vexpand (view, TRUE);
  return view;
}

/* --- life --- */

static void
scope_call_functions_page_dispose (GObject *object)
{
  ScopeCallFunctionsPage *self = SCOPE_CALL_FUNCTIONS_PAGE (object);

  g_clear_pointer (&self->paned, gtk_widget_unparent);
  g_clear_pointer (&self->tree, scope_call_tree_unref);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->search, g_free);
  g_clear_pointer (&self->chosen, g_free);
  G_OBJECT_CLASS (scope_call_functions_page_parent_class)->dispose (object);
}

static void
scope_call_functions_page_class_init (ScopeCallFunctionsPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_call_functions_page_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  scope_add_signal (klass, "function-chosen", 1, G_TYPE_STRING);
}

static void
scope_call_functions_page_init (ScopeCallFunctionsPage *self)
{
  GtkWidget *beside;

  self->functions = make_sheet (self, _("Functions"), "row-selected");
  self->edges[1] = make_sheet (self, _("Callers"), "row-activated");
  self->edges[0] = make_sheet (self, _("Callees"), "row-activated");
  beside = scope_paned_new (GTK_ORIENTATION_VERTICAL, self->edges[1], self->edges[0]);
  self->paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  gtk_paned_set_start_child (GTK_PANED (self->paned), self->functions);
  gtk_paned_set_end_child (GTK_PANED (self->paned), beside);
  gtk_paned_set_position (GTK_PANED (self->paned), FUNCTIONS_WIDTH);
  gtk_widget_set_size_request (beside, 160, -1);
  gtk_paned_set_shrink_end_child (GTK_PANED (self->paned), FALSE);
  gtk_widget_set_parent (self->paned, GTK_WIDGET (self));
  show_edges (self);
}
