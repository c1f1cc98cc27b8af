/* test-inspector.c: what the inspector says of an interval, a lane, a message and the trace; that its rows lead where
 * they say; that it is no wider than its place, whatever names a trace has.
 *
 * With LANESCOPE_PICTURES=FOLDER each case leaves a picture there, to be looked at.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "inspector-input.h"

#include "model/scene/view/scope-view-extent.h"

#include "model/scene/view/scope-go-to.h"
#include "model/trace/document/scope-message.h"
#include "widgets/kit/scope-parts.h"
#include "widgets/timeline/scope-timeline.h"

#include <adwaita.h>

static void
test_trace (Fixture *f, gconstpointer data)
{
  assert_says (f, "Trace", "generic", "GHC-7.8.3", "Clocks Aligned By", "Messages Sent", "LANG");
  check_shape (f);
  take_picture (f, "trace");

  /* A point in time that was gone to is chosen, but nothing there: the trace is still told. */
  scope_view_go_to (f->view, NULL, 36000000, 36000000);
  assert_says (f, "Selection", "Time", "Trace", "GHC-7.8.3");
  scope_view_clear_selection (f->view);
}

/* Of the truth: see tests/index/test-wait-chain.c. */
static void
test_wait (Fixture *f, gconstpointer data)
{
  GtkWidget *row;
  graphene_rect_t bounds;
  ScopeLaneId lane, sender = lane_of (f, "thread:3/1");

  select_interval (f, "thread:1/14", 36000000);
  assert_says (f, "Interval", "waiting for a message", "4.18 ms", "Why Is It Waiting?",
               "Waiting for 3:1 → stream, element 1", "the sender", "← 3:1 → stream, element 1", "thread 14",
               "Where Its Time Went", "blocked");
  g_assert_cmpuint (check_shape (f), >=, 3);
  /* Both ends are to be seen, in a low window too: on one line, near the top. */
  row = row_of (f, "When");
  g_assert_nonnull (row);
  g_assert_true (gtk_widget_compute_bounds (row, f->inspector, &bounds));
  g_assert_cmpfloat (bounds.origin.y + bounds.size.height, <, 240);
  assert_says (f, " – ");
  take_picture (f, "wait");
  row = row_of (f, "← 3:1");
  g_assert_nonnull (row);
  g_signal_emit_by_name (gtk_widget_get_parent (row), "row-activated", row);
  g_assert_true (scope_view_get_selected_lane (f->view, &lane));
  g_assert_true (lane.machine == sender.machine && lane.kind == sender.kind && lane.index == sender.index);
  assert_says (f, "running", "3:1");
  take_picture (f, "sender");
}

/* What was not recorded is not told as 0, nor as having one end only. */
static void
test_one_end (Fixture *f, gconstpointer data)
{
  GtkWidget *row;

  assert_says (f, "Trace", "Messages Sent", "Messages Received", "not recorded");
  row = row_of (f, "Messages With One End Only");
  g_assert_null (row);
}

static void
test_lanes (Fixture *f, gconstpointer data)
{
  ScopeLaneId lane = lane_of (f, "process:1/1");

  scope_view_select_lane (f->view, &lane);
  assert_says (f, "1:1", "Machine 1", "Threads", "Messages Sent", "Messages Received", "Where Its Time Went", "running", "How Often", "×");
  check_shape (f);
  take_picture (f, "process");
  lane = lane_of (f, "machine:2");
  scope_view_select_lane (f->view, &lane);
  assert_says (f, "Machine 2", "Clock Moved By", "Time Spent Receiving", "Collections", "Where Its Time Went",
               "running");
  check_shape (f);
  take_picture (f, "machine");
}

/* Eden's words have no HECs: a machine's only one is called as it is, in tables, too. */
static void
test_eden_words (Fixture *f, gconstpointer data)
{
  ScopeLaneId lane = lane_of (f, "processor:2/0");
  g_autofree char *text = NULL, *title = scope_trace_lane_full_title (f->trace, lane, FALSE);

  g_assert_cmpstr (title, ==, "Machine 2");
  scope_view_select_lane (f->view, &lane);
  assert_says (f, "Machine 2", "Where Its Time Went");
  text = all_text (f);
  g_assert_null (strstr (text, "HEC"));
}

