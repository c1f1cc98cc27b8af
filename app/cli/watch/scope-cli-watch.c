/* scope-cli-watch.c: `lanescope-cli watch`: follows a log while it is written, or runs a program and follows its log;
 * and leaves statistics, a picture, a summary, the log itself.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/watch/scope-cli-watch.h"

#include "app/cli/watch/scope-cli-node.h"

#include "io/files/scope-notes-file.h"
#include "io/files/scope-log-sets.h"
#include "model/base/scope-each.h"
#include "model/base/scope-parse-time.h"
#include "model/trace/document/scope-notes.h"
#include "app/cli/summary/scope-cli-stats.h"
#include "app/cli/export/scope-cli-timeline.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

typedef struct
{
  ScopeCliTimeline timeline;
  char *eventlog, *duration, *control, *summary, *save;
  gboolean json;
  char **marks;
  gboolean quiet, exit_with_program, leave_running, patient;
  char *wait;
  guint wait_seconds;
  ScopeStatBy by;
  gint64 for_us;
  ScopeNode node;
  char **program; /* what stands behind “--” */
  char **where; /* one log or several, of one run */
  gboolean seeks; /* nobody has said where they are */
} Options;

static void
clear (gpointer data)
{
  g_strfreev (((Options *) data)->where);
  scope_node_unprepare (&((Options *) data)->node); /* the rest is the options' */
}

/* --- what was asked for --- */

/* "30s", "500ms", "2m", "1.5h", "30": in µs. */
static gboolean
parse_duration (const char *text, gint64 *ret_us)
{
  const char *end;
  __int128 ps;

  if (!scope_parse_time (text, "s", &end, &ps) || *end != '\0' || ps < 0 || ps / 1000000 >= (__int128) 1e15)
    return FALSE;
  *ret_us = (gint64) (ps / 1000000);
  return TRUE;
}

/* The node is what is followed, and what attaches to it the program. NULL, or a complaint. */
static char *
find_node (Options *options, guint n)
{
  char *wrong;

  if (options->node.name == NULL)
    return options->node.cookie != NULL || options->node.record != NULL ? g_strdup ("--cookie and --record need --node") : NULL;
  if (n > 0 || options->eventlog != NULL || options->program != NULL)
    return g_strdup ("it follows --node or what else is named, not both");
  wrong = scope_cli_node_prepare (&options->node);
  if (wrong != NULL)
    return wrong;
  options->program = options->node.argv;
  options->where = g_new0 (char *, 2);
  options->where[0] = g_strdup (options->node.where);
  return NULL;
}

/* Where the logs come from: as said, or where the program writes its own. NULL, or a complaint. */
static char *
find_where (Options *options, char **arguments)
{
  guint n = arguments != NULL ? g_strv_length (arguments) : 0;
  g_autofree char *log = NULL;
  char *wrong = find_node (options, n);

  if (wrong != NULL || options->where != NULL)
    return wrong;
  if (n > 1 && options->save != NULL)
    return g_strdup ("--save keeps one log; the arguments of a program to run stand behind “--”");
  if (n > 0 && options->eventlog != NULL)
    return g_strdup ("it follows WHERE or --eventlog, not both");
  if (n == 0 && options->eventlog == NULL && options->program == NULL)
    return g_strdup ("it needs WHERE, --node or “-- PROGRAM”");
  options->seeks = n == 0 && options->eventlog == NULL && options->save == NULL;
  log = n > 0 || options->eventlog != NULL ? g_strdup (options->eventlog)
                                           : scope_cli_program_find_log (options->program, g_getenv ("GHCRTS"));
  options->where = n > 0 ? g_strdupv (arguments) : g_strdupv ((char *[]) { log, NULL });
  return NULL;
}

