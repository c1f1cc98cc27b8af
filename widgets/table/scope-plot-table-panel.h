/* scope-plot-table-panel.h: a panel of figures with a plot above its table, drawn of what the table carries (its attachment): the waiting
 * over time, a mailbox, iterations. The plot is made of stretches. One of them is pointed at, by the pointer or by the arrow keys, and
 * told below the plot and to those who do not see it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-clock.h"
#include "model/scene/draw/scope-scene.h"
#include "widgets/table/scope-report-table-panel.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_PLOT_TABLE_PANEL (scope_plot_table_panel_get_type ())
#define SCOPE_PLOT_TABLE_PANEL(o) (G_TYPE_CHECK_INSTANCE_CAST ((o), SCOPE_TYPE_PLOT_TABLE_PANEL, ScopePlotTablePanel))
#define SCOPE_PLOT_TABLE_PANEL_CLASS(k) (G_TYPE_CHECK_CLASS_CAST ((k), SCOPE_TYPE_PLOT_TABLE_PANEL, ScopePlotTablePanelClass))
#define SCOPE_PLOT_TABLE_PANEL_GET_CLASS(o) \
  (G_TYPE_INSTANCE_GET_CLASS ((o), SCOPE_TYPE_PLOT_TABLE_PANEL, ScopePlotTablePanelClass))

/* For the types that derive from it. */
typedef struct
{
  ScopeReportTablePanel tables;

  GtkWidget *header, *plot, *words;
  guint pointed; /* stretch; SCOPE_NONE */
  guint row;     /* of the table, that stands out in the plot; SCOPE_NONE */
} ScopePlotTablePanel;

/* `shown` is the attachment of the table that is shown, which there is, as there is a view. */
typedef struct
{
  ScopeReportTablePanelClass parent_class;

  /* 0: nothing is drawn. */
  guint (*n_stretches) (ScopePlotTablePanel *self, gconstpointer shown);
  /* Without the pointer's mark where nothing is pointed at. */
  ScopeScene *(*draw) (ScopePlotTablePanel *self, gconstpointer shown, double width, double height, const ScopePalette *palette);
  /* SCOPE_NONE: none is there. */
  guint (*stretch_at) (ScopePlotTablePanel *self, gconstpointer shown, double width, double height, double x);
  /* Owned by the caller. */
  char *(*dup_text) (ScopePlotTablePanel *self, gconstpointer shown, guint stretch, const ScopeClock *clock);
  /* A click or a key; may be NULL. */
  void (*chosen) (ScopePlotTablePanel *self, gconstpointer shown, guint stretch);
  const char *hint; /* what is told while nothing is pointed at, not translated; may be NULL */
} ScopePlotTablePanelClass;

GType scope_plot_table_panel_get_type (void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopePlotTablePanel, g_object_unref)

/* For derived types, as they begin, after scope_report_table_panel_build(). `name` is what a screen reader calls the plot. It is `most`
 * pixels high, and less, down to `least`, where the table below it would have no room for its rows. */
void scope_plot_table_panel_build (ScopePlotTablePanel *self, const char *name, int least, int most);
/* Any stretch that is not there is none. Draws the plot again. */
void scope_plot_table_panel_point_at (ScopePlotTablePanel *self, guint stretch);
/* A row stands out in the plot until the next table is shown. It is what selecting one does, unless the type says otherwise; that selects
 * its lane, too. */
void scope_plot_table_panel_stand_out (ScopePlotTablePanel *self, guint row);
/* The same as pointing, as a click does: who derives from it is told. */
void scope_plot_table_panel_choose (ScopePlotTablePanel *self, guint stretch);

G_END_DECLS
