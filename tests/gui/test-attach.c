/* test-attach.c: a node of Erlang is recorded from the window: what the dialog says, a node that is not there, and a real one, in which
 * nothing stays. Without Erlang only the dialog is tested.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-app.h"

#include "app/dialogs/scope-node-dialog.h"
#include "app/document/scope-document.h"
#include "app/node/scope-node.h"
#include "app/node/scope-node-recorder.h"
#include "app/window/scope-window-private.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#define NODE "lanescope_target@localhost"
/* Somebody who is busy, and somebody who says again and again whether we are there. */
#define TARGET                                                                                                   \
  "register(ticker, spawn(fun Tick() -> receive after 5 -> self() ! tick, receive tick -> Tick() end end end))," \
  "spawn(fun Say() -> ok = file:write_file(\"state.part\", atom_to_list(code:is_loaded(lanescope) =/= false)),"  \
  "ok = file:rename(\"state.part\", \"state\"), receive after 50 -> Say() end end)."

static ScopeApplication *application;
static char *home; /* with the cookie, and what the node says */

/* --- the dialog --- */

static void
test_address (void)
{
  static const ScopeNode said = { .name = "shop@localhost", .cookie = "/tmp/a b&c=d?", .record = "procs,message" };
  g_autofree char *address = scope_node_dup_address (&said), *plain = NULL;
  ScopeNode node;

  g_assert_true (scope_node_is_address (address));
  g_assert_true (scope_node_parse (address, &node));
  g_assert_cmpstr (node.name, ==, said.name);
  g_assert_cmpstr (node.cookie, ==, said.cookie);
  g_assert_cmpstr (node.record, ==, said.record);
  plain = scope_node_dup_address (&(ScopeNode) { .name = node.name });
  g_assert_cmpstr (plain, ==, "node:shop@localhost");
  scope_node_clear (&node);
  g_assert_false (scope_node_parse ("unix:/run/x", &node));
  g_assert_false (scope_node_parse ("node:a@b?cookie", &node));
}

static void
attach_told (ScopeNodeDialog *dialog, const char *address, char **told)
{
  g_free (*told);
  *told = g_strdup (address);
}

static const char *
hint_of (ScopeNodeDialog *dialog)
{
  return gtk_label_get_label (gui_find (gtk_widget_get_parent (gui_find (dialog, GTK_TYPE_IMAGE, 1)), GTK_TYPE_LABEL, 0));
}

static gboolean
says_cookie (gpointer dialog)
{
  return strstr (hint_of (dialog), "cookie cannot be read") != NULL;
}

static gboolean
is_told (gpointer told)
{
  return *(char **) told != NULL;
}

/* What cannot be is said, and where; what is chosen is told. */
static void
test_dialog (void)
{
  GtkWidget *parent = gtk_window_new ();
  ScopeNodeDialog *dialog = scope_node_dialog_new (GTK_WINDOW (parent), "node:shop@localhost?cookie=/nowhere/x");
  GtkEditable *name = gui_find (dialog, GTK_TYPE_ENTRY, 0), *cookie = gui_find (dialog, GTK_TYPE_ENTRY, 1);
  g_autofree char *told = NULL, *escript = g_find_program_in_path ("escript");
  guint nameless;

  g_signal_connect (dialog, "attach", G_CALLBACK (attach_told), &told);
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  gtk_window_present (GTK_WINDOW (dialog));
  g_assert_true (gui_wait (gui_is_mapped, dialog));
  g_assert_cmpuint (gui_check_names (GTK_WIDGET (dialog), &nameless), >, 2);
  g_assert_cmpuint (nameless, ==, 0);
  g_assert_cmpuint (gui_check_focusable_names (GTK_WIDGET (dialog), &nameless), >, 2);
  g_assert_cmpuint (nameless, ==, 0);
  g_signal_emit_by_name (name, "activate");
  g_assert_true (gui_wait (says_cookie, dialog));
  gtk_editable_set_text (name, "shop");
  g_assert_nonnull (strstr (hint_of (dialog), "host is missing"));
  gtk_editable_set_text (name, "shop@local host");
  g_assert_nonnull (strstr (hint_of (dialog), "is written as"));
  g_signal_emit_by_name (name, "activate");
  g_assert_null (told);
  gtk_editable_set_text (name, "shop@localhost");
  gtk_editable_set_text (cookie, "");
  if (escript != NULL)
    {
      g_signal_emit_by_name (cookie, "activate");
      g_assert_true (gui_wait (is_told, &told));
      g_assert_cmpstr (told, ==, "node:shop@localhost?record=procs,migration,message,garbage_collection");
      g_assert_true (gui_wait (gui_is_gone, &dialog));
    }
  else
    gtk_window_destroy (GTK_WINDOW (dialog));
  gtk_window_destroy (GTK_WINDOW (parent));
}

/* --- with Erlang --- */

static gboolean
has_erlang (void)
{
  static const char *const tools[] = { "erl", "escript", "epmd" };

  for (guint i = 0; i < G_N_ELEMENTS (tools); i++)
    {
      g_autofree char *path = g_find_program_in_path (tools[i]);

      if (path == NULL)
        return FALSE;
    }
  return TRUE;
}

static char *
dup_state (void)
{
  g_autofree char *path = g_build_filename (home, "state", NULL);
  char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) ? text : g_strdup ("");
}

static gboolean
state_is (gpointer state)
{
  g_autofree char *now = dup_state ();

  return g_str_equal (now, state);
}

