/* scope-call-changes-panel.c: see scope-call-changes-panel.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/call-diff/scope-call-changes-panel.h"

#include "model/base/scope-format.h"
#include "model/base/scope-task.h"
#include "model/scene/call-diff/scope-sample-diff-table.h"
#include "model/trace/call-diff/scope-call-diff-words.h"
#include "widgets/call-diff/scope-call-rows-view.h"
#include "widgets/kit/scope-parts.h"
#include "widgets/kit/scope-range-selector.h"
#include "widgets/kit/scope-wrap-bar.h"

#include <glib/gi18n.h>
#include <string.h>

#define WAIT_MS 120
#define PATHS_WIDTH 760   /* of the tree, at first */

struct _ScopeCallChangesPanel
{
  GtkWidget parent_instance;

  ScopeComparison *comparison;
  ScopeView *view;
  ScopeCallDiff *diff;         /* NULL: none yet */
  ScopeCallDiffQuestion shown; /* what it answers: without what belongs to others */
  ScopeTimeMap *map;           /* of `shown`, held; or NULL */
  gint64 more_than;
  gboolean more_than_cycles;
  GCancellable *asking;        /* NULL: nothing is being read */
  gboolean stale;
  guint wait;

  gboolean sampled;            /* both have samples instead of calls */

  GtkWidget *bar, *chip, *limit, *picture, *entry, *spinner, *summary, *pages, *first, *paths, *rows, *all, *functions, *flame;
};

G_DEFINE_FINAL_TYPE (ScopeCallChangesPanel, scope_call_changes_panel, GTK_TYPE_WIDGET)

static void ask_soon (ScopeCallChangesPanel *self);

/* --- what is shown --- */

static void
show_summary (ScopeCallChangesPanel *self)
{
  guint64 n_matched = 0, n_only[2] = { 0, 0 };
  g_autofree char *matched = NULL, *baseline = NULL, *run = NULL, *text = NULL;

  for (guint i = 0; self->diff != NULL && i < self->diff->n_lanes; i++)
    {
      n_matched += self->diff->lanes[i].n_matched;
      n_only[0] += self->diff->lanes[i].n_only[0];
      n_only[1] += self->diff->lanes[i].n_only[1];
    }
  matched = scope_format_count (n_matched);
  baseline = scope_format_count (n_only[0]);
  run = scope_format_count (n_only[1]);
  if (self->diff != NULL)
    text = g_strdup_printf (self->diff->in_cycles ? _("%s calls in both, %s only in the baseline, %s only in this run · in cycles")
                                                  : _("%s calls in both, %s only in the baseline, %s only in this run"),
                            matched, baseline, run);
  gtk_label_set_label (GTK_LABEL (self->summary), text != NULL ? text : "");
}

static void
show_diff (ScopeCallChangesPanel *self, const char *trouble)
{
  g_autoptr (ScopeReportTable) first = self->diff != NULL ? scope_call_partings_table (self->comparison, self->diff) : NULL;
  g_autoptr (ScopeReportTable) functions = self->diff != NULL ? scope_call_function_changes_table (self->comparison, self->diff) : NULL;

  scope_report_table_view_set_placeholder (SCOPE_REPORT_TABLE_VIEW (self->first),
                                           trouble != NULL ? trouble : _("The runs do not diverge in this range"));
  scope_report_table_view_set_placeholder (SCOPE_REPORT_TABLE_VIEW (self->functions), trouble != NULL ? trouble : _("No calls in this range"));
  scope_report_table_view_set_table (SCOPE_REPORT_TABLE_VIEW (self->first), first);
  scope_report_table_view_set_table (SCOPE_REPORT_TABLE_VIEW (self->functions), functions);
  scope_call_diff_view_set_diff (SCOPE_CALL_DIFF_VIEW (self->paths), self->diff);
  scope_call_diff_flame_page_set_diff (SCOPE_CALL_DIFF_FLAME_PAGE (self->flame), self->diff);
  scope_call_rows_view_set (SCOPE_CALL_ROWS_VIEW (self->rows), self->comparison, self->diff, &self->shown);
  scope_call_rows_view_set (SCOPE_CALL_ROWS_VIEW (self->all), self->comparison, self->diff, &self->shown);
  show_summary (self);
}

