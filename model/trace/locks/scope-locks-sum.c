/* scope-locks-sum.c: acquisitions summed up by lock, by function, by who waited for whom; and the longest waits.
 *
 * One pass over the rows. Beside each sum stand counts of its callers and of those that were waited for, from which the foremost are
 * taken in the end: so memory is in proportion to what is different, not to the rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/locks/scope-locks.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-key.h"
#include "model/base/scope-sift.h"

#include <string.h>

typedef struct
{
  guint64 lock;
  gint64 processor, blocked_by;
  guint32 machine, function, caller;
} Key;

typedef struct
{
  Key key; /* first */
  ScopeLockSum sum;
  gint64 longest; /* of sum.longest, in the range */
} Entry;

/* What is counted beside a sum: of its callers, how often; of those waited for, how long. */
typedef struct
{
  Entry *entry;
  gint64 who;
  guint64 callers; /* 1: `who` is a caller */
} SideKey;

typedef struct
{
  SideKey key; /* first */
  guint64 amount;
} Side;

typedef struct
{
  const ScopeQueryRange *within;
  ScopeLocksBy by;
  GHashTable *entries, *sides;
} Summing;

SCOPE_DEFINE_STATIC_KEY (key, Key, key->lock, (guint64) key->processor, (guint64) key->blocked_by, key->machine, key->function,
                         key->caller)

SCOPE_DEFINE_STATIC_KEY (side, SideKey, (guint64) (gsize) key->entry, (guint64) key->who, key->callers)

static Entry *
find_entry (Summing *s, const ScopeLockUse *use)
{
  Key key = { .processor = SCOPE_TABLE_NULL, .blocked_by = SCOPE_TABLE_NULL, .machine = use->machine };
  Entry *entry;

  if (s->by == SCOPE_LOCKS_BY_LOCK)
    key.lock = use->lock;
  else if (s->by == SCOPE_LOCKS_BY_FUNCTION)
    {
      key.function = use->function;
      key.caller = use->caller;
    }
  else
    {
      key.processor = use->processor;
      key.blocked_by = use->blocked_by;
    }
  entry = g_hash_table_lookup (s->entries, &key);
  if (entry != NULL)
    return entry;
  entry = g_new0 (Entry, 1);
  entry->key = key;
  entry->longest = -1;
  entry->sum = (ScopeLockSum) { .lock = key.lock, .processor = key.processor, .blocked_by = key.blocked_by,
                                .machine = key.machine, .function = key.function, .caller = key.caller,
                                .top_blocker = SCOPE_TABLE_NULL };
  g_hash_table_insert (s->entries, &entry->key, entry);
  return entry;
}

static void
add_side (Summing *s, Entry *entry, gint64 who, gboolean caller, guint64 amount)
{
  SideKey key = { entry, who, caller ? 1 : 0 };
  Side *side = g_hash_table_lookup (s->sides, &key);

  if (side == NULL)
    {
      side = g_new0 (Side, 1);
      side->key = key;
      g_hash_table_insert (s->sides, &side->key, side);
    }
  side->amount += amount;
}

/* How much of [from, to) lies in the range. */
static gint64
within_range (const ScopeQueryRange *within, gint64 from, gint64 to)
{
  gint64 least = MAX (from, within->from), most = MIN (to, within->to);

  return most > least ? most - least : 0;
}

static void
take_use (const ScopeLockUse *use, gpointer user_data)
{
  Summing *s = user_data;
  gint64 wait = within_range (s->within, use->wait_from, use->wait_to);
  gint64 hold = within_range (s->within, use->wait_to, use->hold_to);
  Entry *entry;
  ScopeLockSum *sum;

  if (s->by == SCOPE_LOCKS_BY_PAIR && use->blocked_by == SCOPE_TABLE_NULL)
    return;
  entry = find_entry (s, use);
  sum = &entry->sum;
  sum->count++;
  sum->contended += scope_lock_use_is_contended (use);
  sum->held += use->acquired;
  sum->attempts += (guint64) use->attempts;
  sum->wait += wait;
  sum->hold += hold;
  sum->wait_max = MAX (sum->wait_max, wait);
  sum->hold_max = MAX (sum->hold_max, hold);
  if (scope_lock_use_is_contended (use))
    sum->wait_contended += wait;
  if (wait > entry->longest || (wait == entry->longest && use->wait_from < sum->longest.wait_from))
    {
      entry->longest = wait;
      sum->longest = *use;
    }
  add_side (s, entry, use->caller, TRUE, 1);
  if (use->blocked_by != SCOPE_TABLE_NULL)
    add_side (s, entry, use->blocked_by, FALSE, (guint64) wait);
}

