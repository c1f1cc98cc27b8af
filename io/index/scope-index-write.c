/* scope-index-write.c: everything of a trace but its bulk, into the HDF5 file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/index/scope-index.h"

#include "io/index/scope-index-parts.h"
#include "io/index/scope-index-private.h"
#include "io/index/scope-index-records.h"
#include "io/index/scope-index-seal.h"
#include "io/index/scope-index-sums.h"
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
put_entities (ScopeSetsOut *out, ScopeMachine *machine, ScopeKind kind, Strings *strings)
{
  guint32 n = scope_machine_n_entities (machine, kind);
  g_autofree ScopeEntityRecord *records = g_new0 (ScopeEntityRecord, MIN (n, PIECE) + 1);
  gboolean ok = TRUE;

  scope_sets_out_expect (out, SCOPE_SET_ENTITIES + kind, n);
  for (guint32 from = 0; from < n && ok; from += PIECE)
    {
      guint32 some = MIN (PIECE, n - from);

      for (guint32 i = 0; i < some; i++)
        records[i] = entity_record (scope_machine_entity (machine, kind, from + i), strings);
      ok = scope_sets_out_put (out, SCOPE_SET_ENTITIES + kind, records, some);
    }

  return ok;
}

/* Free with g_free(). `machine` NULL: those of the trace as a whole. */
static ScopeLossRecord *
losses_of (ScopeTrace *trace, ScopeMachine *machine, Strings *strings, guint *ret_n)
{
  guint n = machine != NULL ? scope_machine_n_losses (machine) : scope_trace_n_losses (trace);
  ScopeLossRecord *records = g_new0 (ScopeLossRecord, n + 1u);

  for (guint i = 0; i < n; i++)
    {
      ScopeLoss loss = machine != NULL ? scope_machine_loss (machine, i) : scope_trace_loss (trace, i);

      records[i] = (ScopeLossRecord) { loss.from,    loss.to,        loss.from_byte,
                                       loss.bytes,   loss.machine,   loss.processor,
                                       strings_add (strings, loss.reason) };
    }

  *ret_n = n;

  return records;
}

static gboolean
put_infos (ScopeSetsOut *out, ScopeMachine *machine, Strings *strings)
{
  guint n = scope_machine_n_infos (machine);
  g_autofree ScopeInfoRecord *records = g_new0 (ScopeInfoRecord, n + 1u);

  for (guint i = 0; i < n; i++)
    {
      ScopeInfo info = scope_machine_info (machine, i);
      records[i] = (ScopeInfoRecord) { strings_add (strings, info.key), strings_add (strings, info.value) };
    }

  return scope_sets_out_put_all (out, SCOPE_SET_INFO, records, n);
}

static gboolean
put_helpers (ScopeSetsOut *out, ScopeMachine *machine)
{
  guint n;
  g_autofree guint32 *threads = scope_helpers_dup (machine, &n);

  return scope_sets_out_put_all (out, SCOPE_SET_HELPERS, threads, n);
}

gboolean
scope_index_put_lanes (ScopeSetsOut *out, ScopeLaneStore *store)
{
  guint32 n = scope_lane_store_n_lanes (store);
  g_autofree ScopeLaneRecord *lanes = g_new (ScopeLaneRecord, MIN (n, PIECE) + 1);
  g_autoptr (GArray) some = g_array_new (FALSE, FALSE, sizeof (ScopeBlock));
  gboolean ok = TRUE;

  scope_sets_out_expect (out, SCOPE_SET_LANES, n);
  scope_sets_out_expect (out, SCOPE_SET_BLOCKS, scope_lane_store_n_blocks (store));
  for (guint32 from = 0; from < n && ok; from += PIECE)
    {
      scope_lane_store_save_some (store, from, MIN (PIECE, n - from), lanes, some);
      ok = scope_sets_out_put (out, SCOPE_SET_LANES, lanes, MIN (PIECE, n - from))
           && scope_sets_out_put (out, SCOPE_SET_BLOCKS, some->data, some->len);
      scope_paged_trim ();
    }

  return ok;
}

static gboolean
put_tables (ScopeSetsOut *out, ScopeMachine *machine)
{
  for (guint t = 0; t < SCOPE_N_TABLES; t++)
    {
      g_autofree ScopeTableBlock *blocks = NULL;
      guint32 n;

      scope_table_save (machine->tables[t], &blocks, &n);
      if (!scope_sets_out_put_all (out, SCOPE_SET_TABLES + t, blocks, n))
        return FALSE;
    }

  return TRUE;
}

