/* scope-call-sums.c: see the header. Entering a function costs two or three look-ups in small tables, leaving one none.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/zoom/scope-call-sums.h"

#include "model/zoom/scope-leb.h"

#include <string.h>

/* No number of calls in a file is larger: so that sums of many do not overflow. */
#define MOST_CALLS ((guint64) 1 << 48)
#define MOST_ENTRIES (1u << 24)

/* --- from numbers to places --- */

static guint32
slot_of (const ScopeCallMap *map, guint64 key)
{
  guint32 slot = (guint32) ((key * 0x9e3779b97f4a7c15u) >> 32) & map->mask;

  while (map->places[slot] != 0 && map->keys[slot] != key)
    slot = (slot + 1) & map->mask;

  return slot;
}

static void
map_grow (ScopeCallMap *map)
{
  ScopeCallMap larger = { .mask = map->mask == 0 ? 63 : map->mask * 2 + 1, .n = map->n };

  larger.keys = g_new (guint64, larger.mask + 1u);
  larger.places = g_new0 (guint32, larger.mask + 1u);
  for (guint32 i = 0; map->places != NULL && i <= map->mask; i++)
    if (map->places[i] != 0)
      {
        guint32 slot = slot_of (&larger, map->keys[i]);

        larger.keys[slot] = map->keys[i];
        larger.places[slot] = map->places[i];
      }
  g_free (map->keys);
  g_free (map->places);
  *map = larger;
}

/* Place + 1 of that key; 0: it is not there, and belongs into *ret_slot. */
static inline guint32
map_find (ScopeCallMap *map, guint64 key, guint32 *ret_slot)
{
  if (map->n * 2 >= map->mask)
    map_grow (map);
  *ret_slot = slot_of (map, key);

  return map->places[*ret_slot];
}

static inline void
map_put (ScopeCallMap *map, guint32 slot, guint64 key, guint32 place)
{
  map->keys[slot] = key;
  map->places[slot] = place + 1;
  map->n++;
}

static void
map_clear (ScopeCallMap *map)
{
  g_free (map->keys);
  g_free (map->places);
}

/* --- functions, contexts, pairs --- */

#define CONTEXT(sums, i) (&g_array_index ((sums)->contexts, ScopeCallContext, i))
#define FUNCTION(sums, i) (&g_array_index ((sums)->functions, ScopeCallFunctionTime, i))
#define PAIR(sums, i) (&g_array_index ((sums)->pairs, ScopeCallPair, i))

void
scope_call_sums_init (ScopeCallSums *sums, guint32 most)
{
  memset (sums, 0, sizeof *sums);
  sums->contexts = g_array_new (FALSE, FALSE, sizeof (ScopeCallContext));
  sums->functions = g_array_new (FALSE, FALSE, sizeof (ScopeCallFunctionTime));
  sums->pairs = g_array_new (FALSE, FALSE, sizeof (ScopeCallPair));
  sums->most = MAX (most, 1);
}

void
scope_call_sums_clear (ScopeCallSums *sums)
{
  g_array_unref (sums->contexts);
  g_array_unref (sums->functions);
  g_array_unref (sums->pairs);
  map_clear (&sums->by_context);
  map_clear (&sums->by_function);
  map_clear (&sums->by_pair);
  g_free (sums->walked);
  memset (sums, 0, sizeof *sums);
}

static guint32
function_place (ScopeCallSums *sums, guint32 number)
{
  guint32 slot, place = map_find (&sums->by_function, number, &slot);

  if (place == 0)
    {
      ScopeCallFunctionTime function = { 0, number, 0, 0 };

      place = sums->functions->len + 1;
      map_put (&sums->by_function, slot, number, place - 1);
      g_array_append_val (sums->functions, function);
    }

  return place - 1;
}

static guint32
pair_place (ScopeCallSums *sums, guint32 caller, guint32 callee)
{
  guint64 key = (guint64) caller << 32 | callee;
  guint32 slot, place = map_find (&sums->by_pair, key, &slot);

  if (place == 0)
    {
      ScopeCallPair pair = { 0, 0, caller, callee, 0, 0 };

      place = sums->pairs->len + 1;
      map_put (&sums->by_pair, slot, key, place - 1);
      g_array_append_val (sums->pairs, pair);
    }

  return place - 1;
}

/* The context of a function under another one; the other one itself when there is no room. */
static guint32
child_place (ScopeCallSums *sums, guint32 parent, guint32 function)
{
  guint64 key = (guint64) parent << 32 | function;
  guint32 slot, place = map_find (&sums->by_context, key, &slot);

  if (place == 0)
    {
      ScopeCallContext context = { 0, 0, parent, function };

      if (sums->contexts->len >= sums->most && parent != SCOPE_NONE)
        {
          sums->truncated = TRUE;
          return parent;
        }
      place = sums->contexts->len + 1;
      map_put (&sums->by_context, slot, key, place - 1);
      g_array_append_val (sums->contexts, context);
    }

  return place - 1;
}

