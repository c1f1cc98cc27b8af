/* scope-report.h: what Percept2's users look up first, as tables: who ran, waited and wrote most; in which functions processes waited
 * for messages; who became runnable when, one after the other.
 *
 * Made off the main thread, of any range.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"
#include "model/scene/draw/scope-report-table.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_REPORT_LOAD,     /* how many could run and did, in stretches; its attachment is the ScopeLoad */
  SCOPE_REPORT_TOP,      /* the first ten by time in each state, by messages, and the largest messages */
  SCOPE_REPORT_WAITING,  /* by function: number, total, mean, standard deviation, longest */
  SCOPE_REPORT_ACTIVITY, /* every change between runnable and not, with how many are runnable from there on */
  SCOPE_N_REPORTS
} ScopeReportKind;

#define SCOPE_REPORT_PLACES 10u            /* of each ranking, unless said otherwise */
#define SCOPE_REPORT_MOST_CHANGES 20000u   /* rows of SCOPE_REPORT_ACTIVITY: the first of the range */

/* For people, translated. */
const char *scope_report_title (ScopeReportKind kind);
/* Whether the trace has what it is about (as far as it is read). Reads no disk. */
gboolean scope_report_has (ScopeTrace *trace, ScopeReportKind kind);
/* `places` of each ranking, if it has any. NULL with error. */
ScopeReportTable *scope_report_scene_table (const ScopeQueryRange *within, ScopeReportKind kind, guint places, GError **error);

G_END_DECLS
