/* scope-findings-panel.c: see scope-findings-panel.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/findings/scope-findings-panel.h"

#include "model/base/scope-format.h"
#include "model/scene/findings/scope-cause-table.h"
#include "model/scene/view/scope-view-follow.h"
#include "model/trace/analysis/scope-cause-words.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/findings/scope-findings.h"
#include "widgets/findings/scope-finding-box.h"
#include "widgets/findings/scope-split-bar.h"
#include "widgets/kit/scope-parts.h"
#include "widgets/kit/scope-responsive-panes.h"
#include "widgets/table/scope-report-table-panel.h"

#include <glib/gi18n.h>

#define BESIDE 760 /* from this width on a finding stands beside the list */

struct _ScopeFindingsPanel
{
  ScopePanel panel;

  ScopeDiagnosis *diagnosis; /* or NULL */
  char *rule;                /* of the finding that is chosen, to find it again; or NULL */
  GtkWidget *summary, *split, *pages, *list, *message, *doubts, *details, *intervals, *back, *coloured;
  gboolean setting;
  gboolean fading; /* the parts that are not chosen are faded in the lanes, which before looked so: */
  guint colours, dimmed;
};

G_DEFINE_FINAL_TYPE (ScopeFindingsPanel, scope_findings_panel, SCOPE_TYPE_PANEL)

const char *
scope_findings_panel_why_not (ScopeTrace *trace)
{
  if (!scope_trace_get_finished (trace) || scope_trace_n_entities (trace, SCOPE_KIND_PROCESSOR, NULL) > 0)
    return NULL;
  return _("the trace records no processors");
}

/* --- what is chosen --- */

static int
chosen_finding (ScopeFindingsPanel *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));

  return row != NULL && self->diagnosis != NULL ? gtk_list_box_row_get_index (row) : -1;
}

static const ScopeFinding *
get_finding (ScopeFindingsPanel *self)
{
  int i = chosen_finding (self);

  return i >= 0 && i < (int) self->diagnosis->findings->len ? &g_array_index (self->diagnosis->findings, ScopeFinding, i) : NULL;
}

/* The lanes say why nothing runs; with a cause only its like stands out. */
static void
fade (ScopeFindingsPanel *self, int cause)
{
  ScopeView *view = self->panel.view;
  const ScopeViewLook *look = view != NULL ? scope_view_get_look (view) : NULL;
  ScopeState state = cause >= 0 ? scope_code_state (scope_cause_code ((ScopeCause) cause)) : SCOPE_STATE_UNKNOWN;

  if (view == NULL || (cause < 0 && !self->fading))
    return;
  if (!self->fading)
    {
      self->colours = look->colours;
      self->dimmed = look->dimmed;
    }
  self->fading = cause >= 0;
  scope_view_set_look (view, SCOPE_LOOK_COLOURS, cause >= 0 ? SCOPE_COLOUR_CAUSE : self->colours);
  scope_view_set_look (view, SCOPE_LOOK_DIMMED, cause >= 0 ? ((1u << SCOPE_N_STATES) - 1) & ~(1u << state) : self->dimmed);
}

static void
update_coloured (ScopeFindingsPanel *self)
{
  self->setting = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->coloured),
                                self->panel.view != NULL && scope_view_get_look (self->panel.view)->colours == SCOPE_COLOUR_CAUSE);
  self->setting = FALSE;
}

static void
colour_toggled (GtkToggleButton *button, ScopeFindingsPanel *self)
{
  if (!self->setting && self->panel.view != NULL)
    scope_view_set_look (self->panel.view, SCOPE_LOOK_COLOURS, gtk_toggle_button_get_active (button) ? SCOPE_COLOUR_CAUSE : SCOPE_COLOUR_STATE);
}

/* The jump selects a range: what is shown stays what it is. */
static void
show_it (ScopeFindingsPanel *self)
{
  const ScopeFinding *finding = get_finding (self);

  if (finding == NULL || self->panel.view == NULL)
    return;
  if ((finding->causes & ~(1u << SCOPE_CAUSE_RUNNING)) != 0)
    scope_view_set_look (self->panel.view, SCOPE_LOOK_COLOURS, SCOPE_COLOUR_CAUSE);
  scope_panel_hold (&self->panel, TRUE);
  scope_view_go_to (self->panel.view, finding->lanes->len > 0 ? &g_array_index (finding->lanes, ScopeLaneId, 0) : NULL, finding->from,
                    finding->to);
  scope_panel_hold (&self->panel, FALSE);
}

