/* fuzz-seen.h: what a decoder gave, kept to be compared with what it gives from a mark.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/common/scope-decoder.h"

typedef struct
{
  gint64 time;
  guint64 offset;
  guint64 type;
} FuzzSeen; /* without gaps, so that stretches are compared as bytes */

/* A new, empty array of what is seen. */
static inline GArray *
fuzz_seen_new (void)
{
  return g_array_new (FALSE, FALSE, sizeof (FuzzSeen));
}

/* Appends `n` events. */
static inline void
fuzz_seen_add (GArray *seen, const ScopeEvent *events, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      FuzzSeen event = { events[i].time, events[i].offset, events[i].type };

      g_array_append_val (seen, event);
    }
}

/* Appends the decoder's next batch; how many they are, 0 at the end. */
static inline gsize
fuzz_seen_batch (ScopeDecoder *decoder, GArray *seen)
{
  const ScopeEvent *events;
  gsize count = decoder->klass->next (decoder, &events);

  fuzz_seen_add (seen, events, count);

  return count;
}

/* `again` is what `all` has from its event `at` on, to the end. */
static inline void
fuzz_seen_check_rest (GArray *again, GArray *all, guint at)
{
  g_assert_cmpuint (again->len, ==, all->len - at);
  if (again->len > 0)
    g_assert_cmpmem (again->data, again->len * sizeof (FuzzSeen), &g_array_index (all, FuzzSeen, at), again->len * sizeof (FuzzSeen));
}

/* What the decoder goes on with from `mark` is what `all` has from its event `at` on; without a mark, nothing. */
static inline void
fuzz_seen_check_mark (ScopeDecoder *decoder, const guint64 *mark, GArray *all, guint at)
{
  g_autoptr (GArray) again = fuzz_seen_new ();

  if (mark == NULL)
    return;
  decoder->klass->seek (decoder, mark);
  while (fuzz_seen_batch (decoder, again) > 0)
    ;
  fuzz_seen_check_rest (again, all, at);
}

/* The details of the first `most` are text, or, where `needed` is not asked for, none. */
static inline void
fuzz_seen_check_details (ScopeDecoder *map, GArray *all, guint most, gboolean needed)
{
  for (guint i = 0; i < MIN (all->len, most); i++)
    {
      g_autofree char *detail = map->klass->detail_at (map, g_array_index (all, FuzzSeen, i).offset);

      g_assert_true (detail != NULL || !needed);
      g_assert_true (detail == NULL || g_utf8_validate (detail, -1, NULL));
    }
}
