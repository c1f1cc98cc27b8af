/* scope-gains-file.h: what findings' changes would gain, in a file of its own beside the index: DIGEST-v36.gains.
 *
 * A line of text that says what it belongs to, with a checksum, and those of scope-gains.c. It goes with the index.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/findings/scope-gains.h"

G_BEGIN_DECLS

/* The path beside an index. Free with g_free(). */
char *scope_gains_path (const char *index);
/* From now on they are kept there. `own` is what tells the index from any other. */
void scope_gains_keep_file (ScopeDerived *derived, const char *index, guint64 own);

G_END_DECLS
