/* test-window.c: the window opens traces, says what is wrong with others, and lets go of everything when closed.
 *
 * Started with the path of the program, which is asked without a display as well.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window-fixture.h"

static char *program;

static void
test_empty (Fixture *fixture, gconstpointer data)
{
  guint nameless, n;

  gtk_window_present (GTK_WINDOW (fixture->window));
  g_assert_true (gui_wait (gui_window_is_settled, fixture->window));
  g_assert_cmpstr (scope_window_get_page (fixture->window), ==, "empty");
  g_assert_true (scope_window_is_empty (fixture->window));
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "side"));
  n = gui_check_names (GTK_WIDGET (fixture->window), &nameless);
  g_assert_cmpuint (n, >=, 4);
  g_assert_cmpuint (nameless, ==, 0);
}

static void
test_trace (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = gui_dup_trace ();
  ScopeView *view;
  gboolean shown;
  guint nameless;
  g_autofree char *subtitle = NULL;
  g_autoptr (GVariant) state = NULL;
  double whole;

  open_path (fixture, path);
  g_assert_cmpstr (scope_window_get_page (fixture->window), ==, "trace");
  view = scope_timeline_get_view (scope_window_get_timeline (fixture->window));
  g_assert_cmpuint (scope_lane_list_n_rows (scope_view_get_lanes (view)), >, 1);
  subtitle = scope_document_dup_subtitle (scope_window_get_document (fixture->window));
  g_assert_nonnull (strstr (subtitle, " · "));
  g_assert_false (gtk_info_bar_get_revealed (GTK_INFO_BAR (find (fixture, "GtkInfoBar"))));
  gui_check_names (GTK_WIDGET (fixture->window), &nameless);
  g_assert_cmpuint (nameless, ==, 0);

  whole = scope_view_get_viewport (view)->to;
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "timeline.zoom-in", NULL));
  g_assert_cmpfloat (scope_view_get_viewport (view)->to - scope_view_get_viewport (view)->from, <, whole);

  state = g_action_group_get_action_state (G_ACTION_GROUP (fixture->window), "side");
  shown = g_variant_get_boolean (state);
  g_assert_true (shown);
  g_assert_true (gtk_widget_get_mapped (find (fixture, "ScopeInspector")));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.side", NULL));
  g_assert_true (gui_wait (gui_is_unmapped, find (fixture, "ScopeInspector")));
  g_assert_true (gui_wait (gui_window_is_settled, fixture->window));
}

static void
find_seen_page (GtkWidget *widget, gpointer data)
{
  if (ADW_IS_STATUS_PAGE (widget) && gtk_widget_get_mapped (widget))
    *(GtkWidget **) data = widget;
}

/* The page of an error says which file it is, in its title. */
static void
check_named_once (Fixture *fixture, const char *name)
{
  AdwStatusPage *page = NULL;

  gui_foreach (GTK_WIDGET (fixture->window), find_seen_page, &page);

  g_assert_nonnull (strstr (adw_status_page_get_title (page), name));
  g_assert_null (strstr (adw_status_page_get_description (page), name));
  g_assert_true (g_unichar_isupper (g_utf8_get_char (adw_status_page_get_description (page))));
}

static void
test_no_trace (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "lanescope-no-trace.eventlog", NULL);
  const char *message;

  g_assert_true (g_file_set_contents (path, "this is not a trace at all", -1, NULL));
  open_path (fixture, path);
  g_assert_cmpstr (scope_window_get_page (fixture->window), ==, "error");
  g_assert_true (scope_window_is_empty (fixture->window));
  message = scope_document_get_error (scope_window_get_document (fixture->window));
  g_assert_true (g_str_has_prefix (message, "not a trace"));
  check_named_once (fixture, "lanescope-no-trace");
  g_unlink (path);

  /* One that is not there at all. */
  open_path (fixture, path);
  g_assert_cmpstr (scope_window_get_page (fixture->window), ==, "error");
  check_named_once (fixture, "lanescope-no-trace");
}

/* A log that was killed before its first event: nothing more is waited for. */
static void
test_void (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tests", "data", "ghc", "trunc-headeronly.eventlog", NULL);

  open_path (fixture, path);
  g_assert_cmpstr (scope_window_get_page (fixture->window), ==, "error");
  g_assert_true (scope_document_is_void (scope_window_get_document (fixture->window)));
  check_named_once (fixture, "trunc-headeronly");
}

