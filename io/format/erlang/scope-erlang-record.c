/* scope-erlang-record.c: what one record of an Erlang trace file says.
 *
 * Shapes: formats/erlang.md §2, seen in files of OTP 25 and in the sources of those before. All are tuples:
 *
 *     {trace_ts, Subject, Tag, … , [MatchMessage], [Scheduler], Time}       {trace, …} the same without the time
 *     {profile, Subject, active|inactive, Function, Time}   {profile, scheduler, Id, active|inactive, Number, Time}
 *     {profile_start, Time} …
 *
 * The scheduler is there if the tracer was asked for it: the number of elements tells, but for calls and messages, where a match
 * message, of whatever kind, may stand in its place; for these the others tell. In `in` and `out` it stood before the
 * function until OTP 18.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-erlang-private.h"

#include <string.h>

#define MOST_ELEMENTS 12u

typedef struct
{
  const guint8 *at[MOST_ELEMENTS + 1]; /* where the elements begin; one more: the end */
  guint n;
} Elements;

static ScopeTerm
element (const Elements *elements, guint i)
{
  return (ScopeTerm) { elements->at[i], elements->at[i + 1] };
}

/* --- records --- */

static gboolean
split (ScopeTerm term, Elements *elements)
{
  guint n;

  elements->n = 0;
  if (!scope_term_tuple (&term, &n))
    return scope_term_skip (&term);
  n = MIN (n, MOST_ELEMENTS); /* no record has more */
  elements->n = n;
  for (guint i = 0; i < n; i++)
    {
      elements->at[i] = term.p;
      if (!scope_term_skip (&term))
        return FALSE;
    }
  elements->at[n] = term.p;

  return TRUE;
}

/* How a record of erlang:trace/3 looks: elements before [MatchMessage], [Scheduler], Time. */
typedef struct
{
  const char *tag;
  guint8 type;
  guint8 n;     /* elements without those */
  char fields[5]; /* of the elements after the tag: p other party, f function, F what a process begins with and arguments,
                     t any text, m message, g list of GC figures, - nothing */
} Shape;

static const Shape shapes[] = {
  { "in", SCOPE_ERL_IN, 4, "f" },
  { "out", SCOPE_ERL_OUT, 4, "f" },
  { "receive", SCOPE_ERL_RECEIVE, 4, "m" },
  { "send", SCOPE_ERL_SEND, 5, "mp" },
  { "call", SCOPE_ERL_CALL, 4, "f" },
  { "return_to", SCOPE_ERL_RETURN_TO, 4, "f" },
  { "return_from", SCOPE_ERL_RETURN_FROM, 5, "f-" },
  { "exception_from", SCOPE_ERL_EXCEPTION_FROM, 5, "f-" },
  { "gc_minor_start", SCOPE_ERL_GC_MINOR_START, 4, "g" },
  { "gc_minor_end", SCOPE_ERL_GC_MINOR_END, 4, "g" },
  { "gc_major_start", SCOPE_ERL_GC_MAJOR_START, 4, "g" },
  { "gc_major_end", SCOPE_ERL_GC_MAJOR_END, 4, "g" },
  { "gc_start", SCOPE_ERL_GC_START, 4, "g" },
  { "gc_end", SCOPE_ERL_GC_END, 4, "g" },
  { "out_exited", SCOPE_ERL_OUT_EXITED, 4, "f" },
  { "in_exiting", SCOPE_ERL_IN_EXITING, 4, "f" },
  { "out_exiting", SCOPE_ERL_OUT_EXITING, 4, "f" },
  { "spawn", SCOPE_ERL_SPAWN, 5, "pF" },
  { "spawned", SCOPE_ERL_SPAWNED, 5, "pF" },
  { "exit", SCOPE_ERL_EXIT, 4, "t" },
  { "register", SCOPE_ERL_REGISTER, 4, "t" },
  { "unregister", SCOPE_ERL_UNREGISTER, 4, "t" },
  { "link", SCOPE_ERL_LINK, 4, "p" },
  { "unlink", SCOPE_ERL_UNLINK, 4, "p" },
  { "getting_linked", SCOPE_ERL_GETTING_LINKED, 4, "p" },
  { "getting_unlinked", SCOPE_ERL_GETTING_UNLINKED, 4, "p" },
  { "open", SCOPE_ERL_OPEN, 5, "pt" },
  { "closed", SCOPE_ERL_CLOSED, 4, "t" },
  { "send_to_non_existing_process", SCOPE_ERL_SEND_TO_NOBODY, 5, "mp" },
};

