/* scope-cli-export-mailbox.c: `export --view mailbox TRACE`: the length of a process's mailbox over time, as a picture or as CSV.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-views.h"
#include "app/cli/common/scope-cli-picture.h"

#include "model/scene/servers/scope-mailbox-scene.h"
#include "model/trace/servers/scope-servers.h"

#define STRETCHES 600u

typedef struct
{
  ScopeCliPicture picture;
  char *process; /* NULL: the one that others wait for most */
} Options;

/* FALSE with error: there is none. */
static gboolean
find_process (ScopeCli *cli, const Options *options, const ScopeQueryRange *within, ScopeMailParty *ret_whose, GError **error)
{
  g_autoptr (ScopeServers) servers = NULL;
  const ScopeServer *first;
  ScopeLaneId lane;

  if (options->process != NULL)
    {
      if (!scope_cli_parse_lane (cli, options->process, &lane, error))
        return FALSE;
      if (lane.kind != SCOPE_KIND_PROCESS && lane.kind != SCOPE_KIND_THREAD)
        return scope_cli_picture_nothing ("only processes have mailboxes", error);
      *ret_whose = (ScopeMailParty) { lane.machine,
                                      (gint64) scope_machine_entity (scope_trace_machine (cli->trace, lane.machine), lane.kind, lane.index)->number };
      return TRUE;
    }
  servers = scope_servers_read (within, error);
  if (servers == NULL)
    return FALSE;
  if (servers->servers->len == 0)
    return scope_cli_picture_nothing ("nothing was sent to a process", error);
  first = &g_array_index (servers->servers, ScopeServer, 0);
  *ret_whose = (ScopeMailParty) { first->machine, first->process };
  return TRUE;
}

static gboolean
draw (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  const ScopeCliPicture *picture = &options->picture;
  const ScopeCourseLook look = { .width = picture->width, .height = picture->height, .font_size = picture->font_size };
  const ScopeQueryRange within = scope_cli_query_range (cli);
  const char *why_not = scope_servers_why_not (cli->trace);
  ScopeClock clock = scope_clock_of_trace (cli->trace);
  g_autofree char *title = scope_cli_picture_title (cli, "mailbox");
  g_autoptr (ScopeMailboxCourses) courses = NULL;
  ScopeMailParty whose;

  if (why_not != NULL)
    return scope_cli_picture_nothing (why_not, error);
  if (!find_process (cli, options, &within, &whose, error))
    return FALSE;
  courses = scope_mailbox_courses_read (&within, &whose, 1, STRETCHES, error);
  if (courses == NULL)
    return FALSE;
  if (picture->is_text)
    {
      g_autoptr (ScopeReportTable) table = scope_mailbox_scene_table (cli->trace, courses, 0);

      return scope_cli_picture_write_csv (picture, table, error);
    }
  return scope_cli_picture_write (picture,
                                  scope_mailbox_scene_new (cli->trace, courses, 0, &look, scope_palette_get (picture->palette), SCOPE_NONE,
                                                           &clock),
                                  title, error);
}

const ScopeCliCommand scope_cli_export_mailbox = {
  .name = "mailbox",
  .takes = SCOPE_CLI_TAKES_RANGE,
  .usage = "--view mailbox -o FILE TRACE…",
  .summary = "Draws how many messages lay in the mailbox of an Erlang process: the mean of each stretch of time, and the most.",
  .options = (const ScopeCliOption[]) {
    { "process", G_OPTION_ARG_STRING, offsetof (Options, process),
      "Whose, for instance process:1/<0.81.0>; else of the one that others wait for most", "LANE" },
    SCOPE_CLI_PICTURE_OPTIONS ("Pixels; else 1200x220", ".png, .svg, .pdf or .csv") },
  .size = sizeof (Options),
  .defaults = &(const Options) { .picture = { .files = SCOPE_CLI_PICTURE_CSV, .width = 1200, .height = 220 } },
  .check = scope_cli_picture_check,
  .run = draw,
};