/* The context in which a function goes on that is entered in `context`: one of those that led there, if it is among them. */
static guint32
context_of (ScopeCallSums *sums, guint32 context, guint32 function)
{
  if (FUNCTION (sums, function)->on > 0)
    for (guint32 c = context; c != SCOPE_NONE; c = CONTEXT (sums, c)->parent)
      if (CONTEXT (sums, c)->function == function)
        return c;

  return child_place (sums, context, function);
}

/* --- walking --- */

static inline void
pass (ScopeCallSums *sums, gint64 time)
{
  if (sums->n_walked > 0)
    CONTEXT (sums, sums->walked[sums->n_walked - 1].context)->self += time - sums->time;
  sums->time = time;
}

void
scope_call_sums_begin (ScopeCallSums *sums, gint64 time)
{
  g_assert (sums->n_walked == 0);
  sums->time = time;
}

void
scope_call_sums_enter (ScopeCallSums *sums, gint64 time, guint32 number, gboolean counted)
{
  const ScopeCallWalked *under = sums->n_walked > 0 ? &sums->walked[sums->n_walked - 1] : NULL;
  ScopeCallWalked walked;
  ScopeCallFunctionTime *function;
  ScopeCallPair *pair;

  pass (sums, time);
  walked.function = function_place (sums, number);
  walked.context = context_of (sums, under != NULL ? under->context : SCOPE_NONE, walked.function);
  walked.pair = pair_place (sums, under != NULL ? under->function : SCOPE_NONE, walked.function);
  function = FUNCTION (sums, walked.function);
  if (function->on++ == 0)
    function->since = time;
  pair = PAIR (sums, walked.pair);
  if (pair->on++ == 0)
    pair->since = time;
  if (counted)
    {
      CONTEXT (sums, walked.context)->calls++;
      pair->calls++;
    }
  if (sums->n_walked == sums->n_walked_alloc)
    {
      sums->n_walked_alloc = MAX (64, sums->n_walked_alloc * 2);
      sums->walked = g_renew (ScopeCallWalked, sums->walked, sums->n_walked_alloc);
    }
  sums->walked[sums->n_walked++] = walked;
}

void
scope_call_sums_leave (ScopeCallSums *sums, gint64 time)
{
  const ScopeCallWalked *walked;
  ScopeCallFunctionTime *function;
  ScopeCallPair *pair;

  if (sums->n_walked == 0)
    return;
  pass (sums, time);
  walked = &sums->walked[--sums->n_walked];
  function = FUNCTION (sums, walked->function);
  if (--function->on == 0)
    function->total += time - function->since;
  pair = PAIR (sums, walked->pair);
  if (--pair->on == 0)
    pair->total += time - pair->since;
}

void
scope_call_sums_count (ScopeCallSums *sums, gint64 time, guint32 number)
{
  scope_call_sums_enter (sums, time, number, TRUE);
  scope_call_sums_leave (sums, time);
}

void
scope_call_sums_end (ScopeCallSums *sums, gint64 time)
{
  while (sums->n_walked > 0)
    scope_call_sums_leave (sums, time);
}

/* --- packed --- */

void
scope_call_sums_pack (const ScopeCallSums *sums, GByteArray *out)
{
  scope_leb_put (out, sums->functions->len);
  for (guint i = 0; i < sums->functions->len; i++)
    {
      scope_leb_put (out, FUNCTION (sums, i)->number + 2u);
      scope_leb_put (out, (guint64) FUNCTION (sums, i)->total);
    }
  scope_leb_put (out, sums->contexts->len);
  for (guint i = 0; i < sums->contexts->len; i++)
    {
      const ScopeCallContext *context = CONTEXT (sums, i);

      scope_leb_put (out, context->parent == SCOPE_NONE ? 0 : i - context->parent);
      scope_leb_put (out, context->function);
      scope_leb_put (out, context->calls);
      scope_leb_put (out, (guint64) context->self);
    }
  scope_leb_put (out, sums->pairs->len);
  for (guint i = 0; i < sums->pairs->len; i++)
    {
      const ScopeCallPair *pair = PAIR (sums, i);

      scope_leb_put (out, pair->caller == SCOPE_NONE ? 0 : pair->caller + 1u);
      scope_leb_put (out, pair->callee);
      scope_leb_put (out, pair->calls);
      scope_leb_put (out, (guint64) pair->total);
    }
}

/* Whatever the numbers, it must not overflow. */
static inline void
add_time (gint64 *sum, guint64 time)
{
  *sum = (gint64) ((guint64) *sum + time);
}

/* A list's length: each entry has a byte at least. */
static gboolean
get_length (const guint8 **in, const guint8 *end, guint64 *ret_n)
{
  return scope_leb_get_most (in, end, MOST_ENTRIES, ret_n) && *ret_n <= (guint64) (end - *in);
}

