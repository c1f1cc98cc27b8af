/* scope-runs-view-plot.c: the plot of several runs, and what is pointed at in it, in words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/runs/scope-runs-view-private.h"

#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

static ScopeScalingSceneOptions
scaling_options (ScopeRunsView *self, double width, double height, const ScopePalette *palette)
{
  ScopeScalingSceneOptions options;

  scope_scaling_scene_options_init (&options);
  options.width = width;
  options.height = height;
  options.palette = palette;
  options.log = self->log;
  options.pointed = self->pointed;
  return options;
}

static ScopeGrowthSceneOptions
growth_options (ScopeRunsView *self, double width, double height, const ScopePalette *palette)
{
  ScopeGrowthSceneOptions options;

  scope_growth_scene_options_init (&options);
  options.width = width;
  options.height = height;
  options.palette = palette;
  options.pointed = self->pointed;
  return options;
}

static ScopeBandSceneOptions
band_options (ScopeRunsView *self, double width, double height, const ScopePalette *palette)
{
  ScopeBandSceneOptions options;

  scope_band_scene_options_init (&options);
  options.width = width;
  options.height = height;
  options.palette = palette;
  options.quantity = self->quantity;
  options.run = self->run;
  options.pointed = self->pointed;
  return options;
}

static ScopeScene *
make_scene (gpointer user_data, double width, double height, const ScopePalette *palette)
{
  ScopeRunsView *self = user_data;

  if (self->page == SCOPE_RUNS_SCALING && self->scaling != NULL)
    {
      ScopeScalingSceneOptions options = scaling_options (self, width, height, palette);

      return scope_scaling_scene_new (self->scaling, &options);
    }
  if (self->page == SCOPE_RUNS_GROWTH && self->growth != NULL)
    {
      ScopeGrowthSceneOptions options = growth_options (self, width, height, palette);

      return scope_growth_scene_new (self->growth, &options);
    }
  if (self->page == SCOPE_RUNS_BAND && self->band != NULL)
    {
      ScopeBandSceneOptions options = band_options (self, width, height, palette);

      return scope_band_scene_new (self->band, self->set, &options);
    }
  return NULL;
}

ScopeScene *
scope_runs_view_draw (ScopeRunsView *self, double width, double height, const ScopePalette *palette)
{
  g_autofree char *title = NULL;

  g_return_val_if_fail (SCOPE_IS_RUNS_VIEW (self), NULL);
  if (self->page == SCOPE_RUNS_SCALING && self->scaling != NULL)
    {
      ScopeScalingSceneOptions options = scaling_options (self, width, height, palette);

      options.title = title = scope_scaling_dup_title (self->scaling);
      options.pointed = SCOPE_NONE;
      return scope_scaling_scene_new (self->scaling, &options);
    }
  if (self->page == SCOPE_RUNS_GROWTH && self->growth != NULL)
    {
      ScopeGrowthSceneOptions options = growth_options (self, width, height, palette);

      options.title = title = scope_growth_dup_title (self->growth);
      options.pointed = SCOPE_NONE;
      return scope_growth_scene_new (self->growth, &options);
    }
  if (self->page == SCOPE_RUNS_BAND && self->band != NULL)
    {
      ScopeBandSceneOptions options = band_options (self, width, height, palette);

      options.title = title = scope_band_dup_title (self->band, self->set, self->quantity);
      options.pointed = SCOPE_NONE;
      return scope_band_scene_new (self->band, self->set, &options);
    }
  return NULL;
}

/* --- pointing --- */

