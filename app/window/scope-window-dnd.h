/* scope-window-dnd.h: files dropped on the window are opened as those given on the command line are; one that is dropped on
 * a trace may also be compared with it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/window/scope-window-comparison.h"

G_BEGIN_DECLS

void scope_window_dnd_add (ScopeHost *host, ScopeWindowComparison *comparison);

G_END_DECLS
