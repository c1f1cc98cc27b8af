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

/* While importing, every row comes through here: rows follow each other without gaps, hardly one of them is empty or
 * continues the one before, and what is the last interval so far is kept at hand. Takes rows from *at on, which begins at *time,
 * as long as they do. */
static void
add_following (ScopeTally *tally, const ScopeFlatRows *rows, guint *at, gint64 *time)
{
  guint64 key = scope_key (tally->last.code, tally->last.ref); /* of the last interval, which began at `begin` */
  gint64 begin = tally->last.from, from = *time;
  const guint n = rows->n;
  guint i = *at;

  for (; i < n; i++)
    {
      gint64 to = from + (gint64) rows->deltas[i + 1];
      guint64 next = rows->keys[i];
      guint code = scope_key_code (next);

      if (G_UNLIKELY (code >= SCOPE_N_CODES || code == SCOPE_CODE_ABSENT))
        break;
      if (G_UNLIKELY (to == from))
        continue;
      if (G_LIKELY (code != scope_key_code (key) || (next != key && names_party (code))))
        {
          count (code_of (tally, scope_key_code (key)), from - begin);
          begin = from;
          key = next;
        }
      from = to;
    }
  tally->last = (ScopeInterval) { begin, from, scope_key_ref (key), (guint8) scope_key_code (key) };
  *at = i;
  *time = from;
}

void
scope_tally_add_flat_rows (ScopeTally *tally, const ScopeFlatRows *rows)
{
  gboolean only_counted = tally->hunt == NULL && tally->most_values == 0;
  gint64 time = rows->t0;

  for (guint i = 0; i < rows->n; i++)
    {
      if (only_counted && tally->n_ends == 2 && tally->last.to == time)
        add_following (tally, rows, &i, &time);
      if (i < rows->n)
        {
          gint64 to = time + (gint64) rows->deltas[i + 1];

          add_piece (tally, time, to, scope_key_code (rows->keys[i]), scope_key_ref (rows->keys[i]));
          time = to;
        }
    }
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

/* Hoare's: afterwards, all up to the place returned are at most those behind it; that place is never the last. */
static guint
part (gint64 *values, guint low, guint high)
{
  gint64 pivot = values[low + (high - low) / 2];
  guint i = low, j = high;

  for (;; i++, j--)
    {
      gint64 kept;

      while (values[i] < pivot)
        i++;
      while (values[j] > pivot)
        j--;
      if (i >= j)
        return j;
      kept = values[i];
      values[i] = values[j];
      values[j] = kept;
    }
}

/* The value of rank k, from 0, of n; they change places. */
static gint64
select_rank (gint64 *values, guint n, guint k)
{
  guint low = 0, high = n - 1;

  while (low < high)
    {
      guint j = part (values, low, high);

      if (k <= j)
        high = j;
      else
        low = j + 1;
    }

  return values[k];
}

/* The class where the percentile is, and its rank in there, from 1. */
static guint
find_class (const ScopeTallyCode *code, guint percent, guint64 *ret_rank)
{
  guint64 rank = MAX ((code->n * percent + 99) / 100, 1);
  guint c = 0;

  while (c + 1 < SCOPE_TALLY_CLASSES && code->classes[c].n < rank)
    rank -= code->classes[c++].n;
  *ret_rank = rank;

  return c;
}

void
scope_tally_percentile (const ScopeTallyCode *code, guint percent, gint64 *ret_low, gint64 *ret_high)
{
  guint64 rank, hidden;
  g_autofree gint64 *mine = NULL; /* those known one by one, of the class where it is */
  guint c, known = 0;

  g_return_if_fail (code->n > 0);
  c = find_class (code, percent, &rank);
  if (code->n_values > 0)
    mine = g_new (gint64, MIN (code->n_values, code->classes[c].n) + 1);
  for (guint i = 0; i < code->n_values; i++)
    if (scope_tally_class (code->values[i]) == c)
      mine[known++] = code->values[i];
  hidden = code->classes[c].n - known;
  /* The hidden ones may be the least or the greatest of the class. */
  *ret_low = rank > hidden ? select_rank (mine, known, (guint) (rank - hidden - 1))
                           : MAX ((gint64) 1 << c, code->least);
  *ret_high = rank <= known ? select_rank (mine, known, (guint) (rank - 1))
                            : MIN (((gint64) 1 << c) * 2 - 1, code->longest);
}

gint64
scope_tally_estimate (const ScopeTallyCode *code, guint percent, gboolean *ret_estimated)
{
  gint64 low, high;
  guint64 rank;
  guint c;

  g_return_val_if_fail (code->n > 0, 0);
  c = find_class (code, percent, &rank);
  scope_tally_percentile (code, percent, &low, &high);
  *ret_estimated = low != high;

  return low + (gint64) ((double) (high - low) * ((double) rank - .5) / (double) code->classes[c].n);
}
