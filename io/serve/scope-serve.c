/* scope-serve.c: see the header.
 *
 * Whoever talks to it is its own user, by way of ssh: it opens what that may open. Nothing that comes is believed all the same: sizes and
 * numbers have limits, and an answer is written before the next question is looked at.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/serve/scope-serve.h"

#include "io/serve/scope-serve-jobs.h"
#include "io/serve/scope-serve-logs.h"
#include "io/serve/scope-serve-questions.h"

#include "io/index/scope-cache.h"
#include "io/index/scope-index-parts.h"
#include "io/index/scope-index-seal.h"
#include "io/index/scope-index.h"
#include "io/index/scope-run-list.h"
#include "io/remote/scope-far-gate.h"
#include "io/remote/scope-far-wire.h"
#include "io/source/scope-fd.h"
#include "model/base/scope-fail.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PROGRESS_MS 500u
#define GROWTH_MS 2000u

typedef struct
{
  char *path; /* what was opened */
  int fd;
  guint64 size;           /* with its parts */
  guint64 root;           /* of the file alone */
  ScopeIndexParts *parts; /* behind it; NULL: it is all */
  ScopeImport *import;    /* has the trace */
  ScopeTileCache *tiles; /* NULL: nothing was asked yet */
  gboolean may_grow;     /* its program has not ended it, and nothing was told of that yet */
  gboolean is_new;       /* who opened it may not listen yet */
} Thing;

typedef struct
{
  const ScopeServeSide *side;
  ScopeServeJobs *jobs;
  ScopeServeLogs *logs;
  ScopeServeQuestions *questions;
  GDBusConnection *connection;
  ScopeFarGate *gate; /* borrowed from its stream */
  GMainContext *context;
  GHashTable *things; /* number: Thing */
  guint last;
  guint n_opening;
  gboolean of_other;         /* who greeted makes other indexes */
  GCancellable *cancellable; /* the pipe has ended */
} Serve;

static void
thing_free (gpointer data)
{
  Thing *thing = data;

  close (thing->fd);
  scope_index_parts_free (thing->parts);
  g_clear_object (&thing->tiles);
  g_object_unref (thing->import);
  g_free (thing->path);
  g_free (thing);
}

/* --- Open --- */

typedef struct
{
  Serve *serve;
  GDBusMethodInvocation *invocation;
  char *path;
  ScopeImport *import;
  GSource *timer;
  int told; /* thousandths; -1: nothing yet */
} Opening;

/* The path as it is meant; NULL with error. No device, pipe or socket, which might never end. `may_come`: it need not be there. */
static char *
find_path (const char *given, gboolean may_come, GError **error)
{
  g_autofree char *path = NULL;
  struct stat st;

  if (*given == '\0' || strlen (given) > SCOPE_FAR_MOST_PATH)
    return scope_fail_null (error, G_IO_ERROR_INVALID_ARGUMENT, "that is no path");
  path = g_canonicalize_filename (given, g_get_home_dir ());
  if (stat (path, &st) != 0)
    {
      int failed = errno;

      if (may_come && (failed == ENOENT || failed == ENOTDIR))
        return g_steal_pointer (&path);
      g_autofree char *name = g_filename_display_name (path);

      return scope_fail_null (error, g_io_error_from_errno (failed), "%s: %s", name, g_strerror (failed));
    }
  if (!S_ISREG (st.st_mode) && !S_ISDIR (st.st_mode))
    return scope_fail_null (error, G_IO_ERROR_NOT_REGULAR_FILE, "that is neither a file nor a folder");

  return g_steal_pointer (&path);
}

static gboolean
tell_progress (gpointer data)
{
  Opening *opening = data;
  int permille = (int) (CLAMP (scope_trace_get_progress (scope_import_get_trace (opening->import)), 0, 1) * 1000);

  if (permille != opening->told)
    g_dbus_connection_emit_signal (opening->serve->connection, NULL, SCOPE_FAR_PATH, SCOPE_FAR_INTERFACE, "Progress",
                                   g_variant_new ("(u)", (guint) permille), NULL);
  opening->told = permille;
  return G_SOURCE_CONTINUE;
}