/* The most; of equal ones the least number, so that the answer is always the same. */
static void
find_foremost (Summing *s)
{
  SCOPE_EACH_VALUE (const Side, side, s->sides)
    {
      ScopeLockSum *sum = &side->key.entry->sum;

      if (side->key.callers)
        {
          if (side->amount > sum->top_count || (side->amount == sum->top_count && side->key.who < sum->top_caller))
            {
              sum->top_count = side->amount;
              sum->top_caller = (guint32) side->key.who;
            }
        }
      else if (sum->top_blocker == SCOPE_TABLE_NULL || side->amount > (guint64) sum->top_wait
               || (side->amount == (guint64) sum->top_wait && side->key.who < sum->top_blocker))
        {
          sum->top_wait = (gint64) side->amount;
          sum->top_blocker = side->key.who;
        }
    }
}

SCOPE_COMPARE_BY (compare_sums, ScopeLockSum, SCOPE_DOWN (wait) SCOPE_UP (machine) SCOPE_UP (lock) SCOPE_UP (caller)
                  SCOPE_UP (function) SCOPE_UP (processor) SCOPE_UP (blocked_by))

GArray *
scope_locks_sum (const ScopeQueryRange *within, ScopeLocksBy by, GError **error)
{
  Summing s = { within, by, g_hash_table_new_full (key_hash, key_equal, NULL, g_free),
                g_hash_table_new_full (side_hash, side_equal, NULL, g_free) };
  GArray *sums = NULL;

  if (scope_locks_each (within, take_use, &s, error))
    {
      find_foremost (&s);
      sums = g_array_new (FALSE, FALSE, sizeof (ScopeLockSum));
      SCOPE_EACH_VALUE (Entry, entry, s.entries)
        g_array_append_val (sums, entry->sum);
      g_array_sort (sums, compare_sums);
    }
  g_hash_table_unref (s.sides);
  g_hash_table_unref (s.entries);
  return sums;
}

/* --- the longest --- */

typedef struct
{
  const ScopeQueryRange *within;
  GArray *heap; /* ScopeLockUse, the shortest first */
  guint most;
  guint64 n;
} Longest;

static gint64
waited (const Longest *l, const ScopeLockUse *use)
{
  return within_range (l->within, use->wait_from, use->wait_to);
}

/* Whether x comes before y in the list. */
static gboolean
is_longer (const Longest *l, const ScopeLockUse *x, const ScopeLockUse *y)
{
  gint64 a = waited (l, x), b = waited (l, y);

  if (a != b)
    return a > b;
  if (x->wait_from != y->wait_from)
    return x->wait_from < y->wait_from;
  return x->machine != y->machine ? x->machine < y->machine : x->processor < y->processor;
}

#define IS_SHORTER(x, y) is_longer (l, y, x)

static void
take_long (const ScopeLockUse *use, gpointer user_data)
{
  Longest *l = user_data;

  l->n++;
  SCOPE_KEEP_FIRST (l->heap, ScopeLockUse, l->most, use, IS_SHORTER);
}

static int
compare_long (gconstpointer a, gconstpointer b, gpointer data)
{
  return is_longer (data, a, b) ? -1 : is_longer (data, b, a);
}

GArray *
scope_locks_longest (const ScopeQueryRange *within, guint n, guint64 *ret_n, GError **error)
{
  Longest l = { within, g_array_new (FALSE, FALSE, sizeof (ScopeLockUse)), n, 0 };

  if (!scope_locks_each (within, take_long, &l, error))
    {
      g_array_unref (l.heap);
      return NULL;
    }
  g_array_sort_with_data (l.heap, compare_long, &l);
  if (ret_n != NULL)
    *ret_n = l.n;
  return l.heap;
}
