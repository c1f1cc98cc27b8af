/* scope-index-later.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/index/scope-index-later-private.h"

#include "io/index/scope-index-private.h"
#include "model/base/scope-fail.h"

#define PAGE 4096u /* lanes between two places in `blocks` that are known */

#define MAX_STRINGS (1024u * 1024u * 1024u)
#define MAX_LANES (64u * 1024u * 1024u)

/* --- records --- */

gboolean
scope_index_get_strings (ScopeSetsIn *in, guint n, ScopeIndexStrings *strings)
{
  return scope_sets_in_get (in, n, SCOPE_SET_STRINGS, MAX_STRINGS, (gpointer *) &strings->data, &strings->n)
         && (strings->n == 0 || (strings->data[strings->n - 1] == '\0' && g_utf8_validate (strings->data, 0, NULL)));
}

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
scope_index_later_new (ScopeIndexFile *file, ScopeSetsIn *in, guint machine, const ScopeIndexStrings *strings, ScopeShelf *shelf)
{
  ScopeIndexLater *later = g_new0 (ScopeIndexLater, 1);

  g_atomic_ref_count_init (&later->refs);
  later->file = scope_index_file_ref (file);
  later->in = scope_sets_in_ref (in);
  later->machine = machine;
  later->shelf = shelf != NULL ? scope_shelf_ref (shelf) : NULL;
  g_mutex_init (&later->lock);
  later->has_strings = strings != NULL;
  if (strings != NULL)
    later->strings = *strings;

  return later;
}

void
scope_index_later_unref (ScopeIndexLater *later)
{
  if (!g_atomic_ref_count_dec (&later->refs))
    return;
  scope_shelf_take_off (later->shelf, &later->shelved);
  scope_shelf_unref (later->shelf);
  g_mutex_clear (&later->lock);
  scope_sets_in_unref (later->in);
  scope_index_file_unref (later->file);
  scope_bytes_free (later->bulk);
  if (later->owns_strings)
    g_free (later->strings.data);
  g_free (later->places);
  g_free (later);
}

gpointer
scope_index_later_ref (ScopeIndexLater *later)
{
  g_atomic_ref_count_inc (&later->refs);
  return later;
}

