/* scope-row-filter-popover.c: see scope-row-filter-popover.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/timeline/scope-row-filter-popover.h"

#include "model/base/scope-format.h"
#include "model/scene/view/scope-go-to.h"
#include "widgets/kit/scope-parts.h"
#include "widgets/timeline/scope-row-ticks.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define TYPING_MS 250

struct _ScopeRowFilterPopover
{
  GtkPopover parent_instance;

  ScopeView *view;
  gboolean adopting; /* the widgets follow the view: that is no choice */
  guint typing;
  GtkWidget *box;
  GtkWidget *text, *regex, *state, *share, *life, *problem;
  GtkWidget *sort, *height, *group, *absent;
  GtkWidget *hidden, *reset, *ticks;
};

G_DEFINE_FINAL_TYPE (ScopeRowFilterPopover, scope_row_filter_popover, GTK_TYPE_POPOVER)

/* --- choices to the view --- */

/* FALSE: what is written there is no duration. */
static gboolean
read_life (ScopeRowFilterPopover *self, gint64 *ret_ticks)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->life));
  double ticks = 0;
  gboolean fine = text[0] == '\0'
                  || (scope_go_to_parse_time (text, scope_trace_tick_ps (scope_view_get_trace (self->view)), &ticks)
                      && ticks >= 0 && ticks < 9e18);

  *ret_ticks = (gint64) ticks;
  return fine;
}

static void
mark (GtkWidget *entry, gboolean fine)
{
  if (fine)
    {
      gtk_widget_remove_css_class (entry, "error");
      gtk_accessible_reset_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID);
      return;
    }
  gtk_widget_add_css_class (entry, "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE, -1);
}

static void
apply (ScopeRowFilterPopover *self)
{
  ScopeLaneFilter filter;
  g_autoptr (GError) error = NULL;
  guint state = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->state));
  gboolean fine;

  g_clear_handle_id (&self->typing, g_source_remove);
  if (self->view == NULL || self->adopting)
    return;
  scope_lane_filter_init (&filter);
  filter.text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->text)));
  filter.regex = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->regex));
  filter.state = state > 0 && state != GTK_INVALID_LIST_POSITION ? (int) state - 1 : -1;
  filter.share = gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->share)) / 100;
  filter.group = gtk_switch_get_active (GTK_SWITCH (self->group));
  filter.hide_absent = gtk_switch_get_active (GTK_SWITCH (self->absent));
  gtk_widget_set_sensitive (self->share, filter.state >= 0);
  mark (self->life, read_life (self, &filter.life));
  fine = scope_lane_filter_check (&filter, &error);
  mark (self->text, fine);
  gtk_label_set_label (GTK_LABEL (self->problem), fine ? "" : error->message);
  gtk_widget_set_visible (self->problem, !fine);
  if (fine)
    scope_lane_list_set_filter (scope_view_get_lanes (self->view), &filter);
  gtk_widget_set_sensitive (self->reset, scope_lane_filter_is_active (&filter));
  scope_lane_filter_clear (&filter);
}

static gboolean
typed_enough (gpointer data)
{
  ScopeRowFilterPopover *self = data;

  self->typing = 0;
  apply (self);
  return G_SOURCE_REMOVE;
}

static void
typed (ScopeRowFilterPopover *self)
{
  g_clear_handle_id (&self->typing, g_source_remove);
  if (!self->adopting)
    self->typing = g_timeout_add (TYPING_MS, typed_enough, self);
}

static void
sort_chosen (ScopeRowFilterPopover *self)
{
  if (self->view != NULL && !self->adopting)
    scope_lane_list_set_sort (scope_view_get_lanes (self->view),
                              (ScopeSort) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->sort)));
}

static void
height_chosen (ScopeRowFilterPopover *self)
{
  if (self->view != NULL && !self->adopting)
    scope_view_set_look (self->view, SCOPE_LOOK_HEIGHT, (ScopeHeight) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->height)));
}

static void
reset (ScopeRowFilterPopover *self)
{
  ScopeLaneFilter filter;

  scope_lane_filter_init (&filter);
  filter.group = gtk_switch_get_active (GTK_SWITCH (self->group));
  filter.hide_absent = gtk_switch_get_active (GTK_SWITCH (self->absent));
  scope_lane_list_set_filter (scope_view_get_lanes (self->view), &filter);
  scope_lane_filter_clear (&filter);
  gtk_widget_grab_focus (self->text);
}

/* --- the view's state to the widgets --- */

static void
set_text (GtkWidget *entry, const char *text)
{
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (entry)), text != NULL ? text : "") != 0)
    gtk_editable_set_text (GTK_EDITABLE (entry), text != NULL ? text : "");
}

/* What was typed stays as it was typed while it means the same; what a session or another view brought is written exactly, since
 * the next choice is made with what is written there. */
