/* scope-report-table-private.h: what the files of the table share: scope-report-table.c (making, reading, text) and -sort.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"

G_BEGIN_DECLS

struct _ScopeReportTable
{
  gatomicrefcount ref_count;
  ScopeTrace *trace;
  GArray *columns; /* of ScopeReportTableColumn */
  GArray *rows;    /* of ScopeReportTableRow */
  GArray *values;  /* of double, `stride` a row */
  guint stride;
  GPtrArray *words;
  GHashTable *word_numbers; /* word → number + 1 */
  char *summary;
  char *why_empty;
  ScopeReportTableHistogram *histogram;
  GArray *extra;
  gpointer attachment;
  GDestroyNotify attachment_free;
  ScopeClock clock; /* main thread; of a trace */
};

G_END_DECLS
