/* scope-gem5-programs.c: several programs that were simulated at once, each on cores of its own: gem5's config.ini tells who runs what, and
 * each has its symbols. What an address means then depends on the core, and so does what is kept of instructions' lines.
 *
 *     [system.cpu1]
 *     workload=system.cpu1.workload
 *     [system.cpu1.workload]
 *     executable=/home/me/bench/matrix
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-gem5.h"

#include "io/format/gem5/scope-gem5-private.h"
#include "io/source/scope-text.h"
#include "model/base/scope-each.h"

#include <string.h>

#define MOST_SECTIONS 20000u

struct _ScopeGem5Programs
{
  GArray *all;           /* of Program: first that of all other cores */
  GHashTable *by_name;   /* program → place */
  GHashTable *by_core;   /* its name → place */
  ScopeGem5Known last[8]; /* cores that were met last */
};

typedef struct
{
  ScopeGem5Symbols *symbols;
  ScopeGem5Mids *mids;
} Program;

/* --- what config.ini says --- */

/* "matrix" of "/home/me/bench/matrix 100", as it is started. */
static char *
program_name (const char *value)
{
  g_auto (GStrv) words = g_strsplit (value, " ", 2);

  return words[0] != NULL && *words[0] != '\0' ? g_path_get_basename (words[0]) : NULL;
}

GHashTable *
scope_gem5_read_programs (const char *text, gsize n)
{
  g_autoptr (GHashTable) workloads = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) programs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTable *cores = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *section = NULL;
  GHashTableIter iter;
  gpointer core, workload;
  const char *line;
  gsize length;

  while (scope_next_part (&text, &n, '\n', &line, &length) && g_hash_table_size (workloads) + g_hash_table_size (programs) < MOST_SECTIONS)
    {
      g_autofree char *said = g_utf8_validate (line, (gssize) length, NULL) ? g_strchomp (g_strndup (line, length)) : g_strdup ("");
      gsize end = strlen (said);

      if (*said == '[' && said[end - 1] == ']')
        {
          g_free (section);
          section = g_strndup (said + 1, end - 2);
        }
      else if (section != NULL && g_str_has_prefix (said, "workload=") && strchr (said, ' ') == NULL) /* of several threads: nobody knows which */
        g_hash_table_insert (workloads, g_strdup (section), g_strdup (said + strlen ("workload=")));
      else if (section != NULL && (g_str_has_prefix (said, "executable=") || (g_str_has_prefix (said, "cmd=") && !g_hash_table_contains (programs, section))))
        {
          char *program = program_name (strchr (said, '=') + 1);

          if (program != NULL)
            g_hash_table_insert (programs, g_strdup (section), program);
        }
    }
  g_hash_table_iter_init (&iter, workloads);
  while (g_hash_table_iter_next (&iter, &core, &workload))
    if (g_hash_table_contains (programs, workload))
      g_hash_table_insert (cores, g_strdup (core), g_strdup (g_hash_table_lookup (programs, workload)));
  return cores;
}

/* --- what their addresses mean --- */

static ScopeGem5Programs *
programs_new (const ScopeGem5Facts *facts)
{
  ScopeGem5Programs *self = g_new0 (ScopeGem5Programs, 1);
  Program others = { facts->symbols, facts->mids };

  self->all = g_array_new (FALSE, FALSE, sizeof (Program));
  g_array_append_val (self->all, others);
  self->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->by_core = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
scope_gem5_programs_free (ScopeGem5Programs *self, ScopeGem5Facts *facts)
{
  Program others;

  if (self == NULL)
    return;
  others = g_array_index (self->all, Program, 0);
  facts->symbols = others.symbols;
  facts->mids = others.mids;
  for (guint i = 1; i < self->all->len; i++)
    {
      scope_gem5_symbols_free (g_array_index (self->all, Program, i).symbols);
      scope_gem5_mids_free (g_array_index (self->all, Program, i).mids);
    }
  g_array_unref (self->all);
  g_hash_table_unref (self->by_name);
  g_hash_table_unref (self->by_core);
  g_free (self);
}

gboolean
scope_gem5_set_program (ScopeDecoder *decoder, const char *core, const char *program, const char *text, gsize n)
{
  ScopeGem5Facts *facts = &((ScopeGem5 *) decoder)->facts;
  ScopeGem5Programs *self = facts->programs;
  guint place = self != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (self->by_name, program)) : 0;

  if (place == 0)
    {
      Program added = { scope_gem5_symbols_new (text, n), NULL };

      if (added.symbols == NULL || (self != NULL && self->all->len > SCOPE_GEM5_MOST_PROGRAMS))
        {
          scope_gem5_symbols_free (added.symbols);
          return FALSE;
        }
      if (self == NULL)
        self = facts->programs = programs_new (facts);
      added.mids = scope_gem5_mids_new ();
      place = self->all->len;
      g_array_append_val (self->all, added);
      g_hash_table_insert (self->by_name, g_strdup (program), GUINT_TO_POINTER (place));
    }
  g_hash_table_insert (self->by_core, g_strdup (core), GUINT_TO_POINTER (place));
  return TRUE;
}

void
scope_gem5_select_program (ScopeGem5Facts *facts, const ScopeSimEnvelope *envelope)
{
  ScopeGem5Programs *self = facts->programs;
  ScopeGem5Known *known;
  const Program *program;

  if (self == NULL || envelope->n_name == 0)
    return;
  known = &self->last[(guint) envelope->name[envelope->n_name - 1] & 7];
  if (known->n != envelope->n_name || memcmp (known->name, envelope->name, known->n) != 0)
    {
      g_autofree char *name = g_strndup (envelope->name, envelope->n_name);

      known->part = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_core, name));
      known->n = envelope->n_name <= sizeof known->name ? (guint8) envelope->n_name : 0;
      memcpy (known->name, envelope->name, known->n);
    }
  program = &g_array_index (self->all, Program, known->part);
  facts->symbols = program->symbols;
  facts->mids = program->mids;
}
