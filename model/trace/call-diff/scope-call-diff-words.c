/* scope-call-diff-words.c: see scope-call-diff-words.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/call-diff/scope-call-diff-words.h"

#include "model/base/scope-format.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <string.h>

#define MOST_NAMES 8u

static char *
format_cycles (guint64 thousandths)
{
  g_autofree char *whole = scope_format_count (thousandths / 1000);
  guint tenths = (guint) (thousandths % 1000 / 100);

  if (thousandths % 1000 == 0)
    return g_strdup_printf (ngettext ("%s cycle", "%s cycles", (gulong) (thousandths / 1000)), whole);
  return g_strdup_printf (_("%s.%u cycles"), whole, tenths);
}

char *
scope_call_diff_format (const ScopeCallDiff *diff, gint64 amount, gboolean sign)
{
  guint64 size = amount < 0 ? 0 - (guint64) amount : (guint64) amount;
  g_autofree char *text = diff->in_cycles ? format_cycles (size) : scope_format_duration ((double) size, 1);

  return g_strconcat (amount < 0 ? "−" : sign && amount > 0 ? "+" : "", text, NULL);
}

gboolean
scope_call_length_parse (const char *text, gint64 *ret_amount, gboolean *ret_cycles, GError **error)
{
  static const struct
  {
    const char *name;
    double ps; /* 0: cycles */
  } units[] = { { "ps", 1 },   { "ns", 1e3 }, { "us", 1e6 },    { "µs", 1e6 }, { "μs", 1e6 },    { "ms", 1e9 },
                { "s", 1e12 }, { "min", 6e13 }, { "cy", 0 }, { "cycle", 0 }, { "cycles", 0 } };
  char *end = NULL;
  double number = g_ascii_strtod (text, &end);
  g_autofree char *unit = g_strstrip (g_strdup (end));

  for (guint i = 0; i < G_N_ELEMENTS (units) && end != text; i++)
    if (strcmp (unit, units[i].name) == 0)
      {
        double amount = number * (units[i].ps > 0 ? units[i].ps : 1000);

        if (!(amount >= 0 && amount < 9e18))
          break;
        *ret_amount = (gint64) amount;
        *ret_cycles = units[i].ps == 0;
        return TRUE;
      }
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
               _("“%s” is not a length: use a number with cy (cycles), ps, ns, us, ms, s or min, as in 500cy"), text);
  return FALSE;
}

const char *
scope_call_match_label (ScopeCallMatch match)
{
  switch (match)
    {
    case SCOPE_CALL_ONLY_BASELINE:
      return _("only in the baseline");
    case SCOPE_CALL_ONLY_RUN:
      return _("only in this run");
    case SCOPE_CALL_MATCHED:
    default:
      return _("in both");
    }
}

char *
scope_call_diff_path_words (const ScopeCallDiff *diff, guint32 context, guint most)
{
  const char *names[64];
  guint n = 0;
  GString *words = g_string_new (NULL);
  guint32 i = context;

  for (; i != SCOPE_NONE && n < MIN (most, G_N_ELEMENTS (names)); i = diff->contexts[i].parent)
    names[n++] = diff->functions[diff->contexts[i].function].name;
  if (i != SCOPE_NONE)
    g_string_append (words, "… → ");
  while (n-- > 0)
    g_string_append_printf (words, "%s%s", names[n], n > 0 ? " → " : "");
  return g_string_free (words, FALSE);
}

char *
scope_call_parting_in_time (const ScopeCallDiff *diff, const ScopeCallParting *parting)
{
  g_autofree char *path = NULL, *change = NULL;
  gint64 step = parting->drift - parting->drift_before;

  if (!parting->in_time)
    return NULL;
  path = scope_call_diff_path_words (diff, parting->context, MOST_NAMES);
  change = scope_call_diff_format (diff, ABS (step), FALSE);
  if (parting->context == SCOPE_NONE)
    return g_strdup_printf (step > 0 ? _("Outside all calls this run takes %s longer") : _("Outside all calls this run takes %s less"),
                            change);
  return g_strdup_printf (step > 0 ? _("In %s this run takes %s longer") : _("In %s this run takes %s less"), path, change);
}

char *
scope_call_parting_in_calls (const ScopeCallDiff *diff, const ScopeCallParting *parting)
{
  g_autofree char *path = NULL;

  if (!parting->in_calls)
    return NULL;
  path = scope_call_diff_path_words (diff, parting->call_context, MOST_NAMES);
  return g_strdup_printf (parting->match == SCOPE_CALL_ONLY_RUN ? _("%s is called only in this run")
                                                                : _("%s is called only in the baseline"),
                          path);
}
