/* scope-dock-drag.c: panels that are dragged by their tabs.
 *
 * libpanel does it: it shows where a panel can be dropped, and moves it there. Here empty edges become places to drop, too, what
 * libpanel made is put in order afterwards, and a tab that is dropped outside the window becomes a window of its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/dock/scope-dock-header.h"
#include "app/dock/scope-dock-private.h"

PanelArea
scope_dock_area (guint edge)
{
  static const PanelArea areas[SCOPE_N_EDGES] = { PANEL_AREA_START, PANEL_AREA_END, PANEL_AREA_TOP, PANEL_AREA_BOTTOM };

  return areas[edge];
}

/* The window may be closed while somebody drags: then there is no outside. */
static gboolean
is_outside (ScopeDock *self, GdkDrag *drag)
{
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self));
  GdkSurface *surface = native != NULL ? gtk_native_get_surface (native) : NULL;
  double x, y;

  return surface != NULL && !gdk_surface_get_device_position (surface, gdk_drag_get_device (drag), &x, &y, NULL);
}

/* Nobody took it. Within the window that was a slip; outside it is meant. */
static gboolean
drag_cancelled (GtkDragSource *source, GdkDrag *drag, GdkDragCancelReason reason, ScopeDock *self)
{
  self->taken_out = reason == GDK_DRAG_CANCEL_NO_TARGET && is_outside (self, drag);
  return self->taken_out; /* then it does not fly back */
}

static void
watch_drags (ScopeDock *self, PanelFrame *frame)
{
  GPtrArray *sources = scope_dock_header_get_drags (SCOPE_DOCK_HEADER (panel_frame_get_header (frame)));

  for (guint i = 0; i < sources->len; i++)
    {
      g_signal_handlers_disconnect_by_func (sources->pdata[i], drag_cancelled, self);
      g_signal_connect_object (sources->pdata[i], "drag-cancel", G_CALLBACK (drag_cancelled), self, 0);
    }
  g_ptr_array_unref (sources);
}

static void
drag_begin (PanelDock *dock, PanelWidget *widget, ScopeDock *self)
{
  GtkWidget *frame = gtk_widget_get_ancestor (GTK_WIDGET (widget), PANEL_TYPE_FRAME);

  self->taken_out = FALSE;
  for (guint edge = 0; edge < SCOPE_N_EDGES; edge++)
    panel_dock_set_reveal_area (self->dock, scope_dock_area (edge), TRUE);
  if (frame == NULL || !SCOPE_IS_DOCK_HEADER (panel_frame_get_header (PANEL_FRAME (frame))))
    return; /* it comes from a window of its own */
  g_set_object (&self->dragged, G_OBJECT (panel_frame_get_header (PANEL_FRAME (frame))));
  watch_drags (self, PANEL_FRAME (frame));
}

/* Not at once: the header tells of the end in the midst of its own work. */
static gboolean
drag_is_over (gpointer data)
{
  ScopeDock *self = data;
  g_autofree char *taken_out = g_steal_pointer (&self->dragged_id);

  g_clear_object (&self->dragged);
  if (self->dock != NULL)
    {
      scope_dock_dress_frames (self);
      scope_dock_learn_places (self);
      for (guint i = 0; i < self->panels->len; i++)
        scope_dock_settle (self, scope_dock_nth (self, i));
      scope_dock_after_change (self);
      scope_dock_redraw_headers (self);
      if (self->taken_out && taken_out != NULL)
        scope_dock_set_place (self, taken_out, SCOPE_PLACE_FLOAT);
    }
  self->taken_out = FALSE;
  return G_SOURCE_REMOVE;
}

static void
drag_end (PanelDock *dock, PanelWidget *widget, ScopeDock *self)
{
  g_free (self->dragged_id);
  self->dragged_id = g_strdup (panel_widget_get_id (widget));
  g_idle_add_full (G_PRIORITY_DEFAULT, drag_is_over, g_object_ref (self), g_object_unref);
}

void
scope_dock_add_drags (ScopeDock *self)
{
  g_signal_connect (self->dock, "panel-drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect (self->dock, "panel-drag-end", G_CALLBACK (drag_end), self);
}
