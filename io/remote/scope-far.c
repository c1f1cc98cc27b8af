/* scope-far.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/remote/scope-far.h"

#include "io/remote/scope-far-private.h"

#include "io/index/scope-cache.h"
#include "io/index/scope-index.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-plain-text.h"

#include <glib/gi18n-lib.h>

/* What one call asks for: so little that others, which are in a hurry, need not wait long behind it. */
#define PIECE (128u * 1024u)
#define PIECE_STRETCHES 4096u
/* Calls that are under way: a long line is never idle. */
#define WINDOW 16u
/* The same of all threads together, but for one of each: the far side ends a line over which too many come. */
#define WINDOW_OF_ALL (SCOPE_FAR_MOST_CALLS / 2)
/* Milliseconds to wait before each try to connect again; and how long nobody tries after the last. */
static const guint waits[] = { 0, 250, 500, 1000, 2000, 4000 };
#define REST_US (10 * G_USEC_PER_SEC)
/* How often who waits looks whether he is still to. */
#define LOOK_US 20000

/* Who is told that the log has grown, by whichever line. */
typedef struct
{
  gatomicrefcount refs;
  void (*grew) (gpointer data);
  gpointer data;
  GDestroyNotify destroy;
} Growth;

struct _ScopeFar
{
  ScopeFarPlace place;
  char *identity;
  guint64 size;
  ScopeFarKept *kept; /* NULL: nothing is kept */
  GMutex lock;        /* of what follows */
  GCond changed;
  gboolean connecting; /* somebody does: all others wait for that */
  ScopeFarLink *link;  /* NULL: lost */
  char *failure;      /* why */
  gint64 rest_until;
  Growth *growth;     /* NULL: nobody */
  GMutex told_lock;
  ScopeFarTold told;
  gpointer told_data;
  GDestroyNotify told_destroy;
  gint under_way; /* atomic: calls, of all who read */
};

/* --- life --- */

static void
growth_unref (gpointer data)
{
  Growth *growth = data;

  if (!g_atomic_ref_count_dec (&growth->refs))
    return;
  growth->destroy (growth->data);
  g_free (growth);
}

static void
tell_growth (gpointer data)
{
  const Growth *growth = data;

  growth->grew (growth->data);
}

/* With the lock held. */
static void
watch_growth (ScopeFar *far)
{
  if (far->growth == NULL || far->link == NULL)
    return;
  g_atomic_ref_count_inc (&far->growth->refs);
  scope_far_link_set_grew (far->link, tell_growth, far->growth, growth_unref);
}

ScopeFar *
scope_far_open (const char *uri, ScopeFarProgress progress, gpointer data, GCancellable *cancellable, GError **error)
{
  ScopeFar *far = g_new0 (ScopeFar, 1);

  g_mutex_init (&far->lock);
  g_cond_init (&far->changed);
  g_mutex_init (&far->told_lock);
  if (scope_far_place_init (&far->place, uri, error))
    far->link = scope_far_link_open (&far->place, progress, data, cancellable, error);
  if (far->link == NULL)
    {
      scope_far_free (far);
      return NULL;
    }
  far->identity = g_strdup (scope_far_link_identity (far->link));
  far->size = scope_far_link_size (far->link);

  return far;
}

void
scope_far_free (ScopeFar *far)
{
  scope_far_link_unref (far->link);
  scope_far_kept_free (far->kept);
  scope_far_set_told (far, NULL, NULL, NULL);
  g_clear_pointer (&far->growth, growth_unref);
  scope_far_place_clear (&far->place);
  g_mutex_clear (&far->told_lock);
  g_cond_clear (&far->changed);
  g_mutex_clear (&far->lock);
  g_free (far->identity);
  g_free (far->failure);
  g_free (far);
}

void
scope_far_set_told (ScopeFar *far, ScopeFarTold told, gpointer data, GDestroyNotify destroy)
{
  g_mutex_lock (&far->told_lock);
  if (far->told_destroy != NULL)
    far->told_destroy (far->told_data);
  far->told = told;
  far->told_data = data;
  far->told_destroy = destroy;
  g_mutex_unlock (&far->told_lock);
}

