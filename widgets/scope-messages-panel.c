/* scope-messages-panel.c: see scope-messages-panel.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/scope-messages-panel.h"

#include "model/trace/scope-pairs.h"
#include "widgets/scope-message-filter-box.h"
#include "widgets/scope-wrap-bar.h"

#include <glib/gi18n.h>

typedef enum
{
  MODE_LIST,
  N_MODES
} Mode;

static const struct
{
  const char *name, *title, *icon, *tip;
} modes[N_MODES] = {
  [MODE_LIST] = { "list", N_("List"), "view-list-symbolic", N_("Messages one by one, streams as one row") },
};

struct _ScopeMessagesPanel
{
  GtkWidget parent_instance;

  ScopeView *view;
  ScopeMessageFilter pair; /* only these fields: what the graph or the matrix was asked for */
  Mode mode;
  gint32 around_machine;   /* what the filter was set to by Around Selection */
  gint64 around_process;
  gboolean setting;
  GtkWidget *box, *bar, *chip, *filter, *filter_label, *filter_box, *around, *pair_chip, *pair_label, *summary, *end;
  GtkWidget *stack, *toggles[N_MODES], *pages[N_MODES];
};

G_DEFINE_FINAL_TYPE (ScopeMessagesPanel, scope_messages_panel, GTK_TYPE_WIDGET)

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
  ScopeMessageFilter filter = *scope_view_get_messages (self->view);

  filter.pair = self->pair.pair;
  filter.pair_from_machine = self->pair.pair_from_machine;
  filter.pair_to_machine = self->pair.pair_to_machine;
  filter.pair_from = self->pair.pair_from;
  filter.pair_to = self->pair.pair_to;
  return filter;
}

static void
update_summary (ScopeMessagesPanel *self)
{
  const char *summary = NULL;

  if (self->mode == MODE_LIST)
    summary = scope_message_list_page_get_summary (SCOPE_MESSAGE_LIST_PAGE (self->pages[MODE_LIST]));
  gtk_label_set_label (GTK_LABEL (self->summary), summary != NULL ? summary : "");
  gtk_widget_set_visible (self->summary, summary != NULL);
}

static void
pass_filter (ScopeMessagesPanel *self)
{
  ScopeMessageFilter filter = filter_of (self);
  gboolean narrow = scope_message_filter_is_narrow (scope_view_get_messages (self->view));

  scope_message_list_page_set_filter (SCOPE_MESSAGE_LIST_PAGE (self->pages[MODE_LIST]), &filter);
  /* TRANSLATORS: on the button that opens the filter, while it leaves something out */
  gtk_label_set_label (GTK_LABEL (self->filter_label), narrow ? _("Filter (On)") : _("Filter"));
}

static void
pass_range (ScopeMessagesPanel *self)
{
  gint64 from, to;

  if (self->view == NULL || !scope_extent_chip_get_range (SCOPE_EXTENT_CHIP (self->chip), &from, &to))
    return;
  scope_message_list_page_set_range (SCOPE_MESSAGE_LIST_PAGE (self->pages[MODE_LIST]), from, to);
}

/* --- a pair --- */

static char *
end_title (ScopeMessagesPanel *self, guint32 machine, gint64 process)
{
  return scope_party_title (scope_view_get_trace (self->view), process >= 0 ? SCOPE_PARTY_PROCESS : SCOPE_PARTY_MACHINE,
                            machine, process >= 0 ? process : SCOPE_TABLE_NULL);
}

