/* scope-index-parts.h: the parts of an index that was made in parts: files beside it, in which the bulk of its machines lies.
 *
 *     FOLDER.lanescope/root.h5         what is opened: directories, and these tables
 *     FOLDER.lanescope/part-0000.h5 …  the bulk of some machines each, one run of them behind another
 *     FOLDER.lanescope/join-0000.h5 …  the messages of the same machines, which were found out when all parts were there
 *
 *     /parts           of each part: its size and what its seal says of itself, its first machine, and how many
 *     /part_segments   of each machine: how many of its segments lie in its part
 *     /joins           of each part: size and seal of what was found out. Without them that lies in the root
 *
 * A part's name is its place in the table, so no index names a file elsewhere. A part is compared with the table when it is opened: another
 * one that took its place is none. Only so many are open at once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/index/scope-index-bytes.h"

G_BEGIN_DECLS

#define SCOPE_INDEX_ROOT "root.h5"
#define SCOPE_INDEX_FOLDER ".lanescope" /* what the name of their folder ends with */
#define SCOPE_INDEX_MOST_PARTS 1000000u

typedef struct
{
  guint64 bytes;   /* of its file */
  guint64 seal;    /* as scope_index_seal_read_own() */
  guint32 first, n; /* machines */
} ScopeIndexPart;

/* Another file of the same machines: their messages. */
typedef struct
{
  guint64 bytes, seal;
} ScopeIndexJoin;

typedef enum
{
  SCOPE_INDEX_FILE_PART,
  SCOPE_INDEX_FILE_JOIN,
} ScopeIndexFileKind;

/* Whether an index of that path is made in parts, and the path that of its root. */
gboolean scope_index_is_root (const char *path);

/* Filled and written by one thread; opened by any. */
typedef struct _ScopeIndexParts ScopeIndexParts;

/* `folder`: where they lie. */
ScopeIndexParts *scope_index_parts_new (const char *folder, guint n_machines);
void scope_index_parts_free (ScopeIndexParts *parts);
/* "part-0003.h5", "join-0003.h5": free with g_free(). */
char *scope_index_part_name (ScopeIndexFileKind kind, guint part);
/* Of either. */
gboolean scope_index_part_is_name (const char *name);
/* The next one; its machines follow those of the one before it. */
void scope_index_parts_add (ScopeIndexParts *parts, const ScopeIndexPart *part);
const ScopeIndexPart *scope_index_parts_get (ScopeIndexParts *parts, guint part);
guint scope_index_parts_n (ScopeIndexParts *parts);
/* All parts were added; of all of them or none. */
void scope_index_parts_set_join (ScopeIndexParts *parts, guint part, const ScopeIndexJoin *join);
/* NULL: there are none. */
const ScopeIndexJoin *scope_index_parts_join (ScopeIndexParts *parts, guint part);
/* Free with g_free(). */
char *scope_index_parts_dup_path (ScopeIndexParts *parts, ScopeIndexFileKind kind, guint part);
/* How many of the machine's segments lie in its part, and which that is. */
void scope_index_parts_set_inside (ScopeIndexParts *parts, guint machine, guint32 n);
guint32 scope_index_parts_inside (ScopeIndexParts *parts, guint machine, guint *ret_part);
/* A new reference; NULL: it is not there, or another one. */
ScopeIndexFile *scope_index_parts_open (ScopeIndexParts *parts, ScopeIndexFileKind kind, guint part);
/* The name of the first one of which that is so; NULL: all are there. Free with g_free(). */
char *scope_index_parts_dup_missing (ScopeIndexParts *parts);

/* --- as one --- */

#define SCOPE_INDEX_PARTS_UNIT 4096u

/* All files as if they were one, for who looks from another computer: behind the root, of so many bytes, part 0, its join, part 1, …, each from a
 * whole multiple of the unit on. FALSE: they are too large. */
gboolean scope_index_parts_lay_out (ScopeIndexParts *parts, guint64 root);
/* Where a file begins in it, and where all ends. */
guint64 scope_index_parts_begin (ScopeIndexParts *parts, ScopeIndexFileKind kind, guint part);
guint64 scope_index_parts_end (ScopeIndexParts *parts);
/* n bytes from `at` on, behind the root; between files there are zeros. FALSE: one is missing, or another one. */
gboolean scope_index_parts_read_bytes (ScopeIndexParts *parts, gpointer data, gsize n, guint64 at);
/* Of the root at that path; NULL: it is not made in parts, or is damaged. Free with scope_index_parts_free(). */
ScopeIndexParts *scope_index_parts_of (const char *path);

/* The file's bulk lies in these, which it owns from now on; before anybody else has it. It is kept, then, if it turns out to be damaged: the
 * parts beside it took long to make. */
void scope_index_file_take_parts (ScopeIndexFile *file, ScopeIndexParts *parts);
/* With its parts. */
guint64 scope_index_file_size_of_all (ScopeIndexFile *file);
/* NULL: there are none. */
ScopeIndexParts *scope_index_file_parts (ScopeIndexFile *file);

/* --- on the HDF5 thread --- */

/* The tables, and of each machine links to its bulk for who reads the index otherwise: /machine/<n>/part and /machine/<n>/join. */
gboolean scope_index_parts_put (ScopeIndexParts *parts, hid_t file);
/* NULL in *ret_parts: all lies in the one file. FALSE: damaged. */
gboolean scope_index_parts_read (hid_t file, const char *path, guint n_machines, ScopeIndexParts **ret_parts);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeIndexParts, scope_index_parts_free)

G_END_DECLS
