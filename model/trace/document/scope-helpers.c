/* scope-helpers.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/document/scope-helpers.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-compare.h"

#include <stdlib.h>
#include <string.h>

static gboolean
is_named_so (const ScopeEntity *thread)
{
  return thread->name != NULL && (g_str_has_prefix (thread->name, "IOManager") || g_str_has_prefix (thread->name, "TimerManager"));
}

/* Whose facts these are. */
static ScopeMachine *
facts_of (ScopeMachine *machine)
{
  return machine->of != NULL ? machine->of : machine;
}

void
scope_helpers_note (ScopeMachine *machine, ScopeEntity *thread)
{
  ScopeMachine *own = facts_of (machine);
  guint32 n, index;

  if (thread->helper || !is_named_so (thread))
    return;
  /* Lanes are as old as the threads they are of. */
  n = scope_machine_n_entities (own, SCOPE_KIND_THREAD);
  index = (guint32) SCOPE_BISECT (n, i, scope_machine_entity (own, SCOPE_KIND_THREAD, (guint32) i)->lane < thread->lane);
  if (index == n || scope_machine_entity (own, SCOPE_KIND_THREAD, index) != thread)
    return;
  g_mutex_lock (&own->lock);
  thread->helper = TRUE;
  g_array_append_val (own->helpers, index);
  g_mutex_unlock (&own->lock);
}

gboolean
scope_helpers_load (ScopeMachine *machine, const guint32 *threads, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (threads[i] >= scope_machine_n_entities (machine, SCOPE_KIND_THREAD) || (i > 0 && threads[i] <= threads[i - 1]))
      return FALSE;
  g_array_append_vals (machine->helpers, threads, (guint) n);
  return TRUE;
}

gboolean
scope_helpers_has (ScopeMachine *machine, guint32 thread)
{
  const ScopeEntity *entity = scope_machine_entity (machine, SCOPE_KIND_THREAD, thread);

  return entity != NULL && is_named_so (entity);
}

SCOPE_COMPARE_NUMBERS (compare_threads, guint32)

guint32 *
scope_helpers_dup (ScopeMachine *machine, guint *ret_n)
{
  ScopeMachine *own = facts_of (machine);
  guint32 *threads;
  guint n, kept = 0;

  g_mutex_lock (&own->lock);
  n = own->helpers->len;
  threads = g_new (guint32, n + 1);
  if (n > 0)
    memcpy (threads, own->helpers->data, n * sizeof *threads);
  g_mutex_unlock (&own->lock);
  qsort (threads, n, sizeof *threads, compare_threads);
  /* One may have got another name since. */
  for (guint i = 0; i < n; i++)
    if (scope_helpers_has (own, threads[i]))
      threads[kept++] = threads[i];
  *ret_n = kept;
  return threads;
}
