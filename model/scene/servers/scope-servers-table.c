/* scope-servers-table.c: see scope-servers-table.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/servers/scope-servers-table.h"

#include "model/base/scope-format.h"
#include "model/trace/servers/scope-mailbox-courses.h"
#include "model/trace/servers/scope-servers.h"

#include <glib/gi18n-lib.h>

#define MOST_ROWS 10000u
#define STRETCHES 400u /* of a mailbox over time */

/* --- calls --- */

typedef struct
{
  guint waited, calls, inferred, latency, parts[SCOPE_N_CALL_PARTS], longest; /* columns */
} CallColumns;

static void
add_call_columns (ScopeReportTable *table, const char *waited, CallColumns *columns)
{
  static const char *const titles[] = { N_("In the Queue"), N_("Service"), N_("Way Back") };
  static const char *const names[] = { "queue_mean_ns", "service_mean_ns", "back_mean_ns" };
  static const char *const helps[] = { N_("On average, from sending the question until the server began with it: it served others first"),
                                       N_("On average, from when the server began with the question until it answered"),
                                       N_("On average, from the answer until the caller had received it: the caller may have been ready, "
                                          "and not run") };

  columns->waited = scope_report_table_add_column (table, SCOPE_CELL_DURATION, waited, "waited_ns");
  columns->calls = scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Calls"), "calls");
  columns->inferred = scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Inferred"), "inferred");
  scope_report_table_set_help (table, columns->inferred, _("Of the calls, those told by the order of messages alone"));
  columns->latency = scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Mean Call"), "latency_mean_ns");
  scope_report_table_set_help (table, columns->latency, _("From sending to the answer's receipt: in the queue, service and way back together"));
  for (guint p = 0; p < SCOPE_N_CALL_PARTS; p++)
    {
      columns->parts[p] = scope_report_table_add_column (table, SCOPE_CELL_DURATION, _(titles[p]), names[p]);
      scope_report_table_set_help (table, columns->parts[p], _(helps[p]));
    }
  columns->longest = scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Longest Call"), "latency_max_ns");
}

static void
set_calls (ScopeReportTable *table, guint row, const CallColumns *columns, const ScopeCallSum *calls)
{
  double n = (double) calls->count, whole = 0;

  if (calls->waited > 0)
    scope_report_table_set (table, row, columns->waited, (double) calls->waited);
  if (calls->count == 0)
    return;
  for (guint p = 0; p < SCOPE_N_CALL_PARTS; p++)
    {
      whole += (double) calls->parts[p];
      scope_report_table_set (table, row, columns->parts[p], (double) calls->parts[p] / n);
    }
  scope_report_table_set (table, row, columns->calls, n);
  if (calls->inferred > 0)
    scope_report_table_set (table, row, columns->inferred, (double) calls->inferred);
  scope_report_table_set (table, row, columns->latency, whole / n);
  scope_report_table_set (table, row, columns->longest, (double) calls->longest);
}

/* --- servers --- */

typedef struct
{
  CallColumns calls;
  guint utilisation, ready, callers, entry; /* columns */
} Columns;

static void
add_server_columns (ScopeReportTable *table, Columns *columns)
{
  scope_report_table_add_column (table, SCOPE_CELL_LANE, _("Server"), "lane");
  columns->utilisation = scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("Busy"), "utilisation");
  scope_report_table_set_help (table, columns->utilisation,
                               _("Of the time, what it did not wait for messages: it ran, collected or was in a port, or was runnable"));
  columns->ready = scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("Runnable"), "runnable");
  scope_report_table_set_help (table, columns->ready, _("Of the time, the part of Busy in which it was runnable, and did not run"));
  columns->callers = scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Callers"), "callers");
  add_call_columns (table, _("Callers Waited"), &columns->calls);
  scope_report_table_set_help (table, columns->calls.waited, _("For its answers, of all callers together"));
  columns->entry = scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Entry"), "entry");
}

