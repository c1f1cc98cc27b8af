/* scope-cli-export-migration.c: `export --view migration`: ribbons, rates, or the matrix from processor to processor.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-export.h"

#include "io/export/scope-picture.h"
#include "model/scene/migrations/scope-migration-matrix.h"
#include "model/scene/migrations/scope-migration-paths-scene.h"

#include <string.h>

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
  char *mode, *task, *measure;
  ScopeCliPicture picture;
} Options;

static void
options_clear (Options *options)
{
  g_free (options->mode);
  g_free (options->task);
  g_free (options->measure);
  scope_cli_picture_clear (&options->picture);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

typedef struct
{
  Mode mode;
  ScopeMigrationMeasure measure;
} Wish;

static gboolean
parse_mode (const char *text, Mode *ret)
{
  static const char *const modes[] = { "ribbons", "rates", "matrix" };

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    if (strcmp (text, modes[i]) == 0)
      {
        *ret = (Mode)i;
        return TRUE;
      }
  return FALSE;
}

/* NULL if all is well, else what is wrong. */
static char *
check (Options *options, Wish *wish)
{
  if (options->mode != NULL && !parse_mode (options->mode, &wish->mode))
    return g_strdup_printf ("--mode %s: there is ribbons, rates, matrix", options->mode);
  if (options->task != NULL && wish->mode != RIBBONS)
    return g_strdup ("--task is for --mode ribbons");
  if (options->measure != NULL && wish->mode != MATRIX)
    return g_strdup ("--figure is for --mode matrix");
  if (options->measure != NULL && !scope_migration_measure_parse (options->measure, &wish->measure))
    return g_strdup_printf ("--figure %s: there is count, wait, wait-max", options->measure);
  return scope_cli_picture_check (&options->picture, SCOPE_CLI_PICTURE_DRAWN);
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
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "--task %s: it takes a thread, as thread:1/7", task);
      return FALSE;
    }
  scope_view_select_task (view, &lane);
  return TRUE;
}

static ScopeScene *
draw_over_time (ScopeCli *cli, const Options *options, const Wish *wish, GError **error)
{
  const ScopeCliPicture *picture = &options->picture;
  g_autoptr (ScopeView) view = scope_view_new (cli->trace);
  g_autoptr (ScopeMigrationPaths) ribbons = NULL;
  g_autoptr (GArray) rows = scope_migration_paths_rows (cli->trace);
  ScopeMigrationPathsOptions look = { .font_size = picture->font_size, .rates = wish->mode == RATES };
  ScopeMigrationPathsRequest request;
  gint64 from, to;

  scope_cli_trace_range (cli, &from, &to);
  scope_view_set_palette (view, picture->palette);
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

static ScopeScene *
draw_matrix (ScopeCli *cli, const ScopeCliPicture *picture, const Wish *wish, const char *title, GError **error)
{
  const ScopeQueryRange within
      = { .trace = cli->trace, .from = cli->from, .to = cli->to, .cancellable = cli->cancellable };
  g_autoptr (ScopeMatrix) matrix = scope_migration_matrix_read (&within, SCOPE_MATRIX_ORDER_ID, error);

  return matrix != NULL ? scope_cli_picture_of_matrix (picture, matrix, DEFAULT_MATRIX_WIDTH, wish->measure, title) : NULL;
}

static gboolean
draw (ScopeCli *cli, const Options *options, const Wish *wish, GError **error)
{
  const char *why_not = scope_migrations_why_not (cli->trace);
  g_autofree char *title = scope_cli_picture_title (cli, wish->mode == RIBBONS ? "who ran where" : "migrations");
  g_autoptr (ScopeScene) scene = NULL;

  if (why_not != NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "There is nothing to draw: %s", why_not);
      return FALSE;
    }
  scene = wish->mode == MATRIX ? draw_matrix (cli, &options->picture, wish, title, error)
                               : draw_over_time (cli, options, wish, error);
  return scene != NULL && scope_picture_write_scene (scene, title, 1, options->picture.output, error);
}

int
scope_cli_export_migration (ScopeCli *cli, int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  Wish wish = { .mode = RIBBONS };
  const GOptionEntry own[] = {
    { "mode", 0, 0, G_OPTION_ARG_STRING, &options.mode,
      "ribbons (if not said): who ran where; rates: how many moved, when; matrix: from where to where", "MODE" },
    { "task", 0, 0, G_OPTION_ARG_STRING, &options.task, "ribbons: whose path stands out, as thread:1/7", "LANE" },
    { "figure", 0, 0, G_OPTION_ARG_STRING, &options.measure,
      "matrix: what cells say: count (if not said), wait, wait-max", "FIGURE" },
    SCOPE_CLI_PICTURE_OPTIONS (&options.picture, "Pixels; else 1600 (matrix: 900) and as high as the rows need",
                               ".png, .svg or .pdf"),
    { NULL },
  };
  g_autofree char *wrong = NULL;
  GError *error = NULL;
  int status;

  if (!scope_cli_parse (cli, argc, argv, SCOPE_CLI_TAKES_RANGE, own, "--view migration -o FILE TRACE…",
                        "Draws how tasks moved between processors.",
                        "A range takes migrations by their time.", &status))
    return status;
  wrong = check (&options, &wish);
  if (wrong != NULL)
    return scope_cli_usage ("export", "%s", wrong);
  if (!scope_cli_open (cli, cli->arguments, &status))
    return status;
  draw (cli, &options, &wish, &error);
  return scope_cli_close (cli, error);
}
