/* scope-inspector-note.c: the notes that are chosen: those whose time is just the selected one, as after a click on a flag in the
 * ruler or a row of the list of notes. What merely lies across the selection is not what was asked for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/inspector/scope-inspector-private.h"

#include "widgets/kit/scope-parts.h"
#include "widgets/notes/scope-note-editor.h"

#include <glib/gi18n.h>

static GtkWidget *
add_button (ScopeInspectorRow *row, const char *icon, const char *title, const char *name)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, title);
  scope_label_widget (button, name);
  scope_inspector_row_append (row, button);
  return button;
}

static void
edit_clicked (GtkWidget *button, ScopeInspector *self)
{
  ScopeNote *note = g_object_get_data (G_OBJECT (button), "note");
  guint number;

  if (self->panel.view != NULL && scope_notes_find (scope_view_get_notes (self->panel.view), note, &number))
    gtk_widget_activate_action (button, "timeline.edit-note-number", "u", number);
}

static void
remove_clicked (GtkWidget *button, ScopeInspector *self)
{
  g_autoptr (ScopeNote) note = g_object_ref (g_object_get_data (G_OBJECT (button), "note"));

  if (self->panel.view != NULL && scope_notes_find (scope_view_get_notes (self->panel.view), note, NULL))
    scope_notes_remove (scope_view_get_notes (self->panel.view), note);
}

static void
add_note (ScopeInspector *self, ScopeNote *note)
{
  const char *text = scope_note_get_text (note);
  g_autofree char *time = scope_note_dup_time (self->panel.view, note);
  g_autofree char *class = g_strconcat ("note-", scope_note_colour_name (scope_note_get_colour (note)), NULL);
  GtkWidget *dot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *edit, *remove;
  ScopeInspectorRow *row = scope_inspector_append (
      &self->note, scope_inspector_row_new_sentence (text[0] != '\0' ? text : _("(no text)"), time));

  gtk_widget_set_tooltip_text (GTK_WIDGET (row), text[0] != '\0' ? text : NULL); /* a long one is cut */
  gtk_widget_add_css_class (dot, "note-dot");
  gtk_widget_add_css_class (dot, class);
  gtk_widget_set_valign (dot, GTK_ALIGN_CENTER);
  scope_inspector_row_prepend (row, dot);
  edit = add_button (row, "document-edit-symbolic", _("Edit the Note"), _("Edit the note"));
  remove = add_button (row, "user-trash-symbolic", _("Remove the Note"), _("Remove the note"));
  g_object_set_data_full (G_OBJECT (edit), "note", g_object_ref (note), g_object_unref);
  g_object_set_data_full (G_OBJECT (remove), "note", g_object_ref (note), g_object_unref);
  g_signal_connect (edit, "clicked", G_CALLBACK (edit_clicked), self);
  g_signal_connect (remove, "clicked", G_CALLBACK (remove_clicked), self);
}

void
scope_inspector_fill_note (ScopeInspector *self)
{
  ScopeNotes *notes = scope_view_get_notes (self->panel.view);
  gint64 from, to;
  guint n = 0;

  scope_inspector_clear (&self->note);
  if (!scope_view_get_selected_range (self->panel.view, &from, &to))
    return;
  for (guint i = 0; i < scope_notes_get_n (notes); i++)
    {
      ScopeNote *note = scope_notes_get (notes, i);

      if (scope_note_get_from (note) > from)
        break;
      if (scope_note_get_from (note) != from || scope_note_get_to (note) != to)
        continue;
      add_note (self, note);
      n++;
    }
  scope_inspector_set_title (&self->note, n > 1 ? _("Notes") : _("Note"));
}
