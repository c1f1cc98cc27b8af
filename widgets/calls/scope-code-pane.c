/* scope-code-pane.c: see scope-code-pane.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/calls/scope-code-pane.h"

#include "model/base/scope-task.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>
#include <string.h>

struct _ScopeCodePane
{
  GtkWidget parent_instance;

  ScopeCodeFunc func;
  char **folders, *function, *sought; /* what it is called; by what it is looked for */
  GCancellable *asking;
  gboolean stale;
  guint line;
  GtkWidget *box, *title, *place, *stack, *numbers, *text, *message;
};

G_DEFINE_FINAL_TYPE (ScopeCodePane, scope_code_pane, GTK_TYPE_WIDGET)

/* --- what is shown --- */

static void
show_message (ScopeCodePane *self, const char *message)
{
  self->line = 0;
  gtk_label_set_label (GTK_LABEL (self->message), message);
  gtk_label_set_label (GTK_LABEL (self->text), "");
  gtk_label_set_label (GTK_LABEL (self->numbers), "");
  gtk_label_set_label (GTK_LABEL (self->place), "");
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "message");
}

static void
show_text (ScopeCodePane *self, const ScopeCodeText *code)
{
  g_autoptr (GString) numbers = g_string_new (NULL);
  g_autofree char *place = g_strdup_printf ("%s:%u", code->path, code->line);
  g_autofree char *cut = code->cut ? g_strconcat (code->text, "\n…", NULL) : g_strdup (code->text);
  guint line = code->line;

  g_string_append_printf (numbers, "%u", line);
  for (const char *p = strchr (cut, '\n'); p != NULL; p = strchr (p + 1, '\n'))
    g_string_append_printf (numbers, "\n%u", ++line);
  self->line = code->line;
  gtk_label_set_label (GTK_LABEL (self->place), place);
  gtk_widget_set_tooltip_text (self->place, place);
  gtk_label_set_label (GTK_LABEL (self->numbers), numbers->str);
  gtk_label_set_label (GTK_LABEL (self->text), cut);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "text");
}

static void
show_code (ScopeCodePane *self, const ScopeCodeText *code)
{
  if (code->found)
    show_text (self, code);
  else
    {
      g_autofree char *message = g_strdup_printf (_("%s has no such function; it may be another version"), code->path);

      show_message (self, message);
    }
}

/* --- asking --- */

typedef struct
{
  ScopeCodeFunc func;
  char **folders, *function;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_strfreev (question->folders);
  g_free (question->function);
  g_free (question);
}

static gpointer
answer (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Question *question = data;

  return question->func ((const char *const *) question->folders, question->function, cancellable, error);
}

static void
answered (GObject *source, GAsyncResult *result, gpointer data)
{
  ScopeCodePane *self = SCOPE_CODE_PANE (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeCodeText) code = scope_task_answer (result, &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->asking)
    return;
  g_clear_object (&self->asking);
  if (code != NULL)
    show_code (self, code);
  else
    show_message (self, error->message);
}

static void
ask (ScopeCodePane *self)
{
  static const char *const nowhere[] = { NULL };
  Question *question;

  scope_task_stop (&self->asking);
  self->stale = TRUE;
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->stale = FALSE;
  if (self->sought == NULL || self->func == NULL)
    {
      show_message (self, _("Choose a function to see its source"));
      return;
    }
  question = g_new0 (Question, 1);
  *question = (Question) { self->func, g_strdupv (self->folders != NULL ? self->folders : (char **) nowhere),
                           g_strdup (self->sought) };
  self->asking = g_cancellable_new ();
  scope_task_give (self, answer, question, question_free, (GDestroyNotify) scope_code_text_free, self->asking, answered, NULL);
}

void
scope_code_pane_set_finder (ScopeCodePane *self, ScopeCodeFunc func, const char *const *folders)
{
  g_return_if_fail (SCOPE_IS_CODE_PANE (self));

  g_strfreev (self->folders);
  self->func = func;
  self->folders = g_strdupv ((char **) folders);
  ask (self);
}

