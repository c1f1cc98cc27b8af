/* scope-message-matrix-page.c: see scope-message-matrix-page.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/messages/scope-message-matrix-page.h"

#include "model/scene/draw/scope-ruler.h"
#include "widgets/kit/scope-parts.h"
#include "widgets/kit/scope-wrap-bar.h"

#include <glib/gi18n.h>

#define ZOOM_STEP 1.5

struct _ScopeMessageMatrixPage
{
  ScopeMatrixPage page;

  ScopeMessageFilter filter;           /* what was asked for last */
  ScopeParty shown_by;
  GtkWidget *by, *order;
  ScopeParty parties[SCOPE_N_PARTIES]; /* that can be chosen */
  guint n_parties;
  gboolean setting;
};

G_DEFINE_FINAL_TYPE (ScopeMessageMatrixPage, scope_message_matrix_page, SCOPE_TYPE_MATRIX_PAGE)

/* --- a question --- */

/* What is asked for. */
typedef struct
{
  ScopeParty by;
  ScopeMatrixOrder order;
} What;

static gpointer
find (const ScopeQueryRange *within, gconstpointer data, GError **error)
{
  const What *what = data;

  return scope_message_matrix_read (within, what->by, what->order, error);
}

static gboolean
fill (ScopePanel *panel, ScopeQueryRange *within, gpointer what)
{
  ScopeMessageMatrixPage *self = SCOPE_MESSAGE_MATRIX_PAGE (panel);
  guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->by));

  within->messages = scope_view_get_messages (panel->view);
  self->filter = *within->messages;
  self->shown_by = selected < self->n_parties ? self->parties[selected] : SCOPE_PARTY_MACHINE;
  *(What *) what = (What) { self->shown_by, (ScopeMatrixOrder) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->order)) };
  return TRUE;
}

/* --- what is shown --- */

static const char *
why_empty (ScopeMatrixPage *page)
{
  const char *why = NULL;

  if (page->panel.view == NULL)
    return "";
  if (!scope_pairs_are_there (scope_view_get_trace (page->panel.view), &why))
    return why;
  return scope_message_filter_is_narrow (scope_view_get_messages (page->panel.view))
             ? _("No message of this range passes the filter")
             : _("No message was sent in this range");
}

static char *
dup_words (ScopeMatrixPage *page, ScopeMatrix *matrix, int row, int column)
{
  double total = scope_matrix_n_cells (matrix) > 0 ? scope_matrix_total (matrix, SCOPE_MESSAGE_MEASURE_NUMBER) : 0;
  g_autofree char *messages = scope_format_count ((guint64) total), *pairs = scope_format_count (scope_matrix_n_cells (matrix));

  if (row >= 0 || column >= 0)
    return g_strdelimit (scope_message_matrix_describe (matrix, row, column), "\n", ' ');
  return g_strdup_printf (_("%s messages between %s pairs"), messages, pairs);
}

/* --- what is asked --- */

static void
choice_changed (ScopeMessageMatrixPage *self)
{
  if (!self->setting)
    scope_panel_renew (&self->page.panel);
}

/* Those the runtime has a word for; the default is machines, if there are several. */
static void
update_parties (ScopeMessageMatrixPage *self)
{
  static const ScopeKind kinds[SCOPE_N_PARTIES] = { SCOPE_KIND_PROCESS, SCOPE_KIND_MACHINE, SCOPE_KIND_PROCESSOR };
  ScopeTrace *trace = scope_view_get_trace (self->page.panel.view);
  const char *titles[SCOPE_N_PARTIES + 1] = { NULL };
  ScopeParty parties[SCOPE_N_PARTIES];
  guint n = 0, selected = 0;
  g_autoptr (GtkStringList) list = NULL;

  for (guint i = 0; i < SCOPE_N_PARTIES; i++)
    {
      const char *word = scope_trace_kind_label (trace, kinds[i], TRUE);

      if (word == NULL || (i == SCOPE_PARTY_PROCESSOR && scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN))
        continue;
      if (i == SCOPE_PARTY_MACHINE && scope_trace_n_machines (trace) > 1)
        selected = n;
      titles[n] = word;
      parties[n++] = (ScopeParty) i;
    }
  if (n == self->n_parties && memcmp (parties, self->parties, n * sizeof *parties) == 0)
    return;
  self->setting = TRUE;
  memcpy (self->parties, parties, n * sizeof *parties);
  self->n_parties = n;
  list = gtk_string_list_new (titles);
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->by), G_LIST_MODEL (list));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->by), selected);
  self->setting = FALSE;
}

