/* scope-message-ends.c: see scope-message-ends.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/import/scope-message-ends.h"

#include "io/index/scope-spool.h"
#include "model/base/scope-key.h"

#include <string.h>

#define MOST_WAYS (1u << 16)
#define FEW_WAYS 4u /* are looked through; an archive may have thousands of machines that send little */

typedef struct
{
  guint32 own_process, own_port;
  guint32 other_machine, other_process, other_port;
  guint32 tag;
} Way;

typedef struct
{
  Way way;
  guint64 n;
} CountedWay;

/* A record of the spool. */
typedef struct
{
  gint64 time;
  guint32 way; /* SCOPE_WAY_NONE: the next record is a Way */
  guint32 size, thread, nothing;
} Kept;

G_STATIC_ASSERT (sizeof (Kept) == sizeof (Way));

struct _ScopeMessageEnds
{
  ScopeSpool *spool;
  CountedWay *ways;
  guint32 *slots; /* a way + 1; 0: free. NULL: there are few */
  guint32 n_ways, n_alloc, n_slots; /* slots: a power of two, twice as many as there is room for ways */
  guint32 last;   /* the way of the end before: many follow each other */
  guint64 n_apart;
};

ScopeMessageEnds *
scope_message_ends_new (void)
{
  ScopeMessageEnds *ends = g_new0 (ScopeMessageEnds, 1);

  ends->spool = scope_spool_new (sizeof (Kept));

  return ends;
}

void
scope_message_ends_free (ScopeMessageEnds *ends)
{
  if (ends == NULL)
    return;
  scope_spool_free (ends->spool);
  g_free (ends->ways);
  g_free (ends->slots);
  g_free (ends);
}

static guint32 *
slot_of (const ScopeMessageEnds *ends, const Way *way)
{
  guint64 words[sizeof *way / 8];
  guint32 i;

  memcpy (words, way, sizeof words);
  i = scope_key_mix (words, G_N_ELEMENTS (words)) & (ends->n_slots - 1);
  while (ends->slots[i] != 0 && memcmp (&ends->ways[ends->slots[i] - 1].way, way, sizeof *way) != 0)
    i = (i + 1) & (ends->n_slots - 1);

  return &ends->slots[i];
}

static void
grow (ScopeMessageEnds *ends)
{
  ends->n_alloc = MAX (FEW_WAYS, ends->n_alloc * 2);
  ends->ways = g_renew (CountedWay, ends->ways, ends->n_alloc);
  if (ends->n_alloc == FEW_WAYS)
    return;
  ends->n_slots = ends->n_alloc * 2;
  g_free (ends->slots);
  ends->slots = g_new0 (guint32, ends->n_slots);
  for (guint32 i = 0; i < ends->n_ways; i++)
    *slot_of (ends, &ends->ways[i].way) = i + 1;
}

/* Its number; SCOPE_WAY_NONE: it is new. */
static guint32
look_for (const ScopeMessageEnds *ends, const Way *way)
{
  guint32 i = 0;

  if (ends->slots != NULL)
    return *slot_of (ends, way) - 1;
  while (i < ends->n_ways && memcmp (&ends->ways[i].way, way, sizeof *way) != 0)
    i++;
  return i < ends->n_ways ? i : SCOPE_WAY_NONE;
}

static guint32
find_way (ScopeMessageEnds *ends, const Way *way)
{
  guint32 found;

  if (ends->n_ways > 0 && memcmp (&ends->ways[ends->last].way, way, sizeof *way) == 0)
    return ends->last;
  found = look_for (ends, way);
  if (found == SCOPE_WAY_NONE && ends->n_ways == MOST_WAYS)
    return SCOPE_WAY_NONE;
  if (found == SCOPE_WAY_NONE)
    {
      if (ends->n_ways == ends->n_alloc)
        grow (ends);
      found = ends->n_ways++;
      ends->ways[found] = (CountedWay) { *way, 0 };
      if (ends->slots != NULL)
        *slot_of (ends, way) = found + 1;
    }
  ends->last = found;

  return found;
}

void
scope_message_ends_add (ScopeMessageEnds *ends, const ScopeSpooledEnd *end)
{
  const Way way = { end->own_process, end->own_port, end->other_machine, end->other_process, end->other_port, end->tag };
  const Kept kept = { end->time, scope_end_is_blind (end) ? SCOPE_WAY_NONE : find_way (ends, &way), end->size, end->thread, 0 };

  scope_spool_add (ends->spool, &kept);
  if (kept.way != SCOPE_WAY_NONE)
    ends->ways[kept.way].n++;
  else
    {
      scope_spool_add (ends->spool, &way);
      ends->n_apart++;
    }
}

guint64
scope_message_ends_n (ScopeMessageEnds *ends)
{
  return scope_spool_n_records (ends->spool) - ends->n_apart;
}

gboolean
scope_message_ends_any_apart (ScopeMessageEnds *ends)
{
  return ends->n_apart > 0;
}

gboolean
scope_message_ends_rewind (ScopeMessageEnds *ends, GError **error)
{
  return scope_spool_rewind (ends->spool, error);
}

static inline void
take_way (ScopeSpooledEnd *end, const Way *way)
{
  end->own_process = way->own_process;
  end->own_port = way->own_port;
  end->other_machine = way->other_machine;
  end->other_process = way->other_process;
  end->other_port = way->other_port;
  end->tag = way->tag;
}

gboolean
scope_message_ends_next (ScopeMessageEnds *ends, ScopeSpooledEnd *ret_end, guint32 *ret_way)
{
  static const Way forgotten = { 0 };
  const Kept *kept = scope_spool_next (ends->spool);
  const Way *way;

  if (kept == NULL)
    return FALSE;
  *ret_way = kept->way;
  ret_end->time = kept->time;
  ret_end->size = kept->size;
  ret_end->thread = kept->thread;
  way = kept->way == SCOPE_WAY_NONE ? scope_spool_next (ends->spool) : ends->ways != NULL ? &ends->ways[kept->way].way : &forgotten;
  if (way == NULL)
    return FALSE;
  take_way (ret_end, way);

  return TRUE;
}

guint32
scope_message_ends_n_ways (ScopeMessageEnds *ends)
{
  return ends->n_ways;
}

guint64
scope_message_ends_way (ScopeMessageEnds *ends, guint32 way, ScopeSpooledEnd *ret_end)
{
  *ret_end = (ScopeSpooledEnd) { 0 };
  take_way (ret_end, &ends->ways[way].way);

  return ends->ways[way].n;
}

void
scope_message_ends_forget_ways (ScopeMessageEnds *ends)
{
  g_clear_pointer (&ends->slots, g_free);
  g_clear_pointer (&ends->ways, g_free);
  ends->n_ways = ends->n_alloc = ends->n_slots = 0;
}
