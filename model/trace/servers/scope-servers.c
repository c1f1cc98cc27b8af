/* scope-servers.c: see scope-servers.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/servers/scope-servers.h"

#include "model/base/scope-compare.h"
#include "model/trace/document/scope-query-range.h"
#include "model/base/scope-schema.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/servers/scope-mail-steps.h"
#include "model/trace/servers/scope-open-calls.h"

#include <glib/gi18n-lib.h>

#define MOST_OPEN 262144u /* calls by reference */

/* A length as it changes. */
typedef struct
{
  gint64 at;
  gint64 length;
} Level;

typedef struct
{
  ScopeServer sum;
  ScopeOpenCall asked; /* the last that it has sent, where no reference tells what that is; `to` SCOPE_NONE: nothing, or it was answered */
  Level least, most;
  gint64 answered; /* its last answer */
  gboolean others; /* something came before the end of the range that was not answered */
} Party;

typedef struct
{
  gint64 from, to;
  GArray *parties;     /* of Party */
  GArray *callers;     /* of ScopeServerCaller */
  GHashTable *pairs;   /* server << 32 | caller → callers + 1 */
  ScopeOpenCalls *open;
} Sweep;

static Party *
party_at (Sweep *sweep, guint32 index)
{
  return &g_array_index (sweep->parties, Party, index);
}

static Party *
party (Sweep *sweep, guint32 index)
{
  while (sweep->parties->len <= index)
    {
      const Party added = { .asked = { .to = SCOPE_NONE }, .least = { .at = SCOPE_TIME_MIN }, .most = { .at = SCOPE_TIME_MIN },
                            .answered = SCOPE_TIME_MIN };

      g_array_append_val (sweep->parties, added);
    }
  return party_at (sweep, index);
}

static gint64
part (const Sweep *sweep, gint64 from, gint64 to)
{
  return MAX (MIN (to, sweep->to) - MAX (from, sweep->from), 0);
}

static gboolean
is_within (const Sweep *sweep, gint64 time)
{
  return time >= sweep->from && time < sweep->to;
}

/* --- lengths --- */

/* It is what it was until then. */
static void
pass (const Sweep *sweep, Level *level, ScopeMailboxSum *sum, gint64 time)
{
  gint64 from = MAX (level->at, sweep->from), to = MIN (time, sweep->to);

  if (level->at < sweep->from && time >= sweep->from)
    sum->first = level->length;
  if (level->at < sweep->to && time >= sweep->to)
    sum->last = level->length;
  if (from < to)
    {
      sum->area += level->length * (to - from);
      if (level->length > (gint64) sum->longest)
        {
          sum->longest = (guint64) level->length;
          sum->longest_at = from;
        }
    }
  level->at = time;
}

static void
change (const Sweep *sweep, Level *level, ScopeMailboxSum *sum, gint64 time, gint64 by)
{
  pass (sweep, level, sum, time);
  level->length += by;
}

/* --- calls --- */

static ScopeServerCaller *
caller_of (Sweep *sweep, guint32 server, guint32 caller)
{
  gpointer key = (gpointer) ((guintptr) server << 32 | caller);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (sweep->pairs, key));
  ScopeServerCaller added = { .machine = server, .caller_machine = caller }; /* parties for now */

  if (place == 0)
    {
      g_array_append_val (sweep->callers, added);
      place = sweep->callers->len;
      g_hash_table_insert (sweep->pairs, key, GUINT_TO_POINTER (place));
    }
  return &g_array_index (sweep->callers, ScopeServerCaller, place - 1);
}

static void
add_call (const Sweep *sweep, ScopeCallSum *sum, const ScopeOpenCall *asked, gint64 back, gboolean inferred)
{
  gint64 whole = back - asked->sent;

  sum->waited += part (sweep, asked->sent, back);
  if (!is_within (sweep, back))
    return;
  sum->count++;
  sum->inferred += inferred;
  sum->parts[SCOPE_CALL_QUEUE] += asked->begun - asked->sent;
  sum->parts[SCOPE_CALL_SERVICE] += asked->answered - asked->begun;
  sum->parts[SCOPE_CALL_BACK] += back - asked->answered;
  if (sum->count == 1 || whole > sum->longest)
    {
      sum->longest = whole;
      sum->longest_from = asked->sent;
    }
}

/* The answer has come. */
static void
finish_call (Sweep *sweep, guint32 caller, const ScopeOpenCall *asked, gint64 back, gboolean inferred)
{
  if (part (sweep, asked->sent, back) == 0 && !is_within (sweep, back))
    return;
  party_at (sweep, caller)->sum.waits += part (sweep, asked->sent, back);
  add_call (sweep, &party_at (sweep, asked->to)->sum.calls, asked, back, inferred);
  add_call (sweep, &caller_of (sweep, asked->to, caller)->calls, asked, back, inferred);
}

