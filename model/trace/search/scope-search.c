/* scope-search.c: the search as the window sees it: begun, looked at while it grows, stopped.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/search/scope-search-private.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-task.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define TICK_MS 80
#define MOST_SORTED 50000u /* in a frame's time */

struct _ScopeSearch
{
  GObject parent_instance;

  ScopeTrace *trace;
  GListStore *hits;
  ScopeHitMarks *marks;
  ScopeEventList *events;
  char *notice;
  gboolean stopped; /* before its end */
  double stopped_at;

  GCancellable *cancellable; /* of what runs */
  ScopeSearchWork *work;
  ScopeEventSet *set;        /* NULL: no events are looked for */
  guint n_running;           /* strands */
  char *text;                /* of the search, to be repeated when the trace has been read; or NULL */
  ScopeSearchFlags flags;
  ScopeSearchKinds kinds;
  guint ticker;
};

G_DEFINE_FINAL_TYPE (ScopeSearchHit, scope_search_hit, G_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE (ScopeSearch, scope_search, G_TYPE_OBJECT)

static guint changed_signal;

/* --- hits --- */

static void
scope_search_hit_finalize (GObject *object)
{
  g_free (SCOPE_SEARCH_HIT (object)->text);
  G_OBJECT_CLASS (scope_search_hit_parent_class)->finalize (object);
}

static void
scope_search_hit_class_init (ScopeSearchHitClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_search_hit_finalize;
}

static void
scope_search_hit_init (ScopeSearchHit *hit)
{
}

ScopeLaneId
scope_search_event_lane (ScopeTrace *trace, const ScopeEventRow *row)
{
  ScopeMachine *machine = scope_trace_machine (trace, row->machine);
  ScopeLaneId lane = { row->machine, SCOPE_KIND_MACHINE, 0 };
  guint32 processor = SCOPE_NONE;

  if (machine != NULL && row->processor >= 0 && scope_trace_runtime (trace) != SCOPE_RUNTIME_EDEN)
    processor = scope_machine_find_processor (machine, (guint) row->processor);
  if (processor != SCOPE_NONE)
    lane = (ScopeLaneId) { row->machine, SCOPE_KIND_PROCESSOR, processor };
  return lane;
}

/* --- work --- */

static ScopeSearchWork *
work_new (ScopeTrace *trace, GRegex *regex, ScopeSearchFlags flags, ScopeSearchKinds kinds)
{
  ScopeSearchWork *work = g_new0 (ScopeSearchWork, 1);

  g_atomic_ref_count_init (&work->ref_count);
  work->trace = g_object_ref (trace);
  work->regex = regex != NULL ? g_regex_ref (regex) : NULL;
  work->flags = flags;
  scope_trace_range (trace, &work->first, &work->last);
  work->kinds = kinds;
  g_mutex_init (&work->lock);
  work->found = g_ptr_array_new_with_free_func (g_object_unref);
  work->places = g_array_new (FALSE, FALSE, sizeof (ScopeSearchPlace));
  return work;
}

static ScopeSearchWork *
work_ref (ScopeSearchWork *work)
{
  g_atomic_ref_count_inc (&work->ref_count);
  return work;
}

static void
work_unref (gpointer data)
{
  ScopeSearchWork *work = data;

  if (!g_atomic_ref_count_dec (&work->ref_count))
    return;
  g_ptr_array_unref (work->found);
  g_array_unref (work->places);
  g_clear_pointer (&work->regex, g_regex_unref);
  g_clear_pointer (&work->query, scope_find_query_free);
  g_strfreev (work->words);
  g_object_unref (work->trace);
  g_mutex_clear (&work->lock);
  g_free (work);
}

typedef struct
{
  ScopeEventFilter *filter;
  ScopeEventSet *set;
  ScopeSearchWork *work;
} Events;

static void
events_free (gpointer data)
{
  Events *events = data;

  scope_event_filter_free (events->filter);
  scope_event_set_unref (events->set);
  work_unref (events->work);
  g_free (events);
}

/* --- what was found --- */

static void
add_marks (ScopeSearch *self, const GArray *places)
{
  SCOPE_EACH (const ScopeSearchPlace, place, places)
    scope_hit_marks_add (self->marks, place->lane, place->time);
}

/* Takes over what the thread has found since. */
static void
collect (ScopeSearch *self)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (ScopeSearchPlace));
  GArray *places_taken;
  GPtrArray *taken;

  if (self->work == NULL)
    return;
  g_mutex_lock (&self->work->lock);
  taken = self->work->found;
  self->work->found = found;
  found = taken;
  places_taken = self->work->places;
  self->work->places = places;
  places = places_taken;
  g_mutex_unlock (&self->work->lock);
  add_marks (self, places);
  if (found->len > 0)
    g_list_store_splice (self->hits, g_list_model_get_n_items (G_LIST_MODEL (self->hits)), 0, found->pdata, found->len);
  if (self->set != NULL)
    scope_event_list_grow (self->events, scope_event_set_count (self->set));
}

