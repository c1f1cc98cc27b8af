/* scope-words.c: see scope-words.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/kit/scope-words.h"

#include "model/base/scope-event.h"
#include "model/base/scope-format.h"
#include "model/trace/document/scope-loss-words.h"

#include <glib/gi18n.h>

/* "GHC", "Eden", …; not to be freed. */
static const char *
runtime_words (ScopeTrace *trace)
{
  switch (scope_trace_runtime (trace))
    {
    case SCOPE_RUNTIME_EDEN:
      return "Eden";
    case SCOPE_RUNTIME_ERLANG:
      return "Erlang";
    case SCOPE_RUNTIME_SIMULATION:
      return _("Simulation");
    case SCOPE_RUNTIME_GHC:
    default:
      return "GHC";
    }
}

/* "12 processes"; NULL if there are none or the runtime has no such thing. */
static char *
count_words (ScopeTrace *trace, ScopeKind kind)
{
  guint64 n = 0;
  g_autofree char *number = NULL, *word = NULL;
  const char *label;

  if (kind == SCOPE_KIND_MACHINE)
    n = scope_trace_n_machines (trace);
  else
    for (guint m = 0; m < scope_trace_n_machines (trace); m++)
      n += kind == SCOPE_KIND_PROCESSOR ? scope_machine_n_processors (scope_trace_machine (trace, m))
                                        : scope_machine_n_entities (scope_trace_machine (trace, m), kind);

  label = scope_trace_kind_label (trace, kind, n != 1);
  if (n == 0 || label == NULL)
    return NULL;
  /* "HEC" stays as it is, "Machine" becomes "machine" in the middle of a line.
   * Translators: "lower" if nouns are written small there, else "keep". */
  word = !g_str_equal (_("lower"), "lower") || g_unichar_isupper (g_utf8_get_char (g_utf8_next_char (label))) ? g_strdup (label)
                                                                       : g_utf8_strdown (label, -1);
  number = scope_format_count (n);
  return g_strdup_printf ("%s %s", number, word);
}

char *
scope_words_summary (ScopeTrace *trace)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  gint64 first, last;

  if (scope_trace_n_machines (trace) > 1 || scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN)
    g_ptr_array_add (parts, count_words (trace, SCOPE_KIND_MACHINE)); /* Eden's processors are not spoken of */
  else
    g_ptr_array_add (parts, count_words (trace, SCOPE_KIND_PROCESSOR));
  g_ptr_array_add (parts, count_words (trace, SCOPE_KIND_PROCESS));
  if (scope_trace_runtime (trace) == SCOPE_RUNTIME_GHC)
    g_ptr_array_add (parts, count_words (trace, SCOPE_KIND_THREAD));
  scope_trace_range (trace, &first, &last);
  if (last > first)
    g_ptr_array_add (parts, scope_format_duration ((double) last - (double) first, scope_trace_tick_ps (trace)));
  g_ptr_array_add (parts, g_strdup (runtime_words (trace)));

  for (guint i = 0; i < parts->len;)
    if (g_ptr_array_index (parts, i) == NULL)
      g_ptr_array_remove_index (parts, i);
    else
      i++;
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (" · ", (char **) parts->pdata);
}

char *
scope_words_loss (ScopeTrace *trace, const ScopeLoss *loss, const ScopeClock *clock)
{
  GString *text = g_string_new (NULL);
  ScopeMachine *machine = NULL;

  if (loss->machine < scope_trace_n_machines (trace))
    machine = scope_trace_machine (trace, loss->machine);
  if (machine != NULL && scope_trace_n_machines (trace) > 1)
    {
      g_autofree char *title =
          scope_trace_lane_title (trace, (ScopeLaneId) { loss->machine, SCOPE_KIND_MACHINE, 0 });

      g_string_append (text, title);
    }
  if (machine != NULL && loss->processor != SCOPE_NO_PROCESSOR)
    {
      const char *label = scope_trace_kind_label (trace, SCOPE_KIND_PROCESSOR, FALSE);

      if (label != NULL && scope_trace_runtime (trace) != SCOPE_RUNTIME_EDEN)
        g_string_append_printf (text, "%s%s %u", text->len > 0 ? ", " : "", label, loss->processor);
    }
  if (machine != NULL && loss->to > loss->from)
    {
      double resolution = MAX (1.0, (double) (loss->to - loss->from) / 100);
      double shift = (double) scope_trace_offset (trace, machine);
      g_autofree char *from = scope_clock_text (clock, (double) loss->from + shift, resolution);
      g_autofree char *to = scope_clock_text (clock, (double) loss->to + shift, resolution);

      g_string_append_printf (text, _("%sfrom %s to %s"), text->len > 0 ? ", " : "", from, to);
    }
  if (text->len > 0)
    g_string_append (text, ": ");
  if (loss->reason != NULL)
    {
      g_autofree char *reason = scope_loss_words (loss->reason);

      g_string_append (text, reason);
    }
  else
    g_string_append (text, _("could not be read"));
  if (loss->bytes > 0)
    {
      g_autofree char *bytes = g_format_size (loss->bytes);
      g_autofree char *at = scope_format_count (loss->from_byte);

      g_string_append_printf (text, _(" (%s at byte %s)"), bytes, at);
    }
  return g_string_free (text, FALSE);
}

#define CHARACTER 9 /* pixels of a digit, at least, in the letters of tables */

int
scope_words_time_width (ScopeView *view, int least)
{
  ScopeClock clock = scope_view_get_clock (view);
  gint64 first, last;
  g_autofree char *text = NULL;

  scope_trace_range (scope_view_get_trace (view), &first, &last);
  if (!clock.wall && (double) last - (double) clock.start < 86400e12 / (double) clock.tick_ps) /* "11.357812345 s" */
    return least;
  text = scope_clock_text (&clock, (double) last, 1);
  return MAX (least, (int) g_utf8_strlen (text, -1) * CHARACTER + 20);
}
