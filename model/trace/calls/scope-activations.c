/* scope-activations.c: call stacks for those who draw, list and search them: the call store's answers with the trace's clock and the
 * functions' names.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/calls/scope-activations.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-each.h"
#include "model/base/scope-task.h"
#include "model/trace/calls/scope-call-hiding-pieces.h"
#include "model/trace/document/scope-query-range.h"

#include <string.h>

/* As many as are looked at one by one. */
#define MOST_ITEMS 1000000u

typedef struct
{
  ScopeActivations parent;
  ScopeTrace *trace; /* whose names these are */
  ScopeCallHiding *hiding; /* likewise, of merged ones; or NULL */
} Activations;

/* --- what there is --- */

gboolean
scope_activations_in_machine (ScopeMachine *machine)
{
  return machine->calls != NULL && scope_call_store_n_lanes (machine->calls) > 0;
}

/* The lane's number, if it may have a stack. */
static guint32
stack_of (ScopeTrace *trace, ScopeLaneId lane)
{
  ScopeMachine *machine = lane.machine < scope_trace_n_machines (trace) ? scope_trace_machine (trace, lane.machine) : NULL;

  if (machine == NULL || machine->calls == NULL || lane.kind == SCOPE_KIND_MACHINE || lane.kind == SCOPE_KIND_THREADS
      || lane.index >= scope_machine_n_entities (machine, lane.kind))
    return SCOPE_NONE;

  return scope_machine_entity (machine, lane.kind, lane.index)->lane;
}

guint
scope_activations_depth (ScopeTrace *trace, ScopeLaneId lane)
{
  guint32 number = stack_of (trace, lane);

  return number == SCOPE_NONE ? 0 : scope_call_store_depth (scope_trace_machine (trace, lane.machine)->calls, number);
}

gboolean
scope_activations_in_lane (ScopeTrace *trace, ScopeLaneId lane)
{
  return scope_activations_depth (trace, lane) > 0;
}

guint64
scope_activations_n_rows (ScopeTrace *trace, ScopeLaneId lane)
{
  guint32 number = stack_of (trace, lane);

  return number == SCOPE_NONE ? 0 : scope_call_store_n_rows (scope_trace_machine (trace, lane.machine)->calls, number);
}

const char *
scope_activations_function (ScopeMachine *machine, guint32 function)
{
  const char *name = NULL;

  if (function == SCOPE_FUNCTION_SUSPEND)
    return "suspend";
  if (function == SCOPE_FUNCTION_COLLECT)
    return "garbage_collect";
  if (function != SCOPE_FUNCTION_UNKNOWN)
    name = scope_machine_function (machine, function - 1);

  return name != NULL ? name : "unknown";
}

gint64
scope_activations_known_until (ScopeMachine *machine, guint32 lane)
{
  gint64 first, last, known;

  if (!scope_lane_store_life (machine->lanes, lane, &first, &last))
    return SCOPE_TIME_MIN;
  known = scope_lane_store_known_until (machine->lanes, lane);

  return MIN (last, MAX (known, scope_call_store_last (machine->calls, lane)));
}

/* --- results --- */

void
scope_activations_free (ScopeActivations *activations)
{
  Activations *self = (Activations *) activations;

  if (self == NULL)
    return;
  g_free ((gpointer) self->parent.items);
  g_free ((gpointer) self->parent.depths);
  g_free ((gpointer) self->parent.functions);
  g_object_unref (self->trace);
  g_clear_pointer (&self->hiding, scope_call_hiding_unref);
  g_free (self);
}

static Activations *
activations_new (ScopeTrace *trace, ScopeLaneId lane, gint64 from, gint64 to)
{
  Activations *self = g_new0 (Activations, 1);

  self->trace = g_object_ref (trace);
  self->parent.lane = lane;
  self->parent.from = from;
  self->parent.to = to;
  self->parent.known_until = to;
  self->parent.depths = g_new0 (guint32, 1);

  return self;
}

