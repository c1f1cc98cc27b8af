/* scope-index-write.c: everything of a trace but its bulk, into the HDF5 file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/index/scope-index.h"

#include "io/index/scope-index-records.h"
#include "io/index/scope-index-seal.h"

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
  return scope_hdf5_put_records (group, "strings", NULL, NULL, 0, 1, strings->bytes->data, strings->bytes->len, 0);
}

static gboolean
put_entities (hid_t group, ScopeMachine *machine, ScopeKind kind, Strings *strings)
{
  guint32 n = scope_machine_n_entities (machine, kind);
  g_autofree ScopeEntityRecord *records = g_new0 (ScopeEntityRecord, n + 1);

  for (guint32 i = 0; i < n; i++)
    {
      const ScopeEntity *e = scope_machine_entity (machine, kind, i);

      records[i] = (ScopeEntityRecord) { .number = e->number,
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

  return scope_hdf5_put_records (group, scope_entity_groups[kind], "entity", scope_entity_fields,
                                 G_N_ELEMENTS (scope_entity_fields), sizeof *records, records, n, 0);
}

static gboolean
put_losses (hid_t group, const ScopeLoss *losses, guint n, Strings *strings)
{
  g_autofree ScopeLossRecord *records = g_new0 (ScopeLossRecord, n + 1);

  for (guint i = 0; i < n; i++)
    records[i] = (ScopeLossRecord) { losses[i].from,      losses[i].to,      losses[i].from_byte,
                                     losses[i].bytes,     losses[i].machine, losses[i].processor,
                                     strings_add (strings, losses[i].reason) };

  return scope_hdf5_put_records (group, "losses", "loss", scope_loss_fields, G_N_ELEMENTS (scope_loss_fields),
                                 sizeof *records, records, n, 0);
}

static gboolean
put_machine_facts (hid_t group, ScopeMachine *machine, Strings *strings)
{
  guint n = scope_machine_n_infos (machine), n_losses = scope_machine_n_losses (machine);
  g_autofree ScopeInfoRecord *infos = g_new0 (ScopeInfoRecord, n + 1u);
  g_autofree ScopeLoss *losses = g_new0 (ScopeLoss, n_losses + 1u);

  for (guint i = 0; i < n; i++)
    {
      ScopeInfo info = scope_machine_info (machine, i);
      infos[i] = (ScopeInfoRecord) { strings_add (strings, info.key), strings_add (strings, info.value) };
    }
  for (guint i = 0; i < n_losses; i++)
    losses[i] = scope_machine_loss (machine, i);

  return scope_hdf5_put_records (group, "info", "info", scope_info_fields,
                                 G_N_ELEMENTS (scope_info_fields), sizeof *infos,
                                 infos, n, 0)
         && put_losses (group, losses, n_losses, strings);
}

static gboolean
put_lanes (hid_t group, ScopeMachine *machine, guint64 bulk)
{
  g_autofree ScopeLaneRecord *lanes = NULL;
  g_autofree ScopeBlock *blocks = NULL;
  guint32 n_lanes, n_blocks;

  scope_lane_store_save (machine->lanes, &lanes, &n_lanes, &blocks, &n_blocks);

  return scope_hdf5_put_records (group, "lanes", "lane", scope_lane_fields,
                                 G_N_ELEMENTS (scope_lane_fields), sizeof *lanes,
                                 lanes, n_lanes, bulk)
         && scope_hdf5_put_records (group, "blocks", "block", scope_block_fields, G_N_ELEMENTS (scope_block_fields),
                                    sizeof *blocks, blocks, n_blocks, bulk);
}

static gboolean
put_tables (hid_t group, ScopeMachine *machine, guint64 bulk)
{
  for (guint t = 0; t < SCOPE_N_TABLES; t++)
    {
      g_autofree ScopeTableBlock *blocks = NULL;
      guint32 n;

      scope_table_save (machine->tables[t], &blocks, &n);
      if (!scope_hdf5_put_records (group, scope_table_schema ((ScopeTableKind) t)->name, "table_block", scope_table_fields,
                                   G_N_ELEMENTS (scope_table_fields), sizeof *blocks, blocks, n, bulk))
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
  return scope_hdf5_put_records (group, "pairs", "pair", scope_pair_fields,
                                 G_N_ELEMENTS (scope_pair_fields), sizeof *nodes,
                                 nodes, n, bulk);
}

static gboolean
put_calls (hid_t group, ScopeMachine *machine, guint64 bulk)
{
  g_autofree ScopeCallLaneRecord *lanes = NULL;
  g_autofree ScopeCallBlock *blocks = NULL;
  guint32 n_lanes, n_blocks;

  scope_call_store_save (machine->calls, &lanes, &n_lanes, &blocks, &n_blocks);

  return scope_hdf5_put_records (group, "call_lanes", "call_lane", scope_call_lane_fields,
                                 G_N_ELEMENTS (scope_call_lane_fields),
                                 sizeof *lanes, lanes, n_lanes, bulk)
         && scope_hdf5_put_records (group, "call_blocks", "call_block", scope_call_block_fields,
                                    G_N_ELEMENTS (scope_call_block_fields),
                                    sizeof *blocks, blocks, n_blocks, bulk);
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
         && scope_hdf5_put_integer (group, "receiving", machine->receiving)
         && scope_hdf5_put_text (group, "name", machine->name != NULL ? machine->name : "");
}

static gboolean
put_machine (hid_t file, ScopeMachine *machine)
{
  g_autofree ScopeSegment *segments = NULL;
  g_autofree guint64 *checksums = NULL;
  gsize n_segments, n_checksums;
  guint64 bulk = 0;
  hid_t group = scope_hdf5_open_machine (file, machine->index);
  Strings strings;
  gboolean ok;

  if (group < 0)
    return FALSE;
  strings_init (&strings);
  segments = scope_index_bytes_segments (machine->bytes, &n_segments);
  checksums = scope_index_bytes_checksums (machine->bytes, &n_checksums);
  for (gsize i = 0; i < n_segments; i++)
    bulk += segments[i].size;
  ok = put_machine_attributes (group, machine) && put_lanes (group, machine, bulk) && put_tables (group, machine, bulk)
       && put_pairs (group, machine, bulk) && put_calls (group, machine, bulk)
       && put_entities (group, machine, SCOPE_KIND_PROCESSOR, &strings)
       && put_entities (group, machine, SCOPE_KIND_PROCESS, &strings)
       && put_entities (group, machine, SCOPE_KIND_PORT, &strings)
       && put_entities (group, machine, SCOPE_KIND_STRANGER, &strings)
       && put_entities (group, machine, SCOPE_KIND_THREAD, &strings) && put_machine_facts (group, machine, &strings)
       && put_strings (group, &strings)
       && scope_hdf5_put_records (group, "segments", "segment", scope_segment_fields,
                                  G_N_ELEMENTS (scope_segment_fields),
                                  sizeof *segments, segments, n_segments, bulk)
       && scope_hdf5_put_records (group, "checksums", "checksum", scope_checksum_fields,
                                  G_N_ELEMENTS (scope_checksum_fields),
                                  sizeof *checksums, checksums, n_checksums, bulk);
  strings_clear (&strings);

  return H5Gclose (group) >= 0 && ok;
}

/* The table of codes, so that a file explains itself: "state reason" by code. */
static gboolean
put_codes (hid_t file)
{
  char text[SCOPE_N_CODES][32] = { { 0 } };
  hid_t type = H5Tcopy (H5T_C_S1), space, dataset;
  hsize_t n = SCOPE_N_CODES;
  gboolean ok;

  for (guint i = 0; i < SCOPE_N_CODES; i++)
    {
      const ScopeCodeInfo *info = scope_code_info (i);
      g_snprintf (text[i], sizeof text[i], "%s%s%s", info->state == SCOPE_STATE_ABSENT ? "absent" : scope_state_name (info->state),
                  info->reason[0] != '\0' ? " " : "", info->reason);
    }
  H5Tset_size (type, sizeof text[0]);
  space = H5Screate_simple (1, &n, NULL);
  dataset = H5Dcreate2 (file, "codes", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  ok = dataset >= 0 && H5Dwrite (dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0;
  if (dataset >= 0)
    H5Dclose (dataset);
  H5Sclose (space);
  H5Tclose (type);

  return ok;
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
  guint n = scope_trace_n_losses (call->trace);
  g_autofree ScopeLoss *losses = g_new0 (ScopeLoss, n + 1u);
  Strings strings;
  gboolean ok;

  for (guint i = 0; i < n; i++)
    losses[i] = scope_trace_loss (call->trace, i);
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
       && put_losses (file, losses, n, &strings) && put_strings (file, &strings) && put_codes (file)
       && scope_hdf5_put_records (file, "run", NULL, NULL, 0, 1, call->card, strlen (call->card), 0);
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
