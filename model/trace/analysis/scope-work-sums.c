/* scope-work-sums.c: see scope-work-sums.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-work-sums.h"

#include "model/base/scope-each.h"

typedef struct
{
  gint64 since; /* what it does is summed up until then */
  guint32 label;
  gboolean runs;
} Processor;

typedef struct
{
  guint n_processors;
  guint n;
  struct
  {
    guint32 label;
    gint64 time;
  } sums[SCOPE_WORK_LABELS + 1];
  guint last; /* row of it + 1 that may go on in the next bin; 0: none */
} Group;

struct _ScopeWorkSums
{
  gint64 first, last;
  guint bin;
  gint64 end; /* of that bin */
  guint n_processors, n_groups;
  Processor *processors;
  Group *groups;
  GArray *rows;
};

gint64
scope_work_edge (gint64 first, gint64 last, guint i)
{
  return first + (gint64) ((__int128) (last - first) * i / SCOPE_WORK_BINS);
}

static Group *
group_of (const ScopeWorkSums *self, guint processor)
{
  return &self->groups[(guint64) processor * self->n_groups / self->n_processors];
}

ScopeWorkSums *
scope_work_sums_new (guint n_processors, gint64 first, gint64 last)
{
  ScopeWorkSums *self = g_new0 (ScopeWorkSums, 1);

  self->first = first;
  self->last = last;
  self->n_processors = n_processors;
  self->n_groups = MIN (n_processors, SCOPE_WORK_GROUPS);
  self->processors = g_new0 (Processor, n_processors);
  self->groups = g_new0 (Group, self->n_groups);
  self->rows = g_array_new (FALSE, FALSE, sizeof (ScopeWorkSum));
  self->end = scope_work_edge (first, last, 1);
  for (guint p = 0; p < n_processors; p++)
    group_of (self, p)->n_processors++;
  return self;
}

void
scope_work_sums_free (ScopeWorkSums *self)
{
  g_free (self->processors);
  g_free (self->groups);
  g_clear_pointer (&self->rows, g_array_unref);
  g_free (self);
}

static void
add (Group *group, guint32 label, gint64 time)
{
  guint i = 0;

  while (i < group->n && group->sums[i].label != label)
    i++;
  if (i == group->n && i < G_N_ELEMENTS (group->sums))
    {
      group->sums[i].label = i < SCOPE_WORK_LABELS ? label : SCOPE_NONE;
      group->sums[i].time = 0;
      group->n++;
    }
  group->sums[MIN (i, SCOPE_WORK_LABELS)].time += time;
}

/* What the processor does is summed up until `time`, within the bin. */
static void
settle (ScopeWorkSums *self, guint p, gint64 time)
{
  Processor *processor = &self->processors[p];

  if (processor->runs && time > processor->since)
    add (group_of (self, p), processor->label, time - processor->since);
  processor->since = MAX (time, processor->since);
}

static void
write_group (ScopeWorkSums *self, guint g, gint64 width)
{
  Group *group = &self->groups[g];
  gboolean only = group->n == 1 && group->sums[0].time == width * group->n_processors;
  ScopeWorkSum *last = group->last > 0 ? &g_array_index (self->rows, ScopeWorkSum, group->last - 1) : NULL;

  if (only && last != NULL && last->label == group->sums[0].label)
    {
      last->bins++;
      last->time += group->sums[0].time;
      group->n = 0;
      return;
    }
  for (guint i = 0; i < group->n; i++)
    {
      const ScopeWorkSum row = { self->bin, 1, g, group->sums[i].label, group->sums[i].time };

      g_array_append_val (self->rows, row);
    }
  group->last = only ? self->rows->len : 0;
  group->n = 0;
}

static void
end_bin (ScopeWorkSums *self)
{
  gint64 width = self->end - scope_work_edge (self->first, self->last, self->bin);

  for (guint p = 0; p < self->n_processors; p++)
    settle (self, p, self->end);
  for (guint g = 0; g < self->n_groups; g++)
    write_group (self, g, width);
  self->bin++;
  self->end = scope_work_edge (self->first, self->last, self->bin + 1);
}

void
scope_work_sums_put (ScopeWorkSums *self, guint p, gint64 time, gboolean runs, guint32 label)
{
  while (self->bin < SCOPE_WORK_BINS - 1 && time >= self->end)
    end_bin (self);
  settle (self, p, MIN (time, self->last));
  self->processors[p].runs = runs;
  self->processors[p].label = label;
}

GArray *
scope_work_sums_finish (ScopeWorkSums *self)
{
  while (self->bin < SCOPE_WORK_BINS)
    end_bin (self);
  return g_array_ref (self->rows);
}

gboolean
scope_work_sums_check (const GArray *rows, guint n_labels)
{
  SCOPE_EACH (const ScopeWorkSum, row, rows)
    if (row->bin >= SCOPE_WORK_BINS || row->bins == 0 || row->bins > SCOPE_WORK_BINS - row->bin || row->group >= SCOPE_WORK_GROUPS
        || (row->label != SCOPE_NONE && row->label >= n_labels) || row->time < 0)
      return FALSE;
  return TRUE;
}
