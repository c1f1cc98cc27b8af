/* scope-exchange.h: how the processes that index a trace together tell each other what they did. One process is alone; those of MPI are in
 * app/mpi/, and nothing else knows of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ScopeExchange ScopeExchange;

typedef struct
{
  /* Each process gives n bytes, and `all` gets those of all, in order of their ranks. All call it, in the same order, on their main
   * threads; nobody goes on before all have come. */
  void (*gather) (ScopeExchange *exchange, gconstpointer own, gsize n, gpointer all);
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

/* Whether it is true of all. */
gboolean scope_exchange_all (ScopeExchange *exchange, gboolean own);

G_END_DECLS
