/* scope-exchange-mpi.h: the exchange of processes that were started by mpirun or srun.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/cluster/scope-exchange.h"

G_BEGIN_DECLS

/* MPI is initialised; the main thread alone uses it. A process that dies ends all: who starts them again goes on. */
ScopeExchange scope_exchange_mpi (void);

G_END_DECLS
