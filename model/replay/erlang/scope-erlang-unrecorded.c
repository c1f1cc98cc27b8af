/* scope-erlang-unrecorded.c: what an Erlang trace was not asked to record. Recorders that write `profile_opts` say it themselves; of other
 * traces, what never comes was not recorded.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/erlang/scope-erlang-replay-private.h"

#include "model/base/scope-unrecorded.h"

#include <string.h>

#define ALL                                                                                                            \
  (SCOPE_LACKS_SCHEDULER | SCOPE_LACKS_RUNNABLE | SCOPE_LACKS_PROCESSORS | SCOPE_LACKS_GC | SCOPE_LACKS_SENT           \
   | SCOPE_LACKS_RECEIVED | SCOPE_LACKS_PROCESSES)

void
scope_erlang_see (ScopeErlangReplay *self, const ScopeEvent *event)
{
  static const guint16 kinds[SCOPE_ERL_N_EVENTS] = {
    [SCOPE_ERL_SPAWN] = SCOPE_LACKS_PROCESSES,
    [SCOPE_ERL_SPAWNED] = SCOPE_LACKS_PROCESSES,
    [SCOPE_ERL_EXIT] = SCOPE_LACKS_PROCESSES,
    [SCOPE_ERL_IN] = SCOPE_LACKS_SCHEDULER,
    [SCOPE_ERL_OUT] = SCOPE_LACKS_SCHEDULER,
    [SCOPE_ERL_SEND] = SCOPE_LACKS_SENT,
    [SCOPE_ERL_SEND_TO_NOBODY] = SCOPE_LACKS_SENT,
    [SCOPE_ERL_RECEIVE] = SCOPE_LACKS_RECEIVED,
    [SCOPE_ERL_GC_START] = SCOPE_LACKS_GC,
    [SCOPE_ERL_GC_MINOR_START] = SCOPE_LACKS_GC,
    [SCOPE_ERL_GC_MAJOR_START] = SCOPE_LACKS_GC,
    [SCOPE_ERL_ACTIVE] = SCOPE_LACKS_RUNNABLE,
    [SCOPE_ERL_INACTIVE] = SCOPE_LACKS_RUNNABLE,
  };

  if (event->type >= G_N_ELEMENTS (kinds))
    return;
  self->recorded_kinds |= kinds[event->type];
  if (event->type == SCOPE_ERL_IN && event->processor != SCOPE_NO_PROCESSOR)
    self->recorded_kinds |= SCOPE_LACKS_PROCESSORS;
}

/* "[procs,'receive',{callgraph,[lists]}]": whole words. */
static gboolean
has_word (const char *options, const char *word)
{
  gsize length = strlen (word);

  for (const char *at = strstr (options, word); at != NULL; at = strstr (at + 1, word))
    if (at > options && !g_ascii_isalnum (at[-1]) && at[-1] != '_' && !g_ascii_isalnum (at[length]) && at[length] != '_')
      return TRUE;
  return FALSE;
}

void
scope_erlang_take_options (ScopeErlangReplay *self, const char *options)
{
  static const struct
  {
    const char *word;
    guint kinds;
  } words[] = {
    { "procs", SCOPE_LACKS_PROCESSES },          { "running", SCOPE_LACKS_SCHEDULER },
    { "scheduler_id", SCOPE_LACKS_PROCESSORS },  { "runnable_procs", SCOPE_LACKS_RUNNABLE },
    { "send", SCOPE_LACKS_SENT },                { "receive", SCOPE_LACKS_RECEIVED },
    { "garbage_collection", SCOPE_LACKS_GC },
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (has_word (options, words[i].word))
      self->recorded_kinds |= words[i].kinds;
  self->recorded |= strstr (options, "{recorder,lanescope}") != NULL;
  self->runs_known |= has_word (options, "running");
  self->activity_known |= has_word (options, "runnable_procs");
  if (has_word (options, "exiting"))
    scope_erlang_exits_are_known (self);
}

void
scope_erlang_tell_unrecorded (ScopeErlangReplay *self)
{
  guint lacks = ALL & ~self->recorded_kinds;
  g_autofree char *names = NULL;

  /* Who is not known to run is not known to run there. */
  if (lacks & SCOPE_LACKS_SCHEDULER)
    lacks &= ~(guint) SCOPE_LACKS_PROCESSORS;
  names = scope_unrecorded_print (lacks);
  if (names != NULL)
    self->sink->klass->info (self->sink, SCOPE_UNRECORDED_KEY, names, -1);
}
