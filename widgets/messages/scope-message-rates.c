/* scope-message-rates.c: see scope-message-rates.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/messages/scope-message-rates.h"

#include "model/base/scope-entity.h"
#include "widgets/draw/scope-presenter.h"

#include <glib/gi18n.h>

#define LEAST_HEIGHT 110
#define NATURAL_HEIGHT 180
#define PAGE 20

struct _ScopeMessageRates
{
  GtkWidget parent_instance;

  ScopeView *view;
  const ScopeMessageTimes *times;
  ScopePaletteKind palette;
  ScopePresenter *presenter;
  guint pointed;
};

G_DEFINE_FINAL_TYPE (ScopeMessageRates, scope_message_rates, GTK_TYPE_WIDGET)

static guint bin_activated_signal, pointed_signal;

guint
scope_message_rates_get_pointed (ScopeMessageRates *self)
{
  return self->pointed;
}

/* What it says to those who do not see it. */
static void
tell (ScopeMessageRates *self)
{
  g_autofree char *text = NULL;

  if (self->times != NULL && self->pointed < self->times->n_bins)
    {
      ScopeClock clock = scope_view_get_clock (self->view);

      text = scope_message_rates_text (scope_view_get_trace (self->view), self->times, self->pointed, &clock);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text != NULL ? text : "",
                                  -1);
  g_signal_emit (self, pointed_signal, 0);
}

void
scope_message_rates_point_at (ScopeMessageRates *self, guint bin)
{
  if (self->pointed == bin)
    return;
  self->pointed = bin;
  tell (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
scope_message_rates_set (ScopeMessageRates *self, ScopeView *view, const ScopeMessageTimes *times)
{
  g_return_if_fail (SCOPE_IS_MESSAGE_RATES (self));

  g_set_object (&self->view, view);
  self->times = times;
  if (times == NULL || self->pointed >= times->n_bins)
    self->pointed = SCOPE_NONE;
  tell (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
scope_message_rates_set_palette (ScopeMessageRates *self, ScopePaletteKind palette)
{
  g_return_if_fail (SCOPE_IS_MESSAGE_RATES (self));

  self->palette = palette;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
scope_message_rates_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ScopeMessageRates *self = SCOPE_MESSAGE_RATES (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  g_autoptr (ScopeScene) scene = NULL;
  ScopeClock clock;

  if (self->times == NULL || width <= 0 || height <= 0)
    return;
  clock = scope_view_get_clock (self->view);
  scene = scope_message_rates_scene_new (scope_view_get_trace (self->view), self->times, width, height, scope_palette_get (self->palette),
                                         self->pointed, &clock);
  scope_presenter_draw (self->presenter, snapshot, scene, NULL, NULL);
}

/* --- input --- */

static void
pointer_moved (GtkEventControllerMotion *controller, double x, double y, ScopeMessageRates *self)
{
  if (self->times != NULL)
    scope_message_rates_point_at (self, scope_message_rates_bin_at (self->times, gtk_widget_get_width (GTK_WIDGET (self)), x));
}

static void
pointer_left (GtkEventControllerMotion *controller, ScopeMessageRates *self)
{
  scope_message_rates_point_at (self, SCOPE_NONE);
}

static void
clicked (GtkGestureClick *gesture, int n_press, double x, double y, ScopeMessageRates *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->times != NULL)
    g_signal_emit (self, bin_activated_signal, 0,
                   scope_message_rates_bin_at (self->times, gtk_widget_get_width (GTK_WIDGET (self)), x));
}

static gboolean
key_pressed (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType modifiers,
             ScopeMessageRates *self)
{
  gint n, at;

  if (self->times == NULL || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  n = (gint) self->times->n_bins;
  at = self->pointed < self->times->n_bins ? (gint) self->pointed : -1;
  switch (keyval)
    {
    case GDK_KEY_Left: case GDK_KEY_KP_Left:
      at = at < 0 ? n - 1 : at - 1;
      break;
    case GDK_KEY_Right: case GDK_KEY_KP_Right:
      at++;
      break;
    case GDK_KEY_Page_Up: case GDK_KEY_KP_Page_Up:
      at -= PAGE;
      break;
    case GDK_KEY_Page_Down: case GDK_KEY_KP_Page_Down:
      at += PAGE;
      break;
    case GDK_KEY_Home: case GDK_KEY_KP_Home:
      at = 0;
      break;
    case GDK_KEY_End: case GDK_KEY_KP_End:
      at = n - 1;
      break;
    case GDK_KEY_Return: case GDK_KEY_KP_Enter: case GDK_KEY_space:
      if (at < 0)
        return GDK_EVENT_PROPAGATE;
      g_signal_emit (self, bin_activated_signal, 0, (guint) at);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
  scope_message_rates_point_at (self, (guint) CLAMP (at, 0, n - 1));
  return GDK_EVENT_STOP;
}

/* --- life --- */

static void
scope_message_rates_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                             int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 160 : LEAST_HEIGHT;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 400 : NATURAL_HEIGHT;
}

static void
scope_message_rates_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (scope_message_rates_parent_class)->css_changed (widget, change);
  scope_presenter_clear (SCOPE_MESSAGE_RATES (widget)->presenter);
}

static void
scope_message_rates_dispose (GObject *object)
{
  ScopeMessageRates *self = SCOPE_MESSAGE_RATES (object);

  self->times = NULL;
  g_clear_object (&self->view);
  G_OBJECT_CLASS (scope_message_rates_parent_class)->dispose (object);
}

static void
scope_message_rates_finalize (GObject *object)
{
  scope_presenter_free (SCOPE_MESSAGE_RATES (object)->presenter);
  G_OBJECT_CLASS (scope_message_rates_parent_class)->finalize (object);
}

static void
scope_message_rates_class_init (ScopeMessageRatesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_message_rates_dispose;
  G_OBJECT_CLASS (klass)->finalize = scope_message_rates_finalize;
  widget_class->measure = scope_message_rates_measure;
  widget_class->snapshot = scope_message_rates_snapshot;
  widget_class->css_changed = scope_message_rates_css_changed;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  bin_activated_signal = g_signal_new ("bin-activated", SCOPE_TYPE_MESSAGE_RATES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 1, G_TYPE_UINT);
  pointed_signal = g_signal_new ("pointed", SCOPE_TYPE_MESSAGE_RATES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
scope_message_rates_init (ScopeMessageRates *self)
{
  GtkEventController *controller;

  self->pointed = SCOPE_NONE;
  self->presenter = scope_presenter_new (GTK_WIDGET (self));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Messages per time: Left and Right choose a stretch, Enter zooms to it"), -1);
  controller = gtk_event_controller_motion_new ();
  g_signal_connect (controller, "motion", G_CALLBACK (pointer_moved), self);
  g_signal_connect (controller, "leave", G_CALLBACK (pointer_left), self);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
  controller = GTK_EVENT_CONTROLLER (gtk_gesture_click_new ());
  g_signal_connect (controller, "released", G_CALLBACK (clicked), self);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
  controller = gtk_event_controller_key_new ();
  g_signal_connect (controller, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

GtkWidget *
scope_message_rates_new (void)
{
  return g_object_new (SCOPE_TYPE_MESSAGE_RATES, NULL);
}
