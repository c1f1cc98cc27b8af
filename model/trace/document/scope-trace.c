/* scope-trace.c: the document; its times are in scope-trace-clocks.c. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/document/scope-trace-private.h"

#include "model/base/scope-weak-source.h"

G_DEFINE_FINAL_TYPE (ScopeTrace, scope_trace, G_TYPE_OBJECT)

enum
{
  CHANGED,
  FINISHED,
  SEEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

#define MOST_READ ((gsize) 32 * 1024 * 1024)

static void
scope_trace_finalize (GObject *object)
{
  ScopeTrace *self = SCOPE_TRACE (object);

  g_clear_object (&self->events);
  g_clear_object (&self->live);
  g_clear_object (&self->derived);
  g_clear_object (&self->derived_lanes);
  g_ptr_array_unref (self->sums);
  scope_trace_forget_times (self);
  g_ptr_array_unref (self->machines);
  scope_keepers_unref (self->keepers);
  scope_shelf_unref (self->shelf);
  g_array_unref (self->losses);
  g_free (self->format);
  g_free (self->title);
  g_free (self->clock_source);
  g_free (self->shifts);
  g_free (self->index_path);
  g_free (self->lost);
  scope_streams_free (self->streams);
  g_mutex_clear (&self->streams_lock);
  g_mutex_clear (&self->lock);

  G_OBJECT_CLASS (scope_trace_parent_class)->finalize (object);
}

static void
scope_trace_class_init (ScopeTraceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_trace_finalize;

  /* Machines, entities, known time, offsets or words are others than before. Main thread, coalesced. */
  signals[CHANGED] = g_signal_new ("changed", SCOPE_TYPE_TRACE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
  /* Nothing more comes. Main thread. */
  signals[FINISHED] = g_signal_new ("finished", SCOPE_TYPE_TRACE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 0);
  /* A first picture of it is there: what takes long may be read now. Main thread. */
  signals[SEEN] = g_signal_new ("seen", SCOPE_TYPE_TRACE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
machine_free (gpointer machine)
{
  scope_machine_free (machine);
}

static void
loss_clear (gpointer data)
{
  g_free (((ScopeLoss *) data)->reason);
}

static void
scope_trace_init (ScopeTrace *self)
{
  g_mutex_init (&self->lock);
  g_mutex_init (&self->streams_lock);
  self->machines = g_ptr_array_new_with_free_func (machine_free);
  self->keepers = scope_keepers_new ();
  self->shelf = scope_shelf_new (MOST_READ);
  self->sums = g_ptr_array_new_with_free_func ((GDestroyNotify) scope_lane_sum_free);
  self->losses = g_array_new (FALSE, FALSE, sizeof (ScopeLoss));
  g_array_set_clear_func (self->losses, loss_clear);
  self->format = g_strdup ("");
  self->title = g_strdup ("");
  self->clock_source = g_strdup ("none");
  self->expected_last = SCOPE_TIME_MIN;
}

ScopeTrace *
scope_trace_new (void)
{
  return g_object_new (SCOPE_TYPE_TRACE, NULL);
}

/* On the main thread. */
static void
emit_changed (gpointer data)
{
  ScopeTrace *self = data;
  gboolean finished;

  g_mutex_lock (&self->lock);
  self->is_scheduled = FALSE;
  self->changed_at = g_get_monotonic_time ();
  finished = self->finished;
  g_mutex_unlock (&self->lock);
  g_signal_emit (self, signals[CHANGED], 0);
  if (finished)
    g_signal_emit (self, signals[FINISHED], 0);
}

/* A live trace changes all the time: what shows it is not told more often than this. */
#define LIVE_MS 100

void
scope_trace_schedule (ScopeTrace *self)
{
  gint64 passed = (g_get_monotonic_time () - self->changed_at) / 1000;

  if (self->is_scheduled)
    return;
  self->is_scheduled = TRUE;
  scope_weak_source_add (self->live != NULL && !self->finished && passed < LIVE_MS ? (gint) (LIVE_MS - passed) : -1, self, emit_changed);
}

void
scope_trace_tell_seen (ScopeTrace *trace)
{
  trace->seen = TRUE;
  g_signal_emit (trace, signals[SEEN], 0);
}

gboolean
scope_trace_is_seen (ScopeTrace *trace)
{
  return trace->seen;
}

/* --- facts --- */

static void
replace (char **string, const char *by)
{
  if (by != NULL && g_strcmp0 (*string, by) != 0)
    {
      g_free (*string);
      *string = g_strdup (by);
    }
}

const char *
scope_trace_format (ScopeTrace *trace)
{
  return trace->format;
}

const char *
scope_trace_title (ScopeTrace *trace)
{
  return trace->title;
}

ScopeRuntime
scope_trace_runtime (ScopeTrace *trace)
{
  return trace->runtime;
}

gint64
scope_trace_tick_ps (ScopeTrace *trace)
{
  ScopeMachine *machine = scope_trace_n_machines (trace) > 0 ? scope_trace_machine (trace, 0) : NULL;

  return machine != NULL ? machine->tick_ps : 1000;
}

const char *
scope_trace_clock_source (ScopeTrace *trace)
{
  return trace->clock_source;
}

guint
scope_trace_n_machines (ScopeTrace *trace)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&trace->lock);

  return trace->machines->len;
}

