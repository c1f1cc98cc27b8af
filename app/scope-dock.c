/* scope-dock.c: see scope-dock.h.
 *
 * libpanel 1.0 moves panels by drag and drop on its own; here it is asked afterwards where they are. What it makes
 * for that (frames of split edges) gets our header, and frames that became empty go, but for the first of each edge,
 * which it needs as a place to drop.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/scope-dock.h"

#include "app/scope-dock-float.h"
#include "app/scope-dock-header.h"

#include <glib/gi18n.h>
#include <libpanel.h>

typedef struct
{
  const ScopePanel *row;
  PanelWidget *widget;  /* owned; its place in the dock, with or without the panel */
  GtkWidget *content;   /* owned; NULL until it is first seen */
  ScopeDockFloat *window;
  ScopePlace place, edge;
  guint frame, page;
  gboolean selected;
  int width, height;
  ScopeView *bound;     /* what it looks at; only to be compared */
} Panel;

struct _ScopeDock
{
  GtkWidget parent_instance;

  ScopeView *view;
  GArray *panels; /* of Panel, in the table's order */
  GSimpleActionGroup *actions;
  GHashTable *groups; /* prefix: action group, not owned, for floating windows */
  GObject *dragged;   /* the header a drag began in; it must outlive its frame to tell the end */
  gboolean shown[SCOPE_N_EDGES], room[SCOPE_N_EDGES], restoring;

  /* of the template */
  PanelDock *dock;
  PanelPaned *edges[SCOPE_N_EDGES];
  AdwBin *bin;
};

G_DEFINE_FINAL_TYPE (ScopeDock, scope_dock, GTK_TYPE_WIDGET)

