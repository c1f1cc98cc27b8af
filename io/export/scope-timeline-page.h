/* scope-timeline-page.h: a timeline as one HTML file that pans and zooms in a browser, without a server and without anything else.
 *
 *     zoom 0   [       whole        ]     each level halves the last one's tiles; a tile is a PNG, inside of the file
 *     zoom 1   [   half   |         ]
 *     zoom 2   [ 1/4 |    |    |    ]
 *
 * Names, ruler, legend and what lies under the pointer come beside it. Further in than the last zoom its tiles are stretched, and the page
 * says so.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/export/scope-picture.h"

G_BEGIN_DECLS

#define SCOPE_TIMELINE_PAGE_MOST 9u
#define SCOPE_TIMELINE_PAGE_AUTO G_MAXUINT /* five zooms beside the whole; fewer where very many lanes make each tile very high */

/* `zooms`: up to SCOPE_TIMELINE_PAGE_MOST, or SCOPE_TIMELINE_PAGE_AUTO. Blocks; one tile after the other, so memory holds one. The width of the options is not looked at. The file is written under a temporary
 * name beside it and renamed. FALSE with error. */
gboolean scope_timeline_page_export (ScopeTrace *trace, const ScopePictureOptions *options, guint zooms, const char *path, GError **error);

G_END_DECLS
