/* test-notes.c: notes are written, found, changed and removed by actions, and are there again the next time, whatever
 * became of the index.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-app.h"

#include "app/window/scope-window-private.h"
#include "io/files/scope-notes-file.h"
#include "widgets/notes/scope-note-editor.h"
#include "widgets/notes/scope-notes-list.h"
#include "widgets/kit/scope-text-saver.h"

#include <glib/gstdio.h>
#include <string.h>

static ScopeApplication *application;

typedef struct
{
  char *folder, *trace;
  ScopeWindow *window;
  ScopeView *view;
  ScopeNotes *notes;
} Fixture;

static gboolean
is_settled (gpointer data)
{
  ScopeWindow *window = data;

  return gtk_widget_get_mapped (data) && scope_window_is_settled (window) && scope_window_notes_is_settled (window->notes);
}

static void
open_window (Fixture *f)
{
  g_autoptr (GFile) file = g_file_new_for_path (f->trace);

  f->window = scope_window_new (GTK_APPLICATION (application));
  scope_window_open (f->window, &file, 1);
  gtk_window_present (GTK_WINDOW (f->window));
  g_assert_true (gui_wait (is_settled, f->window));
  f->view = scope_timeline_get_view (scope_window_get_timeline (f->window));
  f->notes = scope_view_get_notes (f->view);
}

static void
close_window (Fixture *f)
{
  g_object_add_weak_pointer (G_OBJECT (f->window), (gpointer *) &f->window);
  gtk_window_destroy (GTK_WINDOW (f->window));
  g_assert_true (gui_wait (gui_is_gone, &f->window)); /* what it keeps is kept with its end */
}

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autofree char *path = gui_dup_trace ();
  g_autofree char *bytes = NULL;
  gsize length;

  f->folder = g_dir_make_tmp ("lanescope-notes-XXXXXX", NULL);
  f->trace = g_build_filename (f->folder, "run.parevents", NULL);
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  g_assert_true (g_file_set_contents (f->trace, bytes, (gssize) length, NULL));
  open_window (f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  while (scope_notes_get_n (f->notes) > 0)
    scope_notes_remove (f->notes, scope_notes_get (f->notes, 0));
  close_window (f);
  g_unlink (f->trace);
  g_rmdir (f->folder);
  g_free (f->folder);
  g_free (f->trace);
}

static void
act (Fixture *f, const char *name)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (scope_window_get_timeline (f->window)), name, NULL));
}

static gboolean
is_enabled (Fixture *f, const char *name)
{
  return g_action_group_get_action_enabled (scope_timeline_get_actions (scope_window_get_timeline (f->window)), name);
}

static void
find_editor (GtkWidget *widget, gpointer data)
{
  if (SCOPE_IS_NOTE_EDITOR (widget))
    *(GtkWidget **) data = widget;
}

static void
find_text (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_TEXT_VIEW (widget))
    *(GtkWidget **) data = widget;
}

static void
find_colours (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_TOGGLE_BUTTON (widget))
    g_ptr_array_add (data, widget);
}

static GtkWidget *
editor (Fixture *f)
{
  GtkWidget *found = NULL;

  gui_foreach (GTK_WIDGET (f->window), find_editor, &found);
  return found;
}

static gboolean
is_open (gpointer data)
{
  return editor (data) != NULL && gtk_widget_get_mapped (editor (data));
}

static gboolean
is_shut (gpointer data)
{
  return !is_open (data);
}

static void
write_words (Fixture *f, const char *words)
{
  g_autofree char *stripped = NULL;
  GtkWidget *text = NULL;
  gboolean found = FALSE;

  g_assert_true (gui_wait (is_open, f));
  gui_foreach (editor (f), find_text, &text);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (text)), words, -1);
  /* Kept as they are written: whoever writes when the program crashes loses nothing. */
  stripped = g_strstrip (g_strdup (words));
  for (guint i = 0; i < scope_notes_get_n (f->notes); i++)
    found |= g_str_equal (scope_note_get_text (scope_notes_get (f->notes, i)), stripped);
  g_assert_true (found);
  gtk_popover_popdown (GTK_POPOVER (editor (f)));
  g_assert_true (gui_wait (is_shut, f));
}

