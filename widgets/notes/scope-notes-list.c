/* scope-notes-list.c: see scope-notes-list.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/notes/scope-notes-list.h"

#include "widgets/kit/scope-parts.h"
#include "widgets/notes/scope-note-editor.h"
#include "widgets/notes/scope-note-input.h"

#include <glib/gi18n.h>
#include <string.h>

struct _ScopeNotesList
{
  GtkPopover parent_instance;

  ScopeView *view;
  GtkWidget *stack, *list;
};

G_DEFINE_FINAL_TYPE (ScopeNotesList, scope_notes_list, GTK_TYPE_POPOVER)

/* --- rows: a dot, the words, the time --- */

static void
set_up_row (GtkSignalListItemFactory *factory, GtkListItem *item, ScopeNotesList *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9), *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *dot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *text = gtk_label_new (NULL), *time = gtk_label_new (NULL);

  gtk_widget_set_valign (dot, GTK_ALIGN_CENTER);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode (GTK_LABEL (text), TRUE);
  gtk_label_set_xalign (GTK_LABEL (time), 0);
  scope_add_classes (time, "caption", "dim-label", "numeric", NULL);
  scope_add_children (words, text, time, NULL);
  gtk_widget_set_hexpand (words, TRUE);
  scope_add_children (box, dot, words, NULL);
  scope_set_margins (box, 4, 0);
  gtk_list_item_set_child (item, box);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item, ScopeNotesList *self)
{
  ScopeNote *note = gtk_list_item_get_item (item);
  GtkWidget *dot = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *text = gtk_widget_get_first_child (gtk_widget_get_next_sibling (dot));
  g_autofree char *class = g_strconcat ("note-", scope_note_colour_name (scope_note_get_colour (note)), NULL);
  const char *classes[] = { "note-dot", class, NULL };
  g_autofree char *time = self->view != NULL ? scope_note_dup_time (self->view, note) : NULL;
  g_autofree char *line = g_strdelimit (g_strdup (scope_note_get_text (note)), "\n\r\t", ' ');

  gtk_widget_set_css_classes (dot, classes);
  gtk_label_set_label (GTK_LABEL (text), line[0] != '\0' ? line : _("(no text)"));
  gtk_widget_set_tooltip_text (gtk_list_item_get_child (item), scope_note_get_text (note));
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_next_sibling (text)), time);
}

static void
row_activated (GtkListView *list, guint position, ScopeNotesList *self)
{
  ScopeNotes *notes = scope_view_get_notes (self->view);

  if (position >= scope_notes_get_n (notes))
    return;
  gtk_popover_popdown (GTK_POPOVER (self));
  scope_note_input_go_to (self->view, scope_notes_get (notes, position));
}

/* --- the view --- */

static void
update (ScopeNotesList *self)
{
  gboolean some = self->view != NULL && scope_notes_get_n (scope_view_get_notes (self->view)) > 0;

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), some ? "list" : "empty");
}

void
scope_notes_list_set_view (ScopeNotesList *self, ScopeView *view)
{
  g_autoptr (GtkNoSelection) selection = NULL;

  g_return_if_fail (SCOPE_IS_NOTES_LIST (self));

  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (scope_view_get_notes (self->view), update, self);
  gtk_list_view_set_model (GTK_LIST_VIEW (self->list), NULL);
  g_set_object (&self->view, view);
  if (view != NULL)
    {
      selection = gtk_no_selection_new (G_LIST_MODEL (g_object_ref (scope_view_get_notes (view))));
      gtk_list_view_set_model (GTK_LIST_VIEW (self->list), GTK_SELECTION_MODEL (selection));
      g_signal_connect_swapped (scope_view_get_notes (view), "items-changed", G_CALLBACK (update), self);
    }
  update (self);
}

/* --- life --- */

static void
scope_notes_list_dispose (GObject *object)
{
  ScopeNotesList *self = SCOPE_NOTES_LIST (object);

  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (scope_view_get_notes (self->view), update, self);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (scope_notes_list_parent_class)->dispose (object);
}

static void
scope_notes_list_class_init (ScopeNotesListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_notes_list_dispose;
}

static GtkWidget *
button (const char *label, const char *action)
{
  GtkWidget *made = gtk_button_new_with_mnemonic (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (made), action);
  return made;
}

static void
build_list (ScopeNotesList *self)
{
  GtkWidget *scroller = scope_scroller_new (NULL);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (set_up_row), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), self);
  self->list = gtk_list_view_new (NULL, factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (self->list), TRUE);
  scope_label_widget (self->list, _("Notes"));
  g_signal_connect (self->list, "activate", G_CALLBACK (row_activated), self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->list);
  gtk_stack_add_named (GTK_STACK (self->stack), scroller, "list");
}

static void
build_empty (ScopeNotesList *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *title = scope_label_new (_("No Notes Yet"), 0, "heading");
  GtkWidget *hint = scope_label_new (_("Press N to add one over the selected range, or at the pointer. Notes are "
                                     "stored beside the trace. The trace itself is never changed."),
                                     SCOPE_LABEL_WRAP, "dim-label");

  gtk_label_set_max_width_chars (GTK_LABEL (hint), 36);
  gtk_label_set_justify (GTK_LABEL (hint), GTK_JUSTIFY_CENTER);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  scope_add_children (box, title, hint, NULL);
  gtk_stack_add_named (GTK_STACK (self->stack), box, "empty");
}

/* The dialog that it opens must not lie below the list. */
static void
append_file_button (ScopeNotesList *self, GtkWidget *box, const char *label, const char *action)
{
  GtkWidget *opener = button (label, action);

  g_signal_connect_swapped (opener, "clicked", G_CALLBACK (gtk_popover_popdown), self);
  gtk_box_append (GTK_BOX (box), opener);
}

static void
scope_notes_list_init (ScopeNotesList *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *bottom = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *add = button (_("_Add"), "timeline.add-note");

  self->stack = gtk_stack_new ();
  gtk_widget_set_size_request (self->stack, 300, 220);
  build_list (self);
  build_empty (self);
  gtk_box_append (GTK_BOX (box), self->stack);
  gtk_widget_set_hexpand (add, TRUE);
  gtk_widget_set_halign (add, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (bottom), add);
  append_file_button (self, bottom, _("_Import…"), "win.import-notes");
  append_file_button (self, bottom, _("_Export…"), "win.export-notes");
  gtk_box_append (GTK_BOX (box), bottom);
  gtk_popover_set_child (GTK_POPOVER (self), box);
  update (self);
}
