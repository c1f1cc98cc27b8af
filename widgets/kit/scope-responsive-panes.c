/* scope-responsive-panes.c: see scope-responsive-panes.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/kit/scope-responsive-panes.h"

#define GAP 12

struct _ScopeResponsivePanes
{
  GtkWidget parent_instance;
  int least;
  guint shares[SCOPE_RESPONSIVE_PANES_MOST], n;
};

G_DEFINE_FINAL_TYPE (ScopeResponsivePanes, scope_responsive_panes, GTK_TYPE_WIDGET)

static guint
n_children (GtkWidget *widget)
{
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += gtk_widget_should_layout (child);
  return n;
}

static guint
all_shares (ScopeResponsivePanes *self)
{
  guint all = 0, i = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child != NULL;
       child = gtk_widget_get_next_sibling (child), i++)
    if (gtk_widget_should_layout (child) && i < self->n)
      all += self->shares[i];
  return MAX (all, 1);
}

static void
scope_responsive_panes_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                                int *minimum_baseline, int *natural_baseline)
{
  ScopeResponsivePanes *self = SCOPE_RESPONSIVE_PANES (widget);
  gboolean sum = orientation == GTK_ORIENTATION_VERTICAL && for_size >= 0 && for_size < self->least;
  guint n = n_children (widget);

  *minimum = *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      int least, wanted;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, orientation, -1, &least, &wanted, NULL, NULL);
      *minimum = sum ? *minimum + least : MAX (*minimum, least);
      *natural = sum ? *natural + wanted : MAX (*natural, wanted);
    }
  if (sum && n > 1)
    {
      *minimum += (int) (n - 1) * GAP;
      *natural += (int) (n - 1) * GAP;
    }
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = MAX (*natural, self->least);
}

static void
allocate (GtkWidget *child, int x, int y, int width, int height)
{
  gtk_widget_size_allocate (child, &(GtkAllocation) { x, y, width, height }, -1);
}

static void
scope_responsive_panes_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ScopeResponsivePanes *self = SCOPE_RESPONSIVE_PANES (widget);
  guint n = n_children (widget), i = 0, before = 0, all = all_shares (self);
  int room = width - (int) (MAX (n, 1) - 1) * GAP, at = 0, k = 0;
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child), i++)
    {
      int least, natural;

      if (!gtk_widget_should_layout (child) || i >= self->n)
        continue;
      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, -1, &least, &natural, NULL, NULL);
      if (width >= self->least)
        {
          int x0 = (int) ((gint64) room * before / all) + k * GAP;
          int x1 = (int) ((gint64) room * (before + self->shares[i]) / all) + k * GAP;

          allocate (child, rtl ? width - x1 : x0, 0, x1 - x0, height);
        }
      else
        {
          allocate (child, 0, at, width, natural);
          at += natural + GAP;
        }
      before += self->shares[i];
      k++;
    }
}

static GtkSizeRequestMode
scope_responsive_panes_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
scope_responsive_panes_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (scope_responsive_panes_parent_class)->dispose (object);
}

static void
scope_responsive_panes_class_init (ScopeResponsivePanesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_responsive_panes_dispose;
  widget_class->measure = scope_responsive_panes_measure;
  widget_class->size_allocate = scope_responsive_panes_size_allocate;
  widget_class->get_request_mode = scope_responsive_panes_get_request_mode;
}

static void
scope_responsive_panes_init (ScopeResponsivePanes *self)
{
}

GtkWidget *
scope_responsive_panes_new (int least, const guint *shares, guint n)
{
  ScopeResponsivePanes *self = g_object_new (SCOPE_TYPE_RESPONSIVE_PANES, NULL);

  g_return_val_if_fail (n <= SCOPE_RESPONSIVE_PANES_MOST, GTK_WIDGET (self));
  self->least = least;
  self->n = n;
  for (guint i = 0; i < n; i++)
    self->shares[i] = shares[i];
  return GTK_WIDGET (self);
}
