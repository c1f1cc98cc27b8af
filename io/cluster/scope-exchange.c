/* scope-exchange.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/cluster/scope-exchange.h"

#include <string.h>

static void
alone_gather (ScopeExchange *exchange, gconstpointer own, gsize n, gpointer all)
{
  memcpy (all, own, n);
}

ScopeExchange
scope_exchange_alone (void)
{
  static const ScopeExchangeClass klass = { alone_gather };

  return (ScopeExchange) { &klass, 0, 1 };
}

gboolean
scope_exchange_all (ScopeExchange *exchange, gboolean own)
{
  g_autofree gboolean *all = g_new0 (gboolean, exchange->n);
  gboolean result = TRUE;

  scope_exchange_gather (exchange, &own, sizeof own, all);
  for (guint i = 0; i < exchange->n; i++)
    result = result && all[i];
  return result;
}