/* Numbers of functions become indices, whose names are read now. */
static void
name_functions (Activations *self, ScopeActivation *items, gsize n)
{
  ScopeMachine *machine = scope_trace_machine (self->trace, self->parent.lane.machine);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  GArray *functions = g_array_new (FALSE, FALSE, sizeof (ScopeActivationFunction));

  for (gsize i = 0; i < n; i++)
    {
      guint index = GPOINTER_TO_UINT (g_hash_table_lookup (known, GUINT_TO_POINTER (items[i].function)));

      if (index == 0)
        {
          gboolean merged = self->hiding != NULL && scope_call_is_merged (items[i].function);
          ScopeActivationFunction function = { NULL, items[i].function, 0 };

          function.name = merged ? scope_call_hiding_name (self->hiding, items[i].function - SCOPE_CALL_MERGED_FIRST)
                                 : scope_activations_function (machine, items[i].function);
          if (!merged && items[i].function != SCOPE_FUNCTION_UNKNOWN && !scope_function_is_pseudo (items[i].function))
            function.kind = (guint8) scope_machine_function_kind (machine, items[i].function - 1);
          g_array_append_val (functions, function);
          index = functions->len;
          g_hash_table_insert (known, GUINT_TO_POINTER (items[i].function), GUINT_TO_POINTER (index));
        }
      items[i].function = index - 1;
    }
  self->parent.n_functions = functions->len;
  self->parent.functions = (ScopeActivationFunction *) (gpointer) g_array_free (functions, FALSE);
}

/* From lines of pieces, own clock, to items. */
static void
take_pieces (Activations *self, const ScopeCallPieces *pieces, gint64 offset, gint64 end, gboolean ends)
{
  ScopeActivation *items = g_new (ScopeActivation, pieces->n + 1);
  guint32 *depths = g_new0 (guint32, pieces->n_lines + 1);
  gsize n = 0;

  for (guint d = 0; d < pieces->n_lines; d++)
    {
      const GArray *done = pieces->lines[d].done;

      depths[d] = (guint32) n;
      SCOPE_EACH (const ScopeCallPiece, piece, done)
        {
          guint flags = piece->flags | (piece->after && ends && piece->to >= end ? SCOPE_CALL_OPEN : 0);

          items[n++] = (ScopeActivation) { piece->from + offset, piece->to + offset, piece->function, d, piece->n, piece->covered,
                                           piece->share, piece->longest, (guint8) flags, piece->level };
        }
    }
  depths[pieces->n_lines] = (guint32) n;
  name_functions (self, items, n);
  g_free ((gpointer) self->parent.depths);
  self->parent.items = items;
  self->parent.n = n;
  self->parent.depths = depths;
  self->parent.n_depths = pieces->n_lines;
}

ScopeActivations *
scope_activations_read (ScopeTrace *trace, ScopeLaneId lane, gint64 from, gint64 to, gint64 finest, guint max_depth,
                        GCancellable *cancellable, GError **error)
{
  return scope_activations_read_without (trace, lane, from, to, finest, max_depth, NULL, cancellable, error);
}

ScopeActivations *
scope_activations_read_without (ScopeTrace *trace, ScopeLaneId lane, gint64 from, gint64 to, gint64 finest, guint max_depth,
                                ScopeCallHiding *hiding, GCancellable *cancellable, GError **error)
{
  Activations *self = activations_new (trace, lane, from, to);
  ScopeQueryRange within = { .trace = trace, .from = from, .to = to };
  guint32 number = stack_of (trace, lane);
  ScopeMachine *machine;
  ScopeCallPieces pieces;
  gint64 own_from, own_to, end, until, offset;
  gboolean ok;

  if (number == SCOPE_NONE)
    return &self->parent;
  machine = scope_trace_machine (trace, lane.machine);
  offset = scope_trace_offset (trace, machine);
  scope_query_range_own_range (&within, machine, &own_from, &own_to);
  end = scope_activations_known_until (machine, number);
  if (end < own_to)
    {
      self->parent.known_until = MAX (from, scope_time_add (end, offset));
      own_to = MAX (own_from, end + 1);
    }
  scope_call_pieces_init (&pieces, finest, max_depth);
  if (hiding != NULL)
    {
      self->hiding = scope_call_hiding_ref (hiding);
      ok = scope_call_hiding_pieces (hiding, machine, number, own_from, own_to, MAX (end, own_from), MOST_ITEMS, &pieces, &until, cancellable,
                                     error);
    }
  else
    ok = scope_call_store_pieces (machine->calls, number, own_from, own_to, MAX (end, own_from), MOST_ITEMS, &pieces, &until,
                                  cancellable, error);
  if (ok)
    {
      take_pieces (self, &pieces, offset, end, end < own_to);
      if (until < MIN (own_to, end))
        {
          self->parent.truncated = TRUE;
          self->parent.known_until = until + offset;
        }
    }
  scope_call_pieces_clear (&pieces);
  if (!ok)
    {
      scope_activations_free (&self->parent);
      return NULL;
    }

  return &self->parent;
}

