/* scope-profile-table.h: tables of GHC's profiles, of any range: what filled the heap, and which cost centres ran.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_PROFILE_TABLE_HEAP,
  SCOPE_PROFILE_TABLE_COST_CENTRES,
  SCOPE_PROFILE_TABLE_TICKY,
} ScopeProfileTable;

/* Those with most first, at most 10,000 of them; the sentence above says what was left out. Of the heap a row leads to the sample in which
 * it has most. `what`: ScopeProfileTable. Off the main thread. NULL with error. */
ScopeReportTable *scope_profile_table_read (const ScopeQueryRange *within, guint what, GError **error);
/* Why there is nothing to show, in a sentence, translated; NULL if there is, or if that is not known yet. */
const char *scope_profile_table_why_not (ScopeTrace *trace);
/* Which one there is to see, where the heap was not profiled: that of cost centres, or of ticky-ticky alone. */
guint scope_profile_table_first (ScopeTrace *trace);
/* TRUE if nothing was recorded but a profile: no timeline tells more. */
gboolean scope_profile_is_all (ScopeTrace *trace);
/* What GHC calls the profile, translated: "Cost Centre", "Retainer". */
const char *scope_profile_word (guint profile);

G_END_DECLS
