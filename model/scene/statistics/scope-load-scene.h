/* scope-load-scene.h: how many could run and how many did, as a picture: Percept2's overview.
 *
 *     ruler 22     |0        |100 ms     |200 ms
 *     processes    ▂▃▅▇▅▃▂▁   running, ready above them; a line where there are as many as schedulers
 *     ports        ▁ ▁▂ ▁     if the trace has any
 *     schedulers   ▅▇▇▇▅▅▇    at work, of all there are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/statistics/scope-load.h"
#include "model/scene/draw/scope-clock.h"
#include "model/scene/draw/scope-report-table.h"
#include "model/scene/draw/scope-scene.h"

G_BEGIN_DECLS

#define SCOPE_LOAD_STRETCHES 512u /* worth asking for */
#define SCOPE_LOAD_KINDS (1u << SCOPE_KIND_PROCESS | 1u << SCOPE_KIND_THREAD | 1u << SCOPE_KIND_PORT) /* of lanes that it can be of */

/* The whole of `load` over width pixels; font_size 0: 11; `pointed`: the stretch that stands out, SCOPE_NONE: none. Free with
 * scope_scene_free(). */
ScopeScene *scope_load_scene_new (ScopeTrace *trace, const ScopeLoad *load, double width, double height,
                                  const ScopePalette *palette, double font_size, guint pointed, const ScopeClock *clock);
/* Which stretch lies under that pixel. */
guint scope_load_scene_stretch_at (const ScopeLoad *load, double width, double x);
/* "1.20–1.21 s: 3.2 running, 12.5 ready, 0.1 ports, 4 of 8 schedulers". Free with g_free(). */
char *scope_load_dup_text (ScopeTrace *trace, const ScopeLoad *load, guint i, const ScopeClock *clock);
/* All of it as a table, a row for each stretch; the ScopeLoad is its attachment. Of these lanes alone, as scope_load_read(). NULL with error. */
ScopeReportTable *scope_load_table (const ScopeQueryRange *within, const ScopeLaneId *lanes, guint n_lanes, GError **error);

G_END_DECLS
