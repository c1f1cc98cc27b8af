/* scope-range-selector.c: see scope-range-selector.h. Linked buttons rather than a menu: the choice is made often, and
 * which one holds must be seen without asking.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/kit/scope-range-selector.h"

#include "model/scene/view/scope-view-calipers.h"
#include "model/scene/view/scope-view-follow.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

struct _ScopeRangeSelector
{
  GtkWidget parent_instance;

  ScopeView *view;
  GtkWidget *buttons[SCOPE_N_RANGES];
  GtkWidget *selection_label, *visible_label;
  gboolean setting;
  gint64 from, to; /* as last told */
};

G_DEFINE_FINAL_TYPE (ScopeRangeSelector, scope_range_selector, GTK_TYPE_WIDGET)

gboolean
scope_range_selector_get_range (ScopeRangeSelector *self, gint64 *ret_from, gint64 *ret_to)
{
  g_return_val_if_fail (SCOPE_IS_RANGE_SELECTOR (self), FALSE);

  *ret_from = *ret_to = 0;
  if (self->view != NULL)
    scope_view_get_extent_range (self->view, ret_from, ret_to);
  return self->view != NULL;
}

/* --- what is shown --- */

/* What is visible has a name of its own while it is the end of a growing trace. */
static void
update_visible (ScopeRangeSelector *self)
{
  g_autofree char *text = NULL, *length = NULL;
  gint64 from, to;

  if (self->view != NULL && scope_view_get_last_window (self->view, &from, &to))
    {
      length = scope_view_dup_window_words (self->view);
      /* TRANSLATORS: “Last 10 s” */
      text = g_strdup_printf (_("Last %s"), length);
    }
  gtk_label_set_label (GTK_LABEL (self->visible_label), text != NULL ? text : _("Visible"));
  scope_label_widget (self->buttons[SCOPE_RANGE_VISIBLE], text != NULL ? text : _("Visible"));
}

static void
update_buttons (ScopeRangeSelector *self)
{
  g_autofree char *range = NULL, *text = NULL;
  gboolean has_calipers;
  gint64 from, to;

  if (self->view != NULL && scope_view_get_extent_selection (self->view, &from, &to))
    {
      ScopeClock clock = scope_view_get_clock (self->view);

      range = scope_clock_range (&clock, (double) from, (double) to);
      /* TRANSLATORS: “Selection 1.20–1.85 s” */
      text = g_strdup_printf (_("Selection %s"), range);
    }
  gtk_label_set_label (GTK_LABEL (self->selection_label), text != NULL ? text : _("Selection"));
  /* Times may be cut, not the word alone. */
  gtk_label_set_ellipsize (GTK_LABEL (self->selection_label), text != NULL ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
  gtk_widget_set_tooltip_text (self->buttons[SCOPE_RANGE_SELECTION],
                               text != NULL ? text : _("Drag in the timeline to select a range"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->buttons[SCOPE_RANGE_SELECTION]),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, text != NULL ? text : _("Selection"), -1);
  gtk_widget_set_sensitive (self->buttons[SCOPE_RANGE_SELECTION], text != NULL);
  has_calipers = self->view != NULL && scope_view_get_calipers_range (self->view, &from, &to);
  gtk_widget_set_visible (self->buttons[SCOPE_RANGE_CALIPERS], has_calipers);
  self->setting = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->buttons[scope_range_selector_get_kind (self)]), TRUE);
  self->setting = FALSE;
}

static void
tell (ScopeRangeSelector *self, gboolean grown)
{
  gint64 from, to;

  scope_range_selector_get_range (self, &from, &to);
  if (from == self->from && to == self->to && !grown)
    return;
  self->from = from;
  self->to = to;
  g_signal_emit_by_name (self, "changed");
}

