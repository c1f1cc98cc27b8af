/* scope-columns-popover.c: see scope-columns-popover.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/timeline/scope-columns-popover.h"

#include <glib/gi18n.h>

#define N_MODES 3
#define N_COLOURS 2

/* One check for several kinds of instants. */
typedef struct
{
  const char *label;
  guint kinds;
  guint table; /* ScopeTableKind that must have rows */
} Tick;

#define BIT(kind) (1u << (kind))

static const Tick ticks[] = {
  { N_("Threads Created"), BIT (SCOPE_TICK_THREAD), SCOPE_N_TABLES },
  { N_("Wake-Ups"), BIT (SCOPE_TICK_WAKEUP), SCOPE_TABLE_WAKEUPS },
  { N_("GC Requests"), BIT (SCOPE_INSTANT_GC_REQUEST), SCOPE_TABLE_INSTANTS },
  { N_("Sparks Created"), BIT (SCOPE_INSTANT_SPARK_CREATE), SCOPE_TABLE_INSTANTS },
  { N_("Sparks Run"), BIT (SCOPE_INSTANT_SPARK_RUN), SCOPE_TABLE_INSTANTS },
  { N_("Sparks Stolen"), BIT (SCOPE_INSTANT_SPARK_STEAL), SCOPE_TABLE_INSTANTS },
  { N_("Sparks Fizzled or Lost"),
    BIT (SCOPE_INSTANT_SPARK_FIZZLE) | BIT (SCOPE_INSTANT_SPARK_DUD) | BIT (SCOPE_INSTANT_SPARK_OVERFLOW)
        | BIT (SCOPE_INSTANT_SPARK_GC),
    SCOPE_TABLE_INSTANTS },
};
#define N_CHECKS G_N_ELEMENTS (ticks)

struct _ScopeColumnsPopover
{
  GtkPopover parent_instance;

  ScopeView *view;
  gboolean setting;
  GtkWidget *modes[N_MODES], *colours[N_COLOURS], *checks[N_CHECKS];
};

G_DEFINE_FINAL_TYPE (ScopeColumnsPopover, scope_columns_popover, GTK_TYPE_POPOVER)

static gboolean
is_active (GtkWidget *check)
{
  return gtk_check_button_get_active (GTK_CHECK_BUTTON (check));
}

static void
control_changed (ScopeColumnsPopover *self)
{
  guint kinds;

  if (self->setting || self->view == NULL)
    return;
  kinds = scope_view_get_ticks (self->view);
  for (guint i = 0; i < N_CHECKS; i++)
    kinds = is_active (self->checks[i]) ? kinds | ticks[i].kinds : kinds & ~ticks[i].kinds;
  for (guint i = 0; i < N_MODES; i++)
    if (is_active (self->modes[i]))
      scope_view_set_columns (self->view, (ScopeColumnMode) i);
  for (guint i = 0; i < N_COLOURS; i++)
    if (is_active (self->colours[i]))
      scope_view_set_colours (self->view, (ScopeColourMode) i);
  scope_view_set_ticks (self->view, kinds);
}

static gboolean
has_rows (ScopeTrace *trace, guint table)
{
  for (guint i = 0; i < scope_trace_n_machines (trace); i++)
    {
      ScopeMachine *machine = scope_trace_machine (trace, i);

      if (table == SCOPE_N_TABLES ? scope_machine_n_entities (machine, SCOPE_KIND_THREAD) > 0
                                  : machine->tables[table] != NULL && scope_table_n_rows (machine->tables[table]) > 0)
        return TRUE;
    }
  return FALSE;
}

static void
update (ScopeColumnsPopover *self)
{
  self->setting = TRUE;
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->modes[scope_view_get_columns (self->view)]), TRUE);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->colours[scope_view_get_colours (self->view)]), TRUE);
  for (guint i = 0; i < N_CHECKS; i++)
    {
      gtk_check_button_set_active (GTK_CHECK_BUTTON (self->checks[i]),
                                   (scope_view_get_ticks (self->view) & ticks[i].kinds) != 0);
      gtk_widget_set_visible (self->checks[i], has_rows (scope_view_get_trace (self->view), ticks[i].table));
    }
  self->setting = FALSE;
}

static void
view_changed (ScopeView *view, guint what, ScopeColumnsPopover *self)
{
  if ((what & (SCOPE_VIEW_LOOK | SCOPE_VIEW_DATA)) && !self->setting)
    update (self);
}

void
scope_columns_popover_set_view (ScopeColumnsPopover *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_COLUMNS_POPOVER (self));

  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_set_object (&self->view, view);
  if (view == NULL)
    return;
  g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
  update (self);
}

const char *
scope_columns_popover_label (ScopeView *view)
{
  static const char *const names[N_MODES]
      = { N_("Columns: Time Share"), N_("Columns: Largest Share"), N_("Columns: Anything") };

  return _(names[view != NULL ? scope_view_get_columns (view) : SCOPE_COLUMNS_SHARE]);
}

/* --- building --- */

static void
add_heading (GtkWidget *box, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "caption-heading");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_margin_top (label, 6);
  gtk_box_append (GTK_BOX (box), label);
}

static GtkWidget *
add_check (ScopeColumnsPopover *self, GtkWidget *box, const char *label, GtkWidget *group)
{
  GtkWidget *check = gtk_check_button_new_with_mnemonic (label);

  if (group != NULL)
    gtk_check_button_set_group (GTK_CHECK_BUTTON (check), GTK_CHECK_BUTTON (group));
  g_signal_connect_swapped (check, "toggled", G_CALLBACK (control_changed), self);
  gtk_box_append (GTK_BOX (box), check);
  return check;
}

static void
scope_columns_popover_dispose (GObject *object)
{
  scope_columns_popover_set_view (SCOPE_COLUMNS_POPOVER (object), NULL);
  G_OBJECT_CLASS (scope_columns_popover_parent_class)->dispose (object);
}

static void
scope_columns_popover_class_init (ScopeColumnsPopoverClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_columns_popover_dispose;
}

static void
scope_columns_popover_init (ScopeColumnsPopover *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  self->setting = TRUE; /* groups activate their first */
  add_heading (box, _("A Column of Short Intervals Shows"));
  self->modes[0] = add_check (self, box, _("Every State by Its _Time"), NULL);
  self->modes[1] = add_check (self, box, _("Only the State With the _Largest Share"), self->modes[0]);
  self->modes[2] = add_check (self, box, _("_Anything That Happened, However Short"), self->modes[0]);
  add_heading (box, _("Running Is Coloured"));
  self->colours[0] = add_check (self, box, _("By _State"), NULL);
  self->colours[1] = add_check (self, box, _("By T_hread or Process"), self->colours[0]);
  gtk_widget_set_tooltip_text (self->colours[1], _("Where many threads run within a pixel, the usual colour stays"));
  add_heading (box, _("Ticks, Zoomed In to 3 µs a Pixel"));
  for (guint i = 0; i < N_CHECKS; i++)
    self->checks[i] = add_check (self, box, _(ticks[i].label), NULL);
  self->setting = FALSE;
  gtk_widget_set_margin_start (box, 6);
  gtk_widget_set_margin_end (box, 6);
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_popover_set_child (GTK_POPOVER (self), box);
}

GtkWidget *
scope_columns_popover_new (void)
{
  return g_object_new (SCOPE_TYPE_COLUMNS_POPOVER, NULL);
}