/* Erlang's processes are their own threads: who made them, in which function they wait, and for whom. */
static void
test_erlang (Fixture *f, gconstpointer data)
{
  ScopeLaneId lane = lane_of (f, "thread:1/<0.79.0>");
  g_autofree char *text = NULL;

  scope_view_select_lane (f->view, &lane);
  assert_says (f, "<0.79.0>", "a_server", "wl:server/1", "Started by", "<0.9.0>", "Exit Reason", "Where Its Time Went");
  text = all_text (f);
  g_assert_null (strstr (text, "Process"));
  select_interval (f, "thread:1/<0.79.0>", 10000000);
  assert_says (f, "waiting in wl:server/1", "Why Is It Waiting?", "Its wake-up goes back to <0.84.0>", "Started by");
  check_shape (f);
  take_picture (f, "erlang");
}

/* The longest blocked interval of all processes; own time. */
static gint64
find_longest_wait (Fixture *f, ScopeLaneId *ret_lane)
{
  ScopeInterval interval, longest = { 0 };

  for (guint m = 0; m < scope_trace_n_machines (f->trace); m++)
    for (guint32 p = 0; p < scope_machine_n_entities (scope_trace_machine (f->trace, m), SCOPE_KIND_PROCESS); p++)
      {
        ScopeLaneId lane = { m, SCOPE_KIND_PROCESS, p };
        ScopeIntervalCursor cursor;

        scope_interval_cursor_init (&cursor, scope_trace_machine (f->trace, m)->lanes, scope_trace_lane (f->trace, lane),
                                    SCOPE_TIME_MIN, SCOPE_TIME_MAX);
        while (scope_interval_cursor_next (&cursor, &interval, NULL))
          if (interval.code == SCOPE_CODE_BLOCKED && interval.to - interval.from > longest.to - longest.from)
            {
              longest = interval;
              *ret_lane = lane;
            }
        scope_interval_cursor_clear (&cursor);
      }
  g_assert_cmpint (longest.to, >, longest.from);
  return longest.from;
}

/* A process waits as long as all its threads do: the way back is that of the one that goes on first. */
static void
test_process_wait (Fixture *f, gconstpointer data)
{
  ScopeLaneId lane, selected;
  gint64 time = find_longest_wait (f, &lane);
  g_autofree char *name = scope_trace_format_lane (f->trace, lane);
  GtkWidget *row;

  select_interval (f, name, time);
  assert_says (f, "blocked", "Why Is It Waiting?", "aiting for", "← thread", "until");
  check_shape (f);
  take_picture (f, "process-wait");
  row = row_of (f, "← thread");
  g_signal_emit_by_name (gtk_widget_get_parent (row), "row-activated", row);
  g_assert_true (scope_view_get_selected_lane (f->view, &selected));
  g_assert_cmpint (selected.kind, ==, SCOPE_KIND_THREAD);
  g_assert_cmpuint (selected.machine, ==, lane.machine);
  assert_says (f, "Why Is It Waiting?", "Process");
}

static void
test_message (Fixture *f, gconstpointer data)
{
  ScopeMessageLine message = { 0 };
  gint64 row[SCOPE_TABLE_MAX_COLUMNS];
  ScopeTableCursor cursor;
  gboolean found = FALSE;
  ScopeLaneId lane;

  scope_table_cursor_init (&cursor, scope_trace_machine (f->trace, 1)->tables[SCOPE_TABLE_MESSAGES], SCOPE_TIME_MIN,
                           SCOPE_TIME_MAX);
  while (!found && scope_table_cursor_next (&cursor, row, NULL))
    found = row[SCOPE_MESSAGE_TAG] == SCOPE_TAG_HEAD && row[SCOPE_MESSAGE_TO_MACHINE] != 1
            && row[SCOPE_MESSAGE_RECEIVE] != SCOPE_TABLE_NULL && scope_message_from_row (f->trace, row, &message);
  scope_table_cursor_clear (&cursor);
  g_assert_true (found);
  message.count = 1;
  scope_view_select_message (f->view, &message);
  assert_says (f, "Message", "stream element (Head)", "From", "To", "On Its Way", "Size", "words");
  g_assert_cmpuint (check_shape (f), >=, 2);
  take_picture (f, "message");
  g_signal_emit_by_name (gtk_widget_get_parent (row_of (f, "From")), "row-activated", row_of (f, "From"));
  g_assert_true (scope_view_get_selected_lane (f->view, &lane));
  g_assert_cmpuint (lane.machine, ==, 1);
  g_assert_null (row_of (f, "On Its Way")); /* chosen no more */
}

