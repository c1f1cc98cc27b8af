/* scope-runs-view-bar.c: the tool bar over several runs: which page, and how it is drawn.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/runs/scope-runs-view-private.h"

#include "widgets/kit/scope-parts.h"
#include "widgets/kit/scope-wrap-bar.h"

#include <glib/gi18n.h>
#include <string.h>

static const char *const page_names[SCOPE_N_RUNS_PAGES] = { "scaling", "growth", "band", "processors", "runs" };

static const ScopeAlignBy aligns[] = { SCOPE_ALIGN_AUTO, SCOPE_ALIGN_STARTS, SCOPE_ALIGN_LENGTH, SCOPE_ALIGN_MARKS };

const char *
scope_runs_view_get_page (ScopeRunsView *self)
{
  return page_names[self->page];
}

void
scope_runs_view_set_page (ScopeRunsView *self, const char *page)
{
  g_return_if_fail (SCOPE_IS_RUNS_VIEW (self));

  for (guint i = 0; i < SCOPE_N_RUNS_PAGES; i++)
    if (strcmp (page, page_names[i]) == 0)
      self->page = (ScopeRunsPage) i;
  self->pointed = SCOPE_NONE;
  scope_runs_view_update (self);
}

/* --- actions --- */

static void
page_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  scope_runs_view_set_page (SCOPE_RUNS_VIEW (widget), g_variant_get_string (parameter, NULL));
}

static void
log_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ScopeRunsView *self = SCOPE_RUNS_VIEW (widget);

  self->log = !self->log;
  scope_runs_view_update (self);
}

static void
share_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ScopeRunsView *self = SCOPE_RUNS_VIEW (widget);

  self->share = !self->share;
  scope_runs_view_update_bar (self);
  scope_runs_view_read_band (self);
}

static void
remove_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ScopeRunsView *self = SCOPE_RUNS_VIEW (widget);
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (scope_table_view_get_selection (SCOPE_TABLE_VIEW (self->table)));
  g_autoptr (GArray) runs = scope_table_view_dup_rows (SCOPE_TABLE_VIEW (self->table), FALSE);

  if (self->page != SCOPE_RUNS_LIST || scope_report_table_view_get_table (SCOPE_REPORT_TABLE_VIEW (self->table)) == NULL)
    return;
  if (!gtk_bitset_is_empty (selected))
    g_signal_emit_by_name (self, "remove", runs);
}

void
scope_runs_view_add_actions (ScopeRunsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "runs.page", "s", page_activated);
  gtk_widget_class_install_action (widget_class, "runs.log", NULL, log_activated);
  gtk_widget_class_install_action (widget_class, "runs.share", NULL, share_activated);
  gtk_widget_class_install_action (widget_class, "runs.remove", NULL, remove_activated);
}

/* --- choices --- */

static void
page_toggled (GtkToggleButton *button, ScopeRunsView *self)
{
  if (self->filling || !gtk_toggle_button_get_active (button))
    return;
  for (guint i = 0; i < SCOPE_N_RUNS_PAGES; i++)
    if (self->pages[i] == GTK_WIDGET (button))
      scope_runs_view_set_page (self, page_names[i]);
}

static void
log_toggled (GtkToggleButton *button, ScopeRunsView *self)
{
  if (!self->filling && gtk_toggle_button_get_active (button) != self->log)
    gtk_widget_activate_action (GTK_WIDGET (self), "runs.log", NULL);
}

static void
share_toggled (GtkToggleButton *button, ScopeRunsView *self)
{
  if (!self->filling && gtk_toggle_button_get_active (button) != self->share)
    gtk_widget_activate_action (GTK_WIDGET (self), "runs.share", NULL);
}

static void
what_chosen (GtkDropDown *choice, GParamSpec *pspec, ScopeRunsView *self)
{
  if (self->filling)
    return;
  self->quantity = (ScopeBandQuantity) gtk_drop_down_get_selected (choice);
  scope_runs_view_update (self);
}

static void
align_chosen (GtkDropDown *choice, GParamSpec *pspec, ScopeRunsView *self)
{
  guint i = gtk_drop_down_get_selected (choice);

  if (self->filling || i >= G_N_ELEMENTS (aligns))
    return;
  self->align = aligns[i];
  scope_runs_view_read_band (self);
}

static void
run_chosen (GtkDropDown *choice, GParamSpec *pspec, ScopeRunsView *self)
{
  guint i = gtk_drop_down_get_selected (choice);

  if (self->filling || i == GTK_INVALID_LIST_POSITION)
    return;
  self->run = i == 0 ? SCOPE_NONE : i - 1;
  scope_runs_view_update (self);
}

/* --- making --- */

static GtkWidget *
make_choice (ScopeRunsView *self, const char *name, const char *const *titles, GCallback chosen)
{
  GtkWidget *choice = gtk_drop_down_new_from_strings (titles);

  scope_name_widget (choice, name);
  g_signal_connect (choice, "notify::selected", chosen, self);
  gtk_widget_set_parent (choice, self->bar);
  return choice;
}

