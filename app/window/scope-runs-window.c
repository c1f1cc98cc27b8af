/* scope-runs-window.c: see scope-runs-window.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/scope-runs-window.h"

#include "app/kit/scope-toast.h"
#include "io/export/scope-picture.h"
#include "io/import/scope-import.h"
#include "app/window/scope-run-offer.h"
#include "widgets/kit/scope-file-chooser.h"
#include "widgets/kit/scope-text-saver.h"

#include <glib/gi18n.h>

#define PICTURE_WIDTH 1200
#define SCALING_HEIGHT 860
#define BAND_HEIGHT 520

struct _ScopeRunsWindow
{
  AdwWindow parent_instance;

  ScopeSettings *settings;
  GPtrArray *paths; /* of the runs, in their order */
  GPtrArray *names; /* what they are called, NULL: as their files */
  GtkWidget *view, *toasts;
  AdwWindowTitle *title;
};

G_DEFINE_FINAL_TYPE (ScopeRunsWindow, scope_runs_window, ADW_TYPE_WINDOW)

ScopeRunsView *
scope_runs_window_get_view (ScopeRunsWindow *self)
{
  return SCOPE_RUNS_VIEW (self->view);
}

static void
say (ScopeRunsWindow *self, const char *text)
{
  scope_toast_say (ADW_TOAST_OVERLAY (self->toasts), text, 5);
}

/* --- opening runs: on the thread that reads --- */

typedef struct
{
  char **paths;
  char *cache_dir;
  guint64 cache_limit;
} Opener;

static void
opener_free (gpointer data)
{
  Opener *opener = data;

  g_strfreev (opener->paths);
  g_free (opener->cache_dir);
  g_free (opener);
}

static ScopeTrace *
open_run (gpointer data, guint run, GCancellable *cancellable, GError **error)
{
  Opener *opener = data;
  const char *paths[] = { opener->paths[run], NULL };
  ScopeImportOptions options = { .cache_dir = opener->cache_dir[0] != '\0' ? opener->cache_dir : NULL,
                                 .cache_limit = opener->cache_limit };
  g_autoptr (ScopeImport) import = scope_import_new (paths, 1, &options);

  if (!scope_import_run (import, cancellable, error))
    return NULL;
  return g_object_ref (scope_import_get_trace (import));
}

/* A file's name, with as much of its folder as tells it from others of that name. */
static char *
short_name (GPtrArray *paths, guint i)
{
  g_autofree char *base = g_filename_display_basename (paths->pdata[i]);

  for (guint k = 0; k < paths->len; k++)
    {
      g_autofree char *other = g_filename_display_basename (paths->pdata[k]);

      if (k != i && g_str_equal (other, base))
        {
          g_autofree char *folder = g_path_get_dirname (paths->pdata[i]), *last = g_filename_display_basename (folder);

          return g_strdup_printf ("%s/%s", last, base);
        }
    }
  return g_steal_pointer (&base);
}

static void
read_runs (ScopeRunsWindow *self)
{
  Opener *opener = g_new0 (Opener, 1);
  g_autoptr (ScopeRunSet) set = scope_run_set_new (open_run, opener, opener_free);
  g_autofree char *subtitle = NULL;

  opener->paths = g_new0 (char *, self->paths->len + 1);
  opener->cache_dir = scope_settings_dup_string (self->settings, "cache-folder");
  opener->cache_limit = scope_settings_get_uint64 (self->settings, "cache-limit");
  for (guint i = 0; i < self->paths->len; i++)
    {
      const char *given = self->names->pdata[i];
      g_autofree char *name = given != NULL ? g_strdup (given) : short_name (self->paths, i);

      opener->paths[i] = g_strdup (self->paths->pdata[i]);
      scope_run_set_add (set, name);
    }
  scope_runs_view_set_runs (SCOPE_RUNS_VIEW (self->view), set);
  subtitle = g_strdup_printf (ngettext ("%u run", "%u runs", self->paths->len), self->paths->len);
  adw_window_title_set_subtitle (self->title, subtitle);
}

static void
add_run (ScopeRunsWindow *self, const char *path, const char *name)
{
  if (g_ptr_array_find_with_equal_func (self->paths, path, g_str_equal, NULL))
    return;
  g_ptr_array_add (self->paths, g_strdup (path));
  g_ptr_array_add (self->names, g_strdup (name));
}

void
scope_runs_window_add_paths (ScopeRunsWindow *self, const char *const *paths)
{
  guint before;

  g_return_if_fail (SCOPE_IS_RUNS_WINDOW (self));

  before = self->paths->len;
  for (guint i = 0; paths[i] != NULL; i++)
    add_run (self, paths[i], NULL);
  if (self->paths->len > before)
    read_runs (self);
}

