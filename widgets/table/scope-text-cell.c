/* scope-text-cell.c: see scope-text-cell.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/table/scope-text-cell.h"

#include "widgets/kit/scope-parts.h"

#include <string.h>

#define LEAST 3u /* characters: a column is never narrower */

struct _ScopeTextCell
{
  GtkWidget parent_instance;

  char *text;
  gboolean end;
  guint least, most;
  PangoLayout *layout; /* NULL: not drawn yet */
};

G_DEFINE_FINAL_TYPE (ScopeTextCell, scope_text_cell, GTK_TYPE_WIDGET)

void
scope_text_cell_set_text (ScopeTextCell *self, const char *text)
{
  glong before = g_utf8_strlen (self->text, -1), after = g_utf8_strlen (text, -1);

  if (strcmp (self->text, text) == 0)
    return;
  g_free (self->text);
  self->text = g_strdup (text);
  g_clear_object (&self->layout);
  scope_label_widget (GTK_WIDGET (self), text);
  if (before != after)
    gtk_widget_queue_resize (GTK_WIDGET (self));
  else
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

const char *
scope_text_cell_get_text (ScopeTextCell *self)
{
  return self->text;
}

/* --- how large its font is --- */

/* Pango shapes digits and letters each time it is asked, and a table asks twice for each of a thousand cells, which have one font. */
typedef struct
{
  PangoFontDescription *font;
  PangoLanguage *language;
  cairo_font_options_t *options;
  double resolution;
  guint serial; /* of the font map */
  gboolean rounded;
  int ascent, descent, wide; /* Pango's units; `wide`: about a character or a digit */
} CellFont;

static void
cell_font_free (gpointer data)
{
  CellFont *font = data;

  pango_font_description_free (font->font);
  g_clear_pointer (&font->options, cairo_font_options_destroy);
  g_free (font);
}

static gboolean
cell_font_is_of (const CellFont *font, PangoContext *context)
{
  const cairo_font_options_t *options = pango_cairo_context_get_font_options (context);

  return font->language == pango_context_get_language (context)
         && font->resolution == pango_cairo_context_get_resolution (context)
         && font->serial == pango_font_map_get_serial (pango_context_get_font_map (context))
         && font->rounded == pango_context_get_round_glyph_positions (context)
         && (font->options == NULL ? options == NULL : options != NULL && cairo_font_options_equal (font->options, options))
         && pango_font_description_equal (font->font, pango_context_get_font_description (context));
}

static CellFont *
cell_font_new (PangoContext *context)
{
  CellFont *font = g_new (CellFont, 1);
  const cairo_font_options_t *options = pango_cairo_context_get_font_options (context);
  PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);

  *font = (CellFont) { .font = pango_font_description_copy (pango_context_get_font_description (context)),
                       .language = pango_context_get_language (context),
                       .options = options != NULL ? cairo_font_options_copy (options) : NULL,
                       .resolution = pango_cairo_context_get_resolution (context),
                       .serial = pango_font_map_get_serial (pango_context_get_font_map (context)),
                       .rounded = pango_context_get_round_glyph_positions (context),
                       .ascent = pango_font_metrics_get_ascent (metrics),
                       .descent = pango_font_metrics_get_descent (metrics),
                       .wide = MAX (pango_font_metrics_get_approximate_digit_width (metrics),
                                    pango_font_metrics_get_approximate_char_width (metrics)) };
  pango_font_metrics_unref (metrics);
  return font;
}

/* The font map keeps that of the cell that asked last. */
static const CellFont *
cell_font_get (GtkWidget *widget)
{
  PangoContext *context = gtk_widget_get_pango_context (widget);
  GObject *map = G_OBJECT (pango_context_get_font_map (context));
  CellFont *font = g_object_get_data (map, "scope-cell-font");

  if (font == NULL || !cell_font_is_of (font, context))
    {
      font = cell_font_new (context);
      g_object_set_data_full (map, "scope-cell-font", font, cell_font_free);
    }
  return font;
}

