/* scope-plot-view.c: see scope-plot-view.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/draw/scope-plot-view.h"

#include "widgets/draw/scope-presenter.h"

#include <adwaita.h>

#define LEAST_WIDTH 240
#define LEAST_HEIGHT 160

struct _ScopePlotView
{
  GtkWidget parent_instance;

  ScopePlotFunc func;
  gpointer user_data;
  ScopePresenter *presenter;
};

G_DEFINE_FINAL_TYPE (ScopePlotView, scope_plot_view, GTK_TYPE_WIDGET)

static guint pointed_signal, stepped_signal;

ScopePaletteKind
scope_plot_view_palette (void)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  gboolean dark = adw_style_manager_get_dark (manager);

  if (adw_style_manager_get_high_contrast (manager))
    return dark ? SCOPE_PALETTE_HIGH_CONTRAST_DARK : SCOPE_PALETTE_HIGH_CONTRAST;
  return dark ? SCOPE_PALETTE_DARK : SCOPE_PALETTE_LIGHT;
}

void
scope_plot_view_refresh (ScopePlotView *self)
{
  g_return_if_fail (SCOPE_IS_PLOT_VIEW (self));

  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
scope_plot_view_describe (ScopePlotView *self, const char *text)
{
  g_return_if_fail (SCOPE_IS_PLOT_VIEW (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text != NULL ? text : "", -1);
}

static void
scope_plot_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ScopePlotView *self = SCOPE_PLOT_VIEW (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  g_autoptr (ScopeScene) scene = NULL;

  if (width <= 0 || height <= 0)
    return;
  scene = self->func (self->user_data, width, height, scope_palette_get (scope_plot_view_palette ()));
  if (scene != NULL)
    scope_presenter_draw (self->presenter, snapshot, scene, NULL, NULL);
}

/* --- input --- */

static void
pointer_moved (GtkEventControllerMotion *controller, double x, double y, ScopePlotView *self)
{
  g_signal_emit (self, pointed_signal, 0, x, y);
}

static void
pointer_left (GtkEventControllerMotion *controller, ScopePlotView *self)
{
  g_signal_emit (self, pointed_signal, 0, -1.0, -1.0);
}

static void
clicked (GtkGestureClick *gesture, int n_press, double x, double y, ScopePlotView *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static gboolean
key_pressed (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType modifiers, ScopePlotView *self)
{
  static const struct
  {
    guint key, keypad;
    int steps;
  } keys[] = { { GDK_KEY_Left, GDK_KEY_KP_Left, -1 },       { GDK_KEY_Right, GDK_KEY_KP_Right, 1 },
               { GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, -10 }, { GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down, 10 },
               { GDK_KEY_Home, GDK_KEY_KP_Home, G_MININT },  { GDK_KEY_End, GDK_KEY_KP_End, G_MAXINT } };

  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keyval == keys[i].key || keyval == keys[i].keypad)
      {
        g_signal_emit (self, stepped_signal, 0, keys[i].steps);
        return GDK_EVENT_STOP;
      }
  return GDK_EVENT_PROPAGATE;
}

/* --- life --- */

static void
scope_plot_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                         int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? LEAST_WIDTH : LEAST_HEIGHT;
  *natural = *minimum * 2;
}

static void
scope_plot_view_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (scope_plot_view_parent_class)->css_changed (widget, change);
  scope_presenter_clear (SCOPE_PLOT_VIEW (widget)->presenter);
}

static void
scope_plot_view_finalize (GObject *object)
{
  scope_presenter_free (SCOPE_PLOT_VIEW (object)->presenter);
  G_OBJECT_CLASS (scope_plot_view_parent_class)->finalize (object);
}

static void
scope_plot_view_class_init (ScopePlotViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = scope_plot_view_finalize;
  widget_class->measure = scope_plot_view_measure;
  widget_class->snapshot = scope_plot_view_snapshot;
  widget_class->css_changed = scope_plot_view_css_changed;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  pointed_signal = g_signal_new ("pointed", SCOPE_TYPE_PLOT_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                 G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  stepped_signal = g_signal_new ("stepped", SCOPE_TYPE_PLOT_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                 G_TYPE_INT);
}

static void
scope_plot_view_init (ScopePlotView *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  GtkEventController *motion = gtk_event_controller_motion_new (), *keys = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->presenter = scope_presenter_new (GTK_WIDGET (self));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  g_signal_connect (motion, "motion", G_CALLBACK (pointer_moved), self);
  g_signal_connect (motion, "leave", G_CALLBACK (pointer_left), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect (click, "pressed", G_CALLBACK (clicked), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

GtkWidget *
scope_plot_view_new (const char *name, ScopePlotFunc func, gpointer user_data)
{
  ScopePlotView *self = g_object_new (SCOPE_TYPE_PLOT_VIEW, NULL);

  self->func = func;
  self->user_data = user_data;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return GTK_WIDGET (self);
}
