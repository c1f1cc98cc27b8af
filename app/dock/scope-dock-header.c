/* scope-dock-header.c: see scope-dock-header.h.
 *
 * The tabs scroll: an edge may be narrower than the words of six tabs. The chosen one is always seen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/dock/scope-dock-header.h"

#include <glib/gi18n.h>

struct _ScopeDockHeader
{
  GtkWidget parent_instance;

  PanelFrame *frame;
  GtkWidget *box, *scroller, *switcher, *menu_button, *close_button;
  GMenu *menu; /* the button's */
  guint showing; /* the source that scrolls to the chosen tab */
};

static void scope_dock_header_init_interface (PanelFrameHeaderInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ScopeDockHeader, scope_dock_header, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (PANEL_TYPE_FRAME_HEADER, scope_dock_header_init_interface))

enum
{
  PROP_FRAME = 1
};

static void
append_place (GMenu *menu, const char *id, const char *label, const char *place)
{
  g_autofree char *action = g_strdup_printf ("dock.place-%s", id);
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "s", place);
  g_menu_append_item (menu, item);
}

static void
append_picture (GMenu *menu, const char *id)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (_("Export _Picture…"), NULL);
  g_autoptr (GMenu) section = g_menu_new ();

  g_menu_item_set_action_and_target (item, "win.export-panel", "s", id);
  g_menu_append_item (section, item);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

/* Menu and button are about the panel in front. What is in the menu changes, not the menu: GTK 4.8 would make a popover
 * anew each time, and sometimes stumbles over a timer of the old one's. */
static void
scope_dock_header_page_changed (PanelFrameHeader *header, PanelWidget *widget)
{
  ScopeDockHeader *self = SCOPE_DOCK_HEADER (header);
  const char *id = widget != NULL ? panel_widget_get_id (widget) : NULL;
  g_autoptr (GMenu) places = NULL, others = NULL;
  g_autofree char *action = NULL, *options = NULL, *close = NULL;

  gtk_widget_set_visible (self->menu_button, id != NULL);
  gtk_widget_set_visible (self->close_button, id != NULL);
  if (id == NULL)
    {
      gtk_actionable_set_action_name (GTK_ACTIONABLE (self->close_button), NULL);
      return;
    }
  places = g_menu_new ();
  others = g_menu_new ();
  append_place (places, id, _("On the _Left"), "start");
  append_place (places, id, _("On the _Right"), "end");
  append_place (places, id, _("At the _Top"), "top");
  append_place (places, id, _("At the _Bottom"), "bottom");
  append_place (others, id, _("In a _Window of Its Own"), "float");
  append_place (others, id, _("_Closed"), "closed");
  g_menu_remove_all (self->menu);
  g_menu_append_section (self->menu, NULL, G_MENU_MODEL (places));
  g_menu_append_section (self->menu, NULL, G_MENU_MODEL (others));
  append_picture (self->menu, id);
  action = g_strdup_printf ("dock.place-%s", id);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->close_button), "s", "closed");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->close_button), action);
  options = g_strdup_printf (_("Place of “%s”"), panel_widget_get_title (widget));
  close = g_strdup_printf (_("Close “%s”"), panel_widget_get_title (widget));
  gtk_widget_set_tooltip_text (self->menu_button, options);
  gtk_widget_set_tooltip_text (self->close_button, close);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->menu_button), GTK_ACCESSIBLE_PROPERTY_LABEL, options, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->close_button), GTK_ACCESSIBLE_PROPERTY_LABEL, close, -1);
}

static gboolean
scope_dock_header_can_drop (PanelFrameHeader *header, PanelWidget *widget)
{
  return TRUE;
}

/* The tab of the panel in front comes into view. Asked for while the tabs are made anew, or have no places yet: done later. */
static gboolean
show_tab (gpointer data)
{
  ScopeDockHeader *self = data;
  GtkAdjustment *across = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  double left = gtk_adjustment_get_value (across);
  graphene_rect_t box;

  self->showing = 0;
  for (GtkWidget *tab = gtk_widget_get_first_child (self->switcher); tab != NULL; tab = gtk_widget_get_next_sibling (tab))
    if (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (tab)) && gtk_widget_compute_bounds (tab, self->scroller, &box))
      {
        gtk_adjustment_clamp_page (across, left + box.origin.x, left + box.origin.x + box.size.width);
        break;
      }
  return G_SOURCE_REMOVE;
}

