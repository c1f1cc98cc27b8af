/* scope-events-table.c: the columns of the events panel. A cell fills itself when its row has been read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/events/scope-events-panel-private.h"
#include "widgets/table/scope-row-menu.h"
#include "widgets/table/scope-text-cell.h"
#include "widgets/kit/scope-words.h"

#include "model/base/scope-entity.h"
#include "model/scene/draw/scope-ruler.h"

#include <glib/gi18n.h>

typedef enum
{
  COLUMN_TIME,
  COLUMN_MACHINE,
  COLUMN_PROCESSOR,
  COLUMN_NAME,
  COLUMN_DETAIL,
  COLUMN_NUMBER,
  N_COLUMNS
} Column;

static char *
time_text (ScopeEventsPanel *panel, gint64 time)
{
  ScopeClock clock = scope_view_get_clock (panel->view);

  return scope_clock_text (&clock, (double) time, 1);
}

static char *
column_text (ScopeEventsPanel *panel, Column column, const ScopeEventRow *row)
{
  ScopeMachine *machine;

  if (panel->view == NULL)
    return g_strdup ("");
  switch (column)
    {
    case COLUMN_TIME:
      return time_text (panel, row->time);
    case COLUMN_MACHINE:
      machine = scope_trace_machine (scope_view_get_trace (panel->view), row->machine);
      return machine != NULL ? g_strdup_printf ("%u", machine->number) : g_strdup ("");
    case COLUMN_PROCESSOR:
      return row->processor >= 0 ? g_strdup_printf ("%d", row->processor) : g_strdup ("–");
    case COLUMN_NAME:
      return g_strdup (row->name);
    case COLUMN_DETAIL:
      return g_strdup (row->detail != NULL ? row->detail : "");
    default:
      /* as Go To takes it */
      return row->number != SCOPE_EVENT_UNNUMBERED ? g_strdup_printf ("#%" G_GUINT64_FORMAT, row->number)
                                                   : g_strdup ("");
    }
}

char *
scope_events_table_line (ScopeEventsPanel *panel, const ScopeEventRow *row)
{
  GString *line = g_string_new (NULL);

  for (guint c = COLUMN_TIME; c <= COLUMN_DETAIL; c++)
    {
      g_autofree char *text = column_text (panel, (Column) c, row);

      if (c > 0)
        g_string_append_c (line, '\t');
      g_string_append (line, text);
    }
  g_string_append_c (line, '\n');
  return g_string_free (line, FALSE);
}

/* --- cells --- */

#define SCOPE_TYPE_EVENT_CELL (scope_event_cell_get_type ())
G_DECLARE_FINAL_TYPE (ScopeEventCell, scope_event_cell, SCOPE, EVENT_CELL, GtkWidget)

struct _ScopeEventCell
{
  GtkWidget parent_instance;

  ScopeEventsPanel *panel; /* above it */
  GtkWidget *label;
  Column column;
  ScopeEventItem *item;
  GtkListItem *list_item; /* not owned; while bound */
};

G_DEFINE_FINAL_TYPE (ScopeEventCell, scope_event_cell, GTK_TYPE_WIDGET)

/* Many are filled at once. */
static void
item_filled (ScopeEventCell *cell)
{
  scope_cell_filler_renew (cell->panel->filler, cell->list_item);
}

static void
cell_set_item (ScopeEventCell *cell, ScopeEventItem *item)
{
  if (cell->item == item)
    return;
  if (cell->item != NULL)
    {
      g_signal_handlers_disconnect_by_data (cell->item, cell);
      scope_event_item_hide (cell->item);
      g_clear_object (&cell->item);
    }
  if (item == NULL)
    return;
  cell->item = g_object_ref (item);
  g_signal_connect_swapped (item, "filled", G_CALLBACK (item_filled), cell);
  scope_event_item_show (item);
}

static void
fill (GtkListItem *list_item, guint column, gpointer data)
{
  ScopeEventCell *cell = SCOPE_EVENT_CELL (gtk_list_item_get_child (list_item));
  const ScopeEventRow *row;
  g_autofree char *text = NULL;

  cell_set_item (cell, scope_recycling_row_get_item (gtk_list_item_get_item (list_item)));
  row = cell->item != NULL ? scope_event_item_get_row (cell->item) : NULL;
  text = row != NULL ? column_text (cell->panel, cell->column, row) : NULL;
  scope_text_cell_set_text (SCOPE_TEXT_CELL (cell->label), text != NULL ? text : cell->column == COLUMN_NAME ? "…" : "");
}

static void
scope_event_cell_dispose (GObject *object)
{
  ScopeEventCell *cell = SCOPE_EVENT_CELL (object);

  cell_set_item (cell, NULL);
  g_clear_pointer (&cell->label, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_event_cell_parent_class)->dispose (object);
}

