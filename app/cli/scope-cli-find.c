/* scope-cli-find.c: `lanescope-cli find`: events inside functions, waits for locks, long activations.
 *
 * What the options say must all hold; --query takes the whole language of scope-find-query.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli.h"

#include "model/trace/calls/scope-activations.h"
#include "model/trace/search/scope-find.h"

#define HEADER                                                                                                     \
  "machine,processor,thread,time_ns,kind,function,depth,enter_ns,exit_ns,duration_ns,caller,address,by_processor"

static const struct
{
  const char *option, *word, *about, *value;
} terms[] = {
  { "event", "event", "of this kind: l1d, l1i, l2, l1, miss, upg, mb, lli, coherence, wait, activation; several with commas", "KIND" },
  { "in", "in", "while this function is on the stack", "PATTERN" },
  { "self", "self", "while this function is on top of the stack", "PATTERN" },
  { "caller", "caller", "while this function is below the top of the stack", "PATTERN" },
  { "lock-wait", "wait", "waits for a lock that are so long: '>1000cy'", "LENGTH" },
  { "activation", "activation", "activations of this function", "PATTERN" },
  { "longer", "longer", "what lasted longer: 1000cy, 2.5us; also '>=N', '<N', '<=N'", "LENGTH" },
  { "core", "core", "on these cores: 0, 0,2, 0-3", "N" },
  { "lane", "lane", "on this lane: processor:1/0, thread:1/7", "LANE" },
  { "address", "address", "of this address, line or lock: 0x4b100, 0x1000..0x103f", "ADDRESS" },
};

typedef struct
{
  ScopeCli *cli;
  ScopeCsv *csv; /* NULL: only counted */
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
  gint64 thread = found->thread == SCOPE_NONE ? -1 : (gint64) found->thread;

  if (lane.kind == SCOPE_KIND_THREAD)
    thread = lane.index;
  else if (lane.kind == SCOPE_KIND_PROCESS)
    {
      g_autofree char *id = scope_machine_entity_id (machine, SCOPE_KIND_PROCESS, lane.index);
      guint32 index = scope_machine_find_entity (machine, SCOPE_KIND_THREAD, id);

      thread = index == SCOPE_NONE ? -1 : (gint64) index;
    }
  scope_csv_unsigned (output->csv, machine->number);
  scope_cli_entity (output->csv, machine, SCOPE_KIND_PROCESSOR, lane.kind == SCOPE_KIND_PROCESSOR ? (gint64) lane.index : -1);
  scope_cli_entity (output->csv, machine, SCOPE_KIND_THREAD, thread);
}

static void
write_found (Output *output, const ScopeFound *found)
{
  ScopeMachine *machine = scope_trace_machine (output->cli->trace, found->lane.machine);
  ScopeCsv *csv = output->csv;

  write_lane (output, machine, found);
  scope_cli_time (output->cli, csv, found->time);
  scope_csv_text (csv, scope_found_kind_name (found->kind));
  scope_csv_text (csv, scope_activations_function (machine, found->function));
  if (found->depth < 0)
    scope_csv_empty (csv);
  else
    scope_csv_integer (csv, found->depth);
  write_time (output, found->enter);
  write_time (output, found->exit);
  write_time (output, found->duration);
  if (found->caller == SCOPE_FUNCTION_UNKNOWN)
    scope_csv_empty (csv);
  else
    scope_csv_text (csv, scope_activations_function (machine, found->caller));
  if (found->address == SCOPE_TABLE_NULL)
    scope_csv_empty (csv);
  else
    {
      char text[32];

      g_snprintf (text, sizeof text, "0x%" G_GINT64_MODIFIER "x", (guint64) found->address);
      scope_csv_text (csv, text);
    }
  if (found->by < 0)
    scope_csv_empty (csv);
  else
    scope_csv_integer (csv, found->by);
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

/* FALSE with error, or with none: nothing is asked for. */
static ScopeFindQuery *
make_query (char ***values, char **queries, ScopeFindFlags flags, GError **error)
{
  ScopeFindQuery *whole = NULL;

  for (guint t = 0; t <= G_N_ELEMENTS (terms); t++)
    {
      char **list = t < G_N_ELEMENTS (terms) ? values[t] : queries;

      for (guint i = 0; list != NULL && list[i] != NULL; i++)
        {
          ScopeFindQuery *more = t < G_N_ELEMENTS (terms) ? scope_find_query_term (terms[t].word, list[i], flags, error)
                                                          : scope_find_query_parse (list[i], flags, error);

          if (more == NULL)
            {
              g_prefix_error (error, "--%s: ", t < G_N_ELEMENTS (terms) ? terms[t].option : "query");
              if (whole != NULL)
                scope_find_query_unref (whole);
              return NULL;
            }
          whole = scope_find_query_and (whole, more);
        }
    }

  return whole;
}

static int
find (ScopeCli *cli, ScopeFindQuery *query, guint limit, gboolean count)
{
  Output output = { .cli = cli, .limit = limit };
  g_autoptr (GError) bad = NULL;
  g_autofree char *note = NULL;
  GError *error = NULL;

  if (!scope_find_check (cli->trace, query, &note, &bad))
    {
      scope_cli_close (cli, NULL);
      return scope_cli_usage ("find", "%s", bad->message);
    }
  if (note != NULL)
    fprintf (stderr, "lanescope-cli: %s\n", note);
  output.csv = count ? NULL : scope_cli_table (cli, HEADER);
  if (!scope_find_is_possible (cli->trace))
    fprintf (stderr, "lanescope-cli: this trace has no call stacks and no events in functions: nothing can be found so\n");
  else
    scope_find (cli->trace, query, cli->from, cli->to, take, &output, NULL, cli->cancellable, &error);
  if (output.csv != NULL && !scope_csv_close (output.csv, error == NULL ? &error : NULL))
    return scope_cli_close (cli, error);
  if (count && error == NULL)
    {
      g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT "\n", output.n);

      scope_cli_print (text, &error);
    }
  else if (limit > 0 && output.n > limit)
    fprintf (stderr, "lanescope-cli: %" G_GUINT64_FORMAT " were found, the first %u are listed\n", output.n, limit);

  return scope_cli_close (cli, error);
}

