/* scope-message-graph-page-make.c: the widgets of the page of messages as a graph: the tool bar, the graph, what is shown in its
 * stead, and how far it is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/messages/scope-message-graph-page-private.h"

#include "widgets/kit/scope-parts.h"

#include <adwaita.h>
#include <glib/gi18n.h>

static void
show_machines (GtkButton *button, ScopeMessageGraphPage *self)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->by), SCOPE_PARTY_MACHINE);
}

static void
show_matrix (GtkButton *button, ScopeMessageGraphPage *self)
{
  g_signal_emit_by_name (self, "matrix-wanted");
}

/* A control with words before it. */
static void
add_field (GtkWidget *bar, const char *words, GtkWidget *control, const char *name)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *label = scope_label_new (words, 0, "dim-label table-summary");

  gtk_widget_add_css_class (control, "table-choice");
  gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
  scope_label_widget (control, name);
  scope_add_children (box, label, control, NULL);
  gtk_widget_set_parent (box, bar);
}

static GtkWidget *
make_figures (ScopeMessageGraphPage *self)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  GtkWidget *choice;

  for (guint i = 0; i < SCOPE_N_FIGURES; i++)
    gtk_string_list_append (list, scope_message_figure_title ((ScopeMessageFigure) i));
  choice = gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&list)), NULL);
  g_signal_connect_swapped (choice, "notify::selected", G_CALLBACK (scope_message_graph_page_options_changed), self);
  return choice;
}

static GtkWidget *
make_threshold (ScopeMessageGraphPage *self, const char *tip)
{
  GtkWidget *spin = gtk_spin_button_new_with_range (0, 1e12, 1);

  gtk_editable_set_width_chars (GTK_EDITABLE (spin), 4);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (spin), 6);
  gtk_widget_set_tooltip_text (spin, tip);
  gtk_widget_add_css_class (spin, "graph-threshold");
  g_signal_connect_swapped (spin, "value-changed", G_CALLBACK (scope_message_graph_page_options_changed), self);
  return spin;
}

static void
zoom_in (ScopeGraphView *graph)
{
  scope_graph_view_zoom (graph, 1.4);
}

static void
zoom_out (ScopeGraphView *graph)
{
  scope_graph_view_zoom (graph, 1 / 1.4);
}

static GtkWidget *
make_bar (ScopeMessageGraphPage *self)
{
  GtkWidget *bar = scope_bar_new (3), *end = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  ScopeGraphView *graph = self->page.graph;

  self->by = gtk_drop_down_new (NULL, NULL);
  g_signal_connect_swapped (self->by, "notify::selected", G_CALLBACK (scope_message_graph_page_options_changed), self);
  self->thickness = make_figures (self);
  self->label = make_figures (self);
  self->least_count = make_threshold (self, _("Lines of fewer messages are left out"));
  self->least_size = make_threshold (self, _("Lines of less size in all are left out"));
  add_field (bar, _("Nodes"), self->by, _("What nodes are"));
  add_field (bar, _("Thickness"), self->thickness, _("What the thickness of lines says"));
  add_field (bar, _("Labels"), self->label, _("What is written beside lines"));
  add_field (bar, _("Messages ≥"), self->least_count, _("Fewest messages of a line"));
  add_field (bar, _("Size ≥"), self->least_size, _("Least size of a line, in words; of Erlang in bytes"));
  gtk_widget_set_parent (self->page.words, bar);
  gtk_box_append (GTK_BOX (end), scope_icon_button_new ("zoom-out-symbolic", _("Zoom Out"), G_CALLBACK (zoom_out), graph));
  gtk_box_append (GTK_BOX (end), scope_icon_button_new ("zoom-in-symbolic", _("Zoom In"), G_CALLBACK (zoom_in), graph));
  gtk_box_append (GTK_BOX (end),
                  scope_icon_button_new ("zoom-fit-best-symbolic", _("Fit"), G_CALLBACK (scope_graph_view_fit), graph));
  gtk_box_append (GTK_BOX (end), scope_icon_button_new ("view-refresh-symbolic", _("Arrange Anew"),
                                                        G_CALLBACK (scope_graph_view_arrange), graph));
  gtk_widget_set_halign (end, GTK_ALIGN_END);
  gtk_widget_set_valign (end, GTK_ALIGN_CENTER);
  gtk_widget_set_parent (end, bar);
  return bar;
}

static void
make_empty (ScopeMessageGraphPage *self)
{
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  self->page.empty = adw_status_page_new ();
  gtk_widget_add_css_class (self->page.empty, "compact");
  self->machines = gtk_button_new_with_label (_("Show Machines"));
  self->matrix = gtk_button_new_with_label (_("Show the Matrix"));
  gtk_widget_add_css_class (self->machines, "pill");
  scope_add_classes (self->matrix, "pill", "suggested-action", NULL);
  gtk_widget_set_halign (buttons, GTK_ALIGN_CENTER);
  g_signal_connect (self->machines, "clicked", G_CALLBACK (show_machines), self);
  g_signal_connect (self->matrix, "clicked", G_CALLBACK (show_matrix), self);
  scope_add_children (buttons, self->machines, self->matrix, NULL);
  adw_status_page_set_child (ADW_STATUS_PAGE (self->page.empty), buttons);
}

/* Over the graph: how far it is, with a way out. */
static void
make_work (ScopeMessageGraphPage *self)
{
  GtkWidget *stop = gtk_button_new_with_label (_("Cancel"));

  self->work = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  self->progress = gtk_progress_bar_new ();
  gtk_progress_bar_set_show_text (GTK_PROGRESS_BAR (self->progress), TRUE);
  gtk_widget_set_valign (self->progress, GTK_ALIGN_CENTER);
  gtk_widget_set_size_request (self->progress, 200, -1);
  scope_label_widget (self->progress, _("Progress"));
  scope_add_children (self->work, self->progress, stop, NULL);
  scope_add_classes (self->work, "osd", "graph-work", NULL);
  gtk_widget_set_halign (self->work, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->work, GTK_ALIGN_START);
  gtk_widget_set_visible (self->work, FALSE);
  g_signal_connect_swapped (stop, "clicked", G_CALLBACK (scope_message_graph_page_cancel), self);
  g_signal_connect_swapped (stop, "clicked", G_CALLBACK (scope_graph_view_cancel), self->page.graph);
}

/* In a corner, when Graphviz could not do it. */
static void
make_trouble (ScopeMessageGraphPage *self)
{
  self->trouble = scope_label_new (NULL, SCOPE_LABEL_WRAP, "table-summary graph-trouble");
  gtk_widget_set_halign (self->trouble, GTK_ALIGN_END);
  gtk_widget_set_valign (self->trouble, GTK_ALIGN_START); /* below stands what thickness says */
  gtk_widget_set_visible (self->trouble, FALSE);
}

void
scope_message_graph_page_make (ScopeMessageGraphPage *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *overlay = gtk_overlay_new ();

  scope_graph_page_build (&self->page, _("Graph of messages"));
  make_empty (self);
  make_work (self);
  make_trouble (self);
  gtk_stack_add_child (GTK_STACK (self->page.stack), self->page.empty);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), self->page.stack);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->work);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->trouble);
  scope_add_children (box, make_bar (self), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), overlay, NULL);
  gtk_widget_set_parent (box, GTK_WIDGET (self));
}
