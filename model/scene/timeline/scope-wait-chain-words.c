/* scope-wait-chain-words.c: see scope-wait-chain-words.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-wait-chain-words.h"

#include "model/scene/draw/scope-ruler.h"

#include <glib/gi18n-lib.h>

enum
{
  TAG_RFORK = 0x55,
  TAG_CONNECT,
  TAG_DATA,
  TAG_HEAD,
  TAG_TERMINATE = 0x5b,
};

const char *
scope_wait_chain_tag_label (guint tag)
{
  switch (tag)
    {
    case TAG_RFORK:
      return _("process start");
    case TAG_CONNECT:
      return _("connection");
    case TAG_DATA:
      return _("value");
    case TAG_HEAD:
      return _("stream element");
    case TAG_TERMINATE:
      return _("termination");
    default:
      return _("message");
    }
}

char *
scope_wait_chain_process_title (ScopeTrace *trace, guint32 machine, guint32 process)
{
  guint32 number = machine & ~SCOPE_MESSAGE_ABSENT_MACHINE;

  if (scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG)
    return scope_trace_party_name (trace, machine, SCOPE_KIND_PROCESS, process);
  if (machine < scope_trace_n_machines (trace))
    number = scope_trace_machine (trace, machine)->number;
  return process == 0 ? g_strdup_printf ("%u:Sys", number) : g_strdup_printf ("%u:%u", number, process);
}

/* "1:3 → stream, element 412". */
static char *
message_title (ScopeTrace *trace, const ScopeWaitMessage *message)
{
  g_autofree char *sender = scope_wait_chain_process_title (trace, message->from_machine, message->from_process);

  if (message->tag == TAG_HEAD && message->element > 0)
    {
      g_autofree char *element = scope_format_count ((guint64) message->element);

      return g_strdup_printf (_("%s → stream, element %s"), sender, element);
    }
  if (message->tag == TAG_HEAD)
    return g_strdup_printf (_("%s → stream"), sender);
  return g_strdup_printf ("%s → %s", sender, scope_wait_chain_tag_label (message->tag));
}

char *
scope_wait_chain_reason (ScopeTrace *trace, guint code, const ScopeLaneId *owner)
{
  g_autofree char *name = owner != NULL ? scope_trace_lane_title (trace, *owner) : NULL;

  switch (code)
    {
    case SCOPE_CODE_MVAR:
      return g_strdup (_("An MVar, until another thread fills or empties it"));
    case SCOPE_CODE_MVAR_READ:
      return g_strdup (_("An MVar, until another thread fills it"));
    case SCOPE_CODE_BLACKHOLE:
      return name != NULL ? g_strdup_printf (_("A value that %s is computing (black hole)"), name)
                          : g_strdup (_("A value that another thread is computing (black hole)"));
    case SCOPE_CODE_PLACEHOLDER:
      return g_strdup (_("A value that has not arrived yet (placeholder)"));
    case SCOPE_CODE_STM:
      return g_strdup (_("A transaction, until another thread changes what it has read (STM)"));
    case SCOPE_CODE_DELAY:
      return g_strdup (_("A delay that the program asked for"));
    case SCOPE_CODE_READ:
    case SCOPE_CODE_OUTSIDE_READ:
      return g_strdup (_("Input"));
    case SCOPE_CODE_WRITE:
    case SCOPE_CODE_OUTSIDE_WRITE:
      return g_strdup (_("Output"));
    case SCOPE_CODE_THROW_TO:
      return g_strdup (_("Another thread, to receive an exception (throwTo)"));
    case SCOPE_CODE_BUSY_PORT:
      return g_strdup (_("A port that takes no more, until it does (busy port)"));
    default:
      return NULL;
    }
}

/* --- what somebody did meanwhile --- */

static double
sum_of (const gint64 totals[SCOPE_N_STATES])
{
  double sum = 0;

  for (guint i = 0; i < SCOPE_N_STATES; i++)
    sum += (double) totals[i];
  return sum;
}

/* "running 62 %, ready 38 %", numbers not torn from their sign; NULL if nothing is known. */
static char *
shares (ScopeTrace *trace, const gint64 totals[SCOPE_N_STATES])
{
  double sum = sum_of (totals);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < SCOPE_N_STATES && sum > 0; i++)
    if ((double) totals[i] / sum >= 0.005)
      g_string_append_printf (text, "%s%s %.0f\u00a0%%", text->len > 0 ? ", " : "",
                              scope_trace_state_label (trace, (ScopeState) i), (double) totals[i] / sum * 100);
  return g_string_free (text, text->len == 0);
}

