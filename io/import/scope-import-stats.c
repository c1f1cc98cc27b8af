/* scope-import-stats.c: the statistics that gem5 wrote beside a trace become tables of its machine: all of them, and what the cores did.
 *
 * A dump counts from the last reset on. Where several count from the same time each tells only what came in addition: the cores' figures
 * grow, as those that are counted in the trace.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import-private.h"

#include "io/format/gem5/scope-gem5-stats.h"
#include "model/base/scope-each.h"

#include <math.h>
#include <string.h>

G_STATIC_ASSERT (SCOPE_COUNTER_L2_MISSES - SCOPE_COUNTER_INSTRUCTIONS + 1 == SCOPE_GEM5_N_CORE_FIGURES);

#define MOST_CORES 4096u
#define PIECE (256u * 1024u)

typedef struct
{
  double last;   /* as it was told last, since the last reset */
  gint64 sum;    /* all of it so far */
  gboolean told; /* since the last reset */
} Figure;

static void
record_core (ScopeImportMember *member, gint64 time, guint32 number, guint figure, gint64 value)
{
  const gint64 row[SCOPE_COUNTER_N_COLUMNS] = { time, number, SCOPE_COUNTER_INSTRUCTIONS + figure, value, SCOPE_TABLE_NULL };

  member->machine->sink->klass->record (member->machine->sink, SCOPE_TABLE_CORE_STATISTICS, row);
}

/* Of one core; `before`: the dump before it, or NULL. */
static void
add_core (ScopeImportMember *member, const ScopeGem5Dump *dump, const ScopeGem5Dump *before, guint32 number, const double *values, Figure *figures)
{
  gboolean reset = before == NULL || dump->from != before->from;

  for (guint k = 0; k < SCOPE_GEM5_N_CORE_FIGURES; k++)
    {
      Figure *figure = &figures[k];
      double more;

      if (reset) /* it counts from 0, whether or not the dump says so: zeros are often left out */
        figure->last = figure->told = 0;
      if (isnan (values[k]) || values[k] < 0 || values[k] > 1e15)
        continue;
      if (!figure->told)
        record_core (member, dump->from, number, k, figure->sum);
      more = values[k] < figure->last ? values[k] : values[k] - figure->last;
      figure->sum += MIN ((gint64) more, G_MAXINT64 - figure->sum);
      figure->last = values[k];
      figure->told = TRUE;
      record_core (member, dump->to, number, k, figure->sum);
    }
}

static void
add_cores (ScopeImportMember *member, const ScopeGem5Stats *stats)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree ScopeGem5CoreFigure *map = NULL;
  g_autofree Figure *figures = NULL;
  g_autofree double *values = NULL;

  for (guint32 i = 0; i < scope_machine_n_entities (member->machine, SCOPE_KIND_PROCESSOR) && names->len < MOST_CORES; i++)
    {
      const ScopeEntity *core = scope_machine_entity (member->machine, SCOPE_KIND_PROCESSOR, i);
      guint32 number = (guint32) core->number;

      if (core->name == NULL || strchr (core->name, ' ') != NULL) /* "system.cpu T1" is one of its threads */
        continue;
      g_ptr_array_add (names, core->name);
      g_array_append_val (numbers, number);
    }
  map = scope_gem5_stats_map_cores (stats, (const char *const *) names->pdata, names->len);
  figures = g_new0 (Figure, names->len * SCOPE_GEM5_N_CORE_FIGURES + 1);
  values = g_new (double, names->len * SCOPE_GEM5_N_CORE_FIGURES + 1);
  for (guint d = 0; d < stats->dumps->len; d++)
    {
      const ScopeGem5Dump *dump = &g_array_index (stats->dumps, ScopeGem5Dump, d);

      scope_gem5_stats_sum_cores (stats, map, dump, names->len, values);
      for (guint c = 0; c < names->len; c++)
        add_core (member, dump, d > 0 ? dump - 1 : NULL, g_array_index (numbers, guint32, c), values + c * SCOPE_GEM5_N_CORE_FIGURES,
                  figures + c * SCOPE_GEM5_N_CORE_FIGURES);
    }
}

static void
add_all (ScopeImportMember *member, const ScopeGem5Stats *stats)
{
  ScopeSink *sink = member->machine->sink;
  g_autofree gint64 *texts = g_new (gint64, stats->names->len + 1);

  for (guint i = 0; i < stats->names->len; i++)
    texts[i] = (gint64) sink->klass->text (sink, stats->names->pdata[i], strlen (stats->names->pdata[i]));
  SCOPE_EACH (const ScopeGem5Dump, dump, stats->dumps)
    for (guint i = dump->first; i < dump->first + dump->n; i++)
      {
        const ScopeGem5Figure *figure = &g_array_index (stats->figures, ScopeGem5Figure, i);
        gint64 row[SCOPE_STATISTIC_N_COLUMNS] = { dump->to, dump->from, texts[figure->name], SCOPE_TABLE_NULL };

        if (!isnan (figure->value))
          memcpy (&row[SCOPE_STATISTIC_VALUE], &figure->value, sizeof figure->value);
        sink->klass->record (sink, SCOPE_TABLE_STATISTICS, row);
      }
}

/* What there is until *error. */
static ScopeGem5Stats *
read_all (ScopeSource *source, GCancellable *cancellable, GError **error)
{
  ScopeGem5StatsReader *reader = scope_gem5_stats_reader_new ();
  g_autofree char *room = g_malloc (PIECE);
  gssize got;

  while (!g_cancellable_is_cancelled (cancellable) && (got = scope_source_read (source, room, PIECE, error)) > 0
         && scope_gem5_stats_reader_feed (reader, room, (gsize) got))
    ;
  return scope_gem5_stats_reader_end (reader);
}

void
scope_import_member_add_beside_loss (ScopeImportMember *member, const char *name, guint64 from_byte, guint64 bytes, const char *why)
{
  g_autofree char *reason = g_strdup_printf ("%s: %s", name, why);
  ScopeLoss loss = { member->machine->index, SCOPE_NO_PROCESSOR, 0, 0, from_byte, bytes, reason };

  scope_machine_add_loss (member->machine, &loss);
}

void
scope_import_member_add_statistics (ScopeImportMember *member, GCancellable *cancellable)
{
  g_autoptr (ScopeGem5Stats) stats = NULL;
  g_autoptr (ScopeSource) source = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;

  if (member->archive != NULL)
    source = scope_archive_open_beside (member->archive, member->index, SCOPE_BESIDE_STATS, &name, &error);
  if (error != NULL)
    scope_import_member_add_beside_loss (member, name, 0, 0, error->message);
  if (source == NULL)
    return;
  stats = read_all (source, cancellable, &error);
  if (g_cancellable_is_cancelled (cancellable)) /* half of a dump says nothing */
    {
      scope_import_member_add_beside_loss (member, name, 0, 0, "reading was stopped here; what follows was not read");
      return;
    }
  add_all (member, stats);
  add_cores (member, stats);
  SCOPE_EACH (const ScopeGem5StatsFault, fault, stats->faults)
    scope_import_member_add_beside_loss (member, name, fault->from_byte, fault->bytes, fault->reason);
  if (error != NULL)
    scope_import_member_add_beside_loss (member, name, 0, 0, error->message);
}
