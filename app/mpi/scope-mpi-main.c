/* scope-mpi-main.c: lanescope-mpi: indexes a trace by all processes that mpirun or srun started.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/mpi/scope-exchange-mpi.h"

#include "io/cluster/scope-cluster.h"
#include "io/cluster/scope-part-plan.h"
#include "io/index/scope-index-parts.h"
#include "model/base/scope-json.h"

#include <locale.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

typedef struct
{
  char *out, *part_size;
  char **paths;
  gboolean rebuild, json;
  int threads;
} Options;

/* As those of lanescope-cli. */
enum
{
  ENDED_WELL = 0,
  ENDED_UNREADABLE = 1,
  ENDED_USAGE = 2,
  ENDED_NOT_YET = 6
};

/* FALSE: said what is wrong, if it is the first process that asks. */
static gboolean
parse (Options *options, int argc, char **argv, guint64 *ret_part_bytes, gboolean says)
{
  const GOptionEntry entries[] = {
    { "out", 0, 0, G_OPTION_ARG_FILENAME, &options->out, "Where the index is made, in parts", "FOLDER" SCOPE_INDEX_FOLDER },
    { "part-size", 0, 0, G_OPTION_ARG_STRING, &options->part_size, "Logs of a part together (default 256MB); a log is never cut", "SIZE" },
    { "rebuild", 0, 0, G_OPTION_ARG_NONE, &options->rebuild, "Read all parts, also those that are there", NULL },
    { "threads", 0, 0, G_OPTION_ARG_INT, &options->threads, "Threads of each process (default 1)", "N" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &options->json, "Say as lines of JSON how far each process is, and what was done", NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->paths, NULL, "TRACE…" },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("- indexes a trace by many processes");
  g_autoptr (GError) error = NULL;
  const char *wrong = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    wrong = error->message;
  else if (options->paths == NULL || strcmp (options->paths[0], "index") != 0 || options->paths[1] == NULL)
    wrong = "usage: lanescope-mpi index --out FOLDER" SCOPE_INDEX_FOLDER " TRACE…";
  else if (options->out == NULL || !g_str_has_suffix (options->out, SCOPE_INDEX_FOLDER))
    wrong = "--out takes a folder whose name ends with " SCOPE_INDEX_FOLDER;
  else if (options->part_size != NULL && !scope_part_plan_parse_bytes (options->part_size, ret_part_bytes))
    wrong = "--part-size takes a size, as 256MB";
  else if (options->threads < 1 || options->threads > 1024)
    wrong = "--threads takes a number from 1 on";
  if (wrong != NULL && says)
    fprintf (stderr, "lanescope-mpi: %s\n", wrong);
  return wrong == NULL;
}

static void
say (const Options *options, const ScopeExchange *exchange, ScopeImport *import, const ScopeClusterResult *result, double seconds)
{
  ScopeTrace *trace = scope_import_get_trace (import);
  guint64 events = scope_trace_n_events (trace), bytes = 0;
  const char *path = scope_trace_index_path (trace, &bytes, NULL);
  g_autoptr (GString) out = g_string_new (NULL);
  ScopeJson json = { out, SCOPE_JSON_LINE };

  if (scope_import_notice (import) != NULL)
    fprintf (stderr, "lanescope-mpi: %s\n", scope_import_notice (import));
  if (!options->json)
    g_string_printf (out, "%" G_GUINT64_FORMAT " events in %.2f s by %u processes: %u parts, %u of them read now\nindex %s\n", events, seconds,
                     exchange->n, result->n_parts, result->n_own - result->n_kept, path);
  else
    {
      scope_json_begin (&json, NULL, '{');
      scope_json_unsigned (&json, "events", events);
      scope_json_decimal (&json, "seconds", seconds, 6);
      scope_json_unsigned (&json, "processes", exchange->n);
      scope_json_unsigned (&json, "parts", result->n_parts);
      scope_json_unsigned (&json, "parts_read", result->n_own - result->n_kept);
      scope_json_unsigned (&json, "index_bytes", bytes);
      scope_json_boolean (&json, "cached", result->kept);
      scope_json_end (&json);
    }
  fputs (out->str, stdout);
}

/* Each process tells of itself: who reads the lines adds up. */
static void
tell_step (const ScopeClusterStep *step, gpointer data)
{
  g_autofree char *line = scope_cluster_step_to_json (step, (gint) ((const ScopeExchange *) data)->rank);

  fputs (line, stdout);
  fflush (stdout);
}

/* All end with the same status: that of who knows why. */
static int
agree (int status)
{
  MPI_Allreduce (MPI_IN_PLACE, &status, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return status;
}

static int
run (Options *options, int argc, char **argv)
{
  ScopeExchange exchange = scope_exchange_mpi ();
  ScopeClusterOptions cluster = { 0 };
  ScopeClusterResult result;
  g_autoptr (ScopeImport) import = NULL;
  g_autoptr (GError) error = NULL;
  gint64 began = g_get_monotonic_time ();

  if (!parse (options, argc, argv, &cluster.part_bytes, exchange.rank == 0))
    return ENDED_USAGE;
  cluster.folder = options->out;
  cluster.rebuild = options->rebuild;
  cluster.import.n_threads = (guint) options->threads;
  if (options->json)
    {
      cluster.step = tell_step;
      cluster.step_data = &exchange;
    }
  import = scope_cluster_index ((const char *const *) options->paths + 1, &cluster, &exchange, &result, NULL, &error);
  if (import == NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_FAILED_HANDLED))
    fprintf (stderr, "lanescope-mpi: process %u: %s\n", exchange.rank, error->message);
  else if (import != NULL && exchange.rank == 0)
    say (options, &exchange, import, &result, (double) (g_get_monotonic_time () - began) / 1e6);

  return agree (import != NULL ? ENDED_WELL : g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BUSY) ? ENDED_NOT_YET : ENDED_UNREADABLE);
}

int
main (int argc, char **argv)
{
  Options options = { .threads = 1 };
  int level, status;

  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C");
  setlocale (LC_MESSAGES, "C");
  g_set_prgname ("lanescope-mpi");
  MPI_Init_thread (&argc, &argv, MPI_THREAD_FUNNELED, &level);
  status = run (&options, argc, argv);
  g_free (options.out);
  g_free (options.part_size);
  g_strfreev (options.paths);
  MPI_Finalize ();

  return status;
}