static void
show_pair (ScopeMessagesPanel *self)
{
  g_autofree char *from = NULL, *to = NULL, *text = NULL;

  gtk_widget_set_visible (self->pair_chip, self->view != NULL && self->pair.pair);
  if (self->view == NULL)
    return;
  if (self->pair.pair)
    {
      from = end_title (self, self->pair.pair_from_machine, self->pair.pair_from);
      to = end_title (self, self->pair.pair_to_machine, self->pair.pair_to);
      text = g_strdup_printf ("%s → %s", from, to);
      gtk_label_set_label (GTK_LABEL (self->pair_label), text);
      g_free (text);
      text = g_strdup_printf (_("Only messages from %s to %s: show all again"), from, to);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->pair_chip), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
      gtk_widget_set_tooltip_text (self->pair_chip, text);
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
  ScopeTrace *trace = scope_view_get_trace (self->view);
  ScopeMachine *machine;
  ScopeLaneId lane;
  guint32 process = SCOPE_NONE;

  if (!scope_view_get_selected_lane (self->view, &lane) || lane.machine >= scope_trace_n_machines (trace))
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

static void
set_peer (ScopeMessagesPanel *self, gint32 machine, gint64 process)
{
  ScopeMessageFilter filter = *scope_view_get_messages (self->view);

  self->around_machine = filter.machine = machine;
  self->around_process = filter.process = process;
  if (!scope_message_filter_equal (&filter, scope_view_get_messages (self->view)))
    scope_view_set_messages (self->view, &filter);
}

static void
follow_selection (ScopeMessagesPanel *self)
{
  gint32 machine = -1;
  gint64 process = -1;

  if (self->view == NULL || !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->around))
      || scope_message_list_page_is_leading (SCOPE_MESSAGE_LIST_PAGE (self->pages[MODE_LIST])))
    return;
  if (selected_peer (self, &machine, &process))
    set_peer (self, machine, process);
}

static void
around_toggled (GtkToggleButton *button, ScopeMessagesPanel *self)
{
  if (self->view == NULL || self->setting)
    return;
  if (gtk_toggle_button_get_active (button))
    follow_selection (self);
  else
    set_peer (self, -1, -1);
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
  const ScopeMessageFilter *filter = scope_view_get_messages (self->view);

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
  return modes[self->mode].name;
}

static void
show_mode (ScopeMessagesPanel *self, Mode mode)
{
  self->mode = mode;
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->pages[mode]);
  gtk_widget_set_visible (self->end, mode == MODE_LIST);
  update_summary (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROPERTY_MODE]);
}

gboolean
scope_messages_panel_set_mode (ScopeMessagesPanel *self, const char *mode)
{
  for (guint i = 0; i < N_MODES; i++)
    if (g_strcmp0 (mode, modes[i].name) == 0)
      {
        gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->toggles[i]), TRUE);
        return TRUE;
      }
  return FALSE;
}

static void
mode_toggled (GtkToggleButton *button, ScopeMessagesPanel *self)
{
  for (guint i = 0; i < N_MODES; i++)
    if (self->toggles[i] == GTK_WIDGET (button) && gtk_toggle_button_get_active (button) && self->mode != i)
      show_mode (self, (Mode) i);
}

static void
mode_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  scope_messages_panel_set_mode (SCOPE_MESSAGES_PANEL (widget), g_variant_get_string (parameter, NULL));
}

/* --- the view --- */

static void
view_changed (ScopeView *view, guint what, ScopeMessagesPanel *self)
{
  if (what & SCOPE_VIEW_SELECTION)
    follow_selection (self);
  if (what & SCOPE_VIEW_LOOK)
    {
      check_around (self);
      pass_filter (self);
    }
}

void
scope_messages_panel_set_view (ScopeMessagesPanel *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_MESSAGES_PANEL (self));

  if (self->view == view)
    return;
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_set_object (&self->view, view);
  self->pair.pair = FALSE;
  self->setting = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->around), FALSE);
  self->setting = FALSE;
  scope_message_list_page_set_view (SCOPE_MESSAGE_LIST_PAGE (self->pages[MODE_LIST]), view);
  scope_message_filter_box_set_view (SCOPE_MESSAGE_FILTER_BOX (self->filter_box), view);
  if (view != NULL)
    g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
  show_pair (self);
  scope_extent_chip_set_view (SCOPE_EXTENT_CHIP (self->chip), view);
  pass_range (self);
}

ScopeExtentChip *
scope_messages_panel_get_chip (ScopeMessagesPanel *self)
{
  return SCOPE_EXTENT_CHIP (self->chip);
}

