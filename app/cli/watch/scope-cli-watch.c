/* scope-cli-watch.c: `lanescope-cli watch`: follows a log while it is written, or runs a program and follows its log;
 * and leaves statistics, a picture, a summary, the log itself.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/watch/scope-cli-watch.h"

#include "io/files/scope-notes-file.h"
#include "io/source/scope-feed.h"
#include "model/trace/document/scope-notes.h"
#include "app/cli/summary/scope-cli-stats.h"
#include "app/cli/export/scope-cli-timeline.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct
{
  char *eventlog, *duration, *control, *json, *save, *by_text;
  char **marks;
  gboolean quiet, exit_with_program, leave_running, patient;
  int wait_seconds;
  ScopeStatBy by;
  gint64 for_us;
  ScopeCliTimeline timeline;
  ScopePictureOptions picture;
  char **program; /* what stands behind “--” */
  char **where; /* one log or several, of one run */
  gboolean seeks; /* nobody has said where they are */
} Options;

static void
options_clear (Options *options)
{
  g_free (options->eventlog);
  g_free (options->duration);
  g_free (options->control);
  g_free (options->json);
  g_free (options->save);
  g_free (options->by_text);
  g_strfreev (options->where);
  g_strfreev (options->marks);
  scope_cli_timeline_clear (&options->timeline);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* --- what was asked for --- */

/* "30s", "500ms", "2m", "1.5h", "30". */
static gboolean
parse_duration (const char *text, gint64 *ret_us)
{
  static const struct
  {
    const char *unit;
    double us;
  } units[] = { { "", 1e6 }, { "s", 1e6 }, { "ms", 1e3 }, { "m", 60e6 }, { "min", 60e6 }, { "h", 3600e6 } };
  char *end;
  double value = g_ascii_strtod (text, &end);

  for (guint i = 0; end != text && i < G_N_ELEMENTS (units); i++)
    if (strcmp (end, units[i].unit) == 0 && value > 0 && value * units[i].us >= 1 && value * units[i].us < 1e15)
      {
        *ret_us = (gint64)(value * units[i].us);
        return TRUE;
      }
  return FALSE;
}

/* Where the logs come from: as said, or where the program writes its own. NULL with a complaint. */
static char **
find_where (const Options *options, char **arguments, char **ret_wrong)
{
  guint n = arguments != NULL ? g_strv_length (arguments) : 0;
  g_autoptr (GStrvBuilder) where = g_strv_builder_new ();
  g_autofree char *log = NULL;

  *ret_wrong = NULL;
  if (n > 1 && options->save != NULL)
    *ret_wrong = g_strdup ("--save keeps one log; the arguments of a program to run stand behind “--”");
  else if (n > 0 && options->eventlog != NULL)
    *ret_wrong = g_strdup ("it follows WHERE or --eventlog, not both");
  else if (n == 0 && options->eventlog == NULL && options->program == NULL)
    *ret_wrong = g_strdup ("it needs WHERE, or “-- PROGRAM”");
  if (*ret_wrong != NULL)
    return NULL;
  if (n > 0)
    return g_strdupv (arguments);
  log = options->eventlog != NULL ? g_strdup (options->eventlog)
                                  : scope_cli_program_find_log (options->program, g_getenv ("GHCRTS"));
  g_strv_builder_add (where, log);
  return g_strv_builder_end (where);
}

/* NULL if all is well. */
static char *
check (Options *options)
{
  ScopePictureFormat format;
  g_autoptr (GError) error = NULL;

  if (options->duration != NULL && !parse_duration (options->duration, &options->for_us))
    return g_strdup_printf ("--for %s: it takes a time, as 30s, 500ms, 2m", options->duration);
  if (!scope_cli_stats_parse_by (options->by_text, &options->by))
    return g_strdup_printf ("--by %s: there is machine, processor, process, thread, reason", options->by_text);
  if (options->wait_seconds < 0)
    return g_strdup ("--wait takes seconds");
  if (options->program == NULL && (options->exit_with_program || options->leave_running))
    return g_strdup ("--exit-with-program and --leave-running need a program to run: “-- PROGRAM”");
  if (options->timeline.picture.output == NULL)
    return NULL;
  if (!scope_picture_format_of (options->timeline.picture.output, &format, &error))
    return g_strdup (error->message);
  return scope_cli_timeline_check (&options->timeline, &options->picture);
}

/* What stands behind “--” is the program's; GOption gets what is before it, and sees that something is left. */
static gboolean
parse (ScopeCli *cli, Options *options, int argc, char **argv, int *ret_status)
{
  const GOptionEntry own[] = {
    { "eventlog", 0, 0, G_OPTION_ARG_FILENAME, &options->eventlog, "Where the program writes its log", "FILE" },
    { "for", 0, 0, G_OPTION_ARG_STRING, &options->duration, "End after so long (30s, 500ms, 2m)", "TIME" },
    { "mark", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->marks, "A note at the start", "TEXT" },
    { "control", 0, 0, G_OPTION_ARG_FILENAME, &options->control, "Take lines from there: “mark TEXT”, “stop”", "FIFO" },
    { "export", 0, 0, G_OPTION_ARG_FILENAME, &options->timeline.picture.output,
      "Leave a picture: .png, .svg or .pdf; with the options of export", "FILE" },
    { "json", 0, 0, G_OPTION_ARG_FILENAME, &options->json, "Leave a summary (-: standard output)", "FILE" },
    { "save", 0, 0, G_OPTION_ARG_FILENAME, &options->save, "Keep what came as a log of that name", "FILE" },
    { "by", 0, 0, G_OPTION_ARG_STRING, &options->by_text,
      "Statistics by machine, processor, process, thread, or reason", "WHAT" },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &options->quiet, "No status line, no statistics", NULL },
    { "wait", 0, 0, G_OPTION_ARG_INT, &options->wait_seconds, "How long to wait for the log to appear", "SECONDS" },
    { "patient", 0, 0, G_OPTION_ARG_NONE, &options->patient, "A file that nobody has open may still grow", NULL },
    { "leave-running", 0, 0, G_OPTION_ARG_NONE, &options->leave_running, "--for ends following, not the program", NULL },
    { "exit-with-program", 0, 0, G_OPTION_ARG_NONE, &options->exit_with_program, "Exit with the program's status", NULL },
    SCOPE_CLI_TIMELINE_OPTIONS (&options->timeline),
    SCOPE_CLI_PICTURE_LOOK (&options->timeline.picture, SCOPE_CLI_TIMELINE_SIZE),
    { NULL },
  };
  g_autoptr (GPtrArray) before = g_ptr_array_new ();
  g_autofree char *wrong = NULL;

  for (int i = 0; i < argc && options->program == NULL; i++)
    if (strcmp (argv[i], "--") == 0)
      options->program = argv + i + 1;
    else
      g_ptr_array_add (before, argv[i]);
  if (options->program != NULL && options->program[0] == NULL)
    {
      *ret_status = scope_cli_usage ("watch", "behind “--” it needs a program to run");
      return FALSE;
    }
  argc = (int)before->len;
  g_ptr_array_add (before, (gpointer) "--"); /* so that something is left, and it is not our complaint */
  g_ptr_array_add (before, (gpointer) "");
  g_ptr_array_add (before, NULL);
  if (!scope_cli_parse (
          cli, argc + 2, (char **)before->pdata, 0, own, "[WHERE…] [-- PROGRAM ARGUMENT…]",
          "Follows a log while it is written, or runs a program and follows its log; prints statistics at "
          "the end.",
          "WHERE is a file (which need not be there yet), a FIFO, -, unix:PATH, unix-listen:PATH, "
          "tcp://HOST:PORT or\ntcp-listen://ADDRESS:PORT; several are the logs of one run.\nErlang's trace port: dbg:trace_port(ip, "
          "4711), followed as tcp://localhost:4711.\nSIGUSR1 sets a note “mark N”; Ctrl+C ends "
          "following, and what was read is finished as a trace.",
          ret_status))
    return FALSE;
  argc = (int)g_strv_length (cli->arguments) - 1;
  g_clear_pointer (&cli->arguments[argc], g_free);
  options->where = find_where (options, cli->arguments, &wrong);
  options->seeks = options->eventlog == NULL && cli->arguments[0] == NULL && options->save == NULL;
  if (wrong == NULL)
    wrong = check (options);
  if (wrong != NULL)
    *ret_status = scope_cli_usage ("watch", "%s", wrong);
  return wrong == NULL;
}