void
scope_runs_window_add_runs (ScopeRunsWindow *self, GPtrArray *runs)
{
  guint before;

  g_return_if_fail (SCOPE_IS_RUNS_WINDOW (self));

  before = self->paths->len;
  for (guint i = 0; i < runs->len; i++)
    {
      const ScopeRunFacts *facts = scope_run_facts (runs->pdata[i]);
      g_autofree char *date = scope_run_dup_date (runs->pdata[i]);
      g_autofree char *file = facts->paths[0] != NULL ? g_filename_display_basename (facts->paths[0]) : NULL;
      /* Each from what was kept of it: its files may have been written over. The same file may have been written by several of them: the date tells them apart. */
      g_autofree char *name = g_strdup_printf ("%s%s%s", file != NULL ? file : facts->title, date[0] != '\0' ? ", " : "", date);
      const char *path = facts->index_path != NULL ? facts->index_path : facts->paths[0];

      if (path != NULL)
        add_run (self, path, name);
    }
  if (self->paths->len > before)
    read_runs (self);
}

static void
remove_runs (ScopeRunsView *view, GArray *runs, ScopeRunsWindow *self)
{
  for (guint i = self->paths->len; i > 0; i--)
    for (guint k = 0; k < runs->len; k++)
      if (g_array_index (runs, guint, k) == i - 1)
        {
          g_ptr_array_remove_index (self->paths, i - 1);
          g_ptr_array_remove_index (self->names, i - 1);
          break;
        }
  read_runs (self);
}

static void
add_files (ScopeRunsWindow *self, GPtrArray *files)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < files->len; i++)
    {
      char *path = g_file_get_path (files->pdata[i]);

      if (path != NULL)
        g_ptr_array_add (paths, path);
    }
  g_ptr_array_add (paths, NULL);
  scope_runs_window_add_paths (self, (const char *const *) paths->pdata);
}

/* --- dialogs --- */

static void
files_chosen (gpointer owner, GPtrArray *files, gpointer data)
{
  add_files (owner, files);
}

static void
ask_files (ScopeRunsWindow *self)
{
  GtkFileChooser *chooser = scope_file_chooser_new (GTK_WIDGET (self), GTK_FILE_CHOOSER_ACTION_OPEN, _("Add Runs"), _("_Add"),
                                                    files_chosen, NULL, NULL);

  if (chooser == NULL)
    return;
  gtk_file_chooser_set_select_multiple (chooser, TRUE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
runs_chosen (ScopeRunChooser *chooser, GPtrArray *runs, ScopeRunsWindow *self)
{
  scope_runs_window_add_runs (self, runs);
}

static void
ask_runs (ScopeRunsWindow *self)
{
  ScopeRunChooser *chooser
      = scope_run_chooser_new (GTK_WINDOW (self), _("Add Runs"), _("_Add"), SCOPE_RUN_CHOOSER_SEVERAL | SCOPE_RUN_CHOOSER_FILE);
  g_autofree char *folder = scope_settings_dup_cache_folder (self->settings);

  g_signal_connect_object (chooser, "chosen", G_CALLBACK (runs_chosen), self, 0);
  g_signal_connect_object (chooser, "file", G_CALLBACK (ask_files), self, G_CONNECT_SWAPPED);
  scope_run_offer (chooser, folder, NULL);
}

static void
picture_chosen (gpointer owner, GPtrArray *files, gpointer data)
{
  ScopeRunsWindow *self = owner;
  gboolean band = g_str_equal (scope_runs_view_get_page (SCOPE_RUNS_VIEW (self->view)), "band");
  g_autofree char *path = scope_file_chooser_dup_path (files);
  g_autoptr (ScopeScene) scene = NULL;
  g_autoptr (GError) error = NULL;

  scene = path != NULL ? scope_runs_view_draw (SCOPE_RUNS_VIEW (self->view), PICTURE_WIDTH, band ? BAND_HEIGHT : SCALING_HEIGHT,
                                               scope_palette_get (SCOPE_PALETTE_LIGHT))
                       : NULL;
  if (scene == NULL)
    return;
  if (scope_picture_write_scene (scene, NULL, 1, path, &error))
    {
      g_autofree char *name = g_file_get_parse_name (files->pdata[0]);

      scope_toast_say_written (ADW_TOAST_OVERLAY (self->toasts), name);
    }
  else
    say (self, error->message);
}

static void
ask_picture (ScopeRunsWindow *self)
{
  g_autofree char *name = scope_runs_view_dup_name (SCOPE_RUNS_VIEW (self->view));
  g_autofree char *file = g_strdup_printf ("%s.svg", name);
  g_autoptr (ScopeScene) scene
      = scope_runs_view_draw (SCOPE_RUNS_VIEW (self->view), PICTURE_WIDTH, BAND_HEIGHT, scope_palette_get (SCOPE_PALETTE_LIGHT));

  if (scene == NULL)
    say (self, _("There is no picture to save"));
  else
    scope_file_chooser_ask (GTK_WIDGET (self), GTK_FILE_CHOOSER_ACTION_SAVE, _("Export Picture (.svg, .png, .pdf)"), _("_Save"),
                            file, picture_chosen, NULL, NULL);
}

static void
ask_csv (ScopeRunsWindow *self)
{
  char *csv = scope_runs_view_dup_csv (SCOPE_RUNS_VIEW (self->view));
  g_autofree char *name = scope_runs_view_dup_name (SCOPE_RUNS_VIEW (self->view));
  g_autofree char *file = g_strdup_printf ("%s.csv", name);

  if (csv != NULL)
    scope_text_saver_ask (GTK_WIDGET (self), _("Save as CSV"), file, csv);
  else
    say (self, _("There is nothing to save"));
}

static void
notify_written_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  scope_toast_say_written (ADW_TOAST_OVERLAY (SCOPE_RUNS_WINDOW (widget)->toasts), g_variant_get_string (parameter, NULL));
}

/* --- life --- */

static gboolean
dropped (GtkDropTarget *target, const GValue *value, double x, double y, ScopeRunsWindow *self)
{
  GSList *found = gdk_file_list_get_files (g_value_get_boxed (value));
  g_autoptr (GPtrArray) files = g_ptr_array_new ();

  for (GSList *item = found; item != NULL; item = item->next)
    g_ptr_array_add (files, item->data);
  g_slist_free (found);
  add_files (self, files);
  return TRUE;
}

static GtkWidget *
make_button (const char *icon, const char *label, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static GtkWidget *
make_header (ScopeRunsWindow *self)
{
  GtkWidget *header = adw_header_bar_new (), *add = gtk_button_new_with_mnemonic (_("_Add Files…")), *runs;

  gtk_widget_set_tooltip_text (add, _("Add runs, one file each"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (add), "win.open");
  self->title = ADW_WINDOW_TITLE (adw_window_title_new (_("Several Runs"), NULL));
  adw_header_bar_set_title_widget (ADW_HEADER_BAR (header), GTK_WIDGET (self->title));
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), add);
  runs = gtk_button_new_with_mnemonic (_("Add _Runs…"));
  gtk_widget_set_tooltip_text (runs, _("Add recent runs"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (runs), "win.add-runs");
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), runs);
  adw_header_bar_pack_end (ADW_HEADER_BAR (header),
                           make_button ("camera-photo-symbolic", _("Export Picture"), "win.export-picture"));
  adw_header_bar_pack_end (ADW_HEADER_BAR (header),
                           make_button ("document-save-symbolic", _("Save as CSV"), "win.save-csv"));
  return header;
}