ScopeMessageListPage *
scope_messages_panel_get_list (ScopeMessagesPanel *self)
{
  return SCOPE_MESSAGE_LIST_PAGE (self->pages[MODE_LIST]);
}

/* --- building --- */

static void
name_widget (GtkWidget *widget, const char *name)
{
  gtk_widget_set_tooltip_text (widget, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static GtkWidget *
make_switcher (ScopeMessagesPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (box, "linked");
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  for (guint i = 0; i < N_MODES; i++)
    {
      self->toggles[i] = gtk_toggle_button_new_with_label (_(modes[i].title));
      gtk_widget_add_css_class (self->toggles[i], "extent-chip");
      gtk_widget_set_tooltip_text (self->toggles[i], _(modes[i].tip));
      if (i > 0)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->toggles[i]), GTK_TOGGLE_BUTTON (self->toggles[0]));
      g_signal_connect (self->toggles[i], "toggled", G_CALLBACK (mode_toggled), self);
      gtk_box_append (GTK_BOX (box), self->toggles[i]);
    }
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->toggles[0]), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (box), GTK_ACCESSIBLE_PROPERTY_LABEL, _("How the messages are shown"),
                                  -1);
  return box;
}

static GtkWidget *
make_filter (ScopeMessagesPanel *self)
{
  GtkWidget *button = gtk_menu_button_new (), *popover = gtk_popover_new ();

  self->filter_label = gtk_label_new (_("Filter"));
  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), self->filter_label);
  self->filter_box = scope_message_filter_box_new ();
  gtk_popover_set_child (GTK_POPOVER (popover), self->filter_box);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_widget_set_tooltip_text (button, _("Which messages are shown, here and as lines of the timeline"));
  gtk_widget_add_css_class (button, "messages-filter");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  return button;
}

static GtkWidget *
make_pair_chip (ScopeMessagesPanel *self)
{
  GtkWidget *button = gtk_button_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);

  self->pair_label = gtk_label_new (NULL);
  gtk_box_append (GTK_BOX (box), self->pair_label);
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("window-close-symbolic"));
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "extent-chip");
  gtk_widget_add_css_class (button, "suggested-action");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (button, FALSE);
  name_widget (button, _("Show messages of all pairs again"));
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (scope_messages_panel_clear_pair), self);
  return button;
}

static void
copy_clicked (ScopeMessagesPanel *self)
{
  gtk_widget_activate_action (
      GTK_WIDGET (scope_message_list_page_get_table (SCOPE_MESSAGE_LIST_PAGE (self->pages[MODE_LIST]))),
      "messages.copy", NULL);
}

static void
save_clicked (ScopeMessagesPanel *self)
{
  gtk_widget_activate_action (
      GTK_WIDGET (scope_message_list_page_get_table (SCOPE_MESSAGE_LIST_PAGE (self->pages[MODE_LIST]))),
      "messages.save", NULL);
}

/* The menu stands beside the table, whose action it is. */
static void
sort_activated (GtkWidget *widget, const char *action, GVariant *column)
{
  ScopeMessageListPage *list = scope_messages_panel_get_list (SCOPE_MESSAGES_PANEL (widget));

  gtk_widget_activate_action_variant (GTK_WIDGET (scope_message_list_page_get_table (list)), "messages.sort", column);
}

static void
add_button (ScopeMessagesPanel *self, const char *icon, const char *name, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  name_widget (button, name);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  gtk_box_append (GTK_BOX (self->end), button);
}

static void
make_end (ScopeMessagesPanel *self)
{
  GtkWidget *sort = gtk_menu_button_new ();

  self->end = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (sort), "view-sort-descending-symbolic");
  gtk_widget_add_css_class (sort, "flat");
  name_widget (sort, _("Sort by"));
  gtk_menu_button_set_menu_model (
      GTK_MENU_BUTTON (sort),
      scope_message_table_get_sort_menu (scope_message_list_page_get_table (scope_messages_panel_get_list (self))));
  gtk_box_append (GTK_BOX (self->end), sort);
  add_button (self, "edit-copy-symbolic", _("Copy"), G_CALLBACK (copy_clicked));
  add_button (self, "document-save-symbolic", _("Save as CSV…"), G_CALLBACK (save_clicked));
  gtk_widget_set_halign (self->end, GTK_ALIGN_END);
  gtk_widget_set_valign (self->end, GTK_ALIGN_CENTER);
}

