/* scope-message-groups.c: see scope-message-groups.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/messages/scope-message-groups.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-format.h"
#include "model/base/scope-key.h"

typedef struct
{
  guint32 machine;
  gint64 number;
} Party;

typedef struct
{
  Party first;
  char *name; /* pattern, or entry function */
  guint n;
} Group;

struct _ScopeMessageGroups
{
  ScopeTrace *trace;
  GHashTable *groups; /* "machine/name" → Group, which it owns */
  GHashTable *of;     /* Party → Group, borrowed, of those that are in one */
};

SCOPE_DEFINE_STATIC_KEY (party, Party, key->machine, (guint64) key->number)

static void
group_free (gpointer data)
{
  Group *group = data;

  g_free (group->name);
  g_free (group);
}

/* By what a process belongs to others; NULL: it stands for itself. */
static char *
dup_name (const ScopeEntity *entity)
{
  if (entity->name != NULL && *entity->name != '\0')
    return scope_format_pattern (entity->name);
  return entity->entry != NULL && *entity->entry != '\0' ? g_strdup (entity->entry) : NULL;
}

gboolean
scope_message_groups_help (ScopeTrace *trace)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n = 0;

  if (scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN) /* whose processes have no names */
    return FALSE;
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (trace, m);

      for (guint32 p = 0; p < scope_machine_n_entities (machine, SCOPE_KIND_PROCESS); p++)
        {
          char *name = dup_name (scope_machine_entity (machine, SCOPE_KIND_PROCESS, p));

          n += name != NULL;
          if (name != NULL)
            g_hash_table_add (names, name);
        }
    }
  return n > 2 * g_hash_table_size (names);
}

static void
add (ScopeMessageGroups *groups, guint32 machine, gint64 number)
{
  const Party party = { machine, number };
  g_autofree char *name = NULL, *key = NULL;
  ScopeLaneId lane;
  Group *group;

  if (g_hash_table_contains (groups->of, &party) || !scope_party_lane (groups->trace, SCOPE_PARTY_PROCESS, machine, number, &lane)
      || lane.kind != SCOPE_KIND_PROCESS)
    return;
  name = dup_name (scope_machine_entity (scope_trace_machine (groups->trace, machine), SCOPE_KIND_PROCESS, lane.index));
  if (name == NULL)
    return;
  key = g_strdup_printf ("%u/%s", machine, name);
  group = g_hash_table_lookup (groups->groups, key);
  if (group == NULL)
    {
      group = g_new0 (Group, 1);
      group->first = party;
      group->name = g_steal_pointer (&name);
      g_hash_table_insert (groups->groups, g_steal_pointer (&key), group);
    }
  group->n++;
  if (number < group->first.number)
    group->first.number = number;
  g_hash_table_insert (groups->of, g_memdup2 (&party, sizeof party), group);
}

ScopeMessageGroups *
scope_message_groups_new (ScopeTrace *trace, const GArray *pairs)
{
  ScopeMessageGroups *groups = g_new0 (ScopeMessageGroups, 1);

  groups->trace = g_object_ref (trace);
  groups->groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, group_free);
  groups->of = g_hash_table_new_full (party_hash, party_equal, g_free, NULL);
  SCOPE_EACH (const ScopePair, pair, pairs)
    {
      add (groups, pair->from_machine, pair->from);
      add (groups, pair->to_machine, pair->to);
    }
  return groups;
}

void
scope_message_groups_free (ScopeMessageGroups *groups)
{
  if (groups == NULL)
    return;
  g_hash_table_unref (groups->of);
  g_hash_table_unref (groups->groups);
  g_object_unref (groups->trace);
  g_free (groups);
}

static gint64
number_of (ScopeMessageGroups *groups, guint32 machine, gint64 number)
{
  const Group *group = g_hash_table_lookup (groups->of, &(const Party) { machine, number });

  return group != NULL ? group->first.number : number;
}

SCOPE_COMPARE_BY (compare_pairs, ScopePair, SCOPE_UP (from_machine) SCOPE_UP (from) SCOPE_UP (to_machine) SCOPE_UP (to))

