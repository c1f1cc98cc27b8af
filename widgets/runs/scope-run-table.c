/* scope-run-table.c: see scope-run-table.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/runs/scope-run-table.h"

#include "widgets/kit/scope-parts.h"
#include "widgets/kit/scope-search-entry.h"
#include "widgets/table/scope-recycling-row-model.h"
#include "widgets/table/scope-table-view.h"

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

static const ScopeTableColumn columns[N_COLUMNS] = {
  { N_("Program"), 220 },
  { N_("Date"), 150, SCOPE_COLUMN_NUMERIC },
  { N_("Arguments"), SCOPE_COLUMN_REST },
  { N_("Duration"), 90, SCOPE_COLUMN_END | SCOPE_COLUMN_NUMERIC },
  { N_("Processors"), 100, SCOPE_COLUMN_END | SCOPE_COLUMN_NUMERIC },
  { N_("Size"), 90, SCOPE_COLUMN_END | SCOPE_COLUMN_NUMERIC },
};

struct _ScopeRunTable
{
  GtkWidget parent_instance;

  gboolean several, leave_out;
  ScopeRun *like;  /* the more alike to it a run is, the higher it stands; NULL: no order of that kind */
  GtkSorter *by_likeness; /* of `like` */
  char *shown;
  GListStore *store;
  GtkFilter *filter;
  ScopeTableView *table;
  GtkSelectionModel *selection; /* the table's */
  GtkWidget *box, *search, *stack;
  AdwStatusPage *empty;
};

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
        g_autofree char *name = scope_run_dup_name (run);

        return g_strdup (*name != '\0' ? name : _("(no name)"));
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
    facts->streamed ? _("followed, kept in the cache") : NULL,
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
dup_tooltip (gpointer owner, gpointer run)
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
  if (facts->streamed)
    g_string_append_printf (text, "\n%s", _("Came over a pipe or socket: this recording is the only one, and is removed with the run."));
  if (scope_run_source_words (run) != NULL)
    g_string_append_printf (text, "\n%s", scope_run_source_words (run));
  g_string_append_printf (text, "\nrun:%.8s", facts->digest);
  return g_string_free (text, FALSE);
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

/* --- those that can be compared well come first, each kind under its heading --- */

static int
compare_likeness (gconstpointer a, gconstpointer b, gpointer data)
{
  ScopeRun *like = SCOPE_RUN_TABLE (data)->like;
  ScopeRunLikeness one, two;

  if (like == NULL)
    return GTK_ORDERING_EQUAL;
  one = scope_run_likeness ((ScopeRun *) a, like);
  two = scope_run_likeness ((ScopeRun *) b, like);
  return one < two ? GTK_ORDERING_SMALLER : one > two ? GTK_ORDERING_LARGER : GTK_ORDERING_EQUAL;
}

/* Of the first of a kind; else NULL. */
static const char *
heading_of (ScopeRunTable *self, ScopeRun *run, guint position)
{
  g_autoptr (ScopeRun) before = position > 0 ? g_list_model_get_item (G_LIST_MODEL (self->selection), position - 1) : NULL;
  ScopeRunLikeness likeness;

  if (self->like == NULL)
    return NULL;
  likeness = scope_run_likeness (run, self->like);
  if (before != NULL && scope_run_likeness (before, self->like) == likeness)
    return NULL;
  return likeness == SCOPE_RUN_SAME_PROGRAM   ? _("The Same Program")
         : likeness == SCOPE_RUN_SAME_RUNTIME ? _("Other Programs")
                                              : _("Other Runtimes");
}

