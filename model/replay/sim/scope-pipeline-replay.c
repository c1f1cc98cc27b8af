/* scope-pipeline-replay.c: instructions in a core's pipeline (Kanata, O3PipeView), as lanes.
 *
 * Each place for an instruction that is on its way is a *slot*, a thread: an instruction takes the first that is free, so that there are
 * as many as ever were on their way at once, and instructions that follow each other lie below each other. A slot has a call stack: the
 * instruction is a function, named by address and mnemonic, its stages are called by it. So what is known of calls is known of
 * instructions: the list of functions has how often each was executed and how long in which stage, from the largest to the smallest
 * zoom. What lies over stages (a stall) is called by them, each by the one that it lies over. One that was flushed stands on a frame "(flushed)": what was in vain adds up there.
 *
 * A slot's state says where its instruction is: ready (it has not been issued), running (it executes), waiting (to be committed),
 * active (a stage whose name is not known). The machine's count of threads by state is the picture of how full the pipeline is. The core
 * runs while there is anything in it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/base/scope-sift.h"
#include "model/base/scope-sim-events.h"
#include "model/base/scope-each.h"
#include "model/replay/scope-replay.h"

#include <string.h>

#define MOST_SLOTS 2048u
#define MOST_TEXTS (1u << 20)
#define SHOW_EVERY 4096u

typedef struct
{
  ScopeEntity *thread;
  guint32 lane;
  gint64 end; /* of its instruction */
} Slot;

typedef struct
{
  char *name;       /* until it is a function */
  guint32 function; /* 0: not yet */
  guint8 code;      /* of a slot in the stage of this name */
} Text;

/* What will be at a time to come. */
typedef struct
{
  gint64 time;
  guint64 order;
  guint32 slot;
  guint8 code;
} Turn;

typedef struct
{
  ScopeReplay parent;
  ScopeSink *sink;
  ScopeRow *rows;
  gsize n_rows;
  ScopeEntity *core;
  guint32 core_lane;
  char *core_name;
  GArray *texts;   /* of Text, by number - 1 */
  guint32 n_functions, flushed;
  GArray *slots;   /* of Slot */
  GArray *turns;   /* of Turn: a heap */
  guint64 n_turns;
  gint64 now;      /* turns until then are told */
  gint64 first, last;
  gboolean begun;
  guint inside;
  guint64 n, n_flushed, n_open, n_left_out;
  guint32 period;
  guint8 source;
  char *said;
} Pipeline;

static void
emit (Pipeline *self, guint32 lane, gint64 time, guint code)
{
  self->rows[self->n_rows++] = scope_row (lane, time, code, 0);
  if (self->n_rows == SCOPE_SINK_ROWS)
    {
      self->rows = self->sink->klass->rows (self->sink, self->rows, self->n_rows);
      self->n_rows = 0;
    }
}

/* --- definitions --- */

/* What a slot does in a stage: names of O3PipeView, and those that are usual in Kanata's logs. */
static guint8
code_of_stage (const char *name)
{
  static const struct
  {
    const char *names;
    guint8 code;
  } stages[] = {
    { " fetch decode rename dispatch F Np Pd Dc D Rn Ds Dp Sc Iq ", SCOPE_CODE_RUNNABLE },
    { " issue Is I Rr X Ex E Ma Mt M Mm Rw Wb W ", SCOPE_CODE_RUNNING },
    { " complete store retire Wc Cm C Cn ", SCOPE_CODE_BLOCKED },
  };
  g_autofree char *word = g_strconcat (" ", name, " ", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (stages); i++)
    if (strstr (stages[i].names, word) != NULL)
      return stages[i].code;

  return SCOPE_CODE_ACTIVE;
}

static void
add_text (Pipeline *self, const ScopeEvent *event)
{
  Text text = { g_strndup ((const char *) event->payload, event->size), 0, 0 };

  if (event->a != self->texts->len + 1 || self->texts->len >= MOST_TEXTS)
    {
      g_free (text.name);
      return;
    }
  text.code = code_of_stage (text.name);
  g_array_append_val (self->texts, text);
}

static guint32
add_function (Pipeline *self, const char *name, gint64 time)
{
  gint64 row[SCOPE_FUNCTION_N_COLUMNS] = { 0 };

  row[SCOPE_FUNCTION_TIME] = time;
  row[SCOPE_FUNCTION_TEXT] = (gint64) self->sink->klass->text (self->sink, name, strlen (name));
  self->sink->klass->record (self->sink, SCOPE_TABLE_FUNCTIONS, row);

  return ++self->n_functions;
}

