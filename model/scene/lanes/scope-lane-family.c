/* scope-lane-family.c: see scope-lane-family.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/lanes/scope-lane-family.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-format.h"
#include "model/base/scope-key.h"
#include "model/scene/lanes/scope-lane-ranking.h"

#include <glib/gi18n.h>
#include <stdlib.h>

#define MAX_GROUPS 24u

/* Of one machine, for as many entities as it had when they were made. */
typedef struct
{
  guint32 n;
  GPtrArray *groups;    /* of ScopeLaneFamily */
} Groups;

struct _ScopeLaneFamilies
{
  ScopeTrace *trace;  /* borrowed */
  GHashTable *groups; /* machine index → Groups */
  GHashTable *all;    /* machine << 36 | kind << 32 | process → ScopeLaneFamily, with n as a check */
};

static ScopeLaneFamily *
family_new (ScopeMachine *machine, ScopeKind kind, const char *name)
{
  ScopeLaneFamily *family = g_new0 (ScopeLaneFamily, 1);

  family->refs = 1;
  family->machine = machine->index;
  family->kind = kind;
  family->name = name;
  family->sorted = SCOPE_SORT_ID;
  return family;
}

ScopeLaneFamily *
scope_lane_family_ref (ScopeLaneFamily *family)
{
  family->refs++;
  return family;
}

void
scope_lane_family_unref (ScopeLaneFamily *family)
{
  if (--family->refs > 0)
    return;
  g_free (family->members);
  g_free (family->lives);
  g_free (family->pattern);
  g_free (family);
}

SCOPE_COMPARE_NUMBERS (compare_ticks, gint64)

static void
sort_lives (ScopeLaneFamily *family, ScopeMachine *machine)
{
  family->lives = g_new (gint64, 2 * (gsize) family->n + 1);
  for (guint32 i = 0; i < family->n; i++)
    {
      const ScopeEntity *entity = scope_machine_entity (machine, family->kind, family->members[i]);

      family->lives[i] = entity->first;
      family->lives[family->n + i] = entity->last;
    }
  qsort (family->lives, family->n, sizeof *family->lives, compare_ticks);
  qsort (family->lives + family->n, family->n, sizeof *family->lives, compare_ticks);
}

guint32
scope_lane_family_alive (ScopeLaneFamily *family, ScopeMachine *machine, gint64 from, gint64 to)
{
  if (family->lives == NULL)
    sort_lives (family, machine);
  return scope_bisect_time (family->lives, family->n, to) - scope_bisect_time (family->lives + family->n, family->n, from);
}

gboolean
scope_lane_family_has (const ScopeLaneFamily *family, guint32 index)
{
  if (family->large)
    return index < family->looked_at;
  for (guint32 i = 0; i < family->n; i++)
    if (family->members[i] == index)
      return TRUE;
  return FALSE;
}

/* --- order --- */

typedef struct
{
  double order;
  guint32 index;
} Member;

SCOPE_COMPARE_BY (compare_members, Member, SCOPE_UP (order) SCOPE_UP (index))

double
scope_lane_order (ScopeMachine *machine, gint64 first, const guint32 *lanes, guint n, ScopeSort sort)
{
  gint64 running = 0, waiting = 0;

  if (sort == SCOPE_SORT_START)
    return (double) first;
  for (guint i = 0; i < n && sort != SCOPE_SORT_ID; i++)
    {
      gint64 totals[SCOPE_N_STATES] = { 0 };

      scope_lane_store_totals (machine->lanes, lanes[i], totals);
      running += totals[SCOPE_STATE_RUNNING] + totals[SCOPE_STATE_ACTIVE];
      waiting += totals[SCOPE_STATE_BLOCKED] + totals[SCOPE_STATE_RUNNABLE];
    }
  return sort == SCOPE_SORT_RUNNING ? -(double) running : -(double) waiting;
}

static double
member_order (const ScopeLaneFamily *family, ScopeMachine *machine, guint32 index, ScopeSort sort)
{
  const ScopeEntity *entity = scope_machine_entity (machine, family->kind, index);

  return scope_lane_order (machine, entity->first, &entity->lane, 1, sort);
}

void
scope_lane_family_sort (ScopeLaneFamily *family, ScopeMachine *machine, ScopeSort sort)
{
  g_autofree Member *members = NULL;

  if (family->sorted == (int) sort || family->large)
    return;
  members = g_new (Member, family->n + 1);
  for (guint32 i = 0; i < family->n; i++)
    members[i] = (Member) { member_order (family, machine, family->members[i], sort), family->members[i] };
  qsort (members, family->n, sizeof *members, compare_members);
  for (guint32 i = 0; i < family->n; i++)
    family->members[i] = members[i].index;
  family->sorted = (int) sort;
}

