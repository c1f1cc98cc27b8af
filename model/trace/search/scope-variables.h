/* scope-variables.h: variables of a simulated program, as the machine's infos have them: key "variable queue_lock", value "0x4b100 8"
 * (address, bytes). Several may have one name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

#define SCOPE_VARIABLES_MOST 10000u /* of a machine */

void scope_variables_add (ScopeMachine *machine, const char *name, guint64 address, guint64 size);

typedef struct
{
  char *name;
  guint64 address, size; /* size at least 1 */
} ScopeVariable;

/* All of the machine, of ScopeVariable, by address; free with g_array_unref(). Any thread, once all is read. */
GArray *scope_variables_read (ScopeMachine *machine);
/* "queue_lock", "table+64": whose the address is; NULL: of none. Free with g_free(). */
char *scope_variables_name (const GArray *variables, guint64 address);

/* The same of one address, without reading all of them into a list: for what is shown row by row. */
char *scope_variables_at (ScopeMachine *machine, guint64 address);

G_END_DECLS
