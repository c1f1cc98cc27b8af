/* scope-calipers-table.h: what lies between the calipers, as a table: functions with the time they had to themselves, instructions, events by
 * kind; above it the sums in a sentence.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/calipers/scope-calipers.h"
#include "model/scene/draw/scope-report-table.h"

G_BEGIN_DECLS

/* Of one core, or of all together (`within->lane` NULL). Off the main thread. NULL with error. Columns of events of which there are none are
 * left out. The calipers (ScopeCalipers) are attached. */
ScopeReportTable *scope_calipers_table (const ScopeQueryRange *within, ScopeCalipersHow how, GError **error);
/* The sentence: "12,500 ps = 12.5 ns · 25 cycles of 500 ps (inferred) · 37 instructions · L1D Misses: 2". Free with g_free(). */
char *scope_calipers_dup_text (const ScopeCalipers *calipers, gint64 tick_ps);

G_END_DECLS
