/* scope-timeline.c: see scope-timeline.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/timeline/scope-timeline-private.h"

#include "model/scene/draw/scope-ruler.h"
#include "model/scene/view/scope-view-call.h"
#include "model/scene/view/scope-view-cause.h"
#include "widgets/kit/scope-overflow-box.h"
#include "widgets/kit/scope-parts.h"
#include "widgets/kit/scope-tab-order.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define TELL_MS 120 /* legend and screen reader follow the drawing at this pace */

static const ScopeKind show_kinds[] = { SCOPE_KIND_MACHINE, SCOPE_KIND_PROCESSOR, SCOPE_KIND_PROCESS,
                                        SCOPE_KIND_THREAD };

G_DEFINE_FINAL_TYPE (ScopeTimeline, scope_timeline, GTK_TYPE_WIDGET)

/* --- telling what is seen --- */

/* The row that keys mean comes first: it is what changes when one moves. */
static void
append_row (ScopeTimeline *self, GString *text)
{
  guint row = scope_canvas_get_focus_row (self->canvas);
  const ScopeLaneNode *node;

  if (row == SCOPE_NONE)
    return;
  node = scope_lane_list_row (scope_view_get_lanes (self->view), row);
  g_string_append (text, node->title);
  if (node->detail != NULL)
    g_string_append_printf (text, " %s", node->detail);
  if (node->expandable)
    g_string_append_printf (text, ", %s", node->expanded ? _("unfolded") : _("folded"));
  g_string_append_printf (text, _(", row %u. "), row + 1);
}

char *
scope_timeline_dup_text (ScopeTimeline *self)
{
  const ScopeViewport *viewport;
  gint64 tick_ps, from, to;
  ScopeLaneId lane;
  ScopeClock clock;
  double scale;
  GString *text;
  g_autofree char *start = NULL, *end = NULL, *whole = NULL, *states = NULL;

  if (self->view == NULL)
    return g_strdup (_("No trace"));
  viewport = scope_view_get_viewport (self->view);
  scale = scope_viewport_scale (viewport);
  tick_ps = scope_trace_tick_ps (scope_view_get_trace (self->view));
  clock = scope_view_get_clock (self->view);
  start = scope_clock_text (&clock, viewport->from + (double) viewport->first, scale);
  end = scope_clock_text (&clock, viewport->to + (double) viewport->first, scale);
  whole = scope_format_duration ((double) viewport->last - (double) viewport->first, tick_ps);
  states = scope_legend_dup_text (self->legend);
  text = g_string_new (NULL);
  append_row (self, text);
  g_string_append_printf (text, _("Shows %s to %s of %s, %u rows."), start, end, whole,
                          scope_lane_list_n_rows (scope_view_get_lanes (self->view)));
  if (states[0] != '\0')
    g_string_append_printf (text, " %s.", states);
  if (scope_view_get_selected_lane (self->view, &lane))
    {
      g_autofree char *title = scope_trace_lane_title (scope_view_get_trace (self->view), lane);

      g_string_append_printf (text, _(" Selected: %s."), title);
    }
  if (scope_view_get_selected_range (self->view, &from, &to))
    {
      g_autofree char *at = scope_clock_text (&clock, (double) from, scale);
      g_autofree char *length = scope_format_duration ((double) to - (double) from, tick_ps);

      g_string_append_printf (text, _(" Selected range: %s from %s on."), length, at);
    }
  return g_string_free (text, FALSE);
}

