/* scope-deriving.c: see scope-deriving.h.
 *
 * Lanes are made when their first row comes, with those of lower numbers: threads are numbered as they come, so there are no more lanes
 * than of the trace at that time, and those that have ended are packed (scope-lane-private.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/analysis/scope-deriving.h"

#include "model/base/scope-fail.h"
#include "model/trace/document/scope-batch-queue.h"

#include <string.h>

#define MEMORY (48u * 1024u * 1024u) /* of the open blocks of all machines */
#define LEAST_MEMORY (96u * 1024u)   /* of one */
#define WAITING_ROWS (512u * 1024u)  /* of all machines, before they are stored */
#define LEAST_WAITING 256u           /* of one */
#define ROWS_AHEAD 16u
#define PATH_SEGMENTS 2048u /* of the path, that are summed up at a time */
#define PATH_PLACES 1024u

typedef struct
{
  ScopeMachine *source, *view;
  ScopeSink *sink;
  ScopeRow *rows;
  gsize n;
  guint32 n_lanes;
} Lanes;

/* A value of a few words, all of which tell it from others. */
typedef struct
{
  guint32 words[5];
} Value;

#define RECENT 256u

/* Most are those of a moment ago. */
typedef struct
{
  GHashTable *all; /* Value → place + 1 */
  struct
  {
    Value value;
    guint32 place; /* + 1; 0: none yet */
  } recent[RECENT];
} Places;

/* Where the sums of what was on the path lately stand. */
typedef struct
{
  guint32 kind, step;
  ScopeBlamePlace place;
} PathPlace;

/* Rows of a lane of the trace as a whole, which wait to be stored. */
typedef struct
{
  ScopeRow *rows;
  gsize n;
  GError *error; /* the first */
} Whole;

struct _ScopeDeriving
{
  ScopeTrace *trace, *lanes;
  ScopeDerivedFacts facts;
  Lanes *machines;
  guint n_machines;
  gsize n_waiting; /* rows of a machine that are stored at a time */
  ScopeBatchQueue *queue;  /* one thread stores those of all machines: it takes a fifth of the work off the pass */
  Places *parties, *steps; /* what stands in facts.parties and facts.steps */
  Whole whole[SCOPE_N_WHOLE];
  PathPlace *path_places; /* of PATH_PLACES */
  guint n_path;           /* segments since the path was cut */
};

ScopeWaitClass
scope_wait_class (guint code)
{
  switch (code)
    {
    case SCOPE_CODE_MVAR:
    case SCOPE_CODE_MVAR_READ:
      return SCOPE_WAIT_CLASS_MVAR;
    case SCOPE_CODE_BLACKHOLE:
      return SCOPE_WAIT_CLASS_BLACKHOLE;
    case SCOPE_CODE_PLACEHOLDER:
      return SCOPE_WAIT_CLASS_PLACEHOLDER;
    case SCOPE_CODE_STM:
      return SCOPE_WAIT_CLASS_STM;
    case SCOPE_CODE_THROW_TO:
      return SCOPE_WAIT_CLASS_THROW_TO;
    case SCOPE_CODE_WAITING:
      return SCOPE_WAIT_CLASS_WAITING;
    default:
      return SCOPE_WAIT_CLASS_OTHER;
    }
}

guint
scope_wait_class_code (ScopeWaitClass class)
{
  static const guint8 codes[] = { SCOPE_CODE_MVAR,     SCOPE_CODE_BLACKHOLE, SCOPE_CODE_PLACEHOLDER, SCOPE_CODE_STM,
                                  SCOPE_CODE_THROW_TO, SCOPE_CODE_WAITING,   SCOPE_CODE_BLOCKED };

  return codes[class];
}

/* --- rows --- */

static void
make_lanes (Lanes *lanes, guint32 until)
{
  for (; lanes->n_lanes <= until; lanes->n_lanes++)
    {
      ScopeKind kind = scope_lane_store_kind (lanes->source->lanes, lanes->n_lanes);

      scope_lane_store_add_lane (lanes->view->lanes, kind, SCOPE_CODE_ABSENT,
                                 kind == SCOPE_KIND_THREAD ? lanes->view->threads_lane : SCOPE_NONE);
    }
}

static void
store_whole (ScopeDeriving *self, ScopeWholeLane lane, const ScopeRow *rows, gsize n)
{
  GError **error = &self->whole[lane].error;

  scope_lane_store_add_rows (self->facts.whole, rows, n, *error == NULL ? error : NULL);
}

/* On the thread that stores. */
static void
store (gpointer data, const ScopeBatch *batch)
{
  Lanes *lanes = batch->of;

  if (lanes != NULL)
    lanes->sink->klass->rows (lanes->sink, batch->rows, batch->n);
  else
    store_whole (data, SCOPE_WHOLE_WAITS, batch->rows, batch->n);
}

static void
flush (ScopeDeriving *self, Lanes *lanes)
{
  const ScopeBatch batch = { lanes->rows, lanes->n, FALSE, lanes };

  scope_batch_queue_send (self->queue, &batch);
  lanes->rows = scope_batch_queue_take (self->queue);
  lanes->n = 0;
}

