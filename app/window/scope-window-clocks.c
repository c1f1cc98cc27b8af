/* scope-window-clocks.c: see scope-window-clocks.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/scope-window-clocks.h"

#include "model/base/scope-format.h"
#include "model/base/scope-task.h"
#include "model/trace/messages/scope-clock-shifts.h"

#include <glib/gi18n.h>

#define CLOSED "scope-clocks-bar-closed" /* of a trace: nobody wants to be asked again */

static const char *const words[SCOPE_N_CLOCKS] = { "startup", "messages", "own" };

/* NULL: there is nothing to align. */
static ScopeTrace *
trace_of (ScopeHost *host)
{
  ScopeTrace *trace = host->document != NULL && scope_host_is_at (host, "trace") ? scope_document_get_trace (host->document) : NULL;

  return trace != NULL && scope_trace_n_machines (trace) > 1 ? trace : NULL;
}

static void
update_action (ScopeHost *host, ScopeTrace *trace)
{
  GSimpleAction *action = G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (host->window), "clocks"));

  g_simple_action_set_enabled (action, trace != NULL);
  g_simple_action_set_state (action, g_variant_new_string (words[trace != NULL ? scope_trace_get_clocks (trace) : SCOPE_CLOCKS_STARTUP]));
}

/* Only where it would help, and as long as nothing was chosen. */
static void
update_bar (ScopeHost *host, ScopeTrace *trace)
{
  GtkInfoBar *bar = scope_host_get_child (host, "clocks_bar");
  guint64 n = trace != NULL && scope_trace_get_finished (trace) && scope_trace_get_clocks (trace) == SCOPE_CLOCKS_STARTUP
                      && g_object_get_data (G_OBJECT (trace), CLOSED) == NULL
                  ? scope_trace_message_counts (trace).received_before_sent
                  : 0;
  g_autofree char *count = scope_format_count (n);
  g_autofree char *text = g_strdup_printf (
      ngettext ("%s message arrives before it is sent: the machines’ clocks differ.",
                "%s messages arrive before they are sent: the machines’ clocks differ.", (gulong) MIN (n, G_MAXULONG)),
      count);

  if (n > 0)
    gtk_label_set_label (scope_host_get_child (host, "clocks_label"), text);
  gtk_info_bar_set_revealed (bar, n > 0);
}

void
scope_window_clocks_update (ScopeHost *host)
{
  ScopeTrace *trace = host->window != NULL ? trace_of (host) : NULL;

  if (host->window == NULL)
    return;
  update_action (host, trace);
  update_bar (host, trace);
}

/* What is so already may be chosen, too: that closes the bar. */
static void
choose (ScopeHost *host, ScopeTrace *trace, ScopeClocks clocks)
{
  if (scope_trace_get_clocks (trace) == clocks)
    g_object_set_data (G_OBJECT (trace), CLOSED, GINT_TO_POINTER (TRUE));
  scope_trace_set_clocks (trace, clocks);
  scope_window_clocks_update (host);
}

/* By how much at most. */
static void
notify_moved (ScopeHost *host, ScopeTrace *trace, const gint64 *shifts)
{
  g_autofree char *most_text = NULL, *title = NULL, *text = NULL;
  guint most = 0;

  for (guint i = 0; i < scope_trace_n_machines (trace); i++)
    most = shifts[i] > shifts[most] ? i : most;
  most_text = scope_format_duration ((double) shifts[most], scope_trace_tick_ps (trace));
  title = scope_trace_lane_title (trace, (ScopeLaneId) { most, SCOPE_KIND_MACHINE, 0 });
  text = shifts[most] > 0 ? g_strdup_printf (_("Clocks are moved as messages need it, that of %s furthest: by %s"), title, most_text)
                          : g_strdup (_("No message arrives before it is sent: the clocks stay as they are"));
  scope_host_toast (host, text);
}

static void
shifts_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeHost) host = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree gint64 *shifts = scope_task_answer (result, &error);
  ScopeTrace *trace = host->window != NULL ? trace_of (host) : NULL;

  if (trace != SCOPE_TRACE (source)) /* another one is shown by now */
    return;
  if (shifts == NULL)
    {
      scope_host_toast (host, error->message);
      scope_window_clocks_update (host);
      return;
    }
  if (!scope_trace_has_shifts (trace))
    scope_trace_set_shifts (trace, shifts);
  notify_moved (host, trace, shifts);
  choose (host, trace, SCOPE_CLOCKS_MESSAGES);
}

static void
change_clocks (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  ScopeHost *host = user_data;
  ScopeTrace *trace = trace_of (host);

  for (guint i = 0; trace != NULL && i < SCOPE_N_CLOCKS; i++)
    if (g_str_equal (words[i], g_variant_get_string (value, NULL)))
      {
        if (i == SCOPE_CLOCKS_MESSAGES && !scope_trace_has_shifts (trace))
          scope_clock_shifts_read_async (trace, NULL, shifts_read, g_object_ref (host));
        else
          choose (host, trace, (ScopeClocks) i);
      }
}

static void
bar_closed (GtkInfoBar *bar, int response, ScopeHost *host)
{
  ScopeTrace *trace = trace_of (host);

  if (trace != NULL && response == GTK_RESPONSE_CLOSE)
    g_object_set_data (G_OBJECT (trace), CLOSED, GINT_TO_POINTER (TRUE));
}

void
scope_window_clocks_add (ScopeHost *host)
{
  const GActionEntry entry = { "clocks", NULL, "s", "'startup'", change_clocks };

  g_action_map_add_action_entries (G_ACTION_MAP (host->window), &entry, 1, host);
  g_signal_connect_object (scope_host_get_child (host, "clocks_bar"), "response", G_CALLBACK (bar_closed), host, 0);
  scope_window_clocks_update (host);
}
