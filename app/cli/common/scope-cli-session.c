/* scope-cli-session.c: what every command does before and after its own work: options, opening with progress
 * and interrupt, and the exit status.
 *
 * SIGINT and SIGTERM are taken by a thread that waits for them, for only there may a GCancellable be
 * cancelled. The same thread draws the progress bar, so that neither needs a main loop.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli.h"

#include "app/settings/scope-settings.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BAR_WIDTH 40
#define TWICE_US G_USEC_PER_SEC /* sooner it is the same request: timeout(1) asks a process, and its group */

/* --- options --- */

int
scope_cli_usage (const char *command, const char *message, ...)
{
  va_list args;
  va_start (args, message);
  g_autofree char *text = g_strdup_vprintf (message, args);
  va_end (args);

  fprintf (stderr, "lanescope-cli %s: %s\n“lanescope-cli %s --help” says more.\n", command, text, command);
  return SCOPE_CLI_USAGE;
}

static gboolean
format_fits (const char *format, ScopeCliTakes takes)
{
  return format == NULL || strcmp (format, "csv") == 0 || strcmp (format, "json") == 0
         || ((takes & SCOPE_CLI_TAKES_TEXT) && strcmp (format, "text") == 0);
}

static void
add_common_options (ScopeCli *cli, GOptionContext *context, ScopeCliTakes takes)
{
  const GOptionEntry range[] = {
    { "from", 0, 0, G_OPTION_ARG_STRING, &cli->from_text, "Only what is at NS or later", "NS" },
    { "to", 0, 0, G_OPTION_ARG_STRING, &cli->to_text, "Only what is before NS", "NS" },
    { "local-time", 0, 0, G_OPTION_ARG_NONE, &cli->local_time, "Times on each machine's own clock", NULL },
    { NULL },
  };
  const GOptionEntry format[]
      = { { "format", 0, 0, G_OPTION_ARG_STRING, &cli->format,
            takes & SCOPE_CLI_TAKES_TEXT ? "text (the default), csv or json" : "csv (the default) or json",
            "FORMAT" },
          { NULL } };
  const GOptionEntry json[]
      = { { "json", 0, 0, G_OPTION_ARG_NONE, &cli->json_flag, "Print JSON", NULL }, { NULL } };
  const GOptionEntry rebuild[] = { { "rebuild", 0, 0, G_OPTION_ARG_NONE, &cli->rebuild,
                                     "Make it anew even if there is a good one", NULL },
                                   { NULL } };
  const GOptionEntry always[] = {
    { "alone", 0, 0, G_OPTION_ARG_NONE, &cli->alone, "Open the given file only, not what belongs to it beside it", NULL },
    { "clock", 0, 0, G_OPTION_ARG_INT, &cli->clock_ps, "Simulations: a cycle of the cores takes PS picoseconds", "PS" },
    { "nth-run", 0, 0, G_OPTION_ARG_INT, &cli->run, "Simulations: of several runs in one trace read the N-th", "N" },
    { "lli", 0, 0, G_OPTION_ARG_INT, &cli->lli, "Simulations: instructions over N cycles are of long latency (100)", "N" },
    { "lock-names", 0, 0, G_OPTION_ARG_STRING, &cli->lock_names, "Simulations: functions that take locks", "PATTERNS" },
    { "unlock-names", 0, 0, G_OPTION_ARG_STRING, &cli->unlock_names, "Simulations: functions that release them", "PATTERNS" },
    { "name-stack", 0, 0, G_OPTION_ARG_NONE, &cli->name_stack, "Simulations: call stacks by functions' names alone", NULL },
    { "out-of-order", 0, 0, G_OPTION_ARG_NONE, &cli->out_of_order, "Simulations: charge misses by their addresses", NULL },
    { "strict", 0, 0, G_OPTION_ARG_NONE, &cli->strict, "Exit with 3 if anything was lost", NULL },
    { "no-cache", 0, 0, G_OPTION_ARG_NONE, &cli->no_cache, "Keep no index", NULL },
    { "cache-dir", 0, 0, G_OPTION_ARG_FILENAME, &cli->cache_dir, "Keep indexes in FOLDER", "FOLDER" },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &cli->arguments, NULL, NULL },
    { NULL },
  };

  if (takes & SCOPE_CLI_TAKES_RANGE)
    g_option_context_add_main_entries (context, range, NULL);
  if (takes & SCOPE_CLI_TAKES_FORMAT)
    g_option_context_add_main_entries (context, format, NULL);
  if (takes & SCOPE_CLI_TAKES_JSON)
    g_option_context_add_main_entries (context, json, NULL);
  if (takes & SCOPE_CLI_TAKES_REBUILD)
    g_option_context_add_main_entries (context, rebuild, NULL);
  g_option_context_add_main_entries (context, always, NULL);
}

