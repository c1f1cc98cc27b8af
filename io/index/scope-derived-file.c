/* scope-derived-file.c: see scope-derived-file.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/index/scope-derived-file.h"

#include "io/index/scope-cache.h"
#include "io/index/scope-gains-file.h"
#include "io/index/scope-index-private.h"
#include "io/index/scope-index-seal.h"
#include "io/index/scope-index.h"
#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"
#include "model/trace/analysis/scope-spare.h"

#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define VERSION (SCOPE_INDEX_VERSION * G_GUINT64_CONSTANT (1000) + SCOPE_DERIVED_VERSION)
#define SEGMENT (4u * 1024u * 1024u)
#define LEAST_SEGMENT (64u * 1024u)
#define MOST_RECORDS (64u * 1024u * 1024u)

static const ScopeField party_fields[] = { { "machine", G_STRUCT_OFFSET (ScopeTaskId, machine), SCOPE_FIELD_U32, 1 },
                                           { "thread", G_STRUCT_OFFSET (ScopeTaskId, thread), SCOPE_FIELD_U32, 1 } };

static const ScopeField runs_fields[] = { { "machine", G_STRUCT_OFFSET (ScopeProcessorRuns, machine), SCOPE_FIELD_U32, 1 },
                                          { "processor", G_STRUCT_OFFSET (ScopeProcessorRuns, processor), SCOPE_FIELD_U32, 1 },
                                          { "first", G_STRUCT_OFFSET (ScopeProcessorRuns, first), SCOPE_FIELD_I64, 1 },
                                          { "last", G_STRUCT_OFFSET (ScopeProcessorRuns, last), SCOPE_FIELD_I64, 1 } };

static const ScopeField step_fields[] = { { "machine", G_STRUCT_OFFSET (ScopePathStep, task.machine), SCOPE_FIELD_U32, 1 },
                                          { "thread", G_STRUCT_OFFSET (ScopePathStep, task.thread), SCOPE_FIELD_U32, 1 },
                                          { "by_machine", G_STRUCT_OFFSET (ScopePathStep, by.machine), SCOPE_FIELD_U32, 1 },
                                          { "by_thread", G_STRUCT_OFFSET (ScopePathStep, by.thread), SCOPE_FIELD_U32, 1 },
                                          { "label", G_STRUCT_OFFSET (ScopePathStep, label), SCOPE_FIELD_U32, 1 } };

static const ScopeField blame_fields[]
    = { { "t0", G_STRUCT_OFFSET (ScopeBlameNode, t0), SCOPE_FIELD_I64, 1 },
        { "t1", G_STRUCT_OFFSET (ScopeBlameNode, t1), SCOPE_FIELD_I64, 1 },
        { "offset", G_STRUCT_OFFSET (ScopeBlameNode, offset), SCOPE_FIELD_U64, 1 },
        { "bytes", G_STRUCT_OFFSET (ScopeBlameNode, bytes), SCOPE_FIELD_U32, 1 },
        { "sums", G_STRUCT_OFFSET (ScopeBlameNode, sums), SCOPE_FIELD_U32, 1 },
        { "more", G_STRUCT_OFFSET (ScopeBlameNode, more), SCOPE_FIELD_U32, 1 },
        { "rows", G_STRUCT_OFFSET (ScopeBlameNode, rows), SCOPE_FIELD_U32, 1 },
        { "height", G_STRUCT_OFFSET (ScopeBlameNode, height), SCOPE_FIELD_U32, 1 } };

static const ScopeField work_fields[] = { { "bin", G_STRUCT_OFFSET (ScopeWorkSum, bin), SCOPE_FIELD_U32, 1 },
                                          { "bins", G_STRUCT_OFFSET (ScopeWorkSum, bins), SCOPE_FIELD_U32, 1 },
                                          { "group", G_STRUCT_OFFSET (ScopeWorkSum, group), SCOPE_FIELD_U32, 1 },
                                          { "label", G_STRUCT_OFFSET (ScopeWorkSum, label), SCOPE_FIELD_U32, 1 },
                                          { "time", G_STRUCT_OFFSET (ScopeWorkSum, time), SCOPE_FIELD_I64, 1 } };

static const ScopeRecordType party_record = { "party", party_fields, G_N_ELEMENTS (party_fields), sizeof (ScopeTaskId) };
static const ScopeRecordType runs_record = { "runs", runs_fields, G_N_ELEMENTS (runs_fields), sizeof (ScopeProcessorRuns) };
static const ScopeRecordType step_record = { "step", step_fields, G_N_ELEMENTS (step_fields), sizeof (ScopePathStep) };
static const ScopeRecordType blame_record = { "blame", blame_fields, G_N_ELEMENTS (blame_fields), sizeof (ScopeBlameNode) };
static const ScopeRecordType work_record = { "work", work_fields, G_N_ELEMENTS (work_fields), sizeof (ScopeWorkSum) };
static const ScopeRecordType byte_record = { NULL, NULL, 0, 1 };

char *
scope_derived_path (const char *index)
{
  gsize n = strlen (index);

  return g_strdup_printf ("%.*s.derived", (int) (g_str_has_suffix (index, ".h5") ? n - 3 : n), index);
}

/* What tells the index from any other. */
static gboolean
read_own (const char *index, guint64 *ret_own)
{
  int fd = open (index, O_RDONLY | O_CLOEXEC);
  gboolean ok = fd >= 0 && scope_index_seal_read_own (fd, ret_own);

  if (fd >= 0)
    close (fd);
  return ok;
}

