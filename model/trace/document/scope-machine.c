/* scope-machine.c: entities, facts and texts of a machine. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/document/scope-machine.h"

#include "model/trace/document/scope-machine-private.h"

#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

static void
info_clear (gpointer data)
{
  ScopeInfo *info = data;

  g_free (info->key);
  g_free (info->value);
}

static void
loss_clear (gpointer data)
{
  g_free (((ScopeLoss *) data)->reason);
}

ScopeMachine *
scope_machine_new (guint32 index, ScopeBytes *bytes)
{
  ScopeMachine *machine = g_new0 (ScopeMachine, 1);

  g_atomic_ref_count_init (&machine->ref_count);
  machine->index = index;
  machine->number = index + 1;
  machine->tick_ps = 1000;
  machine->last = SCOPE_TIME_MAX;
  machine->lane = machine->threads_lane = SCOPE_NONE;
  machine->bytes = bytes;
  g_mutex_init (&machine->lock);
  machine->strings = g_string_chunk_new (1024);
  machine->infos = g_array_new (FALSE, FALSE, sizeof (ScopeInfo));
  g_array_set_clear_func (machine->infos, info_clear);
  machine->helpers = g_array_new (FALSE, FALSE, sizeof (guint32));
  machine->losses = g_array_new (FALSE, FALSE, sizeof (ScopeLoss));
  g_array_set_clear_func (machine->losses, loss_clear);
  for (guint k = 0; k < SCOPE_N_KINDS; k++)
    scope_entities_init (&machine->entities[k]);
  return machine;
}

ScopeMachine *
scope_machine_new_view (ScopeMachine *machine, ScopeBytes *bytes)
{
  ScopeMachine *view = scope_machine_new (machine->index, bytes);

  machine = scope_machine_of (machine);
  g_atomic_ref_count_inc (&machine->ref_count);
  view->of = machine;
  view->number = machine->number;
  view->tick_ps = machine->tick_ps;
  view->offset = machine->offset;
  view->first = machine->first;
  view->last = machine->last;
  view->name = g_strdup (machine->name);
  view->lane = machine->lane;
  view->threads_lane = machine->threads_lane;
  view->n_events = machine->n_events;
  view->complete = machine->complete;
  view->end_mark = machine->end_mark;
  view->receiving = machine->receiving;
  view->calls = machine->calls;
  memcpy (view->tables, machine->tables, sizeof view->tables);
  return view;
}

/* What is its own, and no view's. */
static void
free_facts (ScopeMachine *machine)
{
  for (guint t = 0; t < SCOPE_N_TABLES; t++)
    scope_table_free (machine->tables[t]);
  scope_call_store_free (machine->calls);
}

void
scope_machine_free (ScopeMachine *machine)
{
  if (machine == NULL || !g_atomic_ref_count_dec (&machine->ref_count))
    return;
  scope_machine_sink_free (machine->sink);
  for (guint k = 0; k < SCOPE_N_KINDS; k++)
    {
      scope_entities_clear (&machine->entities[k]);
      g_clear_pointer (&machine->numbers[k], g_hash_table_unref);
      g_clear_pointer (&machine->ids[k], g_hash_table_unref);
    }
  g_clear_pointer (&machine->functions, g_ptr_array_unref);
  g_clear_pointer (&machine->function_kinds, g_byte_array_unref);
  scope_pair_tree_free (machine->pairs);
  scope_lane_store_free (machine->lanes);
  scope_keepers_unref (machine->keepers);
  if (machine->of == NULL)
    free_facts (machine);
  scope_bytes_free (machine->bytes);
  g_clear_pointer (&machine->info_places, g_hash_table_unref);
  g_array_unref (machine->helpers);
  g_array_unref (machine->infos);
  g_array_unref (machine->losses);
  g_string_chunk_free (machine->strings);
  g_free (machine->texts);
  g_free (machine->name);
  g_mutex_clear (&machine->lock);
  if (machine->source.destroy != NULL)
    machine->source.destroy (machine->source.data);
  scope_machine_free (machine->of);
  g_free (machine);
}

/* --- entities --- */

guint32
scope_machine_n_entities (ScopeMachine *machine, ScopeKind kind)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&scope_machine_of (machine)->lock);

  return scope_machine_of (machine)->entities[kind].n;
}

gboolean
scope_machine_is_gc_track (ScopeMachine *machine, guint32 processor)
{
  const ScopeEntity *entity = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, processor);

  return entity != NULL && entity->name != NULL && strcmp (entity->name, "GC") == 0;
}