void
scope_code_pane_set_function (ScopeCodePane *self, const char *name, const char *place)
{
  g_return_if_fail (SCOPE_IS_CODE_PANE (self));

  if (place == NULL)
    place = name;
  if (g_strcmp0 (name, self->function) == 0 && g_strcmp0 (place, self->sought) == 0)
    return;
  g_free (self->function);
  g_free (self->sought);
  self->function = g_strdup (name);
  self->sought = g_strdup (place);
  gtk_label_set_label (GTK_LABEL (self->title), name != NULL ? name : "");
  ask (self);
}

gboolean
scope_code_pane_is_settled (ScopeCodePane *self)
{
  return self->asking == NULL && (!self->stale || !gtk_widget_get_mapped (GTK_WIDGET (self)));
}

const char *
scope_code_pane_get_text (ScopeCodePane *self)
{
  return gtk_label_get_label (GTK_LABEL (self->line > 0 ? self->text : self->message));
}

guint
scope_code_pane_get_line (ScopeCodePane *self)
{
  return self->line;
}

/* --- life --- */

static void
scope_code_pane_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (scope_code_pane_parent_class)->map (widget);
  if (SCOPE_CODE_PANE (widget)->stale)
    ask (SCOPE_CODE_PANE (widget));
}

static void
scope_code_pane_dispose (GObject *object)
{
  ScopeCodePane *self = SCOPE_CODE_PANE (object);

  scope_task_stop (&self->asking);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->folders, g_strfreev);
  g_clear_pointer (&self->function, g_free);
  g_clear_pointer (&self->sought, g_free);
  G_OBJECT_CLASS (scope_code_pane_parent_class)->dispose (object);
}

static void
scope_code_pane_class_init (ScopeCodePaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_code_pane_dispose;
  widget_class->map = scope_code_pane_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static GtkWidget *
make_text (ScopeCodePane *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new (), *lines = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  self->numbers = scope_label_new (NULL, 0, "monospace dim-label");
  self->text = scope_label_new (NULL, SCOPE_LABEL_START | SCOPE_LABEL_SELECTABLE, "monospace");
  gtk_label_set_xalign (GTK_LABEL (self->numbers), 1);
  gtk_label_set_justify (GTK_LABEL (self->numbers), GTK_JUSTIFY_RIGHT);
  gtk_widget_set_valign (self->numbers, GTK_ALIGN_START);
  gtk_widget_set_valign (self->text, GTK_ALIGN_START);
  scope_set_margins (lines, 6, 9);
  scope_add_children (lines, self->numbers, self->text, NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), lines);
  scope_label_widget (scroller, _("Source text"));
  scope_label_widget (self->text, _("Source text"));
  return scroller;
}

static GtkWidget *
make_label (PangoEllipsizeMode ellipsize, const char *css)
{
  GtkWidget *label = scope_label_new (NULL, SCOPE_LABEL_START, NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), ellipsize);
  gtk_label_set_selectable (GTK_LABEL (label), FALSE);
  gtk_widget_add_css_class (label, css);
  scope_set_margins (label, 0, 9);
  return label;
}

static void
scope_code_pane_init (ScopeCodePane *self)
{
  self->title = make_label (PANGO_ELLIPSIZE_MIDDLE, "heading");
  gtk_widget_set_margin_top (self->title, 6);
  self->place = make_label (PANGO_ELLIPSIZE_START, "dim-label");
  gtk_widget_add_css_class (self->place, "caption");
  self->message = scope_label_new (_("Choose a function to see its source"), SCOPE_LABEL_WRAP_ANYWHERE | SCOPE_LABEL_SELECTABLE,
                                   "dim-label");
  gtk_label_set_justify (GTK_LABEL (self->message), GTK_JUSTIFY_CENTER);
  scope_set_margins (self->message, 0, 12);
  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), self->message, "message");
  gtk_stack_add_named (GTK_STACK (self->stack), make_text (self), "text");
  gtk_widget_set_vexpand (self->stack, TRUE);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  scope_add_children (self->box, self->title, self->place, self->stack, NULL);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->stale = TRUE;
  scope_label_widget (GTK_WIDGET (self), _("Source of the function"));
}
