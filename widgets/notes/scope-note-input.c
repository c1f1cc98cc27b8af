/* scope-note-input.c: see scope-note-input.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/notes/scope-note-input.h"

#include "model/scene/view/scope-view-follow.h"
#include "widgets/notes/scope-note-editor.h"

struct _ScopeNoteInput
{
  GObject parent_instance;

  GtkWidget *timeline;
  ScopeCanvas *canvas;
  GActionMap *actions;
  ScopeNoteEditor *editor; /* made when first needed */
  ScopeNoteColour colour;  /* of the next note */
};

G_DEFINE_FINAL_TYPE (ScopeNoteInput, scope_note_input, G_TYPE_OBJECT)

static ScopeView *
view_of (ScopeNoteInput *self)
{
  return self->canvas != NULL ? scope_canvas_get_view (self->canvas) : NULL;
}

/* --- the editor --- */

/* Under the note's flag, wherever that is, or at the nearest edge. */
static void
point_at (ScopeNoteInput *self, ScopeView *view, ScopeNote *note)
{
  const ScopeViewport *viewport = scope_view_get_viewport (view);
  double names = scope_canvas_get_names_width (self->canvas), x, y;
  double at = scope_viewport_time_to_x (viewport, scope_note_get_from (note));

  at = names + CLAMP (at, 0, (double) viewport->width);
  if (!gtk_widget_translate_coordinates (GTK_WIDGET (self->canvas), self->timeline, at, SCOPE_RULER_HEIGHT, &x, &y))
    return;
  gtk_popover_set_pointing_to (GTK_POPOVER (self->editor), &(GdkRectangle) { (int) x, (int) y, 1, 1 });
}

static void
edit (ScopeNoteInput *self, ScopeNote *note, gboolean is_new)
{
  ScopeView *view = view_of (self);

  if (self->editor == NULL)
    {
      self->editor = g_object_new (SCOPE_TYPE_NOTE_EDITOR, NULL);
      gtk_popover_set_position (GTK_POPOVER (self->editor), GTK_POS_BOTTOM);
      gtk_widget_set_parent (GTK_WIDGET (self->editor), self->timeline);
    }
  point_at (self, view, note);
  scope_note_editor_edit (self->editor, view, note, is_new);
}

/* --- what the actions speak of --- */

static ScopeNote *
chosen (ScopeNoteInput *self)
{
  ScopeView *view = view_of (self);
  gint64 from, to;

  if (view == NULL || !scope_view_get_selected_range (view, &from, &to))
    return NULL;
  return scope_notes_touching (scope_view_get_notes (view), from, to);
}

void
scope_note_input_go_to (ScopeView *view, ScopeNote *note)
{
  scope_view_go_to (view, NULL, scope_note_get_from (note), scope_note_get_to (note));
}

static gboolean
is_followed (ScopeNoteInput *self)
{
  ScopeView *view = view_of (self);

  return view != NULL && scope_view_get_follow (view) == SCOPE_FOLLOW_ON;
}

static void
add (ScopeNoteInput *self, gint64 from, gint64 to)
{
  ScopeNote *note;

  if (self->editor != NULL)
    self->colour = scope_note_editor_get_colour (self->editor);
  note = scope_notes_add (scope_view_get_notes (view_of (self)), from, to, "", self->colour);
  if (note == NULL)
    gtk_widget_error_bell (self->timeline);
  else
    edit (self, note, TRUE);
}

static void
add_note (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeNoteInput *self = user_data;
  ScopeView *view = view_of (self);
  gint64 from, to;

  if (view == NULL)
    return;
  /* What goes past under the pointer is hard to hit: what a program does now is at the edge. */
  if (!scope_view_get_selected_range (view, &from, &to))
    from = to = is_followed (self) ? scope_view_get_present (view) : scope_canvas_get_here (self->canvas);
  add (self, from, to);
}

/* While it is followed, even if the view stands still: at now, also when something is chosen; that was chosen to be looked at. */
static void
add_note_now (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeNoteInput *self = user_data;
  ScopeView *view = view_of (self);
  gint64 now = view != NULL && scope_view_get_follow (view) != SCOPE_FOLLOW_OFF ? scope_view_get_present (view) : SCOPE_TIME_MIN;

  if (now != SCOPE_TIME_MIN)
    add (self, now, now);
  else
    add_note (action, parameter, self);
}

static void
edit_note (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeNote *note = chosen (user_data);

  if (note != NULL)
    edit (user_data, note, FALSE);
}

