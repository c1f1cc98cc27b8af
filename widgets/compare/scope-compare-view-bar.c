/* scope-compare-view-bar.c: the tool bar of the comparison, and its actions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/compare/scope-compare-view-private.h"

#include "model/base/scope-task.h"
#include "model/trace/compare/scope-run-setting.h"
#include "widgets/kit/scope-short-label.h"
#include "widgets/kit/scope-overflow-box.h"
#include "widgets/kit/scope-parts.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#define MOST_MARKS 20u

/* --- aligning --- */

static void
prepared (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeCompareView) self = user_data;
  g_autoptr (GError) error = NULL;
  gboolean ok = scope_comparison_prepare_finish (SCOPE_COMPARISON (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->preparing);
  if (!ok && self->run != NULL)
    g_signal_emit_by_name (self, "failed", error->message);
  if (self->run != NULL)
    scope_compare_view_update_bar (self);
}

void
scope_compare_view_prepare (ScopeCompareView *self, const ScopeAlignWish *wish)
{
  scope_task_renew (&self->preparing);
  scope_comparison_prepare_async (self->comparison, wish, self->preparing, prepared, g_object_ref (self));
}

static gboolean
wish_of_selection (ScopeCompareView *self, ScopeAlignWish *wish)
{
  *wish = (ScopeAlignWish) { .by = SCOPE_ALIGN_INTERVAL };
  if (!scope_view_get_selected_range (self->run_view, &wish->run, &wish->run_to)
      || !scope_view_get_selected_range (self->baseline_view, &wish->baseline, &wish->baseline_to))
    return FALSE;
  if (wish->run_to <= wish->run || wish->baseline_to <= wish->baseline)
    wish->by = SCOPE_ALIGN_AT;
  return TRUE;
}

static void
align_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeCompareView *self = user_data;
  const char *words = g_variant_get_string (parameter, NULL);
  ScopeAlignWish wish = { 0 };
  g_autoptr (GError) error = NULL;

  if (g_str_equal (words, "selection"))
    {
      if (wish_of_selection (self, &wish))
        scope_compare_view_prepare (self, &wish);
      return;
    }
  if (!scope_align_wish_parse (words, scope_trace_tick_ps (scope_comparison_get_baseline (self->comparison)),
                               scope_trace_tick_ps (scope_comparison_get_run (self->comparison)), &wish, &error))
    {
      g_signal_emit_by_name (self, "failed", error->message);
      return;
    }
  scope_compare_view_prepare (self, &wish);
  g_free ((char *) wish.mark);
}

static void
append_choice (GMenu *menu, const char *label, const char *words)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (NULL, NULL);
  GString *safe = g_string_new (label);

  g_string_replace (safe, "_", "__", 0);
  g_menu_item_set_label (item, safe->str);
  g_menu_item_set_action_and_target (item, "compare.align", "s", words);
  g_menu_append_item (menu, item);
  g_string_free (safe, TRUE);
}

static void
fill_align_menu (ScopeCompareView *self, GMenu *menu)
{
  ScopeAlignment *alignment = scope_comparison_get_alignment (self->comparison);
  GMenu *marks = g_menu_new (), *both = g_menu_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  g_menu_remove_all (menu);
  append_choice (both, _("At All Marks in Common"), "marks");
  append_choice (both, _("At the Start"), "start");
  append_choice (both, _("Scaled to Equal Length"), "length");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (both));
  for (guint i = 0; alignment != NULL && i < scope_alignment_n_marks (alignment) && g_hash_table_size (seen) < MOST_MARKS; i++)
    {
      ScopeAlignMark mark = scope_alignment_mark (alignment, i);
      g_autofree char *words = g_strdup_printf ("mark:%s", mark.text), *label = NULL;

      if (mark.run == SCOPE_TIME_MIN || mark.baseline == SCOPE_TIME_MIN || mark.occurrence != 1
          || !g_hash_table_add (seen, (gpointer) mark.text))
        continue;
      label = g_strdup_printf (_("At “%s”"), mark.text);
      append_choice (marks, label, words);
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (marks));
  if (g_action_group_get_action_enabled (G_ACTION_GROUP (self->actions), "align"))
    {
      ScopeAlignWish wish;
      GMenu *selection = g_menu_new ();

      if (wish_of_selection (self, &wish) && !self->linked)
        append_choice (selection, wish.by == SCOPE_ALIGN_AT ? _("At What Is Selected in Both") : _("At the Intervals Selected in Both"),
                       "selection");
      g_menu_append_section (menu, NULL, G_MENU_MODEL (selection));
      g_object_unref (selection);
    }
  g_object_unref (marks);
  g_object_unref (both);
}

