/* scope-lane-filter.c: see scope-lane-filter.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/lanes/scope-lane-filter.h"

#include "model/base/scope-fail.h"
#include "model/base/scope-ref.h"

#include <string.h>

#define CHECK_EVERY 1024u

typedef struct
{
  guint32 n;
  guint8 *bits;   /* ScopeLaneMatch, one byte an entity */
  guint matching; /* of them itself … */
  guint own;      /* … by what they are called, not by what they are in */
} Kind;

typedef struct
{
  Kind kinds[SCOPE_N_KINDS]; /* of a machine there is one */
} Machine;

struct _ScopeLaneMatches
{
  gatomicrefcount refs;
  guint n_machines;
  Machine *machines;
  /* for titles */
  GRegex *regex;
  char *folded;
};

/* --- the question --- */

void
scope_lane_filter_init (ScopeLaneFilter *filter)
{
  *filter = (ScopeLaneFilter) { .state = -1, .hide_absent = TRUE, .group = TRUE };
}

void
scope_lane_filter_clear (ScopeLaneFilter *filter)
{
  g_clear_pointer (&filter->text, g_free);
}

void
scope_lane_filter_copy (ScopeLaneFilter *to, const ScopeLaneFilter *from)
{
  char *text = g_strdup (from->text);

  scope_lane_filter_clear (to);
  *to = *from;
  to->text = text;
}

gboolean
scope_lane_filter_has_text (const ScopeLaneFilter *filter)
{
  return filter->text != NULL && filter->text[0] != '\0';
}

gboolean
scope_lane_filter_equal (const ScopeLaneFilter *a, const ScopeLaneFilter *b)
{
  gboolean text = scope_lane_filter_has_text (a);

  return text == scope_lane_filter_has_text (b) && (!text || strcmp (a->text, b->text) == 0) && a->regex == b->regex
         && a->state == b->state && a->share == b->share && a->life == b->life && a->hide_absent == b->hide_absent
         && a->group == b->group;
}

gboolean
scope_lane_filter_is_active (const ScopeLaneFilter *filter)
{
  return scope_lane_filter_has_text (filter) || (filter->state >= 0 && filter->share > 0) || filter->life > 0;
}

static GRegex *
compile (const ScopeLaneFilter *filter, GError **error)
{
  return g_regex_new (filter->text, G_REGEX_CASELESS | G_REGEX_OPTIMIZE, 0, error);
}

gboolean
scope_lane_filter_check (const ScopeLaneFilter *filter, GError **error)
{
  g_autoptr (GRegex) regex = NULL;

  if (!filter->regex || !scope_lane_filter_has_text (filter))
    return TRUE;
  regex = compile (filter, error);
  return regex != NULL;
}

/* --- the answer --- */

typedef struct
{
  ScopeTrace *trace;
  const ScopeLaneFilter *filter;
  gint64 from, to; /* trace time */
  ScopeLaneMatches *matches;
  GCancellable *cancellable;
} Search;

static gboolean
has_text (const ScopeLaneMatches *matches, const char *text)
{
  g_autofree char *folded = NULL;

  if (text == NULL)
    return FALSE;
  if (matches->regex != NULL)
    return g_regex_match (matches->regex, text, 0, NULL);
  folded = g_utf8_casefold (text, -1);
  return strstr (folded, matches->folded) != NULL;
}

gboolean
scope_lane_matches_title (const ScopeLaneMatches *matches, const char *title)
{
  return matches == NULL || (matches->regex == NULL && matches->folded == NULL) || has_text (matches, title);
}

static gboolean
text_matches (const Search *search, ScopeLaneId lane, const ScopeEntity *entity)
{
  g_autofree char *title = NULL;

  if (search->matches->regex == NULL && search->matches->folded == NULL)
    return TRUE;
  if (entity != NULL && (has_text (search->matches, entity->name) || has_text (search->matches, entity->entry)))
    return TRUE;
  title = scope_trace_lane_title (search->trace, lane);
  return has_text (search->matches, title);
}

