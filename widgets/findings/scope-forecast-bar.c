/* scope-forecast-bar.c: see scope-forecast-bar.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/findings/scope-forecast-bar.h"

#include "model/base/scope-format.h"
#include "model/scene/draw/scope-palette.h"
#include "widgets/draw/scope-plot-view.h"
#include "widgets/draw/scope-presenter.h"

#include <glib/gi18n.h>

#define WIDTH 140
#define HEIGHT 12
#define MOST 1.5 /* times the measured end: what lasts longer is cut */

struct _ScopeForecastBar
{
  GtkWidget parent_instance;

  ScopeWhatIfResult result; /* end 0: empty */
};

G_DEFINE_FINAL_TYPE (ScopeForecastBar, scope_forecast_bar, GTK_TYPE_WIDGET)

void
scope_forecast_bar_set (ScopeForecastBar *self, const ScopeWhatIfResult *result)
{
  g_autofree char *running = NULL, *collecting = NULL, *tip = NULL;
  double all;

  g_return_if_fail (SCOPE_IS_FORECAST_BAR (self));

  self->result = result != NULL ? *result : (ScopeWhatIfResult) { 0 };
  gtk_widget_queue_draw (GTK_WIDGET (self));
  all = (double) self->result.end * self->result.n_processors;
  if (all <= 0)
    {
      gtk_widget_set_tooltip_text (GTK_WIDGET (self), NULL);
      return;
    }
  running = scope_format_share ((double) self->result.running / all);
  collecting = scope_format_share ((double) self->result.collecting / all);
  /* TRANSLATORS: shares of the processors’ time */
  tip = g_strdup_printf (_("Work %s, collections %s of the processors’ time"), running, collecting);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), tip);
}

static void
append (GtkSnapshot *snapshot, ScopeColour colour, double x, double width, double y)
{
  GdkRGBA rgba = scope_colour_rgba (colour);

  if (width > 0)
    gtk_snapshot_append_color (snapshot, &rgba, &GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, HEIGHT));
}

static void
scope_forecast_bar_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  const ScopeWhatIfResult *result = &SCOPE_FORECAST_BAR (widget)->result;
  const ScopePalette *palette = scope_palette_get (scope_plot_view_palette ());
  double y = (gtk_widget_get_height (widget) - HEIGHT) / 2, all = (double) result->end * result->n_processors, scale, width, running, collecting;

  if (result->end <= 0 || result->measured <= 0 || all <= 0)
    return;
  scale = gtk_widget_get_width (widget) / MOST;
  width = MIN ((double) result->end / (double) result->measured, MOST) * scale;
  running = MIN ((double) result->running / all, 1) * width;
  collecting = MIN ((double) result->collecting / all * width, width - running);
  append (snapshot, palette->state[SCOPE_STATE_RUNNING], 0, running, y);
  append (snapshot, palette->state[SCOPE_STATE_COLLECTING], running, collecting, y);
  append (snapshot, palette->state[SCOPE_STATE_IDLE], running + collecting, width - running - collecting, y);
  append (snapshot, palette->strong_text, scale - 0.5, 1, y);
}

static void
scope_forecast_bar_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                            int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH / 2 : HEIGHT;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : HEIGHT;
}

static void
scope_forecast_bar_class_init (ScopeForecastBarClass *klass)
{
  GTK_WIDGET_CLASS (klass)->snapshot = scope_forecast_bar_snapshot;
  GTK_WIDGET_CLASS (klass)->measure = scope_forecast_bar_measure;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
scope_forecast_bar_init (ScopeForecastBar *self)
{
}
