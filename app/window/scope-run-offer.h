/* scope-run-offer.h: fills a chooser of runs with those of a cache.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/runs/scope-run-chooser.h"

G_BEGIN_DECLS

/* Reads the list on another thread (`folder` NULL: the user's cache) and shows the chooser meanwhile; it goes by itself. `shown` (or
 * NULL) is not offered. */
void scope_run_offer (ScopeRunChooser *chooser, const char *folder, ScopeRun *shown);

G_END_DECLS
