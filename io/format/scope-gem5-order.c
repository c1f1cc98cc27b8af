/* scope-gem5-order.c: instructions and cache lines in order of time. A simulator stamps an instruction when it starts and prints it
 * when it ends, so lines of 1 µs or so are mixed.
 *
 * What a record counts as depends on the file alone, not on when it is handed out: its own time, if that is less than a window behind
 * the latest so far. If SCOPE_GEM5_RUN records in a row are further behind, another run has begun. If they are fewer, each is an
 * instruction that took long, and has its own time, unless it is even further behind than a span: then it keeps its place, and counts as
 * the last record before it; those like it behind it keep their distances to it. So reading may begin anew anywhere, with the latest
 * time and the last one's known, and comes to the same order.
 *
 * One time that is far ahead of all and stays alone is no new run's: it was a wrong one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-gem5-private.h"

#include "model/base/scope-entity.h"

#include <string.h>

#define MOST_HELD (512u * 1024u)
#define FAR (1000 * (gint64) SCOPE_GEM5_WINDOW)
#define INSTRUCTION ((guint64) 1 << 63) /* of a tie: behind what caches do */
#define BLOCK 4096u

typedef struct
{
  gint64 time;
  guint64 tie; /* place in the file; instructions behind all others */
  guint32 slot;
} Key;

/* From where reading could begin anew to come to a record. */
typedef struct
{
  guint64 place;
  gint64 latest, last;
} Start;

struct _ScopeGem5Order
{
  gsize depth, chunk; /* records held back at least, and put in order at once */
  gboolean hurry;     /* what cannot be preceded any more goes at once, however few are held */
  GPtrArray *blocks;  /* of BLOCK records each, and their starts */
  GPtrArray *starts;
  GArray *free_slots; /* of guint32 */
  Key *keys, *spare;  /* held: in order up to n_sorted, then as they came */
  gsize n, n_sorted, room;
  ScopeGem5Record **given; /* of the last batch, and their slots */
  guint32 *given_slots;
  gsize n_given;
  guint32 slot;       /* of the record that is to be filled */

  gint64 latest, last; /* time of the latest record, and of the one before the next */
  Start dip;          /* where the records began that are out of order */
  gint64 dip_time;    /* the first of them says */
  guint n_dip;
  gsize dip_at;       /* in keys */
  gint64 before_jump; /* latest before it jumped far ahead */
  guint since_jump;   /* records since, while it may be a wrong one; 0: it is none */
  gsize jump_at;
  gboolean ended;
  guint64 run_place;
  gint64 run_time;

  guint64 n_late, late_place;
  gint64 late_time, late_by;

  gint64 given_time;  /* of the last one handed out */
  guint64 given_tie;
  gint64 passed_time; /* what comes up to this one was handed out before */
  guint64 passed_tie;
  gint64 floor;       /* nothing may count as earlier */
};

ScopeGem5Order *
scope_gem5_order_new (void)
{
  ScopeGem5Order *self = g_new0 (ScopeGem5Order, 1);

  self->blocks = g_ptr_array_new_with_free_func (g_free);
  self->starts = g_ptr_array_new_with_free_func (g_free);
  self->free_slots = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->given = g_new (ScopeGem5Record *, SCOPE_GEM5_BATCH);
  self->given_slots = g_new (guint32, SCOPE_GEM5_BATCH);
  self->latest = self->last = self->given_time = self->passed_time = self->floor = SCOPE_TIME_MIN;
  self->slot = G_MAXUINT32;
  self->depth = SCOPE_GEM5_DEPTH;
  self->chunk = SCOPE_GEM5_CHUNK;

  return self;
}

void
scope_gem5_order_set_sizes (ScopeGem5Order *self, gsize depth, gsize chunk)
{
  self->depth = depth;
  self->chunk = MAX (chunk, 1);
}

void
scope_gem5_order_set_hurry (ScopeGem5Order *self, gboolean hurry)
{
  self->hurry = hurry;
}

void
scope_gem5_order_free (ScopeGem5Order *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->blocks);
  g_ptr_array_unref (self->starts);
  g_array_unref (self->free_slots);
  g_free (self->keys);
  g_free (self->spare);
  g_free (self->given);
  g_free (self->given_slots);
  g_free (self);
}

