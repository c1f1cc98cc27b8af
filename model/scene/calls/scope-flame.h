/* scope-flame.h: a calling-context tree as a flame graph: each node a frame as wide as all that was done in it, over its
 * caller; the order of time is given up, so that what is alike is one frame.
 *
 * Frames are laid out in fractions of the width of what is shown (0 to 1), for a number of pixels: what would be narrower than a
 * pixel is merged with its narrow siblings, and counted; so there are never more frames than pixels times levels, and no width
 * is lost: the frames over a frame, with what it did itself, are exactly as wide as it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/calls/scope-call-bar.h"

#include "model/trace/calls/scope-call-tree.h"

G_BEGIN_DECLS

/* What the width says. */
typedef enum
{
  SCOPE_FLAME_TIME,
  SCOPE_FLAME_CALLS, /* of the function and of all that it called */
  SCOPE_FLAME_INSTS, /* simulations: instructions … */
  SCOPE_FLAME_HITS,  /* … or events: this one + ScopeHitKind */
  SCOPE_FLAME_N_WEIGHTS = SCOPE_FLAME_HITS + SCOPE_N_HITS
} ScopeFlameWeight;

/* "By Time", "By Samples" (of a tree of these; NULL: none yet), "By L2 misses"; not to be freed. */
const char *scope_flame_weight_title (const ScopeCallTree *tree, guint by);
/* Whether the tree tells of it: how many in all. */
gboolean scope_flame_has_weight (const ScopeCallTree *tree, guint by);

typedef struct
{
  guint8 kind;     /* ScopeCallBarKind */
  guint8 flags;    /* ScopeCallBarFlags: what the search says of it */
  guint16 depth;   /* levels over the bottom */
  guint32 node;    /* of the tree; of MANY: the first of them */
  guint32 n;       /* MANY: how many nodes stand in it; else 1 */
  guint32 below;   /* the frame it stands on, or SCOPE_NONE */
  double x0, x1;   /* of the width */
  double weight;   /* ticks or calls */
} ScopeFlameFrame;

typedef struct
{
  ScopeCallTree *tree;      /* owned */
  ScopeFlameWeight by;
  guint32 root;             /* the node that fills the width; SCOPE_NONE: all */
  gint64 tick_ps;
  double *weights;          /* of each node */
  double total;             /* weight of the width */
  double all;               /* weight of the whole tree */
  GArray *frames;           /* ScopeFlameFrame: by level, from the left */
  guint depth;              /* levels */
  guint n_found;            /* nodes that the search found, of those at or over `root` */
  double found;             /* their weight; what is in one another counts once */
} ScopeFlame;

/* `columns`: pixels. `search`: text looked for in names, whatever the case; NULL or "": nothing. Free with scope_flame_free(). */
ScopeFlame *scope_flame_new (ScopeCallTree *tree, gint64 tick_ps, ScopeFlameWeight by, guint32 root, guint columns,
                             const char *search);
void scope_flame_free (ScopeFlame *flame);
/* A tooltip: name, calls, times, shares of the whole. Free with g_free(). */
char *scope_flame_describe (const ScopeFlame *flame, guint frame);

/* --- the picture --- */

#define SCOPE_FLAME_ROW 18.0

typedef struct
{
  double width, height;    /* of the picture; frames that do not fit are reached by scroll_y */
  double scroll_y;
  double font_size;        /* 0: 11 */
  ScopePaletteKind palette;
  gboolean root_on_top;    /* as icicles; else as flames */
  guint32 chosen;          /* frame, or SCOPE_NONE */
} ScopeFlameOptions;

/* Height that all levels need. */
double scope_flame_height (const ScopeFlame *flame);
ScopeScene *scope_flame_scene (const ScopeFlame *flame, const ScopeFlameOptions *options);
/* The frame at a pixel, or SCOPE_NONE. */
guint32 scope_flame_hit (const ScopeFlame *flame, const ScopeFlameOptions *options, double x, double y);
/* Where a frame is. */
void scope_flame_place (const ScopeFlame *flame, const ScopeFlameOptions *options, guint32 frame, double *ret_x, double *ret_y,
                        double *ret_width);
/* The frame next to one: what it stands on (-1 level), the first on it (+1), its neighbours (dx -1, +1). Itself if there is
 * none; the first of all for SCOPE_NONE. */
guint32 scope_flame_step (const ScopeFlame *flame, guint32 frame, int dx, int levels);

/* --- text --- */

/* Folded stacks, a line each: "a;b;c 123" (what was done there itself: nanoseconds, calls, …), as other tools that draw flames take them. */
char *scope_flame_to_folded (const ScopeCallTree *tree, gint64 tick_ps, ScopeFlameWeight by);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeFlame, scope_flame_free)

G_END_DECLS
