/* scope-cli-dump-tables.c: migrations, wake-ups, marks, counters, collections: tables of machines merged by
 * time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"
#include "app/cli/common/scope-cli-rows.h"

/* Writes one row's cells. */
typedef gboolean (*RowFunc) (
    ScopeCli *cli, ScopeMachine *machine, const gint64 *v, ScopeCsv *csv, GError **error);

static gboolean
dump_rows (ScopeCli *cli, ScopeTableKind kind, RowFunc write, ScopeCsv *csv, GError **error)
{
  g_autoptr (ScopeCliRows) rows = scope_cli_rows_new (cli, kind);
  GError *local = NULL;
  ScopeMachine *machine;
  const gint64 *v;

  while ((v = scope_cli_rows_next (rows, &machine, &local)) != NULL)
    {
      if (!write (cli, machine, v, csv, &local))
        break;
      scope_csv_end_row (csv);
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, local);
  return FALSE;
}

static gboolean
write_migration (ScopeCli *cli, ScopeMachine *machine, const gint64 *v, ScopeCsv *csv, GError **error)
{
  scope_cli_own_time (cli, csv, machine, v[SCOPE_MIGRATION_TIME]);
  scope_csv_unsigned (csv, machine->number);
  scope_cli_entity (csv, machine, SCOPE_KIND_THREAD, v[SCOPE_MIGRATION_THREAD]);
  scope_cli_integer (csv, v[SCOPE_MIGRATION_FROM]);
  scope_cli_integer (csv, v[SCOPE_MIGRATION_TO]);
  return TRUE;
}

gboolean
scope_cli_dump_migrations (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  return dump_rows (cli, SCOPE_TABLE_MIGRATIONS, write_migration, csv, error);
}

static gboolean
write_wakeup (ScopeCli *cli, ScopeMachine *machine, const gint64 *v, ScopeCsv *csv, GError **error)
{
  scope_cli_own_time (cli, csv, machine, v[SCOPE_WAKEUP_TIME]);
  scope_csv_unsigned (csv, machine->number);
  scope_cli_entity (csv, machine, SCOPE_KIND_THREAD, v[SCOPE_WAKEUP_THREAD]);
  scope_cli_entity (csv, machine, SCOPE_KIND_THREAD, v[SCOPE_WAKEUP_BY_THREAD]);
  scope_cli_integer (csv, v[SCOPE_WAKEUP_BY_PROCESSOR]);
  scope_cli_integer (csv, v[SCOPE_WAKEUP_PROCESSOR]);
  return TRUE;
}

gboolean
scope_cli_dump_wakeups (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  return dump_rows (cli, SCOPE_TABLE_WAKEUPS, write_wakeup, csv, error);
}

static gboolean
write_mark (ScopeCli *cli, ScopeMachine *machine, const gint64 *v, ScopeCsv *csv, GError **error)
{
  static const char *const kinds[]
      = { [SCOPE_MARK_MESSAGE] = "message", [SCOPE_MARK_MARKER] = "marker", [SCOPE_MARK_LABEL] = "label" };
  gint64 kind = v[SCOPE_MARK_KIND];
  GError *local = NULL;
  g_autofree char *text = scope_machine_text (machine, (guint64)v[SCOPE_MARK_TEXT], &local);

  if (local != NULL)
    {
      g_propagate_error (error, local);
      return FALSE;
    }
  scope_cli_own_time (cli, csv, machine, v[SCOPE_MARK_TIME]);
  scope_csv_unsigned (csv, machine->number);
  scope_cli_integer (csv, v[SCOPE_MARK_PROCESSOR]);
  scope_cli_entity (csv, machine, SCOPE_KIND_THREAD, v[SCOPE_MARK_THREAD]);
  scope_csv_text (csv, kind >= 0 && kind < G_N_ELEMENTS (kinds) ? kinds[kind] : NULL);
  scope_csv_text (csv, text);
  return TRUE;
}

gboolean
scope_cli_dump_marks (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  return dump_rows (cli, SCOPE_TABLE_MARKS, write_mark, csv, error);
}

