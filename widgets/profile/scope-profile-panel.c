/* scope-profile-panel.c: see scope-profile-panel.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/profile/scope-profile-panel.h"

#include "model/scene/profile/scope-profile-table.h"
#include "widgets/kit/scope-modes.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

struct _ScopeProfilePanel
{
  ScopePanel panel;

  GtkWidget *modes, *choice, *words;
  ScopeHeapCanvas *canvas;
  ScopeReportTablePanel *tables;
  gboolean setting;
};

G_DEFINE_FINAL_TYPE (ScopeProfilePanel, scope_profile_panel, SCOPE_TYPE_PANEL)

static const char *const names[SCOPE_PROFILE_N_MODES] = { "heap", "tables" };

/* --- which page --- */

ScopeProfileMode
scope_profile_panel_get_mode (ScopeProfilePanel *self)
{
  return (ScopeProfileMode) scope_modes_get (self->modes, names, SCOPE_PROFILE_N_MODES);
}

ScopeHeapCanvas *
scope_profile_panel_get_canvas (ScopeProfilePanel *self)
{
  return self->canvas;
}

ScopeReportTablePanel *
scope_profile_panel_get_tables (ScopeProfilePanel *self)
{
  return self->tables;
}

static void
show_heap_page (ScopeProfilePanel *self, gboolean shown)
{
  GtkStack *stack = GTK_STACK (self->modes);

  gtk_stack_page_set_visible (gtk_stack_get_page (stack, gtk_stack_get_child_by_name (stack, names[SCOPE_PROFILE_HEAP])), shown);
}

/* --- heap over time --- */

/* In one line; all of it when pointed at. */
static void
chosen (ScopeHeapCanvas *canvas, ScopeProfilePanel *self)
{
  const char *words = scope_chart_get_words (SCOPE_CHART (canvas));
  g_auto (GStrv) lines = g_strsplit (words, "\n", -1);
  g_autofree char *line = g_strjoinv (" · ", lines);

  gtk_label_set_label (GTK_LABEL (self->words), line);
  gtk_widget_set_tooltip_text (self->words, words);
}

static void
choice_changed (ScopeProfilePanel *self)
{
  if (!self->setting)
    scope_heap_canvas_set_profile (self->canvas, gtk_drop_down_get_selected (GTK_DROP_DOWN (self->choice)));
}

/* "Cost Centre", and of several programs which one's. */
static char *
profile_title (ScopeTrace *trace, const ScopeHeapProfile *profile)
{
  const char *word = scope_profile_word (profile->profile);
  g_autofree char *machine = NULL;

  if (scope_trace_n_machines (trace) < 2)
    return g_strdup (word);
  machine = scope_trace_lane_title (trace, (ScopeLaneId) { profile->machine, SCOPE_KIND_MACHINE, 0 });
  return g_strdup_printf ("%s · %s", machine, word);
}

/* It is known which profiles there are: without one of the heap the tables are all that there is. */
static void
profiles_known (ScopeHeapCanvas *canvas, ScopeProfilePanel *self)
{
  const ScopeHeapProfiles *profiles = scope_heap_canvas_get_profiles (canvas);
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  guint n = profiles->profiles->len, before = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->choice));

  for (guint i = 0; i < n; i++)
    gtk_string_list_take (titles, profile_title (scope_view_get_trace (self->panel.view), g_ptr_array_index (profiles->profiles, i)));
  self->setting = TRUE;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->choice), G_LIST_MODEL (titles));
  if (before < n)
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->choice), before);
  self->setting = FALSE;
  gtk_widget_set_visible (self->choice, n > 1);
  show_heap_page (self, n > 0);
  if (n > 0)
    return;
  gtk_stack_set_visible_child_name (GTK_STACK (self->modes), names[SCOPE_PROFILE_TABLES]);
  scope_report_table_panel_set_what (self->tables, scope_profile_table_first (scope_view_get_trace (self->panel.view)));
}

/* --- tables --- */

