/* scope-cli-export-matrix.c: `export --view message-matrix`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-export.h"

#include "io/export/scope-picture.h"
#include "model/scene/messages/scope-message-matrix.h"

#define DEFAULT_WIDTH 1200

typedef struct
{
  char *by, *order, *measure;
  ScopeCliPicture picture;
} Options;

static void
options_clear (Options *options)
{
  g_free (options->by);
  g_free (options->order);
  g_free (options->measure);
  scope_cli_picture_clear (&options->picture);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

typedef struct
{
  ScopeParty by;
  ScopeMatrixOrder order;
  ScopeMessageMeasure measure;
} Wish;

/* NULL if all is well, else what is wrong. */
static char *
check (Options *options, Wish *wish)
{
  if (options->by != NULL && !scope_party_parse (options->by, &wish->by))
    return g_strdup_printf ("--by %s: there is process, machine, processor", options->by);
  if (options->order != NULL && !scope_matrix_order_parse (options->order, &wish->order))
    return g_strdup_printf ("--order %s: there is id, machine, cluster", options->order);
  if (options->measure != NULL && !scope_message_measure_parse (options->measure, &wish->measure))
    return g_strdup_printf ("--figure %s: there is count, size, latency, latency-max", options->measure);
  return scope_cli_picture_check (&options->picture, SCOPE_CLI_PICTURE_DRAWN);
}

static gboolean
draw (ScopeCli *cli, const ScopeCliPicture *picture, const Wish *wish, GError **error)
{
  const ScopeQueryRange within
      = { .trace = cli->trace, .from = cli->from, .to = cli->to, .cancellable = cli->cancellable };
  g_autoptr (ScopeMessageMatrix) matrix = scope_message_matrix_read (&within, wish->by, wish->order, error);
  g_autoptr (ScopeScene) scene = NULL;
  g_autofree char *title = scope_cli_picture_title (cli, "who wrote to whom");
  const char *why;

  if (matrix == NULL)
    return FALSE;
  if (scope_matrix_n_cells (scope_message_matrix_get (matrix)) == 0)
    {
      if (scope_pairs_are_there (cli->trace, &why))
        why = "no message was sent in this range";
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "There is nothing to draw: %s", why);
      return FALSE;
    }
  scene = scope_cli_picture_of_matrix (picture, scope_message_matrix_get (matrix), DEFAULT_WIDTH, wish->measure, title);
  return scope_picture_write_scene (scene, title, 1, picture->output, error);
}

int
scope_cli_export_message_matrix (ScopeCli *cli, int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  Wish wish = { .by = SCOPE_PARTY_PROCESS };
  const GOptionEntry own[] = {
    { "by", 0, 0, G_OPTION_ARG_STRING, &options.by,
      "What rows and columns are: process (if not said), machine, processor", "WHAT" },
    { "order", 0, 0, G_OPTION_ARG_STRING, &options.order,
      "id (if not said); machine: those with most first; cluster: who wrote to each other side by side", "ORDER" },
    { "figure", 0, 0, G_OPTION_ARG_STRING, &options.measure,
      "What cells say: count (if not said), size, latency, latency-max", "FIGURE" },
    SCOPE_CLI_PICTURE_OPTIONS (&options.picture, "Pixels; else 1200 and as high as the rows need", ".png, .svg or .pdf"),
    { NULL },
  };
  g_autofree char *wrong = NULL;
  GError *error = NULL;
  int status;

  if (!scope_cli_parse (cli, argc, argv, SCOPE_CLI_TAKES_RANGE, own, "--view message-matrix -o FILE TRACE…",
                        "Draws who wrote to whom: senders are rows, receivers columns.",
                        "A range takes messages by when they were sent.", &status))
    return status;
  wrong = check (&options, &wish);
  if (wrong != NULL)
    return scope_cli_usage ("export", "%s", wrong);
  if (!scope_cli_open (cli, cli->arguments, &status))
    return status;
  draw (cli, &options.picture, &wish, &error);
  return scope_cli_close (cli, error);
}
