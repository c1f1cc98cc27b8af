/* gui-common.c: see gui-common.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"

#include "widgets/table/scope-text-cell.h"
#include "widgets/scope-widgets.h"

#include <adwaita.h>
#include <stdlib.h>

#define PATIENCE_S 120

void
gui_init (int *argc, char ***argv)
{
  gui_leaks_begin ();
  if (!gtk_init_check ())
    {
      g_print ("1..0 # SKIP there is no display\n");
      exit (0);
    }
  g_test_init (argc, argv, NULL);
  adw_init ();
  scope_widgets_init ();
}

/* --- a trace --- */

static const guint8 codes[] = { SCOPE_CODE_IDLE, SCOPE_CODE_RUNNING, SCOPE_CODE_RUNNING, SCOPE_CODE_COLLECTING,
                                SCOPE_CODE_RUNNABLE, SCOPE_CODE_MVAR, SCOPE_CODE_FOREIGN_CALL };

static ScopeMachine *
make_machine (guint processors, guint n_rows, guint step, gint64 *ret_end)
{
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  ScopeSink *sink = scope_machine_open_sink (machine, FALSE, 16u << 20, NULL, NULL);
  ScopeRow *rows = sink->klass->rows (sink, NULL, 0);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  gint64 end = 0;
  gsize n = 0;

  machine->number = 1;
  machine->tick_ps = 1000;
  for (guint p = 0; p < processors; p++)
    {
      guint32 index = sink->klass->add_entity (sink, SCOPE_KIND_PROCESSOR, p, FALSE, SCOPE_CODE_IDLE);
      guint32 lane = sink->klass->entity (sink, SCOPE_KIND_PROCESSOR, index)->lane;
      gint64 time = 0;

      sink->klass->life (sink, lane, 0, SCOPE_TIME_MAX);
      for (guint i = 0; i < n_rows; i++)
        {
          rows[n++] = scope_row (lane, time, codes[g_rand_int_range (rand, 0, G_N_ELEMENTS (codes))], 0);
          time += g_rand_int_range (rand, 1, (gint32) (2 * step));
          if (n == SCOPE_SINK_ROWS)
            {
              rows = sink->klass->rows (sink, rows, n);
              n = 0;
            }
        }
      end = MAX (end, time);
    }
  rows = sink->klass->rows (sink, rows, n);
  g_free (rows);
  machine->first = 0;
  machine->last = end;
  *ret_end = end;
  return machine;
}

ScopeTrace *
gui_trace_new (guint processors, guint rows, guint step)
{
  ScopeTrace *trace = scope_trace_new ();
  g_autoptr (GError) error = NULL;
  gint64 end;
  ScopeMachine *machine = make_machine (processors, rows, step, &end);

  scope_machine_finish (machine, end, &error);
  g_assert_no_error (error);
  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "eventlog", "made-up", "none", SCOPE_RUNTIME_GHC });
  scope_trace_add_machine (trace, machine);
  scope_trace_set_progress (trace, 1, end);
  scope_trace_set_finished (trace);
  return trace;
}

/* --- waiting --- */

