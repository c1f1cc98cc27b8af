/* scope-eventlog-facts.c: what a log tells beside its lanes: counters, marks, collections, and about the program.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/eventlog/scope-eventlog-replay-private.h"

#include <string.h>

static gint64
processor_of (const ScopeEvent *event)
{
  return event->processor != SCOPE_NO_PROCESSOR ? event->processor : SCOPE_TABLE_NULL;
}

void
scope_eventlog_counter (ScopeEventlogReplay *self, const ScopeEvent *event, ScopeCounter name, guint64 value)
{
  const gint64 values[SCOPE_COUNTER_N_COLUMNS]
      = { event->time, processor_of (event), name, (gint64) MIN (value, (guint64) G_MAXINT64),
          SCOPE_TABLE_NULL };

  self->sink->klass->record (self->sink, SCOPE_TABLE_COUNTERS, values);
}

static void
spark_counters (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  self->counts_sparks = TRUE;
  /* Order on the wire: created, dud, overflowed, converted, gcd, fizzled, remaining. */
  if (event->size >= 56)
    for (guint i = 0; i < 7; i++)
      scope_eventlog_counter (self, event, (ScopeCounter) (SCOPE_COUNTER_SPARKS_CREATED + i), scope_be (event, 8 * i, 8));
}

static void
instant (ScopeEventlogReplay *self, const ScopeEvent *event, ScopeInstant kind)
{
  const gint64 values[SCOPE_INSTANT_N_COLUMNS] = { event->time, processor_of (event), kind };

  self->sink->klass->record (self->sink, SCOPE_TABLE_INSTANTS, values);
}

#define SPARKS_EVERY 256u /* events; between two rows of counts these are counted one by one */

static void
record_sparks (ScopeEventlogReplay *self, gint64 time)
{
  gint64 row[SCOPE_SPARKS_N_COLUMNS];

  self->n_sparks = 0;
  for (guint i = 0; i <= self->n_caps; i++)
    {
      if (i > 0 && self->caps[i - 1].entity == NULL)
        continue;
      memcpy (row, i > 0 ? self->caps[i - 1].sparks : self->sparks, sizeof row);
      row[SCOPE_SPARKS_TIME] = time;
      row[SCOPE_SPARKS_PROCESSOR] = i > 0 ? (gint64) i - 1 : SCOPE_TABLE_NULL;
      self->sink->klass->record (self->sink, SCOPE_TABLE_SPARKS, row);
    }
}

static void
spark (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  ScopeInstant kind = (ScopeInstant) (SCOPE_INSTANT_SPARK_CREATE + (event->type - SCOPE_EV_SPARK_CREATE));
  guint column = scope_sparks_column (kind);

  scope_eventlog_active (self);
  self->counts_sparks = TRUE;
  if (!self->has_sparks || (self->n_sparks >= SPARKS_EVERY && event->time > self->sparks[SCOPE_SPARKS_TIME]))
    record_sparks (self, event->time);
  self->has_sparks = TRUE;
  self->n_sparks++;
  self->sparks[SCOPE_SPARKS_TIME] = MAX (self->sparks[SCOPE_SPARKS_TIME], event->time);
  self->sparks[column]++;
  if (event->processor < self->n_caps)
    self->caps[event->processor].sparks[column]++;
  instant (self, event, kind);
}

void
scope_eventlog_sparks_finish (ScopeEventlogReplay *self)
{
  if (self->has_sparks)
    record_sparks (self, self->sparks[SCOPE_SPARKS_TIME] + 1);
}

