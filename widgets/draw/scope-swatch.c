/* scope-swatch.c: see scope-swatch.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/draw/scope-swatch.h"

#include "model/scene/draw/scope-cause-look.h"
#include "widgets/draw/scope-presenter.h"

struct _ScopeSwatch
{
  GtkWidget parent_instance;

  ScopeState state;
  ScopePaletteKind palette;
  gboolean by_cause;
  ScopeColour colour; /* 0: the state's */
};

G_DEFINE_FINAL_TYPE (ScopeSwatch, scope_swatch, GTK_TYPE_WIDGET)

static void
scope_swatch_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                      int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 18 : 12;
}

static void
scope_swatch_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ScopeSwatch *self = SCOPE_SWATCH (widget);
  const ScopePalette *palette = scope_palette_get (self->palette);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  GdkRGBA edge = scope_colour_rgba (scope_colour_alpha (palette->strong_text, palette->border ? 1 : .18));
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  GdkRGBA colour = scope_colour_rgba (self->by_cause ? scope_cause_state_colour (palette, self->state) : palette->state[self->state]);

  if (self->colour != 0)
    colour = scope_colour_rgba (self->colour);
  /* As in the lanes: nothing, with a dashed edge. */
  else if (self->state == SCOPE_STATE_UNKNOWN)
    {
      colour = scope_colour_rgba (palette->canvas);
      edge = scope_colour_rgba (palette->text);
      cairo_set_dash (cr, (double[]) { 3, 2 }, 2, 0);
    }
  gdk_cairo_set_source_rgba (cr, &colour);
  cairo_paint (cr);
  if (self->colour == 0 && self->state != SCOPE_STATE_UNKNOWN)
    scope_pattern_draw (cr, palette->pattern[self->state], palette->pattern_colour[self->state], 0, 0, width, height);
  gdk_cairo_set_source_rgba (cr, &edge);
  cairo_set_line_width (cr, 1);
  cairo_rectangle (cr, .5, .5, width - 1, height - 1);
  cairo_stroke (cr);
  cairo_destroy (cr);
}

static void
scope_swatch_class_init (ScopeSwatchClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = scope_swatch_measure;
  widget_class->snapshot = scope_swatch_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
scope_swatch_init (ScopeSwatch *self)
{
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
}

GtkWidget *
scope_swatch_new (ScopeState state)
{
  ScopeSwatch *self = g_object_new (SCOPE_TYPE_SWATCH, NULL);

  self->state = state;
  return GTK_WIDGET (self);
}

void
scope_swatch_set_palette (ScopeSwatch *self, ScopePaletteKind palette)
{
  if (self->palette == palette)
    return;
  self->palette = palette;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
scope_swatch_set_by_cause (ScopeSwatch *self, gboolean by_cause)
{
  if (self->by_cause == by_cause)
    return;
  self->by_cause = by_cause;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
scope_swatch_set_colour (ScopeSwatch *self, ScopeColour colour)
{
  if (self->colour == colour)
    return;
  self->colour = colour;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
