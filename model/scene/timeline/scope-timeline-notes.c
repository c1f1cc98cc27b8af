/* scope-timeline-notes.c: the person's notes over the timeline: a flag with its words in the ruler, a range shaded.
 *
 *          ▏words of the note▕            a flag as wide as its words, or as its range if that is wider
 *     ─────┬─────────────────┬─────       ruler
 *          ┊░░░░░░░░░░░░░░░░░┊            range: 9 % of the colour, dashed edges; at a time: one dashed line
 *
 * Flags that would lie on each other lose their words, and of several on one pixel one is drawn: so a hundred thousand
 * notes cost no more than the plot has pixels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-timeline-scene-private.h"

#include <math.h>
#include <string.h>

#define FLAG_HEIGHT 12.0
#define FLAG_WIDTH 7.0   /* without words */
#define WORDS_MAX 140.0
#define WORDS_MIN 26.0
#define WORDS_SIZE 9.5
#define REACH 5.0        /* pixels beside a line that still count as on it */

static const struct
{
  ScopeColour colour, words;
} colours[SCOPE_N_NOTE_COLOURS] = {
  [SCOPE_NOTE_YELLOW] = { 0xfff6d32d, 0xff1a1a1a }, [SCOPE_NOTE_BLUE] = { 0xff1c71d8, 0xffffffff },
  [SCOPE_NOTE_GREEN] = { 0xff33d17a, 0xff1a1a1a },  [SCOPE_NOTE_ORANGE] = { 0xffffa348, 0xff1a1a1a },
  [SCOPE_NOTE_RED] = { 0xffc01c28, 0xffffffff },    [SCOPE_NOTE_PURPLE] = { 0xff813d9c, 0xffffffff },
};

/* On paper without colour: black. */
static ScopeColour
note_colour (ScopeTimelineBuild *b, ScopeNote *note)
{
  return b->palette == scope_palette_get (SCOPE_PALETTE_PRINT) ? b->palette->strong_text
                                                                : colours[scope_note_get_colour (note)].colour;
}

static ScopeColour
words_colour (ScopeTimelineBuild *b, ScopeNote *note)
{
  return b->palette == scope_palette_get (SCOPE_PALETTE_PRINT) ? b->palette->canvas
                                                                : colours[scope_note_get_colour (note)].words;
}

/* Edges in the scene, a little outside the plot at most. FALSE if nothing of it is in view. */
static gboolean
place (ScopeTimelineBuild *b, ScopeNote *note, double *x0, double *x1)
{
  *x0 = scope_viewport_time_to_x (b->viewport, scope_note_get_from (note));
  *x1 = scope_viewport_time_to_x (b->viewport, scope_note_get_to (note));
  if (*x1 < 0 || *x0 > b->width)
    return FALSE;
  *x0 = floor (b->x + MAX (*x0, -4)) + 0.5;
  *x1 = floor (b->x + MIN (*x1, b->width + 4)) + 0.5;
  return TRUE;
}

static void
add_edge (ScopeTimelineBuild *b, double x, ScopeColour colour)
{
  ScopeItem *line = scope_scene_line (b->scene, x, b->y, x, b->y + b->height, 1, colour);

  line->dash = 4;
}

void
scope_timeline_add_note_ranges (ScopeTimelineBuild *b)
{
  ScopeNotes *notes = scope_view_get_notes (b->view);
  guint n = scope_notes_get_n (notes);
  double last = -G_MAXDOUBLE;

  if (n == 0)
    return;
  scope_scene_add_group (b->scene, NULL, SCOPE_NONE, b->x, b->y, b->width, b->height);
  for (guint i = 0; i < n; i++)
    {
      ScopeNote *note = scope_notes_get (notes, i);
      ScopeColour colour = note_colour (b, note);
      double x0, x1;

      if (!place (b, note, &x0, &x1))
        continue;
      if (x1 - x0 >= 1)
        {
          scope_scene_rect (b->scene, x0, b->y, x1 - x0, b->height, scope_colour_alpha (colour, 0.09));
          add_edge (b, x1, colour);
        }
      if (x0 > last)
        add_edge (b, x0, colour);
      last = x0;
    }
}

