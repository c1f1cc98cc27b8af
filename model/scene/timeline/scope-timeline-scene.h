/* scope-timeline-scene.h: the timeline as a display list: names, ruler, rows, marks, messages, selection, legend.
 *
 * Screen and export call the same function. A widget leaves SCOPE_PART_STRIPS out and draws strip items from its own
 * cached pictures (scope_timeline_strip() and scope_raster_strip()); an export asks for them.
 *
 *     plot_x
 *     +---------+------------------------------------------+
 *     |         | ruler 28                                 | plot_y
 *     | names   +------------------------------------------+
 *     |         | rows, scrolled by scroll_y               |
 *     +---------+------------------------------------------+
 *     | legend 28                                          |
 *     +----------------------------------------------------+
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/timeline/scope-overlay.h"
#include "model/scene/draw/scope-raster.h"
#include "model/scene/draw/scope-scene.h"
#include "model/scene/draw/scope-strip-cache.h"
#include "model/scene/timeline/scope-shares.h"
#include "model/scene/view/scope-view.h"

G_BEGIN_DECLS

#define SCOPE_RULER_HEIGHT 28
#define SCOPE_LEGEND_HEIGHT 28
#define SCOPE_NAMES_WIDTH 220

typedef enum
{
  SCOPE_PART_NAMES = 1 << 0,
  SCOPE_PART_RULER = 1 << 1,
  SCOPE_PART_LEGEND = 1 << 2,
  SCOPE_PART_STRIPS = 1 << 3,   /* strip items carry their strips */
  SCOPE_PART_LABELS = 1 << 4,   /* texts on runs */
  SCOPE_PART_OVERLAY = 1 << 5,  /* pauses, counters, marks, messages */
  SCOPE_PART_SELECTION = 1 << 6, /* selection and cursor */
  SCOPE_PART_CALIPERS = 1 << 7,
  SCOPE_PART_ALL = 0xff
} ScopeScenePart;

typedef struct
{
  double width, height;   /* of the whole scene; the view's width is set to what is left beside the names */
  double scroll_y;        /* rows scrolled up by so much */
  double names_width;     /* 0: SCOPE_NAMES_WIDTH, if names are a part */
  double font_size;       /* 0: 11 */
  double lane_height;     /* 0: as the view says */
  guint factor;           /* pixels of the display per pixel: call stacks may be pictures of it; 0: all are items, as files want them */
  guint parts;            /* ScopeScenePart */
  ScopeStripCache *cache; /* or NULL */
  gboolean messages_apart;   /* leave a SCOPE_ITEM_LAYER where messages belong: scope_timeline_messages_build() */
  gboolean has_mark;         /* under the pointer: a line through all lanes at … */
  gint64 mark;
  guint8 mark_kind;          /* ScopeMarkKind */
  const ScopeShares *shares; /* what the names column prints; NULL: added up from the strips, which may take long */
} ScopeTimelineOptions;

/* `overlay` may be NULL or older than the view: it is placed by time. */
ScopeScene *scope_timeline_scene_build (ScopeView *view, const ScopeTimelineOptions *options,
                                        ScopeTileGetter *getter, const ScopeOverlay *overlay);

/* Whether there are lines to be drawn: messages, streams, migrations, wake-ups. `overlay` may be NULL. */
gboolean scope_timeline_has_lines (ScopeView *view, const ScopeOverlay *overlay);

/* Only the lines, of the same size and places. Thousands of them take long to draw: a widget has them drawn
 * into a picture on another thread. NULL if none are shown. After a scope_timeline_scene_build() of the same options:
 * rows lie where that put them. */
ScopeScene *scope_timeline_messages_build (ScopeView *view, const ScopeTimelineOptions *options,
                                           const ScopeOverlay *overlay);

/* The strip `index` (world pixels [256·index, 256·(index+1))) of a row of states, counts or activity. A new
 * reference; from the cache if it is there. `ready`: for activity, the strip of what is ready. NULL: the row has
 * none, or the getter's deadline has passed. */
ScopeStrip *scope_timeline_strip (ScopeView *view, guint row, gint64 index, gboolean ready, ScopeTileGetter *getter,
                                  ScopeStripCache *cache);
/* How the strips of a row are to be seen, and which of its states are dimmed (bit s). */
ScopeStripLook scope_timeline_look (ScopeView *view, const ScopeLaneNode *node);
guint scope_timeline_dimmed (ScopeView *view, const ScopeLaneNode *node);
/* Of all that pictures of strips depend on besides their columns. */
guint64 scope_timeline_look_digest (ScopeView *view);
/* Draws one such strip, in the row's style, `height` pixels high, 256 columns wide. TRUE if it is complete. If the
 * getter's deadline passes on the way (getter->late), the pixels are left as they were. */
gboolean scope_timeline_raster (ScopeView *view, guint row, gint64 index, guint height, ScopeTileGetter *getter,
                                ScopeStripCache *cache, guint32 *pixels, gsize stride);

/* Height that the scene needs to show all rows. */
double scope_timeline_height (ScopeView *view, const ScopeTimelineOptions *options);


/* Time of every state over the rows of states shown and the visible range, as the legend has it, and as bits *ret_states those that
 * any row has, also one that sums up others; needs strips in the cache or getter. */
void scope_timeline_totals (ScopeView *view, ScopeTileGetter *getter, ScopeStripCache *cache,
                            double totals[SCOPE_N_STATES], guint *ret_states);

/* The note whose flag in the ruler, or whose line, is at pixel x of the plot; NULL if there is none. Borrowed. */
ScopeNote *scope_timeline_note_at (ScopeView *view, double x);

/* What is at a point of the scene: the run or column there, in words, at most four lines; NULL if there is nothing.
 * x counts from the plot's left edge. Free with g_free(). */
char *scope_timeline_describe (ScopeView *view, guint row, double x, ScopeTileGetter *getter,
                               ScopeStripCache *cache);

/* What colours mean besides the states: classes of messages that are to be seen, and what a person coloured. */
typedef struct
{
  ScopeColour colour;
  gboolean line;     /* of messages */
  const char *words; /* the view's colours', or static */
} ScopeColourKey;

/* Those in view, classes first; SCOPE_COLOUR_KEYS_MOST at most. `overlay` may be NULL. What processors ran is looked for in the strips of
 * `cache`, or made by `getter`, as scope_timeline_strip() does; getter NULL: it is not. Free with g_array_unref(). */
GArray *scope_colour_keys (ScopeView *view, const ScopeOverlay *overlay, ScopeTileGetter *getter, ScopeStripCache *cache);

#define SCOPE_COLOUR_KEYS_MOST 16u

G_END_DECLS