static void
test_write (Fixture *f, gconstpointer data)
{
  const ScopeViewport *viewport = scope_view_get_viewport (f->view);
  gint64 middle = viewport->first / 2 + viewport->last / 2, from, to;
  g_autoptr (GPtrArray) colours = g_ptr_array_new ();
  guint nameless;

  g_assert_false (is_enabled (f, "edit-note"));
  g_assert_false (is_enabled (f, "next-note"));

  /* Over a range. */
  scope_view_select_range (f->view, middle, middle + 1000000);
  act (f, "timeline.add-note");
  g_assert_true (gui_wait (is_open, f));
  gui_check_names (editor (f), &nameless);
  g_assert_cmpuint (nameless, ==, 0);
  gui_foreach (editor (f), find_colours, colours);
  gtk_toggle_button_set_active (g_ptr_array_index (colours, SCOPE_NOTE_RED), TRUE);
  write_words (f, "  why so slow? ");
  g_assert_cmpuint (scope_notes_get_n (f->notes), ==, 1);
  g_assert_cmpstr (scope_note_get_text (scope_notes_get (f->notes, 0)), ==, "why so slow?");
  g_assert_cmpint (scope_note_get_colour (scope_notes_get (f->notes, 0)), ==, SCOPE_NOTE_RED);
  g_assert_cmpint (scope_note_get_from (scope_notes_get (f->notes, 0)), ==, middle);
  g_assert_cmpint (scope_note_get_to (scope_notes_get (f->notes, 0)), ==, middle + 1000000);

  /* At a time; one without words goes again. */
  scope_view_select_range (f->view, viewport->first + 5, viewport->first + 5);
  act (f, "timeline.add-note");
  write_words (f, "");
  g_assert_cmpuint (scope_notes_get_n (f->notes), ==, 1);
  g_assert_false (is_enabled (f, "edit-note"));
  act (f, "timeline.add-note");
  write_words (f, "begin");
  g_assert_cmpuint (scope_notes_get_n (f->notes), ==, 2);

  /* There and back. */
  act (f, "timeline.next-note");
  g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
  g_assert_cmpint (from, ==, middle);
  g_assert_cmpint (to, ==, middle + 1000000);
  act (f, "timeline.edit-note");
  write_words (f, "changed");
  g_assert_cmpstr (scope_note_get_text (scope_notes_get (f->notes, 1)), ==, "changed");
  act (f, "timeline.previous-note");
  g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
  g_assert_cmpint (from, ==, viewport->first + 5);
  act (f, "timeline.delete-note");
  g_assert_cmpuint (scope_notes_get_n (f->notes), ==, 1);
  g_assert_cmpstr (scope_note_get_text (scope_notes_get (f->notes, 0)), ==, "changed");
}

static void
test_kept (Fixture *f, gconstpointer data)
{
  g_autofree char *index
      = g_strdup (scope_trace_index_path (scope_view_get_trace (f->view), NULL, NULL));
  guint n;

  scope_notes_add (f->notes, 1000, 2000, "stays", SCOPE_NOTE_GREEN);
  g_assert_true (gui_wait (is_settled, f->window)); /* written after a rest */
  scope_notes_add (f->notes, 3000, 3000, "at the last moment", SCOPE_NOTE_BLUE);
  close_window (f);

  g_assert_nonnull (index);
  g_assert_cmpint (g_unlink (index), ==, 0);
  open_window (f);
  n = scope_notes_get_n (f->notes);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpstr (scope_note_get_text (scope_notes_get (f->notes, 0)), ==, "stays");
  g_assert_cmpint (scope_note_get_to (scope_notes_get (f->notes, 0)), ==, 2000);
  g_assert_cmpstr (scope_note_get_text (scope_notes_get (f->notes, 1)), ==, "at the last moment");
}

static void
test_strange_file (Fixture *f, gconstpointer data)
{
  g_autofree char *path = scope_notes_file_path (scope_document_get_digest (scope_window_get_document (f->window)));
  g_autofree char *aside = g_strconcat (path, "~", NULL), *text = NULL;

  close_window (f);
  g_assert_true (scope_notes_file_write (path, "this was edited by hand, badly\n", NULL));
  open_window (f);
  g_assert_cmpuint (scope_notes_get_n (f->notes), ==, 0);
  scope_notes_add (f->notes, 1, 1, "new", 0);
  g_assert_true (gui_wait (is_settled, f->window));
  g_assert_true (g_file_get_contents (aside, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "this was edited by hand, badly\n");
  g_unlink (aside);
}

static gboolean
has_file (gpointer path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static gboolean
has_two (gpointer notes)
{
  return scope_notes_get_n (notes) == 2;
}

static void
find_words (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
      && strstr (gtk_label_get_text (GTK_LABEL (widget)), "notes.tsv” written to ") != NULL)
    *(gpointer *) data = widget;
}

static gboolean
says_written (gpointer window)
{
  GtkWidget *words = NULL;

  gui_foreach (window, find_words, &words);
  return words != NULL;
}

static void
test_export (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->folder, "notes.tsv", NULL), *text = NULL;

  scope_notes_add (f->notes, 1000, 2000, "one", SCOPE_NOTE_GREEN);
  scope_notes_add (f->notes, 5000, 5000, "two", SCOPE_NOTE_GREEN);
  scope_window_notes_export (f->window->host, path);
  g_assert_true (gui_wait (has_file, path));
  g_assert_true (gui_wait (says_written, f->window));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\n1000\t2000\tgreen\tone\n"));
  scope_notes_remove (f->notes, scope_notes_get (f->notes, 0));
  scope_window_notes_import (f->window->host, path);
  g_assert_true (gui_wait (has_two, f->notes));
  g_assert_cmpstr (scope_note_get_text (scope_notes_get (f->notes, 0)), ==, "one");
  g_unlink (path);
}