/* --- following --- */

typedef struct
{
  ScopeWatch *watch;
  const Options *options;
  GError *error; /* the program could not be started */
} Start;

/* The log is being looked for: what bears its name now is an earlier run's. */
static void
start_program (gpointer data)
{
  Start *start = data;
  ScopeWatch *watch = start->watch;

  for (guint i = 0; start->options->marks != NULL && start->options->marks[i] != NULL; i++)
    scope_watch_add_note (watch, start->options->marks[i]);
  if (watch->program.argv != NULL && !scope_cli_program_start (&watch->program, &start->error))
    scope_live_stop (watch->live);
  scope_watch_start (watch);
}

/* A FIFO's or a socket's path is as good as an address; only of files there are earlier runs. */
static ScopeImportOptions
import_options (ScopeCli *cli, const Options *options, Start *start)
{
  ScopeImportOptions import = scope_cli_import_options (cli);

  import.follow = TRUE;
  import.save = options->save;
  import.patient = options->patient;
  import.wait_seconds = (guint)options->wait_seconds;
  import.fresh = options->program != NULL;
  import.opened = start_program;
  import.opened_data = start;
  return import;
}

/* How it ended, if not in order; in the words of the source, or else of who read it. */
static void
notify_end (ScopeWatch *watch, const GError *error)
{
  ScopeLiveFacts facts;
  g_autofree char *message = scope_live_dup_message (watch->live);

  scope_live_get_facts (watch->live, &facts);
  if (message != NULL && facts.state == SCOPE_LIVE_BROKEN)
    fprintf (stderr, "lanescope-cli: %s: %s\n", facts.source, message);
  if (error != NULL && (facts.bytes > 0 || facts.state != SCOPE_LIVE_BROKEN))
    fprintf (stderr, "lanescope-cli: %s\n", error->message);
  if (watch->program.argv != NULL && facts.bytes == 0 && facts.end == SCOPE_LIVE_FAILED)
    fputs ("lanescope-cli: A Haskell program writes its log if it was linked with -eventlog (GHC before 9.4) and "
           "-rtsopts, and is run with +RTS -l.\nIf it writes it elsewhere, --eventlog says where. What a program prints is read from a "
           "pipe: PROGRAM | lanescope-cli watch -\n",
           stderr);
}

