/* scope-run-set.c: several runs, read one after the other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/runs/scope-run-set.h"

#include "model/base/scope-ref.h"
#include "model/trace/runs/scope-run-size.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_KEPT 4u /* traces of sets no larger than this stay open */

/* What was read is set once, atomically: the thread that draws looks at it while another one goes on reading. */
typedef struct
{
  char *name;
  ScopeRunSummary *summary;
  char *why_not;
  ScopeTrace *trace; /* kept, or NULL; locked */
} Run;

struct _ScopeRunSet
{
  gatomicrefcount refs;
  ScopeRunOpenFunc open_run;
  gpointer user_data;
  GDestroyNotify destroy;
  GPtrArray *runs; /* of Run */
  gboolean parts;
  char *mark;
  GMutex reading;
};

static void
run_free (gpointer data)
{
  Run *run = data;

  g_free (run->name);
  g_free (run->why_not);
  scope_run_summary_free (run->summary);
  g_clear_object (&run->trace);
  g_free (run);
}

ScopeRunSet *
scope_run_set_new (ScopeRunOpenFunc open, gpointer user_data, GDestroyNotify destroy)
{
  ScopeRunSet *set = g_new0 (ScopeRunSet, 1);

  g_return_val_if_fail (open != NULL, NULL);
  g_atomic_ref_count_init (&set->refs);
  set->open_run = open;
  set->user_data = user_data;
  set->destroy = destroy;
  set->runs = g_ptr_array_new_with_free_func (run_free);
  g_mutex_init (&set->reading);
  return set;
}

static void
run_set_free (ScopeRunSet *set)
{
  g_ptr_array_unref (set->runs);
  g_mutex_clear (&set->reading);
  g_free (set->mark);
  if (set->destroy != NULL)
    set->destroy (set->user_data);
  g_free (set);
}

SCOPE_DEFINE_REF (ScopeRunSet, scope_run_set, object->refs, run_set_free)

static Run *
get_run (ScopeRunSet *set, guint run)
{
  g_return_val_if_fail (run < set->runs->len, NULL);
  return g_ptr_array_index (set->runs, run);
}

guint
scope_run_set_add (ScopeRunSet *set, const char *name)
{
  Run *run = g_new0 (Run, 1);

  run->name = g_strdup (name);
  g_ptr_array_add (set->runs, run);
  return set->runs->len - 1;
}

void
scope_run_set_lock (ScopeRunSet *set)
{
  g_mutex_lock (&set->reading);
}

void
scope_run_set_unlock (ScopeRunSet *set)
{
  g_mutex_unlock (&set->reading);
}

void
scope_run_set_ask_parts (ScopeRunSet *set, const char *mark)
{
  scope_run_set_lock (set); /* one that was cancelled may be reading yet */
  set->parts = TRUE;
  g_free (set->mark);
  set->mark = g_strdup (mark);
  scope_run_set_unlock (set);
}

guint
scope_run_set_n_runs (ScopeRunSet *set)
{
  return set->runs->len;
}

const char *
scope_run_set_name (ScopeRunSet *set, guint run)
{
  return get_run (set, run)->name;
}

const ScopeRunSummary *
scope_run_set_summary (ScopeRunSet *set, guint run)
{
  return g_atomic_pointer_get (&get_run (set, run)->summary);
}

const char *
scope_run_set_why_not (ScopeRunSet *set, guint run)
{
  return g_atomic_pointer_get (&get_run (set, run)->why_not);
}

guint
scope_run_set_n_read (ScopeRunSet *set)
{
  guint n = 0;

  for (guint i = 0; i < set->runs->len; i++)
    n += scope_run_set_summary (set, i) != NULL;
  return n;
}

/* --- reading --- */

ScopeTrace *
scope_run_set_open (ScopeRunSet *set, guint run, GCancellable *cancellable, GError **error)
{
  Run *r = get_run (set, run);
  ScopeTrace *trace;

  if (r->trace != NULL)
    return g_object_ref (r->trace);
  trace = set->open_run (set->user_data, run, cancellable, error);
  if (trace != NULL && set->runs->len <= MOST_KEPT)
    r->trace = g_object_ref (trace);
  return trace;
}

static gboolean
read_run (ScopeRunSet *set, guint run, GCancellable *cancellable, GError **error)
{
  Run *r = get_run (set, run);
  g_autoptr (ScopeTrace) trace = scope_run_set_open (set, run, cancellable, error);

  if (trace == NULL)
    return FALSE;
  if (r->summary == NULL)
    g_atomic_pointer_set (&r->summary, scope_run_summary_read (trace, r->name, cancellable, NULL, error));
  if (r->summary == NULL || !set->parts)
    return r->summary != NULL;
  if (set->mark != NULL && !scope_run_size_of_mark (trace, set->mark, &r->summary->size, error))
    return FALSE;
  r->summary->parts = scope_run_parts_read (trace, cancellable, error);
  return r->summary->parts != NULL;
}

