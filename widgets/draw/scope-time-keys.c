/* scope-time-keys.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/draw/scope-time-keys.h"

#include "model/scene/view/scope-view-follow.h"

#include <gdk/gdk.h>

#define ZOOM_STEP 1.5

static void
go_to_end (ScopeView *view, gboolean last)
{
  const ScopeViewport *viewport = scope_view_get_viewport (view);

  if (last && scope_view_get_follow (view) != SCOPE_FOLLOW_OFF && scope_view_follow (view))
    return; /* the end moves on: with it */
  scope_view_remember (view);
  scope_view_pan (view, (last ? 1 : -1) * ((double) viewport->last - (double) viewport->first)
                            / scope_viewport_scale (viewport));
}

gboolean
scope_time_key_pressed (ScopeView *view, guint keyval, double x, double width)
{
  switch (gdk_keyval_to_lower (keyval))
    {
    case GDK_KEY_w: case GDK_KEY_plus: case GDK_KEY_equal: case GDK_KEY_KP_Add:
      scope_view_wander (view, g_get_monotonic_time ());
      scope_view_zoom (view, x, ZOOM_STEP);
      return TRUE;
    case GDK_KEY_s: case GDK_KEY_minus: case GDK_KEY_KP_Subtract:
      scope_view_wander (view, g_get_monotonic_time ());
      scope_view_zoom (view, x, 1 / ZOOM_STEP);
      return TRUE;
    case GDK_KEY_a: case GDK_KEY_Left: case GDK_KEY_KP_Left:
      scope_view_wander (view, g_get_monotonic_time ());
      scope_view_pan (view, -width / 8);
      return TRUE;
    case GDK_KEY_d: case GDK_KEY_Right: case GDK_KEY_KP_Right:
      scope_view_wander (view, g_get_monotonic_time ());
      scope_view_pan (view, width / 8);
      return TRUE;
    case GDK_KEY_0: case GDK_KEY_KP_0:
      scope_view_remember (view);
      scope_view_fit (view);
      return TRUE;
    case GDK_KEY_f:
      scope_view_remember (view);
      scope_view_fit_selection (view);
      return TRUE;
    case GDK_KEY_Home: case GDK_KEY_KP_Home:
      go_to_end (view, FALSE);
      return TRUE;
    case GDK_KEY_End: case GDK_KEY_KP_End:
      go_to_end (view, TRUE);
      return TRUE;
    default:
      return FALSE;
    }
}
