/* scope-cli-export-matrix.c: `export --view message-matrix`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-views.h"
#include "app/cli/common/scope-cli-picture.h"

#include "model/scene/messages/scope-message-matrix.h"

#define DEFAULT_WIDTH 1200

typedef struct
{
  ScopeCliPicture picture;
  ScopeParty by;
  ScopeMatrixOrder order;
  ScopeMessageMeasure measure;
} Options;

static gboolean
draw (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  const ScopeQueryRange range = scope_cli_query_range (cli);
  g_autoptr (ScopeMatrix) matrix = scope_message_matrix_read (&range, options->by, options->order, error);
  g_autofree char *title = scope_cli_picture_title (cli, "who wrote to whom");
  const char *why;

  if (matrix == NULL)
    return FALSE;
  if (scope_matrix_n_cells (matrix) == 0)
    return scope_cli_picture_nothing (scope_pairs_are_there (cli->trace, &why) ? "no message was sent in this range" : why, error);
  return scope_cli_picture_write (&options->picture,
                                  scope_cli_picture_of_matrix (&options->picture, matrix, DEFAULT_WIDTH,
                                                               options->measure, title),
                                  title, error);
}

const ScopeCliCommand scope_cli_export_message_matrix = {
  .name = "message-matrix",
  .takes = SCOPE_CLI_TAKES_RANGE,
  .usage = "--view message-matrix -o FILE TRACE…",
  .summary = "Draws who wrote to whom: senders are rows, receivers columns.",
  .description = "A range takes messages by when they were sent.",
  .options = (const ScopeCliOption[]) {
    { "by", G_OPTION_ARG_INT, offsetof (Options, by), "What rows and columns are: process (if not said), machine, processor", "WHAT",
      "process, machine, processor" },
    { "order", G_OPTION_ARG_INT, offsetof (Options, order),
      "id (if not said); machine: those with most first; cluster: who wrote to each other side by side", "ORDER",
      "id, machine, cluster" },
    { "figure", G_OPTION_ARG_INT, offsetof (Options, measure), "What cells say: count (if not said), size, latency, latency-max",
      "FIGURE", "count, size, latency, latency-max" },
    SCOPE_CLI_PICTURE_OPTIONS ("Pixels; else 1200 and as high as the rows need", ".png, .svg or .pdf") },
  .size = sizeof (Options),
  .check = scope_cli_picture_check,
  .run = draw,
};
