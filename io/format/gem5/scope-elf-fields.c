/* scope-elf-fields.c: see scope-elf-fields.h.
 *
 * Types refer to each other in any way: how deep is followed, and how much of a variable is looked at, is bounded.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-elf-fields.h"

#ifdef SCOPE_HAVE_DWARF

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define MOST_FIELDS 256u  /* of a variable */
#define MOST_LOOKS 4096u  /* members and types of one */
#define MOST_DEPTH 6u     /* structures in each other, and scopes */
#define MOST_NAME 400u    /* bytes */
#define MOST_VARIABLES 100000u

typedef struct
{
  ScopeElfFunc func;
  gpointer data;
  guint n_variables, n_fields, n_looks;
  guint64 stride, count; /* of the array that is gone into; count 1: none */
} Reading;

/* --- types --- */

/* Without const, volatile, and names of types. FALSE: not told. */
static gboolean
type_of (Dwarf_Die *die, Dwarf_Die *ret_type)
{
  Dwarf_Attribute attribute;
  Dwarf_Die type;

  return dwarf_formref_die (dwarf_attr_integrate (die, DW_AT_type, &attribute), &type) != NULL && dwarf_peel_type (&type, ret_type) == 0;
}

static guint64
size_of (Dwarf_Die *type)
{
  Dwarf_Word size;

  return dwarf_aggregate_size (type, &size) == 0 ? size : 0;
}

/* Of an array with one dimension; 0: it has several, or it is not told. */
static guint64
count_of (Dwarf_Die *array)
{
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  Dwarf_Die range;

  if (dwarf_child (array, &range) != 0 || dwarf_tag (&range) != DW_TAG_subrange_type)
    return 0;
  if (dwarf_formudata (dwarf_attr (&range, DW_AT_count, &attribute), &value) != 0)
    {
      if (dwarf_formudata (dwarf_attr (&range, DW_AT_upper_bound, &attribute), &value) != 0)
        return 0;
      value++;
    }
  return dwarf_siblingof (&range, &range) == 1 ? value : 0;
}

/* --- fields --- */

static void read_type (Reading *reading, const char *name, Dwarf_Die *type, guint64 address, guint depth);

static void
tell (Reading *reading, const char *name, guint64 address, guint64 size)
{
  const ScopeElfField field = { name, address, size, reading->stride, reading->count };

  if (size == 0 || reading->n_fields++ >= MOST_FIELDS || !g_utf8_validate (name, -1, NULL))
    return;
  reading->func (&field, reading->data);
}

static void
read_member (Reading *reading, const char *name, Dwarf_Die *member, guint64 address, guint depth)
{
  const char *own = dwarf_diename (member);
  gboolean base = dwarf_tag (member) == DW_TAG_inheritance;
  g_autofree char *full = own != NULL && !base ? g_strconcat (name, ".", own, NULL) : g_strdup (name);
  Dwarf_Attribute attribute;
  Dwarf_Word offset = 0;
  Dwarf_Die type;

  /* Of a union all lie at its beginning; what is static lies elsewhere. */
  if (dwarf_attr (member, DW_AT_external, &attribute) != NULL || dwarf_attr (member, DW_AT_declaration, &attribute) != NULL
      || (dwarf_attr (member, DW_AT_data_member_location, &attribute) != NULL && dwarf_formudata (&attribute, &offset) != 0)
      || !type_of (member, &type) || offset > G_MAXUINT64 - address || strlen (full) > MOST_NAME)
    return;
  if (own != NULL && !base)
    tell (reading, full, address + offset, size_of (&type));
  read_type (reading, full, &type, address + offset, depth + 1);
}