static void
view_changed (ScopePanel *panel, guint what)
{
  ScopeMessageMatrixPage *self = SCOPE_MESSAGE_MATRIX_PAGE (panel);

  if ((what & SCOPE_VIEW_LOOK) && !scope_message_filter_equal (&self->filter, scope_view_get_messages (panel->view)))
    {
      self->filter = *scope_view_get_messages (panel->view);
      scope_panel_renew (panel);
    }
  if (what & SCOPE_VIEW_DATA)
    update_parties (self);
  SCOPE_PANEL_CLASS (scope_message_matrix_page_parent_class)->view_changed (panel, what);
}

static void
set_view (ScopePanel *panel)
{
  ScopeMessageMatrixPage *self = SCOPE_MESSAGE_MATRIX_PAGE (panel);

  self->n_parties = 0;
  SCOPE_PANEL_CLASS (scope_message_matrix_page_parent_class)->set_view (panel);
  if (panel->view == NULL)
    return;
  scope_matrix_page_show (&self->page, NULL, NULL);
  self->filter = *scope_view_get_messages (panel->view);
  scope_matrix_view_fit (self->page.matrix);
  update_parties (self);
}

void
scope_message_matrix_page_choose (ScopeMessageMatrixPage *self, ScopeParty by, ScopeMatrixOrder order,
                                  ScopeMessageMeasure measure)
{
  for (guint i = 0; i < self->n_parties; i++)
    if (self->parties[i] == by)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->by), i);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->order), order);
  scope_matrix_page_set_measure (&self->page, measure);
}

/* --- cells --- */

static char *
describe (ScopeMatrix *matrix, int row, int column, gpointer data)
{
  return scope_message_matrix_describe (matrix, row, column);
}

static void
cell_selected (ScopeMatrixView *view, int row, int column, ScopeMessageMatrixPage *self)
{
  ScopeMatrix *matrix = scope_matrix_view_get_matrix (view);
  ScopeView *of = self->page.panel.view;
  ScopeLaneId lane;

  if (matrix == NULL)
    return;
  if ((row >= 0) != (column >= 0) && of != NULL)
    {
      const ScopeMatrixLine *line = scope_matrix_row (matrix, (guint) MAX (row, column));

      if (scope_party_lane (scope_view_get_trace (of), self->shown_by, (guint32) line->key[0], (gint64) line->key[1], &lane))
        scope_view_select_lane (of, &lane);
    }
  g_signal_emit_by_name (self, "pair-selected", scope_matrix_source (matrix, row, column), (int) self->shown_by);
}

static void
activated (ScopeMatrixPage *page, gconstpointer pair)
{
  g_signal_emit_by_name (page, "pair-activated", pair, (int) SCOPE_MESSAGE_MATRIX_PAGE (page)->shown_by);
}

/* --- life --- */

static const ScopeMatrixTopic topic
    = { .name = N_("Matrix of messages: rows are senders, columns receivers"), .describe = describe };

static void
scope_message_matrix_page_class_init (ScopeMessageMatrixPageClass *klass)
{
  ScopePanelClass *panel_class = SCOPE_PANEL_CLASS (klass);
  ScopeMatrixPageClass *page_class = SCOPE_MATRIX_PAGE_CLASS (klass);

  panel_class->set_view = set_view;
  panel_class->view_changed = view_changed;
  panel_class->fill = fill;
  panel_class->query.find = find;
  panel_class->query.what_size = sizeof (What);
  page_class->dup_words = dup_words;
  page_class->why_empty = why_empty;
  page_class->activated = activated;
  scope_add_signal (klass, "pair-selected", 2, G_TYPE_POINTER, G_TYPE_INT);
  scope_add_signal (klass, "pair-activated", 2, G_TYPE_POINTER, G_TYPE_INT);
}

