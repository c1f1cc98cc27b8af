/* scope-sheet.c: see scope-sheet.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/draw/scope-sheet.h"

#include "model/scene/draw/scope-ruler.h"

#include <math.h>
#include <string.h>

struct _ScopeSheet
{
  gatomicrefcount ref_count;
  ScopeTrace *trace;
  GArray *columns; /* of ScopeSheetColumn */
  GArray *rows;    /* of ScopeSheetRow */
  GArray *values;  /* of double, `stride` a row */
  guint stride;
  GPtrArray *words;
  GHashTable *word_numbers; /* word → number + 1 */
  char *summary;
  ScopeSheetHistogram *histogram;
  GArray *extra;
  gpointer attachment;
  GDestroyNotify attachment_free;
  ScopeClock clock; /* main thread; of a trace */
};

static void
column_clear (gpointer data)
{
  ScopeSheetColumn *column = data;

  g_free (column->title);
  g_free (column->name);
}

ScopeSheet *
scope_sheet_new (ScopeTrace *trace)
{
  ScopeSheet *sheet = g_new0 (ScopeSheet, 1);

  g_atomic_ref_count_init (&sheet->ref_count);
  if (trace != NULL)
    {
      sheet->trace = g_object_ref (trace);
      sheet->clock = scope_clock_of_trace (trace);
    }
  sheet->columns = g_array_new (FALSE, FALSE, sizeof (ScopeSheetColumn));
  g_array_set_clear_func (sheet->columns, column_clear);
  sheet->rows = g_array_new (FALSE, FALSE, sizeof (ScopeSheetRow));
  sheet->values = g_array_new (FALSE, FALSE, sizeof (double));
  sheet->words = g_ptr_array_new_with_free_func (g_free);
  sheet->word_numbers = g_hash_table_new (g_str_hash, g_str_equal);
  return sheet;
}

ScopeSheet *
scope_sheet_ref (ScopeSheet *sheet)
{
  g_atomic_ref_count_inc (&sheet->ref_count);
  return sheet;
}

void
scope_sheet_unref (ScopeSheet *sheet)
{
  if (!g_atomic_ref_count_dec (&sheet->ref_count))
    return;
  g_array_unref (sheet->columns);
  g_array_unref (sheet->rows);
  g_array_unref (sheet->values);
  g_hash_table_unref (sheet->word_numbers);
  g_ptr_array_unref (sheet->words);
  g_free (sheet->summary);
  g_free (sheet->histogram);
  g_clear_pointer (&sheet->extra, g_array_unref);
  if (sheet->attachment_free != NULL)
    sheet->attachment_free (sheet->attachment);
  g_clear_object (&sheet->trace);
  g_free (sheet);
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
scope_sheet_add_column (ScopeSheet *sheet, ScopeCellKind kind, const char *title, const char *name)
{
  ScopeSheetColumn column = { kind, g_strdup (title), g_strdup (name), FALSE, sheet->stride };

  g_assert (sheet->rows->len == 0);
  sheet->stride += n_slots (kind);
  g_array_append_val (sheet->columns, column);
  return sheet->columns->len - 1;
}

void
scope_sheet_hide_column (ScopeSheet *sheet, guint column)
{
  g_return_if_fail (column < sheet->columns->len && sheet->rows->len == 0);

  g_array_index (sheet->columns, ScopeSheetColumn, column).hidden = TRUE;
}

guint
scope_sheet_add_row (ScopeSheet *sheet, const ScopeSheetRow *row)
{
  static const ScopeSheetRow plain;
  double *values;

  g_array_append_vals (sheet->rows, row != NULL ? row : &plain, 1);
  g_array_set_size (sheet->values, sheet->rows->len * sheet->stride);
  values = (double *) (gpointer) sheet->values->data + (sheet->rows->len - 1) * (gsize) sheet->stride;
  for (guint i = 0; i < sheet->stride; i++)
    values[i] = NAN;
  return sheet->rows->len - 1;
}

static double *
cell (ScopeSheet *sheet, guint row, guint column)
{
  g_assert (row < sheet->rows->len && column < sheet->columns->len);
  return (double *) (gpointer) sheet->values->data + row * (gsize) sheet->stride
         + g_array_index (sheet->columns, ScopeSheetColumn, column).slot;
}

void
scope_sheet_set (ScopeSheet *sheet, guint row, guint column, double value)
{
  *cell (sheet, row, column) = value;
}

void
scope_sheet_set_bounds (ScopeSheet *sheet, guint row, guint column, double low, double high)
{
  double *values = cell (sheet, row, column);

  g_assert (scope_sheet_column (sheet, column)->kind == SCOPE_CELL_BOUNDS);
  values[0] = low;
  values[1] = high;
}

static guint
keep_word (ScopeSheet *sheet, const char *word)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (sheet->word_numbers, word));

  if (number == 0)
    {
      char *kept = g_strdup (word);

      g_ptr_array_add (sheet->words, kept);
      number = sheet->words->len;
      g_hash_table_insert (sheet->word_numbers, kept, GUINT_TO_POINTER (number));
    }
  return number - 1;
}

