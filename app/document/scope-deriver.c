/* scope-deriver.c: see scope-deriver.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/document/scope-deriver.h"

#include "io/index/scope-derived-file.h"
#include "model/base/scope-task.h"
#include "model/trace/analysis/scope-derived-wait.h"
#include "model/trace/document/scope-recorded.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#define FIRST_PICTURE_SECONDS 5u /* it is waited for no longer: maybe nobody shows one */

struct _ScopeDeriver
{
  GObject parent_instance;

  ScopeTrace *trace;
  guint64 cache_limit;
  GCancellable *deriving; /* NULL: it is not under way */
  gboolean started;
  guint waiting; /* source, until it is asked for; 0: none */
};

G_DEFINE_FINAL_TYPE (ScopeDeriver, scope_deriver, G_TYPE_OBJECT)

static gboolean
has_processors (ScopeTrace *trace)
{
  return scope_trace_n_entities (trace, SCOPE_KIND_PROCESSOR, NULL) > 0;
}

static gpointer
derive (gpointer source, gconstpointer question, GCancellable *cancellable, GError **error)
{
  const guint64 *cache_limit = question;
  const ScopeQueryRange within = { .trace = source, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .cancellable = cancellable };
  const ScopeDerivedOptions options = { .cache_limit = *cache_limit };
  ScopeDerived *derived = scope_derived_open (&within, &options, error);

#ifdef __GLIBC__
  malloc_trim (0); /* what reading and analysing took, a third of it all, lies free between what stays */
#endif
  return derived;
}

static void ask (ScopeDeriver *self);

/* That it cannot be made is told by the panels that need it: they ask again, and have the error. */
static void
answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeDeriver) self = user_data;
  g_autoptr (ScopeDerived) answer = scope_task_answer (result, NULL);
  g_autoptr (GObject) there = NULL;
  GCancellable *asked = g_task_get_cancellable (G_TASK (result));

  if (self->deriving != asked)
    return;
  g_clear_object (&self->deriving);
  scope_derived_announced_end (SCOPE_TRACE (source));
  there = scope_trace_dup_derived (SCOPE_TRACE (source));
  if (answer != NULL && there == NULL && self->started) /* it was of other clocks by then */
    ask (self);
}

static gboolean
waited (gpointer data)
{
  ScopeDeriver *self = data;

  self->waiting = 0;
  scope_task_ask (self->trace, derive, &self->cache_limit, sizeof self->cache_limit, g_object_unref, self->deriving, answered,
                  g_object_ref (self));
  return G_SOURCE_REMOVE;
}

static void
stop (ScopeDeriver *self)
{
  g_clear_handle_id (&self->waiting, g_source_remove);
  scope_task_stop (&self->deriving);
}

static void
ask (ScopeDeriver *self)
{
  stop (self);
  self->deriving = g_cancellable_new ();
  scope_derived_announce (self->trace);
  if (scope_trace_n_machines (self->trace) < SCOPE_SEEN_FIRST_MACHINES || scope_trace_is_seen (self->trace))
    waited (self);
  else
    self->waiting = g_timeout_add_seconds (FIRST_PICTURE_SECONDS, waited, self);
}

static void
trace_seen (ScopeTrace *trace, ScopeDeriver *self)
{
  if (self->waiting == 0)
    return;
  g_clear_handle_id (&self->waiting, g_source_remove);
  waited (self);
}

/* Other clocks: what was found out holds no more. */
static void
trace_changed (ScopeTrace *trace, ScopeDeriver *self)
{
  g_autoptr (GObject) there = scope_trace_dup_derived (trace);

  if (self->started && there == NULL && self->deriving == NULL && has_processors (trace))
    ask (self);
}

void
scope_deriver_start (ScopeDeriver *self)
{
  g_return_if_fail (SCOPE_IS_DERIVER (self));

  if (!has_processors (self->trace))
    {
      scope_deriver_stop (self);
      return;
    }
  self->started = TRUE;
  ask (self);
}

void
scope_deriver_stop (ScopeDeriver *self)
{
  self->started = FALSE;
  stop (self);
  scope_derived_announced_end (self->trace);
}

ScopeDeriver *
scope_deriver_new (ScopeTrace *trace, guint64 cache_limit)
{
  ScopeDeriver *self = g_object_new (SCOPE_TYPE_DERIVER, NULL);

  self->trace = g_object_ref (trace);
  self->cache_limit = cache_limit;
  g_signal_connect_object (trace, "changed", G_CALLBACK (trace_changed), self, 0);
  g_signal_connect_object (trace, "seen", G_CALLBACK (trace_seen), self, 0);
  return self;
}

static void
scope_deriver_finalize (GObject *object)
{
  ScopeDeriver *self = SCOPE_DERIVER (object);

  g_clear_handle_id (&self->waiting, g_source_remove);
  g_clear_object (&self->deriving);
  g_clear_object (&self->trace);
  G_OBJECT_CLASS (scope_deriver_parent_class)->finalize (object);
}

static void
scope_deriver_class_init (ScopeDeriverClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_deriver_finalize;
}

static void
scope_deriver_init (ScopeDeriver *self)
{
}