/* --- groups --- */

static ScopeLaneFamily *
helpers_new (ScopeMachine *machine)
{
  ScopeLaneFamily *family = family_new (machine, SCOPE_KIND_THREAD, _("runtime"));

  family->helpers = TRUE;
  return family;
}

/* “slot 2” before “slot 10” */
SCOPE_COMPARE_POINTERS_BY (compare_sizes, ScopeLaneFamily, SCOPE_DOWN (n) SCOPE_COMPARE (strverscmp (x->name, y->name), 0);)

typedef struct
{
  ScopeMachine *machine;
  GPtrArray *groups;
  GHashTable *by_name;    /* name as it is → family */
  GHashTable *by_pattern; /* without its numbers → family, which has the text */
  ScopeLaneFamily *helpers;
} Grouping;

static ScopeLaneFamily *
add_family (Grouping *grouping, const char *name)
{
  ScopeLaneFamily *family = family_new (grouping->machine, SCOPE_KIND_THREAD, name);

  g_ptr_array_add (grouping->groups, family);
  return family;
}

/* The family of a label that was not met yet: that of those that differ from it by a number, if there is one. */
static ScopeLaneFamily *
find_pattern (Grouping *grouping, const char *label)
{
  g_autofree char *pattern = scope_format_pattern (label);
  ScopeLaneFamily *family;

  if (pattern == NULL)
    return add_family (grouping, label);
  family = g_hash_table_lookup (grouping->by_pattern, pattern);
  if (family == NULL)
    {
      family = add_family (grouping, label); /* as long as it is alone its number says more */
      family->pattern = g_steal_pointer (&pattern);
      g_hash_table_insert (grouping->by_pattern, family->pattern, family);
    }
  else
    family->name = family->pattern;
  return family;
}

/* A function's arity is no number of that kind. */
static ScopeLaneFamily *
find_family (Grouping *grouping, const ScopeEntity *entity)
{
  const char *name = entity->name != NULL ? entity->name : entity->entry != NULL ? entity->entry : _("no label");
  ScopeLaneFamily *family = g_hash_table_lookup (grouping->by_name, name);

  if (family != NULL)
    return family;
  family = entity->name != NULL ? find_pattern (grouping, name) : add_family (grouping, name);
  g_hash_table_insert (grouping->by_name, (gpointer) name, family);
  return family;
}

static void
join_others (Grouping *grouping, ScopeLaneFamily **of, guint32 n)
{
  ScopeLaneFamily *others = family_new (grouping->machine, SCOPE_KIND_THREAD, _("others"));

  for (guint i = MAX_GROUPS - 1; i < grouping->groups->len; i++)
    {
      ScopeLaneFamily *small = g_ptr_array_index (grouping->groups, i);

      others->n += small->n;
      small->sorted = -1; /* dissolved */
    }
  for (guint32 i = 0; i < n; i++)
    of[i] = of[i]->sorted < 0 ? others : of[i];
  g_ptr_array_set_size (grouping->groups, MAX_GROUPS - 1);
  g_ptr_array_add (grouping->groups, others);
}

/* The groups are counted first, so that each has its members in one piece of memory. */
static GPtrArray *
group_threads (ScopeLaneFamilies *families, ScopeMachine *machine, guint32 n)
{
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal), by_pattern = g_hash_table_new (g_str_hash, g_str_equal);
  Grouping grouping = { machine, g_ptr_array_new_with_free_func ((GDestroyNotify) scope_lane_family_unref), by_name, by_pattern, NULL };
  g_autofree ScopeLaneFamily **of = g_new (ScopeLaneFamily *, n + 1);
  const char *last_name = NULL;
  ScopeLaneFamily *last = NULL;

  for (guint32 i = 0; i < n; i++)
    {
      const ScopeEntity *entity = scope_machine_entity (machine, SCOPE_KIND_THREAD, i);

      if (scope_trace_is_helper (families->trace, machine->index, i))
        {
          if (grouping.helpers == NULL)
            grouping.helpers = helpers_new (machine);
          of[i] = grouping.helpers;
        }
      else
        {
          const char *name = entity->name != NULL ? entity->name : entity->entry;

          if (last == NULL || name != last_name)
            last = find_family (&grouping, entity);
          last_name = name;
          of[i] = last;
        }
      of[i]->n++;
    }
  g_ptr_array_sort (grouping.groups, compare_sizes);
  if (grouping.groups->len > MAX_GROUPS)
    join_others (&grouping, of, n);
  if (grouping.helpers != NULL)
    g_ptr_array_add (grouping.groups, grouping.helpers);
  SCOPE_EACH_POINTER (ScopeLaneFamily, family, grouping.groups)
    {
      family->members = g_new (guint32, family->n + 1);
      family->n = 0;
    }
  for (guint32 i = 0; i < n; i++)
    of[i]->members[of[i]->n++] = i;
  return grouping.groups;
}

