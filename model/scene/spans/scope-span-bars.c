/* scope-span-bars.c: see scope-span-bars.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/spans/scope-span-bars.h"

#include "model/base/scope-each.h"

#define MOST_LEVELS 64u

typedef struct
{
  ScopeSpan span;
  guint32 level, within; /* place of the span of its thread that it lies in; SCOPE_NONE */
} Placed;

static gint
compare_placed (gconstpointer a, gconstpointer b)
{
  const ScopeSpan *x = &((const Placed *) a)->span, *y = &((const Placed *) b)->span;

  if (x->machine != y->machine)
    return x->machine < y->machine ? -1 : 1;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return x->to != y->to ? (x->to > y->to ? -1 : 1) : (x->depth > y->depth) - (x->depth < y->depth);
}

static gboolean
keep (const ScopeSpan *span, gpointer all, GError **error)
{
  const Placed placed = { *span, 0, SCOPE_NONE };

  g_array_append_val ((GArray *) all, placed);
  return TRUE;
}

/* `last`: of each thread the span that began last, + 1; `ends`: until when a level is taken. */
static void
place (GArray *all, guint i, GHashTable *last, GArray *ends)
{
  Placed *one = &g_array_index (all, Placed, i);
  gpointer thread = GUINT_TO_POINTER (one->span.thread);
  guint32 within = one->span.thread != SCOPE_NONE ? GPOINTER_TO_UINT (g_hash_table_lookup (last, thread)) - 1 : SCOPE_NONE;

  while (within != SCOPE_NONE && g_array_index (all, Placed, within).span.to < one->span.to)
    within = g_array_index (all, Placed, within).within;
  one->within = within;
  one->level = within != SCOPE_NONE ? MIN (g_array_index (all, Placed, within).level + 1, MOST_LEVELS - 1) : 0;
  while (one->level + 1 < MOST_LEVELS && one->level < ends->len && g_array_index (ends, gint64, one->level) > one->span.from)
    one->level++;
  while (ends->len <= one->level)
    g_array_append_val (ends, one->span.from);
  g_array_index (ends, gint64, one->level) = one->span.to;
  if (one->span.thread != SCOPE_NONE)
    g_hash_table_insert (last, thread, GUINT_TO_POINTER (i + 1));
}

/* What is narrower than a pixel joins what is before it there; `drawn`: the last bar of each level, + 1. */
static void
show (const ScopeViewport *viewport, const Placed *one, const char *name, guint *drawn, GArray *spans, GStringChunk *names)
{
  double px = scope_viewport_scale (viewport);
  guint level = MIN (one->level, SCOPE_SPAN_LEVELS - 1);
  ScopeSpanBar *before = drawn[level] > 0 ? &g_array_index (spans, ScopeSpanBar, drawn[level] - 1) : NULL;
  ScopeSpanBar bar = { one->span.from, one->span.to, one->span.machine, one->span.thread, one->span.end_thread, level, 1, NULL };

  gint64 from, to;

  scope_viewport_get_range (viewport, &from, &to);
  if (one->span.to <= from || one->span.from >= to)
    return;
  if (before != NULL && before->machine == bar.machine && scope_span_ended (&one->span) && (double) bar.to - (double) before->from < px)
    {
      before->to = MAX (before->to, bar.to);
      before->n++;
      return;
    }
  bar.name = g_string_chunk_insert_const (names, name);
  g_array_append_val (spans, bar);
  drawn[level] = spans->len;
}

void
scope_span_bars_read (ScopeTrace *trace, const ScopeViewport *viewport, GArray *bars, GStringChunk *texts, GCancellable *cancellable)
{
  ScopeQueryRange within = { .trace = trace, .from = SCOPE_TIME_MIN, .cancellable = cancellable };
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Placed)), ends = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GHashTable) last = g_hash_table_new (NULL, NULL);
  guint drawn[SCOPE_SPAN_LEVELS] = { 0 };
  ScopeLabels names;
  gint64 from;

  scope_viewport_get_range (viewport, &from, &within.to);
  if (!scope_spans_are_few (trace))
    return;
  scope_labels_init (&names);
  if (scope_spans_each (&within, NULL, &names, keep, all, NULL))
    {
      g_array_sort (all, compare_placed);
      for (guint i = 0; i < all->len; i++)
        {
          const Placed *one = &g_array_index (all, Placed, i);

          if (i > 0 && one->span.machine != one[-1].span.machine)
            {
              g_hash_table_remove_all (last);
              g_array_set_size (ends, 0);
            }
          place (all, i, last, ends);
          show (viewport, one, g_ptr_array_index (names.texts, one->span.name), drawn, bars, texts);
        }
    }
  scope_labels_clear (&names);
}
