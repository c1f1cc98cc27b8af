/* scope-dock-layout.c: the layout as it is, and as it is to be.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/dock/scope-dock-private.h"

#include "model/base/scope-compare.h"

#define USUAL_HEIGHT 240 /* pixels, until it is known how high the window is */

static const char *const size_properties[SCOPE_N_EDGES] = { "start-width", "end-width", "top-height", "bottom-height" };

ScopeLayout *
scope_dock_get_layout (ScopeDock *self)
{
  ScopeLayout *layout = scope_layout_new ();

  g_return_val_if_fail (SCOPE_IS_DOCK (self), layout);

  scope_dock_learn_places (self);
  for (guint edge = 0; edge < SCOPE_N_EDGES; edge++)
    {
      int size;

      g_object_get (self->dock, size_properties[edge], &size, NULL);
      layout->shown[edge] = self->shown[edge];
      if (size > 0 && !(edge == SCOPE_PLACE_BOTTOM && size == self->usual_height))
        layout->size[edge] = size;
    }
  for (guint i = 0; i < self->panels->len; i++)
    {
      const ScopeDockPanel *panel = scope_dock_nth (self, i);
      ScopeLayoutPanel *kept = scope_layout_add (layout, panel->row->id, panel->edge);

      kept->place = panel->place;
      kept->frame = panel->frame;
      kept->page = MIN (panel->page, self->panels->len);
      kept->selected = panel->selected;
      kept->width = panel->width;
      kept->height = panel->height;
      if (panel->window != NULL)
        gtk_window_get_default_size (GTK_WINDOW (panel->window), &kept->width, &kept->height);
    }
  return layout;
}

SCOPE_COMPARE_POINTERS_BY (compare_order, ScopeDockPanel, SCOPE_UP (frame) SCOPE_UP (page))

void
scope_dock_set_usual_height (ScopeDock *self, int height)
{
  int size;

  g_return_if_fail (SCOPE_IS_DOCK (self));

  g_object_get (self->dock, size_properties[SCOPE_PLACE_BOTTOM], &size, NULL);
  if (self->usual_height == 0 || size != self->usual_height)
    return;
  self->usual_height = height;
  g_object_set (self->dock, size_properties[SCOPE_PLACE_BOTTOM], height, NULL);
}

static void
set_panel_layout (ScopeDockPanel *panel, const ScopeLayoutPanel *kept)
{
  panel->place = kept->place;
  panel->edge = kept->edge;
  panel->frame = kept->frame;
  panel->page = kept->page;
  panel->selected = kept->selected;
  panel->width = kept->width;
  panel->height = kept->height;
}

void
scope_dock_set_layout (ScopeDock *self, ScopeLayout *layout)
{
  g_autoptr (ScopeLayout) first = NULL;
  g_autoptr (GPtrArray) order = g_ptr_array_new ();

  g_return_if_fail (SCOPE_IS_DOCK (self));

  if (layout == NULL)
    layout = first = scope_layout_new ();
  self->restoring = TRUE;
  for (guint edge = 0; edge < SCOPE_N_EDGES; edge++)
    {
      self->shown[edge] = layout->shown[edge];
      g_object_set (self->dock, size_properties[edge], layout->size[edge] > 0 ? layout->size[edge] : USUAL_HEIGHT, NULL);
    }
  self->usual_height = layout->size[SCOPE_PLACE_BOTTOM] > 0 ? 0 : USUAL_HEIGHT;
  for (guint i = 0; i < self->panels->len; i++)
    {
      ScopeDockPanel *panel = scope_dock_nth (self, i);
      ScopeLayoutPanel *kept = scope_layout_find (layout, panel->row->id);

      scope_dock_remove_from_frame (self, panel);
      scope_dock_remove_window (self, panel);
      if (kept == NULL)
        {
          kept = scope_layout_add (layout, panel->row->id, panel->row->edge);
          kept->selected = kept->page == 0;
        }
      set_panel_layout (panel, kept);
      g_ptr_array_add (order, panel);
    }
  g_ptr_array_sort (order, compare_order);
  for (guint i = 0; i < order->len; i++)
    scope_dock_settle (self, order->pdata[i]);
  self->restoring = FALSE;
  scope_dock_after_change (self);
}
