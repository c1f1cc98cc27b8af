/* scope-report.c: see scope-report.h; the changes of activity are in scope-report-activity.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/statistics/scope-report-private.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"
#include "model/scene/statistics/scope-load-scene.h"
#include "model/trace/document/scope-intervals.h"
#include "model/trace/messages/scope-message-order.h"
#include "model/trace/processes/scope-process-tree.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/document/scope-sim-words.h"
#include "model/trace/document/scope-query-range.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MOST_LARGE 20000u /* messages among which the largest with the end in question are looked for */

const char *
scope_report_title (ScopeReportKind kind)
{
  switch (kind)
    {
    case SCOPE_REPORT_WAITING:
      return _("Waiting by Function");
    case SCOPE_REPORT_ACTIVITY:
      return _("Activity in Order");
    case SCOPE_REPORT_TOP:
      return _("Top Ten");
    case SCOPE_REPORT_LOAD:
    case SCOPE_N_REPORTS:
    default:
      return _("Runnable over Time");
    }
}

const char *
scope_report_task_word (ScopeTrace *trace)
{
  if (scope_trace_is_pipeline (trace))
    return _("Slot");

  return scope_trace_task_kind (trace) == SCOPE_KIND_PROCESS ? _("Process") : _("Thread");
}

static gboolean
has_tasks (ScopeTrace *trace)
{
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    if (scope_machine_n_entities (scope_trace_machine (trace, m), scope_trace_task_kind (trace)) > 0)
      return TRUE;
  return FALSE;
}

gboolean
scope_report_has (ScopeTrace *trace, ScopeReportKind kind)
{
  if (kind == SCOPE_REPORT_LOAD)
    return scope_trace_n_machines (trace) > 0 && !scope_trace_all_lack (trace, SCOPE_LACKS_SCHEDULER);
  return has_tasks (trace)
         && (kind != SCOPE_REPORT_WAITING || scope_trace_has_rows (trace, SCOPE_TABLE_FUNCTIONS));
}

/* --- the first of each ranking --- */

enum
{
  TOP_RANKING,
  TOP_PLACE,
  TOP_LANE,
  TOP_ENTRY,
  TOP_TIME,
  TOP_SHARE,
  TOP_MESSAGES,
  TOP_SIZE,
};

typedef struct
{
  const char *name;  /* in CSV */
  const char *title; /* for people */
  ScopeState state;  /* SCOPE_N_STATES: messages */
  gboolean received;
} Ranking;

static const Ranking rankings[] = {
  { "running", N_("Run time"), SCOPE_STATE_RUNNING, FALSE },
  { "active", N_("Active"), SCOPE_STATE_ACTIVE, FALSE },
  { "blocked", N_("Blocked"), SCOPE_STATE_BLOCKED, FALSE },
  { "runnable", N_("Waiting to run"), SCOPE_STATE_RUNNABLE, FALSE },
  { "collecting", N_("GC time"), SCOPE_STATE_COLLECTING, FALSE },
  { "received", N_("Messages received"), SCOPE_N_STATES, TRUE },
  { "sent", N_("Messages sent"), SCOPE_N_STATES, FALSE },
};

typedef struct
{
  guint32 row;
  gint64 value;
} Place;

static gint64
value_of (const Ranking *ranking, const ScopeTreeFigures *figures)
{
  if (ranking->state < SCOPE_N_STATES)
    return figures->time[ranking->state];
  return ranking->received ? figures->received : figures->sent;
}

/* Puts it where it belongs among the first `most`; equal ones stand as in the trace. */
static void
rank (GArray *places, guint most, Place place)
{
  guint at = places->len;

  while (at > 0 && g_array_index (places, Place, at - 1).value < place.value)
    at--;
  if (at >= most)
    return;
  g_array_insert_val (places, at, place);
  if (places->len > most)
    g_array_set_size (places, most);
}

