/* scope-migration-canvas.c: see scope-migration-canvas.h.
 *
 * One reading is under way at a time; a change of the range during it does not cancel it, or a long pan would show
 * nothing new.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/scope-migration-canvas.h"

#include "model/base/scope-task.h"
#include "widgets/scope-presenter.h"

#include <glib/gi18n.h>
#include <math.h>

#define WAIT_MS 30
#define WAIT_READING_MS 600 /* while the trace grows */
#define DRAG_PIXELS 4.0
#define MOST_STEPS 200000u /* migrations looked at by a step */

struct _ScopeMigrationCanvas
{
  GtkWidget parent_instance;

  ScopeView *view;
  ScopePresenter *presenter;
  ScopeRibbons *ribbons;
  ScopeRibbonsRequest asked; /* of the reading under way, or the last one */
  GCancellable *reading;
  guint wait;
  gboolean rates, stale, has_asked;
  gboolean has_hover;
  double hover_x, hover_y;
  double drag_x, pan_x;
  gboolean dragging;
  gint64 stepped_to; /* time of the migration gone to last */
  gboolean has_stepped;
};

G_DEFINE_FINAL_TYPE (ScopeMigrationCanvas, scope_migration_canvas, GTK_TYPE_WIDGET)

static void ask_soon (ScopeMigrationCanvas *self);

static void
init_options (ScopeMigrationCanvas *self, ScopeRibbonsOptions *options)
{
  *options = (ScopeRibbonsOptions) { .width = gtk_widget_get_width (GTK_WIDGET (self)),
                                     .height = gtk_widget_get_height (GTK_WIDGET (self)),
                                     .rates = self->rates };
  options->names_width = scope_ribbons_names_width (scope_view_get_trace (self->view), 0);
}

/* --- reading --- */

typedef struct
{
  ScopeTrace *trace;
  ScopeRibbonsRequest request;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_object_unref (question->trace);
  g_free (question);
}

static void
answer (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Question *question = data;
  GError *error = NULL;
  ScopeRibbons *ribbons = scope_ribbons_read (question->trace, &question->request, cancellable, &error);

  if (ribbons != NULL)
    g_task_return_pointer (task, ribbons, (GDestroyNotify) scope_ribbons_free);
  else
    g_task_return_error (task, error);
}

/* What a screen reader is told that sees nothing. */
static void
update_description (ScopeMigrationCanvas *self)
{
  g_autofree char *text = self->ribbons != NULL && self->view != NULL
                              ? scope_ribbons_summary (self->ribbons, scope_view_get_trace (self->view))
                              : g_strdup ("");

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
answered (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ScopeMigrationCanvas) self = data;
  g_autoptr (ScopeRibbons) ribbons = g_task_propagate_pointer (G_TASK (result), NULL);

  if (self->reading == NULL || g_task_get_cancellable (G_TASK (result)) != self->reading)
    return;
  g_clear_object (&self->reading);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, FALSE, -1);
  if (ribbons != NULL)
    {
      g_clear_pointer (&self->ribbons, scope_ribbons_free);
      self->ribbons = g_steal_pointer (&ribbons);
      update_description (self);
      gtk_widget_queue_draw (GTK_WIDGET (self));
    }
  if (self->stale)
    ask_soon (self);
}

static gboolean
same_request (const ScopeRibbonsRequest *a, const ScopeRibbonsRequest *b)
{
  return a->viewport.first == b->viewport.first && a->viewport.last == b->viewport.last
         && a->viewport.from == b->viewport.from && a->viewport.to == b->viewport.to
         && a->viewport.width == b->viewport.width && a->row_height == b->row_height && a->palette == b->palette
         && a->has_task == b->has_task
         && (!a->has_task || (a->task.machine == b->task.machine && a->task.index == b->task.index));
}

static gboolean
ask (gpointer data)
{
  ScopeMigrationCanvas *self = data;
  ScopeRibbonsOptions options;
  Question *question;
  GTask *task;

  self->wait = 0;
  if (self->view == NULL || gtk_widget_get_width (GTK_WIDGET (self)) <= 0)
    return G_SOURCE_REMOVE;
  init_options (self, &options);
  question = g_new0 (Question, 1);
  question->trace = g_object_ref (scope_view_get_trace (self->view));
  scope_ribbons_request_init (&question->request, self->view, &options);
  self->asked = question->request;
  self->has_asked = TRUE;
  self->stale = FALSE;
  self->reading = g_cancellable_new ();
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, TRUE, -1);
  task = g_task_new (NULL, self->reading, answered, g_object_ref (self));
  g_task_set_task_data (task, question, question_free);
  scope_task_run (task, answer);
  g_object_unref (task);
  return G_SOURCE_REMOVE;
}

