/* scope-far-words.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/draw/scope-far-words.h"

#include "model/base/scope-fail.h"
#include "model/scene/draw/scope-far-numbers.h"
#include "model/zoom/scope-leb.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define FARTHEST 1e18                 /* ticks from 0 */
#define MOST_PIXELS 4e18              /* from 0 to the end of a run */
#define MOST_WHOLE 9007199254740992.0 /* up to here a double has all whole numbers */

/* What stands at the head of a strip. */
enum
{
  COUNTS = 1, /* it is of a lane that counts */
  TASKS = 2,
  RAW = 4, /* its numbers are no whole ones */
};

/* --- questions --- */

GBytes *
scope_far_words_lanes (const ScopeLaneSource *lanes, guint n, ScopeFarEnd **ret_end)
{
  gboolean summed = n == 1 && lanes[0].sum != NULL;
  g_autoptr (GByteArray) out = NULL;
  gint64 before = 0;

  *ret_end = NULL;
  if (summed)
    {
      n = scope_lane_sum_n_lanes (lanes[0].sum);
      lanes = scope_lane_sum_lanes (lanes[0].sum);
    }
  if (n == 0 || n > SCOPE_FAR_MOST_LANES || lanes[0].store == NULL || !scope_lane_store_is_far (lanes[0].store))
    return NULL;
  out = g_byte_array_sized_new (16 + 4 * n);
  scope_leb_put (out, summed);
  scope_leb_put (out, n);
  for (guint i = 0; i < n; i++)
    {
      guint machine;
      ScopeFarEnd *end = lanes[i].store != NULL ? scope_lane_store_far_end (lanes[i].store, &machine) : NULL;

      if (end == NULL || (i > 0 && end != *ret_end))
        return NULL;
      *ret_end = end;
      scope_leb_put (out, machine);
      scope_leb_put (out, lanes[i].lane);
      scope_far_put_time (out, lanes[i].offset - before);
      before = lanes[i].offset;
    }

  return g_byte_array_free_to_bytes (g_steal_pointer (&out));
}

GBytes *
scope_far_words_ask (const ScopeFarStrip *strips, guint n)
{
  GByteArray *out = g_byte_array_new ();
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_bytes_hash, g_bytes_equal);
  g_autoptr (GPtrArray) lists = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    if (!g_hash_table_contains (numbers, strips[i].lanes))
      {
        g_hash_table_insert (numbers, strips[i].lanes, GUINT_TO_POINTER (lists->len));
        g_ptr_array_add (lists, strips[i].lanes);
      }
  scope_leb_put (out, SCOPE_FAR_STRIPS);
  scope_leb_put (out, lists->len);
  for (guint i = 0; i < lists->len; i++)
    {
      gsize size;
      gconstpointer data = g_bytes_get_data (lists->pdata[i], &size);

      g_byte_array_append (out, data, (guint) size);
    }
  scope_leb_put (out, n);
  for (guint i = 0; i < n; i++)
    {
      scope_leb_put (out, GPOINTER_TO_UINT (g_hash_table_lookup (numbers, strips[i].lanes)));
      scope_far_put_time (out, strips[i].first);
      scope_far_put_double (out, strips[i].scale);
      scope_far_put_time (out, strips[i].x);
      scope_leb_put (out, strips[i].n);
    }

  return g_byte_array_free_to_bytes (out);
}

/* --- strips --- */

static gboolean
is_whole (double v)
{
  return v >= 0 && v <= MOST_WHOLE && v == floor (v);
}

static gboolean
is_raw (const ScopeStrip *strip)
{
  for (guint c = 0; c < strip->n; c++)
    {
      if (!is_whole (strip->columns[c].total))
        return TRUE;
      for (guint s = 0; s < SCOPE_N_STATES; s++)
        if (!is_whole (strip->columns[c].time[s]))
          return TRUE;
    }

  return FALSE;
}

/* Which states there are, and which is the longest: of whole numbers what is left of the columns when the others are known. */
static guint
find_states (const ScopeStrip *strip, guint *ret_longest)
{
  double sums[SCOPE_N_STATES] = { 0 };
  guint mask = 0;

  for (guint c = 0; c < strip->n; c++)
    for (guint s = 0; s < SCOPE_N_STATES; s++)
      sums[s] += strip->columns[c].time[s];
  *ret_longest = 0;
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    {
      mask |= (guint) (sums[s] > 0) << s;
      if (sums[s] > sums[*ret_longest])
        *ret_longest = s;
    }

  return mask;
}

/* What all states leave of a column: mostly nothing. */
static guint64
rest_of (const ScopeColumn *column)
{
  gint64 rest = (gint64) column->total;

  for (guint s = 0; s < SCOPE_N_STATES; s++)
    rest -= (gint64) column->time[s];

  return scope_leb_zigzag ((guint64) rest);
}