/* The program, and below it in small what there is to say of the run. */
static GtkWidget *
make_program (ScopeRunTable *self, GtkListItem *item)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *whole = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3), *heading = scope_label_new (NULL, SCOPE_LABEL_START | SCOPE_LABEL_ELLIPSIZE, "caption-heading");
  GtkWidget *check = gtk_check_button_new (), *state = gtk_label_new (NULL);
  GtkWidget *name = scope_label_new (NULL, SCOPE_LABEL_START | SCOPE_LABEL_ELLIPSIZE, NULL);

  gtk_widget_set_visible (check, self->several);
  /* The row is what is selected, by click, Space and Ctrl: the mark shows it. Clicked itself, it adds the row or takes it away. */
  gtk_widget_set_can_focus (check, FALSE);
  g_object_bind_property (item, "selected", check, "active", G_BINDING_SYNC_CREATE);
  g_object_set_data (G_OBJECT (check), "item", item);
  g_signal_connect (check, "toggled", G_CALLBACK (check_toggled), self);
  gtk_label_set_xalign (GTK_LABEL (state), 0);
  gtk_label_set_ellipsize (GTK_LABEL (state), PANGO_ELLIPSIZE_END);
  scope_add_classes (state, "caption", "dim-label", NULL);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  scope_add_children (box, name, state, NULL);
  scope_add_children (row, check, box, NULL);
  gtk_widget_set_valign (whole, GTK_ALIGN_CENTER);
  scope_add_children (whole, heading, row, NULL);
  return whole;
}

static GtkWidget *
make (gpointer owner, GtkListItem *item, guint column)
{
  GtkWidget *label;

  if (column == COLUMN_PROGRAM)
    return make_program (owner, item);
  label = scope_label_new (NULL, SCOPE_LABEL_ELLIPSIZE, NULL);
  gtk_label_set_xalign (GTK_LABEL (label), (columns[column].flags & SCOPE_COLUMN_END) != 0 ? 1 : 0);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  scope_set_margins (label, 6, 0);
  return label;
}

static void
fill_program (ScopeRunTable *self, GtkWidget *cell, ScopeRun *run)
{
  GtkWidget *heading = gtk_widget_get_first_child (cell), *check = gtk_widget_get_first_child (gtk_widget_get_next_sibling (heading));
  GtkWidget *name = gtk_widget_get_first_child (gtk_widget_get_next_sibling (check));
  GtkWidget *state = gtk_widget_get_next_sibling (name);
  g_autofree char *text = text_of (run, COLUMN_PROGRAM), *words = dup_state (self, run);
  const char *kind = heading_of (self, run, gtk_list_item_get_position (g_object_get_data (G_OBJECT (check), "item")));

  gtk_label_set_label (GTK_LABEL (heading), kind);
  gtk_widget_set_visible (heading, kind != NULL);
  gtk_label_set_label (GTK_LABEL (name), text);
  gtk_label_set_label (GTK_LABEL (state), words);
  gtk_widget_set_visible (state, *words != '\0');
  scope_label_widget (check, text);
}

static gboolean
fill (gpointer owner, GtkWidget *cell, gpointer run, guint column)
{
  g_autofree char *text = NULL;

  if (column == COLUMN_PROGRAM)
    {
      fill_program (owner, cell, run);
      return TRUE;
    }
  text = text_of (run, (Column) column);
  gtk_label_set_label (GTK_LABEL (cell), text);
  return TRUE;
}

/* --- order --- */

#define COMPARE(a, b) ((a) > (b) ? GTK_ORDERING_LARGER : (a) < (b) ? GTK_ORDERING_SMALLER : GTK_ORDERING_EQUAL)

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  ScopeRun *x = (ScopeRun *) a, *y = (ScopeRun *) b;
  const ScopeRunFacts *one = scope_run_facts (x), *two = scope_run_facts (y);
  Column column = (Column) GPOINTER_TO_UINT (data);

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
  g_signal_emit_by_name (self, "chosen");
}

/* Another run may be the first of its kind. */
static void
items_changed (ScopeRunTable *self)
{
  if (self->like != NULL)
    scope_table_view_renew (self->table);
  selection_changed (self);
}

static void
row_activated (gpointer owner, guint position)
{
  ScopeRunTable *self = owner;

  gtk_selection_model_select_item (self->selection, position, TRUE);
  g_signal_emit_by_name (self, "activated");
}

/* Enter in the field takes the first that is found. */
static void
search_activated (ScopeRunTable *self)
{
  if (g_list_model_get_n_items (G_LIST_MODEL (self->selection)) > 0)
    row_activated (self, 0);
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
  scope_table_view_renew (self->table);
}

