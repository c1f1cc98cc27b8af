/* test-live.c: a growing trace in a timeline, the strip that tells of it, and the dialog that asks what to follow (the window that
 * follows: test-live-window.c).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-app.h"

#include "app/dialogs/scope-follow-dialog.h"
#include "model/scene/view/scope-view-follow.h"
#include "tests/scene/growing-trace.h"
#include "widgets/timeline/scope-live-strip.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#define S G_GINT64_CONSTANT (1000000000)
#define MS 1000000

typedef struct
{
  GrowingTrace growing;
  ScopeLive *live;
  ScopeTimeline *timeline;
  ScopeLiveStrip *strip;
  GtkWidget *window;
  gint64 known;
  guint frames, left;
} World;

static void
set_up (World *w, gconstpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  growing_trace_init (&w->growing, 4, MS);
  w->live = scope_live_new ("prog.eventlog", 1);
  scope_trace_set_live (w->growing.trace, w->live);
  w->timeline = g_object_new (SCOPE_TYPE_TIMELINE, NULL);
  w->strip = g_object_new (SCOPE_TYPE_LIVE_STRIP, NULL);
  gtk_widget_insert_action_group (GTK_WIDGET (w->strip), "timeline", scope_timeline_get_actions (w->timeline));
  gtk_widget_set_vexpand (GTK_WIDGET (w->timeline), TRUE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (w->strip));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (w->timeline));
  w->window = gui_window_new (box, 900, 600);
}

static void
tear_down (World *w, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (w->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  growing_trace_clear (&w->growing);
  g_object_unref (w->live);
}

static void
grow (World *w, gint64 until)
{
  w->known = until;
  growing_trace_grow (&w->growing, until);
  scope_live_set_read (w->live, (guint64) until / 100, (guint64) until / 1000, 0);
  scope_live_set_known (w->live, until, until, 0);
}

static ScopeView *
show (World *w)
{
  scope_timeline_set_trace (w->timeline, w->growing.trace);
  g_assert_true (scope_view_follow (scope_timeline_get_view (w->timeline)));
  scope_live_strip_set_live (w->strip, w->live, scope_timeline_get_view (w->timeline));
  g_assert_true (gui_wait (gui_timeline_is_complete, w->timeline));
  return scope_timeline_get_view (w->timeline);
}

static gboolean
has_state (gpointer data)
{
  World *w = data;
  g_autofree char *text = scope_live_strip_dup_text (w->strip);

  return strstr (text, g_object_get_data (G_OBJECT (w->window), "wanted")) != NULL;
}

static void
expect (World *w, const char *text)
{
  g_autofree char *got = NULL;

  g_object_set_data (G_OBJECT (w->window), "wanted", (gpointer) text);
  if (gui_wait (has_state, w))
    return;
  got = scope_live_strip_dup_text (w->strip);
  g_error ("the strip says “%s”, not “%s”", got, text);
}

static void
test_strip (World *w, gconstpointer data)
{
  guint nameless;
  int width;

  scope_live_strip_set_live (w->strip, w->live, NULL);
  expect (w, "Waiting  prog.eventlog");
  grow (w, 20 * S);
  show (w);
  expect (w, "Following, 20.0 s");
  expect (w, "events/s · ");
  scope_live_set_counts (w->live, 3, 0, 0);
  expect (w, "3 losses");
  scope_live_set_read (w->live, 20 * S / 100 + 1, 20 * S / 1000 + 1, 34u << 20);
  expect (w, "35.7 MB still to be read");
  g_assert_cmpuint (gui_check_names (GTK_WIDGET (w->strip), &nameless), >, 3);
  g_assert_cmpuint (nameless, ==, 0);

  /* Whatever it has to say, it makes no window wider. */
  gtk_widget_measure (GTK_WIDGET (w->strip), GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  g_assert_cmpint (width, <, 200);

  scope_live_set_end (w->live, SCOPE_LIVE_TRUNCATED, NULL, FALSE);
  growing_trace_finish (&w->growing);
  expect (w, "Broken off, 20.0 s");
  expect (w, "shorter");
}