static void
add_pair (ScopePair *sum, const ScopePair *pair)
{
  sum->latency_min = sum->timed == 0 ? pair->latency_min : pair->timed == 0 ? sum->latency_min : MIN (sum->latency_min, pair->latency_min);
  sum->latency_max = sum->timed == 0 ? pair->latency_max : pair->timed == 0 ? sum->latency_max : MAX (sum->latency_max, pair->latency_max);
  sum->count += pair->count;
  sum->sent += pair->sent;
  sum->received += pair->received;
  sum->sized += pair->sized;
  sum->size += pair->size;
  sum->timed += pair->timed;
  sum->reversed += pair->reversed;
  sum->latency += pair->latency;
}

GArray *
scope_message_groups_join (ScopeMessageGroups *groups, const GArray *pairs)
{
  GArray *joined = g_array_sized_new (FALSE, FALSE, sizeof (ScopePair), pairs->len);
  guint n = 0;

  g_array_append_vals (joined, pairs->data, pairs->len);
  SCOPE_EACH (ScopePair, pair, joined)
    {
      pair->from = number_of (groups, pair->from_machine, pair->from);
      pair->to = number_of (groups, pair->to_machine, pair->to);
    }
  g_array_sort (joined, compare_pairs);
  for (guint i = 0; i < joined->len; i++)
    {
      const ScopePair *pair = &g_array_index (joined, ScopePair, i);

      if (n > 0 && compare_pairs (&g_array_index (joined, ScopePair, n - 1), pair) == 0)
        add_pair (&g_array_index (joined, ScopePair, n - 1), pair);
      else
        g_array_index (joined, ScopePair, n++) = *pair;
    }
  g_array_set_size (joined, n);
  return joined;
}

guint
scope_message_groups_find (ScopeMessageGroups *groups, guint32 machine, gint64 number, const char **ret_name)
{
  const Group *group = g_hash_table_lookup (groups->of, &(const Party) { machine, number });

  if (group == NULL || group->n < 2)
    return 1;
  *ret_name = group->name;
  return group->n;
}

/* --- all of a group --- */

#define NUMBERS "scope-message-group-numbers" /* of a trace: "machine/processes/name" → table of gint64 */

static GHashTable *
find_numbers (ScopeMachine *machine, const char *name)
{
  GHashTable *numbers = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint32 p = 0; p < scope_machine_n_entities (machine, SCOPE_KIND_PROCESS); p++)
    {
      const ScopeEntity *entity = scope_machine_entity (machine, SCOPE_KIND_PROCESS, p);
      g_autofree char *its = dup_name (entity);
      const gint64 number = (gint64) entity->number;

      if (g_strcmp0 (its, name) == 0)
        g_hash_table_add (numbers, g_memdup2 (&number, sizeof number));
    }
  return numbers;
}

GHashTable *
scope_message_groups_numbers (ScopeTrace *trace, guint32 machine, gint64 number, char **ret_title)
{
  GHashTable *kept = g_object_get_data (G_OBJECT (trace), NUMBERS), *numbers;
  g_autofree char *name = NULL, *key = NULL;
  ScopeMachine *of;
  ScopeLaneId lane;

  if (!scope_party_lane (trace, SCOPE_PARTY_PROCESS, machine, number, &lane) || lane.kind != SCOPE_KIND_PROCESS)
    return NULL;
  of = scope_trace_machine (trace, machine);
  name = dup_name (scope_machine_entity (of, SCOPE_KIND_PROCESS, lane.index));
  if (name == NULL)
    return NULL;
  if (kept == NULL)
    {
      kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_hash_table_unref);
      g_object_set_data_full (G_OBJECT (trace), NUMBERS, kept, (GDestroyNotify) g_hash_table_unref);
    }
  /* Of a trace that grows there may be more by now; who still reads by the others has them. */
  key = g_strdup_printf ("%u/%u/%s", machine, scope_machine_n_entities (of, SCOPE_KIND_PROCESS), name);
  numbers = g_hash_table_lookup (kept, key);
  if (numbers == NULL)
    {
      numbers = find_numbers (of, name);
      g_hash_table_insert (kept, g_steal_pointer (&key), numbers);
    }
  if (g_hash_table_size (numbers) < 2)
    return NULL;
  *ret_title = g_strdup_printf ("%s ×%u", name, g_hash_table_size (numbers));
  return numbers;
}
