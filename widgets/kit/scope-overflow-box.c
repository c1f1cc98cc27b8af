/* scope-overflow-box.c: see scope-overflow-box.h.
 *
 * What spills is decided while the row is laid out, when no widget may change its parent. So it stays where it is, without
 * being mapped, and moves into the popover when that is opened, and back when it is closed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/kit/scope-overflow-box.h"

#include "widgets/kit/scope-parts.h"

#include <adwaita.h>
#include <glib/gi18n.h>

typedef struct
{
  GtkWidget *widget; /* owned */
  gboolean spilled; /* there was no room for it */
  gboolean away; /* its parent is the popover's box */
} Item;

struct _ScopeOverflowBox
{
  GtkWidget parent_instance;

  GArray *items; /* Item */
  GtkWidget *more, *popover, *list;
  int spacing;
};

G_DEFINE_FINAL_TYPE (ScopeOverflowBox, scope_overflow_box, GTK_TYPE_WIDGET)

static Item *
item_at (ScopeOverflowBox *self, guint i)
{
  return &g_array_index (self->items, Item, i);
}

/* --- to the popover and back --- */

static void
bring_back (ScopeOverflowBox *self)
{
  GtkWidget *before = NULL;

  for (guint i = 0; i < self->items->len; i++)
    {
      Item *item = item_at (self, i);

      if (item->away)
        {
          gtk_box_remove (GTK_BOX (self->list), item->widget);
          gtk_widget_insert_after (item->widget, GTK_WIDGET (self), before);
          item->away = FALSE;
        }
      before = item->widget;
    }
}

static void
fill_popover (GtkMenuButton *button, gpointer user_data)
{
  ScopeOverflowBox *self = user_data;

  bring_back (self);
  for (guint i = 0; i < self->items->len; i++)
    {
      Item *item = item_at (self, i);

      if (!item->spilled || !gtk_widget_get_visible (item->widget))
        continue;
      gtk_widget_unparent (item->widget);
      gtk_widget_set_child_visible (item->widget, TRUE);
      gtk_box_append (GTK_BOX (self->list), item->widget);
      item->away = TRUE;
    }
}

/* --- room --- */

/* FALSE: it takes no room, wherever it is. */
static gboolean
counts (Item *item)
{
  return item->away || gtk_widget_should_layout (item->widget);
}

static void
scope_overflow_box_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                            int *minimum_baseline, int *natural_baseline)
{
  ScopeOverflowBox *self = SCOPE_OVERFLOW_BOX (widget);
  int least = 0, wish = 0, n = 0;

  gtk_widget_measure (self->more, orientation, -1, &least, NULL, NULL, NULL);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    wish = least;
  for (guint i = 0; i < self->items->len; i++)
    {
      Item *item = item_at (self, i);
      int item_least, item_wish;

      if (!counts (item))
        continue;
      gtk_widget_measure (item->widget, orientation, -1, &item_least, &item_wish, NULL, NULL);
      if (orientation == GTK_ORIENTATION_VERTICAL)
        {
          least = MAX (least, item_least);
          wish = MAX (wish, item_wish);
        }
      else
        wish += item_wish + (n++ > 0 ? self->spacing : 0);
    }
  *minimum = least;
  *natural = MAX (least, wish);
}