static void
answered (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ScopeCallChangesPanel) self = data;
  g_autoptr (GError) error = NULL;
  ScopeCallDiff *diff = scope_call_diff_read_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->asking == NULL || self->comparison == NULL)
    {
      scope_call_diff_unref (diff);
      return;
    }
  g_clear_object (&self->asking);
  gtk_spinner_stop (GTK_SPINNER (self->spinner));
  g_clear_pointer (&self->diff, scope_call_diff_unref);
  self->diff = diff;
  show_diff (self, error != NULL ? error->message : NULL);
  if (self->stale)
    ask_soon (self);
}

/* Samples have no calls that could be paired: there is the one table. */
static void
samples_answered (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ScopeCallChangesPanel) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeSampleDiff) diff = scope_sample_diff_read_finish (result, &error);
  g_autoptr (ScopeReportTable) table = NULL;
  g_autofree char *summary = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->asking == NULL || self->comparison == NULL)
    return;
  g_clear_object (&self->asking);
  gtk_spinner_stop (GTK_SPINNER (self->spinner));
  if (diff != NULL)
    {
      table = scope_sample_diff_table (scope_comparison_get_run (self->comparison), diff);
      summary = scope_sample_diff_summary (diff);
    }
  scope_report_table_view_set_placeholder (SCOPE_REPORT_TABLE_VIEW (self->functions), error != NULL ? error->message : _("No samples in this range"));
  scope_report_table_view_set_table (SCOPE_REPORT_TABLE_VIEW (self->functions), table);
  gtk_label_set_label (GTK_LABEL (self->summary), summary != NULL ? summary : "");
  if (self->stale)
    ask_soon (self);
}

static void
show_pages (ScopeCallChangesPanel *self, gboolean sampled)
{
  if (sampled)
    gtk_stack_set_visible_child (GTK_STACK (self->pages), self->functions);
  for (GtkWidget *page = gtk_widget_get_first_child (self->pages); page != NULL; page = gtk_widget_get_next_sibling (page))
    gtk_stack_page_set_visible (gtk_stack_get_page (GTK_STACK (self->pages), page), !sampled || page == self->functions);
  gtk_widget_set_visible (self->limit, !sampled);
  gtk_widget_set_visible (self->picture, !sampled);
}

static void
cancel (ScopeCallChangesPanel *self)
{
  g_clear_handle_id (&self->wait, g_source_remove);
  scope_task_stop (&self->asking);
  gtk_spinner_stop (GTK_SPINNER (self->spinner));
}

static gboolean
ask (gpointer data)
{
  ScopeCallChangesPanel *self = data;
  ScopeCallDiffQuestion question = { .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };

  self->wait = 0;
  if (self->comparison == NULL || !scope_comparison_is_prepared (self->comparison))
    return G_SOURCE_REMOVE;
  self->stale = FALSE;
  self->sampled = scope_sample_diff_is_possible (scope_comparison_get_pairing (self->comparison));
  show_pages (self, self->sampled);
  if (scope_range_selector_get_kind (SCOPE_RANGE_SELECTOR (self->chip)) != SCOPE_RANGE_WHOLE
      && scope_range_selector_get_range (SCOPE_RANGE_SELECTOR (self->chip), &question.from, &question.to))
    question.map = scope_comparison_get_map (self->comparison);
  question.more_than = self->more_than;
  question.more_than_cycles = self->more_than_cycles;
  g_clear_pointer (&self->map, scope_time_map_unref);
  self->map = question.map != NULL ? scope_time_map_ref ((ScopeTimeMap *) question.map) : NULL;
  self->shown = question;
  self->asking = question.cancellable = g_cancellable_new ();
  gtk_spinner_start (GTK_SPINNER (self->spinner));
  if (self->sampled)
    scope_sample_diff_read_async (scope_comparison_get_pairing (self->comparison), question.from, question.to, question.map, question.cancellable,
                                  samples_answered, g_object_ref (self));
  else
    scope_call_diff_read_async (scope_comparison_get_pairing (self->comparison), &question, answered, g_object_ref (self));
  return G_SOURCE_REMOVE;
}

