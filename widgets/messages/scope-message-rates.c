/* scope-message-rates.c: see scope-message-rates.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/messages/scope-message-rates.h"

#include "model/base/scope-entity.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

#define PAGE 20

struct _ScopeMessageRates
{
  ScopeChart chart;

  const ScopeMessageTimes *times;
  guint pointed;
};

G_DEFINE_FINAL_TYPE (ScopeMessageRates, scope_message_rates, SCOPE_TYPE_CHART)

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
      ScopeClock clock = scope_view_get_clock (self->chart.view);

      text = scope_message_rates_text (scope_view_get_trace (self->chart.view), self->times, self->pointed, &clock);
    }
  scope_chart_say (&self->chart, text);
  g_signal_emit_by_name (self, "pointed");
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

  scope_chart_set_view (&self->chart, view);
  self->times = times;
  if (times == NULL || self->pointed >= times->n_bins)
    self->pointed = SCOPE_NONE;
  tell (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static ScopeScene *
build (ScopeChart *chart, double width, double height)
{
  ScopeMessageRates *self = SCOPE_MESSAGE_RATES (chart);
  ScopeClock clock;

  if (self->times == NULL)
    return NULL;
  clock = scope_view_get_clock (chart->view);
  return scope_message_rates_scene_new (scope_view_get_trace (chart->view), self->times, width, height,
                                        scope_palette_get (scope_view_get_palette (chart->view)), self->pointed, &clock);
}

/* --- input --- */

static void
point (ScopeChart *chart, double x, double y)
{
  ScopeMessageRates *self = SCOPE_MESSAGE_RATES (chart);
  int width = gtk_widget_get_width (GTK_WIDGET (self));

  if (self->times != NULL)
    scope_message_rates_point_at (self, x >= 0 ? scope_message_rates_bin_at (self->times, width, x) : SCOPE_NONE);
}

static gboolean
choose (ScopeChart *chart, double x, double y, gboolean zoom)
{
  ScopeMessageRates *self = SCOPE_MESSAGE_RATES (chart);
  int width = gtk_widget_get_width (GTK_WIDGET (self));

  if (self->times != NULL)
    g_signal_emit_by_name (self, "bin-activated", scope_message_rates_bin_at (self->times, width, x));
  return self->times != NULL;
}

static gboolean
key (ScopeChart *chart, guint keyval, GdkModifierType modifiers)
{
  ScopeMessageRates *self = SCOPE_MESSAGE_RATES (chart);
  gint n, at;

  if (self->times == NULL || (modifiers & GDK_SHIFT_MASK) != 0)
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
      g_signal_emit_by_name (self, "bin-activated", (guint) at);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
  scope_message_rates_point_at (self, (guint) CLAMP (at, 0, n - 1));
  return GDK_EVENT_STOP;
}

/* --- life --- */

static void
forget (ScopeChart *chart)
{
  SCOPE_MESSAGE_RATES (chart)->times = NULL;
}

static void
scope_message_rates_class_init (ScopeMessageRatesClass *klass)
{
  ScopeChartClass *chart_class = SCOPE_CHART_CLASS (klass);

  scope_chart_class_set_size (chart_class, 160, 400, 110, 180);
  chart_class->build = build;
  chart_class->redraws = SCOPE_VIEW_LOOK;
  chart_class->forget = forget;
  chart_class->choose = choose;
  chart_class->point = point;
  chart_class->key = key;
  scope_add_signal (klass, "bin-activated", 1, G_TYPE_UINT);
  scope_add_signal (klass, "pointed", 0);
}

static void
scope_message_rates_init (ScopeMessageRates *self)
{
  self->pointed = SCOPE_NONE;
}

GtkWidget *
scope_message_rates_new (void)
{
  return scope_chart_new (SCOPE_TYPE_MESSAGE_RATES, _("Messages per time: Left and Right choose a stretch, Enter zooms to it"));
}
