/* scope-dock-frames.c: where panels are put: frames at the edges, or windows.
 *
 * libpanel 1.0 moves panels by drag and drop on its own; here it is asked afterwards where they are. What it makes
 * for that (frames of split edges) gets our header, and frames that became empty go, but for the first of each edge,
 * which it needs as a place to drop. A panel in a window of its own is dragged back by the grip of the window; libpanel is
 * told as if the drag had begun in the main dock.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/dock/scope-dock-header.h"
#include "app/dock/scope-dock-private.h"

#include "model/base/scope-each.h"
#include "widgets/kit/scope-panel.h"

#include <glib/gi18n.h>

ScopeDockPanel *
scope_dock_nth (ScopeDock *self, guint i)
{
  return &g_array_index (self->panels, ScopeDockPanel, i);
}

ScopeDockPanel *
scope_dock_find (ScopeDock *self, const char *id)
{
  int i = scope_panels_find (id);

  g_return_val_if_fail (i >= 0, NULL);
  return scope_dock_nth (self, (guint) i);
}

gboolean
scope_dock_can_fill (ScopeDock *self, const ScopeDockPanel *panel)
{
  return self->view != NULL
         && (panel->row->why_not == NULL || panel->row->why_not (scope_view_get_trace (self->view)) == NULL);
}

static PanelFrame *
frame_of (const ScopeDockPanel *panel)
{
  GtkWidget *frame = gtk_widget_get_ancestor (GTK_WIDGET (panel->widget), PANEL_TYPE_FRAME);

  return frame != NULL ? PANEL_FRAME (frame) : NULL;
}

static gboolean
is_at_home (const ScopeDockPanel *panel)
{
  return panel->home != NULL && gtk_widget_is_ancestor (GTK_WIDGET (panel->widget), panel->home);
}

/* libpanel's own buttons (where to drop, end of being maximized) have pictures only. */
void
scope_dock_name_buttons (GtkWidget *widget, const char *name)
{
  if (GTK_IS_BUTTON (widget))
    gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    scope_dock_name_buttons (child, name);
}

/* The frame of libpanel lies across: its tabs would be beside the panel instead of above. */
static void
dress_frame (PanelFrame *frame, ScopePlace edge)
{
  gboolean across = edge == SCOPE_PLACE_TOP || edge == SCOPE_PLACE_BOTTOM;

  if (!SCOPE_IS_DOCK_HEADER (panel_frame_get_header (frame)))
    {
      panel_frame_set_header (frame, NULL);
      scope_dock_name_buttons (GTK_WIDGET (frame), _("Drop the panel here"));
      panel_frame_set_header (frame, PANEL_FRAME_HEADER (scope_dock_header_new ()));
    }
  gtk_orientable_set_orientation (GTK_ORIENTABLE (frame), GTK_ORIENTATION_VERTICAL);
  gtk_widget_set_hexpand (GTK_WIDGET (frame), across);
  gtk_widget_set_vexpand (GTK_WIDGET (frame), !across);
}

PanelFrame *
scope_dock_get_frame (ScopeDock *self, ScopePlace edge, guint n)
{
  GtkWidget *frame;

  while (panel_paned_get_n_children (self->edges[edge]) <= n)
    {
      frame = panel_frame_new ();
      dress_frame (PANEL_FRAME (frame), edge);
      panel_paned_append (self->edges[edge], frame);
    }
  frame = panel_paned_get_nth_child (self->edges[edge], n);
  return PANEL_FRAME (frame);
}

/* Number of the frame within its edge. */
static guint
number_of_frame (ScopeDock *self, ScopePlace edge, PanelFrame *frame)
{
  guint n = panel_paned_get_n_children (self->edges[edge]);

  for (guint i = 0; i < n; i++)
    if (panel_paned_get_nth_child (self->edges[edge], i) == GTK_WIDGET (frame))
      return i;
  return 0;
}

void
scope_dock_remove_empty_frames (ScopeDock *self)
{
  for (guint edge = 0; edge < SCOPE_N_EDGES; edge++)
    for (guint i = panel_paned_get_n_children (self->edges[edge]); i-- > 0;)
      {
        GtkWidget *frame = panel_paned_get_nth_child (self->edges[edge], i);

        if (panel_paned_get_n_children (self->edges[edge]) > 1 && panel_frame_get_empty (PANEL_FRAME (frame)))
          panel_paned_remove (self->edges[edge], frame);
      }
}

void
scope_dock_dress_frames (ScopeDock *self)
{
  for (guint edge = 0; edge < SCOPE_N_EDGES; edge++)
    {
      guint n = panel_paned_get_n_children (self->edges[edge]);

      for (guint i = 0; i < n; i++)
        dress_frame (PANEL_FRAME (panel_paned_get_nth_child (self->edges[edge], i)), (ScopePlace) edge);
    }
}

void
scope_dock_redraw_headers (ScopeDock *self)
{
  for (guint edge = 0; edge < SCOPE_N_EDGES; edge++)
    {
      guint n = panel_paned_get_n_children (self->edges[edge]);

      for (guint i = 0; i < n; i++)
        scope_dock_header_redraw (SCOPE_DOCK_HEADER (
            panel_frame_get_header (PANEL_FRAME (panel_paned_get_nth_child (self->edges[edge], i)))));
    }
}