static void
make_bar (ScopeMessagesPanel *self)
{
  self->bar = scope_wrap_bar_new ();
  gtk_widget_set_margin_top (self->bar, 6);
  gtk_widget_set_margin_bottom (self->bar, 6);
  gtk_widget_set_margin_start (self->bar, 6);
  gtk_widget_set_margin_end (self->bar, 6);
  self->chip = scope_extent_chip_new ();
  scope_extent_chip_set_extent (SCOPE_EXTENT_CHIP (self->chip), SCOPE_EXTENT_VISIBLE);
  g_signal_connect_swapped (self->chip, "changed", G_CALLBACK (pass_range), self);
  self->filter = make_filter (self);
  self->around = gtk_toggle_button_new_with_label (_("Around Selection"));
  gtk_widget_add_css_class (self->around, "extent-chip");
  gtk_widget_set_valign (self->around, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (self->around,
                               _("Only messages from and to the process or machine that is selected in the timeline"));
  g_signal_connect (self->around, "toggled", G_CALLBACK (around_toggled), self);
  self->pair_chip = make_pair_chip (self);
  self->summary = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->summary), 0);
  gtk_label_set_wrap (GTK_LABEL (self->summary), TRUE);
  gtk_label_set_selectable (GTK_LABEL (self->summary), TRUE);
  gtk_widget_add_css_class (self->summary, "numeric");
  gtk_widget_add_css_class (self->summary, "sheet-summary");
  make_end (self);
  gtk_widget_set_parent (make_switcher (self), self->bar);
  gtk_widget_set_parent (self->chip, self->bar);
  gtk_widget_set_parent (self->filter, self->bar);
  gtk_widget_set_parent (self->around, self->bar);
  gtk_widget_set_parent (self->pair_chip, self->bar);
  gtk_widget_set_parent (self->summary, self->bar);
  gtk_widget_set_parent (self->end, self->bar);
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

static void
scope_messages_panel_dispose (GObject *object)
{
  ScopeMessagesPanel *self = SCOPE_MESSAGES_PANEL (object);

  if (self->box != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->chip, self);
      g_signal_handlers_disconnect_by_data (self->pages[MODE_LIST], self);
      scope_messages_panel_set_view (self, NULL);
    }
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_messages_panel_parent_class)->dispose (object);
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

  object_class->dispose = scope_messages_panel_dispose;
  object_class->get_property = get_property;
  object_class->set_property = set_property;
  widget_class->grab_focus = scope_messages_panel_grab_focus;
  properties[PROPERTY_MODE] = g_param_spec_string ("mode", NULL, NULL, modes[0].name,
                                                   G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_install_action (widget_class, "messages-panel.mode", "s", mode_activated);
  gtk_widget_class_install_action (widget_class, "messages.sort", "i", sort_activated);
}

static void
scope_messages_panel_init (ScopeMessagesPanel *self)
{
  GtkWidget *separator = gtk_separator_new (GTK_ORIENTATION_HORIZONTAL);

  self->stack = gtk_stack_new ();
  self->pages[MODE_LIST] = scope_message_list_page_new ();
  g_signal_connect_swapped (self->pages[MODE_LIST], "updated", G_CALLBACK (update_summary), self);
  for (guint i = 0; i < N_MODES; i++)
    gtk_stack_add_named (GTK_STACK (self->stack), self->pages[i], modes[i].name);
  make_bar (self);
  gtk_widget_set_vexpand (self->stack, TRUE);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), self->bar);
  gtk_box_append (GTK_BOX (self->box), separator);
  gtk_box_append (GTK_BOX (self->box), self->stack);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Messages"), -1);
}

GtkWidget *
scope_messages_panel_new (void)
{
  return g_object_new (SCOPE_TYPE_MESSAGES_PANEL, NULL);
}