static gboolean
search_is_pressed (Fixture *fixture)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (fixture->window), "search");

  return g_variant_get_boolean (state);
}

static gboolean
search_is_seen (gpointer fixture)
{
  return search_is_pressed (fixture);
}

static gboolean
search_is_not_seen (gpointer fixture)
{
  return !search_is_pressed (fixture);
}

/* The button of the search says whether it is seen, not whether it is behind other panels. */
static void
test_search_button (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tests", "data", "ghc", "parfib-n4-la.eventlog", NULL);
  ScopeDock *dock = scope_window_get_dock (fixture->window);

  open_path (fixture, path);
  g_assert_true (scope_dock_focus (dock, "search"));
  g_assert_true (gui_wait (search_is_seen, fixture));
  g_assert_true (scope_dock_raise (dock, "statistics"));
  g_assert_true (gui_wait (search_is_not_seen, fixture));
  g_assert_true (scope_dock_raise (dock, "search"));
  g_assert_true (gui_wait (search_is_seen, fixture));
  scope_dock_set_shown (dock, SCOPE_PLACE_BOTTOM, FALSE);
  g_assert_true (gui_wait (search_is_not_seen, fixture));
}

static void
test_damaged (Fixture *fixture, gconstpointer data)
{
  const char *shared = g_getenv ("LANESCOPE_SHARED");
  g_autofree char *path = g_build_filename (shared != NULL ? shared : "", "traces", "ghc", "trunc-midblock.eventlog",
                                            NULL);
  g_autofree char *damage = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("the traces beside the project are not there");
      return;
    }
  open_path (fixture, path);
  g_assert_cmpstr (scope_window_get_page (fixture->window), ==, "trace");
  damage = scope_document_dup_damage (scope_window_get_document (fixture->window));
  g_assert_nonnull (damage);
  g_assert_true (gtk_info_bar_get_revealed (GTK_INFO_BAR (find (fixture, "GtkInfoBar"))));
}

/* Closed while it reads: nothing may be left that holds the window. */
static void
test_closed (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = gui_dup_trace ();
  g_autoptr (GFile) file = NULL;

  file = g_file_new_for_path (path);
  scope_window_open (fixture->window, &file, 1);
  gtk_window_present (GTK_WINDOW (fixture->window));
  g_main_context_iteration (NULL, FALSE);
}

static void
test_picture (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = gui_dup_trace ();
  g_autofree char *picture = g_build_filename (g_get_tmp_dir (), "lanescope-test-window.png", NULL);
  g_autoptr (GdkTexture) texture = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = NULL;

  file = g_file_new_for_path (path);
  g_unlink (picture);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 640);
  scope_window_open (fixture->window, &file, 1);
  scope_window_take_picture (fixture->window, picture);
  gtk_window_present (GTK_WINDOW (fixture->window));
  g_assert_true (gui_wait (gui_is_gone, &fixture->window));
  texture = gdk_texture_new_from_filename (picture, &error);
  g_assert_no_error (error);
  g_assert_cmpint (gdk_texture_get_width (texture), >=, 1000);
  g_unlink (picture);
}

static void
find_toasts (GtkWidget *widget, gpointer data)
{
  if (ADW_IS_TOAST_OVERLAY (widget))
    *(gpointer *) data = widget;
}

static gboolean
is_drawn (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  *(guint *) data += 1;
  return G_SOURCE_CONTINUE;
}

static gboolean
are_two (gpointer data)
{
  return *(guint *) data >= 2;
}

/* libadwaita moves a toast in and out; where the one out ends first, it crashes. */
static void
test_toast (Fixture *fixture, gconstpointer data)
{
  gpointer overlay = NULL, toast, next;
  guint n_frames = 0, id;

  gtk_window_present (GTK_WINDOW (fixture->window));
  g_assert_true (gui_wait (gui_is_mapped, fixture->window));
  gui_foreach (GTK_WIDGET (fixture->window), find_toasts, &overlay);
  id = gtk_widget_add_tick_callback (GTK_WIDGET (fixture->window), is_drawn, &n_frames, NULL);
  g_assert_true (gui_wait (are_two, &n_frames));
  gtk_widget_remove_tick_callback (GTK_WIDGET (fixture->window), id);
  toast = adw_toast_new ("soon over");
  next = adw_toast_new ("the next one");
  g_object_add_weak_pointer (toast, &toast);
  g_object_add_weak_pointer (next, &next);
  scope_toast_add (overlay, toast);
  scope_toast_add (overlay, next);
  adw_toast_dismiss (toast); /* closed as it comes, and then no frame for long */
  g_usleep (G_USEC_PER_SEC / 2);
  g_assert_true (gui_wait (gui_is_gone, &toast));
  g_assert_nonnull (next);
  adw_toast_dismiss (next);
  adw_toast_dismiss (next);
  g_assert_true (gui_wait (gui_is_gone, &next));
}

