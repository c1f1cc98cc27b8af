/* scope-dock-float.c: see scope-dock-float.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/dock/scope-dock-float.h"

#include <glib/gi18n.h>

struct _ScopeDockFloat
{
  AdwWindow parent_instance;

  char *place_action;
  GtkWidget *dock; /* not owned: the dock destroys its windows before it goes */
  GtkWidget *grip;
  AdwBin *bin;
};

G_DEFINE_FINAL_TYPE (ScopeDockFloat, scope_dock_float, ADW_TYPE_WINDOW)

GtkWidget *
scope_dock_float_get_grip (ScopeDockFloat *self)
{
  g_return_val_if_fail (SCOPE_IS_DOCK_FLOAT (self), NULL);

  return self->grip;
}

void
scope_dock_float_set_panel (ScopeDockFloat *self, GtkWidget *panel)
{
  g_return_if_fail (SCOPE_IS_DOCK_FLOAT (self));

  adw_bin_set_child (self->bin, panel);
}

static gboolean
scope_dock_float_close_request (GtkWindow *window)
{
  ScopeDockFloat *self = SCOPE_DOCK_FLOAT (window);

  /* The dock takes the panel out and destroys this window. */
  gtk_widget_activate_action (self->dock, self->place_action, "s", "closed");
  return TRUE;
}

static void
scope_dock_float_finalize (GObject *object)
{
  g_free (SCOPE_DOCK_FLOAT (object)->place_action);
  G_OBJECT_CLASS (scope_dock_float_parent_class)->finalize (object);
}

static void
scope_dock_float_class_init (ScopeDockFloatClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_dock_float_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = scope_dock_float_close_request;
}

static void
scope_dock_float_init (ScopeDockFloat *self)
{
  self->bin = ADW_BIN (adw_bin_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->bin), TRUE);
}

/* An accelerator of the application, as if it were pressed in the main window. Not Ctrl+W: that closes this one. */
static gboolean
accelerator_pressed (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType modifiers, ScopeDockFloat *self)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));
  GtkApplication *application = parent != NULL ? gtk_window_get_application (parent) : NULL;
  GtkWidget *focus;
  gboolean done;
  guint key = gdk_keyval_to_lower (keyval);
  g_auto (GStrv) actions = NULL;
  g_autoptr (GVariant) target = NULL;
  g_autofree char *name = NULL;

  modifiers &= gtk_accelerator_get_default_mod_mask ();
  if (application == NULL || !gtk_accelerator_valid (key, modifiers))
    return GDK_EVENT_PROPAGATE;
  for (guint i = 0; i < 2 && (actions == NULL || actions[0] == NULL); i++)
    {
      /* “+” may need Shift. */
      g_autofree char *accelerator = gtk_accelerator_name (key, i == 0 ? modifiers : modifiers & ~(guint) GDK_SHIFT_MASK);

      g_clear_pointer (&actions, g_strfreev);
      actions = gtk_application_get_actions_for_accel (application, accelerator);
    }
  if (actions[0] == NULL || g_str_has_prefix (actions[0], "window.")
      || !g_action_parse_detailed_name (actions[0], &name, &target, NULL))
    return GDK_EVENT_PROPAGATE;
  g_object_ref (parent); /* it may be closed by this, or quit */
  focus = gtk_window_get_focus (parent);
  done = gtk_widget_activate_action_variant (GTK_WIDGET (parent), name, target);
  /* What is typed next is for what has the focus there now, an entry perhaps. */
  if (done && gtk_widget_get_mapped (GTK_WIDGET (parent)) && gtk_window_get_focus (parent) != focus)
    gtk_window_present (parent);
  g_object_unref (parent);
  return done;
}

/* Keys of its own, and those of the main window, so that it matters little which window has the keyboard. */
static void
add_keys (ScopeDockFloat *self)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();
  GtkShortcutController *shortcuts = GTK_SHORTCUT_CONTROLLER (controller);

  gtk_shortcut_controller_add_shortcut (
      shortcuts, gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("<Control>w"),
                                   gtk_named_action_new ("window.close")));
  gtk_shortcut_controller_add_shortcut (
      shortcuts, gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("Escape"),
                                   gtk_named_action_new ("dock.focus-center")));
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
  controller = gtk_event_controller_key_new ();
  g_signal_connect (controller, "key-pressed", G_CALLBACK (accelerator_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

ScopeDockFloat *
scope_dock_float_new (GtkWidget *dock, const char *id, const char *title)
{
  GtkWindow *parent = GTK_WINDOW (gtk_widget_get_root (dock));
  ScopeDockFloat *self = g_object_new (SCOPE_TYPE_DOCK_FLOAT, "title", title, "transient-for", parent, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *header = adw_header_bar_new ();
  GtkWidget *button = gtk_button_new_with_mnemonic (_("_Dock"));

  self->dock = dock;
  self->place_action = g_strdup_printf ("dock.place-%s", id);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", "docked");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), self->place_action);
  gtk_widget_set_tooltip_text (button, _("Back Into the Main Window"));
  self->grip = gtk_image_new_from_icon_name ("list-drag-handle-symbolic");
  gtk_widget_set_tooltip_text (self->grip, _("Drag to an Edge of the Main Window"));
  gtk_widget_set_cursor_from_name (self->grip, "grab");
  gtk_widget_set_size_request (self->grip, 24, 24);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), button);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), self->grip);
  gtk_box_append (GTK_BOX (box), header);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->bin));
  adw_window_set_content (ADW_WINDOW (self), box);
  add_keys (self);
  /* GTK 4.8 cannot move the focus from nowhere to a label that can be selected, which may be first in the panel. */
  gtk_window_set_focus (GTK_WINDOW (self), button);
  return self;
}
