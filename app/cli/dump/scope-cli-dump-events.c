/* scope-cli-dump-events.c: raw events, losses, and what the trace says of the program.
 *
 * Raw events come from the trace's files, machine by machine. To merge several machines by time, each
 * machine's events are first written, one after the other, into an unnamed temporary file, and read back from
 * as many places as there are machines: memory does not grow with the trace.
 *
 *     record   time i64 | processor i32 | name u32 length, bytes | detail u32 length, bytes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"

#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"

#include <errno.h>
#include <string.h>

static void
write_event (ScopeCli *cli,
             ScopeCsv *csv,
             ScopeMachine *machine,
             gint64 time,
             gint processor,
             const char *name,
             const char *detail)
{
  scope_cli_own_time (cli, csv, machine, time);
  scope_csv_unsigned (csv, machine->number);
  scope_cli_integer (csv, processor < 0 || processor == 0xffff ? SCOPE_TABLE_NULL : processor);
  scope_csv_text (csv, name);
  scope_csv_text (csv, detail);
  scope_csv_end_row (csv);
}

/* --- one machine: as they come --- */

typedef struct
{
  ScopeCli *cli;
  ScopeCsv *csv;
  /* several machines */
  FILE *spool;
  ScopeMachine *machine; /* whose events are coming */
  GArray *runs;          /* of Run */
  gboolean failed;
} Events;

typedef struct
{
  ScopeMachine *machine;
  gint64 from, to; /* bytes of the spool */
  gint64 time;     /* of the current event, trace time */
  gint64 own_time;
  gint processor;
  GString *name, *detail;
} Run;

static gboolean
print_event (
    ScopeMachine *machine, gint64 time, gint processor, const char *name, const char *detail, gpointer data)
{
  Events *events = data;

  write_event (events->cli, events->csv, machine, time, processor, name, detail);
  return TRUE;
}

/* --- several: spooled, then merged --- */

static gboolean
put_text (FILE *file, const char *text)
{
  guint32 length = text != NULL ? (guint32)strlen (text) : 0;

  return fwrite (&length, sizeof length, 1, file) == 1
         && (length == 0 || fwrite (text, length, 1, file) == 1);
}

static gboolean
get_text (FILE *file, GString *text)
{
  guint32 length;

  if (fread (&length, sizeof length, 1, file) != 1)
    return FALSE;
  g_string_set_size (text, length);
  return length == 0 || fread (text->str, length, 1, file) == 1;
}

static gboolean
spool_event (
    ScopeMachine *machine, gint64 time, gint processor, const char *name, const char *detail, gpointer data)
{
  Events *events = data;
  gint32 number = processor;

  if (machine != events->machine)
    {
      Run run = { .machine = machine, .from = ftello (events->spool) };
      if (events->runs->len > 0)
        g_array_index (events->runs, Run, events->runs->len - 1).to = run.from;
      g_array_append_val (events->runs, run);
      events->machine = machine;
    }
  events->failed = fwrite (&time, sizeof time, 1, events->spool) != 1
                   || fwrite (&number, sizeof number, 1, events->spool) != 1
                   || !put_text (events->spool, name) || !put_text (events->spool, detail);
  return !events->failed;
}

/* The next event of a run; FALSE at its end. */
static gboolean
run_next (ScopeCli *cli, FILE *spool, Run *run)
{
  gint32 number;

  if (run->from >= run->to || fseeko (spool, run->from, SEEK_SET) != 0)
    return FALSE;
  if (fread (&run->own_time, sizeof run->own_time, 1, spool) != 1
      || fread (&number, sizeof number, 1, spool) != 1 || !get_text (spool, run->name)
      || !get_text (spool, run->detail))
    {
      run->from = run->to;
      return FALSE;
    }
  run->processor = number;
  run->time = scope_time_add (run->own_time, scope_trace_offset (cli->trace, run->machine));
  run->from = ftello (spool);
  return TRUE;
}