void
scope_far_set_grew (ScopeFar *far, void (*grew) (gpointer data), gpointer data, GDestroyNotify destroy)
{
  Growth *growth = g_new (Growth, 1);

  *growth = (Growth) { .grew = grew, .data = data, .destroy = destroy };
  g_atomic_ref_count_init (&growth->refs);
  g_mutex_lock (&far->lock);
  g_clear_pointer (&far->growth, growth_unref);
  far->growth = growth;
  watch_growth (far);
  g_mutex_unlock (&far->lock);
}

void
scope_far_keep (ScopeFar *far, const char *folder, guint64 limit, gboolean anew)
{
  /* Who answers is a part of it: another program may compute otherwise. */
  g_autofree char *key = g_strdup_printf ("%s\n%s\n%s\n%" G_GUINT64_FORMAT "\n%d\n%s\n%s", far->place.host,
                                          far->place.port != NULL ? far->place.port : "", far->identity, far->size, SCOPE_INDEX_VERSION,
                                          LANESCOPE_VERSION, scope_far_link_program (far->link));

  far->kept = scope_far_kept_open (folder, key, anew);
  if (far->kept != NULL && limit > 0)
    scope_cache_trim (folder, limit, scope_far_kept_path (far->kept));
}

ScopeFarKept *
scope_far_kept (ScopeFar *far)
{
  return far->kept;
}

const char *
scope_far_identity (ScopeFar *far)
{
  return far->identity;
}

guint64
scope_far_size (ScopeFar *far)
{
  return far->size;
}

const char *
scope_far_host (ScopeFar *far)
{
  return far->place.host;
}

/* --- the line --- */

static void
tell (ScopeFar *far, const char *lost)
{
  g_mutex_lock (&far->told_lock);
  if (far->told != NULL)
    far->told (lost, far->told_data);
  g_mutex_unlock (&far->told_lock);
}

/* Tries to connect. NULL with error; *ret_for_good: trying again is of no use. */
static ScopeFarLink *
connect_again (ScopeFar *far, gboolean *ret_for_good, GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeFarLink) link = scope_far_link_open (&far->place, NULL, NULL, cancellable, error);

  *ret_for_good = link != NULL || (error != NULL && !g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED));
  if (link == NULL)
    return NULL;
  if (g_strcmp0 (scope_far_link_identity (link), far->identity) != 0 || scope_far_link_size (link) != far->size)
    return scope_fail_null (error, G_IO_ERROR_FAILED, _("%s: the trace has changed there meanwhile: open it again"), far->place.host);

  return g_steal_pointer (&link);
}

/* Until then, or until nobody wants it any more. With the lock held, which is let go meanwhile. */
static void
rest_until (ScopeFar *far, gint64 until, GCancellable *cancellable)
{
  gint64 now;

  while ((now = g_get_monotonic_time ()) < until && !g_cancellable_is_cancelled (cancellable))
    g_cond_wait_until (&far->changed, &far->lock, MIN (until, now + LOOK_US));
}

/* Some times. With the lock held, which is let go meanwhile: nobody else connects. NULL with error. */
static ScopeFarLink *
try_again (ScopeFar *far, GCancellable *cancellable, GError **error)
{
  ScopeFarLink *link = NULL;
  gboolean for_good = FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (waits) && link == NULL && !for_good; i++)
    {
      rest_until (far, g_get_monotonic_time () + waits[i] * 1000, cancellable);
      if (g_cancellable_is_cancelled (cancellable))
        break;
      g_clear_error (error);
      g_mutex_unlock (&far->lock);
      link = connect_again (far, &for_good, cancellable, error);
      g_mutex_lock (&far->lock);
    }
  return link;
}

