/* scope-cluster.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/cluster/scope-cluster.h"

#include "io/cluster/scope-part-plan.h"
#include "model/base/scope-fail.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  const char *const *paths;
  const ScopeClusterOptions *options;
  ScopeExchange *exchange;
  ScopeClusterResult *result;
  GCancellable *cancellable;
  ScopeImport *import;
  ScopeArchive *archive; /* the import's */
  ScopePartPlan *plan;
  guint task, n_tasks;
  char *root;            /* path of the index */
} Cluster;

/* What a process tells of a part of its own. */
typedef struct
{
  guint64 bytes, seal;
  gboolean there, kept;
} PartState;

static gboolean
make_folder (const char *folder, GError **error)
{
  if (g_mkdir_with_parents (folder, 0777) != 0)
    return scope_fail (error, g_io_error_from_errno (errno), _("The folder %s cannot be created: %s"), folder, g_strerror (errno));
  return TRUE;
}

/* --- the parts --- */

/* An index of what was there before is none any more. */
static gboolean
read_part (Cluster *self, ScopeImportPart *part, GError **error)
{
  g_autoptr (ScopeImport) import = scope_import_new (self->paths, g_strv_length ((char **) self->paths), &self->options->import);

  g_unlink (self->root);
  return scope_import_run_part (import, self->archive, part, self->cancellable, error);
}

static void
tell_progress (const Cluster *self, guint64 done, guint64 all)
{
  if (self->options->permille != NULL)
    g_atomic_int_set (self->options->permille, (gint) (all > 0 ? (double) done / (double) all * 950 : 0));
}

/* Those of this process, into `states`, in their order. */
static gboolean
do_parts (Cluster *self, PartState *states, GError **error)
{
  ScopePartPlan *plan = self->plan;
  guint64 done = 0, all = 0;
  guint at = 0;

  for (guint i = 0; i < plan->n; i++)
    all += plan->task_of[i] == self->task ? plan->bytes[i] : 0;
  for (guint i = 0; i < plan->n; i++)
    {
      ScopeImportPart *part = &plan->parts[i];
      PartState *state = &states[at];

      if (plan->task_of[i] != self->task)
        continue;
      at++;
      self->result->n_own++;
      if (!scope_import_digest_part (self->import, part, error))
        return FALSE;
      state->kept = !self->options->rebuild && scope_import_check_part (part);
      if (!state->kept && !read_part (self, part, error))
        return FALSE;
      state->there = TRUE;
      state->bytes = part->file.bytes;
      state->seal = part->file.seal;
      self->result->n_kept += state->kept;
      tell_progress (self, done += plan->bytes[i], all);
    }
  return TRUE;
}

/* How many the task with most of them has. */
static guint
most_parts (const Cluster *self)
{
  g_autofree guint *n = g_new0 (guint, self->n_tasks);
  guint most = 1;

  for (guint i = 0; i < self->plan->n; i++)
    most = MAX (most, ++n[self->plan->task_of[i]]);
  return most;
}

/* What all processes did becomes known to all. *ret_kept: nothing was read. FALSE: a part is missing. */
static gboolean
exchange_parts (Cluster *self, const PartState *own, guint most, gboolean *ret_kept)
{
  g_autofree PartState *all = g_new0 (PartState, (gsize) most * self->exchange->n);
  g_autofree guint *at = g_new0 (guint, self->n_tasks);
  gboolean there = TRUE;

  *ret_kept = TRUE;
  self->result->n_own = self->plan->n;
  self->result->n_kept = 0;
  scope_exchange_gather (self->exchange, own, most * sizeof *own, all);
  for (guint i = 0; i < self->plan->n; i++)
    {
      guint task = self->plan->task_of[i];
      const PartState *state = &all[(gsize) task * most + at[task]++];
      ScopeImportPart *part = &self->plan->parts[i];

      part->file = (ScopeIndexPart) { state->bytes, state->seal, part->first, part->n };
      there = there && state->there;
      *ret_kept = *ret_kept && state->kept;
      self->result->n_kept += state->kept;
    }
  return there;
}

