/* scope-spans-panel.c: see scope-spans-panel.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/spans/scope-spans-panel.h"

#include "model/scene/spans/scope-iterations-scene.h"
#include "model/scene/spans/scope-spans-table.h"

#include "widgets/kit/scope-parts.h"
#include "widgets/kit/scope-search-entry.h"

#include <glib/gi18n.h>

#define PLOT_HEIGHT 170 /* at most: less where the table below it would have no room for its rows */
#define MOST_NAMES 8u   /* whose iterations can be chosen */

struct _ScopeSpansPanel
{
  ScopePlotTablePanel plots;

  GtkWidget *search, *marks, *begin, *end, *trouble; /* what is looked for; which marks are meant */
  ScopeSpansAsk ask;
  GPtrArray *names; /* of char *: whose iterations can be chosen */
};

G_DEFINE_FINAL_TYPE (ScopeSpansPanel, scope_spans_panel, SCOPE_TYPE_PLOT_TABLE_PANEL)

static const char *
why_not (ScopePanel *panel)
{
  return scope_spans_why_not (scope_view_get_trace (panel->view));
}

/* --- what is asked --- */

typedef struct
{
  guint what;
  ScopeSpansAsk ask; /* owned */
} What;

static gboolean
fill (ScopePanel *panel, ScopeQueryRange *within, gpointer data)
{
  ScopeSpansPanel *self = SCOPE_SPANS_PANEL (panel);

  if (self->plots.tables.whats->len == 0)
    return FALSE;
  *(What *) data = (What) { scope_report_table_panel_get_what (&self->plots.tables), scope_spans_ask_copy (&self->ask) };
  return TRUE;
}

static gpointer
find (const ScopeQueryRange *within, gconstpointer data, GError **error)
{
  const What *what = data;

  return scope_spans_table_read (within, what->what, &what->ask, error);
}

static void
clear_what (gpointer data)
{
  scope_spans_ask_clear (&((What *) data)->ask);
}

/* Takes it; "" is nothing. */
static void
take_text (char **place, char *text)
{
  g_free (*place);
  *place = text != NULL && *text != '\0' ? text : NULL;
  if (*place == NULL)
    g_free (text);
}

static void
searched (ScopeSearchEntry *entry, ScopeSpansPanel *self)
{
  take_text (&self->ask.text, g_strdup (scope_search_entry_get_text (entry)));
  self->ask.flags = scope_search_entry_get_flags (entry);
  scope_report_table_panel_refresh (&self->plots.tables);
}

/* Both expressions, or none: then the marks that are called so usually. */
static void
marks_meant (ScopeSpansPanel *self)
{
  g_autoptr (GError) error = NULL;
  ScopeSpansAsk ask = { 0 };
  ScopeSpanRule rule;
  gboolean ok;

  take_text (&ask.begin, g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->begin))));
  take_text (&ask.end, g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->end))));
  ok = (ask.begin != NULL) == (ask.end != NULL) && scope_span_rule_init (&rule, ask.begin, ask.end, &error);
  gtk_label_set_label (GTK_LABEL (self->trouble), ok              ? ""
                                                  : error != NULL ? error->message
                                                                  : _("What begins a span and what ends it belong together"));
  gtk_widget_set_visible (self->trouble, !ok);
  if (ok)
    {
      scope_span_rule_clear (&rule);
      take_text (&self->ask.begin, g_steal_pointer (&ask.begin));
      take_text (&self->ask.end, g_steal_pointer (&ask.end));
      g_ptr_array_set_size (self->names, 0);
      scope_report_table_panel_refresh (&self->plots.tables);
    }
  scope_spans_ask_clear (&ask);
}

static GtkWidget *
make_expression (ScopeSpansPanel *self, GtkWidget *box, const char *title, const char *example)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), example);
  scope_label_widget (entry, title);
  scope_add_children (box, scope_label_new (title, SCOPE_LABEL_START, NULL), entry, NULL);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (marks_meant), self);
  return entry;
}

static GtkWidget *
make_marks (ScopeSpansPanel *self)
{
  GtkWidget *button = gtk_menu_button_new (), *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *apply = gtk_button_new_with_label (_("Apply")), *hint;

  scope_set_margins (box, 6, 6);
  hint = scope_label_new (_("Regular expressions of marks. Their first group is the span's name; without a group it is all that they match. "
                            "Empty: START name and STOP name, and opentelemetry's."),
                          SCOPE_LABEL_START | SCOPE_LABEL_WRAP, "dim-label caption");
  gtk_label_set_max_width_chars (GTK_LABEL (hint), 44);
  self->begin = make_expression (self, box, _("A span begins with"), "^enter (.*)");
  self->end = make_expression (self, box, _("It ends with"), "^leave (.*)");
  self->trouble = scope_label_new (NULL, SCOPE_LABEL_START | SCOPE_LABEL_WRAP, "error");
  gtk_widget_set_visible (self->trouble, FALSE);
  g_signal_connect_swapped (apply, "clicked", G_CALLBACK (marks_meant), self);
  scope_add_children (box, hint, self->trouble, apply, NULL);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _("Marks"));
  scope_name_widget (button, _("Which marks begin and end a span"));
  gtk_widget_add_css_class (button, "table-choice");
  return button;
}

static void
make_asking (ScopeSpansPanel *self)
{
  self->search = scope_search_entry_new (_("Name, or > 5 ms"));
  scope_search_entry_keep_text (SCOPE_SEARCH_ENTRY (self->search));
  g_signal_connect (self->search, "changed", G_CALLBACK (searched), self);
  self->marks = make_marks (self);
  gtk_widget_insert_before (self->search, self->plots.tables.bar, self->plots.tables.summary);
  gtk_widget_insert_before (self->marks, self->plots.tables.bar, self->plots.tables.summary);
}