static gboolean
patience_over (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

gboolean
gui_wait (gboolean (*done) (gpointer data), gpointer data)
{
  gboolean over = FALSE, fine;
  guint timeout = g_timeout_add_seconds (PATIENCE_S, patience_over, &over);

  while (!(fine = done (data)) && !over)
    g_main_context_iteration (NULL, TRUE);
  if (!over)
    g_source_remove (timeout);
  return fine;
}

/* GTK's timers for tooltips are timeouts that are given the display. */
static gboolean
has_no_tooltip_timer (gpointer display)
{
  return g_main_context_find_source_by_funcs_user_data (NULL, &g_timeout_funcs, display) == NULL;
}

void
gui_await_tooltips (void)
{
  g_assert_true (gui_wait (has_no_tooltip_timer, gdk_display_get_default ()));
}

gboolean
gui_is_mapped (gpointer widget)
{
  return gtk_widget_get_mapped (widget);
}

gboolean
gui_is_unmapped (gpointer widget)
{
  return !gtk_widget_get_mapped (widget);
}

gboolean
gui_is_gone (gpointer place)
{
  return *(gpointer *) place == NULL;
}

/* --- windows --- */

GtkWidget *
gui_window_new (GtkWidget *child, int width, int height)
{
  GtkWidget *window = gtk_window_new ();

  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  gtk_window_set_child (GTK_WINDOW (window), child);
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

ScopeTimeline *
gui_timeline_new (ScopeTrace *trace, GtkWidget **ret_window)
{
  ScopeTimeline *timeline = g_object_new (SCOPE_TYPE_TIMELINE, NULL);

  scope_timeline_set_trace (timeline, trace);
  *ret_window = gui_window_new (GTK_WIDGET (timeline), 900, 600);
  return timeline;
}

gboolean
gui_timeline_is_complete (gpointer timeline)
{
  return gtk_widget_get_width (timeline) > 0 && scope_timeline_is_complete (timeline);
}

void
gui_timeline_set_up (GuiTimeline *fixture, gconstpointer data)
{
  g_autoptr (ScopeTrace) trace = gui_trace_new (6, 5000, 1000);

  fixture->timeline = gui_timeline_new (trace, &fixture->window);
  fixture->view = scope_timeline_get_view (fixture->timeline);
  g_assert_true (gui_wait (gui_timeline_is_complete, fixture->timeline));
}

void
gui_timeline_tear_down (GuiTimeline *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
}

/* --- names --- */

void
gui_foreach (GtkWidget *widget, void (*func) (GtkWidget *widget, gpointer data), gpointer data)
{
  func (widget, data);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    gui_foreach (child, func, data);
}

static void
find_toast (GtkWidget *widget, gpointer data)
{
  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), "AdwToastWidget"))
    *(gboolean *) data = TRUE;
}

gboolean
gui_has_toast (gpointer window)
{
  gboolean found = FALSE;

  gui_foreach (window, find_toast, &found);
  return found;
}

static GtkWidget *
find (GtkWidget *widget, GType type, guint *nth)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = child;

      if (!g_type_is_a (G_OBJECT_TYPE (child), type) || (*nth)-- > 0)
        found = find (child, type, nth);
      if (found != NULL)
        return found;
    }
  return NULL;
}

gpointer
gui_find (gpointer widget, GType type, guint nth)
{
  return find (widget, type, &nth);
}

GtkWidget *
gui_ancestor (GtkWidget *widget, const char *type)
{
  while (widget != NULL && !g_str_equal (G_OBJECT_TYPE_NAME (widget), type))
    widget = gtk_widget_get_parent (widget);
  return widget;
}

typedef struct
{
  guint n, nameless;
} Names;

/* A label with text somewhere below names a button as well, or a row. */
static void
find_text (GtkWidget *widget, gpointer data)
{
  if ((GTK_IS_LABEL (widget) && gtk_label_get_text (GTK_LABEL (widget))[0] != '\0')
      || (SCOPE_IS_TEXT_CELL (widget) && scope_text_cell_get_text (SCOPE_TEXT_CELL (widget))[0] != '\0'))
    *(gboolean *) data = TRUE;
}

static void
check_name (GtkWidget *widget, gpointer data)
{
  Names *names = data;
  gboolean named;
  GtkWidget *parent = gtk_widget_get_parent (widget);

  if (!GTK_IS_BUTTON (widget) && !GTK_IS_MENU_BUTTON (widget))
    return;
  /* The button inside of a menu button is GTK's own, and so are window controls and the parts of a split button. */
  if (GTK_IS_MENU_BUTTON (parent) || GTK_IS_WINDOW_CONTROLS (parent) || GTK_IS_SPIN_BUTTON (parent)
      || g_str_equal (G_OBJECT_TYPE_NAME (widget), "AdwViewSwitcherButton") /* named by its page */
      /* The search that a window of preferences has, and hides. */
      || (GTK_IS_BUTTON (widget) && !gtk_widget_get_visible (widget)
          && g_strcmp0 (gtk_button_get_icon_name (GTK_BUTTON (widget)), "edit-find-symbolic") == 0)
      || g_str_equal (G_OBJECT_TYPE_NAME (parent), "AdwSplitButton")
      || g_str_equal (G_OBJECT_TYPE_NAME (parent), "AdwToastWidget")
      || gtk_widget_get_ancestor (widget, GTK_TYPE_INFO_BAR) != NULL)
    return;
  names->n++;
  named = gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
  if (!named)
    gui_foreach (widget, find_text, &named);
  if (!named)
    {
      names->nameless++;
      g_test_message ("%s “%s” has no accessible name", G_OBJECT_TYPE_NAME (widget),
                      gtk_widget_get_tooltip_text (widget));
    }
}

