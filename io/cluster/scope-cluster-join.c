/* scope-cluster-join.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/cluster/scope-cluster-join.h"

#include "io/cluster/scope-cluster-messages.h"
#include "io/cluster/scope-cluster-parents.h"
#include "io/cluster/scope-cluster-sums.h"
#include "io/cluster/scope-fleet.h"
#include "io/cluster/scope-part-machines.h"
#include "io/index/scope-index.h"
#include "model/base/scope-fail.h"

typedef struct
{
  const ScopeClusterJoin *join;
  ScopeExchange *exchange;
  const ScopePartPlan *plan;
  ScopeImport *import; /* of its own: its trace has what is known of all machines */
  ScopePartMachines *machines; /* of own parts */
  ScopeFleet *fleet;
  ScopeClusterParents *parents;
  ScopeSorter *rows;
  const ScopeClusterRow *row; /* the next one; NULL: there are no more */
  GArray *joined; /* of Joined: own parts */
  ScopeClusterSums *sums;
} Join;

/* What a process tells of a part that it has joined. */
typedef struct
{
  guint32 part, nothing;
  ScopeIndexJoin file;
} Joined;

static gboolean
is_own (const Join *self, guint part)
{
  return self->plan->task_of[part] == self->exchange->rank;
}

/* --- what all know --- */

static gboolean
put_part (Join *self, guint i, GByteArray *own, GError **error)
{
  const ScopeImportPart *part = &self->plan->parts[i];
  g_autofree char *path = scope_part_notes_path (part->path);
  g_autoptr (ScopePartNotes) notes = scope_part_notes_open (path, part->digest, part->n, error);
  GPtrArray *machines = notes != NULL ? scope_part_machines_get (self->machines, i, error) : NULL;

  if (machines == NULL)
    return FALSE;
  scope_fleet_put_part (own, i, scope_part_notes_nodes (notes));
  for (guint k = 0; k < part->n; k++)
    {
      ScopePartFacts facts;
      gboolean ok = scope_part_notes_next (notes, &facts);

      if (ok)
        {
          scope_fleet_put_machine (own, machines->pdata[k], &facts, scope_part_machines_inside (self->machines, i, k));
          scope_cluster_parents_note (self->parents, machines->pdata[k]);
        }
      g_free (facts.fault);
      if (!ok)
        return scope_fail (error, G_IO_ERROR_INVALID_DATA, "%s: it is damaged", path);
    }
  return TRUE;
}

/* Then all processes do the same with it. */
static gboolean
know_all (Join *self, GError **error)
{
  ScopeImport *import = self->import;
  const ScopeTraceFacts facts = { scope_archive_format (import->archive), scope_archive_title (import->archive), NULL, SCOPE_RUNTIME_GHC };
  g_autoptr (GByteArray) own = g_byte_array_new ();
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < self->plan->n; i++)
    ok = !is_own (self, i) || put_part (self, i, own, error);
  if (!scope_exchange_all (self->exchange, ok))
    return FALSE;
  scope_trace_set_facts (import->trace, &facts);
  scope_import_list_members (import);
  scope_import_tell_refusals (import);
  self->fleet = scope_fleet_gather (own, self->exchange, self->plan, import);
  scope_import_number_machines (import->members, import->n_members);
  scope_import_align_read (import);
  scope_import_tell_apart (import);

  return TRUE;
}

/* --- the machines of a part --- */

/* Who is not in the trace, and what was not read of the machine: what its stand-in has come to know. */
static void
take_known (ScopeMachine *machine, ScopeMachine *known)
{
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_STRANGER);

  machine->number = known->number;
  machine->offset = known->offset;
  g_free (machine->name);
  machine->name = g_strdup (known->name);
  for (; n < scope_machine_n_entities (known, SCOPE_KIND_STRANGER); n++)
    {
      const ScopeEntity *stranger = scope_machine_entity (known, SCOPE_KIND_STRANGER, n);

      scope_machine_add_stranger (machine, (guint32) stranger->number, stranger->id);
    }
  for (guint i = 0; i < scope_machine_n_losses (known); i++)
    {
      ScopeLoss loss = scope_machine_loss (known, i);

      scope_machine_add_loss (machine, &loss);
    }
}