static void
put_runs (GByteArray *out, const ScopeStrip *strip, gint64 base)
{
  gint64 before = base;

  scope_leb_put (out, strip->n_runs);
  for (guint i = 0; i < strip->n_runs; i++)
    {
      const ScopeStripRun *run = &strip->runs[i];
      gint64 from = base + (gint64) llround (run->x0 * strip->scale), to = base + (gint64) llround (run->x1 * strip->scale);
      gboolean raw = (double) (from - base) / strip->scale != run->x0 || (double) (to - base) / strip->scale != run->x1 || to < from;

      scope_leb_put (out, (guint) run->code << 3 | (raw ? 4u : 0) | (run->open_left ? 2u : 0) | (run->open_right ? 1u : 0));
      scope_leb_put (out, run->ref);
      if (raw)
        {
          scope_far_put_double (out, run->x0);
          scope_far_put_double (out, run->x1);
          continue;
        }
      scope_far_put_time (out, from - before);
      scope_leb_put (out, (guint64) to - (guint64) from);
      before = to;
    }
}

static void
add_number (GArray *numbers, guint64 v)
{
  g_array_append_val (numbers, v);
}

static void
put_strip (GByteArray *out, const ScopeStrip *strip, gint64 base, GArray *numbers)
{
  gboolean raw = is_raw (strip);
  guint longest, mask = find_states (strip, &longest);

  scope_leb_put (out, (strip->counts ? COUNTS : 0) | (strip->tasks != NULL ? TASKS : 0) | (raw ? RAW : 0));
  scope_leb_put (out, mask);
  scope_leb_put (out, longest);
  put_runs (out, strip, base);
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    for (guint64 c = 0, before = 0; (mask & 1u << s) != 0 && c < strip->n; c++)
      {
        guint64 bits;

        memcpy (&bits, &strip->columns[c].time[s], sizeof bits);
        add_number (numbers, raw            ? bits ^ before
                             : s == longest ? rest_of (&strip->columns[c])
                                            : (guint64) strip->columns[c].time[s]);
        before = bits;
      }
  for (guint c = 0; strip->tasks != NULL && c < strip->n; c++)
    add_number (numbers, strip->tasks[c] ^ (c > 0 ? strip->tasks[c - 1] : 0));
}

GBytes *
scope_far_words_strip (const ScopeStrip *strip, gint64 base)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (guint64));
  GByteArray *out = g_byte_array_new ();

  put_strip (out, strip, base, numbers);
  scope_far_put_numbers (out, (const guint64 *) (gpointer) numbers->data, numbers->len);
  return g_byte_array_free_to_bytes (out);
}

/* --- answers --- */

typedef struct
{
  ScopeLaneSource *lanes;
  guint n;
} List;

static void
list_clear (gpointer data)
{
  g_free (((List *) data)->lanes);
}

/* FALSE: there are no such lanes. */
static gboolean
get_list (ScopeFarReader *in, ScopeTrace *trace, GArray *lists)
{
  List list = { 0 };
  guint summed;
  gint64 offset = 0;

  if (!scope_far_get_most (in, 1, &summed) || !scope_far_get_most (in, MIN (SCOPE_FAR_MOST_LANES, (guint64) (in->end - in->at)), &list.n) || list.n == 0)
    return FALSE;
  list.lanes = g_new0 (ScopeLaneSource, list.n);
  for (guint i = 0; i < list.n; i++)
    {
      guint number, lane;
      ScopeMachine *machine = scope_far_get_most (in, (guint64) scope_trace_n_machines (trace) - 1, &number) ? scope_trace_machine (trace, number) : NULL;
      gint64 more;

      if (machine == NULL || machine->lanes == NULL || !scope_far_get_most (in, G_MAXUINT32, &lane)
          || lane >= scope_lane_store_n_lanes (machine->lanes) || !scope_far_get_time (in, &more) || fabs ((double) offset + (double) more) > FARTHEST)
        {
          g_free (list.lanes);
          return FALSE;
        }
      offset += more;
      list.lanes[i] = (ScopeLaneSource) { machine->lanes, lane, offset, NULL };
    }
  /* The trace keeps the sum, of which there are tiles: whoever asks does not fill the memory with them. */
  if (summed && !scope_trace_may_sum_lanes (trace, list.lanes, list.n))
    {
      g_free (list.lanes);
      return FALSE;
    }
  if (summed)
    list.lanes = scope_trace_sum_lanes (trace, list.lanes, &list.n);
  g_array_append_val (lists, list);

  return TRUE;
}

