/* scope-alignment.c: see scope-alignment.h. What is said of it stands in scope-alignment-words.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/compare/scope-alignment-private.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-ref.h"
#include "model/trace/document/scope-query-range.h"

#include <glib/gi18n.h>
#include <string.h>


/* One mark of a trace. */
typedef struct
{
  char *text;
  gint64 time; /* trace time */
  guint32 machine, row, occurrence;
} Mark;

static void
mark_clear (gpointer mark)
{
  g_free (((Mark *) mark)->text);
}

/* --- reading the marks of a trace --- */

SCOPE_COMPARE_BY (compare_marks, Mark, SCOPE_UP (time) SCOPE_UP (machine) SCOPE_UP (row))

/* The first ones of a machine: as many as are looked at of the whole trace. */
static gboolean
read_machine (ScopeTrace *trace, guint32 m, GArray *marks, gboolean *more, GCancellable *cancellable, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (trace, m);
  gint64 offset = scope_trace_offset (trace, machine);
  GError *local = NULL;
  guint32 n = 0, row = 0;

  SCOPE_EACH_ROW (v, machine->tables[SCOPE_TABLE_MARKS], SCOPE_TIME_MIN, SCOPE_TIME_MAX, cancellable, &local)
    {
      Mark mark = { .machine = m, .row = row++, .time = scope_time_add (v[SCOPE_MARK_TIME], offset) };

      if (scope_trace_mark_is_name (trace, v))
        continue;
      if (n++ == SCOPE_ALIGN_MOST_MARKS)
        {
          *more = TRUE;
          break;
        }
      mark.text = scope_machine_text (machine, (guint64) v[SCOPE_MARK_TEXT], &local);
      if (mark.text == NULL)
        break;
      g_array_append_val (marks, mark);
    }
  return scope_passed (local, error);
}

/* In order of trace time, numbered by text. */
static GArray *
read_marks (ScopeTrace *trace, gboolean *more, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (Mark));
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);

  g_array_set_clear_func (marks, mark_clear);
  for (guint32 m = 0; m < scope_trace_n_machines (trace); m++)
    if (!read_machine (trace, m, marks, more, cancellable, error))
      return NULL;
  g_array_sort (marks, compare_marks);
  if (marks->len > SCOPE_ALIGN_MOST_MARKS)
    {
      *more = TRUE;
      g_array_set_size (marks, SCOPE_ALIGN_MOST_MARKS);
    }
  SCOPE_EACH (Mark, mark, marks)
    {
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, mark->text));

      mark->occurrence = n + 1;
      g_hash_table_insert (counts, mark->text, GUINT_TO_POINTER (n + 1));
    }
  return g_steal_pointer (&marks);
}

/* --- the marks of both --- */

static guint
mark_hash (gconstpointer mark)
{
  return g_str_hash (((const Mark *) mark)->text) * 31u + ((const Mark *) mark)->occurrence;
}

static gboolean
mark_equal (gconstpointer a, gconstpointer b)
{
  const Mark *x = a, *y = b;

  return x->occurrence == y->occurrence && strcmp (x->text, y->text) == 0;
}

static void
add_mark (ScopeAlignment *alignment, const Mark *mark, gint64 run, gint64 baseline, ScopeMarkFate fate)
{
  ScopeAlignMark added = { g_strdup (mark->text), mark->occurrence, run, baseline, fate };

  g_ptr_array_add (alignment->texts, (char *) added.text);
  g_array_append_val (alignment->marks, added);
}

/* Lists all marks of both; those in common are said to be used, for now. */
static gboolean
list_marks (ScopeAlignment *alignment, ScopeTrace *baseline, ScopeTrace *run, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) ours = read_marks (run, &alignment->more_marks, cancellable, error);
  g_autoptr (GArray) theirs = ours != NULL ? read_marks (baseline, &alignment->more_marks, cancellable, error) : NULL;
  g_autoptr (GHashTable) known = g_hash_table_new (mark_hash, mark_equal); /* of the baseline, not yet found */

  if (theirs == NULL)
    return FALSE;
  for (guint i = 0; i < theirs->len; i++)
    g_hash_table_add (known, &g_array_index (theirs, Mark, i));
  for (guint i = 0; i < ours->len; i++)
    {
      const Mark *mark = &g_array_index (ours, Mark, i), *other = g_hash_table_lookup (known, mark);

      add_mark (alignment, mark, mark->time, other != NULL ? other->time : SCOPE_TIME_MIN,
                other != NULL ? SCOPE_MARK_USED : SCOPE_MARK_ONLY_RUN);
      if (other != NULL)
        g_hash_table_remove (known, mark);
    }
  SCOPE_EACH (const Mark, mark, theirs)
    if (g_hash_table_lookup (known, mark) == mark)
      add_mark (alignment, mark, SCOPE_TIME_MIN, mark->time, SCOPE_MARK_ONLY_BASELINE);
  return TRUE;
}

