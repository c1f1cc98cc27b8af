/* scope-findings-waits.c: rules about those who wait, and for whom. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/findings/scope-findings-private.h"

#include "model/base/scope-format.h"
#include "model/trace/servers/scope-servers.h"

#include <glib/gi18n.h>

static gint64
late (const ScopeFacts *facts)
{
  return facts->used[SCOPE_CAUSE_LATE_PRODUCER];
}

/* Who is waited for most, and what that one does on the path. */
static void
add_blame (const ScopeFacts *facts, ScopeFinding *finding)
{
  const ScopeCulprit *blamed = &facts->blamed;

  if (blamed->time <= 0)
    return;
  scope_finding_add (finding, _("Most waited for"), scope_facts_what (facts, blamed));
  scope_finding_add (finding, _("Time others waited for it, directly or through others"), scope_facts_time (facts, blamed->time));
  if (blamed->most_time * 2 > blamed->time)
    scope_finding_add (finding, _("Most of this on"), scope_facts_name (facts, blamed->most));
  if (facts->on_path.time > 0)
    {
      scope_finding_add (finding, _("Most of the critical path"), scope_facts_what (facts, &facts->on_path));
      scope_finding_add (finding, _("Of the critical path"), scope_facts_share (facts, scope_facts_of_run (facts, facts->on_path.time)));
    }
}

void
scope_rule_black_hole_convoy (const ScopeFacts *facts, ScopeFinding *finding)
{
  gint64 time = facts->analysis->waited[SCOPE_CODE_BLACKHOLE];
  const char *what = scope_facts_what (facts, &facts->blamed);

  if (facts->runtime != SCOPE_RUNTIME_GHC || scope_facts_of_all (facts, time) < 0.15)
    return;
  finding->cost = MIN (time, facts->used[SCOPE_CAUSE_SERIAL] + late (facts) + 1);
  finding->causes = 1u << SCOPE_CAUSE_SERIAL | 1u << SCOPE_CAUSE_LATE_PRODUCER;
  scope_finding_wish_label (finding, facts->blamed.label);
  scope_finding_look_at (finding, facts->blamed.most);
  finding->title = g_strdup_printf (_("Many wait for one lazy value: %s"), what);
  finding->sentence = g_strdup_printf (
      _("Threads wait for lazy values that another thread evaluates, together for as long as %s of the processors' time; meanwhile, mostly "
        "%s runs."),
      scope_facts_share (facts, scope_facts_of_all (facts, time)), what);
  finding->advice
      = g_strdup (_("Evaluate shared values before the threads start (rdeepseq, force), or let each thread begin with another one."));
  scope_finding_add (finding, _("Blocked on black holes, all threads"), scope_facts_time (facts, time));
  add_blame (facts, finding);
  scope_finding_place_on_path (facts, finding, SCOPE_PATH_RUNNING, facts->blamed.label);
}

void
scope_rule_lock_convoy (const ScopeFacts *facts, ScopeFinding *finding)
{
  const ScopeCulprit *blamed = &facts->blamed;
  const char *what = scope_facts_what (facts, blamed);
  gboolean named = *blamed->label != '\0';

  if (facts->runtime == SCOPE_RUNTIME_EDEN || facts->runtime == SCOPE_RUNTIME_ERLANG || scope_facts_of_used (facts, late (facts)) < 0.2
      || blamed->n_tasks < 3 || blamed->most_time * 2 > blamed->time)
    return;
  finding->cost = late (facts);
  finding->causes = 1u << SCOPE_CAUSE_LATE_PRODUCER;
  scope_finding_wish_label (finding, blamed->label);
  scope_finding_look_at (finding, blamed->most);
  finding->title = named ? g_strdup_printf (_("Lock convoy: %s"), what) : g_strdup (_("Threads wait for each other"));
  finding->sentence = g_strdup_printf (
      named ? _("%s wait %s of their time because %u threads queue for each other; the one that they wait for runs %s.")
            : _("%s wait %s of their time because %u threads wait for each other; what they do meanwhile, the program did not say."),
      scope_facts_processors (facts), scope_facts_share (facts, scope_facts_of_all (facts, late (facts))), blamed->n_tasks, what);
  finding->advice
      = g_strdup (_("Hold the lock (MVar) for less work, split it, or use STM or atomicModifyIORef'; keep foreign calls out of it."));
  scope_finding_add (finding, _("Threads that queue"), scope_facts_count (facts, blamed->n_tasks));
  add_blame (facts, finding);
  scope_finding_place_on_path (facts, finding, SCOPE_PATH_RUNNING, blamed->label);
}

