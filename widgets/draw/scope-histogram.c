/* scope-histogram.c: see scope-histogram.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/draw/scope-histogram.h"

#include "model/scene/draw/scope-ruler.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>
#include <math.h>

#define HEIGHT 72
#define AXIS 16
#define MARGIN 12
#define MAX_BAR 22.0f
#define LABEL_EVERY 64.0
#define SWATCH 10
#define KEY_GAP 6
#define KEY_FROM 420 /* narrower, the bars have all of it */

struct _ScopeHistogram
{
  GtkWidget parent_instance;
  ScopeReportTableHistogram figures;
  gint64 tick_ps;
  guint first, last; /* classes with anything; first > last: none */
  guint64 most_n;
  double most_time;
};

G_DEFINE_FINAL_TYPE (ScopeHistogram, scope_histogram, GTK_TYPE_WIDGET)

/* "from 1.02 to 2.05 µs" of a class, in words. */
static char *
class_range (ScopeHistogram *self, guint c)
{
  return scope_format_time_range (ldexp (1, (int) c), ldexp (1, (int) c + 1), self->tick_ps);
}

static char *
class_text (ScopeHistogram *self, guint c)
{
  g_autofree char *n = scope_format_count (self->figures.n[c]), *range = class_range (self, c);
  g_autofree char *time = scope_format_duration (self->figures.time[c], self->tick_ps);

  /* TRANSLATORS: number, range of durations, summed time: “12 of 1.02–2.05 µs, 18 µs together” */
  return g_strdup_printf (_("%s of %s, %s together"), n, range, time);
}

char *
scope_histogram_dup_text (ScopeHistogram *self)
{
  GString *text = g_string_new (NULL);

  for (guint c = self->first; c <= self->last; c++)
    if (self->figures.n[c] > 0)
      {
        g_autofree char *one = class_text (self, c);

        g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", one);
      }
  return g_string_free (text, FALSE);
}

void
scope_histogram_set (ScopeHistogram *self, const ScopeReportTableHistogram *histogram, gint64 tick_ps)
{
  g_autofree char *text = NULL;

  g_return_if_fail (SCOPE_IS_HISTOGRAM (self));

  self->tick_ps = MAX (tick_ps, 1);
  self->first = 1;
  self->last = 0;
  self->most_n = 0;
  self->most_time = 0;
  if (histogram != NULL)
    {
      self->figures = *histogram;
      for (guint c = 0; c < G_N_ELEMENTS (histogram->n); c++)
        if (histogram->n[c] > 0)
          {
            if (self->most_n == 0)
              self->first = c;
            self->last = c;
            self->most_n = MAX (self->most_n, histogram->n[c]);
            self->most_time = MAX (self->most_time, histogram->time[c]);
          }
    }
  text = scope_histogram_dup_text (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_widget_set_visible (GTK_WIDGET (self), self->most_n > 0);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
scope_histogram_show_table (ScopeHistogram *self, ScopeReportTable *table)
{
  scope_histogram_set (self, table != NULL ? scope_report_table_histogram (table) : NULL,
                       table != NULL ? scope_trace_tick_ps (scope_report_table_get_trace (table)) : 1);
}

/* --- drawing --- */

static PangoLayout *
small_layout (ScopeHistogram *self, const char *text)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_scale_new (PANGO_SCALE_SMALL));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  return layout;
}

/* What the two kinds of bars are; filled, then outlined. */
static void
make_key (ScopeHistogram *self, PangoLayout *layouts[2])
{
  layouts[0] = small_layout (self, _("number"));
  layouts[1] = small_layout (self, _("summed time"));
}

/* Of the key at the end, with the room before it; 0: there is none. */
static int
key_width (ScopeHistogram *self)
{
  PangoLayout *layouts[2];
  int most = 0;

  if (gtk_widget_get_width (GTK_WIDGET (self)) < KEY_FROM)
    return 0;
  make_key (self, layouts);
  for (guint i = 0; i < 2; i++)
    {
      int width;

      pango_layout_get_pixel_size (layouts[i], &width, NULL);
      most = MAX (most, width);
      g_object_unref (layouts[i]);
    }
  return 2 * MARGIN + SWATCH + KEY_GAP + most;
}

static float
slot_width (ScopeHistogram *self)
{
  float width = MAX ((float) (gtk_widget_get_width (GTK_WIDGET (self)) - key_width (self)) - 2 * MARGIN, 1);

  return MIN (width / (float) (self->last - self->first + 1), 3 * MAX_BAR);
}