/* The first line of a note's text; free with g_free(). */
static char *
first_line (ScopeNote *note)
{
  const char *text = scope_note_get_text (note), *end = strchr (text, '\n');

  return end != NULL ? g_strndup (text, (gsize) (end - text)) : g_strdup (text);
}

/* Where the next flag begins, or the plot's end. */
static double
room_after (ScopeTimelineBuild *b, ScopeNotes *notes, guint i, double x0)
{
  double end = b->x + b->width;

  for (i++; i < scope_notes_get_n (notes); i++)
    {
      double x = b->x + scope_viewport_time_to_x (b->viewport, scope_note_get_from (scope_notes_get (notes, i)));

      if (x > x0 + 1)
        return MIN (x, end) - x0;
    }
  return end - x0;
}

static void
add_flag (ScopeTimelineBuild *b, ScopeNote *note, double x0, double x1, double room)
{
  g_autofree char *words = first_line (note);
  double width = MIN (scope_text_width (words, WORDS_SIZE) + 8, WORDS_MAX), top = b->y - FLAG_HEIGHT;

  /* Of a range whose beginning is out of view the words still stand in view. */
  x0 = MAX (x0, b->x);
  width = MIN (MAX (width, x1 - x0), MAX (room - 1, FLAG_WIDTH));
  if (width < WORDS_MIN)
    {
      /* A pennant. */
      float points[] = { x0 - 0.5, top, x0 + FLAG_WIDTH, top + 4, x0 - 0.5, top + 8 };

      scope_scene_polygon (b->scene, points, 3, note_colour (b, note));
      scope_scene_line (b->scene, x0, top, x0, b->y, 1, note_colour (b, note));
      return;
    }
  scope_scene_rect (b->scene, x0 - 0.5, top, width, FLAG_HEIGHT, note_colour (b, note));
  scope_scene_text_item (b->scene, words, x0 + 3, top, width - 6, FLAG_HEIGHT, WORDS_SIZE, words_colour (b, note),
                         SCOPE_ALIGN_START)
      ->ellipsis = TRUE;
}

void
scope_timeline_add_note_flags (ScopeTimelineBuild *b)
{
  ScopeNotes *notes = scope_view_get_notes (b->view);
  guint n = scope_notes_get_n (notes);
  double last = -G_MAXDOUBLE;

  if (n == 0)
    return;
  scope_scene_add_group (b->scene, NULL, SCOPE_NONE, b->x, b->y - b->ruler_height, b->width, b->ruler_height);
  for (guint i = 0; i < n; i++)
    {
      ScopeNote *note = scope_notes_get (notes, i);
      double x0, x1;

      if (!place (b, note, &x0, &x1) || x0 <= last + 1)
        continue;
      add_flag (b, note, x0, x1, room_after (b, notes, i, x0));
      last = x0;
    }
  scope_scene_set_group (b->scene, 0);
}

ScopeNote *
scope_timeline_note_at (ScopeView *view, double x)
{
  const ScopeViewport *viewport = scope_view_get_viewport (view);
  ScopeNotes *notes = scope_view_get_notes (view);
  gint64 from = scope_viewport_x_to_time (viewport, x - REACH), to = scope_viewport_x_to_time (viewport, x + REACH);
  ScopeNote *before;

  if (scope_notes_get_n (notes) == 0)
    return NULL;
  if (scope_notes_touching (notes, from, to) != NULL)
    return scope_notes_touching (notes, from, to);
  /* On the words of a flag that begins to the left. */
  before = scope_notes_previous (notes, from);
  if (before != NULL)
    {
      g_autofree char *words = first_line (before);
      double begin = scope_viewport_time_to_x (viewport, scope_note_get_from (before));

      if (x - begin <= MIN (scope_text_width (words, WORDS_SIZE) + 8, WORDS_MAX))
        return before;
    }
  return NULL;
}
