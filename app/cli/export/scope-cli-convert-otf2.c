/* scope-cli-convert-otf2.c: `lanescope-cli convert --as otf2`: the trace as an archive of OTF2.
 *
 * Each machine is a process on a node of its own; its processors, Eden processes, threads and ports are locations. States are regions that are
 * entered and left; what is not known is not written: no region is open then. Calls have locations of their own (scope-cli-otf2-calls.h). Messages are MPI's, point to point, between the locations; those of
 * which only one end was recorded have a communicator of their own, since readers pair ends by their order. Counters are metrics of the location that
 * they belong to, or of a whole machine; marks are markers. Times are the trace's ticks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-convert.h"
#include "app/cli/export/scope-cli-otf2-calls.h"

#include "io/export/scope-otf2-points.h"
#include "io/export/scope-otf2.h"
#include "model/base/scope-fail.h"
#include "model/scene/draw/scope-clock.h"
#include "model/trace/document/scope-message.h"

#include <string.h>

/* Each is a file: more than a file system, or any reader, copes with. */
#define MOST_LOCATIONS 100000u
#define PS_PER_SECOND G_GINT64_CONSTANT (1000000000000)

static const ScopeKind kinds[] = { SCOPE_KIND_PROCESSOR, SCOPE_KIND_PROCESS, SCOPE_KIND_THREAD, SCOPE_KIND_PORT };

/* What a machine has beside its entities, where something is put there. */
enum
{
  OF_COUNTERS, /* of the whole machine */
  OF_MESSAGES, /* of whoever has no location */
  N_EXTRA,
};

typedef struct
{
  ScopeCli *cli;
  gboolean no_threads, no_messages;
  ScopeOtf2 *file;
  gint64 zero, scale;            /* trace time that is 0 in the file; its ticks per tick of the trace */
  guint32 *first[SCOPE_N_KINDS]; /* by machine: the first location of the kind */
  guint32 *extra;                /* the same of what it has beside them */
  guint32 *stacks;               /* the same of their calls */
  ScopeCliOtf2Calls *calls;
  guint32 n_locations;
  ScopeOtf2Points *points;
  gboolean placing;                  /* else they are counted */
  guint32 *ranks;                    /* by location; SCOPE_NONE: no message comes from or goes to it */
  guint32 metrics[SCOPE_N_COUNTERS]; /* their numbers + 1 */

  /* the machine that is written */
  GHashTable *regions; /* of code and function, to the region's number */
  guint32 machine_metrics[SCOPE_N_COUNTERS];
  GHashTable *names; /* of regions, to their number + 1 */
} Converting;

/* --- places --- */

static guint64
file_time (gconstpointer data, ScopeMachine *machine, gint64 own)
{
  const Converting *self = data;
  gint64 ticks = scope_time_add (own, scope_trace_offset (self->cli->trace, machine)) - self->zero;

  return ticks <= 0 ? 0 : (guint64) MIN ((__int128) ticks * self->scale, G_MAXINT64);
}

static guint32
count_of (const Converting *self, ScopeMachine *machine, ScopeKind kind)
{
  gboolean none = scope_trace_kind_repeats (self->cli->trace, kind) || (kind == SCOPE_KIND_THREAD && self->no_threads);

  return none ? 0 : scope_machine_n_entities (machine, kind);
}

static gboolean
number_locations (Converting *self, GError **error)
{
  guint64 n = 0;

  SCOPE_EACH_MACHINE (machine, self->cli->trace)
    {
      for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
        {
          self->first[kinds[i]][machine->index] = (guint32) n;
          n += count_of (self, machine, kinds[i]);
        }
      self->extra[machine->index] = (guint32) n;
      n += N_EXTRA;
      self->stacks[machine->index] = (guint32) n;
      n += scope_cli_otf2_calls_count (self->calls, machine);
      if (n > MOST_LOCATIONS)
        return scope_fail (error, G_IO_ERROR_NOT_SUPPORTED,
                           "OTF2 has a file for each processor, process and thread; these are more than %u%s", MOST_LOCATIONS,
                           self->no_threads ? "" : ": leave threads out by --no-threads");
    }
  self->n_locations = (guint32) n;
  return TRUE;
}

/* SCOPE_NONE: it has none. */
static guint32
find_location (const Converting *self, ScopeMachine *machine, ScopeKind kind, gint64 index)
{
  if (scope_trace_kind_repeats (self->cli->trace, kind))
    kind = SCOPE_KIND_THREAD;
  return index >= 0 && index < count_of (self, machine, kind) ? self->first[kind][machine->index] + (guint32) index : SCOPE_NONE;
}