/* On the HDF5 thread. FALSE: they cannot be read; there are none. */
static gboolean
need_strings (ScopeIndexLater *later)
{
  if (later->has_strings)
    return TRUE;
  later->has_strings = later->owns_strings = TRUE;
  if (scope_index_get_strings (later->in, later->machine, &later->strings))
    return TRUE;
  later->strings.n = 0;

  return FALSE;
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
  if (later->is_late) /* who asks for lanes asks for what they have next */
    scope_index_later_need_bulk (later);
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

typedef struct
{
  ScopeIndexLater *later;
  guint32 first, n;
  ScopeLaneRecord *lanes;
  gboolean ok;
} HeadsCall;

static void
read_heads (gpointer data)
{
  HeadsCall *call = data;

  call->ok = read_at (&call->later->lanes, call->first, call->lanes, call->n);
}

static gboolean
source_read_heads (gpointer data, guint32 first, guint32 n, ScopeLaneRecord *lanes)
{
  HeadsCall call = { data, first, n, lanes, FALSE };

  scope_hdf5_call (read_heads, &call);
  return call.ok;
}

static gboolean
source_passes (gpointer data)
{
  return scope_index_file_is_cut (((ScopeIndexLater *) data)->file);
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

/* `told`: what else is known of them. */
static void
take_lanes (ScopeIndexLater *later, ScopeLaneStore *store, const ScopeSetSlice *lanes, const ScopeSetSlice *blocks,
            const ScopeLaneDirectory *told)
{
  ScopeLaneDirectory source = *told;

  source.read = source_read_lanes;
  source.read_heads = scope_index_file_is_here (later->file) ? NULL : source_read_heads;
  source.passes = source_passes;
  source.damaged = source_damaged;
  source.data = scope_index_later_ref (later);
  source.destroy = source_destroy;
  source.n_blocks = blocks->n - blocks->at;
  source.shelf = later->is_late ? later->shelf : NULL;
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

void
scope_index_later_take_lanes (ScopeIndexLater *later, ScopeLaneStore *store, const ScopeSetSlice *lanes, const ScopeSetSlice *blocks,
                              guint64 n_bytes)
{
  take_lanes (later, store, lanes, blocks, &(ScopeLaneDirectory) { .n_bytes = n_bytes });
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

  call->ok = read_at (&call->later->entities[call->kind], call->first, call->records, call->n) && need_strings (call->later);
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
  const ScopeEntitySource source = { source_read_entities, scope_index_later_ref (later), source_destroy };

  later->entities[kind] = *entities;
  later->n_lanes = scope_lane_store_n_lanes (machine->lanes);
  scope_entities_expect (&machine->entities[kind], kind, (guint32) entities->n, &source);
}

/* --- tables --- */

typedef struct
{
  ScopeIndexLater *later;
  ScopeIndexSet set;
  gpointer records; /* `n` must be there; NULL: all there are, to be freed with g_free() */
  gsize n;
  gboolean ok;
} RecordsCall;

static void
read_records (gpointer data)
{
  RecordsCall *call = data;
  ScopeSetSlice slice;

  if (call->records == NULL)
    call->ok = scope_sets_in_get (call->later->in, call->later->machine, call->set, MAX_RECORDS, &call->records, &call->n);
  else
    call->ok = scope_sets_in_slice (call->later->in, call->later->machine, call->set, MAX_RECORDS, &slice) && slice.n == call->n
               && scope_set_slice_get (&slice, call->records, call->n);
}

static gboolean
source_read_blocks (gpointer data, ScopeTableKind kind, ScopeTableBlock *blocks, guint32 n)
{
  RecordsCall call = { data, SCOPE_SET_TABLES + kind, blocks, n, FALSE };

  scope_hdf5_call (read_records, &call);
  return call.ok;
}

static gboolean
take_tables (ScopeIndexLater *later, ScopeMachine *machine, ScopeTable *const none[SCOPE_N_TABLES])
{
  for (guint t = 0; t < SCOPE_N_TABLES; t++)
    {
      ScopeSetSlice slice;

      if (!scope_sets_in_slice (later->in, later->machine, SCOPE_SET_TABLES + t, MAX_RECORDS, &slice))
        return FALSE;
      if (slice.n == 0)
        machine->tables[t] = scope_table_ref (none[t]);
      else
        machine->tables[t] = scope_table_expect ((ScopeTableKind) t, machine->bytes,
                                                 &(ScopeTableSource) { source_read_blocks, source_damaged, scope_index_later_ref (later), source_destroy,
                                                                       (guint32) slice.n, later->n_bytes, later->shelf });
    }

  return TRUE;
}

/* --- what the log says of itself, and sums of messages --- */

static void
read_infos (gpointer data)
{
  RecordsCall *call = data;

  read_records (call);
  call->ok = need_strings (call->later) && call->ok;
}

static void
source_read_infos (gpointer data, ScopeMachine *machine)
{
  ScopeIndexLater *later = data;
  RecordsCall call = { later, SCOPE_SET_INFO, NULL, 0, FALSE };
  const ScopeInfoRecord *records;
  gboolean ok;

  scope_hdf5_call (read_infos, &call);
  records = call.records;
  ok = call.ok;
  for (gsize i = 0; i < call.n && ok; i++)
    {
      const char *key = scope_index_string (&later->strings, records[i].key), *value = scope_index_string (&later->strings, records[i].value);

      ok = key != NULL && value != NULL;
      if (ok)
        scope_machine_add_info (machine, key, value);
    }
  g_free (call.records);
  if (!ok)
    scope_index_file_damaged (later->file);
}

static ScopePairTree *
source_read_pairs (gpointer data, ScopeMachine *machine)
{
  ScopeIndexLater *later = data;
  RecordsCall call = { later, SCOPE_SET_PAIRS, NULL, 0, FALSE };
  ScopePairTree *pairs = NULL;

  scope_hdf5_call (read_records, &call);
  if (call.ok && call.n > 0)
    pairs = scope_pair_tree_load (machine->tables[SCOPE_TABLE_MESSAGES], machine->bytes, call.records, (guint32) call.n, later->n_bytes, NULL);
  if (!call.ok || (call.n > 0 && pairs == NULL))
    scope_index_file_damaged (later->file);
  g_free (call.records);

  return pairs;
}

/* --- a machine --- */

/* All but processors, which are looked at wherever machines are listed. */
static gboolean
take_entities (ScopeIndexLater *later, ScopeMachine *machine, ScopeKind kind)
{
  ScopeSetSlice slice;
  g_autofree ScopeEntityRecord *records = NULL;
  g_autofree ScopeEntity *entities = NULL;

  if (!scope_sets_in_slice (later->in, later->machine, SCOPE_SET_ENTITIES + kind, MAX_LANES, &slice))
    return FALSE;
  if (slice.n == 0)
    return TRUE;
  scope_index_later_take_entities (later, machine, kind, &slice);
  if (kind != SCOPE_KIND_PROCESSOR)
    return TRUE;
  if (slice.n > SCOPE_ENTITIES_HELD)
    return FALSE;
  records = g_new (ScopeEntityRecord, slice.n);
  entities = g_new0 (ScopeEntity, slice.n);
  if (!scope_set_slice_get (&slice, records, slice.n))
    return FALSE;
  for (gsize i = 0; i < slice.n; i++)
    {
      const ScopeEntityRecord *r = &records[i];

      if (!scope_index_check_entity (r, kind, later->n_lanes)
          || ((r->id & r->name & r->entry & r->reason) != SCOPE_NONE && !need_strings (later)))
        return FALSE;
      scope_index_set_entity (&entities[i], r, &later->strings);
    }
  scope_entities_give (&machine->entities[kind], entities, (guint32) slice.n);

  return TRUE;
}

gboolean
scope_index_later_take_machine (ScopeIndexLater *later, ScopeMachine *machine, ScopeTable *const none[SCOPE_N_TABLES])
{
  ScopeSetSlice lanes, blocks;
  gboolean ok;

  if (!scope_index_later_take_bytes (later, machine) || !scope_sets_in_slice (later->in, later->machine, SCOPE_SET_LANES, MAX_LANES, &lanes)
      || !scope_sets_in_slice (later->in, later->machine, SCOPE_SET_BLOCKS, MAX_RECORDS, &blocks)
      || (machine->threads_lane != SCOPE_NONE && machine->threads_lane >= lanes.n) || (machine->lane != SCOPE_NONE && machine->lane >= lanes.n))
    return FALSE;
  machine->lanes = scope_lane_store_new (machine->bytes);
  if (lanes.n > 0)
    take_lanes (later, machine->lanes, &lanes, &blocks,
                &(ScopeLaneDirectory) { .n_bytes = later->n_bytes, .one_counts = TRUE, .counts = machine->threads_lane });
  else
    scope_lane_store_end_load (machine->lanes);
  machine->calls = scope_call_store_load (machine->bytes, NULL, 0, NULL, 0, (guint32) lanes.n, later->n_bytes, NULL);
  ok = take_tables (later, machine, none);
  for (guint k = 0; k < SCOPE_N_KINDS && ok; k++)
    ok = scope_entity_groups[k] == NULL || take_entities (later, machine, (ScopeKind) k);
  machine->source = (ScopeMachineSource) { source_read_infos, source_read_pairs, scope_index_later_ref (later), source_destroy };

  return ok;
}
