/* scope-sim-formats.h: the simulation traces that are read element by element, for scope_sim_decoder_new().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/sim/scope-sim-decoder.h"

G_BEGIN_DECLS

/* scope-sim-xml.c: simulation traces as XML. The events are those of model/base/scope-sim-events.h (seqs and hits), in order of time if
 * the log's seqs are, else so per processor; read once, front to back. */
extern const ScopeSimDecoderClass scope_sim_xml_class;
/* scope-perf.c: what `perf script` prints: branches and threads, times in ps from the first branch. */
extern const ScopeSimDecoderClass scope_perf_class;
/* scope-kanata.c, scope-o3pipe.c: instructions in a core's pipeline, in order of coming in; logs of Kanata and of gem5's O3PipeView. */
extern const ScopeSimDecoderClass scope_kanata_class;
extern const ScopeSimDecoderClass scope_o3pipe_class;

G_END_DECLS