ScopeFarLink *
scope_far_take_link (ScopeFar *far, GCancellable *cancellable, GError **error)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&far->lock);
  g_autoptr (GError) failed = NULL;

  while (far->connecting && !g_cancellable_is_cancelled (cancellable))
    g_cond_wait_until (&far->changed, &far->lock, g_get_monotonic_time () + LOOK_US);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (far->link != NULL)
    return scope_far_link_ref (far->link);
  if (g_get_monotonic_time () < far->rest_until)
    return scope_fail_null (error, G_IO_ERROR_CONNECTION_CLOSED, "%s", far->failure);
  far->connecting = TRUE;
  far->link = try_again (far, cancellable, &failed);
  far->connecting = FALSE;
  g_cond_broadcast (&far->changed);
  if (far->link != NULL)
    {
      watch_growth (far);
      tell (far, NULL);
      return scope_far_link_ref (far->link);
    }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  g_free (far->failure);
  far->failure = g_strdup (failed->message);
  far->rest_until = g_get_monotonic_time () + REST_US;
  tell (far, far->failure);
  return scope_fail_null (error, G_IO_ERROR_CONNECTION_CLOSED, "%s", far->failure);
}

void
scope_far_drop_link (ScopeFar *far, ScopeFarLink *link, GError *error)
{
  g_autoptr (GError) told = scope_far_link_explain (link, error);
  gboolean first;

  g_mutex_lock (&far->lock);
  first = far->link == link;
  if (first)
    g_clear_pointer (&far->link, scope_far_link_unref);
  g_mutex_unlock (&far->lock);
  if (first)
    tell (far, told->message);
}

/* --- reading --- */

typedef struct _Reading Reading;

/* What one call asks for. */
typedef struct
{
  Reading *reading;
  GArray *stretches; /* of ScopeFarStretch */
  gsize bytes;
  gboolean done;
} Call;

struct _Reading
{
  ScopeFar *far;
  ScopeFarTake take;
  gpointer data;
  GCancellable *cancellable; /* what is under way is not waited for any more */
  GError *error;             /* the first */
  gboolean cut;              /* it is the line's */
  guint under_way, n_done;
};

static void
call_free (gpointer data)
{
  g_array_unref (((Call *) data)->stretches);
  g_free (data);
}

static Call *
add_call (GPtrArray *calls, Reading *reading)
{
  Call *call = g_new0 (Call, 1);

  call->reading = reading;
  call->stretches = g_array_new (FALSE, FALSE, sizeof (ScopeFarStretch));
  g_ptr_array_add (calls, call);
  return call;
}

/* As many calls as it takes. */
static GPtrArray *
divide (const ScopeFarStretch *stretches, gsize n, Reading *reading)
{
  GPtrArray *calls = g_ptr_array_new_with_free_func (call_free);
  Call *call = NULL;

  for (gsize i = 0; i < n; i++)
    for (guint64 done = 0; done < stretches[i].n;)
      {
        ScopeFarStretch some = { stretches[i].at + done, 0 };

        if (call == NULL || call->bytes + SCOPE_FAR_UNIT > PIECE || call->stretches->len >= PIECE_STRETCHES)
          call = add_call (calls, reading);
        some.n = MIN (stretches[i].n - done, (PIECE - call->bytes) / SCOPE_FAR_UNIT * SCOPE_FAR_UNIT);
        g_array_append_val (call->stretches, some);
        call->bytes += (gsize) some.n;
        done += some.n;
      }

  return calls;
}

static gboolean
take_all (const Call *call, GVariant *answer, GError **error)
{
  g_autoptr (GVariant) packed = g_variant_get_child_value (answer, 0);
  g_autofree guint8 *bytes = g_malloc (call->bytes + 1);
  gsize at = 0;

  if (!scope_far_unpack (packed, bytes, call->bytes, error))
    return FALSE;
  for (guint i = 0; i < call->stretches->len; i++)
    {
      const ScopeFarStretch *stretch = &g_array_index (call->stretches, ScopeFarStretch, i);

      if (!call->reading->take (bytes + at, stretch->at, (gsize) stretch->n, call->reading->data, error))
        return FALSE;
      at += (gsize) stretch->n;
    }

  return TRUE;
}

