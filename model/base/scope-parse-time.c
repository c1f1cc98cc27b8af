/* scope-parse-time.c: see scope-parse-time.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/base/scope-parse-time.h"

#include <string.h>

#define MOST_DIGITS 19u /* before the point, and behind it: an hour of each in ps still fits */

static const struct
{
  const char *name;
  gint64 ps;
} units[] = {
  { "ps", 1 },
  { "ns", 1000 },
  { "us", 1000000 },
  { "µs", 1000000 },
  { "μs", 1000000 },
  { "ms", 1000000000 },
  { "s", G_GINT64_CONSTANT (1000000000000) },
  { "min", G_GINT64_CONSTANT (60000000000000) },
  { "m", G_GINT64_CONSTANT (60000000000000) },
  { "h", G_GINT64_CONSTANT (3600000000000000) },
};

/* What a unit of that name has; 0: there is none. */
static gint64
find_unit (const char *name, gsize n)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strlen (units[i].name) == n && strncmp (units[i].name, name, n) == 0)
      return units[i].ps;
  return 0;
}

static guint
read_digits (const char **p, __int128 *ret_value)
{
  guint n = 0;

  for (*ret_value = 0; g_ascii_isdigit (**p); (*p)++, n++)
    if (n < MOST_DIGITS)
      *ret_value = *ret_value * 10 + (**p - '0');
  return n;
}

gboolean
scope_parse_time (const char *text, const char *unit, const char **ret_end, __int128 *ret_ps)
{
  const char *p = text + (*text == '-' || *text == '+'), *name;
  __int128 whole, part = 0, power = 1;
  guint digits = read_digits (&p, &whole), decimals = 0;
  gint64 ps;

  if (*p == '.')
    {
      p++;
      decimals = read_digits (&p, &part);
    }
  if (digits + decimals == 0 || digits > MOST_DIGITS)
    return FALSE;
  for (name = p; g_ascii_isalpha (*p) || (guchar) *p >= 0x80;)
    p++;
  ps = p > name ? find_unit (name, (gsize) (p - name)) : find_unit (unit, strlen (unit));
  if (ps == 0)
    return FALSE;
  for (guint i = 0; i < MIN (decimals, MOST_DIGITS); i++)
    power *= 10;
  whole = whole * ps + part * ps / power;
  *ret_ps = *text == '-' ? -whole : whole;
  *ret_end = p;
  return TRUE;
}
