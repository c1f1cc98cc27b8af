/* scope-cli-command.c: see scope-cli-command.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/common/scope-cli-command.h"

#include <string.h>

#define OF(field) offsetof (ScopeCli, field)

/* What many commands take; in the order of --help. */
static const struct
{
  ScopeCliTakes when; /* 0: always */
  ScopeCliOption option;
} shared[] = {
  { SCOPE_CLI_TAKES_RANGE, { "from", G_OPTION_ARG_STRING, OF (from_text), "Only what is at NS or later", "NS" } },
  { SCOPE_CLI_TAKES_RANGE, { "to", G_OPTION_ARG_STRING, OF (to_text), "Only what is before NS", "NS" } },
  { SCOPE_CLI_TAKES_RANGE, { "local-time", G_OPTION_ARG_NONE, OF (local_time), "Times on each machine's own clock" } },
  { SCOPE_CLI_TAKES_FORMAT, { "format", G_OPTION_ARG_STRING, OF (format), "csv (the default) or json", "FORMAT" } },
  { SCOPE_CLI_TAKES_TEXT, { "format", G_OPTION_ARG_STRING, OF (format), "text (the default), csv or json", "FORMAT" } },
  { SCOPE_CLI_TAKES_JSON, { "json", G_OPTION_ARG_NONE, OF (json_flag), "Print JSON" } },
  { SCOPE_CLI_TAKES_REBUILD, { "rebuild", G_OPTION_ARG_NONE, OF (rebuild), "Make it anew even if there is a good one" } },
  { 0, { "alone", G_OPTION_ARG_NONE, OF (alone), "Open the given file only, not what belongs to it beside it" } },
  { 0, { "clock", G_OPTION_ARG_INT, OF (clock_ps), "Simulations: a cycle of the cores takes PS picoseconds", "PS" } },
  { 0, { "nth-run", G_OPTION_ARG_INT, OF (run), "Simulations: of several runs in one trace read the N-th", "N" } },
  { 0, { "lli", G_OPTION_ARG_INT, OF (lli), "Simulations: instructions over N cycles are of long latency (100)", "N" } },
  { 0, { "lock-names", G_OPTION_ARG_STRING, OF (lock_names), "Simulations: functions that take locks", "PATTERNS" } },
  { 0, { "unlock-names", G_OPTION_ARG_STRING, OF (unlock_names), "Simulations: functions that release them", "PATTERNS" } },
  { 0, { "name-stack", G_OPTION_ARG_NONE, OF (name_stack), "Simulations: call stacks by functions' names alone" } },
  { 0, { "out-of-order", G_OPTION_ARG_NONE, OF (out_of_order), "Simulations: charge misses by their addresses" } },
  { 0, { "strict", G_OPTION_ARG_NONE, OF (strict), "Exit with 3 if anything was lost" } },
  { 0, { "no-cache", G_OPTION_ARG_NONE, OF (no_cache), "Keep no index" } },
  { 0, { "cache-dir", G_OPTION_ARG_FILENAME, OF (cache_dir), "Keep indexes in FOLDER", "FOLDER" } },
  { 0, { G_OPTION_REMAINING, G_OPTION_ARG_FILENAME_ARRAY, OF (arguments) } },
};

/* --- options --- */

int
scope_cli_usage (const char *command, const char *message, ...)
{
  va_list args;
  va_start (args, message);
  g_autofree char *text = g_strdup_vprintf (message, args);
  va_end (args);

  fprintf (stderr, "lanescope-cli %s: %s\n“lanescope-cli %s --help” says more.\n", command, text, command);
  return SCOPE_CLI_USAGE;
}

int
scope_cli_find_word (const char *words, const char *word)
{
  g_auto (GStrv) all = g_strsplit (words, ", ", -1);

  for (int i = 0; all[i] != NULL; i++)
    if (strcmp (all[i], word) == 0)
      return i;
  return -1;
}

typedef struct
{
  const ScopeCliCommand *command;
  gpointer options;
} Parsing;

/* Of an option that takes a word: which of its words it is. */
static gboolean
take_word (const char *name, const char *value, gpointer data, GError **error)
{
  const Parsing *parsing = data;
  const ScopeCliOption *option = parsing->command->options;
  int i;

  while (strcmp (option->name, name + strlen ("--")) != 0)
    option++;
  i = scope_cli_find_word (option->words, value);
  if (i < 0)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s %s: there is %s", name, value, option->words);
      return FALSE;
    }
  G_STRUCT_MEMBER (int, parsing->options, option->offset) = option->first + i;
  return TRUE;
}