static ScopeGem5Record *
record_at (const ScopeGem5Order *self, guint32 slot)
{
  return (ScopeGem5Record *) self->blocks->pdata[slot / BLOCK] + slot % BLOCK;
}

static Start *
start_at (const ScopeGem5Order *self, guint32 slot)
{
  return (Start *) self->starts->pdata[slot / BLOCK] + slot % BLOCK;
}

static void
free_slot (ScopeGem5Order *self, guint32 slot)
{
  g_array_append_val (self->free_slots, slot);
}

ScopeGem5Record *
scope_gem5_order_room (ScopeGem5Order *self)
{
  if (self->slot != G_MAXUINT32)
    return record_at (self, self->slot);
  if (self->free_slots->len == 0)
    {
      guint32 from = self->blocks->len * BLOCK;

      g_ptr_array_add (self->blocks, g_new (ScopeGem5Record, BLOCK));
      g_ptr_array_add (self->starts, g_new (Start, BLOCK));
      for (guint32 i = BLOCK; i-- > 0;)
        free_slot (self, from + i);
    }
  self->slot = g_array_index (self->free_slots, guint32, self->free_slots->len - 1);
  g_array_set_size (self->free_slots, self->free_slots->len - 1);

  return record_at (self, self->slot);
}

/* --- adding --- */

static void
append (ScopeGem5Order *self, const ScopeGem5Record *record, const Start *start)
{
  if (self->n == self->room)
    {
      self->room = MAX (4096, self->room * 2);
      self->keys = g_renew (Key, self->keys, self->room);
      g_free (self->spare);
      self->spare = g_new (Key, self->room);
    }
  *start_at (self, self->slot) = *start;
  self->keys[self->n++] = (Key) { record->time, record->offset | (record->type == SCOPE_SIM_EXEC ? INSTRUCTION : 0), self->slot };
  self->slot = G_MAXUINT32;
}

/* Those that were behind are no other run. */
static void
end_dip (ScopeGem5Order *self)
{
  for (gsize i = self->n - self->n_dip; i < self->n; i++)
    {
      ScopeGem5Record *record = record_at (self, self->keys[i].slot);
      gint64 time = record->time - self->dip.last + self->dip_time; /* as its line says */

      if (time >= self->latest - SCOPE_GEM5_SPAN)
        {
          self->keys[i].time = record->time = MAX (time, self->floor);
          continue;
        }
      if (self->n_late++ == 0)
        {
          self->late_place = record->offset;
          self->late_time = self->dip.last;
        }
      self->late_by = MAX (self->late_by, self->latest - time);
    }
  self->n_dip = 0;
}

static gint64
least_time (const ScopeGem5Order *self)
{
  return MAX (self->latest - SCOPE_GEM5_SPAN, self->floor);
}

/* The time jumped far ahead, and all behind it are where they would be without: what was so late is out of order. */
static void
undo_jump (ScopeGem5Order *self)
{
  const Start start = *start_at (self, self->keys[self->jump_at].slot);
  gint64 last = self->before_jump;

  /* Who comes to any of them has to begin before the jump. */
  for (gsize i = self->jump_at; i < self->n; i++)
    *start_at (self, self->keys[i].slot) = start;
  for (gsize i = self->jump_at; i < self->dip_at; i++)
    {
      ScopeGem5Record *record = record_at (self, self->keys[i].slot);

      if (self->n_late == 0)
        {
          self->late_place = record->offset;
          self->late_time = self->before_jump;
        }
      self->late_by = MAX (self->late_by, record->time - self->before_jump);
      self->keys[i].time = record->time = last;
      self->n_late++;
    }
  self->latest = self->before_jump;
  for (gsize i = self->dip_at; i < self->n; i++)
    {
      ScopeGem5Record *record = record_at (self, self->keys[i].slot);
      gint64 time = record->time - self->dip.last + self->dip_time; /* as its line says */

      self->keys[i].time = record->time = MAX (time, least_time (self));
      self->latest = MAX (self->latest, record->time);
      last = record->time;
    }
  self->last = last;
  self->n_dip = 0;
  self->since_jump = 0;
}

