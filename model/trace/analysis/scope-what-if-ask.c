/* scope-what-if-ask.c: what is asked of replays: wishes as people say them, and all of it in as few passes as memory allows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/analysis/scope-what-if-private.h"

#include "model/base/scope-each.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

static void
scale_clear (gpointer scale)
{
  g_free (((ScopeWhatIfScale *) scale)->label);
}

void
scope_what_if_init (ScopeWhatIf *what_if)
{
  *what_if = (ScopeWhatIf) { .scales = g_array_new (FALSE, TRUE, sizeof (ScopeWhatIfScale)), .latency = 1, .collections = 1 };
  g_array_set_clear_func (what_if->scales, scale_clear);
}

void
scope_what_if_clear (ScopeWhatIf *what_if)
{
  g_clear_pointer (&what_if->scales, g_array_unref);
}

/* "x0.5". */
static gboolean
parse_factor (const char *text, double *ret_factor)
{
  char *end;

  if (*text != 'x')
    return FALSE;
  *ret_factor = g_ascii_strtod (text + 1, &end);
  return end != text + 1 && *end == '\0' && isfinite (*ret_factor) && *ret_factor >= 0 && *ret_factor <= 1000;
}

static gboolean
parse_processors (ScopeWhatIf *what_if, const char *value)
{
  guint64 n;

  if (parse_factor (value, &what_if->more))
    return what_if->more > 0;
  what_if->processors = G_MAXUINT;
  if (strcmp (value, "inf") == 0)
    return TRUE;
  if (!g_ascii_string_to_unsigned (value, 10, 1, 65536, &n, NULL))
    return FALSE;
  what_if->processors = (guint) n;
  return TRUE;
}

static gboolean
parse_scale (ScopeWhatIf *what_if, ScopeTrace *trace, const char *name, const char *value)
{
  ScopeWhatIfScale scale = { .factor = 1 };

  if (!parse_factor (value, &scale.factor))
    return FALSE;
  if (g_str_has_prefix (name, "label:"))
    scale.label = g_strdup (name + strlen ("label:"));
  else if (!scope_trace_parse_lane (trace, name, &scale.lane, NULL) || scale.lane.kind == SCOPE_KIND_PROCESSOR)
    return FALSE;
  g_array_append_val (what_if->scales, scale);
  return TRUE;
}

gboolean
scope_what_if_add (ScopeWhatIf *what_if, ScopeTrace *trace, const char *text, GError **error)
{
  const char *blank = strrchr (text, ' '), *value = blank != NULL ? blank + 1 : "";
  g_autofree char *name = g_strndup (text, blank != NULL ? (gsize) (blank - text) : strlen (text));
  gboolean ok;

  if (strcmp (name, "processors") == 0)
    ok = parse_processors (what_if, value);
  else if (strcmp (name, "latency") == 0)
    ok = parse_factor (value, &what_if->latency);
  else if (strcmp (text, "gc off") == 0)
    {
      what_if->collections = 0;
      ok = TRUE;
    }
  else if (strcmp (text, "gc wait off") == 0)
    ok = what_if->no_barrier = TRUE;
  else if (strcmp (name, "gc") == 0)
    ok = parse_factor (value, &what_if->collections);
  else if (strcmp (text, "stealing perfect") == 0)
    ok = what_if->stealing = TRUE;
  else if (strcmp (text, "timers off") == 0)
    ok = what_if->no_timers = TRUE;
  else
    ok = parse_scale (what_if, trace, name, value);
  if (!ok)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 "“%s”: there is “label:NAME x0.5”, “LANE x0.5” (a thread, process or machine), “processors 8”, “processors x2”, "
                 "“processors inf”, “latency x0”, “gc off”, “gc x0.5”, “gc wait off”, “stealing perfect”, “timers off”",
                 text);
  return ok;
}

gboolean
scope_what_if_is_label (const char *name, const char *wanted)
{
  const char *colon = strchr (name, ':');
  gsize n = strlen (wanted);

  return strcmp (name, wanted) == 0 || (colon != NULL && strncmp (colon + 1, wanted, n) == 0 && colon[1 + n] == '/');
}

gboolean
scope_what_if_is_empty (const ScopeWhatIf *what_if)
{
  return what_if->scales->len == 0 && what_if->pieces == NULL && what_if->latency == 1 && what_if->collections == 1
         && what_if->processors == 0 && what_if->more == 0 && !what_if->stealing && !what_if->no_barrier && !what_if->no_timers;
}

guint
scope_what_if_count_slots (const ScopeWhatIf *what_if, guint n)
{
  if (what_if->more > 0)
    return MAX ((guint) lround (n * what_if->more), 1);
  return what_if->processors > 0 && what_if->processors < G_MAXUINT ? what_if->processors : n;
}

