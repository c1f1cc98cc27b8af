/* scope-recent-runs.c: see scope-recent-runs.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-recent-runs.h"

#include "app/dialogs/scope-picture-dialog.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-task.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <utime.h>

/* Of recent files. GTK 4.8 takes what it is given for no groups at all if the lowest byte of the first one's address is zero
 * (it looks at that, not at the group): at an odd address it is not. */
static _Alignas (2) char group_text[] = " lanescope-runs";
#define GROUP (&group_text[1])
#define SHOWN 3u
#define KEPT 40u /* pictures; more are removed, the oldest first */
#define WIDTH 200
#define HEIGHT 116

struct _ScopeRecentRuns
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GCancellable *cancellable; /* of the pictures being read */
};

G_DEFINE_FINAL_TYPE (ScopeRecentRuns, scope_recent_runs, GTK_TYPE_WIDGET)

/* --- the list --- */

static int
compare_modified (gconstpointer a, gconstpointer b)
{
  return -g_date_time_compare (gtk_recent_info_get_modified (*(GtkRecentInfo *const *) a),
                               gtk_recent_info_get_modified (*(GtkRecentInfo *const *) b));
}

void
scope_recent_runs_add (const char *uri)
{
  g_autofree char *type = g_content_type_guess (uri, NULL, 0, NULL), *mime = g_content_type_get_mime_type (type);
  g_autofree char *command = g_strjoin (" ", g_get_prgname (), "%u", NULL);
  char *groups[] = { GROUP, NULL };
  GtkRecentData data = { .mime_type = mime != NULL ? mime : (char *) "application/octet-stream",
                         .app_name = (char *) g_get_application_name (),
                         .app_exec = command,
                         .groups = groups };

  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

GPtrArray *
scope_recent_runs_list (guint max)
{
  GPtrArray *ours = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_recent_info_unref);
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());

  for (GList *item = items; item != NULL; item = item->next)
    if (gtk_recent_info_has_application (item->data, g_get_application_name ()) && gtk_recent_info_has_group (item->data, GROUP)
        /* Whether one on another computer exists nobody knows, and GTK says no. */
        && (!gtk_recent_info_is_local (item->data) || gtk_recent_info_exists (item->data)))
      g_ptr_array_add (ours, item->data);
    else
      gtk_recent_info_unref (item->data);
  g_list_free (items);
  g_ptr_array_sort (ours, compare_modified);
  if (ours->len > max)
    g_ptr_array_set_size (ours, (int) max);
  return ours;
}

/* --- pictures --- */

static char *
folder_path (void)
{
  return g_build_filename (g_get_user_cache_dir (), "lanescope", "recent", NULL);
}

char *
scope_recent_runs_path (const char *uri, gboolean dark)
{
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, uri, -1), *folder = folder_path ();
  g_autofree char *name = g_strdup_printf ("%.32s-%s.png", digest, dark ? "dark" : "light");

  return g_build_filename (folder, name, NULL);
}

typedef struct
{
  char *path;
  gint64 time;
} Kept;

SCOPE_COMPARE_BY (compare_time, Kept, SCOPE_DOWN (time))

static void
clear_kept (gpointer data)
{
  g_free (((Kept *) data)->path);
}

static gpointer
remove_old (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  g_autofree char *folder = folder_path ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Kept));
  const char *name;

  g_array_set_clear_func (all, clear_kept);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      Kept kept = { g_build_filename (folder, name, NULL), 0 };
      GStatBuf info;

      if (g_str_has_suffix (name, ".png") && g_stat (kept.path, &info) == 0)
        {
          kept.time = (gint64) info.st_mtime;
          g_array_append_val (all, kept);
        }
      else
        g_free (kept.path);
    }
  g_array_sort (all, compare_time);
  for (guint i = KEPT; i < all->len; i++)
    g_unlink (g_array_index (all, Kept, i).path);
  return NULL;
}

/* A run whose pictures are being looked for, then drawn: one after the other, since each looks at all of the trace. */
typedef struct
{
  ScopeView *view;
  char *paths[2], *of; /* light, dark */
  gboolean wanted[2];
  guint dark;       /* which comes next */
  GBytes *picture;  /* that has just been drawn */
} Remembering;

