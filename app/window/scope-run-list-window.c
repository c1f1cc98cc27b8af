/* scope-run-list-window.c: see scope-run-list-window.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-run-list-window.h"

#include "app/kit/scope-toast.h"
#include "app/window/scope-runs-window.h"
#include "io/index/scope-run-list.h"
#include "model/base/scope-task.h"
#include "widgets/runs/scope-run-table.h"

#include <glib/gi18n.h>

struct _ScopeRunListWindow
{
  AdwWindow parent_instance;

  ScopeWindowComparison *comparison; /* of the window over which it stands */
  ScopeRunTable *table; /* NULL when it goes */
  AdwToastOverlay *toasts;
  GtkWidget *open, *compare, *band, *scaling, *pin, *remove;
  GCancellable *cancellable;
  GPtrArray *runs;
  guint working; /* lists being read, changes being made */
};

G_DEFINE_FINAL_TYPE (ScopeRunListWindow, scope_run_list_window, ADW_TYPE_WINDOW)

static ScopeHost *
host_of (ScopeRunListWindow *self)
{
  return scope_part_get_host (self->comparison);
}

static void
say (ScopeRunListWindow *self, const char *text)
{
  scope_toast_say (self->toasts, text, 5);
}

/* --- what can be done --- */

static gboolean
all_pinned (GPtrArray *runs)
{
  for (guint i = 0; i < runs->len; i++)
    if (!scope_run_facts (runs->pdata[i])->pinned)
      return FALSE;
  return runs->len > 0;
}

static void
update (ScopeRunListWindow *self)
{
  g_autoptr (GPtrArray) chosen = scope_run_table_dup_chosen (self->table);
  ScopeRun *shown = scope_host_get_run (host_of (self));
  gboolean other = chosen->len == 1 && shown != NULL
                   && g_strcmp0 (scope_run_facts (shown)->digest, scope_run_facts (chosen->pdata[0])->digest) != 0;

  gtk_widget_set_sensitive (self->open, chosen->len >= 1);
  gtk_widget_set_sensitive (self->compare, chosen->len == 2 || other);
  gtk_widget_set_sensitive (self->band, chosen->len >= 2);
  gtk_widget_set_sensitive (self->scaling, chosen->len >= 2);
  gtk_widget_set_sensitive (self->pin, chosen->len >= 1 && self->working == 0);
  gtk_widget_set_sensitive (self->remove, chosen->len >= 1 && self->working == 0);
  gtk_button_set_label (GTK_BUTTON (self->pin), all_pinned (chosen) ? _("Un_pin") : _("_Pin"));
}

/* As people expect: the trace's files if they are as they were, else what was kept of it; here if the window is empty, else in
 * another one. */
static void
open_chosen (ScopeRunListWindow *self)
{
  g_autoptr (GPtrArray) chosen = scope_run_table_dup_chosen (self->table);
  g_autoptr (ScopeHost) host = g_object_ref (host_of (self));

  if (chosen->len == 0)
    return;
  gtk_window_destroy (GTK_WINDOW (self));
  for (guint i = 0; i < chosen->len; i++)
    {
      g_auto (GStrv) paths = scope_run_dup_paths (chosen->pdata[i]);
      g_autoptr (GPtrArray) files = scope_host_files ((const char *const *) paths);

      if (files->len > 0)
        scope_host_request (host, files, NULL, NULL);
    }
}

/* The older of two is the baseline; of one, it is the baseline of the run that is shown. */
static void
compare_chosen (ScopeRunListWindow *self)
{
  g_autoptr (GPtrArray) chosen = scope_run_table_dup_chosen (self->table);
  g_autoptr (ScopeWindowComparison) comparison = g_object_ref (self->comparison);
  ScopeRun *baseline = chosen->len > 0 ? chosen->pdata[0] : NULL, *run = NULL;

  if (baseline == NULL || chosen->len > 2)
    return;
  if (chosen->len == 2)
    {
      run = chosen->pdata[1];
      if (scope_run_facts (run)->date < scope_run_facts (baseline)->date)
        {
          run = chosen->pdata[0];
          baseline = chosen->pdata[1];
        }
    }
  gtk_window_destroy (GTK_WINDOW (self));
  scope_window_comparison_start_runs (comparison, baseline, run);
}

