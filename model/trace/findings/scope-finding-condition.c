/* scope-finding-condition.c: see scope-finding-condition.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/findings/scope-finding-condition.h"

#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-format.h"

#include <string.h>

struct _ScopeFindingCondition
{
  char *text;
  char *rule;        /* or a part of one; "": any; NULL: it is about a cause */
  ScopeCause cause;
  gboolean greater, or_equal;
  double share;
};

/* A rule's name, or whole words of it: "convoy" of "lock_convoy". */
static gboolean
is_rule (const char *rule, const char *name)
{
  g_autofree char *all = g_strdup_printf ("_%s_", rule), *part = g_strdup_printf ("_%s_", name);

  return *name == '\0' || strstr (all, part) != NULL;
}

static gboolean
is_known (const char *name)
{
  for (guint i = 0; scope_findings_rule (i) != NULL; i++)
    if (is_rule (scope_findings_rule (i), name))
      return TRUE;
  return FALSE;
}

static int
find_cause (const char *name)
{
  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    if (strcmp (scope_cause_name ((ScopeCause) c), name) == 0)
      return (int) c;
  return -1;
}

static gboolean
parse_cause (ScopeFindingCondition *condition, GError **error)
{
  const char *text = condition->text, *sign = strpbrk (text, "<>"), *number;
  g_autofree char *name = NULL;
  char *end;
  int cause;

  if (sign == NULL)
    return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT,
                       "condition “%s”: it is neither “finding:NAME” nor a cause with < or >", text);
  name = g_strstrip (g_strndup (text, (gsize) (sign - text)));
  cause = find_cause (name);
  if (cause < 0)
    return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, "condition “%s”: there is no cause “%s”", text, name);
  condition->cause = (ScopeCause) cause;
  condition->greater = *sign == '>';
  condition->or_equal = sign[1] == '=';
  number = sign + 1 + condition->or_equal;
  while (*number == ' ')
    number++;
  condition->share = g_ascii_strtod (number, &end) / 100;
  while (*end == ' ')
    end++;
  if (end == number || !(condition->share >= 0 && condition->share <= 1) || strcmp (end, "%") != 0)
    return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT,
                       "condition “%s”: a share from 0%% to 100%% belongs behind the comparison", text);
  return TRUE;
}

ScopeFindingCondition *
scope_finding_condition_parse (const char *text, GError **error)
{
  g_autoptr (ScopeFindingCondition) condition = g_new0 (ScopeFindingCondition, 1);

  condition->text = g_strdup (text);
  if (strcmp (text, "finding") == 0 || g_str_has_prefix (text, "finding:"))
    {
      condition->rule = g_strdup (text + strlen (text[7] == ':' ? "finding:" : "finding"));
      if ((text[7] == ':' && *condition->rule == '\0') || !is_known (condition->rule))
        {
          scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, "condition “%s”: there is no such finding", text);
          return NULL;
        }
    }
  else if (!parse_cause (condition, error))
    return NULL;
  return g_steal_pointer (&condition);
}

void
scope_finding_condition_free (ScopeFindingCondition *condition)
{
  if (condition == NULL)
    return;
  g_free (condition->text);
  g_free (condition->rule);
  g_free (condition);
}

static gboolean
judge_rule (const ScopeFindingCondition *condition, const ScopeDiagnosis *diagnosis, char **ret_words)
{
  SCOPE_EACH (const ScopeFinding, finding, diagnosis->findings)
    {
      if (!is_rule (finding->rule, condition->rule))
        continue;
      *ret_words = g_strdup_printf ("%s: %s Condition %s holds", finding->rule, finding->sentence, condition->text);
      return TRUE;
    }
  *ret_words = g_strdup_printf ("there is no such finding: condition %s does not hold", condition->text);
  return FALSE;
}

gboolean
scope_finding_condition_judge (const ScopeFindingCondition *condition, const ScopeDiagnosis *diagnosis, char **ret_words)
{
  const ScopeAnalysis *analysis = diagnosis->analysis;
  double all = (double) (analysis->to - analysis->from) * analysis->n_processors, share;
  g_autofree char *part = NULL;
  gboolean holds;

  if (condition->rule != NULL)
    return judge_rule (condition, diagnosis, ret_words);
  share = all > 0 ? (double) analysis->parts[condition->cause] / all : 0;
  part = scope_format_share (share);
  holds = condition->greater ? share > condition->share : share < condition->share;
  holds = holds || (condition->or_equal && share == condition->share);
  *ret_words = g_strdup_printf (holds ? "%s is %s of the processors' time: condition %s holds"
                                      : "%s is %s of the processors' time: condition %s does not hold",
                                scope_cause_name (condition->cause), part, condition->text);
  return holds;
}
