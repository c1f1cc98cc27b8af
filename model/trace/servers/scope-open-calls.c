/* scope-open-calls.c: see scope-open-calls.h. Places are counted from 1 on; 0: none. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/servers/scope-open-calls.h"

#include "model/base/scope-entity.h"

struct _ScopeOpenCalls
{
  guint32 most;
  GArray *calls;        /* of ScopeOpenCall */
  GHashTable *places;   /* caller << 32 | reference → place */
  guint32 oldest, newest;
  guint32 n, unused;    /* unused: the first place of those that are, by `newer` */
};

static gpointer
key_of (guint32 caller, guint32 reference)
{
  return (gpointer) ((guintptr) caller << 32 | reference);
}

static ScopeOpenCall *
call_at (const ScopeOpenCalls *self, guint32 place)
{
  return place > 0 ? &g_array_index (self->calls, ScopeOpenCall, place - 1) : NULL;
}

ScopeOpenCalls *
scope_open_calls_new (guint32 most)
{
  ScopeOpenCalls *self = g_new0 (ScopeOpenCalls, 1);

  self->most = most;
  self->calls = g_array_new (FALSE, FALSE, sizeof (ScopeOpenCall));
  self->places = g_hash_table_new (NULL, NULL);
  return self;
}

void
scope_open_calls_free (ScopeOpenCalls *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->calls);
  g_hash_table_unref (self->places);
  g_free (self);
}

ScopeOpenCall *
scope_open_calls_surplus (ScopeOpenCalls *self)
{
  return self->n >= self->most ? call_at (self, self->oldest) : NULL;
}

void
scope_open_calls_add (ScopeOpenCalls *self, guint32 caller, guint32 to, guint32 reference, gint64 sent)
{
  const ScopeOpenCall call = { caller, to, reference, sent, SCOPE_TIME_MIN, SCOPE_TIME_MIN, SCOPE_TIME_MIN, self->newest, 0 };
  guint32 place = self->unused;

  if (place > 0)
    {
      self->unused = call_at (self, place)->newer;
      *call_at (self, place) = call;
    }
  else
    {
      g_array_append_val (self->calls, call);
      place = self->calls->len;
    }
  if (self->newest > 0)
    call_at (self, self->newest)->newer = place;
  else
    self->oldest = place;
  self->newest = place;
  self->n++;
  g_hash_table_insert (self->places, key_of (caller, reference), GUINT_TO_POINTER (place));
}

ScopeOpenCall *
scope_open_calls_find (ScopeOpenCalls *self, guint32 caller, guint32 reference)
{
  return call_at (self, GPOINTER_TO_UINT (g_hash_table_lookup (self->places, key_of (caller, reference))));
}

void
scope_open_calls_remove (ScopeOpenCalls *self, ScopeOpenCall *call)
{
  guint32 place = (guint32) (call - (ScopeOpenCall *) (gpointer) self->calls->data) + 1;

  g_hash_table_remove (self->places, key_of (call->caller, call->reference));
  if (call->older > 0)
    call_at (self, call->older)->newer = call->newer;
  else
    self->oldest = call->newer;
  if (call->newer > 0)
    call_at (self, call->newer)->older = call->older;
  else
    self->newest = call->older;
  call->newer = self->unused;
  self->unused = place;
  self->n--;
}

ScopeOpenCall *
scope_open_calls_first (ScopeOpenCalls *self)
{
  return call_at (self, self->oldest);
}

ScopeOpenCall *
scope_open_calls_after (ScopeOpenCalls *self, const ScopeOpenCall *call)
{
  return call_at (self, call->newer);
}
