/* scope-cli-command.c: see scope-cli-command.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/common/scope-cli-command.h"
#include "app/cli/common/scope-cli-nearest.h"
#include "app/cli/common/scope-cli-there.h"

#include "model/base/scope-fail.h"
#include "model/base/scope-format.h"
#include "model/base/scope-parse-time.h"

#include <string.h>
#include <unistd.h>

#define OF(field) offsetof (ScopeCli, field)

/* In the order of --help. */
typedef enum
{
  OF_COMMAND,
  OF_TIMES,
  OF_OUTPUT,
  OF_READING,
  OF_SIMULATIONS, /* seven that few need: told by --help-simulations */
  N_TOPICS,
} Topic;

static const char *const topics[N_TOPICS] = { NULL, "Times", "Output", "Reading traces", "Simulations" };

/* What many commands take. */
static const struct
{
  Topic topic;
  ScopeCliTakes when; /* 0: always */
  ScopeCliOption option;
} shared[] = {
  { OF_TIMES, SCOPE_CLI_TAKES_RANGE, { "from", G_OPTION_ARG_STRING, OF (from_text), "Only what is at TIME or later: 5ms, 1.25s; or in ns", "TIME" } },
  { OF_TIMES, SCOPE_CLI_TAKES_RANGE, { "to", G_OPTION_ARG_STRING, OF (to_text), "Only what is before TIME", "TIME" } },
  { OF_TIMES, SCOPE_CLI_TAKES_RANGE, { "local-time", G_OPTION_ARG_NONE, OF (local_time), "Times on each machine's own clock" } },
  { OF_OUTPUT, SCOPE_CLI_TAKES_FORMAT, { "format", G_OPTION_ARG_STRING, OF (format),
                                         "text (the default on a terminal), csv (the default elsewhere) or json", "FORMAT" } },
  { OF_OUTPUT, SCOPE_CLI_TAKES_TEXT, { "format", G_OPTION_ARG_STRING, OF (format), "text (the default), csv or json", "FORMAT" } },
  { OF_OUTPUT, SCOPE_CLI_TAKES_FACTS, { "format", G_OPTION_ARG_STRING, OF (format), "text (the default) or json", "FORMAT" } },
  { OF_OUTPUT, SCOPE_CLI_TAKES_FORMAT | SCOPE_CLI_TAKES_TEXT | SCOPE_CLI_TAKES_FACTS, { "json", G_OPTION_ARG_NONE, OF (json_flag), "Print JSON" } },
  { OF_OUTPUT, SCOPE_CLI_TAKES_FORMAT | SCOPE_CLI_TAKES_TEXT, { "csv", G_OPTION_ARG_NONE, OF (csv_flag), "Print CSV" } },
  { OF_READING, SCOPE_CLI_TAKES_REBUILD, { "rebuild", G_OPTION_ARG_NONE, OF (rebuild), "Make it anew even if there is a good one" } },
  { OF_READING, 0, { "alone", G_OPTION_ARG_NONE, OF (alone), "Open the given file only, not what belongs to it beside it" } },
  { OF_READING, 0, { "strict", G_OPTION_ARG_NONE, OF (strict), "Exit with 3 if anything was lost" } },
  { OF_READING, 0, { "no-cache", G_OPTION_ARG_NONE, OF (no_cache), "Keep no index" } },
  { OF_READING, 0, { "cache-dir", G_OPTION_ARG_FILENAME, OF (cache_dir), "Keep indexes in FOLDER", "FOLDER" } },
  { OF_SIMULATIONS, 0, { "clock", G_OPTION_ARG_STRING, OF (clock_text), "A cycle of the cores takes TIME: 500ps; or in ps", "TIME" } },
  { OF_SIMULATIONS, 0, { "nth-run", G_OPTION_ARG_INT, OF (run), "Of several runs in one trace read the N-th", "N" } },
  { OF_SIMULATIONS, 0, { "lli", G_OPTION_ARG_INT, OF (lli), "Instructions over N cycles are of long latency (100)", "N" } },
  { OF_SIMULATIONS, 0, { "lock-names", G_OPTION_ARG_STRING, OF (lock_names), "Functions that take locks", "PATTERNS" } },
  { OF_SIMULATIONS, 0, { "unlock-names", G_OPTION_ARG_STRING, OF (unlock_names), "Functions that release them", "PATTERNS" } },
  { OF_SIMULATIONS, 0, { "name-stack", G_OPTION_ARG_NONE, OF (name_stack), "Call stacks by functions' names alone" } },
  { OF_SIMULATIONS, 0, { "out-of-order", G_OPTION_ARG_NONE, OF (out_of_order), "Charge misses by their addresses" } },
};

