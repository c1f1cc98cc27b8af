/* scope-search-help.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/search/scope-search-help.h"
#include "widgets/kit/scope-parts.h"
#include "widgets/kit/scope-wrap-bar.h"

#include "model/base/scope-task.h"
#include "model/trace/search/scope-find.h"

#include <glib/gi18n.h>
#include <string.h>

/* In which traces an example makes sense. */
enum
{
  GHC = 1 << SCOPE_RUNTIME_GHC,
  EDEN = 1 << SCOPE_RUNTIME_EDEN,
  ERLANG = 1 << SCOPE_RUNTIME_ERLANG,
  SIMULATION = 1 << SCOPE_RUNTIME_SIMULATION,
};

static const struct
{
  const char *text, *about; /* $ stands for a function of the trace's own */
  guint runtimes;
  gboolean functions; /* only if it has call stacks, or what they are found by */
} examples[] = {
  { "blocked >5ms", N_("intervals that lasted longer: of a state, a reason of waiting, a thread or a process"), GHC | EDEN, FALSE },
  { "waiting >5ms", N_("intervals that lasted longer: of a state, a reason of waiting, a thread or a process"), ERLANG, FALSE },
  { "GC 1ms..5ms", N_("intervals with a duration between the two"), GHC | EDEN | ERLANG, FALSE },
  { "thread 12", N_("a name or an event’s field: 12 does not match 123"), GHC | EDEN, FALSE },
  { "size>100", N_("events in which a field has such a number"), EDEN, FALSE },
  { "bytes>1MB", N_("events in which a field has such a number"), GHC, FALSE },
  { "event:l2 in:$", N_("level 2 misses while such a function is on the stack"), SIMULATION, TRUE },
  { "event:miss self:$ core:0", N_("misses in the function itself"), SIMULATION, TRUE },
  { "wait>1000cy in:$", N_("long waits for a lock, in cycles"), SIMULATION, TRUE },
  { "activation:$ longer:2us", N_("calls of a function that lasted longer"), SIMULATION, TRUE },
  { "activation:$ longer:5ms", N_("calls of a function that lasted longer"), GHC | EDEN | ERLANG, TRUE },
  { "activation:* caller:/^lists:/ depth>3", N_("whom it was called by, how deep"), GHC | EDEN | ERLANG, TRUE },
};

#define IN_BRIEF 4u /* side by side */
#define MOST_NAMES 4u
#define LOOKED_AT 64u /* functions of a machine */

struct _ScopeSearchHelp
{
  GtkWidget parent_instance;

  gboolean brief;
  GtkWidget *box, *general, *functions, *kinds, *grammar; /* in brief only the box */
  GtkWidget *buttons[G_N_ELEMENTS (examples)], *abouts[G_N_ELEMENTS (examples)];
  ScopeTrace *trace; /* whose functions are asked for, or were; not owned: compared alone */
  GCancellable *asking;
};

G_DEFINE_FINAL_TYPE (ScopeSearchHelp, scope_search_help, GTK_TYPE_WIDGET)

/* --- functions of the trace's own --- */

/* What needs no quotes and is short enough for an example. */
static gboolean
is_plain (const char *name)
{
  gsize n = strspn (name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");

  return n > 0 && n <= 24 && name[n] == '\0' && !g_ascii_isdigit (*name);
}

/* Erlang's names have their module and arity, of which a pattern can do without: stars stand for "wl" and "4" in "wl:worker/4". */
static char *
dup_pattern (const char *name)
{
  const char *colon = strchr (name, ':'), *slash = colon != NULL ? strchr (colon, '/') : NULL;
  g_autofree char *inner = slash != NULL ? g_strndup (colon + 1, (gsize) (slash - colon - 1)) : NULL;

  if (is_plain (name))
    return g_strdup (name);
  return inner != NULL && is_plain (inner) ? g_strdup_printf ("*:%s/*", inner) : NULL;
}

/* The first ones that were called; reads the index. */
static gpointer
read_names (gpointer source, gconstpointer question, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint m = 0; m < scope_trace_n_machines (source) && names->len < MOST_NAMES; m++)
    {
      ScopeMachine *machine = scope_trace_machine (source, m);
      const char *name;

      for (guint32 row = 0; row < LOOKED_AT && names->len < MOST_NAMES && (name = scope_machine_function (machine, row)) != NULL; row++)
        {
          g_autofree char *pattern = dup_pattern (name);

          if (pattern != NULL && !g_ptr_array_find_with_equal_func (names, pattern, g_str_equal, NULL))
            g_ptr_array_add (names, g_steal_pointer (&pattern));
        }
    }
  return g_steal_pointer (&names);
}

/* The examples take turns with the names; without any, one stands there that many programs have. */
static void
name_examples (ScopeSearchHelp *self, const GPtrArray *names)
{
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      const char *dollar = strchr (examples[i].text, '$'),
                 *name = names != NULL && names->len > 0 ? g_ptr_array_index (names, n % names->len) : "main";
      g_autofree char *text = NULL;

      if (dollar == NULL)
        continue;
      text = g_strdup_printf ("%.*s%s%s", (int) (dollar - examples[i].text), examples[i].text, name, dollar + 1);
      gtk_label_set_label (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (self->buttons[i]))), text);
      scope_label_widget (self->buttons[i], text);
      n++;
    }
}