static void
mark (ScopeEventlogReplay *self, const ScopeEvent *event, ScopeMarkKind kind)
{
  const ScopeSinkClass *klass = self->sink->klass;
  guint32 current = scope_replay_current (self, event);
  gint64 values[SCOPE_MARK_N_COLUMNS];

  scope_eventlog_active (self);
  values[SCOPE_MARK_TIME] = event->time;
  values[SCOPE_MARK_PROCESSOR] = processor_of (event);
  values[SCOPE_MARK_THREAD] = current != 0 ? (gint64) current - 1 : SCOPE_TABLE_NULL;
  values[SCOPE_MARK_KIND] = kind;
  values[SCOPE_MARK_TEXT] = (gint64) klass->text (self->sink, (const char *) event->payload, event->size);
  klass->record (self->sink, SCOPE_TABLE_MARKS, values);
}

void
scope_eventlog_collected (ScopeEventlogReplay *self, ScopeCap *cap)
{
  if (!cap->stats_wait)
    return;
  cap->stats_wait = FALSE;
  self->sink->klass->record (self->sink, SCOPE_TABLE_COLLECTIONS, cap->stats);
}

void
scope_eventlog_time_collection (ScopeCap *cap)
{
  if (cap->last_gc_start == SCOPE_TIME_MIN || cap->last_gc_end == SCOPE_TIME_MIN)
    return;
  cap->stats[SCOPE_COLLECTION_START] = cap->last_gc_start;
  cap->stats[SCOPE_COLLECTION_DURATION] = cap->last_gc_end - cap->last_gc_start;
  cap->stats[SCOPE_COLLECTION_SYNC]
      = cap->last_gc_request != SCOPE_TIME_MIN ? cap->last_gc_start - cap->last_gc_request : SCOPE_TABLE_NULL;
}

void
scope_eventlog_collection (ScopeEventlogReplay *self, const ScopeEvent *event, ScopeCap *cap)
{
  gint64 *values = cap->stats;

  if (event->size < 38)
    return;
  scope_eventlog_collected (self, cap);
  values[SCOPE_COLLECTION_START] = event->time;
  values[SCOPE_COLLECTION_PROCESSOR] = event->processor;
  values[SCOPE_COLLECTION_DURATION] = SCOPE_TABLE_NULL;
  values[SCOPE_COLLECTION_GENERATION] = (gint64) scope_be (event, 4, 2);
  values[SCOPE_COLLECTION_SYNC] = SCOPE_TABLE_NULL;
  values[SCOPE_COLLECTION_COPIED] = (gint64) scope_be (event, 6, 8);
  values[SCOPE_COLLECTION_SLOP] = (gint64) scope_be (event, 14, 8);
  values[SCOPE_COLLECTION_FRAGMENTATION] = (gint64) scope_be (event, 22, 8);
  values[SCOPE_COLLECTION_THREADS] = (gint64) scope_be (event, 30, 4);
  values[SCOPE_COLLECTION_MAX_COPIED] = event->size >= 42 ? (gint64) scope_be (event, 34, 8) : SCOPE_TABLE_NULL;
  values[SCOPE_COLLECTION_TOTAL_COPIED] = event->size >= 50 ? (gint64) scope_be (event, 42, 8) : SCOPE_TABLE_NULL;
  values[SCOPE_COLLECTION_BALANCED_COPIED] = event->size >= 58 ? (gint64) scope_be (event, 50, 8) : SCOPE_TABLE_NULL;
  cap->stats_wait = TRUE;
}

static void
info_text (ScopeEventlogReplay *self, const ScopeEvent *event, const char *key, guint skip)
{
  if (event->size > skip)
    self->sink->klass->info (self->sink, key, (const char *) event->payload + skip, event->size - skip);
}

static void
info_number (ScopeEventlogReplay *self, const char *key, guint64 number)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, number);

  self->sink->klass->info (self->sink, key, text, -1);
}

/* "-lsu-g-p" among the runtime's options: what is added to, and taken from, what it records when it is asked for a log. */
static void
take_trace_flags (ScopeEventlogReplay *self, const char *word, gsize n)
{
  gboolean on = TRUE;

  if (n < 2 || word[0] != '-' || word[1] != 'l')
    return;
  self->asked = self->asked_gc = self->asked_sparks = TRUE;
  for (gsize i = 2; i < n; i++)
    {
      if (word[i] == 'a' || word[i] == 'g')
        self->asked_gc = on;
      if (word[i] == 'a' || word[i] == 'p' || word[i] == 'f')
        self->asked_sparks = on;
      on = word[i] != '-';
    }
}

