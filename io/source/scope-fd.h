/* scope-fd.h: all that was asked of a descriptor, whatever breaks it into pieces.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Reads the n bytes from `offset` on. Returns how many there are: fewer at the end (errno: 0), or when it fails. */
gsize scope_fd_read (int fd, gpointer data, gsize n, guint64 offset);
/* Writes n bytes at `offset`; -1: where it stands. Returns how many were written; fewer when it fails (errno, ENOSPC if nothing
 * says why). */
gsize scope_fd_write (int fd, gconstpointer data, gsize n, gint64 offset);

G_END_DECLS
