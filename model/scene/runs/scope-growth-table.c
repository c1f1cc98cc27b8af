/* scope-growth-table.c: the tables of a series of runs. Columns' names are those of CSV: new ones go to the right end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/runs/scope-growth-table.h"

#include "model/scene/runs/scope-scaling-table.h"

#include <glib/gi18n.h>
#include <math.h>

#define LEAST_SHARE 0.01 /* of a part that people are told of */

/* What a row is about; `part` or `point` is NULL where the table has none. */
typedef struct
{
  const ScopeGrowth *growth;
  const ScopeGrowthPart *part;
  const ScopeGrowthPoint *point;
  guint i; /* of the point */
} Cell;

typedef double (*CellFunc) (const Cell *cell);

#define CELL(name, expression)                                                                                           \
  static double name (const Cell *cell)                                                                                  \
  {                                                                                                                      \
    return expression;                                                                                                   \
  }
#define LAW(expression) (cell->part->known ? (expression) : NAN)

CELL (part_points, cell->growth->points->len)
CELL (part_runs, cell->growth->n_runs)
CELL (power, LAW (cell->part->law.best.terms[0].power))
CELL (logs, LAW (cell->part->law.best.terms[0].logs))
CELL (constant, LAW (cell->part->law.best.constant))
CELL (factor, LAW (cell->part->law.best.factors[0]))
CELL (more_power, LAW (cell->part->law.best.n_terms > 1 ? cell->part->law.best.terms[1].power : NAN))
CELL (more_logs, LAW (cell->part->law.best.n_terms > 1 ? cell->part->law.best.terms[1].logs : NAN))
CELL (more_factor, LAW (cell->part->law.best.n_terms > 1 ? cell->part->law.best.factors[1] : NAN))
CELL (deviation, LAW (cell->part->law.deviation))
CELL (weight, LAW (cell->part->law.best.weight))
CELL (last_x, g_array_index (cell->growth->points, ScopeGrowthPoint, cell->growth->points->len - 1).x)
CELL (last_value, cell->part->values[cell->growth->points->len - 1].mean)
CELL (last_share, cell->part->share)
CELL (ahead_x, cell->growth->ahead)
CELL (ahead_value, LAW (scope_growth_law_at (&cell->part->law, cell->growth->ahead)))
CELL (ahead_share, cell->part->share_ahead)
CELL (processors, cell->point->processors)
CELL (size, cell->point->size)
CELL (runs, cell->point->n_runs)
CELL (time_mean, cell->point->time.mean)
CELL (time_deviation, cell->point->time.n > 1 ? cell->point->time.deviation : NAN)
CELL (speedup, cell->point->speedup)
CELL (efficiency, cell->point->efficiency)
CELL (serial, cell->point->serial_fraction)
CELL (value, cell->part->values[cell->i].mean)
CELL (value_deviation, cell->part->values[cell->i].n > 1 ? cell->part->values[cell->i].deviation : NAN)
CELL (value_each, cell->part->kind == SCOPE_PART_ALONE ? NAN : cell->part->values[cell->i].mean / cell->point->processors)

/* Of P × T, or of T; a label and a function of what runs under all of them. */
static double
value_share (const Cell *cell)
{
  double sum = 0;

  if (cell->part->kind == SCOPE_PART_ALONE)
    return cell->part->values[cell->i].mean / cell->point->time.mean;
  for (guint i = 0; i < cell->growth->parts->len; i++)
    {
      const ScopeGrowthPart *part = cell->growth->parts->pdata[i];

      if (!part->whole && part->kind == cell->part->kind)
        sum += part->values[cell->i].mean;
    }
  return cell->part->whole || sum <= 0 ? NAN : cell->part->values[cell->i].mean / sum;
}

typedef enum
{
  WORD_NONE, /* a number */
  WORD_KIND,
  WORD_PART,
  WORD_LAW,
  WORD_SCALING,
  WORD_BAND,
} Word;

typedef struct
{
  ScopeCellKind kind;
  const char *title; /* NULL: for CSV alone */
  const char *name;
  CellFunc func;
  Word word;
} Column;

