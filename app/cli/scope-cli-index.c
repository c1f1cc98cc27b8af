/* scope-cli-index.c: `lanescope-cli index`: reads a trace so that its index is there, and says what that
 * took; or makes it in parts, by one process or many.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-command.h"

#include "io/cluster/scope-cluster.h"
#include "io/cluster/scope-part-plan.h"
#include "io/index/scope-index-parts.h"
#include "model/base/scope-format.h"
#include "model/base/scope-json.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* Bytes of the files given; of a folder, of the files in it. */
static guint64
size_of (const char *path)
{
  struct stat info;
  guint64 bytes = 0;
  const char *name;

  if (stat (path, &info) != 0)
    return 0;
  if (!S_ISDIR (info.st_mode))
    return (guint64)info.st_size;

  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);
      if (stat (file, &info) == 0 && S_ISREG (info.st_mode))
        bytes += (guint64)info.st_size;
    }
  return bytes;
}

typedef struct
{
  char *out, *part, *part_size;
  gboolean join;
  gboolean not_yet; /* others are at it, or have to be before it can be joined */
} Options;

typedef struct
{
  guint64 events, bytes, index_bytes, peak_memory;
  double seconds;
  gboolean cached;
  const char *path;
  ScopeClusterResult parts;
} Figures;

static Figures
measure (ScopeCli *cli)
{
  Figures figures
      = { .events = scope_trace_n_events (cli->trace), .cached = scope_import_was_cached (cli->import) };
  struct rusage usage;

  for (char **path = cli->arguments; *path != NULL; path++)
    figures.bytes += size_of (*path);
  figures.seconds = (double)(g_get_monotonic_time () - cli->began) / 1e6;
  figures.path = scope_trace_index_path (cli->trace, &figures.index_bytes, NULL);
  getrusage (RUSAGE_SELF, &usage);
  figures.peak_memory = (guint64)usage.ru_maxrss * 1024;
  return figures;
}

static void
append_json (GString *out, const Figures *figures, double rate)
{
  ScopeJson json = { out, SCOPE_JSON_LINE };

  scope_json_begin (&json, NULL, '{');
  scope_json_unsigned (&json, "events", figures->events);
  scope_json_unsigned (&json, "bytes", figures->bytes);
  scope_json_decimal (&json, "seconds", figures->seconds, 6);
  scope_json_decimal (&json, "events_per_second", rate, 0);
  scope_json_unsigned (&json, "index_bytes", figures->index_bytes);
  scope_json_unsigned (&json, "peak_memory_bytes", figures->peak_memory);
  scope_json_boolean (&json, "cached", figures->cached);
  if (figures->parts.n_parts > 0)
    {
      scope_json_unsigned (&json, "parts", figures->parts.n_parts);
      scope_json_unsigned (&json, "parts_read", figures->parts.n_own - figures->parts.n_kept);
    }
  scope_json_end (&json);
}

static void
append_text (GString *out, const Figures *figures, double rate)
{
  g_autofree char *index = scope_format_bytes ((double)figures->index_bytes), *log = scope_format_bytes ((double)figures->bytes),
                  *peak = scope_format_bytes ((double)figures->peak_memory);

  if (figures->cached)
    g_string_append_printf (out, "The index was there: %s (%s; --rebuild makes it anew)\n", figures->path != NULL ? figures->path : "", index);
  else
    g_string_append_printf (out,
                            "%" G_GUINT64_FORMAT " events of %s in %.2f s (%.1f million a second), peak memory "
                            "%s\nindex %s, %s\n",
                            figures->events, log, figures->seconds, rate / 1e6, peak, figures->path != NULL ? figures->path : "not kept", index);
}

static gboolean
tell_figures (ScopeCli *cli, const ScopeClusterResult *parts, GError **error)
{
  Figures figures = measure (cli);
  double rate = figures.seconds > 0 ? (double)figures.events / figures.seconds : 0;
  g_autoptr (GString) out = g_string_new (NULL);

  figures.parts = *parts;
  if (figures.path == NULL && figures.cached) /* it lies on another computer */
    figures.path = cli->arguments[0];
  (scope_cli_wants_json (cli) ? append_json : append_text) (out, &figures, rate);
  if (parts->n_parts > 0 && !scope_cli_wants_json (cli))
    g_string_append_printf (out, "%u parts, %u of them read now\n", parts->n_parts, parts->n_own - parts->n_kept);
  return scope_cli_print (out->str, error);
}

/* --- in parts --- */

/* "3/16"; *ret_task counts from 0. */
static gboolean
parse_part (const char *text, guint *ret_task, guint *ret_n)
{
  char *end;
  guint64 task = g_ascii_strtoull (text, &end, 10), n;

  if (!g_ascii_isdigit (*text) || *end != '/' || !g_ascii_isdigit (end[1]))
    return FALSE;
  n = g_ascii_strtoull (end + 1, &end, 10);
  if (*end != '\0' || task < 1 || task > n || n > 1000000)
    return FALSE;
  *ret_task = (guint) task - 1;
  *ret_n = (guint) n;
  return TRUE;
}

static gboolean
opens (gpointer data)
{
  return ((Options *) data)->out != NULL;
}