static void
try_it (ScopeFindingsPanel *self)
{
  const ScopeFinding *finding = get_finding (self);

  if (finding != NULL && finding->wish != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.what-if", "s", finding->wish);
}

static void
row_chosen (ScopeFindingsPanel *self)
{
  const ScopeFinding *finding = get_finding (self);

  if (self->setting)
    return;
  scope_drop_children (self->details);
  g_free (self->rule);
  self->rule = finding != NULL ? g_strdup (finding->rule) : NULL;
  scope_split_bar_emphasise (SCOPE_SPLIT_BAR (self->split), finding != NULL ? finding->causes : 0);
  gtk_widget_set_visible (self->details, finding != NULL);
  if (finding != NULL)
    gtk_box_append (GTK_BOX (self->details),
                    scope_finding_box_new (scope_view_get_trace (self->panel.view), self->diagnosis, (guint) chosen_finding (self),
                                           G_CALLBACK (show_it), G_CALLBACK (try_it), self));
}

/* Of the bar: its intervals instead of the findings. */
static void
part_chosen (ScopeSplitBar *split, int cause, ScopeFindingsPanel *self)
{
  gtk_widget_set_visible (self->back, cause >= 0);
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages), cause >= 0 ? "intervals" : "findings");
  fade (self, cause);
  if (cause < 0 || self->panel.view == NULL)
    return;
  scope_report_table_panel_set_what (SCOPE_REPORT_TABLE_PANEL (self->intervals), (guint) cause);
}

static void
go_back (ScopeFindingsPanel *self)
{
  scope_split_bar_choose (SCOPE_SPLIT_BAR (self->split), -1);
}

/* To an interval. */
static void
interval_selected (ScopeReportTablePanel *tables, guint row, ScopeFindingsPanel *self)
{
  scope_panel_hold (&self->panel, TRUE);
  scope_report_table_panel_jump (tables, row, FALSE);
  scope_panel_hold (&self->panel, FALSE);
}

static void
interval_activated (ScopeReportTablePanel *tables, guint row, ScopeFindingsPanel *self)
{
  scope_panel_hold (&self->panel, TRUE);
  scope_report_table_panel_jump (tables, row, TRUE);
  scope_panel_hold (&self->panel, FALSE);
}

/* --- what is shown --- */

static void
show_summary (ScopeFindingsPanel *self)
{
  const ScopeAnalysis *analysis = self->diagnosis->analysis;
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  gboolean any = analysis->n_processors > 0 && analysis->to > analysis->from; /* a log that is followed may be without, so far */
  g_autofree char *processors = scope_cause_processors (trace, analysis->n_processors),
                  *time = scope_format_duration ((double) (analysis->to - analysis->from), scope_trace_tick_ps (trace)),
                  *all = scope_format_duration ((double) (analysis->to - analysis->from) * analysis->n_processors, scope_trace_tick_ps (trace)),
                  *text = NULL;

  /* TRANSLATORS: “4 HECs for 12.7 ms: where 50.8 ms of processor time went” */
  text = g_strdup_printf (_("%s for %s: where %s of processor time went"), processors, time, all);
  gtk_label_set_label (GTK_LABEL (self->summary), any ? text : NULL);
  gtk_widget_set_visible (self->coloured, any);
  gtk_widget_set_visible (self->split, any);
  scope_split_bar_set (SCOPE_SPLIT_BAR (self->split), trace, analysis->parts);
}

static void
show_doubts (ScopeFindingsPanel *self)
{
  scope_drop_children (self->doubts);
  for (guint i = 0; i < self->diagnosis->doubts->len; i++)
    gtk_box_append (GTK_BOX (self->doubts), scope_label_new (g_ptr_array_index (self->diagnosis->doubts, i),
                                                             SCOPE_LABEL_START | SCOPE_LABEL_WRAP, "caption dim-label"));
  gtk_widget_set_visible (self->doubts, self->diagnosis->doubts->len > 0);
}

