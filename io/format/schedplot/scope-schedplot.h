/* scope-schedplot.h: the decoder of Schedplot folders, joined (io/source/scope-joined.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/common/scope-decoder.h"

G_BEGIN_DECLS

/* The events are those of model/base/scope-schedplot-events.h, in order of time. NULL with error: the source's list of files is
 * damaged. `source` must be seekable. */
ScopeDecoder *scope_schedplot_new (ScopeSource *source, GError **error);
/* The same without definitions, to be forked; unpacks all tracks into an unnamed file. */
ScopeDecoder *scope_schedplot_new_map (ScopeSource *source, GError **error);

G_END_DECLS