static guint64
as_partner (guint32 location)
{
  return location == SCOPE_NONE ? SCOPE_OTF2_NOWHERE : location;
}

/* --- points --- */

static void
put_point (Converting *self, guint32 location, const ScopeOtf2Point *point)
{
  if (self->placing)
    scope_otf2_points_add (self->points, location, point);
  else
    scope_otf2_points_count (self->points, location);
}

/* Where an end of a message is; SCOPE_NONE: on no machine that is here. `ret_time`: in the file, if it is TRUE that it was recorded there. */
static guint32
find_end (Converting *self, gint64 machine_index, gint64 process, gint64 own, guint64 *ret_time, gboolean *ret_seen)
{
  guint32 index, location;
  ScopeMachine *machine;
  gint64 from, to;

  *ret_seen = FALSE;
  if (machine_index < 0 || machine_index >= scope_trace_n_machines (self->cli->trace))
    return SCOPE_NONE;
  machine = scope_trace_machine (self->cli->trace, (guint) machine_index);
  scope_cli_own_range (self->cli, machine, &from, &to);
  *ret_seen = own != SCOPE_TABLE_NULL && own >= from && own < to;
  *ret_time = *ret_seen ? file_time (self, machine, own) : 0;
  index = process >= 0 ? scope_machine_find_number (machine, SCOPE_KIND_PROCESS, (guint64) process) : SCOPE_NONE;
  location = index == SCOPE_NONE ? SCOPE_NONE : find_location (self, machine, SCOPE_KIND_PROCESS, index);
  return location != SCOPE_NONE ? location : self->extra[machine->index] + OF_MESSAGES;
}

static void
put_message (Converting *self, const gint64 *row)
{
  gboolean sent, received;
  guint64 send = 0, receive = 0;
  guint32 from = find_end (self, row[SCOPE_MESSAGE_FROM_MACHINE], row[SCOPE_MESSAGE_FROM_PROCESS], row[SCOPE_MESSAGE_SEND], &send, &sent),
          to = find_end (self, row[SCOPE_MESSAGE_TO_MACHINE], row[SCOPE_MESSAGE_TO_PROCESS], row[SCOPE_MESSAGE_RECEIVE], &receive, &received);
  ScopeOtf2Point point = { .value = row[SCOPE_MESSAGE_SIZE], .paired = sent && received, .tag = (guint16) row[SCOPE_MESSAGE_TAG] };

  if (from == SCOPE_NONE || to == SCOPE_NONE || (!sent && !received))
    return;
  self->ranks[from] = self->ranks[to] = 0;
  point.time = send;
  point.kind = SCOPE_OTF2_SENT;
  point.other = to;
  if (sent)
    put_point (self, from, &point);
  point.time = receive;
  point.kind = SCOPE_OTF2_RECEIVED;
  point.other = from;
  if (received)
    put_point (self, to, &point);
}

static void
put_counter (Converting *self, ScopeMachine *machine, const gint64 *row)
{
  const ScopeOtf2Point point = { .time = file_time (self, machine, row[SCOPE_COUNTER_TIME]),
                                 .value = row[SCOPE_COUNTER_VALUE],
                                 .other = (guint32) row[SCOPE_COUNTER_NAME],
                                 .kind = SCOPE_OTF2_VALUE };
  guint32 processor = row[SCOPE_COUNTER_PROCESSOR] >= 0 ? scope_machine_find_processor (machine, (guint) row[SCOPE_COUNTER_PROCESSOR]) : SCOPE_NONE,
          location = self->extra[machine->index] + OF_COUNTERS;

  if (point.other >= SCOPE_N_COUNTERS)
    return;
  if (row[SCOPE_COUNTER_THREAD] >= 0)
    location = find_location (self, machine, SCOPE_KIND_THREAD, row[SCOPE_COUNTER_THREAD]);
  else if (processor != SCOPE_NONE)
    location = find_location (self, machine, SCOPE_KIND_PROCESSOR, processor);
  if (location != SCOPE_NONE) /* a thread's go with it */
    put_point (self, location, &point);
}