double
scope_what_if_scale_of (const ScopeWhatIf *what_if, ScopeMachine *machine, ScopeTaskId id, guint *doubts)
{
  double factor = 1;

  SCOPE_EACH (const ScopeWhatIfScale, scale, what_if->scales)
    {
      if (scale->label != NULL || scale->lane.machine != id.machine
          || (scale->lane.kind == SCOPE_KIND_THREAD && scale->lane.index != id.thread)
          || (scale->lane.kind == SCOPE_KIND_PROCESS
              && scale->lane.index != scope_machine_entity (machine, SCOPE_KIND_THREAD, id.thread)->process))
        continue;
      factor *= scale->factor;
      *doubts &= ~(guint) SCOPE_DOUBT_NOT_FOUND;
    }
  return factor;
}

/* Where nothing changes, nothing is in doubt; without collections, not how long they take. */
guint
scope_what_if_settle_doubts (const ScopeWhatIf *what_if, guint doubts)
{
  if (scope_what_if_is_empty (what_if))
    doubts &= SCOPE_DOUBT_WAITS;
  if (what_if->no_timers)
    doubts = (doubts & ~(guint) SCOPE_DOUBT_TIMERS) | SCOPE_DOUBT_POLLING;
  if (what_if->collections == 0)
    doubts &= ~(guint) SCOPE_DOUBT_COLLECTIONS;
  return doubts;
}

const char *
scope_doubt_sentence (ScopeDoubt doubt)
{
  switch (doubt)
    {
    case SCOPE_DOUBT_ORDER:
      return _("The order of the record was kept; with other times others might have come first.");
    case SCOPE_DOUBT_SPARKS:
      return _("Sparks run wherever a processor is idle; which ones is not known.");
    case SCOPE_DOUBT_WAITS:
      return _("Some waits have no known end; they keep their length.");
    case SCOPE_DOUBT_TIMERS:
      return _("Who sleeps for a time sleeps as often and as long as it did.");
    case SCOPE_DOUBT_POLLING:
      return _("What sleepers look for was not recorded: each is taken to be woken by the last that happened while it slept.");
    case SCOPE_DOUBT_COLLECTIONS:
      return _("Collections depend on what is allocated, and take longer or shorter with other numbers of processors.");
    default:
      return _("Nothing ran that was to be scaled.");
    }
}

/* --- what is asked --- */

#define TASKS_AT_ONCE 65536u /* the clocks of one may take some kilobytes */

/* So many at once that their tasks are not too many: two, as many as that is. */
static gboolean
replay_all (const ScopeQueryRange *within, const ScopeWhatIf *const *what_ifs, ScopeWhatIfResult *results, guint n, GError **error)
{
  ScopeQueryRange each = *within;
  guint64 n_tasks = 1;
  guint at_once;

  for (guint m = 0; m < scope_trace_n_machines (within->trace); m++)
    n_tasks += scope_machine_n_entities (scope_trace_machine (within->trace, m), SCOPE_KIND_THREAD);
  at_once = (guint) MAX (TASKS_AT_ONCE / n_tasks, 2);
  if (n > at_once)
    each.permille = NULL; /* it is told pass by pass */
  for (guint i = 0; i < n; i += at_once)
    {
      if (!scope_what_if_replay (&each, what_ifs + i, results + i, MIN (at_once, n - i), error))
        return FALSE;
      scope_query_range_progress (within, MIN (i + at_once, n), n);
    }
  return TRUE;
}

gboolean
scope_what_if_run_all (const ScopeQueryRange *within, const ScopeWhatIf *const *what_ifs, ScopeWhatIfResult *results, guint n, GError **error)
{
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (ScopeWhatIfScale));
  const ScopeWhatIf same = { .scales = none, .latency = 1, .collections = 1 };
  g_autofree const ScopeWhatIf **all = g_new (const ScopeWhatIf *, n + 1u);
  g_autofree ScopeWhatIfResult *found = g_new0 (ScopeWhatIfResult, n + 1u);
  gint64 first, last, replayed = 0;
  guint as_is = n;

  scope_trace_range (within->trace, &first, &last);
  for (guint i = 0; i < n; i++)
    {
      replayed = MAX (replayed, results[i].replayed);
      all[i] = what_ifs[i];
      found[i].doubts = what_ifs[i]->scales->len > 0 ? SCOPE_DOUBT_NOT_FOUND : 0;
      if (scope_what_if_is_empty (what_ifs[i]))
        as_is = i;
    }
  all[n] = &same;
  if (!replay_all (within, all, found, n + (as_is == n && replayed <= 0), error))
    return FALSE;
  if (as_is < n || replayed <= 0)
    replayed = found[as_is].end;
  for (guint i = 0; i < n; i++)
    {
      results[i] = found[i];
      results[i].measured = last - first;
      results[i].replayed = replayed;
    }
  return TRUE;
}

gboolean
scope_what_if_run (const ScopeQueryRange *within, const ScopeWhatIf *what_if, ScopeWhatIfResult *ret_result, GError **error)
{
  return scope_what_if_run_all (within, &what_if, ret_result, 1, error);
}
