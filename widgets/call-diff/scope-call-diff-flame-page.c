/* scope-call-diff-flame-page.c: see scope-call-diff-flame-page.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/call-diff/scope-call-diff-flame-page.h"

#include "widgets/draw/scope-plot-view.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>
#include <math.h>

#define LEAST_WIDTH 400

struct _ScopeCallDiffFlamePage
{
  GtkWidget parent_instance;

  ScopeCallDiff *diff;
  ScopeCallDiffFlame *flame; /* NULL: none yet, or of another width */
  int width;                 /* that it was made for */
  guint32 chosen;            /* frame, or SCOPE_NONE */
  GtkWidget *scroller, *plot, *words;
};

G_DEFINE_FINAL_TYPE (ScopeCallDiffFlamePage, scope_call_diff_flame_page, GTK_TYPE_WIDGET)

static ScopeCallDiffFlameOptions
look (ScopeCallDiffFlamePage *self, double width, double height)
{
  return (ScopeCallDiffFlameOptions) { .width = width, .height = height, .palette = scope_plot_view_palette (), .chosen = self->chosen };
}

/* For that width; a frame keeps its number only in one of the same. */
static ScopeCallDiffFlame *
get_flame (ScopeCallDiffFlamePage *self, int width)
{
  if (self->diff == NULL || (self->flame != NULL && self->width == width))
    return self->flame;
  g_clear_pointer (&self->flame, scope_call_diff_flame_free);
  self->flame = scope_call_diff_flame_new (self->diff, SCOPE_NONE, (guint) MAX (width, 1));
  self->width = width;
  self->chosen = SCOPE_NONE;
  return self->flame;
}

static ScopeScene *
draw (gpointer user_data, double width, double height, const ScopePalette *palette)
{
  ScopeCallDiffFlamePage *self = user_data;
  ScopeCallDiffFlame *flame = get_flame (self, (int) width);
  const ScopeCallDiffFlameOptions options = look (self, width, height);

  return flame != NULL ? scope_call_diff_flame_scene (flame, &options) : NULL;
}

static void
say (ScopeCallDiffFlamePage *self, guint32 frame)
{
  g_autofree char *text = frame != SCOPE_NONE ? scope_call_diff_flame_describe (self->flame, frame) : NULL;
  g_auto (GStrv) lines = g_strsplit (text != NULL ? text : "", "\n", -1);
  g_autofree char *line = g_strjoinv (" · ", lines);

  gtk_label_set_label (GTK_LABEL (self->words), line);
  scope_chart_say (SCOPE_CHART (self->plot), line);
}

static void
choose (ScopeCallDiffFlamePage *self, guint32 frame, const char *signal)
{
  const ScopeCallDiffFrame *f = &g_array_index (self->flame->frames, ScopeCallDiffFrame, frame);

  self->chosen = frame;
  say (self, frame);
  gtk_widget_queue_draw (self->plot);
  if (f->n == 1)
    g_signal_emit_by_name (self, signal, f->context);
}

gboolean
scope_call_diff_flame_page_choose (ScopeCallDiffFlamePage *self, guint32 context)
{
  ScopeCallDiffFlame *flame = get_flame (self, MAX (gtk_widget_get_width (self->plot), LEAST_WIDTH));

  for (guint32 i = 0; flame != NULL && i < flame->frames->len; i++)
    {
      const ScopeCallDiffFrame *frame = &g_array_index (flame->frames, ScopeCallDiffFrame, i);

      if (frame->n == 1 && frame->context == context)
        {
          choose (self, i, "path-chosen");
          return TRUE;
        }
    }
  return FALSE;
}

const char *
scope_call_diff_flame_page_get_words (ScopeCallDiffFlamePage *self)
{
  return gtk_label_get_label (GTK_LABEL (self->words));
}

void
scope_call_diff_flame_page_set_diff (ScopeCallDiffFlamePage *self, ScopeCallDiff *diff)
{
  ScopeCallDiffFlameOptions options = look (self, LEAST_WIDTH, 0);
  ScopeCallDiffFlame *flame;

  g_return_if_fail (SCOPE_IS_CALL_DIFF_FLAME_PAGE (self));

  g_clear_pointer (&self->flame, scope_call_diff_flame_free);
  g_clear_pointer (&self->diff, scope_call_diff_unref);
  self->diff = diff != NULL ? scope_call_diff_ref (diff) : NULL;
  self->chosen = SCOPE_NONE;
  gtk_label_set_label (GTK_LABEL (self->words), "");
  /* As high as it is where it is widest: narrower ones have no more levels. */
  flame = diff != NULL ? scope_call_diff_flame_new (diff, SCOPE_NONE, 4096) : NULL;
  gtk_widget_set_size_request (self->plot, -1, flame != NULL ? (int) ceil (scope_call_diff_flame_height (flame, &options)) : -1);
  scope_call_diff_flame_free (flame);
  gtk_widget_queue_draw (self->plot);
}

