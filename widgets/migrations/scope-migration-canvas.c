/* scope-migration-canvas.c: see scope-migration-canvas.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/migrations/scope-migration-canvas.h"

#include "widgets/draw/scope-presenter.h"
#include "widgets/kit/scope-async-query.h"
#include "widgets/draw/scope-time-input.h"

#include <glib/gi18n.h>
#include <math.h>

#define MOST_STEPS 200000u /* migrations looked at by a step */

struct _ScopeMigrationCanvas
{
  GtkWidget parent_instance;

  ScopeView *view;
  ScopePresenter *presenter;
  ScopeMigrationPaths *ribbons;
  ScopeAsyncQuery *question;
  ScopeMigrationPathsRequest asked; /* of the reading under way, or the last one */
  gboolean rates, has_asked;
  gint64 stepped_to; /* time of the migration gone to last */
  gboolean has_stepped;
};

G_DEFINE_FINAL_TYPE (ScopeMigrationCanvas, scope_migration_canvas, GTK_TYPE_WIDGET)

static void
init_options (ScopeMigrationCanvas *self, ScopeMigrationPathsOptions *options)
{
  *options = (ScopeMigrationPathsOptions) { .width = gtk_widget_get_width (GTK_WIDGET (self)),
                                            .height = gtk_widget_get_height (GTK_WIDGET (self)),
                                            .rates = self->rates };
  options->names_width = scope_migration_paths_names_width (scope_view_get_trace (self->view), 0);
}

/* --- reading --- */

static gboolean
fill (gpointer owner, ScopeQueryRange *within, gpointer what)
{
  ScopeMigrationCanvas *self = owner;
  ScopeMigrationPathsOptions options;

  if (self->view == NULL || gtk_widget_get_width (GTK_WIDGET (self)) <= 0)
    return FALSE;
  init_options (self, &options);
  scope_migration_paths_request_init (&self->asked, self->view, &options);
  within->trace = scope_view_get_trace (self->view);
  *(ScopeMigrationPathsRequest *) what = self->asked;
  self->has_asked = TRUE;
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, TRUE, -1);
  return TRUE;
}

static gpointer
find (const ScopeQueryRange *within, gconstpointer what, GError **error)
{
  return scope_migration_paths_read (within->trace, what, within->cancellable, error);
}

/* What a screen reader is told that sees nothing. */
static void
update_description (ScopeMigrationCanvas *self)
{
  g_autofree char *text = self->ribbons != NULL && self->view != NULL
                              ? scope_migration_paths_summary (self->ribbons, scope_view_get_trace (self->view))
                              : g_strdup ("");

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
show (gpointer owner, gpointer answer, const GError *error)
{
  ScopeMigrationCanvas *self = owner;

  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, FALSE, -1);
  if (answer == NULL)
    return;
  g_clear_pointer (&self->ribbons, scope_migration_paths_free);
  self->ribbons = answer;
  update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static const ScopeAsyncQueryClass question_class = {
  .fill = fill,
  .find = find,
  .show = show,
  .free_answer = (GDestroyNotify) scope_migration_paths_free,
  .what_size = sizeof (ScopeMigrationPathsRequest),
};

static gboolean
same_request (const ScopeMigrationPathsRequest *a, const ScopeMigrationPathsRequest *b)
{
  return a->viewport.first == b->viewport.first && a->viewport.last == b->viewport.last
         && a->viewport.from == b->viewport.from && a->viewport.to == b->viewport.to
         && a->viewport.width == b->viewport.width && a->row_height == b->row_height && a->palette == b->palette
         && a->has_task == b->has_task
         && (!a->has_task || (a->task.machine == b->task.machine && a->task.index == b->task.index));
}

/* Asks anew if something else is wanted than what was asked for last. */
static void
ask_if_needed (ScopeMigrationCanvas *self)
{
  ScopeMigrationPathsOptions options;
  ScopeMigrationPathsRequest request;

  if (self->view == NULL || gtk_widget_get_width (GTK_WIDGET (self)) <= 0)
    return;
  init_options (self, &options);
  scope_migration_paths_request_init (&request, self->view, &options);
  if (!self->has_asked || !same_request (&request, &self->asked))
    scope_async_query_ask (self->question, !scope_trace_get_finished (scope_view_get_trace (self->view)));
}

static void
cancel (ScopeMigrationCanvas *self)
{
  scope_async_query_cancel (self->question);
  g_clear_pointer (&self->ribbons, scope_migration_paths_free);
  self->has_asked = self->has_stepped = FALSE;
}

gboolean
scope_migration_canvas_is_settled (ScopeMigrationCanvas *self)
{
  return self->view == NULL || (self->has_asked && !scope_async_query_is_open (self->question));
}

const ScopeMigrationPaths *
scope_migration_canvas_get_paths (ScopeMigrationCanvas *self)
{
  return self->ribbons;
}

/* --- drawing --- */

static void
scope_migration_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ScopeMigrationCanvas *self = SCOPE_MIGRATION_CANVAS (widget);
  g_autoptr (ScopeScene) scene = NULL;
  ScopeMigrationPathsOptions options;

  if (self->view == NULL)
    return;
  init_options (self, &options);
  scene = scope_migration_paths_scene_build (self->view, self->ribbons, &options);
  scope_presenter_draw (self->presenter, snapshot, scene, NULL, NULL);
}

