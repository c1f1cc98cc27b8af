/* scope-index-read.c: a trace from its index. Nothing in the file is believed before it was checked: a cache folder
 * may hold anything.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/index/scope-index.h"

#include "io/index/scope-index-file-private.h"
#include "io/index/scope-index-later.h"
#include "io/index/scope-index-parts.h"
#include "io/index/scope-index-private.h"
#include "io/index/scope-index-records.h"
#include "model/base/scope-paged.h"
#include "io/index/scope-index-seal.h"
#include "io/index/scope-index-sums.h"
#include "model/base/scope-event.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-weak-ref.h"
#include "model/trace/document/scope-helpers.h"

#include <glib/gstdio.h>
#include <string.h>

#define MAX_MACHINES 65536
#define MAX_LANES (64u * 1024u * 1024u)
#define MAX_BLOCKS (256u * 1024u * 1024u)
#define MAX_STRINGS (1024u * 1024u * 1024u)
/* Machines whose bytes are at most this much together are compared with all their checksums at once, so that damage is
 * noticed before anything is shown; of larger ones, what is read is compared. */
#define COMPARED_BYTES (128u * 1024u * 1024u)

static gboolean
check_strings (const ScopeIndexStrings *strings)
{
  return strings->n == 0 || (strings->data[strings->n - 1] == '\0' && g_utf8_validate (strings->data, 0, NULL));
}

#define PIECE 16384u /* records that are read at a time: there may be millions */

static gboolean
add_entity (ScopeMachine *machine, ScopeKind kind, const ScopeEntityRecord *r, const ScopeIndexStrings *strings, guint32 n_lanes)
{
  return scope_index_check_entity (r, kind, n_lanes)
         && scope_index_set_entity (scope_machine_add_entity (machine, kind, r->number, r->lane, NULL), r, strings);
}

/* Of very many only the first; the others `later`, if that is there. */
static gboolean
get_entities (ScopeSetsIn *in, ScopeMachine *machine, ScopeKind kind, const ScopeIndexStrings *strings, ScopeIndexLater *later)
{
  guint32 n_lanes = scope_lane_store_n_lanes (machine->lanes);
  ScopeSetSlice slice;
  gboolean ok = scope_sets_in_slice (in, machine->index, SCOPE_SET_ENTITIES + kind, MAX_LANES, &slice);
  gsize n_now = later != NULL ? MIN (slice.n, SCOPE_ENTITIES_HELD) : slice.n;
  g_autofree ScopeEntityRecord *records = g_new (ScopeEntityRecord, MIN (n_now, PIECE) + 1);

  for (gsize from = 0; from < n_now && ok; from += PIECE)
    {
      gsize n = MIN (PIECE, n_now - from);

      ok = scope_set_slice_get (&slice, records, n);
      for (gsize i = 0; i < n && ok; i++)
        ok = add_entity (machine, kind, &records[i], strings, n_lanes);
    }
  if (ok && n_now < slice.n)
    scope_index_later_take_entities (later, machine, kind, &slice);

  return ok;
}

static gboolean
get_helpers (ScopeSetsIn *in, ScopeMachine *machine)
{
  g_autofree guint32 *threads = NULL;
  gsize n;

  return scope_sets_in_get (in, machine->index, SCOPE_SET_HELPERS, MAX_LANES, (gpointer *) &threads, &n)
         && scope_helpers_load (machine, threads, n);
}

static gboolean
get_infos (ScopeSetsIn *in, ScopeMachine *machine, const ScopeIndexStrings *strings)
{
  g_autofree ScopeInfoRecord *records = NULL;
  gsize n;

  if (!scope_sets_in_get (in, machine->index, SCOPE_SET_INFO, MAX_LANES, (gpointer *) &records, &n))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    {
      const char *key = scope_index_string (strings, records[i].key), *value = scope_index_string (strings, records[i].value);
      if (key == NULL || value == NULL)
        return FALSE;
      scope_machine_add_info (machine, key, value);
    }

  return TRUE;
}

