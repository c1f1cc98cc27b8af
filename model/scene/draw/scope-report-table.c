/* scope-report-table.c: see scope-report-table.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/draw/scope-report-table-private.h"

#include "model/base/scope-ref.h"
#include "model/scene/draw/scope-ruler.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

static void
column_clear (gpointer data)
{
  ScopeReportTableColumn *column = data;

  g_free (column->title);
  g_free (column->name);
}

ScopeReportTable *
scope_report_table_new (ScopeTrace *trace)
{
  ScopeReportTable *table = g_new0 (ScopeReportTable, 1);

  g_atomic_ref_count_init (&table->ref_count);
  if (trace != NULL)
    {
      table->trace = g_object_ref (trace);
      table->clock = scope_clock_of_trace (trace);
    }
  table->columns = g_array_new (FALSE, FALSE, sizeof (ScopeReportTableColumn));
  g_array_set_clear_func (table->columns, column_clear);
  table->rows = g_array_new (FALSE, FALSE, sizeof (ScopeReportTableRow));
  table->values = g_array_new (FALSE, FALSE, sizeof (double));
  table->words = g_ptr_array_new_with_free_func (g_free);
  table->word_numbers = g_hash_table_new (g_str_hash, g_str_equal);
  return table;
}

static void
report_table_free (ScopeReportTable *table)
{
  g_array_unref (table->columns);
  g_array_unref (table->rows);
  g_array_unref (table->values);
  g_hash_table_unref (table->word_numbers);
  g_ptr_array_unref (table->words);
  g_free (table->summary);
  g_free (table->why_empty);
  g_free (table->histogram);
  g_clear_pointer (&table->extra, g_array_unref);
  if (table->attachment_free != NULL)
    table->attachment_free (table->attachment);
  g_clear_object (&table->trace);
  g_free (table);
}

SCOPE_DEFINE_REF (ScopeReportTable, scope_report_table, object->ref_count, report_table_free)

/* --- making --- */

static guint
n_slots (ScopeCellKind kind)
{
  switch (kind)
    {
    case SCOPE_CELL_LANE:
      return 0;
    case SCOPE_CELL_BOUNDS: case SCOPE_CELL_TERM: case SCOPE_CELL_QUANTITY: case SCOPE_CELL_CHANGE:
      return 2;
    default:
      return 1;
    }
}

guint
scope_report_table_add_column (ScopeReportTable *table, ScopeCellKind kind, const char *title, const char *name)
{
  ScopeReportTableColumn column = { kind, g_strdup (title), g_strdup (name), FALSE, NULL, table->stride };

  g_assert (table->rows->len == 0);
  table->stride += n_slots (kind);
  g_array_append_val (table->columns, column);
  return table->columns->len - 1;
}

void
scope_report_table_hide_column (ScopeReportTable *table, guint column)
{
  g_return_if_fail (column < table->columns->len && table->rows->len == 0);

  g_array_index (table->columns, ScopeReportTableColumn, column).hidden = TRUE;
}

void
scope_report_table_set_help (ScopeReportTable *table, guint column, const char *help)
{
  g_return_if_fail (column < table->columns->len);

  g_array_index (table->columns, ScopeReportTableColumn, column).help = help;
}

guint
scope_report_table_add_row (ScopeReportTable *table, const ScopeReportTableRow *row)
{
  static const ScopeReportTableRow plain;
  double *values;

  g_array_append_vals (table->rows, row != NULL ? row : &plain, 1);
  g_array_set_size (table->values, table->rows->len * table->stride);
  values = (double *) (gpointer) table->values->data + (table->rows->len - 1) * (gsize) table->stride;
  for (guint i = 0; i < table->stride; i++)
    values[i] = NAN;
  return table->rows->len - 1;
}

static double *
cell (ScopeReportTable *table, guint row, guint column)
{
  g_assert (row < table->rows->len && column < table->columns->len);
  return (double *) (gpointer) table->values->data + row * (gsize) table->stride
         + g_array_index (table->columns, ScopeReportTableColumn, column).slot;
}

