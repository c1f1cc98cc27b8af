/* scope-window-separate-runs.c: logs that were given together, but are no one run: each run goes into a window of its own.
 *
 * Whether they belong together is known when they have been read: a GHC log tells its wall clock anywhere. One axis of time
 * with two dots on it, days apart, is of no use to anybody.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-window-private.h"

#include <glib/gi18n.h>

typedef struct
{
  GWeakRef window;
  GPtrArray *runs;
} Parting;

static void
parting_free (gpointer data)
{
  Parting *parting = data;

  g_weak_ref_clear (&parting->window);
  g_ptr_array_unref (parting->runs);
  g_free (parting);
}

static gboolean
part (gpointer data)
{
  Parting *parting = data;
  g_autoptr (ScopeWindow) self = g_weak_ref_get (&parting->window);
  GApplication *application = self != NULL ? G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))) : NULL;
  GPtrArray *first;

  if (application == NULL)
    return G_SOURCE_REMOVE;
  first = parting->runs->pdata[0];
  scope_window_open (self, (GFile *const *) first->pdata, first->len);
  for (guint i = 1; i < parting->runs->len; i++)
    {
      GPtrArray *files = parting->runs->pdata[i];

      g_application_open (application, (GFile **) files->pdata, (gint) files->len, "");
    }
  scope_window_toast (self, _("These logs belong to different runs. Each run has its own window."));
  return G_SOURCE_REMOVE;
}

gboolean
scope_window_part (ScopeWindow *self)
{
  GPtrArray *runs = scope_document_dup_runs (self->document);
  Parting *parting;

  if (runs == NULL)
    return FALSE;
  parting = g_new0 (Parting, 1);
  g_weak_ref_init (&parting->window, self);
  parting->runs = runs;
  /* Not while the document says that it has changed. */
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, part, parting, parting_free);
  return TRUE;
}
