/* gui-traces.h: traces that are read from files, for tests of widgets.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/import/scope-import.h"

/* Reads a trace to its end, without a cache; the test fails if that fails. `file` is absolute, or as from the project's
 * top (tests/data/…). The trace is the import's. */
ScopeImport *gui_import_new (const char *file);
