/* scope-serve-jobs.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/serve/scope-serve-jobs.h"

#include "io/remote/scope-far-wire.h"
#include "io/source/scope-fd.h"
#include "io/source/scope-unnamed.h"
#include "model/base/scope-fail.h"

#include <fcntl.h>
#include <unistd.h>

#define KILLED 128 /* and the signal: what a shell says */

typedef struct
{
  GSubprocess *child;
  int said; /* unnamed file with its standard error; -1: none */
  GCancellable *cancellable;
  GQueue waiting; /* of GDBusMethodInvocation */
  guint8 *piece;
  gboolean busy; /* something is awaited: it cannot go */
  gboolean ended;
} Job;

struct _ScopeServeJobs
{
  GHashTable *jobs; /* number: Job */
};

/* --- life --- */

static void
job_free (gpointer data)
{
  Job *job = data;

  g_subprocess_wait (job->child, NULL, NULL); /* what was killed is gone when this process ends */
  g_object_unref (job->child);
  g_object_unref (job->cancellable);
  if (job->said >= 0)
    close (job->said);
  g_free (job->piece);
  g_free (job);
}

static void
end_job (Job *job)
{
  GDBusMethodInvocation *invocation;

  while ((invocation = g_queue_pop_head (&job->waiting)) != NULL)
    g_dbus_method_invocation_return_error_literal (invocation, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "that is over");
  job->ended = TRUE;
  g_cancellable_cancel (job->cancellable);
  g_subprocess_force_exit (job->child);
}

static gboolean
is_over (gpointer number, gpointer data, gpointer unused)
{
  const Job *job = data;

  return job->ended && !job->busy;
}

ScopeServeJobs *
scope_serve_jobs_new (void)
{
  ScopeServeJobs *jobs = g_new0 (ScopeServeJobs, 1);

  jobs->jobs = g_hash_table_new_full (NULL, NULL, NULL, job_free);
  return jobs;
}

void
scope_serve_jobs_free (ScopeServeJobs *jobs)
{
  GHashTableIter iter;
  gpointer job;

  g_hash_table_iter_init (&iter, jobs->jobs);
  while (g_hash_table_iter_next (&iter, NULL, &job))
    end_job (job);
  while (g_hash_table_foreach_remove (jobs->jobs, is_over, NULL), g_hash_table_size (jobs->jobs) > 0)
    g_main_context_iteration (NULL, TRUE);
  g_hash_table_unref (jobs->jobs);
  g_free (jobs);
}

gboolean
scope_serve_jobs_start (ScopeServeJobs *jobs, guint32 number, const char *const *words, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autofree char *program = g_file_read_link ("/proc/self/exe", error);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  GSubprocess *child;
  Job *job;
  int said;

  if (program == NULL)
    return FALSE;
  if (g_hash_table_contains (jobs->jobs, GUINT_TO_POINTER (number)))
    return scope_fail (error, G_IO_ERROR_EXISTS, "there is such a job");
  g_hash_table_foreach_remove (jobs->jobs, is_over, NULL);
  if (g_hash_table_size (jobs->jobs) >= SCOPE_FAR_MOST_JOBS)
    return scope_fail (error, G_IO_ERROR_BUSY, "no more than %u commands can run", SCOPE_FAR_MOST_JOBS);
  g_ptr_array_add (argv, program);
  for (; *words != NULL; words++)
    g_ptr_array_add (argv, (gpointer) *words);
  g_ptr_array_add (argv, NULL);
  said = scope_unnamed_open (TRUE, NULL);
  if (said >= 0)
    g_subprocess_launcher_take_stderr_fd (launcher, fcntl (said, F_DUPFD_CLOEXEC, 3));
  child = g_subprocess_launcher_spawnv (launcher, (const char *const *) argv->pdata, error);
  if (child == NULL)
    {
      if (said >= 0)
        close (said);
      return FALSE;
    }
  job = g_new0 (Job, 1);
  job->child = child;
  job->said = said;
  job->cancellable = g_cancellable_new ();
  g_hash_table_insert (jobs->jobs, GUINT_TO_POINTER (number), job);

  return TRUE;
}

/* --- what it prints --- */

static int
status_of (GSubprocess *child)
{
  return g_subprocess_get_if_exited (child) ? g_subprocess_get_exit_status (child) : KILLED + g_subprocess_get_term_sig (child);
}

static GVariant *
read_said (Job *job)
{
  g_autofree char *said = g_malloc (SCOPE_FAR_MOST_SAID);
  gsize n = job->said >= 0 ? scope_fd_read (job->said, said, SCOPE_FAR_MOST_SAID, 0) : 0;

  return g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, said, n, 1);
}

/* Answers who has waited longest, if anybody still does. */
static void
answer (Job *job, gsize n)
{
  GDBusMethodInvocation *invocation = g_queue_pop_head (&job->waiting);
  g_autoptr (GBytes) printed = g_bytes_new (job->piece, n);

  if (invocation != NULL)
    g_dbus_method_invocation_return_value (invocation, g_variant_new ("(@((bay)u)bi@ay)", scope_far_pack_words (printed), job->ended,
                                                                      job->ended ? status_of (job->child) : 0,
                                                                      job->ended ? read_said (job) : g_variant_new_array (G_VARIANT_TYPE_BYTE, NULL, 0)));
}

static void read_on (Job *job);

static void
child_ended (GObject *child, GAsyncResult *result, gpointer data)
{
  Job *job = data;

  job->busy = FALSE;
  if (g_subprocess_wait_finish (job->child, result, NULL))
    job->ended = TRUE;
  while (job->ended && !g_queue_is_empty (&job->waiting))
    answer (job, 0);
}

static void
piece_read (GObject *stream, GAsyncResult *result, gpointer data)
{
  Job *job = data;
  gsize n = 0;
  gboolean ok = g_input_stream_read_all_finish (G_INPUT_STREAM (stream), result, &n, NULL);

  job->busy = FALSE;
  if (n > 0)
    answer (job, n);
  if (ok && n == SCOPE_FAR_MOST_PRINTED)
    read_on (job);
  else if (!job->ended)
    {
      job->busy = TRUE;
      g_subprocess_wait_async (job->child, job->cancellable, child_ended, job);
    }
}

/* If somebody waits for it. */
static void
read_on (Job *job)
{
  if (job->busy || job->ended || g_queue_is_empty (&job->waiting))
    return;
  if (job->piece == NULL)
    job->piece = g_malloc (SCOPE_FAR_MOST_PRINTED);
  job->busy = TRUE;
  g_input_stream_read_all_async (g_subprocess_get_stdout_pipe (job->child), job->piece, SCOPE_FAR_MOST_PRINTED, G_PRIORITY_DEFAULT,
                                 job->cancellable, piece_read, job);
}

gboolean
scope_serve_jobs_more (ScopeServeJobs *jobs, guint32 number, GDBusMethodInvocation *invocation, GError **error)
{
  Job *job = g_hash_table_lookup (jobs->jobs, GUINT_TO_POINTER (number));

  if (job == NULL)
    return scope_fail (error, G_IO_ERROR_NOT_FOUND, "there is no such job");
  if (g_queue_get_length (&job->waiting) >= SCOPE_FAR_MOST_MORE)
    return scope_fail (error, G_IO_ERROR_BUSY, "so much at a time is too much");
  g_queue_push_tail (&job->waiting, invocation);
  if (job->ended)
    answer (job, 0);
  else
    read_on (job);
  return TRUE;
}
