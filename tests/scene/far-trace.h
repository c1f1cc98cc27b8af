/* far-trace.h: a trace of two machines, here, and the same as if it lay on another computer.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-far-strips.h"
#include "model/scene/draw/scope-far-totals.h"
#include "model/scene/timeline/scope-overlay-far.h"

#include <math.h>

#define END ((gint64) 3000000)
#define LANES 3u

typedef struct
{
  ScopeFarEnd end;
  ScopeTrace *trace; /* where it lies */
  ScopeTileCache *tiles;
  GRand *spoil; /* NULL: the truth is told */
  gboolean refuse;
  gsize most;           /* bytes of a question whose answer is not too large; 0: any */
  GBytes *lie;          /* told in place of every answer, or NULL */
  GHashTable *kept;     /* of a session before, with its recall() and keep(); only where one thread asks */
  gint n_asked, n_read; /* atomic: questions; blocks that were read here */
} Far;

typedef struct
{
  ScopeBytes parent;
  ScopeBytes *own;
  Far *far;
  guint machine;
} FarBytes;

static gboolean
far_append (ScopeBytes *bytes, const void *data, gsize n, guint64 *ret_offset, GError **error)
{
  return scope_bytes_append (((FarBytes *) bytes)->own, data, n, ret_offset, error);
}

static gboolean
far_read (ScopeBytes *bytes, guint64 offset, void *data, gsize n, GError **error)
{
  g_atomic_int_inc (&((FarBytes *) bytes)->far->n_read);
  return scope_bytes_read (((FarBytes *) bytes)->own, offset, data, n, error);
}

static guint64
far_together (ScopeBytes *bytes, guint64 offset)
{
  return 0;
}

static void
far_free (ScopeBytes *bytes)
{
  scope_bytes_free (((FarBytes *) bytes)->own);
  g_free (bytes);
}

static gboolean
far_is_far (ScopeBytes *bytes)
{
  return TRUE;
}

static void
far_expect (const ScopeByteStretch *stretches, gsize n)
{
}

static ScopeFarEnd *
far_end (ScopeBytes *bytes, guint *ret_machine)
{
  *ret_machine = ((FarBytes *) bytes)->machine;
  return &((FarBytes *) bytes)->far->end;
}

static ScopeBytes *
new_bytes (Far *far, guint machine)
{
  static const ScopeBytesClass klass = { far_append, far_read, far_free, far_together, far_is_far, far_expect, far_end };
  FarBytes *self;

  if (far == NULL)
    return scope_bytes_new_memory ();
  self = g_new0 (FarBytes, 1);
  self->parent.klass = &klass;
  self->own = scope_bytes_new_memory ();
  self->far = far;
  self->machine = machine;
  return &self->parent;
}

static GBytes *
ask (ScopeFarEnd *end, GBytes *question, GCancellable *cancellable, GError **error)
{
  Far *far = (Far *) end;
  g_autoptr (GBytes) answer = NULL;
  GByteArray *spoiled;

  g_atomic_int_inc (&far->n_asked);
  if (far->refuse)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "no");
      return NULL;
    }
  if (far->most > 0 && g_bytes_get_size (question) > far->most)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE, "so much at a time is too much");
      return NULL;
    }
  if (far->lie != NULL)
    return g_bytes_ref (far->lie);
  answer = scope_far_answer (far->trace, far->tiles, question, NULL, error);
  g_assert_nonnull (answer);
  if (far->spoil == NULL)
    return g_steal_pointer (&answer);
  spoiled = g_bytes_unref_to_array (g_steal_pointer (&answer));
  for (guint n = (guint) g_rand_int_range (far->spoil, 1, 4); n > 0 && spoiled->len > 0; n--)
    {
      guint at = (guint) g_rand_int_range (far->spoil, 0, g_rand_boolean (far->spoil) ? (gint32) spoiled->len : MIN (40, (gint32) spoiled->len));

      if (g_rand_int_range (far->spoil, 0, 4) == 0)
        g_byte_array_set_size (spoiled, at);
      else
        spoiled->data[at] = (guint8) g_rand_int (far->spoil);
    }
  return g_byte_array_free_to_bytes (spoiled);
}

static G_GNUC_UNUSED GBytes *
recall (ScopeFarEnd *end, GBytes *key)
{
  GBytes *value = g_hash_table_lookup (((Far *) end)->kept, key);

  return value != NULL ? g_bytes_ref (value) : NULL;
}

static G_GNUC_UNUSED void
keep (ScopeFarEnd *end, GBytes *key, GBytes *value)
{
  g_hash_table_replace (((Far *) end)->kept, g_bytes_ref (key), g_bytes_ref (value));
}

static void
add (ScopeMachine *machine, ScopeTableKind table, const gint64 *row)
{
  g_assert_true (scope_table_add (machine->tables[table], row, NULL));
}