/* The state that it was in most of the time; UNKNOWN if none took half of it. */
static ScopeState
mostly (const gint64 totals[SCOPE_N_STATES])
{
  double sum = sum_of (totals);

  for (guint i = 0; i < SCOPE_N_STATES && sum > 0; i++)
    if ((double) totals[i] >= sum / 2)
      return (ScopeState) i;
  return SCOPE_STATE_UNKNOWN;
}

static const char *
sender_did (const ScopeWaitChainStep *step)
{
  if (sum_of (step->meanwhile) <= 0)
    return NULL;
  switch (mostly (step->meanwhile))
    {
    case SCOPE_STATE_RUNNING:
    case SCOPE_STATE_ACTIVE:
      return _("the sender was computing");
    case SCOPE_STATE_BLOCKED:
      return _("the sender was itself waiting");
    case SCOPE_STATE_RUNNABLE:
      return _("the sender was ready, but did not run");
    case SCOPE_STATE_OUTSIDE:
      return _("the sender was in a foreign call");
    default:
      return _("the sender ran, was ready and waited by turns");
    }
}

static char *
point (const ScopeClock *clock, gint64 time, double span)
{
  return scope_clock_text (clock, (double) time, MAX (span / 1000, 1));
}

static char *
span_of (ScopeTrace *trace, gint64 from, gint64 to)
{
  return scope_format_duration ((double) to - (double) from, scope_trace_tick_ps (trace));
}

static char *
message_detail (ScopeTrace *trace, const ScopeWaitChainStep *step, gint64 since, const ScopeClock *clock)
{
  g_autofree char *arrived = point (clock, step->to, (double) (step->to - since));
  g_autofree char *latency = span_of (trace, step->from, step->to);
  const char *did = sender_did (step);

  if (!step->sent)
    return g_strdup_printf (_("It arrived at %s; when it was sent is not recorded."), arrived);
  if (step->to < step->from)
    return g_strdup_printf (_("It arrived at %s, before it was sent: the machines’ clocks disagree."), arrived);
  if (did != NULL)
    return g_strdup_printf (_("It arrived at %s, %s after it was sent; %s."), arrived, latency, did);
  if (step->from <= since)
    return g_strdup_printf (_("It arrived at %s, %s after it was sent: it was on its way."), arrived, latency);
  return g_strdup_printf (_("It arrived at %s, %s after it was sent."), arrived, latency);
}

/* --- the whole --- */

static char *
target (ScopeTrace *trace, const ScopeWaitChainStep *root)
{
  if (root->kind == SCOPE_WAIT_CHAIN_MESSAGE)
    return message_title (trace, &root->message);

  return scope_trace_lane_title (trace, root->kind == SCOPE_WAIT_CHAIN_BORN ? root->born : root->lane);
}

/* Of what no thread of the trace ended. */
static const char *
nobody_headline (const ScopeWaitChainStep *root, guint code)
{
  switch (root->cause)
    {
    case SCOPE_WOKEN_BY_TIMER:
      return code == SCOPE_CODE_DELAY ? _("Waiting for a delay to pass") : _("Waiting for a timer");
    case SCOPE_WOKEN_BY_PORT:
      return _("Waiting for a port");
    case SCOPE_WOKEN_BY_EXIT:
      return _("Ended by an exit signal");
    case SCOPE_WOKEN_BY_UNRECORDED:
      return _("Waiting for a message of a process that was not recorded");
    default:
      return _("It went on without having been woken");
    }
}

static char *
blocked_headline (ScopeTrace *trace, const ScopeWaitChain *why)
{
  const ScopeWaitChainStep *root = scope_wait_chain_root (why);

  if (root == NULL)
    return why->has_thread ? NULL : g_strdup (_("All its threads are blocked"));
  if (root->kind == SCOPE_WAIT_CHAIN_TIMER)
    return g_strdup (nobody_headline (root, g_array_index (why->steps, ScopeWaitChainStep, 0).code));
  if (root->kind == SCOPE_WAIT_CHAIN_END)
    return g_strdup (_("It was never woken"));
  {
    g_autofree char *name = target (trace, root);

    if (root->kind == SCOPE_WAIT_CHAIN_BORN)
      return g_strdup_printf (_("Nothing to do until %s began"), name);
    return g_strdup_printf (scope_wait_chain_is_probable (why) ? _("Its wake-up goes back to %s") : _("Waiting for %s"), name);
  }
}

