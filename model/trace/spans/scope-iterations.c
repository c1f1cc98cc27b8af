/* scope-iterations.c: see scope-iterations.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/spans/scope-iterations.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-sift.h"
#include "model/trace/spans/scope-span-sums.h"

#include <stdlib.h>
#include <string.h>

#define LEAST 4u /* of fewer nobody can say which is odd */

typedef struct
{
  const ScopeQueryRange *within;
  ScopeIterations *result;
  ScopeLabels names;
  GArray *longest; /* of ScopeIteration */
  guint64 seen, step;
} Choosing;

SCOPE_COMPARE_BY (compare_starts, ScopeIteration, SCOPE_UP (span.from) SCOPE_UP (span.machine) SCOPE_UP (span.thread) SCOPE_UP (span.to))
SCOPE_COMPARE_NUMBERS (compare_times, gint64)
SCOPE_COMPARE_NUMBERS (compare_shares, float)

static gboolean
is_shorter (const ScopeIteration *x, const ScopeIteration *y)
{
  return x->span.to - x->span.from < y->span.to - y->span.from;
}

/* --- which --- */

static gboolean
choose (const ScopeSpan *span, gpointer user_data, GError **error)
{
  Choosing *self = user_data;
  ScopeIteration iteration = { .span = *span };

  if (!scope_span_ended (span) || span->thread == SCOPE_NONE || span->thread != span->end_thread
      || strcmp (scope_span_name (&self->names, span->name), self->result->name) != 0)
    return TRUE;
  iteration.chosen = self->seen++ % self->step == 0;
  if (iteration.chosen)
    g_array_append_val (self->result->iterations, iteration);
  else
    SCOPE_KEEP_FIRST (self->longest, ScopeIteration, SCOPE_ITERATIONS_LONGEST, &iteration, is_shorter);
  return TRUE;
}

static gint64
duration (const ScopeIteration *iteration)
{
  return iteration->span.to - iteration->span.from;
}

static gint64
rank (const gint64 *sorted, guint n, guint percent)
{
  return sorted[MAX ((n * percent + 99) / 100, 1) - 1];
}

static void
find_odd_ones (ScopeIterations *self)
{
  g_autofree gint64 *times = g_new (gint64, self->iterations->len + 1);
  gint64 far;

  SCOPE_EACH (ScopeIteration, iteration, self->iterations)
    if (iteration->chosen)
      times[self->n_chosen++] = duration (iteration);
  qsort (times, self->n_chosen, sizeof *times, compare_times);
  for (guint q = 0; q < 3; q++)
    self->quartiles[q] = rank (times, self->n_chosen, 25 * (q + 1));
  far = MAX (3 * (self->quartiles[2] - self->quartiles[0]), self->quartiles[1] / 10);
  SCOPE_EACH (ScopeIteration, iteration, self->iterations)
    {
      iteration->odd = self->n_chosen >= LEAST
                       && (duration (iteration) > self->quartiles[2] + far || duration (iteration) < self->quartiles[0] - far);
      self->n_odd += iteration->odd;
      if (iteration->chosen && !iteration->odd)
        self->length = MAX (self->length, duration (iteration));
    }
}

/* Of those that were not chosen only the odd ones are of interest. */
static void
drop_others (ScopeIterations *self)
{
  guint n = 0;

  for (guint i = 0; i < self->iterations->len; i++)
    {
      const ScopeIteration *iteration = &g_array_index (self->iterations, ScopeIteration, i);

      if (iteration->chosen || iteration->odd)
        g_array_index (self->iterations, ScopeIteration, n++) = *iteration;
    }
  g_array_set_size (self->iterations, n);
}

/* --- what they did --- */

/* States within a stretch of one: FALSE with error. */
static gboolean
read_states (ScopeTrace *trace, ScopeSpan span, gint64 from, gint64 to, gint64 states[SCOPE_N_STATES], GError **error)
{
  GError *local = NULL;

  span.to = span.from + to;
  span.from += from;
  if (scope_span_states (trace, &span, states, &local) || local == NULL)
    return TRUE;
  g_propagate_error (error, local);
  return FALSE;
}

