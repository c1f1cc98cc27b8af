/* scope-choice-popover.c: see scope-choice-popover.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/timeline/scope-choice-popover.h"

#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

#define ABOVE 170 /* of a window: its header, the tool bar, the popover's own edges */
#define LEAST_HEIGHT 240

struct _ScopeChoicePopover
{
  GtkPopover parent_instance;

  ScopeView *view;
  gboolean setting; /* our own change of a check */
  const ScopeChoice *choices;
  guint n;
  GtkWidget *box, **checks, *extra;
  void (*update_extra) (GtkWidget *extra, ScopeView *view);
};

G_DEFINE_FINAL_TYPE (ScopeChoicePopover, scope_choice_popover, GTK_TYPE_POPOVER)

/* --- from the checks --- */

static void
set_flag (ScopeView *view, gsize place, gboolean active)
{
  ScopeMessageFilter filter = *scope_view_get_messages (view);

  if (G_STRUCT_MEMBER (gboolean, &filter, place) == active)
    return;
  G_STRUCT_MEMBER (gboolean, &filter, place) = active;
  scope_view_set_messages (view, &filter);
}

static void
toggled (GtkCheckButton *check, ScopeChoicePopover *self)
{
  const ScopeChoice *choice = g_object_get_data (G_OBJECT (check), "choice");
  gboolean active = gtk_check_button_get_active (check);
  gint64 bits;

  if (self->setting || self->view == NULL)
    return;
  if (choice->kind == SCOPE_CHOICE_FLAG)
    set_flag (self->view, choice->value, active);
  else if (choice->kind == SCOPE_CHOICE_BITS)
    {
      bits = scope_look_get (scope_view_get_look (self->view), choice->field);
      scope_view_set_look (self->view, choice->field, active ? bits | (gint64) choice->value : bits & ~(gint64) choice->value);
    }
  else if (active)
    scope_view_set_look (self->view, choice->field, (gint64) choice->value);
}

/* --- to the checks --- */

static gboolean
is_chosen (ScopeView *view, const ScopeChoice *choice)
{
  gint64 now = scope_look_get (scope_view_get_look (view), choice->field);

  if (choice->kind == SCOPE_CHOICE_FLAG)
    return G_STRUCT_MEMBER (gboolean, scope_view_get_messages (view), choice->value);
  return choice->kind == SCOPE_CHOICE_BITS ? (now & (gint64) choice->value) != 0 : now == (gint64) choice->value;
}

static void
update (ScopeChoicePopover *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->view);

  self->setting = TRUE;
  for (guint i = 0; i < self->n; i++)
    {
      const ScopeChoice *choice = &self->choices[i];

      gtk_check_button_set_active (GTK_CHECK_BUTTON (self->checks[i]), is_chosen (self->view, choice));
      if (choice->is_there != NULL)
        gtk_widget_set_visible (self->checks[i], choice->is_there (trace, choice->table));
      if (choice->is_of_use != NULL)
        gtk_widget_set_sensitive (self->checks[i], choice->is_of_use (self->view));
    }
  self->setting = FALSE;
}

static void
view_changed (ScopeView *view, guint what, ScopeChoicePopover *self)
{
  if (!(what & (SCOPE_VIEW_LOOK | SCOPE_VIEW_DATA)))
    return;
  update (self);
  if (self->extra != NULL)
    self->update_extra (self->extra, view);
}

void
scope_choice_popover_set_view (ScopeChoicePopover *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_CHOICE_POPOVER (self));

  scope_keep_view (&self->view, view, G_CALLBACK (view_changed), self);
  if (self->extra != NULL)
    self->update_extra (self->extra, view);
  if (view == NULL)
    return;
  update (self);
}

ScopeView *
scope_choice_popover_get_view (ScopeChoicePopover *self)
{
  return self->view;
}

GtkWidget *
scope_choice_popover_get_check (ScopeChoicePopover *self, guint row)
{
  return self->checks[row];
}

/* --- building --- */