static char *
ready_headline (ScopeTrace *trace, const ScopeWaitChain *why)
{
  g_autofree char *processor = why->has_processor ? scope_trace_lane_title (trace, why->processor) : NULL;

  if (scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN && why->has_processor)
    {
      ScopeLaneId machine = { why->lane.machine, SCOPE_KIND_MACHINE, 0 };
      g_free (processor);
      processor = scope_trace_lane_title (trace, machine);
    }
  if (processor == NULL)
    return g_strdup (_("Ready, but not running"));
  if (mostly (why->meanwhile) == SCOPE_STATE_COLLECTING)
    return g_strdup_printf (_("Ready, but %s was collecting garbage"), processor);
  if (mostly (why->meanwhile) == SCOPE_STATE_IDLE && why->stopped * 2 > why->meanwhile[SCOPE_STATE_IDLE])
    return g_strdup (_("Ready, but the nonmoving collector had stopped all"));
  if (mostly (why->meanwhile) == SCOPE_STATE_IDLE)
    return g_strdup_printf (_("Ready, though %s was idle"), processor);
  return g_strdup_printf (_("Ready, but %s was busy"), processor);
}

char *
scope_wait_chain_headline (ScopeTrace *trace, const ScopeWaitChain *why)
{
  switch (scope_code_state (why->code))
    {
    case SCOPE_STATE_BLOCKED:
      return blocked_headline (trace, why);
    case SCOPE_STATE_RUNNABLE:
      return why->lane.kind == SCOPE_KIND_THREAD ? ready_headline (trace, why) : NULL;
    default:
      return NULL;
    }
}

static char *
blocked_detail (ScopeTrace *trace, const ScopeWaitChain *why, const ScopeClock *clock)
{
  const ScopeWaitChainStep *root = scope_wait_chain_root (why);

  if (root == NULL)
    return NULL;
  if (root->kind == SCOPE_WAIT_CHAIN_MESSAGE)
    return message_detail (trace, root, why->from, clock);
  if (root->kind == SCOPE_WAIT_CHAIN_READY)
    {
      g_autofree char *did = shares (trace, root->meanwhile);

      return did != NULL ? g_strdup_printf (_("It was not blocked itself meanwhile: %s."), did) : NULL;
    }
  if (root->kind == SCOPE_WAIT_CHAIN_BORN && root->lane.kind == SCOPE_KIND_PROCESS)
    {
      g_autofree char *did = shares (trace, root->meanwhile);
      g_autofree char *name = scope_trace_lane_title (trace, root->lane);

      return did != NULL ? g_strdup_printf (_("%s asked for it; what that did meanwhile: %s."), name, did) : NULL;
    }
  return NULL;
}

char *
scope_wait_chain_detail (ScopeTrace *trace, const ScopeWaitChain *why, const ScopeClock *clock)
{
  if (scope_code_state (why->code) == SCOPE_STATE_BLOCKED)
    return blocked_detail (trace, why, clock);
  if (scope_code_state (why->code) == SCOPE_STATE_RUNNABLE && why->has_processor)
    {
      g_autofree char *did = shares (trace, why->meanwhile);
      g_autofree char *name = scope_trace_lane_title (trace, why->processor);

      return did != NULL ? g_strdup_printf (_("Meanwhile on %s: %s."), name, did) : NULL;
    }
  return NULL;
}

/* --- steps --- */

char *
scope_wait_chain_step_title (ScopeTrace *trace, const ScopeWaitChainStep *step)
{
  return target (trace, step);
}

char *
scope_wait_chain_step_detail (ScopeTrace *trace, const ScopeWaitChainStep *step, const ScopeClock *clock)
{
  g_autofree char *until = point (clock, step->to, (double) (step->to - step->from));
  g_autofree char *length = span_of (trace, step->from, step->to);
  g_autofree char *did = NULL, *label = NULL;

  switch (step->kind)
    {
    case SCOPE_WAIT_CHAIN_WAIT:
      label = scope_trace_wait_label (trace, scope_trace_machine (trace, step->lane.machine), step->code, step->function);
      return g_strdup_printf (_("%s for %s, until %s"), label, length, until);
    case SCOPE_WAIT_CHAIN_MESSAGE:
      return step->sent && step->to >= step->from ? g_strdup_printf (_("arrived at %s, %s on its way"), until, length)
                                                  : g_strdup_printf (_("arrived at %s"), until);
    case SCOPE_WAIT_CHAIN_READY:
      did = shares (trace, step->meanwhile);
      return g_strdup (did != NULL ? did : _("not blocked"));
    case SCOPE_WAIT_CHAIN_BORN:
      did = scope_trace_lane_title (trace, step->lane);
      return scope_lane_id_equal (step->lane, step->born)
                 ? g_strdup_printf (_("began at %s"), until)
                 : g_strdup_printf (_("began at %s, asked for by %s"), until, did);
    case SCOPE_WAIT_CHAIN_TIMER:
      return g_strdup_printf (_("ran again at %s, by itself"), until);
    case SCOPE_WAIT_CHAIN_END:
    default:
      return g_strdup_printf (_("blocked to the end, %s"), until);
    }
}
