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

G_END_DECLS