static const char *
align_label (ScopeAlignment *alignment)
{
  switch (scope_alignment_get_by (alignment))
    {
    case SCOPE_ALIGN_MARKS:
      return _("Aligned at Marks");
    case SCOPE_ALIGN_LENGTH:
      return _("Equal Length");
    case SCOPE_ALIGN_MARK:
      return _("Aligned at a Mark");
    case SCOPE_ALIGN_AT:
      return _("Aligned at an Instant");
    case SCOPE_ALIGN_INTERVAL:
      return _("Aligned at Intervals");
    case SCOPE_ALIGN_AUTO:
    case SCOPE_ALIGN_STARTS:
    default:
      return _("Aligned at the Start");
    }
}

static void
set_label (GtkWidget *button, const char *text)
{
  scope_short_label_set (gtk_menu_button_get_child (GTK_MENU_BUTTON (button)), text);
  scope_label_widget (button, text);
}

void
scope_compare_view_update_bar (ScopeCompareView *self)
{
  ScopeAlignment *alignment = scope_comparison_get_alignment (self->comparison);
  g_autofree char *words = alignment != NULL ? scope_alignment_dup_words (alignment) : NULL;
  g_autofree char *pairs = scope_pairs_popover_dup_summary (self->comparison);

  set_label (self->align_button, alignment != NULL ? align_label (alignment) : _("Aligning…"));
  fill_align_menu (self, self->align_menu);
  gtk_widget_set_tooltip_text (self->align_button, words);
  gtk_label_set_label (GTK_LABEL (self->align_words), words != NULL ? words : "");
  gtk_widget_set_tooltip_text (self->align_words, words);
  set_label (self->pairs_button, pairs);
}

/* --- what is shown --- */

static void
set_mode (ScopeCompareView *self, gboolean difference_only)
{
  gtk_widget_set_visible (self->baseline_frame, !difference_only);
  gtk_widget_set_visible (self->run_frame, !difference_only);
  scope_difference_view_set_alone (SCOPE_DIFFERENCE_VIEW (self->differences), difference_only);
  if (difference_only)
    gtk_widget_grab_focus (self->differences);
}

static void
change_mode (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  const char *mode = g_variant_get_string (value, NULL);

  if (!g_str_equal (mode, "both") && !g_str_equal (mode, "difference"))
    return;
  g_simple_action_set_state (action, value);
  set_mode (user_data, g_str_equal (mode, "difference"));
}

static void
change_linked (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  ScopeCompareView *self = user_data;

  self->linked = g_variant_get_boolean (value);
  g_simple_action_set_state (action, value);
  if (self->linked && self->run != NULL)
    scope_compare_view_follow_map (self);
  scope_compare_view_update_bar (self);
}

static void
change_changes (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  ScopeCompareView *self = user_data;

  g_simple_action_set_state (action, value);
  gtk_widget_set_visible (self->tables, g_variant_get_boolean (value));
}

