/* scope-calls-popover.c: see scope-calls-popover.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/calls/scope-calls-popover.h"

#include "model/scene/calls/scope-call-marks.h"
#include "widgets/draw/scope-presenter.h"

#include <glib/gi18n.h>

#define GLYPH 16

struct _ScopeCallsPopover
{
  GtkPopover parent_instance;

  ScopeView *view;
  gboolean setting; /* our own change of a control */
  GtkWidget *hits[SCOPE_N_HITS], *by_function, *by_kind, *depth_line;
};

G_DEFINE_FINAL_TYPE (ScopeCallsPopover, scope_calls_popover, GTK_TYPE_POPOVER)

/* --- a glyph --- */

#define SCOPE_TYPE_HIT_GLYPH (scope_hit_glyph_get_type ())
G_DECLARE_FINAL_TYPE (ScopeHitGlyph, scope_hit_glyph, SCOPE, HIT_GLYPH, GtkWidget)

struct _ScopeHitGlyph
{
  GtkWidget parent_instance;

  ScopePresenter *presenter;
  ScopePaletteKind palette;
  guint kind;
};

G_DEFINE_FINAL_TYPE (ScopeHitGlyph, scope_hit_glyph, GTK_TYPE_WIDGET)

static void
scope_hit_glyph_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ScopeHitGlyph *self = SCOPE_HIT_GLYPH (widget);
  g_autoptr (ScopeScene) scene = scope_scene_new (GLYPH, GLYPH, scope_palette_get (self->palette));

  scope_hit_add_glyph (scene, self->kind, GLYPH / 2.0, gtk_widget_get_height (widget) / 2.0);
  scope_presenter_draw (self->presenter, snapshot, scene, NULL, NULL);
}

static void
scope_hit_glyph_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                         int *natural_baseline)
{
  *minimum = *natural = GLYPH;
}

static void
scope_hit_glyph_dispose (GObject *object)
{
  g_clear_pointer (&SCOPE_HIT_GLYPH (object)->presenter, scope_presenter_free);
  G_OBJECT_CLASS (scope_hit_glyph_parent_class)->dispose (object);
}

static void
scope_hit_glyph_class_init (ScopeHitGlyphClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_hit_glyph_dispose;
  GTK_WIDGET_CLASS (klass)->snapshot = scope_hit_glyph_snapshot;
  GTK_WIDGET_CLASS (klass)->measure = scope_hit_glyph_measure;
}

static void
scope_hit_glyph_init (ScopeHitGlyph *self)
{
  self->presenter = scope_presenter_new (GTK_WIDGET (self));
}

/* --- from the controls, and to them --- */

static gboolean
is_active (GtkWidget *check)
{
  return gtk_check_button_get_active (GTK_CHECK_BUTTON (check));
}

static void
control_changed (ScopeCallsPopover *self)
{
  ScopeCallLook look = { 0 };

  if (self->setting || self->view == NULL)
    return;
  for (guint k = 0; k < SCOPE_N_HITS; k++)
    look.hits |= is_active (self->hits[k]) ? 1u << k : 0;
  look.by_kind = is_active (self->by_kind);
  look.depth_line = is_active (self->depth_line);
  scope_view_set_call_look (self->view, &look);
}

static void
update (ScopeCallsPopover *self)
{
  const ScopeCallLook *look = scope_view_get_call_look (self->view);

  self->setting = TRUE;
  for (guint k = 0; k < SCOPE_N_HITS; k++)
    {
      ScopeHitGlyph *glyph = SCOPE_HIT_GLYPH (gtk_widget_get_first_child (gtk_check_button_get_child (GTK_CHECK_BUTTON (self->hits[k]))));

      gtk_check_button_set_active (GTK_CHECK_BUTTON (self->hits[k]), look->hits >> k & 1);
      glyph->palette = scope_view_get_palette (self->view);
      gtk_widget_queue_draw (GTK_WIDGET (glyph));
    }
  gtk_check_button_set_active (GTK_CHECK_BUTTON (look->by_kind ? self->by_kind : self->by_function), TRUE);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->depth_line), look->depth_line);
  self->setting = FALSE;
}

