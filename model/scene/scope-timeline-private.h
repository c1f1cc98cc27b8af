/* scope-timeline-private.h: what the files of the timeline scene share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "scope-ruler.h"
#include "scope-timeline-scene.h"

G_BEGIN_DECLS

typedef struct
{
  ScopeView *view;
  ScopeTrace *trace;
  ScopeLaneList *lanes;
  const ScopeTimelineOptions *options;
  ScopeTileGetter *getter;
  const ScopeOverlay *overlay;
  ScopeStripCache *cache; /* never NULL */
  ScopeScene *scene;
  const ScopePalette *palette;
  const ScopeViewport *viewport;
  double names_width, ruler_height, legend_height, font;
  double x, y, width, height; /* of the plot: where rows are */
  double scroll;
  gint64 tick_ps;
  guint first_row, end_row; /* those that touch the plot */
  guint n_labels;
} ScopeTimelineBuild;

/* Top of a row's bar in the scene. */
static inline double
scope_timeline_bar_y (const ScopeTimelineBuild *b, const ScopeLaneNode *node)
{
  return b->y + node->bar_y - b->scroll;
}

/* Strip index of a world pixel. */
static inline gint64
scope_timeline_strip_index (gint64 x)
{
  return x >= 0 ? x / SCOPE_STRIP_COLUMNS : -((-x + SCOPE_STRIP_COLUMNS - 1) / SCOPE_STRIP_COLUMNS);
}

double scope_timeline_full_cached (ScopeView *view, guint row, gboolean ready, ScopeTileGetter *getter,
                                   ScopeStripCache *cache);
/* Sum of the row's columns in view; FALSE if it has none. */
gboolean scope_timeline_row_totals (ScopeView *view, guint row, ScopeTileGetter *getter, ScopeStripCache *cache,
                                    double totals[SCOPE_N_STATES]);

void scope_timeline_add_labels (ScopeTimelineBuild *b, guint row);
void scope_timeline_add_losses (ScopeTimelineBuild *b, guint row);
void scope_timeline_add_pauses (ScopeTimelineBuild *b, guint row);
void scope_timeline_add_counters (ScopeTimelineBuild *b, guint row);
char *scope_timeline_counter_figure (ScopeTimelineBuild *b, guint row);
void scope_timeline_add_rates (ScopeTimelineBuild *b, guint row);
char *scope_timeline_rate_figure (ScopeTimelineBuild *b, guint row);
void scope_timeline_add_marks (ScopeTimelineBuild *b, guint row);
void scope_timeline_add_messages (ScopeTimelineBuild *b);
void scope_timeline_add_selected_message (ScopeTimelineBuild *b);
void scope_timeline_add_ticks (ScopeTimelineBuild *b);
void scope_timeline_add_task (ScopeTimelineBuild *b);
void scope_timeline_add_grid (ScopeTimelineBuild *b);
void scope_timeline_add_ruler (ScopeTimelineBuild *b);
void scope_timeline_add_selection (ScopeTimelineBuild *b);
/* Over the rows: ranges and edges; in the ruler: flags. */
void scope_timeline_add_note_ranges (ScopeTimelineBuild *b);
void scope_timeline_add_note_flags (ScopeTimelineBuild *b);
void scope_timeline_add_legend (ScopeTimelineBuild *b);

/* What a run is, in words: on the run itself (NULL: nothing), and in full. Free with g_free(). */
char *scope_timeline_run_label (ScopeTrace *trace, const ScopeLaneNode *node, const ScopeRun *run);
char *scope_timeline_run_words (ScopeTrace *trace, const ScopeLaneNode *node, const ScopeRun *run);

G_END_DECLS