static gboolean
put_pairs (ScopeSetsOut *out, ScopeMachine *machine)
{
  ScopePairTree *pairs = scope_machine_pairs (machine);
  g_autofree ScopePairNode *nodes = NULL;
  guint32 n = 0;

  if (pairs != NULL)
    scope_pair_tree_save (pairs, &nodes, &n);

  return scope_sets_out_put_all (out, SCOPE_SET_PAIRS, nodes, n);
}

static gboolean
put_calls (ScopeSetsOut *out, ScopeMachine *machine)
{
  g_autofree ScopeCallLaneRecord *lanes = NULL;
  g_autofree ScopeCallBlock *blocks = NULL;
  guint32 n_lanes, n_blocks;

  scope_call_store_save (machine->calls, &lanes, &n_lanes, &blocks, &n_blocks);

  return scope_sets_out_put_all (out, SCOPE_SET_CALL_LANES, lanes, n_lanes)
         && scope_sets_out_put_all (out, SCOPE_SET_CALL_BLOCKS, blocks, n_blocks);
}

static gboolean
put_facts (ScopeSetsOut *out, ScopeMachine *machine, Strings *strings)
{
  const ScopeMachineRecord record = { .number = machine->number,
                                      .name = strings_add (strings, machine->name),
                                      .tick_ps = machine->tick_ps,
                                      .offset = machine->offset,
                                      .first = machine->first,
                                      .last = machine->last,
                                      .lane = machine->lane,
                                      .threads_lane = machine->threads_lane,
                                      .events = machine->n_events,
                                      .receiving = machine->receiving,
                                      .complete = machine->complete,
                                      .end_mark = (guint8) machine->end_mark };

  return scope_sets_out_put_all (out, SCOPE_SET_FACTS, &record, 1);
}

static gboolean
put_losses (ScopeSetsOut *out, ScopeMachine *machine, Strings *strings)
{
  guint n;
  g_autofree ScopeLossRecord *records = losses_of (NULL, machine, strings, &n);

  return scope_sets_out_put_all (out, SCOPE_SET_LOSSES, records, n);
}

gboolean
scope_index_put_bulk (ScopeSetsOut *out, ScopeBytes *bytes)
{
  gsize n_segments, n_checksums;
  g_autofree ScopeSegment *segments = scope_index_bytes_segments (bytes, &n_segments, NULL);
  g_autofree guint64 *checksums = scope_index_bytes_checksums (bytes, &n_checksums);

  return scope_sets_out_put_all (out, SCOPE_SET_SEGMENTS, segments, n_segments)
         && scope_sets_out_put_all (out, SCOPE_SET_CHECKSUMS, checksums, n_checksums);
}

static gboolean
put_machine (ScopeSetsOut *out, ScopeMachine *machine)
{
  Strings strings;
  gboolean ok;

  strings_init (&strings);
  scope_sets_out_begin (out, scope_index_bytes_size (machine->bytes));
  ok = put_facts (out, machine, &strings) && scope_index_put_lanes (out, machine->lanes) && scope_index_put_ended (out, machine->lanes) && put_tables (out, machine)
       && put_pairs (out, machine) && put_calls (out, machine);
  for (guint k = 0; k < SCOPE_N_KINDS && ok; k++)
    ok = scope_entity_groups[k] == NULL || put_entities (out, machine, (ScopeKind) k, &strings);
  ok = ok && put_helpers (out, machine) && put_infos (out, machine, &strings) && put_losses (out, machine, &strings)
       && scope_sets_out_put_all (out, SCOPE_SET_STRINGS, strings.bytes->data, strings.bytes->len)
       && scope_index_put_bulk (out, machine->bytes);
  strings_clear (&strings);

  return ok;
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
  ScopeTrace *trace;  /* NULL: a part of a trace, which is all of it */
  GPtrArray *machines; /* whose directories are written; NULL: they are copied from the files of what was found out */
  ScopeIndexFile *file;
  ScopeRun *run;      /* of a trace */
  const char *format, *digest; /* of a part */
  char *card;
  ScopeIndexSums sums;
  gboolean ok;
} WriteCall;

static gboolean
put_part_root (hid_t file, const WriteCall *call)
{
  return scope_hdf5_put_text (file, "format", call->format) && scope_hdf5_put_integer (file, "version", SCOPE_INDEX_VERSION)
         && (call->digest == NULL || scope_hdf5_put_text (file, "digest", call->digest))
         && scope_hdf5_put_integer (file, "machines", call->machines->len);
}

