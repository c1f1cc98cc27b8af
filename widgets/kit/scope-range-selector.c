/* scope-range-selector.c: see scope-range-selector.h. Linked buttons rather than a menu: the choice is made often, and
 * which one holds must be seen without asking.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/kit/scope-range-selector.h"

#include "model/scene/draw/scope-ruler.h"
#include "model/scene/view/scope-view-calipers.h"
#include "model/scene/view/scope-view-follow.h"

#include <glib/gi18n.h>

#define N_EXTENTS 4

struct _ScopeRangeSelector
{
  GtkWidget parent_instance;

  ScopeView *view;
  GtkWidget *buttons[N_EXTENTS];
  GtkWidget *selection_label, *visible_label;
  ScopeRangeKind extent, before; /* before: what held before the selection */
  gboolean has_selection, follows, has_calipers, follows_calipers, setting;
  gboolean lively; /* it has followed a growing trace, and went to what is visible for it */
  gint64 from, to; /* as last told */
};

G_DEFINE_FINAL_TYPE (ScopeRangeSelector, scope_range_selector, GTK_TYPE_WIDGET)

static guint changed_signal;

/* --- what is selected --- */

static gboolean
get_selection (ScopeRangeSelector *self, gint64 *ret_from, gint64 *ret_to)
{
  return self->view != NULL && scope_view_get_selected_range (self->view, ret_from, ret_to) && *ret_to > *ret_from;
}

gboolean
scope_range_selector_get_range (ScopeRangeSelector *self, gint64 *ret_from, gint64 *ret_to)
{
  const ScopeViewport *viewport;

  g_return_val_if_fail (SCOPE_IS_RANGE_SELECTOR (self), FALSE);

  *ret_from = *ret_to = 0;
  if (self->view == NULL)
    return FALSE;
  viewport = scope_view_get_viewport (self->view);
  *ret_from = viewport->first;
  *ret_to = viewport->last;
  if (self->extent == SCOPE_RANGE_VISIBLE)
    {
      /* While following without the room behind the edge. */
      if (!scope_view_get_last_window (self->view, ret_from, ret_to))
        scope_viewport_get_range (viewport, ret_from, ret_to);
    }
  else if (self->extent == SCOPE_RANGE_SELECTION)
    get_selection (self, ret_from, ret_to);
  else if (self->extent == SCOPE_RANGE_CALIPERS && scope_view_get_calipers_range (self->view, ret_from, ret_to))
    return TRUE; /* exactly */
  if (*ret_to >= viewport->last && viewport->last < SCOPE_TIME_MAX)
    *ret_to = viewport->last + 1;
  return TRUE;
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
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->buttons[SCOPE_RANGE_VISIBLE]), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text != NULL ? text : _("Visible"), -1);
}

static void
update_buttons (ScopeRangeSelector *self)
{
  g_autofree char *range = NULL, *text = NULL;
  gint64 from, to;

  if (get_selection (self, &from, &to))
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
  gtk_widget_set_visible (self->buttons[SCOPE_RANGE_CALIPERS], self->has_calipers);
  self->setting = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->buttons[self->extent]), TRUE);
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
  g_signal_emit (self, changed_signal, 0);
}

/* A selection that came or went. */
static void
adopt_selection (ScopeRangeSelector *self)
{
  gint64 from, to;
  gboolean has = get_selection (self, &from, &to);

  if (has && !self->has_selection && self->follows)
    self->extent = SCOPE_RANGE_SELECTION;
  else if (!has && self->extent == SCOPE_RANGE_SELECTION)
    self->extent = self->before;
  self->has_selection = has;
}

/* Calipers that were set or removed. */
static void
adopt_calipers (ScopeRangeSelector *self)
{
  gint64 from, to;
  gboolean has = self->view != NULL && scope_view_get_calipers_range (self->view, &from, &to);

  if (has && !self->has_calipers && self->follows_calipers)
    self->extent = SCOPE_RANGE_CALIPERS;
  else if (!has && self->extent == SCOPE_RANGE_CALIPERS)
    self->extent = self->before;
  self->has_calipers = has;
}

/* A panel beside a growing trace speaks of what is seen of it, and of the whole again when it is done. */
static void
adopt_following (ScopeRangeSelector *self)
{
  gboolean lively = self->view != NULL && scope_view_get_follow (self->view) != SCOPE_FOLLOW_OFF;

  if (lively != self->lively && !self->has_selection)
    scope_range_selector_set_kind (self, lively ? SCOPE_RANGE_VISIBLE : SCOPE_RANGE_WHOLE);
  self->lively = lively;
  update_visible (self);
}