static void
scope_migration_canvas_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                                int *minimum_baseline, int *natural_baseline)
{
  ScopeMigrationCanvas *self = SCOPE_MIGRATION_CANVAS (widget);
  ScopeMigrationPathsOptions options = { .rates = self->rates };

  *minimum = *natural = 160;
  if (orientation == GTK_ORIENTATION_VERTICAL && self->view != NULL)
    *minimum = *natural = (int) ceil (scope_migration_paths_height (scope_view_get_trace (self->view), &options));
}

static void
scope_migration_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ask_if_needed (SCOPE_MIGRATION_CANVAS (widget));
}

static void
view_changed (ScopeView *view, guint what, ScopeMigrationCanvas *self)
{
  if (what & SCOPE_VIEW_DATA)
    {
      gtk_widget_queue_resize (GTK_WIDGET (self));
      self->has_asked = FALSE;
    }
  if (what & (SCOPE_VIEW_RANGE | SCOPE_VIEW_SELECTION | SCOPE_VIEW_LOOK | SCOPE_VIEW_DATA))
    ask_if_needed (self);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
scope_migration_canvas_map (GtkWidget *widget)
{
  ScopeMigrationCanvas *self = SCOPE_MIGRATION_CANVAS (widget);

  GTK_WIDGET_CLASS (scope_migration_canvas_parent_class)->map (widget);
  if (scope_async_query_is_open (self->question))
    self->has_asked = FALSE; /* it was asked while nobody saw this */
  ask_if_needed (self);
}

/* --- what is chosen --- */

static gboolean
hit_at (ScopeMigrationCanvas *self, double x, double y, ScopeMigrationPathsHit *ret)
{
  ScopeMigrationPathsOptions options;

  if (self->view == NULL || self->ribbons == NULL)
    return FALSE;
  init_options (self, &options);
  return scope_migration_paths_hit (self->view, self->ribbons, &options, x, y, ret);
}

char *
scope_migration_canvas_describe (ScopeMigrationCanvas *self, double x, double y)
{
  ScopeMigrationPathsHit hit;
  g_autofree char *text = NULL;

  if (!hit_at (self, x, y, &hit))
    return NULL;
  text = scope_migration_paths_describe (self->view, self->ribbons, &hit, self->rates);
  return *text != '\0' ? g_steal_pointer (&text) : NULL;
}

/* Selects the task, at a time; what is visible already stays where it is. Or zooms in there. */
static void
go_to_task (ScopeMigrationCanvas *self, const ScopeLaneId *task, gint64 time, gboolean zoom)
{
  ScopeViewport before = *scope_view_get_viewport (self->view);
  double at = (double) time - (double) before.first, tenth = before.span / 20;

  scope_view_go_to (self->view, task, time, time);
  if (zoom)
    scope_viewport_set_range (&before, at - tenth, at + tenth);
  if (zoom || (at >= before.from && at < before.to))
    scope_view_set_viewport (self->view, &before);
}

/* Goes to a migration: its task is selected. */
static void
go_to_move (ScopeMigrationCanvas *self, const ScopeMigration *move, gboolean zoom)
{
  ScopeLaneId lane = { move->machine, SCOPE_KIND_THREAD, move->thread };
  gint64 time = move->time;
  ScopeClock clock = scope_view_get_clock (self->view);
  g_autofree char *text = scope_migration_describe (scope_view_get_trace (self->view), move,
                                                    scope_viewport_scale (scope_view_get_viewport (self->view)), &clock);

  self->stepped_to = time;
  self->has_stepped = TRUE;
  go_to_task (self, &lane, time, zoom);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

gboolean
scope_migration_canvas_choose (ScopeMigrationCanvas *self, double x, double y, gboolean zoom)
{
  ScopeMigrationPathsHit hit;

  if (!hit_at (self, x, y, &hit))
    return FALSE;
  if (self->rates && zoom && hit.n > 0)
    {
      scope_view_remember (self->view);
      scope_view_set_range (self->view, hit.from - (hit.to - hit.from), hit.to + (hit.to - hit.from));
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
    scope_view_select_range (self->view, hit.from, hit.to);
  else if (hit.row != SCOPE_NONE && hit.row < self->ribbons->rows->len)
    scope_view_select_lane (self->view, &g_array_index (self->ribbons->rows, ScopeLaneId, hit.row));
  return hit.has_task || hit.n > 0;
}

gboolean
scope_migration_canvas_step (ScopeMigrationCanvas *self, int direction, gboolean same_task)
{
  ScopeLaneId task;
  gboolean has_task = self->view != NULL && scope_view_get_task (self->view, &task);
  const ScopeMigrationPaths *r = self->ribbons;
  gint64 from, to, selected, at;
  guint i;

  if (r == NULL || r->moves->len == 0 || (same_task && !has_task))
    return FALSE;
  scope_viewport_get_range (scope_view_get_viewport (self->view), &from, &to);
  if (scope_view_get_selected_range (self->view, &selected, &at) && selected >= from && selected < to)
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

static ScopeView *
place (gpointer owner, ScopeViewport *ret, double *ret_left)
{
  ScopeMigrationCanvas *self = owner;
  ScopeMigrationPathsOptions options;

  if (self->view == NULL)
    return NULL;
  init_options (self, &options);
  scope_migration_paths_viewport (self->view, &options, ret);
  *ret_left = options.names_width;
  return self->view;
}

static void
choose (gpointer owner, double x, double y, gboolean zoom)
{
  scope_migration_canvas_choose (owner, x, y, zoom);
}

static char *
describe (gpointer owner, double x, double y)
{
  return scope_migration_canvas_describe (owner, x, y);
}

static gboolean
press (gpointer owner, guint keyval)
{
  ScopeMigrationCanvas *self = owner;
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
      if (self->has_stepped && scope_view_get_task (self->view, &task))
        go_to_task (self, &task, self->stepped_to, TRUE);
      return TRUE;
    default:
      return FALSE;
    }
}

static const ScopeTimeInputClass hands_class = { place, choose, describe, press, NULL };

/* --- life --- */

void
scope_migration_canvas_set_view (ScopeMigrationCanvas *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_MIGRATION_CANVAS (self));

  if (self->view == view)
    return;
  cancel (self);
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_set_object (&self->view, view);
  if (view != NULL)
    {
      g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
      ask_if_needed (self);
    }
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
scope_migration_canvas_dispose (GObject *object)
{
  ScopeMigrationCanvas *self = SCOPE_MIGRATION_CANVAS (object);

  scope_migration_canvas_set_view (self, NULL);
  g_clear_pointer (&self->question, scope_async_query_free);
  g_clear_pointer (&self->presenter, scope_presenter_free);
  G_OBJECT_CLASS (scope_migration_canvas_parent_class)->dispose (object);
}

static void
scope_migration_canvas_class_init (ScopeMigrationCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_migration_canvas_dispose;
  widget_class->snapshot = scope_migration_canvas_snapshot;
  widget_class->measure = scope_migration_canvas_measure;
  widget_class->size_allocate = scope_migration_canvas_size_allocate;
  widget_class->map = scope_migration_canvas_map;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
scope_migration_canvas_init (ScopeMigrationCanvas *self)
{
  self->presenter = scope_presenter_new (GTK_WIDGET (self));
  self->question = scope_async_query_new (GTK_WIDGET (self), &question_class);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  scope_time_input_add (GTK_WIDGET (self), &hands_class);
}

GtkWidget *
scope_migration_canvas_new (gboolean rates)
{
  ScopeMigrationCanvas *self = g_object_new (SCOPE_TYPE_MIGRATION_CANVAS, NULL);

  self->rates = rates;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  rates ? _("Migrations over time") : _("Who ran where"), -1);
  return GTK_WIDGET (self);
}