/* --- iterations over each other --- */

static guint
n_stretches (ScopePlotTablePanel *plots, gconstpointer shown)
{
  return ((const ScopeIterations *) shown)->n;
}

static ScopeScene *
draw (ScopePlotTablePanel *plots, gconstpointer shown, double width, double height, const ScopePalette *palette)
{
  return scope_iterations_scene_new (scope_view_get_trace (plots->tables.panel.view), shown, width, height, palette, 0, plots->pointed, NULL);
}

static guint
stretch_at (ScopePlotTablePanel *plots, gconstpointer shown, double width, double height, double x)
{
  return scope_iterations_scene_stretch_at (shown, width, 0, x);
}

static char *
dup_text (ScopePlotTablePanel *plots, gconstpointer shown, guint stretch, const ScopeClock *clock)
{
  return scope_iterations_scene_dup_text (scope_view_get_trace (plots->tables.panel.view), shown, stretch);
}

/* --- choices --- */

static void
update_choices (ScopeReportTablePanel *tables)
{
  ScopeSpansPanel *self = SCOPE_SPANS_PANEL (tables);
  g_auto (GStrv) titles = g_new0 (char *, 4 + self->names->len);
  g_autofree guint *whats = g_new (guint, 3 + self->names->len);
  guint n = 0;

  titles[n] = g_strdup (_("By Name"));
  whats[n++] = SCOPE_SPANS_TABLE_NAMES;
  titles[n] = g_strdup (_("Longest"));
  whats[n++] = SCOPE_SPANS_TABLE_LONGEST;
  for (guint i = 0; i < self->names->len; i++)
    {
      /* TRANSLATORS: a name that the program gave */
      titles[n] = g_strdup_printf (_("Iterations: %s"), (const char *) self->names->pdata[i]);
      whats[n++] = scope_spans_table_iterations_of (self->names->pdata[i]);
    }
  if (self->names->len == 0)
    {
      titles[n] = g_strdup (_("Iterations"));
      whats[n++] = SCOPE_SPANS_TABLE_ITERATIONS;
    }
  scope_report_table_panel_set_choices (tables, (const char *const *) titles, whats);
}

/* A new table is shown: another choice, or another range. The names of the first one are those to choose from. */
static void
updated (ScopeReportTablePanel *tables)
{
  ScopeSpansPanel *self = SCOPE_SPANS_PANEL (tables);
  ScopeReportTable *table = scope_report_table_panel_get_table (tables);

  SCOPE_REPORT_TABLE_PANEL_CLASS (scope_spans_panel_parent_class)->updated (tables);
  if (table == NULL || self->names->len > 0 || scope_report_table_panel_get_what (tables) != SCOPE_SPANS_TABLE_NAMES)
    return;
  for (guint i = 0; i < MIN (scope_report_table_n_rows (table), MOST_NAMES); i++)
    g_ptr_array_add (self->names, scope_report_table_text (table, i, 0));
  update_choices (tables);
}

/* To the span, or to the longest of the name. */
static void
row_activated (ScopeReportTablePanel *tables, guint row)
{
  scope_report_table_panel_jump (tables, row, TRUE);
}

/* Of another trace. */
static void
set_view (ScopePanel *panel)
{
  g_ptr_array_set_size (SCOPE_SPANS_PANEL (panel)->names, 0);
  SCOPE_PANEL_CLASS (scope_spans_panel_parent_class)->set_view (panel);
}

static void
finalize (GObject *object)
{
  g_ptr_array_unref (SCOPE_SPANS_PANEL (object)->names);
  scope_spans_ask_clear (&SCOPE_SPANS_PANEL (object)->ask);
  G_OBJECT_CLASS (scope_spans_panel_parent_class)->finalize (object);
}

static void
scope_spans_panel_class_init (ScopeSpansPanelClass *klass)
{
  ScopeReportTablePanelClass *tables_class = SCOPE_REPORT_TABLE_PANEL_CLASS (klass);
  ScopePlotTablePanelClass *plots_class = SCOPE_PLOT_TABLE_PANEL_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = finalize;
  SCOPE_PANEL_CLASS (klass)->why_not = why_not;
  SCOPE_PANEL_CLASS (klass)->set_view = set_view;
  SCOPE_PANEL_CLASS (klass)->fill = fill;
  SCOPE_PANEL_CLASS (klass)->query.find = find;
  SCOPE_PANEL_CLASS (klass)->query.clear_what = clear_what;
  SCOPE_PANEL_CLASS (klass)->query.what_size = sizeof (What);
  tables_class->update_choices = update_choices;
  tables_class->row_selected = scope_report_table_panel_select_lane;
  tables_class->row_activated = row_activated;
  tables_class->updated = updated;
  plots_class->n_stretches = n_stretches;
  plots_class->draw = draw;
  plots_class->stretch_at = stretch_at;
  plots_class->dup_text = dup_text;
}

static void
scope_spans_panel_init (ScopeSpansPanel *self)
{
  self->names = g_ptr_array_new_with_free_func (g_free);
  scope_report_table_panel_build (&self->plots.tables, _("Spans"), NULL);
  make_asking (self);
  scope_plot_table_panel_build (&self->plots, _("Iterations over Each Other"), 0, PLOT_HEIGHT);
  scope_row_menu_set_kind (scope_table_view_get_column_view (SCOPE_TABLE_VIEW (self->plots.tables.table)), SCOPE_ROW_MENU_GOES | SCOPE_ROW_MENU_LANE);
}
