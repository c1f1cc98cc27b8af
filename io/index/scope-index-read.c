/* scope-index-read.c: a trace from its index. Nothing in the file is believed before it was checked: a cache folder
 * may hold anything.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/index/scope-index.h"

#include "io/index/scope-index-later.h"
#include "io/index/scope-index-private.h"
#include "io/index/scope-index-records.h"
#include "model/base/scope-paged.h"
#include "io/index/scope-index-seal.h"
#include "model/base/scope-event.h"
#include "model/trace/document/scope-helpers.h"

#include <string.h>

#define MAX_MACHINES 65536
#define MAX_LANES (64u * 1024u * 1024u)
#define MAX_BLOCKS (256u * 1024u * 1024u)
#define MAX_STRINGS (1024u * 1024u * 1024u)
/* Machines whose bytes are at most this much together are compared with all their checksums at once, so that damage is
 * noticed before anything is shown; of larger ones, what is read is compared. */
#define COMPARED_BYTES (128u * 1024u * 1024u)


static gboolean
get_strings (hid_t group, ScopeIndexStrings *strings)
{
  gpointer data;

  if (!scope_hdf5_get_records (group, "strings", &scope_byte_record, MAX_STRINGS, &data, &strings->n))
    return FALSE;
  strings->data = data;

  return strings->n == 0 || (strings->data[strings->n - 1] == '\0' && g_utf8_validate (strings->data, 0, NULL));
}

#define PIECE 16384u /* records that are read at a time: there may be millions */

static gboolean
add_entity (ScopeMachine *machine, ScopeKind kind, const ScopeEntityRecord *r, const ScopeIndexStrings *strings, guint32 n_lanes)
{
  return scope_index_check_entity (r, kind, n_lanes)
         && scope_index_set_entity (scope_machine_add_entity (machine, kind, r->number, r->lane, NULL), r, strings);
}

/* `later` NULL: all of them. */
static gboolean
get_entities (hid_t group, ScopeMachine *machine, ScopeKind kind, const ScopeIndexStrings *strings, ScopeIndexLater *later)
{
  guint32 n_lanes = scope_lane_store_n_lanes (machine->lanes);
  ScopeHdf5Records dataset;
  gboolean ok = scope_hdf5_open_records (group, scope_entity_groups[kind], &scope_entity_record, MAX_LANES, &dataset);
  gsize n_now = later != NULL ? MIN (dataset.n, SCOPE_ENTITIES_HELD) : dataset.n;
  g_autofree ScopeEntityRecord *records = g_new (ScopeEntityRecord, MIN (dataset.n, PIECE) + 1);

  for (gsize from = 0; from < n_now && ok; from += PIECE)
    {
      gsize n = MIN (PIECE, n_now - from);

      ok = scope_hdf5_get_more (&dataset, records, n);
      for (gsize i = 0; i < n && ok; i++)
        ok = add_entity (machine, kind, &records[i], strings, n_lanes);
    }
  if (ok && n_now < dataset.n)
    {
      scope_index_later_take_entities (later, machine, kind, &dataset);
      return TRUE;
    }

  return scope_hdf5_end_records (&dataset) && ok;
}

static gboolean
get_helpers (hid_t group, ScopeMachine *machine)
{
  g_autofree guint32 *threads = NULL;
  gsize n;

  return scope_hdf5_get_records (group, "helpers", &scope_thread_record, MAX_LANES, (gpointer *) &threads, &n)
         && scope_helpers_load (machine, threads, n);
}

