/* scope-search-table.c: the columns of the list of hits: when, what kind of thing, where, and what was found.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/search/scope-search-panel-private.h"
#include "widgets/table/scope-row-menu.h"
#include "widgets/table/scope-text-cell.h"
#include "widgets/kit/scope-words.h"

#include "model/scene/draw/scope-ruler.h"
#include "model/trace/search/scope-find-words.h"

#include <glib/gi18n.h>

typedef enum
{
  COLUMN_TIME,
  COLUMN_KIND,
  COLUMN_WHERE,
  COLUMN_TEXT,
  N_COLUMNS
} Column;

/* A hit, whichever list it comes from. */
typedef struct
{
  gint64 time;
  const char *kind;
  ScopeLaneId lane;
  char *text;
} Hit;

static const char *
kind_text (ScopeSearchKinds kind)
{
  switch (kind)
    {
    case SCOPE_SEARCH_NAMES:
      return _("Name");
    case SCOPE_SEARCH_REASONS:
      return _("Reason");
    case SCOPE_SEARCH_MARKS:
      return _("Mark");
    case SCOPE_SEARCH_LENGTHS:
      return _("Interval");
    default:
      return _("Event");
    }
}

static char *
found_text (ScopeSearchPanel *panel, const ScopeSearchHit *found)
{
  g_autofree char *length = NULL;

  if (found->kind == SCOPE_SEARCH_CALLS)
    return scope_found_words (scope_view_get_trace (panel->view), &found->found);
  if (found->kind != SCOPE_SEARCH_LENGTHS)
    return g_strdup (found->text);
  length = scope_format_duration ((double) (found->to - found->from),
                                  scope_trace_tick_ps (scope_view_get_trace (panel->view)));
  return g_strdup_printf ("%s, %s", found->text, length);
}

/* FALSE if it is not read yet. */
static gboolean
describe (ScopeSearchPanel *panel, gpointer item, Hit *hit)
{
  if (SCOPE_IS_SEARCH_HIT (item))
    {
      const ScopeSearchHit *found = item;

      *hit = (Hit) { found->from,
                     found->kind == SCOPE_SEARCH_CALLS ? scope_found_kind_label (found->found.kind) : kind_text (found->kind),
                     found->lane, found_text (panel, found) };
      return TRUE;
    }
  if (SCOPE_IS_EVENT_ITEM (item))
    {
      const ScopeEventRow *row = scope_event_item_get_row (item);

      if (row == NULL)
        return FALSE;
      *hit = (Hit) { row->time, kind_text (SCOPE_SEARCH_EVENTS),
                     scope_search_event_lane (scope_view_get_trace (panel->view), row),
                     g_strdup_printf ("%s %s", row->name, row->detail != NULL ? row->detail : "") };
      return TRUE;
    }
  return FALSE;
}

/* Thread 2 is not the same on every machine. */
static char *
where_text (ScopeTrace *trace, ScopeLaneId lane)
{
  g_autofree char *title = scope_trace_lane_title (trace, lane), *machine = NULL;

  if (scope_trace_n_machines (trace) == 1 || lane.kind == SCOPE_KIND_MACHINE || lane.kind == SCOPE_KIND_PROCESS)
    return g_steal_pointer (&title);
  machine = scope_trace_lane_title (trace, (ScopeLaneId) { lane.machine, SCOPE_KIND_MACHINE, 0 });
  return g_strdup_printf ("%s · %s", title, machine);
}

static char *
column_text (ScopeSearchPanel *panel, Column column, const Hit *hit)
{
  ScopeTrace *trace = scope_view_get_trace (panel->view);
  ScopeClock clock;

  switch (column)
    {
    case COLUMN_TIME:
      clock = scope_view_get_clock (panel->view);
      return scope_clock_text (&clock, (double) hit->time, 1);
    case COLUMN_KIND:
      return g_strdup (hit->kind);
    case COLUMN_WHERE:
      return scope_trace_machine (trace, hit->lane.machine) != NULL ? where_text (trace, hit->lane) : g_strdup ("");
    default:
      return g_strdup (hit->text);
    }
}

