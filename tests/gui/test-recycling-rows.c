/* test-recycling-rows.c: rows that stay when what stands in them changes, and the cells that are filled for it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"

#include "widgets/table/scope-cell-filler.h"
#include "widgets/table/scope-recycling-row-model.h"
#include "widgets/table/scope-text-cell.h"

#define MANY 100000u

typedef struct
{
  GtkStringList *strings;
  GtkMultiSelection *selection;
  ScopeRecyclingRowModel *rows;
  guint contents, first, removed, added; /* what was said last, and how often */
} Fixture;

static void
contents_changed (Fixture *f)
{
  f->contents++;
}

static void
items_changed (GListModel *rows, guint position, guint removed, guint added, Fixture *f)
{
  f->first = position;
  f->removed = removed;
  f->added = added;
}

static gboolean
has_all (gpointer data)
{
  Fixture *f = data;

  return g_list_model_get_n_items (G_LIST_MODEL (f->rows)) == g_list_model_get_n_items (G_LIST_MODEL (f->strings));
}

/* `n` strings "PREFIX0"… instead of those that are there. */
static void
replace (Fixture *f, const char *prefix, guint n)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) strings = NULL;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = g_strdup_printf ("%s%u", prefix, i);
      g_strv_builder_add (builder, text);
    }
  strings = g_strv_builder_end (builder);
  gtk_string_list_splice (f->strings, 0, g_list_model_get_n_items (G_LIST_MODEL (f->strings)),
                          (const char *const *) strings);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->strings = gtk_string_list_new (NULL);
  f->selection = gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (f->strings)));
  f->rows = scope_recycling_row_model_new (GTK_SELECTION_MODEL (f->selection));
  g_signal_connect_swapped (f->rows, "contents-changed", G_CALLBACK (contents_changed), f);
  g_signal_connect (f->rows, "items-changed", G_CALLBACK (items_changed), f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->rows);
  g_object_unref (f->selection);
  g_object_unref (f->strings);
}

static const char *
text_of (gpointer row)
{
  return gtk_string_object_get_string (scope_recycling_row_get_item (row));
}

/* Many come by and by; those that are there stay when others stand in them. */
static void
test_stay (Fixture *f, gconstpointer data)
{
  g_autoptr (ScopeRecyclingRow) third = NULL, again = NULL, last = NULL, going = NULL;
  g_autoptr (GtkBitset) chosen = NULL;

  replace (f, "a", MANY);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->rows)), <, 100);
  third = g_list_model_get_item (G_LIST_MODEL (f->rows), 2);
  g_assert_cmpstr (text_of (third), ==, "a2");
  g_assert_true (gui_wait (has_all, f));
  last = g_list_model_get_item (G_LIST_MODEL (f->rows), MANY - 1);
  g_assert_cmpuint (f->contents, ==, 0);

  f->removed = f->added = 0;
  replace (f, "b", MANY);
  g_assert_cmpuint (f->contents, ==, 1);
  g_assert_cmpuint (f->removed + f->added, ==, 0);
  g_assert_cmpstr (text_of (third), ==, "b2");
  g_assert_cmpstr (text_of (last), ==, "b99999");
  again = g_list_model_get_item (G_LIST_MODEL (f->rows), 2);
  g_assert_true (again == third);

  /* They go by and by, too, the last ones first; those that are to go have nothing, and cannot be chosen. */
  going = g_list_model_get_item (G_LIST_MODEL (f->rows), 20);
  replace (f, "c", 10);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->rows)), >, 100);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->rows)), <, 1000);
  g_assert_cmpuint (f->added, ==, 0);
  g_assert_cmpstr (text_of (third), ==, "c2");
  g_assert_null (scope_recycling_row_get_item (going));
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (f->rows), 20, TRUE);
  gtk_selection_model_select_range (GTK_SELECTION_MODEL (f->rows), 8, 20, FALSE);
  chosen = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (f->selection));
  g_assert_cmpuint (gtk_bitset_get_size (chosen), ==, 2);
  g_assert_true (gui_wait (has_all, f));
  g_assert_cmpuint (f->removed, <, 100);
  g_assert_cmpuint (f->added, ==, 0);
  g_assert_cmpstr (text_of (third), ==, "c2");
  g_clear_object (&last);
  last = g_list_model_get_item (G_LIST_MODEL (f->rows), 10);
  g_assert_null (last);
  /* More again while they go. */
  replace (f, "d", 300);
  g_assert_true (gui_wait (has_all, f));
  replace (f, "e", 1);
  replace (f, "f", 500);
  g_assert_true (gui_wait (has_all, f));
  g_assert_cmpstr (text_of (third), ==, "f2");
}