static void
view_changed (ScopeView *view, guint what, ScopeRangeSelector *self)
{
  if (what & SCOPE_VIEW_FOLLOW)
    adopt_following (self);
  if (what & SCOPE_VIEW_SELECTION)
    {
      adopt_selection (self);
      update_buttons (self);
    }
  if (what & SCOPE_VIEW_CALIPERS)
    {
      adopt_calipers (self);
      update_buttons (self);
    }
  if (what & SCOPE_VIEW_CLOCK)
    update_buttons (self);
  if (what & (SCOPE_VIEW_SELECTION | SCOPE_VIEW_CALIPERS | SCOPE_VIEW_RANGE | SCOPE_VIEW_DATA | SCOPE_VIEW_FOLLOW))
    tell (self, (what & SCOPE_VIEW_DATA) != 0);
}

void
scope_range_selector_set_view (ScopeRangeSelector *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_RANGE_SELECTOR (self));

  if (self->view == view)
    return;
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_set_object (&self->view, view);
  if (view != NULL)
    g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
  gtk_widget_set_sensitive (GTK_WIDGET (self), view != NULL);
  adopt_selection (self);
  adopt_calipers (self);
  adopt_following (self);
  update_buttons (self);
  tell (self, TRUE);
}

ScopeRangeKind
scope_range_selector_get_kind (ScopeRangeSelector *self)
{
  g_return_val_if_fail (SCOPE_IS_RANGE_SELECTOR (self), SCOPE_RANGE_WHOLE);

  return self->extent;
}

void
scope_range_selector_set_kind (ScopeRangeSelector *self, ScopeRangeKind extent)
{
  g_return_if_fail (SCOPE_IS_RANGE_SELECTOR (self));

  if (extent == self->extent || (extent == SCOPE_RANGE_SELECTION && !self->has_selection)
      || (extent == SCOPE_RANGE_CALIPERS && !self->has_calipers))
    return;
  self->extent = extent;
  if (extent != SCOPE_RANGE_SELECTION && extent != SCOPE_RANGE_CALIPERS)
    self->before = extent;
  update_buttons (self);
  tell (self, FALSE);
}

void
scope_range_selector_set_follows_selection (ScopeRangeSelector *self, gboolean follows)
{
  g_return_if_fail (SCOPE_IS_RANGE_SELECTOR (self));

  self->follows = follows;
}

void
scope_range_selector_set_follows_calipers (ScopeRangeSelector *self, gboolean follows)
{
  g_return_if_fail (SCOPE_IS_RANGE_SELECTOR (self));

  self->follows_calipers = follows;
}

static void
button_toggled (GtkToggleButton *button, ScopeRangeSelector *self)
{
  if (self->setting || !gtk_toggle_button_get_active (button))
    return;
  for (guint i = 0; i < N_EXTENTS; i++)
    if (self->buttons[i] == GTK_WIDGET (button))
      scope_range_selector_set_kind (self, (ScopeRangeKind) i);
}

/* --- life --- */

static GtkWidget *
add_button (ScopeRangeSelector *self, ScopeRangeKind extent, const char *text, const char *tip)
{
  GtkWidget *button = gtk_toggle_button_new (), *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "numeric");
  gtk_button_set_child (GTK_BUTTON (button), label);
  gtk_widget_add_css_class (button, "extent-chip");
  gtk_widget_set_tooltip_text (button, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
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
  GtkWidget *child;

  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_clear_object (&self->view);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (scope_range_selector_parent_class)->dispose (object);
}

static void
scope_range_selector_class_init (ScopeRangeSelectorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_range_selector_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_RADIO_GROUP);
  changed_signal = g_signal_new ("changed", SCOPE_TYPE_RANGE_SELECTOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
scope_range_selector_init (ScopeRangeSelector *self)
{
  gtk_widget_add_css_class (GTK_WIDGET (self), "linked");
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Extent of this panel"), -1);
  self->setting = TRUE;
  add_button (self, SCOPE_RANGE_WHOLE, _("Whole"), _("The whole trace"));
  self->visible_label = add_button (self, SCOPE_RANGE_VISIBLE, _("Visible"), _("What the timeline shows"));
  self->selection_label = add_button (self, SCOPE_RANGE_SELECTION, _("Selection"), NULL);
  add_button (self, SCOPE_RANGE_CALIPERS, _("Calipers"), _("What lies between the calipers"));
  self->setting = FALSE;
  update_buttons (self);
  gtk_widget_set_sensitive (GTK_WIDGET (self), FALSE);
}

GtkWidget *
scope_range_selector_new (void)
{
  return g_object_new (SCOPE_TYPE_RANGE_SELECTOR, NULL);
}
