/* scope-scaling-table.c: the table of a scaling series. Its columns' names are those of CSV: new ones go to the right
 * end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/runs/scope-scaling-table.h"

#include <glib/gi18n.h>
#include <math.h>

typedef double (*CellFunc) (const ScopeScaling *scaling, const ScopeScalingPoint *point);

#define CELL(name, expression)                                                                                           \
  static double name (const ScopeScaling *scaling, const ScopeScalingPoint *point)                                       \
  {                                                                                                                      \
    return expression;                                                                                                   \
  }

#define MEAN(quantity) (point->values[quantity].n > 0 ? point->values[quantity].mean : NAN)

CELL (processors, point->processors)
CELL (n_runs, point->n_runs)
CELL (time_mean, point->time.mean)
CELL (time_least, point->time.least)
CELL (time_most, point->time.greatest)
CELL (time_deviation, point->time.n > 1 ? point->time.deviation : NAN)
CELL (speedup, point->speedup)
CELL (speedup_least, point->speedup_least)
CELL (speedup_most, point->speedup_most)
CELL (efficiency, point->efficiency)
CELL (karp_flatt, point->karp_flatt)
CELL (serial_share, point->serial_share)
CELL (serial_fraction, point->serial_fraction)
CELL (amdahl, point->amdahl_bound)
CELL (gc_share, point->gc_share)
CELL (idle_share, point->idle_share)
CELL (productivity, point->productivity)
CELL (running, MEAN (SCOPE_RUN_RUNNING))
CELL (running_each, MEAN (SCOPE_RUN_RUNNING) / point->processors)
CELL (collections, MEAN (SCOPE_RUN_COLLECTIONS))
CELL (messages, MEAN (SCOPE_RUN_MESSAGES))
CELL (migrations, MEAN (SCOPE_RUN_MIGRATIONS))
CELL (base, scaling->assumed ? 1 : scaling->base)

static const struct
{
  ScopeCellKind kind;
  const char *title, *name;
  CellFunc func; /* NULL: the program */
} columns[] = {
  { SCOPE_CELL_COUNT, NULL, "processors", processors },
  { SCOPE_CELL_COUNT, N_("Runs"), "runs", n_runs },
  { SCOPE_CELL_DURATION, N_("Time"), "time_ns", time_mean },
  { SCOPE_CELL_DURATION, N_("Quickest"), "time_min_ns", time_least },
  { SCOPE_CELL_DURATION, N_("Slowest"), "time_max_ns", time_most },
  { SCOPE_CELL_NUMBER, N_("Speed-up"), "speedup", speedup },
  { SCOPE_CELL_SHARE, N_("Efficiency"), "efficiency", efficiency },
  { SCOPE_CELL_NUMBER, N_("Karp–Flatt"), "karp_flatt", karp_flatt },
  { SCOPE_CELL_SHARE, N_("At Most One Runs"), "serial_share", serial_share },
  { SCOPE_CELL_NUMBER, N_("At Most (Amdahl)"), "amdahl_bound", amdahl },
  { SCOPE_CELL_SHARE, N_("GC"), "gc_share", gc_share },
  { SCOPE_CELL_WORD, N_("Program"), "program", NULL },
  { SCOPE_CELL_DURATION, N_("Deviation"), "time_deviation_ns", time_deviation },
  { SCOPE_CELL_NUMBER, N_("Speed-up, Least"), "speedup_min", speedup_least },
  { SCOPE_CELL_NUMBER, N_("Speed-up, Most"), "speedup_max", speedup_most },
  { SCOPE_CELL_SHARE, N_("Serial Work"), "serial_fraction", serial_fraction },
  { SCOPE_CELL_SHARE, N_("Idle"), "idle_share", idle_share },
  { SCOPE_CELL_SHARE, N_("Productivity"), "productivity", productivity },
  { SCOPE_CELL_DURATION, N_("Running"), "running_ns", running },
  { SCOPE_CELL_DURATION, N_("Running Each"), "running_per_processor_ns", running_each },
  { SCOPE_CELL_NUMBER, N_("Collections"), "collections", collections },
  { SCOPE_CELL_NUMBER, N_("Messages"), "messages", messages },
  { SCOPE_CELL_NUMBER, N_("Migrations"), "migrations", migrations },
  { SCOPE_CELL_COUNT, N_("Relative To"), "base", base },
};

const char *
scope_scaling_processors_word (ScopeRuntime runtime, gboolean title)
{
  switch (runtime)
    {
    case SCOPE_RUNTIME_EDEN:
      return title ? _("Processors") : _("processors");
    case SCOPE_RUNTIME_ERLANG:
      return title ? _("Schedulers") : _("schedulers");
    case SCOPE_RUNTIME_SIMULATION:
      return title ? _("Cores") : _("cores");
    case SCOPE_RUNTIME_GHC:
    default:
      return _("HECs");
    }
}

char *
scope_scaling_dup_processors (ScopeRuntime runtime, guint n)
{
  switch (runtime)
    {
    case SCOPE_RUNTIME_EDEN:
      return g_strdup_printf (ngettext ("%u processor", "%u processors", n), n);
    case SCOPE_RUNTIME_ERLANG:
      return g_strdup_printf (ngettext ("%u scheduler", "%u schedulers", n), n);
    case SCOPE_RUNTIME_SIMULATION:
      return g_strdup_printf (ngettext ("%u core", "%u cores", n), n);
    case SCOPE_RUNTIME_GHC:
    default:
      return g_strdup_printf (ngettext ("%u HEC", "%u HECs", n), n);
    }
}

ScopeReportTable *
scope_scaling_table_new (const ScopeScaling *scaling)
{
  ScopeReportTable *table = scope_report_table_new (NULL);

  for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
    scope_report_table_add_column (table, columns[c].kind,
                                   columns[c].title != NULL ? _(columns[c].title) : scope_scaling_processors_word (scaling->runtime, TRUE),
                                   columns[c].name);
  for (guint i = 0; i < scope_scaling_n_points (scaling); i++)
    {
      guint row = scope_report_table_add_row (table, NULL);

      for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
        if (columns[c].func != NULL)
          scope_report_table_set (table, row, c, columns[c].func (scaling, scope_scaling_point (scaling, i)));
        else if (scaling->program != NULL)
          scope_report_table_set_word (table, row, c, scaling->program);
    }
  return table;
}
