/* scope-gem5-config.c: what gem5's config.ini sets to a number, as facts of the trace: several runs are laid over them as a series.
 *
 *     [system.l2]
 *     size=262144          "system.l2.size=262144"
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-gem5.h"

#include "io/source/scope-text.h"

#include <math.h>
#include <string.h>

#define MOST_SETTINGS 20000u
#define MOST_BYTES 200u /* of a section, or a line */

/* They say nothing of the machine: every section has them. */
static gboolean
is_dull (const char *line)
{
  return g_str_has_prefix (line, "eventq_index=") || g_str_has_prefix (line, "p_state_");
}

static gboolean
is_number (const char *text)
{
  char *end;
  double value = g_ascii_strtod (text, &end);

  return end != text && *end == '\0' && isfinite (value);
}

/* A line as people may read it; NULL: it is none of a configuration. */
static char *
dup_line (const char *line, gsize length)
{
  g_autofree char *said = length < MOST_BYTES && g_utf8_validate (line, (gssize) length, NULL) ? g_strstrip (g_strndup (line, length)) : NULL;

  for (const char *p = said; p != NULL && *p != '\0'; p++)
    if (g_ascii_iscntrl (*p))
      return NULL;
  return g_steal_pointer (&said);
}

guint
scope_gem5_each_setting (const char *text, gsize n, ScopeGem5SettingFunc func, gpointer data)
{
  g_autofree char *section = NULL;
  const char *line;
  gsize length;
  guint count = 0;

  while (count < MOST_SETTINGS && scope_next_part (&text, &n, '\n', &line, &length))
    {
      g_autofree char *said = dup_line (line, length);
      const char *equals = said != NULL ? strchr (said, '=') : NULL;

      if (said != NULL && *said == '[' && said[strlen (said) - 1] == ']')
        {
          g_free (section);
          section = g_strndup (said + 1, strlen (said) - 2);
        }
      else if (said == NULL && length > 0 && *line == '[')
        g_clear_pointer (&section, g_free); /* what follows is not of the one before */
      else if (section != NULL && equals != NULL && equals > said && is_number (equals + 1) && !is_dull (said))
        {
          g_autofree char *setting = g_strdup_printf ("%s.%s", section, said);

          func (setting, data);
          count++;
        }
    }
  return count;
}