static void
edit_note_number (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeView *view = view_of (user_data);
  guint number = g_variant_get_uint32 (parameter);

  if (view != NULL && number < scope_notes_get_n (scope_view_get_notes (view)))
    edit (user_data, scope_notes_get (scope_view_get_notes (view), number), FALSE);
}

static void
delete_note (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeNote *note = chosen (user_data);

  if (note != NULL)
    scope_notes_remove (scope_view_get_notes (view_of (user_data)), note);
}

/* From the selection, else from the middle of what is seen. */
static void
step (ScopeNoteInput *self, gboolean forward)
{
  ScopeView *view = view_of (self);
  ScopeNotes *notes;
  ScopeNote *note;
  gint64 from, to;

  if (view == NULL)
    return;
  notes = scope_view_get_notes (view);
  if (!scope_view_get_selected_range (view, &from, &to))
    from = scope_viewport_x_to_time (scope_view_get_viewport (view), scope_view_get_viewport (view)->width / 2.0);
  note = forward ? scope_notes_next (notes, from) : scope_notes_previous (notes, from);
  if (note != NULL)
    scope_note_input_go_to (view, note);
  else
    gtk_widget_error_bell (self->timeline);
}

static void
next_note (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  step (user_data, TRUE);
}

static void
previous_note (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  step (user_data, FALSE);
}

static void
enable (ScopeNoteInput *self, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (self->actions, name)), enabled);
}

void
scope_note_input_update (ScopeNoteInput *self)
{
  ScopeView *view = view_of (self);
  gboolean some = view != NULL && scope_notes_get_n (scope_view_get_notes (view)) > 0;
  gboolean one = chosen (self) != NULL;

  if (self->actions == NULL)
    return;
  enable (self, "add-note", view != NULL);
  enable (self, "add-note-now", view != NULL);
  enable (self, "edit-note", one);
  enable (self, "delete-note", one);
  enable (self, "next-note", some);
  enable (self, "previous-note", some);
  if (view == NULL && self->editor != NULL)
    scope_note_editor_forget (self->editor);
}

/* --- the pointer --- */

/* With Shift from what is selected to the note: between two of them. */
static gboolean
extend (ScopeView *view, ScopeNote *note, GtkGesture *gesture)
{
  gint64 from, to;

  if (!(gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)) & GDK_SHIFT_MASK)
      || !scope_view_get_selected_range (view, &from, &to))
    return FALSE;
  scope_view_select_range (view, MIN (from, scope_note_get_from (note)), MAX (to, scope_note_get_to (note)));
  return TRUE;
}

static void
pressed (GtkGestureClick *gesture, int n, double x, double y, ScopeNoteInput *self)
{
  ScopeView *view = view_of (self);
  double names = scope_canvas_get_names_width (self->canvas);
  ScopeNote *note;

  /* The lower half of the ruler is where flags are. */
  if (view == NULL || x < names || y > SCOPE_RULER_HEIGHT || y < SCOPE_RULER_HEIGHT / 2.0)
    return;
  note = scope_timeline_note_at (view, x - names);
  if (note == NULL)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  if (extend (view, note, GTK_GESTURE (gesture)))
    return;
  scope_view_select_range (view, scope_note_get_from (note), scope_note_get_to (note));
  edit (self, note, FALSE);
}

static void
add_pointer (ScopeNoteInput *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect_object (click, "pressed", G_CALLBACK (pressed), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self->canvas), GTK_EVENT_CONTROLLER (click));
}

/* --- life --- */

void
scope_note_input_detach (ScopeNoteInput *self)
{
  if (self->editor != NULL)
    {
      scope_note_editor_forget (self->editor);
      gtk_widget_unparent (GTK_WIDGET (self->editor));
      self->editor = NULL;
    }
  self->canvas = NULL;
  self->timeline = NULL;
  self->actions = NULL;
}

static void
scope_note_input_class_init (ScopeNoteInputClass *klass)
{
}

static void
scope_note_input_init (ScopeNoteInput *self)
{
}

ScopeNoteInput *
scope_note_input_new (GtkWidget *timeline, ScopeCanvas *canvas, GActionMap *actions)
{
  static const GActionEntry entries[] = {
    { "add-note", add_note },   { "add-note-now", add_note_now },       { "edit-note", edit_note },
    { "delete-note", delete_note }, { "next-note", next_note }, { "previous-note", previous_note },     { "edit-note-number", edit_note_number, "u" },
  };
  ScopeNoteInput *self = g_object_new (SCOPE_TYPE_NOTE_INPUT, NULL);

  self->timeline = timeline;
  self->canvas = canvas;
  self->actions = actions;
  g_action_map_add_action_entries (actions, entries, G_N_ELEMENTS (entries), self);
  add_pointer (self);
  return self;
}