/* `machine` NULL: those of the trace as a whole. */
static void
add_losses (ScopeTrace *trace, ScopeMachine *machine, const ScopeLossRecord *records, gsize n, const ScopeIndexStrings *strings)
{
  for (gsize i = 0; i < n; i++)
    {
      const ScopeLossRecord *r = &records[i];
      const char *reason = scope_index_string (strings, r->reason);
      ScopeLoss loss = { r->machine, (guint16) r->processor, r->from, r->to, r->from_byte, r->bytes,
                         (char *) (reason != NULL ? reason : "") };

      if (machine != NULL)
        scope_machine_add_loss (machine, &loss);
      else
        scope_trace_add_loss (trace, &loss);
    }
}

static gboolean
get_losses (ScopeSetsIn *in, ScopeMachine *machine, const ScopeIndexStrings *strings)
{
  g_autofree ScopeLossRecord *records = NULL;
  gsize n;

  if (!scope_sets_in_get (in, machine->index, SCOPE_SET_LOSSES, MAX_LANES, (gpointer *) &records, &n))
    return FALSE;
  add_losses (NULL, machine, records, n, strings);

  return TRUE;
}

/* The next n lanes, and what blocks they say they have. */
static gboolean
get_some_lanes (ScopeSetSlice *records, ScopeSetSlice *blocks, gsize n, ScopeLaneRecord *lanes, ScopeLaneStore *store, guint64 n_bytes)
{
  g_autofree ScopeBlock *some = NULL;
  gsize n_blocks = 0;

  if (!scope_set_slice_get (records, lanes, n))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    n_blocks += lanes[i].n_blocks;
  if (n_blocks > blocks->n - blocks->at)
    return FALSE;
  some = g_try_new (ScopeBlock, n_blocks + 1);

  return some != NULL && scope_set_slice_get (blocks, some, n_blocks)
         && scope_lane_store_load_some (store, lanes, (guint32) n, some, n_blocks, n_bytes, NULL);
}

ScopeLaneStore *
scope_index_get_lanes (ScopeSetsIn *in, guint n, ScopeBytes *bytes, guint64 n_bytes, ScopeIndexLater *later)
{
  g_autoptr (ScopeLaneStore) store = scope_lane_store_new (bytes);
  ScopeSetSlice records, blocks;
  gboolean ok = scope_sets_in_slice (in, n, SCOPE_SET_LANES, MAX_LANES, &records)
                && scope_sets_in_slice (in, n, SCOPE_SET_BLOCKS, MAX_BLOCKS, &blocks);
  gsize n_lanes = ok ? records.n : 0;
  g_autofree ScopeLaneRecord *lanes = g_new (ScopeLaneRecord, MIN (n_lanes, PIECE) + 1);
  gboolean some = later != NULL && n_lanes > SCOPE_INDEX_MANY_LANES;
  gsize n_now = some ? scope_lane_store_n_first () : n_lanes;

  for (gsize from = 0; from < n_now && ok; from += PIECE)
    {
      ok = get_some_lanes (&records, &blocks, MIN (PIECE, n_now - from), lanes, store, n_bytes);
      scope_paged_trim ();
    }
  if (!ok)
    return NULL;
  if (some)
    scope_index_later_take_lanes (later, store, &records, &blocks, n_bytes);
  else
    scope_lane_store_end_load (store);

  return g_steal_pointer (&store);
}

static gboolean
get_calls (ScopeSetsIn *in, ScopeMachine *machine, guint64 n_bytes)
{
  g_autofree ScopeCallLaneRecord *lanes = NULL;
  g_autofree ScopeCallBlock *blocks = NULL;
  gsize n_lanes, n_blocks;

  if (!scope_sets_in_get (in, machine->index, SCOPE_SET_CALL_LANES, MAX_LANES, (gpointer *) &lanes, &n_lanes)
      || !scope_sets_in_get (in, machine->index, SCOPE_SET_CALL_BLOCKS, MAX_BLOCKS, (gpointer *) &blocks, &n_blocks))
    return FALSE;
  machine->calls = scope_call_store_load (machine->bytes, lanes, (guint32) n_lanes, blocks, (guint32) n_blocks,
                                          scope_lane_store_n_lanes (machine->lanes), n_bytes, NULL);

  return machine->calls != NULL;
}

