/* scope-vm-table.c: see scope-vm-table.h; ETS tables are here, locks and threads in scope-vm-counts.c, groups of nodes in scope-vm-groups.c, calls in
 * scope-vm-candidates.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/vm/scope-vm-private.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-format.h"
#include "model/trace/candidates/scope-candidates.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/document/scope-query-range.h"
#include "model/trace/processes/scope-node-groups.h"

#include <glib/gi18n-lib.h>

#define STRETCHES 400u /* of a table over time */

static const ScopeTableKind kinds[SCOPE_N_VM_TABLES] = { SCOPE_TABLE_ETS, SCOPE_TABLE_LOCK_COUNTS, SCOPE_TABLE_LOCK_COUNTS, SCOPE_TABLE_MICROSTATES,
                                                         SCOPE_TABLE_MARKS, SCOPE_TABLE_FUNCTIONS };

gboolean
scope_vm_table_has (ScopeTrace *trace, ScopeVmTable what)
{
  if (what == SCOPE_VM_TABLE_CANDIDATES)
    return scope_candidates_why_not (trace) == NULL;
  return what == SCOPE_VM_TABLE_GROUPS ? scope_node_groups_are_told (trace) : scope_trace_has_rows (trace, kinds[what]);
}

const char *
scope_vm_table_why_not (ScopeTrace *trace)
{
  if (!scope_trace_get_finished (trace))
    return NULL;
  for (guint what = 0; what < SCOPE_N_VM_TABLES; what++)
    if (scope_vm_table_has (trace, (ScopeVmTable) what))
      return NULL;

  return scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG
             ? _("Nothing was counted of the VM. The recorder samples ETS tables with {sample, [{ets_tables, {top, N}}]}; what lcnt and msacc "
                 "counted is read of the files run.lcnt and run.msacc beside run.trace.")
             : _("Only an Erlang VM has ETS tables, and counts its locks.");
}

guint
scope_vm_add_machine (ScopeReportTable *table)
{
  ScopeTrace *trace = scope_report_table_get_trace (table);
  guint column = scope_report_table_add_column (table, SCOPE_CELL_COUNT, scope_trace_kind_label (trace, SCOPE_KIND_MACHINE, FALSE), "machine");

  if (scope_trace_n_machines (trace) < 2)
    scope_report_table_hide_column (table, column);
  return column;
}

/* --- what a table carries --- */

static void
extras_free (gpointer data)
{
  ScopeVmExtras *extras = data;

  scope_ets_courses_free (extras->courses);
  g_clear_pointer (&extras->lanes, g_ptr_array_unref);
  g_free (extras);
}

void
scope_vm_attach (ScopeReportTable *table, ScopeEtsCourses *courses, GPtrArray *lanes)
{
  ScopeVmExtras *extras = g_new0 (ScopeVmExtras, 1);

  extras->courses = courses;
  extras->lanes = lanes;
  scope_report_table_attach (table, extras, extras_free);
}

const ScopeEtsCourses *
scope_vm_table_courses (ScopeReportTable *table)
{
  const ScopeVmExtras *extras = scope_report_table_get_attachment (table);

  return extras != NULL ? extras->courses : NULL;
}

/* --- ETS tables --- */

typedef struct
{
  char *name;
  guint32 machine;     /* index */
  gint64 owner;        /* of the last sample that tells one: index of a thread, or SCOPE_TABLE_NULL */
  gint64 before, last, most; /* bytes: where the range begins, at its end, in between; SCOPE_TABLE_NULL: not known */
  gint64 objects;      /* with `last` */
  gint64 most_at;      /* trace time */
  guint64 samples;
} Ets;

static void
ets_free (gpointer data)
{
  g_free (((Ets *) data)->name);
  g_free (data);
}

