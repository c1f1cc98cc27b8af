/* scope-far-file.h: the index of a trace on another computer, as a local file with holes: what is read of it comes over once.
 *
 * All but the segments (a hundredth of it) comes when it is opened, for HDF5; of the segments what is looked at. So the window, the
 * program and HDF5 read the file as if it lay here. Its name is gone as soon as HDF5 has it open.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/index/scope-index-source.h"
#include "io/remote/scope-far.h"

G_BEGIN_DECLS

/* Takes `far`. Blocks, and calls `progress` meanwhile. NULL with error. */
ScopeIndexSource *scope_far_file_new (ScopeFar *far, ScopeFarProgress progress, gpointer data, GError **error);

G_END_DECLS
