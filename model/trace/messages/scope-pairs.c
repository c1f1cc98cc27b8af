/* scope-pairs.c: see scope-pairs.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/messages/scope-pairs.h"

#include "model/trace/document/scope-pair-sums.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct
{
  const ScopeQueryRange *within;
  ScopeParty by;
  ScopePairSums *sums;
  gint64 *offsets;         /* of the machines, as they are always */
  gint64 *processors;      /* number of the only processor of each machine, or NULL */
  guint n_machines;
  gboolean rows_only;      /* the filter asks for what sums do not tell */
  guint64 done, all;
} Reading;

/* The receiver's clock against the sender's. */
static gint64
ahead_of (const Reading *reading, guint32 from, guint32 to)
{
  if (from >= reading->n_machines || to >= reading->n_machines)
    return 0;
  return reading->offsets[to] - reading->offsets[from];
}

/* --- what is wanted --- */

static gboolean
wants_row (const Reading *reading, const gint64 *row)
{
  const ScopeMessageFilter *filter = reading->within->messages;
  ScopeMessageLine line;

  return filter == NULL
         || (scope_message_from_any_row (reading->within->trace, row, &line)
             && scope_message_filter_wants (filter, &line));
}

/* A process's number, and a port's. */
static guint32
split_party (gint64 party, gint64 *ret_port)
{
  *ret_port = party >= SCOPE_PARTY_PORT ? party - SCOPE_PARTY_PORT : SCOPE_TABLE_NULL;

  return party == SCOPE_TABLE_NULL || party >= SCOPE_PARTY_PORT ? SCOPE_NONE : (guint32) party;
}

/* The same of all messages of a key at once; of what a sum does not tell, nothing may be asked (rows_only). */
static gboolean
wants_key (const Reading *reading, const ScopePairKey *key)
{
  const ScopeMessageFilter *filter = reading->within->messages;
  ScopeMessageLine line = { 0 };

  if (filter == NULL)
    return TRUE;
  line.nowhere = key->from_machine == SCOPE_NONE;
  line.from_machine = line.nowhere ? key->to_machine : key->from_machine;
  line.to_machine = key->to_machine;
  line.from_process = split_party (key->from, &line.from_port);
  line.to_process = split_party (key->to, &line.to_port);
  line.tag = (guint8) key->tag;
  line.system = scope_message_is_system (line.tag);
  line.sent = line.received = TRUE;
  line.size = SCOPE_TABLE_NULL;
  return scope_message_filter_wants (filter, &line);
}

/* --- adding up --- */

static gint64
processor_of (const Reading *reading, guint32 machine)
{
  return machine < reading->n_machines ? reading->processors[machine] : SCOPE_TABLE_NULL;
}

/* By party, whatever the tag. */
static void
add (Reading *reading, ScopePairSum *sum)
{
  sum->key.tag = 0;
  if (reading->by == SCOPE_PARTY_MACHINE)
    sum->key.from = sum->key.to = SCOPE_TABLE_NULL;
  else if (reading->by == SCOPE_PARTY_PROCESSOR)
    {
      sum->key.from = processor_of (reading, sum->key.from_machine);
      sum->key.to = processor_of (reading, sum->key.to_machine);
    }
  scope_pair_sums_add (reading->sums, sum);
}

static gboolean
progress (Reading *reading, guint64 rows, GError **error)
{
  reading->done += rows;
  scope_query_range_progress (reading->within, reading->done, reading->all);
  return !scope_query_range_cancelled (reading->within, error);
}

static gboolean
add_rows (Reading *reading, ScopeTableCursor cursor, gint64 from, gint64 to, GError **error)
{
  GError *local = NULL;
  guint seen = 0;

  SCOPE_EACH_ROW_OF (row, cursor, &local)
    {
      gint64 time = row[SCOPE_MESSAGE_SEND] != SCOPE_TABLE_NULL ? row[SCOPE_MESSAGE_SEND] : row[SCOPE_MESSAGE_RECEIVE];
      ScopePairSum sum;

      if (++seen % 4096 == 0)
        progress (reading, 4096, &local);
      if (time < from || time >= to || !wants_row (reading, row))
        continue;
      scope_pair_sum_of_row (&sum, row,
                             ahead_of (reading, (guint32) row[SCOPE_MESSAGE_FROM_MACHINE],
                                       (guint32) row[SCOPE_MESSAGE_TO_MACHINE])); /* of no use if one is not known */
      if (sum.count > 0)
        add (reading, &sum);
    }
  return scope_passed (local, error);
}

/* --- by sums --- */

typedef struct
{
  Reading *reading;
  ScopeTable *table;
  gint64 from, to;
} Stretch;

static void
add_sum (gpointer data, const ScopePairSum *sum)
{
  Reading *reading = ((Stretch *) data)->reading;
  ScopePairSum copy = *sum;

  if (wants_key (reading, &copy.key))
    add (reading, &copy);
}

