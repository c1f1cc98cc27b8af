/* scope-cli-report-table.h: see scope-cli-report-table.c. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/cli/common/scope-cli.h"

#include "model/scene/draw/scope-report-table.h"

G_BEGIN_DECLS

/* All rows in the table's own order, as CSV or, if the command line says so, JSON. Columns of bounds, quantities and changes are
 * written as their plain figure. FALSE with error if it cannot be written. */
gboolean scope_cli_report_table (ScopeCli *cli, ScopeReportTable *table, GError **error);

G_END_DECLS