static gboolean
put_points (Converting *self, GError **error)
{
  GError *local = NULL;

  SCOPE_EACH_MACHINE (machine, self->cli->trace)
    {
      gint64 from, to;

      scope_cli_own_range (self->cli, machine, &from, &to);
      if (!self->no_messages)
        SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_MESSAGES], from, to, self->cli->cancellable, &local)
          put_message (self, row);
      if (local == NULL)
        SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_COUNTERS], from, to, self->cli->cancellable, &local)
          if (row[SCOPE_COUNTER_TIME] >= from && row[SCOPE_COUNTER_TIME] < to)
            put_counter (self, machine, row);
      if (local != NULL)
        break;
    }
  return scope_passed (local, error);
}

static gboolean
gather_points (Converting *self, const char *path, GError **error)
{
  guint32 n = 0;

  self->points = scope_otf2_points_new (self->n_locations);
  self->ranks = g_new (guint32, self->n_locations);
  memset (self->ranks, 0xff, self->n_locations * sizeof *self->ranks); /* SCOPE_NONE */
  if (!put_points (self, error) || !scope_otf2_points_make_room (self->points, path, error))
    return FALSE;
  self->placing = TRUE;
  if (!put_points (self, error))
    return FALSE;
  for (guint32 i = 0; i < self->n_locations; i++)
    if (self->ranks[i] != SCOPE_NONE)
      self->ranks[i] = n++;
  return TRUE;
}

/* --- events --- */

static guint32
find_metric (Converting *self, guint32 counter, guint32 machine, gboolean of_machine)
{
  if (self->metrics[counter] == 0)
    self->metrics[counter] = scope_otf2_add_metric (self->file, scope_counter_name (counter), scope_counter_grows (counter)) + 1;
  if (!of_machine)
    return self->metrics[counter] - 1;
  if (self->machine_metrics[counter] == 0)
    self->machine_metrics[counter] = scope_otf2_add_machine_metric (self->file, self->metrics[counter] - 1, machine) + 1;
  return self->machine_metrics[counter] - 1;
}

static gboolean
write_point (Converting *self, const ScopeOtf2Point *point, guint32 machine, gboolean of_machine)
{
  if (point->kind == SCOPE_OTF2_VALUE)
    return scope_otf2_add_value (self->file, point->time, find_metric (self, point->other, machine, of_machine), point->value);
  return scope_otf2_add_message (self->file, &(ScopeOtf2Message) { .time = point->time,
                                                                   .size = point->value != SCOPE_TABLE_NULL ? (guint64) point->value
                                                                                                            : SCOPE_OTF2_NO_SIZE,
                                                                   .peer = self->ranks[point->other],
                                                                   .tag = point->tag,
                                                                   .name = scope_message_tag_name (point->tag),
                                                                   .sent = point->kind == SCOPE_OTF2_SENT,
                                                                   .paired = point->paired,
                                                                   .words = !scope_trace_sizes_are_bytes (self->cli->trace) });
}

/* What is left of a location's points. */
typedef struct
{
  const ScopeOtf2Point *next, *end;
  guint32 machine;
  gboolean of_machine;
} Rest;

static gboolean
write_points (Converting *self, Rest *rest, guint64 until)
{
  for (; rest->next < rest->end && rest->next->time < until; rest->next++)
    if (!write_point (self, rest->next, rest->machine, rest->of_machine))
      return FALSE;
  return TRUE;
}

static guint32
find_region (Converting *self, ScopeMachine *machine, const ScopeIntervalFacts *interval)
{
  const gint64 key = (gint64) interval->code << 32 | interval->function;
  const char *state = scope_state_name (interval->state);
  g_autofree char *reason = NULL, *name = NULL;
  gpointer number = g_hash_table_lookup (self->regions, &key);

  if (number != NULL)
    return GPOINTER_TO_UINT (number) - 1;
  reason = scope_machine_reason (machine, interval->code, interval->function);
  name = reason != NULL && !g_str_equal (reason, state) ? g_strdup_printf ("%s: %s", state, reason) : g_strdup (state);
  number = g_hash_table_lookup (self->names, name);
  if (number == NULL)
    {
      number = GUINT_TO_POINTER (scope_otf2_add_region (self->file, name, state) + 1);
      g_hash_table_insert (self->names, g_steal_pointer (&name), number);
    }
  g_hash_table_insert (self->regions, g_memdup2 (&key, sizeof key), number);
  return GPOINTER_TO_UINT (number) - 1;
}

