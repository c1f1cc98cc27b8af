/* scope-index-later.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/index/scope-index-later.h"

#include "io/index/scope-index-file-private.h"

#define PAGE 4096u /* lanes between two places in `blocks` that are known */

struct _ScopeIndexLater
{
  gatomicrefcount refs;
  ScopeIndexFile *file;
  ScopeSetsIn *in;
  ScopeIndexStrings strings;
  ScopeSetSlice lanes, blocks, entities[SCOPE_N_KINDS]; /* HDF5 thread only */
  guint32 n_lanes, first_lane; /* all of them; the first that is read later */
  guint64 *places;             /* HDF5 thread only: of each page of lanes, where its blocks begin; G_MAXUINT64: not known yet */
  guint32 n_places;
};

/* --- records --- */

const char *
scope_index_string (const ScopeIndexStrings *strings, guint32 at)
{
  /* The last byte is a NUL, so every offset inside is a string. */
  return at < strings->n ? strings->data + at : NULL;
}

gboolean
scope_index_check_entity (const ScopeEntityRecord *record, ScopeKind kind, guint32 n_lanes)
{
  return record->lane < n_lanes || (kind == SCOPE_KIND_STRANGER && record->lane == SCOPE_NONE);
}

gboolean
scope_index_set_entity (ScopeEntity *e, const ScopeEntityRecord *r, const ScopeIndexStrings *strings)
{
  e->number = r->number;
  e->lane = r->lane;
  e->first = r->first;
  e->last = r->last;
  e->generation = r->generation;
  e->process = r->process;
  e->parent_machine = r->parent_machine;
  e->parent = r->parent;
  e->runs = r->runs;
  e->migrations = r->migrations;
  e->collections = r->collections;
  e->threads = r->threads;
  e->sent = r->sent;
  e->received = r->received;
  e->end = MIN (r->end, SCOPE_END_KILLED);
  /* The machine keeps the texts, and nobody writes into them. */
  e->id = (char *) scope_index_string (strings, r->id);
  e->name = (char *) scope_index_string (strings, r->name);
  e->entry = (char *) scope_index_string (strings, r->entry);
  e->reason = (char *) scope_index_string (strings, r->reason);

  return TRUE;
}

/* --- life --- */

ScopeIndexLater *
scope_index_later_new (ScopeIndexFile *file, ScopeSetsIn *in, const ScopeIndexStrings *strings)
{
  ScopeIndexLater *later = g_new0 (ScopeIndexLater, 1);

  g_atomic_ref_count_init (&later->refs);
  later->file = scope_index_file_ref (file);
  later->in = scope_sets_in_ref (in);
  later->strings = *strings;

  return later;
}

void
scope_index_later_unref (ScopeIndexLater *later)
{
  if (!g_atomic_ref_count_dec (&later->refs))
    return;
  scope_sets_in_unref (later->in);
  scope_index_file_unref (later->file);
  g_free (later->places);
  g_free (later);
}

static gpointer
later_ref (ScopeIndexLater *later)
{
  g_atomic_ref_count_inc (&later->refs);
  return later;
}

/* --- lanes --- */

typedef struct
{
  ScopeIndexLater *later;
  guint32 first, n;
  ScopeLaneRecord *lanes;
  ScopeBlock *blocks;
  guint64 n_blocks;
  gboolean ok;
} LanesCall;

/* n records from `at` on. */
static gboolean
read_at (ScopeSetSlice *records, guint64 at, gpointer some, gsize n)
{
  if (at > records->n)
    return FALSE;
  records->at = (gsize) at;
  return scope_set_slice_get (records, some, n);
}

/* Where the blocks of a page's lanes begin: blocks lie in the order of lanes. */
static gboolean
find_place (ScopeIndexLater *later, guint32 page, guint64 *ret_place)
{
  guint32 lane = later->first_lane + page * PAGE, before = page, behind = page + 1;
  guint64 from, to;

  while (later->places[before] == G_MAXUINT64) /* that of the first is known */
    before--;
  while (behind < later->n_places && later->places[behind] == G_MAXUINT64)
    behind++;
  from = later->places[before];
  to = before == page ? from : behind < later->n_places ? later->places[behind] : later->blocks.n;
  while (from < to)
    {
      guint64 middle = from + (to - from) / 2;
      ScopeBlock block;

      if (!read_at (&later->blocks, middle, &block, 1))
        return FALSE;
      if (block.lane < lane)
        from = middle + 1;
      else
        to = middle;
    }
  *ret_place = later->places[page] = from;

  return TRUE;
}

