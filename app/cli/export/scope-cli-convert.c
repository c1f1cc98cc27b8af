/* scope-cli-convert.c: `lanescope-cli convert -o FILE TRACE`: the trace as a file of Perfetto, or of speedscope
 * (scope-cli-convert-speedscope.c), or as an archive of OTF2 (scope-cli-convert-otf2.c).
 *
 * Of each machine a group with its processors, Eden processes, threads (Erlang: processes), counters; intervals as slices, marks and
 * ends of messages as instants, messages as arrows between these. Idle time is left empty; what is not known is a slice "unknown".
 * Times are ns from the trace's start, if that lies before 0, else trace time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-command.h"

#include "app/cli/export/scope-cli-convert.h"
#include "io/export/scope-perfetto.h"
#include "model/base/scope-fail.h"
#include "model/trace/document/scope-message.h"

#include <string.h>

enum
{
  TO_PERFETTO,
  TO_SPEEDSCOPE,
  TO_OTF2,
};

typedef struct
{
  char *output;
  gboolean no_threads, no_messages;
  int to; /* of formats */
} Options;

/* A counter of a machine, a processor or a thread. */
typedef struct
{
  gint64 machine, name, processor, thread;
} CounterKey;

typedef struct
{
  ScopeCli *cli;
  const Options *options;
  ScopePerfetto *file;
  gint64 zero;                    /* trace time that is 0 in the file */
  ScopePerfettoTrack *machines;   /* by index */
  ScopePerfettoTrack **tracks[SCOPE_N_KINDS]; /* by machine and index; NULL: none */
  GHashTable *counters;           /* of CounterKey, to ScopePerfettoTrack */
} Converting;

static guint
hash_counter (gconstpointer data)
{
  const CounterKey *key = data;

  return (guint) (((key->machine * 31 + key->name) * 8191 + key->processor) * 131071 + key->thread);
}

static gboolean
equal_counters (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (CounterKey)) == 0;
}

/* Own time of a machine in the file. */
static guint64
file_time (const Converting *self, ScopeMachine *machine, gint64 own)
{
  return scope_cli_convert_time (self->cli, self->zero, machine, own);
}

/* --- what all formats say --- */

guint64
scope_cli_convert_time (ScopeCli *cli, gint64 zero, ScopeMachine *machine, gint64 own)
{
  gint64 ticks = scope_time_add (own, scope_trace_offset (cli->trace, machine)) - zero;

  return ticks <= 0 ? 0 : (guint64) ((__int128) ticks * cli->tick_ps / 1000);
}

gint64
scope_cli_convert_zero (ScopeCli *cli)
{
  gint64 first, last;

  scope_trace_range (cli->trace, &first, &last);
  return MIN (first, 0);
}

gboolean
scope_cli_convert_is_shown (const ScopeIntervalFacts *interval)
{
  return interval->state != SCOPE_STATE_IDLE && interval->state != SCOPE_STATE_OUTSIDE;
}

const char *
scope_cli_convert_slice_name (ScopeCli *cli, ScopeMachine *machine, ScopeKind kind, const ScopeIntervalFacts *interval, char **ret_text)
{
  const char *state = scope_state_name (interval->state);

  if (kind == SCOPE_KIND_PROCESSOR && interval->state == SCOPE_STATE_RUNNING && interval->task != SCOPE_NONE)
    return *ret_text = scope_trace_lane_title (cli->trace, (ScopeLaneId){ machine->index, SCOPE_KIND_THREAD, interval->task });
  *ret_text = scope_machine_reason (machine, interval->code, interval->function);
  if (*ret_text != NULL)
    {
      char *text = g_strdup_printf ("%s: %s", state, *ret_text);

      g_free (*ret_text);
      return *ret_text = text;
    }
  return state;
}

/* --- lanes --- */