static void
take_together (ScopeRunListWindow *self, const char *page)
{
  g_autoptr (GPtrArray) chosen = scope_run_table_dup_chosen (self->table);
  ScopeHost *host = host_of (self);
  ScopeRunsWindow *together;

  if (host->window == NULL || chosen->len < 2)
    return;
  together = scope_runs_window_new (gtk_window_get_application (host->window), host->settings);
  gtk_window_destroy (GTK_WINDOW (self));
  scope_runs_view_set_page (scope_runs_window_get_view (together), page);
  scope_runs_window_add_runs (together, chosen);
  gtk_window_present (GTK_WINDOW (together));
}

static void
band_chosen (ScopeRunListWindow *self)
{
  take_together (self, "band");
}

static void
scaling_chosen (ScopeRunListWindow *self)
{
  take_together (self, "scaling");
}

/* --- keeping and removing --- */

typedef struct
{
  GPtrArray *runs;
  gboolean remove, pin;
} Change;

static void
change_free (gpointer data)
{
  g_ptr_array_unref (((Change *) data)->runs);
  g_free (data);
}

/* On runs of their own: those of the table belong to the main thread. */
static gpointer
make_change (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Change *change = data;
  gboolean ok = TRUE;

  for (guint i = 0; i < change->runs->len && ok; i++)
    {
      g_autoptr (ScopeRun) run = scope_run_read_index (change->runs->pdata[i], error);

      if (run == NULL && change->remove)
        g_clear_error (error); /* gone already */
      else
        ok = run != NULL && (change->remove ? scope_run_remove (run, error) : scope_run_pin (run, change->pin, error));
    }
  return GINT_TO_POINTER (ok);
}

static void read_list (ScopeRunListWindow *self);

static void
changed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeRunListWindow *self = SCOPE_RUN_LIST_WINDOW (source);
  g_autoptr (GError) error = NULL;

  self->working--;
  if (scope_task_answer (result, &error) == NULL && self->table != NULL)
    say (self, error->message);
  if (self->table != NULL)
    read_list (self);
}

static void
change_chosen (ScopeRunListWindow *self, gboolean remove)
{
  g_autoptr (GPtrArray) chosen = scope_run_table_dup_chosen (self->table);

  Change *change = g_new0 (Change, 1);

  change->runs = g_ptr_array_new_with_free_func (g_free);
  change->remove = remove;
  change->pin = !all_pinned (chosen);
  for (guint i = 0; i < chosen->len; i++)
    g_ptr_array_add (change->runs, g_strdup (scope_run_facts (chosen->pdata[i])->index_path));
  self->working++;
  update (self);
  scope_task_give (self, make_change, change, change_free, NULL, NULL, changed, NULL);
}

static void
pin_clicked (ScopeRunListWindow *self)
{
  change_chosen (self, FALSE);
}

static void
remove_answered (AdwMessageDialog *dialog, const char *response, ScopeRunListWindow *self)
{
  if (g_str_equal (response, "remove") && self->table != NULL)
    change_chosen (self, TRUE);
}

/* What is lost with them; NULL: nothing is. */
static char *
dup_lost (GPtrArray *chosen)
{
  guint lost = 0, streamed = 0;
  g_autofree char *streams = NULL, *gone = NULL;

  for (guint i = 0; i < chosen->len; i++)
    {
      streamed += scope_run_facts (chosen->pdata[i])->streamed;
      lost += scope_run_facts (chosen->pdata[i])->source != SCOPE_RUN_SOURCE_THERE;
    }
  if (lost > 0)
    gone = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                         "%u of them has no trace file any more and cannot be opened again. Your "
                                         "trace files and notes are not touched.",
                                         "%u of them have no trace file any more and cannot be opened again. Your "
                                         "trace files and notes are not touched.", lost), lost);
  if (streamed > 0)
    streams = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                            "%u of them came over a pipe or socket: its recording is removed, too, and there is no other.",
                                            "%u of them came over pipes or sockets: their recordings are removed, too, and there are no others.",
                                            streamed), streamed);
  if (gone != NULL && streams != NULL)
    return g_strdup_printf ("%s %s", streams, gone);
  return gone != NULL ? g_steal_pointer (&gone) : g_steal_pointer (&streams);
}