static void
read_lanes (gpointer data)
{
  LanesCall *call = data;
  ScopeIndexLater *later = call->later;
  guint32 page = (call->first - later->first_lane) / PAGE;
  guint64 place;

  if (!read_at (&later->lanes, call->first, call->lanes, call->n) || !find_place (later, page, &place))
    return;
  for (guint32 i = 0; i < call->n; i++)
    call->n_blocks += call->lanes[i].n_blocks;
  if (call->n_blocks > later->blocks.n - place)
    return;
  call->blocks = g_try_new (ScopeBlock, call->n_blocks + 1);
  call->ok = call->blocks != NULL && read_at (&later->blocks, place, call->blocks, call->n_blocks);
  if (call->ok && page + 1 < later->n_places)
    later->places[page + 1] = place + call->n_blocks;
}

static gboolean
source_read_lanes (gpointer data, guint32 first, guint32 n, ScopeLaneRecord *lanes, ScopeBlock **ret_blocks, guint64 *ret_n_blocks)
{
  LanesCall call = { data, first, n, lanes, NULL, 0, FALSE };

  g_assert ((first - call.later->first_lane) % PAGE == 0);
  scope_hdf5_call (read_lanes, &call);
  *ret_blocks = call.blocks;
  *ret_n_blocks = call.ok ? call.n_blocks : 0;

  return call.ok;
}

static void
source_damaged (gpointer data)
{
  scope_index_file_damaged (((ScopeIndexLater *) data)->file);
}

static void
source_destroy (gpointer data)
{
  scope_index_later_unref (data);
}

void
scope_index_later_take_lanes (ScopeIndexLater *later, ScopeLaneStore *store, const ScopeSetSlice *lanes, const ScopeSetSlice *blocks,
                              guint64 n_bytes)
{
  const ScopeLaneDirectory source = { source_read_lanes, source_damaged, later_ref (later), source_destroy, blocks->n - blocks->at, n_bytes };

  later->lanes = *lanes;
  later->blocks = *blocks;
  later->n_lanes = (guint32) lanes->n;
  later->first_lane = (guint32) lanes->at;
  later->n_places = (later->n_lanes - later->first_lane + PAGE - 1) / PAGE;
  later->places = g_new (guint64, later->n_places + 1);
  for (guint32 i = 0; i < later->n_places; i++)
    later->places[i] = G_MAXUINT64;
  later->places[0] = blocks->at;
  scope_lane_store_end_load_early (store, later->n_lanes, &source);
}

/* --- entities --- */

typedef struct
{
  ScopeIndexLater *later;
  ScopeKind kind;
  guint32 first, n;
  ScopeEntityRecord *records;
  gboolean ok;
} EntitiesCall;

static void
read_entities (gpointer data)
{
  EntitiesCall *call = data;

  call->ok = read_at (&call->later->entities[call->kind], call->first, call->records, call->n);
}

/* What cannot be read never lived. */
static void
source_read_entities (gpointer data, ScopeKind kind, guint32 first, guint32 n, ScopeEntity *entities)
{
  ScopeIndexLater *later = data;
  g_autofree ScopeEntityRecord *records = g_new0 (ScopeEntityRecord, n);
  EntitiesCall call = { later, kind, first, n, records, FALSE };
  gboolean ok = TRUE;

  scope_hdf5_call (read_entities, &call);
  for (guint32 i = 0; i < n; i++)
    {
      if (call.ok && scope_index_check_entity (&records[i], kind, later->n_lanes))
        {
          scope_index_set_entity (&entities[i], &records[i], &later->strings);
          continue;
        }
      ok = FALSE;
      entities[i].first = entities[i].last = SCOPE_TIME_MIN;
      entities[i].generation = 1;
      entities[i].process = entities[i].parent_machine = entities[i].parent = SCOPE_NONE;
    }
  if (!ok)
    scope_index_file_damaged (later->file);
}

void
scope_index_later_take_entities (ScopeIndexLater *later, ScopeMachine *machine, ScopeKind kind, const ScopeSetSlice *entities)
{
  const ScopeEntitySource source = { source_read_entities, later_ref (later), source_destroy };

  later->entities[kind] = *entities;
  later->n_lanes = scope_lane_store_n_lanes (machine->lanes);
  scope_entities_expect (&machine->entities[kind], kind, (guint32) entities->n, &source);
}
