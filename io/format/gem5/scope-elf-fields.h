/* scope-elf-fields.h: fields of a program's variables, as its debugging information (DWARF) has them: read by libdw, if Lanescope was built
 * with it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A variable at a fixed address, or a field of one. A field of an array of structures is one of each of its elements: its name has "[]" then. */
typedef struct
{
  const char *name;      /* "queue", "queue.head", "pool[].next" */
  guint64 address, size;
  guint64 stride, count; /* of a field: between elements, and how many; 0 and 1: it is of no array. count 0: it is a variable */
} ScopeElfField;

/* Each variable, with its fields behind it. */
typedef void (*ScopeElfFunc) (const ScopeElfField *field, gpointer data);

/* FALSE: the file has none of it, or this cannot be read here. */
gboolean scope_elf_read_fields (const char *path, ScopeElfFunc func, gpointer data);

G_END_DECLS
