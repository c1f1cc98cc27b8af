/* scope-axis-alignment-band.c: see scope-axis-alignment-band.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/compare/scope-axis-alignment-band.h"

#include "model/scene/compare/scope-axis-alignment.h"
#include "widgets/draw/scope-presenter.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

struct _ScopeAxisAlignmentBand
{
  GtkWidget parent_instance;

  ScopeComparison *comparison;
  ScopeView *run, *baseline;
  ScopePresenter *presenter;
  double names_width;
};

G_DEFINE_FINAL_TYPE (ScopeAxisAlignmentBand, scope_axis_alignment_band, GTK_TYPE_WIDGET)

static void
view_changed (ScopeView *view, guint what, ScopeAxisAlignmentBand *self)
{
  if (what & (SCOPE_VIEW_RANGE | SCOPE_VIEW_LOOK))
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
comparison_changed (ScopeComparison *comparison, ScopeAxisAlignmentBand *self)
{
  ScopeAlignment *alignment = scope_comparison_get_alignment (comparison);
  g_autofree char *words = alignment != NULL ? scope_alignment_dup_words (alignment) : NULL;

  gtk_widget_set_tooltip_text (GTK_WIDGET (self), words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words != NULL ? words : "", -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
scope_axis_alignment_band_set (ScopeAxisAlignmentBand *self, ScopeComparison *comparison, ScopeView *run, ScopeView *baseline)
{
  g_return_if_fail (SCOPE_IS_AXIS_ALIGNMENT_BAND (self));

  if (self->comparison != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->comparison, self);
      g_signal_handlers_disconnect_by_data (self->run, self);
      g_signal_handlers_disconnect_by_data (self->baseline, self);
    }
  g_set_object (&self->comparison, comparison);
  g_set_object (&self->run, run);
  g_set_object (&self->baseline, baseline);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (comparison == NULL)
    return;
  g_signal_connect (comparison, "changed", G_CALLBACK (comparison_changed), self);
  g_signal_connect (run, "changed", G_CALLBACK (view_changed), self);
  g_signal_connect (baseline, "changed", G_CALLBACK (view_changed), self);
  comparison_changed (comparison, self);
}

void
scope_axis_alignment_band_set_names_width (ScopeAxisAlignmentBand *self, double width)
{
  if (self->names_width == width)
    return;
  self->names_width = width;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
scope_axis_alignment_band_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ScopeAxisAlignmentBand *self = SCOPE_AXIS_ALIGNMENT_BAND (widget);
  g_autoptr (ScopeScene) scene = NULL;

  if (self->comparison == NULL)
    return;
  scene = scope_axis_alignment_build (self->run, self->baseline, scope_comparison_get_map (self->comparison),
                                      gtk_widget_get_width (widget), gtk_widget_get_height (widget), self->names_width, 0);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) scene->width, (float) scene->height));
  scope_presenter_draw (self->presenter, snapshot, scene, NULL, NULL);
  gtk_snapshot_pop (snapshot);
}

static void
scope_axis_alignment_band_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                                   int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? SCOPE_STRETCH_HEIGHT : 0;
}

static void
scope_axis_alignment_band_dispose (GObject *object)
{
  scope_axis_alignment_band_set (SCOPE_AXIS_ALIGNMENT_BAND (object), NULL, NULL, NULL);
  G_OBJECT_CLASS (scope_axis_alignment_band_parent_class)->dispose (object);
}

static void
scope_axis_alignment_band_finalize (GObject *object)
{
  scope_presenter_free (SCOPE_AXIS_ALIGNMENT_BAND (object)->presenter);
  G_OBJECT_CLASS (scope_axis_alignment_band_parent_class)->finalize (object);
}

static void
scope_axis_alignment_band_class_init (ScopeAxisAlignmentBandClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_axis_alignment_band_dispose;
  G_OBJECT_CLASS (klass)->finalize = scope_axis_alignment_band_finalize;
  widget_class->snapshot = scope_axis_alignment_band_snapshot;
  widget_class->measure = scope_axis_alignment_band_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
scope_axis_alignment_band_init (ScopeAxisAlignmentBand *self)
{
  self->presenter = scope_presenter_new (GTK_WIDGET (self));
  self->names_width = 220;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  scope_label_widget (GTK_WIDGET (self), _("How the time axes align"));
}
