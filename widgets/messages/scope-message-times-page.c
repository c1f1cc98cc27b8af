/* scope-message-times-page.c: see scope-message-times-page.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/messages/scope-message-times-page.h"

#include "model/base/scope-each.h"
#include "model/scene/draw/scope-ruler.h"
#include "model/trace/messages/scope-pairs.h"
#include "widgets/draw/scope-histogram.h"
#include "widgets/messages/scope-message-rates.h"
#include "widgets/kit/scope-parts.h"
#include "widgets/kit/scope-responsive-panes.h"

#include <glib/gi18n.h>

#define LEAST_WIDTH 860

struct _ScopeMessageTimesPage
{
  ScopePanel panel;

  ScopeMessageFilter filter;
  ScopeMessageTimes *times;
  GtkWidget *stack, *scroller, *message, *rates, *rates_title, *latency, *histogram, *table, *receiving;
  char *summary;
};

G_DEFINE_FINAL_TYPE (ScopeMessageTimesPage, scope_message_times_page, SCOPE_TYPE_PANEL)

/* --- the question --- */

static gboolean
fill (ScopePanel *panel, ScopeQueryRange *within, gpointer what)
{
  within->messages = &SCOPE_MESSAGE_TIMES_PAGE (panel)->filter;
  return TRUE;
}

static gpointer
find_times (const ScopeQueryRange *within, gconstpointer what, GError **error)
{
  return scope_message_times_new (within, SCOPE_MESSAGE_RATES_BINS, error);
}

static ScopeReportTable *
receiving_sheet (ScopeTrace *trace, const ScopeMessageTimes *times)
{
  ScopeReportTable *table = scope_report_table_new (trace);

  scope_report_table_add_column (table, SCOPE_CELL_LANE, _("Machine"), "machine");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Receiving"), "receiving_ns");
  scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("Of Lifetime"), "share");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Phases"), "phases");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Messages"), "messages");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Longest"), "longest_ns");
  SCOPE_EACH (const ScopeReceiving, receiving, times->receiving)
    {
      ScopeReportTableRow row = { .lane = { receiving->machine, SCOPE_KIND_MACHINE, 0 }, .has_lane = TRUE };
      guint r = scope_report_table_add_row (table, &row);

      scope_report_table_set (table, r, 1, (double) receiving->time);
      if (receiving->alive > 0)
        scope_report_table_set (table, r, 2, (double) receiving->time / (double) receiving->alive);
      scope_report_table_set (table, r, 3, (double) receiving->phases);
      scope_report_table_set (table, r, 4, (double) receiving->messages);
      scope_report_table_set (table, r, 5, (double) receiving->longest);
    }
  return table;
}

static void
show_message (ScopeMessageTimesPage *self, const char *text)
{
  gtk_label_set_label (GTK_LABEL (self->message), text);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->message);
}

static void
show_latency (ScopeMessageTimesPage *self, ScopeTrace *trace)
{
  const ScopeMessageLatency *latency = &self->times->latency;
  g_autofree char *text = scope_message_latency_text (trace, self->times);
  ScopeReportTableHistogram histogram;

  G_STATIC_ASSERT (sizeof histogram.n == sizeof latency->n && sizeof histogram.time == sizeof latency->time);
  memcpy (histogram.n, latency->n, sizeof histogram.n);
  memcpy (histogram.time, latency->time, sizeof histogram.time);
  scope_histogram_set (SCOPE_HISTOGRAM (self->histogram), latency->count > 0 ? &histogram : NULL,
                       scope_trace_tick_ps (trace));
  gtk_label_set_label (GTK_LABEL (self->latency), text);
}

