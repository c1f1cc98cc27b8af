/* scope-cli-export-heap.c: `export --view heap TRACE`: what filled the heap over time, as a picture.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-views.h"
#include "app/cli/common/scope-cli-picture.h"

#include "model/scene/profile/scope-heap-scene.h"
#include "model/scene/profile/scope-profile-table.h"

typedef struct
{
  ScopeCliPicture picture;
  int profile; /* the first if it is not said */
} Options;

static gboolean
draw (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  const ScopeCliPicture *picture = &options->picture;
  ScopeHeapSceneOptions look = { .width = picture->width, .height = picture->height, .names_width = SCOPE_HEAP_SCENE_NAMES,
                                 .font_size = picture->font_size, .profile = (guint) MAX (options->profile - 1, 0) };
  const char *why_not = scope_profile_table_why_not (cli->trace);
  g_autofree char *title = scope_cli_picture_title (cli, "heap");
  g_autoptr (ScopeView) view = scope_view_new (cli->trace);
  g_autoptr (ScopeHeapProfiles) profiles = NULL;
  g_autoptr (ScopeHeapCourse) course = NULL;
  ScopeHeapRequest request;
  gint64 from, to;

  if (why_not != NULL)
    return scope_cli_picture_nothing (why_not, error);
  profiles = scope_heap_profiles_read (cli->trace, cli->cancellable, error);
  if (profiles == NULL)
    return FALSE;
  if (profiles->profiles->len == 0)
    return scope_cli_picture_nothing ("no profile of the heap was recorded (+RTS -l with -hT, …)", error);
  if (look.profile >= profiles->profiles->len)
    return scope_cli_picture_nothing ("there is no such profile", error);
  scope_cli_trace_range (cli, &from, &to);
  scope_view_set_look (view, SCOPE_LOOK_PALETTE, picture->palette);
  look.names_width = MIN (look.names_width, look.width / 3);
  scope_view_set_width (view, (int) (look.width - look.names_width));
  scope_view_set_range (view, from, to);
  scope_heap_scene_request (&request, view, &look);
  course = scope_heap_course_read (cli->trace, profiles, &request, cli->cancellable, error);
  return course != NULL && scope_cli_picture_write (picture, scope_heap_scene_build (view, course, &look), title, error);
}

const ScopeCliCommand scope_cli_export_heap = {
  .name = "heap",
  .takes = SCOPE_CLI_TAKES_RANGE,
  .usage = "--view heap -o FILE TRACE…",
  .summary = "Draws what filled the heap over time, as GHC's profile has it: a step per sample, the largest bands by themselves.",
  .options = (const ScopeCliOption[]) {
    { "profile", G_OPTION_ARG_INT, offsetof (Options, profile), "Of several profiles, or programs: which one, from 1", "N" },
    SCOPE_CLI_PICTURE_OPTIONS ("Pixels; else 1200x420", ".png, .svg or .pdf") },
  .size = sizeof (Options),
  .defaults = &(const Options) { .picture = { .width = 1200, .height = 420 } },
  .check = scope_cli_picture_check,
  .run = draw,
};