static void
test_ghc (Fixture *f, gconstpointer data)
{
  ScopeLaneId lane = lane_of (f, "thread:1/7");
  ScopeMachine *machine = scope_trace_machine (f->trace, 0);
  ScopeIntervalCursor cursor;
  ScopeInterval interval, ready = { 0 };

  scope_interval_cursor_init (&cursor, machine->lanes, scope_trace_lane (f->trace, lane), SCOPE_TIME_MIN,
                              SCOPE_TIME_MAX);
  while (scope_interval_cursor_next (&cursor, &interval, NULL))
    if (interval.code == SCOPE_CODE_WOKEN && interval.ref != 0)
      ready = interval;
  scope_interval_cursor_clear (&cursor);
  g_assert_cmpint (ready.to, >, ready.from);
  select_interval (f, "thread:1/7", ready.from);
  assert_says (f, "ready: woken", "Why Is It Not Running?", "Ready", "Woken By", "Runs");
  check_shape (f);
  take_picture (f, "ready");
  scope_view_clear_selection (f->view);
  assert_says (f, "Trace", "Arguments");
  g_assert_null (row_of (f, "Woken By"));
}

/* A collection: its generation, how much of it was waiting, and for whom; what it copied. */
static void
test_collection (Fixture *f, gconstpointer data)
{
  select_interval (f, "processor:1/1", 2491121);
  assert_says (f, "Interval", "GC", "Garbage Collection", "Generation 1, 242 µs", "60.1 µs of it", "Asked For", "Copied", "45.4 kB",
               "HEC 1", "Last to Stop", "thread", "Waited ");
  check_shape (f);
  take_picture (f, "collection");
  /* It goes with the selection. */
  scope_view_clear_selection (f->view);
  assert_says (f, "Trace", "Arguments");
  g_assert_null (row_of (f, "Copied"));
}

static gboolean
is_sender_chosen (gpointer data)
{
  Fixture *f = data;
  ScopeLaneId lane, sender = lane_of (f, "thread:3/1");

  return scope_view_get_selected_lane (f->view, &lane) && lane.machine == sender.machine && lane.kind == sender.kind
         && lane.index == sender.index;
}

static gboolean
can_follow (gpointer data)
{
  return g_action_group_get_action_enabled (scope_timeline_get_actions (data), "follow-back");
}

/* By key and menu, as by the inspector's rows: of the wait of test_wait(). */
static void
test_actions (Fixture *f, gconstpointer data)
{
  static const char *const names[] = { "follow-back", "go-to-waker" };
  GtkWidget *timeline = g_object_new (SCOPE_TYPE_TIMELINE, NULL);
  ScopeView *own = f->view;

  gtk_window_set_child (GTK_WINDOW (f->window), timeline);
  scope_timeline_set_trace (SCOPE_TIMELINE (timeline), f->trace);
  f->view = scope_timeline_get_view (SCOPE_TIMELINE (timeline));
  g_assert_false (can_follow (timeline));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      select_interval (f, "thread:1/14", 36000000);
      g_assert_true (gui_wait (can_follow, timeline));
      g_action_group_activate_action (scope_timeline_get_actions (SCOPE_TIMELINE (timeline)), names[i], NULL);
      g_assert_true (gui_wait (is_sender_chosen, f));
    }
  f->view = own;
}

/* A mark is said, in the program's words, and whose it is; between two of them there is none. */
static void
test_mark (Fixture *f, gconstpointer data)
{
  gint64 time;

  g_assert_true (scope_go_to_find_mark (f->trace, "caps 4", G_MININT64, &time, NULL, NULL));
  scope_view_select_range (f->view, time, time);
  assert_says (f, "Mark", "caps 4", "ms · thread 4");
  g_signal_emit_by_name (gtk_widget_get_parent (row_of (f, "caps 4")), "row-activated", row_of (f, "caps 4"));
  assert_says (f, "Interval", "running", "thread 4");
  scope_view_clear_selection (f->view);
  scope_view_select_range (f->view, 0, 2 * time);
  assert_says (f, "Marks", "caps 1", "caps 4");
  scope_view_select_range (f->view, time + 1, time + 1);
  assert_says (f, "Selection", "Trace");
  g_assert_null (row_of (f, "caps"));
}

