/* scope-timeline-lines.c: messages as lines between rows, one by one or in bundles.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-timeline-private.h"

#include <math.h>
#include <string.h>

#define MAX_BUNDLES_DRAWN 1500u
#define MAX_ARROWS 200u
#define MAX_COUNTS 24u

typedef struct
{
  guint from_row, to_row;
  double x0, x1; /* of the plot */
  guint32 count;
  guint8 reversed, system, sent, received;
} Line;

/* Rows of processes by number: looked for once. */
typedef struct
{
  ScopeTimelineBuild *b;
  GHashTable *rows;      /* machine << 32 | process → row + 1 */
  GHashTable **numbers;  /* per machine: process number → index + 1 */
  guint n_machines;
} Ends;

static guint32
process_index (Ends *ends, guint32 machine, guint32 process)
{
  GHashTable *numbers = ends->numbers[machine];
  gpointer found;

  if (numbers == NULL)
    {
      ScopeMachine *m = scope_trace_machine (ends->b->trace, machine);
      guint32 n = scope_machine_n_entities (m, SCOPE_KIND_PROCESS);

      numbers = ends->numbers[machine] = g_hash_table_new (NULL, NULL);
      for (guint32 i = 0; i < n; i++)
        g_hash_table_insert (numbers,
                             GUINT_TO_POINTER ((guint) scope_machine_entity (m, SCOPE_KIND_PROCESS, i)->number),
                             GUINT_TO_POINTER (i + 1));
    }
  found = g_hash_table_lookup (numbers, GUINT_TO_POINTER (process));
  return found != NULL ? GPOINTER_TO_UINT (found) - 1 : SCOPE_NONE;
}

static guint
end_row (Ends *ends, guint32 machine, guint32 process)
{
  gint64 key = (gint64) machine << 32 | process;
  gpointer found;
  guint32 index;
  ScopeLaneId lane;
  guint row;

  if (machine >= ends->n_machines)
    return SCOPE_NONE;
  found = g_hash_table_lookup (ends->rows, &key);
  if (found != NULL)
    return GPOINTER_TO_UINT (found) - 2;
  index = process_index (ends, machine, process);
  lane = (ScopeLaneId) { machine, index != SCOPE_NONE ? SCOPE_KIND_PROCESS : SCOPE_KIND_MACHINE,
                         index != SCOPE_NONE ? index : 0 };
  row = scope_lane_list_find (ends->b->lanes, lane, TRUE);
  /* Only processors are shown: the first of the machine stands for it. */
  if (row == SCOPE_NONE)
    row = scope_lane_list_find (ends->b->lanes, (ScopeLaneId) { machine, SCOPE_KIND_PROCESSOR, 0 }, FALSE);
  g_hash_table_insert (ends->rows, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (row + 2));
  return row;
}

static void
add_or_join (GArray *lines, GHashTable *joined, const Line *line, gboolean join)
{
  if (join)
    {
      gint64 slot = (gint64) CLAMP (floor (line->x0 / SCOPE_OVERLAY_SLOT), -(1 << 20), 1 << 20) + (1 << 20);
      gint64 key = (gint64) line->from_row << 43 ^ (gint64) line->to_row << 23 ^ slot << 1 ^ line->reversed;
      gpointer found = g_hash_table_lookup (joined, &key);

      if (found != NULL)
        {
          Line *old = &g_array_index (lines, Line, GPOINTER_TO_UINT (found) - 1);
          double n = old->count, m = line->count;

          old->x0 = (old->x0 * n + line->x0 * m) / (n + m);
          old->x1 = (old->x1 * n + line->x1 * m) / (n + m);
          old->count += line->count;
          return;
        }
      g_hash_table_insert (joined, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (lines->len + 1));
    }
  g_array_append_vals (lines, line, 1);
}

static gboolean
row_beside (ScopeTimelineBuild *b, guint row)
{
  return row < b->first_row || row >= b->end_row;
}

static GArray *
collect (ScopeTimelineBuild *b)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (Line));
  g_autoptr (GHashTable) joined = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  Ends ends = { .b = b, .n_machines = scope_trace_n_machines (b->trace) };

  ends.rows = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  ends.numbers = g_new0 (GHashTable *, ends.n_machines + 1);
  for (guint i = 0; i < b->overlay->messages->len; i++)
    {
      const ScopeMessageLine *m = &g_array_index (b->overlay->messages, ScopeMessageLine, i);
      Line line = { end_row (&ends, m->from_machine, m->from_process), end_row (&ends, m->to_machine, m->to_process),
                    scope_viewport_time_to_x (b->viewport, m->send),
                    scope_viewport_time_to_x (b->viewport, m->receive), m->count, m->reversed, m->system, m->sent,
                    m->received };

      /* Both ends inside one folded row are counted, not drawn. */
      if (line.from_row == SCOPE_NONE || line.to_row == SCOPE_NONE || line.from_row == line.to_row)
        continue;
      if ((line.from_row < b->first_row && line.to_row < b->first_row)
          || (line.from_row >= b->end_row && line.to_row >= b->end_row))
        continue;
      if (MAX (line.x0, line.x1) < 0 || MIN (line.x0, line.x1) > b->width)
        continue;
      if (row_beside (b, line.from_row) && row_beside (b, line.to_row) && line.x0 > b->width)
        continue;
      add_or_join (lines, joined, &line, b->overlay->bundled);
    }
  for (guint i = 0; i < ends.n_machines; i++)
    g_clear_pointer (&ends.numbers[i], g_hash_table_unref);
  g_free (ends.numbers);
  g_hash_table_unref (ends.rows);
  return lines;
}