static gboolean
tick (gpointer data)
{
  ScopeSearch *self = data;

  collect (self);
  g_signal_emit (self, changed_signal, 0);
  return G_SOURCE_CONTINUE;
}

static void
strand_ended (ScopeSearch *self, GTask *task, GError *error)
{
  if (g_task_get_cancellable (task) != self->cancellable)
    return;
  self->n_running--;
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_free (self->notice);
      self->notice = g_strdup (error->message);
    }
  collect (self);
  if (self->n_running == 0)
    g_clear_handle_id (&self->ticker, g_source_remove);
  g_signal_emit (self, changed_signal, 0);
}

static gpointer
walk_in_thread (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  return GINT_TO_POINTER (scope_search_walk ((gpointer) data, cancellable, error));
}

SCOPE_COMPARE_BY_WITH_DATA (compare_times, ScopeSearchHit, SCOPE_UP (from))

static void
walked (GObject *object, GAsyncResult *result, gpointer data)
{
  ScopeSearch *self = SCOPE_SEARCH (object);
  g_autoptr (GError) error = NULL;

  scope_task_answer (result, &error);
  strand_ended (self, G_TASK (result), error);
  /* They were looked for lane by lane; the next one is the next in time. */
  if (error == NULL && g_task_get_cancellable (G_TASK (result)) == self->cancellable && self->work != NULL && self->work->length.given
      && g_list_model_get_n_items (G_LIST_MODEL (self->hits)) <= MOST_SORTED)
    {
      g_list_store_sort (self->hits, compare_times, NULL);
      g_signal_emit (self, changed_signal, 0);
    }
}

/* Marks are found as marks: not again as the events that the log has of them, unless these are asked for. */
static gboolean
leave_out_marks (ScopeEventSource *source, const ScopeSearchWork *work, ScopeEventFilter *filter, GCancellable *cancellable, GError **error)
{
  static const char *const marks[] = { "user_msg", "user_marker", "label", "node", "notice", NULL };
  const ScopeEventKind *kinds;
  guint n;

  if (!(work->kinds & SCOPE_SEARCH_MARKS) || filter->regex == NULL || filter->kinds != NULL || filter->conditions != NULL) /* of fields, which marks have not */
    return TRUE;
  if (!scope_event_source_prepare (source, NULL, cancellable, error))
    return FALSE;
  kinds = scope_event_source_kinds (source, &n);
  filter->kinds = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < n; i++)
    if (!g_strv_contains (marks, kinds[i].name) || (filter->in_names && g_regex_match (filter->regex, kinds[i].name, 0, NULL)))
      g_hash_table_add (filter->kinds, (gpointer) kinds[i].name);
  return TRUE;
}

static gpointer
select_in_thread (gpointer search, gconstpointer data, GCancellable *cancellable, GError **error)
{
  Events *events = (gpointer) data;
  ScopeEventSource *source = scope_trace_get_event_source (events->work->trace);

  return GINT_TO_POINTER (leave_out_marks (source, events->work, events->filter, cancellable, error) && scope_event_source_select (source, events->filter, events->set, &events->work->events_progress, cancellable, error));
}

static void
events_selected (GObject *object, GAsyncResult *result, gpointer data)
{
  ScopeSearch *self = SCOPE_SEARCH (object);
  g_autoptr (GError) error = NULL;
  gboolean good = scope_task_answer (result, &error) != NULL;

  /* Of several machines, what was found in the meantime may have come before what is listed. */
  if (good && g_task_get_cancellable (G_TASK (result)) == self->cancellable && scope_trace_n_machines (self->trace) > 1)
    scope_event_list_set (self->events, scope_trace_get_event_source (self->trace), self->set, 0,
                          scope_event_set_count (self->set));
  strand_ended (self, G_TASK (result), error);
}

