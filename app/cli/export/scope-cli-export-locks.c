/* scope-cli-export-locks.c: `export --view locks` and `--view coherence`: locks over time, and as matrix or graph who waits for whom,
 * who takes lines from whom.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-export.h"

#include "io/export/scope-picture.h"
#include "model/scene/locks/scope-lock-scene.h"
#include "model/scene/locks/scope-lock-contention.h"
#include "model/trace/locks/scope-coherence.h"

#include <stdio.h>

#define DEFAULT_WIDTH 1600
#define DEFAULT_MATRIX_WIDTH 900
#define MOST_HEIGHT 4000

typedef enum
{
  TIME,
  MATRIX,
  GRAPH,
} Mode;

static const char *const modes[] = { "time", "matrix", "graph" };

typedef struct
{
  char *mode, *figure;
  ScopeCliPicture picture;
} Options;

static void
options_clear (Options *options)
{
  g_free (options->mode);
  g_free (options->figure);
  scope_cli_picture_clear (&options->picture);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

typedef struct
{
  ScopeContentionTopic topic;
  Mode mode;
  guint measure;
} Wish;

/* NULL if all is well, else what is wrong. */
static char *
check (Options *options, Wish *wish)
{
  guint mode = wish->topic == SCOPE_CONTENTION_LOCKS ? TIME : GRAPH;

  if (options->mode != NULL)
    for (mode = wish->topic == SCOPE_CONTENTION_LOCKS ? TIME : MATRIX;
         mode < G_N_ELEMENTS (modes) && g_strcmp0 (options->mode, modes[mode]) != 0; mode++)
      ;
  if (mode == G_N_ELEMENTS (modes))
    return g_strdup_printf ("--mode %s: there is %smatrix, graph", options->mode,
                            wish->topic == SCOPE_CONTENTION_LOCKS ? "time, " : "");
  wish->mode = (Mode) mode;
  if (options->figure != NULL && wish->mode != MATRIX)
    return g_strdup ("--figure is for --mode matrix");
  if (options->figure != NULL && !scope_contention_measure_parse (wish->topic, options->figure, &wish->measure))
    return g_strdup_printf ("--figure %s: there is %s", options->figure,
                            wish->topic == SCOPE_CONTENTION_LOCKS ? "wait, count, wait-max, hold"
                                                               : "count, lost, lost-max, false");
  return scope_cli_picture_check (&options->picture,
                                  wish->mode == GRAPH ? SCOPE_CLI_PICTURE_GRAPH : SCOPE_CLI_PICTURE_DRAWN);
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
  scope_view_set_palette (view, picture->palette);
  look.width = picture->width > 0 ? picture->width : DEFAULT_WIDTH;
  look.height = picture->height > 0 ? picture->height : MIN (scope_lock_scene_height (list), MOST_HEIGHT);
  look.names_width = MIN (scope_lock_scene_names_width (cli->trace, list, picture->font_size), look.width / 3);
  scope_view_set_width (view, (int) (look.width - look.names_width));
  scope_view_set_range (view, from, to);
  scope_lock_scene_request (&request, view, list, &look);
  lanes = scope_lock_lanes_read (cli->trace, list, &request, cli->cancellable, error);
  return lanes != NULL ? scope_lock_scene_build (view, list, lanes, &look) : NULL;
}

static ScopeScene *
draw_matrix (ScopeCli *cli, const ScopeCliPicture *picture, const Wish *wish, const char *title, GError **error)
{
  const ScopeQueryRange within = { .trace = cli->trace, .from = cli->from, .to = cli->to, .cancellable = cli->cancellable };
  g_autoptr (ScopeMatrix) matrix = scope_contention_matrix_read (&within, wish->topic, error);

  return matrix != NULL ? scope_cli_picture_of_matrix (picture, matrix, DEFAULT_MATRIX_WIDTH, wish->measure, title) : NULL;
}