/* --- writing --- */

typedef struct
{
  ScopeTrace *lanes;
  const ScopeDerivedFacts *facts;
  ScopeIndexFile *file;
  guint64 own; /* of the index */
  gboolean ok;
} WriteCall;

static gboolean
put_next (ScopeSetsOut *out, ScopeLaneStore *store, ScopeBytes *bytes)
{
  scope_sets_out_begin (out, scope_index_bytes_size (bytes));

  return scope_index_put_lanes (out, store) && scope_index_put_bulk (out, bytes);
}

/* One behind the other, each with its NUL. */
static gboolean
put_labels (hid_t file, const GPtrArray *labels)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  SCOPE_EACH_POINTER (const char, label, labels)
    g_byte_array_append (bytes, (const guint8 *) label, (guint) strlen (label) + 1);
  return scope_hdf5_put_records (file, "labels", &byte_record, bytes->data, bytes->len, 0);
}

static gboolean
put_tree (hid_t file, const char *name, ScopeBlameTree *tree, ScopeBytes *bytes)
{
  g_autofree ScopeBlameNode *nodes = NULL;
  guint32 n;

  scope_blame_tree_save (tree, &nodes, &n);
  return scope_hdf5_put_records (file, name, &blame_record, nodes, n, scope_index_bytes_size (bytes));
}

static gboolean
put_root (hid_t file, const WriteCall *call)
{
  const ScopeDerivedFacts *facts = call->facts;

  return scope_hdf5_put_text (file, "format", SCOPE_DERIVED_FORMAT) && scope_hdf5_put_integer (file, "version", (gint64) VERSION)
         && scope_hdf5_put_integer (file, "index", (gint64) call->own)
         && scope_hdf5_put_integer (file, "machines", scope_trace_n_machines (call->lanes))
         && scope_hdf5_put_integer (file, "first", facts->first) && scope_hdf5_put_integer (file, "last", facts->last)
         && scope_hdf5_put_integer (file, "never_from", facts->never_from)
         && scope_hdf5_put_integer (file, "never_to", facts->never_to)
         && scope_hdf5_put_integer (file, "never_machine", facts->never_task.machine)
         && scope_hdf5_put_integer (file, "never_thread", facts->never_task.thread) && put_labels (file, facts->labels)
         && scope_hdf5_put_records (file, "runs", &runs_record, facts->runs->data, facts->runs->len, 0)
         && scope_hdf5_put_records (file, "parties", &party_record, facts->parties->data, facts->parties->len, 0)
         && scope_hdf5_put_records (file, "steps", &step_record, facts->steps->data, facts->steps->len, 0)
         && scope_hdf5_put_records (file, "work", &work_record, facts->work->data, facts->work->len, 0)
         && put_tree (file, "blame", facts->blame, facts->bytes) && put_tree (file, "path", facts->path, facts->bytes);
}