void
scope_report_table_set (ScopeReportTable *table, guint row, guint column, double value)
{
  *cell (table, row, column) = value;
}

void
scope_report_table_set_bounds (ScopeReportTable *table, guint row, guint column, double low, double high)
{
  double *values = cell (table, row, column);

  g_assert (scope_report_table_column (table, column)->kind == SCOPE_CELL_BOUNDS);
  values[0] = low;
  values[1] = high;
}

static guint
keep_word (ScopeReportTable *table, const char *word)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (table->word_numbers, word));

  if (number == 0)
    {
      char *kept = g_strdup (word);

      g_ptr_array_add (table->words, kept);
      number = table->words->len;
      g_hash_table_insert (table->word_numbers, kept, GUINT_TO_POINTER (number));
    }
  return number - 1;
}

void
scope_report_table_set_word (ScopeReportTable *table, guint row, guint column, const char *word)
{
  *cell (table, row, column) = keep_word (table, word);
}

void
scope_report_table_set_term (ScopeReportTable *table, guint row, guint column, const char *word, const char *csv)
{
  double *values = cell (table, row, column);

  g_assert (scope_report_table_column (table, column)->kind == SCOPE_CELL_TERM);
  values[0] = keep_word (table, word);
  values[1] = keep_word (table, csv);
}

void
scope_report_table_set_quantity (ScopeReportTable *table, guint row, guint column, ScopeQuantity quantity, double value)
{
  double *values = cell (table, row, column);

  g_assert (scope_report_table_column (table, column)->kind == SCOPE_CELL_QUANTITY
            || scope_report_table_column (table, column)->kind == SCOPE_CELL_CHANGE);
  values[0] = value;
  values[1] = quantity;
}

void
scope_report_table_take_extra (ScopeReportTable *table, GArray *extra)
{
  g_clear_pointer (&table->extra, g_array_unref);
  table->extra = extra;
}

void
scope_report_table_attach (ScopeReportTable *table, gpointer attachment, GDestroyNotify free_func)
{
  g_return_if_fail (table->attachment == NULL);

  table->attachment = attachment;
  table->attachment_free = free_func;
}

gpointer
scope_report_table_get_attachment (ScopeReportTable *table)
{
  return table->attachment;
}

GArray *
scope_report_table_get_extra (ScopeReportTable *table)
{
  return table->extra;
}

gint
scope_report_table_add_machine (ScopeReportTable *table)
{
  return scope_trace_n_machines (table->trace) > 1 ? (gint) scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Machine"), "machine") : -1;
}

void
scope_report_table_set_machine (ScopeReportTable *table, guint row, gint column, guint32 machine)
{
  g_autofree char *title = NULL;

  if (column < 0)
    return;
  title = scope_trace_lane_title (table->trace, (ScopeLaneId) { machine, SCOPE_KIND_MACHINE, 0 });
  scope_report_table_set_word (table, row, (guint) column, title);
}

void
scope_report_table_take_why_empty (ScopeReportTable *table, char *words)
{
  g_free (table->why_empty);
  table->why_empty = words;
}

void
scope_report_table_take_summary (ScopeReportTable *table, char *summary)
{
  g_free (table->summary);
  table->summary = summary;
}

void
scope_report_table_set_histogram (ScopeReportTable *table, const ScopeReportTableHistogram *histogram)
{
  g_free (table->histogram);
  table->histogram = g_memdup2 (histogram, sizeof *histogram);
}

/* --- reading --- */

ScopeTrace *
scope_report_table_get_trace (ScopeReportTable *table)
{
  return table->trace;
}

guint
scope_report_table_n_columns (ScopeReportTable *table)
{
  return table->columns->len;
}

const ScopeReportTableColumn *
scope_report_table_column (ScopeReportTable *table, guint column)
{
  return &g_array_index (table->columns, ScopeReportTableColumn, column);
}

