/* scope-row-ticks.c: see scope-row-ticks.h.
 *
 * Ticks are made when the list is unfolded, and again only if there are other rows: one that is ticked does not vanish below the pointer.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/timeline/scope-row-ticks.h"

#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

#define HEIGHT 220 /* of the list; the rest is scrolled */
#define INDENT 18

struct _ScopeRowTicks
{
  GtkWidget parent_instance;

  ScopeView *view;
  GtkWidget *expander, *list;
  GArray *ticks;     /* of ScopeLaneTick, as shown; NULL: none */
  gboolean adopting;
};

G_DEFINE_FINAL_TYPE (ScopeRowTicks, scope_row_ticks, GTK_TYPE_WIDGET)

static void
toggled (GtkCheckButton *check, ScopeRowTicks *self)
{
  guint i = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (check), "tick"));

  if (!self->adopting && self->view != NULL && self->ticks != NULL && i < self->ticks->len)
    scope_lane_list_set_hidden (scope_view_get_lanes (self->view), g_array_index (self->ticks, ScopeLaneTick, i).key,
                                !gtk_check_button_get_active (check));
}

static gboolean
same_rows (const GArray *a, const GArray *b)
{
  if (a == NULL || b == NULL || a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (!g_str_equal (g_array_index (a, ScopeLaneTick, i).key, g_array_index (b, ScopeLaneTick, i).key))
      return FALSE;
  return TRUE;
}

static void
add_checks (ScopeRowTicks *self)
{
  scope_drop_children (self->list);
  for (guint i = 0; self->ticks != NULL && i < self->ticks->len; i++)
    {
      const ScopeLaneTick *tick = &g_array_index (self->ticks, ScopeLaneTick, i);
      GtkWidget *check = gtk_check_button_new_with_label (tick->title);

      gtk_widget_set_margin_start (check, 6 + (int) tick->depth * INDENT);
      g_object_set_data (G_OBJECT (check), "tick", GUINT_TO_POINTER (i));
      g_signal_connect (check, "toggled", G_CALLBACK (toggled), self);
      gtk_box_append (GTK_BOX (self->list), check);
    }
}

static void
adopt (ScopeRowTicks *self)
{
  gboolean open = gtk_expander_get_expanded (GTK_EXPANDER (self->expander));
  g_autoptr (GArray) was = g_steal_pointer (&self->ticks);
  guint i = 0;

  self->ticks = self->view != NULL && open ? scope_lane_list_dup_ticks (scope_view_get_lanes (self->view)) : NULL;
  self->adopting = TRUE;
  if (!same_rows (was, self->ticks))
    add_checks (self);
  for (GtkWidget *check = gtk_widget_get_first_child (self->list); check != NULL; check = gtk_widget_get_next_sibling (check))
    gtk_check_button_set_active (GTK_CHECK_BUTTON (check), !g_array_index (self->ticks, ScopeLaneTick, i++).hidden);
  self->adopting = FALSE;
}

static void
view_changed (ScopeView *view, guint what, ScopeRowTicks *self)
{
  if ((what & SCOPE_VIEW_LANES) && self->ticks != NULL)
    adopt (self);
}

void
scope_row_ticks_set_view (ScopeRowTicks *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_ROW_TICKS (self));

  scope_keep_view (&self->view, view, G_CALLBACK (view_changed), self);
  adopt (self);
}

static void
scope_row_ticks_dispose (GObject *object)
{
  ScopeRowTicks *self = SCOPE_ROW_TICKS (object);

  if (self->expander != NULL)
    scope_row_ticks_set_view (self, NULL);
  g_clear_pointer (&self->expander, gtk_widget_unparent);
  g_clear_pointer (&self->ticks, g_array_unref);
  G_OBJECT_CLASS (scope_row_ticks_parent_class)->dispose (object);
}

static void
scope_row_ticks_class_init (ScopeRowTicksClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_row_ticks_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
scope_row_ticks_init (ScopeRowTicks *self)
{
  GtkWidget *scroller;

  self->expander = gtk_expander_new_with_mnemonic (_("_Rows Shown"));
  self->list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  scroller = scope_scroller_new (self->list);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), HEIGHT);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_expander_set_child (GTK_EXPANDER (self->expander), scroller);
  gtk_widget_set_parent (self->expander, GTK_WIDGET (self));
  g_signal_connect_object (self->expander, "notify::expanded", G_CALLBACK (adopt), self, G_CONNECT_SWAPPED);
}
