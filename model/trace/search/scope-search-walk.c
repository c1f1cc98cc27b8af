/* scope-search-walk.c: names, reasons and marks, one after the other, on a thread of its own.
 *
 * What is one thing is one hit: Erlang's processes, which are threads, a thread's name, which is a mark as well.
 *
 * A reason is found once per lane, where it first holds: a thread that waited ten thousand times is one hit. Lanes that
 * spent no time in the reason's state are not looked at.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/search/scope-search-private.h"

#include "model/base/scope-fail.h"

#include <string.h>

#define STEP 256u /* between two looks whether it is cancelled */

static gboolean
matches (const ScopeSearchWork *work, const char *text)
{
  return text != NULL && g_regex_match_full (work->regex, text, -1, 0, 0, NULL, NULL);
}

/* With the lock held. */
static void
count_place (ScopeSearchWork *work, gint64 time)
{
  guint at = scope_event_set_part_of (work->first, work->last, time);

  work->spread[at] += work->spread[at] < G_MAXUINT32;
}

/* Counts it, with the lock held. NULL: it is not listed. */
static ScopeSearchHit *
add_hit (ScopeSearchWork *work, ScopeSearchKinds kind, ScopeLaneId lane, gint64 from, gint64 to)
{
  ScopeSearchHit *hit;

  work->n++;
  if (kind != SCOPE_SEARCH_NAMES)
    {
      count_place (work, from);
      if (work->n_places++ < SCOPE_SEARCH_MAX_MARKS)
        g_array_append_val (work->places, ((ScopeSearchPlace) { lane, from }));
    }
  if (work->n_listed >= SCOPE_SEARCH_MAX_HITS)
    return NULL;
  hit = g_object_new (SCOPE_TYPE_SEARCH_HIT, NULL);
  hit->kind = kind;
  hit->lane = lane;
  hit->from = from;
  hit->to = to;
  g_ptr_array_add (work->found, hit);
  work->n_listed++;
  return hit;
}

void
scope_search_add_hit (ScopeSearchWork *work, ScopeSearchKinds kind, ScopeLaneId lane, gint64 from, gint64 to,
                      char *text)
{
  ScopeSearchHit *hit;

  g_mutex_lock (&work->lock);
  hit = add_hit (work, kind, lane, from, to);
  if (hit != NULL)
    hit->text = g_steal_pointer (&text);
  g_mutex_unlock (&work->lock);
  g_free (text);
}

void
scope_search_add_found (ScopeSearchWork *work, const ScopeFound *found, gint64 to)
{
  ScopeSearchHit *hit;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&work->lock);

  hit = add_hit (work, SCOPE_SEARCH_CALLS, found->lane, found->time, to);
  if (hit != NULL)
    hit->found = *found;
}

static gint64
trace_time (ScopeSearchWork *work, ScopeMachine *machine, gint64 own)
{
  gint64 sum;

  if (own == SCOPE_TIME_MIN || own == SCOPE_TIME_MAX
      || __builtin_add_overflow (own, scope_trace_offset (work->trace, machine), &sum))
    return own;
  return sum;
}

static void
life_of (ScopeSearchWork *work, ScopeMachine *machine, gint64 first, gint64 last, gint64 *ret_from, gint64 *ret_to)
{
  if (first == SCOPE_TIME_MIN)
    first = machine->first;
  if (last == SCOPE_TIME_MAX)
    last = machine->last;
  if (last == SCOPE_TIME_MAX)
    last = first;
  *ret_from = trace_time (work, machine, first);
  *ret_to = trace_time (work, machine, MAX (first, last));
}

/* --- names --- */

/* The standard words, and others that people look for. */
static const char *const standard[SCOPE_N_KINDS][3] = {
  [SCOPE_KIND_MACHINE] = { "machine", "node", NULL },
  [SCOPE_KIND_PROCESSOR] = { "processor", "capability", "HEC" },
  [SCOPE_KIND_PROCESS] = { "process", NULL, NULL },
  [SCOPE_KIND_THREAD] = { "thread", NULL, NULL },
};

/* The only HEC of an Eden machine is called as the machine is, which is found by that name already. */
static gboolean
is_called_as_machine (ScopeSearchWork *work, ScopeLaneId lane, const char *title)
{
  g_autofree char *machine = NULL;

  if (lane.kind != SCOPE_KIND_PROCESSOR)
    return FALSE;
  machine = scope_trace_lane_title (work->trace, (ScopeLaneId) { lane.machine, SCOPE_KIND_MACHINE, 0 });
  return g_str_equal (machine, title);
}