static void
show_times (ScopeMessageTimesPage *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  g_autoptr (ScopeReportTable) table = receiving_sheet (trace, self->times);
  g_autofree char *n = scope_format_count (self->times->messages);
  g_autofree char *size = scope_trace_size_text (trace, self->times->size), *messages = NULL;

  scope_message_rates_set (SCOPE_MESSAGE_RATES (self->rates), self->panel.view, self->times);
  show_latency (self, trace);
  scope_report_table_view_set_table (SCOPE_REPORT_TABLE_VIEW (self->table), table);
  /* Of all runtimes Eden alone records when it receives; the others have no empty place for it. */
  gtk_widget_set_visible (self->receiving, scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN);
  messages = g_strdup_printf (ngettext ("%s message", "%s messages", (gulong) self->times->messages), n);
  self->summary = g_strdup_printf ("%s, %s", messages, size);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->scroller);
}

static const char *
why_empty (ScopeMessageTimesPage *self)
{
  const char *why = NULL;

  if (!scope_pairs_are_there (scope_view_get_trace (self->panel.view), &why))
    return why;
  return scope_message_filter_is_narrow (&self->filter) ? _("No message in this range passes the filter.")
                                                        : _("No message was sent in this range.");
}

static void
forget (ScopeMessageTimesPage *self)
{
  scope_message_rates_set (SCOPE_MESSAGE_RATES (self->rates), NULL, NULL);
  g_clear_pointer (&self->times, scope_message_times_free);
  g_clear_pointer (&self->summary, g_free);
}

static void
show (ScopePanel *panel, gpointer answer, const GError *error)
{
  ScopeMessageTimesPage *self = SCOPE_MESSAGE_TIMES_PAGE (panel);

  forget (self);
  self->times = answer;
  if (self->times == NULL)
    show_message (self, error->message);
  else if (self->times->messages == 0 && self->times->receiving->len == 0)
    show_message (self, why_empty (self));
  else
    show_times (self);
  g_signal_emit_by_name (self, "updated");
}

/* --- input --- */

static void
bin_activated (ScopeMessageRates *rates, guint bin, ScopeMessageTimesPage *self)
{
  gint64 from, to, margin;

  if (self->panel.view == NULL || self->times == NULL || bin >= self->times->n_bins)
    return;
  from = scope_message_times_edge (self->times, bin);
  to = scope_message_times_edge (self->times, bin + 1);
  margin = MAX ((to - from) * 4, 1); /* with what is beside it */
  scope_view_remember (self->panel.view);
  scope_view_set_range (self->panel.view, scope_time_add (from, -margin), scope_time_add (to, margin));
}

/* What lies under the pointer, exactly, where it hides nothing. */
static void
pointed (ScopeMessageRates *rates, ScopeMessageTimesPage *self)
{
  guint bin = scope_message_rates_get_pointed (rates);
  g_autofree char *text = NULL;

  if (self->panel.view != NULL && self->times != NULL && bin < self->times->n_bins)
    {
      ScopeClock clock = scope_view_get_clock (self->panel.view);

      text = scope_message_rates_text (scope_view_get_trace (self->panel.view), self->times, bin, &clock);
    }
  gtk_label_set_label (GTK_LABEL (self->rates_title), text != NULL ? text : _("Messages per Time"));
}

static void
row_selected (ScopeReportTableView *tables, guint row, ScopeMessageTimesPage *self)
{
  ScopeReportTable *table = scope_report_table_view_get_table (tables);
  const ScopeReportTableRow *line = table != NULL ? scope_report_table_row (table, row) : NULL;

  if (self->panel.view != NULL && line != NULL && line->has_lane)
    scope_view_select_lane (self->panel.view, &line->lane);
}

/* --- what is asked --- */

void
scope_message_times_page_set_filter (ScopeMessageTimesPage *self, const ScopeMessageFilter *filter)
{
  g_return_if_fail (SCOPE_IS_MESSAGE_TIMES_PAGE (self));

  if (scope_message_filter_equal (&self->filter, filter))
    return;
  self->filter = *filter;
  scope_panel_renew (&self->panel);
}