void
scope_rule_foreign_under_lock (const ScopeFacts *facts, ScopeFinding *finding)
{
  const char *who = scope_facts_name (facts, facts->foreign_task);

  if (facts->runtime == SCOPE_RUNTIME_ERLANG || facts->all_blame == 0 || facts->foreign_blame * 10 < facts->all_blame * 3
      || scope_facts_of_used (facts, late (facts) + facts->used[SCOPE_CAUSE_FOREIGN]) < 0.2)
    return;
  finding->cost = late (facts) + 1; /* it says what the queue waits for */
  finding->causes = 1u << SCOPE_CAUSE_LATE_PRODUCER | 1u << SCOPE_CAUSE_FOREIGN;
  scope_finding_look_at (finding, facts->foreign_task);
  finding->title = g_strdup (_("Foreign calls that others wait for"));
  finding->sentence = g_strdup_printf (_("%s of all waiting is for threads that are in a foreign call meanwhile, most of it for %s."),
                                       scope_facts_share (facts, (double) facts->foreign_blame / (double) facts->all_blame), who);
  finding->advice = g_strdup (_("Make foreign calls outside locks (withMVar), and hand their results over afterwards; import long ones as safe, "
                                "so that their HEC can run other threads."));
  scope_finding_add (finding, _("Time others waited for foreign calls, in total"), scope_facts_time (facts, facts->foreign_blame));
  scope_finding_place_on_path (facts, finding, SCOPE_PATH_FOREIGN, NULL);
}

/* They are what sets the length of the run. */
void
scope_rule_foreign_calls (const ScopeFacts *facts, ScopeFinding *finding)
{
  gint64 time = facts->on_kind[SCOPE_PATH_FOREIGN] - facts->io;
  const char *who = scope_facts_name (facts, facts->foreign_on_path);

  if (scope_facts_of_run (facts, time) < 0.3)
    return;
  finding->cost = facts->used[SCOPE_CAUSE_FOREIGN] + facts->used[SCOPE_CAUSE_FOREIGN_WAIT] + facts->used[SCOPE_CAUSE_SERIAL];
  finding->causes = 1u << SCOPE_CAUSE_FOREIGN | 1u << SCOPE_CAUSE_FOREIGN_WAIT;
  scope_finding_look_at (finding, facts->foreign_on_path);
  finding->title = g_strdup (scope_facts_word (facts, _("Foreign calls"), _("Foreign calls"), _("Ports and NIFs")));
  finding->sentence = g_strdup_printf (
      scope_facts_word (facts, _("Foreign calls are %s of the critical path, most of them of %s."),
                        _("Foreign calls are %s of the critical path, most of them of %s."),
                        _("Ports and NIFs are %s of the critical path, most of them of %s.")),
      scope_facts_share (facts, scope_facts_of_run (facts, time)), who);
  finding->advice = g_strdup (scope_facts_word (
      facts, _("What they do is not recorded: look at them with a profiler for native code. Import long ones as safe, and make several at once."),
      _("What they do is not recorded: look at them with a profiler for native code. Import long ones as safe, and make several at once."),
      _("Run long NIFs on dirty schedulers, and use several ports.")));
  scope_finding_add (finding, _("Foreign calls, of the critical path"), scope_facts_time (facts, time));
  scope_finding_place_on_path (facts, finding, SCOPE_PATH_FOREIGN, NULL);
}

/* What is idle while a server works: its callers wait, or nothing is left but them. */
static gint64
idle_meanwhile (const ScopeFacts *facts)
{
  gint64 others = MAX ((gint64) facts->n_used - 1, 0);

  return MIN (late (facts) + facts->used[SCOPE_CAUSE_SERIAL] + facts->used[SCOPE_CAUSE_END_RAMP], facts->blamed_on_path * others);
}

/* Several call it, one or more of them always waits, and nobody else has so much of the path or does much meanwhile. */
static gboolean
is_called_by_all (const ScopeFacts *facts)
{
  return facts->callers >= 3 && facts->blamed_task.most_time * 2 >= facts->all_blame - facts->ready_blame
         && scope_facts_of_used (facts, idle_meanwhile (facts)) >= 0.15;
}

/* Whoever calls it waits for its turn. The processors may have other things to do meanwhile. */
static gboolean
is_server_for_all (const ScopeFacts *facts)
{
  const ScopeCulprit *server = &facts->blamed_task;

  return facts->runtime == SCOPE_RUNTIME_ERLANG && scope_task_is (server->most, facts->path_task.most)
         && server->most_time * 2 >= facts->length * 3 && server->most_time * 2 >= facts->all_blame - facts->ready_blame
         && scope_facts_of_run (facts, facts->path_task.most_time) >= 0.6;
}

