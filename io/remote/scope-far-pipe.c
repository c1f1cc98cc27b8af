/* scope-far-pipe.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/remote/scope-far-pipe.h"

#include <gio/gunixoutputstream.h>
#include <signal.h>

#define SCOPE_TYPE_FAR_PIPE (scope_far_pipe_get_type ())
G_DECLARE_FINAL_TYPE (ScopeFarPipe, scope_far_pipe, SCOPE, FAR_PIPE, GFilterOutputStream)

struct _ScopeFarPipe
{
  GFilterOutputStream parent_instance;
};

static void pollable_init (GPollableOutputStreamInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ScopeFarPipe, scope_far_pipe, G_TYPE_FILTER_OUTPUT_STREAM,
                               G_IMPLEMENT_INTERFACE (G_TYPE_POLLABLE_OUTPUT_STREAM, pollable_init))

static GOutputStream *
base_of (gpointer pipe)
{
  return g_filter_output_stream_get_base_stream (pipe);
}

/* The signal goes to the thread that writes, and is taken from it before it does anything: whatever the program wants it to do elsewhere,
 * as to end with a pager, stays. */
static gssize
write_quietly (gpointer pipe, const void *data, gsize n, gboolean wait, GCancellable *cancellable, GError **error)
{
  const struct timespec now = { 0, 0 };
  sigset_t broken, before, pending;
  gssize written;

  sigemptyset (&broken);
  sigaddset (&broken, SIGPIPE);
  sigpending (&pending);
  pthread_sigmask (SIG_BLOCK, &broken, &before);
  written = wait ? g_output_stream_write (base_of (pipe), data, n, cancellable, error)
                 : g_pollable_output_stream_write_nonblocking (G_POLLABLE_OUTPUT_STREAM (base_of (pipe)), data, n, cancellable, error);
  if (written < 0 && sigismember (&pending, SIGPIPE) == 0)
    sigtimedwait (&broken, NULL, &now);
  pthread_sigmask (SIG_SETMASK, &before, NULL);

  return written;
}

static gssize
pipe_write (GOutputStream *stream, const void *data, gsize n, GCancellable *cancellable, GError **error)
{
  return write_quietly (stream, data, n, TRUE, cancellable, error);
}

/* --- as far as there is room --- */

static gboolean
can_poll (GPollableOutputStream *stream)
{
  return g_pollable_output_stream_can_poll (G_POLLABLE_OUTPUT_STREAM (base_of (stream)));
}

static gboolean
is_writable (GPollableOutputStream *stream)
{
  return g_pollable_output_stream_is_writable (G_POLLABLE_OUTPUT_STREAM (base_of (stream)));
}

static GSource *
create_source (GPollableOutputStream *stream, GCancellable *cancellable)
{
  g_autoptr (GSource) base = g_pollable_output_stream_create_source (G_POLLABLE_OUTPUT_STREAM (base_of (stream)), cancellable);

  return g_pollable_source_new_full (stream, base, NULL);
}

static gssize
write_nonblocking (GPollableOutputStream *stream, const void *data, gsize n, GError **error)
{
  return write_quietly (stream, data, n, FALSE, NULL, error);
}

static void
pollable_init (GPollableOutputStreamInterface *iface)
{
  iface->can_poll = can_poll;
  iface->is_writable = is_writable;
  iface->create_source = create_source;
  iface->write_nonblocking = write_nonblocking;
}

static void
scope_far_pipe_class_init (ScopeFarPipeClass *klass)
{
  G_OUTPUT_STREAM_CLASS (klass)->write_fn = pipe_write;
}

static void
scope_far_pipe_init (ScopeFarPipe *pipe)
{
}

GOutputStream *
scope_far_pipe_new (int fd)
{
  g_autoptr (GOutputStream) base = g_unix_output_stream_new (fd, TRUE);

  return g_object_new (SCOPE_TYPE_FAR_PIPE, "base-stream", base, NULL);
}
