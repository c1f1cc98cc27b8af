/* scope-scroll-area.c: see scope-scroll-area.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/kit/scope-scroll-area.h"

enum
{
  PROP_HADJUSTMENT = 1,
  PROP_VADJUSTMENT,
  PROP_HSCROLL_POLICY,
  PROP_VSCROLL_POLICY,
};

G_DEFINE_ABSTRACT_TYPE_WITH_CODE (ScopeScrollArea, scope_scroll_area, GTK_TYPE_WIDGET,
                                  G_IMPLEMENT_INTERFACE (GTK_TYPE_SCROLLABLE, NULL))

static void
moved (ScopeScrollArea *self, GtkAdjustment *adjustment)
{
  ScopeScrollAreaClass *klass = SCOPE_SCROLL_AREA_GET_CLASS (self);

  if (klass->moved != NULL)
    klass->moved (self, adjustment);
  else
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
set_adjustment (ScopeScrollArea *self, GtkAdjustment **place, GtkAdjustment *adjustment)
{
  if (*place != NULL)
    g_signal_handlers_disconnect_by_func (*place, moved, self);
  g_clear_object (place);
  if (adjustment == NULL)
    return;
  *place = g_object_ref_sink (adjustment);
  g_signal_connect_swapped (adjustment, "value-changed", G_CALLBACK (moved), self);
  SCOPE_SCROLL_AREA_GET_CLASS (self)->configure (self);
}

void
scope_scroll_area_page (ScopeScrollArea *self, int direction)
{
  if (self->down != NULL)
    gtk_adjustment_set_value (self->down,
                              gtk_adjustment_get_value (self->down) + direction * gtk_adjustment_get_page_increment (self->down));
}

static void
scope_scroll_area_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  ScopeScrollArea *self = SCOPE_SCROLL_AREA (object);

  if (id == PROP_HADJUSTMENT || id == PROP_VADJUSTMENT)
    g_value_set_object (value, id == PROP_HADJUSTMENT ? self->across : self->down);
  else
    g_value_set_enum (value, self->policies[id - PROP_HSCROLL_POLICY]);
}

static void
scope_scroll_area_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  ScopeScrollArea *self = SCOPE_SCROLL_AREA (object);

  if (id == PROP_HADJUSTMENT || id == PROP_VADJUSTMENT)
    set_adjustment (self, id == PROP_HADJUSTMENT ? &self->across : &self->down, g_value_get_object (value));
  else
    self->policies[id - PROP_HSCROLL_POLICY] = g_value_get_enum (value);
}

static void
scope_scroll_area_dispose (GObject *object)
{
  ScopeScrollArea *self = SCOPE_SCROLL_AREA (object);

  set_adjustment (self, &self->across, NULL);
  set_adjustment (self, &self->down, NULL);
  G_OBJECT_CLASS (scope_scroll_area_parent_class)->dispose (object);
}

static void
scope_scroll_area_class_init (ScopeScrollAreaClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = scope_scroll_area_dispose;
  object_class->get_property = scope_scroll_area_get_property;
  object_class->set_property = scope_scroll_area_set_property;
  g_object_class_override_property (object_class, PROP_HADJUSTMENT, "hadjustment");
  g_object_class_override_property (object_class, PROP_VADJUSTMENT, "vadjustment");
  g_object_class_override_property (object_class, PROP_HSCROLL_POLICY, "hscroll-policy");
  g_object_class_override_property (object_class, PROP_VSCROLL_POLICY, "vscroll-policy");
}

static void
scope_scroll_area_init (ScopeScrollArea *self)
{
}
