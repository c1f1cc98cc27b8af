/* scope-wrap-bar.c: see scope-wrap-bar.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/kit/scope-wrap-bar.h"

#include "widgets/kit/scope-parts.h"

#define SPACING 6

struct _ScopeWrapBar
{
  GtkWidget parent_instance;
};

G_DEFINE_FINAL_TYPE (ScopeWrapBar, scope_wrap_bar, GTK_TYPE_WIDGET)

static int
natural_width (GtkWidget *child)
{
  int natural;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  return natural;
}

/* Sets the line out that begins at `child`: returns what begins the next one. */
static GtkWidget *
find_line (GtkWidget *child, int width, int *ret_used, int *ret_height)
{
  int used = 0, height = 0;

  for (; child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      int wanted, tall;

      if (!gtk_widget_should_layout (child))
        continue;
      wanted = MIN (natural_width (child), width);
      if (used > 0 && used + SPACING + wanted > width)
        break;
      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, wanted, NULL, &tall, NULL, NULL);
      used += wanted + (used > 0 ? SPACING : 0);
      height = MAX (height, tall);
    }
  *ret_used = used;
  *ret_height = height;
  return child;
}

static void
scope_wrap_bar_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                        int *minimum_baseline, int *natural_baseline)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);
  int used, height, widest = 0, sum = 0;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      for (; child != NULL; child = gtk_widget_get_next_sibling (child))
        {
          int least, wanted;

          if (!gtk_widget_should_layout (child))
            continue;
          gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, &wanted, NULL, NULL);
          widest = MAX (widest, least);
          sum += wanted + (sum > 0 ? SPACING : 0);
        }
      *minimum = widest;
      *natural = MAX (sum, widest);
      return;
    }
  while (child != NULL)
    {
      child = find_line (child, for_size < 0 ? G_MAXINT / 2 : for_size, &used, &height);
      sum += height + (sum > 0 && height > 0 ? SPACING : 0);
    }
  *minimum = *natural = sum;
}

static void
scope_wrap_bar_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int y = 0;

  while (child != NULL)
    {
      int used, line, x = 0;
      GtkWidget *next = find_line (child, width, &used, &line);

      for (; child != next; child = gtk_widget_get_next_sibling (child))
        {
          GtkAllocation place;

          if (!gtk_widget_should_layout (child))
            continue;
          if (gtk_widget_get_halign (child) == GTK_ALIGN_END)
            { /* All that is left of the line goes before it. */
              x += width - used;
              used = width;
            }
          place = (GtkAllocation) { x, y, MIN (natural_width (child), width), line };
          x += place.width + SPACING;
          if (mirrored)
            place.x = width - place.x - place.width;
          gtk_widget_size_allocate (child, &place, -1);
        }
      y += line + SPACING;
    }
}

static GtkSizeRequestMode
scope_wrap_bar_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
scope_wrap_bar_dispose (GObject *object)
{
  scope_drop_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (scope_wrap_bar_parent_class)->dispose (object);
}

static void
scope_wrap_bar_class_init (ScopeWrapBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_wrap_bar_dispose;
  widget_class->measure = scope_wrap_bar_measure;
  widget_class->size_allocate = scope_wrap_bar_size_allocate;
  widget_class->get_request_mode = scope_wrap_bar_get_request_mode;
}

static void
scope_wrap_bar_init (ScopeWrapBar *self)
{
}