static gboolean
convert_lane (Converting *self, ScopeLaneId id, ScopePerfettoTrack track, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (self->cli->trace, id.machine);
  guint32 lane = scope_trace_lane (self->cli->trace, id);
  GError *local = NULL;
  gint64 from, to;
  guint n = 0;

  if (lane == SCOPE_NONE || scope_trace_lane_counts (self->cli->trace, id))
    return TRUE;
  scope_cli_own_range (self->cli, machine, &from, &to);
  SCOPE_EACH_INTERVAL_OF (interval, scope_intervals (machine, id.kind, id.index, lane, from, to, FALSE, NULL), &local)
    {
      g_autofree char *text = NULL;

      if (!scope_cli_convert_is_shown (&interval))
        continue;
      if (!scope_perfetto_add_slice (self->file, track, file_time (self, machine, MAX (interval.from, from)),
                                     file_time (self, machine, MIN (interval.to, to)),
                                     scope_cli_convert_slice_name (self->cli, machine, id.kind, &interval, &text), scope_state_name (interval.state))
          || (++n % 4096 == 0 && scope_cli_interrupted (self->cli, &local)))
        break;
    }
  return scope_passed (local, error);
}

static gboolean
convert_entity (Converting *self, ScopeMachine *machine, ScopeKind kind, guint32 index, ScopePerfettoTrack parent, GError **error)
{
  const ScopeLaneId id = { machine->index, kind, index };
  g_autofree char *title = scope_trace_lane_title (self->cli->trace, id);
  ScopePerfettoTrack track = scope_perfetto_add_track (self->file, parent, title);

  self->tracks[kind][machine->index][index] = track;
  return convert_lane (self, id, track, error);
}

/* Below a track of their own, unless there is one only. */
static gboolean
convert_kind (Converting *self, ScopeMachine *machine, ScopeKind kind, GError **error)
{
  guint32 n = scope_machine_n_entities (machine, kind);
  const char *plural = scope_trace_kind_label (self->cli->trace, kind, TRUE);
  ScopePerfettoTrack parent = self->machines[machine->index];

  if (n == 0 || scope_trace_kind_repeats (self->cli->trace, kind) || (kind == SCOPE_KIND_THREAD && self->options->no_threads))
    return TRUE;
  self->tracks[kind][machine->index] = g_new0 (ScopePerfettoTrack, n);
  if (n > 1 && plural != NULL)
    parent = scope_perfetto_add_track (self->file, parent, plural);
  for (guint32 i = 0; i < n; i++)
    if (scope_cli_interrupted (self->cli, error) || !convert_entity (self, machine, kind, i, parent, error))
      return FALSE;
  return TRUE;
}

/* Where something of an entity is put; the machine's, if that has no track. */
static ScopePerfettoTrack
find_track (const Converting *self, ScopeMachine *machine, ScopeKind kind, gint64 index)
{
  ScopePerfettoTrack *tracks;

  if (scope_trace_kind_repeats (self->cli->trace, kind))
    kind = SCOPE_KIND_THREAD;
  tracks = self->tracks[kind][machine->index];
  return tracks != NULL && index >= 0 && index < scope_machine_n_entities (machine, kind) && tracks[index] != 0
             ? tracks[index]
             : self->machines[machine->index];
}

/* --- marks, counters --- */

static gboolean
convert_marks (Converting *self, ScopeMachine *machine, GError **error)
{
  GError *local = NULL;
  gint64 from, to;

  scope_cli_own_range (self->cli, machine, &from, &to);
  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_MARKS], from, to, self->cli->cancellable, &local)
    {
      g_autofree char *text = NULL;

      if (row[SCOPE_MARK_TIME] < from || row[SCOPE_MARK_TIME] >= to || scope_trace_mark_is_name (self->cli->trace, row))
        continue;
      text = scope_machine_text (machine, (guint64) row[SCOPE_MARK_TEXT], &local);
      if (text == NULL
          || !scope_perfetto_add_instant (self->file, find_track (self, machine, SCOPE_KIND_THREAD, row[SCOPE_MARK_THREAD]),
                                          file_time (self, machine, row[SCOPE_MARK_TIME]), text, "mark", 0, FALSE))
        break;
    }
  return scope_passed (local, error);
}

/* "heap_live", "run_queue of HEC 2", "message_queue_len of a_server". */
static char *
counter_title (Converting *self, ScopeMachine *machine, const CounterKey *key)
{
  const char *name = scope_counter_name ((guint) key->name);
  guint32 processor = key->processor >= 0 ? scope_machine_find_processor (machine, (guint) key->processor) : SCOPE_NONE;
  g_autofree char *of = NULL;

  if (key->thread >= 0 && key->thread < scope_machine_n_entities (machine, SCOPE_KIND_THREAD))
    of = scope_trace_lane_title (self->cli->trace, (ScopeLaneId){ machine->index, SCOPE_KIND_THREAD, (guint32) key->thread });
  else if (processor != SCOPE_NONE)
    of = scope_trace_lane_title (self->cli->trace, (ScopeLaneId){ machine->index, SCOPE_KIND_PROCESSOR, processor });
  return of != NULL ? g_strdup_printf ("%s of %s", name, of) : g_strdup (name);
}

