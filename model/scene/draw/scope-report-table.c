/* scope-report-table.c: see scope-report-table.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/draw/scope-report-table.h"

#include "model/scene/draw/scope-ruler.h"

#include <math.h>
#include <string.h>

struct _ScopeReportTable
{
  gatomicrefcount ref_count;
  ScopeTrace *trace;
  GArray *columns; /* of ScopeReportTableColumn */
  GArray *rows;    /* of ScopeReportTableRow */
  GArray *values;  /* of double, `stride` a row */
  guint stride;
  GPtrArray *words;
  GHashTable *word_numbers; /* word → number + 1 */
  char *summary;
  ScopeReportTableHistogram *histogram;
  GArray *extra;
  gpointer attachment;
  GDestroyNotify attachment_free;
  ScopeClock clock; /* main thread; of a trace */
};

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

ScopeReportTable *
scope_report_table_ref (ScopeReportTable *table)
{
  g_atomic_ref_count_inc (&table->ref_count);
  return table;
}

void
scope_report_table_unref (ScopeReportTable *table)
{
  if (!g_atomic_ref_count_dec (&table->ref_count))
    return;
  g_array_unref (table->columns);
  g_array_unref (table->rows);
  g_array_unref (table->values);
  g_hash_table_unref (table->word_numbers);
  g_ptr_array_unref (table->words);
  g_free (table->summary);
  g_free (table->histogram);
  g_clear_pointer (&table->extra, g_array_unref);
  if (table->attachment_free != NULL)
    table->attachment_free (table->attachment);
  g_clear_object (&table->trace);
  g_free (table);
}

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
  ScopeReportTableColumn column = { kind, g_strdup (title), g_strdup (name), FALSE, table->stride };

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

/* Threads and processors of several machines have the same numbers. */
static char *
format_lane (ScopeReportTable *table, ScopeLaneId id)
{
  g_autofree char *title = scope_trace_lane_title (table->trace, id), *machine = NULL;

  if (scope_trace_n_machines (table->trace) < 2 || (id.kind != SCOPE_KIND_PROCESSOR && id.kind != SCOPE_KIND_THREAD))
    return g_steal_pointer (&title);
  machine = scope_trace_lane_title (table->trace, (ScopeLaneId) { id.machine, SCOPE_KIND_MACHINE, 0 });
  return g_strdup_printf ("%s · %s", title, machine);
}

static const char *
sign_of (double value)
{
  return value < 0 ? "−" : value > 0 ? "+" : "";
}

static gboolean
is_empty (ScopeReportTable *table, guint row, const ScopeReportTableColumn *info, guint column)
{
  const char *word;

  if (info->kind == SCOPE_CELL_LANE)
    return !scope_report_table_row (table, row)->has_lane;
  if (info->kind != SCOPE_CELL_WORD && info->kind != SCOPE_CELL_TERM)
    return isnan (*cell (table, row, column));
  word = scope_report_table_csv_word (table, row, column);
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
    return line->has_lane ? format_lane (table, line->lane) : g_strdup ("");
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

/* --- sorting --- */

typedef struct
{
  ScopeReportTable *table;
  const ScopeReportTableColumn *column;
  gboolean descending;
} Sorting;

static gint
compare_lanes (const ScopeReportTableRow *a, const ScopeReportTableRow *b)
{
  if (a->lane.machine != b->lane.machine)
    return a->lane.machine < b->lane.machine ? -1 : 1;
  if (a->lane.kind != b->lane.kind)
    return a->lane.kind < b->lane.kind ? -1 : 1;
  return a->lane.index < b->lane.index ? -1 : a->lane.index > b->lane.index;
}

static gint
compare_rows (gconstpointer a, gconstpointer b, gpointer data)
{
  const Sorting *sorting = data;
  ScopeReportTable *table = sorting->table;
  guint i = *(const guint *) a, j = *(const guint *) b;
  const double *x = (const double *) (gpointer) table->values->data + i * (gsize) table->stride + sorting->column->slot;
  const double *y = (const double *) (gpointer) table->values->data + j * (gsize) table->stride + sorting->column->slot;
  gint order = 0;

  if (sorting->column->kind == SCOPE_CELL_LANE)
    order = compare_lanes (scope_report_table_row (table, i), scope_report_table_row (table, j));
  else if (isnan (*x) || isnan (*y))
    {
      if (isnan (*x) != isnan (*y))
        return isnan (*x) ? 1 : -1;
    }
  else if (sorting->column->kind == SCOPE_CELL_WORD || sorting->column->kind == SCOPE_CELL_TERM)
    order = *x == *y ? 0 : g_utf8_collate (word_of (table, *x), word_of (table, *y));
  else if (*x != *y)
    order = *x < *y ? -1 : 1;
  else if (sorting->column->kind == SCOPE_CELL_BOUNDS && x[1] != y[1])
    order = x[1] < y[1] ? -1 : 1;
  if (order != 0)
    return sorting->descending ? -order : order;
  return i < j ? -1 : i > j;
}

guint *
scope_report_table_sort (ScopeReportTable *table, gint column, gboolean descending)
{
  guint n = table->rows->len;
  guint *order = g_new (guint, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    order[i] = i;
  if (column >= 0 && (guint) column < table->columns->len)
    {
      Sorting sorting = { table, scope_report_table_column (table, (guint) column), descending };

      g_qsort_with_data (order, (gint) n, sizeof *order, compare_rows, &sorting);
    }
  return order;
}

/* --- text --- */

/* A line: of titles if row is SCOPE_NONE. */
static void
append_line (GString *out, ScopeReportTable *table, guint row)
{
  const char *before = "";

  for (guint c = 0; c < table->columns->len; c++)
    {
      const ScopeReportTableColumn *column = scope_report_table_column (table, c);
      g_autofree char *text = row != SCOPE_NONE ? scope_report_table_text (table, row, c) : g_strdup (column->title);

      if (column->hidden)
        continue;
      g_string_append_printf (out, "%s%s", before, text);
      before = "\t";
    }
  g_string_append_c (out, '\n');
}

char *
scope_report_table_to_text (ScopeReportTable *table, const guint *order, guint n)
{
  GString *out = g_string_new (NULL);

  append_line (out, table, SCOPE_NONE);
  for (guint i = 0; i < n; i++)
    append_line (out, table, order[i]);
  return g_string_free (out, FALSE);
}

/* RFC 4180: quotes around what has commas, quotes or line ends. */
static void
append_field (GString *out, const char *text)
{
  if (strpbrk (text, ",\"\r\n") == NULL)
    {
      g_string_append (out, text);
      return;
    }
  g_string_append_c (out, '"');
  for (; *text != '\0'; text++)
    {
      if (*text == '"')
        g_string_append_c (out, '"');
      g_string_append_c (out, *text);
    }
  g_string_append_c (out, '"');
}

static void
append_number (GString *out, double value, const char *format)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isnan (value))
    g_string_append (out, g_ascii_formatd (digits, sizeof digits, format, value));
}