static void
names_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeSearchHelp) self = user_data;
  g_autoptr (GPtrArray) names = scope_task_answer (result, NULL);

  if (names != NULL && self->box != NULL && self->trace == SCOPE_TRACE (source))
    name_examples (self, names);
}

static void
ask_names (ScopeSearchHelp *self, ScopeTrace *trace)
{
  if (self->trace == trace && (trace == NULL || scope_trace_get_finished (trace)))
    return;
  self->trace = trace;
  g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
  name_examples (self, NULL);
  if (trace == NULL || !scope_find_is_possible (trace))
    return;
  self->asking = g_cancellable_new ();
  scope_task_ask (trace, read_names, NULL, 0, (GDestroyNotify) g_ptr_array_unref, self->asking, names_read, g_object_ref (self));
}

void
scope_search_help_set_trace (ScopeSearchHelp *self, ScopeTrace *trace)
{
  guint runtime = trace != NULL ? 1u << scope_trace_runtime (trace) : 0, n = 0;
  gboolean functions = trace != NULL && scope_find_is_possible (trace), general = FALSE;

  ask_names (self, trace);
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      gboolean fits = (examples[i].runtimes & runtime) != 0 && (functions || !examples[i].functions);

      if (fits)
        n++;
      general |= fits && !examples[i].functions;
      gtk_widget_set_visible (self->buttons[i], fits && (!self->brief || n <= IN_BRIEF));
      if (!self->brief)
        gtk_widget_set_visible (self->abouts[i], fits);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
  if (self->brief)
    return;
  gtk_widget_set_visible (self->general, general);
  gtk_widget_set_visible (self->functions, functions);
  gtk_widget_set_visible (self->grammar, functions);
  gtk_widget_set_visible (self->kinds, (runtime & SIMULATION) != 0);
}

static void
clicked (GtkWidget *button, ScopeSearchHelp *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    if (self->buttons[i] == button)
      g_signal_emit_by_name (self, "chosen", gtk_label_get_label (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button)))));
}

static GtkWidget *
add_words (GtkWidget *box, const char *text, const char *class)
{
  GtkWidget *label = scope_label_new (text, SCOPE_LABEL_START | SCOPE_LABEL_WRAP, "dim-label");

  gtk_widget_add_css_class (label, class);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 64);
  gtk_box_append (GTK_BOX (box), label);

  return label;
}

static GtkWidget *
make_button (ScopeSearchHelp *self, guint i)
{
  GtkWidget *text = scope_label_new (examples[i].text, SCOPE_LABEL_START, "monospace caption");

  self->buttons[i] = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (self->buttons[i]), text);
  gtk_widget_set_tooltip_text (self->buttons[i], self->brief ? _(examples[i].about) : _("Search for this"));
  scope_label_widget (self->buttons[i], examples[i].text);
  g_signal_connect_object (self->buttons[i], "clicked", G_CALLBACK (clicked), self, 0);
  return self->buttons[i];
}

static void
add_examples (ScopeSearchHelp *self, gboolean functions)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 6);
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      GtkWidget *about;

      if (examples[i].functions != functions)
        continue;
      about = self->abouts[i] = gtk_label_new (_(examples[i].about));
      gtk_label_set_xalign (GTK_LABEL (about), 0);
      gtk_widget_add_css_class (about, "caption");
      gtk_widget_add_css_class (make_button (self, i), "flat");
      gtk_grid_attach (GTK_GRID (grid), self->buttons[i], 0, (int) i, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), about, 1, (int) i, 1, 1);
    }
  gtk_box_append (GTK_BOX (self->box), grid);
}

static void
scope_search_help_dispose (GObject *object)
{
  ScopeSearchHelp *self = SCOPE_SEARCH_HELP (object);

  g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_search_help_parent_class)->dispose (object);
}

static void
scope_search_help_class_init (ScopeSearchHelpClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_search_help_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  scope_add_signal (klass, "chosen", 1, G_TYPE_STRING);
}

static void
scope_search_help_init (ScopeSearchHelp *self)
{
}

GtkWidget *
scope_search_help_new (void)
{
  ScopeSearchHelp *self = g_object_new (SCOPE_TYPE_SEARCH_HELP, NULL);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->general = add_words (self->box, _("What You Can Search For"), "caption-heading");
  add_examples (self, FALSE);
  self->functions = add_words (self->box, _("In Functions"), "caption-heading");
  add_examples (self, TRUE);
  self->kinds = add_words (self->box, _("Events: l1d, l1i, l2, l1, miss, upg, mb, lli, coherence, wait, activation."), "caption");
  self->grammar
      = add_words (self->box,
                   _("“and”, “or”, “not” and brackets join conditions. Names may have * and ?; between slashes stands a regular expression."),
                   "caption");
  scope_search_help_set_trace (self, NULL);
  return GTK_WIDGET (self);
}

GtkWidget *
scope_search_help_new_brief (void)
{
  ScopeSearchHelp *self = g_object_new (SCOPE_TYPE_SEARCH_HELP, NULL);

  self->brief = TRUE;
  self->box = g_object_new (SCOPE_TYPE_WRAP_BAR, NULL); /* a panel may be narrow */
  gtk_widget_set_halign (self->box, GTK_ALIGN_CENTER);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    gtk_widget_set_parent (make_button (self, i), self->box);
  scope_search_help_set_trace (self, NULL);
  return GTK_WIDGET (self);
}
