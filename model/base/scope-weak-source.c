/* scope-weak-source.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/base/scope-weak-source.h"

typedef struct
{
  GWeakRef object;
  void (*call) (gpointer object);
} WeakSource;

static void
weak_source_free (gpointer data)
{
  WeakSource *self = data;

  g_weak_ref_clear (&self->object);
  g_free (self);
}

static gboolean
dispatch (gpointer data)
{
  WeakSource *self = data;
  g_autoptr (GObject) object = g_weak_ref_get (&self->object);

  if (object != NULL)
    self->call (object);

  return G_SOURCE_REMOVE;
}

void
scope_weak_source_add (gint delay, gpointer object, void (*call) (gpointer object))
{
  WeakSource *self = g_new0 (WeakSource, 1);

  g_weak_ref_init (&self->object, object);
  self->call = call;
  if (delay < 0)
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, dispatch, self, weak_source_free);
  else
    g_timeout_add_full (G_PRIORITY_DEFAULT, (guint) delay, dispatch, self, weak_source_free);
}