static void
zoom_in (ScopeMessageMatrixPage *self)
{
  scope_matrix_view_zoom (self->page.matrix, ZOOM_STEP);
}

static void
zoom_out (ScopeMessageMatrixPage *self)
{
  scope_matrix_view_zoom (self->page.matrix, 1 / ZOOM_STEP);
}

static void
zoom_fit (ScopeMessageMatrixPage *self)
{
  scope_matrix_view_fit (self->page.matrix);
}

static GtkWidget *
add_choice (ScopeMessageMatrixPage *self, const char *const *titles, const char *name, GCallback changed)
{
  GtkWidget *choice = scope_choice_new (titles, "extent-chip", name, changed, self);

  gtk_widget_set_tooltip_text (choice, name);
  gtk_widget_set_parent (choice, self->page.bar);
  return choice;
}

static void
add_button (GtkWidget *box, const char *icon, const char *name, GCallback clicked, ScopeMessageMatrixPage *self)
{
  GtkWidget *button = scope_icon_button_new (icon, name, clicked, self);

  gtk_widget_remove_css_class (button, "flat");
  gtk_widget_add_css_class (button, "extent-chip");
  gtk_box_append (GTK_BOX (box), button);
}

static void
fill_bar (ScopeMessageMatrixPage *self)
{
  const char *const orders[] = { _("By id"), _("By machine, busiest first"), _("By clustering"), NULL };
  const char *const measures[] = { _("Number"), _("Size"), _("Mean latency"), _("Longest latency"), NULL };
  GtkWidget *zoom = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *bar = self->page.bar, *words = self->page.words;

  self->by = add_choice (self, NULL, _("What rows and columns are"), G_CALLBACK (choice_changed));
  self->page.measure = add_choice (self, measures, _("What cells show"), G_CALLBACK (scope_matrix_page_measure_changed));
  self->order = add_choice (self, orders, _("Order of rows and columns"), G_CALLBACK (choice_changed));
  gtk_widget_add_css_class (zoom, "linked");
  gtk_widget_set_valign (zoom, GTK_ALIGN_CENTER);
  add_button (zoom, "zoom-out-symbolic", _("Zoom Out"), G_CALLBACK (zoom_out), self);
  add_button (zoom, "zoom-fit-best-symbolic", _("Show All of It"), G_CALLBACK (zoom_fit), self);
  add_button (zoom, "zoom-in-symbolic", _("Zoom In"), G_CALLBACK (zoom_in), self);
  gtk_widget_set_parent (zoom, bar);
  self->page.panel.spinner = gtk_spinner_new ();
  gtk_widget_set_parent (self->page.panel.spinner, bar);
  gtk_label_set_ellipsize (GTK_LABEL (words), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (words), 1);
  gtk_widget_set_halign (words, GTK_ALIGN_END);
  scope_add_classes (words, "caption", "numeric", NULL);
  gtk_widget_set_parent (words, bar);
}

static void
scope_message_matrix_page_init (ScopeMessageMatrixPage *self)
{
  GtkWidget *bar = g_object_new (SCOPE_TYPE_WRAP_BAR, NULL);

  gtk_widget_set_margin_top (bar, 4);
  gtk_widget_set_margin_start (bar, 6);
  gtk_widget_set_margin_end (bar, 6);
  self->page.words = gtk_label_new (NULL);
  scope_matrix_page_build (&self->page, &topic, bar);
  g_signal_connect (self->page.matrix, "cell-selected", G_CALLBACK (cell_selected), self);
  gtk_stack_set_visible_child (GTK_STACK (self->page.stack), self->page.empty);
  fill_bar (self);
}