/* --- the index --- */

static gboolean
is_number (const char *name, const char *before, const char *behind, guint *ret_number)
{
  char *end;

  if (!g_str_has_prefix (name, before) || !g_ascii_isdigit (name[strlen (before)]))
    return FALSE;
  *ret_number = (guint) g_ascii_strtoull (name + strlen (before), &end, 10);
  return strcmp (end, behind) == 0;
}

/* What was left by processes that were killed, or is of parts that there are no more. */
static void
clean (const Cluster *self)
{
  g_autoptr (GDir) dir = g_dir_open (self->options->folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      guint number;
      gboolean of_ours = g_str_has_prefix (name, "part-") || g_str_has_prefix (name, SCOPE_INDEX_ROOT ".");

      if ((of_ours && g_str_has_suffix (name, ".part"))
          || ((is_number (name, "part-", ".h5", &number) || is_number (name, "part-", ".ends", &number)) && number >= self->plan->n))
        {
          g_autofree char *path = g_build_filename (self->options->folder, name, NULL);

          g_unlink (path);
        }
    }
}

static gboolean
join (Cluster *self, gboolean kept, GError **error)
{
  for (guint i = 0; i < self->plan->n; i++)
    if (self->plan->parts[i].digest == NULL && !scope_import_digest_part (self->import, &self->plan->parts[i], error))
      return FALSE;
  self->result->kept = kept && !self->options->rebuild && scope_import_open_joined (self->import, self->root);
  if (!self->result->kept)
    {
      g_unlink (self->root);
      if (!scope_import_run_join (self->import, self->plan->parts, self->plan->n, self->root, self->cancellable, error))
        return FALSE;
    }
  clean (self);
  return TRUE;
}

static gboolean
run (Cluster *self, GError **error)
{
  g_autofree PartState *states = NULL;
  gboolean ok, kept, there;
  guint most;

  self->archive = scope_import_open_parts (self->import, self->cancellable, error);
  if (self->archive != NULL)
    self->plan = scope_part_plan_new (self->archive, self->options->folder,
                                      self->options->part_bytes > 0 ? self->options->part_bytes : SCOPE_PART_BYTES, self->n_tasks);
  if (!scope_exchange_all (self->exchange, self->plan != NULL))
    return FALSE;
  self->result->n_parts = self->plan->n;
  most = most_parts (self);
  states = g_new0 (PartState, most);
  ok = make_folder (self->options->folder, error) && do_parts (self, states, error);
  if (self->options->n_tasks > 0)
    return ok;
  there = exchange_parts (self, states, most, &kept);
  ok = ok && there && (self->exchange->rank > 0 || join (self, kept, error));

  return scope_exchange_all (self->exchange, ok);
}

ScopeImport *
scope_cluster_index (const char *const *paths, const ScopeClusterOptions *options, ScopeExchange *exchange, ScopeClusterResult *ret_result,
                     GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeImport) import = scope_import_new (paths, g_strv_length ((char **) paths), &options->import);
  g_autofree char *root = g_build_filename (options->folder, SCOPE_INDEX_ROOT, NULL);
  Cluster self = { paths, options, exchange, ret_result, cancellable, import, NULL, NULL, exchange->rank, exchange->n, root };
  GError *reason = NULL;
  gboolean ok;

  *ret_result = (ScopeClusterResult) { 0 };
  if (options->n_tasks > 0)
    {
      self.task = options->task;
      self.n_tasks = options->n_tasks;
    }
  ok = run (&self, &reason);
  scope_part_plan_free (self.plan);
  if (ok)
    return g_steal_pointer (&import);
  if (reason == NULL)
    g_set_error (&reason, G_IO_ERROR, G_IO_ERROR_FAILED, _("Another process could not do its part"));
  g_propagate_error (error, reason);

  return NULL;
}
