/* scope-cli-timeline.h: how a picture of the timeline is asked for: what `export` and `watch --export` share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/cli/common/scope-cli-picture.h"

G_BEGIN_DECLS

/* Who draws one begins its struct of options with it. */
typedef struct
{
  ScopeCliPicture picture;
  char *lanes, *messages, *own_colours;
  ScopeColumnMode columns;
  ScopeColourMode colours;
  double lane_height;
  gboolean no_legend, no_names, least_most;
  const char *const *hide, *const *fold, *const *merge; /* functions that bore: patterns, or NULL */
} ScopeCliTimeline;

#define SCOPE_CLI_TIMELINE_SIZE "Pixels; else 1600 and as high as the lanes need"

/* The options of a ScopeCliTimeline, but for those of its picture. */
#define SCOPE_CLI_TIMELINE_OPTIONS \
  { "lanes", G_OPTION_ARG_STRING, offsetof (ScopeCliTimeline, lanes), \
    "machines, processors, processes, threads, or lanes with commas between", "LANES" }, \
  { "lane-height", G_OPTION_ARG_DOUBLE, offsetof (ScopeCliTimeline, lane_height), "In pixels; else what fits", "PIXELS" }, \
  { "messages", G_OPTION_ARG_STRING, offsetof (ScopeCliTimeline, messages), \
    "Some of lines, streams, classes, rows, system, reversed, migrations, wakeups, with commas between; or none", "WHAT" }, \
  { "columns", G_OPTION_ARG_INT, offsetof (ScopeCliTimeline, columns), "What columns show: share, largest or anything", "MODE", \
    "share, largest, anything" }, \
  { "colours", G_OPTION_ARG_INT, offsetof (ScopeCliTimeline, colours), "Colour by state, by task or by cause of lost time", "BY", "state, task, cause" }, \
  { "own-colours", G_OPTION_ARG_STRING, offsetof (ScopeCliTimeline, own_colours), \
    "Colours of your own: what lanes are called, or message: and a class, as 'worker*=#e06c00,message:Head=#7a3db8'", "NAME=#RRGGBB,…" }, \
  { "least-most", G_OPTION_ARG_NONE, offsetof (ScopeCliTimeline, least_most), \
    "Over the activity, how many processors run at least and at most within each pixel" }, \
  { "hide-function", G_OPTION_ARG_STRING_ARRAY, offsetof (ScopeCliTimeline, hide), \
    "Call stacks without functions whose name matches; their time is their callers'", "PATTERN" }, \
  { "fold-function", G_OPTION_ARG_STRING_ARRAY, offsetof (ScopeCliTimeline, fold), "What they call is their own time", "PATTERN" }, \
  { "merge-functions", G_OPTION_ARG_STRING_ARRAY, offsetof (ScopeCliTimeline, merge), "They are one function, called by the pattern", "PATTERN" }, \
  { "no-legend", G_OPTION_ARG_NONE, offsetof (ScopeCliTimeline, no_legend), "Leave the legend out" }, \
  { "no-names", G_OPTION_ARG_NONE, offsetof (ScopeCliTimeline, no_names), "Leave the names of the lanes out" }

/* NULL if all is well, else what is wrong; free with g_free(). */
char *scope_cli_timeline_check (ScopeCli *cli, gpointer timeline);
/* What was given, for the picture, whose texts stay the given ones. */
ScopePictureOptions scope_cli_timeline_picture (const ScopeCliTimeline *timeline);

G_END_DECLS
