/* scope-tally.c: see scope-tally.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/zoom/scope-tally.h"

#include <string.h>

G_STATIC_ASSERT (SCOPE_N_CODES <= 64);

void
scope_tally_init (ScopeTally *tally, guint most_values, ScopeTallyHunt *hunt)
{
  tally->used = 0;
  tally->most_values = most_values;
  tally->hunt = hunt;
  tally->n_ends = 0;
}

void
scope_tally_clear (ScopeTally *tally)
{
  for (guint c = 0; c < SCOPE_N_CODES; c++)
    if (tally->used & ((guint64) 1 << c))
      g_clear_pointer (&tally->codes[c].values, g_free);
  tally->used = 0;
  tally->n_ends = 0;
}

static ScopeTallyCode *
begin_code (ScopeTally *tally, guint code)
{
  memset (&tally->codes[code], 0, sizeof tally->codes[code]);
  tally->codes[code].least = G_MAXINT64;
  tally->used |= (guint64) 1 << code;

  return &tally->codes[code];
}

static inline ScopeTallyCode *
code_of (ScopeTally *tally, guint code)
{
  return G_LIKELY (tally->used & ((guint64) 1 << code)) ? &tally->codes[code] : begin_code (tally, code);
}

static void
reserve (ScopeTallyCode *code, guint n)
{
  if (n > code->n_alloc)
    {
      code->n_alloc = MAX (code->n_alloc * 2, MAX (n, 16));
      code->values = g_renew (gint64, code->values, code->n_alloc);
    }
}

static void
keep_value (ScopeTallyCode *code, gint64 duration, guint most)
{
  if (code->too_many)
    return;
  if (code->n_values == most)
    { /* They are known by their classes alone. */
      g_clear_pointer (&code->values, g_free);
      code->n_values = code->n_alloc = 0;
      code->too_many = TRUE;
      return;
    }
  reserve (code, code->n_values + 1);
  code->values[code->n_values++] = duration;
}

static inline void
count (ScopeTallyCode *code, gint64 duration)
{
  ScopeTallyClass *class = &code->classes[scope_tally_class (duration)];

  class->n++;
  class->time += duration;
  if (G_UNLIKELY (duration < code->least))
    code->least = duration;
  if (G_UNLIKELY (duration > code->longest))
    code->longest = duration;
}

/* An interval whose two ends are known. */
static void
close_interval (ScopeTally *tally, const ScopeInterval *interval)
{
  ScopeTallyCode *code = code_of (tally, interval->code);
  gint64 duration = interval->to - interval->from;
  const ScopeTallyHunt *hunt = tally->hunt;

  count (code, duration);
  code->n++;
  code->time += duration;
  if (tally->most_values > 0)
    keep_value (code, duration, tally->most_values);
  if (hunt != NULL && duration >= hunt->least && (hunt->codes & ((guint64) 1 << interval->code)))
    hunt->func (interval, hunt->user_data);
}

/* Whose other party makes a difference: those that the tables name. */
static inline gboolean
names_party (guint code)
{
  const guint64 parties = (guint64) 1 << SCOPE_CODE_RUNNING | (guint64) 1 << SCOPE_CODE_CREATED
                          | (guint64) 1 << SCOPE_CODE_WOKEN | (guint64) 1 << SCOPE_CODE_BLACKHOLE
                          | (guint64) 1 << SCOPE_CODE_FOREIGN | (guint64) 1 << SCOPE_CODE_OWN_QUEUE
                          | (guint64) 1 << SCOPE_CODE_OTHER_QUEUE | (guint64) 1 << SCOPE_CODE_OTHER_MACHINE
                          | (guint64) 1 << SCOPE_CODE_SERIAL | (guint64) 1 << SCOPE_CODE_LATE_PRODUCER
                          | (guint64) 1 << SCOPE_CODE_IN_FLIGHT | (guint64) 1 << SCOPE_CODE_DELIVERED;

  return (parties & ((guint64) 1 << code)) != 0;
}