void
scope_deriving_row (ScopeDeriving *self, guint machine, guint32 lane, gint64 time, guint code, guint32 ref)
{
  Lanes *lanes = &self->machines[machine];

  if (G_UNLIKELY (lane >= lanes->n_lanes))
    make_lanes (lanes, lane);
  __builtin_prefetch (&lanes->rows[lanes->n + ROWS_AHEAD], 1); /* the thread that stores rows had this memory last */
  lanes->rows[lanes->n++] = scope_row (lane, time - lanes->source->offset, code, ref);
  if (G_UNLIKELY (lanes->n >= self->n_waiting))
    flush (self, lanes);
}

/* The path comes from a thread of its own, which stores it, too. */
static void
flush_whole (ScopeDeriving *self, ScopeWholeLane lane)
{
  Whole *whole = &self->whole[lane];
  const ScopeBatch batch = { whole->rows, whole->n, FALSE, NULL };

  if (lane == SCOPE_WHOLE_PATH)
    store_whole (self, lane, whole->rows, whole->n);
  else
    {
      scope_batch_queue_send (self->queue, &batch);
      whole->rows = scope_batch_queue_take (self->queue);
    }
  whole->n = 0;
}

void
scope_deriving_whole_row (ScopeDeriving *self, ScopeWholeLane lane, gint64 time, guint code, guint32 ref)
{
  Whole *whole = &self->whole[lane];

  whole->rows[whole->n++] = scope_row (lane, time, code, ref);
  if (whole->n == self->n_waiting)
    flush_whole (self, lane);
}

/* --- what stands for somebody --- */

static guint
value_hash (gconstpointer data)
{
  const Value *value = data;
  guint hash = 0;

  for (guint i = 0; i < G_N_ELEMENTS (value->words); i++)
    hash = (hash ^ value->words[i]) * 0x9e3779b1u;
  return hash ^ hash >> 15;
}

static gboolean
value_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (Value)) == 0;
}

G_STATIC_ASSERT (sizeof (ScopePathStep) == sizeof (Value));

/* Place + 1 of it. */
static guint32
place_of (Places *places, GArray *values, const void *value, gsize size)
{
  Value key = { { 0 } };
  guint i;

  memcpy (&key, value, size);
  i = value_hash (&key) % RECENT;
  if (places->recent[i].place > 0 && value_equal (&places->recent[i].value, &key))
    return places->recent[i].place;
  places->recent[i].value = key;
  places->recent[i].place = GPOINTER_TO_UINT (g_hash_table_lookup (places->all, &key));
  if (places->recent[i].place > 0)
    return places->recent[i].place;
  g_array_append_vals (values, value, 1);
  g_hash_table_insert (places->all, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (values->len));
  return places->recent[i].place = values->len;
}

guint32
scope_deriving_party (ScopeDeriving *self, guint machine, ScopeTaskId by)
{
  if (scope_task_is_nobody (by))
    return 0;
  if (by.machine == machine && by.thread < SCOPE_FIRST_PARTY - 1)
    return by.thread + 1;
  return SCOPE_FIRST_PARTY + place_of (self->parties, self->facts.parties, &by, sizeof by) - 1;
}

/* --- the path --- */

static void
cut_path (ScopeDeriving *self, gint64 time)
{
  GError **error = &self->whole[SCOPE_WHOLE_PATH].error;

  if (self->n_path > 0)
    scope_blame_tree_cut (self->facts.path, time, *error == NULL ? error : NULL);
  self->n_path = 0;
}

static void
sum_path (ScopeDeriving *self, const ScopePathSegment *segment, guint32 step)
{
  PathPlace *place = &self->path_places[(step * SCOPE_N_PATH_KINDS + segment->kind) % PATH_PLACES];

  if (self->facts.path == NULL)
    self->facts.path = scope_blame_tree_new (self->facts.bytes, segment->from);
  if (self->n_path == PATH_SEGMENTS)
    cut_path (self, segment->from);
  self->n_path++;
  if (place->kind != segment->kind || place->step != step)
    *place = (PathPlace) { segment->kind, step, { 0 } };
  scope_blame_tree_add_time (self->facts.path, (ScopeTaskId) { segment->kind, step }, 0, &place->place,
                             MIN (segment->to, self->facts.last) - segment->from);
}

void
scope_deriving_path (ScopeDeriving *self, const ScopePathSegment *segment, guint code)
{
  const ScopePathStep value = { segment->task, segment->by, segment->label };
  guint32 step;

  if (segment->from >= self->facts.last)
    return;
  step = place_of (self->steps, self->facts.steps, &value, sizeof value);
  sum_path (self, segment, step - 1);
  scope_deriving_whole_row (self, SCOPE_WHOLE_PATH, segment->from, code, step);
}

/* --- from begin to end --- */

static Places *
places_new (void)
{
  Places *places = g_new0 (Places, 1);

  places->all = g_hash_table_new_full (value_hash, value_equal, g_free, NULL);
  return places;
}