static gboolean
tell (gpointer data)
{
  ScopeTimeline *self = data;
  double totals[SCOPE_N_STATES];
  guint64 hits[SCOPE_N_SHOWN_HITS];
  gboolean sampled;
  ScopeKind kind;
  guint n;
  g_autofree char *text = NULL;
  g_autoptr (GArray) keys = NULL;

  self->told = 0;
  if (self->view == NULL)
    return G_SOURCE_REMOVE;
  scope_canvas_get_totals (self->canvas, totals);
  n = scope_canvas_get_counted (self->canvas, &kind);
  scope_legend_set_counted (self->legend, n, kind);
  scope_legend_set_totals (self->legend, totals, scope_canvas_get_states (self->canvas));
  keys = scope_canvas_get_colour_keys (self->canvas);
  scope_legend_set_colours (self->legend, keys);
  sampled = scope_canvas_get_hits (self->canvas, hits);
  scope_legend_set_hits (self->legend, hits, sampled);
  text = scope_timeline_dup_text (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->canvas), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  scope_overview_notify (self->overview, text);
  return G_SOURCE_REMOVE;
}

static void
canvas_drawn (ScopeCanvas *canvas, ScopeTimeline *self)
{
  if (self->told == 0)
    self->told = g_timeout_add (TELL_MS, tell, self);
}

/* --- the view --- */

static ScopePaletteKind
wanted_palette (ScopeTimeline *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  gboolean dark = adw_style_manager_get_dark (manager);
  ScopePaletteKind kind;

  if (self->palette != NULL && scope_palette_parse (self->palette, &kind) && kind != SCOPE_PALETTE_HIGH_CONTRAST)
    return kind;
  if (self->palette != NULL || adw_style_manager_get_high_contrast (manager))
    return dark ? SCOPE_PALETTE_HIGH_CONTRAST_DARK : SCOPE_PALETTE_HIGH_CONTRAST;
  return dark ? SCOPE_PALETTE_DARK : SCOPE_PALETTE_LIGHT;
}

static void
style_changed (ScopeTimeline *self)
{
  if (self->view != NULL)
    scope_view_set_look (self->view, SCOPE_LOOK_PALETTE, wanted_palette (self));
}

void
scope_timeline_set_palette (ScopeTimeline *self, const char *name)
{
  g_return_if_fail (SCOPE_IS_TIMELINE (self));

  g_free (self->palette);
  self->palette = g_strcmp0 (name, "default") != 0 ? g_strdup (name) : NULL;
  style_changed (self);
}

/* What the buttons of the popovers say. */
static void
update_look_buttons (ScopeTimeline *self)
{
  g_autofree char *lines = scope_lines_popover_dup_label (self->view);

  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->messages_button), lines);
}

/* Only kinds that this trace has, in its runtime's words. */
static void
update_bar (ScopeTimeline *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->view);
  guint n_shown = 0;

  for (guint i = 0; i < G_N_ELEMENTS (show_kinds); i++)
    {
      const char *label = scope_trace_kind_label (trace, show_kinds[i], TRUE);
      guint64 n = 0;

      for (guint m = 0; m < scope_trace_n_machines (trace) && n < 2; m++)
        n += show_kinds[i] == SCOPE_KIND_MACHINE
                 ? 1
                 : scope_machine_n_entities (scope_trace_machine (trace, m), show_kinds[i]);
      /* A level with one child says nothing that its parent does not. */
      if (show_kinds[i] == SCOPE_KIND_PROCESSOR && scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN)
        label = NULL; /* one to a machine: the same thing */
      if (scope_trace_kind_repeats (trace, show_kinds[i]))
        label = NULL;
      gtk_widget_set_visible (self->show_buttons[i], label != NULL && (n > 1 || (n == 1 && i > 0)));
      n_shown += gtk_widget_get_visible (self->show_buttons[i]) ? 1 : 0;
      if (label != NULL)
        gtk_button_set_label (GTK_BUTTON (self->show_buttons[i]), label);
    }
  gtk_widget_set_visible (self->show_box, n_shown > 1);
  gtk_widget_set_visible (self->calls_button, scope_calls_popover_is_of_use (self->view));
  update_look_buttons (self);
}

/* Rows that are left out must not be forgotten: the button says so. */
static void
update_organise (ScopeTimeline *self)
{
  g_autofree char *summary = scope_row_filter_popover_dup_summary (self->organise);

  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->organise_button), summary != NULL ? summary : _("Rows"));
  if (summary != NULL)
    gtk_widget_add_css_class (self->organise_button, "accent");
  else
    gtk_widget_remove_css_class (self->organise_button, "accent");
}

