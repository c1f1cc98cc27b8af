/* scope-call-bar.c: see scope-call-bar.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/calls/scope-call-bar.h"

#include "model/base/scope-function-kind.h"
#include "model/scene/draw/scope-pixel-batch.h"

#include <glib/gi18n.h>
#include <string.h>

#define EDGE_WIDTH 4.0 /* bars so wide have an edge of their own */
#define N_TONES 3u

/* FNV-1a: the same in every run and on every machine. */
static guint32
digest (const char *text, gsize length)
{
  guint32 h = 0x811c9dc5u;

  for (gsize i = 0; i < length; i++)
    h = (h ^ (guchar) text[i]) * 0x01000193u;
  return h ^ (h >> 15);
}

/* Hues are those of tasks, which no state has; each in three tones. */
ScopeColour
scope_call_colour (const ScopePalette *palette, const char *name)
{
  guint32 h = digest (name, strlen (name));
  ScopeColour hue = scope_palette_task (palette, h % SCOPE_N_TASK_COLOURS);
  guint tone = (h / SCOPE_N_TASK_COLOURS) % N_TONES;

  if (palette == scope_palette_get (SCOPE_PALETTE_PRINT))
    return palette->canvas; /* names alone */
  if (tone == 1)
    return scope_colour_mix (hue, 0xffffffffu, 0.28);
  if (tone == 2)
    return scope_colour_mix (hue, 0xff000000u, 0.22);
  return hue;
}

ScopeColour
scope_call_kind_colour (const ScopePalette *palette, guint kind)
{
  switch (kind)
    {
    case SCOPE_FUNCTION_KIND_USER:
      return palette->state[SCOPE_STATE_RUNNING];
    case SCOPE_FUNCTION_KIND_KERNEL:
      return palette->state[SCOPE_STATE_OUTSIDE];
    case SCOPE_FUNCTION_KIND_IDLE:
      return palette->state[SCOPE_STATE_IDLE];
    default:
      return scope_colour_mix (palette->canvas, palette->text, 0.2);
    }
}

const char *
scope_call_kind_title (guint kind)
{
  static const char *const titles[SCOPE_N_FUNCTION_KINDS] = { N_("not known"), N_("user"), N_("kernel"), N_("idle") };

  return _(titles[kind < SCOPE_N_FUNCTION_KINDS ? kind : 0]);
}

/* The state that stands for what is no call, or SCOPE_N_STATES. */
static ScopeState
state_of (ScopeCallBarKind kind)
{
  return kind == SCOPE_CALL_BAR_SUSPENDED    ? SCOPE_STATE_BLOCKED
         : kind == SCOPE_CALL_BAR_COLLECTING ? SCOPE_STATE_COLLECTING
                                         : SCOPE_N_STATES;
}

ScopeColour
scope_call_bar_colour (const ScopePalette *palette, ScopeCallBarKind kind, const char *name)
{
  switch (kind)
    {
    case SCOPE_CALL_BAR_FUNCTION:
      return scope_call_colour (palette, name != NULL ? name : "");
    case SCOPE_CALL_BAR_SUSPENDED:
    case SCOPE_CALL_BAR_COLLECTING:
      return palette->state[state_of (kind)];
    case SCOPE_CALL_BAR_MANY:
      return scope_colour_mix (palette->canvas, palette->text, 0.35);
    case SCOPE_CALL_BAR_UNKNOWN:
    default:
      return palette->canvas;
    }
}

/* "map/2" of "lists:map/2"; modules may be quoted. */
static const char *
without_module (const char *name)
{
  gboolean quoted = FALSE;

  for (const char *p = name; *p != '\0'; p++)
    if (*p == '\'')
      quoted = !quoted;
    else if (*p == ':' && !quoted && p[1] != '\0')
      return p + 1;
  return name;
}

char *
scope_call_bar_label (const char *name, double width, double font_size)
{
  const char *brief = without_module (name);
  glong n = g_utf8_strlen (brief, -1);

  if (width < SCOPE_CALL_BAR_LABEL_WIDTH)
    return g_strdup ("");
  width -= 8;
  if (scope_text_width (name, font_size) <= width)
    return g_strdup (name);
  if (scope_text_width (brief, font_size) <= width)
    return g_strdup (brief);
  for (glong keep = n - 1; keep >= 3; keep--)
    {
      g_autofree char *head = g_utf8_substring (brief, 0, keep), *text = g_strconcat (head, "…", NULL);

      if (scope_text_width (text, font_size) <= width)
        return g_steal_pointer (&text);
    }
  return g_strdup ("");
}

/* --- drawing --- */

