/* scope-window-comparison.c: see scope-window-comparison.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/scope-window-comparison.h"

#include "app/kit/scope-toast.h"
#include "app/window/scope-kept-comparison.h"
#include "app/window/scope-run-offer.h"
#include "model/scene/view/scope-view-call.h"
#include "widgets/kit/scope-file-chooser.h"

#include <glib/gi18n.h>

struct _ScopeWindowComparison
{
  ScopePart parent_instance;

  ScopeDocument *baseline;   /* what the document is compared with, or is to be; or NULL */
  AdwToast *toast;           /* that it is being read; weak */
  gboolean had_bottom;       /* the panels at the bottom were shown before */
  ScopeCompareView *page;    /* of both, the dock's; NULL: one trace alone is shown */
  ScopeKeptComparison kept;  /* of a session that is being opened */
};

G_DEFINE_FINAL_TYPE (ScopeWindowComparison, scope_window_comparison, SCOPE_TYPE_PART)

ScopeCompareView *
scope_window_comparison_get_page (ScopeWindowComparison *self)
{
  return self->page;
}

gboolean
scope_window_comparison_borrows_bottom (ScopeWindowComparison *self)
{
  return self->page != NULL && self->had_bottom;
}

ScopeRun *
scope_window_comparison_get_run (ScopeWindowComparison *self)
{
  return self->page != NULL && self->baseline != NULL ? scope_document_get_run (self->baseline) : NULL;
}

void
scope_window_comparison_next_like (ScopeWindowComparison *self, GKeyFile *file, const char *group)
{
  scope_kept_comparison_load (&self->kept, file, group);
}

/* --- panels follow the keyboard --- */

static void
follow_timeline (ScopeHost *host, ScopeTimeline *timeline)
{
  GActionGroup *actions = scope_timeline_get_actions (timeline);

  scope_dock_set_view (host->dock, scope_timeline_get_view (timeline));
  gtk_widget_insert_action_group (GTK_WIDGET (host->window), "timeline", actions);
  scope_dock_add_actions (host->dock, "timeline", actions);
}

static void
timeline_focused (ScopeCompareView *page, ScopeTimeline *timeline, ScopeHost *host)
{
  follow_timeline (host, timeline);
}

static void
compare_failed (ScopeCompareView *page, const char *message, ScopeHost *host)
{
  scope_host_toast (host, message);
}

/* --- the page --- */

/* It is read, or nobody wants it any more. */
static void
dismiss_reading (ScopeWindowComparison *self)
{
  AdwToast *toast = self->toast;

  g_clear_weak_pointer (&self->toast);
  if (toast != NULL)
    adw_toast_dismiss (toast);
}

static void
drop_baseline (ScopeWindowComparison *self)
{
  dismiss_reading (self);
  if (self->baseline == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->baseline, self);
  scope_document_cancel (self->baseline);
  g_clear_object (&self->baseline);
}

void
scope_window_comparison_end (ScopeWindowComparison *self)
{
  ScopeHost *host = scope_part_get_host (self);
  g_autoptr (ScopeTimeline) baseline = NULL;
  ScopeCompareView *page = g_steal_pointer (&self->page);

  drop_baseline (self);
  if (page == NULL)
    return;
  g_signal_handlers_disconnect_by_data (page, self);
  g_signal_handlers_disconnect_by_data (page, host);
  baseline = g_object_ref (scope_compare_view_get_baseline (page));
  g_object_ref (host->timeline);
  follow_timeline (host, host->timeline);
  scope_compare_view_release (page);
  scope_timeline_set_trace (baseline, NULL);
  g_object_set (host->dock, "center", host->timeline, NULL);
  if (self->had_bottom)
    scope_dock_set_shown (host->dock, SCOPE_PLACE_BOTTOM, TRUE);
  g_object_unref (host->timeline);
  gtk_widget_grab_focus (GTK_WIDGET (host->timeline));
  scope_part_update (self);
}

/* "sumeuler · 2 HECs · 0.47 s". */
static char *
dup_title (ScopeDocument *document)
{
  g_autofree char *name = scope_document_dup_name (document), *more = scope_document_dup_subtitle (document);
  GFile *file = scope_document_get_file (document);
  ScopeRun *run = scope_document_get_run (document);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  /* Opened from what was kept: its file may have been written over since, and when it ran tells which one it was. */
  g_autofree char *date
      = run != NULL && g_strcmp0 (scope_run_facts (run)->index_path, path) == 0 ? scope_run_dup_date (run) : NULL;
  const char *parts[] = { name, date, more };
  g_autoptr (GString) title = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i] != NULL && *parts[i] != '\0')
      g_string_append_printf (title, "%s%s", title->len > 0 ? " · " : "", parts[i]);
  return g_string_free (g_steal_pointer (&title), FALSE);
}

