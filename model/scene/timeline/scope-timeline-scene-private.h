/* scope-timeline-scene-private.h: what the files of the timeline scene share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-ruler.h"
#include "model/scene/timeline/scope-timeline-scene.h"

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
  guint n_sticking;         /* rows [0, n_sticking) stay at the top, so high: */
  double sticking_height;
  guint first_row, end_row; /* of the others, those that touch what is left of the plot */
  guint n_labels;
  gboolean tenths;          /* shares of processors: in whole per cents, the first or the last of them could not be told */
} ScopeTimelineBuild;

/* Top of a row, and of its bar, in the scene. */
static inline double
scope_timeline_row_y (const ScopeTimelineBuild *b, const ScopeLaneNode *node)
{
  return b->y + node->y - scope_lane_node_scroll (node, b->scroll);
}

static inline double
scope_timeline_bar_y (const ScopeTimelineBuild *b, const ScopeLaneNode *node)
{
  return b->y + node->bar_y - scope_lane_node_scroll (node, b->scroll);
}

/* Top of where the rows of its kind are seen: those that scroll pass below those that stick. */
static inline double
scope_timeline_top (const ScopeTimelineBuild *b, gboolean sticks)
{
  return b->y + (sticks ? 0 : b->sticking_height);
}

/* The rows in view one after the other: begin with row = scope_timeline_next_row (b, SCOPE_NONE), until SCOPE_NONE. */
static inline guint
scope_timeline_next_row (const ScopeTimelineBuild *b, guint row)
{
  row = row == SCOPE_NONE ? 0 : row + 1;
  if (row >= b->n_sticking)
    row = MAX (row, b->first_row);
  return row < b->n_sticking || row < b->end_row ? row : SCOPE_NONE;
}

static inline gboolean
scope_timeline_in_view (const ScopeTimelineBuild *b, guint row)
{
  return row < b->n_sticking || (row >= b->first_row && row < b->end_row);
}

/* Begins a group that is cut to where rows that stick are, or the others; x and width as given. */
static inline void
scope_timeline_add_region (const ScopeTimelineBuild *b, const char *title, gboolean sticks, double x, double width)
{
  double top = scope_timeline_top (b, sticks), end = sticks ? b->y + b->sticking_height : b->y + b->height;

  scope_scene_add_group (b->scene, title, SCOPE_NONE, x, top, width, MAX (end - top, 0));
}

/* The first rows, of which the legend tells. */
#define SCOPE_LEGEND_ROWS 256u

/* Strip index of a world pixel. */
static inline gint64
scope_timeline_strip_index (gint64 x)
{
  return x >= 0 ? x / SCOPE_STRIP_COLUMNS : -((-x + SCOPE_STRIP_COLUMNS - 1) / SCOPE_STRIP_COLUMNS);
}

/* --- lines between rows: scope-timeline-lines.c --- */

enum
{
  SCOPE_LINE_MESSAGE,
  SCOPE_LINE_MIGRATION,
  SCOPE_LINE_WAKEUP,
};

/* One line or bundle, where it is drawn. */
typedef struct
{
  guint from_row, to_row;
  double x0, x1; /* of the plot */
  guint32 count;
  guint8 reversed, system;
  guint8 kind;
  ScopeMessageLine message; /* kind MESSAGE: what it stands for; processes SCOPE_NONE where they are several */
} ScopeTimelineLine;

/* Rows that stand for the ends of messages: looked for once. */
typedef struct
{
  const ScopeTimelineBuild *b;
  GHashTable *rows;      /* machine << 32 | process → row + 2 */
  guint n_machines;
} ScopeLineEnds;

void scope_line_ends_init (ScopeLineEnds *ends, const ScopeTimelineBuild *b);
void scope_line_ends_clear (ScopeLineEnds *ends);
/* Or SCOPE_NONE. */
guint scope_line_ends_row (ScopeLineEnds *ends, guint32 machine, guint32 process);
ScopeTimelineLine scope_line_ends_place (ScopeLineEnds *ends, const ScopeMessageLine *message);
/* Whether anything of it can be seen. Both ends inside one folded row are counted, not drawn. */
gboolean scope_timeline_line_is_seen (const ScopeTimelineBuild *b, const ScopeTimelineLine *line);
/* All that are drawn, most messages first. Needs view, lanes, viewport, overlay, sizes and rows of the build. */
GArray *scope_timeline_collect_lines (const ScopeTimelineBuild *b, ScopeLineEnds *ends);
/* The middle line of one, in the scene. */
void scope_timeline_line_place (const ScopeTimelineBuild *b, const ScopeTimelineLine *line, double *ret_x0,
                                double *ret_y0, double *ret_x1, double *ret_y1);