static inline gboolean
joins (const ScopeInterval *a, gint64 from, guint code, guint32 ref)
{
  return a->to == from && a->code == code && (a->ref == ref || !names_party (code));
}

/* Puts an interval behind the last one, which it does not continue. */
static inline void
follow (ScopeTally *tally, const ScopeInterval *interval)
{
  if (G_LIKELY (tally->n_ends == 2))
    close_interval (tally, &tally->last);
  if (G_UNLIKELY (tally->n_ends == 0))
    tally->first = *interval;
  else
    tally->last = *interval;
  tally->n_ends = MIN (tally->n_ends + 1, 2);
}

static inline void
add_piece (ScopeTally *tally, gint64 from, gint64 to, guint code, guint32 ref)
{
  ScopeInterval *end = tally->n_ends == 2 ? &tally->last : &tally->first;

  if (G_UNLIKELY (from >= to || code == SCOPE_CODE_ABSENT))
    return;
  if (G_UNLIKELY (code >= SCOPE_N_CODES))
    code = SCOPE_CODE_UNKNOWN;
  if (tally->n_ends > 0 && G_UNLIKELY (joins (end, from, code, ref)))
    end->to = to;
  else
    follow (tally, &(ScopeInterval) { from, to, ref, (guint8) code });
}

void
scope_tally_add (ScopeTally *tally, gint64 from, gint64 to, guint code, guint32 ref)
{
  add_piece (tally, from, to, code, ref);
}

void
scope_tally_add_rows (ScopeTally *tally, const ScopeTransition *rows, guint n, gint64 end, gint64 from, gint64 to)
{
  for (guint i = 0; i < n && rows[i].time < to; i++)
    add_piece (tally, MAX (rows[i].time, from), MIN (i + 1 < n ? rows[i + 1].time : end, to), rows[i].code,
               rows[i].ref);
}

/* Number and time are in the classes already. */
static void
sum_classes (ScopeTallyCode *code)
{
  code->n = 0;
  code->time = 0;
  for (guint i = 0; i < SCOPE_TALLY_CLASSES; i++)
    {
      code->n += code->classes[i].n;
      code->time += code->classes[i].time;
    }
}

/* While importing, every row comes through here, and what a row waits for longest is the figures of the row before: number and time of
 * a class are one word, and those of the few codes that a block has lie close together. */
#define FEW_CODES 8u
#define TIME_BITS 51u /* and 13 for as many rows as a block has */

typedef struct
{
  guint64 sums[SCOPE_TALLY_CLASSES + 2];
  gint64 least, longest;
  guint code;
} FewCode;

typedef struct
{
  FewCode codes[FEW_CODES];
  guint n;
  guint8 slots[256]; /* of a code: which of these, or … */
} FewCodes;

#define SLOT_NEW 0xfeu
#define SLOT_STRANGE 0xffu /* no interval begins with it here */

static void
begin_few (FewCodes *few)
{
  few->n = 0;
  memset (few->slots, SLOT_STRANGE, sizeof few->slots);
  memset (few->slots, SLOT_NEW, SCOPE_N_CODES);
  few->slots[SCOPE_CODE_ABSENT] = SLOT_STRANGE;
}

/* The code's slot, if it has one, or there is room. */
static G_NO_INLINE guint
new_slot (FewCodes *few, guint code)
{
  if (few->slots[code] != SLOT_NEW || few->n == FEW_CODES)
    return few->slots[code];
  few->codes[few->n] = (FewCode) { .least = G_MAXINT64, .code = code };
  few->slots[code] = (guint8) few->n++;

  return few->slots[code];
}