gboolean
scope_report_table_same_columns (ScopeReportTable *a, ScopeReportTable *b)
{
  gboolean same = a->columns->len == b->columns->len;

  for (guint i = 0; same && i < a->columns->len; i++)
    {
      const ScopeReportTableColumn *x = scope_report_table_column (a, i), *y = scope_report_table_column (b, i);

      same = x->kind == y->kind && x->hidden == y->hidden && g_str_equal (x->name, y->name) && g_str_equal (x->title, y->title);
    }
  return same;
}

guint
scope_report_table_n_rows (ScopeReportTable *table)
{
  return table->rows->len;
}

const ScopeReportTableRow *
scope_report_table_row (ScopeReportTable *table, guint row)
{
  return &g_array_index (table->rows, ScopeReportTableRow, row);
}

const char *
scope_report_table_why_empty (ScopeReportTable *table)
{
  return table->why_empty;
}

const char *
scope_report_table_summary (ScopeReportTable *table)
{
  return table->summary;
}

const ScopeReportTableHistogram *
scope_report_table_histogram (ScopeReportTable *table)
{
  return table->histogram;
}

double
scope_report_table_value (ScopeReportTable *table, guint row, guint column)
{
  g_return_val_if_fail (scope_report_table_column (table, column)->kind != SCOPE_CELL_LANE, NAN);
  return *cell (table, row, column);
}

static gint64
tick_ps_of (ScopeReportTable *table)
{
  return table->trace != NULL ? scope_trace_tick_ps (table->trace) : 1000;
}

void
scope_report_table_set_clock (ScopeReportTable *table, const ScopeClock *clock)
{
  table->clock = *clock;
}

static char *
format_point (ScopeReportTable *table, double time)
{
  gint64 first, last, tick_ps = MAX (scope_trace_tick_ps (table->trace), 1);
  double least;

  scope_trace_range (table->trace, &first, &last);
  /* A simulation lasts microseconds in all. */
  least = MIN (1e6 / (double) tick_ps, MAX (((double) last - (double) first) / 1e5, 1));
  return scope_clock_text (&table->clock, time, least);
}

static const char *
word_of (ScopeReportTable *table, double number)
{
  return g_ptr_array_index (table->words, (guint) number);
}

static const char *
sign_of (double value)
{
  return value < 0 ? "−" : value > 0 ? "+" : "";
}

/* What a WORD or TERM says in CSV; NULL if the cell is empty. Lives as long as the table. */
static const char *
csv_word (ScopeReportTable *table, guint row, guint column)
{
  const ScopeReportTableColumn *info = scope_report_table_column (table, column);
  const double *v = (const double *) (gpointer) table->values->data + row * (gsize) table->stride + info->slot;

  return isnan (*v) ? NULL : word_of (table, info->kind == SCOPE_CELL_TERM ? v[1] : *v);
}

static gboolean
is_empty (ScopeReportTable *table, guint row, const ScopeReportTableColumn *info, guint column)
{
  const char *word;

  if (info->kind == SCOPE_CELL_LANE)
    return !scope_report_table_row (table, row)->has_lane;
  if (info->kind != SCOPE_CELL_WORD && info->kind != SCOPE_CELL_TERM)
    return isnan (*cell (table, row, column));
  word = csv_word (table, row, column);
  return word == NULL || word[0] == '\0';
}

void
scope_report_table_hide_empty_columns (ScopeReportTable *table)
{
  for (guint c = 0; c < table->columns->len; c++)
    {
      ScopeReportTableColumn *info = &g_array_index (table->columns, ScopeReportTableColumn, c);
      guint row = 0;

      while (row < table->rows->len && is_empty (table, row, info, c))
        row++;
      info->hidden |= row == table->rows->len && row > 0;
    }
}

