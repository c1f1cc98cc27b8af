/* scope-hit-marks.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/search/scope-hit-marks.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-key.h"
#include "model/base/scope-ref.h"

typedef struct
{
  GArray *times;    /* gint64 */
  guint n_ordered;  /* so many are known to be in order */
} Lane;

struct _ScopeHitMarks
{
  gatomicrefcount ref_count;
  GHashTable *lanes; /* machine, kind and index as one number → Lane */
  guint n;
};

static void
lane_free (gpointer data)
{
  g_array_unref (((Lane *) data)->times);
  g_free (data);
}

ScopeHitMarks *
scope_hit_marks_new (void)
{
  ScopeHitMarks *marks = g_new0 (ScopeHitMarks, 1);

  g_atomic_ref_count_init (&marks->ref_count);
  marks->lanes = g_hash_table_new_full (scope_key_hash_pair, g_int64_equal, g_free, lane_free);
  return marks;
}

static void
hit_marks_free (ScopeHitMarks *marks)
{
  g_hash_table_unref (marks->lanes);
  g_free (marks);
}

SCOPE_DEFINE_REF (ScopeHitMarks, scope_hit_marks, object->ref_count, hit_marks_free)

static gint64
key_of (ScopeLaneId lane)
{
  return (gint64) ((guint64) lane.machine << 40 ^ (guint64) lane.kind << 36 ^ lane.index);
}

SCOPE_COMPARE_NUMBERS (compare_times, gint64)

void
scope_hit_marks_add (ScopeHitMarks *marks, ScopeLaneId lane, gint64 time)
{
  gint64 key = key_of (lane);
  Lane *of = g_hash_table_lookup (marks->lanes, &key);

  if (of == NULL)
    {
      of = g_new0 (Lane, 1);
      of->times = g_array_new (FALSE, FALSE, sizeof (gint64));
      g_hash_table_insert (marks->lanes, g_memdup2 (&key, sizeof key), of);
    }
  g_array_append_val (of->times, time);
  marks->n++;
}

const gint64 *
scope_hit_marks_get (ScopeHitMarks *marks, ScopeLaneId lane, guint *ret_n)
{
  gint64 key = key_of (lane);
  Lane *of = g_hash_table_lookup (marks->lanes, &key);
  const gint64 *times;

  *ret_n = of != NULL ? of->times->len : 0;
  if (of == NULL)
    return NULL;
  /* Nearly always they are in order already. */
  times = (const gint64 *) (gpointer) of->times->data;
  for (guint i = MAX (of->n_ordered, 1); i < of->times->len; i++)
    if (times[i] < times[i - 1])
      {
        g_array_sort (of->times, compare_times);
        break;
      }
  of->n_ordered = of->times->len;
  return times;
}

guint
scope_hit_marks_n (ScopeHitMarks *marks)
{
  return marks->n;
}