/* Calls instead of what changed most; who asks for them wants to see them. */
static void
change_calls (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  ScopeCompareView *self = user_data;
  gboolean calls = g_variant_get_boolean (value);

  g_simple_action_set_state (action, value);
  gtk_stack_set_visible_child (GTK_STACK (self->tables), calls ? self->calls : self->changes);
  if (calls && self->placed)
    scope_compare_view_make_room (self);
  if (calls)
    g_action_group_change_action_state (G_ACTION_GROUP (self->actions), "changes", g_variant_new_boolean (TRUE));
}

static void
close_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_signal_emit_by_name (user_data, "close");
}

void
scope_compare_view_add_actions (ScopeCompareView *self)
{
  static const GActionEntry entries[] = {
    { "align", align_activated, "s" },
    { "mode", NULL, "s", "'both'", change_mode },
    { "linked", NULL, NULL, "true", change_linked },
    { "changes", NULL, NULL, "true", change_changes },
    { "calls", NULL, NULL, "false", change_calls },
    { "close", close_activated },
  };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "compare", G_ACTION_GROUP (self->actions));
}

/* --- building --- */

/* In a narrow window it has the short words. */
static GtkWidget *
shrinking_button (const char *words)
{
  GtkWidget *button = gtk_menu_button_new ();

  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), scope_short_label_new (words));
  gtk_menu_button_set_always_show_arrow (GTK_MENU_BUTTON (button), TRUE);
  return button;
}

static GtkWidget *
mode_button (const char *label, const char *tip, const char *mode)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (label);

  gtk_widget_set_tooltip_text (button, tip);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "compare.mode");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", mode);
  return button;
}

static void
append_target (GMenu *menu, const char *label, const char *action, const char *target)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "s", target);
  g_menu_append_item (menu, item);
}

/* Which rows, how high: of both timelines. */
static GtkWidget *
build_rows (ScopeCompareView *self)
{
  static const struct
  {
    ScopeKind kind;
    const char *name;
  } shows[] = { { SCOPE_KIND_MACHINE, "machines" }, { SCOPE_KIND_PROCESSOR, "processors" },
                { SCOPE_KIND_PROCESS, "processes" }, { SCOPE_KIND_THREAD, "threads" } };
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new (), kinds = g_menu_new (), heights = g_menu_new ();
  ScopeTrace *trace = scope_comparison_get_run (self->comparison);

  for (guint i = 0; i < G_N_ELEMENTS (shows); i++)
    {
      const char *label = scope_trace_kind_label (trace, shows[i].kind, TRUE);

      if (label != NULL && !scope_trace_kind_repeats (trace, shows[i].kind))
        append_target (kinds, label, "timeline.show", shows[i].name);
    }
  append_target (heights, _("_Automatic"), "timeline.height", "automatic");
  append_target (heights, _("_Comfortable"), "timeline.height", "comfortable");
  append_target (heights, _("Co_mpact"), "timeline.height", "compact");
  append_target (heights, _("_Dense"), "timeline.height", "dense");
  g_menu_append_section (menu, _("Show"), G_MENU_MODEL (kinds));
  g_menu_append_section (menu, _("Heights"), G_MENU_MODEL (heights));
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _("Rows"));
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_widget_set_tooltip_text (button, _("Which Rows of Both Runs, How High"));
  return button;
}

