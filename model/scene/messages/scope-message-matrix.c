/* scope-message-matrix.c: see scope-message-matrix.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/messages/scope-message-matrix.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/scene/draw/scope-far-figures.h"
#include "model/scene/draw/scope-ruler.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>

typedef struct
{
  guint32 sort; /* the machine's number; those that are not in the trace last */
  guint32 machine;
  gint64 number;
} Party;

SCOPE_COMPARE_BY (compare_parties, Party, SCOPE_UP (sort) SCOPE_UP (machine) SCOPE_UP (number))

static void
add_party (GArray *parties, ScopeTrace *trace, guint32 machine, gint64 number)
{
  gboolean there = machine < scope_trace_n_machines (trace);
  Party party = { there ? scope_trace_machine (trace, machine)->number : machine | SCOPE_MESSAGE_ABSENT_MACHINE,
                  machine, number };

  g_array_append_val (parties, party);
}

/* All who send or receive, each once, in order of ids. */
static GArray *
find_parties (ScopeTrace *trace, GArray *pairs)
{
  GArray *parties = g_array_new (FALSE, FALSE, sizeof (Party));
  guint kept = 0;

  SCOPE_EACH (const ScopePair, pair, pairs)
    {
      add_party (parties, trace, pair->from_machine, pair->from);
      add_party (parties, trace, pair->to_machine, pair->to);
    }
  g_array_sort (parties, compare_parties);
  for (guint i = 0; i < parties->len; i++)
    if (kept == 0
        || compare_parties (&g_array_index (parties, Party, kept - 1), &g_array_index (parties, Party, i)) != 0)
      g_array_index (parties, Party, kept++) = g_array_index (parties, Party, i);
  g_array_set_size (parties, kept);
  return parties;
}

static guint32
place_of (ScopeTrace *trace, GArray *parties, guint32 machine, gint64 number)
{
  g_autoptr (GArray) one = g_array_new (FALSE, FALSE, sizeof (Party));
  const Party *found;

  add_party (one, trace, machine, number);
  found = bsearch (one->data, parties->data, parties->len, sizeof (Party), compare_parties);
  g_assert (found != NULL);
  return (guint32) (found - (const Party *) (const void *) parties->data);
}

static void
add_pair (ScopeMatrix *matrix, guint32 row, guint32 column, const ScopePair *pair, guint32 source)
{
  const double value[SCOPE_N_MESSAGE_MEASURES]
      = { (double) pair->count, pair->sized > 0 ? (double) pair->size : NAN,
          pair->timed > 0 ? (double) pair->latency / (double) pair->timed : NAN,
          pair->timed > 0 ? (double) pair->latency_max : NAN };

  scope_matrix_add_cell (matrix, row, column, value, (double) pair->timed, source);
}

static ScopeMatrix *
make_matrix (ScopeTrace *trace, GArray *pairs, ScopeParty by)
{
  const ScopeMatrixMeasure measures[SCOPE_N_MESSAGE_MEASURES]
      = { { _("Number"), _("messages"), SCOPE_MATRIX_SUM, SCOPE_MATRIX_NUMBER },
          { _("Size"), scope_trace_size_unit (trace), SCOPE_MATRIX_SUM, SCOPE_MATRIX_NUMBER },
          { _("Mean latency"), NULL, SCOPE_MATRIX_MEAN, SCOPE_MATRIX_DURATION },
          { _("Longest latency"), NULL, SCOPE_MATRIX_MOST, SCOPE_MATRIX_DURATION } };
  ScopeMatrix *matrix
      = scope_matrix_new (measures, SCOPE_N_MESSAGE_MEASURES, MAX (scope_trace_tick_ps (trace), 1));
  g_autoptr (GArray) parties = find_parties (trace, pairs);

  scope_matrix_set_axes (matrix, _("from"), _("to"));
  SCOPE_EACH (const Party, party, parties)
    {
      g_autofree char *title = scope_party_title (trace, by, party->machine, party->number);

      scope_matrix_add_row (matrix, title, party->machine, party->machine, (guint64) party->number);
    }
  for (guint i = 0; i < pairs->len; i++)
    {
      const ScopePair *pair = &g_array_index (pairs, ScopePair, i);

      add_pair (matrix, place_of (trace, parties, pair->from_machine, pair->from),
                place_of (trace, parties, pair->to_machine, pair->to), pair, i);
    }
  return matrix;
}

ScopeMatrix *
scope_message_matrix_read (const ScopeQueryRange *within, ScopeParty by, ScopeMatrixOrder order, GError **error)
{
  g_autoptr (GArray) pairs = scope_far_figures_pairs (within, by, error);
  ScopeMatrix *matrix;

  if (pairs == NULL)
    return NULL;
  matrix = make_matrix (within->trace, pairs, by);
  scope_matrix_set_sources (matrix, pairs);
  scope_matrix_finish (matrix, order);
  return matrix;
}