/* Where the functions of what is added are here. NULL: no sense. */
static guint32 *
add_functions (ScopeCallSums *sums, const guint8 **in, const guint8 *end, guint64 most, guint64 *ret_n)
{
  g_autofree guint32 *places = NULL;

  if (!get_length (in, end, ret_n))
    return NULL;
  places = g_new (guint32, *ret_n + 1);
  for (guint64 i = 0; i < *ret_n; i++)
    {
      guint64 number, total;

      if (!scope_leb_get_most (in, end, G_MAXUINT32, &number) || !scope_leb_get_most (in, end, most, &total))
        return NULL;
      places[i] = function_place (sums, (guint32) number - 2u);
      add_time (&FUNCTION (sums, places[i])->total, total);
    }

  return g_steal_pointer (&places);
}

static gboolean
add_contexts (ScopeCallSums *sums, const guint8 **in, const guint8 *end, guint64 most, const guint32 *places,
              guint64 n_places)
{
  g_autofree guint32 *contexts = NULL;
  guint64 n;

  if (!get_length (in, end, &n))
    return FALSE;
  contexts = g_new (guint32, n + 1);
  for (guint64 i = 0; i < n; i++)
    {
      guint64 back, function, calls, self;
      ScopeCallContext *context;

      if (!scope_leb_get_most (in, end, i, &back) || n_places == 0 || !scope_leb_get_most (in, end, n_places - 1, &function)
          || !scope_leb_get_most (in, end, MOST_CALLS, &calls) || !scope_leb_get_most (in, end, most, &self))
        return FALSE;
      most -= self; /* one at a time is on top */
      contexts[i] = child_place (sums, back == 0 ? SCOPE_NONE : contexts[i - back], places[function]);
      context = CONTEXT (sums, contexts[i]);
      context->calls += calls;
      add_time (&context->self, self);
    }

  return TRUE;
}

static gboolean
add_pairs (ScopeCallSums *sums, const guint8 **in, const guint8 *end, guint64 most, const guint32 *places, guint64 n_places)
{
  guint64 n;

  if (!get_length (in, end, &n))
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    {
      guint64 caller, callee, calls, total;
      ScopeCallPair *pair;
      guint32 place;

      if (!scope_leb_get_most (in, end, n_places, &caller) || n_places == 0
          || !scope_leb_get_most (in, end, n_places - 1, &callee) || !scope_leb_get_most (in, end, MOST_CALLS, &calls)
          || !scope_leb_get_most (in, end, most, &total))
        return FALSE;
      place = pair_place (sums, caller == 0 ? SCOPE_NONE : places[caller - 1], places[callee]);
      pair = PAIR (sums, place); /* (not in one: they may move) */
      pair->calls += calls;
      add_time (&pair->total, total);
    }

  return TRUE;
}

gboolean
scope_call_sums_add_packed (ScopeCallSums *sums, gint64 duration, const guint8 *in, gsize n)
{
  const guint8 *end = in + n;
  const guint64 most = (guint64) duration;
  guint64 n_places = 0;
  g_autofree guint32 *places = add_functions (sums, &in, end, most, &n_places);

  return places != NULL && add_contexts (sums, &in, end, most, places, n_places)
         && add_pairs (sums, &in, end, most, places, n_places) && in == end;
}

void
scope_call_sums_merge (ScopeCallSums *sums, const ScopeCallSums *from, const guint32 *numbers)
{
  g_autofree guint32 *places = g_new (guint32, from->functions->len + 1);
  g_autofree guint32 *contexts = g_new (guint32, from->contexts->len + 1);

  for (guint i = 0; i < from->functions->len; i++)
    {
      places[i] = function_place (sums, numbers[i]);
      add_time (&FUNCTION (sums, places[i])->total, (guint64) FUNCTION (from, i)->total);
    }
  for (guint i = 0; i < from->contexts->len; i++)
    {
      const ScopeCallContext *context = CONTEXT (from, i);

      contexts[i] = child_place (sums, context->parent == SCOPE_NONE ? SCOPE_NONE : contexts[context->parent],
                                 places[context->function]);
      CONTEXT (sums, contexts[i])->calls += context->calls;
      add_time (&CONTEXT (sums, contexts[i])->self, (guint64) context->self);
    }
  for (guint i = 0; i < from->pairs->len; i++)
    {
      const ScopeCallPair *pair = PAIR (from, i);
      guint32 place = pair_place (sums, pair->caller == SCOPE_NONE ? SCOPE_NONE : places[pair->caller], places[pair->callee]);
      ScopeCallPair *into = PAIR (sums, place);

      into->calls += pair->calls;
      add_time (&into->total, (guint64) pair->total);
    }
  sums->truncated |= from->truncated;
}
