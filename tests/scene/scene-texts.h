/* scene-texts.h: what is written in a scene.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-scene.h"

#include <string.h>

/* How often it stands there, as a whole. */
static inline guint
count_texts (const ScopeScene *scene, const char *text)
{
  guint n = 0;

  for (guint i = 0; i < scene->items->len; i++)
    {
      const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);

      n += item->type == SCOPE_ITEM_TEXT && strcmp (scope_scene_text (scene, item->text), text) == 0;
    }
  return n;
}
