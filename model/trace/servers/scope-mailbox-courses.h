/* scope-mailbox-courses.h: the mailboxes of a few processes over time: their length in each stretch of a range.
 *
 * It is the least there was, as scope-servers.h has it: messages that were sent, and not received yet.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/servers/scope-mail-steps.h"

G_BEGIN_DECLS

typedef struct
{
  ScopeMailParty whose;
  gint64 *area;   /* of each stretch: length × time in it, ticks */
  gint64 *most;   /* the longest in it, of what lasts */
  gint64 longest; /* of these */
} ScopeMailboxCourse;

typedef struct
{
  gint64 from, to; /* the range, cut to the trace */
  guint n;         /* stretches of each */
  GArray *courses; /* of ScopeMailboxCourse, in the order asked for */
} ScopeMailboxCourses;

/* At most n stretches, none shorter than a tick. Walks all messages: off the main thread. NULL with error. */
ScopeMailboxCourses *scope_mailbox_courses_read (const ScopeQueryRange *within, const ScopeMailParty *whose, guint n_whose, guint n,
                                                 GError **error);
void scope_mailbox_courses_free (ScopeMailboxCourses *courses);
/* Where a stretch begins; of n: the end. */
gint64 scope_mailbox_courses_edge (const ScopeMailboxCourses *courses, guint stretch);
/* The mean length in a stretch. */
double scope_mailbox_courses_mean (const ScopeMailboxCourses *courses, const ScopeMailboxCourse *course, guint stretch);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeMailboxCourses, scope_mailbox_courses_free)

G_END_DECLS