/* --- the most marks that do not cross --- */

/* Of those at one instant of the run at most one stays. */
SCOPE_COMPARE_POINTERS_BY (compare_common, ScopeAlignMark, SCOPE_UP (run) SCOPE_DOWN (baseline))

/* Longest chain that grows in both, by patience sorting: ends[k] is the least end of a chain of k + 1. */
static void
drop_crossing (ScopeAlignMark **common, guint n)
{
  g_autofree guint *ends = g_new (guint, n + 1), *before = g_new (guint, n + 1);
  guint length = 0;

  for (guint i = 0; i < n; i++)
    {
      guint low = (guint) SCOPE_BISECT (length, e, common[ends[e]]->baseline < common[i]->baseline);

      before[i] = low > 0 ? ends[low - 1] : G_MAXUINT;
      ends[low] = i;
      length = MAX (length, low + 1);
    }
  for (guint i = 0; i < n; i++)
    common[i]->fate = SCOPE_MARK_CROSSES;
  for (guint i = length > 0 ? ends[length - 1] : G_MAXUINT; i != G_MAXUINT; i = before[i])
    common[i]->fate = SCOPE_MARK_USED;
}

/* NULL if no marks are in common. */
static ScopeTimeMap *
map_at_marks (ScopeAlignment *alignment)
{
  g_autoptr (GPtrArray) common = g_ptr_array_new ();
  g_autoptr (GArray) knots = g_array_new (FALSE, FALSE, sizeof (ScopeTimeKnot));

  SCOPE_EACH (ScopeAlignMark, mark, alignment->marks)
    if (mark->fate == SCOPE_MARK_USED)
      g_ptr_array_add (common, mark);
  g_ptr_array_sort (common, compare_common);
  drop_crossing ((ScopeAlignMark **) common->pdata, common->len);
  SCOPE_EACH_POINTER (const ScopeAlignMark, mark, common)
    {
      ScopeTimeKnot knot = { mark->run, mark->baseline };

      if (mark->fate == SCOPE_MARK_USED)
        g_array_append_val (knots, knot);
    }
  if (knots->len == 0)
    return NULL;
  return scope_time_map_new ((const ScopeTimeKnot *) (const void *) knots->data, knots->len, alignment->run_tick_ps,
                             alignment->baseline_tick_ps);
}

static ScopeTimeMap *
map_at_mark (ScopeAlignment *alignment, GError **error)
{
  const ScopeAlignWish *wish = &alignment->wish;
  guint occurrence = MAX (wish->occurrence, 1);
  gboolean in_run = FALSE, in_baseline = FALSE;
  ScopeTimeKnot knot = { 0 };

  SCOPE_EACH (ScopeAlignMark, mark, alignment->marks)
    {
      gboolean wanted = mark->occurrence == occurrence && strcmp (mark->text, wish->mark) == 0;

      in_run |= wanted && mark->fate != SCOPE_MARK_ONLY_BASELINE;
      in_baseline |= wanted && mark->fate != SCOPE_MARK_ONLY_RUN;
      if (wanted && mark->fate == SCOPE_MARK_USED)
        knot = (ScopeTimeKnot) { mark->run, mark->baseline };
      else if (mark->fate == SCOPE_MARK_USED)
        mark->fate = SCOPE_MARK_ASIDE;
    }
  if (in_run && in_baseline)
    return scope_time_map_new (&knot, 1, alignment->run_tick_ps, alignment->baseline_tick_ps);
  if (occurrence > 1)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                 in_run || in_baseline ? in_run ? _("The baseline has no mark “%s” number %u")
                                                : _("This run has no mark “%s” number %u")
                                       : _("Neither run has a mark “%s” number %u"),
                 wish->mark, occurrence);
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                 in_run || in_baseline ? in_run ? _("The baseline has no mark “%s”") : _("This run has no mark “%s”")
                                       : _("Neither run has a mark “%s”"),
                 wish->mark);
  return NULL;
}

/* --- the other ways --- */

static ScopeTimeMap *
map_through (ScopeAlignment *alignment, gint64 run, gint64 baseline)
{
  ScopeTimeKnot knot = { run, baseline };

  return scope_time_map_new (&knot, 1, alignment->run_tick_ps, alignment->baseline_tick_ps);
}

static ScopeTimeMap *
map_interval (ScopeAlignment *alignment, gint64 run, gint64 run_to, gint64 baseline, gint64 baseline_to, GError **error)
{
  ScopeTimeKnot knots[] = { { run, baseline }, { run_to, baseline_to } };

  if (run < run_to && baseline < baseline_to)
    return scope_time_map_new (knots, 2, alignment->run_tick_ps, alignment->baseline_tick_ps);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("An interval to align at must end after it begins"));
  return NULL;
}

