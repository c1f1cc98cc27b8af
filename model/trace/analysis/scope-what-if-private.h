/* scope-what-if-private.h: one replay; see scope-what-if.h. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/trace/analysis/scope-what-if.h"

G_BEGIN_DECLS

/* A processor: when it is free, in the record and in the replay. */
typedef struct
{
  gint64 was_free, is_free;
} ScopeWhatIfSlot;

/* If any will do, who is free first, or was free last before `ready`: the processors in use stay few; else the recorded one. */
ScopeWhatIfSlot *scope_what_if_choose_slot (ScopeWhatIfSlot *slots, guint n, gboolean any, gint64 ready, guint recorded);

/* `*ret_end` is how long the program would have taken; all else but `replayed` and `measured` goes into `result`. FALSE with error. */
gboolean scope_what_if_replay (const ScopeQueryRange *within, const ScopeWhatIf *what_if, ScopeWhatIfResult *result, gint64 *ret_end,
                               GError **error);

G_END_DECLS