ScopeMachine *
scope_trace_machine (ScopeTrace *trace, guint index)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&trace->lock);

  return index < trace->machines->len ? g_ptr_array_index (trace->machines, index) : NULL;
}

guint32
scope_trace_find_machine (ScopeTrace *trace, guint32 number)
{
  guint32 found = SCOPE_NONE;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&trace->lock);

  for (guint i = 0; i < trace->machines->len && found == SCOPE_NONE; i++)
    if (((ScopeMachine *) g_ptr_array_index (trace->machines, i))->number == number)
      found = i;

  return found;
}

gboolean
scope_trace_get_finished (ScopeTrace *trace)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&trace->lock);

  return trace->finished;
}

double
scope_trace_get_progress (ScopeTrace *trace)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&trace->lock);

  return trace->progress;
}

ScopeMessageCounts
scope_trace_message_counts (ScopeTrace *trace)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&trace->lock);

  return trace->counts;
}

guint64
scope_trace_n_events (ScopeTrace *trace)
{
  guint64 n = 0;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&trace->lock);

  for (guint i = 0; i < trace->machines->len; i++)
    n += ((ScopeMachine *) g_ptr_array_index (trace->machines, i))->n_events;

  return n;
}

guint
scope_trace_n_losses (ScopeTrace *trace)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&trace->lock);

  return trace->losses->len;
}

ScopeLoss
scope_trace_loss (ScopeTrace *trace, guint i)
{
  ScopeLoss loss = { 0 };
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&trace->lock);

  if (i < trace->losses->len)
    loss = g_array_index (trace->losses, ScopeLoss, i);

  return loss;
}

guint
scope_trace_foreach_loss (ScopeTrace *trace, ScopeLossFunc func, gpointer data)
{
  guint all = 0;

  for (guint m = 0; m <= scope_trace_n_machines (trace); m++)
    {
      ScopeMachine *machine = m > 0 ? scope_trace_machine (trace, m - 1) : NULL;
      guint n = machine != NULL ? scope_machine_n_losses (machine) : scope_trace_n_losses (trace);

      all += n;
      for (guint i = 0; func != NULL && i < n; i++)
        {
          ScopeLoss loss = machine != NULL ? scope_machine_loss (machine, i) : scope_trace_loss (trace, i);

          func (machine, &loss, data);
        }
    }
  return all;
}

