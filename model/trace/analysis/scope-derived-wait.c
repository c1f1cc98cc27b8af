/* scope-derived-wait.c: see scope-derived-wait.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-derived-wait.h"

#define KEY "scope-derived-wait"
#define LOOK_US 50000 /* whether it was cancelled */

typedef struct
{
  GMutex lock;
  GCond ended;
  gboolean announced;
} Announcement;

static void
announcement_free (gpointer data)
{
  Announcement *announcement = data;

  g_mutex_clear (&announcement->lock);
  g_cond_clear (&announcement->ended);
  g_free (announcement);
}

/* It stays with the trace once it was made. */
static Announcement *
get (ScopeTrace *trace)
{
  return g_object_get_data (G_OBJECT (trace), KEY);
}

static void
set (ScopeTrace *trace, gboolean announced)
{
  Announcement *announcement = get (trace);

  if (announcement == NULL)
    {
      announcement = g_new0 (Announcement, 1);
      g_mutex_init (&announcement->lock);
      g_cond_init (&announcement->ended);
      g_object_set_data_full (G_OBJECT (trace), KEY, announcement, announcement_free);
    }
  g_mutex_lock (&announcement->lock);
  announcement->announced = announced;
  g_cond_broadcast (&announcement->ended);
  g_mutex_unlock (&announcement->lock);
}

void
scope_derived_announce (ScopeTrace *trace)
{
  set (trace, TRUE);
}

void
scope_derived_announced_end (ScopeTrace *trace)
{
  set (trace, FALSE);
}

gboolean
scope_derived_is_announced (ScopeTrace *trace)
{
  Announcement *announcement = get (trace);
  gboolean announced = FALSE;

  if (announcement == NULL)
    return FALSE;
  g_mutex_lock (&announcement->lock);
  announced = announcement->announced;
  g_mutex_unlock (&announcement->lock);
  return announced;
}

gboolean
scope_derived_await (const ScopeQueryRange *within, GError **error)
{
  Announcement *announcement = get (within->trace);

  if (announcement == NULL)
    return TRUE;
  g_mutex_lock (&announcement->lock);
  while (announcement->announced && !g_cancellable_is_cancelled (within->cancellable))
    g_cond_wait_until (&announcement->ended, &announcement->lock, g_get_monotonic_time () + LOOK_US);
  g_mutex_unlock (&announcement->lock);
  return !scope_query_range_cancelled (within, error);
}
