/* scope-canvas-menu.c: the menu of a place in the lanes, by right click, long press, Menu or Shift+F10.
 *
 * What is there is selected first, then the menu's actions are those of the selection, the same as elsewhere. A row's name has what
 * is done with rows, the ruler what is done with times. The menu is made anew each time, since what it says depends on the row.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/canvas/scope-canvas-private.h"

#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>
#include <math.h>

/* What is clicked on. */
typedef enum
{
  PLACE_LANE, /* a time of a row, or by key what is selected there */
  PLACE_NAME, /* a row as such */
  PLACE_TIME, /* a time of no row: the ruler, or below the lanes */
} Place;

/* The keys that do the same (scope-canvas-keys.c), so that the menu teaches them. */
static const char *
key_of (const char *action)
{
  static const char *const keys[][2] = {
    { "timeline.fit-selection", "f" },       { "timeline.fit-all", "0" },
    { "timeline.go-to-waker", "g" },         { "timeline.follow-back", "b" },
    { "timeline.next-run", "bracketright" }, { "timeline.previous-run", "bracketleft" },
    { "timeline.fold", "<Control>Left" },    { "timeline.unfold", "<Control>Right" },
    { "timeline.move-up", "<Alt>Up" },       { "timeline.move-down", "<Alt>Down" },
    { "timeline.pin", "p" },                 { "timeline.copy", "<Control>c" },
    { "timeline.calipers", "c" },            { "timeline.add-note", "n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (g_strcmp0 (action, keys[i][0]) == 0)
      return keys[i][1];
  return NULL;
}

static void
append (GMenu *menu, const char *label, const char *action, gboolean hide)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, action);

  if (key_of (action) != NULL)
    g_menu_item_set_attribute (item, "accel", "s", key_of (action));
  if (hide)
    g_menu_item_set_attribute (item, "hidden-when", "s", "action-disabled");
  g_menu_append_item (menu, item);
}

static void
append_section (GMenu *menu, GMenu *section)
{
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static void
append_units (ScopeCanvas *self, GMenu *menu)
{
  gint64 epoch;
  /* A wall clock that the trace does not know is an action that is not there: insensitive. */
  gboolean wall = scope_view_get_wall_clock (self->view, &epoch);

  append (menu, _("Times Since the _Start"), "timeline.ruler::start", FALSE);
  append (menu, _("_Wall Clock"), wall ? "timeline.ruler::wall" : "timeline.no-ruler::wall", FALSE);
  append (menu, _("Times Since _Here"), "timeline.zero-here", FALSE);
}

/* What follows the selection comes and goes while the menu is open, since an interval is looked for on a thread: it is
 * insensitive, so that nothing moves below the pointer. What is hidden is known when the menu opens. */
static void
append_go (GMenu *menu)
{
  g_autoptr (GMenu) section = g_menu_new ();

  append (section, _("_Zoom To"), "timeline.fit-selection", FALSE);
  append (section, _("Go to _Waker"), "timeline.go-to-waker", FALSE);
  append (section, _("Follow _Back"), "timeline.follow-back", FALSE);
  append (section, _("Go to Its _Next Run"), "timeline.next-run", FALSE);
  append (section, _("Go to Its _Previous Run"), "timeline.previous-run", FALSE);
  append_section (menu, section);
}

static void
append_show (GMenu *menu, const ScopeLaneNode *node, Place place)
{
  g_autoptr (GMenu) section = g_menu_new ();

  if (place == PLACE_LANE && node != NULL && node->lane.kind == SCOPE_KIND_PROCESSOR)
    append (section, _("Show Its _Lane"), "timeline.show-task", FALSE);
  append (section, _("Show Its _Messages"), "timeline.show-messages", TRUE);
  append (section, _("Show Its _Events"), "timeline.show-events", place == PLACE_NAME);
  append_section (menu, section);
}

static void
append_fold (GMenu *menu, const ScopeLaneNode *node)
{
  if (node != NULL && node->expandable)
    append (menu, node->expanded ? _("_Fold") : _("Un_fold"), node->expanded ? "timeline.fold" : "timeline.unfold", FALSE);
}

static void
append_moves (GMenu *menu)
{
  append (menu, _("Move _Up"), "timeline.move-up", TRUE);
  append (menu, _("Move _Down"), "timeline.move-down", TRUE);
  append (menu, _("Show _Hidden Rows"), "timeline.show-hidden", TRUE);
}

static void
append_colours (GMenu *menu)
{
  append (menu, _("_Colour…"), "timeline.colour", TRUE);
  append (menu, _("_Usual Colour"), "timeline.no-colour", TRUE);
}

static void
append_row (GMenu *menu, const ScopeLaneNode *node, Place place)
{
  g_autoptr (GMenu) section = g_menu_new ();
  g_autoptr (GMenu) more = g_menu_new ();

  if (place == PLACE_NAME)
    append_fold (section, node);
  append (section, node != NULL && node->pinned ? _("Un_pin") : _("_Pin to Top"), "timeline.pin", FALSE);
  append (section, _("_Hide"), "timeline.hide", FALSE);
  if (place == PLACE_LANE)
    append_fold (more, node);
  append_moves (place == PLACE_LANE ? more : section);
  append_colours (place == PLACE_LANE ? more : section);
  if (place == PLACE_LANE)
    g_menu_append_submenu (section, _("R_ows"), G_MENU_MODEL (more));
  append_section (menu, section);
}

static void
append_notes (GMenu *menu, Place place)
{
  g_autoptr (GMenu) section = g_menu_new ();

  if (place != PLACE_TIME)
    append (section, _("_Copy"), "timeline.copy", FALSE);
  if (place != PLACE_NAME)
    {
      append (section, _("_Add a Note…"), "timeline.add-note", FALSE);
      append (section, _("_Edit the Note…"), "timeline.edit-note", TRUE);
      append (section, _("_Remove the Note"), "timeline.delete-note", TRUE);
    }
  append_section (menu, section);
}

static void
append_time (ScopeCanvas *self, GMenu *menu, Place place)
{
  g_autoptr (GMenu) section = g_menu_new (), ruler = g_menu_new ();

  append (section, _("Ca_lipers"), "timeline.calipers", FALSE);
  append (section, _("Select _Between the Calipers"), "timeline.caliper-select", TRUE);
  if (place == PLACE_LANE)
    {
      append_units (self, ruler);
      g_menu_append_submenu (section, _("_Ruler"), G_MENU_MODEL (ruler));
    }
  append_section (menu, section);
}

static GMenuModel *
make_menu (ScopeCanvas *self, const ScopeLaneNode *node, Place place)
{
  GMenu *menu = g_menu_new ();

  if (place == PLACE_TIME)
    {
      g_autoptr (GMenu) go = g_menu_new (), units = g_menu_new ();

      append (go, _("_Zoom To"), "timeline.fit-selection", TRUE);
      append (go, _("Show E_verything"), "timeline.fit-all", FALSE);
      append (go, _("_Go To…"), "timeline.go-to", FALSE);
      append_section (menu, go);
      append_units (self, units);
      append_section (menu, units);
      append_notes (menu, place);
      append_time (self, menu, place);
      return G_MENU_MODEL (menu);
    }
  if (place == PLACE_LANE)
    append_go (menu);
  else
    append_row (menu, node, place);
  append_show (menu, node, place);
  if (place == PLACE_LANE)
    append_row (menu, node, place);
  append_notes (menu, place);
  if (place == PLACE_LANE)
    append_time (self, menu, place);
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
          || scope_lane_id_equal (selected, lane)))
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

