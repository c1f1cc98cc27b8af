/* scope-calipers-bar.c: see scope-calipers-bar.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/calipers/scope-calipers-bar.h"

#include "model/scene/calipers/scope-caliper-text.h"
#include "model/scene/view/scope-view-calipers.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

struct _ScopeCalipersBar
{
  GtkWidget parent_instance;

  ScopeView *view;
  GtkWidget *entries[2], *units;
  gboolean clocked; /* cycles can be chosen */
};

G_DEFINE_FINAL_TYPE (ScopeCalipersBar, scope_calipers_bar, GTK_TYPE_WIDGET)

static ScopeCaliperUnit
unit_of (ScopeCalipersBar *self)
{
  return (ScopeCaliperUnit) MIN (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->units)), SCOPE_CALIPER_CYCLES);
}

static void
show_position (ScopeCalipersBar *self, guint which)
{
  ScopeViewCalipers calipers;
  g_autofree char *text = NULL;

  gtk_widget_remove_css_class (self->entries[which], "error");
  if (self->view != NULL && scope_view_get_calipers (self->view, &calipers))
    text = scope_caliper_text (self->view, calipers.at[which], unit_of (self));
  gtk_editable_set_text (GTK_EDITABLE (self->entries[which]), text != NULL ? text : "");
}

/* Cycles are offered where there is a clock. */
static void
update_units (ScopeCalipersBar *self)
{
  gboolean clocked = self->view != NULL && scope_caliper_period (self->view) > 0;
  ScopeCaliperUnit unit = unit_of (self);
  g_autoptr (GtkStringList) names = NULL;

  if (clocked == self->clocked)
    return;
  self->clocked = clocked;
  names = gtk_string_list_new (NULL);
  for (guint u = 0; u < (clocked ? SCOPE_CALIPER_N_UNITS : SCOPE_CALIPER_CYCLES); u++)
    gtk_string_list_append (names, scope_caliper_unit_title ((ScopeCaliperUnit) u));
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->units), G_LIST_MODEL (names));
  gtk_widget_add_css_class (self->units, "table-choice");
  gtk_widget_set_valign (self->units, GTK_ALIGN_CENTER);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->units), MIN ((guint) unit, g_list_model_get_n_items (G_LIST_MODEL (names)) - 1));
}

static void
show_positions (ScopeCalipersBar *self)
{
  update_units (self);
  for (guint i = 0; i < 2; i++)
    show_position (self, i);
}

/* Where none are yet, both are placed first. */
static void
typed (GtkEntry *entry, ScopeCalipersBar *self)
{
  guint which = GTK_WIDGET (entry) == self->entries[1];
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));
  ScopeViewCalipers calipers;
  gint64 time;

  if (self->view == NULL)
    return;
  if (!scope_caliper_parse (self->view, text, unit_of (self), &time))
    {
      gtk_widget_add_css_class (GTK_WIDGET (entry), "error");
      gtk_widget_error_bell (GTK_WIDGET (entry));
      return;
    }
  if (!scope_view_get_calipers (self->view, &calipers))
    scope_view_place_calipers (self->view);
  scope_view_move_caliper (self->view, which, time);
  scope_view_show_time (self->view, time);
  show_position (self, which);
}

static void
view_changed (ScopeView *view, guint what, ScopeCalipersBar *self)
{
  if (what & (SCOPE_VIEW_CALIPERS | SCOPE_VIEW_DATA))
    show_positions (self);
}

void
scope_calipers_bar_set_view (ScopeCalipersBar *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_CALIPERS_BAR (self));

  scope_keep_view (&self->view, view, G_CALLBACK (view_changed), self);
  show_positions (self);
}

/* --- life --- */

static void
scope_calipers_bar_dispose (GObject *object)
{
  if (SCOPE_CALIPERS_BAR (object)->view != NULL)
    {
      g_signal_handlers_disconnect_by_func (SCOPE_CALIPERS_BAR (object)->view, view_changed, object);
      g_clear_object (&SCOPE_CALIPERS_BAR (object)->view);
    }
  scope_drop_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (scope_calipers_bar_parent_class)->dispose (object);
}

static void
scope_calipers_bar_class_init (ScopeCalipersBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_calipers_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static void
scope_calipers_bar_init (ScopeCalipersBar *self)
{
  const char *titles[] = { C_ ("caliper", "First"), C_ ("caliper", "Second") }, *names[] = { _("Position of the first caliper"), _("Position of the second caliper") };
  const char *units[] = { scope_caliper_unit_title (SCOPE_CALIPER_PS), scope_caliper_unit_title (SCOPE_CALIPER_NS), NULL };

  gtk_widget_add_css_class (GTK_WIDGET (self), "panel-bar");
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))), 6);
  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *label = gtk_label_new (titles[i]);

      gtk_widget_add_css_class (label, "dim-label");
      gtk_widget_set_parent (label, GTK_WIDGET (self));
      self->entries[i] = gtk_entry_new ();
      gtk_editable_set_width_chars (GTK_EDITABLE (self->entries[i]), 14);
      gtk_widget_add_css_class (self->entries[i], "numeric");
      gtk_widget_set_valign (self->entries[i], GTK_ALIGN_CENTER);
      gtk_widget_set_tooltip_text (self->entries[i], _("Type a position: 1,234,500 ps, 1.2345 µs, 2,469 cycles"));
      scope_label_widget (self->entries[i], names[i]);
      g_signal_connect_object (self->entries[i], "activate", G_CALLBACK (typed), self, 0);
      gtk_widget_set_parent (self->entries[i], GTK_WIDGET (self));
    }
  self->units = gtk_drop_down_new_from_strings (units);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->units), SCOPE_CALIPER_NS);
  scope_label_widget (self->units, _("Unit of the positions"));
  g_signal_connect_object (self->units, "notify::selected", G_CALLBACK (show_positions), self, G_CONNECT_SWAPPED);
  gtk_widget_set_parent (self->units, GTK_WIDGET (self));
}
