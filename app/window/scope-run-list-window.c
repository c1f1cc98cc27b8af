/* scope-run-list-window.c: see scope-run-list-window.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-run-list-window.h"

#include "app/kit/scope-toast.h"
#include "app/window/scope-window-runs.h"
#include "model/base/scope-task.h"
#include "widgets/runs/scope-run-table.h"

#include <glib/gi18n.h>

struct _ScopeRunListWindow
{
  AdwWindow parent_instance;

  ScopeRunTable *table; /* NULL when it goes */
  AdwToastOverlay *toasts;
  GtkWidget *open, *compare, *band, *scaling, *pin, *remove;
  GCancellable *cancellable;
  GPtrArray *runs;
  guint working; /* lists being read, changes being made */
};

G_DEFINE_FINAL_TYPE (ScopeRunListWindow, scope_run_list_window, ADW_TYPE_WINDOW)

static ScopeWindow *
window_of (ScopeRunListWindow *self)
{
  GtkWindow *window = gtk_window_get_transient_for (GTK_WINDOW (self));

  return window != NULL ? SCOPE_WINDOW (window) : NULL;
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
  ScopeWindow *window = window_of (self);
  ScopeRun *shown = window != NULL ? scope_window_get_run (window) : NULL;
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

static void
open_chosen (ScopeRunListWindow *self)
{
  g_autoptr (GPtrArray) chosen = scope_run_table_dup_chosen (self->table);
  ScopeWindow *window = window_of (self);

  if (window == NULL || chosen->len == 0)
    return;
  g_object_ref (window);
  gtk_window_destroy (GTK_WINDOW (self));
  for (guint i = 0; i < chosen->len; i++)
    scope_window_open_run (window, chosen->pdata[i]);
  g_object_unref (window);
}

/* The older of two is the baseline; of one, it is the baseline of the run that is shown. */
static void
compare_chosen (ScopeRunListWindow *self)
{
  g_autoptr (GPtrArray) chosen = scope_run_table_dup_chosen (self->table);
  ScopeWindow *window = window_of (self);
  ScopeRun *baseline = chosen->len > 0 ? chosen->pdata[0] : NULL, *run = NULL;

  if (window == NULL || baseline == NULL || chosen->len > 2)
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
  g_object_ref (window);
  gtk_window_destroy (GTK_WINDOW (self));
  scope_window_compare_runs (window, baseline, run);
  g_object_unref (window);
}

static void
take_together (ScopeRunListWindow *self, const char *page)
{
  g_autoptr (GPtrArray) chosen = scope_run_table_dup_chosen (self->table);
  ScopeWindow *window = window_of (self);

  if (window == NULL || chosen->len < 2)
    return;
  g_object_ref (window);
  gtk_window_destroy (GTK_WINDOW (self));
  scope_window_take_merged_logs (window, chosen, page);
  g_object_unref (window);
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
static void
make_change (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Change *change = data;
  GError *error = NULL;
  gboolean ok = TRUE;

  for (guint i = 0; i < change->runs->len && ok; i++)
    {
      g_autoptr (ScopeRun) run = scope_run_read_index (change->runs->pdata[i], &error);

      if (run == NULL && change->remove)
        g_clear_error (&error); /* gone already */
      else
        ok = run != NULL && (change->remove ? scope_run_remove (run, &error) : scope_run_pin (run, change->pin, &error));
    }
  if (ok)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void read_list (ScopeRunListWindow *self);

static void
changed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeRunListWindow *self = SCOPE_RUN_LIST_WINDOW (source);
  g_autoptr (GError) error = NULL;

  self->working--;
  if (!g_task_propagate_boolean (G_TASK (result), &error) && self->table != NULL)
    say (self, error->message);
  if (self->table != NULL)
    read_list (self);
}

static void
change_chosen (ScopeRunListWindow *self, gboolean remove)
{
  g_autoptr (GPtrArray) chosen = scope_run_table_dup_chosen (self->table);
  g_autoptr (GTask) task = g_task_new (self, NULL, changed, NULL);
  Change *change = g_new0 (Change, 1);

  change->runs = g_ptr_array_new_with_free_func (g_free);
  change->remove = remove;
  change->pin = !all_pinned (chosen);
  for (guint i = 0; i < chosen->len; i++)
    g_ptr_array_add (change->runs, g_strdup (scope_run_facts (chosen->pdata[i])->index_path));
  self->working++;
  update (self);
  g_task_set_task_data (task, change, change_free);
  scope_task_run (task, make_change);
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

static void
remove_clicked (ScopeRunListWindow *self)
{
  g_autoptr (GPtrArray) chosen = scope_run_table_dup_chosen (self->table);
  g_autofree char *body = NULL;
  GtkWidget *dialog;
  guint lost = 0;

  for (guint i = 0; i < chosen->len; i++)
    lost += scope_run_facts (chosen->pdata[i])->source != SCOPE_RUN_SOURCE_THERE;
  if (lost > 0)
    body = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                         "%u of them has no trace file any more and cannot be opened again. Your "
                                         "trace files and notes are not touched.",
                                         "%u of them have no trace file any more and cannot be opened again. Your "
                                         "trace files and notes are not touched.", lost), lost);
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
  shown = window_of (self) != NULL ? scope_window_get_run (window_of (self)) : NULL;
  scope_run_table_set_shown (self->table, shown != NULL ? scope_run_facts (shown)->digest : NULL, FALSE);
  scope_run_table_set_runs (self->table, runs, error != NULL ? error->message : NULL);
  update (self);
}

static void
read_list (ScopeRunListWindow *self)
{
  g_autofree char *folder = window_of (self) != NULL ? scope_window_dup_cache_folder (window_of (self)) : NULL;

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
scope_run_list_window_new (ScopeWindow *window)
{
  ScopeRunListWindow *self = g_object_new (SCOPE_TYPE_RUN_LIST_WINDOW, "transient-for", window, "modal", TRUE, NULL);

  update (self);
  read_list (self);
  return self;
}
