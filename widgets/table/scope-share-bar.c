/* scope-share-bar.c: see scope-share-bar.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/table/scope-share-bar.h"

#include "model/base/scope-format.h"
#include "widgets/kit/scope-parts.h"

#include <math.h>

#define TEXT_WIDTH 52
#define BAR_WIDTH 80
#define BAR_HEIGHT 10.f

struct _ScopeShareBar
{
  GtkWidget parent_instance;

  GtkWidget *label;
  double share, part;
};

G_DEFINE_FINAL_TYPE (ScopeShareBar, scope_share_bar, GTK_TYPE_WIDGET)

void
scope_share_bar_set (ScopeShareBar *self, double share, double part)
{
  g_autofree char *text = scope_format_share (share);

  gtk_label_set_label (GTK_LABEL (self->label), text);
  self->share = CLAMP (share, 0, 1);
  self->part = CLAMP (part, 0, self->share);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
append (GtkSnapshot *snapshot, GdkRGBA colour, float alpha, float x, float y, float width)
{
  colour.alpha *= alpha;
  if (width > 0)
    gtk_snapshot_append_color (snapshot, &colour, &GRAPHENE_RECT_INIT (x, y, width, BAR_HEIGHT));
}

static void
scope_share_bar_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ScopeShareBar *self = SCOPE_SHARE_BAR (widget);
  float width = (float) MAX (gtk_widget_get_width (widget) - TEXT_WIDTH - 6, 0);
  float y = floorf (((float) gtk_widget_get_height (widget) - BAR_HEIGHT) / 2), share = (float) self->share * width;
  GdkRGBA colour;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &colour);
  append (snapshot, colour, 0.1f, 0, y, width);
  append (snapshot, colour, 0.3f, 0, y, self->share > 0 ? MAX (share, 1) : 0);
  append (snapshot, colour, 0.35f, 0, y, (float) self->part * width);
  gtk_widget_snapshot_child (widget, self->label, snapshot);
}

static void
scope_share_bar_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                         int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure (SCOPE_SHARE_BAR (widget)->label, orientation, -1, minimum, natural, minimum_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = TEXT_WIDTH + 6 + BAR_WIDTH;
}

static void
scope_share_bar_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_size_allocate (SCOPE_SHARE_BAR (widget)->label,
                            &(GtkAllocation) { MAX (width - TEXT_WIDTH, 0), 0, MIN (width, TEXT_WIDTH), height }, -1);
}

static void
scope_share_bar_dispose (GObject *object)
{
  g_clear_pointer (&SCOPE_SHARE_BAR (object)->label, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_share_bar_parent_class)->dispose (object);
}

static void
scope_share_bar_class_init (ScopeShareBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_share_bar_dispose;
  widget_class->snapshot = scope_share_bar_snapshot;
  widget_class->measure = scope_share_bar_measure;
  widget_class->size_allocate = scope_share_bar_size_allocate;
}

static void
scope_share_bar_init (ScopeShareBar *self)
{
  self->label = scope_label_new (NULL, SCOPE_LABEL_ELLIPSIZE, "numeric");
  gtk_label_set_xalign (GTK_LABEL (self->label), 1);
  gtk_widget_set_parent (self->label, GTK_WIDGET (self));
}
