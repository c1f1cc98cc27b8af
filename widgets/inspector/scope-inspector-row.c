/* scope-inspector-row.c: see scope-inspector-row.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/inspector/scope-inspector-row.h"

#include "widgets/draw/scope-swatch.h"
#include "widgets/kit/scope-parts.h"

#define SHORT 30 /* characters that stand side by side in 320 pixels */
#define MOST_LINES 12

struct _ScopeInspectorRow
{
  GtkListBoxRow parent_instance;

  GtkWidget *line; /* box: what is appended stands at its end */
  gboolean leads, has_lane, has_call;
  ScopeLaneId lane;
  gint64 from, to;
  ScopeActivationId call;
};

G_DEFINE_FINAL_TYPE (ScopeInspectorRow, scope_inspector_row, GTK_TYPE_LIST_BOX_ROW)

static GtkWidget *
make_label (const char *text, gboolean dim)
{
  GtkWidget *label = scope_label_new (text, SCOPE_LABEL_START | SCOPE_LABEL_ELLIPSIZE | SCOPE_LABEL_WRAP_ANYWHERE, NULL);

  gtk_label_set_lines (GTK_LABEL (label), MOST_LINES);
  if (dim)
    {
      scope_add_classes (label, "caption", "dim-label", NULL);
    }
  return label;
}

static GtkWidget *
make_value (const char *text)
{
  GtkWidget *label = make_label (text, FALSE);

  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  /* The list is walked row by row. Not only "not focusable": such a label says that it took the focus, and Tab went no further. */
  gtk_widget_set_can_focus (label, FALSE);
  gtk_widget_add_css_class (label, "numeric");
  return label;
}

static void
set_name (ScopeInspectorRow *self, const char *key, const char *value)
{
  g_autofree char *name = key != NULL ? g_strdup_printf ("%s: %s", key, value) : g_strdup (value);

  scope_label_widget (GTK_WIDGET (self), name);
}

/* `before` stands in front, at the first line; NULL: nothing does. */
static GtkWidget *
make_fact (const char *key, const char *value, GtkWidget *before, int inset)
{
  ScopeInspectorRow *self = g_object_new (SCOPE_TYPE_INSPECTOR_ROW, NULL);
  gboolean beside = key != NULL && g_utf8_strlen (key, -1) + g_utf8_strlen (value, -1) <= SHORT;
  GtkWidget *box = gtk_box_new (beside ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL, beside ? 12 : 2);
  GtkWidget *text = make_value (value);

  gtk_widget_set_margin_start (self->line, 12 + inset);
  gtk_widget_set_hexpand (box, TRUE);
  if (before != NULL)
    gtk_box_append (GTK_BOX (self->line), before);
  gtk_box_append (GTK_BOX (self->line), box);
  if (key != NULL)
    {
      GtkWidget *name = make_label (key, TRUE);

      gtk_widget_set_hexpand (name, beside);
      gtk_widget_set_valign (name, GTK_ALIGN_BASELINE);
      gtk_box_append (GTK_BOX (box), name);
    }
  if (beside)
    gtk_label_set_xalign (GTK_LABEL (text), 1);
  gtk_widget_set_valign (text, beside ? GTK_ALIGN_BASELINE : GTK_ALIGN_FILL);
  gtk_box_append (GTK_BOX (box), text);
  set_name (self, key, value);
  return GTK_WIDGET (self);
}

GtkWidget *
scope_inspector_row_new (const char *key, const char *value)
{
  return make_fact (key, value, NULL, 0);
}

GtkWidget *
scope_inspector_row_new_state (ScopeState state, ScopePaletteKind palette, const char *key, const char *value)
{
  GtkWidget *swatch = scope_swatch_new (state);

  scope_swatch_set_palette (SCOPE_SWATCH (swatch), palette);
  return make_fact (key, value, swatch, 0);
}

GtkWidget *
scope_inspector_row_new_part (const char *key, const char *value)
{
  return make_fact (key, value, NULL, 30);
}

GtkWidget *
scope_inspector_row_new_sentence (const char *title, const char *detail)
{
  ScopeInspectorRow *self = g_object_new (SCOPE_TYPE_INSPECTOR_ROW, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  gtk_widget_set_hexpand (box, TRUE);
  gtk_box_append (GTK_BOX (box), make_value (title));
  if (detail != NULL)
    gtk_box_append (GTK_BOX (box), make_label (detail, TRUE));
  gtk_box_append (GTK_BOX (self->line), box);
  set_name (self, title, detail != NULL ? detail : "");
  return GTK_WIDGET (self);
}

GtkWidget *
scope_inspector_row_new_waiting (const char *text)
{
  ScopeInspectorRow *self = g_object_new (SCOPE_TYPE_INSPECTOR_ROW, NULL);
  GtkWidget *spinner = gtk_spinner_new ();

  scope_spin_while_shown (GTK_SPINNER (spinner));
  scope_add_children (self->line, spinner, make_label (text, TRUE), NULL);
  set_name (self, NULL, text);
  return GTK_WIDGET (self);
}

void
scope_inspector_row_prepend (ScopeInspectorRow *self, GtkWidget *widget)
{
  gtk_box_prepend (GTK_BOX (self->line), widget);
}

void
scope_inspector_row_append (ScopeInspectorRow *self, GtkWidget *widget)
{
  gtk_box_append (GTK_BOX (self->line), widget);
}

/* --- where it leads --- */

static void
stop_selecting (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    gtk_label_set_selectable (GTK_LABEL (widget), FALSE); /* a press is the row's */
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    stop_selecting (child);
}

void
scope_inspector_row_lead_to (ScopeInspectorRow *self, const ScopeLaneId *lane, gint64 from, gint64 to,
                             const char *where)
{
  GtkWidget *arrow = gtk_image_new_from_icon_name ("go-next-symbolic");

  self->leads = TRUE;
  self->has_lane = lane != NULL;
  if (lane != NULL)
    self->lane = *lane;
  self->from = from;
  self->to = to;
  stop_selecting (self->line);
  scope_label_widget (arrow, where);
  gtk_widget_add_css_class (arrow, "dim-label");
  gtk_box_append (GTK_BOX (self->line), arrow);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), TRUE);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), where);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, where, -1);
}

void
scope_inspector_row_lead_to_call (ScopeInspectorRow *self, const ScopeActivationId *call, const char *where)
{
  scope_inspector_row_lead_to (self, &call->lane, call->from, call->to, where);
  self->has_call = TRUE;
  self->call = *call;
}

gboolean
scope_inspector_row_get_call (ScopeInspectorRow *self, ScopeActivationId *ret_call)
{
  *ret_call = self->call;
  return self->has_call;
}

gboolean
scope_inspector_row_get_goal (ScopeInspectorRow *self, gboolean *ret_has_lane, ScopeLaneId *ret_lane,
                              gint64 *ret_from, gint64 *ret_to)
{
  *ret_has_lane = self->has_lane;
  *ret_lane = self->lane;
  *ret_from = self->from;
  *ret_to = self->to;
  return self->leads;
}

/* --- life --- */

static void
scope_inspector_row_class_init (ScopeInspectorRowClass *klass)
{
}

static void
scope_inspector_row_init (ScopeInspectorRow *self)
{
  self->line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  scope_set_margins (self->line, 6, 12);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), self->line);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), FALSE);
  gtk_widget_set_focusable (GTK_WIDGET (self), FALSE);
}