void
scope_runs_view_notify (ScopeRunsView *self)
{
  g_autofree char *text = NULL;

  if (self->page == SCOPE_RUNS_SCALING && self->scaling != NULL)
    text = self->pointed < scope_scaling_n_points (self->scaling) ? scope_scaling_dup_point_text (self->scaling, self->pointed)
                                                                  : scope_scaling_dup_title (self->scaling);
  else if (self->page == SCOPE_RUNS_GROWTH && self->growth != NULL)
    text = self->pointed < scope_growth_scene_n_bars (self->growth) ? scope_growth_dup_bar_text (self->growth, self->pointed)
                                                                    : scope_growth_dup_title (self->growth);
  else if (self->page == SCOPE_RUNS_BAND && self->band != NULL)
    text = self->pointed < self->band->n
               ? scope_band_dup_column_text (self->band, self->set, self->quantity, self->run, self->pointed)
               : scope_band_dup_title (self->band, self->set, self->quantity);
  gtk_label_set_text (GTK_LABEL (self->told), text != NULL ? text : "");
  scope_chart_say (SCOPE_CHART (self->plot), text);
}

static void
point_at (ScopeRunsView *self, guint what)
{
  if (self->pointed == what)
    return;
  self->pointed = what;
  scope_runs_view_notify (self);
  gtk_widget_queue_draw (self->plot);
}

static void
pointed (ScopePlotView *plot, double x, double y, ScopeRunsView *self)
{
  double width = gtk_widget_get_width (GTK_WIDGET (plot)), height = gtk_widget_get_height (GTK_WIDGET (plot));
  const ScopePalette *palette = scope_palette_get (SCOPE_PALETTE_LIGHT); /* where things are does not depend on it */
  guint what = SCOPE_NONE;

  if (x >= 0 && self->page == SCOPE_RUNS_SCALING && self->scaling != NULL)
    {
      ScopeScalingSceneOptions options = scaling_options (self, width, height, palette);

      what = scope_scaling_scene_point_at (self->scaling, &options, x, y);
    }
  else if (x >= 0 && self->page == SCOPE_RUNS_GROWTH && self->growth != NULL)
    {
      ScopeGrowthSceneOptions options = growth_options (self, width, height, palette);

      what = scope_growth_scene_bar_at (self->growth, &options, x);
    }
  else if (x >= 0 && self->page == SCOPE_RUNS_BAND && self->band != NULL)
    {
      ScopeBandSceneOptions options = band_options (self, width, height, palette);

      what = scope_band_scene_column_at (self->band, &options, x);
    }
  point_at (self, what);
}

static void
stepped (ScopePlotView *plot, int steps, ScopeRunsView *self)
{
  gint64 n = self->page == SCOPE_RUNS_SCALING && self->scaling != NULL ? scope_scaling_n_points (self->scaling)
             : self->page == SCOPE_RUNS_GROWTH && self->growth != NULL ? scope_growth_scene_n_bars (self->growth)
             : self->page == SCOPE_RUNS_BAND && self->band != NULL     ? self->band->n
                                                                        : 0;
  gint64 at = self->pointed != SCOPE_NONE ? self->pointed : steps > 0 ? -1 : n;

  if (n > 0)
    point_at (self, (guint) (steps == G_MAXINT ? n - 1 : CLAMP (at + steps, 0, n - 1)));
}

GtkWidget *
scope_runs_view_make_plot (ScopeRunsView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->plot = scope_plot_view_new (_("Plot of the runs"), make_scene, self);
  g_signal_connect (self->plot, "pointed", G_CALLBACK (pointed), self);
  g_signal_connect (self->plot, "stepped", G_CALLBACK (stepped), self);
  self->plot_failed = adw_status_page_new ();
  gtk_widget_add_css_class (self->plot_failed, "compact");
  self->plot_stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->plot_stack), self->plot, "plot");
  gtk_stack_add_named (GTK_STACK (self->plot_stack), self->plot_failed, "failed");
  self->told = scope_label_new ("", SCOPE_LABEL_START | SCOPE_LABEL_ELLIPSIZE, "caption");
  gtk_label_set_selectable (GTK_LABEL (self->told), FALSE);
  scope_set_margins (self->told, 4, 12);
  scope_add_children (box, self->plot_stack, self->told, NULL);
  return box;
}
