/* scope-derived-file.h: what was found out of a trace, in a file of its own beside its index.
 *
 *     <cache>/DIGEST-v21.h5         the index
 *     <cache>/DIGEST-v21.derived    what was found out of it, in the same form (docs/index-format.md)
 *
 * It belongs to that very file: if the index is made anew, so is this. It counts as a part of the index, and goes with it
 * (scope-cache.h). Of a trace whose index is not kept it lies in an unnamed file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-derived.h"

G_BEGIN_DECLS

#define SCOPE_DERIVED_FORMAT "lanescope-derived"
#define SCOPE_DERIVED_VERSION 8

typedef struct
{
  guint64 cache_limit; /* bytes of all indexes together; 0: not looked at */
  gboolean rebuild;    /* what is there is not used */
} ScopeDerivedOptions;

/* Opened, if there is a good one, else made and kept; from then on the trace has it (scope_trace_take_derived()). `within` says how to
 * stop, and how far it is. `options` may be NULL. Blocks. NULL with error: it could not be made; that it could not be kept is none. */
ScopeDerived *scope_derived_open (const ScopeQueryRange *within, const ScopeDerivedOptions *options, GError **error);
/* The path beside an index. Free with g_free(). */
char *scope_derived_path (const char *index);

G_END_DECLS
