/* scope-hit-key.c: see scope-hit-key.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/calls/scope-hit-key.h"

#include "model/base/scope-format.h"
#include "model/scene/calls/scope-call-marks.h"
#include "model/scene/calls/scope-call-unmatched-marks.h"
#include "widgets/draw/scope-plot-view.h"
#include "widgets/draw/scope-presenter.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>
#include <math.h>

#define MOST_WIDTH 2000
#define HEIGHT 20

struct _ScopeHitKey
{
  GtkWidget parent_instance;

  ScopePresenter *presenter;
  guint64 n[SCOPE_N_SHOWN_HITS];
  gboolean sampled;
  ScopeCallUnmatchedCount unmatched[2]; /* by ScopeCallSide */
  int width;
};

G_DEFINE_FINAL_TYPE (ScopeHitKey, scope_hit_key, GTK_TYPE_WIDGET)

static ScopeScene *
draw (ScopeHitKey *self, double width, double height, double *ret_end)
{
  ScopeScene *scene = scope_scene_new (width, height, scope_palette_get (scope_plot_view_palette ()));

  scene->font_size = 11;
  *ret_end = scope_call_unmatched_legend (scene, self->unmatched, 0, 0, width, height);
  *ret_end = scope_hit_legend (scene, self->n, self->sampled, *ret_end, 0, width - *ret_end, height);
  return scene;
}

static void
update (ScopeHitKey *self)
{
  double end;
  g_autoptr (ScopeScene) scene = draw (self, MOST_WIDTH, HEIGHT, &end);
  g_autofree char *text = scope_hit_key_dup_text (self);

  self->width = (int) ceil (end);
  gtk_widget_set_visible (GTK_WIDGET (self), self->width > 0);
  scope_label_widget (GTK_WIDGET (self), text);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
scope_hit_key_set (ScopeHitKey *self, const guint64 n[SCOPE_N_SHOWN_HITS], gboolean sampled)
{
  g_return_if_fail (SCOPE_IS_HIT_KEY (self));

  if (self->sampled == sampled && memcmp (self->n, n, sizeof self->n) == 0)
    return;
  memcpy (self->n, n, sizeof self->n);
  self->sampled = sampled;
  update (self);
}

void
scope_hit_key_set_unmatched (ScopeHitKey *self, const ScopeCallUnmatchedCount counts[2])
{
  gboolean other = FALSE;

  g_return_if_fail (SCOPE_IS_HIT_KEY (self));

  for (guint s = 0; s < 2; s++)
    {
      other = other || self->unmatched[s].n != counts[s].n || self->unmatched[s].truncated != counts[s].truncated;
      self->unmatched[s] = counts[s];
    }
  if (other)
    update (self);
}

char *
scope_hit_key_dup_text (ScopeHitKey *self)
{
  GString *text = g_string_new (NULL);

  for (guint s = 0; s < 2; s++)
    if (self->unmatched[s].n > 0)
      {
        g_autofree char *title = scope_call_unmatched_title (s, &self->unmatched[s]);

        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", title);
      }
  for (guint k = 0; k < SCOPE_N_SHOWN_HITS; k++)
    if (self->n[k] > 0)
      {
        g_autofree char *count = scope_format_count (self->n[k]);

        g_string_append (text, text->len > 0 ? ", " : "");
        g_string_append_printf (text, self->sampled ? _("%s ≈ %s") : "%s %s", scope_hit_title (k), count);
      }
  return g_string_free (text, FALSE);
}

/* --- life --- */

static void
scope_hit_key_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ScopeHitKey *self = SCOPE_HIT_KEY (widget);
  double end;
  g_autoptr (ScopeScene) scene = draw (self, gtk_widget_get_width (widget), gtk_widget_get_height (widget), &end);

  scope_presenter_draw (self->presenter, snapshot, scene, NULL, NULL);
}

static void
scope_hit_key_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                       int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? SCOPE_HIT_KEY (widget)->width : HEIGHT;
}

static void
scope_hit_key_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (scope_hit_key_parent_class)->css_changed (widget, change);
  scope_presenter_clear (SCOPE_HIT_KEY (widget)->presenter);
}

static void
scope_hit_key_finalize (GObject *object)
{
  scope_presenter_free (SCOPE_HIT_KEY (object)->presenter);
  G_OBJECT_CLASS (scope_hit_key_parent_class)->finalize (object);
}

static void
scope_hit_key_class_init (ScopeHitKeyClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = scope_hit_key_finalize;
  widget_class->measure = scope_hit_key_measure;
  widget_class->snapshot = scope_hit_key_snapshot;
  widget_class->css_changed = scope_hit_key_css_changed;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
scope_hit_key_init (ScopeHitKey *self)
{
  self->presenter = scope_presenter_new (GTK_WIDGET (self));
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