GPtrArray *
scope_lane_families_of_threads (ScopeLaneFamilies *families, ScopeMachine *machine)
{
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_THREAD);
  Groups *groups = g_hash_table_lookup (families->groups, GUINT_TO_POINTER (machine->index));

  if (groups == NULL || groups->n != n)
    {
      groups = g_new0 (Groups, 1);
      groups->n = n;
      groups->groups = group_threads (families, machine, n);
      g_hash_table_replace (families->groups, GUINT_TO_POINTER (machine->index), groups);
    }
  return groups->groups;
}

/* In place of a process. */
#define HELPERS (SCOPE_NONE - 1)
#define BUT_HELPERS (SCOPE_NONE - 2)

/* Those of a process; or all, but for helpers. */
static void
fill (ScopeLaneFamily *family, ScopeLaneFamilies *families, ScopeMachine *machine, guint32 process, guint32 n)
{
  guint n_helpers, next = 0;
  g_autofree guint32 *helpers = scope_trace_dup_helpers (families->trace, machine->index, &n_helpers);
  gboolean all = process == SCOPE_NONE || process == BUT_HELPERS;

  family->helped = process == BUT_HELPERS;
  if (all && n > SCOPE_LANE_MANY)
    {
      family->large = TRUE;
      family->n = n - (family->helped ? n_helpers : 0);
      return;
    }
  if (process == HELPERS)
    {
      family->n = n_helpers;
      family->members = g_steal_pointer (&helpers);
      return;
    }
  family->members = g_new (guint32, n + 1);
  for (guint32 i = 0; i < n; i++)
    if (family->helped && next < n_helpers && helpers[next] == i)
      next++;
    else if (all || scope_machine_entity (machine, family->kind, i)->process == process)
      family->members[family->n++] = i;
  family->members = g_renew (guint32, family->members, family->n + 1);
}

ScopeLaneFamily *
scope_lane_families_all (ScopeLaneFamilies *families, ScopeMachine *machine, ScopeKind kind, guint32 process)
{
  guint32 n = scope_machine_n_entities (machine, kind);
  gint64 key = (gint64) machine->index << 36 | (gint64) kind << 32 | process;
  ScopeLaneFamily *family = g_hash_table_lookup (families->all, &key);

  if (family != NULL && family->looked_at == n)
    return scope_lane_family_ref (family);
  family = process == HELPERS ? helpers_new (machine) : family_new (machine, kind, NULL);
  family->looked_at = n;
  fill (family, families, machine, process, n);
  g_hash_table_replace (families->all, g_memdup2 (&key, sizeof key), scope_lane_family_ref (family));
  return family;
}

ScopeLaneFamily *
scope_lane_families_helpers (ScopeLaneFamilies *families, ScopeMachine *machine)
{
  return scope_lane_families_all (families, machine, SCOPE_KIND_THREAD, HELPERS);
}

ScopeLaneFamily *
scope_lane_families_but_helpers (ScopeLaneFamilies *families, ScopeMachine *machine)
{
  return scope_lane_families_all (families, machine, SCOPE_KIND_THREAD, BUT_HELPERS);
}

static void
groups_free (gpointer data)
{
  g_ptr_array_unref (((Groups *) data)->groups);
  g_free (data);
}

ScopeLaneFamilies *
scope_lane_families_new (ScopeTrace *trace)
{
  ScopeLaneFamilies *families = g_new0 (ScopeLaneFamilies, 1);

  families->trace = trace;
  families->groups = g_hash_table_new_full (NULL, NULL, NULL, groups_free);
  families->all = g_hash_table_new_full (scope_key_hash_pair, g_int64_equal, g_free,
                                         (GDestroyNotify) scope_lane_family_unref);
  return families;
}

void
scope_lane_families_forget (ScopeLaneFamilies *families)
{
  g_hash_table_remove_all (families->groups);
  g_hash_table_remove_all (families->all);
}

void
scope_lane_families_free (ScopeLaneFamilies *families)
{
  g_hash_table_unref (families->groups);
  g_hash_table_unref (families->all);
  g_free (families);
}