static gboolean
put_sets (hid_t file, const WriteCall *call)
{
  ScopeSetsOut *out = scope_sets_out_new (file);
  gboolean ok = TRUE;

  for (guint m = 0; m < scope_trace_n_machines (call->lanes) && ok; m++)
    {
      ScopeMachine *machine = scope_trace_machine (call->lanes, m);

      ok = put_next (out, machine->lanes, machine->bytes);
    }
  ok = ok && put_next (out, call->facts->whole, call->facts->bytes);

  return scope_sets_out_end (out) && ok;
}

static void
write_file (gpointer data)
{
  WriteCall *call = data;
  hid_t file = scope_index_file_id (call->file);

  call->ok = file >= 0 && put_root (file, call) && put_sets (file, call) && H5Fflush (file, H5F_SCOPE_LOCAL) >= 0
             && scope_hdf5_put_integer (file, "complete", 1);
}

static void
add_segments (GArray *all, ScopeBytes *bytes)
{
  gsize n;
  g_autofree ScopeSegment *segments = scope_index_bytes_segments (bytes, &n, NULL);

  g_array_append_vals (all, segments, (guint) n);
}

static gboolean
keep (ScopeDerived *derived, ScopeIndexFile *file, guint64 own, const char *part, const char *path, GError **error)
{
  ScopeTrace *lanes = scope_derived_get_lanes (derived);
  const ScopeDerivedFacts *facts = scope_derived_facts (derived);
  WriteCall call = { lanes, facts, file, own, FALSE };
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (ScopeSegment));
  gboolean ok = scope_index_bytes_flush (facts->bytes);

  for (guint m = 0; m < scope_trace_n_machines (lanes) && ok; m++)
    ok = scope_index_bytes_flush (scope_trace_machine (lanes, m)->bytes);
  if (ok)
    scope_hdf5_call (write_file, &call);
  if (!ok || !call.ok)
    scope_index_file_fail (file, "it could not be written (is the disk full?)");
  if (!scope_index_file_close (file) || !ok || !call.ok)
    return scope_fail (error, G_IO_ERROR_FAILED, _("it could not be written (is the disk full?)"));
  add_segments (all, facts->bytes);
  for (guint m = 0; m < scope_trace_n_machines (lanes); m++)
    add_segments (all, scope_trace_machine (lanes, m)->bytes);
  return scope_index_seal (part, VERSION, (const ScopeSegment *) (gpointer) all->data, all->len, NULL, error)
         && scope_cache_install (part, path, error);
}

/* --- reading: nothing in the file is trusted --- */

typedef struct
{
  ScopeTrace *trace, *lanes;
  const char *path;
  ScopeIndexFile *file;
  guint64 own;
  ScopeDerivedFacts facts;
  gboolean ok;
} ReadCall;

static gboolean
get_labels (hid_t file, GPtrArray *labels)
{
  g_autofree char *text = NULL;
  gsize n;

  if (!scope_hdf5_get_records (file, "labels", &byte_record, MOST_RECORDS, (gpointer *) &text, &n) || n == 0 || text[n - 1] != '\0'
      || !g_utf8_validate (text, 0, NULL))
    return FALSE;
  for (gsize at = 0; at < n; at += strlen (text + at) + 1)
    {
      if (!g_utf8_validate (text + at, -1, NULL))
        return FALSE;
      g_ptr_array_add (labels, g_strdup (text + at));
    }
  return TRUE;
}

static GArray *
get_array (hid_t file, const char *name, const ScopeRecordType *type)
{
  g_autofree gpointer records = NULL;
  GArray *array;
  gsize n;

  if (!scope_hdf5_get_records (file, name, type, MOST_RECORDS, &records, &n))
    return NULL;
  array = g_array_new (FALSE, FALSE, (guint) type->size);
  g_array_append_vals (array, records, (guint) n);
  return array;
}

