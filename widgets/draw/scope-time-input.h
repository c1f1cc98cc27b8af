/* scope-time-input.h: what pointer, wheel and keys do in a chart in which time runs from left to right, the same in each:
 *
 *     left drag    select a range      click        choose what is there        double click   choose it, and zoom there
 *     middle drag  pan                 Shift+wheel  pans, Ctrl+wheel zooms      hover          says what is there
 *     keys         the chart's own, then those of scope-time-keys.h
 *
 * The time under the pointer is the view's cursor: a line there in every view of it.
 *
 * The timeline itself has more input (scope-canvas-input.c).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct
{
  /* The view that is moved, borrowed; *ret: what it shows, as wide as the plot, which begins at *ret_left of the widget. NULL: nothing is
   * shown, and input do nothing. */
  ScopeView *(*place) (gpointer owner, ScopeViewport *ret, double *ret_left);
  /* What is at a place of the widget: chosen; `zoom`: gone to. */
  void (*choose) (gpointer owner, double x, double y, gboolean zoom);
  /* The same in words; NULL: nothing is there. The caller frees them. */
  char *(*describe) (gpointer owner, double x, double y);
  /* A key without Ctrl or Alt; FALSE: it is none of the chart's own. */
  gboolean (*key) (gpointer owner, guint keyval);
  /* The wheel, by so many pixels downwards; NULL: that is left to what is around the chart. */
  void (*scroll) (gpointer owner, double pixels);
} ScopeTimeInputClass;

/* Once; `owner` keeps them as long as it lives. `klass` is static. */
void scope_time_input_add (GtkWidget *owner, const ScopeTimeInputClass *klass);

G_END_DECLS
