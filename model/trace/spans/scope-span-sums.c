/* scope-span-sums.c: see scope-span-sums.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/spans/scope-span-sums.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-sift.h"

#include <string.h>

typedef struct
{
  const ScopeQueryRange *within;
  ScopeSpanSums *sums;
  GPtrArray *by_name; /* of ScopeSpanSum *, by number; NULL: none yet */
  ScopeSpanWish wish;
  GArray *wanted; /* of guint8, by number of a name: 0: not known yet; 1: is wanted; 2: is not */
  guint limit;
} Summing;

static ScopeSpanSum *
sum_of (Summing *self, guint32 name)
{
  ScopeSpanSum *sum;

  if (name >= self->by_name->len)
    g_ptr_array_set_size (self->by_name, (gint) name + 1);
  sum = self->by_name->pdata[name];
  if (sum != NULL)
    return sum;
  sum = self->by_name->pdata[name] = g_new0 (ScopeSpanSum, 1);
  sum->name = name;
  g_ptr_array_add (self->sums->sums, sum);
  return sum;
}

SCOPE_COMPARE_BY (compare_spans, ScopeSpan, SCOPE_COMPARE (y->to - y->from, x->to - x->from); SCOPE_UP (from) SCOPE_UP (machine) SCOPE_UP (thread)
                      SCOPE_UP (name))

static gboolean
is_after (const ScopeSpan *x, const ScopeSpan *y)
{
  return compare_spans (x, y) > 0;
}

static gboolean
add_states (Summing *self, ScopeSpanSum *sum, const ScopeSpan *span, GError **error)
{
  gint64 states[SCOPE_N_STATES];
  GError *local = NULL;

  if (!scope_span_states (self->within->trace, span, states, &local))
    {
      if (local != NULL)
        g_propagate_error (error, local);
      return local == NULL;
    }
  sum->with_states++;
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    sum->states[s] += states[s];
  return TRUE;
}

static gboolean
has_wanted_name (Summing *self, guint32 name)
{
  const char *text = scope_span_name (&self->sums->names, name);
  guint8 *known;

  if (name >= self->wanted->len)
    g_array_set_size (self->wanted, name + 1);
  known = &g_array_index (self->wanted, guint8, name);
  if (*known == 0)
    *known = (self->wish.only == NULL || strcmp (text, self->wish.only) == 0)
                     && (self->wish.name == NULL || g_regex_match (self->wish.name, text, 0, NULL))
                 ? 1
                 : 2;
  return *known == 1;
}

static gboolean
is_wanted (Summing *self, const ScopeSpan *span)
{
  gint64 lasts = scope_span_ended (span) ? span->to - span->from : G_MAXINT64;

  return has_wanted_name (self, span->name) && lasts >= self->wish.least && (self->wish.most == 0 || lasts <= self->wish.most);
}

static gboolean
take_span (const ScopeSpan *span, gpointer user_data, GError **error)
{
  Summing *self = user_data;
  ScopeSpanSum *sum;

  if (!is_wanted (self, span))
    return TRUE;
  sum = sum_of (self, span->name);
  if (!scope_span_ended (span))
    {
      sum->open++;
      self->sums->open++;
      return TRUE;
    }
  self->sums->count++;
  if (sum->tally.n == 0 || is_after (&sum->longest, span))
    sum->longest = *span;
  scope_tally_code_add (&sum->tally, span->to - span->from, SCOPE_SPAN_VALUES);
  SCOPE_KEEP_FIRST (self->sums->longest, ScopeSpan, self->limit, span, is_after);
  return add_states (self, sum, span, error);
}

SCOPE_COMPARE_POINTERS_BY (compare_sums, ScopeSpanSum, SCOPE_DOWN (tally.time) SCOPE_DOWN (open) SCOPE_UP (name))

ScopeSpanSums *
scope_span_sums_read (const ScopeQueryRange *within, const ScopeSpanRule *rule, const ScopeSpanWish *wish, guint limit, GError **error)
{
  static const ScopeSpanWish any;
  g_autoptr (ScopeSpanSums) sums = g_new0 (ScopeSpanSums, 1);
  g_autoptr (GPtrArray) by_name = g_ptr_array_new ();
  g_autoptr (GArray) wanted = g_array_new (FALSE, TRUE, sizeof (guint8));
  Summing self = { within, sums, by_name, wish != NULL ? *wish : any, wanted, MAX (limit, 1) };

  scope_labels_init (&sums->names);
  sums->sums = g_ptr_array_new ();
  sums->longest = g_array_new (FALSE, FALSE, sizeof (ScopeSpan));
  if (!scope_spans_each (within, rule, &sums->names, take_span, &self, error))
    return NULL;
  g_ptr_array_sort (sums->sums, compare_sums);
  g_array_sort (sums->longest, compare_spans);
  return g_steal_pointer (&sums);
}

void
scope_span_sums_free (ScopeSpanSums *sums)
{
  for (guint i = 0; i < sums->sums->len; i++)
    {
      ScopeSpanSum *sum = sums->sums->pdata[i];

      g_free (sum->tally.values);
      g_free (sum);
    }
  g_ptr_array_unref (sums->sums);
  g_array_unref (sums->longest);
  scope_labels_clear (&sums->names);
  g_free (sums);
}

const char *
scope_span_name (const ScopeLabels *names, guint32 name)
{
  return names->texts->pdata[name];
}