static gboolean
add_blocks (gpointer data, guint first, guint n, GError **error)
{
  Stretch *stretch = data;

  return add_rows (stretch->reading, scope_table_cursor_blocks (stretch->table, first, n), stretch->from, stretch->to, error);
}

/* --- all machines --- */

static gint64
only_processor (ScopeMachine *machine)
{
  return scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR) == 1
             ? (gint64) scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, 0)->number
             : SCOPE_TABLE_NULL;
}

static void
reading_init (Reading *reading, const ScopeQueryRange *within, ScopeParty by)
{
  guint n = scope_trace_n_machines (within->trace);
  const ScopeMessageFilter *filter = within->messages;

  *reading = (Reading) { .within = within, .by = by, .sums = scope_pair_sums_new (), .n_machines = n };
  reading->offsets = g_new (gint64, n + 1);
  reading->processors = g_new (gint64, n + 1);
  reading->rows_only
      = filter != NULL && (filter->reversed_only || filter->unmatched_only || filter->size_from >= 0 || filter->size_to >= 0);
  for (guint i = 0; i < n; i++)
    {
      ScopeMachine *machine = scope_trace_machine (within->trace, i);

      reading->offsets[i] = machine->offset;
      reading->processors[i] = only_processor (machine);
      if (machine->tables[SCOPE_TABLE_MESSAGES] != NULL)
        reading->all += scope_table_n_rows (machine->tables[SCOPE_TABLE_MESSAGES]);
    }
}

static void
reading_clear (Reading *reading)
{
  scope_pair_sums_free (reading->sums);
  g_free (reading->offsets);
  g_free (reading->processors);
}

static ScopePair
pair_of (const Reading *reading, const ScopePairSum *sum)
{
  gboolean local = scope_trace_get_local_time (reading->within->trace);
  guint64 timed = scope_pair_sum_timed (sum);
  gint64 ahead = local ? 0 : ahead_of (reading, sum->key.from_machine, sum->key.to_machine);
  ScopePair pair = { .from_machine = sum->key.from_machine,
                     .to_machine = sum->key.to_machine,
                     .from = sum->key.from,
                     .to = sum->key.to,
                     .count = sum->count,
                     .sent = sum->sent,
                     .received = sum->received,
                     .sized = sum->sized,
                     .size = sum->size,
                     .timed = timed,
                     .reversed = local ? sum->reversed_local : sum->reversed };

  if (timed > 0)
    {
      pair.latency = (gint64) (sum->latency + timed * (guint64) ahead);
      pair.latency_min = scope_time_add (sum->latency_min, ahead);
      pair.latency_max = scope_time_add (sum->latency_max, ahead);
      /* They were counted with the offsets of the start; now none is left. */
      if (scope_trace_get_clocks (reading->within->trace) == SCOPE_CLOCKS_MESSAGES && pair.latency_min >= 0)
        pair.reversed = 0;
    }
  return pair;
}

static gboolean
read_machine (Reading *reading, ScopeMachine *machine, GError **error)
{
  ScopeTable *table = machine->tables[SCOPE_TABLE_MESSAGES];
  ScopePairTree *tree = scope_machine_pairs (machine);
  Stretch stretch = { reading, table };
  const ScopePairVisitor visitor = { add_sum, add_blocks, reading->within->cancellable, &stretch };

  scope_query_range_own_range (reading->within, machine, &stretch.from, &stretch.to);
  if (tree != NULL && !reading->rows_only)
    return scope_pair_tree_visit (tree, stretch.from, stretch.to, &visitor, error);
  return add_rows (reading, scope_table_cursor (table, stretch.from, stretch.to, NULL), stretch.from, stretch.to, error);
}

GArray *
scope_pairs_read (const ScopeQueryRange *within, ScopeParty by, GError **error)
{
  GArray *pairs = NULL;
  gboolean ok = TRUE;
  Reading reading;

  reading_init (&reading, within, by);
  for (guint i = 0; i < reading.n_machines && ok; i++)
    {
      ScopeMachine *machine = scope_trace_machine (within->trace, i);

      ok = machine->tables[SCOPE_TABLE_MESSAGES] == NULL || read_machine (&reading, machine, error);
    }
  if (ok)
    {
      scope_pair_sums_sort (reading.sums);
      pairs = g_array_sized_new (FALSE, FALSE, sizeof (ScopePair), scope_pair_sums_n (reading.sums));
      for (guint i = 0; i < scope_pair_sums_n (reading.sums); i++)
        {
          ScopePair pair = pair_of (&reading, scope_pair_sums_get (reading.sums, i));
          g_array_append_val (pairs, pair);
        }
    }
  reading_clear (&reading);
  return pairs;
}

/* --- parties --- */

static const char *const party_names[SCOPE_N_PARTIES] = { "process", "machine", "processor" };