void
scope_sheet_set_word (ScopeSheet *sheet, guint row, guint column, const char *word)
{
  *cell (sheet, row, column) = keep_word (sheet, word);
}

void
scope_sheet_set_term (ScopeSheet *sheet, guint row, guint column, const char *word, const char *csv)
{
  double *values = cell (sheet, row, column);

  g_assert (scope_sheet_column (sheet, column)->kind == SCOPE_CELL_TERM);
  values[0] = keep_word (sheet, word);
  values[1] = keep_word (sheet, csv);
}

void
scope_sheet_set_quantity (ScopeSheet *sheet, guint row, guint column, ScopeQuantity quantity, double value)
{
  double *values = cell (sheet, row, column);

  g_assert (scope_sheet_column (sheet, column)->kind == SCOPE_CELL_QUANTITY
            || scope_sheet_column (sheet, column)->kind == SCOPE_CELL_CHANGE);
  values[0] = value;
  values[1] = quantity;
}

void
scope_sheet_take_extra (ScopeSheet *sheet, GArray *extra)
{
  g_clear_pointer (&sheet->extra, g_array_unref);
  sheet->extra = extra;
}

void
scope_sheet_attach (ScopeSheet *sheet, gpointer attachment, GDestroyNotify free_func)
{
  g_return_if_fail (sheet->attachment == NULL);

  sheet->attachment = attachment;
  sheet->attachment_free = free_func;
}

gpointer
scope_sheet_get_attachment (ScopeSheet *sheet)
{
  return sheet->attachment;
}

GArray *
scope_sheet_get_extra (ScopeSheet *sheet)
{
  return sheet->extra;
}

void
scope_sheet_take_summary (ScopeSheet *sheet, char *summary)
{
  g_free (sheet->summary);
  sheet->summary = summary;
}

void
scope_sheet_set_histogram (ScopeSheet *sheet, const ScopeSheetHistogram *histogram)
{
  g_free (sheet->histogram);
  sheet->histogram = g_memdup2 (histogram, sizeof *histogram);
}

/* --- reading --- */

ScopeTrace *
scope_sheet_get_trace (ScopeSheet *sheet)
{
  return sheet->trace;
}

guint
scope_sheet_n_columns (ScopeSheet *sheet)
{
  return sheet->columns->len;
}

const ScopeSheetColumn *
scope_sheet_column (ScopeSheet *sheet, guint column)
{
  return &g_array_index (sheet->columns, ScopeSheetColumn, column);
}

gboolean
scope_sheet_same_columns (ScopeSheet *a, ScopeSheet *b)
{
  gboolean same = a->columns->len == b->columns->len;

  for (guint i = 0; same && i < a->columns->len; i++)
    {
      const ScopeSheetColumn *x = scope_sheet_column (a, i), *y = scope_sheet_column (b, i);

      same = x->kind == y->kind && x->hidden == y->hidden && g_str_equal (x->name, y->name) && g_str_equal (x->title, y->title);
    }
  return same;
}

guint
scope_sheet_n_rows (ScopeSheet *sheet)
{
  return sheet->rows->len;
}

const ScopeSheetRow *
scope_sheet_row (ScopeSheet *sheet, guint row)
{
  return &g_array_index (sheet->rows, ScopeSheetRow, row);
}

const char *
scope_sheet_summary (ScopeSheet *sheet)
{
  return sheet->summary;
}

const ScopeSheetHistogram *
scope_sheet_histogram (ScopeSheet *sheet)
{
  return sheet->histogram;
}

double
scope_sheet_value (ScopeSheet *sheet, guint row, guint column)
{
  g_return_val_if_fail (scope_sheet_column (sheet, column)->kind != SCOPE_CELL_LANE, NAN);
  return *cell (sheet, row, column);
}

