/* scope-run-size.h: how large the input of a run was: what the program was given, or says. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/trace/runs/scope-run-set.h"

G_BEGIN_DECLS

/* Of the first mark that begins with `mark` and goes on with a number ("n=1000" by "n=", "size 1000" by "size"); NAN: there is none. Off
 * the main thread. FALSE with error. */
gboolean scope_run_size_of_mark (ScopeTrace *trace, const char *mark, double *ret_size, GError **error);

/* Of all runs of a set that was read, by their numbers (NAN: not known), as `spec` says:
 *     NULL             the one argument that is a number in all runs, and not the same in all; without arguments, of simulations on as many
 *                      cores, the one such setting (several: an error); if there is none, or more arguments, all are NAN
 *     "arguments:2"    that argument, from 1
 *     "mark:TEXT"      as the mark told (scope_run_set_ask_parts())
 *     "config:NAME"    that setting of the simulated machine (scope-run-config.h)
 *     "1000,2000"      as it stands there, a number a run
 * Free with g_free(). NULL with error (G_IO_ERROR_INVALID_ARGUMENT, for people). */
double *scope_run_sizes (ScopeRunSet *set, const char *spec, GError **error);
/* What that size is, if it is a setting: "system.l2.size"; else NULL. Free with g_free(). */
char *scope_run_size_dup_setting (ScopeRunSet *set, const char *spec);
/* The TEXT of "mark:TEXT", or NULL. */
const char *scope_run_size_mark (const char *spec);

G_END_DECLS