const char *
scope_trace_index_path (ScopeTrace *trace, guint64 *ret_bytes, gboolean *ret_complete)
{
  const char *path;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&trace->lock);

  path = trace->index_path;
  if (ret_bytes != NULL)
    *ret_bytes = trace->index_bytes;
  if (ret_complete != NULL)
    *ret_complete = trace->index_complete;

  return path;
}

gboolean
scope_trace_is_far (ScopeTrace *trace)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&trace->lock);

  return trace->is_far;
}

char *
scope_trace_dup_lost (ScopeTrace *trace)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&trace->lock);

  return g_strdup (trace->lost);
}

gboolean
scope_trace_has_grown (ScopeTrace *trace)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&trace->lock);

  return trace->has_grown;
}

ScopeEventSource *
scope_trace_get_event_source (ScopeTrace *trace)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&trace->lock);

  return trace->events;
}

ScopeLive *
scope_trace_get_live (ScopeTrace *trace)
{
  return trace->live;
}

/* --- what was found out of it --- */

static void
keep_thread_out (ScopeTrace *trace, GThread *thread)
{
  g_mutex_lock (&trace->lock);
  trace->kept_out = thread;
  for (guint i = 0; i < trace->machines->len; i++)
    if (g_ptr_array_index (trace->machines, i) != NULL)
      scope_bytes_keep_out (((ScopeMachine *) g_ptr_array_index (trace->machines, i))->bytes, trace->kept_out);
  g_mutex_unlock (&trace->lock);
}

GObject *
scope_trace_dup_derived (ScopeTrace *trace)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&trace->lock);

  return trace->derived != NULL ? g_object_ref (trace->derived) : NULL;
}

void
scope_trace_take_derived (ScopeTrace *trace, GObject *derived, ScopeTrace *lanes)
{
  g_autoptr (GObject) old = NULL;
  g_autoptr (ScopeTrace) old_lanes = NULL;
  GThread *kept_out;

  g_mutex_lock (&trace->lock);
  old = g_steal_pointer (&trace->derived);
  old_lanes = g_steal_pointer (&trace->derived_lanes);
  trace->derived = derived;
  trace->derived_lanes = g_object_ref (lanes);
  lanes->clocks = scope_clocks_of_lanes (trace->clocks);
  scope_trace_schedule (trace);
  kept_out = trace->kept_out;
  g_mutex_unlock (&trace->lock);
  if (kept_out != NULL)
    keep_thread_out (lanes, kept_out);
}

ScopeTrace *
scope_trace_new_view (ScopeTrace *trace)
{
  ScopeTrace *view = scope_trace_new ();
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&trace->lock);

  replace (&view->format, trace->format);
  replace (&view->title, trace->title);
  replace (&view->clock_source, trace->clock_source);
  view->runtime = trace->runtime;
  view->counts = trace->counts;
  view->finished = TRUE;
  view->progress = 1;
  view->clocks = scope_clocks_of_lanes (trace->clocks);
  g_set_object (&view->events, trace->events);
  return view;
}

/* --- filling --- */

void
scope_trace_set_live (ScopeTrace *trace, ScopeLive *live)
{
  g_assert (trace->live == NULL);
  trace->live = g_object_ref (live);
}

void
scope_trace_set_event_source (ScopeTrace *trace, ScopeEventSource *source)
{
  g_mutex_lock (&trace->lock);
  g_assert (trace->events == NULL);
  trace->events = g_object_ref (source);
  g_mutex_unlock (&trace->lock);
}

void
scope_trace_set_facts (ScopeTrace *trace, const ScopeTraceFacts *facts)
{
  g_mutex_lock (&trace->lock);
  replace (&trace->format, facts->format);
  replace (&trace->title, facts->title);
  replace (&trace->clock_source, facts->clock_source);
  trace->runtime = facts->runtime;
  scope_trace_schedule (trace);
  g_mutex_unlock (&trace->lock);
}

