/* scope-search-help.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/scope-search-help.h"

#include "model/trace/scope-find.h"

#include <glib/gi18n.h>

static const struct
{
  const char *text, *about;
  gboolean simulation, others; /* in which traces it makes sense */
} examples[] = {
  { "event:l2 in:walk_*", N_("level 2 misses while such a function is on the stack"), TRUE, FALSE },
  { "event:miss self:memcpy core:0", N_("misses in the function itself"), TRUE, FALSE },
  { "wait>1000cy in:schedule", N_("long waits for a lock, in cycles"), TRUE, FALSE },
  { "activation:main longer:5ms", N_("calls of a function that lasted longer"), TRUE, TRUE },
  { "activation:* caller:/^lists:/ depth>3", N_("whom it was called by, how deep"), FALSE, TRUE },
};

struct _ScopeSearchHelp
{
  GtkWidget parent_instance;

  GtkWidget *box, *kinds;
  GtkWidget *buttons[G_N_ELEMENTS (examples)], *abouts[G_N_ELEMENTS (examples)];
};

G_DEFINE_FINAL_TYPE (ScopeSearchHelp, scope_search_help, GTK_TYPE_WIDGET)

static guint chosen_signal;

void
scope_search_help_set_trace (ScopeSearchHelp *self, ScopeTrace *trace)
{
  gboolean simulation = trace != NULL && scope_trace_runtime (trace) == SCOPE_RUNTIME_SIMULATION;

  gtk_widget_set_visible (GTK_WIDGET (self), trace != NULL && scope_find_is_possible (trace));
  gtk_widget_set_visible (self->kinds, simulation);
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      gtk_widget_set_visible (self->buttons[i], simulation ? examples[i].simulation : examples[i].others);
      gtk_widget_set_visible (self->abouts[i], simulation ? examples[i].simulation : examples[i].others);
    }
}

static void
clicked (GtkWidget *button, ScopeSearchHelp *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    if (self->buttons[i] == button)
      g_signal_emit (self, chosen_signal, 0, examples[i].text);
}

static GtkWidget *
add_words (GtkWidget *box, const char *text, const char *class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, class);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 64);
  gtk_box_append (GTK_BOX (box), label);

  return label;
}

static void
add_examples (ScopeSearchHelp *self)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 6);
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      GtkWidget *text = gtk_label_new (examples[i].text), *about = gtk_label_new (_(examples[i].about));

      gtk_label_set_xalign (GTK_LABEL (text), 0);
      gtk_widget_add_css_class (text, "monospace");
      gtk_widget_add_css_class (text, "caption");
      self->buttons[i] = gtk_button_new ();
      gtk_button_set_child (GTK_BUTTON (self->buttons[i]), text);
      gtk_widget_add_css_class (self->buttons[i], "flat");
      gtk_widget_set_tooltip_text (self->buttons[i], _("Search for this"));
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->buttons[i]), GTK_ACCESSIBLE_PROPERTY_LABEL, examples[i].text, -1);
      g_signal_connect_object (self->buttons[i], "clicked", G_CALLBACK (clicked), self, 0);
      gtk_grid_attach (GTK_GRID (grid), self->buttons[i], 0, (int) i, 1, 1);
      self->abouts[i] = about;
      gtk_label_set_xalign (GTK_LABEL (about), 0);
      gtk_widget_add_css_class (about, "caption");
      gtk_grid_attach (GTK_GRID (grid), about, 1, (int) i, 1, 1);
    }
  gtk_box_append (GTK_BOX (self->box), grid);
}

static void
scope_search_help_dispose (GObject *object)
{
  g_clear_pointer (&SCOPE_SEARCH_HELP (object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_search_help_parent_class)->dispose (object);
}

static void
scope_search_help_class_init (ScopeSearchHelpClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_search_help_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  chosen_signal = g_signal_new ("chosen", SCOPE_TYPE_SEARCH_HELP, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                G_TYPE_STRING);
}

static void
scope_search_help_init (ScopeSearchHelp *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  add_words (self->box, _("In Functions"), "caption-heading");
  add_examples (self);
  self->kinds = add_words (self->box, _("Events: l1d, l1i, l2, l1, miss, upg, mb, lli, coherence, wait, activation."), "caption");
  add_words (self->box,
             _("“and”, “or”, “not” and brackets join conditions. Names may have * and ?; between slashes stands a regular expression."),
             "caption");
  scope_search_help_set_trace (self, NULL);
}

GtkWidget *
scope_search_help_new (void)
{
  return g_object_new (SCOPE_TYPE_SEARCH_HELP, NULL);
}