enum
{
  PROP_CENTER = 1
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const PanelArea areas[SCOPE_N_EDGES] = { PANEL_AREA_START, PANEL_AREA_END, PANEL_AREA_TOP, PANEL_AREA_BOTTOM };
static const char *const size_properties[SCOPE_N_EDGES] = { "start-width", "end-width", "top-height", "bottom-height" };

static Panel *
get_panel (ScopeDock *self, guint i)
{
  return &g_array_index (self->panels, Panel, i);
}

static Panel *
find_panel (ScopeDock *self, const char *id)
{
  int i = scope_panels_find (id);

  g_return_val_if_fail (i >= 0, NULL);
  return get_panel (self, (guint) i);
}

static gboolean
can_fill (ScopeDock *self, const Panel *panel)
{
  return self->view != NULL
         && (panel->row->why_not == NULL || panel->row->why_not (scope_view_get_trace (self->view)) == NULL);
}

static PanelFrame *
frame_of (const Panel *panel)
{
  GtkWidget *frame = gtk_widget_get_ancestor (GTK_WIDGET (panel->widget), PANEL_TYPE_FRAME);

  return frame != NULL ? PANEL_FRAME (frame) : NULL;
}

/* --- frames --- */

/* libpanel's own buttons (where to drop, end of being maximized) have pictures only. */
static void
name_buttons (GtkWidget *widget, const char *name)
{
  if (GTK_IS_BUTTON (widget))
    gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    name_buttons (child, name);
}

/* The frame of libpanel lies across: its tabs would be beside the panel instead of above. */
static void
dress_frame (PanelFrame *frame, ScopePlace edge)
{
  gboolean across = edge == SCOPE_PLACE_TOP || edge == SCOPE_PLACE_BOTTOM;

  if (!SCOPE_IS_DOCK_HEADER (panel_frame_get_header (frame)))
    {
      panel_frame_set_header (frame, NULL);
      name_buttons (GTK_WIDGET (frame), _("Drop the panel here"));
      panel_frame_set_header (frame, PANEL_FRAME_HEADER (scope_dock_header_new ()));
    }
  gtk_orientable_set_orientation (GTK_ORIENTABLE (frame), GTK_ORIENTATION_VERTICAL);
  gtk_widget_set_hexpand (GTK_WIDGET (frame), across);
  gtk_widget_set_vexpand (GTK_WIDGET (frame), !across);
}

static PanelFrame *
get_frame (ScopeDock *self, ScopePlace edge, guint n)
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

static void
remove_empty_frames (ScopeDock *self)
{
  for (guint edge = 0; edge < SCOPE_N_EDGES; edge++)
    for (guint i = panel_paned_get_n_children (self->edges[edge]); i-- > 0;)
      {
        GtkWidget *frame = panel_paned_get_nth_child (self->edges[edge], i);

        if (panel_paned_get_n_children (self->edges[edge]) > 1 && panel_frame_get_empty (PANEL_FRAME (frame)))
          panel_paned_remove (self->edges[edge], frame);
      }
}

static void
dress_frames (ScopeDock *self)
{
  for (guint edge = 0; edge < SCOPE_N_EDGES; edge++)
    {
      guint n = panel_paned_get_n_children (self->edges[edge]);

      for (guint i = 0; i < n; i++)
        dress_frame (PANEL_FRAME (panel_paned_get_nth_child (self->edges[edge], i)), (ScopePlace) edge);
    }
}

/* --- edges --- */

gboolean
scope_dock_has_panels (ScopeDock *self, ScopePlace edge)
{
  g_return_val_if_fail (SCOPE_IS_DOCK (self) && edge < SCOPE_N_EDGES, FALSE);

  for (guint i = 0; i < self->panels->len; i++)
    {
      const Panel *panel = get_panel (self, i);

      if (panel->place == edge && can_fill (self, panel))
        return TRUE;
    }
  return FALSE;
}

gboolean
scope_dock_get_shown (ScopeDock *self, ScopePlace edge)
{
  g_return_val_if_fail (SCOPE_IS_DOCK (self) && edge < SCOPE_N_EDGES, FALSE);

  return self->shown[edge] && self->room[edge] && scope_dock_has_panels (self, edge);
}

static void
update_edges (ScopeDock *self)
{
  for (guint edge = 0; edge < SCOPE_N_EDGES; edge++)
    {
      gboolean shown = scope_dock_get_shown (self, (ScopePlace) edge);

      if (panel_dock_get_reveal_area (self->dock, areas[edge]) != shown)
        panel_dock_set_reveal_area (self->dock, areas[edge], shown);
    }
}

void
scope_dock_set_shown (ScopeDock *self, ScopePlace edge, gboolean shown)
{
  g_return_if_fail (SCOPE_IS_DOCK (self) && edge < SCOPE_N_EDGES);

  self->shown[edge] = shown;
  if (shown)
    self->room[edge] = TRUE;
  update_edges (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
scope_dock_set_room (ScopeDock *self, ScopePlace edge, gboolean room)
{
  g_return_if_fail (SCOPE_IS_DOCK (self) && edge < SCOPE_N_EDGES);

  self->room[edge] = room;
  update_edges (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- panels in and out --- */

static void
make_content (Panel *panel)
{
  if (panel->content == NULL)
    panel->content = g_object_ref_sink (panel->row->create ());
}

static void
bind_panel (ScopeDock *self, Panel *panel, gboolean bind)
{
  ScopeView *view = bind ? self->view : NULL;

  if (panel->content != NULL && panel->bound != view)
    panel->row->set_view (panel->content, view);
  panel->bound = panel->content != NULL ? view : NULL;
}

static void
remove_from_frame (ScopeDock *self, Panel *panel)
{
  PanelFrame *frame = frame_of (panel);

  if (frame == NULL)
    return;
  panel->frame = number_of_frame (self, panel->edge, frame);
  panel->selected = panel_frame_get_visible_child (frame) == panel->widget;
  panel_frame_remove (frame, panel->widget);
  panel_widget_set_child (panel->widget, NULL);
}

static void
remove_window (ScopeDock *self, Panel *panel)
{
  ScopeDockFloat *window = g_steal_pointer (&panel->window);
  GHashTableIter iter;
  gpointer prefix;

  if (window == NULL)
    return;
  /* The panel remembers where its actions came from even when it is nowhere, and these hold the main window. */
  g_hash_table_iter_init (&iter, self->groups);
  while (g_hash_table_iter_next (&iter, &prefix, NULL))
    gtk_widget_insert_action_group (GTK_WIDGET (window), prefix, NULL);
  gtk_window_get_default_size (GTK_WINDOW (window), &panel->width, &panel->height);
  panel->width = MAX (panel->width, 0);
  panel->height = MAX (panel->height, 0);
  scope_dock_float_set_panel (window, NULL);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Before the first tab that comes after it in the order of pages. */
static void
add_to_frame (ScopeDock *self, Panel *panel)
{
  PanelFrame *frame = get_frame (self, panel->edge, panel->frame);
  PanelWidget *before = NULL;

  make_content (panel);
  panel_widget_set_child (panel->widget, panel->content);
  for (guint i = 0; i < panel_frame_get_n_pages (frame) && before == NULL; i++)
    {
      PanelWidget *other = panel_frame_get_page (frame, i);

      if (find_panel (self, panel_widget_get_id (other))->page > panel->page)
        before = other;
    }
  if (before != NULL)
    panel_frame_add_before (frame, panel->widget, before);
  else
    panel_frame_add (frame, panel->widget);
  if (panel->selected)
    panel_frame_set_visible_child (frame, panel->widget);
}

static void
add_window (ScopeDock *self, Panel *panel)
{
  GHashTableIter iter;
  gpointer prefix, group;

  make_content (panel);
  panel->window = scope_dock_float_new (GTK_WIDGET (self), panel->row->id, _(panel->row->title));
  gtk_window_set_default_size (GTK_WINDOW (panel->window), panel->width > 0 ? panel->width : 640,
                               panel->height > 0 ? panel->height : 420);
  g_hash_table_iter_init (&iter, self->groups);
  while (g_hash_table_iter_next (&iter, &prefix, &group))
    gtk_widget_insert_action_group (GTK_WIDGET (panel->window), prefix, group);
  scope_dock_float_set_panel (panel->window, panel->content);
  gtk_window_present (GTK_WINDOW (panel->window));
}

/* Puts the panel where its place says, or nowhere. */
static void
settle (ScopeDock *self, Panel *panel)
{
  gboolean fill = can_fill (self, panel);
  gboolean docked = fill && panel->place < SCOPE_N_EDGES;
  gboolean floating = fill && panel->place == SCOPE_PLACE_FLOAT && gtk_widget_get_mapped (GTK_WIDGET (self));

  if (!docked || panel->place != panel->edge)
    remove_from_frame (self, panel);
  if (!floating)
    remove_window (self, panel);
  if (panel->place < SCOPE_N_EDGES)
    panel->edge = panel->place;
  if (docked && frame_of (panel) == NULL)
    add_to_frame (self, panel);
  if (floating && panel->window == NULL)
    add_window (self, panel);
  bind_panel (self, panel, docked || floating);
}

/* --- state of the actions --- */

static void
update_places (ScopeDock *self)
{
  for (guint i = 0; i < self->panels->len; i++)
    {
      const Panel *panel = get_panel (self, i);
      g_autofree char *name = g_strdup_printf ("place-%s", panel->row->id);
      GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

      g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_string (scope_place_to_word (panel->place)));
      g_simple_action_set_enabled (G_SIMPLE_ACTION (action), can_fill (self, panel));
    }
}

static void
after_change (ScopeDock *self)
{
  if (self->restoring)
    return;
  remove_empty_frames (self);
  update_places (self);
  update_edges (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* libpanel has moved panels by itself: what is there now is the truth. */
static void
learn_places (ScopeDock *self)
{
  for (guint i = 0; i < self->panels->len; i++)
    {
      Panel *panel = get_panel (self, i);
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

/* --- places --- */

ScopePlace
scope_dock_get_place (ScopeDock *self, const char *id)
{
  g_return_val_if_fail (SCOPE_IS_DOCK (self), SCOPE_PLACE_CLOSED);

  return find_panel (self, id)->place;
}

void
scope_dock_set_place (ScopeDock *self, const char *id, ScopePlace place)
{
  Panel *panel;

  g_return_if_fail (SCOPE_IS_DOCK (self));
  g_return_if_fail (place < SCOPE_N_PLACES);

  panel = find_panel (self, id);
  if (panel->place == place)
    return;
  learn_places (self);
  remove_from_frame (self, panel);
  panel->place = place;
  if (place < SCOPE_N_EDGES)
    {
      if (place != panel->edge)
        {
          panel->frame = 0;
          panel->page = G_MAXUINT16; /* after all others */
        }
      panel->edge = place;
      panel->selected = TRUE;
      self->shown[place] = self->room[place] = TRUE;
    }
  settle (self, panel);
  learn_places (self);
  after_change (self);
}

gboolean
scope_dock_is_open (ScopeDock *self, const char *id)
{
  const Panel *panel;

  g_return_val_if_fail (SCOPE_IS_DOCK (self), FALSE);

  panel = find_panel (self, id);
  return panel->place != SCOPE_PLACE_CLOSED && can_fill (self, panel);
}

const char *
scope_dock_why_not (ScopeDock *self, const char *id)
{
  const Panel *panel;

  g_return_val_if_fail (SCOPE_IS_DOCK (self), NULL);

  panel = find_panel (self, id);
  return self->view != NULL && panel->row->why_not != NULL ? panel->row->why_not (scope_view_get_trace (self->view))
                                                           : NULL;
}

gboolean
scope_dock_raise (ScopeDock *self, const char *id)
{
  Panel *panel;

  g_return_val_if_fail (SCOPE_IS_DOCK (self), FALSE);

  panel = find_panel (self, id);
  if (!can_fill (self, panel))
    return FALSE;
  if (panel->place == SCOPE_PLACE_CLOSED)
    scope_dock_set_place (self, id, panel->edge);
  if (panel->place == SCOPE_PLACE_FLOAT)
    {
      if (panel->window != NULL)
        gtk_window_present (GTK_WINDOW (panel->window));
      return TRUE;
    }
  if (!scope_dock_get_shown (self, panel->edge))
    scope_dock_set_shown (self, panel->edge, TRUE);
  panel_widget_raise (panel->widget);
  return TRUE;
}

gboolean
scope_dock_focus (ScopeDock *self, const char *id)
{
  GtkRoot *root;
  GtkWidget *content;

  g_return_val_if_fail (SCOPE_IS_DOCK (self), FALSE);

  if (!scope_dock_raise (self, id))
    return FALSE;
  content = find_panel (self, id)->content;
  root = gtk_widget_get_root (content);
  /* GTK 4.8 cannot move the focus from nowhere to a label that can be selected. */
  if (root == gtk_widget_get_root (GTK_WIDGET (self)) && gtk_root_get_focus (root) == NULL)
    gtk_widget_grab_focus (adw_bin_get_child (self->bin));
  return gtk_widget_child_focus (content, GTK_DIR_TAB_FORWARD);
}

GtkWidget *
scope_dock_get_panel (ScopeDock *self, const char *id)
{
  Panel *panel;

  g_return_val_if_fail (SCOPE_IS_DOCK (self), NULL);

  panel = find_panel (self, id);
  make_content (panel);
  return panel->content;
}

GtkWindow *
scope_dock_get_window (ScopeDock *self, const char *id)
{
  g_return_val_if_fail (SCOPE_IS_DOCK (self), NULL);

  return (GtkWindow *) find_panel (self, id)->window;
}

/* --- view --- */

void
scope_dock_update (ScopeDock *self)
{
  g_return_if_fail (SCOPE_IS_DOCK (self));

  learn_places (self);
  update_places (self);
  for (guint i = 0; i < self->panels->len; i++)
    settle (self, get_panel (self, i));
  after_change (self);
}

void
scope_dock_set_view (ScopeDock *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_DOCK (self));

  if (view == self->view)
    return;
  learn_places (self);
  g_set_object (&self->view, view);
  update_places (self);
  for (guint i = 0; i < self->panels->len; i++)
    settle (self, get_panel (self, i));
  after_change (self);
}

void
scope_dock_add_actions (ScopeDock *self, const char *prefix, GActionGroup *group)
{
  g_return_if_fail (SCOPE_IS_DOCK (self));

  g_hash_table_insert (self->groups, g_strdup (prefix), group);
}

/* --- layout --- */

ScopeLayout *
scope_dock_get_layout (ScopeDock *self)
{
  ScopeLayout *layout = scope_layout_new ();

  g_return_val_if_fail (SCOPE_IS_DOCK (self), layout);

  learn_places (self);
  for (guint edge = 0; edge < SCOPE_N_EDGES; edge++)
    {
      int size;

      g_object_get (self->dock, size_properties[edge], &size, NULL);
      layout->shown[edge] = self->shown[edge];
      if (size > 0)
        layout->size[edge] = size;
    }
  for (guint i = 0; i < self->panels->len; i++)
    {
      const Panel *panel = get_panel (self, i);
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

static int
compare_order (gconstpointer a, gconstpointer b)
{
  const Panel *x = *(Panel *const *) a, *y = *(Panel *const *) b;

  return x->frame != y->frame ? (x->frame < y->frame ? -1 : 1) : x->page != y->page ? (x->page < y->page ? -1 : 1) : 0;
}

static void
set_panel_layout (Panel *panel, const ScopeLayoutPanel *kept)
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
      g_object_set (self->dock, size_properties[edge], layout->size[edge], NULL);
    }
  for (guint i = 0; i < self->panels->len; i++)
    {
      Panel *panel = get_panel (self, i);
      ScopeLayoutPanel *kept = scope_layout_find (layout, panel->row->id);

      remove_from_frame (self, panel);
      remove_window (self, panel);
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
    settle (self, order->pdata[i]);
  self->restoring = FALSE;
  after_change (self);
}

/* --- actions --- */

static void
place_activated (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  ScopeDock *self = user_data;
  const char *id = g_action_get_name (G_ACTION (action)) + strlen ("place-");
  const char *word = g_variant_get_string (value, NULL);
  int place = g_str_equal (word, "docked") ? (int) find_panel (self, id)->edge : scope_place_from_word (word);

  if (place >= 0)
    scope_dock_set_place (self, id, (ScopePlace) place);
}

static void
focus_center_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeDock *self = user_data;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (root != NULL && !gtk_window_is_active (GTK_WINDOW (root)))
    gtk_window_present (GTK_WINDOW (root));
  gtk_widget_grab_focus (adw_bin_get_child (self->bin));
}

static void
add_actions (ScopeDock *self)
{
  static const GActionEntry focus = { "focus-center", focus_center_activated };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), &focus, 1, self);
  for (guint i = 0; i < self->panels->len; i++)
    {
      g_autofree char *name = g_strdup_printf ("place-%s", get_panel (self, i)->row->id);
      g_autoptr (GSimpleAction) action =
          g_simple_action_new_stateful (name, G_VARIANT_TYPE_STRING, g_variant_new_string ("closed"));

      g_signal_connect (action, "change-state", G_CALLBACK (place_activated), self);
      g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (action));
    }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "dock", G_ACTION_GROUP (self->actions));
  scope_dock_add_actions (self, "dock", G_ACTION_GROUP (self->actions));
}

/* --- drag and drop --- */

static void
drag_begin (PanelDock *dock, PanelWidget *widget, ScopeDock *self)
{
  GtkWidget *frame = gtk_widget_get_ancestor (GTK_WIDGET (widget), PANEL_TYPE_FRAME);

  if (frame != NULL)
    g_set_object (&self->dragged, G_OBJECT (panel_frame_get_header (PANEL_FRAME (frame))));
}

/* Not at once: the header tells of the end in the midst of its own work. */
static gboolean
drag_is_over (gpointer data)
{
  ScopeDock *self = data;

  g_clear_object (&self->dragged);
  if (self->dock != NULL)
    {
      dress_frames (self);
      learn_places (self);
      after_change (self);
    }
  return G_SOURCE_REMOVE;
}

static void
drag_end (PanelDock *dock, PanelWidget *widget, ScopeDock *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, drag_is_over, g_object_ref (self), g_object_unref);
}

/* --- life --- */

static void
add_panels (ScopeDock *self)
{
  guint n;
  const ScopePanel *rows = scope_panels_list (&n);

  self->panels = g_array_sized_new (FALSE, TRUE, sizeof (Panel), n);
  for (guint i = 0; i < n; i++)
    {
      Panel panel = { &rows[i] };
      GtkEventController *keys = gtk_shortcut_controller_new ();

      panel.widget = g_object_ref_sink (PANEL_WIDGET (panel_widget_new ()));
      panel.place = SCOPE_PLACE_CLOSED;
      panel.edge = rows[i].edge;
      panel_widget_set_id (panel.widget, rows[i].id);
      panel_widget_set_title (panel.widget, _(rows[i].title));
      panel_widget_set_kind (panel.widget, PANEL_WIDGET_KIND_UTILITY);
      panel_widget_set_reorderable (panel.widget, TRUE);
      panel_widget_set_can_maximize (panel.widget, FALSE);
      gtk_shortcut_controller_add_shortcut (
          GTK_SHORTCUT_CONTROLLER (keys), gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                            gtk_named_action_new ("dock.focus-center")));
      gtk_widget_add_controller (GTK_WIDGET (panel.widget), keys);
      g_array_append_val (self->panels, panel);
    }
}

/* The bottom goes under the sides: tables want the width. libpanel would have it between them. */
static void
stretch_bottom (ScopeDock *self)
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

static void
scope_dock_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_CENTER)
    g_value_set_object (value, adw_bin_get_child (SCOPE_DOCK (object)->bin));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
scope_dock_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_CENTER)
    adw_bin_set_child (SCOPE_DOCK (object)->bin, g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
scope_dock_map (GtkWidget *widget)
{
  ScopeDock *self = SCOPE_DOCK (widget);

  GTK_WIDGET_CLASS (scope_dock_parent_class)->map (widget);
  for (guint i = 0; i < self->panels->len; i++)
    settle (self, get_panel (self, i));
}

/* The main window goes, or shows something else: those of panels hold its actions, and so itself. */
static void
scope_dock_unmap (GtkWidget *widget)
{
  ScopeDock *self = SCOPE_DOCK (widget);

  for (guint i = 0; self->panels != NULL && i < self->panels->len; i++)
    remove_window (self, get_panel (self, i));
  GTK_WIDGET_CLASS (scope_dock_parent_class)->unmap (widget);
}

static void
scope_dock_dispose (GObject *object)
{
  ScopeDock *self = SCOPE_DOCK (object);

  for (guint i = 0; self->panels != NULL && i < self->panels->len; i++)
    {
      Panel *panel = get_panel (self, i);

      bind_panel (self, panel, FALSE);
      remove_window (self, panel);
      if (panel->widget != NULL)
        {
          remove_from_frame (self, panel);
          g_clear_object (&panel->widget);
        }
      g_clear_object (&panel->content);
    }
  g_clear_pointer (&self->panels, g_array_unref);
  g_clear_object (&self->view);
  g_clear_object (&self->dragged);
  if (self->dock != NULL)
    {
      gtk_widget_unparent (GTK_WIDGET (self->dock));
      self->dock = NULL;
    }
  G_OBJECT_CLASS (scope_dock_parent_class)->dispose (object);
}

static void
scope_dock_finalize (GObject *object)
{
  ScopeDock *self = SCOPE_DOCK (object);

  g_hash_table_unref (self->groups);
  g_object_unref (self->actions);
  G_OBJECT_CLASS (scope_dock_parent_class)->finalize (object);
}

static void
scope_dock_class_init (ScopeDockClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  panel_init ();
  g_type_ensure (PANEL_TYPE_DOCK);
  g_type_ensure (PANEL_TYPE_PANED);
  object_class->get_property = scope_dock_get_property;
  object_class->set_property = scope_dock_set_property;
  object_class->dispose = scope_dock_dispose;
  object_class->finalize = scope_dock_finalize;
  widget_class->map = scope_dock_map;
  widget_class->unmap = scope_dock_unmap;
  g_object_class_install_property (
      object_class, PROP_CENTER,
      g_param_spec_object ("center", NULL, NULL, GTK_TYPE_WIDGET, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
  signals[CHANGED] = g_signal_new ("changed", SCOPE_TYPE_DOCK, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/lanescope/Lanescope/scope-dock.ui");
  gtk_widget_class_bind_template_child (widget_class, ScopeDock, dock);
  gtk_widget_class_bind_template_child (widget_class, ScopeDock, bin);
  gtk_widget_class_bind_template_child_full (widget_class, "start", FALSE,
                                             G_STRUCT_OFFSET (ScopeDock, edges[SCOPE_PLACE_START]));
  gtk_widget_class_bind_template_child_full (widget_class, "end", FALSE,
                                             G_STRUCT_OFFSET (ScopeDock, edges[SCOPE_PLACE_END]));
  gtk_widget_class_bind_template_child_full (widget_class, "top", FALSE,
                                             G_STRUCT_OFFSET (ScopeDock, edges[SCOPE_PLACE_TOP]));
  gtk_widget_class_bind_template_child_full (widget_class, "bottom", FALSE,
                                             G_STRUCT_OFFSET (ScopeDock, edges[SCOPE_PLACE_BOTTOM]));
}

static void
scope_dock_init (ScopeDock *self)
{
  self->groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint edge = 0; edge < SCOPE_N_EDGES; edge++)
    self->room[edge] = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  name_buttons (GTK_WIDGET (self->dock), _("Restore the panel"));
  for (guint edge = 0; edge < SCOPE_N_EDGES; edge++)
    get_frame (self, (ScopePlace) edge, 0);
  stretch_bottom (self);
  add_panels (self);
  add_actions (self);
  g_signal_connect (self->dock, "panel-drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect (self->dock, "panel-drag-end", G_CALLBACK (drag_end), self);
  scope_dock_set_layout (self, NULL);
}
