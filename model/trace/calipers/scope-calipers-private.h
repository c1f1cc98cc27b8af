/* scope-calipers-private.h: what the files of the calipers share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/calls/scope-activations.h"
#include "model/trace/calipers/scope-calipers.h"

G_BEGIN_DECLS

/* A stretch of instructions as the table has it; own clock. */
typedef struct
{
  gint64 time, end;
  guint64 insts;
  guint processor;   /* number */
  guint32 function;
} ScopeCalipersSeq;

/* A core while its figures are made. */
typedef struct
{
  ScopeCalipersCore core;   /* without its functions */
  GStringChunk *names;
  GArray *functions;        /* of ScopeCalipersFunction */
  GHashTable *by_name;      /* place + 1 */
  gboolean has_seq;
  ScopeCalipersSeq seq;     /* the last one met: whether another follows is known later */
} ScopeCalipersPart;

typedef struct
{
  const ScopeQueryRange *within;
  ScopeMachine *machine;
  gint64 from, to;          /* own clock */
  ScopeCalipersPart **parts; /* by index of the processor; NULL: not asked for */
  guint n_parts;
  GArray *cuts;             /* of ScopeCalipersCut */
} ScopeCalipersMachine;

/* A stretch that the range cuts: how many of its instructions begin in [from, to), own clock, is not known from its row. */
typedef struct
{
  ScopeCalipersPart *part;
  ScopeMachine *machine;
  guint processor;
  gint64 from, to;
  guint32 function;
  guint64 least, most;
} ScopeCalipersCut;

void scope_calipers_part_add_insts (ScopeCalipersPart *part, ScopeMachine *machine, guint32 function, guint64 least, guint64 most);

/* scope-calipers-events.c: adds the instructions of these stretches to their parts, counted in the trace's file if `how` says so and it is there;
 * else between bounds, and *ret_unknown says why. FALSE with error: cancelled. */
gboolean scope_calipers_count_cuts (const ScopeQueryRange *within, ScopeCalipersCut *cuts, guint n, ScopeCalipersHow how, char **ret_unknown,
                                    GError **error);

G_END_DECLS