/* What was found out behind the picture meanwhile. */
static void
take_derived (ScopeTimeline *self)
{
  g_autoptr (ScopeDerived) derived = scope_view_dup_new_derived (self->view);

  if (derived == NULL)
    return;
  scope_tile_cache_keep (self->tiles, G_OBJECT (derived));
  scope_view_set_derived (self->view, derived);
}

static void
view_changed (ScopeView *view, guint what, ScopeTimeline *self)
{
  if (what & SCOPE_VIEW_DATA)
    take_derived (self);
  if (what & (SCOPE_VIEW_DATA | SCOPE_VIEW_LANES))
    {
      update_bar (self);
      update_organise (self);
    }
  if (what & SCOPE_VIEW_LOOK)
    {
      update_look_buttons (self);
      scope_timeline_take_own_colours (self);
    }
  if (what & SCOPE_VIEW_SELECTION)
    scope_timeline_probe_selection (self);
  if (what & ~(guint) (SCOPE_VIEW_CURSOR | SCOPE_VIEW_RANGE))
    scope_timeline_update_actions (self);
  else if (what & SCOPE_VIEW_RANGE)
    scope_timeline_update_range_actions (self);
}

/* `place`: of which the new view takes range, rows and notes; NULL: begins anew. */
static void
show_trace (ScopeTimeline *self, ScopeTrace *trace, ScopeView *place)
{
  g_clear_handle_id (&self->told, g_source_remove);
  scope_timeline_drop_place (self);
  if (self->view != NULL)
    {
      g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
      scope_canvas_set_view (self->canvas, NULL, NULL);
      scope_overview_set_view (self->overview, NULL, NULL);
      scope_legend_set_view (self->legend, NULL);
      scope_choice_popover_set_view (self->lines_popover, NULL);
      scope_choice_popover_set_view (self->columns_popover, NULL);
      scope_choice_popover_set_view (self->calls_popover, NULL);
      scope_row_filter_popover_set_view (self->organise, NULL);
      scope_notes_list_set_view (self->notes_list, NULL);
      g_clear_object (&self->tiles);
      g_clear_object (&self->view);
    }
  if (trace != NULL)
    {
      scope_trace_keep_out (trace);
      self->view = scope_view_new (trace);
      if (place != NULL)
        scope_view_take_over (self->view, place);
      self->tiles = scope_tile_cache_new (G_OBJECT (trace), 0, 0);
      scope_tile_cache_forbid_waiting (self->tiles);
      scope_view_set_look (self->view, SCOPE_LOOK_PALETTE, wanted_palette (self));
      scope_view_set_own_colours (self->view, self->own_colours);
      scope_view_set_call_hiding (self->view, self->hiding);
      scope_canvas_set_view (self->canvas, self->view, self->tiles);
      scope_overview_set_view (self->overview, self->view, self->tiles);
      scope_legend_set_view (self->legend, self->view);
      scope_choice_popover_set_view (self->lines_popover, self->view);
      scope_choice_popover_set_view (self->columns_popover, self->view);
      scope_choice_popover_set_view (self->calls_popover, self->view);
      scope_row_filter_popover_set_view (self->organise, self->view);
      scope_notes_list_set_view (self->notes_list, self->view);
      g_signal_connect (self->view, "changed", G_CALLBACK (view_changed), self);
      update_bar (self);
      take_derived (self);
    }
  scope_timeline_update_actions (self);
}

void
scope_timeline_set_trace (ScopeTimeline *self, ScopeTrace *trace)
{
  g_return_if_fail (SCOPE_IS_TIMELINE (self));

  show_trace (self, trace, NULL);
}

void
scope_timeline_replace_trace (ScopeTimeline *self, ScopeTrace *trace)
{
  g_autoptr (ScopeView) place = NULL;

  g_return_if_fail (SCOPE_IS_TIMELINE (self));
  g_return_if_fail (self->view != NULL);

  place = g_object_ref (self->view);
  show_trace (self, trace, place);
}