/* What an array's elements are made of: only of the outermost, as an address says nothing of how those within are nested. */
static void
read_array (Reading *reading, const char *name, Dwarf_Die *array, guint64 address, guint depth)
{
  g_autofree char *full = g_strconcat (name, "[]", NULL);
  guint64 count = count_of (array), size;
  Dwarf_Die element;

  if (reading->count > 1 || count < 2 || !type_of (array, &element) || (size = size_of (&element)) == 0)
    return;
  reading->stride = size;
  reading->count = count;
  tell (reading, full, address, size);
  read_type (reading, full, &element, address, depth + 1);
  reading->stride = 0;
  reading->count = 1;
}

static void
read_type (Reading *reading, const char *name, Dwarf_Die *type, guint64 address, guint depth)
{
  int tag = dwarf_tag (type);
  Dwarf_Die member;

  if (depth >= MOST_DEPTH || reading->n_fields >= MOST_FIELDS)
    return;
  if (tag == DW_TAG_array_type)
    read_array (reading, name, type, address, depth);
  if ((tag != DW_TAG_structure_type && tag != DW_TAG_class_type && tag != DW_TAG_union_type) || dwarf_child (type, &member) != 0)
    return;
  do
    if (dwarf_tag (&member) == DW_TAG_member || dwarf_tag (&member) == DW_TAG_inheritance)
      read_member (reading, name, &member, address, depth);
  while (reading->n_looks++ < MOST_LOOKS && dwarf_siblingof (&member, &member) == 0);
}

/* --- variables --- */

static void
read_variable (Reading *reading, Dwarf_Die *die)
{
  const char *name = dwarf_diename (die);
  Dwarf_Attribute attribute;
  Dwarf_Die type;
  Dwarf_Op *ops;
  size_t n;

  if (name == NULL || strlen (name) > MOST_NAME || !g_utf8_validate (name, -1, NULL)
      || dwarf_getlocation (dwarf_attr_integrate (die, DW_AT_location, &attribute), &ops, &n) != 0 || n != 1 || ops[0].atom != DW_OP_addr
      || !type_of (die, &type) || size_of (&type) == 0 || reading->n_variables++ >= MOST_VARIABLES)
    return;
  reading->n_fields = reading->n_looks = 0;
  reading->stride = 0;
  reading->count = 0;
  tell (reading, name, ops[0].number, size_of (&type));
  reading->count = 1;
  read_type (reading, name, &type, ops[0].number, 0);
}

/* Those of a function keep their place, too, if they are static. */
static void
read_scope (Reading *reading, Dwarf_Die *scope, guint depth)
{
  Dwarf_Die child;

  if (depth >= MOST_DEPTH || dwarf_child (scope, &child) != 0)
    return;
  do
    switch (dwarf_tag (&child))
      {
      case DW_TAG_variable:
        read_variable (reading, &child);
        break;
      case DW_TAG_namespace:
      case DW_TAG_subprogram:
      case DW_TAG_lexical_block:
        read_scope (reading, &child, depth + 1);
        break;
      default:
        break;
      }
  while (reading->n_variables < MOST_VARIABLES && dwarf_siblingof (&child, &child) == 0);
}

gboolean
scope_elf_read_fields (const char *path, ScopeElfFunc func, gpointer data)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  Dwarf *dwarf = fd >= 0 ? dwarf_begin (fd, DWARF_C_READ) : NULL;
  Reading reading = { .func = func, .data = data };
  Dwarf_Off at = 0, next;
  size_t header;

  while (dwarf != NULL && dwarf_nextcu (dwarf, at, &next, &header, NULL, NULL, NULL) == 0)
    {
      Dwarf_Die unit;

      if (dwarf_offdie (dwarf, at + header, &unit) != NULL)
        read_scope (&reading, &unit, 0);
      at = next;
    }
  if (dwarf != NULL)
    dwarf_end (dwarf);
  if (fd >= 0)
    close (fd);
  return reading.n_variables > 0;
}

#else

gboolean
scope_elf_read_fields (const char *path, ScopeElfFunc func, gpointer data)
{
  return FALSE;
}

#endif
