/* scope-align-text.h: lines with tabs between their cells become columns that line up, for a terminal.
 *
 * Widths are those of the lines that are there when the first ones are written (512); who needs more later widens its column from there on.
 * So a table of any length takes no more memory than these.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ScopeAlignText ScopeAlignText;

ScopeAlignText *scope_align_text_new (guint n_columns);
void scope_align_text_free (ScopeAlignText *align);
/* Takes bytes as they come, in UTF-8; the first line is the heading. Appends to `out` what can be told already. */
void scope_align_text_add (ScopeAlignText *align, const char *bytes, gsize n, GString *out);
/* What is left. */
void scope_align_text_end (ScopeAlignText *align, GString *out);

G_END_DECLS
