/* scope-picture.h: a timeline as a file: PNG, PDF or SVG, by the ending of its name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/timeline/scope-timeline-scene.h"

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
  gboolean no_legend, no_names;
  gboolean least_most;    /* over the activity */
  gboolean has_calipers;  /* both, of a lane; NULL: the first core's */
  gint64 calipers[2];     /* trace time */
  const char *calipers_lane;
  const char *messages;   /* NULL: as at first sight; else as scope_message_filter_parse() has it */
  const char *own_colours; /* NULL: none; else as scope_own_colours_parse() has it */
  const char *const *hide_functions, *const *fold_functions, *const *merge_functions; /* as scope_call_hiding_new() has them */
  ScopeColumnMode columns;
  ScopeColourMode colours;
  double scale;           /* PNG: pixels of the picture to one of width and height; 0: 1 */
} ScopePictureOptions;

typedef enum
{
  SCOPE_PICTURE_PNG,
  SCOPE_PICTURE_SVG,
  SCOPE_PICTURE_PDF,
} ScopePictureFormat;

/* Largest width and height; more is refused. */
#define SCOPE_PICTURE_MAX 32767

/* Blocks. The trace must be finished or whatever of it is there is drawn. The file is written under a temporary name
 * beside it and renamed. FALSE with error: unknown ending, no such lane, empty range, cannot be written. */
gboolean scope_picture_export (ScopeTrace *trace, const ScopePictureOptions *options, const char *path,
                               GError **error);
/* What scope_picture_export() draws: the trace with the lanes, messages, calipers and colours of the options. Unref it. NULL with error. */
ScopeView *scope_picture_view (ScopeTrace *trace, const ScopePictureOptions *options, GError **error);
/* A scene of it, of those parts (ScopeScenePart) of the timeline; blocks. Free with scope_scene_free(). NULL with error. */
ScopeScene *scope_picture_scene (ScopeView *view, const ScopePictureOptions *options, guint parts, GError **error);
/* By the ending of the name; FALSE with error if there is none of ours. */
gboolean scope_picture_format_of (const char *path, ScopePictureFormat *ret_format, GError **error);
/* The same of a view's rows, which options->lanes does not change, in its look but for options->palette; whole unless
 * options has a range. Blocks, and changes the view: give it a copy. The file's bytes; NULL with error. */
GByteArray *scope_picture_draw (ScopeView *view, const ScopePictureOptions *options, ScopePictureFormat format,
                                GError **error);
/* Any scene as a file's bytes; `title` is the document's, or NULL. Scale as in the options. NULL with error. */
GByteArray *scope_picture_scene_bytes (const ScopeScene *scene, const char *title, double scale, ScopePictureFormat format,
                                       GError **error);
/* The same as a file, by the ending of its name. FALSE with error. */
gboolean scope_picture_write_scene (const ScopeScene *scene, const char *title, double scale, const char *path,
                                    GError **error);
/* As scope_picture_export() writes. */
gboolean scope_picture_write (const char *path, const guint8 *data, gsize length, GError **error);
/* "WxH" to numbers. */
gboolean scope_picture_parse_size (const char *text, int *ret_width, int *ret_height, GError **error);

G_END_DECLS
