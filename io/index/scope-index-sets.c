/* scope-index-sets.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/index/scope-index-sets.h"

#include <string.h>

#define GROUP "/machines"

typedef struct
{
  guint64 ends[SCOPE_N_SETS];
} Ends;

/* What a record of ends consists of: a field for each set that there is. */
typedef struct
{
  ScopeRecordType type;
  ScopeField fields[SCOPE_N_SETS];
} EndsType;

static const char *
set_name (ScopeIndexSet set)
{
  static const char *const names[] = { "facts", "lanes", "blocks", "call_lanes", "call_blocks", "pairs", "helpers", "info", "losses", "strings",
                                       "segments", "checksums", "ended", "ended_codes", "ended_others" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == SCOPE_SET_ENTITIES);
  if (set >= SCOPE_SET_TABLES)
    return scope_table_schema ((ScopeTableKind) (set - SCOPE_SET_TABLES))->name;
  return set >= SCOPE_SET_ENTITIES ? scope_entity_groups[set - SCOPE_SET_ENTITIES] : names[set];
}

static const ScopeRecordType *
set_type (ScopeIndexSet set)
{
  static const ScopeRecordType *const types[]
      = { &scope_machine_record, &scope_lane_record,   &scope_block_record, &scope_call_lane_record, &scope_call_block_record, &scope_pair_record,
          &scope_thread_record,  &scope_info_record,   &scope_loss_record,  &scope_byte_record,      &scope_segment_record,    &scope_checksum_record,
          &scope_ended_record,   &scope_ended_code_record, &scope_lane_number_record };

  G_STATIC_ASSERT (G_N_ELEMENTS (types) == SCOPE_SET_ENTITIES);
  if (set >= SCOPE_SET_TABLES)
    return &scope_table_record;
  return set >= SCOPE_SET_ENTITIES ? &scope_entity_record : types[set];
}

/* What grows with the bulk. */
static gboolean
weighs (ScopeIndexSet set)
{
  return set >= SCOPE_SET_TABLES || (set >= SCOPE_SET_LANES && set <= SCOPE_SET_PAIRS) || set == SCOPE_SET_SEGMENTS
         || set == SCOPE_SET_CHECKSUMS;
}

static void
ends_type_init (EndsType *self)
{
  self->type = (ScopeRecordType) { "ends", self->fields, 0, sizeof (Ends) };
  for (guint s = 0; s < SCOPE_N_SETS; s++)
    if (set_name ((ScopeIndexSet) s) != NULL)
      self->fields[self->type.n_fields++] = (ScopeField) { set_name ((ScopeIndexSet) s), s * sizeof (guint64), SCOPE_FIELD_U64, 1 };
}

/* --- writing --- */

typedef struct
{
  ScopeHdf5Records records;
  GByteArray *waiting; /* less than a chunk */
  guint64 n_expected;
} SetOut;

struct _ScopeSetsOut
{
  hid_t group;
  EndsType ends_type;
  GArray *ends; /* of Ends, of each machine so far */
  guint64 bulk; /* of all of them */
  SetOut sets[SCOPE_N_SETS];
};

