/* scope-window.c: the window's life and its states: empty, reading, shown, failed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-window-private.h"

#include "app/kit/scope-screenshot.h"
#include "app/window/scope-recent-runs.h"
#include "app/window/scope-window-clocks.h"
#include "app/window/scope-window-dnd.h"
#include "app/window/scope-window-notices.h"
#include "app/window/scope-window-pictures.h"
#include "app/window/scope-window-settings.h"
#include "model/trace/analysis/scope-derived-wait.h"
#include "model/base/scope-format.h"
#include "model/scene/profile/scope-profile-table.h"
#include "widgets/kit/scope-parts.h"
#include "widgets/timeline/scope-live-strip.h"

#include <glib/gi18n.h>

G_DEFINE_FINAL_TYPE (ScopeWindow, scope_window, ADW_TYPE_APPLICATION_WINDOW)

const char *
scope_window_get_page (ScopeWindow *self)
{
  return gtk_stack_get_visible_child_name (self->host->stack);
}

gboolean
scope_window_is_empty (ScopeWindow *self)
{
  return !scope_host_has_trace (self->host);
}

ScopeDocument *
scope_window_get_document (ScopeWindow *self)
{
  return self->host->document;
}

ScopeTimeline *
scope_window_get_timeline (ScopeWindow *self)
{
  return self->host->timeline;
}

ScopeDock *
scope_window_get_dock (ScopeWindow *self)
{
  return self->host->dock;
}

ScopeRun *
scope_window_get_run (ScopeWindow *self)
{
  return scope_host_get_run (self->host);
}

ScopeRun *
scope_window_get_baseline_run (ScopeWindow *self)
{
  return scope_window_comparison_get_run (self->comparison);
}

ScopeCompareView *
scope_window_get_compare (ScopeWindow *self)
{
  return scope_window_comparison_get_page (self->comparison);
}

gboolean
scope_window_is_following (ScopeWindow *self)
{
  return scope_window_live_is_following (self->live);
}

void
scope_window_toast (ScopeWindow *self, const char *text)
{
  scope_host_toast (self->host, text);
}

gboolean
scope_window_is_settled (ScopeWindow *self)
{
  if (self->host->document == NULL)
    return TRUE;
  if (scope_document_get_state (self->host->document) == SCOPE_DOCUMENT_LOADING)
    return FALSE;
  if (!scope_window_comparison_is_settled (self->comparison) || !scope_window_finding_is_settled (self->finding)
      || scope_derived_is_announced (scope_document_get_trace (self->host->document)))
    return FALSE;
  return !scope_host_is_at (self->host, "trace") || scope_window_get_compare (self) != NULL
         || scope_timeline_is_complete (self->host->timeline);
}

/* --- states --- */

static void
update_title (ScopeWindow *self)
{
  g_autofree char *title = NULL, *subtitle = NULL, *whole = NULL;

  if (self->host->document == NULL)
    {
      adw_window_title_set_title (self->title, "Lanescope");
      adw_window_title_set_subtitle (self->title, "");
      gtk_window_set_title (GTK_WINDOW (self), "Lanescope");
      return;
    }
  title = scope_document_dup_name (self->host->document);
  if (scope_host_is_at (self->host, "trace"))
    subtitle = scope_document_dup_subtitle (self->host->document);
  whole = g_strdup_printf ("%s – Lanescope", title);
  adw_window_title_set_title (self->title, title);
  adw_window_title_set_subtitle (self->title, subtitle != NULL ? subtitle : "");
  gtk_window_set_title (GTK_WINDOW (self), whole);
}

static void
update_progress (ScopeWindow *self, ScopeDocumentState state)
{
  gboolean loading = state == SCOPE_DOCUMENT_LOADING && scope_document_get_where (self->host->document) == NULL;
  double progress = scope_trace_get_progress (scope_document_get_trace (self->host->document));
  g_autofree char *text = NULL;

  /* What is read at once needs no progress. */
  gtk_revealer_set_reveal_child (self->progress_revealer, loading && self->late == 0);
  if (!loading)
    return;
  if (progress > 0)
    {
      text = g_strdup_printf (_("Reading… %.0f %%"), progress * 100);
      gtk_progress_bar_set_fraction (self->progress_bar, CLAMP (progress, 0, 1));
    }
  else
    gtk_progress_bar_pulse (self->progress_bar);
  gtk_label_set_label (self->progress_label, text != NULL ? text : _("Reading…"));
}

