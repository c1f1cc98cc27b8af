/* scope-events-table.c: the columns of the events panel. A cell fills itself when its row has been read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/events/scope-events-panel-private.h"
#include "widgets/kit/scope-words.h"

#include "model/base/scope-entity.h"
#include "model/trace/document/scope-event-words.h"

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
  ScopeClock clock = scope_view_get_clock (panel->panel.view);

  return scope_clock_text (&clock, (double) time, 1);
}

static char *
column_text (ScopeEventsPanel *panel, Column column, const ScopeEventRow *row)
{
  ScopeMachine *machine;

  if (panel->panel.view == NULL)
    return g_strdup ("");
  switch (column)
    {
    case COLUMN_TIME:
      return time_text (panel, row->time);
    case COLUMN_MACHINE:
      machine = scope_trace_machine (scope_view_get_trace (panel->panel.view), row->machine);
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

/* --- columns and cells --- */

static const ScopeTableColumn infos[N_COLUMNS] = {
  [COLUMN_TIME] = { N_("Time"), 130, SCOPE_COLUMN_END | SCOPE_COLUMN_NUMERIC },
  [COLUMN_MACHINE] = { N_("Machine"), 80 },
  [COLUMN_PROCESSOR] = { N_("Processor"), 80 },
  [COLUMN_NAME] = { N_("Event"), 190 },
  [COLUMN_DETAIL] = { N_("Detail"), SCOPE_COLUMN_REST },
  [COLUMN_NUMBER] = { N_("Number"), 110, SCOPE_COLUMN_END | SCOPE_COLUMN_NUMERIC | SCOPE_COLUMN_DIM },
};

static ScopeTableColumn
column_info (gpointer owner, guint number)
{
  ScopeTableColumn info = infos[number];

  info.title = _(info.title);
  return info;
}

/* What is copied is as the log has it; what is read is in words, where there are such. */
static char *
text (gpointer owner, gpointer item, guint number)
{
  const ScopeEventRow *row = scope_event_item_get_row (item);
  ScopeEventsPanel *panel = owner;
  char *words = row != NULL && number == COLUMN_DETAIL && panel->panel.view != NULL
                    ? scope_event_words (scope_view_get_trace (panel->panel.view), row)
                    : NULL;

  if (words != NULL)
    return words;
  return row != NULL ? column_text (owner, (Column) number, row) : NULL;
}

/* "stop_thread, thread=9 status=1 info=0": as the filter has it. */
static char *
dup_tooltip (gpointer owner, gpointer item)
{
  const ScopeEventRow *row = scope_event_item_get_row (item);

  return row != NULL && row->detail != NULL && *row->detail != '\0' ? g_strdup_printf ("%s, %s", row->name, row->detail) : NULL;
}

static gboolean
watch (gpointer item, gboolean shown)
{
  (shown ? scope_event_item_show : scope_event_item_hide) (item);
  return TRUE;
}

static const ScopeTableRows table_rows = {
  .name = N_("Events"),
  .n_columns = N_COLUMNS,
  .waiting = COLUMN_NAME,
  .menu = &(const ScopeRowMenuItems) { SCOPE_ROW_MENU_GOES, "events.copy", NULL, NULL },
  .column = column_info,
  .text = text,
  .tooltip = dup_tooltip,
  .watch = watch,
  .activated = scope_events_panel_activated,
};

GtkWidget *
scope_events_table_new (ScopeEventsPanel *panel)
{
  GtkSelectionModel *selection = GTK_SELECTION_MODEL (gtk_multi_selection_new (G_LIST_MODEL (g_object_ref (panel->rows))));
  GtkWidget *table = scope_table_view_new (&table_rows, panel, selection);

  gtk_widget_set_vexpand (table, TRUE);
  return table;
}

void
scope_events_table_fit_times (ScopeEventsPanel *panel)
{
  gtk_column_view_column_set_fixed_width (scope_table_view_get_column (panel->table, COLUMN_TIME),
                                          scope_words_time_width (panel->panel.view, infos[COLUMN_TIME].width));
}

void
scope_events_table_name_columns (ScopeEventsPanel *panel)
{
  static const struct
  {
    Column column;
    ScopeKind kind;
  } named[] = { { COLUMN_MACHINE, SCOPE_KIND_MACHINE }, { COLUMN_PROCESSOR, SCOPE_KIND_PROCESSOR } };
  ScopeTrace *trace = scope_view_get_trace (panel->panel.view);

  scope_events_table_fit_times (panel);
  for (guint i = 0; i < G_N_ELEMENTS (named); i++)
    {
      GtkColumnViewColumn *column = scope_table_view_get_column (panel->table, named[i].column);
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
  scope_table_view_rewind (panel->table);
  scope_event_list_set (panel->rows, n > 0 || set != NULL ? panel->source : NULL, set, first, n);
  panel->moving = FALSE;
}
