/* scope-cli-export-locks.c: `export --view locks` and `--view coherence`: locks over time, and as matrix or graph who waits for whom,
 * who takes lines from whom.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-views.h"
#include "app/cli/common/scope-cli-picture.h"

#include "model/scene/locks/scope-lock-scene.h"
#include "model/scene/locks/scope-lock-contention.h"
#include "model/trace/locks/scope-coherence.h"

#define DEFAULT_WIDTH 1600
#define DEFAULT_MATRIX_WIDTH 900
#define MOST_HEIGHT 4000

typedef enum
{
  TIME,
  MATRIX,
  GRAPH,
} Mode;

typedef struct
{
  ScopeCliPicture picture;
  ScopeContentionTopic topic;
  Mode mode;
  int measure; /* -1: none was asked for */
} Options;

static char *
check (ScopeCli *cli, gpointer data)
{
  Options *options = data;

  if (options->measure >= 0 && options->mode != MATRIX)
    return g_strdup ("--figure is for --mode matrix");
  options->picture.files = options->mode == GRAPH ? SCOPE_CLI_PICTURE_GRAPH : 0;
  return scope_cli_picture_check (cli, data);
}

static ScopeScene *
draw_over_time (ScopeCli *cli, const ScopeCliPicture *picture, GError **error)
{
  g_autoptr (ScopeView) view = scope_view_new (cli->trace);
  g_autoptr (ScopeLockList) list = scope_lock_list_read (cli->trace, cli->cancellable, error);
  g_autoptr (ScopeLockLanes) lanes = NULL;
  ScopeLockSceneOptions look = { .font_size = picture->font_size, .chosen = -1 };
  ScopeLockLanesRequest request;
  gint64 from, to;

  if (list == NULL)
    return NULL;
  scope_cli_trace_range (cli, &from, &to);
  scope_view_set_look (view, SCOPE_LOOK_PALETTE, picture->palette);
  look.width = picture->width > 0 ? picture->width : DEFAULT_WIDTH;
  look.height = picture->height > 0 ? picture->height : MIN (scope_lock_scene_height (list), MOST_HEIGHT);
  look.names_width = MIN (scope_lock_scene_names_width (cli->trace, list, picture->font_size), look.width / 3);
  scope_view_set_width (view, (int) (look.width - look.names_width));
  scope_view_set_range (view, from, to);
  scope_lock_scene_request (&request, view, list, &look);
  lanes = scope_lock_lanes_read (cli->trace, list, &request, cli->cancellable, error);
  return lanes != NULL ? scope_lock_scene_build (view, list, lanes, &look) : NULL;
}

static gboolean
draw_graph (ScopeCli *cli, const Options *options, GError **error)
{
  const ScopeQueryRange range = scope_cli_query_range (cli);
  ScopeGraph *graph = scope_contention_graph_read (&range, options->topic, NULL, NULL, error);

  if (graph != NULL && scope_graph_n_edges (graph) == 0)
    {
      scope_graph_unref (graph);
      return scope_cli_picture_nothing (options->topic == SCOPE_CONTENTION_LOCKS
                                            ? "nobody waited for another one in this range"
                                            : "nobody took a line from another one in this range",
                                        error);
    }
  return scope_cli_picture_write_graph (cli, &options->picture, graph, error);
}

static gboolean
draw (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  const ScopeQueryRange range = scope_cli_query_range (cli);
  const char *why_not
      = options->topic == SCOPE_CONTENTION_LOCKS ? scope_locks_why_not (cli->trace) : scope_coherence_why_not (cli->trace);
  const char *what = options->topic == SCOPE_CONTENTION_LINES ? "who takes lines from whom"
                     : options->mode == TIME                  ? "locks"
                                                              : "who waits for whom";
  g_autofree char *title = scope_cli_picture_title (cli, what);
  g_autoptr (ScopeMatrix) matrix = NULL;
  ScopeScene *scene;

  if (why_not != NULL)
    return scope_cli_picture_nothing (why_not, error);
  if (options->mode == GRAPH)
    return draw_graph (cli, options, error);
  if (options->mode == MATRIX)
    matrix = scope_contention_matrix_read (&range, options->topic, error);
  scene = options->mode == TIME ? draw_over_time (cli, &options->picture, error)
                                : scope_cli_picture_of_matrix (&options->picture, matrix, DEFAULT_MATRIX_WIDTH,
                                                               (guint) MAX (options->measure, 0), title);
  return scope_cli_picture_write (&options->picture, scene, title, error);
}

#define PICTURE SCOPE_CLI_PICTURE_OPTIONS ("Pixels; else what the picture needs", ".png, .svg or .pdf; of a graph .dot as well")

const ScopeCliCommand scope_cli_export_locks = {
  .name = "locks",
  .takes = SCOPE_CLI_TAKES_RANGE,
  .usage = "--view locks -o FILE TRACE…",
  .summary = "Draws who held and who waited for the locks of a simulated program.",
  .description = "A range takes acquisitions that touch it, and what lies in it of their times.",
  .options = (const ScopeCliOption[]) {
    { "mode", G_OPTION_ARG_INT, offsetof (Options, mode),
      "time (if not said): a lane per lock; matrix, graph: who waited for whom", "MODE", "time, matrix, graph" },
    { "figure", G_OPTION_ARG_INT, offsetof (Options, measure),
      "matrix: what cells say: wait (if not said), count, wait-max, hold", "FIGURE", "wait, count, wait-max, hold" },
    PICTURE },
  .size = sizeof (Options),
  .defaults = &(const Options) { .topic = SCOPE_CONTENTION_LOCKS, .measure = -1 },
  .check = check,
  .run = draw,
};

const ScopeCliCommand scope_cli_export_coherence = {
  .name = "coherence",
  .takes = SCOPE_CLI_TAKES_RANGE,
  .usage = "--view coherence -o FILE TRACE…",
  .summary = "Draws who took cache lines from whom.",
  .description = "A range takes misses by their time.",
  .options = (const ScopeCliOption[]) {
    { "mode", G_OPTION_ARG_INT, offsetof (Options, mode),
      "graph (if not said): which function takes lines from which; matrix: which processor", "MODE", "matrix, graph",
      .first = MATRIX },
    { "figure", G_OPTION_ARG_INT, offsetof (Options, measure),
      "matrix: what cells say: count (if not said), lost, lost-max, false", "FIGURE", "count, lost, lost-max, false" },
    PICTURE },
  .size = sizeof (Options),
  .defaults = &(const Options) { .topic = SCOPE_CONTENTION_LINES, .mode = GRAPH, .measure = -1 },
  .check = check,
  .run = draw,
};
