/* scope-message-matrix-page.c: see scope-message-matrix-page.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/messages/scope-message-matrix-page.h"

#include "model/scene/draw/scope-ruler.h"
#include "widgets/kit/scope-async-query.h"
#include "widgets/kit/scope-wrap-bar.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define ZOOM_STEP 1.5

struct _ScopeMessageMatrixPage
{
  GtkWidget parent_instance;

  ScopeView *view;
  gboolean has_range;
  gint64 from, to;
  ScopeMessageFilter filter;
  ScopeMessageMatrix *shown;
  GtkWidget *box, *bar, *by, *order, *measure, *spinner, *stack, *matrix, *empty, *words;
  ScopeParty parties[SCOPE_N_PARTIES]; /* that can be chosen */
  guint n_parties;
  ScopeAsyncQuery *question;
  gboolean setting;
};

G_DEFINE_FINAL_TYPE (ScopeMessageMatrixPage, scope_message_matrix_page, GTK_TYPE_WIDGET)

enum
{
  PAIR_SELECTED,
  PAIR_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

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

static ScopeParty
chosen_party (ScopeMessageMatrixPage *self)
{
  guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->by));

  return selected < self->n_parties ? self->parties[selected] : SCOPE_PARTY_MACHINE;
}

static gboolean
fill (gpointer owner, ScopeQueryRange *within, gpointer what)
{
  ScopeMessageMatrixPage *self = owner;

  if (self->view == NULL || !self->has_range)
    return FALSE;
  within->trace = scope_view_get_trace (self->view);
  within->from = self->from;
  within->to = self->to;
  within->messages = scope_view_get_messages (self->view);
  *(What *) what = (What) { chosen_party (self), (ScopeMatrixOrder) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->order)) };
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, TRUE, -1);
  return TRUE;
}

static void
show_progress (gpointer owner, int permille)
{
  ScopeMessageMatrixPage *self = owner;

  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), permille >= 0);
  if (permille < 0)
    gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, FALSE, -1);
}

/* Why nothing is shown, or NULL. */
static const char *
why_empty (ScopeMessageMatrixPage *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->view);
  const char *why = NULL;

  if (!scope_pairs_are_there (trace, &why))
    return why;
  if (scope_message_filter_is_narrow (scope_view_get_messages (self->view)))
    return _("No message of this range passes the filter");
  return _("No message was sent in this range");
}

static void
show_empty (ScopeMessageMatrixPage *self, const char *why)
{
  gtk_label_set_label (GTK_LABEL (self->empty), why != NULL ? why : "");
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->empty);
}

static void
show_words (ScopeMessageMatrixPage *self, int row, int column)
{
  g_autofree char *text = NULL;

  if (self->shown == NULL)
    text = g_strdup ("");
  else if (row >= 0 || column >= 0)
    {
      text = scope_message_matrix_describe (self->shown, row, column);
      g_strdelimit (text, "\n", ' ');
    }
  else
    {
      ScopeMatrix *matrix = scope_message_matrix_get (self->shown);
      double total = scope_matrix_n_cells (matrix) > 0 ? scope_matrix_total (matrix, SCOPE_MESSAGE_MEASURE_NUMBER) : 0;
      g_autofree char *messages = scope_format_count ((guint64) total);
      g_autofree char *pairs = scope_format_count (scope_matrix_n_cells (matrix));

      text = g_strdup_printf (_("%s messages between %s pairs"), messages, pairs);
    }
  gtk_label_set_label (GTK_LABEL (self->words), text);
}

static void
show_matrix (ScopeMessageMatrixPage *self, ScopeMessageMatrix *matrix)
{
  int row, column;

  g_clear_pointer (&self->shown, scope_message_matrix_unref);
  self->shown = matrix != NULL ? scope_message_matrix_ref (matrix) : NULL;
  scope_matrix_view_set_matrix (SCOPE_MATRIX_VIEW (self->matrix),
                                matrix != NULL ? scope_message_matrix_get (matrix) : NULL);
  scope_matrix_view_get_selected (SCOPE_MATRIX_VIEW (self->matrix), &row, &column);
  show_words (self, row, column);
  if (matrix != NULL && scope_matrix_n_cells (scope_message_matrix_get (matrix)) > 0)
    gtk_stack_set_visible_child (GTK_STACK (self->stack), self->matrix);
  else if (self->view != NULL)
    show_empty (self, why_empty (self));
}