static void
set_choices (ScopeProfilePanel *self)
{
  const char *const titles[] = { _("Heap"), _("Cost Centres"), _("Ticky"), NULL };
  static const guint whats[] = { SCOPE_PROFILE_TABLE_HEAP, SCOPE_PROFILE_TABLE_COST_CENTRES, SCOPE_PROFILE_TABLE_TICKY };

  scope_report_table_panel_set_choices (self->tables, titles, whats);
}

/* To the sample that has most of it. */
static void
row_activated (ScopeReportTablePanel *tables, guint row)
{
  scope_report_table_panel_jump (tables, row, FALSE);
}

/* --- as a panel --- */

static const char *
why_not (ScopePanel *panel)
{
  return scope_profile_table_why_not (scope_view_get_trace (panel->view));
}

static gboolean
is_settled (ScopePanel *panel)
{
  ScopeProfilePanel *self = SCOPE_PROFILE_PANEL (panel);

  return scope_profile_panel_get_mode (self) == SCOPE_PROFILE_HEAP ? scope_chart_is_settled (SCOPE_CHART (self->canvas))
                                                                   : scope_panel_is_settled (SCOPE_PANEL (self->tables));
}

static void
set_view (ScopePanel *panel)
{
  ScopeProfilePanel *self = SCOPE_PROFILE_PANEL (panel);

  if (panel->view != NULL)
    set_choices (self);
  show_heap_page (self, TRUE);
  gtk_label_set_label (GTK_LABEL (self->words), "");
  gtk_widget_set_visible (self->choice, FALSE);
  scope_chart_set_view (SCOPE_CHART (self->canvas), panel->view);
  scope_panel_set_view (SCOPE_PANEL (self->tables), panel->view);
}

/* --- life --- */

static void
scope_profile_panel_class_init (ScopeProfilePanelClass *klass)
{
  ScopePanelClass *panel_class = SCOPE_PANEL_CLASS (klass);

  panel_class->set_view = set_view;
  panel_class->why_not = why_not;
  panel_class->is_settled = is_settled;
}

static GtkWidget *
make_heap_page (ScopeProfilePanel *self)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  scope_set_margins (bar, 3, 6);
  self->choice = scope_choice_new (NULL, "table-choice", _("Which profile"), G_CALLBACK (choice_changed), self);
  gtk_widget_set_visible (self->choice, FALSE);
  self->words = scope_label_new ("", SCOPE_LABEL_START | SCOPE_LABEL_ELLIPSIZE, "table-summary numeric");
  gtk_widget_set_hexpand (self->words, TRUE);
  self->canvas = SCOPE_HEAP_CANVAS (scope_heap_canvas_new ());
  gtk_widget_set_hexpand (GTK_WIDGET (self->canvas), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->canvas), TRUE);
  g_signal_connect (self->canvas, "chosen", G_CALLBACK (chosen), self);
  g_signal_connect (self->canvas, "profiles", G_CALLBACK (profiles_known), self);
  scope_add_children (bar, scope_modes_switcher_new (self->modes), self->choice, scope_panel_make_chip (&self->panel), self->words, NULL);
  scope_add_children (page, bar, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), GTK_WIDGET (self->canvas), NULL);
  return page;
}

static void
scope_profile_panel_init (ScopeProfilePanel *self)
{
  const char *titles[SCOPE_PROFILE_N_MODES] = { _("Over Time"), _("Tables") };
  GtkWidget *pages[SCOPE_PROFILE_N_MODES];

  self->modes = scope_modes_new ();
  self->tables = SCOPE_REPORT_TABLE_PANEL (scope_report_table_panel_new (_("Profile"), scope_profile_table_read));
  scope_report_table_panel_set_leading (self->tables, scope_modes_switcher_new (self->modes));
  g_signal_connect (self->tables, "row-activated", G_CALLBACK (row_activated), NULL);
  pages[SCOPE_PROFILE_HEAP] = make_heap_page (self);
  pages[SCOPE_PROFILE_TABLES] = GTK_WIDGET (self->tables);
  for (guint i = 0; i < SCOPE_PROFILE_N_MODES; i++)
    gtk_stack_add_titled (GTK_STACK (self->modes), pages[i], names[i], titles[i]);
  scope_panel_set_content (&self->panel, self->modes);
  scope_label_widget (GTK_WIDGET (self), _("Profile"));
}