static void
update_banner (ScopeWindow *self, ScopeDocumentState state)
{
  /* A page says it where there is nothing else. */
  gboolean alone = scope_host_is_at (self->host, "error") || scope_host_is_at (self->host, "follow");
  g_autofree char *damage = !alone ? scope_document_dup_damage (self->host->document) : NULL;
  gboolean news = g_strcmp0 (damage, gtk_label_get_label (self->banner_label)) != 0;

  if (damage == NULL && !scope_window_live_has_grown (self->live))
    gtk_info_bar_set_revealed (self->banner, FALSE);
  else if (news && damage != NULL && !scope_window_live_has_grown (self->live))
    {
      gtk_label_set_label (self->banner_label, damage);
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->banner_label), damage);
      gtk_widget_set_visible (self->banner_details, scope_document_has_losses (self->host->document));
      gtk_widget_set_visible (scope_host_get_child (self->host, "banner_profile"),
                              scope_profile_is_all (scope_document_get_trace (self->host->document)));
      gtk_info_bar_set_revealed (self->banner, TRUE);
    }
}

static void
show_error (ScopeWindow *self, const char *title, const char *why)
{
  g_autofree char *name = scope_document_dup_name (self->host->document);
  g_autofree char *whole = g_strdup_printf (title, name);
  g_autofree char *safe = g_markup_escape_text (whole, -1);
  g_autofree char *sentence = scope_format_sentence (why), *safe_why = g_markup_escape_text (sentence, -1);

  adw_status_page_set_title (self->error_page, safe);
  adw_status_page_set_description (self->error_page, safe_why);
  gtk_stack_set_visible_child_name (self->host->stack, "error");
}

static void
update_page (ScopeWindow *self, ScopeDocumentState state)
{
  ScopeTrace *trace = scope_document_get_trace (self->host->document);

  if (state == SCOPE_DOCUMENT_FAILED)
    {
      show_error (self, _("“%s” Cannot Be Opened"), scope_document_get_error (self->host->document));
      return;
    }
  if (scope_document_is_void (self->host->document))
    {
      /* A log that was killed before its first event, or holds one only: there will be no more to wait for. */
      if (state == SCOPE_DOCUMENT_READY && scope_document_get_where (self->host->document) == NULL)
        {
          g_autofree char *damage = scope_document_dup_damage (self->host->document);

          show_error (self, _("“%s” Has Nothing to Show"), damage != NULL ? damage : _("Nothing was recorded in it."));
        }
      /* Nothing to look at yet: nothing for a moment, then a page that says so. */
      else if (self->late == 0 && !scope_window_live_wait (self->live))
        gtk_stack_set_visible_child_name (self->host->stack, "wait");
      return;
    }
  if (scope_timeline_get_view (self->host->timeline) == NULL)
    {
      scope_timeline_set_trace (self->host->timeline, trace);
      scope_window_settings_apply (self->host);
      scope_dock_set_view (self->host->dock, scope_timeline_get_view (self->host->timeline));
      gtk_stack_set_visible_child_name (self->host->stack, "trace");
      gtk_widget_grab_focus (GTK_WIDGET (self->host->timeline));
    }
}

/* What was followed can be read again if it was a file: not a FIFO. */
static gboolean
can_come_again (ScopeDocument *document, GFile *file)
{
  return scope_document_get_where (document) == NULL || g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) == G_FILE_TYPE_REGULAR;
}

/* What could be read stands among the recent files. What was kept of a run does not: the list of runs has it. */
static void
add_to_recent (ScopeWindow *self)
{
  GPtrArray *files = scope_document_get_files (self->host->document);

  for (guint i = 0; i < files->len && can_come_again (self->host->document, files->pdata[i]); i++)
    {
      g_autofree char *uri = g_file_get_uri (files->pdata[i]);

      if (!g_str_has_suffix (uri, ".h5") && !g_file_has_uri_scheme (files->pdata[i], "run"))
        scope_recent_runs_add (uri);
    }
}

