/* scope-far-follow.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/remote/scope-far-follow.h"

#include "io/remote/scope-far-link.h"
#include "io/source/scope-feed-brought.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-plain-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define TAIL 4096u /* of what came, the end: who begins again compares it */

/* Milliseconds to wait before each try to connect again. */
static const guint waits[] = { 0, 250, 500, 1000, 2000, 4000 };

typedef struct
{
  ScopeFeed *feed;
  const char *uri;
  ScopeFarPlace place;
  ScopeFarLink *link;
  guint32 number; /* of the log there, over this line */
  char *said;     /* what the far side said last */
  guint64 have;
  guint8 tail[TAIL];
  gsize n_tail;
  gsize n_left; /* of the tail, to compare: the line is new */
} Follow;

/* --- asking --- */

typedef struct
{
  GVariant *answer;
  GError *error;
  gboolean done;
} Asked;

static void
answered (GObject *connection, GAsyncResult *result, gpointer data)
{
  Asked *asked = data;

  asked->answer = g_dbus_connection_call_finish (G_DBUS_CONNECTION (connection), result, &asked->error);
  asked->done = TRUE;
}

/* Until the answer comes, however long that takes, or nobody wants it any more. NULL with error. */
static GVariant *
ask (Follow *self, const char *method, GVariant *arguments, const char *type, GError **error)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Asked asked = { NULL };

  g_dbus_connection_call (scope_far_link_connection (self->link), NULL, SCOPE_FAR_PATH, SCOPE_FAR_INTERFACE, method, arguments,
                          G_VARIANT_TYPE (type), G_DBUS_CALL_FLAGS_NONE, G_MAXINT, cancellable, answered, &asked);
  while (!asked.done)
    {
      if (scope_feed_is_over (self->feed))
        g_cancellable_cancel (cancellable);
      scope_feed_sleep (self->feed, -1, -1);
    }
  if (asked.answer == NULL)
    g_propagate_error (error, scope_far_link_explain (self->link, asked.error));
  return asked.answer;
}

/* --- the line --- */

static void
disconnect (Follow *self)
{
  g_clear_pointer (&self->link, scope_far_link_unref);
  g_clear_pointer (&self->said, g_free);
}

static gboolean
connect (Follow *self, GError **error)
{
  const ScopeFeedOptions *options = scope_feed_get_options (self->feed);
  g_autoptr (GVariant) answer = NULL;
  g_autofree char *program = NULL;

  self->link = scope_far_link_greet (&self->place, scope_feed_get_stop (self->feed), error);
  if (self->link == NULL)
    return FALSE;
  answer = ask (self, "Follow", g_variant_new ("(^ayub)", self->place.path, options->wait_seconds, options->patient), "(u)", error);
  if (answer != NULL)
    {
      g_variant_get (answer, "(u)", &self->number);
      self->n_left = self->n_tail;
      return TRUE;
    }
  if (error != NULL && g_error_matches (*error, G_DBUS_ERROR, G_DBUS_ERROR_UNKNOWN_METHOD))
    {
      g_clear_error (error);
      program = scope_plain_text (scope_far_link_program (self->link), "");
      scope_fail (error, G_IO_ERROR_NOT_SUPPORTED, _("%s has Lanescope %s, which cannot follow a log for another computer"),
                  self->place.host, program);
    }
  disconnect (self);
  return FALSE;
}

/* The line was cut, as `error` says: some times. FALSE with error: it cannot be taken up again. */
static gboolean
connect_again (Follow *self, GError **error)
{
  disconnect (self);
  scope_feed_notify (self->feed, "%s", (*error)->message);
  for (gsize i = 0; i < G_N_ELEMENTS (waits) && !scope_feed_is_over (self->feed); i++)
    {
      gint64 until = g_get_monotonic_time () + waits[i] * 1000;

      while (g_get_monotonic_time () < until && !scope_feed_is_over (self->feed))
        scope_feed_sleep (self->feed, -1, until - g_get_monotonic_time ());
      g_clear_error (error);
      if (connect (self, error))
        return TRUE;
      if (!g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED))
        return FALSE;
    }
  return FALSE;
}

