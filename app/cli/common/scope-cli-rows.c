/* scope-cli-rows.c: merges the tables of all machines by time. See the header.
 *
 * A stream is one machine's table:
 *
 *     windows   |--------|---|-----------|   own clock; each is read, sorted, handed out
 *     budget     262,144 rows, shared by all streams
 *
 * A window with too many rows is cut at its median time and read on from there next time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-rows.h"

#include "model/base/scope-fail.h"
#include "model/base/scope-sift.h"

#include <string.h>

#define ROWS_IN_ALL 262144
#define ROWS_AT_LEAST 1024
#define MOST_WINDOWS 1024 /* of one table, when it is in no order at all */

typedef struct
{
  ScopeMachine *machine;
  ScopeTable *table;
  gint64 next, end;  /* own clock: what is still to be read */
  gint64 least_step; /* a window is at least so long, when guessed */
  GArray *cells;     /* rows of `width` gint64: two keys, then the values */
  guint row, n_rows;
  gint64 key[2]; /* of the current row, trace time */
} Stream;

struct _ScopeCliRows
{
  ScopeCli *cli;
  ScopeTableKind kind;
  guint n_columns, width;
  guint budget;
  Stream *streams;
  guint n_streams;
  Stream **heap;
  guint n_heap;
  gboolean started;
};

/* --- keys --- */

/* Messages never seen to be sent go by when they were received: their tables are on the receiver's clock. */
static gint64
own_time (ScopeCliRows *rows, const gint64 *values)
{
  return values[0] != SCOPE_TABLE_NULL || rows->kind != SCOPE_TABLE_MESSAGES ? values[0] : values[SCOPE_MESSAGE_RECEIVE];
}

/* Where a row stands among its equals: when it was received, never last. */
static gint64
second_key (ScopeCliRows *rows, const gint64 *values)
{
  gint64 to;

  if (rows->kind != SCOPE_TABLE_MESSAGES)
    return 0;
  to = values[SCOPE_MESSAGE_TO_MACHINE];
  if (values[SCOPE_MESSAGE_RECEIVE] == SCOPE_TABLE_NULL)
    return SCOPE_TIME_MAX;
  if (to < 0 || to >= scope_trace_n_machines (rows->cli->trace))
    return values[SCOPE_MESSAGE_RECEIVE];
  return scope_time_add (
      values[SCOPE_MESSAGE_RECEIVE],
      scope_trace_offset (rows->cli->trace, scope_trace_machine (rows->cli->trace, (guint)to)));
}

static int
compare_keys (gconstpointer a, gconstpointer b, gpointer data)
{
  const gint64 *x = a, *y = b;

  if (x[0] != y[0])
    return x[0] < y[0] ? -1 : 1;
  return x[1] < y[1] ? -1 : x[1] > y[1];
}

/* --- windows --- */

/* All of time is longer than a gint64 can tell. */
static guint64
span_of (gint64 from, gint64 to)
{
  return (guint64) to - (guint64) from;
}

/* The end of a window from stream->next that has at most about `budget` rows. */
static gint64
guess_end (ScopeCliRows *rows, Stream *stream)
{
  gint64 low = stream->next, high = stream->end;

  if (scope_table_estimate (stream->table, low, high) <= rows->budget)
    return high;
  while (low < high && span_of (low, high) > 1)
    {
      gint64 middle = low + (gint64) (span_of (low, high) / 2);
      if (scope_table_estimate (stream->table, stream->next, middle) <= rows->budget)
        low = middle;
      else
        high = middle;
    }
  if (span_of (stream->next, high) < (guint64) stream->least_step)
    high = span_of (stream->next, stream->end) < (guint64) stream->least_step ? stream->end : stream->next + stream->least_step;
  return MIN (high, stream->end);
}

/* Drops the later half of the rows in hand, so that the window ends at *ret_to. FALSE if all have the same
 * time. */
static gboolean
cut_window (ScopeCliRows *rows, Stream *stream, gint64 *ret_to)
{
  gint64 *cells = (gint64 *)(void *)stream->cells->data;
  guint n = stream->n_rows, kept = 0;
  g_autofree gint64 *times = g_new (gint64, n);
  gint64 cut;

  for (guint i = 0; i < n; i++)
    times[i] = own_time (rows, &cells[(gsize)i * rows->width + 2]);
  g_autofree gint64 *sorted = g_memdup2 (times, n * sizeof *times);
  g_qsort_with_data (sorted, n, sizeof *sorted, compare_keys, NULL);
  cut = sorted[n / 2];
  if (cut == sorted[0])
    {
      if (sorted[n - 1] == cut)
        return FALSE;
      cut++;
    }
  for (guint i = 0; i < n; i++)
    if (times[i] < cut)
      memmove (&cells[(gsize)kept++ * rows->width], &cells[(gsize)i * rows->width],
               rows->width * sizeof *cells);
  stream->n_rows = kept;
  *ret_to = cut;
  return TRUE;
}

static void
keep_row (ScopeCliRows *rows, Stream *stream, const gint64 *values)
{
  gsize offset = (gsize)stream->n_rows * rows->width;
  gint64 *cells;

  if (stream->cells->len < offset + rows->width)
    g_array_set_size (stream->cells, (guint)(offset + rows->width) * 3 / 2);
  cells = (gint64 *)(void *)stream->cells->data + offset;
  cells[0] = scope_time_add (own_time (rows, values), scope_trace_offset (rows->cli->trace, stream->machine));
  cells[1] = second_key (rows, values);
  memcpy (&cells[2], values, rows->n_columns * sizeof *values);
  stream->n_rows++;
}