char *
scope_report_table_text (ScopeReportTable *table, guint row, guint column)
{
  const ScopeReportTableColumn *info = scope_report_table_column (table, column);
  const ScopeReportTableRow *line = scope_report_table_row (table, row);
  gint64 tick_ps = tick_ps_of (table);
  const double *v;
  g_autofree char *number = NULL;

  if (info->kind == SCOPE_CELL_LANE)
    return line->has_lane ? scope_trace_lane_full_title (table->trace, line->lane, FALSE) : g_strdup ("");
  v = cell (table, row, column);
  if (isnan (v[0]))
    return g_strdup ("");
  switch (info->kind)
    {
    case SCOPE_CELL_WORD:
    case SCOPE_CELL_TERM:
      return g_strdup (word_of (table, v[0]));
    case SCOPE_CELL_QUANTITY:
    case SCOPE_CELL_CHANGE:
      return scope_quantity_format ((ScopeQuantity) v[1], (gint64) v[0], tick_ps, info->kind == SCOPE_CELL_CHANGE);
    case SCOPE_CELL_PERCENT:
      return g_strdup_printf (fabs (v[0]) < 10 ? "%s%.1f %%" : "%s%.0f %%", v[0] < 0 ? "−" : v[0] > 0 ? "+" : "±", fabs (v[0]));
    case SCOPE_CELL_DURATION:
      return scope_format_duration (v[0], tick_ps);
    case SCOPE_CELL_MORE_TIME:
      number = scope_format_duration (fabs (v[0]), tick_ps);
      return g_strconcat (sign_of (v[0]), number, NULL);
    case SCOPE_CELL_MORE:
      number = scope_format_count ((guint64) fabs (v[0]));
      if (v[0] == floor (v[0]))
        return g_strconcat (sign_of (v[0]), number, NULL);
      return g_strdup_printf ("%s%s.%u", sign_of (v[0]), number, (guint) (fabs (v[0]) * 10) % 10);
    case SCOPE_CELL_TIME:
      return format_point (table, v[0]);
    case SCOPE_CELL_COUNT:
      return scope_format_count ((guint64) v[0]);
    case SCOPE_CELL_SHARE:
      return scope_format_share (v[0]);
    case SCOPE_CELL_BYTES:
      return scope_format_bytes (v[0]);
    case SCOPE_CELL_RATE:
      number = scope_format_bytes (v[0]);
      return g_strdup_printf ("%s/s", number);
    case SCOPE_CELL_BOUNDS:
      return v[0] == v[1] ? scope_format_duration (v[0], tick_ps) : scope_format_time_range (v[0], v[1], tick_ps);
    case SCOPE_CELL_NUMBER:
      return line->is_time ? scope_format_duration (v[0], 1000) : scope_format_number (v[0]);
    case SCOPE_CELL_LANE:
    default:
      return g_strdup ("");
    }
}

/* --- text --- */

static void
write_quantity (ScopeReportTable *table, ScopeCsv *csv, double value, ScopeQuantity quantity)
{
  if (scope_unit_is_millionths (scope_quantity_unit (quantity)))
    scope_csv_number (csv, "%.6f", value / 1e6);
  else if (scope_quantity_unit (quantity) == SCOPE_UNIT_TIME)
    scope_csv_ticks (csv, value, tick_ps_of (table));
  else
    scope_csv_number (csv, "%.0f", value);
}

/* It has more places than others, or nothing of it would be told: the factor of a law of bytes. */
static gboolean
is_small (double v)
{
  return v != 0 && fabs (v) < 1e-3;
}

