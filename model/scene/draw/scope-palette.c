/* scope-palette.c: the tables. Chosen so that states differ for every kind of colour sight, texts by 5:1 or more.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/draw/scope-palette.h"

#include <math.h>
#include <string.h>

const guint8 scope_stack_order[SCOPE_N_STATES] = {
  SCOPE_STATE_RUNNING, SCOPE_STATE_COLLECTING, SCOPE_STATE_OUTSIDE, SCOPE_STATE_ACTIVE,
  SCOPE_STATE_RUNNABLE, SCOPE_STATE_BLOCKED, SCOPE_STATE_IDLE, SCOPE_STATE_UNKNOWN,
};

#define O(rgb) (0xff000000u | (rgb))

/* In the order of ScopeState: idle, runnable, running, blocked, outside, collecting, active, unknown. */
#define USUAL_PATTERNS                                                                                          \
  { [SCOPE_STATE_RUNNABLE] = SCOPE_PATTERN_DOTS, [SCOPE_STATE_BLOCKED] = SCOPE_PATTERN_CENTRE_LINE,             \
    [SCOPE_STATE_OUTSIDE] = SCOPE_PATTERN_DIAGONALS }

static const ScopePalette palettes[SCOPE_N_PALETTES] = {
  [SCOPE_PALETTE_LIGHT] = {
    .name = "default",
    .state = { O (0xDCE6F4), O (0xF5DC3D), O (0x35A37C), O (0x9B1B3B), O (0x5B50C8), O (0xDB6A00), O (0x90CCB7),
               O (0xFFFFFF) },
    .on_state = { O (0x1A1A1A), O (0x1A1A1A), O (0x1A1A1A), O (0xFFFFFF), O (0xFFFFFF), O (0x1A1A1A),
                  O (0x1A1A1A), O (0x5E5C64) },
    .pattern = USUAL_PATTERNS,
    .pattern_colour = { 0, O (0x8A7400), 0, 0x73FFFFFF, 0x4DFFFFFF, 0, 0, 0 },
    .canvas = O (0xFFFFFF), .alternate = O (0xFAFAFB), .text = O (0x5E5C64), .strong_text = O (0x1A1A1A),
    .grid = O (0xE6E6E9), .accent = O (0x3584E4), .danger = O (0xE01B24),
    .accent_words = O (0x1C71D8), .accent_ground = O (0x1C71D8),
    .message = 0xBF1A1A1A, .message_halo = 0x99FFFFFF,
    .hatch = O (0xC0BFBC), .hatch_ground = O (0xF6F5F4), .heap = O (0x1C71D8), .heap_fill = O (0xCFE0F6),
  },
  [SCOPE_PALETTE_DARK] = {
    .name = "dark", .dark = TRUE,
    .state = { O (0x2B3547), O (0xFBEB73), O (0x57BF94), O (0xC23A52), O (0xA58AE0), O (0xE8791A), O (0x3D765F),
               O (0x1D1D20) },
    .on_state = { O (0xFFFFFF), O (0x1A1A1A), O (0x1A1A1A), O (0xFFFFFF), O (0x1A1A1A), O (0x1A1A1A),
                  O (0xFFFFFF), O (0xC0BFBC) },
    .pattern = USUAL_PATTERNS,
    .pattern_colour = { 0, O (0x8A7400), 0, 0x73FFFFFF, 0x59FFFFFF, 0, 0, 0 },
    .canvas = O (0x1D1D20), .alternate = O (0x222226), .text = O (0xC0BFBC), .strong_text = O (0xFFFFFF),
    .grid = O (0x333338), .accent = O (0x3584E4), .danger = O (0xFF6B72),
    .accent_words = O (0x62A0EA), .accent_ground = O (0x1C71D8),
    .message = 0xBFFFFFFF, .message_halo = 0x991A1A1A,
    .hatch = O (0x5E5C64), .hatch_ground = O (0x2A2A2E), .heap = O (0x78AEED), .heap_fill = O (0x2A4365),
  },
  [SCOPE_PALETTE_HIGH_CONTRAST] = {
    .name = "high-contrast", .border = TRUE,
    .state = { O (0xFFFFFF), O (0xFFD500), O (0x007A55), O (0x6B0020), O (0x2A1FB0), O (0xB84A00), O (0x73B6A2),
               O (0xFFFFFF) },
    .on_state = { O (0x000000), O (0x000000), O (0xFFFFFF), O (0xFFFFFF), O (0xFFFFFF), O (0xFFFFFF),
                  O (0x000000), O (0x000000) },
    .pattern = USUAL_PATTERNS,
    .pattern_colour = { O (0x000000), O (0x5C4D00), 0, 0x99FFFFFF, 0x80FFFFFF, 0, 0, 0 },
    .canvas = O (0xFFFFFF), .alternate = O (0xF4F4F6), .text = O (0x000000), .strong_text = O (0x000000),
    .grid = O (0xB0B0B0), .accent = O (0x1A5FB4), .danger = O (0xC01C28),
    .accent_words = O (0x1A5FB4), .accent_ground = O (0x1A5FB4),
    .message = O (0x000000), .message_halo = 0xCCFFFFFF,
    .hatch = O (0x77767B), .hatch_ground = O (0xF0F0F0), .heap = O (0x0B3F86), .heap_fill = O (0xBAD3F2),
  },
  [SCOPE_PALETTE_HIGH_CONTRAST_DARK] = {
    .name = "high-contrast-dark", .dark = TRUE, .border = TRUE,
    .state = { O (0x000000), O (0xFFF27A), O (0x45E0A0), O (0xE0405E), O (0xB79CFF), O (0xFF8C1A), O (0x267B58),
               O (0x000000) },
    .on_state = { O (0xFFFFFF), O (0x000000), O (0x000000), O (0x000000), O (0x000000), O (0x000000),
                  O (0xFFFFFF), O (0xFFFFFF) },
    .pattern = USUAL_PATTERNS,
    .pattern_colour = { O (0xFFFFFF), O (0x6B6000), 0, 0x99FFFFFF, 0x80000000, 0, 0, 0 },
    .canvas = O (0x000000), .alternate = O (0x101013), .text = O (0xFFFFFF), .strong_text = O (0xFFFFFF),
    .grid = O (0x5E5C64), .accent = O (0x62A0EA), .danger = O (0xFF7B82),
    .accent_words = O (0x62A0EA), .accent_ground = O (0x62A0EA),
    .message = O (0xFFFFFF), .message_halo = 0xCC000000,
    .hatch = O (0x9A9996), .hatch_ground = O (0x202024), .heap = O (0x99C1F1), .heap_fill = O (0x1F3F68),
  },
  [SCOPE_PALETTE_CLASSIC] = {
    .name = "classic",
    .state = { O (0x7B84E0), O (0xF5FF85), O (0x8CED87), O (0xE87D9C), O (0xB9A3F0), O (0xE07000), O (0xC0F5BD),
               O (0xFFFFFF) },
    .on_state = { O (0x000000), O (0x1A1A1A), O (0x1A1A1A), O (0x1A1A1A), O (0x1A1A1A), O (0x1A1A1A),
                  O (0x1A1A1A), O (0x5E5C64) },
    .pattern = { 0 }, .pattern_colour = { 0 },
    .canvas = O (0xFFFFFF), .alternate = O (0xFAFAFB), .text = O (0x5E5C64), .strong_text = O (0x1A1A1A),
    .grid = O (0xE6E6E9), .accent = O (0x3584E4), .danger = O (0xE01B24),
    .accent_words = O (0x1C71D8), .accent_ground = O (0x1C71D8),
    .message = 0xBF1A1A1A, .message_halo = 0x99FFFFFF,
    .hatch = O (0xC0BFBC), .hatch_ground = O (0xF6F5F4), .heap = O (0x1C71D8), .heap_fill = O (0xCFE0F6),
  },
  [SCOPE_PALETTE_PRINT] = {
    .name = "print", .border = TRUE,
    .state = { O (0xFFFFFF), O (0xE4E4E4), O (0x6E6E6E), O (0x000000), O (0xC4C4C4), O (0x3A3A3A), O (0x9C9C9C),
               O (0xFFFFFF) },
    .on_state = { O (0x000000), O (0x000000), O (0xFFFFFF), O (0xFFFFFF), O (0x000000), O (0xFFFFFF),
                  O (0x000000), O (0x000000) },
    .pattern = { [SCOPE_STATE_RUNNABLE] = SCOPE_PATTERN_VERTICAL, [SCOPE_STATE_BLOCKED] = SCOPE_PATTERN_CENTRE_LINE,
                 [SCOPE_STATE_OUTSIDE] = SCOPE_PATTERN_HATCH, [SCOPE_STATE_COLLECTING] = SCOPE_PATTERN_CROSS,
                 [SCOPE_STATE_ACTIVE] = SCOPE_PATTERN_HORIZONTAL },
    .pattern_colour = { O (0x808080), O (0x808080), 0, 0xB3FFFFFF, O (0x606060), O (0x9A9A9A), O (0x404040), 0 },
    .canvas = O (0xFFFFFF), .alternate = O (0xFFFFFF), .text = O (0x000000), .strong_text = O (0x000000),
    .grid = O (0xCFCFCF), .accent = O (0x000000), .danger = O (0x000000),
    .accent_words = O (0x000000), .accent_ground = O (0x000000),
    .message = O (0x000000), .message_halo = 0xCCFFFFFF,
    .hatch = O (0x9A9A9A), .hatch_ground = O (0xFFFFFF), .heap = O (0x000000), .heap_fill = O (0xDADADA),
  },
};