static void
ask_soon (ScopeMigrationCanvas *self)
{
  gboolean reading;

  self->stale = TRUE;
  if (self->view == NULL || self->reading != NULL || self->wait != 0 || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  reading = !scope_trace_get_finished (scope_view_get_trace (self->view));
  self->wait = g_timeout_add (reading ? WAIT_READING_MS : WAIT_MS, ask, self);
}

/* Asks anew if something else is wanted than what was asked for last. */
static void
ask_if_needed (ScopeMigrationCanvas *self)
{
  ScopeRibbonsOptions options;
  ScopeRibbonsRequest request;

  if (self->view == NULL || gtk_widget_get_width (GTK_WIDGET (self)) <= 0)
    return;
  init_options (self, &options);
  scope_ribbons_request_init (&request, self->view, &options);
  if (!self->has_asked || !same_request (&request, &self->asked))
    ask_soon (self);
}

static void
cancel (ScopeMigrationCanvas *self)
{
  g_clear_handle_id (&self->wait, g_source_remove);
  g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  g_clear_pointer (&self->ribbons, scope_ribbons_free);
  self->has_asked = self->has_stepped = FALSE;
}

gboolean
scope_migration_canvas_is_settled (ScopeMigrationCanvas *self)
{
  return self->view == NULL || (self->has_asked && self->reading == NULL && !self->stale);
}

const ScopeRibbons *
scope_migration_canvas_get_ribbons (ScopeMigrationCanvas *self)
{
  return self->ribbons;
}

/* --- drawing --- */

static void
scope_migration_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ScopeMigrationCanvas *self = SCOPE_MIGRATION_CANVAS (widget);
  g_autoptr (ScopeScene) scene = NULL;
  ScopeRibbonsOptions options;

  if (self->view == NULL)
    return;
  init_options (self, &options);
  scene = scope_ribbons_scene_build (self->view, self->ribbons, &options);
  scope_presenter_draw (self->presenter, snapshot, scene, NULL, NULL);
  if (gtk_widget_has_visible_focus (widget))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (widget), 0, 0, options.width, options.height);
}

static void
scope_migration_canvas_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                                int *minimum_baseline, int *natural_baseline)
{
  ScopeMigrationCanvas *self = SCOPE_MIGRATION_CANVAS (widget);
  ScopeRibbonsOptions options = { .rates = self->rates };

  *minimum = *natural = 160;
  if (orientation == GTK_ORIENTATION_VERTICAL && self->view != NULL)
    *minimum = *natural = (int) ceil (scope_ribbons_height (scope_view_get_trace (self->view), &options));
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
  if (self->stale)
    ask_soon (self);
  else
    ask_if_needed (self);
}

/* --- what is chosen --- */

static gboolean
hit_at (ScopeMigrationCanvas *self, double x, double y, ScopeRibbonsHit *ret)
{
  ScopeRibbonsOptions options;

  if (self->view == NULL || self->ribbons == NULL)
    return FALSE;
  init_options (self, &options);
  return scope_ribbons_hit (self->view, self->ribbons, &options, x, y, ret);
}

char *
scope_migration_canvas_describe (ScopeMigrationCanvas *self, double x, double y)
{
  ScopeRibbonsHit hit;
  g_autofree char *text = NULL;

  if (!hit_at (self, x, y, &hit))
    return NULL;
  text = scope_ribbons_describe (self->view, self->ribbons, &hit, self->rates);
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
  g_autofree char *text = scope_migration_describe (scope_view_get_trace (self->view), move,
                                                    scope_viewport_scale (scope_view_get_viewport (self->view)));

  self->stepped_to = time;
  self->has_stepped = TRUE;
  go_to_task (self, &lane, time, zoom);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

gboolean
scope_migration_canvas_choose (ScopeMigrationCanvas *self, double x, double y, gboolean zoom)
{
  ScopeRibbonsHit hit;

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
  const ScopeRibbons *r = self->ribbons;
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
  i = scope_ribbons_find_move (r, direction > 0 ? at + 1 : at);
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

/* --- hands --- */

static void
clicked (GtkGestureClick *gesture, int n_press, double x, double y, ScopeMigrationCanvas *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!self->dragging)
    scope_migration_canvas_choose (self, x, y, n_press >= 2);
}

static double
plot_x (ScopeMigrationCanvas *self, double x, ScopeViewport *ret)
{
  ScopeRibbonsOptions options;

  init_options (self, &options);
  scope_ribbons_viewport (self->view, &options, ret);
  return CLAMP (x - options.names_width, 0, ret->width);
}

static void
drag_began (GtkGestureDrag *gesture, double x, double y, ScopeMigrationCanvas *self)
{
  self->dragging = FALSE;
  self->drag_x = x;
  self->pan_x = 0;
}

static void
drag_moved (GtkGestureDrag *gesture, double dx, double dy, ScopeMigrationCanvas *self)
{
  ScopeViewport viewport;

  if (self->view == NULL || (!self->dragging && fabs (dx) < DRAG_PIXELS))
    return;
  self->dragging = TRUE;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  if (gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture)) == GDK_BUTTON_MIDDLE)
    {
      double scale;

      plot_x (self, 0, &viewport);
      scale = (double) scope_view_get_viewport (self->view)->width / viewport.width;
      scope_view_pan (self->view, (self->pan_x - dx) * scale);
      self->pan_x = dx;
    }
  else
    {
      gint64 from = scope_viewport_x_to_time (&viewport, plot_x (self, self->drag_x, &viewport));
      gint64 to = scope_viewport_x_to_time (&viewport, plot_x (self, self->drag_x + dx, &viewport));

      scope_view_select_range (self->view, MIN (from, to), MAX (from, to));
    }
}

