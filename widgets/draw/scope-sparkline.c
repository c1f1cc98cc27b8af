/* scope-sparkline.c: see scope-sparkline.h. Bars scale to the largest of them; what is not zero has a pixel at least.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/draw/scope-sparkline.h"

#include <math.h>

#define BAR 2
#define HEIGHT 18

struct _ScopeSparkline
{
  GtkWidget parent_instance;

  double values[SCOPE_SPARKLINE_VALUES]; /* a ring */
  guint n, next;
};

G_DEFINE_FINAL_TYPE (ScopeSparkline, scope_sparkline, GTK_TYPE_WIDGET)

void
scope_sparkline_add (ScopeSparkline *self, double value)
{
  g_return_if_fail (SCOPE_IS_SPARKLINE (self));

  self->values[self->next] = MAX (value, 0);
  self->next = (self->next + 1) % SCOPE_SPARKLINE_VALUES;
  self->n = MIN (self->n + 1, SCOPE_SPARKLINE_VALUES);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
scope_sparkline_clear (ScopeSparkline *self)
{
  g_return_if_fail (SCOPE_IS_SPARKLINE (self));

  self->n = self->next = 0;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
scope_sparkline_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ScopeSparkline *self = SCOPE_SPARKLINE (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  GdkRGBA colour, ground;
  double most = 0;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &colour);
  ground = colour;
  ground.alpha *= 0.25f;
  gtk_snapshot_append_color (snapshot, &ground, &GRAPHENE_RECT_INIT (0, height - 1, width, 1));
  for (guint i = 0; i < self->n; i++)
    most = MAX (most, self->values[i]);
  for (guint i = 0; i < self->n && most > 0; i++)
    {
      guint at = (self->next + SCOPE_SPARKLINE_VALUES - 1 - i) % SCOPE_SPARKLINE_VALUES;
      double h = self->values[at] > 0 ? MAX (round (self->values[at] / most * (height - 2)), 1) : 0;

      gtk_snapshot_append_color (snapshot, &colour,
                                 &GRAPHENE_RECT_INIT (width - BAR * (int) (i + 1), height - 1 - (float) h, BAR - 0.5f,
                                                      (float) h));
    }
}

static void
scope_sparkline_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                         int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? BAR * SCOPE_SPARKLINE_VALUES : HEIGHT;
}

static void
scope_sparkline_class_init (ScopeSparklineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = scope_sparkline_snapshot;
  widget_class->measure = scope_sparkline_measure;
  gtk_widget_class_set_css_name (widget_class, "sparkline");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
scope_sparkline_init (ScopeSparkline *self)
{
}
