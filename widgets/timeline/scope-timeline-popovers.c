/* scope-timeline-popovers.c: see scope-timeline-popovers.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/timeline/scope-timeline-popovers.h"

#include "model/scene/calls/scope-call-marks.h"
#include "model/trace/document/scope-recorded.h"
#include "widgets/draw/scope-presenter.h"
#include "widgets/kit/scope-parts.h"
#include "widgets/messages/scope-message-filter-box.h"

#include <glib/gi18n.h>

/* --- lines --- */

static gboolean
is_eden (ScopeTrace *trace, guint table)
{
  return scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN;
}

static gboolean
is_not_eden (ScopeTrace *trace, guint table)
{
  return !is_eden (trace, table);
}

static gboolean
has_messages (ScopeTrace *trace, guint table)
{
  return is_eden (trace, table) || scope_trace_has_rows (trace, SCOPE_TABLE_MESSAGES);
}

static gboolean
streams_are_drawn (ScopeView *view)
{
  const ScopeMessageFilter *filter = scope_view_get_messages (view);

  return filter->show && !filter->reversed_only && !filter->unmatched_only;
}

#define FLAG(name) SCOPE_CHOICE_FLAG, 0, G_STRUCT_OFFSET (ScopeMessageFilter, name), NULL

static const ScopeChoice lines[] = {
  { FLAG (show), N_("_Messages"), NULL, has_messages },
  { FLAG (streams), N_("_Streams as Wedges"), NULL, is_eden, 0, streams_are_drawn },
  { FLAG (rows), N_("_Rows of What Is Sent and Received"), N_("Below machines and processes, over time: what they sent to others above the line, what they received below it"), has_messages },
  { FLAG (migrations), N_("M_igrations"), N_("Threads that went from one processor to another"), is_not_eden },
  { FLAG (wakeups), N_("_Wake-Ups"), N_("Who made whom ready to run") },
};

static void
update_filter (GtkWidget *box, ScopeView *view)
{
  scope_message_filter_box_set_view (SCOPE_MESSAGE_FILTER_BOX (box), view);
  if (view == NULL)
    return;
  gtk_widget_set_visible (box, has_messages (scope_view_get_trace (view), 0));
  gtk_widget_set_sensitive (box, scope_view_get_messages (view)->show);
}

GtkWidget *
scope_lines_popover_new (void)
{
  GtkWidget *self = scope_choice_popover_new (lines, G_N_ELEMENTS (lines), NULL);

  scope_choice_popover_add (SCOPE_CHOICE_POPOVER (self), g_object_new (SCOPE_TYPE_MESSAGE_FILTER_BOX, NULL), update_filter);
  return self;
}

char *
scope_lines_popover_dup_label (ScopeView *view)
{
  if (view == NULL || !is_eden (scope_view_get_trace (view), 0))
    return g_strdup (_("Lines"));
  return g_strdup (scope_message_filter_is_narrow (scope_view_get_messages (view)) ? _("Messages (filtered)")
                                                                                    : _("Messages"));
}

/* --- columns --- */

static gboolean
has_threads (ScopeTrace *trace, guint table)
{
  for (guint i = 0; i < scope_trace_n_machines (trace); i++)
    if (scope_machine_n_entities (scope_trace_machine (trace, i), SCOPE_KIND_THREAD) > 0)
      return TRUE;
  return FALSE;
}

static gboolean
has_processors (ScopeTrace *trace, guint table)
{
  for (guint i = 0; i < scope_trace_n_machines (trace); i++)
    if (scope_machine_n_entities (scope_trace_machine (trace, i), SCOPE_KIND_PROCESSOR) > 0)
      return TRUE;
  return FALSE;
}

static gboolean
has_rows (ScopeTrace *trace, guint table)
{
  return scope_trace_has_rows (trace, (ScopeTableKind) table);
}

#define COLUMNS(value) SCOPE_CHOICE_ONE, SCOPE_LOOK_COLUMNS, value
#define COLOURS(value) SCOPE_CHOICE_ONE, SCOPE_LOOK_COLOURS, value
#define BIT(kind) (1u << (kind))
#define PATH(bits) SCOPE_CHOICE_BITS, SCOPE_LOOK_PATH, bits
#define TICKS(bits) SCOPE_CHOICE_BITS, SCOPE_LOOK_TICKS, bits

