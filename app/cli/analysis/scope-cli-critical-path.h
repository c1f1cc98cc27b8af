/* scope-cli-critical-path.h: the critical path as a table. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/cli/common/scope-cli.h"

G_BEGIN_DECLS

#define SCOPE_CLI_CRITICAL_PATH_HEADER "kind,machine,process,thread,label,start_ns,end_ns"

/* Rows of that header: the way back from the task that ran last, or from `to` ("MARK", "LANE@TIME"). FALSE with error. */
gboolean scope_cli_put_critical_path (ScopeCli *cli, const char *to, ScopeCsv *csv, GError **error);

G_END_DECLS
