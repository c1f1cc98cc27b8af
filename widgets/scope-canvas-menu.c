/* scope-canvas-menu.c: the menu of a place in the lanes, by right click, long press, Menu or Shift+F10.
 *
 * What is there is selected first, then the menu's actions are those of the selection, the same as elsewhere; what
 * cannot be done is insensitive. The menu is made anew each time, since what it says depends on the row.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/scope-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

static void
append_section (GMenu *menu, const char *const (*items)[2], guint n)
{
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; i < n; i++)
    g_menu_append (section, items[i][0], items[i][1]);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

/* A wall clock that the trace does not know is an action that is not there: insensitive. */
static void
append_ruler (ScopeCanvas *self, GMenu *menu)
{
  g_autoptr (GMenu) ruler = g_menu_new ();
  gint64 epoch;
  gboolean wall = scope_view_get_wall_clock (self->view, &epoch);

  g_menu_append (ruler, _("Times Since the _Start"), "timeline.ruler::start");
  g_menu_append (ruler, _("_Wall Clock"), wall ? "timeline.ruler::wall" : "timeline.no-ruler::wall");
  g_menu_append (ruler, _("Times Since _Here"), "timeline.zero-here");
  g_menu_append_submenu (menu, _("_Ruler"), G_MENU_MODEL (ruler));
}

static void
append_row (GMenu *menu, const ScopeLaneNode *node)
{
  g_autoptr (GMenu) section = g_menu_new ();
  g_autoptr (GMenu) more = g_menu_new ();

  if (node != NULL && node->expandable)
    g_menu_append (section, node->expanded ? _("_Fold") : _("Un_fold"),
                   node->expanded ? "timeline.fold" : "timeline.unfold");
  g_menu_append (section, node != NULL && node->pinned ? _("Un_pin") : _("_Pin to Top"), "timeline.pin");
  g_menu_append (section, _("_Hide"), "timeline.hide");
  g_menu_append (more, _("Move _Up"), "timeline.move-up");
  g_menu_append (more, _("Move _Down"), "timeline.move-down");
  g_menu_append (more, _("Show _Hidden Rows"), "timeline.show-hidden");
  g_menu_append_submenu (section, _("R_ows"), G_MENU_MODEL (more));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static GMenuModel *
make_menu (ScopeCanvas *self, const ScopeLaneNode *node)
{
  const char *const go[][2] = {
    { _("_Zoom To"), "timeline.fit-selection" },
    { _("Go to _Waker"), "timeline.go-to-waker" },
    { _("Follow _Back"), "timeline.follow-back" },
    { _("_Next Run of the Task"), "timeline.next-run" },
    { _("_Previous Run of the Task"), "timeline.previous-run" },
  };
  const char *const show[][2] = {
    { _("Show the Task’s _Lane"), "timeline.show-task" },
    { _("Show Its _Messages"), "timeline.show-messages" },
    { _("Show Its _Events"), "timeline.show-events" },
  };
  const char *const measure[][2] = {
    { _("Ca_lipers"), "timeline.calipers" },
    { _("Select _Between the Calipers"), "timeline.caliper-select" },
  };
  const char *const take[][2] = {
    { _("_Copy"), "timeline.copy" },
    { _("_Add a Note…"), "timeline.add-note" },
    { _("_Edit the Note…"), "timeline.edit-note" },
    { _("_Remove the Note"), "timeline.delete-note" },
  };
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) last = g_menu_new ();

  append_section (menu, go, G_N_ELEMENTS (go));
  append_section (menu, show, G_N_ELEMENTS (show));
  append_section (menu, measure, G_N_ELEMENTS (measure));
  append_row (menu, node);
  append_section (menu, take, G_N_ELEMENTS (take));
  append_ruler (self, last);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (last));
  return G_MENU_MODEL (menu);
}

