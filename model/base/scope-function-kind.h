/* scope-function-kind.h: whose a function is: the program's, the kernel's, or the kernel's where there is nothing to do. A column of the table
 * of functions (scope-schema.h), told by a simulation's replay; elsewhere it is not known.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  SCOPE_FUNCTION_KIND_UNKNOWN, /* the trace does not tell: Erlang, indexes made before there were kinds */
  SCOPE_FUNCTION_KIND_USER,
  SCOPE_FUNCTION_KIND_KERNEL,
  SCOPE_FUNCTION_KIND_IDLE,
  SCOPE_N_FUNCTION_KINDS
} ScopeFunctionKind;

/* Of a function of which its address says `by_address` (USER, KERNEL; UNKNOWN: the trace has no addresses). What idles is known by its name ("cpu_idle", "default_idle", "do_idle",
 * "arch_cpu_idle_enter", "poll_idle", "swapper"): also where kernels have no addresses of their own. */
ScopeFunctionKind scope_function_kind_find (const char *name, ScopeFunctionKind by_address);
/* "user", "kernel", "idle", "" if it is not known: as in CSV. */
const char *scope_function_kind_name (guint kind);

G_END_DECLS
