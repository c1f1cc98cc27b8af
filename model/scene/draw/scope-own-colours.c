/* scope-own-colours.c: see scope-own-colours.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/draw/scope-own-colours.h"

#include "model/base/scope-fail.h"
#include "model/base/scope-ref.h"
#include "model/trace/document/scope-message.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define OF_MESSAGES "message:"

typedef struct
{
  char *name;
  GPatternSpec *pattern;
  ScopeColour colour;
} Rule;

struct _ScopeOwnColours
{
  gatomicrefcount refs;
  char *text;
  GArray *lanes; /* Rule */
  ScopeColour messages[SCOPE_N_TAGS + 1]; /* by tag; the last: where there is but one class */
  guint64 digest;
};

static void
clear_rule (gpointer data)
{
  Rule *rule = data;

  g_free (rule->name);
  g_pattern_spec_free (rule->pattern);
}

static void
own_free (ScopeOwnColours *own)
{
  g_array_unref (own->lanes);
  g_free (own->text);
  g_free (own);
}

SCOPE_DEFINE_REF (ScopeOwnColours, scope_own_colours, object->refs, own_free)

/* --- reading --- */

/* "#rrggbb" */
static gboolean
parse_colour (const char *text, ScopeColour *ret_colour)
{
  guint64 value;

  if (text[0] != '#' || strlen (text) != 7 || strspn (text + 1, "0123456789abcdefABCDEF") != 6)
    return FALSE;
  value = g_ascii_strtoull (text + 1, NULL, 16);
  *ret_colour = 0xff000000u | (ScopeColour) value;
  return TRUE;
}

/* Its place in `messages`, or SCOPE_NONE. */
static guint
place_of (guint tag)
{
  if (tag == SCOPE_TAG_MESSAGE)
    return SCOPE_N_TAGS;
  return tag >= SCOPE_TAG_FIRST && tag - SCOPE_TAG_FIRST < SCOPE_N_TAGS ? tag - SCOPE_TAG_FIRST : SCOPE_NONE;
}

static guint
find_class (const char *name)
{
  for (guint i = 0; i < SCOPE_N_TAGS; i++)
    if (g_ascii_strcasecmp (name, scope_message_tag_name (SCOPE_TAG_FIRST + i)) == 0)
      return i;
  return g_ascii_strcasecmp (name, scope_message_tag_name (SCOPE_TAG_MESSAGE)) == 0 ? SCOPE_N_TAGS : SCOPE_NONE;
}

static gboolean
add_message (ScopeOwnColours *own, const char *name, ScopeColour colour, GError **error)
{
  guint place = find_class (name);

  if (place == SCOPE_NONE)
    return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, _("There is no class of messages “%s”: take DataMes, Head, RFork, …"), name);
  if (own->messages[place] == 0)
    own->messages[place] = colour;
  return TRUE;
}

/* "PATTERN=#rrggbb", which it cuts. */
static gboolean
add_rule (ScopeOwnColours *own, char *text, GError **error)
{
  char *last = strrchr (text, '=');
  ScopeColour colour;
  Rule rule;

  if (last == NULL || last == text || !parse_colour (g_strstrip (last + 1), &colour))
    return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, _("“%s” is no colour: write NAME=#rrggbb"), text);
  *last = '\0';
  g_strchomp (text);
  if (g_str_has_prefix (text, OF_MESSAGES))
    return add_message (own, text + strlen (OF_MESSAGES), colour, error);
  if (own->lanes->len == SCOPE_OWN_COLOURS_MOST)
    return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, _("There are more than %u colours"), SCOPE_OWN_COLOURS_MOST);
  rule = (Rule) { g_strdup (text), g_pattern_spec_new (text), colour };
  g_array_append_val (own->lanes, rule);
  return TRUE;
}

static gboolean
add_rules (ScopeOwnColours *own, char **parts, GError **error)
{
  for (char **part = parts; *part != NULL; part++)
    if (g_strstrip (*part)[0] != '\0' && !add_rule (own, *part, error))
      return FALSE;
  return TRUE;
}

static void
mix (guint64 *digest, guint64 more)
{
  *digest = (*digest ^ more) * 0x100000001b3u;
}