static gboolean
write_interval (Converting *self, ScopeMachine *machine, ScopeKind kind, const ScopeIntervalFacts *interval, guint64 from, guint64 to, Rest *rest)
{
  const guint32 region = find_region (self, machine, interval);
  const gboolean processor = kind == SCOPE_KIND_PROCESSOR;
  const guint32 index = processor ? interval->task : interval->processor,
                partner = find_location (self, machine, processor ? SCOPE_KIND_THREAD : SCOPE_KIND_PROCESSOR, index == SCOPE_NONE ? -1 : (gint64) index);

  return write_points (self, rest, from)
         && scope_otf2_enter (self->file, from, region, processor ? SCOPE_OTF2_THREAD : SCOPE_OTF2_PROCESSOR, as_partner (partner))
         && write_points (self, rest, to) && scope_otf2_leave (self->file, to, region);
}

static gboolean
write_intervals (Converting *self, ScopeMachine *machine, ScopeLaneId id, Rest *rest, GError **error)
{
  guint32 lane = scope_trace_lane (self->cli->trace, id);
  GError *local = NULL;
  gint64 from, to;
  guint n = 0;

  if (lane == SCOPE_NONE || scope_trace_lane_counts (self->cli->trace, id))
    return TRUE;
  scope_cli_own_range (self->cli, machine, &from, &to);
  SCOPE_EACH_INTERVAL_OF (interval, scope_intervals (machine, id.kind, id.index, lane, from, to, FALSE, NULL), &local)
    if (interval.state != SCOPE_STATE_UNKNOWN && interval.state != SCOPE_STATE_ABSENT
        && (!write_interval (self, machine, id.kind, &interval, file_time (self, machine, MAX (interval.from, from)),
                             file_time (self, machine, MIN (interval.to, to)), rest)
            || (++n % 4096 == 0 && scope_cli_interrupted (self->cli, &local))))
      break;
  return scope_passed (local, error);
}

/* `kind`: of an entity, else SCOPE_KIND_MACHINE, of OF_COUNTERS or OF_MESSAGES. */
static gboolean
write_location (Converting *self, ScopeMachine *machine, guint32 machine_number, ScopeKind kind, guint32 index, guint32 location, GError **error)
{
  const gboolean entity = kind != SCOPE_KIND_MACHINE, counters = !entity && index == OF_COUNTERS;
  const ScopeLaneId id = { machine->index, kind, entity ? index : 0 };
  g_autofree char *title = scope_trace_lane_title (self->cli->trace, id), *lane = entity ? scope_trace_format_lane (self->cli->trace, id) : NULL;
  Rest rest = { .machine = machine_number, .of_machine = counters };
  gsize n;

  rest.next = scope_otf2_points_sort (self->points, location, &n);
  rest.end = rest.next + n;
  if (!entity && n == 0)
    return TRUE;
  scope_otf2_begin_location (self->file, location, machine_number, title, lane, counters);
  if (entity && !write_intervals (self, machine, id, &rest, error))
    return FALSE;
  write_points (self, &rest, G_MAXUINT64);
  scope_otf2_end_location (self->file);
  return TRUE;
}

/* --- marks --- */

/* The word that `dump marks` has for it. */
static const char *
mark_category (gint64 kind)
{
  for (const ScopeSchemaColumn *column = scope_table_schema (SCOPE_TABLE_MARKS)->columns; column->name != NULL; column++)
    if (column->column == SCOPE_MARK_KIND && column->word != NULL && column->word ((guint) kind) != NULL)
      return column->word ((guint) kind);
  return "mark";
}

static gboolean
write_marks (Converting *self, ScopeMachine *machine, guint32 machine_number, GError **error)
{
  GError *local = NULL;
  gint64 from, to;

  scope_cli_own_range (self->cli, machine, &from, &to);
  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_MARKS], from, to, self->cli->cancellable, &local)
    {
      g_autofree char *text = NULL;
      guint32 location;

      if (row[SCOPE_MARK_TIME] < from || row[SCOPE_MARK_TIME] >= to || scope_trace_mark_is_name (self->cli->trace, row))
        continue;
      text = scope_machine_text (machine, (guint64) row[SCOPE_MARK_TEXT], &local);
      location = find_location (self, machine, SCOPE_KIND_THREAD, row[SCOPE_MARK_THREAD]);
      if (text == NULL
          || !scope_otf2_add_mark (self->file, file_time (self, machine, row[SCOPE_MARK_TIME]), as_partner (location), machine_number,
                                   mark_category (row[SCOPE_MARK_KIND]), text))
        break;
    }
  return scope_passed (local, error);
}