/* What is asked for, within what it may be. */
static gboolean
get_strip (ScopeFarReader *in, const GArray *lists, ScopeFarStrip *ret_strip, const List **ret_list)
{
  guint number;

  if (lists->len == 0 || !scope_far_get_most (in, lists->len - 1, &number) || !scope_far_get_time (in, &ret_strip->first) || !scope_far_get_double (in, &ret_strip->scale)
      || !scope_far_get_time (in, &ret_strip->x) || !scope_far_get_most (in, SCOPE_FAR_MOST_COLUMNS, &ret_strip->n) || ret_strip->n == 0)
    return FALSE;
  *ret_list = &g_array_index (lists, List, number);
  ret_strip->base = ret_strip->first - (*ret_list)->lanes[0].offset;

  return ret_strip->scale > 1e-3 && ret_strip->scale < FARTHEST && fabs ((double) ret_strip->first) < FARTHEST
         && (fabs ((double) ret_strip->x) + ret_strip->n) * ret_strip->scale < FARTHEST;
}

static gboolean
no_question (GError **error)
{
  return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, "that is no question");
}

static gboolean
answer_strips (ScopeFarReader *in, const GArray *lists, ScopeTileCache *tiles, GByteArray *out, GError **error)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint n, columns = 0;
  guint64 work = 0;

  if (!scope_far_get_most (in, SCOPE_FAR_MOST_STRIPS, &n))
    return no_question (error);
  for (guint i = 0; i < n; i++)
    {
      ScopeTileGetter getter;
      ScopeFarStrip asked;
      const List *list;
      g_autoptr (ScopeStrip) strip = NULL;

      if (!get_strip (in, lists, &asked, &list))
        return no_question (error);
      columns += asked.n;
      work += list->lanes[0].sum != NULL ? scope_lane_sum_n_lanes (list->lanes[0].sum) : list->n;
      if (columns > SCOPE_FAR_MOST_COLUMNS || work > SCOPE_FAR_MOST_WORK)
        return no_question (error);
      scope_tile_getter_init_waiting (&getter, tiles);
      strip = scope_strip_new (&getter, list->lanes, list->n, asked.first, asked.scale, asked.x, asked.n);
      if (strip->incomplete)
        return scope_fail (error, G_IO_ERROR_FAILED, "the index cannot be read there any more");
      put_strip (out, strip, asked.base, numbers);
    }
  scope_far_put_numbers (out, (const guint64 *) (gpointer) numbers->data, numbers->len);

  return in->at == in->end || no_question (error);
}

GBytes *
scope_far_words_answer (ScopeTrace *trace, ScopeTileCache *tiles, GBytes *question, GError **error)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (question, &size);
  ScopeFarReader in = { data, data + size };
  g_autoptr (GArray) lists = g_array_new (FALSE, FALSE, sizeof (List));
  g_autoptr (GByteArray) out = g_byte_array_new ();
  guint kind, n;
  gboolean ok;

  g_array_set_clear_func (lists, list_clear);
  ok = size <= SCOPE_FAR_MOST_QUESTION && scope_far_get_most (&in, SCOPE_FAR_STRIPS, &kind) && kind == SCOPE_FAR_STRIPS && scope_far_get_most (&in, SCOPE_FAR_MOST_STRIPS, &n)
       && scope_trace_n_machines (trace) > 0;
  for (guint i = 0; ok && i < n; i++)
    ok = get_list (&in, trace, lists);
  if (!ok)
    no_question (error);
  if (!ok || !answer_strips (&in, lists, tiles, out, error))
    return NULL;

  return g_byte_array_free_to_bytes (g_steal_pointer (&out));
}

/* --- and how they are read --- */

/* Who draws makes whole numbers of these. */
static gboolean
is_drawable (const ScopeStripRun *run)
{
  return run->x0 >= -MOST_PIXELS && run->x1 <= MOST_PIXELS && run->x0 <= run->x1;
}

static gboolean
get_runs (ScopeFarReader *in, ScopeStrip *strip, gint64 base)
{
  gint64 before = base;

  if (!scope_far_get_most (in, strip->n + 2u, &strip->n_runs) || strip->n_runs > in->end - in->at)
    return FALSE;
  strip->runs = g_new0 (ScopeStripRun, strip->n_runs);
  for (guint i = 0; i < strip->n_runs; i++)
    {
      ScopeStripRun *run = &strip->runs[i];
      guint head, ref;
      gint64 from;
      guint64 lasts;

      if (!scope_far_get_most (in, SCOPE_N_CODES << 3, &head) || head >> 3 >= SCOPE_N_CODES
          || scope_code_state (head >> 3) >= SCOPE_N_STATES || !scope_far_get_most (in, G_MAXUINT32, &ref))
        return FALSE;
      run->code = (guint8) (head >> 3);
      run->state = (guint8) scope_code_state (run->code);
      run->open_left = (head & 2) != 0;
      run->open_right = (head & 1) != 0;
      run->ref = ref;
      if ((head & 4) != 0)
        {
          if (!scope_far_get_double (in, &run->x0) || !scope_far_get_double (in, &run->x1) || !is_drawable (run))
            return FALSE;
          continue;
        }
      if (!scope_far_get_time (in, &from) || !scope_leb_get_most (&in->at, in->end, (guint64) FARTHEST, &lasts)
          || fabs ((double) from + (double) before - (double) base) > 4 * FARTHEST)
        return FALSE;
      from += before;
      before = from + (gint64) lasts;
      run->x0 = (double) (from - base) / strip->scale;
      run->x1 = (double) (before - base) / strip->scale;
      if (!is_drawable (run))
        return FALSE;
    }

  return TRUE;
}

