/* scope-cli-phases.h: the phases of a program as a table. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/cli/common/scope-cli.h"

G_BEGIN_DECLS

/* With a column for each cause, in their order. */
#define SCOPE_CLI_PHASES_HEADER                                                                                                          \
  "name,by,start_ns,duration_ns,share,chance,processors,running_ns,gc_work_ns,gc_wait_ns,foreign_ns,idle_own_queue_ns,"           \
  "idle_other_queue_ns,idle_other_machine_ns,unused_ns,start_ramp_ns,end_ramp_ns,serial_ns,late_producer_ns,in_flight_ns,"              \
  "delivered_not_woken_ns,timer_ns,foreign_wait_ns,never_ns,untold_wait_ns,no_task_ns,unknown_ns"

/* Rows of that header. FALSE with error. */
gboolean scope_cli_put_phases (ScopeCli *cli, ScopeCsv *csv, GError **error);

G_END_DECLS