/* What a line of a message of that tag is drawn in; needs view, overlay and palette. */
ScopeColour scope_timeline_class_colour (const ScopeTimelineBuild *b, guint tag);
double scope_timeline_line_width (const ScopeTimelineLine *line);
gboolean scope_timeline_lines_meet (const ScopeTimelineLine *a, const ScopeTimelineLine *b);
/* A build without a scene: where things are, as for a scene of these options. Lays out the rows. */
void scope_timeline_measure (ScopeTimelineBuild *b);

/* Of a trace on another computer, if the getter waits: asks together for what is drawn of the rows [row, end) that are in view, or that are
 * not, up to some row, which is returned. These are to be drawn before it is called again: only so much is kept. */
guint scope_timeline_foresee (ScopeTimelineBuild *b, guint row, guint end, gboolean in_view);
double scope_timeline_full_cached (ScopeView *view, guint row, gboolean ready, ScopeTileGetter *getter,
                                   ScopeStripCache *cache);
/* Sum of the row's columns in view; FALSE if it has none. */
gboolean scope_timeline_row_totals (ScopeView *view, guint row, ScopeTileGetter *getter, ScopeStripCache *cache,
                                    double totals[SCOPE_N_STATES]);

void scope_timeline_add_labels (ScopeTimelineBuild *b, guint row);
void scope_timeline_add_losses (ScopeTimelineBuild *b, guint row);
/* Over the row of activity: that of an earlier run. */
void scope_timeline_add_ghost (ScopeTimelineBuild *b, guint row);

/* scope-timeline-alive.c: whether that is what such a row shows; the most in view, to be freed. */
gboolean scope_timeline_counts_alive (const ScopeLaneNode *node);
char *scope_timeline_alive_figure (ScopeTimelineBuild *b, guint row);
void scope_timeline_add_alive (ScopeTimelineBuild *b, guint row);

void scope_timeline_add_pauses (ScopeTimelineBuild *b, guint row);
void scope_timeline_add_spans (ScopeTimelineBuild *b, guint row);
/* Phases of the program: their row; those that stand out, over all lanes. */
void scope_timeline_add_phases (ScopeTimelineBuild *b, guint row);
void scope_timeline_add_phase_bands (ScopeTimelineBuild *b);
void scope_timeline_add_counters (ScopeTimelineBuild *b, guint row);
char *scope_timeline_counter_figure (ScopeTimelineBuild *b, guint row);
void scope_timeline_add_rates (ScopeTimelineBuild *b, guint row);
/* One more corner of a line in steps: `points` are pairs of float, and a level stretch is two of them. */
void scope_timeline_add_corner (GArray *points, double x, double y);
char *scope_timeline_rate_figure (ScopeTimelineBuild *b, guint row);
/* What the k-th part from the bottom is called (translated), and the state whose colour it has; NULL: there is none, or no word. */
const char *scope_timeline_rate_part (const ScopeLaneNode *node, guint k, int *ret_state);

/* scope-timeline-scales.c: whether the row is a graph, and high enough for its scale. */
gboolean scope_timeline_has_scale (const ScopeLaneNode *node);
/* Its title, what its height stands for (`figure`, or NULL), and its legend, between x and right of the column of names. */
void scope_timeline_add_scale_words (ScopeTimelineBuild *b, const ScopeLaneNode *node, const char *figure, double x, double right,
                                     double size);
