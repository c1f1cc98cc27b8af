/* scope-responsive-panes.c: see scope-responsive-panes.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/kit/scope-responsive-panes.h"

#include "widgets/kit/scope-parts.h"

#define GAP 12

typedef struct
{
  GtkWidget *widget;
  guint share;       /* of the width, or … */
  int width, height; /* … of a note, besides what it has below the others at most */
} Pane;

struct _ScopeResponsivePanes
{
  GtkWidget parent_instance;

  Pane panes[SCOPE_RESPONSIVE_PANES_MOST];
  guint n;
  GtkWidget *line; /* before a note; NULL: a gap between all */
  int least;
  gboolean below;
};

G_DEFINE_FINAL_TYPE (ScopeResponsivePanes, scope_responsive_panes, GTK_TYPE_WIDGET)

static int
gap (ScopeResponsivePanes *self)
{
  return self->line != NULL ? 1 : GAP;
}

/* What they need together, as far as they are shown. */
static guint
add_up (ScopeResponsivePanes *self, guint *ret_shares, int *ret_fixed)
{
  guint n = 0;

  *ret_shares = 0;
  *ret_fixed = 0;
  for (guint i = 0; i < self->n; i++)
    if (gtk_widget_should_layout (self->panes[i].widget))
      {
        n++;
        *ret_shares += self->panes[i].share;
        *ret_fixed += self->panes[i].width;
      }
  *ret_shares = MAX (*ret_shares, 1);
  *ret_fixed += (int) (MAX (n, 1) - 1) * gap (self);
  return n;
}

/* The heights of a pane below others. */
static void
measure_below (const Pane *pane, int width, int *least, int *natural)
{
  gtk_widget_measure (pane->widget, GTK_ORIENTATION_VERTICAL, width, least, natural, NULL, NULL);
  if (pane->height > 0)
    *least = *natural = MIN (*natural, pane->height);
}

static void
scope_responsive_panes_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                                int *minimum_baseline, int *natural_baseline)
{
  ScopeResponsivePanes *self = SCOPE_RESPONSIVE_PANES (widget);
  gboolean sum = orientation == GTK_ORIENTATION_VERTICAL && for_size >= 0 && for_size < self->least;
  guint n = 0, shares;
  int fixed;

  *minimum = *natural = 0;
  add_up (self, &shares, &fixed);
  for (guint i = 0; i < self->n; i++)
    {
      const Pane *pane = &self->panes[i];
      int least = 0, wanted = 0, width = -1;

      if (orientation == GTK_ORIENTATION_VERTICAL && for_size >= 0)
        width = (int) ((gint64) MAX (for_size - fixed, 0) * pane->share / shares) + pane->width;
      if (!gtk_widget_should_layout (pane->widget))
        continue;
      if (sum)
        measure_below (pane, for_size, &least, &wanted);
      else if (pane->height == 0 || orientation == GTK_ORIENTATION_HORIZONTAL) /* beside the others a note scrolls */
        gtk_widget_measure (pane->widget, orientation, width, &least, &wanted, NULL, NULL);
      *minimum = sum ? *minimum + least : MAX (*minimum, least);
      *natural = sum ? *natural + wanted : MAX (*natural, wanted);
      if (sum && n++ > 0)
        {
          *minimum += gap (self);
          *natural += gap (self);
        }
    }
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = MAX (*natural, self->least);
}

static void
allocate (GtkWidget *child, int x, int y, int width, int height)
{
  gtk_widget_size_allocate (child, &(GtkAllocation) { x, y, MAX (width, 0), MAX (height, 0) }, -1);
}

static void
allocate_beside (ScopeResponsivePanes *self, int width, int height, guint shares, int fixed)
{
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  int room = width - fixed, before = 0;
  guint share = 0;

  for (guint i = 0; i < self->n; i++)
    {
      const Pane *pane = &self->panes[i];
      int x0, x1;

      if (!gtk_widget_should_layout (pane->widget))
        continue;
      x0 = (int) ((gint64) room * share / shares) + before;
      share += pane->share;
      before += pane->width;
      x1 = (int) ((gint64) room * share / shares) + before;
      allocate (pane->widget, rtl ? width - x1 : x0, 0, x1 - x0, height);
      if (pane->width > 0)
        allocate (self->line, rtl ? width - x0 : x0 - 1, 0, 1, height);
      before += gap (self);
    }
}

static void
allocate_below (ScopeResponsivePanes *self, int width, int height)
{
  int bottom = height;

  for (guint i = self->n; i-- > 0;)
    {
      const Pane *pane = &self->panes[i];
      int least, own;

      if (!gtk_widget_should_layout (pane->widget))
        continue;
      measure_below (pane, width, &least, &own);
      if (i == 0)
        own = bottom;
      allocate (pane->widget, 0, bottom - own, width, own);
      bottom -= own + gap (self);
      if (pane->height > 0)
        allocate (self->line, 0, bottom, width, 1);
    }
}

static void
scope_responsive_panes_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ScopeResponsivePanes *self = SCOPE_RESPONSIVE_PANES (widget);
  guint shares, n;
  int fixed;

  n = add_up (self, &shares, &fixed);
  self->below = n > 1 && width < self->least;
  if (self->line != NULL)
    gtk_widget_set_child_visible (self->line, n > 1);
  if (self->below)
    allocate_below (self, width, height);
  else
    allocate_beside (self, width, height, shares, fixed);
}

static GtkSizeRequestMode
scope_responsive_panes_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
scope_responsive_panes_dispose (GObject *object)
{
  scope_drop_children (GTK_WIDGET (object));
  SCOPE_RESPONSIVE_PANES (object)->n = 0;
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

gboolean
scope_responsive_panes_is_below (ScopeResponsivePanes *self)
{
  return self->below;
}

static void
add (ScopeResponsivePanes *self, const Pane *pane)
{
  g_return_if_fail (self->n < SCOPE_RESPONSIVE_PANES_MOST);

  self->panes[self->n++] = *pane;
  gtk_widget_set_parent (pane->widget, GTK_WIDGET (self));
}

void
scope_responsive_panes_add (ScopeResponsivePanes *self, GtkWidget *child, guint share)
{
  add (self, &(Pane) { .widget = child, .share = share });
}

void
scope_responsive_panes_add_note (ScopeResponsivePanes *self, GtkWidget *child, int width, int height)
{
  self->line = gtk_separator_new (GTK_ORIENTATION_HORIZONTAL);
  gtk_widget_set_parent (self->line, GTK_WIDGET (self));
  add (self, &(Pane) { .widget = child, .width = width, .height = height });
}

GtkWidget *
scope_responsive_panes_new (int least)
{
  ScopeResponsivePanes *self = g_object_new (SCOPE_TYPE_RESPONSIVE_PANES, NULL);

  self->least = least;
  return GTK_WIDGET (self);
}