static gboolean
add_late (ScopeGem5Order *self, ScopeGem5Record *record)
{
  gint64 time;

  if (self->n_dip == 0)
    {
      self->dip = (Start) { record->offset, self->latest, self->last };
      self->dip_time = record->time;
      self->dip_at = self->n;
    }
  self->n_dip++;
  time = self->dip.last + (record->time - self->dip_time);
  record->time = time;
  append (self, record, &self->dip);
  if (self->n_dip < SCOPE_GEM5_RUN)
    {
      self->keys[self->n - 1].time = CLAMP (time, least_time (self), self->latest);
      return TRUE;
    }
  if (self->since_jump > 0 && self->since_jump < SCOPE_GEM5_RUN && self->dip_time >= self->before_jump - SCOPE_GEM5_WINDOW)
    {
      undo_jump (self);
      return TRUE;
    }
  self->ended = TRUE;
  self->run_place = self->dip.place;
  self->run_time = self->dip_time;

  return FALSE;
}

void
scope_gem5_order_begin_run (ScopeGem5Order *self)
{
  gsize from = self->dip_at, n = self->n;
  guint32 waits = self->slot; /* nothing is in it */
  gint64 shift = self->dip_time - self->dip.last;

  g_assert (self->ended);
  for (gsize i = 0; i < from; i++)
    free_slot (self, self->keys[i].slot);
  self->n = self->n_sorted = 0;
  self->latest = self->last = self->floor = SCOPE_TIME_MIN;
  self->n_dip = 0;
  self->since_jump = 0;
  self->n_late = 0;
  self->late_by = 0;
  self->ended = FALSE;
  for (gsize i = from; i < n; i++)
    {
      ScopeGem5Record *record;

      self->slot = self->keys[i].slot;
      record = record_at (self, self->slot);
      record->time += shift;
      scope_gem5_order_add (self, record);
    }
  self->slot = waits;
}

gboolean
scope_gem5_order_add (ScopeGem5Order *self, ScopeGem5Record *record)
{
  const Start start = { record->offset, self->latest, self->last };

  if (self->ended)
    return FALSE;
  if (self->latest != SCOPE_TIME_MIN && record->time < self->latest - SCOPE_GEM5_WINDOW)
    return add_late (self, record);
  end_dip (self);
  if (self->since_jump > 0)
    self->since_jump = self->since_jump < SCOPE_GEM5_RUN ? self->since_jump + 1 : 0;
  else if (self->latest != SCOPE_TIME_MIN && record->time > self->latest + FAR)
    {
      self->before_jump = self->latest;
      self->since_jump = 1;
      self->jump_at = self->n;
    }
  self->latest = MAX (self->latest, record->time);
  self->last = record->time;
  append (self, record, &start);
  self->keys[self->n - 1].time = MAX (record->time, self->floor);

  return TRUE;
}

/* --- order --- */

static inline gboolean
is_before (const Key *a, const Key *b)
{
  return a->time < b->time || (a->time == b->time && a->tie < b->tie);
}

static void
merge (Key *to, const Key *a, gsize n, const Key *b, gsize m)
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
run_end (const Key *keys, gsize n, gsize i)
{
  for (i++; i < n && is_before (&keys[i - 1], &keys[i]);)
    i++;

  return i;
}

/* What came since the last time, among what is held: a natural merge sort. */
static void
settle (ScopeGem5Order *self)
{
  Key *from, *to;
  gsize n = self->n - self->n_sorted;

  if (n == 0)
    return;
  from = self->keys + self->n_sorted;
  to = self->spare + self->n_sorted;
  while (run_end (from, n, 0) < n)
    {
      Key *swap;

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
      Key *swap = self->keys;

      merge (self->spare, self->keys, self->n_sorted, self->keys + self->n_sorted, n);
      self->keys = self->spare;
      self->spare = swap;
    }
  self->n_sorted = self->n;
}

gboolean
scope_gem5_order_is_full (const ScopeGem5Order *self)
{
  return self->n >= self->depth + self->chunk && self->n - self->n_sorted >= self->chunk && self->n_dip == 0 && self->since_jump == 0;
}