static void
set_shares (ScopeIterations *self, guint stretch, float *values, guint n)
{
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    {
      float *mine = values + (gsize) s * SCOPE_ITERATIONS_MOST;

      qsort (mine, n, sizeof *mine, compare_shares);
      if (n == 0 || mine[n - 1] <= 0)
        continue;
      if (self->shares[s] == NULL)
        self->shares[s] = g_new0 (float, 3 * self->n);
      for (guint q = 0; q < 3; q++)
        self->shares[s][3 * stretch + q] = mine[MAX ((n * 25 * (q + 1) + 99) / 100, 1) - 1];
    }
}

static gboolean
lay_over (const ScopeQueryRange *within, ScopeIterations *self, GError **error)
{
  g_autofree float *values = g_new (float, SCOPE_N_STATES * SCOPE_ITERATIONS_MOST);

  self->n = (guint) MIN ((gint64) SCOPE_ITERATIONS_STRETCHES, self->length);
  self->lasting = g_new0 (guint, self->n + 1);
  for (guint i = 0; i < self->n; i++)
    {
      gint64 from = scope_iterations_edge (self, i), to = scope_iterations_edge (self, i + 1), states[SCOPE_N_STATES];
      guint n = 0;

      SCOPE_EACH (ScopeIteration, iteration, self->iterations)
        {
          if (!iteration->chosen || duration (iteration) < to)
            continue;
          if (!read_states (within->trace, iteration->span, from, to, states, error))
            return FALSE;
          for (guint s = 0; s < SCOPE_N_STATES; s++)
            values[(gsize) s * SCOPE_ITERATIONS_MOST + n] = (float) ((double) states[s] / (double) (to - from));
          n++;
        }
      self->lasting[i] = n;
      set_shares (self, i, values, n);
      if (scope_query_range_cancelled (within, error))
        return FALSE;
    }
  SCOPE_EACH (ScopeIteration, iteration, self->iterations)
    if (!read_states (within->trace, iteration->span, 0, duration (iteration), iteration->states, error))
      return FALSE;
  return TRUE;
}

/* --- all --- */

/* How many there are of the name, or of the first name there is; FALSE: none. */
static gboolean
find_name (const ScopeSpanSums *sums, ScopeIterations *self, const char *name)
{
  for (guint i = 0; i < sums->sums->len; i++)
    {
      const ScopeSpanSum *sum = sums->sums->pdata[i];

      if (sum->with_states == 0 || (name != NULL && strcmp (scope_span_name (&sums->names, sum->name), name) != 0))
        continue;
      self->name = g_strdup (scope_span_name (&sums->names, sum->name));
      self->count = sum->with_states;
      return TRUE;
    }
  return FALSE;
}

ScopeIterations *
scope_iterations_read (const ScopeQueryRange *within, const ScopeSpanRule *rule, const char *name, GError **error)
{
  g_autoptr (ScopeIterations) self = g_new0 (ScopeIterations, 1);
  const ScopeSpanWish wish = { .only = name };
  g_autoptr (ScopeSpanSums) sums = scope_span_sums_read (within, rule, &wish, 0, error);
  g_autoptr (GArray) longest = g_array_new (FALSE, FALSE, sizeof (ScopeIteration));
  Choosing choosing = { .within = within, .result = self, .longest = longest };
  gboolean ok;

  self->iterations = g_array_new (FALSE, FALSE, sizeof (ScopeIteration));
  if (sums == NULL)
    return NULL;
  if (!find_name (sums, self, name))
    return g_steal_pointer (&self);
  choosing.step = (self->count + SCOPE_ITERATIONS_MOST - 1) / SCOPE_ITERATIONS_MOST;
  scope_labels_init (&choosing.names);
  ok = scope_spans_each (within, rule, &choosing.names, choose, &choosing, error);
  scope_labels_clear (&choosing.names);
  if (!ok)
    return NULL;
  if (longest->len > 0)
    g_array_append_vals (self->iterations, longest->data, longest->len);
  g_array_sort (self->iterations, compare_starts);
  if (self->iterations->len > 0)
    find_odd_ones (self);
  drop_others (self);
  return lay_over (within, self, error) ? g_steal_pointer (&self) : NULL;
}

void
scope_iterations_free (ScopeIterations *iterations)
{
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    g_free (iterations->shares[s]);
  g_free (iterations->lasting);
  g_free (iterations->name);
  g_array_unref (iterations->iterations);
  g_free (iterations);
}