static gboolean
scrolled (GtkEventControllerScroll *controller, double dx, double dy, ScopeMigrationCanvas *self)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  ScopeViewport viewport;
  double x, width;

  if (self->view == NULL)
    return GDK_EVENT_PROPAGATE;
  width = scope_view_get_viewport (self->view)->width;
  x = plot_x (self, self->has_hover ? self->hover_x : gtk_widget_get_width (GTK_WIDGET (self)) / 2., &viewport);
  if (modifiers & GDK_CONTROL_MASK)
    {
      scope_view_zoom (self->view, x / viewport.width * width, pow (1.2, -dy));
      return GDK_EVENT_STOP;
    }
  if (modifiers & GDK_SHIFT_MASK)
    dx = dy;
  if (dx == 0)
    return GDK_EVENT_PROPAGATE;
  scope_view_pan (self->view, dx * 40);
  return GDK_EVENT_STOP;
}

static gboolean
key_pressed (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType modifiers,
             ScopeMigrationCanvas *self)
{
  if (self->view == NULL || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)))
    return GDK_EVENT_PROPAGATE;
  switch (keyval)
    {
    case GDK_KEY_Left: case GDK_KEY_KP_Left:
      scope_migration_canvas_step (self, -1, FALSE);
      return GDK_EVENT_STOP;
    case GDK_KEY_Right: case GDK_KEY_KP_Right:
      scope_migration_canvas_step (self, 1, FALSE);
      return GDK_EVENT_STOP;
    case GDK_KEY_bracketleft:
      scope_migration_canvas_step (self, -1, TRUE);
      return GDK_EVENT_STOP;
    case GDK_KEY_bracketright:
      scope_migration_canvas_step (self, 1, TRUE);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return: case GDK_KEY_KP_Enter:
      {
        ScopeLaneId task;

        if (self->has_stepped && scope_view_get_task (self->view, &task))
          go_to_task (self, &task, self->stepped_to, TRUE);
        return GDK_EVENT_STOP;
      }
    case GDK_KEY_plus: case GDK_KEY_KP_Add:
      scope_view_zoom (self->view, scope_view_get_viewport (self->view)->width / 2., 1.5);
      return GDK_EVENT_STOP;
    case GDK_KEY_minus: case GDK_KEY_KP_Subtract:
      scope_view_zoom (self->view, scope_view_get_viewport (self->view)->width / 2., 1 / 1.5);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
pointer_moved (GtkEventControllerMotion *controller, double x, double y, ScopeMigrationCanvas *self)
{
  self->has_hover = TRUE;
  self->hover_x = x;
  self->hover_y = y;
}

static void
pointer_left (GtkEventControllerMotion *controller, ScopeMigrationCanvas *self)
{
  self->has_hover = FALSE;
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  g_autofree char *text = keyboard ? NULL : scope_migration_canvas_describe (SCOPE_MIGRATION_CANVAS (widget), x, y);

  gtk_tooltip_set_text (tooltip, text);
  if (text != NULL)
    gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle) { x - 2, y - 2, 4, 4 });
  return text != NULL;
}

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
      ask_soon (self);
    }
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
scope_migration_canvas_dispose (GObject *object)
{
  ScopeMigrationCanvas *self = SCOPE_MIGRATION_CANVAS (object);

  scope_migration_canvas_set_view (self, NULL);
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
add_drag (ScopeMigrationCanvas *self, guint button)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), button);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_began), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_moved), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

static void
scope_migration_canvas_init (ScopeMigrationCanvas *self)
{
  GtkEventController *controller;
  GtkGesture *click = gtk_gesture_click_new ();

  self->presenter = scope_presenter_new (GTK_WIDGET (self));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip), NULL);
  add_drag (self, GDK_BUTTON_PRIMARY);
  add_drag (self, GDK_BUTTON_MIDDLE);
  g_signal_connect (click, "released", G_CALLBACK (clicked), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  controller = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  g_signal_connect (controller, "scroll", G_CALLBACK (scrolled), self);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
  controller = gtk_event_controller_key_new ();
  g_signal_connect (controller, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
  controller = gtk_event_controller_motion_new ();
  g_signal_connect (controller, "motion", G_CALLBACK (pointer_moved), self);
  g_signal_connect (controller, "leave", G_CALLBACK (pointer_left), self);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
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