static void
set_server (ScopeReportTable *table, guint row, const Columns *columns, const ScopeServer *server)
{
  set_calls (table, row, &columns->calls, &server->calls);
  if (server->callers > 0)
    scope_report_table_set (table, row, columns->callers, server->callers);
  if (scope_server_utilisation (server) < 0)
    return;
  scope_report_table_set (table, row, columns->utilisation, scope_server_utilisation (server));
  scope_report_table_set (table, row, columns->ready, scope_server_runnable (server));
}

/* --- mailboxes --- */

typedef struct
{
  guint arrivals, busy, queue, queue_max, mean, longest, most, growth, entry; /* columns */
} MailboxColumns;

static void
add_mailbox_columns (ScopeReportTable *table, MailboxColumns *columns)
{
  scope_report_table_add_column (table, SCOPE_CELL_LANE, _("Process"), "lane");
  columns->arrivals = scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Messages"), "arrivals");
  columns->busy = scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Busy per Message"), "busy_mean_ns");
  columns->queue = scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Mean Until Received"), "until_received_mean_ns");
  scope_report_table_set_help (table, columns->queue,
                               _("From sending until the process put it into its mailbox. A server may begin with it later: see “In the Queue” of "
                                 "its calls"));
  columns->queue_max = scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Longest Until Received"), "until_received_max_ns");
  columns->mean = scope_report_table_add_column (table, SCOPE_CELL_NUMBER, _("Mean Length at Least"), "length_mean");
  scope_report_table_set_help (table, columns->mean,
                               _("Messages that were sent and not received yet, on average over time: when it took them out was not recorded"));
  columns->longest = scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Longest at Least"), "length_max");
  columns->most = scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Longest at Most"), "most_max");
  scope_report_table_set_help (table, columns->most, _("The most that were sent and not answered yet; known where all were answered"));
  columns->growth = scope_report_table_add_column (table, SCOPE_CELL_MORE, _("Growth"), "growth");
  columns->entry = scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Entry"), "entry");
}

static void
set_mailbox (ScopeReportTable *table, guint row, const MailboxColumns *columns, const ScopeServers *servers, const ScopeServer *server)
{
  double length = (double) (servers->to - servers->from);

  scope_report_table_set (table, row, columns->arrivals, (double) server->arrivals);
  if (server->arrivals > 0 && scope_server_utilisation (server) >= 0)
    scope_report_table_set (table, row, columns->busy, (double) scope_server_busy (server) / (double) server->arrivals);
  if (server->timed > 0)
    {
      scope_report_table_set (table, row, columns->queue, (double) server->queue / (double) server->timed);
      scope_report_table_set (table, row, columns->queue_max, (double) server->queue_max);
    }
  if (length > 0)
    scope_report_table_set (table, row, columns->mean, (double) server->least.area / length);
  scope_report_table_set (table, row, columns->longest, (double) server->least.longest);
  if (server->most_known)
    scope_report_table_set (table, row, columns->most, (double) server->most.longest);
  scope_report_table_set (table, row, columns->growth, (double) (server->least.last - server->least.first));
}

static ScopeReportTableRow
row_of (ScopeTrace *trace, guint32 machine, gint64 process)
{
  ScopeKind kind = scope_trace_task_kind (trace);
  guint32 index = scope_machine_find_number (scope_trace_machine (trace, machine), kind, (guint64) process);

  return (ScopeReportTableRow) { .lane = { machine, kind, index }, .has_lane = index != SCOPE_NONE };
}

static void
set_entry (ScopeReportTable *table, guint row, guint column)
{
  ScopeLaneId lane = scope_report_table_row (table, row)->lane;
  ScopeMachine *machine = scope_trace_machine (scope_report_table_get_trace (table), lane.machine);
  const ScopeEntity *process = lane.index != SCOPE_NONE ? scope_machine_entity (machine, lane.kind, lane.index) : NULL;

  if (process != NULL && process->entry != NULL)
    scope_report_table_set_word (table, row, column, process->entry);
}

static char *
name_of (ScopeTrace *trace, guint32 machine, gint64 process)
{
  return scope_trace_party_name (trace, machine, SCOPE_KIND_PROCESS, process);
}

