/* scope-lines-popover.c: see scope-lines-popover.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/timeline/scope-lines-popover.h"

#include "model/trace/document/scope-query-range-rows.h"
#include "widgets/messages/scope-message-filter-box.h"

#include <glib/gi18n.h>

enum
{
  SHOW,
  STREAMS,
  MIGRATIONS,
  WAKEUPS,
  N_CHECKS
};

#define ABOVE 170        /* of a window: its header, the tool bar, the popover's own edges */
#define LEAST_HEIGHT 240

struct _ScopeLinesPopover
{
  GtkPopover parent_instance;

  ScopeView *view;
  gboolean setting; /* our own change of a control */
  GtkWidget *checks[N_CHECKS];
  GtkWidget *messages_box, *filter_box;
};

G_DEFINE_FINAL_TYPE (ScopeLinesPopover, scope_lines_popover, GTK_TYPE_POPOVER)

static gboolean *
flag_of (ScopeMessageFilter *filter, guint check)
{
  gboolean *flags[N_CHECKS] = { &filter->show, &filter->streams, &filter->migrations, &filter->wakeups };

  return flags[check];
}

/* --- from the controls --- */

static void
control_changed (ScopeLinesPopover *self)
{
  ScopeMessageFilter filter;

  if (self->setting || self->view == NULL)
    return;
  filter = *scope_view_get_messages (self->view);
  for (guint i = 0; i < N_CHECKS; i++)
    *flag_of (&filter, i) = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->checks[i]));
  if (!scope_message_filter_equal (&filter, scope_view_get_messages (self->view)))
    scope_view_set_messages (self->view, &filter);
}

/* --- to the controls --- */

static void
update (ScopeLinesPopover *self)
{
  ScopeMessageFilter filter = *scope_view_get_messages (self->view);
  ScopeTrace *trace = scope_view_get_trace (self->view);
  gboolean eden = scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN;
  gboolean messages = eden || scope_trace_has_rows (trace, SCOPE_TABLE_MESSAGES);

  self->setting = TRUE;
  for (guint i = 0; i < N_CHECKS; i++)
    gtk_check_button_set_active (GTK_CHECK_BUTTON (self->checks[i]), *flag_of (&filter, i));
  gtk_widget_set_visible (self->messages_box, messages);
  gtk_widget_set_visible (self->filter_box, messages);
  gtk_widget_set_visible (self->checks[STREAMS], eden);
  gtk_widget_set_visible (self->checks[MIGRATIONS], !eden);
  gtk_widget_set_sensitive (self->checks[STREAMS], filter.show && !filter.reversed_only && !filter.unmatched_only);
  gtk_widget_set_sensitive (self->filter_box, filter.show);
  self->setting = FALSE;
}

static void
view_changed (ScopeView *view, guint what, ScopeLinesPopover *self)
{
  if (what & (SCOPE_VIEW_LOOK | SCOPE_VIEW_DATA))
    update (self);
}

void
scope_lines_popover_set_view (ScopeLinesPopover *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_LINES_POPOVER (self));

  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_set_object (&self->view, view);
  if (self->filter_box != NULL)
    scope_message_filter_box_set_view (SCOPE_MESSAGE_FILTER_BOX (self->filter_box), view);
  if (view == NULL)
    return;
  g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
  update (self);
}

char *
scope_lines_popover_dup_label (ScopeView *view)
{
  if (view == NULL || scope_trace_runtime (scope_view_get_trace (view)) != SCOPE_RUNTIME_EDEN)
    return g_strdup (_("Lines"));
  return g_strdup (scope_message_filter_is_narrow (scope_view_get_messages (view)) ? _("Messages (filtered)")
                                                                                    : _("Messages"));
}

/* --- building --- */

static GtkWidget *
add_check (ScopeLinesPopover *self, GtkWidget *box, const char *label)
{
  GtkWidget *check = gtk_check_button_new_with_mnemonic (label);

  g_signal_connect_swapped (check, "toggled", G_CALLBACK (control_changed), self);
  gtk_box_append (GTK_BOX (box), check);
  return check;
}

static void
scope_lines_popover_dispose (GObject *object)
{
  scope_lines_popover_set_view (SCOPE_LINES_POPOVER (object), NULL);
  SCOPE_LINES_POPOVER (object)->filter_box = NULL;
  G_OBJECT_CLASS (scope_lines_popover_parent_class)->dispose (object);
}

static void
scope_lines_popover_class_init (ScopeLinesPopoverClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_lines_popover_dispose;
}

/* As high as what is in it, if the window has so much room below the tool bar. */
static void
fit (GtkWidget *popover, GtkScrolledWindow *scroller)
{
  GtkRoot *root = gtk_widget_get_root (popover);

  if (root != NULL)
    gtk_scrolled_window_set_max_content_height (scroller, MAX (gtk_widget_get_height (GTK_WIDGET (root)) - ABOVE, LEAST_HEIGHT));
}

static void
scope_lines_popover_init (ScopeLinesPopover *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2), *scroller = gtk_scrolled_window_new ();

  self->messages_box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  self->filter_box = scope_message_filter_box_new ();
  self->checks[SHOW] = add_check (self, self->messages_box, _("_Messages"));
  self->checks[STREAMS] = add_check (self, self->messages_box, _("_Streams as Wedges"));
  gtk_box_append (GTK_BOX (box), self->messages_box);
  self->checks[MIGRATIONS] = add_check (self, box, _("M_igrations"));
  self->checks[WAKEUPS] = add_check (self, box, _("_Wake-Ups"));
  gtk_widget_set_tooltip_text (self->checks[MIGRATIONS], _("Threads that went from one processor to another"));
  gtk_widget_set_tooltip_text (self->checks[WAKEUPS], _("Who made whom ready to run"));
  gtk_box_append (GTK_BOX (box), self->filter_box);
  gtk_widget_set_margin_start (box, 6);
  gtk_widget_set_margin_end (box, 6);
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  g_signal_connect_object (self, "show", G_CALLBACK (fit), scroller, 0);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  gtk_popover_set_child (GTK_POPOVER (self), scroller);
}

GtkWidget *
scope_lines_popover_new (void)
{
  return g_object_new (SCOPE_TYPE_LINES_POPOVER, NULL);
}
