/* scope-index-write.c: everything of a trace but its bulk, into the HDF5 file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/index/scope-index.h"

#include "io/index/scope-index-private.h"
#include "io/index/scope-index-records.h"
#include "io/index/scope-index-seal.h"
#include "model/base/scope-paged.h"
#include "model/trace/document/scope-helpers.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* NUL-terminated strings one behind the other, each once. */
typedef struct
{
  GByteArray *bytes;
  GHashTable *known;
} Strings;

static void
strings_init (Strings *strings)
{
  strings->bytes = g_byte_array_new ();
  strings->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
strings_clear (Strings *strings)
{
  g_byte_array_unref (strings->bytes);
  g_hash_table_unref (strings->known);
}

static guint32
strings_add (Strings *strings, const char *text)
{
  gpointer found;
  guint32 at = strings->bytes->len;

  if (text == NULL)
    return SCOPE_NONE;
  if (g_hash_table_lookup_extended (strings->known, text, NULL, &found))
    return GPOINTER_TO_UINT (found);
  g_byte_array_append (strings->bytes, (const guint8 *) text, (guint) strlen (text) + 1);
  g_hash_table_insert (strings->known, g_strdup (text), GUINT_TO_POINTER (at));

  return at;
}

static gboolean
put_strings (hid_t group, const Strings *strings)
{
  return scope_hdf5_put_records (group, "strings", &scope_byte_record, strings->bytes->data, strings->bytes->len, 0);
}

#define PIECE 16384u /* records that are written at a time: there may be millions */

static ScopeEntityRecord
entity_record (const ScopeEntity *e, Strings *strings)
{
  return (ScopeEntityRecord) { .number = e->number,
                               .first = e->first,
                               .last = e->last,
                               .generation = e->generation,
                               .lane = e->lane,
                               .process = e->process,
                               .parent_machine = e->parent_machine,
                               .parent = e->parent,
                               .runs = e->runs,
                               .migrations = e->migrations,
                               .collections = e->collections,
                               .threads = e->threads,
                               .sent = e->sent,
                               .received = e->received,
                               .id = strings_add (strings, e->id),
                               .name = strings_add (strings, e->name),
                               .entry = strings_add (strings, e->entry),
                               .reason = strings_add (strings, e->reason),
                               .end = e->end };
}

static gboolean
put_entities (hid_t group, ScopeMachine *machine, ScopeKind kind, Strings *strings)
{
  guint32 n = scope_machine_n_entities (machine, kind);
  g_autofree ScopeEntityRecord *records = g_new0 (ScopeEntityRecord, MIN (n, PIECE) + 1);
  ScopeHdf5Records dataset;
  gboolean ok = scope_hdf5_begin_records (group, scope_entity_groups[kind], &scope_entity_record, n, 0, &dataset);

  for (guint32 from = 0; from < n && ok; from += PIECE)
    {
      guint32 some = MIN (PIECE, n - from);

      for (guint32 i = 0; i < some; i++)
        records[i] = entity_record (scope_machine_entity (machine, kind, from + i), strings);
      ok = scope_hdf5_put_more (&dataset, records, some);
    }

  return scope_hdf5_end_records (&dataset) && ok;
}

/* `machine` NULL: those of the trace as a whole. */
static gboolean
put_losses (hid_t group, ScopeTrace *trace, ScopeMachine *machine, Strings *strings)
{
  guint n = machine != NULL ? scope_machine_n_losses (machine) : scope_trace_n_losses (trace);
  g_autofree ScopeLossRecord *records = g_new0 (ScopeLossRecord, n + 1u);

  for (guint i = 0; i < n; i++)
    {
      ScopeLoss loss = machine != NULL ? scope_machine_loss (machine, i) : scope_trace_loss (trace, i);

      records[i] = (ScopeLossRecord) { loss.from,    loss.to,        loss.from_byte,
                                       loss.bytes,   loss.machine,   loss.processor,
                                       strings_add (strings, loss.reason) };
    }

  return scope_hdf5_put_records (group, "losses", &scope_loss_record, records, n, 0);
}

static gboolean
put_infos (hid_t group, ScopeMachine *machine, Strings *strings)
{
  guint n = scope_machine_n_infos (machine);
  g_autofree ScopeInfoRecord *records = g_new0 (ScopeInfoRecord, n + 1u);

  for (guint i = 0; i < n; i++)
    {
      ScopeInfo info = scope_machine_info (machine, i);
      records[i] = (ScopeInfoRecord) { strings_add (strings, info.key), strings_add (strings, info.value) };
    }

  return scope_hdf5_put_records (group, "info", &scope_info_record, records, n, 0);
}

static gboolean
put_helpers (hid_t group, ScopeMachine *machine)
{
  guint n;
  g_autofree guint32 *threads = scope_helpers_dup (machine, &n);

  return scope_hdf5_put_records (group, "helpers", &scope_thread_record, threads, n, 0);
}

gboolean
scope_index_put_lanes (hid_t group, ScopeLaneStore *store, guint64 bulk)
{
  guint32 n = scope_lane_store_n_lanes (store);
  g_autofree ScopeLaneRecord *lanes = g_new (ScopeLaneRecord, MIN (n, PIECE) + 1);
  g_autoptr (GArray) some = g_array_new (FALSE, FALSE, sizeof (ScopeBlock));
  ScopeHdf5Records records, blocks = { H5I_INVALID_HID };
  gboolean ok = scope_hdf5_begin_records (group, "lanes", &scope_lane_record, n, bulk, &records)
                && scope_hdf5_begin_records (group, "blocks", &scope_block_record, scope_lane_store_n_blocks (store), bulk,
                                             &blocks);

  for (guint32 from = 0; from < n && ok; from += PIECE)
    {
      scope_lane_store_save_some (store, from, MIN (PIECE, n - from), lanes, some);
      ok = scope_hdf5_put_more (&records, lanes, MIN (PIECE, n - from)) && scope_hdf5_put_more (&blocks, some->data, some->len);
      scope_paged_trim ();
    }
  ok = scope_hdf5_end_records (&records) && ok;

  return scope_hdf5_end_records (&blocks) && ok;
}

static gboolean
put_tables (hid_t group, ScopeMachine *machine, guint64 bulk)
{
  for (guint t = 0; t < SCOPE_N_TABLES; t++)
    {
      g_autofree ScopeTableBlock *blocks = NULL;
      guint32 n;

      scope_table_save (machine->tables[t], &blocks, &n);
      if (!scope_hdf5_put_records (group, scope_table_schema ((ScopeTableKind) t)->name, &scope_table_record, blocks, n, bulk))
        return FALSE;
    }

  return TRUE;
}

static gboolean
put_pairs (hid_t group, ScopeMachine *machine, guint64 bulk)
{
  ScopePairTree *pairs = scope_machine_pairs (machine);
  g_autofree ScopePairNode *nodes = NULL;
  guint32 n = 0;

  if (pairs != NULL)
    scope_pair_tree_save (pairs, &nodes, &n);
  return scope_hdf5_put_records (group, "pairs", &scope_pair_record, nodes, n, bulk);
}

static gboolean
put_calls (hid_t group, ScopeMachine *machine, guint64 bulk)
{
  g_autofree ScopeCallLaneRecord *lanes = NULL;
  g_autofree ScopeCallBlock *blocks = NULL;
  guint32 n_lanes, n_blocks;

  scope_call_store_save (machine->calls, &lanes, &n_lanes, &blocks, &n_blocks);

  return scope_hdf5_put_records (group, "call_lanes", &scope_call_lane_record, lanes, n_lanes, bulk)
         && scope_hdf5_put_records (group, "call_blocks", &scope_call_block_record, blocks, n_blocks, bulk);
}

static gboolean
put_machine_attributes (hid_t group, ScopeMachine *machine)
{
  return scope_hdf5_put_integer (group, "number", machine->number)
         && scope_hdf5_put_integer (group, "tick_ps", machine->tick_ps)
         && scope_hdf5_put_integer (group, "offset", machine->offset)
         && scope_hdf5_put_integer (group, "first", machine->first)
         && scope_hdf5_put_integer (group, "last", machine->last)
         && scope_hdf5_put_integer (group, "lane", machine->lane)
         && scope_hdf5_put_integer (group, "threads_lane", machine->threads_lane)
         && scope_hdf5_put_integer (group, "events", (gint64) machine->n_events)
         && scope_hdf5_put_integer (group, "complete", machine->complete)
         && scope_hdf5_put_integer (group, "end_mark", machine->end_mark)
         && scope_hdf5_put_integer (group, "receiving", machine->receiving)
         && scope_hdf5_put_text (group, "name", machine->name != NULL ? machine->name : "");
}

gboolean
scope_index_put_bulk (hid_t group, ScopeBytes *bytes)
{
  gsize n_segments, n_checksums;
  g_autofree ScopeSegment *segments = scope_index_bytes_segments (bytes, &n_segments);
  g_autofree guint64 *checksums = scope_index_bytes_checksums (bytes, &n_checksums);
  guint64 bulk = scope_index_bytes_size (bytes);

  return scope_hdf5_put_records (group, "segments", &scope_segment_record, segments, n_segments, bulk)
         && scope_hdf5_put_records (group, "checksums", &scope_checksum_record, checksums, n_checksums, bulk);
}

static gboolean
put_machine (hid_t file, ScopeMachine *machine)
{
  guint64 bulk = scope_index_bytes_size (machine->bytes);
  hid_t group = scope_hdf5_open_machine (file, machine->index);
  Strings strings;
  gboolean ok;

  if (group < 0)
    return FALSE;
  strings_init (&strings);
  ok = put_machine_attributes (group, machine) && scope_index_put_lanes (group, machine->lanes, bulk) && put_tables (group, machine, bulk)
       && put_pairs (group, machine, bulk) && put_calls (group, machine, bulk);
  for (guint k = 0; k < SCOPE_N_KINDS && ok; k++)
    ok = scope_entity_groups[k] == NULL || put_entities (group, machine, (ScopeKind) k, &strings);
  ok = ok && put_helpers (group, machine) && put_infos (group, machine, &strings) && put_losses (group, NULL, machine, &strings) && put_strings (group, &strings)
       && scope_index_put_bulk (group, machine->bytes);
  strings_clear (&strings);

  return H5Gclose (group) >= 0 && ok;
}

/* The table of codes, so that a file explains itself: "state reason" by code. */
static gboolean
put_codes (hid_t file)
{
  char text[SCOPE_N_CODES][32] = { { 0 } };
  g_auto (ScopeHdf5Type) type = H5Tcopy (H5T_C_S1);
  g_auto (ScopeHdf5Space) space = H5I_INVALID_HID;
  g_auto (ScopeHdf5Dataset) dataset = H5I_INVALID_HID;
  hsize_t n = SCOPE_N_CODES;

  for (guint i = 0; i < SCOPE_N_CODES; i++)
    {
      const ScopeCodeInfo *info = scope_code_info (i);
      g_snprintf (text[i], sizeof text[i], "%s%s%s", info->state == SCOPE_STATE_ABSENT ? "absent" : scope_state_name (info->state),
                  info->reason[0] != '\0' ? " " : "", info->reason);
    }
  H5Tset_size (type, sizeof text[0]);
  space = H5Screate_simple (1, &n, NULL);
  dataset = H5Dcreate2 (file, "codes", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);

  return dataset >= 0 && H5Dwrite (dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0;
}

typedef struct
{
  ScopeTrace *trace;
  ScopeIndexFile *file;
  ScopeRun *run;
  const char *card;
  gboolean ok;
} WriteCall;

static gboolean
put_root (hid_t file, const WriteCall *call)
{
  ScopeMessageCounts counts = scope_trace_message_counts (call->trace);
  const ScopeRunFacts *facts = scope_run_facts (call->run);
  Strings strings;
  gboolean ok;

  strings_init (&strings);
  ok = scope_hdf5_put_text (file, "format", SCOPE_INDEX_FORMAT)
       && scope_hdf5_put_integer (file, "version", SCOPE_INDEX_VERSION)
       && scope_hdf5_put_text (file, "digest", facts->digest)
       && scope_hdf5_put_integer (file, "source_bytes", (gint64) facts->source_bytes)
       && scope_hdf5_put_text (file, "trace_format", scope_trace_format (call->trace))
       && scope_hdf5_put_text (file, "title", scope_trace_title (call->trace))
       && scope_hdf5_put_text (file, "clock_source", scope_trace_clock_source (call->trace))
       && scope_hdf5_put_integer (file, "runtime", scope_trace_runtime (call->trace))
       && scope_hdf5_put_integer (file, "machines", scope_trace_n_machines (call->trace))
       && scope_hdf5_put_integer (file, "messages_sent", (gint64) counts.sent)
       && scope_hdf5_put_integer (file, "messages_received", (gint64) counts.received)
       && scope_hdf5_put_integer (file, "messages_unmatched", (gint64) counts.unmatched)
       && scope_hdf5_put_integer (file, "messages_received_before_sent", (gint64) counts.received_before_sent)
       && scope_hdf5_put_integer (file, "messages_unrecorded_receipts", (gint64) counts.unrecorded_receipts)
       && put_losses (file, call->trace, NULL, &strings) && put_strings (file, &strings) && put_codes (file)
       && scope_hdf5_put_records (file, "run", &scope_byte_record, call->card, strlen (call->card), 0);
  strings_clear (&strings);

  return ok;
}

static void
write_index (gpointer data)
{
  WriteCall *call = data;
  hid_t file = scope_index_file_id (call->file);

  call->ok = file >= 0 && put_root (file, call);
  for (guint i = 0; i < scope_trace_n_machines (call->trace) && call->ok; i++)
    call->ok = put_machine (file, scope_trace_machine (call->trace, i));
  /* Last of all: a file without it is not finished. */
  call->ok = call->ok && H5Fflush (file, H5F_SCOPE_LOCAL) >= 0 && scope_hdf5_put_integer (file, "complete", 1);
}

static gboolean
seal_file (ScopeTrace *trace, const char *path, const char *card, GError **error)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (ScopeSegment));
  gboolean ok;

  for (guint i = 0; i < scope_trace_n_machines (trace); i++)
    {
      gsize n;
      g_autofree ScopeSegment *segments = scope_index_bytes_segments (scope_trace_machine (trace, i)->bytes, &n);

      g_array_append_vals (all, segments, (guint) n);
    }
  ok = scope_index_seal (path, SCOPE_INDEX_VERSION, (const ScopeSegment *) (gpointer) all->data, all->len, card,
                         error);
  g_array_unref (all);

  return ok;
}

gboolean
scope_index_write (ScopeTrace *trace, ScopeIndexFile *file, const char *path, ScopeRun *run, GError **error)
{
  g_autofree char *card = scope_run_to_card (run);
  WriteCall call = { trace, file, run, card, FALSE };
  gboolean ok = TRUE;

  for (guint i = 0; i < scope_trace_n_machines (trace) && ok; i++)
    ok = scope_index_bytes_flush (scope_trace_machine (trace, i)->bytes);
  if (ok)
    {
      scope_hdf5_call (write_index, &call);
      ok = call.ok;
      if (!ok)
        scope_index_file_fail (file, "it could not be written (is the disk full?)");
    }
  ok = scope_index_file_close (file) && ok;
  if (!ok)
    {
      const char *failure = scope_index_file_failure (file);
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                           failure != NULL ? failure : _("it could not be written (is the disk full?)"));
      return FALSE;
    }

  return seal_file (trace, path, card, error);
}