static void
end_few (ScopeTally *tally, const FewCodes *few)
{
  for (guint slot = 0; slot < few->n; slot++)
    {
      const FewCode *figures = &few->codes[slot];
      ScopeTallyCode *code;

      if (figures->least == G_MAXINT64)
        continue; /* the last interval's, which is not counted yet */
      code = code_of (tally, figures->code);
      code->least = MIN (code->least, figures->least);
      code->longest = MAX (code->longest, figures->longest);
      for (guint c = scope_tally_class (figures->least); c <= scope_tally_class (figures->longest); c++)
        {
          code->classes[c].n += figures->sums[c] >> TIME_BITS;
          code->classes[c].time += (gint64) (figures->sums[c] & (((guint64) 1 << TIME_BITS) - 1));
        }
    }
}

/* Rows follow each other without gaps, and what is the last interval so far is kept at hand. Takes rows from *at on, which begins at
 * *time, as long as none is empty or may continue the one before, and their codes are few. */
static void
add_following (ScopeTally *tally, FewCodes *few, const ScopeFlatRows *rows, guint *at, gint64 *time)
{
  const guint n = rows->n;
  guint i = *at, slot = new_slot (few, tally->last.code);
  gint64 from = *time, lasts = tally->last.to - tally->last.from;
  FewCode *figures;

  if (slot >= FEW_CODES)
    return;
  figures = &few->codes[slot];
  for (; i < n; i++)
    {
      gint64 next_lasts = (gint64) rows->deltas[i + 1];
      guint code = scope_key_code (rows->keys[i]), next = few->slots[code];

      if (G_UNLIKELY (next >= FEW_CODES) && (next = new_slot (few, code)) >= FEW_CODES)
        break;
      if (G_UNLIKELY (next == slot || next_lasts <= 0))
        break;
      figures->sums[scope_tally_class (lasts)] += ((guint64) 1 << TIME_BITS) + (guint64) lasts;
      if (G_UNLIKELY (lasts < figures->least))
        figures->least = lasts;
      if (G_UNLIKELY (lasts > figures->longest))
        figures->longest = lasts;
      from += next_lasts;
      lasts = next_lasts;
      slot = next;
      figures = &few->codes[next];
    }
  if (i == *at)
    return;
  tally->last = (ScopeInterval) { from - lasts, from, scope_key_ref (rows->keys[i - 1]), (guint8) scope_key_code (rows->keys[i - 1]) };
  *at = i;
  *time = from;
}

void
scope_tally_add_flat_rows (ScopeTally *tally, const ScopeFlatRows *rows)
{
  gint64 time = rows->t0;
  gboolean only_counted = tally->hunt == NULL && tally->most_values == 0;
  FewCodes few;

  /* All times of the classes together are in the words. */
  only_counted &= rows->n <= SCOPE_BLOCK_ROWS && (guint64) rows->t1 - (guint64) rows->t0 < (guint64) 1 << TIME_BITS;
  if (tally->n_ends > 0)
    only_counted &= (guint64) rows->t1 - (guint64) tally->first.from < (guint64) 1 << TIME_BITS;
  begin_few (&few);

  for (guint i = 0; i < rows->n; i++)
    {
      if (only_counted && tally->n_ends == 2 && tally->last.to == time)
        add_following (tally, &few, rows, &i, &time);
      if (i < rows->n)
        {
          gint64 to = time + (gint64) rows->deltas[i + 1];

          add_piece (tally, time, to, scope_key_code (rows->keys[i]), scope_key_ref (rows->keys[i]));
          time = to;
        }
    }
  end_few (tally, &few);
  for (guint c = 0; c < SCOPE_N_CODES; c++)
    if (tally->used & ((guint64) 1 << c))
      sum_classes (&tally->codes[c]);
}

void
scope_tally_end (ScopeTally *tally)
{
  if (tally->n_ends > 0)
    close_interval (tally, &tally->first);
  if (tally->n_ends > 1)
    close_interval (tally, &tally->last);
  tally->n_ends = 0;
}

/* --- packed --- */

