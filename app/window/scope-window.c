/* scope-window.c: the window's life and its states: empty, reading, shown, failed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-window-private.h"

#include "app/window/scope-recent-runs.h"
#include "app/kit/scope-toast.h"
#include "widgets/inspector/scope-inspector.h"

#include <glib/gi18n.h>

#define BANNER_DETAILS 1
#define BANNER_FOLLOW 2

G_DEFINE_FINAL_TYPE (ScopeWindow, scope_window, ADW_TYPE_APPLICATION_WINDOW)

const char *
scope_window_get_page (ScopeWindow *self)
{
  return gtk_stack_get_visible_child_name (self->stack);
}

gboolean
scope_window_is_empty (ScopeWindow *self)
{
  return self->document == NULL || scope_document_get_state (self->document) == SCOPE_DOCUMENT_FAILED;
}

ScopeDocument *
scope_window_get_document (ScopeWindow *self)
{
  return self->document;
}

ScopeTimeline *
scope_window_get_timeline (ScopeWindow *self)
{
  return self->timeline;
}

ScopeDock *
scope_window_get_dock (ScopeWindow *self)
{
  return self->dock;
}

gboolean
scope_window_is_settled (ScopeWindow *self)
{
  if (self->document == NULL)
    return TRUE;
  if (scope_document_get_state (self->document) == SCOPE_DOCUMENT_LOADING)
    return FALSE;
  if (!scope_window_compare_is_settled (self))
    return FALSE;
  return !g_str_equal (scope_window_get_page (self), "trace") || self->compare != NULL
         || scope_timeline_is_complete (self->timeline);
}

/* --- states --- */

static void
update_title (ScopeWindow *self)
{
  g_autofree char *title = NULL, *subtitle = NULL, *whole = NULL;

  if (self->document == NULL)
    {
      adw_window_title_set_title (self->title, "Lanescope");
      adw_window_title_set_subtitle (self->title, "");
      gtk_window_set_title (GTK_WINDOW (self), "Lanescope");
      return;
    }
  title = scope_document_dup_title (self->document);
  if (g_str_equal (scope_window_get_page (self), "trace"))
    subtitle = scope_document_dup_subtitle (self->document);
  whole = g_strdup_printf ("%s – Lanescope", title);
  adw_window_title_set_title (self->title, title);
  adw_window_title_set_subtitle (self->title, subtitle != NULL ? subtitle : "");
  gtk_window_set_title (GTK_WINDOW (self), whole);
}

static void
update_progress (ScopeWindow *self, ScopeDocumentState state)
{
  gboolean loading = state == SCOPE_DOCUMENT_LOADING && scope_document_get_where (self->document) == NULL;
  double progress = scope_trace_get_progress (scope_document_get_trace (self->document));
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
  gboolean alone = g_str_equal (scope_window_get_page (self), "error");
  g_autofree char *damage = !alone ? scope_document_dup_damage (self->document) : NULL;
  gboolean news = g_strcmp0 (damage, gtk_label_get_label (self->banner_label)) != 0;

  if (damage == NULL && !self->live.growing)
    gtk_info_bar_set_revealed (self->banner, FALSE);
  else if (news && damage != NULL && !self->live.growing)
    {
      gtk_label_set_label (self->banner_label, damage);
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->banner_label), damage);
      gtk_widget_set_visible (self->banner_details, scope_document_has_losses (self->document));
      gtk_info_bar_set_revealed (self->banner, TRUE);
    }
}

static void
show_error (ScopeWindow *self, const char *title, const char *why)
{
  g_autofree char *name = scope_document_dup_title (self->document);
  g_autofree char *whole = g_strdup_printf (title, name);
  g_autofree char *safe = g_markup_escape_text (whole, -1);
  g_autofree char *safe_why = NULL, *sentence = NULL;
  char first[8] = "";

  g_unichar_to_utf8 (g_unichar_toupper (g_utf8_get_char (why)), first);
  sentence = *why != '\0' ? g_strconcat (first, g_utf8_next_char (why), NULL) : g_strdup (why);
  safe_why = g_markup_escape_text (sentence, -1);
  adw_status_page_set_title (self->error_page, safe);
  adw_status_page_set_description (self->error_page, safe_why);
  gtk_stack_set_visible_child_name (self->stack, "error");
}

