/* scope-messages-panel.c: see scope-messages-panel.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/messages/scope-messages-panel-private.h"

#include "model/trace/messages/scope-pairs.h"
#include "widgets/kit/scope-parts.h"
#include "widgets/messages/scope-message-filter-box.h"
#include "widgets/messages/scope-message-graph-page.h"
#include "widgets/messages/scope-message-matrix-page.h"
#include "widgets/messages/scope-message-times-page.h"
#include "widgets/kit/scope-tab-order.h"

#include <glib/gi18n.h>

static const char *const names[SCOPE_N_MESSAGES_MODES] = {
  [SCOPE_MESSAGES_LIST] = "list",
  [SCOPE_MESSAGES_GRAPH] = "graph",
  [SCOPE_MESSAGES_MATRIX] = "matrix",
  [SCOPE_MESSAGES_TIMES] = "over-time",
};

G_DEFINE_FINAL_TYPE (ScopeMessagesPanel, scope_messages_panel, SCOPE_TYPE_PANEL)

enum
{
  PROPERTY_MODE = 1,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

gboolean
scope_messages_panel_can_show (ScopeTrace *trace)
{
  return scope_pairs_are_there (trace, NULL);
}

/* --- what is shown: range and filter --- */

static ScopeMessageFilter
filter_of (ScopeMessagesPanel *self)
{
  ScopeMessageFilter filter = *scope_view_get_messages (self->panel.view);

  filter.pair = self->pair.pair;
  filter.pair_from_machine = self->pair.pair_from_machine;
  filter.pair_to_machine = self->pair.pair_to_machine;
  filter.pair_from = self->pair.pair_from;
  filter.pair_to = self->pair.pair_to;
  filter.pair_from_any = self->pair.pair_from_any;
  filter.pair_to_any = self->pair.pair_to_any;
  return filter;
}

static void
update_summary (ScopeMessagesPanel *self)
{
  const char *summary = NULL;

  if (self->mode == SCOPE_MESSAGES_LIST)
    summary = scope_message_list_page_get_summary (SCOPE_MESSAGE_LIST_PAGE (self->pages[SCOPE_MESSAGES_LIST]));
  else if (self->mode == SCOPE_MESSAGES_TIMES)
    summary = scope_message_times_page_get_summary (SCOPE_MESSAGE_TIMES_PAGE (self->pages[SCOPE_MESSAGES_TIMES]));
  gtk_label_set_label (GTK_LABEL (self->summary), summary != NULL ? summary : "");
  gtk_widget_set_visible (self->summary, summary != NULL);
}

static void
pass_filter (ScopeMessagesPanel *self)
{
  ScopeMessageFilter filter = filter_of (self);
  gboolean narrow = scope_message_filter_is_narrow (scope_view_get_messages (self->panel.view));

  scope_message_list_page_set_filter (SCOPE_MESSAGE_LIST_PAGE (self->pages[SCOPE_MESSAGES_LIST]), &filter);
  scope_message_times_page_set_filter (SCOPE_MESSAGE_TIMES_PAGE (self->pages[SCOPE_MESSAGES_TIMES]), &filter);
  /* TRANSLATORS: on the button that opens the filter, while it leaves something out */
  gtk_label_set_label (GTK_LABEL (self->filter_label), narrow ? _("Filter (On)") : _("Filter"));
}

void
scope_messages_panel_pass_range (ScopeMessagesPanel *self)
{
  gint64 from, to;

  if (self->panel.view == NULL || !scope_range_selector_get_range (scope_panel_get_range_selector (&self->panel), &from, &to))
    return;
  for (guint i = 0; i < SCOPE_N_MESSAGES_MODES; i++)
    scope_panel_set_range (SCOPE_PANEL (self->pages[i]), from, to);
}

/* --- a pair --- */

/* Where it narrows what is shown. */
static void
show_chip (ScopeMessagesPanel *self)
{
  gtk_widget_set_visible (self->pair_chip, self->panel.view != NULL && self->pair.pair
                                               && (self->mode == SCOPE_MESSAGES_LIST || self->mode == SCOPE_MESSAGES_TIMES));
}

