/* scope-cli-find.c: `lanescope-cli find`: events inside functions, waits for locks, long activations.
 *
 * What the options say must all hold; --query takes the whole language of scope-find-query.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-command.h"

#include "model/trace/calls/scope-activations.h"
#include "model/trace/search/scope-find.h"
#include "model/trace/search/scope-variables.h"

#include <string.h>

#define N_TERMS 10
#define HEADER                                                                                                     \
  "machine,processor,thread,time_ns,kind,function,depth,enter_ns,exit_ns,duration_ns,caller,address,by_processor,virtual,variable"

typedef struct
{
  ScopeCli *cli;
  ScopeCsv *csv; /* NULL: only counted */
  ScopeVariableLists *variables;
  guint64 limit; /* 0: none */
  guint64 n;
} Output;

static void
write_time (Output *output, gint64 time)
{
  if (time == SCOPE_TABLE_NULL)
    scope_csv_empty (output->csv);
  else
    scope_cli_time (output->cli, output->csv, time);
}

/* Whose stack it is: a core, or a process of Erlang, which is a thread, too. */
static void
write_lane (Output *output, ScopeMachine *machine, const ScopeFound *found)
{
  ScopeLaneId lane = found->lane;
  gint64 thread = found->thread;

  if (lane.kind == SCOPE_KIND_THREAD)
    thread = lane.index;
  else if (lane.kind == SCOPE_KIND_PROCESS)
    {
      g_autofree char *id = scope_machine_entity_id (machine, SCOPE_KIND_PROCESS, lane.index);
      guint32 index = scope_machine_find_entity (machine, SCOPE_KIND_THREAD, id);

      thread = index;
    }
  scope_csv_unsigned (output->csv, machine->number);
  scope_cli_entity (output->csv, machine, SCOPE_KIND_PROCESSOR, lane.kind == SCOPE_KIND_PROCESSOR ? (gint64) lane.index : -1);
  scope_cli_entity (output->csv, machine, SCOPE_KIND_THREAD, thread);
}

/* The address as the program has it, and the variable that lies there. */
static void
write_named (Output *output, ScopeMachine *machine, const ScopeFound *found)
{
  g_autofree char *address = NULL, *variable = NULL;

  if (found->named != SCOPE_TABLE_NULL)
    {
      address = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", (guint64) found->named);
      variable = scope_variable_lists_name (output->variables, machine, (guint64) found->named);
    }
  scope_csv_text (output->csv, address);
  scope_csv_text (output->csv, variable);
}

static void
write_found (Output *output, const ScopeFound *found)
{
  ScopeMachine *machine = scope_trace_machine (output->cli->trace, found->lane.machine);
  gboolean has_caller = found->caller != SCOPE_FUNCTION_UNKNOWN, has_address = found->address != SCOPE_TABLE_NULL;
  g_autofree char *address = has_address ? g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", (guint64) found->address) : NULL;
  ScopeCsv *csv = output->csv;

  write_lane (output, machine, found);
  scope_cli_time (output->cli, csv, found->time);
  scope_csv_text (csv, scope_found_kind_name (found->kind));
  scope_csv_text (csv, scope_activations_function (machine, found->function));
  scope_cli_integer (csv, found->depth < 0 ? SCOPE_TABLE_NULL : found->depth);
  write_time (output, found->enter);
  write_time (output, found->exit);
  write_time (output, found->duration);
  scope_csv_text (csv, has_caller ? scope_activations_function (machine, found->caller) : NULL);
  scope_csv_text (csv, address);
  scope_cli_integer (csv, found->by < 0 ? SCOPE_TABLE_NULL : found->by);
  write_named (output, machine, found);
  scope_csv_end_row (csv);
}

static gboolean
take (const ScopeFound *found, guint n, gpointer data)
{
  Output *output = data;

  for (guint i = 0; i < n; i++)
    if (output->csv != NULL && (output->limit == 0 || output->n + i < output->limit))
      write_found (output, &found[i]);
  output->n += n;

  return TRUE;
}

typedef struct
{
  char **terms[N_TERMS], **queries;
  gboolean regex, ignore_case, count;
  int limit;
  ScopeFindQuery *query; /* all of it */
} Options;

#define OF(i) G_OPTION_ARG_STRING_ARRAY, offsetof (Options, terms[i])