/* The lines at its top and bottom, behind the graph. */
void scope_timeline_add_scale_lines (ScopeTimelineBuild *b, const ScopeLaneNode *node);
/* In words; free with g_free(). */
char *scope_timeline_describe_rate (ScopeTimelineBuild *b, const ScopeLaneNode *node, double x);
/* scope-timeline-cores.c: rows of what a simulation's cores counted */
void scope_timeline_add_cores (ScopeTimelineBuild *b, guint row);
char *scope_timeline_cores_figure (ScopeTimelineBuild *b, guint row);
char *scope_timeline_describe_cores (ScopeTimelineBuild *b, const ScopeLaneNode *node, double x);
/* The colour of the k-th core's line, and its number; FALSE: there are no lines of single cores, or no such one. */
gboolean scope_timeline_core_line (const ScopeTimelineBuild *b, const ScopeLaneNode *node, guint k, ScopeColour *ret_colour, guint *ret_number);
void scope_timeline_add_calls (ScopeTimelineBuild *b, guint row);
void scope_timeline_add_marks (ScopeTimelineBuild *b, guint row);
/* Labels in the row of the processor on which they were written. */
void scope_timeline_add_row_labels (ScopeTimelineBuild *b, guint row);
void scope_timeline_add_mark_line (ScopeTimelineBuild *b);
void scope_timeline_add_messages (ScopeTimelineBuild *b);
void scope_timeline_add_selected_message (ScopeTimelineBuild *b);
void scope_timeline_add_ticks (ScopeTimelineBuild *b);
/* What a search has found. */
void scope_timeline_add_hits (ScopeTimelineBuild *b);
void scope_timeline_add_task (ScopeTimelineBuild *b);
void scope_timeline_add_grid (ScopeTimelineBuild *b);
void scope_timeline_add_ruler (ScopeTimelineBuild *b);
/* scope-timeline-caliper-lines.c */
void scope_timeline_add_calipers (ScopeTimelineBuild *b);
void scope_timeline_add_selection (ScopeTimelineBuild *b);
/* Over the rows: ranges and edges; in the ruler: flags. */
void scope_timeline_add_note_ranges (ScopeTimelineBuild *b);
void scope_timeline_add_note_flags (ScopeTimelineBuild *b);
/* Over the rows: what of them is not known yet. */
void scope_timeline_add_unknown_end (ScopeTimelineBuild *b);
/* Where the zone of what is not known yet begins in a row, which hides all that lies beyond; the plot's width if there is none. */
double scope_timeline_zone_x (ScopeTimelineBuild *b, const ScopeLaneNode *node);
void scope_timeline_add_legend (ScopeTimelineBuild *b);

/* scope-timeline-causes.c: whether the row is coloured by cause; the lanes of causes in the place of its own (free with g_free()); what a
 * run of such says where it is drawn, or NULL, and in full words. Free with g_free(). */
gboolean scope_timeline_by_cause (ScopeView *view, const ScopeLaneNode *node);
ScopeLaneSource *scope_timeline_cause_sources (ScopeView *view, const ScopeLaneNode *node, guint *ret_n);
char *scope_timeline_cause_label (ScopeView *view, const ScopeLaneNode *node, const ScopeStripRun *run);
char *scope_timeline_cause_words (ScopeView *view, const ScopeLaneNode *node, const ScopeStripRun *run);

/* Whether it is drawn what the row had to spare and who waited for it; the lanes of that. */
gboolean scope_timeline_has_spare (ScopeView *view, const ScopeLaneNode *node);
ScopeLaneSource *scope_timeline_spare_sources (ScopeView *view, const ScopeLaneNode *node, gboolean waiting, guint *ret_n);
/* A strip of them, as scope_timeline_strip(). */
ScopeStrip *scope_timeline_spare_strip (ScopeView *view, guint row, gint64 index, gboolean waiting, ScopeTileGetter *getter,
                                        ScopeStripCache *cache);

/* scope-timeline-path.c: what column `x` (a world pixel) of a row had to spare, and who waited for it, in words; NULL: nothing is known. */
char *scope_timeline_spare_words (ScopeView *view, guint row, gint64 x, ScopeTileGetter *getter, ScopeStripCache *cache);

/* scope-timeline-path.c: the critical path as a line through the rows; what its own lane says where it is drawn, or NULL, and in full. */
void scope_timeline_add_path (ScopeTimelineBuild *b);
char *scope_timeline_path_label (ScopeView *view, const ScopeStripRun *run);
char *scope_timeline_path_words (ScopeView *view, const ScopeStripRun *run);

/* What a run is, in full words. Free with g_free(). */
char *scope_timeline_run_words (ScopeTrace *trace, const ScopeLaneNode *node, const ScopeStripRun *run);

/* Over the row of activity: how many processors run at least and at most within each pixel. */
void scope_timeline_add_least_most (ScopeTimelineBuild *b, guint row);
/* scope-timeline-rates.c: the row of a lane's messages: what it sent above a line, what it received below, as rates. */
void scope_timeline_add_traffic (ScopeTimelineBuild *b, guint row);
/* "840 /s": what fills half of the height; NULL: not read yet. Free with g_free(). */
char *scope_timeline_traffic_figure (ScopeTimelineBuild *b, guint row);
/* How many in the pixel; NULL outside of the plot. Free with g_free(). */
char *scope_timeline_describe_traffic (ScopeTimelineBuild *b, const ScopeLaneNode *node, double x);
ScopeColour scope_timeline_traffic_colour (const ScopeTimelineBuild *b, gboolean received);

G_END_DECLS
