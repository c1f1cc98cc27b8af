/* scope-call-hiding-pieces.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/calls/scope-call-hiding-pieces.h"

#include "model/base/scope-fail.h"
#include "model/trace/calls/scope-activations.h"

#define CANCEL_ROWS 65536u

/* A frame of the stack as it really is. */
typedef struct
{
  guint32 function; /* as it is seen */
  guint32 seen;     /* frames that are seen when it is on top; its depth is one less … */
  gboolean shown;   /* … if it is one of these */
  gboolean folded;  /* what it calls is its own, or its callers' */
} Frame;

typedef struct
{
  const ScopeCallHiding *hiding;
  ScopeMachine *machine;
  ScopeCallPieces *pieces;
  GHashTable *fates; /* function → fate and, from bit 2 on, the pattern's number */
  guint32 tops[SCOPE_CALL_MAX_DEPTH + 1]; /* functions that are seen */
  Frame frames[SCOPE_CALL_MAX_DEPTH + 1];
  guint n;
} Stack;

static ScopeCallFate
find_fate (Stack *stack, guint32 function, guint *ret_pattern)
{
  gpointer known = NULL;
  ScopeCallFate fate;

  if (!g_hash_table_lookup_extended (stack->fates, GUINT_TO_POINTER (function), NULL, &known))
    {
      fate = scope_call_hiding_fate (stack->hiding, scope_activations_function (stack->machine, function), ret_pattern);
      known = GUINT_TO_POINTER (*ret_pattern << 2 | fate);
      g_hash_table_insert (stack->fates, GUINT_TO_POINTER (function), known);
    }
  *ret_pattern = GPOINTER_TO_UINT (known) >> 2;
  return GPOINTER_TO_UINT (known) & 3u;
}

static void
push (Stack *stack, guint32 function)
{
  const Frame *caller = stack->n > 0 ? &stack->frames[stack->n - 1] : NULL;
  gboolean programs = function != SCOPE_FUNCTION_UNKNOWN && !scope_function_is_pseudo (function);
  guint pattern = 0, seen = caller != NULL ? caller->seen : 0;
  ScopeCallFate fate = programs ? find_fate (stack, function, &pattern) : SCOPE_CALL_SHOWN;
  Frame frame = { .function = fate == SCOPE_CALL_MERGED ? SCOPE_CALL_MERGED_FIRST + pattern : function, .folded = caller != NULL && caller->folded };

  if (seen > 0 && programs
      && (frame.folded || fate == SCOPE_CALL_HIDDEN || (fate == SCOPE_CALL_MERGED && stack->tops[seen - 1] == frame.function)))
    frame.seen = seen;
  else
    {
      stack->tops[seen] = frame.function;
      frame.shown = TRUE;
      frame.seen = seen + 1;
      frame.folded = frame.folded || fate == SCOPE_CALL_FOLDED;
    }
  stack->frames[stack->n++] = frame;
}

/* Until it is as high as the cursor's. */
static void
follow (Stack *stack, const ScopeCallCursor *cursor)
{
  stack->n = MIN (stack->n, cursor->n_frames);
  while (stack->n < cursor->n_frames)
    push (stack, cursor->frames[stack->n].function);
}

static void
add (Stack *stack, const ScopeCallCursor *cursor, guint level, gint64 to, guint flags, gboolean after)
{
  const ScopeCallFrame *frame = &cursor->frames[level];
  const Frame *own = &stack->frames[level];

  if (own->shown)
    scope_call_pieces_add_raised (stack->pieces, own->seen - 1, level, frame->enter, to, own->function, frame->flags | flags, after);
}

static gboolean
walk (Stack *stack, ScopeCallCursor *cursor, gint64 from, gint64 to, gint64 end, gsize most, gint64 *ret_until, GCancellable *cancellable, GError **error)
{
  GError *local = NULL;
  ScopeTransition row;
  guint64 n = 0;
  gboolean left = FALSE;

  while (scope_call_cursor_next (cursor, &row, &local))
    {
      follow (stack, cursor);
      left = SCOPE_CALL_OP (row.code) == SCOPE_CALL_EXIT && cursor->n_frames > 0;
      if (left)
        add (stack, cursor, cursor->n_frames - 1, row.time, row.code & ~3u, FALSE);
      if (stack->pieces->n >= most)
        {
          *ret_until = to = row.time;
          break;
        }
      left = FALSE;
      if (n++ % CANCEL_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, &local))
        break;
    }
  if (local != NULL)
    return scope_passed (local, error);
  follow (stack, cursor);
  to = MAX (MIN (to, end), cursor->has_last ? cursor->last.time : from);
  for (guint i = 0; i + (left ? 1 : 0) < cursor->n_frames; i++)
    add (stack, cursor, i, MAX (to, cursor->frames[i].enter), 0, TRUE);
  return TRUE;
}

gboolean
scope_call_hiding_pieces (const ScopeCallHiding *hiding, ScopeMachine *machine, guint32 lane, gint64 from, gint64 to, gint64 end, gsize most,
                          ScopeCallPieces *pieces, gint64 *ret_until, GCancellable *cancellable, GError **error)
{
  g_autofree Stack *stack = NULL;
  ScopeCallCursor cursor;
  gboolean ok;

  *ret_until = to;
  if (from >= to)
    return TRUE;
  if (!scope_call_cursor_init (&cursor, machine->calls, lane, from, to, error))
    return FALSE;
  stack = g_new0 (Stack, 1);
  stack->hiding = hiding;
  stack->machine = machine;
  stack->pieces = pieces;
  stack->fates = g_hash_table_new (NULL, NULL);
  ok = walk (stack, &cursor, from, to, end, most, ret_until, cancellable, error);
  g_hash_table_unref (stack->fates);
  scope_call_cursor_clear (&cursor);
  scope_call_pieces_end (pieces);
  return ok;
}
