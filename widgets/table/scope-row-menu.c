/* scope-row-menu.c: see scope-row-menu.h.
 *
 * A menu is made when it opens and goes when it has closed: what it says depends on the row, and a table can be without one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/table/scope-row-menu.h"

#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

#define KEY "scope-row-menu"
#define FRAMES 3u

typedef struct
{
  GtkColumnView *table; /* which it goes with */
  ScopeCellFiller *filler;
  ScopeRowMenuItems items;
  ScopeRowLeads leads;
  ScopeRowMenuMake make;
  gpointer data;
  GSimpleActionGroup *actions;
  GtkWidget *popover; /* open, or just closed */
  guint position;     /* of its row */
} RowMenu;

static RowMenu *
menu_of (GtkColumnView *table)
{
  return g_object_get_data (G_OBJECT (table), KEY);
}

/* --- what it says --- */

static void
append_section (GMenu *menu, GMenu *section)
{
  if (g_menu_model_get_n_items (G_MENU_MODEL (section)) > 0)
    g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static void
append_copies (GMenu *menu, const ScopeRowMenuItems *items, guint64 n_selected)
{
  g_autoptr (GMenu) section = g_menu_new ();

  if (items->copy != NULL)
    g_menu_append (section, n_selected > 1 ? _("_Copy Rows") : _("_Copy Row"), items->copy);
  if (items->copy_all != NULL)
    g_menu_append (section, _("Copy _All Rows as Text"), items->copy_all);
  if (items->save != NULL)
    g_menu_append (section, _("_Save as CSV…"), items->save);
  append_section (menu, section);
}

static GMenuModel *
make_menu (RowMenu *self, guint64 n_selected)
{
  g_autoptr (GMenu) go = g_menu_new (), show = g_menu_new ();
  GMenu *menu = g_menu_new ();
  ScopeRowMenuKind kind = self->items.kind;
  gboolean leads = (kind & (SCOPE_ROW_MENU_GOES | SCOPE_ROW_MENU_ZOOMS)) != 0
                   && (self->leads == NULL || self->leads (self->position, self->data));

  if (leads)
    g_menu_append (go, _("_Go To"), "row.go-to");
  if (leads && (kind & SCOPE_ROW_MENU_ZOOMS))
    g_menu_append (go, _("_Zoom To"), "row.zoom-to");
  /* These come and go while the menu is open, as what is selected is found out: see scope-canvas-menu.c. So nothing is hidden: the
   * menu would grow below the pointer. */
  if (leads && (kind & SCOPE_ROW_MENU_INTERVAL))
    {
      g_menu_append (go, _("Go to _Waker"), "timeline.go-to-waker");
      g_menu_append (go, _("Follow _Back"), "timeline.follow-back");
    }
  append_section (menu, go);
  if (leads && (kind & SCOPE_ROW_MENU_LANE))
    g_menu_append (show, _("Show Its _Events"), "timeline.show-events");
  append_section (menu, show);
  append_copies (menu, &self->items, n_selected);
  return G_MENU_MODEL (menu);
}

/* --- its own actions --- */

static void
go_to (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RowMenu *self = data;
  GtkSelectionModel *rows = gtk_column_view_get_model (self->table);

  if (self->position >= g_list_model_get_n_items (G_LIST_MODEL (rows)))
    return;
  if ((self->items.kind & SCOPE_ROW_MENU_ZOOMS) == 0)
    {
      g_signal_emit_by_name (self->table, "activate", self->position);
      return;
    }
  gtk_selection_model_unselect_item (rows, self->position); /* chosen anew, it leads there anew */
  gtk_selection_model_select_item (rows, self->position, TRUE);
}

static void
zoom_to (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RowMenu *self = data;

  if (self->position < g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (self->table))))
    g_signal_emit_by_name (self->table, "activate", self->position);
}

/* --- opening --- */

static void
drop (RowMenu *self)
{
  if (self->popover == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->popover, self);
  g_object_set_data (G_OBJECT (self->popover), KEY, NULL);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
}

/* There may be another one by now. */
static gboolean
drop_closed (gpointer popover)
{
  RowMenu *self = g_object_get_data (popover, KEY);

  if (self != NULL)
    drop (self);
  return G_SOURCE_REMOVE;
}

/* The chosen action is still to be activated when this comes. */
static void
closed (GtkPopover *popover, RowMenu *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, drop_closed, g_object_ref (popover), g_object_unref);
}

/* Lines between sections come once it is there, and nobody asks anew how high it is: what is around it does not know it. */
static gboolean
fit (GtkWidget *popover, GdkFrameClock *clock, gpointer data)
{
  guint *n = data;

  gtk_popover_present (GTK_POPOVER (popover));
  return ++*n < FRAMES ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
open_menu (RowMenu *self, guint position, double x, double y)
{
  GtkSelectionModel *rows = gtk_column_view_get_model (self->table);
  g_autoptr (GtkBitset) selected = NULL;
  g_autoptr (GMenuModel) model = NULL;
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (self->table)); /* a table's style is not a menu's */

  drop (self);
  if (!gtk_selection_model_is_selected (rows, position))
    gtk_selection_model_select_item (rows, position, TRUE);
  self->position = position;
  selected = gtk_selection_model_get_selection (rows);
  model = self->make != NULL ? self->make (position, self->data) : make_menu (self, gtk_bitset_get_size (selected));
  if (g_menu_model_get_n_items (model) == 0)
    return;
  self->popover = gtk_popover_menu_new_from_model (model);
  g_object_set_data (G_OBJECT (self->popover), KEY, self);
  gtk_widget_insert_action_group (self->popover, "row", G_ACTION_GROUP (self->actions));
  gtk_widget_translate_coordinates (GTK_WIDGET (self->table), parent, x, y, &x, &y);
  gtk_widget_set_parent (self->popover, parent);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (self->popover), GTK_POS_BOTTOM);
  gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &(GdkRectangle) { (int) x, (int) y, 1, 1 });
  scope_label_widget (self->popover, _("Menu of the row"));
  g_signal_connect (self->popover, "closed", G_CALLBACK (closed), self);
  gtk_popover_popup (GTK_POPOVER (self->popover));
  gtk_widget_add_tick_callback (self->popover, fit, g_new0 (guint, 1), g_free);
}

