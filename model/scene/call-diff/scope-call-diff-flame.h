/* scope-call-diff-flame.h: two runs compared by calls as one flame graph: each call path a frame as wide as its time in both runs together,
 * under its caller; what changed most stands leftmost, and the colour says which way.
 *
 *     worker −580 cycles
 *     move +363                    compute −826
 *     pthreadSpinLock +138  …
 *
 * Paths that are in one run alone have dotted edges. Frames narrower than a pixel are drawn together.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/call-diff/scope-call-diff-table.h"
#include "model/scene/draw/scope-scene.h"

G_BEGIN_DECLS

#define SCOPE_CALL_DIFF_FLAME_ROW 18.0

typedef struct
{
  guint32 context; /* the first of `n` */
  guint32 n;       /* 1, or how many are drawn together */
  guint depth;     /* levels below the first that is shown */
  double x0, x1;   /* of the width */
} ScopeCallDiffFrame;

typedef struct
{
  ScopeCallDiff *diff; /* owned */
  guint32 root;        /* the path that fills the width; SCOPE_NONE: all */
  GArray *frames;      /* ScopeCallDiffFrame: level by level, from the left */
  guint depth;         /* levels */
} ScopeCallDiffFlame;

typedef struct
{
  double width, height; /* of the picture */
  double font_size;     /* 0: 11 */
  ScopePaletteKind palette;
  const char *title;    /* a line above it, or NULL */
  guint32 chosen;       /* frame, or SCOPE_NONE */
} ScopeCallDiffFlameOptions;

ScopeCallDiffFlame *scope_call_diff_flame_new (ScopeCallDiff *diff, guint32 root, guint columns);
void scope_call_diff_flame_free (ScopeCallDiffFlame *flame);
/* All levels, with the line above them and the legend below. */
double scope_call_diff_flame_height (const ScopeCallDiffFlame *flame, const ScopeCallDiffFlameOptions *options);
ScopeScene *scope_call_diff_flame_scene (const ScopeCallDiffFlame *flame, const ScopeCallDiffFlameOptions *options);
/* The frame at a pixel, or SCOPE_NONE. */
guint32 scope_call_diff_flame_hit (const ScopeCallDiffFlame *flame, const ScopeCallDiffFlameOptions *options, double x, double y);
/* A tooltip: the path, its time in both, its calls. Free with g_free(). */
char *scope_call_diff_flame_describe (const ScopeCallDiffFlame *flame, guint32 frame);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCallDiffFlame, scope_call_diff_flame_free)

G_END_DECLS
