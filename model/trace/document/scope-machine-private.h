/* scope-machine-private.h: what the files about a machine share. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/trace/document/scope-machine.h"

G_BEGIN_DECLS

/* Which of the infos have a key. */
typedef struct
{
  guint first, last, n;
  GHashTable *values; /* of those with SCOPE_INFO_LIST values or more; else NULL */
} ScopeInfoPlaces;

#define SCOPE_INFO_LIST 16u /* a key with so many values is a list, as the environment is: what is in it need not be said again */
#define SCOPE_INFO_BYTES (4u * 1024u * 1024u) /* of values that are kept */

/* Whose facts the machine has: itself, or what it is a view of. */
static inline ScopeMachine *
scope_machine_of (ScopeMachine *machine)
{
  return machine->of != NULL ? machine->of : machine;
}

void scope_machine_sink_free (ScopeSink *sink);

G_END_DECLS