static void
remembering_free (gpointer data)
{
  Remembering *run = data;

  g_clear_object (&run->view);
  g_free (run->paths[0]);
  g_free (run->paths[1]);
  g_free (run->of);
  g_clear_pointer (&run->picture, g_bytes_unref);
  g_free (run);
}

/* What a picture is of stands behind its end, where nobody who shows it looks: this program, and what is kept of the trace, whose name is
 * made of the trace's contents. NULL: nothing is kept. */
static char *
dup_of (ScopeTrace *trace)
{
  const char *path = scope_trace_index_path (trace, NULL, NULL);
  g_autofree char *name = path != NULL ? g_path_get_basename (path) : NULL;

  return name != NULL ? g_strconcat ("\nlanescope " LANESCOPE_VERSION " ", name, NULL) : NULL;
}

static gboolean
is_of (const char *path, const char *of)
{
  gsize n = strlen (of);
  g_autofree char *end = g_malloc (n);
  FILE *file = g_fopen (path, "rb");
  gboolean same = file != NULL && fseek (file, -(long) n, SEEK_END) == 0 && fread (end, 1, n, file) == n && memcmp (end, of, n) == 0;

  if (file != NULL)
    fclose (file);
  return same;
}

static gpointer
look_for_pictures (gpointer source, gconstpointer question, GCancellable *cancellable, GError **error)
{
  Remembering *run = (Remembering *) question;

  for (guint dark = 0; dark < 2; dark++)
    {
      run->wanted[dark] = run->of == NULL || !is_of (run->paths[dark], run->of);
      if (!run->wanted[dark])
        g_utime (run->paths[dark], NULL);
    }
  return GINT_TO_POINTER (TRUE);
}

static gpointer
write_picture (gpointer source, gconstpointer question, GCancellable *cancellable, GError **error)
{
  const Remembering *run = question;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  g_byte_array_append (bytes, g_bytes_get_data (run->picture, NULL), (guint) g_bytes_get_size (run->picture));
  if (run->of != NULL)
    g_byte_array_append (bytes, (const guint8 *) run->of, (guint) strlen (run->of));
  return GINT_TO_POINTER (scope_picture_write (run->paths[run->dark], bytes->data, bytes->len, error));
}

static void draw_next (Remembering *run);

static Remembering *
steal (Remembering *run)
{
  Remembering *mine = g_memdup2 (run, sizeof *run);

  *run = (Remembering) { 0 };
  return mine;
}

/* Those who show them look again when the list of recent files changes, which this makes it do. */
static void
written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Remembering *run = steal (scope_task_question (result));

  if (scope_task_answer (result, NULL) != NULL)
    {
      g_signal_emit_by_name (gtk_recent_manager_get_default (), "changed");
      scope_task_give (NULL, remove_old, NULL, NULL, NULL, NULL, NULL, NULL);
    }
  g_clear_pointer (&run->picture, g_bytes_unref);
  run->dark++;
  draw_next (run);
}

static void
drawn (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Remembering *run = user_data;

  run->picture = scope_picture_draw_finish (result, NULL);
  if (run->picture != NULL)
    scope_task_give (NULL, write_picture, run, remembering_free, NULL, NULL, written, NULL);
  else /* a run without a picture has an icon */
    remembering_free (run);
}

static void
draw_next (Remembering *run)
{
  ScopePictureOptions options = { .width = 2 * WIDTH, .height = 2 * HEIGHT, .no_legend = TRUE, .no_names = TRUE };

  while (run->dark < 2 && !run->wanted[run->dark])
    run->dark++;
  if (run->dark == 2)
    {
      remembering_free (run);
      return;
    }
  options.palette = run->dark != 0 ? SCOPE_PALETTE_DARK : SCOPE_PALETTE_LIGHT;
  scope_picture_draw_async (run->view, &options, SCOPE_PICTURE_PNG, NULL, NULL, drawn, run);
}

static void
looked_for (GObject *source, GAsyncResult *result, gpointer user_data)
{
  draw_next (steal (scope_task_question (result)));
}

