/* scope-lock-canvas-input.c: what pointer, wheel and keys do to the lanes of locks, besides what they do to time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/locks/scope-lock-canvas-private.h"

#include "widgets/draw/scope-time-input.h"

static ScopeView *
place (gpointer owner, ScopeViewport *ret, double *ret_left)
{
  ScopeLockCanvas *self = owner;
  ScopeLockSceneOptions options;

  if (self->view == NULL)
    return NULL;
  scope_lock_canvas_init_options (self, &options);
  scope_lock_scene_viewport (self->view, &options, ret);
  *ret_left = options.names_width;
  return self->view;
}

static void
choose (gpointer owner, double x, double y, gboolean zoom)
{
  scope_lock_canvas_choose (owner, x, y, zoom);
}

static char *
describe (gpointer owner, double x, double y)
{
  return scope_lock_canvas_describe (owner, x, y);
}

static gboolean
press (gpointer owner, guint keyval)
{
  ScopeLockCanvas *self = owner;

  switch (keyval)
    {
    case GDK_KEY_Up: case GDK_KEY_KP_Up:
      scope_lock_canvas_choose_place (self, MAX (self->chosen - 1, 0));
      return TRUE;
    case GDK_KEY_Down: case GDK_KEY_KP_Down:
      scope_lock_canvas_choose_place (self, self->list != NULL ? MIN (self->chosen + 1, (int) self->list->sums->len - 1) : -1);
      return TRUE;
    case GDK_KEY_period:
      scope_lock_canvas_step (self, 1);
      return TRUE;
    case GDK_KEY_comma:
      scope_lock_canvas_step (self, -1);
      return TRUE;
    case GDK_KEY_Return: case GDK_KEY_KP_Enter:
      if (self->list != NULL && self->chosen >= 0)
        scope_lock_canvas_go_to (self, &g_array_index (self->list->sums, ScopeLockSum, self->chosen).longest, TRUE);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
scroll (gpointer owner, double pixels)
{
  ScopeLockCanvas *self = owner;

  gtk_adjustment_set_value (self->adjustment, gtk_adjustment_get_value (self->adjustment) + pixels);
}

static const ScopeTimeInputClass hands_class = { place, choose, describe, press, scroll };

void
scope_lock_canvas_add_input (ScopeLockCanvas *self)
{
  scope_time_input_add (GTK_WIDGET (self), &hands_class);
}
