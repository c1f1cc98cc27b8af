/* scope-far-figures.h: the figures that tables and panels are made of, computed where the trace lies, if that is another computer, else here:
 * the same to the last bit, in one trip each, and so few bytes that no row of a table has to come.
 *
 * All are those of model/trace: see there. Of a trace elsewhere they are computed here nevertheless when clocks are aligned by messages or not
 * at all, of one lane alone, and of few of the messages.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-far-numbers.h"
#include "model/trace/messages/scope-pairs.h"
#include "model/trace/statistics/scope-load.h"
#include "model/trace/statistics/scope-statistics.h"
#include "model/trace/statistics/scope-utilisations.h"

G_BEGIN_DECLS

GArray *scope_far_figures_reasons (const ScopeQueryRange *within, GError **error);                    /* scope_statistics_reasons() */
GArray *scope_far_figures_entities (const ScopeQueryRange *within, ScopeKind kind, GError **error);   /* scope_statistics_entities() */
GArray *scope_far_figures_pairs (const ScopeQueryRange *within, ScopeParty by, GError **error);       /* scope_pairs_read() */
ScopeLoad *scope_far_figures_load (const ScopeQueryRange *within, guint n, GError **error);           /* scope_load_read(), of all lanes */
gboolean scope_far_figures_utilisations (const ScopeQueryRange *within, ScopeUtilisations *ret, GError **error); /* scope_utilisations_read() */

/* Where it lies: the answer to such a question, whose kind was read. Takes as long as the figures do. NULL with error. */
GBytes *scope_far_figures_answer (ScopeTrace *trace, ScopeFarReader *in, GCancellable *cancellable, GError **error);

G_END_DECLS