/* A note that was clicked, or gone to: its words and time, and buttons that speak of this one, not of a shorter one within. */
static void
take_button (GtkWidget *widget, gpointer data)
{
  g_autofree char *name = GTK_IS_BUTTON (widget) ? g_strdup (gtk_widget_get_tooltip_text (widget)) : NULL;

  if (g_strcmp0 (name, "Remove the Note") == 0)
    *(GtkWidget **) data = widget;
}

static void
test_note (Fixture *f, gconstpointer data)
{
  ScopeNotes *notes = scope_view_get_notes (f->view);
  ScopeNote *wide = scope_notes_add (notes, 2000000, 30000000, "why so slow?\nask Ann", SCOPE_NOTE_GREEN), *other;
  GtkWidget *button = NULL;
  guint nameless;
  g_autofree char *text = NULL;

  scope_notes_add (notes, 2500000, 2600000, "a short one", SCOPE_NOTE_RED);
  scope_view_go_to (f->view, NULL, 2000000, 30000000);
  assert_says (f, "Note", "why so slow?\nask Ann", "for 28.0 ms");
  text = all_text (f);
  g_assert_null (strstr (text, "a short one"));
  g_assert_true (scope_notes_touching (notes, 2000000, 30000000) == wide);
  check_shape (f);
  gui_check_names (f->inspector, &nameless);
  g_assert_cmpuint (nameless, ==, 0);
  take_picture (f, "note");

  /* What is written is told at once; another of the same time beside it. */
  scope_notes_change (notes, wide, 2000000, 30000000, "since the swap", SCOPE_NOTE_GREEN);
  assert_says (f, "since the swap");
  other = scope_notes_add (notes, 2000000, 30000000, "second", SCOPE_NOTE_BLUE);
  assert_says (f, "Notes", "since the swap", "second");
  scope_notes_remove (notes, other);
  gui_foreach (f->inspector, take_button, &button);
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpuint (scope_notes_get_n (notes), ==, 1);
  g_assert_cmpstr (scope_note_get_text (scope_notes_get (notes, 0)), ==, "a short one");
  g_assert_null (row_of (f, "since the swap"));
}

typedef struct
{
  guint n;
  GtkWidget *scroller;
} Frames;

static gboolean
count_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  return ++((Frames *) data)->n < 20 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static gboolean
frames_are_over (gpointer data)
{
  return ((Frames *) data)->n >= 20;
}

static void
take_scroller (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_SCROLLED_WINDOW (widget))
    *(GtkWidget **) data = widget;
}

#define HEIGHT 100 /* the first row to go on from is below it */

static gboolean
can_scroll (gpointer adjustment)
{
  return gtk_adjustment_get_upper (adjustment) > gtk_adjustment_get_page_size (adjustment)
         && gtk_adjustment_get_page_size (adjustment) == HEIGHT;
}

static gboolean
is_first_focused (gpointer data)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (((Fixture *) data)->window));

  return focus != NULL && focus == row_of (data, "State");
}

/* A row far down is followed, by pointer or by key: what is new is told from its top, with its heading. */
static void
test_scrolled (Fixture *f, gconstpointer data)
{
  Frames frames = { 0 };
  GtkAdjustment *adjustment;
  GtkWidget *row;

  gtk_widget_set_valign (f->inspector, GTK_ALIGN_START);
  select_interval (f, "thread:1/14", 36000000);
  assert_says (f, "Why Is It Waiting?", "← 3:1");
  gui_foreach (f->inspector, take_scroller, &frames.scroller);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (frames.scroller), HEIGHT);
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (frames.scroller));
  row = row_of (f, "← 3:1");
  g_assert_true (gui_wait (can_scroll, adjustment));
  g_assert_true (gtk_widget_grab_focus (row));
  gtk_adjustment_set_value (adjustment, 1e6);
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), >, 0);
  g_signal_emit_by_name (gtk_widget_get_parent (row), "row-activated", row);
  assert_says (f, "running", "3:1");
  g_assert_true (gui_wait (is_first_focused, f));
  gtk_widget_add_tick_callback (f->inspector, count_frame, &frames, NULL);
  g_assert_true (gui_wait (frames_are_over, &frames));
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, 0);
}

