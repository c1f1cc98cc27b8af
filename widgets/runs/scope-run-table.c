/* scope-run-table.c: see scope-run-table.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/runs/scope-run-table.h"

#include "widgets/table/scope-cell-filler.h"
#include "widgets/kit/scope-search-entry.h"
#include "widgets/table/scope-recycling-row-model.h"

#include <glib/gi18n.h>
#include <string.h>

typedef enum
{
  COLUMN_PROGRAM,
  COLUMN_DATE,
  COLUMN_ARGUMENTS,
  COLUMN_DURATION,
  COLUMN_PROCESSORS,
  COLUMN_SIZE,
  N_COLUMNS
} Column;

static const struct
{
  const char *title;
  int width; /* 0: takes the rest */
  float align;
} columns[N_COLUMNS] = {
  { N_("Program"), 220, 0 },  { N_("Date"), 150, 0 },       { N_("Arguments"), 0, 0 },
  { N_("Duration"), 90, 1 },  { N_("Processors"), 100, 1 }, { N_("Size"), 90, 1 },
};

struct _ScopeRunTable
{
  GtkWidget parent_instance;

  gboolean several, leave_out;
  char *shown;
  GListStore *store;
  GtkFilter *filter;
  GtkSelectionModel *selection;
  ScopeRecyclingRowModel *rows;
  ScopeCellFiller *filler;
  GtkWidget *box, *search, *stack, *scroller, *view;
  AdwStatusPage *empty;
};

enum
{
  CHOSEN,
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ScopeRunTable, scope_run_table, GTK_TYPE_WIDGET)

/* --- cells --- */

static char *
text_of (ScopeRun *run, Column column)
{
  const ScopeRunFacts *facts = scope_run_facts (run);

  switch (column)
    {
    case COLUMN_PROGRAM:
      {
        g_autofree char *name = g_path_get_basename (facts->title);

        return g_strdup (*facts->title != '\0' ? name : _("(no name)"));
      }
    case COLUMN_DATE:
      return scope_run_dup_date (run);
    case COLUMN_ARGUMENTS:
      return g_strdup (facts->arguments != NULL ? facts->arguments : "");
    case COLUMN_DURATION:
      return scope_run_dup_duration (run);
    case COLUMN_PROCESSORS:
      return g_strdup_printf ("%u", facts->processors);
    case COLUMN_SIZE:
      return g_format_size (facts->source_bytes);
    case N_COLUMNS:
    default:
      g_return_val_if_reached (NULL);
    }
}

static char *
dup_state (ScopeRunTable *self, ScopeRun *run)
{
  const ScopeRunFacts *facts = scope_run_facts (run);
  g_autoptr (GString) words = g_string_new (NULL);
  const char *parts[] = {
    g_strcmp0 (facts->digest, self->shown) == 0 ? _("shown") : NULL,
    facts->pinned ? _("pinned") : NULL,
    facts->source == SCOPE_RUN_SOURCE_GONE      ? _("trace file gone")
    : facts->source == SCOPE_RUN_SOURCE_CHANGED ? _("trace file changed")
                                                : NULL,
  };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i] != NULL)
      g_string_append_printf (words, "%s%s", words->len > 0 ? " · " : "", parts[i]);
  return g_strdup (words->str);
}

static char *
dup_tooltip (ScopeRun *run)
{
  const ScopeRunFacts *facts = scope_run_facts (run);
  GString *text = g_string_new (facts->program != NULL ? facts->program : facts->title);
  g_autofree char *path = facts->paths[0] != NULL ? g_filename_display_name (facts->paths[0]) : NULL;

  if (facts->arguments != NULL)
    g_string_append_printf (text, " %s", facts->arguments);
  if (path != NULL)
    g_string_append_printf (text, "\n%s", path);
  if (facts->date_of_file)
    g_string_append_printf (text, "\n%s", _("The log does not record the time of day. Its file was written at this "
                                            "time."));
  if (scope_run_source_words (run) != NULL)
    g_string_append_printf (text, "\n%s", scope_run_source_words (run));
  g_string_append_printf (text, "\nrun:%.8s", facts->digest);
  return g_string_free (text, FALSE);
}

static Column
column_of (gpointer factory)
{
  return (Column) GPOINTER_TO_UINT (factory);
}

static void
set_up_cell (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  Column column = column_of (data);
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), columns[column].align);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  if (columns[column].align > 0 || column == COLUMN_DATE)
    gtk_widget_add_css_class (label, "numeric");
  gtk_widget_set_margin_top (label, 6);
  gtk_widget_set_margin_bottom (label, 6);
  gtk_list_item_set_child (item, label);
}

