/* scope-time-axis.c: see scope-time-axis.h. The view carries who shows it, since that is all that a panel is given.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/canvas/scope-time-axis.h"

#include <math.h>

#define MOST_CUT 32 /* pixels: a scroll bar */

static GQuark
canvas_quark (void)
{
  return g_quark_from_static_string ("scope-time-axis");
}

typedef struct
{
  GWeakRef canvas;
  double left;
} Axis;

static void
axis_free (gpointer data)
{
  g_weak_ref_clear (&((Axis *) data)->canvas);
  g_free (data);
}

void
scope_time_axis_set (ScopeView *view, GtkWidget *canvas, double left)
{
  Axis *axis = g_object_get_qdata (G_OBJECT (view), canvas_quark ());

  if (axis == NULL)
    {
      axis = g_new0 (Axis, 1);
      g_weak_ref_init (&axis->canvas, NULL);
      g_object_set_qdata_full (G_OBJECT (view), canvas_quark (), axis, axis_free);
    }
  g_weak_ref_set (&axis->canvas, canvas);
  axis->left = left;
}

static GtkWidget *
get_canvas (Axis *axis)
{
  return axis != NULL ? g_weak_ref_get (&axis->canvas) : NULL;
}

void
scope_time_axis_move (ScopeView *view, GtkWidget *canvas, double left)
{
  Axis *axis = g_object_get_qdata (G_OBJECT (view), canvas_quark ());
  g_autoptr (GtkWidget) now = get_canvas (axis);

  if (now == canvas && axis != NULL)
    axis->left = left;
}

void
scope_time_axis_unset (ScopeView *view, GtkWidget *canvas)
{
  Axis *axis = g_object_get_qdata (G_OBJECT (view), canvas_quark ());
  g_autoptr (GtkWidget) now = get_canvas (axis);

  if (now == canvas && axis != NULL)
    g_weak_ref_set (&axis->canvas, NULL);
}

gboolean
scope_time_axis_find (ScopeView *view, GtkWidget *widget, double least_left, double *ret_left, double *ret_width)
{
  Axis *axis = g_object_get_qdata (G_OBJECT (view), canvas_quark ());
  g_autoptr (GtkWidget) canvas = get_canvas (axis);
  double left, top, width;

  if (canvas == NULL || !gtk_widget_get_mapped (canvas) || !gtk_widget_get_mapped (widget)
      || gtk_widget_get_root (canvas) != gtk_widget_get_root (widget)
      || !gtk_widget_translate_coordinates (canvas, widget, axis->left, 0, &left, &top))
    return FALSE;
  left = round (left);
  width = scope_view_get_viewport (view)->width;
  if (left < least_left || left + width > gtk_widget_get_width (widget) + MOST_CUT)
    return FALSE;
  *ret_left = left;
  *ret_width = width;
  return TRUE;
}
