/* scope-variables.h: variables of a simulated program, as the machine's infos have them: key "variable queue_lock", value "0x4b100 8"
 * (address, bytes). Several may have one name.
 *
 * Their fields stand there, too, where debugging information tells of them: key "variable queue.head", value "0x4b108 8 0 1"; and of an array,
 * whose elements lie 40 bytes apart, "variable pool[].next", "0x4c008 8 40 1000".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

#define SCOPE_VARIABLES_MOST 10000u /* of a machine */
#define SCOPE_FIELDS_MOST 50000u    /* likewise */

typedef struct
{
  char *name;
  guint64 address, size; /* size at least 1: of a field of an array, that of one element's */
  guint64 stride, count; /* a field: stride 0, and count 1, if it is of no array; count 0: it is a variable */
} ScopeVariable;

void scope_variables_add (ScopeMachine *machine, const char *name, guint64 address, guint64 size);
/* Its name has "[]" where the array's index is, if it is of one. */
void scope_variables_add_field (ScopeMachine *machine, const ScopeVariable *field);

/* All of the machine, of ScopeVariable, by address; free with g_array_unref(). Any thread, once all is read. */
GArray *scope_variables_read (ScopeMachine *machine);
/* "queue_lock", "table+64", "pool[3].next": whose the address is, by the innermost field that is known; NULL: of none. Free with g_free(). */
char *scope_variables_name (const GArray *variables, guint64 address);
/* Adds where something of that name lies, first and last byte, as two guint64 each to `places`: "queue.head", "pool[3].next". */
void scope_variables_find (const GArray *variables, const char *name, GArray *places);

/* Those of a trace's machines, each read when it is first asked for: for what is told row by row. */
typedef struct _ScopeVariableLists ScopeVariableLists;

ScopeVariableLists *scope_variable_lists_new (void);
void scope_variable_lists_free (ScopeVariableLists *lists);
/* As scope_variables_name(). */
char *scope_variable_lists_name (ScopeVariableLists *lists, ScopeMachine *machine, guint64 address);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeVariableLists, scope_variable_lists_free)

G_END_DECLS