static gboolean
merge_runs (Events *events, GError **error)
{
  g_autoptr (GPtrArray) alive = g_ptr_array_new ();
  guint n = 0;

  SCOPE_EACH (Run, run, events->runs)
    {
      run->name = g_string_new (NULL);
      run->detail = g_string_new (NULL);
      if (run_next (events->cli, events->spool, run))
        g_ptr_array_add (alive, run);
    }
  while (alive->len > 0 && (++n % 4096 != 0 || !scope_cli_interrupted (events->cli, error)))
    {
      guint first = 0;
      for (guint i = 1; i < alive->len; i++)
        if (((Run *)alive->pdata[i])->time < ((Run *)alive->pdata[first])->time)
          first = i;
      Run *run = alive->pdata[first];
      write_event (events->cli, events->csv, run->machine, run->own_time, run->processor, run->name->str,
                   run->detail->str);
      if (!run_next (events->cli, events->spool, run))
        g_ptr_array_remove_index (alive, first);
    }
  for (guint i = 0; i < events->runs->len; i++)
    {
      g_string_free (g_array_index (events->runs, Run, i).name, TRUE);
      g_string_free (g_array_index (events->runs, Run, i).detail, TRUE);
    }
  return alive->len == 0;
}

static gboolean
dump_merged (ScopeCli *cli, ScopeCsv *csv, GError **error)
{
  Events events = { .cli = cli, .csv = csv, .spool = tmpfile () };
  gboolean ok = FALSE;

  if (events.spool == NULL)
    return scope_fail (error, g_io_error_from_errno (errno), "no temporary file could be made: %s", g_strerror (errno));
  events.runs = g_array_new (FALSE, TRUE, sizeof (Run));
  if (scope_import_foreach_event (cli->import, cli->from, cli->to, spool_event, &events, cli->cancellable,
                                  error))
    {
      if (events.runs->len > 0)
        g_array_index (events.runs, Run, events.runs->len - 1).to = ftello (events.spool);
      if (events.failed || fflush (events.spool) != 0)
        g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno),
                     "the temporary file could not be written: %s", g_strerror (errno));
      else
        ok = merge_runs (&events, error);
    }
  g_array_unref (events.runs);
  fclose (events.spool);
  return ok;
}

gboolean
scope_cli_dump_events (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  Events events = { .cli = cli, .csv = csv };

  if (scope_trace_n_machines (cli->trace) > 1)
    return dump_merged (cli, csv, error);
  return scope_import_foreach_event (cli->import, cli->from, cli->to, print_event, &events, cli->cancellable,
                                     error);
}

/* --- losses --- */

static void
write_loss (ScopeMachine *machine, const ScopeLoss *loss, gpointer data)
{
  ScopeCli *cli = ((Events *) data)->cli;
  ScopeCsv *csv = ((Events *) data)->csv;
  gboolean placed = machine != NULL && (loss->from != 0 || loss->to != 0);

  scope_cli_integer (csv, machine != NULL ? (gint64) machine->number : SCOPE_TABLE_NULL);
  scope_cli_integer (csv, machine != NULL && loss->processor != 0xffff ? loss->processor : SCOPE_TABLE_NULL);
  scope_cli_own_time (cli, csv, placed ? machine : NULL, loss->from);
  scope_cli_own_time (cli, csv, placed ? machine : NULL, loss->to);
  scope_csv_unsigned (csv, loss->from_byte);
  scope_csv_unsigned (csv, loss->bytes);
  scope_csv_text (csv, loss->reason);
  scope_csv_end_row (csv);
}

gboolean
scope_cli_dump_losses (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  scope_trace_foreach_loss (cli->trace, write_loss, &(Events) { .cli = cli, .csv = csv });
  return TRUE;
}

/* --- what the trace says of the program --- */

gboolean
scope_cli_dump_process_info (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  SCOPE_EACH_MACHINE (machine, cli->trace)
    {
      for (guint i = 0; i < scope_machine_n_infos (machine); i++)
        {
          ScopeInfo info = scope_machine_info (machine, i);
          scope_csv_unsigned (csv, machine->number);
          scope_csv_text (csv, info.key);
          scope_csv_text (csv, info.value);
          scope_csv_end_row (csv);
        }
    }
  return TRUE;
}