static void
set_digest (ScopeOwnColours *own)
{
  own->digest = 0xcbf29ce484222325u;
  for (guint i = 0; i <= SCOPE_N_TAGS; i++)
    mix (&own->digest, own->messages[i]);
  for (guint i = 0; i < own->lanes->len; i++)
    {
      const Rule *rule = &g_array_index (own->lanes, Rule, i);

      mix (&own->digest, g_str_hash (rule->name));
      mix (&own->digest, rule->colour);
    }
}

ScopeOwnColours *
scope_own_colours_parse (const char *text, GError **error)
{
  g_auto (GStrv) parts = NULL;
  g_autoptr (ScopeOwnColours) own = NULL;

  if (text == NULL || !g_utf8_validate (text, -1, NULL))
    return text == NULL ? NULL : scope_fail_null (error, G_IO_ERROR_INVALID_ARGUMENT, _("The colours are no text"));
  own = g_new0 (ScopeOwnColours, 1);
  g_atomic_ref_count_init (&own->refs);
  own->text = g_strdup (text);
  own->lanes = g_array_new (FALSE, FALSE, sizeof (Rule));
  g_array_set_clear_func (own->lanes, clear_rule);
  parts = g_strsplit (text, ",", -1);
  if (!add_rules (own, parts, error) || (own->lanes->len == 0 && !scope_own_colours_has_messages (own)))
    return NULL;
  set_digest (own);
  return g_steal_pointer (&own);
}

/* --- asking --- */

/* A comma would end it. */
static char *
escape (const char *name)
{
  char *safe = g_strdup (name);

  for (char *at = safe; *at != '\0'; at++)
    if (*at == ',')
      *at = '?';
  return g_strstrip (safe);
}

const char *
scope_own_colours_text (const ScopeOwnColours *own)
{
  return own != NULL ? own->text : "";
}

ScopeColour
scope_own_colours_find (const ScopeOwnColours *own, const char *const *names, guint n_names)
{
  for (guint i = 0; own != NULL && i < own->lanes->len; i++)
    {
      const Rule *rule = &g_array_index (own->lanes, Rule, i);

      for (guint k = 0; k < n_names; k++)
        if (names[k] != NULL && g_pattern_spec_match_string (rule->pattern, names[k]))
          return rule->colour;
    }
  return 0;
}

ScopeColour
scope_own_colours_message (const ScopeOwnColours *own, guint tag)
{
  guint place = place_of (tag);

  return own != NULL && place != SCOPE_NONE ? own->messages[place] : 0;
}

gboolean
scope_own_colours_has_messages (const ScopeOwnColours *own)
{
  for (guint i = 0; own != NULL && i <= SCOPE_N_TAGS; i++)
    if (own->messages[i] != 0)
      return TRUE;
  return FALSE;
}

const char *
scope_own_colours_lane (const ScopeOwnColours *own, guint i, ScopeColour *ret_colour)
{
  if (own == NULL || i >= own->lanes->len)
    return NULL;
  *ret_colour = g_array_index (own->lanes, Rule, i).colour;
  return g_array_index (own->lanes, Rule, i).name;
}

gboolean
scope_own_colours_has_lane (const ScopeOwnColours *own, const char *name)
{
  g_autofree char *safe = escape (name);

  for (guint i = 0; own != NULL && i < own->lanes->len; i++)
    if (g_str_equal (g_array_index (own->lanes, Rule, i).name, safe))
      return TRUE;
  return FALSE;
}

guint64
scope_own_colours_digest (const ScopeOwnColours *own)
{
  return own != NULL ? own->digest : 0;
}

/* --- writing --- */

static gboolean
is_of (const char *rule, const char *name)
{
  const char *last = strrchr (rule, '=');
  g_autofree char *of = last != NULL ? g_strchomp (g_strndup (rule, (gsize) (last - rule))) : NULL;

  return of != NULL && g_str_equal (of, name);
}

char *
scope_own_colours_with (const char *text, const char *name, ScopeColour colour)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  g_autofree char *safe = escape (name);
  GString *with = g_string_new (NULL);

  if (colour != 0)
    g_string_append_printf (with, "%s=#%06x", safe, colour & 0xffffffu);
  for (char **part = parts; *part != NULL; part++)
    if (g_strstrip (*part)[0] != '\0' && !is_of (*part, safe))
      g_string_append_printf (with, "%s%s", with->len > 0 ? ", " : "", *part);
  return g_string_free (with, FALSE);
}