static guint8 *
put (guint8 *out, guint64 value)
{
  for (; value >= 0x80; value >>= 7)
    *out++ = (guint8) (value | 0x80);
  *out++ = (guint8) value;

  return out;
}

gsize
scope_tally_pack (const ScopeTally *tally, gint64 t0, guint8 *out)
{
  guint8 *p = put (out, tally->n_ends);
  gint64 time = t0;

  for (guint i = 0; i < tally->n_ends; i++)
    {
      const ScopeInterval *end = i == 0 ? &tally->first : &tally->last;

      p = put (put (p, end->code), end->ref);
      p = put (put (p, (guint64) (end->from - time)), (guint64) (end->to - end->from));
      time = end->to;
    }
  p = put (p, (guint64) __builtin_popcountll (tally->used));
  for (guint c = 0; c < SCOPE_N_CODES; c++)
    {
      const ScopeTallyCode *code = &tally->codes[c];
      guint first, last;

      if (!(tally->used & ((guint64) 1 << c)))
        continue;
      first = scope_tally_class (code->least);
      last = scope_tally_class (code->longest);
      p = put (put (put (p, c), (guint64) code->least), (guint64) (code->longest - code->least));
      p = put (put (p, first), last - first + 1);
      for (guint i = first; i <= last; i++)
        p = put (put (p, code->classes[i].n), (guint64) code->classes[i].time);
    }

  return (gsize) (p - out);
}

typedef struct
{
  const guint8 *p, *end;
  gboolean bad;
} Reader;

static guint64
get (Reader *in, guint64 most)
{
  guint64 value = 0;

  for (guint shift = 0; in->p < in->end && shift < 64; shift += 7)
    {
      guint8 byte = *in->p++;

      value |= (guint64) (byte & 0x7f) << shift;
      if (byte < 0x80)
        {
          in->bad |= value > most;
          return value > most ? 0 : value;
        }
    }
  in->bad = TRUE;

  return 0;
}

static void
get_ends (Reader *in, gint64 t0, gint64 t1, ScopeInterval ends[2], guint *ret_n)
{
  guint n = (guint) get (in, 2);
  gint64 time = t0;

  for (guint i = 0; i < n; i++)
    {
      ends[i].code = (guint8) get (in, SCOPE_N_CODES - 1);
      ends[i].ref = (guint32) get (in, G_MAXUINT32);
      ends[i].from = time + (gint64) get (in, (guint64) (t1 - time));
      ends[i].to = ends[i].from + (gint64) get (in, (guint64) (t1 - ends[i].from));
      in->bad |= ends[i].to == ends[i].from;
      time = ends[i].to;
    }
  *ret_n = n;
}

/* The figures of one code; *left is how much time there is for them. FALSE if they make no sense. */
static gboolean
get_code (Reader *in, guint64 *left, guint *ret_code, ScopeTallyCode *figures, guint *ret_first, guint *ret_end)
{
  guint first, n;

  *ret_code = (guint) get (in, SCOPE_N_CODES - 1);
  figures->least = (gint64) get (in, *left);
  figures->longest = figures->least + (gint64) get (in, *left - (guint64) figures->least);
  first = (guint) get (in, SCOPE_TALLY_CLASSES - 1);
  n = (guint) get (in, SCOPE_TALLY_CLASSES - first);
  figures->n = 0;
  figures->time = 0;
  for (guint i = first; i < first + n; i++)
    {
      /* No interval is empty, so there are no more of them than ticks. */
      figures->classes[i].n = get (in, *left);
      figures->classes[i].time = (gint64) get (in, *left);
      *left -= (guint64) figures->classes[i].time;
      figures->n += figures->classes[i].n;
      figures->time += figures->classes[i].time;
    }
  *ret_first = first;
  *ret_end = first + n;

  return !in->bad && n > 0 && first == scope_tally_class (figures->least)
         && first + n - 1 == scope_tally_class (figures->longest);
}