typedef struct
{
  const char *text;
  GtkWidget *window;
  gboolean found, cut;
} LongLabel;

static void
find_cut_label (GtkWidget *widget, gpointer data)
{
  LongLabel *label = data;

  if (!GTK_IS_LABEL (widget) || !gtk_widget_get_mapped (widget)
      || g_strcmp0 (gtk_label_get_text (GTK_LABEL (widget)), label->text) != 0)
    return;
  label->found = TRUE;
  label->cut = gtk_widget_get_width (widget) == 0 || pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget)));
}

static gboolean
has_whole_label (gpointer data)
{
  LongLabel *label = data;

  label->found = FALSE;
  gui_foreach (label->window, find_cut_label, label);
  return label->found && !label->cut;
}

/* A long message has several lines: none of its words is cut off. */
static void
test_long_toast (Fixture *fixture, gconstpointer data)
{
  LongLabel label = { "The program filled the files of its set faster than they could be read: some of it was overwritten before. 12 files "
                      "of a set were followed, and 3 of them are not there any more: the trace has what was in them, but is not kept.",
                      GTK_WIDGET (fixture->window) };

  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 900, 600);
  gtk_window_present (GTK_WINDOW (fixture->window));
  g_assert_true (gui_wait (gui_is_mapped, fixture->window));
  scope_window_toast (fixture->window, label.text);
  g_assert_true (gui_wait (has_whole_label, &label));
}

/* Runs the program without a display. */
static int
run_without_display (const char *option, char **ret_output, char **ret_errors)
{
  const char *argv[] = { program, option, NULL };
  g_auto (GStrv) environment = g_get_environ ();
  g_autoptr (GError) error = NULL;
  int status;

  environment = g_environ_unsetenv (environment, "DISPLAY");
  environment = g_environ_unsetenv (environment, "WAYLAND_DISPLAY");
  environment = g_environ_setenv (environment, "GDK_BACKEND", "x11", TRUE);
  environment = g_environ_unsetenv (environment, "G_DEBUG");
  g_spawn_sync (NULL, (char **) argv, environment, 0, NULL, NULL, ret_output, ret_errors, &status, &error);
  g_assert_no_error (error);
  return status;
}

/* --- keys --- */

/* Does what the key does, which must be one thing. */
static void
press (Fixture *fixture, const char *key)
{
  g_auto (GStrv) actions = gtk_application_get_actions_for_accel (GTK_APPLICATION (application), key);

  g_assert_cmpuint (g_strv_length (actions), ==, 1);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), actions[0], NULL));
}

static void
find_menu (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_MENU_BUTTON (widget)
      && g_strcmp0 (gtk_menu_button_get_icon_name (GTK_MENU_BUTTON (widget)), "open-menu-symbolic") == 0)
    *(GtkWidget **) data = widget;
}

static void
test_menu_key (Fixture *fixture, gconstpointer data)
{
  GtkWidget *button = NULL, *menu;

  gtk_window_present (GTK_WINDOW (fixture->window));
  g_assert_true (gui_wait (gui_window_is_settled, fixture->window));
  gui_foreach (GTK_WIDGET (fixture->window), find_menu, &button);
  g_assert_nonnull (button);
  menu = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));
  g_assert_false (gtk_widget_get_mapped (menu));
  press (fixture, "F10");
  g_assert_true (gui_wait (gui_is_mapped, menu));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
}

static gboolean
asks_for_file (gpointer data)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (GTK_IS_FILE_CHOOSER_DIALOG (window) && gtk_widget_get_mapped (window))
        return TRUE;
    }
  return FALSE;
}