gboolean
scope_machine_is_processor (ScopeMachine *machine, guint32 processor)
{
  const ScopeEntity *entity = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, processor);

  return entity != NULL && !scope_machine_is_gc_track (machine, processor)
         && (entity->lane == SCOPE_NONE || !scope_lane_store_counts (machine->lanes, entity->lane));
}

guint32
scope_machine_n_processors (ScopeMachine *machine)
{
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR), found = 0;

  for (guint32 i = 0; i < n; i++)
    found += scope_machine_is_processor (machine, i);
  return found;
}

ScopeEntity *
scope_machine_entity (ScopeMachine *machine, ScopeKind kind, guint32 index)
{
  return scope_entities_look (&scope_machine_of (machine)->entities[kind], &scope_machine_of (machine)->lock, index);
}

ScopeEntity *
scope_machine_add_entity (ScopeMachine *machine, ScopeKind kind, guint64 number, guint32 lane, guint32 *ret_index)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&scope_machine_of (machine)->lock);

  if (ret_index != NULL)
    *ret_index = scope_machine_of (machine)->entities[kind].n;

  return scope_entities_add (&scope_machine_of (machine)->entities[kind], number, lane);
}

void
scope_machine_add_stranger (ScopeMachine *machine, guint32 number, const char *id)
{
  ScopeEntity *stranger = scope_machine_add_entity (machine, SCOPE_KIND_STRANGER, number, SCOPE_NONE, NULL);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&machine->lock);

  stranger->id = g_string_chunk_insert_const (machine->strings, id);
}

const char *
scope_machine_remote_parent (ScopeMachine *machine, const ScopeEntity *process, char **ret_node)
{
  const ScopeEntity *stranger;

  if (process->parent_machine != SCOPE_PARENT_STRANGER
      || process->parent >= scope_machine_n_entities (machine, SCOPE_KIND_STRANGER))
    return NULL;
  stranger = scope_machine_entity (machine, SCOPE_KIND_STRANGER, process->parent);
  if (stranger->id == NULL || stranger->entry == NULL || !g_str_has_suffix (stranger->id, stranger->entry))
    return NULL;
  /* It is called by its node and its own name. */
  *ret_node = g_strstrip (g_strndup (stranger->id, strlen (stranger->id) - strlen (stranger->entry)));

  return stranger->entry;
}

char *
scope_machine_entity_id (ScopeMachine *machine, ScopeKind kind, guint32 index)
{
  const ScopeEntity *entity = scope_machine_entity (machine, kind, index);

  if (entity == NULL)
    return g_strdup ("");
  if (entity->id != NULL)
    return entity->generation > 1 ? g_strdup_printf ("%s#%u", entity->id, entity->generation) : g_strdup (entity->id);
  if (entity->generation > 1)
    return g_strdup_printf ("%" G_GUINT64_FORMAT "#%u", entity->number, entity->generation);

  return g_strdup_printf ("%" G_GUINT64_FORMAT, entity->number);
}

/* "3#2": where the "#2" begins, or the end; *ret_generation is 0 if it is no number. */
static const char *
split_id (const char *id, guint64 *ret_generation)
{
  const char *hash = strrchr (id, '#');
  char *end;

  *ret_generation = 1;
  if (hash == NULL || hash == id || !g_ascii_isdigit (hash[1]))
    return id + strlen (id);
  *ret_generation = g_ascii_strtoull (hash + 1, &end, 10);
  if (*end != '\0')
    *ret_generation = 0;
  return hash;
}

guint32
scope_machine_find_entity (ScopeMachine *machine, ScopeKind kind, const char *id)
{
  guint64 number, generation;
  const char *behind = split_id (id, &generation);
  gsize length = (gsize) (behind - id);
  char *end;
  gboolean numeric;
  guint32 found = SCOPE_NONE;

  number = g_ascii_strtoull (id, &end, 10);
  numeric = g_ascii_isdigit (*id) && end == behind;
  scope_entities_look_all (&scope_machine_of (machine)->entities[kind], &scope_machine_of (machine)->lock);
  g_mutex_lock (&scope_machine_of (machine)->lock);
  for (guint32 i = 0; i < scope_machine_of (machine)->entities[kind].n && found == SCOPE_NONE; i++)
    {
      const ScopeEntity *entity = scope_entities_get (&scope_machine_of (machine)->entities[kind], i);
      gboolean same = entity->id != NULL ? strncmp (entity->id, id, length) == 0 && entity->id[length] == '\0'
                                         : numeric && entity->number == number;

      if (same && entity->generation == generation)
        found = i;
    }
  g_mutex_unlock (&scope_machine_of (machine)->lock);
  return found;
}

