/* scope-gem5-stats-cores.c: which of gem5's statistics say what a core executed and missed. Their names changed over the years:
 *
 *     instructions  system.cpu0.committedInsts (::total), .commitStats0.numInsts, .exec_context.thread_0.numInsts, M5: .num_insts
 *     cycles        system.cpu0.numCycles
 *     misses        system.cpu0.dcache.overallMisses::total (overall_misses), .icache, .l2cache
 *                   system.l2.overallMisses::cpu0.data (::.cpu0.data), a cache of all: who asked is behind the colons
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-gem5-stats.h"

#include "io/format/gem5/scope-gem5-private.h"
#include "model/base/scope-schema.h"

#include <math.h>
#include <string.h>

#define NOTHING ((ScopeGem5CoreFigure) { .core = G_MAXUINT32 })
#define COUNTER(counter) ((guint8) ((counter) - SCOPE_COUNTER_INSTRUCTIONS))

typedef struct
{
  ScopeGem5Parts *parts;
  GHashTable *cores;   /* name → place + 1 */
  GHashTable *numbers; /* number of a core among the parts + 1 → place + 1 */
  guint n_cores;
  gsize longest; /* of their names */
} Mapper;

/* The core whose name, up to a dot, `text` begins with, the longest one; G_MAXUINT32: none. */
static guint32
core_before (const Mapper *mapper, const char *text, const char **ret_rest)
{
  g_autofree char *name = g_strndup (text, mapper->longest + 1); /* a name may be nothing but dots */
  char *dot;

  while ((dot = strrchr (name, '.')) != NULL && dot > name)
    {
      guint place;

      *dot = '\0';
      place = GPOINTER_TO_UINT (g_hash_table_lookup (mapper->cores, name));
      if (place > 0)
        {
          *ret_rest = text + (dot - name) + 1;
          return place - 1;
        }
    }
  return G_MAXUINT32;
}

/* "commitStats0.numInsts": `before`, a number, `behind`. */
static gboolean
has_number_between (const char *text, const char *before, const char *behind)
{
  if (!g_str_has_prefix (text, before))
    return FALSE;
  for (text += strlen (before); g_ascii_isdigit (*text);)
    text++;
  return g_ascii_isdigit (text[-1]) && strcmp (text, behind) == 0;
}

