/* scope-exchange.h: how the processes that index a trace together tell each other what they did. One process is alone; those of MPI are in
 * app/mpi/, and nothing else knows of it.
 *
 * Whatever goes from each to each goes in rounds, of so much at a time that nobody has more than SCOPE_EXCHANGE_BYTES on its way or coming in,
 * however many processes there are and whoever sends how much to whom.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define SCOPE_EXCHANGE_BYTES (16u * 1024u * 1024u) /* out, and as much in */

typedef struct _ScopeExchange ScopeExchange;

/* All processes call these in the same order, on their main threads; nobody goes on before all have come. */
typedef struct
{
  /* Each process gives n bytes, and `all` gets those of all, in order of their ranks. */
  void (*gather) (ScopeExchange *exchange, gconstpointer own, gsize n, gpointer all);
  /* Each process has `slot` bytes of room for each other in `out`, the first n_out[i] of which are for process i; `in` and n_in likewise get
   * what is from process i. */
  void (*swap) (ScopeExchange *exchange, const guint8 *out, const guint32 *n_out, guint8 *in, guint32 *n_in, guint32 slot);
  /* Each of the n values becomes the sum of those of all processes. */
  void (*add_up) (ScopeExchange *exchange, guint64 *values, guint n);
} ScopeExchangeClass;

struct _ScopeExchange
{
  const ScopeExchangeClass *klass;
  guint rank, n;
};

/* Nobody else is there. */
ScopeExchange scope_exchange_alone (void);

static inline void
scope_exchange_gather (ScopeExchange *exchange, gconstpointer own, gsize n, gpointer all)
{
  exchange->klass->gather (exchange, own, n, all);
}

static inline void
scope_exchange_add_up (ScopeExchange *exchange, guint64 *values, guint n)
{
  exchange->klass->add_up (exchange, values, n);
}

/* Whether it is true of all. */
gboolean scope_exchange_all (ScopeExchange *exchange, gboolean own);
/* What all have, one behind the other in order of their ranks, which need not be as much of each; *ret_ends (free with g_free()) says where that of
 * each ends. */
GByteArray *scope_exchange_gather_all (ScopeExchange *exchange, const GByteArray *own, guint64 **ret_ends);

/* Records of one size that go from each to each: as many as there are. */
typedef struct
{
  gsize size; /* of a record */
  void (*take) (gpointer data, guint from, gconstpointer record); /* in the order in which that process sent them */
  gpointer data;
} ScopeExchangeTaker;

typedef struct _ScopeExchangeSender ScopeExchangeSender;

/* All processes begin and end it together; between they send what they have. Nothing else is exchanged meanwhile. */
ScopeExchangeSender *scope_exchange_begin (ScopeExchange *exchange, const ScopeExchangeTaker *taker);
/* Some are taken meanwhile. */
void scope_exchange_send (ScopeExchangeSender *sender, guint to, gconstpointer record);
/* Waits until all have sent all they have, and it is taken. */
void scope_exchange_end (ScopeExchangeSender *sender);

G_END_DECLS
