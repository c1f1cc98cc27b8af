/* scope-run-offer.c: see scope-run-offer.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/scope-run-offer.h"

#include "io/index/scope-run-list.h"

static void
list_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GWeakRef *ref = user_data;
  g_autoptr (ScopeRunChooser) chooser = g_weak_ref_get (ref);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) runs = scope_run_list_read_finish (result, &error);

  if (chooser != NULL)
    scope_run_chooser_set_runs (chooser, runs, error != NULL ? error->message : NULL);
  g_weak_ref_clear (ref);
  g_free (ref);
}

void
scope_run_offer (ScopeRunChooser *chooser, const char *folder, ScopeRun *shown)
{
  GWeakRef *ref = g_new0 (GWeakRef, 1);

  g_weak_ref_init (ref, chooser);
  if (shown != NULL)
    scope_run_chooser_set_shown (chooser, scope_run_facts (shown)->digest);
  scope_run_list_read_async (folder, NULL, list_read, ref);
  gtk_window_present (GTK_WINDOW (chooser));
}
