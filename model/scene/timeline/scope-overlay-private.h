/* scope-overlay-private.h: what the files that read an overlay share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/timeline/scope-overlay.h"
#include "model/trace/statistics/scope-lost-times.h"

G_BEGIN_DECLS

typedef struct
{
  ScopeOverlay *overlay;
  const ScopeOverlayRequest *request;
  ScopeTrace *trace;
  GCancellable *cancellable;
  gint64 from, to; /* visible, trace time */
  guint budget;
  GHashTable *values; /* while counters are read: their last values */
  GArray *growths;    /* while counters are read: of those that only grow */
  GArray *lost;       /* while counters are read: ScopeLostTime of the machine */
  guint n_lost;       /* of them began */
  gboolean has_sparks; /* while counters are read: those of sparks are not, since each spark has its events */
  gpointer data;      /* of who reads */
} ScopeOverlayReader;

static inline gboolean
scope_overlay_cancelled (const ScopeOverlayReader *reader)
{
  return g_cancellable_is_cancelled (reader->cancellable);
}

/* Trace time to the machine's own. */
gint64 scope_overlay_own (const ScopeOverlayReader *reader, ScopeMachine *machine, gint64 time);

/* Called for each row with how many it stands for. */
typedef void (*ScopeOverlayRowFunc) (ScopeOverlayReader *reader, ScopeMachine *machine, gint64 offset,
                                     const gint64 *row, double weight);
/* A machine's table over [from, to), whole if its share of the budget allows, else slot by slot. */
void scope_overlay_read_table (ScopeOverlayReader *reader, ScopeMachine *machine, ScopeTableKind kind, gint64 from,
                               gint64 to, guint budget, double slot_pixels, ScopeOverlayRowFunc func);

/* scope-overlay-messages.c: messages and streams */
void scope_overlay_read_messages (ScopeOverlayReader *reader);
void scope_overlay_read_traffic (ScopeOverlayReader *reader);
/* Who draws the lines finds the processes at their ends, and must not wait for a machine to be read. */
void scope_overlay_look_up_ends (ScopeOverlayReader *reader);
/* scope-overlay-links.c: migrations, wake-ups, instants, the selected task, the critical path */
void scope_overlay_read_links (ScopeOverlayReader *reader, ScopeMachine *machine, guint budget);
void scope_overlay_read_ticks (ScopeOverlayReader *reader, ScopeMachine *machine);
void scope_overlay_read_task (ScopeOverlayReader *reader);
void scope_overlay_read_path (ScopeOverlayReader *reader);

/* scope-overlay-counters.c: how many processors run at once, in each pixel. */
void scope_overlay_read_least_most (ScopeOverlayReader *reader);
/* scope-overlay-counters.c: at most `budget` rows of the range. */
void scope_overlay_read_counters (ScopeOverlayReader *reader, ScopeMachine *machine, guint budget);
/* It grew by `amount` from view pixel x0 to x1. */
void scope_overlay_add_growth (ScopeOverlayReader *reader, guint counter, double x0, double x1, double amount);
/* scope-overlay-sparks.c: the pool and what became of sparks, by the events of each. */
void scope_overlay_read_sparks (ScopeOverlayReader *reader, ScopeMachine *machine, guint budget);
/* Those that begin before a time of the machine's own clock: from there on the counter is not known; SCOPE_N_COUNTERS: all that were
 * read. Returns the last of them if it lasts until later, else NULL. */
const ScopeLostTime *scope_overlay_pass_lost (ScopeOverlayReader *reader, ScopeMachine *machine, gint64 time, guint counter);
/* By machine, counter and place; those of a pixel become one. */
void scope_overlay_join_points (GArray *points);

G_END_DECLS
