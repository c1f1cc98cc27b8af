/* scope-cli-index.c: `lanescope-cli index`: reads a trace so that its index is there, and says what that
 * took.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-command.h"

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
  guint64 events, bytes, index_bytes, peak_memory;
  double seconds;
  gboolean cached;
  const char *path;
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
run (ScopeCli *cli, gpointer options, GError **error)
{
  const Figures figures = measure (cli);
  double rate = figures.seconds > 0 ? (double)figures.events / figures.seconds : 0;
  g_autoptr (GString) out = g_string_new (NULL);

  (scope_cli_wants_json (cli) ? append_json : append_text) (out, &figures, rate);
  return scope_cli_print (out->str, error);
}

const ScopeCliCommand scope_cli_index = {
  .name = "index",
  .about = "read the trace and keep its index, so that opening it is quick",
  .takes = SCOPE_CLI_TAKES_FACTS | SCOPE_CLI_TAKES_REBUILD,
  .usage = "TRACE…",
  .summary = "Reads a trace and keeps its index, so that opening it is quick.",
  .run = run,
};
