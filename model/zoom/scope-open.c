/* scope-open.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/zoom/scope-open.h"

#include "model/base/scope-bisect.h"

#include <string.h>

void
scope_flat_rows_set (ScopeFlatRows *flat, const ScopeRow *rows, guint n, gint64 t1)
{
  g_assert (n > 0 && n <= SCOPE_BLOCK_ROWS);

  flat->n = n;
  flat->t0 = scope_row_time (&rows[0]);
  flat->t1 = t1;
  flat->deltas[0] = 0;
  for (guint i = 0; i < n; i++)
    flat->keys[i] = scope_key (scope_row_code (&rows[i]), rows[i].ref);
  for (guint i = 1; i < n; i++)
    flat->deltas[i] = (guint64) scope_row_time (&rows[i]) - (guint64) scope_row_time (&rows[i - 1]);
  flat->deltas[n] = (guint64) t1 - (guint64) scope_row_time (&rows[n - 1]);
}

void
scope_open_rows_clear (ScopeOpenRows *open)
{
  if (open->n_alloc > SCOPE_OPEN_FEW)
    g_free (open->rows);
  open->rows = NULL;
  if (open->wide != NULL)
    g_free (open->wide->rows);
  g_clear_pointer (&open->wide, g_free);
  open->n = open->n_alloc = 0;
}

void
scope_open_rows_resize (ScopeOpenRows *open, guint32 n_alloc, guint64 few[SCOPE_OPEN_FEW])
{
  guint64 *rows;

  g_assert (n_alloc >= open->n && n_alloc >= SCOPE_OPEN_FEW);
  if (n_alloc == open->n_alloc)
    return;
  if (n_alloc > SCOPE_OPEN_FEW && open->n_alloc > SCOPE_OPEN_FEW)
    open->rows = g_renew (guint64, open->rows, n_alloc);
  else
    {
      rows = n_alloc > SCOPE_OPEN_FEW ? g_new (guint64, n_alloc) : few;
      if (open->n > 0)
        memcpy (rows, open->rows, open->n * sizeof *rows);
      if (open->n_alloc > SCOPE_OPEN_FEW)
        g_free (open->rows);
      open->rows = rows;
    }
  open->n_alloc = n_alloc;
}

void
scope_open_rows_push_wide (ScopeOpenRows *open, guint64 delta, guint code, guint32 ref)
{
  ScopeWideRows *wide = open->wide;

  if (wide == NULL)
    wide = open->wide = g_new0 (ScopeWideRows, 1);
  if (wide->n == wide->n_alloc)
    {
      wide->n_alloc = MAX (4, wide->n_alloc * 2);
      wide->rows = g_renew (ScopeWideRow, wide->rows, wide->n_alloc);
    }
  wide->rows[wide->n++] = (ScopeWideRow) { delta, open->n, ref };
  open->rows[open->n++] = (guint64) SCOPE_OPEN_WIDE << 32 | code;
}

/* The row's entry in the list beside; NULL: it has none. They come in order. */
static const ScopeWideRow *
find_wide (const ScopeOpenRows *open, guint row)
{
  if (open->rows[row] >> 32 != SCOPE_OPEN_WIDE)
    return NULL;
  return &open->wide->rows[SCOPE_BISECT (open->wide->n - 1, i, open->wide->rows[i].row < row)];
}

static guint64
delta_of (const ScopeOpenRows *open, guint row)
{
  const ScopeWideRow *wide = find_wide (open, row);

  return wide != NULL ? wide->delta : open->rows[row] >> 32;
}

guint64
scope_open_rows_key (const ScopeOpenRows *open, guint row)
{
  const ScopeWideRow *wide = find_wide (open, row);
  guint64 key = open->rows[row] & 0xffffffff;

  return wide != NULL ? scope_key (scope_key_code (key), wide->ref) : key;
}

void
scope_open_rows_pop (ScopeOpenRows *open)
{
  const ScopeWideRow *wide = find_wide (open, open->n - 1);

  open->last -= (gint64) delta_of (open, open->n - 1);
  open->n--;
  if (wide != NULL)
    open->wide->n--;
}

void
scope_open_rows_read (const ScopeOpenRows *open, ScopeTransition *rows)
{
  guint64 time = (guint64) open->last;

  for (guint i = open->n; i-- > 0;)
    {
      guint64 key = scope_open_rows_key (open, i);

      rows[i] = (ScopeTransition) { (gint64) time, scope_key_ref (key), (guint8) scope_key_code (key) };
      time -= delta_of (open, i);
    }
}

void
scope_open_rows_flatten (const ScopeOpenRows *open, guint n, gint64 t1, ScopeFlatRows *flat)
{
  guint64 all = 0, last = (guint64) open->last;

  g_assert (n > 0 && n <= SCOPE_BLOCK_ROWS && n + 1 >= open->n);

  for (guint i = 0; i < n; i++)
    {
      flat->keys[i] = open->rows[i] & 0xffffffff;
      flat->deltas[i] = open->rows[i] >> 32;
    }
  for (guint i = 0; open->wide != NULL && i < open->wide->n && open->wide->rows[i].row < n; i++)
    {
      const ScopeWideRow *wide = &open->wide->rows[i];

      flat->keys[wide->row] = scope_key (scope_key_code (flat->keys[wide->row]), wide->ref);
      flat->deltas[wide->row] = wide->delta;
    }
  flat->deltas[0] = 0;
  for (guint i = 1; i < n; i++)
    all += flat->deltas[i];
  if (n < open->n)
    last -= delta_of (open, n);
  flat->n = n;
  flat->t0 = (gint64) (last - all);
  flat->t1 = t1;
  flat->deltas[n] = (guint64) t1 - last;
}

void
scope_open_rows_drop (ScopeOpenRows *open, guint n)
{
  guint gone = 0;

  g_assert (n <= open->n && n + 1 >= open->n);

  while (open->wide != NULL && gone < open->wide->n && open->wide->rows[gone].row < n)
    gone++;
  if (gone > 0)
    {
      open->wide->n -= gone;
      memmove (open->wide->rows, open->wide->rows + gone, open->wide->n * sizeof *open->wide->rows);
    }
  for (guint i = 0; open->wide != NULL && i < open->wide->n; i++)
    open->wide->rows[i].row -= n;
  memmove (open->rows, open->rows + n, (open->n - n) * sizeof *open->rows);
  open->n -= n;
}