void
scope_run_table_set_like (ScopeRunTable *self, ScopeRun *like)
{
  g_return_if_fail (SCOPE_IS_RUN_TABLE (self));

  if (!g_set_object (&self->like, like))
    return;
  gtk_sorter_changed (self->by_likeness, GTK_SORTER_CHANGE_DIFFERENT);
  scope_table_view_renew (self->table);
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

static ScopeTableColumn
column_info (gpointer owner, guint column)
{
  ScopeTableColumn info = columns[column];

  info.title = _(info.title);
  return info;
}

static const ScopeTableRows table_rows = {
  .name = N_("Runs"),
  .n_columns = N_COLUMNS,
  .column = column_info,
  .make = make,
  .fill = fill,
  .tooltip = dup_tooltip,
  .compare = compare,
  .activated = row_activated,
};

static void
make_table (ScopeRunTable *self)
{
  GtkFilterListModel *found;
  GtkSortListModel *sorted;
  g_autoptr (GtkMultiSorter) sorter = gtk_multi_sorter_new ();

  self->filter = GTK_FILTER (gtk_custom_filter_new (is_asked_for, self, NULL));
  found = gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (self->store)), g_object_ref (self->filter));
  sorted = gtk_sort_list_model_new (G_LIST_MODEL (found), NULL);
  if (self->several)
    self->selection = GTK_SELECTION_MODEL (gtk_multi_selection_new (G_LIST_MODEL (sorted)));
  else
    self->selection = GTK_SELECTION_MODEL (gtk_single_selection_new (G_LIST_MODEL (sorted)));
  self->table = SCOPE_TABLE_VIEW (scope_table_view_new (&table_rows, self, g_object_ref (self->selection)));
  self->by_likeness = GTK_SORTER (gtk_custom_sorter_new (compare_likeness, self, NULL));
  gtk_multi_sorter_append (sorter, g_object_ref (self->by_likeness));
  gtk_multi_sorter_append (sorter, g_object_ref (gtk_column_view_get_sorter (scope_table_view_get_column_view (self->table))));
  gtk_sort_list_model_set_sorter (sorted, GTK_SORTER (sorter));
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (selection_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "items-changed", G_CALLBACK (items_changed), self, G_CONNECT_SWAPPED);
}

static void
scope_run_table_dispose (GObject *object)
{
  ScopeRunTable *self = SCOPE_RUN_TABLE (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->filter);
  g_clear_object (&self->selection);
  g_clear_object (&self->store);
  g_clear_object (&self->by_likeness);
  g_clear_object (&self->like);
  g_clear_pointer (&self->shown, g_free);
  G_OBJECT_CLASS (scope_run_table_parent_class)->dispose (object);
}

static void
scope_run_table_class_init (ScopeRunTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_run_table_dispose;
  scope_add_signal (klass, "chosen", 0);
  scope_add_signal (klass, "activated", 0);
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
  scope_label_widget (self->search, _("Search in the runs"));
  adw_status_page_set_icon_name (self->empty, "document-open-recent-symbolic");
  gtk_widget_add_css_class (GTK_WIDGET (self->empty), "compact");
  gtk_widget_set_vexpand (self->stack, TRUE);
  scope_add_children (self->box, self->search, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), self->stack, NULL);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (search_changed), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (search_activated), self);
}

ScopeRunTable *
scope_run_table_new (gboolean several)
{
  ScopeRunTable *self = g_object_new (SCOPE_TYPE_RUN_TABLE, NULL);
  GtkWidget *reading = scope_label_new (_("Reading…"), 0, "dim-label");

  self->several = several;
  make_table (self);
  gtk_stack_add_named (GTK_STACK (self->stack), reading, "reading");
  gtk_stack_add_named (GTK_STACK (self->stack), GTK_WIDGET (self->empty), "empty");
  gtk_stack_add_named (GTK_STACK (self->stack), GTK_WIDGET (self->table), "table");
  return self;
}