static gboolean
get_head (hid_t file, ReadCall *call)
{
  ScopeDerivedFacts *facts = &call->facts;
  g_autofree char *format = NULL;
  gint64 version, own, machines, complete, never_machine, never_thread;

  if (!scope_hdf5_get_text (file, "format", &format) || !g_str_equal (format, SCOPE_DERIVED_FORMAT)
      || !scope_hdf5_get_integer (file, "version", &version) || version != (gint64) VERSION
      || !scope_hdf5_get_integer (file, "index", &own) || own != (gint64) call->own
      || !scope_hdf5_get_integer (file, "complete", &complete) || complete != 1
      || !scope_hdf5_get_integer (file, "machines", &machines) || machines != scope_trace_n_machines (call->trace)
      || !scope_hdf5_get_integer (file, "first", &facts->first) || !scope_hdf5_get_integer (file, "last", &facts->last)
      || !scope_hdf5_get_integer (file, "never_from", &facts->never_from)
      || !scope_hdf5_get_integer (file, "never_to", &facts->never_to)
      || !scope_hdf5_get_integer (file, "never_machine", &never_machine)
      || !scope_hdf5_get_integer (file, "never_thread", &never_thread))
    return FALSE;
  facts->never_task = (ScopeTaskId) { (guint32) never_machine, (guint32) never_thread };
  facts->labels = g_ptr_array_new_with_free_func (g_free);
  return get_labels (file, facts->labels) && (facts->runs = get_array (file, "runs", &runs_record)) != NULL
         && (facts->parties = get_array (file, "parties", &party_record)) != NULL
         && (facts->steps = get_array (file, "steps", &step_record)) != NULL
         && (facts->work = get_array (file, "work", &work_record)) != NULL;
}

/* Bytes and lanes of one of them. */
static gboolean
get_bytes_and_lanes (ScopeSetsIn *in, guint n, ScopeIndexFile *index, ScopeBytes **ret_bytes, ScopeLaneStore **ret_lanes)
{
  *ret_bytes = scope_index_get_bulk (in, n, index, TRUE);
  *ret_lanes = *ret_bytes != NULL ? scope_index_get_lanes (in, n, *ret_bytes, scope_index_bytes_size (*ret_bytes), NULL) : NULL;

  return *ret_lanes != NULL;
}

static gboolean
same_lanes (ScopeLaneStore *a, ScopeLaneStore *b)
{
  guint32 n = scope_lane_store_n_lanes (a);
  gboolean same = n == scope_lane_store_n_lanes (b);

  for (guint32 i = 0; i < n && same; i++)
    same = scope_lane_store_counts (a, i) == scope_lane_store_counts (b, i);
  return same;
}

static gboolean
get_machine (ScopeSetsIn *in, guint m, ReadCall *call)
{
  ScopeMachine *machine = scope_trace_machine (call->trace, m), *view;
  ScopeBytes *bytes = NULL;
  ScopeLaneStore *lanes = NULL;
  gboolean ok = get_bytes_and_lanes (in, m, call->file, &bytes, &lanes);

  view = scope_machine_new_view (machine, bytes);
  view->lanes = lanes;
  scope_trace_add_machine (call->lanes, view);
  return ok && same_lanes (lanes, machine->lanes);
}

static ScopeBlameTree *
get_tree (hid_t file, const char *name, ScopeBytes *bytes)
{
  g_autoptr (GArray) nodes = get_array (file, name, &blame_record);

  return nodes != NULL ? scope_blame_tree_load (bytes, (const ScopeBlameNode *) (gpointer) nodes->data, nodes->len,
                                                scope_index_bytes_size (bytes), NULL)
                       : NULL;
}

static gboolean
get_trees (hid_t file, ScopeDerivedFacts *facts)
{
  facts->blame = get_tree (file, "blame", facts->bytes);
  facts->path = get_tree (file, "path", facts->bytes);
  return facts->blame != NULL && facts->path != NULL;
}

static gboolean
get_sets (hid_t file, ReadCall *call)
{
  guint n = scope_trace_n_machines (call->trace);
  g_autoptr (ScopeSetsIn) in = scope_sets_in_open (file, n + 1);
  gboolean ok = in != NULL && get_bytes_and_lanes (in, n, call->file, &call->facts.bytes, &call->facts.whole);

  for (guint m = 0; m < n && ok; m++)
    ok = get_machine (in, m, call);

  return ok;
}

static void
read_file (gpointer data)
{
  ReadCall *call = data;
  hid_t access = H5Pcreate (H5P_FILE_ACCESS), file;

  H5Pset_file_locking (access, TRUE, TRUE);
  file = H5Fopen (call->path, H5F_ACC_RDONLY, access);
  H5Pclose (access);
  if (file < 0)
    return;
  call->ok = get_head (file, call) && get_sets (file, call) && get_trees (file, &call->facts);
  H5Fclose (file);
}