ScopeActivations *
scope_activations_read_at (ScopeTrace *trace, ScopeLaneId lane, gint64 time, GCancellable *cancellable, GError **error)
{
  Activations *self = activations_new (trace, lane, time, scope_time_add (time, 1));
  guint32 number = stack_of (trace, lane);
  g_autofree ScopeCallFrame *frames = NULL;
  g_autofree gint64 *exits = NULL;
  ScopeMachine *machine;
  ScopeActivation *items;
  guint32 *depths;
  gint64 end, offset;
  guint n = 0;

  if (number == SCOPE_NONE)
    return &self->parent;
  machine = scope_trace_machine (trace, lane.machine);
  offset = scope_trace_offset (trace, machine);
  end = scope_activations_known_until (machine, number);
  self->parent.known_until = MAX (time, scope_time_add (end, offset));
  if (time - offset >= end)
    return &self->parent;
  if (!scope_call_store_stack_at (machine->calls, number, time - offset, end, &frames, &exits, &n, cancellable, error))
    {
      scope_activations_free (&self->parent);
      return NULL;
    }
  items = g_new (ScopeActivation, n + 1);
  depths = g_new (guint32, n + 1);
  for (guint i = 0; i < n; i++)
    {
      gint64 duration = exits[i] - frames[i].enter;

      items[i] = (ScopeActivation) { frames[i].enter + offset, exits[i] + offset, frames[i].function, i, 1, duration, duration,
                                     duration, (guint8) (frames[i].flags | (exits[i] >= end ? SCOPE_CALL_OPEN : 0)), i };
      depths[i] = i;
    }
  depths[n] = n;
  name_functions (self, items, n);
  g_free ((gpointer) self->parent.depths);
  self->parent.items = items;
  self->parent.depths = depths;
  self->parent.n = self->parent.n_depths = n;

  return &self->parent;
}

const ScopeActivation *
scope_activations_find (const ScopeActivations *activations, guint depth, gint64 time)
{
  const ScopeActivation *items;
  gsize n, place;

  if (depth >= activations->n_depths)
    return NULL;
  items = &activations->items[activations->depths[depth]];
  n = activations->depths[depth + 1] - activations->depths[depth];
  place = SCOPE_BISECT (n, i, items[i].to <= time);
  return place < n && items[place].from <= time ? &items[place] : NULL;
}

guint
scope_activations_seen_depth (const ScopeActivations *activations, guint level, gint64 time)
{
  for (guint d = MIN (level + 1, activations->n_depths); d-- > 0;)
    {
      const ScopeActivation *item = scope_activations_find (activations, d, time);

      if (item != NULL && item->level <= level)
        return d;
    }
  return 0;
}

/* --- on a thread --- */

typedef struct
{
  ScopeLaneId lane;
  gint64 time;
} Question;

static gpointer
answer (gpointer source, gconstpointer question, GCancellable *cancellable, GError **error)
{
  const Question *q = question;

  return scope_activations_read_at (source, q->lane, q->time, cancellable, error);
}