static gboolean
get_tables (ScopeSetsIn *in, ScopeMachine *machine, guint64 n_bytes)
{
  for (guint t = 0; t < SCOPE_N_TABLES; t++)
    {
      g_autofree ScopeTableBlock *blocks = NULL;
      gsize n;

      if (!scope_sets_in_get (in, machine->index, SCOPE_SET_TABLES + t, MAX_BLOCKS, (gpointer *) &blocks, &n))
        return FALSE;
      machine->tables[t]
          = scope_table_load ((ScopeTableKind) t, machine->bytes, blocks, (guint32) n, n_bytes, NULL);
      if (machine->tables[t] == NULL)
        return FALSE;
    }

  return TRUE;
}

/* None at all: nobody made them. */
static gboolean
get_pairs (ScopeSetsIn *in, ScopeMachine *machine, guint64 n_bytes)
{
  g_autofree ScopePairNode *nodes = NULL;
  ScopePairTree *pairs;
  gsize n;

  if (!scope_sets_in_get (in, machine->index, SCOPE_SET_PAIRS, MAX_BLOCKS, (gpointer *) &nodes, &n))
    return FALSE;
  if (n == 0)
    return TRUE;
  pairs = scope_pair_tree_load (machine->tables[SCOPE_TABLE_MESSAGES], machine->bytes, nodes, (guint32) n, n_bytes, NULL);
  if (pairs != NULL)
    scope_machine_take_pairs (machine, pairs);
  return pairs != NULL;
}

static gboolean
get_facts (ScopeSetsIn *in, ScopeMachine *machine, ScopeIndexStrings *strings)
{
  ScopeMachineRecord r;
  ScopeSetSlice slice;

  if (!scope_sets_in_slice (in, machine->index, SCOPE_SET_FACTS, 1, &slice) || !scope_set_slice_get (&slice, &r, 1))
    return FALSE;
  machine->number = r.number;
  if (r.name != SCOPE_NONE && strings->data == NULL && !scope_index_get_strings (in, machine->index, strings))
    return FALSE;
  machine->name = g_strdup (scope_index_string (strings, r.name));
  machine->tick_ps = r.tick_ps;
  machine->offset = r.offset;
  machine->first = r.first;
  machine->last = r.last;
  machine->lane = r.lane;
  machine->threads_lane = r.threads_lane;
  machine->n_events = r.events;
  machine->receiving = r.receiving;
  machine->complete = r.complete != 0;
  machine->end_mark = (ScopeEndMark) MIN (r.end_mark, SCOPE_END_MARK_READ);

  /* Sums of times must not overflow, whatever the file says. */
  return machine->tick_ps > 0 && machine->first <= machine->last && ABS (machine->first / 2) < G_MAXINT64 / 8
         && ABS (machine->last / 2) < G_MAXINT64 / 8 && ABS (machine->offset / 2) < G_MAXINT64 / 8;
}

static gboolean
check_machine_lanes (ScopeMachine *machine)
{
  guint32 n = scope_lane_store_n_lanes (machine->lanes);

  return (machine->lane == SCOPE_NONE || machine->lane < n)
         && (machine->threads_lane == SCOPE_NONE
             || (machine->threads_lane < n
                 && scope_lane_store_kind (machine->lanes, machine->threads_lane) == SCOPE_KIND_THREADS));
}

ScopeBytes *
scope_index_get_bulk (ScopeSetsIn *in, guint n, ScopeIndexFile *file, gboolean compare)
{
  g_autofree ScopeSegment *segments = NULL;
  g_autofree guint64 *checksums = NULL;
  gsize n_segments, n_checksums;
  ScopeBytes *bytes;

  if (!scope_sets_in_get (in, n, SCOPE_SET_SEGMENTS, MAX_BLOCKS, (gpointer *) &segments, &n_segments)
      || !scope_sets_in_get (in, n, SCOPE_SET_CHECKSUMS, MAX_BLOCKS, (gpointer *) &checksums, &n_checksums))
    return NULL;
  bytes = scope_index_bytes_load (file, n, 0, segments, n_segments, checksums, n_checksums, NULL);
  if (bytes == NULL || !compare || scope_index_file_size_of_all (file) > COMPARED_BYTES || !scope_index_file_is_here (file) || scope_index_bytes_verify (bytes))
    return bytes;
  scope_bytes_free (bytes);
  return NULL;
}