/* Of `shared`: whether the command has it. */
static gboolean
takes (const ScopeCliCommand *command, guint i)
{
  return shared[i].when != 0 ? (shared[i].when & command->takes) != 0
                             : shared[i].topic != OF_SIMULATIONS || (command->takes & SCOPE_CLI_READS_NONE) == 0;
}

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

char *
scope_cli_guess_word (const char *words, const char *word)
{
  g_auto (GStrv) all = g_strsplit (words, ", ", -1);
  ScopeCliNearest nearest = { .word = word };

  for (guint i = 0; all[i] != NULL; i++)
    scope_cli_nearest_see (&nearest, all[i]);
  return scope_cli_nearest_dup_words (&nearest, "");
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
      g_autofree char *meant = scope_cli_guess_word (option->words, value);

      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s %s: there is %s.%s", name, value, option->words, meant);
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

/* --- help --- */

static char *
dup_left (const ScopeCliOption *option)
{
  g_autofree char *letter = option->letter != 0 ? g_strdup_printf ("-%c, ", option->letter) : g_strdup ("");

  return g_strdup_printf ("  %s--%s%s%s", letter, option->name, option->value != NULL ? "=" : "", option->value != NULL ? option->value : "");
}

static void
add_help (GString *out, const ScopeCliOption *option)
{
  g_autofree char *left = dup_left (option);

  scope_cli_append_left (out, left, 26);
  g_string_append_printf (out, "%s%s\n", strlen (left) < 26 ? "  " : "\n                            ", option->about);
}

/* By topic; GOption's own help would hide all but the first behind --help-all. */
static void
print_help (const ScopeCliCommand *command, const char *name, const char *description, gboolean simulations_alone, gboolean all)
{
  g_autoptr (GString) out = g_string_new (NULL);

  g_string_append_printf (out, "Usage:\n  %s [OPTION…] %s\n\n%s\n", name, command->usage, command->summary);
  if (!simulations_alone && command->options != NULL)
    g_string_append_printf (out, "\nOptions of %s:\n", command->name);
  for (const ScopeCliOption *option = simulations_alone ? NULL : command->options; option != NULL && option->name != NULL; option++)
    add_help (out, option);
  for (Topic topic = simulations_alone ? OF_SIMULATIONS : OF_TIMES; topic < N_TOPICS; topic++)
    for (guint i = 0, n = 0; i < G_N_ELEMENTS (shared); i++)
      {
        if (shared[i].topic != topic || !takes (command, i))
          continue;
        if (n++ == 0)
          g_string_append_printf (out, "\n%s:\n", topics[topic]);
        if (topic != OF_SIMULATIONS || all || simulations_alone)
          add_help (out, &shared[i].option);
        else if (n == 1)
          g_string_append (out, "  --help-simulations        Seven options more, for traces of simulators\n");
      }
  if (description != NULL && !simulations_alone)
    g_string_append_printf (out, "\n%s%s", description, g_str_has_suffix (description, "\n") ? "" : "\n");
  fputs (out->str, stdout);
}

/* TRUE if that was all that was wanted. */
static gboolean
help (const ScopeCliCommand *command, const char *name, int argc, char **argv)
{
  g_autofree char *description = NULL;

  for (int i = 1; i < argc && strcmp (argv[i], "--") != 0; i++)
    if (scope_cli_find_word ("--help, -h, --help-all, --help-simulations", argv[i]) >= 0)
      {
        description = command->describe != NULL ? command->describe () : g_strdup (command->description);
        print_help (command, name, description, g_str_has_suffix (argv[i], "simulations"), g_str_has_suffix (argv[i], "all"));
        return TRUE;
      }
  return FALSE;
}

/* Why they could not be parsed; of an option that there is not, which was meant. */
static char *
explain (const ScopeCliCommand *command, const GError *error)
{
  const char *name = strstr (error->message, "--");
  g_autofree char *word = name != NULL ? g_strndup (name + 2, strcspn (name + 2, "=")) : g_strdup (""), *meant = NULL;
  ScopeCliNearest nearest = { .word = word };

  if (!g_error_matches (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION))
    return g_strdup (error->message);
  for (const ScopeCliOption *option = command->options; option != NULL && option->name != NULL; option++)
    scope_cli_nearest_see (&nearest, option->name);
  for (guint i = 0; i < G_N_ELEMENTS (shared); i++)
    if (takes (command, i) && shared[i].option.about != NULL)
      scope_cli_nearest_see (&nearest, shared[i].option.name);
  meant = scope_cli_nearest_dup_words (&nearest, "--");
  return g_strconcat (error->message, *meant != '\0' ? "." : "", meant, NULL);
}

/* --- parsing --- */

/* What is printed, by all that was said of it: cli->format is never NULL then. */
static char *
check_format (ScopeCli *cli, const ScopeCliCommand *command)
{
  const char *flag = cli->json_flag ? "json" : cli->csv_flag ? "csv" : NULL;

  const char *formats = command->takes & SCOPE_CLI_TAKES_FACTS ? "text, json" : "text, csv, json";

  if (cli->format != NULL && scope_cli_find_word (formats, cli->format) < 0)
    return g_strdup_printf ("--format %s: there is %s", cli->format, formats);
  if ((cli->json_flag && cli->csv_flag) || (flag != NULL && cli->format != NULL && strcmp (flag, cli->format) != 0))
    return g_strdup ("--format, --json and --csv: one of them");
  cli->format_said = cli->format != NULL || flag != NULL;
  if (cli->format != NULL)
    return NULL;
  if (flag == NULL)
    flag = (command->takes & (SCOPE_CLI_TAKES_TEXT | SCOPE_CLI_TAKES_FACTS)) != 0 || isatty (STDOUT_FILENO) == 1 ? "text" : "csv";
  cli->format = g_strdup (flag);
  return NULL;
}

/* What is wrong with the options that many commands take; NULL: nothing. */
static char *
check_shared (ScopeCli *cli, const ScopeCliCommand *command)
{
  char *wrong = check_format (cli, command);
  __int128 clock = 0;
  const char *end;

  if (wrong != NULL)
    return wrong;
  if (cli->run < 0 || cli->lli < 0)
    return g_strdup ("--nth-run and --lli take numbers from 1 on");
  if (cli->clock_text != NULL && (!scope_parse_time (cli->clock_text, "ps", &end, &clock) || *end != '\0' || clock < 1 || clock > G_MAXUINT32))
    return g_strdup_printf ("--clock %s: it takes a time, as 500ps or 1ns", cli->clock_text);
  cli->clock_ps = (guint32) clock;
  if (cli->arguments == NULL && !(command->takes & SCOPE_CLI_TAKES_NOTHING))
    return g_strdup_printf ("it needs %s", command->usage);
  return scope_cli_check_range (cli);
}

gpointer
scope_cli_parse (ScopeCli *cli, const ScopeCliCommand *command, int argc, char **argv, int *ret_status)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autofree char *name = g_strdup_printf ("lanescope-cli %s", argv[0]), *wrong = NULL;
  Parsing parsing = { command, command->defaults != NULL ? g_memdup2 (command->defaults, command->size)
                                                         : g_malloc0 (command->size + 1) };
  GOptionGroup *group = g_option_group_new (NULL, NULL, NULL, &parsing, NULL);
  const ScopeCliOption rest = { G_OPTION_REMAINING, G_OPTION_ARG_FILENAME_ARRAY, OF (arguments) };
  g_autoptr (GError) error = NULL;

  g_set_prgname (name);
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_main_group (context, group);
  for (const ScopeCliOption *option = command->options; option != NULL && option->name != NULL; option++)
    add_option (group, option, parsing.options);
  for (guint i = 0; i < G_N_ELEMENTS (shared); i++)
    if (takes (command, i))
      add_option (group, &shared[i].option, cli);
  add_option (group, &rest, cli);
  if (help (command, name, argc, argv))
    {
      *ret_status = SCOPE_CLI_OK;
      scope_cli_free_options (command, parsing.options);
      return NULL;
    }
  if (!g_option_context_parse (context, &argc, &argv, &error))
    wrong = explain (command, error);
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

guint
scope_cli_n_before (const ScopeCli *cli, const ScopeCliCommand *command)
{
  if (command->takes & SCOPE_CLI_TAKES_WISHES)
    return g_strv_length (cli->arguments) - 1;
  return (command->takes & SCOPE_CLI_TAKES_TABLE) != 0;
}

/* What lies beside the trace is empty, not wrong; but who asks for it may be mistaken, and is told. FALSE with error. */
static gboolean
check_range (ScopeCli *cli, const ScopeCliCommand *command, GError **error)
{
  const char *beside = "Nothing was recorded in that range: the trace lasts from";
  gint64 first, last;
  g_autofree char *start = NULL, *end = NULL;

  if (!cli->ranged || cli->local_time || cli->trace == NULL || scope_trace_n_machines (cli->trace) == 0)
    return TRUE;
  scope_trace_range (cli->trace, &first, &last);
  if (first >= last || (cli->from <= last && cli->to > first))
    return TRUE;
  start = scope_format_time ((double)first, cli->tick_ps, 1);
  end = scope_format_time ((double)last, cli->tick_ps, 1);
  if (command->takes & SCOPE_CLI_CONCLUDES)
    return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, "%s %s to %s", beside, start, end);
  if (!(command->takes & SCOPE_CLI_OPENS_ITSELF))
    fprintf (stderr, "lanescope-cli: %s %s to %s\n", beside, start, end);
  return TRUE;
}