static const Column law_columns[] = {
  { SCOPE_CELL_TERM, N_("Of"), "kind", NULL, WORD_KIND },
  { SCOPE_CELL_TERM, N_("Part"), "part", NULL, WORD_PART },
  { SCOPE_CELL_WORD, N_("Grows As"), "law", NULL, WORD_LAW },
  { SCOPE_CELL_NUMBER, NULL, "power", power, WORD_NONE },
  { SCOPE_CELL_NUMBER, NULL, "logs", logs, WORD_NONE },
  { SCOPE_CELL_NUMBER, NULL, "constant_ns", constant, WORD_NONE },
  { SCOPE_CELL_NUMBER, NULL, "factor_ns", factor, WORD_NONE },
  { SCOPE_CELL_SHARE, NULL, "deviation", deviation, WORD_NONE },
  { SCOPE_CELL_SHARE, N_("Sure"), "weight", weight, WORD_NONE },
  { SCOPE_CELL_COUNT, NULL, "points", part_points, WORD_NONE },
  { SCOPE_CELL_COUNT, NULL, "runs", part_runs, WORD_NONE },
  { SCOPE_CELL_NUMBER, NULL, "last", last_x, WORD_NONE },
  { SCOPE_CELL_DURATION, N_("Measured"), "last_ns", last_value, WORD_NONE },
  { SCOPE_CELL_SHARE, N_("Share"), "last_share", last_share, WORD_NONE },
  { SCOPE_CELL_NUMBER, NULL, "ahead", ahead_x, WORD_NONE },
  { SCOPE_CELL_DURATION, N_("Expected"), "ahead_ns", ahead_value, WORD_NONE },
  { SCOPE_CELL_BOUNDS, N_("Between (95 %)"), "ahead_ns", NULL, WORD_BAND },
  { SCOPE_CELL_SHARE, N_("Share Then"), "ahead_share", ahead_share, WORD_NONE },
  { SCOPE_CELL_NUMBER, NULL, "power2", more_power, WORD_NONE },
  { SCOPE_CELL_NUMBER, NULL, "logs2", more_logs, WORD_NONE },
  { SCOPE_CELL_NUMBER, NULL, "factor2_ns", more_factor, WORD_NONE },
};

static const Column point_columns[] = {
  { SCOPE_CELL_TERM, NULL, "scaling", NULL, WORD_SCALING },
  { SCOPE_CELL_COUNT, N_("Processors"), "processors", processors, WORD_NONE },
  { SCOPE_CELL_NUMBER, N_("Size"), "size", size, WORD_NONE },
  { SCOPE_CELL_COUNT, N_("Runs"), "runs", runs, WORD_NONE },
  { SCOPE_CELL_DURATION, N_("Time"), "time_ns", time_mean, WORD_NONE },
  { SCOPE_CELL_DURATION, N_("Deviation"), "time_deviation_ns", time_deviation, WORD_NONE },
  { SCOPE_CELL_NUMBER, N_("Speed-up"), "speedup", speedup, WORD_NONE },
  { SCOPE_CELL_SHARE, N_("Efficiency"), "efficiency", efficiency, WORD_NONE },
  { SCOPE_CELL_NUMBER, N_("Serial Fraction"), "serial_fraction", serial, WORD_NONE },
};

static const Column split_columns[] = {
  { SCOPE_CELL_COUNT, N_("Processors"), "processors", processors, WORD_NONE },
  { SCOPE_CELL_NUMBER, N_("Size"), "size", size, WORD_NONE },
  { SCOPE_CELL_COUNT, N_("Runs"), "runs", runs, WORD_NONE },
  { SCOPE_CELL_TERM, N_("Of"), "kind", NULL, WORD_KIND },
  { SCOPE_CELL_TERM, N_("Part"), "part", NULL, WORD_PART },
  { SCOPE_CELL_DURATION, N_("Time of All Processors"), "time_ns", value, WORD_NONE },
  { SCOPE_CELL_DURATION, N_("Deviation"), "time_deviation_ns", value_deviation, WORD_NONE },
  { SCOPE_CELL_DURATION, N_("Each"), "time_per_processor_ns", value_each, WORD_NONE },
  { SCOPE_CELL_SHARE, N_("Share"), "share", value_share, WORD_NONE },
};

/* --- cells --- */

static void
set_kind (ScopeReportTable *table, guint row, guint column, const ScopeGrowthPart *part)
{
  const char *const words[SCOPE_N_PART_KINDS] = { _("processors’ time"), _("runs alone"), _("label"), _("function"), _("phase") };

  scope_report_table_set_term (table, row, column, part->whole ? _("all") : words[part->kind],
                               part->whole ? "all" : scope_part_kind_name (part->kind));
}

