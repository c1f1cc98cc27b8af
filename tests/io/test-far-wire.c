/* test-far-wire.c: what comes packed from afar is unpacked if it is as long as was asked for, to the byte, and refused if it is not.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/remote/scope-far-pipe.h"
#include "io/remote/scope-far-wire.h"

#include <fcntl.h>
#include <glib-unix.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define N 1000u

static void
check (gsize asked, gboolean fits, const guint8 *data, gsize n)
{
  g_autoptr (GVariant) packed = g_variant_ref_sink (scope_far_pack (data, n));
  g_autofree guint8 *out = g_malloc (asked + 1);
  g_autoptr (GError) error = NULL;

  memset (out, 0xee, asked + 1);
  g_assert_cmpint (scope_far_unpack (packed, out, asked, &error), ==, fits);
  g_assert_cmpint (error == NULL, ==, fits);
  g_assert_cmpuint (out[asked], ==, 0xee);
  if (fits)
    g_assert_cmpmem (out, asked, data, n);
}

static void
test_lengths (void)
{
  guint8 plain[N], even[N] = { 0 };

  for (guint i = 0; i < N; i++)
    plain[i] = (guint8) (i * 2654435761u >> 24); /* is not packed: it would save nothing */
  for (guint i = 0; i < 2; i++)
    {
      const guint8 *data = i == 0 ? even : plain;

      check (N, TRUE, data, N);
      check (N - 1, FALSE, data, N);
      check (N + 1, FALSE, data, N);
      check (1, FALSE, data, N);
      check (0, FALSE, data, N);
      check (1, TRUE, data, 1);
      check (0, TRUE, data, 0);
    }
}

/* A pipe that nobody reads any more is an error, and no signal. */
static void
test_broken_pipe (void)
{
  g_autoptr (GOutputStream) pipe = NULL;
  g_autoptr (GError) error = NULL;
  int ends[2];

  signal (SIGPIPE, SIG_DFL);
  g_assert_true (g_unix_open_pipe (ends, FD_CLOEXEC, NULL));
  close (ends[0]);
  g_unix_set_fd_nonblocking (ends[1], TRUE, NULL);
  pipe = scope_far_pipe_new (ends[1]);
  g_assert_cmpint (g_output_stream_write (pipe, "a", 1, NULL, &error), ==, -1);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE);
  g_clear_error (&error);
  g_assert_cmpint (g_pollable_output_stream_write_nonblocking (G_POLLABLE_OUTPUT_STREAM (pipe), "a", 1, NULL, &error), ==, -1);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/far-wire/lengths", test_lengths);
  g_test_add_func ("/far-wire/broken-pipe", test_broken_pipe);
  return g_test_run ();
}
