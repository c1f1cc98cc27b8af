/* scope-import-sim.c: a simulation's trace and what is known of it besides: what lies beside it, what the user says.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import-private.h"

#include "io/format/gem5/scope-gem5.h"
#include "io/format/gem5/scope-nm-data.h"
#include "io/format/scope-formats.h"
#include "model/base/scope-sim-events.h"

#include <string.h>

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

/* A core's symbols; those of a program are read once. `known`: programs → the file's name; NULL: there is none. NULL: it has none, or
 * there are more programs than are read: *left_out has one more. */
static const char *
take_program (ScopeImportMember *member, GHashTable *known, const char *core, const char *program, guint *n_taken, guint *left_out)
{
  g_autofree char *text = NULL;
  gpointer before;
  char *name = NULL;
  gsize n = 0;

  if (g_hash_table_lookup_extended (known, program, NULL, &before))
    return before != NULL && scope_gem5_set_program (member->decoder, core, program, NULL, 0) ? before : NULL;
  text = g_hash_table_size (known) < MOST_PROGRAMS
             ? scope_archive_read_symbols (member->archive, member->index, program, &name, &n)
             : NULL;
  if (g_hash_table_size (known) >= MOST_PROGRAMS || (text != NULL && *n_taken == SCOPE_GEM5_MOST_PROGRAMS))
    {
      g_clear_pointer (&name, g_free);
      ++*left_out;
    }
  else if (text == NULL || !scope_gem5_set_program (member->decoder, core, program, text, n))
    g_clear_pointer (&name, g_free);
  else
    ++*n_taken;
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
  guint n_cores, n_taken = 0, left_out = 0;

  config = scope_archive_read_beside (member->archive, member->index, SCOPE_BESIDE_CONFIG, &config_name, &n);
  if (config == NULL)
    return;
  programs = scope_gem5_read_programs (config, n);
  cores = (char **) g_hash_table_get_keys_as_array (programs, &n_cores);
  qsort (cores, n_cores, sizeof *cores, compare_texts);
  for (guint i = 0; i < n_cores; i++)
    {
      const char *name = take_program (member, known, cores[i], g_hash_table_lookup (programs, cores[i]), &n_taken, &left_out);
      g_autofree char *key = NULL;

      if (name == NULL)
        continue;
      key = g_strconcat ("symbols ", cores[i], NULL);
      member->machine->sink->klass->info (member->machine->sink, key, name, -1);
    }
  if (left_out > 0)
    {
      g_autofree char *why = g_strdup_printf ("of %u programs with symbols the functions of %u are known", n_taken + left_out, n_taken);

      scope_import_member_add_beside_loss (member, config_name, 0, 0, why);
    }
}

static void
take_setting (const char *setting, gpointer data)
{
  ScopeSink *sink = data;

  sink->klass->info (sink, "config", setting, -1);
}

static void
take_settings (ScopeImportMember *member)
{
  g_autofree char *name = NULL, *text = NULL;
  gsize n = 0;

  text = scope_archive_read_beside (member->archive, member->index, SCOPE_BESIDE_CONFIG, &name, &n);
  if (text != NULL)
    scope_gem5_each_setting (text, n, take_setting, member->machine->sink);
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
  if (scope_log_kind_is_simulation (member->kind))
    take_settings (member);
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
  member->variables_name = g_steal_pointer (&name);
  take_programs (member);
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