int
scope_cli_run (ScopeCli *cli, const ScopeCliCommand *command, int argc, char **argv)
{
  GError *error = NULL;
  int status;
  g_autofree char **said = g_memdup2 (argv, (gsize) (argc + 1) * sizeof *argv); /* what is parsed is taken away */
  gpointer options = scope_cli_parse (cli, command, argc, argv, &status);

  if (options == NULL)
    return status;
  if (scope_cli_is_there (cli, command, options) && scope_cli_run_there (cli, command, (const char *const *) said, &status))
    {
      scope_cli_free_options (command, options);
      return status;
    }
  if ((command->takes & SCOPE_CLI_OPENS_ITSELF) || (command->opens != NULL && command->opens (options))
      || scope_cli_open (cli, cli->arguments + scope_cli_n_before (cli, command), &status))
    {
      if (check_range (cli, command, &error))
        command->run (cli, options, &error);
      if (error != NULL && error->domain == G_OPTION_ERROR)
        {
          scope_cli_close (cli, NULL);
          status = scope_cli_usage (argv[0], "%s", error->message);
          g_error_free (error);
        }
      else
        status = scope_cli_close (cli, error);
      if (command->finish != NULL)
        status = command->finish (options, status);
    }
  scope_cli_free_options (command, options);
  return status;
}
