/* scope-picture.h: a timeline as a file: PNG, PDF or SVG, by the ending of its name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/scope-timeline-scene.h"

G_BEGIN_DECLS

typedef struct
{
  const char *lanes;      /* NULL: as at first sight; "machines", "processors", "processes", "threads", or lanes
                             separated by commas */
  gboolean has_from, has_to;
  gint64 from, to;        /* trace time, ticks */
  int width, height;      /* pixels; 0: 1,600 and as high as the rows need */
  ScopePaletteKind palette;
  double font_size;       /* 0: 11 */
  double lane_height;     /* 0: automatic */
  gboolean no_legend;
  const char *messages;   /* NULL: as at first sight; else as scope_message_filter_parse() has it */
  ScopeColumnMode columns;
  ScopeColourMode colours;
} ScopePictureOptions;

/* Largest width and height; more is refused. */
#define SCOPE_PICTURE_MAX 32767

/* Blocks. The trace must be finished or whatever of it is there is drawn. The file is written under a temporary name
 * beside it and renamed. FALSE with error: unknown ending, no such lane, empty range, cannot be written. */
gboolean scope_picture_export (ScopeTrace *trace, const ScopePictureOptions *options, const char *path,
                               GError **error);
/* "WxH" to numbers. */
gboolean scope_picture_parse_size (const char *text, int *ret_width, int *ret_height, GError **error);

G_END_DECLS