static gboolean
is_read (ScopeRunSet *set, const Run *run)
{
  return run->why_not != NULL || (run->summary != NULL && (!set->parts || run->summary->parts != NULL));
}

static gboolean
read_all (ScopeRunSet *set, GCancellable *cancellable, gint *permille, GError **error)
{
  g_autoptr (GError) first = NULL;

  for (guint i = 0; i < set->runs->len; i++)
    {
      Run *r = get_run (set, i);
      GError *local = NULL;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (permille != NULL)
        g_atomic_int_set (permille, (gint) (i * 1000 / set->runs->len));
      if (is_read (set, r) || read_run (set, i, cancellable, &local))
        continue;
      if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          g_propagate_error (error, local);
          return FALSE;
        }
      g_atomic_pointer_set (&r->why_not, g_strdup (local != NULL ? local->message : _("it could not be read")));
      if (first == NULL && local != NULL)
        first = g_error_copy (local);
      g_clear_error (&local);
    }
  if (scope_run_set_n_read (set) > 0)
    return TRUE;
  if (first != NULL)
    g_propagate_error (error, g_steal_pointer (&first));
  else
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("None of the runs could be read"));
  return FALSE;
}

gboolean
scope_run_set_read (ScopeRunSet *set, GCancellable *cancellable, gint *permille, GError **error)
{
  gboolean ok;

  scope_run_set_lock (set);
  ok = read_all (set, cancellable, permille, error);
  scope_run_set_unlock (set);
  return ok;
}

/* --- what they have in common --- */

void
scope_run_set_vary (ScopeRunSet *set, ScopeRunQuantity quantity, guint except, ScopeVariation *ret_variation)
{
  g_autofree double *values = g_new (double, set->runs->len + 1);
  guint n = 0;

  for (guint i = 0; i < set->runs->len; i++)
    if (i != except && scope_run_set_summary (set, i) != NULL)
      values[n++] = scope_run_set_summary (set, i)->values[quantity];
  scope_variation_init (ret_variation, values, n);
}

static void
warn_of_run (const Run *run, const ScopeRunSummary *f, const char *why_not, const ScopeRunSummary *first, gboolean of_arguments,
             GStrvBuilder *warnings)
{
  g_autofree char *text = NULL;
  gboolean same;

  if (why_not != NULL)
    { /* Errors of files begin with the file's name. */
      gboolean named = g_str_has_prefix (why_not, run->name) && why_not[strlen (run->name)] == ':';

      text = named ? g_strdup_printf (_("Left out: %s"), why_not)
                   : g_strdup_printf (_("%s is left out: %s"), run->name, why_not);
    }
  else if (f == NULL)
    return;
  else if (!scope_run_summary_same_program (first, f, &same))
    text = g_strdup_printf (_("%s is a run of another program: %s, not %s"), run->name, f->program, first->program);
  else if (!same && of_arguments)
    text = g_strdup_printf (_("%s ran with other arguments: “%s”, not “%s”"), run->name, f->arguments, first->arguments);
  if (text != NULL)
    g_strv_builder_add (warnings, text);
  if (f != NULL && !scope_run_summary_can_scale (f))
    {
      g_autofree char *empty = g_strdup_printf (f->processors == 0 ? _("%s: the trace records no processors")
                                                                   : _("%s: the trace has no duration"), run->name);

      g_strv_builder_add (warnings, empty);
    }
  if (f != NULL && (f->losses > 0 || !f->complete))
    {
      g_autofree char *damaged
          = f->losses > 0 ? g_strdup_printf (ngettext ("%s: a stretch of it is not known",
                                                          "%s: %u stretches of it are not known", f->losses),
                                             run->name, f->losses)
                          : g_strdup_printf (_("%s: its log has no proper end"), run->name);

      g_strv_builder_add (warnings, damaged);
    }
}

char **
scope_run_set_dup_warnings (ScopeRunSet *set, gboolean of_arguments)
{
  g_autoptr (GStrvBuilder) warnings = g_strv_builder_new ();
  const ScopeRunSummary *first = NULL;

  for (guint i = 0; i < set->runs->len; i++)
    {
      const ScopeRunSummary *summary = scope_run_set_summary (set, i);
      const char *why_not = scope_run_set_why_not (set, i);

      if (first == NULL)
        first = summary;
      if (first != NULL || why_not != NULL)
        warn_of_run (get_run (set, i), summary, why_not, first, of_arguments, warnings);
    }
  return g_strv_builder_end (warnings);
}