/* Those that are to go can be told to do so at once; those that are not, stay. */
static void
test_hurry (Fixture *f, gconstpointer data)
{
  g_autoptr (ScopeRecyclingRow) third = NULL;

  replace (f, "a", 300);
  g_assert_true (gui_wait (has_all, f));
  replace (f, "b", 5);
  g_assert_false (has_all (f));
  scope_recycling_row_model_hurry (f->rows);
  g_assert_true (has_all (f));
  third = g_list_model_get_item (G_LIST_MODEL (f->rows), 2);
  g_assert_cmpstr (text_of (third), ==, "b2");
  f->added = f->removed = 0;
  scope_recycling_row_model_hurry (f->rows);
  g_assert_cmpuint (f->added + f->removed, ==, 0);
  replace (f, "c", 300);
  scope_recycling_row_model_hurry (f->rows);
  g_assert_true (gui_wait (has_all, f));
}

/* What is inserted above moves what stands in the rows, not the rows; what is added at the end changes nothing. */
static void
test_insert (Fixture *f, gconstpointer data)
{
  const char *const more[] = { "x", "y", NULL };
  g_autoptr (ScopeRecyclingRow) first = NULL, second = NULL;

  replace (f, "a", 3);
  first = g_list_model_get_item (G_LIST_MODEL (f->rows), 0);
  second = g_list_model_get_item (G_LIST_MODEL (f->rows), 1);
  gtk_string_list_splice (f->strings, 1, 0, more);
  g_assert_cmpstr (text_of (first), ==, "a0");
  g_assert_cmpstr (text_of (second), ==, "x");
  g_assert_cmpuint (f->first, ==, 3);
  g_assert_cmpuint (f->added, ==, 2);
  g_assert_cmpuint (f->contents, ==, 1);
  gtk_string_list_append (f->strings, "z");
  g_assert_cmpuint (f->contents, ==, 1);
  g_assert_true (has_all (f));
}

static void
selection_said (GtkSelectionModel *rows, guint position, guint n, GtkBitset *said)
{
  g_assert_cmpuint (position + n, <=, g_list_model_get_n_items (G_LIST_MODEL (rows)));
  gtk_bitset_add_range (said, position, n);
}

/* The selection follows the items, and what is chosen in the rows is chosen among them. */
static void
test_selection (Fixture *f, gconstpointer data)
{
  const char *const more[] = { "x", "y", NULL };
  GtkSelectionModel *rows = GTK_SELECTION_MODEL (f->rows);
  g_autoptr (GtkBitset) said = gtk_bitset_new_empty ();
  g_autoptr (GPtrArray) kept = g_ptr_array_new_with_free_func (g_object_unref);

  g_signal_connect (rows, "selection-changed", G_CALLBACK (selection_said), said);
  replace (f, "a", 5);
  for (guint i = 0; i < 5; i++)
    g_ptr_array_add (kept, g_list_model_get_item (G_LIST_MODEL (rows), i));
  gtk_selection_model_select_item (rows, 1, TRUE);
  g_assert_true (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (f->selection), 1));
  gtk_bitset_remove_all (said);
  gtk_string_list_splice (f->strings, 0, 0, more);
  g_assert_false (gtk_selection_model_is_selected (rows, 1));
  g_assert_true (gtk_selection_model_is_selected (rows, 3));
  g_assert_cmpuint (gtk_bitset_get_size (said), ==, 2); /* of these two, and of no others */
  g_assert_true (gtk_bitset_contains (said, 1) && gtk_bitset_contains (said, 3));
  gtk_selection_model_select_all (rows);
  g_assert_true (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (f->selection), 6));
  gtk_selection_model_unselect_item (rows, 6);
  g_assert_false (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (f->selection), 6));
  gtk_selection_model_unselect_all (rows);
  replace (f, "b", MANY);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (f->selection), MANY - 1, TRUE); /* not shown yet */
  g_assert_true (gui_wait (has_all, f));
  g_assert_true (gtk_selection_model_is_selected (rows, MANY - 1));
}

/* --- cells --- */

typedef struct
{
  Fixture *f;
  ScopeCellFiller *filler;
  GHashTable *cells; /* that are bound */
  guint filled;
} Table;

static void
fill (GtkListItem *cell, guint column, gpointer data)
{
  Table *table = data;

  table->filled++;
  g_assert_cmpuint (column, ==, 7);
  scope_text_cell_set_text (SCOPE_TEXT_CELL (gtk_list_item_get_child (cell)), text_of (gtk_list_item_get_item (cell)));
}

static void
set_up_cell (GtkListItemFactory *factory, GtkListItem *cell, Table *table)
{
  gtk_list_item_set_child (cell, scope_text_cell_new (FALSE, 20));
}

static void
bind_cell (GtkListItemFactory *factory, GtkListItem *cell, Table *table)
{
  g_hash_table_add (table->cells, cell);
  scope_cell_filler_add (table->filler, cell, 7);
}

