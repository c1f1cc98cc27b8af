/* scope-cluster.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/cluster/scope-cluster.h"

#include "io/cluster/scope-cluster-join.h"
#include "io/cluster/scope-part-lock.h"
#include "io/cluster/scope-part-plan.h"
#include "io/import/scope-import-private.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-json.h"

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

char *
scope_cluster_step_to_json (const ScopeClusterStep *step, gint process)
{
  g_autoptr (GString) out = g_string_new (NULL);
  ScopeJson json = { out, SCOPE_JSON_COMPACT };

  scope_json_begin (&json, NULL, '{');
  scope_json_text (&json, "phase", step->phase);
  if (process >= 0)
    scope_json_integer (&json, "process", process);
  if (step->part >= 0)
    scope_json_integer (&json, "part", step->part);
  else
    scope_json_text (&json, "part", NULL);
  scope_json_unsigned (&json, "done", step->done);
  scope_json_unsigned (&json, "total", step->total);
  scope_json_end (&json);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
tell (const Cluster *self, const char *phase, gint part, guint64 done, guint64 total)
{
  const ScopeClusterStep step = { phase, part, done, total };

  if (self->options->step != NULL)
    self->options->step (&step, self->options->step_data);
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
  tell (self, "read", -1, 0, all);
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
      if (!state->kept && self->options->join)
        continue;
      if (!state->kept && !read_part (self, part, error))
        return FALSE;
      state->there = TRUE;
      state->bytes = part->file.bytes;
      state->seal = part->file.seal;
      self->result->n_kept += state->kept;
      tell (self, "read", (gint) i, done += plan->bytes[i], all);
    }
  return TRUE;
}

#define MOST_NAMED 8u

/* The names of those that have no file, or that `states` (of all, or NULL) says are not there; NULL: all are there. Free with g_free(). */
static char *
dup_missing (const Cluster *self, const PartState *states)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < self->plan->n; i++)
    if (states != NULL ? !states[i].there : !g_file_test (self->plan->parts[i].path, G_FILE_TEST_EXISTS))
      {
        g_autofree char *name = g_path_get_basename (self->plan->parts[i].path);

        if (n++ < MOST_NAMED)
          g_string_append_printf (text, "%s%s", n > 1 ? ", " : "", name);
      }
  if (n > MOST_NAMED)
    g_string_append (text, ", …");
  return g_string_free (g_steal_pointer (&text), n == 0);
}

/* NULL with error: others are at it, and what they have not done yet. */
static ScopePartLock *
take_lock (const Cluster *self, GError **error)
{
  gboolean is_task = self->options->n_tasks > 0;
  GError *reason = NULL;
  ScopePartLock *lock = scope_part_lock_take (self->options->folder, is_task ? self->task + 1 : SCOPE_PART_LOCK_ALL, &reason);
  g_autofree char *missing = lock == NULL && !is_task ? dup_missing (self, NULL) : NULL;

  if (lock != NULL)
    return lock;
  if (missing != NULL && g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_BUSY))
    scope_fail (error, G_IO_ERROR_BUSY, _("%s. Not there yet: %s"), reason->message, missing);
  else
    g_propagate_error (error, g_steal_pointer (&reason));
  g_clear_error (&reason);
  return NULL;
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

/* What all processes did becomes known to all, of each part. *ret_kept: nothing was read. FALSE: a part is missing. */
static gboolean
exchange_parts (Cluster *self, const PartState *own, guint most, PartState *ret_states, gboolean *ret_kept)
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

      ret_states[i] = *state;
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
      gboolean of_ours = g_str_has_prefix (name, "part-") || g_str_has_prefix (name, "join-") || g_str_has_prefix (name, SCOPE_INDEX_ROOT ".");

      if ((of_ours && g_str_has_suffix (name, ".part"))
          || ((is_number (name, "part-", ".h5", &number) || is_number (name, "part-", ".ends", &number) || is_number (name, "join-", ".h5", &number))
              && number >= self->plan->n))
        {
          g_autofree char *path = g_build_filename (self->options->folder, name, NULL);

          g_unlink (path);
        }
    }
}

typedef struct
{
  const Cluster *cluster;
  guint n, n_done; /* own parts */
} JoinSteps;

static void
joined (gint part, gpointer data)
{
  JoinSteps *steps = data;

  tell (steps->cluster, "join", part, ++steps->n_done, steps->n);
}

/* All processes; if nothing was read, the index that is there is as good, and is opened. */
static gboolean
join (Cluster *self, gboolean kept, GError **error)
{
  gboolean is_first = self->exchange->rank == 0, ok = TRUE;
  guint64 good = is_first && kept && !self->options->rebuild && scope_import_open_joined (self->import, self->root);
  JoinSteps steps = { self, 0, 0 };
  const ScopeClusterJoin call = { self->exchange, self->plan, self->paths, &self->options->import, self->archive, self->root, self->cancellable,
                                  joined, &steps };

  for (guint i = 0; i < self->plan->n; i++)
    steps.n += self->plan->task_of[i] == self->task;
  scope_exchange_add_up (self->exchange, &good, 1);
  self->result->kept = good > 0;
  if (is_first && good == 0)
    g_unlink (self->root);
  tell (self, "join", -1, good > 0 ? steps.n : 0, steps.n);
  if (good == 0)
    ok = scope_cluster_join (&call, self->import, error);
  if (is_first && ok)
    {
      clean (self);
      scope_import_note_parted (self->import, self->options->folder);
    }
  return ok;
}

/* All processes come here, whatever happened to them before. */
static gboolean
do_all (Cluster *self, GError **error)
{
  guint most = most_parts (self);
  g_autofree PartState *states = g_new0 (PartState, most), *all = g_new0 (PartState, self->plan->n + 1u);
  gboolean ok = do_parts (self, states, error), kept, there;

  if (self->options->n_tasks > 0)
    return ok;
  there = exchange_parts (self, states, most, all, &kept);
  if (ok && !there && self->options->join)
    {
      g_autofree char *missing = dup_missing (self, all);

      ok = scope_fail (error, G_IO_ERROR_PENDING, _("%s: not all parts are there yet: %s"), self->options->folder, missing);
    }
  return scope_exchange_all (self->exchange, ok && there) && scope_exchange_all (self->exchange, join (self, kept, error));
}

static gboolean
run (Cluster *self, GError **error)
{
  g_autoptr (ScopePartLock) lock = NULL;
  gboolean ok;

  self->archive = scope_import_open_parts (self->import, self->cancellable, error);
  if (self->archive != NULL)
    self->plan = scope_part_plan_new (self->archive, self->options->folder,
                                      self->options->part_bytes > 0 ? self->options->part_bytes : SCOPE_PART_BYTES, self->n_tasks);
  if (!scope_exchange_all (self->exchange, self->plan != NULL))
    return FALSE;
  self->result->n_parts = self->plan->n;
  /* The first has it for all. */
  ok = make_folder (self->options->folder, error) && (self->exchange->rank > 0 || (lock = take_lock (self, error)) != NULL);

  return scope_exchange_all (self->exchange, ok) && do_all (self, error);
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
    g_set_error (&reason, G_IO_ERROR, G_IO_ERROR_FAILED_HANDLED, _("Another process could not do its part"));
  g_propagate_error (error, reason);

  return NULL;
}
