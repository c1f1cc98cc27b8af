/* scope-window-notices.c: see scope-window-notices.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/scope-window-notices.h"

#include <glib/gi18n.h>

#define MOST_WINDOWS 12u /* more of them help nobody */

/* --- several logs, one trace --- */

static void
open_separately (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeHost *host = user_data;
  const char *const *apart = NULL;
  g_autoptr (GPtrArray) files = NULL;

  if (host->document == NULL || scope_document_get_merged_logs (host->document, NULL, &apart) == NULL || apart == NULL)
    return;
  files = scope_host_files (apart);
  for (guint i = files->len; i-- > 1;)
    {
      g_autoptr (GPtrArray) one = g_ptr_array_new ();

      g_ptr_array_add (one, files->pdata[i]);
      scope_host_request (host, one, "alone", g_variant_new_boolean (TRUE));
    }
  scope_host_open (host, (GFile *const *) files->pdata, 1, TRUE);
}

static void
update_merged (ScopeHost *host)
{
  GtkInfoBar *bar = scope_host_get_child (host, "together_bar");
  GtkLabel *label = scope_host_get_child (host, "together_label");
  const char *const *apart = NULL, *together;
  gboolean beside = FALSE, can;
  g_autofree char *text = NULL;

  together = host->document != NULL ? scope_document_get_merged_logs (host->document, &beside, &apart) : NULL;
  can = together != NULL && apart != NULL && g_strv_length ((char **) apart) <= MOST_WINDOWS;
  scope_host_enable (host, "open-separately", can);
  if (together == NULL)
    {
      gtk_info_bar_set_revealed (bar, FALSE);
      return;
    }
  if (beside)
    text = g_strdup_printf (_("Opened as one trace, because the files are in one folder: %s"), together);
  else
    text = g_strdup_printf (_("Opened as one trace: %s"), together);
  if (!can)
    {
      scope_host_toast (host, text);
      return;
    }
  gtk_label_set_label (label, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (label), text);
  gtk_info_bar_set_revealed (bar, TRUE);
}

/* --- a simulation's next run --- */

/* Number of the run that follows in the same file; 0: none. */
static guint
next_run (ScopeDocument *document)
{
  ScopeTrace *trace;
  const char *value;

  if (document == NULL || scope_document_get_state (document) != SCOPE_DOCUMENT_READY)
    return 0;
  trace = scope_document_get_trace (document);
  if (scope_trace_n_machines (trace) != 1)
    return 0;
  value = scope_machine_find_info (scope_trace_machine (trace, 0), "next_run");

  return value != NULL ? (guint) g_ascii_strtoull (value, NULL, 10) : 0;
}

static void
open_next_run (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeHost *host = user_data;
  guint run = next_run (host->document);

  if (run > 0 && scope_document_get_file (host->document) != NULL)
    scope_host_request (host, scope_document_get_files (host->document), "run", g_variant_new_uint32 (run));
  gtk_info_bar_set_revealed (scope_host_get_child (host, "next_run_bar"), FALSE);
}

/* --- logs of different runs --- */

typedef struct
{
  GWeakRef host;
  GPtrArray *runs;
} Parting;

static void
parting_free (gpointer data)
{
  Parting *parting = data;

  g_weak_ref_clear (&parting->host);
  g_ptr_array_unref (parting->runs);
  g_free (parting);
}

static gboolean
part (gpointer data)
{
  Parting *parting = data;
  g_autoptr (ScopeHost) host = g_weak_ref_get (&parting->host);
  GtkApplication *application = host != NULL && host->window != NULL ? gtk_window_get_application (host->window) : NULL;
  GPtrArray *first;

  if (application == NULL)
    return G_SOURCE_REMOVE;
  first = parting->runs->pdata[0];
  scope_host_open (host, (GFile *const *) first->pdata, first->len, FALSE);
  for (guint i = 1; i < parting->runs->len; i++)
    {
      GPtrArray *files = parting->runs->pdata[i];

      g_application_open (G_APPLICATION (application), (GFile **) files->pdata, (gint) files->len, "");
    }
  scope_host_toast (host, _("These logs belong to different runs. Each run has its own window."));
  return G_SOURCE_REMOVE;
}

gboolean
scope_window_notices_part (ScopeHost *host)
{
  GPtrArray *runs = scope_document_dup_runs (host->document);
  Parting *parting;

  if (runs == NULL)
    return FALSE;
  parting = g_new0 (Parting, 1);
  g_weak_ref_init (&parting->host, host);
  parting->runs = runs;
  /* Not while the document says that it has changed. */
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, part, parting, parting_free);
  return TRUE;
}

/* --- a trace on another computer --- */

/* That the line was cut, and that it is there again. */
static void
tell_line (ScopeHost *host)
{
  g_autofree char *lost = host->document != NULL ? scope_trace_dup_lost (scope_document_get_trace (host->document)) : NULL;

  if (host->document == NULL || g_strcmp0 (lost, g_object_get_data (G_OBJECT (host->document), "lost")) == 0)
    return;
  scope_host_toast (host, lost != NULL ? lost : _("The connection is there again"));
  g_object_set_data_full (G_OBJECT (host->document), "lost", g_steal_pointer (&lost), g_free);
}

static void
watch_line (ScopeHost *host)
{
  ScopeTrace *trace = host->document != NULL ? scope_document_get_trace (host->document) : NULL;

  if (trace == NULL || !scope_trace_is_far (trace))
    return;
  g_signal_handlers_disconnect_by_func (trace, tell_line, host);
  g_signal_connect_object (trace, "changed", G_CALLBACK (tell_line), host, G_CONNECT_SWAPPED);
}

/* --- all of them --- */

void
scope_window_notices_update (ScopeHost *host)
{
  gboolean goes_on = next_run (host->document) > 0;

  update_merged (host);
  watch_line (host);
  scope_host_enable (host, "open-next-run", goes_on);
  gtk_info_bar_set_revealed (scope_host_get_child (host, "next_run_bar"), goes_on);
}

void
scope_window_notices_add (ScopeHost *host)
{
  static const GActionEntry entries[] = {
    { "open-separately", open_separately },
    { "open-next-run", open_next_run },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (host->window), entries, G_N_ELEMENTS (entries), host);
  scope_window_notices_update (host);
}