static void
scope_text_cell_measure (GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  ScopeTextCell *self = SCOPE_TEXT_CELL (widget);
  const CellFont *font = cell_font_get (widget);
  guint n = MIN ((guint)g_utf8_strlen (self->text, -1), self->most);

  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum = *natural = PANGO_PIXELS_CEIL (font->ascent + font->descent);
      *minimum_baseline = *natural_baseline = PANGO_PIXELS_CEIL (font->ascent);
    }
  else
    {
      /* A figure of which the end is not seen is another figure. */
      *minimum = PANGO_PIXELS_CEIL (font->wide * (int) MAX (self->end ? n : MIN (n, self->least), LEAST));
      *natural = MAX (*minimum, PANGO_PIXELS_CEIL (font->wide * (int) n));
    }
}

static void
scope_text_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ScopeTextCell *self = SCOPE_TEXT_CELL (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget), wide, high;
  gboolean right = self->end != (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL);

  if (self->text[0] == '\0' || width <= 0)
    return;
  if (self->layout == NULL)
    {
      self->layout = gtk_widget_create_pango_layout (widget, self->text);
      pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_END);
      pango_layout_set_single_paragraph_mode (self->layout, TRUE);
    }
  pango_layout_set_width (self->layout, -1);
  pango_layout_get_pixel_size (self->layout, &wide, &high);
  if (wide > width)
    {
      pango_layout_set_width (self->layout, width * PANGO_SCALE);
      pango_layout_get_pixel_size (self->layout, &wide, &high);
    }
  pango_layout_set_width (self->layout,
                          wide > width ? width * PANGO_SCALE : pango_layout_get_width (self->layout));
  gtk_snapshot_render_layout (snapshot, gtk_widget_get_style_context (widget),
                              right ? MAX (width - wide, 0) : 0, (height - high) / 2, self->layout);
}

/* What is cut off can be read in a tooltip; a widget's own one comes first. (To set one asks the display server where the pointer is.) */
static gboolean
scope_text_cell_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  ScopeTextCell *self = SCOPE_TEXT_CELL (widget);

  if (GTK_WIDGET_CLASS (scope_text_cell_parent_class)->query_tooltip (widget, x, y, keyboard, tooltip))
    return TRUE;
  if (self->layout == NULL || !pango_layout_is_ellipsized (self->layout))
    return FALSE;
  gtk_tooltip_set_text (tooltip, self->text);
  return TRUE;
}

static void
scope_text_cell_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (scope_text_cell_parent_class)->css_changed (widget, change);
  g_clear_object (&SCOPE_TEXT_CELL (widget)->layout);
}

static void
scope_text_cell_finalize (GObject *object)
{
  ScopeTextCell *self = SCOPE_TEXT_CELL (object);

  g_clear_object (&self->layout);
  g_free (self->text);
  G_OBJECT_CLASS (scope_text_cell_parent_class)->finalize (object);
}

static void
scope_text_cell_class_init (ScopeTextCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = scope_text_cell_finalize;
  widget_class->measure = scope_text_cell_measure;
  widget_class->snapshot = scope_text_cell_snapshot;
  widget_class->css_changed = scope_text_cell_css_changed;
  widget_class->query_tooltip = scope_text_cell_query_tooltip;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
  gtk_widget_class_set_css_name (widget_class, "label");
}

static void
scope_text_cell_init (ScopeTextCell *self)
{
  self->text = g_strdup ("");
  self->least = LEAST;
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

GtkWidget *
scope_text_cell_new (gboolean end, guint most)
{
  ScopeTextCell *self = g_object_new (SCOPE_TYPE_TEXT_CELL, NULL);

  self->end = end;
  self->most = most;
  return GTK_WIDGET (self);
}

void
scope_text_cell_set_least (ScopeTextCell *self, guint least)
{
  self->least = least;
}