/* What the node says wakes no main loop. */
static gboolean
go_on (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

static gboolean
shows_trace (gpointer window)
{
  return g_str_equal (scope_window_get_page (window), "trace");
}

static gboolean
is_read (gpointer window)
{
  return scope_document_get_state (scope_window_get_document (window)) == SCOPE_DOCUMENT_READY;
}

static gboolean
says_unreachable (gpointer window)
{
  AdwStatusPage *page = ADW_STATUS_PAGE (gtk_widget_get_template_child (window, SCOPE_TYPE_WINDOW, "follow_page"));
  const char *words = adw_status_page_get_description (page);

  return words != NULL && strstr (words, "nobody@localhost cannot be reached") != NULL;
}

/* Nothing runs there: the page that waits says so, and it can be tried again. */
static void
test_nobody (void)
{
  ScopeWindow *window;

  if (!has_erlang ())
    {
      g_test_skip ("no Erlang");
      return;
    }
  window = gui_window_open (application, NULL, 900, 600);
  scope_window_follow (window, "node:nobody@localhost");
  g_assert_true (gui_wait (says_unreachable, window));
  g_assert_cmpstr (scope_window_get_page (window), ==, "follow");
  g_assert_false (gtk_info_bar_get_revealed (GTK_INFO_BAR (scope_host_get_child (window->host, "banner")))); /* it would say "it is empty" */
  g_assert_false (scope_window_is_following (window));
  g_assert_true (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "follow-again"));
  gui_window_close (window);
}

/* Stopped in order: the trace has its end; and by closing the window. In the node nothing is left. */
static void
test_node (void)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autoptr (GSubprocess) node = NULL;
  ScopeWindow *window;
  guint turning;

  if (!has_erlang ())
    {
      g_test_skip ("no Erlang");
      return;
    }
  turning = g_timeout_add (20, go_on, NULL);
  g_subprocess_launcher_set_cwd (launcher, home);
  node = g_subprocess_launcher_spawn (launcher, NULL, "erl", "-noinput", "-sname", NODE, "-kernel", "inet_dist_use_interface", "{127,0,0,1}",
                                      "-eval", TARGET, NULL);
  g_assert_nonnull (node);
  g_assert_true (gui_wait (state_is, "false"));
  window = gui_window_open (application, NULL, 900, 600);
  for (guint i = 0; i < 2; i++)
    {
      scope_window_follow (window, "node:" NODE "?record=procs,migration,message");
      g_assert_true (gui_wait (shows_trace, window));
      g_assert_true (gui_wait (state_is, "true"));
      g_assert_true (scope_window_is_following (window));
      if (i == 0)
        {
          g_action_group_activate_action (G_ACTION_GROUP (window), "stop-following", NULL);
          g_assert_true (gui_wait (is_read, window));
          g_assert_true (scope_trace_machine (scope_document_get_trace (scope_window_get_document (window)), 0)->complete);
        }
      else
        gui_window_close (window);
      g_assert_true (gui_wait (state_is, "false"));
    }
  g_subprocess_force_exit (node);
  g_subprocess_wait (node, NULL, NULL);
  g_source_remove (turning);
}

/* --- all of it --- */

/* The name service is one of our own, on a port that is free. */
static void
set_environment (void)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  g_autofree char *port = g_strdup_printf ("%u", g_socket_listener_add_any_inet_port (listener, NULL, NULL)),
                  *scripts = g_test_build_filename (G_TEST_DIST, "data", "erlang", NULL), *cookie = NULL;

  home = g_dir_make_tmp ("lanescope-attach-XXXXXX", NULL);
  cookie = g_build_filename (home, ".erlang.cookie", NULL);
  g_assert_true (g_file_set_contents_full (cookie, "the_cookie", -1, G_FILE_SET_CONTENTS_NONE, 0400, NULL));
  g_setenv ("HOME", home, TRUE);
  g_setenv ("ERL_EPMD_PORT", port, TRUE);
  g_setenv ("ERL_EPMD_ADDRESS", "127.0.0.1", TRUE);
  g_setenv ("ERL_EPMD_RELAXED_COMMAND_CHECK", "1", TRUE);
  g_setenv ("LANESCOPE_ERLANG_DIR", scripts, TRUE);
  g_socket_listener_close (listener);
}

static void
clean_up (void)
{
  static const char *const left[] = { ".erlang.cookie", "state", "state.part" };
  g_autoptr (GSubprocess) epmd = has_erlang () ? g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                                                                  NULL, "epmd", "-kill", NULL)
                                               : NULL;

  if (epmd != NULL)
    g_subprocess_wait (epmd, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (left); i++)
    {
      g_autofree char *path = g_build_filename (home, left[i], NULL);

      g_unlink (path);
    }
  g_rmdir (home);
  g_free (home);
}

/* What is missing is named. */
static void
test_no_script (void)
{
  g_autofree char *scripts = g_strdup (g_getenv ("LANESCOPE_ERLANG_DIR")), *words = NULL;

  if (!has_erlang ())
    {
      g_test_skip ("there is no Erlang here");
      return;
    }
  g_setenv ("LANESCOPE_ERLANG_DIR", home, TRUE);
  words = scope_node_recorder_complain ("node:shop@localhost");
  g_setenv ("LANESCOPE_ERLANG_DIR", scripts, TRUE);
  g_assert_nonnull (strstr (words, "lanescope_attach.escript is missing"));
}

int
main (int argc, char **argv)
{
  int status;

  gui_init (&argc, &argv);
  set_environment ();
  application = gui_application_new ();
  g_test_add_func ("/attach/address", test_address);
  g_test_add_func ("/attach/no-script", test_no_script);
  g_test_add_func ("/attach/dialog", test_dialog);
  g_test_add_func ("/attach/nobody", test_nobody);
  g_test_add_func ("/attach/node", test_node);
  status = g_test_run ();
  g_object_unref (application);
  clean_up ();
  return status;
}
