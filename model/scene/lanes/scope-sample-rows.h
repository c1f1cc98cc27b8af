/* scope-sample-rows.h: the rows of what was sampled: of an Erlang VM its memory, utilisation, processes, mailboxes; of a GHC program
 * what its storage manager holds; and of what a simulation's cores counted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/lanes/scope-lane-list.h"

#include "model/base/scope-schema.h"

G_BEGIN_DECLS

typedef struct
{
  ScopeRowKind kind;
  const char *key;      /* in the keys of nodes */
  const char *title;    /* to be translated */
  guint counter, fill;  /* ScopeCounter: of the line, and of the area below it (may be the same) */
  const char *counter_word, *fill_word; /* what they are called, to be translated; NULL: as the row */
  guint unit;           /* bytes that one of them is; 0: they are none */
} ScopeSampleRow;

#define SCOPE_N_SAMPLE_ROWS 7u

const ScopeSampleRow *scope_sample_row (guint i);
/* Those of a simulation's cores, in the order of ScopeCoreRatio: IPC, MPKI; then the same by the simulator's statistics. They have no counters of their own; titles are what every
 * language calls them. */
#define SCOPE_N_RATIO_ROWS 8u
const ScopeSampleRow *scope_ratio_row (guint i);
/* Its number, or SCOPE_N_SAMPLE_ROWS. */
guint scope_sample_row_of_kind (ScopeRowKind kind);
guint scope_sample_row_of_counter (guint counter);
/* A value of its counters, for people: "18.1 MB", "2.4 busy", "57". Free with g_free(). */
char *scope_sample_row_format (const ScopeSampleRow *row, double value);

G_END_DECLS
