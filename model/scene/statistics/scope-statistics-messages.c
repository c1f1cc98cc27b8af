/* scope-statistics-messages.c: see scope-statistics-messages.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/statistics/scope-statistics-messages.h"

#include "model/base/scope-each.h"
#include "model/scene/draw/scope-far-figures.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/messages/scope-pairs.h"

#include <glib/gi18n.h>

enum
{
  OUTGOING,
  INCOMING,
  WITHIN,
};

#define N_WAYS SCOPE_N_MESSAGE_WAYS

typedef struct
{
  guint64 messages[N_WAYS], words[N_WAYS];
  gboolean unsized[N_WAYS]; /* of some the size is not known, or it is that of others, too */
} Counts;

static void
add (Counts *counts, guint way, guint64 n, const ScopePair *pair)
{
  counts->messages[way] += n;
  counts->words[way] += n > 0 ? pair->size : 0;
  counts->unsized[way] = counts->unsized[way] || (n > 0 && (pair->sized < pair->count || n < pair->count));
}

static guint
row_of (GHashTable *rows, ScopeTrace *trace, ScopeParty by, guint32 machine, gint64 number)
{
  ScopeLaneId lane;
  gint64 key;

  if (!scope_party_lane (trace, by, machine, number, &lane))
    return SCOPE_NONE;
  key = (gint64) ((guint64) lane.machine << 32 | lane.index);
  return GPOINTER_TO_UINT (g_hash_table_lookup (rows, &key)) - 1;
}

static void
count (const GArray *pairs, GHashTable *rows, ScopeTrace *trace, ScopeParty by, Counts *counts)
{
  SCOPE_EACH (const ScopePair, pair, pairs)
    {
      guint from = row_of (rows, trace, by, pair->from_machine, pair->from), to = row_of (rows, trace, by, pair->to_machine, pair->to);

      if (from != SCOPE_NONE && from == to)
        add (&counts[from], WITHIN, pair->count, pair);
      else
        {
          if (from != SCOPE_NONE)
            add (&counts[from], OUTGOING, pair->sent, pair);
          if (to != SCOPE_NONE)
            add (&counts[to], INCOMING, pair->received, pair);
        }
    }
}

static void
add_columns (ScopeReportTable *table, ScopeStatisticsMessages *messages)
{
  static const struct
  {
    const char *title, *name, *words_title, *words_name;
  } ways[N_WAYS] = { { N_("Outgoing"), "messages_out", N_("Outgoing, Words"), "words_out" },
                     { N_("Incoming"), "messages_in", N_("Incoming, Words"), "words_in" },
                     { N_("Within"), "messages_within", N_("Within, Words"), "words_within" } };

  for (guint way = 0; way < N_WAYS; way++)
    {
      messages->columns[way] = scope_report_table_add_column (table, SCOPE_CELL_COUNT, _(ways[way].title), ways[way].name);
      scope_report_table_set_help (table, messages->columns[way], _("Messages that were sent in the range"));
    }
  for (guint way = 0; way < N_WAYS && scope_trace_runtime (scope_report_table_get_trace (table)) == SCOPE_RUNTIME_EDEN; way++)
    messages->words[way] = scope_report_table_add_column (table, SCOPE_CELL_COUNT, _(ways[way].words_title), ways[way].words_name);
}

gboolean
scope_statistics_messages_read (const ScopeQueryRange *within, ScopeKind kind, ScopeReportTable *table, ScopeStatisticsMessages *ret_messages,
                                GError **error)
{
  const char *why;

  *ret_messages = (ScopeStatisticsMessages) { .pairs = NULL };
  if ((kind != SCOPE_KIND_MACHINE && kind != SCOPE_KIND_PROCESS) || !scope_pairs_are_there (within->trace, &why))
    return TRUE;
  ret_messages->pairs = scope_far_figures_pairs (within, kind == SCOPE_KIND_MACHINE ? SCOPE_PARTY_MACHINE : SCOPE_PARTY_PROCESS, error);
  if (ret_messages->pairs != NULL)
    add_columns (table, ret_messages);
  return ret_messages->pairs != NULL;
}

/* Whether its machine's log would tell. What stays within is seen at either end. */
static gboolean
is_told (ScopeTrace *trace, guint32 machine, guint way)
{
  guint lacks = scope_machine_unrecorded (scope_trace_machine (trace, machine)),
        needs = way == OUTGOING ? SCOPE_LACKS_SENT : way == INCOMING ? SCOPE_LACKS_RECEIVED : SCOPE_LACKS_SENT | SCOPE_LACKS_RECEIVED;

  return (lacks & needs) != needs;
}

void
scope_statistics_messages_put (ScopeStatisticsMessages *messages, ScopeKind kind, ScopeReportTable *table)
{
  guint n = scope_report_table_n_rows (table);
  g_autoptr (GHashTable) rows = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autofree Counts *counts = g_new0 (Counts, n + 1);

  if (messages->pairs == NULL)
    return;
  for (guint row = 0; row < n; row++)
    {
      const ScopeLaneId *lane = &scope_report_table_row (table, row)->lane;
      gint64 key = (gint64) ((guint64) lane->machine << 32 | lane->index);

      g_hash_table_insert (rows, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (row + 1));
    }
  count (messages->pairs, rows, scope_report_table_get_trace (table), kind == SCOPE_KIND_MACHINE ? SCOPE_PARTY_MACHINE : SCOPE_PARTY_PROCESS, counts);
  for (guint row = 0; row < n; row++)
    for (guint way = 0; way < N_WAYS; way++)
      {
        if (!is_told (scope_report_table_get_trace (table), scope_report_table_row (table, row)->lane.machine, way))
          continue;
        scope_report_table_set (table, row, messages->columns[way], (double) counts[row].messages[way]);
        if (messages->words[way] > 0 && !counts[row].unsized[way])
          scope_report_table_set (table, row, messages->words[way], (double) counts[row].words[way]);
      }
  g_clear_pointer (&messages->pairs, g_array_unref);
}
