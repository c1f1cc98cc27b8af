/* scope-calipers-events.c: instructions of a stretch that is cut, counted one by one in the trace's own file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/calipers/scope-calipers-private.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-fail.h"

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

/* Number of the processor that executed it; −1: none. The second hardware thread of core 0 ("T1") is processor 1000. */
static gint64
processor_of (const ScopeEventRow *row)
{
  const char *at = row->detail != NULL ? strstr (row->detail, " T") : NULL, *end = at != NULL ? strstr (row->detail, " : ") : NULL;
  guint thread = at != NULL && end != NULL && at < end && g_ascii_isdigit (at[2]) ? (guint) g_ascii_strtoull (at + 2, NULL, 10) : 0;

  return row->processor >= 0 ? row->processor + (gint64) thread * 1000 : -1;
}

/* All stretches that are cut, to be counted in one walk: as many cores as there are, so many of them begin about where the range does. */
typedef struct
{
  const ScopeQueryRange *within;
  ScopeEventSource *source;
  GArray *places;     /* of Place, by when they begin */
  GHashTable *cores;  /* by machine and processor: the last of its places + 1 */
} Count;

typedef struct
{
  const ScopeCalipersCut *cut;
  gint64 from, to;    /* trace time */
  guint64 n;
  guint next;         /* another one of its core + 1; 0: none */
} Place;

SCOPE_COMPARE_BY (compare_places, Place, SCOPE_UP (from) SCOPE_UP (cut))

static gpointer
core_key (guint machine, gint64 processor)
{
  return (gpointer) (guintptr) (((guint64) machine << 24) + (guint64) processor + 1);
}

static void
count_row (Count *count, const ScopeEventRow *row)
{
  guint at = is_executed (row) ? GPOINTER_TO_UINT (g_hash_table_lookup (count->cores, core_key (row->machine, processor_of (row)))) : 0;

  while (at > 0)
    {
      Place *place = &g_array_index (count->places, Place, at - 1);

      if (row->time >= place->from && row->time < place->to)
        place->n++;
      at = place->next;
    }
}

static gboolean
count_rows (Count *count, gint64 from, gint64 to, GError **error)
{
  GCancellable *cancellable = count->within->cancellable;
  g_autofree ScopeEventRow *rows = g_new0 (ScopeEventRow, ROWS);
  guint64 first, end;

  if (!scope_event_source_rank (count->source, NULL, from, &first, cancellable, error)
      || !scope_event_source_rank (count->source, NULL, to, &end, cancellable, error))
    return FALSE;
  for (guint got; first < end; first += got)
    {
      if (!scope_event_source_read (count->source, NULL, first, (guint) MIN (end - first, ROWS), rows, &got, cancellable, error))
        return FALSE;
      for (guint i = 0; i < got; i++)
        {
          count_row (count, &rows[i]);
          scope_event_row_clear (&rows[i]);
        }
      if (got == 0)
        break;
    }
  return TRUE;
}

static void
find_places (Count *count, const ScopeCalipersCut *cuts, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      gint64 offset = scope_trace_offset (count->within->trace, cuts[i].machine);
      Place place = { &cuts[i], scope_time_add (cuts[i].from, offset), scope_time_add (cuts[i].to, offset), 0, 0 };

      g_array_append_val (count->places, place);
    }
  g_array_sort (count->places, compare_places);
  for (guint i = 0; i < n; i++)
    {
      Place *place = &g_array_index (count->places, Place, i);
      gpointer key = core_key (place->cut->machine->index, place->cut->processor);

      place->next = GPOINTER_TO_UINT (g_hash_table_lookup (count->cores, key));
      g_hash_table_insert (count->cores, key, GUINT_TO_POINTER (i + 1));
    }
}

/* Each event is read once, however many of them it lies in. */
static gboolean
count_places (Count *count, GError **error)
{
  for (guint i = 0; i < count->places->len;)
    {
      gint64 from = g_array_index (count->places, Place, i).from, to = from;

      for (; i < count->places->len && (to == from || g_array_index (count->places, Place, i).from < to); i++)
        to = MAX (to, g_array_index (count->places, Place, i).to);
      if (!count_rows (count, from, to, error))
        return FALSE;
    }
  return TRUE;
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
prepare (const ScopeQueryRange *within, ScopeCalipersHow how, char **ret_unknown, GError **error)
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

/* FALSE: they are not counted; with error: cancelled. */
static gboolean
count_exactly (const ScopeQueryRange *within, ScopeCalipersCut *cuts, guint n, char **ret_unknown, GError **error)
{
  g_autoptr (GArray) places = g_array_sized_new (FALSE, FALSE, sizeof (Place), n);
  g_autoptr (GHashTable) cores = g_hash_table_new (NULL, NULL);
  Count count = { within, scope_trace_get_event_source (within->trace), places, cores };
  g_autoptr (GError) local = NULL;

  find_places (&count, cuts, n);
  if (count_places (&count, &local))
    {
      for (guint i = 0; i < n; i++)
        {
          const Place *place = &g_array_index (places, Place, i);
          ScopeCalipersCut *cut = &cuts[place->cut - cuts];

          cut->least = cut->most = place->n;
        }
      return TRUE;
    }
  if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_propagate_error (error, g_steal_pointer (&local));
  else
    *ret_unknown
        = g_strdup_printf (_("Where the calipers cut a stretch of instructions, their number is known between two bounds: %s"), local->message);
  return FALSE;
}

gboolean
scope_calipers_count_cuts (const ScopeQueryRange *within, ScopeCalipersCut *cuts, guint n, ScopeCalipersHow how, char **ret_unknown,
                           GError **error)
{
  g_autoptr (GError) local = NULL;

  if (n > 0 && prepare (within, how, ret_unknown, &local))
    count_exactly (within, cuts, n, ret_unknown, &local);
  if (!scope_passed (g_steal_pointer (&local), error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    scope_calipers_part_add_insts (cuts[i].part, cuts[i].machine, cuts[i].function, cuts[i].least, cuts[i].most);
  return TRUE;
}