static const ScopeCliOption options_of_find[] = {
  { "query", G_OPTION_ARG_STRING_ARRAY, offsetof (Options, queries), "the same as text, with and, or, not: see below", "TEXT", NULL, 'q' },
  { "regex", G_OPTION_ARG_NONE, offsetof (Options, regex),
    "PATTERN is a regular expression that is found in the name, not a glob pattern of all of it" },
  { "ignore-case", G_OPTION_ARG_NONE, offsetof (Options, ignore_case), "large and small letters of names are alike" },
  { "limit", G_OPTION_ARG_INT, offsetof (Options, limit), "list so many of them, the first; the others are counted", "N" },
  { "count", G_OPTION_ARG_NONE, offsetof (Options, count), "say only how many there are" },
  /* The terms. */
  { "event", OF (0), "of this kind: l1d, l1i, l2, l1, miss, upg, mb, lli, coherence, wait, activation; several with commas", "KIND" },
  { "in", OF (1), "while this function is on the stack", "PATTERN" },
  { "self", OF (2), "while this function is on top of the stack", "PATTERN" },
  { "caller", OF (3), "while this function is below the top of the stack", "PATTERN" },
  { "lock-wait", OF (4), "waits for a lock that are so long: '>1000cy'", "LENGTH" },
  { "activation", OF (5), "activations of this function", "PATTERN" },
  { "longer", OF (6), "what lasted longer: 1000cy, 2.5us; also '>=N', '<N', '<=N'", "LENGTH" },
  { "core", OF (7), "on these cores: 0, 0,2, 0-3", "N" },
  { "lane", OF (8), "on this lane: processor:1/0, thread:1/7", "LANE" },
  { "address", OF (9), "of this address, line, lock or variable: 0x4b100, 0x1000..0x103f, queue_lock+8", "ADDRESS" },
  { NULL },
};

/* Those of one option as well. FALSE with error. */
static gboolean
add_terms (Options *options, const char *name, char **values, GError **error)
{
  ScopeFindFlags flags = (options->regex ? SCOPE_FIND_REGEX : 0) | (options->ignore_case ? SCOPE_FIND_CASELESS : 0);
  const char *word = strcmp (name, "lock-wait") == 0 ? "wait" : name;

  for (guint i = 0; values != NULL && values[i] != NULL; i++)
    {
      ScopeFindQuery *more = values == options->queries ? scope_find_query_parse (values[i], flags, error)
                                                        : scope_find_query_term (word, values[i], flags, error);

      if (more == NULL)
        {
          g_prefix_error (error, "--%s: ", name);
          return FALSE;
        }
      options->query = scope_find_query_and (options->query, more);
    }
  return TRUE;
}

static char *
check (ScopeCli *cli, gpointer data)
{
  Options *options = data;
  const ScopeCliOption *first = options_of_find + G_N_ELEMENTS (options_of_find) - 1 - N_TERMS;
  g_autoptr (GError) error = NULL;
  gboolean ok = TRUE;

  for (guint t = 0; ok && t < N_TERMS; t++)
    ok = add_terms (options, first[t].name, options->terms[t], &error);
  if (!ok || !add_terms (options, "query", options->queries, &error))
    return g_strdup (error->message);
  if (options->query == NULL)
    return g_strdup ("what? For instance --event l2-miss --in 'walk_*'");
  return options->limit < 0 ? g_strdup ("--limit must be 1 or more") : NULL;
}

static void
clear (gpointer data)
{
  g_clear_pointer (&((Options *) data)->query, scope_find_query_free);
}

static gboolean
run (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  g_autoptr (ScopeVariableLists) variables = scope_variable_lists_new ();
  Output output = { .cli = cli, .limit = (guint64) options->limit, .variables = variables };
  g_autoptr (GError) bad = NULL;
  g_autofree char *note = NULL, *text = NULL;
  gboolean ok = TRUE;

  if (!scope_find_check (cli->trace, options->query, &note, &bad))
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, bad->message);
      return FALSE;
    }
  if (note != NULL)
    fprintf (stderr, "lanescope-cli: %s\n", note);
  output.csv = options->count ? NULL : scope_cli_table (cli, HEADER);
  if (!scope_find_is_possible (cli->trace))
    fprintf (stderr, "lanescope-cli: this trace has no call stacks and no events in functions: nothing can be found so\n");
  else
    ok = scope_find (cli->trace, options->query, cli->from, cli->to, take, &output, NULL, cli->cancellable, error);
  if (!options->count)
    {
      ok = scope_cli_close_table (output.csv, ok, error);
      if (ok && output.limit > 0 && output.n > output.limit)
        fprintf (stderr, "lanescope-cli: %" G_GUINT64_FORMAT " were found, the first %d are listed\n", output.n, options->limit);
      return ok;
    }
  text = g_strdup_printf ("%" G_GUINT64_FORMAT "\n", output.n);
  return ok && scope_cli_print (text, error);
}

const ScopeCliCommand scope_cli_find = {
  .name = "find",
  .about = "events inside functions, waits for locks, activations that took long",
  .takes = SCOPE_CLI_TAKES_RANGE | SCOPE_CLI_TAKES_FORMAT,
  .usage = "TRACE…",
  .summary = "Finds events inside functions, waits for locks, activations that took long.",
  .description = "All that is asked for must hold. In a query the words are event:KIND in:PATTERN self:PATTERN\n"
                 "caller:PATTERN activation:PATTERN wait>LENGTH longer:LENGTH depth>N core:N lane:LANE address:A\n"
                 "by:N write read false-sharing, joined by and, or, not and brackets:\n"
                 "  event:l2 in:walk_* core:1 or wait>1000cy in:schedule\n"
                 "LENGTH is a number with cy (cycles of the core), ps, ns, us, ms, s.\n",
  .options = options_of_find,
  .size = sizeof (Options),
  .check = check,
  .run = run,
  .clear = clear,
};
