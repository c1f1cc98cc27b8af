/* scope-message-copy.c: rows of the table of messages on the clipboard, and all of them in a file: read and written off the
 * main thread, in pieces, for there may be millions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/messages/scope-message-table-private.h"

#include "model/base/scope-each.h"
#include "model/base/scope-task.h"
#include "model/scene/messages/scope-message-words.h"
#include "widgets/kit/scope-file-chooser.h"
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

static gpointer
copy_in_thread (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  const GArray *places = data;
  g_autofree char *titles = scope_message_row_text (NULL, NULL, NULL);
  g_autoptr (GString) text = g_string_new (titles);

  SCOPE_EACH (const Place, place, places)
    {
      g_autofree char *line = NULL;
      ScopeMessageRow row;

      if (!scope_message_order_read (place->order, place->row, 1, &row, error))
        return NULL;
      line = scope_message_row_text (scope_message_order_get_trace (place->order), &row, &place->clock);
      g_string_append (text, line);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
copied (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree char *text = scope_task_answer (result, NULL);

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
  scope_task_give (self, copy_in_thread, places, (GDestroyNotify) g_array_unref, g_free, NULL, copied, NULL);
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

static gpointer
save_in_thread (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  Saving *saving = (gpointer) data;
  g_autoptr (GFileOutputStream) stream = g_file_replace (saving->file, NULL, FALSE, G_FILE_CREATE_NONE, cancellable, error);

  return GINT_TO_POINTER (stream != NULL && write_csv (saving->order, G_OUTPUT_STREAM (stream), error));
}

static void
saved (GObject *source, GAsyncResult *result, gpointer data)
{
  const Saving *saving = scope_task_question (result);
  g_autoptr (GError) error = NULL;

  scope_task_answer (result, &error);
  scope_text_saver_notify (GTK_WIDGET (source), saving->file, error);
}

static void
file_chosen (gpointer self, GPtrArray *files, gpointer data)
{
  ScopeMessageOrder *order = scope_message_rows_get_order (SCOPE_MESSAGE_TABLE (self)->rows);
  Saving *saving;

  if (files->len == 0 || order == NULL)
    return;
  saving = g_new (Saving, 1);
  *saving = (Saving) { scope_message_order_ref (order), g_object_ref (files->pdata[0]) };
  scope_task_give (self, save_in_thread, saving, saving_free, NULL, NULL, saved, NULL);
}

void
scope_message_table_save (gpointer table)
{
  if (scope_message_rows_get_order (SCOPE_MESSAGE_TABLE (table)->rows) != NULL)
    scope_file_chooser_ask (table, GTK_FILE_CHOOSER_ACTION_SAVE, _("Save as CSV"), _("_Save"), "messages.csv", file_chosen, NULL,
                            NULL);
}
