/* scope-far-gate.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/remote/scope-far-gate.h"

#include "io/remote/scope-far-pipe.h"
#include "io/remote/scope-far-wire.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-plain-text.h"

#include <gio/gunixinputstream.h>
#include <glib-unix.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#define HEADER 16u
#define NOISE 120u

struct _ScopeFarGate
{
  GFilterInputStream parent_instance;
  guint8 header[HEADER];
  gsize n_header;
  guint64 left; /* of the message whose header was seen */
  GMutex lock;
  GString *noise; /* NULL: none came */
  gint n_waiting, most_waiting;
};

static void pollable_init (GPollableInputStreamInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ScopeFarGate, scope_far_gate, G_TYPE_FILTER_INPUT_STREAM,
                               G_IMPLEMENT_INTERFACE (G_TYPE_POLLABLE_INPUT_STREAM, pollable_init))

static GInputStream *
base_of (gpointer gate)
{
  return g_filter_input_stream_get_base_stream (gate);
}

static guint32
number_at (const ScopeFarGate *gate, gsize at)
{
  guint32 n;

  memcpy (&n, gate->header + at, sizeof n);
  return gate->header[0] == 'l' ? GUINT32_FROM_LE (n) : GUINT32_FROM_BE (n);
}

/* Bytes of a message behind its header, as that says; 0: it is none, or it is too large. */
static guint64
message_rest (const ScopeFarGate *gate)
{
  guint64 fields = number_at (gate, 12), body = number_at (gate, 4), rest = (fields + 7) / 8 * 8 + body;

  if (gate->header[1] < 1 || gate->header[1] > 4 || gate->header[3] != 1
      || rest > SCOPE_FAR_MOST_MESSAGE)
    return 0;
  return rest;
}

static gboolean
is_noise (ScopeFarGate *gate, const guint8 *data, gsize n, GError **error)
{
  char more[NOISE];
  gssize n_more = g_pollable_input_stream_read_nonblocking (G_POLLABLE_INPUT_STREAM (base_of (gate)), more, sizeof more, NULL, NULL);

  g_mutex_lock (&gate->lock);
  if (gate->noise == NULL)
    gate->noise = g_string_new_len ((const char *) gate->header, (gssize) gate->n_header);
  g_string_append_len (gate->noise, (const char *) data, (gssize) MIN (n, NOISE));
  g_string_append_len (gate->noise, more, MAX (n_more, 0));
  g_mutex_unlock (&gate->lock);
  return scope_fail (error, G_IO_ERROR_INVALID_DATA, _("What came is no message, or too large a one"));
}

/* Looks at n more bytes. */
static gboolean
look (ScopeFarGate *gate, const guint8 *data, gsize n, GError **error)
{
  while (n > 0)
    {
      gsize some = (gsize) MIN (n, gate->left > 0 ? gate->left : HEADER - gate->n_header);

      if (gate->left > 0)
        gate->left -= some;
      else
        {
          memcpy (gate->header + gate->n_header, data, some);
          gate->n_header += some;
        }
      data += some;
      n -= some;
      if (gate->n_header > 0 && gate->header[0] != 'l' && gate->header[0] != 'B')
        return is_noise (gate, data, n, error);
      if (gate->n_header == HEADER)
        {
          gate->left = message_rest (gate);
          if (gate->left == 0)
            return is_noise (gate, data, n, error);
          gate->n_header = 0;
          if (g_atomic_int_add (&gate->n_waiting, 1) >= gate->most_waiting && gate->most_waiting > 0)
            return scope_fail (error, G_IO_ERROR_INVALID_DATA, "so many messages at a time are too many");
        }
    }

  return TRUE;
}

static gssize
seen (ScopeFarGate *gate, gconstpointer data, gssize n, GError **error)
{
  return n > 0 && !look (gate, data, (gsize) n, error) ? -1 : n;
}

static gssize
gate_read (GInputStream *stream, void *data, gsize n, GCancellable *cancellable, GError **error)
{
  return seen (SCOPE_FAR_GATE (stream), data, g_input_stream_read (base_of (stream), data, n, cancellable, error), error);
}

/* --- as far as something is there --- */

static gboolean
can_poll (GPollableInputStream *stream)
{
  return g_pollable_input_stream_can_poll (G_POLLABLE_INPUT_STREAM (base_of (stream)));
}

static gboolean
is_readable (GPollableInputStream *stream)
{
  return g_pollable_input_stream_is_readable (G_POLLABLE_INPUT_STREAM (base_of (stream)));
}

static GSource *
create_source (GPollableInputStream *stream, GCancellable *cancellable)
{
  g_autoptr (GSource) base = g_pollable_input_stream_create_source (G_POLLABLE_INPUT_STREAM (base_of (stream)), cancellable);

  return g_pollable_source_new_full (stream, base, NULL);
}

static gssize
read_nonblocking (GPollableInputStream *stream, void *data, gsize n, GError **error)
{
  return seen (SCOPE_FAR_GATE (stream), data,
               g_pollable_input_stream_read_nonblocking (G_POLLABLE_INPUT_STREAM (base_of (stream)), data, n, NULL, error), error);
}

static void
pollable_init (GPollableInputStreamInterface *iface)
{
  iface->can_poll = can_poll;
  iface->is_readable = is_readable;
  iface->create_source = create_source;
  iface->read_nonblocking = read_nonblocking;
}

/* --- life --- */

static void
scope_far_gate_finalize (GObject *object)
{
  ScopeFarGate *gate = SCOPE_FAR_GATE (object);

  if (gate->noise != NULL)
    g_string_free (gate->noise, TRUE);
  g_mutex_clear (&gate->lock);
  G_OBJECT_CLASS (scope_far_gate_parent_class)->finalize (object);
}

static void
scope_far_gate_class_init (ScopeFarGateClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_far_gate_finalize;
  G_INPUT_STREAM_CLASS (klass)->read_fn = gate_read;
}

static void
scope_far_gate_init (ScopeFarGate *gate)
{
  g_mutex_init (&gate->lock);
}

GIOStream *
scope_far_gate_open (int in, int out, guint most_waiting, ScopeFarGate **ret_gate)
{
  g_autoptr (GInputStream) base = NULL, gate = NULL;
  g_autoptr (GOutputStream) writing = NULL;

  g_unix_set_fd_nonblocking (in, TRUE, NULL);
  g_unix_set_fd_nonblocking (out, TRUE, NULL);
  base = g_unix_input_stream_new (in, TRUE);
  writing = scope_far_pipe_new (out);
  gate = g_object_new (SCOPE_TYPE_FAR_GATE, "base-stream", base, NULL);
  *ret_gate = SCOPE_FAR_GATE (gate);
  (*ret_gate)->most_waiting = (gint) most_waiting;
  return g_simple_io_stream_new (gate, writing);
}

char *
scope_far_gate_dup_noise (ScopeFarGate *gate)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&gate->lock);
  g_autofree char *valid = NULL;

  if (gate->noise == NULL)
    return NULL;
  valid = g_utf8_make_valid (gate->noise->str, (gssize) strcspn (gate->noise->str, "\r\n"));
  return scope_plain_text (valid, "");
}

void
scope_far_gate_handled (ScopeFarGate *gate)
{
  g_atomic_int_dec_and_test (&gate->n_waiting);
}
