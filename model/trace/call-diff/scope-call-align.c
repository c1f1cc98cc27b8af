/* scope-call-align.c: see scope-call-align.h.
 *
 * L (i, j) is the length of the longest common subsequence of what is left of the baseline from place i on, and of this run from j on.
 * Row j of a matrix of bits has a 0 where taking one more of the baseline in makes it one longer; a row follows from the one behind it
 * by an addition and three operations on words (Crochemore, Hyyrö). Sequences are read backwards for it, so that the way through the
 * matrix goes from the front to the end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/call-diff/scope-call-align.h"

#include <string.h>

#define WORDS ((SCOPE_CALL_ALIGN_MOST + 63u) / 64u)

struct _ScopeCallAligner
{
  guint64 *rows;      /* (SCOPE_CALL_ALIGN_MOST + 1) × WORDS */
  guint64 *masks;     /* of each different number of the baseline: where it stands, from the end */
  GHashTable *places; /* number → its mask + 1 */
};

ScopeCallAligner *
scope_call_aligner_new (void)
{
  ScopeCallAligner *self = g_new0 (ScopeCallAligner, 1);

  self->rows = g_new (guint64, (SCOPE_CALL_ALIGN_MOST + 1) * WORDS);
  self->masks = g_new (guint64, SCOPE_CALL_ALIGN_MOST * WORDS);
  self->places = g_hash_table_new (NULL, NULL);
  return self;
}

void
scope_call_aligner_free (ScopeCallAligner *self)
{
  if (self == NULL)
    return;
  g_free (self->rows);
  g_free (self->masks);
  g_hash_table_unref (self->places);
  g_free (self);
}

static void
make_masks (ScopeCallAligner *self, const guint32 *baseline, guint n, guint words)
{
  guint n_masks = 0;

  g_hash_table_remove_all (self->places);
  for (guint i = 0; i < n; i++)
    {
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, GUINT_TO_POINTER (baseline[i]))), bit = n - 1 - i;

      if (place == 0)
        {
          place = ++n_masks;
          memset (self->masks + (gsize) (place - 1) * WORDS, 0, words * sizeof *self->masks);
          g_hash_table_insert (self->places, GUINT_TO_POINTER (baseline[i]), GUINT_TO_POINTER (place));
        }
      self->masks[(gsize) (place - 1) * WORDS + bit / 64] |= G_GUINT64_CONSTANT (1) << (bit % 64);
    }
}

/* Row y is of the last y of this run. */
static void
make_rows (ScopeCallAligner *self, const guint32 *run, guint n, guint words)
{
  memset (self->rows, 0xff, words * sizeof *self->rows);
  for (guint y = 1; y <= n; y++)
    {
      const guint64 *before = self->rows + (gsize) (y - 1) * WORDS;
      guint64 *row = self->rows + (gsize) y * WORDS;
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, GUINT_TO_POINTER (run[n - y])));
      const guint64 *mask = self->masks + (gsize) (place - 1) * WORDS;
      guint carry = 0;

      if (place == 0)
        {
          memcpy (row, before, words * sizeof *row);
          continue;
        }
      for (guint w = 0; w < words; w++)
        {
          guint64 hit = before[w] & mask[w], sum;
          gboolean first = __builtin_add_overflow (before[w], hit, &sum), second = __builtin_add_overflow (sum, carry, &sum);

          row[w] = sum | (before[w] & ~mask[w]);
          carry = first || second;
        }
    }
}

guint
scope_call_align (ScopeCallAligner *self, const guint32 *baseline, guint n_baseline, const guint32 *run, guint n_run, guint8 *steps)
{
  guint i = 0, j = 0, n = 0;

  g_return_val_if_fail (n_baseline <= SCOPE_CALL_ALIGN_MOST && n_run <= SCOPE_CALL_ALIGN_MOST, 0);

  /* What is equal from the front on needs no matrix: so two runs that are alike cost next to nothing. */
  while (i < n_baseline && i < n_run && baseline[i] == run[i])
    {
      steps[n++] = SCOPE_CALL_ALIGN_PAIR;
      i = ++j;
    }
  if (i < n_baseline && j < n_run)
    {
      guint words = (n_baseline - i + 63) / 64;

      make_masks (self, baseline + i, n_baseline - i, words);
      make_rows (self, run + j, n_run - j, words);
    }
  while (i < n_baseline && j < n_run)
    {
      guint bit = n_baseline - 1 - i;
      const guint64 *row = self->rows + (gsize) (n_run - j) * WORDS;

      if (baseline[i] == run[j])
        {
          steps[n++] = SCOPE_CALL_ALIGN_PAIR;
          i++;
          j++;
        }
      else if (row[bit / 64] >> (bit % 64) & 1)
        {
          steps[n++] = SCOPE_CALL_ALIGN_BASELINE;
          i++;
        }
      else
        {
          steps[n++] = SCOPE_CALL_ALIGN_RUN;
          j++;
        }
    }
  for (; i < n_baseline; i++)
    steps[n++] = SCOPE_CALL_ALIGN_BASELINE;
  for (; j < n_run; j++)
    steps[n++] = SCOPE_CALL_ALIGN_RUN;
  return n;
}