static gboolean
add_rows (Join *self, ScopeMachine *machine, GError **error)
{
  ScopeTable *messages = machine->tables[SCOPE_TABLE_MESSAGES], *arrivals = machine->tables[SCOPE_TABLE_ARRIVALS];
  GError *reason = NULL;

  if (!scope_table_reopen (messages, error) || !scope_table_reopen (arrivals, error))
    return FALSE;
  while (self->row != NULL && self->row->machine == machine->index)
    {
      if (!scope_table_add_lasting (machine->tables[self->row->kind], self->row->values, self->row->until, error))
        return FALSE;
      self->row = scope_sorter_next (self->rows, &reason);
    }
  return reason == NULL ? scope_table_finish (messages, error) && scope_table_finish (arrivals, error) : scope_passed (reason, error);
}

/* Whoever asks for pairs without these sums reads all messages: so if they cannot be made, nothing is lost but time. */
static void
add_up_messages (Join *self, ScopeMachine *machine, const gint64 *offsets)
{
  ScopePairTree *pairs = scope_pair_tree_build (machine->tables[SCOPE_TABLE_MESSAGES], machine->bytes, offsets, self->import->n_members,
                                                self->join->cancellable, NULL);

  if (pairs != NULL)
    scope_machine_take_pairs (machine, pairs);
}

static gboolean
join_part (Join *self, guint i, const gint64 *offsets, GError **error)
{
  GPtrArray *machines = scope_part_machines_get (self->machines, i, error);
  Joined joined = { .part = i };

  for (guint k = 0; machines != NULL && k < machines->len; k++)
    {
      ScopeMachine *machine = machines->pdata[k];

      take_known (machine, scope_trace_machine (self->import->trace, machine->index));
      scope_cluster_parents_set (self->parents, machine);
      if (!add_rows (self, machine, error))
        return FALSE;
      add_up_messages (self, machine, offsets);
      scope_cluster_sums_add (self->sums, machine);
      if (g_cancellable_set_error_if_cancelled (self->join->cancellable, error))
        return FALSE;
    }
  if (machines == NULL || !scope_part_machines_write (self->machines, i, &joined.file, error))
    return FALSE;
  g_array_append_val (self->joined, joined);
  if (self->join->done != NULL)
    self->join->done ((gint) i, self->join->data);
  return TRUE;
}

static gboolean
join_own (Join *self, GError **error)
{
  g_autofree gint64 *offsets = g_new0 (gint64, self->import->n_members + 1u);
  GError *reason = NULL;

  for (guint i = 0; i < self->import->n_members; i++)
    offsets[i] = self->import->members[i].machine->offset;
  self->row = scope_sorter_next (self->rows, &reason);
  if (reason != NULL)
    return scope_passed (reason, error);
  for (guint i = 0; i < self->plan->n; i++)
    if (is_own (self, i) && !join_part (self, i, offsets, error))
      return FALSE;
  return TRUE;
}

/* --- the root --- */

static ScopeIndexParts *
list_parts (Join *self, const GByteArray *joined)
{
  g_autofree char *folder = g_path_get_dirname (self->join->root);
  ScopeIndexParts *parts = scope_index_parts_new (folder, self->import->n_members);

  for (guint i = 0; i < self->plan->n; i++)
    scope_index_parts_add (parts, &self->plan->parts[i].file);
  for (guint i = 0; i < self->import->n_members; i++)
    scope_index_parts_set_inside (parts, i, self->fleet->inside[i]);
  for (gsize i = 0; i < joined->len / sizeof (Joined); i++)
    {
      const Joined *one = &((const Joined *) (gconstpointer) joined->data)[i];

      scope_index_parts_set_join (parts, one->part, &one->file);
    }
  return parts;
}