/* --- the search --- */

void
scope_search_stop (ScopeSearch *self)
{
  g_return_if_fail (SCOPE_IS_SEARCH (self));

  if (self->n_running > 0)
    {
      self->stopped_at = MIN (scope_search_get_progress (self), .99); /* what is all done is not told yet */
      self->stopped = TRUE;
    }
  collect (self);
  scope_task_stop (&self->cancellable);
  self->n_running = 0;
  g_clear_handle_id (&self->ticker, g_source_remove);
}

static void
forget (ScopeSearch *self)
{
  scope_search_stop (self);
  g_clear_pointer (&self->work, work_unref);
  g_list_store_remove_all (self->hits);
  scope_hit_marks_unref (self->marks);
  self->marks = scope_hit_marks_new ();
  scope_event_list_set (self->events, NULL, NULL, 0, 0);
  g_clear_pointer (&self->set, scope_event_set_unref);
  g_clear_pointer (&self->notice, g_free);
  g_clear_pointer (&self->text, g_free);
  self->stopped = FALSE;
}

static void
start_walk (ScopeSearch *self)
{
  scope_task_give (self, walk_in_thread, work_ref (self->work), work_unref, NULL, self->cancellable, walked, NULL);
  self->n_running++;
}

static void
start_events (ScopeSearch *self, ScopeEventFilter *filter)
{
  ScopeEventSource *source = scope_trace_get_event_source (self->trace);
  Events *events;

  if (source == NULL)
    {
      scope_event_filter_free (filter);
      return;
    }
  self->set = scope_event_set_new ();
  scope_event_set_spread_over (self->set, self->work->first, self->work->last);
  scope_event_list_set (self->events, source, self->set, 0, 0);
  events = g_new (Events, 1);
  *events = (Events) { filter, scope_event_set_ref (self->set), work_ref (self->work) };
  scope_task_give (self, select_in_thread, events, events_free, NULL, self->cancellable, events_selected, NULL);
  self->n_running++;
}

static void
set_length (ScopeSearchWork *work, const ScopeSearchLength *length, const char *rest)
{
  g_autofree char *folded = work->flags & SCOPE_SEARCH_CASE ? g_strdup (rest) : g_utf8_strdown (rest, -1);

  work->length = *length;
  work->words = *folded != '\0' ? g_regex_split_simple ("\\s+", folded, 0, 0) : g_new0 (char *, 1);
}

/* A query, where one is meant; NULL: none is, or with error. */
static ScopeFindQuery *
read_query (ScopeSearch *self, const char *text, ScopeSearchFlags flags, GError **error)
{
  g_autofree char *said = scope_find_is_possible (self->trace) ? scope_find_query_dup_said (text) : NULL;

  if (said == NULL && (!scope_find_is_possible (self->trace) || !scope_find_query_is_meant (text)))
    return NULL;
  return scope_find_query_parse (said != NULL ? said : text,
                                 (flags & SCOPE_SEARCH_REGEX ? SCOPE_FIND_REGEX : 0)
                                     | (flags & SCOPE_SEARCH_CASE ? 0 : SCOPE_FIND_CASELESS),
                                 error);
}

gboolean
scope_search_start (ScopeSearch *self, const char *text, ScopeSearchFlags flags, ScopeSearchKinds kinds, GError **error)
{
  g_autoptr (GRegex) regex = NULL;
  g_autoptr (ScopeFindQuery) query = NULL;
  ScopeSearchLength length = { .given = FALSE };
  g_autofree char *rest = NULL;
  GError *bad = NULL;

  g_return_val_if_fail (SCOPE_IS_SEARCH (self), FALSE);

  forget (self);
  if (text[0] == '\0')
    {
      g_signal_emit (self, changed_signal, 0);
      return TRUE;
    }
  query = read_query (self, text, flags, &bad);
  if (query == NULL && bad == NULL && !(flags & SCOPE_SEARCH_REGEX))
    rest = scope_search_take_length (text, &length);
  if (query == NULL && bad == NULL && !length.given)
    regex = scope_search_compile (text, flags, &bad);
  if (bad != NULL)
    {
      g_propagate_error (error, bad);
      g_signal_emit (self, changed_signal, 0);
      return FALSE;
    }
  self->cancellable = g_cancellable_new ();
  self->work = work_new (self->trace, regex, flags, kinds);
  if (length.given)
    set_length (self->work, &length, rest);
  self->work->query = g_steal_pointer (&query);
  start_walk (self);
  if (!scope_trace_get_finished (self->trace))
    {
      self->text = g_strdup (text);
      self->flags = flags;
      self->kinds = kinds;
      self->notice = g_strdup (_("The trace is still being read: the hits are not complete yet."));
    }
  else if (regex != NULL && (kinds & SCOPE_SEARCH_EVENTS) != 0)
    start_events (self, scope_search_event_filter (text, flags, NULL));
  self->ticker = g_timeout_add (TICK_MS, tick, self);
  g_signal_emit (self, changed_signal, 0);
  return TRUE;
}

