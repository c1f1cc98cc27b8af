/* scope-measured-runs.c: see scope-measured-runs.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/scope-measured-runs.h"

#include "io/index/scope-run-list.h"

#define OFFERED "lanescope-measured-runs"

typedef struct
{
  GWeakRef panel, view;
  ScopeRun *run;
} Offer;

static void
offer_free (Offer *offer)
{
  g_weak_ref_clear (&offer->panel);
  g_weak_ref_clear (&offer->view);
  g_object_unref (offer->run);
  g_free (offer);
}

/* Another one of the same program, that tells how many processors it had. */
static gboolean
is_wanted (ScopeRun *run, ScopeRun *of)
{
  const ScopeRunFacts *one = scope_run_facts (run), *this = scope_run_facts (of);

  return one->program != NULL && g_strcmp0 (one->program, this->program) == 0 && one->runtime == this->runtime && one->processors > 0
         && one->duration_ns > 0 && g_strcmp0 (one->digest, this->digest) != 0;
}

static void
list_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Offer *offer = user_data;
  g_autoptr (ScopeWhatIfPanel) panel = g_weak_ref_get (&offer->panel);
  g_autoptr (ScopeView) view = g_weak_ref_get (&offer->view);
  g_autoptr (GPtrArray) runs = scope_run_list_read_finish (result, NULL);
  g_autoptr (GArray) measured = g_array_new (FALSE, FALSE, sizeof (ScopeMeasuredRun));

  for (guint i = 0; runs != NULL && i < runs->len; i++)
    {
      const ScopeRunFacts *facts = scope_run_facts (runs->pdata[i]);
      const ScopeMeasuredRun one = { facts->processors, (double) facts->duration_ns };

      if (is_wanted (runs->pdata[i], offer->run))
        g_array_append_val (measured, one);
    }
  /* It may show another trace by now. */
  if (panel != NULL && view != NULL && SCOPE_PANEL (panel)->view == view)
    scope_what_if_panel_set_measured (panel, (const ScopeMeasuredRun *) (gpointer) measured->data, measured->len);
  offer_free (offer);
}

void
scope_measured_runs_offer (ScopeWhatIfPanel *panel, ScopeView *view, const char *folder, ScopeRun *run)
{
  Offer *offer;

  if (g_object_get_data (G_OBJECT (view), OFFERED) != NULL)
    return;
  g_object_set_data (G_OBJECT (view), OFFERED, GINT_TO_POINTER (TRUE));
  offer = g_new0 (Offer, 1);
  g_weak_ref_init (&offer->panel, panel);
  g_weak_ref_init (&offer->view, view);
  offer->run = g_object_ref (run);
  scope_run_list_read_async (folder, NULL, list_read, offer);
}
