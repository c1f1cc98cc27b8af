/* scope-run-chooser.c: see scope-run-chooser.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/runs/scope-run-chooser.h"

#include "widgets/kit/scope-parts.h"
#include "widgets/runs/scope-run-table.h"

#include <glib/gi18n.h>

struct _ScopeRunChooser
{
  AdwWindow parent_instance;

  ScopeRunTable *table;
  GtkWidget *accept;
};

G_DEFINE_FINAL_TYPE (ScopeRunChooser, scope_run_chooser, ADW_TYPE_WINDOW)

static void
update (ScopeRunChooser *self)
{
  g_autoptr (GPtrArray) runs = scope_run_table_dup_chosen (self->table);

  gtk_widget_set_sensitive (self->accept, runs->len > 0);
}

static void
accept_clicked (ScopeRunChooser *self)
{
  g_autoptr (GPtrArray) runs = scope_run_table_dup_chosen (self->table);

  if (runs->len == 0)
    return;
  g_object_ref (self);
  g_signal_emit_by_name (self, "chosen", runs);
  gtk_window_destroy (GTK_WINDOW (self));
  g_object_unref (self);
}

static void
file_clicked (ScopeRunChooser *self)
{
  g_object_ref (self);
  g_signal_emit_by_name (self, "file");
  gtk_window_destroy (GTK_WINDOW (self));
  g_object_unref (self);
}

void
scope_run_chooser_set_runs (ScopeRunChooser *self, GPtrArray *runs, const char *why)
{
  g_return_if_fail (SCOPE_IS_RUN_CHOOSER (self));

  scope_run_table_set_runs (self->table, runs, why);
  update (self);
}

void
scope_run_chooser_set_shown (ScopeRunChooser *self, ScopeRun *shown)
{
  g_return_if_fail (SCOPE_IS_RUN_CHOOSER (self));

  scope_run_table_set_shown (self->table, scope_run_facts (shown)->digest, TRUE);
  scope_run_table_set_like (self->table, shown);
}

/* --- life --- */

static void
scope_run_chooser_class_init (ScopeRunChooserClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  scope_add_signal (klass, "chosen", 1, G_TYPE_PTR_ARRAY);
  scope_add_signal (klass, "file", 0);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
scope_run_chooser_init (ScopeRunChooser *self)
{
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (self), 860, 520);
}

static void
build (ScopeRunChooser *self, const char *accept, ScopeRunChooserFlags flags)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *bar = gtk_header_bar_new ();
  GtkWidget *cancel = gtk_button_new_with_mnemonic (_("_Cancel"));

  self->table = scope_run_table_new ((flags & SCOPE_RUN_CHOOSER_SEVERAL) != 0);
  self->accept = gtk_button_new_with_mnemonic (accept);
  gtk_widget_add_css_class (self->accept, "suggested-action");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (cancel), "window.close");
  gtk_header_bar_set_show_title_buttons (GTK_HEADER_BAR (bar), FALSE);
  gtk_widget_add_css_class (bar, "flat");
  gtk_header_bar_pack_start (GTK_HEADER_BAR (bar), cancel);
  gtk_header_bar_pack_end (GTK_HEADER_BAR (bar), self->accept);
  if (flags & SCOPE_RUN_CHOOSER_FILE)
    {
      GtkWidget *file = gtk_button_new_with_mnemonic (_("Choose _File…"));

      g_signal_connect_swapped (file, "clicked", G_CALLBACK (file_clicked), self);
      gtk_header_bar_pack_end (GTK_HEADER_BAR (bar), file);
    }
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  scope_add_children (box, bar, GTK_WIDGET (self->table), NULL);
  adw_window_set_content (ADW_WINDOW (self), box);
  gtk_window_set_focus (GTK_WINDOW (self), scope_run_table_get_search (self->table));
  g_signal_connect_swapped (self->accept, "clicked", G_CALLBACK (accept_clicked), self);
  g_signal_connect_swapped (self->table, "chosen", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->table, "activated", G_CALLBACK (accept_clicked), self);
}

ScopeRunChooser *
scope_run_chooser_new (GtkWindow *parent, const char *title, const char *accept, ScopeRunChooserFlags flags)
{
  ScopeRunChooser *self = g_object_new (SCOPE_TYPE_RUN_CHOOSER, "transient-for", parent, "title", title, NULL);

  build (self, accept, flags);
  update (self);
  return self;
}
