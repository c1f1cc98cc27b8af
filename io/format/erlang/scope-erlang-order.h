/* scope-erlang-order.h: in what order the records of an Erlang trace come.
 *
 * How far records stand from their place in time is looked at before they are read: how many events have to be held back is
 * known then, and it is mostly few. Where a window of events would not do, the places of all records are sorted, in an unnamed
 * file, and records are read one by one, each where it lies.
 *
 *     survey ──► depth ≤ window:  read in order of the file, through the sorter
 *            └─► else:            places (time, offset) ─► sorted runs of a million ─► one file of them, in order of time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ScopeErlangOrder ScopeErlangOrder;

typedef struct
{
  gint64 time;
  guint64 offset;
} ScopeErlangPlace;

/* Reference-counted, for any thread; changed by one thread, before others have it. */
ScopeErlangOrder *scope_erlang_order_new (void);
ScopeErlangOrder *scope_erlang_order_ref (ScopeErlangOrder *order);
void scope_erlang_order_unref (ScopeErlangOrder *order);

/* The next record of the file. */
void scope_erlang_order_add (ScopeErlangOrder *order, gint64 time, guint64 offset);
/* So many events held back put all in order: an upper bound, no more than a thousand above the least. */
guint64 scope_erlang_order_depth (const ScopeErlangOrder *order);
/* Before the first one of a second round of scope_erlang_order_add(): keeps their places. */
void scope_erlang_order_collect (ScopeErlangOrder *order);
/* After the last one. FALSE with error if there is no room for them. */
gboolean scope_erlang_order_sort (ScopeErlangOrder *order, GError **error);
/* TRUE: there are places in order. */
gboolean scope_erlang_order_is_sorted (const ScopeErlangOrder *order);
/* Up to n of them from `index` on, by time, those of equal time by offset. 0 behind the last. Any thread. */
gsize scope_erlang_order_read (const ScopeErlangOrder *order, guint64 index, ScopeErlangPlace *places, gsize n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeErlangOrder, scope_erlang_order_unref)

G_END_DECLS
