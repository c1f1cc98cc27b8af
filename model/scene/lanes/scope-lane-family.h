/* scope-lane-family.h: tasks that stand under one heading: threads of one label, of one process, all of a machine.
 *
 * Making and sorting one takes a look at each member, 190,000 perhaps: so they are kept from one change of the tree
 * to the next. Private to the lane list.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/lanes/scope-lane-list.h"

G_BEGIN_DECLS

typedef struct _ScopeLaneFamily
{
  guint refs;
  guint32 machine;
  ScopeKind kind;
  const char *name;  /* of a group: borrowed from the machine, a literal, or `pattern`; else NULL */
  char *pattern;     /* of names that differ by a number; NULL: they are all the same */
  gboolean helpers;  /* threads of the runtime itself: of nobody's work */
  guint32 n;
  guint32 looked_at; /* of so many entities they were chosen */
  gboolean large;    /* all of a kind, but for helpers if `helped`, and too many to be looked at: they have neither members nor lives, and are
                      * put in order elsewhere (scope-lane-ranking.h) */
  gboolean helped;
  guint32 *members;  /* indices of entities, in the order last sorted to */
  int sorted;        /* ScopeSort; -1: not yet */
  gint64 *lives;     /* when each began, sorted, then when each ended, sorted; NULL: not asked for yet */
} ScopeLaneFamily;

typedef struct _ScopeLaneFamilies ScopeLaneFamilies;

ScopeLaneFamilies *scope_lane_families_new (ScopeTrace *trace);
void scope_lane_families_free (ScopeLaneFamilies *families);
/* Running times are others now, or what made up the families is. */
void scope_lane_families_forget (ScopeLaneFamilies *families);

/* Threads of a machine by label (labels that differ by a number are one) or entry, the largest first; those beyond the largest groups go
 * into "others"; last come the runtime's own. Of ScopeLaneFamily; borrowed until forgotten. */
GPtrArray *scope_lane_families_of_threads (ScopeLaneFamilies *families, ScopeMachine *machine);
/* All of a kind; of one process if that is not SCOPE_NONE. A new reference. */
ScopeLaneFamily *scope_lane_families_all (ScopeLaneFamilies *families, ScopeMachine *machine, ScopeKind kind,
                                          guint32 process);

/* The runtime's own threads of a machine, and all others; perhaps none. New references. */
ScopeLaneFamily *scope_lane_families_helpers (ScopeLaneFamilies *families, ScopeMachine *machine);
ScopeLaneFamily *scope_lane_families_but_helpers (ScopeLaneFamilies *families, ScopeMachine *machine);

ScopeLaneFamily *scope_lane_family_ref (ScopeLaneFamily *family);
void scope_lane_family_unref (ScopeLaneFamily *family);
/* How many lived in some part of [from, to), on the machine's own clock; sorts their lives at the first time. */
guint32 scope_lane_family_alive (ScopeLaneFamily *family, ScopeMachine *machine, gint64 from, gint64 to);
void scope_lane_family_sort (ScopeLaneFamily *family, ScopeMachine *machine, ScopeSort sort);
/* Where it comes in the order, the least first: of something that begins at `first` and has these lanes of the machine. */
double scope_lane_order (ScopeMachine *machine, gint64 first, const guint32 *lanes, guint n, ScopeSort sort);
gboolean scope_lane_family_has (const ScopeLaneFamily *family, guint32 index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeLaneFamily, scope_lane_family_unref)

G_END_DECLS