static void
show (gpointer owner, gpointer answer, const GError *error)
{
  g_autoptr (ScopeMessageMatrix) matrix = answer;

  show_matrix (owner, matrix);
  if (error != NULL)
    show_empty (owner, error->message);
}

static const ScopeAsyncQueryClass question_class = {
  .fill = fill,
  .find = find,
  .show = show,
  .progress = show_progress,
  .free_answer = (GDestroyNotify) scope_message_matrix_unref,
  .what_size = sizeof (What),
};

static void
ask_soon (ScopeMessageMatrixPage *self)
{
  if (self->view != NULL && self->has_range)
    scope_async_query_ask (self->question, !scope_trace_get_finished (scope_view_get_trace (self->view)));
}

static void
ask_anew (ScopeMessageMatrixPage *self)
{
  scope_async_query_cancel (self->question);
  ask_soon (self);
}

gboolean
scope_message_matrix_page_is_settled (ScopeMessageMatrixPage *self)
{
  return self->view == NULL || (self->has_range && !scope_async_query_is_open (self->question));
}

/* --- what is asked --- */

void
scope_message_matrix_page_set_range (ScopeMessageMatrixPage *self, gint64 from, gint64 to)
{
  g_return_if_fail (SCOPE_IS_MESSAGE_MATRIX_PAGE (self));

  if (self->has_range && self->from == from && self->to == to)
    return;
  self->has_range = TRUE;
  self->from = from;
  self->to = to;
  ask_soon (self);
}

/* Those the runtime has a word for; the default is machines, if there are several. */
static void
update_parties (ScopeMessageMatrixPage *self)
{
  static const ScopeKind kinds[SCOPE_N_PARTIES] = { SCOPE_KIND_PROCESS, SCOPE_KIND_MACHINE, SCOPE_KIND_PROCESSOR };
  ScopeTrace *trace = scope_view_get_trace (self->view);
  const char *titles[SCOPE_N_PARTIES + 1] = { NULL };
  ScopeParty parties[SCOPE_N_PARTIES];
  guint n = 0, selected = 0;

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
  {
    g_autoptr (GtkStringList) list = gtk_string_list_new (titles);
    gtk_drop_down_set_model (GTK_DROP_DOWN (self->by), G_LIST_MODEL (list));
  }
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->by), selected);
  self->setting = FALSE;
}

static void
view_changed (ScopeView *view, guint what, ScopeMessageMatrixPage *self)
{
  if (what & SCOPE_VIEW_LOOK)
    {
      scope_matrix_view_set_palette (SCOPE_MATRIX_VIEW (self->matrix), scope_view_get_palette (view));
      if (!scope_message_filter_equal (&self->filter, scope_view_get_messages (view)))
        {
          self->filter = *scope_view_get_messages (view);
          ask_anew (self);
        }
    }
  if (what & SCOPE_VIEW_DATA)
    {
      update_parties (self);
      ask_soon (self);
    }
}

void
scope_message_matrix_page_set_view (ScopeMessageMatrixPage *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_MESSAGE_MATRIX_PAGE (self));

  if (self->view == view)
    return;
  scope_async_query_cancel (self->question);
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_set_object (&self->view, view);
  self->has_range = FALSE;
  self->n_parties = 0;
  show_matrix (self, NULL);
  if (view == NULL)
    return;
  self->filter = *scope_view_get_messages (view);
  g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
  scope_matrix_view_set_palette (SCOPE_MATRIX_VIEW (self->matrix), scope_view_get_palette (view));
  scope_matrix_view_fit (SCOPE_MATRIX_VIEW (self->matrix));
  update_parties (self);
  ask_soon (self);
}

static void
choice_changed (GtkDropDown *choice, GParamSpec *pspec, ScopeMessageMatrixPage *self)
{
  if (!self->setting)
    ask_anew (self);
}