static void
view_changed (ScopeView *view, guint what, ScopeCallsPopover *self)
{
  if (what & SCOPE_VIEW_LOOK)
    update (self);
}

void
scope_calls_popover_set_view (ScopeCallsPopover *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_CALLS_POPOVER (self));

  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_set_object (&self->view, view);
  if (view == NULL)
    return;
  g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
  update (self);
}

gboolean
scope_calls_popover_is_of_use (ScopeView *view)
{
  ScopeTrace *trace = scope_view_get_trace (view);

  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    for (guint32 i = 0; i < scope_machine_n_entities (scope_trace_machine (trace, m), SCOPE_KIND_PROCESSOR); i++)
      if (scope_activations_in_lane (trace, (ScopeLaneId) { m, SCOPE_KIND_PROCESSOR, i }))
        return TRUE;
  return FALSE;
}

GtkWidget *
scope_calls_popover_get_check (ScopeCallsPopover *self, guint kind)
{
  return kind < SCOPE_N_HITS ? self->hits[kind] : NULL;
}

/* --- building --- */

static GtkWidget *
add_check (ScopeCallsPopover *self, GtkWidget *box, const char *label)
{
  GtkWidget *check = gtk_check_button_new_with_mnemonic (label);

  g_signal_connect_swapped (check, "toggled", G_CALLBACK (control_changed), self);
  gtk_box_append (GTK_BOX (box), check);
  return check;
}

static void
add_title (GtkWidget *box, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "heading");
  gtk_box_append (GTK_BOX (box), label);
}

static GtkWidget *
add_hit (ScopeCallsPopover *self, GtkWidget *box, guint kind)
{
  GtkWidget *check = gtk_check_button_new (), *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  ScopeHitGlyph *glyph = g_object_new (SCOPE_TYPE_HIT_GLYPH, NULL);

  glyph->kind = kind;
  gtk_box_append (GTK_BOX (content), GTK_WIDGET (glyph));
  gtk_box_append (GTK_BOX (content), gtk_label_new (scope_hit_title (kind)));
  gtk_check_button_set_child (GTK_CHECK_BUTTON (check), content);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, scope_hit_title (kind), -1);
  g_signal_connect_swapped (check, "toggled", G_CALLBACK (control_changed), self);
  gtk_box_append (GTK_BOX (box), check);
  return check;
}

static void
scope_calls_popover_dispose (GObject *object)
{
  ScopeCallsPopover *self = SCOPE_CALLS_POPOVER (object);

  scope_calls_popover_set_view (self, NULL);
  G_OBJECT_CLASS (scope_calls_popover_parent_class)->dispose (object);
}

static void
scope_calls_popover_class_init (ScopeCallsPopoverClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_calls_popover_dispose;
}

static void
scope_calls_popover_init (ScopeCallsPopover *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  add_title (box, _("Marks on Calls"));
  for (guint k = 0; k < SCOPE_N_HITS; k++)
    self->hits[k] = add_hit (self, box, k);
  add_title (box, _("Colours of Calls"));
  self->by_function = add_check (self, box, _("By _Function"));
  self->by_kind = add_check (self, box, _("User, _Kernel, Idle"));
  gtk_check_button_set_group (GTK_CHECK_BUTTON (self->by_kind), GTK_CHECK_BUTTON (self->by_function));
  self->depth_line = add_check (self, box, _("_Depth as a Line"));
  gtk_widget_set_margin_start (box, 6);
  gtk_widget_set_margin_end (box, 6);
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_popover_set_child (GTK_POPOVER (self), box);
}

GtkWidget *
scope_calls_popover_new (void)
{
  return g_object_new (SCOPE_TYPE_CALLS_POPOVER, NULL);
}
