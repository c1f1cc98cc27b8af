/* scope-utilisations.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/statistics/scope-utilisations.h"

#include "model/base/scope-format.h"
#include "model/trace/statistics/scope-statistics.h"

#include <glib/gi18n-lib.h>

#define MILLION 1e6

/* Of schedulers together: at work, of what is known. */
typedef struct
{
  double at_work, known;
} Part;

static double
part_of (const Part *part)
{
  return part->known > 0 ? CLAMP (part->at_work / part->known, 0, 1) : -1;
}

/* Dirty ones bear 0. */
static guint
count_schedulers (ScopeMachine *machine)
{
  guint n = 0;

  for (guint i = 0; i < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR); i++)
    n += scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, i)->number > 0;
  return n;
}

static gboolean
read_running (const ScopeQueryRange *within, Part *part, GError **error)
{
  g_autoptr (GArray) rows = scope_statistics_entities (within, SCOPE_KIND_PROCESSOR, error);

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    {
      const ScopeEntityRow *row = &g_array_index (rows, ScopeEntityRow, i);
      ScopeMachine *machine = scope_trace_machine (within->trace, row->lane.machine);

      if (scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, row->lane.index)->number == 0)
        continue;
      for (guint s = 0; s < SCOPE_STATE_UNKNOWN; s++)
        part->known += (double) row->totals[s];
      part->at_work += (double) (row->totals[SCOPE_STATE_RUNNING] + row->totals[SCOPE_STATE_COLLECTING]);
    }
  return rows != NULL;
}

static double
overlap (const ScopeQueryRange *within, gint64 from, gint64 to)
{
  return (double) MAX (MIN (to, within->to) - MAX (from, within->from), 0);
}

/* Each change says how many are active from there on. What was before the first is not known. */
static gboolean
read_active (const ScopeQueryRange *within, ScopeMachine *machine, Part *part, GError **error)
{
  gint64 offset = scope_trace_offset (within->trace, machine), since = SCOPE_TIME_MIN;
  guint n = count_schedulers (machine);
  double active = 0, length;
  GError *local = NULL;

  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_SCHEDULERS], SCOPE_TIME_MIN, SCOPE_TIME_MAX, within->cancellable, &local)
    {
      gint64 time = row[SCOPE_SCHEDULER_TIME] + offset;

      length = since != SCOPE_TIME_MIN ? overlap (within, since, time) : 0;
      part->at_work += active * length;
      part->known += n * length;
      active = (double) CLAMP (row[SCOPE_SCHEDULER_N_ACTIVE], 0, n);
      since = time;
    }
  length = since != SCOPE_TIME_MIN ? overlap (within, since, scope_time_add (machine->last, offset)) : 0;
  part->at_work += active * length;
  part->known += n * length;
  return scope_passed (local, error);
}

/* A sample is of the time since that before it; of the first that is not known. */
static gboolean
read_busy (const ScopeQueryRange *within, ScopeMachine *machine, Part *part, GError **error)
{
  gint64 offset = scope_trace_offset (within->trace, machine);
  g_autoptr (GHashTable) before = g_hash_table_new_full (NULL, NULL, NULL, g_free); /* number → time */
  GError *local = NULL;

  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_COUNTERS], SCOPE_TIME_MIN, SCOPE_TIME_MAX, within->cancellable, &local)
    {
      gint64 processor = row[SCOPE_COUNTER_PROCESSOR], time = row[SCOPE_COUNTER_TIME] + offset, *last;
      double length;

      if (row[SCOPE_COUNTER_NAME] != SCOPE_COUNTER_SCHEDULER_UTILISATION || processor <= 0)
        continue;
      last = g_hash_table_lookup (before, GINT_TO_POINTER ((int) processor));
      length = last != NULL ? overlap (within, *last, time) : 0;
      part->at_work += length * (double) row[SCOPE_COUNTER_VALUE] / MILLION;
      part->known += length;
      if (last == NULL)
        {
          last = g_new (gint64, 1);
          g_hash_table_insert (before, GINT_TO_POINTER ((int) processor), last);
        }
      *last = time;
    }
  return scope_passed (local, error);
}

gboolean
scope_utilisations_read (const ScopeQueryRange *within, ScopeUtilisations *ret, GError **error)
{
  Part running = { 0 }, active = { 0 }, busy = { 0 };

  *ret = (ScopeUtilisations) { -1, -1, -1 };
  if (scope_trace_runtime (within->trace) != SCOPE_RUNTIME_ERLANG)
    return TRUE;
  if (!read_running (within, &running, error))
    return FALSE;
  for (guint m = 0; m < scope_trace_n_machines (within->trace); m++)
    if (!read_active (within, scope_trace_machine (within->trace, m), &active, error)
        || !read_busy (within, scope_trace_machine (within->trace, m), &busy, error))
      return FALSE;
  *ret = (ScopeUtilisations) { part_of (&running), part_of (&active), part_of (&busy) };
  return TRUE;
}

char *
scope_utilisations_dup_sentence (const ScopeUtilisations *utilisations)
{
  const double values[] = { utilisations->running, utilisations->active, utilisations->busy };
  /* TRANSLATORS: of how much of their time schedulers were at work; a share each */
  static const char *const words[] = { N_("running %s (processes)"), N_("active %s (with ports and the VM's own work)"),
                                       N_("busy %s (by the VM's clock, also while the system runs something else)") };
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    if (values[i] >= 0)
      {
        g_autofree char *share = scope_format_share (values[i]);

        g_string_append (text, n++ > 0 ? ", " : "");
        g_string_append_printf (text, _(words[i]), share);
      }
  if (n < 2)
    return NULL;
  /* TRANSLATORS: “running 26.8 % (processes), active …” */
  return g_strdup_printf (_("Schedulers, of their time: %s. Waiting for work, asleep or spinning, is none of it"), text->str);
}
