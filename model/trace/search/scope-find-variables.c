/* scope-find-variables.c: addresses of a query that are given by variables' names: "queue_lock", "table+8..table+63".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/search/scope-find-private.h"

#include "model/base/scope-each.h"
#include "model/trace/search/scope-variables.h"

#include <glib/gi18n-lib.h>
#include <string.h>

gboolean
scope_find_read_unsigned (const char *text, guint64 *ret_value)
{
  gboolean hex = g_str_has_prefix (text, "0x") || g_str_has_prefix (text, "0X");
  const char *digits = text + (hex ? 2 : 0);
  char *end;

  if (!(hex ? g_ascii_isxdigit (*digits) : g_ascii_isdigit (*digits)))
    return FALSE;
  errno = 0;
  *ret_value = g_ascii_strtoull (digits, &end, hex ? 16 : 10);

  return errno == 0 && *end == '\0';
}

gboolean
scope_find_names_variables (const char *value)
{
  g_auto (GStrv) parts = g_strsplit_set (value, ",", -1);
  gboolean any = FALSE;

  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_auto (GStrv) ends = g_strsplit (parts[i], "..", 2);

      for (guint k = 0; ends[k] != NULL; k++)
        if (g_ascii_isalpha (*ends[k]) || *ends[k] == '_')
          any = TRUE;
        else if (!g_ascii_isdigit (*ends[k]))
          return FALSE;
    }
  return any;
}

/* "table+8": all places that it may be, as far as `size` of them is meant. FALSE: nothing is called so. */
static gboolean
find_places (const GArray *variables, const char *text, GArray *places)
{
  const char *plus = strrchr (text, '+');
  g_autoptr (GArray) named = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint64 value = 0;
  guint before = places->len;
  g_autofree char *name = NULL;

  if (g_ascii_isdigit (*text))
    {
      ScopeFindSpan span;

      if (!scope_find_read_unsigned (text, &value))
        return FALSE;
      span = (ScopeFindSpan) { (gint64) value, (gint64) value };
      g_array_append_val (places, span);
      return TRUE;
    }
  if (plus != NULL && !scope_find_read_unsigned (plus + 1, &value))
    plus = NULL; /* of the name */
  name = plus != NULL ? g_strndup (text, (gsize) (plus - text)) : g_strdup (text);
  scope_variables_find (variables, name, named);
  for (guint i = 0; i < named->len; i += 2)
    {
      guint64 first = g_array_index (named, guint64, i), last = g_array_index (named, guint64, i + 1);
      ScopeFindSpan span = { (gint64) (first + value), (gint64) (plus != NULL ? first + value : last) };

      if (value <= G_MAXUINT64 - first)
        g_array_append_val (places, span);
    }
  return places->len > before;
}

/* One "A" or "A..B": of several that have the names, each from the i-th A to the i-th B. */
static gboolean
add_part (const GArray *variables, const char *part, GArray *spans)
{
  g_auto (GStrv) ends = g_strsplit (part, "..", 2);
  g_autoptr (GArray) first = g_array_new (FALSE, FALSE, sizeof (ScopeFindSpan)), last = g_array_new (FALSE, FALSE, sizeof (ScopeFindSpan));

  if (ends[0] == NULL || !find_places (variables, ends[0], first) || (ends[1] != NULL && !find_places (variables, ends[1], last)))
    return FALSE;
  for (guint i = 0; i < first->len; i++)
    {
      ScopeFindSpan span = g_array_index (first, ScopeFindSpan, i);

      if (last->len > 0)
        span.last = g_array_index (last, ScopeFindSpan, MIN (i, last->len - 1)).last;
      g_array_append_val (spans, span);
    }
  return TRUE;
}

GPtrArray *
scope_find_variable_spans (ScopeTrace *trace, const char *value, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (value, ",", -1);
  g_autofree gboolean *found = g_new0 (gboolean, g_strv_length (parts) + 1);
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  SCOPE_EACH_MACHINE (machine, trace)
  {
    g_autoptr (GArray) variables = scope_variables_read (machine);
    GArray *spans = g_array_new (FALSE, FALSE, sizeof (ScopeFindSpan));

    for (guint i = 0; parts[i] != NULL; i++)
      found[i] |= add_part (variables, parts[i], spans);
    g_ptr_array_add (all, spans);
  }
  for (guint i = 0; parts[i] != NULL; i++)
    if (!found[i])
      {
        g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                     _("“%s” is neither an address nor a variable that is known; variables are known by what nm -S lists, in a file beside the trace"),
                     parts[i]);
        return NULL;
      }
  return g_steal_pointer (&all);
}
