/* scope-cli-dump-waits.c: `dump waits`: when threads were blocked, and what for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"

#include "model/base/scope-fail.h"
#include "model/trace/waits/scope-waits.h"

/* The message's sender, empty if that machine is not in the trace, or the thread that it was waited for. */
static void
write_root (ScopeCli *cli, ScopeMachine *machine, const ScopeRoot *root, ScopeCsv *csv)
{
  static const char *const names[SCOPE_N_ROOTS] = { [SCOPE_ROOT_NONE] = "none",
                                                     [SCOPE_ROOT_LOCAL] = "local",
                                                     [SCOPE_ROOT_MESSAGE] = "message",
                                                     [SCOPE_ROOT_TIMER] = "timer",
                                                     [SCOPE_ROOT_PORT] = "port",
                                                     [SCOPE_ROOT_EXIT] = "exit",
                                                     [SCOPE_ROOT_UNRECORDED] = "unrecorded" };
  const ScopeWaitMessage *message = &root->message;
  gboolean has_message = root->kind == SCOPE_ROOT_MESSAGE;
  ScopeMachine *sender = has_message && message->from_machine < scope_trace_n_machines (cli->trace)
                             ? scope_trace_machine (cli->trace, message->from_machine)
                             : NULL;
  char process[24];

  g_snprintf (process, sizeof process, "%u", message->from_process);
  scope_csv_text (csv, names[root->kind]);
  scope_cli_integer (csv, sender != NULL ? (gint64)sender->number : SCOPE_TABLE_NULL);
  scope_csv_text (csv, has_message ? process : NULL);
  scope_cli_integer (csv, has_message ? (gint64)message->from_port : SCOPE_TABLE_NULL);
  scope_cli_entity (csv, machine, SCOPE_KIND_THREAD, has_message ? SCOPE_NONE : root->thread);
  scope_cli_own_time (cli, csv, sender, message->send);
  scope_cli_own_time (cli, csv, has_message ? machine : NULL, message->receive);
  scope_csv_unsigned (csv, root->depth);
}

static void
write_wait (ScopeCli *cli, ScopeMachine *machine, const ScopeWait *wait, const ScopeRoot *root, ScopeCsv *csv)
{
  static const char *const ends[]
      = { [SCOPE_WAIT_WAKEUP] = "wakeup", [SCOPE_WAIT_RUN] = "run", [SCOPE_WAIT_END] = "end" };
  const ScopeEntity *thread = scope_machine_entity (machine, SCOPE_KIND_THREAD, wait->thread);
  g_autofree char *reason = scope_machine_reason (machine, wait->code, wait->function);
  gint64 from, to;

  scope_cli_own_range (cli, machine, &from, &to);
  from = MAX (from, wait->from);
  to = MIN (to, wait->to);
  scope_csv_unsigned (csv, machine->number);
  scope_cli_entity (csv, machine, SCOPE_KIND_PROCESS, thread->process);
  scope_cli_entity (csv, machine, SCOPE_KIND_THREAD, wait->thread);
  scope_cli_own_time (cli, csv, machine, from);
  scope_cli_time (cli, csv, to - from);
  scope_csv_text (csv, reason);
  scope_cli_entity (csv, machine, SCOPE_KIND_THREAD, wait->owner);
  scope_csv_text (csv, ends[wait->end_by]);
  scope_cli_entity (csv, machine, SCOPE_KIND_THREAD, wait->waker);
  write_root (cli, machine, root, csv);
  scope_csv_end_row (csv);
}

static gboolean
dump_thread (ScopeCli *cli, ScopeWaits *waits, ScopeMachine *machine, guint32 thread, ScopeCsv *csv, GError **error)
{
  ScopeWaitCursor cursor;
  ScopeWait wait;
  ScopeRoot root;
  GError *local = NULL;
  gint64 from, to;

  if (scope_machine_entity (machine, SCOPE_KIND_THREAD, thread)->first == SCOPE_TIME_MIN)
    return TRUE; /* only its name is known */
  scope_cli_own_range (cli, machine, &from, &to);
  scope_wait_cursor_init (&cursor, waits, machine->index, thread, from, to);
  while (local == NULL && scope_wait_cursor_next (&cursor, &wait, &local))
    if (wait.to > from && scope_waits_root (waits, &wait, &root, &local))
      write_wait (cli, machine, &wait, &root, csv);
  scope_wait_cursor_clear (&cursor);
  return scope_passed (local, error);
}

gboolean
scope_cli_dump_waits (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  g_autoptr (ScopeWaits) waits = scope_waits_new (cli->trace, cli->cancellable);

  SCOPE_EACH_MACHINE (machine, cli->trace)
    {
      for (guint32 t = 0; t < scope_machine_n_entities (machine, SCOPE_KIND_THREAD); t++)
        if (scope_cli_interrupted (cli, error) || !dump_thread (cli, waits, machine, t, csv, error))
          return FALSE;
    }
  return TRUE;
}