/* NULL if all is well. */
static char *
check (ScopeCli *cli, Options *options)
{
  ScopePictureFormat format;
  g_autoptr (GError) error = NULL;
  char *wrong = find_where (options, cli->arguments);
  gint64 wait = 0;

  if (wrong != NULL)
    return wrong;
  if (options->duration != NULL && (!parse_duration (options->duration, &options->for_us) || options->for_us < 1))
    return g_strdup_printf ("--for %s: it takes a time, as 30s, 500ms, 2m", options->duration);
  if (options->wait != NULL && (!parse_duration (options->wait, &wait) || wait > G_MAXUINT32))
    return g_strdup_printf ("--wait %s: it takes a time, as 30s, 500ms, 2m", options->wait);
  options->wait_seconds = (guint) ((wait + G_USEC_PER_SEC - 1) / G_USEC_PER_SEC);
  if (options->program == NULL && (options->exit_with_program || options->leave_running))
    return g_strdup ("--exit-with-program and --leave-running need a program to run: “-- PROGRAM”");
  if (options->timeline.picture.output == NULL)
    return NULL;
  if (!scope_picture_format_of (options->timeline.picture.output, &format, &error))
    return g_strdup (error->message);
  return scope_cli_timeline_check (cli, options);
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
  import.wait_seconds = options->wait_seconds;
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
  if (watch->program.argv != NULL && facts.bytes == 0 && facts.end == SCOPE_LIVE_FAILED && !watch->advised)
    fprintf (stderr, "lanescope-cli: %s\n", scope_cli_program_advice (&watch->program));
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

/* What came over a pipe or a socket is in no file that anybody has named. */
static void
notify_kept (ScopeCli *cli, const ScopeWatch *watch)
{
  g_auto (GStrv) streams = scope_import_dup_streams (cli->import);
  const char *digest = scope_import_digest (cli->import);

  if (streams != NULL && digest != NULL && !watch->quiet)
    fprintf (stderr, "lanescope-cli: What came is kept as run:%.8s, as long as there is room%s\n", digest,
             streams[1] == NULL ? "; --save FILE keeps it as a file" : "");
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
  if (read)
    notify_kept (cli, watch);
  if (watch->followed != options->where)
    g_strfreev (watch->followed);
  watch->followed = options->where;
  g_clear_error (&start.error);
  return read && scope_trace_n_machines (cli->trace) > 0;
}

/* --- what is left behind --- */

static gboolean
keep_notes_of (ScopeCli *cli, ScopeWatch *watch, const char *digest, GError **error)
{
  g_autoptr (ScopeNotes) notes = NULL;
  g_autofree char *path = NULL, *old = NULL, *text = NULL;
  gint64 tick = MAX (scope_trace_tick_ps (cli->trace), 1);
  gsize n = 0;
  gboolean ok;
  int lock;

  notes = scope_notes_new ();
  path = scope_notes_file_path (digest);
  /* A window that shows it may be writing, too. */
  lock = scope_notes_file_lock (path);
  old = scope_notes_file_read (path, &n, NULL);
  if (old != NULL)
    scope_notes_add_text (notes, old, (gssize)n, tick, NULL, NULL);
  SCOPE_EACH (const ScopeWatchNote, note, watch->notes)
    {
      gint64 time = scope_watch_note_time (cli->trace, note);

      scope_notes_add (notes, time, time, note->text, SCOPE_NOTE_YELLOW);
    }
  text = scope_notes_to_text (notes, tick);
  ok = scope_notes_file_write (path, text, error);
  scope_notes_file_unlock (lock);
  return ok;
}

/* The notes go to where the window finds them: of the log that was followed, and of the one that it was saved as. */
static gboolean
keep_notes (ScopeCli *cli, ScopeWatch *watch, const char *save, GError **error)
{
  const char *digest = scope_import_digest (cli->import);
  g_autoptr (ScopeArchive) archive = NULL;
  g_autofree char *saved = NULL;

  if (watch->notes->len == 0 || cli->no_cache)
    return TRUE;
  archive = save != NULL ? scope_log_sets_open (&save, 1, NULL, NULL) : NULL;
  saved = archive != NULL ? scope_archive_digest (archive) : NULL;
  return (digest == NULL || keep_notes_of (cli, watch, digest, error))
         && (saved == NULL || g_strcmp0 (saved, digest) == 0 || keep_notes_of (cli, watch, saved, error));
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
leave (ScopeCli *cli, ScopeWatch *watch, const Options *options, gboolean read)
{
  const ScopePictureOptions picture = scope_cli_timeline_picture (&options->timeline);
  GError *first = NULL, *error = NULL;

  if (options->summary != NULL && !write_json (cli, watch, options->summary, &error))
    keep_error (&first, g_steal_pointer (&error));
  if (options->json && !write_json (cli, watch, "-", &error))
    keep_error (&first, g_steal_pointer (&error));
  if (!read)
    return first;
  if (!keep_notes (cli, watch, options->save, &error))
    keep_error (&first, g_steal_pointer (&error));
  if (options->timeline.picture.output != NULL
      && !scope_picture_export (cli->trace, &picture, options->timeline.picture.output, &error))
    keep_error (&first, g_steal_pointer (&error));
  if (!options->quiet && !options->json
      && !scope_cli_stats_print (cli, &(ScopeCliStats) { .by = options->by }, &error))
    keep_error (&first, g_steal_pointer (&error));
  return first;
}

static int
exit_status (const Options *options, const ScopeCliProgram *program, int status)
{
  g_autofree char *why = NULL;

  if (!scope_cli_program_failed (program, &why))
    return options->exit_with_program && status == SCOPE_CLI_BROKEN_OFF ? SCOPE_CLI_OK : status;
  fprintf (stderr, "lanescope-cli: %s %s\n", program->argv[0], why);
  if (options->exit_with_program)
    return scope_cli_program_exit_status (program);
  return status == SCOPE_CLI_OK || status == SCOPE_CLI_LOSSES || status == SCOPE_CLI_BROKEN_OFF ? SCOPE_CLI_UNREADABLE : status;
}

/* Not if what is left is of an archive that the program wrote in the end; nor if the program ended because we asked it to, or all is
 * well with it and only the log does not say so. */
static gboolean
is_broken_off (const ScopeWatch *watch)
{
  ScopeLiveFacts facts;
  g_autofree char *why = NULL;

  scope_live_get_facts (watch->live, &facts);
  if (facts.end == SCOPE_LIVE_UNMARKED && watch->program.ended && !scope_cli_program_failed (&watch->program, &why))
    return FALSE;
  return watch->archive == NULL && !watch->program.asked && facts.state == SCOPE_LIVE_BROKEN;
}

static int
watch_and_leave (ScopeCli *cli, Options *options)
{
  ScopeWatch watch = { .duration = options->for_us, .leave_running = options->leave_running, .control = options->control,
                       .program = { .argv = options->program, .envp = options->node.envp, .by_term = options->node.name != NULL },
                       .advised = options->node.name != NULL, .seeks = options->seeks, .quiet = options->quiet,
                       .show_status = !options->quiet && isatty (STDERR_FILENO) == 1 };
  g_autoptr (GError) error = NULL;
  GError *first;
  gboolean read, broken_off = FALSE;
  int status = SCOPE_CLI_UNREADABLE;

  if (!scope_watch_prepare (&watch, &error))
    {
      scope_watch_clear (&watch);
      return scope_cli_usage ("watch", "%s", error->message);
    }
  read = follow (cli, &watch, options);
  first = leave (cli, &watch, options, read);
  broken_off = is_broken_off (&watch);
  if (read || first != NULL)
    status = scope_cli_close (cli, first);
  else
    {
      cli->trace = NULL; /* there is nothing in it whose losses could be told */
      scope_cli_close (cli, NULL);
    }
  if (status == SCOPE_CLI_OK && broken_off)
    status = SCOPE_CLI_BROKEN_OFF;
  status = exit_status (options, &watch.program, status);
  scope_watch_clear (&watch);
  return status;
}

/* “--json=FILE” is what scripts of earlier versions say for “--summary=FILE”, and “--json=-” for “--json”. Those that say “--json FILE” are
 * told: FILE would be taken for a log. FALSE: that is so. */
static gboolean
read_earlier (int n, char **argv, GPtrArray *kept)
{
  for (int i = 1; i < n; i++)
    {
      if (strcmp (argv[i], "--json") == 0 && i + 1 < n && g_str_has_suffix (argv[i + 1], ".json"))
        return FALSE;
      if (!g_str_has_prefix (argv[i], "--json="))
        continue;
      argv[i] = strcmp (argv[i], "--json=-") == 0 ? g_strdup ("--json") : g_strconcat ("--summary=", argv[i] + strlen ("--json="), NULL);
      g_ptr_array_add (kept, argv[i]);
    }
  return TRUE;
}

/* What stands behind “--” is the program's. */
static int
enter (ScopeCli *cli, int argc, char **argv)
{
  g_autoptr (GPtrArray) kept = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *wrong = NULL;
  Options *options;
  int n = 0, status;

  while (n < argc && strcmp (argv[n], "--") != 0)
    n++;
  if (n == argc - 1)
    return scope_cli_usage ("watch", "behind “--” it needs a program to run");
  if (!read_earlier (n, argv, kept))
    return scope_cli_usage ("watch", "--json takes no file, as everywhere: it writes to standard output. --summary=FILE leaves a file");
  options = scope_cli_parse (cli, &scope_cli_watch, n, argv, &status);
  if (options == NULL)
    return status;
  options->program = n < argc ? argv + n + 1 : NULL;
  wrong = check (cli, options);
  status = wrong != NULL ? scope_cli_usage ("watch", "%s", wrong) : watch_and_leave (cli, options);
  scope_cli_free_options (&scope_cli_watch, options);
  return status;
}

const ScopeCliCommand scope_cli_watch = {
  .name = "watch",
  .about = "follow a program while it runs: status, statistics, a picture, a summary",
  .enter = enter,
  .takes = SCOPE_CLI_TAKES_NOTHING,
  .usage = "[WHERE…] [--node NAME@HOST] [-- PROGRAM ARGUMENT…]",
  .summary = "Follows a log while it is written, or runs a program and follows its log; prints statistics at the end.",
  .description = "WHERE is a file (which need not be there yet), a FIFO, -, unix:PATH, unix-listen:PATH, "
                 "tcp://HOST:PORT,\ntcp-listen://ADDRESS:PORT or ssh://HOST/PATH, a file on another computer; several are the logs of one run.\nErlang's trace port: "
                 "dbg:trace_port(ip, 4711), followed as tcp://localhost:4711.\nSIGUSR1 sets a note “mark N”; Ctrl+C ends "
                 "following, and what was read is finished as a trace.",
  .options = (const ScopeCliOption[]) {
    { "eventlog", G_OPTION_ARG_FILENAME, offsetof (Options, eventlog), "Where the program writes its log", "FILE" },
    { "node", G_OPTION_ARG_STRING, offsetof (Options, node.name), "Record that node of Erlang, which is running", "NAME@HOST" },
    { "cookie", G_OPTION_ARG_FILENAME, offsetof (Options, node.cookie), "Its cookie, if it is not the user's own", "FILE" },
    { "record", G_OPTION_ARG_STRING, offsetof (Options, node.record), "What, by lanescope.erl's names, with commas", "WHAT" },
    { "for", G_OPTION_ARG_STRING, offsetof (Options, duration), "End after so long (30s, 500ms, 2m)", "TIME" },
    { "mark", G_OPTION_ARG_STRING_ARRAY, offsetof (Options, marks), "A note at the start", "TEXT" },
    { "control", G_OPTION_ARG_FILENAME, offsetof (Options, control), "Take lines from there: “mark TEXT”, “stop”, “heap start”, …", "FIFO" },
    { "export", G_OPTION_ARG_FILENAME, offsetof (Options, timeline.picture.output),
      "Leave a picture: .png, .svg or .pdf; with the options of export", "FILE" },
    { "json", G_OPTION_ARG_NONE, offsetof (Options, json), "The summary as JSON" },
    { "summary", G_OPTION_ARG_FILENAME, offsetof (Options, summary), "Leave the summary, as JSON, in a file", "FILE" },
    { "save", G_OPTION_ARG_FILENAME, offsetof (Options, save), "Keep what came as a log of that name", "FILE" },
    { "by", G_OPTION_ARG_INT, offsetof (Options, by), "Statistics by machine, processor, process, thread, or reason", "WHAT",
      SCOPE_CLI_STATS_BY },
    { "quiet", G_OPTION_ARG_NONE, offsetof (Options, quiet), "No status line, no statistics", .letter = 'q' },
    { "wait", G_OPTION_ARG_STRING, offsetof (Options, wait), "How long to wait for the log to appear: 30s, 2m", "TIME" },
    { "patient", G_OPTION_ARG_NONE, offsetof (Options, patient), "A file that nobody has open may still grow" },
    { "leave-running", G_OPTION_ARG_NONE, offsetof (Options, leave_running), "--for ends following, not the program" },
    { "exit-with-program", G_OPTION_ARG_NONE, offsetof (Options, exit_with_program), "Exit with the program's status" },
    SCOPE_CLI_TIMELINE_OPTIONS,
    SCOPE_CLI_PICTURE_LOOK (SCOPE_CLI_TIMELINE_SIZE),
    { NULL } },
  .size = sizeof (Options),
  .clear = clear,
};