static void
update_page (ScopeWindow *self, ScopeDocumentState state)
{
  ScopeTrace *trace = scope_document_get_trace (self->document);

  if (state == SCOPE_DOCUMENT_FAILED)
    {
      show_error (self, _("“%s” Cannot Be Opened"), scope_document_get_error (self->document));
      return;
    }
  if (scope_document_is_void (self->document))
    {
      /* A log that was killed before its first event, or holds one only: there will be no more to wait for. */
      if (state == SCOPE_DOCUMENT_READY && scope_document_get_where (self->document) == NULL)
        {
          g_autofree char *damage = scope_document_dup_damage (self->document);

          show_error (self, _("“%s” Has Nothing to Show"), damage != NULL ? damage : _("Nothing was recorded in it."));
        }
      /* Nothing to look at yet: nothing for a moment, then a page that says so. */
      else if (self->late == 0 && !scope_window_wait_live (self))
        gtk_stack_set_visible_child_name (self->stack, "wait");
      return;
    }
  if (scope_timeline_get_view (self->timeline) == NULL)
    {
      scope_timeline_set_trace (self->timeline, trace);
      scope_window_apply_settings (self);
      scope_dock_set_view (self->dock, scope_timeline_get_view (self->timeline));
      gtk_stack_set_visible_child_name (self->stack, "trace");
      gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
    }
}

void
scope_window_toast (ScopeWindow *self, const char *text)
{
  scope_toast_say (self->toasts, text, 8);
}

/* What could be read stands among the recent files. What was kept of a run does not: the list of runs has it. */
static void
add_to_recent (ScopeWindow *self)
{
  GPtrArray *files = scope_document_get_files (self->document);

  for (guint i = 0; i < files->len && scope_document_get_where (self->document) == NULL; i++)
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
  GFile *file = scope_document_get_file (self->document);
  g_autofree char *uri = file != NULL ? g_file_get_uri (file) : NULL;

  if (uri != NULL && !g_str_has_suffix (uri, ".h5") && !g_file_has_uri_scheme (file, "run")
      && scope_timeline_get_view (self->timeline) != NULL)
    scope_recent_runs_remember (uri, scope_timeline_get_view (self->timeline));
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
  scope_window_update_live (self);
  if (state == SCOPE_DOCUMENT_LOADING && scope_document_get_live (document) != NULL)
    scope_window_keep_notes (self);
  scope_window_reload_advance (self, state);
  shown = g_str_equal (scope_window_get_page (self), "trace");
  gtk_widget_set_visible (self->history_box, shown);
  if (shown)
    scope_dock_update (self->dock);
  if (state == SCOPE_DOCUMENT_READY)
    add_to_recent (self);
  if (state == SCOPE_DOCUMENT_READY && scope_window_part (self))
    g_signal_handlers_disconnect_by_func (document, document_changed, self);
  else if (state == SCOPE_DOCUMENT_READY)
    {
      if (scope_document_get_notice (document) != NULL)
        scope_window_toast (self, scope_document_get_notice (document));
      scope_window_update_merged_logs (self);
      scope_window_update_next_run (self);
      scope_window_keep_notes (self);
      scope_window_reload_watch (self);
      remember_run (self);
      g_signal_handlers_disconnect_by_func (document, document_changed, self);
      scope_window_advance_compare (self);
    }
  scope_window_update_actions (self);
}

static gboolean
reading_takes_long (gpointer data)
{
  ScopeWindow *self = data;

  self->late = 0;
  document_changed (self->document, self);
  return G_SOURCE_REMOVE;
}

static void
close_document (ScopeWindow *self)
{
  g_clear_handle_id (&self->late, g_source_remove);
  if (self->document == NULL)
    return;
  g_signal_handlers_disconnect_by_func (self->document, document_changed, self);
  scope_document_cancel (self->document);
  scope_window_end_compare (self);
  scope_window_reload_close (self);
  scope_window_drop_notes (self);
  scope_window_drop_live (self);
  if (self->dock != NULL)
    scope_dock_set_view (self->dock, NULL);
  if (self->timeline != NULL)
    scope_timeline_set_trace (self->timeline, NULL);
  g_clear_object (&self->document);
}

void
scope_window_show_document (ScopeWindow *self, ScopeDocument *document)
{
  close_document (self);
  gtk_info_bar_set_revealed (self->banner, FALSE);
  gtk_label_set_label (self->banner_label, "");
  self->document = document;
  scope_window_update_merged_logs (self);
  scope_window_update_next_run (self);
  self->late = g_timeout_add (300, reading_takes_long, self);
  g_signal_connect (self->document, "changed", G_CALLBACK (document_changed), self);
  scope_document_start (self->document);
  update_title (self);
  scope_window_update_actions (self);
}

void
scope_window_forget_document (ScopeWindow *self)
{
  close_document (self);
  gtk_stack_set_visible_child_name (self->stack, "empty");
  gtk_widget_set_visible (self->history_box, FALSE);
  gtk_info_bar_set_revealed (self->banner, FALSE);
  scope_window_update_merged_logs (self);
  scope_window_update_next_run (self);
  update_title (self);
  scope_window_update_actions (self);
}