guint32
scope_machine_find_number (ScopeMachine *machine, ScopeKind kind, guint64 number)
{
  ScopeMachine *own = scope_machine_of (machine);
  ScopeEntities *entities = &own->entities[kind];
  g_autoptr (GMutexLocker) locker = NULL;

  scope_entities_look_all (entities, &own->lock);
  locker = g_mutex_locker_new (&own->lock);
  if (own->numbers[kind] == NULL)
    own->numbers[kind] = g_hash_table_new (NULL, NULL);
  for (; own->n_numbered[kind] < entities->n; own->n_numbered[kind]++)
    {
      const ScopeEntity *entity = scope_entities_get (entities, own->n_numbered[kind]);

      g_hash_table_insert (own->numbers[kind], (gpointer) (guintptr) entity->number, GUINT_TO_POINTER (own->n_numbered[kind] + 1));
    }
  return GPOINTER_TO_UINT (g_hash_table_lookup (own->numbers[kind], (gpointer) (guintptr) number)) - 1;
}

guint32
scope_machine_find_id (ScopeMachine *machine, ScopeKind kind, const char *id)
{
  ScopeEntities *entities = &scope_machine_of (machine)->entities[kind];
  ScopeMachine *own = scope_machine_of (machine);
  g_autoptr (GMutexLocker) locker = NULL;

  scope_entities_look_all (entities, &own->lock);
  locker = g_mutex_locker_new (&own->lock);
  if (own->ids[kind] == NULL)
    own->ids[kind] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (; own->n_with_id[kind] < entities->n; own->n_with_id[kind]++)
    {
      const ScopeEntity *entity = scope_entities_get (entities, own->n_with_id[kind]);

      if (entity->id == NULL)
        break; /* not yet told, or never */
      g_hash_table_insert (own->ids[kind], g_strdup (entity->id), GUINT_TO_POINTER (own->n_with_id[kind] + 1));
    }
  return GPOINTER_TO_UINT (g_hash_table_lookup (own->ids[kind], id)) - 1;
}

guint32
scope_machine_find_processor (ScopeMachine *machine, guint number)
{
  return scope_machine_find_number (machine, SCOPE_KIND_PROCESSOR, number);
}

/* --- facts --- */

/* Has them read if they are not there yet. */
static void
need_infos (ScopeMachine *own)
{
  if (own->source.read_infos != NULL && g_once_init_enter (&own->infos_read))
    {
      own->source.read_infos (own->source.data, own);
      g_once_init_leave (&own->infos_read, 1);
    }
}

guint
scope_machine_n_infos (ScopeMachine *machine)
{
  g_autoptr (GMutexLocker) locker = NULL;

  need_infos (scope_machine_of (machine));
  locker = g_mutex_locker_new (&scope_machine_of (machine)->lock);

  return scope_machine_of (machine)->infos->len;
}

ScopeInfo
scope_machine_info (ScopeMachine *machine, guint i)
{
  ScopeInfo info = { NULL, NULL };
  g_autoptr (GMutexLocker) locker = NULL;

  need_infos (scope_machine_of (machine));
  locker = g_mutex_locker_new (&scope_machine_of (machine)->lock);
  if (i < scope_machine_of (machine)->infos->len)
    info = g_array_index (scope_machine_of (machine)->infos, ScopeInfo, i);
  return info;
}

static void
places_free (gpointer data)
{
  ScopeInfoPlaces *places = data;

  g_clear_pointer (&places->values, g_hash_table_unref);
  g_free (places);
}

/* Its last value, and once all before it, into the set of its values. */
static void
list_value (ScopeMachine *machine, ScopeInfoPlaces *places)
{
  guint i = places->values == NULL ? places->first : places->last;
  const char *key = g_array_index (machine->infos, ScopeInfo, i).key;

  if (places->values == NULL)
    places->values = g_hash_table_new (g_str_hash, g_str_equal);
  for (; i <= places->last; i++)
    if (strcmp (g_array_index (machine->infos, ScopeInfo, i).key, key) == 0)
      g_hash_table_add (places->values, g_array_index (machine->infos, ScopeInfo, i).value);
}