static void
say_server (const ScopeFacts *facts, ScopeFinding *finding)
{
  const ScopeCulprit *server = &facts->blamed_task;
  const char *who = scope_facts_name (facts, server->most),
             *on_path = scope_facts_share (facts, scope_facts_of_run (facts, facts->blamed_on_path));
  g_autofree char *mean = scope_format_number (scope_facts_of_run (facts, server->most_time));

  finding->rule = "slow_server";
  finding->panel = scope_servers_why_not (facts->trace) == NULL ? "servers" : NULL;
  scope_finding_wish_task (facts, finding, server->most);
  scope_finding_look_at (finding, server->most);
  finding->title = g_strdup_printf (_("One server for all: %s"), who);
  finding->sentence = g_strdup_printf (_("On average %s processes wait for %s, which serves them one at a time: it has %s of the critical path."),
                                       mean, who, on_path);
  finding->advice = g_strdup (_("It is one server for all: answer early (gen_server:reply), or use several of it (a pool, ETS reads)."));
  scope_finding_add (finding, _("Time others waited for it, directly or through others"), scope_facts_time (facts, server->most_time));
  if (*facts->blamed.label != '\0')
    scope_finding_add (finding, _("Most of what it runs"), scope_facts_what (facts, &facts->blamed));
  scope_finding_add (finding, _("Of the critical path"), on_path);
  if (facts->callers == 0)
    return;
  scope_finding_add (finding, _("Callers"), scope_facts_count (facts, facts->callers));
  scope_finding_add (finding, _("Busy"), scope_facts_share (facts, facts->busy));
}

void
scope_rule_late_producer (const ScopeFacts *facts, ScopeFinding *finding)
{
  const ScopeCulprit *blamed = &facts->blamed;
  gint64 time = late (facts) + facts->used[SCOPE_CAUSE_SERIAL];
  const char *what = scope_facts_what (facts, blamed), *who = scope_facts_name (facts, blamed->most);

  finding->causes = 1u << SCOPE_CAUSE_SERIAL | 1u << SCOPE_CAUSE_LATE_PRODUCER;
  if (is_server_for_all (facts) || is_called_by_all (facts))
    {
      finding->cost = MAX (time, is_called_by_all (facts) ? idle_meanwhile (facts) : 0) + 1; /* it says more than that there is a serial part */
      say_server (facts, finding);
      return;
    }
  /* A stage that is slow enough runs alone most of the time, and more than one waits for it. */
  if ((scope_facts_of_used (facts, late (facts)) < 0.2
       && (scope_facts_of_used (facts, time) < 0.4 || blamed->most_time < facts->length))
      || facts->on_kind[SCOPE_PATH_IN_FLIGHT] * 4 > facts->length || blamed->most_time * 5 < blamed->time * 3
      || scope_facts_of_run (facts, facts->on_path.most_time) < 0.5 || !scope_task_is (facts->on_path.most, blamed->most))
    return;
  finding->cost = time;
  scope_finding_wish_label (finding, blamed->label);
  scope_finding_look_at (finding, blamed->most);
  finding->title = g_strdup_printf (_("Slow stage: %s"), what);
  finding->sentence = g_strdup_printf (_("%s wait %s of their time for %s, or idle while it alone runs; it runs %s, and has %s of the critical path."),
                                       scope_facts_processors (facts), scope_facts_share (facts, scope_facts_of_all (facts, time)), who, what,
                                       scope_facts_share (facts, scope_facts_of_run (facts, facts->on_path.most_time)));
  finding->advice = g_strdup (scope_facts_word (
      facts, _("It is the slow stage: split its work over several threads, or move some of it to its neighbours."),
      _("It is the slow stage: split its work over several processes, merge what they send as it comes (mergeS), or move some of it to its "
        "neighbours."),
      _("It is the slow stage: split its work over several processes, or move some of it to its neighbours.")));
  add_blame (facts, finding);
  scope_finding_place_on_path (facts, finding, SCOPE_PATH_RUNNING, blamed->label);
}