const ScopePalette *
scope_palette_get (ScopePaletteKind kind)
{
  g_return_val_if_fail (kind < SCOPE_N_PALETTES, &palettes[0]);
  return &palettes[kind];
}

gboolean
scope_palette_parse (const char *name, ScopePaletteKind *ret_kind)
{
  if (g_strcmp0 (name, "light") == 0)
    name = "default";
  for (guint i = 0; i < SCOPE_N_PALETTES; i++)
    if (g_strcmp0 (palettes[i].name, name) == 0)
      {
        *ret_kind = (ScopePaletteKind) i;
        return TRUE;
      }
  return FALSE;
}

ScopeColour
scope_colour_mix (ScopeColour under, ScopeColour over, double opacity)
{
  guint a = (guint) (CLAMP (opacity, 0, 1) * (over >> 24) + 0.5);
  ScopeColour mixed = 0;

  for (guint shift = 0; shift < 24; shift += 8)
    {
      guint u = (under >> shift) & 0xff, o = (over >> shift) & 0xff;

      mixed |= ((u * (255 - a) + o * a + 127) / 255) << shift;
    }
  return mixed | (MAX (under >> 24, a) << 24);
}

/* Hues that no state has: neither ready's yellow, nor the reds of waiting, nor GC's orange. */
static const struct
{
  guint32 light, dark;
} tasks[] = {
  { 0x1F77B4, 0x5AA9E6 }, { 0x2CA02C, 0x6CCB6C }, { 0x17A3B8, 0x4FD3E6 }, { 0x7B61C9, 0xA997F0 },
  { 0xC25FA8, 0xE594CF }, { 0x6B8E23, 0xA9C95A }, { 0x2F5C8F, 0x7FA6D6 }, { 0x00876C, 0x35C4A5 },
  { 0x9A4FB5, 0xC98BE0 }, { 0x5F7F8C, 0x9FBCC7 }, { 0x4C78E0, 0x8FADFF }, { 0x3F9E6E, 0x7FD9A8 },
  { 0x8C6D9E, 0xC3A6D4 }, { 0x0F8FA0, 0x5CC6D6 }, { 0x6A5ACD, 0x9D92F2 }, { 0x7FA650, 0xB7DA8A },
  { 0xB56BD0, 0xDBA0F0 }, { 0x3A6EA5, 0x74A7DB }, { 0x2E8B7F, 0x6AC9BC }, { 0xA0649A, 0xD79BD1 },
  { 0x5B8DB8, 0x98C4EA }, { 0x4F9A3A, 0x8AD274 }, { 0x7D79B8, 0xB3AFEE }, { 0x2596A6, 0x67CFDD },
};

