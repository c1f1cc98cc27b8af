/* scope-lane-tree.h: private to the lane list: its fields, and what makes its nodes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/lanes/scope-lane-family.h"
#include "model/scene/lanes/scope-lane-list.h"
#include "model/scene/lanes/scope-lane-ranking.h"

G_BEGIN_DECLS

#define SCOPE_GROUP_SHOWN 20u

/* What a person did to a node, by key. */
typedef struct
{
  gint expanded; /* 1 yes, -1 no, 0: as at first sight */
  gboolean pinned, hidden;
  guint shown;   /* groups: how many members; 0: as at first sight */
  double rank;   /* among its siblings, -1: as it comes */
} ScopeNodeMemory;

struct _ScopeLaneList
{
  GObject parent;
  ScopeTrace *trace;
  ScopeShow show;
  ScopeSort sort;
  GArray *chosen;      /* ScopeLaneId */
  gboolean sum;        /* of these stands above them */
  ScopeLaneSource path; /* of the critical path; store NULL: not shown */
  gboolean phases;     /* a row of them is shown */
  gboolean traffic;    /* rows of messages are wanted */
  gboolean has_traffic; /* and there are any, as collected last */
  GPtrArray *roots;    /* owned nodes */
  GPtrArray *rows;     /* the visible ones, borrowed */
  GHashTable *by_key;  /* key (borrowed) → row + 1 */
  GHashTable *memory;  /* key → ScopeNodeMemory */
  GHashTable *wanted;  /* scope_lane_tree_code() of lanes that are shown although their family is cut short */
  ScopeLaneFamilies *families;
  ScopeLaneFilter filter;
  ScopeLaneMatches *matches; /* NULL: all there is */
  gint64 from, to;         /* visible range */
  gint64 asked_from, asked_to; /* that of the matches, or of those being looked for */
  GArray *rankings;        /* ScopeLaneRanking: those that rows were made by, or wait for */
  GCancellable *matching;  /* NULL: none being looked for */
  guint match_timeout;
  GHashTable *known_parts; /* machine + 1 → what it was found to have: ScopeLanePart bits */
  GHashTable *looked_at;   /* machine + 1 → rows of counters it was found by */
  GCancellable *looking;   /* NULL: not being looked for */
  gboolean still;          /* drawn on another thread: nothing that is found later may change it */
  guint n_hidden;
  /* How the rows were laid out last, so that rows that are made anew between two frames have their places: */
  gboolean laid_out;
  ScopeHeight laid_out_mode;
  double laid_out_available, laid_out_lane;
  guint n_sticking;        /* of the rows, as laid out last */
  double sticking_height;
};

ScopeNodeMemory *scope_lane_list_memory (ScopeLaneList *list, const char *key, gboolean make);
GPtrArray *scope_lane_tree_make (ScopeLaneList *list);
/* Fills node->children if that was not done yet. */
void scope_lane_tree_make_children (ScopeLaneList *list, ScopeLaneNode *node);
/* A lane as one number. */
gint64 scope_lane_tree_code (ScopeLaneId lane);
/* Whether a thread is one of a group. */
gboolean scope_lane_tree_has_member (const ScopeLaneNode *group, guint32 index);
/* Makes the tree anew, as far as it is unfolded, and the rows. */
void scope_lane_list_rebuild (ScopeLaneList *list);
/* Sets list->rows from the tree, making what is missing of it. */
void scope_lane_list_collect (ScopeLaneList *list);
void scope_lane_list_notify (ScopeLaneList *list);
/* Makes everything anew, and tells if the rows are others. TRUE then. */
gboolean scope_lane_list_refresh (ScopeLaneList *list);

/* scope-lane-parts.c */
typedef enum
{
  SCOPE_LANE_HAS_HEAP = 1 << 0,
  SCOPE_LANE_HAS_SPARKS = 1 << 1,
  SCOPE_LANE_HAS_ALLOCATION = 1 << 2,
  SCOPE_LANE_HAS_ALL = 7, /* nothing else is usual */
  SCOPE_LANE_HAS_QUEUE = 1 << 3,
  SCOPE_LANE_HAS_SAMPLES = 1 << 4, /* shifted by the row's number in scope-sample-rows.h */
  SCOPE_LANE_HAS_RATIOS = 1 << 12, /* shifted by ScopeCoreRatio; by 4 more: by the simulator's statistics */
  SCOPE_LANE_HAS_SPANS = 1 << 24,  /* times the levels that they take, at most SCOPE_SPAN_LEVELS */
} ScopeLanePart;

/* What a machine is known to have. */
guint scope_lane_list_parts (ScopeLaneList *list, guint32 machine);
/* A row of the spans that its marks make, if there are any. */
void scope_lane_tree_add_spans (ScopeLaneList *list, GPtrArray *to, ScopeLaneNode *parent, guint32 machine);
/* Off this thread, if it must not wait; refreshes the list when that is done. */
void scope_lane_list_look_for_parts (ScopeLaneList *list);

/* scope-lane-tree-path.c: at the top, below the activity. */
void scope_lane_tree_add_path (ScopeLaneList *list, GPtrArray *roots);

/* The row of a lane's messages, which it owns; NULL: it is of no machine or process. */
ScopeLaneNode *scope_lane_tree_traffic (ScopeLaneList *list, ScopeLaneNode *node);
/* Frees it. */
void scope_lane_tree_drop_traffic (ScopeLaneNode *node);

/* scope-lane-match.c */
void scope_lane_list_match_soon (ScopeLaneList *list);
void scope_lane_list_stop_matching (ScopeLaneList *list);
/* Of a family that is large, by the matches that there are: the first `shown` at least, if there are so many. NULL: it is not known yet, and
 * asked for; the rows are made anew then. */
const ScopeLaneRanking *scope_lane_list_ranking (ScopeLaneList *list, const ScopeLaneFamily *family, ScopeSort sort, guint shown);

char *scope_lane_tree_key (ScopeLaneList *list, ScopeLaneId lane);

G_END_DECLS
