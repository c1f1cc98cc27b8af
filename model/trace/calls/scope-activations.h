/* scope-activations.h: the call stack of a lane over time: which function was active at which depth, from when to when.
 *
 *     depth 0   |========================= main =========================|
 *     depth 1      |==== f ====|   |======= g =======|   |:::: h ×1,200 ::::|    one activation, or a stretch of many
 *     depth 2        |= x =|          |= suspend =|
 *
 * Read for a picture, activations that are shorter than a pixel are summed up to *stretches*: how many there are, which time they
 * cover, which function has most of it, how long the longest is. So what is read depends on the picture's size and not on
 * the trace's. Read with `finest` 0, it is every single one, up to a budget.
 *
 * Erlang: lanes of processes (threads share them); being scheduled out and collecting are the pseudo functions
 * SCOPE_FUNCTION_SUSPEND and SCOPE_FUNCTION_COLLECT on top of the stack. Simulation: lanes of cores.
 *
 * Times are trace time. Reading opens blocks of the index: off the main thread, cancellable.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-call.h"
#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

/* --- what there is: costs nothing, any thread --- */

/* Whether a machine has call stacks at all, and whether this lane has one. */
gboolean scope_activations_in_machine (ScopeMachine *machine);
gboolean scope_activations_in_lane (ScopeTrace *trace, ScopeLaneId lane);
/* The number of frames of its highest stack so far (1: depth 0 alone), 0 if it has none; and how often something was
 * entered or left on it. */
guint scope_activations_depth (ScopeTrace *trace, ScopeLaneId lane);
guint64 scope_activations_n_rows (ScopeTrace *trace, ScopeLaneId lane);

/* "lists:map/2", "suspend", "garbage_collect", "unknown"; never NULL, lives as long as the machine. Reads the index when it is
 * first asked for: not on the main thread (names in the results below are there without reading). */
const char *scope_activations_function (ScopeMachine *machine, guint32 function);

/* Until when the stack of a lane (its number in the lane store) is known, on the machine's own clock: to the end of its life, or as far as the
 * lane is known, or to the last call that the trace tells of, if that is later: how long a run lasts is not known while it goes on, but what was
 * called in it is. TIME_MIN: nothing is known. */
gint64 scope_activations_known_until (ScopeMachine *machine, guint32 lane);

/* --- a picture of a range --- */

/* One activation (n = 1), or a stretch of several that follow each other at one depth. */
typedef struct
{
  gint64 from, to;    /* of one activation: when it was entered and left (where it lies over an edge of the range: at most to the
                       * edge, unless it is known; see `flags`). Of a stretch: from the first's begin to the last's end */
  guint32 function;   /* index in `functions` of the result; of a stretch: of which there is most */
  guint32 depth;      /* from 0 */
  guint64 n;          /* how many */
  gint64 covered;     /* ticks in which one of them was active; of one: to - from */
  gint64 share;       /* of these, what `function` has at least */
  gint64 longest;     /* of the longest of them */
  guint8 flags;       /* ScopeCallFlags; of a stretch 0 */
  guint32 level;      /* how deep it really is, where functions between are left out; of a stretch, the first */
} ScopeActivation;

typedef struct
{
  const char *name;   /* lives as long as the trace */
  guint32 number;     /* on its machine: row of the table of functions + 1, or SCOPE_FUNCTION_… */
  guint8 kind;        /* ScopeFunctionKind: whose it is */
} ScopeActivationFunction;

/* Immutable; scope_activations_ref() and _unref(). */
typedef struct
{
  ScopeLaneId lane;
  gint64 from, to;                    /* what was asked for */
  gint64 known_until;                 /* from there on the stack is not known (yet); `to` or later if all is */
  const ScopeActivation *items;       /* by depth, then time; those of one depth do not overlap */
  gsize n;
  const guint32 *depths;              /* items of depth d are [depths[d], depths[d + 1]) */
  guint n_depths;
  const ScopeActivationFunction *functions;
  guint n_functions;
  gboolean truncated;                 /* the budget was spent at `known_until`: ask for less */
} ScopeActivations;

/* What touches [from, to), shorter things than `finest` ticks summed up (0: nothing; usually the ticks of a pixel), depths from
 * `max_depth` on left out. With finest 0 at most a million items. NULL with error: the index cannot be read, or it was
 * cancelled. A lane without a stack gives no items. */
ScopeActivations *scope_activations_read (ScopeTrace *trace, ScopeLaneId lane, gint64 from, gint64 to, gint64 finest,
                                          guint max_depth, GCancellable *cancellable, GError **error);
struct _ScopeCallHiding;
/* The same without functions that bore (scope-call-hiding.h); `hiding` may be NULL. Takes time in proportion to the calls of the range. */
ScopeActivations *scope_activations_read_without (ScopeTrace *trace, ScopeLaneId lane, gint64 from, gint64 to, gint64 finest, guint max_depth,
                                                  struct _ScopeCallHiding *hiding, GCancellable *cancellable, GError **error);
void scope_activations_free (ScopeActivations *activations);
/* The item at that depth and time, or NULL. */
const ScopeActivation *scope_activations_find (const ScopeActivations *activations, guint depth, gint64 time);

/* The depth at which the frame that really is at `level` then is seen, or else the nearest of its callers. */
guint scope_activations_seen_depth (const ScopeActivations *activations, guint level, gint64 time);

/* The stack that stands at `time`: items[d] is the activation at depth d, whole: when it was entered, and when it will be left, however
 * far that is. For tooltips, the inspector, "go to its end". No item: nothing is on the stack then. */
ScopeActivations *scope_activations_read_at (ScopeTrace *trace, ScopeLaneId lane, gint64 time, GCancellable *cancellable,
                                             GError **error);
/* The same on a thread; scope_task_answer() gives them. */
void scope_activations_read_at_async (ScopeTrace *trace, ScopeLaneId lane, gint64 time, GCancellable *cancellable,
                                      GAsyncReadyCallback callback, gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeActivations, scope_activations_free)

/* --- one after the other, however many: searches, tables; never the main thread --- */

typedef struct _ScopeActivationCursor ScopeActivationCursor;

/* Activations that touch [from, to), whole where the range shows it, in the order in which they end; those that are still open
 * at its end last, the uppermost first. Keeps the trace. */
ScopeActivationCursor *scope_activation_cursor_new (ScopeTrace *trace, ScopeLaneId lane, gint64 from, gint64 to);
void scope_activation_cursor_free (ScopeActivationCursor *cursor);
/* FALSE: no more, or with error. `ret_item->function` is the function's number here, not an index. Valid until the next call:
 * *ret_stack (may be NULL), the numbers of the functions under it, [0] at depth 0, [depth] its own. */
gboolean scope_activation_cursor_next (ScopeActivationCursor *cursor, ScopeActivation *ret_item, const guint32 **ret_stack,
                                       GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeActivationCursor, scope_activation_cursor_free)

G_END_DECLS
