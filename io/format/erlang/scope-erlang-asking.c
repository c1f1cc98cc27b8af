/* scope-erlang-asking.c: what the contents of a message tell of calls, with the digest that its two records are known to belong together by.
 *
 *     {Label, {Pid, Tag}, Request}        asks: gen:call/4, behind gen_server, gen_statem, gen_event, supervisor and sys
 *     {…, Pid, …, Ref, …}                 asks, or answers what was asked so: io requests, and programs' own
 *     {Tag, Reply}                        answers: gen:reply/2
 *     {io_reply, Ref, Reply}, …           answers: any tuple with a reference and no pid
 *     {'$gen_cast', _}, {ack, _, _}, …    neither
 *
 * Tag is Ref, [alias|Ref] or [[alias|Ref]|_]. Request and answer have Ref in common, so its hash is the digest of both: nobody sends another
 * message of the same kind with it to the same process, or if he does they come in order. Anything else may be a question or an answer of a
 * form of its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-erlang-private.h"

#include "model/base/scope-schema.h"

#include <string.h>

#define MOST_ELEMENTS 8u /* of a tuple that is looked into */

static guint32
digest (const guint8 *bytes, gsize n)
{
  guint64 h = n * 0x9fb21c651e98df25u;

  for (n = MIN (n, 4096); n >= 8; n -= 8, bytes += 8)
    {
      guint64 word;

      memcpy (&word, bytes, 8);
      h = (h ^ word) * 0xbf58476d1ce4e5b9u;
      h ^= h >> 31;
    }
  for (; n > 0; n--)
    h = (h ^ *bytes++) * 0x94d049bb133111ebu;

  return (guint32) (h ^ h >> 32);
}

/* Moves over it. */
static gboolean
take_reference (ScopeTerm *term, guint32 *ret_hash)
{
  const guint8 *p = term->p;
  ScopeAtom node;

  if (!scope_term_reference (term, &node))
    return FALSE;
  *ret_hash = digest (p, (gsize) (term->p - p));
  return TRUE;
}

/* Ref, [alias|Ref], [[alias|Ref]|_]: moves into it. */
static gboolean
take_tag (ScopeTerm *term, guint32 *ret_hash)
{
  ScopeAtom alias;
  guint n, depth;

  for (depth = 0; depth < 2 && scope_term_kind (term) == SCOPE_TERM_LIST; depth++)
    if (!scope_term_list (term, &n) || n != 1)
      return FALSE;
  return (depth == 0 || (scope_term_atom (term, &alias) && scope_atom_equal (&alias, "alias"))) && take_reference (term, ret_hash);
}

/* {Pid, Tag}. */
static gboolean
is_from (ScopeTerm term, guint32 *ret_hash)
{
  ScopeTermId pid;
  guint n;

  return scope_term_kind (&term) == SCOPE_TERM_TUPLE && scope_term_tuple (&term, &n) && n == 2 && scope_term_pid (&term, &pid)
         && take_tag (&term, ret_hash);
}

/* Signals, and messages of OTP that nobody waits for an answer to, nor for themselves as one. */
static gboolean
is_telling (ScopeTerm message, guint n)
{
  static const char *const heads[] = { "$gen_cast", "$gen_event", "$gen_all_state_event", "EXIT", "DOWN" };
  ScopeAtom head;
  ScopeTermKind second;

  if (!scope_term_atom (&message, &head))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    if (scope_atom_equal (&head, heads[i]))
      return TRUE;
  second = scope_term_kind (&message);
  return n == 3
         && (second == SCOPE_TERM_PID ? scope_atom_equal (&head, "ack") || scope_atom_equal (&head, "nack")
                                      : second == SCOPE_TERM_REFERENCE && scope_atom_equal (&head, "timeout"));
}

static ScopeAsking
asking_of (ScopeTerm message, guint32 *ret_hash)
{
  guint n;
  gboolean has_pid = FALSE, has_reference = FALSE;
  ScopeTerm tag;

  if (scope_term_kind (&message) != SCOPE_TERM_TUPLE || !scope_term_tuple (&message, &n) || n < 2 || n > MOST_ELEMENTS)
    return SCOPE_ASKING_UNKNOWN;
  if (is_telling (message, n))
    return SCOPE_ASKING_NO;
  tag = message;
  if (n == 2 && take_tag (&tag, ret_hash))
    return SCOPE_ASKING_ANSWER;
  for (guint i = 0; i < n; i++)
    {
      ScopeTermId pid;

      tag = message;
      if (is_from (tag, ret_hash))
        return SCOPE_ASKING_QUESTION;
      has_pid |= scope_term_pid (&tag, &pid);
      if (!has_reference && take_reference (&tag, ret_hash))
        has_reference = TRUE;
      if (!scope_term_skip (&message))
        return SCOPE_ASKING_UNKNOWN;
    }
  return !has_reference ? SCOPE_ASKING_UNKNOWN : has_pid ? SCOPE_ASKING_QUESTION : SCOPE_ASKING_ANSWER;
}

guint32
scope_erlang_message_digest (ScopeTerm message)
{
  guint32 hash = 0;
  ScopeAsking asking = asking_of (message, &hash);

  if (asking == SCOPE_ASKING_UNKNOWN || asking == SCOPE_ASKING_NO)
    hash = digest (message.p, (gsize) (message.end - message.p));
  return (hash & ~SCOPE_ASKING_MASK) | asking;
}