static gint64
tick_ps_of (ScopeSheet *sheet)
{
  return sheet->trace != NULL ? scope_trace_tick_ps (sheet->trace) : 1000;
}

void
scope_sheet_set_clock (ScopeSheet *sheet, const ScopeClock *clock)
{
  sheet->clock = *clock;
}

static char *
format_point (ScopeSheet *sheet, double time)
{
  gint64 first, last, tick_ps = MAX (scope_trace_tick_ps (sheet->trace), 1);
  double least;

  scope_trace_range (sheet->trace, &first, &last);
  /* A simulation lasts microseconds in all. */
  least = MIN (1e6 / (double) tick_ps, MAX (((double) last - (double) first) / 1e5, 1));
  return scope_clock_text (&sheet->clock, time, least);
}

static const char *
word_of (ScopeSheet *sheet, double number)
{
  return g_ptr_array_index (sheet->words, (guint) number);
}

/* Threads and processors of several machines have the same numbers. */
static char *
format_lane (ScopeSheet *sheet, ScopeLaneId id)
{
  g_autofree char *title = scope_trace_lane_title (sheet->trace, id), *machine = NULL;

  if (scope_trace_n_machines (sheet->trace) < 2 || (id.kind != SCOPE_KIND_PROCESSOR && id.kind != SCOPE_KIND_THREAD))
    return g_steal_pointer (&title);
  machine = scope_trace_lane_title (sheet->trace, (ScopeLaneId) { id.machine, SCOPE_KIND_MACHINE, 0 });
  return g_strdup_printf ("%s · %s", title, machine);
}

static const char *
sign_of (double value)
{
  return value < 0 ? "−" : value > 0 ? "+" : "";
}

static gboolean
is_empty (ScopeSheet *sheet, guint row, const ScopeSheetColumn *info, guint column)
{
  const char *word;

  if (info->kind == SCOPE_CELL_LANE)
    return !scope_sheet_row (sheet, row)->has_lane;
  if (info->kind != SCOPE_CELL_WORD && info->kind != SCOPE_CELL_TERM)
    return isnan (*cell (sheet, row, column));
  word = scope_sheet_csv_word (sheet, row, column);
  return word == NULL || word[0] == '\0';
}

void
scope_sheet_hide_empty_columns (ScopeSheet *sheet)
{
  for (guint c = 0; c < sheet->columns->len; c++)
    {
      ScopeSheetColumn *info = &g_array_index (sheet->columns, ScopeSheetColumn, c);
      guint row = 0;

      while (row < sheet->rows->len && is_empty (sheet, row, info, c))
        row++;
      info->hidden |= row == sheet->rows->len && row > 0;
    }
}

char *
scope_sheet_text (ScopeSheet *sheet, guint row, guint column)
{
  const ScopeSheetColumn *info = scope_sheet_column (sheet, column);
  const ScopeSheetRow *line = scope_sheet_row (sheet, row);
  gint64 tick_ps = tick_ps_of (sheet);
  const double *v;
  g_autofree char *number = NULL;

  if (info->kind == SCOPE_CELL_LANE)
    return line->has_lane ? format_lane (sheet, line->lane) : g_strdup ("");
  v = cell (sheet, row, column);
  if (isnan (v[0]))
    return g_strdup ("");
  switch (info->kind)
    {
    case SCOPE_CELL_WORD:
    case SCOPE_CELL_TERM:
      return g_strdup (word_of (sheet, v[0]));
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
      return format_point (sheet, v[0]);
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
  ScopeSheet *sheet;
  const ScopeSheetColumn *column;
  gboolean descending;
} Sorting;

static gint
compare_lanes (const ScopeSheetRow *a, const ScopeSheetRow *b)
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
  ScopeSheet *sheet = sorting->sheet;
  guint i = *(const guint *) a, j = *(const guint *) b;
  const double *x = (const double *) (gpointer) sheet->values->data + i * (gsize) sheet->stride + sorting->column->slot;
  const double *y = (const double *) (gpointer) sheet->values->data + j * (gsize) sheet->stride + sorting->column->slot;
  gint order = 0;

  if (sorting->column->kind == SCOPE_CELL_LANE)
    order = compare_lanes (scope_sheet_row (sheet, i), scope_sheet_row (sheet, j));
  else if (isnan (*x) || isnan (*y))
    {
      if (isnan (*x) != isnan (*y))
        return isnan (*x) ? 1 : -1;
    }
  else if (sorting->column->kind == SCOPE_CELL_WORD || sorting->column->kind == SCOPE_CELL_TERM)
    order = *x == *y ? 0 : g_utf8_collate (word_of (sheet, *x), word_of (sheet, *y));
  else if (*x != *y)
    order = *x < *y ? -1 : 1;
  else if (sorting->column->kind == SCOPE_CELL_BOUNDS && x[1] != y[1])
    order = x[1] < y[1] ? -1 : 1;
  if (order != 0)
    return sorting->descending ? -order : order;
  return i < j ? -1 : i > j;
}

