/* inspector-input.h: an inspector of a trace in a window, for its tests: what it says, its rows, what is chosen.
 *
 * With LANESCOPE_PICTURES=FOLDER take_picture() leaves a picture there, to be looked at.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "gui-common.h"
#include "gui-traces.h"

#include "model/scene/view/scope-view.h"
#include "widgets/inspector/scope-inspector-row.h"
#include "widgets/inspector/scope-inspector.h"

#include <string.h>

#define WIDTH 320

typedef struct
{
  ScopeImport *import;
  ScopeTrace *trace;
  ScopeView *view;
  GtkWidget *window, *inspector;
} Fixture;

static inline void
set_up (Fixture *f, gconstpointer data)
{
  f->import = gui_import_new (data);
  f->trace = scope_import_get_trace (f->import);
  f->view = scope_view_new (f->trace);
  f->window = gtk_window_new ();
  f->inspector = g_object_new (SCOPE_TYPE_INSPECTOR, NULL);
  scope_panel_set_view (SCOPE_PANEL (f->inspector), f->view);
  gtk_window_set_default_size (GTK_WINDOW (f->window), WIDTH, 1400);
  gtk_window_set_decorated (GTK_WINDOW (f->window), FALSE);
  gtk_window_set_child (GTK_WINDOW (f->window), f->inspector);
  gtk_window_present (GTK_WINDOW (f->window));
}

static inline void
tear_down (Fixture *f, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
  g_object_unref (f->view);
  g_object_unref (f->import);
}

/* --- looking --- */

typedef struct
{
  GString *text;
  const char *wanted;
  GtkWidget *found;
} Looking;

static inline void
take_text (GtkWidget *widget, gpointer data)
{
  Looking *looking = data;
  const char *text;

  if (!GTK_IS_LABEL (widget) || !gtk_widget_get_mapped (widget))
    return;
  text = gtk_label_get_text (GTK_LABEL (widget));
  g_string_append_printf (looking->text, "%s\n", text);
  if (looking->wanted != NULL && looking->found == NULL && g_str_has_prefix (text, looking->wanted))
    looking->found = gtk_widget_get_ancestor (widget, SCOPE_TYPE_INSPECTOR_ROW);
}

static inline char *
all_text (Fixture *f)
{
  Looking looking = { g_string_new (NULL), NULL, NULL };

  gui_foreach (f->inspector, take_text, &looking);
  return g_string_free (looking.text, FALSE);
}

static inline GtkWidget *
row_of (Fixture *f, const char *wanted)
{
  Looking looking = { g_string_new (NULL), wanted, NULL };

  gui_foreach (f->inspector, take_text, &looking);
  g_string_free (looking.text, TRUE);
  return looking.found;
}

typedef struct
{
  Fixture *fixture;
  const char *const *wanted;
} Wanted;

static inline gboolean
says_all (gpointer data)
{
  Wanted *wanted = data;
  g_autofree char *text = all_text (wanted->fixture);

  for (guint i = 0; wanted->wanted[i] != NULL; i++)
    if (strstr (text, wanted->wanted[i]) == NULL)
      return FALSE;
  return TRUE;
}

#define assert_says(f, ...)                                                                                           \
  G_STMT_START                                                                                                        \
  {                                                                                                                   \
    const char *words_[] = { __VA_ARGS__, NULL };                                                                     \
    if (!gui_wait (says_all, &(Wanted) { f, words_ }))                                                                \
      {                                                                                                               \
        g_autofree char *text_ = all_text (f);                                                                        \
        g_error ("the inspector says:\n%s", text_);                                                                   \
      }                                                                                                               \
  }                                                                                                                   \
  G_STMT_END

static inline void
take_picture (Fixture *f, const char *name)
{
  const char *folder = g_getenv ("LANESCOPE_PICTURES");
  g_autofree char *path = folder != NULL ? g_strdup_printf ("%s/inspector-%s.png", folder, name) : NULL;
  g_autoptr (GdkPaintable) paintable = NULL;
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  GtkSnapshot *snapshot;

  if (path == NULL)
    return;
  for (guint i = 0; i < 50; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (10000);
    }
  paintable = gtk_widget_paintable_new (f->window);
  snapshot = gtk_snapshot_new ();
  gdk_paintable_snapshot (paintable, snapshot, gdk_paintable_get_intrinsic_width (paintable),
                          gdk_paintable_get_intrinsic_height (paintable));
  node = gtk_snapshot_free_to_node (snapshot);
  if (node == NULL)
    return;
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (f->window)), node, NULL);
  gdk_texture_save_to_png (texture, path);
}

/* Its least width, and that every row that leads somewhere says where. */
static inline void
check_rows (GtkWidget *widget, gpointer data)
{
  guint *n = data;

  if (!SCOPE_IS_INSPECTOR_ROW (widget) || !gtk_list_box_row_get_activatable (GTK_LIST_BOX_ROW (widget)))
    return;
  (*n)++;
  g_assert_nonnull (gtk_widget_get_tooltip_text (widget));
  g_assert_true (gtk_widget_get_focusable (widget));
  g_assert_true (gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL));
}

static inline guint
check_shape (Fixture *f)
{
  int least;
  guint n = 0;

  gtk_widget_measure (f->inspector, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, 260);
  gui_foreach (f->inspector, check_rows, &n);
  return n;
}

static inline ScopeLaneId
lane_of (Fixture *f, const char *text)
{
  ScopeLaneId lane;
  g_autoptr (GError) error = NULL;

  scope_trace_parse_lane (f->trace, text, &lane, &error);
  g_assert_no_error (error);
  return lane;
}

typedef struct
{
  ScopeLaneStore *lanes;
  guint32 lane;
  gint64 time;
  ScopeInterval interval;
  gboolean found;
} Question;

static inline gpointer
find_interval (gpointer data)
{
  Question *q = data;

  q->found = scope_lane_store_interval_at (q->lanes, q->lane, q->time, &q->interval, NULL);
  return NULL;
}

/* On another thread: one that draws the trace may not read it. */
static inline void
select_interval (Fixture *f, const char *text, gint64 own_time)
{
  ScopeLaneId lane = lane_of (f, text);
  ScopeMachine *machine = scope_trace_machine (f->trace, lane.machine);
  gint64 offset = scope_trace_offset (f->trace, machine);
  Question question = { machine->lanes, scope_trace_lane (f->trace, lane), own_time };

  g_thread_join (g_thread_new ("interval", find_interval, &question));
  g_assert_true (question.found);
  scope_view_select_lane (f->view, &lane);
  scope_view_select_range (f->view, question.interval.from + offset, question.interval.to + offset);
}
