/* scope-ticky-table.h: how often the code of each closure was entered in a range, as a table: GHC's ticky-ticky.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

/* Those with most entries first, at most 10,000. Off the main thread. NULL with error. */
ScopeReportTable *scope_ticky_table_read (const ScopeQueryRange *within, GError **error);

G_END_DECLS
