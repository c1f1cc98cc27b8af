/* scope-cli-timeline.h: how a picture of the timeline is asked for: what `export` and `watch --export` share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/cli/export/scope-cli-export.h"

#include "io/export/scope-picture.h"

G_BEGIN_DECLS

/* As given. */
typedef struct
{
  char *lanes, *messages, *columns, *colours;
  double lane_height;
  gboolean no_legend, no_names;
  ScopeCliPicture picture;
} ScopeCliTimeline;

#define SCOPE_CLI_TIMELINE_SIZE "Pixels; else 1600 and as high as the lanes need"

/* The options of a ScopeCliTimeline, but for those of its picture. */
#define SCOPE_CLI_TIMELINE_OPTIONS(timeline) \
  { "lanes", 0, 0, G_OPTION_ARG_STRING, &(timeline)->lanes, \
    "machines, processors, processes, threads, or lanes with commas between", "LANES" }, \
  { "lane-height", 0, 0, G_OPTION_ARG_DOUBLE, &(timeline)->lane_height, "In pixels; else what fits", "PIXELS" }, \
  { "messages", 0, 0, G_OPTION_ARG_STRING, &(timeline)->messages, \
    "Some of lines, streams, system, reversed, migrations, wakeups, with commas between; or none", "WHAT" }, \
  { "columns", 0, 0, G_OPTION_ARG_STRING, &(timeline)->columns, "What columns show: share, largest or anything", \
    "MODE" }, \
  { "colours", 0, 0, G_OPTION_ARG_STRING, &(timeline)->colours, "Colour by state or by task", "BY" }, \
  { "no-legend", 0, 0, G_OPTION_ARG_NONE, &(timeline)->no_legend, "Leave the legend out", NULL }, \
  { "no-names", 0, 0, G_OPTION_ARG_NONE, &(timeline)->no_names, "Leave the names of the lanes out", NULL }

/* What was given, for the picture, whose texts stay the given ones. NULL if all is well, else what is wrong; free with
 * g_free(). */
char *scope_cli_timeline_check (ScopeCliTimeline *timeline, ScopePictureOptions *picture);
void scope_cli_timeline_clear (ScopeCliTimeline *timeline);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ScopeCliTimeline, scope_cli_timeline_clear)

G_END_DECLS
