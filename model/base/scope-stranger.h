/* scope-stranger.h: numbers of those whom messages of Erlang name, and who are nobody of the trace: a registered name that nobody
 * is known to bear, a node that was not recorded.
 *
 * A message's ends are numbers. A stranger's stand among those of processes and machines, and an entity of SCOPE_KIND_STRANGER
 * of some machine of the trace has its number and what it is called.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-schema.h"

#define SCOPE_STRANGER_NODES 8192u

/* A machine that is not there: the n-th, below SCOPE_STRANGER_NODES. Never SCOPE_NONE. */
static inline guint32
scope_stranger_node (guint32 n)
{
  return (G_MAXINT32 - 1u - n) | SCOPE_MESSAGE_ABSENT_MACHINE;
}

/* Below it are numbers of processes; of these, some that are told by more than 31 bits. */
#define SCOPE_STRANGER_NAMES 0xb0000000u

/* Of a name, in the place of a process: alike wherever it is named, beyond what processes are numbered by, and no node. */
static inline guint32
scope_stranger_number (const char *name)
{
  return SCOPE_STRANGER_NAMES + g_str_hash (name) % (0x50000000u - 2u * SCOPE_STRANGER_NODES);
}

/* Where that number is another name's already: the next one to try. */
static inline guint32
scope_stranger_next (guint32 number)
{
  return number + 1u < 0u - 2u * SCOPE_STRANGER_NODES ? number + 1u : SCOPE_STRANGER_NAMES;
}