/* There may be another one by now. */
static gboolean
drop_menu (gpointer popover)
{
  GtkWidget *parent = gtk_widget_get_parent (popover);

  if (parent != NULL && SCOPE_CANVAS (parent)->menu == popover)
    scope_canvas_drop_menu (SCOPE_CANVAS (parent));
  return G_SOURCE_REMOVE;
}

/* The chosen action is still to be activated when this comes. */
static void
menu_closed (GtkPopover *popover, ScopeCanvas *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, drop_menu, g_object_ref (popover), g_object_unref);
}

void
scope_canvas_popup_menu (ScopeCanvas *self, double x, double y)
{
  g_autoptr (GMenuModel) model = NULL;
  const ScopeLaneNode *node;
  gint64 from, to;
  Place place;
  guint row;

  if (self->view == NULL)
    return;
  scope_canvas_drop_menu (self);
  scope_canvas_hide_tip (self);
  row = x >= 0 ? scope_canvas_row_at (self, y) : scope_canvas_get_focus_row (self);
  if (x < 0)
    {
      place = scope_view_get_selected_range (self->view, &from, &to) || row == SCOPE_NONE ? PLACE_LANE : PLACE_NAME;
      find_focus (self, row, &x, &y);
    }
  else if (row == SCOPE_NONE)
    place = PLACE_TIME;
  else
    {
      place = x < self->names_width ? PLACE_NAME : PLACE_LANE;
      select_there (self, row, x, y);
    }
  self->menu_time = scope_canvas_time_at (self, x);
  snap_to_mark (self, row, x);
  if (place != PLACE_TIME)
    row = scope_canvas_get_focus_row (self);
  node = row != SCOPE_NONE ? scope_lane_list_row (scope_view_get_lanes (self->view), row) : NULL;
  model = make_menu (self, node, place);
  self->menu = gtk_popover_menu_new_from_model (model);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_popover_set_position (GTK_POPOVER (self->menu), GTK_POS_BOTTOM);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle) { (int) x, (int) y, 1, 1 });
  scope_label_widget (self->menu, node != NULL ? node->title : _("Timeline"));
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
