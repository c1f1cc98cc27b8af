/* scope-gem5-keys.c: a natural merge sort: lines of one core are in order nearly always, so that there are few stretches to be merged.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-gem5-keys.h"

#include <string.h>

void
scope_gem5_keys_clear (ScopeGem5Keys *self)
{
  g_free (self->keys);
  g_free (self->spare);
  *self = (ScopeGem5Keys) { 0 };
}

void
scope_gem5_keys_grow (ScopeGem5Keys *self)
{
  self->room = MAX (4096, self->room * 2);
  self->keys = g_renew (ScopeGem5Key, self->keys, self->room);
  g_free (self->spare);
  self->spare = g_new (ScopeGem5Key, self->room);
}

void
scope_gem5_keys_drop (ScopeGem5Keys *self, gsize n)
{
  self->n -= n;
  self->n_sorted -= n;
  memmove (self->keys, self->keys + n, self->n * sizeof *self->keys);
}

static inline gboolean
is_before (const ScopeGem5Key *a, const ScopeGem5Key *b)
{
  return a->time < b->time || (a->time == b->time && a->tie < b->tie);
}

static void
merge (ScopeGem5Key *to, const ScopeGem5Key *a, gsize n, const ScopeGem5Key *b, gsize m)
{
  while (n > 0 && m > 0)
    if (is_before (b, a))
      {
        *to++ = *b++;
        m--;
      }
    else
      {
        *to++ = *a++;
        n--;
      }
  if (n > 0)
    memcpy (to, a, n * sizeof *a);
  if (m > 0)
    memcpy (to, b, m * sizeof *b);
}

static gsize
run_end (const ScopeGem5Key *keys, gsize n, gsize i)
{
  for (i++; i < n && is_before (&keys[i - 1], &keys[i]);)
    i++;

  return i;
}

void
scope_gem5_keys_settle (ScopeGem5Keys *self)
{
  ScopeGem5Key *from, *to;
  gsize n = self->n - self->n_sorted;

  if (n == 0)
    return;
  from = self->keys + self->n_sorted;
  to = self->spare + self->n_sorted;
  while (run_end (from, n, 0) < n)
    {
      ScopeGem5Key *swap;

      for (gsize i = 0; i < n;)
        {
          gsize j = run_end (from, n, i), k = j < n ? run_end (from, n, j) : j;

          merge (to + i, from + i, j - i, from + j, k - j);
          i = k;
        }
      swap = from;
      from = to;
      to = swap;
    }
  if (from != self->keys + self->n_sorted)
    memcpy (self->keys + self->n_sorted, from, n * sizeof *from);
  if (self->n_sorted > 0 && is_before (&self->keys[self->n_sorted], &self->keys[self->n_sorted - 1]))
    {
      ScopeGem5Key *swap = self->keys;

      merge (self->spare, self->keys, self->n_sorted, self->keys + self->n_sorted, n);
      self->keys = self->spare;
      self->spare = swap;
    }
  self->n_sorted = self->n;
}
