/* scope-cli-watch-minder.c: the thread that minds what happens while the main thread follows: signals, lines from the
 * control FIFO, the time that was given, the program's end, the status line.
 *
 * It sleeps in poll() and wakes for what happens. Only while events come does it wake by itself, to draw the status
 * line and to take samples of how late they are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/watch/scope-cli-watch.h"

#include "io/source/scope-feed.h"
#include "model/base/scope-fail.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>

#define STATUS (G_USEC_PER_SEC / 4)
#define SAMPLE (G_USEC_PER_SEC / 20)
#define PRESS (5 * G_USEC_PER_SEC) /* a program that is asked to end has so long to do it */
#define MAX_LINE 16384
#define PATIENCE (G_USEC_PER_SEC / 2) /* what is over sooner is not worth a word */
#define MAX_TOLD 20
#define SEEK (G_USEC_PER_SEC / 10)
#define SEEK_FOR (5 * G_USEC_PER_SEC) /* then following does not begin anew for a log more */

/* --- notes --- */

void
scope_watch_add_note (ScopeWatch *watch, const char *text)
{
  ScopeLiveFacts facts;
  ScopeWatchNote note = { g_get_real_time (), SCOPE_TIME_MIN, g_utf8_make_valid (text, -1) };

  scope_live_get_facts (watch->live, &facts);
  note.known = facts.known_until;
  g_mutex_lock (&watch->lock);
  g_array_append_val (watch->notes, note);
  g_mutex_unlock (&watch->lock);
}

/* --- ending --- */

/* Asks the program to end, harder each time; without one (or if it is to be left) following ends. */
static void
stop (ScopeWatch *watch)
{
  static const int signals[] = { SIGINT, SIGTERM, SIGKILL };

  watch->deadline = 0;
  if (watch->program.pid == 0 || watch->leave_running || watch->pressed >= G_N_ELEMENTS (signals))
    {
      scope_live_stop (watch->live);
      return;
    }
  watch->program.asked = TRUE;
  scope_cli_program_signal (&watch->program, watch->pressed == 0 && watch->program.by_term ? SIGTERM : signals[watch->pressed]);
  watch->pressed++;
  watch->deadline = g_get_monotonic_time () + PRESS;
}

/* Ctrl+C reaches the program as well, for it is in the terminal's group; what was sent to us alone is passed on. */
static void
interrupted (ScopeWatch *watch, const struct signalfd_siginfo *info)
{
  watch->interrupts++;
  if (watch->program.by_term)
    scope_cli_program_signal (&watch->program, SIGTERM);
  else if (info->ssi_code <= 0)
    scope_cli_program_signal (&watch->program, (int)info->ssi_signo);
  if (watch->program.pid != 0)
    watch->program.asked = TRUE;
  if (watch->interrupts >= 3 || (watch->interrupts == 2 && g_atomic_int_get (&watch->over)))
    {
      if (watch->made_fifo)
        g_unlink (watch->control);
      _exit (SCOPE_CLI_CANCELLED);
    }
  if (watch->program.pid == 0 && watch->interrupts == 1)
    scope_live_stop (watch->live);
  else if (watch->interrupts == 2)
    {
      scope_live_stop (watch->live);
      scope_cli_program_signal (&watch->program, SIGTERM);
      g_cancellable_cancel (watch->cancellable);
    }
}

static void
take_signals (ScopeWatch *watch)
{
  struct signalfd_siginfo info;

  while (read (watch->signals, &info, sizeof info) == sizeof info)
    {
      g_autofree char *text = NULL;

      if (info.ssi_signo == SIGCHLD)
        continue; /* it is looked at anyhow */
      if (info.ssi_signo != SIGUSR1)
        {
          interrupted (watch, &info);
          continue;
        }
      text = g_strdup_printf ("mark %u", ++watch->n_marks);
      scope_watch_add_note (watch, text);
    }
}

/* --- the control FIFO --- */

static void
obey (ScopeWatch *watch, const char *line)
{
  g_autoptr (GError) error = NULL;
  ScopeFeedRequest request;

  if (g_str_has_prefix (line, "mark "))
    scope_watch_add_note (watch, line + 5);
  else if (strcmp (line, "stop") == 0)
    stop (watch);
  else if (scope_feed_request_parse (line, &request))
    {
      if (!scope_import_ask (watch->import, request, &error))
        fprintf (stderr, "lanescope-cli: %s: %s\n", line, error->message);
    }
  else if (*line != '\0')
    fprintf (stderr, "lanescope-cli: %s: “%.80s”: there is “mark TEXT”, “stop”, “heap start”, “heap stop”, “heap census”, “stack start” and “stack stop”\n",
             watch->control, line);
}