static void
ask_soon (ScopeCallChangesPanel *self)
{
  self->stale = TRUE;
  if (self->comparison == NULL || self->asking != NULL || self->wait != 0 || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->wait = g_timeout_add (WAIT_MS, ask, self);
}

static void
ask_anew (ScopeCallChangesPanel *self)
{
  cancel (self);
  ask_soon (self);
}

gboolean
scope_call_changes_panel_is_settled (ScopeCallChangesPanel *self)
{
  return self->comparison == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self))
         || (self->asking == NULL && !self->stale && scope_call_rows_view_is_settled (SCOPE_CALL_ROWS_VIEW (self->rows))
             && scope_call_rows_view_is_settled (SCOPE_CALL_ROWS_VIEW (self->all)));
}

/* --- going there --- */

/* Whether an activation began before the range that is compared, and is known from there on only. */
static gboolean
is_cut (ScopeCallChangesPanel *self, const gint64 from[2])
{
  return self->map != NULL
         && (from[SCOPE_CALL_RUN] <= self->shown.from
             || from[SCOPE_CALL_BASELINE] <= scope_time_map_to_baseline (self->map, self->shown.from));
}

static void
go (ScopeCallChangesPanel *self, guint lane, const gint64 from[2], const gint64 to[2], ScopeCallMatch match, guint32 depth)
{
  const ScopeCallLanePair *pair = &self->diff->lanes[lane];
  ScopeCallPlace place = { .has = { pair->has[0] && match != SCOPE_CALL_ONLY_RUN, pair->has[1] && match != SCOPE_CALL_ONLY_BASELINE },
                           .depth = is_cut (self, from) ? SCOPE_NONE : depth };

  for (guint s = 0; s < 2; s++)
    {
      place.lanes[s] = pair->lanes[s];
      place.from[s] = from[s];
      place.to[s] = to[s];
    }
  g_signal_emit_by_name (self, "go-to", &place);
}

static void
path_chosen (ScopeCallDiffView *view, guint context, ScopeCallChangesPanel *self)
{
  if (self->diff == NULL || context >= self->diff->n_contexts)
    return;
  scope_call_rows_view_set_context (SCOPE_CALL_ROWS_VIEW (self->rows), context);
}

/* To that one of its activations that changed most. */
static void
path_activated (ScopeCallDiffView *view, guint context, ScopeCallChangesPanel *self)
{
  const ScopeCallContextDiff *path;

  if (self->diff == NULL || context >= self->diff->n_contexts)
    return;
  path = &self->diff->contexts[context];
  go (self, path->most_lane, path->from, path->to, path->most_match, path->depth);
}

/* In the flame graph: there; and in the tree. */
static void
frame_chosen (ScopeCallDiffFlamePage *page, guint context, ScopeCallChangesPanel *self)
{
  path_activated (NULL, context, self);
}

static void
frame_activated (ScopeCallDiffFlamePage *page, guint context, ScopeCallChangesPanel *self)
{
  scope_call_changes_panel_set_page (self, "paths");
  scope_call_diff_view_choose (SCOPE_CALL_DIFF_VIEW (self->paths), context);
}

static gconstpointer
extra_of (ScopeReportTableView *view, guint row)
{
  ScopeReportTable *table = scope_report_table_view_get_table (view);
  GArray *extra = table != NULL ? scope_report_table_get_extra (table) : NULL;

  return extra != NULL && row < extra->len ? extra->data + (gsize) row * g_array_get_element_size (extra) : NULL;
}

