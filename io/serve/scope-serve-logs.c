/* scope-serve-logs.c: see the header.
 *
 * A feed (io/source/scope-feed.h) knows how a log grows and ends. Who asks for more waits on a thread of GLib's pool; one question of a log
 * waits at a time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/serve/scope-serve-logs.h"

#include "io/remote/scope-far-wire.h"
#include "io/source/scope-feed.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-task.h"

#define LOOK_US (500 * G_TIME_SPAN_MILLISECOND) /* whether something else is said */
#define MOST_SHORT 8u /* looks: a log that is shorter than it was for so long is another one */

typedef struct
{
  ScopeFeed *feed;
  char *name;    /* its path, for people */
  gboolean busy; /* a question waits */
} Log;

struct _ScopeServeLogs
{
  GPtrArray *logs; /* of Log */
  GCancellable *cancellable;
  guint n_busy;
};

static void
log_free (gpointer data)
{
  Log *log = data;

  scope_feed_free (log->feed);
  g_free (log->name);
  g_free (log);
}

ScopeServeLogs *
scope_serve_logs_new (void)
{
  ScopeServeLogs *logs = g_new0 (ScopeServeLogs, 1);

  logs->logs = g_ptr_array_new_with_free_func (log_free);
  logs->cancellable = g_cancellable_new ();
  return logs;
}

void
scope_serve_logs_free (ScopeServeLogs *logs)
{
  g_cancellable_cancel (logs->cancellable);
  while (logs->n_busy > 0)
    g_main_context_iteration (NULL, TRUE);
  g_ptr_array_unref (logs->logs);
  g_object_unref (logs->cancellable);
  g_free (logs);
}

guint32
scope_serve_logs_follow (ScopeServeLogs *logs, const char *path, guint32 wait_seconds, gboolean patient, GError **error)
{
  const ScopeFeedOptions options = { .wait_seconds = MIN (wait_seconds, SCOPE_FAR_MOST_WAIT), .patient = patient };
  ScopeFeed *feed;
  Log *log;

  if (logs->logs->len >= SCOPE_FAR_MOST_LOGS)
    return scope_fail (error, G_IO_ERROR_TOO_MANY_OPEN_FILES, "no more than %u logs can be followed", SCOPE_FAR_MOST_LOGS);
  feed = scope_feed_open (path, &options, error);
  if (feed == NULL)
    return 0;
  log = g_new0 (Log, 1);
  log->feed = feed;
  log->name = g_filename_display_name (path);
  g_ptr_array_add (logs->logs, log);

  return logs->logs->len;
}

/* --- what comes --- */

typedef struct
{
  ScopeServeLogs *logs;
  Log *log;
  guint64 from;
  char *known;
  /* what is answered */
  GBytes *bytes;
  ScopeFeedState state;
  char *said;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_free (question->known);
  g_free (question->said);
  if (question->bytes != NULL)
    g_bytes_unref (question->bytes);
  g_free (question);
}

/* FALSE with error: they are not there, though the feed had them. */
static gboolean
read_bytes (Question *question, GError **error)
{
  ScopeSource *source = scope_feed_source (question->log->feed);
  gint64 there = scope_source_size (source);
  gsize n = there > (gint64) question->from ? (gsize) MIN ((guint64) there - question->from, SCOPE_FAR_MOST_BYTES) : 0;
  guint8 *bytes = g_malloc (n + 1);
  gssize got = n > 0 ? scope_source_pread (source, bytes, n, question->from, error) : 0;

  question->bytes = g_bytes_new_take (bytes, (gsize) MAX (got, 0));
  return got >= 0;
}

/* On another thread: until there is something to say. */
static gpointer
wait_for_more (gpointer invocation, gconstpointer given, GCancellable *cancellable, GError **error)
{
  Question *question = (Question *) given;
  ScopeFeed *feed = question->log->feed;
  ScopeFeedFacts facts;

  for (guint n_short = 0; n_short < MOST_SHORT;)
    {
      question->state = scope_feed_wait (feed, question->from, LOOK_US, cancellable);
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      g_free (question->said);
      question->said = scope_feed_dup_message (feed);
      if (question->state != SCOPE_FEED_WAITING || g_strcmp0 (question->said != NULL ? question->said : "", question->known) != 0)
        return GINT_TO_POINTER (read_bytes (question, error));
      scope_feed_facts (feed, &facts);
      n_short = facts.there && facts.bytes < question->from ? n_short + 1 : 0;
    }
  return scope_fail_null (error, G_IO_ERROR_INVALID_ARGUMENT, "%s: another log is there now", question->log->name);
}

static void
waited (GObject *invocation, GAsyncResult *result, gpointer data)
{
  const Question *question = scope_task_question (result);
  GError *error = NULL;

  question->log->busy = FALSE;
  question->logs->n_busy--;
  if (scope_task_answer (result, &error) == NULL)
    g_dbus_method_invocation_take_error (G_DBUS_METHOD_INVOCATION (invocation), error);
  else
    g_dbus_method_invocation_return_value (G_DBUS_METHOD_INVOCATION (invocation),
                                           g_variant_new ("(@((bay)u)us)", scope_far_pack_words (question->bytes), question->state,
                                                          question->said != NULL ? question->said : ""));
}

gboolean
scope_serve_logs_grown (ScopeServeLogs *logs, guint32 number, guint64 from, const char *known, GDBusMethodInvocation *invocation,
                        GError **error)
{
  Log *log = number > 0 && number <= logs->logs->len ? logs->logs->pdata[number - 1] : NULL;
  Question *question;

  if (log == NULL)
    return scope_fail (error, G_IO_ERROR_NOT_FOUND, "there is no such log");
  if (log->busy || from > G_MAXINT64)
    return scope_fail (error, G_IO_ERROR_BUSY, "so much at a time is too much");
  log->busy = TRUE;
  logs->n_busy++;
  question = g_new0 (Question, 1);
  question->logs = logs;
  question->log = log;
  question->from = from;
  question->known = g_strdup (known);
  scope_task_give (invocation, wait_for_more, question, question_free, NULL, logs->cancellable, waited, NULL);
  return TRUE;
}
