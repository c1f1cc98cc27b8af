/* scope-call-marks.h: misses, barriers, long-latency instructions as marks on the bars of the activations that they are charged to;
 * misses of TLBs, interrupts and power states on those that ran then.
 *
 *     depth 0  |=========== main ==============|
 *     depth 1     |=== walk ◆ ==|  |== scan ==|     few: their glyphs; many within a few pixels, or in the lane: a strip along the lower
 *     depth 2        | ▼ |          ▂▂▂  ▂▂▂▂▂      edge, each kind's part in its colour, the stronger the more: bars stay to be read
 *
 * Read off the main thread: the table's rows in range, all of them up to a budget (some tenths of a second); of more, the first ones of each
 * slot, which stand for the time behind them, too: `sampled` says that counts are near then. What is drawn is bounded by pixels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-clock.h"
#include "model/scene/calls/scope-call-chart.h"

#include "model/base/scope-sim-events.h"

G_BEGIN_DECLS

#define SCOPE_CALL_MARK_SLOT 8       /* pixels: what is nearer is one mark */
#define SCOPE_CALL_MARK_BUDGET 2000000u /* rows of a machine */
#define SCOPE_HITS_ALL ((1u << SCOPE_N_SHOWN_HITS) - 1u)
#define SCOPE_CALL_MARK_TOP SCOPE_CALL_MAX_DEPTH /* a depth that is not known yet: whatever ran */

/* One, or those of one slot at one depth. */
typedef struct
{
  gint64 time;              /* trace time: when the instruction of the first began; where it is drawn */
  gint64 last;              /* of the last one */
  guint32 depth;            /* at which it is drawn */
  guint32 count;            /* of all kinds; if `sampled`, about */
  guint32 n[SCOPE_N_SHOWN_HITS];
  /* of the one with the greatest latency, or the first if none is known */
  gint64 hit_time, latency; /* when it happened; ticks, SCOPE_TABLE_NULL: not known */
  guint64 address;
  guint32 function;         /* number on its machine */
  const char *text;         /* of what befell the core: as the trace has it, or NULL */
  guint8 kind, write;
  gboolean has_address;
  gboolean crowded;         /* so many stand near it that glyphs would hide the bar: drawn as a strip */
} ScopeCallMark;

typedef struct _ScopeCallMarks
{
  ScopeLaneId lane;
  GArray *marks;            /* ScopeCallMark, by depth, then time */
  guint64 n[SCOPE_N_SHOWN_HITS]; /* in view */
  GStringChunk *texts;
  gboolean sampled;
} ScopeCallMarks;

/* Of lanes of processors (others have none), those of `kinds` (bits). Not on the main thread. Elements in the order of `lanes`; free with
 * g_ptr_array_unref(). What cannot be read is left out. */
GPtrArray *scope_call_marks_read (ScopeTrace *trace, const ScopeLaneId *lanes, guint n_lanes, const ScopeViewport *viewport, guint kinds,
                                  guint budget, GCancellable *cancellable);
void scope_call_marks_free (ScopeCallMarks *marks);

/* Brings them to the depths at which `activations`, of the same lane, shows who they are charged to, or the nearest of its callers: all, if it
 * leaves some out, else those whose depth is not known yet. */
void scope_call_marks_raise (ScopeCallMarks *marks, const ScopeActivations *activations, gboolean all);

/* Over the bars of the same place. */
void scope_call_marks_add (ScopeScene *scene, const ScopeCallMarks *marks, const ScopeCallChartPlace *place);
/* How many pixels from `x` on, the begin of a bar, marks take up in that level. */
double scope_call_marks_indent (const ScopeCallMarks *marks, const ScopeCallChartPlace *place, guint depth, double x);
/* The mark at a pixel, or NULL. */
const ScopeCallMark *scope_call_marks_hit (const ScopeCallMarks *marks, const ScopeCallChartPlace *place, double x, double y);
/* Four lines at most: "L2 miss, 120 cycles (60.0 ns)", where, at what address; of several, how many of which kind, the longest. Free with g_free(). */
char *scope_call_mark_describe (ScopeTrace *trace, const ScopeCallMarks *marks, const ScopeCallMark *mark, const ScopeClock *clock);

/* "all", "none", "l1d,l2,tlb": bits of kinds. FALSE: something else. */
gboolean scope_hits_parse (const char *words, guint *ret_kinds);

/* --- kinds, for legends --- */

/* "L1 data miss", "Memory barrier"; not to be freed. */
const char *scope_hit_title (guint kind);
ScopeColour scope_hit_colour (const ScopePalette *palette, guint kind);
/* Its glyph, 9 pixels wide and high about that point. */
void scope_hit_add_glyph (ScopeScene *scene, guint kind, double x, double y);
/* Glyphs and words of the kinds there are, with their numbers, from x on in a line so high. Returns where it ends. */
double scope_hit_legend (ScopeScene *scene, const guint64 *n, gboolean sampled, double x, double y, double width, double height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCallMarks, scope_call_marks_free)

G_END_DECLS