static void
adopt_life (ScopeRowFilterPopover *self, gint64 life)
{
  gint64 tick_ps = scope_trace_tick_ps (scope_view_get_trace (self->view)), typed = 0;
  double ns = (double) life * (double) tick_ps / 1000;
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *text = NULL;
  guint unit = scope_format_unit (ns);

  if (self->typing != 0 || gtk_widget_has_css_class (self->life, "error") || (read_life (self, &typed) && typed == life))
    return;
  g_ascii_formatd (number, sizeof number, "%.15g", ns / scope_format_unit_ns (unit));
  text = g_strdup_printf ("%s %s", number, scope_format_unit_name (unit));
  set_text (self->life, life > 0 ? text : "");
}

static void
adopt_hidden (ScopeRowFilterPopover *self, ScopeLaneList *lanes)
{
  g_autofree char *count = scope_format_count (scope_lane_list_n_hidden (lanes));
  g_autofree char *label = g_strdup_printf (_("Show _Hidden Rows (%s)"), count);

  gtk_button_set_label (GTK_BUTTON (self->hidden), label);
  gtk_widget_set_visible (self->hidden, scope_lane_list_n_hidden (lanes) > 0);
}

/* What a person is typing is left alone: the filter follows it, not the other way round. */
static void
adopt (ScopeRowFilterPopover *self)
{
  ScopeLaneList *lanes;
  const ScopeLaneFilter *filter;

  if (self->view == NULL || self->typing != 0)
    return;
  lanes = scope_view_get_lanes (self->view);
  filter = scope_lane_list_get_filter (lanes);
  self->adopting = TRUE;
  if (self->typing == 0 && !gtk_widget_has_css_class (self->text, "error")) /* rows change while a trace is read: typing goes on */
    set_text (self->text, filter->text);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->regex), filter->regex);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->state), (guint) (filter->state + 1));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->share), filter->share * 100);
  gtk_widget_set_sensitive (self->share, filter->state >= 0);
  adopt_life (self, filter->life);
  gtk_switch_set_active (GTK_SWITCH (self->group), filter->group);
  gtk_switch_set_active (GTK_SWITCH (self->absent), filter->hide_absent);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->sort), scope_lane_list_get_sort (lanes));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->height), scope_view_get_look (self->view)->height);
  gtk_widget_set_sensitive (self->reset, scope_lane_filter_is_active (filter));
  adopt_hidden (self, lanes);
  self->adopting = FALSE;
}

static void
view_changed (ScopeView *view, guint what, ScopeRowFilterPopover *self)
{
  if (what & (SCOPE_VIEW_LANES | SCOPE_VIEW_LOOK))
    adopt (self);
}

/* In the runtime's words. */
static void
adopt_states (ScopeRowFilterPopover *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->view);
  g_autoptr (GtkStringList) words = gtk_string_list_new (NULL);

  gtk_string_list_append (words, _("Any State"));
  for (guint s = 0; s + 1 < SCOPE_N_STATES; s++)
    gtk_string_list_append (words, scope_trace_state_label (trace, (ScopeState) s));
  self->adopting = TRUE;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->state), G_LIST_MODEL (words));
  self->adopting = FALSE;
}

void
scope_row_filter_popover_set_view (ScopeRowFilterPopover *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_ROW_FILTER_POPOVER (self));

  g_clear_handle_id (&self->typing, g_source_remove);
  scope_keep_view (&self->view, view, G_CALLBACK (view_changed), self);
  scope_row_ticks_set_view (SCOPE_ROW_TICKS (self->ticks), view);
  gtk_widget_set_sensitive (self->box, view != NULL);
  if (view == NULL)
    return;
  adopt_states (self);
  adopt (self);
}

char *
scope_row_filter_popover_dup_summary (ScopeRowFilterPopover *self)
{
  const ScopeLaneFilter *filter;

  if (self->view == NULL)
    return NULL;
  filter = scope_lane_list_get_filter (scope_view_get_lanes (self->view));
  if (!scope_lane_filter_is_active (filter))
    return NULL;
  return scope_lane_filter_has_text (filter) ? g_strdup_printf (_("Only “%s”"), filter->text)
                                             : g_strdup (_("Filtered"));
}

/* --- building --- */

static GtkWidget *
add_row (GtkWidget *list, const char *title, const char *subtitle, GtkWidget *control)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  if (subtitle != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), control);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), control);
  gtk_list_box_append (GTK_LIST_BOX (list), row);
  scope_label_widget (control, title);
  return row;
}

static GtkWidget *
new_list (void)
{
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  return list;
}

