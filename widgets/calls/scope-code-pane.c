/* scope-code-pane.c: see scope-code-pane.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/calls/scope-code-pane.h"

#include "model/base/scope-task.h"

#include <glib/gi18n.h>
#include <string.h>

struct _ScopeCodePane
{
  GtkWidget parent_instance;

  ScopeCodeFunc func;
  char **folders, *function;
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

static void
answer (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Question *question = data;
  GError *error = NULL;
  ScopeCodeText *code
      = question->func ((const char *const *) question->folders, question->function, cancellable, &error);

  if (code != NULL)
    g_task_return_pointer (task, code, (GDestroyNotify) scope_code_text_free);
  else
    g_task_return_error (task, error);
}

static void
answered (GObject *source, GAsyncResult *result, gpointer data)
{
  ScopeCodePane *self = SCOPE_CODE_PANE (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeCodeText) code = g_task_propagate_pointer (G_TASK (result), &error);

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
  g_autoptr (GTask) task = NULL;
  Question *question;

  g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
  self->stale = TRUE;
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->stale = FALSE;
  if (self->function == NULL || self->func == NULL)
    {
      show_message (self, _("Choose a function to see its source"));
      return;
    }
  question = g_new0 (Question, 1);
  *question = (Question) { self->func, g_strdupv (self->folders != NULL ? self->folders : (char **) nowhere),
                           g_strdup (self->function) };
  self->asking = g_cancellable_new ();
  task = g_task_new (self, self->asking, answered, NULL);
  g_task_set_task_data (task, question, question_free);
  scope_task_run (task, answer);
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
scope_code_pane_set_function (ScopeCodePane *self, const char *name)
{
  g_return_if_fail (SCOPE_IS_CODE_PANE (self));

  if (g_strcmp0 (name, self->function) == 0)
    return;
  g_free (self->function);
  self->function = g_strdup (name);
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

  g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->folders, g_strfreev);
  g_clear_pointer (&self->function, g_free);
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

  self->numbers = gtk_label_new (NULL);
  self->text = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->numbers), 1);
  gtk_label_set_justify (GTK_LABEL (self->numbers), GTK_JUSTIFY_RIGHT);
  gtk_label_set_xalign (GTK_LABEL (self->text), 0);
  gtk_label_set_selectable (GTK_LABEL (self->text), TRUE);
  gtk_widget_add_css_class (self->numbers, "monospace");
  gtk_widget_add_css_class (self->numbers, "dim-label");
  gtk_widget_add_css_class (self->text, "monospace");
  gtk_widget_set_valign (self->numbers, GTK_ALIGN_START);
  gtk_widget_set_valign (self->text, GTK_ALIGN_START);
  gtk_widget_set_margin_start (lines, 9);
  gtk_widget_set_margin_end (lines, 9);
  gtk_widget_set_margin_top (lines, 6);
  gtk_widget_set_margin_bottom (lines, 6);
  gtk_box_append (GTK_BOX (lines), self->numbers);
  gtk_box_append (GTK_BOX (lines), self->text);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), lines);
  gtk_accessible_update_property (GTK_ACCESSIBLE (scroller), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Source text"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->text), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Source text"), -1);
  return scroller;
}

static GtkWidget *
make_label (PangoEllipsizeMode ellipsize, const char *css)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), ellipsize);
  gtk_label_set_selectable (GTK_LABEL (label), FALSE);
  gtk_widget_add_css_class (label, css);
  gtk_widget_set_margin_start (label, 9);
  gtk_widget_set_margin_end (label, 9);
  return label;
}

static void
scope_code_pane_init (ScopeCodePane *self)
{
  self->title = make_label (PANGO_ELLIPSIZE_MIDDLE, "heading");
  gtk_widget_set_margin_top (self->title, 6);
  self->place = make_label (PANGO_ELLIPSIZE_START, "dim-label");
  gtk_widget_add_css_class (self->place, "caption");
  self->message = gtk_label_new (_("Choose a function to see its source"));
  gtk_label_set_wrap (GTK_LABEL (self->message), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->message), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_justify (GTK_LABEL (self->message), GTK_JUSTIFY_CENTER);
  gtk_label_set_selectable (GTK_LABEL (self->message), TRUE);
  gtk_widget_add_css_class (self->message, "dim-label");
  gtk_widget_set_margin_start (self->message, 12);
  gtk_widget_set_margin_end (self->message, 12);
  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), self->message, "message");
  gtk_stack_add_named (GTK_STACK (self->stack), make_text (self), "text");
  gtk_widget_set_vexpand (self->stack, TRUE);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), self->title);
  gtk_box_append (GTK_BOX (self->box), self->place);
  gtk_box_append (GTK_BOX (self->box), self->stack);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->stale = TRUE;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Source of the function"), -1);
}

GtkWidget *
scope_code_pane_new (void)
{
  return g_object_new (SCOPE_TYPE_CODE_PANE, NULL);
}