/* A frame on the floor, filled or (summed time) not: told apart without colour too. */
static void
draw_bar (GtkSnapshot *snapshot, const GdkRGBA *colour, float x, float floor, float width, float height, gboolean filled)
{
  graphene_rect_t rect = GRAPHENE_RECT_INIT (roundf (x), roundf (floor - height), MAX (roundf (width), 1),
                                             floor - roundf (floor - height));
  GskRoundedRect outline;
  GdkRGBA fill = *colour;

  if (height <= 0)
    return;
  fill.alpha *= filled ? 1 : .25f;
  gtk_snapshot_append_color (snapshot, &fill, &rect);
  if (filled)
    return;
  gsk_rounded_rect_init_from_rect (&outline, &rect, 0);
  gtk_snapshot_append_border (snapshot, &outline, (float[4]) { 1, 1, 0, 1 },
                              (GdkRGBA[4]) { *colour, *colour, *colour, *colour });
}

static void
draw_label (ScopeHistogram *self, GtkSnapshot *snapshot, const GdkRGBA *colour, guint c, float x)
{
  g_autofree char *text = scope_format_duration (ldexp (1, (int) c), self->tick_ps);
  g_autoptr (PangoLayout) layout = small_layout (self, text);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  x = MAX (MIN (x, (float) (gtk_widget_get_width (GTK_WIDGET (self)) - width)), 0);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x, HEIGHT - AXIS));
  gtk_snapshot_append_layout (snapshot, layout, colour);
  gtk_snapshot_restore (snapshot);
}

static void
draw_key (ScopeHistogram *self, GtkSnapshot *snapshot, const GdkRGBA *accent, const GdkRGBA *text)
{
  int wide = key_width (self), y = 0;
  float x = (float) (gtk_widget_get_width (GTK_WIDGET (self)) - wide + MARGIN);
  PangoLayout *layouts[2];

  if (wide == 0)
    return;
  make_key (self, layouts);
  for (guint i = 0; i < 2; i++)
    {
      int height;

      pango_layout_get_pixel_size (layouts[i], NULL, &height);
      draw_bar (snapshot, i == 0 ? accent : text, x, (float) (y + (height + SWATCH) / 2), SWATCH, SWATCH, i == 0);
      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x + SWATCH + KEY_GAP, (float) y));
      gtk_snapshot_append_layout (snapshot, layouts[i], text);
      gtk_snapshot_restore (snapshot);
      g_object_unref (layouts[i]);
      y += height + 2;
    }
}

static void
scope_histogram_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ScopeHistogram *self = SCOPE_HISTOGRAM (widget);
  GtkStyleContext *style = gtk_widget_get_style_context (widget);
  const float room = HEIGHT - AXIS - 4;
  float slot = slot_width (self), bar = MIN ((slot - 3) / 2, MAX_BAR);
  guint every = (guint) ceil (LABEL_EVERY / MAX (slot, 1));
  GdkRGBA accent, text, dim;

  if (self->most_n == 0)
    return;
  gtk_style_context_get_color (style, &text);
  if (!gtk_style_context_lookup_color (style, "accent_color", &accent))
    accent = text;
  dim = text;
  dim.alpha *= .7f;
  for (guint c = self->first; c <= self->last; c++)
    {
      float x = MARGIN + (float) (c - self->first) * slot;

      /* What is there is to be seen. */
      if (self->figures.n[c] > 0)
        {
          draw_bar (snapshot, &accent, x, HEIGHT - AXIS, bar,
                    MAX (room * (float) ((double) self->figures.n[c] / (double) self->most_n), 1.5f), TRUE);
          draw_bar (snapshot, &text, x + bar + 1, HEIGHT - AXIS, bar,
                    MAX (room * (float) (self->figures.time[c] / MAX (self->most_time, 1)), 1.5f), FALSE);
        }
      if ((c - self->first) % every == 0)
        draw_label (self, snapshot, &dim, c, x);
    }
  draw_key (self, snapshot, &accent, &text);
  dim.alpha *= .5f;
  gtk_snapshot_append_color (snapshot, &dim,
                             &GRAPHENE_RECT_INIT (MARGIN, HEIGHT - AXIS,
                                                  (float) (gtk_widget_get_width (widget) - key_width (self)) - 2 * MARGIN, 1));
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  ScopeHistogram *self = SCOPE_HISTOGRAM (widget);
  float at = ((float) x - MARGIN) / slot_width (self);
  g_autofree char *text = NULL;

  if (self->most_n == 0)
    return FALSE;
  if (keyboard)
    text = scope_histogram_dup_text (self);
  else if (at >= 0 && at < (float) (self->last - self->first + 1))
    text = class_text (self, self->first + (guint) at);
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

/* --- life --- */

static void
scope_histogram_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                         int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 120 : HEIGHT;
}

static void
scope_histogram_class_init (ScopeHistogramClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = scope_histogram_measure;
  widget_class->snapshot = scope_histogram_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
scope_histogram_init (ScopeHistogram *self)
{
  self->first = 1;
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip), NULL);
  scope_label_widget (GTK_WIDGET (self), _("Durations: number (filled) and summed time (outlined)"));
}