static gboolean
is_place (const ScopeMatrix *matrix, int place)
{
  return place >= 0 && (guint) place < scope_matrix_n_rows (matrix);
}

/* --- in words --- */

static char *
size_text (const ScopeMatrix *matrix, const char *number)
{
  return g_strdup_printf ("%s %s", number, scope_matrix_measure (matrix, SCOPE_MESSAGE_MEASURE_SIZE)->unit);
}

static void
describe_line (GString *text, const ScopeMatrix *matrix, const ScopeMatrixLine *line, gboolean column)
{
  g_autofree char *count = scope_matrix_format (matrix, SCOPE_MESSAGE_MEASURE_NUMBER,
                                                line->value[SCOPE_MESSAGE_MEASURE_NUMBER], FALSE);
  g_autofree char *size
      = scope_matrix_format (matrix, SCOPE_MESSAGE_MEASURE_SIZE, line->value[SCOPE_MESSAGE_MEASURE_SIZE], FALSE);

  if (isnan (line->value[SCOPE_MESSAGE_MEASURE_NUMBER]))
    {
      g_string_append_printf (text, column ? _("%s received nothing") : _("%s sent nothing"), line->title);
      return;
    }
  g_string_append_printf (text, column ? _("%s received %s messages") : _("%s sent %s messages"), line->title, count);
  if (!isnan (line->value[SCOPE_MESSAGE_MEASURE_SIZE]))
    {
      g_autofree char *sized = size_text (matrix, size);

      g_string_append_printf (text, ", %s", sized);
    }
  if (!isnan (line->value[SCOPE_MESSAGE_MEASURE_LATENCY]))
    {
      g_autofree char *mean
          = scope_format_duration (line->value[SCOPE_MESSAGE_MEASURE_LATENCY], scope_matrix_tick_ps (matrix));
      g_autofree char *most
          = scope_format_duration (line->value[SCOPE_MESSAGE_MEASURE_LATENCY_MAX], scope_matrix_tick_ps (matrix));
      g_string_append_printf (text, _("\nLatency %s on average, %s at most"), mean, most);
    }
}

static void
describe_pair (GString *text, const ScopeMatrix *matrix, const ScopePair *pair)
{
  gint64 tick_ps = scope_matrix_tick_ps (matrix);
  g_autofree char *count = scope_format_count (pair->count);
  g_autofree char *size = scope_format_count (pair->size);

  g_string_append_printf (text, ngettext ("\n%s message", "\n%s messages", (gulong) pair->count), count);
  if (pair->sized > 0)
    {
      g_autofree char *mean = g_strdup_printf ("%.1f", (double) pair->size / (double) pair->sized);
      g_autofree char *sized = size_text (matrix, size);

      /* TRANSLATORS: size of all messages: “, 4,096 bytes (12.5 on average)” */
      g_string_append_printf (text, _(", %s (%s on average)"), sized, mean);
    }
  if (pair->timed > 0)
    {
      g_autofree char *mean = scope_format_duration ((double) pair->latency / (double) pair->timed, tick_ps);
      g_autofree char *most = scope_format_duration ((double) pair->latency_max, tick_ps);
      g_string_append_printf (text, _("\nLatency %s on average, %s at most"), mean, most);
    }
  if (pair->received < pair->count || pair->sent < pair->count || pair->reversed > 0)
    {
      g_autofree char *lost = scope_format_count (pair->count - pair->received);
      g_autofree char *unsent = scope_format_count (pair->count - pair->sent);
      g_autofree char *reversed = scope_format_count (pair->reversed);
      const char *between = "\n";

      if (pair->received < pair->count)
        {
          g_string_append_printf (text, _("%s%s without a receipt in the log"), between, lost);
          between = ", ";
        }
      if (pair->sent < pair->count)
        {
          g_string_append_printf (text, _("%s%s never seen to be sent"), between, unsent);
          between = ", ";
        }
      if (pair->reversed > 0)
        g_string_append_printf (text, _("%s%s received before sent"), between, reversed);
    }
}

char *
scope_message_matrix_describe (const ScopeMatrix *matrix, int row, int column)
{
  const ScopePair *pair = scope_matrix_source (matrix, row, column);
  GString *text = g_string_new (NULL);

  if (is_place (matrix, row) && is_place (matrix, column))
    {
      const char *from = scope_matrix_row (matrix, (guint) row)->title;
      const char *to = scope_matrix_column (matrix, (guint) column)->title;

      if (pair == NULL)
        g_string_append_printf (text, _("%s sent nothing to %s"), from, to);
      else
        {
          g_string_append_printf (text, _("%s → %s"), from, to);
          describe_pair (text, matrix, pair);
        }
    }
  else if (is_place (matrix, row))
    describe_line (text, matrix, scope_matrix_row (matrix, (guint) row), FALSE);
  else if (is_place (matrix, column))
    describe_line (text, matrix, scope_matrix_column (matrix, (guint) column), TRUE);
  return g_string_free (text, FALSE);
}
