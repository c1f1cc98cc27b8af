/* scope-statistics-messages.h: what machines and processes sent and received, as columns of their statistics.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

/* Out of each, into it, and to itself. */
#define SCOPE_N_MESSAGE_WAYS 3u

typedef struct
{
  GArray *pairs; /* of ScopePair; NULL: there is nothing to tell */
  guint columns[SCOPE_N_MESSAGE_WAYS], words[SCOPE_N_MESSAGE_WAYS]; /* words 0: not told */
} ScopeStatisticsMessages;

/* Reads them, and adds columns to a table whose rows will be lanes of that kind. Nothing for other kinds than machines and processes, or where
 * there are no messages. FALSE with error. */
gboolean scope_statistics_messages_read (const ScopeQueryRange *within, ScopeKind kind, ScopeReportTable *table, ScopeStatisticsMessages *ret_messages,
                                         GError **error);
/* Once it has its rows; what is not known of all stays empty. Ends with `messages`. */
void scope_statistics_messages_put (ScopeStatisticsMessages *messages, ScopeKind kind, ScopeReportTable *table);

G_END_DECLS