/* Its picture, for the next empty window. */
static void
remember_run (ScopeWindow *self)
{
  GFile *file = self->host->document != NULL ? scope_document_get_file (self->host->document) : NULL;
  g_autofree char *uri = file != NULL ? g_file_get_uri (file) : NULL;

  if (uri != NULL && !g_str_has_suffix (uri, ".h5") && !g_file_has_uri_scheme (file, "run")
      && scope_timeline_get_view (self->host->timeline) != NULL)
    scope_recent_runs_remember (uri, scope_timeline_get_view (self->host->timeline));
}

static void
remember_run_soon (ScopeWindow *self)
{
  ScopeTrace *trace = scope_document_get_trace (self->host->document);

  if (scope_trace_n_machines (trace) < SCOPE_SEEN_FIRST_MACHINES || scope_trace_is_seen (trace))
    remember_run (self);
  else
    g_signal_connect_object (trace, "seen", G_CALLBACK (remember_run), self, G_CONNECT_SWAPPED);
}

static void
document_changed (ScopeDocument *document, ScopeWindow *self)
{
  ScopeDocumentState state = scope_document_get_state (document);
  gboolean shown;

  if (state != SCOPE_DOCUMENT_LOADING && self->late != 0)
    g_clear_handle_id (&self->late, g_source_remove);
  update_page (self, state);
  update_title (self);
  update_progress (self, state);
  update_banner (self, state);
  scope_window_live_advance (self->live);
  if (state == SCOPE_DOCUMENT_LOADING && scope_document_get_live (document) != NULL)
    scope_window_notes_keep (self->notes);
  scope_window_reload_advance (self->reload, state);
  shown = scope_host_is_at (self->host, "trace");
  gtk_widget_set_visible (self->history_box, shown);
  if (shown)
    scope_dock_update (self->host->dock);
  if (state == SCOPE_DOCUMENT_READY)
    add_to_recent (self);
  if (state == SCOPE_DOCUMENT_READY && scope_window_notices_part (self->host))
    g_signal_handlers_disconnect_by_func (document, document_changed, self);
  else if (state == SCOPE_DOCUMENT_READY)
    {
      if (scope_document_get_notice (document) != NULL)
        scope_window_toast (self, scope_document_get_notice (document));
      scope_window_notices_update (self->host);
      scope_window_notes_keep (self->notes);
      scope_window_reload_watch (self->reload);
      remember_run_soon (self);
      g_signal_handlers_disconnect_by_func (document, document_changed, self);
      scope_window_comparison_advance (self->comparison);
    }
  scope_window_update_actions (self);
  scope_window_keep_advance (self->keep);
}

static gboolean
reading_takes_long (gpointer data)
{
  ScopeWindow *self = data;

  self->late = 0;
  document_changed (self->host->document, self);
  return G_SOURCE_REMOVE;
}

static void
close_document (ScopeWindow *self)
{
  g_clear_handle_id (&self->late, g_source_remove);
  if (self->host->document == NULL)
    return;
  g_signal_handlers_disconnect_by_func (self->host->document, document_changed, self);
  scope_document_leave (self->host->document);
  scope_part_close (self->comparison);
  scope_part_close (self->reload);
  scope_part_close (self->notes);
  scope_part_close (self->finding);
  scope_part_close (self->live);
  scope_part_close (self->keep);
  scope_dock_set_view (self->host->dock, NULL);
  scope_timeline_set_trace (self->host->timeline, NULL);
  g_clear_object (&self->host->document);
}

/* In place of what is shown; NULL: the window is empty again. */
static void
show_document (GtkWindow *window, ScopeDocument *document)
{
  ScopeWindow *self = SCOPE_WINDOW (window);

  close_document (self);
  gtk_info_bar_set_revealed (self->banner, FALSE);
  gtk_label_set_label (self->banner_label, "");
  self->host->document = document;
  scope_window_notices_update (self->host);
  if (document != NULL)
    {
      self->late = g_timeout_add (300, reading_takes_long, self);
      g_signal_connect (document, "changed", G_CALLBACK (document_changed), self);
      scope_document_start (document);
    }
  else
    {
      gtk_stack_set_visible_child_name (self->host->stack, "empty");
      gtk_widget_set_visible (self->history_box, FALSE);
    }
  update_title (self);
  scope_window_update_actions (self);
}

void
scope_window_open (ScopeWindow *self, GFile *const *files, guint n_files)
{
  g_return_if_fail (SCOPE_IS_WINDOW (self));

  scope_host_open (self->host, files, n_files, FALSE);
}

