/* scope-spare.c: see scope-spare.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-spare.h"

#include "model/base/scope-fail.h"
#include "model/base/scope-task.h"
#include "model/trace/analysis/scope-slack.h"

#define ROWS 1024u
#define MEMORY (24u * 1024u * 1024u) /* of open blocks, of a machine */
#define NOTHING SCOPE_CODE_UNKNOWN
#define CANCEL_EVERY 4096u

typedef struct
{
  ScopeBytes *bytes;
  ScopeLaneStore *lanes; /* of slack: those of the trace; then as many of who waits */
  guint32 n;             /* of the trace */
  gint64 offset;
} Lanes;

struct _ScopeSpare
{
  GObject parent_instance;

  Lanes *machines;
  guint n_machines;
  gint64 length; /* of the run */
  guint most;
};

G_DEFINE_FINAL_TYPE (ScopeSpare, scope_spare, G_TYPE_OBJECT)

/* A code of each of the states that are levels. */
static const guint8 codes[SCOPE_N_SPARE_LEVELS] = { SCOPE_CODE_IDLE,         SCOPE_CODE_RUNNABLE,   SCOPE_CODE_RUNNING, SCOPE_CODE_BLOCKED,
                                                    SCOPE_CODE_FOREIGN_CALL, SCOPE_CODE_COLLECTING, SCOPE_CODE_ACTIVE };

G_STATIC_ASSERT (SCOPE_STATE_UNKNOWN == SCOPE_N_SPARE_LEVELS);

static void
scope_spare_finalize (GObject *object)
{
  ScopeSpare *self = SCOPE_SPARE (object);

  for (guint m = 0; m < self->n_machines; m++)
    {
      scope_lane_store_free (self->machines[m].lanes);
      scope_bytes_free (self->machines[m].bytes);
    }
  g_free (self->machines);

  G_OBJECT_CLASS (scope_spare_parent_class)->finalize (object);
}

static void
scope_spare_class_init (ScopeSpareClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_spare_finalize;
}

static void
scope_spare_init (ScopeSpare *self)
{
}

/* --- levels --- */

/* What is below a level: 1/2048, 1/512, … of the run. */
static gint64
limit (const ScopeSpare *self, guint level)
{
  return MAX (self->length >> (13 - 2 * level), level);
}

static guint
slack_level (const ScopeSpare *self, gint64 slack)
{
  guint level = 0;

  while (slack > 0 && level + 1 < SCOPE_N_SPARE_LEVELS && (level == 0 || slack >= limit (self, level)))
    level++;
  return level;
}

static guint
waiting_level (guint64 waiting)
{
  guint level = 1;

  while (level + 1 < SCOPE_N_SPARE_LEVELS && waiting > (guint64) 1 << (level - 1))
    level++;
  return waiting > 0 ? level : 0;
}

void
scope_spare_level_range (ScopeSpare *self, guint level, gint64 *ret_from, gint64 *ret_to)
{
  *ret_from = level > 1 ? limit (self, level - 1) : level;
  *ret_to = level == 0 ? 0 : level + 1 < SCOPE_N_SPARE_LEVELS ? limit (self, level) : SCOPE_TIME_MAX;
}

/* --- making --- */

/* One lane at a time. */
typedef struct
{
  guint32 lane;
  gint64 until;
  guint code;
  ScopeRow rows[ROWS];
  gsize n;
} Writing;

typedef struct
{
  ScopeSpare *spare;
  const ScopeQueryRange *within;
  ScopeLaneId lane;
  gboolean any;
  Writing slack, waiting;
  guint n;
} Making;

static gboolean
flush (ScopeLaneStore *store, Writing *writing, GError **error)
{
  gboolean ok = scope_lane_store_add_rows (store, writing->rows, writing->n, error);

  writing->n = 0;
  return ok;
}

static gboolean
put (const Lanes *lanes, Writing *writing, gint64 time, guint code, GError **error)
{
  if (code == writing->code)
    return TRUE;
  if (writing->n == ROWS && !flush (lanes->lanes, writing, error))
    return FALSE;
  writing->rows[writing->n++] = scope_row (writing->lane, time - lanes->offset, code, 0);
  writing->code = code;
  return TRUE;
}

static gboolean
put_stretch (const Lanes *lanes, Writing *writing, const ScopeSlack *slack, guint code, GError **error)
{
  if (slack->from > writing->until && !put (lanes, writing, writing->until, NOTHING, error))
    return FALSE;
  writing->until = slack->to;
  return put (lanes, writing, slack->from, code, error);
}

static gboolean
end_lane (Making *making, GError **error)
{
  const Lanes *lanes = &making->spare->machines[making->lane.machine];

  return !making->any
         || (put (lanes, &making->slack, making->slack.until, NOTHING, error) && put (lanes, &making->waiting, making->waiting.until, NOTHING, error)
             && flush (lanes->lanes, &making->slack, error) && flush (lanes->lanes, &making->waiting, error)
             && (scope_lane_store_memory (lanes->lanes) < MEMORY || scope_lane_store_shrink (lanes->lanes, MEMORY / 2, error)));
}

