/* scope-go-with-parent.c: see scope-go-with-parent.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/kit/scope-go-with-parent.h"

/* When a window is realized no more it is closed: GTK would close it once more with its parent, which does nothing, instead of
 * forgetting the parent. */
static void
realized (GtkWindow *window)
{
  gtk_window_set_destroy_with_parent (window, TRUE);
}

static void
unrealized (GtkWindow *window)
{
  gtk_window_set_destroy_with_parent (window, FALSE);
}

void
scope_go_with_parent (GtkWindow *window)
{
  g_return_if_fail (GTK_IS_WINDOW (window));

  g_signal_connect (window, "realize", G_CALLBACK (realized), NULL);
  g_signal_connect (window, "unrealize", G_CALLBACK (unrealized), NULL);
}