/* One that is gone, or no longer among the largest, is told with neither objects nor bytes. */
static void
take_sample (Ets *one, const gint64 *row, gint64 time, gboolean before)
{
  gboolean known = row[SCOPE_ETS_OBJECTS] > 0 || row[SCOPE_ETS_BYTES] > 0;

  one->last = known ? row[SCOPE_ETS_BYTES] : SCOPE_TABLE_NULL;
  one->objects = known ? row[SCOPE_ETS_OBJECTS] : SCOPE_TABLE_NULL;
  if (row[SCOPE_ETS_OWNER] != SCOPE_TABLE_NULL)
    one->owner = row[SCOPE_ETS_OWNER];
  if (before)
    one->before = one->last;
  else
    one->samples += known;
  if (before)
    one->most = one->last; /* what it was holds on */
  else if (known && row[SCOPE_ETS_BYTES] > one->most)
    one->most = row[SCOPE_ETS_BYTES];
  else
    return;
  one->most_at = time;
}

static Ets *
find_ets (GHashTable *tables, ScopeMachine *machine, char *name)
{
  Ets *one = g_hash_table_lookup (tables, name);

  if (one != NULL)
    {
      g_free (name);
      return one;
    }
  one = g_new0 (Ets, 1);
  one->name = name;
  one->machine = machine->index;
  one->owner = one->before = one->last = one->most = one->objects = SCOPE_TABLE_NULL;
  g_hash_table_insert (tables, name, one);

  return one;
}

static gboolean
read_machine (const ScopeQueryRange *within, ScopeMachine *machine, GHashTable *tables, GError **error)
{
  gint64 from, to, offset = scope_trace_offset (within->trace, machine);
  GError *local = NULL;

  scope_query_range_own_range (within, machine, &from, &to);
  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_ETS], SCOPE_TIME_MIN, to, within->cancellable, &local)
    {
      char *name;

      if (row[SCOPE_ETS_TIME] >= to)
        continue;
      name = scope_machine_text (machine, (guint64) row[SCOPE_ETS_NAME], &local);
      if (name == NULL)
        break;
      take_sample (find_ets (tables, machine, name), row, scope_time_add (MAX (row[SCOPE_ETS_TIME], from), offset),
                   row[SCOPE_ETS_TIME] < from);
    }

  return scope_passed (local, error) && !scope_query_range_cancelled (within, error);
}

SCOPE_COMPARE_POINTERS_BY (compare_ets, Ets, SCOPE_DOWN (most) SCOPE_DOWN (samples) SCOPE_UP (machine))

enum
{
  ETS_TABLE,
  ETS_OWNER,
  ETS_BEFORE,
  ETS_LAST,
  ETS_MOST,
  ETS_OBJECTS,
  ETS_SAMPLES,
};

static void
add_ets_columns (ScopeReportTable *table)
{
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("ETS Table"), "table");
  scope_report_table_add_column (table, SCOPE_CELL_LANE, _("Owner"), "owner");
  scope_report_table_add_column (table, SCOPE_CELL_BYTES, _("At First"), "first_bytes");
  scope_report_table_set_help (table, ETS_BEFORE, _("By the last sample before this range; empty: it was not among the largest tables then"));
  scope_report_table_add_column (table, SCOPE_CELL_BYTES, _("At the End"), "last_bytes");
  scope_report_table_set_help (table, ETS_LAST, _("By the last sample in this range; empty: it is gone, or no longer among the largest tables"));
  scope_report_table_add_column (table, SCOPE_CELL_BYTES, _("Most"), "most_bytes");
  scope_report_table_set_help (table, ETS_MOST, _("The largest sample of this range: a row leads there"));
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Objects"), "objects");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Samples"), "samples");
}