static GtkWidget *
make_toggle (ScopeRunsView *self, const char *label, const char *tooltip, GCallback toggled)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (label);

  gtk_widget_set_tooltip_text (button, tooltip);
  g_signal_connect (button, "toggled", toggled, self);
  return button;
}

static GtkWidget *
make_pages (ScopeRunsView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  const char *titles[SCOPE_N_RUNS_PAGES] = { _("Scaling"), _("Growth"), _("Overlay"), _("Processors"), _("Runs") };
  const char *tooltips[SCOPE_N_RUNS_PAGES]
      = { _("Speed-up by number of processors"), _("Where the processors’ time goes, by which law it grows, and what is the limit"), _("What the runs did over time, and how they differ"),
          _("How each processor spent its time, on average over the runs alike, and how much they differ"), _("Which runs these are") };

  gtk_widget_add_css_class (box, "linked");
  for (guint i = 0; i < SCOPE_N_RUNS_PAGES; i++)
    {
      self->pages[i] = make_toggle (self, titles[i], tooltips[i], G_CALLBACK (page_toggled));
      if (i > 0)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->pages[i]), GTK_TOGGLE_BUTTON (self->pages[0]));
      gtk_box_append (GTK_BOX (box), self->pages[i]);
    }
  return box;
}

GtkWidget *
scope_runs_view_make_bar (ScopeRunsView *self)
{
  const char *whats[SCOPE_N_BAND_QUANTITIES + 1] = { NULL };
  const char *const ways[] = { _("Aligned automatically"), _("Aligned at the start"), _("Stretched to equal length"),
                               _("Aligned at marks"), NULL };
  const char *const none[] = { _("All runs"), NULL };

  self->bar = g_object_new (SCOPE_TYPE_WRAP_BAR, NULL);
  gtk_widget_set_parent (make_pages (self), self->bar);
  self->log_button = make_toggle (self, _("Logarithmic"), _("Logarithmic axes"), G_CALLBACK (log_toggled));
  gtk_widget_set_parent (self->log_button, self->bar);
  for (guint i = 0; i < SCOPE_N_BAND_QUANTITIES; i++)
    whats[i] = scope_band_quantity_title ((ScopeBandQuantity) i);
  self->what_choice = make_choice (self, _("What is counted"), whats, G_CALLBACK (what_chosen));
  self->align_choice = make_choice (self, _("How the runs are laid on each other"), ways, G_CALLBACK (align_chosen));
  self->run_choice = make_choice (self, _("The run that is held against the others"), none, G_CALLBACK (run_chosen));
  self->share_button = make_toggle (self, _("Share"), _("As a share of each run’s processors"), G_CALLBACK (share_toggled));
  gtk_widget_set_parent (self->share_button, self->bar);
  self->remove_button = gtk_button_new_with_mnemonic (_("_Remove"));
  gtk_widget_set_tooltip_text (self->remove_button, _("Leave out the runs selected"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->remove_button), "runs.remove");
  gtk_widget_set_parent (self->remove_button, self->bar);
  return self->bar;
}

/* --- as it is now --- */

static void
fill_runs (ScopeRunsView *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  gtk_string_list_append (names, _("All runs"));
  for (guint i = 0; self->set != NULL && i < scope_run_set_n_runs (self->set); i++)
    {
      /* TRANSLATORS: a run that is held against all others, by its file’s name */
      g_autofree char *text = g_strdup_printf (_("%s against the others"), scope_run_set_name (self->set, i));

      gtk_string_list_append (names, text);
    }
  if (g_list_model_get_n_items (gtk_drop_down_get_model (GTK_DROP_DOWN (self->run_choice)))
      != g_list_model_get_n_items (G_LIST_MODEL (names)))
    gtk_drop_down_set_model (GTK_DROP_DOWN (self->run_choice), G_LIST_MODEL (names));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->run_choice), self->run == SCOPE_NONE ? 0 : self->run + 1);
}

void
scope_runs_view_update_bar (ScopeRunsView *self)
{
  gboolean band = self->page == SCOPE_RUNS_BAND;

  self->filling = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->pages[self->page]), TRUE);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->log_button), self->log);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->share_button), self->share);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->what_choice), self->quantity);
  for (guint i = 0; i < G_N_ELEMENTS (aligns); i++)
    if (aligns[i] == self->align)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->align_choice), i);
  fill_runs (self);
  gtk_widget_set_visible (self->log_button, self->page == SCOPE_RUNS_SCALING);
  gtk_widget_set_visible (self->what_choice, band);
  gtk_widget_set_visible (self->align_choice, band);
  gtk_widget_set_visible (self->run_choice, band);
  gtk_widget_set_visible (self->share_button, band);
  gtk_widget_set_visible (self->remove_button, self->page == SCOPE_RUNS_LIST);
  self->filling = FALSE;
}