static gboolean
lane_matches (ScopeSearchWork *work, ScopeLaneId lane, const char *id, const char *name, const char *entry)
{
  g_autofree char *title = scope_trace_lane_title (work->trace, lane), *cli = NULL;

  if (matches (work, name) || matches (work, entry) || (matches (work, title) && !is_called_as_machine (work, lane, title)))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (standard[0]) && standard[lane.kind][i] != NULL; i++)
    {
      g_autofree char *text = g_strdup_printf ("%s %s", standard[lane.kind][i], id);

      if (matches (work, text))
        return TRUE;
    }
  cli = scope_trace_format_lane (work->trace, lane);
  return matches (work, cli);
}

static void
add_lane (ScopeSearchWork *work, ScopeMachine *machine, ScopeLaneId lane, gint64 first, gint64 last, const char *entry)
{
  char *title = scope_trace_lane_title (work->trace, lane);
  gint64 from, to;

  life_of (work, machine, first, last, &from, &to);
  if (entry != NULL)
    {
      char *more = g_strdup_printf ("%s: %s", title, entry);

      g_free (title);
      title = more;
    }
  scope_search_add_hit (work, SCOPE_SEARCH_NAMES, lane, from, to, title);
}

static gboolean
walk_names (ScopeSearchWork *work, ScopeMachine *machine, GCancellable *cancellable, GError **error)
{
  ScopeLaneId lane = { machine->index, SCOPE_KIND_MACHINE, 0 };
  g_autofree char *number = g_strdup_printf ("%u", machine->number);

  if (lane_matches (work, lane, number, machine->name, NULL))
    add_lane (work, machine, lane, machine->first, machine->last, NULL);
  for (guint k = SCOPE_KIND_PROCESSOR; k <= SCOPE_KIND_THREAD; k++)
    for (guint32 i = 0; !scope_trace_kind_repeats (work->trace, (ScopeKind) k) && i < scope_machine_n_entities (machine, (ScopeKind) k); i++)
      {
        ScopeEntity *entity = scope_machine_entity (machine, (ScopeKind) k, i);
        g_autofree char *id = scope_machine_entity_id (machine, (ScopeKind) k, i);

        if (i % STEP == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
          return FALSE;
        lane = (ScopeLaneId) { machine->index, (ScopeKind) k, i };
        if (lane_matches (work, lane, id, entity->name, entity->entry))
          add_lane (work, machine, lane, entity->first, entity->last,
                    matches (work, entity->entry) ? entity->entry : NULL);
      }
  return TRUE;
}

/* --- reasons --- */

typedef struct
{
  gboolean wanted[SCOPE_N_CODES];
  gboolean states[SCOPE_N_STATES];
  gboolean any;
} Reasons;

static void
find_reasons (ScopeSearchWork *work, Reasons *reasons)
{
  memset (reasons, 0, sizeof *reasons);
  for (guint c = 0; c < SCOPE_N_CODES; c++)
    {
      const ScopeCodeInfo *info = scope_code_info (c);
      g_autofree char *standard_text = g_strdup_printf ("%s on %s", scope_state_name (info->state), info->reason);

      if (info->reason[0] == '\0' || info->state >= (ScopeState) SCOPE_N_STATES
          || (!matches (work, scope_trace_code_label (work->trace, c)) && !matches (work, info->reason)
              && !matches (work, standard_text)))
        continue;
      reasons->wanted[c] = reasons->any = TRUE;
      reasons->states[info->state] = TRUE;
    }
}

static gboolean
spent_time_so (ScopeMachine *machine, guint32 lane, const Reasons *reasons)
{
  gint64 totals[SCOPE_N_STATES];

  scope_lane_store_totals (machine->lanes, lane, totals);
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (reasons->states[s] && totals[s] > 0)
      return TRUE;
  return FALSE;
}

/* Each reason once, where it first holds. */
static gboolean
walk_lane (ScopeSearchWork *work, ScopeMachine *machine, ScopeLaneId id, guint32 lane, const Reasons *reasons,
           GCancellable *cancellable, GError **error)
{
  Reasons left = *reasons;
  GError *local = NULL;
  guint n_left = 0;

  for (guint c = 0; c < SCOPE_N_CODES; c++)
    n_left += left.wanted[c];
  SCOPE_EACH_INTERVAL (interval, machine->lanes, lane, SCOPE_TIME_MIN, SCOPE_TIME_MAX, cancellable, &local)
    {
      if (n_left == 0)
        break;
      if (interval.code >= SCOPE_N_CODES || !left.wanted[interval.code])
        continue;
      left.wanted[interval.code] = FALSE;
      n_left--;
      {
        g_autofree char *title = scope_trace_lane_title (work->trace, id);

        scope_search_add_hit (work, SCOPE_SEARCH_REASONS, id, trace_time (work, machine, interval.from),
                              trace_time (work, machine, interval.to),
                              g_strdup_printf ("%s: %s", title, scope_trace_code_label (work->trace, interval.code)));
      }
    }
  return scope_passed (local, error);
}

static gboolean
walk_reasons (ScopeSearchWork *work, ScopeMachine *machine, const Reasons *reasons, GCancellable *cancellable,
              GError **error)
{
  for (guint32 i = 0; i < scope_machine_n_entities (machine, SCOPE_KIND_THREAD); i++)
    {
      const ScopeEntity *entity = scope_machine_entity (machine, SCOPE_KIND_THREAD, i);
      ScopeLaneId id = { machine->index, SCOPE_KIND_THREAD, i };

      if (i % STEP == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (entity->lane != SCOPE_NONE && spent_time_so (machine, entity->lane, reasons)
          && !walk_lane (work, machine, id, entity->lane, reasons, cancellable, error))
        return FALSE;
    }
  return TRUE;
}

/* --- marks --- */

static ScopeLaneId
lane_of_mark (ScopeMachine *machine, const gint64 *mark)
{
  ScopeLaneId lane = { machine->index, SCOPE_KIND_MACHINE, 0 };

  if (mark[SCOPE_MARK_THREAD] != SCOPE_TABLE_NULL)
    return (ScopeLaneId) { machine->index, SCOPE_KIND_THREAD, (guint32) mark[SCOPE_MARK_THREAD] };
  if (mark[SCOPE_MARK_PROCESSOR] != SCOPE_TABLE_NULL)
    {
      guint32 processor = scope_machine_find_processor (machine, (guint) mark[SCOPE_MARK_PROCESSOR]);

      if (processor != SCOPE_NONE)
        lane = (ScopeLaneId) { machine->index, SCOPE_KIND_PROCESSOR, processor };
    }
  return lane;
}

static gboolean
walk_marks (ScopeSearchWork *work, ScopeMachine *machine, GCancellable *cancellable, GError **error)
{
  GError *local = NULL;

  SCOPE_EACH_ROW (mark, machine->tables[SCOPE_TABLE_MARKS], SCOPE_TIME_MIN, SCOPE_TIME_MAX, cancellable, &local)
    {
      char *text;

      if ((work->kinds & SCOPE_SEARCH_NAMES) != 0 && scope_trace_mark_is_name (work->trace, mark))
        continue;
      text = scope_machine_text (machine, (guint64) mark[SCOPE_MARK_TEXT], &local);
      if (matches (work, text))
        {
          gint64 time = trace_time (work, machine, mark[SCOPE_MARK_TIME]);

          scope_search_add_hit (work, SCOPE_SEARCH_MARKS, lane_of_mark (machine, mark), time, time, text);
        }
      else
        g_free (text);
    }
  return scope_passed (local, error);
}

/* --- all of it --- */

gboolean
scope_search_walk (ScopeSearchWork *work, GCancellable *cancellable, GError **error)
{
  guint n = scope_trace_n_machines (work->trace);
  Reasons reasons;

  if (work->query != NULL)
    return scope_search_walk_calls (work, cancellable, error);
  if (work->length.given)
    return scope_search_walk_lengths (work, cancellable, error);
  find_reasons (work, &reasons);
  for (guint pass = 0; pass < 3; pass++)
    for (guint m = 0; m < n; m++)
      {
        ScopeMachine *machine = scope_trace_machine (work->trace, m);
        gboolean good = TRUE;

        if (pass == 0 && (work->kinds & SCOPE_SEARCH_NAMES) != 0)
          good = walk_names (work, machine, cancellable, error);
        else if (pass == 1 && (work->kinds & SCOPE_SEARCH_REASONS) != 0 && reasons.any)
          good = walk_reasons (work, machine, &reasons, cancellable, error);
        else if (pass == 2 && (work->kinds & SCOPE_SEARCH_MARKS) != 0)
          good = walk_marks (work, machine, cancellable, error);
        if (!good)
          return FALSE;
        g_atomic_int_set (&work->progress, (gint) ((pass * n + m + 1) * 1000 / (3 * n)));
      }
  return TRUE;
}
