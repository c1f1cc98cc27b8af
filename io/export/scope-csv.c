/* scope-csv.c: one buffer, own conversions: a number costs a few nanoseconds, so that the disk is what one waits for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/export/scope-csv.h"

#include "io/export/scope-json.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#define BUFFER (1u << 18)
#define MARGIN 128u /* more than any number needs */

struct _ScopeCsv
{
  int fd;
  gboolean json;
  char **columns; /* JSON: quoted, with the colon */
  guint n_columns, column;
  gboolean any_row;
  int saved_errno;
  gsize n;
  char buffer[BUFFER];
};

static void
flush (ScopeCsv *csv)
{
  gsize done = 0;

  while (done < csv->n && csv->saved_errno == 0)
    {
      gssize n = write (csv->fd, csv->buffer + done, csv->n - done);

      if (n >= 0)
        done += n;
      else if (errno != EINTR)
        csv->saved_errno = errno;
    }
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
        flush (csv);
    }
}

/* Room for one number. */
static char *
room (ScopeCsv *csv)
{
  if (csv->n + MARGIN > BUFFER)
    flush (csv);
  return csv->buffer + csv->n;
}

/* Separator and name before a value. */
static void
begin_value (ScopeCsv *csv)
{
  g_return_if_fail (csv->column < csv->n_columns);
  if (csv->json)
    {
      if (csv->column > 0)
        put (csv, ",", 1);
      put (csv, csv->columns[csv->column], strlen (csv->columns[csv->column]));
    }
  else if (csv->column > 0)
    put (csv, ",", 1);
  csv->column++;
}

static void
begin_row (ScopeCsv *csv)
{
  if (!csv->json || csv->column > 0)
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

void
scope_csv_decimal (ScopeCsv *csv, double value, guint decimals)
{
  guint64 power = 1, scaled;
  char *out, *start;

  if (!isfinite (value) || fabs (value) > 9e9)
    {
      char text[G_ASCII_DTOSTR_BUF_SIZE];

      if (!isfinite (value))
        {
          scope_csv_empty (csv);
          return;
        }
      begin_row (csv);
      begin_value (csv);
      g_ascii_dtostr (text, sizeof text, value);
      put (csv, text, strlen (text));
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

  if (text[plain] == '\0')
    {
      put (csv, text, plain);
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
  if (csv->json)
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
  if (csv->json)
    put (csv, "null", 4);
}

void
scope_csv_end_row (ScopeCsv *csv)
{
  if (csv->column != csv->n_columns)
    g_critical ("a row of %u columns has %u values", csv->n_columns, csv->column);
  put (csv, csv->json ? "}" : "\n", 1);
  csv->column = 0;
  csv->any_row = TRUE;
}

ScopeCsv *
scope_csv_new (int fd, gboolean json, const char *const *columns, guint n_columns)
{
  ScopeCsv *csv = g_malloc (sizeof *csv);

  memset (csv, 0, G_STRUCT_OFFSET (ScopeCsv, buffer));
  csv->fd = fd;
  csv->json = json;
  csv->n_columns = n_columns;
  csv->columns = g_new0 (char *, n_columns + 1);
  if (json)
    put (csv, "[", 1);
  for (guint i = 0; i < n_columns; i++)
    {
      GString *quoted = g_string_new (NULL);

      scope_json_append_string (quoted, columns[i]);
      g_string_append_c (quoted, ':');
      csv->columns[i] = g_string_free (quoted, FALSE);
      if (json)
        continue;
      if (i > 0)
        put (csv, ",", 1);
      put_csv_text (csv, columns[i]);
    }
  if (!json)
    put (csv, "\n", 1);
  return csv;
}

void
scope_csv_free (ScopeCsv *csv)
{
  if (csv == NULL)
    return;
  g_strfreev (csv->columns);
  g_free (csv);
}

gboolean
scope_csv_close (ScopeCsv *csv, GError **error)
{
  int saved;

  if (csv->json)
    put (csv, csv->any_row ? "\n]\n" : "]\n", csv->any_row ? 3 : 2);
  flush (csv);
  saved = csv->saved_errno;
  scope_csv_free (csv);
  if (saved != 0)
    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (saved), _("Could not write the table: %s"),
                 g_strerror (saved));
  return saved == 0;
}
