/* scope-fleet.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What goes over is as these processes have it in memory, which are of one program:
 *
 *     | part, nodes: names | machine: its facts, texts, strangers, processes that have names | machine … | part …
 */
#include "io/cluster/scope-fleet.h"

#include "io/import/scope-matcher.h"

#include <string.h>

#define NO_TEXT G_MAXUINT32

typedef struct
{
  ScopeReplayClock clock;
  gint64 tick_ps, first, last;
  guint64 n_events, all, local, local_lost, n_sends, n_receives;
  guint32 number, inside, n_processors, n_strangers, n_named;
  gboolean eden;
  ScopeFleetLanes lanes[SCOPE_N_INDEX_SUMS];
} Facts;

/* What the log says of itself that somebody asks for before the machine is there. */
static const char *const keys[] = { "node", "program", "arguments", "wall_clock" };

/* --- putting --- */

static void
put_number (GByteArray *own, guint32 number)
{
  g_byte_array_append (own, (const guint8 *) &number, sizeof number);
}

static void
put_text (GByteArray *own, const char *text)
{
  put_number (own, text != NULL ? (guint32) strlen (text) : NO_TEXT);
  if (text != NULL)
    g_byte_array_append (own, (const guint8 *) text, (guint) strlen (text) + 1);
}

void
scope_fleet_put_part (GByteArray *own, guint part, const GPtrArray *nodes)
{
  put_number (own, part);
  put_number (own, nodes->len);
  for (guint i = 0; i < nodes->len; i++)
    put_text (own, nodes->pdata[i]);
}

static void
put_entities (GByteArray *own, ScopeMachine *machine, ScopeKind kind)
{
  guint32 n = scope_machine_n_entities (machine, kind);

  for (guint32 i = 0; i < n; i++)
    {
      const ScopeEntity *entity = scope_machine_entity (machine, kind, i);

      if (kind == SCOPE_KIND_PROCESS && entity->name == NULL)
        continue;
      put_number (own, (guint32) entity->number);
      put_text (own, entity->name);
      put_text (own, entity->id);
    }
}

static void
find_lanes (ScopeMachine *machine, ScopeFleetLanes lanes[SCOPE_N_INDEX_SUMS])
{
  for (guint ready = 0; ready < SCOPE_N_INDEX_SUMS; ready++)
    {
      g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (ScopeLaneSource));

      scope_machine_list_activity (machine, SCOPE_RUNTIME_ERLANG, ready > 0, 0, sources);
      lanes[ready] = (ScopeFleetLanes) { .n = sources->len, .first = G_MAXINT64, .last = G_MININT64 };
      for (guint i = 0; i < sources->len; i++)
        {
          gint64 first, last;

          if (!scope_lane_source_life (&g_array_index (sources, ScopeLaneSource, i), &first, &last))
            continue;
          lanes[ready].lived = TRUE;
          lanes[ready].first = MIN (lanes[ready].first, first);
          lanes[ready].last = MAX (lanes[ready].last, last);
        }
    }
}

void
scope_fleet_put_machine (GByteArray *own, ScopeMachine *machine, const ScopePartFacts *told, guint32 inside)
{
  Facts facts = { .clock = told->clock, .tick_ps = machine->tick_ps, .first = machine->first, .last = machine->last, .n_events = machine->n_events,
                  .all = told->all, .local = told->local, .local_lost = told->local_lost, .n_sends = told->n_sends, .n_receives = told->n_receives,
                  .number = machine->number, .inside = inside, .n_processors = scope_machine_n_processors (machine),
                  .n_strangers = scope_machine_n_entities (machine, SCOPE_KIND_STRANGER), .eden = told->eden };
  gboolean has_names = scope_machine_find_info (machine, "node") != NULL; /* only nodes are asked for them */

  for (guint32 i = 0; has_names && i < scope_machine_n_entities (machine, SCOPE_KIND_PROCESS); i++)
    facts.n_named += scope_machine_entity (machine, SCOPE_KIND_PROCESS, i)->name != NULL;
  find_lanes (machine, facts.lanes);
  g_byte_array_append (own, (const guint8 *) &facts, sizeof facts);
  put_text (own, machine->name);
  put_text (own, told->fault);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    put_text (own, scope_machine_find_info (machine, keys[i]));
  put_entities (own, machine, SCOPE_KIND_STRANGER);
  if (has_names)
    put_entities (own, machine, SCOPE_KIND_PROCESS);
}

/* --- getting --- */

typedef struct
{
  const guint8 *at;
} Reader;

static guint32
get_number (Reader *reader)
{
  guint32 number;

  memcpy (&number, reader->at, sizeof number);
  reader->at += sizeof number;
  return number;
}

/* As long as what it is read from; NULL: there is none. */
static const char *
get_text (Reader *reader)
{
  guint32 n = get_number (reader);
  const char *text = (const char *) reader->at;

  if (n == NO_TEXT)
    return NULL;
  reader->at += n + 1u;
  return text;
}

