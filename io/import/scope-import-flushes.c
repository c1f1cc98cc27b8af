/* scope-import-flushes.c: when a runtime wrote its log, as rows of their own: a processor stands still for it.
 *
 * Decoders see a block before its events; rows are given out as the events come by, so that they are in order of their ends while a log
 * grows, too. A log in the order of its file may have them out of order: no more than so many wait.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import-private.h"

#include "model/base/scope-compare.h"

#define MAX_WAITING 65536u

SCOPE_COMPARE_BY (compare_flushes, ScopeFlush, SCOPE_UP (to) SCOPE_UP (processor))

void
scope_import_member_add_flushes (ScopeImportMember *member, gint64 until)
{
  GArray *flushes = member->decoder->flushes;
  ScopeSink *sink = member->machine->sink;
  guint n = 0;

  if (flushes == NULL || flushes->len == 0)
    return;
  if (flushes->len != member->n_flushes) /* there are new ones */
    g_array_sort (flushes, compare_flushes);
  for (; n < flushes->len; n++)
    {
      const ScopeFlush *flush = &g_array_index (flushes, ScopeFlush, n);
      const gint64 row[SCOPE_FLUSH_N_COLUMNS] = { flush->from, flush->to - flush->from, flush->processor, (gint64) flush->bytes };

      if (flush->to > until && flushes->len - n <= MAX_WAITING)
        break;
      sink->klass->record (sink, SCOPE_TABLE_FLUSHES, row);
    }
  g_array_remove_range (flushes, 0, n);
  member->n_flushes = flushes->len;
}