static gboolean
asks_for_nothing (gpointer data)
{
  return !asks_for_file (data);
}

/* It asks where the session is to be saved; the question goes with its window. */
static void
test_save_key (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = gui_dup_trace ();

  open_path (fixture, path);
  press (fixture, "<Control><Shift>s");
  g_assert_true (gui_wait (asks_for_file, NULL));
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_true (gui_wait (asks_for_nothing, NULL));
}

static void
test_no_display (void)
{
  g_autofree char *output = NULL, *errors = NULL, *version = NULL, *ignored = NULL, *help = NULL, *ignored2 = NULL;

  if (program == NULL)
    {
      g_test_skip ("the program's path was not given");
      return;
    }
  g_assert_cmpint (run_without_display (NULL, &output, &errors), !=, 0);
  g_assert_nonnull (strstr (errors, "lanescope-cli"));
  g_assert_cmpint (run_without_display ("--version", &version, &ignored), ==, 0);
  g_assert_cmpstr (version, ==, "lanescope " LANESCOPE_VERSION "\n");
  g_assert_cmpint (run_without_display ("--help", &help, &ignored2), ==, 0);
  g_assert_nonnull (strstr (help, "TRACE"));
}

/* Two runs of one program are told apart by their files. */
static void
test_title (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tests/data/eden/small3.parevents", NULL);

  open_path (fixture, path);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ==, "small3.parevents – Lanescope");
  {
    g_autofree char *folder = g_dir_make_tmp ("lanescope-XXXXXX", NULL), *other = g_build_filename (folder, "second.parevents", NULL);
    g_autoptr (GFile) from = g_file_new_for_path (path), to = g_file_new_for_path (other);

    g_assert_true (g_file_copy (from, to, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL));
    open_path (fixture, other);
    g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ==, "small · second.parevents – Lanescope");
    g_unlink (other);
    g_rmdir (folder);
  }
}

static gboolean
clocks_are_moved (gpointer window)
{
  return scope_trace_get_clocks (scope_document_get_trace (scope_window_get_document (window))) == SCOPE_CLOCKS_MESSAGES;
}

/* The bar's button for a choice. */
static GtkToggleButton *
clocks_button (Fixture *fixture, const char *clocks)
{
  GtkWidget *box = GTK_WIDGET (scope_host_get_child (fixture->window->host, "clocks_choice"));

  for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (g_str_equal (g_variant_get_string (gtk_actionable_get_action_target_value (GTK_ACTIONABLE (child)), NULL), clocks))
      return GTK_TOGGLE_BUTTON (child);
  g_assert_not_reached ();
}

/* Where messages arrive before they are sent the clocks can be aligned so that none does; and back. */
static void
test_clocks (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tests/data/eden/skewed.parevents", NULL);
  GtkInfoBar *bar = scope_host_get_child (fixture->window->host, "clocks_bar");
  g_autoptr (GVariant) state = NULL;
  ScopeTrace *trace;

  g_assert_false (gtk_info_bar_get_revealed (bar));
  open_path (fixture, path);
  g_assert_true (gtk_info_bar_get_revealed (bar));
  g_assert_cmpstr (gtk_label_get_label (scope_host_get_child (fixture->window->host, "clocks_label")), ==,
                   "6 messages arrive before they are sent: the machines’ clocks differ.");
  trace = scope_document_get_trace (scope_window_get_document (fixture->window));
  g_assert_true (gtk_toggle_button_get_active (clocks_button (fixture, "startup")));
  g_assert_false (gtk_toggle_button_get_active (clocks_button (fixture, "messages")));
  g_signal_emit_by_name (clocks_button (fixture, "messages"), "clicked");
  g_assert_true (gui_wait (clocks_are_moved, fixture->window));
  g_assert_false (gtk_info_bar_get_revealed (bar));
  state = g_action_group_get_action_state (G_ACTION_GROUP (fixture->window), "clocks");
  g_assert_cmpstr (g_variant_get_string (state, NULL), ==, "messages");
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.clocks", "s", "own");
  g_assert_true (scope_trace_get_local_time (trace));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.clocks", "s", "startup");
  g_assert_cmpint (scope_trace_get_clocks (trace), ==, SCOPE_CLOCKS_STARTUP);
  g_assert_true (gtk_info_bar_get_revealed (bar));
  g_signal_emit_by_name (clocks_button (fixture, "own"), "clicked");
  g_assert_true (scope_trace_get_local_time (trace));
  g_assert_false (gtk_info_bar_get_revealed (bar));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.clocks", "s", "startup");
  /* Closed, it stays away. */
  g_assert_true (gtk_info_bar_get_revealed (bar));
  gtk_info_bar_response (bar, GTK_RESPONSE_CLOSE);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.clocks", "s", "own");
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.clocks", "s", "startup");
  g_assert_false (gtk_info_bar_get_revealed (bar));
}