static void
write_cell (ScopeReportTable *table, ScopeCsv *csv, guint row, guint column, gboolean whole)
{
  const ScopeReportTableColumn *info = scope_report_table_column (table, column);
  const ScopeReportTableRow *line = scope_report_table_row (table, row);
  const double *v = (const double *) (gpointer) table->values->data + row * (gsize) table->stride + info->slot;
  g_autofree char *lane = NULL;

  switch (info->kind)
    {
    case SCOPE_CELL_LANE:
      lane = line->has_lane ? scope_trace_format_lane (table->trace, line->lane) : NULL;
      scope_csv_text (csv, lane);
      break;
    case SCOPE_CELL_WORD:
    case SCOPE_CELL_TERM:
      scope_csv_text (csv, csv_word (table, row, column));
      break;
    case SCOPE_CELL_TIME:
    case SCOPE_CELL_DURATION:
    case SCOPE_CELL_MORE_TIME:
      scope_csv_ticks (csv, whole ? round (*v) : *v, tick_ps_of (table));
      break;
    case SCOPE_CELL_BOUNDS:
      scope_csv_ticks (csv, v[0], tick_ps_of (table));
      scope_csv_ticks (csv, v[1], tick_ps_of (table));
      break;
    case SCOPE_CELL_QUANTITY:
    case SCOPE_CELL_CHANGE:
      write_quantity (table, csv, v[0], isnan (v[0]) ? 0 : (ScopeQuantity) v[1]);
      break;
    case SCOPE_CELL_PERCENT:
      scope_csv_number (csv, "%.3f", *v);
      break;
    case SCOPE_CELL_NUMBER:
    case SCOPE_CELL_SHARE:
      if (info->kind == SCOPE_CELL_NUMBER && is_small (*v) && !line->is_time)
        scope_csv_number (csv, "%.18f", *v);
      else if (whole)
        scope_csv_decimal (csv, *v, 6);
      else
        scope_csv_number (csv, line->is_time && info->kind == SCOPE_CELL_NUMBER ? "%.0f" : "%.6f", *v);
      break;
    case SCOPE_CELL_MORE:
      scope_csv_number (csv, *v == floor (*v) ? "%.0f" : "%.3f", *v);
      break;
    case SCOPE_CELL_COUNT:
    case SCOPE_CELL_BYTES:
    case SCOPE_CELL_RATE:
    default:
      scope_csv_number (csv, "%.0f", whole ? round (*v) : *v);
      break;
    }
}

static void
write_row (ScopeReportTable *table, ScopeCsv *csv, guint row, gboolean text, gboolean whole)
{
  for (guint c = 0; c < table->columns->len; c++)
    {
      g_autofree char *words = text && !scope_report_table_column (table, c)->hidden ? scope_report_table_text (table, row, c) : NULL;

      if (words != NULL)
        scope_csv_text (csv, words);
      else if (!text)
        write_cell (table, csv, row, c, whole);
    }
  scope_csv_end_row (csv);
}

ScopeCsv *
scope_report_table_write (ScopeReportTable *table, const guint *order, guint n, gboolean whole, ScopeCsvFormat format, ScopeCsvSink sink,
                          gpointer data)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  gboolean text = format == SCOPE_CSV_TABS || format == SCOPE_CSV_ALIGNED;
  ScopeCsv *csv;

  for (guint c = 0; c < table->columns->len; c++)
    {
      const ScopeReportTableColumn *column = scope_report_table_column (table, c);

      if (text && !column->hidden)
        g_ptr_array_add (names, g_strdup (column->title));
      else if (!text && column->kind == SCOPE_CELL_BOUNDS)
        {
          g_ptr_array_add (names, g_strconcat (column->name, "_least", NULL));
          g_ptr_array_add (names, g_strconcat (column->name, "_most", NULL));
        }
      else if (!text)
        g_ptr_array_add (names, g_strdup (column->name));
    }
  csv = scope_csv_new (format, (const char *const *) names->pdata, names->len, sink, data);
  for (guint i = 0; i < n; i++)
    write_row (table, csv, order != NULL ? order[i] : i, text, whole);
  return csv;
}

char *
scope_report_table_to_text (ScopeReportTable *table, const guint *order, guint n)
{
  return scope_csv_close_text (scope_report_table_write (table, order, n, FALSE, SCOPE_CSV_TABS, NULL, NULL));
}

char *
scope_report_table_to_csv (ScopeReportTable *table, const guint *order, guint n)
{
  return scope_csv_close_text (scope_report_table_write (table, order, n, FALSE, SCOPE_CSV_COMMAS, NULL, NULL));
}