/* What stands at a strip's head; its numbers come behind all heads. */
typedef struct
{
  guint flags, mask, longest;
} Head;

/* How many numbers it has. */
static gsize
head_numbers (const Head *head, guint n)
{
  return (gsize) n * ((guint) __builtin_popcount (head->mask) + ((head->flags & TASKS) != 0));
}

static gboolean
take_column (ScopeColumn *column, const Head *head, const guint64 *numbers, guint n, guint64 before[SCOPE_N_STATES])
{
  gint64 left = (gint64) column->total;

  for (guint s = 0; s < SCOPE_N_STATES; s++)
    {
      if ((head->mask & 1u << s) == 0)
        continue;
      if ((head->flags & RAW) != 0)
        {
          before[s] ^= *numbers;
          memcpy (&column->time[s], &before[s], sizeof before[s]);
        }
      else
        {
          if (s != head->longest && *numbers > (guint64) MOST_WHOLE)
            return FALSE;
          column->time[s] = s != head->longest ? (double) *numbers : 0;
          left -= s != head->longest ? (gint64) *numbers : (gint64) scope_leb_from_zigzag (*numbers & G_MAXINT64);
        }
      numbers += n;
    }
  if ((head->flags & RAW) == 0 && (head->mask & 1u << head->longest) != 0)
    column->time[head->longest] = (double) left;
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (!isfinite (column->time[s]) || column->time[s] < 0)
      return FALSE;

  return TRUE;
}

static gboolean
take_numbers (ScopeStrip *strip, const Head *head, const guint64 *numbers)
{
  guint64 before[SCOPE_N_STATES] = { 0 };
  guint32 task = 0;

  for (guint c = 0; c < strip->n; c++)
    if (!take_column (&strip->columns[c], head, numbers + c, strip->n, before))
      return FALSE;
  if ((head->flags & TASKS) == 0)
    return TRUE;
  numbers += (gsize) strip->n * (guint) __builtin_popcount (head->mask);
  strip->tasks = g_new (guint32, strip->n);
  for (guint c = 0; c < strip->n; c++)
    strip->tasks[c] = task ^= (guint32) numbers[c];

  return TRUE;
}

GPtrArray *
scope_far_words_read (const ScopeFarStrip *strips, guint n, GBytes *answer, GError **error)
{
  g_autoptr (GPtrArray) read = g_ptr_array_new_with_free_func ((GDestroyNotify) scope_strip_unref);
  g_autofree Head *heads = g_new0 (Head, n);
  g_autofree guint64 *numbers = NULL;
  gsize size, n_numbers = 0, at = 0;
  const guint8 *data = g_bytes_get_data (answer, &size);
  ScopeFarReader in = { data, data + size };
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < n; i++)
    {
      ScopeStrip *strip = scope_strip_copy_blank (strips[i].blank);
      Head *head = &heads[i];

      g_ptr_array_add (read, strip);
      ok = scope_far_get_most (&in, COUNTS | TASKS | RAW, &head->flags) && scope_far_get_most (&in, (1u << SCOPE_N_STATES) - 1, &head->mask)
           && scope_far_get_most (&in, SCOPE_N_STATES - 1, &head->longest) && get_runs (&in, strip, strips[i].base);
      strip->counts = (head->flags & COUNTS) != 0;
      n_numbers += ok ? head_numbers (head, strip->n) : 0;
    }
  numbers = ok ? g_new0 (guint64, n_numbers + 1) : NULL;
  ok = ok && scope_far_get_numbers (&in, numbers, n_numbers) && in.at == in.end;
  for (guint i = 0; ok && i < n; i++)
    {
      ok = take_numbers (read->pdata[i], &heads[i], numbers + at);
      at += head_numbers (&heads[i], strips[i].n);
    }
  if (!ok)
    return scope_fail_null (error, G_IO_ERROR_INVALID_DATA, _("What came is not what was asked for"));

  return g_steal_pointer (&read);
}