/* The one that was chosen stays so, if it is still there. */
static void
fill_list (ScopeFindingsPanel *self)
{
  const GArray *findings = self->diagnosis->findings;
  guint chosen = 0;
  GtkWidget *child;

  self->setting = TRUE;
  while ((child = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), child);
  for (guint i = 0; i < findings->len; i++)
    {
      gtk_list_box_append (GTK_LIST_BOX (self->list), scope_finding_row_new (self->diagnosis, i));
      if (self->rule != NULL && g_str_equal (g_array_index (findings, ScopeFinding, i).rule, self->rule))
        chosen = i;
    }
  self->setting = FALSE;
  gtk_widget_set_visible (self->list, findings->len > 0);
  gtk_widget_set_visible (self->message, findings->len == 0);
  gtk_label_set_label (GTK_LABEL (self->message), self->diagnosis->nothing != NULL ? self->diagnosis->nothing : "");
  if (findings->len > 0)
    gtk_list_box_select_row (GTK_LIST_BOX (self->list), gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), (int) chosen));
  row_chosen (self);
}

static void
show (ScopePanel *panel, gpointer answer, const GError *error)
{
  ScopeFindingsPanel *self = SCOPE_FINDINGS_PANEL (panel);

  g_clear_pointer (&self->diagnosis, scope_diagnosis_free);
  self->diagnosis = answer;
  if (error != NULL)
    {
      gtk_widget_set_visible (self->list, FALSE);
      gtk_widget_set_visible (self->details, FALSE);
      gtk_widget_set_visible (self->message, TRUE);
      gtk_label_set_label (GTK_LABEL (self->message), error->message);
      return;
    }
  show_summary (self);
  show_doubts (self);
  fill_list (self);
}

/* --- the question --- */

static gpointer
find (const ScopeQueryRange *within, gconstpointer what, GError **error)
{
  return scope_diagnosis_read (within, error);
}

/* A trace that is being read is not looked through again and again; one that is followed is, up to what is known. */
static gboolean
fill (ScopePanel *panel, ScopeQueryRange *within, gpointer what)
{
  return scope_trace_get_finished (within->trace) || scope_view_get_follow (panel->view) != SCOPE_FOLLOW_OFF;
}

static const char *
why_not (ScopePanel *panel)
{
  return scope_findings_panel_why_not (scope_view_get_trace (panel->view));
}

static gboolean
is_settled (ScopePanel *panel)
{
  ScopeFindingsPanel *self = SCOPE_FINDINGS_PANEL (panel);

  return scope_split_bar_get_chosen (SCOPE_SPLIT_BAR (self->split)) < 0 || scope_panel_is_settled (SCOPE_PANEL (self->intervals));
}

static void
view_changed (ScopePanel *panel, guint what)
{
  if (what & SCOPE_VIEW_LOOK)
    update_coloured (SCOPE_FINDINGS_PANEL (panel));
}

static void
set_choices (ScopeFindingsPanel *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  const char *titles[SCOPE_N_CAUSES + 1] = { NULL };
  guint whats[SCOPE_N_CAUSES];

  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    {
      titles[c] = scope_cause_word (trace, (ScopeCause) c);
      whats[c] = c;
    }
  scope_report_table_panel_set_choices (SCOPE_REPORT_TABLE_PANEL (self->intervals), titles, whats);
  gtk_widget_set_visible (SCOPE_REPORT_TABLE_PANEL (self->intervals)->choice, FALSE);
}

static void
set_view (ScopePanel *panel)
{
  ScopeFindingsPanel *self = SCOPE_FINDINGS_PANEL (panel);

  g_clear_pointer (&self->diagnosis, scope_diagnosis_free);
  g_clear_pointer (&self->rule, g_free);
  self->fading = FALSE;
  scope_split_bar_choose (SCOPE_SPLIT_BAR (self->split), -1);
  scope_split_bar_set (SCOPE_SPLIT_BAR (self->split), NULL, NULL);
  scope_drop_children (self->details);
  gtk_label_set_label (GTK_LABEL (self->summary), NULL);
  gtk_widget_set_visible (self->list, FALSE);
  gtk_widget_set_visible (self->details, FALSE);
  gtk_widget_set_visible (self->doubts, FALSE);
  gtk_widget_set_visible (self->message, FALSE);
  if (panel->view != NULL)
    set_choices (self);
  update_coloured (self);
  scope_panel_set_view (SCOPE_PANEL (self->intervals), panel->view);
}

/* The intervals are of the same range; their own chip is not seen. */
static void
range_changed (ScopeFindingsPanel *self)
{
  scope_range_selector_set_kind (scope_panel_get_range_selector (SCOPE_PANEL (self->intervals)),
                                 scope_range_selector_get_kind (scope_panel_get_range_selector (&self->panel)));
}

/* --- life --- */