char *
scope_search_table_line (ScopeSearchPanel *panel, gpointer item)
{
  GString *line = g_string_new (NULL);
  Hit hit = { 0 };

  if (panel->view != NULL && describe (panel, item, &hit))
    for (guint c = 0; c < N_COLUMNS; c++)
      {
        g_autofree char *text = column_text (panel, (Column) c, &hit);

        g_string_append_printf (line, "%s%s", c > 0 ? "\t" : "", text);
      }
  g_string_append_c (line, '\n');
  g_free (hit.text);
  return g_string_free (line, FALSE);
}

/* --- cells --- */

#define SCOPE_TYPE_HIT_CELL (scope_hit_cell_get_type ())
G_DECLARE_FINAL_TYPE (ScopeHitCell, scope_hit_cell, SCOPE, HIT_CELL, GtkWidget)

struct _ScopeHitCell
{
  GtkWidget parent_instance;

  ScopeSearchPanel *panel; /* above it */
  GtkWidget *label;
  Column column;
  GObject *item;
  GtkListItem *list_item; /* not owned; while bound */
};

G_DEFINE_FINAL_TYPE (ScopeHitCell, scope_hit_cell, GTK_TYPE_WIDGET)

/* Many are filled at once. */
static void
item_filled (ScopeHitCell *cell)
{
  scope_cell_filler_renew (cell->panel->filler, cell->list_item);
}

static void
cell_set_item (ScopeHitCell *cell, GObject *item)
{
  if (cell->item == item)
    return;
  if (cell->item != NULL)
    {
      g_signal_handlers_disconnect_by_data (cell->item, cell);
      if (SCOPE_IS_EVENT_ITEM (cell->item))
        scope_event_item_hide (SCOPE_EVENT_ITEM (cell->item));
      g_clear_object (&cell->item);
    }
  if (item == NULL)
    return;
  cell->item = g_object_ref (item);
  if (SCOPE_IS_EVENT_ITEM (item))
    {
      g_signal_connect_swapped (item, "filled", G_CALLBACK (item_filled), cell);
      scope_event_item_show (SCOPE_EVENT_ITEM (item));
    }
}

static void
fill (GtkListItem *list_item, guint column, gpointer data)
{
  ScopeHitCell *cell = SCOPE_HIT_CELL (gtk_list_item_get_child (list_item));
  g_autofree char *text = NULL;
  Hit hit = { 0 };

  cell_set_item (cell, scope_recycling_row_get_item (gtk_list_item_get_item (list_item)));
  if (cell->panel->view != NULL && describe (cell->panel, cell->item, &hit))
    text = column_text (cell->panel, cell->column, &hit);
  scope_text_cell_set_text (SCOPE_TEXT_CELL (cell->label), text != NULL ? text : cell->column == COLUMN_TEXT ? "…" : "");
  g_free (hit.text);
}

static void
scope_hit_cell_dispose (GObject *object)
{
  ScopeHitCell *cell = SCOPE_HIT_CELL (object);

  cell_set_item (cell, NULL);
  g_clear_pointer (&cell->label, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_hit_cell_parent_class)->dispose (object);
}