/* The index that there is now. NULL with error. */
static Thing *
open_index (ScopeImport *import, guint64 *ret_own, GError **error)
{
  gboolean complete = FALSE;
  const char *path = scope_trace_index_path (scope_import_get_trace (import), NULL, &complete);
  Thing *thing;
  struct stat st;
  int fd;

  if (path == NULL || !complete)
    return scope_fail_null (error, G_IO_ERROR_FAILED, "no index could be kept there: %s",
                            scope_import_notice (import) != NULL ? scope_import_notice (import) : "the reason is not known");
  fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || fstat (fd, &st) != 0 || !scope_index_seal_read_own (fd, ret_own))
    {
      if (fd >= 0)
        close (fd);
      return scope_fail_null (error, G_IO_ERROR_FAILED, "the index that was kept there cannot be read");
    }
  scope_cache_hold (fd);
  thing = g_new (Thing, 1);
  *thing = (Thing) { .fd = fd, .size = (guint64) st.st_size, .root = (guint64) st.st_size, .import = g_object_ref (import) };
  thing->parts = scope_index_parts_of (path);
  if (thing->parts != NULL && scope_index_parts_lay_out (thing->parts, thing->root))
    thing->size = scope_index_parts_end (thing->parts);
  else
    g_clear_pointer (&thing->parts, scope_index_parts_free);

  return thing;
}

/* Whether some log was not at its end when it was read. */
static gboolean
has_open_end (ScopeTrace *trace)
{
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    if (!scope_trace_machine (trace, m)->complete)
      return TRUE;
  return FALSE;
}

static gboolean
tell_growth (gpointer data)
{
  Serve *serve = data;
  GHashTableIter iter;
  gpointer number, value;

  g_hash_table_iter_init (&iter, serve->things);
  while (g_hash_table_iter_next (&iter, &number, &value))
    {
      Thing *thing = value;
      ScopeRun *run = thing->may_grow ? scope_import_get_run (thing->import) : NULL;

      if (run == NULL || thing->is_new)
        {
          thing->is_new = FALSE;
          continue;
        }
      scope_run_check_source (run);
      if (scope_run_facts (run)->source != SCOPE_RUN_SOURCE_CHANGED)
        continue;
      thing->may_grow = FALSE;
      g_dbus_connection_emit_signal (serve->connection, NULL, SCOPE_FAR_PATH, SCOPE_FAR_INTERFACE, "Grew",
                                     g_variant_new ("(u)", GPOINTER_TO_UINT (number)), NULL);
    }
  return G_SOURCE_CONTINUE;
}

static void
opened (GObject *source, GAsyncResult *result, gpointer data)
{
  Opening *opening = data;
  Serve *serve = opening->serve;
  g_autoptr (GError) error = NULL;
  guint64 own = 0;
  Thing *thing = scope_import_run_finish (opening->import, result, &error) ? open_index (opening->import, &own, &error) : NULL;

  g_source_destroy (opening->timer);
  g_source_unref (opening->timer);
  serve->n_opening--;
  if (thing != NULL)
    {
      g_autofree char *identity = scope_index_seal_dup_identity (own);

      thing->path = g_steal_pointer (&opening->path);
      thing->may_grow = has_open_end (scope_import_get_trace (opening->import));
      thing->is_new = TRUE;
      g_hash_table_insert (serve->things, GUINT_TO_POINTER (++serve->last), thing);
      g_dbus_method_invocation_return_value (opening->invocation, g_variant_new ("(ust)", serve->last, identity, thing->root));
    }
  else
    g_dbus_method_invocation_return_gerror (opening->invocation, error);
  g_object_unref (opening->import);
  g_free (opening->path);
  g_free (opening);
}