static char *
end_title (ScopeMessagesPanel *self, guint32 machine, gint64 process, gboolean group)
{
  char *title;

  if (group && scope_message_groups_numbers (scope_view_get_trace (self->panel.view), machine, process, &title) != NULL)
    return title;
  return scope_party_title (scope_view_get_trace (self->panel.view), process >= 0 ? SCOPE_PARTY_PROCESS : SCOPE_PARTY_MACHINE,
                            machine, process >= 0 ? process : SCOPE_TABLE_NULL);
}

static void
show_pair (ScopeMessagesPanel *self)
{
  g_autofree char *from = NULL, *to = NULL, *text = NULL;

  show_chip (self);
  if (self->panel.view == NULL)
    return;
  if (self->pair.pair)
    {
      from = end_title (self, self->pair.pair_from_machine, self->pair.pair_from, self->pair.pair_from_any != NULL);
      to = end_title (self, self->pair.pair_to_machine, self->pair.pair_to, self->pair.pair_to_any != NULL);
      text = g_strdup_printf ("%s → %s", from, to);
      gtk_label_set_label (GTK_LABEL (self->pair_label), text);
      g_free (text);
      text = g_strdup_printf (_("Only messages from %s to %s: show all again"), from, to);
      scope_name_widget (self->pair_chip, text);
    }
  pass_filter (self);
}

void
scope_messages_panel_set_pair (ScopeMessagesPanel *self, guint32 from_machine, gint64 from, guint32 to_machine,
                               gint64 to)
{
  g_return_if_fail (SCOPE_IS_MESSAGES_PANEL (self));

  self->pair.pair = TRUE;
  self->pair.pair_from_machine = from_machine;
  self->pair.pair_to_machine = to_machine;
  self->pair.pair_from = MAX (from, -1);
  self->pair.pair_to = MAX (to, -1);
  self->pair.pair_from_any = self->pair.pair_to_any = NULL;
  show_pair (self);
}

/* What was given is the first of each. */
static void
widen_pair (ScopeMessagesPanel *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  g_autofree char *from = NULL, *to = NULL;

  self->pair.pair_from_any = scope_message_groups_numbers (trace, self->pair.pair_from_machine, self->pair.pair_from, &from);
  self->pair.pair_to_any = scope_message_groups_numbers (trace, self->pair.pair_to_machine, self->pair.pair_to, &to);
  show_pair (self);
}

void
scope_messages_panel_clear_pair (ScopeMessagesPanel *self)
{
  g_return_if_fail (SCOPE_IS_MESSAGES_PANEL (self));

  self->pair.pair = FALSE;
  show_pair (self);
}

/* --- around what is selected --- */

/* Messages are of processes and machines. */
static gboolean
selected_peer (ScopeMessagesPanel *self, gint32 *ret_machine, gint64 *ret_process)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  ScopeMachine *machine;
  ScopeLaneId lane;
  guint32 process = SCOPE_NONE;

  if (!scope_view_get_selected_lane (self->panel.view, &lane) || lane.machine >= scope_trace_n_machines (trace))
    return FALSE;
  machine = scope_trace_machine (trace, lane.machine);
  if (lane.kind == SCOPE_KIND_PROCESS)
    process = lane.index;
  else if (lane.kind == SCOPE_KIND_THREAD && lane.index < scope_machine_n_entities (machine, SCOPE_KIND_THREAD))
    process = scope_machine_entity (machine, SCOPE_KIND_THREAD, lane.index)->process;
  *ret_machine = (gint32) lane.machine;
  *ret_process = process != SCOPE_NONE && process < scope_machine_n_entities (machine, SCOPE_KIND_PROCESS)
                     ? (gint64) scope_machine_entity (machine, SCOPE_KIND_PROCESS, process)->number
                     : -1;
  return TRUE;
}

void
scope_messages_panel_set_peer (ScopeMessagesPanel *self, gint32 machine, gint64 process)
{
  ScopeMessageFilter filter = *scope_view_get_messages (self->panel.view);

  self->around_machine = filter.machine = machine;
  self->around_process = filter.process = process;
  if (!scope_message_filter_equal (&filter, scope_view_get_messages (self->panel.view)))
    scope_view_set_messages (self->panel.view, &filter);
}