static void
build_text (ScopeRowFilterPopover *self)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->text = gtk_search_entry_new ();
  g_object_set (self->text, "placeholder-text", _("Name or label"), NULL);
  gtk_widget_set_hexpand (self->text, TRUE);
  scope_label_widget (self->text, _("Only rows with this in their name or label"));
  self->regex = gtk_toggle_button_new_with_label (".*");
  gtk_widget_set_tooltip_text (self->regex, _("Regular Expression"));
  scope_label_widget (self->regex, _("Regular expression"));
  self->problem = scope_label_new (NULL, SCOPE_LABEL_START | SCOPE_LABEL_WRAP, "error");
  gtk_label_set_max_width_chars (GTK_LABEL (self->problem), 40); /* else it widens the popover while one types */
  gtk_widget_set_visible (self->problem, FALSE);
  scope_add_children (line, self->text, self->regex, NULL);
  scope_add_children (self->box, line, self->problem, NULL);
  g_signal_connect_swapped (self->text, "changed", G_CALLBACK (typed), self);
  g_signal_connect_swapped (self->text, "stop-search", G_CALLBACK (gtk_popover_popdown), self);
  g_signal_connect_swapped (self->regex, "toggled", G_CALLBACK (apply), self);
}

static void
build_conditions (ScopeRowFilterPopover *self)
{
  GtkWidget *list = new_list (), *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *percent = gtk_label_new ("%"), *row;

  self->state = gtk_drop_down_new (NULL, NULL);
  self->share = gtk_spin_button_new_with_range (0, 100, 5);
  self->life = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->life), _("any, or 5 ms"));
  gtk_editable_set_width_chars (GTK_EDITABLE (self->life), 12);
  scope_add_children (line, self->state, self->share, percent, NULL);
  row = add_row (list, _("At Least"), _("Of the visible time"), line);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), self->state);
  scope_label_widget (self->state, _("State that takes at least this share of the visible time"));
  scope_label_widget (self->share, _("Least share in per cent"));
  add_row (list, _("Lifetime at Least"), NULL, self->life);
  gtk_box_append (GTK_BOX (self->box), list);
  g_signal_connect_swapped (self->state, "notify::selected", G_CALLBACK (apply), self);
  g_signal_connect_swapped (self->share, "value-changed", G_CALLBACK (typed), self);
  g_signal_connect_swapped (self->life, "changed", G_CALLBACK (typed), self);
}

static void
build_order (ScopeRowFilterPopover *self)
{
  const char *const sorts[] = { _("Automatic"), _("Number"), _("Start"), _("Running Time"), _("Waiting Time"), NULL };
  const char *const heights[] = { _("Comfortable"), _("Compact"), _("Dense"), _("Automatic"), NULL };
  GtkWidget *list = new_list ();

  self->sort = gtk_drop_down_new_from_strings (sorts);
  self->height = gtk_drop_down_new_from_strings (heights);
  self->group = gtk_switch_new ();
  self->absent = gtk_switch_new ();
  add_row (list, _("Sort By"), NULL, self->sort);
  add_row (list, _("Row Height"), NULL, self->height);
  add_row (list, _("Group Threads by Label"), NULL, self->group);
  add_row (list, _("Hide Rows Not Alive in View"), _("In groups of more than 20"), self->absent);
  gtk_box_append (GTK_BOX (self->box), list);
  g_signal_connect_swapped (self->sort, "notify::selected", G_CALLBACK (sort_chosen), self);
  g_signal_connect_swapped (self->height, "notify::selected", G_CALLBACK (height_chosen), self);
  g_signal_connect_swapped (self->group, "notify::active", G_CALLBACK (apply), self);
  g_signal_connect_swapped (self->absent, "notify::active", G_CALLBACK (apply), self);
}

static void
build_buttons (ScopeRowFilterPopover *self)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->hidden = gtk_button_new_with_mnemonic ("");
  gtk_button_set_use_underline (GTK_BUTTON (self->hidden), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->hidden), "timeline.show-hidden");
  gtk_widget_set_visible (self->hidden, FALSE);
  self->reset = gtk_button_new_with_mnemonic (_("Show _All Rows"));
  gtk_widget_set_halign (self->reset, GTK_ALIGN_END);
  gtk_widget_set_hexpand (self->reset, TRUE);
  g_signal_connect_swapped (self->reset, "clicked", G_CALLBACK (reset), self);
  scope_add_children (line, self->hidden, self->reset, NULL);
  gtk_box_append (GTK_BOX (self->box), line);
}

static void
scope_row_filter_popover_dispose (GObject *object)
{
  scope_row_filter_popover_set_view (SCOPE_ROW_FILTER_POPOVER (object), NULL);
  G_OBJECT_CLASS (scope_row_filter_popover_parent_class)->dispose (object);
}

static void
scope_row_filter_popover_class_init (ScopeRowFilterPopoverClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_row_filter_popover_dispose;
}

static void
scope_row_filter_popover_init (ScopeRowFilterPopover *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  scope_set_margins (self->box, 6, 6);
  gtk_widget_set_size_request (self->box, 380, -1);
  build_text (self);
  build_conditions (self);
  build_order (self);
  self->ticks = g_object_new (SCOPE_TYPE_ROW_TICKS, NULL);
  gtk_box_append (GTK_BOX (self->box), self->ticks);
  build_buttons (self);
  gtk_popover_set_child (GTK_POPOVER (self), self->box);
  scope_label_widget (GTK_WIDGET (self), _("Sort and filter rows"));
}
