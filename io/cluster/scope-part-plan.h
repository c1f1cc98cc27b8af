/* scope-part-plan.h: in which parts a trace is indexed, by its logs and their sizes alone: everybody who looks at the same logs makes the
 * same plan, however many there are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/import/scope-import-parts.h"

G_BEGIN_DECLS

#define SCOPE_PART_BYTES (G_GUINT64_CONSTANT (256) << 20) /* of logs, in a part; the last one takes what is left */

/* How people say it: "256MB", "1000". FALSE: that is no size. */
gboolean scope_part_plan_parse_bytes (const char *text, guint64 *ret_bytes);

typedef struct
{
  ScopeImportPart *parts;
  guint64 *bytes; /* of each: its logs, unpacked, as far as that is known without reading them */
  guint *task_of; /* of each: who does it */
  guint n;
} ScopePartPlan;

/* Runs of machines with `part_bytes` of logs or more together, divided among tasks so that each has about as much to do. The
 * parts have no digests yet. */
ScopePartPlan *scope_part_plan_new (ScopeArchive *archive, const char *folder, guint64 part_bytes, guint n_tasks);
void scope_part_plan_free (ScopePartPlan *plan);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopePartPlan, scope_part_plan_free)

G_END_DECLS
