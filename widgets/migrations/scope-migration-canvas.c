/* scope-migration-canvas.c: see scope-migration-canvas.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/migrations/scope-migration-canvas.h"

#include <glib/gi18n.h>
#include <math.h>

#define MOST_STEPS 200000u /* migrations looked at by a step */

struct _ScopeMigrationCanvas
{
  ScopeChart chart;

  ScopeMigrationPaths *ribbons; /* what was read last */
  gboolean rates;
  gint64 stepped_to; /* time of the migration gone to last */
  gboolean has_stepped;
};

G_DEFINE_FINAL_TYPE (ScopeMigrationCanvas, scope_migration_canvas, SCOPE_TYPE_CHART)

static void
init_options (ScopeMigrationCanvas *self, ScopeMigrationPathsOptions *options)
{
  *options = (ScopeMigrationPathsOptions) { .width = gtk_widget_get_width (GTK_WIDGET (self)),
                                            .height = gtk_widget_get_height (GTK_WIDGET (self)),
                                            .rates = self->rates };
  options->names_width = scope_migration_paths_names_width (scope_view_get_trace (self->chart.view), 0);
}

/* --- reading --- */

static gboolean
want (ScopeChart *chart, ScopeQueryRange *within, gpointer what)
{
  ScopeMigrationPathsOptions options;

  init_options (SCOPE_MIGRATION_CANVAS (chart), &options);
  scope_migration_paths_request_init (what, chart->view, &options);
  return TRUE;
}

static gboolean
same (gconstpointer wanted, gconstpointer asked)
{
  const ScopeMigrationPathsRequest *a = wanted, *b = asked;

  return scope_viewport_equal (&a->viewport, &b->viewport) && a->row_height == b->row_height && a->palette == b->palette
         && a->has_task == b->has_task
         && (!a->has_task || (a->task.machine == b->task.machine && a->task.index == b->task.index));
}

static gpointer
find (const ScopeQueryRange *within, gconstpointer what, GError **error)
{
  return scope_migration_paths_read (within->trace, what, within->cancellable, error);
}

static void
show (ScopeChart *chart, gpointer answer, const GError *error)
{
  ScopeMigrationCanvas *self = SCOPE_MIGRATION_CANVAS (chart);
  g_autofree char *summary = NULL;

  if (answer == NULL)
    return;
  g_clear_pointer (&self->ribbons, scope_migration_paths_free);
  self->ribbons = answer;
  summary = scope_migration_paths_summary (self->ribbons, scope_view_get_trace (chart->view));
  scope_chart_say (chart, summary);
}

static void
forget (ScopeChart *chart)
{
  ScopeMigrationCanvas *self = SCOPE_MIGRATION_CANVAS (chart);

  g_clear_pointer (&self->ribbons, scope_migration_paths_free);
  self->has_stepped = FALSE;
}

const ScopeMigrationPaths *
scope_migration_canvas_get_paths (ScopeMigrationCanvas *self)
{
  return self->ribbons;
}

/* --- drawing --- */

static ScopeScene *
build (ScopeChart *chart, double width, double height)
{
  ScopeMigrationCanvas *self = SCOPE_MIGRATION_CANVAS (chart);
  ScopeMigrationPathsOptions options;

  if (chart->view == NULL)
    return NULL;
  init_options (self, &options);
  return scope_migration_paths_scene_build (chart->view, self->ribbons, &options);
}

static int
get_height (ScopeChart *chart)
{
  const ScopeMigrationPathsOptions options = { .rates = SCOPE_MIGRATION_CANVAS (chart)->rates };

  return chart->view != NULL ? (int) ceil (scope_migration_paths_height (scope_view_get_trace (chart->view), &options)) : 160;
}

/* --- what is chosen --- */

static gboolean
hit_at (ScopeMigrationCanvas *self, double x, double y, ScopeMigrationPathsHit *ret)
{
  ScopeMigrationPathsOptions options;

  if (self->ribbons == NULL)
    return FALSE;
  init_options (self, &options);
  return scope_migration_paths_hit (self->chart.view, self->ribbons, &options, x, y, ret);
}

static char *
describe (ScopeChart *chart, double x, double y)
{
  ScopeMigrationCanvas *self = SCOPE_MIGRATION_CANVAS (chart);
  ScopeMigrationPathsHit hit;

  return hit_at (self, x, y, &hit) ? scope_migration_paths_describe (chart->view, self->ribbons, &hit, self->rates) : NULL;
}

/* Selects the task, at a time; what is visible already stays where it is. Or zooms in there. */
static void
go_to_task (ScopeMigrationCanvas *self, const ScopeLaneId *task, gint64 time, gboolean zoom)
{
  ScopeViewport before = *scope_view_get_viewport (self->chart.view);
  double at = (double) time - (double) before.first, tenth = before.span / 20;

  scope_view_go_to (self->chart.view, task, time, time);
  if (zoom)
    scope_viewport_set_range (&before, at - tenth, at + tenth);
  if (zoom || (at >= before.from && at < before.to))
    scope_view_set_viewport (self->chart.view, &before);
}

/* Goes to a migration: its task is selected. */
static void
go_to_move (ScopeMigrationCanvas *self, const ScopeMigration *move, gboolean zoom)
{
  ScopeLaneId lane = { move->machine, SCOPE_KIND_THREAD, move->thread };
  gint64 time = move->time;
  ScopeClock clock = scope_view_get_clock (self->chart.view);
  g_autofree char *text = scope_migration_describe (scope_view_get_trace (self->chart.view), move,
                                                    scope_viewport_scale (scope_view_get_viewport (self->chart.view)), &clock);

  self->stepped_to = time;
  self->has_stepped = TRUE;
  go_to_task (self, &lane, time, zoom);
  scope_chart_say (&self->chart, text);
}

