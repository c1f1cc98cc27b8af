/* scope-finding-box.c: see scope-finding-box.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/findings/scope-finding-box.h"

#include "model/base/scope-format.h"
#include "widgets/kit/scope-parts.h"
#include "widgets/table/scope-share-bar.h"

#include <glib/gi18n.h>
#include <string.h>

#define INDENT 18  /* of what is another view of an earlier finding */

static double
processor_time (const ScopeDiagnosis *diagnosis)
{
  return (double) (diagnosis->analysis->to - diagnosis->analysis->from) * diagnosis->analysis->n_processors;
}

static double
share_of (const ScopeDiagnosis *diagnosis, gint64 cost)
{
  double all = processor_time (diagnosis);

  return all > 0 ? (double) cost / all : 0;
}

GtkWidget *
scope_finding_row_new (const ScopeDiagnosis *diagnosis, guint finding)
{
  const ScopeFinding *found = &g_array_index (diagnosis->findings, ScopeFinding, finding);
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9), *title, *texts, *bar;
  double share = share_of (diagnosis, found->cost);
  g_autofree char *percent = scope_format_share (share), *same = scope_finding_dup_same (found), *words = NULL;

  title = scope_label_new (found->title, SCOPE_LABEL_START | SCOPE_LABEL_WRAP, NULL);
  gtk_widget_set_tooltip_text (title, found->sentence);
  texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), title);
  if (same != NULL)
    {
      gtk_widget_add_css_class (title, "dim-label");
      gtk_box_append (GTK_BOX (texts), scope_label_new (same, SCOPE_LABEL_START | SCOPE_LABEL_WRAP, "caption dim-label"));
    }
  bar = g_object_new (SCOPE_TYPE_SHARE_BAR, NULL);
  scope_share_bar_set (SCOPE_SHARE_BAR (bar), share, 0);
  gtk_widget_set_tooltip_text (bar, _("Of the time of all processors in this range. A finding counts only what it is about: a part of the bar above may be "
                                      "larger, as it has the time of processors that hardly run, too."));
  scope_add_children (box, texts, bar, NULL);
  scope_set_margins (box, 3, 6);
  gtk_widget_set_margin_start (box, same != NULL ? 6 + INDENT : 6);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  /* TRANSLATORS: a finding, and how much of the processors’ time it costs */
  words = same != NULL ? g_strdup_printf (_("%s: %s of the processors’ time. %s"), found->title, percent, same)
                       : g_strdup_printf (_("%s: %s of the processors’ time"), found->title, percent);
  scope_label_widget (row, words);
  return row;
}

static GtkWidget *
make_gain (ScopeTrace *trace, const ScopeDiagnosis *diagnosis, const ScopeFinding *found)
{
  g_autofree char *text = scope_finding_dup_promise (found, diagnosis->analysis->to - diagnosis->analysis->from, scope_trace_tick_ps (trace));

  return scope_label_new (text, SCOPE_LABEL_START | SCOPE_LABEL_WRAP, "numeric");
}

static void
attach_evidence (GtkWidget *grid, int i, const char *what_text, const char *value_text)
{
  GtkWidget *what = scope_label_new (what_text, SCOPE_LABEL_START | SCOPE_LABEL_ELLIPSIZE, "caption dim-label"),
            *value = scope_label_new (value_text, SCOPE_LABEL_START | SCOPE_LABEL_WRAP | SCOPE_LABEL_ELLIPSIZE, "caption numeric");

  /* Names of those who wait take more room than a figure. */
  gtk_label_set_lines (GTK_LABEL (value), 2);
  gtk_widget_set_valign (what, GTK_ALIGN_START);
  gtk_widget_set_valign (value, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (what, what_text);
  gtk_widget_set_tooltip_text (value, value_text);
  /* Two beside each other: the panel is low. */
  gtk_grid_attach (GTK_GRID (grid), what, 2 * (i % 2), i / 2, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), value, 2 * (i % 2) + 1, i / 2, 1, 1);
  if (i % 2 == 0)
    gtk_widget_set_margin_end (value, 12);
}

