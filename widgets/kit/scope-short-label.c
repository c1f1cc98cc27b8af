/* scope-short-label.c: see scope-short-label.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/kit/scope-short-label.h"

#include <adwaita.h>

GtkWidget *
scope_short_label_new (const char *words)
{
  GtkWidget *squeezer = adw_squeezer_new ();

  adw_squeezer_set_homogeneous (ADW_SQUEEZER (squeezer), FALSE);
  adw_squeezer_add (ADW_SQUEEZER (squeezer), gtk_label_new (NULL));
  adw_squeezer_add (ADW_SQUEEZER (squeezer), gtk_label_new (words));
  return squeezer;
}

void
scope_short_label_set (GtkWidget *label, const char *words)
{
  GtkWidget *first = gtk_widget_get_first_child (label);

  g_return_if_fail (ADW_IS_SQUEEZER (label));

  gtk_label_set_label (GTK_LABEL (first), words != NULL ? words : gtk_label_get_label (GTK_LABEL (gtk_widget_get_next_sibling (first))));
}