/* --- what comes --- */

static void
keep_tail (Follow *self, const guint8 *bytes, gsize n)
{
  gsize rest = n < TAIL ? MIN (self->n_tail, TAIL - n) : 0, some = MIN (n, TAIL);

  memmove (self->tail, self->tail + self->n_tail - rest, rest);
  memcpy (self->tail + rest, bytes + n - some, some);
  self->n_tail = rest + some;
  self->have += n;
}

/* FALSE with error: what came is not what follows. */
static gboolean
take_bytes (Follow *self, GVariant *packed, GError **error)
{
  g_autoptr (GBytes) words = scope_far_unpack_words (packed, error);
  const guint8 *bytes;
  gsize n, known;

  if (words == NULL)
    return FALSE;
  bytes = g_bytes_get_data (words, &n);
  if (n > SCOPE_FAR_MOST_BYTES)
    return scope_fail (error, G_IO_ERROR_INVALID_DATA, _("What came is not what was asked for"));
  known = MIN (n, self->n_left);
  if (memcmp (bytes, self->tail + self->n_tail - self->n_left, known) != 0)
    return scope_fail (error, G_IO_ERROR_FAILED, _("%s: another log is there now"), self->uri);
  self->n_left -= known;
  if (n == known)
    return TRUE;
  keep_tail (self, bytes + known, n - known);
  scope_feed_bring (self->feed, bytes + known, n - known);
  return TRUE;
}

/* With what is said there. */
static void
take_state (Follow *self, ScopeFeedState state, const char *said)
{
  g_autofree char *plain = scope_plain_text (said, "");

  g_free (self->said);
  self->said = g_strdup (said);
  if (state == SCOPE_FEED_WAITING && *said != '\0')
    scope_feed_notify (self->feed, "%s: %s", self->place.host, plain);
  else if (state == SCOPE_FEED_WAITING)
    scope_feed_notify (self->feed, NULL);
  else if (scope_feed_state_is_end (state) && *said != '\0')
    scope_feed_finish (self->feed, state, "%s: %s", self->place.host, plain);
  else if (scope_feed_state_is_end (state))
    scope_feed_finish (self->feed, state, NULL);
}

/* Once. FALSE with error; *ret_cut: it is the line's. */
static gboolean
take_more (Follow *self, gboolean *ret_cut, GError **error)
{
  GVariant *question = g_variant_new ("(uts)", self->number, self->have - self->n_left, self->said != NULL ? self->said : "");
  g_autoptr (GVariant) answer = ask (self, "Grown", question, "(((bay)u)us)", error);
  g_autoptr (GVariant) packed = NULL;
  const char *said;
  guint32 state;

  *ret_cut = answer == NULL && error != NULL && g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED);
  if (answer == NULL)
    return FALSE;
  g_variant_get (answer, "(@((bay)u)u&s)", &packed, &state, &said);
  if (state > SCOPE_FEED_STOPPED)
    return scope_fail (error, G_IO_ERROR_INVALID_DATA, _("What came is not what was asked for"));
  if (!take_bytes (self, packed, error))
    return FALSE;
  take_state (self, (ScopeFeedState) state, said);
  return TRUE;
}

void
scope_far_follow (ScopeFeed *feed, const char *uri)
{
  g_autofree Follow *self = g_new0 (Follow, 1);
  g_autoptr (GError) error = NULL;
  gboolean ok, cut;

  self->feed = feed;
  self->uri = uri;
  ok = scope_far_place_init (&self->place, uri, &error);
  if (ok)
    {
      scope_feed_notify (feed, "%s has not answered yet", self->place.host);
      ok = connect (self, &error);
    }
  while (ok && !scope_feed_is_over (feed))
    {
      ok = take_more (self, &cut, &error);
      if (!ok && cut && !scope_feed_is_over (feed))
        ok = connect_again (self, &error);
      if (ok)
        g_clear_error (&error);
    }
  if (error != NULL && !scope_feed_is_over (feed))
    scope_feed_finish (feed, SCOPE_FEED_FAILED, "%s", error->message);
  disconnect (self);
  scope_far_place_clear (&self->place);
}
