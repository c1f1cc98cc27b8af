/* scope-window-pictures.h: the timeline as a picture: into a file, with a dialog; onto the clipboard, without. And a panel, as it
 * stands there, as a file: SVG, PDF or PNG, by the ending of its name.
 *
 * GTK records what the panel draws; cairo plays that into a file of vectors, or of pixels, two to each of the screen's. What is scrolled
 * out of sight is not in it: the views' own pictures are `lanescope-cli export`'s.
 *
 * Actions, group "win": export-picture, copy-picture, export-panel (s).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/window/scope-window-comparison.h"

G_BEGIN_DECLS

/* While two runs are compared the picture is that of both. */
void scope_window_pictures_add (ScopeHost *host, ScopeWindowComparison *comparison);
/* The open panel of that id as it is seen, into a file of the format that its name ends with; how it went is said in the window. */
void scope_window_pictures_export_panel (ScopeHost *host, const char *id, const char *path);

G_END_DECLS
