/* scope-far-pipe.h: writes to a pipe that nobody may read any more: that is an error, and no signal, which would end the program.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Of a descriptor that does not block, which is the stream's from now on. Free with g_object_unref(). */
GOutputStream *scope_far_pipe_new (int fd);

G_END_DECLS
