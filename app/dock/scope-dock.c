/* scope-dock.c: see scope-dock.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/dock/scope-dock-private.h"
#include "widgets/kit/scope-tab-order.h"

#include <glib/gi18n.h>

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

/* --- edges --- */

gboolean
scope_dock_has_panels (ScopeDock *self, ScopePlace edge)
{
  g_return_val_if_fail (SCOPE_IS_DOCK (self) && edge < SCOPE_N_EDGES, FALSE);

  for (guint i = 0; i < self->panels->len; i++)
    {
      const ScopeDockPanel *panel = scope_dock_nth (self, i);

      if (panel->place == edge && scope_dock_can_fill (self, panel))
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

/* Always told: libpanel folds an edge away when its last panel goes, and then still says that it is revealed. */
static void
update_edges (ScopeDock *self)
{
  for (guint edge = 0; edge < SCOPE_N_EDGES; edge++)
    panel_dock_set_reveal_area (self->dock, scope_dock_area (edge), scope_dock_get_shown (self, (ScopePlace) edge));
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

/* --- state of the actions --- */

static void
update_places (ScopeDock *self)
{
  for (guint i = 0; i < self->panels->len; i++)
    {
      const ScopeDockPanel *panel = scope_dock_nth (self, i);
      g_autofree char *name = g_strdup_printf ("place-%s", panel->row->id);
      GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

      g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_string (scope_place_to_word (panel->place)));
      g_simple_action_set_enabled (G_SIMPLE_ACTION (action), scope_dock_can_fill (self, panel));
    }
}

void
scope_dock_after_change (ScopeDock *self)
{
  if (self->restoring)
    return;
  scope_dock_remove_empty_frames (self);
  update_places (self);
  update_edges (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- places --- */

ScopePlace
scope_dock_get_place (ScopeDock *self, const char *id)
{
  g_return_val_if_fail (SCOPE_IS_DOCK (self), SCOPE_PLACE_CLOSED);

  return scope_dock_find (self, id)->place;
}

void
scope_dock_set_place (ScopeDock *self, const char *id, ScopePlace place)
{
  ScopeDockPanel *panel;

  g_return_if_fail (SCOPE_IS_DOCK (self));
  g_return_if_fail (place < SCOPE_N_PLACES);

  panel = scope_dock_find (self, id);
  if (panel->place == place)
    return;
  scope_dock_learn_places (self);
  scope_dock_remove_from_frame (self, panel);
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
  scope_dock_settle (self, panel);
  scope_dock_learn_places (self);
  scope_dock_after_change (self);
}

gboolean
scope_dock_is_open (ScopeDock *self, const char *id)
{
  const ScopeDockPanel *panel;

  g_return_val_if_fail (SCOPE_IS_DOCK (self), FALSE);

  panel = scope_dock_find (self, id);
  return panel->place != SCOPE_PLACE_CLOSED && scope_dock_can_fill (self, panel);
}

const char *
scope_dock_why_not (ScopeDock *self, const char *id)
{
  const ScopeDockPanel *panel;

  g_return_val_if_fail (SCOPE_IS_DOCK (self), NULL);

  panel = scope_dock_find (self, id);
  return self->view != NULL && panel->row->why_not != NULL ? panel->row->why_not (scope_view_get_trace (self->view))
                                                           : NULL;
}

gboolean
scope_dock_raise (ScopeDock *self, const char *id)
{
  ScopeDockPanel *panel;

  g_return_val_if_fail (SCOPE_IS_DOCK (self), FALSE);

  panel = scope_dock_find (self, id);
  if (!scope_dock_can_fill (self, panel))
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

void
scope_dock_put_forward (ScopeDock *self, const char *id, const char *instead)
{
  const ScopeDockPanel *panel, *other;

  g_return_if_fail (SCOPE_IS_DOCK (self));

  scope_dock_learn_places (self);
  panel = scope_dock_find (self, id);
  other = scope_dock_find (self, instead);
  if (panel->place < SCOPE_N_EDGES && panel->place == other->place && panel->frame == other->frame && other->selected
      && scope_dock_can_fill (self, panel))
    panel_widget_raise (panel->widget);
}

/* Its edge was closed: now there is something in it that takes the keyboard. If that went elsewhere meanwhile, there it stays. */
static void
focus_when_mapped (GtkWidget *content, GtkWidget *before)
{
  GtkRoot *root = gtk_widget_get_root (content);

  g_signal_handlers_disconnect_by_func (content, focus_when_mapped, before);
  if (root != NULL && gtk_root_get_focus (root) == before)
    gtk_widget_child_focus (content, GTK_DIR_TAB_FORWARD);
}

gboolean
scope_dock_focus (ScopeDock *self, const char *id)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *content, *focus, *frame;
  GtkWidget *before = root != NULL ? gtk_root_get_focus (root) : NULL;
  gboolean inside;

  g_return_val_if_fail (SCOPE_IS_DOCK (self), FALSE);

  if (!scope_dock_raise (self, id))
    return FALSE;
  content = scope_dock_find (self, id)->content;
  root = gtk_widget_get_root (content);
  focus = gtk_root_get_focus (root);
  inside = focus != NULL && gtk_widget_is_ancestor (focus, content);
  /* The panel that was seen had the keyboard, and GTK gave it to this one: a step from there would be one too many. */
  if (inside && focus != before)
    return TRUE;
  /* Asked for from within: to where the panel has its beginning. */
  if (inside && gtk_widget_grab_focus (content))
    return TRUE;
  /* GTK 4.8 cannot move the focus from nowhere to a label that can be selected. */
  if (root == gtk_widget_get_root (GTK_WIDGET (self)) && gtk_root_get_focus (root) == NULL)
    gtk_widget_grab_focus (adw_bin_get_child (self->bin));
  gtk_widget_child_focus (content, GTK_DIR_TAB_FORWARD);
  focus = gtk_root_get_focus (root);
  if (focus != NULL && gtk_widget_is_ancestor (focus, content))
    return TRUE;
  /* An edge that was closed is not mapped yet: what is typed meanwhile is for whom the panel would give it to. */
  if (gtk_widget_grab_focus (content))
    return TRUE;
  if (!gtk_widget_get_mapped (content))
    {
      g_signal_handlers_disconnect_by_func (content, focus_when_mapped, focus);
      g_signal_connect (content, "map", G_CALLBACK (focus_when_mapped), focus);
      return TRUE;
    }
  /* There is nothing in it that takes the keyboard: its tab does. */
  frame = gtk_widget_get_ancestor (content, PANEL_TYPE_FRAME);
  return frame != NULL && gtk_widget_child_focus (GTK_WIDGET (panel_frame_get_header (PANEL_FRAME (frame))),
                                                  GTK_DIR_TAB_FORWARD);
}

GtkWidget *
scope_dock_get_panel (ScopeDock *self, const char *id)
{
  ScopeDockPanel *panel;

  g_return_val_if_fail (SCOPE_IS_DOCK (self), NULL);

  panel = scope_dock_find (self, id);
  scope_dock_make_content (panel);
  return panel->content;
}

GtkWindow *
scope_dock_get_window (ScopeDock *self, const char *id)
{
  g_return_val_if_fail (SCOPE_IS_DOCK (self), NULL);

  return (GtkWindow *) scope_dock_find (self, id)->window;
}

/* --- view --- */

void
scope_dock_update (ScopeDock *self)
{
  g_return_if_fail (SCOPE_IS_DOCK (self));

  scope_dock_learn_places (self);
  update_places (self);
  for (guint i = 0; i < self->panels->len; i++)
    scope_dock_settle (self, scope_dock_nth (self, i));
  scope_dock_after_change (self);
}

void
scope_dock_set_view (ScopeDock *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_DOCK (self));

  if (view == self->view)
    return;
  scope_dock_learn_places (self);
  g_set_object (&self->view, view);
  update_places (self);
  for (guint i = 0; i < self->panels->len; i++)
    scope_dock_settle (self, scope_dock_nth (self, i));
  scope_dock_after_change (self);
}

void
scope_dock_add_actions (ScopeDock *self, const char *prefix, GActionGroup *group)
{
  g_return_if_fail (SCOPE_IS_DOCK (self));

  g_hash_table_insert (self->groups, g_strdup (prefix), group);
}

/* --- actions --- */

static void
place_activated (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  ScopeDock *self = user_data;
  const char *id = g_action_get_name (G_ACTION (action)) + strlen ("place-");
  const char *word = g_variant_get_string (value, NULL);
  int place = g_str_equal (word, "docked") ? (int) scope_dock_find (self, id)->edge : scope_place_from_word (word);

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

/* The panel that is seen in front, if it is docked; its frame has its tab as well. */
static GtkWidget *
frame_in_front (ScopeDock *self, guint i)
{
  GtkWidget *content = scope_dock_nth (self, i)->content;

  if (content == NULL || !gtk_widget_get_mapped (content) || !gtk_widget_is_ancestor (content, GTK_WIDGET (self)))
    return NULL;
  return gtk_widget_get_ancestor (content, PANEL_TYPE_FRAME);
}

/* From part to part, and around: the centre, then the panels that are seen. */
static void
change_part (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeDock *self = user_data;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  g_autoptr (GArray) seen = g_array_new (FALSE, FALSE, sizeof (guint));
  guint here = 0, next;

  for (guint i = 0; i < self->panels->len; i++)
    {
      GtkWidget *frame = frame_in_front (self, i);

      if (frame == NULL)
        continue;
      g_array_append_val (seen, i);
      if (focus != NULL && gtk_widget_is_ancestor (focus, frame))
        here = seen->len;
    }
  next = (here + (g_variant_get_int32 (parameter) < 0 ? seen->len : 1)) % (seen->len + 1);
  if (next == 0)
    gtk_widget_grab_focus (adw_bin_get_child (self->bin));
  else
    scope_dock_focus (self, scope_dock_nth (self, g_array_index (seen, guint, next - 1))->row->id);
}

static void
add_actions (ScopeDock *self)
{
  static const GActionEntry entries[] = {
    { "focus-center", focus_center_activated },
    { "change-part", change_part, "i" },
  };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
  for (guint i = 0; i < self->panels->len; i++)
    {
      g_autofree char *name = g_strdup_printf ("place-%s", scope_dock_nth (self, i)->row->id);
      g_autoptr (GSimpleAction) action =
          g_simple_action_new_stateful (name, G_VARIANT_TYPE_STRING, g_variant_new_string ("closed"));

      g_signal_connect (action, "change-state", G_CALLBACK (place_activated), self);
      g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (action));
    }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "dock", G_ACTION_GROUP (self->actions));
  scope_dock_add_actions (self, "dock", G_ACTION_GROUP (self->actions));
}

/* --- life --- */

static void
add_panels (ScopeDock *self)
{
  guint n;
  const ScopePanelRow *rows = scope_panels_list (&n);

  self->panels = g_array_sized_new (FALSE, TRUE, sizeof (ScopeDockPanel), n);
  for (guint i = 0; i < n; i++)
    {
      ScopeDockPanel panel = { &rows[i] };

      panel.widget = g_object_ref_sink (PANEL_WIDGET (panel_widget_new ()));
      panel.place = SCOPE_PLACE_CLOSED;
      panel.edge = rows[i].edge;
      panel_widget_set_id (panel.widget, rows[i].id);
      panel_widget_set_title (panel.widget, _(rows[i].title));
      panel_widget_set_kind (panel.widget, PANEL_WIDGET_KIND_UTILITY);
      panel_widget_set_reorderable (panel.widget, TRUE);
      panel_widget_set_can_maximize (panel.widget, FALSE);
      g_array_append_val (self->panels, panel);
    }
}

/* From wherever Escape means nothing else, back to the timeline. */
static void
add_keys (ScopeDock *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                          gtk_named_action_new ("dock.focus-center")));
  for (int step = -1; step <= 1; step += 2)
    gtk_shortcut_controller_add_shortcut (
        GTK_SHORTCUT_CONTROLLER (keys),
        gtk_shortcut_new_with_arguments (gtk_keyval_trigger_new (GDK_KEY_F6, step < 0 ? GDK_SHIFT_MASK : 0),
                                         gtk_named_action_new ("dock.change-part"), "i", step));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
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
    scope_dock_settle (self, scope_dock_nth (self, i));
}