void
scope_recent_runs_remember (const char *uri, ScopeView *view)
{
  g_autofree char *folder = folder_path ();
  Remembering *run;

  if (g_mkdir_with_parents (folder, 0700) != 0)
    return;
  run = g_new0 (Remembering, 1);
  run->view = g_object_ref (view);
  run->of = dup_of (scope_view_get_trace (view));
  for (guint dark = 0; dark < 2; dark++)
    run->paths[dark] = scope_recent_runs_path (uri, dark != 0);
  scope_task_give (NULL, look_for_pictures, run, remembering_free, NULL, NULL, looked_for, NULL);
}

static gpointer
read_texture (gpointer source, gconstpointer path, GCancellable *cancellable, GError **error)
{
  return gdk_texture_new_from_filename (path, error);
}

static void
texture_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GdkTexture) texture = scope_task_answer (result, NULL);

  if (texture != NULL && gtk_widget_get_root (GTK_WIDGET (source)) != NULL)
    gtk_picture_set_paintable (GTK_PICTURE (source), GDK_PAINTABLE (texture));
}

/* --- the buttons --- */

static GtkWidget *
make_button (ScopeRecentRuns *self, GtkRecentInfo *info)
{
  const char *uri = gtk_recent_info_get_uri (info), *name = gtk_recent_info_get_display_name (info);
  GtkWidget *button = gtk_button_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *frame = gtk_overlay_new (), *icon = gtk_image_new_from_icon_name ("x-office-document-symbolic");
  GtkWidget *picture = gtk_picture_new (), *label = gtk_label_new (name);
  g_autofree char *shown = gtk_recent_info_get_uri_display (info);
  g_autofree char *path = scope_recent_runs_path (uri, adw_style_manager_get_dark (adw_style_manager_get_default ()));
  g_autofree char *words = g_strdup_printf (_("Open %s"), name);

  /* The icon is seen until there is a picture, which covers it. */
  gtk_image_set_pixel_size (GTK_IMAGE (icon), 48);
  gtk_overlay_set_child (GTK_OVERLAY (frame), icon);
  gtk_overlay_add_overlay (GTK_OVERLAY (frame), picture);
  gtk_widget_set_size_request (frame, WIDTH, HEIGHT);
  gtk_widget_set_overflow (frame, GTK_OVERFLOW_HIDDEN);
  gtk_widget_add_css_class (frame, "recent-picture");
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 20);
  gtk_box_append (GTK_BOX (box), frame);
  gtk_box_append (GTK_BOX (box), label);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "recent-run");
  gtk_widget_set_tooltip_text (button, shown != NULL ? shown : uri);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.open-uri");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", uri);
  scope_task_give (picture, read_texture, g_steal_pointer (&path), g_free, g_object_unref, self->cancellable, texture_read, NULL);
  return button;
}

static void
fill (ScopeRecentRuns *self)
{
  g_autoptr (GPtrArray) runs = NULL;
  GtkWidget *child;

  /* Nobody sees it while a trace is shown. */
  if (self->box == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  scope_task_renew (&self->cancellable);
  while ((child = gtk_widget_get_first_child (self->box)) != NULL)
    gtk_box_remove (GTK_BOX (self->box), child);
  runs = scope_recent_runs_list (SHOWN);
  for (guint i = 0; i < runs->len; i++)
    gtk_box_append (GTK_BOX (self->box), make_button (self, g_ptr_array_index (runs, i)));
  gtk_widget_set_visible (self->box, runs->len > 0);
}

/* --- life --- */

static void
scope_recent_runs_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (scope_recent_runs_parent_class)->map (widget);
  fill (SCOPE_RECENT_RUNS (widget));
}

static void
scope_recent_runs_dispose (GObject *object)
{
  ScopeRecentRuns *self = SCOPE_RECENT_RUNS (object);

  scope_task_stop (&self->cancellable);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_recent_runs_parent_class)->dispose (object);
}

static void
scope_recent_runs_class_init (ScopeRecentRunsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_recent_runs_dispose;
  widget_class->map = scope_recent_runs_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
scope_recent_runs_init (ScopeRecentRuns *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_box_set_homogeneous (GTK_BOX (self->box), TRUE);
  gtk_widget_set_halign (self->box, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (self->box, FALSE);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
}
