/* scope-exchange-mpi.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/mpi/scope-exchange-mpi.h"

#include <mpi.h>

/* Errors end the program: that is how MPI is when nothing else was said. */
static void
mpi_gather (ScopeExchange *exchange, gconstpointer own, gsize n, gpointer all)
{
  g_assert (n <= G_MAXINT);
  MPI_Allgather (own, (int) n, MPI_BYTE, all, (int) n, MPI_BYTE, MPI_COMM_WORLD);
}

ScopeExchange
scope_exchange_mpi (void)
{
  static const ScopeExchangeClass klass = { mpi_gather };
  int rank, n;

  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &n);

  return (ScopeExchange) { &klass, (guint) rank, (guint) n };
}