static guint
add_top_row (ScopeReportTable *table, const char *title, const char *name, guint place, const ScopeLaneId *lane)
{
  ScopeReportTableRow row = { .has_lane = lane != NULL };
  guint r;

  if (lane != NULL)
    row.lane = *lane;
  r = scope_report_table_add_row (table, &row);
  scope_report_table_set_term (table, r, TOP_RANKING, title, name);
  scope_report_table_set (table, r, TOP_PLACE, place);
  return r;
}

static void
set_entry (ScopeReportTable *table, guint r, const ScopeEntity *entity)
{
  const char *entry = entity == NULL ? NULL : entity->name != NULL ? entity->name : entity->entry;

  if (entry != NULL)
    scope_report_table_set_word (table, r, TOP_ENTRY, entry);
}

static void
add_ranking (ScopeReportTable *table, ScopeProcessTree *tree, ScopeTreeTotals *totals, const Ranking *ranking, guint most)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));
  ScopeKind kind = scope_trace_task_kind (scope_process_tree_get_trace (tree));

  for (guint32 row = 0; row < scope_process_tree_n (tree); row++)
    {
      ScopeTreeFigures figures;
      gint64 value;

      if (scope_process_tree_lane (tree, row).kind != kind)
        continue;
      scope_tree_totals_get (totals, row, FALSE, &figures);
      value = value_of (ranking, &figures);
      if (value > 0)
        rank (places, most, (Place) { row, value });
    }
  for (guint i = 0; i < places->len; i++)
    {
      Place place = g_array_index (places, Place, i);
      ScopeLaneId lane = scope_process_tree_lane (tree, place.row);
      guint r = add_top_row (table, _(ranking->title), ranking->name, i + 1, &lane);
      ScopeTreeFigures figures;

      set_entry (table, r, scope_process_tree_entity (tree, place.row));
      scope_tree_totals_get (totals, place.row, FALSE, &figures);
      if (ranking->state < SCOPE_N_STATES)
        {
          scope_report_table_set (table, r, TOP_TIME, (double) place.value);
          if (figures.alive > 0)
            scope_report_table_set (table, r, TOP_SHARE, (double) place.value / (double) figures.alive);
          continue;
        }
      scope_report_table_set (table, r, TOP_MESSAGES, (double) place.value);
      if ((ranking->received ? figures.received_sized : figures.sent_sized) > 0)
        scope_report_table_set (table, r, TOP_SIZE, (double) (ranking->received ? figures.received_size : figures.sent_size));
    }
}

static gboolean
find_party (ScopeTrace *trace, guint32 machine, guint32 number, ScopeLaneId *ret_lane)
{
  guint32 index;

  if (machine >= scope_trace_n_machines (trace))
    return FALSE;
  index = scope_machine_find_number (scope_trace_machine (trace, machine), SCOPE_KIND_PROCESS, number);
  *ret_lane = (ScopeLaneId) { machine, SCOPE_KIND_PROCESS, index };
  return index != SCOPE_NONE;
}

static void
add_large (ScopeReportTable *table, const ScopeQueryRange *within, const ScopeMessageRow *row, gboolean received, guint place)
{
  const ScopeMessageLine *message = &row->message;
  ScopeLaneId lane;
  gboolean known = received ? find_party (within->trace, message->to_machine, message->to_process, &lane)
                            : find_party (within->trace, message->from_machine, message->from_process, &lane);
  guint r = add_top_row (table, received ? _("Largest message received") : _("Largest message sent"),
                         received ? "largest_received" : "largest_sent", place, known ? &lane : NULL);

  if (known)
    set_entry (table, r, scope_machine_entity (scope_trace_machine (within->trace, lane.machine), lane.kind, lane.index));
  scope_report_table_set (table, r, TOP_SIZE, row->size);
}

/* The largest of `listed` messages that were received, or sent, `most` of them; if there are not as many among these, and more may be
 * listed: none. */
