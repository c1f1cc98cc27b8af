/* scope-cli-sheet.h: see scope-cli-sheet.c. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/cli/common/scope-cli.h"

#include "model/scene/draw/scope-sheet.h"

G_BEGIN_DECLS

/* All rows in the sheet's own order, as CSV or, if the command line says so, JSON. Columns of bounds, quantities and changes are
 * written as their plain figure. FALSE with error if it cannot be written. */
gboolean scope_cli_sheet (ScopeCli *cli, ScopeSheet *sheet, GError **error);

G_END_DECLS
