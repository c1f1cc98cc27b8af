/* scope-machine-private.h: what the files about a machine share. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/trace/document/scope-machine.h"

G_BEGIN_DECLS

#define SCOPE_ENTITY_CHUNK 16u /* an archive may have thousands of machines with a handful of each kind */

/* Which of the infos have a key. */
typedef struct
{
  guint first, last;
} ScopeInfoPlaces;

void scope_machine_sink_free (ScopeSink *sink);

G_END_DECLS