static gboolean
write_counter (ScopeCli *cli, ScopeMachine *machine, const gint64 *v, ScopeCsv *csv, GError **error)
{
  scope_cli_own_time (cli, csv, machine, v[SCOPE_COUNTER_TIME]);
  scope_csv_unsigned (csv, machine->number);
  scope_cli_integer (csv, v[SCOPE_COUNTER_PROCESSOR]);
  scope_csv_text (csv, scope_counter_name ((guint)v[SCOPE_COUNTER_NAME]));
  scope_cli_integer (csv, v[SCOPE_COUNTER_VALUE]);
  scope_cli_entity (csv, machine, SCOPE_KIND_THREAD, v[SCOPE_COUNTER_THREAD]);
  return TRUE;
}

gboolean
scope_cli_dump_counters (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  return dump_rows (cli, SCOPE_TABLE_COUNTERS, write_counter, csv, error);
}

static void
write_duration (ScopeCli *cli, ScopeCsv *csv, gint64 ticks)
{
  if (ticks == SCOPE_TABLE_NULL)
    scope_csv_empty (csv);
  else
    scope_cli_time (cli, csv, ticks);
}

static gboolean
write_collection (ScopeCli *cli, ScopeMachine *machine, const gint64 *v, ScopeCsv *csv, GError **error)
{
  scope_csv_unsigned (csv, machine->number);
  scope_cli_integer (csv, v[SCOPE_COLLECTION_PROCESSOR]);
  scope_cli_integer (csv, v[SCOPE_COLLECTION_GENERATION]);
  scope_cli_own_time (cli, csv, machine, v[SCOPE_COLLECTION_START]);
  write_duration (cli, csv, v[SCOPE_COLLECTION_DURATION]);
  write_duration (cli, csv, v[SCOPE_COLLECTION_SYNC]);
  scope_cli_integer (csv, v[SCOPE_COLLECTION_COPIED]);
  scope_cli_integer (csv, v[SCOPE_COLLECTION_SLOP]);
  scope_cli_integer (csv, v[SCOPE_COLLECTION_FRAGMENTATION]);
  scope_cli_integer (csv, v[SCOPE_COLLECTION_THREADS]);
  scope_cli_integer (csv, v[SCOPE_COLLECTION_MAX_COPIED]);
  scope_cli_integer (csv, v[SCOPE_COLLECTION_BALANCED_COPIED]);
  return TRUE;
}

gboolean
scope_cli_dump_collections (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  return dump_rows (cli, SCOPE_TABLE_COLLECTIONS, write_collection, csv, error);
}

static void
write_link_end (ScopeMachine *machine, gint64 end, ScopeCsv *csv)
{
  gboolean thread = end >= 0 || end == SCOPE_TABLE_NULL;
  ScopeKind kind = thread ? SCOPE_KIND_THREAD : ~end % 2 != 0 ? SCOPE_KIND_STRANGER : SCOPE_KIND_PORT;

  scope_cli_entity (csv, machine, kind, thread ? end : ~end / 2);
}

static gboolean
write_link (ScopeCli *cli, ScopeMachine *machine, const gint64 *v, ScopeCsv *csv, GError **error)
{
  static const char *const kinds[SCOPE_N_LINK_KINDS] = { "link", "unlink", "getting_linked", "getting_unlinked" };
  gint64 kind = v[SCOPE_LINK_KIND];

  scope_cli_own_time (cli, csv, machine, v[SCOPE_LINK_TIME]);
  scope_csv_unsigned (csv, machine->number);
  write_link_end (machine, v[SCOPE_LINK_FROM], csv);
  write_link_end (machine, v[SCOPE_LINK_TO], csv);
  scope_csv_text (csv, kind >= 0 && kind < SCOPE_N_LINK_KINDS ? kinds[kind] : NULL);
  return TRUE;
}

gboolean
scope_cli_dump_links (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  return dump_rows (cli, SCOPE_TABLE_LINKS, write_link, csv, error);
}

static gboolean
write_scheduler (ScopeCli *cli, ScopeMachine *machine, const gint64 *v, ScopeCsv *csv, GError **error)
{
  scope_cli_own_time (cli, csv, machine, v[SCOPE_SCHEDULER_TIME]);
  scope_csv_unsigned (csv, machine->number);
  scope_cli_integer (csv, v[SCOPE_SCHEDULER_PROCESSOR]);
  scope_csv_text (csv, v[SCOPE_SCHEDULER_ACTIVE] != 0 ? "active" : "inactive");
  scope_cli_integer (csv, v[SCOPE_SCHEDULER_N_ACTIVE]);
  return TRUE;
}

gboolean
scope_cli_dump_schedulers (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  return dump_rows (cli, SCOPE_TABLE_SCHEDULERS, write_scheduler, csv, error);
}