static gboolean
get_infos (hid_t group, ScopeMachine *machine, const ScopeIndexStrings *strings)
{
  g_autofree ScopeInfoRecord *records = NULL;
  gsize n;

  if (!scope_hdf5_get_records (group, "info", &scope_info_record, MAX_LANES, (gpointer *) &records, &n))
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
static gboolean
get_losses (hid_t group, ScopeTrace *trace, ScopeMachine *machine, const ScopeIndexStrings *strings)
{
  g_autofree ScopeLossRecord *records = NULL;
  gsize n;

  if (!scope_hdf5_get_records (group, "losses", &scope_loss_record, MAX_LANES, (gpointer *) &records, &n))
    return FALSE;
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

  return TRUE;
}

/* The next n lanes, and what blocks they say they have. */
static gboolean
get_some_lanes (ScopeHdf5Records *records, ScopeHdf5Records *blocks, gsize n, ScopeLaneRecord *lanes, ScopeLaneStore *store, guint64 n_bytes)
{
  g_autofree ScopeBlock *some = NULL;
  gsize n_blocks = 0;

  if (!scope_hdf5_get_more (records, lanes, n))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    n_blocks += lanes[i].n_blocks;
  if (n_blocks > blocks->n - blocks->at)
    return FALSE;
  some = g_try_new (ScopeBlock, n_blocks + 1);

  return some != NULL && scope_hdf5_get_more (blocks, some, n_blocks)
         && scope_lane_store_load_some (store, lanes, (guint32) n, some, n_blocks, n_bytes, NULL);
}

ScopeLaneStore *
scope_index_get_lanes (hid_t group, ScopeBytes *bytes, guint64 n_bytes, ScopeIndexLater *later)
{
  g_autoptr (ScopeLaneStore) store = scope_lane_store_new (bytes);
  ScopeHdf5Records records, blocks = { H5I_INVALID_HID };
  gboolean ok = scope_hdf5_open_records (group, "lanes", &scope_lane_record, MAX_LANES, &records)
                && scope_hdf5_open_records (group, "blocks", &scope_block_record, MAX_BLOCKS, &blocks);
  g_autofree ScopeLaneRecord *lanes = g_new (ScopeLaneRecord, MIN (records.n, PIECE) + 1);
  gboolean some = later != NULL && records.n > SCOPE_INDEX_MANY_LANES;
  gsize n_now = some ? scope_lane_store_n_first () : records.n;

  for (gsize from = 0; from < n_now && ok; from += PIECE)
    {
      ok = get_some_lanes (&records, &blocks, MIN (PIECE, n_now - from), lanes, store, n_bytes);
      scope_paged_trim ();
    }
  if (some && ok)
    {
      scope_index_later_take_lanes (later, store, &records, &blocks, n_bytes);
      return g_steal_pointer (&store);
    }
  scope_lane_store_end_load (store);
  ok = scope_hdf5_end_records (&records) && ok;

  return scope_hdf5_end_records (&blocks) && ok ? g_steal_pointer (&store) : NULL;
}

static gboolean
get_calls (hid_t group, ScopeMachine *machine, guint64 n_bytes)
{
  g_autofree ScopeCallLaneRecord *lanes = NULL;
  g_autofree ScopeCallBlock *blocks = NULL;
  gsize n_lanes, n_blocks;

  if (!scope_hdf5_get_records (group, "call_lanes", &scope_call_lane_record, MAX_LANES, (gpointer *) &lanes, &n_lanes)
      || !scope_hdf5_get_records (group, "call_blocks", &scope_call_block_record, MAX_BLOCKS, (gpointer *) &blocks, &n_blocks))
    return FALSE;
  machine->calls = scope_call_store_load (machine->bytes, lanes, (guint32) n_lanes, blocks, (guint32) n_blocks,
                                          scope_lane_store_n_lanes (machine->lanes), n_bytes, NULL);

  return machine->calls != NULL;
}

static gboolean
get_tables (hid_t group, ScopeMachine *machine, guint64 n_bytes)
{
  for (guint t = 0; t < SCOPE_N_TABLES; t++)
    {
      g_autofree ScopeTableBlock *blocks = NULL;
      gsize n;

      if (!scope_hdf5_get_records (group, scope_table_schema ((ScopeTableKind) t)->name, &scope_table_record, MAX_BLOCKS, (gpointer *) &blocks, &n))
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
get_pairs (hid_t group, ScopeMachine *machine, guint64 n_bytes)
{
  g_autofree ScopePairNode *nodes = NULL;
  ScopePairTree *pairs;
  gsize n;

  if (!scope_hdf5_get_records (group, "pairs", &scope_pair_record, MAX_BLOCKS, (gpointer *) &nodes, &n))
    return FALSE;
  if (n == 0)
    return TRUE;
  pairs = scope_pair_tree_load (machine->tables[SCOPE_TABLE_MESSAGES], machine->bytes, nodes, (guint32) n, n_bytes, NULL);
  if (pairs != NULL)
    scope_machine_take_pairs (machine, pairs);
  return pairs != NULL;
}

static gboolean
get_machine_attributes (hid_t group, ScopeMachine *machine)
{
  gint64 number, lane, threads_lane, events, complete, end_mark;

  if (!scope_hdf5_get_integer (group, "number", &number)
      || !scope_hdf5_get_integer (group, "tick_ps", &machine->tick_ps)
      || !scope_hdf5_get_integer (group, "offset", &machine->offset)
      || !scope_hdf5_get_integer (group, "first", &machine->first)
      || !scope_hdf5_get_integer (group, "last", &machine->last) || !scope_hdf5_get_integer (group, "lane", &lane)
      || !scope_hdf5_get_integer (group, "threads_lane", &threads_lane)
      || !scope_hdf5_get_integer (group, "events", &events) || !scope_hdf5_get_integer (group, "complete", &complete)
      || !scope_hdf5_get_integer (group, "end_mark", &end_mark)
      || !scope_hdf5_get_integer (group, "receiving", &machine->receiving)
      || !scope_hdf5_get_text (group, "name", &machine->name))
    return FALSE;
  if (machine->name[0] == '\0')
    g_clear_pointer (&machine->name, g_free);
  machine->number = (guint32) number;
  machine->lane = (guint32) lane;
  machine->threads_lane = (guint32) threads_lane;
  machine->n_events = (guint64) events;
  machine->complete = complete != 0;
  machine->end_mark = (ScopeEndMark) CLAMP (end_mark, SCOPE_END_MARK_NONE, SCOPE_END_MARK_READ);

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
scope_index_get_bulk (hid_t group, ScopeIndexFile *file)
{
  g_autofree ScopeSegment *segments = NULL;
  g_autofree guint64 *checksums = NULL;
  gsize n_segments, n_checksums;
  ScopeBytes *bytes;

  if (!scope_hdf5_get_records (group, "segments", &scope_segment_record, MAX_BLOCKS, (gpointer *) &segments, &n_segments)
      || !scope_hdf5_get_records (group, "checksums", &scope_checksum_record, MAX_BLOCKS, (gpointer *) &checksums, &n_checksums))
    return NULL;
  bytes = scope_index_bytes_load (file, segments, n_segments, checksums, n_checksums, NULL);
  if (bytes == NULL || scope_index_file_size (file) > COMPARED_BYTES || scope_index_bytes_verify (bytes))
    return bytes;
  scope_bytes_free (bytes);
  return NULL;
}

static gboolean
fill_machine (hid_t group, ScopeMachine *machine, ScopeIndexFile *file)
{
  ScopeIndexStrings strings = { NULL, 0 };
  ScopeIndexLater *later = scope_index_later_new (file);
  guint64 n_bytes;
  gboolean ok;

  if (!get_machine_attributes (group, machine) || (machine->bytes = scope_index_get_bulk (group, file)) == NULL)
    {
      scope_index_later_unref (later);
      return FALSE;
    }
  n_bytes = scope_index_bytes_size (machine->bytes);
  ok = get_strings (group, &strings) && (machine->lanes = scope_index_get_lanes (group, machine->bytes, n_bytes, later)) != NULL
       && check_machine_lanes (machine) && get_calls (group, machine, n_bytes) && get_tables (group, machine, n_bytes)
       && get_pairs (group, machine, n_bytes);
  for (guint k = 0; k < SCOPE_N_KINDS && ok; k++)
    ok = scope_entity_groups[k] == NULL
         || get_entities (group, machine, (ScopeKind) k, &strings, later);
  ok = ok && get_helpers (group, machine) && get_infos (group, machine, &strings) && get_losses (group, NULL, machine, &strings);
  machine->texts = strings.data;
  scope_index_later_set_strings (later, &strings);
  scope_index_later_unref (later);

  return ok;
}

typedef struct
{
  ScopeTrace *trace;
  const char *path, *digest;
  ScopeIndexFile *file;
  GPtrArray *machines;
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
  ScopeIndexStrings strings = { NULL, 0 };
  gboolean ok;

  if (!scope_hdf5_get_text (file, "trace_format", &format) || !scope_hdf5_get_text (file, "title", &title)
      || !scope_hdf5_get_text (file, "clock_source", &clock_source)
      || !scope_hdf5_get_integer (file, "runtime", &runtime) || runtime < 0 || runtime > SCOPE_RUNTIME_SIMULATION
      || !scope_hdf5_get_integer (file, "messages_sent", &sent)
      || !scope_hdf5_get_integer (file, "messages_received", &received)
      || !scope_hdf5_get_integer (file, "messages_unmatched", &unmatched)
      || !scope_hdf5_get_integer (file, "messages_received_before_sent", &before)
      || !scope_hdf5_get_integer (file, "messages_unrecorded_receipts", &unrecorded))
    return FALSE;
  ok = get_strings (file, &strings) && get_losses (file, call->trace, NULL, &strings);
  g_free (strings.data);
  if (ok)
    {
      ScopeTraceFacts facts = { format, title, clock_source, (ScopeRuntime) runtime };
      ScopeMessageCounts counts = { (guint64) sent, (guint64) received, (guint64) unmatched, (guint64) before,
                                    (guint64) unrecorded };
      scope_trace_set_facts (call->trace, &facts);
      scope_trace_set_message_counts (call->trace, &counts);
    }

  return ok;
}

static const char *
read_file (hid_t file, ReadCall *call)
{
  gint64 n = 0;
  const char *fault = read_head (file, call, &n);

  if (fault != NULL)
    return fault;
  for (gint64 i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("/machine/%u", (guint) i);
      ScopeMachine *machine = scope_machine_new ((guint32) i, NULL);
      hid_t group = H5Gopen2 (file, name, H5P_DEFAULT);
      gboolean ok;

      g_ptr_array_add (call->machines, machine);
      if (group < 0)
        return "a machine is missing";
      ok = fill_machine (group, machine, call->file);
      H5Gclose (group);
      if (!ok)
        return "it is damaged";
    }

  return read_root (file, call) ? NULL : "it is damaged";
}

static void
read_index (gpointer data)
{
  ReadCall *call = data;
  hid_t access = H5Pcreate (H5P_FILE_ACCESS);
  hid_t file;

  H5Pset_file_locking (access, TRUE, TRUE);
  file = H5Fopen (call->path, H5F_ACC_RDONLY, access);
  H5Pclose (access);
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
notify_damage (gpointer data)
{
  g_autoptr (ScopeTrace) trace = g_weak_ref_get (data);
  ScopeLoss loss = { SCOPE_NONE, SCOPE_NO_PROCESSOR, 0, 0, 0, 0,
                     (char *) "what was kept of this trace is damaged: open it again to read it anew" };

  if (trace != NULL)
    scope_trace_add_loss (trace, &loss);
}

static void
weak_ref_free (gpointer data)
{
  g_weak_ref_clear (data);
  g_free (data);
}

/* Of what is not compared now, damage may show later. */
static void
watch_for_damage (ScopeTrace *trace, ScopeIndexFile *file)
{
  GWeakRef *ref = g_new0 (GWeakRef, 1);

  g_weak_ref_init (ref, trace);
  scope_index_file_on_damage (file, notify_damage, ref, weak_ref_free);
}

gboolean
scope_index_read (ScopeTrace *trace, const char *path, const char *digest, GError **error)
{
  g_autoptr (ScopeIndexFile) file = scope_index_file_open (path, error);
  g_autoptr (GPtrArray) machines = g_ptr_array_new ();
  ReadCall call = { trace, path, digest, file, machines, NULL };

  if (file == NULL)
    return FALSE;
  call.fault = scope_index_seal_check (scope_index_file_fd (file), SCOPE_INDEX_VERSION);
  if (call.fault == NULL)
    scope_hdf5_call (read_index, &call);
  if (call.fault != NULL)
    {
      g_ptr_array_foreach (machines, (GFunc) (void (*) (void)) machine_free, NULL);
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s (%s)", call.fault, path);
      return FALSE;
    }
  for (guint i = 0; i < machines->len; i++)
    {
      scope_machine_load_functions (g_ptr_array_index (machines, i));
      scope_trace_add_machine (trace, g_ptr_array_index (machines, i));
    }
  watch_for_damage (trace, file);
  scope_trace_set_index (trace, path, scope_index_file_size (file), TRUE);
  scope_trace_set_finished (trace);

  return TRUE;
}