static void
export_graph (ScopeCli *cli, const Options *options, const Wish *wish, GError **error)
{
  const ScopeQueryRange within = { .trace = cli->trace, .from = cli->from, .to = cli->to, .cancellable = cli->cancellable };
  g_autoptr (ScopeGraph) graph = scope_contention_graph_read (&within, wish->topic, NULL, NULL, error);
  ScopeGraphPictureOptions picture = scope_cli_picture_of_graph (&options->picture);
  g_autofree char *trouble = NULL;

  if (graph == NULL)
    return;
  if (scope_graph_n_edges (graph) == 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "There is nothing to draw: %s",
                   wish->topic == SCOPE_CONTENTION_LOCKS ? "nobody waited for another one in this range"
                                                      : "nobody took a line from another one in this range");
      return;
    }
  scope_graph_picture_export (graph, &picture, options->picture.output, cli->cancellable, &trouble, error);
  if (trouble != NULL)
    fprintf (stderr, "lanescope-cli export: %s; drawn without Graphviz\n", trouble);
}

static void
draw (ScopeCli *cli, const Options *options, const Wish *wish, GError **error)
{
  const char *why_not = wish->topic == SCOPE_CONTENTION_LOCKS ? scope_locks_why_not (cli->trace)
                                                           : scope_coherence_why_not (cli->trace);
  const char *what = wish->topic == SCOPE_CONTENTION_LINES ? "who takes lines from whom"
                     : wish->mode == TIME               ? "locks"
                                                        : "who waits for whom";
  g_autofree char *title = scope_cli_picture_title (cli, what);
  g_autoptr (ScopeScene) scene = NULL;

  if (why_not != NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "There is nothing to draw: %s", why_not);
      return;
    }
  if (wish->mode == GRAPH)
    {
      export_graph (cli, options, wish, error);
      return;
    }
  scene = wish->mode == MATRIX ? draw_matrix (cli, &options->picture, wish, title, error)
                               : draw_over_time (cli, &options->picture, error);
  if (scene != NULL)
    scope_picture_write_scene (scene, title, 1, options->picture.output, error);
}

static int
export_traffic (ScopeCli *cli, int argc, char **argv, ScopeContentionTopic topic)
{
  g_auto (Options) options = { 0 };
  Wish wish = { .topic = topic };
  gboolean locks = topic == SCOPE_CONTENTION_LOCKS;
  const GOptionEntry own[] = {
    { "mode", 0, 0, G_OPTION_ARG_STRING, &options.mode,
      locks ? "time (if not said): a lane per lock; matrix, graph: who waited for whom"
            : "graph (if not said): which function takes lines from which; matrix: which processor",
      "MODE" },
    { "figure", 0, 0, G_OPTION_ARG_STRING, &options.figure,
      locks ? "matrix: what cells say: wait (if not said), count, wait-max, hold"
            : "matrix: what cells say: count (if not said), lost, lost-max, false",
      "FIGURE" },
    SCOPE_CLI_PICTURE_OPTIONS (&options.picture, "Pixels; else what the picture needs",
                               ".png, .svg or .pdf; of a graph .dot as well"),
    { NULL },
  };
  g_autofree char *wrong = NULL;
  GError *error = NULL;
  int status;

  if (!scope_cli_parse (cli, argc, argv, SCOPE_CLI_TAKES_RANGE, own,
                        locks ? "--view locks -o FILE TRACE…" : "--view coherence -o FILE TRACE…",
                        locks ? "Draws who held and who waited for the locks of a simulated program."
                              : "Draws who took cache lines from whom.",
                        locks ? "A range takes acquisitions that touch it, and what lies in it of their times."
                              : "A range takes misses by their time.",
                        &status))
    return status;
  wrong = check (&options, &wish);
  if (wrong != NULL)
    return scope_cli_usage ("export", "%s", wrong);
  if (!scope_cli_open (cli, cli->arguments, &status))
    return status;
  draw (cli, &options, &wish, &error);
  return scope_cli_close (cli, error);
}

int
scope_cli_export_locks (ScopeCli *cli, int argc, char **argv)
{
  return export_traffic (cli, argc, argv, SCOPE_CONTENTION_LOCKS);
}

int
scope_cli_export_coherence (ScopeCli *cli, int argc, char **argv)
{
  return export_traffic (cli, argc, argv, SCOPE_CONTENTION_LINES);
}