static const ScopeChoice columns[] = {
  { COLUMNS (SCOPE_COLUMNS_SHARE), N_("A Column of Short Intervals Shows"), N_("Every State by Its _Time") },
  { COLUMNS (SCOPE_COLUMNS_LARGEST), NULL, N_("Only the State With the _Largest Share") },
  { COLUMNS (SCOPE_COLUMNS_ANYTHING), NULL, N_("_Anything That Happened, However Short") },
  { COLOURS (SCOPE_COLOUR_STATE), N_("Lanes Are Coloured"), N_("By _State") },
  { COLOURS (SCOPE_COLOUR_TASK), NULL, N_("By T_hread or Process"),
    N_("Where many threads run within a pixel, the default colour stays") },
  { COLOURS (SCOPE_COLOUR_CAUSE), NULL, N_("By _Cause of Lost Time"),
    N_("Lanes say why nothing runs: ready work elsewhere, waiting for whom, only one runs, nothing to do"), has_processors },
  { PATH (SCOPE_PATH_AS_LANE), N_("Critical Path"), N_("As a _Lane"), N_("Who set how long the run took, and what was done then"), has_processors },
  { PATH (SCOPE_PATH_AS_LINE), NULL, N_("As a L_ine Through the Lanes"), NULL, has_processors },
  { SCOPE_CHOICE_BITS, SCOPE_LOOK_LEAST_MOST, TRUE, N_("Activity"), N_("L_east and Most"),
    N_("How many run at least and at most within each pixel, over how many run on average"), has_processors },
  { SCOPE_CHOICE_BITS, SCOPE_LOOK_PHASES, TRUE, N_("Phases"), N_("As a _Row"),
    N_("Stretches in which the program does the same; those that lose much more than the others stand out"), has_processors },
  { TICKS (BIT (SCOPE_TICK_THREAD)), N_("Ticks, Zoomed In to 3 µs a Pixel"), N_("Threads Created"), NULL, has_threads },
  { TICKS (BIT (SCOPE_TICK_WAKEUP)), NULL, N_("Wake-Ups"), NULL, has_rows, SCOPE_TABLE_WAKEUPS },
  { TICKS (BIT (SCOPE_INSTANT_GC_REQUEST)), NULL, N_("GC Requests"), NULL, has_rows, SCOPE_TABLE_INSTANTS },
  { TICKS (BIT (SCOPE_INSTANT_SPARK_CREATE)), NULL, N_("Sparks Created"), NULL, has_rows, SCOPE_TABLE_INSTANTS },
  { TICKS (BIT (SCOPE_INSTANT_SPARK_RUN)), NULL, N_("Sparks Run"), NULL, has_rows, SCOPE_TABLE_INSTANTS },
  { TICKS (BIT (SCOPE_INSTANT_SPARK_STEAL)), NULL, N_("Sparks Stolen"), NULL, has_rows, SCOPE_TABLE_INSTANTS },
  { TICKS (BIT (SCOPE_INSTANT_SPARK_FIZZLE) | BIT (SCOPE_INSTANT_SPARK_DUD) | BIT (SCOPE_INSTANT_SPARK_OVERFLOW)
           | BIT (SCOPE_INSTANT_SPARK_GC)),
    NULL, N_("Sparks Fizzled or Lost"), NULL, has_rows, SCOPE_TABLE_INSTANTS },
};

GtkWidget *
scope_columns_popover_new (void)
{
  return scope_choice_popover_new (columns, G_N_ELEMENTS (columns), "caption-heading");
}

/* --- calls --- */

#define GLYPH 16

static void
draw_glyph (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer kind)
{
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (area), SCOPE_TYPE_CHOICE_POPOVER);
  ScopeView *view = scope_choice_popover_get_view (SCOPE_CHOICE_POPOVER (popover));
  g_autoptr (ScopeScene) scene = NULL;

  if (view == NULL)
    return;
  scene = scope_scene_new (GLYPH, GLYPH, scope_palette_get (scope_view_get_palette (view)));
  scope_hit_add_glyph (scene, GPOINTER_TO_UINT (kind), GLYPH / 2.0, height / 2.0);
  scope_presenter_draw_sparse (cr, scene, "Sans");
}

/* The mark that is drawn stands before its name. */
static void
add_glyph (GtkWidget *popover, guint kind)
{
  GtkWidget *check = scope_choice_popover_get_check (SCOPE_CHOICE_POPOVER (popover), kind);
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4), *glyph = gtk_drawing_area_new ();

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (glyph), GLYPH);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (glyph), GLYPH);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (glyph), draw_glyph, GUINT_TO_POINTER (kind), NULL);
  scope_add_children (content, glyph, gtk_label_new (scope_hit_title (kind)), NULL);
  gtk_check_button_set_child (GTK_CHECK_BUTTON (check), content);
  scope_label_widget (check, scope_hit_title (kind));
  g_signal_connect_object (popover, "show", G_CALLBACK (gtk_widget_queue_draw), glyph, G_CONNECT_SWAPPED); /* the palette may be another */
}

G_STATIC_ASSERT (SCOPE_N_SHOWN_HITS == 9);
#define HIT(kind, heading) { SCOPE_CHOICE_BITS, SCOPE_LOOK_HITS, BIT (kind), heading, "" }

static const ScopeChoice calls[] = {
  HIT (0, N_("Marks on Calls")), HIT (1, NULL), HIT (2, NULL), HIT (3, NULL), HIT (4, NULL), HIT (5, NULL),
  HIT (6, NULL), HIT (7, NULL), HIT (8, NULL),
  { SCOPE_CHOICE_ONE, SCOPE_LOOK_CALLS_BY_KIND, FALSE, N_("Colours of Calls"), N_("By _Function") },
  { SCOPE_CHOICE_ONE, SCOPE_LOOK_CALLS_BY_KIND, TRUE, NULL, N_("User, _Kernel, Idle") },
  { SCOPE_CHOICE_BITS, SCOPE_LOOK_DEPTH_LINE, TRUE, NULL, N_("_Depth as a Line") },
};

GtkWidget *
scope_calls_popover_new (void)
{
  GtkWidget *self = scope_choice_popover_new (calls, G_N_ELEMENTS (calls), "heading");

  for (guint kind = 0; kind < SCOPE_N_SHOWN_HITS; kind++)
    add_glyph (self, kind);
  return self;
}

gboolean
scope_calls_popover_is_of_use (ScopeView *view)
{
  ScopeTrace *trace = scope_view_get_trace (view);

  for (guint m = 0; scope_trace_has_calls (trace) && m < scope_trace_n_machines (trace); m++)
    for (guint32 i = 0; i < scope_machine_n_entities (scope_trace_machine (trace, m), SCOPE_KIND_PROCESSOR); i++)
      if (scope_activations_in_lane (trace, (ScopeLaneId) { m, SCOPE_KIND_PROCESSOR, i }))
        return TRUE;
  return FALSE;
}