/* A core's own. */
static ScopeGem5CoreFigure
map_own (guint32 core, const char *rest)
{
  static const struct
  {
    const char *name;
    guint8 counter, rank;
  } names[] = {
    { "committedInsts::total", COUNTER (SCOPE_COUNTER_INSTRUCTIONS), 0 },
    { "committedInsts", COUNTER (SCOPE_COUNTER_INSTRUCTIONS), 1 },
    { "numInsts", COUNTER (SCOPE_COUNTER_INSTRUCTIONS), 3 },
    { "num_insts", COUNTER (SCOPE_COUNTER_INSTRUCTIONS), 3 },
    { "numCycles", COUNTER (SCOPE_COUNTER_CYCLES), 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (rest, names[i].name) == 0)
      return (ScopeGem5CoreFigure) { core, names[i].counter, names[i].rank };
  if (has_number_between (rest, "commitStats", ".numInsts")) /* one of each of its threads */
    return (ScopeGem5CoreFigure) { core, COUNTER (SCOPE_COUNTER_INSTRUCTIONS), 2 };
  if (has_number_between (rest, "thread_", ".numInsts") || has_number_between (rest, "exec_context.thread_", ".numInsts"))
    return (ScopeGem5CoreFigure) { core, COUNTER (SCOPE_COUNTER_INSTRUCTIONS), 4 };
  return NOTHING;
}

/* "cpu0.data", of a cache of the same system. */
static guint32
who_asked (const Mapper *mapper, const char *cache, const char *asker)
{
  const char *dot = strchr (cache, '.'), *rest;
  g_autofree char *name = dot != NULL ? g_strdup_printf ("%.*s%s", (int) (dot - cache) + 1, cache, asker) : g_strdup (asker);

  return core_before (mapper, name, &rest);
}

static ScopeGem5CoreFigure
map_misses (const Mapper *mapper, const char *name)
{
  static const char *const words[] = { ".overallMisses", ".overall_misses" };
  const char *at = NULL, *behind = NULL;
  ScopeGem5CachePart cache;
  guint32 index, core;
  guint8 counter;

  for (guint i = 0; i < G_N_ELEMENTS (words) && at == NULL; i++)
    if ((at = strstr (name, words[i])) != NULL)
      behind = at + strlen (words[i]);
  if (at == NULL || at == name || (*behind != '\0' && !g_str_has_prefix (behind, "::")))
    return NOTHING;
  index = scope_gem5_parts_cache (mapper->parts, name, (gsize) (at - name));
  if (index == G_MAXUINT32)
    return NOTHING;
  cache = scope_gem5_parts_get_cache (mapper->parts, index);
  if (cache.level == 3 || (cache.level == 1 && cache.kind == 'u'))
    return NOTHING;
  counter = COUNTER (cache.level == 2 ? SCOPE_COUNTER_L2_MISSES : cache.kind == 'i' ? SCOPE_COUNTER_L1I_MISSES : SCOPE_COUNTER_L1D_MISSES);
  if (*behind == '\0' || strcmp (behind, "::total") == 0)
    {
      core = cache.core != SCOPE_NO_PROCESSOR ? GPOINTER_TO_UINT (g_hash_table_lookup (mapper->numbers, GUINT_TO_POINTER (cache.core + 1u))) - 1
                                              : mapper->n_cores == 1 ? 0 : G_MAXUINT32;
      return (ScopeGem5CoreFigure) { core, counter, cache.core != SCOPE_NO_PROCESSOR ? 0 : 1 };
    }
  core = cache.core == SCOPE_NO_PROCESSOR ? who_asked (mapper, name, behind + (behind[2] == '.' ? 3 : 2)) : G_MAXUINT32;
  return (ScopeGem5CoreFigure) { core, counter, 0 };
}

static void
mapper_init (Mapper *mapper, const char *const *cores, guint n_cores)
{
  *mapper = (Mapper) { scope_gem5_parts_new (), g_hash_table_new (g_str_hash, g_str_equal), g_hash_table_new (NULL, NULL), n_cores, 0 };
  for (guint c = 0; c < n_cores; c++)
    {
      gsize n = strlen (cores[c]);
      guint32 index = scope_gem5_parts_core (mapper->parts, cores[c], n);

      mapper->longest = MAX (mapper->longest, n);
      g_hash_table_insert (mapper->cores, (gpointer) cores[c], GUINT_TO_POINTER (c + 1));
      if (index != G_MAXUINT32)
        g_hash_table_insert (mapper->numbers, GUINT_TO_POINTER (scope_gem5_parts_get_core (mapper->parts, index).number + 1u),
                             GUINT_TO_POINTER (c + 1));
    }
}

ScopeGem5CoreFigure *
scope_gem5_stats_map_cores (const ScopeGem5Stats *stats, const char *const *cores, guint n_cores)
{
  ScopeGem5CoreFigure *map = g_new (ScopeGem5CoreFigure, stats->names->len + 1);
  Mapper mapper;

  mapper_init (&mapper, cores, n_cores);
  for (guint i = 0; i < stats->names->len; i++)
    {
      const char *name = stats->names->pdata[i], *rest;
      guint32 core = core_before (&mapper, name, &rest);

      map[i] = core != G_MAXUINT32 ? map_own (core, rest) : NOTHING;
      if (map[i].core == G_MAXUINT32)
        map[i] = map_misses (&mapper, name);
    }
  scope_gem5_parts_unref (mapper.parts);
  g_hash_table_unref (mapper.cores);
  g_hash_table_unref (mapper.numbers);
  return map;
}

void
scope_gem5_stats_sum_cores (const ScopeGem5Stats *stats, const ScopeGem5CoreFigure *map, const ScopeGem5Dump *dump, guint n_cores, double *values)
{
  guint n = n_cores * SCOPE_GEM5_N_CORE_FIGURES;
  g_autofree guint8 *ranks = g_new (guint8, n + 1);

  memset (ranks, G_MAXUINT8, n);
  for (guint i = 0; i < n; i++)
    values[i] = NAN;
  for (guint i = dump->first; i < dump->first + dump->n; i++)
    {
      const ScopeGem5Figure *figure = &g_array_index (stats->figures, ScopeGem5Figure, i);
      const ScopeGem5CoreFigure *meaning = &map[figure->name];
      gsize place = (gsize) meaning->core * SCOPE_GEM5_N_CORE_FIGURES + meaning->counter;

      if (meaning->core >= n_cores || isnan (figure->value) || meaning->rank > ranks[place])
        continue;
      values[place] = meaning->rank == ranks[place] ? values[place] + figure->value : figure->value;
      ranks[place] = meaning->rank;
    }
}