/* Follows what is followed now, once. FALSE: nothing was read. */
static gboolean
follow_once (ScopeCli *cli, ScopeWatch *watch, const ScopeImportOptions *import, GError **error)
{
  gboolean read;

  cli->cancellable = g_cancellable_new ();
  cli->import = scope_import_new ((const char *const *)watch->followed, g_strv_length (watch->followed), import);
  cli->trace = scope_import_get_trace (cli->import);
  watch->import = cli->import;
  watch->trace = cli->trace;
  watch->live = scope_trace_get_live (cli->trace);
  watch->cancellable = cli->cancellable;
  g_atomic_int_set (&watch->over, 0);
  read = scope_import_run (cli->import, cli->cancellable, error);
  scope_watch_join (watch);
  return read;
}

/* The program runs already, and what it writes is this run's. */
static void
go_on (gpointer data)
{
  ScopeWatch *watch = ((Start *)data)->watch;

  if (watch->program.ended)
    scope_import_writer_exited (watch->import);
  scope_watch_start (watch);
}

/* The one archive among what the program left, or NULL. An Eden program puts the logs of its machines into one when it ends. */
static char *
find_archive (ScopeWatch *watch)
{
  g_auto (GStrv) left = scope_cli_program_find_left (watch->started);
  const char *found = NULL;

  for (guint i = 0; left != NULL && left[i] != NULL; i++)
    {
      guint8 head[4] = { 0 };
      int fd = g_open (left[i], O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
      gboolean zipped = fd >= 0 && read (fd, head, sizeof head) == (gssize)sizeof head && memcmp (head, "PK\3\4", sizeof head) == 0;

      if (fd >= 0)
        close (fd);
      if (!zipped || scope_watch_is_followed (watch, left[i]))
        continue;
      if (found != NULL)
        return NULL;
      found = left[i];
    }
  return g_strdup (found);
}

/* It is the whole run, on one clock; what was followed of it is not. Runs in place of the import that followed. */
static gboolean
open_archive (ScopeCli *cli, ScopeWatch *watch)
{
  ScopeImportOptions options = scope_cli_import_options (cli);
  g_autofree char *path = find_archive (watch);
  g_autoptr (ScopeImport) import = NULL;
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    return FALSE;
  import = scope_import_new ((const char *const[]) { path, NULL }, 1, &options);
  if (!scope_import_run (import, cli->cancellable, &error))
    {
      fprintf (stderr, "lanescope-cli: %s\n", error->message);
      return FALSE;
    }
  watch->kept = G_OBJECT (cli->import); /* who follows is still asked how it went */
  cli->import = g_steal_pointer (&import);
  cli->trace = scope_import_get_trace (cli->import);
  watch->archive = g_path_get_basename (path);
  fprintf (stderr, "lanescope-cli: The program put its logs into %s: what is left is of that\n", watch->archive);
  return TRUE;
}

/* Logs that the program left and that are in no trace. */
static void
notify_left (ScopeWatch *watch, gboolean read)
{
  g_auto (GStrv) left = scope_cli_program_find_left (watch->started);
  g_autoptr (GString) names = g_string_new (NULL);
  char **all = watch->also != NULL ? watch->also : left;

  for (guint i = 0; watch->seeks && all != NULL && all[i] != NULL; i++)
    {
      g_autofree char *name = g_path_get_basename (all[i]), *shown = g_filename_display_name (watch->also != NULL ? all[i] : name);

      if (!scope_watch_is_followed (watch, all[i]))
        g_string_append_printf (names, " %s", shown);
    }
  if (names->len == 0)
    return;
  fprintf (stderr, "lanescope-cli: The program wrote%s, too:%s\n",
           read ? " logs that were not followed" : " logs", names->str);
  fprintf (stderr, "lanescope-cli: They can be opened, or be followed by their names: lanescope-cli watch%s\n", names->str);
}

/* FALSE if nothing could be read. */
static gboolean
follow (ScopeCli *cli, ScopeWatch *watch, const Options *options)
{
  Start start = { watch, options, NULL };
  ScopeImportOptions import = import_options (cli, options, &start);
  g_autoptr (GError) error = NULL;
  g_autoptr (GObject) successor = NULL;
  gboolean read;

  watch->followed = options->where;
  watch->started = g_get_real_time ();
  read = follow_once (cli, watch, &import, &error);
  while (watch->again)
    {
      g_auto (GStrv) before = watch->followed != options->where ? watch->followed : NULL;

      watch->followed = g_steal_pointer (&watch->found);
      watch->again = FALSE;
      g_clear_error (&error);
      g_clear_object (&cli->import);
      g_clear_object (&cli->cancellable);
      import.fresh = FALSE;
      import.opened = go_on;
      read = follow_once (cli, watch, &import, &error);
    }
  signal (SIGPIPE, SIG_DFL);
  if (start.error == NULL && watch->program.argv != NULL && watch->seeks && open_archive (cli, watch))
    read = TRUE;
  successor = watch->archive == NULL ? scope_live_dup_successor (watch->live) : NULL;
  if (successor != NULL)
    cli->trace = SCOPE_TRACE (successor); /* kept by the live object */
  scope_cli_set_range (cli);
  if (scope_import_notice (cli->import) != NULL)
    fprintf (stderr, "lanescope-cli: %s\n", scope_import_notice (cli->import));
  if (start.error != NULL)
    fprintf (stderr, "lanescope-cli: %s\n", start.error->message);
  else if (watch->archive == NULL)
    notify_end (watch, error);
  if (start.error == NULL && watch->program.argv != NULL && watch->archive == NULL)
    notify_left (watch, read);
  if (watch->followed != options->where)
    g_strfreev (watch->followed);
  watch->followed = options->where;
  g_clear_error (&start.error);
  return read && scope_trace_n_machines (cli->trace) > 0;
}

/* --- what is left behind --- */

/* The notes go to where the window finds them. */
static gboolean
keep_notes (ScopeCli *cli, ScopeWatch *watch, GError **error)
{
  const char *digest = scope_import_digest (cli->import);
  g_autoptr (ScopeNotes) notes = NULL;
  g_autofree char *path = NULL, *old = NULL, *text = NULL;
  gint64 tick = MAX (scope_trace_tick_ps (cli->trace), 1);
  gsize n = 0;

  if (watch->notes->len == 0 || digest == NULL || cli->no_cache)
    return TRUE;
  notes = scope_notes_new ();
  path = scope_notes_file_path (digest);
  old = scope_notes_file_read (path, &n, NULL);
  if (old != NULL)
    scope_notes_add_text (notes, old, (gssize)n, tick, NULL, NULL);
  for (guint i = 0; i < watch->notes->len; i++)
    {
      const ScopeWatchNote *note = &g_array_index (watch->notes, ScopeWatchNote, i);
      gint64 time = scope_watch_note_time (cli->trace, note);

      scope_notes_add (notes, time, time, note->text, SCOPE_NOTE_YELLOW);
    }
  text = scope_notes_to_text (notes, tick);
  return scope_notes_file_write (path, text, error);
}

static gboolean
write_json (ScopeCli *cli, ScopeWatch *watch, const char *path, GError **error)
{
  g_autofree char *text = scope_watch_dup_json (cli, watch, error);

  if (text == NULL)
    return FALSE;
  if (strcmp (path, "-") == 0)
    return scope_cli_print (text, error);
  return scope_picture_write (path, (const guint8 *)text, strlen (text), error);
}

/* Each is tried; the first that fails is told at the end, the others at once. */
static void
keep_error (GError **first, GError *error)
{
  if (error == NULL)
    return;
  if (*first == NULL)
    *first = error;
  else
    {
      fprintf (stderr, "lanescope-cli: %s\n", error->message);
      g_error_free (error);
    }
}

static GError *
leave (ScopeCli *cli, ScopeWatch *watch, Options *options, gboolean read)
{
  GError *first = NULL, *error = NULL;

  if (options->json != NULL && !write_json (cli, watch, options->json, &error))
    keep_error (&first, g_steal_pointer (&error));
  if (!read)
    return first;
  if (!keep_notes (cli, watch, &error))
    keep_error (&first, g_steal_pointer (&error));
  if (options->timeline.picture.output != NULL
      && !scope_picture_export (cli->trace, &options->picture, options->timeline.picture.output, &error))
    keep_error (&first, g_steal_pointer (&error));
  if (!options->quiet && (options->json == NULL || strcmp (options->json, "-") != 0)
      && !scope_cli_stats_print (cli, options->by, &error))
    keep_error (&first, g_steal_pointer (&error));
  return first;
}

static int
exit_status (const Options *options, const ScopeCliProgram *program, int status)
{
  g_autofree char *why = NULL;

  if (!scope_cli_program_failed (program, &why))
    return options->exit_with_program && status == SCOPE_CLI_OK ? 0 : status;
  fprintf (stderr, "lanescope-cli: %s %s\n", program->argv[0], why);
  if (options->exit_with_program)
    return scope_cli_program_exit_status (program);
  return status == SCOPE_CLI_OK || status == SCOPE_CLI_LOSSES ? SCOPE_CLI_UNREADABLE : status;
}

int
scope_cli_watch (ScopeCli *cli, int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  ScopeWatch watch = { 0 };
  g_autoptr (GError) error = NULL;
  gboolean read;
  int status;

  if (!parse (cli, &options, argc, argv, &status))
    return status;
  watch.duration = options.for_us;
  watch.leave_running = options.leave_running;
  watch.control = options.control;
  watch.program.argv = options.program;
  watch.seeks = options.seeks;
  watch.quiet = options.quiet;
  watch.show_status = !options.quiet && isatty (STDERR_FILENO) == 1;
  if (!scope_watch_prepare (&watch, &error))
    {
      scope_watch_clear (&watch);
      return scope_cli_usage ("watch", "%s", error->message);
    }
  read = follow (cli, &watch, &options);
  status = SCOPE_CLI_UNREADABLE;
  {
    GError *first = leave (cli, &watch, &options, read);

    if (read || first != NULL)
      status = scope_cli_close (cli, first);
    else
      {
        cli->trace = NULL; /* there is nothing in it whose losses could be told */
        scope_cli_close (cli, NULL);
      }
  }
  status = exit_status (&options, &watch.program, status);
  scope_watch_clear (&watch);
  return status;
}
