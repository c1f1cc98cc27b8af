/* scope-help.c: see scope-help.h. A page is a title and a few paragraphs; what follows "$ " is to be typed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/dialogs/scope-help.h"

#include "app/kit/scope-go-with-parent.h"

#include <glib/gi18n.h>

#define MAX_PARAGRAPHS 8

struct _ScopeHelp
{
  AdwWindow parent_instance;
};

G_DEFINE_FINAL_TYPE (ScopeHelp, scope_help, ADW_TYPE_WINDOW)

static const struct
{
  const char *name, *title;
  const char *paragraphs[MAX_PARAGRAPHS];
} pages[] = {
  { "record",
    N_("Recording a Trace"),
    { N_("A Haskell program writes a trace if it is linked and run like this:"),
      "$ ghc -threaded -eventlog -rtsopts Main.hs",
      "$ ./Main +RTS -N4 -l -RTS",
      N_("This creates Main.eventlog. GHC before 9.4 needs -eventlog; later versions do not."),
      N_("An Eden program does the same, and packs the traces of all machines into one .parevents archive:"),
      "$ ./Main +RTS -N8 -ls -RTS",
      N_("Open the file with Open, drop it on the window, or double-click it. Several files opened together are "
         "shown as one run. You can also open folders of eventlogs, and files packed with gzip.") } },
  { "record-erlang",
    N_("Recording an Erlang Program"),
    { N_("The recorder, lanescope.erl, is in share/lanescope/erlang where Lanescope is installed. With a copy of it in the "
         "current folder, type in the Erlang shell:"),
      "$ c(lanescope).",
      "$ lanescope:profile(\"my.trace\", {my_module, main, []}, [all]).",
      N_("This calls the function and returns its result. The trace shows the process that called it and all "
         "processes started from there. Open my.trace."),
      N_("lanescope:start/2 and stop/0 record a system that is already running. lanescope:print(\"here\") puts a "
         "label into the trace. The head of lanescope.erl explains all options. They include those of Percept2 and "
         "Schedplot."),
      N_("To follow it while it runs:"),
      "$ lanescope:profile({tcp, 4711}, {my_module, main, []}, [all, {delay, 5000}]).",
      "$ lanescope --follow tcp://localhost:4711" } },
  { "record-simulation",
    N_("Recording a Simulation"),
    { N_("gem5 writes what every core executes and what its caches do as text. Packed with gzip, the text is a tenth "
         "as large. It opens without being unpacked:"),
      "$ gem5.opt --debug-flags=Exec,Cache --debug-file=trace.out.gz config.py …",
      N_("Each core gets a lane that unfolds into its call stack. The trace shows misses, barriers, waits for locks, "
         "and lines that cores take from each other. Times are exact to the picosecond, and in cycles of the core."),
      N_("Lanescope also reads the XML form, pipeline logs of O3PipeView and Kanata, and branches of real machines "
         "recorded by Intel PT:"),
      "$ perf record -e intel_pt//u ./program && perf script --itrace=b > branches.txt" } },
  { "picture",
    N_("Reading the Picture"),
    { N_("Each row is a lane: a machine, a processor (HEC), a process or a thread over time. The legend below "
         "explains the colours and gives the share of each in the visible time. Click one to dim all others."),
      N_("Where many short intervals fall into one pixel, their colours are stacked. The height of each is its share "
         "of the time. So a lane is an exact chart from afar. Zoomed in, it shows the intervals one by one."),
      N_("Activity is the sum of all processors: green up to the line means that all of them are running. The band above "
         "shows how many threads are ready, that is, could run if there were a free processor."),
      N_("Arrows are messages. Many messages between the same lanes are drawn as one arrow with their number. Time "
         "that could not be read is hatched, and time that was not recorded is empty. Neither is ever shown as idle."),
      N_("Click a triangle in the names column to fold a lane. Show chooses machines, processors, processes or "
         "threads. Rows sorts and filters them."),
      N_("A pinned row (right-click, Pin to Top) stays at the top while the others scroll.") } },
  { "moving",
    N_("Navigation"),
    { N_("Ctrl and the wheel zoom around the pointer. Shift and the wheel move in time. The wheel alone scrolls "
         "lanes. W, S, A and D do the same from the keyboard. F zooms to the selection; 0 shows everything."),
      N_("Drag with the left button to select a range. Its edges snap to intervals, and the panels can show the "
         "selection alone. A click selects an interval; a double click zooms to it. Alt+Left goes back to the last "
         "view."),
      N_("Drag with the middle button, or with Space held, to move. Ctrl+L goes to a time, Ctrl+F searches names, labels, "
         "marks, messages and events. All keys: Ctrl+?"),
      N_("Calipers (C) are two cursors. Drag them, or move the blue one from edge to edge with < and >. X switches "
         "to the other one. They snap unless you hold Shift. The Calipers panel shows what lies between them: "
         "cycles, instructions, misses, the time of functions. Esc removes them."),
      N_("A search for “>50ms”, “<2us” or “10ms..20ms” finds intervals of that length: “blocked >50ms”, “GC >5ms”. "
         "“size>100” finds events with such a number in a field. Hits are ticks in the overview. F3 goes to the next "
         "hit.") } },
  { "findings",
    N_("How to Read Findings"),
    { N_("The bar in Findings is the time of all processors: their number times the length of the run. At every instant a processor is in "
         "exactly one part, so nothing is left out and nothing counts twice. Click a part: its intervals are listed, the longest first."),
      N_("Below are the things that stand out, the dearest first. The share beside each is how much of that time it costs. Select one: "
         "it says what happened, what to change, and the figures that it rests on. Show goes to where it is to be seen."),
      N_("Shares overlap: one cause may show in two findings. Begin with the first; after a change the others may be gone."),
      N_("“The run would be a fifth shorter” is a prediction. The run is replayed as it was recorded, with that one thing otherwise. What "
         "If asks for other changes and for several at once, and says what limits the run then. It cannot know what depends on the "
         "schedule, such as who takes which spark, and names such doubts."),
      N_("Waited For says whose fault the waiting was. If a waits for b and b for c, what c did meanwhile gets the time of both: directly "
         "that of b, handed on that of a."),
      N_("The critical path is the chain of events that set how long the run took. What is not on it can become quicker without any "
         "effect."),
      N_("Names say more than numbers. A Haskell program names what a thread runs by a marker:"),
      "$ traceMarkerIO \"label:parse\"" } },
  { "why",
    N_("Why Is It Waiting?"),
    { N_("Select a blocked interval. The inspector shows what it waited for, and who ended the wait. Follow Back (B) "
         "walks from waker to waker, until it reaches a received message or a stretch of running."),
      N_("Statistics shows the time per state and reason: of the whole trace, the visible range or the selection. "
         "Intervals lists the longest of each kind: collections, waits, and times when nothing was running."),
      N_("“Its wake-up goes back to” names who began a chain of wake-ups. Who took the time stands under Who Kept It "
         "Waiting.") } },
  { "notes",
    N_("Notes and Pictures"),
    { N_("N adds a note over the selected range, or at the pointer. Click its flag in the ruler to edit it. Notes "
         "are stored beside the trace, and come back when you open the trace again. The trace itself is never "
         "changed. You can export notes as text and import them into the same trace elsewhere."),
      N_("Between two notes: click the flag of one, and the flag of the other with Shift. F zooms to it."),
      N_("Export Picture in the main menu saves the visible range, the selection or the whole trace as PNG, SVG or "
         "PDF. Copy Picture puts it on the clipboard.") } },
  { "live",
    N_("While It Runs"),
    { N_("Follow shows a program while it runs: a log that grows, a FIFO, or a socket. GHC 9.2 and later can write "
         "twice a second. Earlier versions write 2 MiB per processor at a time."),
      "$ ./Main +RTS -N4 -l --eventlog-flush-interval=0.5 -RTS",
      "$ lanescope --follow Main.eventlog",
      N_("Now stays at the right edge. If you pan or zoom elsewhere, the view stays there; Now or End goes back. "
         "Zooming at the edge changes how much is shown. The shaded part at the right is not known yet."),
      N_("Ctrl+M adds a note at the current time. A script can do the same:"),
      "$ gapplication action org.lanescope.Lanescope mark \"'phase 2'\"",
      "$ gapplication action org.lanescope.Lanescope stop-following" } },
  { "shell",
    N_("Without a Window"),
    { N_("lanescope-cli answers the same questions in a shell, as text, CSV or JSON:"),
      "$ lanescope-cli stats run.eventlog",
      "$ lanescope-cli dump intervals --lane processor:1/0 run.eventlog",
      "$ lanescope-cli export -o run.svg run.eventlog",
      "$ lanescope-cli scale run-n1.eventlog run-n2.eventlog run-n4.eventlog",
      N_("See its manual page for more:"),
      "$ man lanescope-cli" } },
};

static GtkWidget *
make_paragraph (const char *text)
{
  gboolean typed = g_str_has_prefix (text, "$ ");
  GtkWidget *label = gtk_label_new (typed ? text + 2 : _(text));

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), typed); /* to be copied */
  gtk_widget_add_css_class (label, typed ? "help-typed" : "body");
  return label;
}

