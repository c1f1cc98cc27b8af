/* scope-exchange-mpi.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/mpi/scope-exchange-mpi.h"

#include <mpi.h>

/* Errors end the program: that is how MPI is when nothing else was said. Its counts are ints: what is given is never more. */
static void
mpi_gather (ScopeExchange *exchange, gconstpointer own, gsize n, gpointer all)
{
  g_assert (n <= G_MAXINT / exchange->n);
  MPI_Allgather (own, (int) n, MPI_BYTE, all, (int) n, MPI_BYTE, MPI_COMM_WORLD);
}

static void
mpi_swap (ScopeExchange *exchange, const guint8 *out, const guint32 *n_out, guint8 *in, guint32 *n_in, guint32 slot)
{
  guint n = exchange->n;
  g_autofree int *counts = g_new0 (int, 3 * n);
  int *to = counts, *from = counts + n, *places = counts + 2 * n;

  g_assert (slot <= G_MAXINT / n);
  for (guint i = 0; i < n; i++)
    {
      to[i] = (int) n_out[i];
      places[i] = (int) (i * slot);
    }
  MPI_Alltoall (to, 1, MPI_INT, from, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Alltoallv (out, to, places, MPI_BYTE, in, from, places, MPI_BYTE, MPI_COMM_WORLD);
  for (guint i = 0; i < n; i++)
    n_in[i] = (guint32) from[i];
}

static void
mpi_add_up (ScopeExchange *exchange, guint64 *values, guint n)
{
  MPI_Allreduce (MPI_IN_PLACE, values, (int) n, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
}

ScopeExchange
scope_exchange_mpi (void)
{
  static const ScopeExchangeClass klass = { mpi_gather, mpi_swap, mpi_add_up };
  int rank, n;

  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &n);

  return (ScopeExchange) { &klass, (guint) rank, (guint) n };
}