static void
answered (GObject *connection, GAsyncResult *result, gpointer data)
{
  Call *call = data;
  Reading *reading = call->reading;
  GError *error = NULL;
  g_autoptr (GVariant) answer = g_dbus_connection_call_finish (G_DBUS_CONNECTION (connection), result, &error);
  gboolean came = answer != NULL;

  reading->under_way--;
  (void) g_atomic_int_dec_and_test (&reading->far->under_way);
  call->done = came && take_all (call, answer, &error);
  reading->n_done += call->done;
  if (error != NULL && reading->error == NULL)
    {
      reading->cut = !came && !g_dbus_error_is_remote_error (error) && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
      g_dbus_error_strip_remote_error (error);
      reading->error = g_steal_pointer (&error);
      g_cancellable_cancel (reading->cancellable);
    }
  g_clear_error (&error);
}

static gboolean
may_call (const Reading *reading)
{
  return reading->error == NULL && reading->under_way < WINDOW
         && (reading->under_way == 0 || (guint) g_atomic_int_get (&reading->far->under_way) < WINDOW_OF_ALL);
}

/* Those that are not done yet, over this line; TRUE if all are done now. */
static gboolean
run_calls (ScopeFarLink *link, GPtrArray *calls, Reading *reading)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  guint next = 0;

  reading->cancellable = cancellable;
  g_main_context_push_thread_default (context);
  while (next < calls->len || reading->under_way > 0)
    {
      for (; next < calls->len && may_call (reading); next++)
        {
          Call *call = calls->pdata[next];

          if (call->done)
            continue;
          reading->under_way++;
          g_atomic_int_inc (&reading->far->under_way);
          g_dbus_connection_call (scope_far_link_connection (link), NULL, SCOPE_FAR_PATH, SCOPE_FAR_INTERFACE, "Read",
                                  g_variant_new ("(u@a(tt))", scope_far_link_trace (link),
                                                 g_variant_new_fixed_array (G_VARIANT_TYPE ("(tt)"), call->stretches->data,
                                                                            call->stretches->len, sizeof (ScopeFarStretch))),
                                  G_VARIANT_TYPE ("((bay))"), G_DBUS_CALL_FLAGS_NONE, SCOPE_FAR_CALL_MS, cancellable, answered, call);
        }
      if (reading->error != NULL)
        next = calls->len;
      if (reading->under_way > 0)
        g_main_context_iteration (context, TRUE);
    }
  g_main_context_pop_thread_default (context);

  return reading->error == NULL;
}

gboolean
scope_far_read (ScopeFar *far, const ScopeFarStretch *stretches, gsize n, ScopeFarTake take, gpointer data, GError **error)
{
  Reading reading = { .far = far, .take = take, .data = data };
  g_autoptr (GPtrArray) calls = divide (stretches, n, &reading);

  for (guint vain = 0;; vain++)
    {
      g_autoptr (ScopeFarLink) link = scope_far_take_link (far, NULL, error);
      guint before = reading.n_done;

      if (link == NULL)
        return FALSE;
      if (run_calls (link, calls, &reading))
        return TRUE;
      if (!reading.cut || vain >= SCOPE_FAR_MOST_VAIN)
        {
          g_autofree char *words = scope_plain_text (reading.error->message, "");

          g_set_error (error, reading.error->domain, reading.error->code, "%s: %s", far->place.host, words);
          g_error_free (reading.error);
          return FALSE;
        }
      if (reading.n_done > before)
        vain = 0;
      scope_far_drop_link (far, link, g_steal_pointer (&reading.error));
    }
}

/* --- questions --- */