/* Why a HEC is idle: the causes, whose doing it was, who was ready meanwhile and where, how many others ran. */
static void
test_idle (Fixture *f, gconstpointer data)
{
  gint64 first, last;
  guint nameless;

  select_interval (f, "processor:1/1", 6300000);
  assert_says (f, "idle", "Why Is HEC 1 Idle?", "Threads wait for something that another one has yet to do", "thread 2 “worker_1”", "of this time",
               "Ready Meanwhile", "Running Meanwhile", " of 6 on average");
  check_shape (f);
  gui_check_names (f->inspector, &nameless);
  g_assert_cmpuint (nameless, ==, 0);
  take_picture (f, "idle");
  /* The same of a stretch that has idle time in it, and nothing of who ran all the time. */
  scope_trace_range (f->trace, &first, &last);
  scope_view_select_range (f->view, first, last);
  assert_says (f, "HEC 1 in the Selection", "Why Is HEC 1 Idle?", "Only One Ran");
}

/* No lane is chosen: what all processors did in the range, and what was collected and made of sparks. */
static void
test_selection (Fixture *f, gconstpointer data)
{
  gint64 first, last;

  scope_trace_range (f->trace, &first, &last);
  scope_view_choose_range (f->view, first, last);
  assert_says (f, "Selection", "running", "idle", "%)", "Garbage Collections", ", the longest ", "Sparks Created", "Sparks Converted");
  scope_view_clear_selection (f->view);
  assert_says (f, "Trace", "Runtime");
}

static void
test_selected_messages (Fixture *f, gconstpointer data)
{
  scope_view_choose_range (f->view, 30000000, 60000000);
  assert_says (f, "Selection", "Messages", "on their way on average");
}

/* In a time in which samples fell: the stack that most of them had, from its top; in another one nothing of them. */
static void
test_samples (Fixture *f, gconstpointer data)
{
  g_autofree char *text = NULL;

  select_interval (f, "processor:1/0", 2869586);
  assert_says (f, "running", "Sampled Stack", "1 sample of 1.00 ms", "Main.numbers", "Main.turn.m", "Main.turn", "Main.main.", ".hs:");
  check_shape (f);
  take_picture (f, "samples");
  select_interval (f, "processor:1/0", 3600000);
  assert_says (f, "Interval", "GC", "Where Its Time Went");
  text = all_text (f);
  g_assert_null (strstr (text, "Sampled Stack"));
}

/* A processor's lane alone, with no time of it: one click says why it idled, of all of the run. */
static void
test_idle_whole (Fixture *f, gconstpointer data)
{
  ScopeLaneId lane = lane_of (f, "processor:1/1");

  scope_view_select_lane (f->view, &lane);
  assert_says (f, "Why Is HEC 1 Idle?", "of this time", "Running Meanwhile", "HEC 1", "Where Its Time Went");
  lane = lane_of (f, "thread:1/2");
  scope_view_select_lane (f->view, &lane);
  assert_says (f, "thread 2", "Where Its Time Went");
  g_assert_null (row_of (f, "Running Meanwhile"));
}

/* Others had stopped for a collection and waited for it, 3 HECs for 1.19 ms each: that is on the path, though it is not itself. */
static void
test_late (Fixture *f, gconstpointer data)
{
  select_interval (f, "processor:1/1", 200000);
  assert_says (f, "What Hung on It", "On the Critical Path", "1.19 ms of GC, which waited for it", "Kept HECs Stopped for GC", "3.57 ms");
  check_shape (f);
  select_interval (f, "thread:1/3", 200000);
  assert_says (f, "1.19 ms of GC, which waited for it", "3.57 ms");
}

/* Nobody was left who could have waited for it, and yet it kept the other HEC from work. */
static void
test_alone (Fixture *f, gconstpointer data)
{
  g_autofree char *text = NULL;

  select_interval (f, "thread:1/1", 1510000);
  assert_says (f, "On the Critical Path", "all of it", "Left HECs Idle", "60.3 µs");
  text = all_text (f);
  g_assert_null (strstr (text, "nobody"));
}

/* However narrow, no line of a text begins with a unit; the text itself is what was given. */
static void
test_figures_whole (void)
{
  static const char text[] = "Most of it is 46.9 % of all, at most < 0.1 % and 16 min 40 s, or 3 of them (-A64m, --nonmoving-gc)";
  GtkWidget *label = g_object_ref_sink (scope_label_new ("", SCOPE_LABEL_WRAP, NULL));
  guint n_lines = 0;

  gtk_label_set_label (GTK_LABEL (label), text);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, text);
  for (int width = 40; width < 400; width += 9)
    {
      g_autoptr (PangoLayout) layout = pango_layout_copy (gtk_label_get_layout (GTK_LABEL (label)));

      pango_layout_set_width (layout, width * PANGO_SCALE);
      pango_layout_set_wrap (layout, PANGO_WRAP_WORD);
      n_lines += (guint) pango_layout_get_line_count (layout);
      for (int i = 1; i < pango_layout_get_line_count (layout); i++)
        {
          const char *line = text + pango_layout_get_line_readonly (layout, i)->start_index;

          g_assert_false (*line == '%' || g_str_has_prefix (line, "min") || g_str_has_prefix (line, "s,") || g_str_has_prefix (line, "0.1"));
          g_assert_false (g_str_has_prefix (line, "nonmoving") || g_str_has_prefix (line, "gc") || g_str_has_prefix (line, "A64m"));
        }
    }
  g_assert_cmpuint (n_lines, >, 100);
  g_object_unref (label);
}