static void
add_option (GOptionGroup *group, const ScopeCliOption *option, gpointer values)
{
  GOptionEntry entries[] = {
    { option->name, option->letter, 0, option->kind, G_STRUCT_MEMBER_P (values, option->offset), option->about, option->value },
    { NULL },
  };

  if (option->words != NULL)
    {
      entries[0].arg = G_OPTION_ARG_CALLBACK;
      entries[0].arg_data = (gpointer) take_word;
    }
  g_option_group_add_entries (group, entries);
}

/* What is wrong with the options that many commands take; NULL: nothing. */
static char *
check_shared (ScopeCli *cli, const ScopeCliCommand *command)
{
  gboolean text = (command->takes & SCOPE_CLI_TAKES_TEXT) != 0;

  if (cli->format != NULL && strcmp (cli->format, "csv") != 0 && strcmp (cli->format, "json") != 0
      && !(text && strcmp (cli->format, "text") == 0))
    return g_strdup_printf ("--format %s: there is csv and json%s", cli->format, text ? ", and text" : "");
  if (cli->run < 0 || cli->lli < 0 || cli->clock_ps < 0)
    return g_strdup ("--nth-run, --lli and --clock take numbers from 1 on");
  if (cli->arguments == NULL && !(command->takes & SCOPE_CLI_TAKES_NOTHING))
    return g_strdup_printf ("it needs %s", command->usage);
  return scope_cli_check_range (cli);
}

gpointer
scope_cli_parse (ScopeCli *cli, const ScopeCliCommand *command, int argc, char **argv, int *ret_status)
{
  g_autoptr (GOptionContext) context = g_option_context_new (command->usage); /* GOption prints "[OPTION…]" before it */
  g_autofree char *name = g_strdup_printf ("lanescope-cli %s", argv[0]), *wrong = NULL;
  g_autofree char *description = command->describe != NULL ? command->describe () : g_strdup (command->description);
  Parsing parsing = { command, command->defaults != NULL ? g_memdup2 (command->defaults, command->size)
                                                         : g_malloc0 (command->size + 1) };
  GOptionGroup *group = g_option_group_new (NULL, NULL, NULL, &parsing, NULL);
  g_autoptr (GError) error = NULL;

  g_set_prgname (name);
  g_option_context_set_summary (context, command->summary);
  g_option_context_set_description (context, description);
  g_option_context_set_main_group (context, group);
  for (const ScopeCliOption *option = command->options; option != NULL && option->name != NULL; option++)
    add_option (group, option, parsing.options);
  for (guint i = 0; i < G_N_ELEMENTS (shared); i++)
    if (shared[i].when == 0 || (shared[i].when & command->takes))
      add_option (group, &shared[i].option, cli);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    wrong = g_strdup (error->message);
  if (wrong == NULL)
    wrong = check_shared (cli, command);
  if (wrong == NULL && command->check != NULL)
    wrong = command->check (cli, parsing.options);
  if (wrong == NULL)
    return parsing.options;
  *ret_status = scope_cli_usage (argv[0], "%s", wrong);
  scope_cli_free_options (command, parsing.options);
  return NULL;
}

void
scope_cli_free_options (const ScopeCliCommand *command, gpointer options)
{
  for (const ScopeCliOption *option = command->options; option != NULL && option->name != NULL; option++)
    if (option->kind == G_OPTION_ARG_STRING || option->kind == G_OPTION_ARG_FILENAME)
      g_free (G_STRUCT_MEMBER (char *, options, option->offset));
    else if (option->kind == G_OPTION_ARG_STRING_ARRAY || option->kind == G_OPTION_ARG_FILENAME_ARRAY)
      g_strfreev (G_STRUCT_MEMBER (char **, options, option->offset));
  if (command->clear != NULL)
    command->clear (options);
  g_free (options);
}

/* --- commands --- */

int
scope_cli_run (ScopeCli *cli, const ScopeCliCommand *command, int argc, char **argv)
{
  GError *error = NULL;
  int status;
  gpointer options = scope_cli_parse (cli, command, argc, argv, &status);

  if (options == NULL)
    return status;
  if ((command->takes & SCOPE_CLI_OPENS_ITSELF)
      || scope_cli_open (cli, cli->arguments + ((command->takes & SCOPE_CLI_TAKES_TABLE) != 0), &status))
    {
      command->run (cli, options, &error);
      if (error != NULL && error->domain == G_OPTION_ERROR)
        {
          scope_cli_close (cli, NULL);
          status = scope_cli_usage (argv[0], "%s", error->message);
          g_error_free (error);
        }
      else
        status = scope_cli_close (cli, error);
    }
  scope_cli_free_options (command, options);
  return status;
}