int
scope_cli_find (ScopeCli *cli, int argc, char **argv)
{
  char **values[G_N_ELEMENTS (terms)] = { NULL };
  g_auto (GStrv) queries = NULL;
  gboolean regex = FALSE, ignore_case = FALSE, count = FALSE;
  int limit = 0, status;
  GOptionEntry own[G_N_ELEMENTS (terms) + 6] = {
    { "query", 'q', 0, G_OPTION_ARG_STRING_ARRAY, &queries, "the same as text, with and, or, not: see below", "TEXT" },
    { "regex", 0, 0, G_OPTION_ARG_NONE, &regex, "PATTERN is a regular expression that is found in the name, not a glob pattern of all of it", NULL },
    { "ignore-case", 0, 0, G_OPTION_ARG_NONE, &ignore_case, "large and small letters of names are alike", NULL },
    { "limit", 0, 0, G_OPTION_ARG_INT, &limit, "list so many of them, the first; the others are counted", "N" },
    { "count", 0, 0, G_OPTION_ARG_NONE, &count, "say only how many there are", NULL },
  };
  g_autoptr (ScopeFindQuery) query = NULL;
  g_autoptr (GError) bad = NULL;
  gboolean good;

  for (guint t = 0; t < G_N_ELEMENTS (terms); t++)
    own[5 + t] = (GOptionEntry) { terms[t].option, 0, 0, G_OPTION_ARG_STRING_ARRAY, &values[t], terms[t].about, terms[t].value };
  good = scope_cli_parse (cli, argc, argv, SCOPE_CLI_TAKES_RANGE | SCOPE_CLI_TAKES_FORMAT, own, "TRACE…",
                          "Finds events inside functions, waits for locks, activations that took long.",
                          "All that is asked for must hold. In a query the words are event:KIND in:PATTERN self:PATTERN\n"
                          "caller:PATTERN activation:PATTERN wait>LENGTH longer:LENGTH depth>N core:N lane:LANE address:A\n"
                          "by:N write read false-sharing, joined by and, or, not and brackets:\n"
                          "  event:l2 in:walk_* core:1 or wait>1000cy in:schedule\n"
                          "LENGTH is a number with cy (cycles of the core), ps, ns, us, ms, s.\n",
                          &status);
  if (good)
    {
      query = make_query (values, queries,
                          (regex ? SCOPE_FIND_REGEX : 0) | (ignore_case ? SCOPE_FIND_CASELESS : 0), &bad);
      if (bad != NULL)
        status = scope_cli_usage ("find", "%s", bad->message);
      else if (query == NULL)
        status = scope_cli_usage ("find", "what? For instance --event l2-miss --in 'walk_*'");
      else if (limit < 0)
        status = scope_cli_usage ("find", "--limit must be 1 or more");
      else if (scope_cli_open (cli, cli->arguments, &status))
        status = find (cli, query, (guint) limit, count);
    }
  for (guint t = 0; t < G_N_ELEMENTS (terms); t++)
    g_strfreev (values[t]);

  return status;
}
