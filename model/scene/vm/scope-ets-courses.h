/* scope-ets-courses.h: some ETS tables over time, as samples tell them: how large each was in each stretch of a range.
 *
 * What a sample tells holds until the next one tells the same table, or that it is no longer among the largest ones: then nothing is known.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef struct
{
  char *name;
  guint32 machine;                 /* index */
  double *bytes, *objects;         /* the most of each stretch; NAN: not known anywhere in it */
  double most_bytes, most_objects; /* of these */
} ScopeEtsCourse;

typedef struct
{
  gint64 from, to; /* the range, cut to the trace */
  guint n;         /* stretches of each */
  GPtrArray *each; /* of ScopeEtsCourse, in the order asked for */
} ScopeEtsCourses;

/* At most n stretches, none shorter than a tick. */
ScopeEtsCourses *scope_ets_courses_new (const ScopeQueryRange *within, guint n);
void scope_ets_courses_free (ScopeEtsCourses *courses);
void scope_ets_courses_add (ScopeEtsCourses *courses, guint32 machine, const char *name);
/* After all are added. Walks all samples: off the main thread. FALSE with error. */
gboolean scope_ets_courses_read (ScopeEtsCourses *courses, const ScopeQueryRange *within, GError **error);
/* Where a stretch begins; of n: the end. */
gint64 scope_ets_courses_edge (const ScopeEtsCourses *courses, guint stretch);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeEtsCourses, scope_ets_courses_free)

G_END_DECLS