static guint32
function_of (Pipeline *self, guint32 number, gint64 time)
{
  Text *text;

  if (number == 0 || number > self->texts->len)
    return SCOPE_FUNCTION_UNKNOWN;
  text = &g_array_index (self->texts, Text, number - 1);
  if (text->function == 0)
    {
      text->function = add_function (self, text->name, time);
      g_clear_pointer (&text->name, g_free);
    }

  return text->function;
}

static void
add_info (Pipeline *self, const ScopeEvent *event)
{
  g_autofree char *text = g_strndup ((const char *) event->payload, event->size);
  char *value = strchr (text, '=');

  if (value == NULL)
    return;
  *value++ = '\0';
  self->sink->klass->info (self->sink, text, value, -1);
}

static void
begin (Pipeline *self, gint64 time)
{
  const ScopeSinkClass *klass = self->sink->klass;

  if (self->begun)
    return;
  self->begun = TRUE;
  self->first = self->last = self->now = time;
  self->core = klass->entity (self->sink, SCOPE_KIND_PROCESSOR,
                              klass->add_entity (self->sink, SCOPE_KIND_PROCESSOR, 0, FALSE, SCOPE_CODE_IDLE));
  self->core->first = time;
  self->core_lane = self->core->lane;
  klass->set_name (self->sink, self->core, self->core_name, strlen (self->core_name));
}

/* --- slots --- */

static void
add_slot (Pipeline *self, gint64 time)
{
  const ScopeSinkClass *klass = self->sink->klass;
  guint32 number = self->slots->len;
  guint32 index = klass->add_entity (self->sink, SCOPE_KIND_THREAD, number, TRUE, SCOPE_CODE_IDLE);
  g_autofree char *name = g_strdup_printf ("slot %u", number);
  Slot slot = { klass->entity (self->sink, SCOPE_KIND_THREAD, index), 0, G_MININT64 };

  slot.lane = slot.thread->lane;
  slot.thread->first = time;
  klass->set_name (self->sink, slot.thread, name, strlen (name));
  g_array_append_val (self->slots, slot);
}

/* MOST_SLOTS: there is none. */
static guint32
find_slot (Pipeline *self, gint64 time)
{
  guint32 i = 0;

  while (i < self->slots->len && g_array_index (self->slots, Slot, i).end > time)
    i++;
  if (i == self->slots->len && i < MOST_SLOTS)
    add_slot (self, time);

  return i;
}

/* --- turns --- */

static gboolean
is_before (const Turn *x, const Turn *y)
{
  return x->time != y->time ? x->time < y->time : x->order < y->order;
}

static void
add_turn (Pipeline *self, gint64 time, guint32 slot, guint code)
{
  const Turn turn = { time, self->n_turns++, slot, (guint8) code };

  SCOPE_HEAP_PUSH (self->turns, Turn, &turn, is_before);
}

/* Slots' states up to `time`, and whether the core has anything to do. */
static void
turn_until (Pipeline *self, gint64 time)
{
  while (self->turns->len > 0 && g_array_index (self->turns, Turn, 0).time <= time)
    {
      Turn turn = g_array_index (self->turns, Turn, 0);

      SCOPE_HEAP_POP (self->turns, Turn, is_before);
      self->now = MAX (self->now, turn.time);
      emit (self, g_array_index (self->slots, Slot, turn.slot).lane, self->now, turn.code);
      if (turn.code == SCOPE_CODE_IDLE && --self->inside == 0)
        emit (self, self->core_lane, self->now, SCOPE_CODE_IDLE);
    }
  self->now = MAX (self->now, time);
}

/* --- instructions --- */

static void
call (Pipeline *self, guint32 lane, gint64 time, guint code, guint32 function)
{
  self->sink->klass->call (self->sink, lane, time, code, function);
}

/* What lies over the stretch [from, to) of an instruction: within the stage, or beside all. */
static void
notify_over (Pipeline *self, guint32 lane, const ScopeSimPipe *pipe, gint64 from, gint64 to)
{
  for (guint i = 0; i < pipe->n_over; i++)
    {
      gint64 begins = MAX (pipe->over_from[i], from), ends = MIN (pipe->over_to[i], to);

      if (begins >= ends)
        continue;
      call (self, lane, begins, SCOPE_CALL_ENTER, function_of (self, pipe->over[i], begins));
      call (self, lane, ends, SCOPE_CALL_EXIT, 0);
    }
}