gboolean
scope_index_fill_machine (ScopeSetsIn *in, ScopeMachine *machine, ScopeIndexFile *file, gboolean whole)
{
  ScopeIndexStrings strings = { NULL, 0 };
  ScopeIndexLater *later = NULL;
  guint64 n_bytes;
  gboolean ok;

  if (!scope_index_get_strings (in, machine->index, &strings) || !get_facts (in, machine, &strings)
      || (machine->bytes == NULL && (machine->bytes = scope_index_get_bulk (in, machine->index, file, TRUE)) == NULL))
    {
      g_free (strings.data);
      return FALSE;
    }
  machine->texts = strings.data;
  if (!whole)
    later = scope_index_later_new (file, in, machine->index, &strings, NULL);
  n_bytes = scope_index_bytes_size (machine->bytes);
  ok = (machine->lanes = scope_index_get_lanes (in, machine->index, machine->bytes, n_bytes, later)) != NULL
       && scope_index_get_ended (in, machine->index, machine->lanes) && check_machine_lanes (machine) && get_calls (in, machine, n_bytes) && get_tables (in, machine, n_bytes)
       && get_pairs (in, machine, n_bytes);
  for (guint k = 0; k < SCOPE_N_KINDS && ok; k++)
    ok = scope_entity_groups[k] == NULL
         || get_entities (in, machine, (ScopeKind) k, &strings, later);
  ok = ok && get_helpers (in, machine) && get_infos (in, machine, &strings) && get_losses (in, machine, &strings);
  if (later != NULL)
    scope_index_later_unref (later);

  return ok;
}

/* The same of one of many: what lists of machines show. The rest is read when somebody asks for it. */
static gboolean
fill_machine_later (ScopeSetsIn *in, ScopeMachine *machine, ScopeIndexFile *file, ScopeShelf *shelf, ScopeTable *const none[SCOPE_N_TABLES])
{
  ScopeIndexStrings strings = { NULL, 0 };
  ScopeSetSlice losses, calls;
  ScopeIndexLater *later;
  gboolean ok;

  if (!scope_sets_in_slice (in, machine->index, SCOPE_SET_CALL_LANES, MAX_LANES, &calls)
      || !scope_sets_in_slice (in, machine->index, SCOPE_SET_LOSSES, MAX_LANES, &losses))
    return FALSE;
  if (calls.n > 0)
    return scope_index_fill_machine (in, machine, file, FALSE);
  later = scope_index_later_new (file, in, machine->index, NULL, shelf);
  ok = get_facts (in, machine, &strings) && scope_index_later_take_machine (later, machine, none) && get_helpers (in, machine);
  if (ok && losses.n > 0)
    ok = (strings.data != NULL || scope_index_get_strings (in, machine->index, &strings)) && get_losses (in, machine, &strings);
  g_free (strings.data);
  scope_index_later_unref (later);

  return ok;
}

typedef struct
{
  ScopeTrace *trace;
  const char *path, *digest;
  ScopeIndexFile *file;
  GPtrArray *machines;
  ScopeIndexSums sums;
  const char *fault; /* NULL: good */
} ReadCall;

static const char *
read_head (hid_t file, const ReadCall *call, gint64 *ret_machines)
{
  g_autofree char *format = NULL, *digest = NULL;
  gint64 version, complete;

  if (!scope_hdf5_get_text (file, "format", &format) || !g_str_equal (format, SCOPE_INDEX_FORMAT))
    return "it is no index of Lanescope";
  if (!scope_hdf5_get_integer (file, "version", &version) || version != SCOPE_INDEX_VERSION)
    return "it was made by another version";
  if (!scope_hdf5_get_integer (file, "complete", &complete) || complete != 1)
    return "it was never finished";
  if (!scope_hdf5_get_text (file, "digest", &digest)
      || (call->digest != NULL && g_strcmp0 (digest, call->digest) != 0))
    return "it belongs to another trace";
  if (!scope_hdf5_get_integer (file, "machines", ret_machines) || *ret_machines < 0 || *ret_machines > MAX_MACHINES)
    return "it is damaged";

  return NULL;
}

