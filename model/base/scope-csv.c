/* scope-csv.c: one buffer, own conversions: a number costs a few nanoseconds, so that the disk is what one waits for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/base/scope-csv.h"

#include "model/base/scope-align-text.h"
#include "model/base/scope-format.h"
#include "model/base/scope-json.h"
#include "model/base/scope-plain-text.h"

#include <math.h>
#include <string.h>

#define BUFFER (1u << 18)
#define MARGIN 128u /* more than any number needs */

struct _ScopeCsv
{
  ScopeCsvSink sink;
  gpointer data;
  GString *text; /* without a sink */
  ScopeAlignText *align; /* or NULL */
  GError *error;
  ScopeCsvFormat format;
  char **columns; /* JSON: quoted, with the colon */
  guint n_columns, column, indent;
  gboolean any_row;
  gsize n;
  char buffer[BUFFER];
};

static void
give (ScopeCsv *csv, const char *bytes, gsize n)
{
  if (csv->text != NULL)
    g_string_append_len (csv->text, bytes, (gssize) n);
  else if (csv->error == NULL && n > 0)
    csv->sink (bytes, n, csv->data, &csv->error);
}

static void
flush (ScopeCsv *csv, gboolean last)
{
  g_autoptr (GString) lines = csv->align != NULL ? g_string_new (NULL) : NULL;

  if (lines != NULL)
    scope_align_text_add (csv->align, csv->buffer, csv->n, lines);
  if (lines != NULL && last)
    scope_align_text_end (csv->align, lines);
  give (csv, lines != NULL ? lines->str : csv->buffer, lines != NULL ? lines->len : csv->n);
  csv->n = 0;
}

static void
put (ScopeCsv *csv, const char *text, gsize n)
{
  while (n > 0)
    {
      gsize part = MIN (n, BUFFER - csv->n);

      memcpy (csv->buffer + csv->n, text, part);
      csv->n += part;
      text += part;
      n -= part;
      if (csv->n == BUFFER)
        flush (csv, FALSE);
    }
}

/* Room for one number. */
static char *
room (ScopeCsv *csv)
{
  if (csv->n + MARGIN > BUFFER)
    flush (csv, FALSE);
  return csv->buffer + csv->n;
}

static gboolean
is_text (ScopeCsvFormat format)
{
  return format == SCOPE_CSV_TABS || format == SCOPE_CSV_ALIGNED;
}

/* Separator and name before a value. */
static void
begin_value (ScopeCsv *csv)
{
  g_return_if_fail (csv->column < csv->n_columns);
  if (csv->column > 0)
    put (csv, is_text (csv->format) ? "\t" : ",", 1);
  if (csv->format == SCOPE_CSV_JSON)
    put (csv, csv->columns[csv->column], strlen (csv->columns[csv->column]));
  csv->column++;
  for (; csv->indent > 0; csv->indent--)
    put (csv, "  ", 2);
}

void
scope_csv_indent (ScopeCsv *csv, guint depth)
{
  csv->indent = depth;
}

static void
begin_row (ScopeCsv *csv)
{
  if (csv->format != SCOPE_CSV_JSON || csv->column > 0)
    return;
  put (csv, csv->any_row ? ",\n{" : "\n{", csv->any_row ? 3 : 2);
}

static guint
digits_of (char *out, guint64 value)
{
  char reversed[20];
  guint n = 0;

  do
    {
      reversed[n++] = (char) ('0' + value % 10);
      value /= 10;
    }
  while (value > 0);
  for (guint i = 0; i < n; i++)
    out[i] = reversed[n - 1 - i];
  return n;
}

void
scope_csv_unsigned (ScopeCsv *csv, guint64 value)
{
  begin_row (csv);
  begin_value (csv);
  csv->n += digits_of (room (csv), value);
}

void
scope_csv_integer (ScopeCsv *csv, gint64 value)
{
  char *out;

  begin_row (csv);
  begin_value (csv);
  out = room (csv);
  if (value < 0)
    {
      *out++ = '-';
      csv->n++;
    }
  csv->n += digits_of (out, value < 0 ? -(guint64) value : (guint64) value);
}

void
scope_csv_time (ScopeCsv *csv, gint64 ticks, gint64 tick_ps)
{
  __int128 ps = (__int128) ticks * tick_ps;
  guint64 ns, rest;
  char *out, *start;

  if (tick_ps == 1000)
    {
      scope_csv_integer (csv, ticks);
      return;
    }
  begin_row (csv);
  begin_value (csv);
  out = start = room (csv);
  if (ps < 0)
    {
      *out++ = '-';
      ps = -ps;
    }
  ns = (guint64) (ps / 1000);
  rest = (guint64) (ps % 1000);
  out += digits_of (out, ns);
  if (rest > 0)
    {
      *out++ = '.';
      *out++ = (char) ('0' + rest / 100);
      if (rest % 100 > 0)
        *out++ = (char) ('0' + rest / 10 % 10);
      if (rest % 10 > 0)
        *out++ = (char) ('0' + rest % 10);
    }
  csv->n += out - start;
}

static void
put_number (ScopeCsv *csv, const char *digits)
{
  begin_row (csv);
  begin_value (csv);
  put (csv, digits, strlen (digits));
}

void
scope_csv_number (ScopeCsv *csv, const char *format, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (isfinite (value))
    put_number (csv, g_ascii_formatd (digits, sizeof digits, format, value));
  else
    scope_csv_empty (csv);
}