static void
append_time (GString *out, double ticks, gint64 tick_ps)
{
  g_autofree char *text = isnan (ticks) ? NULL : scope_format_ns (ticks, tick_ps);

  if (text != NULL)
    g_string_append (out, text);
}

const char *
scope_report_table_csv_word (ScopeReportTable *table, guint row, guint column)
{
  const ScopeReportTableColumn *info = scope_report_table_column (table, column);
  const double *v = (const double *) (gpointer) table->values->data + row * (gsize) table->stride + info->slot;

  g_return_val_if_fail (info->kind == SCOPE_CELL_WORD || info->kind == SCOPE_CELL_TERM, NULL);
  return isnan (*v) ? NULL : word_of (table, info->kind == SCOPE_CELL_TERM ? v[1] : *v);
}

static void
append_cell (ScopeReportTable *table, GString *out, guint row, const ScopeReportTableColumn *column)
{
  gint64 tick_ps = tick_ps_of (table);
  const double *v = (const double *) (gpointer) table->values->data + row * (gsize) table->stride + column->slot;
  const ScopeReportTableRow *line = scope_report_table_row (table, row);
  g_autofree char *lane = NULL;

  switch (column->kind)
    {
    case SCOPE_CELL_LANE:
      lane = line->has_lane ? scope_trace_format_lane (table->trace, line->lane) : NULL;
      append_field (out, lane != NULL ? lane : "");
      break;
    case SCOPE_CELL_WORD:
      append_field (out, isnan (*v) ? "" : word_of (table, *v));
      break;
    case SCOPE_CELL_TIME:
    case SCOPE_CELL_DURATION:
    case SCOPE_CELL_MORE_TIME:
      append_time (out, *v, tick_ps);
      break;
    case SCOPE_CELL_BOUNDS:
      append_time (out, v[0], tick_ps);
      g_string_append_c (out, ',');
      append_time (out, v[1], tick_ps);
      break;
    case SCOPE_CELL_TERM:
      append_field (out, isnan (*v) ? "" : word_of (table, v[1]));
      break;
    case SCOPE_CELL_QUANTITY:
    case SCOPE_CELL_CHANGE:
      if (isnan (*v))
        break;
      if (scope_quantity_unit ((ScopeQuantity) v[1]) == SCOPE_UNIT_SHARE)
        append_number (out, *v / 1e6, "%.6f");
      else if (scope_quantity_unit ((ScopeQuantity) v[1]) == SCOPE_UNIT_TIME)
        append_time (out, *v, tick_ps);
      else
        append_number (out, *v, "%.0f");
      break;
    case SCOPE_CELL_PERCENT:
      append_number (out, *v, "%.3f");
      break;
    case SCOPE_CELL_NUMBER:
      append_number (out, *v, line->is_time ? "%.0f" : "%.6f");
      break;
    case SCOPE_CELL_SHARE:
      append_number (out, *v, "%.6f");
      break;
    case SCOPE_CELL_MORE:
      append_number (out, *v, *v == floor (*v) ? "%.0f" : "%.3f");
      break;
    case SCOPE_CELL_COUNT:
    case SCOPE_CELL_BYTES:
    case SCOPE_CELL_RATE:
    default:
      append_number (out, *v, "%.0f");
      break;
    }
}

char *
scope_report_table_to_csv (ScopeReportTable *table, const guint *order, guint n)
{
  GString *out = g_string_new (NULL);

  for (guint c = 0; c < table->columns->len; c++)
    {
      const ScopeReportTableColumn *column = scope_report_table_column (table, c);

      if (c > 0)
        g_string_append_c (out, ',');
      if (column->kind == SCOPE_CELL_BOUNDS)
        g_string_append_printf (out, "%s_least,%s_most", column->name, column->name);
      else
        g_string_append (out, column->name);
    }
  g_string_append_c (out, '\n');
  for (guint i = 0; i < n; i++)
    for (guint c = 0; c < table->columns->len; c++)
      {
        append_cell (table, out, order[i], scope_report_table_column (table, c));
        g_string_append_c (out, c + 1 < table->columns->len ? ',' : '\n');
      }
  return g_string_free (out, FALSE);
}
