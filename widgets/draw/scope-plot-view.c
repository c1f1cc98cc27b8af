/* scope-plot-view.c: see scope-plot-view.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/draw/scope-plot-view.h"

#include "widgets/kit/scope-parts.h"

#include <adwaita.h>

struct _ScopePlotView
{
  ScopeChart chart;

  ScopePlotFunc func;
  gpointer user_data;
  int height; /* 0: that of the class */
};

G_DEFINE_FINAL_TYPE (ScopePlotView, scope_plot_view, SCOPE_TYPE_CHART)

ScopePaletteKind
scope_plot_view_palette (void)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  gboolean dark = adw_style_manager_get_dark (manager);

  if (adw_style_manager_get_high_contrast (manager))
    return dark ? SCOPE_PALETTE_HIGH_CONTRAST_DARK : SCOPE_PALETTE_HIGH_CONTRAST;
  return dark ? SCOPE_PALETTE_DARK : SCOPE_PALETTE_LIGHT;
}

static ScopeScene *
build (ScopeChart *chart, double width, double height)
{
  ScopePlotView *self = SCOPE_PLOT_VIEW (chart);

  return self->func (self->user_data, width, height, scope_palette_get (scope_plot_view_palette ()));
}

static int
get_height (ScopeChart *chart)
{
  return SCOPE_PLOT_VIEW (chart)->height;
}

void
scope_plot_view_set_height (ScopePlotView *self, int height)
{
  g_return_if_fail (SCOPE_IS_PLOT_VIEW (self));

  self->height = height;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
point (ScopeChart *chart, double x, double y)
{
  g_signal_emit_by_name (chart, "pointed", x, y);
}

static gboolean
key (ScopeChart *chart, guint keyval, GdkModifierType modifiers)
{
  static const struct
  {
    guint key, keypad;
    int steps;
  } keys[] = { { GDK_KEY_Left, GDK_KEY_KP_Left, -1 },       { GDK_KEY_Right, GDK_KEY_KP_Right, 1 },
               { GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, -10 }, { GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down, 10 },
               { GDK_KEY_Home, GDK_KEY_KP_Home, G_MININT },  { GDK_KEY_End, GDK_KEY_KP_End, G_MAXINT } };

  for (guint i = 0; i < G_N_ELEMENTS (keys) && !(modifiers & GDK_SHIFT_MASK); i++)
    if (keyval == keys[i].key || keyval == keys[i].keypad)
      {
        g_signal_emit_by_name (chart, "stepped", keys[i].steps);
        return GDK_EVENT_STOP;
      }
  return GDK_EVENT_PROPAGATE;
}

/* --- life --- */

static void
scope_plot_view_class_init (ScopePlotViewClass *klass)
{
  ScopeChartClass *chart_class = SCOPE_CHART_CLASS (klass);

  scope_chart_class_set_size (chart_class, 240, 480, 40, 320);
  chart_class->build = build;
  chart_class->height = get_height;
  chart_class->point = point;
  chart_class->key = key;
  scope_add_signal (klass, "pointed", 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  scope_add_signal (klass, "stepped", 1, G_TYPE_INT);
}

static void
scope_plot_view_init (ScopePlotView *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

GtkWidget *
scope_plot_view_new (const char *name, ScopePlotFunc func, gpointer user_data)
{
  GtkWidget *self = scope_chart_new (SCOPE_TYPE_PLOT_VIEW, name);

  SCOPE_PLOT_VIEW (self)->func = func;
  SCOPE_PLOT_VIEW (self)->user_data = user_data;
  return self;
}
