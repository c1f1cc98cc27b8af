/* scope-processor-averages.h: how each processor spent its time over several runs of one configuration, as a table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"
#include "model/trace/runs/scope-run-processors.h"

G_BEGIN_DECLS

/* A row for each processor of each configuration: mean and deviation of the share of each state, for people; times, too, in CSV. Its
 * summary says how many are left out. Free with scope_report_table_unref(). */
ScopeReportTable *scope_processor_averages_table_new (ScopeRunSet *set);

G_END_DECLS