static GtkWidget *
make_page (guint i)
{
  GtkWidget *scroller = gtk_scrolled_window_new (), *clamp = adw_clamp_new (), *title = gtk_label_new (_(pages[i].title));
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  gtk_widget_add_css_class (title, "title-2");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_box_append (GTK_BOX (box), title);
  for (guint k = 0; k < MAX_PARAGRAPHS && pages[i].paragraphs[k] != NULL; k++)
    gtk_box_append (GTK_BOX (box), make_paragraph (pages[i].paragraphs[k]));
  gtk_widget_set_margin_top (box, 18);
  gtk_widget_set_margin_bottom (box, 24);
  gtk_widget_set_margin_start (box, 24);
  gtk_widget_set_margin_end (box, 24);
  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), 560);
  adw_clamp_set_child (ADW_CLAMP (clamp), box);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), clamp);
  return scroller;
}

static void
take_focus (GtkWidget *sidebar)
{
  gtk_widget_child_focus (sidebar, GTK_DIR_TAB_FORWARD);
}

static void
scope_help_class_init (ScopeHelpClass *klass)
{
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
scope_help_init (ScopeHelp *self)
{
  GtkWidget *whole = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *pair = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *stack = gtk_stack_new (), *sidebar = gtk_stack_sidebar_new ();

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    gtk_stack_add_titled (GTK_STACK (stack), make_page (i), pages[i].name, _(pages[i].title));
  gtk_stack_sidebar_set_stack (GTK_STACK_SIDEBAR (sidebar), GTK_STACK (stack));
  gtk_widget_set_size_request (sidebar, 190, -1);
  gtk_widget_set_hexpand (stack, TRUE);
  gtk_widget_set_vexpand (pair, TRUE);
  gtk_box_append (GTK_BOX (pair), sidebar);
  gtk_box_append (GTK_BOX (pair), gtk_separator_new (GTK_ORIENTATION_VERTICAL));
  gtk_box_append (GTK_BOX (pair), stack);
  gtk_box_append (GTK_BOX (whole), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (whole), pair);
  adw_window_set_content (ADW_WINDOW (self), whole);
  gtk_window_set_title (GTK_WINDOW (self), _("Lanescope Help"));
  scope_go_with_parent (GTK_WINDOW (self));
  gtk_window_set_default_size (GTK_WINDOW (self), 820, 560);
  /* Not on what is to be typed, which would be selected. */
  g_signal_connect (sidebar, "map", G_CALLBACK (take_focus), NULL);
}

ScopeHelp *
scope_help_new (GtkWindow *parent)
{
  return g_object_new (SCOPE_TYPE_HELP, "transient-for", parent, NULL);
}