/* What the lane did in the range, with what its life is in it; the totals of a whole life cost nothing. */
static gboolean
share_matches (const Search *search, ScopeMachine *machine, guint32 lane, GError **error)
{
  gint64 totals[SCOPE_N_STATES], sum = 0, offset = scope_trace_offset (search->trace, machine);

  if (lane == SCOPE_NONE
      || !scope_lane_store_totals_within (machine->lanes, lane, search->from - offset, search->to - offset, totals, error))
    return FALSE;
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    sum += totals[s];
  return sum > 0 && (double) totals[search->filter->state] >= search->filter->share * (double) sum;
}

static gboolean
is_alive (const Search *search, ScopeMachine *machine, const ScopeEntity *entity)
{
  gint64 offset = scope_trace_offset (search->trace, machine);

  return entity->first < search->to - offset && entity->last > search->from - offset;
}

/* Bits of one entity; `above`: its process or machine matches the text, and so does what is in it. */
static guint
match_entity (const Search *search, ScopeMachine *machine, ScopeLaneId lane, gboolean above, GError **error)
{
  const ScopeEntity *entity = scope_machine_entity (machine, lane.kind, lane.index);
  const ScopeLaneFilter *filter = search->filter;
  gint64 last = MIN (entity->last, machine->last);
  guint bits = is_alive (search, machine, entity) || lane.kind == SCOPE_KIND_PROCESSOR ? SCOPE_MATCH_ALIVE : 0;

  if (filter->life > 0 && lane.kind != SCOPE_KIND_PROCESSOR && last - entity->first < filter->life)
    return bits;
  if (!above && !text_matches (search, lane, entity))
    return bits;
  if (filter->state >= 0 && filter->share > 0 && !share_matches (search, machine, entity->lane, error))
    return bits;
  return bits | SCOPE_MATCH_ITSELF;
}

