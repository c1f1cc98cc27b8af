/* scope-cli-dump-tables.c: migrations, wake-ups, marks, hits, …: tables of machines merged by time, as the schema says.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"
#include "app/cli/common/scope-cli-rows.h"

#include "model/base/scope-fail.h"
#include "model/trace/calls/scope-activations.h"

#include <string.h>

static void
write_link_end (ScopeMachine *machine, gint64 end, ScopeCsv *csv)
{
  gboolean thread = end >= 0 || end == SCOPE_TABLE_NULL;
  ScopeKind kind = thread ? SCOPE_KIND_THREAD : ~end % 2 != 0 ? SCOPE_KIND_STRANGER : SCOPE_KIND_PORT;

  scope_cli_entity (csv, machine, kind, thread ? end : ~end / 2);
}

static void
write_real (gint64 bits, ScopeCsv *csv)
{
  double value;

  memcpy (&value, &bits, sizeof value);
  if (bits == SCOPE_TABLE_NULL)
    scope_csv_empty (csv);
  else
    scope_csv_number (csv, "%.15g", value);
}

/* Empty with error if a text cannot be read. */
static void
write_cell (ScopeCli *cli, ScopeMachine *machine, const ScopeSchemaColumn *column, gint64 value, ScopeCsv *csv, GError **error)
{
  g_autofree char *text = NULL;

  switch (column->kind)
    {
    case SCOPE_SCHEMA_TIME:
      scope_cli_own_time (cli, csv, machine, value);
      break;
    case SCOPE_SCHEMA_DURATION:
      scope_cli_time (cli, csv, value);
      break;
    case SCOPE_SCHEMA_MACHINE:
      scope_csv_unsigned (csv, machine->number);
      break;
    case SCOPE_SCHEMA_THREAD:
      scope_cli_entity (csv, machine, SCOPE_KIND_THREAD, value);
      break;
    case SCOPE_SCHEMA_LINK_END:
      write_link_end (machine, value, csv);
      break;
    case SCOPE_SCHEMA_FUNCTION:
      scope_csv_text (csv, value > 0 ? scope_activations_function (machine, (guint32) value) : NULL);
      break;
    case SCOPE_SCHEMA_ADDRESS:
      if (value != SCOPE_TABLE_NULL)
        text = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", (guint64) value);
      scope_csv_text (csv, text);
      break;
    case SCOPE_SCHEMA_TEXT:
      text = scope_machine_text (machine, (guint64) value, error);
      scope_csv_text (csv, text);
      break;
    case SCOPE_SCHEMA_WORD:
      scope_csv_text (csv, column->word ((guint) value));
      break;
    case SCOPE_SCHEMA_REAL:
      write_real (value, csv);
      break;
    case SCOPE_SCHEMA_POSSIBLE:
      scope_csv_integer (csv, (value & 4) != 0);
      break;
    case SCOPE_SCHEMA_INTEGER:
    default:
      scope_cli_integer (csv, value);
      break;
    }
}

char *
scope_cli_raw_header (ScopeTableKind kind)
{
  GString *header = g_string_new (NULL);

  for (const ScopeSchemaColumn *column = scope_table_schema (kind)->columns; column->name != NULL; column++)
    g_string_append_printf (header, "%s%s", header->len > 0 ? "," : "", column->name);
  return g_string_free (header, FALSE);
}

gboolean
scope_cli_dump_raw (ScopeCli *cli, ScopeTableKind kind, ScopeCsv *csv, GError **error)
{
  g_autoptr (ScopeCliRows) rows = scope_cli_rows_new (cli, kind);
  const ScopeSchemaColumn *columns = scope_table_schema (kind)->columns;
  GError *local = NULL;
  ScopeMachine *machine;
  const gint64 *row;

  while (local == NULL && (row = scope_cli_rows_next (rows, &machine, &local)) != NULL)
    {
      for (const ScopeSchemaColumn *column = columns; column->name != NULL; column++)
        write_cell (cli, machine, column, row[column->column], csv, &local);
      scope_csv_end_row (csv);
    }
  return scope_passed (local, error);
}