guint
gui_check_names (GtkWidget *widget, guint *ret_nameless)
{
  Names names = { 0 };

  gui_foreach (widget, check_name, &names);
  *ret_nameless = names.nameless;
  return names.n;
}

/* --- whatever takes the keyboard --- */

static gboolean
has_name (GtkWidget *widget)
{
  return gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL)
         || gtk_test_accessible_has_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

/* Parts that GTK and libadwaita make and name, or leave to their parents. */
static gboolean
is_part (GtkWidget *widget)
{
  static const char *const owners[] = { "AdwSplitButton", "AdwToastWidget", "AdwPreferencesGroup", "AdwTabBar" };

  for (GtkWidget *parent = gtk_widget_get_parent (widget); parent != NULL; parent = gtk_widget_get_parent (parent))
    {
      if (GTK_IS_MENU_BUTTON (parent) || GTK_IS_DROP_DOWN (parent) || GTK_IS_SPIN_BUTTON (parent)
          || GTK_IS_WINDOW_CONTROLS (parent) || GTK_IS_INFO_BAR (parent) || GTK_IS_POPOVER_MENU (parent)
          || GTK_IS_SCROLLBAR (parent))
        return TRUE;
      for (guint i = 0; i < G_N_ELEMENTS (owners); i++)
        if (g_str_equal (G_OBJECT_TYPE_NAME (parent), owners[i]))
          return TRUE;
    }
  return FALSE;
}

static void
check_focusable_name (GtkWidget *widget, gpointer data)
{
  Names *names = data;
  gboolean named;

  if (!gtk_widget_get_focusable (widget) || GTK_IS_WINDOW (widget) || GTK_IS_POPOVER (widget) || is_part (widget))
    return;
  /* The row of titles of a table without columns yet. */
  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkListItemWidget") && GTK_IS_COLUMN_VIEW (gtk_widget_get_parent (widget)))
    return;
  /* Text that can be selected, when there is none. */
  if (GTK_IS_LABEL (widget) && gtk_label_get_text (GTK_LABEL (widget))[0] == '\0')
    return;
  names->n++;
  named = has_name (g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkColumnListView") ? gtk_widget_get_parent (widget) : widget);
  /* The text of an entry is named with the entry. */
  for (GtkWidget *parent = gtk_widget_get_parent (widget); !named && GTK_IS_TEXT (widget) && parent != NULL
                                                          && GTK_IS_EDITABLE (parent);
       parent = gtk_widget_get_parent (parent))
    named = has_name (parent) || gtk_test_accessible_has_property (GTK_ACCESSIBLE (parent), GTK_ACCESSIBLE_PROPERTY_PLACEHOLDER);
  if (!named)
    gui_foreach (widget, find_text, &named);
  if (!named)
    {
      GtkWidget *parent = gtk_widget_get_parent (widget);

      names->nameless++;
      g_test_message ("%s in %s in %s has no accessible name", G_OBJECT_TYPE_NAME (widget), G_OBJECT_TYPE_NAME (parent),
                      G_OBJECT_TYPE_NAME (gtk_widget_get_parent (parent)));
    }
}

guint
gui_check_focusable_names (GtkWidget *widget, guint *ret_nameless)
{
  Names names = { 0 };

  gui_foreach (widget, check_focusable_name, &names);
  *ret_nameless = names.nameless;
  return names.n;
}

gboolean
gui_press (GtkWidget *widget, guint keyval, GdkModifierType modifiers)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean done = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !done; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", keyval, 0u, modifiers, &done);
    }
  return done;
}