static void
scope_findings_panel_finalize (GObject *object)
{
  ScopeFindingsPanel *self = SCOPE_FINDINGS_PANEL (object);

  scope_diagnosis_free (self->diagnosis);
  g_free (self->rule);
  G_OBJECT_CLASS (scope_findings_panel_parent_class)->finalize (object);
}

static void
scope_findings_panel_class_init (ScopeFindingsPanelClass *klass)
{
  ScopePanelClass *panel_class = SCOPE_PANEL_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = scope_findings_panel_finalize;
  panel_class->set_view = set_view;
  panel_class->view_changed = view_changed;
  panel_class->why_not = why_not;
  panel_class->is_settled = is_settled;
  panel_class->fill = fill;
  panel_class->show = show;
  panel_class->query.find = find;
  panel_class->query.free_answer = (GDestroyNotify) scope_diagnosis_free;
}

static GtkWidget *
make_findings_page (ScopeFindingsPanel *self)
{
  GtkWidget *panes = scope_responsive_panes_new (BESIDE), *left = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6),
            *scroller = scope_scroller_new (panes);

  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_BROWSE);
  gtk_widget_add_css_class (self->list, "findings");
  scope_label_widget (self->list, _("Findings"));
  g_signal_connect_swapped (self->list, "selected-rows-changed", G_CALLBACK (row_chosen), self);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (show_it), self);
  self->message = scope_label_new (NULL, SCOPE_LABEL_START | SCOPE_LABEL_WRAP, NULL);
  self->doubts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  self->details = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  scope_set_margins (self->message, 6, 6);
  scope_set_margins (self->doubts, 0, 6);
  scope_set_margins (self->details, 3, 6);
  scope_add_children (left, self->list, self->message, self->doubts, NULL);
  scope_responsive_panes_add (SCOPE_RESPONSIVE_PANES (panes), left, 2);
  scope_responsive_panes_add (SCOPE_RESPONSIVE_PANES (panes), self->details, 3);
  scope_label_widget (scroller, _("Findings"));
  return scroller;
}

static GtkWidget *
make_bar (ScopeFindingsPanel *self)
{
  GtkWidget *bar = scope_bar_new (3), *chip = scope_panel_make_chip (&self->panel);

  self->summary = scope_summary_label_new ();
  self->back = gtk_button_new_with_mnemonic (_("_Back to Findings"));
  gtk_widget_set_visible (self->back, FALSE);
  g_signal_connect_swapped (self->back, "clicked", G_CALLBACK (go_back), self);
  g_signal_connect_swapped (chip, "changed", G_CALLBACK (range_changed), self);
  self->coloured = gtk_toggle_button_new_with_mnemonic (_("_Colour by Cause"));
  gtk_widget_set_tooltip_text (self->coloured, _("Lanes say why nothing runs, in the colours of this bar"));
  g_signal_connect (self->coloured, "toggled", G_CALLBACK (colour_toggled), self);
  gtk_widget_add_css_class (bar, "panel-bar");
  scope_add_children (bar, self->summary, self->back, self->coloured, chip, NULL);
  gtk_widget_set_halign (chip, GTK_ALIGN_END);
  return bar;
}

static void
scope_findings_panel_init (ScopeFindingsPanel *self)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);

  self->split = scope_split_bar_new ();
  scope_set_margins (self->split, 0, 6);
  g_signal_connect (self->split, "chosen", G_CALLBACK (part_chosen), self);
  self->intervals = scope_report_table_panel_new (_("Intervals of a part of the time"), scope_cause_table_read);
  gtk_widget_set_visible (GTK_WIDGET (scope_panel_get_range_selector (SCOPE_PANEL (self->intervals))), FALSE);
  g_signal_connect (self->intervals, "row-selected", G_CALLBACK (interval_selected), self);
  g_signal_connect (self->intervals, "row-activated", G_CALLBACK (interval_activated), self);
  self->pages = gtk_stack_new ();
  gtk_widget_set_vexpand (self->pages, TRUE);
  gtk_stack_add_named (GTK_STACK (self->pages), make_findings_page (self), "findings");
  gtk_stack_add_named (GTK_STACK (self->pages), self->intervals, "intervals");
  scope_add_children (content, make_bar (self), self->split, self->pages, NULL);
  scope_panel_set_content (&self->panel, scope_panel_make_progress (&self->panel, _("Looking for what stands out"), content));
  scope_label_widget (GTK_WIDGET (self), _("Findings"));
}