static const Shape *
find_shape (const ScopeAtom *tag)
{
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    if (scope_atom_equal (tag, shapes[i].tag))
      return &shapes[i];

  return NULL;
}

/* [{heap_size, Words}, …] */
static void
read_collection (ScopeTerm list, ScopeEvent *event)
{
  guint n;

  if (!scope_term_list (&list, &n))
    return;
  for (guint i = 0; i < n; i++)
    {
      ScopeAtom key;
      guint two;
      gint64 words;

      if (!scope_term_tuple (&list, &two) || two != 2 || !scope_term_atom (&list, &key))
        return;
      if (!scope_term_integer (&list, &words))
        {
          if (!scope_term_skip (&list))
            return;
          continue;
        }
      words = CLAMP (words, 0, G_MAXUINT32);
      if (scope_atom_equal (&key, "heap_size"))
        event->b = (guint32) words;
      else if (scope_atom_equal (&key, "old_heap_size"))
        event->c = (guint32) words;
    }
}

static void
read_field (ScopeErlangFacts *facts, char field, ScopeTerm term, ScopeEvent *event)
{
  switch (field)
    {
    case 'p':
      event->b = scope_erlang_party_number (facts, term);
      break;
    case 'f':
      event->c = scope_erlang_function_number (facts, term);
      break;
    case 'F':
      event->c = scope_erlang_entry_number (facts, term);
      event->stream = scope_erlang_arguments_number (facts, term);
      break;
    case 't':
      event->c = scope_erlang_term_number (facts, term);
      break;
    case 'm': /* as term_to_binary() has it: with the byte 131 before it */
      if (scope_erlang_size_alone (term, event))
        break;
      event->c = (guint32) MIN ((guint64) (term.end - term.p) + 1, G_MAXUINT32);
      event->stream = scope_erlang_message_digest (term);
      break;
    case 'g':
      read_collection (term, event);
      break;
    default:
      break;
    }
}

static gboolean
is_integer (const Elements *elements, guint i)
{
  ScopeTerm term = element (elements, i);

  return scope_term_kind (&term) == SCOPE_TERM_INTEGER;
}

static void
set_processor (const Elements *elements, guint i, ScopeEvent *event)
{
  ScopeTerm term = element (elements, i);
  gint64 number;

  if (scope_term_integer (&term, &number) && number >= 0 && number < SCOPE_NO_PROCESSOR)
    event->processor = (guint16) number;
}

/* {cp, {M,F,A}}: who called, as Percept2's match specification asks. */
static gboolean
caller_term (ScopeTerm *term)
{
  guint n;
  ScopeAtom cp;

  return scope_term_tuple (term, &n) && n == 2 && scope_term_atom (term, &cp)
         && (scope_atom_equal (&cp, "cp") || scope_atom_equal (&cp, "caller"));
}

static gboolean
is_run (const Shape *shape)
{
  return shape->type == SCOPE_ERL_IN || shape->type == SCOPE_ERL_OUT
         || (shape->type >= SCOPE_ERL_IN_EXITING && shape->type <= SCOPE_ERL_OUT_EXITED);
}

