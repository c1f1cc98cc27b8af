/* scope-format.c: see scope-format.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/base/scope-format.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

static const struct
{
  double ns;
  const char *name;
} units[] = { { 1e-3, "ps" }, { 1, "ns" }, { 1e3, "µs" }, { 1e6, "ms" }, { 1e9, "s" } };

guint
scope_format_unit (double ns)
{
  guint u = 0;

  while (u + 1 < G_N_ELEMENTS (units) && ns >= units[u + 1].ns * (1 - 1e-9))
    u++;
  return u;
}

double
scope_format_unit_ns (guint unit)
{
  return units[unit].ns;
}

const char *
scope_format_unit_name (guint unit)
{
  return units[unit].name;
}

#define MINUTE 60.
#define HOUR 3600.
#define DAY 86400.

/* What no one counts in seconds any more: "16 min 40 s", "2 h 14 min", "3 d 2 h", "3,681 d". */
static char *
long_duration (double seconds)
{
  const char *sign = seconds < 0 ? "−" : "";
  double size = fabs (seconds);
  g_autofree char *text = NULL;
  guint64 n;

  /* Rounded to what is said, so that no part of it comes to a whole one of the next. */
  if (size < HOUR - 0.5)
    {
      n = (guint64) round (size);
      text = g_strdup_printf (_("%u min %u s"), (guint) (n / 60), (guint) (n % 60));
    }
  else if (size < DAY - MINUTE / 2)
    {
      n = (guint64) round (size / MINUTE);
      text = g_strdup_printf (_("%u h %u min"), (guint) (n / 60), (guint) (n % 60));
    }
  else if (size < 100 * DAY - HOUR / 2)
    {
      n = (guint64) round (size / HOUR);
      text = g_strdup_printf (_("%u d %u h"), (guint) (n / 24), (guint) (n % 24));
    }
  else
    {
      g_autofree char *days = scope_format_count ((guint64) round (MIN (size / DAY, 1e15)));

      /* TRANSLATORS: a number of days */
      text = g_strdup_printf (_("%s d"), days);
    }
  return g_strconcat (sign, text, NULL);
}

char *
scope_format_duration (double ticks, gint64 tick_ps)
{
  double ns = ticks * (double) tick_ps / 1000;
  guint u = scope_format_unit (fabs (ns));
  double value = ns / units[u].ns;
  int decimals;

  if (ns == 0)
    return g_strdup ("0 s");
  if (fabs (ns) >= 999.5e9)
    return long_duration (ns / 1e9);
  decimals = fabs (value) >= 99.95 ? 0 : fabs (value) >= 9.995 ? 1 : 2;
  /* 999.9 µs rounds to 1000 µs: the next unit says it better. */
  if (fabs (value) >= 999.5 && u + 1 < G_N_ELEMENTS (units))
    {
      u++;
      value = ns / units[u].ns;
      decimals = 2;
    }
  if (units[u].ns <= 1 && value == floor (value))
    decimals = 0;
  return g_strdup_printf ("%.*f %s", decimals, value, units[u].name);
}

/* No clock is finer than a picosecond. */
static double
finest (double ns)
{
  return MAX (ns, units[0].ns);
}

/* Decimals of a number in that unit that tell steps of so many ns apart. */
static int
decimals_of (guint unit, double ns)
{
  return (int) CLAMP (ceil (log10 (units[unit].ns / ns) - 1e-9), 0, 12);
}

/* "3681 d 02:14:41.5"; digits of a second as many as tell steps of so many ns apart. */
static char *
long_time (double ns, double step)
{
  const char *sign = ns < 0 ? "−" : "";
  int decimals = decimals_of (4, MIN (step, 1e9));
  double power = pow (10, decimals), size = round (fabs (ns) / 1e9 * power) / power;
  double days = floor (size / DAY), rest = size - days * DAY;
  guint minutes = (guint) (rest / MINUTE);

  /* TRANSLATORS: a number of days, then hours, minutes and seconds */
  return g_strdup_printf (_("%s%.0f d %02u:%02u:%0*.*f"), sign, days, minutes / 60, minutes % 60, decimals > 0 ? decimals + 3 : 2, decimals,
                          MAX (rest - minutes * MINUTE, 0));
}

char *
scope_format_time (double ticks, gint64 tick_ps, double resolution)
{
  double ns = ticks * (double) tick_ps / 1000, step = finest (resolution * (double) tick_ps / 1000);
  guint u = scope_format_unit (MAX (fabs (ns), 1));
  int decimals;

  if (fabs (ns) >= DAY * 1e9)
    return long_time (ns, step);

  if (u > 3 && fabs (ns) < 1e9)
    u = 3;
  decimals = decimals_of (u, step);
  return g_strdup_printf ("%.*f %s", decimals, ns / units[u].ns, units[u].name);
}

