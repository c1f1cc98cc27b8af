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

/* A line of children: from the first on, up to `next`. */
typedef struct
{
  GtkWidget *next;
  int used, height;
  GtkWidget *label; /* that gives way, or NULL */
  int label_width;
} Line;

static gboolean
gives_way (GtkWidget *child)
{
  return GTK_IS_LABEL (child) && gtk_label_get_wrap (GTK_LABEL (child));
}

/* By how much less than `wanted` it can be. */
static int
slack_of (GtkWidget *child, int wanted)
{
  int least, natural;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, &natural, NULL, NULL);
  return MAX (wanted - MAX (least, natural / 2), 0);
}

static int
width_in (const Line *line, GtkWidget *child, int width)
{
  return child == line->label ? line->label_width : MIN (natural_width (child), width);
}

/* Sets the line out that begins at `first`. */
static Line
find_line (GtkWidget *first, int width)
{
  Line line = { NULL };
  int slack = 0;

  for (line.next = first; line.next != NULL; line.next = gtk_widget_get_next_sibling (line.next))
    {
      gboolean first_label;
      int wanted, more;

      if (!gtk_widget_should_layout (line.next))
        continue;
      wanted = MIN (natural_width (line.next), width);
      more = line.used > 0 ? line.used + SPACING + wanted - width : 0; /* than there is */
      first_label = line.label == NULL && gives_way (line.next);
      if (more > (first_label ? slack_of (line.next, wanted) : slack))
        break;
      if (first_label)
        {
          line.label = line.next;
          line.label_width = wanted;
          slack = slack_of (line.next, wanted);
        }
      line.used += wanted + (line.used > 0 ? SPACING : 0);
      if (more > 0)
        {
          line.label_width -= more;
          line.used -= more;
          slack -= more;
        }
    }
  for (GtkWidget *child = first; child != line.next; child = gtk_widget_get_next_sibling (child))
    {
      int tall;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width_in (&line, child, width), NULL, &tall, NULL, NULL);
      line.height = MAX (line.height, tall);
    }
  return line;
}

static void
scope_wrap_bar_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                        int *minimum_baseline, int *natural_baseline)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);
  int widest = 0, sum = 0;

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
      Line line = find_line (child, for_size < 0 ? G_MAXINT / 2 : for_size);

      sum += line.height + (sum > 0 && line.height > 0 ? SPACING : 0);
      child = line.next;
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
      Line line = find_line (child, width);
      int x = 0;

      for (; child != line.next; child = gtk_widget_get_next_sibling (child))
        {
          GtkAllocation place;

          if (!gtk_widget_should_layout (child))
            continue;
          if (gtk_widget_get_halign (child) == GTK_ALIGN_END)
            { /* All that is left of the line goes before it. */
              x += width - line.used;
              line.used = width;
            }
          place = (GtkAllocation) { x, y, width_in (&line, child, width), line.height };
          x += place.width + SPACING;
          if (mirrored)
            place.x = width - place.x - place.width;
          gtk_widget_size_allocate (child, &place, -1);
        }
      y += line.height + SPACING;
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