static void
row_chosen (ScopeCallRowsView *view, const ScopeCallDiffRow *row, ScopeCallChangesPanel *self)
{
  if (self->diff != NULL && row->lane < self->diff->n_lanes)
    go (self, row->lane, row->from, row->to, row->match, row->depth);
}

static void
parting_chosen (ScopeReportTableView *view, guint n, ScopeCallChangesPanel *self)
{
  const guint *number = extra_of (view, n);
  const ScopeCallParting *parting;

  if (number == NULL || self->diff == NULL || *number >= self->diff->n_partings)
    return;
  parting = &self->diff->partings[*number];
  if (parting->in_time)
    go (self, parting->lane, parting->from, parting->to, SCOPE_CALL_MATCHED, SCOPE_NONE);
  else
    go (self, parting->lane, parting->call_from, parting->call_from, SCOPE_CALL_MATCHED, SCOPE_NONE);
}

/* Enter or a double click: the path in which they part, in the tree. */
static void
parting_activated (ScopeReportTableView *view, guint n, ScopeCallChangesPanel *self)
{
  const guint *number = extra_of (view, n);
  const ScopeCallParting *parting;
  guint32 context;

  if (number == NULL || self->diff == NULL || *number >= self->diff->n_partings)
    return;
  parting = &self->diff->partings[*number];
  context = parting->in_time ? parting->context : parting->call_context;
  if (context == SCOPE_NONE)
    return;
  scope_call_changes_panel_set_page (self, "paths");
  scope_call_diff_view_choose (SCOPE_CALL_DIFF_VIEW (self->paths), context);
}

/* The path of the function that changed most. */
static void
function_activated (ScopeReportTableView *view, guint n, ScopeCallChangesPanel *self)
{
  const guint *function = extra_of (view, n);
  guint32 most = SCOPE_NONE;

  for (guint32 i = 0; function != NULL && self->diff != NULL && i < self->diff->n_contexts; i++)
    if (self->diff->contexts[i].function == *function
        && (most == SCOPE_NONE || ABS (self->diff->contexts[i].most) > ABS (self->diff->contexts[most].most)))
      most = i;
  if (most == SCOPE_NONE)
    return;
  scope_call_changes_panel_set_page (self, "paths");
  scope_call_diff_view_choose (SCOPE_CALL_DIFF_VIEW (self->paths), most);
}

/* --- what others ask --- */

ScopeCallDiff *
scope_call_changes_panel_get_diff (ScopeCallChangesPanel *self)
{
  return self->diff;
}

void
scope_call_changes_panel_set_page (ScopeCallChangesPanel *self, const char *page)
{
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages), page);
}

ScopeReportTableView *
scope_call_changes_panel_get_table (ScopeCallChangesPanel *self, const char *page)
{
  if (page == NULL || g_str_equal (page, "activations"))
    return scope_call_rows_view_get_table (SCOPE_CALL_ROWS_VIEW (page == NULL ? self->rows : self->all));
  return SCOPE_REPORT_TABLE_VIEW (g_str_equal (page, "first") ? self->first : self->functions);
}

static void
entry_changed (GtkEditable *entry, ScopeCallChangesPanel *self)
{
  const char *text = gtk_editable_get_text (entry);
  gint64 amount = 0;
  gboolean cycles = FALSE;

  if (text[0] != '\0' && !scope_call_length_parse (text, &amount, &cycles, NULL))
    {
      gtk_widget_add_css_class (GTK_WIDGET (entry), "error");
      return;
    }
  gtk_widget_remove_css_class (GTK_WIDGET (entry), "error");
  if (amount == self->more_than && cycles == self->more_than_cycles)
    return;
  self->more_than = amount;
  self->more_than_cycles = cycles;
  ask_anew (self);
}

