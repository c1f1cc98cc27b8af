/* test-run-chooser.c: which runs another one is compared with, the like ones first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"

#include "widgets/runs/scope-run-chooser.h"
#include "widgets/runs/scope-run-table.h"

#include <string.h>

static ScopeRun *
make_run (const char *digest, const char *program, ScopeRuntime runtime)
{
  g_autoptr (ScopeTrace) trace = scope_trace_new ();
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "eventlog", "test", "none", runtime });
  machine->tick_ps = 1000;
  machine->last = 1000;
  scope_machine_add_info (machine, "program", program);
  scope_trace_add_machine (trace, machine);
  return scope_run_new_of_trace (trace, digest, NULL, NULL, 0, 0);
}

static void
find_headings (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
      && (gtk_widget_has_css_class (widget, "caption-heading") || strstr (gtk_label_get_label (GTK_LABEL (widget)), "followed") != NULL))
    g_string_append_printf (data, "%s|", gtk_label_get_label (GTK_LABEL (widget)));
}

static gboolean
has_headings (gpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);

  gui_foreach (data, find_headings, text);
  return strstr (text->str, "The Same Program|followed, kept in the cache|Other Programs|Other Runtimes|") != NULL;
}

/* Those that can be compared well come first, in whatever order they are given, each kind under its heading. */
static void
test_list_like (void)
{
  GtkWidget *window = gui_window_new (gtk_label_new ("before it"), 900, 600);
  ScopeRunChooser *chooser = scope_run_chooser_new (GTK_WINDOW (window), "Runs", "_Take", SCOPE_RUN_CHOOSER_SEVERAL);
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func (g_object_unref), chosen = NULL;
  g_autoptr (ScopeRun) shown = make_run ("d0", "/here/prog", SCOPE_RUNTIME_GHC);
  static const char *const order[] = { "d4", "d2", "d3", "d1" };
  ScopeRunTable *table = gui_find (GTK_WIDGET (chooser), SCOPE_TYPE_RUN_TABLE, 0);
  GtkSelectionModel *model;

  g_ptr_array_add (runs, make_run ("d1", "/here/prog", SCOPE_RUNTIME_ERLANG));
  scope_run_set_source (runs->pdata[0], SCOPE_RUN_SOURCE_THERE);
  g_ptr_array_add (runs, make_run ("d2", "/here/other", SCOPE_RUNTIME_GHC));
  g_ptr_array_add (runs, make_run ("d3", "/here/third", SCOPE_RUNTIME_GHC));
  g_ptr_array_add (runs, make_run ("d4", "/there/prog", SCOPE_RUNTIME_GHC));
  scope_run_set_streamed (runs->pdata[3]);
  scope_run_chooser_set_shown (chooser, shown);
  scope_run_chooser_set_runs (chooser, runs, NULL);
  gtk_window_present (GTK_WINDOW (chooser));
  g_assert_true (gui_wait (has_headings, chooser));
  model = gtk_column_view_get_model (gui_find (GTK_WIDGET (table), GTK_TYPE_COLUMN_VIEW, 0));
  gtk_selection_model_select_all (model);
  chosen = scope_run_table_dup_chosen (table);
  g_assert_cmpuint (chosen->len, ==, G_N_ELEMENTS (order));
  for (guint i = 0; i < chosen->len; i++)
    g_assert_cmpstr (scope_run_facts (chosen->pdata[i])->digest, ==, order[i]);
  gtk_window_destroy (GTK_WINDOW (chooser));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
  g_test_add_func ("/run-chooser/like", test_list_like);
  return g_test_run ();
}
