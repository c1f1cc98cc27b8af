/* scope-cli-session.c: what every command does before and after its own work: opening with progress and
 * interrupt, and the exit status.
 *
 * SIGINT and SIGTERM are taken by a thread that waits for them, for only there may a GCancellable be
 * cancelled. The same thread draws the progress bar, so that neither needs a main loop.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli.h"

#include "app/settings/scope-settings.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BAR_WIDTH 40
#define TWICE_US G_USEC_PER_SEC /* sooner it is the same request: timeout(1) asks a process, and its group */

/* --- opening --- */

struct _ScopeCliWatch
{
  GCancellable *cancellable;
  ScopeTrace *trace;
  GThread *thread;
  gboolean bar;     /* standard error is a terminal */
  gint *permille;   /* atomic: how far it is, if there is no trace */
  gint opening;     /* atomic: the bar is wanted */
  gint stop;        /* atomic */
  gint interrupted; /* atomic */
  pthread_t id;     /* of the thread, when `ready` */
  gint ready;       /* atomic */
};

static void
draw_bar (double progress)
{
  char bar[BAR_WIDTH + 1];
  int full = (int)(CLAMP (progress, 0, 1) * BAR_WIDTH);

  memset (bar, '.', BAR_WIDTH);
  memset (bar, '#', full);
  bar[BAR_WIDTH] = '\0';
  fprintf (stderr, "\r[%s] %3d %%", bar, (int)(CLAMP (progress, 0, 1) * 100));
  fflush (stderr);
}

/* Of a trace on another computer: that the line was cut, and that it is there again. */
static void
notify_line (ScopeTrace *trace, char **told)
{
  g_autofree char *lost = trace != NULL ? scope_trace_dup_lost (trace) : NULL;

  if (g_strcmp0 (lost, *told) == 0)
    return;
  fprintf (stderr, "lanescope-cli: %s\n", lost != NULL ? lost : "the connection is there again");
  g_free (*told);
  *told = g_steal_pointer (&lost);
}

static sigset_t
watched_signals (void)
{
  sigset_t signals;

  sigemptyset (&signals);
  sigaddset (&signals, SIGINT);
  sigaddset (&signals, SIGTERM);
  sigaddset (&signals, SIGUSR1);

  return signals;
}

static gpointer
watch_thread (gpointer data)
{
  ScopeCliWatch *watch = data;
  sigset_t signals = watched_signals ();
  struct timespec pause = { 0, 100 * 1000 * 1000 };
  gint64 asked = 0;
  gboolean drawn = FALSE;
  g_autofree char *told = NULL;

  watch->id = pthread_self ();
  g_atomic_int_set (&watch->ready, 1);
  while (!g_atomic_int_get (&watch->stop))
    {
      int number = sigtimedwait (&signals, NULL, &pause);

      if (number == SIGUSR1)
        continue; /* watch_stop() is in a hurry */
      if (number > 0 && g_atomic_int_get (&watch->interrupted) && g_get_monotonic_time () - asked >= TWICE_US)
        _exit (SCOPE_CLI_CANCELLED); /* asked twice: at once */
      if (number > 0 && !g_atomic_int_get (&watch->interrupted))
        {
          asked = g_get_monotonic_time ();
          g_atomic_int_set (&watch->interrupted, 1);
          g_cancellable_cancel (watch->cancellable);
        }
      notify_line (watch->trace, &told);
      if (watch->bar && g_atomic_int_get (&watch->opening))
        {
          draw_bar (watch->trace != NULL ? scope_trace_get_progress (watch->trace)
                                         : g_atomic_int_get (watch->permille) / 1000.0);
          drawn = TRUE;
        }
      else if (drawn)
        {
          fputs ("\r\033[K", stderr);
          drawn = FALSE;
        }
    }
  if (drawn)
    fputs ("\r\033[K", stderr);
  return NULL;
}

static void
do_nothing (int number)
{
}

/* Before any thread is made (reading settings makes some), so that none but the watching one gets these. */
static void
block_signals (void)
{
  sigset_t signals = watched_signals ();

  signal (SIGUSR1, do_nothing); /* should a library have made a thread already, it is not to end us */
  pthread_sigmask (SIG_BLOCK, &signals, NULL);
}

static void
watch_start (ScopeCli *cli)
{
  ScopeCliWatch *watch = g_new0 (ScopeCliWatch, 1);

  watch->cancellable = cli->cancellable;
  watch->trace = cli->trace;
  watch->permille = &cli->permille;
  watch->bar = isatty (STDERR_FILENO) == 1;
  g_atomic_int_set (&watch->opening, 1);
  watch->thread = g_thread_new ("watch", watch_thread, watch);
  cli->watch = watch;
}

