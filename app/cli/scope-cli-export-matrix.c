/* scope-cli-export-matrix.c: `export --view message-matrix`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-cli-export.h"

#include "io/export/scope-picture.h"
#include "model/scene/scope-matrix-scene.h"
#include "model/scene/scope-message-matrix.h"
#include "model/scene/scope-ruler.h"

#define DEFAULT_WIDTH 1200
#define MOST_HEIGHT 4000 /* unless asked for */

typedef struct
{
  char *view, *by, *order, *measure, *size, *palette, *output;
  double font_size;
} Options;

static void
options_clear (Options *options)
{
  g_free (options->view);
  g_free (options->by);
  g_free (options->order);
  g_free (options->measure);
  g_free (options->size);
  g_free (options->palette);
  g_free (options->output);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

typedef struct
{
  ScopeParty by;
  ScopeMatrixOrder order;
  ScopeMessageMeasure measure;
  ScopePaletteKind palette;
  int width, height;
} Wish;

/* NULL if all is well, else what is wrong. */
static char *
check (const Options *options, Wish *wish)
{
  GError *error = NULL;
  ScopePictureFormat format;

  if (options->output == NULL)
    return g_strdup ("it needs -o FILE, with FILE ending in .png, .svg or .pdf");
  if (options->by != NULL && !scope_party_parse (options->by, &wish->by))
    return g_strdup_printf ("--by %s: there is process, machine, processor", options->by);
  if (options->order != NULL && !scope_matrix_order_parse (options->order, &wish->order))
    return g_strdup_printf ("--order %s: there is id, machine, cluster", options->order);
  if (options->measure != NULL && !scope_message_measure_parse (options->measure, &wish->measure))
    return g_strdup_printf ("--figure %s: there is count, size, latency, latency-max", options->measure);
  if (options->palette != NULL && !scope_palette_parse (options->palette, &wish->palette))
    return g_strdup_printf ("--palette %s: there is default, dark, high-contrast, classic, print",
                            options->palette);
  if (options->font_size < 0 || options->font_size > 200)
    return g_strdup ("--font-size takes pixels");
  if (!scope_picture_format_of (options->output, &format, &error)
      || (options->size != NULL
          && !scope_picture_parse_size (options->size, &wish->width, &wish->height, &error)))
    {
      char *message = g_strdup (error->message);
      g_error_free (error);
      return message;
    }
  return NULL;
}

/* "mergesort8: who wrote to whom, 0.1–0.2 s" */
static char *
make_title (ScopeCli *cli)
{
  const char *name = scope_trace_title (cli->trace);
  g_autofree char *range = NULL;
  gint64 from, to;

  if (!cli->ranged)
    return g_strdup_printf ("%s: who wrote to whom", name != NULL ? name : "");
  scope_cli_trace_range (cli, &from, &to);
  range = scope_format_time_range ((double)from, (double)to, cli->tick_ps);
  return g_strdup_printf ("%s: who wrote to whom, %s", name != NULL ? name : "", range);
}

static gboolean
draw (ScopeCli *cli, const Options *options, const Wish *wish, GError **error)
{
  const ScopeWithin within
      = { .trace = cli->trace, .from = cli->from, .to = cli->to, .cancellable = cli->cancellable };
  g_autoptr (ScopeMessageMatrix) matrix = scope_message_matrix_read (&within, wish->by, wish->order, error);
  g_autoptr (ScopeScene) scene = NULL;
  g_autofree char *title = make_title (cli);
  ScopeMatrixSceneOptions look;
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
  scope_matrix_scene_options_init (&look);
  look.width = wish->width > 0 ? wish->width : DEFAULT_WIDTH;
  look.font_size = options->font_size;
  look.palette = scope_palette_get (wish->palette);
  look.measure = wish->measure;
  look.title = title;
  look.height = wish->height > 0 ? wish->height
                                 : scope_matrix_scene_height (scope_message_matrix_get (matrix), look.width,
                                                              look.font_size, MOST_HEIGHT);
  scene = scope_matrix_scene_build (scope_message_matrix_get (matrix), &look);
  return scope_picture_write_scene (scene, title, 1, options->output, error);
}

int
scope_cli_export_message_matrix (ScopeCli *cli, int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  Wish wish = { .by = SCOPE_PARTY_PROCESS };
  const GOptionEntry own[] = {
    SCOPE_CLI_EXPORT_VIEW (&options.view),
    { "by", 0, 0, G_OPTION_ARG_STRING, &options.by,
      "What rows and columns are: process (if not said), machine, processor", "WHAT" },
    { "order", 0, 0, G_OPTION_ARG_STRING, &options.order,
      "id (if not said); machine: those with most first; cluster: who wrote to each other side by side", "ORDER" },
    { "figure", 0, 0, G_OPTION_ARG_STRING, &options.measure,
      "What cells say: count (if not said), size, latency, latency-max", "FIGURE" },
    { "size", 0, 0, G_OPTION_ARG_STRING, &options.size, "Pixels; else 1200 and as high as the rows need", "WxH" },
    { "palette", 0, 0, G_OPTION_ARG_STRING, &options.palette,
      "default, dark, high-contrast, classic or print", "PALETTE" },
    { "font-size", 0, 0, G_OPTION_ARG_DOUBLE, &options.font_size, "Of labels, in pixels (11)", "PIXELS" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output, "Where to: .png, .svg or .pdf", "FILE" },
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
  draw (cli, &options, &wish, &error);
  return scope_cli_close (cli, error);
}
