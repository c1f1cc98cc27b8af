/* scope-machine.c: entities, facts and texts of a machine. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/document/scope-machine.h"

#include "model/base/scope-function-kind.h"
#include "model/trace/document/scope-machine-private.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
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

/* Whose facts the machine has: itself, or what it is a view of. */
static inline ScopeMachine *
of (ScopeMachine *machine)
{
  return machine->of != NULL ? machine->of : machine;
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

  machine = of (machine);
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
  scope_machine_free (machine->of);
  g_free (machine);
}

/* --- entities --- */

guint32
scope_machine_n_entities (ScopeMachine *machine, ScopeKind kind)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&of (machine)->lock);

  return of (machine)->entities[kind].n;
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
  return scope_entities_look (&of (machine)->entities[kind], &of (machine)->lock, index);
}

ScopeEntity *
scope_machine_add_entity (ScopeMachine *machine, ScopeKind kind, guint64 number, guint32 lane, guint32 *ret_index)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&of (machine)->lock);

  if (ret_index != NULL)
    *ret_index = of (machine)->entities[kind].n;

  return scope_entities_add (&of (machine)->entities[kind], number, lane);
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
  scope_entities_look_all (&of (machine)->entities[kind], &of (machine)->lock);
  g_mutex_lock (&of (machine)->lock);
  for (guint32 i = 0; i < of (machine)->entities[kind].n && found == SCOPE_NONE; i++)
    {
      const ScopeEntity *entity = scope_entities_get (&of (machine)->entities[kind], i);
      gboolean same = entity->id != NULL ? strncmp (entity->id, id, length) == 0 && entity->id[length] == '\0'
                                         : numeric && entity->number == number;

      if (same && entity->generation == generation)
        found = i;
    }
  g_mutex_unlock (&of (machine)->lock);
  return found;
}

guint32
scope_machine_find_number (ScopeMachine *machine, ScopeKind kind, guint64 number)
{
  ScopeMachine *own = of (machine);
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
  ScopeEntities *entities = &of (machine)->entities[kind];
  ScopeMachine *own = of (machine);
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

guint
scope_machine_n_infos (ScopeMachine *machine)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&of (machine)->lock);

  return of (machine)->infos->len;
}

ScopeInfo
scope_machine_info (ScopeMachine *machine, guint i)
{
  ScopeInfo info = { NULL, NULL };
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&of (machine)->lock);

  if (i < of (machine)->infos->len)
    info = g_array_index (of (machine)->infos, ScopeInfo, i);
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
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&of (machine)->lock);

  find_places (of (machine));
  places = g_hash_table_lookup (of (machine)->info_places, key);
  if (places != NULL)
    value = g_array_index (of (machine)->infos, ScopeInfo, last ? places->last : places->first).value;

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
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&of (machine)->lock);

  return of (machine)->losses->len;
}

ScopeLoss
scope_machine_loss (ScopeMachine *machine, guint i)
{
  ScopeLoss loss = { 0 };
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&of (machine)->lock);

  if (i < of (machine)->losses->len)
    loss = g_array_index (of (machine)->losses, ScopeLoss, i);

  return loss;
}

/* --- texts: length u32 little-endian, then the bytes; the id is the offset --- */

guint64
scope_machine_add_text (ScopeMachine *machine, const char *text, gsize length, GError **error)
{
  g_autofree guint8 *data = NULL;
  guint32 n = (guint32) MIN (length, G_MAXUINT16);
  guint32 n_le = GUINT32_TO_LE (n);
  guint64 offset = 0;

  data = g_malloc (4 + n);
  memcpy (data, &n_le, 4);
  if (n > 0)
    memcpy (data + 4, text, n);
  scope_bytes_append (machine->bytes, data, 4 + n, &offset, error);

  return offset;
}