void
scope_rule_growing_mailbox (const ScopeFacts *facts, ScopeFinding *finding)
{
  const char *who = scope_facts_name (facts, facts->fullest), *n = scope_facts_count (facts, facts->backlog);

  if (facts->backlog < 20 || facts->backlog * 4 < facts->n_received || !scope_task_is (facts->fullest, facts->on_path.most)
      || scope_facts_of_run (facts, facts->on_path.most_time) < 0.5)
    return;
  /* It says more than that others end early. */
  finding->cost = facts->used[SCOPE_CAUSE_END_RAMP] + facts->used[SCOPE_CAUSE_SERIAL] + 1;
  finding->causes = 1u << SCOPE_CAUSE_END_RAMP | 1u << SCOPE_CAUSE_SERIAL;
  scope_finding_wish_label (finding, facts->on_path.label);
  scope_finding_look_at (finding, facts->fullest);
  finding->panel = scope_servers_why_not (facts->trace) == NULL ? "servers" : NULL;
  finding->title = g_strdup_printf (_("The mailbox of %s grows"), who);
  finding->sentence = g_strdup_printf (_("%s is slower than those who send to it: its mailbox grows to %s messages."), who, n);
  finding->advice
      = g_strdup (_("Let senders wait for an answer now and then (call instead of cast), share the work among several receivers, or let it take "
                    "what matters first ({priority, high})."));
  scope_finding_add (finding, _("Longest queue"), n);
  scope_finding_add (finding, _("Messages received"), scope_facts_count (facts, facts->n_received));
  scope_finding_add (finding, _("Of the critical path"), scope_facts_share (facts, scope_facts_of_run (facts, facts->on_path.most_time)));
}

void
scope_rule_messages (const ScopeFacts *facts, ScopeFinding *finding)
{
  gint64 time = facts->used[SCOPE_CAUSE_IN_FLIGHT] + late (facts) + facts->used[SCOPE_CAUSE_DELIVERED_NOT_WOKEN];
  const char *part = scope_facts_share (facts, scope_facts_of_run (facts, facts->flight)), *hub = scope_facts_name (facts, facts->hub_task),
             *other = scope_facts_name (facts, facts->pair_task);

  if (scope_facts_of_run (facts, facts->flight) < 0.25)
    return;
  finding->cost = time;
  finding->causes = 1u << SCOPE_CAUSE_IN_FLIGHT | 1u << SCOPE_CAUSE_LATE_PRODUCER | 1u << SCOPE_CAUSE_DELIVERED_NOT_WOKEN;
  finding->wish = g_strdup ("latency x0");
  scope_finding_look_at (finding, facts->hub_task);
  scope_finding_look_at (finding, facts->pair_task);
  scope_finding_add (finding, _("Messages in flight, of the critical path"), scope_facts_time (facts, facts->flight));
  scope_finding_add (finding, _("Most of them to and from"), hub);
  scope_finding_place_on_path (facts, finding, SCOPE_PATH_IN_FLIGHT, NULL);
  if (facts->n_partners >= 2)
    {
      finding->rule = "too_fine";
      finding->title = g_strdup (_("Tasks too small for their messages"));
      finding->sentence
          = g_strdup_printf (_("Messages to and from %s are in flight for %s of the critical path: the tasks are too small."), hub, part);
      finding->advice
          = g_strdup (_("Send larger tasks (chunks), and more than one ahead (prefetch), so that workers need not wait for the next one."));
      return;
    }
  finding->rule = facts->n_used > 2 ? "chatty_pair" : "latency";
  finding->title = g_strdup_printf (facts->n_used > 2 ? _("%s and %s talk much") : _("Waiting for messages between %s and %s"), hub, other);
  finding->sentence = g_strdup_printf (_("Messages between %s and %s are in flight for %s of the critical path."), hub, other, part);
  finding->advice = g_strdup (_("Put both on one machine, send fewer and larger messages (chunks of a stream), or ask ahead of time."));
}

/* What who is never woken waits in, in the runtime's words. */
static void
add_why (const ScopeFacts *facts, ScopeFinding *finding)
{
  const ScopeAnalysis *analysis = facts->analysis;
  ScopeMachine *machine = scope_trace_machine (facts->trace, analysis->never_task.machine);
  guint32 lane = scope_machine_entity (machine, SCOPE_KIND_THREAD, analysis->never_task.thread)->lane;
  gint64 meanwhile = analysis->to - analysis->never / 2 - scope_trace_offset (facts->trace, machine);
  ScopeInterval interval;

  if (lane == SCOPE_NONE || !scope_lane_store_interval_at (machine->lanes, lane, meanwhile, &interval, NULL))
    return;
  if (scope_code_state (interval.code) == SCOPE_STATE_BLOCKED && scope_trace_code_label (facts->trace, interval.code) != NULL)
    scope_finding_add (finding, _("Why"), scope_trace_code_label (facts->trace, interval.code));
}