static gboolean
open_trace (Serve *serve, GVariant *arguments, GDBusMethodInvocation *invocation, GError **error)
{
  g_autoptr (GVariant) bytes = g_variant_get_child_value (arguments, 0);
  g_autofree char *path = NULL;
  const char *paths[2] = { NULL };
  Opening *opening;

  if (serve->of_other)
    return scope_fail (error, G_IO_ERROR_NOT_SUPPORTED, "indexes are of another version here: it takes the same on both");
  if (g_hash_table_size (serve->things) + serve->n_opening >= SCOPE_FAR_MOST_OPEN)
    return scope_fail (error, G_IO_ERROR_TOO_MANY_OPEN_FILES, "no more than %u traces can be open", SCOPE_FAR_MOST_OPEN);
  paths[0] = path = find_path (g_variant_get_bytestring (bytes), FALSE, error);
  if (path == NULL)
    return FALSE;
  opening = g_new0 (Opening, 1);
  opening->serve = serve;
  opening->invocation = invocation;
  opening->told = -1;
  opening->import = scope_import_new (paths, 1, &serve->side->options);
  opening->path = g_steal_pointer (&path);
  opening->timer = g_timeout_source_new (PROGRESS_MS);
  g_source_set_callback (opening->timer, tell_progress, opening, NULL);
  g_source_attach (opening->timer, serve->context);
  serve->n_opening++;
  scope_import_run_async (opening->import, serve->cancellable, opened, opening);
  return TRUE;
}

/* --- the others --- */

static gboolean
greet (Serve *serve, GVariant *arguments, GDBusMethodInvocation *invocation, GError **error)
{
  guint version;

  g_variant_get (arguments, "(&su)", NULL, &version);
  serve->of_other = version != SCOPE_INDEX_VERSION;
  g_dbus_method_invocation_return_value (invocation, g_variant_new ("(su)", LANESCOPE_VERSION, SCOPE_INDEX_VERSION));
  return TRUE;
}

static Thing *
find_thing (Serve *serve, GVariant *arguments, GError **error)
{
  g_autoptr (GVariant) number = g_variant_get_child_value (arguments, 0);
  Thing *thing = g_hash_table_lookup (serve->things, GUINT_TO_POINTER (g_variant_get_uint32 (number)));

  return thing != NULL ? thing : scope_fail_null (error, G_IO_ERROR_NOT_FOUND, "there is no such trace open");
}

/* Bytes of all stretches; -1 with error: they are not to be had. */
static gssize
add_up (const ScopeFarStretch *stretches, gsize n, guint64 size, GError **error)
{
  guint64 sum = 0;

  for (gsize i = 0; i < n; i++)
    {
      if (stretches[i].at > size || stretches[i].n > size - stretches[i].at || stretches[i].n > SCOPE_FAR_MOST_BYTES)
        return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, "there are no such bytes") - 1;
      sum += stretches[i].n;
    }
  if (n > SCOPE_FAR_MOST_STRETCHES || sum > SCOPE_FAR_MOST_BYTES)
    return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, "so much at a time is too much") - 1;

  return (gssize) sum;
}

/* Of the root and its parts, as one. */
static gboolean
read_stretch (const Thing *thing, guint8 *data, gsize n, guint64 at)
{
  gsize here = at < thing->root ? (gsize) MIN (n, thing->root - at) : 0;

  return scope_fd_read (thing->fd, data, here, at) == here
         && (here == n || (thing->parts != NULL && scope_index_parts_read_bytes (thing->parts, data + here, n - here, at + here)));
}

static gboolean
read_bytes (Serve *serve, GVariant *arguments, GDBusMethodInvocation *invocation, GError **error)
{
  const Thing *thing = find_thing (serve, arguments, error);
  g_autoptr (GVariant) list = g_variant_get_child_value (arguments, 1);
  gsize n, at = 0;
  const ScopeFarStretch *stretches = g_variant_get_fixed_array (list, &n, sizeof *stretches);
  gssize sum = thing != NULL ? add_up (stretches, n, thing->size, error) : -1;
  g_autofree guint8 *data = sum >= 0 ? g_malloc ((gsize) sum + 1) : NULL;

  if (data == NULL)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    {
      if (!read_stretch (thing, data + at, (gsize) stretches[i].n, stretches[i].at))
        return scope_fail (error, G_IO_ERROR_FAILED, "the index cannot be read there any more");
      at += (gsize) stretches[i].n;
    }
  g_dbus_method_invocation_return_value (invocation, g_variant_new ("(@(bay))", scope_far_pack (data, at)));
  return TRUE;
}