static gboolean
try_largest (ScopeReportTable *table, const ScopeQueryRange *within, gboolean received, guint most, guint listed, gboolean *ret_done,
             GError **error)
{
  const ScopeMessageSorting sorting = { .key = SCOPE_MESSAGE_KEY_SIZE, .descending = TRUE, .most = listed };
  g_autoptr (ScopeMessageOrder) order = scope_message_order_new (within, &sorting, error);
  guint n = order != NULL ? MIN (scope_message_order_n_rows (order), listed) : 0, n_found = 0;
  g_autofree ScopeMessageRow *rows = g_new0 (ScopeMessageRow, MAX (n, 1));
  g_autofree guint *found = g_new (guint, most);

  if (order == NULL || (n > 0 && !scope_message_order_read (order, 0, n, rows, error)))
    return FALSE;
  for (guint i = 0; i < n && n_found < most && rows[i].size >= 0; i++)
    if (received ? rows[i].message.received : rows[i].message.sent)
      found[n_found++] = i;
  *ret_done = n_found == most || n < listed || listed >= MOST_LARGE || rows[n - 1].size < 0;
  for (guint i = 0; *ret_done && i < n_found; i++)
    add_large (table, within, &rows[found[i]], received, i + 1);
  return TRUE;
}

/* The largest messages, by who received, then by who sent them. */
static gboolean
add_largest (ScopeReportTable *table, const ScopeQueryRange *within, guint most, GError **error)
{
  for (int received = 1; received >= 0; received--)
    {
      gboolean done = FALSE;

      for (guint listed = most; !done; listed = listed < MOST_LARGE ? listed * 16 : listed)
        if (!try_largest (table, within, received, most, listed, &done, error))
          return FALSE;
    }
  return TRUE;
}

static ScopeReportTable *
top_sheet (const ScopeQueryRange *within, guint places, GError **error)
{
  g_autoptr (ScopeProcessTree) tree = scope_process_tree_new (within->trace, SCOPE_TREE_BY_DEFAULT, within->cancellable, error);
  g_autoptr (ScopeTreeTotals) totals = tree != NULL ? scope_tree_totals_read (tree, within, TRUE, error) : NULL;
  g_autoptr (ScopeReportTable) table = NULL;
  gboolean bytes = scope_trace_sizes_are_bytes (within->trace);

  if (totals == NULL)
    return NULL;
  table = scope_report_table_new (within->trace);
  scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Ranking"), "ranking");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Place"), "place");
  scope_report_table_add_column (table, SCOPE_CELL_LANE, scope_report_task_word (within->trace), "lane");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Name or Entry"), "entry");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Time"), "time_ns");
  scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("Of Lifetime"), "share");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Messages"), "messages");
  scope_report_table_add_column (table, bytes ? SCOPE_CELL_BYTES : SCOPE_CELL_COUNT, bytes ? _("Size") : _("Words"),
                                 bytes ? "bytes" : "words");
  for (guint i = 0; i < G_N_ELEMENTS (rankings); i++)
    add_ranking (table, tree, totals, &rankings[i], places);
  if (scope_tree_totals_has_sizes (totals) && !add_largest (table, within, places, error))
    return NULL;
  return g_steal_pointer (&table);
}

/* --- waiting --- */

typedef struct
{
  guint32 machine, function;
  guint64 count;
  gint64 total, longest;
  double squares;
} Wait;

static Wait *
find_wait (GHashTable *waits, guint32 machine, guint32 function)
{
  gint64 key = (gint64) machine << 32 | function;
  Wait *wait = g_hash_table_lookup (waits, &key);

  if (wait == NULL)
    {
      wait = g_new0 (Wait, 1);
      wait->machine = machine;
      wait->function = function;
      g_hash_table_insert (waits, g_memdup2 (&key, sizeof key), wait);
    }
  return wait;
}