static ScopeTimeMap *
map_as_wished (ScopeAlignment *alignment, ScopeTrace *baseline, ScopeTrace *run, GError **error)
{
  const ScopeAlignWish *wish = &alignment->wish;
  gint64 first, last, baseline_first, baseline_last;

  scope_trace_range (run, &first, &last);
  scope_trace_range (baseline, &baseline_first, &baseline_last);
  switch (wish->by)
    {
    case SCOPE_ALIGN_AUTO:
    case SCOPE_ALIGN_MARKS:
      alignment->by = SCOPE_ALIGN_MARKS;
      alignment->map = map_at_marks (alignment);
      if (alignment->map != NULL)
        return alignment->map;
      alignment->by = SCOPE_ALIGN_STARTS;
      if (wish->by == SCOPE_ALIGN_AUTO)
        return alignment->map = map_through (alignment, first, baseline_first);
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("The two runs have no marks in common"));
      return NULL;
    case SCOPE_ALIGN_MARK:
      return alignment->map = map_at_mark (alignment, error);
    case SCOPE_ALIGN_AT:
      return alignment->map = map_through (alignment, wish->run, wish->baseline);
    case SCOPE_ALIGN_INTERVAL:
      return alignment->map
             = map_interval (alignment, wish->run, wish->run_to, wish->baseline, wish->baseline_to, error);
    case SCOPE_ALIGN_LENGTH:
      /* A run without any length has none to stretch to. */
      if (first < last && baseline_first < baseline_last)
        return alignment->map = map_interval (alignment, first, last, baseline_first, baseline_last, error);
      alignment->by = SCOPE_ALIGN_STARTS;
      return alignment->map = map_through (alignment, first, baseline_first);
    case SCOPE_ALIGN_STARTS:
    default:
      return alignment->map = map_through (alignment, first, baseline_first);
    }
}

ScopeAlignment *
scope_alignment_new (ScopeTrace *baseline, ScopeTrace *run, const ScopeAlignWish *wish, GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (ScopeAlignment) alignment = g_new0 (ScopeAlignment, 1);

  g_return_val_if_fail (wish == NULL || wish->by != SCOPE_ALIGN_MARK || wish->mark != NULL, NULL);

  g_atomic_ref_count_init (&alignment->refs);
  alignment->marks = g_array_new (FALSE, FALSE, sizeof (ScopeAlignMark));
  alignment->texts = g_ptr_array_new_with_free_func (g_free);
  if (wish != NULL)
    alignment->wish = *wish;
  alignment->wish.mark = g_strdup (alignment->wish.mark);
  alignment->by = alignment->wish.by;
  alignment->run_tick_ps = MAX (scope_trace_tick_ps (run), 1);
  alignment->baseline_tick_ps = MAX (scope_trace_tick_ps (baseline), 1);
  if (alignment->by == SCOPE_ALIGN_AUTO || alignment->by == SCOPE_ALIGN_MARKS || alignment->by == SCOPE_ALIGN_MARK)
    if (!list_marks (alignment, baseline, run, cancellable, error))
      return NULL;
  if (map_as_wished (alignment, baseline, run, error) == NULL)
    return NULL;
  for (guint i = 0; i < alignment->marks->len; i++)
    alignment->fates[g_array_index (alignment->marks, ScopeAlignMark, i).fate]++;
  return g_steal_pointer (&alignment);
}

static void
alignment_free (ScopeAlignment *alignment)
{
  g_clear_pointer (&alignment->map, scope_time_map_unref);
  g_array_unref (alignment->marks);
  g_ptr_array_unref (alignment->texts);
  g_free ((char *) alignment->wish.mark);
  g_free (alignment);
}

SCOPE_DEFINE_REF (ScopeAlignment, scope_alignment, object->refs, alignment_free)

/* --- reading --- */

ScopeTimeMap *
scope_alignment_get_map (ScopeAlignment *alignment)
{
  return alignment->map;
}

ScopeAlignBy
scope_alignment_get_by (ScopeAlignment *alignment)
{
  return alignment->by;
}

const ScopeAlignWish *
scope_alignment_get_wish (ScopeAlignment *alignment)
{
  return &alignment->wish;
}

guint
scope_alignment_n_marks (ScopeAlignment *alignment)
{
  return alignment->marks->len;
}

ScopeAlignMark
scope_alignment_mark (ScopeAlignment *alignment, guint i)
{
  g_assert (i < alignment->marks->len);

  return g_array_index (alignment->marks, ScopeAlignMark, i);
}

guint
scope_alignment_n_fate (ScopeAlignment *alignment, ScopeMarkFate fate)
{
  return alignment->fates[fate];
}
