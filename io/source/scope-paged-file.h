/* scope-paged-file.h: paged memory (model/base/scope-paged.h) in a file without a name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-paged.h"

G_BEGIN_DECLS

/* Before any of it is asked for; any thread, any number of times. */
void scope_paged_file_use (void);

G_END_DECLS