/* What it has sent last was no question, or is not answered. */
static void
forget (Sweep *sweep, const ScopeOpenCall *asked, gint64 time)
{
  Party *server = asked->to != SCOPE_NONE ? party_at (sweep, asked->to) : NULL;

  if (server == NULL || asked->answered != SCOPE_TIME_MIN)
    return;
  change (sweep, &server->most, &server->sum.most, time, -1);
  server->others |= asked->sent < sweep->to;
}

static void
forget_open (Sweep *sweep, ScopeOpenCall *call, gint64 time)
{
  if (call == NULL)
    return;
  forget (sweep, call, time);
  scope_open_calls_remove (sweep->open, call);
}

static void
take_answer (Sweep *sweep, ScopeOpenCall *asked, guint32 from, gint64 time)
{
  Party *server = party_at (sweep, asked->to);

  asked->answered = time;
  asked->begun = MAX (asked->received, server->answered);
  if (from == asked->to)
    server->answered = time; /* else somebody else answers for it */
  change (sweep, &server->most, &server->sum.most, time, -1);
}

/* By the reference. Whoever sends it. */
static gboolean
answer_open (Sweep *sweep, const ScopeMailStep *step)
{
  ScopeOpenCall *call = scope_open_calls_find (sweep->open, step->to, step->call / (SCOPE_ASKING_MASK + 1));

  if (call == NULL || step->from == step->to || call->received == SCOPE_TIME_MIN || call->answered != SCOPE_TIME_MIN)
    return FALSE;
  take_answer (sweep, call, step->from, step->time);
  return TRUE;
}

static void
ask_openly (Sweep *sweep, const ScopeMailStep *step)
{
  guint32 reference = step->call / (SCOPE_ASKING_MASK + 1);
  Party *to = party_at (sweep, step->to);

  forget_open (sweep, scope_open_calls_find (sweep->open, step->from, reference), step->time);
  forget_open (sweep, scope_open_calls_surplus (sweep->open), step->time);
  scope_open_calls_add (sweep->open, step->from, step->to, reference, step->time);
  change (sweep, &to->most, &to->sum.most, step->time, 1);
}

/* A question, or the answer to one, arrives. */
static void
receive_openly (Sweep *sweep, const ScopeMailStep *step)
{
  guint32 reference = step->call / (SCOPE_ASKING_MASK + 1);
  ScopeOpenCall *call = scope_open_calls_find (sweep->open, step->from, reference);

  if (call != NULL && call->to == step->to && call->sent == step->other && call->received == SCOPE_TIME_MIN)
    call->received = step->time;
  call = scope_open_calls_find (sweep->open, step->to, reference);
  if (call == NULL || call->answered == SCOPE_TIME_MIN || call->answered != step->other)
    return;
  finish_call (sweep, step->to, call, step->time, FALSE);
  scope_open_calls_remove (sweep->open, call);
}

/* Whether it is the answer to what its receiver asked last, as far as the order tells. */
static gboolean
answer (Sweep *sweep, guint32 server, guint32 caller, gint64 time)
{
  ScopeOpenCall *asked = &party_at (sweep, caller)->asked;

  if (asked->to != server || server == caller || asked->received == SCOPE_TIME_MIN || asked->answered != SCOPE_TIME_MIN)
    return FALSE;
  take_answer (sweep, asked, server, time);
  return TRUE;
}

/* --- steps --- */

static void
take_sending (Sweep *sweep, const ScopeMailStep *step)
{
  Party *to = party_at (sweep, step->to), *from = step->from != SCOPE_NONE ? party_at (sweep, step->from) : NULL;
  guint asking = step->call & SCOPE_ASKING_MASK;

  if (step->other != SCOPE_TIME_MAX)
    change (sweep, &to->least, &to->sum.least, step->time, 1);
  else
    to->sum.untaken += is_within (sweep, step->time);
  if (from != NULL)
    {
      forget (sweep, &from->asked, step->time);
      from->asked.to = SCOPE_NONE;
    }
  if (from == NULL || asking == SCOPE_ASKING_NO || (asking >= SCOPE_ASKING_QUESTION && answer_open (sweep, step))
      || (asking != SCOPE_ASKING_QUESTION && answer (sweep, step->from, step->to, step->time)))
    {
      to->others |= step->time < sweep->to; /* which is no question */
      return;
    }
  if (asking == SCOPE_ASKING_QUESTION)
    {
      ask_openly (sweep, step);
      return;
    }
  from->asked = (ScopeOpenCall) { step->from, step->to, 0, step->time, SCOPE_TIME_MIN, SCOPE_TIME_MIN, SCOPE_TIME_MIN, 0, 0 };
  change (sweep, &to->most, &to->sum.most, step->time, 1);
}

