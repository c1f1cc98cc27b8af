/* scope-far-run.c: commands that run where the trace lies: what they print comes over, not what they read.
 *
 * Some calls are always under way, so that a long line is never idle; whoever prints there waits when nobody asks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/remote/scope-far-private.h"

#define WINDOW (SCOPE_FAR_MOST_MORE / 2)

typedef struct
{
  ScopeFarPrinted printed;
  gpointer data;
  guint64 given; /* bytes, over all lines */
  /* of this line */
  GCancellable *cancellable; /* what is under way is not waited for any more */
  guint32 job; /* its number there */
  guint64 came;
  guint under_way;
  gboolean ended;
  gboolean unwanted; /* the error is not of the line */
  GError *error;     /* the first */
  int status;
  char *said;
} Running;

static void
stop (Running *running, GError *error)
{
  if (running->error != NULL || running->ended)
    {
      g_error_free (error);
      return;
    }
  running->error = error;
  g_cancellable_cancel (running->cancellable);
}

static void
started (GObject *connection, GAsyncResult *result, gpointer data)
{
  Running *running = data;
  GError *error = NULL;
  g_autoptr (GVariant) answer = g_dbus_connection_call_finish (G_DBUS_CONNECTION (connection), result, &error);

  running->under_way--;
  if (answer == NULL)
    stop (running, error);
}

/* But for what an earlier line had brought. FALSE with error. */
static gboolean
give (Running *running, GBytes *printed, GError **error)
{
  gsize n, known = running->given > running->came ? (gsize) MIN (running->given - running->came, g_bytes_get_size (printed)) : 0;
  const char *bytes = g_bytes_get_data (printed, &n);

  running->came += n;
  if (n == known)
    return TRUE;
  running->given += n - known;
  return running->printed (bytes + known, n - known, running->data, error);
}

static void
printed_some (GObject *connection, GAsyncResult *result, gpointer data)
{
  Running *running = data;
  GError *error = NULL;
  g_autoptr (GVariant) answer = g_dbus_connection_call_finish (G_DBUS_CONNECTION (connection), result, &error), words = NULL, said = NULL;
  g_autoptr (GBytes) printed = NULL;
  gboolean ended = FALSE;
  gconstpointer bytes;
  gsize n;
  int status;

  running->under_way--;
  if (answer == NULL)
    {
      stop (running, error);
      return;
    }
  if (running->error != NULL || running->ended)
    return;
  g_variant_get (answer, "(@((bay)u)bi@ay)", &words, &ended, &status, &said);
  printed = scope_far_unpack_words (words, &error);
  if (printed == NULL || !give (running, printed, &error))
    {
      running->unwanted = TRUE;
      stop (running, error);
      return;
    }
  if (!ended)
    return;
  running->ended = TRUE;
  running->status = status;
  bytes = g_variant_get_fixed_array (said, &n, 1);
  running->said = g_strndup (n > 0 ? bytes : "", MIN (n, SCOPE_FAR_MOST_SAID));
  g_cancellable_cancel (running->cancellable); /* those that asked in vain */
}

static void
ask (ScopeFarLink *link, const char *method, GVariant *arguments, const char *type, GAsyncReadyCallback answered, Running *running)
{
  running->under_way++;
  g_dbus_connection_call (scope_far_link_connection (link), NULL, SCOPE_FAR_PATH, SCOPE_FAR_INTERFACE, method, arguments, G_VARIANT_TYPE (type),
                          G_DBUS_CALL_FLAGS_NONE, G_MAXINT, running->cancellable, answered, running);
}

/* Over this line; TRUE: to its end. */
static gboolean
run_once (ScopeFarLink *link, const char *const *words, Running *running)
{
  g_autoptr (GMainContext) context = g_main_context_new ();

  running->came = 0;
  running->job = g_random_int ();
  running->ended = FALSE;
  g_main_context_push_thread_default (context);
  ask (link, "Run", g_variant_new ("(uu^aay)", scope_far_link_trace (link), running->job, words), "()", started, running);
  while (running->under_way > 0)
    {
      while (!running->ended && running->error == NULL && running->under_way < WINDOW)
        ask (link, "More", g_variant_new ("(u)", running->job), "(((bay)u)biay)", printed_some, running);
      g_main_context_iteration (context, TRUE);
    }
  g_main_context_pop_thread_default (context);

  return running->ended;
}

/* Whoever looks may want no more: what is under way is not waited for then. */
static void
cancel (GCancellable *from, gpointer to)
{
  g_cancellable_cancel (to);
}

gboolean
scope_far_run (ScopeFar *far, const char *const *words, ScopeFarPrinted printed, gpointer data, GCancellable *cancellable,
               int *ret_status, char **ret_said, GError **error)
{
  Running running = { .printed = printed, .data = data };

  for (guint vain = 0;; vain++)
    {
      g_autoptr (ScopeFarLink) link = scope_far_take_link (far, cancellable, error);
      g_autoptr (GCancellable) own = g_cancellable_new ();
      guint64 before = running.given;
      gulong handler;
      gboolean ok;

      if (link == NULL)
        return FALSE;
      running.cancellable = own;
      handler = cancellable != NULL ? g_cancellable_connect (cancellable, G_CALLBACK (cancel), own, NULL) : 0;
      ok = run_once (link, words, &running);
      g_cancellable_disconnect (cancellable, handler);
      if (ok)
        {
          g_clear_error (&running.error);
          *ret_status = running.status;
          *ret_said = running.said;
          return TRUE;
        }
      if (running.unwanted)
        {
          g_propagate_error (error, running.error);
          return FALSE;
        }
      vain = running.given > before ? 0 : vain;
      if (scope_far_is_refused (far, g_error_copy (running.error), error))
        {
          g_error_free (running.error);
          return FALSE;
        }
      if (vain >= SCOPE_FAR_MOST_VAIN)
        {
          g_propagate_error (error, running.error);
          return FALSE;
        }
      scope_far_drop_link (far, link, g_steal_pointer (&running.error));
    }
}