static gboolean
begin_lane (Making *making, ScopeLaneId lane, GError **error)
{
  const Lanes *lanes = &making->spare->machines[lane.machine];
  guint32 number = scope_machine_entity (scope_trace_machine (making->within->trace, lane.machine), lane.kind, lane.index)->lane;

  if (!end_lane (making, error))
    return FALSE;
  making->any = TRUE;
  making->lane = lane;
  making->slack.lane = number;
  making->waiting.lane = lanes->n + number;
  making->slack.until = making->waiting.until = SCOPE_TIME_MAX;
  making->slack.code = making->waiting.code = NOTHING;
  return TRUE;
}

static gboolean
take (gpointer data, ScopeLaneId lane, const ScopeSlack *slack, GError **error)
{
  Making *making = data;
  ScopeSpare *self = making->spare;
  const Lanes *lanes = &self->machines[lane.machine];
  guint waiting = waiting_level (slack->waiting);

  if (++making->n % CANCEL_EVERY == 0 && scope_query_range_cancelled (making->within, error))
    return FALSE;
  if ((!making->any || !scope_lane_id_equal (lane, making->lane)) && !begin_lane (making, lane, error))
    return FALSE;
  self->most = MAX (self->most, waiting);
  return put_stretch (lanes, &making->slack, slack, codes[slack_level (self, slack->slack)], error)
         && put_stretch (lanes, &making->waiting, slack, codes[waiting], error);
}

static void
open_machine (ScopeSpare *self, ScopeMachine *machine, ScopeBytes *bytes)
{
  Lanes *lanes = &self->machines[machine->index];

  *lanes = (Lanes) { bytes, scope_lane_store_new (bytes), scope_lane_store_n_lanes (machine->lanes), machine->offset };
  for (guint32 i = 0; i < 2 * lanes->n; i++)
    scope_lane_store_add_lane (lanes->lanes, scope_lane_store_kind (machine->lanes, i % lanes->n), NOTHING, SCOPE_NONE);
}

ScopeSpare *
scope_spare_make (const ScopeQueryRange *within, ScopeDerivedBytes bytes, gpointer data, GError **error)
{
  const ScopeQueryRange whole = { .trace = within->trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .cancellable = within->cancellable };
  g_autoptr (ScopeSpare) self = g_object_new (SCOPE_TYPE_SPARE, NULL);
  g_autofree Making *making = g_new0 (Making, 1);
  gint64 first = SCOPE_TIME_MAX, last = SCOPE_TIME_MIN;
  guint n = scope_trace_n_machines (within->trace);

  self->machines = g_new0 (Lanes, n + 1);
  self->n_machines = n;
  for (guint m = 0; m < n; m++)
    {
      ScopeMachine *machine = scope_trace_machine (within->trace, m);

      open_machine (self, machine, bytes (m, data));
      first = MIN (first, machine->first + machine->offset);
      last = MAX (last, MIN (machine->last, SCOPE_ROW_TIME_MAX) + machine->offset);
    }
  self->length = MAX (last - first, 1);
  making->spare = self;
  making->within = &whole;
  if (!scope_slack_walk_lanes (&whole, n > 0 ? self->machines[0].bytes : NULL, take, making, error) || !end_lane (making, error))
    return NULL;
  for (guint m = 0; m < n; m++)
    if (!scope_lane_store_finish (self->machines[m].lanes, last - self->machines[m].offset, error))
      return NULL;
  return g_steal_pointer (&self);
}

/* --- for what was found out --- */

#define OPEN "scope-spare-open"
#define SPARE "scope-spare"

static ScopeBytes *
in_memory (guint n, gpointer data)
{
  return scope_bytes_new_memory ();
}

static ScopeSpare *
open_in_memory (const ScopeQueryRange *within, GError **error)
{
  return scope_spare_make (within, in_memory, NULL, error);
}

/* A function is no pointer to data. */
typedef struct
{
  ScopeSpareOpen func;
} Opening;

void
scope_spare_set_open (ScopeDerived *derived, ScopeSpareOpen func)
{
  const Opening opening = { func };

  g_object_set_data_full (G_OBJECT (derived), OPEN, g_memdup2 (&opening, sizeof opening), g_free);
}

static gpointer
make (gpointer trace, gconstpointer question, GCancellable *cancellable, GError **error)
{
  const Opening *opening = question;
  const ScopeQueryRange within = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .cancellable = cancellable };

  return opening->func (&within, error);
}

void
scope_spare_ask (ScopeTrace *trace, ScopeDerived *derived, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  const Opening memory = { open_in_memory }, *opening = g_object_get_data (G_OBJECT (derived), OPEN);

  scope_task_ask (trace, make, opening != NULL ? opening : &memory, sizeof memory, g_object_unref, cancellable, callback, user_data);
}

void
scope_spare_give (ScopeDerived *derived, ScopeSpare *spare)
{
  g_object_set_data_full (G_OBJECT (derived), SPARE, g_object_ref (spare), g_object_unref);
}

ScopeSpare *
scope_spare_of (ScopeDerived *derived)
{
  return g_object_get_data (G_OBJECT (derived), SPARE);
}

/* --- reading --- */

ScopeLaneStore *
scope_spare_lane (ScopeSpare *self, guint32 machine, guint32 lane, gboolean waiting, guint32 *ret_lane)
{
  const Lanes *lanes = &self->machines[machine];

  *ret_lane = waiting ? lanes->n + lane : lane;
  return lanes->lanes;
}

guint
scope_spare_most_waiting (ScopeSpare *self)
{
  return self->most;
}
