/* scope-cause-look.c: see scope-cause-look.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/draw/scope-cause-look.h"

typedef enum
{
  HUE_STATE,
  HUE_ACCENT,
  HUE_TEXT,
  HUE_DANGER,
} Hue;

/* `part` of the hue lies over the canvas. */
static const struct
{
  Hue hue;
  ScopeState state;
  double part;
  ScopePattern pattern; /* in the full hue */
} looks[SCOPE_N_CAUSES] = {
  [SCOPE_CAUSE_RUNNING] = { HUE_STATE, SCOPE_STATE_RUNNING, 1, SCOPE_PATTERN_NONE },
  [SCOPE_CAUSE_GC_WORK] = { HUE_STATE, SCOPE_STATE_COLLECTING, 1, SCOPE_PATTERN_NONE },
  [SCOPE_CAUSE_GC_WAIT] = { HUE_STATE, SCOPE_STATE_COLLECTING, 0.15, SCOPE_PATTERN_HATCH },
  [SCOPE_CAUSE_FOREIGN] = { HUE_STATE, SCOPE_STATE_OUTSIDE, 1, SCOPE_PATTERN_NONE },
  [SCOPE_CAUSE_IDLE_OWN_QUEUE] = { HUE_STATE, SCOPE_STATE_RUNNABLE, 1, SCOPE_PATTERN_NONE },
  [SCOPE_CAUSE_IDLE_OTHER_QUEUE] = { HUE_STATE, SCOPE_STATE_RUNNABLE, 0.6, SCOPE_PATTERN_DIAGONALS },
  [SCOPE_CAUSE_IDLE_OTHER_MACHINE] = { HUE_STATE, SCOPE_STATE_RUNNABLE, 0.3, SCOPE_PATTERN_HATCH },
  [SCOPE_CAUSE_UNUSED] = { HUE_STATE, SCOPE_STATE_IDLE, 0.6, SCOPE_PATTERN_NONE },
  [SCOPE_CAUSE_START_RAMP] = { HUE_STATE, SCOPE_STATE_IDLE, 1, SCOPE_PATTERN_DIAGONALS },
  [SCOPE_CAUSE_END_RAMP] = { HUE_STATE, SCOPE_STATE_IDLE, 1, SCOPE_PATTERN_NONE },
  [SCOPE_CAUSE_SERIAL] = { HUE_ACCENT, SCOPE_STATE_IDLE, 0.55, SCOPE_PATTERN_NONE },
  [SCOPE_CAUSE_LATE_PRODUCER] = { HUE_STATE, SCOPE_STATE_BLOCKED, 1, SCOPE_PATTERN_NONE },
  [SCOPE_CAUSE_IN_FLIGHT] = { HUE_STATE, SCOPE_STATE_BLOCKED, 0.3, SCOPE_PATTERN_NONE },
  [SCOPE_CAUSE_DELIVERED_NOT_WOKEN] = { HUE_STATE, SCOPE_STATE_BLOCKED, 0.15, SCOPE_PATTERN_HATCH },
  [SCOPE_CAUSE_TIMER] = { HUE_TEXT, SCOPE_STATE_IDLE, 0.45, SCOPE_PATTERN_NONE },
  [SCOPE_CAUSE_FOREIGN_WAIT] = { HUE_STATE, SCOPE_STATE_OUTSIDE, 0.3, SCOPE_PATTERN_NONE },
  [SCOPE_CAUSE_NEVER] = { HUE_DANGER, SCOPE_STATE_IDLE, 0.8, SCOPE_PATTERN_NONE },
  [SCOPE_CAUSE_UNTOLD_WAIT] = { HUE_STATE, SCOPE_STATE_BLOCKED, 0.3, SCOPE_PATTERN_DIAGONALS },
  [SCOPE_CAUSE_NO_TASK] = { HUE_TEXT, SCOPE_STATE_IDLE, 0.15, SCOPE_PATTERN_NONE },
  [SCOPE_CAUSE_UNKNOWN] = { HUE_STATE, SCOPE_STATE_UNKNOWN, 0, SCOPE_PATTERN_HATCH },
};

#define HIGH_CONTRAST 7.0 /* of words, where a palette is for that */
#define PALE 0.25

ScopeColour
scope_cause_plate (const ScopePalette *palette, ScopeColour colour)
{
  double ground = scope_colour_luminance (colour) + 0.05, words = scope_colour_luminance (scope_colour_text_on (colour)) + 0.05;

  return palette->border && MAX (ground, words) < HIGH_CONTRAST * MIN (ground, words) ? palette->canvas : colour;
}

/* Where idle is as the canvas, with a border, what nothing is left for would be, too. */
static ScopeColour
full_colour (const ScopePalette *palette, Hue hue, ScopeState state)
{
  switch (hue)
    {
    case HUE_ACCENT:
      return palette->accent;
    case HUE_DANGER:
      return palette->danger;
    case HUE_TEXT:
      return palette->text;
    case HUE_STATE:
    default:
      return palette->state[state] == palette->canvas ? scope_colour_mix (palette->canvas, palette->accent, PALE) : palette->state[state];
    }
}

ScopeCauseLook
scope_cause_look (const ScopePalette *palette, ScopeCause cause)
{
  ScopeCauseLook look = { .pattern = looks[cause].pattern };
  ScopeColour full;

  g_return_val_if_fail (cause < SCOPE_N_CAUSES, look);

  if (cause == SCOPE_CAUSE_UNKNOWN)
    return (ScopeCauseLook) { palette->hatch_ground, palette->hatch_ground, palette->text, SCOPE_PATTERN_HATCH, palette->hatch };
  full = full_colour (palette, looks[cause].hue, looks[cause].state);
  look.colour = scope_colour_mix (palette->canvas, full, looks[cause].part);
  look.plate = scope_cause_plate (palette, look.colour);
  look.on_colour = scope_colour_text_on (look.plate);
  look.pattern_colour = scope_colour_mix (look.colour, looks[cause].part < 0.5 ? full : scope_colour_text_on (look.colour), 0.6);
  /* A palette without colours tells states by patterns. */
  if (look.pattern == SCOPE_PATTERN_NONE && looks[cause].hue == HUE_STATE && looks[cause].part == 1)
    {
      look.pattern = palette->pattern[looks[cause].state];
      look.pattern_colour = palette->pattern_colour[looks[cause].state];
    }
  return look;
}

ScopeColour
scope_cause_state_colour (const ScopePalette *palette, ScopeState state)
{
  return state == SCOPE_STATE_ACTIVE ? scope_cause_look (palette, SCOPE_CAUSE_SERIAL).colour
         : state == SCOPE_STATE_IDLE ? scope_cause_look (palette, SCOPE_CAUSE_END_RAMP).colour
                                     : palette->state[state];
}
