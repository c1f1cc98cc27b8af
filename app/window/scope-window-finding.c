/* scope-window-finding.c: see scope-window-finding.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/scope-window-finding.h"

#include "model/base/scope-format.h"
#include "model/base/scope-task.h"
#include "model/scene/view/scope-view-cause.h"
#include "model/trace/findings/scope-findings.h"

#include <glib/gi18n.h>

struct _ScopeWindowFinding
{
  ScopePart part;

  ScopeDerived *derived;  /* of what was asked; borrowed, only to be compared; NULL: nothing yet */
  GCancellable *asking;   /* NULL: nobody is */
  char **texts;           /* what it is; what it costs, and would bring. NULL: nothing stands out, or it is not known yet */
  gboolean closed;        /* by hand, for this trace */
  ScopeView *view;        /* that is listened to; a weak pointer */
};

G_DEFINE_FINAL_TYPE (ScopeWindowFinding, scope_window_finding, SCOPE_TYPE_PART)

/* What was found out comes to the view a moment after it was announced to be there, and its bar rolls in. */
gboolean
scope_window_finding_is_settled (ScopeWindowFinding *self)
{
  g_autoptr (ScopeDerived) coming = self->view != NULL ? scope_view_dup_new_derived (self->view) : NULL;
  GtkInfoBar *bar = scope_host_get_child (scope_part_get_host (self), "finding_bar");
  GtkRevealer *revealer = GTK_REVEALER (gtk_widget_get_first_child (GTK_WIDGET (bar)));

  return self->asking == NULL && coming == NULL
         && gtk_revealer_get_child_revealed (revealer) == gtk_info_bar_get_revealed (bar);
}

static void
show (ScopeWindowFinding *self)
{
  ScopeHost *host = scope_part_get_host (self);
  GtkInfoBar *bar = scope_host_get_child (host, "finding_bar");
  gboolean wanted = self->texts != NULL && !self->closed && !scope_dock_get_shown (host->dock, SCOPE_PLACE_BOTTOM)
                    && scope_host_is_at (host, "trace");

  if (self->texts != NULL)
    {
      g_autofree char *all = g_strjoinv ("\n", self->texts);

      gtk_label_set_label (scope_host_get_child (host, "finding_label"), self->texts[0]);
      gtk_label_set_label (scope_host_get_child (host, "finding_gain"), self->texts[1]);
      gtk_widget_set_tooltip_text (scope_host_get_child (host, "finding_label"), all);
      gtk_widget_set_tooltip_text (scope_host_get_child (host, "finding_gain"), _("Of the time of all processors, over the whole trace"));
    }
  gtk_info_bar_set_revealed (bar, wanted);
}

static gpointer
look (gpointer trace, gconstpointer question, GCancellable *cancellable, GError **error)
{
  const ScopeQueryRange within = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .cancellable = cancellable };
  g_autoptr (ScopeDiagnosis) diagnosis = scope_diagnosis_read (&within, error);
  const ScopeFinding *first = diagnosis != NULL && diagnosis->findings->len > 0 ? &g_array_index (diagnosis->findings, ScopeFinding, 0) : NULL;
  const ScopeAnalysis *analysis = diagnosis != NULL ? diagnosis->analysis : NULL;
  g_autofree char *share = NULL, *gain = NULL, *cost = NULL, *joined = NULL;
  const char *texts[] = { NULL, NULL, NULL };
  double all;

  if (first == NULL)
    return NULL;
  all = (double) (analysis->to - analysis->from) * analysis->n_processors;
  share = scope_format_share (all > 0 ? (double) first->cost / all : 0);
  gain = scope_finding_dup_gain (first, analysis->to - analysis->from);
  cost = g_strdup_printf (_("costs %s"), share); /* of all processors’ time */
  texts[0] = first->title;
  joined = gain != NULL ? g_strdup_printf ("%s · %s", cost, gain) : g_strdup (cost);
  texts[1] = joined;
  return g_strdupv ((char **) texts);
}

static void
answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeWindowFinding) self = user_data;
  g_auto (GStrv) texts = scope_task_answer (result, NULL);

  if (g_task_get_cancellable (G_TASK (result)) != self->asking || scope_part_get_host (self)->window == NULL)
    return;
  g_clear_object (&self->asking);
  g_strfreev (self->texts);
  self->texts = g_steal_pointer (&texts);
  show (self);
}

static void
forget (ScopeWindowFinding *self)
{
  scope_task_stop (&self->asking);
  g_clear_pointer (&self->texts, g_strfreev);
  self->derived = NULL;
}

static void
view_changed (ScopeView *view, guint what, ScopeWindowFinding *self)
{
  if (view == self->view && (what & SCOPE_VIEW_DATA) != 0)
    scope_part_update (self);
}

/* What was found out is there: what costs most is asked for, unless the panel says it. */
static void
scope_window_finding_update (ScopePart *part, ScopeHost *host)
{
  ScopeWindowFinding *self = SCOPE_WINDOW_FINDING (part);
  ScopeView *view = host->window != NULL ? scope_host_get_view (host) : NULL;
  ScopeDerived *derived = view != NULL ? scope_view_get_derived (view) : NULL;

  if (host->window == NULL)
    return;
  if (g_set_weak_pointer (&self->view, view) && view != NULL)
    g_signal_connect_object (view, "changed", G_CALLBACK (view_changed), self, 0);
  if (derived != self->derived && (derived == NULL || !scope_dock_get_shown (host->dock, SCOPE_PLACE_BOTTOM)))
    {
      forget (self);
      self->derived = derived;
      if (derived != NULL)
        {
          self->asking = g_cancellable_new ();
          scope_task_ask (scope_view_get_trace (view), look, NULL, 0, (GDestroyNotify) g_strfreev, self->asking, answered, g_object_ref (self));
        }
    }
  show (self);
}

static void
scope_window_finding_close (ScopePart *part, ScopeHost *host)
{
  ScopeWindowFinding *self = SCOPE_WINDOW_FINDING (part);

  forget (self);
  self->closed = FALSE;
}

static void
bar_closed (GtkInfoBar *bar, int response, ScopeWindowFinding *self)
{
  self->closed |= response == GTK_RESPONSE_CLOSE;
}

static void
scope_window_finding_attach (ScopePart *part, ScopeHost *host)
{
  g_signal_connect_object (host->dock, "changed", G_CALLBACK (scope_part_update), part, G_CONNECT_SWAPPED);
  g_signal_connect_object (scope_host_get_child (host, "finding_bar"), "response", G_CALLBACK (bar_closed), part, 0);
}

static void
scope_window_finding_finalize (GObject *object)
{
  g_clear_weak_pointer (&SCOPE_WINDOW_FINDING (object)->view);
  forget (SCOPE_WINDOW_FINDING (object));
  G_OBJECT_CLASS (scope_window_finding_parent_class)->finalize (object);
}

static void
scope_window_finding_class_init (ScopeWindowFindingClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_window_finding_finalize;
  SCOPE_PART_CLASS (klass)->attach = scope_window_finding_attach;
  SCOPE_PART_CLASS (klass)->update = scope_window_finding_update;
  SCOPE_PART_CLASS (klass)->close = scope_window_finding_close;
}

static void
scope_window_finding_init (ScopeWindowFinding *self)
{
}