char *
scope_format_time_range (double from, double to, gint64 tick_ps)
{
  double tick_ns = (double) tick_ps / 1000, most = MAX (fabs (from), fabs (to)) * tick_ns;
  double step = MAX (fabs (to - from) / 30, 1) * tick_ns;
  guint u = scope_format_unit (MAX (most, 1));
  int decimals = decimals_of (u, step);

  if (most >= DAY * 1e9)
    {
      g_autofree char *first = long_time (from * tick_ns, step), *last = long_time (to * tick_ns, step);

      return g_strdup_printf ("%s – %s", first, last);
    }

  return g_strdup_printf ("%.*f–%.*f %s", decimals, from * tick_ns / units[u].ns, decimals, to * tick_ns / units[u].ns,
                          units[u].name);
}

char *
scope_format_ns (double ticks, gint64 tick_ps)
{
  double ns = ticks * (double) tick_ps / 1000;
  char digits[64];
  gsize n;

  g_ascii_formatd (digits, sizeof digits, tick_ps % 1000 == 0 ? "%.0f" : "%.3f", ns);
  n = strlen (digits);
  if (strchr (digits, '.') != NULL)
    {
      while (digits[n - 1] == '0')
        digits[--n] = '\0';
      if (digits[n - 1] == '.')
        digits[--n] = '\0';
    }
  return g_strdup (g_str_equal (digits, "-0") ? "0" : digits);
}

char *
scope_format_count (guint64 n)
{
  char digits[32];
  GString *out = g_string_new (NULL);
  gsize length;

  g_snprintf (digits, sizeof digits, "%" G_GUINT64_FORMAT, n);
  length = strlen (digits);
  for (gsize i = 0; i < length; i++)
    {
      if (i > 0 && (length - i) % 3 == 0)
        g_string_append_c (out, ',');
      g_string_append_c (out, digits[i]);
    }
  return g_string_free (out, FALSE);
}

char *
scope_format_share (double share)
{
  double percent = share * 100;

  if (percent > 0 && percent < .05)
    return g_strdup ("< 0.1 %");
  return g_strdup_printf (percent > 0 && percent < 99.95 ? "%.1f %%" : "%.0f %%", percent);
}

char *
scope_format_number (double value)
{
  double size = fabs (value);
  int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.0995 || size == 0 ? 2 : size >= 0.00995 ? 3 : 4;
  const char *sign = value < 0 && size >= 0.00005 ? "−" : "";

  if (isinf (value))
    return g_strdup_printf ("%s∞", sign);
  if (size >= 999.5 && size < 1e18)
    {
      g_autofree char *count = scope_format_count ((guint64) round (size));

      return g_strconcat (sign, count, NULL);
    }
  return g_strdup_printf ("%s%.*f", sign, decimals, size);
}

char *
scope_format_bytes (double bytes)
{
  static const char *const names[] = { "B", "kB", "MB", "GB", "TB" };
  guint u = 0;

  while (u + 1 < G_N_ELEMENTS (names) && fabs (bytes) >= 999.5)
    {
      bytes /= 1000;
      u++;
    }
  return g_strdup_printf ("%.*f %s", u == 0 || bytes >= 99.5 ? 0 : 1, bytes, names[u]);
}

gsize
scope_format_unit_after (const char *text, const char *space)
{
  static const char *const names[] = { "%", "ns", "µs", "ms", "s", "ps", "min", "h", "d", "B", "kB", "MB", "GB", "TB" };

  if (*space != ' ' || space == text)
    return 0;
  if (space[-1] == '<' && g_ascii_isdigit (space[1]))
    return 2;
  for (guint i = 0; g_ascii_isdigit (space[-1]) && i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (space + 1, names[i]) && !g_unichar_isalnum (g_utf8_get_char (space + 1 + strlen (names[i]))))
      return 1 + strlen (names[i]);
  return 0;
}

char *
scope_format_sentence (const char *text)
{
  char first[8] = "";

  if (*text == '\0')
    return g_strdup (text);
  g_unichar_to_utf8 (g_unichar_toupper (g_utf8_get_char (text)), first);
  return g_strconcat (first, g_utf8_next_char (text), NULL);
}

char *
scope_format_pattern (const char *name)
{
  GString *pattern = NULL;

  for (const char *c = name; *c != '\0'; c++)
    if (g_ascii_isdigit (*c))
      {
        if (pattern == NULL)
          pattern = g_string_new_len (name, c - name);
        if (c == name || !g_ascii_isdigit (c[-1]))
          g_string_append_c (pattern, '#');
      }
    else if (pattern != NULL)
      g_string_append_c (pattern, *c);
  return pattern != NULL ? g_string_free (pattern, FALSE) : NULL;
}