void
scope_dock_make_content (ScopeDockPanel *panel)
{
  if (panel->content == NULL)
    panel->content = g_object_ref_sink (scope_panels_create (panel->row));
}

void
scope_dock_bind (ScopeDock *self, ScopeDockPanel *panel, gboolean bind)
{
  if (panel->content != NULL)
    scope_panel_set_view (SCOPE_PANEL (panel->content), bind ? self->view : NULL);
}

/* Which tab was chosen scope_dock_learn_places () has to tell before: when several go, each is seen for a moment. */
void
scope_dock_remove_from_frame (ScopeDock *self, ScopeDockPanel *panel)
{
  PanelFrame *frame = frame_of (panel);

  if (frame == NULL || is_at_home (panel))
    return;
  panel->frame = number_of_frame (self, panel->edge, frame);
  panel_frame_remove (frame, panel->widget);
  panel_widget_set_child (panel->widget, NULL);
}

/* What is held while the panel floats. libpanel may have moved it out already. */
static void
leave_home (ScopeDockPanel *panel)
{
  if (is_at_home (panel))
    panel_frame_remove (frame_of (panel), panel->widget);
  g_clear_object (&panel->home);
}

void
scope_dock_remove_window (ScopeDock *self, ScopeDockPanel *panel)
{
  ScopeDockFloat *window = panel->window;

  leave_home (panel);
  if (window == NULL)
    return;
  g_clear_weak_pointer (&panel->window);
  /* The panel remembers where its actions came from even when it is nowhere, and these hold the main window. */
  SCOPE_EACH_KEY (void, prefix, self->groups)
    gtk_widget_insert_action_group (GTK_WIDGET (window), prefix, NULL);
  gtk_window_get_default_size (GTK_WINDOW (window), &panel->width, &panel->height);
  panel->width = MAX (panel->width, 0);
  panel->height = MAX (panel->height, 0);
  scope_dock_float_set_panel (window, NULL);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Before the first tab that comes after it in the order of pages. */
static void
add_to_frame (ScopeDock *self, ScopeDockPanel *panel)
{
  PanelFrame *frame = scope_dock_get_frame (self, panel->edge, panel->frame);
  PanelWidget *before = NULL;

  scope_dock_make_content (panel);
  panel_widget_set_child (panel->widget, panel->content);
  for (guint i = 0; i < panel_frame_get_n_pages (frame) && before == NULL; i++)
    {
      PanelWidget *other = panel_frame_get_page (frame, i);

      if (scope_dock_find (self, panel_widget_get_id (other))->page > panel->page)
        before = other;
    }
  if (before != NULL)
    panel_frame_add_before (frame, panel->widget, before);
  else
    panel_frame_add (frame, panel->widget);
  if (panel->selected)
    panel_frame_set_visible_child (frame, panel->widget);
}

/* --- dragging a panel back from its window --- */

static ScopeDockPanel *
panel_of_source (ScopeDock *self, GtkDragSource *source)
{
  GtkWidget *grip = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (source));

  for (guint i = 0; i < self->panels->len; i++)
    if (scope_dock_nth (self, i)->window != NULL
        && GTK_WIDGET (scope_dock_nth (self, i)->window) == GTK_WIDGET (gtk_widget_get_root (grip)))
      return scope_dock_nth (self, i);
  return NULL;
}

static GdkContentProvider *
float_drag_prepare (GtkDragSource *source, double x, double y, ScopeDock *self)
{
  ScopeDockPanel *panel = panel_of_source (self, source);

  return panel != NULL ? gdk_content_provider_new_typed (PANEL_TYPE_WIDGET, panel->widget) : NULL;
}

/* The main dock shows its places to drop when a drag begins in it: it is told as if this one had. */
static void
float_drag_begin (GtkDragSource *source, GdkDrag *drag, ScopeDock *self)
{
  ScopeDockPanel *panel = panel_of_source (self, source);
  g_autoptr (GdkPaintable) picture = panel != NULL ? gtk_widget_paintable_new (panel->content) : NULL;

  if (panel == NULL)
    return;
  gtk_drag_source_set_icon (source, picture, 0, 0);
  g_signal_emit_by_name (self->dock, "panel-drag-begin", panel->widget);
}

