/* scope-sample-rows.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/lanes/scope-sample-rows.h"

#include "model/base/scope-format.h"

#include <glib/gi18n.h>

#define MEGABLOCK (1u << 20) /* of every build of GHC on 32 and 64 bits */

static const ScopeSampleRow rows[SCOPE_N_SAMPLE_ROWS] = {
  { SCOPE_ROW_MEMORY, "memory", N_ ("Memory"), SCOPE_COUNTER_MEM_TOTAL, SCOPE_COUNTER_MEM_PROCESSES, N_ ("all"), N_ ("processes"), 1 },
  { SCOPE_ROW_LOAD, "load", N_ ("Utilisation"), SCOPE_COUNTER_SCHEDULER_UTILISATION, SCOPE_COUNTER_SCHEDULER_UTILISATION },
  { SCOPE_ROW_PROCESS_COUNT, "process-count", N_ ("Number of processes"), SCOPE_COUNTER_PROCESS_COUNT,
    SCOPE_COUNTER_PROCESS_COUNT },
  { SCOPE_ROW_MAILBOXES, "mailboxes", N_ ("Mailboxes"), SCOPE_COUNTER_MESSAGE_QUEUE_LEN, SCOPE_COUNTER_MESSAGE_QUEUE_LEN },
  { SCOPE_ROW_HEAPS, "heaps", N_ ("Heaps (words)"), SCOPE_COUNTER_PROCESS_HEAP, SCOPE_COUNTER_PROCESS_HEAP },
  /* Blocks beyond what lives are fragmentation: what is free within them, and what waits to be copied. */
  { SCOPE_ROW_BLOCKS, "blocks", N_ ("Blocks"), SCOPE_COUNTER_BLOCKS_SIZE, SCOPE_COUNTER_BLOCKS_SIZE, .unit = 1 },
  { SCOPE_ROW_MEGABLOCKS, "megablocks", N_ ("Megablocks"), SCOPE_COUNTER_MEM_CURRENT, SCOPE_COUNTER_MEM_NEEDED, N_ ("held"), N_ ("needed"),
    MEGABLOCK },
};

const ScopeSampleRow *
scope_sample_row (guint i)
{
  g_return_val_if_fail (i < SCOPE_N_SAMPLE_ROWS, NULL);

  return &rows[i];
}

const ScopeSampleRow *
scope_ratio_row (guint i)
{
  static const ScopeSampleRow ratios[SCOPE_N_RATIO_ROWS] = { { .kind = SCOPE_ROW_IPC, .key = "ipc", .title = "IPC" },
                                                             { .kind = SCOPE_ROW_L1D, .key = "l1d", .title = "L1D MPKI" },
                                                             { .kind = SCOPE_ROW_L1I, .key = "l1i", .title = "L1I MPKI" },
                                                             { .kind = SCOPE_ROW_L2, .key = "l2", .title = "L2 MPKI" },
                                                             { .kind = SCOPE_ROW_STATS_IPC, .key = "stats-ipc", .title = "IPC (stats.txt)" },
                                                             { .kind = SCOPE_ROW_STATS_L1D, .key = "stats-l1d", .title = "L1D MPKI (stats.txt)" },
                                                             { .kind = SCOPE_ROW_STATS_L1I, .key = "stats-l1i", .title = "L1I MPKI (stats.txt)" },
                                                             { .kind = SCOPE_ROW_STATS_L2, .key = "stats-l2", .title = "L2 MPKI (stats.txt)" } };

  g_return_val_if_fail (i < SCOPE_N_RATIO_ROWS, NULL);

  return &ratios[i];
}

guint
scope_sample_row_of_kind (ScopeRowKind kind)
{
  for (guint i = 0; i < SCOPE_N_SAMPLE_ROWS; i++)
    if (rows[i].kind == kind)
      return i;

  return SCOPE_N_SAMPLE_ROWS;
}

guint
scope_sample_row_of_counter (guint counter)
{
  for (guint i = 0; i < SCOPE_N_SAMPLE_ROWS; i++)
    if (rows[i].counter == counter || rows[i].fill == counter)
      return i;

  return SCOPE_N_SAMPLE_ROWS;
}

char *
scope_sample_row_format (const ScopeSampleRow *row, double value)
{
  if (row->unit > 0)
    return scope_format_bytes (value * row->unit);
  if (row->kind == SCOPE_ROW_LOAD) /* millionths, of all schedulers together */
    return g_strdup_printf (_("%.1f busy"), value / 1e6);

  return scope_format_count ((guint64) MAX (value, 0));
}
