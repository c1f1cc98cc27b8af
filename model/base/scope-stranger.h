/* scope-stranger.h: numbers of those whom messages of Erlang name, and who are nobody of the trace: a registered name that nobody
 * is known to bear, a node that was not recorded.
 *
 * A message's ends are numbers. A stranger's stand among those of processes and machines, and an entity of SCOPE_KIND_STRANGER
 * of some machine of the trace has its number and what it is called.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "scope-schema.h"

#define SCOPE_STRANGER_NODES 8192u

/* A machine that is not there: the n-th, below SCOPE_STRANGER_NODES. Never SCOPE_NONE. */
static inline guint32
scope_stranger_node (guint32 n)
{
  return (G_MAXINT32 - 1u - n) | SCOPE_MESSAGE_ABSENT_MACHINE;
}

/* Of a name, in the place of a process: alike wherever it is named, beyond what processes are numbered by mostly, and no node. */
static inline guint32
scope_stranger_number (const char *name)
{
  return 0x80000000u | (g_str_hash (name) % (0x7fffffffu - 2u * SCOPE_STRANGER_NODES));
}