static void
build_left (ScopeCompareView *self, ScopeOverflowBox *box)
{
  GtkWidget *modes = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *linked = gtk_toggle_button_new ();
  GtkWidget *words = adw_squeezer_new (); /* a few of them, or none */

  gtk_widget_add_css_class (modes, "linked");
  gtk_box_append (GTK_BOX (modes), mode_button (_("Both"), _("Both Runs and Their Differences"), "both"));
  gtk_box_append (GTK_BOX (modes), mode_button (_("Difference"), _("Only the Differences"), "difference"));
  scope_overflow_box_append (box, modes);
  self->align_button = shrinking_button (_("Alignment"));
  self->align_menu = g_menu_new ();
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->align_button), G_MENU_MODEL (self->align_menu));
  scope_overflow_box_append (box, self->align_button);
  self->pairs_button = shrinking_button (_("Pairs"));
  self->pairs = g_object_new (SCOPE_TYPE_PAIRS_POPOVER, NULL);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->pairs_button), self->pairs);
  gtk_widget_set_tooltip_text (self->pairs_button, _("Which Lane of the Baseline Matches Which Lane of This Run"));
  scope_overflow_box_append (box, self->pairs_button);
  scope_overflow_box_append (box, build_rows (self));
  gtk_button_set_label (GTK_BUTTON (linked), _("Linked"));
  gtk_widget_set_tooltip_text (linked, _("Range, Cursor and Selection of One Run Are Those of the Other"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (linked), "compare.linked");
  scope_overflow_box_append (box, linked);
  self->align_words = scope_label_new (NULL, SCOPE_LABEL_START | SCOPE_LABEL_ELLIPSIZE, "dim-label timeline-status");
  adw_squeezer_set_homogeneous (ADW_SQUEEZER (words), FALSE);
  gtk_label_set_width_chars (GTK_LABEL (self->align_words), 12);
  adw_squeezer_add (ADW_SQUEEZER (words), self->align_words);
  adw_squeezer_add (ADW_SQUEEZER (words), gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0));
  gtk_widget_set_hexpand (words, TRUE);
  scope_overflow_box_append (box, words);
}

static void
settings_closed (GtkInfoBar *bar, int response, gpointer data)
{
  gtk_widget_set_visible (GTK_WIDGET (bar), FALSE);
}

/* A line for each thing that was different before the runs began. */
static GtkWidget *
build_settings (ScopeCompareView *self)
{
  g_auto (GStrv) differences = scope_run_setting_dup_differences (scope_comparison_get_baseline (self->comparison),
                                                                  scope_comparison_get_run (self->comparison));
  g_autofree char *text = g_strjoinv ("\n", differences);
  GtkWidget *bar = gtk_info_bar_new (), *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (label, text);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_info_bar_set_message_type (GTK_INFO_BAR (bar), GTK_MESSAGE_WARNING);
  gtk_info_bar_add_child (GTK_INFO_BAR (bar), label);
  gtk_info_bar_set_show_close_button (GTK_INFO_BAR (bar), TRUE);
  g_signal_connect (bar, "response", G_CALLBACK (settings_closed), NULL);
  gtk_widget_set_visible (bar, differences[0] != NULL);
  return bar;
}

void
scope_compare_view_build_bar (ScopeCompareView *self)
{
  GtkWidget *left = scope_overflow_box_new (6);
  GtkWidget *changes = gtk_toggle_button_new_with_label (_("What Changed"));

  build_left (self, SCOPE_OVERFLOW_BOX (left));
  gtk_widget_set_hexpand (left, TRUE);
  self->bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_add_css_class (self->bar, "timeline-bar");
  gtk_box_append (GTK_BOX (self->bar), left);
  gtk_widget_set_tooltip_text (changes, _("The Table of What Changed Most"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (changes), "compare.changes");
  gtk_box_append (GTK_BOX (self->bar), changes);
  self->calls_button = gtk_toggle_button_new_with_label (_("Calls"));
  gtk_widget_set_tooltip_text (self->calls_button, _("Call by Call: Where the Runs Diverge First, Call Paths, "
                                                     "Functions"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->calls_button), "compare.calls");
  gtk_widget_set_visible (self->calls_button, FALSE);
  scope_add_children (self->bar, self->calls_button,
                      scope_action_button_new ("zoom-out-symbolic", _("Zoom Out"), "timeline.zoom-out"),
                      scope_action_button_new ("zoom-in-symbolic", _("Zoom In"), "timeline.zoom-in"),
                      scope_action_button_new ("zoom-fit-best-symbolic", _("Show Everything"), "timeline.fit-all"),
                      scope_action_button_new ("window-close-symbolic", _("Close the Comparison"), "compare.close"), NULL);
  self->settings = build_settings (self);
}
