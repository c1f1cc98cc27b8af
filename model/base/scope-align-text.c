/* scope-align-text.c: see scope-align-text.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/base/scope-align-text.h"

#include <string.h>

#define LINES 512u
#define WIDEST 60 /* a cell that is longer pushes the rest of its line only */

typedef struct
{
  glong width;
  gboolean words; /* a cell of it is no number: at the left */
} Column;

struct _ScopeAlignText
{
  GString *rest;    /* of a line whose end has not come */
  GPtrArray *lines; /* cells of each: char ** */
  guint n_columns;
  gboolean headed; /* the heading is written */
  Column columns[];
};

ScopeAlignText *
scope_align_text_new (guint n_columns)
{
  ScopeAlignText *align = g_malloc0 (sizeof *align + n_columns * sizeof (Column));

  align->rest = g_string_new (NULL);
  align->lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  align->n_columns = n_columns;
  return align;
}

void
scope_align_text_free (ScopeAlignText *align)
{
  if (align == NULL)
    return;
  g_string_free (align->rest, TRUE);
  g_ptr_array_unref (align->lines);
  g_free (align);
}

static gboolean
is_number (const char *cell)
{
  if (*cell == '-' || *cell == '+' || *cell == '<')
    cell++;
  else if (g_str_has_prefix (cell, "−"))
    cell += strlen ("−");
  return *cell == '\0' || g_ascii_isdigit (*cell);
}

static void
measure (ScopeAlignText *align)
{
  for (guint i = 0; i < align->lines->len; i++)
    {
      char **cells = align->lines->pdata[i];

      for (guint c = 0; c < align->n_columns && cells[c] != NULL; c++)
        {
          Column *column = &align->columns[c];

          column->width = MAX (column->width, MIN (g_utf8_strlen (cells[c], -1), WIDEST));
          column->words |= (i > 0 || align->headed) && !is_number (cells[c]);
        }
    }
}

static void
append_line (const ScopeAlignText *align, char **cells, GString *out)
{
  for (guint c = 0; c < align->n_columns && cells[c] != NULL; c++)
    {
      const Column *column = &align->columns[c];
      glong gap = MAX (column->width - g_utf8_strlen (cells[c], -1), 0);

      if (c > 0)
        g_string_append (out, "  ");
      if (!column->words)
        g_string_append_printf (out, "%*s", (int) gap, "");
      g_string_append (out, cells[c]);
      if (column->words)
        g_string_append_printf (out, "%*s", (int) gap, "");
    }
  while (out->len > 0 && out->str[out->len - 1] == ' ')
    g_string_truncate (out, out->len - 1);
  g_string_append_c (out, '\n');
}

void
scope_align_text_end (ScopeAlignText *align, GString *out)
{
  measure (align);
  for (guint i = 0; i < align->lines->len; i++)
    append_line (align, align->lines->pdata[i], out);
  align->headed |= align->lines->len > 0;
  g_ptr_array_set_size (align->lines, 0);
}

void
scope_align_text_add (ScopeAlignText *align, const char *bytes, gsize n, GString *out)
{
  while (n > 0)
    {
      const char *end = memchr (bytes, '\n', n);
      gsize part = end != NULL ? (gsize) (end - bytes) : n;

      g_string_append_len (align->rest, bytes, (gssize) part);
      if (end == NULL)
        return;
      g_ptr_array_add (align->lines, g_strsplit (align->rest->str, "\t", -1));
      g_string_truncate (align->rest, 0);
      if (align->lines->len == LINES)
        scope_align_text_end (align, out);
      bytes = end + 1;
      n -= part + 1;
    }
}
