/* scope-panel.c: see scope-panel.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/kit/scope-panel.h"

#include "widgets/kit/scope-parts.h"

G_DEFINE_ABSTRACT_TYPE (ScopePanel, scope_panel, GTK_TYPE_WIDGET)

/* --- the question --- */

static gboolean
fill (gpointer owner, ScopeQueryRange *within, gpointer what)
{
  ScopePanel *self = owner;
  ScopePanelClass *klass = SCOPE_PANEL_GET_CLASS (self);

  if (self->view == NULL)
    return FALSE;
  if (self->chip != NULL)
    {
      if (!scope_range_selector_get_range (SCOPE_RANGE_SELECTOR (self->chip), &within->from, &within->to))
        return FALSE;
    }
  else if (self->has_range)
    {
      within->from = self->from;
      within->to = self->to;
    }
  else
    return FALSE;
  within->trace = scope_view_get_trace (self->view);
  if (klass->fill != NULL && !klass->fill (self, within, what))
    return FALSE;
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, TRUE, -1);
  return TRUE;
}

static void
show (gpointer owner, gpointer answer, const GError *error)
{
  SCOPE_PANEL_GET_CLASS (owner)->show (owner, answer, error);
}

static void
show_progress (gpointer owner, int permille)
{
  ScopePanel *self = owner;

  if (self->spinner != NULL)
    gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), permille >= 0);
  if (self->progress != NULL)
    {
      gtk_widget_set_visible (self->progress, permille >= 0);
      gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), MAX (permille, 0) / 1000.0);
    }
  if (permille < 0)
    gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, FALSE, -1);
}

void
scope_panel_ask (ScopePanel *self)
{
  if (self->view != NULL && self->question != NULL)
    scope_async_query_ask (self->question, !scope_trace_get_finished (scope_view_get_trace (self->view)));
}

void
scope_panel_renew (ScopePanel *self)
{
  if (self->view != NULL && self->question != NULL)
    scope_async_query_renew (self->question);
}

gboolean
scope_panel_is_settled (ScopePanel *self)
{
  ScopePanelClass *klass = SCOPE_PANEL_GET_CLASS (self);

  if (self->view == NULL || scope_panel_get_why_not (self) != NULL)
    return TRUE;
  if (self->question != NULL && ((self->chip == NULL && !self->has_range) || scope_async_query_is_open (self->question)))
    return FALSE;
  return klass->is_settled == NULL || klass->is_settled (self);
}

/* --- the range --- */

static void
range_changed (ScopePanel *self)
{
  if (!self->held)
    scope_panel_ask (self);
}

GtkWidget *
scope_panel_make_chip (ScopePanel *self)
{
  self->chip = g_object_new (SCOPE_TYPE_RANGE_SELECTOR, NULL);
  g_signal_connect_swapped (self->chip, "changed", G_CALLBACK (range_changed), self);
  return self->chip;
}

ScopeRangeSelector *
scope_panel_get_range_selector (ScopePanel *self)
{
  return SCOPE_RANGE_SELECTOR (self->chip);
}

void
scope_panel_set_range (ScopePanel *self, gint64 from, gint64 to)
{
  g_return_if_fail (SCOPE_IS_PANEL (self));

  if (self->held)
    return;
  self->has_range = TRUE;
  self->from = from;
  self->to = to;
  scope_panel_ask (self);
}

void
scope_panel_hold (ScopePanel *self, gboolean hold)
{
  self->held = hold;
}

/* --- the view --- */

const char *
scope_panel_get_why_not (ScopePanel *self)
{
  ScopePanelClass *klass = SCOPE_PANEL_GET_CLASS (self);

  return self->view != NULL && klass->why_not != NULL ? klass->why_not (self) : NULL;
}

static void
update_why_not (ScopePanel *self)
{
  const char *why_not;

  if (self->empty == NULL)
    return;
  why_not = scope_panel_get_why_not (self);
  gtk_label_set_label (GTK_LABEL (self->empty), why_not != NULL ? why_not : "");
  gtk_stack_set_visible_child (GTK_STACK (self->outer), why_not != NULL ? self->empty : self->content);
}

GtkWidget *
scope_panel_make_progress (ScopePanel *self, const char *name, GtkWidget *content)
{
  GtkWidget *overlay = gtk_overlay_new ();

  self->progress = scope_progress_new (name);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), content);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->progress);
  return overlay;
}

