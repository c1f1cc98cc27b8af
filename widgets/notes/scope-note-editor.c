/* scope-note-editor.c: see scope-note-editor.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/notes/scope-note-editor.h"

#include "model/scene/draw/scope-ruler.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

struct _ScopeNoteEditor
{
  GtkPopover parent_instance;

  ScopeView *view; /* while it edits */
  ScopeNote *note;
  gboolean is_new;
  ScopeNoteColour colour;

  GtkWidget *title, *text, *remove;
  GtkWidget *colours[SCOPE_N_NOTE_COLOURS];
};

G_DEFINE_FINAL_TYPE (ScopeNoteEditor, scope_note_editor, GTK_TYPE_POPOVER)

/* "yellow", …, for people. */
static const char *
colour_label (ScopeNoteColour colour)
{
  static const char *const labels[SCOPE_N_NOTE_COLOURS] = { N_("Yellow"), N_("Blue"), N_("Green"),
                                                            N_("Orange"), N_("Red"),  N_("Purple") };

  g_return_val_if_fail (colour < SCOPE_N_NOTE_COLOURS, "");
  return _(labels[colour]);
}

char *
scope_note_dup_time (ScopeView *view, ScopeNote *note)
{
  const ScopeViewport *viewport = scope_view_get_viewport (view);
  gint64 tick_ps = scope_trace_tick_ps (scope_view_get_trace (view)), from = scope_note_get_from (note);
  double length = (double) scope_note_get_to (note) - (double) from;
  ScopeClock clock = scope_view_get_clock (view);
  g_autofree char *start = NULL, *span = NULL;

  start = scope_clock_text (&clock, (double) from, length > 0 ? length / 100 : scope_viewport_scale (viewport));
  if (length <= 0)
    return g_steal_pointer (&start);
  span = scope_format_duration (length, tick_ps);
  return g_strdup_printf (_("%s, for %s"), start, span);
}

/* --- keeping --- */

static char *
written (ScopeNoteEditor *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->text));
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return g_strstrip (gtk_text_buffer_get_text (buffer, &start, &end, FALSE));
}

static void
keep (ScopeNoteEditor *self, gboolean remove)
{
  g_autoptr (ScopeView) view = g_steal_pointer (&self->view);
  g_autoptr (ScopeNote) note = g_steal_pointer (&self->note);
  ScopeNotes *notes;
  g_autofree char *text = NULL;

  if (view == NULL)
    return;
  notes = scope_view_get_notes (view);
  text = written (self);
  if (remove || (self->is_new && text[0] == '\0'))
    scope_notes_remove (notes, note);
  else if (!g_str_equal (text, scope_note_get_text (note)) || self->colour != scope_note_get_colour (note))
    scope_notes_change (notes, note, scope_note_get_from (note), scope_note_get_to (note), text, self->colour);
}

static void
closed (ScopeNoteEditor *self)
{
  keep (self, FALSE);
}

static void
remove_clicked (ScopeNoteEditor *self)
{
  keep (self, TRUE);
  gtk_popover_popdown (GTK_POPOVER (self));
}

static void
colour_toggled (GtkToggleButton *button, ScopeNoteEditor *self)
{
  if (!gtk_toggle_button_get_active (button))
    return;
  for (guint i = 0; i < SCOPE_N_NOTE_COLOURS; i++)
    if (self->colours[i] == GTK_WIDGET (button))
      self->colour = i;
  /* Seen at once, though its words are still being written. */
  if (self->view != NULL && self->colour != scope_note_get_colour (self->note))
    {
      g_autofree char *text = written (self);

      scope_notes_change (scope_view_get_notes (self->view), self->note, scope_note_get_from (self->note),
                          scope_note_get_to (self->note), text, self->colour);
    }
}

/* As it is written: what happens to the program before the words are done must not lose them. */
static void
words_changed (ScopeNoteEditor *self)
{
  g_autofree char *text = self->view != NULL ? written (self) : NULL;

  if (text != NULL && !g_str_equal (text, scope_note_get_text (self->note)))
    scope_notes_change (scope_view_get_notes (self->view), self->note, scope_note_get_from (self->note),
                        scope_note_get_to (self->note), text, self->colour);
}

/* Enter is done, Shift+Enter a new line. */
static gboolean
key_pressed (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType modifiers,
             ScopeNoteEditor *self)
{
  if ((keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter) || (modifiers & GDK_SHIFT_MASK))
    return GDK_EVENT_PROPAGATE;
  gtk_popover_popdown (GTK_POPOVER (self));
  return GDK_EVENT_STOP;
}