static void
check_toggled (GtkCheckButton *check, ScopeRunTable *self)
{
  GtkListItem *item = g_object_get_data (G_OBJECT (check), "item");
  gboolean active = gtk_check_button_get_active (check);

  if (gtk_list_item_get_item (item) == NULL || scope_recycling_row_get_item (gtk_list_item_get_item (item)) == NULL
      || active == gtk_list_item_get_selected (item))
    return;
  if (active)
    gtk_selection_model_select_item (self->selection, gtk_list_item_get_position (item), FALSE);
  else
    gtk_selection_model_unselect_item (self->selection, gtk_list_item_get_position (item));
}

/* The program, and below it in small what there is to say of the run. */
static void
set_up_program (GtkSignalListItemFactory *factory, GtkListItem *item, ScopeRunTable *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *check = gtk_check_button_new (), *name = gtk_label_new (NULL), *state = gtk_label_new (NULL);

  gtk_widget_set_visible (check, self->several);
  /* The row is what is selected, by click, Space and Ctrl: the mark shows it. Clicked itself, it adds the row or takes it away. */
  gtk_widget_set_can_focus (check, FALSE);
  g_object_bind_property (item, "selected", check, "active", G_BINDING_SYNC_CREATE);
  g_object_set_data (G_OBJECT (check), "item", item);
  g_signal_connect (check, "toggled", G_CALLBACK (check_toggled), self);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_xalign (GTK_LABEL (state), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_label_set_ellipsize (GTK_LABEL (state), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (state, "caption");
  gtk_widget_add_css_class (state, "dim-label");
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), state);
  gtk_box_append (GTK_BOX (row), check);
  gtk_box_append (GTK_BOX (row), box);
  gtk_list_item_set_child (item, row);
}

static void
fill_program (ScopeRunTable *self, GtkWidget *row, ScopeRun *run)
{
  GtkWidget *check = gtk_widget_get_first_child (row);
  GtkWidget *name = gtk_widget_get_first_child (gtk_widget_get_next_sibling (check));
  GtkWidget *state = gtk_widget_get_next_sibling (name);
  g_autofree char *text = text_of (run, COLUMN_PROGRAM), *words = dup_state (self, run);

  gtk_label_set_label (GTK_LABEL (name), text);
  gtk_label_set_label (GTK_LABEL (state), words);
  gtk_widget_set_visible (state, *words != '\0');
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void
fill (GtkListItem *item, guint column, gpointer data)
{
  ScopeRun *run = scope_recycling_row_get_item (gtk_list_item_get_item (item));
  GtkWidget *child = gtk_list_item_get_child (item);
  g_autofree char *text = NULL;

  if (run == NULL)
    return;
  if (column == COLUMN_PROGRAM)
    {
      fill_program (data, child, run);
      return;
    }
  text = text_of (run, (Column) column);
  gtk_label_set_label (GTK_LABEL (child), text);
}

/* Asked for, not set: GTK asks the display server for every tooltip that is set. */
static gboolean
query_tooltip (ScopeRunTable *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  GtkWidget *under = gtk_widget_pick (self->view, x, y, GTK_PICK_DEFAULT);
  guint position = under != NULL ? scope_cell_filler_position_of (self->filler, under) : GTK_INVALID_LIST_POSITION;
  g_autoptr (ScopeRun) run = NULL;
  g_autofree char *text = NULL;

  if (position != GTK_INVALID_LIST_POSITION)
    run = g_list_model_get_item (G_LIST_MODEL (self->selection), position);
  if (run == NULL)
    return FALSE;
  text = dup_tooltip (run);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
bind_cell (GtkSignalListItemFactory *factory, GtkListItem *item, ScopeRunTable *self)
{
  guint column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "column"));

  scope_cell_filler_add (self->filler, item, column);
}

static void
unbind_cell (GtkSignalListItemFactory *factory, GtkListItem *item, ScopeRunTable *self)
{
  scope_cell_filler_remove (self->filler, item);
}

/* --- order --- */

#define COMPARE(a, b) ((a) > (b) ? GTK_ORDERING_LARGER : (a) < (b) ? GTK_ORDERING_SMALLER : GTK_ORDERING_EQUAL)

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  ScopeRun *x = (ScopeRun *) a, *y = (ScopeRun *) b;
  const ScopeRunFacts *one = scope_run_facts (x), *two = scope_run_facts (y);
  Column column = column_of (data);

  switch (column)
    {
    case COLUMN_DATE:
      return COMPARE (one->date, two->date);
    case COLUMN_DURATION:
      return COMPARE (one->duration_ns, two->duration_ns);
    case COLUMN_PROCESSORS:
      return COMPARE (one->processors, two->processors);
    case COLUMN_SIZE:
      return COMPARE (one->source_bytes, two->source_bytes);
    case COLUMN_PROGRAM:
    case COLUMN_ARGUMENTS:
    case N_COLUMNS:
    default:
      {
        g_autofree char *text = text_of (x, column), *other = text_of (y, column);

        return gtk_ordering_from_cmpfunc (g_utf8_collate (text, other));
      }
    }
}