/* --- input --- */

static guint32
frame_at (ScopeCallDiffFlamePage *self, double x, double y)
{
  const ScopeCallDiffFlameOptions options
      = look (self, gtk_widget_get_width (self->plot), gtk_widget_get_height (self->plot));

  return self->flame != NULL ? scope_call_diff_flame_hit (self->flame, &options, x, y) : SCOPE_NONE;
}

static void
pointed (ScopePlotView *plot, double x, double y, ScopeCallDiffFlamePage *self)
{
  guint32 frame = x >= 0 ? frame_at (self, x, y) : SCOPE_NONE;

  if (self->flame != NULL)
    say (self, frame != SCOPE_NONE ? frame : self->chosen);
}

static void
stepped (ScopePlotView *plot, int steps, ScopeCallDiffFlamePage *self)
{
  gint64 n = self->flame != NULL ? self->flame->frames->len : 0, at = self->chosen != SCOPE_NONE ? (gint64) self->chosen : -1;

  if (n > 0)
    choose (self, (guint32) CLAMP (at + steps, 0, n - 1), "path-chosen");
}

static void
clicked (GtkGestureClick *gesture, int n_press, double x, double y, ScopeCallDiffFlamePage *self)
{
  guint32 frame = frame_at (self, x, y);

  if (frame != SCOPE_NONE)
    choose (self, frame, n_press >= 2 ? "path-activated" : "path-chosen");
}

static gboolean
key_pressed (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType modifiers, ScopeCallDiffFlamePage *self)
{
  if (self->flame == NULL || self->chosen == SCOPE_NONE || (keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter))
    return GDK_EVENT_PROPAGATE;
  choose (self, self->chosen, "path-activated");
  return GDK_EVENT_STOP;
}

/* --- life --- */

static void
scope_call_diff_flame_page_dispose (GObject *object)
{
  ScopeCallDiffFlamePage *self = SCOPE_CALL_DIFF_FLAME_PAGE (object);
  scope_drop_children (GTK_WIDGET (self));
  g_clear_pointer (&self->flame, scope_call_diff_flame_free);
  g_clear_pointer (&self->diff, scope_call_diff_unref);
  G_OBJECT_CLASS (scope_call_diff_flame_page_parent_class)->dispose (object);
}

static void
scope_call_diff_flame_page_class_init (ScopeCallDiffFlamePageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_call_diff_flame_page_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  scope_add_signal (klass, "path-chosen", 1, G_TYPE_UINT);
  scope_add_signal (klass, "path-activated", 1, G_TYPE_UINT);
}

static void
scope_call_diff_flame_page_init (ScopeCallDiffFlamePage *self)
{
  self->chosen = SCOPE_NONE;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  self->plot = scope_plot_view_new (_("Calls of both runs as a flame graph"), draw, self);
  g_signal_connect (self->plot, "pointed", G_CALLBACK (pointed), self);
  g_signal_connect (self->plot, "stepped", G_CALLBACK (stepped), self);
  scope_add_controller (self->plot, gtk_gesture_click_new (), self, "released", clicked, NULL);
  scope_add_controller (self->plot, gtk_event_controller_key_new (), self, "key-pressed", key_pressed, NULL);
  self->scroller = gtk_scrolled_window_new ();
  gtk_widget_set_focusable (self->scroller, FALSE); /* the plot is */
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->plot);
  /* A click is no wish to see the end of it. */
  gtk_viewport_set_scroll_to_focus (GTK_VIEWPORT (gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (self->scroller))), FALSE);
  gtk_widget_set_vexpand (self->scroller, TRUE);
  self->words = scope_label_new (NULL, SCOPE_LABEL_START | SCOPE_LABEL_ELLIPSIZE, "numeric caption");
  gtk_widget_set_margin_start (self->words, 6);
  scope_add_children (GTK_WIDGET (self), self->scroller, self->words, NULL);
}