static void
notify_calls (Pipeline *self, guint32 lane, gint64 time, const ScopeSimPipe *pipe)
{
  gboolean flushed = (pipe->flags & SCOPE_SIM_PIPE_FLUSHED) != 0;
  guint left = pipe->flags & SCOPE_SIM_PIPE_OPEN ? SCOPE_CALL_IRREGULAR : 0;
  gint64 at = time;

  if (flushed && self->flushed == 0)
    self->flushed = add_function (self, "(flushed)", time);
  if (flushed)
    call (self, lane, time, SCOPE_CALL_ENTER, self->flushed);
  call (self, lane, time, SCOPE_CALL_ENTER, function_of (self, pipe->function, time));
  for (guint i = 0; i < pipe->n_stages; i++)
    {
      notify_over (self, lane, pipe, at, pipe->from[i]);
      call (self, lane, pipe->from[i], SCOPE_CALL_ENTER, function_of (self, pipe->stages[i], pipe->from[i]));
      notify_over (self, lane, pipe, pipe->from[i], pipe->to[i]);
      call (self, lane, pipe->to[i], SCOPE_CALL_EXIT, 0);
      at = pipe->to[i];
    }
  notify_over (self, lane, pipe, at, pipe->end);
  call (self, lane, pipe->end, SCOPE_CALL_EXIT | left, 0);
  if (flushed)
    call (self, lane, pipe->end, SCOPE_CALL_EXIT, 0);
}

static void
notify_states (Pipeline *self, guint32 slot, gint64 time, const ScopeSimPipe *pipe)
{
  guint code = SCOPE_CODE_IDLE, next;

  for (guint i = 0; i < pipe->n_stages; i++)
    {
      next = pipe->stages[i] > 0 && pipe->stages[i] <= self->texts->len
                 ? g_array_index (self->texts, Text, pipe->stages[i] - 1).code : SCOPE_CODE_ACTIVE;
      if (i == 0 && pipe->from[0] > time)
        add_turn (self, time, slot, SCOPE_CODE_ACTIVE);
      if (next != code || i == 0)
        add_turn (self, pipe->from[i], slot, next);
      code = next;
    }
  if (pipe->n_stages == 0)
    add_turn (self, time, slot, SCOPE_CODE_ACTIVE);
  add_turn (self, pipe->end, slot, SCOPE_CODE_IDLE);
}

static void
pass_through (Pipeline *self, gint64 time, const ScopeSimPipe *pipe)
{
  guint32 slot;

  begin (self, time);
  turn_until (self, time);
  slot = find_slot (self, time);
  self->n++;
  self->n_flushed += (pipe->flags & SCOPE_SIM_PIPE_FLUSHED) != 0;
  self->n_open += (pipe->flags & SCOPE_SIM_PIPE_OPEN) != 0;
  if (slot >= MOST_SLOTS)
    {
      self->n_left_out++;
      return;
    }
  g_array_index (self->slots, Slot, slot).end = pipe->end;
  g_array_index (self->slots, Slot, slot).thread->runs++;
  self->first = MIN (self->first, time);
  self->last = MAX (self->last, pipe->end);
  if (self->inside++ == 0 || self->n % SHOW_EVERY == 0) /* the same once more: who looks on sees that it is known until now */
    emit (self, self->core_lane, self->now, SCOPE_CODE_RUNNING);
  notify_calls (self, g_array_index (self->slots, Slot, slot).lane, time, pipe);
  notify_states (self, slot, time, pipe);
}

static void
pipeline_events (ScopeReplay *replay, const ScopeEvent *events, gsize n)
{
  Pipeline *self = (Pipeline *) replay;

  for (gsize i = 0; i < n; i++)
    switch (events[i].type)
      {
      case SCOPE_SIM_CORE:
        g_free (self->core_name);
        self->core_name = g_strndup ((const char *) events[i].payload, events[i].size);
        break;
      case SCOPE_SIM_TEXT:
        add_text (self, &events[i]);
        break;
      case SCOPE_SIM_CLOCK:
        if (self->source == SCOPE_SIM_CLOCK_GIVEN && self->period > 0)
          break;
        self->period = events[i].a;
        self->source = (guint8) events[i].b;
        break;
      case SCOPE_SIM_INFO:
        add_info (self, &events[i]);
        break;
      case SCOPE_SIM_PIPE:
        pass_through (self, events[i].time, (const ScopeSimPipe *) (gconstpointer) events[i].payload);
        break;
      default:
        break;
      }
}