void
scope_rule_timers (const ScopeFacts *facts, ScopeFinding *finding)
{
  gint64 time = facts->on_kind[SCOPE_PATH_TIMER];
  const char *part = scope_facts_share (facts, scope_facts_of_run (facts, time));
  gboolean by_helper;

  if (scope_facts_of_run (facts, time) < 0.25)
    return;
  /* Who waits for the TimerManager waits for somebody else, as far as the log tells. */
  by_helper = facts->own_timers == 0;
  finding->cost = by_helper ? late (facts) : time;
  finding->causes = 1u << SCOPE_CAUSE_TIMER | (by_helper ? 1u << SCOPE_CAUSE_LATE_PRODUCER : 0);
  scope_finding_place_on_path (facts, finding, by_helper ? SCOPE_PATH_FOREIGN : SCOPE_PATH_TIMER, NULL);
  /* A server of Erlang waits for the next request to the end: that is no fault. */
  if (scope_facts_of_run (facts, facts->analysis->never) >= 0.3 && facts->runtime != SCOPE_RUNTIME_ERLANG
      && (!by_helper || scope_facts_of_run (facts, facts->longest_timer) >= 0.2))
    {
      const char *who = scope_facts_name (facts, facts->analysis->never_task), *never = scope_facts_time (facts, facts->analysis->never);

      finding->rule = "deadlock";
      finding->cost += facts->used[SCOPE_CAUSE_END_RAMP] + facts->used[SCOPE_CAUSE_NEVER];
      finding->causes |= 1u << SCOPE_CAUSE_END_RAMP | 1u << SCOPE_CAUSE_NEVER;
      scope_finding_look_at (finding, facts->analysis->never_task);
      finding->from = MAX (facts->analysis->to - facts->analysis->never, facts->analysis->from);
      finding->to = facts->analysis->to;
      finding->title = g_strdup_printf (_("%s is never woken"), who);
      finding->sentence
          = g_strdup_printf (_("%s waits for %s to the end and is never woken; %s of the run waits for a timer to give up."), who, never, part);
      finding->advice = g_strdup (_("Find who should have woken it: a value that is never put, a message that is never sent."));
      scope_finding_add (finding, _("Waits to the end"), never);
      add_why (facts, finding);
      scope_finding_add (finding, _("Timers, of the critical path"), part);
      return;
    }
  finding->wish = g_strdup ("timers off");
  scope_finding_look_at (finding, facts->sleeper);
  finding->title = scope_task_is_nobody (facts->sleeper) ? g_strdup (_("Polling by timer"))
                                                         : g_strdup_printf (_("Polling by timer: %s"), scope_facts_name (facts, facts->sleeper));
  finding->sentence = g_strdup_printf (_("Timers are %s of the critical path: %s sleeps, or looks every so often, instead of waiting "
                                         "for what happens."), part, scope_facts_name (facts, facts->sleeper));
  finding->advice
      = g_strdup (scope_facts_word (facts, _("Wait for the event itself (an MVar, a channel, STM's retry) instead of threadDelay in a loop."),
                                    _("Wait for the message itself."),
                                    _("Wait for a message, or a monitor, instead of receive … after in a loop.")));
  scope_finding_add (finding, _("Timers, of the critical path"), scope_facts_time (facts, time));
}

/* Nothing runs, and those who are left wait for what never comes; without a timer that gives up. */
void
scope_rule_never_woken (const ScopeFacts *facts, ScopeFinding *finding)
{
  gint64 time = facts->used[SCOPE_CAUSE_NEVER];
  const char *who = scope_facts_name (facts, facts->analysis->never_task), *never = scope_facts_time (facts, facts->analysis->never);

  if (facts->runtime == SCOPE_RUNTIME_ERLANG || scope_facts_of_used (facts, time) < 0.12
      || scope_task_is_nobody (facts->analysis->never_task)
      || scope_facts_of_run (facts, facts->on_kind[SCOPE_PATH_TIMER]) >= 0.25)
    return;
  finding->cost = time;
  finding->causes = 1u << SCOPE_CAUSE_NEVER;
  scope_finding_look_at (finding, facts->analysis->never_task);
  finding->title = g_strdup_printf (_("%s is never woken"), who);
  finding->sentence = g_strdup_printf (_("Nothing runs for %s of the time, and who is left waits for what never comes; %s waits longest, for %s to "
                                         "the end."),
                                       scope_facts_share (facts, scope_facts_of_all (facts, time)), who, never);
  finding->advice = g_strdup (_("Find who should have woken it: a value that is never put, a message that is never sent."));
  scope_finding_add (finding, _("Waits to the end"), never);
  add_why (facts, finding);
  finding->from = MAX (facts->analysis->to - facts->analysis->never, facts->analysis->from);
}
