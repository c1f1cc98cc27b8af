/* scope-live-words.c: see scope-live-words.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/view/scope-live-words.h"

#include "model/scene/draw/scope-ruler.h"

#include <glib/gi18n-lib.h>

#define BEHIND_WORTH (4u << 20) /* bytes: less is on its way */

/* "Waiting", "Following", "Quiet", "Reading again", "Finished", "Broken off". */
static const char *
state_label (const ScopeLiveFacts *facts)
{
  switch (facts->state)
    {
    case SCOPE_LIVE_WAITING:
      return _("Waiting");
    case SCOPE_LIVE_RUNNING:
      return _("Following");
    case SCOPE_LIVE_QUIET:
      return _("Quiet");
    case SCOPE_LIVE_REMAKING:
      return _("Putting in order");
    case SCOPE_LIVE_ENDED:
      return facts->end == SCOPE_LIVE_STOPPED  ? _("Stopped")
             : facts->end == SCOPE_LIVE_CLOSED ? _("Closed")
                                               : _("Finished");
    case SCOPE_LIVE_BROKEN:
    default:
      return facts->end == SCOPE_LIVE_UNMARKED ? _("Closed without an end mark") : _("Broken off");
    }
}

char *
scope_live_dup_headline (const ScopeLiveFacts *facts, double length, gint64 tick_ps)
{
  g_autofree char *time = length > 0 ? scope_format_duration (length, tick_ps) : NULL;

  if (time == NULL)
    return g_strdup (state_label (facts));
  /* TRANSLATORS: “Following, 12.3 s”, “Finished, 41.2 s” */
  return g_strdup_printf (_("%s, %s"), state_label (facts), time);
}

/* "1.24 M", "12.4 k", "310". */
static char *
rate (double n)
{
  if (n >= 1e7)
    return g_strdup_printf ("%.1f M", n / 1e6);
  if (n >= 1e6)
    return g_strdup_printf ("%.2f M", n / 1e6);
  if (n >= 1e4)
    return g_strdup_printf ("%.1f k", n / 1e3);
  return g_strdup_printf ("%.0f", n);
}

static void
append (GString *text, const char *words)
{
  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, words);
}

static void
append_rates (GString *text, const ScopeLiveFacts *facts)
{
  g_autofree char *events = rate (facts->events_per_second), *bytes = scope_format_bytes (facts->bytes_per_second);
  g_autofree char *events_words = g_strdup_printf (_("%s events/s"), events);
  g_autofree char *bytes_words = g_strdup_printf (_("%s/s"), bytes);

  append (text, events_words);
  append (text, bytes_words);
}

char *
scope_live_dup_figures (const ScopeLiveFacts *facts)
{
  GString *text = g_string_new (NULL);
  g_autofree char *events = scope_format_count (facts->events), *bytes = scope_format_bytes ((double) facts->bytes);
  g_autofree char *n_events = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s event", "%s events",
                                                            (gulong) MIN (facts->events, G_MAXINT)), events);

  if (scope_live_state_is_over (facts->state))
    {
      append (text, n_events);
      append (text, bytes);
      return g_string_free (text, FALSE);
    }
  if (facts->state == SCOPE_LIVE_WAITING)
    {
      append (text, facts->source);
      return g_string_free (text, FALSE);
    }
  append_rates (text, facts);
  if (facts->lag_ns >= 0)
    {
      /* Hundredths are no news; and what lies in the program's own buffers nobody knows. */
      g_autofree char *words = facts->lag_ns < 50000000
                                   ? g_strdup (_("up to date with the log"))
                                   : g_strdup_printf (_("%.1f s behind the program"), (double) facts->lag_ns / 1e9);

      append (text, words);
    }
  if (facts->behind_bytes >= BEHIND_WORTH)
    {
      g_autofree char *size = scope_format_bytes ((double) facts->behind_bytes);
      g_autofree char *words = g_strdup_printf (_("%s still to be read"), size);

      append (text, words);
    }
  return g_string_free (text, FALSE);
}

char *
scope_live_dup_losses (const ScopeLiveFacts *facts)
{
  if (facts->n_losses == 0)
    return NULL;
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u loss", "%u losses", facts->n_losses), facts->n_losses);
}
