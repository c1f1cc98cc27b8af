/* scope-cli-convert.h: what the formats of `convert` share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/cli/common/scope-cli.h"

#include "model/trace/document/scope-intervals.h"

G_BEGIN_DECLS

/* Trace time that is 0 in the file. */
gint64 scope_cli_convert_zero (ScopeCli *cli);
/* Own time of a machine in the file, in ns. */
guint64 scope_cli_convert_time (ScopeCli *cli, gint64 zero, ScopeMachine *machine, gint64 own);
/* Idle time is left empty. */
gboolean scope_cli_convert_is_shown (const ScopeIntervalFacts *interval);
/* What a slice is called; *ret_text is to be freed, and may be it. */
const char *scope_cli_convert_slice_name (ScopeCli *cli, ScopeMachine *machine, ScopeKind kind, const ScopeIntervalFacts *interval, char **ret_text);

/* A file of speedscope: intervals of each processor, process and thread as slices, and calls (or samples) of each lane that has them as stacks.
 * FALSE with error. */
gboolean scope_cli_convert_to_speedscope (ScopeCli *cli, const char *path, gboolean no_threads, GError **error);
/* A folder, which is not there yet: an archive of OTF2. Only where its library was there when this was built (SCOPE_HAVE_OTF2). FALSE with error. */
gboolean scope_cli_convert_to_otf2 (ScopeCli *cli, const char *path, gboolean no_threads, gboolean no_messages, GError **error);

G_END_DECLS
