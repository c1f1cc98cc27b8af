/* scope-json.c: see scope-json.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/base/scope-json.h"

#include <math.h>

void
scope_json_append_string (GString *out, const char *text)
{
  g_autofree char *valid = g_utf8_validate (text, -1, NULL) ? NULL : g_utf8_make_valid (text, -1);

  g_string_append_c (out, '"');
  for (const guchar *p = (const guchar *) (valid != NULL ? valid : text); *p != 0; p++)
    switch (*p)
      {
      case '"':
        g_string_append (out, "\\\"");
        break;
      case '\\':
        g_string_append (out, "\\\\");
        break;
      case '\n':
        g_string_append (out, "\\n");
        break;
      case '\t':
        g_string_append (out, "\\t");
        break;
      default:
        if (*p < 0x20 || *p == 0x7f)
          g_string_append_printf (out, "\\u%04x", *p);
        else
          g_string_append_c (out, (char) *p);
      }
  g_string_append_c (out, '"');
}

void
scope_json_append_ns (GString *out, gint64 ticks, gint64 tick_ps)
{
  __int128 ps = (__int128) ticks * tick_ps;
  guint64 rest;

  if (ps < 0)
    g_string_append_c (out, '-');
  ps = ps < 0 ? -ps : ps;
  rest = (guint64) (ps % 1000);
  g_string_append_printf (out, "%" G_GUINT64_FORMAT, (guint64) (ps / 1000));
  if (rest == 0)
    return;
  g_string_append_printf (out, ".%03" G_GUINT64_FORMAT, rest);
  while (out->str[out->len - 1] == '0')
    g_string_truncate (out, out->len - 1);
}

/* --- the writer --- */

/* Whether what is in the innermost stands on lines of its own. */
static gboolean
has_lines (const ScopeJson *json)
{
  return json->form == SCOPE_JSON_LINES && (json->depth == 1 || (json->depth == 2 && (json->arrays & 1u << 2)));
}

static void
append_line (GString *out, guint depth)
{
  g_string_append_c (out, '\n');
  for (guint i = 0; i < depth; i++)
    g_string_append (out, "  ");
}

/* What stands before a value. */
static void
begin_value (ScopeJson *json, const char *key)
{
  if (json->some)
    g_string_append_c (json->out, ',');
  if (has_lines (json))
    append_line (json->out, json->depth);
  else if (json->some && json->form != SCOPE_JSON_COMPACT)
    g_string_append_c (json->out, ' ');
  json->some = TRUE;
  if (key == NULL)
    return;
  scope_json_append_string (json->out, key);
  g_string_append (json->out, json->form == SCOPE_JSON_COMPACT ? ":" : ": ");
}

void
scope_json_begin (ScopeJson *json, const char *key, char bracket)
{
  guint64 bit;

  begin_value (json, key);
  bit = (guint64) 1 << ++json->depth;
  json->arrays = bracket == '[' ? json->arrays | bit : json->arrays & ~bit;
  json->some = FALSE;
  g_string_append_c (json->out, bracket);
}

void
scope_json_end (ScopeJson *json)
{
  gboolean array = (json->arrays >> json->depth & 1) != 0;

  if (json->some && has_lines (json))
    append_line (json->out, json->depth - 1);
  g_string_append_c (json->out, array ? ']' : '}');
  json->some = TRUE;
  if (--json->depth == 0)
    g_string_append_c (json->out, '\n');
}

void
scope_json_text (ScopeJson *json, const char *key, const char *text)
{
  begin_value (json, key);
  if (text != NULL)
    scope_json_append_string (json->out, text);
  else
    g_string_append (json->out, "null");
}

void
scope_json_integer (ScopeJson *json, const char *key, gint64 value)
{
  begin_value (json, key);
  g_string_append_printf (json->out, "%" G_GINT64_FORMAT, value);
}

void
scope_json_unsigned (ScopeJson *json, const char *key, guint64 value)
{
  begin_value (json, key);
  g_string_append_printf (json->out, "%" G_GUINT64_FORMAT, value);
}

void
scope_json_boolean (ScopeJson *json, const char *key, gboolean value)
{
  begin_value (json, key);
  g_string_append (json->out, value ? "true" : "false");
}

void
scope_json_decimal (ScopeJson *json, const char *key, double value, guint decimals)
{
  begin_value (json, key);
  if (isfinite (value))
    g_string_append_printf (json->out, "%.*f", (int) decimals, value);
  else
    g_string_append (json->out, "null");
}

void
scope_json_time (ScopeJson *json, const char *key, gint64 ticks, gint64 tick_ps)
{
  begin_value (json, key);
  scope_json_append_ns (json->out, ticks, tick_ps);
}
