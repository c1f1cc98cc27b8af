/* scope-event-condition.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/events/scope-event-condition.h"

#include <string.h>

static const struct
{
  const char *sign;
  ScopeCompare compare;
} signs[] = {
  { "<", SCOPE_COMPARE_LESS },      { "<=", SCOPE_COMPARE_AT_MOST },  { "≤", SCOPE_COMPARE_AT_MOST },
  { "==", SCOPE_COMPARE_EQUAL },    { "!=", SCOPE_COMPARE_OTHER },    { "≠", SCOPE_COMPARE_OTHER },
  { ">=", SCOPE_COMPARE_AT_LEAST }, { "≥", SCOPE_COMPARE_AT_LEAST },  { ">", SCOPE_COMPARE_MORE },
};

static const struct
{
  const char *unit;
  double factor;
} units[] = {
  { "b", 1 },   { "k", 1e3 },    { "kb", 1e3 },          { "kib", 1024 },
  { "m", 1e6 }, { "mb", 1e6 },   { "mib", 1024 * 1024 }, { "g", 1e9 },
  { "gb", 1e9 }, { "gib", 1024.0 * 1024 * 1024 },
};

static void
condition_clear (gpointer data)
{
  g_free (((ScopeEventCondition *) data)->field);
}

static gboolean
take_condition (const GMatchInfo *info, GString *result, gpointer data)
{
  GArray *conditions = data;
  g_autofree char *field = g_match_info_fetch (info, 1), *sign = g_match_info_fetch (info, 2);
  g_autofree char *number = g_match_info_fetch (info, 3), *unit = g_match_info_fetch (info, 4);
  ScopeEventCondition condition = { g_ascii_strdown (field, -1), SCOPE_COMPARE_EQUAL, g_ascii_strtod (number, NULL) };

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (strcmp (sign, signs[i].sign) == 0)
      condition.compare = signs[i].compare;
  for (guint i = 0; unit != NULL && i < G_N_ELEMENTS (units); i++)
    if (g_ascii_strcasecmp (unit, units[i].unit) == 0)
      condition.value *= units[i].factor;
  g_array_append_val (conditions, condition);
  g_string_append_c (result, ' ');
  return FALSE;
}

char *
scope_event_conditions_take (const char *text, GArray **ret_conditions)
{
  /* One "=" is a text, as fields are written. */
  g_autoptr (GRegex) regex = g_regex_new ("(?:^|(?<=\\s))([a-z][a-z0-9_]*)\\s*(<=|>=|==|!=|<|>|≤|≥|≠)\\s*"
                                          "([0-9]+(?:\\.[0-9]+)?)\\s*(b|[kmg]i?b?)?(?=\\s|$)",
                                          G_REGEX_CASELESS, 0, NULL);
  GArray *conditions = g_array_new (FALSE, FALSE, sizeof (ScopeEventCondition));
  char *rest = NULL;

  g_array_set_clear_func (conditions, condition_clear);
  if (g_utf8_validate (text, -1, NULL))
    rest = g_regex_replace_eval (regex, text, -1, 0, 0, take_condition, conditions, NULL);
  if (conditions->len == 0)
    g_clear_pointer (&conditions, g_array_unref);
  *ret_conditions = conditions;
  return g_strstrip (rest != NULL ? rest : g_strdup (text));
}

gboolean
scope_event_condition_holds (const ScopeEventCondition *condition, double value)
{
  switch (condition->compare)
    {
    case SCOPE_COMPARE_LESS:
      return value < condition->value;
    case SCOPE_COMPARE_AT_MOST:
      return value <= condition->value;
    case SCOPE_COMPARE_OTHER:
      return value < condition->value || value > condition->value;
    case SCOPE_COMPARE_AT_LEAST:
      return value >= condition->value;
    case SCOPE_COMPARE_MORE:
      return value > condition->value;
    case SCOPE_COMPARE_EQUAL:
    default:
      return value >= condition->value && value <= condition->value;
    }
}

gboolean
scope_event_condition_is_of (const ScopeEventCondition *condition, const char *name, gsize length)
{
  return strlen (condition->field) == length && g_ascii_strncasecmp (name, condition->field, length) == 0;
}

gboolean
scope_event_condition_holds_in (const ScopeEventCondition *condition, const char *detail)
{
  for (const char *at = detail; at != NULL && *at != '\0'; at = strchr (at, ' '))
    {
      gsize length;

      at += strspn (at, " ");
      length = strcspn (at, "= ");
      if (at[length] == '=' && scope_event_condition_is_of (condition, at, length))
        {
          char *end;
          double value = g_ascii_strtod (at + length + 1, &end);

          if (end > at + length + 1 && (*end == ' ' || *end == '\0') && scope_event_condition_holds (condition, value))
            return TRUE;
        }
    }
  return FALSE;
}