/* The sentence, with how sure its calls are. Takes it. */
static char *
add_inferred (char *sentence, const ScopeCallSum *calls)
{
  g_autofree char *taken = sentence, *inferred = scope_format_count (calls->inferred), *all = scope_format_count (calls->count);

  if (calls->inferred == 0)
    return g_steal_pointer (&taken);
  if (calls->inferred == calls->count)
    /* TRANSLATORS: a sentence without its full stop */
    return g_strdup_printf (_("%s. What is a call is inferred from the order of messages"), taken);
  /* TRANSLATORS: a sentence without its full stop, how many, of how many */
  return g_strdup_printf (_("%s. Of its calls, %s of %s are inferred from the order of messages"), taken, inferred, all);
}

/* The sentence, with who is held up most. Takes it. */
static char *
add_longest (char *sentence, ScopeTrace *trace, const ScopeServers *servers, const ScopeServer *server)
{
  g_autofree char *taken = sentence;

  for (guint i = 0; server->callers > 1 && i < servers->callers->len; i++)
    {
      const ScopeServerCaller *caller = &g_array_index (servers->callers, ScopeServerCaller, i);

      if (caller->machine == server->machine && caller->process == server->process)
        {
          g_autofree char *name = name_of (trace, caller->caller_machine, caller->caller);
          g_autofree char *waited = scope_format_duration ((double) caller->calls.waited, scope_trace_tick_ps (trace));

          /* TRANSLATORS: a sentence without its full stop, a process, a duration */
          return g_strdup_printf (_("%s; %s waited longest, %s"), taken, name, waited);
        }
    }
  return g_steal_pointer (&taken);
}

/* Who it is that holds up the others, and whom. */
static char *
summary (ScopeTrace *trace, const ScopeServers *servers)
{
  const ScopeServer *first = servers->servers->len > 0 ? &g_array_index (servers->servers, ScopeServer, 0) : NULL;
  double utilisation = first != NULL ? scope_server_utilisation (first) : -1;
  g_autofree char *name = NULL, *waited = NULL, *busy = NULL, *runnable = NULL, *n = NULL;
  char *text;

  if (first == NULL)
    return g_strdup (_("Nothing was sent to a process in this range"));
  if (first->calls.waited == 0)
    return g_strdup (_("Nobody was seen to wait for an answer in this range; all who received something are under Mailboxes"));
  name = name_of (trace, first->machine, first->process);
  waited = scope_format_duration ((double) first->calls.waited, scope_trace_tick_ps (trace));
  n = scope_format_count (first->callers);
  busy = scope_format_share (MAX (utilisation, 0));
  runnable = scope_format_share (utilisation < 0 ? 0 : scope_server_runnable (first));
  if (utilisation < 0)
    /* TRANSLATORS: a process, how many, a duration */
    text = g_strdup_printf (ngettext ("Most waited for: %s. %s caller waited %s for it", "Most waited for: %s. %s callers waited %s for it",
                                      first->callers),
                            name, n, waited);
  else
    /* TRANSLATORS: a process, how many, a duration, a share, and a part of that share */
    text = g_strdup_printf (
        ngettext ("Most waited for: %s. %s caller waited %s for it, and it was busy %s of the time (%s runnable, and not run)",
                  "Most waited for: %s. %s callers waited %s for it, and it was busy %s of the time (%s runnable, and not run)", first->callers),
        name, n, waited, busy, runnable);
  return add_inferred (add_longest (text, trace, servers, first), &first->calls);
}

/* Clients receive, too: their answers. They are among the callers. */
static gboolean
is_called (const ScopeServer *server)
{
  return server->calls.count > 0 || server->calls.waited > 0;
}

/* Those called; a mailbox has everybody. */
static GArray *
choose (const ScopeServers *servers, gboolean called)
{
  GArray *chosen = g_array_new (FALSE, FALSE, sizeof (ScopeServer));

  for (guint i = 0; i < servers->servers->len && chosen->len < MOST_ROWS; i++)
    if (!called || is_called (&g_array_index (servers->servers, ScopeServer, i)))
      g_array_append_val (chosen, g_array_index (servers->servers, ScopeServer, i));
  return chosen;
}

static guint
add_row (ScopeReportTable *table, ScopeTrace *trace, const ScopeServer *server, guint entry)
{
  const ScopeReportTableRow line = row_of (trace, server->machine, server->process);
  guint row = scope_report_table_add_row (table, &line);

  set_entry (table, row, entry);
  return row;
}