static void
set_law (ScopeReportTable *table, guint row, guint column, const Cell *cell)
{
  g_autofree char *text
      = cell->part->known ? scope_growth_term_dup_text (&cell->part->law.best, cell->growth->over_size ? "n" : "p") : g_strdup ("");

  scope_report_table_set_word (table, row, column, text);
}

static void
set_band (ScopeReportTable *table, guint row, guint column, const Cell *cell)
{
  double low, high;

  if (!cell->part->known)
    return;
  scope_growth_law_band (&cell->part->law, cell->growth->ahead, &low, &high);
  scope_report_table_set_bounds (table, row, column, low, high);
}

static void
set_cell (ScopeReportTable *table, guint row, guint c, const Column *column, const Cell *cell)
{
  static const char *const scalings[] = { "strong", "weak", "sizes" };

  switch (column->word)
    {
    case WORD_KIND:
      set_kind (table, row, c, cell->part);
      break;
    case WORD_PART:
      scope_report_table_set_term (table, row, c, cell->part->word, cell->part->name);
      break;
    case WORD_LAW:
      set_law (table, row, c, cell);
      break;
    case WORD_BAND:
      set_band (table, row, c, cell);
      break;
    case WORD_SCALING:
      scope_report_table_set_term (table, row, c, scalings[cell->growth->kind], scalings[cell->growth->kind]);
      break;
    case WORD_NONE:
    default:
      scope_report_table_set (table, row, c, column->func (cell));
    }
}

static void
add_row (ScopeReportTable *table, const Column *columns, guint n, const Cell *cell)
{
  guint row = scope_report_table_add_row (table, NULL);

  for (guint c = 0; c < n; c++)
    set_cell (table, row, c, &columns[c], cell);
}

static ScopeReportTable *
make_table (const ScopeGrowth *growth, const Column *columns, guint n)
{
  ScopeReportTable *table = scope_report_table_new (NULL);

  for (guint c = 0; c < n; c++)
    {
      g_autofree char *ahead = columns[c].func == ahead_value ? scope_growth_dup_x (growth, growth->ahead) : NULL;
      const char *title = ahead != NULL ? ahead : columns[c].func == processors ? scope_scaling_processors_word (growth->runtime, TRUE)
                          : columns[c].title != NULL    ? _(columns[c].title)
                                                        : columns[c].name;
      guint column = scope_report_table_add_column (table, columns[c].kind, title, columns[c].name);

      if (columns[c].title == NULL)
        scope_report_table_hide_column (table, column);
    }
  return table;
}

ScopeReportTable *
scope_growth_table_new (const ScopeGrowth *growth, ScopeGrowthTable what)
{
  const Column *columns = what == SCOPE_GROWTH_LAWS ? law_columns : what == SCOPE_GROWTH_POINTS ? point_columns : split_columns;
  guint n = what == SCOPE_GROWTH_LAWS     ? G_N_ELEMENTS (law_columns)
            : what == SCOPE_GROWTH_POINTS ? G_N_ELEMENTS (point_columns)
                                          : G_N_ELEMENTS (split_columns);
  ScopeReportTable *table = make_table (growth, columns, n);
  guint n_points = what == SCOPE_GROWTH_LAWS ? 1 : growth->points->len, n_parts = what == SCOPE_GROWTH_POINTS ? 1 : growth->parts->len;

  for (guint i = 0; i < n_points; i++)
    for (guint p = 0; p < n_parts; p++)
      {
        const Cell cell = { growth, growth->parts->pdata[p], &g_array_index (growth->points, ScopeGrowthPoint, i), i };

        if (what != SCOPE_GROWTH_SPLIT || !cell.part->whole)
          add_row (table, columns, n, &cell);
      }
  return table;
}

guint *
scope_growth_table_rows (const ScopeGrowth *growth, guint *ret_n)
{
  guint *rows = g_new (guint, growth->parts->len + 1);

  *ret_n = 0;
  for (guint i = 0; i < growth->parts->len; i++)
    {
      const ScopeGrowthPart *part = growth->parts->pdata[i];

      if (part->whole || part->share >= LEAST_SHARE || part->share_ahead >= LEAST_SHARE)
        rows[(*ret_n)++] = i;
    }
  return rows;
}
