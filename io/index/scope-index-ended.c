/* scope-index-ended.c: what is known of millions of threads together (model/zoom/scope-lane-ended.h), in the directories of their machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/index/scope-index-private.h"

#include "model/zoom/scope-lane-ended.h"

#define MOST_OTHERS (1024u * 1024u)

gboolean
scope_index_put_ended (ScopeSetsOut *out, ScopeLaneStore *store)
{
  const ScopeLaneEnded *ended = scope_lane_store_ended (store);
  ScopeEndedRecord record;

  if (ended == NULL)
    return TRUE;
  record = (ScopeEndedRecord) { .first = ended->first, .lanes = ended->n_lanes, .rows = ended->n_rows, .from = ended->from, .to = ended->to };
  if (!scope_sets_out_put_all (out, SCOPE_SET_ENDED, &record, 1)
      || !scope_sets_out_put_all (out, SCOPE_SET_ENDED_OTHERS, ended->others->data, ended->others->len))
    return FALSE;
  for (guint c = 0; c < SCOPE_N_CODES; c++)
    {
      const ScopeTallyCode *code = &ended->tally.codes[c];
      ScopeEndedCodeRecord figures = { .code = c, .lane = ended->longest_in[c] };

      if ((ended->tally.used & (guint64) 1 << c) == 0)
        continue;
      figures.least = code->least;
      figures.longest = code->longest;
      for (guint k = 0; k < SCOPE_TALLY_CLASSES; k++)
        {
          figures.n[k] = (gint64) code->classes[k].n;
          figures.time[k] = code->classes[k].time;
        }
      if (!scope_sets_out_put_all (out, SCOPE_SET_ENDED_CODES, &figures, 1))
        return FALSE;
    }
  return TRUE;
}

/* Sums of what is there do not overflow, and no class says what it cannot have. */
static gboolean
get_code (ScopeLaneEnded *ended, const ScopeEndedCodeRecord *figures)
{
  ScopeTallyCode *code = figures->code < SCOPE_N_CODES ? &ended->tally.codes[figures->code] : NULL;
  const gint64 most = G_MAXINT64 / 256;

  if (code == NULL || figures->least < 0 || figures->longest < figures->least || figures->longest > most)
    return FALSE;
  code->least = figures->least;
  ended->longest[figures->code] = code->longest = figures->longest;
  ended->longest_in[figures->code] = figures->lane;
  ended->tally.used |= (guint64) 1 << figures->code;
  for (guint k = 0; k < SCOPE_TALLY_CLASSES; k++)
    {
      if (figures->n[k] < 0 || figures->time[k] < 0 || figures->n[k] > most || figures->time[k] > most)
        return FALSE;
      code->classes[k] = (ScopeTallyClass) { (guint64) figures->n[k], figures->time[k] };
      code->n += code->classes[k].n;
      code->time += code->classes[k].time;
    }
  return code->n > 0;
}

gboolean
scope_index_get_ended (ScopeSetsIn *in, guint n, ScopeLaneStore *store)
{
  g_autofree ScopeEndedRecord *record = NULL;
  g_autofree ScopeEndedCodeRecord *codes = NULL;
  g_autofree guint32 *others = NULL;
  gsize n_records, n_codes, n_others;
  g_autoptr (ScopeLaneEnded) ended = NULL;

  if (!scope_sets_in_get (in, n, SCOPE_SET_ENDED, 1, (gpointer *) &record, &n_records)
      || !scope_sets_in_get (in, n, SCOPE_SET_ENDED_CODES, SCOPE_N_CODES, (gpointer *) &codes, &n_codes)
      || !scope_sets_in_get (in, n, SCOPE_SET_ENDED_OTHERS, MOST_OTHERS, (gpointer *) &others, &n_others))
    return FALSE;
  if (n_records == 0)
    return TRUE;
  ended = scope_lane_ended_new (record->first);
  ended->n_lanes = record->lanes;
  ended->n_rows = record->rows;
  ended->from = record->from;
  ended->to = record->to;
  g_array_append_vals (ended->others, others, (guint) n_others);
  for (gsize i = 0; i < n_codes; i++)
    if ((codes[i].code < SCOPE_N_CODES && (ended->tally.used & (guint64) 1 << codes[i].code)) || !get_code (ended, &codes[i]))
      return FALSE;

  return scope_lane_store_take_ended (store, g_steal_pointer (&ended));
}
