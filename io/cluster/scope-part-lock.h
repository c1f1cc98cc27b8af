/* scope-part-lock.h: who is at the folder of an index that is made in parts: tasks that read parts have it together, who joins them has it
 * alone. That is told by locks of the file system on the folder's file “lock”, which end with their process, on whatever computer; where
 * there are none of these nobody is kept out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define SCOPE_PART_LOCK_ALL 0u

typedef struct _ScopePartLock ScopePartLock;

/* The folder is there. `task`: SCOPE_PART_LOCK_ALL, or a task by its number from 1 on. NULL with G_IO_ERROR_BUSY: others are at it, and who
 * they are. */
ScopePartLock *scope_part_lock_take (const char *folder, guint task, GError **error);
/* Let go. */
void scope_part_lock_free (ScopePartLock *lock);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopePartLock, scope_part_lock_free)

G_END_DECLS