/* What it takes of the row at least, with the space before it; what is nothing wide needs none. */
static int
least_room (ScopeOverflowBox *self, Item *item, int before)
{
  int least;

  gtk_widget_measure (item->widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  return least > 0 && before > 0 ? least + self->spacing : least;
}

/* How many of the first items fit into `width`; `ret_more`: with the button behind them. */
static guint
count_fitting (ScopeOverflowBox *self, int width, int more_width, gboolean *ret_more)
{
  int used = 0;
  guint fitting = 0;
  gboolean away = FALSE;

  for (guint i = 0; i < self->items->len; i++)
    {
      Item *item = item_at (self, i);

      /* What is in the popover stays there until that is closed, and so does all behind it. */
      away = away || item->away;
      if (counts (item))
        used += least_room (self, item, used);
      if (fitting == i && !away && used + self->spacing + more_width <= width)
        fitting = i + 1;
    }
  *ret_more = away || used > width;
  return *ret_more ? fitting : self->items->len;
}

/* Words that are there whole or in their short form have no use for a part of the room. */
static gboolean
takes_all_or_least (GtkWidget *widget)
{
  if (GTK_IS_MENU_BUTTON (widget))
    widget = gtk_menu_button_get_child (GTK_MENU_BUTTON (widget));
  return widget != NULL && ADW_IS_SQUEEZER (widget);
}

/* Shares `width` out among the first `n` items: all get their least, then what they wish for, the rest the first that expands. */
static void
share_out (ScopeOverflowBox *self, guint n, int width, GtkRequestedSize *sizes)
{
  int used = 0;

  for (guint i = 0; i < n; i++)
    {
      Item *item = item_at (self, i);

      sizes[i] = (GtkRequestedSize) { NULL, 0, 0 };
      if (!counts (item))
        continue;
      used += least_room (self, item, used);
      gtk_widget_measure (item->widget, GTK_ORIENTATION_HORIZONTAL, -1, &sizes[i].minimum_size, &sizes[i].natural_size, NULL, NULL);
    }
  for (guint i = 0; i < n; i++)
    if (takes_all_or_least (item_at (self, i)->widget))
      {
        /* Of nothing it had no space before what follows, either. */
        int more = sizes[i].natural_size - sizes[i].minimum_size + (sizes[i].minimum_size == 0 ? self->spacing : 0);

        if (sizes[i].natural_size > sizes[i].minimum_size && used + more <= width)
          {
            sizes[i].minimum_size = sizes[i].natural_size;
            used += more;
          }
        sizes[i].natural_size = sizes[i].minimum_size;
      }
  width = gtk_distribute_natural_allocation (MAX (width - used, 0), n, sizes);
  for (guint i = 0; i < n && width > 0; i++)
    if (counts (item_at (self, i)) && gtk_widget_compute_expand (item_at (self, i)->widget, GTK_ORIENTATION_HORIZONTAL))
      {
        sizes[i].minimum_size += width;
        width = 0;
      }
}

static void
place (ScopeOverflowBox *self, GtkWidget *widget, int x, int width, int height, int baseline)
{
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  GtkAllocation allocation = { mirrored ? gtk_widget_get_width (GTK_WIDGET (self)) - x - width : x, 0, width, height };

  gtk_widget_set_child_visible (widget, TRUE);
  gtk_widget_size_allocate (widget, &allocation, baseline);
}

static void
scope_overflow_box_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ScopeOverflowBox *self = SCOPE_OVERFLOW_BOX (widget);
  g_autofree GtkRequestedSize *sizes = g_new0 (GtkRequestedSize, self->items->len + 1);
  int more_width, x = 0;
  gboolean more;
  guint n;

  gtk_widget_measure (self->more, GTK_ORIENTATION_HORIZONTAL, -1, &more_width, NULL, NULL, NULL);
  n = count_fitting (self, width, more_width, &more);
  share_out (self, n, width - (more ? more_width + self->spacing : 0), sizes);
  for (guint i = 0; i < self->items->len; i++)
    {
      Item *item = item_at (self, i);

      item->spilled = i >= n;
      if (item->away || !gtk_widget_should_layout (item->widget))
        continue;
      if (item->spilled)
        {
          gtk_widget_set_child_visible (item->widget, FALSE);
          continue;
        }
      place (self, item->widget, x, sizes[i].minimum_size, height, baseline);
      if (sizes[i].minimum_size > 0)
        x += sizes[i].minimum_size + self->spacing;
    }
  if (more)
    place (self, self->more, x, more_width, height, baseline);
  else
    gtk_widget_set_child_visible (self->more, FALSE);
}

/* --- life --- */

static void
scope_overflow_box_dispose (GObject *object)
{
  ScopeOverflowBox *self = SCOPE_OVERFLOW_BOX (object);

  if (self->items != NULL)
    bring_back (self);
  for (guint i = 0; self->items != NULL && i < self->items->len; i++)
    {
      gtk_widget_unparent (item_at (self, i)->widget);
      g_object_unref (item_at (self, i)->widget);
    }
  g_clear_pointer (&self->items, g_array_unref);
  g_clear_pointer (&self->more, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_overflow_box_parent_class)->dispose (object);
}

static void
scope_overflow_box_class_init (ScopeOverflowBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_overflow_box_dispose;
  widget_class->measure = scope_overflow_box_measure;
  widget_class->size_allocate = scope_overflow_box_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "spillbox");
}

static void
scope_overflow_box_init (ScopeOverflowBox *self)
{
  self->items = g_array_new (FALSE, TRUE, sizeof (Item));
  self->list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (self->popover), self->list);
  self->more = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->more), "view-more-horizontal-symbolic");
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->more), self->popover);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->more), fill_popover, self, NULL);
  gtk_widget_add_css_class (self->more, "flat");
  scope_name_widget (self->more, _("More"));
  gtk_widget_set_parent (self->more, GTK_WIDGET (self));
  g_signal_connect_swapped (self->popover, "closed", G_CALLBACK (bring_back), self);
}

GtkWidget *
scope_overflow_box_new (int spacing)
{
  ScopeOverflowBox *self = g_object_new (SCOPE_TYPE_OVERFLOW_BOX, NULL);

  self->spacing = spacing;
  return GTK_WIDGET (self);
}

void
scope_overflow_box_append (ScopeOverflowBox *self, GtkWidget *child)
{
  Item item = { child, FALSE, FALSE };

  g_return_if_fail (SCOPE_IS_OVERFLOW_BOX (self));
  g_return_if_fail (gtk_widget_get_parent (child) == NULL);

  g_object_ref_sink (child);
  g_array_append_val (self->items, item);
  gtk_widget_insert_before (child, GTK_WIDGET (self), self->more);
}

GtkWidget *
scope_overflow_box_get_more (ScopeOverflowBox *self)
{
  g_return_val_if_fail (SCOPE_IS_OVERFLOW_BOX (self), NULL);

  return self->more;
}

guint
scope_overflow_box_n_hidden (ScopeOverflowBox *self)
{
  guint n = 0;

  g_return_val_if_fail (SCOPE_IS_OVERFLOW_BOX (self), 0);

  for (guint i = 0; i < self->items->len; i++)
    n += item_at (self, i)->spilled && gtk_widget_get_visible (item_at (self, i)->widget);
  return n;
}