static void
set_view (ScopePanel *panel)
{
  ScopeMessageTimesPage *self = SCOPE_MESSAGE_TIMES_PAGE (panel);

  forget (self);
  scope_report_table_view_set_table (SCOPE_REPORT_TABLE_VIEW (self->table), NULL);
  scope_report_table_view_set_view (SCOPE_REPORT_TABLE_VIEW (self->table), panel->view);
  show_message (self, "");
  if (panel->view != NULL)
    self->filter = *scope_view_get_messages (panel->view);
  g_signal_emit_by_name (self, "updated");
}

const ScopeMessageTimes *
scope_message_times_page_get_times (ScopeMessageTimesPage *self)
{
  return self->times;
}

const char *
scope_message_times_page_get_summary (ScopeMessageTimesPage *self)
{
  return self->summary;
}

/* --- life --- */

static void
scope_message_times_page_class_init (ScopeMessageTimesPageClass *klass)
{
  ScopePanelClass *panel_class = SCOPE_PANEL_CLASS (klass);

  panel_class->set_view = set_view;
  panel_class->fill = fill;
  panel_class->show = show;
  panel_class->query.find = find_times;
  panel_class->query.free_answer = (GDestroyNotify) scope_message_times_free;
  scope_add_signal (klass, "updated", 0);
}

static GtkWidget *
make_column (GtkWidget *panes, guint share, const char *title, GtkWidget **ret_label)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3), *label = gtk_label_new (title);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "caption-heading");
  gtk_widget_set_margin_top (label, 4);
  gtk_widget_set_margin_start (label, 6);
  gtk_box_append (GTK_BOX (box), label);
  scope_responsive_panes_add (SCOPE_RESPONSIVE_PANES (panes), box, share);
  if (ret_label != NULL)
    *ret_label = label;
  return box;
}

static void
make_panes (ScopeMessageTimesPage *self)
{
  GtkWidget *panes = scope_responsive_panes_new (LEAST_WIDTH), *box;

  self->rates = scope_message_rates_new ();
  gtk_widget_set_vexpand (self->rates, TRUE);
  g_signal_connect (self->rates, "bin-activated", G_CALLBACK (bin_activated), self);
  box = make_column (panes, 9, _("Messages per Time"), &self->rates_title);
  gtk_widget_add_css_class (self->rates_title, "numeric");
  g_signal_connect (self->rates, "pointed", G_CALLBACK (pointed), self);
  gtk_box_append (GTK_BOX (box), self->rates);

  self->latency = scope_summary_label_new ();
  gtk_label_set_selectable (GTK_LABEL (self->latency), TRUE);
  gtk_widget_set_margin_start (self->latency, 6);
  gtk_label_set_width_chars (GTK_LABEL (self->latency), 24);
  self->histogram = g_object_new (SCOPE_TYPE_HISTOGRAM, NULL);
  box = make_column (panes, 6, _("From Sending to Receipt"), NULL);
  scope_add_children (box, self->histogram, self->latency, NULL);

  self->table = scope_report_table_view_new (_("Receive Phases"));
  scope_report_table_view_set_placeholder (SCOPE_REPORT_TABLE_VIEW (self->table), _("No receive phases were recorded in this range."));
  gtk_widget_set_vexpand (self->table, TRUE);
  gtk_widget_set_size_request (self->table, -1, 120);
  g_signal_connect (self->table, "row-selected", G_CALLBACK (row_selected), self);
  self->receiving = make_column (panes, 8, _("Receiving, by Machine"), NULL);
  gtk_box_append (GTK_BOX (self->receiving), self->table);

  self->scroller = scope_scroller_new (panes);
}

static void
scope_message_times_page_init (ScopeMessageTimesPage *self)
{
  make_panes (self);
  self->message = scope_message_label_new (18);
  self->stack = gtk_stack_new ();
  gtk_stack_add_child (GTK_STACK (self->stack), self->message);
  gtk_stack_add_child (GTK_STACK (self->stack), self->scroller);
  gtk_widget_set_parent (scope_panel_make_progress (&self->panel, _("Computing"), self->stack), GTK_WIDGET (self));
}
