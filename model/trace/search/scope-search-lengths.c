/* scope-search-lengths.c: what lasted so long: "blocked >50ms", "GC >10ms", "thread 12 10ms..20ms".
 *
 * Each word must be found in what the lane is called, or in what its state and reason are. Then the tallies in the index
 * lead to the intervals: blocks that have none so long are not opened (model/zoom/scope-tally.h). Tasks are looked at in
 * all their states, processors only in those that no task has: a run would be found twice.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/search/scope-search-private.h"

#include "model/trace/document/scope-query-range.h"
#include "model/zoom/scope-tally.h"

#include <string.h>

#define MOST_WORDS 16u

typedef struct
{
  ScopeSearchWork *work;
  GCancellable *cancellable;
  char **words;
  guint n_words;
  guint has[SCOPE_N_CODES]; /* bit w: the code's words have word w */
  gint64 least, most;       /* ticks */
  /* of the lane that is looked at */
  ScopeTallyHunt hunt;
  ScopeMachine *machine;
  ScopeLaneId lane;
} Search;

/* A number on its own is a number: 12 is not in 123. */
static gboolean
has_word (const char *text, const char *word)
{
  gsize n = strlen (word);
  gboolean number = strspn (word, "0123456789") == n;

  for (const char *at = strstr (text, word); at != NULL; at = strstr (at + 1, word))
    if (!number || ((at == text || !g_ascii_isdigit (at[-1])) && !g_ascii_isdigit (at[n])))
      return TRUE;
  return FALSE;
}

/* Bit w: `text` has word w. */
static guint
words_in (const Search *search, const char *text)
{
  g_autofree char *folded = search->work->flags & SCOPE_SEARCH_CASE ? g_strdup (text) : g_utf8_strdown (text, -1);
  guint has = 0;

  for (guint w = 0; w < search->n_words; w++)
    if (has_word (folded, search->words[w]))
      has |= 1u << w;
  return has;
}

static void
look_at_codes (Search *search)
{
  ScopeTrace *trace = search->work->trace;

  for (guint c = 0; c < SCOPE_N_CODES; c++)
    {
      const ScopeCodeInfo *info = scope_code_info (c);
      g_autofree char *text = NULL;

      if (info->state >= (ScopeState) SCOPE_STATE_UNKNOWN)
        continue;
      text = g_strdup_printf ("%s %s %s %s %s", scope_trace_code_label (trace, c),
                              scope_trace_state_label (trace, info->state), scope_state_name (info->state),
                              info->reason, info->state == SCOPE_STATE_COLLECTING ? "gc" : "");
      search->has[c] = words_in (search, text);
    }
}

/* Codes that are wanted of a lane whose name has these words. */
static guint64
wanted_codes (const Search *search, guint in_name)
{
  guint all = (1u << search->n_words) - 1;
  guint64 codes = 0;

  for (guint c = 0; c < SCOPE_N_CODES; c++)
    {
      ScopeState state = scope_code_state (c);

      if (state >= (ScopeState) SCOPE_STATE_UNKNOWN
          || (search->lane.kind == SCOPE_KIND_PROCESSOR && state != SCOPE_STATE_COLLECTING && state != SCOPE_STATE_IDLE))
        continue;
      if (((search->has[c] | in_name) & all) == all)
        codes |= (guint64) 1 << c;
    }
  return codes;
}

static void
found (const ScopeInterval *interval, gpointer data)
{
  Search *search = data;
  ScopeTrace *trace = search->work->trace;
  gint64 offset = scope_trace_offset (trace, search->machine), duration = interval->to - interval->from;

  /* Nothing is opened any more: it ends soon. */
  if (g_cancellable_is_cancelled (search->cancellable))
    search->hunt.least = G_MAXINT64;
  else if (duration >= search->least && duration <= search->most)
    scope_search_add_hit (search->work, SCOPE_SEARCH_LENGTHS, search->lane, interval->from + offset,
                          scope_time_add (interval->to, offset), g_strdup (scope_trace_code_label (trace, interval->code)));
}

/* Its states for so long in all? Most lanes of many are done with by that. */
static gboolean
is_long_enough (const Search *search, guint32 lane)
{
  gint64 totals[SCOPE_N_STATES];

  scope_lane_store_totals (search->machine->lanes, lane, totals);
  for (guint c = 0; c < SCOPE_N_CODES; c++)
    if ((search->hunt.codes >> c & 1) != 0 && totals[scope_code_state (c)] >= search->least)
      return TRUE;
  return FALSE;
}

static gboolean
walk_lane (Search *search, ScopeTally *tally, const ScopeEntity *entity, GError **error)
{
  g_autofree char *title = scope_trace_lane_title (search->work->trace, search->lane);
  g_autofree char *cli = scope_trace_format_lane (search->work->trace, search->lane);
  g_autofree char *text = g_strdup_printf ("%s %s %s %s", title, entity->name != NULL ? entity->name : "",
                                           entity->entry != NULL ? entity->entry : "", cli);
  gboolean ok;

  if (entity->lane == SCOPE_NONE)
    return TRUE;
  search->hunt.codes = wanted_codes (search, search->n_words > 0 ? words_in (search, text) : 0);
  search->hunt.least = MAX (search->least, 1);
  if (search->hunt.codes == 0 || !is_long_enough (search, entity->lane))
    return TRUE;
  scope_tally_init (tally, 0, &search->hunt);
  ok = scope_lane_store_tally (search->machine->lanes, entity->lane, SCOPE_TIME_MIN, SCOPE_TIME_MAX, tally, error);
  scope_tally_clear (tally);
  return ok && !g_cancellable_set_error_if_cancelled (search->cancellable, error);
}

gboolean
scope_search_walk_lengths (ScopeSearchWork *work, GCancellable *cancellable, GError **error)
{
  static const ScopeKind kinds[] = { SCOPE_KIND_PROCESSOR, SCOPE_KIND_THREAD };
  g_autofree Search *search = g_new0 (Search, 1);
  g_autofree ScopeTally *tally = g_new (ScopeTally, 1);
  guint n = scope_trace_n_machines (work->trace);

  search->work = work;
  search->cancellable = cancellable;
  search->words = work->words;
  search->n_words = MIN (g_strv_length (work->words), MOST_WORDS);
  scope_search_length_ticks (&work->length, scope_trace_tick_ps (work->trace), &search->least, &search->most);
  search->hunt.func = found;
  search->hunt.user_data = search;
  look_at_codes (search);
  for (guint m = 0; m < n; m++)
    {
      search->machine = scope_trace_machine (work->trace, m);
      for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
        for (guint32 i = 0; i < scope_machine_n_entities (search->machine, kinds[k]); i++)
          {
            search->lane = (ScopeLaneId) { m, kinds[k], i };
            if (g_cancellable_set_error_if_cancelled (cancellable, error)
                || !walk_lane (search, tally, scope_machine_entity (search->machine, kinds[k], i), error))
              return FALSE;
          }
      g_atomic_int_set (&work->progress, (gint) ((m + 1) * 1000 / n));
    }
  return TRUE;
}