/* What is so already may be chosen, too: that is an answer, and closes the bar. */
static void
test_clocks_stay (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tests/data/eden/skewed.parevents", NULL);
  GtkInfoBar *bar = scope_host_get_child (fixture->window->host, "clocks_bar");

  open_path (fixture, path);
  g_assert_true (gtk_info_bar_get_revealed (bar));
  g_signal_emit_by_name (clocks_button (fixture, "startup"), "clicked");
  g_assert_true (gtk_toggle_button_get_active (clocks_button (fixture, "startup")));
  g_assert_false (gtk_info_bar_get_revealed (bar));
}

/* A low window says in one line what costs most, and what would be gained; all of the latter. */
static void
test_finding (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tests/data/analysis/gc_barrier.eventlog", NULL);
  ScopeHost *host = fixture->window->host;
  GtkLabel *what = scope_host_get_child (host, "finding_label"), *gain = scope_host_get_child (host, "finding_gain");

  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 900, 600);
  open_path (fixture, path);
  g_assert_true (gtk_info_bar_get_revealed (scope_host_get_child (host, "finding_bar")));
  g_assert_cmpstr (gtk_label_get_label (what), ==, "Late to stop for collections: thread 3 “worker_2”");
  g_assert_cmpstr (gtk_label_get_label (gain), ==, "costs 18.2 % · without it: run up to 25.3 % shorter");
  g_assert_true (gui_wait (gui_is_mapped, gain));
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (what)));
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (gain)));
}

static gboolean
profile_is_seen (gpointer dock)
{
  return scope_dock_is_open (dock, "profile") && gtk_widget_get_mapped (scope_dock_get_panel (dock, "profile"));
}

/* Of a log that has nothing else the profile comes forward; closed, a button brings it back. */
static void
test_profile (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tests/data/profile/only.eventlog", NULL);
  g_autofree char *other = g_test_build_filename (G_TEST_DIST, "tests/data/profile/hc.eventlog", NULL);
  ScopeHost *host = fixture->window->host;
  GtkWidget *button = scope_host_get_child (host, "banner_profile");

  open_path (fixture, path);
  g_assert_true (gui_wait (profile_is_seen, host->dock));
  g_assert_true (gtk_widget_get_visible (button));
  scope_dock_set_place (host->dock, "profile", SCOPE_PLACE_CLOSED);
  g_assert_false (profile_is_seen (host->dock));
  g_signal_emit_by_name (button, "clicked");
  g_assert_true (gui_wait (profile_is_seen, host->dock));
  scope_dock_set_place (host->dock, "profile", SCOPE_PLACE_CLOSED);
  open_path (fixture, other);
  g_assert_false (scope_dock_is_open (host->dock, "profile"));
  g_assert_false (gtk_widget_get_visible (button));
}

int
main (int argc, char **argv)
{
  int status;

  gui_init (&argc, &argv);
  program = argc > 1 ? argv[1] : NULL;
  application = gui_application_new ();
#define ADD(name, func) g_test_add ("/window/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("empty", test_empty);
  ADD ("trace", test_trace);
  ADD ("no-trace", test_no_trace);
  ADD ("void", test_void);
  ADD ("search-button", test_search_button);
  ADD ("toast", test_toast);
  ADD ("damaged", test_damaged);
  ADD ("closed-while-reading", test_closed);
  ADD ("picture", test_picture);
  ADD ("long-toast", test_long_toast);
  ADD ("title", test_title);
  ADD ("finding", test_finding);
  ADD ("profile", test_profile);
  ADD ("clocks", test_clocks);
  ADD ("clocks-stay", test_clocks_stay);
  ADD ("menu-key", test_menu_key);
  ADD ("save-key", test_save_key);
  g_test_add_func ("/window/no-display", test_no_display);
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