void
scope_window_open_alone (ScopeWindow *self, GFile *const *files, guint n_files, GKeyFile *view, const char *notes)
{
  g_return_if_fail (SCOPE_IS_WINDOW (self));

  scope_host_open (self->host, files, n_files, TRUE);
  if (view != NULL)
    scope_window_reload_show_like (self->reload, view, notes);
}

void
scope_window_open_run (ScopeWindow *self, GFile *file, guint run)
{
  g_return_if_fail (SCOPE_IS_WINDOW (self));

  show_document (GTK_WINDOW (self), scope_host_new_document (self->host, &file, 1, FALSE, run));
}

void
scope_window_follow (ScopeWindow *self, const char *where)
{
  g_return_if_fail (SCOPE_IS_WINDOW (self));
  g_return_if_fail (where != NULL);

  scope_window_live_follow (self->live, where);
}

void
scope_window_compare (ScopeWindow *self, GFile *const *files, guint n_files)
{
  g_return_if_fail (SCOPE_IS_WINDOW (self));
  g_return_if_fail (n_files > 0);

  scope_window_comparison_start (self->comparison, files, n_files);
}

void
scope_window_compare_next_like (ScopeWindow *self, GKeyFile *file, const char *group)
{
  scope_window_comparison_next_like (self->comparison, file, group);
}

/* --- its picture --- */

static gboolean
is_at_rest (GtkWindow *window)
{
  ScopeWindow *self = SCOPE_WINDOW (window);

  return scope_window_is_settled (self) && !gtk_revealer_get_child_revealed (self->progress_revealer)
         && !gtk_stack_get_transition_running (self->host->stack);
}

void
scope_window_take_picture (ScopeWindow *self, const char *path)
{
  scope_screenshot_take (GTK_WINDOW (self), path, is_at_rest);
}

/* --- size --- */

static void
surface_resized (GdkSurface *surface, GParamSpec *pspec, ScopeWindow *self)
{
  if (self->panels != NULL && self->host->dock != NULL)
    scope_window_panels_judge_room (self->panels, gdk_surface_get_width (surface), gdk_surface_get_height (surface));
}

static void
scope_window_realize (GtkWidget *widget)
{
  GdkSurface *surface;

  GTK_WIDGET_CLASS (scope_window_parent_class)->realize (widget);
  surface = gtk_native_get_surface (GTK_NATIVE (widget));
  g_signal_connect_object (surface, "notify::width", G_CALLBACK (surface_resized), widget, 0);
  g_signal_connect_object (surface, "notify::height", G_CALLBACK (surface_resized), widget, 0);
}

static gboolean
scope_window_close_request (GtkWindow *window)
{
  if (scope_window_keep_ask (SCOPE_WINDOW (window)->keep, FALSE))
    return TRUE;
  return GTK_WINDOW_CLASS (scope_window_parent_class)->close_request (window);
}

gboolean
scope_window_ask_to_quit (ScopeWindow *self)
{
  return scope_window_keep_ask (self->keep, TRUE);
}

static void
bar_response (GtkInfoBar *bar, int response, gpointer data)
{
  if (response == GTK_RESPONSE_CLOSE)
    gtk_info_bar_set_revealed (bar, FALSE);
}

static void
timeline_inspect (ScopeTimeline *timeline, ScopeWindow *self)
{
  scope_dock_raise (self->host->dock, "inspector");
}

/* --- life --- */

static void
scope_window_dispose (GObject *object)
{
  ScopeWindow *self = SCOPE_WINDOW (object);
  ScopeHost *host = self->host;

  /* One that is there for its picture says nothing of what a person likes. */
  if (host->dock != NULL && self->panels != NULL && !scope_screenshot_is_wanted (GTK_WINDOW (self)))
    scope_window_panels_keep_layout (self->panels, scope_window_comparison_borrows_bottom (self->comparison));
  close_document (self);
  scope_window_reload_end (self->reload);
  host->window = NULL;
  host->toasts = NULL;
  host->stack = NULL;
  host->dock = NULL;
  host->timeline = NULL;
  G_OBJECT_CLASS (scope_window_parent_class)->dispose (object);
}