static ScopePerfettoTrack
counter_track (Converting *self, ScopeMachine *machine, const gint64 *row)
{
  const CounterKey key = { machine->index, row[SCOPE_COUNTER_NAME], row[SCOPE_COUNTER_PROCESSOR], row[SCOPE_COUNTER_THREAD] };
  ScopePerfettoTrack *track = g_hash_table_lookup (self->counters, &key);
  g_autofree char *title = NULL;

  if (track != NULL)
    return *track;
  title = counter_title (self, machine, &key);
  track = g_new (ScopePerfettoTrack, 1);
  *track = scope_perfetto_add_counter (self->file, self->machines[machine->index], title, NULL);
  g_hash_table_insert (self->counters, g_memdup2 (&key, sizeof key), track);
  return *track;
}

static gboolean
convert_counters (Converting *self, ScopeMachine *machine, GError **error)
{
  GError *local = NULL;
  gint64 from, to;

  scope_cli_own_range (self->cli, machine, &from, &to);
  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_COUNTERS], from, to, self->cli->cancellable, &local)
    if (row[SCOPE_COUNTER_TIME] >= from && row[SCOPE_COUNTER_TIME] < to
        && !scope_perfetto_add_value (self->file, counter_track (self, machine, row), file_time (self, machine, row[SCOPE_COUNTER_TIME]),
                                      row[SCOPE_COUNTER_VALUE]))
      break;
  return scope_passed (local, error);
}

/* --- messages --- */

static gboolean
add_end (Converting *self, gint64 machine_index, gint64 process, gint64 time, const char *name, guint64 flow, gboolean ends)
{
  ScopeMachine *machine = machine_index >= 0 && machine_index < scope_trace_n_machines (self->cli->trace)
                              ? scope_trace_machine (self->cli->trace, (guint) machine_index)
                              : NULL;
  guint32 index;
  gint64 from, to;

  if (machine == NULL || time == SCOPE_TABLE_NULL)
    return TRUE;
  scope_cli_own_range (self->cli, machine, &from, &to);
  if (time < from || time >= to)
    return TRUE;
  index = process >= 0 ? scope_machine_find_number (machine, SCOPE_KIND_PROCESS, (guint64) process) : SCOPE_NONE;
  return scope_perfetto_add_instant (self->file, find_track (self, machine, SCOPE_KIND_PROCESS, index == SCOPE_NONE ? -1 : (gint64) index),
                                     file_time (self, machine, time), name, "message", flow, ends);
}

static gboolean
convert_messages (Converting *self, ScopeMachine *machine, guint64 *flow, GError **error)
{
  GError *local = NULL;
  gint64 from, to;

  scope_cli_own_range (self->cli, machine, &from, &to);
  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_MESSAGES], from, to, self->cli->cancellable, &local)
    {
      g_autofree char *sent = g_strdup_printf ("send %s", scope_message_tag_name ((guint) row[SCOPE_MESSAGE_TAG])),
                      *received = g_strdup_printf ("receive %s", scope_message_tag_name ((guint) row[SCOPE_MESSAGE_TAG]));

      ++*flow;
      if (!add_end (self, row[SCOPE_MESSAGE_FROM_MACHINE], row[SCOPE_MESSAGE_FROM_PROCESS], row[SCOPE_MESSAGE_SEND], sent, *flow, FALSE)
          || !add_end (self, row[SCOPE_MESSAGE_TO_MACHINE], row[SCOPE_MESSAGE_TO_PROCESS], row[SCOPE_MESSAGE_RECEIVE], received, *flow, TRUE))
        break;
    }
  return scope_passed (local, error);
}

/* --- all of it --- */

static gboolean
convert_machine (Converting *self, ScopeMachine *machine, GError **error)
{
  static const ScopeKind kinds[] = { SCOPE_KIND_PROCESSOR, SCOPE_KIND_PROCESS, SCOPE_KIND_THREAD, SCOPE_KIND_PORT };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (!convert_kind (self, machine, kinds[i], error))
      return FALSE;
  return convert_marks (self, machine, error) && convert_counters (self, machine, error);
}