gboolean
scope_search_is_running (ScopeSearch *self)
{
  return self->n_running > 0;
}

double
scope_search_get_progress (ScopeSearch *self)
{
  gint walk, events;

  if (self->work == NULL || self->n_running == 0)
    return 1;
  walk = g_atomic_int_get (&self->work->progress);
  events = self->set != NULL ? g_atomic_int_get (&self->work->events_progress) : 1000;
  return MIN (walk, events) / 1000.0;
}

gboolean
scope_search_was_stopped (ScopeSearch *self, double *ret_progress)
{
  if (ret_progress != NULL)
    *ret_progress = self->stopped ? self->stopped_at : 1;
  return self->stopped;
}

guint64
scope_search_n_hits (ScopeSearch *self)
{
  guint64 n = self->set != NULL ? scope_event_list_get_length (self->events) : 0;

  if (self->work != NULL)
    {
      g_mutex_lock (&self->work->lock);
      n += self->work->n;
      g_mutex_unlock (&self->work->lock);
    }
  return n;
}

void
scope_search_get_spread (ScopeSearch *self, guint32 spread[SCOPE_SEARCH_SPREAD])
{
  memset (spread, 0, SCOPE_SEARCH_SPREAD * sizeof *spread);
  if (self->set != NULL)
    scope_event_set_get_spread (self->set, spread);
  if (self->work == NULL)
    return;
  g_mutex_lock (&self->work->lock);
  for (guint i = 0; i < SCOPE_SEARCH_SPREAD; i++)
    spread[i] += self->work->spread[i];
  g_mutex_unlock (&self->work->lock);
}

const char *
scope_search_get_notice (ScopeSearch *self)
{
  return self->notice;
}

ScopeHitMarks *
scope_search_get_marks (ScopeSearch *self)
{
  return self->marks;
}

GListModel *
scope_search_get_hits (ScopeSearch *self)
{
  return G_LIST_MODEL (self->hits);
}

ScopeEventList *
scope_search_get_events (ScopeSearch *self)
{
  return self->events;
}

/* --- life --- */

/* All of it is there now. */
static void
trace_finished (ScopeSearch *self)
{
  g_autofree char *text = g_steal_pointer (&self->text);

  if (text != NULL)
    scope_search_start (self, text, self->flags, self->kinds, NULL);
}

static void
scope_search_dispose (GObject *object)
{
  ScopeSearch *self = SCOPE_SEARCH (object);

  if (self->hits != NULL)
    forget (self);
  if (self->trace != NULL)
    g_signal_handlers_disconnect_by_func (self->trace, trace_finished, self);
  g_clear_object (&self->hits);
  g_clear_pointer (&self->marks, scope_hit_marks_unref);
  g_clear_object (&self->events);
  g_clear_object (&self->trace);
  G_OBJECT_CLASS (scope_search_parent_class)->dispose (object);
}

static void
scope_search_class_init (ScopeSearchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_search_dispose;
  changed_signal = g_signal_new ("changed", SCOPE_TYPE_SEARCH, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
scope_search_init (ScopeSearch *self)
{
  self->hits = g_list_store_new (SCOPE_TYPE_SEARCH_HIT);
  self->marks = scope_hit_marks_new ();
  self->events = scope_event_list_new ();
}

ScopeSearch *
scope_search_new (ScopeTrace *trace)
{
  ScopeSearch *self = g_object_new (SCOPE_TYPE_SEARCH, NULL);

  self->trace = g_object_ref (trace);
  g_signal_connect_object (trace, "finished", G_CALLBACK (trace_finished), self, G_CONNECT_SWAPPED);
  return self;
}
