/* scope-servers-table.h: Erlang's processes as servers, and who calls them, as tables of any range.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_SERVERS_TABLE_SERVERS, /* those who were called; a row leads to the server */
  SCOPE_SERVERS_TABLE_CALLERS, /* a row leads to the longest call of the caller */
  SCOPE_SERVERS_TABLE_MAILBOXES, /* of all who received something; a row leads to the process */
} ScopeServersTable;

#define SCOPE_SERVERS_TABLE_COURSES 32u /* servers whose mailboxes are read over time */

/* In the order of scope-servers.h, at most 10,000 of them; the sentence above says who is waited for most. `what`: ScopeServersTable. Off the
 * main thread. NULL with error. Attached to the tables of servers and mailboxes is the ScopeMailboxCourses of
 * the first rows, in their order. */
ScopeReportTable *scope_servers_table_read (const ScopeQueryRange *within, guint what, GError **error);

G_END_DECLS