static void
remove_clicked (ScopeRunListWindow *self)
{
  g_autoptr (GPtrArray) chosen = scope_run_table_dup_chosen (self->table);
  g_autofree char *body = dup_lost (chosen);
  GtkWidget *dialog;

  dialog = adw_message_dialog_new (GTK_WINDOW (self), chosen->len == 1 ? _("Remove the Run?") : _("Remove the Runs?"),
                                   body != NULL ? body
                                                : _("Your trace files and notes are not touched. Opening the run "
                                                    "again reads its trace again."));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "remove", _("_Remove"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "remove", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (remove_answered), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* --- the list --- */

static void
list_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeRunListWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) runs = scope_run_list_read_finish (result, &error);
  ScopeRun *shown;

  self->working--;
  if (self->table == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  shown = scope_host_get_run (host_of (self));
  scope_run_table_set_shown (self->table, shown != NULL ? scope_run_facts (shown)->digest : NULL, FALSE);
  scope_run_table_set_runs (self->table, runs, error != NULL ? error->message : NULL);
  update (self);
}

static void
read_list (ScopeRunListWindow *self)
{
  g_autofree char *folder = scope_settings_dup_cache_folder (host_of (self)->settings);

  self->working++;
  scope_run_list_read_async (folder, self->cancellable, list_read, g_object_ref (self));
}

gboolean
scope_run_list_window_is_settled (ScopeRunListWindow *self)
{
  return self->working == 0;
}

/* --- life --- */

static void
scope_run_list_window_dispose (GObject *object)
{
  ScopeRunListWindow *self = SCOPE_RUN_LIST_WINDOW (object);

  g_cancellable_cancel (self->cancellable);
  self->table = NULL;
  G_OBJECT_CLASS (scope_run_list_window_parent_class)->dispose (object);
}

static void
scope_run_list_window_finalize (GObject *object)
{
  g_clear_object (&SCOPE_RUN_LIST_WINDOW (object)->comparison);
  g_object_unref (SCOPE_RUN_LIST_WINDOW (object)->cancellable);
  G_OBJECT_CLASS (scope_run_list_window_parent_class)->finalize (object);
}

static void
scope_run_list_window_class_init (ScopeRunListWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_run_list_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = scope_run_list_window_finalize;
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static GtkWidget *
add_button (ScopeRunListWindow *self, GtkWidget *box, const char *label, const char *tip,
            void (*clicked) (ScopeRunListWindow *self))
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_tooltip_text (button, tip);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (clicked), self);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

static GtkWidget *
make_bar (ScopeRunListWindow *self)
{
  GtkWidget *bar = gtk_action_bar_new (), *start = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *end = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->open = add_button (self, start, _("_Open"), _("Opens the trace, or its data in the cache"), open_chosen);
  gtk_widget_add_css_class (self->open, "suggested-action");
  self->compare = add_button (self, start, _("_Compare"),
                              _("One run: compares it as the baseline with the run on screen. Two runs: the older "
                                "one is the baseline."), compare_chosen);
  self->band = add_button (self, start, _("O_verlay"), _("Mean and spread of the runs’ activity over time"), band_chosen);
  self->scaling
      = add_button (self, start, _("_Scaling"), _("Speed-up and efficiency over the number of processors"), scaling_chosen);
  self->pin = add_button (self, end, _("_Pin"), _("Pinned runs stay when the cache is full"),
                          pin_clicked);
  self->remove = add_button (self, end, _("_Remove…"), _("Removes the data in the cache, never a trace file"), remove_clicked);
  gtk_action_bar_pack_start (GTK_ACTION_BAR (bar), start);
  gtk_action_bar_pack_end (GTK_ACTION_BAR (bar), end);
  return bar;
}

static void
scope_run_list_window_init (ScopeRunListWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *header = gtk_header_bar_new ();

  self->cancellable = g_cancellable_new ();
  self->table = scope_run_table_new (TRUE);
  self->toasts = ADW_TOAST_OVERLAY (adw_toast_overlay_new ());
  gtk_widget_add_css_class (header, "flat");
  gtk_widget_set_vexpand (GTK_WIDGET (self->toasts), TRUE);
  adw_toast_overlay_set_child (self->toasts, GTK_WIDGET (self->table));
  gtk_box_append (GTK_BOX (box), header);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->toasts));
  gtk_box_append (GTK_BOX (box), make_bar (self));
  adw_window_set_content (ADW_WINDOW (self), box);
  gtk_window_set_title (GTK_WINDOW (self), _("Runs"));
  gtk_window_set_default_size (GTK_WINDOW (self), 900, 560);
  gtk_window_set_focus (GTK_WINDOW (self), scope_run_table_get_search (self->table));
  g_signal_connect_swapped (self->table, "chosen", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->table, "activated", G_CALLBACK (open_chosen), self);
}

ScopeRunListWindow *
scope_run_list_window_new (ScopeWindowComparison *comparison)
{
  ScopeRunListWindow *self = g_object_new (SCOPE_TYPE_RUN_LIST_WINDOW, "transient-for", scope_part_get_host (comparison)->window,
                                           "modal", TRUE, NULL);

  self->comparison = g_object_ref (comparison);
  update (self);
  read_list (self);
  return self;
}
