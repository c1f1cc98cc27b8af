/* scope-window-reload.h: what is shown was written over by another run of the program: said in the window, and reloaded.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/document/scope-trace-watch.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Of a window; all NULL at first. */
typedef struct
{
  ScopeTraceWatch *watch;  /* of the files of what is shown */
  GtkWidget *bar;          /* "Run again at 14:10", the box's */
  GtkLabel *label;
  GtkWidget *reload, *compare, *follow;
  GKeyFile *view;          /* how the trace that is being read is to be shown; NULL: as at first sight */
  char *given;             /* notes for it, as text; or NULL */
  gboolean rows_done;
  int width;               /* of the view when it was last given its range; 0: it has its range for good */
  gint64 from, to;         /* the range that it was given */
  ScopeRun *earlier;       /* the run that was shown before it was reloaded */
  int held;                /* its index, so that nobody removes it */
  char *notes;             /* its notes, as text; NULL: it had none */
  char *alignment, **pairs; /* of the comparison that a session is about to open; or NULL */
  gboolean compare_then;   /* with the earlier run, as soon as the new one is read */
} ScopeWindowReload;

G_END_DECLS
