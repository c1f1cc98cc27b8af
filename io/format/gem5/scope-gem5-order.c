/* scope-gem5-order.c: instructions and cache lines in order of time. A simulator stamps an instruction when it starts and prints it
 * when it ends, so lines of 1 µs or so are mixed.
 *
 * What a record counts as depends on the file alone, not on when it is handed out: its own time, if that is less than a window behind
 * the latest so far and does not fall behind its core's (scope-gem5-falls.c). If a core's time falls further, and SCOPE_GEM5_RUN records in
 * a row are further behind, another run has begun. If they are fewer, those that fell keep their places, and each counts as the one before
 * it of its core, or of all; those like it behind it keep their distances to it. Who is only slower than other cores has its own time, unless
 * it is further behind than a span. So reading may begin anew at a place where it was noted what is known, and comes to the same order.
 *
 * One time that is far ahead of all and stays alone is no new run's: it was a wrong one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-gem5-keys.h"
#include "io/format/gem5/scope-gem5-private.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-entity.h"

#include <string.h>

#define MOST_HELD (512u * 1024u)
#define FAR ((gint64) SCOPE_GEM5_WINDOW)
#define INSTRUCTION ((guint64) 1 << 63) /* of a tie: behind what caches do */
#define BLOCK 4096u
#define NOTE_EVERY 1024u /* records: what is known is noted, so that reading can begin there */
#define MOST_NOTES 64u   /* then those that nobody needs any more go */

/* From where reading could begin anew to come to a record. */
typedef struct
{
  guint64 place;
  gint64 latest, last;
  gint64 raw;    /* its line says */
  gboolean fell; /* behind its core's time */
} Start;

/* What is known before a record. */
typedef struct
{
  guint64 place;
  gint64 latest, last;
  guint64 *words; /* of falls */
  gsize n_words;
} Note;

