/* scope-samples.h: the decoder of text files with samples, of Percept2 and our own recorder.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/common/scope-decoder.h"

G_BEGIN_DECLS

/* The events are those of model/base/scope-sample-events.h, in order of time since the start. All is read at once. Cannot be read from
 * any place. */
ScopeDecoder *scope_samples_new (ScopeSource *source, GError **error);
/* When the start is, µs since 1970; 0: not said (Percept2: when profiling began). */
guint64 scope_samples_start (ScopeDecoder *decoder);

G_END_DECLS