void
scope_messages_panel_follow_selection (ScopeMessagesPanel *self)
{
  gint32 machine = -1;
  gint64 process = -1;

  if (self->panel.view == NULL || !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->around))
      || SCOPE_PANEL (self->pages[SCOPE_MESSAGES_LIST])->held)
    return;
  if (selected_peer (self, &machine, &process))
    scope_messages_panel_set_peer (self, machine, process);
}

void
scope_messages_panel_set_around (ScopeMessagesPanel *self, gboolean around)
{
  g_return_if_fail (SCOPE_IS_MESSAGES_PANEL (self));

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->around), around);
}

/* Somebody chose another peer in the filter: then it is not the selection's. */
static void
check_around (ScopeMessagesPanel *self)
{
  const ScopeMessageFilter *filter = scope_view_get_messages (self->panel.view);

  if (!gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->around))
      || (filter->machine == self->around_machine && filter->process == self->around_process))
    return;
  self->setting = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->around), FALSE);
  self->setting = FALSE;
}

/* --- modes --- */

const char *
scope_messages_panel_get_mode (ScopeMessagesPanel *self)
{
  return names[self->mode];
}

void
scope_messages_panel_show_mode (ScopeMessagesPanel *self, ScopeMessagesMode mode)
{
  self->mode = mode;
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->pages[mode]);
  gtk_widget_set_visible (self->end, mode == SCOPE_MESSAGES_LIST);
  show_chip (self);
  update_summary (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROPERTY_MODE]);
}

gboolean
scope_messages_panel_set_mode (ScopeMessagesPanel *self, const char *mode)
{
  for (guint i = 0; i < SCOPE_N_MESSAGES_MODES; i++)
    if (g_strcmp0 (mode, names[i]) == 0)
      {
        gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->toggles[i]), TRUE);
        return TRUE;
      }
  return FALSE;
}

GtkWidget *
scope_messages_panel_get_page (ScopeMessagesPanel *self, const char *mode)
{
  return gtk_stack_get_child_by_name (GTK_STACK (self->stack), mode);
}

static void
mode_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  scope_messages_panel_set_mode (SCOPE_MESSAGES_PANEL (widget), g_variant_get_string (parameter, NULL));
}

/* A process as the filter has it: those that are not known are no others. */
static gint64
process_of (gint64 number)
{
  return number == SCOPE_TABLE_NULL ? (gint64) SCOPE_NONE : number;
}

/* An edge, or a cell: its messages, and who received them. */
static void
pair_activated (GtkWidget *page, const ScopePair *pair, int by, ScopeMessagesPanel *self)
{
  gboolean process = by == SCOPE_PARTY_PROCESS;
  ScopeLaneId lane;

  if (self->panel.view == NULL || pair == NULL)
    return;
  scope_messages_panel_set_pair (self, pair->from_machine, process ? process_of (pair->from) : -1, pair->to_machine,
                                 process ? process_of (pair->to) : -1);
  if (SCOPE_IS_MESSAGE_GRAPH_PAGE (page) && scope_message_graph_page_is_grouped (SCOPE_MESSAGE_GRAPH_PAGE (page)))
    widen_pair (self);
  else if (scope_party_lane (scope_view_get_trace (self->panel.view), (ScopeParty) by, pair->to_machine, pair->to, &lane))
    scope_view_select_lane (self->panel.view, &lane);
  scope_messages_panel_set_mode (self, "list");
}

static void
matrix_wanted (ScopeMessagesPanel *self)
{
  scope_messages_panel_set_mode (self, "matrix");
}

/* --- the view --- */

static void
view_changed (ScopePanel *panel, guint what)
{
  ScopeMessagesPanel *self = SCOPE_MESSAGES_PANEL (panel);

  if (what & SCOPE_VIEW_SELECTION)
    scope_messages_panel_follow_selection (self);
  if (what & SCOPE_VIEW_LOOK)
    {
      check_around (self);
      pass_filter (self);
    }
}

static void
set_view (ScopePanel *panel)
{
  ScopeMessagesPanel *self = SCOPE_MESSAGES_PANEL (panel);

  self->pair.pair = FALSE;
  self->setting = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->around), FALSE);
  self->setting = FALSE;
  for (guint i = 0; i < SCOPE_N_MESSAGES_MODES; i++)
    scope_panel_set_view (SCOPE_PANEL (self->pages[i]), panel->view);
  scope_message_filter_box_set_view (SCOPE_MESSAGE_FILTER_BOX (self->filter_box), panel->view);
  show_pair (self);
  scope_messages_panel_pass_range (self);
}