/* How many of those held may go: none that something could still come before. */
static gsize
count_ready (const ScopeGem5Order *self, gboolean all)
{
  gint64 time = MAX (self->latest, SCOPE_TIME_MIN + SCOPE_GEM5_SPAN) - SCOPE_GEM5_SPAN;
  gsize low = 0, high = self->n, depth = self->hurry ? 0 : self->depth;

  if (all)
    return self->n;
  if (self->n_dip > 0 || self->since_jump > 0 || self->n <= depth)
    return 0;
  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (self->keys[middle].time < time)
        low = middle + 1;
      else
        high = middle;
    }
  if (self->n > MOST_HELD)
    low = MAX (low, self->n - MOST_HELD);

  return MIN (low, self->n - depth);
}

static void
give_back (ScopeGem5Order *self)
{
  for (gsize i = 0; i < self->n_given; i++)
    free_slot (self, self->given_slots[i]);
  self->n_given = 0;
}

static gboolean
is_passed (const ScopeGem5Order *self, const Key *key)
{
  return key->time < self->passed_time || (key->time == self->passed_time && key->tie <= self->passed_tie);
}

/* What is another run's. */
static void
drop_run (ScopeGem5Order *self)
{
  if (self->n_dip == 0)
    return;
  for (gsize i = self->dip_at; i < self->n; i++)
    free_slot (self, self->keys[i].slot);
  self->n = self->dip_at;
  self->n_dip = 0;
}

gsize
scope_gem5_order_take (ScopeGem5Order *self, gboolean all, gsize max, ScopeGem5Record *const **ret_records)
{
  gsize ready, taken = 0;

  give_back (self);
  if (self->ended)
    drop_run (self);
  if (all)
    end_dip (self);
  if (all || self->hurry || scope_gem5_order_is_full (self))
    settle (self);
  ready = self->n_sorted == self->n ? count_ready (self, all) : 0;
  for (; taken < ready && self->n_given < MIN (max, SCOPE_GEM5_BATCH); taken++)
    {
      const Key *key = &self->keys[taken];

      if (is_passed (self, key))
        {
          free_slot (self, key->slot);
          continue;
        }
      self->given[self->n_given] = record_at (self, key->slot);
      self->given[self->n_given]->time = key->time;
      self->given_slots[self->n_given++] = key->slot;
      self->given_time = key->time;
      self->given_tie = key->tie;
    }
  if (taken > 0)
    {
      self->floor = MAX (self->floor, self->keys[taken - 1].time);
      self->n -= taken;
      self->n_sorted -= taken;
      memmove (self->keys, self->keys + taken, self->n * sizeof *self->keys);
    }
  *ret_records = self->given;

  return self->n_given;
}

/* --- what was found out --- */

gint64
scope_gem5_order_latest (const ScopeGem5Order *self)
{
  return self->latest;
}

guint64
scope_gem5_order_n_late (const ScopeGem5Order *self, guint64 *ret_offset, gint64 *ret_time, gint64 *ret_by)
{
  *ret_offset = self->late_place;
  *ret_time = self->late_time;
  *ret_by = self->late_by;

  return self->n_late;
}

guint64
scope_gem5_order_run (const ScopeGem5Order *self, gint64 *ret_time)
{
  *ret_time = self->run_time;

  return self->run_place;
}

void
scope_gem5_order_mark (const ScopeGem5Order *self, guint64 here, ScopeGem5OrderMark *ret_mark)
{
  const Start *least = NULL;

  for (gsize i = 0; i < self->n; i++)
    {
      const Start *start = start_at (self, self->keys[i].slot);

      if (least == NULL || start->place < least->place)
        least = start;
    }
  *ret_mark = (ScopeGem5OrderMark) { here, self->latest, self->last, self->given_time, self->given_tie };
  if (least == NULL && self->ended)
    least = &self->dip; /* what was read behind it is another run's */
  if (least != NULL)
    {
      ret_mark->place = least->place;
      ret_mark->latest = least->latest;
      ret_mark->last = least->last;
    }
}

void
scope_gem5_order_seek (ScopeGem5Order *self, const ScopeGem5OrderMark *mark)
{
  give_back (self);
  for (gsize i = 0; i < self->n; i++)
    free_slot (self, self->keys[i].slot);
  self->n = self->n_sorted = 0;
  self->n_dip = 0;
  self->since_jump = 0;
  self->ended = FALSE;
  self->latest = mark->latest;
  self->last = mark->last;
  self->passed_time = self->given_time = mark->given_time;
  self->passed_tie = self->given_tie = mark->given_tie;
  self->floor = SCOPE_TIME_MIN;
}