/* Edges are lines within the bar, so that neighbours never cover each other. */
static void
add_edges (ScopeScene *scene, const ScopeCallBar *bar, ScopeColour colour, double width)
{
  double x1 = bar->x + bar->width, y1 = bar->y + bar->height;

  scope_scene_fill (scene, bar->x, bar->y, bar->width, width, colour);
  scope_scene_fill (scene, bar->x, y1 - width, bar->width, width, colour);
  if (!(bar->flags & SCOPE_CALL_BAR_CUT_LEFT))
    scope_scene_fill (scene, bar->x, bar->y, width, bar->height, colour);
  if (!(bar->flags & SCOPE_CALL_BAR_CUT_RIGHT))
    scope_scene_fill (scene, x1 - width, bar->y, width, bar->height, colour);
}

static void
add_dotted (ScopeScene *scene, const ScopeCallBar *bar)
{
  double x1 = bar->x + bar->width, y0 = bar->y + 0.5, y1 = bar->y + bar->height - 0.5;
  ScopeColour colour = scene->palette->text;

  scope_scene_dash (scene, bar->x, y0, x1, y0, colour);
  scope_scene_dash (scene, bar->x, y1, x1, y1, colour);
  if (bar->width < 2)
    return;
  if (!(bar->flags & SCOPE_CALL_BAR_CUT_LEFT))
    scope_scene_dash (scene, bar->x + 0.5, y0, bar->x + 0.5, y1, colour);
  if (!(bar->flags & SCOPE_CALL_BAR_CUT_RIGHT))
    scope_scene_dash (scene, x1 - 0.5, y0, x1 - 0.5, y1, colour);
}

static void
add_label (ScopeScene *scene, const ScopeCallBar *bar, ScopeColour ground)
{
  const ScopePalette *palette = scene->palette;
  double size = MIN (scene->font_size, bar->height - 3);
  g_autofree char *text = NULL;
  ScopeState state = state_of (bar->kind);
  ScopeColour colour = state < SCOPE_N_STATES            ? palette->on_state[state]
                       : bar->kind == SCOPE_CALL_BAR_UNKNOWN ? palette->text
                                                         : scope_colour_text_on (ground);

  if (bar->height < 10 || bar->name == NULL)
    return;
  text = scope_call_bar_label (bar->name, bar->width - bar->indent, size);
  if (*text != '\0')
    scope_scene_text_item (scene, text, bar->x + bar->indent + 4, bar->y, bar->width - bar->indent - 5, bar->height - bar->foot, size,
                           bar->flags & SCOPE_CALL_BAR_DIM ? palette->text : colour, SCOPE_ALIGN_START);
}

void
scope_call_bar_add (ScopeScene *scene, const ScopeCallBar *bar)
{
  const ScopePalette *palette = scene->palette;
  ScopeColour colour = bar->colour != 0 && bar->kind == SCOPE_CALL_BAR_FUNCTION ? bar->colour
                                                                                 : scope_call_bar_colour (palette, bar->kind, bar->name);
  ScopeState state = state_of (bar->kind);
  ScopeItem *item;

  if (bar->flags & SCOPE_CALL_BAR_DIM)
    colour = scope_colour_mix (palette->canvas, colour, 0.3);
  if (state < SCOPE_N_STATES && !(bar->flags & SCOPE_CALL_BAR_DIM) && bar->width >= 8)
    {
      item = scope_scene_rect (scene, bar->x, bar->y, bar->width, bar->height, colour);
      item->pattern = palette->pattern[state];
      item->second = palette->pattern_colour[state];
    }
  else
    scope_scene_fill (scene, bar->x, bar->y, bar->width, bar->height, colour);
  if (bar->kind == SCOPE_CALL_BAR_UNKNOWN || (bar->flags & SCOPE_CALL_BAR_INFERRED))
    add_dotted (scene, bar);
  else if (palette->border && bar->width >= EDGE_WIDTH)
    add_edges (scene, bar, palette->strong_text, 1);
  else if (bar->width >= EDGE_WIDTH && !(bar->flags & SCOPE_CALL_BAR_CUT_RIGHT))
    scope_scene_fill (scene, bar->x + bar->width - 1, bar->y, 1, bar->height, scope_colour_alpha (0xff000000u, 0.16));
  if (bar->flags & SCOPE_CALL_BAR_FOUND)
    add_edges (scene, bar, palette->strong_text, MIN (1.5, bar->width));
  if (bar->flags & SCOPE_CALL_BAR_CHOSEN)
    add_edges (scene, bar, palette->accent, MIN (2, bar->width));
  add_label (scene, bar, colour);
}