/* Keeps a selected stretch if the click is in it: that is what is meant then. */
static void
select_there (ScopeCanvas *self, guint row, double x, double y)
{
  const ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (self->view), row);
  ScopeLaneId lane = node->lane, selected;
  gint64 from, to, time = scope_canvas_time_at (self, x);
  ScopeMessageLine message;

  scope_canvas_set_focus_row (self, row);
  if (x < self->names_width)
    {
      scope_view_select_lane (self->view, node->kind == SCOPE_ROW_STATES ? &lane : NULL);
      return;
    }
  if (scope_canvas_message_at (self, x, y, &message))
    {
      scope_view_select_message (self->view, &message);
      return;
    }
  if (scope_view_get_selected_range (self->view, &from, &to) && from <= time && time < to
      && (!scope_view_get_selected_lane (self->view, &selected)
          || (selected.machine == lane.machine && selected.kind == lane.kind && selected.index == lane.index)))
    return;
  if (node->kind == SCOPE_ROW_STATES)
    scope_canvas_select_at (self, row, x);
  else
    scope_view_clear_selection (self->view);
}

/* Where the focus is: the selected interval on its row, else the row's name. */
static void
find_focus (ScopeCanvas *self, guint row, double *x, double *y)
{
  gint64 from, to;

  *x = self->names_width / 2;
  *y = SCOPE_RULER_HEIGHT + 4;
  if (row != SCOPE_NONE)
    {
      const ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (self->view), row);

      *y = scope_canvas_row_y (self, row) + node->height;
    }
  if (scope_view_get_selected_range (self->view, &from, &to))
    *x = self->names_width
         + CLAMP (scope_viewport_time_to_x (scope_view_get_viewport (self->view), from), 0,
                  scope_canvas_plot_width (self) - 1);
  *y = CLAMP (*y, SCOPE_RULER_HEIGHT, gtk_widget_get_height (GTK_WIDGET (self)) - 1);
}

/* On a flag, "here" is the mark's own time. */
static void
snap_to_mark (ScopeCanvas *self, guint row, double x)
{
  const ScopeViewport *viewport = scope_view_get_viewport (self->view);
  double best = SCOPE_MARK_SLOT;

  if (self->overlay == NULL || row == SCOPE_NONE
      || scope_lane_list_row (scope_view_get_lanes (self->view), row)->kind != SCOPE_ROW_MARKS)
    return;
  for (guint i = 0; i < self->overlay->marks->len; i++)
    {
      gint64 time = g_array_index (self->overlay->marks, ScopeMarkFlag, i).time;
      double far = fabs (scope_viewport_time_to_x (viewport, time) + self->names_width - x);

      if (far < best)
        {
          best = far;
          self->menu_time = time;
        }
    }
}

static gboolean
drop_menu (gpointer data)
{
  scope_canvas_drop_menu (data);
  return G_SOURCE_REMOVE;
}

/* The chosen action is still to be activated when this comes. */
static void
menu_closed (GtkPopover *popover, ScopeCanvas *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, drop_menu, g_object_ref (self), g_object_unref);
}

void
scope_canvas_popup_menu (ScopeCanvas *self, double x, double y)
{
  g_autoptr (GMenuModel) model = NULL;
  const ScopeLaneNode *node;
  guint row;

  if (self->view == NULL)
    return;
  scope_canvas_drop_menu (self);
  scope_canvas_hide_tip (self);
  row = x >= 0 ? scope_canvas_row_at (self, y) : scope_canvas_get_focus_row (self);
  if (x < 0)
    find_focus (self, row, &x, &y);
  else if (row != SCOPE_NONE)
    select_there (self, row, x, y);
  self->menu_time = scope_canvas_time_at (self, x);
  snap_to_mark (self, row, x);
  row = scope_canvas_get_focus_row (self);
  node = row != SCOPE_NONE ? scope_lane_list_row (scope_view_get_lanes (self->view), row) : NULL;
  model = make_menu (self, node);
  self->menu = gtk_popover_menu_new_from_model (model);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_popover_set_position (GTK_POPOVER (self->menu), GTK_POS_BOTTOM);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle) { (int) x, (int) y, 1, 1 });
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->menu), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  node != NULL ? node->title : _("Timeline"), -1);
  g_signal_connect (self->menu, "closed", G_CALLBACK (menu_closed), self);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

void
scope_canvas_present_menu (ScopeCanvas *self)
{
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

void
scope_canvas_drop_menu (ScopeCanvas *self)
{
  if (self->menu == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->menu, self);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
}
