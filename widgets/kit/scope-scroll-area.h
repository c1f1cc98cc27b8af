/* scope-scroll-area.h: the base of widgets that draw what a scrolled window shows of them: GtkScrollable's four properties.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_SCROLL_AREA (scope_scroll_area_get_type ())
#define SCOPE_SCROLL_AREA(o) (G_TYPE_CHECK_INSTANCE_CAST ((o), SCOPE_TYPE_SCROLL_AREA, ScopeScrollArea))
#define SCOPE_SCROLL_AREA_CLASS(k) (G_TYPE_CHECK_CLASS_CAST ((k), SCOPE_TYPE_SCROLL_AREA, ScopeScrollAreaClass))
#define SCOPE_SCROLL_AREA_GET_CLASS(o) (G_TYPE_INSTANCE_GET_CLASS ((o), SCOPE_TYPE_SCROLL_AREA, ScopeScrollAreaClass))

/* Types that derive from it read the adjustments. */
typedef struct
{
  GtkWidget parent_instance;

  GtkAdjustment *across, *down; /* NULL: in no scrolled window */
  GtkScrollablePolicy policies[2];
} ScopeScrollArea;

typedef struct
{
  GtkWidgetClass parent_class;

  /* An adjustment has come: sets it from what there is to see. */
  void (*configure) (ScopeScrollArea *self);
  /* One of them has moved; NULL: is drawn again. */
  void (*moved) (ScopeScrollArea *self, GtkAdjustment *adjustment);
} ScopeScrollAreaClass;

GType scope_scroll_area_get_type (void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeScrollArea, g_object_unref)

/* A page up (-1) or down (1). */
void scope_scroll_area_page (ScopeScrollArea *self, int direction);

G_END_DECLS
