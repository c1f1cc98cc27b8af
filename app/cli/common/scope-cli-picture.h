/* scope-cli-picture.h: a picture that a command leaves: the options that all pictures have, and how it gets into its file.
 *
 * Who draws begins its struct of options with a ScopeCliPicture.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/cli/common/scope-cli-command.h"

#include "io/export/scope-graph-picture.h"
#include "model/scene/draw/scope-report-table.h"
#include "model/scene/matrix/scope-matrix-scene.h"

G_BEGIN_DECLS

/* What else than .png, .svg and .pdf it can be. */
typedef enum
{
  SCOPE_CLI_PICTURE_GRAPH = 1 << 0,  /* .dot and .gv */
  SCOPE_CLI_PICTURE_CSV = 1 << 1,    /* .csv */
  SCOPE_CLI_PICTURE_FOLDED = 1 << 2, /* .folded and .txt */
  SCOPE_CLI_PICTURE_PAGE = 1 << 3,   /* .html */
} ScopeCliPictureFiles;

typedef struct
{
  ScopeCliPictureFiles files; /* a default of the command's */
  /* as given */
  char *view, *size_text, *palette_text, *output;
  double font_size; /* pixels; 0: 11 */

  /* after scope_cli_picture_check() */
  int width, height; /* pixels; without --size what the command has as its defaults, for instance 0: what the view needs */
  ScopePaletteKind palette;
  gboolean is_text; /* .csv, .folded and .txt */
  gboolean is_page; /* .html */
} ScopeCliPicture;

/* The options of a ScopeCliPicture, and the end of the array. `size` says what is taken without --size, `files` the endings
 * ("… .png, .svg or .pdf"). --view was looked at before; it is there for --help. */
#define SCOPE_CLI_PICTURE_OPTIONS(size, files) \
  SCOPE_CLI_PICTURE_LOOK (size), \
  { "output", G_OPTION_ARG_FILENAME, offsetof (ScopeCliPicture, output), "Where to: " files, "FILE", NULL, 'o' }, \
  { "view", G_OPTION_ARG_STRING, offsetof (ScopeCliPicture, view), \
    "timeline (if not said), band, call-graph, coherence, compare, compare-calls, flame, heap, iterations, locks, message-graph, message-matrix, " \
    "migration, overview, process-tree", "VIEW" }, \
  { NULL }

/* Those alone that say how it looks. */
#define SCOPE_CLI_PICTURE_LOOK(size) \
  { "size", G_OPTION_ARG_STRING, offsetof (ScopeCliPicture, size_text), size, "WxH" }, \
  { "palette", G_OPTION_ARG_STRING, offsetof (ScopeCliPicture, palette_text), \
    "default, dark, high-contrast, classic or print", "PALETTE" }, \
  { "font-size", G_OPTION_ARG_DOUBLE, offsetof (ScopeCliPicture, font_size), "Of words, in pixels (11)", "PIXELS" }

/* Reads what was given; as ScopeCliCommand's `check`. `picture` is a ScopeCliPicture, or begins with one. */
char *scope_cli_picture_check (ScopeCli *cli, gpointer picture);

/* "nbody: who ran where, 0.1–0.2 s": the trace, what is seen, and the range if one was given. Free with g_free(). */
char *scope_cli_picture_title (ScopeCli *cli, const char *what);
/* A matrix by one of its measures, `width` pixels wide unless the picture says otherwise, and as high as it needs. NULL: NULL. */
ScopeScene *scope_cli_picture_of_matrix (const ScopeCliPicture *picture, ScopeMatrix *matrix, int width, guint measure,
                                         const char *title);

/* Into the picture's file, with `title` as the document's. Takes the scene; NULL: there is an error already. FALSE with error. */
gboolean scope_cli_picture_write (const ScopeCliPicture *picture, ScopeScene *scene, const char *title, GError **error);
gboolean scope_cli_picture_write_graph (ScopeCli *cli, const ScopeCliPicture *picture, ScopeGraph *graph, GError **error);
gboolean scope_cli_picture_write_text (const ScopeCliPicture *picture, const char *text, GError **error);
/* All rows as CSV. Borrows the table. */
gboolean scope_cli_picture_write_csv (const ScopeCliPicture *picture, ScopeReportTable *table, GError **error);
/* FALSE with an error that says why. */
gboolean scope_cli_picture_nothing (const char *why, GError **error);

G_END_DECLS