static void
watch_stop (ScopeCli *cli)
{
  if (cli->watch == NULL)
    return;
  g_atomic_int_set (&cli->watch->stop, 1);
  if (g_atomic_int_get (&cli->watch->ready)) /* else it will see that it is to stop */
    pthread_kill (cli->watch->id, SIGUSR1);
  g_thread_join (cli->watch->thread);
  g_clear_pointer (&cli->watch, g_free);
}

gboolean
scope_cli_interrupted (ScopeCli *cli, GError **error)
{
  return g_cancellable_set_error_if_cancelled (cli->cancellable, error);
}

char *
scope_cli_cache_folder (ScopeCli *cli)
{
  g_autoptr (ScopeSettings) settings = NULL;

  if (cli->cache_dir == NULL)
    {
      settings = scope_settings_new ();
      cli->cache_dir = scope_settings_dup_string (settings, "cache-folder");
    }
  return cli->cache_dir[0] != '\0' ? g_strdup (cli->cache_dir) : NULL;
}

ScopeImportOptions
scope_cli_import_options (ScopeCli *cli)
{
  ScopeImportOptions options = { .no_cache = cli->no_cache, .rebuild = cli->rebuild, .alone = cli->alone,
                                 .run = (guint)MAX (cli->run, 0),
                                 .sim = { cli->clock_ps, (guint)MAX (cli->lli, 0), cli->name_stack, cli->out_of_order,
                                          cli->lock_names, cli->unlock_names } };
  g_autoptr (ScopeSettings) settings = NULL;

  if (cli->no_cache)
    return options;
  settings = scope_settings_new ();
  if (cli->cache_dir == NULL)
    cli->cache_dir = scope_settings_dup_string (settings, "cache-folder");
  options.cache_dir = cli->cache_dir[0] != '\0' ? cli->cache_dir : NULL;
  options.cache_limit = scope_settings_get_uint64 (settings, "cache-limit");
  return options;
}

/* What the user should know of what was opened. */
void
scope_cli_tell_notes (ScopeImport *import, const char *prefix)
{
  const char *notice = scope_import_notice (import), *const *apart;
  gboolean beside;
  const char *together = scope_import_merged_logs (import, &beside, &apart);

  if (together != NULL)
    fprintf (stderr, "lanescope-cli: %s%s: opened as one trace%s\n", prefix, together,
             beside ? ", since they lie beside each other (--alone opens the given file only)" : "");
  if (notice != NULL)
    fprintf (stderr, "lanescope-cli: %s%s\n", prefix, notice);
}

gboolean
scope_cli_open (ScopeCli *cli, char **paths, int *ret_status)
{
  ScopeImportOptions options;
  g_autoptr (GError) error = NULL;
  gboolean read;

  block_signals ();
  cli->began = g_get_monotonic_time ();
  options = scope_cli_import_options (cli);
  cli->cancellable = g_cancellable_new ();
  cli->import = scope_import_new ((const char *const *)paths, g_strv_length (paths), &options);
  cli->trace = scope_import_get_trace (cli->import);
  watch_start (cli);
  read = scope_import_run (cli->import, cli->cancellable, &error);
  g_atomic_int_set (&cli->watch->opening, 0);
  signal (SIGPIPE, SIG_DFL); /* libraries may have changed it */
  scope_cli_set_range (cli);

  scope_cli_tell_notes (cli->import, "");
  if (read)
    return TRUE;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      *ret_status = scope_cli_close (cli, g_steal_pointer (&error));
      return FALSE;
    }
  fprintf (stderr, "lanescope-cli: %s\n", error != NULL ? error->message : "the trace could not be read");
  if (scope_trace_n_machines (cli->trace) > 0)
    return TRUE; /* what was read can be shown */
  scope_cli_close (cli, NULL);
  *ret_status = SCOPE_CLI_UNREADABLE;
  return FALSE;
}

ScopeDerived *
scope_cli_derive (ScopeCli *cli, GError **error)
{
  g_autoptr (ScopeSettings) settings = scope_settings_new ();
  const ScopeQueryRange within = { .trace = cli->trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .cancellable = cli->cancellable };
  const ScopeDerivedOptions options = { scope_settings_get_uint64 (settings, "cache-limit"), cli->rebuild };

  return scope_derived_open (&within, &options, error);
}

/* --- several runs --- */