static void
list_servers (ScopeReportTable *table, ScopeTrace *trace, const GArray *servers)
{
  Columns columns;

  add_server_columns (table, &columns);
  for (guint i = 0; i < servers->len; i++)
    {
      const ScopeServer *server = &g_array_index (servers, ScopeServer, i);

      set_server (table, add_row (table, trace, server, columns.entry), &columns, server);
    }
  scope_report_table_hide_empty_columns (table);
}

static void
list_mailboxes (ScopeReportTable *table, ScopeTrace *trace, const ScopeServers *all, const GArray *servers)
{
  MailboxColumns columns;

  add_mailbox_columns (table, &columns);
  for (guint i = 0; i < servers->len; i++)
    {
      const ScopeServer *server = &g_array_index (servers, ScopeServer, i);

      set_mailbox (table, add_row (table, trace, server, columns.entry), &columns, all, server);
    }
  scope_report_table_hide_empty_columns (table);
}

static void
list_callers (ScopeReportTable *table, ScopeTrace *trace, const ScopeServers *servers)
{
  CallColumns columns;
  guint entry;

  scope_report_table_add_column (table, SCOPE_CELL_LANE, _("Caller"), "lane");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Server"), "server");
  add_call_columns (table, _("Waited"), &columns);
  entry = scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Entry"), "entry");
  for (guint i = 0; i < MIN (servers->callers->len, MOST_ROWS); i++)
    {
      const ScopeServerCaller *caller = &g_array_index (servers->callers, ScopeServerCaller, i);
      g_autofree char *server = name_of (trace, caller->machine, caller->process);
      ScopeReportTableRow line = row_of (trace, caller->caller_machine, caller->caller);
      guint row;

      line.has_range = caller->calls.count > 0;
      line.from = caller->calls.longest_from;
      line.to = caller->calls.longest_from + caller->calls.longest;
      row = scope_report_table_add_row (table, &line);
      set_entry (table, row, entry);
      scope_report_table_set_word (table, row, 1, server);
      set_calls (table, row, &columns, &caller->calls);
    }
  scope_report_table_hide_empty_columns (table);
}

static gboolean
attach_courses (ScopeReportTable *table, const ScopeQueryRange *within, const GArray *servers, GError **error)
{
  ScopeMailParty whose[SCOPE_SERVERS_TABLE_COURSES];
  guint n = MIN (servers->len, SCOPE_SERVERS_TABLE_COURSES);
  ScopeMailboxCourses *courses;

  if (n == 0)
    return TRUE;
  for (guint i = 0; i < n; i++)
    {
      const ScopeServer *server = &g_array_index (servers, ScopeServer, i);

      whose[i] = (ScopeMailParty) { server->machine, server->process };
    }
  courses = scope_mailbox_courses_read (within, whose, n, STRETCHES, error);
  if (courses == NULL)
    return FALSE;
  scope_report_table_attach (table, courses, (GDestroyNotify) scope_mailbox_courses_free);
  return TRUE;
}

ScopeReportTable *
scope_servers_table_read (const ScopeQueryRange *within, guint what, GError **error)
{
  g_autoptr (ScopeServers) servers = scope_servers_read (within, error);
  g_autoptr (ScopeReportTable) table = NULL;
  g_autoptr (GArray) listed = NULL;

  if (servers == NULL)
    return NULL;
  table = scope_report_table_new (within->trace);
  listed = choose (servers, what == SCOPE_SERVERS_TABLE_SERVERS);
  if (what == SCOPE_SERVERS_TABLE_CALLERS)
    list_callers (table, within->trace, servers);
  else if (what == SCOPE_SERVERS_TABLE_MAILBOXES)
    list_mailboxes (table, within->trace, servers, listed);
  else
    list_servers (table, within->trace, listed);
  if (what != SCOPE_SERVERS_TABLE_CALLERS && !attach_courses (table, within, listed, error))
    return NULL;
  scope_report_table_take_summary (table, summary (within->trace, servers));
  return g_steal_pointer (&table);
}