static gboolean
is_word (const char *word, gsize n, const char *other)
{
  return n == strlen (other) && memcmp (word, other, n) == 0;
}

/* NUL-separated and NUL-terminated strings behind a capability set's number. */
static void
program_args (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  g_autoptr (GString) arguments = g_string_new (NULL);
  gboolean first = TRUE, of_runtime = FALSE;
  const char *p = (const char *) event->payload + 4, *end = (const char *) event->payload + event->size;

  if (event->size < 4)
    return;
  while (p < end)
    {
      gsize n = strnlen (p, (gsize) (end - p));

      of_runtime = is_word (p, n, "+RTS") || (of_runtime && !is_word (p, n, "-RTS") && !is_word (p, n, "--RTS"));
      if (of_runtime)
        take_trace_flags (self, p, n);
      if (first)
        self->sink->klass->info (self->sink, "program", p, (gssize) n);
      else
        {
          if (arguments->len > 0)
            g_string_append_c (arguments, ' ');
          g_string_append_len (arguments, p, (gssize) n);
        }
      first = FALSE;
      p += n + 1;
    }
  if (arguments->len > 0)
    self->sink->klass->info (self->sink, "arguments", arguments->str, (gssize) arguments->len);
}

static void
program_env (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  const char *p = (const char *) event->payload + 4, *end = (const char *) event->payload + event->size;

  if (event->size < 4)
    return;
  while (p < end)
    {
      gsize n = strnlen (p, (gsize) (end - p));

      if (n > 0)
        self->sink->klass->info (self->sink, "environment", p, (gssize) n);
      p += n + 1;
    }
}

static void
wall_clock (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  g_autofree char *text = NULL;

  if (event->size < 16 || self->clock.has_wall)
    return;
  self->clock.has_wall = TRUE;
  self->clock.wall_seconds = scope_be (event, 4, 8);
  self->clock.wall_ns = (guint32) scope_be (event, 12, 4);
  self->clock.wall_time = event->time;
  text = g_strdup_printf ("%" G_GUINT64_FORMAT ".%09u", self->clock.wall_seconds, self->clock.wall_ns);
  self->sink->klass->info (self->sink, "wall_clock", text, -1);
}

static void
thread_label (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  guint32 task = scope_replay_find_task (self, event->a);

  if (event->size < 4)
    return;
  if (task == SCOPE_NONE && !self->eden)
    task = scope_replay_add_task (self, event->a);
  if (task != SCOPE_NONE)
    self->sink->klass->set_name (self->sink, self->tasks[task].entity, (const char *) event->payload + 4,
                                 event->size - 4);
}

/* Ranges of them have files of their own. */
static void
other_fact (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  if (event->type >= SCOPE_EV_HEAP_PROF_BEGIN && event->type <= SCOPE_EV_IPE)
    scope_eventlog_profile_event (self, event);
  else if (event->type >= SCOPE_EV_CONC_MARK_BEGIN && event->type <= SCOPE_EV_NONMOVING_PRUNED_SEGMENTS)
    scope_eventlog_concurrent_event (self, event);
  else if (event->type >= SCOPE_EV_TICKY_COUNTER_DEF && event->type <= SCOPE_EV_TICKY_COUNTER_BEGIN_SAMPLE)
    scope_eventlog_ticky_event (self, event);
  else if (event->type == SCOPE_EV_USER_BINARY_MSG)
    scope_eventlog_stacks_event (self, event);
  else if ((event->type >= SCOPE_EV_PERF_NAME && event->type <= SCOPE_EV_PERF_TRACEPOINT) || event->type == SCOPE_EV_TASK_CREATE
           || event->type == SCOPE_EV_TASK_MIGRATE)
    scope_eventlog_perf_event (self, event);
}