void
scope_activations_read_at_async (ScopeTrace *trace, ScopeLaneId lane, gint64 time, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data)
{
  const Question question = { lane, time };

  scope_task_ask (trace, answer, &question, sizeof question, (GDestroyNotify) scope_activations_free, cancellable, callback,
                  user_data);
}

/* --- one after the other --- */

struct _ScopeActivationCursor
{
  ScopeTrace *trace;
  ScopeCallCursor cursor;
  gint64 offset, from, end;
  gboolean started, at_end;
  GError *error;
  guint left;     /* frames that are open at the end */
  guint32 stack[SCOPE_CALL_MAX_DEPTH];
};

ScopeActivationCursor *
scope_activation_cursor_new (ScopeTrace *trace, ScopeLaneId lane, gint64 from, gint64 to)
{
  ScopeActivationCursor *self = g_new0 (ScopeActivationCursor, 1);
  ScopeQueryRange within = { .trace = trace, .from = from, .to = to };
  guint32 number = stack_of (trace, lane);
  ScopeMachine *machine;
  gint64 own_from, own_to, end;

  self->trace = g_object_ref (trace);
  self->at_end = TRUE;
  if (number == SCOPE_NONE)
    return self;
  machine = scope_trace_machine (trace, lane.machine);
  self->offset = scope_trace_offset (trace, machine);
  scope_query_range_own_range (&within, machine, &own_from, &own_to);
  end = scope_activations_known_until (machine, number);
  self->from = own_from;
  self->end = MIN (end, own_to);
  if (end < own_to)
    own_to = MAX (own_from, end + 1);
  if (own_from >= own_to)
    return self;
  self->started = scope_call_cursor_init (&self->cursor, machine->calls, number, own_from, own_to, &self->error);
  self->at_end = FALSE;

  return self;
}

void
scope_activation_cursor_free (ScopeActivationCursor *self)
{
  if (self == NULL)
    return;
  if (self->started)
    scope_call_cursor_clear (&self->cursor);
  g_clear_error (&self->error);
  g_object_unref (self->trace);
  g_free (self);
}

/* The frame at `depth` of the cursor's stack, which was left then. */
static void
give (ScopeActivationCursor *self, guint depth, gint64 exit, guint flags, ScopeActivation *item, const guint32 **ret_stack)
{
  const ScopeCallFrame *frame = &self->cursor.frames[depth];
  gint64 to = MAX (exit, frame->enter), duration = to - frame->enter;

  *item = (ScopeActivation) { frame->enter + self->offset, to + self->offset, frame->function, depth, 1, duration, duration,
                              duration, (guint8) (frame->flags | flags), depth };
  if (ret_stack == NULL)
    return;
  for (guint i = 0; i <= depth; i++)
    self->stack[i] = self->cursor.frames[i].function;
  *ret_stack = self->stack;
}

/* What is left the moment the range begins was before it. */
static gboolean
is_before (const ScopeActivationCursor *self, gint64 exit)
{
  return exit <= self->from && self->cursor.frames[self->cursor.n_frames - 1].enter < exit;
}

gboolean
scope_activation_cursor_next (ScopeActivationCursor *self, ScopeActivation *ret_item, const guint32 **ret_stack, GError **error)
{
  ScopeTransition row;

  while (!self->at_end && self->error == NULL)
    {
      if (!scope_call_cursor_next (&self->cursor, &row, &self->error))
        {
          self->at_end = TRUE;
          self->left = self->cursor.n_frames;
          break;
        }
      if (SCOPE_CALL_OP (row.code) == SCOPE_CALL_EXIT && self->cursor.n_frames > 0 && !is_before (self, row.time))
        {
          give (self, self->cursor.n_frames - 1, row.time, row.code & ~3u, ret_item, ret_stack);
          return TRUE;
        }
    }
  if (self->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      self->at_end = TRUE;
      self->left = 0;
      return FALSE;
    }
  if (self->left == 0)
    return FALSE;
  give (self, --self->left, self->end, SCOPE_CALL_OPEN, ret_item, ret_stack);

  return TRUE;
}
