/* scope-search-entry.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/kit/scope-search-entry.h"

#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

struct _ScopeSearchEntry
{
  GtkWidget parent_instance;

  GtkWidget *entry, *regex, *match_case;
  char *text;
};

G_DEFINE_FINAL_TYPE (ScopeSearchEntry, scope_search_entry, GTK_TYPE_WIDGET)

const char *
scope_search_entry_get_text (ScopeSearchEntry *self)
{
  g_free (self->text);
  self->text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry))));
  return self->text;
}

void
scope_search_entry_set_text (ScopeSearchEntry *self, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
}

ScopeSearchFlags
scope_search_entry_get_flags (ScopeSearchEntry *self)
{
  return (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->regex)) ? SCOPE_SEARCH_REGEX : 0)
         | (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->match_case)) ? SCOPE_SEARCH_CASE : 0);
}

void
scope_search_entry_set_error (ScopeSearchEntry *self, const char *message)
{
  if (message != NULL)
    gtk_widget_add_css_class (self->entry, "error");
  else
    gtk_widget_remove_css_class (self->entry, "error");
  gtk_widget_set_tooltip_text (self->entry, message);
}

static void
emit_changed (ScopeSearchEntry *self)
{
  g_signal_emit_by_name (self, "changed");
}

static void
emit_next (ScopeSearchEntry *self)
{
  g_signal_emit_by_name (self, "next");
}

static void
emit_previous (ScopeSearchEntry *self)
{
  g_signal_emit_by_name (self, "previous");
}

static gboolean
key_pressed (ScopeSearchEntry *self, guint key, guint code, GdkModifierType state)
{
  if ((key == GDK_KEY_Return || key == GDK_KEY_KP_Enter) && (state & GDK_SHIFT_MASK) != 0)
    {
      emit_previous (self);
      return GDK_EVENT_STOP;
    }
  return GDK_EVENT_PROPAGATE;
}

#define KEEPS "scope-keeps-text"

static void
escaped (GtkWidget *entry)
{
  GtkWidget *popover = gtk_widget_get_ancestor (entry, GTK_TYPE_POPOVER);

  if (gtk_editable_get_text (GTK_EDITABLE (entry))[0] != '\0' && g_object_get_data (G_OBJECT (entry), KEEPS) == NULL)
    gtk_editable_set_text (GTK_EDITABLE (entry), "");
  else if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
  else if (!gtk_widget_activate_action (entry, "dock.focus-center", NULL))
    gtk_widget_activate_action (entry, "window.close", NULL);
}

void
scope_search_let_escape (GtkWidget *entry)
{
  g_return_if_fail (GTK_IS_SEARCH_ENTRY (entry));

  g_signal_connect (entry, "stop-search", G_CALLBACK (escaped), NULL);
}

static GtkWidget *
add_toggle (ScopeSearchEntry *self, const char *label, const char *tooltip)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (label);

  gtk_widget_add_css_class (button, "flat");
  scope_name_widget (button, tooltip);
  gtk_widget_set_parent (button, GTK_WIDGET (self));
  g_signal_connect_object (button, "toggled", G_CALLBACK (emit_changed), self, G_CONNECT_SWAPPED);
  return button;
}

static gboolean
grab_focus (GtkWidget *widget)
{
  ScopeSearchEntry *self = SCOPE_SEARCH_ENTRY (widget);
  gboolean grabbed = gtk_widget_grab_focus (self->entry);

  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
  return grabbed;
}

static void
scope_search_entry_dispose (GObject *object)
{
  scope_drop_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (scope_search_entry_parent_class)->dispose (object);
}

static void
scope_search_entry_finalize (GObject *object)
{
  g_free (SCOPE_SEARCH_ENTRY (object)->text);
  G_OBJECT_CLASS (scope_search_entry_parent_class)->finalize (object);
}

static void
scope_search_entry_class_init (ScopeSearchEntryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_search_entry_dispose;
  G_OBJECT_CLASS (klass)->finalize = scope_search_entry_finalize;
  GTK_WIDGET_CLASS (klass)->grab_focus = grab_focus;
  scope_add_signal (klass, "changed", 0);
  scope_add_signal (klass, "next", 0);
  scope_add_signal (klass, "previous", 0);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static void
scope_search_entry_init (ScopeSearchEntry *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))), 3);
  self->entry = gtk_search_entry_new ();
  gtk_widget_set_hexpand (self->entry, TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 8);
  gtk_widget_set_parent (self->entry, GTK_WIDGET (self));
  g_signal_connect_object (self->entry, "search-changed", G_CALLBACK (emit_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "activate", G_CALLBACK (emit_next), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "next-match", G_CALLBACK (emit_next), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "previous-match", G_CALLBACK (emit_previous), self, G_CONNECT_SWAPPED);
  scope_search_let_escape (self->entry);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->entry, keys);
  self->regex = add_toggle (self, ".*", _("Regular expression"));
  self->match_case = add_toggle (self, "Aa", _("Match case"));
}

GtkWidget *
scope_search_entry_new (const char *placeholder)
{
  ScopeSearchEntry *self = g_object_new (SCOPE_TYPE_SEARCH_ENTRY, NULL);

  g_object_set (self->entry, "placeholder-text", placeholder, NULL);
  scope_label_widget (self->entry, placeholder);
  return GTK_WIDGET (self);
}

void
scope_search_entry_keep_text (ScopeSearchEntry *self)
{
  g_return_if_fail (SCOPE_IS_SEARCH_ENTRY (self));

  g_object_set_data (G_OBJECT (self->entry), KEEPS, GINT_TO_POINTER (TRUE));
}