/* Nobody knows whether that was an end: no word and no colour of one. */
static void
test_unmarked (World *w, gconstpointer data)
{
  grow (w, 20 * S);
  show (w);
  scope_live_set_end (w->live, SCOPE_LIVE_UNMARKED, NULL, FALSE);
  growing_trace_finish (&w->growing);
  expect (w, "Closed without an end mark, 20.0 s");
  expect (w, "was killed, or ended without one");
  g_assert_true (gtk_widget_has_css_class (gui_find (w->strip, GTK_TYPE_IMAGE, 0), "warning"));
}

static gboolean
is_at_rest (gpointer data)
{
  World *w = data;

  return scope_view_get_edge (scope_timeline_get_view (w->timeline)) == w->known;
}

static gboolean
is_paused (gpointer data)
{
  return scope_view_get_follow (scope_timeline_get_view (((World *) data)->timeline)) == SCOPE_FOLLOW_PAUSED;
}

static gboolean
is_off (gpointer data)
{
  return scope_view_get_follow (scope_timeline_get_view (((World *) data)->timeline)) == SCOPE_FOLLOW_OFF;
}

static void
test_input (World *w, gconstpointer data)
{
  GActionGroup *actions = scope_timeline_get_actions (w->timeline);
  ScopeNotes *notes;
  ScopeView *view;

  grow (w, 30 * S);
  view = show (w);
  g_assert_false (g_action_group_get_action_enabled (actions, "now"));
  grow (w, 40 * S);
  g_assert_true (gui_wait (is_at_rest, w));
  scope_view_pan (view, -200);
  g_assert_true (gui_wait (is_paused, w));
  expect (w, "(view paused)");
  g_assert_true (g_action_group_get_action_enabled (actions, "now"));

  /* Paused, with something chosen: Ctrl+M is a note at now still. */
  notes = scope_view_get_notes (view);
  scope_view_select_range (view, 5 * S, 6 * S);
  g_action_group_activate_action (actions, "add-note-now", NULL);
  g_assert_cmpuint (scope_notes_get_n (notes), ==, 1);
  g_assert_cmpint (scope_note_get_from (scope_notes_get (notes, 0)), >=, 40 * S);
  scope_view_clear_selection (view);

  g_action_group_activate_action (actions, "now", NULL);
  g_assert_cmpint (scope_view_get_follow (view), ==, SCOPE_FOLLOW_ON);
  g_action_group_activate_action (actions, "zoom-in", NULL);
  g_assert_cmpint (scope_view_get_follow (view), ==, SCOPE_FOLLOW_ON);
  g_assert_cmpfloat_with_epsilon (scope_view_get_window_seconds (view), 10 / 1.5, 1e-6);
  g_action_group_activate_action (actions, "window", g_variant_new_string ("30"));
  g_assert_cmpfloat (scope_view_get_window_seconds (view), ==, 30);
  g_action_group_activate_action (actions, "window", g_variant_new_string ("all"));
  g_assert_true (scope_viewport_is_whole (scope_view_get_viewport (view)));

  /* A note now. */
  g_action_group_activate_action (actions, "add-note", NULL);
  g_assert_cmpuint (scope_notes_get_n (notes), ==, 1);
  g_assert_cmpint (scope_note_get_from (scope_notes_get (notes, 0)), >=, 40 * S);

  /* With something chosen: Ctrl+M means now, the menu what is chosen. One without words goes when the next is written. */
  scope_view_select_range (view, 38 * S, 39 * S);
  g_assert_cmpint (scope_view_get_follow (view), ==, SCOPE_FOLLOW_ON);
  g_action_group_activate_action (actions, "add-note-now", NULL);
  g_assert_cmpuint (scope_notes_get_n (notes), ==, 1);
  g_assert_cmpint (scope_note_get_from (scope_notes_get (notes, 0)), >=, 40 * S);
  g_action_group_activate_action (actions, "add-note", NULL);
  g_assert_cmpuint (scope_notes_get_n (notes), ==, 1);
  g_assert_cmpint (scope_note_get_from (scope_notes_get (notes, 0)), ==, 38 * S);
  g_assert_cmpint (scope_note_get_to (scope_notes_get (notes, 0)), ==, 39 * S);

  growing_trace_finish (&w->growing);
  scope_live_set_end (w->live, SCOPE_LIVE_END_MARK, NULL, FALSE);
  expect (w, "Finished, 40.0 s");
  g_assert_true (gui_wait (is_off, w));
  g_assert_false (g_action_group_get_action_enabled (actions, "window"));
}