/* Not sooner: actions have them as their data. */
static void
scope_window_finalize (GObject *object)
{
  ScopeWindow *self = SCOPE_WINDOW (object);

  g_object_unref (self->comparison);
  g_object_unref (self->reload);
  g_object_unref (self->live);
  g_object_unref (self->keep);
  g_object_unref (self->notes);
  g_object_unref (self->finding);
  g_clear_object (&self->panels);
  g_object_unref (self->host);
  G_OBJECT_CLASS (scope_window_parent_class)->finalize (object);
}

static void
scope_window_class_init (ScopeWindowClass *klass)
{
  /* What the parts ask for by its name. */
  static const char *const children[] = {
    "toasts", "stack", "dock", "timeline", "banner_follow", "banner_profile", "follow_page", "follow_spinner", "wait_spinner",
    "follow_button", "live_strip", "live_revealer", "panels_section", "side_button", "bottom_button", "search_button", "reload_bar",
    "reload_label", "reload_button", "compare_before_button", "follow_again_button", "together_bar", "together_label", "next_run_bar", "clocks_bar",
    "clocks_label", "clocks_choice", "finding_bar", "finding_label", "finding_gain",
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = scope_window_finalize;
  widget_class->realize = scope_window_realize;
  GTK_WINDOW_CLASS (klass)->close_request = scope_window_close_request;
  g_type_ensure (SCOPE_TYPE_DOCK);
  g_type_ensure (SCOPE_TYPE_RECENT_RUNS);
  g_type_ensure (SCOPE_TYPE_LIVE_STRIP);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/lanescope/Lanescope/scope-window.ui");
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    gtk_widget_class_bind_template_child_full (widget_class, children[i], FALSE, 0);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, title);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, history_box);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, menu_button);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, progress_revealer);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, progress_label);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, progress_bar);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, banner);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, banner_label);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, banner_details);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, error_page);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, example_button);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, recent_section);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, example_section);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, file_section);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, view_section);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, view_menu);
}

static void
add_parts (ScopeWindow *self)
{
  ScopeHost *host = self->host = g_object_new (SCOPE_TYPE_HOST, NULL);

  host->window = GTK_WINDOW (self);
  host->show = show_document;
  host->toasts = scope_host_get_child (host, "toasts");
  host->stack = scope_host_get_child (host, "stack");
  host->dock = scope_host_get_child (host, "dock");
  host->timeline = scope_host_get_child (host, "timeline");
  self->comparison = scope_part_new (SCOPE_TYPE_WINDOW_COMPARISON, host);
  self->reload = scope_window_reload_new (host, self->comparison);
  self->live = scope_part_new (SCOPE_TYPE_WINDOW_LIVE, host);
  self->keep = scope_part_new (SCOPE_TYPE_WINDOW_KEEP, host);
  self->notes = scope_part_new (SCOPE_TYPE_WINDOW_NOTES, host);
  self->finding = scope_part_new (SCOPE_TYPE_WINDOW_FINDING, host);
  scope_window_pictures_add (host, self->comparison);
  scope_window_notices_add (host);
  scope_window_clocks_add (host);
  scope_window_dnd_add (host, self->comparison);
}

static void
scope_window_init (ScopeWindow *self)
{
  static const char *const bars[] = { "reload_bar", "together_bar", "next_run_bar", "clocks_bar", "finding_bar", "banner" };

  gtk_widget_init_template (GTK_WIDGET (self));
  add_parts (self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "timeline", scope_timeline_get_actions (self->host->timeline));
  for (guint i = 0; i < G_N_ELEMENTS (bars); i++)
    g_signal_connect (scope_host_get_child (self->host, bars[i]), "response", G_CALLBACK (bar_response), NULL);
  g_signal_connect (self->host->timeline, "inspect", G_CALLBACK (timeline_inspect), self);
  scope_spin_while_shown (GTK_SPINNER (scope_host_get_child (self->host, "wait_spinner")));
  scope_window_add_actions (self);
  scope_window_fill_menus (self);
}

ScopeWindow *
scope_window_new (GtkApplication *application)
{
  ScopeWindow *self = g_object_new (SCOPE_TYPE_WINDOW, "application", application, NULL);

  /* Not in init(): the settings are the application's. */
  g_object_get (application, "settings", &self->host->settings, NULL);
  scope_window_settings_follow (self->host);
  self->panels = scope_part_new (SCOPE_TYPE_WINDOW_PANELS, self->host);
  scope_window_update_actions (self);
  return self;
}
