/* scope-heap.h: how the process keeps memory that it has freed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* For a process that draws: tiles, strips and pictures of some megabytes come and go many times a second, and so much stays
 * at hand. Otherwise the system takes it back and hands it out again page by page, which takes a third of the time in which a window's
 * tiles are read. Once, at the program's start; does nothing where the C library cannot be told. */
void scope_heap_keep (void);

G_END_DECLS
