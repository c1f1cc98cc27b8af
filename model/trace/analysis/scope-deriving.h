/* scope-deriving.h: where the pass over all lanes writes what it finds out. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/trace/analysis/scope-derived.h"

G_BEGIN_DECLS

/* Lanes of the trace as a whole. */
typedef enum
{
  SCOPE_WHOLE_PATH,  /* the critical path; other party: of `steps` */
  SCOPE_WHOLE_WAITS, /* counts: how many wait for somebody, by ScopeWaitClass */
  SCOPE_N_WHOLE,
} ScopeWholeLane;

/* By what tasks wait: in the place of states on the lane that counts them. */
typedef enum
{
  SCOPE_WAIT_CLASS_MVAR,
  SCOPE_WAIT_CLASS_BLACKHOLE,
  SCOPE_WAIT_CLASS_PLACEHOLDER,
  SCOPE_WAIT_CLASS_STM,
  SCOPE_WAIT_CLASS_THROW_TO,
  SCOPE_WAIT_CLASS_WAITING,
  SCOPE_WAIT_CLASS_OTHER,
} ScopeWaitClass;

#define SCOPE_NO_WAIT_CLASS SCOPE_STATE_ABSENT

ScopeWaitClass scope_wait_class (guint code);
/* A code of that class. */
guint scope_wait_class_code (ScopeWaitClass class);

/* From here on the other party is a place in `parties`; below it is a thread of the same machine. */
#define SCOPE_FIRST_PARTY 0x80000000u

typedef struct _ScopeDeriving ScopeDeriving;

/* Takes nothing; each of `bytes` is taken. */
ScopeDeriving *scope_deriving_new (ScopeTrace *trace, ScopeDerivedBytes bytes, gpointer data);
void scope_deriving_free (ScopeDeriving *deriving);
/* To be filled in but for lanes, bytes, parties and steps. */
ScopeDerivedFacts *scope_deriving_facts (ScopeDeriving *deriving);
/* From `time` (trace time) on, the lane has that code; in order of time. `by` may be nobody. */
void scope_deriving_row (ScopeDeriving *deriving, guint machine, guint32 lane, gint64 time, guint code, guint32 ref);
/* Each of these lanes by one thread, which may be another one than that of all else. */
void scope_deriving_whole_row (ScopeDeriving *deriving, ScopeWholeLane lane, gint64 time, guint code, guint32 ref);
/* What stands for somebody on a lane of that machine. */
guint32 scope_deriving_party (ScopeDeriving *deriving, guint machine, ScopeTaskId by);
/* The next segment of the path, with its label as it is numbered there, and the code of its kind; by the thread of that lane. What lies
 * behind the end of what is found out is left out. */
void scope_deriving_path (ScopeDeriving *deriving, const ScopePathSegment *segment, guint code);
/* All lanes end at `end`, trace time. NULL with error. */
ScopeDerived *scope_deriving_finish (ScopeDeriving *deriving, gint64 end, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeDeriving, scope_deriving_free)

G_END_DECLS