static gboolean
is_asked_for (gpointer item, gpointer data)
{
  ScopeRunTable *self = data;

  if (self->leave_out && g_strcmp0 (scope_run_facts (item)->digest, self->shown) == 0)
    return FALSE;
  return scope_run_matches (item, gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

/* --- states --- */

static void
show_page (ScopeRunTable *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  gboolean searched = *gtk_editable_get_text (GTK_EDITABLE (self->search)) != '\0';
  gboolean others = self->leave_out && g_list_model_get_n_items (G_LIST_MODEL (self->store)) > 0;

  if (g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (self->stack)), "reading") == 0)
    return;
  adw_status_page_set_title (self->empty, searched ? _("No Run Found") : others ? _("No Other Runs") : _("No Runs Yet"));
  adw_status_page_set_description (self->empty, searched ? _("Search for other words in the program, arguments, "
                                                             "folder or date.")
                                                         : _("Every trace that you open is listed here, even after "
                                                             "its file was overwritten."));
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), n > 0 ? "table" : "empty");
}

static void
search_changed (ScopeRunTable *self)
{
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
  show_page (self);
}

static void
selection_changed (ScopeRunTable *self)
{
  g_signal_emit (self, signals[CHOSEN], 0);
}

static void
row_activated (GtkColumnView *view, guint position, ScopeRunTable *self)
{
  gtk_selection_model_select_item (self->selection, position, TRUE);
  g_signal_emit (self, signals[ACTIVATED], 0);
}

/* Enter in the field takes the first that is found. */
static void
search_activated (ScopeRunTable *self)
{
  if (g_list_model_get_n_items (G_LIST_MODEL (self->selection)) > 0)
    row_activated (GTK_COLUMN_VIEW (self->view), 0, self);
}

void
scope_run_table_set_runs (ScopeRunTable *self, GPtrArray *runs, const char *why)
{
  g_return_if_fail (SCOPE_IS_RUN_TABLE (self));

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  g_list_store_splice (self->store, 0, g_list_model_get_n_items (G_LIST_MODEL (self->store)),
                       runs != NULL ? runs->pdata : NULL, runs != NULL ? runs->len : 0);
  show_page (self);
  if (runs == NULL)
    {
      g_autofree char *safe = why != NULL ? g_markup_escape_text (why, -1) : NULL;

      adw_status_page_set_title (self->empty, _("The Runs Cannot Be Listed"));
      adw_status_page_set_description (self->empty, safe);
    }
}

void
scope_run_table_set_shown (ScopeRunTable *self, const char *digest, gboolean leave_out)
{
  g_return_if_fail (SCOPE_IS_RUN_TABLE (self));

  g_free (self->shown);
  self->shown = g_strdup (digest);
  self->leave_out = leave_out;
  search_changed (self);
  scope_cell_filler_renew_all (self->filler);
}

GPtrArray *
scope_run_table_dup_chosen (ScopeRunTable *self)
{
  GPtrArray *runs = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GtkBitset) set = gtk_selection_model_get_selection (self->selection);
  GtkBitsetIter iter;
  guint position;

  if (gtk_bitset_iter_init_first (&iter, set, &position))
    do
      g_ptr_array_add (runs, g_list_model_get_item (G_LIST_MODEL (self->selection), position));
    while (gtk_bitset_iter_next (&iter, &position));
  return runs;
}

GtkWidget *
scope_run_table_get_search (ScopeRunTable *self)
{
  return self->search;
}

/* --- life --- */

static void
add_columns (ScopeRunTable *self)
{
  GtkColumnView *view = GTK_COLUMN_VIEW (self->view);

  for (guint i = 0; i < N_COLUMNS; i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      GtkColumnViewColumn *column;
      g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (compare, GUINT_TO_POINTER (i), NULL));

      g_signal_connect (factory, "setup", i == COLUMN_PROGRAM ? G_CALLBACK (set_up_program) : G_CALLBACK (set_up_cell),
                        i == COLUMN_PROGRAM ? (gpointer) self : GUINT_TO_POINTER (i));
      g_object_set_data (G_OBJECT (factory), "column", GUINT_TO_POINTER (i));
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), self);
      g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cell), self);
      column = gtk_column_view_column_new (_(columns[i].title), factory);
      gtk_column_view_column_set_resizable (column, TRUE);
      gtk_column_view_column_set_sorter (column, sorter);
      if (columns[i].width > 0)
        gtk_column_view_column_set_fixed_width (column, columns[i].width);
      else
        gtk_column_view_column_set_expand (column, TRUE);
      gtk_column_view_append_column (view, column);
      g_object_unref (column);
    }
}