/* Two windows of the same trace: neither takes away what the other wrote. */
static void
test_two_windows (Fixture *f, gconstpointer data)
{
  Fixture other = { .folder = f->folder, .trace = f->trace };

  scope_notes_add (f->notes, 1, 1, "before", SCOPE_NOTE_RED);
  g_assert_true (gui_wait (is_settled, f->window));
  open_window (&other);
  g_assert_cmpuint (scope_notes_get_n (other.notes), ==, 1);
  scope_notes_add (f->notes, 2, 2, "mine", SCOPE_NOTE_RED);
  g_assert_true (gui_wait (is_settled, f->window));
  scope_notes_add (other.notes, 3, 3, "the other one's", SCOPE_NOTE_RED);
  g_assert_true (gui_wait (is_settled, other.window));
  scope_notes_remove (f->notes, scope_notes_get (f->notes, 0));
  g_assert_true (gui_wait (is_settled, f->window));
  close_window (&other);
  close_window (f);
  open_window (f);
  g_assert_cmpuint (scope_notes_get_n (f->notes), ==, 2);
  g_assert_cmpstr (scope_note_get_text (scope_notes_get (f->notes, 0)), ==, "mine");
  g_assert_cmpstr (scope_note_get_text (scope_notes_get (f->notes, 1)), ==, "the other one's");
}

static void
find_list (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_MENU_BUTTON (widget) && SCOPE_IS_NOTES_LIST (gtk_menu_button_get_popover (GTK_MENU_BUTTON (widget))))
    *(gpointer *) data = gtk_menu_button_get_popover (GTK_MENU_BUTTON (widget));
}

static void
find_export (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), "win.export-notes") == 0)
    *(gpointer *) data = widget;
}

static gboolean
is_unmapped (gpointer widget)
{
  return !gtk_widget_get_mapped (widget);
}

/* The list makes way for the dialog that asks for the file. */
static void
test_list_goes (Fixture *f, gconstpointer data)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (f->window), "export-notes");
  GtkWidget *list = NULL, *export = NULL;

  gui_foreach (GTK_WIDGET (f->window), find_list, &list);
  g_assert_nonnull (list);
  gtk_popover_popup (GTK_POPOVER (list));
  g_assert_true (gui_wait (gui_is_mapped, list));
  gui_foreach (list, find_export, &export);
  g_assert_nonnull (export);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), FALSE); /* the dialog itself is not wanted here */
  g_signal_emit_by_name (export, "clicked");
  g_assert_true (gui_wait (is_unmapped, list));
}

/* --- tables --- */

static void
find_folder_button (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), "app.open-folder") == 0
      && gtk_widget_get_mapped (widget))
    *(GtkWidget **) data = widget;
}

static gboolean
offers_folder (gpointer window)
{
  GtkWidget *button = NULL;

  gui_foreach (window, find_folder_button, &button);
  return button != NULL && gtk_widget_get_sensitive (button);
}

static gboolean
tells_why_not (gpointer dialog)
{
  g_autoptr (GListModel) windows = g_object_ref (gtk_window_get_toplevels ());

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);
      g_autofree char *text = NULL;

      if (!GTK_IS_MESSAGE_DIALOG (window))
        continue;
      g_object_get (window, "secondary-text", &text, NULL);
      *(GtkWindow **) dialog = window;
      return strstr (text, "/none/table.csv") != NULL;
    }
  return FALSE;
}

/* A table that a panel saves: it is told where, or why not. */
static void
test_saved_table (Fixture *f, gconstpointer data)
{
  GtkWidget *panel = GTK_WIDGET (scope_window_get_timeline (f->window));
  g_autoptr (GFile) file = g_file_new_build_filename (f->folder, "notes.tsv", NULL);
  g_autoptr (GFile) nowhere = g_file_new_build_filename (f->folder, "none", "table.csv", NULL);
  g_autofree char *text = NULL;
  GtkWindow *dialog = NULL;

  scope_text_saver_write (panel, file, g_strdup ("a,b\n"));
  g_assert_true (gui_wait (says_written, f->window));
  g_assert_true (gui_wait (offers_folder, f->window));
  g_assert_true (g_file_load_contents (file, NULL, &text, NULL, NULL, NULL));
  g_assert_cmpstr (text, ==, "a,b\n");
  g_file_delete (file, NULL, NULL);
  scope_text_saver_write (panel, nowhere, g_strdup ("a,b\n"));
  g_assert_true (gui_wait (tells_why_not, &dialog));
  gtk_window_destroy (dialog);
}

int
main (int argc, char **argv)
{
  int status;

  gui_init (&argc, &argv);
  application = gui_application_new ();
#define ADD(name, func) g_test_add ("/notes/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("saved-table", test_saved_table);
  ADD ("write", test_write);
  ADD ("kept", test_kept);
  ADD ("strange-file", test_strange_file);
  ADD ("list-goes", test_list_goes);
  ADD ("export", test_export);
  ADD ("two-windows", test_two_windows);
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
