/* scope-part.c: see scope-part.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/scope-part.h"

typedef struct
{
  ScopeHost *host;
} ScopePartPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (ScopePart, scope_part, G_TYPE_OBJECT)

ScopeHost *
scope_part_get_host (gpointer self)
{
  return ((ScopePartPrivate *) scope_part_get_instance_private (self))->host;
}

gpointer
scope_part_new (GType type, ScopeHost *host)
{
  ScopePart *self = g_object_new (type, NULL);
  ScopePartClass *klass = SCOPE_PART_GET_CLASS (self);

  ((ScopePartPrivate *) scope_part_get_instance_private (self))->host = g_object_ref (host);
  if (klass->n_entries > 0)
    g_action_map_add_action_entries (G_ACTION_MAP (host->window), klass->entries, (int) klass->n_entries, self);
  if (klass->attach != NULL)
    klass->attach (self, host);
  return self;
}

void
scope_part_update (gpointer self)
{
  if (SCOPE_PART_GET_CLASS (self)->update != NULL)
    SCOPE_PART_GET_CLASS (self)->update (self, scope_part_get_host (self));
}

void
scope_part_close (gpointer self)
{
  if (SCOPE_PART_GET_CLASS (self)->close != NULL)
    SCOPE_PART_GET_CLASS (self)->close (self, scope_part_get_host (self));
}

/* Not sooner: what the part has begun on other threads ends with the part. */
static void
scope_part_finalize (GObject *object)
{
  g_object_unref (scope_part_get_host (object));
  G_OBJECT_CLASS (scope_part_parent_class)->finalize (object);
}

static void
scope_part_class_init (ScopePartClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_part_finalize;
}

static void
scope_part_init (ScopePart *self)
{
}
