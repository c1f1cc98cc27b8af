/* scope-scene.h: a display list in pixels: what a presenter (GtkSnapshot, cairo, SVG) has to draw.
 *
 * Items are painted in order. A text carries its box, alignment and ellipsis; presenters measure. Items belong to
 * groups: a group is a lane with a title (for SVG's <title>, accessibility, tooltips) and a clip.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-columns.h"
#include "model/scene/draw/scope-palette.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_ITEM_RECT,    /* colour, pattern */
  SCOPE_ITEM_STRIP,   /* the dense picture of a row: see ScopeItem.row */
  SCOPE_ITEM_TEXT,
  SCOPE_ITEM_LINE,    /* from x,y to x + width, y + height */
  SCOPE_ITEM_POLYGON, /* points, filled */
  SCOPE_ITEM_POLYLINE, /* points, stroked */
  SCOPE_ITEM_IMAGE, /* one rectangle per pixel of images[row], without smoothing; transparent ones are not drawn */
  SCOPE_ITEM_LAYER, /* nothing: here the presenter draws something of its own */
} ScopeItemType;

typedef enum
{
  SCOPE_ALIGN_START,
  SCOPE_ALIGN_CENTRE,
  SCOPE_ALIGN_END,
} ScopeAlign;

typedef enum
{
  SCOPE_STRIP_STATES,
  SCOPE_STRIP_ACTIVITY,
} ScopeStripStyle;

typedef struct
{
  guint8 type;      /* ScopeItemType */
  guint8 align;     /* text: ScopeAlign */
  guint8 pattern;   /* rect: ScopePattern over the colour */
  guint8 bold;      /* text */
  guint8 ellipsis;  /* text: ends in an ellipsis if too long; otherwise it is cut by its box */
  guint8 dash;      /* line, polyline: 0, or length of dash and gap: 4-3 */
  guint8 arrow;     /* line: arrowhead at its end */
  guint8 style;     /* strip: ScopeStripStyle */
  guint16 state;    /* rect: ScopeState, or SCOPE_N_STATES if it stands for none */
  guint16 group;    /* index; 0: none */
  float x, y, width, height;
  float size;       /* text: pixels; lines: stroke width */
  float halo;       /* lines: width of the halo, 0: none */
  ScopeColour colour;
  ScopeColour second; /* of pattern or halo */
  guint32 text;     /* offset into the scene's texts */
  guint32 points, n_points; /* into the scene's points (x, y pairs of float) */
  guint32 row;      /* strip: the visible row of the view's lane list */
  guint32 strip, n_strips; /* strip: into scene->strips; n_strips 0 if not asked for: the presenter has its own */
  guint32 second_strip;    /* activity: first strip of what is ready, or SCOPE_NONE */
  gint64 left;      /* strip: world pixel at x */
  double full;      /* strip: as in ScopeRasterOptions; activity: number of processors */
  double second_full; /* activity: largest number ready */
  ScopeStripLook look; /* strip */
  guint8 dim;          /* strip: states drawn at 45 % */
} ScopeItem;

/* Many rectangles in a grid, as one. */
typedef struct
{
  guint width, height;
  const ScopeColour *pixels; /* width × height, premultiplied; of `bytes` */
  GBytes *bytes;
} ScopeSceneImage;

typedef struct
{
  guint32 title;    /* offset into texts */
  guint32 row;      /* visible row, or SCOPE_NONE */
  float x, y, width, height; /* clip */
} ScopeSceneGroup;

typedef struct
{
  double width, height;
  const ScopePalette *palette;
  double font_size;   /* of labels */
  gint64 left;        /* world pixel at plot_x */
  double plot_x, plot_y, plot_width, plot_height; /* where the lanes are */
  guint missing;      /* tiles that were not there: build again on "tiles-arrived" */
  GArray *items;      /* ScopeItem */
  GArray *groups;     /* ScopeSceneGroup; [0] is the whole scene */
  GArray *points;     /* float */
  GPtrArray *strips;  /* ScopeStrip, owned */
  GArray *images;     /* ScopeSceneImage */
  GString *texts;     /* NUL-separated */
  guint group;        /* private: of the next item */
  struct _ScopePixelBatch *ink; /* into which scope_scene_fill() draws: scope-pixel-batch.h; or NULL. Not owned */
} ScopeScene;

ScopeScene *scope_scene_new (double width, double height, const ScopePalette *palette);
void scope_scene_free (ScopeScene *scene);

static inline const char *
scope_scene_text (const ScopeScene *scene, guint32 offset)
{
  return scene->texts->str + offset;
}

/* --- building --- */
guint scope_scene_add_group (ScopeScene *scene, const char *title, guint32 row, double x, double y, double width,
                             double height);
/* Each returns the new item, valid until the next is added; it belongs to the last group set. */
void scope_scene_set_group (ScopeScene *scene, guint group);
ScopeItem *scope_scene_rect (ScopeScene *scene, double x, double y, double width, double height,
                             ScopeColour colour);
ScopeItem *scope_scene_strip (ScopeScene *scene, double x, double y, double width, double height, guint32 row);
/* Takes `pixels` (g_malloc). */
ScopeItem *scope_scene_image (ScopeScene *scene, double x, double y, double width, double height,
                              ScopeColour *pixels, guint image_width, guint image_height);
/* The same of pixels that somebody keeps, too. */
ScopeItem *scope_scene_image_bytes (ScopeScene *scene, double x, double y, double width, double height, GBytes *bytes,
                                    guint image_width, guint image_height);
/* Holds the place of what the presenter draws itself. */
ScopeItem *scope_scene_layer (ScopeScene *scene, double x, double y, double width, double height);
ScopeItem *scope_scene_text_item (ScopeScene *scene, const char *text, double x, double y, double width,
                                  double height, double size, ScopeColour colour, ScopeAlign align);
ScopeItem *scope_scene_line (ScopeScene *scene, double x0, double y0, double x1, double y1, double width,
                             ScopeColour colour);
/* `points` are n pairs. */
ScopeItem *scope_scene_polygon (ScopeScene *scene, const float *points, guint n, ScopeColour colour);
ScopeItem *scope_scene_polyline (ScopeScene *scene, const float *points, guint n, double width,
                                 ScopeColour colour);

/* Puts all of `other` into the scene, moved by x, y, and frees it. What was cut by its edges still is. */
void scope_scene_append (ScopeScene *scene, ScopeScene *other, double x, double y);

/* Behind a text that is to come, in the colour of the canvas: lines of a grid must not go through words. */
void scope_scene_backdrop (ScopeScene *scene, const char *text, double x, double y, double width, double height, double size);
/* Width of a text in a sans font of that size, estimated without a display: never much too small. */
double scope_text_width (const char *text, double size);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeScene, scope_scene_free)

G_END_DECLS
