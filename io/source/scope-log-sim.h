/* scope-log-sim.h: lines of a simulator's debug output (gem5, M5), as far as all of them are alike:
 *
 *     "%7d: NAME: message"    a tick (1 ps), the name of who speaks, what it says; M5's instructions have no colon behind the name;
 *                             the flag may stand before the name
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  gint64 tick;
  const char *name; /* of the component */
  gsize n_name;
  const char *rest; /* what it says */
  gsize n_rest;
  gboolean colon;   /* behind the name */
} ScopeSimEnvelope;

/* A line without its end. FALSE: no debug line begins here. */
gboolean scope_sim_envelope (const char *line, gsize n, ScopeSimEnvelope *ret_envelope);
/* The address or symbol of an instruction in what its core says: behind "+ ", "A0 ", "T0 : ". NULL: it is no instruction.
 * *ret_thread: T's number. */
const char *scope_sim_find_pc (const ScopeSimEnvelope *envelope, guint *ret_thread);
/* TRUE if what is said is an access of a cache: "access for ReadReq [..] miss", "ReadReq 8ebbc hit", … */
gboolean scope_sim_is_access (const char *rest, gsize n);
/* TRUE if this beginning of a text has instructions, or accesses of caches, or is surely a simulator's output in which they may yet
 * come. */
gboolean scope_log_is_sim (const char *text, gsize n);

G_END_DECLS