GArray *
scope_far_list_late (ScopeFar *far)
{
  GArray *late = far->kept != NULL ? scope_far_kept_late (far->kept) : NULL;
  g_autoptr (ScopeFarLink) link = late == NULL ? scope_far_take_link (far, NULL, NULL) : NULL;
  g_autoptr (GVariant) answer = NULL, list = NULL;
  gconstpointer stretches;
  gsize n;

  if (late != NULL)
    return late;
  late = g_array_new (FALSE, FALSE, sizeof (ScopeFarStretch));
  if (link != NULL)
    answer = g_dbus_connection_call_sync (scope_far_link_connection (link), NULL, SCOPE_FAR_PATH, SCOPE_FAR_INTERFACE, "Late",
                                          g_variant_new ("(u)", scope_far_link_trace (link)), G_VARIANT_TYPE ("(a(tt))"),
                                          G_DBUS_CALL_FLAGS_NONE, SCOPE_FAR_CALL_MS, NULL, NULL);
  if (answer == NULL)
    return late; /* if the line is cut, who reads next hears of it */
  list = g_variant_get_child_value (answer, 0);
  stretches = g_variant_get_fixed_array (list, &n, sizeof (ScopeFarStretch));
  if (n <= SCOPE_FAR_MOST_STRETCHES)
    g_array_append_vals (late, stretches, (guint) n);
  if (far->kept != NULL)
    scope_far_kept_add_late (far->kept, late);

  return late;
}

gboolean
scope_far_is_refused (ScopeFar *far, GError *failed, GError **error)
{
  g_autoptr (GError) owned = failed;
  g_autofree char *words = NULL;
  gboolean unknown = g_error_matches (failed, G_DBUS_ERROR, G_DBUS_ERROR_UNKNOWN_METHOD), remote = g_dbus_error_is_remote_error (failed);

  if (!remote && !g_error_matches (failed, G_IO_ERROR, G_IO_ERROR_CANCELLED) && !g_error_matches (failed, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT))
    return FALSE;
  g_dbus_error_strip_remote_error (failed);
  words = scope_plain_text (failed->message, "");
  if (unknown || g_error_matches (failed, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT))
    scope_fail (error, G_IO_ERROR_NOT_SUPPORTED, "%s: %s", far->place.host, words);
  else
    g_set_error (error, failed->domain, failed->code, "%s: %s", far->place.host, words);

  return TRUE;
}

/* The question that this thread has asked last was given up. */
static void
stop (ScopeFarLink *link)
{
  GDBusConnection *connection = scope_far_link_connection (link);

  g_dbus_connection_call (connection, NULL, SCOPE_FAR_PATH, SCOPE_FAR_INTERFACE, "Stop",
                          g_variant_new ("(u)", g_dbus_connection_get_last_serial (connection)), NULL, G_DBUS_CALL_FLAGS_NONE,
                          SCOPE_FAR_CALL_MS, NULL, NULL, NULL);
}

GBytes *
scope_far_ask (ScopeFar *far, GBytes *question, GCancellable *cancellable, GError **error)
{
  for (guint vain = 0;; vain++)
    {
      g_autoptr (ScopeFarLink) link = scope_far_take_link (far, cancellable, error);
      g_autoptr (GVariant) answer = NULL, words = NULL;
      GError *failed = NULL;

      if (link == NULL)
        return NULL;
      answer = g_dbus_connection_call_sync (scope_far_link_connection (link), NULL, SCOPE_FAR_PATH, SCOPE_FAR_INTERFACE, "Ask",
                                            g_variant_new ("(u@((bay)u))", scope_far_link_trace (link), scope_far_pack_words (question)),
                                            G_VARIANT_TYPE ("(((bay)u))"), G_DBUS_CALL_FLAGS_NONE, SCOPE_FAR_CALL_MS, cancellable, &failed);
      if (answer != NULL)
        {
          words = g_variant_get_child_value (answer, 0);
          return scope_far_unpack_words (words, error);
        }
      if (g_error_matches (failed, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        stop (link);
      if (vain >= SCOPE_FAR_MOST_VAIN)
        {
          g_propagate_error (error, failed);
          return NULL;
        }
      if (scope_far_is_refused (far, g_error_copy (failed), error))
        {
          g_error_free (failed);
          return NULL;
        }
      scope_far_drop_link (far, link, failed);
    }
}