void
scope_panel_set_content (ScopePanel *self, GtkWidget *content)
{
  self->outer = gtk_stack_new ();
  self->content = content;
  self->empty = scope_message_label_new (12);
  gtk_label_set_max_width_chars (GTK_LABEL (self->empty), 60);
  gtk_widget_set_halign (self->empty, GTK_ALIGN_CENTER);
  gtk_stack_add_child (GTK_STACK (self->outer), content);
  gtk_stack_add_child (GTK_STACK (self->outer), self->empty);
  gtk_widget_set_parent (self->outer, GTK_WIDGET (self));
}

static void
view_changed (ScopeView *view, guint what, ScopePanel *self)
{
  if (what & SCOPE_VIEW_DATA)
    update_why_not (self);
  if (SCOPE_PANEL_GET_CLASS (self)->view_changed != NULL)
    SCOPE_PANEL_GET_CLASS (self)->view_changed (self, what);
}

/* Types are not ready for questions before they are made. */
static void
scope_panel_constructed (GObject *object)
{
  ScopePanelClass *klass = SCOPE_PANEL_GET_CLASS (object);

  G_OBJECT_CLASS (scope_panel_parent_class)->constructed (object);
  if (klass->query.find != NULL)
    SCOPE_PANEL (object)->question = scope_async_query_new (GTK_WIDGET (object), &klass->query);
}

void
scope_panel_set_view (ScopePanel *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_PANEL (self));

  if (self->view == view || self->gone)
    return;
  if (self->question != NULL)
    scope_async_query_cancel (self->question);
  if (self->view != NULL)
    {
      g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
      if (SCOPE_PANEL_GET_CLASS (self)->leave_view != NULL)
        SCOPE_PANEL_GET_CLASS (self)->leave_view (self);
    }
  g_set_object (&self->view, view);
  self->has_range = FALSE;
  if (view != NULL)
    g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
  if (self->chip != NULL)
    scope_range_selector_set_view (SCOPE_RANGE_SELECTOR (self->chip), view);
  if (SCOPE_PANEL_GET_CLASS (self)->set_view != NULL)
    SCOPE_PANEL_GET_CLASS (self)->set_view (self);
  update_why_not (self);
  scope_panel_ask (self);
}

void
scope_panel_set_layout (ScopePanel *self, ScopeGraphLayout *layout)
{
  if (SCOPE_PANEL_GET_CLASS (self)->set_layout != NULL)
    SCOPE_PANEL_GET_CLASS (self)->set_layout (self, layout);
}

/* --- life --- */

static void
scope_panel_map (GtkWidget *widget)
{
  ScopePanel *self = SCOPE_PANEL (widget);

  GTK_WIDGET_CLASS (scope_panel_parent_class)->map (widget);
  if (self->question != NULL && scope_async_query_is_open (self->question))
    scope_panel_ask (self);
}

/* Nothing of what is below tells the panel any more: it is being taken apart. */
static void
silence (GtkWidget *widget, ScopePanel *self)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      g_signal_handlers_disconnect_by_data (child, self);
      silence (child, self);
    }
}

static void
scope_panel_dispose (GObject *object)
{
  ScopePanel *self = SCOPE_PANEL (object);

  if (!self->gone)
    {
      silence (GTK_WIDGET (self), self);
      scope_panel_set_view (self, NULL);
    }
  self->gone = TRUE;
  g_clear_pointer (&self->question, scope_async_query_free);
  scope_drop_children (GTK_WIDGET (self));
  self->chip = self->spinner = self->progress = self->outer = self->content = self->empty = NULL;
  G_OBJECT_CLASS (scope_panel_parent_class)->dispose (object);
}

static void
scope_panel_class_init (ScopePanelClass *klass)
{
  G_OBJECT_CLASS (klass)->constructed = scope_panel_constructed;
  G_OBJECT_CLASS (klass)->dispose = scope_panel_dispose;
  GTK_WIDGET_CLASS (klass)->map = scope_panel_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  klass->query = (ScopeAsyncQueryClass) { .fill = fill, .show = show, .progress = show_progress };
}

static void
scope_panel_init (ScopePanel *self)
{
}