static gboolean
takes_match (const Shape *shape)
{
  return shape->type == SCOPE_ERL_CALL || shape->type == SCOPE_ERL_SEND || shape->type == SCOPE_ERL_RECEIVE
         || shape->type == SCOPE_ERL_SEND_TO_NOBODY;
}

/* What this record, with `n` elements but for the stamp, says of all others. */
static void
learn_form (ScopeErlangFacts *facts, const Elements *elements, const Shape *shape, guint n)
{
  if (!takes_match (shape) && (n == shape->n || n == shape->n + 1u))
    facts->schedulers = n == shape->n ? SCOPE_ERLANG_WITHOUT : SCOPE_ERLANG_WITH;
  if (facts->order != SCOPE_ERLANG_UNDECIDED)
    return;
  if (shape->type == SCOPE_ERL_GC_START || shape->type == SCOPE_ERL_GC_END)
    facts->order = SCOPE_ERLANG_OLD;
  else if (shape->type == SCOPE_ERL_SPAWNED
           || (shape->type >= SCOPE_ERL_GC_MINOR_START && shape->type <= SCOPE_ERL_GC_MAJOR_END))
    facts->order = SCOPE_ERLANG_NEW;
  else if (is_run (shape) && n == shape->n + 1u && is_integer (elements, 3) != is_integer (elements, 4))
    facts->order = is_integer (elements, 3) ? SCOPE_ERLANG_OLD : SCOPE_ERLANG_NEW;
}

/* The scheduler of a record that has `extra` elements too many. Gives how many of them are left; *ret_first: where the fields
 * begin. */
static guint
take_scheduler (ScopeErlangFacts *facts, const Elements *elements, const Shape *shape, guint n, ScopeEvent *event,
                guint *ret_first)
{
  guint extra = n - shape->n;

  if (extra == 0)
    return 0;
  if (is_run (shape) && facts->order == SCOPE_ERLANG_OLD && is_integer (elements, 3))
    {
      set_processor (elements, 3, event);
      *ret_first = 4;
      return extra - 1;
    }
  if (!is_integer (elements, n - 1)
      || (extra == 1 && takes_match (shape) && facts->schedulers == SCOPE_ERLANG_WITHOUT))
    return extra;
  set_processor (elements, n - 1, event);

  return extra - 1;
}

gboolean
scope_erlang_is_tag (const ScopeAtom *tag)
{
  return find_shape (tag) != NULL;
}

static gboolean
read_trace (ScopeErlangFacts *facts, const Elements *elements, gboolean stamped, ScopeEvent *event)
{
  ScopeTerm tag = element (elements, 2);
  ScopeAtom atom;
  const Shape *shape;
  guint n = elements->n - stamped, extra, first = 3;

  if (elements->n < 4u + stamped || !scope_term_atom (&tag, &atom))
    return FALSE;
  shape = find_shape (&atom);
  event->a = scope_erlang_party_number (facts, element (elements, 1));
  if (shape == NULL || n < shape->n)
    {
      event->type = SCOPE_ERL_OTHER;
      event->c = scope_erlang_term_number (facts, element (elements, 2));
      return TRUE;
    }
  event->type = shape->type;
  learn_form (facts, elements, shape, n);
  extra = take_scheduler (facts, elements, shape, n, event, &first);
  for (guint i = 0; shape->fields[i] != '\0'; i++)
    read_field (facts, shape->fields[i], element (elements, first + i), event);
  if (extra > 0 && shape->type == SCOPE_ERL_CALL && !scope_erlang_label (facts, element (elements, 4), event))
    {
      ScopeTerm caller = element (elements, 4);

      event->stream = caller_term (&caller) ? SCOPE_ERL_CALLER : 0;
      event->b = event->stream ? scope_erlang_function_number (facts, caller) : 0;
    }
  if (event->type == SCOPE_ERL_CALL)
    event->stream |= scope_erlang_group_call (facts, element (elements, first)) << SCOPE_ERL_GROUP;
  else if (event->type == SCOPE_ERL_RETURN_FROM)
    event->stream = scope_erlang_group_result (facts, element (elements, first), element (elements, first + 1)) << SCOPE_ERL_GROUP;
  if (shape->type == SCOPE_ERL_RECEIVE)
    scope_erlang_sender (facts, element (elements, 3), extra > 0 ? element (elements, 4) : (ScopeTerm) { NULL, NULL }, event);

  return TRUE;
}

