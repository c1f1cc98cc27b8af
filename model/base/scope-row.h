/* scope-row.h: one transition on its way from the replay to its lane.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "From this time on, this lane has this code." 16 bytes:
 *
 *      63               8 7      0
 *     +------------------+--------+ +----------+ +----------+
 *     |  time (signed)   |  code  | |   lane   | |   ref    |
 *     +------------------+--------+ +----------+ +----------+
 *
 * ref is the other party as the code's ScopeRefKind says: index + 1 of a thread or processor, 0 if none.
 */
typedef struct
{
  gint64 time_code;
  guint32 lane;
  guint32 ref;
} ScopeRow;

/* Rows of lanes that count: the code says that one of those counted leaves a ScopeState and enters another one, each of
 * which may be ABSENT. */
static inline guint
scope_step_code (guint left, guint entered)
{
  return left << 4 | entered;
}

#define SCOPE_ROW_TIME_MAX (G_MAXINT64 >> 8)

static inline gint64
scope_row_time (const ScopeRow *row)
{
  return row->time_code >> 8;
}

static inline guint
scope_row_code (const ScopeRow *row)
{
  return (guint) (row->time_code & 0xff);
}

static inline ScopeRow
scope_row (guint32 lane, gint64 time, guint code, guint32 ref)
{
  return (ScopeRow) { (gint64) (((guint64) time << 8) | code), lane, ref };
}

G_END_DECLS