static char *
check (ScopeCli *cli, gpointer data)
{
  const Options *options = data;
  guint task, n;
  guint64 bytes;
  char *far;

  if (options->out == NULL && (options->part != NULL || options->part_size != NULL || options->join))
    return g_strdup ("--part, --part-size and --join need --out FOLDER");
  if (options->out != NULL && (far = scope_cli_only_here (cli, "parts are made where the logs are")) != NULL)
    return far;
  if (options->join && (options->part != NULL || cli->rebuild))
    return g_strdup ("--join takes the parts that are there: it goes neither with --part nor with --rebuild");
  if (options->part != NULL && !parse_part (options->part, &task, &n))
    return g_strdup_printf ("--part takes K/N, as 3/16, not %s", options->part);
  if (options->part_size != NULL && !scope_part_plan_parse_bytes (options->part_size, &bytes))
    return g_strdup_printf ("--part-size takes a size, as 256MB, not %s", options->part_size);
  if (options->out != NULL && !g_str_has_suffix (options->out, SCOPE_INDEX_FOLDER))
    return g_strdup_printf ("--out takes a folder whose name ends with " SCOPE_INDEX_FOLDER ", not %s", options->out);
  return NULL;
}

/* One of several: what all become is none of its business. */
static gboolean
tell_part (ScopeCli *cli, const Options *options, const ScopeClusterResult *result, GError **error)
{
  guint n_read = result->n_own - result->n_kept;
  g_autoptr (GString) out = g_string_new (NULL);
  ScopeJson json = { out, SCOPE_JSON_LINE };

  if (!scope_cli_wants_json (cli))
    g_string_printf (out, "%u of %u parts are done here: %u read now, %u were there\n", result->n_own, result->n_parts, n_read, result->n_kept);
  else
    {
      scope_json_begin (&json, NULL, '{');
      scope_json_unsigned (&json, "parts", result->n_parts);
      scope_json_unsigned (&json, "parts_here", result->n_own);
      scope_json_unsigned (&json, "parts_read", n_read);
      scope_json_decimal (&json, "seconds", (double) (g_get_monotonic_time () - cli->began) / 1e6, 6);
      scope_json_end (&json);
    }
  return scope_cli_print (out->str, error);
}

/* For the bar; and with --json, as a line. */
static void
tell_step (const ScopeClusterStep *step, gpointer data)
{
  ScopeCli *cli = data;

  g_atomic_int_set (&cli->permille, (gint) (step->part < 0 || step->total == 0 ? cli->permille : (double) step->done / (double) step->total * 950));
  if (scope_cli_wants_json (cli))
    {
      g_autofree char *line = scope_cluster_step_to_json (step, -1);

      fputs (line, stdout);
      fflush (stdout);
    }
}

static gboolean
run_parts (ScopeCli *cli, Options *options, GError **error)
{
  ScopeExchange exchange = scope_exchange_alone ();
  ScopeClusterOptions cluster
      = { .folder = options->out, .rebuild = cli->rebuild, .join = options->join, .step = tell_step, .step_data = cli };
  ScopeClusterResult result;
  GError *reason = NULL;

  cli->began = g_get_monotonic_time ();
  if (options->part != NULL)
    parse_part (options->part, &cluster.task, &cluster.n_tasks);
  if (options->part_size != NULL)
    scope_part_plan_parse_bytes (options->part_size, &cluster.part_bytes);
  scope_cli_begin (cli);
  cluster.import = cli->run_options;
  cli->import = scope_cluster_index ((const char *const *) cli->arguments, &cluster, &exchange, &result, cli->cancellable, &reason);
  scope_cli_end_progress (cli);
  options->not_yet = g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_BUSY) || g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_PENDING);
  if (cli->import == NULL)
    {
      g_propagate_error (error, reason);
      return FALSE;
    }
  scope_cli_tell_notes (cli->import, "");
  if (options->part != NULL)
    return tell_part (cli, options, &result, error);
  scope_cli_use (cli, scope_import_get_trace (cli->import));
  return tell_figures (cli, &result, error);
}

static gboolean
run (ScopeCli *cli, gpointer data, GError **error)
{
  const ScopeClusterResult none = { 0 };

  return opens (data) ? run_parts (cli, data, error) : tell_figures (cli, &none, error);
}

#define OPTION(field) G_STRUCT_OFFSET (Options, field)

static const ScopeCliOption options[] = {
  { "out", G_OPTION_ARG_FILENAME, OPTION (out), "Make the index in parts, in this folder, and read only those that are not there yet", "FOLDER.lanescope" },
  { "part", G_OPTION_ARG_STRING, OPTION (part), "Only the parts of task K of N, for job arrays; --out without --part joins them", "K/N" },
  { "part-size", G_OPTION_ARG_STRING, OPTION (part_size), "Logs of a part together (default 256MB); a log is never cut", "SIZE" },
  { "join", G_OPTION_ARG_NONE, OPTION (join), "Read nothing: join the parts if all are there, else say which are not, and end with 6", NULL },
  { NULL },
};

static int
finish (gpointer data, int status)
{
  return ((Options *) data)->not_yet ? SCOPE_CLI_NOT_YET : status;
}

const ScopeCliCommand scope_cli_index = {
  .name = "index",
  .about = "read the trace and keep its index, so that opening it is quick",
  .takes = SCOPE_CLI_TAKES_FACTS | SCOPE_CLI_TAKES_REBUILD,
  .usage = "TRACE…",
  .summary = "Reads a trace and keeps its index, so that opening it is quick.",
  .options = options,
  .size = sizeof (Options),
  .opens = opens,
  .check = check,
  .run = run,
  .finish = finish,
};
