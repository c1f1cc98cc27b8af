/* scope-together.h: labels (of Erlang: functions) that nearly always come together: processors run under all of them in the same windows of time.
 *
 *     parse  ██..██....██..██....      lex and parse: each of their windows has both
 *     lex    ██..██....██..██....
 *     sort   ..██....██..██....██      sort comes with nobody
 *
 * Sets are frequent itemsets whose all-confidence is high: in 0.8 of the windows that the most frequent one of the set is in, all are (Omiecinski:
 * Alternative Interest Measures for Mining Associations in Databases, IEEE TKDE 15, 2003). Each pair of a set must come together more often
 * than by chance: by the likelihood ratio G² of the two (Dunning, Computational Linguistics 19, 1993), against the greatest of all pairs and all
 * widths of windows where each label's series is turned by a time of its own (Westfall and Young's step of the maximum, 1993; Politis and Romano's
 * circular scheme, 1992): each keeps its rhythm, but has nothing to do with the others. So what is told of noise, of whatever pair, is told as rarely
 * as SCOPE_TOGETHER_CHANCE. A set that came in fewer than three stretches has not come again and again, however long they are.
 *
 * Windows are 1/512, 1/128 and 1/32 of the time in which something runs; the narrowest in which a set shows counts. A label that is nearly always
 * there comes with everybody: that says nothing, and is not told. Of more than 64 labels those that run longest are looked at.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

#define SCOPE_TOGETHER_WINDOWS 512u
#define SCOPE_TOGETHER_LABELS 64u
#define SCOPE_TOGETHER_MOST 16u /* labels of a set */
#define SCOPE_TOGETHER_SHUFFLES 199u
#define SCOPE_TOGETHER_CHANCE 0.01
#define SCOPE_TOGETHER_SHARE 0.8

typedef struct
{
  guint labels[SCOPE_TOGETHER_MOST], n_labels; /* the most frequent first */
  guint step;     /* of the narrowest windows, one of it */
  guint n;        /* windows that there are */
  guint all, most; /* that have all labels; that have the most frequent one */
  guint runs;     /* stretches of windows with all that follow each other */
  guint first, last; /* of those with all; narrowest windows */
  double expected; /* windows with all, if each came when it liked */
  double chance;  /* how often the least likely pair would come together as often, at most */
} ScopeTogetherSet;

/* `present`: n_labels × n, whether the label is in the window; n is SCOPE_TOGETHER_WINDOWS at most. Sets, those with most windows first; unref it. */
GArray *scope_together_find (const guint8 *present, guint n_labels, guint n, GCancellable *cancellable);

typedef struct
{
  GPtrArray *names; /* of char * */
  GArray *sets;     /* of ScopeTogetherSet, whose labels these are */
  gint64 *begins, *ends; /* of the narrowest windows in which anything ran, trace time */
  guint n_windows;
} ScopeTogether;

/* Off the main thread: of what the trace has; if there is nothing yet, it is made for this once. NULL with error. */
ScopeTogether *scope_together_read (const ScopeQueryRange *within, GError **error);
void scope_together_free (ScopeTogether *together);
/* "lex, parse". Free with g_free(). */
char *scope_together_dup_names (const ScopeTogether *together, const ScopeTogetherSet *set);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeTogether, scope_together_free)

G_END_DECLS