void
scope_trace_add_machine (ScopeTrace *trace, ScopeMachine *machine)
{
  g_mutex_lock (&trace->lock);
  g_assert (machine->index == trace->machines->len);
  g_ptr_array_add (trace->machines, machine);
  trace->has_holdings = FALSE;
  scope_trace_forget_times (trace);
  scope_machine_set_keepers (machine, trace->keepers);
  if (trace->kept_out != NULL)
    scope_bytes_keep_out (machine->bytes, trace->kept_out);
  scope_trace_schedule (trace);
  g_mutex_unlock (&trace->lock);
}

ScopeShelf *
scope_trace_shelf (ScopeTrace *trace)
{
  return trace->shelf;
}

void
scope_trace_keep_out (ScopeTrace *trace)
{
  keep_thread_out (trace, g_thread_self ());
}

gboolean
scope_trace_is_kept_out (ScopeTrace *trace)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&trace->lock);

  return trace->kept_out == g_thread_self ();
}

void
scope_trace_add_loss (ScopeTrace *trace, const ScopeLoss *loss)
{
  ScopeLoss copy = *loss;

  copy.reason = g_strdup (loss->reason);
  g_mutex_lock (&trace->lock);
  g_array_append_val (trace->losses, copy);
  scope_trace_schedule (trace);
  g_mutex_unlock (&trace->lock);
}

void
scope_trace_set_message_counts (ScopeTrace *trace, const ScopeMessageCounts *counts)
{
  g_mutex_lock (&trace->lock);
  trace->counts = *counts;
  g_mutex_unlock (&trace->lock);
}

void
scope_trace_set_index (ScopeTrace *trace, const char *path, guint64 bytes, gboolean complete)
{
  g_mutex_lock (&trace->lock);
  g_free (trace->index_path);
  trace->index_path = g_strdup (path);
  trace->index_bytes = bytes;
  trace->index_complete = complete;
  g_mutex_unlock (&trace->lock);
}

void
scope_trace_set_far (ScopeTrace *trace)
{
  g_mutex_lock (&trace->lock);
  trace->is_far = TRUE;
  g_mutex_unlock (&trace->lock);
}

void
scope_trace_set_grown (ScopeTrace *trace)
{
  g_mutex_lock (&trace->lock);
  trace->has_grown = TRUE;
  scope_trace_schedule (trace);
  g_mutex_unlock (&trace->lock);
}

void
scope_trace_set_lost (ScopeTrace *trace, const char *lost)
{
  g_mutex_lock (&trace->lock);
  g_free (trace->lost);
  trace->lost = g_strdup (lost);
  scope_trace_schedule (trace);
  g_mutex_unlock (&trace->lock);
}

void
scope_trace_set_progress (ScopeTrace *trace, double progress, gint64 expected_last)
{
  g_mutex_lock (&trace->lock);
  trace->progress = CLAMP (progress, 0, 1);
  /* While it is followed the end is what is known, and offsets may still move. */
  trace->expected_last = trace->live != NULL ? expected_last : MAX (trace->expected_last, expected_last);
  scope_trace_schedule (trace);
  g_mutex_unlock (&trace->lock);
}

void
scope_trace_set_finished (ScopeTrace *trace)
{
  g_mutex_lock (&trace->lock);
  trace->finished = TRUE;
  scope_trace_forget_times (trace);
  trace->progress = 1;
  scope_trace_schedule (trace);
  g_mutex_unlock (&trace->lock);
}

ScopeStreams *
scope_trace_get_streams (ScopeTrace *self, GCancellable *cancellable)
{
  ScopeStreams *streams;

  if (!scope_trace_get_finished (self))
    return NULL;
  g_mutex_lock (&self->streams_lock);
  if (self->streams == NULL)
    self->streams = scope_streams_read (self, cancellable);
  streams = self->streams;
  g_mutex_unlock (&self->streams_lock);

  return streams;
}