/* What it is asked is for who gave `answer` to say. */
static gboolean
answer_question (Serve *serve, GVariant *arguments, GDBusMethodInvocation *invocation, GError **error)
{
  Thing *thing = find_thing (serve, arguments, error);
  g_autoptr (GVariant) packed = g_variant_get_child_value (arguments, 1);
  g_autoptr (GBytes) question = NULL, answer = NULL;
  ScopeTrace *trace;

  question = thing != NULL ? scope_far_unpack_words (packed, error) : NULL;
  if (question == NULL)
    return FALSE;
  if (serve->side->takes_long (question))
    return scope_serve_questions_ask (serve->questions, thing->import, question, invocation, error);
  trace = scope_import_get_trace (thing->import);
  if (thing->tiles == NULL)
    thing->tiles = scope_tile_cache_new (G_OBJECT (trace), 0, 1);
  answer = serve->side->answer (trace, thing->tiles, question, NULL, error);
  return answer != NULL && scope_serve_questions_return (invocation, answer, error);
}

static gboolean
stop_question (Serve *serve, GVariant *arguments, GDBusMethodInvocation *invocation, GError **error)
{
  guint32 serial;

  g_variant_get (arguments, "(u)", &serial);
  scope_serve_questions_stop (serve->questions, serial);
  g_dbus_method_invocation_return_value (invocation, NULL);
  return TRUE;
}

static gboolean
run_command (Serve *serve, GVariant *arguments, GDBusMethodInvocation *invocation, GError **error)
{
  const Thing *thing = find_thing (serve, arguments, error);
  g_autoptr (GVariant) list = g_variant_get_child_value (arguments, 2);
  g_autofree const char **words = NULL;
  g_auto (GStrv) command = NULL;
  guint32 job;
  gsize n;

  if (thing == NULL)
    return FALSE;
  g_variant_get_child (arguments, 1, "u", &job);
  words = g_variant_get_bytestring_array (list, &n);
  if (n == 0 || n > SCOPE_FAR_MOST_ARGUMENTS || g_variant_get_size (list) > SCOPE_FAR_MOST_ARGUMENT_BYTES)
    return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, "that is no command");
  command = serve->side->command (words, thing->path, serve->side->data, error);
  if (command == NULL || !scope_serve_jobs_start (serve->jobs, job, (const char *const *) command, error))
    return FALSE;
  g_dbus_method_invocation_return_value (invocation, NULL);
  return TRUE;
}

static gboolean
hand_out_more (Serve *serve, GVariant *arguments, GDBusMethodInvocation *invocation, GError **error)
{
  guint32 job;

  g_variant_get (arguments, "(u)", &job);
  return scope_serve_jobs_more (serve->jobs, job, invocation, error);
}

static gboolean
follow_log (Serve *serve, GVariant *arguments, GDBusMethodInvocation *invocation, GError **error)
{
  g_autoptr (GVariant) bytes = g_variant_get_child_value (arguments, 0);
  g_autofree char *path = find_path (g_variant_get_bytestring (bytes), TRUE, error);
  gboolean patient;
  guint32 wait, number;

  if (path == NULL)
    return FALSE;
  g_variant_get_child (arguments, 1, "u", &wait);
  g_variant_get_child (arguments, 2, "b", &patient);
  number = scope_serve_logs_follow (serve->logs, path, wait, patient, error);
  if (number == 0)
    return FALSE;
  g_dbus_method_invocation_return_value (invocation, g_variant_new ("(u)", number));
  return TRUE;
}

static gboolean
hand_out_grown (Serve *serve, GVariant *arguments, GDBusMethodInvocation *invocation, GError **error)
{
  const char *known;
  guint32 number;
  guint64 from;

  g_variant_get (arguments, "(ut&s)", &number, &from, &known);
  return scope_serve_logs_grown (serve->logs, number, from, known, invocation, error);
}

static gboolean
list_late (Serve *serve, GVariant *arguments, GDBusMethodInvocation *invocation, GError **error)
{
  const Thing *thing = find_thing (serve, arguments, error);
  const char *path = thing != NULL ? scope_trace_index_path (scope_import_get_trace (thing->import), NULL, NULL) : NULL;
  g_autoptr (GArray) late = path != NULL ? scope_index_list_late (path) : NULL;

  if (thing == NULL)
    return FALSE;
  if (late != NULL && late->len > SCOPE_FAR_MOST_STRETCHES)
    g_clear_pointer (&late, g_array_unref);
  g_dbus_method_invocation_return_value (
      invocation, g_variant_new ("(@a(tt))", g_variant_new_fixed_array (G_VARIANT_TYPE ("(tt)"), late != NULL ? late->data : NULL,
                                                                        late != NULL ? late->len : 0, sizeof (ScopeFarStretch))));
  return TRUE;
}