static void
scope_event_cell_class_init (ScopeEventCellClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_event_cell_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
scope_event_cell_init (ScopeEventCell *cell)
{
}

/* --- columns --- */

typedef struct
{
  const char *title;
  int width;    /* 0: what is left */
  float align;
} ColumnInfo;

static const ColumnInfo infos[N_COLUMNS] = {
  [COLUMN_TIME] = { N_("Time"), 130, 1 },
  [COLUMN_MACHINE] = { N_("Machine"), 80, 0 },
  [COLUMN_PROCESSOR] = { N_("Processor"), 80, 0 },
  [COLUMN_NAME] = { N_("Event"), 190, 0 },
  [COLUMN_DETAIL] = { N_("Detail"), 0, 0 },
  [COLUMN_NUMBER] = { N_("Number"), 110, 1 },
};

typedef struct
{
  ScopeEventsPanel *panel;
  Column column;
} Factory;

static void
set_up (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  const Factory *of = data;
  ScopeEventCell *cell = g_object_new (SCOPE_TYPE_EVENT_CELL, NULL);

  cell->panel = of->panel;
  cell->column = of->column;
  cell->label = scope_text_cell_new (infos[of->column].align > 0, 40);
  if (infos[of->column].align > 0)
    gtk_widget_add_css_class (cell->label, "numeric");
  if (of->column == COLUMN_NUMBER)
    gtk_widget_add_css_class (cell->label, "dim-label");
  gtk_widget_set_parent (cell->label, GTK_WIDGET (cell));
  gtk_list_item_set_child (item, GTK_WIDGET (cell));
}

static void
bind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  ScopeEventCell *cell = SCOPE_EVENT_CELL (gtk_list_item_get_child (item));

  cell->list_item = item;
  scope_cell_filler_add (cell->panel->filler, item, cell->column);
}

static void
unbind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  ScopeEventCell *cell = SCOPE_EVENT_CELL (gtk_list_item_get_child (item));

  scope_cell_filler_remove (cell->panel->filler, item);
  cell->list_item = NULL;
  cell_set_item (cell, NULL);
}

static void
free_factory (gpointer data, GClosure *closure)
{
  g_free (data);
}

static void
add_column (ScopeEventsPanel *panel, GtkColumnView *table, Column number)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  Factory *of = g_new (Factory, 1);
  GtkColumnViewColumn *column;

  *of = (Factory) { panel, number };
  g_signal_connect_data (factory, "setup", G_CALLBACK (set_up), of, free_factory, 0);
  g_signal_connect (factory, "bind", G_CALLBACK (bind), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind), NULL);
  column = gtk_column_view_column_new (_(infos[number].title), factory);
  gtk_column_view_column_set_resizable (column, TRUE);
  if (infos[number].width > 0)
    gtk_column_view_column_set_fixed_width (column, infos[number].width);
  else
    gtk_column_view_column_set_expand (column, TRUE);
  gtk_column_view_append_column (table, column);
  g_object_unref (column);
}

GtkWidget *
scope_events_table_new (ScopeEventsPanel *panel)
{
  GtkWidget *scroller = gtk_scrolled_window_new (), *table;

  panel->steady = scope_recycling_row_model_new (GTK_SELECTION_MODEL (panel->selection));
  table = gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (panel->steady)));
  panel->table = GTK_COLUMN_VIEW (table);
  panel->filler = scope_cell_filler_new (GTK_SCROLLED_WINDOW (scroller), fill, NULL);
  g_signal_connect_swapped (panel->steady, "contents-changed", G_CALLBACK (scope_cell_filler_renew_all), panel->filler);
  scope_row_menu_add (panel->table, panel->filler, &(ScopeRowMenuItems) { SCOPE_ROW_MENU_GOES, "events.copy", NULL, NULL }, NULL, NULL);
  gtk_widget_add_css_class (table, "data-table");
  gtk_widget_set_vexpand (table, TRUE);
  for (guint c = 0; c < N_COLUMNS; c++)
    add_column (panel, panel->table, (Column) c);
  gtk_accessible_update_property (GTK_ACCESSIBLE (table), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Events"), -1);
  panel->scroller = scope_list_scroller_new (GTK_SCROLLABLE (table), G_LIST_MODEL (panel->steady));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), table);
  return scroller;
}

void
scope_events_table_free (ScopeEventsPanel *panel)
{
  g_clear_pointer (&panel->scroller, scope_list_scroller_free);
  if (panel->filler != NULL)
    g_signal_handlers_disconnect_by_data (panel->steady, panel->filler);
}

void
scope_events_table_fit_times (ScopeEventsPanel *panel)
{
  g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (gtk_column_view_get_columns (panel->table), COLUMN_TIME);

  gtk_column_view_column_set_fixed_width (column, scope_words_time_width (panel->view, infos[COLUMN_TIME].width));
}

void
scope_events_table_name_columns (ScopeEventsPanel *panel)
{
  static const struct
  {
    Column column;
    ScopeKind kind;
  } named[] = { { COLUMN_MACHINE, SCOPE_KIND_MACHINE }, { COLUMN_PROCESSOR, SCOPE_KIND_PROCESSOR } };
  GListModel *columns = gtk_column_view_get_columns (panel->table);
  ScopeTrace *trace = scope_view_get_trace (panel->view);

  scope_events_table_fit_times (panel);
  for (guint i = 0; i < G_N_ELEMENTS (named); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, named[i].column);
      const char *word = scope_trace_kind_label (trace, named[i].kind, FALSE);
      gboolean unneeded;

      gtk_column_view_column_set_title (column, word != NULL ? word : _(infos[named[i].column].title));
      /* What has but one value needs no width. */
      unneeded = named[i].column == COLUMN_MACHINE ? scope_trace_n_machines (trace) <= 1
                                                   : scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN;
      gtk_column_view_column_set_visible (column, !unneeded);
      gtk_column_view_column_set_fixed_width (column, unneeded ? 0 : infos[named[i].column].width);
    }
}

void
scope_events_table_set_rows (ScopeEventsPanel *panel, ScopeEventSet *set, guint64 first, guint64 n)
{
  panel->moving = TRUE;
  scope_list_scroller_rewind (panel->scroller);
  scope_event_list_set (panel->rows, n > 0 || set != NULL ? panel->source : NULL, set, first, n);
  panel->moving = FALSE;
}