ScopeSetsOut *
scope_sets_out_new (hid_t file)
{
  ScopeSetsOut *out = g_new0 (ScopeSetsOut, 1);

  out->group = H5Gcreate2 (file, GROUP, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  out->ends = g_array_new (FALSE, TRUE, sizeof (Ends));
  ends_type_init (&out->ends_type);
  for (guint s = 0; s < SCOPE_N_SETS; s++)
    out->sets[s].records.dataset = H5I_INVALID_HID;

  return out;
}

void
scope_sets_out_begin (ScopeSetsOut *out, guint64 bulk)
{
  guint n = out->ends->len;

  out->bulk += bulk;
  g_array_set_size (out->ends, n + 1);
  if (n > 0)
    g_array_index (out->ends, Ends, n) = g_array_index (out->ends, Ends, n - 1);
}

void
scope_sets_out_expect (ScopeSetsOut *out, ScopeIndexSet set, guint64 n)
{
  out->sets[set].n_expected += n;
}

/* What waits, into the dataset, which is made when a chunk is full, or at the end. */
static gboolean
flush (ScopeSetsOut *out, ScopeIndexSet set, gboolean last)
{
  SetOut *self = &out->sets[set];
  const ScopeRecordType *type = set_type (set);
  gsize n = self->waiting->len / type->size;
  gboolean ok = TRUE;

  if (self->records.dataset < 0)
    ok = scope_hdf5_begin_records (out->group, set_name (set), type, last ? n : SCOPE_HDF5_GROWS,
                                   !weighs (set) || self->n_expected * type->size >= out->bulk / 32, &self->records);
  ok = ok && scope_hdf5_put_more (&self->records, self->waiting->data, n);
  g_byte_array_set_size (self->waiting, 0);

  return ok;
}

gboolean
scope_sets_out_put (ScopeSetsOut *out, ScopeIndexSet set, gconstpointer records, gsize n)
{
  SetOut *self = &out->sets[set];
  gsize size = set_type (set)->size, most = scope_hdf5_chunk (set_type (set));
  const guint8 *from = records;

  g_array_index (out->ends, Ends, out->ends->len - 1).ends[set] += n;
  if (n > 0 && self->waiting == NULL)
    self->waiting = g_byte_array_new ();
  while (n > 0)
    {
      gsize some = MIN (n, most - self->waiting->len / size);

      g_byte_array_append (self->waiting, from, (guint) (some * size));
      from += some * size;
      n -= some;
      if (self->waiting->len == most * size && !flush (out, set, FALSE))
        return FALSE;
    }

  return TRUE;
}

gboolean
scope_sets_out_put_all (ScopeSetsOut *out, ScopeIndexSet set, gconstpointer records, gsize n)
{
  scope_sets_out_expect (out, set, n);

  return scope_sets_out_put (out, set, records, n);
}

gboolean
scope_sets_out_end (ScopeSetsOut *out)
{
  gboolean ok = out->group >= 0
                && scope_hdf5_put_records (out->group, "ends", &out->ends_type.type, out->ends->data, out->ends->len, 0);

  for (guint s = 0; s < SCOPE_N_SETS; s++)
    {
      SetOut *self = &out->sets[s];

      if (self->waiting == NULL)
        continue;
      ok = ok && (self->waiting->len == 0 || flush (out, (ScopeIndexSet) s, TRUE));
      ok = scope_hdf5_end_records (&self->records) && ok;
      g_byte_array_unref (self->waiting);
    }
  g_array_unref (out->ends);
  ok = out->group >= 0 && H5Gclose (out->group) >= 0 && ok;
  g_free (out);

  return ok;
}

/* --- reading --- */

/* Chunks of a set that were read: machines are small, and are read one after the other, but by several threads, each at its own. */
#define KEPT_CHUNKS 6u
/* A set of fewer bytes comes with all others: it takes less time than to ask for it. */
#define WORTH_A_TRIP (16u * 1024u)

typedef struct
{
  gpointer records; /* NULL: none */
  guint64 first;
  gsize n;
  guint64 used;     /* the greater, the later */
} Chunk;

typedef struct
{
  ScopeHdf5Records records;
  Chunk chunks[KEPT_CHUNKS];
  guint64 used;
  ScopeIndexSource *source; /* where the records come from, if not from the file */
} SetIn;

struct _ScopeSetsIn
{
  gatomicrefcount refs;
  hid_t file, group;
  guint n_machines;
  EndsType ends_type;
  SetIn ends, sets[SCOPE_N_SETS];
};

static void
in_free (gpointer data)
{
  ScopeSetsIn *in = data;

  for (guint s = 0; s <= SCOPE_N_SETS; s++)
    {
      SetIn *self = s < SCOPE_N_SETS ? &in->sets[s] : &in->ends;

      scope_hdf5_end_records (&self->records);
      for (guint i = 0; i < KEPT_CHUNKS; i++)
        g_free (self->chunks[i].records);
    }
  if (in->group >= 0)
    H5Gclose (in->group);
  if (in->file >= 0)
    H5Fclose (in->file);
  g_free (in);
}

ScopeSetsIn *
scope_sets_in_ref (ScopeSetsIn *in)
{
  g_atomic_ref_count_inc (&in->refs);
  return in;
}

void
scope_sets_in_unref (ScopeSetsIn *in)
{
  if (g_atomic_ref_count_dec (&in->refs))
    scope_hdf5_post (in_free, in);
}

/* n records from where it is, which may come from elsewhere first. */
static gboolean
get_more (SetIn *self, gpointer records, gsize n)
{
  g_autoptr (GArray) stretches = NULL;

  if (self->source == NULL || n == 0)
    return scope_hdf5_get_more (&self->records, records, n);
  stretches = g_array_new (FALSE, FALSE, sizeof (ScopeSegment));
  return scope_hdf5_list_chunks (&self->records, n, stretches)
         && self->source->klass->want (self->source, (const ScopeSegment *) (gpointer) stretches->data, stretches->len, NULL)
         && scope_hdf5_get_more (&self->records, records, n);
}

/* That with the record `at`; NULL: it cannot be read. */
static const Chunk *
find_chunk (SetIn *self, guint64 at)
{
  gsize size = self->records.type->size, n = scope_hdf5_chunk (self->records.type);
  Chunk *oldest = &self->chunks[0];

  self->used++;
  for (guint i = 0; i < KEPT_CHUNKS; i++)
    {
      Chunk *chunk = &self->chunks[i];

      if (at >= chunk->first && at < chunk->first + chunk->n)
        {
          chunk->used = self->used;
          return chunk;
        }
      if (chunk->used < oldest->used)
        oldest = chunk;
    }
  if (oldest->records == NULL)
    oldest->records = g_malloc (MIN (n, self->records.n) * size);
  self->records.at = oldest->first = at / n * n;
  oldest->n = MIN (n, self->records.n - oldest->first);
  oldest->used = self->used;
  if (get_more (self, oldest->records, oldest->n))
    return oldest;
  oldest->n = 0;

  return NULL;
}

/* n records from `at` on, which must be there. */
static gboolean
read_records (SetIn *self, guint64 at, guint8 *records, gsize n)
{
  gsize size = self->records.type->size;

  if (n >= scope_hdf5_chunk (self->records.type))
    {
      self->records.at = at;
      return get_more (self, records, n);
    }
  while (n > 0)
    {
      const Chunk *chunk = find_chunk (self, at);
      gsize some;

      if (chunk == NULL)
        return FALSE;
      some = MIN (n, (gsize) (chunk->first + chunk->n - at));
      memcpy (records, (const guint8 *) chunk->records + (gsize) (at - chunk->first) * size, some * size);
      records += some * size;
      at += some;
      n -= some;
    }

  return TRUE;
}

static gboolean
read_ends (ScopeSetsIn *in, guint machine, Ends *ends)
{
  return read_records (&in->ends, machine, (guint8 *) ends, 1);
}

ScopeSetsIn *
scope_sets_in_open (hid_t file, guint n_machines)
{
  g_autoptr (ScopeSetsIn) in = g_new0 (ScopeSetsIn, 1);
  gboolean ok;
  Ends ends = { { 0 } };

  g_atomic_ref_count_init (&in->refs);
  in->file = H5Freopen (file);
  in->n_machines = n_machines;
  in->ends.records.dataset = H5I_INVALID_HID;
  for (guint s = 0; s < SCOPE_N_SETS; s++)
    in->sets[s].records.dataset = H5I_INVALID_HID;
  in->group = scope_hdf5_open_group (file, GROUP);
  ends_type_init (&in->ends_type);
  ok = in->file >= 0 && in->group >= 0 && scope_hdf5_open_records (in->group, "ends", &in->ends_type.type, n_machines, &in->ends.records)
       && in->ends.records.n == n_machines && (n_machines == 0 || read_ends (in, n_machines - 1, &ends));
  for (guint s = 0; s < SCOPE_N_SETS && ok; s++)
    ok = set_name ((ScopeIndexSet) s) == NULL
         || (scope_hdf5_open_records (in->group, set_name ((ScopeIndexSet) s), set_type ((ScopeIndexSet) s), G_MAXSSIZE, &in->sets[s].records)
             && in->sets[s].records.n == ends.ends[s]);

  return ok ? g_steal_pointer (&in) : NULL;
}

/* Those that grow with the bulk: where blocks of lanes and tables lie. */
static gboolean
may_be_late (guint set)
{
  return set == SCOPE_SET_BLOCKS || set == SCOPE_SET_CHECKSUMS || set == SCOPE_SET_PAIRS || set >= SCOPE_SET_TABLES;
}

void
scope_sets_in_set_source (ScopeSetsIn *in, ScopeIndexSource *source)
{
  for (guint s = 0; s < SCOPE_N_SETS; s++)
    if (may_be_late (s))
      in->sets[s].source = source;
}

void
scope_sets_in_list_late (ScopeSetsIn *in, GArray *stretches)
{
  for (guint s = 0; s < SCOPE_N_SETS && in->sets[SCOPE_SET_CALL_LANES].records.n == 0; s++)
    {
      ScopeHdf5Records *records = &in->sets[s].records;
      guint before = stretches->len;
      guint64 bytes = 0;

      if (!may_be_late (s) || records->n == 0)
        continue;
      records->at = 0;
      scope_hdf5_list_chunks (records, records->n, stretches);
      for (guint i = before; i < stretches->len; i++)
        bytes += g_array_index (stretches, ScopeSegment, i).size;
      if (bytes < WORTH_A_TRIP)
        g_array_set_size (stretches, before);
    }
}

gboolean
scope_sets_in_slice (ScopeSetsIn *in, guint machine, ScopeIndexSet set, gsize max, ScopeSetSlice *ret_slice)
{
  Ends ends, before = { { 0 } };

  *ret_slice = (ScopeSetSlice) { .in = in, .set = set };
  if (machine >= in->n_machines || (machine > 0 && !read_ends (in, machine - 1, &before)) || !read_ends (in, machine, &ends)
      || before.ends[set] > ends.ends[set] || ends.ends[set] > in->sets[set].records.n || ends.ends[set] - before.ends[set] > max)
    return FALSE;
  ret_slice->first = before.ends[set];
  ret_slice->n = (gsize) (ends.ends[set] - before.ends[set]);

  return TRUE;
}

gboolean
scope_set_slice_get (ScopeSetSlice *slice, gpointer records, gsize n)
{
  gsize at = slice->at;

  if (at > slice->n || n > slice->n - at)
    return FALSE;
  slice->at += n;

  return n == 0 || read_records (&slice->in->sets[slice->set], slice->first + at, records, n);
}

gboolean
scope_sets_in_get (ScopeSetsIn *in, guint machine, ScopeIndexSet set, gsize max, gpointer *ret_records, gsize *ret_n)
{
  ScopeSetSlice slice;
  g_autofree gpointer records = NULL;

  if (!scope_sets_in_slice (in, machine, set, max, &slice))
    return FALSE;
  records = g_try_malloc0 (MAX (slice.n * set_type (set)->size, 1));
  if (records == NULL || !scope_set_slice_get (&slice, records, slice.n))
    return FALSE;
  *ret_records = g_steal_pointer (&records);
  *ret_n = slice.n;

  return TRUE;
}

/* --- from one to the other --- */

#define MOST_RECORDS (1024u * 1024u * 1024u)
#define PIECE_BYTES (256u * 1024u)

static gboolean
copy_set (ScopeSetsOut *out, ScopeSetsIn *in, guint machine, ScopeIndexSet set, gpointer piece)
{
  ScopeSetSlice slice;

  if (!scope_sets_in_slice (in, machine, set, MOST_RECORDS, &slice))
    return FALSE;
  scope_sets_out_expect (out, set, slice.n);
  while (slice.at < slice.n)
    {
      gsize n = MIN (PIECE_BYTES / set_type (set)->size, slice.n - slice.at);

      if (!scope_set_slice_get (&slice, piece, n) || !scope_sets_out_put (out, set, piece, n))
        return FALSE;
    }
  return TRUE;
}

gboolean
scope_sets_out_copy (ScopeSetsOut *out, ScopeSetsIn *in, guint machine, guint64 bulk)
{
  g_autofree guint8 *piece = g_malloc (PIECE_BYTES);
  gboolean ok = TRUE;

  scope_sets_out_begin (out, bulk);
  for (guint s = 0; ok && s < SCOPE_N_SETS; s++)
    ok = set_name ((ScopeIndexSet) s) == NULL || copy_set (out, in, machine, (ScopeIndexSet) s, piece);
  return ok;
}