static void
begin (Converting *self, ScopeCli *cli, const Options *options)
{
  guint n = scope_trace_n_machines (cli->trace);

  self->cli = cli;
  self->options = options;
  self->zero = scope_cli_convert_zero (cli);
  self->machines = g_new0 (ScopePerfettoTrack, n + 1);
  for (guint kind = 0; kind < SCOPE_N_KINDS; kind++)
    self->tracks[kind] = g_new0 (ScopePerfettoTrack *, n + 1);
  self->counters = g_hash_table_new_full (hash_counter, equal_counters, g_free, g_free);
}

static void
clear (Converting *self)
{
  for (guint kind = 0; kind < SCOPE_N_KINDS; kind++)
    {
      for (guint m = 0; m < scope_trace_n_machines (self->cli->trace); m++)
        g_free (self->tracks[kind][m]);
      g_free (self->tracks[kind]);
    }
  g_free (self->machines);
  g_hash_table_unref (self->counters);
  g_clear_pointer (&self->file, scope_perfetto_free);
}

static gboolean
convert_all (Converting *self, GError **error)
{
  guint64 flow = 0;

  SCOPE_EACH_MACHINE (machine, self->cli->trace)
    {
      g_autofree char *title = scope_trace_lane_title (self->cli->trace, (ScopeLaneId){ machine->index, SCOPE_KIND_MACHINE, 0 });

      self->machines[machine->index] = scope_perfetto_add_process (self->file, machine->number, title);
      if (!convert_machine (self, machine, error))
        return FALSE;
    }
  if (!self->options->no_messages)
    SCOPE_EACH_MACHINE (machine, self->cli->trace)
      if (!convert_messages (self, machine, &flow, error))
        return FALSE;
  return scope_perfetto_finish (self->file, error);
}

static gboolean
convert_to_otf2 (ScopeCli *cli, const Options *options, GError **error)
{
#ifdef SCOPE_HAVE_OTF2
  return scope_cli_convert_to_otf2 (cli, options->output, options->no_threads, options->no_messages, error);
#else
  return scope_fail (error, G_IO_ERROR_NOT_SUPPORTED,
                     "This lanescope-cli was built without OTF2's library: build it where Debian's libopen-trace-format2-dev is installed");
#endif
}

static gboolean
run (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  Converting self = { NULL };
  gboolean ok;

  if (options->to == TO_SPEEDSCOPE)
    return scope_cli_convert_to_speedscope (cli, options->output, options->no_threads, error);
  if (options->to == TO_OTF2)
    return convert_to_otf2 (cli, options, error);
  self.file = scope_perfetto_new (options->output, error);
  if (self.file == NULL)
    return FALSE;
  begin (&self, cli, options);
  ok = convert_all (&self, error);
  clear (&self);
  return ok;
}

static char *
check (ScopeCli *cli, gpointer data)
{
  const Options *options = data;

  return options->output == NULL ? g_strdup ("it needs -o FILE") : NULL;
}

const ScopeCliCommand scope_cli_convert = {
  .name = "convert",
  .about = "the trace as Perfetto, speedscope or tools of OTF2 open it",
  .takes = SCOPE_CLI_TAKES_RANGE,
  .usage = "-o FILE TRACE…",
  .summary = "Writes the trace as a file that Perfetto (https://ui.perfetto.dev) opens: intervals, counters, marks, messages; or\n"
             "speedscope (https://www.speedscope.app): intervals, call stacks or samples; or a folder that tools of OTF2 open\n"
             "(Vampir and others): intervals, counters, marks, messages.",
  .options = (const ScopeCliOption[]) {
      { "no-messages", G_OPTION_ARG_NONE, offsetof (Options, no_messages), "Leave messages out" },
      { "no-threads", G_OPTION_ARG_NONE, offsetof (Options, no_threads), "Leave threads (of Erlang, processes) out" },
      { "output", G_OPTION_ARG_FILENAME, offsetof (Options, output), "Where to, for instance run.pftrace", "FILE", NULL, 'o' },
      { "as", G_OPTION_ARG_INT, offsetof (Options, to), "perfetto (if not said), speedscope or otf2", "FORMAT", "perfetto, speedscope, otf2" },
      { NULL } },
  .size = sizeof (Options),
  .check = check,
  .run = run,
};
