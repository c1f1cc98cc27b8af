/* scope-cli-export.h: the views that `lanescope-cli export` draws: one function in one file each, with its own options, and a row
 * of the table in scope-cli-export.c; and the options that every view takes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/cli/common/scope-cli.h"

#include "io/export/scope-graph-picture.h"
#include "model/scene/matrix/scope-matrix-scene.h"

G_BEGIN_DECLS

#define SCOPE_CLI_EXPORT_VIEWS "timeline (if not said), band, call-graph, coherence, compare, compare-calls, flame, locks, message-graph, message-matrix, migration, overview, process-tree"

/* Where a picture goes to and what it looks like, whatever it shows. Zero it, put its options among the view's own, check it. */
typedef struct
{
  /* as given */
  char *view, *size_text, *palette_text, *output;
  double font_size; /* pixels; 0: 11 */

  /* after scope_cli_picture_check() */
  int width, height; /* pixels; 0: what the view needs */
  ScopePaletteKind palette;
} ScopeCliPicture;

/* Which kinds of file a view can be written to. */
typedef enum
{
  SCOPE_CLI_PICTURE_DRAWN, /* .png, .svg, .pdf */
  SCOPE_CLI_PICTURE_GRAPH, /* .dot and .gv as well */
} ScopeCliPictureFiles;

/* The options of a ScopeCliPicture, for an array of GOptionEntry. `size` says what is taken without --size, `files` the endings
 * ("… .png, .svg or .pdf"). --view was looked at before; it is there for --help. */
#define SCOPE_CLI_PICTURE_OPTIONS(picture, size, files) \
  SCOPE_CLI_PICTURE_LOOK (picture, size), \
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &(picture)->output, "Where to: " files, "FILE" }, \
  { "view", 0, 0, G_OPTION_ARG_STRING, &(picture)->view, SCOPE_CLI_EXPORT_VIEWS, "VIEW" }

/* Those alone that say how it looks. */
#define SCOPE_CLI_PICTURE_LOOK(picture, size) \
  { "size", 0, 0, G_OPTION_ARG_STRING, &(picture)->size_text, size, "WxH" }, \
  { "palette", 0, 0, G_OPTION_ARG_STRING, &(picture)->palette_text, "default, dark, high-contrast, classic or print", \
    "PALETTE" }, \
  { "font-size", 0, 0, G_OPTION_ARG_DOUBLE, &(picture)->font_size, "Of words, in pixels (11)", "PIXELS" }

/* Reads what was given. NULL if all is well, else what is wrong, for scope_cli_usage(). */
char *scope_cli_picture_check (ScopeCliPicture *picture, ScopeCliPictureFiles files);
ScopeGraphPictureOptions scope_cli_picture_of_graph (const ScopeCliPicture *picture);
/* "nbody: who ran where, 0.1–0.2 s": the trace, what is seen, and the range if one was given. Free with g_free(). */
char *scope_cli_picture_title (ScopeCli *cli, const char *what);
/* A matrix by one of its measures, `width` pixels wide unless the picture says otherwise, and as high as it needs. */
ScopeScene *scope_cli_picture_of_matrix (const ScopeCliPicture *picture, ScopeMatrix *matrix, int width, guint measure,
                                         const char *title);
void scope_cli_picture_clear (ScopeCliPicture *picture);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ScopeCliPicture, scope_cli_picture_clear)

int scope_cli_export_timeline (ScopeCli *cli, int argc, char **argv);
int scope_cli_export_message_graph (ScopeCli *cli, int argc, char **argv);
int scope_cli_export_process_tree (ScopeCli *cli, int argc, char **argv);
int scope_cli_export_message_matrix (ScopeCli *cli, int argc, char **argv);
int scope_cli_export_migration (ScopeCli *cli, int argc, char **argv);
int scope_cli_export_overview (ScopeCli *cli, int argc, char **argv);
int scope_cli_export_band (ScopeCli *cli, int argc, char **argv);
int scope_cli_export_call_graph (ScopeCli *cli, int argc, char **argv);
int scope_cli_export_flame (ScopeCli *cli, int argc, char **argv);
int scope_cli_export_locks (ScopeCli *cli, int argc, char **argv);
int scope_cli_export_coherence (ScopeCli *cli, int argc, char **argv);
int scope_cli_export_compare (ScopeCli *cli, int argc, char **argv);
int scope_cli_export_compare_calls (ScopeCli *cli, int argc, char **argv);

G_END_DECLS
