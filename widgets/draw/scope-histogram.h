/* scope-histogram.h: how durations are spread, drawn small: for each class from 2^c to 2^(c+1) ticks how many there are (left bar)
 * and how long they take together (right bar). The same is said in words to a screen reader, and by tooltips.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_HISTOGRAM (scope_histogram_get_type ())
G_DECLARE_FINAL_TYPE (ScopeHistogram, scope_histogram, SCOPE, HISTOGRAM, GtkWidget)

/* Copied; NULL: nothing. */
void scope_histogram_set (ScopeHistogram *self, const ScopeReportTableHistogram *histogram, gint64 tick_ps);
/* That of a table, if it has one; NULL: nothing. */
void scope_histogram_show_table (ScopeHistogram *self, ScopeReportTable *table);
/* "12 from 1.02 to 2.05 µs, 18 µs together; …". Free with g_free(). */
char *scope_histogram_dup_text (ScopeHistogram *self);

G_END_DECLS