static void
connect_page (ScopeWindowComparison *self, ScopeHost *host)
{
  g_signal_connect (self->page, "focus-timeline", G_CALLBACK (timeline_focused), host);
  g_signal_connect (self->page, "failed", G_CALLBACK (compare_failed), host);
  g_signal_connect_swapped (self->page, "close", G_CALLBACK (scope_window_comparison_end), self);
  g_signal_connect_object (scope_compare_view_get_calls (self->page), "save-picture",
                           G_CALLBACK (scope_window_comparison_choose_calls_picture), self, G_CONNECT_SWAPPED);
  gtk_widget_insert_action_group (GTK_WIDGET (host->window), "compare", scope_compare_view_get_actions (self->page));
}

static void
show_page (ScopeWindowComparison *self, ScopeHost *host)
{
  ScopeTimeline *baseline = g_object_ref_sink (g_object_new (SCOPE_TYPE_TIMELINE, NULL));
  g_autofree char *palette = scope_settings_dup_string (host->settings, "palette");
  g_autofree char *title = dup_title (host->document), *baseline_title = dup_title (self->baseline);
  ScopeAlignWish wish = { .mark = NULL };
  gboolean wishes;

  scope_timeline_set_palette (baseline, palette);
  scope_timeline_set_own_colours (baseline, scope_timeline_get_own_colours (host->timeline));
  scope_timeline_set_call_hiding (baseline, scope_view_get_call_hiding (scope_host_get_view (host)));
  scope_timeline_set_trace (baseline, scope_document_get_trace (self->baseline));
  g_object_ref (host->timeline);
  g_object_set (host->dock, "center", NULL, NULL);
  wishes = scope_kept_comparison_take_wish (&self->kept, scope_document_get_trace (self->baseline),
                                            scope_document_get_trace (host->document), &wish);
  self->page = SCOPE_COMPARE_VIEW (scope_compare_view_new (host->timeline, baseline, wishes ? &wish : NULL));
  g_free ((char *) wish.mark);
  g_object_unref (host->timeline);
  g_object_unref (baseline);
  scope_compare_view_set_titles (self->page, baseline_title, title);
  scope_kept_comparison_give_pairs (&self->kept, scope_compare_view_get_comparison (self->page));
  connect_page (self, host);
  g_object_set (host->dock, "center", self->page, NULL);
  /* The comparison has a table of its own; Ctrl+F9 shows the panels beside it. */
  self->had_bottom = scope_dock_get_shown (host->dock, SCOPE_PLACE_BOTTOM);
  if (self->had_bottom)
    scope_dock_set_shown (host->dock, SCOPE_PLACE_BOTTOM, FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (host->timeline));
  scope_part_update (self);
}

void
scope_window_comparison_advance (ScopeWindowComparison *self)
{
  ScopeHost *host = scope_part_get_host (self);
  ScopeDocumentState state;

  if (self->baseline == NULL || self->page != NULL)
    return;
  state = scope_document_get_state (self->baseline);
  if (state == SCOPE_DOCUMENT_FAILED)
    {
      g_autofree char *name = scope_document_dup_name (self->baseline);
      g_autofree char *text = g_strdup_printf (_("“%s” cannot be compared with: %s"), name,
                                               scope_document_get_error (self->baseline));

      scope_host_toast (host, text);
      drop_baseline (self);
      return;
    }
  /* Only what has been read to its end can be aligned and paired. */
  if (state != SCOPE_DOCUMENT_READY || scope_document_get_state (host->document) != SCOPE_DOCUMENT_READY
      || scope_host_get_view (host) == NULL)
    return;
  dismiss_reading (self);
  show_page (self, host);
}

void
scope_window_comparison_start (ScopeWindowComparison *self, GFile *const *files, guint n_files)
{
  ScopeHost *host = scope_part_get_host (self);

  if (!scope_host_has_trace (host))
    {
      scope_host_open (host, files, n_files, FALSE);
      return;
    }
  scope_window_comparison_end (self);
  self->baseline = scope_host_new_document (host, files, n_files, FALSE, 0);
  g_signal_connect_swapped (self->baseline, "changed", G_CALLBACK (scope_window_comparison_advance), self);
  scope_document_start (self->baseline);
  if (scope_document_get_state (self->baseline) == SCOPE_DOCUMENT_LOADING)
    g_set_weak_pointer (&self->toast, scope_toast_say (host->toasts, _("Reading the baseline…"), 0));
  scope_window_comparison_advance (self);
}