void
scope_csv_ticks (ScopeCsv *csv, double ticks, gint64 tick_ps)
{
  g_autofree char *digits = isfinite (ticks) ? scope_format_ns (ticks, tick_ps) : NULL;

  if (digits != NULL)
    put_number (csv, digits);
  else
    scope_csv_empty (csv);
}

void
scope_csv_decimal (ScopeCsv *csv, double value, guint decimals)
{
  guint64 power = 1, scaled;
  char *out, *start;

  if (!isfinite (value) || fabs (value) > 9e9)
    {
      scope_csv_number (csv, "%.17g", value);
      return;
    }
  decimals = MIN (decimals, 9);
  for (guint i = 0; i < decimals; i++)
    power *= 10;
  scaled = (guint64) (fabs (value) * (double) power + 0.5);
  begin_row (csv);
  begin_value (csv);
  out = start = room (csv);
  if (value < 0 && scaled > 0)
    *out++ = '-';
  out += digits_of (out, scaled / power);
  if (decimals > 0)
    {
      *out++ = '.';
      for (guint64 p = power / 10, rest = scaled % power; p > 0; p /= 10)
        *out++ = (char) ('0' + rest / p % 10);
    }
  csv->n += out - start;
}

static void
put_csv_text (ScopeCsv *csv, const char *text)
{
  gsize plain = strcspn (text, "\",\r\n");
  g_autofree char *line = is_text (csv->format) ? scope_plain_text (text, "") : NULL; /* a cell stays one */

  if (line != NULL)
    text = line;
  if (text[plain] == '\0' || is_text (csv->format))
    {
      put (csv, text, strlen (text));
      return;
    }
  put (csv, "\"", 1);
  for (const char *p = text; *p != '\0';)
    {
      gsize n = strcspn (p, "\"");

      put (csv, p, n);
      p += n;
      if (*p == '"')
        {
          put (csv, "\"\"", 2);
          p++;
        }
    }
  put (csv, "\"", 1);
}

void
scope_csv_text (ScopeCsv *csv, const char *text)
{
  g_autofree char *valid = NULL;

  if (text == NULL)
    {
      scope_csv_empty (csv);
      return;
    }
  begin_row (csv);
  begin_value (csv);
  if (csv->format == SCOPE_CSV_JSON)
    {
      g_autoptr (GString) quoted = g_string_new (NULL);

      scope_json_append_string (quoted, text);
      put (csv, quoted->str, quoted->len);
      return;
    }
  if (!g_utf8_validate (text, -1, NULL))
    text = valid = g_utf8_make_valid (text, -1);
  put_csv_text (csv, text);
}

void
scope_csv_empty (ScopeCsv *csv)
{
  begin_row (csv);
  begin_value (csv);
  /* The same keys in every object: what is unknown is null. */
  if (csv->format == SCOPE_CSV_JSON)
    put (csv, "null", 4);
}

void
scope_csv_end_row (ScopeCsv *csv)
{
  if (csv->column != csv->n_columns)
    g_critical ("a row of %u columns has %u values", csv->n_columns, csv->column);
  put (csv, csv->format == SCOPE_CSV_JSON ? "}" : "\n", 1);
  csv->column = 0;
  csv->any_row = TRUE;
}

ScopeCsv *
scope_csv_new (ScopeCsvFormat format, const char *const *columns, guint n_columns, ScopeCsvSink sink, gpointer data)
{
  ScopeCsv *csv = g_malloc (sizeof *csv);

  memset (csv, 0, G_STRUCT_OFFSET (ScopeCsv, buffer));
  csv->format = format;
  csv->sink = sink;
  csv->data = data;
  csv->text = sink == NULL ? g_string_new (NULL) : NULL;
  csv->align = format == SCOPE_CSV_ALIGNED ? scope_align_text_new (n_columns) : NULL;
  csv->n_columns = n_columns;
  csv->columns = g_new0 (char *, n_columns + 1);
  if (format == SCOPE_CSV_JSON)
    put (csv, "[", 1);
  for (guint i = 0; i < n_columns; i++)
    {
      GString *quoted = g_string_new (NULL);

      scope_json_append_string (quoted, columns[i]);
      g_string_append_c (quoted, ':');
      csv->columns[i] = g_string_free (quoted, FALSE);
      if (format != SCOPE_CSV_JSON)
        scope_csv_text (csv, columns[i]);
    }
  if (format != SCOPE_CSV_JSON)
    scope_csv_end_row (csv);
  return csv;
}

void
scope_csv_free (ScopeCsv *csv)
{
  if (csv == NULL)
    return;
  if (csv->text != NULL)
    g_string_free (csv->text, TRUE);
  scope_align_text_free (csv->align);
  g_clear_error (&csv->error);
  g_strfreev (csv->columns);
  g_free (csv);
}

static void
end (ScopeCsv *csv)
{
  if (csv->format == SCOPE_CSV_JSON)
    put (csv, csv->any_row ? "\n]\n" : "]\n", csv->any_row ? 3 : 2);
  flush (csv, TRUE);
}

gboolean
scope_csv_close (ScopeCsv *csv, GError **error)
{
  gboolean good;

  end (csv);
  good = csv->error == NULL;
  if (!good)
    g_propagate_error (error, g_steal_pointer (&csv->error));
  scope_csv_free (csv);
  return good;
}

char *
scope_csv_close_text (ScopeCsv *csv)
{
  char *text;

  end (csv);
  text = g_string_free (g_steal_pointer (&csv->text), FALSE);
  scope_csv_free (csv);
  return text;
}