static gboolean
choose (ScopeChart *chart, double x, double y, gboolean zoom)
{
  ScopeMigrationCanvas *self = SCOPE_MIGRATION_CANVAS (chart);
  ScopeMigrationPathsHit hit;

  if (!hit_at (self, x, y, &hit))
    return FALSE;
  if (self->rates && zoom && hit.n > 0)
    {
      scope_view_remember (self->chart.view);
      scope_view_set_range (self->chart.view, hit.from - (hit.to - hit.from), hit.to + (hit.to - hit.from));
      return TRUE;
    }
  if (hit.move != SCOPE_NONE && (hit.has_task || hit.n == 1 || !self->rates))
    {
      ScopeMigration move = g_array_index (self->ribbons->moves, ScopeMigration, hit.move);

      go_to_move (self, &move, zoom);
      return TRUE;
    }
  if (hit.has_task)
    go_to_task (self, &hit.task, hit.time, zoom);
  else if (self->rates && hit.n > 0)
    scope_view_select_range (self->chart.view, hit.from, hit.to);
  else if (hit.row != SCOPE_NONE && hit.row < self->ribbons->rows->len)
    scope_view_select_lane (self->chart.view, &g_array_index (self->ribbons->rows, ScopeLaneId, hit.row));
  return hit.has_task || hit.n > 0;
}

gboolean
scope_migration_canvas_step (ScopeMigrationCanvas *self, int direction, gboolean same_task)
{
  ScopeLaneId task;
  gboolean has_task = self->chart.view != NULL && scope_view_get_task (self->chart.view, &task);
  const ScopeMigrationPaths *r = self->ribbons;
  gint64 from, to, selected, at;
  guint i;

  if (r == NULL || r->moves->len == 0 || (same_task && !has_task))
    return FALSE;
  scope_viewport_get_range (scope_view_get_viewport (self->chart.view), &from, &to);
  if (scope_view_get_selected_range (self->chart.view, &selected, &at) && selected >= from && selected < to)
    at = selected;
  else
    at = self->has_stepped && self->stepped_to >= from && self->stepped_to < to ? self->stepped_to
         : direction > 0                                                       ? from - 1
                                                                               : to;
  i = scope_migration_paths_find_move (r, direction > 0 ? at + 1 : at);
  for (guint tries = 0; tries < MOST_STEPS; tries++)
    {
      const ScopeMigration *move;

      if (direction < 0 && i-- == 0)
        return FALSE;
      if (i >= r->moves->len)
        return FALSE;
      move = &g_array_index (r->moves, ScopeMigration, i);
      if (!same_task || (move->thread == task.index && move->machine == task.machine))
        {
          ScopeMigration found = *move;

          go_to_move (self, &found, FALSE);
          return TRUE;
        }
      i += direction > 0;
    }
  return FALSE;
}

/* --- input --- */

static void
place (ScopeChart *chart, ScopeViewport *ret, double *ret_left)
{
  ScopeMigrationPathsOptions options;

  init_options (SCOPE_MIGRATION_CANVAS (chart), &options);
  scope_migration_paths_viewport (chart->view, &options, ret);
  *ret_left = options.names_width;
}

static gboolean
key (ScopeChart *chart, guint keyval, GdkModifierType modifiers)
{
  ScopeMigrationCanvas *self = SCOPE_MIGRATION_CANVAS (chart);
  ScopeLaneId task;

  switch (keyval)
    {
    case GDK_KEY_Left: case GDK_KEY_KP_Left:
      scope_migration_canvas_step (self, -1, FALSE);
      return TRUE;
    case GDK_KEY_Right: case GDK_KEY_KP_Right:
      scope_migration_canvas_step (self, 1, FALSE);
      return TRUE;
    case GDK_KEY_bracketleft:
      scope_migration_canvas_step (self, -1, TRUE);
      return TRUE;
    case GDK_KEY_bracketright:
      scope_migration_canvas_step (self, 1, TRUE);
      return TRUE;
    case GDK_KEY_Return: case GDK_KEY_KP_Enter:
      if (self->has_stepped && scope_view_get_task (self->chart.view, &task))
        go_to_task (self, &task, self->stepped_to, TRUE);
      return TRUE;
    default:
      return FALSE;
    }
}

/* --- life --- */

static void
scope_migration_canvas_class_init (ScopeMigrationCanvasClass *klass)
{
  ScopeChartClass *chart_class = SCOPE_CHART_CLASS (klass);

  chart_class->build = build;
  chart_class->height = get_height;
  chart_class->rereads = SCOPE_VIEW_RANGE | SCOPE_VIEW_SELECTION | SCOPE_VIEW_LOOK | SCOPE_VIEW_DATA;
  chart_class->forget = forget;
  chart_class->choose = choose;
  chart_class->describe = describe;
  chart_class->key = key;
  chart_class->place = place;
  chart_class->query.find = find;
  chart_class->query.free_answer = (GDestroyNotify) scope_migration_paths_free;
  chart_class->query.what_size = sizeof (ScopeMigrationPathsRequest);
  chart_class->want = want;
  chart_class->same = same;
  chart_class->show = show;
}

static void
scope_migration_canvas_init (ScopeMigrationCanvas *self)
{
}

GtkWidget *
scope_migration_canvas_new (gboolean rates)
{
  GtkWidget *self = scope_chart_new (SCOPE_TYPE_MIGRATION_CANVAS, rates ? _("Migrations over time") : _("Who ran where"));

  SCOPE_MIGRATION_CANVAS (self)->rates = rates;
  return self;
}