static gboolean
read_profile (ScopeErlangFacts *facts, const Elements *elements, ScopeEvent *event)
{
  ScopeTerm subject = element (elements, 1), state = element (elements, elements->n == 6 ? 3 : 2);
  ScopeAtom atom;
  gboolean active;
  gint64 number;

  if ((elements->n != 5 && elements->n != 6) || !scope_term_atom (&state, &atom))
    return FALSE;
  active = scope_atom_equal (&atom, "active");
  if (!active && !scope_atom_equal (&atom, "inactive"))
    return FALSE;
  if (elements->n == 5)
    {
      event->type = active ? SCOPE_ERL_ACTIVE : SCOPE_ERL_INACTIVE;
      event->a = scope_erlang_party_number (facts, subject);
      event->c = scope_erlang_function_number (facts, element (elements, 3));
      return TRUE;
    }
  event->type = active ? SCOPE_ERL_SCHEDULER_ACTIVE : SCOPE_ERL_SCHEDULER_INACTIVE;
  state = element (elements, 2);
  if (!scope_term_integer (&state, &number) || number < 0 || number >= SCOPE_NO_PROCESSOR)
    return FALSE;
  event->a = (guint32) number;
  state = element (elements, 4);
  if (scope_term_integer (&state, &number))
    event->b = (guint32) CLAMP (number, 0, G_MAXUINT16);

  return TRUE;
}

/* {Head, Value} */
static gboolean
read_head (ScopeErlangFacts *facts, const ScopeAtom *head, const Elements *elements, ScopeEvent *event)
{
  ScopeTerm value = element (elements, 1);
  gint64 number;

  if (elements->n != 2)
    return FALSE;
  if (scope_atom_equal (head, "profile_start") || scope_atom_equal (head, "profile_stop"))
    {
      event->type = scope_atom_equal (head, "profile_start") ? SCOPE_ERL_PROFILE_START : SCOPE_ERL_PROFILE_STOP;
      return scope_erlang_set_time (facts, value, event);
    }
  if (scope_atom_equal (head, "schedulers") && scope_term_integer (&value, &number))
    {
      event->type = SCOPE_ERL_SCHEDULERS;
      event->a = (guint32) CLAMP (number, 0, SCOPE_NO_PROCESSOR - 1);
      return TRUE;
    }
  if (scope_atom_equal (head, "profile_opts"))
    {
      event->type = SCOPE_ERL_PROFILE_OPTS;
      event->a = scope_erlang_term_number (facts, value);
      return TRUE;
    }
  if (scope_atom_equal (head, "drop") && scope_term_integer (&value, &number))
    {
      event->type = SCOPE_ERL_DROP;
      facts->unstamped = TRUE;
      event->a = (guint32) CLAMP (number, 0, G_MAXUINT32);
      return TRUE;
    }

  return FALSE;
}

/* What the survey learns for reading. */
static void
look_at_form (ScopeErlangFacts *facts, const Elements *elements, gboolean stamped)
{
  ScopeTerm tag;
  ScopeAtom atom;
  const Shape *shape;

  if (facts->schedulers == SCOPE_ERLANG_WITHOUT
      || (facts->schedulers == SCOPE_ERLANG_WITH && facts->order != SCOPE_ERLANG_UNDECIDED))
    return;
  tag = element (elements, 2);
  shape = elements->n >= 4u + stamped && scope_term_atom (&tag, &atom) ? find_shape (&atom) : NULL;
  if (shape != NULL && elements->n - stamped >= shape->n)
    learn_form (facts, elements, shape, elements->n - stamped);
}