ScopeView *
scope_timeline_get_view (ScopeTimeline *self)
{
  return self->view;
}

ScopeCanvas *
scope_timeline_get_canvas (ScopeTimeline *self)
{
  return self->canvas;
}

ScopeTileCache *
scope_timeline_get_tiles (ScopeTimeline *self)
{
  return self->tiles;
}

/* Each with the line that parts it from the next. */
static void
show_part (GtkWidget *part, GtkWidget *line, gboolean shown)
{
  gtk_widget_set_visible (part, shown);
  gtk_widget_set_visible (line, shown);
}

void
scope_timeline_set_parts (ScopeTimeline *self, gboolean bar, gboolean overview, gboolean legend)
{
  show_part (self->bar, gtk_widget_get_next_sibling (self->bar), bar);
  show_part (GTK_WIDGET (self->overview), gtk_widget_get_next_sibling (GTK_WIDGET (self->overview)), overview);
  show_part (GTK_WIDGET (self->legend), gtk_widget_get_prev_sibling (GTK_WIDGET (self->legend)), legend);
}

GActionGroup *
scope_timeline_get_actions (ScopeTimeline *self)
{
  return G_ACTION_GROUP (self->actions);
}

gboolean
scope_timeline_is_complete (ScopeTimeline *self)
{
  return self->view != NULL && scope_canvas_is_complete (self->canvas)
         && (!gtk_widget_get_visible (GTK_WIDGET (self->overview)) || scope_overview_is_complete (self->overview))
         && self->told == 0;
}

/* --- building --- */

static GtkWidget *
icon_button (const char *icon, const char *name, const char *action)
{
  GtkWidget *button = scope_action_button_new (icon, name, action);

  gtk_widget_set_focus_on_click (button, FALSE); /* the lanes keep the keyboard */
  return button;
}

static GtkWidget *
toggle_button (const char *label, const char *tip, const char *action)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (label);

  gtk_widget_set_tooltip_text (button, tip);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_focus_on_click (button, FALSE);
  return button;
}

/* The widget where there is room for it: a narrow window does without. */
static GtkWidget *
or_nothing (GtkWidget *widget)
{
  GtkWidget *squeezer = adw_squeezer_new ();

  adw_squeezer_add (ADW_SQUEEZER (squeezer), widget);
  adw_squeezer_add (ADW_SQUEEZER (squeezer), gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0));
  adw_squeezer_set_homogeneous (ADW_SQUEEZER (squeezer), FALSE);
  g_object_bind_property (widget, "visible", squeezer, "visible", G_BINDING_SYNC_CREATE);
  return squeezer;
}

static void
build_show (ScopeTimeline *self, GtkWidget *left)
{
  static const char *const names[] = { "machines", "processors", "processes", "threads" };
  GtkWidget *label = scope_label_new (_("Show"), 0, "dim-label");

  self->show_box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  scope_set_margins (label, 0, 6);
  scope_overflow_box_append (SCOPE_OVERFLOW_BOX (left), or_nothing (label));
  gtk_widget_add_css_class (self->show_box, "linked");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      self->show_buttons[i] = gtk_toggle_button_new_with_label (names[i]);
      gtk_widget_set_focus_on_click (self->show_buttons[i], FALSE);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (self->show_buttons[i]), "timeline.show");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (self->show_buttons[i]), "s", names[i]);
      gtk_box_append (GTK_BOX (self->show_box), self->show_buttons[i]);
    }
  scope_overflow_box_append (SCOPE_OVERFLOW_BOX (left), self->show_box);
  g_object_bind_property (self->show_box, "visible", label, "visible", G_BINDING_SYNC_CREATE);
}

