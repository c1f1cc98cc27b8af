/* scope-search-table.c: the columns of the list of hits: when, what kind of thing, where, and what was found.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/search/scope-search-panel-private.h"
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
    return scope_found_words (scope_view_get_trace (panel->panel.view), &found->found, panel->variables);
  if (found->kind != SCOPE_SEARCH_LENGTHS)
    return g_strdup (found->text);
  length = scope_format_duration ((double) (found->to - found->from),
                                  scope_trace_tick_ps (scope_view_get_trace (panel->panel.view)));
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
                     scope_search_event_lane (scope_view_get_trace (panel->panel.view), row),
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
  ScopeTrace *trace = scope_view_get_trace (panel->panel.view);
  ScopeClock clock;

  switch (column)
    {
    case COLUMN_TIME:
      clock = scope_view_get_clock (panel->panel.view);
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

  if (panel->panel.view != NULL && describe (panel, item, &hit))
    for (guint c = 0; c < N_COLUMNS; c++)
      {
        g_autofree char *text = column_text (panel, (Column) c, &hit);

        g_string_append_printf (line, "%s%s", c > 0 ? "\t" : "", text);
      }
  g_string_append_c (line, '\n');
  g_free (hit.text);
  return g_string_free (line, FALSE);
}

/* --- columns and cells --- */

static const ScopeTableColumn infos[N_COLUMNS] = {
  [COLUMN_TIME] = { N_("Time"), 130, SCOPE_COLUMN_END | SCOPE_COLUMN_NUMERIC },
  [COLUMN_KIND] = { N_("Kind"), 120, SCOPE_COLUMN_DIM },
  [COLUMN_WHERE] = { N_("Where"), 160 },
  [COLUMN_TEXT] = { N_("Found"), SCOPE_COLUMN_REST },
};

static ScopeTableColumn
column_info (gpointer owner, guint number)
{
  ScopeTableColumn info = infos[number];

  info.title = _(info.title);
  return info;
}

static char *
text (gpointer owner, gpointer item, guint number)
{
  ScopeSearchPanel *panel = owner;
  char *words = NULL;
  Hit hit = { 0 };

  if (panel->panel.view != NULL && describe (panel, item, &hit))
    words = column_text (panel, (Column) number, &hit);
  g_free (hit.text);
  return words;
}

static gboolean
watch (gpointer item, gboolean shown)
{
  if (!SCOPE_IS_EVENT_ITEM (item))
    return FALSE;
  (shown ? scope_event_item_show : scope_event_item_hide) (item);
  return TRUE;
}

static const ScopeTableRows table_rows = {
  .name = N_("Hits"),
  .n_columns = N_COLUMNS,
  .waiting = COLUMN_TEXT,
  .menu = &(const ScopeRowMenuItems) { SCOPE_ROW_MENU_GOES | SCOPE_ROW_MENU_INTERVAL, "search.copy", "search.copy-all", NULL },
  .column = column_info,
  .text = text,
  .watch = watch,
  .activated = scope_search_panel_activated,
};

GtkWidget *
scope_search_table_new (ScopeSearchPanel *panel)
{
  return scope_table_view_new (&table_rows, panel, g_object_ref (GTK_SELECTION_MODEL (panel->selection)));
}

void
scope_search_table_fit_times (ScopeSearchPanel *panel)
{
  gtk_column_view_column_set_fixed_width (scope_table_view_get_column (panel->table, COLUMN_TIME),
                                          scope_words_time_width (panel->panel.view, infos[COLUMN_TIME].width));
}
