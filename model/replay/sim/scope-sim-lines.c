/* scope-sim-lines.c: what is remembered of the caches' lines: whose access asked for a line last, who took it
 * from whom.
 *
 * A trace may touch any number of lines, so what is remembered is bounded: a map has two generations of
 * 65,536 lines each; when the young one is full it becomes the old one, and what was old, and not asked for
 * since, is forgotten. A line that is taken and missed again only after 65,536 others were is not paired any
 * more.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/sim/scope-sim-private.h"

#include <string.h>

#define MOST_LINES 65536u

typedef struct
{
  ScopeSimLine *lines; /* open addressing; key 0 is none */
  guint n, size;       /* size: a power of two */
} Generation;

typedef struct
{
  Generation young, old;
} Map;

struct _ScopeSimLines
{
  Map maps[SCOPE_SIM_N_MAPS];
};

ScopeSimLines *
scope_sim_lines_new (void)
{
  return g_new0 (ScopeSimLines, 1);
}

void
scope_sim_lines_free (ScopeSimLines *lines)
{
  for (guint i = 0; i < SCOPE_SIM_N_MAPS; i++)
    {
      g_free (lines->maps[i].young.lines);
      g_free (lines->maps[i].old.lines);
    }
  g_free (lines);
}

static guint
place_of (const Generation *generation, guint64 key)
{
  guint place = (guint)((key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 40) & (generation->size - 1);

  while (generation->lines[place].key != 0 && generation->lines[place].key != key)
    place = (place + 1) & (generation->size - 1);

  return place;
}

static ScopeSimLine *
look (const Generation *generation, guint64 key)
{
  ScopeSimLine *line = generation->size > 0 ? &generation->lines[place_of (generation, key)] : NULL;

  return line != NULL && line->key == key ? line : NULL;
}

static void
grow (Generation *generation)
{
  Generation larger = { .size = MAX (256, generation->size * 2) };

  larger.lines = g_new0 (ScopeSimLine, larger.size);
  for (guint i = 0; i < generation->size; i++)
    if (generation->lines[i].key != 0 && generation->lines[i].known)
      {
        larger.lines[place_of (&larger, generation->lines[i].key)] = generation->lines[i];
        larger.n++;
      }
  g_free (generation->lines);
  *generation = larger;
}

static ScopeSimLine *
add (Map *map, guint64 key)
{
  ScopeSimLine *line = look (&map->young, key);

  if (line != NULL)
    return line;
  if (map->young.n >= MOST_LINES)
    {
      g_free (map->old.lines);
      map->old = map->young;
      memset (&map->young, 0, sizeof map->young);
    }
  if (map->young.n * 2 >= map->young.size)
    grow (&map->young);
  line = &map->young.lines[place_of (&map->young, key)];
  line->key = key;
  map->young.n++;

  return line;
}

/* Physical addresses leave room for a core above the number of a line; 0 is none. */
static guint64
key_of (guint64 line, guint processor)
{
  return (line ^ ((guint64) processor << 48)) + 1;
}

ScopeSimLine *
scope_sim_lines_find (ScopeSimLines *lines, ScopeSimMap which, guint64 line, guint processor)
{
  Map *map = &lines->maps[which];
  guint64 key = key_of (line, processor);
  ScopeSimLine *found = look (&map->young, key), *moved;

  if (found == NULL)
    {
      found = look (&map->old, key);
      if (found == NULL || !found->known)
        return NULL;
      found->known = FALSE;
      {
        ScopeSimLine kept = *found;

        moved = add (map, key);
        *moved = kept;
        moved->known = TRUE;
        found = moved;
      }
    }

  return found->known ? found : NULL;
}

ScopeSimLine *
scope_sim_lines_add (ScopeSimLines *lines, ScopeSimMap which, guint64 line, guint processor)
{
  ScopeSimLine *added = add (&lines->maps[which], key_of (line, processor));
  guint64 key = added->key;

  *added = (ScopeSimLine){ .key = key, .known = TRUE };

  return added;
}