/* What it costs, by which findings are ranked, comes first: sentences tell of its main part alone. */
static GtkWidget *
make_evidence (ScopeTrace *trace, const ScopeDiagnosis *diagnosis, const ScopeFinding *found)
{
  GtkWidget *grid = gtk_grid_new ();
  g_autofree char *time = scope_format_duration ((double) found->cost, scope_trace_tick_ps (trace)),
                  *share = scope_format_share (share_of (diagnosis, found->cost)),
                  *all = scope_format_duration (processor_time (diagnosis), scope_trace_tick_ps (trace)), *cost = NULL;

  /* TRANSLATORS: time, share, all of the time: “1.88 s (34.7 % of 5.41 s)” */
  cost = g_strdup_printf (_("%s (%s of %s)"), time, share, all);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 2);
  attach_evidence (grid, 0, _("Processor time lost"), cost);
  for (guint i = 0; i < found->evidence->len; i++)
    {
      const ScopeEvidence *evidence = &g_array_index (found->evidence, ScopeEvidence, i);

      attach_evidence (grid, (int) i + 1, evidence->what, evidence->value);
    }
  return grid;
}

static GtkWidget *
make_button (const char *title, const char *tip, GCallback clicked, gpointer data)
{
  GtkWidget *button = gtk_button_new_with_label (title);

  gtk_widget_set_tooltip_text (button, tip);
  g_signal_connect_swapped (button, "clicked", clicked, data);
  return button;
}

/* Opens the panel that has more of it. NULL: there is none. */
static GtkWidget *
make_link (const ScopeFinding *found)
{
  static const struct
  {
    const char *panel, *title, *tip;
  } links[] = {
    { "servers", N_("Ser_vers"), N_("Who calls it, and how long they wait") },
    { "profile", N_("Pro_file"), N_("What fills the heap") },
  };
  GtkWidget *link = NULL;

  for (guint i = 0; found->panel != NULL && i < G_N_ELEMENTS (links); i++)
    if (strcmp (found->panel, links[i].panel) == 0)
      {
        link = gtk_button_new_with_label (_(links[i].title));
        gtk_widget_set_tooltip_text (link, _(links[i].tip));
        gtk_actionable_set_action_target (GTK_ACTIONABLE (link), "s", links[i].panel);
        gtk_actionable_set_action_name (GTK_ACTIONABLE (link), "win.show-panel");
      }
  return link;
}

GtkWidget *
scope_finding_box_new (ScopeTrace *trace, const ScopeDiagnosis *diagnosis, guint finding, GCallback show, GCallback try, gpointer data)
{
  const ScopeFinding *found = &g_array_index (diagnosis->findings, ScopeFinding, finding);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *advice,
            *link = make_link (found);
  g_autofree char *words = NULL;

  /* TRANSLATORS: before an advice */
  words = g_strdup_printf (_("What to change: %s"), found->advice);
  advice = scope_label_new (words, SCOPE_LABEL_START | SCOPE_LABEL_WRAP, NULL);
  gtk_widget_add_css_class (buttons, "panel-bar");
  gtk_box_append (GTK_BOX (buttons), make_button (_("_Show"), _("Go to where it is to be seen"), show, data));
  if (found->wish != NULL)
    gtk_box_append (GTK_BOX (buttons), make_button (_("_What If"), _("Try other changes, and see how long the run would take"), try, data));
  if (link != NULL)
    gtk_box_append (GTK_BOX (buttons), link);
  for (GtkWidget *button = gtk_widget_get_first_child (buttons); button != NULL; button = gtk_widget_get_next_sibling (button))
    gtk_button_set_use_underline (GTK_BUTTON (button), TRUE);
  gtk_box_append (GTK_BOX (box), scope_label_new (found->sentence, SCOPE_LABEL_START | SCOPE_LABEL_WRAP, NULL));
  if (found->gain >= 0)
    gtk_box_append (GTK_BOX (box), make_gain (trace, diagnosis, found));
  /* Before the longer texts: a low window does not cut them off. */
  scope_add_children (box, buttons, advice, make_evidence (trace, diagnosis, found), NULL);
  return box;
}