static gboolean
read_root (hid_t file, ReadCall *call)
{
  g_autofree char *format = NULL, *title = NULL, *clock_source = NULL;
  gint64 runtime, sent, received, unmatched, before, unrecorded;
  g_autofree char *texts = NULL;
  g_autofree ScopeLossRecord *losses = NULL;
  ScopeIndexStrings strings;
  gsize n_losses;

  if (!scope_hdf5_get_text (file, "trace_format", &format) || !scope_hdf5_get_text (file, "title", &title)
      || !scope_hdf5_get_text (file, "clock_source", &clock_source)
      || !scope_hdf5_get_integer (file, "runtime", &runtime) || runtime < 0 || runtime > SCOPE_RUNTIME_SIMULATION
      || !scope_hdf5_get_integer (file, "messages_sent", &sent)
      || !scope_hdf5_get_integer (file, "messages_received", &received)
      || !scope_hdf5_get_integer (file, "messages_unmatched", &unmatched)
      || !scope_hdf5_get_integer (file, "messages_received_before_sent", &before)
      || !scope_hdf5_get_integer (file, "messages_unrecorded_receipts", &unrecorded))
    return FALSE;
  if (!scope_hdf5_get_records (file, "strings", &scope_byte_record, MAX_STRINGS, (gpointer *) &texts, &strings.n)
      || !scope_hdf5_get_records (file, "losses", &scope_loss_record, MAX_LANES, (gpointer *) &losses, &n_losses))
    return FALSE;
  strings.data = texts;
  if (check_strings (&strings))
    {
      ScopeTraceFacts facts = { format, title, clock_source, (ScopeRuntime) runtime };
      ScopeMessageCounts counts = { (guint64) sent, (guint64) received, (guint64) unmatched, (guint64) before,
                                    (guint64) unrecorded };
      scope_trace_set_facts (call->trace, &facts);
      scope_trace_set_message_counts (call->trace, &counts);
      add_losses (call->trace, NULL, losses, n_losses, &strings);
      return TRUE;
    }

  return FALSE;
}

static gboolean
fill_machines (ScopeSetsIn *in, ReadCall *call, guint n, gboolean later)
{
  /* What came from elsewhere came slowly: it stays. */
  ScopeShelf *shelf = later && scope_index_file_is_here (call->file) ? scope_trace_shelf (call->trace) : NULL;
  ScopeTable *none[SCOPE_N_TABLES];
  gboolean ok = TRUE;

  for (guint t = 0; t < SCOPE_N_TABLES; t++)
    none[t] = scope_table_load ((ScopeTableKind) t, NULL, NULL, 0, 0, NULL);
  for (guint i = 0; i < n && ok; i++)
    {
      ScopeMachine *machine = scope_machine_new (i, NULL);

      g_ptr_array_add (call->machines, machine);
      ok = later ? fill_machine_later (in, machine, call->file, shelf, none) : scope_index_fill_machine (in, machine, call->file, FALSE);
    }
  for (guint t = 0; t < SCOPE_N_TABLES; t++)
    scope_table_free (none[t]);

  return ok;
}

static const char *
read_file (hid_t file, ReadCall *call)
{
  gint64 n = 0;
  const char *fault = read_head (file, call, &n);
  ScopeIndexParts *parts = NULL;
  g_autoptr (ScopeSetsIn) in = NULL;
  gboolean later;

  if (fault != NULL)
    return fault;
  if (!scope_index_parts_read (file, call->path, (guint) n, &parts))
    return "it is damaged";
  if (parts != NULL)
    scope_index_file_take_parts (call->file, parts);
  if (parts != NULL && !scope_index_file_is_here (call->file)
      && (!scope_index_parts_lay_out (parts, scope_index_file_size (call->file))
          || !call->file->source->klass->grow (call->file->source, scope_index_parts_end (parts))))
    return "it is damaged";
  in = scope_sets_in_open (file, (guint) n);
  if (in != NULL && call->file->source != NULL && call->file->source->late)
    scope_sets_in_set_source (in, call->file->source);

  later = (n >= SCOPE_INDEX_MANY_MACHINES || (call->file->source != NULL && call->file->source->late)) && scope_index_may_wait (file);

  return in != NULL && fill_machines (in, call, (guint) n, later) && read_root (file, call) && scope_index_sums_get (&call->sums, file)
             ? NULL
             : "it is damaged";
}

static void
read_index (gpointer data)
{
  ReadCall *call = data;
  hid_t file = scope_index_open_file (call->path);

  if (file < 0)
    {
      call->fault = "it is damaged";
      return;
    }
  call->fault = read_file (file, call);
  H5Fclose (file);
}

