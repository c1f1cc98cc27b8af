/* scope-timeline-popovers.h: the popovers that choose how the timeline looks: which lines it draws between lanes, what its columns
 * show, how the call stacks of cores are drawn.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/timeline/scope-choice-popover.h"

G_BEGIN_DECLS

/* Messages, streams, migrations, wake-ups; and the view's message filter, which the list of messages follows too. */
GtkWidget *scope_lines_popover_new (void);
/* What the button that opens it says: "Messages", "Messages (filtered)", "Lines". Free with g_free(). */
char *scope_lines_popover_dup_label (ScopeView *view);

/* What a column of the timeline shows, by what it is coloured, and which instants are ticks. */
GtkWidget *scope_columns_popover_new (void);

/* Which misses, barriers and the like are marks on the bars of calls, with their glyphs; what colours say; whether the depth is a line. The
 * chart of the panel "Call Graph" follows it too. Its first checks are those of ScopeHitKind. */
GtkWidget *scope_calls_popover_new (void);
/* Whether there is anything to choose in this trace: cores with call stacks. */
gboolean scope_calls_popover_is_of_use (ScopeView *view);

G_END_DECLS