struct _ScopeGem5Order
{
  ScopeGem5Falls *falls;
  GArray *notes;      /* of Note, by place */
  guint since_note;   /* records */
  guint most_notes;
  guint64 kept_place; /* behind the last record that was kept in its place against its time */
  gsize depth, chunk; /* records held back at least, and put in order at once */
  gboolean hurry;     /* what cannot be preceded any more goes at once, however few are held */
  GPtrArray *blocks;  /* of BLOCK records each, and their starts */
  GPtrArray *starts;
  GArray *free_slots; /* of guint32 */
  ScopeGem5Keys held; /* when each is due */
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

static void
clear_note (gpointer data)
{
  g_free (((Note *) data)->words);
}

ScopeGem5Order *
scope_gem5_order_new (void)
{
  ScopeGem5Order *self = g_new0 (ScopeGem5Order, 1);

  self->falls = scope_gem5_falls_new ();
  self->notes = g_array_new (FALSE, FALSE, sizeof (Note));
  g_array_set_clear_func (self->notes, clear_note);
  self->most_notes = MOST_NOTES;
  self->since_note = NOTE_EVERY;
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
  scope_gem5_falls_free (self->falls);
  g_array_unref (self->notes);
  g_ptr_array_unref (self->blocks);
  g_ptr_array_unref (self->starts);
  g_array_unref (self->free_slots);
  scope_gem5_keys_clear (&self->held);
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
  *start_at (self, self->slot) = *start;
  *scope_gem5_keys_add (&self->held)
      = (ScopeGem5Key) { record->time, record->offset | (record->type == SCOPE_SIM_EXEC ? INSTRUCTION : 0), self->slot };
  self->slot = G_MAXUINT32;
}

static void
count_late (ScopeGem5Order *self, guint64 place, gint64 time, gint64 by)
{
  if (self->n_late++ == 0)
    {
      self->late_place = place;
      self->late_time = time;
    }
  self->late_by = MAX (self->late_by, by);
  self->kept_place = MAX (self->kept_place, place + 1);
}

/* Those that were behind are no other run. */
static void
end_dip (ScopeGem5Order *self)
{
  for (gsize i = self->held.n - self->n_dip; i < self->held.n; i++)
    {
      ScopeGem5Record *record = record_at (self, self->held.keys[i].slot);
      const Start *start = start_at (self, self->held.keys[i].slot);

      if (!start->fell && start->raw >= self->latest - SCOPE_GEM5_SPAN)
        {
          self->held.keys[i].time = record->time = MAX (start->raw, self->floor);
          continue;
        }
      count_late (self, record->offset, self->dip.last, self->latest - start->raw);
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
  const Start start = *start_at (self, self->held.keys[self->jump_at].slot);
  gint64 last = self->before_jump;

  /* Who comes to any of them has to begin before the jump. */
  for (gsize i = self->jump_at; i < self->held.n; i++)
    {
      Start *at = start_at (self, self->held.keys[i].slot);

      *at = (Start) { start.place, start.latest, start.last, at->raw, at->fell };
    }
  for (gsize i = self->jump_at; i < self->dip_at; i++)
    {
      ScopeGem5Record *record = record_at (self, self->held.keys[i].slot);

      count_late (self, record->offset, self->before_jump, record->time - self->before_jump);
      self->held.keys[i].time = record->time = last;
    }
  self->latest = self->before_jump;
  for (gsize i = self->dip_at; i < self->held.n; i++)
    {
      ScopeGem5Record *record = record_at (self, self->held.keys[i].slot);

      self->held.keys[i].time = record->time = MAX (start_at (self, self->held.keys[i].slot)->raw, least_time (self));
      self->latest = MAX (self->latest, record->time);
      last = record->time;
    }
  scope_gem5_falls_clear (self->falls);
  self->last = last;
  self->n_dip = 0;
  self->since_jump = 0;
}

static gboolean
add_late (ScopeGem5Order *self, ScopeGem5Record *record)
{
  Start start = { record->offset, self->latest, self->last, record->time, FALSE };
  gint64 time;

  if (self->n_dip == 0)
    {
      self->dip = start;
      self->dip_time = record->time;
      self->dip_at = self->held.n;
    }
  self->n_dip++;
  start = (Start) { self->dip.place, self->dip.latest, self->dip.last, record->time, FALSE };
  start.fell = scope_gem5_falls_keep (self->falls, record);
  if (!start.fell)
    record->time = self->dip.last + (record->time - self->dip_time);
  time = record->time;
  append (self, record, &start);
  if (self->n_dip < SCOPE_GEM5_RUN)
    {
      self->held.keys[self->held.n - 1].time = CLAMP (time, least_time (self), self->latest);
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
  gsize from = self->dip_at, n = self->held.n;
  guint32 waits = self->slot; /* nothing is in it */

  g_assert (self->ended);
  for (gsize i = 0; i < from; i++)
    free_slot (self, self->held.keys[i].slot);
  self->held.n = self->held.n_sorted = 0;
  self->latest = self->last = self->floor = SCOPE_TIME_MIN;
  self->n_dip = 0;
  self->since_jump = 0;
  self->n_late = 0;
  self->late_by = 0;
  self->ended = FALSE;
  scope_gem5_falls_clear (self->falls);
  g_array_set_size (self->notes, 0);
  self->since_note = NOTE_EVERY;
  for (gsize i = from; i < n; i++)
    {
      ScopeGem5Record *record;

      self->slot = self->held.keys[i].slot;
      record = record_at (self, self->slot);
      record->time = start_at (self, self->slot)->raw;
      scope_gem5_order_add (self, record);
    }
  self->slot = waits;
}

/* Place from which reading has to begin to come to all that is held; `here`, if nothing is. */
static guint64
least_place (const ScopeGem5Order *self, guint64 here)
{
  guint64 least = self->ended ? MIN (here, self->dip.place) : here; /* what was read behind a run is another run's */

  for (gsize i = 0; i < self->held.n; i++)
    least = MIN (least, start_at (self, self->held.keys[i].slot)->place);

  return least;
}

/* The last one at that place or before it. */
static const Note *
find_note (const ScopeGem5Order *self, guint64 place)
{
  guint i = self->notes->len;

  while (i > 1 && g_array_index (self->notes, Note, i - 1).place > place)
    i--;

  return i > 0 ? &g_array_index (self->notes, Note, i - 1) : NULL;
}

static void
add_note (ScopeGem5Order *self, guint64 place)
{
  Note note = { place, self->latest, self->last, NULL, scope_gem5_falls_n_words (self->falls) };

  note.words = g_new (guint64, note.n_words);
  scope_gem5_falls_save (self->falls, note.words);
  g_array_append_val (self->notes, note);
  self->since_note = 0;
  if (self->notes->len < self->most_notes)
    return;
  g_array_remove_range (self->notes, 0, (guint) (find_note (self, least_place (self, place)) - (Note *) (gpointer) self->notes->data));
  self->most_notes = MAX (MOST_NOTES, self->notes->len * 2);
}

/* Not the core's own time falls: it is slower than others. */
static gboolean
add_slow (ScopeGem5Order *self, ScopeGem5Record *record, const Start *start)
{
  gint64 least = least_time (self);

  if (record->time < least)
    count_late (self, record->offset, self->latest, self->latest - record->time);
  scope_gem5_falls_look (self->falls, record);
  record->time = MAX (record->time, least);
  append (self, record, start);

  return TRUE;
}

gboolean
scope_gem5_order_add (ScopeGem5Order *self, ScopeGem5Record *record)
{
  const Start start = { record->offset, self->latest, self->last, record->time, FALSE };

  if (self->ended)
    return FALSE;
  if (++self->since_note > NOTE_EVERY && self->n_dip == 0 && self->since_jump == 0)
    add_note (self, record->offset);
  if (self->latest != SCOPE_TIME_MIN && record->time < self->latest - SCOPE_GEM5_WINDOW)
    {
      if (self->n_dip > 0 || self->since_jump > 0
          || scope_gem5_falls_is_one (self->falls, record, record->time < self->latest - SCOPE_GEM5_SPAN))
        return add_late (self, record);
      return add_slow (self, record, &start);
    }
  end_dip (self);
  if (scope_gem5_falls_look (self->falls, record))
    count_late (self, record->offset, self->latest, record->time - start.raw);
  if (self->since_jump > 0)
    self->since_jump = self->since_jump < SCOPE_GEM5_RUN ? self->since_jump + 1 : 0;
  else if (self->latest != SCOPE_TIME_MIN && record->time > self->latest + FAR)
    {
      self->before_jump = self->latest;
      self->since_jump = 1;
      self->jump_at = self->held.n;
    }
  self->latest = MAX (self->latest, record->time);
  self->last = record->time;
  append (self, record, &start);
  self->held.keys[self->held.n - 1].time = MAX (record->time, self->floor);

  return TRUE;
}

/* --- order --- */

gboolean
scope_gem5_order_is_full (const ScopeGem5Order *self)
{
  const ScopeGem5Keys *held = &self->held;

  return held->n >= self->depth + self->chunk && held->n - held->n_sorted >= self->chunk && self->n_dip == 0 && self->since_jump == 0;
}

/* How many of those held may go: none that something could still come before. */
static gsize
count_ready (const ScopeGem5Order *self, gboolean all)
{
  gint64 time = MAX (self->latest, SCOPE_TIME_MIN + SCOPE_GEM5_SPAN) - SCOPE_GEM5_SPAN;
  gsize n, depth = self->hurry ? 0 : self->depth;

  if (all)
    return self->held.n;
  if (self->n_dip > 0 || self->since_jump > 0 || self->held.n <= depth)
    return 0;
  n = SCOPE_BISECT (self->held.n, i, self->held.keys[i].time < time);
  if (self->held.n > MOST_HELD)
    n = MAX (n, self->held.n - MOST_HELD);

  return MIN (n, self->held.n - depth);
}

static void
give_back (ScopeGem5Order *self)
{
  for (gsize i = 0; i < self->n_given; i++)
    free_slot (self, self->given_slots[i]);
  self->n_given = 0;
}

static gboolean
is_passed (const ScopeGem5Order *self, const ScopeGem5Key *key)
{
  return key->time < self->passed_time || (key->time == self->passed_time && key->tie <= self->passed_tie);
}

/* What is another run's. */
static void
drop_run (ScopeGem5Order *self)
{
  if (self->n_dip == 0)
    return;
  for (gsize i = self->dip_at; i < self->held.n; i++)
    free_slot (self, self->held.keys[i].slot);
  self->held.n = self->dip_at;
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
    scope_gem5_keys_settle (&self->held);
  ready = self->held.n_sorted == self->held.n ? count_ready (self, all) : 0;
  for (; taken < ready && self->n_given < MIN (max, SCOPE_GEM5_BATCH); taken++)
    {
      const ScopeGem5Key *key = &self->held.keys[taken];

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
      self->floor = MAX (self->floor, self->held.keys[taken - 1].time);
      scope_gem5_keys_drop (&self->held, taken);
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

guint64 *
scope_gem5_order_checkpoint (const ScopeGem5Order *self, guint64 here)
{
  const Note *note = find_note (self, least_place (self, here));
  gsize n = note != NULL ? note->n_words : 0;
  guint64 *words = g_malloc (sizeof (ScopeGem5OrderCheckpoint) + n * sizeof *words);
  ScopeGem5OrderCheckpoint checkpoint = { here, self->latest, self->last, self->given_time, self->given_tie, TRUE, n };

  if (note != NULL)
    {
      checkpoint.place = note->place;
      checkpoint.latest = note->latest;
      checkpoint.last = note->last;
      checkpoint.is_plain = self->kept_place <= note->place;
      memcpy (words + sizeof checkpoint / sizeof *words, note->words, n * sizeof *words);
    }
  memcpy (words, &checkpoint, sizeof checkpoint);

  return words;
}

void
scope_gem5_order_seek (ScopeGem5Order *self, const ScopeGem5OrderCheckpoint *checkpoint)
{
  give_back (self);
  for (gsize i = 0; i < self->held.n; i++)
    free_slot (self, self->held.keys[i].slot);
  self->held.n = self->held.n_sorted = 0;
  self->n_dip = 0;
  self->since_jump = 0;
  self->ended = FALSE;
  self->latest = checkpoint->latest;
  self->last = checkpoint->last;
  self->passed_time = self->given_time = checkpoint->given_time;
  self->passed_tie = self->given_tie = checkpoint->given_tie;
  self->floor = SCOPE_TIME_MIN;
  scope_gem5_falls_load (self->falls, (const guint64 *) (gconstpointer) (checkpoint + 1), checkpoint->n_words);
  g_array_set_size (self->notes, 0);
  self->since_note = NOTE_EVERY;
}