static void
get_entities (Reader *reader, ScopeMachine *machine, ScopeKind kind, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    {
      ScopeEntity *entity = scope_machine_add_entity (machine, kind, get_number (reader), SCOPE_NONE, NULL);
      const char *name = get_text (reader), *id = get_text (reader);

      entity->name = name != NULL ? g_string_chunk_insert_const (machine->strings, name) : NULL;
      entity->id = id != NULL ? g_string_chunk_insert_const (machine->strings, id) : NULL;
    }
}

static void
get_machine (Reader *reader, ScopeFleet *fleet, ScopeImport *import, guint32 index)
{
  ScopeMachine *machine = scope_machine_new (index, NULL);
  ScopeImportMember *member = &import->members[index];
  Facts facts;

  memcpy (&facts, reader->at, sizeof facts);
  reader->at += sizeof facts;
  machine->tick_ps = facts.tick_ps;
  machine->first = facts.first;
  machine->last = facts.last;
  machine->n_events = facts.n_events;
  machine->number = facts.number;
  machine->name = g_strdup (get_text (reader));
  member->fault = g_strdup (get_text (reader));
  member->clock = facts.clock;
  member->eden = facts.eden;
  member->all = facts.all;
  member->machine = machine;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const char *value = get_text (reader);

      if (value != NULL)
        scope_machine_add_info (machine, keys[i], value);
    }
  get_entities (reader, machine, SCOPE_KIND_STRANGER, facts.n_strangers);
  get_entities (reader, machine, SCOPE_KIND_PROCESS, facts.n_named);
  for (guint32 i = 0; i < facts.n_processors; i++)
    scope_machine_add_entity (machine, SCOPE_KIND_PROCESSOR, i, SCOPE_NONE, NULL);
  fleet->inside[index] = facts.inside;
  memcpy (fleet->lanes[index], facts.lanes, sizeof facts.lanes);
  fleet->told.sent += facts.n_sends + facts.local + facts.local_lost;
  fleet->told.received += facts.n_receives + facts.local;
  fleet->told.unmatched += facts.local_lost;
  scope_trace_add_machine (import->trace, machine);
}

static void
add_node (ScopeFleet *fleet, const char *name)
{
  char *kept;

  if (fleet->nodes->len >= SCOPE_MESSAGES_MOST_NODES || g_hash_table_contains (fleet->places, name))
    return;
  kept = g_strdup (name);
  g_hash_table_insert (fleet->places, kept, GUINT_TO_POINTER (fleet->nodes->len));
  g_ptr_array_add (fleet->nodes, kept);
}

static void
get_part (Reader *reader, ScopeFleet *fleet, const ScopePartPlan *plan, ScopeImport *import)
{
  guint32 part = get_number (reader), n_nodes = get_number (reader);
  const ScopeImportPart *machines = &plan->parts[part];

  for (guint32 i = 0; i < n_nodes; i++)
    add_node (fleet, get_text (reader));
  for (guint32 i = machines->first; i < machines->first + machines->n; i++)
    {
      fleet->part_of[i] = part;
      fleet->process_of[i] = plan->task_of[part];
      get_machine (reader, fleet, import, i);
    }
}

guint
scope_fleet_find_node (const ScopeFleet *fleet, const char *name)
{
  gpointer place;

  return g_hash_table_lookup_extended (fleet->places, name, NULL, &place) ? GPOINTER_TO_UINT (place) : fleet->nodes->len;
}

ScopeFleet *
scope_fleet_gather (const GByteArray *own, ScopeExchange *exchange, const ScopePartPlan *plan, ScopeImport *import)
{
  ScopeFleet *fleet = g_new0 (ScopeFleet, 1);
  g_autofree guint64 *ends = NULL;
  g_autoptr (GByteArray) all = scope_exchange_gather_all (exchange, own, &ends);
  g_autofree Reader *readers = g_new (Reader, exchange->n);

  for (guint i = 0; i < exchange->n; i++)
    readers[i].at = all->data + (i > 0 ? ends[i - 1] : 0);
  fleet->nodes = g_ptr_array_new_with_free_func (g_free);
  fleet->places = g_hash_table_new (g_str_hash, g_str_equal);
  fleet->inside = g_new0 (guint32, import->n_members + 1u);
  fleet->lanes = g_malloc0 ((import->n_members + 1u) * sizeof *fleet->lanes);
  fleet->part_of = g_new0 (guint32, import->n_members + 1u);
  fleet->process_of = g_new0 (guint32, import->n_members + 1u);
  /* Each has put its own in their order, so all are in order. */
  for (guint i = 0; i < plan->n; i++)
    get_part (&readers[plan->task_of[i]], fleet, plan, import);

  return fleet;
}

void
scope_fleet_free (ScopeFleet *fleet)
{
  if (fleet == NULL)
    return;
  g_hash_table_unref (fleet->places);
  g_ptr_array_unref (fleet->nodes);
  g_free (fleet->inside);
  g_free (fleet->lanes);
  g_free (fleet->part_of);
  g_free (fleet->process_of);
  g_free (fleet);
}
