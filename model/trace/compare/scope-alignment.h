/* scope-alignment.h: which instants of two runs are laid on each other, why, and in words what was done.
 *
 * Marks in common are texts that the programs of both runs wrote (user messages and markers, no labels of threads). The n-th
 * occurrence of a text belongs to the n-th of the same text in the other run, in order of trace time. Pairs that cross
 * others cannot all be kept: of them the fewest are dropped. So are those that stand at the same instant as another.
 *
 * Immutable, counted. Making one may read the tables of marks: off the main thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/compare/scope-time-map.h"
#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_ALIGN_AUTO,     /* at the marks in common if there are any, else at the start */
  SCOPE_ALIGN_MARKS,    /* piecewise at all marks in common; fails if there are none */
  SCOPE_ALIGN_STARTS,   /* the first instants of both */
  SCOPE_ALIGN_LENGTH,   /* first on first, last on last: the baseline is stretched to this run's length */
  SCOPE_ALIGN_MARK,     /* at one mark of both */
  SCOPE_ALIGN_AT,       /* at an instant of each */
  SCOPE_ALIGN_INTERVAL, /* an interval of each: start on start, end on end */
} ScopeAlignBy;

/* What is asked for. */
typedef struct
{
  ScopeAlignBy by;
  const char *mark;  /* MARK: its text */
  guint occurrence;  /* MARK: which of that text, in both; 0 and 1: the first */
  gint64 run, baseline;       /* AT, INTERVAL: trace time, ticks of each */
  gint64 run_to, baseline_to; /* INTERVAL: their ends */
} ScopeAlignWish;

typedef enum
{
  SCOPE_MARK_USED,
  SCOPE_MARK_CROSSES,       /* its order differs from that of others, or it stands at the same instant as another */
  SCOPE_MARK_ONLY_BASELINE,
  SCOPE_MARK_ONLY_RUN,
  SCOPE_MARK_ASIDE,         /* in both, but only one was asked for */
  SCOPE_N_MARK_FATES
} ScopeMarkFate;

/* A mark of either run, and what became of it. */
typedef struct
{
  const char *text;      /* owned by the alignment */
  guint occurrence;      /* from 1 */
  gint64 run, baseline;  /* trace time; TIME_MIN if it is not there */
  ScopeMarkFate fate;
} ScopeAlignMark;

typedef struct _ScopeAlignment ScopeAlignment;

/* At most so many marks of each run are looked at, the first in order of the trace. */
#define SCOPE_ALIGN_MOST_MARKS 100000u

/* NULL with error: cancelled, an unreadable index, or (G_IO_ERROR_NOT_FOUND, a sentence for people) no such mark in one of
 * them; G_IO_ERROR_INVALID_ARGUMENT: an interval that is empty or upside down. `wish` NULL: AUTO. Marks are read for AUTO,
 * MARKS and MARK only. */
ScopeAlignment *scope_alignment_new (ScopeTrace *baseline, ScopeTrace *run, const ScopeAlignWish *wish,
                                     GCancellable *cancellable, GError **error);
ScopeAlignment *scope_alignment_ref (ScopeAlignment *alignment);
void scope_alignment_unref (ScopeAlignment *alignment);

ScopeTimeMap *scope_alignment_get_map (ScopeAlignment *alignment); /* borrowed */
/* What was done: never AUTO. */
ScopeAlignBy scope_alignment_get_by (ScopeAlignment *alignment);
/* What was asked for; its text is borrowed. */
const ScopeAlignWish *scope_alignment_get_wish (ScopeAlignment *alignment);
/* The marks that were looked at, those of this run in order of its time, then those of the baseline alone. */
guint scope_alignment_n_marks (ScopeAlignment *alignment);
ScopeAlignMark scope_alignment_mark (ScopeAlignment *alignment, guint i);
guint scope_alignment_n_fate (ScopeAlignment *alignment, ScopeMarkFate fate);
/* "Aligned at 12 marks in common, from “start” to “done”; 2 dropped, because they cross others." Free with g_free(). */
char *scope_alignment_dup_words (ScopeAlignment *alignment);

/* The command line's and the settings' words: "auto", "marks", "start", "length", "mark:TEXT" (or "mark:TEXT#2", the second of that
 * text), "at:BASELINE,RUN" and "interval:BASELINE-BASELINE,RUN-RUN" (ns of trace time). wish->mark is left to the caller to
 * free. Ticks are those of the traces in ps. FALSE with error (G_IO_ERROR_INVALID_ARGUMENT): what is wrong, and where. */
gboolean scope_align_wish_parse (const char *text, gint64 baseline_tick_ps, gint64 run_tick_ps, ScopeAlignWish *ret_wish,
                                 GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeAlignment, scope_alignment_unref)

G_END_DECLS
