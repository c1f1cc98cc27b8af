/* scope-layer-picture.c: see scope-layer-picture.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/scope-layer-picture.h"

#include "widgets/scope-presenter.h"

typedef struct
{
  ScopeScene *scene;
  char *font;
  double x, y, width, height;
  int factor; /* device pixels per pixel */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  scope_scene_free (job->scene);
  g_free (job->font);
  g_free (job);
}

static void
draw_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) job->width * job->factor,
                                                         (int) job->height * job->factor);
  cairo_t *cr;

  cairo_surface_set_device_scale (surface, job->factor, job->factor);
  cr = cairo_create (surface);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_FAST);
  cairo_translate (cr, -job->x, -job->y);
  scope_presenter_draw_sparse (cr, job->scene, job->font);
  cairo_destroy (cr);
  g_task_return_pointer (task, surface, (GDestroyNotify) cairo_surface_destroy);
}

void
scope_layer_picture_draw (ScopeScene *scene, GtkWidget *widget, double x, double y, double width, double height,
                          GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Job *job = g_new (Job, 1);

  *job = (Job) { scene, NULL, x, y, width, height, gtk_widget_get_scale_factor (widget) };
  job->font = pango_font_description_to_string (
      pango_context_get_font_description (gtk_widget_get_pango_context (widget)));
  g_task_set_source_tag (task, scope_layer_picture_draw);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, draw_in_thread);
}

cairo_surface_t *
scope_layer_picture_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