char *
scope_machine_text (ScopeMachine *machine, guint64 id, GError **error)
{
  g_autofree char *raw = NULL;
  guint32 n;

  if (!scope_bytes_read (of (machine)->bytes, id, &n, 4, error))
    return NULL;
  n = GUINT32_FROM_LE (n);
  if (n > G_MAXUINT16)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("A text of the index is damaged"));
      return NULL;
    }
  raw = g_malloc0 (n + 1);
  if (!scope_bytes_read (of (machine)->bytes, id + 4, raw, n, error))
    return NULL;

  return g_utf8_make_valid (raw, n);
}

/* --- sums --- */

ScopePairTree *
scope_machine_pairs (ScopeMachine *machine)
{
  return g_atomic_pointer_get (&of (machine)->pairs);
}

void
scope_machine_take_pairs (ScopeMachine *machine, ScopePairTree *pairs)
{
  g_assert (machine->pairs == NULL);
  g_atomic_pointer_set (&machine->pairs, pairs);
}

const char *
scope_machine_peek_function (ScopeMachine *machine, guint32 row)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&of (machine)->lock);

  return of (machine)->functions != NULL && row < of (machine)->functions->len ? g_ptr_array_index (of (machine)->functions, row) : NULL;
}

void
scope_machine_load_functions (ScopeMachine *machine)
{
  ScopeTable *table = machine->tables[SCOPE_TABLE_FUNCTIONS];
  guint64 n = table != NULL ? scope_table_n_rows (table) : 0;
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (GByteArray) kinds = NULL;
  guint known = 0, row = 0;

  machine = of (machine);
  if (n == 0 || scope_machine_peek_function (machine, (guint32) n - 1) != NULL)
    return;
  g_mutex_lock (&machine->lock);
  if (machine->functions != NULL)
    known = machine->functions->len;
  g_mutex_unlock (&machine->lock);
  /* All there are: they are few, and who asks for one asks for others. Texts are what takes long: none is read twice. */
  names = g_ptr_array_new_with_free_func (g_free);
  kinds = g_byte_array_new ();
  SCOPE_EACH_ROW (values, table, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, NULL)
    {
      guint8 kind = (guint8) CLAMP (values[SCOPE_FUNCTION_KIND], 0, SCOPE_N_FUNCTION_KINDS - 1);

      g_ptr_array_add (names, row++ < known ? NULL : scope_machine_text (machine, (guint64) values[SCOPE_FUNCTION_TEXT], NULL));
      g_byte_array_append (kinds, &kind, 1);
    }
  g_mutex_lock (&machine->lock);
  if (machine->functions == NULL)
    {
      machine->functions = g_ptr_array_new_with_free_func (g_free);
      machine->function_kinds = g_byte_array_new ();
    }
  while (machine->functions->len < names->len)
    {
      guint i = machine->functions->len;

      g_ptr_array_add (machine->functions, g_steal_pointer (&names->pdata[i]));
      g_byte_array_append (machine->function_kinds, &kinds->data[i], 1);
    }
  g_mutex_unlock (&machine->lock);
}

const char *
scope_machine_function (ScopeMachine *machine, guint32 row)
{
  const char *name = scope_machine_peek_function (machine, row);

  if (name != NULL)
    return name;
  scope_machine_load_functions (machine);

  return scope_machine_peek_function (machine, row);
}

guint
scope_machine_function_kind (ScopeMachine *machine, guint32 row)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&of (machine)->lock);

  return of (machine)->function_kinds != NULL && row < of (machine)->function_kinds->len ? of (machine)->function_kinds->data[row]
                                                                                 : SCOPE_FUNCTION_KIND_UNKNOWN;
}

char *
scope_machine_reason (ScopeMachine *machine, guint code, guint32 function)
{
  const char *reason = scope_code_info (code)->reason;
  const char *name = function != SCOPE_NONE ? scope_machine_function (machine, function) : NULL;

  if (name != NULL)
    return g_strdup_printf ("%s in %s", reason, name);

  return *reason != '\0' ? g_strdup (reason) : NULL;
}