const char *
scope_party_name (ScopeParty party)
{
  g_return_val_if_fail (party < SCOPE_N_PARTIES, NULL);
  return party_names[party];
}

gboolean
scope_party_lane (ScopeTrace *trace, ScopeParty by, guint32 machine, gint64 number, ScopeLaneId *ret_lane)
{
  ScopeMachine *found = machine < scope_trace_n_machines (trace) ? scope_trace_machine (trace, machine) : NULL;
  if (found == NULL)
    return FALSE;
  *ret_lane = (ScopeLaneId) { machine, SCOPE_KIND_MACHINE, 0 };
  if (by == SCOPE_PARTY_MACHINE)
    return TRUE;
  if (number < 0)
    return FALSE;
  if (by == SCOPE_PARTY_PROCESS && number >= SCOPE_PARTY_PORT)
    {
      ret_lane->kind = SCOPE_KIND_PORT;
      ret_lane->index = scope_machine_find_number (found, SCOPE_KIND_PORT, (guint64) (number - SCOPE_PARTY_PORT));
      return ret_lane->index != SCOPE_NONE;
    }
  ret_lane->kind = by == SCOPE_PARTY_PROCESS ? SCOPE_KIND_PROCESS : SCOPE_KIND_PROCESSOR;
  ret_lane->index = by == SCOPE_PARTY_PROCESS ? scope_machine_find_number (found, SCOPE_KIND_PROCESS, (guint64) number)
                                              : scope_machine_find_processor (found, (guint) number);
  return ret_lane->index != SCOPE_NONE;
}

static char *
absent_title (ScopeParty by, guint32 machine, gint64 number)
{
  g_autofree char *name = NULL;

  machine &= ~SCOPE_MESSAGE_ABSENT_MACHINE;
  if (by != SCOPE_PARTY_PROCESS || number == SCOPE_TABLE_NULL)
    return g_strdup_printf (_("Machine %u (no log)"), machine);
  name = g_strdup_printf ("%u:%" G_GINT64_FORMAT, machine, number);
  return g_strdup_printf (_("%s (no log)"), name);
}

char *
scope_party_title (ScopeTrace *trace, ScopeParty by, guint32 machine, gint64 number)
{
  g_autofree char *title = NULL;
  guint machine_number;
  ScopeLaneId lane;

  if (number == (gint64) SCOPE_NONE)
    number = SCOPE_TABLE_NULL;
  if (machine == SCOPE_NONE && number == SCOPE_TABLE_NULL)
    return g_strdup ("?");
  if (by == SCOPE_PARTY_PROCESS && number >= SCOPE_PARTY_PORT)
    return scope_trace_party_name (trace, machine, SCOPE_KIND_PORT, number - SCOPE_PARTY_PORT);
  if (scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG
      && (by == SCOPE_PARTY_PROCESS || machine >= scope_trace_n_machines (trace)))
    return scope_trace_party_name (trace, machine, SCOPE_KIND_PROCESS, by == SCOPE_PARTY_PROCESS ? number : SCOPE_TABLE_NULL);
  if (machine >= scope_trace_n_machines (trace))
    return absent_title (by, machine, number);
  machine_number = scope_trace_machine (trace, machine)->number;
  if (by == SCOPE_PARTY_PROCESS && scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN && number > 0)
    return g_strdup_printf ("%u:%" G_GINT64_FORMAT, machine_number, number); /* there may be thousands to name */
  if (!scope_party_lane (trace, by, machine, number, &lane))
    { /* not in the log, or none was recorded */
      if (by == SCOPE_PARTY_PROCESS && number == 0)
        return g_strdup_printf ("%u:Sys", machine_number);
      return number == SCOPE_TABLE_NULL ? g_strdup_printf ("%u:?", machine_number)
                                        : g_strdup_printf ("%u:%" G_GINT64_FORMAT, machine_number, number);
    }
  title = scope_trace_lane_title (trace, lane);
  if (by == SCOPE_PARTY_PROCESSOR && scope_trace_n_machines (trace) > 1)
    return g_strdup_printf ("%u: %s", machine_number, title);
  return g_steal_pointer (&title);
}

gboolean
scope_pairs_are_there (ScopeTrace *trace, const char **ret_why)
{
  ScopeMessageCounts counts = scope_trace_message_counts (trace);

  if (ret_why != NULL)
    *ret_why = NULL;
  if (counts.sent > 0 || counts.received > 0)
    return TRUE;
  if (ret_why == NULL)
    return FALSE;
  if (!scope_trace_get_finished (trace))
    *ret_why = _("Messages are matched when all machines have been read");
  else if (scope_trace_runtime (trace) == SCOPE_RUNTIME_GHC)
    *ret_why = _("GHC programs without Eden send no messages");
  else
    *ret_why = _("No message was recorded in this trace");
  return FALSE;
}
