/* scope-growth-table.h: how a program grows over several runs, as tables and in words. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/scene/draw/scope-report-table.h"
#include "model/trace/runs/scope-growth.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_GROWTH_LAWS,   /* a row a part: its law, and what it says of an x that nobody ran */
  SCOPE_GROWTH_POINTS, /* a row a point: time, speed-up, efficiency */
  SCOPE_GROWTH_SPLIT,  /* a row a point and part: processors × time, split */
} ScopeGrowthTable;

/* Free with scope_report_table_unref(). */
ScopeReportTable *scope_growth_table_new (const ScopeGrowth *growth, ScopeGrowthTable table);
/* Rows of the laws that are worth a person's look: the wholes, and what takes a share now or ahead. Free with g_free(). */
guint *scope_growth_table_rows (const ScopeGrowth *growth, guint *ret_n);
/* One line: "msort: 20 runs on 1 to 16 HECs, strong scaling". Free with g_free(). */
char *scope_growth_dup_title (const ScopeGrowth *growth);
/* "64", "1,000". Free with g_free(). */
char *scope_growth_format_x (double x);
/* "64 HECs", "n = 1,000". Free with g_free(). */
char *scope_growth_dup_x (const ScopeGrowth *growth, double x);
/* What it comes to, a sentence each: what is the limit ahead, what grows fastest, what could not be told. NULL-terminated; free with
 * g_strfreev(). */
char **scope_growth_dup_words (const ScopeGrowth *growth);

G_END_DECLS