static void
show_tab_soon (ScopeDockHeader *self)
{
  if (self->showing == 0 && self->scroller != NULL)
    self->showing = g_idle_add_full (GDK_PRIORITY_REDRAW + 10, show_tab, self, NULL);
}

static void
visible_child_changed (PanelFrame *frame, GParamSpec *pspec, ScopeDockHeader *self)
{
  scope_dock_header_page_changed (PANEL_FRAME_HEADER (self), panel_frame_get_visible_child (frame));
  show_tab_soon (self);
}

static void
set_frame (ScopeDockHeader *self, PanelFrame *frame)
{
  if (frame == self->frame)
    return;
  if (self->frame != NULL)
    g_signal_handlers_disconnect_by_func (self->frame, visible_child_changed, self);
  g_set_object (&self->frame, frame);
  if (self->switcher != NULL)
    panel_frame_header_set_frame (PANEL_FRAME_HEADER (self->switcher), frame);
  if (frame != NULL)
    g_signal_connect (frame, "notify::visible-child", G_CALLBACK (visible_child_changed), self);
  g_object_notify (G_OBJECT (self), "frame");
}

static void
scope_dock_header_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_FRAME)
    g_value_set_object (value, SCOPE_DOCK_HEADER (object)->frame);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
scope_dock_header_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_FRAME)
    set_frame (SCOPE_DOCK_HEADER (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
scope_dock_header_dispose (GObject *object)
{
  ScopeDockHeader *self = SCOPE_DOCK_HEADER (object);

  set_frame (self, NULL);
  self->scroller = self->switcher = NULL;
  g_clear_handle_id (&self->showing, g_source_remove);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->menu);
  G_OBJECT_CLASS (scope_dock_header_parent_class)->dispose (object);
}

static void
scope_dock_header_init_interface (PanelFrameHeaderInterface *iface)
{
  iface->page_changed = scope_dock_header_page_changed;
  iface->can_drop = scope_dock_header_can_drop;
}

static void
scope_dock_header_class_init (ScopeDockHeaderClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = scope_dock_header_get_property;
  object_class->set_property = scope_dock_header_set_property;
  object_class->dispose = scope_dock_header_dispose;
  g_object_class_override_property (object_class, PROP_FRAME, "frame");
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "dockheader");
}

static void
scope_dock_header_init (ScopeDockHeader *self)
{
  GtkWidget *scroller = self->scroller = gtk_scrolled_window_new ();

  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->switcher = panel_frame_switcher_new ();
  gtk_widget_set_halign (self->switcher, GTK_ALIGN_START);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->switcher);
  gtk_widget_set_focusable (scroller, FALSE); /* the tabs are */
  gtk_widget_set_hexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (self->box), scroller);
  /* Its room, or the tabs'. */
  g_signal_connect_object (gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scroller)), "changed",
                           G_CALLBACK (show_tab_soon), self, G_CONNECT_SWAPPED);

  self->menu_button = gtk_menu_button_new ();
  self->menu = g_menu_new ();
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->menu_button), G_MENU_MODEL (self->menu));
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->menu_button), "view-more-symbolic");
  self->close_button = gtk_button_new_from_icon_name ("window-close-symbolic");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->menu_button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Place"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->close_button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Close"), -1);
  gtk_widget_set_valign (self->menu_button, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->close_button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->menu_button, "flat");
  gtk_widget_add_css_class (self->close_button, "flat");
  gtk_box_append (GTK_BOX (self->box), self->menu_button);
  gtk_box_append (GTK_BOX (self->box), self->close_button);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  scope_dock_header_page_changed (PANEL_FRAME_HEADER (self), NULL);
}

GtkWidget *
scope_dock_header_new (void)
{
  return g_object_new (SCOPE_TYPE_DOCK_HEADER, NULL);
}

GPtrArray *
scope_dock_header_get_drags (ScopeDockHeader *self)
{
  GPtrArray *drags = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GListModel) controllers = NULL;

  g_return_val_if_fail (SCOPE_IS_DOCK_HEADER (self), drags);

  controllers = gtk_widget_observe_controllers (self->switcher);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DRAG_SOURCE (controller))
        g_ptr_array_add (drags, g_steal_pointer (&controller));
    }
  return drags;
}

void
scope_dock_header_redraw (ScopeDockHeader *self)
{
  g_return_if_fail (SCOPE_IS_DOCK_HEADER (self));

  gtk_widget_queue_draw (self->switcher);
}