static void
add_figures (ScopeTallyCode *into, const ScopeTallyCode *from, guint first, guint end)
{
  into->n += from->n;
  into->time += from->time;
  into->least = MIN (into->least, from->least);
  into->longest = MAX (into->longest, from->longest);
  for (guint i = first; i < end; i++)
    {
      into->classes[i].n += from->classes[i].n;
      into->classes[i].time += from->classes[i].time;
    }
}

/* The ends of a packed tally, joined with what is there. */
static void
join_ends (ScopeTally *tally, const ScopeInterval ends[2], guint n)
{
  const ScopeInterval *end = tally->n_ends == 2 ? &tally->last : &tally->first;

  for (guint i = 0; i < n; i++)
    if (i == 0 && tally->n_ends > 0 && joins (end, ends[0].from, ends[0].code, ends[0].ref))
      { /* Of the two, none was counted. */
        if (tally->n_ends == 2)
          tally->last.to = ends[0].to;
        else
          tally->first.to = ends[0].to;
      }
    else
      follow (tally, &ends[i]);
}

gboolean
scope_tally_add_packed (ScopeTally *tally, gint64 t0, gint64 t1, const guint8 *bytes, gsize n)
{
  Reader in = { bytes, bytes + n, FALSE };
  ScopeInterval ends[2];
  ScopeTallyCode figures;
  guint n_ends, n_codes;
  guint64 left = (guint64) (t1 - t0);

  get_ends (&in, t0, t1, ends, &n_ends);
  n_codes = (guint) get (&in, SCOPE_N_CODES);
  if (in.bad)
    return FALSE;
  for (guint i = 0; i < n_codes; i++)
    {
      guint code, first, end;

      if (!get_code (&in, &left, &code, &figures, &first, &end))
        return FALSE;
      add_figures (code_of (tally, code), &figures, first, end);
    }
  join_ends (tally, ends, n_ends);

  return in.p == in.end;
}

gint64
scope_tally_packed_longest (gint64 t0, gint64 t1, const guint8 *bytes, gsize n, guint64 codes)
{
  Reader in = { bytes, bytes + n, FALSE };
  ScopeInterval ends[2];
  ScopeTallyCode figures;
  guint n_ends, n_codes;
  guint64 left = (guint64) (t1 - t0);
  gint64 longest = 0;

  get_ends (&in, t0, t1, ends, &n_ends);
  n_codes = (guint) get (&in, SCOPE_N_CODES);
  for (guint i = 0; i < n_codes && !in.bad; i++)
    {
      guint code, first, end;

      if (!get_code (&in, &left, &code, &figures, &first, &end))
        return G_MAXINT64; /* whoever reads it will say so */
      if (codes & ((guint64) 1 << code))
        longest = MAX (longest, figures.longest);
    }

  return longest;
}

/* --- reading --- */

void
scope_tally_code_add (ScopeTallyCode *code, gint64 duration, guint most_values)
{
  if (code->n++ == 0)
    code->least = G_MAXINT64;
  code->time += duration;
  count (code, duration);
  keep_value (code, duration, most_values);
}

void
scope_tally_code_merge (ScopeTallyCode *into, const ScopeTallyCode *from)
{
  if (into->n == 0)
    into->least = G_MAXINT64;
  add_figures (into, from, 0, SCOPE_TALLY_CLASSES);
  if (from->n_values == 0)
    return;
  reserve (into, into->n_values + from->n_values);
  memcpy (into->values + into->n_values, from->values, from->n_values * sizeof *from->values);
  into->n_values += from->n_values;
}

void
scope_tally_merge (ScopeTally *into, const ScopeTally *from)
{
  for (guint64 used = from->used; used != 0; used &= used - 1)
    {
      guint c = (guint) __builtin_ctzll (used);

      scope_tally_code_merge (code_of (into, c), &from->codes[c]);
    }
}
