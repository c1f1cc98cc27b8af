/* scope-text-window.h: texts of a machine that follow each other, read by the piece: two calls of the system for each would take longer than
 * all the rest.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-machine.h"

G_BEGIN_DECLS

typedef struct
{
  ScopeMachine *machine;
  /* private */
  guint8 *data;
  guint64 at;
  gsize n;
} ScopeTextWindow;

void scope_text_window_init (ScopeTextWindow *window, ScopeMachine *machine);
void scope_text_window_clear (ScopeTextWindow *window);
/* As scope_machine_text(), but the bytes as they are, without a zero behind them, until the next is asked for. NULL with error. */
const char *scope_text_window_read (ScopeTextWindow *window, guint64 id, gsize *ret_n, GError **error);

G_END_DECLS