/* Of events that are nothing but values of counters. */
static void
counters (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  static const struct
  {
    guint type;
    ScopeCounter counter;
    guint at, size; /* in the payload, bytes */
  } values[] = {
    { SCOPE_EV_HEAP_ALLOCATED, SCOPE_COUNTER_HEAP_ALLOCATED, 4, 8 },
    { SCOPE_EV_HEAP_SIZE, SCOPE_COUNTER_HEAP_SIZE, 4, 8 },
    { SCOPE_EV_HEAP_LIVE, SCOPE_COUNTER_HEAP_LIVE, 4, 8 },
    { SCOPE_EV_BLOCKS_SIZE, SCOPE_COUNTER_BLOCKS_SIZE, 4, 8 },
    { SCOPE_EV_MEM_RETURN, SCOPE_COUNTER_MEM_CURRENT, 4, 4 },
    { SCOPE_EV_MEM_RETURN, SCOPE_COUNTER_MEM_NEEDED, 8, 4 },
    { SCOPE_EV_MEM_RETURN, SCOPE_COUNTER_MEM_RETURNED, 12, 4 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    if (values[i].type == event->type)
      scope_eventlog_counter (self, event, values[i].counter, scope_be (event, values[i].at, values[i].size));
}

void
scope_eventlog_fact (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  switch (event->type)
    {
    case SCOPE_EV_REQUEST_SEQ_GC:
    case SCOPE_EV_REQUEST_PAR_GC:
      instant (self, event, SCOPE_INSTANT_GC_REQUEST);
      break;
    case SCOPE_EV_USER_MSG:
      mark (self, event, SCOPE_MARK_MESSAGE);
      break;
    case SCOPE_EV_USER_MARKER:
      mark (self, event, SCOPE_MARK_MARKER);
      break;
    case SCOPE_EV_THREAD_LABEL:
      thread_label (self, event);
      break;
    case SCOPE_EV_SPARK_COUNTERS:
      spark_counters (self, event);
      break;
    case SCOPE_EV_SPARK_CREATE:
    case SCOPE_EV_SPARK_DUD:
    case SCOPE_EV_SPARK_OVERFLOW:
    case SCOPE_EV_SPARK_RUN:
    case SCOPE_EV_SPARK_STEAL:
    case SCOPE_EV_SPARK_FIZZLE:
    case SCOPE_EV_SPARK_GC:
      spark (self, event);
      break;
    case SCOPE_EV_HEAP_ALLOCATED:
    case SCOPE_EV_HEAP_SIZE:
    case SCOPE_EV_HEAP_LIVE:
    case SCOPE_EV_BLOCKS_SIZE:
    case SCOPE_EV_MEM_RETURN:
      counters (self, event);
      break;
    case SCOPE_EV_VERSION: /* Eden's: of the compiler; the name of the runtime is an event of its own */
      info_text (self, event, "version", 0);
      break;
    case SCOPE_EV_PROGRAM_INVOCATION:
      info_text (self, event, "invocation", 0);
      break;
    case SCOPE_EV_HEAP_INFO_GHC:
      self->collects = TRUE;
      break;
    case SCOPE_EV_RTS_IDENTIFIER:
      self->started = TRUE;
      info_text (self, event, "rts", 4);
      break;
    case SCOPE_EV_PROGRAM_ARGS:
      program_args (self, event);
      break;
    case SCOPE_EV_PROGRAM_ENV:
      program_env (self, event);
      break;
    case SCOPE_EV_OSPROCESS_PID:
      info_number (self, "pid", scope_be (event, 4, 4));
      break;
    case SCOPE_EV_OSPROCESS_PPID:
      info_number (self, "ppid", scope_be (event, 4, 4));
      break;
    case SCOPE_EV_WALL_CLOCK_TIME:
      wall_clock (self, event);
      break;
    default:
      other_fact (self, event);
      break;
    }
}
