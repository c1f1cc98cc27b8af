/* scope-sim-formats.h: the decoders of simulation traces that are read element by element (scope-sim-decoder.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/common/scope-decoder.h"

G_BEGIN_DECLS

/* --- scope-sim-xml.c: simulation traces as XML --- */

/* The events are those of model/base/scope-sim-events.h (seqs and hits), in order of time if the log's seqs are, else so per processor;
 * read once, front to back. The map gives no definitions, nor names: their numbers are 0; `source` must be seekable. */
ScopeDecoder *scope_sim_xml_new (ScopeSource *source, GError **error);
ScopeDecoder *scope_sim_xml_new_map (ScopeSource *source, GError **error);

/* --- scope-perf.c: branches, as `perf script` prints them --- */

/* As above: branches and threads, times in ps from the first branch. */
ScopeDecoder *scope_perf_new (ScopeSource *source, GError **error);
ScopeDecoder *scope_perf_new_map (ScopeSource *source, GError **error);

/* --- scope-kanata.c, scope-o3pipe.c: instructions in a core's pipeline, logs of Kanata and of gem5's O3PipeView --- */

/* As above: instructions in order of coming in. */
ScopeDecoder *scope_kanata_new (ScopeSource *source, GError **error);
ScopeDecoder *scope_kanata_new_map (ScopeSource *source, GError **error);
ScopeDecoder *scope_o3pipe_new (ScopeSource *source, GError **error);
ScopeDecoder *scope_o3pipe_new_map (ScopeSource *source, GError **error);

G_END_DECLS