static GtkWidget *
build_organise (ScopeTimeline *self)
{
  self->organise_button = gtk_menu_button_new ();
  self->organise = g_object_new (SCOPE_TYPE_ROW_FILTER_POPOVER, NULL);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->organise_button), _("Rows"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->organise_button), GTK_WIDGET (self->organise));
  gtk_widget_set_tooltip_text (self->organise_button, _("Which Rows, in Which Order, How High"));
  return self->organise_button;
}

static GtkWidget *
build_notes (ScopeTimeline *self)
{
  GtkWidget *button = gtk_menu_button_new ();

  self->notes_list = g_object_new (SCOPE_TYPE_NOTES_LIST, NULL);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "user-bookmarks-symbolic");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _("Your Notes on the Trace"));
  scope_label_widget (button, _("Notes"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), GTK_WIDGET (self->notes_list));
  return button;
}

static GtkWidget *
popover_button (GtkWidget *popover, const char *tip)
{
  GtkWidget *button = gtk_menu_button_new ();

  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_widget_set_tooltip_text (button, tip);
  return button;
}

static void
build_bar (ScopeTimeline *self)
{
  /* What a narrow window has no room for waits at the row's end: nothing of the bar makes the window wider. */
  GtkWidget *left = scope_overflow_box_new (6), *display;

  build_show (self, left);
  scope_overflow_box_append (SCOPE_OVERFLOW_BOX (left), build_organise (self));
  self->lines_popover = SCOPE_CHOICE_POPOVER (scope_lines_popover_new ());
  self->messages_button = popover_button (GTK_WIDGET (self->lines_popover), _("Lines Between Lanes"));
  self->columns_popover = SCOPE_CHOICE_POPOVER (scope_columns_popover_new ());
  display = popover_button (GTK_WIDGET (self->columns_popover), _("What Columns Show, and Their Colours"));
  gtk_menu_button_set_label (GTK_MENU_BUTTON (display), _("Display"));
  self->marks_button = toggle_button (_("Marks"), _("Show the Marks of the Program"), "timeline.marks");
  self->calls_popover = SCOPE_CHOICE_POPOVER (scope_calls_popover_new ());
  self->calls_button = popover_button (GTK_WIDGET (self->calls_popover), _("How Calls of Cores Are Drawn"));
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->calls_button), _("Calls"));
  gtk_widget_set_visible (self->calls_button, FALSE);
  scope_overflow_box_append (SCOPE_OVERFLOW_BOX (left), self->calls_button);
  scope_overflow_box_append (SCOPE_OVERFLOW_BOX (left), self->messages_button);
  scope_overflow_box_append (SCOPE_OVERFLOW_BOX (left), self->marks_button);
  scope_overflow_box_append (SCOPE_OVERFLOW_BOX (left), display);
  gtk_widget_set_hexpand (left, TRUE);
  self->bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_add_css_class (self->bar, "timeline-bar");
  scope_add_children (self->bar, left, build_notes (self), NULL);
  scope_timeline_build_go_to (self);
  scope_add_children (self->bar, self->go_to_button, icon_button ("zoom-out-symbolic", _("Zoom Out"), "timeline.zoom-out"),
                      icon_button ("zoom-in-symbolic", _("Zoom In"), "timeline.zoom-in"),
                      icon_button ("zoom-fit-best-symbolic", _("Show Everything"), "timeline.fit-all"), NULL);
}

static void
canvas_inspect (ScopeCanvas *canvas, ScopeTimeline *self)
{
  g_signal_emit_by_name (self, "inspect");
}

static void
canvas_focus_row (ScopeCanvas *canvas, ScopeTimeline *self)
{
  scope_timeline_update_actions (self);
}

/* A letter that the bar, the overview or the legend leaves is meant for the lanes: one who has just dragged the frame or pressed
 * a button goes on with W and S. Keys that walk through widgets or press them stay with these. */