static void
set_layout (ScopePanel *panel, ScopeGraphLayout *layout)
{
  scope_panel_set_layout (SCOPE_PANEL (SCOPE_MESSAGES_PANEL (panel)->pages[SCOPE_MESSAGES_GRAPH]), layout);
}

ScopeMessageListPage *
scope_messages_panel_get_list (ScopeMessagesPanel *self)
{
  return SCOPE_MESSAGE_LIST_PAGE (self->pages[SCOPE_MESSAGES_LIST]);
}

/* The menu stands beside the table, whose action it is. */
static void
sort_activated (GtkWidget *widget, const char *action, GVariant *column)
{
  ScopeMessageListPage *list = scope_messages_panel_get_list (SCOPE_MESSAGES_PANEL (widget));

  gtk_widget_activate_action_variant (GTK_WIDGET (scope_message_list_page_get_table (list)), "messages.sort", column);
}

/* --- life --- */

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_string (value, scope_messages_panel_get_mode (SCOPE_MESSAGES_PANEL (object)));
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  scope_messages_panel_set_mode (SCOPE_MESSAGES_PANEL (object), g_value_get_string (value));
}

static gboolean
scope_messages_panel_grab_focus (GtkWidget *widget)
{
  ScopeMessagesPanel *self = SCOPE_MESSAGES_PANEL (widget);

  return gtk_widget_grab_focus (self->toggles[self->mode]);
}

static void
scope_messages_panel_class_init (ScopeMessagesPanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  ScopePanelClass *panel_class = SCOPE_PANEL_CLASS (klass);

  panel_class->set_view = set_view;
  panel_class->view_changed = view_changed;
  panel_class->set_layout = set_layout;
  object_class->get_property = get_property;
  object_class->set_property = set_property;
  widget_class->grab_focus = scope_messages_panel_grab_focus;
  widget_class->focus = scope_tab_order_focus;
  properties[PROPERTY_MODE] = g_param_spec_string ("mode", NULL, NULL, names[0],
                                                   G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_install_action (widget_class, "messages-panel.mode", "s", mode_activated);
  gtk_widget_class_install_action (widget_class, "messages.sort", "i", sort_activated);
}

static void
scope_messages_panel_init (ScopeMessagesPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->stack = gtk_stack_new ();
  self->pages[SCOPE_MESSAGES_LIST] = g_object_new (SCOPE_TYPE_MESSAGE_LIST_PAGE, NULL);
  g_signal_connect_swapped (self->pages[SCOPE_MESSAGES_LIST], "updated", G_CALLBACK (update_summary), self);
  self->pages[SCOPE_MESSAGES_GRAPH] = g_object_new (SCOPE_TYPE_MESSAGE_GRAPH_PAGE, NULL);
  g_signal_connect (self->pages[SCOPE_MESSAGES_GRAPH], "pair-activated", G_CALLBACK (pair_activated), self);
  g_signal_connect_swapped (self->pages[SCOPE_MESSAGES_GRAPH], "matrix-wanted", G_CALLBACK (matrix_wanted), self);
  self->pages[SCOPE_MESSAGES_MATRIX] = g_object_new (SCOPE_TYPE_MESSAGE_MATRIX_PAGE, NULL);
  g_signal_connect (self->pages[SCOPE_MESSAGES_MATRIX], "pair-activated", G_CALLBACK (pair_activated), self);
  self->pages[SCOPE_MESSAGES_TIMES] = g_object_new (SCOPE_TYPE_MESSAGE_TIMES_PAGE, NULL);
  g_signal_connect_swapped (self->pages[SCOPE_MESSAGES_TIMES], "updated", G_CALLBACK (update_summary), self);
  for (guint i = 0; i < SCOPE_N_MESSAGES_MODES; i++)
    gtk_stack_add_named (GTK_STACK (self->stack), self->pages[i], names[i]);
  scope_messages_panel_make_bar (self);
  gtk_widget_set_vexpand (self->stack, TRUE);
  scope_add_children (box, self->bar, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), self->stack, NULL);
  gtk_widget_set_parent (box, GTK_WIDGET (self));
  scope_label_widget (GTK_WIDGET (self), _("Messages"));
}