static void
fill_table (ScopeRunTable *self)
{
  GtkFilterListModel *found;
  GtkSortListModel *sorted;

  self->scroller = gtk_scrolled_window_new ();
  self->filler = scope_cell_filler_new (GTK_SCROLLED_WINDOW (self->scroller), fill, self);
  self->view = gtk_column_view_new (NULL);
  add_columns (self);
  self->filter = GTK_FILTER (gtk_custom_filter_new (is_asked_for, self, NULL));
  found = gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (self->store)), g_object_ref (self->filter));
  sorted = gtk_sort_list_model_new (G_LIST_MODEL (found),
                                    g_object_ref (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->view))));
  if (self->several)
    self->selection = GTK_SELECTION_MODEL (gtk_multi_selection_new (G_LIST_MODEL (sorted)));
  else
    self->selection = GTK_SELECTION_MODEL (gtk_single_selection_new (G_LIST_MODEL (sorted)));
  self->rows = scope_recycling_row_model_new (self->selection);
  g_signal_connect_swapped (self->rows, "contents-changed", G_CALLBACK (scope_cell_filler_renew_all), self->filler);
  gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), GTK_SELECTION_MODEL (self->rows));
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (selection_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "items-changed", G_CALLBACK (selection_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect (self->view, "activate", G_CALLBACK (row_activated), self);
  gtk_widget_set_has_tooltip (self->view, TRUE);
  g_signal_connect_swapped (self->view, "query-tooltip", G_CALLBACK (query_tooltip), self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Runs"), -1);
}

static void
scope_run_table_dispose (GObject *object)
{
  ScopeRunTable *self = SCOPE_RUN_TABLE (object);

  if (self->filler != NULL)
    g_signal_handlers_disconnect_by_data (self->rows, self->filler);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->filler, scope_cell_filler_free);
  g_clear_object (&self->rows);
  g_clear_object (&self->filter);
  g_clear_object (&self->selection);
  g_clear_object (&self->store);
  g_clear_pointer (&self->shown, g_free);
  G_OBJECT_CLASS (scope_run_table_parent_class)->dispose (object);
}

static void
scope_run_table_class_init (ScopeRunTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_run_table_dispose;
  signals[CHOSEN] = g_signal_new ("chosen", SCOPE_TYPE_RUN_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ACTIVATED]
      = g_signal_new ("activated", SCOPE_TYPE_RUN_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
scope_run_table_init (ScopeRunTable *self)
{
  self->store = g_list_store_new (SCOPE_TYPE_RUN);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->search = gtk_search_entry_new ();
  scope_search_let_escape (self->search);
  self->stack = gtk_stack_new ();
  self->empty = ADW_STATUS_PAGE (adw_status_page_new ());
  gtk_widget_set_margin_start (self->search, 12);
  gtk_widget_set_margin_end (self->search, 12);
  gtk_widget_set_margin_top (self->search, 6);
  gtk_widget_set_margin_bottom (self->search, 9);
  g_object_set (self->search, "placeholder-text", _("Program, arguments, folder, date"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Search in the runs"), -1);
  adw_status_page_set_icon_name (self->empty, "document-open-recent-symbolic");
  gtk_widget_add_css_class (GTK_WIDGET (self->empty), "compact");
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->search);
  gtk_box_append (GTK_BOX (self->box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (self->box), self->stack);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (search_changed), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (search_activated), self);
}

ScopeRunTable *
scope_run_table_new (gboolean several)
{
  ScopeRunTable *self = g_object_new (SCOPE_TYPE_RUN_TABLE, NULL);
  GtkWidget *reading = gtk_label_new (_("Reading…"));

  self->several = several;
  fill_table (self);
  gtk_widget_add_css_class (reading, "dim-label");
  gtk_stack_add_named (GTK_STACK (self->stack), reading, "reading");
  gtk_stack_add_named (GTK_STACK (self->stack), GTK_WIDGET (self->empty), "empty");
  gtk_stack_add_named (GTK_STACK (self->stack), self->scroller, "table");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->view);
  return self;
}
