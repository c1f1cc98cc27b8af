/* scope-cli-otf2-calls.c: see scope-cli-otf2-calls.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/export/scope-cli-otf2-calls.h"

#include "model/base/scope-fail.h"
#include "model/trace/calls/scope-call-tree.h"

struct _ScopeCliOtf2Calls
{
  ScopeCli *cli;
  ScopeCliOtf2Time time;
  gconstpointer data;
  ScopeLaneId *lanes; /* machine after machine */
  guint n;
  GHashTable *names;     /* of functions, to their region's number + 1 */
  GHashTable *functions; /* of the machine that is written: number to the same */
};

/* Who has been entered, and not left yet. */
typedef struct
{
  ScopeCliOtf2Calls *calls;
  ScopeOtf2 *file;
  ScopeMachine *machine;
  guint32 regions[SCOPE_CALL_MAX_DEPTH];
  guint n;
} Stack;

ScopeCliOtf2Calls *
scope_cli_otf2_calls_new (ScopeCli *cli, gboolean no_threads, ScopeCliOtf2Time time, gconstpointer data)
{
  ScopeCliOtf2Calls *calls = g_new0 (ScopeCliOtf2Calls, 1);
  guint n;

  calls->cli = cli;
  calls->time = time;
  calls->data = data;
  calls->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  calls->functions = g_hash_table_new (NULL, NULL);
  calls->lanes = scope_call_tree_lanes (cli->trace, &n);
  for (guint i = 0; i < n; i++)
    if (scope_activations_in_lane (cli->trace, calls->lanes[i]) && !(no_threads && calls->lanes[i].kind == SCOPE_KIND_THREAD))
      calls->lanes[calls->n++] = calls->lanes[i];
  return calls;
}

void
scope_cli_otf2_calls_free (ScopeCliOtf2Calls *calls)
{
  g_hash_table_unref (calls->names);
  g_hash_table_unref (calls->functions);
  g_free (calls->lanes);
  g_free (calls);
}

guint32
scope_cli_otf2_calls_count (const ScopeCliOtf2Calls *calls, ScopeMachine *machine)
{
  guint32 n = 0;

  for (guint i = 0; i < calls->n; i++)
    n += calls->lanes[i].machine == machine->index;
  return n;
}

static guint32
find_region (ScopeCliOtf2Calls *calls, ScopeOtf2 *file, ScopeMachine *machine, guint32 function)
{
  gpointer number = g_hash_table_lookup (calls->functions, GUINT_TO_POINTER (function));
  const char *name;

  if (number != NULL)
    return GPOINTER_TO_UINT (number) - 1;
  name = scope_activations_function (machine, function);
  number = g_hash_table_lookup (calls->names, name);
  if (number == NULL)
    {
      gboolean programs = function != SCOPE_FUNCTION_UNKNOWN && !scope_function_is_pseudo (function);

      number = GUINT_TO_POINTER (scope_otf2_add_function (file, name, !programs) + 1);
      g_hash_table_insert (calls->names, g_strdup (name), number);
    }
  g_hash_table_insert (calls->functions, GUINT_TO_POINTER (function), number);
  return GPOINTER_TO_UINT (number) - 1;
}

static gboolean
enter (Stack *stack, gint64 own, guint32 function)
{
  const ScopeCliOtf2Calls *calls = stack->calls;
  guint32 region = find_region (stack->calls, stack->file, stack->machine, function);

  if (stack->n == SCOPE_CALL_MAX_DEPTH)
    return TRUE;
  stack->regions[stack->n++] = region;
  return scope_otf2_enter (stack->file, calls->time (calls->data, stack->machine, own), region, SCOPE_OTF2_THREAD, SCOPE_OTF2_NOWHERE);
}

static gboolean
leave (Stack *stack, gint64 own)
{
  const ScopeCliOtf2Calls *calls = stack->calls;

  return stack->n == 0 || scope_otf2_leave (stack->file, calls->time (calls->data, stack->machine, own), stack->regions[--stack->n]);
}

/* FALSE: with error, or it has failed. */
static gboolean
write_rows (Stack *stack, ScopeCallCursor *cursor, gint64 from, gint64 end, GError **error)
{
  ScopeTransition row;
  guint64 n = 0;
  gint64 last = from;
  gboolean ok = TRUE;

  for (guint i = 0; i < cursor->n_frames && ok; i++)
    ok = enter (stack, MAX (from, cursor->frames[i].enter), cursor->frames[i].function);
  while (ok && scope_call_cursor_next (cursor, &row, error))
    {
      last = row.time;
      if (SCOPE_CALL_OP (row.code) == SCOPE_CALL_ENTER)
        ok = enter (stack, row.time, row.ref);
      else if (SCOPE_CALL_OP (row.code) == SCOPE_CALL_EXIT)
        ok = leave (stack, row.time);
      if (++n % 65536 == 0 && scope_cli_interrupted (stack->calls->cli, error))
        return FALSE;
    }
  while (ok && stack->n > 0)
    ok = leave (stack, MAX (last, end));
  return ok;
}

static gboolean
write_lane (ScopeCliOtf2Calls *calls, ScopeOtf2 *file, ScopeMachine *machine, guint32 number, ScopeLaneId id, guint32 location, GError **error)
{
  const guint32 lane = scope_machine_entity (machine, id.kind, id.index)->lane;
  g_autofree char *full = scope_trace_lane_full_title (calls->cli->trace, id, TRUE), *title = g_strdup_printf ("%s: calls", full),
                  *place = scope_trace_format_lane (calls->cli->trace, id), *key = g_strdup_printf ("calls:%s", place);
  g_autofree Stack *stack = g_new0 (Stack, 1);
  gint64 from, to, end = scope_activations_known_until (machine, lane);
  GError *local = NULL;
  ScopeCallCursor cursor;

  stack->calls = calls;
  stack->file = file;
  stack->machine = machine;
  scope_cli_own_range (calls->cli, machine, &from, &to);
  scope_otf2_begin_location (file, location, number, title, key, FALSE);
  if (end < to) /* rows of the last tick are among them */
    to = MAX (from, scope_time_add (end, 1));
  if (from < to)
    {
      if (!scope_call_cursor_init (&cursor, machine->calls, lane, from, to, error))
        return FALSE;
      write_rows (stack, &cursor, from, MIN (end, to), &local);
      scope_call_cursor_clear (&cursor);
    }
  scope_otf2_end_location (file);
  return scope_passed (local, error);
}

gboolean
scope_cli_otf2_calls_write (ScopeCliOtf2Calls *calls, ScopeOtf2 *file, ScopeMachine *machine, guint32 number, guint32 location, GError **error)
{
  g_hash_table_remove_all (calls->functions);
  for (guint i = 0; i < calls->n; i++)
    if (calls->lanes[i].machine == machine->index
        && (scope_cli_interrupted (calls->cli, error) || !write_lane (calls, file, machine, number, calls->lanes[i], location++, error)))
      return FALSE;
  return TRUE;
}