static gboolean
key_left_over (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType modifiers, ScopeTimeline *self)
{
  GtkWidget *canvas = GTK_WIDGET (self->canvas), *focus = gtk_root_get_focus (gtk_widget_get_root (canvas));
  gunichar letter = gdk_keyval_to_unicode (keyval);

  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) || focus == NULL || focus == canvas || GTK_IS_EDITABLE (focus)
      || gtk_widget_get_native (focus) != gtk_widget_get_native (canvas)
      || (keyval != GDK_KEY_Escape && !g_unichar_isgraph (letter)))
    return GDK_EVENT_PROPAGATE;
  return scope_canvas_press_key (self->canvas, keyval, modifiers);
}

static gboolean
scope_timeline_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (SCOPE_TIMELINE (widget)->canvas));
}

static void
scope_timeline_dispose (GObject *object)
{
  ScopeTimeline *self = SCOPE_TIMELINE (object);

  if (self->canvas != NULL)
    scope_timeline_set_trace (self, NULL);
  if (self->notes != NULL)
    scope_note_input_detach (self->notes);
  g_clear_object (&self->notes);
  self->canvas = NULL;
  scope_drop_children (GTK_WIDGET (self));
  G_OBJECT_CLASS (scope_timeline_parent_class)->dispose (object);
}

static void
scope_timeline_finalize (GObject *object)
{
  g_clear_object (&SCOPE_TIMELINE (object)->actions);
  g_free (SCOPE_TIMELINE (object)->palette);
  scope_own_colours_unref (SCOPE_TIMELINE (object)->own_colours);
  g_clear_pointer (&SCOPE_TIMELINE (object)->hiding, scope_call_hiding_unref);
  G_OBJECT_CLASS (scope_timeline_parent_class)->finalize (object);
}

static void
scope_timeline_class_init (ScopeTimelineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_timeline_dispose;
  G_OBJECT_CLASS (klass)->finalize = scope_timeline_finalize;
  widget_class->grab_focus = scope_timeline_grab_focus;
  widget_class->focus = scope_tab_order_focus;
  scope_add_signal (klass, "inspect", 0);
  scope_add_signal (klass, "choose-colour", 2, G_TYPE_STRING, G_TYPE_UINT);
  scope_add_signal (klass, "own-colours", 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "timelinebox");
}

static void
append (ScopeTimeline *self, GtkWidget *child)
{
  gtk_widget_set_parent (child, GTK_WIDGET (self));
}

static void
scope_timeline_init (ScopeTimeline *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  AdwStyleManager *style = adw_style_manager_get_default ();

  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))),
                                  GTK_ORIENTATION_VERTICAL);
  self->overview = g_object_new (SCOPE_TYPE_OVERVIEW, NULL);
  self->canvas = g_object_new (SCOPE_TYPE_CANVAS, NULL);
  self->legend = g_object_new (SCOPE_TYPE_LEGEND, NULL);
  build_bar (self);
  gtk_widget_set_focusable (scroller, FALSE); /* the canvas is */
  /* Always: see scope-compare-view.c. */
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_EXTERNAL, GTK_POLICY_ALWAYS);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->canvas));
  gtk_widget_set_vexpand (scroller, TRUE);
  append (self, self->bar);
  append (self, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  append (self, GTK_WIDGET (self->overview));
  append (self, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  append (self, scroller);
  append (self, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  append (self, GTK_WIDGET (self->legend));

  scope_add_controller (GTK_WIDGET (self), gtk_event_controller_key_new (), self, "key-pressed", key_left_over, NULL);
  scope_timeline_add_actions (self);
  self->notes = scope_note_input_new (GTK_WIDGET (self), self->canvas, G_ACTION_MAP (self->actions));
  scope_timeline_update_actions (self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "timeline", G_ACTION_GROUP (self->actions));
  g_signal_connect (self->canvas, "drawn", G_CALLBACK (canvas_drawn), self);
  g_signal_connect (self->canvas, "focus-row", G_CALLBACK (canvas_focus_row), self);
  g_signal_connect (self->canvas, "inspect", G_CALLBACK (canvas_inspect), self);
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (style_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (style_changed), self, G_CONNECT_SWAPPED);
}
