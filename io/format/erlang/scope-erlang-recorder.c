/* scope-erlang-recorder.c: what our own recorder (data/erlang/lanescope.erl) puts into a trace besides what Percept2 does.
 *
 *     {trace_ts, P, call, {lanescope,label,2}, {label, Scheduler, Text}, …}
 *         a label. The match specification's message bears it, since with the flag `arity` a call has no arguments
 *     {trace_ts, P, 'receive', Message, {from, Sender | undefined}, …}
 *         likewise: a receiver's record does not name the sender. So `timeout` from nobody is told from a message, too
 *     {lanescope_process, P, Parent | undefined, {M,F,A}, Name | undefined}
 *         a head: somebody who is recorded and was there before. Others may be written to by name: of them only that is said
 *     {lanescope_clock, Monotonic, SystemTime}
 *         a head behind profile_start: two clocks at once, in ns, so that stamps of the first have a time of day, too
 *     {lanescope_size, Bytes, Digest}
 *         in the place of a message whose contents were left out
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-erlang-private.h"

#include "model/base/scope-schema.h"

#include <string.h>

/* Into the tuple {TAG, …} of n elements. */
static gboolean
enter (ScopeTerm *term, const char *tag, guint n)
{
  guint arity;
  ScopeAtom atom;

  return scope_term_kind (term) == SCOPE_TERM_TUPLE && scope_term_tuple (term, &arity) && arity == n
         && scope_term_atom (term, &atom) && scope_atom_equal (&atom, tag);
}

gboolean
scope_erlang_label (ScopeErlangFacts *facts, ScopeTerm message, ScopeEvent *event)
{
  gint64 scheduler;

  if (!enter (&message, "label", 3) || !scope_term_integer (&message, &scheduler))
    return FALSE;
  if (scheduler >= 0 && scheduler < SCOPE_NO_PROCESSOR)
    event->processor = (guint16) scheduler;
  event->type = SCOPE_ERL_LABEL;
  event->b = 0;
  event->c = scope_erlang_plain_number (facts, message);

  return TRUE;
}

/* The VM does not say that a port sent it, but ports sign what they send: {Port, …}, {Ref, Port}, {'EXIT', Port, …}. 0: no port did. */
static guint32
port_of (ScopeErlangFacts *facts, ScopeTerm message)
{
  guint arity;

  if (scope_term_kind (&message) != SCOPE_TERM_TUPLE || !scope_term_tuple (&message, &arity))
    return 0;
  for (guint i = 0; i < MIN (arity, 2); i++)
    {
      if (scope_term_kind (&message) == SCOPE_TERM_PORT)
        return scope_erlang_party_number (facts, message);
      if (!scope_term_skip (&message))
        return 0;
    }
  return 0;
}

void
scope_erlang_sender (ScopeErlangFacts *facts, ScopeTerm message, ScopeTerm from, ScopeEvent *event)
{
  ScopeAtom atom;
  gboolean says_timeout = scope_term_atom (&message, &atom) && scope_atom_equal (&atom, "timeout");

  if (from.p == NULL || !enter (&from, "from", 2))
    event->b = says_timeout ? SCOPE_ERL_SAYS_TIMEOUT : 0;
  else if (scope_term_kind (&from) == SCOPE_TERM_PID)
    event->b = scope_erlang_party_number (facts, from);
  /* What nobody sent. A timer's message may be the same word, but hardly is, and means the same. */
  else if (says_timeout)
    *event = (ScopeEvent) { .time = event->time, .processor = event->processor, .type = SCOPE_ERL_TIMEOUT,
                            .a = event->a };
  else
    event->b = port_of (facts, message);
}

gboolean
scope_erlang_size_alone (ScopeTerm message, ScopeEvent *event)
{
  gint64 bytes, digest;

  if (!enter (&message, "lanescope_size", 3) || !scope_term_integer (&message, &bytes)
      || !scope_term_integer (&message, &digest))
    return FALSE;
  event->c = (guint32) CLAMP (bytes, 0, G_MAXUINT32);
  event->stream = (guint32) digest & ~SCOPE_ASKING_MASK;

  return TRUE;
}

gboolean
scope_erlang_two_clocks (ScopeTerm record, gint64 *ret_shift)
{
  gint64 monotonic, system;

  return enter (&record, "lanescope_clock", 3) && scope_term_integer (&record, &monotonic) && scope_term_integer (&record, &system)
         && !__builtin_sub_overflow (system, monotonic, ret_shift);
}

gboolean
scope_erlang_clocks (ScopeErlangFacts *facts, ScopeTerm record, ScopeEvent *event)
{
  static const char tag[] = "lanescope_clock";
  gint64 shift;

  if (!scope_erlang_two_clocks (record, &shift))
    return FALSE;
  if ((facts->has_base & 1u << SCOPE_ERL_CLOCK_WALL) && !(facts->has_base & 1u << SCOPE_ERL_CLOCK_MONOTONIC))
    {
      facts->bases[SCOPE_ERL_CLOCK_MONOTONIC] = facts->bases[SCOPE_ERL_CLOCK_WALL] - (guint64) shift;
      facts->has_base |= 1u << SCOPE_ERL_CLOCK_MONOTONIC;
    }
  event->type = SCOPE_ERL_OTHER;
  event->c = scope_erlang_text_number (facts, tag, strlen (tag));

  return TRUE;
}

gboolean
scope_erlang_known (ScopeErlangFacts *facts, ScopeTerm record, ScopeEvent *event)
{
  ScopeTerm element, parts[4];
  ScopeAtom name;

  if (!enter (&record, "lanescope_process", 5))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      element = record;
      if (!scope_term_skip (&record))
        return FALSE;
      parts[i] = (ScopeTerm) { element.p, record.p };
    }
  if (scope_term_kind (&parts[0]) != SCOPE_TERM_PID)
    return FALSE;
  event->type = SCOPE_ERL_KNOWN;
  event->a = scope_erlang_party_number (facts, parts[0]);
  if (scope_term_kind (&parts[1]) == SCOPE_TERM_PID)
    event->b = scope_erlang_party_number (facts, parts[1]);
  event->c = scope_erlang_function_number (facts, parts[2]);
  element = parts[3];
  if (scope_term_atom (&element, &name) && !scope_atom_equal (&name, "undefined"))
    event->stream = scope_erlang_term_number (facts, parts[3]);

  return TRUE;
}
