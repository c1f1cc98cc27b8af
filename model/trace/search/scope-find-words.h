/* scope-find-words.h: what was found by call stack, in words for people.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/search/scope-find.h"
#include "model/trace/search/scope-variables.h"

G_BEGIN_DECLS

/* "L2 miss", "Lock wait", "Activation". */
const char *scope_found_kind_label (guint kind);
/* "walk_domains, depth 5, called by walk_domains, 110 ns (220 cycles)". Reads nothing: names that nobody has asked for yet are missing.
 * `variables` of that trace. Free with g_free(). */
char *scope_found_words (ScopeTrace *trace, const ScopeFound *found, ScopeVariableLists *variables);

G_END_DECLS
