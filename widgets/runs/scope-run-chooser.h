/* scope-run-chooser.h: a dialog to choose runs that were looked at before: one, or several.
 *
 * A searchable table (program, date, arguments, duration, processors, size), sorted by a click on a column; a run whose
 * trace file is gone or changed says so. Who opens it gives the runs (the cache is io's, which widgets do not know): all at
 * once or when they have been read; until then it says "Reading…".
 *
 *     ScopeRunChooser *chooser = scope_run_chooser_new (window, _("Compare With"), _("_Compare"), SCOPE_RUN_CHOOSER_FILE);
 *     g_signal_connect (chooser, "chosen", G_CALLBACK (chosen), self);
 *     scope_run_chooser_set_runs (chooser, runs);
 *     gtk_window_present (GTK_WINDOW (chooser));
 *
 * app/window/scope-run-offer.h does the last two.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/runs/scope-run.h"

#include <adwaita.h>

G_BEGIN_DECLS

typedef enum
{
  SCOPE_RUN_CHOOSER_SEVERAL = 1 << 0, /* several may be chosen */
  SCOPE_RUN_CHOOSER_FILE = 1 << 1,    /* "Choose File…" stands beside them */
} ScopeRunChooserFlags;

#define SCOPE_TYPE_RUN_CHOOSER (scope_run_chooser_get_type ())
G_DECLARE_FINAL_TYPE (ScopeRunChooser, scope_run_chooser, SCOPE, RUN_CHOOSER, AdwWindow)

/* Signals:
 *   "chosen" (chooser, GPtrArray *runs, user_data): of ScopeRun, at least one (exactly one without _SEVERAL), in the order
 *     of the list; the dialog closes after it.
 *   "file" (chooser, user_data): "Choose File…" was pressed; the dialog closes after it.
 * `parent` may be NULL. `accept` is the label of the button, with its mnemonic. */
ScopeRunChooser *scope_run_chooser_new (GtkWindow *parent, const char *title, const char *accept,
                                        ScopeRunChooserFlags flags);
/* The runs, in their order: of ScopeRun; it takes a reference. NULL: they could not be read, `why` says so. */
void scope_run_chooser_set_runs (ScopeRunChooser *chooser, GPtrArray *runs, const char *why);
/* Not offered: the run that is shown already. What is like it comes first. */
void scope_run_chooser_set_shown (ScopeRunChooser *chooser, ScopeRun *shown);

G_END_DECLS