static void
view_changed (ScopeView *view, guint what, ScopeRangeSelector *self)
{
  if (what & SCOPE_VIEW_FOLLOW)
    update_visible (self);
  if (what & (SCOPE_VIEW_SELECTION | SCOPE_VIEW_CALIPERS | SCOPE_VIEW_CLOCK | SCOPE_VIEW_EXTENT))
    update_buttons (self);
  if (what & (SCOPE_VIEW_EXTENT | SCOPE_VIEW_CALIPERS | SCOPE_VIEW_RANGE | SCOPE_VIEW_DATA | SCOPE_VIEW_FOLLOW))
    tell (self, (what & SCOPE_VIEW_DATA) != 0);
}

void
scope_range_selector_set_view (ScopeRangeSelector *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_RANGE_SELECTOR (self));

  if (self->view == view)
    return;
  scope_keep_view (&self->view, view, G_CALLBACK (view_changed), self);
  gtk_widget_set_sensitive (GTK_WIDGET (self), view != NULL);
  update_visible (self);
  update_buttons (self);
  tell (self, TRUE);
}

ScopeRangeKind
scope_range_selector_get_kind (ScopeRangeSelector *self)
{
  g_return_val_if_fail (SCOPE_IS_RANGE_SELECTOR (self), SCOPE_RANGE_WHOLE);

  return self->view != NULL ? scope_view_get_extent (self->view) : SCOPE_RANGE_WHOLE;
}

void
scope_range_selector_set_kind (ScopeRangeSelector *self, ScopeRangeKind extent)
{
  g_return_if_fail (SCOPE_IS_RANGE_SELECTOR (self));

  if (self->view == NULL)
    return;
  scope_view_set_extent (self->view, extent);
  update_buttons (self); /* one that was not taken is not the one that is pressed */
}

static void
button_toggled (GtkToggleButton *button, ScopeRangeSelector *self)
{
  if (self->setting || !gtk_toggle_button_get_active (button))
    return;
  for (guint i = 0; i < SCOPE_N_RANGES; i++)
    if (self->buttons[i] == GTK_WIDGET (button))
      scope_range_selector_set_kind (self, (ScopeRangeKind) i);
}

/* --- life --- */

static GtkWidget *
add_button (ScopeRangeSelector *self, ScopeRangeKind extent, const char *text, const char *tip)
{
  GtkWidget *button = gtk_toggle_button_new (), *label = scope_label_new (text, 0, "numeric");

  gtk_button_set_child (GTK_BUTTON (button), label);
  gtk_widget_add_css_class (button, "extent-chip");
  gtk_widget_set_tooltip_text (button, tip);
  scope_label_widget (button, text);
  if (extent != SCOPE_RANGE_WHOLE)
    gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), GTK_TOGGLE_BUTTON (self->buttons[SCOPE_RANGE_WHOLE]));
  g_signal_connect (button, "toggled", G_CALLBACK (button_toggled), self);
  self->buttons[extent] = button;
  gtk_widget_set_parent (button, GTK_WIDGET (self));
  return label;
}

static void
scope_range_selector_dispose (GObject *object)
{
  ScopeRangeSelector *self = SCOPE_RANGE_SELECTOR (object);

  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_clear_object (&self->view);
  scope_drop_children (GTK_WIDGET (self));
  G_OBJECT_CLASS (scope_range_selector_parent_class)->dispose (object);
}

static void
scope_range_selector_class_init (ScopeRangeSelectorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_range_selector_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_RADIO_GROUP);
  scope_add_signal (klass, "changed", 0);
}

static void
scope_range_selector_init (ScopeRangeSelector *self)
{
  gtk_widget_add_css_class (GTK_WIDGET (self), "linked");
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  scope_label_widget (GTK_WIDGET (self), _("Extent of this panel"));
  self->setting = TRUE;
  add_button (self, SCOPE_RANGE_WHOLE, _("Whole"), _("The whole trace"));
  self->visible_label = add_button (self, SCOPE_RANGE_VISIBLE, _("Visible"), _("What the timeline shows"));
  self->selection_label = add_button (self, SCOPE_RANGE_SELECTION, _("Selection"), NULL);
  add_button (self, SCOPE_RANGE_CALIPERS, _("Calipers"), _("What lies between the calipers"));
  self->setting = FALSE;
  update_buttons (self);
  gtk_widget_set_sensitive (GTK_WIDGET (self), FALSE);
}