void
scope_call_changes_panel_set_more_than (ScopeCallChangesPanel *self, const char *length)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), length);
}

void
scope_call_changes_panel_set (ScopeCallChangesPanel *self, ScopeComparison *comparison, ScopeView *run)
{
  g_return_if_fail (SCOPE_IS_CALL_CHANGES_PANEL (self));

  cancel (self);
  if (self->comparison != NULL)
    g_signal_handlers_disconnect_by_data (self->comparison, self);
  g_set_object (&self->comparison, comparison);
  g_set_object (&self->view, run);
  g_clear_pointer (&self->diff, scope_call_diff_unref);
  g_clear_pointer (&self->map, scope_time_map_unref);
  scope_range_selector_set_view (SCOPE_RANGE_SELECTOR (self->chip), run);
  show_diff (self, NULL);
  if (comparison == NULL)
    return;
  g_signal_connect_swapped (comparison, "changed", G_CALLBACK (ask_anew), self);
  ask_soon (self);
}

/* --- life --- */

static void
mapped (GtkWidget *widget, ScopeCallChangesPanel *self)
{
  if (self->stale)
    ask_soon (self);
}

static void
scope_call_changes_panel_dispose (GObject *object)
{
  ScopeCallChangesPanel *self = SCOPE_CALL_CHANGES_PANEL (object);

  if (self->first != NULL)
    scope_call_changes_panel_set (self, NULL, NULL);
  self->first = NULL;
  scope_drop_children (GTK_WIDGET (self));
  G_OBJECT_CLASS (scope_call_changes_panel_parent_class)->dispose (object);
}

static void
scope_call_changes_panel_class_init (ScopeCallChangesPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_call_changes_panel_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  scope_add_signal (klass, "go-to", 1, G_TYPE_POINTER);
  scope_add_signal (klass, "save-picture", 0);
}

/* Of the page that is seen. */
static void
act (ScopeCallChangesPanel *self, const char *what)
{
  const char *page = gtk_stack_get_visible_child_name (GTK_STACK (self->pages));
  gboolean paths = g_strcmp0 (page, "paths") == 0 || g_strcmp0 (page, "flame") == 0;
  g_autofree char *action = g_strconcat (paths ? "call-diff." : "table.", what, NULL);

  gtk_widget_activate_action (paths ? self->paths : GTK_WIDGET (scope_call_changes_panel_get_table (self, page)), action, NULL);
}

static void
copy_clicked (ScopeCallChangesPanel *self)
{
  act (self, "copy");
}

static void
save_clicked (ScopeCallChangesPanel *self)
{
  act (self, "save");
}

static void
picture_clicked (ScopeCallChangesPanel *self)
{
  if (self->diff != NULL)
    g_signal_emit_by_name (self, "save-picture");
}

static GtkWidget *
make_sheet (const char *name)
{
  GtkWidget *table = scope_report_table_view_new (name);

  gtk_widget_set_vexpand (table, TRUE);
  return table;
}

