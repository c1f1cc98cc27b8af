/* scope-cli-columns.c: `lanescope-cli columns`: exact time per state of one lane in N stretches, as the
 * screen's pixels have it.
 *
 * The edges are moved a little (an eighth of a column at most) to where the index has whole bins; those
 * really used are printed, and the figures are exact between them. Time in which the lane does not live is
 * unknown here, so that a row always adds up to its length; in a sum of several lanes only those alive are
 * counted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-command.h"

#define MOST_COLUMNS 10000000

/* The largest whole bins of which a column has four. */
static gint64
bin_width (gint64 from, gint64 to, guint n)
{
  gint64 bin = 1;

  while (bin * 2 <= (to - from) / n / 4)
    bin *= 2;
  return bin;
}

/* The n + 1 edges of the columns, each moved to the bin that lies nearest to it on the machine's own clock.
 */
static gint64 *
round_edges (gint64 from, gint64 to, guint n, gint64 offset, gint64 bin)
{
  gint64 *edges = g_new (gint64, n + 1);
  __int128 step = (__int128)2 * bin * n;

  for (guint i = 0; i <= n; i++)
    {
      __int128 edge = ((__int128)from - offset) * n + ((__int128)to - from) * i; /* in n-ths of a tick */
      __int128 twice = 2 * edge + (__int128)bin * n;
      __int128 bins = twice / step;
      if (bins * step > twice)
        bins--; /* towards the past, also before 0 */
      edges[i] = (gint64)(bins * bin) + offset;
    }
  return edges;
}

/* Rounded once and for all to the bins that reading will use, so that nothing is rounded twice. Only where
 * rounding made all columns so wide that reading would take wider bins, ticks are left as they are. */
static gint64 *
make_edges (gint64 from, gint64 to, guint n, gint64 offset)
{
  gint64 bin = bin_width (from, to, n), narrowest = G_MAXINT64;
  gint64 *edges = round_edges (from, to, n, offset, bin);

  for (guint i = 0; i < n; i++)
    narrowest = MIN (narrowest, edges[i + 1] - edges[i]);
  if (narrowest / 8 < bin)
    return edges;
  g_free (edges);
  return round_edges (from, to, n, offset, 1);
}

static void
write_columns (ScopeCli *cli,
               const gint64 *edges,
               guint n,
               gint64 (*columns)[SCOPE_N_STATES],
               gboolean fill,
               guint first,
               ScopeCsv *csv)
{
  for (guint i = 0; i < n; i++)
    {
      gint64 rest = edges[i + 1] - edges[i];
      scope_csv_unsigned (csv, first + i);
      scope_cli_time (cli, csv, edges[i]);
      scope_cli_time (cli, csv, edges[i + 1]);
      for (guint s = 0; s < SCOPE_N_STATES; s++)
        rest -= columns[i][s];
      if (fill && rest > 0)
        columns[i][SCOPE_STATE_UNKNOWN] += rest;
      for (guint s = 0; s < SCOPE_N_STATES; s++)
        scope_cli_time (cli, csv, columns[i][s]);
      scope_csv_end_row (csv);
    }
}

static gboolean
dump_columns (ScopeCli *cli, ScopeLaneId lane, guint n, ScopeCsv *csv, GError **error)
{
  guint32 index = scope_trace_lane (cli->trace, lane);
  gboolean fill = index != SCOPE_NONE && !scope_trace_lane_counts (cli->trace, lane);
  g_autofree gint64 *edges = NULL;
  g_autofree gint64 (*columns)[SCOPE_N_STATES] = NULL;
  gint64 from, to;

  scope_cli_trace_range (cli, &from, &to);
  if (from >= to)
    return TRUE;
  if ((guint64)to - (guint64)from < n)
    n = (guint)(to - from);
  edges = make_edges (from, to, n,
                      scope_trace_offset (cli->trace, scope_trace_machine (cli->trace, lane.machine)));
  columns = g_malloc_n (n, sizeof *columns);
  if (!scope_trace_read_columns (cli->trace, lane, edges, n, columns, error))
    return FALSE;
  write_columns (cli, edges, n, columns, fill, 0, csv);
  return TRUE;
}

static char *
make_header (void)
{
  GString *header = g_string_new ("column,from_ns,to_ns");

  for (guint s = 0; s < SCOPE_N_STATES; s++)
    g_string_append_printf (header, ",%s_ns", scope_state_name ((ScopeState)s));
  return g_string_free (header, FALSE);
}

typedef struct
{
  char *lane;
  int width;
} Options;

static char *
check (ScopeCli *cli, gpointer data)
{
  const Options *options = data;

  if (options->lane == NULL)
    return g_strdup ("it needs --lane, for instance --lane processor:1/0");
  if (options->width < 1 || options->width > MOST_COLUMNS)
    return g_strdup_printf ("--width takes 1 to %d", MOST_COLUMNS);
  return NULL;
}

static gboolean
run (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  g_autofree char *header = make_header ();
  ScopeLaneId lane;
  ScopeCsv *csv;

  if (!scope_cli_parse_lane (cli, options->lane, &lane, error))
    return FALSE;
  csv = scope_cli_table (cli, header);
  return scope_cli_close_table (csv, dump_columns (cli, lane, (guint)options->width, csv, error), error);
}

const ScopeCliCommand scope_cli_columns = {
  .name = "columns",
  .about = "exact time per state of one lane in equal stretches",
  .takes = SCOPE_CLI_TAKES_RANGE | SCOPE_CLI_TAKES_FORMAT,
  .usage = "TRACE…",
  .summary = "Exact time per state of one lane in N equal stretches of time.",
  .description = "LANE is machine:M, processor:M/P, process:M/P or thread:M/T, with the numbers of the tables.",
  .options = (const ScopeCliOption[]) {
    { "lane", G_OPTION_ARG_STRING, offsetof (Options, lane), "Of which lane", "LANE" },
    { "width", G_OPTION_ARG_INT, offsetof (Options, width), "How many columns (1000)", "N" },
    { NULL } },
  .size = sizeof (Options),
  .defaults = &(const Options) { .width = 1000 },
  .check = check,
  .run = run,
};
