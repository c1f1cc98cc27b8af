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

static void
free_ref (gpointer data)
{
  g_weak_ref_clear (data);
  g_free (data);
}

void
scope_time_axis_set (ScopeView *view, ScopeCanvas *canvas)
{
  GWeakRef *ref = g_object_get_qdata (G_OBJECT (view), canvas_quark ());

  if (ref == NULL)
    {
      ref = g_new0 (GWeakRef, 1);
      g_weak_ref_init (ref, NULL);
      g_object_set_qdata_full (G_OBJECT (view), canvas_quark (), ref, free_ref);
    }
  g_weak_ref_set (ref, canvas);
}

void
scope_time_axis_unset (ScopeView *view, ScopeCanvas *canvas)
{
  GWeakRef *ref = g_object_get_qdata (G_OBJECT (view), canvas_quark ());
  g_autoptr (ScopeCanvas) now = ref != NULL ? g_weak_ref_get (ref) : NULL;

  if (now == canvas && ref != NULL)
    g_weak_ref_set (ref, NULL);
}

gboolean
scope_time_axis_find (ScopeView *view, GtkWidget *widget, double least_left, double *ret_left, double *ret_width)
{
  GWeakRef *ref = g_object_get_qdata (G_OBJECT (view), canvas_quark ());
  g_autoptr (ScopeCanvas) canvas = ref != NULL ? g_weak_ref_get (ref) : NULL;
  double left, top, width;

  if (canvas == NULL || !gtk_widget_get_mapped (GTK_WIDGET (canvas)) || !gtk_widget_get_mapped (widget)
      || gtk_widget_get_root (GTK_WIDGET (canvas)) != gtk_widget_get_root (widget)
      || !gtk_widget_translate_coordinates (GTK_WIDGET (canvas), widget, scope_canvas_get_names_width (canvas), 0, &left, &top))
    return FALSE;
  left = round (left);
  width = scope_view_get_viewport (view)->width;
  if (left < least_left || left + width > gtk_widget_get_width (widget) + MOST_CUT)
    return FALSE;
  *ret_left = left;
  *ret_width = width;
  return TRUE;
}
