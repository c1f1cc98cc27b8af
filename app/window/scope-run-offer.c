/* scope-run-offer.c: see scope-run-offer.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/scope-run-offer.h"

#include "io/index/scope-run-list.h"
#include "model/base/scope-weak-ref.h"

static void
list_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeRunChooser) chooser = scope_weak_ref_take (user_data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) runs = scope_run_list_read_finish (result, &error);

  if (chooser != NULL)
    scope_run_chooser_set_runs (chooser, runs, error != NULL ? error->message : NULL);
}

void
scope_run_offer (ScopeRunChooser *chooser, const char *folder, ScopeRun *shown)
{
  if (shown != NULL)
    scope_run_chooser_set_shown (chooser, shown);
  scope_run_list_read_async (folder, NULL, list_read, scope_weak_ref_new (chooser));
  gtk_window_present (GTK_WINDOW (chooser));
}