static void
take_receipt (Sweep *sweep, const ScopeMailStep *step)
{
  Party *to = party_at (sweep, step->to), *from = step->from != SCOPE_NONE ? party_at (sweep, step->from) : NULL;
  ScopeServer *sum = &to->sum;
  gboolean within = is_within (sweep, step->time);

  sum->arrivals += within;
  if (step->other == SCOPE_TIME_MIN)
    {
      to->others |= step->time < sweep->to;
      return;
    }
  change (sweep, &to->least, &sum->least, step->time, -1);
  sum->queued += part (sweep, step->other, step->time);
  if (within)
    {
      sum->timed++;
      sum->queue += step->time - step->other;
      sum->queue_max = MAX (sum->queue_max, step->time - step->other);
    }
  if (from == NULL)
    return;
  if ((step->call & SCOPE_ASKING_MASK) >= SCOPE_ASKING_QUESTION)
    receive_openly (sweep, step);
  if (from->asked.to == step->to && from->asked.sent == step->other && from->asked.received == SCOPE_TIME_MIN)
    from->asked.received = step->time;
  if (to->asked.to == step->from && to->asked.answered == step->other && to->asked.answered != SCOPE_TIME_MIN)
    {
      finish_call (sweep, step->to, &to->asked, step->time, TRUE);
      to->asked.to = SCOPE_NONE;
    }
}

static gboolean
sweep_steps (Sweep *sweep, ScopeMailSteps *steps, GError **error)
{
  GError *local = NULL;
  const ScopeMailStep *step;

  while ((step = scope_mail_steps_next (steps, &local)) != NULL)
    {
      party (sweep, step->to);
      if (step->from != SCOPE_NONE)
        party (sweep, step->from);
      if (step->received)
        take_receipt (sweep, step);
      else
        take_sending (sweep, step);
    }
  for (const ScopeOpenCall *call = scope_open_calls_first (sweep->open); call != NULL; call = scope_open_calls_after (sweep->open, call))
    if (call->answered == SCOPE_TIME_MIN && call->sent < sweep->to)
      party_at (sweep, call->to)->others = TRUE;
  for (guint i = 0; i < sweep->parties->len; i++)
    {
      Party *one = party_at (sweep, i);

      if (one->asked.to != SCOPE_NONE && one->asked.answered == SCOPE_TIME_MIN && one->asked.sent < sweep->to)
        party_at (sweep, one->asked.to)->others = TRUE;
      pass (sweep, &one->least, &one->sum.least, SCOPE_TIME_MAX);
      pass (sweep, &one->most, &one->sum.most, SCOPE_TIME_MAX);
    }
  return scope_passed (local, error);
}

/* --- the result --- */

gint64
scope_server_busy (const ScopeServer *server)
{
  const gint64 *totals = server->totals;

  return totals[SCOPE_STATE_RUNNABLE] + totals[SCOPE_STATE_RUNNING] + totals[SCOPE_STATE_OUTSIDE] + totals[SCOPE_STATE_COLLECTING]
         + totals[SCOPE_STATE_ACTIVE];
}

/* -1: nothing is known. */
static double
of_known (const ScopeServer *server, gint64 time)
{
  gint64 known = scope_server_busy (server) + server->totals[SCOPE_STATE_BLOCKED] + server->totals[SCOPE_STATE_IDLE];

  return known > 0 ? (double) time / (double) known : -1;
}

double
scope_server_utilisation (const ScopeServer *server)
{
  return of_known (server, scope_server_busy (server));
}

double
scope_server_runnable (const ScopeServer *server)
{
  return MAX (of_known (server, server->totals[SCOPE_STATE_RUNNABLE]), 0);
}

/* Where nothing is known of what it did, the waiting alone. */
static double
weight (const ScopeServer *server)
{
  double utilisation = scope_server_utilisation (server);

  return (utilisation < 0 ? 1 : utilisation) * (double) server->calls.waited;
}

static int
compare_servers (gconstpointer a, gconstpointer b)
{
  const ScopeServer *x = a, *y = b;

  SCOPE_COMPARE (weight (y), weight (x));
  SCOPE_DOWN (queued)
  SCOPE_DOWN (arrivals)
  SCOPE_UP (machine)
  SCOPE_UP (process)
  return 0;
}