static int
compare_counts (gconstpointer a, gconstpointer b)
{
  const Line *x = a, *y = b;

  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return x->x0 < y->x0 ? -1 : x->x0 > y->x0;
}

/* The ends far outside are brought near, along the line: floats and presenters like that better. */
static void
shorten (double *x0, double *y0, double *x1, double *y1, double low, double high)
{
  for (guint pass = 0; pass < 2; pass++)
    {
      double *x = pass == 0 ? x0 : x1, *y = pass == 0 ? y0 : y1;
      double ox = pass == 0 ? *x1 : *x0, oy = pass == 0 ? *y1 : *y0;
      double limit = *x < low ? low : *x > high ? high : *x;

      if (limit == *x || ox == *x)
        continue;
      *y += (oy - *y) * (limit - *x) / (ox - *x);
      *x = limit;
    }
}

static double
row_y (ScopeTimelineBuild *b, guint row, gboolean towards_lower)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  double inset = MIN (node->bar_height / 4, 4);

  return scope_timeline_bar_y (b, node) + (towards_lower ? node->bar_height - inset : inset);
}

static void
draw (ScopeTimelineBuild *b, const Line *line, gboolean arrow)
{
  gboolean down = line->to_row > line->from_row;
  double x0 = b->x + line->x0, x1 = b->x + line->x1;
  double y0 = row_y (b, line->from_row, down), y1 = row_y (b, line->to_row, !down);
  double width = line->count > 1 ? 1 + log2 (line->count) / 2 : 1;
  ScopeColour colour = line->reversed ? b->palette->danger : b->palette->message;
  ScopeItem *item;

  shorten (&x0, &y0, &x1, &y1, b->x - 100, b->x + b->width + 100);
  item = scope_scene_line (b->scene, x0, y0, x1, y1, width, colour);
  item->halo = width + 2;
  item->second = b->palette->message_halo;
  item->arrow = arrow;
  item->dash = line->system ? 4 : 0;
  if (line->reversed)
    {
      item = scope_scene_text_item (b->scene, "!", (x0 + x1) / 2 - 5, (y0 + y1) / 2 - 8, 10, 16, b->font + 3, colour,
                                    SCOPE_ALIGN_CENTRE);
      item->bold = TRUE;
    }
}

/* The count beside the middle of a bundle, where no other count is. FALSE if there is no room. */
static gboolean
draw_count (ScopeTimelineBuild *b, const Line *line, GArray *taken)
{
  g_autofree char *number = scope_format_count (line->count);
  g_autofree char *text = g_strdup_printf ("×%s", number);
  gboolean down = line->to_row > line->from_row;
  double x = b->x + (line->x0 + line->x1) / 2 + 4;
  double y = (row_y (b, line->from_row, down) + row_y (b, line->to_row, !down)) / 2;
  double w = scope_text_width (text, b->font - 1) + 6, h = b->font + 3;

  if (x < b->x || x + w > b->x + b->width || y < b->y || y > b->y + b->height)
    return FALSE;
  for (guint i = 0; i + 1 < taken->len; i += 2)
    if (fabs (g_array_index (taken, float, i) - x) < 90 && fabs (g_array_index (taken, float, i + 1) - y) < 2.5 * h)
      return FALSE;
  g_array_append_vals (taken, (float[]) { (float) x, (float) y }, 2);
  scope_scene_rect (b->scene, x, y - h / 2, w, h, scope_colour_alpha (b->palette->canvas, 0.85));
  scope_scene_text_item (b->scene, text, x, y - h / 2, w, h, b->font - 1, b->palette->strong_text,
                         SCOPE_ALIGN_CENTRE);
  return TRUE;
}

void
scope_timeline_add_messages (ScopeTimelineBuild *b)
{
  g_autoptr (GArray) lines = NULL, taken = g_array_new (FALSE, FALSE, sizeof (float));
  gboolean arrows;
  guint counts = 0;

  if (!scope_view_get_messages (b->view)->show || b->overlay->messages->len == 0)
    return;
  lines = collect (b);
  /* An overlay of another scale may have more single lines than fit here. */
  g_array_sort (lines, compare_counts);
  if (lines->len > MAX_BUNDLES_DRAWN)
    g_array_set_size (lines, MAX_BUNDLES_DRAWN);
  arrows = lines->len <= MAX_ARROWS;
  scope_scene_add_group (b->scene, "Messages", SCOPE_NONE, b->x, b->y, b->width, b->height);
  /* The thickest were sorted first: draw them below the others. */
  for (guint i = 0; i < lines->len; i++)
    draw (b, &g_array_index (lines, Line, i), arrows);
  for (guint i = 0; i < lines->len && counts < MAX_COUNTS && g_array_index (lines, Line, i).count > 1; i++)
    counts += draw_count (b, &g_array_index (lines, Line, i), taken);
}
