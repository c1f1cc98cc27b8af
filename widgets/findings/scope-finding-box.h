/* scope-finding-box.h: one finding, unfolded: its sentence, what to change, what would be gained, its figures.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/findings/scope-findings.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A row of the list: its title, and its share of all processors' time as a bar. */
GtkWidget *scope_finding_row_new (const ScopeDiagnosis *diagnosis, guint finding);
/* `show` and `try` are called with `data` when their buttons are pressed; without a wish there is no button for it. */
GtkWidget *scope_finding_box_new (ScopeTrace *trace, const ScopeDiagnosis *diagnosis, guint finding, GCallback show, GCallback try,
                                  gpointer data);

G_END_DECLS