static void
unbind_cell (GtkListItemFactory *factory, GtkListItem *cell, Table *table)
{
  g_hash_table_remove (table->cells, cell);
  scope_cell_filler_remove (table->filler, cell);
}

static gboolean
all_true (gpointer data)
{
  Table *table = data;
  GHashTableIter iter;
  gpointer cell;

  g_hash_table_iter_init (&iter, table->cells);
  while (g_hash_table_iter_next (&iter, &cell, NULL))
    if (g_strcmp0 (scope_text_cell_get_text (SCOPE_TEXT_CELL (gtk_list_item_get_child (cell))),
                   text_of (gtk_list_item_get_item (cell))) != 0)
      return FALSE;
  return g_hash_table_size (table->cells) > 100;
}

static gboolean
is_laid_out (gpointer scroller)
{
  return gtk_adjustment_get_upper (gtk_scrolled_window_get_vadjustment (scroller)) > MANY * 8.;
}

/* Those that are seen are true at once, the others a moment later. */
static void
test_cells (Fixture *f, gconstpointer data)
{
  Table table = { .f = f, .cells = g_hash_table_new (NULL, NULL) };
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *view, *scroller = gtk_scrolled_window_new (), *window, *seen;
  GHashTableIter iter;
  gpointer cell;
  guint n_seen;

  table.filler = scope_cell_filler_new (GTK_SCROLLED_WINDOW (scroller), fill, &table);
  g_signal_connect_swapped (f->rows, "contents-changed", G_CALLBACK (scope_cell_filler_renew_all), table.filler);
  g_signal_connect (factory, "setup", G_CALLBACK (set_up_cell), &table);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), &table);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cell), &table);
  view = gtk_list_view_new (g_object_ref (GTK_SELECTION_MODEL (f->rows)), factory);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), view);
  replace (f, "a", MANY);
  window = gui_window_new (scroller, 300, 200);
  g_assert_true (gui_wait (gui_is_mapped, view));
  g_assert_true (gui_wait (all_true, &table));
  g_assert_true (gui_wait (is_laid_out, scroller));

  table.filled = 0;
  replace (f, "b", MANY);
  g_assert_cmpuint (table.filled, >, 0);
  g_assert_cmpuint (table.filled, <, 40);
  g_hash_table_iter_init (&iter, table.cells);
  while (g_hash_table_iter_next (&iter, &cell, NULL))
    if (gtk_list_item_get_position (cell) == 1)
      {
        seen = gtk_list_item_get_child (cell);
        g_assert_cmpstr (scope_text_cell_get_text (SCOPE_TEXT_CELL (seen)), ==, "b1");
        g_assert_cmpuint (scope_cell_filler_position_of (table.filler, seen), ==, 1);
      }
  g_assert_true (gui_wait (all_true, &table));
  /* What is scrolled to is true as well, and all at once. */
  replace (f, "c", MANY);
  g_assert_false (all_true (&table));
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller)), 500);
  for (guint before = table.filled; table.filled == before;)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (all_true (&table)); /* not some and some */

  /* Nothing is to be seen of those that go. */
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller)), 0);
  replace (f, "d", 2);
  g_assert_false (has_all (f));
  n_seen = 0;
  g_hash_table_iter_init (&iter, table.cells);
  while (g_hash_table_iter_next (&iter, &cell, NULL))
    if (gtk_widget_get_mapped (gtk_list_item_get_child (cell)) && gtk_list_item_get_position (cell) < 8)
      n_seen += gtk_widget_get_opacity (gtk_list_item_get_child (cell)) > 0;
  g_assert_cmpuint (n_seen, ==, 2);
  g_assert_true (gui_wait (has_all, f));
  replace (f, "e", 200);
  g_assert_true (gui_wait (has_all, f));
  g_assert_true (gui_wait (all_true, &table));
  g_hash_table_iter_init (&iter, table.cells);
  while (g_hash_table_iter_next (&iter, &cell, NULL))
    g_assert_cmpfloat (gtk_widget_get_opacity (gtk_list_item_get_child (cell)), ==, 1);

  g_signal_handlers_disconnect_by_data (f->rows, table.filler);
  gtk_window_destroy (GTK_WINDOW (window));
  scope_cell_filler_free (table.filler);
  g_hash_table_unref (table.cells);
}

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
  g_test_add ("/steady-rows/stay", Fixture, NULL, set_up, test_stay, tear_down);
  g_test_add ("/steady-rows/hurry", Fixture, NULL, set_up, test_hurry, tear_down);
  g_test_add ("/steady-rows/insert", Fixture, NULL, set_up, test_insert, tear_down);
  g_test_add ("/steady-rows/selection", Fixture, NULL, set_up, test_selection, tear_down);
  g_test_add ("/steady-rows/cells", Fixture, NULL, set_up, test_cells, tear_down);
  return g_test_run ();
}
