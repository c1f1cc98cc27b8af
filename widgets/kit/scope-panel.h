/* scope-panel.h: the base of panels and of their pages: a widget that shows something of a view.
 *
 * It holds the view and hears its changes, says over which range it speaks, asks for what it shows off the main thread, and says in
 * its place why there is nothing to show. A panel is a type with the functions below that it needs, and one row in
 * app/dock/scope-panels.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/graph/scope-graph-layout.h"
#include "model/scene/view/scope-view.h"
#include "widgets/kit/scope-async-query.h"
#include "widgets/kit/scope-range-selector.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_PANEL (scope_panel_get_type ())
#define SCOPE_PANEL(o) (G_TYPE_CHECK_INSTANCE_CAST ((o), SCOPE_TYPE_PANEL, ScopePanel))
#define SCOPE_PANEL_CLASS(k) (G_TYPE_CHECK_CLASS_CAST ((k), SCOPE_TYPE_PANEL, ScopePanelClass))
#define SCOPE_IS_PANEL(o) (G_TYPE_CHECK_INSTANCE_TYPE ((o), SCOPE_TYPE_PANEL))
#define SCOPE_PANEL_GET_CLASS(o) (G_TYPE_INSTANCE_GET_CLASS ((o), SCOPE_TYPE_PANEL, ScopePanelClass))

typedef struct _ScopePanel ScopePanel;
typedef struct _ScopePanelClass ScopePanelClass;

/* For the types that derive from it; they set `spinner` and `progress` alone. */
struct _ScopePanel
{
  GtkWidget parent_instance;

  ScopeView *view;              /* owned; NULL: shows nothing */
  GtkWidget *chip;              /* ScopeRangeSelector; NULL: the range comes from scope_panel_set_range() */
  gint64 from, to;              /* that range */
  gboolean has_range, held;
  GtkWidget *spinner, *progress; /* shown while it takes long; or NULL */
  ScopeAsyncQuery *question;    /* NULL: none yet, or this type asks nothing */
  GtkWidget *outer, *content, *empty;
  gboolean gone;                /* disposed of */
};

/* Any may be NULL. */
struct _ScopePanelClass
{
  GtkWidgetClass parent_class;

  /* There will be another view: what it put into this one is taken back. */
  void (*leave_view) (ScopePanel *self);
  /* Another view, or none: what was shown of the last one is forgotten. It is asked for the new one's afterwards. */
  void (*set_view) (ScopePanel *self);
  /* `what` of it has changed (ScopeViewChange). */
  void (*view_changed) (ScopePanel *self, guint what);
  /* Why there is nothing to show of this trace; NULL: there is. Stands in place of the content (scope_panel_set_content()). */
  const char *(*why_not) (ScopePanel *self);
  /* Whether parts of its own have what they asked for. */
  gboolean (*is_settled) (ScopePanel *self);
  /* Who lays out its graph; NULL: plainly. */
  void (*set_layout) (ScopePanel *self, ScopeGraphLayout *layout);

  /* The question. `fill`, with trace and range filled in: FALSE: nothing is to be asked. `find`, `free_answer`, `what_size` … of
   * `query` are as there (a NULL `find`: this type asks nothing); its `fill`, `show` and, unless set, `progress` are the base's. */
  gboolean (*fill) (ScopePanel *self, ScopeQueryRange *within, gpointer what);
  void (*show) (ScopePanel *self, gpointer answer, const GError *error);
  ScopeAsyncQueryClass query;
};

GType scope_panel_get_type (void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopePanel, g_object_unref)

/* NULL: shows nothing. */
void scope_panel_set_view (ScopePanel *self, ScopeView *view);
/* TRUE if what is shown is what was asked for. */
gboolean scope_panel_is_settled (ScopePanel *self);
/* Why there is nothing to show, or NULL. */
const char *scope_panel_get_why_not (ScopePanel *self);
/* Who lays out its graph, if it has one; NULL: plainly. */
void scope_panel_set_layout (ScopePanel *self, ScopeGraphLayout *layout);
/* Of a panel with one. */
ScopeRangeSelector *scope_panel_get_range_selector (ScopePanel *self);
/* [from, to) in trace time, of a page without a selector of its own. Comes often; a moment is waited. */
void scope_panel_set_range (ScopePanel *self, gint64 from, gint64 to);
/* The next change of the range is not followed: it is the panel's own jump. */
void scope_panel_hold (ScopePanel *self, gboolean hold);

/* --- for derived types --- */

/* Asks soon: the range, or the trace, has changed. */
void scope_panel_ask (ScopePanel *self);
/* Something else is asked: what is under way is cancelled. */
void scope_panel_renew (ScopePanel *self);
/* Makes the selector of its range; the caller places it. */
GtkWidget *scope_panel_make_chip (ScopePanel *self);
/* Its content with a bar over it that says how far a question is. */
GtkWidget *scope_panel_make_progress (ScopePanel *self, const char *name, GtkWidget *content);
/* What it shows, below the page that says why not. */
void scope_panel_set_content (ScopePanel *self, GtkWidget *content);

G_END_DECLS
