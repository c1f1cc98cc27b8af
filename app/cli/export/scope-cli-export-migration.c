/* scope-cli-export-migration.c: `export --view migration`: ribbons, rates, or the matrix from processor to processor.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-views.h"
#include "app/cli/common/scope-cli-picture.h"

#include "model/base/scope-fail.h"
#include "model/scene/migrations/scope-migration-matrix.h"
#include "model/scene/migrations/scope-migration-paths-scene.h"

#define DEFAULT_WIDTH 1600
#define DEFAULT_MATRIX_WIDTH 900
#define DEFAULT_ROW 40 /* unless there are many */
#define MOST_HEIGHT 4000

typedef enum
{
  RIBBONS,
  RATES,
  MATRIX,
} Mode;

typedef struct
{
  ScopeCliPicture picture;
  Mode mode;
  char *task;
  int measure; /* -1: none was asked for */
} Options;

static char *
check (ScopeCli *cli, gpointer data)
{
  const Options *options = data;

  if (options->task != NULL && options->mode != RIBBONS)
    return g_strdup ("--task is for --mode ribbons");
  if (options->measure >= 0 && options->mode != MATRIX)
    return g_strdup ("--figure is for --mode matrix");
  return scope_cli_picture_check (cli, data);
}

static gboolean
set_task (ScopeView *view, const char *task, GError **error)
{
  ScopeLaneId lane;

  if (task == NULL)
    return TRUE;
  if (!scope_trace_parse_lane (scope_view_get_trace (view), task, &lane, error))
    return FALSE;
  if (lane.kind != SCOPE_KIND_THREAD)
    return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, "--task %s: it takes a thread, as thread:1/7", task);
  scope_view_select_task (view, &lane);
  return TRUE;
}

static ScopeScene *
draw_over_time (ScopeCli *cli, const Options *options, GError **error)
{
  const ScopeCliPicture *picture = &options->picture;
  g_autoptr (ScopeView) view = scope_view_new (cli->trace);
  g_autoptr (ScopeMigrationPaths) ribbons = NULL;
  g_autoptr (GArray) rows = scope_migration_paths_rows (cli->trace);
  ScopeMigrationPathsOptions look = { .font_size = picture->font_size, .rates = options->mode == RATES };
  ScopeMigrationPathsRequest request;
  gint64 from, to;

  scope_cli_trace_range (cli, &from, &to);
  scope_view_set_look (view, SCOPE_LOOK_PALETTE, picture->palette);
  if (!set_task (view, options->task, error))
    return NULL;
  look.width = picture->width > 0 ? picture->width : DEFAULT_WIDTH;
  look.height = picture->height > 0 ? picture->height
                                    : CLAMP (SCOPE_MIGRATION_PATHS_RULER + SCOPE_MIGRATION_PATHS_LEGEND + DEFAULT_ROW * rows->len,
                                             scope_migration_paths_height (cli->trace, &look),
                                             MAX (MOST_HEIGHT, scope_migration_paths_height (cli->trace, &look)));
  look.names_width = MIN (scope_migration_paths_names_width (cli->trace, picture->font_size), look.width / 3);
  scope_view_set_width (view, (int)(look.width - look.names_width));
  scope_view_set_range (view, from, to);
  scope_migration_paths_request_init (&request, view, &look);
  ribbons = scope_migration_paths_read (cli->trace, &request, cli->cancellable, error);
  return ribbons != NULL ? scope_migration_paths_scene_build (view, ribbons, &look) : NULL;
}

static gboolean
draw (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  const ScopeQueryRange range = scope_cli_query_range (cli);
  const char *why_not = scope_migrations_why_not (cli->trace);
  g_autofree char *title = scope_cli_picture_title (cli, options->mode == RIBBONS ? "who ran where" : "migrations");
  g_autoptr (ScopeMatrix) matrix = NULL;
  ScopeScene *scene;

  if (why_not != NULL)
    return scope_cli_picture_nothing (why_not, error);
  if (options->mode == MATRIX)
    matrix = scope_migration_matrix_read (&range, SCOPE_MATRIX_ORDER_ID, error);
  scene = options->mode != MATRIX ? draw_over_time (cli, options, error)
                                  : scope_cli_picture_of_matrix (&options->picture, matrix, DEFAULT_MATRIX_WIDTH,
                                                                 (guint) MAX (options->measure, 0), title);
  return scope_cli_picture_write (&options->picture, scene, title, error);
}

const ScopeCliCommand scope_cli_export_migration = {
  .name = "migration",
  .takes = SCOPE_CLI_TAKES_RANGE,
  .usage = "--view migration -o FILE TRACE…",
  .summary = "Draws how tasks moved between processors.",
  .description = "A range takes migrations by their time.",
  .options = (const ScopeCliOption[]) {
    { "mode", G_OPTION_ARG_INT, offsetof (Options, mode),
      "ribbons (if not said): who ran where; rates: how many moved, when; matrix: from where to where", "MODE",
      "ribbons, rates, matrix" },
    { "task", G_OPTION_ARG_STRING, offsetof (Options, task), "ribbons: whose path stands out, as thread:1/7", "LANE" },
    { "figure", G_OPTION_ARG_INT, offsetof (Options, measure), "matrix: what cells say: count (if not said), wait, wait-max",
      "FIGURE", "count, wait, wait-max" },
    SCOPE_CLI_PICTURE_OPTIONS ("Pixels; else 1600 (matrix: 900) and as high as the rows need", ".png, .svg or .pdf") },
  .size = sizeof (Options),
  .defaults = &(const Options) { .measure = -1 },
  .check = check,
  .run = draw,
};
