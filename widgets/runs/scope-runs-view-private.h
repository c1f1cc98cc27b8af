/* scope-runs-view-private.h: what the files of ScopeRunsView share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/runs/scope-runs-view.h"

#include "model/scene/runs/scope-band-scene.h"
#include "model/scene/runs/scope-growth-scene.h"
#include "model/scene/runs/scope-growth-table.h"
#include "model/scene/runs/scope-processor-averages.h"
#include "model/scene/runs/scope-scaling-scene.h"
#include "model/scene/runs/scope-scaling-table.h"
#include "widgets/draw/scope-plot-view.h"
#include "widgets/table/scope-report-table-view.h"

#include <adwaita.h>

G_BEGIN_DECLS

typedef enum
{
  SCOPE_RUNS_SCALING,
  SCOPE_RUNS_GROWTH,
  SCOPE_RUNS_BAND,
  SCOPE_RUNS_PROCESSORS, /* from here on without a plot */
  SCOPE_RUNS_LIST,
  SCOPE_N_RUNS_PAGES
} ScopeRunsPage;

struct _ScopeRunsView
{
  GtkWidget parent_instance;

  ScopeRunSet *set;
  gboolean read;            /* its figures are there */
  ScopeScaling *scaling;    /* or NULL: `no_scaling` says why */
  char *no_scaling;
  ScopeGrowth *growth;      /* or NULL: `no_growth`, or nobody asked yet */
  char *no_growth;
  ScopeRunBand *band;       /* or NULL: `no_band` */
  char *no_band;
  GCancellable *reading;    /* under way */
  gint *permille;           /* of it; an atomic rc box */
  guint progress_source;

  ScopeRunsPage page;
  gboolean log, share;
  ScopeAlignBy align;
  ScopeBandQuantity quantity;
  guint run;                /* chosen; SCOPE_NONE */
  guint pointed;            /* point or column; SCOPE_NONE */
  gboolean filling;         /* choices are being set by us */

  GtkWidget *stack, *bar, *empty, *failed, *progress, *result;
  GtkWidget *pages[SCOPE_N_RUNS_PAGES];
  GtkWidget *log_button, *share_button, *what_choice, *align_choice, *run_choice, *remove_button;
  GtkWidget *plot, *plot_stack, *plot_failed, *told, *upper, *table, *words, *beside, *paned; /* beside: what scrolls the words */
};

/* scope-runs-view.c */
/* The table, the words and what is to be chosen, as they are now. */
void scope_runs_view_update (ScopeRunsView *self);

/* scope-runs-view-read.c */
void scope_runs_view_read (ScopeRunsView *self);      /* the figures, then the band */
void scope_runs_view_read_band (ScopeRunsView *self); /* anew, as it is wished for now */
void scope_runs_view_read_growth (ScopeRunsView *self); /* if nobody did: takes the analysis of all runs */
void scope_runs_view_forget (ScopeRunsView *self);    /* all that was read */

/* scope-runs-view-bar.c */
GtkWidget *scope_runs_view_make_bar (ScopeRunsView *self);
void scope_runs_view_update_bar (ScopeRunsView *self);
void scope_runs_view_add_actions (ScopeRunsViewClass *klass);

/* scope-runs-view-plot.c */
GtkWidget *scope_runs_view_make_plot (ScopeRunsView *self);
/* What is pointed at, in words. */
void scope_runs_view_notify (ScopeRunsView *self);

G_END_DECLS