/* --- the end --- */

static void
tell (Pipeline *self, const char *key, guint64 value)
{
  g_autofree char *whole = g_strconcat (key, " 0", NULL), *text = g_strdup_printf ("%" G_GUINT64_FORMAT, value);

  self->sink->klass->info (self->sink, whole, text, -1);
}

static void
notify_all (Pipeline *self)
{
  g_autofree char *key = scope_sim_clock_key (0);
  g_autofree char *clock = scope_sim_clock_value (self->period, (ScopeSimClockSource) self->source);

  tell (self, "instructions", self->n);
  tell (self, "flushed", self->n_flushed);
  if (self->n_open > 0)
    tell (self, "unfinished", self->n_open);
  if (self->period > 0)
    self->sink->klass->info (self->sink, key, clock, -1);
}

static void
pipeline_finish (ScopeReplay *replay, ScopeKnownUntil known_until, gpointer user_data)
{
  Pipeline *self = (Pipeline *) replay;
  const ScopeSinkClass *klass = self->sink->klass;
  gint64 known = known_until != NULL ? known_until (0, user_data) : SCOPE_TIME_MAX;

  turn_until (self, self->last);
  if (self->n_rows > 0)
    self->rows = klass->rows (self->sink, self->rows, self->n_rows);
  self->n_rows = 0;
  if (!self->begun)
    return;
  self->core->first = self->first;
  self->core->last = self->last;
  klass->life (self->sink, self->core_lane, self->first, self->last);
  if (known < self->last)
    klass->known_until (self->sink, self->core_lane, MAX (known, self->first));
  SCOPE_EACH (const Slot, slot, self->slots)
    {
      slot->thread->last = self->last;
      klass->life (self->sink, slot->lane, slot->thread->first, self->last);
      if (known < self->last)
        klass->known_until (self->sink, slot->lane, MAX (known, slot->thread->first));
    }
  notify_all (self);
}

static void
pipeline_clock (ScopeReplay *replay, ScopeReplayClock *ret_clock)
{
  const Pipeline *self = (Pipeline *) replay;

  *ret_clock = (ScopeReplayClock) { .first = self->first, .last = self->last, .now = self->now };
}

static const char *
pipeline_notice (ScopeReplay *replay, gint64 *ret_time)
{
  Pipeline *self = (Pipeline *) replay;

  if (self->n_left_out > 0 && self->said == NULL)
    self->said = g_strdup_printf ("%" G_GUINT64_FORMAT " instructions are not shown: more than %u were on their way at once",
                                  self->n_left_out, MOST_SLOTS);

  return self->said;
}

static void
clear_text (gpointer data)
{
  g_free (((Text *) data)->name);
}

static void
pipeline_free (ScopeReplay *replay)
{
  Pipeline *self = (Pipeline *) replay;

  g_array_unref (self->texts);
  g_array_unref (self->slots);
  g_array_unref (self->turns);
  g_free (self->core_name);
  g_free (self->rows);
  g_free (self->said);
  g_free (self);
}

ScopeReplay *
scope_pipeline_replay_new (ScopeSink *sink)
{
  static const ScopeReplayClass klass = { .events = pipeline_events,
                                          .finish = pipeline_finish,
                                          .clock = pipeline_clock,
                                          .notice = pipeline_notice,
                                          .free = pipeline_free };
  Pipeline *self = g_new0 (Pipeline, 1);

  self->parent.klass = &klass;
  self->sink = sink;
  self->rows = sink->klass->rows (sink, NULL, 0);
  self->core_name = g_strdup ("core 0");
  self->texts = g_array_new (FALSE, FALSE, sizeof (Text));
  g_array_set_clear_func (self->texts, clear_text);
  self->slots = g_array_new (FALSE, FALSE, sizeof (Slot));
  self->turns = g_array_new (FALSE, FALSE, sizeof (Turn));

  return &self->parent;
}

void
scope_pipeline_replay_set_clock (ScopeReplay *replay, guint32 period)
{
  Pipeline *self = (Pipeline *) replay;

  self->period = period;
  self->source = SCOPE_SIM_CLOCK_GIVEN;
}