void
scope_cli_begin (ScopeCli *cli)
{
  g_return_if_fail (cli->watch == NULL);

  block_signals ();
  cli->cancellable = g_cancellable_new ();
  cli->run_options = scope_cli_import_options (cli);
  watch_start (cli);
}

void
scope_cli_end_progress (ScopeCli *cli)
{
  g_atomic_int_set (&cli->watch->opening, 0);
  signal (SIGPIPE, SIG_DFL); /* libraries may have changed it */
}

void
scope_cli_end (ScopeCli *cli)
{
  watch_stop (cli);
  g_clear_object (&cli->cancellable);
}

ScopeTrace *
scope_cli_open_run (ScopeCli *cli, const char *path, GError **error)
{
  const char *paths[] = { path, NULL };
  g_autoptr (ScopeImport) import = scope_import_new (paths, 1, &cli->run_options);
  ScopeTrace *trace = scope_import_get_trace (import);
  g_autofree char *prefix = g_strdup_printf ("%s: ", path);

  if (!scope_import_run (import, cli->cancellable, error))
    return NULL;
  scope_cli_tell_notes (import, prefix);
  scope_trace_set_local_time (trace, cli->local_time);
  return g_object_ref (trace);
}

gboolean
scope_cli_open_pair (ScopeCli *cli, const char *baseline, ScopeTrace **ret_baseline, ScopeTrace **ret_run, GError **error)
{
  scope_cli_begin (cli);
  *ret_run = scope_cli_open_run (cli, cli->arguments[0], error);
  *ret_baseline = *ret_run != NULL ? scope_cli_open_run (cli, baseline, error) : NULL;
  scope_cli_end_progress (cli);
  if (*ret_baseline == NULL)
    return FALSE;
  scope_cli_use (cli, *ret_run);
  return TRUE;
}

void
scope_cli_use (ScopeCli *cli, ScopeTrace *trace)
{
  cli->trace = trace;
  scope_cli_set_range (cli);
}

int
scope_cli_close (ScopeCli *cli, GError *error)
{
  int status = SCOPE_CLI_OK;
  guint losses = 0;

  watch_stop (cli);
  if (error != NULL)
    {
      gboolean cancelled = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      gboolean pipe = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE)
                      || g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_PIPE);
      if (!pipe)
        fprintf (stderr, "lanescope-cli: %s\n", cancelled ? "interrupted" : error->message);
      status = cancelled ? SCOPE_CLI_CANCELLED : SCOPE_CLI_UNREADABLE;
      g_error_free (error);
    }
  else if (cli->trace != NULL && scope_trace_n_machines (cli->trace) > 0)
    losses = scope_cli_report_losses (cli, 8);
  if (status == SCOPE_CLI_OK && losses + cli->losses > 0 && cli->strict)
    status = SCOPE_CLI_LOSSES;

  g_clear_object (&cli->import);
  cli->trace = NULL;
  g_clear_object (&cli->cancellable);
  g_clear_pointer (&cli->arguments, g_strfreev);
  g_clear_pointer (&cli->format, g_free);
  g_clear_pointer (&cli->from_text, g_free);
  g_clear_pointer (&cli->to_text, g_free);
  g_clear_pointer (&cli->cache_dir, g_free);
  g_clear_pointer (&cli->clock_text, g_free);
  g_clear_pointer (&cli->lock_names, g_free);
  g_clear_pointer (&cli->unlock_names, g_free);
  return status;
}

/* As many as *left says. */
static void
print_loss (ScopeMachine *machine, const ScopeLoss *loss, gpointer left)
{
  if (*(guint *) left == 0)
    return;
  (*(guint *) left)--;
  fputs ("lanescope-cli: ", stderr);
  if (machine != NULL)
    fprintf (stderr, "machine %u: ", machine->number);
  if (loss->processor != SCOPE_NO_PROCESSOR)
    fprintf (stderr, "processor %u: ", loss->processor);
  fputs (loss->reason, stderr);
  if (loss->bytes > 0)
    fprintf (stderr, " (%" G_GUINT64_FORMAT " bytes from byte %" G_GUINT64_FORMAT ")", loss->bytes,
             loss->from_byte);
  fputc ('\n', stderr);
}

guint
scope_cli_report_losses (ScopeCli *cli, guint limit)
{
  guint left = limit, n = scope_trace_foreach_loss (cli->trace, print_loss, &left);

  if (n > limit)
    fprintf (stderr, "lanescope-cli: and %u %s more: “lanescope-cli dump losses” has all of them\n", n - limit,
             n - limit == 1 ? "loss" : "losses");
  return n;
}
