/* scope-report-html.h: why a run is slow, as one HTML file that needs nothing from elsewhere: what it was, where the processors' time went,
 * what stands out with pictures, what would help, who was waited for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

/* Blocks. The file is written under a temporary name beside it and renamed. FALSE with error. */
gboolean scope_report_html_write (const ScopeQueryRange *within, const char *path, GError **error);

G_END_DECLS