/* Nanoseconds, with up to three decimals, to picoseconds. */
static gboolean
parse_ns (const char *text, __int128 *ret_ps)
{
  const char *p = text;
  gboolean negative = *p == '-';
  __int128 ps = 0;
  guint decimals = 0, digits = 0;

  if (*p == '-' || *p == '+')
    p++;
  for (; g_ascii_isdigit (*p) && digits < 19; p++, digits++)
    ps = ps * 10 + (*p - '0');
  if (*p == '.')
    for (p++; g_ascii_isdigit (*p) && decimals < 3; p++, decimals++, digits++)
      ps = ps * 10 + (*p - '0');
  if (digits == 0 || *p != '\0')
    return FALSE;
  for (; decimals < 3; decimals++)
    ps *= 10;
  *ret_ps = negative ? -ps : ps;
  return TRUE;
}

gboolean
scope_cli_parse (ScopeCli *cli,
                 int argc,
                 char **argv,
                 ScopeCliTakes takes,
                 const GOptionEntry *own,
                 const char *usage,
                 const char *summary,
                 const char *description,
                 int *ret_status)
{
  g_autofree char *command = g_strdup (argv[0]);
  g_autofree char *parameters = g_strconcat (command, " [OPTION…] ", usage, NULL);
  /* GOption would print its own name and "[OPTION…]" before our usage. */
  g_autoptr (GOptionContext) context = g_option_context_new (usage);
  g_autofree char *name = g_strdup_printf ("lanescope-cli %s", command);
  g_autoptr (GError) error = NULL;
  __int128 ps = 0, to = 0;

  g_set_prgname (name);
  g_option_context_set_summary (context, summary);
  if (description != NULL)
    g_option_context_set_description (context, description);
  if (own != NULL)
    g_option_context_add_main_entries (context, own, NULL);
  add_common_options (cli, context, takes);

  *ret_status = SCOPE_CLI_USAGE;
  if (!g_option_context_parse (context, &argc, &argv, &error))
    scope_cli_usage (command, "%s", error->message);
  else if (!format_fits (cli->format, takes))
    scope_cli_usage (command, "--format %s: there is csv and json%s", cli->format,
                     takes & SCOPE_CLI_TAKES_TEXT ? ", and text" : "");
  else if ((cli->from_text != NULL && !parse_ns (cli->from_text, &ps))
           || (cli->to_text != NULL && !parse_ns (cli->to_text, &to)))
    scope_cli_usage (command, "--from and --to take nanoseconds");
  else if (cli->from_text != NULL && cli->to_text != NULL && ps > to)
    scope_cli_usage (command, "--from %s is later than --to %s", cli->from_text, cli->to_text);
  else if (cli->run < 0 || cli->lli < 0 || cli->clock_ps < 0)
    scope_cli_usage (command, "--nth-run, --lli and --clock take numbers from 1 on");
  else if (cli->arguments == NULL && !(takes & SCOPE_CLI_TAKES_NOTHING))
    scope_cli_usage (command, "it needs %s", usage);
  else
    return TRUE;
  return FALSE;
}

/* --- opening --- */