static void
machine_free (gpointer machine)
{
  scope_machine_free (machine);
}

static void
add_damage (GWeakRef *ref, const char *sentence)
{
  g_autoptr (ScopeTrace) trace = g_weak_ref_get (ref);
  ScopeLoss loss = { SCOPE_NONE, SCOPE_NO_PROCESSOR, 0, 0, 0, 0, (char *) sentence };

  if (trace != NULL)
    scope_trace_add_loss (trace, &loss);
}

static void
notify_damage (gpointer data)
{
  add_damage (data, "what was kept of this trace is damaged: open it again to read it anew");
}

/* What took long to make is not removed: opened again, it is the same. */
static void
notify_damaged_part (gpointer data)
{
  add_damage (data, "the index of this trace that was made in parts is damaged: lanescope-cli index --out reads the damaged parts anew; --no-cache does without it");
}

/* Of what is not compared now, damage may show later. */
static void
watch_for_damage (ScopeTrace *trace, ScopeIndexFile *file)
{
  scope_index_file_on_damage (file, scope_index_file_parts (file) != NULL ? notify_damaged_part : notify_damage, scope_weak_ref_new (trace),
                              scope_weak_ref_free);
}

static gboolean
read_trace (ScopeTrace *trace, ScopeIndexFile *file, const char *path, const char *digest, GError **error)
{
  g_autoptr (GPtrArray) machines = g_ptr_array_new ();
  ReadCall call = { .trace = trace, .path = path, .digest = digest, .file = file, .machines = machines };

  /* Of what does not come at once each piece has a checksum of its own. */
  if (file->source == NULL || !file->source->late)
    call.fault = scope_index_seal_check (scope_index_file_fd (file), SCOPE_INDEX_VERSION);
  if (call.fault == NULL)
    scope_hdf5_call (read_index, &call);
  if (call.fault != NULL)
    {
      ScopeIndexParts *parts = scope_index_file_is_here (file) ? scope_index_file_parts (file) : NULL;
      g_autofree char *missing = parts != NULL ? scope_index_parts_dup_missing (parts) : NULL;

      if (!scope_index_file_is_here (file) && !scope_index_file_is_cut (file))
        file->source->klass->forget (file->source);
      g_ptr_array_foreach (machines, (GFunc) (void (*) (void)) machine_free, NULL);
      scope_index_sums_clear (&call.sums);
      if (missing != NULL)
        return scope_fail (error, G_IO_ERROR_INVALID_DATA, "its part %s is missing, or another one (%s)", missing, path);
      if (parts != NULL)
        return scope_fail (error, G_IO_ERROR_INVALID_DATA, "%s; lanescope-cli index --out reads anew what is damaged of it (%s)", call.fault, path);
      /* Of one that comes from elsewhere the file here says nothing to anybody. */
      return scope_index_file_is_here (file) ? scope_fail (error, G_IO_ERROR_INVALID_DATA, "%s (%s)", call.fault, path)
                                             : scope_fail (error, G_IO_ERROR_INVALID_DATA, "%s", call.fault);
    }
  for (guint i = 0; i < machines->len; i++)
    {
      scope_machine_load_functions (g_ptr_array_index (machines, i));
      scope_trace_add_machine (trace, g_ptr_array_index (machines, i));
    }
  watch_for_damage (trace, file);
  scope_trace_set_index (trace, scope_index_file_is_here (file) ? path : NULL, scope_index_file_size_of_all (file), TRUE);
  scope_index_sums_give (&call.sums, trace);
  scope_index_sums_clear (&call.sums);
  scope_trace_set_finished (trace);

  return TRUE;
}

gboolean
scope_index_read (ScopeTrace *trace, const char *path, const char *digest, GError **error)
{
  g_autoptr (ScopeIndexFile) file = scope_index_file_open (path, error);

  return file != NULL && read_trace (trace, file, path, digest, error);
}

gboolean
scope_index_read_source (ScopeTrace *trace, ScopeIndexSource *source, GError **error)
{
  g_autoptr (ScopeIndexFile) file = scope_index_file_new_of_source (source);
  gboolean read = read_trace (trace, file, source->path, NULL, error);

  g_unlink (source->path);
  g_clear_pointer (&source->path, g_free);

  return read;
}