/* The main window goes, or shows something else: those of panels hold its actions, and so itself. */
static void
scope_dock_unmap (GtkWidget *widget)
{
  ScopeDock *self = SCOPE_DOCK (widget);

  for (guint i = 0; self->panels != NULL && i < self->panels->len; i++)
    scope_dock_remove_window (self, scope_dock_nth (self, i));
  GTK_WIDGET_CLASS (scope_dock_parent_class)->unmap (widget);
}

static void
scope_dock_dispose (GObject *object)
{
  ScopeDock *self = SCOPE_DOCK (object);

  for (guint i = 0; self->panels != NULL && i < self->panels->len; i++)
    {
      ScopeDockPanel *panel = scope_dock_nth (self, i);

      scope_dock_bind (self, panel, FALSE);
      scope_dock_remove_window (self, panel);
      if (panel->widget != NULL)
        {
          scope_dock_remove_from_frame (self, panel);
          g_clear_object (&panel->widget);
        }
      g_clear_object (&panel->content);
    }
  g_clear_pointer (&self->panels, g_array_unref);
  g_clear_object (&self->view);
  g_clear_object (&self->dragged);
  g_clear_pointer (&self->dragged_id, g_free);
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

/* libpanel's widgets give the focus to the first panel that takes it when they are asked for it, which GTK does, too, when Tab
 * comes from outside: it passed over their tabs, and over bars of panels. Some of the classes have no other name. */
static void
order_tabs (void)
{
  static const char *const names[] = { "PanelDock", "PanelDockChild", "PanelPaned", "PanelResizer", "PanelFrame", "PanelWidget" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GTypeClass *klass = g_type_class_peek (g_type_from_name (names[i]));

      if (klass != NULL)
        GTK_WIDGET_CLASS (klass)->focus = scope_tab_order_focus;
    }
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
  scope_dock_name_buttons (GTK_WIDGET (self->dock), _("Restore the panel"));
  for (guint edge = 0; edge < SCOPE_N_EDGES; edge++)
    scope_dock_get_frame (self, (ScopePlace) edge, 0);
  scope_dock_stretch_bottom (self);
  add_panels (self);
  add_actions (self);
  add_keys (self);
  scope_dock_add_drags (self);
  scope_dock_set_layout (self, NULL);
  order_tabs ();
}