/* Pressed: else the header bar would move the window. */
static void
float_drag_pressed (GtkGesture *gesture, GdkEventSequence *sequence, gpointer data)
{
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
float_drag_end (GtkDragSource *source, GdkDrag *drag, gboolean delete_data, ScopeDock *self)
{
  ScopeDockPanel *panel = panel_of_source (self, source);

  if (panel != NULL)
    g_signal_emit_by_name (self->dock, "panel-drag-end", panel->widget);
}

static void
add_drag (ScopeDock *self, ScopeDockPanel *panel)
{
  GtkDragSource *source = gtk_drag_source_new ();

  gtk_drag_source_set_actions (source, GDK_ACTION_MOVE);
  g_signal_connect (source, "begin", G_CALLBACK (float_drag_pressed), NULL);
  g_signal_connect_object (source, "prepare", G_CALLBACK (float_drag_prepare), self, 0);
  g_signal_connect_object (source, "drag-begin", G_CALLBACK (float_drag_begin), self, 0);
  g_signal_connect_object (source, "drag-end", G_CALLBACK (float_drag_end), self, 0);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (source), GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (scope_dock_float_get_grip (panel->window), GTK_EVENT_CONTROLLER (source));
}

/* Of a window that nobody has sized: tables at the bottom have many columns, what stands at the sides is narrow and long. */
static void
set_size (ScopeDockPanel *panel)
{
  gboolean across = panel->row->edge == SCOPE_PLACE_TOP || panel->row->edge == SCOPE_PLACE_BOTTOM;

  gtk_window_set_default_size (GTK_WINDOW (panel->window), panel->width > 0 ? panel->width : across ? 960 : 420,
                               panel->height > 0 ? panel->height : across ? 420 : 600);
}

static void
add_window (ScopeDock *self, ScopeDockPanel *panel)
{
  GHashTableIter iter;
  gpointer prefix, group;

  scope_dock_make_content (panel);
  g_set_weak_pointer (&panel->window,
                      scope_dock_float_new (GTK_WIDGET (self), panel->row->id, _(panel->row->title)));
  set_size (panel);
  g_hash_table_iter_init (&iter, self->groups);
  while (g_hash_table_iter_next (&iter, &prefix, &group))
    gtk_widget_insert_action_group (GTK_WIDGET (panel->window), prefix, group);
  scope_dock_float_set_panel (panel->window, panel->content);
  panel->home = g_object_ref_sink (panel_paned_new ());
  panel_paned_append (PANEL_PANED (panel->home), panel_frame_new ());
  panel_frame_add (PANEL_FRAME (panel_paned_get_nth_child (PANEL_PANED (panel->home), 0)), panel->widget);
  add_drag (self, panel);
  gtk_window_present (GTK_WINDOW (panel->window));
}

/* Puts the panel where its place says, or nowhere. */
void
scope_dock_settle (ScopeDock *self, ScopeDockPanel *panel)
{
  gboolean fill = scope_dock_can_fill (self, panel);
  gboolean docked = fill && panel->place < SCOPE_N_EDGES;
  gboolean floating = fill && panel->place == SCOPE_PLACE_FLOAT && gtk_widget_get_mapped (GTK_WIDGET (self));

  if (!docked || panel->place != panel->edge)
    scope_dock_remove_from_frame (self, panel);
  if (!floating)
    scope_dock_remove_window (self, panel);
  if (panel->place < SCOPE_N_EDGES)
    panel->edge = panel->place;
  if (docked && frame_of (panel) == NULL)
    add_to_frame (self, panel);
  else if (docked && panel_widget_get_child (panel->widget) != panel->content)
    panel_widget_set_child (panel->widget, panel->content); /* dropped here from its window */
  if (floating && panel->window == NULL)
    add_window (self, panel);
  scope_dock_bind (self, panel, docked || floating);
}

/* libpanel has moved panels by itself: what is there now is the truth. */
void
scope_dock_learn_places (ScopeDock *self)
{
  for (guint i = 0; i < self->panels->len; i++)
    {
      ScopeDockPanel *panel = scope_dock_nth (self, i);
      PanelFrame *frame = frame_of (panel);

      for (guint edge = 0; frame != NULL && edge < SCOPE_N_EDGES; edge++)
        if (gtk_widget_is_ancestor (GTK_WIDGET (frame), GTK_WIDGET (self->edges[edge])))
          {
            if (panel->place != (ScopePlace) edge)
              self->shown[edge] = self->room[edge] = TRUE;
            panel->place = panel->edge = (ScopePlace) edge;
            panel->frame = number_of_frame (self, panel->edge, frame);
            panel->selected = panel_frame_get_visible_child (frame) == panel->widget;
            for (guint page = 0; page < panel_frame_get_n_pages (frame); page++)
              if (panel_frame_get_page (frame, page) == panel->widget)
                panel->page = page;
          }
    }
}

/* The bottom goes under the sides: tables want the width. libpanel would have it between them. */
void
scope_dock_stretch_bottom (ScopeDock *self)
{
  static const int cells[SCOPE_N_EDGES][4] = { { 0, 0, 1, 2 }, { 2, 0, 1, 2 }, { 1, 0, 1, 1 }, { 0, 2, 3, 1 } };

  for (guint edge = 0; edge < SCOPE_N_EDGES; edge++)
    {
      GtkWidget *child = GTK_WIDGET (self->edges[edge]), *grid;
      GtkLayoutChild *layout;

      while ((grid = gtk_widget_get_parent (child)) != NULL && !GTK_IS_GRID (grid))
        child = grid;
      if (grid == NULL)
        continue;
      layout = gtk_layout_manager_get_layout_child (gtk_widget_get_layout_manager (grid), child);
      g_object_set (layout, "column", cells[edge][0], "row", cells[edge][1], "column-span", cells[edge][2], "row-span",
                    cells[edge][3], NULL);
    }
}