static gboolean
write_root (Join *self, const GByteArray *joined, const ScopeIndexSums *sums, const ScopeMessageCounts *counts, GError **error)
{
  ScopeImport *import = self->import;
  const char *root = self->join->root;

  scope_trace_set_message_counts (import->trace, counts);
  scope_import_set_root (import, root);
  import->part = scope_import_part_unfinished (root); /* goes with the import, if it comes to nothing */
  import->file = scope_index_file_create (import->part, error);
  if (import->file == NULL)
    return FALSE;
  scope_index_file_take_parts (import->file, list_parts (self, joined));
  scope_import_describe_run (import);
  if (scope_index_write_root (import->trace, import->file, import->part, import->run, sums, error)
      && scope_import_part_install (import->part, root, error))
    return TRUE;
  g_prefix_error (error, "%s: ", root);
  return FALSE;
}

static gboolean
end (Join *self, const ScopeMessageCounts *counts, ScopeImport *import, GError **error)
{
  g_autoptr (GByteArray) own = g_byte_array_new ();
  g_autofree guint64 *ends = NULL;
  g_autoptr (GByteArray) all = NULL;
  g_auto (ScopeIndexSums) sums = { { 0 } };
  gboolean ok = TRUE;

  scope_cluster_sums_end (self->sums, self->exchange, &sums);
  g_byte_array_append (own, (const guint8 *) self->joined->data, self->joined->len * (guint) sizeof (Joined));
  all = scope_exchange_gather_all (self->exchange, own, &ends);
  if (self->exchange->rank == 0)
    {
      ok = write_root (self, all, &sums, counts, error);
      if (ok)
        {
          g_free (import->digest); /* it has one if a root was there */
          import->digest = g_strdup (self->import->digest);
          scope_import_add_notice (import, scope_import_notice (self->import));
          scope_import_stamp_files (import->files, import->archive);
          ok = scope_import_open_joined (import, self->join->root);
          import->cached = FALSE;
          if (!ok)
            scope_fail (error, G_IO_ERROR_FAILED, "%s: what was written cannot be read", self->join->root);
        }
    }
  return scope_exchange_all (self->exchange, ok);
}

static gboolean
run (Join *self, ScopeImport *import, GError **error)
{
  ScopeMessageCounts counts = { 0 };

  if (!know_all (self, error)
      || !scope_exchange_all (self->exchange, scope_cluster_parents_ask (self->parents, self->import->trace, self->fleet, self->machines, error)))
    return FALSE;
  self->rows = scope_cluster_match (self->fleet, self->exchange, self->plan, self->import->trace, self->join->cancellable, &counts, error);
  if (self->rows == NULL)
    return FALSE;
  self->sums = scope_cluster_sums_new (self->fleet, self->import->trace);
  scope_import_name_trace (self->import->trace, self->import->archive, self->import->members, self->import->n_members);

  return scope_exchange_all (self->exchange, scope_import_tell_faults (self->import, error))
         && scope_exchange_all (self->exchange, join_own (self, error)) && end (self, &counts, import, error);
}

gboolean
scope_cluster_join (const ScopeClusterJoin *join, ScopeImport *import, GError **error)
{
  g_autoptr (ScopeImport) own = scope_import_new (join->paths, g_strv_length ((char **) join->paths), join->options);
  g_autoptr (ScopePartMachines) machines = scope_part_machines_new (join->plan);
  g_autoptr (ScopeClusterParents) parents = scope_cluster_parents_new (join->exchange);
  g_autoptr (GArray) joined = g_array_new (FALSE, FALSE, sizeof (Joined));
  Join self = { join, join->exchange, join->plan, own, machines, NULL, parents, NULL, NULL, joined, NULL };
  gboolean ok;

  own->archive = join->archive;
  own->context.archive = join->archive;
  own->cancellable = join->cancellable;
  ok = run (&self, import, error);
  scope_sorter_free (self.rows);
  scope_cluster_sums_free (self.sums);
  scope_fleet_free (self.fleet);
  ok = scope_import_end (own, ok, error) && ok;
  own->archive = NULL; /* others have it */

  return ok;
}
