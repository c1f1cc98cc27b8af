/* scope-calipers-events.c: instructions of a stretch that is cut, counted one by one in the trace's own file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-calipers-private.h"

#include <glib/gi18n.h>
#include <string.h>

#define ROWS 1024u

/* What is executed: instructions, or the micro-ops that they consist of. The line of a macro-op alone executes nothing: it ends behind its text,
 * without a class of operations,
 *     system.cpu0: T0 : 0x4008c0 @f    : stp
 *     system.cpu0: T0 : 0x4008c0 @f. 0 :   addxi_uop   ureg0, sp, #-16 : IntAlu :  D=0x00 */
static gboolean
is_executed (const ScopeEventRow *row)
{
  const char *at = row->detail;
  guint parts = 0;
  gboolean thread = FALSE;

  if (!g_str_equal (row->name, "exec"))
    return FALSE;
  if (at == NULL || *at == '\0')
    return TRUE;
  for (const char *next; (next = strstr (at, " :")) != NULL; at = next + 2)
    if (next[2] == ' ' || next[2] == '\0')
      {
        const char *word = next;

        while (word > row->detail && word[-1] != ' ')
          word--;
        thread |= parts == 0 && *word == 'T' && g_ascii_isdigit (word[1]);
        parts++;
      }
  return parts >= (thread ? 4 : 3);
}

/* TRUE if the instruction is of that processor. The second hardware thread of core 0 ("T1") is processor 1000. */
static gboolean
is_of (const ScopeEventRow *row, guint processor)
{
  const char *at = row->detail != NULL ? strstr (row->detail, " T") : NULL, *end = at != NULL ? strstr (row->detail, " : ") : NULL;
  guint thread = at != NULL && end != NULL && at < end && g_ascii_isdigit (at[2]) ? (guint) g_ascii_strtoull (at + 2, NULL, 10) : 0;

  return row->processor >= 0 && (guint64) row->processor + (guint64) thread * 1000 == processor;
}

static gboolean
count_rows (const ScopeWithin *within, ScopeEventSource *source, const ScopeCalipersCut *cut, guint64 first, guint64 end,
            guint64 *ret_n, GError **error)
{
  g_autofree ScopeEventRow *rows = g_new0 (ScopeEventRow, ROWS);
  guint64 n = 0;

  for (guint got; first < end; first += got)
    {
      if (!scope_event_source_read (source, NULL, first, (guint) MIN (end - first, ROWS), rows, &got, within->cancellable, error))
        return FALSE;
      for (guint i = 0; i < got; i++)
        {
          if (rows[i].machine == cut->machine->index && is_of (&rows[i], cut->processor) && is_executed (&rows[i]))
            n++;
          scope_event_row_clear (&rows[i]);
        }
      if (got == 0)
        break;
    }
  *ret_n = n;
  return TRUE;
}

static gboolean
count (const ScopeWithin *within, ScopeEventSource *source, const ScopeCalipersCut *cut, guint64 *ret_n, GError **error)
{
  gint64 offset = scope_trace_offset (within->trace, cut->machine);
  guint64 first, end;

  return scope_event_source_rank (source, NULL, scope_time_add (cut->from, offset), &first, within->cancellable, error)
         && scope_event_source_rank (source, NULL, scope_time_add (cut->to, offset), &end, within->cancellable, error)
         && count_rows (within, source, cut, first, end, ret_n, error);
}

/* Whether the trace has single instructions at all. */
static gboolean
has_instructions (ScopeEventSource *source)
{
  guint n = 0;
  const ScopeEventKind *kinds = scope_event_source_kinds (source, &n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (kinds[i].name, "exec") && kinds[i].n > 0)
      return TRUE;
  return FALSE;
}

static gboolean
prepare (const ScopeWithin *within, ScopeCalipersHow how, char **ret_unknown, GError **error)
{
  ScopeEventSource *source = scope_trace_get_event_source (within->trace);
  g_autoptr (GError) local = NULL;

  if (how == SCOPE_CALIPERS_QUICK || source == NULL)
    *ret_unknown = g_strdup (_("Where the calipers cut a stretch of instructions, their number is known between two bounds"));
  else if (scope_event_source_prepare (source, within->permille, within->cancellable, &local))
    {
      if (has_instructions (source))
        return TRUE;
      *ret_unknown = g_strdup (_("The trace has no single instructions: where the calipers cut a stretch of them, their number is known between two bounds"));
    }
  else if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_propagate_error (error, g_steal_pointer (&local));
  else
    *ret_unknown = g_strdup_printf (_("Where the calipers cut a stretch of instructions, their number is known between two bounds: %s"), local->message);
  return FALSE;
}

gboolean
scope_calipers_count_cuts (const ScopeWithin *within, ScopeCalipersCut *cuts, guint n, ScopeCalipersHow how, char **ret_unknown,
                           GError **error)
{
  ScopeEventSource *source = scope_trace_get_event_source (within->trace);
  g_autoptr (GError) local = NULL;
  gboolean exact = n > 0 && prepare (within, how, ret_unknown, &local);

  for (guint i = 0; i < n && local == NULL; i++)
    {
      ScopeCalipersCut *cut = &cuts[i];
      guint64 found;

      if (exact && count (within, source, cut, &found, &local))
        cut->least = cut->most = found;
      else if (local != NULL && !g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          exact = FALSE;
          g_clear_pointer (ret_unknown, g_free);
          *ret_unknown
              = g_strdup_printf (_("Where the calipers cut a stretch of instructions, their number is known between two bounds: %s"), local->message);
          g_clear_error (&local);
        }
      scope_calipers_part_add_insts (cut->part, cut->machine, cut->function, cut->least, cut->most);
    }
  if (local != NULL)
    g_propagate_error (error, g_steal_pointer (&local));
  return local == NULL && (error == NULL || *error == NULL);
}