static gboolean
match_kind (const Search *search, guint32 index, ScopeKind kind, gboolean machine_matches, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (search->trace, index);
  Machine *out = &search->matches->machines[index];
  Kind *k = &out->kinds[kind], *processes = &out->kinds[SCOPE_KIND_PROCESS];
  GError *local = NULL;
  gboolean by_text = scope_lane_filter_has_text (search->filter);

  k->n = scope_machine_n_entities (machine, kind);
  k->bits = g_malloc0 (k->n + 1);
  for (guint32 i = 0; i < k->n; i++)
    {
      guint32 process = scope_machine_entity (machine, kind, i)->process;
      gboolean in_process = kind == SCOPE_KIND_THREAD && process < processes->n;
      gboolean above = by_text
                       && (machine_matches || (in_process && (processes->bits[process] & SCOPE_MATCH_ITSELF)));

      k->bits[i] |= (guint8) match_entity (search, machine, (ScopeLaneId) { index, kind, i }, above, &local);
      if (k->bits[i] & SCOPE_MATCH_ITSELF)
        {
          k->matching++;
          k->own += !above;
          if (in_process && !above)
            processes->bits[process] |= SCOPE_MATCH_BELOW;
        }
      if (local != NULL || (i % CHECK_EVERY == 0 && g_cancellable_set_error_if_cancelled (search->cancellable, &local)))
        {
          g_propagate_error (error, local);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
match_machine (const Search *search, guint32 index, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (search->trace, index);
  Machine *out = &search->matches->machines[index];
  ScopeLaneId lane = { index, SCOPE_KIND_MACHINE, 0 };
  gboolean named = scope_trace_n_machines (search->trace) > 1 && scope_lane_filter_has_text (search->filter)
                   && text_matches (search, lane, NULL);
  gboolean itself = !scope_lane_filter_has_text (search->filter) || named, share = search->filter->state >= 0
                                                                                  && search->filter->share > 0;
  GError *local = NULL;

  if (itself && share)
    itself = share_matches (search, machine, scope_trace_lane (search->trace, lane), &local);
  if (!scope_passed (local, error))
    return FALSE;
  for (guint kind = SCOPE_KIND_PROCESSOR; kind <= SCOPE_KIND_THREAD; kind++)
    if (!match_kind (search, index, (ScopeKind) kind, named, error))
      return FALSE;
  out->kinds[SCOPE_KIND_MACHINE] = (Kind) { 1, g_malloc0 (1), itself, itself };
  out->kinds[SCOPE_KIND_MACHINE].bits[0] = SCOPE_MATCH_ALIVE | (itself ? SCOPE_MATCH_ITSELF : 0);
  for (guint kind = SCOPE_KIND_PROCESSOR; kind <= SCOPE_KIND_THREAD; kind++)
    if (out->kinds[kind].own > 0)
      out->kinds[SCOPE_KIND_MACHINE].bits[0] |= SCOPE_MATCH_BELOW;
  return TRUE;
}

ScopeLaneMatches *
scope_lane_matches_titles_only (const ScopeLaneFilter *filter, GError **error)
{
  g_autoptr (ScopeLaneMatches) matches = g_new0 (ScopeLaneMatches, 1);

  g_atomic_ref_count_init (&matches->refs);
  if (scope_lane_filter_has_text (filter))
    {
      if (filter->regex)
        matches->regex = compile (filter, error);
      else
        matches->folded = g_utf8_casefold (filter->text, -1);
      if (matches->regex == NULL && matches->folded == NULL)
        return NULL;
    }
  return g_steal_pointer (&matches);
}

ScopeLaneMatches *
scope_lane_matches_find (ScopeTrace *trace, const ScopeLaneFilter *filter, gint64 from, gint64 to,
                         GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeLaneMatches) matches = scope_lane_matches_titles_only (filter, error);
  Search search = { trace, filter, from, to, matches, cancellable };

  if (matches == NULL)
    return NULL;
  matches->n_machines = scope_trace_n_machines (trace);
  matches->machines = g_new0 (Machine, matches->n_machines + 1);
  for (guint i = 0; i < matches->n_machines; i++)
    if (!match_machine (&search, i, error))
      return NULL;
  return g_steal_pointer (&matches);
}

static void
lane_matches_free (ScopeLaneMatches *matches)
{
  for (guint i = 0; i < matches->n_machines; i++)
    for (guint k = 0; k < SCOPE_N_KINDS; k++)
      g_free (matches->machines[i].kinds[k].bits);
  g_free (matches->machines);
  g_clear_pointer (&matches->regex, g_regex_unref);
  g_free (matches->folded);
  g_free (matches);
}

SCOPE_DEFINE_REF (ScopeLaneMatches, scope_lane_matches, object->refs, lane_matches_free)

guint
scope_lane_matches_get (const ScopeLaneMatches *matches, ScopeLaneId lane)
{
  const Kind *kind;

  if (matches == NULL || lane.machine >= matches->n_machines || lane.kind >= SCOPE_N_KINDS)
    return SCOPE_MATCH_ITSELF | SCOPE_MATCH_ALIVE;
  kind = &matches->machines[lane.machine].kinds[lane.kind];
  return lane.index < kind->n ? kind->bits[lane.index] : SCOPE_MATCH_ITSELF | SCOPE_MATCH_ALIVE;
}

guint
scope_lane_matches_count (const ScopeLaneMatches *matches, guint32 machine, ScopeKind kind)
{
  if (matches == NULL || machine >= matches->n_machines || kind >= SCOPE_N_KINDS)
    return 0;
  return matches->machines[machine].kinds[kind].matching;
}

guint
scope_lane_matches_count_own (const ScopeLaneMatches *matches, guint32 machine, ScopeKind kind)
{
  if (matches == NULL || machine >= matches->n_machines || kind >= SCOPE_N_KINDS)
    return 0;
  return matches->machines[machine].kinds[kind].own;
}