/* NULL: there is none, or it is no good. */
static ScopeDerived *
read_kept (ScopeTrace *trace, const char *path, guint64 own)
{
  g_autoptr (ScopeIndexFile) file = scope_index_file_open (path, NULL);
  g_autoptr (ScopeTrace) lanes = scope_trace_new_view (trace);
  ReadCall call = { .trace = trace, .lanes = lanes, .path = path, .file = file, .own = own };
  ScopeDerived *derived = NULL;

  if (file != NULL && scope_index_seal_check (scope_index_file_fd (file), VERSION) == NULL)
    scope_hdf5_call (read_file, &call);
  if (call.ok)
    derived = scope_derived_new (lanes, &call.facts, NULL);
  scope_derived_facts_clear (&call.facts);
  return derived;
}

/* --- opening --- */

typedef struct
{
  ScopeIndexFile *file;
  guint n_machines;
} NewBytes;

static ScopeBytes *
new_bytes (guint n, gpointer data)
{
  const NewBytes *new = data;

  return scope_index_bytes_new (new->file, n, CLAMP (SEGMENT / (new->n_machines + 1), LEAST_SEGMENT, SEGMENT));
}

/* What is kept is of the clocks as the machines tell them: while messages move these, it holds not. */
static gboolean
is_moved (ScopeTrace *trace)
{
  return scope_trace_get_clocks (trace) == SCOPE_CLOCKS_MESSAGES;
}

/* In a part of the cache, or in an unnamed file. */
static ScopeDerived *
make (const ScopeQueryRange *within, const char *path, guint64 own, GError **error)
{
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL, *name = path != NULL ? g_path_get_basename (path) : NULL;
  g_autofree char *part = NULL;
  g_autoptr (ScopeIndexFile) file = NULL;
  ScopeDerived *derived;
  NewBytes new = { NULL, scope_trace_n_machines (within->trace) };

  if (path != NULL)
    {
      *strchr (name, '.') = '\0';
      part = scope_cache_part (folder, name);
      new.file = file = scope_index_file_create (part, NULL);
    }
  if (file == NULL && (new.file = file = scope_index_file_create (NULL, error)) == NULL)
    return NULL;
  derived = scope_derived_make (within, new_bytes, &new, error);
  /* That it cannot be kept is no fault of what it says. */
  if (part != NULL && (derived == NULL || is_moved (within->trace) || !keep (derived, file, own, part, path, NULL)))
    g_unlink (part);
  return derived;
}

/* It is not kept beyond this run, but it may be large. */
static ScopeSpare *
open_spare (const ScopeQueryRange *within, GError **error)
{
  g_autoptr (ScopeIndexFile) file = scope_index_file_create (NULL, error);
  NewBytes new = { file, scope_trace_n_machines (within->trace) };

  return file != NULL ? scope_spare_make (within, new_bytes, &new, error) : NULL;
}

ScopeDerived *
scope_derived_open (const ScopeQueryRange *within, const ScopeDerivedOptions *options, GError **error)
{
  gboolean complete, moved = is_moved (within->trace);
  const char *index = scope_trace_index_path (within->trace, NULL, &complete);
  g_autofree char *path = NULL;
  g_autoptr (ScopeDerived) derived = NULL;
  guint64 own = 0;

  if (!moved && index != NULL && complete && read_own (index, &own))
    path = scope_derived_path (index);
  if (path != NULL && (options == NULL || !options->rebuild))
    derived = read_kept (within->trace, path, own);
  if (derived == NULL && (derived = make (within, path, own, error)) != NULL && path != NULL && options != NULL
      && options->cache_limit > 0)
    {
      g_autofree char *folder = g_path_get_dirname (index);

      scope_cache_trim (folder, options->cache_limit, index);
    }
  if (derived != NULL && path != NULL)
    scope_gains_keep_file (derived, index, own);
  if (derived != NULL)
    scope_spare_set_open (derived, open_spare);
  if (derived != NULL && moved == is_moved (within->trace))
    scope_trace_take_derived (within->trace, G_OBJECT (g_object_ref (derived)), scope_derived_get_lanes (derived));
  return g_steal_pointer (&derived);
}