static void
scope_hit_cell_class_init (ScopeHitCellClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_hit_cell_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
scope_hit_cell_init (ScopeHitCell *cell)
{
}

/* --- columns --- */

static const struct
{
  const char *title;
  int width; /* 0: what is left */
  float align;
} infos[N_COLUMNS] = {
  [COLUMN_TIME] = { N_("Time"), 130, 1 },
  [COLUMN_KIND] = { N_("Kind"), 120, 0 },
  [COLUMN_WHERE] = { N_("Where"), 160, 0 },
  [COLUMN_TEXT] = { N_("Found"), 0, 0 },
};

typedef struct
{
  ScopeSearchPanel *panel;
  Column column;
} Factory;

static void
set_up (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  const Factory *of = data;
  ScopeHitCell *cell = g_object_new (SCOPE_TYPE_HIT_CELL, NULL);

  cell->panel = of->panel;
  cell->column = of->column;
  cell->label = scope_text_cell_new (infos[of->column].align > 0, 40);
  if (of->column == COLUMN_TIME)
    gtk_widget_add_css_class (cell->label, "numeric");
  if (of->column == COLUMN_KIND)
    gtk_widget_add_css_class (cell->label, "dim-label");
  gtk_widget_set_parent (cell->label, GTK_WIDGET (cell));
  gtk_list_item_set_child (item, GTK_WIDGET (cell));
}

static void
bind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  ScopeHitCell *cell = SCOPE_HIT_CELL (gtk_list_item_get_child (item));

  cell->list_item = item;
  scope_cell_filler_add (cell->panel->filler, item, cell->column);
}

static void
unbind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  ScopeHitCell *cell = SCOPE_HIT_CELL (gtk_list_item_get_child (item));

  scope_cell_filler_remove (cell->panel->filler, item);
  cell->list_item = NULL;
  cell_set_item (cell, NULL);
}

static void
free_factory (gpointer data, GClosure *closure)
{
  g_free (data);
}

GtkWidget *
scope_search_table_new (ScopeSearchPanel *panel)
{
  GtkWidget *scroller = gtk_scrolled_window_new (), *table;

  panel->steady = scope_recycling_row_model_new (GTK_SELECTION_MODEL (panel->selection));
  table = gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (panel->steady)));
  panel->table = GTK_COLUMN_VIEW (table);
  panel->filler = scope_cell_filler_new (GTK_SCROLLED_WINDOW (scroller), fill, NULL);
  g_signal_connect_swapped (panel->steady, "contents-changed", G_CALLBACK (scope_cell_filler_renew_all), panel->filler);
  scope_row_menu_add (panel->table, panel->filler,
                      &(ScopeRowMenuItems) { SCOPE_ROW_MENU_GOES | SCOPE_ROW_MENU_INTERVAL, "search.copy", "search.copy-all", NULL },
                      NULL, NULL);
  gtk_widget_add_css_class (table, "data-table");
  for (guint c = 0; c < N_COLUMNS; c++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) column = NULL;
      Factory *of = g_new (Factory, 1);

      *of = (Factory) { panel, (Column) c };
      g_signal_connect_data (factory, "setup", G_CALLBACK (set_up), of, free_factory, 0);
      g_signal_connect (factory, "bind", G_CALLBACK (bind), NULL);
      g_signal_connect (factory, "unbind", G_CALLBACK (unbind), NULL);
      column = gtk_column_view_column_new (_(infos[c].title), factory);
      gtk_column_view_column_set_resizable (column, TRUE);
      if (infos[c].width > 0)
        gtk_column_view_column_set_fixed_width (column, infos[c].width);
      else
        gtk_column_view_column_set_expand (column, TRUE);
      gtk_column_view_append_column (GTK_COLUMN_VIEW (table), column);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (table), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Hits"), -1);
  panel->scroller = scope_list_scroller_new (GTK_SCROLLABLE (table), G_LIST_MODEL (panel->steady));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), table);
  return scroller;
}

void
scope_search_table_fit_times (ScopeSearchPanel *panel)
{
  g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (gtk_column_view_get_columns (panel->table), COLUMN_TIME);

  gtk_column_view_column_set_fixed_width (column, scope_words_time_width (panel->view, infos[COLUMN_TIME].width));
}

void
scope_search_table_free (ScopeSearchPanel *panel)
{
  g_clear_pointer (&panel->scroller, scope_list_scroller_free);
  if (panel->filler != NULL)
    g_signal_handlers_disconnect_by_data (panel->steady, panel->filler);
}
