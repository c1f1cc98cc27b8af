/* scope-cli-dump-sources.c: `dump sources`: the source text of the functions that an Erlang trace names, where it is found.
 *
 * Named are those that were called, those that processes waited in, and those that they began with.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"

#include "app/settings/scope-settings.h"
#include "io/source/scope-code-file.h"

#include <string.h>

/* --- which --- */

static void
take_names (ScopeMachine *machine, const char *pattern, GHashTable *names)
{
  ScopeTable *table = machine->tables[SCOPE_TABLE_FUNCTIONS];
  guint64 n = table != NULL ? scope_table_n_rows (table) : 0;

  for (guint64 row = 0; row < n; row++)
    {
      const char *name = scope_machine_function (machine, (guint32) row);

      if (name != NULL && (pattern == NULL || g_pattern_match_simple (pattern, name)))
        g_hash_table_add (names, g_strdup (name));
    }
  for (guint32 i = 0; i < scope_machine_n_entities (machine, SCOPE_KIND_PROCESS); i++)
    {
      const char *entry = scope_machine_entity (machine, SCOPE_KIND_PROCESS, i)->entry;

      if (entry != NULL && *entry != '\0' && (pattern == NULL || g_pattern_match_simple (pattern, entry)))
        g_hash_table_add (names, g_strdup (entry));
    }
}

/* In order of their names, so that a module's follow each other. */
static char **
list_names (ScopeTrace *trace, const char *pattern)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    take_names (scope_trace_machine (trace, m), pattern, names);
  return scope_cli_sorted (names);
}

/* --- where --- */

/* What is known of the module whose functions come now: folders are walked once for each. */
typedef struct
{
  char *name;
  char *folder; /* NULL: its file was not found */
} Module;

static void
clear_module (Module *module)
{
  g_clear_pointer (&module->name, g_free);
  g_clear_pointer (&module->folder, g_free);
}

/* NULL: it is not found. */
static ScopeCodeText *
find_text (Module *module, const char *const *folders, const char *name, GCancellable *cancellable)
{
  g_autofree char *of = NULL, *function = NULL;
  ScopeCodeText *code;
  int arity;

  if (!scope_code_name_parse (name, &of, &function, &arity))
    return NULL;
  if (g_strcmp0 (of, module->name) == 0)
    return module->folder != NULL
               ? scope_code_file_find ((const char *const[]) { module->folder, NULL }, name, cancellable, NULL)
               : NULL;
  clear_module (module);
  code = scope_code_file_find (folders, name, cancellable, NULL);
  module->name = g_steal_pointer (&of);
  module->folder = code != NULL ? g_path_get_dirname (code->path) : NULL;

  return code;
}

static void
write_row (ScopeCsv *csv, const char *name, const ScopeCodeText *code)
{
  scope_csv_text (csv, name);
  scope_csv_text (csv, code != NULL ? code->path : NULL);
  scope_cli_integer (csv, code != NULL && code->found ? (gint64) code->line : SCOPE_TABLE_NULL);
  scope_csv_text (csv, code != NULL && code->found ? code->text : NULL);
  scope_csv_end_row (csv);
}

static void
say_missing (const char *const *folders)
{
  if (*folders == NULL)
    fputs ("lanescope-cli: no folder of sources was given: --source-path DIR says where they are\n", stderr);
  for (; *folders != NULL; folders++)
    if (!g_file_test (*folders, G_FILE_TEST_IS_DIR))
      fprintf (stderr, "lanescope-cli: %s: there is no such folder\n", *folders);
}

gboolean
scope_cli_dump_sources (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  g_auto (GStrv) names = list_names (cli->trace, options->function);
  g_autoptr (ScopeSettings) settings = scope_settings_new ();
  g_auto (GStrv) folders = scope_settings_dup_source_folders (settings, options->source_path);
  Module module = { NULL };
  gboolean going = TRUE;

  say_missing ((const char *const *) folders);
  for (char **name = names; going && *name != NULL; name++)
    {
      g_autoptr (ScopeCodeText) code = find_text (&module, (const char *const *) folders, *name, cli->cancellable);

      going = !scope_cli_interrupted (cli, error);
      if (going)
        write_row (csv, *name, code);
    }
  clear_module (&module);

  return going;
}