static void
places_free (Places *places)
{
  g_hash_table_unref (places->all);
  g_free (places);
}

static void
open_machine (ScopeDeriving *self, guint m, ScopeBytes *bytes)
{
  Lanes *lanes = &self->machines[m];

  lanes->source = scope_trace_machine (self->trace, m);
  lanes->view = scope_machine_new_view (lanes->source, bytes);
  lanes->sink = scope_machine_open_sink (lanes->view, FALSE, MAX (MEMORY / self->n_machines, LEAST_MEMORY), NULL, NULL);
  lanes->rows = g_new (ScopeRow, self->n_waiting);
  scope_trace_add_machine (self->lanes, lanes->view);
}

ScopeDeriving *
scope_deriving_new (ScopeTrace *trace, ScopeDerivedBytes bytes, gpointer data)
{
  ScopeDeriving *self = g_new0 (ScopeDeriving, 1);

  self->trace = g_object_ref (trace);
  self->lanes = scope_trace_new_view (trace);
  self->n_machines = scope_trace_n_machines (trace);
  self->n_waiting = CLAMP (WAITING_ROWS / MAX (self->n_machines, 1), LEAST_WAITING, SCOPE_SINK_ROWS);
  self->machines = g_new0 (Lanes, self->n_machines);
  self->queue = scope_batch_queue_new ("lanes", self->n_waiting, store, self);
  for (guint m = 0; m < self->n_machines; m++)
    open_machine (self, m, bytes (m, data));
  self->facts.bytes = bytes (self->n_machines, data);
  self->facts.whole = scope_lane_store_new (self->facts.bytes);
  scope_lane_store_add_lane (self->facts.whole, SCOPE_KIND_MACHINE, SCOPE_CODE_ABSENT, SCOPE_NONE);
  scope_lane_store_add_lane (self->facts.whole, SCOPE_KIND_THREADS, SCOPE_CODE_ABSENT, SCOPE_NONE);
  for (guint l = 0; l < SCOPE_N_WHOLE; l++)
    self->whole[l].rows = g_new (ScopeRow, self->n_waiting);
  self->facts.never_task = SCOPE_NO_TASK;
  self->facts.runs = g_array_new (FALSE, FALSE, sizeof (ScopeProcessorRuns));
  self->facts.parties = g_array_new (FALSE, FALSE, sizeof (ScopeTaskId));
  self->facts.steps = g_array_new (FALSE, FALSE, sizeof (ScopePathStep));
  self->parties = places_new ();
  self->steps = places_new ();
  self->path_places = g_new0 (PathPlace, PATH_PLACES);
  return self;
}

void
scope_deriving_free (ScopeDeriving *self)
{
  if (self == NULL)
    return;
  scope_batch_queue_free (self->queue);
  for (guint m = 0; m < self->n_machines; m++)
    g_free (self->machines[m].rows);
  g_free (self->machines);
  scope_derived_facts_clear (&self->facts);
  g_clear_object (&self->lanes);
  g_object_unref (self->trace);
  places_free (self->parties);
  places_free (self->steps);
  g_free (self->path_places);
  for (guint l = 0; l < SCOPE_N_WHOLE; l++)
    {
      g_free (self->whole[l].rows);
      g_clear_error (&self->whole[l].error);
    }
  g_free (self);
}

ScopeDerivedFacts *
scope_deriving_facts (ScopeDeriving *self)
{
  return &self->facts;
}

static gboolean
finish_machine (Lanes *lanes, gint64 end, GError **error)
{
  guint32 n = scope_lane_store_n_lanes (lanes->source->lanes);

  if (n > 0)
    make_lanes (lanes, n - 1);
  if (lanes->n > 0)
    lanes->sink->klass->rows (lanes->sink, lanes->rows, lanes->n);
  return scope_machine_finish (lanes->view, end - lanes->source->offset, error);
}

static gboolean
finish_whole (ScopeDeriving *self, gint64 end, GError **error)
{
  cut_path (self, end);
  if (self->facts.path == NULL)
    self->facts.path = scope_blame_tree_new (self->facts.bytes, end);
  for (guint l = 0; l < SCOPE_N_WHOLE; l++)
    {
      store_whole (self, (ScopeWholeLane) l, self->whole[l].rows, self->whole[l].n);
      if (!scope_passed (g_steal_pointer (&self->whole[l].error), error))
        return FALSE;
    }
  return scope_lane_store_finish (self->facts.whole, end, error);
}

ScopeDerived *
scope_deriving_finish (ScopeDeriving *self, gint64 end, GError **error)
{
  gboolean ok = TRUE;

  g_clear_pointer (&self->queue, scope_batch_queue_free);
  for (guint m = 0; m < self->n_machines && ok; m++)
    ok = finish_machine (&self->machines[m], end, error);
  if (!ok || !finish_whole (self, end, error) || !scope_blame_tree_finish (self->facts.blame, error)
      || !scope_blame_tree_finish (self->facts.path, error))
    return NULL;
  return scope_derived_new (self->lanes, &self->facts, error);
}
