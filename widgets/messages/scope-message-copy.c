/* scope-message-copy.c: rows of the table of messages on the clipboard, and all of them in a file: read and written off the
 * main thread, in pieces, for there may be millions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/messages/scope-message-table-private.h"

#include "model/base/scope-task.h"
#include "model/scene/messages/scope-message-words.h"
#include "widgets/kit/scope-text-saver.h"

#include <glib/gi18n.h>

#define MAX_COPIED 100000u
#define AT_ONCE 4096u

/* --- copying --- */

/* A row of an order. */
typedef struct
{
  ScopeMessageOrder *order;
  guint row;
  ScopeClock clock;
} Place;

static void
place_clear (gpointer data)
{
  scope_message_order_unref (((Place *) data)->order);
}

static void
copy_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const GArray *places = data;
  GString *text = g_string_new (NULL);
  g_autofree char *titles = scope_message_row_text (NULL, NULL, NULL);
  GError *error = NULL;

  g_string_append (text, titles);
  for (guint i = 0; i < places->len && error == NULL; i++)
    {
      const Place *place = &g_array_index (places, Place, i);
      ScopeMessageRow row;

      if (scope_message_order_read (place->order, place->row, 1, &row, &error))
        {
          g_autofree char *line = scope_message_row_text (scope_message_order_get_trace (place->order), &row, &place->clock);

          g_string_append (text, line);
        }
    }
  if (error == NULL)
    g_task_return_pointer (task, g_string_free (text, FALSE), g_free);
  else
    {
      g_string_free (text, TRUE);
      g_task_return_error (task, error);
    }
}

static void
copied (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree char *text = g_task_propagate_pointer (G_TASK (result), NULL);

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (source)), text);
}

void
scope_message_table_copy (gpointer table, gboolean every)
{
  ScopeMessageTable *self = table;
  g_autoptr (GtkBitset) chosen = gtk_selection_model_get_selection (scope_table_view_get_selection (table));
  guint64 n = MIN (gtk_bitset_get_size (chosen), MAX_COPIED);
  GArray *places;
  g_autoptr (GTask) task = NULL;
  gboolean all = every || n == 0;

  if (all)
    n = MIN (g_list_model_get_n_items (G_LIST_MODEL (self->rows)), MAX_COPIED);
  places = g_array_new (FALSE, FALSE, sizeof (Place));
  g_array_set_clear_func (places, place_clear);
  for (guint i = 0; i < n; i++)
    {
      Place place = { NULL, 0, self->clock };

      place.order = scope_message_rows_at (self->rows, all ? i : gtk_bitset_get_nth (chosen, i), &place.row);
      scope_message_order_ref (place.order);
      g_array_append_val (places, place);
    }
  task = g_task_new (self, NULL, copied, NULL);
  g_task_set_task_data (task, places, (GDestroyNotify) g_array_unref);
  scope_task_run (task, copy_in_thread);
}

/* --- saving --- */

static gboolean
write_bytes (const char *bytes, gsize n, gpointer stream, GError **error)
{
  return g_output_stream_write_all (stream, bytes, n, NULL, NULL, error);
}

static gboolean
write_csv (ScopeMessageOrder *order, GOutputStream *stream, GError **error)
{
  g_autofree ScopeMessageRow *rows = g_new (ScopeMessageRow, AT_ONCE);
  g_autoptr (ScopeCsv) csv = scope_message_csv_new (write_bytes, stream);
  guint n = scope_message_order_n_rows (order);

  for (guint first = 0; first < n; first += AT_ONCE)
    {
      guint here = MIN (AT_ONCE, n - first);

      if (!scope_message_order_read (order, first, here, rows, error))
        return FALSE;
      for (guint i = 0; i < here; i++)
        scope_message_row_write (csv, scope_message_order_get_trace (order), &rows[i]);
    }
  return scope_csv_close (g_steal_pointer (&csv), error) && g_output_stream_close (stream, NULL, error);
}

typedef struct
{
  ScopeMessageOrder *order;
  GFile *file;
} Saving;

static void
saving_free (gpointer data)
{
  Saving *saving = data;

  scope_message_order_unref (saving->order);
  g_object_unref (saving->file);
  g_free (saving);
}

static void
save_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Saving *saving = data;
  GError *error = NULL;
  g_autoptr (GFileOutputStream) stream = g_file_replace (saving->file, NULL, FALSE, G_FILE_CREATE_NONE, cancellable, &error);

  if (stream != NULL && write_csv (saving->order, G_OUTPUT_STREAM (stream), &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
saved (GObject *source, GAsyncResult *result, gpointer data)
{
  const Saving *saving = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  g_task_propagate_boolean (G_TASK (result), &error);
  scope_text_saver_notify (GTK_WIDGET (source), saving->file, error);
}

static void
save_response (GtkNativeDialog *dialog, int response, ScopeMessageTable *self)
{
  ScopeMessageOrder *order = scope_message_rows_get_order (self->rows);

  if (response == GTK_RESPONSE_ACCEPT && order != NULL)
    {
      g_autoptr (GTask) task = g_task_new (self, NULL, saved, NULL);
      Saving *saving = g_new (Saving, 1);

      *saving = (Saving) { scope_message_order_ref (order), gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog)) };
      g_task_set_task_data (task, saving, saving_free);
      scope_task_run (task, save_in_thread);
    }
  g_clear_object (&self->chooser);
}

void
scope_message_table_save (gpointer table)
{
  ScopeMessageTable *self = table;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (self->chooser != NULL || scope_message_rows_get_order (self->rows) == NULL)
    return;
  self->chooser = gtk_file_chooser_native_new (_("Save as CSV"), GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                               GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"), NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), "messages.csv");
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  g_signal_connect (self->chooser, "response", G_CALLBACK (save_response), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}
