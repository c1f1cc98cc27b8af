/* scope-compare-picture.h: a comparison as a picture.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/export/scope-picture.h"
#include "model/trace/compare/scope-comparison.h"

G_BEGIN_DECLS

typedef struct
{
  int width, height;  /* pixels; 0: 1,600 and as high as the rows need */
  ScopePaletteKind palette;
  double font_size, lane_height; /* 0: 11, and what fits */
  double scale;       /* PNG: 0: 1 */
  gboolean difference_only;
  ScopePictureFormat format;
  ScopeTimeMap *map;
  ScopePairing *pairing; /* or NULL: the activity only */
} ScopeComparePictureOptions;

/* Of what the run's view shows. Blocks, and changes the views: give it copies. The file's bytes; NULL with error. */
GByteArray *scope_compare_picture_draw (ScopeView *run, ScopeView *baseline, const ScopeComparePictureOptions *options,
                                        GError **error);
/* A whole comparison, or [from, to) of this run, into a file; the ending of its name says of which kind. `comparison` is prepared. Where call stacks
 * are seen, those that the other run has not are marked; that goes through all calls of both. */
gboolean scope_compare_picture_export (ScopeComparison *comparison, gint64 from, gint64 to,
                                       const ScopeComparePictureOptions *options, const char *path, GCancellable *cancellable,
                                       GError **error);

G_END_DECLS
