/* scope-sweep-machines.c: which machines are to be looked at when something changes: of thousands hardly any.
 *
 * Ready tasks that machines have left for others go to the first processors, in the order of machines, for which nobody on their own machine
 * is left. Between two changes only those get other ones that are not as they were before and after: on machines that changed, and on those
 * between the old border, up to which tasks sufficed, and the new one. A binary indexed tree (Fenwick 1994) over the machines finds the borders.
 *
 * What holds for all, as that exactly one task runs, matters only on machines that have begun and have not ended.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/analysis/scope-sweep-private.h"

#include "model/base/scope-compare.h"

#define BITS 64u

/* --- tasks for others --- */

void
scope_sweep_spare_init (Spare *spare, guint n_machines)
{
  *spare = (Spare) { .n = n_machines, .tree = g_new0 (guint32, n_machines + 1), .queued = g_new0 (guint64, n_machines / BITS + 1) };
  for (spare->top = 1; spare->top <= n_machines / 2; spare->top *= 2)
    ;
}

void
scope_sweep_spare_clear (Spare *spare)
{
  g_clear_pointer (&spare->tree, g_free);
  g_clear_pointer (&spare->queued, g_free);
}

void
scope_sweep_spare_set_queued (Spare *spare, guint machine, gboolean queued)
{
  guint64 bit = G_GUINT64_CONSTANT (1) << machine % BITS;

  if (queued)
    spare->queued[machine / BITS] |= bit;
  else
    spare->queued[machine / BITS] &= ~bit;
}

guint
scope_sweep_spare_first_queued (const Spare *spare)
{
  for (guint w = 0; w <= spare->n / BITS; w++)
    if (spare->queued[w] != 0)
      return w * BITS + (guint) __builtin_ctzll (spare->queued[w]);
  return spare->n;
}

void
scope_sweep_spare_add (Spare *spare, guint machine, guint more)
{
  for (guint i = machine + 1; i <= spare->n; i += i & -i)
    spare->tree[i] += more;
}

guint
scope_sweep_spare_before (const Spare *spare, guint machine)
{
  guint sum = 0;

  for (guint i = machine; i > 0; i -= i & -i)
    sum += spare->tree[i];
  return sum;
}

guint
scope_sweep_spare_find (const Spare *spare, guint rank)
{
  guint at = 0;

  for (guint step = spare->top; step > 0; step /= 2)
    if (at + step <= spare->n && spare->tree[at + step] <= rank)
      {
        at += step;
        rank -= spare->tree[at];
      }
  return at;
}

/* --- those that have begun and have not ended --- */

typedef struct
{
  gint64 first_run;
  guint32 machine;
} Begin;

SCOPE_COMPARE_BY (compare_begins, Begin, SCOPE_UP (first_run) SCOPE_UP (machine))

void
scope_sweep_live_init (Sweep *sweep)
{
  g_autoptr (GArray) begins = g_array_sized_new (FALSE, FALSE, sizeof (Begin), sweep->n_machines);

  for (guint m = 0; m < sweep->n_machines; m++)
    {
      Machine *machine = &sweep->machines[m];
      Begin begin = { SCOPE_TIME_MAX, m };

      machine->last_run = SCOPE_TIME_MIN;
      for (guint p = 0; p < machine->n_processors; p++)
        {
          const Processor *processor = &sweep->processors[machine->first_processor + p];

          begin.first_run = MIN (begin.first_run, processor->first_run);
          machine->last_run = MAX (machine->last_run, processor->last_run);
        }
      machine->first_run = begin.first_run;
      g_array_append_val (begins, begin);
    }
  g_array_sort (begins, compare_begins);
  sweep->live = (Live) { .order = g_new (guint32, sweep->n_machines + 1), .machines = g_new (guint32, sweep->n_machines + 1) };
  for (guint i = 0; i < begins->len; i++)
    sweep->live.order[i] = g_array_index (begins, Begin, i).machine;
}

void
scope_sweep_live_clear (Sweep *sweep)
{
  g_clear_pointer (&sweep->live.order, g_free);
  g_clear_pointer (&sweep->live.machines, g_free);
}

void
scope_sweep_live_update (Sweep *sweep, gint64 time)
{
  Live *live = &sweep->live;

  for (; live->n_begun < sweep->n_machines && sweep->machines[live->order[live->n_begun]].first_run <= time; live->n_begun++)
    live->machines[live->n++] = live->order[live->n_begun];
  for (guint i = 0; i < live->n;)
    if (sweep->machines[live->machines[i]].last_run <= time)
      live->machines[i] = live->machines[--live->n];
    else
      i++;
}