static gboolean
put_root (hid_t file, const WriteCall *call)
{
  ScopeMessageCounts counts = scope_trace_message_counts (call->trace);
  const ScopeRunFacts *facts = scope_run_facts (call->run);
  g_autofree ScopeLossRecord *losses = NULL;
  guint n_losses;
  Strings strings;
  gboolean ok;

  strings_init (&strings);
  losses = losses_of (call->trace, NULL, &strings, &n_losses);
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
       && scope_hdf5_put_records (file, "losses", &scope_loss_record, losses, n_losses, 0)
       && scope_hdf5_put_records (file, "strings", &scope_byte_record, strings.bytes->data, strings.bytes->len, 0) && put_codes (file)
       && scope_hdf5_put_records (file, "run", &scope_byte_record, call->card, strlen (call->card), 0) && scope_index_sums_put (&call->sums, file);
  strings_clear (&strings);

  return ok;
}

static void
write_index (gpointer data)
{
  WriteCall *call = data;
  hid_t file = scope_index_file_id (call->file);

  call->ok = file >= 0 && (call->trace != NULL ? put_root : put_part_root) (file, call);
  if (call->ok)
    {
      ScopeSetsOut *out = scope_sets_out_new (file);

      if (call->machines == NULL)
        call->ok = scope_index_copy_joins (out, scope_index_file_parts (call->file));
      for (guint i = 0; call->machines != NULL && i < call->machines->len && call->ok; i++)
        call->ok = put_machine (out, call->machines->pdata[i]);
      call->ok = scope_sets_out_end (out) && call->ok;
    }
  if (call->ok && call->trace != NULL && scope_index_file_parts (call->file) != NULL)
    call->ok = scope_index_parts_put (scope_index_file_parts (call->file), file);
  /* Last of all: a file without it is not finished. */
  call->ok = call->ok && H5Fflush (file, H5F_SCOPE_LOCAL) >= 0 && scope_hdf5_put_integer (file, "complete", 1);
}

static gboolean
seal_file (const GPtrArray *machines, const char *path, const char *card, GError **error)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (ScopeSegment));
  gboolean ok;

  for (guint i = 0; machines != NULL && i < machines->len; i++)
    {
      gsize n, in_part;
      g_autofree ScopeSegment *segments = scope_index_bytes_segments (((ScopeMachine *) machines->pdata[i])->bytes, &n, &in_part);

      g_array_append_vals (all, segments + in_part, (guint) (n - in_part));
    }
  ok = scope_index_seal (path, SCOPE_INDEX_VERSION, (const ScopeSegment *) (gpointer) all->data, all->len, card,
                         error);
  g_array_unref (all);

  return ok;
}

static gboolean
write_file (WriteCall *call, const char *path, GError **error)
{
  ScopeIndexFile *file = call->file;
  gboolean ok = TRUE;

  for (guint i = 0; call->machines != NULL && i < call->machines->len && ok; i++)
    ok = scope_index_bytes_flush (((ScopeMachine *) call->machines->pdata[i])->bytes);
  if (ok)
    {
      scope_hdf5_call (write_index, call);
      ok = call->ok;
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

  return seal_file (call->machines, path, call->card, error);
}

static GPtrArray *
machines_of (ScopeTrace *trace)
{
  GPtrArray *machines = g_ptr_array_new ();

  for (guint i = 0; i < scope_trace_n_machines (trace); i++)
    g_ptr_array_add (machines, scope_trace_machine (trace, i));
  return machines;
}

gboolean
scope_index_write (ScopeTrace *trace, ScopeIndexFile *file, const char *path, ScopeRun *run, GError **error)
{
  g_autofree char *card = scope_run_to_card (run);
  g_autoptr (GPtrArray) machines = machines_of (trace);
  WriteCall call = { .trace = trace, .machines = machines, .file = file, .run = run, .card = card };
  gboolean ok;

  scope_index_sums_make (&call.sums, trace);
  ok = write_file (&call, path, error);
  scope_index_sums_clear (&call.sums);

  return ok;
}

gboolean
scope_index_write_part (ScopeTrace *trace, ScopeIndexFile *file, const char *path, const char *digest, GError **error)
{
  g_autoptr (GPtrArray) machines = machines_of (trace);
  WriteCall call = { .machines = machines, .file = file, .format = SCOPE_INDEX_PART_FORMAT, .digest = digest };

  return write_file (&call, path, error);
}

gboolean
scope_index_write_join (GPtrArray *machines, ScopeIndexFile *file, const char *path, GError **error)
{
  WriteCall call = { .machines = machines, .file = file, .format = SCOPE_INDEX_JOIN_FORMAT };

  return write_file (&call, path, error);
}

gboolean
scope_index_write_root (ScopeTrace *trace, ScopeIndexFile *file, const char *path, ScopeRun *run, const ScopeIndexSums *sums, GError **error)
{
  g_autofree char *card = scope_run_to_card (run);
  WriteCall call = { .trace = trace, .file = file, .run = run, .card = card, .sums = *sums };

  return write_file (&call, path, error);
}