guint *
scope_sheet_sort (ScopeSheet *sheet, gint column, gboolean descending)
{
  guint n = sheet->rows->len;
  guint *order = g_new (guint, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    order[i] = i;
  if (column >= 0 && (guint) column < sheet->columns->len)
    {
      Sorting sorting = { sheet, scope_sheet_column (sheet, (guint) column), descending };

      g_qsort_with_data (order, (gint) n, sizeof *order, compare_rows, &sorting);
    }
  return order;
}

/* --- text --- */

/* A line: of titles if row is SCOPE_NONE. */
static void
append_line (GString *out, ScopeSheet *sheet, guint row)
{
  const char *before = "";

  for (guint c = 0; c < sheet->columns->len; c++)
    {
      const ScopeSheetColumn *column = scope_sheet_column (sheet, c);
      g_autofree char *text = row != SCOPE_NONE ? scope_sheet_text (sheet, row, c) : g_strdup (column->title);

      if (column->hidden)
        continue;
      g_string_append_printf (out, "%s%s", before, text);
      before = "\t";
    }
  g_string_append_c (out, '\n');
}

char *
scope_sheet_to_text (ScopeSheet *sheet, const guint *order, guint n)
{
  GString *out = g_string_new (NULL);

  append_line (out, sheet, SCOPE_NONE);
  for (guint i = 0; i < n; i++)
    append_line (out, sheet, order[i]);
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
scope_sheet_csv_word (ScopeSheet *sheet, guint row, guint column)
{
  const ScopeSheetColumn *info = scope_sheet_column (sheet, column);
  const double *v = (const double *) (gpointer) sheet->values->data + row * (gsize) sheet->stride + info->slot;

  g_return_val_if_fail (info->kind == SCOPE_CELL_WORD || info->kind == SCOPE_CELL_TERM, NULL);
  return isnan (*v) ? NULL : word_of (sheet, info->kind == SCOPE_CELL_TERM ? v[1] : *v);
}

static void
append_cell (ScopeSheet *sheet, GString *out, guint row, const ScopeSheetColumn *column)
{
  gint64 tick_ps = tick_ps_of (sheet);
  const double *v = (const double *) (gpointer) sheet->values->data + row * (gsize) sheet->stride + column->slot;
  const ScopeSheetRow *line = scope_sheet_row (sheet, row);
  g_autofree char *lane = NULL;

  switch (column->kind)
    {
    case SCOPE_CELL_LANE:
      lane = line->has_lane ? scope_trace_format_lane (sheet->trace, line->lane) : NULL;
      append_field (out, lane != NULL ? lane : "");
      break;
    case SCOPE_CELL_WORD:
      append_field (out, isnan (*v) ? "" : word_of (sheet, *v));
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
      append_field (out, isnan (*v) ? "" : word_of (sheet, v[1]));
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
scope_sheet_to_csv (ScopeSheet *sheet, const guint *order, guint n)
{
  GString *out = g_string_new (NULL);

  for (guint c = 0; c < sheet->columns->len; c++)
    {
      const ScopeSheetColumn *column = scope_sheet_column (sheet, c);

      if (c > 0)
        g_string_append_c (out, ',');
      if (column->kind == SCOPE_CELL_BOUNDS)
        g_string_append_printf (out, "%s_least,%s_most", column->name, column->name);
      else
        g_string_append (out, column->name);
    }
  g_string_append_c (out, '\n');
  for (guint i = 0; i < n; i++)
    for (guint c = 0; c < sheet->columns->len; c++)
      {
        append_cell (sheet, out, order[i], scope_sheet_column (sheet, c));
        g_string_append_c (out, c + 1 < sheet->columns->len ? ',' : '\n');
      }
  return g_string_free (out, FALSE);
}