static void
add_heading (ScopeChoicePopover *self, const char *text, const char *style)
{
  GtkWidget *label = scope_label_new (text, SCOPE_LABEL_START, NULL);

  gtk_widget_add_css_class (label, style);
  if (g_str_equal (style, "caption-heading"))
    {
      gtk_widget_add_css_class (label, "dim-label");
      gtk_widget_set_margin_top (label, 6);
    }
  gtk_box_append (GTK_BOX (self->box), label);
}

static void
add_check (ScopeChoicePopover *self, guint i, const char *heading)
{
  const ScopeChoice *choice = &self->choices[i];
  GtkWidget *check = self->checks[i] = gtk_check_button_new_with_mnemonic (_(choice->label));

  if (choice->heading != NULL)
    add_heading (self, _(choice->heading), heading);
  if (choice->kind == SCOPE_CHOICE_ONE && i > 0 && choice[-1].kind == SCOPE_CHOICE_ONE && choice[-1].field == choice->field)
    gtk_check_button_set_group (GTK_CHECK_BUTTON (check), GTK_CHECK_BUTTON (self->checks[i - 1]));
  if (choice->tip != NULL)
    gtk_widget_set_tooltip_text (check, _(choice->tip));
  g_object_set_data (G_OBJECT (check), "choice", (gpointer) choice);
  g_signal_connect (check, "toggled", G_CALLBACK (toggled), self);
  gtk_box_append (GTK_BOX (self->box), check);
}

/* As high as what is in it, if the window has so much room below the tool bar. */
static void
fit (GtkWidget *popover, GtkScrolledWindow *scroller)
{
  GtkRoot *root = gtk_widget_get_root (popover);

  if (root != NULL)
    gtk_scrolled_window_set_max_content_height (scroller, MAX (gtk_widget_get_height (GTK_WIDGET (root)) - ABOVE, LEAST_HEIGHT));
}

void
scope_choice_popover_add (ScopeChoicePopover *self, GtkWidget *extra, void (*update_extra) (GtkWidget *extra, ScopeView *view))
{
  g_autoptr (GtkWidget) box = g_object_ref (self->box);
  GtkWidget *scroller = scope_scroller_new (NULL);

  self->extra = extra;
  self->update_extra = update_extra;
  gtk_box_append (GTK_BOX (box), extra);
  gtk_popover_set_child (GTK_POPOVER (self), NULL);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  g_signal_connect_object (self, "show", G_CALLBACK (fit), scroller, 0);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  gtk_popover_set_child (GTK_POPOVER (self), scroller);
}

static void
scope_choice_popover_dispose (GObject *object)
{
  scope_choice_popover_set_view (SCOPE_CHOICE_POPOVER (object), NULL);
  SCOPE_CHOICE_POPOVER (object)->extra = NULL;
  G_OBJECT_CLASS (scope_choice_popover_parent_class)->dispose (object);
}

static void
scope_choice_popover_finalize (GObject *object)
{
  g_free (SCOPE_CHOICE_POPOVER (object)->checks);
  G_OBJECT_CLASS (scope_choice_popover_parent_class)->finalize (object);
}

static void
scope_choice_popover_class_init (ScopeChoicePopoverClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_choice_popover_dispose;
  G_OBJECT_CLASS (klass)->finalize = scope_choice_popover_finalize;
}

static void
scope_choice_popover_init (ScopeChoicePopover *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  scope_set_margins (self->box, 6, 6);
  gtk_popover_set_child (GTK_POPOVER (self), self->box);
}

GtkWidget *
scope_choice_popover_new (const ScopeChoice *choices, guint n, const char *heading)
{
  ScopeChoicePopover *self = g_object_new (SCOPE_TYPE_CHOICE_POPOVER, NULL);

  self->choices = choices;
  self->n = n;
  self->checks = g_new0 (GtkWidget *, n);
  for (guint i = 0; i < n; i++)
    add_check (self, i, heading);
  return GTK_WIDGET (self);
}