static void
add_ets (ScopeReportTable *table, const Ets *one, guint machine)
{
  ScopeTrace *trace = scope_report_table_get_trace (table);
  ScopeMachine *of = scope_trace_machine (trace, one->machine);
  ScopeReportTableRow row = { .lane = { one->machine, SCOPE_KIND_THREAD, (guint32) one->owner },
                              .from = one->most_at,
                              .to = one->most_at,
                              .has_range = TRUE };
  const gint64 bytes[] = { one->before, one->last, one->most };
  guint r;

  row.has_lane = one->owner != SCOPE_TABLE_NULL && one->owner < scope_machine_n_entities (of, SCOPE_KIND_THREAD);
  r = scope_report_table_add_row (table, &row);
  scope_report_table_set_word (table, r, ETS_TABLE, one->name);
  for (guint i = 0; i < G_N_ELEMENTS (bytes); i++)
    if (bytes[i] != SCOPE_TABLE_NULL)
      scope_report_table_set (table, r, ETS_BEFORE + i, (double) bytes[i]);
  if (one->objects != SCOPE_TABLE_NULL)
    scope_report_table_set (table, r, ETS_OBJECTS, (double) one->objects);
  scope_report_table_set (table, r, ETS_SAMPLES, (double) one->samples);
  scope_report_table_set (table, r, machine, of->number);
}

static gboolean
attach_courses (ScopeReportTable *table, const ScopeQueryRange *within, const GPtrArray *all, GError **error)
{
  g_autoptr (ScopeEtsCourses) courses = scope_ets_courses_new (within, STRETCHES);

  for (guint i = 0; i < MIN (all->len, SCOPE_VM_COURSES); i++)
    scope_ets_courses_add (courses, ((const Ets *) all->pdata[i])->machine, ((const Ets *) all->pdata[i])->name);
  if (!scope_ets_courses_read (courses, within, error))
    return FALSE;
  scope_vm_attach (table, g_steal_pointer (&courses), NULL);

  return TRUE;
}

static ScopeReportTable *
read_ets (const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (ets_free);
  g_autoptr (ScopeReportTable) table = scope_report_table_new (within->trace);
  g_autofree char *n = NULL, *shown = NULL;
  guint machine;

  add_ets_columns (table);
  machine = scope_vm_add_machine (table);
  for (guint m = 0; m < scope_trace_n_machines (within->trace); m++)
    {
      g_autoptr (GHashTable) tables = g_hash_table_new (g_str_hash, g_str_equal);
      gboolean ok = !scope_query_range_has_machine (within, m) || read_machine (within, scope_trace_machine (within->trace, m), tables, error);

      SCOPE_EACH_VALUE (Ets, one, tables)
        g_ptr_array_add (all, one);
      if (!ok)
        return NULL;
    }
  for (guint i = all->len; i-- > 0;) /* nothing is known of it in this range */
    if (((Ets *) all->pdata[i])->most == SCOPE_TABLE_NULL)
      g_ptr_array_remove_index_fast (all, i);
  g_ptr_array_sort (all, compare_ets);
  for (guint i = 0; i < MIN (all->len, SCOPE_VM_MOST_ROWS); i++)
    add_ets (table, all->pdata[i], machine);
  if (all->len > 0 && !attach_courses (table, within, all, error))
    return NULL;
  n = scope_format_count (all->len);
  shown = scope_format_count (SCOPE_VM_MOST_ROWS);
  if (all->len > SCOPE_VM_MOST_ROWS)
    scope_report_table_take_summary (table, g_strdup_printf (_("The largest %s of %s are shown"), shown, n));
  else if (all->len > 0)
    scope_report_table_take_summary (table, g_strdup (_("Each sample tells only the largest tables of its moment.")));

  return g_steal_pointer (&table);
}

ScopeReportTable *
scope_vm_table_read (const ScopeQueryRange *within, guint what, GError **error)
{
  switch ((ScopeVmTable) what)
    {
    case SCOPE_VM_TABLE_LOCKS:
    case SCOPE_VM_TABLE_EACH_LOCK:
      return scope_vm_locks_read (within, what == SCOPE_VM_TABLE_EACH_LOCK, error);
    case SCOPE_VM_TABLE_MICROSTATES:
      return scope_vm_microstates_read (within, error);
    case SCOPE_VM_TABLE_GROUPS:
      return scope_vm_groups_read (within, error);
    case SCOPE_VM_TABLE_CANDIDATES:
      return scope_vm_candidates_read (within, error);
    case SCOPE_VM_TABLE_ETS:
    case SCOPE_N_VM_TABLES:
    default:
      return read_ets (within, error);
    }
}
