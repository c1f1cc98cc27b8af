/* scope-cli-intervals.h: the intervals of a lane as the contract has them: maximal, neighbours differ in
 * state, reason or task (or, if asked, in state alone).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "scope-cli.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 from, to; /* own clock */
  ScopeState state;
  guint code;        /* of the first of those joined */
  guint32 task;      /* index of a thread: who ran, woke or owns; SCOPE_NONE if none */
  guint32 processor; /* index; SCOPE_NONE if none */
} ScopeCliInterval;

typedef struct
{
  /* private */
  ScopeIntervalCursor cursor;
  ScopeKind kind;
  guint32 index;
  gboolean states_only, has_pending;
  ScopeCliInterval pending;
} ScopeCliIntervals;

/* The lane of an entity of that kind and index; the range of `cli` is applied. */
void scope_cli_intervals_init (ScopeCliIntervals *intervals,
                               ScopeCli *cli,
                               ScopeMachine *machine,
                               ScopeKind kind,
                               guint32 index,
                               guint32 lane,
                               gboolean states_only);
gboolean
scope_cli_intervals_next (ScopeCliIntervals *intervals, ScopeCliInterval *ret_interval, GError **error);
void scope_cli_intervals_clear (ScopeCliIntervals *intervals);

G_END_DECLS
