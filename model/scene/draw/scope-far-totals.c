/* scope-far-totals.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/draw/scope-far-totals.h"

#include "model/base/scope-fail.h"
#include "model/zoom/scope-leb.h"

#include <string.h>

#define MOST 65536u /* lanes of a question */
#define FARTHEST (G_GINT64_CONSTANT (1) << 61)

/* --- where it lies --- */

static gboolean
get_total (ScopeFarReader *in, ScopeTrace *trace, ScopeFarTotal *total, gint64 *from, gint64 *to)
{
  guint number, n = scope_trace_n_machines (trace);
  ScopeMachine *machine = n > 0 && scope_far_get_most (in, n - 1, &number) ? scope_trace_machine (trace, number) : NULL;
  gint64 more_from, more_to;

  if (machine == NULL || machine->lanes == NULL || !scope_far_get_most (in, G_MAXUINT32, &total->lane)
      || total->lane >= scope_lane_store_n_lanes (machine->lanes) || !scope_far_get_time (in, &more_from) || !scope_far_get_time (in, &more_to))
    return FALSE;
  *from = (gint64) ((guint64) *from + (guint64) more_from);
  *to = (gint64) ((guint64) *to + (guint64) more_to);
  total->store = machine->lanes;

  return *from > -FARTHEST && *from < FARTHEST && *to > -FARTHEST && *to < FARTHEST;
}

GBytes *
scope_far_totals_answer (ScopeTrace *trace, ScopeFarReader *in, GError **error)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (guint64));
  GByteArray *out;
  gint64 from = 0, to = 0;
  guint n = 0;
  gboolean ok = scope_far_get_most (in, MOST, &n);

  for (guint i = 0; ok && i < n; i++)
    {
      ScopeFarTotal total = { 0 };

      ok = get_total (in, trace, &total, &from, &to);
      if (ok && !scope_lane_store_range_totals (total.store, total.lane, from, to, total.totals, NULL))
        memset (total.totals, 0, sizeof total.totals);
      for (guint s = 0; s < SCOPE_N_STATES; s++)
        {
          guint64 zigzag = scope_leb_zigzag ((guint64) total.totals[s]);

          g_array_append_val (numbers, zigzag);
        }
    }
  if (!ok || in->at != in->end)
    return scope_fail_null (error, G_IO_ERROR_INVALID_ARGUMENT, "that is no question");
  out = g_byte_array_new ();
  scope_far_put_numbers (out, (const guint64 *) (gpointer) numbers->data, numbers->len);

  return g_byte_array_free_to_bytes (out);
}

/* --- and here --- */

static GBytes *
make_question (const ScopeFarTotal *totals, guint n, ScopeFarEnd **ret_end)
{
  g_autoptr (GByteArray) out = g_byte_array_new ();
  gint64 from = 0, to = 0;

  *ret_end = NULL;
  scope_leb_put (out, SCOPE_FAR_TOTALS);
  scope_leb_put (out, n);
  for (guint i = 0; i < n; i++)
    {
      guint machine;
      ScopeFarEnd *end = scope_lane_store_far_end (totals[i].store, &machine);

      if (end == NULL || (i > 0 && end != *ret_end))
        return NULL;
      *ret_end = end;
      scope_leb_put (out, machine);
      scope_leb_put (out, totals[i].lane);
      scope_far_put_time (out, (gint64) ((guint64) totals[i].from - (guint64) from));
      scope_far_put_time (out, (gint64) ((guint64) totals[i].to - (guint64) to));
      from = totals[i].from;
      to = totals[i].to;
    }

  return g_byte_array_free_to_bytes (g_steal_pointer (&out));
}

static gboolean
read_some (ScopeFarTotal *totals, guint n, GCancellable *cancellable)
{
  ScopeFarEnd *end;
  g_autoptr (GBytes) question = make_question (totals, n, &end);
  g_autoptr (GBytes) answer = question != NULL ? scope_far_end_ask (end, question, cancellable, NULL) : NULL;
  g_autofree guint64 *numbers = g_new0 (guint64, (gsize) n * SCOPE_N_STATES);
  ScopeFarReader in;
  gsize size;

  if (answer == NULL)
    return FALSE;
  in.at = g_bytes_get_data (answer, &size);
  in.end = in.at + size;
  if (!scope_far_get_numbers (&in, numbers, (gsize) n * SCOPE_N_STATES) || in.at != in.end)
    return FALSE;
  for (guint i = 0; i < n; i++)
    for (guint s = 0; s < SCOPE_N_STATES; s++)
      {
        totals[i].totals[s] = (gint64) scope_leb_from_zigzag (numbers[(gsize) i * SCOPE_N_STATES + s]);
        if (totals[i].totals[s] < 0)
          return FALSE;
      }

  return TRUE;
}

gboolean
scope_far_totals_read (ScopeFarTotal *totals, guint n, GCancellable *cancellable)
{
  for (guint i = 0; i < n; i += MOST)
    if (!read_some (totals + i, MIN (n - i, MOST), cancellable))
      return FALSE;

  return n > 0;
}