/* The event is known: so is when it was. */
static void
place (ScopeErlangFacts *facts, ScopeEvent *event)
{
  scope_erlang_cpu_place (facts, facts->cpu_stamp, event);
  facts->latest = MAX (facts->latest, event->time);
  facts->stamped = MAX (facts->stamped, event->time);
}

/* What no tracer writes. Whatever is behind the tag of a trace record is passed over (bodies) or shown shortened, however deep. */
static gboolean
is_too_deep (const Elements *elements, ScopeTerm term)
{
  ScopeTerm head;
  ScopeAtom atom;

  if (term.end - term.p <= (gssize) SCOPE_TERM_DEEPEST)
    return FALSE;
  head = elements->n > 0 ? element (elements, 0) : term;
  if (!scope_term_atom (&head, &atom) || (!scope_atom_equal (&atom, "trace_ts") && !scope_atom_equal (&atom, "trace")))
    return scope_term_is_deep (&term);
  for (guint i = 1; i < MIN (elements->n, 3); i++)
    {
      ScopeTerm part = element (elements, i);

      if (scope_term_is_deep (&part))
        return TRUE;
    }

  return FALSE;
}

static gboolean
read_record (ScopeErlangFacts *facts, ScopeTerm term, ScopeEvent *event)
{
  Elements elements;
  ScopeTerm head;
  ScopeAtom atom;
  gboolean good = FALSE, stamped;

  *event = (ScopeEvent) { .time = facts->latest, .processor = SCOPE_NO_PROCESSOR, .type = SCOPE_ERL_OTHER };
  if (!split (term, &elements))
    return FALSE;
  facts->too_deep = is_too_deep (&elements, term);
  if (facts->too_deep)
    return FALSE;
  if (elements.n == 0)
    return TRUE;
  head = element (&elements, 0);
  if (!scope_term_atom (&head, &atom))
    return TRUE;
  stamped = scope_atom_equal (&atom, "trace_ts");
  if (facts->stamps_only && (stamped || (elements.n >= 5 && scope_atom_equal (&atom, "profile"))))
    {
      if (!scope_erlang_set_time (facts, element (&elements, elements.n - 1), event))
        facts->unstamped = TRUE;
      if (stamped)
        look_at_form (facts, &elements, TRUE);
      if (!facts->on_cpu)
        return TRUE;
    }
  if (!stamped && scope_atom_equal (&atom, "trace"))
    scope_erlang_set_no_time (facts, event);
  if (stamped || scope_atom_equal (&atom, "trace"))
    {
      /* The stamp first: what is defined on the way bears the time. */
      good = (!stamped || scope_erlang_set_time (facts, element (&elements, elements.n - 1), event))
             && read_trace (facts, &elements, stamped, event);
    }
  else if (scope_atom_equal (&atom, "profile"))
    good = elements.n >= 5 && scope_erlang_set_time (facts, element (&elements, elements.n - 1), event)
           && read_profile (facts, &elements, event);
  else
    good = read_head (facts, &atom, &elements, event) || scope_erlang_clocks (facts, term, event)
           || scope_erlang_known (facts, term, event);
  if (!good)
    {
      gint64 time = event->time;

      facts->unstamped = facts->unstamped || !stamped;
      *event = (ScopeEvent) { .time = time, .processor = SCOPE_NO_PROCESSOR, .type = SCOPE_ERL_OTHER,
                              .c = scope_erlang_term_number (facts, element (&elements, 0)) };
    }

  return TRUE;
}

gboolean
scope_erlang_record (ScopeErlangFacts *facts, ScopeTerm term, ScopeEvent *event)
{
  facts->on_cpu = facts->too_deep = FALSE;
  if (!read_record (facts, term, event))
    return FALSE;
  if (facts->on_cpu)
    place (facts, event);

  return TRUE;
}