/* --- all of it --- */

static gboolean
write_machine (Converting *self, ScopeMachine *machine, GError **error)
{
  g_autofree char *title = scope_trace_lane_title (self->cli->trace, (ScopeLaneId) { machine->index, SCOPE_KIND_MACHINE, 0 });
  guint32 number = scope_otf2_add_machine (self->file, title);

  g_hash_table_remove_all (self->regions);
  memset (self->machine_metrics, 0, sizeof self->machine_metrics);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (guint32 j = 0; j < count_of (self, machine, kinds[i]); j++)
      if (scope_cli_interrupted (self->cli, error)
          || !write_location (self, machine, number, kinds[i], j, self->first[kinds[i]][machine->index] + j, error))
        return FALSE;
  for (guint32 i = 0; i < N_EXTRA; i++)
    if (!write_location (self, machine, number, SCOPE_KIND_MACHINE, i, self->extra[machine->index] + i, error))
      return FALSE;
  return scope_cli_otf2_calls_write (self->calls, self->file, machine, number, self->stacks[machine->index], error)
         && write_marks (self, machine, number, error);
}

static gboolean
write_all (Converting *self, const char *path, GError **error)
{
  g_autoptr (GArray) locations = g_array_new (FALSE, FALSE, sizeof (guint64));

  if (!gather_points (self, path, error))
    return FALSE;
  SCOPE_EACH_MACHINE (machine, self->cli->trace)
    if (!write_machine (self, machine, error))
      return FALSE;
  for (guint64 i = 0; i < self->n_locations; i++)
    if (self->ranks[i] != SCOPE_NONE)
      g_array_append_val (locations, i);
  if (locations->len > 0)
    scope_otf2_set_ranks (self->file, (const guint64 *) (gpointer) locations->data, locations->len);
  return scope_otf2_finish (self->file, error);
}

static ScopeOtf2 *
open_file (Converting *self, const char *path, GError **error)
{
  const gint64 tick_ps = MAX (self->cli->tick_ps, 1);
  gint64 from, to, epoch = 0;

  self->scale = PS_PER_SECOND % tick_ps == 0 ? 1 : tick_ps;
  scope_cli_trace_range (self->cli, &from, &to);
  if (scope_clock_find_epoch (self->cli->trace, &epoch))
    epoch += (gint64) ((__int128) from * tick_ps / 1000);
  return scope_otf2_new (path,
                         &(ScopeOtf2Facts) { .title = scope_trace_title (self->cli->trace),
                                             .ticks_per_second = (guint64) (PS_PER_SECOND / (self->scale == 1 ? tick_ps : 1)),
                                             .start = (guint64) ((from - self->zero) * self->scale),
                                             .length = (guint64) (MAX (to - from, 0) * self->scale),
                                             .real_ns = epoch },
                         error);
}

gboolean
scope_cli_convert_to_otf2 (ScopeCli *cli, const char *path, gboolean no_threads, gboolean no_messages, GError **error)
{
  const guint n = scope_trace_n_machines (cli->trace);
  g_autofree char *folder = g_strdup (path);
  Converting self = { .cli = cli, .no_threads = no_threads, .no_messages = no_messages, .zero = scope_cli_convert_zero (cli) };
  gboolean ok;

  for (guint kind = 0; kind < SCOPE_N_KINDS; kind++)
    self.first[kind] = g_new0 (guint32, n + 1);
  self.extra = g_new0 (guint32, n + 1);
  self.stacks = g_new0 (guint32, n + 1);
  self.calls = scope_cli_otf2_calls_new (cli, no_threads, file_time, &self);
  self.regions = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self.names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (gsize length = strlen (folder); length > 1 && folder[length - 1] == G_DIR_SEPARATOR; length--)
    folder[length - 1] = '\0';
  ok = number_locations (&self, error) && (self.file = open_file (&self, folder, error)) != NULL && write_all (&self, folder, error);
  g_clear_pointer (&self.file, scope_otf2_free);
  g_clear_pointer (&self.points, scope_otf2_points_free);
  for (guint kind = 0; kind < SCOPE_N_KINDS; kind++)
    g_free (self.first[kind]);
  g_free (self.extra);
  g_free (self.stacks);
  scope_cli_otf2_calls_free (self.calls);
  g_free (self.ranks);
  g_hash_table_unref (self.regions);
  g_hash_table_unref (self.names);
  return ok;
}
