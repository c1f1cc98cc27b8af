/* scope-time-keys.h: the keys that move a view in time, the same wherever time runs from left to right.
 *
 *     W + zoom in      A ←  pan back    0  all          Home  to the start
 *     S − zoom out     D →  pan on      F  selection    End   to the end; of a trace that is followed: along with it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

G_BEGIN_DECLS

/* A key without Ctrl or Alt; `x` is the pixel of the plot that zooming leaves where it is, `width` the plot's. FALSE: it is none of
 * these keys. */
gboolean scope_time_key_pressed (ScopeView *view, guint keyval, double x, double width);

G_END_DECLS