static void
take_lines (ScopeWatch *watch)
{
  char bytes[4096];
  gssize n;

  while ((n = read (watch->fifo, bytes, sizeof bytes)) > 0)
    for (gssize i = 0; i < n; i++)
      if (bytes[i] == '\n')
        {
          obey (watch, watch->line->str);
          g_string_truncate (watch->line, 0);
        }
      else if (bytes[i] != '\0' && watch->line->len < MAX_LINE)
        g_string_append_c (watch->line, bytes[i]);
}

static gboolean
open_fifo (ScopeWatch *watch, GError **error)
{
  struct stat st;
  int code = 0;

  if (mkfifo (watch->control, 0600) == 0)
    watch->made_fifo = TRUE;
  else if (errno != EEXIST || stat (watch->control, &st) != 0)
    code = errno;
  else if (!S_ISFIFO (st.st_mode))
    code = EEXIST;
  if (code == 0)
    {
      /* For writing as well, so that it does not end whenever a script has written its line. */
      watch->fifo = g_open (watch->control, O_RDWR | O_NONBLOCK | O_CLOEXEC, 0);
      code = watch->fifo < 0 ? errno : 0;
    }
  if (code == 0)
    return TRUE;
  return scope_fail (error, g_io_error_from_errno (code), "--control %s: %s", watch->control,
                     code == EEXIST ? "is there already, and is no FIFO" : g_strerror (code));
}

/* --- the status line --- */

/* "1.02 M events", "16.8 MB/s", "12 events". */
static char *
count (double n, gboolean spaced, const char *unit)
{
  static const struct
  {
    double least;
    const char *prefix;
  } prefixes[] = { { 1e9, "G" }, { 1e6, "M" }, { 1e3, "k" } };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (n >= prefixes[i].least * 0.9995)
      {
        double v = n / prefixes[i].least;

        return g_strdup_printf ("%.*f %s%s%s", v < 10 ? 2 : v < 100 ? 1 : 0, v, prefixes[i].prefix, spaced ? " " : "",
                                unit);
      }
  return g_strdup_printf ("%.0f %s", n, unit);
}

static const char *
state_name (ScopeLiveState state)
{
  static const char *const names[]
      = { "waiting", "running", "quiet", "reading it again in order", "ended", "broken off" };

  return names[state];
}

static char *
describe_status (ScopeWatch *watch)
{
  ScopeLiveFacts facts;
  g_autofree char *events = NULL, *rate = NULL, *bytes = NULL;
  GString *out = g_string_new (NULL);
  guint processors;

  scope_live_get_facts (watch->live, &facts);
  g_string_append_printf (out, "%.0f s · %s", (double)(g_get_monotonic_time () - watch->began) / 1e6,
                          state_name (facts.state));
  if (facts.state == SCOPE_LIVE_WAITING)
    {
      bytes = count ((double)(facts.bytes + facts.behind_bytes), FALSE, "B");
      if (facts.bytes + facts.behind_bytes > 0)
        g_string_append_printf (out, " · %s came", bytes);
      if (facts.n_wrote > 0)
        g_string_append_printf (out, ", of %u processor%s", facts.n_wrote, facts.n_wrote == 1 ? "" : "s");
      if (facts.n_unheard > 0)
        g_string_append_printf (out, "; %u still to write", facts.n_unheard);
      return g_string_free (out, FALSE);
    }
  events = count ((double)facts.events, TRUE, "events");
  rate = count (facts.events_per_second, TRUE, "events/s");
  bytes = count (facts.bytes_per_second, FALSE, "B/s");
  processors = scope_cli_count_processors (watch->trace);
  g_string_append_printf (out, " · %s · %s · %s", events, rate, bytes);
  if (facts.lag_ns >= 0 && !scope_live_state_is_over (facts.state))
    g_string_append_printf (out, " · lag %.2f s", (double)facts.lag_ns / 1e9);
  g_string_append_printf (out, " · %u machine%s, %u processor%s", scope_trace_n_machines (watch->trace),
                          scope_trace_n_machines (watch->trace) == 1 ? "" : "s", processors,
                          processors == 1 ? "" : "s");
  if (facts.n_losses > 0)
    g_string_append_printf (out, " · %u %s", facts.n_losses, facts.n_losses == 1 ? "loss" : "losses");
  return g_string_free (out, FALSE);
}