static void
open_files (ScopeWindow *self, GFile *const *files, guint n_files, gboolean alone)
{
  g_return_if_fail (SCOPE_IS_WINDOW (self));
  g_return_if_fail (n_files > 0);

  scope_window_show_document (self, scope_window_new_document (self, files, n_files, alone));
}

void
scope_window_open (ScopeWindow *self, GFile *const *files, guint n_files)
{
  open_files (self, files, n_files, FALSE);
}

void
scope_window_open_alone (ScopeWindow *self, GFile *const *files, guint n_files)
{
  open_files (self, files, n_files, TRUE);
}

/* --- size --- */

static void
surface_resized (GdkSurface *surface, GParamSpec *pspec, ScopeWindow *self)
{
  scope_window_judge_room (self, gdk_surface_get_width (surface), gdk_surface_get_height (surface));
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

static void
banner_response (GtkInfoBar *banner, int response, ScopeWindow *self)
{
  if (response == BANNER_DETAILS)
    {
      if (scope_dock_raise (self->dock, "inspector"))
        scope_inspector_show_losses (SCOPE_INSPECTOR (scope_dock_get_panel (self->dock, "inspector")));
    }
  else
    gtk_info_bar_set_revealed (banner, FALSE);
}

static void
timeline_inspect (ScopeTimeline *timeline, ScopeWindow *self)
{
  scope_dock_raise (self->dock, "inspector");
}

/* --- life --- */

static void
scope_window_dispose (GObject *object)
{
  ScopeWindow *self = SCOPE_WINDOW (object);

  g_clear_handle_id (&self->shot_timeout, g_source_remove);
  if (self->dock != NULL)
    scope_window_keep_layout (self);
  close_document (self);
  scope_window_reload_end (self);
  if (self->chooser != NULL)
    gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (self->chooser));
  g_clear_object (&self->chooser);
  g_clear_pointer (&self->shot_path, g_free);
  g_clear_pointer (&self->panels_shown, g_free);
  g_clear_object (&self->settings);
  self->timeline = NULL;
  self->dock = NULL;
  G_OBJECT_CLASS (scope_window_parent_class)->dispose (object);
}

static void
scope_window_class_init (ScopeWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (SCOPE_TYPE_DOCK);
  G_OBJECT_CLASS (klass)->dispose = scope_window_dispose;
  widget_class->realize = scope_window_realize;
  g_type_ensure (SCOPE_TYPE_RECENT_RUNS);
  g_type_ensure (SCOPE_TYPE_LIVE_STRIP);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/lanescope/Lanescope/scope-window.ui");
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, title);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, open_button);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, history_box);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, menu_button);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, side_button);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, bottom_button);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, search_button);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, progress_revealer);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, progress_label);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, progress_bar);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, banner);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, banner_label);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, error_page);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, follow_page);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, follow_spinner);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, follow_button);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, live_strip);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, live_revealer);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, example_button);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, dock);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, timeline);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, recent_section);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, example_section);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, panels_section);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, file_section);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, view_section);
  gtk_widget_class_bind_template_child (widget_class, ScopeWindow, view_menu);
}

static void
scope_window_init (ScopeWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "timeline", scope_timeline_get_actions (self->timeline));
  self->banner_details = gtk_info_bar_add_button (self->banner, _("Details"), BANNER_DETAILS);
  self->banner_follow = gtk_info_bar_add_button (self->banner, _("Follow"), BANNER_FOLLOW);
  gtk_widget_set_visible (self->banner_follow, FALSE);
  g_signal_connect (self->banner, "response", G_CALLBACK (banner_response), self);
  g_signal_connect (self->timeline, "inspect", G_CALLBACK (timeline_inspect), self);
  scope_window_add_note_actions (self);
  scope_window_add_choose_actions (self);
  scope_window_add_picture_actions (self);
  scope_window_add_panel_picture_actions (self);
  scope_window_add_compare_actions (self);
  scope_window_add_live_actions (self);
  scope_window_add_actions (self);
  scope_window_add_run_actions (self);
  scope_window_add_reload (self);
  scope_window_add_merged_logs (self);
  scope_window_add_next_run (self);
  scope_window_add_session_actions (self);
  scope_window_accept_drops (self);
  scope_window_fill_menus (self);
}

ScopeWindow *
scope_window_new (ScopeApplication *application)
{
  ScopeWindow *self = g_object_new (SCOPE_TYPE_WINDOW, "application", application, NULL);

  scope_window_follow_settings (self);
  /* Not in init(): the settings are the application's. */
  scope_window_add_panels (self);
  return self;
}