ScopeColour
scope_palette_task (const ScopePalette *palette, guint task_colour)
{
  guint i = task_colour % G_N_ELEMENTS (tasks);

  return 0xff000000u | (palette->dark ? tasks[i].dark : tasks[i].light);
}

/* Values, elements of streams and new processes are what is seen most: they differ most. Of the rest each has a hue that is as far from
 * theirs as from the states'. */
static const struct
{
  guint32 light, dark;
} messages[] = {
  [0] = { 0x5C6B73, 0xA9B8BF },  /* Ready */
  [1] = { 0x3B6E8F, 0x8EC0E0 },  /* NewPE */
  [2] = { 0x6D5A8C, 0xBBA9DA },  /* PETIDS */
  [3] = { 0x3D3D3D, 0xD8D8D8 },  /* Finish */
  [4] = { 0x8F1D1D, 0xFF9C94 },  /* FailPE */
  [5] = { 0xA3007F, 0xFF7FDB },  /* RFork */
  [6] = { 0x6B5B00, 0xD9C65C },  /* Connect */
  [7] = { 0x0B3FA8, 0x9CC4FF },  /* DataMes */
  [8] = { 0x6B2F00, 0xFFCFA8 },  /* Head */
  [9] = { 0x00616B, 0x6FE3EC },  /* Constr */
  [10] = { 0x8A3A5C, 0xE79ABB }, /* Part */
  [11] = { 0x6A1FB0, 0xC99BFF }, /* Terminate */
  [12] = { 0x2F6B2F, 0x92D792 }, /* Packet */
};

ScopeColour
scope_palette_message (const ScopePalette *palette, guint message_class)
{
  if (message_class >= G_N_ELEMENTS (messages))
    return palette->message;
  return 0xff000000u | (palette->dark ? messages[message_class].dark : messages[message_class].light);
}

double
scope_colour_luminance (ScopeColour colour)
{
  double parts[3];

  for (guint i = 0; i < 3; i++)
    {
      double c = ((colour >> (16 - 8 * i)) & 0xff) / 255.0;

      parts[i] = c <= 0.03928 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4);
    }
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
}

ScopeColour
scope_colour_text_on (ScopeColour colour)
{
  double luminance = scope_colour_luminance (colour);

  /* At 0.179 black and white are read equally well, 4.6:1; the usual near-black has as much only on what is lighter. */
  return luminance > 0.24 ? 0xff1a1a1au : luminance > 0.179 ? 0xff000000u : 0xffffffffu;
}