static gboolean
close_trace (Serve *serve, GVariant *arguments, GDBusMethodInvocation *invocation, GError **error)
{
  g_autoptr (GVariant) number = g_variant_get_child_value (arguments, 0);

  if (find_thing (serve, arguments, error) == NULL)
    return FALSE;
  g_hash_table_remove (serve->things, GUINT_TO_POINTER (g_variant_get_uint32 (number)));
  g_dbus_method_invocation_return_value (invocation, NULL);
  return TRUE;
}

static void
called (GDBusConnection *connection, const char *sender, const char *path, const char *interface, const char *method, GVariant *arguments,
        GDBusMethodInvocation *invocation, gpointer data)
{
  static const struct
  {
    const char *name;
    gboolean (*answer) (Serve *serve, GVariant *arguments, GDBusMethodInvocation *invocation, GError **error);
  } methods[] = { { "Hello", greet }, { "Open", open_trace }, { "Read", read_bytes }, { "Ask", answer_question },
                  { "Run", run_command }, { "More", hand_out_more }, { "Late", list_late }, { "Close", close_trace },
                  { "Follow", follow_log }, { "Grown", hand_out_grown }, { "Stop", stop_question } };
  Serve *serve = data;
  GError *error = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (methods); i++)
    if (strcmp (method, methods[i].name) == 0 && !methods[i].answer (serve, arguments, invocation, &error))
      g_dbus_method_invocation_take_error (invocation, error);
  /* Who asks and does not listen is not asked further. */
  g_dbus_connection_flush_sync (connection, NULL, NULL);
  scope_far_gate_handled (serve->gate);
}

/* --- life --- */

static void
ended (GDBusConnection *connection, gboolean vanished, GError *error, gpointer data)
{
  g_cancellable_cancel (((Serve *) data)->cancellable);
}

gboolean
scope_serve_run (int in, int out, const ScopeServeSide *side, GError **error)
{
  static const GDBusInterfaceVTable vtable = { .method_call = called };
  Serve serve = { .side = side };
  g_autoptr (GSource) growth = g_timeout_source_new (GROWTH_MS);
  g_autoptr (GIOStream) stream = scope_far_gate_open (in, out, SCOPE_FAR_MOST_CALLS, &serve.gate);
  g_autoptr (GMainContext) context = g_main_context_ref_thread_default ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GHashTable) things = g_hash_table_new_full (NULL, NULL, NULL, thing_free);
  g_autoptr (GDBusConnection) connection
      = g_dbus_connection_new_sync (stream, NULL, G_DBUS_CONNECTION_FLAGS_DELAY_MESSAGE_PROCESSING, NULL, NULL, error);

  if (connection == NULL)
    return FALSE;
  serve.context = context;
  serve.cancellable = cancellable;
  serve.things = things;
  serve.connection = connection;
  g_dbus_connection_set_exit_on_close (connection, FALSE);
  g_signal_connect (connection, "closed", G_CALLBACK (ended), &serve);
  if (g_dbus_connection_register_object (connection, SCOPE_FAR_PATH, scope_far_interface (), &vtable, &serve, NULL, error) == 0)
    return FALSE;
  serve.jobs = scope_serve_jobs_new ();
  serve.logs = scope_serve_logs_new ();
  serve.questions = scope_serve_questions_new (side->answer);
  g_source_set_callback (growth, tell_growth, &serve, NULL);
  g_source_attach (growth, context);
  g_dbus_connection_start_message_processing (connection);
  while (!g_cancellable_is_cancelled (cancellable) || serve.n_opening > 0)
    g_main_context_iteration (context, TRUE);
  g_source_destroy (growth);
  scope_serve_jobs_free (serve.jobs);
  scope_serve_logs_free (serve.logs);
  scope_serve_questions_free (serve.questions);
  g_signal_handlers_disconnect_by_data (connection, &serve);
  return TRUE;
}