void
scope_note_editor_edit (ScopeNoteEditor *self, ScopeView *view, ScopeNote *note, gboolean is_new)
{
  g_autofree char *time = scope_note_dup_time (view, note);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->text));
  GtkTextIter start, end;

  keep (self, FALSE);
  self->colour = scope_note_get_colour (note);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->colours[self->colour]), TRUE);
  gtk_label_set_label (GTK_LABEL (self->title), time);
  gtk_text_buffer_set_text (buffer, scope_note_get_text (note), -1);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_select_range (buffer, &end, &start);
  self->view = g_object_ref (view);
  self->note = g_object_ref (note);
  self->is_new = is_new;
  gtk_popover_popup (GTK_POPOVER (self));
  gtk_widget_grab_focus (self->text);
}

void
scope_note_editor_forget (ScopeNoteEditor *self)
{
  g_clear_object (&self->note);
  g_clear_object (&self->view);
  gtk_popover_popdown (GTK_POPOVER (self));
}

ScopeNoteColour
scope_note_editor_get_colour (ScopeNoteEditor *self)
{
  return self->colour;
}

/* --- life --- */

static void
scope_note_editor_dispose (GObject *object)
{
  ScopeNoteEditor *self = SCOPE_NOTE_EDITOR (object);

  g_clear_object (&self->note);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (scope_note_editor_parent_class)->dispose (object);
}

static void
scope_note_editor_class_init (ScopeNoteEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_note_editor_dispose;
}

static GtkWidget *
build_text (ScopeNoteEditor *self)
{
  GtkWidget *scroller = scope_scroller_new (NULL);

  self->text = gtk_text_view_new ();
  g_signal_connect_swapped (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->text)), "changed", G_CALLBACK (words_changed), self);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->text), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (self->text), FALSE);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (self->text), 6);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (self->text), 6);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (self->text), 6);
  gtk_text_view_set_bottom_margin (GTK_TEXT_VIEW (self->text), 6);
  scope_label_widget (self->text, _("Text of the note"));
  scope_add_controller (self->text, g_object_new (GTK_TYPE_EVENT_CONTROLLER_KEY, "propagation-phase", GTK_PHASE_CAPTURE, NULL), self,
                        "key-pressed", key_pressed, NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->text);
  gtk_widget_set_size_request (scroller, 260, 64);
  gtk_widget_add_css_class (scroller, "card");
  return scroller;
}

static GtkWidget *
build_colours (ScopeNoteEditor *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 3);

  for (guint i = 0; i < SCOPE_N_NOTE_COLOURS; i++)
    {
      GtkWidget *button = gtk_toggle_button_new (), *dot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
      g_autofree char *class = g_strconcat ("note-", scope_note_colour_name (i), NULL);

      gtk_widget_add_css_class (dot, "note-dot");
      gtk_widget_add_css_class (dot, class);
      gtk_widget_set_halign (dot, GTK_ALIGN_CENTER);
      gtk_widget_set_valign (dot, GTK_ALIGN_CENTER);
      gtk_button_set_child (GTK_BUTTON (button), dot);
      scope_add_classes (button, "flat", "note-colour", NULL);
      scope_name_widget (button, colour_label (i));
      if (i > 0)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), GTK_TOGGLE_BUTTON (self->colours[0]));
      g_signal_connect (button, "toggled", G_CALLBACK (colour_toggled), self);
      self->colours[i] = button;
      gtk_box_append (GTK_BOX (box), button);
    }
  return box;
}

static void
scope_note_editor_init (ScopeNoteEditor *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *bottom = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *colours = build_colours (self);

  self->title = scope_label_new (NULL, SCOPE_LABEL_START, "caption-heading numeric");
  self->remove = gtk_button_new_from_icon_name ("user-trash-symbolic");
  gtk_widget_set_tooltip_text (self->remove, _("Remove the Note"));
  scope_label_widget (self->remove, _("Remove the note"));
  gtk_widget_add_css_class (self->remove, "flat");
  g_signal_connect_swapped (self->remove, "clicked", G_CALLBACK (remove_clicked), self);
  gtk_widget_set_hexpand (colours, TRUE);
  scope_add_children (bottom, colours, self->remove, NULL);
  scope_add_children (box, self->title, build_text (self), bottom, NULL);
  gtk_popover_set_child (GTK_POPOVER (self), box);
  g_signal_connect (self, "closed", G_CALLBACK (closed), NULL);
}
