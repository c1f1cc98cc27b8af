/* scope-import-sim.c: a simulation's trace and what is known of it besides: what lies beside it, what the user says.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import-private.h"

#include "io/format/gem5/scope-gem5.h"
#include "io/format/gem5/scope-nm-data.h"
#include "io/format/scope-formats.h"
#include "model/base/scope-sim-events.h"
#include "model/trace/locks/scope-locks.h"
#include "model/trace/search/scope-variables.h"

#include <string.h>

#define MOST_NAMES 1000u    /* of locks */
#define MOST_PROGRAMS 1000u /* that are looked for */

static void
take_period (ScopeImportMember *member, ScopeSideNote what)
{
  g_autofree char *name = NULL, *text = NULL;
  gsize n = 0;
  guint32 period;

  text = scope_archive_read_beside (member->archive, member->index, what, &name, &n);
  period = text != NULL ? scope_gem5_read_period (text, n) : 0;
  if (period > 0)
    scope_gem5_set_clock (member->decoder, period, SCOPE_SIM_CLOCK_CONFIG);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* A core's symbols; those of a program are read once. `known`: programs → the file's name; NULL: there is none. NULL: it has none. */
static const char *
take_program (ScopeImportMember *member, GHashTable *known, const char *core, const char *program)
{
  g_autofree char *text = NULL;
  gpointer before;
  char *name;
  gsize n = 0;

  if (g_hash_table_lookup_extended (known, program, NULL, &before))
    return before != NULL && scope_gem5_set_program (member->decoder, core, program, NULL, 0) ? before : NULL;
  if (g_hash_table_size (known) >= MOST_PROGRAMS)
    return NULL;
  text = scope_archive_read_symbols (member->archive, member->index, program, &name, &n);
  if (text == NULL || !scope_gem5_set_program (member->decoder, core, program, text, n))
    g_clear_pointer (&name, g_free);
  g_hash_table_insert (known, (gpointer) program, name);
  return name;
}

/* Each program's symbols, where several run. */
static void
take_programs (ScopeImportMember *member)
{
  g_autofree char *config_name = NULL, *config = NULL;
  g_autoptr (GHashTable) programs = NULL, known = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_autofree char **cores = NULL;
  gsize n = 0;
  guint n_cores;

  config = scope_archive_read_beside (member->archive, member->index, SCOPE_BESIDE_CONFIG, &config_name, &n);
  if (config == NULL)
    return;
  programs = scope_gem5_read_programs (config, n);
  cores = (char **) g_hash_table_get_keys_as_array (programs, &n_cores);
  qsort (cores, n_cores, sizeof *cores, compare_texts);
  for (guint i = 0; i < n_cores; i++)
    {
      const char *name = take_program (member, known, cores[i], g_hash_table_lookup (programs, cores[i]));
      g_autofree char *key = NULL;

      if (name == NULL)
        continue;
      key = g_strconcat ("symbols ", cores[i], NULL);
      member->machine->sink->klass->info (member->machine->sink, key, name, -1);
    }
}

void
scope_import_member_explain (ScopeImportMember *member, const ScopeImportContext *context)
{
  g_autofree char *name = NULL, *text = NULL;
  gsize n = 0;

  if (scope_log_kind_is_simulation (member->kind) && !scope_log_kind_is_pipeline (member->kind))
    scope_sim_replay_set (member->replay, &context->sim);
  if (member->kind == SCOPE_LOG_O3PIPE && context->sim.clock_ps > 0) /* Kanata's times are cycles */
    scope_pipeline_replay_set_clock (member->replay, context->sim.clock_ps);
  if (member->kind != SCOPE_LOG_SIM)
    return;
  scope_gem5_set_run (member->decoder, context->run);
  if (context->sim.clock_ps > 0)
    scope_gem5_set_clock (member->decoder, context->sim.clock_ps, SCOPE_SIM_CLOCK_GIVEN);
  take_period (member, SCOPE_BESIDE_STATS);
  take_period (member, SCOPE_BESIDE_CONFIG);
  text = scope_archive_read_beside (member->archive, member->index, SCOPE_BESIDE_SYMBOLS, &name, &n);
  if (text != NULL && scope_gem5_set_symbols (member->decoder, text, n))
    member->machine->sink->klass->info (member->machine->sink, "symbols", name, -1);
  if (text != NULL)
    member->variables = scope_nm_data_new (text, n);
  take_programs (member);
}

/* For searches by their names. */
static void
keep_variables (ScopeImportMember *member)
{
  guint n = 0;

  for (guint i = 0; i < scope_nm_data_n (member->variables) && n < SCOPE_VARIABLES_MOST; i++)
    {
      guint64 address, size;
      const char *name = scope_nm_data_get (member->variables, i, &address, &size);

      if (name == NULL)
        continue;
      scope_variables_add (member->machine, name, address, size);
      n++;
    }
}

void
scope_import_member_name_locks (ScopeImportMember *member)
{
  ScopeTable *table = member->machine->tables[SCOPE_TABLE_LOCKS];
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  guint n = 0;

  if (member->variables == NULL)
    return;
  keep_variables (member);
  SCOPE_EACH_ROW (row, table, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, NULL)
    {
      g_autofree char *name = NULL, *key = NULL;

      if (!g_hash_table_add (seen, g_memdup2 (&row[SCOPE_LOCK_LOCK], sizeof (gint64))))
        continue;
      name = scope_nm_data_name (member->variables, (guint64) row[SCOPE_LOCK_LOCK]);
      if (name == NULL)
        continue;
      key = scope_lock_info_key ((guint64) row[SCOPE_LOCK_LOCK]);
      scope_machine_add_info (member->machine, key, name);
      if (++n == MOST_NAMES)
        break;
    }
}

/* --- places from which the log can be read --- */

#define SYNC_EVENTS 32768u

G_STATIC_ASSERT (SCOPE_SYNC_CHECKPOINT + SCOPE_SYNC_WORDS <= SCOPE_TABLE_MAX_COLUMNS);

void
scope_import_member_note_sync (ScopeImportMember *member, const ScopeEvent *events, gsize n)
{
  gint64 row[SCOPE_SYNC_N_COLUMNS];
  g_autofree guint64 *checkpoint = NULL;

  member->n_since_sync += n;
  if (member->n_since_sync < SYNC_EVENTS || (events[n - 1].type != SCOPE_SIM_EXEC && events[n - 1].type != SCOPE_SIM_CACHE))
    return;
  checkpoint = member->decoder->klass->checkpoint (member->decoder);
  if (!scope_gem5_checkpoint_is_plain (checkpoint))
    return;
  row[SCOPE_SYNC_TIME] = events[n - 1].time;
  for (guint i = 0; i < SCOPE_SYNC_WORDS; i++)
    row[SCOPE_SYNC_CHECKPOINT + i] = (gint64) checkpoint[i];
  member->machine->sink->klass->record (member->machine->sink, SCOPE_TABLE_SYNCS, row);
  member->n_since_sync = 0;
}

/* The last one before `from`. What is in the index is not trusted: any place will do, only that other events come. */
static gboolean
find_sync (ScopeMachine *machine, gint64 from, guint64 checkpoint[SCOPE_GEM5_CHECKPOINT_WORDS])
{
  ScopeTable *table = machine->tables[SCOPE_TABLE_SYNCS];
  gboolean found = FALSE;

  SCOPE_EACH_ROW (row, table, SCOPE_TIME_MIN, from, NULL, NULL)
    {
      if (row[SCOPE_SYNC_TIME] >= from)
        break;
      for (guint i = 0; i < SCOPE_SYNC_WORDS; i++)
        checkpoint[i] = (guint64) row[SCOPE_SYNC_CHECKPOINT + i];
      found = TRUE;
    }
  return found;
}

ScopeDecoder *
scope_import_open_at_sync (ScopeSource *source, ScopeMachine *machine, guint run, gint64 from)
{
  g_autoptr (ScopeDecoder) map = NULL;
  guint64 checkpoint[SCOPE_GEM5_CHECKPOINT_WORDS] = { 0 };
  ScopeDecoder *decoder;

  if (!find_sync (machine, from, checkpoint) || (map = scope_formats_open_map (source, NULL)) == NULL)
    return NULL;
  scope_gem5_set_run (map, run);
  for (guint32 i = 0; i < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR); i++)
    {
      const ScopeEntity *core = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, i);

      if (core->name != NULL && strchr (core->name, ' ') == NULL) /* "system.cpu T1" is one of its threads */
        scope_gem5_add_core (map, core->name);
    }
  decoder = map->klass->fork (map);
  decoder->klass->seek (decoder, checkpoint);

  return decoder;
}
