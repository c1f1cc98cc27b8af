/* scope-open.h: the rows of a lane's open block, as they wait for it to be full, and as they are packed.
 *
 * While they wait a row takes 8 bytes. A trace of 60 lanes has more open rows than the nearer caches hold, so each of them goes
 * out to memory and comes back, and that is what storing a row costs most:
 *
 *      63                  32 31                8 7        0
 *     +----------------------+-------------------+----------+
 *     |  time since the row  |        ref        |   code   |
 *     |        before        |                   |          |
 *     +----------------------+-------------------+----------+
 *
 * A row with a larger time or ref has all ones as its time; the two are then in a list beside. What the time of the first row is
 * since, nobody knows: times count back from the last.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-row.h"
#include "model/zoom/scope-tile.h"

G_BEGIN_DECLS

#define SCOPE_BLOCK_ROWS 4096u
#define SCOPE_OPEN_ROWS (SCOPE_BLOCK_ROWS + 1) /* as many as can wait */

/* Rows of a block, laid out to be packed and summed up. */
typedef struct
{
  gint64 t0;   /* of the first row */
  gint64 t1;   /* until when the last one lasts */
  guint n;     /* 1 to SCOPE_BLOCK_ROWS */
  guint64 keys[SCOPE_BLOCK_ROWS];       /* ref << 8 | code */
  guint64 deltas[SCOPE_BLOCK_ROWS + 1]; /* ticks since the row before, 0 for the first; [n]: how long the last one lasts */
} ScopeFlatRows;

/* From n rows that lie as they came, in order of time. */
void scope_flat_rows_set (ScopeFlatRows *flat, const ScopeRow *rows, guint n, gint64 t1);

static inline guint
scope_key_code (guint64 key)
{
  return (guint) (key & 0xff);
}

static inline guint32
scope_key_ref (guint64 key)
{
  return (guint32) (key >> 8);
}

static inline guint64
scope_key (guint code, guint32 ref)
{
  return (guint64) ref << 8 | code;
}

typedef struct
{
  guint64 delta;
  guint32 row; /* which of the open ones */
  guint32 ref;
} ScopeWideRow;

typedef struct
{
  guint32 n, n_alloc;
  ScopeWideRow *rows;
} ScopeWideRows;

typedef struct
{
  guint64 *rows;
  gint64 last;         /* time of the last one */
  ScopeWideRows *wide; /* NULL: there was none yet */
  guint32 n, n_alloc;  /* up to SCOPE_OPEN_FEW rows are where its owner has room for them */
} ScopeOpenRows;

#define SCOPE_OPEN_FEW 8u

#define SCOPE_OPEN_WIDE 0xffffffffu
#define SCOPE_OPEN_LINE 8u /* rows in a line of the processor's cache */

void scope_open_rows_clear (ScopeOpenRows *open);
/* How much room there is from now on, at least for those there are, and no less than SCOPE_OPEN_FEW: so many are in `few`. */
void scope_open_rows_resize (ScopeOpenRows *open, guint32 n_alloc, guint64 few[SCOPE_OPEN_FEW]);
void scope_open_rows_push_wide (ScopeOpenRows *open, guint64 delta, guint code, guint32 ref);
/* Takes the last one away. */
void scope_open_rows_pop (ScopeOpenRows *open);
/* Code and ref of one. */
guint64 scope_open_rows_key (const ScopeOpenRows *open, guint row);
/* All of them; `rows` has room for open->n. */
void scope_open_rows_read (const ScopeOpenRows *open, ScopeTransition *rows);
/* The first n of them, all or all but one, which last until t1. */
void scope_open_rows_flatten (const ScopeOpenRows *open, guint n, gint64 t1, ScopeFlatRows *flat);
/* The same are gone. */
void scope_open_rows_drop (ScopeOpenRows *open, guint n);

/* One of which is known that it fits into its 8 bytes. */
static inline void
scope_open_rows_push_plain (ScopeOpenRows *open, gint64 time, guint64 key)
{
  guint64 delta = (guint64) time - (guint64) open->last;

  __builtin_prefetch (&open->rows[open->n + SCOPE_OPEN_LINE], 1); /* until it is needed, all other lanes have their turn */
  open->last = time;
  open->rows[open->n++] = delta << 32 | key;
}

/* There must be room; `time` is not before the last one (if there is none yet: not before open->last). */
static inline void
scope_open_rows_push (ScopeOpenRows *open, gint64 time, guint64 key)
{
  guint64 delta = (guint64) time - (guint64) open->last;

  if (G_LIKELY (delta < SCOPE_OPEN_WIDE && key >> 32 == 0))
    {
      scope_open_rows_push_plain (open, time, key);
      return;
    }
  open->last = time;
  scope_open_rows_push_wide (open, delta, scope_key_code (key), scope_key_ref (key));
}

G_END_DECLS