/* --- which row --- */

static guint
position_at (RowMenu *self, double x, double y)
{
  GtkWidget *table = GTK_WIDGET (self->table);
  guint position = GTK_INVALID_LIST_POSITION;

  for (GtkWidget *at = gtk_widget_pick (table, x, y, GTK_PICK_DEFAULT);
       at != NULL && at != table && position == GTK_INVALID_LIST_POSITION; at = gtk_widget_get_parent (at))
    {
      GtkWidget *cell = gtk_widget_get_first_child (at);

      position = scope_cell_filler_position_of (self->filler, at);
      if (position == GTK_INVALID_LIST_POSITION && cell != NULL) /* the row itself, behind its last cell */
        position = scope_cell_filler_position_of (self->filler, cell);
    }
  return position;
}

static gboolean
open_at (RowMenu *self, double x, double y)
{
  guint position = position_at (self, x, y);

  if (position == GTK_INVALID_LIST_POSITION)
    return FALSE;
  open_menu (self, position, x, y);
  return TRUE;
}

static void
pressed (GtkGestureClick *gesture, int n, double x, double y, RowMenu *self)
{
  if (open_at (self, x, y))
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
held (GtkGestureLongPress *gesture, double x, double y, RowMenu *self)
{
  if (open_at (self, x, y))
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

gboolean
scope_row_menu_popup (GtkColumnView *table)
{
  RowMenu *self = menu_of (table);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (table));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  g_autoptr (GtkBitset) selected = NULL;
  double x = 0, y = 0;

  g_return_val_if_fail (self != NULL, FALSE);

  if (focus != NULL && focus != GTK_WIDGET (table) && gtk_widget_is_ancestor (focus, GTK_WIDGET (table))
      && gtk_widget_translate_coordinates (focus, GTK_WIDGET (table), 24, gtk_widget_get_height (focus) / 2., &x, &y)
      && open_at (self, x, y))
    return TRUE;
  selected = gtk_selection_model_get_selection (gtk_column_view_get_model (table));
  if (gtk_bitset_is_empty (selected))
    return FALSE;
  open_menu (self, gtk_bitset_get_minimum (selected), 24, gtk_widget_get_height (GTK_WIDGET (table)) / 2.);
  return TRUE;
}

static gboolean
key_pressed (GtkWidget *table, GVariant *args, gpointer data)
{
  return scope_row_menu_popup (GTK_COLUMN_VIEW (table));
}

GtkWidget *
scope_row_menu_get_popover (GtkColumnView *table)
{
  return menu_of (table) != NULL ? menu_of (table)->popover : NULL;
}

void
scope_row_menu_set_kind (GtkColumnView *table, ScopeRowMenuKind kind)
{
  g_return_if_fail (menu_of (table) != NULL);

  menu_of (table)->items.kind = kind;
}

/* --- life --- */

static void
row_menu_free (gpointer data)
{
  RowMenu *self = data;

  g_object_unref (self->actions);
  g_free (self);
}

static void
add_controllers (RowMenu *self)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
  } keys[] = { { GDK_KEY_Menu, 0 }, { GDK_KEY_F10, GDK_SHIFT_MASK } };
  GtkEventController *shortcuts = gtk_shortcut_controller_new ();

  /* Before the list, which selects a row at any press. */
  scope_add_controller (GTK_WIDGET (self->table),
                        g_object_new (GTK_TYPE_GESTURE_CLICK, "button", GDK_BUTTON_SECONDARY, "propagation-phase", GTK_PHASE_CAPTURE, NULL),
                        self, "pressed", pressed, NULL);
  scope_add_controller (GTK_WIDGET (self->table),
                        g_object_new (GTK_TYPE_GESTURE_LONG_PRESS, "touch-only", TRUE, "propagation-phase", GTK_PHASE_CAPTURE, NULL),
                        self, "pressed", held, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (shortcuts),
                                          gtk_shortcut_new (gtk_keyval_trigger_new (keys[i].key, keys[i].modifiers),
                                                            gtk_callback_action_new (key_pressed, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self->table), shortcuts);
}

static RowMenu *
row_menu_new (GtkColumnView *table, ScopeCellFiller *filler, gpointer data)
{
  static const GActionEntry entries[] = { { "go-to", go_to }, { "zoom-to", zoom_to } };
  RowMenu *self = g_new0 (RowMenu, 1);

  self->table = table;
  self->filler = filler;
  self->data = data;
  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
  g_object_set_data_full (G_OBJECT (table), KEY, self, row_menu_free);
  g_signal_connect_swapped (table, "destroy", G_CALLBACK (drop), self);
  add_controllers (self);
  return self;
}

void
scope_row_menu_add (GtkColumnView *table, ScopeCellFiller *filler, const ScopeRowMenuItems *items, ScopeRowLeads leads,
                    gpointer data)
{
  RowMenu *self = row_menu_new (table, filler, data);

  self->items = *items;
  self->leads = leads;
}

void
scope_row_menu_add_own (GtkColumnView *table, ScopeCellFiller *filler, ScopeRowMenuMake make, gpointer data)
{
  row_menu_new (table, filler, data)->make = make;
}