SCOPE_COMPARE_BY (compare_callers, ScopeServerCaller,
                  SCOPE_DOWN (calls.waited) SCOPE_UP (machine) SCOPE_UP (process) SCOPE_UP (caller_machine) SCOPE_UP (caller))

static gboolean
read_lane (const ScopeQueryRange *within, const ScopeServers *servers, ScopeServer *server, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (within->trace, server->machine);
  gint64 offset = scope_trace_offset (within->trace, machine);

  return servers->from >= servers->to
         || scope_lane_store_range_totals (machine->lanes, scope_machine_entity (machine, SCOPE_KIND_THREAD, server->thread)->lane,
                                           servers->from - offset, servers->to - offset, server->totals, error);
}

static gboolean
collect (ScopeServers *servers, const ScopeQueryRange *within, Sweep *sweep, ScopeMailSteps *steps, GError **error)
{
  for (guint i = 0; i < sweep->callers->len; i++)
    {
      ScopeServerCaller *caller = &g_array_index (sweep->callers, ScopeServerCaller, i);
      ScopeMailParty server = scope_mail_steps_party (steps, caller->machine), by = scope_mail_steps_party (steps, caller->caller_machine);

      party_at (sweep, caller->machine)->sum.callers += caller->calls.count > 0;
      *caller = (ScopeServerCaller) { server.machine, by.machine, server.number, by.number, caller->calls };
    }
  for (guint i = 0; i < sweep->parties->len; i++)
    {
      Party *one = party_at (sweep, i);
      ScopeMailParty who = scope_mail_steps_party (steps, i);

      one->sum.thread = scope_machine_find_number (scope_trace_machine (within->trace, who.machine), SCOPE_KIND_THREAD, (guint64) who.number);
      if (one->sum.thread == SCOPE_NONE /* a name that nobody is known to bear */
          || (one->sum.arrivals == 0 && one->sum.untaken == 0 && one->sum.queued == 0 && one->sum.calls.waited == 0))
        continue;
      if (scope_query_range_cancelled (within, error))
        return FALSE;
      one->sum.machine = who.machine;
      one->sum.process = who.number;
      one->sum.most_known = !one->others;
      if (!read_lane (within, servers, &one->sum, error))
        return FALSE;
      g_array_append_val (servers->servers, one->sum);
    }
  g_array_sort (servers->servers, compare_servers);
  g_array_sort (sweep->callers, compare_callers);
  servers->callers = g_array_ref (sweep->callers);
  return TRUE;
}

ScopeServers *
scope_servers_read (const ScopeQueryRange *within, GError **error)
{
  g_autoptr (ScopeMailSteps) steps = scope_mail_steps_new (within, 0);
  g_autoptr (ScopeServers) servers = g_new0 (ScopeServers, 1);
  Sweep sweep = { .parties = g_array_new (FALSE, FALSE, sizeof (Party)),
                  .callers = g_array_new (FALSE, FALSE, sizeof (ScopeServerCaller)),
                  .pairs = g_hash_table_new (NULL, NULL),
                  .open = scope_open_calls_new (MOST_OPEN) };
  gboolean ok;

  scope_trace_range (within->trace, &servers->from, &servers->to);
  sweep.from = servers->from = MAX (servers->from, within->from);
  /* What came at the very end belongs to the trace. */
  sweep.to = MAX (MIN (scope_time_add (servers->to, 1), within->to), sweep.from);
  servers->to = MAX (MIN (servers->to, within->to), servers->from);
  servers->servers = g_array_new (FALSE, FALSE, sizeof (ScopeServer));
  ok = sweep_steps (&sweep, steps, error) && collect (servers, within, &sweep, steps, error);
  g_array_unref (sweep.parties);
  g_array_unref (sweep.callers);
  g_hash_table_unref (sweep.pairs);
  scope_open_calls_free (sweep.open);
  return ok ? g_steal_pointer (&servers) : NULL;
}

void
scope_servers_free (ScopeServers *servers)
{
  if (servers == NULL)
    return;
  g_clear_pointer (&servers->servers, g_array_unref);
  g_clear_pointer (&servers->callers, g_array_unref);
  g_free (servers);
}

const char *
scope_servers_why_not (ScopeTrace *trace)
{
  if (scope_trace_runtime (trace) != SCOPE_RUNTIME_ERLANG)
    return _("Only processes of Erlang are shown as servers");
  if (!scope_trace_get_finished (trace) || scope_trace_has_rows (trace, SCOPE_TABLE_MESSAGES))
    return NULL;
  return _("No message was recorded in this trace");
}