static gboolean
read_waits (const ScopeQueryRange *within, ScopeLaneId id, GHashTable *waits, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (within->trace, id.machine);
  const ScopeEntity *entity = scope_machine_entity (machine, id.kind, id.index);
  GError *problem = NULL;
  gint64 from, to;

  scope_query_range_own_range (within, machine, &from, &to);
  if (entity->lane == SCOPE_NONE || entity->first >= to || entity->last < from)
    return TRUE;
  SCOPE_EACH_INTERVAL_OF (interval, scope_intervals (machine, id.kind, id.index, entity->lane, from, to, FALSE, NULL), &problem)
    if (interval.function != SCOPE_NONE && interval.state == SCOPE_STATE_BLOCKED)
      {
        Wait *wait = find_wait (waits, id.machine, interval.function);
        gint64 duration = interval.to - interval.from;

        wait->count++;
        wait->total += duration;
        wait->squares += (double) duration * (double) duration;
        wait->longest = MAX (wait->longest, duration);
      }
  return scope_passed (problem, error) && !scope_query_range_cancelled (within, error);
}

SCOPE_COMPARE_POINTERS_BY (compare_waits, Wait, SCOPE_DOWN (total) SCOPE_UP (machine) SCOPE_UP (function))

static void
add_wait (ScopeReportTable *table, const Wait *wait, gint64 all)
{
  ScopeTrace *trace = scope_report_table_get_trace (table);
  const char *function = scope_machine_function (scope_trace_machine (trace, wait->machine), wait->function);
  guint r = scope_report_table_add_row (table, NULL), c = 0;
  double mean = (double) wait->total / (double) wait->count;
  double variance = wait->squares / (double) wait->count - mean * mean;

  scope_report_table_set_word (table, r, c++, function != NULL ? function : "");
  scope_report_table_set (table, r, c++, (double) wait->total / (double) MAX (all, 1));
  scope_report_table_set (table, r, c++, (double) wait->total);
  scope_report_table_set (table, r, c++, mean);
  scope_report_table_set (table, r, c++, sqrt (MAX (variance, 0)));
  scope_report_table_set (table, r, c++, (double) wait->longest);
  scope_report_table_set (table, r, c++, (double) wait->count);
}

static ScopeReportTable *
waiting_sheet (const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GHashTable) waits = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  ScopeKind kind = scope_trace_task_kind (within->trace);
  ScopeReportTable *table;
  gint64 all = 0;

  for (guint32 m = 0; m < scope_trace_n_machines (within->trace); m++)
    for (guint32 i = 0, n = scope_machine_n_entities (scope_trace_machine (within->trace, m), kind); i < n; i++)
      {
        ScopeLaneId id = { m, kind, i };

        if (scope_query_range_has_lane (within, id) && !read_waits (within, id, waits, error))
          return NULL;
        scope_query_range_progress (within, i + 1, n);
      }
  SCOPE_EACH_VALUE (Wait, wait, waits)
    {
      g_ptr_array_add (sorted, wait);
      all += wait->total;
    }
  g_ptr_array_sort (sorted, compare_waits);
  table = scope_report_table_new (within->trace);
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Function"), "function");
  scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("Share"), "share");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Time"), "total_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Mean"), "mean_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Deviation"), "deviation_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Longest"), "longest_ns");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Count"), "count");
  for (guint i = 0; i < sorted->len; i++)
    add_wait (table, sorted->pdata[i], all);
  return table;
}

ScopeReportTable *
scope_report_scene_table (const ScopeQueryRange *within, ScopeReportKind kind, guint places, GError **error)
{
  switch (kind)
    {
    case SCOPE_REPORT_WAITING:
      return waiting_sheet (within, error);
    case SCOPE_REPORT_ACTIVITY:
      return scope_report_activity_table (within, error);
    case SCOPE_REPORT_TOP:
      return top_sheet (within, places, error);
    case SCOPE_REPORT_LOAD:
    case SCOPE_N_REPORTS:
    default:
      return scope_load_table (within, NULL, 0, error);
    }
}