/* What has been drawn once is not drawn again while it grows: only its open end is. */
static gboolean
count_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  World *w = data;

  w->frames++;
  return G_SOURCE_CONTINUE;
}

static gboolean
grow_more (gpointer data)
{
  World *w = data;

  grow (w, w->known + 50 * MS);
  return --w->left > 0;
}

static gboolean
is_done (gpointer data)
{
  return ((World *) data)->left == 0 && is_at_rest (data);
}

static void
test_growing (World *w, gconstpointer data)
{
  const ScopeViewport *v;
  ScopeView *view;
  double scale;

  grow (w, 30 * S);
  view = show (w);
  v = scope_view_get_viewport (view);
  scale = scope_viewport_scale (v);
  w->left = 20;
  gtk_widget_add_tick_callback (GTK_WIDGET (w->timeline), count_frame, w, NULL);
  g_timeout_add (50, grow_more, w);
  g_assert_true (gui_wait (is_done, w));
  g_test_message ("%u frames", w->frames);
  g_assert_cmpuint (w->frames, >, 10);
  g_assert_true (scope_viewport_scale (v) == scale);
  g_assert_cmpint (w->known, ==, 31 * S);
  g_assert_true (gui_wait (gui_timeline_is_complete, w->timeline));
}

static void
test_dialog (void)
{
  static const struct
  {
    const char *where, *complaint;
  } cases[] = {
    { "/tmp/prog.eventlog", NULL },    { "tcp://localhost:4242", NULL }, { "tcp://[::1]:4242", NULL },
    { "tcp://localhost", "port" },     { "tcp://localhost:x", "not a port" }, { "tcp://host:70000", "not a port" },
    { "unix:/run/prog.sock", NULL },   { "unix:", "path is missing" },     { "http://host/x", "Only files" },
    { "-", "standard input" },         { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *got = scope_follow_dialog_complain (cases[i].where);

      g_test_message ("%s: %s", cases[i].where, got != NULL ? got : "fine");
      if (cases[i].complaint == NULL)
        g_assert_null (got);
      else
        g_assert_nonnull (strstr (got, cases[i].complaint));
    }
}

static void
test_dialog_looks (void)
{
  GtkWidget *parent = gtk_window_new ();
  ScopeFollowDialog *dialog = scope_follow_dialog_new (GTK_WINDOW (parent), g_get_tmp_dir ());
  guint nameless;

  gtk_window_present (GTK_WINDOW (dialog));
  g_assert_true (gui_wait (gui_is_mapped, dialog));
  g_assert_cmpuint (gui_check_names (GTK_WIDGET (dialog), &nameless), >, 2);
  g_assert_cmpuint (nameless, ==, 0);
  gtk_window_destroy (GTK_WINDOW (dialog));
  gtk_window_destroy (GTK_WINDOW (parent));
}

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
  g_test_add ("/live/strip", World, NULL, set_up, test_strip, tear_down);
  g_test_add ("/live/unmarked", World, NULL, set_up, test_unmarked, tear_down);
  g_test_add ("/live/input", World, NULL, set_up, test_input, tear_down);
  g_test_add ("/live/growing", World, NULL, set_up, test_growing, tear_down);
  g_test_add_func ("/live/dialog", test_dialog);
  g_test_add_func ("/live/dialog-looks", test_dialog_looks);
  return g_test_run ();
}
