/* scope-perf-line.h: a line of `perf script` that tells of a branch (Intel PT, or whatever gives branches with their kinds).
 *
 *     [comm] pid/tid [cpu] sec.frac: [period] branches:uH: call ADDRESS SYMBOL+0xOFF (DSO) => ADDRESS SYMBOL+0xOFF (DSO)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-sim-events.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 pc;
  const char *symbol; /* NULL: not known */
  gsize symbol_n;
  guint32 offset;
  gboolean kernel;
} ScopePerfPlace;

typedef enum
{
  SCOPE_PERF_NOTHING, /* a remark, or an event that is no branch */
  SCOPE_PERF_BRANCH,
  SCOPE_PERF_ERROR,   /* the trace cannot be decoded here: what its thread does is not known until it begins again */
  SCOPE_PERF_BAD,
} ScopePerfWhat;

typedef struct
{
  const char *comm;
  gsize comm_n;
  guint32 pid, tid;
  gint32 cpu;          /* −1: not said */
  guint64 seconds;
  guint64 ps;          /* behind the seconds */
  guint8 kind;         /* ScopeSimBranchKind */
  guint8 cause;        /* of a trace's begin or end: the branch that it is; else `kind` */
  ScopePerfPlace from, to;
  const char *why;     /* of an error */
  gsize why_n;
} ScopePerfLine;

/* Without its end. Points into it. */
ScopePerfWhat scope_perf_line_read (const char *line, gsize n, ScopePerfLine *ret_line);
const char *scope_perf_kind_name (guint kind);

G_END_DECLS
