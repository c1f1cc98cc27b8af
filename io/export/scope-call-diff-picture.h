/* scope-call-diff-picture.h: two runs compared by calls as a picture: their flame graph (model/scene/call-diff/scope-call-diff-flame.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/export/scope-picture.h"
#include "model/scene/call-diff/scope-call-diff-flame.h"

G_BEGIN_DECLS

typedef struct
{
  int width, height; /* pixels; 0: 1,600 and what is needed */
  ScopePaletteKind palette;
  double font_size;  /* 0: 11 */
} ScopeCallDiffPictureOptions;

/* Into a file; the ending of its name says of which kind. Blocks. FALSE with error: there are no calls, it cannot be written. */
gboolean scope_call_diff_picture_export (ScopeComparison *comparison, ScopeCallDiff *diff, const ScopeCallDiffPictureOptions *options,
                                         const char *path, GError **error);

G_END_DECLS