static void
draw_status (ScopeWatch *watch)
{
  g_autofree char *text = describe_status (watch);
  struct winsize size;
  glong columns = ioctl (STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1 : 79;

  for (char *p = text; *p != '\0'; p++)
    if (*p == '\n')
      *p = ' ';
  if (g_utf8_strlen (text, -1) > columns)
    *g_utf8_offset_to_pointer (text, columns) = '\0';
  fprintf (stderr, "\r%s\033[K", text);
  fflush (stderr);
  watch->drawn = TRUE;
}

static void
wipe_status (ScopeWatch *watch)
{
  if (watch->drawn)
    fputs ("\r\033[K", stderr);
  fflush (stderr);
  watch->drawn = FALSE;
}

/* Why nothing comes, when that is new: what the source waits for, and, for who sits at a terminal, the cure. */
static void
notify_why (ScopeWatch *watch)
{
  g_autofree char *why = NULL;
  ScopeLiveFacts facts;
  gboolean apart;

  scope_live_get_facts (watch->live, &facts);
  apart = scope_live_get_writes (watch->live) == SCOPE_LIVE_WRITES_READ_WHOLE;
  if (watch->quiet || watch->n_told >= MAX_TOLD || (!apart && g_get_monotonic_time () - watch->began < PATIENCE)
      || (facts.state != SCOPE_LIVE_WAITING && facts.state != SCOPE_LIVE_QUIET))
    return;
  why = apart ? NULL : scope_import_dup_wait (watch->import);
  if (why == NULL && (watch->show_status || apart))
    why = scope_live_dup_message (watch->live);
  if (why == NULL || *why == '\0' || g_strcmp0 (why, watch->told) == 0)
    return;
  wipe_status (watch);
  fprintf (stderr, "lanescope-cli: %s\n", why);
  if (watch->n_told == 0 && facts.bytes == 0 && scope_cli_program_is_erlang (&watch->program))
    {
      fprintf (stderr, "lanescope-cli: %s\n", scope_cli_program_advice (&watch->program));
      watch->advised = TRUE;
    }
  g_free (watch->told);
  watch->told = g_steal_pointer (&why);
  watch->n_told++;
}

/* --- logs that the program writes --- */

gboolean
scope_watch_is_followed (const ScopeWatch *watch, const char *path)
{
  for (guint i = 0; watch->followed[i] != NULL; i++)
    {
      g_autofree char *whole = g_canonicalize_filename (watch->followed[i], NULL);

      if (strcmp (whole, path) == 0)
        return TRUE;
    }
  return FALSE;
}

/* What is followed and has something in it, and the others. */
static char **
join (ScopeWatch *watch, char **logs)
{
  GStrvBuilder *all = g_strv_builder_new ();
  ScopeLiveFacts facts;
  char **paths;

  scope_live_get_facts (watch->live, &facts);
  for (guint i = 0; facts.bytes > 0 && watch->followed[i] != NULL; i++)
    g_strv_builder_add (all, watch->followed[i]);
  for (guint i = 0; logs[i] != NULL; i++)
    if (facts.bytes == 0 || !scope_watch_is_followed (watch, logs[i]))
      g_strv_builder_add (all, logs[i]);
  paths = g_strv_builder_end (all);
  g_strv_builder_unref (all);
  return paths;
}

/* A program may write its logs elsewhere, and several: the sooner they are found the less was followed in vain. */
static void
seek_logs (ScopeWatch *watch)
{
  g_auto (GStrv) logs = NULL;
  gint64 now = g_get_monotonic_time ();
  guint n_others = 0;

  if (!watch->seeks || watch->again || watch->program.pid == 0 || now - watch->sought < SEEK)
    return;
  watch->sought = now;
  logs = scope_cli_program_find_written (&watch->program);
  for (guint i = 0; logs != NULL && logs[i] != NULL; i++)
    n_others += !scope_watch_is_followed (watch, logs[i]);
  if (n_others == 0)
    return;
  if (now - watch->began > SEEK_FOR)
    {
      g_strfreev (watch->also);
      watch->also = g_steal_pointer (&logs);
      return;
    }
  watch->found = join (watch, logs);
  watch->again = TRUE;
  scope_live_stop (watch->live);
}

/* --- the thread --- */

/* How late the oldest byte is that is there and not yet in the trace. */
static void
take_sample (ScopeWatch *watch)
{
  gint64 late = scope_import_lateness (watch->import);

  if (late < 0)
    return;
  g_mutex_lock (&watch->lock);
  watch->latencies[MIN (late / 1000, SCOPE_WATCH_LATENCIES)]++;
  g_mutex_unlock (&watch->lock);
}

static gint64
time_to_sleep (ScopeWatch *watch)
{
  ScopeLiveFacts facts;
  gint64 sleep = G_MAXINT64;

  scope_live_get_facts (watch->live, &facts);
  if (facts.state == SCOPE_LIVE_RUNNING)
    sleep = SAMPLE;
  else if (watch->seeks && !scope_live_state_is_over (facts.state) && g_get_monotonic_time () - watch->began < SEEK_FOR)
    sleep = SEEK;
  else if (watch->show_status)
    sleep = facts.state == SCOPE_LIVE_REMAKING ? STATUS : G_USEC_PER_SEC;
  else if (!scope_live_state_is_over (facts.state))
    sleep = G_USEC_PER_SEC; /* to see that it runs */
  if (watch->deadline != 0)
    sleep = MIN (sleep, MAX (watch->deadline - g_get_monotonic_time (), 0));
  return sleep;
}

static gboolean
is_done (ScopeWatch *watch)
{
  return g_atomic_int_get (&watch->over) && (watch->program.pid == 0 || watch->leave_running || watch->again);
}

static gpointer
mind (gpointer data)
{
  ScopeWatch *watch = data;
  struct pollfd fds[]
      = { { watch->signals, POLLIN, 0 }, { watch->wake, POLLIN, 0 }, { watch->fifo, POLLIN, 0 } };
  gint64 drawn = 0;

  while (!is_done (watch))
    {
      gint64 sleep = time_to_sleep (watch);
      guint64 value;

      poll (fds, G_N_ELEMENTS (fds), sleep == G_MAXINT64 ? -1 : (int)((sleep + 999) / 1000));
      while (read (watch->wake, &value, sizeof value) > 0)
        ;
      take_signals (watch);
      if (watch->fifo >= 0)
        take_lines (watch);
      if (scope_cli_program_look (&watch->program))
        scope_import_writer_exited (watch->import);
      if (watch->deadline != 0 && g_get_monotonic_time () >= watch->deadline)
        stop (watch);
      take_sample (watch);
      seek_logs (watch);
      notify_why (watch);
      if (watch->show_status && g_get_monotonic_time () - drawn >= STATUS)
        {
          draw_status (watch);
          drawn = g_get_monotonic_time ();
        }
    }
  wipe_status (watch);
  return NULL;
}

gboolean
scope_watch_prepare (ScopeWatch *watch, GError **error)
{
  sigset_t signals;

  g_mutex_init (&watch->lock);
  watch->notes = g_array_new (FALSE, FALSE, sizeof (ScopeWatchNote));
  watch->line = g_string_new (NULL);
  watch->fifo = -1;
  sigemptyset (&signals);
  sigaddset (&signals, SIGINT);
  sigaddset (&signals, SIGTERM);
  sigaddset (&signals, SIGHUP);
  sigaddset (&signals, SIGUSR1);
  sigaddset (&signals, SIGCHLD);
  pthread_sigmask (SIG_BLOCK, &signals, NULL);
  watch->signals = signalfd (-1, &signals, SFD_NONBLOCK | SFD_CLOEXEC);
  watch->wake = eventfd (0, EFD_NONBLOCK | EFD_CLOEXEC);
  return watch->control == NULL || open_fifo (watch, error);
}

void
scope_watch_start (ScopeWatch *watch)
{
  if (watch->began == 0)
    {
      watch->began = g_get_monotonic_time ();
      watch->deadline = watch->duration > 0 ? watch->began + watch->duration : 0;
    }
  watch->thread = g_thread_new ("minder", mind, watch);
}

void
scope_watch_join (ScopeWatch *watch)
{
  guint64 one = 1;

  g_atomic_int_set (&watch->over, 1);
  if (write (watch->wake, &one, sizeof one) != sizeof one)
    g_warn_if_reached ();
  if (watch->thread != NULL)
    g_thread_join (watch->thread);
  watch->thread = NULL;
}

void
scope_watch_clear (ScopeWatch *watch)
{
  if (watch->made_fifo)
    g_unlink (watch->control);
  if (watch->fifo >= 0)
    close (watch->fifo);
  close (watch->signals);
  close (watch->wake);
  for (guint i = 0; i < watch->notes->len; i++)
    g_free (g_array_index (watch->notes, ScopeWatchNote, i).text);
  g_array_unref (watch->notes);
  g_string_free (watch->line, TRUE);
  g_free (watch->told);
  g_strfreev (watch->found);
  g_strfreev (watch->also);
  g_free (watch->archive);
  g_clear_object (&watch->kept);
  g_mutex_clear (&watch->lock);
}