static gboolean
read_window (ScopeCliRows *rows, Stream *stream, GError **error)
{
  gint64 to = guess_end (rows, stream);
  guint limit = rows->budget * 2;
  GError *local = NULL;

  stream->row = stream->n_rows = 0;
  SCOPE_EACH_ROW (values, stream->table, stream->next, to, NULL, &local)
    {
      gint64 time = own_time (rows, values);
      if (time < stream->next || time >= to)
        continue;
      keep_row (rows, stream, values);
      if (stream->n_rows >= limit && !cut_window (rows, stream, &to))
        limit *= 2;
    }
  if (!scope_passed (local, error))
    return FALSE;
  g_qsort_with_data (stream->cells->data, (gint)stream->n_rows, rows->width * sizeof (gint64), compare_keys,
                     NULL);
  stream->next = to;
  return TRUE;
}

/* TRUE if the stream has a current row. */
static gboolean
stream_ready (ScopeCliRows *rows, Stream *stream, GError **error)
{
  const gint64 *cells;

  while (stream->row == stream->n_rows)
    {
      if (stream->next >= stream->end)
        return FALSE;
      if (scope_cli_interrupted (rows->cli, error) || !read_window (rows, stream, error))
        return FALSE;
    }
  cells = (const gint64 *)(const void *)stream->cells->data + (gsize)stream->row * rows->width;
  stream->key[0] = cells[0];
  stream->key[1] = cells[1];
  return TRUE;
}

/* --- merging --- */

static gboolean
before (Stream *const *a, Stream *const *b)
{
  int order = compare_keys ((*a)->key, (*b)->key, NULL);

  return order != 0 ? order < 0 : (*a)->machine->index < (*b)->machine->index;
}

static gboolean
start (ScopeCliRows *rows, GError **error)
{
  GError *local = NULL;

  rows->started = TRUE;
  for (guint i = 0; i < rows->n_streams; i++)
    {
      if (stream_ready (rows, &rows->streams[i], &local))
        rows->heap[rows->n_heap++] = &rows->streams[i];
      if (!scope_passed (local, error))
        return FALSE;
    }
  SCOPE_MAKE_HEAP (rows->heap, rows->n_heap, before);
  return TRUE;
}

const gint64 *
scope_cli_rows_next (ScopeCliRows *rows, ScopeMachine **ret_machine, GError **error)
{
  Stream *stream;

  if (!rows->started)
    {
      if (!start (rows, error))
        return NULL;
    }
  else if (rows->n_heap > 0)
    {
      GError *local = NULL;
      rows->heap[0]->row++;
      if (!stream_ready (rows, rows->heap[0], &local))
        rows->heap[0] = rows->heap[--rows->n_heap];
      if (!scope_passed (local, error))
        return NULL;
      SCOPE_SIFT_DOWN (rows->heap, rows->n_heap, 0, before);
    }
  if (rows->n_heap == 0)
    return NULL;
  stream = rows->heap[0];
  *ret_machine = stream->machine;
  return (const gint64 *)(const void *)stream->cells->data + (gsize)stream->row * rows->width + 2;
}

static void
add_stream (ScopeCliRows *rows, ScopeMachine *machine)
{
  Stream *stream = &rows->streams[rows->n_streams];
  gint64 span;

  if (machine->tables[rows->kind] == NULL || scope_table_n_rows (machine->tables[rows->kind]) == 0)
    return;
  rows->n_streams++;
  stream->machine = machine;
  stream->table = machine->tables[rows->kind];
  stream->cells = g_array_new (FALSE, FALSE, sizeof (gint64));
  scope_cli_own_range (rows->cli, machine, &stream->next, &stream->end);
  /* The value that means "no time" lies before all of them. */
  stream->next = MAX (stream->next, SCOPE_TIME_MIN + 1);
  span = machine->last != SCOPE_TIME_MAX && machine->last > machine->first ? machine->last - machine->first
                                                                           : 1;
  stream->least_step = MAX (span / MOST_WINDOWS, 1);
}

ScopeCliRows *
scope_cli_rows_new (ScopeCli *cli, ScopeTableKind kind)
{
  ScopeCliRows *rows = g_new0 (ScopeCliRows, 1);
  guint n_machines = scope_trace_n_machines (cli->trace);

  rows->cli = cli;
  rows->kind = kind;
  rows->n_columns = scope_table_schema (kind)->n_columns;
  rows->width = rows->n_columns + 2;
  rows->budget = MAX (ROWS_IN_ALL / MAX (n_machines, 4), ROWS_AT_LEAST);
  rows->streams = g_new0 (Stream, n_machines + 1);
  rows->heap = g_new0 (Stream *, n_machines + 1);
  for (guint m = 0; m < n_machines; m++)
    add_stream (rows, scope_trace_machine (cli->trace, m));
  return rows;
}

void
scope_cli_rows_free (ScopeCliRows *rows)
{
  if (rows == NULL)
    return;
  for (guint i = 0; i < rows->n_streams; i++)
    g_array_unref (rows->streams[i].cells);
  g_free (rows->streams);
  g_free (rows->heap);
  g_free (rows);
}