struct _ScopeCliWatch
{
  GCancellable *cancellable;
  ScopeTrace *trace;
  GThread *thread;
  gboolean bar;     /* standard error is a terminal */
  gint *permille;   /* atomic: how far it is, if there is no trace */
  gint nothing;     /* where that is not known */
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
watch_start (ScopeCli *cli, gint *permille)
{
  ScopeCliWatch *watch = g_new0 (ScopeCliWatch, 1);

  watch->cancellable = cli->cancellable;
  watch->trace = cli->trace;
  watch->permille = permille != NULL ? permille : &watch->nothing;
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

/* A time that falls between two ticks means the later one: the range is half-open. */
static gint64
ns_to_ticks (const char *text, gint64 tick_ps)
{
  __int128 ps = 0, ticks;

  parse_ns (text, &ps);
  ticks = ps / tick_ps;
  if (ticks * tick_ps < ps)
    ticks++;
  if (ticks > SCOPE_TIME_MAX - 1)
    return SCOPE_TIME_MAX - 1;
  if (ticks < SCOPE_TIME_MIN + 1)
    return SCOPE_TIME_MIN + 1;
  return (gint64)ticks;
}

gboolean
scope_cli_parse_ns (ScopeCli *cli, const char *text, gint64 *ret_ticks)
{
  __int128 ps;

  if (!parse_ns (text, &ps))
    return FALSE;
  *ret_ticks = ns_to_ticks (text, MAX (cli->tick_ps, 1));
  return TRUE;
}

void
scope_cli_set_range (ScopeCli *cli)
{
  cli->tick_ps = MAX (scope_trace_tick_ps (cli->trace), 1);
  scope_trace_set_local_time (cli->trace, cli->local_time);
  cli->from = cli->from_text != NULL ? ns_to_ticks (cli->from_text, cli->tick_ps) : SCOPE_TIME_MIN;
  cli->to = cli->to_text != NULL ? ns_to_ticks (cli->to_text, cli->tick_ps) : SCOPE_TIME_MAX;
  cli->ranged = cli->from_text != NULL || cli->to_text != NULL;
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
                                 .clock_ps = (guint32)MAX (cli->clock_ps, 0), .run = (guint)MAX (cli->run, 0),
                                 .lli_cycles = (guint)MAX (cli->lli, 0), .name_stack = cli->name_stack,
                                 .out_of_order = cli->out_of_order, .lock_names = cli->lock_names,
                                 .unlock_names = cli->unlock_names };
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
static void
notify_notes (ScopeImport *import, const char *prefix)
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
  options = scope_cli_import_options (cli);
  cli->cancellable = g_cancellable_new ();
  cli->import = scope_import_new ((const char *const *)paths, g_strv_length (paths), &options);
  cli->trace = scope_import_get_trace (cli->import);
  watch_start (cli, NULL);
  read = scope_import_run (cli->import, cli->cancellable, &error);
  g_atomic_int_set (&cli->watch->opening, 0);
  signal (SIGPIPE, SIG_DFL); /* libraries may have changed it */
  scope_cli_set_range (cli);

  notify_notes (cli->import, "");
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

/* --- several runs --- */

void
scope_cli_begin (ScopeCli *cli, gint *permille)
{
  g_return_if_fail (cli->watch == NULL);

  block_signals ();
  cli->cancellable = g_cancellable_new ();
  cli->run_options = scope_cli_import_options (cli);
  watch_start (cli, permille);
}

void
scope_cli_end_progress (ScopeCli *cli)
{
  g_atomic_int_set (&cli->watch->opening, 0);
  signal (SIGPIPE, SIG_DFL); /* libraries may have changed it */
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
  notify_notes (import, prefix);
  scope_trace_set_local_time (trace, cli->local_time);
  return g_object_ref (trace);
}

gboolean
scope_cli_open_pair (ScopeCli *cli, const char *baseline, ScopeTrace **ret_baseline, ScopeTrace **ret_run, GError **error)
{
  scope_cli_begin (cli, NULL);
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
  g_clear_pointer (&cli->lock_names, g_free);
  g_clear_pointer (&cli->unlock_names, g_free);
  return status;
}

static void
print_loss (const char *where, const ScopeLoss *loss)
{
  fprintf (stderr, "lanescope-cli: %s%s%s", where, *where != '\0' ? ": " : "", loss->reason);
  if (loss->bytes > 0)
    fprintf (stderr, " (%" G_GUINT64_FORMAT " bytes from byte %" G_GUINT64_FORMAT ")", loss->bytes,
             loss->from_byte);
  fputc ('\n', stderr);
}

guint
scope_cli_report_losses (ScopeCli *cli, guint limit)
{
  guint n = 0;

  for (guint i = 0; i < scope_trace_n_losses (cli->trace); i++)
    {
      ScopeLoss loss = scope_trace_loss (cli->trace, i);
      if (n++ < limit)
        print_loss ("", &loss);
    }
  for (guint m = 0; m < scope_trace_n_machines (cli->trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (cli->trace, m);
      g_autofree char *where = g_strdup_printf ("machine %u", machine->number);
      for (guint i = 0; i < scope_machine_n_losses (machine); i++)
        {
          ScopeLoss loss = scope_machine_loss (machine, i);
          if (n++ < limit)
            print_loss (where, &loss);
        }
    }
  if (n > limit)
    fprintf (stderr, "lanescope-cli: and %u %s more: “lanescope-cli dump losses” has all of them\n", n - limit,
             n - limit == 1 ? "loss" : "losses");
  return n;
}