static void
build_pages (ScopeCallChangesPanel *self)
{
  GtkWidget *paned;

  self->first = make_sheet (_("First Difference"));
  self->functions = make_sheet (_("Functions"));
  self->rows = scope_call_rows_view_new (_("Activations"), FALSE);
  self->all = scope_call_rows_view_new (_("Activations"), TRUE);
  self->paths = g_object_new (SCOPE_TYPE_CALL_DIFF_VIEW, NULL);
  self->flame = g_object_new (SCOPE_TYPE_CALL_DIFF_FLAME_PAGE, NULL);
  paned = scope_paned_new (GTK_ORIENTATION_HORIZONTAL, self->paths, self->rows);
  gtk_paned_set_position (GTK_PANED (paned), PATHS_WIDTH);
  gtk_widget_set_size_request (self->paths, 160, -1);
  gtk_widget_set_size_request (self->rows, 120, -1);
  self->pages = gtk_stack_new ();
  gtk_stack_add_titled (GTK_STACK (self->pages), self->first, "first", _("First Difference"));
  gtk_stack_add_titled (GTK_STACK (self->pages), paned, "paths", _("Call Paths"));
  gtk_stack_add_titled (GTK_STACK (self->pages), self->all, "activations", _("Activations"));
  gtk_stack_add_titled (GTK_STACK (self->pages), self->functions, "functions", _("Functions"));
  gtk_stack_add_titled (GTK_STACK (self->pages), self->flame, "flame", _("Flame Graph"));
  gtk_widget_set_vexpand (self->pages, TRUE);
  g_signal_connect (self->flame, "path-chosen", G_CALLBACK (frame_chosen), self);
  g_signal_connect (self->flame, "path-activated", G_CALLBACK (frame_activated), self);
  g_signal_connect (self->first, "row-selected", G_CALLBACK (parting_chosen), self);
  g_signal_connect (self->first, "row-activated", G_CALLBACK (parting_activated), self);
  g_signal_connect (self->functions, "row-activated", G_CALLBACK (function_activated), self);
  g_signal_connect (self->rows, "row-chosen", G_CALLBACK (row_chosen), self);
  g_signal_connect (self->all, "row-chosen", G_CALLBACK (row_chosen), self);
  g_signal_connect (self->paths, "path-chosen", G_CALLBACK (path_chosen), self);
  g_signal_connect (self->paths, "path-activated", G_CALLBACK (path_activated), self);
}

static void
build_bar (ScopeCallChangesPanel *self)
{
  GtkWidget *switcher = gtk_stack_switcher_new (), *label = gtk_label_new (_("More Than"));
  GtkWidget *ends = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), GTK_STACK (self->pages));
  self->bar = g_object_new (SCOPE_TYPE_WRAP_BAR, NULL);
  scope_add_classes (self->bar, "timeline-bar", "panel-bar", NULL);
  gtk_widget_add_css_class (switcher, "table-choice");
  gtk_widget_set_valign (switcher, GTK_ALIGN_CENTER);
  self->chip = g_object_new (SCOPE_TYPE_RANGE_SELECTOR, NULL);
  self->entry = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), "500cy");
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 6);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->entry), 8);
  gtk_widget_set_tooltip_text (self->entry, _("How Far the Runs May Drift Apart Before They Diverge: 500cy, 20ns"));
  scope_label_widget (self->entry, _("More than"));
  self->limit = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  scope_add_children (self->limit, label, self->entry, NULL);
  self->spinner = gtk_spinner_new ();
  self->summary = scope_label_new (NULL, SCOPE_LABEL_ELLIPSIZE, "dim-label table-summary");
  scope_add_children (self->bar, switcher, self->chip, self->limit, self->spinner, self->summary, NULL);
  gtk_widget_set_halign (ends, GTK_ALIGN_END);
  gtk_widget_set_parent (ends, self->bar);
  self->picture = scope_icon_button_new ("camera-photo-symbolic", _("Save the Flame Graph as a Picture…"), G_CALLBACK (picture_clicked), self);
  scope_add_children (ends, scope_icon_button_new ("edit-copy-symbolic", _("Copy"), G_CALLBACK (copy_clicked), self),
                      self->picture,
                      scope_icon_button_new ("document-save-symbolic", _("Save as CSV…"), G_CALLBACK (save_clicked), self), NULL);
  g_signal_connect (self->entry, "changed", G_CALLBACK (entry_changed), self);
}

static void
scope_call_changes_panel_init (ScopeCallChangesPanel *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))),
                                  GTK_ORIENTATION_VERTICAL);
  build_pages (self);
  build_bar (self);
  scope_add_children (GTK_WIDGET (self), self->bar, self->pages, NULL);
  g_signal_connect_swapped (self->chip, "changed", G_CALLBACK (ask_soon), self);
  g_signal_connect (self, "map", G_CALLBACK (mapped), self);
}