/* Under its lock. A simulation says several things of each of its cores, and may have tens of thousands of these. */
static void
find_places (ScopeMachine *machine)
{
  if (machine->info_places == NULL)
    machine->info_places = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, places_free);
  for (; machine->n_info_places < machine->infos->len; machine->n_info_places++)
    {
      const char *key = g_array_index (machine->infos, ScopeInfo, machine->n_info_places).key;
      ScopeInfoPlaces *places = g_hash_table_lookup (machine->info_places, key);

      if (places == NULL)
        {
          places = g_new0 (ScopeInfoPlaces, 1);
          places->first = machine->n_info_places;
          g_hash_table_insert (machine->info_places, (gpointer) key, places);
        }
      places->last = machine->n_info_places;
      if (++places->n >= SCOPE_INFO_LIST)
        list_value (machine, places);
    }
}

/* Under its lock. A log may say the same over and over. */
static gboolean
is_known_info (ScopeMachine *machine, const char *key, const char *value)
{
  const ScopeInfoPlaces *places;

  find_places (machine);
  places = g_hash_table_lookup (machine->info_places, key);
  return places != NULL
         && (strcmp (g_array_index (machine->infos, ScopeInfo, places->last).value, value) == 0
             || (places->values != NULL && g_hash_table_contains (places->values, value)));
}

gboolean
scope_machine_add_info (ScopeMachine *machine, const char *key, const char *value)
{
  gsize bytes = strlen (value) + 1;
  ScopeInfo info;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&machine->lock);

  if (is_known_info (machine, key, value))
    return TRUE;
  if (bytes > SCOPE_INFO_BYTES - machine->info_bytes)
    return FALSE;
  machine->info_bytes += bytes;
  info = (ScopeInfo) { g_strdup (key), g_strdup (value) };
  g_array_append_val (machine->infos, info);
  return TRUE;
}

static const char *
find_info (ScopeMachine *machine, const char *key, gboolean last)
{
  const ScopeInfoPlaces *places;
  const char *value = NULL;
  g_autoptr (GMutexLocker) locker = NULL;

  need_infos (scope_machine_of (machine));
  locker = g_mutex_locker_new (&scope_machine_of (machine)->lock);
  find_places (scope_machine_of (machine));
  places = g_hash_table_lookup (scope_machine_of (machine)->info_places, key);
  if (places != NULL)
    value = g_array_index (scope_machine_of (machine)->infos, ScopeInfo, last ? places->last : places->first).value;

  return value;
}

const char *
scope_machine_find_info (ScopeMachine *machine, const char *key)
{
  return find_info (machine, key, FALSE);
}

const char *
scope_machine_find_last_info (ScopeMachine *machine, const char *key)
{
  return find_info (machine, key, TRUE);
}

void
scope_machine_add_loss (ScopeMachine *machine, const ScopeLoss *loss)
{
  ScopeLoss copy = *loss;

  copy.reason = g_strdup (loss->reason);
  g_mutex_lock (&machine->lock);
  g_array_append_val (machine->losses, copy);
  g_mutex_unlock (&machine->lock);
}

guint
scope_machine_n_losses (ScopeMachine *machine)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&scope_machine_of (machine)->lock);

  return scope_machine_of (machine)->losses->len;
}

ScopeLoss
scope_machine_loss (ScopeMachine *machine, guint i)
{
  ScopeLoss loss = { 0 };
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&scope_machine_of (machine)->lock);

  if (i < scope_machine_of (machine)->losses->len)
    loss = g_array_index (scope_machine_of (machine)->losses, ScopeLoss, i);

  return loss;
}

/* --- sums --- */

ScopePairTree *
scope_machine_pairs (ScopeMachine *machine)
{
  ScopeMachine *own = scope_machine_of (machine);

  if (own->source.read_pairs != NULL && g_once_init_enter (&own->pairs_read))
    {
      ScopePairTree *pairs = own->source.read_pairs (own->source.data, own);

      if (pairs != NULL)
        scope_machine_take_pairs (own, pairs);
      g_once_init_leave (&own->pairs_read, 1);
    }
  return g_atomic_pointer_get (&own->pairs);
}

void
scope_machine_take_pairs (ScopeMachine *machine, ScopePairTree *pairs)
{
  g_assert (machine->pairs == NULL);
  g_atomic_pointer_set (&machine->pairs, pairs);
}