static void
measure_changed (GtkDropDown *choice, GParamSpec *pspec, ScopeMessageMatrixPage *self)
{
  scope_matrix_view_set_measure (SCOPE_MATRIX_VIEW (self->matrix), gtk_drop_down_get_selected (choice));
}

void
scope_message_matrix_page_choose (ScopeMessageMatrixPage *self, ScopeParty by, ScopeMatrixOrder order,
                                  ScopeMessageMeasure measure)
{
  for (guint i = 0; i < self->n_parties; i++)
    if (self->parties[i] == by)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->by), i);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->order), order);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->measure), measure);
}

ScopeMatrixView *
scope_message_matrix_page_get_matrix_view (ScopeMessageMatrixPage *self)
{
  return SCOPE_MATRIX_VIEW (self->matrix);
}

/* --- cells --- */

static char *
describe (ScopeMatrix *matrix, int row, int column, gpointer data)
{
  ScopeMessageMatrixPage *self = data;

  return self->shown != NULL ? scope_message_matrix_describe (self->shown, row, column) : NULL;
}

static void
select_lane (ScopeMessageMatrixPage *self, int place)
{
  guint32 machine;
  gint64 number;
  ScopeLaneId lane;

  scope_message_matrix_party (self->shown, place, &machine, &number);
  if (self->view != NULL
      && scope_party_lane (scope_view_get_trace (self->view), scope_message_matrix_by (self->shown), machine, number,
                           &lane))
    scope_view_select_lane (self->view, &lane);
}

static void
cell_selected (ScopeMatrixView *view, int row, int column, ScopeMessageMatrixPage *self)
{
  show_words (self, row, column);
  if (self->shown == NULL)
    return;
  if ((row >= 0) != (column >= 0))
    select_lane (self, MAX (row, column));
  g_signal_emit (self, signals[PAIR_SELECTED], 0, scope_message_matrix_pair (self->shown, row, column),
                 (int) scope_message_matrix_by (self->shown));
}

static void
cell_activated (ScopeMatrixView *view, int row, int column, ScopeMessageMatrixPage *self)
{
  const ScopePair *pair = self->shown != NULL ? scope_message_matrix_pair (self->shown, row, column) : NULL;

  if (pair != NULL)
    g_signal_emit (self, signals[PAIR_ACTIVATED], 0, pair, (int) scope_message_matrix_by (self->shown));
}

/* --- life --- */

static GtkWidget *
add_choice (ScopeMessageMatrixPage *self, const char *const *words, const char *name, GCallback changed)
{
  GtkWidget *choice = gtk_drop_down_new_from_strings (words);

  gtk_widget_add_css_class (choice, "extent-chip");
  gtk_widget_set_valign (choice, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (choice, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (choice), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect (choice, "notify::selected", changed, self);
  gtk_widget_set_parent (choice, self->bar);
  return choice;
}

static void
zoom_in (GtkButton *button, ScopeMessageMatrixPage *self)
{
  scope_matrix_view_zoom (SCOPE_MATRIX_VIEW (self->matrix), ZOOM_STEP);
}

static void
zoom_out (GtkButton *button, ScopeMessageMatrixPage *self)
{
  scope_matrix_view_zoom (SCOPE_MATRIX_VIEW (self->matrix), 1 / ZOOM_STEP);
}

static void
zoom_fit (GtkButton *button, ScopeMessageMatrixPage *self)
{
  scope_matrix_view_fit (SCOPE_MATRIX_VIEW (self->matrix));
}

static void
add_button (ScopeMessageMatrixPage *self, GtkWidget *box, const char *icon, const char *name, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "extent-chip");
  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect (button, "clicked", clicked, self);
  gtk_box_append (GTK_BOX (box), button);
}

static void
fill_bar (ScopeMessageMatrixPage *self)
{
  const char *const none[] = { NULL };
  const char *const orders[] = { _("By id"), _("By machine, busiest first"), _("By clustering"), NULL };
  const char *const measures[] = { _("Number"), _("Size"), _("Mean latency"), _("Longest latency"), NULL };
  GtkWidget *zoom = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->by = add_choice (self, none, _("What rows and columns are"), G_CALLBACK (choice_changed));
  self->measure = add_choice (self, measures, _("What cells show"), G_CALLBACK (measure_changed));
  self->order = add_choice (self, orders, _("Order of rows and columns"), G_CALLBACK (choice_changed));
  gtk_widget_add_css_class (zoom, "linked");
  gtk_widget_set_valign (zoom, GTK_ALIGN_CENTER);
  add_button (self, zoom, "zoom-out-symbolic", _("Zoom Out"), G_CALLBACK (zoom_out));
  add_button (self, zoom, "zoom-fit-best-symbolic", _("Show All of It"), G_CALLBACK (zoom_fit));
  add_button (self, zoom, "zoom-in-symbolic", _("Zoom In"), G_CALLBACK (zoom_in));
  gtk_widget_set_parent (zoom, self->bar);
  self->spinner = gtk_spinner_new ();
  gtk_widget_set_parent (self->spinner, self->bar);
  self->words = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->words), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (self->words), 1);
  gtk_widget_set_halign (self->words, GTK_ALIGN_END);
  gtk_widget_add_css_class (self->words, "caption");
  gtk_widget_add_css_class (self->words, "numeric");
  gtk_widget_set_parent (self->words, self->bar);
}