static void
action_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ScopeRunsWindow *self = SCOPE_RUNS_WINDOW (widget);

  if (g_str_equal (name, "win.open"))
    ask_files (self);
  else if (g_str_equal (name, "win.add-runs"))
    ask_runs (self);
  else if (g_str_equal (name, "win.export-picture"))
    ask_picture (self);
  else
    ask_csv (self);
}

static void
scope_runs_window_dispose (GObject *object)
{
  ScopeRunsWindow *self = SCOPE_RUNS_WINDOW (object);

  g_clear_object (&self->settings);
  G_OBJECT_CLASS (scope_runs_window_parent_class)->dispose (object);
}

static void
scope_runs_window_finalize (GObject *object)
{
  g_ptr_array_unref (SCOPE_RUNS_WINDOW (object)->paths);
  g_ptr_array_unref (SCOPE_RUNS_WINDOW (object)->names);
  G_OBJECT_CLASS (scope_runs_window_parent_class)->finalize (object);
}

static void
scope_runs_window_class_init (ScopeRunsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_runs_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = scope_runs_window_finalize;
  gtk_widget_class_install_action (widget_class, "win.open", NULL, action_activated);
  gtk_widget_class_install_action (widget_class, "win.add-runs", NULL, action_activated);
  gtk_widget_class_install_action (widget_class, "win.export-picture", NULL, action_activated);
  gtk_widget_class_install_action (widget_class, "win.notify-written", "s", notify_written_activated);
  gtk_widget_class_install_action (widget_class, "win.save-csv", NULL, action_activated);
}

static void
scope_runs_window_init (ScopeRunsWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  self->paths = g_ptr_array_new_with_free_func (g_free);
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->view = g_object_new (SCOPE_TYPE_RUNS_VIEW, NULL);
  self->toasts = adw_toast_overlay_new ();
  gtk_widget_set_vexpand (self->view, TRUE);
  g_signal_connect_swapped (self->view, "add", G_CALLBACK (ask_files), self);
  g_signal_connect (self->view, "remove", G_CALLBACK (remove_runs), self);
  gtk_box_append (GTK_BOX (box), make_header (self));
  gtk_box_append (GTK_BOX (box), self->view);
  adw_toast_overlay_set_child (ADW_TOAST_OVERLAY (self->toasts), box);
  adw_window_set_content (ADW_WINDOW (self), self->toasts);
  gtk_window_set_title (GTK_WINDOW (self), _("Several Runs"));
  gtk_window_set_default_size (GTK_WINDOW (self), 1100, 780);
  g_signal_connect (target, "drop", G_CALLBACK (dropped), self);
  gtk_widget_add_controller (box, GTK_EVENT_CONTROLLER (target));
}

ScopeRunsWindow *
scope_runs_window_new (GtkApplication *application, ScopeSettings *settings)
{
  ScopeRunsWindow *self = g_object_new (SCOPE_TYPE_RUNS_WINDOW, NULL);

  self->settings = g_object_ref (settings);
  gtk_window_set_application (GTK_WINDOW (self), application);
  return self;
}