void
scope_window_comparison_start_runs (ScopeWindowComparison *self, ScopeRun *baseline, ScopeRun *run)
{
  const ScopeRunFacts *facts = scope_run_facts (baseline);
  const char *path = facts->index_path != NULL ? facts->index_path : facts->paths[0];
  g_autoptr (GFile) file = path != NULL ? g_file_new_for_path (path) : NULL;

  if (run != NULL)
    {
      g_auto (GStrv) paths = scope_run_dup_paths (run);
      g_autoptr (GPtrArray) files = scope_host_files ((const char *const *) paths);

      scope_host_request (scope_part_get_host (self), files, "compare",
                          g_variant_new_take_string (file != NULL ? g_file_get_uri (file) : g_strdup ("")));
    }
  else if (file != NULL)
    scope_window_comparison_start (self, &file, 1);
}

gboolean
scope_window_comparison_is_settled (ScopeWindowComparison *self)
{
  if (self->page != NULL)
    return scope_compare_view_is_settled (self->page);
  return self->baseline == NULL;
}

/* --- actions --- */

static void
file_chosen (gpointer owner, GPtrArray *files, gpointer self)
{
  if (files->len > 0)
    scope_window_comparison_start (self, (GFile *const *) files->pdata, 1);
}

static void
choose_file (ScopeWindowComparison *self)
{
  ScopeHost *host = scope_part_get_host (self);
  g_autoptr (GFile) folder = NULL;
  GtkFileChooser *chooser;

  if (host->document == NULL)
    return;
  chooser = scope_file_chooser_new (GTK_WIDGET (host->window), GTK_FILE_CHOOSER_ACTION_OPEN, _("Compare With"), _("_Compare"),
                                    file_chosen, g_object_ref (self), g_object_unref);
  if (chooser == NULL)
    return;
  folder = scope_document_get_file (host->document) != NULL ? g_file_get_parent (scope_document_get_file (host->document)) : NULL;
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (chooser, folder, NULL);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
run_chosen (ScopeRunChooser *chooser, GPtrArray *runs, ScopeWindowComparison *self)
{
  if (runs->len > 0)
    scope_window_comparison_start_runs (self, runs->pdata[0], NULL);
}

static void
compare_activated (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  ScopeHost *host = scope_part_get_host (self);
  ScopeRunChooser *chooser = scope_run_chooser_new (host->window, _("Compare With"), _("_Compare"), SCOPE_RUN_CHOOSER_FILE);
  g_autofree char *folder = scope_settings_dup_cache_folder (host->settings);

  g_signal_connect_object (chooser, "chosen", G_CALLBACK (run_chosen), self, 0);
  g_signal_connect_object (chooser, "file", G_CALLBACK (choose_file), self, G_CONNECT_SWAPPED);
  scope_run_offer (chooser, folder, scope_host_get_run (host));
}

/* Offered when what was followed has ended: its last seconds are seen, which a baseline that was quicker does not even have. */
static void
compare_run_activated (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (g_variant_get_string (parameter, NULL));

  g_action_group_activate_action (scope_timeline_get_actions (scope_part_get_host (self)->timeline), "fit-all", NULL);
  scope_window_comparison_start (self, &file, 1);
}

static void
close_activated (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  scope_window_comparison_end (self);
}

/* Also while it is read: then it is compared as soon as that is done. */
static void
scope_window_comparison_update (ScopePart *part, ScopeHost *host)
{
  gboolean any = scope_host_has_trace (host);

  scope_host_enable (host, "compare", any);
  scope_host_enable (host, "compare-run", any);
  scope_host_enable (host, "close-compare", SCOPE_WINDOW_COMPARISON (part)->page != NULL);
}

/* --- life --- */

static void
scope_window_comparison_close (ScopePart *part, ScopeHost *host)
{
  scope_window_comparison_end (SCOPE_WINDOW_COMPARISON (part));
  scope_kept_comparison_clear (&SCOPE_WINDOW_COMPARISON (part)->kept);
}

static void
scope_window_comparison_class_init (ScopeWindowComparisonClass *klass)
{
  static const GActionEntry entries[] = {
    { "compare", compare_activated },
    { "compare-run", compare_run_activated, "s" },
    { "close-compare", close_activated },
  };

  SCOPE_PART_CLASS (klass)->entries = entries;
  SCOPE_PART_CLASS (klass)->n_entries = G_N_ELEMENTS (entries);
  SCOPE_PART_CLASS (klass)->update = scope_window_comparison_update;
  SCOPE_PART_CLASS (klass)->close = scope_window_comparison_close;
}

static void
scope_window_comparison_init (ScopeWindowComparison *self)
{
}