/* Some of all that is drawn over lanes. */
static void
add_rows (ScopeMachine *machine)
{
  for (gint64 i = 0; i < 60; i++)
    {
      gint64 time = i * END / 60;
      gint64 counter[SCOPE_COUNTER_N_COLUMNS] = { time, 1, SCOPE_COUNTER_HEAP_SIZE, i * 1000, SCOPE_TABLE_NULL };
      gint64 pause[SCOPE_COLLECTION_N_COLUMNS] = { time, 1, 900, i % 2, 30 };
      gint64 message[SCOPE_MESSAGE_N_COLUMNS] = { 0 };

      add (machine, SCOPE_TABLE_COUNTERS, counter);
      add (machine, SCOPE_TABLE_COLLECTIONS, pause);
      message[SCOPE_MESSAGE_SEND] = time;
      message[SCOPE_MESSAGE_FROM_PROCESS] = message[SCOPE_MESSAGE_TO_PROCESS] = 1;
      message[SCOPE_MESSAGE_SIZE] = i;
      message[SCOPE_MESSAGE_RECEIVE] = time + 5000 * (i % 3);
      message[SCOPE_MESSAGE_TAG] = SCOPE_TAG_FIRST + i % 3;
      message[SCOPE_MESSAGE_FROM_MACHINE] = machine->index;
      message[SCOPE_MESSAGE_TO_MACHINE] = 1 - machine->index;
      add (machine, SCOPE_TABLE_MESSAGES, message);
    }
}

static void
add_machine (ScopeTrace *trace, Far *far, guint index)
{
  static const guint codes[] = { SCOPE_CODE_IDLE, SCOPE_CODE_RUNNING, SCOPE_CODE_WOKEN, SCOPE_CODE_MVAR, SCOPE_CODE_COLLECTING };
  ScopeMachine *machine = scope_machine_new (index, new_bytes (far, index));
  g_autoptr (GRand) rand = g_rand_new_with_seed (index + 7);
  guint32 entity;

  scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  machine->number = index + 1;
  machine->tick_ps = 1000;
  machine->lane = SCOPE_NONE;
  for (guint i = 0; i < LANES; i++)
    {
      guint32 lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_PROCESSOR, SCOPE_CODE_IDLE, SCOPE_NONE);
      gint64 time = 1000 * (i + 1);

      scope_lane_store_set_life (machine->lanes, lane, time, END);
      scope_machine_add_entity (machine, SCOPE_KIND_PROCESSOR, i + 1, lane, &entity);
      for (guint row = 0; row < (i == 0 ? 40u : 30000u) && time < END - 1000; row++)
        {
          guint code = codes[g_rand_int_range (rand, 0, G_N_ELEMENTS (codes))];
          ScopeRow one;

          time += 1 + (gint64) exp (g_rand_double (rand) * (i == 0 ? 12 : i == 1 ? 4 : 7));
          one = scope_row (lane, MIN (time, END - 1), code, code == SCOPE_CODE_RUNNING ? (guint) g_rand_int_range (rand, 1, 9) : 0);
          g_assert_true (scope_lane_store_add_rows (machine->lanes, &one, 1, NULL));
        }
    }
  add_rows (machine);
  g_assert_true (scope_machine_finish (machine, END, NULL));
  machine->first = 0;
  machine->last = END;
  scope_trace_add_machine (trace, machine);
}

static ScopeTrace *
make_trace (Far *far)
{
  ScopeTrace *trace = scope_trace_new ();

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "threads", "none", SCOPE_RUNTIME_GHC });
  add_machine (trace, far, 0);
  add_machine (trace, far, 1);
  scope_trace_set_progress (trace, 1, END);
  scope_trace_set_finished (trace);
  return trace;
}

typedef struct
{
  Far far;
  ScopeTrace *here; /* the same, as seen from elsewhere */
  ScopeTileCache *tiles;
} World;

static void
world_init (World *world)
{
  *world = (World) { .far.end.ask = ask };
  world->far.trace = make_trace (NULL);
  world->far.tiles = scope_tile_cache_new (G_OBJECT (world->far.trace), 0, 1);
  world->here = make_trace (&world->far);
  world->tiles = scope_tile_cache_new (G_OBJECT (world->here), 0, 1);
  world->far.n_read = 0; /* making it has */
}

static void
world_clear (World *world)
{
  g_object_unref (world->tiles);
  g_object_unref (world->here);
  g_object_unref (world->far.tiles);
  g_object_unref (world->far.trace);
  g_clear_pointer (&world->far.spoil, g_rand_free);
}

/* Of one lane, or of all. */
static guint
sources_of (ScopeTrace *trace, guint which, ScopeLaneSource sources[2 * LANES])
{
  guint n = 0;

  for (guint m = 0; m < 2; m++)
    for (guint i = 0; i < LANES; i++)
      if (which >= 2 * LANES || which == m * LANES + i)
        sources[n++] = (ScopeLaneSource) { scope_trace_machine (trace, m)->lanes, i, m * 77, NULL };
  return n;
}

static G_GNUC_UNUSED ScopeStrip *
make (ScopeTrace *trace, ScopeTileGetter *getter, guint which, double scale, gint64 x)
{
  ScopeLaneSource sources[2 * LANES];

  return scope_strip_new (getter, sources, sources_of (trace, which, sources), -5, scale, x, SCOPE_STRIP_COLUMNS);
}