/* An option with a path in it is broken all the same: it would reach beyond the panel. */
static void
test_long_option (void)
{
  GtkWidget *label = g_object_ref_sink (scope_label_new ("4 120 20000 +RTS -N4 -la -ol/srv/traces/of/a/program/med-gcheavy-n4-la.eventlog -RTS",
                                                         SCOPE_LABEL_WRAP_ANYWHERE, NULL));
  g_autoptr (PangoLayout) layout = pango_layout_copy (gtk_label_get_layout (GTK_LABEL (label)));
  int width, height;

  pango_layout_set_width (layout, 200 * PANGO_SCALE);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_get_pixel_size (layout, &width, &height);
  g_assert_cmpint (width, <=, 200);
  g_object_unref (label);
}

int
main (int argc, char *argv[])
{
  gui_init (&argc, &argv);
#define EDEN "tests/data/eden/generic4.parevents"
#define ERLANG "tests/data/erlang/every_all.dat"
#define GHC "tests/data/ghc/parfib-n4-la.eventlog"
  g_test_add ("/inspector/trace", Fixture, EDEN, set_up, test_trace, tear_down);
  g_test_add ("/inspector/wait", Fixture, EDEN, set_up, test_wait, tear_down);
  g_test_add ("/inspector/lanes", Fixture, EDEN, set_up, test_lanes, tear_down);
  g_test_add ("/inspector/eden-words", Fixture, EDEN, set_up, test_eden_words, tear_down);
  g_test_add ("/inspector/erlang", Fixture, ERLANG, set_up, test_erlang, tear_down);
  g_test_add ("/inspector/process-wait", Fixture, EDEN, set_up, test_process_wait, tear_down);
  g_test_add ("/inspector/message", Fixture, EDEN, set_up, test_message, tear_down);
  g_test_add ("/inspector/actions", Fixture, EDEN, set_up, test_actions, tear_down);
  g_test_add ("/inspector/note", Fixture, EDEN, set_up, test_note, tear_down);
  g_test_add ("/inspector/scrolled", Fixture, EDEN, set_up, test_scrolled, tear_down);
  g_test_add ("/inspector/mark", Fixture, "tests/data/ghc/setcaps-la.eventlog", set_up, test_mark, tear_down);
  g_test_add ("/inspector/ghc", Fixture, GHC, set_up, test_ghc, tear_down);
  g_test_add ("/inspector/idle", Fixture, "tests/data/analysis/lock_convoy.eventlog", set_up, test_idle, tear_down);
  g_test_add ("/inspector/selection", Fixture, GHC, set_up, test_selection, tear_down);
  g_test_add ("/inspector/selected-messages", Fixture, EDEN, set_up, test_selected_messages, tear_down);
  g_test_add_func ("/inspector/figures-whole", test_figures_whole);
  g_test_add_func ("/inspector/long-option", test_long_option);
  g_test_add ("/inspector/samples", Fixture, "tests/data/profile/time.eventlog", set_up, test_samples, tear_down);
  g_test_add ("/inspector/one-end", Fixture, "tests/data/erlang-counts/run.trace", set_up, test_one_end, tear_down);
  g_test_add ("/inspector/collection", Fixture, GHC, set_up, test_collection, tear_down);
  g_test_add ("/inspector/idle-whole", Fixture, "tests/data/analysis/lock_convoy.eventlog", set_up, test_idle_whole, tear_down);
  g_test_add ("/inspector/late", Fixture, "tests/data/analysis/gc_barrier.eventlog", set_up, test_late, tear_down);
  g_test_add ("/inspector/alone", Fixture, "tests/data/analysis/timer_polling.eventlog", set_up, test_alone, tear_down);
  return g_test_run ();
}