static void
scope_message_matrix_page_map (GtkWidget *widget)
{
  ScopeMessageMatrixPage *self = SCOPE_MESSAGE_MATRIX_PAGE (widget);

  GTK_WIDGET_CLASS (scope_message_matrix_page_parent_class)->map (widget);
  if (scope_async_query_is_open (self->question))
    ask_soon (self);
}

static void
scope_message_matrix_page_dispose (GObject *object)
{
  ScopeMessageMatrixPage *self = SCOPE_MESSAGE_MATRIX_PAGE (object);

  if (self->box != NULL)
    {
      scope_message_matrix_page_set_view (self, NULL);
      g_signal_handlers_disconnect_by_data (self->matrix, self);
    }
  g_clear_pointer (&self->question, scope_async_query_free);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->shown, scope_message_matrix_unref);
  G_OBJECT_CLASS (scope_message_matrix_page_parent_class)->dispose (object);
}

static void
scope_message_matrix_page_class_init (ScopeMessageMatrixPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_message_matrix_page_dispose;
  widget_class->map = scope_message_matrix_page_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  signals[PAIR_SELECTED] = g_signal_new ("pair-selected", SCOPE_TYPE_MESSAGE_MATRIX_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_INT);
  signals[PAIR_ACTIVATED] = g_signal_new ("pair-activated", SCOPE_TYPE_MESSAGE_MATRIX_PAGE, G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_INT);
}

static void
scope_message_matrix_page_init (ScopeMessageMatrixPage *self)
{
  self->question = scope_async_query_new (GTK_WIDGET (self), &question_class);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->bar = scope_wrap_bar_new ();
  gtk_widget_set_margin_top (self->bar, 4);
  gtk_widget_set_margin_start (self->bar, 6);
  gtk_widget_set_margin_end (self->bar, 6);
  self->matrix = scope_matrix_view_new (_("Matrix of messages: rows are senders, columns receivers"));
  scope_matrix_view_set_describe (SCOPE_MATRIX_VIEW (self->matrix), describe, self);
  g_signal_connect (self->matrix, "cell-selected", G_CALLBACK (cell_selected), self);
  g_signal_connect (self->matrix, "cell-activated", G_CALLBACK (cell_activated), self);
  fill_bar (self);
  self->empty = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->empty), TRUE);
  gtk_label_set_justify (GTK_LABEL (self->empty), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (self->empty, "dim-label");
  self->stack = gtk_stack_new ();
  gtk_stack_add_child (GTK_STACK (self->stack), self->empty);
  gtk_stack_add_child (GTK_STACK (self->stack), self->matrix);
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->bar);
  gtk_box_append (GTK_BOX (self->box), self->stack);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
scope_message_matrix_page_new (void)
{
  return g_object_new (SCOPE_TYPE_MESSAGE_MATRIX_PAGE, NULL);
}
